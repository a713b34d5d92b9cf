//! Element types: the type of a result, and the types that an operator or an output does not take.
//!
//! Held against recorded answers for all pairs of types and all operators (`tests/vectors/types.jsonl.gz`). The rules are
//! described in NumPy's "Data type promotion in NumPy" and in PyTorch's "torch.Tensor: Type promotion". Complex types are
//! promoted, but no operator is computed for them, so the library is not asked about them.

use super::{Library, LibraryError};
use crate::{Dtype, ElementTypes, Operator, Scalar, Undefined};

/// What type promotion looks at in an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperandType {
    /// The type of the elements.
    pub dtype: Dtype,
    /// Whether the operand is 0-dim. In PyTorch a 0-dim operand decides only the category of the result (bool, integer, float
    /// or complex), not its size.
    pub is_scalar: bool,
}

impl OperandType {
    const fn is_bool(self) -> bool {
        matches!(self.dtype, Dtype::Bool)
    }
}

/// The categories of numbers, in the order of promotion: each holds those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Category {
    Bool,
    Integer,
    Float,
    Complex,
}

const fn category(dtype: Dtype) -> Category {
    match dtype {
        Dtype::Bool => Category::Bool,
        Dtype::Uint8
        | Dtype::Uint16
        | Dtype::Uint32
        | Dtype::Uint64
        | Dtype::Int8
        | Dtype::Int16
        | Dtype::Int32
        | Dtype::Int64 => Category::Integer,
        Dtype::Float16 | Dtype::Bfloat16 | Dtype::Float32 | Dtype::Float64 => Category::Float,
        Dtype::Complex64 | Dtype::Complex128 => Category::Complex,
    }
}

impl Library {
    /// The type of floating-point elements where none is named: `torch.get_default_dtype()`, and NumPy's `float64`.
    #[must_use]
    pub const fn default_float(self) -> Dtype {
        match self {
            Self::PyTorch => Dtype::Float32,
            Self::NumPy => Dtype::Float64,
        }
    }

    /// The type of elements with such a value where none is named: what `torch.tensor([value])` or `np.array([value])` has.
    #[must_use]
    pub const fn default_dtype(self, value: Scalar) -> Dtype {
        match value {
            Scalar::Bool(_) => Dtype::Bool,
            Scalar::Int(_) => Dtype::Int64,
            Scalar::Unsigned(_) => Dtype::Uint64,
            Scalar::Float(_) => self.default_float(),
        }
    }

    /// The default type of the same category as `dtype`: what this library's program has for a tensor of another library.
    #[must_use]
    pub const fn default_dtype_like(self, dtype: Dtype) -> Dtype {
        match category(dtype) {
            Category::Bool | Category::Complex => dtype,
            Category::Integer => Dtype::Int64,
            Category::Float => self.default_float(),
        }
    }

    /// The type of the elements that an operator makes.
    ///
    /// ```
    /// use tensor_broadcasting::{Dtype, Operator};
    /// use tensor_broadcasting::library::{Library, OperandType};
    /// let [int64, float32] = [Dtype::Int64, Dtype::Float32].map(|dtype| OperandType { dtype, is_scalar: false });
    /// assert_eq!(Library::PyTorch.result_type(Operator::Add, int64, float32), Dtype::Float32);
    /// assert_eq!(Library::NumPy.result_type(Operator::Add, int64, float32), Dtype::Float64);
    /// assert_eq!(Library::PyTorch.result_type(Operator::Less, int64, float32), Dtype::Bool);
    /// ```
    #[must_use]
    pub fn result_type(self, operator: Operator, a: OperandType, b: OperandType) -> Dtype {
        self.type_made(operator, self.promoted(a, b))
    }

    /// The types with which an operator computes the elements of two operands.
    ///
    /// ```
    /// use tensor_broadcasting::{Dtype, Operator};
    /// use tensor_broadcasting::library::{Library, OperandType};
    /// let [int64, uint8] = [Dtype::Int64, Dtype::Uint8].map(|dtype| OperandType { dtype, is_scalar: false });
    /// let types = Library::PyTorch.element_types(Operator::Divide, int64, uint8);
    /// assert_eq!((types.promoted, types.made), (Dtype::Int64, Dtype::Float32));
    /// ```
    #[must_use]
    pub fn element_types(self, operator: Operator, a: OperandType, b: OperandType) -> ElementTypes {
        let promoted = self.promoted(a, b);
        ElementTypes::new(promoted, self.type_made(operator, promoted))
    }

    /// The type of the elements that an operator makes of a tensor and a Python number. Such a number decides only the category
    /// of the result in both libraries ([NEP 50](https://numpy.org/neps/nep-0050-scalar-promotion.html)).
    ///
    /// ```
    /// use tensor_broadcasting::{Dtype, Operator, Scalar};
    /// use tensor_broadcasting::library::Library;
    /// let product = |dtype, number| Library::NumPy.result_type_with_number(Operator::Multiply, dtype, number);
    /// assert_eq!(product(Dtype::Float32, Scalar::Float(2.0)), Dtype::Float32);
    /// assert_eq!(product(Dtype::Int32, Scalar::Float(2.0)), Dtype::Float64);
    /// assert_eq!(product(Dtype::Bool, Scalar::Int(2)), Dtype::Int64);
    /// ```
    #[must_use]
    pub fn result_type_with_number(self, operator: Operator, dtype: Dtype, number: Scalar) -> Dtype {
        let default = self.default_dtype(number);
        self.type_made(operator, if category(default) <= category(dtype) { dtype } else { default })
    }

