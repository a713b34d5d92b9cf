//! The methods of each library that make views, such as `reshape`, `permute` and `unsqueeze`: the sizes and strides that they
//! give, and their exceptions.
//!
//! Held against recorded answers in `crates/reader/tests/vectors/expressions.jsonl.gz`.

use super::{Library, LibraryError, list, shape_of, signed};
use crate::{Shape, StridedLayout};

/// The layout after `reshape`, and whether the elements were copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reshaped {
    /// A view: this layout reads the same buffer.
    View(StridedLayout),
    /// A row-major copy of the elements. No strides read the buffer in the order that is needed.
    Copy(StridedLayout),
}

/// An exception for an axis that does not exist.
fn axis_error(message: String, library: Library) -> LibraryError {
    let error_type = match library {
        Library::PyTorch => "IndexError",
        Library::NumPy => "AxisError",
    };
    LibraryError { error_type, message }
}

impl Library {
    /// The axis that a number from `-ndim` to `ndim - 1` names, counted from 0. For a 0-dim tensor PyTorch takes 0 and -1, and
    /// gives 0.
    ///
    /// # Errors
    ///
    /// The library's exception: there is no such axis.
    pub fn axis(self, axis: i64, ndim: usize) -> Result<usize, LibraryError> {
        let axes = match self {
            Self::PyTorch => ndim.max(1) as i64,
            Self::NumPy => ndim as i64,
        };
        if (-axes..axes).contains(&axis) {
            return Ok((if axis < 0 { axis + axes } else { axis }) as usize);
        }
        let message = match self {
            Self::PyTorch => {
                format!("Dimension out of range (expected to be in range of [{}, {}], but got {axis})", -axes, axes - 1)
            }
            Self::NumPy => format!("axis {axis} is out of bounds for array of dimension {ndim}"),
        };
        Err(axis_error(message, self))
    }

    /// The layout of `x.permute(axes)` (PyTorch) or `x.transpose(axes)` (NumPy): the axes in another order.
    ///
    /// # Errors
    ///
    /// The library's exception: `axes` does not name each axis once.
    pub fn permute(self, layout: &StridedLayout, axes: &[i64]) -> Result<StridedLayout, LibraryError> {
        let ndim = layout.shape().ndim();
        if axes.len() != ndim {
            return Err(self.error(match self {
                Self::PyTorch => format!(
                    "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired \
                     ordering of dimensions i.e. input.dim() = {ndim} is not equal to len(dims) = {}",
                    axes.len()
                ),
                Self::NumPy => "axes don't match array".to_owned(),
            }));
        }
        let mut order = Vec::with_capacity(ndim);
        let mut named = vec![false; ndim];
        for &axis in axes {
            let axis = self.axis(axis, ndim)?;
            if named.get(axis) == Some(&true) {
                return Err(self.error(match self {
                    Self::PyTorch => "permute(): duplicate dims are not allowed.",
                    Self::NumPy => "repeated axis in transpose",
                }));
            }
            if let Some(slot) = named.get_mut(axis) {
                *slot = true;
            }
            order.push(axis);
        }
        Ok(layout.permuted(&order))
    }

    /// The layout of `x.transpose(first, second)` (PyTorch) or `x.swapaxes(first, second)` (both): two axes are swapped.
    ///
    /// # Errors
    ///
    /// The library's exception: one of the axes does not exist.
    pub fn swap_axes(self, layout: &StridedLayout, axes: [i64; 2]) -> Result<StridedLayout, LibraryError> {
        let ndim = layout.shape().ndim();
        let mut order: Vec<usize> = (0..ndim).collect();
        let mut found = [0; 2];
        for (number, (slot, axis)) in found.iter_mut().zip(axes).enumerate() {
            *slot = self.axis(axis, ndim).map_err(|error| match self {
                Self::PyTorch => error,
                Self::NumPy => axis_error(format!("axis{}: {}", number + 1, error.message), self),
            })?;
        }
        if ndim > 0 {
            order.swap(found[0], found[1]);
        }
        Ok(layout.permuted(&order))
    }

