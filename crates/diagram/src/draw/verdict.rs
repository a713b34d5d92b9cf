//! Draws the verdict on an axis in the axis table: it falls into its row, between those of the operands and that of the result. And how sizes are
//! written in the table.

use std::fmt;

use crate::axis_cell::AxisVerdict;
use crate::display_list::TextStyle;
use crate::measure::text_width;
use crate::scene::table::LONG;
use crate::{AxisSize, DisplayList, Labels, PaintRole, Point};

/// The largest font size of a sign and of a word, in parts of that of the table, and the smallest one in CSS pixels.
const SIGN: f64 = 0.8;
const HALF: f64 = 0.5;
const MIN_FONT: f64 = 11.0;
/// The largest part of the width of a column that a word fills.
const FILLED: f64 = 0.94;
/// How far above its place a verdict begins to fall, in parts of the font size of the table: it does not touch the size above it.
const FALL: f64 = 0.25;

/// Draws a verdict in a cell whose middle is at a point: as a word where the column has room for it, else as a sign. `font`: the font size
/// of the table, and that of a sign.
pub(super) fn draw(
    (verdict, rise, part): (AxisVerdict, f64, f64),
    at: Point,
    (room, [font, sign_font]): (f64, [f64; 2]),
    labels: &Labels,
    list: &mut DisplayList,
) {
    let role = if verdict == AxisVerdict::Clash { PaintRole::TableClash } else { PaintRole::TableResult };
    let (at, sign_font) = (at.moved(0.0, -rise * FALL * font), sign_font.min((SIGN * font).max(MIN_FONT)));
    let [equal, clash] = labels.verdicts;
    let (word, sign) = match verdict {
        AxisVerdict::Equal => (equal, "="),
        // The place in the row of the operand is empty.
        AxisVerdict::Missing => return,
        AxisVerdict::Clash => (clash, "≠"),
        AxisVerdict::Stretches(size) => {
            let change = format_args!("{}", Written(AxisSize::Stretched(size)));
            _ = list.label_within(role, at, TextStyle::middle(sign_font * part), f64::INFINITY, &[change]);
            return;
        }
    };
    let size = (font * HALF).max(MIN_FONT).min(FILLED * room / text_width(word, 1.0));
    let (text, size) = if size >= MIN_FONT { (word, size) } else { (sign, sign_font) };
    list.label(role, at, TextStyle::middle(size * part), text);
}

/// What a cell says; `?` where that is not known yet. Large sizes are rounded down.
pub(super) struct Written(pub(super) AxisSize);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = match self.0 {
            AxisSize::Blank => return f.write_str("?"),
            AxisSize::Clash => return f.write_str("✗"),
            AxisSize::Stretched(size) => {
                f.write_str("1→")?;
                size
            }
            AxisSize::Summed(size) => {
                f.write_str("Σ")?;
                size
            }
            AxisSize::Size(size) => size,
        };
        if size < LONG {
            return write!(f, "{size}");
        }
        let zeros = size.ilog10();
        let tenths = size / 10_u64.pow(zeros - 1);
        write!(f, "{}.{}e{zeros}", tenths / 10, tenths % 10)
    }
}
