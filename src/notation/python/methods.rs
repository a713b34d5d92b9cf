//! What can be done to a tensor without computing anything: other views of the same elements, copies, other types.

use super::super::Problem;
use super::Argument;
use super::calls::{self, keyword, plain};
use super::value::{Made, Value};
use crate::broadcast::{Scalar, View};
use crate::dialect::{Library, Refusal, Reshaped, signed};

/// The methods and attributes, to find the nearest among.
pub(super) const NAMES: &[&str] = &[
    "reshape",
    "view",
    "unsqueeze",
    "squeeze",
    "expand",
    "broadcast_to",
    "transpose",
    "permute",
    "swapaxes",
    "flatten",
    "ravel",
    "contiguous",
    "clone",
    "copy",
    "shape",
    "size",
    "float",
    "double",
    "long",
    "astype",
    "numpy",
    "T",
    "mT",
];

/// An attribute: `x.T`, `x.shape`.
pub(super) fn attribute(made: Made, name: &str) -> Result<Value, Problem> {
    let library = made.library.unwrap_or_default();
    match name {
        "T" => {
            let view = library.reverse_axes(&made.tensor.view);
            Ok(Value::Made(made.viewed(view)))
        }
        "mT" => viewed(made, Library::matrix_transpose),
        "shape" => Ok(shape_of(&made)),
        "data" | "real" => Ok(Value::Made(made)),
        name => Err(unknown(name)),
    }
}

/// A method: `x.reshape(3, 4)`, `x.unsqueeze(0)`.
pub(super) fn call(made: Made, name: &str, arguments: &[Argument]) -> Result<Value, Problem> {
    let library = made.library.unwrap_or_default();
    let torch = library == Library::PyTorch;
    match name {
        "reshape" => reshape(made, &wholes(arguments, &["shape", "newshape"])?),
        "view" => {
            let sizes = wholes(arguments, &["size"])?;
            viewed(made, |library, view| library.view(view, &sizes))
        }
        "flatten" | "ravel" => reshape(made, &[-1]),
        "expand" | "broadcast_to" => {
            let target = wholes(arguments, &["size", "shape"])?;
            // PyTorch lets a negative size through where another is 0; no shape has one.
            if target.iter().any(|&size| size < -1) {
                return Err(Problem::WrongArgument);
            }
            viewed(made, |library, view| library.expand(view, &target))
        }
        "unsqueeze" => {
            let axis = axis(arguments)?;
            viewed(made, |library, view| library.insert_axis(view, axis))
        }
        "expand_dims" => {
            // Several axes are counted in the result, so the front ones come first.
            let mut axes = wholes(arguments, &["axis"])?;
            let ndim = (made.tensor.shape().ndim() + axes.len()) as i64;
            axes.iter_mut().for_each(|axis| *axis += if *axis < 0 { ndim } else { 0 });
            axes.sort_unstable();
            let insert = |view: View, &axis: &i64| library.insert_axis(&view, axis);
            viewed(made, |_, view| axes.iter().try_fold(view.clone(), insert))
        }
        "squeeze" => {
            let axes = if arguments.is_empty() { None } else { Some(wholes(arguments, &["dim", "axis"])?) };
            viewed(made, |library, view| library.squeeze(view, axes.as_deref()))
        }
        "transpose" if torch => swap(made, arguments),
        "swapaxes" | "swapdims" => swap(made, arguments),
        "t" if torch && made.tensor.shape().ndim() > 2 => Err(Problem::Raises(library.refuses(format!(
            "t() expects a tensor with <= 2 dimensions, but self is {}D",
            made.tensor.shape().ndim()
        )))),
        "t" => attribute(made, "T"),
        "transpose" if arguments.is_empty() => attribute(made, "T"),
        "transpose" | "permute" => {
            let order = wholes(arguments, &["axes", "dims"])?;
            viewed(made, |library, view| library.permute(view, &order))
        }
        "size" => match plain(arguments).next() {
            None => Ok(shape_of(&made)),
            Some(axis) => {
                let sizes = signed(made.tensor.shape());
                let axis = axis.whole().ok_or(Problem::WrongArgument)?;
                let at = usize::try_from(if axis < 0 { axis + sizes.len() as i64 } else { axis });
                let size = at.ok().and_then(|at| sizes.get(at)).ok_or(Problem::WrongArgument)?;
                Ok(Value::Number(Scalar::Int(*size)))
            }
        },
        "contiguous" => Ok(contiguous(made)),
        // PyTorch's copies keep the strides, NumPy's do not.
        "clone" | "detach" | "cpu" | "cuda" | "requires_grad_" | "numpy" => Ok(Value::Made(made)),
        "copy" => Ok(contiguous(made)),
        "astype" | "type" | "to" => {
            let dtype = plain(arguments).find_map(|argument| match argument {
                Value::Type(dtype) => *dtype,
                Value::Text(name) => calls::dtype(name),
                _ => None,
            });
            Ok(Value::Made(match dtype {
                Some(dtype) => made.cast(dtype),
                None => calls::with_dtype(made, arguments)?,
            }))
        }
        "float" | "double" | "half" | "int" | "long" | "short" => {
            let dtype = calls::dtype(name);
            Ok(Value::Made(match dtype {
                Some(dtype) => made.cast(dtype),
                None => made,
            }))
        }
        name if calls::COMPUTES.contains(&name) => Err(Problem::Computes(name.to_owned())),
        name => Err(unknown(name)),
    }
}

