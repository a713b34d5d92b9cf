//! The position of every cell of the aligned result, and of the panels, in a box of a given width and height.
//!
//! Nested grids: the last axis is drawn across, the one before it down. Each outer axis is drawn across or down, as lets the
//! cells be larger, with growing gaps. On demand the blocks of the third axis are stacked in depth instead. A cell's position
//! is the sum of one offset for each axis. That lets a repeated cell slide along one axis independently of the others.

use super::panel::{OPERANDS, PANELS};
use super::{Ends, FoldedAxis, Panel, Point, Size};
use tensor_broadcasting::OperandId;

mod arrange;
mod cell;
mod fit;
mod folding;
mod grid;
mod table;

use crate::layout::arrange::Composition;
pub(super) use crate::layout::arrange::STACK_LANES;
pub use crate::layout::arrange::{Arrangement, Spacing};
pub use crate::layout::cell::Cell;
use crate::layout::fit::{Fitted, fit};
use crate::layout::folding::unfold;
pub use crate::layout::grid::Grid;
pub(super) use crate::layout::table::FORMS;
use crate::layout::table::TableSide;
pub use crate::layout::table::{TableForm, TablePlace, TableSizes};

/// The direction in which an axis is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
    /// Away from the user, up and to the right: the first index is in front.
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

    /// The other direction in the plane; the same for a stack.
    const fn turned(self) -> Self {
        match self {
            Self::Across => Self::Down,
            Self::Down => Self::Across,
            Self::Depth => Self::Depth,
        }
    }
}

/// How the blocks along the third axis from the end are arranged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Blocks {
    /// Side by side or one under the other, so that every cell is visible.
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
    /// The sizes whose ends are drawn.
    ends: Ends,
    /// See [`AxisSizes::shown`].
    shown: [u64; OPERANDS],
    /// Of an axis of blocks, the number of axes of several indices within them in the same direction.
    around: Option<u8>,
    /// The direction in which it is drawn.
    pub direction: Direction,
    /// Which of its indices are drawn.
    pub folded: FoldedAxis,
}

impl DrawnAxis {
    /// Whether all panels have room for the same size.
    fn is_same_in_all(&self) -> bool {
        self.shown.iter().all(|shown| *shown == self.size)
    }

    /// The size that a panel has room for.
    fn shown_in(&self, panel: Panel) -> u64 {
        panel.operand().map_or(self.size, |operand| self.shown[operand.position()])
    }
}

/// The sizes of an aligned axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AxisSizes {
    /// The sizes whose ends are drawn: those of all operands where they clash, else the largest.
    pub ends: Ends,
    /// The size that the panel of each operand has room for, at least 1. Where there is a result it is the largest one, because
    /// the operands are stretched to it.
    pub shown: [u64; OPERANDS],
}

impl AxisSizes {
    /// An axis of one size in all panels.
    ///
    /// ```
    /// use broadcasting_diagram::AxisSizes;
    /// assert_eq!(AxisSizes::same(0).shown[0], 1);
    /// ```
    #[must_use]
    pub const fn same(size: u64) -> Self {
        let ends = Ends::one(size);
        Self { ends, shown: [ends.largest(); OPERANDS] }
    }
}

/// What a drawing needs besides its cells and brackets, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Needs {
    /// The width of the longest title.
    pub title: f64,
    /// The size of the picture of a clash, which is drawn instead of a result; `None` where there is a result.
    pub clash: Option<Size>,
    /// The width of the line of text under each panel; `None` without one.
    pub footnote: Option<f64>,
}

/// The box, and what has to be legible in it. Lengths are in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayoutOptions {
    /// The number of operands.
    pub operands: usize,
    /// The width of the box.
    pub width: f64,
    /// The height of the box; [`f64::INFINITY`] for any height.
    pub height: f64,
    /// Whether the drawing is only as high as it has to be. Otherwise it fills the box.
    pub is_cropped: bool,
    /// The number of characters of the longest value.
    pub characters: usize,
    /// What is needed where there is much space: titles have the shape after the name.
    pub wide: Needs,
    /// What is needed where there is little space: titles are names, and no text is under a panel.
    pub tight: Needs,
    /// Whether there is a line under the panels for the elements that are being combined.
    pub equation: bool,
    /// Whether each cell is a matrix, and large enough for its rows and columns where there is room.
    pub of_matrices: bool,
    /// Whether the story compares sizes that are not all the same: operands are then rather one under the other.
    pub compares: bool,
    /// The least width of the space for a sign between operands.
    pub sign: f64,
    /// How blocks are arranged.
    pub blocks: Blocks,
    /// How the picture is rather composed, where its cells are not much smaller then.
    pub kept: Option<Kept>,
    /// The size of the axis table; `None` without one.
    pub table: Option<TableSizes>,
    /// Whether axes are rather folded than drawn in cells without values.
    pub keeps_values: bool,
}

