//! `x[index]`: the parts of an index, and the tensor that they select.

use std::ops::Range;

use crate::functions::selection::{Indexing, Part, Selection};
use crate::reading::UnreadableReason;
use crate::signatures::call::integer;
use crate::tensors::arrays::{from_nested, view_node, viewed};
use crate::tensors::context::{Context, Outcome, Stop, raised, raised_by, unreadable};
use crate::tensors::value::{Placed, Tensor, Traits, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape, StridedLayout};

/// `x[index]`.
///
/// # Errors
///
/// The library's own exception; an index that is not read.
pub(crate) fn get(context: &mut Context<'_>, tensor: &Tensor, index: &Placed, span: &Range<usize>) -> Outcome {
    let selection = raised_by(tensor.library, select(context, tensor, index, span))?;
    let selected = view(context, tensor, &selection, span)?;
    Ok(Value::Tensor(selected))
}

/// The tensor that an index selects.
pub(crate) fn view(
    context: &mut Context<'_>,
    tensor: &Tensor,
    selection: &Selection,
    span: &Range<usize>,
) -> Outcome<Tensor> {
    Ok(match &selection.view {
        // An element of an array is a scalar, not a view.
        Some(view) if tensor.library == Library::PyTorch || !selection.is_element => {
            viewed(context, tensor, view.clone(), span)?
        }
        _ => {
            let values = selection.values(tensor);
            context.step(values.as_ref().map_or(0, |values| values.len() / 64), span)?;
            context.make(values.as_ref().map_or(1, Vec::len), span)?;
            let node = view_node(context, tensor);
            let traits = Traits {
                values,
                layout: Some(selection.layout.clone()),
                is_scalar: selection.is_element && tensor.library == Library::NumPy,
                node,
                ..Traits::default()
            };
            let made = Tensor::new(tensor.library, selection.shape.clone(), tensor.dtype, traits);
            made.has_elements_of(tensor);
            made
        }
    })
}

/// What an index selects.
///
/// # Errors
///
/// As for [`get`].
pub(crate) fn select(
    context: &mut Context<'_>,
    tensor: &Tensor,
    index: &Placed,
    span: &Range<usize>,
) -> Outcome<Selection> {
    let library = tensor.library;
    let items: Vec<Value> = match &index.value {
        Value::Tuple(items, _) => items.to_vec(),
        other => vec![other.clone()],
    };
    // Of a scalar NumPy does not look at the kinds of other indices.
    let is_other = |item: &Value| match item {
        Value::Tensor(tensor) => tensor.dtype != Dtype::Bool,
        Value::Int(_) | Value::Float(_) | Value::Text(_) | Value::Slice(_) | Value::List(_) | Value::Tuple(..) => true,
        _ => false,
    };
    if library == Library::NumPy && tensor.is_scalar && items.iter().any(is_other) {
        return raised("IndexError", "invalid index to scalar variable.", span);
    }
    // A mask of a scalar makes an array.
    let is_mask = |item: &Value| item.tensor().is_some_and(|tensor| tensor.dtype == Dtype::Bool);
    if library == Library::NumPy && tensor.is_scalar && items.iter().any(is_mask) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let mut parts = Vec::new();
    for item in &items {
        let read = part(context, library, item, span);
        // PyTorch counts the indices before it looks at their kinds.
        if (items.len() > 1 || tensor.shape.is_empty() && matches!(item, Value::Float(_) | Value::Tensor(_)))
            && library == Library::PyTorch
            && matches!(&read, Err(stop) if matches!(**stop, Stop::Raised(_)))
        {
            return unreadable(UnreadableReason::Kinds, span);
        }
        parts.push(read?);
    }
    if library == Library::NumPy && tensor.is_scalar && !parts.iter().all(|part| matches!(part, Part::New | Part::Rest))
    {
        return raised("IndexError", "invalid index to scalar variable.", span);
    }
    let ndim = tensor.shape.ndim();
    let consumed: usize = parts
        .iter()
        .map(|part| match part {
            Part::At(_) | Part::Slice(_) | Part::Integers(..) => 1,
            Part::Mask(shape, _) => shape.ndim(),
            Part::New | Part::Rest => 0,
        })
        .sum();
    let index_error = |message: String| raised("IndexError", message, span);
    let rests = parts.iter().filter(|part| matches!(part, Part::Rest)).count();
    if library == Library::NumPy && rests > 1 && !tensor.is_scalar {
        return index_error("an index can only have a single ellipsis ('...')".to_owned());
    }
    if ndim == 0 && consumed > 0 && library == Library::PyTorch {
        // Several parts that take whole axes are only counted.
        let is_whole = |part: &Part| matches!(part, Part::Slice([None, None, None | Some(1)]) | Part::New | Part::Rest);
        if parts.len() > 1 && parts.iter().all(is_whole) {
            return index_error("too many indices for tensor of dimension 0".to_owned());
        }
        // A tensor or a tuple as an index, and a step, have messages of their own.
        let is_plain = match &index.value {
            Value::Int(_) => true,
            Value::Slice(bounds) => matches!(bounds[2], Value::None),
            _ => false,
        };
        if !is_plain {
            return unreadable(UnreadableReason::Kinds, span);
        }
        return match parts.first() {
            Some(Part::At(at)) if parts.len() == 1 && *at != 0 => {
                index_error(format!("index {at} is out of bounds for dimension 0 with size 0"))
            }
            Some(Part::At(_)) if parts.len() == 1 => index_error(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim \
                 tensor to a number"
                    .to_owned(),
            ),
            Some(Part::Slice(_)) if parts.len() == 1 => {
                index_error("slice() cannot be applied to a 0-dim tensor.".to_owned())
            }
            _ => unreadable(UnreadableReason::Kinds, span),
        };
    }
    if consumed > ndim {
        return index_error(match library {
            Library::PyTorch => format!("too many indices for tensor of dimension {ndim}"),
            Library::NumPy => {
                format!("too many indices for array: array is {ndim}-dimensional, but {consumed} were indexed")
            }
        });
    }
    // What PyTorch makes of a second `...`, and of tensors as indices of a tensor without elements, is not known here.
    let is_array = |item: &Value| matches!(item, Value::Tensor(_) | Value::List(_));
    if rests > 1 || (library == Library::PyTorch && tensor.numel() == 0 && items.iter().any(is_array)) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    // An integer that is not known selects as one that is known.
    let is_integer = |part: &Part| match part {
        Part::At(_) => true,
        Part::Integers(shape, None, _) => shape.is_empty() && library == Library::NumPy,
        _ => false,
    };
    let is_element = rests == 0 && parts.iter().all(is_integer) && consumed == ndim;
    if rests == 0 {
        parts.push(Part::Rest);
    }
    let is_row_major = items
        .iter()
        .filter_map(Value::tensor)
        .chain([tensor])
        .all(|tensor| tensor.layout.as_ref().is_some_and(StridedLayout::is_contiguous));
    Indexing { tensor, library, span, free: ndim - consumed, is_element, is_row_major }.run(parts)
}

