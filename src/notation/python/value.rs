//! What an expression can come to, and the arithmetic of sizes.

use super::super::{MAX_AXES, Problem};
use super::calls::Kind;
use crate::broadcast::{Dtype, MAX_SIZE, Scalar, Shape, Tensor, Values, View};
use crate::dialect::Library;

/// What an expression comes to.
pub(super) enum Value {
    /// A number.
    Number(Scalar),
    /// A string.
    Text(String),
    /// `None`, `np.newaxis`.
    Empty,
    /// `...`.
    Ellipsis,
    /// A tuple or a list.
    Sequence(Vec<Self>),
    /// An element type, or anything else that only an ignored argument can be.
    Type(Option<Dtype>),
    /// `torch` or `np`.
    Module(Library),
    /// A function of a module, not called yet.
    Function(Library, &'static str, Kind),
    /// A tensor.
    Made(Made),
}

/// A tensor that a call has made.
pub(super) struct Made {
    pub(super) tensor: Tensor,
    /// Whose it is.
    pub(super) library: Option<Library>,
    pub(super) dtype: Option<Dtype>,
}

/// What real numbers are by default.
pub(super) const fn real_type(library: Library) -> Dtype {
    match library {
        Library::PyTorch => Dtype::Float32,
        Library::NumPy => Dtype::Float64,
    }
}

impl Made {
    /// The same buffer, looked at otherwise.
    pub(super) fn viewed(mut self, view: View) -> Self {
        self.tensor.view = view;
        self
    }

    /// The same elements in the same order, in a buffer of their own.
    pub(super) fn copied(mut self, shape: &Shape) -> Self {
        let Tensor { view, values } = self.tensor;
        let values = if view.is_contiguous() { values } else { Values::Copied(Box::new((view, values))) };
        self.tensor = Tensor::contiguous(shape, values);
        self
    }

    /// The elements as another type.
    pub(super) fn cast(mut self, dtype: Dtype) -> Self {
        let to = |value: Scalar| {
            if dtype.is_whole() { Scalar::Int(value.to_int()) } else { Scalar::Float(value.to_float()) }
        };
        let values = std::mem::take(&mut self.tensor.values);
        self.tensor.values = match values {
            Values::Arange if dtype.is_whole() => Values::Arange,
            Values::Arange => Values::Ramp { start: Scalar::Float(0.0), step: Scalar::Float(1.0) },
            Values::Ramp { start, step } if dtype.is_whole() != matches!(start, Scalar::Float(_)) => {
                Values::Ramp { start, step }
            }
            Values::Ramp { start, step } if !dtype.is_whole() => Values::Ramp { start: to(start), step: to(step) },
            Values::Filled(value) => Values::Filled(to(value)),
            Values::Listed(values) => Values::Listed(values.into_iter().map(to).collect()),
            // A line of real numbers cut off, or a copy: as they are, which differs only in how they are written.
            other => other,
        };
        self.dtype = Some(dtype);
        self
    }
}

impl Value {
    /// A size or an axis.
    pub(super) const fn whole(&self) -> Option<i64> {
        match self {
            Self::Number(Scalar::Int(value)) => Some(*value),
            _ => None,
        }
    }

    /// A number.
    pub(super) const fn number(&self) -> Option<Scalar> {
        match self {
            Self::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// Sizes or axes: a sequence of whole numbers, or one alone.
    pub(super) fn wholes(&self) -> Option<Vec<i64>> {
        match self {
            Self::Sequence(items) => items.iter().map(Self::whole).collect(),
            alone => alone.whole().map(|size| vec![size]),
        }
    }

    /// A tensor as an operand; a sequence of sizes is a shape.
    pub(super) fn into_operand(self) -> Option<(Tensor, Option<Dtype>, Option<Library>)> {
        match self {
            Self::Made(made) => Some((made.tensor, made.dtype, made.library)),
            Self::Number(Scalar::Float(value)) => {
                let tensor = Tensor::contiguous(&Shape::ones(0), Values::Listed(vec![Scalar::Float(value)]));
                Some((tensor, None, None))
            }
            sizes => {
                let sizes = sizes.wholes()?;
                let fits =
                    sizes.len() <= MAX_AXES && sizes.iter().all(|&size| size >= 0 && size.unsigned_abs() <= MAX_SIZE);
                let shape: Shape = fits.then(|| sizes.iter().map(|size| size.unsigned_abs()).collect())?;
                Some((Tensor::contiguous(&shape, Values::Arange), None, None))
            }
        }
    }

    /// `self sign right`: numbers, and what tuples can.
    pub(super) fn combine(self, sign: char, right: Self) -> Result<Self, Problem> {
        match (self, sign, right) {
            (Self::Made(_), ..) | (.., Self::Made(_)) => Err(Problem::TwoOperands),
            (Self::Sequence(mut items), '+', Self::Sequence(more)) => {
                items.extend(more);
                if items.len() > MAX_AXES { Err(Problem::TooManyAxes) } else { Ok(Self::Sequence(items)) }
            }
            (Self::Sequence(items), '×', Self::Number(Scalar::Int(times)))
            | (Self::Number(Scalar::Int(times)), '×', Self::Sequence(items)) => {
                let sizes: Option<Vec<Scalar>> = items.iter().map(Self::number).collect();
                let sizes = sizes.ok_or(Problem::NotATensor)?;
                let times = usize::try_from(times).unwrap_or(0);
                if sizes.len().saturating_mul(times) > MAX_AXES {
                    return Err(Problem::TooManyAxes);
                }
                Ok(Self::Sequence(sizes.repeat(times).into_iter().map(Self::Number).collect()))
            }
            (Self::Number(a), sign, Self::Number(b)) => {
                numbers(a, sign, b).map(Self::Number).ok_or(Problem::ValueTooLarge)
            }
            _ => Err(Problem::NotATensor),
        }
    }
}

/// Arithmetic on two numbers; `None` where it has no result, or none in 64 bits.
fn numbers(a: Scalar, sign: char, b: Scalar) -> Option<Scalar> {
    if let (Scalar::Int(a), Scalar::Int(b)) = (a, b) {
        let exact = match sign {
            '+' => a.checked_add(b),
            '-' => a.checked_sub(b),
            '×' => a.checked_mul(b),
            '⌊' => a.checked_div_euclid(b),
            '%' => a.checked_rem_euclid(b),
            '^' => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            '/' => return (b != 0).then(|| Scalar::Float(a as f64 / b as f64)),
            _ => None,
        };
        return exact.map(Scalar::Int);
    }
    let (a, b) = (a.to_float(), b.to_float());
    Some(Scalar::Float(match sign {
        '+' => a + b,
        '-' => a - b,
        '×' => a * b,
        '/' => a / b,
        _ => return None,
    }))
}
