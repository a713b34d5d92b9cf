//! How much of the tensors is drawn, and how large: cells with values, cells without values, or folded axes.

use super::{Cell, Direction, DrawnAxis, GLYPH_WIDTH, Layout};
use crate::diagram::ease::clamp;
use crate::diagram::{FoldedAxis, Size};

/// The largest number of slots in one panel: about 20,000 in all three.
const MAX_SLOTS: u64 = 6_500;
/// Above this number of slots in one panel, values are hidden where an axis is unfolded: nobody reads them, and writing
/// them takes most of a frame.
const MAX_VALUES: usize = 2_000;
/// The longest side of an unfolded panel. Three panels of this length are the longest side that a canvas has at two pixels
/// to a CSS pixel.
const MAX_LENGTH: f64 = 2_600.0;

/// The heights of a cell with a value, the best first.
const TEXT_HEIGHTS: [f64; 8] = [40.0, 36.0, 32.0, 28.0, 25.0, 22.0, 20.0, 18.0];
/// The height of a cell with a value where axes are folded.
const FOLDED_TEXT_HEIGHT: f64 = 25.0;
/// The sides of a cell without a value, the best first.
const BARE_SIDES: [f64; 10] = [16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0];
/// The same where axes are folded.
const FOLDED_BARE_SIDES: [f64; 5] = [11.0, 10.0, 9.0, 8.0, 7.0];
/// The same where an axis is unfolded.
const UNFOLDED_BARE_SIDE: f64 = 9.0;

/// The largest number of slots of a folded axis: of a row or column, and of an axis of blocks. More are not seen one by one.
const MAX_FOLDED: [u64; 2] = [24, 8];
/// The same for cells without values.
const MAX_FOLDED_BARE: [u64; 2] = [48, 8];
/// A folded axis with at least this many slots shows a head, a gap and a tail.
const HEAD_GAP_TAIL: u64 = 3;

/// How well a layout shows its tensors; more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Legibility {
    /// Axes are folded.
    Folded,
    /// Every cell is drawn, without its value.
    EveryCell,
    /// Every cell is drawn with its value.
    EveryValue,
}

/// Axes and cells that fit the available space.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fitted {
    pub(super) axes: Vec<DrawnAxis>,
    pub(super) cell: Cell,
    pub(super) legibility: Legibility,
}

fn text_cell(height: f64, characters: usize) -> Cell {
    let font = clamp(height * 0.44, 10.5, 15.0);
    let width = (characters as f64 * font * GLYPH_WIDTH + 9.0).max(height);
    Cell { size: Size::new(width, height), gap: 2.0, font: Some(font) }
}

fn bare_cell(operand: f64) -> Cell {
    Cell { size: Size::new(operand, operand), gap: if operand < 9.0 { 1.0 } else { 2.0 }, font: None }
}

/// Draws as many indices of the `unfolded` axes as the bounds on slots and on the canvas allow: with their values where
/// these can be read one by one, else without, because far more cells without values can be seen at a glance.
pub(super) fn unfold(fitted: Fitted, unfolded: &[usize]) -> Fitted {
    let with_cell = |cell: Cell| {
        let axes = unfold_axes(fitted.axes.clone(), cell, unfolded);
        Fitted { axes, cell, legibility: fitted.legibility }
    };
    let unchanged = with_cell(fitted.cell);
    let slots: usize = unchanged.axes.iter().map(|axis| axis.folded.slots()).product();
    if fitted.cell.font.is_some() && slots > MAX_VALUES { with_cell(bare_cell(UNFOLDED_BARE_SIDE)) } else { unchanged }
}

fn unfold_axes(mut axes: Vec<DrawnAxis>, cell: Cell, unfolded: &[usize]) -> Vec<DrawnAxis> {
    for nesting in 0..axes.len() {
        if unfolded.contains(&axes[nesting].axis) {
            let limit = unfolded_limit(&axes, nesting, cell).max(axes[nesting].folded.slots() as u64);
            axes[nesting].folded = FoldedAxis::within(axes[nesting].size, limit);
        }
    }
    axes
}