/// How a picture is composed, for another one that is to be like it: the arrangement of the panels, the height of a cell at most, and the side and the
/// place of the axis table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kept {
    arrangement: Arrangement,
    cell: f64,
    side: Option<TableSide>,
    table: Option<TablePlace>,
}

/// The aligned layout, which all panels share.
///
/// ```
/// use broadcasting_diagram::{Arrangement, AxisSizes, Blocks, Direction, Layout, LayoutOptions, Needs};
///
/// let options = LayoutOptions {
///     operands: 2,
///     width: 930.0,
///     height: 530.0,
///     is_cropped: false,
///     characters: 2,
///     wide: Needs { title: 96.0, clash: None, footnote: None },
///     tight: Needs { title: 32.0, clash: None, footnote: None },
///     equation: true,
///     of_matrices: false,
///     compares: false,
///     sign: 0.0,
///     blocks: Blocks::Beside,
///     kept: None,
///     table: None,
///     keeps_values: false,
/// };
/// let layout = Layout::new(&[2, 4, 3].map(AxisSizes::same), options, &[]);
/// // The last axis comes first: it is drawn across, and the one before it down. In this box cells are largest with the two
/// // blocks of a panel one under the other, and the panels side by side.
/// let directions: Vec<_> = layout.axes.iter().map(|axis| (axis.axis, axis.direction)).collect();
/// assert_eq!(directions, [(2, Direction::Across), (1, Direction::Down), (0, Direction::Down)]);
/// assert_eq!(layout.arrangement, Arrangement::Row);
/// assert_eq!((layout.size.w, layout.size.h), (930.0, 530.0));
///
/// // Cells are evenly spaced within a block.
/// let grid = layout.grid(|axis| axis.size);
/// let pitch = layout.cell.size.w + layout.cell.gap;
/// assert_eq!(grid.offsets[0], [0.0, pitch, 2.0 * pitch]);
/// // A million indices are folded into a few slots.
/// let long = Layout::new(&[AxisSizes::same(1_000_000)], options, &[]);
/// assert!(long.axes[0].folded.hidden_of(1_000_000) > 999_900);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The drawn axes, **last axis first**: the order in which the grids nest. The position of an axis in this list is its
    /// *nesting*.
    pub axes: Vec<DrawnAxis>,
    /// The size of a cell.
    pub cell: Cell,
    /// The number of operands.
    operands: usize,
    /// The side of the axis table.
    side: Option<TableSide>,
    /// The corner of each panel's grid, in the order of [`Panel::ALL`].
    pub(super) origins: [Point; PANELS],
    /// The left end of each panel's title, at half its height.
    pub(super) titles: [Point; PANELS],
    /// The font size of a title.
    pub(super) title_font: f64,
    /// The place of the axis table, in every chapter; `None` without one.
    pub table: Option<TablePlace>,
    /// See [`Layout::signs`].
    signs: [Point; OPERANDS],
    /// The middle of the line under the panels for the elements that are being combined, where there is one.
    pub equation: Option<Point>,
    /// How the panels are arranged.
    pub arrangement: Arrangement,
    /// The width of each panel with its title and its brackets.
    pub(super) widths: [f64; PANELS],
    /// How far the last block of a stack is above the first one in each panel.
    pub(super) rises: [f64; PANELS],
    /// The size of each panel without its title and its brackets.
    pub(super) grids: [Size; PANELS],
    /// The space of titles, brackets and signs.
    pub spacing: Spacing,
    /// The size of the whole drawing, in CSS pixels: that of the box, less where it is cropped, and more
    /// where an axis is unfolded.
    pub size: Size,
    /// The number of axes that have no direction in the drawing.
    pub undrawn: usize,
}

/// The largest number of axes that have a direction. Of more axes, those of size 1 and then the leading ones have none.
pub(super) const MAX_DRAWN: usize = 8;

/// The font size of a title.
pub(super) const TITLE_FONT: f64 = 14.0;
/// The font size of the text under an empty tensor.
pub(super) const FOOTNOTE_FONT: f64 = 12.0;

