//! What a Python expression stands for.

use crate::syntax::failure::{Failure, failure};
use std::ops::Range;

use crate::shapes::{Operand, Problem};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, Scalar};

/// What an expression stands for.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// A number or a truth value.
    Scalar(Scalar),
    /// `None`, `np.newaxis`.
    None,
    /// `...`.
    Ellipsis,
    /// A string.
    Text(String),
    /// A list or a tuple.
    List(Vec<Spanned<Self>>),
    /// A tensor.
    Tensor(Box<Operand>),
    /// An element type.
    Dtype(Dtype),
    /// A module, or something in one, that is named and not called: `torch`, `np.random.rand`.
    Path(String),
}

/// Something that was read, and its place in characters.
#[derive(Debug, Clone)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Range<usize>,
}

/// The library's own exception as what is wrong at `span`.
pub(crate) fn library_error(library: Library, error: LibraryError, span: &Range<usize>) -> Failure {
    failure(span, Problem::LibraryRejected(library, error))
}

impl Spanned<Value> {
    /// What is wrong with this.
    pub(crate) fn error(&self, problem: Problem) -> Failure {
        failure(&self.span, problem)
    }

    /// What is wrong with this where something else is needed: perhaps a name without a value.
    pub(crate) fn unfit(&self, otherwise: Problem) -> Failure {
        self.error(match &self.value {
            Value::Path(name) if name.contains('.') => Problem::NotCalled(name.clone()),
            Value::Path(name) => Problem::Undefined(name.clone()),
            _ => otherwise,
        })
    }

    /// The integer that this is.
    pub(crate) fn int(&self) -> Result<i64, Failure> {
        match self.value {
            Value::Scalar(Scalar::Float(_)) => Err(self.error(Problem::FractionalSize)),
            Value::Scalar(value) => Ok(value.to_int()),
            _ => Err(self.unfit(Problem::NotAnInteger)),
        }
    }

    /// The number that this is.
    pub(crate) fn scalar(&self) -> Result<Scalar, Failure> {
        match self.value {
            Value::Scalar(value) => Ok(value),
            _ => Err(self.unfit(Problem::NotAValue(None))),
        }
    }

    /// The integers of a list or a tuple, or the one integer that this is.
    pub(crate) fn ints(&self) -> Result<Vec<i64>, Failure> {
        match &self.value {
            Value::List(items) => items.iter().map(Self::int).collect(),
            _ => Ok(vec![self.int()?]),
        }
    }

    /// The element type that this names as an argument.
    pub(crate) fn dtype(&self) -> Option<Dtype> {
        match &self.value {
            Value::Dtype(dtype) => Some(*dtype),
            // Python's own float is a double.
            Value::Text(name) | Value::Path(name) if matches!(name.as_str(), "float" | "float_") => {
                Some(Dtype::Float64)
            }
            Value::Text(name) | Value::Path(name) => dtype(name),
            _ => None,
        }
    }
}

/// The element type of a name, with or without its module: `torch.float32`, `double`. (`float` is none of them: it is
/// a method of PyTorch's tensors as well.)
pub(crate) fn dtype(name: &str) -> Option<Dtype> {
    let name = name.rsplit('.').next().unwrap_or(name);
    Some(match name {
        "double" => Dtype::Float64,
        "half" => Dtype::Float16,
        "long" | "int_" | "int" => Dtype::Int64,
        "short" => Dtype::Int16,
        "bool_" => Dtype::Bool,
        "cfloat" => Dtype::Complex64,
        "cdouble" => Dtype::Complex128,
        _ => return Dtype::ALL.into_iter().find(|dtype| dtype.name() == name),
    })
}
