//! Element types.

use super::Scalar;

/// The type of a tensor's elements. It says how many bytes an element takes and which numbers it can be, and takes part in type promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dtype {
    /// 1 byte: true or false.
    Bool,
    /// 1 byte, from 0 to 255.
    Uint8,
    /// 2 bytes, from 0 to 65,535.
    Uint16,
    /// 4 bytes, from 0 to 2^32-1.
    Uint32,
    /// 8 bytes, from 0 to 2^64-1.
    Uint64,
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
    /// All types: bool, unsigned integers, integers, floats, complex, and within these the smaller first.
    pub const ALL: [Self; 15] = [
        Self::Bool,
        Self::Uint8,
        Self::Uint16,
        Self::Uint32,
        Self::Uint64,
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
            Self::Uint16 => "uint16",
            Self::Uint32 => "uint32",
            Self::Uint64 => "uint64",
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
            Self::Uint16 => "UInt16",
            Self::Uint32 => "UInt32",
            Self::Uint64 => "UInt64",
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
            Self::Uint16 => "unsigned short",
            Self::Uint32 => "unsigned int",
            Self::Uint64 => "unsigned long",
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
            Self::Uint16 | Self::Int16 | Self::Float16 | Self::Bfloat16 => 2,
            Self::Uint32 | Self::Int32 | Self::Float32 => 4,
            Self::Uint64 | Self::Int64 | Self::Float64 | Self::Complex64 => 8,
            Self::Complex128 => 16,
        }
    }

    /// Whether its elements are integers. Bools count as integers here.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::Bool | Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64) || self.is_unsigned()
    }

    /// Whether its elements are integers that are never negative.
    #[must_use]
    pub const fn is_unsigned(self) -> bool {
        matches!(self, Self::Uint8 | Self::Uint16 | Self::Uint32 | Self::Uint64)
    }

    /// The largest integer of a type of integers, at most that of int64; of a type of floats the largest up to which it has all integers.
    ///
    /// ```
    /// use tensor_broadcasting::Dtype;
    /// assert_eq!([Dtype::Int8, Dtype::Uint8, Dtype::Float16].map(Dtype::largest_integer), [127, 255, 2048]);
    /// ```
    #[must_use]
    pub const fn largest_integer(self) -> i64 {
        match self {
            Self::Bool => 1,
            Self::Float16 => 1 << 11,
            Self::Bfloat16 => 1 << 8,
            Self::Float32 | Self::Complex64 => 1 << 24,
            Self::Float64 | Self::Complex128 => 1 << 53,
            Self::Uint64 => i64::MAX,
            _ if self.is_unsigned() => (1 << (8 * self.bytes())) - 1,
            _ => i64::MAX >> (64 - 8 * self.bytes()),
        }
    }

    /// A value as an element of this type, as a cast gives it: an integer wraps around, a float is rounded to the nearest one (to that
    /// with an even last digit where two are), a float loses its fraction in a type of integers. An element of a complex type keeps its
    /// value.
    ///
    /// ```
    /// use tensor_broadcasting::{Dtype, Scalar};
    /// assert_eq!(Dtype::Uint8.cast(Scalar::Int(300)), Scalar::Int(44));
    /// assert_eq!(Dtype::Int8.cast(Scalar::Int(200)), Scalar::Int(-56));
    /// assert_eq!(Dtype::Float16.cast(Scalar::Float(0.1)), Scalar::Float(0.099_975_585_937_5));
    /// assert_eq!(Dtype::Float16.cast(Scalar::Int(70_000)), Scalar::Float(f64::INFINITY));
    /// ```
    #[must_use]
    pub const fn cast(self, value: Scalar) -> Scalar {
        // A float is rounded to float32 first, as the libraries do.
        let single = match value {
            Scalar::Float(value) => value as f32,
            Scalar::Unsigned(value) => value as f32,
            integer => integer.to_int() as f32,
        };
        match self {
            Self::Bool => Scalar::Bool(value.to_float() != 0.0),
            Self::Uint8 => Scalar::Int(value.to_int() as u8 as i64),
            Self::Uint16 => Scalar::Int(value.to_int() as u16 as i64),
            Self::Uint32 => Scalar::Int(value.to_int() as u32 as i64),
            Self::Uint64 => match value {
                Scalar::Float(float) if float >= TWO_TO_63 => Scalar::unsigned(float as u64),
                value => Scalar::unsigned(value.to_int() as u64),
            },
            Self::Int8 => Scalar::Int(value.to_int() as i8 as i64),
            Self::Int16 => Scalar::Int(value.to_int() as i16 as i64),
            Self::Int32 => Scalar::Int(value.to_int() as i32 as i64),
            Self::Int64 => Scalar::Int(value.to_int()),
            Self::Float16 => Scalar::Float(rounded(single as f64, 11, -24, 65_504.0)),
            // The largest one has the bits of a float32 whose last 16 are 0.
            Self::Bfloat16 => Scalar::Float(rounded(single as f64, 8, -133, f32::from_bits(0x7f7f_0000) as f64)),
            Self::Float32 => Scalar::Float(single as f64),
            Self::Float64 => Scalar::Float(value.to_float()),
            Self::Complex64 | Self::Complex128 => value,
        }
    }
}

/// 2^63: the first float that int64 has no room for.
const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

/// The float nearest to a float64 that has so many binary digits, none below 2 to the power of `lowest`; infinite above `largest`.
const fn rounded(value: f64, digits: i32, lowest: i32, largest: f64) -> f64 {
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    if exponent == 1024 {
        return value;
    }
    let last = exponent + 1 - digits;
    let last = if last < lowest { lowest } else { last };
    // A float64 of this size ends with the last digit, so the addition rounds there, a half to the even one.
    let large = f64::from_bits(((last + 52 + 1023) as u64) << 52) * 1.5;
    let rounded = (value.abs() + large) - large;
    let limited = if rounded > largest { f64::INFINITY } else { rounded };
    limited.copysign(value)
}
