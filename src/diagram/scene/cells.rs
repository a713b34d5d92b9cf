//! The making of a scene: which cells stand in each panel, with which letters.

use super::{ChapterKind, Layout, MAX_DRAWN, OperandId, Panel, Scene, Story, format_value};
use crate::broadcast::{Alignment, Operation, Scalar, Values};
use crate::diagram::layout::DEPTH_FOLD;
use crate::diagram::{Direction, DrawnAxis};

/// What a cell is. The order is that of preference where several lie on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// An element in the operand's buffer, or one of the result.
    Stored,
    /// The same element shown again.
    Repeated,
    /// The mark for indices that are not drawn.
    Gap,
}

/// One cell of a panel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SceneCell {
    /// Its place on each drawn axis, last axis first.
    pub(super) slots: [u16; MAX_DRAWN],
    pub(super) kind: Kind,
    /// How far it is from the panel's origin once every axis has been stretched.
    pub(super) aligned: (f64, f64),
    /// A gap among ghosts, which appears with them.
    pub(super) is_repeated: bool,
    /// A stored element that the result has no room for, because it has a size-0 axis.
    pub(super) vanishes: bool,
    /// An element of the result that `a` has no place for.
    pub(super) outside_a: bool,
    /// Whether the operand itself repeats an element here, being a view with a stride of 0.
    pub(super) repeats: bool,
    /// How far it is drawn from its place: a gap between blocks stands in the middle of the block.
    pub(super) shift: (f64, f64),
    /// Its letters, in bytes of the scene's text.
    pub(super) text: (usize, usize),
}

/// The longest value that is written in full.
const MAX_CHARACTERS: usize = 6;

/// How many characters the longest value of the three tensors takes, as far as can be told from their ends.
pub(super) fn characters(operation: &Operation) -> usize {
    let mut longest = 1;
    let mut see = |value: Option<Scalar>| {
        if let Some(value) = value {
            longest = longest.max(format_value(value, MAX_CHARACTERS).chars().count());
        }
    };
    for side in OperandId::ALL {
        match operation.values(side) {
            Values::Arange => see(operation
                .operand_layout(side)
                .shape()
                .numel()
                .and_then(|n| operation.values(side).at(n.checked_sub(1)?))),
            Values::Listed(values) => values.iter().for_each(|&value| see(Some(value))),
            // A straight line is longest at its ends; what is copied from elsewhere is looked at here and there.
            values => {
                let last =
                    operation.operand_layout(side).required_len().and_then(|reach| reach.checked_sub(1)).unwrap_or(0);
                [0, 1, last / 2, last].into_iter().for_each(|position| see(values.at(position)));
            }
        }
    }
    if let Some(shape) = operation.shape() {
        let last: Vec<u64> = shape.iter().map(|size| size.saturating_sub(1)).collect();
        let middle: Vec<u64> = shape.iter().map(|size| size / 2).collect();
        let first: Vec<u64> = vec![0; shape.ndim()];
        // Differences are largest, and quotients longest, where only one of the operands is at its end.
        let with_last = |index: &[u64], of: &[u64]| -> Vec<u64> {
            index.iter().rev().skip(1).rev().chain(of.last()).copied().collect()
        };
        let (across, down) = (with_last(&first, &last), with_last(&last, &first));
        let second: Vec<u64> = shape.iter().map(|size| 1.min(size.saturating_sub(1))).collect();
        for index in [last, middle, first, second, across, down] {
            see(operation.value(&index));
        }
    }
    longest.min(MAX_CHARACTERS)
}

/// The size of each aligned axis in the drawing: room for the longer operand, and for at least one cell.
pub(super) fn drawn_sizes(alignment: &Alignment) -> Vec<u64> {
    alignment.axes().iter().map(|axis| axis.size(OperandId::A).max(axis.size(OperandId::B)).max(1)).collect()
}

