//! The space that the picture of a clash needs.

use crate::broadcast::{OperandId, Operation};
use crate::diagram::layout::Grid;
use crate::diagram::{Direction, Layout, Size};

/// The largest number of clashes whose sizes are drawn.
pub(in crate::diagram) const MAX_CLASHES: usize = 3;
/// The height of one of them, in CSS pixels.
pub(in crate::diagram) const CLASH_HEIGHT: f64 = 78.0;
/// The width of the picture of a clash: a row of cells with the size beside it.
const CLASH_WIDTH: f64 = 238.0;
/// The height of the line of text under the clashes.
const TEXT_HEIGHT: f64 = 8.0;

/// The size of the picture of a clash in the result's panel; 0 by 0 where there is a result.
pub(super) fn min_result(operation: &Operation) -> Size {
    match operation.outcome() {
        Ok(_) => Size::default(),
        Err(mismatch) => {
            let clashes = mismatch.clashes().len().clamp(1, MAX_CLASHES);
            Size::new(CLASH_WIDTH, CLASH_HEIGHT * clashes as f64 + TEXT_HEIGHT)
        }
    }
}

/// The heights of what is drawn in each panel of a clash: the operands with the slots that have no element, and the
/// clashing sizes.
pub(super) fn heights(operation: &Operation, layout: &Layout) -> [f64; 3] {
    let aligned = layout.grid(|axis| axis.size);
    let [a, b] = OperandId::ALL.map(|operand| operand_height(operation, operand, layout, &aligned));
    [a, b, min_result(operation).h]
}

fn operand_height(operation: &Operation, operand: OperandId, layout: &Layout, aligned: &Grid) -> f64 {
    if operation.alignment().shape(operand).contains(&0) {
        // An empty operand is a frame as large as the grid.
        return aligned.size.h;
    }
    let mut height = layout.cell.size.h + aligned.rise;
    for (nesting, (axis, offsets)) in layout.axes.iter().zip(&aligned.offsets).enumerate() {
        let at = &operation.alignment().axes()[axis.axis];
        let own = at.size(operand);
        let size = if at.clashes() { axis.size } else { own };
        if let (true, Some(inner)) = (own < size, nesting.checked_sub(1)) {
            // Whole blocks are crossed out.
            height = height.max(aligned.extents[inner].h);
        }
        if axis.direction == Direction::Down {
            let last = (0..offsets.len()).rev().find(|&slot| axis.folded.is_within(slot, size));
            height += last.map_or(0.0, |slot| offsets[slot]);
        }
    }
    height
}
