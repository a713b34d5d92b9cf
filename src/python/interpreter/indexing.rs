//! `x[index]` and `x[index] = value`.

use std::ops::Range;

use super::arrays::{broadcast_values, from_nested, is_small, picked, positions, row_major};
use super::call::integer;
use super::context::{Context, Meeting, Outcome, Stop, raised, sizes, unreadable};
use super::elementwise::{known_values, leaf_error, wrote};
use super::reading::{OperationResult, UnreadableReason};
use super::types::{cast, cast_all, larger, type_name};
use super::value::{Placed, Tensor, Traits, Value};
use crate::broadcast::{Dtype, Scalar, Shape, StridedLayout, broadcast_shapes};
use crate::library::{Library, LibraryError};

/// One part of an index.
#[derive(Debug, Clone)]
enum Part {
    /// An integer.
    At(i64),
    /// `start:stop:step`.
    Slice([Option<i64>; 3]),
    /// `None`.
    New,
    /// `...`.
    Rest,
    /// A tensor of integers: its shape and its values or, where they are not known, their bounds.
    Integers(Shape, Option<Vec<i64>>, Option<(i64, i64)>),
    /// A tensor of bools: its shape, and its values where they are known.
    Mask(Shape, Option<Vec<bool>>),
}

/// What an index selects.
pub(super) struct Selection {
    pub(super) shape: Shape,
    /// Whether it is a view of the tensor.
    pub(super) is_view: bool,
    /// The layout of the view, where it is known.
    layout: Option<StridedLayout>,
    /// The position of each selected element in the tensor's row-major order, where the elements are few.
    places: Option<Vec<usize>>,
    /// Whether every part is an integer: NumPy then gives a scalar.
    is_element: bool,
    /// Whether a mask is a part of the index.
    has_mask: bool,
}

/// An axis of a tensor that an index keeps: its size, the axis and the step, and where it begins. A new axis has no source.
#[derive(Debug, Clone, Copy)]
struct Kept {
    size: u64,
    source: Option<(usize, i64)>,
    start: i64,
    /// The number of the tensor of integers that replaces the axis.
    advanced: Option<usize>,
}

/// `x[index]`.
///
/// # Errors
///
/// The library's own exception; an index that is not read.
pub(super) fn get(context: &mut Context<'_>, tensor: &Tensor, index: &Placed, span: &Range<usize>) -> Outcome {
    let selection = select(context, tensor, index, span)?;
    let selected = view(context, tensor, &selection, span)?;
    Ok(Value::Tensor(selected))
}

/// The tensor that an index selects.
pub(super) fn view(
    context: &mut Context<'_>,
    tensor: &Tensor,
    selection: &Selection,
    span: &Range<usize>,
) -> Outcome<Tensor> {
    let is_scalar = tensor.library == Library::NumPy && selection.is_element;
    let values = tensor.values().and_then(|values| picked(&values, selection.places.as_ref()?));
    context.make(values.as_ref().map_or(1, Vec::len), span)?;
    context.step(values.as_ref().map_or(0, |values| values.len() / 64), span)?;
    let requires_grad = context.grad && tensor.requires_grad.get();
    let leaves = if tensor.is_leaf() { vec![tensor.clone()] } else { tensor.leaves.borrow().clone() };
    let traits = Traits {
        values,
        layout: if selection.is_view { Some(selection.layout.clone()) } else { None },
        base: (selection.is_view && !is_scalar).then(|| tensor.clone()),
        is_scalar,
        read_only: tensor.read_only && selection.is_view,
        requires_grad,
        leaves: if requires_grad { leaves } else { Vec::new() },
    };
    let selected = Tensor::new(tensor.library, selection.shape.clone(), tensor.dtype, traits);
    selected.has_elements_of(tensor);
    if !selection.is_view {
        selected.is_random.set(false);
    }
    Ok(selected)
}

