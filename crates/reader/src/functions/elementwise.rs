//! Operations of two operands that meet element by element: operators, and the functions of the same form.

use std::ops::Range;

use crate::reading::{OperationResult, UnreadableReason};
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{broadcast_values, computed, computed_in, elementwise_layout, to_array};
use crate::tensors::bounds;
use crate::tensors::context::{Context, Meeting, Outcome, raised, raised_by, spoilt, unreadable};
use crate::tensors::made;
use crate::tensors::overlap;
use crate::tensors::types::{Kind, cast_all, floating, promoted};
use crate::tensors::value::{Kept, Placed, Tensor, Value};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, Operator, Scalar, Shape, Values};

/// How the type of a result follows from the types of the operands, and which operands a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// As for the operator.
    Operator(Operator),
    /// Integers and bools only: `&`, `|`, `^`, `<<`, `>>`.
    Bits,
    /// Any operands; the result is a bool.
    Logic,
    /// The result is floating-point.
    Floating,
    /// The result has the type to which the operands are promoted.
    Promoted,
}

/// A function of two operands that meet element by element.
#[derive(Debug)]
pub(crate) struct Binary {
    /// The name in the record of an operation, which is that of PyTorch's functions in the table.
    pub(crate) record: &'static str,
    /// The name that NumPy's messages have.
    pub(crate) numpy: &'static str,
    pub(crate) rule: Rule,
}

const fn row(record: &'static str, numpy: &'static str, rule: Rule) -> Binary {
    Binary { record, numpy, rule }
}

/// All functions of this form.
const BINARY: [Binary; 37] = [
    row("add", "add", Rule::Operator(Operator::Add)),
    row("sub", "subtract", Rule::Operator(Operator::Subtract)),
    row("mul", "multiply", Rule::Operator(Operator::Multiply)),
    row("div", "divide", Rule::Operator(Operator::Divide)),
    row("floordiv", "floor_divide", Rule::Operator(Operator::FloorDivide)),
    row("mod", "remainder", Rule::Operator(Operator::Remainder)),
    row("pow", "power", Rule::Operator(Operator::Power)),
    row("maximum", "maximum", Rule::Operator(Operator::Maximum)),
    row("minimum", "minimum", Rule::Operator(Operator::Minimum)),
    row("eq", "equal", Rule::Operator(Operator::Equal)),
    row("ne", "not_equal", Rule::Operator(Operator::NotEqual)),
    row("lt", "less", Rule::Operator(Operator::Less)),
    row("le", "less_equal", Rule::Operator(Operator::LessOrEqual)),
    row("gt", "greater", Rule::Operator(Operator::Greater)),
    row("ge", "greater_equal", Rule::Operator(Operator::GreaterOrEqual)),
    row("and", "bitwise_and", Rule::Bits),
    row("or", "bitwise_or", Rule::Bits),
    row("xor", "bitwise_xor", Rule::Bits),
    row("lshift", "left_shift", Rule::Bits),
    row("rshift", "right_shift", Rule::Bits),
    row("logical_and", "logical_and", Rule::Logic),
    row("logical_or", "logical_or", Rule::Logic),
    row("logical_xor", "logical_xor", Rule::Logic),
    row("arctan2", "arctan2", Rule::Floating),
    row("atan2", "atan2", Rule::Floating),
    row("hypot", "hypot", Rule::Floating),
    row("logaddexp", "logaddexp", Rule::Floating),
    row("logaddexp2", "logaddexp2", Rule::Floating),
    row("copysign", "copysign", Rule::Floating),
    row("nextafter", "nextafter", Rule::Floating),
    row("heaviside", "heaviside", Rule::Floating),
    row("xlogy", "xlogy", Rule::Floating),
    row("fmax", "fmax", Rule::Promoted),
    row("fmin", "fmin", Rule::Promoted),
    row("fmod", "fmod", Rule::Promoted),
    row("gcd", "gcd", Rule::Bits),
    row("lcm", "lcm", Rule::Bits),
];

/// The function of a record's name.
pub(crate) fn recorded(record: &str) -> Option<&'static Binary> {
    BINARY.iter().find(|binary| binary.record == record)
}

