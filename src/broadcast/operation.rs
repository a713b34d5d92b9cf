//! Two tensors and an operator: what is combined, whether it can be, and where every element comes from.

use super::{
    Alignment, Arithmetic, Broadcast, Mismatch, Operator, Scalar, Shape, Side, StridedLayout, Undefined, Values,
    broadcast,
};

/// A tensor as it is stored: how its elements are found in a buffer, and what the buffer holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    /// Its shape, and the stride of each axis.
    pub layout: StridedLayout,
    /// The buffer.
    pub values: Values,
}

impl Tensor {
    /// A row-major tensor whose elements stand in its buffer as they are counted.
    #[must_use]
    pub fn contiguous(shape: &Shape, values: Values) -> Self {
        Self { layout: StridedLayout::contiguous(shape), values }
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        self.layout.shape()
    }
}

/// Two operands with their values, lined up, and what an operator makes of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    outcome: Result<Broadcast, Mismatch>,
    operands: [Tensor; 2],
    operator: Operator,
    arithmetic: Arithmetic,
    /// Each operand as the result sees it; only where they broadcast.
    stretched: Option<[StridedLayout; 2]>,
}

/// One operand's part in an element of the result.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The element's index in the operand.
    pub index: Vec<u64>,
    /// Its position in the operand's buffer; `None` where that passes 2^63-1.
    pub offset: Option<u64>,
    /// Its value; `None` where it has no position.
    pub value: Option<Scalar>,
}

/// An element of the result and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// The element's index in the result.
    pub index: Vec<u64>,
    /// The element of `a` and the element of `b` that it is made of.
    pub sources: [Source; 2],
    /// Its value; `None` where an operand's has no position, or where the library makes none of the two.
    pub value: Option<Scalar>,
}

impl Operation {
    /// Lines `a` and `b` up and decides whether they broadcast. Computes no value yet.
    #[must_use]
    pub fn new(a: Tensor, b: Tensor, operator: Operator, arithmetic: Arithmetic) -> Self {
        let outcome = broadcast(a.shape().clone(), b.shape().clone());
        let operands = [a, b];
        let stretched = outcome.as_ref().ok().map(|operation| {
            Side::BOTH.map(|side| operands[side as usize].layout.stretched(operation.alignment(), side))
        });
        Self { outcome, operands, operator, arithmetic, stretched }
    }

    /// The same operands by another library's arithmetic.
    #[must_use]
    pub fn with_arithmetic(&self, arithmetic: Arithmetic) -> Self {
        Self { arithmetic, ..self.clone() }
    }

    /// Whether they broadcast, and to what.
    ///
    /// # Errors
    ///
    /// The mismatch, where they do not.
    pub const fn outcome(&self) -> Result<&Broadcast, &Mismatch> {
        self.outcome.as_ref()
    }

    /// The operands, lined up, whether they broadcast or not.
    #[must_use]
    pub fn alignment(&self) -> &Alignment {
        match &self.outcome {
            Ok(operation) => operation.alignment(),
            Err(mismatch) => mismatch.alignment(),
        }
    }

    /// The result's shape; `None` where there is none.
    #[must_use]
    pub fn shape(&self) -> Option<&Shape> {
        self.outcome.as_ref().ok().map(Broadcast::shape)
    }

    /// What is done to each pair of elements.
    #[must_use]
    pub const fn operator(&self) -> Operator {
        self.operator
    }

    /// Whether the result has `a`'s own shape, so that it can be written into `a`.
    #[must_use]
    pub fn fits_in_place(&self) -> bool {
        self.shape() == Some(self.alignment().shape(Side::A))
    }

    /// Whose arithmetic makes the elements.
    #[must_use]
    pub const fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// Why the operator refuses some pair of elements, if it does; then there is no result at all.
    #[must_use]
    pub fn undefined(&self) -> Option<Undefined> {
        let b = self.operand(Side::B);
        let divisor_or_exponent = |negative| {
            self.is_integer(Side::A) && self.is_integer(Side::B) && {
                let stored = b.layout.required_len().unwrap_or(u64::MAX);
                b.values.any_zero(stored, negative)
            }
        };
        if self.shape().is_none_or(|shape| shape.contains(&0)) {
            return None;
        }
        let bools = Side::BOTH.map(|side| self.is_bool(side));
        if let Some(undefined) = self.operator.undefined_for_bools(bools, self.arithmetic) {
            return Some(undefined);
        }
        match (self.operator, self.arithmetic) {
            (Operator::FloorDivide | Operator::Remainder, Arithmetic::PyTorch) if divisor_or_exponent(false) => {
                Some(Undefined::IntegerDivisionByZero)
            }
            (Operator::Power, Arithmetic::NumPy) if divisor_or_exponent(true) => Some(Undefined::NegativeIntegerPower),
            _ => None,
        }
    }

