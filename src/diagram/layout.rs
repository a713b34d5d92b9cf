//! The position of every cell of the aligned result, and of the three panels.
//!
//! Nested grids: the last axis is drawn across, the one before it down, then whole blocks across, rows of blocks down, and
//! so on, with growing gaps. On demand the blocks of the third axis are stacked in depth instead. A cell's position is the
//! sum of one offset for each axis. That lets a repeated cell slide along one axis independently of the others.

use super::{FoldedAxis, Point, Size};

mod fit;
mod grid;

use fit::{Fitted, fit, unfold};
pub use grid::Grid;

/// The direction in which an axis is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
    /// Away from the reader, up and to the right: the first index is in front.
    Depth,
}

impl Direction {
    /// A point moved by `offset` in this direction.
    pub(super) const fn moved(self, point: Point, offset: f64) -> Point {
        match self {
            Self::Across => point.moved(offset, 0.0),
            Self::Down => point.moved(0.0, offset),
            Self::Depth => point.moved(offset, -offset),
        }
    }
}

/// How the blocks along the third axis from the end are arranged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Blocks {
    /// Side by side, so that every cell is visible.
    #[default]
    Beside,
    /// Stacked in depth, as in books: the first block in front, of each other block its upper and its right edge.
    Depth,
}

impl Blocks {
    /// Both arrangements.
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
    /// The direction in which it is drawn.
    pub direction: Direction,
    /// Which of its indices are drawn.
    pub folded: FoldedAxis,
}

/// The available space, and what has to be legible in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayoutOptions {
    /// The available width, in CSS pixels.
    pub width: f64,
    /// The number of characters of the longest value.
    pub characters: usize,
    /// The width of the longest title, in CSS pixels.
    pub title: f64,
    /// Whether there is a line of text under each panel.
    pub footnote: bool,
    /// The smallest size of the result's panel without its title and brackets. The picture of a clash needs it.
    pub min_result: Size,
    /// How blocks are arranged.
    pub blocks: Blocks,
}

/// The size of a cell, and whether its value is written into it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The width and height, in CSS pixels.
    pub size: Size,
    /// The gap between two cells, in CSS pixels.
    pub gap: f64,
    /// The font size in CSS pixels; `None` where values are not written.
    pub font: Option<f64>,
}

/// The aligned layout, which the three panels share.
///
/// ```
/// use broadcast_visualizer::diagram::{Blocks, Direction, Layout, LayoutOptions, Size};
///
/// let options = LayoutOptions {
///     width: 960.0,
///     characters: 2,
///     title: 96.0,
///     footnote: false,
///     min_result: Size::default(),
///     blocks: Blocks::Beside,
/// };
/// let layout = Layout::new(&[2, 4, 3], options, &[]);
/// // The last axis comes first: it is drawn across, the one before it down, and the blocks across again.
/// let directions: Vec<_> = layout.axes.iter().map(|axis| (axis.axis, axis.direction)).collect();
/// assert_eq!(directions, [(2, Direction::Across), (1, Direction::Down), (0, Direction::Across)]);
///
/// // Cells are evenly spaced within a block.
/// let grid = layout.grid(|axis| axis.size);
/// let pitch = layout.cell.size.w + layout.cell.gap;
/// assert_eq!(grid.offsets[0], [0.0, pitch, 2.0 * pitch]);
/// // A million indices are folded into a few slots.
/// let long = Layout::new(&[1_000_000], options, &[]);
/// assert!(long.axes[0].folded.hidden > 999_900);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The drawn axes, **last axis first**: the order in which the grids nest. The position of an axis in this list is its
    /// *nesting*.
    pub axes: Vec<DrawnAxis>,
    /// The size of a cell.
    pub cell: Cell,
    /// The corner of each panel's grid, in the order of [`Panel::ALL`](super::Panel::ALL).
    pub origins: [Point; 3],
    /// The positions of the operator and the equals sign.
    pub signs: [Point; 2],
    /// The size of the whole drawing, in CSS pixels.
    pub size: Size,
    /// The number of axes that have no direction in the drawing.
    pub undrawn: usize,
}

/// The largest number of axes that have a direction. Of more axes, those of size 1 and then the leading ones have none.
pub(super) const MAX_DRAWN: usize = 8;

/// The average width of a monospace character, in parts of the font size.
pub(super) const GLYPH_WIDTH: f64 = 0.61;

/// The font size of a title.
pub(super) const TITLE_FONT: f64 = 14.0;

