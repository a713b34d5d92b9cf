//! Python's operators on any values: from `a + b` to what does it.

use std::ops::Range;

use crate::functions::elementwise::{Job, Target, meet, recorded};
use crate::functions::matmul::matmul;
use crate::reading::UnreadableReason;
use crate::syntax::tree::{BinaryOperator, CompareOperator, UnaryOperator};
use crate::tensors::arrays::{computed, to_array};
use crate::tensors::context::{Context, Meeting, Outcome, raised, raised_by, unreadable};
use crate::tensors::made;
use crate::tensors::types::is_complex;
use crate::tensors::value::{Placed, Tensor, TupleKind, Value};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Arithmetic, Dtype, Operator, Scalar};

/// The name of an operator in the record of an operation.
pub(crate) const fn record(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "add",
        BinaryOperator::Subtract => "sub",
        BinaryOperator::Multiply => "mul",
        BinaryOperator::MatrixMultiply => "matmul",
        BinaryOperator::Divide => "div",
        BinaryOperator::FloorDivide => "floordiv",
        BinaryOperator::Remainder => "mod",
        BinaryOperator::Power => "pow",
        BinaryOperator::ShiftLeft => "lshift",
        BinaryOperator::ShiftRight => "rshift",
        BinaryOperator::BitAnd => "and",
        BinaryOperator::BitXor => "xor",
        BinaryOperator::BitOr => "or",
    }
}

/// The name of a comparison in the record of an operation, and its sign; `None` for those that never compare elements.
pub(crate) const fn comparison(operator: CompareOperator) -> Option<(&'static str, &'static str)> {
    Some(match operator {
        CompareOperator::Equal => ("eq", "=="),
        CompareOperator::NotEqual => ("ne", "!="),
        CompareOperator::Less => ("lt", "<"),
        CompareOperator::LessOrEqual => ("le", "<="),
        CompareOperator::Greater => ("gt", ">"),
        CompareOperator::GreaterOrEqual => ("ge", ">="),
        CompareOperator::Is | CompareOperator::IsNot | CompareOperator::In | CompareOperator::NotIn => return None,
    })
}

/// The library whose tensors an operation of two values is about; `None` where neither is a tensor.
///
/// # Errors
///
/// Tensors of both libraries meet.
fn library_of(a: &Value, b: &Value, span: &Range<usize>) -> Outcome<Option<Library>> {
    match (a.tensor(), b.tensor()) {
        // A scalar of NumPy is a number to PyTorch, but it does not know tensors itself.
        (Some(a), Some(b)) if a.library != b.library => {
            if a.library == Library::PyTorch && b.is_scalar && b.dtype == Dtype::Float64 {
                Ok(Some(Library::PyTorch))
            } else {
                unreadable(UnreadableReason::Kinds, span)
            }
        }
        (Some(tensor), _) | (_, Some(tensor)) => Ok(Some(tensor.library)),
        (None, None) => Ok(None),
    }
}

/// A scalar of NumPy as a Python number, where PyTorch takes it as one.
fn for_library(library: Library, operand: &Placed) -> Placed {
    match &operand.value {
        Value::Tensor(tensor) if library == Library::PyTorch && tensor.library == Library::NumPy => {
            Placed { value: Value::Float(tensor.item().map(Scalar::to_float)), span: operand.span.clone() }
        }
        _ => operand.clone(),
    }
}

