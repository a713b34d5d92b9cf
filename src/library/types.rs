//! Element types: which one a result has, and which cannot be combined or written into each other.
//!
//! Held against recorded answers for all pairs of types and all operators (`types` in `tests/vectors`). Complex types are
//! left out: no operator is computed for them.

use super::{Library, LibraryError};
use crate::broadcast::{Dtype, Operator};

/// An operand as far as types go: its elements' type, and whether it is 0-dim. To PyTorch a 0-dim tensor says what kind of
/// number there is, but not how large the result's elements must be.
pub type Typed = (Dtype, bool);

/// Why types do not do, and when the library finds out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DtypeError {
    /// What it says.
    pub error: LibraryError,
    /// Whether it says so before it looks at the shapes.
    pub before_shapes: bool,
    /// Whether the result could be made, and only cannot be written into `a`.
    pub python: bool,
}

/// The kinds of numbers, each of which holds those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Bool,
    Integer,
    Float,
    Complex,
}

const fn kind(dtype: Dtype) -> Kind {
    match dtype {
        Dtype::Bool => Kind::Bool,
        Dtype::Complex64 | Dtype::Complex128 => Kind::Complex,
        whole if whole.is_integer() => Kind::Integer,
        _ => Kind::Float,
    }
}

impl Library {
    /// The type of the elements that an operator makes, where it makes any.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::{Dtype, Operator}, library::Library};
    /// let (whole, real) = ((Dtype::Int64, false), (Dtype::Float32, false));
    /// assert_eq!(Library::PyTorch.result_type(Operator::Add, whole, real), Dtype::Float32);
    /// assert_eq!(Library::NumPy.result_type(Operator::Add, whole, real), Dtype::Float64);
    /// assert_eq!(Library::PyTorch.result_type(Operator::Less, whole, real), Dtype::Bool);
    /// ```
    #[must_use]
    pub fn result_type(self, operator: Operator, a: Typed, b: Typed) -> Dtype {
        let promoted = self.promoted(a, b);
        match operator {
            operator if operator.compares() => Dtype::Bool,
            Operator::Divide if promoted.is_integer() => match self {
                Self::PyTorch => Dtype::Float32,
                Self::NumPy => Dtype::Float64,
            },
            // NumPy counts with truth values where it does not combine them.
            Operator::FloorDivide | Operator::Remainder | Operator::Power
                if self == Self::NumPy && promoted == Dtype::Bool =>
            {
                Dtype::Int8
            }
            _ => promoted,
        }
    }

    /// The smallest type that holds the elements of both.
    #[must_use]
    pub fn promoted(self, (a, a_is_scalar): Typed, (b, b_is_scalar): Typed) -> Dtype {
        if self == Self::PyTorch && a_is_scalar != b_is_scalar {
            let (dimensioned, scalar) = if a_is_scalar { (b, a) } else { (a, b) };
            if kind(scalar) <= kind(dimensioned) {
                return dimensioned;
            }
        }
        let (small, large) = if (kind(a), a.bytes()) <= (kind(b), b.bytes()) { (a, b) } else { (b, a) };
        match (small, large) {
            // Neither holds the other.
            (Dtype::Uint8, Dtype::Int8) | (Dtype::Int8, Dtype::Uint8) => Dtype::Int16,
            (Dtype::Float16, Dtype::Bfloat16) | (Dtype::Bfloat16, Dtype::Float16) => Dtype::Float32,
            // NumPy's real numbers hold the whole ones to the last digit.
            (Dtype::Int16, Dtype::Float16) if self == Self::NumPy => Dtype::Float32,
            (Dtype::Int32 | Dtype::Int64, Dtype::Float16 | Dtype::Float32) if self == Self::NumPy => Dtype::Float64,
            _ => large,
        }
    }

    /// What the library says of the types of two operands, if it refuses them: combined, or with the result written into `a`.
    #[must_use]
    pub fn dtype_error(self, operator: Operator, a: Typed, b: Typed, in_place: bool) -> Option<DtypeError> {
        if kind(a.0).max(kind(b.0)) == Kind::Complex {
            return None;
        }
        let truth = [a.0, b.0].map(|dtype| dtype == Dtype::Bool);
        if let Some(undefined) = operator.undefined_for_bools(truth, self.arithmetic()) {
            let before_shapes = operator == Operator::Subtract;
            return Some(DtypeError { error: self.error_for(undefined), before_shapes, python: false });
        }
        let made = self.result_type(operator, a, b);
        let held = match self {
            _ if !in_place || operator.compares() || made == a.0 => true,
            Self::PyTorch => kind(made) <= kind(a.0),
            // "same_kind": a number without a sign holds none with one.
            Self::NumPy => kind(made) <= kind(a.0) && !(a.0 == Dtype::Uint8 && kind(made) == Kind::Integer),
        };
        if held {
            return None;
        }
        let error = match self {
            Self::PyTorch => {
                let (made, wanted) = (made.torch_name(), a.0.torch_name());
                self.error(format!("result type {made} can't be cast to the desired output type {wanted}"))
            }
            Self::NumPy => LibraryError {
                error_type: "UFuncTypeError",
                message: format!(
                    "Cannot cast ufunc '{}' output from dtype('{}') to dtype('{}') with casting rule 'same_kind'",
                    self.function(operator),
                    made.name(),
                    a.0.name()
                ),
            },
        };
        Some(DtypeError { error, before_shapes: self == Self::NumPy, python: true })
    }
}
