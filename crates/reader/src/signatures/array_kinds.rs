//! What NumPy says to a call whose sizes, axis or element type is no integer or no type.

use crate::signatures::call::Arguments;
use crate::signatures::parameters::{Kind, Signature};
use crate::tensors::value::{Placed, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::numbers::float_literal;

/// What is said to a call with an argument of a wrong kind, where all arguments have parameters; `None` where nothing is said or
/// where that is not certain.
pub(crate) fn rejection(signature: &Signature<'_>, is_method: bool, given: &Arguments) -> Option<String> {
    let written = given.positional.as_slice();
    let items = |items: &[Placed]| items.iter().find_map(|item| no_integer(&item.value));
    if signature.takes_rest && (is_method || signature.parameters.is_empty()) {
        return match written {
            _ if !given.keywords.is_empty() => None,
            [_, Placed { value: Value::None, .. }] if is_method => None,
            [_, only] if is_method => wrong_sizes(&only.value),
            [_, sizes @ ..] if is_method => items(sizes),
            sizes => items(sizes),
        };
    }
    let keyword = |name: &str| given.keywords.iter().find(|(keyword, _)| keyword == name).map(|(_, given)| given);
    let arguments = signature.parameters.iter().enumerate().filter_map(|(at, parameter)| {
        let positional = written.get(at).filter(|_| !parameter.is_named);
        Some((at, parameter, &positional.or_else(|| keyword(parameter.name))?.value))
    });
    let arguments: Vec<_> = arguments.collect();
    let is_listed =
        matches!(written.first().map(|first| &first.value), Some(Value::List(_) | Value::Tuple(..) | Value::Tensor(_)));
    // What is said of several wrong arguments depends on their order.
    let is_alone = !arguments
        .iter()
        .any(|(_, parameter, value)| matches!(parameter.name, "dtype" | "out") && !matches!(value, Value::None));
    for &(at, parameter, value) in &arguments {
        let said = match parameter.kind {
            Kind::Sizes if at == 0 => wrong_sizes(value),
            // What else is given must be of a distribution: that is looked at before.
            Kind::Sizes if !matches!(value, Value::None) => {
                let is_sound = |value: &Value, most: f64| {
                    value.scalar().is_some_and(|number| (0.0..=most).contains(&number.to_float()))
                };
                let most = |name: &str| if name == "p" { 1.0 } else { f64::MAX };
                let mut others = arguments.iter().filter(|(other, ..)| *other != at);
                if others.all(|(_, other, value)| is_sound(value, most(other.name))) {
                    wrong_sizes(value)
                } else {
                    None
                }
            }
            Kind::Int if matches!(value, Value::Float(_) | Value::Text(_) | Value::List(_) | Value::Tuple(..)) => {
                no_integer(value)
            }
            Kind::Axes | Kind::Index if is_listed && is_alone => match value {
                Value::Float(_) | Value::Text(_) | Value::List(_) => no_integer(value),
                Value::Tensor(axis) if axis.library == Library::NumPy && axis.numel() != 1 => {
                    Some("only integer scalar arrays can be converted to a scalar index".to_owned())
                }
                Value::Tuple(..) if parameter.kind == Kind::Index => no_integer(value),
                Value::Tuple(items, _) => items.iter().find_map(no_integer),
                _ => None,
            },
            Kind::Order if !matches!(value, Value::None | Value::Text(_)) => {
                Some(format!("order must be str, not {}", value.class()?))
            }
            Kind::Type => match value {
                Value::Int(_) | Value::Float(_) | Value::Bool(_) => {
                    Some(format!("Cannot interpret '{}' as a data type", text(value)?))
                }
                _ => None,
            },
            _ => None,
        };
        if said.is_some() {
            return said;
        }
    }
    None
}

/// What is said of sizes that are none.
fn wrong_sizes(value: &Value) -> Option<String> {
    match value {
        Value::None => Some("Use () not None as shape arguments".to_owned()),
        Value::Float(_) | Value::Bool(_) => {
            Some(format!("expected a sequence of integers or a single integer, got '{}'", text(value)?))
        }
        Value::Text(_) => no_integer(value),
        Value::Tuple(..) | Value::List(_) => value.items()?.iter().find_map(no_integer),
        _ => None,
    }
}

/// What is said of a value that is no integer.
fn no_integer(value: &Value) -> Option<String> {
    let is_scalar = |value: &Value| {
        value
            .tensor()
            .is_some_and(|tensor| tensor.library == Library::NumPy && tensor.is_scalar && !tensor.dtype.is_integer())
    };
    match value {
        Value::Bool(_) => Some("an integer is required".to_owned()),
        Value::None | Value::Float(_) | Value::Text(_) | Value::List(_) | Value::Tuple(..) => {
            Some(format!("'{}' object cannot be interpreted as an integer", value.class()?))
        }
        value if is_scalar(value) => Some(format!("'{}' object cannot be interpreted as an integer", value.class()?)),
        _ => None,
    }
}

/// How Python writes a number.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Int(number) => number.map(|number| number.to_string()),
        Value::Bool(truth) => truth.map(|truth| if truth { "True" } else { "False" }.to_owned()),
        Value::Float(number) => {
            let is_plain = |number: &f64| *number == 0.0 || (1e-4..1e15).contains(&number.abs());
            number.filter(is_plain).map(float_literal)
        }
        _ => None,
    }
}
