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
    // What cannot be an element has messages that depend on the index. PyTorch takes no lists.
    let is_read = match value.value {
        Value::Tensor(_) => true,
        Value::List(_) | Value::Tuple(..) => library == Library::NumPy,
        _ => value.value.number_kind().is_some(),
    };
    if !is_read {
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
    // What PyTorch checks of a leaf, it checks after the number of indices, and after the shape of a mask that a number fills.
    let is_leaf_first = |message: &str| {
        let is_mask = is_number && !is_of_view && message.starts_with("The shape of the mask");
        is_leaf && !is_mask && !message.starts_with("too many indices")
    };
    let selection = match select(context, tensor, index, span) {
        // The libraries look at the tensor and at the value before they look at the elements of an index.
        Err(stop)
            if has_arrays
                && matches!(&*stop, Stop::Raised(raised)
                    if is_leaf_first(&raised.message) || may_raise_first(tensor, &items, &value.value, &raised.message)) =>
        {
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
    let is_complex_in_real = is_complex(given.dtype) && tensor.dtype != Dtype::Complex128;
    // An element of bool takes what counts as true.
    let is_truth = selection.is_element && tensor.dtype == Dtype::Bool && !given.shape.is_empty();
    if library == Library::NumPy && (is_complex_in_real || is_truth) {
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
    let error = match library {
        Library::PyTorch => torch_assignment(context, tensor, &selection, (&selected, &given), overlap),
        Library::NumPy => match whole_mask(context, tensor, index)? {
            Some(mask) => mask_assignment(&mask, &selection, &given),
            None => numpy_assignment(&selection, &given),
        },
    };
    if let Err(error) = error {
        return context.fails(&meeting, error);
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

/// Whether the exception for a value may come before that for an index with tensors, whose message is given.
fn may_raise_first(tensor: &Tensor, items: &[Value], value: &Value, message: &str) -> bool {
    // PyTorch looks at integers first. It names the place in the index, where only a tensor that stands first is checked here.
    let is_first = message.contains("dimension 0 ") && items.first().is_some_and(is_array);
    let is_of_array = message.starts_with("index ") && (tensor.library == Library::NumPy || is_first);
    let given = match value {
        Value::Tensor(given) => given.shape.clone(),
        // The shape of a list is not looked at here.
        Value::List(_) | Value::Tuple(..) => return is_of_array,
        _ => return false,
    };
    // The types are compared too.
    let is_other = value.tensor().is_some_and(|given| given.dtype != tensor.dtype);
    if tensor.library == Library::PyTorch && is_of_array && is_other {
        return true;
    }
    let has_shared = value.tensor().is_some_and(|given| given.shares_storage(tensor));
    let index: Option<Shape> = match items {
        [Value::Tensor(index)] => Some(index.shape.clone()),
        [Value::List(items)] if items.borrow().iter().all(|item| item.number_kind().is_some()) => {
            Some(Shape::from([items.borrow().len() as u64]))
        }
        _ => None,
    };
    let selected = index.map(|index| index.iter().chain(tensor.shape.iter().skip(1)).copied().collect::<Shape>());
    let fits = selected.is_some_and(|selected| {
        broadcast_shapes(&shortened(&given, selected.ndim()), &selected).is_ok_and(|shape| shape == selected)
    });
    let is_counted = message.starts_with("too many indices");
    tensor.library == Library::PyTorch && has_shared && !is_counted || is_of_array && !given.is_empty() && !fits
}

/// The index where it is one mask with all axes of the tensor, or a list that makes one.
fn whole_mask(context: &mut Context<'_>, tensor: &Tensor, index: &Placed) -> Outcome<Option<Tensor>> {
    let mask = match &index.value {
        Value::Tensor(mask) => mask.clone(),
        Value::List(_) => to_array(context, index)?,
        _ => return Ok(None),
    };
    let is_whole = mask.dtype == Dtype::Bool && mask.shape.ndim() == tensor.shape.ndim() && !mask.is_scalar;
    Ok(is_whole.then_some(mask))
}

/// What NumPy checks where values are assigned by one mask with all axes: each element of the mask that is true takes the next value.
fn mask_assignment(mask: &Tensor, selection: &Selection, given: &Tensor) -> Result<(), LibraryError> {
    let error = |error_type, message: String| Err(LibraryError { error_type, message });
    let count = mask.values().map(|values| values.iter().filter(|value| value.to_int() != 0).count() as u64);
    let start = "NumPy boolean array indexing assignment";
    match (&*given.shape, count) {
        ([] | [1], _) => Ok(()),
        (&[values], Some(count)) if values != count => {
            let message = format!(
                "{start} cannot assign {values} input values to the {count} output values where the mask is true"
            );
            error("ValueError", message)
        }
        ([_], _) => numpy_assignment(selection, given),
        (more, _) => {
            let message = format!("{start} requires a 0 or 1-dimensional input, input has {} dimensions", more.len());
            error("TypeError", message)
        }
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

fn torch_assignment(
    context: &Context<'_>,
    tensor: &Tensor,
    selection: &Selection,
    (selected, given): (&Tensor, &Tensor),
    overlap: Overlap,
) -> Result<(), LibraryError> {
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
            return Ok(());
        }
        if selected.overlaps() {
            return Err(library.not_writable());
        }
        return if overlap == Overlap::Partial { Err(overlap_error()) } else { Ok(()) };
    }
    leaf_error(context, tensor)?;
    if overlap != Overlap::None {
        return Err(overlap_error());
    }
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

/// A shape without the axes of size 1 in front.
fn leading_ones_stripped(shape: &Shape) -> Shape {
    let ones = shape.iter().take_while(|&&size| size == 1).count();
    shape.iter().copied().skip(ones).collect()
}

fn numpy_assignment(selection: &Selection, given: &Tensor) -> Result<(), LibraryError> {
    let library = Library::NumPy;
    let compact = |shape: &Shape| shape.to_string().replace(", ", ",");
    let own = shortened(&given.shape, selection.shape.ndim());
    match broadcast_shapes(&own, &selection.shape) {
        Ok(shape) if shape == selection.shape && (!selection.is_element || given.shape.is_empty()) => Ok(()),
        _ if selection.is_element => Err(library.error("setting an array element with a sequence.")),
        _ if selection.view.is_some() => Err(library.error(format!(
            "could not broadcast input array from shape {} into shape {}",
            compact(&own),
            compact(&selection.shape)
        ))),
        _ => Err(library.error(format!(
            "shape mismatch: value array of shape {} could not be broadcast to indexing result of shape {}",
            compact(&given.shape),
            compact(&selection.shape)
        ))),
    }
}
