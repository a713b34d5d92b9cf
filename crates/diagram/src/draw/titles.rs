//! Draws the titles of the panels, and the signs between them.

use crate::display_list::TextStyle;
use crate::frame_state::FrameState;
use crate::layout::TITLE_FONT;
use crate::scene::{GRADIENT, RESULT};
use crate::{Arrangement, ChapterKind, DisplayList, PaintRole, Panel};

/// The font size of an operator or an equals sign.
const SIGN_FONT: f64 = 22.0;
/// The font size of an operator that is a word.
const WORD_FONT: f64 = 14.0;
/// The longest operator that is a sign, in bytes.
const MAX_SIGN: usize = 2;

/// Draws the panel's name, and the shape that its tensor has at this time.
pub(super) fn draw_title(state: &FrameState<'_>, panel: Panel, list: &mut DisplayList) {
    let (layout, text) = (state.scene.layout(), &state.scene.text);
    let (name, shape) = match panel {
        Panel::Result => (RESULT, if state.combine > 0.0 { text.result.as_str() } else { "" }),
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
            (state.scene.operation().name(operand), shape.as_str())
        }
    };
    let shape = if layout.spacing.is_tight { "" } else { shape };
    let gap = if shape.is_empty() { "" } else { " " };
    let suffix = if state.gradient.has_parts { GRADIENT } else { "" };
    let wording = [format_args!("{name}{suffix}{gap}{shape}")];
    _ = list.label_within(
        PaintRole::Title,
        layout.titles[panel.index()],
        TextStyle::start(TITLE_FONT),
        f64::INFINITY,
        &wording,
    );
}

/// Whether the last chapter of a kind is at least half over.
fn is_half_over(state: &FrameState<'_>, kind: ChapterKind) -> bool {
    let last = state.scene.story().chapters().iter().rposition(|chapter| chapter.kind == kind);
    last.is_some_and(|chapter| state.t >= chapter as f64 - 0.5)
}

/// Draws the operator between the operands, and the equals sign before the result.
pub(super) fn draw_signs(state: &FrameState<'_>, list: &mut DisplayList) {
    let Some((&equals_at, between)) = state.scene.layout().signs().split_last() else { return };
    let is_gradient = state.gradient.has_parts;
    let sign = if is_gradient { "" } else { state.scene.operation().sign() };
    let size = if sign.len() > MAX_SIGN { WORD_FONT } else { SIGN_FONT };
    for &at in between {
        list.label(PaintRole::Title, at, TextStyle::middle(size), sign);
    }
    let is_clashing =
        matches!(state.chapter().kind, ChapterKind::Clash | ChapterKind::OtherClashes | ChapterKind::InnerClash);
    let equals = match state.scene.layout().arrangement {
        _ if is_clashing => "≠",
        // The gradient goes from the result to the operands.
        Arrangement::Row if is_gradient => "←",
        _ if is_gradient => "↑",
        _ => "=",
    };
    list.label(PaintRole::Title, equals_at, TextStyle::middle(SIGN_FONT), equals);
}
