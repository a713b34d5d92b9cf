//! A storage: the elements that a tensor and its views share, by their position in one buffer.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use tensor_broadcasting::{Dtype, Scalar, StridedLayout, Values};

/// The values of a tensor are computed while it has at most so many elements.
pub(crate) const MAX_VALUES: u64 = 1_024;

/// What all views of a tensor share.
#[derive(Debug)]
pub(crate) struct Storage {
    /// The type of the elements. A view that reads the same bytes as another type does not know its elements.
    pub(super) dtype: Dtype,
    /// The number of positions; `None` where it passes 2^63-1.
    pub(super) length: Option<u64>,
    pub(super) buffer: RefCell<Buffer>,
    /// Whether one of the tensors may have a storage of its own: `reshape` of a tensor whose strides are not known.
    pub(super) is_uncertain: Cell<bool>,
    /// How often the elements were written.
    pub(super) version: Cell<u32>,
    /// How often the elements were perhaps written.
    pub(super) forgotten: Cell<u32>,
    /// Every tensor of this storage holds it, so that they can be counted.
    pub(super) tensors: Rc<()>,
    /// The least and the greatest value that its integers can have, where that is known.
    pub(crate) bounds: Cell<Option<(i64, i64)>>,
    /// Whether all its elements are known to lie between 0 and 1, though they are random.
    pub(crate) is_probability: Cell<bool>,
}

/// What is known of the elements of a storage, by position.
#[derive(Debug, Clone, Default)]
pub(super) enum Buffer {
    /// Nothing.
    #[default]
    Unknown,
    /// All elements, as the library has them.
    Exact(Values),
    /// All elements as they are shown. Floating-point numbers are not rounded to their type, so that no decision is made with them;
    /// integers are exact.
    Shown(Values),
}

impl Storage {
    /// A storage of which nothing is known.
    pub(super) fn new(dtype: Dtype, length: Option<u64>) -> Self {
        Self {
            dtype,
            length,
            buffer: RefCell::default(),
            is_uncertain: Cell::default(),
            version: Cell::default(),
            forgotten: Cell::default(),
            tensors: Rc::default(),
            bounds: Cell::default(),
            is_probability: Cell::default(),
        }
    }

    /// The state of the elements: another one after each write.
    pub(super) fn stamp(&self) -> u64 {
        u64::from(self.forgotten.get()) << 32 | u64::from(self.version.get())
    }

    /// Gives the buffer other elements.
    pub(super) fn replace(&self, buffer: Buffer) {
        *self.buffer.borrow_mut() = buffer;
        self.bounds.set(None);
        self.is_probability.set(false);
    }

    /// The elements as they are shown from a position on, where `length` of them are needed.
    pub(super) fn shown(&self, offset: u64, length: u64) -> Option<Values> {
        let (Buffer::Exact(values) | Buffer::Shown(values)) = &*self.buffer.borrow() else { return None };
        match values {
            Values::Filled(_) => Some(values.clone()),
            _ if offset == 0 => Some(values.clone()),
            Values::Arange => Some(Values::Ramp { start: values.at(offset)?, step: Scalar::Int(1) }),
            Values::Ramp { step, .. } => Some(Values::Ramp { start: values.at(offset)?, step: *step }),
            Values::Listed(_) | Values::Copied(_) if length <= MAX_VALUES => {
                (offset..offset.checked_add(length)?).map(|at| values.at(at)).all_listed().map(Values::Listed)
            }
            Values::Listed(_) | Values::Copied(_) => None,
        }
    }

    /// The elements of a tensor of a type, in row-major order, where they are known exactly and are not too many.
    pub(super) fn elements(&self, dtype: Dtype, places: &StridedLayout, offset: u64) -> Option<Vec<Scalar>> {
        let is_read = self.dtype == dtype && places.shape().numel()? <= MAX_VALUES;
        if is_read { self.read(&positions(places, offset)) } else { None }
    }