impl Layout {
    /// Lays out the aligned shapes with these axes (leading axis first) in a box. The axes in `unfolded` may take more space.
    #[must_use]
    pub fn new(sizes: &[AxisSizes], options: LayoutOptions, unfolded: &[usize]) -> Self {
        let mut options = options;
        let mut fitted = fit_some(sizes, &options);
        if !fitted.fits(&options) && options.table.is_some() {
            // In a box that is too small for both, there is no table.
            options.table = None;
            fitted = fit_some(sizes, &options);
        }
        let undrawn = sizes.len() - fitted.axes.len();
        let Fitted { axes, cell, composition, spacing, .. } = fitted;
        let (axes, cell) = unfold(axes, cell, unfolded);
        // Panels that have become too wide to be seen side by side are easier to compare one under the other.
        let is_too_wide = || options.needed(&axes, cell, &composition, spacing).w > options.width;
        let Composition { arrangement, table } =
            if unfolded.is_empty() || !is_too_wide() { composition } else { options.under_each_other(composition) };
        let mut layout = Self {
            axes,
            cell,
            operands: options.operands,
            side: table.map(|table| table.side),
            origins: [Point::default(); PANELS],
            titles: [Point::default(); PANELS],
            title_font: TITLE_FONT,
            table: None,
            signs: [Point::default(); OPERANDS],
            equation: None,
            arrangement,
            widths: [0.0; PANELS],
            rises: [0.0; PANELS],
            grids: [Size::default(); PANELS],
            spacing,
            size: Size::default(),
            undrawn,
        };
        layout.arrange(&options, table);
        layout
    }

    /// How the picture is composed, for another one that is to be like it.
    #[must_use]
    pub const fn kept(&self) -> Kept {
        Kept { arrangement: self.arrangement, cell: self.cell.size.h, side: self.side, table: self.table }
    }

    /// The panels, from left to right.
    #[must_use]
    pub fn panels(&self) -> &'static [Panel] {
        Panel::of(OperandId::first(self.operands))
    }

    /// The corner of a panel's grid.
    #[must_use]
    pub const fn origin(&self, panel: Panel) -> Point {
        self.origins[panel.index()]
    }

    /// The positions of the signs between the operands, and of the equals sign.
    #[must_use]
    pub fn signs(&self) -> &[Point] {
        self.signs.get(..self.operands).unwrap_or(&self.signs)
    }

    /// The nesting of the axis whose blocks are stacked, if there is one.
    #[must_use]
    pub fn stacked(&self) -> Option<usize> {
        self.axes.iter().position(|axis| axis.direction == Direction::Depth)
    }
}

/// Fits as many axes as have room: where there is no space for all brackets, leading axes are not drawn.
fn fit_some(sizes: &[AxisSizes], options: &LayoutOptions) -> Fitted {
    let mut axes = drawn_axes(sizes, options.blocks);
    let mut fitted = fit(&axes, options);
    while axes.len() > 2 && !fitted.fits(options) {
        axes.pop();
        fitted = fit(&axes, options);
    }
    fitted
}

/// The axes that have a direction, last axis first, with alternating directions. Of many axes, those of size 1 are left out.
fn drawn_axes(sizes: &[AxisSizes], blocks: Blocks) -> Vec<DrawnAxis> {
    let many = sizes.len() > MAX_DRAWN;
    let drawn =
        |&(from_end, (_, sizes)): &(usize, (usize, &AxisSizes))| !many || sizes.ends.largest() != 1 || from_end < 2;
    let chosen = sizes.iter().enumerate().rev().enumerate().filter(drawn).take(MAX_DRAWN);
    chosen
        .enumerate()
        .map(|(nesting, (_, (axis, &AxisSizes { ends, shown })))| DrawnAxis {
            axis,
            size: ends.largest(),
            ends,
            shown,
            around: None,
            direction: match (nesting, blocks) {
                (2, Blocks::Depth) => Direction::Depth,
                _ if nesting % 2 == 0 => Direction::Across,
                _ => Direction::Down,
            },
            folded: FoldedAxis::of(ends, 1),
        })
        .collect::<Vec<_>>()
}

/// Says of each axis of blocks what is within them.
fn set_around(axes: &mut [DrawnAxis]) {
    let mut within = [0_u8; 2];
    for (nesting, axis) in axes.iter_mut().enumerate() {
        let count = &mut within[usize::from(axis.direction == Direction::Down)];
        axis.around = (nesting > 1).then_some(*count);
        *count += u8::from(axis.size > 1);
    }
}