/// `a + b` and the other operators; `target` says whether it is `a += b`.
///
/// # Errors
///
/// An exception of Python or of the library; an operation that is not read.
pub(crate) fn binary(
    context: &mut Context<'_>,
    operator: BinaryOperator,
    a: &Placed,
    b: &Placed,
    in_place: bool,
    span: &Range<usize>,
) -> Outcome {
    let Some(library) = library_of(&a.value, &b.value, span)? else {
        return plain(context, operator, a, b, in_place, span);
    };
    let is_scalar = |operand: &Placed| operand.value.tensor().is_some_and(|tensor| tensor.is_scalar);
    // The exception names the class of the scalar.
    if operator == BinaryOperator::MatrixMultiply && library == Library::PyTorch && (is_scalar(a) || is_scalar(b)) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let (a, b) = (&for_library(library, a), &for_library(library, b));
    if library == Library::PyTorch
        && let Some(error) = joined(operator, &a.value, &b.value, in_place, span)?
    {
        return context.fails(&Meeting::of(record(operator), None, &[a.clone(), b.clone()], span), error);
    }
    if let Some(error) = unsupported(library, operator, &a.value, &b.value, in_place) {
        let operands = [a.clone(), b.clone()];
        return context.fails(&Meeting::of(record(operator), None, &operands, span), error);
    }
    let repeats = |x: &Value, y: &Value| {
        matches!(y, Value::List(_) | Value::Tuple(..)) && x.tensor().is_some_and(|tensor| tensor.is_scalar)
    };
    if repeats(&a.value, &b.value) || repeats(&b.value, &a.value) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    // A number that is changed by a tensor becomes a new tensor, and so does a scalar of NumPy.
    let first = a.value.tensor().filter(|tensor| in_place && !tensor.is_scalar);
    if operator == BinaryOperator::MatrixMultiply && (is_scalar(a) || is_scalar(b)) {
        let is_number = |operand: &Placed| operand.value.number_kind().is_some();
        if is_scalar(a) && is_scalar(b) && !in_place {
            let [x, y] = [a, b].map(|operand| operand.value.class().unwrap_or_default());
            return raised("TypeError", not_supported(operator, false, &x, &y), span);
        }
        if is_number(a) || is_number(b) || in_place {
            return unreadable(UnreadableReason::Kinds, span);
        }
    }
    let is_integer_beside = |x: &Placed, y: &Placed| {
        matches!(x.value, Value::Int(_)) && y.value.tensor().is_some_and(|tensor| tensor.dtype.is_integer())
    };
    if operator == BinaryOperator::MatrixMultiply {
        // An integer that the type of the array does not hold is another exception.
        if is_integer_beside(a, b) || is_integer_beside(b, a) {
            return unreadable(UnreadableReason::Kinds, span);
        }
        if let (Some(first), Library::NumPy) = (first, library) {
            return numpy_matmul_in_place(context, first, a, b, span);
        }
        return matmul(context, library, [a, b], "matmul", None, span);
    }
    let Some(binary) = recorded(record(operator)) else { return unreadable(UnreadableReason::Kinds, span) };
    negative_power(library, operator, a, b, span)?;
    let target = if first.is_some() { Target::First } else { Target::New };
    meet(context, &Job { library, binary, operands: [a, b], target, span })
}

/// `a @= b` in NumPy.
fn numpy_matmul_in_place(
    context: &mut Context<'_>,
    first: &Tensor,
    a: &Placed,
    b: &Placed,
    span: &Range<usize>,
) -> Outcome {
    let other = to_array(context, b)?;
    if first.shape.is_empty() {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let mut meeting = Meeting::of(
        "matmul",
        None,
        &[a.clone(), Placed { value: Value::Tensor(other.clone()), span: b.span.clone() }],
        span,
    );
    meeting.in_place = true;
    let dtype = crate::tensors::types::larger(Library::NumPy, first.dtype, other.dtype);
    if let Some(error) = Library::NumPy.output_cast_error("matmul", dtype, first.dtype) {
        return context.fails(&meeting, error);
    }
    if other.shape.is_empty() {
        return matmul(context, Library::NumPy, [a, b], "matmul", None, span);
    }
    if other.shape.ndim() < 2 {
        let message = "inplace matrix multiplication requires the first operand to have at least one and the second at least two \
                       dimensions.";
        return context.fails(&meeting, Library::NumPy.error(message));
    }
    let result = matmul(context, Library::NumPy, [a, b], "matmul", Some(first), span)?;
    if let Some(last) = context.operations.last_mut() {
        last.in_place = true;
    }
    Ok(result)
}

/// PyTorch's exception for integers to a negative power.
fn negative_power(
    library: Library,
    operator: BinaryOperator,
    a: &Placed,
    b: &Placed,
    span: &Range<usize>,
) -> Outcome<()> {
    let integers = a.value.tensor().is_some_and(|tensor| tensor.dtype.is_integer());
    match b.value {
        Value::Int(Some(..0)) if library == Library::PyTorch && operator == BinaryOperator::Power && integers => {
            raised("RuntimeError", "Integers to negative integer powers are not allowed.", span)
        }
        _ => Ok(()),
    }
}

/// Python's exception for operands that an operator does not take.
fn unsupported(
    library: Library,
    operator: BinaryOperator,
    a: &Value,
    b: &Value,
    in_place: bool,
) -> Option<LibraryError> {
    let is_foreign = |value: &Value| match value {
        Value::None | Value::Text(_) => true,
        Value::Tuple(..) | Value::List(_) | Value::Dict(_) | Value::Range(..) => library == Library::PyTorch,
        Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
            library == Library::PyTorch && operator == BinaryOperator::MatrixMultiply
        }
        _ => false,
    };
    if !is_foreign(a) && !is_foreign(b) {
        return None;
    }
    if library == Library::NumPy {
        return if in_place { None } else { numpy_unsupported(operator, a, b) };
    }
    Some(LibraryError { error_type: "TypeError", message: not_supported(operator, in_place, &a.class()?, &b.class()?) })
}

