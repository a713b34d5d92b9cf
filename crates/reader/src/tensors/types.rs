//! Type promotion of any number of operands, and values in an element type.

pub(crate) use crate::tensors::value::cast;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::{Library, OperandType};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, Operator, Scalar};

/// An operand, as type promotion sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// A tensor with axes, or anything with a type of its own in NumPy.
    Tensor(Dtype),
    /// A 0-dim tensor of PyTorch.
    ZeroDim(Dtype),
    /// A Python number, of which only the category counts.
    Number(Scalar),
}

impl Kind {
    /// The kind of a tensor.
    pub(crate) fn of(tensor: &Tensor) -> Self {
        match tensor.library {
            Library::PyTorch if tensor.shape.is_empty() => Self::ZeroDim(tensor.dtype),
            Library::PyTorch | Library::NumPy => Self::Tensor(tensor.dtype),
        }
    }

    /// The kind of a tensor or a number.
    pub(crate) fn of_value(value: &Value) -> Option<Self> {
        match value {
            Value::Tensor(tensor) => Some(Self::of(tensor)),
            _ => value.number_kind().map(Self::Number),
        }
    }

    /// The element type that it has by itself.
    pub(crate) const fn dtype(self, library: Library) -> Dtype {
        match self {
            Self::Tensor(dtype) | Self::ZeroDim(dtype) => dtype,
            Self::Number(number) => library.default_dtype(number),
        }
    }
}

/// The smallest type for two types that both count fully.
pub(crate) fn larger(library: Library, a: Dtype, b: Dtype) -> Dtype {
    let operand = |dtype| OperandType { dtype, is_scalar: false };
    library.promoted(operand(a), operand(b))
}

/// The type to which operands are promoted: `torch.result_type`, `np.result_type`.
pub(crate) fn promoted(library: Library, kinds: &[Kind]) -> Dtype {
    let join = |pick: fn(&Kind) -> Option<Dtype>| kinds.iter().filter_map(pick).reduce(|a, b| larger(library, a, b));
    let tensors = join(|kind| if let Kind::Tensor(dtype) = kind { Some(*dtype) } else { None });
    let zero_dims = join(|kind| if let Kind::ZeroDim(dtype) = kind { Some(*dtype) } else { None });
    let numbers = kinds.iter().filter_map(|kind| if let Kind::Number(number) = kind { Some(*number) } else { None });
    let strong = match (tensors, zero_dims) {
        (Some(tensors), Some(zero)) => {
            let operand = |dtype, is_scalar| OperandType { dtype, is_scalar };
            Some(library.promoted(operand(tensors, false), operand(zero, true)))
        }
        (tensors, zero) => tensors.or(zero),
    };
    match strong {
        Some(dtype) => {
            numbers.fold(dtype, |dtype, number| library.result_type_with_number(Operator::Add, dtype, number))
        }
        None => {
            let dtypes = numbers.map(|number| library.default_dtype(number));
            dtypes.reduce(|a, b| larger(library, a, b)).unwrap_or_else(|| library.default_float())
        }
    }
}

/// The type of floating-point elements that a function such as `exp` makes of elements of this type.
pub(crate) const fn floating(library: Library, dtype: Dtype) -> Dtype {
    match (library, dtype) {
        (Library::PyTorch, dtype) if dtype.is_integer() => Dtype::Float32,
        (Library::NumPy, Dtype::Bool | Dtype::Int8 | Dtype::Uint8) => Dtype::Float16,
        (Library::NumPy, Dtype::Int16 | Dtype::Uint16) => Dtype::Float32,
        (Library::NumPy, Dtype::Int32 | Dtype::Int64 | Dtype::Uint32 | Dtype::Uint64) => Dtype::Float64,
        (_, dtype) => dtype,
    }
}

/// Whether the elements are complex.
pub(crate) const fn is_complex(dtype: Dtype) -> bool {
    matches!(dtype, Dtype::Complex64 | Dtype::Complex128)
}

/// Whether the elements are floating-point numbers.
pub(crate) const fn is_floating(dtype: Dtype) -> bool {
    !dtype.is_integer() && !is_complex(dtype)
}

/// Whether an element type has an integer.
pub(crate) fn holds(dtype: Dtype, integer: i64) -> bool {
    cast(Scalar::Int(integer), dtype).is_some_and(|made| made.to_int() == integer)
}

/// Values in an element type; `None` where one of them is not computed here.
pub(crate) fn cast_all(values: &[Scalar], dtype: Dtype) -> Option<Vec<Scalar>> {
    values.iter().map(|&value| cast(value, dtype)).all_listed()
}

/// The name of a tensor's type in the messages of `expand`.
pub(crate) fn type_name(dtype: Dtype) -> String {
    let name = match dtype {
        Dtype::Float32 => "Float",
        Dtype::Float64 => "Double",
        Dtype::Float16 => "Half",
        Dtype::Int64 => "Long",
        Dtype::Int32 => "Int",
        Dtype::Int16 => "Short",
        Dtype::Int8 => "Char",
        Dtype::Uint8 => "Byte",
        Dtype::Bool => return "CPUBoolType".to_owned(),
        Dtype::Complex64 => return "CPUComplexFloatType".to_owned(),
        Dtype::Complex128 => return "CPUComplexDoubleType".to_owned(),
        _ => return "CPUBFloat16Type".to_owned(),
    };
    format!("torch.{name}Tensor")
}
