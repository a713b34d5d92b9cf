//! Python's built-in functions, the methods of lists and strings, and `math`.

use std::rc::Rc;

use crate::functions::batches;
use crate::functions::operators::truth;
use crate::reading::UnreadableReason;
use crate::signatures::call::{Arguments, integer};
use crate::tensors::context::{Context, Outcome, Stop, raised, spoilt, unreadable};
use crate::tensors::value::{Tensor, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, numbers};

fn declined<T>(name: &str, given: &Arguments) -> Outcome<T> {
    unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span)
}

/// Calls a built-in function.
///
/// # Errors
///
/// Python's own exception; a call that is not read.
pub(crate) fn call(context: &mut Context<'_>, name: &str, given: &Arguments) -> Outcome {
    let span = &given.span;
    if !given.keywords.is_empty() && name != "dict" {
        return declined(name, given);
    }
    let only = match given.positional.as_slice() {
        [only] => Some(&only.value),
        _ => None,
    };
    match (name, only) {
        ("len", Some(value)) => length(value, given),
        ("range", _) => {
            let mut bounds = Vec::new();
            for argument in &given.positional {
                match integer(&argument.value) {
                    Some(Some(value)) => bounds.push(value),
                    Some(None) => return unreadable(UnreadableReason::Values, span),
                    None => match argument.value.class() {
                        Some(class) if class != "numpy.ndarray" && class != "Tensor" => {
                            return raised(
                                "TypeError",
                                format!("'{class}' object cannot be interpreted as an integer"),
                                span,
                            );
                        }
                        _ => return declined(name, given),
                    },
                }
            }
            match *bounds.as_slice() {
                [stop] => Ok(Value::Range(0, stop, 1)),
                [start, stop] => Ok(Value::Range(start, stop, 1)),
                [start, stop, step] if step != 0 => Ok(Value::Range(start, stop, step)),
                _ => declined(name, given),
            }
        }
        ("int" | "float" | "bool", Some(value)) => convert(name, value, given),
        ("abs", Some(value)) => match value {
            Value::Int(value) => Ok(Value::Int(value.and_then(i64::checked_abs))),
            Value::Float(value) => Ok(Value::Float(value.map(f64::abs))),
            Value::Tensor(tensor) => {
                let library = tensor.library;
                let place = if library == Library::PyTorch {
                    crate::signatures::place::Place::TorchFunction
                } else {
                    crate::signatures::place::Place::NumpyFunction
                };
                match crate::functions::find(place, "abs") {
                    Some((name, row)) => row.call(context, place, name, given),
                    None => declined(name, given),
                }
            }
            _ => declined(name, given),
        },
        ("round", _) if given.positional.get(1).is_some_and(|digits| !matches!(digits.value, Value::Int(_))) => {
            declined(name, given)
        }
        ("round", Some(Value::Float(value))) => match value {
            Some(value) if value.abs() < 9.0e15 => Ok(Value::Int(Some(value.round_ties_even() as i64))),
            Some(_) => declined(name, given),
            None => Ok(Value::Int(None)),
        },
        ("round", Some(value @ Value::Int(_))) => Ok(value.clone()),
        ("round", None) => match given.positional.first().map(|first| &first.value) {
            Some(Value::Float(_)) => Ok(Value::Float(None)),
            _ => declined(name, given),
        },
        ("list", None) if given.positional.is_empty() => Ok(Value::list(Vec::new())),
        ("tuple", None) if given.positional.is_empty() => Ok(Value::tuple([])),
        ("dict", None) if given.positional.is_empty() => {
            let entries = given.keywords.iter().map(|(name, value)| (Value::text(name), value.value.clone())).collect();
            Ok(Value::Dict(Rc::new(std::cell::RefCell::new(entries))))
        }
        _ => declined(name, given),
    }
}

fn length(value: &Value, given: &Arguments) -> Outcome {
    let count = match value {
        Value::Tuple(items, _) => Some(items.len() as i64),
        Value::List(items) => Some(items.borrow().len() as i64),
        Value::Dict(entries) => Some(entries.borrow().len() as i64),
        Value::Object(_) => match batches::length(value) {
            Some(length) => Some(length),
            None => return declined("len", given),
        },
        Value::Range(..) => match value.items() {
            Some(items) => Some(items.len() as i64),
            None => return declined("len", given),
        },
        Value::Text(Some(text)) if !text.contains('\\') => Some(text.chars().count() as i64),
        Value::Text(_) => None,
        Value::Tensor(tensor) => match tensor.shape.first() {
            Some(&size) => i64::try_from(size).ok(),
            None => {
                let message = match tensor.library {
                    Library::PyTorch => "len() of a 0-d tensor".to_owned(),
                    Library::NumPy if tensor.is_scalar => {
                        format!("object of type '{}' has no len()", value.class().unwrap_or_default())
                    }
                    Library::NumPy => "len() of unsized object".to_owned(),
                };
                return raised("TypeError", message, &given.span);
            }
        },
        Value::None | Value::Int(_) | Value::Float(_) | Value::Bool(_) => {
            let class = value.class().unwrap_or_default();
            return raised("TypeError", format!("object of type '{class}' has no len()"), &given.span);
        }
        _ => return declined("len", given),
    };
    Ok(Value::Int(count))
}

