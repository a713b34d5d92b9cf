//! Looking at the same elements in another way: what each library's view functions give and how they refuse.
//!
//! Axes are given as they are written: negative ones count from the end.

use super::{Library, Refusal, list};
use crate::broadcast::{Shape, View};

/// What `reshape` comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reshaped {
    /// The same buffer, looked at otherwise.
    Viewed(View),
    /// No strides lead to the elements in this order: they are copied into a row-major tensor of this shape.
    Copied(Shape),
}

impl Library {
    /// `x.reshape(sizes)`; one size may be -1, to be worked out.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::{Shape, View}, dialect::{Library, Reshaped}};
    /// let view = View::contiguous(&Shape::from([3, 4]));
    /// let Ok(Reshaped::Viewed(reshaped)) = Library::PyTorch.reshape(&view, &[2, -1]) else { panic!("12 is 2 by 6") };
    /// assert_eq!(reshaped.shape(), &Shape::from([2, 6]));
    /// let refused = Library::NumPy.reshape(&view, &[5, -1]).expect_err("12 is no multiple of 5");
    /// assert_eq!(refused.message, "cannot reshape array of size 12 into shape (5,newaxis)");
    /// ```
    pub fn reshape(self, view: &View, sizes: &[i64]) -> Result<Reshaped, Refusal> {
        let elements = view.shape().elements().unwrap_or(u64::MAX);
        let shape = match self {
            Self::PyTorch => self.torch_sizes(sizes, elements)?,
            Self::NumPy => self.numpy_sizes(sizes, elements)?,
        };
        Ok(match same_buffer(view, &shape) {
            // NumPy leaves an array as it is where nothing is to be done.
            _ if self == Self::NumPy && view.shape() == &shape => Reshaped::Viewed(view.clone()),
            Some(strides) => {
                View::with_strides(shape.clone(), strides).map_or(Reshaped::Copied(shape), Reshaped::Viewed)
            }
            None => Reshaped::Copied(shape),
        })
    }

    /// PyTorch's `x.view(sizes)`, which never copies.
    ///
    /// # Errors
    ///
    /// PyTorch's own message, to the letter.
    pub fn view(self, view: &View, sizes: &[i64]) -> Result<View, Refusal> {
        match self.reshape(view, sizes)? {
            Reshaped::Viewed(view) => Ok(view),
            Reshaped::Copied(_) => Err(self.refuses(
                "view size is not compatible with input tensor's size and stride (at least one dimension spans across two \
                 contiguous subspaces). Use .reshape(...) instead.",
            )),
        }
    }

    fn torch_sizes(self, sizes: &[i64], elements: u64) -> Result<Shape, Refusal> {
        let mut known = Some(1_u64);
        let mut unknown = None;
        for (axis, &size) in sizes.iter().enumerate() {
            match size {
                -1 if unknown.is_some() => return Err(self.refuses("only one dimension can be inferred")),
                -1 => unknown = Some(axis),
                ..-1 => {
                    let message = format!("invalid shape dimension {size} at index {axis} of shape {}", list(sizes));
                    return Err(self.refuses(message));
                }
                _ => known = known.and_then(|known| known.checked_mul(size.unsigned_abs())),
            }
        }
        match (unknown, known) {
            (None, Some(known)) if known == elements => Ok(super::shape_of(sizes)),
            (Some(_), Some(0)) if elements == 0 => Err(self.refuses(format!(
                "cannot reshape tensor of 0 elements into shape {} because the unspecified dimension size -1 can be any value \
                 and is ambiguous",
                list(sizes)
            ))),
            (Some(axis), Some(known)) if known > 0 && elements.is_multiple_of(known) => {
                Ok(worked_out(sizes, axis, elements / known))
            }
            _ => Err(self.refuses(format!("shape '{}' is invalid for input of size {elements}", list(sizes)))),
        }
    }

