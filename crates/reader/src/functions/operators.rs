//! Python's operators on any values: from `a + b` to what does it.

use std::cmp::Ordering;
use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::functions::binary::{comparison, record, recorded};
use crate::functions::elementwise::{Job, meet, unsupported};
use crate::functions::matmul::{matmul, matmul_in_place};
use crate::functions::plain::{combines, not_supported, plain, same};
use crate::reading::UnreadableReason;
use crate::syntax::tree::{BinaryOperator, CompareOperator, UnaryOperator};
use crate::tensors::arrays::computed;
use crate::tensors::context::{Context, Meeting, Outcome, library_raises, raised, raised_by, unreadable};
use crate::tensors::made;
use crate::tensors::types::is_complex;
use crate::tensors::value::{Placed, Value};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, Operator, Scalar};

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

/// `a + b` and the other operators; `in_place` says whether it is `a += b`.
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
    let is_list = |operand: &Placed| matches!(operand.value, Value::List(_) | Value::Tuple(..));
    let is_product = operator == BinaryOperator::MatrixMultiply;
    // A scalar of NumPy repeats a list, and the exception of a product names the class of the scalar.
    let is_declined = is_list(a) || is_list(b) || is_product && library == Library::PyTorch;
    if (is_scalar(a) || is_scalar(b)) && is_declined {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let (a, b) = (&for_library(library, a), &for_library(library, b));
    let is_foreign = |value: &Value| match value {
        Value::None | Value::Text(_) | Value::Tuple(..) | Value::List(_) | Value::Dict(_) | Value::Range(..) => true,
        value => is_product && value.number_kind().is_some(),
    };
    if library == Library::PyTorch && (is_foreign(&a.value) || is_foreign(&b.value)) {
        let (false, Some(x), Some(y)) = (combines(operator, &a.value, &b.value), a.value.class(), b.value.class())
        else {
            return unreadable(UnreadableReason::Kinds, span);
        };
        let meeting = Meeting::of(record(operator), None, &[a.clone(), b.clone()], span);
        let message = not_supported(operator, in_place, &x, &y);
        return context.fails(&meeting, LibraryError { error_type: "TypeError", message });
    }
    // A number that is changed by a tensor becomes a new tensor, and so does a scalar of NumPy.
    let output = a.value.tensor().filter(|tensor| in_place && !tensor.is_scalar);
    if is_product {
        let is_single = |operand: &Placed| is_scalar(operand) || operand.value.number_kind().is_some();
        // An integer that the type of the array does not hold is another exception.
        let is_integer_beside = |x: &Placed, y: &Placed| {
            matches!(x.value, Value::Int(_)) && y.value.tensor().is_some_and(|tensor| tensor.dtype.is_integer())
        };
        if is_single(a) && is_single(b)
            || in_place && (is_scalar(a) || is_scalar(b))
            || is_integer_beside(a, b)
            || is_integer_beside(b, a)
        {
            return unreadable(UnreadableReason::Kinds, span);
        }
        if let (Some(first), Library::NumPy) = (output, library) {
            return matmul_in_place(context, first, [a, b], span);
        }
        return matmul(context, library, [a, b], None, span);
    }
    let Some(binary) = recorded(record(operator)) else { return unreadable(UnreadableReason::Kinds, span) };
    let is_integer = a.value.tensor().is_some_and(|tensor| tensor.dtype.is_integer());
    if matches!((library, operator, &b.value), (Library::PyTorch, BinaryOperator::Power, Value::Int(Some(..0))))
        && is_integer
    {
        return raised("RuntimeError", "Integers to negative integer powers are not allowed.", span);
    }
    let (output, in_place) = (output.cloned(), output.is_some());
    meet(context, &Job { library, binary, operands: [a, b], output, in_place, span })
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
    let Some(record) = comparison(operator) else { return identity(context, operator, a, b, span) };
    if let Some(library) = library_of(&a.value, &b.value, span)? {
        let (a, b) = (&for_library(library, a), &for_library(library, b));
        let other = if a.value.tensor().is_some() { &b.value } else { &a.value };
        if matches!(other, Value::None) && library == Library::PyTorch {
            return match operator {
                CompareOperator::Equal => Ok(Value::Bool(Some(false))),
                CompareOperator::NotEqual => Ok(Value::Bool(Some(true))),
                _ => unreadable(UnreadableReason::Kinds, span),
            };
        }
        // Python asks the right operand first where the left one does not know it, or where its class is derived from that of the left one.
        let is_parameter = |value: &Value| value.tensor().is_some_and(|tensor| tensor.is_parameter.get());
        let is_reflected = a.value.tensor().is_some() && is_parameter(&b.value) && !is_parameter(&a.value);
        let is_list = matches!(a.value, Value::List(_) | Value::Tuple(..));
        let binary = recorded(record).filter(|_| !is_reflected && !is_list);
        let Some(binary) = binary else { return unreadable(UnreadableReason::Kinds, span) };
        return meet(context, &Job { library, binary, operands: [a, b], output: None, in_place: false, span });
    }
    let order = match (a.value.scalar(), b.value.scalar()) {
        (Some(x), Some(y)) => x.to_float().partial_cmp(&y.to_float()),
        _ if a.value.number_kind().is_some() && b.value.number_kind().is_some() => return Ok(Value::Bool(None)),
        _ => {
            return match (operator, same(&a.value, &b.value)) {
                (CompareOperator::Equal, Some(same)) => Ok(Value::Bool(Some(same))),
                (CompareOperator::NotEqual, Some(same)) => Ok(Value::Bool(Some(!same))),
                _ => unreadable(UnreadableReason::Kinds, span),
            };
        }
    };
    Ok(Value::Bool(Some(match operator {
        CompareOperator::Equal => order.is_some_and(Ordering::is_eq),
        CompareOperator::NotEqual => !order.is_some_and(Ordering::is_eq),
        CompareOperator::Less => order.is_some_and(Ordering::is_lt),
        CompareOperator::LessOrEqual => order.is_some_and(Ordering::is_le),
        CompareOperator::Greater => order.is_some_and(Ordering::is_gt),
        _ => order.is_some_and(Ordering::is_ge),
    })))
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
        return Ok(match (operator, &operand.value) {
            (UnaryOperator::Minus, Value::Int(value)) => Value::Int(value.and_then(i64::checked_neg)),
            (UnaryOperator::Minus, Value::Bool(value)) => Value::Int(value.map(|value| -i64::from(value))),
            (UnaryOperator::Minus, Value::Float(value)) => Value::Float(value.map(|value| -value)),
            (UnaryOperator::Plus, Value::Int(_) | Value::Float(_)) => operand.value.clone(),
            (UnaryOperator::Invert, Value::Int(value)) => Value::Int(value.map(|value| !value)),
            _ => return unreadable(UnreadableReason::Kinds, span),
        });
    };
    let (library, is_bool) = (tensor.library, tensor.dtype == Dtype::Bool);
    let error = match (operator, library) {
        (UnaryOperator::Minus, Library::PyTorch) if is_bool => Some((
            "NotImplementedError",
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or \
             `logical_not()` operator instead.",
        )),
        (UnaryOperator::Minus, Library::NumPy) if is_bool => Some((
            "TypeError",
            "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function \
             instead.",
        )),
        (UnaryOperator::Invert, Library::PyTorch) if !tensor.dtype.is_integer() => {
            Some(("TypeError", "~ (operator.invert) is only implemented on integer and Boolean-type tensors"))
        }
        (UnaryOperator::Invert, Library::NumPy) if !tensor.dtype.is_integer() => {
            return raised_by(library, library_raises(unsupported("invert"), span));
        }
        (UnaryOperator::Plus, _) if is_bool || is_complex(tensor.dtype) => {
            return unreadable(UnreadableReason::Kinds, span);
        }
        (UnaryOperator::Not, _) => return unreadable(UnreadableReason::Kinds, span),
        _ => None,
    };
    if let Some((kind, message)) = error {
        return raised_by(library, raised(kind, message, span));
    }
    let apply = |value: &Scalar| match (operator, *value) {
        (UnaryOperator::Minus, Scalar::Int(value)) => value.checked_neg().map(Scalar::Int),
        (UnaryOperator::Minus, Scalar::Float(value)) => Some(Scalar::Float(-value)),
        (UnaryOperator::Invert, Scalar::Bool(value)) => Some(Scalar::Bool(!value)),
        (UnaryOperator::Invert, Scalar::Int(value)) if !tensor.dtype.is_unsigned() => Some(Scalar::Int(!value)),
        (UnaryOperator::Plus, value) => Some(value),
        _ => None,
    };
    let values = tensor.values().and_then(|values| values.iter().map(apply).all_listed());
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
        Value::Set(items) => Some(!items.borrow().is_empty()),
        Value::Instance(instance) => {
            let decides = |name: &str| instance.class.find(name).is_some();
            if decides("__bool__") || decides("__len__") || instance.class.is_open() { None } else { Some(true) }
        }
        Value::Unknown(_) => None,
        _ => Some(true),
    };
    match known {
        Some(known) => Ok(known),
        None => unreadable(UnreadableReason::Values, span),
    }
}