    /// The type of the elements that an operator makes of operands that are promoted already.
    fn type_made(self, operator: Operator, promoted: Dtype) -> Dtype {
        match operator {
            operator if operator.compares() => Dtype::Bool,
            Operator::Divide if promoted.is_integer() => self.default_float(),
            Operator::FloorDivide | Operator::Remainder | Operator::Power if promoted == Dtype::Bool => match self {
                // PyTorch has no such operator for bools: `Check::Kernel` fails.
                Self::PyTorch => promoted,
                // NumPy computes with them as numbers.
                Self::NumPy => Dtype::Int8,
            },
            _ => promoted,
        }
    }

    /// The smallest type that holds the elements of both operands: `torch.result_type(a, b)` or `np.result_type(a, b)`.
    #[must_use]
    pub fn promoted(self, a: OperandType, b: OperandType) -> Dtype {
        match self {
            Self::PyTorch if a.is_scalar != b.is_scalar => {
                let (scalar, other) = if a.is_scalar { (a.dtype, b.dtype) } else { (b.dtype, a.dtype) };
                if category(scalar) <= category(other) { other } else { self.larger(a.dtype, b.dtype) }
            }
            Self::PyTorch | Self::NumPy => self.larger(a.dtype, b.dtype),
        }
    }

    /// The smallest type that holds the elements of both types.
    fn larger(self, a: Dtype, b: Dtype) -> Dtype {
        let rank = |dtype: Dtype| (category(dtype), dtype.bytes());
        let (small, large) = if rank(a) <= rank(b) { (a, b) } else { (b, a) };
        match (small, large, self) {
            // Neither type holds the other.
            (one, other, _) if one.is_integer() && other.is_integer() && one.is_unsigned() != other.is_unsigned() => {
                let unsigned = if one.is_unsigned() { one } else { other };
                match (one == Dtype::Bool, unsigned, large.bytes() > unsigned.bytes()) {
                    (true, ..) => unsigned,
                    (_, _, true) => large,
                    (_, Dtype::Uint8, _) => Dtype::Int16,
                    (_, Dtype::Uint16, _) => Dtype::Int32,
                    (_, Dtype::Uint32, _) => Dtype::Int64,
                    // No type of integers holds uint64 and negative numbers.
                    _ => Dtype::Float64,
                }
            }
            (Dtype::Float16, Dtype::Bfloat16, _) | (Dtype::Bfloat16, Dtype::Float16, _) => Dtype::Float32,
            // In NumPy a float type must hold the integers exactly.
            (Dtype::Int16 | Dtype::Uint16, Dtype::Float16, Self::NumPy) => Dtype::Float32,
            (
                Dtype::Int32 | Dtype::Int64 | Dtype::Uint32 | Dtype::Uint64,
                Dtype::Float16 | Dtype::Float32,
                Self::NumPy,
            ) => Dtype::Float64,
            (_, large, Self::PyTorch | Self::NumPy) => large,
        }
    }

    /// Why an operator does not take operands of these types; `None` where it does.
    pub(super) fn undefined_types(self, operator: Operator, a: OperandType, b: OperandType) -> Option<Undefined> {
        if is_complex(a, b) {
            return None;
        }
        operator.undefined_for_bools([a.is_bool(), b.is_bool()], self.arithmetic())
    }

    /// The exception where the result cannot be written into `a`, because `a` cannot hold elements of its type.
    pub(super) fn cast_error(self, operator: Operator, a: OperandType, b: OperandType) -> Option<LibraryError> {
        if is_complex(a, b) || operator.compares() {
            return None;
        }
        self.output_cast_error(self.function(operator), self.result_type(operator, a, b), a.dtype)
    }

    /// The exception where the result of a function cannot be written into an output, because the output cannot hold elements of
    /// its type. `function` is the name in NumPy's message.
    #[must_use]
    pub fn output_cast_error(self, function: &str, result: Dtype, output: Dtype) -> Option<LibraryError> {
        let (from, to) = (category(result), category(output));
        let can_cast = match self {
            Self::PyTorch => from <= to,
            // With "same_kind", an unsigned type cannot hold signed integers.
            Self::NumPy => from <= to && !(output.is_unsigned() && from == Category::Integer && !result.is_unsigned()),
        };
        if result == output || can_cast {
            return None;
        }
        Some(match self {
            Self::PyTorch => {
                let (result, output) = (result.torch_name(), output.torch_name());
                self.error(format!("result type {result} can't be cast to the desired output type {output}"))
            }
            Self::NumPy => LibraryError {
                error_type: "UFuncTypeError",
                message: format!(
                    "Cannot cast ufunc '{function}' output from dtype('{}') to dtype('{}') with casting rule 'same_kind'",
                    result.name(),
                    output.name()
                ),
            },
        })
    }
}

fn is_complex(a: OperandType, b: OperandType) -> bool {
    category(a.dtype).max(category(b.dtype)) == Category::Complex
}