    /// Whether `side` is stretched along an aligned axis. In a clash nothing is.
    #[must_use]
    pub fn stretches(&self, side: Side, axis: usize) -> bool {
        self.shape().is_some() && self.alignment().axes().get(axis).is_some_and(|axis| axis.stretches(side))
    }

    /// Whether some of its elements come out otherwise in one library than in the other.
    #[must_use]
    pub fn depends_on_arithmetic(&self) -> bool {
        self.operator.depends_on_arithmetic()
            || (self.operator == Operator::Subtract && Side::BOTH.iter().any(|&side| self.is_bool(side)))
    }

    /// Whether an operand holds truth values.
    fn is_bool(&self, side: Side) -> bool {
        matches!(self.operand(side).values.at(0), Some(Scalar::Bool(_)))
    }

    /// Whether an operand holds integers. (All elements of an operand are of one kind.)
    fn is_integer(&self, side: Side) -> bool {
        !matches!(self.operand(side).values.at(0), Some(Scalar::Float(_)))
    }

    /// One operand.
    #[must_use]
    pub const fn operand(&self, side: Side) -> &Tensor {
        &self.operands[side as usize]
    }

    /// The values of one operand's buffer.
    #[must_use]
    pub const fn values(&self, side: Side) -> &Values {
        &self.operand(side).values
    }

    /// An operand as the result sees it (stride 0 where it repeats); `None` where there is no result.
    #[must_use]
    pub fn stretched(&self, side: Side) -> Option<&StridedLayout> {
        self.stretched.as_ref().map(|views| &views[side as usize])
    }

    /// An operand's own view.
    #[must_use]
    pub const fn operand_layout(&self, side: Side) -> &StridedLayout {
        &self.operand(side).layout
    }

    /// The value of `side` at an index of its own; `None` where it has no such element.
    #[must_use]
    pub fn stored_value(&self, side: Side, index: &[u64]) -> Option<Scalar> {
        let layout = self.operand_layout(side);
        let inside =
            index.len() == layout.shape().ndim() && index.iter().zip(layout.shape().iter()).all(|(i, n)| i < n);
        if inside { layout.offset(index).and_then(|offset| self.values(side).at(offset)) } else { None }
    }

    /// The value of the result at `index`; `None` where it has no such element.
    #[must_use]
    pub fn value(&self, index: &[u64]) -> Option<Scalar> {
        let shape = self.shape()?;
        if index.len() != shape.ndim() || index.iter().zip(shape.iter()).any(|(i, n)| i >= n) {
            return None;
        }
        let at = |side: Side| self.values(side).at(self.stretched(side)?.offset(index)?);
        self.operator.apply(at(Side::A)?, at(Side::B)?, self.arithmetic).ok()
    }

    /// Where the element of the result at `index` comes from; `None` where there is no such element.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Arithmetic, Operator, Operation, Scalar, Shape, Tensor, Values};
    /// let column = Tensor::contiguous(&Shape::from([4, 1]), Values::Arange);
    /// let row = Tensor::contiguous(&Shape::from([3]), Values::Arange);
    /// let operation = Operation::new(column, row, Operator::Add, Arithmetic::PyTorch);
    /// let from = operation.provenance(&[2, 1]).expect("in (4, 3)");
    /// assert_eq!((from.sources[0].index.as_slice(), from.sources[1].index.as_slice()), (&[2, 0][..], &[1][..]));
    /// assert_eq!(from.value, Some(Scalar::Int(3)));
    /// ```
    #[must_use]
    pub fn provenance(&self, index: &[u64]) -> Option<Provenance> {
        let shape = self.shape()?;
        if index.len() != shape.ndim() || index.iter().zip(shape.iter()).any(|(i, n)| i >= n) {
            return None;
        }
        let sources = Side::BOTH.map(|side| {
            let own = self.alignment().operand_index(side, index);
            let offset = self.operand_layout(side).offset(&own);
            let value = offset.and_then(|offset| self.values(side).at(offset));
            Source { index: own, offset, value }
        });
        Some(Provenance { index: index.to_vec(), sources, value: self.value(index) })
    }
}
