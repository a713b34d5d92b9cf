//! What a moment draws: places, cells, brackets, titles, clashes and the lit cells.

use super::depth::Parts;
use super::{Anchor, ChapterKind, Direction, Frame, Ink, Kind, Moment, Panel, Rect, Scene, SceneCell, Side, Writing};
use crate::diagram::DrawnAxis;
use crate::diagram::layout::Grid;
use crate::diagram::layout::LANE;
use crate::notation::operator_word;

/// Up to this many cells of the result are seen to be made of a copy of each source.
const FLYING_CELLS: usize = 240;

/// The advance of a monospace letter, as a part of the font's size.
pub(super) const ADVANCE: f64 = 0.61;

pub(super) const TITLE_FONT: f64 = 14.0;
const BRACKET_FONT: f64 = 11.5;

/// What a bracket shows: the number of its axis, how far it reaches, the size there and whether some of it is hidden.
struct Bracket<'a> {
    number: usize,
    extent: f64,
    size: &'a str,
    folded: bool,
}

impl Scene {
    /// The empty places of the aligned layout, and the frames around its blocks.
    pub(super) fn draw_places(&self, panel: Panel, moment: &Moment<'_>, frame: &mut Frame) {
        if moment.align <= 0.0 {
            return;
        }
        let (x, y) = self.layout.origins[panel.number()];
        let axes = self.layout.axes.len();
        const FRAME: f64 = 3.0;
        // Once every cell stands still on its place, nothing of the places is to be seen.
        let covered = match panel.side() {
            Some(side) => moment.align >= 1.0 && moment.stretched[side as usize],
            None => moment.combine >= 1.0,
        };
        if self.pair.shape().is_some() && !covered {
            // The result has a cell at every place, so its cells stand for the places of all panels.
            frame.layer_mut(Ink::Place).alpha = moment.align;
            // What an operand stretches in depth brings its own places with it.
            let behind = self.stacked.filter(|&depth| self.stretches_at(panel, depth));
            for cell in &self.cells[2] {
                let hidden = behind.is_some_and(|depth| cell.places[depth] > 0) || self.covers(panel, cell, moment);
                if cell.kind != Kind::Gap && !hidden {
                    self.place_of(panel, cell).each(|part| frame.rect(Ink::Place, part));
                }
            }
        }
        if axes > 2 {
            frame.layer_mut(Ink::Block).alpha = moment.align;
            let (w, h) = self.aligned.extents[1];
            for cell in &self.cells[2] {
                if cell.kind != Kind::Gap && cell.places[0] == 0 && cell.places[1] == 0 {
                    let stretched = self.stack_stretch(panel, moment);
                    let (dx, dy) =
                        self.offset(&cell.places, |depth| if self.stacked == Some(depth) { stretched } else { 1.0 });
                    let block = Rect { x: x + dx, y: y + dy, w, h }.grown(FRAME);
                    let behind = (x + dx, y + dy, stretched);
                    let parts = self.uncovered_place(&cell.places, block, behind, FRAME - 1.5);
                    parts.each(|part| frame.rect(Ink::Block, part));
                }
            }
        }
    }

    /// Whether a panel's cell stands still on its place, so that nothing of the place is to be seen.
    fn covers(&self, panel: Panel, cell: &SceneCell, moment: &Moment<'_>) -> bool {
        let Some(side) = panel.side() else { return moment.combine >= 1.0 };
        let stretch = &moment.stretch[side as usize];
        moment.align >= 1.0 && cell.places.iter().zip(stretch).all(|(&place, &part)| place == 0 || part >= 1.0)
    }

