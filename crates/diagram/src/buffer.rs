//! An operand in memory: the strip of its buffer, and below it its cells as they are read, each from one slot of the strip.
//!
//! Nothing here depends on an operation: a [`BufferPicture`] is made from the layout with which a buffer is read.

use super::strip::strip;
use super::{ArrowDirection, FoldedAxis, Point, Rect, Size};
use tensor_broadcasting::StridedLayout;

/// The sizes of a cell, of a slot, of a fold, and the spaces between them, in CSS pixels. The spaces beside cells have room for a path.
const CELL_HEIGHT: f64 = 20.0;
const SLOT_HEIGHT: f64 = 34.0;
const FOLD: f64 = 16.0;
const BESIDE: f64 = 6.0;
const BELOW: f64 = 3.0;
const BLOCKS: f64 = 12.0;
/// The space between the lines of the strip, and the one between the strip and the cells.
const LANE: f64 = 6.0;
const CORRIDOR: f64 = 14.0;
/// The space around everything.
const MARGIN: f64 = 4.0;
/// The width of a character, and of a cell without characters.
const CHARACTER: f64 = 8.0;
const PADDING: f64 = 12.0;
/// The number of characters that a cell has room for.
const CHARACTERS: (usize, usize) = (2, 8);

/// How axes are nested: cells beside each other, cells below each other, blocks beside each other, blocks below each other.
const NESTINGS: usize = 4;
/// The numbers of slots that the nested axes may have, the best first. From [`BOTH_ENDS`] on, only the width decides: rather than that an
/// axis loses an end, the picture is higher.
const LIMITS: [[u64; NESTINGS]; 10] = [
    [16, 10, 6, 6],
    [12, 6, 4, 4],
    [8, 6, 4, 3],
    [6, 5, 4, 3],
    [5, 4, 3, 3],
    [4, 4, 3, 3],
    [4, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 2],
    [3, 3, 2, 2],
];
const BOTH_ENDS: usize = 7;
/// The number of lines that the strip may have.
const LINES: usize = 3;

/// How much room a picture of a buffer has, and what is in it.
#[derive(Debug, Clone, Copy)]
pub struct BufferOptions<'a> {
    /// The width and the height, in CSS pixels. A picture is never wider where two columns fit, but it may be higher.
    pub room: Size,
    /// The number of characters of the longest text in a cell.
    pub characters: usize,
    /// The length of the buffer in elements, [`u64::MAX`] where that passes 2^63-1.
    pub length: u64,
    /// For each axis an index that is drawn where it would be folded.
    pub shown: &'a [Option<u64>],
}

/// What one step along an axis is in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the next cell at the right.
    Right,
    /// To the next cell below.
    Down,
    /// To the next block at the right.
    BlockRight,
    /// To the next block below.
    BlockDown,
    /// To cells that are not drawn.
    Hidden,
}

/// A slot of the strip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BufferSlot {
    /// The position in the buffer; `None` where positions are not drawn.
    pub position: Option<u64>,
    /// Where it is.
    pub rect: Rect,
}

/// A cell, which is read from the buffer.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadCell {
    /// Its index in the layout.
    pub index: Vec<u64>,
    /// The position that it is read from; `None` where that passes 2^63-1.
    pub position: Option<u64>,
    /// Whether it is a repeated element: it differs from another one only along axes of stride 0.
    pub is_repeated: bool,
    /// Where it is.
    pub rect: Rect,
}

/// A slot or a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BufferPlace {
    /// The slot of a position.
    Slot(u64),
    /// The cell at an index.
    Cell(Vec<u64>),
}

/// A buffer and what is read from it, with the place of everything.
///
/// ```
/// use broadcasting_diagram::{BufferOptions, BufferPicture, Size, Step};
/// use tensor_broadcasting::{Shape, StridedLayout};
/// let row = StridedLayout::with_strides(Shape::from([4, 3]), vec![0, 1]).expect("a stride for each axis");
/// let options = BufferOptions { room: Size::new(300.0, 200.0), characters: 2, length: 3, shown: &[] };
/// let picture = BufferPicture::new(&row, &options);
/// assert_eq!((picture.slots.len(), picture.cells.len()), (3, 12));
/// let cell = &picture.cells[7];
/// assert_eq!((cell.index.as_slice(), cell.position, cell.is_repeated), (&[2, 1][..], Some(1), true));
/// assert_eq!(picture.steps, [Some(Step::Down), Some(Step::Right)]);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BufferPicture {
    /// The size of the picture.
    pub size: Size,
    /// The slots of the strip, in the order of the buffer.
    pub slots: Vec<BufferSlot>,
    /// The cells in row-major order.
    pub cells: Vec<ReadCell>,
    /// The marks for cells that are not drawn, and their middles.
    pub folds: Vec<(&'static str, Point)>,
    /// What one step along each axis is; `None` along an axis that has no second index.
    pub steps: Vec<Option<Step>>,
    /// The upper edge of the cells.
    top: f64,
}