/// What Python says of operands whose classes an operator does not take.
fn not_supported(operator: BinaryOperator, in_place: bool, a: &str, b: &str) -> String {
    let sign = match (operator, in_place) {
        (BinaryOperator::Power, false) => "** or pow()",
        _ => operator.sign(),
    };
    format!("unsupported operand type(s) for {sign}{}: '{a}' and '{b}'", if in_place { "=" } else { "" })
}

/// The exception for a list, a tuple or a text and a tensor of PyTorch, which Python would join or repeat.
fn joined(
    operator: BinaryOperator,
    a: &Value,
    b: &Value,
    in_place: bool,
    span: &Range<usize>,
) -> Outcome<Option<LibraryError>> {
    let joins = operator == BinaryOperator::Add && is_sequence(a);
    // A tensor that is written into takes no sequence.
    let repeats = operator == BinaryOperator::Multiply && (is_sequence(a) || is_sequence(b) && !in_place);
    // A tensor with one integer says how often, and a list takes in the rows of a tensor.
    let is_count = |value: &Value| {
        value
            .tensor()
            .is_some_and(|tensor| tensor.dtype.is_integer() && tensor.shape.numel().is_none_or(|count| count == 1))
    };
    if repeats && (is_count(a) || is_count(b)) || joins && in_place && matches!(a, Value::List(_)) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    if operator == BinaryOperator::Remainder && matches!(a, Value::Text(_)) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let message = if repeats || joins { sequence_error(operator, a, b) } else { None };
    Ok(message.map(|message| LibraryError { error_type: "TypeError", message }))
}

/// Whether Python joins and repeats it.
const fn is_sequence(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Tuple(..) | Value::Text(_))
}

/// What Python says where a list, a tuple or a text is joined with what is none, or repeated by what is no integer.
fn sequence_error(operator: BinaryOperator, a: &Value, b: &Value) -> Option<String> {
    let other = if is_sequence(a) { b } else { a };
    let class = other.class()?;
    if operator == BinaryOperator::Multiply {
        return Some(match other {
            Value::Tensor(_) => "only integer tensors of a single element can be converted to an index".to_owned(),
            _ => format!("can't multiply sequence by non-int of type '{class}'"),
        });
    }
    let kind = match a {
        Value::List(_) => "list",
        Value::Text(_) => "str",
        Value::Tuple(_, TupleKind::Size) => {
            return Some(format!("can only concatenate tuple (not {class}) to torch.Size"));
        }
        _ => "tuple",
    };
    Some(format!("can only concatenate {kind} (not \"{class}\") to {kind}"))
}

/// The exception for an array and `None`: NumPy makes an array of objects of it, and the elements do not combine.
fn numpy_unsupported(operator: BinaryOperator, a: &Value, b: &Value) -> Option<LibraryError> {
    let element = |value: &Value| match value {
        Value::None => Some("NoneType"),
        Value::Tensor(tensor) if tensor.shape.numel() == Some(0) => None,
        Value::Tensor(tensor) if tensor.dtype == Dtype::Float64 => Some("float"),
        Value::Tensor(tensor) if tensor.dtype == Dtype::Int64 => Some("int"),
        Value::Tensor(tensor) if tensor.dtype == Dtype::Bool => Some("bool"),
        _ => None,
    };
    if operator == BinaryOperator::MatrixMultiply {
        return None;
    }
    let message = not_supported(operator, false, element(a)?, element(b)?);
    Some(LibraryError { error_type: "TypeError", message })
}

