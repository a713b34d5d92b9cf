//! A miniature: shapes as cells of a few pixels beside each other, for a list. It has no texts, and nothing of what becomes of the shapes.

use std::fmt::Write as _;

use super::{Number, Size};

/// The distance from one cell to the next; a cell has the size 1.
const PITCH: f64 = 1.2;
/// The space between blocks, between panels, and in place of the cells that are left out.
const BLOCKS: f64 = 0.7;
const PANELS: f64 = 2.2;
const GAP: f64 = 0.9;
/// Along an axis, at most so many cells are drawn, or so many blocks; of the axes, the last ones.
const MAX_CELLS: u64 = 4;
const MAX_BLOCKS: u64 = 3;
const MAX_AXES: usize = 4;
/// The least size of the whole: so few cells that they would be larger are as small as others.
const LEAST: Size = Size::new(9.0, 5.0);

/// Shapes as cells of a few pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Miniature {
    /// The size of the whole, in cells.
    pub size: Size,
    /// What is drawn of each shape, first shape first.
    pub panels: Vec<MiniaturePanel>,
}

/// A shape in a [`Miniature`].
#[derive(Debug, Clone, PartialEq)]
pub struct MiniaturePanel {
    /// Its cells as the path of an SVG element, or its frame where it has none.
    pub path: String,
    /// Whether it has no cells, because a size is 0.
    pub is_empty: bool,
}

impl Miniature {
    /// The miniature of shapes, each given by its sizes.
    ///
    /// ```
    /// use broadcasting_diagram::Miniature;
    /// let miniature = Miniature::new(&[&[2, 1], &[3]]);
    /// let paths: Vec<_> = miniature.panels.iter().map(|panel| panel.path.as_str()).collect();
    /// // A column of two cells, and at its right a row of three.
    /// assert_eq!(paths, ["M1.2 1.4h1v1h-1zM1.2 2.6h1v1h-1z", "M4.4 2h1v1h-1zM5.6 2h1v1h-1zM6.8 2h1v1h-1z"]);
    /// ```
    #[must_use]
    pub fn new(shapes: &[&[u64]]) -> Self {
        let grids: Vec<Grid> = shapes.iter().map(|sizes| Grid::new(sizes)).collect();
        let between = PANELS * grids.len().saturating_sub(1) as f64;
        let needed = grids.iter().fold(Size::new(between, 0.0), |whole, grid| {
            Size::new(whole.w + grid.extent[0], whole.h.max(grid.extent[1]))
        });
        let size = Size::new(needed.w.max(LEAST.w), needed.h.max(LEAST.h));
        let mut left = (size.w - needed.w) / 2.0;
        let panel = |grid: &Grid| {
            let path = grid.path(left, (size.h - grid.extent[1]) / 2.0);
            left += grid.extent[0] + PANELS;
            MiniaturePanel { path, is_empty: grid.is_empty }
        };
        let panels = grids.iter().map(panel).collect();
        Self { size, panels }
    }
}

/// The cells of one shape: those of a block at each place of the outer axes.
struct Grid {
    /// The places of the cells from the left and from above.
    cells: Vec<[f64; 2]>,
    /// The width and the height.
    extent: [f64; 2],
    is_empty: bool,
}

impl Grid {
    fn new(sizes: &[u64]) -> Self {
        let (mut cells, mut extent) = (vec![[0.0; 2]], [1.0_f64; 2]);
        for (nesting, &size) in sizes.iter().rev().take(MAX_AXES).enumerate() {
            // The last axis is drawn across, the one before it down, and blocks in the direction in which there is less so far.
            let (direction, most, between) = match nesting {
                0 | 1 => (nesting, MAX_CELLS, PITCH - 1.0),
                _ => (usize::from(extent[0] > extent[1]), MAX_BLOCKS, BLOCKS),
            };
            let step = extent[direction] + between;
            let slots = size.clamp(1, most);
            let left_out = if size > most { GAP } else { 0.0 };
            let start = |slot: u64| slot as f64 * step + if slot + 1 == slots { left_out } else { 0.0 };
            let at = |slot: u64| {
                cells.iter().map(move |&cell: &[f64; 2]| {
                    let mut moved = cell;
                    moved[direction] += start(slot);
                    moved
                })
            };
            cells = (0..slots).flat_map(at).collect();
            extent[direction] += start(slots - 1);
        }
        Self { cells, extent, is_empty: sizes.contains(&0) }
    }

    /// The cells as a path, from a corner on.
    fn path(&self, left: f64, top: f64) -> String {
        let mut path = String::new();
        let mut rect = |x: f64, y: f64, [w, h]: [f64; 2]| {
            // Writing to a string does not fail.
            _ = write!(path, "M{} {}h{}v{}h{}z", Number(x), Number(y), Number(w), Number(h), Number(-w));
        };
        if self.is_empty {
            rect(left, top, self.extent);
        } else {
            self.cells.iter().for_each(|&[x, y]| rect(left + x, top + y, [1.0; 2]));
        }
        path
    }
}
