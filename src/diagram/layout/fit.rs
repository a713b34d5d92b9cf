//! How much of the tensors is drawn, and how large: values in cells, cells without text, or axes folded to their ends.

use super::{Cell, Direction, DrawnAxis, Layout};
use crate::diagram::FoldedAxis;
use crate::diagram::ease::clamp;

/// At most this many cells stand in one panel: about 20,000 in all three. (The places of gaps count, too.)
const MAX_CELLS: u64 = 6_500;

/// How well a layout shows its tensors; more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Legibility {
    Folded,
    EveryCell,
    EveryValue,
}

/// Draws as many indices of the `unfolded` axes as the bounds on cells and on the canvas allow: with their values where
/// these can still be read one by one, else as bare cells, of which far more can be seen at a glance.
pub(super) fn unfold(axes: Vec<DrawnAxis>, cell: Cell, unfolded: &[usize]) -> (Vec<DrawnAxis>, Cell) {
    /// So many values in one panel nobody reads, and writing them takes most of a frame.
    const READ: usize = 2_000;
    let with_cell = |cell: Cell| (unfold_by(axes.clone(), cell, unfolded), cell);
    let with_text = with_cell(cell);
    let slots: usize = with_text.0.iter().map(|axis| axis.folded.slots()).product();
    if cell.font.is_some() && slots > READ { with_cell(bare_cell(9.0)) } else { with_text }
}

fn unfold_by(mut axes: Vec<DrawnAxis>, cell: Cell, unfolded: &[usize]) -> Vec<DrawnAxis> {
    /// Three panels of this length are the longest side that a canvas has at two pixels to a CSS pixel.
    const LONGEST: f64 = 2_600.0;
    for depth in 0..axes.len() {
        if !unfolded.contains(&axes[depth].axis) {
            continue;
        }
        let others: usize =
            axes.iter().enumerate().filter(|(at, _)| *at != depth).map(|(_, a)| a.folded.slots()).product();
        let inner = Layout::bare(&axes[..depth], cell);
        let extent = inner.grid(|axis| axis.size).size;
        let block = match axes[depth].direction {
            Direction::Across => extent.0 + inner.gap(depth / 2),
            Direction::Down => extent.1 + inner.gap(depth / 2),
            Direction::Depth => inner.stack_offset(),
        };
        let repeated = |direction: Direction| -> usize {
            axes[depth + 1..]
                .iter()
                .filter(|axis| axis.direction == direction)
                .map(|axis| axis.folded.slots())
                .product()
        };
        let repeated = match axes[depth].direction {
            // A stack reaches both ways.
            Direction::Depth => repeated(Direction::Across).max(repeated(Direction::Down)),
            direction => repeated(direction),
        };
        let most = (MAX_CELLS / others.max(1) as u64).min((LONGEST / block / repeated as f64) as u64);
        let limit = most.max(axes[depth].folded.slots() as u64);
        axes[depth].folded = FoldedAxis::within(axes[depth].size, limit);
    }
    axes
}

fn text_cell(height: f64, characters: usize) -> Cell {
    let font = clamp(height * 0.44, 10.5, 15.0);
    Cell { w: (characters as f64 * font * 0.61 + 9.0).max(height), h: height, gap: 2.0, font: Some(font) }
}

fn bare_cell(side: f64) -> Cell {
    Cell { w: side, h: side, gap: if side < 9.0 { 1.0 } else { 2.0 }, font: None }
}

/// The best way to show `axes` in `room` (width and height of one panel).
pub(super) fn fit(axes: Vec<DrawnAxis>, options: (f64, f64), characters: usize) -> (Vec<DrawnAxis>, Cell, Legibility) {
    let count = axes.iter().try_fold(1_u64, |product, axis| product.checked_mul(axis.size));
    if count.is_some_and(|count| count <= MAX_CELLS) {
        let whole: Vec<DrawnAxis> = with_limits(&axes, &vec![u64::MAX; axes.len()]);
        for height in [40.0, 36.0, 32.0, 28.0, 25.0, 22.0, 20.0, 18.0] {
            let cell = text_cell(height, characters);
            if fits(&whole, cell, options) {
                return (whole, cell, Legibility::EveryValue);
            }
        }
        for side in (7..=16).rev() {
            let cell = bare_cell(f64::from(side));
            if fits(&whole, cell, options) {
                return (whole, cell, Legibility::EveryCell);
            }
        }
    }
    // Whole planes of numbers say most. Whole planes of bare cells say more than a few numbers; numbers say more than parts
    // of planes; and an axis of which only the first index is left says the least.
    let bare = [11.0, 10.0, 9.0, 8.0, 7.0].map(|side| (fold(&axes, bare_cell(side), options), bare_cell(side)));
    let text = (fold(&axes, text_cell(25.0, characters), options), text_cell(25.0, characters));
    let two_of_each = |axes: &[DrawnAxis]| axes.iter().all(|axis| axis.folded.hidden == 0 || axis.folded.tail > 0);
    let whole_planes = |axes: &[DrawnAxis]| axes.len() > 2 && axes.iter().take(2).all(|axis| axis.folded.hidden == 0);
    let planes = [&text].into_iter().chain(&bare);
    let planes =
        planes.into_iter().find(|(axes, cell)| whole_planes(axes) && two_of_each(axes) && fits(axes, *cell, options));
    let numbers = Some(&text).filter(|(axes, _)| two_of_each(axes));
    let parts = bare.iter().find(|(axes, cell)| two_of_each(axes) && fits(axes, *cell, options));
    let (axes, cell) = planes.or(numbers).or(parts).unwrap_or(&text);
    (axes.clone(), *cell, Legibility::Folded)
}

