//! Where every cell of the aligned result stands, and how the three panels stand beside each other.
//!
//! Nested grids: the last axis runs across, the one before it down, then whole blocks across, rows of blocks down, and so
//! on, with growing gaps. Where it is asked for, the blocks of the third axis are stacked in depth instead. A cell's place
//! is the sum of one offset an axis, which is what lets a ghost slide out along one axis without knowing the others.

use super::ease::clamp;
use super::{FoldedAxis, Rect};

mod fit;

use fit::{fit, unfold};

/// Which way an axis runs in the drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
    /// Away from the reader, up and to the right: the first index stands in front.
    Depth,
}

impl Direction {
    /// A point moved by `offset` this way.
    pub(super) const fn moved(self, (x, y): (f64, f64), offset: f64) -> (f64, f64) {
        match self {
            Self::Across => (x + offset, y),
            Self::Down => (x, y + offset),
            Self::Depth => (x + offset, y - offset),
        }
    }
}

/// What blocks of two axes look like where there is a third one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Blocks {
    /// Side by side, so that all of them can be read.
    #[default]
    Beside,
    /// Stacked in depth, as books print them: the first in front, of each other its upper and its right edge.
    Depth,
}

impl Blocks {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Beside, Self::Depth];

    /// The name in links and attributes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beside => "beside",
            Self::Depth => "depth",
        }
    }
}

/// An axis of the aligned shapes that has a direction in the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnAxis {
    /// Its number, counted from 0 in the aligned shapes.
    pub axis: usize,
    /// Its size in the drawing: the larger of the operands' sizes, and at least 1.
    pub size: u64,
    /// Which way it runs.
    pub direction: Direction,
    /// Which of its indices are drawn.
    pub folded: FoldedAxis,
}

/// The space there is, and what has to be legible in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayoutOptions {
    /// The width of the stage in CSS pixels.
    pub width: f64,
    /// How many characters the longest value takes.
    pub characters: usize,
    /// The width that the longest title takes, in CSS pixels.
    pub title: f64,
    /// Whether a line of text stands under the panels.
    pub footnote: bool,
    /// The least width and height of a panel's grid, in CSS pixels: what is drawn instead of a result needs room too.
    pub least: (f64, f64),
    /// What blocks look like.
    pub blocks: Blocks,
}

/// The size of a cell, and whether its value is written into it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The width in CSS pixels.
    pub w: f64,
    /// The height in CSS pixels.
    pub h: f64,
    /// The gap between two cells.
    pub gap: f64,
    /// The font's size; `None` where cells bear no text.
    pub font: Option<f64>,
}

/// The aligned layout, shared by the three panels.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The drawn axes, **last axis first**: the order in which the grids nest.
    pub axes: Vec<DrawnAxis>,
    /// What a cell looks like.
    pub cell: Cell,
    /// Where each panel's grid begins: `a`, `b`, the result.
    pub origins: [(f64, f64); 3],
    /// Where the operator and the equals sign stand.
    pub signs: [(f64, f64); 2],
    /// The width of the whole drawing.
    pub width: f64,
    /// The height of the whole drawing.
    pub height: f64,
    /// How many leading axes have no direction of their own in the drawing.
    pub undrawn: usize,
}

/// The offsets of one set of sizes within a layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// For each drawn axis, the offset of each of its places.
    pub offsets: Vec<Vec<f64>>,
    /// For each drawn axis, the width and height of the block that it and the axes after it fill.
    pub extents: Vec<(f64, f64)>,
    /// The width and height of all of it.
    pub size: (f64, f64),
    /// How far the last block of a stack stands above and to the right of the first one; 0 where none are stacked.
    pub rise: f64,
}

/// At most this many axes have a direction; of more, those of size 1 and then the leading ones have none.
pub(super) const MAX_DRAWN: usize = 8;

/// The space for one bracket.
pub(super) const LANE: f64 = 19.0;
/// The space for a panel's title.
pub(super) const TITLE: f64 = 28.0;
/// The space for a line of text under a panel.
const FOOTNOTE: f64 = 18.0;
/// The space between panels, where the operator stands.
const BETWEEN: f64 = 40.0;
/// The room that blocks hidden in a stack take beside a step.
pub(super) const DEPTH_FOLD: f64 = 8.0;
/// The space between panels that stand one under the other.
const UNDER: f64 = 16.0;
/// The margin around everything, so that lines on the edge are whole.
const MARGIN: f64 = 6.0;
/// From this width on the panels can stand side by side.
const SIDE_BY_SIDE: f64 = 640.0;