    /// The cells of a panel.
    pub(super) fn draw_cells(&self, panel: Panel, moment: &Moment<'_>, frame: &mut Frame) {
        let (stored, ghost) = match panel {
            Panel::Operand(Side::A) => (Ink::StoredA, Ink::GhostA),
            Panel::Operand(Side::B) => (Ink::StoredB, Ink::GhostB),
            Panel::Result => (Ink::Result, Ink::Result),
        };
        let cells = &self.cells[panel.number()];
        let count = cells.len();
        let mut drawn = false;
        // Nothing covers and nothing passes in most frames of most pictures.
        let plain = self.stacked.is_none() && moment.passing.is_none();
        let combining = panel == Panel::Result && moment.combine < 1.0;
        let bare = plain && !combining && self.layout.cell.font.is_none();
        for (nth, cell) in cells.iter().enumerate() {
            let Some(rect) = self.cell_rect(panel, cell, moment) else { continue };
            drawn = true;
            let parts = if plain {
                Parts::whole(rect)
            } else {
                self.uncovered(panel, cell, rect, moment).map(|part| self.passing(panel, nth, part, moment))
            };
            let ink = match cell.kind {
                Kind::Gap => Ink::Bracket,
                Kind::Stored if cell.repeats => ghost,
                Kind::Ghost => ghost,
                Kind::Stored => stored,
            };
            if bare && cell.kind != Kind::Gap {
                frame.rect(ink, rect);
            } else if combining {
                self.draw_combining(cell, parts, moment.combined(nth, count), count, frame);
            } else {
                self.draw_cell(ink, cell, parts, frame);
            }
        }
        if !drawn && self.is_empty_now(panel, moment) {
            let whole = self.layout.panel_rect(panel.number(), &self.aligned);
            // Before the axes are lined up, an empty operand has no extent of the result's to fill.
            let rect = if moment.align >= 1.0 { whole } else { self.rect_at_origin(panel) };
            frame.rect(Ink::Empty, rect);
            let under = (whole.x, whole.y + whole.h + 11.0);
            frame.label(Ink::Empty, under, 12.0, (Anchor::Start, false), self.labels.empty);
        }
    }

    pub(super) fn draw_cell(&self, ink: Ink, cell: &SceneCell, parts: Parts, frame: &mut Frame) {
        if cell.kind != Kind::Gap {
            parts.each(|part| frame.rect(ink, part));
        }
        let font = self.layout.cell.font.or((cell.kind == Kind::Gap).then_some(12.0));
        // A value that is half behind another block would be read as another value.
        let legible = parts.whole && cell.text.0 < cell.text.1;
        if let (Some(size), Some(rect), true) = (font, parts.first(), legible) {
            let middle = (rect.x + rect.w / 2.0, rect.y + rect.h / 2.0);
            frame.label(ink, middle, size, (Anchor::Middle, false), self.text_of(cell));
        }
    }

    /// A cell of the result while it is being made: copies of its sources fly in where there are few cells, else it grows.
    fn draw_combining(&self, cell: &SceneCell, parts: Parts, made: f64, count: usize, frame: &mut Frame) {
        if made >= 1.0 {
            self.draw_cell(if cell.kind == Kind::Gap { Ink::Bracket } else { Ink::Result }, cell, parts, frame);
            return;
        }
        if cell.kind == Kind::Gap || made <= 0.0 {
            return;
        }
        if count > FLYING_CELLS {
            parts.each(|rect| frame.rect(Ink::Result, rect.grown(-(1.0 - made) * rect.w.min(rect.h) / 2.0)));
            return;
        }
        let Some(rect) = parts.first() else { return };
        for (side, ink) in [(Side::A, Ink::FlyingA), (Side::B, Ink::FlyingB)] {
            let (from, to) = (self.layout.origins[side as usize], self.layout.origins[2]);
            let (dx, dy) = ((from.0 - to.0) * (1.0 - made), (from.1 - to.1) * (1.0 - made));
            if self.at(Panel::Operand(side), &cell.places).is_some() {
                // Small and without letters on the way, so that neighbours in flight do not cover each other's values.
                let small = 0.26 * rect.h * (1.0 - (2.0 * made - 1.0).abs());
                frame.rect(ink, Rect { x: rect.x + dx, y: rect.y + dy, ..rect }.grown(-small));
            }
        }
    }

    /// Whether a panel's tensor has no element at this moment, for good.
    fn is_empty_now(&self, panel: Panel, moment: &Moment<'_>) -> bool {
        match panel {
            Panel::Result => moment.combine > 0.0 && self.pair.shape().is_some_and(|shape| shape.contains(&0)),
            Panel::Operand(side) => {
                self.pair.alignment().shape(side).contains(&0) || self.vanishing(side, moment) >= 1.0
            }
        }
    }

    fn rect_at_origin(&self, panel: Panel) -> Rect {
        let (x, y) = self.layout.origins[panel.number()];
        Rect { x, y, w: self.layout.cell.w, h: self.layout.cell.h }
    }

