//! `x[index] = value`.

use std::ops::Range;

use crate::functions::elementwise::{check_views, known_values, leaf_error, note_written, wrote};
use crate::functions::indexing::{select, view};
use crate::functions::selection::Selection;
use crate::reading::{OperationResult, UnreadableReason};
use crate::tensors::arrays::{broadcast_values, to_array};
use crate::tensors::context::{Context, Meeting, Outcome, Stop, raised, sizes, unreadable};
use crate::tensors::overlap::{Overlap, is_read_late, overlap, overlap_error, overlap_of};
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
    if tensor.is_scalar {
        let message = format!("'numpy.{}' object does not support item assignment", tensor.dtype.name());
        return raised("TypeError", message, span);
    }
    if library == Library::NumPy && tensor.read_only {
        return raised("ValueError", "assignment destination is read-only", span);
    }
    let parts = index.value.items();
    let mut parts = parts.iter().flatten().chain([&index.value]);
    // PyTorch does not write where it reads the index.
    if library == Library::PyTorch && parts.any(|part| part.tensor().is_some_and(|part| part.shares_storage(tensor))) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    // What cannot be an element has messages that depend on the index.
    if !matches!(value.value, Value::Tensor(_) | Value::List(_) | Value::Tuple(..))
        && value.value.number_kind().is_none()
    {
        return unreadable(UnreadableReason::Kinds, span);
    }
    // NumPy takes a mask without elements for one of any shape.
    let is_empty_mask = |value: &Value| {
        value.tensor().is_some_and(|mask| mask.dtype == Dtype::Bool && mask.numel() == 0 && mask.shape != tensor.shape)
    };
    if library == Library::NumPy && is_empty_mask(&index.value) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    if fills_mask(tensor, index, value) {
        check_number(tensor, value, span)?;
        if library == Library::PyTorch
            && let Err(error) = leaf_error(context, tensor)
        {
            return raised(error.error_type, error.message, span);
        }
        wrote(context, tensor, &[], None, span)?;
        return Ok(());
    }
    let items = match &index.value {
        Value::Tuple(items, _) => items.to_vec(),
        only => vec![only.clone()],
    };
    let has_arrays = items.iter().any(is_array);
    let is_leaf = library == Library::PyTorch && leaf_error(context, tensor).is_err();
    let is_of_view = items.iter().any(makes_view);
    let is_number = value.value.number_kind().is_some();
    let selection = match select(context, tensor, index, span) {
        // The libraries look at the tensor and at the value before they look at the elements of an index.
        Err(stop) if has_arrays && matches!(*stop, Stop::Raised(_)) && (is_leaf || !is_number) => {
            return unreadable(UnreadableReason::Kinds, span);
        }
        selection => selection?,
    };
    // What stands beside a tensor in an index makes a view, which is written into.
    if is_leaf && has_arrays && is_of_view {
        return unreadable(UnreadableReason::Kinds, span);
    }
    check_number(tensor, value, span)?;
    // The view that is made here to be written into is not counted.
    let views = value.value.tensor().map_or(Ok(()), |given| check_views(context, tensor, &[given], span));
    let selected = view(context, tensor, &selection, span)?;
    let given = match (&value.value, library) {
        (Value::Tensor(given), library) if given.library == library => given.clone(),
        // Of lists with different lengths the message depends on the index.
        (Value::List(_) | Value::Tuple(..), Library::NumPy) => match to_array(context, value) {
            Err(stop) if matches!(*stop, Stop::Raised(_)) => return unreadable(UnreadableReason::Kinds, span),
            array => array?,
        },
        (number, _) if number.number_kind().is_some() => {
            let dtype = Kind::of_value(number).map_or(tensor.dtype, |kind| kind.dtype(library));
            let values = known_values(number);
            Tensor::new(library, Shape::ones(0), dtype, Traits { values, is_scalar: true, ..Traits::default() })
        }
        _ => return unreadable(UnreadableReason::Kinds, span),
    };
    if library == Library::NumPy && is_complex(given.dtype) && tensor.dtype != Dtype::Complex128 {
        return unreadable(UnreadableReason::Kinds, span);
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
    // A number is filled into elements that are stored once, and then they are the same everywhere.
    let has_copies = tensor.overlaps();
    if library == Library::PyTorch && has_copies && value.value.number_kind().is_some() {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let overlap = match library {
        Library::PyTorch => found_overlap((&selected, &selection), tensor, &given, is_of_view),
        Library::NumPy => Some(Overlap::None),
    };
    let Some(overlap) = overlap else { return unreadable(UnreadableReason::Kinds, span) };
    let fits = match library {
        Library::PyTorch => torch_assignment(context, tensor, &selection, (&selected, &given), overlap),
        Library::NumPy => numpy_assignment(&selection, &given),
    };
    match fits {
        Ok(true) => {}
        Ok(false) => return unreadable(UnreadableReason::Kinds, span),
        Err(error) => return context.fails(&meeting, error),
    }
    if selection.is_mask && given.numel() > 1 && library == Library::PyTorch && selection.shape.numel().is_none() {
        return unreadable(UnreadableReason::Values, span);
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

/// Whether a part of an index makes a view of PyTorch: neither a list nor a tensor with axes, nor `...` nor `:`.
fn makes_view(part: &Value) -> bool {
    match part {
        Value::Ellipsis => false,
        Value::Slice(bounds) => bounds.iter().any(|bound| !matches!(bound, Value::None)),
        part => !is_array(part),
    }
}

/// Checks that a number that is assigned fits into the element type.
///
/// # Errors
///
/// NumPy's exception for an integer; other numbers that do not fit are not read.
fn check_number(tensor: &Tensor, value: &Placed, span: &Range<usize>) -> Outcome<()> {
    let number = match value.value {
        Value::Int(Some(number)) => Scalar::Int(number),
        Value::Float(Some(number)) => Scalar::Float(number),
        _ => return Ok(()),
    };
    if tensor.dtype == Dtype::Bool || !tensor.dtype.is_integer() || cast(number, tensor.dtype).is_some() {
        return Ok(());
    }
    match (tensor.library, number) {
        (Library::NumPy, Scalar::Int(number)) => {
            let message = format!("Python integer {number} out of bounds for {}", tensor.dtype.name());
            raised("OverflowError", message, span)
        }
        _ => unreadable(UnreadableReason::Kinds, span),
    }
}

/// Whether a number is assigned where a mask holds whose values are not known: then any number of elements may be written.
fn fills_mask(tensor: &Tensor, index: &Placed, value: &Placed) -> bool {
    let Value::Tensor(mask) = &index.value else { return false };
    let fits =
        mask.shape.ndim() <= tensor.shape.ndim() && mask.shape.iter().eq(tensor.shape.iter().take(mask.shape.ndim()));
    let is_number = match &value.value {
        Value::Tensor(value) => value.is_scalar && value.library == tensor.library,
        value => value.number_kind().is_some(),
    };
    mask.dtype == Dtype::Bool
        && !mask.shape.is_empty()
        && mask.library == tensor.library
        && mask.values().is_none()
        && fits
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

/// What PyTorch finds of a value and the place that it is written to; `None` where that is not known. `selected` is what an index
/// without tensors selects; `has_view`: an index with tensors has other parts too, which make a view.
fn found_overlap(
    (selected, selection): (&Tensor, &Selection),
    tensor: &Tensor,
    given: &Tensor,
    has_view: bool,
) -> Option<Overlap> {
    let is_empty = given.shape.contains(&0) || selection.view.is_some() && selected.shape.contains(&0);
    if !given.shares_storage(tensor) || is_empty {
        return Some(Overlap::None);
    }
    if selection.view.is_some() {
        // The one element is read before anything is written.
        if given.shape.is_empty() && !selected.shape.is_empty() {
            return Some(Overlap::None);
        }
        let stripped = if given.shape == selected.shape {
            0
        } else {
            given.shape.ndim() - leading_ones_stripped(&given.shape).ndim()
        };
        let axes: Vec<usize> = (stripped..given.shape.ndim()).collect();
        let read = View::of(given).with(&|layout| {
            Library::PyTorch.expand(&layout.permuted(&axes), &sizes(&selected.shape)).map(|layout| (layout, 0))
        });
        // Whether it broadcasts is looked at before.
        let Ok(read) = read else { return Some(Overlap::None) };
        let is_same =
            read.layout().is_some() && read.layout() == selected.layout.as_ref() && read.offset == selected.offset;
        return if is_same { Some(Overlap::Full) } else { overlap_of(selected, read.layout(), read.offset) };
    }
    // One number is filled in where a mask holds.
    if has_view || selection.is_mask && given.numel() == 1 {
        return None;
    }
    overlap(tensor, given)
}

/// Whether PyTorch takes a value, or its exception. `false`: that is not known.
fn torch_assignment(
    context: &Context<'_>,
    tensor: &Tensor,
    selection: &Selection,
    (selected, given): (&Tensor, &Tensor),
    overlap: Overlap,
) -> Result<bool, LibraryError> {
    let library = Library::PyTorch;
    let own = leading_ones_stripped(&given.shape);
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
            return Ok(true);
        }
        if selected.overlaps() {
            return Err(library.not_writable());
        }
        return if overlap == Overlap::Partial { Err(overlap_error()) } else { Ok(true) };
    }
    leaf_error(context, tensor)?;
    let fits = broadcast_shapes(&own, &selection.shape).is_ok_and(|shape| shape == selection.shape);
    // One number is filled in where a mask holds.
    let is_filled = given.is_scalar || selection.is_mask && given.numel() == 1;
    Ok(overlap == Overlap::None && fits && (given.dtype == tensor.dtype || is_filled))
}

/// A shape without the axes of size 1 in front.
fn leading_ones_stripped(shape: &Shape) -> Shape {
    let ones = shape.iter().take_while(|&&size| size == 1).count();
    shape.iter().copied().skip(ones).collect()
}

/// The same of NumPy.
fn numpy_assignment(selection: &Selection, given: &Tensor) -> Result<bool, LibraryError> {
    let library = Library::NumPy;
    let compact = |shape: &Shape| shape.to_string().replace(", ", ",");
    let own = shortened(&given.shape, selection.shape.ndim());
    let fits = broadcast_shapes(&own, &selection.shape).is_ok_and(|shape| shape == selection.shape);
    if selection.is_element {
        return if fits && given.shape.is_empty() {
            Ok(true)
        } else {
            Err(library.error("setting an array element with a sequence."))
        };
    }
    if selection.view.is_some() && !fits {
        return Err(library.error(format!(
            "could not broadcast input array from shape {} into shape {}",
            compact(&own),
            compact(&selection.shape)
        )));
    }
    // Where a mask of all axes holds, the values of a row are taken one after the other.
    Ok(fits && (!selection.is_mask || given.shape.ndim() <= selection.shape.ndim()))
}
