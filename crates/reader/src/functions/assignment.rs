//! `x[index] = value`.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::functions::elementwise::{check_views, known_values, leaf_error, note_written, wrote};
use crate::functions::indexing::{items, select, view};
use crate::functions::selection::Selection;
use crate::reading::{OperationResult, UnreadableReason};
use crate::tensors::arrays::{broadcast_values, to_array};
use crate::tensors::context::{Context, Meeting, Outcome, Stop, raised, sizes, unreadable};
use crate::tensors::overlap::{Overlap, is_read_late, overlap_error, overlap_of};
use crate::tensors::types::{Kind, cast, cast_all, is_complex, type_name};
use crate::tensors::value::{Kept, Placed, Tensor, Traits, Value, View};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, Scalar, Shape, broadcast_shapes};

/// `x[index] = value`.
///
/// # Errors
///
/// The library's own exception; an assignment that is not read.
pub(crate) fn set(
    context: &mut Context<'_>,
    (tensor, tensor_span): (&Tensor, &Range<usize>),
    index: &Placed,
    value: &Placed,
    span: &Range<usize>,
) -> Outcome<()> {
    let library = tensor.library;
    let declined = || unreadable(UnreadableReason::Kinds, span);
    if tensor.is_scalar {
        let message = format!("'numpy.{}' object does not support item assignment", tensor.dtype.name());
        return raised("TypeError", message, span);
    }
    if tensor.read_only && library == Library::NumPy {
        return raised("ValueError", "assignment destination is read-only", span);
    }
    let items = items(&index.value);
    let is_number = value.value.number_kind().is_some();
    // What cannot be an element has messages that depend on the index. PyTorch takes no lists.
    let is_read = match value.value {
        Value::Tensor(_) => true,
        Value::List(_) | Value::Tuple(..) => library == Library::NumPy,
        _ => is_number,
    };
    // PyTorch does not write where it reads the index. NumPy takes a mask without elements for one of any shape.
    let is_own = |part: &Value| match (part.tensor(), library) {
        (Some(part), Library::PyTorch) => part.shares_storage(tensor),
        (Some(mask), Library::NumPy) => mask.dtype == Dtype::Bool && mask.numel() == 0,
        (None, _) => false,
    };
    if !is_read || !fits(tensor, value) || items.iter().any(is_own) {
        return declined();
    }
    let leaf = if library == Library::PyTorch { leaf_error(context, tensor) } else { Ok(()) };
    if fills_mask(tensor, index, value) {
        if let Err(error) = leaf {
            return raised(error.error_type, error.message, span);
        }
        return wrote(context, tensor, &[], None, span);
    }
    let has_arrays = items.iter().any(is_array);
    let is_shared =
        library == Library::PyTorch && value.value.tensor().is_some_and(|given| given.shares_storage(tensor));
    // The libraries look at the tensor and at the value before they look at the elements of an index.
    let is_late = |message: &str| leaf.is_err() || is_shared || !is_number && message.starts_with("index ");
    let selection = match select(context, tensor, index, span) {
        Err(stop) if has_arrays && matches!(&*stop, Stop::Raised(raised) if is_late(&raised.message)) => {
            return declined();
        }
        selection => selection?,
    };
    // What stands beside a tensor in an index may make a view, which is written into.
    if selection.view.is_none() && (is_shared || leaf.is_err() && items.len() > 1) {
        return declined();
    }
    // The view that is made here to be written into is not counted.
    let views = value.value.tensor().map_or(Ok(()), |given| check_views(context, tensor, &[given], span));
    let selected = view(context, tensor, &selection, span)?;
    let given = match (&value.value, library) {
        (Value::Tensor(given), library) if given.library == library => given.clone(),
        // Of lists with different lengths the message depends on the index.
        (Value::List(_) | Value::Tuple(..), Library::NumPy) => match to_array(context, value) {
            Err(stop) if matches!(*stop, Stop::Raised(_)) => return declined(),
            array => array?,
        },
        (number, _) if is_number => {
            let dtype = Kind::of_value(number).map_or(tensor.dtype, |kind| kind.dtype(library));
            let values = known_values(number);
            Tensor::new(library, Shape::ones(0), dtype, Traits { values, is_scalar: true, ..Traits::default() })
        }
        _ => return declined(),
    };
    let is_complex_in_real = is_complex(given.dtype) && tensor.dtype != Dtype::Complex128;
    // An element of bool takes what counts as true.
    let is_truth = selection.is_element && tensor.dtype == Dtype::Bool && !given.shape.is_empty();
    let is_unknown = match library {
        Library::NumPy => is_complex_in_real || is_truth,
        // A number is filled into elements that are stored once, and then they are the same everywhere.
        Library::PyTorch => is_number && tensor.overlaps(),
    };
    if is_unknown {
        return declined();
    }
    let operands = [
        Placed { value: Value::Tensor(selected.clone()), span: tensor_span.clone() },
        Placed { value: Value::Tensor(given.clone()), span: value.span.clone() },
    ];
    let mut meeting = Meeting::of("setitem", None, &operands, span);
    meeting.in_place = true;
    if meeting.operands.len() == 1 && !given.is_scalar {
        // The element of an array counts as a tensor here.
        meeting.operands.insert(0, (tensor_span.clone(), selected.clone()));
    }
    let overlap = match library {
        Library::PyTorch => found_overlap(&selected, tensor, &given),
        Library::NumPy => Some(Overlap::None),
    };
    let Some(overlap) = overlap else { return declined() };
    // One mask with all axes.
    let is_mask = selection.is_mask && selection.shape.ndim() == 1 && !matches!(index.value, Value::Tuple(..));
    if is_mask && library == Library::NumPy && given.shape.ndim() > 1 {
        return declined();
    }
    let error = match library {
        Library::PyTorch => torch_assignment(context, tensor, &selection, (&selected, &given), overlap),
        Library::NumPy => numpy_assignment(&selection, &given, is_mask),
    };
    if let Err(error) = error {
        return context.fails(&meeting, error);
    }
    // One element is read before anything is written.
    let is_late =
        !given.shape.is_empty() && is_read_late(if selection.view.is_some() { &selected } else { tensor }, &given);
    let values = if is_late { None } else { written(tensor, &selection, &given) };
    views?;
    match &selection.view {
        Some(view) => view.clone().tensor(None).write(values),
        None => tensor.write(values),
    }
    let kept = if selection.view.is_some() { Kept::Operation } else { Kept::Unknown };
    note_written(context, tensor, &[&given], kept);
    context.record(&meeting, OperationResult::Tensor(selection.shape.clone()))
}