/// The number of slots that an unfolded axis can have within the bounds.
fn unfolded_limit(axes: &[DrawnAxis], nesting: usize, cell: Cell) -> u64 {
    let layout = Layout::without_positions(axes, cell);
    let direction = axes[nesting].direction;
    let slots_along = |direction: Direction| -> usize {
        let outer = axes[nesting + 1..].iter().filter(|axis| axis.direction == direction);
        outer.map(|axis| axis.folded.slots()).product()
    };
    let inner = Layout::without_positions(&axes[..nesting], cell).grid(|axis| axis.size).size;
    let (slot, repeated) = match direction {
        Direction::Across => (inner.w + layout.gap(nesting), slots_along(direction)),
        Direction::Down => (inner.h + layout.gap(nesting), slots_along(direction)),
        // A stack extends in both directions.
        Direction::Depth => (layout.stack_offset(), slots_along(Direction::Across).max(slots_along(Direction::Down))),
    };
    let others = axes.iter().enumerate().filter(|(other, _)| *other != nesting);
    let others: usize = others.map(|(_, axis)| axis.folded.slots()).product();
    (MAX_SLOTS / others.max(1) as u64).min((MAX_LENGTH / slot / repeated as f64) as u64)
}

/// The best way to show `axes` in the available space of one panel.
pub(super) fn fit(axes: Vec<DrawnAxis>, space: Size, characters: usize) -> Fitted {
    whole(&axes, space, characters).unwrap_or_else(|| folded(&axes, space, characters))
}

/// Every cell, in the largest size that fits.
fn whole(axes: &[DrawnAxis], space: Size, characters: usize) -> Option<Fitted> {
    let count = axes.iter().try_fold(1_u64, |product, axis| product.checked_mul(axis.size));
    if count.is_none_or(|count| count > MAX_SLOTS) {
        return None;
    }
    let axes = with_limits(axes, &vec![u64::MAX; axes.len()]);
    let fitting = |cell: &Cell| fits(&axes, *cell, space);
    let text = TEXT_HEIGHTS.iter().map(|&height| text_cell(height, characters)).find(fitting);
    let (cell, legibility) = match text {
        Some(cell) => (cell, Legibility::EveryValue),
        None => (BARE_SIDES.iter().map(|&side| bare_cell(side)).find(fitting)?, Legibility::EveryCell),
    };
    Some(Fitted { axes, cell, legibility })
}

/// Folded axes. Whole planes of values show most. Whole planes of cells without values show more than a few values; values
/// show more than parts of planes; an axis of which only the first index is left shows least.
fn folded(axes: &[DrawnAxis], space: Size, characters: usize) -> Fitted {
    let fitted = |cell: Cell| Fitted { axes: fold(axes, cell, space), cell, legibility: Legibility::Folded };
    let text = fitted(text_cell(FOLDED_TEXT_HEIGHT, characters));
    let bare = FOLDED_BARE_SIDES.map(|operand| fitted(bare_cell(operand)));
    let has_tails = |fitted: &&Fitted| fitted.axes.iter().all(|axis| axis.folded.hidden == 0 || axis.folded.tail > 0);
    let has_planes =
        |fitted: &&Fitted| fitted.axes.len() > 2 && fitted.axes.iter().take(2).all(|axis| axis.folded.hidden == 0);
    let fits_space = |fitted: &&Fitted| fits(&fitted.axes, fitted.cell, space);
    let planes = [&text].into_iter().chain(&bare).find(|f| has_planes(f) && has_tails(f) && fits_space(f));
    let values = Some(&text).filter(has_tails);
    let parts = bare.iter().find(|f| has_tails(f) && fits_space(f));
    planes.or(values).or(parts).unwrap_or(&text).clone()
}

fn with_limits(axes: &[DrawnAxis], limits: &[u64]) -> Vec<DrawnAxis> {
    let limited =
        |(axis, &limit): (&DrawnAxis, &u64)| DrawnAxis { folded: FoldedAxis::within(axis.size, limit), ..axis.clone() };
    axes.iter().zip(limits).map(limited).collect()
}

/// The size of a panel, without its title's width.
fn panel_size(axes: &[DrawnAxis], cell: Cell) -> Size {
    let layout = Layout::without_positions(axes, cell);
    let (lanes, grid) = (layout.lanes(), layout.grid(|axis| axis.size).size);
    Size::new(lanes.w + grid.w, lanes.h + grid.h)
}