    /// The layout of `x.mT`: the last two axes are swapped. PyTorch gives a 0-dim tensor unchanged.
    ///
    /// # Errors
    ///
    /// The library's exception: there are fewer than two axes.
    pub fn matrix_transpose(self, layout: &StridedLayout) -> Result<StridedLayout, LibraryError> {
        let ndim = layout.shape().ndim();
        let message = match (self, ndim) {
            (Self::PyTorch, 0) => return Ok(layout.clone()),
            (Self::PyTorch, 1) => {
                "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.".to_owned()
            }
            (Self::NumPy, 0 | 1) => "matrix transpose with ndim < 2 is undefined".to_owned(),
            (Self::PyTorch | Self::NumPy, _) => return self.swap_axes(layout, [-2, -1]),
        };
        Err(self.error(message))
    }

    /// The layout of `x[:, None]`, with the new axis at `axis` of the result. The stride of the new axis is 0 in NumPy.
    /// In PyTorch it is size times stride of the axis after it, or 1 at the end.
    #[must_use]
    pub fn insert_axis(self, layout: &StridedLayout, axis: usize) -> StridedLayout {
        let (mut sizes, mut strides) = (layout.shape().to_vec(), layout.strides().to_vec());
        let axis = axis.min(sizes.len());
        let stride = match (self, sizes.get(axis)) {
            (Self::NumPy, _) => 0,
            (Self::PyTorch, Some(size)) => size.saturating_mul(strides[axis]),
            (Self::PyTorch, None) => 1,
        };
        sizes.insert(axis, 1);
        strides.insert(axis, stride);
        StridedLayout::with_strides(Shape::from(sizes.as_slice()), strides).unwrap_or_else(|| layout.clone())
    }

    /// The layout of `x.unsqueeze(axis)` or `np.expand_dims(x, axis)`. NumPy's function reshapes.
    ///
    /// # Errors
    ///
    /// The library's exception: the result has no such axis.
    pub fn unsqueeze(self, layout: &StridedLayout, axis: i64) -> Result<StridedLayout, LibraryError> {
        let axis = self.axis(axis, layout.shape().ndim() + 1)?;
        let inserted = self.insert_axis(layout, axis);
        match self {
            Self::PyTorch => Ok(inserted),
            Self::NumPy => match self.reshape(layout, &signed(inserted.shape()))? {
                Reshaped::View(layout) | Reshaped::Copy(layout) => Ok(layout),
            },
        }
    }

    /// The layout of `x.squeeze(axes)`: size-1 axes are dropped, all of them where `axes` is `None`. PyTorch keeps an
    /// axis of another size; NumPy raises an exception.
    ///
    /// # Errors
    ///
    /// The library's exception: an axis does not exist, is named twice or, in NumPy, has another size than 1.
    pub fn squeeze(self, layout: &StridedLayout, axes: Option<&[i64]>) -> Result<StridedLayout, LibraryError> {
        let shape = layout.shape();
        let mut dropped: Vec<bool> = shape.iter().map(|&size| size == 1 && axes.is_none()).collect();
        for &axis in axes.unwrap_or_default() {
            // Here NumPy, too, takes 0 and -1 for a 0-dim array.
            if shape.is_empty() && matches!(axis, 0 | -1) {
                continue;
            }
            let axis = self.axis(axis, shape.ndim())?;
            let Some(is_dropped) = dropped.get_mut(axis) else { continue };
            if *is_dropped {
                return Err(self.error(match self {
                    Self::PyTorch => format!("dim {axis} appears multiple times in the list of dims"),
                    Self::NumPy => "duplicate value in 'axis'".to_owned(),
                }));
            }
            *is_dropped = true;
        }
        for (is_dropped, &size) in dropped.iter_mut().zip(shape.iter()) {
            if *is_dropped && size != 1 {
                match self {
                    Self::PyTorch => *is_dropped = false,
                    Self::NumPy => {
                        return Err(self.error("cannot select an axis to squeeze out which has size not equal to one"));
                    }
                }
            }
        }
        let kept: Vec<usize> = (0..shape.ndim()).filter(|&axis| !dropped[axis]).collect();
        Ok(layout.permuted(&kept))
    }

