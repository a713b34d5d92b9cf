//! Folds axes until they fit, and unfolds chosen ones beyond the box.

use super::grid::grid_size;
use super::{Cell, Direction, DrawnAxis};
use crate::{FoldedAxis, Panel};

/// The largest number of slots in one panel: about 20,000 in all three.
pub(super) const MAX_SLOTS: u64 = 6_500;
/// Above this number of slots in one panel, values are hidden where an axis is unfolded: nobody reads them, and writing
/// them takes most of a frame.
const MAX_VALUES: usize = 2_000;
/// The longest side of an unfolded panel, in CSS pixels. Three panels of this length are the longest side that a canvas has
/// at two pixels to a CSS pixel.
const MAX_LENGTH: f64 = 2_600.0;
/// The side of a cell without a value where an axis is unfolded, in CSS pixels.
const UNFOLDED_BARE: f64 = 9.0;

/// The largest number of slots of a folded axis of blocks. More are not seen one by one.
const MAX_BLOCKS: u64 = 8;
/// A folded axis of one size with at least this many slots shows its first indices, a gap and its last one.
const HEAD_GAP_TAIL: u64 = 3;

/// The largest number of slots of a row or a column where axes are folded.
pub(super) const fn longest_side(has_values: bool) -> u64 {
    if has_values { 24 } else { 48 }
}

/// The largest number of slots of the drawn axis of a nesting. It is not a generic parameter, which would make the program larger.
pub(super) type Limit<'a> = &'a dyn Fn(usize) -> u64;

/// The axes, each with at most as many slots as `limit` gives for its nesting.
pub(super) fn with_limits(axes: &[DrawnAxis], limit: Limit<'_>) -> Vec<DrawnAxis> {
    let limited = |(nesting, axis): (usize, &DrawnAxis)| DrawnAxis {
        folded: FoldedAxis::of(axis.ends, limit(nesting)),
        ..axis.clone()
    };
    axes.iter().enumerate().map(limited).collect()
}

/// The number of slots of a panel.
pub(super) fn slots(axes: &[DrawnAxis]) -> usize {
    axes.iter().map(|axis| axis.folded.slots()).product()
}

/// Folds the longest axes, outer ones first, until everything fits and a panel has no more than [`MAX_SLOTS`] slots, or
/// nothing is left to fold. Then it unfolds as far as the space allows.
pub(super) fn fold(axes: &[DrawnAxis], has_values: bool, fits: &dyn Fn(&[DrawnAxis]) -> bool) -> Vec<DrawnAxis> {
    let [inner, outer] = [longest_side(has_values), MAX_BLOCKS];
    let max: Vec<u64> =
        axes.iter().enumerate().map(|(nesting, axis)| axis.size.min(if nesting < 2 { inner } else { outer })).collect();
    let mut folding = Folding { axes, limits: max.clone(), fits };
    while let (false, Some((nesting, limit))) = (folding.fits(), folding.next_limit()) {
        folding.limits[nesting] = limit;
    }
    folding.grow(&max);
    folding.folded()
}

/// Axes that are being folded: each has at most its limit of slots.
struct Folding<'a> {
    axes: &'a [DrawnAxis],
    limits: Vec<u64>,
    fits: &'a dyn Fn(&[DrawnAxis]) -> bool,
}

impl Folding<'_> {
    fn folded(&self) -> Vec<DrawnAxis> {
        with_limits(self.axes, &|nesting| self.limits[nesting])
    }

    fn fits(&self) -> bool {
        let folded = self.folded();
        slots(&folded) as u64 <= MAX_SLOTS && (self.fits)(&folded)
    }

    /// The axis to be folded next and its new limit: first the outer axes and then the inner ones, down to the slots of the ends of their
    /// sizes, then all down to three slots, then the outermost to one. `None` where nothing is left to fold.
    fn next_limit(&self) -> Option<(usize, u64)> {
        let outermost_above =
            |limit: Limit<'_>| (0..self.axes.len()).rev().find(|&nesting| self.limits[nesting] > limit(nesting));
        let with_ends = outermost_above(&|nesting| self.axes[nesting].ends.slots().max(HEAD_GAP_TAIL));
        let foldable = with_ends.or_else(|| outermost_above(&|_| HEAD_GAP_TAIL));
        let foldable = foldable.map(|nesting| (nesting, self.limits[nesting] - 1));
        foldable.or_else(|| Some((outermost_above(&|_| 1)?, 1)))
    }

    /// Raises the limits up to `max`, as long as everything still fits.
    fn grow(&mut self, max: &[u64]) {
        let mut growing = true;
        while growing {
            growing = false;
            for (nesting, &max) in max.iter().enumerate() {
                let before = self.limits[nesting];
                if before >= max {
                    continue;
                }
                self.limits[nesting] = (before + 1).max(HEAD_GAP_TAIL).min(max);
                if self.fits() {
                    growing = true;
                } else {
                    self.limits[nesting] = before;
                }
            }
        }
    }
}

/// Draws as many indices of the `unfolded` axes as the bounds on slots and on the canvas allow: with their values where
/// these can be read one by one, else without, because far more cells without values can be seen at a glance.
pub(super) fn unfold(axes: Vec<DrawnAxis>, cell: Cell, unfolded: &[usize]) -> (Vec<DrawnAxis>, Cell) {
    if unfolded.is_empty() {
        return (axes, cell);
    }
    let with_values = unfold_axes(axes.clone(), cell, unfolded);
    if cell.font.is_none() || slots(&with_values) <= MAX_VALUES {
        return (with_values, cell);
    }
    let cell = Cell::bare(UNFOLDED_BARE);
    (unfold_axes(axes, cell, unfolded), cell)
}

fn unfold_axes(mut axes: Vec<DrawnAxis>, cell: Cell, unfolded: &[usize]) -> Vec<DrawnAxis> {
    for nesting in 0..axes.len() {
        if unfolded.contains(&axes[nesting].axis) {
            let limit = unfolded_limit(&axes, nesting, cell).max(axes[nesting].folded.slots() as u64);
            axes[nesting].folded = FoldedAxis::of(axes[nesting].ends, limit);
        }
    }
    axes
}

/// The number of slots that an unfolded axis can have within the bounds.
fn unfolded_limit(axes: &[DrawnAxis], nesting: usize, cell: Cell) -> u64 {
    let direction = axes[nesting].direction;
    let slots_along = |direction: Direction| -> usize {
        let outer = axes[nesting + 1..].iter().filter(|axis| axis.direction == direction);
        outer.map(|axis| axis.folded.slots()).product()
    };
    let inner = grid_size(&axes[..nesting], cell, Panel::Result);
    let (slot, repeated) = match direction {
        Direction::Across => (inner.w + cell.gap_along(&axes[nesting]), slots_along(direction)),
        Direction::Down => (inner.h + cell.gap_along(&axes[nesting]), slots_along(direction)),
        // A stack extends in both directions.
        Direction::Depth => (cell.stack_offset(), slots_along(Direction::Across).max(slots_along(Direction::Down))),
    };
    let others = axes.iter().enumerate().filter(|(other, _)| *other != nesting);
    let others: usize = others.map(|(_, axis)| axis.folded.slots()).product();
    (MAX_SLOTS / others.max(1) as u64).min((MAX_LENGTH / slot / repeated as f64) as u64)
}