/// Where the slots of one nested axis begin, and how long they are together.
struct Row {
    slots: Vec<Option<u64>>,
    starts: Vec<f64>,
    length: f64,
}

impl Row {
    fn new(slots: Vec<Option<u64>>, slot: f64, between: f64) -> Self {
        let (mut starts, mut length) = (Vec::with_capacity(slots.len()), 0.0);
        for (number, at) in slots.iter().enumerate() {
            length += if number > 0 { between } else { 0.0 };
            starts.push(length);
            length += if at.is_some() { slot } else { FOLD };
        }
        Self { slots, starts, length }
    }
}

impl BufferPicture {
    /// The picture of a buffer that is read with a layout.
    #[must_use]
    pub fn new(layout: &StridedLayout, options: &BufferOptions<'_>) -> Self {
        let Size { w, h } = options.room;
        // What is chosen does not depend on what is shown: the picture does not move where another cell is highlighted.
        let of = |&limits: &[u64; NESTINGS]| Self::within(layout, options, &[], limits);
        let fits = |number: usize, picture: &Self| {
            picture.size.w <= w && (number >= BOTH_ENDS || picture.size.h <= h && picture.lines() <= LINES)
        };
        let found = LIMITS.iter().enumerate().find(|&(number, limits)| fits(number, &of(limits)));
        let limits = found.map_or(&LIMITS[LIMITS.len() - 1], |(_, limits)| limits);
        if options.shown.iter().all(Option::is_none) {
            of(limits)
        } else {
            Self::within(layout, options, options.shown, *limits)
        }
    }

    /// The picture with axes of at most so many slots.
    fn within(
        layout: &StridedLayout,
        options: &BufferOptions<'_>,
        shown: &[Option<u64>],
        limits: [u64; NESTINGS],
    ) -> Self {
        let shape = layout.shape();
        let nested = nesting(shape);
        let column = options.characters.clamp(CHARACTERS.0, CHARACTERS.1) as f64 * CHARACTER + PADDING;
        let shown = |axis: usize| shown.get(axis).copied().flatten().filter(|&index| index < shape[axis]);
        let slots = |number: usize| match nested[number] {
            Some(axis) => drawn(shape[axis], limits[number], shown(axis)),
            None => vec![Some(0)],
        };
        let across = Row::new(slots(0), column, BESIDE);
        let down = Row::new(slots(1), CELL_HEIGHT, BELOW);
        let blocks_across = Row::new(slots(2), across.length, BLOCKS);
        let blocks_down = Row::new(slots(3), down.length, BLOCKS);
        let rows = [&across, &down, &blocks_across, &blocks_down];
        let mut picture = Self { steps: steps(shape, &nested), ..Self::default() };

        // Axes that are not drawn are read at one index.
        let mut index: Vec<u64> = (0..shape.ndim()).map(|axis| shown(axis).unwrap_or(0)).collect();
        let is_empty = shape.contains(&0);
        let cell_size = Size::new(column, CELL_HEIGHT);
        let count = if is_empty { 0 } else { rows.iter().map(|row| row.slots.len()).product() };
        for number in 0..count {
            let mut rest = number;
            // The first number of a nested axis changes slowest.
            let at: [usize; NESTINGS] = std::array::from_fn(|nesting| {
                let slots = rows[nesting].slots.len();
                let slot = rest % slots;
                rest /= slots;
                slot
            });
            let corner = Point::new(
                across.starts[at[0]] + blocks_across.starts[at[2]],
                down.starts[at[1]] + blocks_down.starts[at[3]],
            );
            let is_fold: [bool; NESTINGS] = std::array::from_fn(|nesting| rows[nesting].slots[at[nesting]].is_none());
            if is_fold.contains(&true) {
                let is_first = |nesting: usize| at[..nesting].iter().all(|&slot| slot == 0);
                let half = |is_fold: bool, length: f64| if is_fold { FOLD / 2.0 } else { length / 2.0 };
                let mark = match is_fold {
                    [_, _, true, _] => is_first(2).then(|| ("⋯", half(true, 0.0), down.length / 2.0)),
                    [_, _, _, true] => is_first(2).then(|| ("⋮", across.length / 2.0, half(true, 0.0))),
                    [x, y, ..] => {
                        let mark = if x && y {
                            "⋱"
                        } else if x {
                            "⋯"
                        } else {
                            "⋮"
                        };
                        Some((mark, half(x, column), half(y, CELL_HEIGHT)))
                    }
                };
                picture.folds.extend(mark.map(|(mark, dx, dy)| (mark, corner.moved(dx, dy))));
                continue;
            }
            for ((axis, row), slot) in nested.iter().zip(rows).zip(at) {
                if let Some(axis) = *axis {
                    index[axis] = row.slots[slot].unwrap_or(0);
                }
            }
            picture.cells.push(ReadCell {
                position: layout.offset(&index),
                is_repeated: index.iter().zip(layout.strides()).any(|(&i, &stride)| i > 0 && stride == 0),
                index: index.clone(),
                rect: Rect::at(corner, cell_size),
            });
        }
        let cells = if is_empty { Size::default() } else { Size::new(blocks_across.length, blocks_down.length) };
        picture.place(cells, column, options);
        picture
    }