/// `int(x)`, `float(x)`, `bool(x)`.
fn convert(name: &str, value: &Value, given: &Arguments) -> Outcome {
    let span = &given.span;
    if name == "bool" {
        return match truth(value, span) {
            Ok(value) => Ok(Value::Bool(Some(value))),
            Err(stop) if matches!(*stop, Stop::Unreadable(UnreadableReason::Values, _)) => Ok(Value::Bool(None)),
            Err(other) => Err(other),
        };
    }
    let number = match value {
        Value::Tensor(tensor) => {
            match (tensor.library, tensor.numel()) {
                (Library::PyTorch, 1) => {}
                (Library::PyTorch, _) => {
                    let message = "only one element tensors can be converted to Python scalars";
                    return raised("ValueError", message, span);
                }
                (Library::NumPy, _) if tensor.shape.is_empty() => {}
                (Library::NumPy, _) => {
                    return raised("TypeError", "only 0-dimensional arrays can be converted to Python scalars", span);
                }
            }
            tensor.item()
        }
        Value::Text(Some(text)) => {
            let text = text.trim();
            match (name, text) {
                ("float", "inf" | "infinity" | "Infinity" | "Inf" | "+inf") => Some(Scalar::Float(f64::INFINITY)),
                ("float", "-inf" | "-infinity" | "-Infinity" | "-Inf") => Some(Scalar::Float(f64::NEG_INFINITY)),
                ("float", "nan" | "NaN") => Some(Scalar::Float(f64::NAN)),
                _ => return declined(name, given),
            }
        }
        value if value.number_kind().is_some() => value.scalar(),
        _ => return declined(name, given),
    };
    Ok(match (name, number) {
        ("float", number) => Value::Float(number.map(Scalar::to_float)),
        (_, Some(number)) if !number.to_float().is_finite() || number.to_float().abs() > 9.0e18 => {
            return declined(name, given);
        }
        (_, number) => Value::Int(number.map(Scalar::to_int)),
    })
}

/// A method of a list, a tuple, a string or a dictionary.
///
/// # Errors
///
/// As for [`call`].
pub(crate) fn method(context: &mut Context<'_>, value: &Value, name: &str, given: &Arguments) -> Outcome {
    let span = &given.span;
    context.step(1, span)?;
    if !given.keywords.is_empty() {
        return declined(name, given);
    }
    match (value, name, given.positional.as_slice()) {
        (Value::List(items), "append", [item]) => {
            context.make(1, span)?;
            items.borrow_mut().push(item.value.clone());
            context.keep(value, span)?;
            Ok(Value::None)
        }
        (Value::List(items), "insert", [at, item]) => {
            let Some(Some(at)) = integer(&at.value) else { return declined(name, given) };
            let mut items = items.borrow_mut();
            let at = if at < 0 { at.saturating_add(items.len() as i64).max(0) } else { at };
            let at = usize::try_from(at).unwrap_or(usize::MAX).min(items.len());
            items.insert(at, item.value.clone());
            drop(items);
            context.keep(value, span)?;
            Ok(Value::None)
        }
        (Value::List(items), "pop", []) => match items.borrow_mut().pop() {
            Some(item) => Ok(item),
            None => raised("IndexError", "pop from empty list", span),
        },
        (Value::List(items), "pop", [at]) => {
            let Some(Some(at)) = integer(&at.value) else { return declined(name, given) };
            let mut items = items.borrow_mut();
            let length = items.len();
            let at = if at < 0 { at.saturating_add(length as i64) } else { at };
            match usize::try_from(at) {
                Ok(at) if at < length => Ok(items.remove(at)),
                _ if length == 0 => raised("IndexError", "pop from empty list", span),
                _ => raised("IndexError", "pop index out of range", span),
            }
        }
        (Value::List(items), "clear", []) => {
            items.borrow_mut().clear();
            Ok(Value::None)
        }
        (Value::List(items), "copy", []) => Ok(Value::list(items.borrow().clone())),
        (Value::List(items), "reverse", []) => {
            items.borrow_mut().reverse();
            Ok(Value::None)
        }
        (Value::Tuple(items, TupleKind::Size), "numel", []) => {
            let sizes = items.iter().map(|item| integer(item).flatten());
            Ok(Value::Int(sizes.into_iter().try_fold(1_i64, |product, size| product.checked_mul(size?))))
        }
        (Value::Text(_), "format" | "join" | "upper" | "lower" | "strip" | "replace", _) => Ok(Value::Text(None)),
        _ => spoilt(UnreadableReason::UnknownCall(name.to_owned()), span),
    }
}