fn unknown(name: &str) -> Problem {
    Problem::Unknown { word: name.to_owned(), nearest: None }
}

fn shape_of(made: &Made) -> Value {
    let sizes = signed(made.tensor.shape());
    Value::Sequence(sizes.into_iter().map(|size| Value::Number(Scalar::Int(size))).collect())
}

/// Another view of the same buffer.
fn viewed(made: Made, look: impl FnOnce(Library, &View) -> Result<View, Refusal>) -> Result<Value, Problem> {
    let view = look(made.library.unwrap_or_default(), &made.tensor.view).map_err(Problem::Raises)?;
    Ok(Value::Made(made.viewed(view)))
}

fn contiguous(made: Made) -> Value {
    let shape = made.tensor.shape().clone();
    Value::Made(if made.tensor.view.is_contiguous() { made } else { made.copied(&shape) })
}

fn reshape(made: Made, sizes: &[i64]) -> Result<Value, Problem> {
    let reshaped = made.library.unwrap_or_default().reshape(&made.tensor.view, sizes).map_err(Problem::Raises)?;
    Ok(Value::Made(match reshaped {
        Reshaped::Viewed(view) => made.viewed(view),
        Reshaped::Copied(shape) => made.copied(&shape),
    }))
}

fn swap(made: Made, arguments: &[Argument]) -> Result<Value, Problem> {
    let named = |name: &str, place: usize| keyword(arguments, &[name]).or_else(|| plain(arguments).nth(place));
    let (first, second) = (named("dim0", 0).and_then(Value::whole), named("dim1", 1).and_then(Value::whole));
    let (Some(first), Some(second)) = (first, second) else { return Err(Problem::WrongArgument) };
    viewed(made, |library, view| library.swap_axes(view, first, second))
}

fn axis(arguments: &[Argument]) -> Result<i64, Problem> {
    let given = keyword(arguments, &["dim", "axis"]).or_else(|| plain(arguments).next());
    given.and_then(Value::whole).ok_or(Problem::WrongArgument)
}

/// Sizes or axes: each an argument, or all in one, perhaps by name.
fn wholes(arguments: &[Argument], names: &[&str]) -> Result<Vec<i64>, Problem> {
    if let Some(named) = keyword(arguments, names) {
        return named.wholes().ok_or(Problem::WrongArgument);
    }
    let given: Vec<&Value> = plain(arguments).collect();
    let wholes = match given.as_slice() {
        [alone] => alone.wholes(),
        several => several.iter().map(|value| value.whole()).collect(),
    };
    let wholes = wholes.ok_or(Problem::WrongArgument)?;
    if wholes.len() > super::MAX_AXES { Err(Problem::TooManyAxes) } else { Ok(wholes) }
}