    /// The layout of `x.reshape(sizes)`. One size may be -1: it is computed from the others.
    ///
    /// # Errors
    ///
    /// The library's exception: the sizes do not give the same number of elements.
    ///
    /// ```
    /// use tensor_broadcasting::{Shape, StridedLayout};
    /// use tensor_broadcasting::library::{Library, Reshaped};
    /// let matrix = StridedLayout::contiguous(&Shape::from([3, 4]));
    /// let Ok(Reshaped::View(rows)) = Library::PyTorch.reshape(&matrix, &[2, -1]) else { panic!("it is contiguous") };
    /// assert_eq!((rows.shape(), rows.strides()), (&Shape::from([2, 6]), &[6, 1][..]));
    /// assert!(matches!(Library::PyTorch.reshape(&matrix.permuted(&[1, 0]), &[12]), Ok(Reshaped::Copy(_))));
    /// let error = Library::NumPy.reshape(&matrix, &[5, -1]).expect_err("12 is no multiple of 5");
    /// assert_eq!(error.message, "cannot reshape array of size 12 into shape (5,newaxis)");
    /// ```
    pub fn reshape(self, layout: &StridedLayout, sizes: &[i64]) -> Result<Reshaped, LibraryError> {
        let shape = self.inferred(layout.shape(), sizes)?;
        let strides = match self {
            Self::PyTorch => torch_strides(layout, &shape),
            Self::NumPy if signed(layout.shape()) == sizes => Some(layout.strides().to_vec()),
            Self::NumPy if layout.is_contiguous() => Some(StridedLayout::contiguous(&shape).strides().to_vec()),
            Self::NumPy => numpy_strides(layout, &shape),
        };
        let view = strides.and_then(|strides| StridedLayout::with_strides(shape.clone(), strides));
        Ok(view.map_or_else(|| Reshaped::Copy(StridedLayout::contiguous(&shape)), Reshaped::View))
    }

    /// The shape with these sizes, where -1 is replaced by the size that keeps the number of elements.
    fn inferred(self, shape: &Shape, sizes: &[i64]) -> Result<Shape, LibraryError> {
        // No tensor with more elements than fit into 64 bits can exist, so any value does.
        let elements = shape.numel().unwrap_or(u64::MAX);
        let invalid = || {
            self.error(match self {
                Self::PyTorch => format!("shape '{}' is invalid for input of size {elements}", list(sizes)),
                Self::NumPy => format!("cannot reshape array of size {elements} into shape {}", numpy_sizes(sizes)),
            })
        };
        let mut unknown = None;
        let mut known = Some(1_u64);
        for (index, &size) in sizes.iter().enumerate() {
            match (self, size) {
                (_, 0..) => known = known.and_then(|known| known.checked_mul(size.unsigned_abs())),
                (Self::PyTorch, ..-1) => {
                    let message = format!("invalid shape dimension {size} at index {index} of shape {}", list(sizes));
                    return Err(self.error(message));
                }
                // NumPy takes every negative size for -1.
                (Self::PyTorch, -1) | (Self::NumPy, ..0) => {
                    if unknown.replace(index).is_some() {
                        return Err(self.error(match self {
                            Self::PyTorch => "only one dimension can be inferred",
                            Self::NumPy => "can only specify one unknown dimension",
                        }));
                    }
                }
            }
        }
        let known = known.ok_or_else(invalid)?;
        let Some(unknown) = unknown else {
            return if known == elements { Ok(shape_of(sizes)) } else { Err(invalid()) };
        };
        if known == 0 && elements == 0 {
            return Err(match self {
                Self::PyTorch => self.error(format!(
                    "cannot reshape tensor of 0 elements into shape {} because the unspecified dimension size -1 can be any \
                     value and is ambiguous",
                    list(sizes)
                )),
                Self::NumPy => invalid(),
            });
        }
        if known == 0 || !elements.is_multiple_of(known) {
            return Err(invalid());
        }
        let mut shape = shape_of(sizes);
        shape.sizes_mut()[unknown] = elements / known;
        Ok(shape)
    }
}

