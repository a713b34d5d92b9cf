//! Python's operators on values that are no tensors.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::functions::binary::elementwise;
use crate::reading::UnreadableReason;
use crate::syntax::tree::BinaryOperator;
use crate::tensors::context::{Context, Outcome, raised, unreadable};
use crate::tensors::value::{Placed, TupleKind, Value};
use tensor_broadcasting::{Arithmetic, Scalar};

/// An operator between values that are no tensors.
///
/// # Errors
///
/// Python's exception; an operation that is not read.
pub(crate) fn plain(
    context: &mut Context<'_>,
    operator: BinaryOperator,
    a: &Placed,
    b: &Placed,
    in_place: bool,
    span: &Range<usize>,
) -> Outcome {
    let declined = || unreadable(UnreadableReason::Kinds, span);
    let is_list = |value: &Value| matches!(value, Value::List(_) | Value::Tuple(..));
    let is_float = |value: &Value| matches!(value, Value::Float(_));
    let is_size = |value: &Value| matches!(value, Value::Tuple(_, TupleKind::Size));
    match (&a.value, operator, &b.value) {
        (first, BinaryOperator::Add, second)
            if std::mem::discriminant(first) == std::mem::discriminant(second) && is_list(first) =>
        {
            let (Some(mut items), Some(more)) = (first.items(), second.items()) else { return declined() };
            items.extend(more);
            context.make(items.len(), span)?;
            // A tuple that is joined to a `torch.Size` becomes one, which holds integers only.
            let has_size = is_size(first) || is_size(second);
            if has_size && !items.iter().all(|item| matches!(item, Value::Int(_))) {
                return declined();
            }
            Ok(like(if is_size(second) { second } else { first }, items))
        }
        (items, BinaryOperator::Multiply, Value::Int(Some(count)))
        | (Value::Int(Some(count)), BinaryOperator::Multiply, items)
            if is_list(items) =>
        {
            let Some(once) = items.items() else { return declined() };
            let count = once.len().saturating_mul(usize::try_from((*count).max(0)).unwrap_or(usize::MAX));
            context.make(count, span)?;
            Ok(like(items, once.iter().cycle().take(count).cloned().listed()))
        }
        (Value::Text(Some(x)), BinaryOperator::Add, Value::Text(Some(y))) if x.len() + y.len() < 200 => {
            Ok(Value::text(&format!("{x}{y}")))
        }
        (Value::Text(_), BinaryOperator::Add, Value::Text(_))
        | (Value::Text(_), BinaryOperator::Multiply, Value::Int(_)) => Ok(Value::Text(None)),
        (Value::Text(text), BinaryOperator::Remainder, other) => {
            let signs = text.as_ref().map_or(1, |text| text.matches('%').count());
            let has = |sign: &str| text.as_ref().is_none_or(|text| text.contains(sign));
            // Without a place for it, a value that is formatted is an exception, and so is one that is no number where one is wanted.
            let is_number = other.number_kind().is_some() || matches!(other, Value::Tuple(..));
            match (text, other) {
                (Some(text), Value::Int(Some(number))) if signs == 1 && has("%d") => {
                    Ok(Value::text(&text.replace("%d", &number.to_string())))
                }
                _ if signs > 0 && is_number || signs == 1 && has("%s") => Ok(Value::Text(None)),
                _ => declined(),
            }
        }
        (first, _, second) => {
            let are_numbers = first.number_kind().is_some() && second.number_kind().is_some();
            let is_taken = !operator.is_bitwise() || !is_float(first) && !is_float(second);
            if are_numbers && is_taken && operator != BinaryOperator::MatrixMultiply {
                return numbers(operator, first, second, span);
            }
            let is_known = |value: &Value| {
                let is_other = matches!(value, Value::Range(..) | Value::Dict(_) | Value::Function(_));
                value.number_kind().is_some()
                    || is_list(value)
                    || is_other
                    || matches!(value, Value::None | Value::Text(_))
            };
            // The union of dictionaries is not read.
            let is_union = operator == BinaryOperator::BitOr && matches!(first, Value::Dict(_));
            let is_read = is_known(first) && is_known(second) && !is_union && !combines(operator, first, second);
            let (true, Some(x), Some(y)) = (is_read, first.class(), second.class()) else { return declined() };
            raised("TypeError", not_supported(operator, in_place, &x, &y), span)
        }
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
fn numbers(operator: BinaryOperator, a: &Value, b: &Value, span: &Range<usize>) -> Outcome {
    let is_power = operator == BinaryOperator::Power;
    let is_float = matches!((a, b), (Value::Float(_), _) | (_, Value::Float(_))) || operator == BinaryOperator::Divide;
    let is_logic = matches!((a, b), (Value::Bool(_), Value::Bool(_)))
        && matches!(operator, BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor);
    let (Some(x), Some(y)) = (a.scalar(), b.scalar()) else {
        // The kind of the result of an integer power depends on the sign of the exponent.
        if is_power && !is_float {
            return unreadable(UnreadableReason::Values, span);
        }
        return Ok(if is_float {
            Value::Float(None)
        } else if is_logic {
            Value::Bool(None)
        } else {
            Value::Int(None)
        });
    };
    let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::FloorDivide | BinaryOperator::Remainder);
    let (float, exponent) = (x.to_float(), y.to_float());
    // A division by zero is an exception, and a power of a negative number may be complex.
    let is_undefined = divides && exponent == 0.0;
    if is_float || is_power && exponent < 0.0 {
        let is_complex = is_power && (float < 0.0 || (float == 0.0 && exponent < 0.0));
        let value = elementwise(operator)
            .filter(|_| !is_undefined && !is_complex)
            .and_then(|operator| operator.apply(Scalar::Float(float), Scalar::Float(exponent), Arithmetic::NumPy).ok());
        return value.map_or_else(|| unreadable(UnreadableReason::Kinds, span), |value| Ok(Value::number(value)));
    }
    if is_undefined {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let (x, y) = (x.to_int(), y.to_int());
    let count = u32::try_from(y).ok();
    let value = match operator {
        BinaryOperator::Add => x.checked_add(y),
        BinaryOperator::Subtract => x.checked_sub(y),
        BinaryOperator::Multiply => x.checked_mul(y),
        BinaryOperator::FloorDivide => {
            x.checked_div_euclid(y).map(|value| value - i64::from(y < 0 && x.rem_euclid(y) != 0))
        }
        BinaryOperator::Remainder => {
            x.checked_rem(y).map(|rest| if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest })
        }
        BinaryOperator::Power => count.and_then(|y| x.checked_pow(y)),
        BinaryOperator::ShiftLeft => count.filter(|&y| y < 62).and_then(|y| x.checked_mul(1 << y)),
        BinaryOperator::ShiftRight => count.map(|y| x >> y.min(63)),
        BinaryOperator::BitAnd => Some(x & y),
        BinaryOperator::BitOr => Some(x | y),
        BinaryOperator::BitXor => Some(x ^ y),
        BinaryOperator::Divide | BinaryOperator::MatrixMultiply => None,
    };
    match value {
        Some(value) if is_logic => Ok(Value::Bool(Some(value != 0))),
        Some(value) => Ok(Value::Int(Some(value))),
        None => unreadable(UnreadableReason::TooMuch, span),
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

/// What Python says of operands whose classes an operator does not take.
pub(crate) fn not_supported(operator: BinaryOperator, in_place: bool, a: &str, b: &str) -> String {
    let sign = match (operator, in_place) {
        (BinaryOperator::Power, false) => "** or pow()",
        _ => operator.sign(),
    };
    format!("unsupported operand type(s) for {sign}{}: '{a}' and '{b}'", if in_place { "=" } else { "" })
}

/// Whether Python joins, repeats or formats a list, a tuple or a text, or says that it cannot.
pub(crate) fn combines(operator: BinaryOperator, a: &Value, b: &Value) -> bool {
    let is_sequence = |value: &Value| matches!(value, Value::List(_) | Value::Tuple(..) | Value::Text(_));
    match operator {
        BinaryOperator::Add => is_sequence(a),
        BinaryOperator::Multiply => is_sequence(a) || is_sequence(b),
        BinaryOperator::Remainder => matches!(a, Value::Text(_)),
        _ => false,
    }
}