/// A function of `math`.
///
/// # Errors
///
/// A call that is not read.
pub(crate) fn math(_: &mut Context<'_>, name: &str, given: &Arguments) -> Outcome {
    if !given.keywords.is_empty() {
        return declined(name, given);
    }
    if matches!(name, "prod" | "factorial") {
        return product(name, given);
    }
    let mut numbers = Vec::new();
    for argument in &given.positional {
        let number = match &argument.value {
            Value::Tensor(tensor) => {
                let is_array = tensor.library == Library::NumPy && !tensor.shape.is_empty();
                if is_array || tensor.numel() > 1 {
                    return not_a_number(tensor, name, given);
                }
                if tensor.numel() != 1 || tensor.dtype == Dtype::Bool || name == "trunc" {
                    return declined(name, given);
                }
                tensor.item().map(Scalar::to_float)
            }
            value if value.number_kind().is_some() => value.scalar().map(Scalar::to_float),
            _ => return declined(name, given),
        };
        numbers.push(number);
    }
    let is_integer = matches!(name, "floor" | "ceil" | "trunc");
    let known: Option<Vec<f64>> = numbers.into_iter().collect();
    let value = match (name, known.as_deref()) {
        ("sqrt", Some([x])) if *x >= 0.0 => Some(x.sqrt()),
        ("floor", Some([x])) => Some(x.floor()),
        ("ceil", Some([x])) => Some(x.ceil()),
        ("trunc", Some([x])) => Some(x.trunc()),
        ("fabs", Some([x])) => Some(x.abs()),
        ("exp", Some([x])) if *x < 700.0 => Some(x.exp()),
        ("log", Some([x])) if *x > 0.0 => Some(x.ln()),
        ("log2", Some([x])) if *x > 0.0 => Some(x.log2()),
        ("log10", Some([x])) if *x > 0.0 => Some(x.log10()),
        ("sin", Some([x])) => Some(numbers::sin(*x)),
        ("cos", Some([x])) => Some(numbers::cos(*x)),
        ("tan" | "tanh" | "atan" | "radians" | "degrees", Some([_])) => None,
        ("pow", Some([x, y])) if *x > 0.0 => Some(numbers::power(*x, *y)),
        (
            "sqrt" | "floor" | "ceil" | "trunc" | "fabs" | "exp" | "log" | "log2" | "log10" | "sin" | "cos" | "tan"
            | "tanh" | "atan" | "radians" | "degrees",
            None,
        ) => None,
        _ => return declined(name, given),
    };
    Ok(if is_integer { Value::Int(value.map(|value| value as i64)) } else { Value::Float(value) })
}

/// Python's exception for a tensor that is no number.
fn not_a_number(tensor: &Tensor, name: &str, given: &Arguments) -> Outcome {
    let takes_a_float = "exp sqrt log log2 log10 sin cos tan tanh atan radians degrees fabs floor ceil";
    if given.positional.len() != 1 || !takes_a_float.split(' ').any(|known| known == name) {
        return declined(name, given);
    }
    match tensor.library {
        Library::NumPy => {
            raised("TypeError", "only 0-dimensional arrays can be converted to Python scalars", &given.span)
        }
        Library::PyTorch => {
            raised("ValueError", "only one element tensors can be converted to Python scalars", &given.span)
        }
    }
}

/// `math.prod` and `math.factorial` of integers.
fn product(name: &str, given: &Arguments) -> Outcome {
    let items = match given.positional.as_slice() {
        [items] if name == "prod" => items.value.items(),
        [number] => integer(&number.value)
            .flatten()
            .filter(|number| (0..=20).contains(number))
            .map(|number| (1..=number).map(|factor| Value::Int(Some(factor))).collect()),
        _ => None,
    };
    let Some(items) = items else { return declined(name, given) };
    let mut product = Some(1_i64);
    for item in &items {
        let Some(number) = integer(item) else { return declined(name, given) };
        product = product.zip(number).and_then(|(product, number)| product.checked_mul(number));
    }
    match product {
        Some(_) => Ok(Value::Int(product)),
        None => declined(name, given),
    }
}
