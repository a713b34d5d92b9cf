//! Element types: what one element takes in memory.

/// The type of a tensor's elements. The values themselves are computed as int64 and float64 (see
/// [`Scalar`](super::Scalar)); the type says how many bytes an element takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dtype {
    /// One byte, true or false.
    Bool,
    /// One byte, from 0 to 255.
    Uint8,
    /// One byte.
    Int8,
    /// Two bytes.
    Int16,
    /// Four bytes.
    Int32,
    /// Eight bytes: what both libraries make of whole numbers.
    Int64,
    /// Two bytes.
    Float16,
    /// Two bytes, with the range of a float32.
    Bfloat16,
    /// Four bytes: PyTorch's real numbers.
    Float32,
    /// Eight bytes: NumPy's real numbers.
    Float64,
    /// Eight bytes: two float32.
    Complex64,
    /// Sixteen bytes: two float64.
    Complex128,
}

impl Dtype {
    /// All of them, smallest kinds first.
    pub const ALL: [Self; 12] = [
        Self::Bool,
        Self::Uint8,
        Self::Int8,
        Self::Int16,
        Self::Int32,
        Self::Int64,
        Self::Float16,
        Self::Bfloat16,
        Self::Float32,
        Self::Float64,
        Self::Complex64,
        Self::Complex128,
    ];

    /// Its name in both libraries.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Uint8 => "uint8",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float16 => "float16",
            Self::Bfloat16 => "bfloat16",
            Self::Float32 => "float32",
            Self::Float64 => "float64",
            Self::Complex64 => "complex64",
            Self::Complex128 => "complex128",
        }
    }

    /// What PyTorch calls it in its messages, and its tensors: `Long`, `torch.LongTensor`.
    #[must_use]
    pub const fn torch_name(self) -> &'static str {
        match self {
            Self::Bool => "Bool",
            Self::Uint8 => "Byte",
            Self::Int8 => "Char",
            Self::Int16 => "Short",
            Self::Int32 => "Int",
            Self::Int64 => "Long",
            Self::Float16 => "Half",
            Self::Bfloat16 => "BFloat16",
            Self::Float32 => "Float",
            Self::Float64 => "Double",
            Self::Complex64 => "ComplexFloat",
            Self::Complex128 => "ComplexDouble",
        }
    }

    /// How many bytes one element takes.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        match self {
            Self::Bool | Self::Uint8 | Self::Int8 => 1,
            Self::Int16 | Self::Float16 | Self::Bfloat16 => 2,
            Self::Int32 | Self::Float32 => 4,
            Self::Int64 | Self::Float64 | Self::Complex64 => 8,
            Self::Complex128 => 16,
        }
    }

    /// Whether its elements are integers. Bools count as integers here.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::Bool | Self::Uint8 | Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64)
    }
}
