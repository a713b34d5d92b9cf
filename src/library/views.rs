//! What each library's view methods do to sizes and strides: `reshape`, `permute`, `unsqueeze` and their relatives, with
//! the messages of what cannot be done.

use super::{Library, LibraryError, list, shape_of, signed};
use crate::broadcast::{Shape, StridedLayout};

/// What `reshape` gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reshaped {
    /// The same buffer, looked at differently.
    View(StridedLayout),
    /// A row-major copy of the elements, because no strides lead through the buffer in that order.
    Copy(StridedLayout),
}

/// An exception that both libraries raise for an axis that is not there.
fn no_axis(message: String, library: Library) -> LibraryError {
    let error_type = match library {
        Library::PyTorch => "IndexError",
        Library::NumPy => "AxisError",
    };
    LibraryError { error_type, message }
}

impl Library {
    /// The axis that a number from `-ndim` to `ndim - 1` names.
    ///
    /// # Errors
    ///
    /// There is no such axis. (PyTorch takes 0 and -1 for a 0-dim tensor, and gives 0.)
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
        Err(no_axis(message, self))
    }

    /// `x.permute(axes)` or `x.transpose(axes)`: the axes in another order.
    ///
    /// # Errors
    ///
    /// The axes are not each named once.
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

    /// `x.transpose(first, second)` in PyTorch, `x.swapaxes(first, second)` in both: two axes exchanged.
    ///
    /// # Errors
    ///
    /// One of the axes is not there.
    pub fn swap_axes(self, layout: &StridedLayout, axes: [i64; 2]) -> Result<StridedLayout, LibraryError> {
        let ndim = layout.shape().ndim();
        let mut order: Vec<usize> = (0..ndim).collect();
        let mut found = [0; 2];
        for (number, (slot, axis)) in found.iter_mut().zip(axes).enumerate() {
            *slot = self.axis(axis, ndim).map_err(|error| match self {
                Self::PyTorch => error,
                Self::NumPy => no_axis(format!("axis{}: {}", number + 1, error.message), self),
            })?;
        }
        if ndim > 0 {
            order.swap(found[0], found[1]);
        }
        Ok(layout.permuted(&order))
    }

    /// `x.mT`: the last two axes exchanged.
    ///
    /// # Errors
    ///
    /// There are fewer than two.
    pub fn matrix_transpose(self, layout: &StridedLayout) -> Result<StridedLayout, LibraryError> {
        let ndim = layout.shape().ndim();
        // PyTorch gives a 0-dim tensor back.
        if ndim == 0 && self == Self::PyTorch {
            return Ok(layout.clone());
        }
        if ndim < 2 {
            return Err(self.error(match self {
                Self::PyTorch => {
                    format!("tensor.mT is only supported on matrices or batches of matrices. Got {ndim}-D tensor.")
                }
                Self::NumPy => "matrix transpose with ndim < 2 is undefined".to_owned(),
            }));
        }
        self.swap_axes(layout, [-2, -1])
    }

    /// `x[:, None]` with the new axis at `axis` of the result. In PyTorch its stride is what a step over the rest of the
    /// tensor takes, in NumPy 0.
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

    /// `x.unsqueeze(axis)` or `np.expand_dims(x, axis)`, which reshapes.
    ///
    /// # Errors
    ///
    /// The result has no such axis.
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

    /// `x.squeeze()` (`None`: all axes of size 1), or of those axes. PyTorch leaves an axis of another size, NumPy refuses.
    ///
    /// # Errors
    ///
    /// An axis is not there, or in NumPy has not size 1.
    pub fn squeeze(self, layout: &StridedLayout, axes: Option<&[i64]>) -> Result<StridedLayout, LibraryError> {
        let shape = layout.shape();
        let mut gone: Vec<bool> = shape.iter().map(|&size| size == 1 && axes.is_none()).collect();
        for &axis in axes.unwrap_or_default() {
            // NumPy, too, takes 0 and -1 here for a 0-dim array.
            if shape.is_empty() && matches!(axis, 0 | -1) {
                continue;
            }
            let axis = self.axis(axis, shape.ndim())?;
            let Some(slot) = gone.get_mut(axis) else { continue };
            if *slot {
                return Err(self.error(match self {
                    Self::PyTorch => format!("dim {axis} appears multiple times in the list of dims"),
                    Self::NumPy => "duplicate value in 'axis'".to_owned(),
                }));
            }
            *slot = true;
        }
        for (slot, &size) in gone.iter_mut().zip(shape.iter()) {
            if *slot && size != 1 {
                if self == Self::NumPy {
                    return Err(self.error("cannot select an axis to squeeze out which has size not equal to one"));
                }
                *slot = false;
            }
        }
        let kept: Vec<usize> = (0..shape.ndim()).filter(|&axis| !gone[axis]).collect();
        Ok(layout.permuted(&kept))
    }

    /// `x.reshape(sizes)`, in which one size may be -1.
    ///
    /// # Errors
    ///
    /// The sizes do not make the same number of elements.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::{Shape, StridedLayout}, library::{Library, Reshaped}};
    /// let view = StridedLayout::contiguous(&Shape::from([3, 4]));
    /// let Ok(Reshaped::View(rows)) = Library::PyTorch.reshape(&view, &[2, -1]) else { panic!("they are contiguous") };
    /// assert_eq!((rows.shape(), rows.strides()), (&Shape::from([2, 6]), &[6, 1][..]));
    /// assert!(matches!(Library::PyTorch.reshape(&view.permuted(&[1, 0]), &[12]), Ok(Reshaped::Copy(_))));
    /// let refusal = Library::NumPy.reshape(&view, &[5, -1]).expect_err("12 is no multiple of 5");
    /// assert_eq!(refusal.message, "cannot reshape array of size 12 into shape (5,newaxis)");
    /// ```
    pub fn reshape(self, layout: &StridedLayout, sizes: &[i64]) -> Result<Reshaped, LibraryError> {
        let shape = self.inferred(layout.shape(), sizes)?;
        let strides = match self {
            Self::PyTorch => torch_strides(layout, &shape),
            Self::NumPy if signed(layout.shape()) == sizes => Some(layout.strides().to_vec()),
            Self::NumPy if layout.is_contiguous() => Some(StridedLayout::contiguous(&shape).strides().to_vec()),
            Self::NumPy => numpy_strides(layout, &shape),
        };
        let looked_at = strides.and_then(|strides| StridedLayout::with_strides(shape.clone(), strides));
        Ok(looked_at.map_or_else(|| Reshaped::Copy(StridedLayout::contiguous(&shape)), Reshaped::View))
    }

    /// The shape that `reshape` is asked for, with -1 worked out.
    fn inferred(self, shape: &Shape, sizes: &[i64]) -> Result<Shape, LibraryError> {
        // What has more elements than can be counted cannot be reshaped: it was never made.
        let elements = shape.numel().unwrap_or(u64::MAX);
        let invalid = || {
            self.error(match self {
                Self::PyTorch => format!("shape '{}' is invalid for input of size {elements}", list(sizes)),
                Self::NumPy => format!("cannot reshape array of size {elements} into shape {}", asked_for(sizes)),
            })
        };
        let mut unknown = None;
        let mut known = Some(1_u64);
        for (index, &size) in sizes.iter().enumerate() {
            if size >= 0 {
                known = known.and_then(|known| known.checked_mul(size.unsigned_abs()));
            } else if self == Self::PyTorch && size != -1 {
                return Err(
                    self.error(format!("invalid shape dimension {size} at index {index} of shape {}", list(sizes)))
                );
            } else if unknown.replace(index).is_some() {
                return Err(self.error(match self {
                    Self::PyTorch => "only one dimension can be inferred",
                    Self::NumPy => "can only specify one unknown dimension",
                }));
            }
        }
        let known = known.ok_or_else(invalid)?;
        let Some(unknown) = unknown else {
            return if known == elements { Ok(shape_of(sizes)) } else { Err(invalid()) };
        };
        if known == 0 && elements == 0 && self == Self::PyTorch {
            return Err(self.error(format!(
                "cannot reshape tensor of 0 elements into shape {} because the unspecified dimension size -1 can be any value \
                 and is ambiguous",
                list(sizes)
            )));
        }
        if known == 0 || !elements.is_multiple_of(known) {
            return Err(invalid());
        }
        let mut shape = shape_of(sizes);
        shape.sizes_mut()[unknown] = elements / known;
        Ok(shape)
    }
}