/// The sizes that were given to `reshape` as NumPy prints them: negative sizes are left out in front, and `newaxis` elsewhere.
fn numpy_sizes(sizes: &[i64]) -> String {
    let printed = sizes.iter().skip_while(|&&size| size < 0);
    let printed: Vec<String> =
        printed.map(|&size| if size < 0 { "newaxis".to_owned() } else { size.to_string() }).collect();
    let comma = if sizes.len() == 1 && printed.len() == 1 { "," } else { "" };
    format!("({}{comma})", printed.join(","))
}

/// The strides with which PyTorch views the elements of `layout` in another shape; `None` where it has to copy them. Follows
/// `computeStride` in PyTorch's `aten/src/ATen/TensorUtils.cpp`.
fn torch_strides(layout: &StridedLayout, shape: &Shape) -> Option<Vec<u64>> {
    let (old, stride) = (layout.shape(), layout.strides());
    let ndim = shape.ndim();
    let mut strides = vec![1_u64; ndim];
    if old.contains(&0) {
        if old == shape {
            return Some(stride.to_vec());
        }
        for axis in (0..ndim.saturating_sub(1)).rev() {
            strides[axis] = strides[axis + 1].saturating_mul(shape[axis + 1].max(1));
        }
        return Some(strides);
    }
    // Axes that are contiguous with each other make a chunk, which the new axes must fill exactly.
    let Some(&last) = stride.last() else { return Some(strides) };
    let (mut base, mut in_chunk, mut filled) = (last, 1_u64, 1_u64);
    let mut next = ndim;
    for axis in (0..old.ndim()).rev() {
        in_chunk = in_chunk.checked_mul(old[axis])?;
        let is_in_chunk = axis > 0 && (old[axis - 1] == 1 || Some(stride[axis - 1]) == in_chunk.checked_mul(base));
        if is_in_chunk {
            continue;
        }
        while next > 0 && (filled < in_chunk || shape[next - 1] == 1) {
            next -= 1;
            strides[next] = filled.saturating_mul(base);
            filled = filled.checked_mul(shape[next])?;
        }
        if filled != in_chunk {
            return None;
        }
        if axis > 0 {
            base = stride[axis - 1];
            (in_chunk, filled) = (1, 1);
        }
    }
    (next == 0).then_some(strides)
}

/// The strides with which NumPy views the elements of `layout`, which is neither empty nor contiguous, in another shape; `None`
/// where it has to copy them. Follows `_attempt_nocopy_reshape` in NumPy's `numpy/_core/src/multiarray/shape.c`.
fn numpy_strides(layout: &StridedLayout, shape: &Shape) -> Option<Vec<u64>> {
    let old: Vec<(u64, u64)> =
        layout.shape().iter().copied().zip(layout.strides().iter().copied()).filter(|axis| axis.0 != 1).collect();
    let mut strides = vec![0_u64; shape.ndim()];
    let (mut from, mut at) = (0, 0);
    // Each turn takes the fewest old and new axes that have the same number of elements.
    while at < shape.ndim() && from < old.len() {
        let (mut until, mut end) = (from + 1, at + 1);
        let (mut wanted, mut had) = (shape[at], old[from].0);
        while wanted != had {
            if wanted < had {
                wanted = wanted.checked_mul(*shape.get(end)?)?;
                end += 1;
            } else {
                had = had.checked_mul(old.get(until)?.0)?;
                until += 1;
            }
        }
        // A reader of programs gives negative strides modulo 2^64.
        let is_contiguous = |axes: &[(u64, u64)]| axes[0].1 == axes[1].0.wrapping_mul(axes[1].1);
        if !old[from..until].windows(2).all(is_contiguous) {
            return None;
        }
        strides[end - 1] = old[until - 1].1;
        for axis in (at + 1..end).rev() {
            strides[axis - 1] = strides[axis].wrapping_mul(shape[axis]);
        }
        (from, at) = (until, end);
    }
    // The axes that are left have size 1.
    let last = at.checked_sub(1).map_or(1, |axis| strides[axis]);
    strides[at..].fill(last);
    Some(strides)
}