impl Layout {
    /// Lays out the aligned shapes of sizes `sizes` (leading axis first, each at least 1) in a room; the axes in `unfolded`
    /// take what they need beyond it.
    #[must_use]
    pub fn new(sizes: &[u64], options: LayoutOptions, unfolded: &[usize]) -> Self {
        let axes = drawn_axes(sizes, options.blocks);
        let undrawn = sizes.len() - axes.len();
        let for_panels = options.width - 2.0 * (BETWEEN + MARGIN);
        let lanes = axes.iter().filter(|axis| axis.direction == Direction::Down).count() as f64 * LANE;
        let beside = (for_panels / 3.0).min((for_panels - lanes - options.least.0) / 2.0);
        let stacked = options.width - 2.0 * MARGIN - BETWEEN;
        let fit = |width: f64, height: f64| fit(axes.clone(), (width, height), options.characters);
        let (fitted, across) = if options.width < SIDE_BY_SIDE {
            (fit(stacked, 340.0), false)
        } else {
            let (first, second) = (fit(beside, 540.0), fit(stacked, 240.0));
            if second.2 > first.2 { (second, false) } else { (first, true) }
        };
        let (axes, cell) = unfold(fitted.0, fitted.1, unfolded);
        let arranged = Self::arrange(&axes, cell, undrawn, across, options);
        // What became too wide for three beside each other is compared better one under the other.
        if across && !unfolded.is_empty() && arranged.width > options.width {
            return Self::arrange(&axes, cell, undrawn, false, options);
        }
        arranged
    }

    fn arrange(axes: &[DrawnAxis], cell: Cell, undrawn: usize, across: bool, options: LayoutOptions) -> Self {
        let mut layout = Self { undrawn, ..Self::bare(axes, cell) };
        let grid = layout.grid(|axis| axis.size);
        let (left, top) = layout.lanes();
        let panel_h = top + grid.size.1.max(options.least.1);
        let widest = |grid: f64| (left + grid).max(options.title);
        let panel_w = widest(grid.size.0.max(options.least.0));
        // The first block of a stack stands at the origin, the others reach above it.
        let first = top + grid.rise;
        let panel_h = panel_h + if options.footnote { FOOTNOTE } else { 0.0 };
        let middle = top + grid.size.1 / 2.0;
        if across {
            // Where three alike do not fit, the operands leave the room that they do not need to what stands instead of a
            // result.
            let instead = options.least.0 > 0.0 && 3.0 * panel_w + 2.0 * (BETWEEN + MARGIN) > options.width;
            let (step, last) =
                if instead { (widest(grid.size.0), widest(options.least.0)) } else { (panel_w, panel_w) };
            let all = 2.0 * step + last + 2.0 * BETWEEN;
            let step = step + BETWEEN;
            layout.width = options.width.max(all + 2.0 * MARGIN);
            layout.height = panel_h + 2.0 * MARGIN;
            let start = (layout.width - all) / 2.0;
            for (panel, origin) in layout.origins.iter_mut().enumerate() {
                *origin = (start + panel as f64 * step + left, MARGIN + first);
            }
            for (sign, at) in layout.signs.iter_mut().enumerate() {
                *at = (start + (sign as f64 + 1.0) * step - BETWEEN / 2.0, MARGIN + middle);
            }
        } else {
            let step = panel_h + UNDER;
            layout.width = options.width.max(panel_w + BETWEEN + 2.0 * MARGIN);
            layout.height = 3.0 * step - UNDER + 2.0 * MARGIN;
            let start = ((layout.width - panel_w + BETWEEN) / 2.0).min(layout.width - panel_w - MARGIN);
            for (panel, origin) in layout.origins.iter_mut().enumerate() {
                *origin = (start + left, MARGIN + panel as f64 * step + first);
            }
            for (sign, at) in layout.signs.iter_mut().enumerate() {
                *at = (start - BETWEEN / 2.0, MARGIN + (sign as f64 + 1.0) * step + middle);
            }
        }
        layout
    }

    /// Lets panels that stand one under the other take no more than the heights of what is drawn in them. Only where there
    /// is no result: nothing then travels from one panel to the same place in another.
    pub(super) fn close_up(&mut self, heights: [f64; 3], footnote: bool) {
        let (_, top) = self.lanes();
        let first = self.origins[0].1;
        if self.origins[1].1 == first {
            return;
        }
        let mut upper = MARGIN;
        for (panel, height) in heights.into_iter().enumerate() {
            self.origins[panel].1 = upper + first - MARGIN;
            if let Some(sign) = panel.checked_sub(1) {
                self.signs[sign].1 = upper + top + height / 2.0;
            }
            upper += top + height + if footnote { FOOTNOTE } else { 0.0 } + UNDER;
        }
        self.height = upper - UNDER + MARGIN;
    }

    /// A layout of which only the grid is known.
    fn bare(axes: &[DrawnAxis], cell: Cell) -> Self {
        Self {
            axes: axes.to_vec(),
            cell,
            origins: [(0.0, 0.0); 3],
            signs: [(0.0, 0.0); 2],
            width: 0.0,
            height: 0.0,
            undrawn: 0,
        }
    }