/// An operator between values that are no tensors.
fn plain(
    context: &mut Context<'_>,
    operator: BinaryOperator,
    a: &Placed,
    b: &Placed,
    in_place: bool,
    span: &Range<usize>,
) -> Outcome {
    let sequence = |value: &Value| matches!(value, Value::List(_) | Value::Tuple(..));
    match (&a.value, operator, &b.value) {
        (first, BinaryOperator::Add, second)
            if std::mem::discriminant(first) == std::mem::discriminant(second) && sequence(first) =>
        {
            let (Some(mut items), Some(more)) = (first.items(), second.items()) else {
                return unreadable(UnreadableReason::Kinds, span);
            };
            context.make(items.len().saturating_add(more.len()), span)?;
            // A tuple that is joined to a `torch.Size` becomes one, which holds integers only.
            let is_size = |value: &Value| matches!(value, Value::Tuple(_, TupleKind::Size));
            if (is_size(first) || is_size(second))
                && !items.iter().chain(&more).all(|item| matches!(item, Value::Int(_)))
            {
                return unreadable(UnreadableReason::Kinds, span);
            }
            items.extend(more);
            Ok(like(if is_size(second) { second } else { first }, items))
        }
        (items, BinaryOperator::Multiply, Value::Int(Some(count)))
        | (Value::Int(Some(count)), BinaryOperator::Multiply, items)
            if sequence(items) =>
        {
            let Some(once) = items.items() else { return unreadable(UnreadableReason::Kinds, span) };
            let count = usize::try_from((*count).max(0)).unwrap_or(usize::MAX);
            context.make(once.len().saturating_mul(count), span)?;
            Ok(like(items, once.iter().cycle().take(once.len().saturating_mul(count)).cloned().collect()))
        }
        (Value::Text(Some(x)), BinaryOperator::Add, Value::Text(Some(y))) if x.len() + y.len() < 200 => {
            Ok(Value::text(&format!("{x}{y}")))
        }
        (Value::Text(_), BinaryOperator::Add, Value::Text(_)) => Ok(Value::Text(None)),
        (Value::Text(Some(text)), BinaryOperator::Remainder, Value::Int(Some(number)))
            if text.matches('%').count() == 1 && text.contains("%d") =>
        {
            Ok(Value::text(&text.replace("%d", &number.to_string())))
        }
        // Without a place for it, a value that is formatted is an exception, and so is one that is no number where one is wanted.
        (Value::Text(text), BinaryOperator::Remainder, other)
            if text.as_ref().is_none_or(|text| {
                let is_number = other.number_kind().is_some() || matches!(other, Value::Tuple(..));
                text.contains('%') && (is_number || text.contains("%s") && text.matches('%').count() == 1)
            }) =>
        {
            Ok(Value::Text(None))
        }
        (Value::Text(_), BinaryOperator::Multiply, Value::Int(_)) => Ok(Value::Text(None)),
        (first, _, second) => match (first.number_kind(), second.number_kind()) {
            (Some(x), Some(y))
                if operator != BinaryOperator::MatrixMultiply
                    && (!operator.is_bitwise() || ![x, y].iter().any(|number| matches!(number, Scalar::Float(_)))) =>
            {
                numbers(operator, (first, x), (second, y), span)
            }
            _ => {
                let (Some(x), Some(y)) = (first.class(), second.class()) else {
                    return unreadable(UnreadableReason::Kinds, span);
                };
                let known = |value: &Value| {
                    value.number_kind().is_some()
                        || is_sequence(value)
                        || matches!(value, Value::None | Value::Range(..) | Value::Dict(_) | Value::Function(_))
                };
                // The union of dictionaries and the formatting of a text are not read.
                let is_other = match first {
                    Value::Text(_) => operator == BinaryOperator::Remainder,
                    Value::Dict(_) => operator == BinaryOperator::BitOr,
                    _ => false,
                };
                if !known(first) || !known(second) || is_other {
                    return unreadable(UnreadableReason::Kinds, span);
                }
                let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Bool(_));
                let joins = operator == BinaryOperator::Add && is_sequence(first);
                // What is to be changed in place is asked first, and these do not know how.
                let is_asked = in_place && matches!(first, Value::Range(..) | Value::Dict(_));
                let repeats =
                    operator == BinaryOperator::Multiply && (is_sequence(first) || is_sequence(second) && !is_asked);
                if joins && is_sequence(second) && x == y || repeats && (is_number(first) || is_number(second)) {
                    return unreadable(UnreadableReason::Kinds, span);
                }
                // Both are tuples: they are joined.
                if joins && matches!((first, second), (Value::Tuple(..), Value::Tuple(..))) {
                    return unreadable(UnreadableReason::Kinds, span);
                }
                if (joins || repeats)
                    && let Some(message) = sequence_error(operator, first, second)
                {
                    return raised("TypeError", message, span);
                }
                raised("TypeError", not_supported(operator, in_place, &x, &y), span)
            }
        },
    }
}

