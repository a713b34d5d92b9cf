//! `x[index]`: the parts of an index, and the tensor that they select.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::functions::selection::{Array, Indexing, Part, Selection};
use crate::reading::UnreadableReason;
use crate::signatures::call::integer;
use crate::tensors::arrays::{computed_in, from_nested, viewed};
use crate::tensors::context::{Context, Outcome, Stop, raised, raised_by, unreadable};
use crate::tensors::value::{Kept, Placed, Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, StridedLayout};

/// `x[index]`.
///
/// # Errors
///
/// The library's own exception; an index that is not read.
pub(crate) fn get(context: &mut Context<'_>, tensor: &Tensor, index: &Placed, span: &Range<usize>) -> Outcome {
    let selection = raised_by(tensor.library, select(context, tensor, index, span))?;
    view(context, tensor, &selection, span).map(Value::Tensor)
}

/// The parts of an index.
pub(crate) fn items(index: &Value) -> Vec<Value> {
    match index {
        Value::Tuple(items, _) => items.to_vec(),
        only => vec![only.clone()],
    }
}

/// The tensor that an index selects.
pub(crate) fn view(
    context: &mut Context<'_>,
    tensor: &Tensor,
    selection: &Selection,
    span: &Range<usize>,
) -> Outcome<Tensor> {
    if let Some(view) = &selection.view
        && (tensor.library == Library::PyTorch || !selection.is_element)
    {
        return viewed(context, tensor, view.clone(), span);
    }
    // An element of an array is a scalar, not a view.
    let made = (selection.shape.clone(), tensor.dtype, selection.values(tensor));
    let made = computed_in(context, tensor.library, made, (&[tensor], selection.layout.clone()), span)?;
    made.keeps(Kept::Nothing);
    made.has_elements_of(tensor);
    Ok(made)
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
    let (library, ndim) = (tensor.library, tensor.shape.ndim());
    let declined = || unreadable(UnreadableReason::Kinds, span);
    let index_error = |message: &str| raised("IndexError", message, span);
    let items = items(&index.value);
    if tensor.is_scalar && !items.iter().all(|item| matches!(item, Value::None | Value::Ellipsis)) {
        let is_plain = |item: &Value| matches!(item, Value::Int(_) | Value::Slice(_));
        return if items.iter().any(is_plain) { index_error("invalid index to scalar variable.") } else { declined() };
    }
    let mut parts = Vec::new();
    let mut consumed = 0;
    for item in &items {
        let part = match part(context, library, item, span) {
            // PyTorch counts the indices before it looks at their kinds.
            Err(stop)
                if library == Library::PyTorch
                    && (items.len() > 1 || ndim == 0)
                    && matches!(*stop, Stop::Raised(_)) =>
            {
                return declined();
            }
            part => part?,
        };
        consumed += match &part {
            Part::At(_) | Part::Slice(_) | Part::Integers(_) => 1,
            Part::Mask(shape, _) => shape.ndim(),
            Part::New | Part::Rest => 0,
        };
        parts.push(part);
    }
    let rests = parts.iter().filter(|part| matches!(part, Part::Rest)).count();
    if library == Library::NumPy && rests > 1 && !tensor.is_scalar {
        return index_error("an index can only have a single ellipsis ('...')");
    }
    if ndim == 0 && consumed > 0 && library == Library::PyTorch {
        let is_whole = |part: &Part| matches!(part, Part::Slice([None, None, None | Some(1)]) | Part::New | Part::Rest);
        // Other indices have messages of their own.
        return match &index.value {
            _ if parts.len() > 1 && parts.iter().all(is_whole) => {
                index_error("too many indices for tensor of dimension 0")
            }
            Value::Int(Some(0)) => index_error(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim \
                 tensor to a number",
            ),
            Value::Slice(bounds) if matches!(bounds[2], Value::None) => {
                index_error("slice() cannot be applied to a 0-dim tensor.")
            }
            _ => declined(),
        };
    }
    if consumed > ndim {
        return index_error(&match library {
            Library::PyTorch => format!("too many indices for tensor of dimension {ndim}"),
            Library::NumPy => {
                format!("too many indices for array: array is {ndim}-dimensional, but {consumed} were indexed")
            }
        });
    }
    // What PyTorch makes of a second `...`, and of tensors as indices of a tensor without elements, is not known here.
    let is_array = |item: &Value| matches!(item, Value::Tensor(_) | Value::List(_));
    if rests > 1 || (library == Library::PyTorch && tensor.numel() == 0 && items.iter().any(is_array)) {
        return declined();
    }
    // An integer that is not known selects as one that is known.
    let is_integer = |part: &Part| match part {
        Part::At(_) => true,
        Part::Integers(array) => array.values.is_none() && array.shape.is_empty() && library == Library::NumPy,
        _ => false,
    };
    let is_element = rests == 0 && parts.iter().all(is_integer) && consumed == ndim;
    if rests == 0 {
        parts.push(Part::Rest);
    }
    let mut tensors = items.iter().filter_map(Value::tensor).chain([tensor]);
    let is_row_major = tensors.all(|tensor| tensor.layout.as_ref().is_some_and(StridedLayout::is_contiguous));
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
                    _ => return unreadable(UnreadableReason::Kinds, span),
                };
            }
            Part::Slice(bounds)
        }
        Value::Int(Some(value)) => Part::At(*value),
        Value::Int(None) => return unreadable(UnreadableReason::Values, span),
        Value::Tensor(tensor)
            if tensor.library == library
                || library == Library::PyTorch
                || tensor.shape.is_empty() && tensor.dtype.is_integer() && tensor.dtype != Dtype::Bool =>
        {
            tensor_part(library, tensor, span)?
        }
        Value::List(_) | Value::Range(..) => {
            // PyTorch takes a list with other lists as the indices of several axes, and a list of floats as integers in some places.
            let is_number = |item: &Value| matches!(item.number_kind(), Some(Scalar::Int(_) | Scalar::Bool(_)));
            let is_plain = item.items().is_some_and(|items| items.iter().all(is_number));
            if library == Library::PyTorch && !is_plain {
                return unreadable(UnreadableReason::Kinds, span);
            }
            let tensor = from_nested(context, library, item, None, span)?;
            if tensor.numel() == 0 {
                Part::Integers(Array { shape: tensor.shape.clone(), values: Some(Vec::new()), bounds: None })
            } else if tensor.dtype.is_integer() {
                tensor_part(library, &tensor, span)?
            } else {
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

/// What NumPy says of an index that is none.
const NO_INDEX: &str = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid \
                        indices";

/// A tensor as a part of an index.
fn tensor_part(library: Library, tensor: &Tensor, span: &Range<usize>) -> Outcome<Part> {
    let values = tensor.values();
    if tensor.dtype == Dtype::Bool {
        let bools = values.map(|values| values.iter().map(|value| value.to_int() != 0).listed());
        return Ok(Part::Mask(tensor.shape.clone(), bools));
    }
    if !tensor.dtype.is_integer() {
        let message = match library {
            _ if tensor.shape.is_empty() && !tensor.is_scalar => return unreadable(UnreadableReason::Kinds, span),
            Library::NumPy if tensor.is_scalar => NO_INDEX,
            Library::PyTorch => "tensors used as indices must be long, int, byte or bool tensors",
            Library::NumPy => "arrays used as indices must be of integer (or boolean) type",
        };
        return raised("IndexError", message, span);
    }
    let integers: Option<Vec<i64>> = values.map(|values| values.iter().map(|value| value.to_int()).listed());
    match integers.as_deref() {
        Some(&[at]) if tensor.shape.is_empty() => return Ok(Part::At(at)),
        _ if tensor.shape.is_empty() || library == Library::NumPy => {}
        _ if matches!(tensor.dtype, Dtype::Int64 | Dtype::Int32) => {}
        _ => return unreadable(UnreadableReason::Kinds, span),
    }
    Ok(Part::Integers(Array { shape: tensor.shape.clone(), values: integers, bounds: tensor.bounds.get() }))
}