/// The width of the lane in which one bracket is drawn.
pub(super) const LANE: f64 = 19.0;
/// The height of a panel's title.
const TITLE: f64 = 28.0;
/// The height of a line of text under a panel.
const FOOTNOTE: f64 = 18.0;
/// The space between panels that are side by side, for the operator.
const BETWEEN: f64 = 40.0;
/// The space between panels that are one under the other.
const UNDER: f64 = 16.0;
/// The margin around everything, so that lines on the edge are not cut.
const MARGIN: f64 = 6.0;
/// From this width on, panels can be side by side.
const SIDE_BY_SIDE: f64 = 640.0;
/// The height for the grid of one of three panels side by side.
const BESIDE_HEIGHT: f64 = 540.0;
/// The height for the grid of one of three panels one under the other: where the panels could be side by side, and where
/// they could not.
const UNDER_HEIGHT: [f64; 2] = [240.0, 340.0];

impl Layout {
    /// Lays out the aligned shapes of sizes `sizes` (leading axis first, each at least 1) in the available space. The axes in
    /// `unfolded` may take more space.
    #[must_use]
    pub fn new(sizes: &[u64], options: LayoutOptions, unfolded: &[usize]) -> Self {
        let axes = drawn_axes(sizes, options.blocks);
        let undrawn = sizes.len() - axes.len();
        let for_panels = options.width - 2.0 * (BETWEEN + MARGIN);
        let lanes = axes.iter().filter(|axis| axis.direction == Direction::Down).count() as f64 * LANE;
        let beside = (for_panels / 3.0).min((for_panels - lanes - options.min_result.w) / 2.0);
        let under = options.width - 2.0 * MARGIN - BETWEEN;
        let fit = |width: f64, height: f64| fit(axes.clone(), Size::new(width, height), options.characters);
        let (fitted, across) = if options.width < SIDE_BY_SIDE {
            (fit(under, UNDER_HEIGHT[1]), false)
        } else {
            let (beside, under) = (fit(beside, BESIDE_HEIGHT), fit(under, UNDER_HEIGHT[0]));
            if under.legibility > beside.legibility { (under, false) } else { (beside, true) }
        };
        let Fitted { axes, cell, .. } = unfold(fitted, unfolded);
        let arranged = Self::arrange(&axes, cell, undrawn, across, options);
        // Panels that have become too wide to be seen side by side are easier to compare one under the other.
        if across && !unfolded.is_empty() && arranged.size.w > options.width {
            return Self::arrange(&axes, cell, undrawn, false, options);
        }
        arranged
    }

    fn arrange(axes: &[DrawnAxis], cell: Cell, undrawn: usize, across: bool, options: LayoutOptions) -> Self {
        let mut layout = Self { undrawn, ..Self::without_positions(axes, cell) };
        let grid = layout.grid(|axis| axis.size);
        if across {
            layout.arrange_across(&grid, options);
        } else {
            layout.arrange_down(&grid, options);
        }
        layout
    }

    /// The width of a panel whose grid is `grid` wide.
    fn panel_width(&self, grid: f64, options: LayoutOptions) -> f64 {
        (self.lanes().w + grid).max(options.title)
    }

    /// The height of the tallest panel.
    fn panel_height(&self, grid: &Grid, options: LayoutOptions) -> f64 {
        let height = self.lanes().h + grid.size.h.max(options.min_result.h);
        height + if options.footnote { FOOTNOTE } else { 0.0 }
    }

    /// The positions of panels side by side.
    fn arrange_across(&mut self, grid: &Grid, options: LayoutOptions) {
        let lanes = self.lanes();
        let widest = self.panel_width(grid.size.w.max(options.min_result.w), options);
        // Where three panels of this width do not fit, the operands take only what they need, so that the picture of the
        // clash has its space.
        let scarce = options.min_result.w > 0.0 && 3.0 * widest + 2.0 * (BETWEEN + MARGIN) > options.width;
        let (operand, result) = if scarce {
            (self.panel_width(grid.size.w, options), self.panel_width(options.min_result.w, options))
        } else {
            (widest, widest)
        };
        let all = 2.0 * operand + result + 2.0 * BETWEEN;
        let step = operand + BETWEEN;
        let width = options.width.max(all + 2.0 * MARGIN);
        self.size = Size::new(width, self.panel_height(grid, options) + 2.0 * MARGIN);
        let start = (width - all) / 2.0;
        for (panel, origin) in self.origins.iter_mut().enumerate() {
            // The first block of a stack is at the origin, the others extend above it.
            *origin = Point::new(start + panel as f64 * step + lanes.w, MARGIN + (lanes.h + grid.rise));
        }
        let middle = MARGIN + (lanes.h + grid.size.h / 2.0);
        for (sign, at) in self.signs.iter_mut().enumerate() {
            *at = Point::new(start + (sign as f64 + 1.0) * step - BETWEEN / 2.0, middle);
        }
    }

