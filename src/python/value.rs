//! What a Python expression stands for.

use std::ops::Range;

use crate::broadcast::{Dtype, Scalar};
use crate::parse::{Operand, ParseError, Problem};

/// What an expression stands for.
#[derive(Debug, Clone)]
pub(super) enum Value {
    /// A number or a truth value.
    Scalar(Scalar),
    /// `None`, `np.newaxis`.
    None,
    /// `...`.
    Ellipsis,
    /// A text in quotes.
    Text(String),
    /// A list or a tuple.
    List(Vec<Item>),
    /// A slice; `true` for `:`, which takes everything.
    Slice(bool),
    /// A tensor.
    Tensor(Box<Operand>),
    /// A type of elements.
    Dtype(Dtype),
    /// A module, or something in one, that was named and not called: `torch`, `np.random.rand`.
    Path(String),
}

/// A value and the place that says it.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) value: Value,
    pub(super) span: Range<usize>,
}

impl Item {
    /// What is wrong with this.
    pub(super) fn error(&self, problem: Problem) -> ParseError {
        ParseError { span: self.span.clone(), problem }
    }

    /// What is wrong with this where something else is wanted: perhaps a name that means nothing here.
    pub(super) fn unfit(&self, otherwise: Problem) -> ParseError {
        self.error(match &self.value {
            Value::Path(name) if name.contains('.') => Problem::NotCalled(name.clone()),
            Value::Path(name) => Problem::Undefined(name.clone()),
            _ => otherwise,
        })
    }

    /// The integer that this is.
    pub(super) fn int(&self) -> Result<i64, ParseError> {
        match self.value {
            Value::Scalar(Scalar::Float(_)) => Err(self.error(Problem::FractionalSize)),
            Value::Scalar(value) => Ok(value.to_int()),
            _ => Err(self.unfit(Problem::NotAnInteger)),
        }
    }

    /// The number that this is.
    pub(super) fn scalar(&self) -> Result<Scalar, ParseError> {
        match self.value {
            Value::Scalar(value) => Ok(value),
            _ => Err(self.unfit(Problem::NotAValue(None))),
        }
    }

    /// The integers of a list or a tuple, or the one integer that this is.
    pub(super) fn ints(&self) -> Result<Vec<i64>, ParseError> {
        match &self.value {
            Value::List(items) => items.iter().map(Self::int).collect(),
            _ => Ok(vec![self.int()?]),
        }
    }
}

/// Sizes or axes as they are given to a call: one after the other, or in one list or tuple.
pub(super) fn spread(arguments: &[Item]) -> Result<Vec<i64>, ParseError> {
    match arguments {
        [only] => only.ints(),
        many => many.iter().map(Item::int).collect(),
    }
}
