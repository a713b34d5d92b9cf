//! Which elements of a tensor the parts of an index select: their shape, their places and the layout of a view.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::reading::UnreadableReason;
use crate::tensors::arrays::{is_small, picked, positions, row_major, stretched};
use crate::tensors::context::{Outcome, raised, sizes, unreadable};
use crate::tensors::value::{Tensor, View};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Scalar, Shape, StridedLayout, broadcast_shapes};

/// One part of an index.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    /// An integer.
    At(i64),
    /// `start:stop:step`.
    Slice([Option<i64>; 3]),
    /// `None`.
    New,
    /// `...`.
    Rest,
    /// A tensor of integers.
    Integers(Array),
    /// A tensor of bools: its shape, and its values where they are known.
    Mask(Shape, Option<Vec<bool>>),
}

/// A tensor of integers of an index.
#[derive(Debug, Clone)]
pub(crate) struct Array {
    pub(crate) shape: Shape,
    pub(crate) values: Option<Vec<i64>>,
    /// The least and the greatest value, where they are known and the values are not.
    pub(crate) bounds: Option<(i64, i64)>,
}

/// What an index selects.
pub(crate) struct Selection {
    pub(crate) shape: Shape,
    /// The view of the tensor that it is; `None` where the elements are copied.
    pub(crate) view: Option<View>,
    /// The layout of the copy, where it is known.
    pub(crate) layout: Option<StridedLayout>,
    /// The position of each copied element in the tensor's row-major order, where the elements are few.
    pub(crate) places: Option<Vec<usize>>,
    /// Whether every part is an integer: NumPy then gives a scalar.
    pub(crate) is_element: bool,
    /// Whether one mask is the only tensor of the index.
    pub(crate) is_mask: bool,
}

impl Selection {
    /// The selected elements, where they are known.
    pub(crate) fn values(&self, tensor: &Tensor) -> Option<Vec<Scalar>> {
        match &self.view {
            Some(view) => view.values(),
            None => picked(&tensor.values()?, self.places.as_ref()?),
        }
    }
}

/// An axis that an index keeps.
#[derive(Debug, Default)]
struct Kept {
    size: u64,
    /// The axis of the tensor, or the one that a new axis stands before.
    axis: usize,
    is_new: bool,
    /// Where it begins on that axis, and its step. Both are 0 for a new axis.
    start: i64,
    step: i64,
    /// The tensor of integers that replaces the axis.
    array: Option<Array>,
}

/// A tensor that is being indexed.
pub(crate) struct Indexing<'a> {
    pub(crate) tensor: &'a Tensor,
    pub(crate) library: Library,
    pub(crate) span: &'a Range<usize>,
    /// The number of axes that `...` stands for.
    pub(crate) free: usize,
    /// Whether there is an integer for each axis, and nothing else.
    pub(crate) is_element: bool,
    /// Whether the tensor and those of the index are row-major.
    pub(crate) is_row_major: bool,
}