    /// A bracket for every drawn axis that the panel's tensor has at this moment.
    pub(super) fn draw_brackets(&self, panel: Panel, moment: &Moment<'_>, frame: &mut Frame) {
        let chapter = &self.story.chapters()[moment.chapter];
        for (depth, axis) in self.layout.axes.iter().enumerate() {
            let Some(bracket) = self.bracket_of(panel, depth, axis, moment) else { continue };
            let lit = chapter.axes.contains(&axis.axis) && moment.chapter > 1;
            let clashes = self.clashes_told(moment).iter().any(|(told, _)| *told == axis.axis);
            let ink = match chapter.kind {
                _ if clashes => Ink::Clash,
                ChapterKind::WriteBack(Writing::DoesNotFit) if lit => Ink::Clash,
                ChapterKind::Insert(side) | ChapterKind::Stretch(side) if lit && panel.side() == Some(side) => {
                    Ink::BracketLit
                }
                ChapterKind::Agree if lit => Ink::BracketLit,
                _ => Ink::Bracket,
            };
            self.draw_bracket((panel, depth, axis), &bracket, ink, moment, frame);
        }
    }

    /// The bracket of an axis in the panel's tensor as it is now; `None` where the tensor has no such axis yet.
    fn bracket_of(&self, panel: Panel, depth: usize, axis: &DrawnAxis, moment: &Moment<'_>) -> Option<Bracket<'_>> {
        let along = |grid: &Grid| match axis.direction {
            Direction::Across => grid.extents[depth].0,
            Direction::Down => grid.extents[depth].1,
            Direction::Depth => grid.rise,
        };
        let at = self.pair.alignment().axes()[axis.axis];
        let Some(side) = panel.side() else {
            let shown = moment.combine > 0.0 && self.pair.shape().is_some();
            let (extent, size) = (along(&self.aligned), self.sizes[depth].result.as_str());
            let folded = axis.slots.hidden > 0 && at.result().unwrap_or(0) > axis.slots.head;
            return shown.then_some(Bracket { number: axis.axis, extent, size, folded });
        };
        let missing = self.pair.alignment().missing(side);
        let inserted = match at.of(side) {
            Some(_) => 1.0,
            None if self.pair.shape().is_some() => moment.inserted[side as usize][depth],
            None => 0.0,
        };
        if inserted <= 0.0 {
            return None;
        }
        let own = at.size(side);
        let stretch = if self.pair.stretches(side, axis.axis) { moment.stretch[side as usize][depth] } else { 0.0 };
        let stretched = stretch > 0.5 && at.result().is_some();
        let size = if stretched { at.result().unwrap_or(own) } else { own };
        let folded = axis.slots.hidden > 0 && size > axis.slots.head;
        let sizes = &self.sizes[depth];
        let size = if stretched { &sizes.result } else { &sizes.own[side as usize] };
        let given = along(&self.given[side as usize]);
        let before = given + (self.extent_of(depth, axis, own) - given) * moment.align;
        let extent = before + (along(&self.aligned) - before) * stretch;
        // Before the missing axes are in, an operand counts its own.
        let all_in = (0..missing).all(|a| {
            self.story
                .chapters()
                .iter()
                .take(moment.chapter + 1)
                .any(|c| c.kind == ChapterKind::Insert(side) && c.axes.contains(&a))
        });
        let number = if all_in { axis.axis } else { axis.axis.saturating_sub(missing) };
        Some(Bracket { number, extent: extent * inserted, size, folded })
    }

    /// The width and height of what one index of a drawn axis holds.
    pub(super) fn block_within(&self, depth: usize) -> (f64, f64) {
        let cell = (self.layout.cell.w, self.layout.cell.h);
        depth.checked_sub(1).map_or(cell, |inner| self.aligned.extents[inner])
    }

    /// How far the aligned grid reaches along an axis for a tensor of `size` there.
    fn extent_of(&self, depth: usize, axis: &DrawnAxis, size: u64) -> f64 {
        let whole = self.aligned.extents[depth];
        let inner = self.block_within(depth);
        let (whole, inner) = match axis.direction {
            Direction::Across => (whole.0, inner.0),
            Direction::Down => (whole.1, inner.1),
            Direction::Depth => (self.aligned.rise, 0.0),
        };
        if size >= axis.size {
            return whole;
        }
        let last = size.checked_sub(1).and_then(|i| axis.slots.place(i)).unwrap_or(0);
        self.aligned.offsets[depth].get(last).copied().unwrap_or(0.0) + inner
    }

    fn draw_bracket(
        &self,
        (panel, depth, axis): (Panel, usize, &DrawnAxis),
        &Bracket { number, extent, size, folded }: &Bracket<'_>,
        ink: Ink,
        moment: &Moment<'_>,
        frame: &mut Frame,
    ) {
        const FOOT: f64 = 4.0;
        let (x, y) = self.layout.origins[panel.number()];
        let out = LANE * self.layout.lane(depth) + 6.0;
        // The longest wording that fits along the bracket.
        let along = match axis.direction {
            Direction::Across | Direction::Down => extent.max(self.layout.cell.h),
            // To the left of the receding edge, up to the next bracket or to half of what separates panels.
            Direction::Depth => extent / 2.0 + if self.layout.axes.len() > 3 { 0.0 } else { 16.0 },
        };
        let room = (along + 10.0) / (BRACKET_FONT * ADVANCE);
        let name = self.labels.axis;
        let hidden = &self.sizes[depth].hidden;
        let wordings = [
            format_args!("{name} {number}: {size} ({hidden} ⋯)"),
            format_args!("{name} {number}: {size}"),
            format_args!("{number}: {size}"),
            format_args!("{size}"),
        ];
        let wordings = if folded { &wordings[..] } else { &wordings[1..] };
        match axis.direction {
            Direction::Across => {
                // Above the last block of the stack, as far as that has come; whole stacks are bracketed above all.
                let stack = self.stack_of(panel, moment);
                let (x, y) = if depth == 0 { (x + stack, y - stack) } else { (x, y - self.rise_within(depth)) };
                let line = y - out;
                frame.line(ink, (x, line), (x + extent, line));
                frame.line(ink, (x, line), (x, line + FOOT));
                frame.line(ink, (x + extent, line), (x + extent, line + FOOT));
                let at = (x + extent / 2.0, line - 7.5);
                frame.label_within(ink, at, BRACKET_FONT, (Anchor::Middle, false), room, wordings);
            }
            Direction::Depth => {
                // Along the edge on which the blocks recede; of one block, a short one.
                let reach = extent.max(6.0);
                let (near, far) = ((x - 9.0, y), (x - 9.0 + reach, y - reach));
                frame.line(ink, near, far);
                for end in [near, far] {
                    frame.line(ink, end, (end.0 + FOOT, end.1));
                }
                let at = ((near.0 + far.0) / 2.0 - 5.0, (near.1 + far.1) / 2.0 - 5.0);
                frame.label_within(ink, at, BRACKET_FONT, (Anchor::End, false), room, wordings);
            }
            Direction::Down => {
                let y = y - self.rise_within(depth);
                let line = x - out;
                frame.line(ink, (line, y), (line, y + extent));
                frame.line(ink, (line, y), (line + FOOT, y));
                frame.line(ink, (line, y + extent), (line + FOOT, y + extent));
                let at = (line - 7.5, y + extent / 2.0);
                frame.label_within(ink, at, BRACKET_FONT, (Anchor::Middle, true), room, wordings);
            }
        }
    }

    /// The panel's name and the shape that its tensor has at this moment.
    pub(super) fn draw_title(&self, panel: Panel, moment: &Moment<'_>, frame: &mut Frame) {
        let (left, top) = self.layout.lanes();
        let (x, y) = self.layout.origins[panel.number()];
        let at = (x - left, y - self.aligned.rise - top + 9.0);
        let (name, shape) = match panel {
            Panel::Result => ("out", if moment.combine > 0.0 { self.result_title.as_str() } else { "" }),
            Panel::Operand(side) => {
                let titles = &self.titles[side as usize];
                let is = |kind: ChapterKind| self.story.chapters().iter().rposition(|chapter| chapter.kind == kind);
                let over = |kind| is(kind).is_some_and(|chapter| moment.t >= chapter as f64 - 0.5);
                let form =
                    if over(ChapterKind::Stretch(side)) { 2 } else { usize::from(over(ChapterKind::Insert(side))) };
                (side.name(), titles[form].as_str())
            }
        };
        let gap = if shape.is_empty() { "" } else { " " };
        let wording = [format_args!("{name}{gap}{shape}")];
        frame.label_within(Ink::Title, at, TITLE_FONT, (Anchor::Start, false), f64::INFINITY, &wording);
    }

    /// The operator between the operands and the equals sign before the result.
    pub(super) fn draw_signs(&self, moment: &Moment<'_>, frame: &mut Frame) {
        let clashing =
            matches!(self.story.chapters()[moment.chapter].kind, ChapterKind::Clash | ChapterKind::OtherClashes);
        let operator = operator_word(self.pair.operator());
        let size = if operator.len() > 2 { 14.0 } else { 22.0 };
        frame.label(Ink::Title, self.layout.signs[0], size, (Anchor::Middle, false), operator);
        let equals = if clashing { "≠" } else { "=" };
        frame.label(Ink::Title, self.layout.signs[1], 22.0, (Anchor::Middle, false), equals);
    }
}
