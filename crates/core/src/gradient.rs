//! The gradient of an operand: the way back from the sum of the result to each element of an operand.
//!
//! The elements of the result are summed, and each of them counts once. An element of an operand that is read for several
//! elements of the result gets a part from each of them, and the parts are added. So the gradient of a stretched operand
//! is the sum along its stretched axes, and has the shape of the operand. Source: `torch.autograd`, with whose numbers
//! `tests/rules/gradients.rs` compares.

use std::ops::Range;

use super::operation::is_inside;
use super::{Axis, OperandId, Operation, Operator, Scalar, unravel};

/// The largest number of parts that are added for one element of a gradient.
const MAX_PARTS: u64 = 1 << 16;

impl Operator {
    /// The derivative of one element of the result by the element of `operand` that it is made of; `None` for an operator other
    /// than `+`, `-`, `*` and `/`. The quotient is computed as PyTorch computes it, so that a division by 0 gives the same.
    ///
    /// ```
    /// use tensor_broadcasting::{OperandId, Operator};
    /// assert_eq!(Operator::Subtract.derivative(OperandId::B, 5.0, 2.0), Some(-1.0));
    /// assert_eq!(Operator::Multiply.derivative(OperandId::A, 5.0, 2.0), Some(2.0));
    /// assert_eq!(Operator::Maximum.derivative(OperandId::A, 5.0, 2.0), None);
    /// ```
    #[must_use]
    pub fn derivative(self, operand: OperandId, a: f64, b: f64) -> Option<f64> {
        match (self, operand) {
            (Self::Add, _) | (Self::Subtract, OperandId::A) => Some(1.0),
            (Self::Subtract, OperandId::B) => Some(-1.0),
            (Self::Multiply, OperandId::A) => Some(b),
            (Self::Multiply, OperandId::B) => Some(a),
            (Self::Divide, OperandId::A) => Some(1.0 / b),
            (Self::Divide, OperandId::B) => Some(-(a / b) / b),
            _ => None,
        }
    }
}

impl Operation {
    /// Whether the sum of the result has a gradient: the operands broadcast, and the operator has a derivative.
    #[must_use]
    pub fn has_gradient(&self) -> bool {
        let derivative = self.operator().and_then(|operator| operator.derivative(OperandId::A, 1.0, 1.0));
        self.shape().is_some() && derivative.is_some()
    }

    /// The part that one element of the result adds to the gradient of `operand`; `None` where there is no such element, or
    /// the operator has no derivative.
    #[must_use]
    pub fn gradient_part(&self, operand: OperandId, index: &[u64]) -> Option<f64> {
        if !is_inside(index, self.shape()?) {
            return None;
        }
        let value = |operand: OperandId| self.read(operand, index).map(Scalar::to_float);
        self.operator()?.derivative(operand, value(OperandId::A)?, value(OperandId::B)?)
    }

    /// How many elements of the result each element of `operand` is read for: the product of the sizes of the result along the
    /// axes that the operand lacks or stretches along. `None` where the operands do not broadcast, or where it passes 2^63-1.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, OperandId, Operation, Operator, Shape, Tensor, Values};
    /// let [a, b] = [&[5, 3, 4][..], &[3, 1]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    /// let operation = Operation::new([a, b], Operator::Add, Arithmetic::PyTorch);
    /// assert_eq!(operation.reads(OperandId::B), Some(20));
    /// ```
    #[must_use]
    pub fn reads(&self, operand: OperandId) -> Option<u64> {
        self.shape()?;
        let stretched = self.alignment().axes().iter().filter(|axis| axis.stretches(operand));
        stretched.filter_map(Axis::result).collect::<super::Shape>().numel()
    }

    /// One element of the gradient of `operand`, where the elements of the result are summed. `None` where the operand has no
    /// such element, the operator has no derivative, or more than 65,536 parts would be added.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, OperandId, Operation, Operator, Shape, Tensor, Values};
    /// let [a, b] = [&[4, 1][..], &[3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    /// let operation = Operation::new([a, b], Operator::Multiply, Arithmetic::PyTorch);
    /// // b[1] is multiplied by 0, 1, 2 and 3.
    /// assert_eq!(operation.gradient(OperandId::B, &[1]), Some(6.0));
    /// ```
    #[must_use]
    pub fn gradient(&self, operand: OperandId, index: &[u64]) -> Option<f64> {
        if !is_inside(index, self.operand(operand).shape()) {
            return None;
        }
        self.gradient_sum(operand, &self.reading(operand, index))
    }

    /// The first parts of one element of the gradient of `operand`, at most `limit`, in the order in which they are added.
    #[must_use]
    pub fn gradient_parts(&self, operand: OperandId, index: &[u64], limit: u64) -> Vec<f64> {
        let ranges = self.reading(operand, index);
        let sizes: super::Shape = ranges.iter().map(|range| range.end.saturating_sub(range.start)).collect();
        let count = sizes.numel().map_or(limit, |parts| parts.min(limit));
        let part = |number| {
            let at = unravel(&sizes, number)?;
            let at: Vec<u64> = at.iter().zip(&ranges).map(|(i, range)| range.start.saturating_add(*i)).collect();
            self.gradient_part(operand, &at)
        };
        (0..count).filter_map(part).collect()
    }

    /// The elements of the result that are made of one element of `operand`: a range of indices for each aligned axis.
    fn reading(&self, operand: OperandId, index: &[u64]) -> Vec<Range<u64>> {
        let missing = self.alignment().missing(operand);
        let range = |(number, axis): (usize, &Axis)| match axis.result() {
            Some(size) if axis.stretches(operand) => 0..size,
            _ => {
                let i = number.checked_sub(missing).and_then(|own| index.get(own)).copied().unwrap_or(0);
                i..i.saturating_add(1)
            }
        };
        self.alignment().axes().iter().enumerate().map(range).collect()
    }

    /// The sum of the parts that the elements of the result in these ranges, one for each aligned axis, add to the gradient of
    /// `operand`. `None` where there is no such element, the operator has no derivative, or more than 65,536 parts would be added.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, OperandId, Operation, Operator, Shape, Tensor, Values};
    /// let [a, b] = [&[4, 1][..], &[3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    /// let operation = Operation::new([a, b], Operator::Multiply, Arithmetic::PyTorch);
    /// // The first three parts of the gradient of b[1] are 0, 1 and 2.
    /// assert_eq!(operation.gradient_sum(OperandId::B, &[0..3, 1..2]), Some(3.0));
    /// ```
    #[must_use]
    pub fn gradient_sum(&self, operand: OperandId, ranges: &[Range<u64>]) -> Option<f64> {
        if !self.has_gradient() || ranges.len() != self.alignment().ndim() {
            return None;
        }
        let sizes: super::Shape = ranges.iter().map(|range| range.end.saturating_sub(range.start)).collect();
        let parts = sizes.numel().filter(|&parts| parts <= MAX_PARTS)?;
        let mut at: Vec<u64> = ranges.iter().map(|range| range.start).collect();
        let mut sum = 0.0;
        for _ in 0..parts {
            sum += self.gradient_part(operand, &at)?;
            // On to the next element, last axis fastest.
            for (i, range) in at.iter_mut().zip(ranges).rev() {
                *i += 1;
                if *i < range.end {
                    break;
                }
                *i = range.start;
            }
        }
        Some(sum)
    }
}