/// What an index selects.
///
/// # Errors
///
/// As for [`get`].
pub(super) fn select(
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
        Value::None | Value::Ellipsis | Value::Bool(_) => false,
        Value::Tensor(tensor) => tensor.dtype != Dtype::Bool,
        _ => true,
    };
    if library == Library::NumPy && tensor.is_scalar && items.iter().any(is_other) {
        return raised("IndexError", "invalid index to scalar variable.", span);
    }
    let mut parts = Vec::new();
    for item in &items {
        let read = part(context, library, item, span);
        // PyTorch counts the indices before it looks at their kinds.
        if items.len() > 1
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
    let is_element = rests == 0 && parts.iter().all(|part| matches!(part, Part::At(_))) && consumed == ndim;
    if rests == 0 {
        parts.push(Part::Rest);
    }
    Indexing { tensor, library, span, free: ndim - consumed, is_element }.run(parts)
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

/// A tensor that is being indexed.
struct Indexing<'a> {
    tensor: &'a Tensor,
    library: Library,
    span: &'a Range<usize>,
    /// The number of axes that `...` stands for.
    free: usize,
    /// Whether there is an integer for each axis, and nothing else.
    is_element: bool,
}

/// A tensor of integers of an index.
struct Advanced {
    shape: Shape,
    values: Option<Vec<i64>>,
}