    fn numpy_sizes(self, sizes: &[i64], elements: u64) -> Result<Shape, Refusal> {
        let mut unknown = sizes.iter().enumerate().filter(|&(_, &size)| size < 0).map(|(axis, _)| axis);
        let (axis, second) = (unknown.next(), unknown.next());
        if second.is_some() {
            return Err(self.refuses("can only specify one unknown dimension"));
        }
        let mut of_known = sizes.iter().filter(|&&size| size >= 0).map(|size| size.unsigned_abs());
        let known = of_known.try_fold(1_u64, u64::checked_mul);
        match (axis, known) {
            (None, Some(known)) if known == elements => Ok(super::shape_of(sizes)),
            (Some(axis), Some(known)) if known > 0 && elements.is_multiple_of(known) => {
                Ok(worked_out(sizes, axis, elements / known))
            }
            _ => {
                // NumPy's C code leaves out what is unknown in front.
                let named = sizes.iter().skip_while(|&&size| size < 0);
                let names: Vec<String> =
                    named.map(|&size| if size < 0 { "newaxis".to_owned() } else { size.to_string() }).collect();
                let comma = if sizes.len() == 1 && names.len() == 1 { "," } else { "" };
                let shape = names.join(",");
                Err(self.refuses(format!("cannot reshape array of size {elements} into shape ({shape}{comma})")))
            }
        }
    }

    /// Inserts an axis of size 1 at `axis`: `x.unsqueeze(axis)`, `np.expand_dims(x, axis)`.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    pub fn insert_axis(self, view: &View, axis: i64) -> Result<View, Refusal> {
        let at = self.axis(axis, view.shape().ndim() + 1)?;
        Ok(self.with_axis(view, at))
    }

    /// A view with an axis of size 1 at `at`, which is in range. PyTorch gives it the stride that it would have in a
    /// contiguous tensor, NumPy 0.
    fn with_axis(self, view: &View, at: usize) -> View {
        let (mut sizes, mut strides) = (view.shape().to_vec(), view.strides().to_vec());
        let next =
            sizes.get(at).zip(strides.get(at)).map_or(1, |(&size, &stride): (&u64, &u64)| size.saturating_mul(stride));
        sizes.insert(at, 1);
        strides.insert(at, if self == Self::PyTorch { next } else { 0 });
        View::with_strides(Shape::from(sizes.as_slice()), strides).unwrap_or_else(|| view.clone())
    }

    /// Drops axes of size 1: all of them, or those that are named.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter. An axis of another size stays in PyTorch and is refused by NumPy.
    pub fn squeeze(self, view: &View, axes: Option<&[i64]>) -> Result<View, Refusal> {
        let shape = view.shape();
        let mut kept: Vec<usize> = (0..shape.ndim()).collect();
        match axes {
            None => kept.retain(|&axis| shape[axis] != 1),
            Some(axes) => {
                for &axis in axes {
                    let axis = self.axis(axis, shape.ndim())?;
                    if self == Self::NumPy && shape[axis] != 1 {
                        let message = "cannot select an axis to squeeze out which has size not equal to one";
                        return Err(self.refuses(message));
                    }
                    kept.retain(|&other| other != axis || shape.get(axis).is_none_or(|&size| size != 1));
                }
            }
        }
        Ok(view.permuted(&kept))
    }

    /// Exchanges two axes: `x.transpose(0, 1)` in PyTorch, `x.swapaxes(0, 1)` in both.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    pub fn swap_axes(self, view: &View, first: i64, second: i64) -> Result<View, Refusal> {
        let ndim = view.shape().ndim();
        let named = |name: &str, axis: i64| {
            self.axis(axis, ndim).map_err(|refusal| match self {
                Self::PyTorch => refusal,
                Self::NumPy => Refusal { message: format!("{name}: {}", refusal.message), ..refusal },
            })
        };
        let (first, second) = (named("axis1", first)?, named("axis2", second)?);
        let mut order: Vec<usize> = (0..ndim).collect();
        if ndim > 0 {
            order.swap(first, second);
        }
        Ok(view.permuted(&order))
    }

    /// Puts the axes into another order: `x.permute(…)` in PyTorch, `x.transpose(…)` in NumPy.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    pub fn permute(self, view: &View, order: &[i64]) -> Result<View, Refusal> {
        let ndim = view.shape().ndim();
        if order.len() != ndim {
            return Err(self.refuses(match self {
                Self::PyTorch => format!(
                    "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired \
                     ordering of dimensions i.e. input.dim() = {ndim} is not equal to len(dims) = {}",
                    order.len()
                ),
                Self::NumPy => "axes don't match array".to_owned(),
            }));
        }
        let mut axes = Vec::with_capacity(ndim);
        for &axis in order {
            let axis = self.axis(axis, ndim)?;
            if axes.contains(&axis) {
                return Err(self.refuses(match self {
                    Self::PyTorch => "permute(): duplicate dims are not allowed.",
                    Self::NumPy => "repeated axis in transpose",
                }));
            }
            axes.push(axis);
        }
        Ok(view.permuted(&axes))
    }

    /// `x.T`: the axes in reverse order.
    #[must_use]
    pub fn reverse_axes(self, view: &View) -> View {
        let order: Vec<usize> = (0..view.shape().ndim()).rev().collect();
        view.permuted(&order)
    }

    /// `x.mT`: the last two axes exchanged.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter.
    pub fn matrix_transpose(self, view: &View) -> Result<View, Refusal> {
        let ndim = view.shape().ndim();
        if ndim < 2 {
            return Err(self.refuses(match self {
                Self::PyTorch => {
                    format!("tensor.mT is only supported on matrices or batches of matrices. Got {ndim}-D tensor.")
                }
                Self::NumPy => "matrix transpose with ndim < 2 is undefined".to_owned(),
            }));
        }
        self.swap_axes(view, -2, -1)
    }

    /// `x[…]` with full slices (`true`) and new axes (`false`) before and after an ellipsis, which stands for all axes that
    /// are not named; it may be the end.
    ///
    /// # Errors
    ///
    /// The library's own message, to the letter: more slices than axes.
    pub fn index(self, view: &View, before: &[bool], after: &[bool]) -> Result<View, Refusal> {
        let ndim = view.shape().ndim();
        let slices = |items: &[bool]| items.iter().filter(|&&slice| slice).count();
        let named = slices(before) + slices(after);
        if named > ndim {
            let message = match self {
                Self::PyTorch if ndim == 0 => "slice() cannot be applied to a 0-dim tensor.".to_owned(),
                Self::PyTorch => format!("too many indices for tensor of dimension {ndim}"),
                Self::NumPy => {
                    format!("too many indices for array: array is {ndim}-dimensional, but {named} were indexed")
                }
            };
            return Err(Refusal { error_type: "IndexError", message });
        }
        let skipped = std::iter::repeat_n(true, ndim - named);
        let items = before.iter().copied().chain(skipped).chain(after.iter().copied());
        Ok(items
            .enumerate()
            .fold(view.clone(), |view, (at, slice)| if slice { view } else { self.with_axis(&view, at) }))
    }

    /// An axis among `ndim`, counted from the front.
    fn axis(self, axis: i64, ndim: usize) -> Result<usize, Refusal> {
        // PyTorch lets a 0-dim tensor pass for one with a single axis.
        let places = if self == Self::PyTorch { ndim.max(1) } else { ndim } as i64;
        if (-places..places).contains(&axis) {
            return Ok((if axis < 0 { axis + places } else { axis }).unsigned_abs() as usize);
        }
        Err(match self {
            Self::PyTorch => Refusal {
                error_type: "IndexError",
                message: format!(
                    "Dimension out of range (expected to be in range of [{}, {}], but got {axis})",
                    -places,
                    places - 1
                ),
            },
            Self::NumPy => Refusal {
                error_type: "AxisError",
                message: format!("axis {axis} is out of bounds for array of dimension {ndim}"),
            },
        })
    }
}

