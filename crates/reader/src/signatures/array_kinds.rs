//! What NumPy says to a call whose sizes, axis or element type is no integer or no type.

use crate::signatures::call::Arguments;
use crate::signatures::parameters::{Kind, Signature};
use crate::tensors::value::{Placed, Value};
use tensor_broadcasting::library::Library;

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
    // What is said of too many arguments comes first, and is not told.
    if written.len() > signature.positional() {
        return None;
    }
    let keyword = |name: &str| given.keywords.iter().find(|(keyword, _)| keyword == name).map(|(_, given)| given);
    let arguments = signature.parameters.iter().enumerate().filter_map(|(at, parameter)| {
        let positional = written.get(at).filter(|_| !parameter.is_named);
        Some((at, parameter, &positional.or_else(|| keyword(parameter.name))?.value))
    });
    for (at, parameter, value) in arguments {
        let said = match parameter.kind {
            Kind::Sizes if at == 0 && !matches!(value, Value::Float(_) | Value::Bool(_)) => wrong_sizes(value),
            Kind::Int if matches!(value, Value::Float(_) | Value::Text(_) | Value::List(_) | Value::Tuple(..)) => {
                no_integer(value)
            }
            Kind::Type => match value {
                Value::Int(Some(number)) => Some(format!("Cannot interpret '{number}' as a data type")),
                _ if value.number_kind().is_some() => return None,
                _ => None,
            },
            // What is said of several wrong arguments depends on their order.
            Kind::Axes | Kind::Index | Kind::Sizes | Kind::Order if no_integer(value).is_some() => return None,
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
