//! What a moment draws: places, cells, brackets, titles, clashes and the lit cells.

use super::stacking::Parts;
use super::{
    Anchor, ChapterKind, Direction, DisplayList, FrameState, Kind, OperandId, PaintRole, Panel, Rect, Scene, SceneCell,
    Writing,
};
use crate::diagram::DrawnAxis;
use crate::diagram::layout::Grid;
use crate::diagram::layout::LANE;

/// Up to this many cells of the result are seen to be made of a copy of each source.
const MOVING_CELLS: usize = 240;

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
    pub(super) fn draw_slots(&self, panel: Panel, state: &FrameState<'_>, list: &mut DisplayList) {
        if state.align <= 0.0 {
            return;
        }
        let (x, y) = self.layout.origins[panel.number()];
        let axes = self.layout.axes.len();
        const FRAME: f64 = 3.0;
        // Once every cell stands still on its place, nothing of the places is to be seen.
        let covered = match panel.operand() {
            Some(side) => state.align >= 1.0 && state.stretched[side as usize],
            None => state.combine >= 1.0,
        };
        if self.operation.shape().is_some() && !covered {
            // The result has a cell at every place, so its cells stand for the places of all panels.
            list.layer_mut(PaintRole::Slot).alpha = state.align;
            // What an operand stretches in depth brings its own places with it.
            let behind = self.stacked.filter(|&depth| self.stretches_at(panel, depth));
            for cell in &self.cells[2] {
                let hidden = behind.is_some_and(|depth| cell.slots[depth] > 0) || self.covers(panel, cell, state);
                if cell.kind != Kind::Gap && !hidden {
                    self.slot_of(panel, cell).each(|part| list.rect(PaintRole::Slot, part));
                }
            }
        }
        if axes > 2 {
            list.layer_mut(PaintRole::Block).alpha = state.align;
            let (w, h) = self.aligned.extents[1];
            for cell in &self.cells[2] {
                if cell.kind != Kind::Gap && cell.slots[0] == 0 && cell.slots[1] == 0 {
                    let stretched = self.stack_stretch(panel, state);
                    let (dx, dy) =
                        self.offset(&cell.slots, |depth| if self.stacked == Some(depth) { stretched } else { 1.0 });
                    let block = Rect { x: x + dx, y: y + dy, w, h }.grown(FRAME);
                    let behind = (x + dx, y + dy, stretched);
                    let parts = self.uncovered_slot(&cell.slots, block, behind, FRAME - 1.5);
                    parts.each(|part| list.rect(PaintRole::Block, part));
                }
            }
        }
    }

    /// Whether a panel's cell stands still on its place, so that nothing of the place is to be seen.
    fn covers(&self, panel: Panel, cell: &SceneCell, state: &FrameState<'_>) -> bool {
        let Some(side) = panel.operand() else { return state.combine >= 1.0 };
        let stretch = &state.stretch[side as usize];
        state.align >= 1.0 && cell.slots.iter().zip(stretch).all(|(&slot, &part)| slot == 0 || part >= 1.0)
    }

    /// The cells of a panel.
    pub(super) fn draw_cells(&self, panel: Panel, state: &FrameState<'_>, list: &mut DisplayList) {
        let (stored, repeated) = match panel {
            Panel::Operand(OperandId::A) => (PaintRole::StoredA, PaintRole::RepeatedA),
            Panel::Operand(OperandId::B) => (PaintRole::StoredB, PaintRole::RepeatedB),
            Panel::Result => (PaintRole::Result, PaintRole::Result),
        };
        let cells = &self.cells[panel.number()];
        let count = cells.len();
        let mut drawn = false;
        // Nothing covers and nothing passes in most frames of most pictures.
        let plain = self.stacked.is_none() && state.transition.is_none();
        let combining = panel == Panel::Result && state.combine < 1.0;
        let bare = plain && !combining && self.layout.cell.font.is_none();
        for (nth, cell) in cells.iter().enumerate() {
            let Some(rect) = self.cell_rect(panel, cell, state) else { continue };
            drawn = true;
            let parts = if plain {
                Parts::whole(rect)
            } else {
                self.uncovered(panel, cell, rect, state).map(|part| self.transition(panel, nth, part, state))
            };
            let ink = match cell.kind {
                Kind::Gap => PaintRole::Bracket,
                Kind::Stored if cell.repeats => repeated,
                Kind::Repeated => repeated,
                Kind::Stored => stored,
            };
            if bare && cell.kind != Kind::Gap {
                list.rect(ink, rect);
            } else if combining {
                self.draw_combining(cell, parts, state.combined(nth, count), count, list);
            } else {
                self.draw_cell(ink, cell, parts, list);
            }
        }
        if !drawn && self.is_empty_now(panel, state) {
            let whole = self.layout.panel_rect(panel.number(), &self.aligned);
            // Before the axes are lined up, an empty operand has no extent of the result's to fill.
            let rect = if state.align >= 1.0 { whole } else { self.rect_at_origin(panel) };
            list.rect(PaintRole::Empty, rect);
            let under = (whole.x, whole.y + whole.h + 11.0);
            list.label(PaintRole::Empty, under, 12.0, (Anchor::Start, false), self.labels.empty);
        }
    }

    pub(super) fn draw_cell(&self, ink: PaintRole, cell: &SceneCell, parts: Parts, list: &mut DisplayList) {
        if cell.kind != Kind::Gap {
            parts.each(|part| list.rect(ink, part));
        }
        let font = self.layout.cell.font.or((cell.kind == Kind::Gap).then_some(12.0));
        // A value that is half behind another block would be read as another value.
        let legible = parts.whole && cell.text.0 < cell.text.1;
        if let (Some(size), Some(rect), true) = (font, parts.first(), legible) {
            let middle = (rect.x + rect.w / 2.0, rect.y + rect.h / 2.0);
            list.label(ink, middle, size, (Anchor::Middle, false), self.text_of(cell));
        }
    }

    /// A cell of the result while it is being made: copies of its sources fly in where there are few cells, else it grows.
    fn draw_combining(&self, cell: &SceneCell, parts: Parts, made: f64, count: usize, list: &mut DisplayList) {
        if made >= 1.0 {
            self.draw_cell(
                if cell.kind == Kind::Gap { PaintRole::Bracket } else { PaintRole::Result },
                cell,
                parts,
                list,
            );
            return;
        }
        if cell.kind == Kind::Gap || made <= 0.0 {
            return;
        }
        if count > MOVING_CELLS {
            parts.each(|rect| list.rect(PaintRole::Result, rect.grown(-(1.0 - made) * rect.w.min(rect.h) / 2.0)));
            return;
        }
        let Some(rect) = parts.first() else { return };
        for (side, ink) in [(OperandId::A, PaintRole::MovingA), (OperandId::B, PaintRole::MovingB)] {
            let (from, to) = (self.layout.origins[side as usize], self.layout.origins[2]);
            let (dx, dy) = ((from.0 - to.0) * (1.0 - made), (from.1 - to.1) * (1.0 - made));
            if self.at(Panel::Operand(side), &cell.slots).is_some() {
                // Small and without letters on the way, so that neighbours in flight do not cover each other's values.
                let small = 0.26 * rect.h * (1.0 - (2.0 * made - 1.0).abs());
                list.rect(ink, Rect { x: rect.x + dx, y: rect.y + dy, ..rect }.grown(-small));
            }
        }
    }

    /// Whether a panel's tensor has no element at this moment, for good.
    fn is_empty_now(&self, panel: Panel, state: &FrameState<'_>) -> bool {
        match panel {
            Panel::Result => state.combine > 0.0 && self.operation.shape().is_some_and(|shape| shape.contains(&0)),
            Panel::Operand(side) => {
                self.operation.alignment().shape(side).contains(&0) || self.vanishing(side, state) >= 1.0
            }
        }
    }

    fn rect_at_origin(&self, panel: Panel) -> Rect {
        let (x, y) = self.layout.origins[panel.number()];
        Rect { x, y, w: self.layout.cell.w, h: self.layout.cell.h }
    }

    /// A bracket for every drawn axis that the panel's tensor has at this moment.
    pub(super) fn draw_brackets(&self, panel: Panel, state: &FrameState<'_>, list: &mut DisplayList) {
        let chapter = &self.story.chapters()[state.chapter];
        for (depth, axis) in self.layout.axes.iter().enumerate() {
            let Some(bracket) = self.bracket_of(panel, depth, axis, state) else { continue };
            let lit = chapter.axes.contains(&axis.axis) && state.chapter > 1;
            let clashes = self.clashes_shown(state).iter().any(|(told, _)| *told == axis.axis);
            let ink = match chapter.kind {
                _ if clashes => PaintRole::Clash,
                ChapterKind::WriteBack(Writing::DoesNotFit) if lit => PaintRole::Clash,
                ChapterKind::Insert(side) | ChapterKind::Stretch(side) if lit && panel.operand() == Some(side) => {
                    PaintRole::BracketHighlighted
                }
                ChapterKind::Agree if lit => PaintRole::BracketHighlighted,
                _ => PaintRole::Bracket,
            };
            self.draw_bracket((panel, depth, axis), &bracket, ink, state, list);
        }
    }

    /// The bracket of an axis in the panel's tensor as it is now; `None` where the tensor has no such axis yet.
    fn bracket_of(&self, panel: Panel, depth: usize, axis: &DrawnAxis, state: &FrameState<'_>) -> Option<Bracket<'_>> {
        let along = |grid: &Grid| match axis.direction {
            Direction::Across => grid.extents[depth].0,
            Direction::Down => grid.extents[depth].1,
            Direction::Depth => grid.rise,
        };
        let at = &self.operation.alignment().axes()[axis.axis];
        let Some(side) = panel.operand() else {
            let shown = state.combine > 0.0 && self.operation.shape().is_some();
            let (extent, size) = (along(&self.aligned), self.sizes[depth].result.as_str());
            let folded = axis.folded.hidden > 0 && at.result().unwrap_or(0) > axis.folded.head;
            return shown.then_some(Bracket { number: axis.axis, extent, size, folded });
        };
        let missing = self.operation.alignment().missing(side);
        let inserted = match at.given_size(side) {
            Some(_) => 1.0,
            None if self.operation.shape().is_some() => state.inserted[side as usize][depth],
            None => 0.0,
        };
        if inserted <= 0.0 {
            return None;
        }
        let own = at.size(side);
        let stretch = if self.operation.stretches(side, axis.axis) { state.stretch[side as usize][depth] } else { 0.0 };
        let stretched = stretch > 0.5 && at.result().is_some();
        let size = if stretched { at.result().unwrap_or(own) } else { own };
        let folded = axis.folded.hidden > 0 && size > axis.folded.head;
        let sizes = &self.sizes[depth];
        let size = if stretched { &sizes.result } else { &sizes.own[side as usize] };
        let given = along(&self.given[side as usize]);
        let before = given + (self.extent_of(depth, axis, own) - given) * state.align;
        let extent = before + (along(&self.aligned) - before) * stretch;
        // Before the missing axes are in, an operand counts its own.
        let all_in = (0..missing).all(|a| {
            self.story
                .chapters()
                .iter()
                .take(state.chapter + 1)
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
        let last = size.checked_sub(1).and_then(|i| axis.folded.slot(i)).unwrap_or(0);
        self.aligned.offsets[depth].get(last).copied().unwrap_or(0.0) + inner
    }

    fn draw_bracket(
        &self,
        (panel, depth, axis): (Panel, usize, &DrawnAxis),
        &Bracket { number, extent, size, folded }: &Bracket<'_>,
        ink: PaintRole,
        state: &FrameState<'_>,
        list: &mut DisplayList,
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
        let options = (along + 10.0) / (BRACKET_FONT * ADVANCE);
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
                let stack = self.stack_of(panel, state);
                let (x, y) = if depth == 0 { (x + stack, y - stack) } else { (x, y - self.rise_within(depth)) };
                let line = y - out;
                list.line(ink, (x, line), (x + extent, line));
                list.line(ink, (x, line), (x, line + FOOT));
                list.line(ink, (x + extent, line), (x + extent, line + FOOT));
                let at = (x + extent / 2.0, line - 7.5);
                list.label_within(ink, at, BRACKET_FONT, (Anchor::Middle, false), options, wordings);
            }
            Direction::Depth => {
                // Along the edge on which the blocks recede; of one block, a short one.
                let reach = extent.max(6.0);
                let (near, far) = ((x - 9.0, y), (x - 9.0 + reach, y - reach));
                list.line(ink, near, far);
                for end in [near, far] {
                    list.line(ink, end, (end.0 + FOOT, end.1));
                }
                let at = ((near.0 + far.0) / 2.0 - 5.0, (near.1 + far.1) / 2.0 - 5.0);
                list.label_within(ink, at, BRACKET_FONT, (Anchor::End, false), options, wordings);
            }
            Direction::Down => {
                let y = y - self.rise_within(depth);
                let line = x - out;
                list.line(ink, (line, y), (line, y + extent));
                list.line(ink, (line, y), (line + FOOT, y));
                list.line(ink, (line, y + extent), (line + FOOT, y + extent));
                let at = (line - 7.5, y + extent / 2.0);
                list.label_within(ink, at, BRACKET_FONT, (Anchor::Middle, true), options, wordings);
            }
        }
    }

    /// The panel's name and the shape that its tensor has at this moment.
    pub(super) fn draw_title(&self, panel: Panel, state: &FrameState<'_>, list: &mut DisplayList) {
        let (left, top) = self.layout.lanes();
        let (x, y) = self.layout.origins[panel.number()];
        let at = (x - left, y - self.aligned.rise - top + 9.0);
        let (name, shape) = match panel {
            Panel::Result => ("out", if state.combine > 0.0 { self.result_title.as_str() } else { "" }),
            Panel::Operand(side) => {
                let titles = &self.titles[side as usize];
                let is = |kind: ChapterKind| self.story.chapters().iter().rposition(|chapter| chapter.kind == kind);
                let over = |kind| is(kind).is_some_and(|chapter| state.t >= chapter as f64 - 0.5);
                let form =
                    if over(ChapterKind::Stretch(side)) { 2 } else { usize::from(over(ChapterKind::Insert(side))) };
                (side.name(), titles[form].as_str())
            }
        };
        let gap = if shape.is_empty() { "" } else { " " };
        let wording = [format_args!("{name}{gap}{shape}")];
        list.label_within(PaintRole::Title, at, TITLE_FONT, (Anchor::Start, false), f64::INFINITY, &wording);
    }

    /// The operator between the operands and the equals sign before the result.
    pub(super) fn draw_signs(&self, state: &FrameState<'_>, list: &mut DisplayList) {
        let clashing =
            matches!(self.story.chapters()[state.chapter].kind, ChapterKind::Clash | ChapterKind::OtherClashes);
        let operator = self.operation.operator().symbol();
        let size = if operator.len() > 2 { 14.0 } else { 22.0 };
        list.label(PaintRole::Title, self.layout.signs[0], size, (Anchor::Middle, false), operator);
        let equals = if clashing { "≠" } else { "=" };
        list.label(PaintRole::Title, self.layout.signs[1], 22.0, (Anchor::Middle, false), equals);
    }
}
