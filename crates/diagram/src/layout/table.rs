//! Where the axis table stands: one place for the whole story, which nothing else uses.

use super::LayoutOptions;
use super::arrange::{Arrangement, MARGIN};
use crate::ease::clamp;
use crate::{Point, Size};

/// How the columns of the axis table are drawn, the widest way first. In a narrow one each column has its own width; then columns are left
/// out, the first of these ways only some.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableForm(pub(crate) usize);

/// The largest number of columns in each form after the first two, which have all columns.
pub(crate) const FEWER_COLUMNS: [usize; 4] = [8, 5, 3, 2];
/// The number of forms.
pub(crate) const FORMS: usize = 2 + FEWER_COLUMNS.len();

impl TableForm {
    /// All columns, with the same width.
    pub const WIDE: Self = Self(0);

    /// The smallest font size, in CSS pixels: the wide form has smaller texts in it.
    pub(super) const fn smallest_font(self) -> f64 {
        if self.0 == 0 { 15.0 } else { SMALLEST }
    }

    /// The largest number of columns.
    pub(crate) fn columns(self) -> usize {
        self.0.checked_sub(2).and_then(|form| FEWER_COLUMNS.get(form)).copied().unwrap_or(usize::MAX)
    }
}

/// The size of the axis table in a font of 1 px: the width of each form, and the height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableSizes {
    pub(crate) widths: [f64; FORMS],
    pub(crate) height: f64,
}

/// The place of the axis table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TablePlace {
    /// Its upper left corner.
    pub corner: Point,
    /// Its font size.
    pub font: f64,
    /// How its columns are drawn.
    pub form: TableForm,
}

/// The side of the panels on which the table stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableSide {
    /// At their left.
    Beside,
    /// Above them.
    Above,
    /// In the free quarter of panels in two rows.
    Quarter,
}

/// The axis table as a part of the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TableBox {
    pub(super) side: TableSide,
    pub(super) font: f64,
    pub(super) form: TableForm,
    /// Its size, in CSS pixels.
    pub(super) size: Size,
}

/// The space between the axis table and the panels, in parts of the table's font size.
const GAP: f64 = 0.8;
/// The largest font size of the table, the smallest one, and how many times the box is wider and higher than the largest one that suits it.
const LARGEST: f64 = 34.0;
const SMALLEST: f64 = 11.0;
const PARTS: Size = Size::new(20.0, 18.0);
/// The font sizes that are tried, in parts of the one that suits the box.
const FONTS: [f64; 3] = [1.0, 0.72, 0.5];
/// The largest part of the width that a table beside the panels takes.
const BESIDE: f64 = 0.4;

impl TableBox {
    /// The space that it takes from the panels.
    pub(super) fn taken(&self) -> Size {
        let gap = GAP * self.font;
        match self.side {
            TableSide::Beside => Size::new(self.size.w + gap, 0.0),
            TableSide::Above => Size::new(0.0, self.size.h + gap),
            TableSide::Quarter => Size::default(),
        }
    }

    /// The same table in another font.
    pub(super) fn with_font(&self, font: f64) -> Self {
        let part = font / self.font;
        Self { font, size: Size::new(self.size.w * part, self.size.h * part), ..*self }
    }
}

impl LayoutOptions {
    /// The font sizes of the axis table that are tried, the largest first; without a table, one that is not used.
    pub(super) fn table_fonts(&self) -> Vec<f64> {
        if self.table.is_none() {
            return vec![0.0];
        }
        let suits = clamp((self.width / PARTS.w).min(self.height / PARTS.h), TableForm::WIDE.smallest_font(), LARGEST);
        let mut fonts: Vec<f64> = FONTS.iter().map(|part| (suits * part).max(SMALLEST)).collect();
        fonts.push(SMALLEST);
        fonts.dedup();
        fonts
    }

    /// Those of them that are tried where axes are folded, which takes long: all but the largest.
    pub(super) fn smaller_fonts(&self) -> Vec<f64> {
        let mut fonts = self.table_fonts();
        if fonts.len() > 1 {
            fonts.remove(0);
        }
        fonts
    }

    /// The axis table on a side of panels in this arrangement, in the widest form that has room there; `None` where it cannot stand there.
    pub(super) fn table_on(&self, side: TableSide, arrangement: Arrangement, font: f64) -> Option<TableBox> {
        let sizes = self.table?;
        let room = self.width - 2.0 * MARGIN;
        let (room, height) = match side {
            TableSide::Beside => (room * BESIDE, self.height),
            TableSide::Above => (room, self.height * 0.45),
            TableSide::Quarter => (room * 0.48, self.height * 0.5),
        };
        let is_quarter = side == TableSide::Quarter;
        if is_quarter != (arrangement == Arrangement::TwoRows && self.operands == 2) {
            return None;
        }
        let forms = sizes.widths.iter().enumerate().map(|(form, width)| (TableForm(form), *width));
        let mut forms = forms.filter(|(form, _)| form.smallest_font() <= font);
        let size = |width: f64| Size::new(width * font, sizes.height * font);
        let (form, width) = forms.find(|&(_, width)| size(width).w <= room && size(width).h <= height)?;
        Some(TableBox { side, font, form, size: size(width) })
    }
}
