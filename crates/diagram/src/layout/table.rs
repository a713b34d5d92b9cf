//! Where the axis table stands: one place for the whole story, which nothing else uses.

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
/// The smallest font size of the table.
pub(super) const SMALLEST: f64 = 11.0;

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
