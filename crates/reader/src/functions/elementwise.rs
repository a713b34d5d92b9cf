//! Operations of two operands that meet element by element: their checks, their values, and what is written into.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::functions::binary::{Binary, Rule, named, recorded, result_dtype};
use crate::reading::UnreadableReason;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{broadcast_values, computed, computed_in, elementwise_layout, operand};
use crate::tensors::bounds;
use crate::tensors::context::{Checked, Context, Meeting, Outcome, raised, raised_by, spoilt, unreadable};
use crate::tensors::made;
use crate::tensors::overlap;
use crate::tensors::types::{Kind, cast, cast_all, is_complex, promoted};
use crate::tensors::value::{Kept, Placed, Tensor, Value};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, ElementTypes, Operator, Scalar, Shape, Values};

/// An operation that is being done.
pub(crate) struct Job<'a> {
    pub(crate) library: Library,
    pub(crate) binary: &'static Binary,
    pub(crate) operands: [&'a Placed; 2],
    /// The tensor that the result is written into, where it is not a new one.
    pub(crate) output: Option<Tensor>,
    /// Whether that is the first operand of an operator or a method.
    pub(crate) in_place: bool,
    pub(crate) span: &'a Range<usize>,
}

/// The shape of an operand; a number has no axes.
fn shape_of(operand: &Placed) -> Shape {
    operand.value.tensor().map_or_else(|| Shape::ones(0), |tensor| tensor.shape.clone())
}

/// The shapes of operands.
pub(crate) fn shapes(operands: &[Placed]) -> Vec<Shape> {
    operands.iter().map(shape_of).listed()
}

/// What type promotion sees of operands.
pub(crate) fn kinds(operands: &[Placed]) -> Vec<Kind> {
    operands.iter().filter_map(|operand| Kind::of_value(&operand.value)).listed()
}

/// The tensors among operands.
pub(crate) fn tensors(operands: &[Placed]) -> Vec<&Tensor> {
    operands.iter().filter_map(|operand| operand.value.tensor()).listed()
}

/// The values of an operand that is read as a shape which it broadcasts to, where they are known; in an element type, if one is given.
pub(crate) fn read(operand: &Placed, dtype: Option<Dtype>, shape: &Shape) -> Option<Vec<Scalar>> {
    let mut values = known_values(&operand.value)?;
    if let Some(dtype) = dtype {
        values = cast_all(&values, dtype)?;
    }
    broadcast_values(&values, &shape_of(operand), shape)
}

/// Does an operation of two operands: numbers, tensors, and in NumPy lists.
///
/// # Errors
///
/// The library's own exception; an operation that is not read.
pub(crate) fn meet(context: &mut Context<'_>, job: &Job<'_>) -> Outcome {
    raised_by(job.library, met(context, job))
}

/// An operation whose operands are read.
struct Checks<'a> {
    job: &'a Job<'a>,
    operands: Vec<Placed>,
    kinds: Vec<Kind>,
    shapes: Vec<Shape>,
    /// The type to which the operands are promoted.
    common: Dtype,
    /// The type of the result.
    dtype: Dtype,
}

