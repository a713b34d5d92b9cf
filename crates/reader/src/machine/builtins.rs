//! `int`, `float`, `bool`, `range`, and `math`.

use crate::functions::operators::truth;
use crate::machine::attributes::lists;
use crate::reading::UnreadableReason;
use crate::signatures::call::{Arguments, integer};
use crate::tensors::context::{Outcome, Stop, raised, unreadable};
use crate::tensors::value::Value;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, Scalar, numbers};

/// `range(stop)`, `range(start, stop, step)`.
///
/// # Errors
///
/// Python's exception for what is no integer; a call that is not read.
pub(super) fn range(given: &Arguments) -> Outcome {
    let mut bounds = Vec::new();
    for argument in &given.positional {
        match integer(&argument.value) {
            Some(Some(value)) => bounds.push(value),
            Some(None) => return unreadable(UnreadableReason::Values, &given.span),
            None => return given.unread("range"),
        }
    }
    match *bounds.as_slice() {
        [stop] => Ok(Value::Range(0, stop, 1)),
        [start, stop] => Ok(Value::Range(start, stop, 1)),
        [start, stop, step] if step != 0 => Ok(Value::Range(start, stop, step)),
        _ => given.unread("range"),
    }
}

/// `int(x)`, `float(x)`, `bool(x)`.
///
/// # Errors
///
/// As for [`range`].
pub(super) fn convert(name: &str, value: &Value, given: &Arguments) -> Outcome {
    let span = &given.span;
    if name == "bool" {
        return match truth(value, span) {
            Ok(value) => Ok(Value::Bool(Some(value))),
            Err(stop) if matches!(*stop, Stop::Unreadable(UnreadableReason::Values, _)) => Ok(Value::Bool(None)),
            Err(other) => Err(other),
        };
    }
    let number = match value {
        Value::Tensor(tensor) => match tensor.library {
            Library::PyTorch if tensor.numel() != 1 => return no_scalar(tensor.library, given),
            Library::NumPy if !tensor.shape.is_empty() => return no_scalar(tensor.library, given),
            _ => tensor.item(),
        },
        Value::Text(Some(text)) => match (name, text.trim()) {
            ("float", "inf" | "infinity" | "Infinity" | "Inf" | "+inf") => Some(Scalar::Float(f64::INFINITY)),
            ("float", "-inf" | "-infinity" | "-Infinity" | "-Inf") => Some(Scalar::Float(f64::NEG_INFINITY)),
            ("float", "nan" | "NaN") => Some(Scalar::Float(f64::NAN)),
            _ => return given.unread(name),
        },
        value if value.number_kind().is_some() => value.scalar(),
        _ => return given.unread(name),
    };
    Ok(match (name, number) {
        ("float", number) => Value::Float(number.map(Scalar::to_float)),
        (_, Some(number)) if !number.to_float().is_finite() || number.to_float().abs() > 9.0e18 => {
            return given.unread(name);
        }
        (_, number) => Value::Int(number.map(Scalar::to_int)),
    })
}

/// The exception for a tensor that is no number.
fn no_scalar(library: Library, given: &Arguments) -> Outcome {
    let (kind, message) = match library {
        Library::NumPy => ("TypeError", "only 0-dimensional arrays can be converted to Python scalars"),
        Library::PyTorch => ("ValueError", "only one element tensors can be converted to Python scalars"),
    };
    raised(kind, message, &given.span)
}

/// The functions of `math` that take one number.
const OF_A_NUMBER: &str = "sqrt floor ceil trunc fabs exp log log2 log10 sin cos tan tanh atan radians degrees";

/// A function of `math`.
///
/// # Errors
///
/// The exception for a tensor that is no number; a call that is not read.
pub(super) fn math(name: &str, given: &Arguments) -> Outcome {
    if !given.keywords.is_empty() {
        return given.unread(name);
    }
    if matches!(name, "prod" | "factorial") {
        return product(name, given);
    }
    let mut numbers = Vec::new();
    for argument in &given.positional {
        numbers.push(match &argument.value {
            Value::Tensor(tensor) => {
                let is_array = tensor.library == Library::NumPy && !tensor.shape.is_empty();
                let takes_one = given.positional.len() == 1 && lists(OF_A_NUMBER, name) && name != "trunc";
                if (is_array || tensor.numel() > 1) && takes_one {
                    return no_scalar(tensor.library, given);
                }
                if is_array || tensor.numel() != 1 || tensor.dtype == Dtype::Bool || name == "trunc" {
                    return given.unread(name);
                }
                tensor.item().map(Scalar::to_float)
            }
            value if value.number_kind().is_some() => value.scalar().map(Scalar::to_float),
            _ => return given.unread(name),
        });
    }
    let value = match (name, numbers.as_slice()) {
        (_, numbers) if numbers.is_empty() || numbers.contains(&None) => None,
        ("sqrt", [Some(x)]) if *x >= 0.0 => Some(x.sqrt()),
        ("floor", [Some(x)]) => Some(x.floor()),
        ("ceil", [Some(x)]) => Some(x.ceil()),
        ("trunc", [Some(x)]) => Some(x.trunc()),
        ("fabs", [Some(x)]) => Some(x.abs()),
        // Their values would need tables; no shape is made from them.
        ("exp", [Some(x)]) if *x < 700.0 => None,
        ("log" | "log10", [Some(x)]) if *x > 0.0 => None,
        ("log2", [Some(x)]) if *x > 0.0 => Some(x.log2()),
        ("sin", [Some(x)]) => Some(numbers::sin(*x)),
        ("cos", [Some(x)]) => Some(numbers::cos(*x)),
        ("tan" | "tanh" | "atan" | "radians" | "degrees", [_]) => None,
        ("pow", [Some(x), Some(y)]) if *x > 0.0 => Some(numbers::power(*x, *y)),
        _ => return given.unread(name),
    };
    match value {
        None if !lists(OF_A_NUMBER, name) || numbers.is_empty() => given.unread(name),
        value if matches!(name, "floor" | "ceil" | "trunc") => Ok(Value::Int(value.map(|value| value as i64))),
        value => Ok(Value::Float(value)),
    }
}

/// `math.prod` and `math.factorial` of integers.
fn product(name: &str, given: &Arguments) -> Outcome {
    let items = match given.positional.as_slice() {
        [items] if name == "prod" => items.value.items(),
        [number] => integer(&number.value)
            .flatten()
            .filter(|number| (0..=20).contains(number))
            .map(|number| (1..=number).map(|factor| Value::Int(Some(factor))).listed()),
        _ => None,
    };
    let factors = items.and_then(|items| items.iter().map(|item| integer(item).flatten()).all_listed());
    match factors.and_then(|factors| factors.into_iter().try_fold(1_i64, i64::checked_mul)) {
        Some(product) => Ok(Value::Int(Some(product))),
        None => given.unread(name),
    }
}
