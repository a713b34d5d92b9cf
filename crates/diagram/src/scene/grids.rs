//! The layout of a scene with the grids of its tensors: from slots to positions and indices, and back.

use crate::layout::Grid;
use crate::scene::{SceneCell, Slots};
use crate::{Layout, Panel, Point, Rect, Size};
use tensor_broadcasting::{OperandId, Operation, PerOperand};

/// The layout of a scene with the grids of its tensors.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grids {
    pub(crate) layout: Layout,
    /// The grid of the aligned result.
    pub(crate) aligned: Grid,
    /// The grid of each operand as it was given.
    pub(crate) given: PerOperand<Grid>,
    /// How far each operand as it was given is from its place while it stands in the middle of its panel.
    pub(crate) middle: PerOperand<Point>,
    /// The nesting of the axis whose blocks are stacked.
    pub(crate) stacked: Option<usize>,
    /// The number of neighbouring slots that are combined together: one, or a row or a block of many slots.
    together: usize,
}

/// Up to this many slots of a panel, each is combined on its own.
const MAX_SINGLE: usize = 240;

impl Grids {
    pub(super) fn new(layout: Layout, operation: &Operation) -> Self {
        let aligned = layout.grid(|axis| axis.size);
        let grid = |&operand| layout.grid(|axis| operation.alignment().axes()[axis.axis].size(operand));
        let given: Vec<Grid> = operation.operands().iter().map(grid).collect();
        let middle = |(own, &operand): (&Grid, &OperandId)| {
            if operation.alignment().shape(operand).contains(&0) {
                return Point::default();
            }
            // In a clash a panel is only as large as what is drawn in it.
            let panel = layout.grids[Panel::Operand(operand).index()];
            let (w, h) = (panel.w - own.size.w, panel.h - own.size.h);
            // Whole pixels keep the fractions of the place that the cells move to.
            Point::new(
                (w / 2.0).floor(),
                (h / 2.0 - (layout.rises[Panel::Operand(operand).index()] - own.rise)).floor(),
            )
        };
        let middle = given.iter().zip(operation.operands()).map(middle).collect::<Vec<_>>().into();
        let slots = || layout.axes.iter().map(|axis| axis.folded.slots());
        let inner = if layout.axes.len() > 2 { 2 } else { 1 };
        let together = if slots().product::<usize>() <= MAX_SINGLE { 1 } else { slots().take(inner).product() };
        Self { aligned, given: given.into(), middle, stacked: layout.stacked(), together, layout }
    }

    /// The rectangle of a cell whose slot is at a point.
    pub(crate) const fn rect_at(&self, cell: &SceneCell, at: Point) -> Rect {
        Rect::at(at.moved(cell.shift.x, cell.shift.y), self.layout.cell.size)
    }

    /// The offset of slots in the aligned grid, where each axis is stretched as far as `stretched` says, from 0 to 1.
    pub(crate) fn offset(&self, slots: &Slots, stretched: impl Fn(usize) -> f64) -> Point {
        self.offset_along(|nesting| self.aligned.offsets[nesting][usize::from(slots[nesting])] * stretched(nesting))
    }

    /// The offset that has this part along each drawn axis.
    pub(crate) fn offset_along(&self, part: impl Fn(usize) -> f64) -> Point {
        let axes = self.layout.axes.iter().enumerate();
        axes.fold(Point::default(), |at, (nesting, axis)| axis.direction.moved(at, part(nesting)))
    }

    /// The offset of slots in an operand as it was given.
    pub(crate) fn given_offset(&self, operand: OperandId, slots: &Slots) -> Point {
        self.offset_along(|nesting| {
            let offsets = &self.given[operand].offsets[nesting];
            offsets.get(usize::from(slots[nesting])).copied().unwrap_or(0.0)
        })
    }

    /// The size of one slot of a drawn axis: a cell, or the block of the axes within it.
    pub(crate) fn slot_size(&self, nesting: usize) -> Size {
        nesting.checked_sub(1).map_or(self.layout.cell.size, |inner| self.aligned.extents[inner])
    }

    /// How far a stack within one slot of a drawn axis extends above its first block in a panel.
    pub(crate) fn rise_within(&self, panel: Panel, nesting: usize) -> f64 {
        let is_within = self.stacked.is_some_and(|stacked| stacked < nesting);
        if is_within { self.layout.rises[panel.index()] } else { 0.0 }
    }

    /// The aligned index of slots; 0 along every axis that is not drawn, the first hidden index in a gap.
    pub(super) fn index_of(&self, slots: &Slots, ndim: usize) -> Vec<u64> {
        let mut index = vec![0; ndim];
        for (axis, &slot) in self.layout.axes.iter().zip(slots) {
            index[axis.axis] = axis.folded.indices(usize::from(slot)).start;
        }
        index
    }

    /// The slots of an aligned index; `None` where it is not drawn.
    pub(crate) fn slots_of(&self, index: &[u64]) -> Option<Slots> {
        let mut slots = Slots::default();
        for (slot, axis) in slots.iter_mut().zip(&self.layout.axes) {
            *slot = u16::try_from(axis.folded.slot(*index.get(axis.axis)?)?).ok()?;
        }
        Some(slots)
    }

    /// Whether an axis's slot is its gap.
    pub(crate) fn is_gap(&self, slots: &Slots, nesting: usize) -> bool {
        self.layout.axes[nesting].folded.index(usize::from(slots[nesting])).is_none()
    }

    /// The position of slots among all combinations, last axis fastest.
    pub(super) fn rank(&self, slots: &Slots) -> usize {
        let (mut rank, mut step) = (0, 1);
        for (&slot, axis) in slots.iter().zip(&self.layout.axes) {
            rank += usize::from(slot) * step;
            step *= axis.folded.slots();
        }
        rank
    }

    /// When the element in these slots is combined, from 0 for the first elements to less than 1 for the last ones.
    pub(crate) fn order(&self, slots: &Slots) -> f64 {
        let all: usize = self.layout.axes.iter().map(|axis| axis.folded.slots()).product();
        (self.rank(slots) / self.together) as f64 / (all / self.together).max(1) as f64
    }

    /// Goes to the next combination of slots, last axis fastest; `false` after the last one.
    pub(crate) fn advance(&self, slots: &mut Slots) -> bool {
        for (slot, axis) in slots.iter_mut().zip(&self.layout.axes) {
            if usize::from(*slot) + 1 < axis.folded.slots() {
                *slot += 1;
                return true;
            }
            *slot = 0;
        }
        false
    }
}