/// A list or a tuple of the same kind.
fn like(value: &Value, items: Vec<Value>) -> Value {
    match value {
        Value::Tuple(_, TupleKind::Size) => Value::Tuple(items.into(), TupleKind::Size),
        Value::Tuple(..) => Value::tuple(items),
        _ => Value::list(items),
    }
}

/// An operator between Python numbers.
fn numbers(
    operator: BinaryOperator,
    (a, x): (&Value, Scalar),
    (b, y): (&Value, Scalar),
    span: &Range<usize>,
) -> Outcome {
    let is_float = matches!(x, Scalar::Float(_)) || matches!(y, Scalar::Float(_)) || operator == BinaryOperator::Divide;
    let are_bools = matches!((x, y), (Scalar::Bool(_), Scalar::Bool(_)));
    let unknown = if is_float {
        Value::Float(None)
    } else if are_bools && matches!(operator, BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor) {
        Value::Bool(None)
    } else {
        Value::Int(None)
    };
    let (Some(x), Some(y)) = (a.scalar(), b.scalar()) else {
        // The kind of the result of an integer power depends on the sign of the exponent.
        return if operator == BinaryOperator::Power && !is_float {
            unreadable(UnreadableReason::Values, span)
        } else {
            Ok(unknown)
        };
    };
    let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::FloorDivide | BinaryOperator::Remainder);
    if divides && y.to_float() == 0.0 {
        return unreadable(UnreadableReason::Kinds, span);
    }
    if is_float || (operator == BinaryOperator::Power && y.to_int() < 0) {
        let operator = match operator {
            BinaryOperator::Add => Operator::Add,
            BinaryOperator::Subtract => Operator::Subtract,
            BinaryOperator::Multiply => Operator::Multiply,
            BinaryOperator::Divide => Operator::Divide,
            BinaryOperator::FloorDivide => Operator::FloorDivide,
            BinaryOperator::Remainder => Operator::Remainder,
            BinaryOperator::Power => Operator::Power,
            _ => return unreadable(UnreadableReason::Kinds, span),
        };
        let (x, y) = (Scalar::Float(x.to_float()), Scalar::Float(y.to_float()));
        if operator == Operator::Power && (x.to_float() < 0.0 || (x.to_float() == 0.0 && y.to_float() < 0.0)) {
            return unreadable(UnreadableReason::Kinds, span);
        }
        return match operator.apply(x, y, Arithmetic::NumPy) {
            Ok(value) => Ok(Value::number(value)),
            Err(_) => unreadable(UnreadableReason::Kinds, span),
        };
    }
    let (x, y) = (x.to_int(), y.to_int());
    let value = match operator {
        BinaryOperator::Add => x.checked_add(y),
        BinaryOperator::Subtract => x.checked_sub(y),
        BinaryOperator::Multiply => x.checked_mul(y),
        BinaryOperator::FloorDivide => {
            x.checked_div_euclid(y).map(|_| x.div_euclid(y) - i64::from(y < 0 && x.rem_euclid(y) != 0))
        }
        BinaryOperator::Remainder => {
            x.checked_rem(y).map(|rest| if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest })
        }
        BinaryOperator::Power => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
        BinaryOperator::ShiftLeft => u32::try_from(y).ok().filter(|&y| y < 62).and_then(|y| x.checked_mul(1 << y)),
        BinaryOperator::ShiftRight => u32::try_from(y).ok().map(|y| x >> y.min(63)),
        BinaryOperator::BitAnd => Some(x & y),
        BinaryOperator::BitOr => Some(x | y),
        BinaryOperator::BitXor => Some(x ^ y),
        BinaryOperator::Divide | BinaryOperator::MatrixMultiply => None,
    };
    match (value, unknown) {
        (Some(value), Value::Bool(_)) => Ok(Value::Bool(Some(value != 0))),
        (Some(value), _) => Ok(Value::Int(Some(value))),
        (None, _) => unreadable(UnreadableReason::TooMuch, span),
    }
}