fn met(context: &mut Context<'_>, job: &Job<'_>) -> Outcome {
    let (library, rule) = (job.library, job.binary.rule);
    let declined = || unreadable(UnreadableReason::Kinds, job.span);
    // Whether lists alone count as arrays that meet is not certain.
    if job.operands.iter().all(|operand| matches!(operand.value, Value::List(_) | Value::Tuple(..))) {
        return declined();
    }
    let mut operands = Vec::new();
    for given in job.operands {
        match operand(context, library, given)? {
            Some(operand) => operands.push(operand),
            None => return declined(),
        }
    }
    let (kinds, shapes) = (kinds(&operands), shapes(&operands));
    if kinds.iter().any(|kind| is_complex(kind.dtype(library))) {
        return declined();
    }
    let common = promoted(library, &kinds);
    let checks = Checks { job, kinds, shapes, common, dtype: result_dtype(rule, library, common), operands };
    let operator = if let Rule::Operator(operator) = rule { Some(operator) } else { None };
    let mut meeting = Meeting::of(job.binary.record, operator, &checks.operands, job.span).elementwise();
    meeting.in_place = job.in_place;
    let checked = match library {
        Library::PyTorch => checks.torch(context),
        Library::NumPy => checks.numpy(),
    };
    let shape = context.checked(&meeting, checked)?;
    // NumPy does not take a Python integer that does not fit into the type of the operation.
    let fits = |operand: &Placed| match operand.value {
        Value::Int(Some(value)) if common.is_integer() && common != Dtype::Bool => {
            cast(Scalar::Int(value), common).is_some()
        }
        _ => true,
    };
    if !checks.operands.iter().all(fits) {
        return declined();
    }
    let values = checks.values(context, &meeting, &shape)?;
    let all = tensors(&checks.operands);
    let result = if let Some(out) = &job.output {
        let is_late = all.iter().any(|tensor| overlap::is_read_late(out, tensor));
        let values = values.filter(|_| !is_late).and_then(|values| cast_all(&values, out.dtype));
        wrote(context, out, &all, values, job.span)?;
        out.clone()
    } else {
        let has_numbers = all.len() < checks.operands.len();
        let layout = elementwise_layout(library, &shape, &all, has_numbers);
        let made = computed_in(context, library, (shape, checks.dtype, values), (&all, layout), job.span)?;
        made.has_axes_of(&all);
        if let Some(operator) = operator {
            made.set_made(elements(library, operator, &checks.operands, &made));
            if checks.dtype == Dtype::Int64 && made.values().is_none() {
                made.bounds.set(bounds::of_operation(operator, &checks.operands));
            }
        }
        made
    };
    // Otherwise the operation was not recorded, and the tensor that is written keeps what made it.
    if context.grad {
        result.keeps(match operator {
            Some(Operator::Add | Operator::Subtract) => Kept::Nothing,
            Some(Operator::Multiply | Operator::Divide) => Kept::Operands,
            Some(Operator::Power) => Kept::Elements,
            _ => Kept::Unknown,
        });
    }
    context.met(&meeting, result)
}

/// The elements of the result of a tensor and a number by position.
fn elements(library: Library, operator: Operator, operands: &[Placed], result: &Tensor) -> Option<Values> {
    let [a, b] = operands else { return None };
    let (tensor, number, is_reflected) = match (a.value.tensor(), b.value.tensor()) {
        (Some(tensor), None) => (tensor, b.value.scalar()?, false),
        (None, Some(tensor)) => (tensor, a.value.scalar()?, true),
        _ => return None,
    };
    made::with_number(library, operator, made::copied(tensor, result.layout.as_ref()?)?, number, is_reflected)
}

/// Notes that a tensor was written into.
///
/// # Errors
///
/// As for [`check_views`].
pub(crate) fn wrote(
    context: &mut Context<'_>,
    out: &Tensor,
    operands: &[&Tensor],
    values: Option<Vec<Scalar>>,
    span: &Range<usize>,
) -> Outcome<()> {
    check_views(context, out, operands, span)?;
    out.write(values);
    note_written(context, out, operands, Kept::Unknown);
    Ok(())
}

/// Checks that gradients do not go through a tensor that is written and has other views: what becomes of these is not followed.
///
/// # Errors
///
/// They do; nothing after it is read.
pub(crate) fn check_views(
    context: &Context<'_>,
    out: &Tensor,
    operands: &[&Tensor],
    span: &Range<usize>,
) -> Outcome<()> {
    let is_recorded = || operands.iter().chain([&out]).any(|tensor| tensor.requires_grad.get());
    // A tensor that is multiplied by itself in place was kept as it was before.
    let is_twice = operands.iter().filter(|operand| operand.is(out)).count() > 1;
    if context.grad && out.library == Library::PyTorch && (is_twice || out.has_views()) && is_recorded() {
        return spoilt(UnreadableReason::Kinds, span);
    }
    Ok(())
}

/// Notes for gradients that a tensor was written into. `kept` is what the operation keeps for them.
pub(crate) fn note_written(context: &Context<'_>, out: &Tensor, operands: &[&Tensor], kept: Kept) {
    let others: Vec<&Tensor> = operands.iter().copied().filter(|operand| !operand.is(out)).listed();
    let (mut through, others): (Vec<&Tensor>, Vec<&Tensor>) =
        others.into_iter().partition(|operand| operand.requires_grad.get());
    if out.requires_grad.get() {
        through.push(out);
    }
    if context.grad && !through.is_empty() {
        out.set_node(Some(Tensor::operation(&through, &others)));
        out.keeps(kept);
    }
}