/// One part of an index from a value.
fn part(context: &mut Context<'_>, library: Library, item: &Value, span: &Range<usize>) -> Outcome<Part> {
    Ok(match item {
        Value::None => Part::New,
        Value::Ellipsis => Part::Rest,
        Value::Slice(parts) => {
            let mut bounds = [None; 3];
            for (bound, part) in bounds.iter_mut().zip(parts.iter()) {
                *bound = match (part, integer(part)) {
                    (Value::None, _) => None,
                    (_, Some(Some(value))) => Some(value),
                    (_, Some(None)) => return unreadable(UnreadableReason::Values, span),
                    (_, None) => return slice_error(library, part, span),
                };
            }
            Part::Slice(bounds)
        }
        Value::Int(Some(value)) => Part::At(*value),
        Value::Int(None) => return unreadable(UnreadableReason::Values, span),
        Value::Tensor(tensor)
            if tensor.shape.is_empty() && tensor.dtype.is_integer() && tensor.dtype != Dtype::Bool =>
        {
            match (tensor.item(), tensor.bounds.get()) {
                (Some(value), _) => Part::At(value.to_int()),
                (None, bounds) => Part::Integers(Shape::ones(0), None, bounds),
            }
        }
        Value::Tensor(tensor) if tensor.library == library || library == Library::PyTorch => {
            tensor_part(library, tensor, span)?
        }
        // PyTorch takes a list with other lists as the indices of several axes, and says that a later version will not.
        Value::List(_) if library == Library::PyTorch && has_parts(item) => {
            return unreadable(UnreadableReason::Kinds, span);
        }
        Value::List(_) | Value::Range(..) => {
            let tensor = from_nested(context, library, item, None, span)?;
            let empty = tensor.numel() == 0;
            if empty {
                Part::Integers(tensor.shape.clone(), Some(Vec::new()), None)
            } else if tensor.dtype == Dtype::Bool || tensor.dtype.is_integer() {
                tensor_part(library, &tensor, span)?
            } else if library == Library::NumPy {
                return raised("IndexError", NO_INDEX, span);
            } else {
                // PyTorch takes a list of floats as integers in some versions and places.
                return unreadable(UnreadableReason::Kinds, span);
            }
        }
        Value::Float(_) => {
            let message = match library {
                Library::NumPy => NO_INDEX,
                Library::PyTorch => {
                    "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got float)"
                }
            };
            return raised("IndexError", message, span);
        }
        _ => return unreadable(UnreadableReason::Kinds, span),
    })
}

/// Whether a list has an element that is no number.
fn has_parts(list: &Value) -> bool {
    list.items().is_some_and(|items| items.iter().any(|item| item.number_kind().is_none()))
}

/// What NumPy says of an index that is none.
const NO_INDEX: &str = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid \
                        indices";

/// The exception for a bound of a slice that is no integer.
fn slice_error<T>(library: Library, bound: &Value, span: &Range<usize>) -> Outcome<T> {
    match (library, bound) {
        (_, Value::Float(_)) => {
            let message = "slice indices must be integers or None or have an __index__ method";
            raised("TypeError", message, span)
        }
        _ => unreadable(UnreadableReason::Kinds, span),
    }
}

fn tensor_part(library: Library, tensor: &Tensor, span: &Range<usize>) -> Outcome<Part> {
    let values = tensor.values();
    if tensor.dtype == Dtype::Bool {
        let bools = values.map(|values| values.iter().map(|value| value.to_int() != 0).collect());
        return Ok(Part::Mask(tensor.shape.clone(), bools));
    }
    if !tensor.dtype.is_integer() {
        if tensor.shape.is_empty() && !tensor.is_scalar {
            return unreadable(UnreadableReason::Kinds, span);
        }
        return raised(
            "IndexError",
            match library {
                Library::NumPy if tensor.is_scalar => NO_INDEX,
                Library::PyTorch => "tensors used as indices must be long, int, byte or bool tensors",
                Library::NumPy => "arrays used as indices must be of integer (or boolean) type",
            },
            span,
        );
    }
    if library == Library::PyTorch && !matches!(tensor.dtype, Dtype::Int64 | Dtype::Int32) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let integers = values.map(|values| values.iter().map(|value| value.to_int()).collect());
    Ok(Part::Integers(tensor.shape.clone(), integers, tensor.bounds.get()))
}