/// `a < b` and the other comparisons.
///
/// # Errors
///
/// As for [`binary`].
pub(crate) fn compare(
    context: &mut Context<'_>,
    operator: CompareOperator,
    a: &Placed,
    b: &Placed,
    span: &Range<usize>,
) -> Outcome {
    let Some((record, sign)) = comparison(operator) else { return identity(context, operator, a, b, span) };
    if let Some(library) = library_of(&a.value, &b.value, span)? {
        let (a, b) = (&for_library(library, a), &for_library(library, b));
        let other = if a.value.tensor().is_some() { &b.value } else { &a.value };
        if matches!(other, Value::None) && library == Library::PyTorch {
            return match operator {
                CompareOperator::Equal => Ok(Value::Bool(Some(false))),
                CompareOperator::NotEqual => Ok(Value::Bool(Some(true))),
                _ => raised(
                    "TypeError",
                    format!(
                        "'{sign}' not supported between instances of '{}' and '{}'",
                        a.value.class().unwrap_or_default(),
                        b.value.class().unwrap_or_default()
                    ),
                    span,
                ),
            };
        }
        // Python asks the right operand first where the left one does not know it, or where its class is derived from that of the left one.
        let is_parameter = |value: &Value| value.tensor().is_some_and(|tensor| tensor.is_parameter.get());
        let is_reflected = a.value.tensor().is_some() && is_parameter(&b.value) && !is_parameter(&a.value);
        let is_list = matches!(a.value, Value::List(_) | Value::Tuple(..));
        let binary = recorded(record).filter(|_| !is_reflected && !is_list);
        let Some(binary) = binary else { return unreadable(UnreadableReason::Kinds, span) };
        return meet(context, &Job { library, binary, operands: [a, b], target: Target::New, span });
    }
    let order = match (a.value.scalar(), b.value.scalar()) {
        (Some(x), Some(y)) => x.to_float().partial_cmp(&y.to_float()),
        _ if a.value.number_kind().is_some() && b.value.number_kind().is_some() => return Ok(Value::Bool(None)),
        _ => return equality(operator, &a.value, &b.value, span),
    };
    use std::cmp::Ordering::{Equal, Greater, Less};
    Ok(Value::Bool(Some(match operator {
        CompareOperator::Equal => order == Some(Equal),
        CompareOperator::NotEqual => order != Some(Equal),
        CompareOperator::Less => order == Some(Less),
        CompareOperator::LessOrEqual => matches!(order, Some(Less | Equal)),
        CompareOperator::Greater => order == Some(Greater),
        _ => matches!(order, Some(Greater | Equal)),
    })))
}

/// `==` and `!=` of values that are neither numbers nor tensors.
fn equality(operator: CompareOperator, a: &Value, b: &Value, span: &Range<usize>) -> Outcome {
    match (operator, same(a, b)) {
        (CompareOperator::Equal, Some(same)) => Ok(Value::Bool(Some(same))),
        (CompareOperator::NotEqual, Some(same)) => Ok(Value::Bool(Some(!same))),
        _ => unreadable(UnreadableReason::Kinds, span),
    }
}

/// Whether two values are equal, where that is known.
pub(crate) fn same(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::None, Value::None) => Some(true),
        (Value::Text(Some(a)), Value::Text(Some(b))) => Some(a == b),
        (Value::Dtype(a), Value::Dtype(b)) => Some(a == b),
        (Value::Tuple(a, _), Value::Tuple(b, _)) => {
            if a.len() != b.len() {
                return Some(false);
            }
            a.iter().zip(b.iter()).try_fold(true, |all, (a, b)| Some(all && same(a, b)?))
        }
        (Value::List(x), Value::List(y)) => same(&Value::tuple(x.borrow().clone()), &Value::tuple(y.borrow().clone())),
        _ if a.number_kind().is_some() && b.number_kind().is_some() => {
            Some(a.scalar()?.to_float() == b.scalar()?.to_float())
        }
        (Value::None, other) | (other, Value::None) if other.tensor().is_none() => Some(false),
        _ => None,
    }
}