fn with_limits(axes: &[DrawnAxis], limits: &[u64]) -> Vec<DrawnAxis> {
    let limited =
        |(axis, &limit): (&DrawnAxis, &u64)| DrawnAxis { folded: FoldedAxis::within(axis.size, limit), ..axis.clone() };
    axes.iter().zip(limits).map(limited).collect()
}

fn size_of(axes: &[DrawnAxis], cell: Cell) -> (f64, f64) {
    let layout = Layout::bare(axes, cell);
    let (left, top) = layout.lanes();
    let grid = layout.grid(|axis| axis.size);
    (left + grid.size.0, top + grid.size.1)
}

fn fits(axes: &[DrawnAxis], cell: Cell, options: (f64, f64)) -> bool {
    let size = size_of(axes, cell);
    size.0 <= options.0 && size.1 <= options.1
}

/// Folds the longest axes, outer ones first, until the panel fits and has no more than [`MAX_CELLS`] places, or nothing is
/// left to fold; then gives back what room there still is.
fn fold(axes: &[DrawnAxis], cell: Cell, options: (f64, f64)) -> Vec<DrawnAxis> {
    // Of a row or column so many places at most, of an axis of blocks fewer: more are not seen one by one.
    const VALUES: [u64; 2] = [24, 8];
    const BARE: [u64; 2] = [48, 8];
    let most = if cell.font.is_some() { VALUES } else { BARE };
    let mut limits: Vec<u64> = (0..axes.len()).map(|depth| most[usize::from(depth >= 2)]).collect();
    let shown = |limits: &[u64], depth: usize| axes[depth].size.min(limits[depth]);
    // A stack takes little room for many places.
    let too_many = |limits: &[u64]| {
        let slots = (0..axes.len()).try_fold(1_u64, |slots, depth| slots.checked_mul(shown(limits, depth)));
        slots.is_none_or(|slots| slots > MAX_CELLS)
    };
    loop {
        let (width, height) = size_of(&with_limits(axes, &limits), cell);
        let tight = [
            (Direction::Across, width > options.0),
            (Direction::Down, height > options.1),
            (Direction::Depth, too_many(&limits)),
        ];
        // One direction may be as short as it gets and the other still too long.
        let shorter = tight.into_iter().filter(|&(_, tight)| tight).find_map(|(direction, _)| {
            let along = || {
                // Every axis has its part in how many there are, and a stack reaches both ways.
                let any = direction == Direction::Depth;
                (0..axes.len())
                    .rev()
                    .filter(move |&depth| any || [direction, Direction::Depth].contains(&axes[depth].direction))
            };
            // First the outer axes down to three places, then the inner one, then the outermost to one.
            let foldable = along().find(|&depth| shown(&limits, depth) > 3);
            let collapsible = || along().find(|&depth| shown(&limits, depth) > 1);
            let folded = foldable.map(|depth| (depth, shown(&limits, depth) - 1));
            folded.or_else(|| collapsible().map(|depth| (depth, 1)))
        });
        match shorter {
            Some((depth, limit)) => limits[depth] = limit,
            None => break,
        }
    }
    let mut growing = true;
    while growing {
        growing = false;
        for depth in 0..axes.len() {
            let shown = shown(&limits, depth);
            if shown >= most[usize::from(depth >= 2)].min(axes[depth].size) {
                continue;
            }
            let before = limits[depth];
            limits[depth] = (shown + 1).max(3);
            if fits(&with_limits(axes, &limits), cell, options) && !too_many(&limits) {
                growing = true;
            } else {
                limits[depth] = before;
            }
        }
    }
    with_limits(axes, &limits)
}