/// For each operand and drawn axis, the chapter of the given kind that is about it.
pub(super) fn chapters_of(
    layout: &Layout,
    story: &Story,
    is: impl Fn(ChapterKind, OperandId) -> bool,
) -> [[Option<usize>; MAX_DRAWN]; 2] {
    OperandId::ALL.map(|side| {
        let mut chapters = [None; MAX_DRAWN];
        for (slot, axis) in chapters.iter_mut().zip(&layout.axes) {
            *slot = story.chapters().iter().position(|c| is(c.kind, side) && c.axes.contains(&axis.axis));
        }
        chapters
    })
}

/// The letters of the sizes along one drawn axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sizes {
    /// Of `a` and of `b`; `1` where the axis is missing.
    pub(super) own: [String; 2],
    /// Of the result; of what would be there without the clash, 0.
    pub(super) result: String,
    /// How many indices are not drawn.
    pub(super) hidden: String,
}

/// The letters of all drawn axes' sizes.
pub(super) fn sizes(layout: &Layout, operation: &Operation) -> Vec<Sizes> {
    let of = |axis: &DrawnAxis| {
        let at = &operation.alignment().axes()[axis.axis];
        Sizes {
            own: OperandId::ALL.map(|side| short_size(at.size(side))),
            result: short_size(at.result().unwrap_or(0)),
            hidden: short_size(axis.folded.hidden),
        }
    };
    layout.axes.iter().map(of).collect()
}

/// A size in few characters.
pub(super) fn short_size(size: u64) -> String {
    format_value(i64::try_from(size).map_or(Scalar::Float(size as f64), Scalar::Int), 7)
}

/// A shape as a title has room for it: the middle of a long one is left out, and huge sizes are rounded.
pub(super) fn short_shape(sizes: &[u64]) -> String {
    const WHOLE: usize = 6;
    let join = |sizes: &[u64]| sizes.iter().map(|&size| short_size(size)).collect::<Vec<_>>().join(", ");
    match sizes {
        [size] => format!("({},)", short_size(*size)),
        sizes if sizes.len() <= WHOLE => format!("({})", join(sizes)),
        [head, ..] => format!("({}, ⋯, {})", short_size(*head), join(&sizes[sizes.len() - 3..])),
        [] => "()".to_owned(),
    }
}

/// The shapes that one operand goes through: as given, with its missing axes, stretched.
pub(super) fn titles(operation: &Operation, side: OperandId) -> [String; 3] {
    let alignment = operation.alignment();
    let inserted: Vec<u64> = alignment.axes().iter().map(|axis| axis.size(side)).collect();
    let stretched = operation.shape().map_or_else(String::new, |shape| short_shape(shape));
    [short_shape(alignment.shape(side)), short_shape(&inserted), stretched]
}

impl Scene {
    /// Makes the cells of all three panels.
    pub(super) fn fill(&mut self, characters: usize) {
        for panel in Panel::ALL {
            let mut slots = [0_u16; MAX_DRAWN];
            loop {
                let number = panel.number();
                let made = self.make(panel, slots, characters);
                let here = made.is_some();
                self.cells[number].extend(made);
                let last = u32::try_from(self.cells[number].len()).unwrap_or(0);
                self.at_slots[number].push(if here { last } else { 0 });
                if !self.advance(&mut slots) {
                    break;
                }
            }
        }
    }

    /// The next combination of places, last axis fastest; `false` after the last one.
    fn advance(&self, slots: &mut [u16; MAX_DRAWN]) -> bool {
        for (slot, axis) in slots.iter_mut().zip(&self.layout.axes) {
            if usize::from(*slot) + 1 < axis.folded.slots() {
                *slot += 1;
                return true;
            }
            *slot = 0;
        }
        false
    }

