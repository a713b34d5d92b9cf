//! What PyTorch says to a call of one of its native functions whose arguments do not fit: the rules of its `PythonArgParser`.

use crate::signatures::parameters::{Kind, Signature};
use crate::tensors::value::{Placed, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// Why a call does not fit one signature.
enum Miss {
    /// What is said if there is no other signature.
    Rejected(String),
    /// A list of the call cannot be taken apart, whatever the other signatures are.
    Raised(String),
    /// Whether it fits is not certain.
    Uncertain,
}

/// How a value fits a kind of parameter.
enum Match {
    Fits,
    /// It does not. The class of the first item, if that is the cause.
    Wrong(Option<String>),
    /// A list has an item that is no tensor: its place and class.
    NoTensor(usize, String),
    Uncertain,
}

/// What is said to a call of a native function of PyTorch; `None` where it takes the call, or where that is not certain. `text`: the
/// signatures, with bars between them. `given`: the arguments without the tensor that a method is called on.
pub(crate) fn rejection(
    name: &str,
    text: &str,
    is_method: bool,
    given: &[Placed],
    keywords: &[(String, Placed)],
) -> Option<String> {
    let count = given.len() + keywords.len();
    let mut plausible = Vec::new();
    let signatures = || text.split('|');
    let is_only = signatures().count() == 1;
    for written in signatures() {
        let mut signature = Signature::of(written);
        if is_method {
            signature.parameters.retain(|parameter| parameter.name != "out");
            signature.parameters.remove(0);
        }
        let said = match fit(name, &signature, given, keywords) {
            Ok(()) | Err(Miss::Uncertain) => return None,
            Err(Miss::Raised(said)) => return Some(said),
            Err(Miss::Rejected(said)) => said,
        };
        if is_only || (signature.required()..=signature.parameters.len()).contains(&count) {
            plausible.push(said);
        }
    }
    match plausible.as_slice() {
        [only] => Some(only.clone()),
        // One signature is shown in another form.
        _ if is_only || keywords.len() > 2 => None,
        _ => {
            let named = |(keyword, given): &(String, Placed)| Some(format!("{keyword}={}", class(&given.value)?));
            let mut classes = given.iter().map(|given| class(&given.value)).all_listed()?;
            classes.extend(keywords.iter().rev().map(named).all_listed()?);
            let end = if given.is_empty() && !keywords.is_empty() { ", " } else { "" };
            let listed = classes.join(", ");
            Some(format!(
                "{name}() received an invalid combination of arguments - got ({listed}{end}), but expected one of:"
            ))
        }
    }
}

/// The name of the class of a value, as the library says it.
fn class(value: &Value) -> Option<String> {
    match value {
        Value::Tensor(tensor) if tensor.is_parameter.get() => Some("Parameter".to_owned()),
        Value::Path(path) if matches!(&**path, "builtins.float" | "builtins.int" | "builtins.bool") => {
            Some("type".to_owned())
        }
        value => value.class(),
    }
}

/// Whether a call fits a signature.
fn fit(name: &str, signature: &Signature<'_>, given: &[Placed], keywords: &[(String, Placed)]) -> Result<(), Miss> {
    let rejected = |said: String| Err(Miss::Rejected(format!("{name}() {said}")));
    let (least, most) = (signature.required(), signature.positional());
    let too_many = || {
        let takes = if least == most { format!("{most}") } else { format!("from {least} to {most}") };
        let plural = if least == most && most == 1 { "" } else { "s" };
        let verb = if least == most && given.len() == 1 { "was" } else { "were" };
        rejected(format!("takes {takes} positional argument{plural} but {} {verb} given", given.len()))
    };
    let takes_rest = signature.spread(false).is_some();
    if given.len() > most && !takes_rest {
        return too_many();
    }
    let mut next = 0;
    // Lists are taken apart after all arguments were looked at.
    let mut pending = Ok(());
    let mut used = 0;
    for (at, parameter) in signature.parameters.iter().enumerate() {
        let positional = given.get(next);
        if positional.is_some() && parameter.is_named {
            return too_many();
        }
        let argument = positional.or_else(|| {
            let named = |name: &str| keywords.iter().find(|(keyword, _)| keyword == name).map(|(_, given)| given);
            named(parameter.name).or_else(|| other_names(parameter.name).iter().find_map(|name| named(name)))
        });
        let place = positional.map(|_| next + 1);
        next += usize::from(positional.is_some());
        used += usize::from(positional.is_none() && argument.is_some());
        let Some(argument) = argument else {
            if parameter.is_optional {
                continue;
            }
            let missing = signature.parameters.iter().skip(at).filter(|parameter| !parameter.is_optional);
            let missing: Vec<String> = missing.map(|parameter| format!("\"{}\"", parameter.name)).listed();
            // The library has the plural where there is one.
            let plural = if missing.len() == 1 { "s" } else { "" };
            let (count, listed) = (missing.len(), missing.join(", "));
            return rejected(format!("missing {count} required positional argument{plural}: {listed}"));
        };
        if matches!(argument.value, Value::None) && parameter.takes_none {
            continue;
        }
        let take_apart = |items: &mut dyn Iterator<Item = &Value>| unpacked(name, parameter.name, items);
        match matched(parameter.kind, &argument.value) {
            Match::Fits => {
                let is_list = matches!(parameter.kind, Kind::Ints | Kind::Sizes);
                let items = argument.value.items().filter(|_| is_list).unwrap_or_default();
                pending = pending.and_then(|()| take_apart(&mut items.iter()));
            }
            Match::Uncertain => return Err(Miss::Uncertain),
            Match::NoTensor(place, class) => {
                let said = format!("expected Tensor as element {place} in argument {at}, but got {class}");
                return Err(Miss::Raised(said));
            }
            Match::Wrong(item) => {
                if takes_rest && at == 0 && place.is_some() {
                    match index(&argument.value) {
                        Match::Fits => {
                            next = given.len();
                            pending = pending.and_then(|()| take_apart(&mut given.iter().map(|given| &given.value)));
                            continue;
                        }
                        Match::Uncertain => return Err(Miss::Uncertain),
                        _ if given.len() > 1 => return too_many(),
                        _ => {}
                    }
                }
                let Some(class) = class(&argument.value) else { return Err(Miss::Uncertain) };
                let must = type_name(parameter.kind);
                let said = match item.filter(|_| place.is_some()) {
                    Some(item) => format!("but found element of type {item} at pos 0"),
                    None => format!("not {class}"),
                };
                let position = place.map_or_else(String::new, |place| format!(" (position {place})"));
                let said = format!("{name}(): argument '{}'{position} must be {must}, {said}", parameter.name);
                return Err(Miss::Rejected(said));
            }
        }
    }
    if used == keywords.len() {
        return if next < given.len() { too_many() } else { pending };
    }
    for (keyword, _) in keywords {
        match signature.parameters.iter().position(|parameter| parameter.name == keyword) {
            None => return rejected(format!("got an unexpected keyword argument '{keyword}'")),
            Some(at) if at < given.len() => {
                return rejected(format!("got multiple values for argument '{keyword}'"));
            }
            Some(_) => {}
        }
    }
    Err(Miss::Rejected("invalid keyword arguments".to_owned()))
}

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

/// Whether the items of sizes or axes are integers; the first one was looked at before.
fn unpacked(name: &str, parameter: &str, items: &mut dyn Iterator<Item = &Value>) -> Result<(), Miss> {
    for (at, item) in items.enumerate().skip(1) {
        match (index(item), class(item)) {
            (Match::Fits, _) => {}
            (Match::Wrong(_), Some(class)) => {
                let said = format!("type must be tuple of ints,but got {class}");
                return Err(Miss::Raised(format!(
                    "{name}(): argument '{parameter}' failed to unpack the object at pos {} with error \"{said}\"",
                    at + 1
                )));
            }
            _ => return Err(Miss::Uncertain),
        }
    }
    Ok(())
}

/// Whether a value is an integer of a list of sizes or axes.
fn index(value: &Value) -> Match {
    match value {
        Value::Int(_) => Match::Fits,
        Value::Bool(_) => Match::Uncertain,
        Value::Tensor(tensor) if tensor.dtype.is_integer() && tensor.numel() == 1 => {
            if tensor.shape.is_empty() && tensor.dtype != Dtype::Bool { Match::Fits } else { Match::Uncertain }
        }
        value if class(value).is_some() => Match::Wrong(None),
        _ => Match::Uncertain,
    }
}

/// Whether a value is of a kind.
fn matched(kind: Kind, value: &Value) -> Match {
    let fits = |fits: bool| if fits { Match::Fits } else { Match::Wrong(None) };
    let tensor = value.tensor();
    let is_own = tensor.is_some_and(|tensor| tensor.library == Library::PyTorch);
    if class(value).is_none() {
        // A type, a device, a layer: only that it is no tensor is certain, but not how it is called.
        return if matches!((kind, value), (Kind::Dtype, Value::Dtype(_)) | (Kind::Object, _)) {
            Match::Fits
        } else {
            Match::Uncertain
        };
    }
    match kind {
        Kind::Tensor | Kind::WithAxes => fits(is_own),
        Kind::Tensors => match value {
            Value::Tuple(..) | Value::List(_) => {
                let items = value.items().unwrap_or_default();
                for (at, item) in items.iter().enumerate() {
                    match item.tensor() {
                        Some(tensor) if tensor.library == Library::PyTorch => {}
                        _ => return class(item).map_or(Match::Uncertain, |class| Match::NoTensor(at, class)),
                    }
                }
                Match::Fits
            }
            _ => Match::Wrong(None),
        },
        Kind::Int | Kind::Count => match (value, tensor) {
            (Value::Bool(_), _) => Match::Wrong(None),
            (_, Some(tensor)) if tensor.numel() == 1 && !tensor.shape.is_empty() => Match::Uncertain,
            _ => index(value),
        },
        Kind::Number | Kind::Float | Kind::Positive | Kind::NotNegative | Kind::Unit => match (value, tensor) {
            (_, Some(tensor)) if tensor.shape.is_empty() => Match::Uncertain,
            _ => fits(value.number_kind().is_some()),
        },
        Kind::Bool => fits(matches!(value, Value::Bool(_))),
        Kind::Str => fits(matches!(value, Value::Text(_))),
        Kind::Dtype => fits(matches!(value, Value::Path(path) if path.starts_with("builtins."))),
        Kind::Ints | Kind::Sizes => match value {
            Value::Tuple(..) | Value::List(_) => match value.items().unwrap_or_default().first() {
                None => Match::Fits,
                Some(first) => match index(first) {
                    Match::Wrong(_) => Match::Wrong(class(first)),
                    kind => kind,
                },
            },
            Value::Int(_) => fits(kind == Kind::Sizes),
            Value::Tensor(tensor) if kind == Kind::Sizes && tensor.numel() == 1 => Match::Uncertain,
            _ => Match::Wrong(None),
        },
        Kind::Object => Match::Fits,
        _ => Match::Uncertain,
    }
}

/// What the library calls a kind of parameter.
fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Tensor | Kind::WithAxes => "Tensor",
        Kind::Tensors => "tuple of Tensors",
        Kind::Int | Kind::Count => "int",
        Kind::Number => "Number",
        Kind::Float | Kind::Positive | Kind::NotNegative | Kind::Unit => "float",
        Kind::Bool => "bool",
        Kind::Str => "str",
        Kind::Dtype => "torch.dtype",
        _ => "tuple of ints",
    }
}

/// Whether a parameter of a kind may take a value.
pub(crate) fn may_take(kind: Kind, value: &Value) -> bool {
    matches!(matched(kind, value), Match::Fits | Match::Uncertain)
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
