//! The gradient of an operand: the way back from the sum of the result to each element of an operand.
//!
//! The elements of the result are summed, and each of them counts once. An element of an operand that is read for several
//! elements of the result gets a part from each of them, and the parts are added. So the gradient of a stretched operand
//! is the sum along its stretched axes, and has the shape of the operand. Source: `torch.autograd`, with whose numbers
//! `tests/gradients.rs` compares.

use super::{Axis, OperandId, Operation, Operator, Scalar, unravel};

/// The largest number of parts that are added for one element of a gradient.
const MAX_PARTS: u64 = 1 << 16;

impl Operator {
    /// The derivative of one element of the result by the element of `operand` that it is made of; `None` for an operator other
    /// than `+`, `-`, `*` and `/`. The quotient is computed as PyTorch computes it, so that a division by 0 gives the same.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{OperandId, Operator};
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
    /// The part that one element of the result adds to the gradient of `operand`; `None` where there is no such element, or
    /// the operator has no derivative.
    #[must_use]
    pub fn gradient_part(&self, operand: OperandId, index: &[u64]) -> Option<f64> {
        let from = self.provenance(index)?;
        let values: Vec<f64> =
            from.sources.iter().map(|source| source.value.map(Scalar::to_float)).collect::<Option<_>>()?;
        let &[a, b] = values.as_slice() else { return None };
        self.operator()?.derivative(operand, a, b)
    }

    /// How many elements of the result each element of `operand` is read for: the product of the sizes of the result along the
    /// axes that the operand lacks or stretches along. `None` where the operands do not broadcast, or where it passes 2^63-1.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Arithmetic, OperandId, Operation, Operator, Shape, Tensor, Values};
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
    /// use broadcast_visualizer::broadcast::{Arithmetic, OperandId, Operation, Operator, Shape, Tensor, Values};
    /// let [a, b] = [&[4, 1][..], &[3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    /// let operation = Operation::new([a, b], Operator::Multiply, Arithmetic::PyTorch);
    /// // b[1] is multiplied by 0, 1, 2 and 3.
    /// assert_eq!(operation.gradient(OperandId::B, &[1]), Some(6.0));
    /// ```
    #[must_use]
    pub fn gradient(&self, operand: OperandId, index: &[u64]) -> Option<f64> {
        let own = self.operand(operand).shape();
        if index.len() != own.ndim() || index.iter().zip(own.iter()).any(|(i, size)| i >= size) {
            return None;
        }
        self.operator()?.derivative(operand, 1.0, 1.0)?;
        let alignment = self.alignment();
        let missing = alignment.missing(operand);
        let stretched: Vec<usize> = (0..alignment.ndim()).filter(|&axis| self.stretches(operand, axis)).collect();
        let along: super::Shape = stretched.iter().filter_map(|&axis| alignment.axes()[axis].result()).collect();
        let parts = self.reads(operand).filter(|&parts| parts <= MAX_PARTS)?;
        let mut at: Vec<u64> =
            (0..alignment.ndim()).map(|axis| axis.checked_sub(missing).map_or(0, |own| index[own])).collect();
        let mut sum = 0.0;
        for part in 0..parts {
            for (&axis, &i) in stretched.iter().zip(&unravel(&along, part)?) {
                at[axis] = i;
            }
            sum += self.gradient_part(operand, &at)?;
        }
        Some(sum)
    }
}