/// Whether a part of an index is a list or a tensor with axes.
fn is_array(part: &Value) -> bool {
    match part {
        Value::List(_) | Value::Range(..) => true,
        Value::Tensor(tensor) => !tensor.shape.is_empty(),
        _ => false,
    }
}

/// Whether a number that is assigned fits into the element type.
fn fits(tensor: &Tensor, value: &Placed) -> bool {
    let number = match value.value {
        Value::Int(Some(number)) => Scalar::Int(number),
        Value::Float(Some(number)) => Scalar::Float(number),
        _ => return true,
    };
    tensor.dtype == Dtype::Bool || !tensor.dtype.is_integer() || cast(number, tensor.dtype).is_some()
}

/// Whether a number is assigned where a mask holds whose values are not known: then any number of elements may be written.
fn fills_mask(tensor: &Tensor, index: &Placed, value: &Placed) -> bool {
    let Value::Tensor(mask) = &index.value else { return false };
    let is_number = match &value.value {
        Value::Tensor(value) => value.is_scalar && value.library == tensor.library,
        value => value.number_kind().is_some(),
    };
    mask.dtype == Dtype::Bool
        && !mask.shape.is_empty()
        && mask.library == tensor.library
        && mask.values().is_none()
        && tensor.shape.starts_with(&mask.shape)
        && is_number
        && !tensor.overlaps()
}

/// The values of the view that is assigned to or, where it is none, of the whole tensor after an assignment, where they are known.
fn written(tensor: &Tensor, selection: &Selection, given: &Tensor) -> Option<Vec<Scalar>> {
    let stripped = shortened(&given.shape, selection.shape.ndim());
    let new = cast_all(&broadcast_values(&given.values()?, &stripped, &selection.shape)?, tensor.dtype)?;
    if selection.view.is_some() {
        return Some(new);
    }
    let mut values = tensor.values()?.to_vec();
    for (&place, value) in selection.places.as_ref()?.iter().zip(new) {
        *values.get_mut(place)? = value;
    }
    Some(values)
}

/// A shape without the axes of size 1 in front that are more than `ndim`.
fn shortened(shape: &Shape, ndim: usize) -> Shape {
    let extra = shape.ndim().saturating_sub(ndim);
    let ones = shape.iter().take(extra).take_while(|&&size| size == 1).count();
    shape.iter().copied().skip(ones).collect()
}