    /// The positions of panels one under the other.
    fn arrange_down(&mut self, grid: &Grid, options: LayoutOptions) {
        let lanes = self.lanes();
        let widest = self.panel_width(grid.size.w.max(options.min_result.w), options);
        let step = self.panel_height(grid, options) + UNDER;
        let width = options.width.max(widest + BETWEEN + 2.0 * MARGIN);
        self.size = Size::new(width, 3.0 * step - UNDER + 2.0 * MARGIN);
        let start = ((width - widest + BETWEEN) / 2.0).min(width - widest - MARGIN);
        for (panel, origin) in self.origins.iter_mut().enumerate() {
            *origin = Point::new(start + lanes.w, MARGIN + panel as f64 * step + (lanes.h + grid.rise));
        }
        let middle = lanes.h + grid.size.h / 2.0;
        for (sign, at) in self.signs.iter_mut().enumerate() {
            *at = Point::new(start - BETWEEN / 2.0, MARGIN + (sign as f64 + 1.0) * step + middle);
        }
    }

    /// Reduces panels that are one under the other to the heights of what is drawn in them. Only for an operation without
    /// a result: in one with a result, cells move between the same positions of two panels.
    pub(super) fn close_up(&mut self, heights: [f64; 3], footnote: bool) {
        let lane = self.lanes().h;
        let first = self.origins[0].y;
        if self.origins[1].y == first {
            return;
        }
        let mut upper = MARGIN;
        for (panel, height) in heights.into_iter().enumerate() {
            self.origins[panel].y = upper + first - MARGIN;
            if let Some(sign) = panel.checked_sub(1) {
                self.signs[sign].y = upper + lane + height / 2.0;
            }
            upper += lane + height + if footnote { FOOTNOTE } else { 0.0 } + UNDER;
        }
        self.size.h = upper - UNDER + MARGIN;
    }

    /// A layout whose panels have no position yet.
    fn without_positions(axes: &[DrawnAxis], cell: Cell) -> Self {
        Self {
            axes: axes.to_vec(),
            cell,
            origins: [Point::default(); 3],
            signs: [Point::default(); 2],
            size: Size::default(),
            undrawn: 0,
        }
    }

    /// The space of the brackets to the left of a grid (`w`), and of the brackets and the title above it (`h`).
    #[must_use]
    pub fn lanes(&self) -> Size {
        let along = |direction| self.axes.iter().filter(|axis| axis.direction == direction).count() as f64;
        Size::new(along(Direction::Down) * LANE, TITLE + along(Direction::Across) * LANE)
    }

    /// The distance of an axis's bracket from the grid, in lanes.
    #[must_use]
    pub fn lane(&self, nesting: usize) -> f64 {
        let direction = self.axes[nesting].direction;
        self.axes[..nesting].iter().filter(|axis| axis.direction == direction).count() as f64
    }

    /// The nesting of the axis whose blocks are stacked, if there is one.
    #[must_use]
    pub fn stacked(&self) -> Option<usize> {
        self.axes.iter().position(|axis| axis.direction == Direction::Depth)
    }
}

/// The axes that have a direction, last axis first. Of many axes, those of size 1 are left out.
fn drawn_axes(sizes: &[u64], blocks: Blocks) -> Vec<DrawnAxis> {
    let many = sizes.len() > MAX_DRAWN;
    let drawn = |&(from_end, (_, &size)): &(usize, (usize, &u64))| !many || size != 1 || from_end < 2;
    let chosen = sizes.iter().enumerate().rev().enumerate().filter(drawn).take(MAX_DRAWN);
    chosen
        .enumerate()
        .map(|(nesting, (_, (axis, &size)))| DrawnAxis {
            axis,
            size,
            direction: match (nesting, blocks) {
                (2, Blocks::Depth) => Direction::Depth,
                _ if nesting % 2 == 0 => Direction::Across,
                _ => Direction::Down,
            },
            folded: FoldedAxis::within(size, 1),
        })
        .collect()
}