    /// Makes the strip of the positions that the cells are read from, and moves the cells below it.
    fn place(&mut self, cells: Size, column: f64, options: &BufferOptions<'_>) {
        let columns = ((options.room.w - 2.0 * MARGIN + BESIDE) / (column + BESIDE)).max(2.0) as u64;
        // The sort of the standard library is 4 KB.
        let mut positions: Vec<u64> = Vec::new();
        for position in self.cells.iter().filter_map(|cell| cell.position) {
            if let Err(at) = positions.binary_search(&position) {
                positions.insert(at, position);
            }
        }
        let slots =
            if positions.is_empty() { drawn(options.length, columns, None) } else { strip(options.length, &positions) };
        let (mut corner, mut width) = (Point::new(MARGIN, MARGIN), 0.0_f64);
        let slot = |position: Option<u64>| {
            let length = if position.is_some() { column } else { FOLD };
            if corner.x > MARGIN && corner.x + length > options.room.w - MARGIN {
                corner = Point::new(MARGIN, corner.y + SLOT_HEIGHT + LANE);
            }
            let rect = Rect::at(corner, Size::new(length, SLOT_HEIGHT));
            width = width.max(rect.x + length - MARGIN);
            corner.x += length + BESIDE;
            BufferSlot { position, rect }
        };
        self.slots = slots.into_iter().map(slot).collect();
        let end = |rect: Rect| rect.y + rect.h;
        self.top = self.slots.last().map_or(MARGIN, |slot| end(slot.rect) + CORRIDOR);
        for cell in &mut self.cells {
            cell.rect.x += MARGIN;
            cell.rect.y += self.top;
        }
        for (_, middle) in &mut self.folds {
            *middle = middle.moved(MARGIN, self.top);
        }
        let bottom = if cells.h > 0.0 { self.top + cells.h } else { self.top - CORRIDOR };
        self.size = Size::new(width.max(cells.w) + 2.0 * MARGIN, bottom + MARGIN);
    }

    /// The size of the cells together.
    #[must_use]
    pub fn cells_size(&self) -> Size {
        let width = self.cells.iter().map(|cell| cell.rect.x + cell.rect.w).fold(0.0, f64::max);
        Size::new(width, self.size.h - self.top)
    }

    /// The number of lines of the strip.
    fn lines(&self) -> usize {
        self.slots.last().map_or(0, |slot| ((slot.rect.y - MARGIN) / (SLOT_HEIGHT + LANE)) as usize + 1)
    }

    /// The number of the slot of a position.
    #[must_use]
    pub fn slot_of(&self, position: u64) -> Option<usize> {
        self.slots.iter().position(|slot| slot.position == Some(position))
    }

    /// The first slot that has a position.
    #[must_use]
    pub fn first(&self) -> Option<BufferPlace> {
        self.slots.iter().find_map(|slot| slot.position).map(BufferPlace::Slot)
    }