impl Checks<'_> {
    /// PyTorch's checks in its order. They give the shape of the result.
    fn torch(&self, context: &Context<'_>) -> Checked {
        let (library, rule, output) = (Library::PyTorch, self.job.binary.rule, self.job.output.as_ref());
        if let Some(out) = output {
            leaf_error(context, out)?;
        }
        // Some powers are taken without a look at the element types.
        let is_bool = self.common == Dtype::Bool;
        if rule == Rule::Operator(Operator::Power) && is_bool && matches!(self.kinds.get(1), Some(Kind::Number(_))) {
            return Ok(None);
        }
        if rule == Rule::Operator(Operator::Subtract) {
            self.bools()?;
        }
        if let Some(out) = output
            && check_written(context, out, &tensors(&self.operands))?.is_none()
        {
            return Ok(None);
        }
        let [a, b] = self.shapes.as_slice() else { return Ok(None) };
        let shape = if self.job.in_place { library.add_in_place(a, b) } else { library.add(a, b) }?;
        if let Some(out) = output {
            library.output_cast_error("", self.dtype, out.dtype).map_or(Ok(()), Err)?;
        }
        self.bools()?;
        // A shift of bools has a message of its own.
        let is_taken = self.common.is_integer() && !(is_bool && self.is_shift());
        Ok(Some(shape).filter(|_| rule != Rule::Bits || is_taken))
    }

    /// NumPy's checks.
    fn numpy(&self) -> Checked {
        let (library, output, function) = (Library::NumPy, self.job.output.as_ref(), self.job.binary.numpy);
        if output.is_some_and(|out| out.read_only) {
            return Err(library.not_writable());
        }
        self.bools()?;
        let is_wrong = self.job.binary.rule == Rule::Bits && !self.common.is_integer();
        // A shift of bools gives integers of 8 bits.
        if self.is_shift() && self.common == Dtype::Bool || is_wrong && matches!(function, "gcd" | "lcm") {
            return Ok(None);
        }
        if is_wrong {
            return Err(unsupported(function));
        }
        let Some(out) = output else { return library.elementwise(&self.shapes).map(Some) };
        if let Some(error) = library.output_cast_error(function, self.dtype, out.dtype) {
            // For some numbers as exponents NumPy calls another function, which the message names.
            let is_number = matches!(self.kinds.get(1), Some(Kind::Number(_)));
            return if function == "power" && is_number { Ok(None) } else { Err(error) };
        }
        // The operands and the array of `out=` broadcast to its shape.
        let shapes: Vec<Shape> = self.shapes.iter().chain([&out.shape]).cloned().listed();
        let broadcast = library.elementwise(&shapes)?;
        if broadcast == out.shape { Ok(Some(broadcast)) } else { Err(library.output_error(&out.shape, &broadcast)) }
    }

    fn is_shift(&self) -> bool {
        self.job.binary.record.ends_with("shift")
    }

    /// The check that an operator takes bools.
    fn bools(&self) -> Result<(), LibraryError> {
        let Rule::Operator(operator) = self.job.binary.rule else { return Ok(()) };
        let library = self.job.library;
        let is_bool = |at: usize| self.kinds.get(at).is_some_and(|kind| kind.dtype(library) == Dtype::Bool);
        let undefined = operator.undefined_for_bools([is_bool(0), is_bool(1)], library.arithmetic());
        undefined.map_or(Ok(()), |undefined| Err(library.error_for(undefined)))
    }

    /// The values of the result, where they are known.
    ///
    /// # Errors
    ///
    /// The operator is not defined for some values, or this depends on values that are not known.
    fn values(&self, context: &mut Context<'_>, meeting: &Meeting, shape: &Shape) -> Outcome<Option<Vec<Scalar>>> {
        let (library, common, record) = (self.job.library, self.common, self.job.binary.record);
        let [first, second] = self.operands.as_slice() else { return Ok(None) };
        let known = read(first, Some(common), shape).zip(read(second, Some(common), shape));
        let is_checked = known.is_some() && meeting.operator.is_some();
        // Integers are not divided by zero, and in NumPy there are no negative powers of them.
        let is_partial = match library {
            Library::PyTorch => matches!(record, "floordiv" | "mod" | "fmod"),
            Library::NumPy => record == "pow",
        };
        let is_taken = |value: &Scalar| if record == "pow" { value.to_int() >= 0 } else { value.to_int() != 0 };
        let takes_all = || known_values(&second.value).is_some_and(|values| values.iter().all(is_taken));
        if is_partial && common.is_integer() && !is_checked && shape.numel() != Some(0) && !takes_all() {
            return unreadable(UnreadableReason::Values, self.job.span);
        }
        let Some((a, b)) = known else { return Ok(None) };
        let pairs = a.iter().zip(&b);
        let Some(operator) = meeting.operator else {
            return Ok(pairs.map(|(a, b)| logic(record, *a, *b)).all_listed());
        };
        context.step(a.len() / 64, self.job.span)?;
        let divides = matches!(operator, Operator::Divide | Operator::FloorDivide | Operator::Remainder);
        let is_integer = common.is_integer() && operator != Operator::Divide;
        let types = ElementTypes::new(common, self.dtype);
        let (mut by_zero, mut is_invalid) = (false, false);
        let mut values = Vec::with_capacity(a.len());
        for (&a, &b) in pairs {
            match operator.compute([a, b], types, library.arithmetic()) {
                Ok(value) => values.push(value),
                Err(undefined) => return context.fails(meeting, library.error_for(undefined)),
            }
            if divides && b.to_float() == 0.0 && !a.to_float().is_nan() {
                let is_infinite = is_integer || (a.to_float() != 0.0 && operator != Operator::Remainder);
                by_zero |= is_infinite;
                is_invalid |= !is_infinite;
            }
        }
        if library == Library::NumPy {
            warn(context, library.function(operator), [by_zero, is_invalid], self.job.span);
        }
        // A power of floats is rounded in another way in each library.
        let is_exact = operator != Operator::Power
            || common.is_integer()
            || b.iter().all(|b| matches!(b, Scalar::Float(x) if *x == 2.0 || *x == 1.0));
        Ok(Some(values).filter(|_| is_exact))
    }
}