impl Indexing<'_> {
    /// What the parts of an index select.
    ///
    /// # Errors
    ///
    /// As for [`crate::functions::indexing::get`].
    pub(crate) fn run(&self, parts: Vec<Part>) -> Outcome<Selection> {
        let has_mask = parts.iter().any(|part| matches!(part, Part::Mask(..)));
        let arrays = parts.iter().filter(|part| matches!(part, Part::Integers(_) | Part::Mask(..))).count();
        let is_mixed = parts.iter().any(|part| !matches!(part, Part::Mask(..) | Part::Rest));
        let last = parts.len() - usize::from(matches!(parts.last(), Some(Part::Rest)));
        let mut kept: Vec<Kept> = Vec::new();
        let array = |axis, array| Kept { size: self.size(axis), axis, array: Some(array), ..Kept::default() };
        let mut offset = Vec::new();
        let mut axis = 0;
        for (place, part) in parts.into_iter().enumerate() {
            match part {
                Part::New => {
                    kept.push(Kept { size: 1, axis, is_new: true, ..Kept::default() });
                    continue;
                }
                Part::Rest => {
                    for _ in 0..self.free {
                        kept.push(Kept { size: self.size(axis), axis, step: 1, ..Kept::default() });
                        axis += 1;
                    }
                    continue;
                }
                Part::At(at) => match self.position(at, axis, place) {
                    // The other tensors of the index are checked before.
                    Err(_) if arrays > 0 && self.library == Library::NumPy => {
                        return unreadable(UnreadableReason::Values, self.span);
                    }
                    at if arrays > 0 && self.library == Library::NumPy => {
                        kept.push(array(axis, Array { shape: Shape::ones(0), values: Some(vec![at?]), bounds: None }));
                    }
                    at => offset.push((axis, at?)),
                },
                Part::Slice(bounds) => kept.push(self.slice(bounds, axis)?),
                Part::Integers(integers) => kept.push(array(axis, integers)),
                Part::Mask(shape, values) => {
                    let wrong = (0..shape.ndim()).find(|&at| shape.get(at) != Some(&self.size(axis + at)));
                    // What else stands in the index may be looked at before. NumPy takes a mask without elements for one of any shape.
                    let is_mixed = match self.library {
                        Library::PyTorch => place + 1 < last,
                        Library::NumPy => is_mixed || shape.contains(&0),
                    };
                    match wrong {
                        None if !shape.is_empty() => {}
                        Some(number) if !is_mixed => return self.mask_mismatch(&shape, number, &kept, axis),
                        _ => return unreadable(UnreadableReason::Kinds, self.span),
                    }
                    for indices in self.nonzero(&shape, values)? {
                        let shape = Shape::from([indices.len() as u64]);
                        kept.push(array(axis, Array { shape, values: Some(indices), bounds: None }));
                        axis += 1;
                    }
                    continue;
                }
            }
            axis += 1;
        }
        if arrays == 0 {
            return self.basic(&kept, &offset);
        }
        let selection = self.gathered(&kept, &offset)?;
        self.check_arrays(&kept, &selection.shape)?;
        Ok(Selection { is_mask: has_mask && arrays == 1, ..selection })
    }

    /// The exception for a mask of another size than the axes that it is for: `number` is the axis of the mask, `axis` the first one of
    /// the tensor.
    fn mask_mismatch<T>(&self, mask: &Shape, number: usize, kept: &[Kept], axis: usize) -> Outcome<T> {
        let message = match self.library {
            Library::NumPy => format!(
                "boolean index did not match indexed array along axis {}; size of axis is {} but size of corresponding boolean axis \
                 is {}",
                axis + number,
                self.size(axis + number),
                mask.get(number).copied().unwrap_or(0)
            ),
            Library::PyTorch => {
                // The integers and slices are applied first.
                let before = kept.iter().map(|kept| kept.size);
                let left: Vec<u64> = before.chain(self.tensor.shape.iter().skip(axis).copied()).listed();
                format!(
                    "The shape of the mask {:?} at index {number} does not match the shape of the indexed tensor {left:?} at index {}",
                    sizes(mask),
                    kept.len() + number
                )
            }
        };
        raised("IndexError", message, self.span)
    }

    fn size(&self, axis: usize) -> u64 {
        self.tensor.shape.get(axis).copied().unwrap_or(1)
    }

    /// The same as a signed integer.
    fn length(&self, axis: usize) -> i64 {
        i64::try_from(self.size(axis)).unwrap_or(i64::MAX)
    }

    /// The position that an integer names along an axis, counted from 0. `place` is the number of the integer in the index.
    fn position(&self, at: i64, axis: usize, place: usize) -> Outcome<i64> {
        let size = self.length(axis);
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

    /// Checks the elements of the tensors of an index, which are broadcast before.
    fn check_arrays(&self, kept: &[Kept], selected: &Shape) -> Outcome<()> {
        let arrays = || kept.iter().filter_map(|kept| Some((kept.axis, kept.array.as_ref()?)));
        // NumPy reads no index where the indices together have no elements.
        if self.library == Library::NumPy && arrays().any(|(_, array)| array.shape.contains(&0)) {
            return Ok(());
        }
        for (axis, array) in arrays() {
            let size = self.length(axis);
            let outside = match (&array.values, array.bounds) {
                (Some(values), _) => values.iter().find(|at| !(-size..size).contains(at)),
                (None, Some((low, high))) if low >= -size && high < size => None,
                (None, _) if array.shape.contains(&0) => None,
                (None, _) => return unreadable(UnreadableReason::Values, self.span),
            };
            let Some(&at) = outside else { continue };
            // PyTorch checks the elements of all indices one after the other, with axes of its own order, and none where there is
            // nothing to select.
            let is_first =
                kept.first().is_some_and(|first| first.array.is_some()) && axis == 0 && arrays().count() == 1;
            if self.library == Library::PyTorch && (!is_first || size == 0 || selected.contains(&0)) {
                return unreadable(UnreadableReason::Values, self.span);
            }
            self.position(at, axis, axis)?;
        }
        Ok(())
    }

    fn slice(&self, [start, stop, step]: [Option<i64>; 3], axis: usize) -> Outcome<Kept> {
        let step = step.unwrap_or(1);
        match (self.library, step) {
            (_, 0) => return raised("ValueError", "slice step cannot be zero", self.span),
            (Library::PyTorch, ..0) => return raised("ValueError", "step must be greater than zero", self.span),
            _ => {}
        }
        let (start, size) = slice_range(self.length(axis), start, stop, step);
        // NumPy takes no step where there are no elements.
        let (start, step) = if size == 0 && self.library == Library::NumPy { (0, 1) } else { (start, step) };
        Ok(Kept { size, axis, start, step, ..Kept::default() })
    }

    /// The indices at which a mask is true, one list for each of its axes.
    fn nonzero(&self, shape: &Shape, values: Option<Vec<bool>>) -> Outcome<Vec<Vec<i64>>> {
        let Some(values) = values else { return unreadable(UnreadableReason::Values, self.span) };
        let mut indices = vec![Vec::new(); shape.ndim()];
        for (at, _) in values.iter().enumerate().filter(|(_, value)| **value) {
            let mut rest = at as i64;
            for (list, stride) in indices.iter_mut().zip(row_major(shape)) {
                list.push(rest / stride.max(1));
                rest %= stride.max(1);
            }
        }
        Ok(indices)
    }

    /// What an index without tensors selects.
    fn basic(&self, kept: &[Kept], offset: &[(usize, i64)]) -> Outcome<Selection> {
        let view = View::of(self.tensor).with(&|layout| self.part_of(layout, kept, offset).ok_or(()));
        let Ok(view) = view else { return unreadable(UnreadableReason::Kinds, self.span) };
        let view = View { is_scalar: false, ..view };
        Ok(Selection {
            shape: view.shape.clone(),
            layout: Some(self.library.contiguous(&view.shape)),
            view: Some(view),
            places: None,
            is_element: self.is_element,
            is_mask: false,
        })
    }

    /// The layout of a part of a tensor, and how far its first element lies behind that of the tensor.
    fn part_of(&self, layout: &StridedLayout, kept: &[Kept], offset: &[(usize, i64)]) -> Option<(StridedLayout, u64)> {
        let own = layout.strides();
        let mut strides = Vec::new();
        let mut shift = 0_u64;
        for &(axis, at) in offset {
            shift = shift.wrapping_add(own.get(axis)?.wrapping_mul(at as u64));
        }
        for kept in kept {
            strides.push(match own.get(kept.axis) {
                _ if kept.is_new && self.library == Library::NumPy => 0,
                // PyTorch reads an index from left to right: the axis that a new one stands before is whole then.
                Some(stride) if kept.is_new => stride.saturating_mul(self.size(kept.axis)),
                None if kept.is_new => 1,
                stride => {
                    shift = shift.wrapping_add(stride?.wrapping_mul(kept.start as u64));
                    stride?.wrapping_mul(kept.step as u64)
                }
            });
        }
        let shape = kept.iter().map(|kept| kept.size).collect();
        Some((StridedLayout::with_strides(shape, strides)?, shift))
    }

    /// What an index with tensors selects.
    fn gathered(&self, kept: &[Kept], offset: &[(usize, i64)]) -> Outcome<Selection> {
        let mut common = Shape::ones(0);
        for array in kept.iter().filter_map(|kept| kept.array.as_ref()) {
            match broadcast_shapes(&common, &array.shape) {
                Ok(shape) => common = shape,
                Err(_) => return self.shape_mismatch(kept),
            }
        }
        let is_array = |kept: &&Kept| kept.array.is_some();
        let count = kept.iter().filter(is_array).count();
        let first = kept.iter().take_while(|kept| kept.array.is_none()).count();
        // Tensors that do not stand next to each other put their axes in front.
        let are_neighbours = kept.iter().skip(first).take(count).all(|kept| kept.array.is_some());
        let plain: Vec<&Kept> = kept.iter().filter(|kept| kept.array.is_none()).listed();
        let (before, after) = plain.split_at(if are_neighbours { first } else { 0 });
        let part = |kept: &[&Kept]| kept.iter().map(|kept| kept.size).listed();
        let shape = Shape::from([part(before), common.to_vec(), part(after)].concat().as_slice());
        let is_plain = |kept: &&Kept| kept.step == 1 && self.size(kept.axis) == kept.size;
        // Whole rows of a row-major tensor follow each other. Axes of size 1 may be ordered otherwise.
        let is_row_major = self.is_row_major
            && kept.iter().take(count).all(|kept| kept.array.is_some())
            && offset.is_empty()
            && plain.iter().all(is_plain)
            && !shape.contains(&1);
        let is_known = is_small(&shape) && is_small(&self.tensor.shape);
        let parts = (before, &common, after);
        Ok(Selection {
            layout: is_row_major.then(|| self.library.contiguous(&shape)),
            places: if is_known { self.places(&shape, kept, offset, parts) } else { None },
            shape,
            view: None,
            is_element: self.is_element && self.library == Library::NumPy,
            is_mask: false,
        })
    }

    /// The place of each element that an index with tensors selects: axes before those of the tensors, these, and axes after them.
    fn places(
        &self,
        shape: &Shape,
        kept: &[Kept],
        offset: &[(usize, i64)],
        (before, common, after): (&[&Kept], &Shape, &[&Kept]),
    ) -> Option<Vec<usize>> {
        let own = row_major(&self.tensor.shape);
        let stride = |axis: usize| own.get(axis).copied().unwrap_or(0);
        let mut start: i64 = offset.iter().map(|&(axis, at)| at * stride(axis)).sum();
        let mut strides = vec![0; shape.ndim()];
        let plain = (0..before.len()).chain(before.len() + common.ndim()..shape.ndim());
        for (at, kept) in plain.zip(before.iter().chain(after)) {
            start += kept.start * stride(kept.axis);
            *strides.get_mut(at)? = kept.step * stride(kept.axis);
        }
        let mut places = positions(shape, &strides, start);
        for kept in kept {
            let Some(array) = &kept.array else { continue };
            let strides = [vec![0; before.len()], stretched(&array.shape, common), vec![0; after.len()]].concat();
            for (place, read) in places.iter_mut().zip(positions(shape, &strides, 0)) {
                let at = *array.values.as_ref()?.get(read)?;
                let at = if at < 0 { at.saturating_add(self.length(kept.axis)) } else { at };
                // One that lies outside is an exception later.
                *place = place.wrapping_add(stride(kept.axis).wrapping_mul(at) as usize);
            }
        }
        Some(places)
    }

    fn shape_mismatch<T>(&self, kept: &[Kept]) -> Outcome<T> {
        let arrays = kept.iter().filter_map(|kept| kept.array.as_ref());
        let (kind, separator) = match self.library {
            Library::PyTorch => ("tensors", ", "),
            Library::NumPy => ("arrays", " "),
        };
        let shapes: Vec<String> = arrays
            .filter(|array| self.library == Library::PyTorch || !array.shape.is_empty())
            .map(|array| match self.library {
                Library::PyTorch => format!("{:?}", sizes(&array.shape)),
                Library::NumPy => array.shape.to_string().replace(", ", ","),
            })
            .listed();
        let message = format!(
            "shape mismatch: indexing {kind} could not be broadcast together with shapes {}",
            shapes.join(separator)
        );
        raised("IndexError", message, self.span)
    }
}

/// The first position and the number of positions of a slice of an axis.
pub(crate) fn slice_range(size: i64, start: Option<i64>, stop: Option<i64>, step: i64) -> (i64, u64) {
    let (low, high) = if step > 0 { (0, size) } else { (-1, size - 1) };
    let bound = |at: i64| (if at < 0 { at.saturating_add(size) } else { at }).clamp(low, high);
    let start = start.map_or(if step > 0 { low } else { high }, bound);
    let stop = stop.map_or(if step > 0 { high } else { low }, bound);
    let distance = if step > 0 { stop - start } else { start - stop };
    let count = if distance <= 0 { 0 } else { (distance - 1) / step.saturating_abs() + 1 };
    (start, count.unsigned_abs())
}