    /// The points of the path from a slot of the strip to a cell. It runs between the slots and between the cells, over none of them.
    #[must_use]
    pub fn path(&self, slot: usize, cell: usize) -> Vec<Point> {
        let (Some(slot), Some(cell)) = (self.slots.get(slot), self.cells.get(cell)) else { return Vec::new() };
        let (slot, cell) = (slot.rect, cell.rect);
        let (start, corridor) = (slot.middle().x, self.top - CORRIDOR / 2.0);
        let mut path = vec![Point::new(start, slot.y + slot.h)];
        let lane = slot.y + slot.h + LANE / 2.0;
        // From a line above the last one it goes round at the left.
        if lane < corridor - LANE {
            path.extend([Point::new(start, lane), Point::new(MARGIN / 2.0, lane), Point::new(MARGIN / 2.0, corridor)]);
        } else {
            path.push(Point::new(start, corridor));
        }
        if cell.y <= self.top {
            path.extend([Point::new(cell.middle().x, corridor), Point::new(cell.middle().x, cell.y)]);
        } else {
            let (middle, beside) = (cell.middle().y, cell.x - BESIDE / 2.0);
            path.extend([Point::new(beside, corridor), Point::new(beside, middle), Point::new(cell.x, middle)]);
        }
        path
    }

    /// The place that an arrow key leads to. From the strip, the arrow down leads to the first cell that is read from the slot; the arrow
    /// up leads from the first row of cells to the slot. At an edge it is the same place.
    #[must_use]
    pub fn next(&self, from: &BufferPlace, arrow: ArrowDirection) -> BufferPlace {
        let next = match from {
            BufferPlace::Slot(position) => self.next_of_slot(*position, arrow),
            BufferPlace::Cell(index) => self.next_of_cell(index, arrow),
        };
        next.unwrap_or_else(|| from.clone())
    }

    fn next_of_slot(&self, position: u64, arrow: ArrowDirection) -> Option<BufferPlace> {
        let mut positions = self.slots.iter().filter_map(|slot| slot.position);
        match arrow {
            ArrowDirection::Left => positions.rev().find(|&other| other < position).map(BufferPlace::Slot),
            ArrowDirection::Right => positions.find(|&other| other > position).map(BufferPlace::Slot),
            ArrowDirection::Up => None,
            ArrowDirection::Down => {
                let cell = self.cells.iter().find(|cell| cell.position == Some(position))?;
                Some(BufferPlace::Cell(cell.index.clone()))
            }
        }
    }

    fn next_of_cell(&self, index: &[u64], arrow: ArrowDirection) -> Option<BufferPlace> {
        let from = self.cells.iter().find(|cell| cell.index == index)?;
        let (is_back, is_down) = match arrow {
            ArrowDirection::Left => (true, false),
            ArrowDirection::Right => (false, false),
            ArrowDirection::Up => (true, true),
            ArrowDirection::Down => (false, true),
        };
        let mut nearest: Option<(f64, &ReadCell)> = None;
        for cell in &self.cells {
            let (dx, dy) = (cell.rect.x - from.rect.x, cell.rect.y - from.rect.y);
            let (ahead, aside) = if is_down { (dy, dx) } else { (dx, dy) };
            let ahead = if is_back { -ahead } else { ahead };
            if aside == 0.0 && ahead > 0.0 && nearest.is_none_or(|(distance, _)| ahead < distance) {
                nearest = Some((ahead, cell));
            }
        }
        match (nearest, from.position) {
            (Some((_, cell)), _) => Some(BufferPlace::Cell(cell.index.clone())),
            (None, Some(position)) if is_back && is_down => Some(BufferPlace::Slot(position)),
            _ => None,
        }
    }
}

/// The axes that are nested: the last two, and the next ones that have several indices.
fn nesting(shape: &[u64]) -> [Option<usize>; NESTINGS] {
    let ndim = shape.len();
    let mut outer = (0..ndim.saturating_sub(2)).rev().filter(|&axis| shape[axis] != 1);
    [ndim.checked_sub(1), ndim.checked_sub(2), outer.next(), outer.next()]
}

/// What one step along each axis is.
fn steps(shape: &[u64], nested: &[Option<usize>; NESTINGS]) -> Vec<Option<Step>> {
    const STEPS: [Step; NESTINGS] = [Step::Right, Step::Down, Step::BlockRight, Step::BlockDown];
    let step = |(axis, &size): (usize, &u64)| {
        let number = nested.iter().position(|&nested| nested == Some(axis));
        (size > 1).then(|| number.map_or(Step::Hidden, |number| STEPS[number]))
    };
    shape.iter().enumerate().map(step).collect()
}

/// The drawn indices of an axis in at most `limit` slots, with `None` for what is not drawn. `shown` is drawn.
fn drawn(size: u64, limit: u64, shown: Option<u64>) -> Vec<Option<u64>> {
    let folded = FoldedAxis::within(size, limit);
    match shown.filter(|&index| folded.slot(index).is_none()) {
        None => (0..folded.slots()).map(|slot| folded.index(slot)).collect(),
        Some(index) if limit >= 5 => strip(size, &[0, index, size - 1]),
        Some(index) => strip(size, &[index]),
    }
}