/// NumPy's exception for element types that a function does not take.
pub(crate) fn unsupported(function: &str) -> LibraryError {
    let message = format!(
        "ufunc '{function}' not supported for the input types, and the inputs could not be safely coerced to any supported types \
         according to the casting rule ''safe''"
    );
    LibraryError { error_type: "TypeError", message }
}

/// NumPy's warnings of a division by zero, and of results that are no numbers.
pub(crate) fn warn(context: &mut Context<'_>, function: &str, [by_zero, is_invalid]: [bool; 2], span: &Range<usize>) {
    for (is_met, what) in [(by_zero, "divide by zero"), (is_invalid, "invalid value")] {
        if is_met {
            context.warn("RuntimeWarning", format!("{what} encountered in {function}"), span);
        }
    }
}

/// PyTorch's checks of a tensor that an operation writes into, before it compares shapes. `read`: what the operation reads.
pub(crate) fn check_written(context: &Context<'_>, out: &Tensor, read: &[&Tensor]) -> Checked<()> {
    leaf_error(context, out)?;
    if out.overlaps() {
        return Err(Library::PyTorch.not_writable());
    }
    overlap::check(out, read)
}

/// PyTorch's check that a tensor may be written into while gradients are recorded.
///
/// # Errors
///
/// The tensor is a leaf that requires gradients, or a view of one.
pub(crate) fn leaf_error(context: &Context<'_>, out: &Tensor) -> Result<(), LibraryError> {
    if !context.grad || !out.requires_grad.get() {
        return Ok(());
    }
    let message = if out.is_leaf() {
        "a leaf Variable that requires grad is being used in an in-place operation."
    } else if out.is_view && out.leaves().iter().any(|leaf| leaf.shares_storage(out)) {
        "a view of a leaf Variable that requires grad is being used in an in-place operation."
    } else {
        return Ok(());
    };
    Err(Library::PyTorch.error(message))
}

