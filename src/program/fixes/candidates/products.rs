//! Changes of the factors of matrix products.

use super::axes::written;
use super::{Candidates, Place};
use crate::diagnostics::AxisEdit;
use crate::program::fix::ProgramFixKind;
use crate::program::fixes::rules::Fact;
use crate::program::fixes::source::is_simple;
use tensor_broadcasting::library::Library;

impl Place<'_> {
    /// The factors of a matrix product: one is transposed, they change places, or vectors become columns.
    pub(super) fn factors(&self, found: &mut Candidates) {
        let [a, b] = self.operands else { return };
        let (a_shape, b_shape) = (a.operand.shape(), b.operand.shape());
        let called = self.source.calls(self.span.clone(), &["mm", "bmm", "dot", "mv"]);
        if let Some((name, _)) = called.into_iter().next().filter(|(name, _)| name.end < a.span.end) {
            let edits = vec![(name, "matmul".to_owned())];
            found.add(edits, ProgramFixKind::BatchProduct, &[Fact::IsBatchProduct]);
        }
        for (at, operand) in [(1, b), (0, a)] {
            let ndim = operand.operand.shape().ndim();
            if ndim < 2 {
                continue;
            }
            let edits = match operand.text.strip_suffix(".T") {
                Some(without) if is_simple(&operand.text) => vec![(operand.span.clone(), without.to_owned())],
                _ => {
                    let (_, suffix) = match (ndim, self.library) {
                        (2, _) => ((), ".T"),
                        (_, Library::PyTorch) => ((), ".transpose(-2, -1)"),
                        (_, Library::NumPy) => ((), ".swapaxes(-2, -1)"),
                    };
                    // All of the operand, not the tensor in it.
                    match is_simple(&operand.text) {
                        true => vec![(operand.span.end..operand.span.end, suffix.to_owned())],
                        false => self.followed(at, suffix),
                    }
                }
            };
            let mut facts = vec![Fact::IsTransposedFactor];
            facts.extend((at == 1).then_some(Fact::IsUsual));
            found.add(edits, ProgramFixKind::Transpose, &facts);
        }
        let between = self.source.text(a.span.end..b.span.start);
        if matches!(between.trim(), "@" | ",") && is_simple(&a.text) && is_simple(&b.text) {
            let edits = vec![(a.span.start..b.span.end, [&b.text, between.as_str(), &a.text].concat())];
            found.add(edits, ProgramFixKind::SwapOperands, &[Fact::SwapsFactors]);
        }
        let is_batch = a_shape.ndim() > 2
            && a_shape.ndim() == b_shape.ndim() + 1
            && a_shape.iter().zip(b_shape.iter()).take(b_shape.ndim() - 1).all(|(a, b)| a == b)
            && a_shape.last() == b_shape.last();
        if is_batch {
            let (kind, suffix) =
                written(AxisEdit::Insert { axis: b_shape.ndim(), count: 1 }, self.library, b_shape.ndim());
            found.add(self.followed(1, &suffix), kind, &[Fact::IsVectorOfMatrix]);
        }
    }
}