    /// The elements at some positions, where they are known exactly.
    pub(super) fn read(&self, positions: &[usize]) -> Option<Vec<Scalar>> {
        match &*self.buffer.borrow() {
            Buffer::Exact(Values::Listed(all)) => positions.iter().map(|&at| all.get(at).copied()).all_listed(),
            Buffer::Shown(_) if !self.dtype.is_integer() => None,
            Buffer::Exact(values) | Buffer::Shown(values) => {
                positions.iter().map(|&at| cast(values.at(at as u64)?, self.dtype)).all_listed()
            }
            Buffer::Unknown => None,
        }
    }

    /// The buffer after elements are written at some positions. The others must be known, or there must be none.
    pub(super) fn written(&self, positions: &[usize], values: &[Scalar]) -> Buffer {
        let written = || {
            let length = usize::try_from(self.length.filter(|&length| length <= MAX_VALUES)?).ok()?;
            let mut slots = match self.read(&(0..length).listed()) {
                Some(known) => known.into_iter().map(Some).listed(),
                None => vec![None; length],
            };
            let mut given = vec![None; length];
            for (&at, &value) in positions.iter().zip(values) {
                // Of several values for one position it is not known which is written last.
                if given.get_mut(at)?.replace(value).is_some_and(|before| before != value) {
                    return None;
                }
                *slots.get_mut(at)? = Some(value);
            }
            slots.into_iter().all_listed()
        };
        written().filter(|_| !self.is_uncertain.get()).map_or(Buffer::Unknown, |all| Buffer::Exact(Values::Listed(all)))
    }
}

/// The position of each element of a layout, in row-major order, where the first one stands at `offset`. The strides of NumPy may be
/// negative: they count modulo 2^64.
pub(crate) fn positions(layout: &StridedLayout, offset: u64) -> Vec<usize> {
    let shape = layout.shape();
    let mut index = vec![0_u64; shape.ndim()];
    let mut at = offset;
    let count = usize::try_from(shape.numel().unwrap_or(0)).unwrap_or(0);
    let mut all = Vec::with_capacity(count);
    for _ in 0..count {
        all.push(usize::try_from(at).unwrap_or(usize::MAX));
        for ((place, &size), &stride) in index.iter_mut().zip(shape.iter()).zip(layout.strides()).rev() {
            *place += 1;
            at = at.wrapping_add(stride);
            if *place < size {
                break;
            }
            at = at.wrapping_sub(stride.wrapping_mul(*place));
            *place = 0;
        }
    }
    all
}

/// Whether an integer type has all elements of a buffer of some length. (Otherwise they wrap around.)
pub(super) fn fits(values: &Values, dtype: Dtype, length: Option<u64>) -> bool {
    let has = |value: Option<Scalar>| value.is_some_and(|value| cast(value, dtype).is_some());
    match values {
        _ if !dtype.is_integer() || matches!(dtype, Dtype::Bool | Dtype::Int64) => true,
        Values::Filled(value) => has(Some(*value)),
        Values::Listed(all) => all.iter().all(|&value| has(Some(value))),
        Values::Copied(source) => fits(&source.1, dtype, source.0.required_len()),
        // The ends of a row are its least and its greatest element.
        Values::Arange | Values::Ramp { .. } => {
            has(values.at(0)) && length.is_some_and(|length| has(values.at(length.saturating_sub(1))))
        }
    }
}

/// A value in an element type; `None` where a type of integers has no room for it, and for complex types.
pub(crate) fn cast(value: Scalar, dtype: Dtype) -> Option<Scalar> {
    let made = dtype.cast(value);
    let is_kept = || match value {
        Scalar::Float(float) => float.is_finite() && made.to_float() == float.trunc(),
        Scalar::Bool(_) => true,
        integer => made == integer,
    };
    let is_computed = match dtype {
        Dtype::Complex64 | Dtype::Complex128 => false,
        dtype => !dtype.is_integer() || dtype == Dtype::Bool || is_kept(),
    };
    is_computed.then_some(made)
}
