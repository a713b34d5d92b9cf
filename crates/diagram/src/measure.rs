//! The width of texts, estimated from their characters, because nothing here can ask a font.

/// The average width of a monospace character, in parts of the font size.
pub(super) const GLYPH_WIDTH: f64 = 0.61;
/// The width of a Chinese character, in widths of a monospace character.
const WIDE_GLYPH: f64 = 1.64;
/// The first of the characters that are wide.
const FIRST_WIDE: char = '\u{2E80}';

/// The estimated width of a text, in CSS pixels.
pub(super) fn text_width(text: &str, font: f64) -> f64 {
    text.chars().map(|c| if c < FIRST_WIDE { 1.0 } else { WIDE_GLYPH }).sum::<f64>() * font * GLYPH_WIDTH
}
