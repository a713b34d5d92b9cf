//! Draws the titles of the panels, and the signs between them.

use std::fmt;

use crate::display_list::TextStyle;
use crate::frame_state::FrameState;
use crate::measure::GLYPH_WIDTH;
use crate::scene::{CHOICE, GRADIENT, RESULT, SHORT_TITLE, ShortName, has_choice};
use crate::{Arrangement, ChapterKind, DisplayList, PaintRole, Panel, clamp};
use tensor_broadcasting::{Combination, Operation};

/// The font size of an operator or an equals sign.
const SIGN_FONT: f64 = 22.0;
/// The largest and the smallest font size of an operator that is a word.
const WORD_FONT: f64 = 14.0;
const MIN_WORD: f64 = 11.0;
/// The longest operator that is a sign, in characters.
const MAX_SIGN: usize = 2;

/// Draws the panel's name, and the shape that its tensor has at this time.
pub(super) fn draw_title(state: &FrameState<'_>, panel: Panel, list: &mut DisplayList) {
    let (layout, text) = (state.scene.layout(), &state.scene.text);
    if panel == Panel::Result && (is_clashing(state) || is_in_a(state)) {
        return;
    }
    let is_tight = layout.spacing.is_tight;
    let most = if is_tight { SHORT_TITLE } else { usize::MAX };
    let name = panel.operand().map(|operand| ShortName::new(state.scene.operation(), operand, most));
    let shape = match panel {
        Panel::Result if state.combine > 0.0 => text.result.as_str(),
        Panel::Result => "",
        Panel::Operand(operand) => {
            let shapes = &text.operands[operand];
            let shape = if state.gradient.summed[operand.position()] {
                &shapes.given
            } else if is_half_over(state, ChapterKind::Stretch(operand)) {
                &shapes.stretched
            } else if is_half_over(state, ChapterKind::Insert(operand)) {
                &shapes.inserted
            } else {
                &shapes.given
            };
            shape.as_str()
        }
    };
    let shape = if is_tight { "" } else { shape };
    let gap = if shape.is_empty() { "" } else { " " };
    let suffix = if state.gradient.has_parts { GRADIENT } else { "" };
    let choice = if has_choice(state.scene.operation(), panel) && !is_tight { CHOICE } else { "" };
    let mut write = |name: &dyn fmt::Display| {
        let wording = [format_args!("{choice}{name}{suffix}{gap}{shape}")];
        _ = list.label_within(
            panel.operand().map_or(PaintRole::TitleResult, PaintRole::title),
            layout.titles[panel.index()],
            TextStyle::start(layout.title_font),
            f64::INFINITY,
            &wording,
        );
    };
    match &name {
        Some(name) => write(name),
        None => write(&RESULT),
    }
}

/// Whether the result is nearer to `a`, into which it is written, than to its own place.
pub(super) fn is_in_a(state: &FrameState<'_>) -> bool {
    state.written >= 0.5
}

/// Whether the last chapter of a kind is at least half over.
fn is_half_over(state: &FrameState<'_>, kind: ChapterKind) -> bool {
    let last = state.scene.story().chapters().iter().rposition(|chapter| chapter.kind == kind);
    last.is_some_and(|chapter| state.t >= chapter as f64 - 0.5)
}

/// Draws the operator between the operands, and the equals sign before the result.
pub(super) fn draw_signs(state: &FrameState<'_>, list: &mut DisplayList) {
    let layout = state.scene.layout();
    let Some((&equals_at, between)) = layout.signs().split_last() else { return };
    // What is in `a` then is no operand any more.
    if is_in_a(state) {
        return;
    }
    let scale = layout.spacing.scale;
    let is_gradient = state.gradient.has_parts;
    for (nth, &at) in between.iter().enumerate() {
        let sign = if is_gradient { "" } else { sign(state.scene.operation(), nth) };
        let characters = sign.chars().count();
        let word = layout.sign_room() / (characters as f64 * GLYPH_WIDTH);
        let size = if characters > MAX_SIGN { clamp(word, MIN_WORD, WORD_FONT) } else { SIGN_FONT * scale };
        list.label(PaintRole::Title, at, TextStyle::middle(size), sign);
    }
    let equals = match layout.arrangement {
        _ if is_clashing(state) => "≠",
        // The gradient goes from the result to the operands.
        Arrangement::Row | Arrangement::OperandsUnder if is_gradient => "←",
        _ if is_gradient => "↑",
        _ => "=",
    };
    list.label(PaintRole::Title, equals_at, TextStyle::middle(SIGN_FONT * scale), equals);
}

/// The sign after an operand, counted from 0. A choice is written as one: `where a: b else c`.
fn sign(operation: &Operation, nth: usize) -> &str {
    match (operation.combination(), nth) {
        (Combination::Where { is_method: true }, 0) => "if",
        (Combination::Where { .. }, 0) => ":",
        (Combination::Where { .. }, _) => "else",
        _ => operation.sign(),
    }
}

/// Whether there is no result in its place: a clash is drawn there, or an operand of a matrix product has no axes.
fn is_clashing(state: &FrameState<'_>) -> bool {
    let operation = state.scene.operation();
    let has_no_matrices = operation.is_product() && operation.matrices().is_none();
    has_no_matrices
        || matches!(state.chapter().kind, ChapterKind::Clash | ChapterKind::OtherClashes | ChapterKind::InnerClash)
}