/// `sizes` with the unknown one put in.
fn worked_out(sizes: &[i64], unknown: usize, size: u64) -> Shape {
    sizes.iter().enumerate().map(|(axis, &known)| if axis == unknown { size } else { known.unsigned_abs() }).collect()
}

/// The strides that lead to the same elements in the same order under another shape of as many elements; `None` where there
/// are none. Axes that follow one another in the buffer are taken together, and divided anew.
fn same_buffer(view: &View, shape: &Shape) -> Option<Vec<u64>> {
    let (old, steps) = (view.shape(), view.strides());
    if old == shape && shape.contains(&0) {
        return Some(steps.to_vec());
    }
    let mut strides = vec![0; shape.ndim()];
    let Some(mut base) = steps.last().copied().filter(|_| !shape.contains(&0)) else {
        return Some(View::contiguous(shape).strides().to_vec());
    };
    let mut left = shape.ndim();
    let (mut in_run, mut divided) = (1_u64, 1_u64);
    for axis in (0..old.ndim()).rev() {
        in_run = in_run.saturating_mul(old[axis]);
        let ends = axis == 0 || (old[axis - 1] != 1 && steps[axis - 1] != in_run.saturating_mul(base));
        if ends {
            while left > 0 && (divided < in_run || shape[left - 1] == 1) {
                left -= 1;
                strides[left] = divided.saturating_mul(base);
                divided = divided.saturating_mul(shape[left]);
            }
            if divided != in_run {
                return None;
            }
            if axis > 0 {
                (base, in_run, divided) = (steps[axis - 1], 1, 1);
            }
        }
    }
    (left == 0).then_some(strides)
}
