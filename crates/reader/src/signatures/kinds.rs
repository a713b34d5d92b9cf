//! Which values a parameter of a kind takes.

use crate::signatures::parameters::Kind;
use crate::tensors::value::Value;
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

/// The names of NumPy that PyTorch takes for its own.
pub(crate) fn other_names(name: &str) -> &'static [&'static str] {
    match name {
        "dim" => &["axis"],
        "keepdim" => &["keepdims"],
        "input" => &["x", "a", "x1"],
        "other" => &["x2"],
        _ => &[],
    }
}

/// Whether a value may be an integer of a list of sizes or axes.
fn may_be_index(value: &Value) -> bool {
    match value {
        Value::Int(_) | Value::Bool(_) => true,
        Value::Tensor(tensor) => tensor.dtype.is_integer() && tensor.numel() == 1,
        value => value.class().is_none(),
    }
}

/// Whether a parameter of a kind may take a value. Of values whose class is not known, it may.
pub(crate) fn may_take(kind: Kind, value: &Value) -> bool {
    let tensor = value.tensor();
    let is_own = |value: &Value| value.tensor().is_some_and(|tensor| tensor.library == Library::PyTorch);
    if value.class().is_none() {
        return true;
    }
    match kind {
        Kind::Tensor | Kind::WithAxes => is_own(value),
        Kind::Tensors => match value {
            Value::Tuple(..) | Value::List(_) => {
                value.items().unwrap_or_default().iter().all(|item| is_own(item) || item.class().is_none())
            }
            _ => false,
        },
        Kind::Int | Kind::Count => match (value, tensor) {
            (Value::Bool(_), _) => false,
            (_, Some(tensor)) if tensor.numel() == 1 && !tensor.shape.is_empty() => true,
            _ => may_be_index(value),
        },
        Kind::Number | Kind::Float | Kind::Positive | Kind::NotNegative | Kind::Unit => {
            tensor.is_some_and(|tensor| tensor.shape.is_empty()) || value.number_kind().is_some()
        }
        Kind::Bool => matches!(value, Value::Bool(_)),
        Kind::Str => matches!(value, Value::Text(_)),
        Kind::Dtype => matches!(value, Value::Path(path) if path.starts_with("builtins.")),
        Kind::Ints | Kind::Sizes => match value {
            Value::Tuple(..) | Value::List(_) => value.items().unwrap_or_default().first().is_none_or(may_be_index),
            Value::Int(_) => kind == Kind::Sizes,
            Value::Tensor(tensor) => kind == Kind::Sizes && tensor.numel() == 1,
            _ => false,
        },
        _ => true,
    }
}

/// Whether the reader reads a call with such a value for a parameter of a kind. For others a function has an exception of its own.
pub(crate) fn is_read(kind: Kind, value: &Value) -> bool {
    let number = || value.scalar().map(|number| number.to_float());
    let has_axes = value.tensor().map_or_else(|| value.items().is_some(), |tensor| !tensor.shape.is_empty());
    let is_none = matches!(value, Value::None);
    match kind {
        Kind::Unit => number().is_none_or(|number| (0.0..=1.0).contains(&number)),
        Kind::Positive | Kind::Count => number().is_none_or(|number| number > 0.0),
        Kind::NotNegative => number().is_none_or(|number| number >= 0.0),
        Kind::Parts => {
            value.items().is_some()
                || matches!(value, Value::Int(_) | Value::Tensor(_)) && number().is_none_or(|number| number > 0.0)
        }
        Kind::WithAxes | Kind::Nested => has_axes,
        Kind::Array => value.tensor().is_some_and(|tensor| tensor.library == Library::NumPy),
        Kind::Tuple => value.items().is_some() && value.tensor().is_none(),
        Kind::Axis | Kind::Axes => !matches!(value, Value::List(_)),
        Kind::Index => value.items().is_none(),
        Kind::NotNone => !is_none,
        Kind::Type => !is_none && value.tensor().is_none(),
        Kind::Order => matches!(value.as_text(), Some("C" | "F")),
        Kind::Reduction => matches!(value.as_text(), Some("mean" | "sum" | "none" | "batchmean")),
        Kind::Sort => matches!(value.as_text(), Some("quicksort" | "heapsort" | "mergesort" | "stable")),
        Kind::Other => !matches!(value, Value::Dtype(_)),
        Kind::Any | Kind::Object | Kind::Dtype => true,
        Kind::Int if value.tensor().is_some_and(|tensor| tensor.dtype == Dtype::Bool) => false,
        _ => !matches!(value, Value::Dtype(_)),
    }
}