impl Indexing<'_> {
    fn run(&self, parts: Vec<Part>) -> Outcome<Selection> {
        let has_arrays = parts.iter().any(|part| matches!(part, Part::Integers(..) | Part::Mask(..)));
        let has_mask = parts.iter().any(|part| matches!(part, Part::Mask(..)));
        // PyTorch compares a mask with what the other parts of the index leave of the tensor, NumPy before it looks at integers.
        let is_mixed = parts.iter().any(|part| !matches!(part, Part::Mask(..) | Part::Rest));
        let mut kept: Vec<Kept> = Vec::new();
        let mut advanced: Vec<Advanced> = Vec::new();
        let several = parts.iter().filter(|part| matches!(part, Part::Integers(..))).count() > 1;
        let mut offset = Vec::new();
        let mut axis = 0;
        // The tensors of an index are broadcast before their elements are compared with the sizes.
        let mut outside = None;
        for (place, part) in parts.into_iter().enumerate() {
            match part {
                Part::New => kept.push(Kept { size: 1, source: None, start: 0, advanced: None }),
                Part::Rest => {
                    for _ in 0..self.free {
                        kept.push(Kept { size: self.size(axis), source: Some((axis, 1)), start: 0, advanced: None });
                        axis += 1;
                    }
                }
                Part::At(at) => {
                    let at = match self.position(at, axis, place) {
                        // The other tensors of the index are checked before.
                        Err(_) if has_arrays && self.library == Library::NumPy => {
                            return unreadable(UnreadableReason::Values, self.span);
                        }
                        checked => checked?,
                    };
                    if has_arrays && self.library == Library::NumPy {
                        advanced.push(Advanced { shape: Shape::ones(0), values: Some(vec![at]) });
                        kept.push(Kept {
                            size: 1,
                            source: Some((axis, 1)),
                            start: 0,
                            advanced: Some(advanced.len() - 1),
                        });
                    } else {
                        offset.push((axis, at));
                    }
                    axis += 1;
                }
                Part::Slice(bounds) => {
                    kept.push(self.slice(bounds, axis)?);
                    axis += 1;
                }
                Part::Integers(shape, values, bounds) => {
                    let values = match self.checked(values, bounds, &shape, axis) {
                        Ok(values) => values,
                        // PyTorch checks the elements of all indices one after the other, with axes of its own order.
                        Err(stop)
                            if matches!(*stop, Stop::Raised(_))
                                && self.library == Library::PyTorch
                                && (several || place > 0 || self.size(axis) == 0) =>
                        {
                            return unreadable(UnreadableReason::Values, self.span);
                        }
                        Err(stop) => {
                            outside = outside.or(Some(stop));
                            None
                        }
                    };
                    advanced.push(Advanced { shape, values });
                    kept.push(Kept { size: 1, source: Some((axis, 1)), start: 0, advanced: Some(advanced.len() - 1) });
                    axis += 1;
                }
                Part::Mask(shape, values) => {
                    let matches = shape.iter().enumerate().all(|(at, &size)| size == self.size(axis + at));
                    if is_mixed && !matches {
                        return unreadable(UnreadableReason::Kinds, self.span);
                    }
                    for indices in self.nonzero(&shape, values, axis)? {
                        let shape = Shape::from([indices.len() as u64]);
                        advanced.push(Advanced { shape, values: Some(indices) });
                        kept.push(Kept {
                            size: 1,
                            source: Some((axis, 1)),
                            start: 0,
                            advanced: Some(advanced.len() - 1),
                        });
                        axis += 1;
                    }
                    if shape.is_empty() {
                        return unreadable(UnreadableReason::Kinds, self.span);
                    }
                }
            }
        }
        if advanced.is_empty() {
            return Ok(Selection { is_element: self.is_element, ..self.basic(&kept, &offset) });
        }
        let selection = self.gathered(&kept, &advanced, &offset)?;
        match outside {
            // PyTorch reads no index where there is nothing to select.
            Some(_) if self.library == Library::PyTorch && selection.shape.contains(&0) => {
                unreadable(UnreadableReason::Values, self.span)
            }
            Some(stop) => Err(stop),
            None => Ok(Selection { has_mask, ..selection }),
        }
    }

    fn size(&self, axis: usize) -> u64 {
        self.tensor.shape.get(axis).copied().unwrap_or(1)
    }

    /// The position that an integer names along an axis, counted from 0. `place` is the number of the integer in the index.
    fn position(&self, at: i64, axis: usize, place: usize) -> Outcome<i64> {
        let size = i64::try_from(self.size(axis)).unwrap_or(i64::MAX);
        if (-size..size).contains(&at) {
            return Ok(if at < 0 { at + size } else { at });
        }
        // PyTorch counts the parts of the index, NumPy the axes of the array.
        let (word, number) = match self.library {
            Library::PyTorch => ("dimension", place),
            Library::NumPy => ("axis", axis),
        };
        raised("IndexError", format!("index {at} is out of bounds for {word} {number} with size {size}"), self.span)
    }

    /// The integers of an index, counted from 0.
    fn checked(
        &self,
        values: Option<Vec<i64>>,
        bounds: Option<(i64, i64)>,
        shape: &Shape,
        axis: usize,
    ) -> Outcome<Option<Vec<i64>>> {
        let size = i64::try_from(self.size(axis)).unwrap_or(i64::MAX);
        match (values, bounds) {
            (Some(values), _) => {
                values.into_iter().map(|at| self.position(at, axis, axis)).collect::<Outcome<_>>().map(Some)
            }
            (None, Some((low, high))) if low >= -size && high < size => Ok(None),
            (None, _) if shape.contains(&0) => Ok(None),
            (None, _) => unreadable(UnreadableReason::Values, self.span),
        }
    }

    fn slice(&self, [start, stop, step]: [Option<i64>; 3], axis: usize) -> Outcome<Kept> {
        let size = i64::try_from(self.size(axis)).unwrap_or(i64::MAX);
        let step = step.unwrap_or(1);
        match (self.library, step) {
            (_, 0) => {
                return raised("ValueError", "slice step cannot be zero", self.span);
            }
            (Library::PyTorch, ..0) => return raised("ValueError", "step must be greater than zero", self.span),
            _ => {}
        }
        let (start, count) = slice_range(size, start, stop, step);
        Ok(Kept { size: count, source: Some((axis, step)), start, advanced: None })
    }

    /// The indices at which a mask is true, one list for each of its axes.
    fn nonzero(&self, shape: &Shape, values: Option<Vec<bool>>, axis: usize) -> Outcome<Vec<Vec<i64>>> {
        for (number, &size) in shape.iter().enumerate() {
            let own = self.size(axis + number);
            if size != own {
                let message = match self.library {
                    Library::PyTorch => format!(
                        "The shape of the mask {:?} at index {number} does not match the shape of the indexed tensor {:?} at index {}",
                        sizes(shape),
                        sizes(&self.tensor.shape),
                        axis + number
                    ),
                    Library::NumPy => format!(
                        "boolean index did not match indexed array along axis {}; size of axis is {own} but size of corresponding \
                         boolean axis is {size}",
                        axis + number
                    ),
                };
                return raised("IndexError", message, self.span);
            }
        }
        let Some(values) = values else { return unreadable(UnreadableReason::Values, self.span) };
        let strides = row_major(shape);
        let mut indices = vec![Vec::new(); shape.ndim()];
        for (at, _) in values.iter().enumerate().filter(|(_, value)| **value) {
            let mut rest = at as i64;
            for (list, &stride) in indices.iter_mut().zip(&strides) {
                list.push(rest / stride.max(1));
                rest %= stride.max(1);
            }
        }
        Ok(indices)
    }

    /// What an index without tensors selects.
    fn basic(&self, kept: &[Kept], offset: &[(usize, i64)]) -> Selection {
        let shape: Shape = kept.iter().map(|kept| kept.size).collect();
        let own = row_major(&self.tensor.shape);
        let stride = |axis: usize| own.get(axis).copied().unwrap_or(0);
        let first: i64 = offset.iter().map(|&(axis, at)| at * stride(axis)).sum::<i64>()
            + kept.iter().filter_map(|kept| kept.source.map(|(axis, _)| kept.start * stride(axis))).sum::<i64>();
        let strides: Vec<i64> =
            kept.iter().map(|kept| kept.source.map_or(0, |(axis, step)| stride(axis) * step)).collect();
        let places = (is_small(&self.tensor.shape) && is_small(&shape)).then(|| positions(&shape, &strides, first));
        Selection { layout: self.layout(kept), shape, is_view: true, places, is_element: false, has_mask: false }
    }

    /// The layout of a view.
    fn layout(&self, kept: &[Kept]) -> Option<StridedLayout> {
        let layout = self.tensor.layout.as_ref()?;
        let mut view = StridedLayout::with_strides(Shape::ones(0), Vec::new())?;
        let mut sizes = Vec::new();
        let mut strides = Vec::new();
        for kept in kept {
            if let Some((axis, step)) = kept.source {
                sizes.push(kept.size);
                strides.push(layout.strides().get(axis)?.checked_mul(u64::try_from(step).ok()?)?);
                view = StridedLayout::with_strides(Shape::from(sizes.as_slice()), strides.clone())?;
            }
        }
        for (at, kept) in kept.iter().enumerate() {
            if kept.source.is_none() {
                view = self.library.insert_axis(&view, at);
            }
        }
        Some(view)
    }

    /// What an index with tensors selects.
    fn gathered(&self, kept: &[Kept], advanced: &[Advanced], offset: &[(usize, i64)]) -> Outcome<Selection> {
        let mut common = Shape::ones(0);
        for array in advanced {
            match broadcast_shapes(&common, &array.shape) {
                Ok(shape) => common = shape,
                Err(_) => return self.shape_mismatch(advanced),
            }
        }
        let at: Vec<usize> =
            kept.iter().enumerate().filter(|(_, kept)| kept.advanced.is_some()).map(|(at, _)| at).collect();
        let (first, last) = (at.first().copied().unwrap_or(0), at.last().copied().unwrap_or(0));
        // Tensors that do not stand next to each other put their axes in front.
        let insert = if last - first + 1 == at.len() { first } else { 0 };
        let plain: Vec<&Kept> = kept.iter().filter(|kept| kept.advanced.is_none()).collect();
        let before = kept.iter().take(insert).filter(|kept| kept.advanced.is_none()).count();
        let mut sizes: Vec<u64> = plain.iter().map(|kept| kept.size).collect();
        sizes.splice(before..before, common.iter().copied());
        let shape = Shape::from(sizes.as_slice());
        let places = self.gathered_places(&shape, &plain, before, &common, kept, advanced, offset);
        Ok(Selection { shape, is_view: false, layout: None, places, is_element: false, has_mask: false })
    }

    #[allow(clippy::too_many_arguments, reason = "all parts of one computation")]
    fn gathered_places(
        &self,
        shape: &Shape,
        plain: &[&Kept],
        before: usize,
        common: &Shape,
        kept: &[Kept],
        advanced: &[Advanced],
        offset: &[(usize, i64)],
    ) -> Option<Vec<usize>> {
        if !is_small(shape) || !is_small(&self.tensor.shape) {
            return None;
        }
        let own = row_major(&self.tensor.shape);
        let stride = |axis: usize| own.get(axis).copied().unwrap_or(0);
        let mut first: i64 = offset.iter().map(|&(axis, at)| at * stride(axis)).sum();
        first += plain.iter().filter_map(|kept| kept.source.map(|(axis, _)| kept.start * stride(axis))).sum::<i64>();
        let mut strides: Vec<i64> =
            plain.iter().map(|kept| kept.source.map_or(0, |(axis, step)| stride(axis) * step)).collect();
        strides.splice(before..before, std::iter::repeat_n(0, common.ndim()));
        let mut places: Vec<i64> = positions(shape, &strides, first).into_iter().map(|at| at as i64).collect();
        // Where each element of the result reads the tensors of the index.
        let mut own_strides = vec![0; plain.len()];
        own_strides.splice(before..before, row_major(common));
        let reads = positions(shape, &own_strides, 0);
        for kept in kept {
            let (Some(number), Some((axis, _))) = (kept.advanced, kept.source) else { continue };
            let array = advanced.get(number)?;
            let scalars: Vec<Scalar> = array.values.as_ref()?.iter().map(|&value| Scalar::Int(value)).collect();
            let values = broadcast_values(&scalars, &array.shape, common)?;
            for (place, &read) in places.iter_mut().zip(&reads) {
                *place += values.get(read)?.to_int() * stride(axis);
            }
        }
        places.into_iter().map(|place| usize::try_from(place).ok()).collect()
    }

    fn shape_mismatch<T>(&self, advanced: &[Advanced]) -> Outcome<T> {
        let shapes: Vec<String> = advanced
            .iter()
            .filter(|array| self.library == Library::PyTorch || !array.shape.is_empty())
            .map(|array| match self.library {
                Library::PyTorch => format!("{:?}", sizes(&array.shape)),
                Library::NumPy => array.shape.to_string().replace(", ", ","),
            })
            .collect();
        let message = match self.library {
            Library::PyTorch => {
                format!(
                    "shape mismatch: indexing tensors could not be broadcast together with shapes {}",
                    shapes.join(", ")
                )
            }
            Library::NumPy => {
                format!(
                    "shape mismatch: indexing arrays could not be broadcast together with shapes {}",
                    shapes.join(" ")
                )
            }
        };
        raised("IndexError", message, self.span)
    }
}

