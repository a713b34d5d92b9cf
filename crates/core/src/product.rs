//! The elements of the matrices of a matrix product.

use super::{Dtype, Matrices, OperandId, Operation, OperationTypes, Scalar, StridedLayout, Tensor};

/// The elements of the matrices of a matrix product.
///
/// ```
/// use tensor_broadcasting::{Arithmetic, Combination, OperandId, Operation, Product, Scalar, Shape, Tensor, Values};
/// let [a, b] = [&[5, 2, 3][..], &[3, 2]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
/// let operation = Operation::combined(vec![a, b].into(), Combination::MatrixProduct, Arithmetic::PyTorch);
/// let product = Product::of(&operation).expect("both operands have matrices");
/// // Row 1 of the last matrix of a is [27, 28, 29], and column 0 of b is [0, 2, 4].
/// assert_eq!(product.element(OperandId::A, &[4], [1, 2]), Some(Scalar::Int(29)));
/// assert_eq!(product.element(OperandId::B, &[], [2, 0]), Some(Scalar::Int(4)));
/// assert_eq!(product.value(&[4], [1, 0]), Some(Scalar::Int(172)));
/// ```
#[derive(Debug)]
pub struct Product<'a> {
    matrices: Matrices,
    operands: [&'a Tensor; 2],
    /// The layouts with which the whole result reads the operands; `None` where they do not broadcast.
    read: [Option<StridedLayout>; 2],
    types: Option<&'a OperationTypes>,
}

impl<'a> Product<'a> {
    /// Those of an operation; `None` where it has no matrices.
    #[must_use]
    pub fn of(operation: &'a Operation) -> Option<Self> {
        let matrices = operation.matrices()?;
        let operands = OperandId::PAIR.map(|operand| operation.whole_operand(operand));
        let read = OperandId::PAIR.map(|operand| operation.whole_stretched(operand));
        Some(Self { matrices, operands, read, types: operation.types() })
    }

    /// The element of an operand in a row and a column of the matrix at an index of its batch axes; `None` where it has no such element.
    /// The one row or column of a vector is 0.
    #[must_use]
    pub fn element(&self, operand: OperandId, batch: &[u64], place: [u64; 2]) -> Option<Scalar> {
        let tensor = self.operands.get(operand.position())?;
        self.at(operand, &tensor.layout, batch, place)
    }

    fn at(&self, operand: OperandId, layout: &StridedLayout, batch: &[u64], place: [u64; 2]) -> Option<Scalar> {
        let core = if operand == OperandId::A { self.matrices.first() } else { self.matrices.second() };
        let mut index = batch.to_vec();
        index.extend(core.into_iter().zip(place).filter_map(|(size, at)| size.map(|_| at)));
        let is_inside =
            index.len() == layout.shape().ndim() && index.iter().zip(layout.shape().iter()).all(|(at, size)| at < size);
        let value = self.operands.get(operand.position())?.values.at(layout.offset(&index).filter(|_| is_inside)?)?;
        Some(self.types.map_or(value, |types| types.operands[operand].cast(value)))
    }

    /// The element of the result in a row and a column of the matrix at an index of its batch axes: the sum of the products of the
    /// elements of a row of the first operand and a column of the second one. `None` where there is none, for bools, and where an integer passes
    /// 2^63.
    #[must_use]
    pub fn value(&self, batch: &[u64], [row, column]: [u64; 2]) -> Option<Scalar> {
        let [inner, other] = self.matrices.inner();
        let [first, second] = &self.read;
        let (first, second) = (first.as_ref()?, second.as_ref().filter(|_| inner == other)?);
        let mut sum = Scalar::Int(0);
        for place in 0..inner {
            let a = self.at(OperandId::A, first, batch, [row, place])?;
            let b = self.at(OperandId::B, second, batch, [place, column])?;
            sum = match (a, b, sum) {
                (Scalar::Bool(_), ..) | (_, Scalar::Bool(_), _) => return None,
                (Scalar::Int(a), Scalar::Int(b), Scalar::Int(sum)) => Scalar::Int(a.checked_mul(b)?.checked_add(sum)?),
                (a, b, sum) => Scalar::Float(a.to_float().mul_add(b.to_float(), sum.to_float())),
            };
        }
        let is_bool = |dtype: Dtype| dtype == Dtype::Bool;
        match self.types {
            Some(types) if is_bool(types.combined.output) => None,
            Some(types) => Some(types.combined.output.cast(sum)),
            None => Some(sum),
        }
    }
}
