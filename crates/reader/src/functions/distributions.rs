//! `torch.distributions`: what they draw, and the shapes of logarithms of densities.

use std::rc::Rc;

use crate::reading::UnreadableReason;
use crate::signatures::call::{Arguments, Call};
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, unreadable};
use crate::tensors::value::{Object, Placed, Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape};

/// What a parameter of a distribution can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Domain {
    Real,
    Positive,
    /// Between 0 and 1.
    Unit,
    /// More than the parameter before it.
    Above,
    /// A row of probabilities, or of logits.
    Row,
}

/// A class: its name, its parameters with what they can be, and whether gradients go through what is drawn.
type Class = (&'static str, &'static str, &'static [(&'static str, Domain)], bool);

/// The classes. Of `probs` and `logits` one is given.
const CLASSES: &[Class] = &[
    ("distributions.Normal", "loc scale", &[("loc", Domain::Real), ("scale", Domain::Positive)], true),
    ("distributions.Laplace", "loc scale", &[("loc", Domain::Real), ("scale", Domain::Positive)], true),
    ("distributions.Gumbel", "loc scale", &[("loc", Domain::Real), ("scale", Domain::Positive)], true),
    ("distributions.LogNormal", "loc scale", &[("loc", Domain::Real), ("scale", Domain::Positive)], true),
    ("distributions.Uniform", "low high", &[("low", Domain::Real), ("high", Domain::Above)], true),
    (
        "distributions.Beta",
        "concentration1 concentration0",
        &[("concentration1", Domain::Positive), ("concentration0", Domain::Positive)],
        true,
    ),
    (
        "distributions.Gamma",
        "concentration rate",
        &[("concentration", Domain::Positive), ("rate", Domain::Positive)],
        true,
    ),
    ("distributions.Exponential", "rate", &[("rate", Domain::Positive)], true),
    ("distributions.Poisson", "rate", &[("rate", Domain::Positive)], false),
    ("distributions.Bernoulli", "probs logits", &[("probs", Domain::Unit), ("logits", Domain::Real)], false),
    ("distributions.Categorical", "probs logits", &[("probs", Domain::Row), ("logits", Domain::Real)], false),
];

const CATEGORICAL: &str = "distributions.Categorical";

/// The names of the modules of the classes.
const MODULES: [&str; 3] = ["normal.", "categorical.", "bernoulli."];

/// Makes a distribution; `None` where the name is none.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn construct(context: &mut Context<'_>, name: &str, given: &Arguments) -> Outcome<Option<Value>> {
    let Some(name) = name.strip_prefix("distributions.") else { return Ok(None) };
    let name = MODULES.iter().find_map(|module| name.strip_prefix(module)).unwrap_or(name);
    let is_named = |class: &&Class| class.0.strip_prefix("distributions.") == Some(name);
    let Some(&(class, parameters, domains, _)) = CLASSES.iter().find(is_named) else { return Ok(None) };
    let call = Call::bind(class, Library::PyTorch, false, given, parameters)?;
    let mut shapes = Vec::new();
    let mut fields: Vec<(&'static str, Value)> = Vec::new();
    let mut before: Option<Vec<f64>> = None;
    for &(parameter, domain) in domains {
        let Some(argument) = call.given(parameter) else { continue };
        let (shape, values) = match &argument.value {
            Value::Tensor(tensor) if tensor.library == Library::PyTorch && tensor.dtype == Dtype::Float32 => {
                (tensor.shape.clone(), tensor.values().map(|values| values.to_vec()))
            }
            Value::Int(_) | Value::Float(_) if class != CATEGORICAL => {
                (Shape::ones(0), argument.value.scalar().map(|value| vec![value]))
            }
            _ => return call.declined(),
        };
        let values: Option<Vec<f64>> = values.map(|values| values.into_iter().map(Scalar::to_float).collect());
        let holds =
            |test: &dyn Fn(f64) -> bool| values.as_ref().is_some_and(|values| values.iter().all(|&value| test(value)));
        let is_fit = match domain {
            // Only nan is no real number. It comes from infinite numbers, or from values that are known.
            Domain::Real => match &values {
                Some(values) => values.iter().all(|value| value.is_finite()),
                None => {
                    !context.source.original.windows(3).any(|word| matches!(word, ['i', 'n', 'f'] | ['n', 'a', 'n']))
                }
            },
            Domain::Positive => holds(&|value| value > 0.0 && value.is_finite()),
            Domain::Unit => {
                holds(&|value| (0.0..=1.0).contains(&value))
                    || argument.value.tensor().is_some_and(|tensor| tensor.is_probability.get())
            }
            Domain::Above => match (&values, &before) {
                (Some(values), Some(before)) => {
                    let most = before.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    values.iter().all(|&value| value > most)
                }
                _ => false,
            },
            // The elements of a row are divided by their sum.
            Domain::Row => holds(&|value| value > 0.0 && value.is_finite()),
        };
        if !is_fit {
            return call.needs_values();
        }
        before = values;
        shapes.push(shape);
        fields.push((parameter, argument.value.clone()));
    }
    let wanted = if parameters == "probs logits" { 1 } else { domains.len() };
    if shapes.len() != wanted {
        return call.declined();
    }
    let mut shape = match Library::PyTorch.elementwise(&shapes) {
        Ok(shape) => shape,
        Err(error) => return call.raises(error),
    };
    let mut count = 0;
    if class == CATEGORICAL {
        let Some((last, lead)) = shape.split_last() else { return call.declined() };
        count = *last;
        shape = Shape::from(lead);
        if count == 0 {
            return call.declined();
        }
    }
    context.make(1, &given.span)?;
    fields.push((" batch", Value::shape(Library::PyTorch, &shape)));
    fields.push((" count", Value::Int(i64::try_from(count).ok())));
    Ok(Some(Value::Object(Rc::new(Object { class, fields }))))
}

