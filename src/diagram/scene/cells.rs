//! The making of a scene: which cells stand in each panel, with which letters.

use super::{ChapterKind, Layout, MAX_DRAWN, Panel, Scene, Side, Story, write_value};
use crate::broadcast::{Alignment, Pair, Scalar, Values};
use crate::diagram::layout::DEPTH_FOLD;
use crate::diagram::{Direction, DrawnAxis};

/// What a cell is. The order is that of preference where several lie on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// An element in the operand's buffer, or one of the result.
    Stored,
    /// The same element shown again.
    Ghost,
    /// The mark for indices that are not drawn.
    Gap,
}

/// One cell of a panel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SceneCell {
    /// Its place on each drawn axis, last axis first.
    pub(super) places: [u16; MAX_DRAWN],
    pub(super) kind: Kind,
    /// How far it is from the panel's origin once every axis has been stretched.
    pub(super) aligned: (f64, f64),
    /// A gap among ghosts, which appears with them.
    pub(super) ghostly: bool,
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
pub(super) fn characters(pair: &Pair) -> usize {
    let mut longest = 1;
    let mut see = |value: Option<Scalar>| {
        if let Some(value) = value {
            longest = longest.max(write_value(value, MAX_CHARACTERS).chars().count());
        }
    };
    for side in Side::BOTH {
        match pair.values(side) {
            Values::Arange => {
                see(pair.stored(side).shape().elements().and_then(|n| pair.values(side).at(n.checked_sub(1)?)))
            }
            Values::Listed(values) => values.iter().for_each(|&value| see(Some(value))),
            // A straight line is longest at its ends; what is copied from elsewhere is looked at here and there.
            values => {
                let last = pair.stored(side).reach().and_then(|reach| reach.checked_sub(1)).unwrap_or(0);
                [0, 1, last / 2, last].into_iter().for_each(|position| see(values.at(position)));
            }
        }
    }
    if let Some(shape) = pair.shape() {
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
            see(pair.value(&index));
        }
    }
    longest.min(MAX_CHARACTERS)
}

/// The size of each aligned axis in the drawing: room for the longer operand, and for at least one cell.
pub(super) fn drawn_sizes(alignment: &Alignment) -> Vec<u64> {
    alignment.axes().iter().map(|axis| axis.size(Side::A).max(axis.size(Side::B)).max(1)).collect()
}