/// The function of a library's name for it in messages.
fn named(library: Library, name: &str) -> Option<&'static Binary> {
    match library {
        Library::PyTorch => recorded(name),
        Library::NumPy => BINARY.iter().find(|binary| binary.numpy == name),
    }
}

/// Where the result of an operation goes.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    /// A new tensor.
    New,
    /// The first operand.
    First,
    /// The tensor of `out=`.
    Out(Tensor),
}

/// An operation that is being done.
pub(crate) struct Job<'a> {
    pub(crate) library: Library,
    pub(crate) binary: &'static Binary,
    pub(crate) operands: [&'a Placed; 2],
    pub(crate) target: Target,
    pub(crate) span: &'a Range<usize>,
}

/// Does an operation of two operands: numbers, tensors, and in NumPy lists.
///
/// # Errors
///
/// The library's own exception; an operation that is not read.
pub(crate) fn meet(context: &mut Context<'_>, job: &Job<'_>) -> Outcome {
    raised_by(job.library, met(context, job))
}

fn met(context: &mut Context<'_>, job: &Job<'_>) -> Outcome {
    let library = job.library;
    // Whether lists alone count as arrays that meet is not certain.
    if job.operands.iter().all(|operand| matches!(operand.value, Value::List(_) | Value::Tuple(..) | Value::Range(..)))
    {
        return unreadable(UnreadableReason::Kinds, job.span);
    }
    let mut operands = Vec::new();
    for operand in job.operands {
        let value = match (&operand.value, library) {
            (Value::List(_) | Value::Tuple(..), Library::NumPy) => Value::Tensor(to_array(context, operand)?),
            (value, _) => value.clone(),
        };
        operands.push(Placed { value, span: operand.span.clone() });
    }
    let mut kinds = Vec::new();
    for operand in &operands {
        match Kind::of_value(&operand.value) {
            Some(kind) => kinds.push(kind),
            None => return unreadable(UnreadableReason::Kinds, job.span),
        }
    }
    let tensors: Vec<&Tensor> = operands.iter().filter_map(|operand| operand.value.tensor()).collect();
    if tensors.iter().any(|tensor| tensor.library != library) || !takes_complex(job, &kinds) {
        return unreadable(UnreadableReason::Kinds, job.span);
    }
    let operator = match job.binary.rule {
        Rule::Operator(operator) => Some(operator),
        _ => None,
    };
    let mut meeting = Meeting::of(job.binary.record, operator, &operands, job.span).elementwise();
    meeting.in_place = matches!(job.target, Target::First);
    let output = match (&job.target, tensors.first()) {
        (Target::New, _) => None,
        (Target::Out(out), _) => Some(out.clone()),
        (Target::First, Some(first)) => Some((*first).clone()),
        (Target::First, None) => return unreadable(UnreadableReason::Kinds, job.span),
    };
    let common = promoted(library, &kinds);
    let dtype = result_dtype(job.binary.rule, library, common);
    let shapes: Vec<Shape> = operands
        .iter()
        .map(|operand| operand.value.tensor().map_or_else(|| Shape::ones(0), |tensor| tensor.shape.clone()))
        .collect();
    let checks =
        Checks { job, meeting: &meeting, kinds: &kinds, common, dtype, shapes: &shapes, output: output.as_ref() };
    let shape = checks.run(context)?;
    if fits_badly(&operands, common) {
        return unreadable(UnreadableReason::Kinds, job.span);
    }
    let values = checked_values(context, job, &operands, &shapes, &shape, common)?;
    let result = match output {
        Some(out) => {
            let is_late = tensors.iter().any(|tensor| overlap::is_read_late(&out, tensor));
            let values = values.filter(|_| !is_late).and_then(|values| cast_all(&values, out.dtype));
            wrote(context, &out, &tensors, values, job.span)?;
            out
        }
        None => {
            let made = (shape.clone(), dtype, values);
            let made = match (tensors.as_slice(), operands.iter().all(|operand| operand.value.tensor().is_some())) {
                ([tensor], false) => {
                    let layout = elementwise_layout(library, &tensor.shape, &tensors, true);
                    computed_in(context, library, made, (&tensors, layout), job.span)?
                }
                _ => computed(context, library, made, &tensors, job.span)?,
            };
            made.set_made(operator.and_then(|operator| elements(library, operator, &operands, &made)));
            if let (Some(operator), true, true) = (operator, dtype == Dtype::Int64, made.values().is_none()) {
                made.bounds.set(bounds::of_operation(operator, &operands));
            }
            made
        }
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
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(result))
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

/// Whether an operation of these kinds is read where one of them is complex: only arithmetic of NumPy in the larger type is.
fn takes_complex(job: &Job<'_>, kinds: &[Kind]) -> bool {
    let is_complex = |kind: &Kind| crate::tensors::types::is_complex(kind.dtype(job.library));
    if !kinds.iter().any(is_complex) {
        return true;
    }
    let is_arithmetic = matches!(
        job.binary.rule,
        Rule::Operator(
            Operator::Add
                | Operator::Subtract
                | Operator::Multiply
                | Operator::Divide
                | Operator::Equal
                | Operator::NotEqual
        )
    );
    let is_large = |kind: &Kind| !is_complex(kind) || kind.dtype(job.library) == Dtype::Complex128;
    job.library == Library::NumPy && is_arithmetic && kinds.iter().all(is_large)
}

/// Whether a Python integer does not fit into the type of the operation, which NumPy does not take.
fn fits_badly(operands: &[Placed], common: Dtype) -> bool {
    operands.iter().any(|operand| match operand.value {
        Value::Int(Some(value)) if common.is_integer() && common != Dtype::Bool => {
            crate::tensors::types::cast(Scalar::Int(value), common).is_none()
        }
        _ => false,
    })
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
    let others: Vec<&Tensor> = operands.iter().copied().filter(|operand| !operand.is(out)).collect();
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

/// The type of the elements of a result.
pub(crate) fn result_dtype(rule: Rule, library: Library, common: Dtype) -> Dtype {
    match rule {
        Rule::Operator(operator) => {
            let operand = tensor_broadcasting::library::OperandType { dtype: common, is_scalar: false };
            library.result_type(operator, operand, operand)
        }
        Rule::Logic => Dtype::Bool,
        Rule::Floating => floating(library, common),
        Rule::Bits | Rule::Promoted => common,
    }
}

/// What the checks of an operation look at.
struct Checks<'a> {
    job: &'a Job<'a>,
    meeting: &'a Meeting,
    kinds: &'a [Kind],
    common: Dtype,
    dtype: Dtype,
    shapes: &'a [Shape],
    output: Option<&'a Tensor>,
}

impl Checks<'_> {
    /// Makes the library's checks in its order. Gives the shape of the result.
    fn run(&self, context: &Context<'_>) -> Outcome<Shape> {
        let checked = match self.job.library {
            Library::PyTorch => self.torch(context),
            Library::NumPy => self.numpy(),
        };
        match checked {
            Ok(Some(shape)) => Ok(shape),
            Ok(None) => unreadable(UnreadableReason::Kinds, self.job.span),
            Err(error) => context.fails(self.meeting, error),
        }
    }

    fn torch(&self, context: &Context<'_>) -> Result<Option<Shape>, LibraryError> {
        let library = Library::PyTorch;
        if let Some(out) = self.output {
            leaf_error(context, out)?;
        }
        // Some powers are taken without a look at the element types.
        let is_power = self.job.binary.rule == Rule::Operator(Operator::Power);
        if is_power && self.common == Dtype::Bool && matches!(self.kinds.get(1), Some(Kind::Number(_))) {
            return Ok(None);
        }
        let is_subtraction = self.job.binary.rule == Rule::Operator(Operator::Subtract);
        if is_subtraction {
            self.bools()?;
        }
        if let Some(out) = self.output {
            if out.overlaps() {
                return Err(library.not_writable());
            }
            let read: Vec<&Tensor> = self.job.operands.iter().filter_map(|operand| operand.value.tensor()).collect();
            match overlap::check(out, &read) {
                Some(checked) => checked?,
                None => return Ok(None),
            }
        }
        let shape = match (&self.job.target, self.output) {
            (Target::First, Some(_)) => library.add_in_place(&self.shapes[0], &self.shapes[1])?,
            (_, Some(out)) => {
                let shape = library.add(&self.shapes[0], &self.shapes[1])?;
                // Another shape than that of `out` makes PyTorch change `out`.
                if shape != out.shape {
                    return Ok(None);
                }
                shape
            }
            _ => library.add(&self.shapes[0], &self.shapes[1])?,
        };
        if let Some(out) = self.output {
            library.output_cast_error("", self.dtype, out.dtype).map_or(Ok(()), Err)?;
        }
        self.bools()?;
        // A shift of bools has a message of its own.
        let is_shift = self.job.binary.record.ends_with("shift");
        if self.job.binary.rule == Rule::Bits && (!self.common.is_integer() || (is_shift && self.common == Dtype::Bool))
        {
            return Ok(None);
        }
        Ok(Some(shape))
    }

    fn numpy(&self) -> Result<Option<Shape>, LibraryError> {
        let library = Library::NumPy;
        if self.output.is_some_and(|out| out.read_only) {
            return Err(library.not_writable());
        }
        self.bools()?;
        // A shift of bools gives integers of 8 bits.
        if self.job.binary.record.ends_with("shift") && self.common == Dtype::Bool {
            return Ok(None);
        }
        let function = self.job.binary.numpy;
        if self.job.binary.rule == Rule::Bits && !self.common.is_integer() {
            if matches!(function, "gcd" | "lcm") {
                return Ok(None);
            }
            return Err(LibraryError {
                error_type: "TypeError",
                message: format!(
                    "ufunc '{function}' not supported for the input types, and the inputs could not be safely coerced to any \
                     supported types according to the casting rule ''safe''"
                ),
            });
        }
        let Some(out) = self.output else {
            return library.add(&self.shapes[0], &self.shapes[1]).map(Some);
        };
        if let Some(error) = library.output_cast_error(function, self.dtype, out.dtype) {
            // For some numbers as exponents NumPy calls another function, which the message names.
            let is_number = self.job.operands[1].value.tensor().is_none();
            return if function == "power" && is_number { Ok(None) } else { Err(error) };
        }
        out_shape(self.shapes, &out.shape).map(Some)
    }

    /// The check that an operator takes bools.
    fn bools(&self) -> Result<(), LibraryError> {
        let Rule::Operator(operator) = self.job.binary.rule else { return Ok(()) };
        let library = self.job.library;
        let is_bool = |at: usize| self.kinds.get(at).is_some_and(|kind| kind.dtype(library) == Dtype::Bool);
        let undefined = operator.undefined_for_bools([is_bool(0), is_bool(1)], library.arithmetic());
        undefined.map_or(Ok(()), |undefined| Err(library.error_for(undefined)))
    }
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

/// The check of NumPy that operands and the array of `out=` broadcast to the shape of that array.
///
/// # Errors
///
/// They do not.
pub(crate) fn out_shape(shapes: &[Shape], out: &Shape) -> Result<Shape, LibraryError> {
    let library = Library::NumPy;
    let all: Vec<Shape> = shapes.iter().chain([out]).cloned().collect();
    let broadcast = library.elementwise(&all)?;
    if broadcast == *out {
        return Ok(broadcast);
    }
    let compact = |shape: &Shape| shape.to_string().replace(", ", ",");
    Err(library.error(format!(
        "non-broadcastable output operand with shape {} doesn't match the broadcast shape {}",
        compact(out),
        compact(&broadcast)
    )))
}

/// The values of the result, where they are known.
///
/// # Errors
///
/// The operator is not defined for some values, or this depends on values that are not known.
fn checked_values(
    context: &mut Context<'_>,
    job: &Job<'_>,
    operands: &[Placed],
    shapes: &[Shape],
    shape: &Shape,
    common: Dtype,
) -> Outcome<Option<Vec<Scalar>>> {
    let known: Vec<Option<Vec<Scalar>>> = operands.iter().map(|operand| known_values(&operand.value)).collect();
    let Rule::Operator(operator) = job.binary.rule else {
        let is_zero = |value: &Scalar| value.to_int() == 0;
        let divides = known.get(1).and_then(Option::as_ref).is_some_and(|divisor| !divisor.iter().any(is_zero));
        if job.binary.record == "fmod" && job.library == Library::PyTorch && common.is_integer() && !divides {
            return unreadable(UnreadableReason::Values, job.span);
        }
        return Ok(logic(job.binary.record, &known, shapes, shape));
    };
    let needs_divisor = match (job.library, operator) {
        (Library::PyTorch, Operator::FloorDivide | Operator::Remainder) | (Library::NumPy, Operator::Power) => {
            common.is_integer()
        }
        _ => false,
    };
    let (Some([a, b]), [shape_a, shape_b]) = (both(&known), shapes) else {
        let divisor_known = known.get(1).is_some_and(|divisor| {
            divisor.as_ref().is_some_and(|values| {
                values
                    .iter()
                    .all(|value| if operator == Operator::Power { value.to_int() >= 0 } else { value.to_int() != 0 })
            })
        });
        if needs_divisor && !divisor_known && shape.numel() != Some(0) {
            return unreadable(UnreadableReason::Values, job.span);
        }
        return Ok(None);
    };
    let (Some(a), Some(b)) = (cast_all(a, common), cast_all(b, common)) else { return Ok(None) };
    let (Some(a), Some(b)) = (broadcast_values(&a, shape_a, shape), broadcast_values(&b, shape_b, shape)) else {
        return Ok(None);
    };
    context.step(a.len() / 64, job.span)?;
    let mut values = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(&b) {
        match operator.apply(a, b, job.library.arithmetic()) {
            Ok(value) => values.push(value),
            Err(undefined) => {
                let meeting = Meeting::of(job.binary.record, Some(operator), operands, job.span);
                return context.fails(&meeting, job.library.error_for(undefined));
            }
        }
    }
    if job.library == Library::NumPy {
        warn_of_zeros(context, job, operator, (&a, &b), common);
    }
    // A power of floats is rounded in another way in each library.
    let is_exact = operator != Operator::Power
        || common.is_integer()
        || b.iter().all(|b| matches!(b, Scalar::Float(x) if *x == 2.0 || *x == 1.0));
    Ok(Some(values).filter(|_| is_exact))
}

/// NumPy's warnings of a division by zero.
fn warn_of_zeros(
    context: &mut Context<'_>,
    job: &Job<'_>,
    operator: Operator,
    (a, b): (&[Scalar], &[Scalar]),
    common: Dtype,
) {
    if !matches!(operator, Operator::Divide | Operator::FloorDivide | Operator::Remainder) {
        return;
    }
    let is_integer = common.is_integer() && operator != Operator::Divide;
    let pairs = || a.iter().zip(b).map(|(a, b)| (a.to_float(), b.to_float()));
    let of_zero = pairs().any(|(a, b)| b == 0.0 && (is_integer || (a != 0.0 && !a.is_nan())));
    let invalid =
        !is_integer && pairs().any(|(a, b)| b == 0.0 && !a.is_nan() && (a == 0.0 || operator == Operator::Remainder));
    let function = Library::NumPy.function(operator);
    if of_zero && (is_integer || operator != Operator::Remainder) {
        context.warn("RuntimeWarning", format!("divide by zero encountered in {function}"), job.span);
    }
    if invalid {
        context.warn("RuntimeWarning", format!("invalid value encountered in {function}"), job.span);
    }
}

/// The values of operations on bools.
fn logic(record: &str, known: &[Option<Vec<Scalar>>], shapes: &[Shape], shape: &Shape) -> Option<Vec<Scalar>> {
    let ([a, b], [shape_a, shape_b]) = (both(known)?, shapes) else { return None };
    let a = broadcast_values(a, shape_a, shape)?;
    let b = broadcast_values(b, shape_b, shape)?;
    let apply = |a: Scalar, b: Scalar| {
        let (x, y) = (a.to_float() != 0.0, b.to_float() != 0.0);
        let bools = matches!((a, b), (Scalar::Bool(_), Scalar::Bool(_)));
        let integers = !matches!(a, Scalar::Float(_)) && !matches!(b, Scalar::Float(_));
        Some(match record {
            "logical_and" => Scalar::Bool(x && y),
            "logical_or" => Scalar::Bool(x || y),
            "logical_xor" => Scalar::Bool(x != y),
            "and" if bools => Scalar::Bool(x && y),
            "or" if bools => Scalar::Bool(x || y),
            "xor" if bools => Scalar::Bool(x != y),
            "and" if integers => Scalar::Int(a.to_int() & b.to_int()),
            "or" if integers => Scalar::Int(a.to_int() | b.to_int()),
            "xor" if integers => Scalar::Int(a.to_int() ^ b.to_int()),
            _ => return None,
        })
    };
    a.into_iter().zip(b).map(|(a, b)| apply(a, b)).collect()
}

fn both(known: &[Option<Vec<Scalar>>]) -> Option<[&[Scalar]; 2]> {
    match known {
        [Some(a), Some(b)] => Some([a, b]),
        _ => None,
    }
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
    let (a, b) = (call.need(a)?, call.need(b)?);
    let target = match call.given("out").map(|out| &out.value) {
        None => Target::New,
        Some(Value::Tensor(out)) if out.library == call.library && !out.is_scalar => Target::Out(out.clone()),
        Some(Value::Tensor(_) | Value::Int(_) | Value::Float(_)) if !is_torch => {
            return raised("TypeError", "return arrays must be of ArrayType", &call.span);
        }
        Some(_) => return call.declined(),
    };
    if let Some(mode) = call.text("rounding_mode")? {
        let Some(floor) = recorded("floordiv").filter(|_| mode == "floor") else { return call.declined() };
        binary = floor;
    }
    let is_number = |operand: &Placed, may_be: bool| match operand.value.tensor() {
        Some(tensor) => tensor.library == Library::PyTorch,
        None => may_be,
    };
    let has_tensor = [a, b].iter().any(|operand| operand.value.tensor().is_some());
    let is_written = is_torch && matches!(target, Target::Out(_));
    let is_integer = |operand: &&Placed| operand.value.tensor().is_some_and(|tensor| tensor.dtype.is_integer());
    let is_recorded = |operand: &&Placed| operand.value.tensor().is_some_and(|tensor| tensor.requires_grad.get());
    if is_torch && !(has_tensor && is_number(a, call.column == "any") && is_number(b, !call.column.is_empty()))
        || is_written && [a, b].iter().any(is_recorded)
        || is_torch && binary.record.starts_with("logaddexp") && [a, b].iter().any(is_integer)
    {
        return call.declined();
    }
    let job = Job { library: call.library, binary, operands: [a, b], target, span: &call.span };
    scaled(call, meet(context, &job)?)
}

/// A result whose elements are not known where the second operand has a factor.
fn scaled(call: &Call, result: Value) -> Outcome {
    if let (Value::Tensor(tensor), Some(_)) = (&result, call.get("alpha")) {
        tensor.write(None);
    }
    Ok(result)
}

/// `a.add_(b)`.
fn in_place(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(binary) = recorded(call.shown) else { return call.declined() };
    let operands = [call.need("input")?, call.need("other")?];
    let job = Job { library: call.library, binary, operands, target: Target::First, span: &call.span };
    scaled(call, meet(context, &job)?)
}

/// `np.multiply.outer(a, b)`.
fn ufunc_outer(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    let Some(binary) = named(Library::NumPy, call.name.strip_suffix(".outer").unwrap_or(call.name)) else {
        return call.declined();
    };
    let shape: Shape = a.shape.iter().chain(b.shape.iter()).copied().collect();
    let dtype = result_dtype(binary.rule, Library::NumPy, promoted(Library::NumPy, &[Kind::of(&a), Kind::of(&b)]));
    let operands: Vec<Placed> = ["a", "b"]
        .iter()
        .zip([&a, &b])
        .filter_map(|(name, tensor)| {
            let given = call.get(name)?;
            let is_number = given.value.tensor().is_none() && given.value.number_kind().is_some();
            let value = if is_number { given.value.clone() } else { Value::Tensor(tensor.clone()) };
            Some(Placed { value, span: given.span.clone() })
        })
        .collect();
    let meeting = Meeting::of(&format!("{}.outer", binary.record), None, &operands, &call.span);
    let made = computed(context, Library::NumPy, (shape.clone(), dtype, None), &[], &call.span)?;
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}
