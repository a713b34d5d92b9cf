//! Which elements of a tensor the parts of an index select: their shape, their places and the layout of a view.

use std::ops::Range;

use crate::reading::UnreadableReason;
use crate::tensors::arrays::{broadcast_values, is_small, picked, positions, row_major};
use crate::tensors::context::{Outcome, Stop, raised, sizes, unreadable};
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
    /// A tensor of integers: its shape and its values or, where they are not known, their bounds.
    Integers(Shape, Option<Vec<i64>>, Option<(i64, i64)>),
    /// A tensor of bools: its shape, and its values where they are known.
    Mask(Shape, Option<Vec<bool>>),
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

/// An axis of a tensor that an index keeps: its size, the axis and the step, and where it begins. A new axis has no source.
#[derive(Debug, Clone, Copy)]
struct Kept {
    size: u64,
    source: Option<(usize, i64)>,
    /// Where it begins on that axis. Of a new axis: the axis of the tensor that it stands before.
    start: i64,
    /// The number of the tensor of integers that replaces the axis.
    advanced: Option<usize>,
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

/// A tensor of integers of an index.
struct Advanced {
    shape: Shape,
    values: Option<Vec<i64>>,
}

impl Indexing<'_> {
    /// What the parts of an index select.
    ///
    /// # Errors
    ///
    /// As for [`crate::functions::indexing::get`].
    pub(crate) fn run(&self, parts: Vec<Part>) -> Outcome<Selection> {
        let has_mask = parts.iter().any(|part| matches!(part, Part::Mask(..)));
        let arrays = parts.iter().filter(|part| matches!(part, Part::Integers(..) | Part::Mask(..))).count();
        let has_arrays = arrays > 0;
        // PyTorch compares a mask with what the other parts of the index leave of the tensor, NumPy before it looks at integers.
        let is_mixed = parts.iter().any(|part| !matches!(part, Part::Mask(..) | Part::Rest));
        if has_mask && is_mixed && self.library == Library::PyTorch {
            self.check_masks(&parts)?;
        }
        let mut kept: Vec<Kept> = Vec::new();
        let mut advanced: Vec<Advanced> = Vec::new();
        let several = parts.iter().filter(|part| matches!(part, Part::Integers(..))).count() > 1;
        let mut offset = Vec::new();
        let mut axis = 0;
        // The tensors of an index are broadcast before their elements are compared with the sizes.
        let mut outside = None;
        for (place, part) in parts.into_iter().enumerate() {
            match part {
                Part::New => kept.push(Kept { size: 1, source: None, start: axis as i64, advanced: None }),
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
                    // It takes a mask without elements for one of any shape.
                    if (is_mixed || shape.contains(&0)) && !matches && self.library == Library::NumPy {
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
            return self.basic(&kept, &offset);
        }
        let selection = self.gathered(&kept, &advanced, &offset)?;
        // NumPy reads no index where the indices together have no elements.
        let is_unread = self.library == Library::NumPy && advanced.iter().any(|array| array.shape.contains(&0));
        match outside.filter(|_| !is_unread) {
            // PyTorch reads no index where there is nothing to select.
            Some(_) if self.library == Library::PyTorch && selection.shape.contains(&0) => {
                unreadable(UnreadableReason::Values, self.span)
            }
            Some(stop) => Err(stop),
            None => Ok(Selection { is_mask: has_mask && arrays == 1, ..selection }),
        }
    }

    /// PyTorch's check of masks beside other parts of an index. It applies the integers and slices first, and compares the masks
    /// with what they leave.
    fn check_masks(&self, parts: &[Part]) -> Outcome<()> {
        let mut left = Vec::new();
        let mut masks = Vec::new();
        let mut axis = 0;
        for (place, part) in parts.iter().enumerate() {
            let count = match part {
                Part::New => {
                    left.push(1);
                    0
                }
                Part::At(at) => {
                    self.position(*at, axis, place)?;
                    axis += 1;
                    0
                }
                Part::Slice(bounds) => {
                    left.push(self.slice(*bounds, axis)?.size);
                    axis += 1;
                    0
                }
                Part::Rest => self.free,
                Part::Integers(..) => 1,
                Part::Mask(shape, _) => {
                    masks.push((left.len(), shape));
                    shape.ndim()
                }
            };
            left.extend((axis..axis + count).map(|axis| self.size(axis)));
            axis += count;
        }
        for (first, shape) in masks {
            for (number, size) in shape.iter().enumerate() {
                let at = first + number;
                if left.get(at) != Some(size) {
                    return self.mask_mismatch(shape, number, &left, at);
                }
            }
        }
        Ok(())
    }

    /// PyTorch's exception for a mask of another size than the axis that it is for.
    fn mask_mismatch<T>(&self, mask: &Shape, number: usize, indexed: &[u64], at: usize) -> Outcome<T> {
        let (mask, indexed) = (sizes(mask), sizes(&Shape::from(indexed)));
        let message = format!(
            "The shape of the mask {mask:?} at index {number} does not match the shape of the indexed tensor {indexed:?} at index {at}"
        );
        raised("IndexError", message, self.span)
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
        // NumPy takes no step where there are no elements.
        let (start, step) = if count == 0 && self.library == Library::NumPy { (0, 1) } else { (start, step) };
        Ok(Kept { size: count, source: Some((axis, step)), start, advanced: None })
    }

    /// The indices at which a mask is true, one list for each of its axes.
    fn nonzero(&self, shape: &Shape, values: Option<Vec<bool>>, axis: usize) -> Outcome<Vec<Vec<i64>>> {
        for (number, &size) in shape.iter().enumerate() {
            let own = self.size(axis + number);
            if size != own {
                let at = axis + number;
                if self.library == Library::PyTorch {
                    return self.mask_mismatch(shape, number, &self.tensor.shape, at);
                }
                let message = format!(
                    "boolean index did not match indexed array along axis {at}; size of axis is {own} but size of corresponding \
                     boolean axis is {size}"
                );
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
        let stride = |axis: usize| layout.strides().get(axis).copied();
        let strides = kept.iter().map(|kept| match kept.source {
            Some((axis, step)) => Some(stride(axis)?.wrapping_mul(step as u64)),
            // PyTorch reads an index from left to right: the axis that a new one stands before is whole then.
            None if self.library == Library::PyTorch => {
                let axis = usize::try_from(kept.start).ok()?;
                Some(stride(axis).map_or(1, |stride| stride.saturating_mul(self.size(axis))))
            }
            None => Some(0),
        });
        let strides = strides.collect::<Option<Vec<u64>>>()?;
        let starts = kept.iter().filter_map(|kept| kept.source.map(|(axis, _)| (axis, kept.start)));
        let shift =
            offset.iter().copied().chain(starts).try_fold(0_u64, |sum, (axis, start)| {
                Some(sum.wrapping_add(stride(axis)?.wrapping_mul(start as u64)))
            })?;
        let shape = kept.iter().map(|kept| kept.size).collect();
        Some((StridedLayout::with_strides(shape, strides)?, shift))
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
        let is_element = self.is_element && self.library == Library::NumPy;
        // Whole rows of a row-major tensor follow each other.
        let is_of_rows = insert == 0 && kept.iter().take(at.len()).all(|kept| kept.advanced.is_some());
        let is_row_major = offset.is_empty()
            && plain
                .iter()
                .all(|kept| kept.source.is_some_and(|(axis, step)| step == 1 && self.size(axis) == kept.size))
            && self.is_row_major;
        // Axes of size 1 may be ordered otherwise.
        let is_plain = !shape.contains(&1);
        let layout = (is_of_rows && is_row_major && is_plain).then(|| self.library.contiguous(&shape));
        Ok(Selection { shape, view: None, layout, places, is_element, is_mask: false })
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
pub(crate) fn slice_range(size: i64, start: Option<i64>, stop: Option<i64>, step: i64) -> (i64, u64) {
    let (low, high) = if step > 0 { (0, size) } else { (-1, size - 1) };
    let bound = |at: i64| (if at < 0 { at.saturating_add(size) } else { at }).clamp(low, high);
    let start = start.map_or(if step > 0 { low } else { high }, bound);
    let stop = stop.map_or(if step > 0 { high } else { low }, bound);
    let distance = if step > 0 { stop - start } else { start - stop };
    let count = if distance <= 0 { 0 } else { (distance - 1) / step.saturating_abs() + 1 };
    (start, count.unsigned_abs())
}