/// `is`, `is not`, `in`, `not in`.
fn identity(
    context: &mut Context<'_>,
    operator: CompareOperator,
    a: &Placed,
    b: &Placed,
    span: &Range<usize>,
) -> Outcome {
    context.step(1, span)?;
    let found = match operator {
        CompareOperator::Is | CompareOperator::IsNot => match (&a.value, &b.value) {
            (Value::None, other) | (other, Value::None) => Some(matches!(other, Value::None)),
            (Value::Tensor(a), Value::Tensor(b)) => Some(a.is(b)),
            (Value::Bool(a), Value::Bool(b)) => a.zip(*b).map(|(a, b)| a == b),
            (Value::Instance(a), Value::Instance(b)) => Some(std::rc::Rc::ptr_eq(a, b)),
            (Value::Class(a), Value::Class(b)) => Some(std::rc::Rc::ptr_eq(a, b)),
            (Value::List(a), Value::List(b)) => Some(std::rc::Rc::ptr_eq(a, b)),
            (Value::Instance(_), _) | (_, Value::Instance(_)) => Some(false),
            _ => None,
        },
        _ => b
            .value
            .items()
            .and_then(|items| items.iter().try_fold(false, |found, item| Some(found || same(&a.value, item)?))),
    };
    let negated = matches!(operator, CompareOperator::IsNot | CompareOperator::NotIn);
    match found {
        Some(found) => Ok(Value::Bool(Some(found != negated))),
        None => unreadable(UnreadableReason::Kinds, span),
    }
}

/// `-x`, `+x`, `~x`; `not x` is [`truth`] of it.
///
/// # Errors
///
/// As for [`binary`].
pub(crate) fn unary(
    context: &mut Context<'_>,
    operator: UnaryOperator,
    operand: &Placed,
    span: &Range<usize>,
) -> Outcome {
    let Value::Tensor(tensor) = &operand.value else {
        return match (operator, &operand.value) {
            (UnaryOperator::Minus, Value::Int(value)) => Ok(Value::Int(value.and_then(i64::checked_neg))),
            (UnaryOperator::Minus, Value::Bool(value)) => Ok(Value::Int(value.map(|value| -i64::from(value)))),
            (UnaryOperator::Minus, Value::Float(value)) => Ok(Value::Float(value.map(|value| -value))),
            (UnaryOperator::Plus, Value::Int(_) | Value::Float(_)) => Ok(operand.value.clone()),
            (UnaryOperator::Invert, Value::Int(value)) => Ok(Value::Int(value.map(|value| !value))),
            (UnaryOperator::Invert | UnaryOperator::Minus | UnaryOperator::Plus, value) => {
                let sign = match operator {
                    UnaryOperator::Minus => "-",
                    UnaryOperator::Plus => "+",
                    _ => "~",
                };
                match (value, value.class()) {
                    (Value::None | Value::List(_) | Value::Tuple(..) | Value::Float(_), Some(class)) => {
                        raised("TypeError", format!("bad operand type for unary {sign}: '{class}'"), span)
                    }
                    _ => unreadable(UnreadableReason::Kinds, span),
                }
            }
            (UnaryOperator::Not, _) => unreadable(UnreadableReason::Kinds, span),
        };
    };
    let is_bool = tensor.dtype == Dtype::Bool;
    let type_error = |kind: &'static str, message: &str| raised_by(tensor.library, raised(kind, message, span));
    match (operator, tensor.library) {
        (UnaryOperator::Minus, Library::PyTorch) if is_bool => {
            return type_error(
                "NotImplementedError",
                "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or \
                 `logical_not()` operator instead.",
            );
        }
        (UnaryOperator::Minus, Library::NumPy) if is_bool => {
            return type_error(
                "TypeError",
                "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function \
                 instead.",
            );
        }
        (UnaryOperator::Invert, Library::PyTorch) if !tensor.dtype.is_integer() => {
            return type_error(
                "TypeError",
                "~ (operator.invert) is only implemented on integer and Boolean-type tensors",
            );
        }
        (UnaryOperator::Invert, Library::NumPy) if !tensor.dtype.is_integer() => {
            return type_error(
                "TypeError",
                "ufunc 'invert' not supported for the input types, and the inputs could not be safely coerced to any supported \
                 types according to the casting rule ''safe''",
            );
        }
        (UnaryOperator::Plus, _) if is_bool || is_complex(tensor.dtype) => {
            return unreadable(UnreadableReason::Kinds, span);
        }
        (UnaryOperator::Not, _) => return unreadable(UnreadableReason::Kinds, span),
        _ => {}
    }
    let apply = |value: &Scalar| match (operator, *value) {
        (UnaryOperator::Minus, Scalar::Int(value)) => value.checked_neg().map(Scalar::Int),
        (UnaryOperator::Minus, Scalar::Float(value)) => Some(Scalar::Float(-value)),
        (UnaryOperator::Invert, Scalar::Bool(value)) => Some(Scalar::Bool(!value)),
        (UnaryOperator::Invert, Scalar::Int(value)) if tensor.dtype != Dtype::Uint8 => Some(Scalar::Int(!value)),
        (UnaryOperator::Plus, value) => Some(value),
        _ => None,
    };
    let values = tensor.values().and_then(|values| values.iter().map(apply).collect());
    let made = (tensor.shape.clone(), tensor.dtype, values);
    let result = computed(context, tensor.library, made, &[tensor], span)?;
    let elements = result.layout.as_ref().and_then(|layout| made::copied(tensor, layout));
    result.set_made(elements.and_then(|elements| match operator {
        UnaryOperator::Minus => made::with_number(tensor.library, Operator::Multiply, elements, Scalar::Int(-1), false),
        UnaryOperator::Plus => Some(elements),
        _ => None,
    }));
    Ok(Value::Tensor(result))
}

