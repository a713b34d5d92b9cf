//! Element types.

/// The type of a tensor's elements. It says how many bytes an element takes, and takes part in type promotion. The values
/// themselves are computed as int64 and float64 (see [`Scalar`](super::Scalar)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dtype {
    /// 1 byte: true or false.
    Bool,
    /// 1 byte, from 0 to 255.
    Uint8,
    /// 1 byte, from -128 to 127.
    Int8,
    /// 2 bytes.
    Int16,
    /// 4 bytes.
    Int32,
    /// 8 bytes: the default type of integers in both libraries.
    Int64,
    /// 2 bytes.
    Float16,
    /// 2 bytes, with the range of a float32. PyTorch only.
    Bfloat16,
    /// 4 bytes: PyTorch's default type of floats.
    Float32,
    /// 8 bytes: NumPy's default type of floats.
    Float64,
    /// 8 bytes: two float32.
    Complex64,
    /// 16 bytes: two float64.
    Complex128,
}

impl Dtype {
    /// All types: bool, integers, floats, complex, and within these the smaller first.
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

    /// The name in both libraries.
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

    /// The name in PyTorch's messages and tensor types: `Long`, as in `torch.LongTensor`.
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

    /// The name of an element type in the messages of PyTorch's C++ code.
    #[must_use]
    pub const fn cpp_name(self) -> &'static str {
        match self {
            Self::Float32 => "float",
            Self::Float64 => "double",
            Self::Int64 => "long int",
            Self::Int32 => "int",
            Self::Int16 => "short int",
            Self::Int8 => "signed char",
            Self::Uint8 => "unsigned char",
            Self::Bool => "bool",
            Self::Float16 => "c10::Half",
            Self::Bfloat16 => "c10::BFloat16",
            Self::Complex64 => "c10::complex<float>",
            Self::Complex128 => "c10::complex<double>",
        }
    }

    /// The size of one element in bytes.
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