/// Calls a method of a distribution; `None` where it is none.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn method(
    context: &mut Context<'_>,
    made: &Rc<Object>,
    name: &str,
    given: &Arguments,
) -> Outcome<Option<Value>> {
    let Some(&(class, _, _, has_gradient)) = CLASSES.iter().find(|(class, ..)| *class == made.class) else {
        return Ok(None);
    };
    let span = &given.span;
    let declined = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), span);
    let sizes = |value: &Value| -> Option<Vec<u64>> {
        value
            .items()?
            .iter()
            .map(|item| match item {
                Value::Int(Some(size)) => u64::try_from(*size).ok(),
                _ => None,
            })
            .collect()
    };
    let Some(batch) = made.field(" batch").and_then(sizes) else { return declined() };
    let parameters: Vec<Tensor> = made.fields.iter().filter_map(|(_, value)| value.tensor().cloned()).collect();
    let operands: Vec<&Tensor> = parameters.iter().collect();
    let only = match (given.positional.as_slice(), given.keywords.as_slice()) {
        ([], []) => None,
        ([only], []) => Some(only.value.clone()),
        ([], [(keyword, only)]) if keyword == "sample_shape" && name.ends_with("sample") => Some(only.value.clone()),
        _ => return declined(),
    };
    let count = made.field(" count").and_then(|count| count.scalar()).map_or(0, Scalar::to_int);
    match (name, only) {
        ("sample" | "rsample", only) if name == "sample" || has_gradient => {
            let Some(lead) = only.map_or(Some(Vec::new()), |only| sizes(&only)) else { return declined() };
            let shape: Shape = lead.into_iter().chain(batch).collect();
            let dtype = if class == CATEGORICAL { Dtype::Int64 } else { Dtype::Float32 };
            let through: &[&Tensor] = if name == "rsample" { &operands } else { &[] };
            if class == "distributions.Beta" {
                // It is the first of two numbers whose sum is 1.
                let pairs: Shape = shape.iter().copied().chain([2]).collect();
                let pairs = fresh(context, Library::PyTorch, (pairs, dtype, None), through, span)?;
                let index = Value::tuple([Value::Ellipsis, Value::Int(Some(0))]);
                let drawn = crate::functions::indexing::get(
                    context,
                    &pairs,
                    &Placed { value: index, span: span.clone() },
                    span,
                )?;
                return Ok(Some(drawn));
            }
            let is_dense = matches!(
                class,
                "distributions.Normal" | "distributions.Uniform" | "distributions.Gamma" | "distributions.Exponential"
            ) || shape.ndim() < 2
                || (class != CATEGORICAL && operands.iter().all(|operand| operand.shape == shape));
            let drawn = fresh(context, Library::PyTorch, (shape, dtype, None), through, span)?;
            let drawn = if is_dense { drawn } else { drawn.without_layout() };
            if class == CATEGORICAL {
                drawn.bounds.set(Some((0, count - 1)));
            }
            Ok(Some(Value::Tensor(drawn)))
        }
        ("log_prob", Some(Value::Tensor(value))) if value.library == Library::PyTorch => {
            let is_supported = match class {
                CATEGORICAL => {
                    value.dtype == Dtype::Int64
                        && value.bounds.get().is_some_and(|(least, most)| least >= 0 && most < count)
                }
                "distributions.Normal" | "distributions.Laplace" => value.dtype == Dtype::Float32,
                _ => false,
            };
            if !is_supported {
                return unreadable(UnreadableReason::Values, span);
            }
            let batch = Shape::from(batch.as_slice());
            let Ok(shape) = Library::PyTorch.elementwise(&[value.shape.clone(), batch]) else { return declined() };
            let all: Vec<&Tensor> = operands.iter().copied().chain([&value]).collect();
            let made = fresh(context, Library::PyTorch, (shape, Dtype::Float32, None), &all, span)?;
            let is_dense = value.shape == made.shape
                && value.layout.as_ref().is_some_and(tensor_broadcasting::StridedLayout::is_contiguous);
            Ok(Some(Value::Tensor(if is_dense { made } else { made.without_layout() })))
        }
        ("entropy", None) if class != "distributions.Poisson" => {
            let shape = Shape::from(batch.as_slice());
            let is_dense = operands.iter().all(|operand| operand.shape == shape);
            let made = fresh(context, Library::PyTorch, (shape, Dtype::Float32, None), &operands, span)?;
            Ok(Some(Value::Tensor(if is_dense { made } else { made.without_layout() })))
        }
        _ => declined(),
    }
}