    /// The cell of a panel at a combination of places; `None` where the tensor has none there.
    fn make(&mut self, panel: Panel, slots: [u16; MAX_DRAWN], characters: usize) -> Option<SceneCell> {
        let mut cell = SceneCell {
            slots,
            kind: Kind::Stored,
            aligned: self.offset(&slots, |_| 1.0),
            is_repeated: false,
            vanishes: false,
            outside_a: false,
            repeats: false,
            shift: (0.0, 0.0),
            text: (0, 0),
        };
        let gaps: Vec<usize> = (0..self.layout.axes.len())
            .filter(|&depth| self.layout.axes[depth].folded.index(usize::from(slots[depth])).is_none())
            .collect();
        let index = self.index_of(&cell);
        let operation = &self.operation;
        let alignment = operation.alignment();
        let stored = |side: OperandId| {
            let axes = alignment.axes().iter().zip(&index);
            axes.clone().all(|(axis, &i)| i < axis.size(side))
        };
        let in_result = operation.shape().is_some_and(|shape| shape.iter().zip(&index).all(|(size, i)| i < size));
        match panel {
            Panel::Result if !in_result => return None,
            Panel::Result => cell.outside_a = !stored(OperandId::A),
            Panel::Operand(side) if stored(side) => {
                cell.vanishes = operation.shape().is_some() && !in_result;
                let own = alignment.operand_index(side, &index);
                cell.repeats =
                    own.iter().zip(operation.operand_layout(side).strides()).any(|(&i, &stride)| i > 0 && stride == 0);
            }
            Panel::Operand(_) if in_result => cell.kind = Kind::Repeated,
            Panel::Operand(_) => return None,
        }
        let text = if gaps.is_empty() {
            let value = match panel {
                Panel::Result => operation.value(&index),
                Panel::Operand(side) => operation.stored_value(side, &alignment.operand_index(side, &index)),
            };
            // No value where its position passes 2^63-1, or where there is no room for letters.
            match (value, self.layout.cell.font) {
                (Some(value), Some(_)) => format_value(value, characters.max(4)),
                _ => String::new(),
            }
        } else {
            cell.is_repeated = cell.kind == Kind::Repeated;
            cell.kind = Kind::Gap;
            // Of blocks behind the first one there is no room for the marks within them.
            let behind = self.stacked.is_some_and(|depth| slots[depth] > 0 && !gaps.contains(&depth));
            if behind && gaps[0] < 2 {
                return None;
            }
            let (mark, shift) = self.gap_mark(&slots, &gaps)?;
            cell.shift = shift;
            mark.to_owned()
        };
        let start = self.text.len();
        self.text.push_str(&text);
        cell.text = (start, self.text.len());
        Some(cell)
    }

    /// The mark for hidden indices, and how far from the cell's place its middle is. Within a block every row and column
    /// has one; between blocks one stands for the whole block.
    fn gap_mark(&self, slots: &[u16; MAX_DRAWN], gaps: &[usize]) -> Option<(&'static str, (f64, f64))> {
        let outer: Vec<usize> = gaps.iter().copied().filter(|&depth| depth >= 2).collect();
        let cell = self.layout.cell;
        match (outer.as_slice(), gaps) {
            ([], [0]) => Some(("⋯", ((cell.w.min(22.0) - cell.w) / 2.0, 0.0))),
            ([], [1]) => Some(("⋮", (0.0, (cell.h.min(22.0) - cell.h) / 2.0))),
            ([], _) => Some(("⋱", ((cell.w.min(22.0) - cell.w) / 2.0, (cell.h.min(22.0) - cell.h) / 2.0))),
            (&[depth], _) if slots[..depth].iter().all(|&slot| slot == 0) => {
                let (block_w, block_h) = self.aligned.extents[depth - 1];
                Some(match self.layout.axes[depth].direction {
                    Direction::Across => {
                        ("⋯", ((16.0 - cell.w) / 2.0, (block_h - cell.h) / 2.0 - self.rise_within(depth)))
                    }
                    Direction::Down => {
                        ("⋮", ((block_w - cell.w) / 2.0, (16.0 - cell.h) / 2.0 - self.rise_within(depth)))
                    }
                    // In the strip that the hidden blocks leave above those in front.
                    Direction::Depth => {
                        ("⋰", ((block_w - cell.w) / 2.0, (self.layout.stack_offset() + DEPTH_FOLD - cell.h) / 2.0))
                    }
                })
            }
            _ => None,
        }
    }
}
