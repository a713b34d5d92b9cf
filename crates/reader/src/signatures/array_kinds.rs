//! What NumPy says to a call whose sizes, axis or element type is no integer or no type.

use crate::signatures::call::Arguments;
use crate::signatures::parameters::Signature;
use crate::tensors::value::{Placed, Value};
use tensor_broadcasting::library::Library;

/// Functions with an axis, where a float is what any other value is.
const AXES: &str =
    "sum prod max min amax amin any all argmax argmin argsort cumsum cumprod concatenate concat squeeze count_nonzero";

/// Functions with an axis that say something else of a float.
const INTEGER_AXES: &str = "mean std var sort stack";

/// Those of both that take one axis only.
const ONE_AXIS: &str = "argmax argmin argsort cumsum cumprod concatenate concat sort stack";

/// Functions whose element type is read as soon as they are called.
const TYPED: &str = "zeros ones empty full array asarray sum astype zeros_like ones_like";

/// Functions and those of their parameters that are integers.
const INTEGERS: [(&str, &str); 5] =
    [("linspace", "num"), ("eye", "N M"), ("identity", "n"), ("round around", "decimals"), ("swapaxes", "axis1 axis2")];

/// What they say.
const NO_FLOAT: &str = "integer argument expected, got float";

fn has(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

/// What is said to a call with an argument of a wrong kind, where all arguments have parameters; `None` where nothing is said or
/// where that is not certain.
pub(crate) fn rejection(signature: &Signature<'_>, name: &str, is_method: bool, given: &Arguments) -> Option<String> {
    let self_is_listed = signature.parameters.first().is_some_and(|first| matches!(first.name, "a" | "x" | "self"));
    let skipped = usize::from(is_method && !self_is_listed);
    let argument = |parameter: &str| {
        let at = signature.parameters.iter().position(|known| known.name == parameter && !known.is_named);
        let positional = at.and_then(|at| given.positional.get(at + skipped));
        let named = || given.keywords.iter().find(|(keyword, _)| keyword == parameter).map(|(_, argument)| argument);
        positional.or_else(named).map(|argument| &argument.value)
    };
    let all = || {
        let named = given.keywords.iter().map(|(_, argument)| argument);
        given.positional.iter().chain(named).map(|argument| &argument.value)
    };
    let sizes = match name {
        "zeros" | "ones" | "empty" | "full" => argument("shape"),
        // What else is given must be of a distribution: that is looked at before.
        "random.random" | "random.standard_normal" | "random.normal" | "random.uniform"
            if all().filter(|value| value.number_kind().is_some()).count() + 1 >= all().count()
                && all().all(|value| value.scalar().is_none_or(|number| number.to_float() >= 0.0)) =>
        {
            argument("size").filter(|size| !matches!(size, Value::None))
        }
        _ => None,
    };
    let items = |items: &[Placed]| items.iter().find_map(|item| no_integer(&item.value));
    let of_sizes = match (name, given.positional.as_slice()) {
        ("random.rand" | "random.randn", sizes) => items(sizes),
        ("reshape" | "transpose", [_, Placed { value: Value::None, .. }]) => None,
        ("reshape" | "transpose", [_, only]) if is_method => wrong_sizes(&only.value),
        ("reshape" | "transpose", [_, sizes @ ..]) if is_method => items(sizes),
        _ => sizes.and_then(wrong_sizes),
    };
    if of_sizes.is_some() {
        return of_sizes;
    }
    if let Some(order) = argument("order").filter(|_| matches!(name, "reshape" | "flatten" | "ravel" | "copy")) {
        match order {
            Value::None | Value::Text(_) => {}
            _ => return Some(format!("order must be str, not {}", order.class()?)),
        }
    }
    for parameter in INTEGERS.iter().filter(|(names, _)| has(names, name)).flat_map(|(_, known)| known.split(' ')) {
        let value = argument(parameter);
        if let Some(Value::Float(_) | Value::Text(_) | Value::List(_) | Value::Tuple(..)) = value {
            return value.and_then(no_integer);
        }
    }
    if let Some(axis) = argument("axis").filter(|_| has(AXES, name) || has(INTEGER_AXES, name)) {
        let is_other = |parameter: &str| argument(parameter).is_some_and(|value| !matches!(value, Value::None));
        let is_listed = matches!(
            given.positional.first(),
            Some(Placed { value: Value::List(_) | Value::Tuple(..) | Value::Tensor(_), .. })
        );
        // What is said of several wrong arguments depends on their order.
        if is_other("dtype") || is_other("out") || !is_listed {
            return None;
        }
        let is_float = |value: &Value| matches!(value, Value::Float(_));
        match axis {
            _ if has(INTEGER_AXES, name) && is_float(axis) => return Some(NO_FLOAT.to_owned()),
            Value::Tuple(items, _) if has(INTEGER_AXES, name) && items.iter().any(is_float) && !has(ONE_AXIS, name) => {
                let is_only = items.iter().all(|item| is_float(item) || matches!(item, Value::Int(_)));
                return is_only.then(|| NO_FLOAT.to_owned());
            }
            Value::Float(_) | Value::Text(_) | Value::List(_) => return no_integer(axis),
            Value::Tensor(axis) if axis.library == Library::NumPy && axis.numel() != 1 => {
                return Some("only integer scalar arrays can be converted to a scalar index".to_owned());
            }
            Value::Tuple(..) if has(ONE_AXIS, name) => return no_integer(axis),
            Value::Tuple(items, _) => return items.iter().find_map(no_integer),
            _ => {}
        }
    }
    if argument("shape").is_some_and(|shape| shape.tensor().is_some()) {
        return None;
    }
    let dtype = argument("dtype").filter(|_| has(TYPED, name) && (is_method || name != "astype"))?;
    match dtype {
        Value::Int(_) | Value::Float(_) | Value::Bool(_) => {
            Some(format!("Cannot interpret '{}' as a data type", text(dtype)?))
        }
        _ => None,
    }
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
            number.filter(is_plain).map(|number| format!("{number:?}"))
        }
        _ => None,
    }
}