fn fits(axes: &[DrawnAxis], cell: Cell, space: Size) -> bool {
    let size = panel_size(axes, cell);
    size.w <= space.w && size.h <= space.h
}

/// Axes that are being folded: each has at most its limit of slots.
struct Folding<'a> {
    axes: &'a [DrawnAxis],
    limits: Vec<u64>,
    cell: Cell,
    space: Size,
}

/// Folds the longest axes, outer ones first, until the panel fits and has no more than [`MAX_SLOTS`] slots, or nothing is
/// left to fold. Then it unfolds as far as the space allows.
fn fold(axes: &[DrawnAxis], cell: Cell, space: Size) -> Vec<DrawnAxis> {
    let limits = (0..axes.len()).map(|nesting| max_folded(cell, nesting)).collect();
    let mut folding = Folding { axes, limits, cell, space };
    while let Some((nesting, limit)) = folding.next_limit() {
        folding.limits[nesting] = limit;
    }
    folding.grow();
    with_limits(axes, &folding.limits)
}

const fn max_folded(cell: Cell, nesting: usize) -> u64 {
    let [inner, outer] = if cell.font.is_some() { MAX_FOLDED } else { MAX_FOLDED_BARE };
    if nesting >= 2 { outer } else { inner }
}

impl Folding<'_> {
    /// The number of slots or, where an axis is not folded, its size.
    fn shown(&self, nesting: usize) -> u64 {
        self.axes[nesting].size.min(self.limits[nesting])
    }

    /// Whether there are too many slots. A stack takes little space for many slots.
    fn has_too_many_slots(&self) -> bool {
        let slots = (0..self.axes.len()).try_fold(1_u64, |slots, nesting| slots.checked_mul(self.shown(nesting)));
        slots.is_none_or(|slots| slots > MAX_SLOTS)
    }

    /// The axis to be folded next and its new limit; `None` where everything fits or nothing is left to fold.
    fn next_limit(&self) -> Option<(usize, u64)> {
        let size = panel_size(&with_limits(self.axes, &self.limits), self.cell);
        let exceeded = [
            (Direction::Across, size.w > self.space.w),
            (Direction::Down, size.h > self.space.h),
            (Direction::Depth, self.has_too_many_slots()),
        ];
        // One direction may be as short as possible and the other still too long.
        exceeded.into_iter().filter(|&(_, exceeded)| exceeded).find_map(|(direction, _)| {
            let outer_first = || (0..self.axes.len()).rev().filter(move |&nesting| self.counts(nesting, direction));
            // First the outer axes down to three slots, then the inner ones, then the outermost to one.
            let foldable = outer_first().find(|&nesting| self.shown(nesting) > HEAD_GAP_TAIL);
            let folded = foldable.map(|nesting| (nesting, self.shown(nesting) - 1));
            folded.or_else(|| Some((outer_first().find(|&nesting| self.shown(nesting) > 1)?, 1)))
        })
    }

    /// Whether folding an axis makes the panel shorter in a direction; for [`Direction::Depth`], reduces the slots.
    fn counts(&self, nesting: usize, direction: Direction) -> bool {
        // Every axis multiplies the number of slots, and a stack extends in both directions.
        direction == Direction::Depth || [direction, Direction::Depth].contains(&self.axes[nesting].direction)
    }

    /// Raises the limits as long as everything still fits.
    fn grow(&mut self) {
        let mut growing = true;
        while growing {
            growing = false;
            for nesting in 0..self.axes.len() {
                let shown = self.shown(nesting);
                if shown >= max_folded(self.cell, nesting).min(self.axes[nesting].size) {
                    continue;
                }
                let before = self.limits[nesting];
                self.limits[nesting] = (shown + 1).max(HEAD_GAP_TAIL);
                let axes = with_limits(self.axes, &self.limits);
                if fits(&axes, self.cell, self.space) && !self.has_too_many_slots() {
                    growing = true;
                } else {
                    self.limits[nesting] = before;
                }
            }
        }
    }
}