/// For each operand and drawn axis, the chapter of the given kind that is about it.
pub(super) fn chapters_of(
    layout: &Layout,
    story: &Story,
    is: impl Fn(ChapterKind, Side) -> bool,
) -> [[Option<usize>; MAX_DRAWN]; 2] {
    Side::BOTH.map(|side| {
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
pub(super) fn sizes(layout: &Layout, pair: &Pair) -> Vec<Sizes> {
    let of = |axis: &DrawnAxis| {
        let at = pair.alignment().axes()[axis.axis];
        Sizes {
            own: Side::BOTH.map(|side| short_size(at.size(side))),
            result: short_size(at.result().unwrap_or(0)),
            hidden: short_size(axis.slots.hidden),
        }
    };
    layout.axes.iter().map(of).collect()
}

/// A size in few characters.
pub(super) fn short_size(size: u64) -> String {
    write_value(i64::try_from(size).map_or(Scalar::Float(size as f64), Scalar::Int), 7)
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
pub(super) fn titles(pair: &Pair, side: Side) -> [String; 3] {
    let alignment = pair.alignment();
    let inserted: Vec<u64> = alignment.axes().iter().map(|axis| axis.size(side)).collect();
    let stretched = pair.shape().map_or_else(String::new, |shape| short_shape(shape));
    [short_shape(alignment.shape(side)), short_shape(&inserted), stretched]
}

impl Scene {
    /// Makes the cells of all three panels.
    pub(super) fn fill(&mut self, characters: usize) {
        for panel in Panel::ALL {
            let mut places = [0_u16; MAX_DRAWN];
            loop {
                let number = panel.number();
                let made = self.make(panel, places, characters);
                let here = made.is_some();
                self.cells[number].extend(made);
                let last = u32::try_from(self.cells[number].len()).unwrap_or(0);
                self.at_places[number].push(if here { last } else { 0 });
                if !self.advance(&mut places) {
                    break;
                }
            }
        }
    }

    /// The next combination of places, last axis fastest; `false` after the last one.
    fn advance(&self, places: &mut [u16; MAX_DRAWN]) -> bool {
        for (place, axis) in places.iter_mut().zip(&self.layout.axes) {
            if usize::from(*place) + 1 < axis.slots.places() {
                *place += 1;
                return true;
            }
            *place = 0;
        }
        false
    }

    /// The cell of a panel at a combination of places; `None` where the tensor has none there.
    fn make(&mut self, panel: Panel, places: [u16; MAX_DRAWN], characters: usize) -> Option<SceneCell> {
        let mut cell = SceneCell {
            places,
            kind: Kind::Stored,
            aligned: self.offset(&places, |_| 1.0),
            ghostly: false,
            vanishes: false,
            outside_a: false,
            repeats: false,
            shift: (0.0, 0.0),
            text: (0, 0),
        };
        let gaps: Vec<usize> = (0..self.layout.axes.len())
            .filter(|&depth| self.layout.axes[depth].slots.index(usize::from(places[depth])).is_none())
            .collect();
        let index = self.index_of(&cell);
        let pair = &self.pair;
        let alignment = pair.alignment();
        let stored = |side: Side| {
            let axes = alignment.axes().iter().zip(&index);
            axes.clone().all(|(axis, &i)| i < axis.size(side))
        };
        let in_result = pair.shape().is_some_and(|shape| shape.iter().zip(&index).all(|(size, i)| i < size));
        match panel {
            Panel::Result if !in_result => return None,
            Panel::Result => cell.outside_a = !stored(Side::A),
            Panel::Operand(side) if stored(side) => {
                cell.vanishes = pair.shape().is_some() && !in_result;
                let own = alignment.source(side, &index);
                cell.repeats = own.iter().zip(pair.stored(side).strides()).any(|(&i, &stride)| i > 0 && stride == 0);
            }
            Panel::Operand(_) if in_result => cell.kind = Kind::Ghost,
            Panel::Operand(_) => return None,
        }
        let text = if gaps.is_empty() {
            let value = match panel {
                Panel::Result => pair.value(&index),
                Panel::Operand(side) => pair.stored_value(side, &alignment.source(side, &index)),
            };
            // No value where its position passes 2^63-1, or where there is no room for letters.
            match (value, self.layout.cell.font) {
                (Some(value), Some(_)) => write_value(value, characters.max(4)),
                _ => String::new(),
            }
        } else {
            cell.ghostly = cell.kind == Kind::Ghost;
            cell.kind = Kind::Gap;
            // Of blocks behind the first one there is no room for the marks within them.
            let behind = self.stacked.is_some_and(|depth| places[depth] > 0 && !gaps.contains(&depth));
            if behind && gaps[0] < 2 {
                return None;
            }
            let (mark, shift) = self.gap_mark(&places, &gaps)?;
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
    fn gap_mark(&self, places: &[u16; MAX_DRAWN], gaps: &[usize]) -> Option<(&'static str, (f64, f64))> {
        let outer: Vec<usize> = gaps.iter().copied().filter(|&depth| depth >= 2).collect();
        let cell = self.layout.cell;
        match (outer.as_slice(), gaps) {
            ([], [0]) => Some(("⋯", ((cell.w.min(22.0) - cell.w) / 2.0, 0.0))),
            ([], [1]) => Some(("⋮", (0.0, (cell.h.min(22.0) - cell.h) / 2.0))),
            ([], _) => Some(("⋱", ((cell.w.min(22.0) - cell.w) / 2.0, (cell.h.min(22.0) - cell.h) / 2.0))),
            (&[depth], _) if places[..depth].iter().all(|&place| place == 0) => {
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
                        ("⋰", ((block_w - cell.w) / 2.0, (self.layout.step() + DEPTH_FOLD - cell.h) / 2.0))
                    }
                })
            }
            _ => None,
        }
    }
}