/// A shape as NumPy names the one it was asked for: unknown sizes in front are left out, others called `newaxis`.
fn asked_for(sizes: &[i64]) -> String {
    let known = sizes.iter().skip_while(|&&size| size < 0);
    let written: Vec<String> =
        known.map(|&size| if size < 0 { "newaxis".to_owned() } else { size.to_string() }).collect();
    let comma = if sizes.len() == 1 && written.len() == 1 { "," } else { "" };
    format!("({}{comma})", written.join(","))
}

/// The strides with which PyTorch looks at the elements of `view` in another shape; `None` where it has to copy.
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
    // Axes that lie one after the other in the buffer make a chunk, which the new axes must fill exactly.
    let Some(&last) = stride.last() else { return Some(strides) };
    let (mut base, mut in_chunk, mut filled) = (last, 1_u64, 1_u64);
    let mut next = ndim;
    for axis in (0..old.ndim()).rev() {
        in_chunk = in_chunk.checked_mul(old[axis])?;
        let goes_on = axis > 0 && (old[axis - 1] == 1 || Some(stride[axis - 1]) == in_chunk.checked_mul(base));
        if goes_on {
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

/// The strides with which NumPy looks at the elements of `view`, which has some and is not contiguous, in another shape;
/// `None` where it has to copy.
fn numpy_strides(layout: &StridedLayout, shape: &Shape) -> Option<Vec<u64>> {
    let old: Vec<(u64, u64)> =
        layout.shape().iter().copied().zip(layout.strides().iter().copied()).filter(|axis| axis.0 != 1).collect();
    let mut strides = vec![0_u64; shape.ndim()];
    let (mut from, mut at) = (0, 0);
    // Runs of old and new axes with the same number of elements.
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
        if old[from..until]
            .windows(2)
            .any(|operation| Some(operation[0].1) != operation[1].0.checked_mul(operation[1].1))
        {
            return None;
        }
        strides[end - 1] = old[until - 1].1;
        for axis in (at + 1..end).rev() {
            strides[axis - 1] = strides[axis].saturating_mul(shape[axis]);
        }
        (from, at) = (until, end);
    }
    // Axes of size 1 at the end.
    let last = at.checked_sub(1).map_or(1, |axis| strides[axis]);
    strides[at..].fill(last);
    Some(strides)
}
