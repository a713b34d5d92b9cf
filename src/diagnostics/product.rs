//! The fixes of a matrix product whose matrices cannot be multiplied.

use super::{AxisEdit, Fix};
use tensor_broadcasting::{Matrices, OperandId, Operation, Shape, broadcast_shapes};

/// The number of axes of a matrix.
const MATRIX_AXES: usize = 2;

/// The changes of one operand after which a product exists: the rows and the columns of its matrices are swapped. There are none where
/// the product exists, or where the batch axes do not broadcast.
///
/// ```
/// use tensor_broadcasting::{Arithmetic, Combination, OperandId, Operation, Shape, Tensor, Values};
/// use broadcast_visualizer::diagnostics::product_fixes;
/// let [q, k] = [[8, 10, 16], [8, 12, 16]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
/// let scores = Operation::combined(vec![q, k].into(), Combination::MatrixProduct, Arithmetic::PyTorch);
/// let fixes = product_fixes(&scores);
/// assert_eq!(fixes.len(), 1);
/// assert_eq!((fixes[0].operand, &fixes[0].result), (OperandId::B, &Shape::from([8, 10, 12])));
/// ```
#[must_use]
pub fn product_fixes(operation: &Operation) -> Vec<Fix> {
    if operation.matrices().is_none() || operation.shape().is_some() {
        return Vec::new();
    }
    let [a, b] = OperandId::PAIR.map(|operand| operation.whole_shape(operand));
    let fix = |operand: OperandId| {
        let own = if operand == OperandId::A { &a } else { &b };
        let last = own.ndim().checked_sub(1).filter(|_| own.ndim() >= MATRIX_AXES)?;
        let edit = AxisEdit::Swap(last - 1, last);
        let shape = edit.apply(own);
        let result = match operand {
            OperandId::A => product(&shape, &b),
            OperandId::B | OperandId::C => product(&a, &shape),
        };
        Some(Fix { operand, edits: vec![edit], shape, result: result?, grows: false })
    };
    // As in the search for other fixes, the second operand is changed first.
    [OperandId::B, OperandId::A].into_iter().filter_map(fix).collect()
}

/// The shape of a product; `None` where there is none.
fn product(a: &Shape, b: &Shape) -> Option<Shape> {
    let ([batch_a, batch_b], matrices) = Matrices::split(a, b).filter(|(_, matrices)| matrices.agree())?;
    let batch = broadcast_shapes(&batch_a, &batch_b).ok()?;
    let core = matrices.result().into_iter().flatten();
    Some(batch.iter().copied().chain(core).collect())
}