/// Whether a value counts as true.
///
/// # Errors
///
/// It depends on values that are not known, or the library's exception.
pub(crate) fn truth(value: &Value, span: &Range<usize>) -> Outcome<bool> {
    let known = match value {
        Value::None => Some(false),
        Value::Bool(value) => *value,
        Value::Int(value) => value.map(|value| value != 0),
        Value::Float(value) => value.map(|value| value != 0.0),
        Value::Text(text) => text.as_ref().map(|text| !text.is_empty()),
        Value::Tuple(items, _) => Some(!items.is_empty()),
        Value::List(items) => Some(!items.borrow().is_empty()),
        Value::Dict(entries) => Some(!entries.borrow().is_empty()),
        Value::Range(start, stop, step) => Some(if *step > 0 { start < stop } else { start > stop }),
        Value::Tensor(tensor) if tensor.numel() == 1 => tensor.item().map(|value| value.to_float() != 0.0),
        Value::Tensor(tensor) => {
            let (kind, message) = match (tensor.library, tensor.numel()) {
                (Library::PyTorch, 0) => ("RuntimeError", "Boolean value of Tensor with no values is ambiguous"),
                (Library::PyTorch, _) => {
                    ("RuntimeError", "Boolean value of Tensor with more than one value is ambiguous")
                }
                (Library::NumPy, 0) => return unreadable(UnreadableReason::Kinds, span),
                (Library::NumPy, _) => (
                    "ValueError",
                    "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
                ),
            };
            return raised(kind, message, span);
        }
        Value::Path(_) => value.unknown().is_none().then_some(true),
        Value::Function(_) | Value::Object(_) | Value::Method(..) | Value::Dtype(_) => Some(true),
        Value::Set(items) => Some(!items.borrow().is_empty()),
        Value::Ellipsis | Value::Slice(_) | Value::Class(_) | Value::Iterator(_) => Some(true),
        Value::Instance(instance) => {
            let decides = |name: &str| instance.class.find(name).is_some();
            if decides("__bool__") || decides("__len__") || instance.class.is_open() { None } else { Some(true) }
        }
        Value::Unknown(_) => None,
    };
    match known {
        Some(known) => Ok(known),
        None => unreadable(UnreadableReason::Values, span),
    }
}