/// The first position and the number of positions of a slice of an axis.
pub(super) fn slice_range(size: i64, start: Option<i64>, stop: Option<i64>, step: i64) -> (i64, u64) {
    let (low, high) = if step > 0 { (0, size) } else { (-1, size - 1) };
    let bound = |at: i64| (if at < 0 { at.saturating_add(size) } else { at }).clamp(low, high);
    let start = start.map_or(if step > 0 { low } else { high }, bound);
    let stop = stop.map_or(if step > 0 { high } else { low }, bound);
    let distance = if step > 0 { stop - start } else { start - stop };
    let count = if distance <= 0 { 0 } else { (distance - 1) / step.saturating_abs() + 1 };
    (start, count.unsigned_abs())
}

/// `x[index] = value`.
///
/// # Errors
///
/// The library's own exception; an assignment that is not read.
pub(super) fn set(
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
    if fills_mask(tensor, index, value) {
        check_number(tensor, value, span)?;
        if library == Library::PyTorch
            && let Err(error) = leaf_error(context, tensor)
        {
            return raised(error.error_type, error.message, span);
        }
        wrote(context, tensor, &[], None);
        return Ok(());
    }
    let selection = select(context, tensor, index, span)?;
    check_number(tensor, value, span)?;
    let selected = view(context, tensor, &selection, span)?;
    let given = match (&value.value, library) {
        (Value::Tensor(given), library) if given.library == library => given.clone(),
        (Value::List(_) | Value::Tuple(..), Library::NumPy) => super::arrays::to_array(context, value)?,
        (number, _) if number.number_kind().is_some() => {
            let dtype = super::types::Kind::of_value(number).map_or(tensor.dtype, |kind| kind.dtype(library));
            let values = known_values(number);
            Tensor::new(library, Shape::ones(0), dtype, Traits { values, is_scalar: true, ..Traits::default() })
        }
        _ => return unreadable(UnreadableReason::Kinds, span),
    };
    if library == Library::NumPy && super::types::is_complex(larger(library, given.dtype, tensor.dtype)) {
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
    if library == Library::PyTorch && may_overlap(&selected, tensor, &given, selection.is_view) {
        return unreadable(UnreadableReason::Kinds, span);
    }
    let error = match library {
        Library::PyTorch => torch_assignment(context, tensor, &selection, &selected, &given),
        Library::NumPy => match whole_mask(context, tensor, index)? {
            Some(mask) => mask_assignment(&mask, &selection, &given),
            None => numpy_assignment(&selection, &given),
        },
    };
    if let Err(error) = error {
        return context.fails(&meeting, error);
    }
    if selection.has_mask && given.numel() > 1 && library == Library::PyTorch && selection.shape.numel().is_none() {
        return unreadable(UnreadableReason::Values, span);
    }
    let values = written(tensor, &selection, &given);
    wrote(context, tensor, &[&given], values);
    context.record(&meeting, OperationResult::Tensor(selection.shape.clone()))
}

/// The index where it is one mask with all axes of the tensor, or a list that makes one.
fn whole_mask(context: &mut Context<'_>, tensor: &Tensor, index: &Placed) -> Outcome<Option<Tensor>> {
    let mask = match &index.value {
        Value::Tensor(mask) => mask.clone(),
        Value::List(_) => super::arrays::to_array(context, index)?,
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
    let layout = tensor.layout.as_ref();
    mask.dtype == Dtype::Bool
        && !mask.shape.is_empty()
        && mask.library == tensor.library
        && mask.values().is_none()
        && fits
        && is_number
        && layout.is_some_and(|layout| !layout.overlaps())
}

/// The values of a tensor after an assignment, where they are known.
fn written(tensor: &Tensor, selection: &Selection, given: &Tensor) -> Option<Vec<Scalar>> {
    let mut values = tensor.values()?.to_vec();
    let stripped: Shape = shortened(&given.shape, selection.shape.ndim());
    let new = broadcast_values(&given.values()?, &stripped, &selection.shape)?;
    let new = cast_all(&new, tensor.dtype)?;
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

/// Whether PyTorch may find that a value and the place that it is written to share elements. It looks only at tensors that fill a part of
/// the storage without gaps, and where an index has tensors at the whole tensor.
fn may_overlap(selected: &Tensor, tensor: &Tensor, given: &Tensor, is_view: bool) -> bool {
    let has_gaps = |layout: &StridedLayout| layout.required_len() > layout.shape().numel();
    let is_sparse = |tensor: &Tensor| tensor.layout.as_ref().is_some_and(has_gaps);
    given.shares_storage(tensor) && !given.shape.contains(&0) && !(is_view && (is_sparse(selected) || is_sparse(given)))
}

fn torch_assignment(
    context: &Context<'_>,
    tensor: &Tensor,
    selection: &Selection,
    selected: &Tensor,
    given: &Tensor,
) -> Result<(), LibraryError> {
    let library = Library::PyTorch;
    let own = leading_ones_stripped(&given.shape);
    if selection.is_view {
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
        if selected.layout.as_ref().is_some_and(StridedLayout::overlaps) {
            return Err(library.not_writable());
        }
        return Ok(());
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
    if given.dtype != tensor.dtype && !given.is_scalar && !(selection.has_mask && given.numel() == 1) {
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
        _ if selection.is_view => Err(library.error(format!(
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