/// What PyTorch finds of a value and the place that it is written to; `None` where that is not known. `selected` is what the index
/// selects.
fn found_overlap(selected: &Tensor, tensor: &Tensor, given: &Tensor) -> Option<Overlap> {
    let is_empty = given.shape.contains(&0) || selected.shape.contains(&0);
    // One element is read before anything is written.
    if !given.shares_storage(tensor) || is_empty || given.shape.is_empty() && !selected.shape.is_empty() {
        return Some(Overlap::None);
    }
    let kept = if given.shape == selected.shape { given.shape.ndim() } else { shortened(&given.shape, 0).ndim() };
    let axes: Vec<usize> = (given.shape.ndim() - kept..given.shape.ndim()).listed();
    let read = View::of(given).with(&|layout| {
        Library::PyTorch.expand(&layout.permuted(&axes), &sizes(&selected.shape)).map(|layout| (layout, 0))
    });
    // Whether it broadcasts is looked at before.
    let Ok(read) = read else { return Some(Overlap::None) };
    let is_same =
        read.layout().is_some() && read.layout() == selected.layout.as_ref() && read.offset == selected.offset;
    if is_same { Some(Overlap::Full) } else { overlap_of(selected, read.layout(), read.offset) }
}

fn torch_assignment(
    context: &Context<'_>,
    tensor: &Tensor,
    selection: &Selection,
    (selected, given): (&Tensor, &Tensor),
    overlap: Overlap,
) -> Result<(), LibraryError> {
    let library = Library::PyTorch;
    let own = shortened(&given.shape, 0);
    if selection.view.is_some() {
        library.expand(&library.contiguous(&own), &sizes(&selected.shape)).map_err(|mut error| {
            error.message = error.message.replacen("torch.FloatTensor", &type_name(given.dtype), 1);
            error
        })?;
        if context.grad && tensor.requires_grad.get() && tensor.is_leaf() && tensor.shape != selection.shape {
            return Err(
                library.error("a view of a leaf Variable that requires grad is being used in an in-place operation.")
            );
        }
        leaf_error(context, tensor)?;
        // What is copied to itself is not looked at.
        if overlap == Overlap::Full {
            return Ok(());
        }
        if selected.overlaps() {
            return Err(library.not_writable());
        }
        return if overlap == Overlap::Partial { Err(overlap_error()) } else { Ok(()) };
    }
    leaf_error(context, tensor)?;
    match broadcast_shapes(&own, &selection.shape) {
        Ok(shape) if shape == selection.shape => {}
        _ => {
            return Err(library.error(format!(
                "shape mismatch: value tensor of shape {:?} cannot be broadcast to indexing result of shape {:?}",
                sizes(&own),
                sizes(&selection.shape)
            )));
        }
    }
    // One number is filled in where a mask holds.
    if given.dtype != tensor.dtype && !given.is_scalar && !(selection.is_mask && given.numel() == 1) {
        return Err(library.error(format!(
            "Index put requires the source and destination dtypes match, got {} for the destination and {} for the source.",
            tensor.dtype.torch_name(),
            given.dtype.torch_name()
        )));
    }
    Ok(())
}

/// Whether NumPy takes a value. `is_mask`: each element where a mask is true takes the next one.
fn numpy_assignment(selection: &Selection, given: &Tensor, is_mask: bool) -> Result<(), LibraryError> {
    let library = Library::NumPy;
    let own = shortened(&given.shape, selection.shape.ndim());
    let fits = broadcast_shapes(&own, &selection.shape).is_ok_and(|shape| shape == selection.shape);
    if fits && (!selection.is_element || given.shape.is_empty()) {
        return Ok(());
    }
    let count = given.numel();
    let [given, own, result] = [&given.shape, &own, &selection.shape].map(|shape| shape.to_string().replace(", ", ","));
    Err(library.error(if selection.is_element {
        "setting an array element with a sequence.".to_owned()
    } else if is_mask {
        format!(
            "NumPy boolean array indexing assignment cannot assign {} input values to the {} output values where the mask is true",
            count,
            selection.shape.numel().unwrap_or(0)
        )
    } else if selection.view.is_some() {
        format!("could not broadcast input array from shape {own} into shape {result}")
    } else {
        format!(
            "shape mismatch: value array of shape {given} could not be broadcast to indexing result of shape {result}"
        )
    }))
}