/// The value of an operation on bits or bools.
fn logic(record: &str, a: Scalar, b: Scalar) -> Option<Scalar> {
    let (x, y) = (a.to_float() != 0.0, b.to_float() != 0.0);
    Some(match (record, a, b) {
        ("logical_and", ..) | ("and", Scalar::Bool(_), Scalar::Bool(_)) => Scalar::Bool(x && y),
        ("logical_or", ..) | ("or", Scalar::Bool(_), Scalar::Bool(_)) => Scalar::Bool(x || y),
        ("logical_xor", ..) | ("xor", Scalar::Bool(_), Scalar::Bool(_)) => Scalar::Bool(x != y),
        ("and", Scalar::Int(a), Scalar::Int(b)) => Scalar::Int(a & b),
        ("or", Scalar::Int(a), Scalar::Int(b)) => Scalar::Int(a | b),
        ("xor", Scalar::Int(a), Scalar::Int(b)) => Scalar::Int(a ^ b),
        _ => return None,
    })
}

/// The values of a tensor or a number, where they are known.
pub(crate) fn known_values(value: &Value) -> Option<Vec<Scalar>> {
    match value {
        Value::Tensor(tensor) => tensor.values().map(|values| values.to_vec()),
        _ => value.scalar().map(|value| vec![value]),
    }
}

rules! { function in_place ufunc_outer }

/// `torch.add(a, b)`, `a.add(b)`, `np.add(a, b)`. The column says which operands of PyTorch may be numbers: `second`, or `any`.
fn function(context: &mut Context<'_>, call: &Call) -> Outcome {
    let is_torch = call.library == Library::PyTorch;
    let Some(mut binary) = named(call.library, call.shown) else { return call.declined() };
    let [a, b] = if is_torch { ["input", "other"] } else { ["a", "b"] };
    let operands @ [a, b] = [call.need(a)?, call.need(b)?];
    let output = match call.given("out").map(|out| &out.value) {
        None => None,
        Some(Value::Tensor(out)) if out.library == call.library && !out.is_scalar => Some(out.clone()),
        Some(Value::Tensor(_) | Value::Int(_) | Value::Float(_)) if !is_torch => {
            return raised("TypeError", "return arrays must be of ArrayType", &call.span);
        }
        Some(_) => return call.declined(),
    };
    if let Some(mode) = call.text("rounding_mode")? {
        let Some(floor) = recorded("floordiv").filter(|_| mode == "floor") else { return call.declined() };
        binary = floor;
    }
    if is_torch {
        let tensors: Vec<&Tensor> = operands.iter().filter_map(|operand| operand.value.tensor()).listed();
        let is_taken = |operand: &Placed, may_be_number: bool| may_be_number || operand.value.tensor().is_some();
        if tensors.is_empty()
            || !is_taken(a, call.column == "any")
            || !is_taken(b, !call.column.is_empty())
            || tensors.iter().any(|tensor| tensor.library != Library::PyTorch)
            || binary.record == "logaddexp" && tensors.iter().any(|tensor| tensor.dtype.is_integer())
        {
            return call.declined();
        }
    }
    scaled(context, call, &Job { library: call.library, binary, operands, output, in_place: false, span: &call.span })
}

/// Does an operation. The elements of its result are not known where the second operand has a factor.
fn scaled(context: &mut Context<'_>, call: &Call, job: &Job<'_>) -> Outcome {
    let result = meet(context, job)?;
    if let (Value::Tensor(tensor), Some(_)) = (&result, call.get("alpha")) {
        tensor.write(None);
    }
    Ok(result)
}

/// `a.add_(b)`.
fn in_place(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(binary) = recorded(call.shown) else { return call.declined() };
    let operands = [call.need("input")?, call.need("other")?];
    let output = Some(call.tensor(context, "input")?);
    scaled(context, call, &Job { library: call.library, binary, operands, output, in_place: true, span: &call.span })
}

/// `np.multiply.outer(a, b)`.
fn ufunc_outer(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    let Some(binary) = named(Library::NumPy, call.name.strip_suffix(".outer").unwrap_or(call.name)) else {
        return call.declined();
    };
    let shape: Shape = a.shape.iter().chain(b.shape.iter()).copied().collect();
    let dtype = result_dtype(binary.rule, Library::NumPy, promoted(Library::NumPy, &[Kind::of(&a), Kind::of(&b)]));
    let meeting = call.meeting(&format!("{}.outer", binary.record), &["a", "b"], &[&a, &b]);
    let made = computed(context, Library::NumPy, (shape, dtype, None), &[], &call.span)?;
    context.met(&meeting, made)
}