    /// The space that brackets and the title take to the left of and above a grid.
    #[must_use]
    pub fn lanes(&self) -> (f64, f64) {
        let along = |direction| self.axes.iter().filter(|axis| axis.direction == direction).count() as f64;
        (along(Direction::Down) * LANE, TITLE + along(Direction::Across) * LANE)
    }

    /// How far from the grid the bracket of a drawn axis stands, in lanes.
    #[must_use]
    pub fn lane(&self, depth: usize) -> f64 {
        let direction = self.axes[depth].direction;
        self.axes[..depth].iter().filter(|axis| axis.direction == direction).count() as f64
    }

    /// The depth of the axis whose blocks are stacked, if there is one.
    #[must_use]
    pub fn stacked(&self) -> Option<usize> {
        self.axes.iter().position(|axis| axis.direction == Direction::Depth)
    }

    /// The offsets of a tensor whose axes have the sizes that `size_of` gives, none larger than the layout's.
    #[must_use]
    pub fn grid(&self, size_of: impl Fn(&DrawnAxis) -> u64) -> Grid {
        let mut grid = Grid { offsets: Vec::new(), extents: Vec::new(), size: (self.cell.w, self.cell.h), rise: 0.0 };
        for (depth, axis) in self.axes.iter().enumerate() {
            let level = depth / 2;
            let gap = self.gap(level);
            // Blocks that are stacked cover each other but for a step.
            let (block, gap) = match axis.direction {
                Direction::Across => (grid.size.0, gap),
                Direction::Down => (grid.size.1, gap),
                Direction::Depth => (0.0, self.stack_offset()),
            };
            let size = size_of(axis);
            let mut offsets = Vec::with_capacity(axis.folded.slots());
            let mut end = 0.0;
            for slot in 0..axis.folded.slots() {
                let index = axis.folded.index(slot);
                if index.unwrap_or(axis.folded.head) >= size {
                    break;
                }
                let options = if index.is_some() { block } else { self.fold_width(axis.direction, level) };
                let at = if slot == 0 { 0.0 } else { end + gap };
                // In a stack, hidden blocks leave their room in front of their place, not behind it.
                let at = if axis.direction == Direction::Depth { at + options } else { at };
                offsets.push(at);
                end = if axis.direction == Direction::Depth { at } else { at + options };
            }
            match axis.direction {
                Direction::Across => grid.size.0 = end.max(block),
                Direction::Down => grid.size.1 = end.max(block),
                Direction::Depth => {
                    grid.rise = end;
                    grid.size = (grid.size.0 + end, grid.size.1 + end);
                }
            }
            grid.offsets.push(offsets);
            grid.extents.push(grid.size);
        }
        grid
    }

    /// How far a block that is stacked stands above and to the right of the one before it.
    #[must_use]
    pub fn stack_offset(&self) -> f64 {
        clamp(self.cell.h * 0.45, 6.0, 16.0)
    }

    /// The gap between neighbours at a level of nesting: 0 for cells, 1 for blocks of two axes, and so on.
    fn gap(&self, level: usize) -> f64 {
        if level == 0 { self.cell.gap } else { 6.0 + 6.0 * level as f64 }
    }

    fn fold_width(&self, direction: Direction, level: usize) -> f64 {
        let cell = match direction {
            Direction::Across => self.cell.w,
            Direction::Down => self.cell.h,
            Direction::Depth => return DEPTH_FOLD,
        };
        if level == 0 { cell.min(22.0) } else { 16.0 }
    }

    /// The rectangle of one panel's grid.
    #[must_use]
    pub fn panel_rect(&self, panel: usize, grid: &Grid) -> Rect {
        let (x, y) = self.origins[panel];
        Rect { x, y: y - grid.rise, w: grid.size.0, h: grid.size.1 }
    }
}

/// The axes that get a direction: from the last on, those of size 1 only while there are few axes.
fn drawn_axes(sizes: &[u64], blocks: Blocks) -> Vec<DrawnAxis> {
    let scarce = sizes.len() > MAX_DRAWN;
    let drawn = |&(from_end, (_, &size)): &(usize, (usize, &u64))| !scarce || size != 1 || from_end < 2;
    let chosen = sizes.iter().enumerate().rev().enumerate().filter(drawn).take(MAX_DRAWN);
    chosen
        .enumerate()
        .map(|(depth, (_, (axis, &size)))| DrawnAxis {
            axis,
            size,
            direction: match (depth, blocks) {
                (2, Blocks::Depth) => Direction::Depth,
                _ if depth % 2 == 0 => Direction::Across,
                _ => Direction::Down,
            },
            folded: FoldedAxis::within(size, 1),
        })
        .collect()
}
