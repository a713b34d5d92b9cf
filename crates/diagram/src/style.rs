//! The style of each paint role: the one table that both painters use.

use crate::{Direction, Line, PaintRole, Point, Rect};

/// A colour of `tokens.css`, named as its custom property there (without `--bv-`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// The background.
    Paper,
    /// Text.
    Ink,
    /// Less important text.
    Muted,
    /// Thin lines.
    Line,
    /// A slot without a cell.
    Slot,
    /// Operand `a`: stored cells.
    A,
    /// Operand `a`: repeated cells.
    ASoft,
    /// Operand `a`: text on repeated cells.
    AInk,
    /// Operand `b`: stored cells.
    B,
    /// Operand `b`: repeated cells.
    BSoft,
    /// Operand `b`: text on repeated cells.
    BInk,
    /// Operand `c`: stored cells.
    C,
    /// Operand `c`: repeated cells.
    CSoft,
    /// Operand `c`: text on repeated cells.
    CInk,
    /// The result.
    Out,
    /// Text on a stored cell or on the result.
    OnFill,
    /// A clash.
    Clash,
    /// The fill of what a clash crosses out.
    ClashSoft,
    /// The outline of highlighted cells.
    Highlight,
}

impl Colour {
    /// The number of colours.
    pub const COUNT: usize = 19;

    /// All colours.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Paper,
        Self::Ink,
        Self::Muted,
        Self::Line,
        Self::Slot,
        Self::A,
        Self::ASoft,
        Self::AInk,
        Self::B,
        Self::BSoft,
        Self::BInk,
        Self::C,
        Self::CSoft,
        Self::CInk,
        Self::Out,
        Self::OnFill,
        Self::Clash,
        Self::ClashSoft,
        Self::Highlight,
    ];

    /// The custom property with its value.
    #[must_use]
    pub const fn property(self) -> &'static str {
        match self {
            Self::Paper => "--bv-paper",
            Self::Ink => "--bv-ink",
            Self::Muted => "--bv-muted",
            Self::Line => "--bv-line",
            Self::Slot => "--bv-slot",
            Self::A => "--bv-a",
            Self::ASoft => "--bv-a-soft",
            Self::AInk => "--bv-a-ink",
            Self::B => "--bv-b",
            Self::BSoft => "--bv-b-soft",
            Self::BInk => "--bv-b-ink",
            Self::C => "--bv-c",
            Self::CSoft => "--bv-c-soft",
            Self::CInk => "--bv-c-ink",
            Self::Out => "--bv-out",
            Self::OnFill => "--bv-on-fill",
            Self::Clash => "--bv-clash",
            Self::ClashSoft => "--bv-clash-soft",
            Self::Highlight => "--bv-highlight",
        }
    }
}

/// How everything of one paint role is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The fill of rectangles.
    pub fill: Option<Colour>,
    /// The colour of lines and of the outlines of rectangles.
    pub stroke: Option<Colour>,
    /// The width of lines, in CSS pixels.
    pub width: f64,
    /// Whether outlines are dashed. Dashes and hatching mark everything that is not stored, besides its colour.
    pub dashed: bool,
    /// Whether rectangles are hatched.
    pub hatched: bool,
    /// The direction of the bands on rectangles. They tell operands apart where their colours may not.
    pub bands: Option<Direction>,
    /// The colour of texts.
    pub text: Colour,
    /// Whether texts are bold.
    pub bold: bool,
    /// The radius of the corners of rectangles, in CSS pixels.
    pub radius: f64,
}

impl Style {
    const fn filled(fill: Colour, text: Colour) -> Self {
        Self {
            fill: Some(fill),
            stroke: None,
            width: 1.0,
            dashed: false,
            hatched: false,
            bands: None,
            text,
            bold: false,
            radius: 2.5,
        }
    }

    const fn outlined(stroke: Colour, width: f64) -> Self {
        Self {
            fill: None,
            stroke: Some(stroke),
            width,
            dashed: false,
            hatched: false,
            bands: None,
            text: stroke,
            bold: false,
            radius: 2.5,
        }
    }

    const fn repeated(fill: Colour, stroke: Colour, text: Colour) -> Self {
        Self { stroke: Some(stroke), dashed: true, hatched: true, ..Self::filled(fill, text) }
    }

    const fn tray(stroke: Colour, fill: Colour) -> Self {
        Self { fill: Some(fill), radius: 6.0, ..Self::outlined(stroke, 2.5) }
    }

    /// Bold text.
    const fn written(text: Colour) -> Self {
        Self { bold: true, ..Self::outlined(text, 1.0) }
    }

    /// With an outline, because it is in front of other cells.
    const fn lifted(fill: Colour) -> Self {
        Self { stroke: Some(Colour::Paper), width: 1.5, ..Self::filled(fill, Colour::OnFill) }
    }

    /// With bands.
    const fn banded(self, bands: Direction) -> Self {
        Self { bands: Some(bands), ..self }
    }

    /// An element of the result that is an element of an operand.
    const fn chosen(fill: Colour) -> Self {
        Self { stroke: Some(Colour::Out), width: 2.0, ..Self::filled(fill, Colour::OnFill) }
    }

    /// The style of a role, with bands or without them.
    #[must_use]
    pub const fn of(role: PaintRole, has_bands: bool) -> Self {
        let style = STYLES[role as usize];
        if has_bands { style } else { Self { bands: None, ..style } }
    }

    const fn new(role: PaintRole) -> Self {
        match role {
            PaintRole::Slot => Self::outlined(Colour::Slot, 1.0),
            PaintRole::Block => Self::outlined(Colour::Line, 1.0),
            PaintRole::TrayA => Self::tray(Colour::A, Colour::ASoft),
            PaintRole::TrayB => Self::tray(Colour::B, Colour::BSoft),
            PaintRole::TrayC => Self::tray(Colour::C, Colour::CSoft),
            PaintRole::RepeatedA => Self::repeated(Colour::ASoft, Colour::A, Colour::AInk),
            PaintRole::RepeatedB => Self::repeated(Colour::BSoft, Colour::B, Colour::BInk),
            PaintRole::RepeatedC => Self::repeated(Colour::CSoft, Colour::C, Colour::CInk),
            PaintRole::StoredA => Self::filled(Colour::A, Colour::OnFill),
            PaintRole::StoredB => Self::filled(Colour::B, Colour::OnFill).banded(Direction::Across),
            PaintRole::StoredC => Self::filled(Colour::C, Colour::OnFill).banded(Direction::Down),
            PaintRole::LiftedA => Self::lifted(Colour::A),
            PaintRole::LiftedB => Self::lifted(Colour::B).banded(Direction::Across),
            PaintRole::LiftedC => Self::lifted(Colour::C).banded(Direction::Down),
            PaintRole::ChosenA => Self::chosen(Colour::A),
            PaintRole::ChosenB => Self::chosen(Colour::B).banded(Direction::Across),
            PaintRole::ChosenC => Self::chosen(Colour::C).banded(Direction::Down),
            PaintRole::LiftedResult => Self::lifted(Colour::Out),
            PaintRole::Result => Self::filled(Colour::Out, Colour::OnFill),
            PaintRole::Matrix => Self::filled(Colour::Paper, Colour::Muted),
            PaintRole::MatrixElement => Self::outlined(Colour::Muted, 1.0),
            PaintRole::Empty => Self { dashed: true, text: Colour::Muted, ..Self::outlined(Colour::Muted, 1.5) },
            PaintRole::Bracket => Self::outlined(Colour::Muted, 1.0),
            PaintRole::BracketHighlighted => Self { bold: true, ..Self::outlined(Colour::Ink, 2.0) },
            PaintRole::Clash => {
                Self { fill: Some(Colour::ClashSoft), bold: true, ..Self::outlined(Colour::Clash, 1.5) }
            }
            PaintRole::ProvenanceEdge => Self { radius: 4.0, ..Self::outlined(Colour::Paper, 4.5) },
            PaintRole::ProvenanceA => Self { radius: 4.0, ..Self::outlined(Colour::A, 2.5) },
            PaintRole::ProvenanceB => Self { radius: 4.0, ..Self::outlined(Colour::B, 2.5) },
            PaintRole::ProvenanceC => Self { radius: 4.0, ..Self::outlined(Colour::C, 2.5) },
            PaintRole::Equation => Self { bold: true, radius: 6.0, ..Self::filled(Colour::Ink, Colour::Paper) },
            PaintRole::TableFrame => Self { radius: 6.0, ..Self::outlined(Colour::Highlight, 2.5) },
            PaintRole::Table => Self::outlined(Colour::Muted, 1.0),
            PaintRole::TitleA | PaintRole::TableA => Self::written(Colour::AInk),
            PaintRole::TitleB | PaintRole::TableB => Self::written(Colour::BInk),
            PaintRole::TitleC | PaintRole::TableC => Self::written(Colour::CInk),
            PaintRole::TitleResult | PaintRole::TableResult => Self::written(Colour::Out),
            PaintRole::TableClash => Self { stroke: Some(Colour::Clash), width: 1.5, ..Self::written(Colour::Clash) },
            PaintRole::Title => Self::written(Colour::Ink),
            PaintRole::Highlighted => Self { radius: 4.0, ..Self::outlined(Colour::Highlight, 2.0) },
            PaintRole::HighlightedSource => Self { radius: 4.0, ..Self::outlined(Colour::Highlight, 3.5) },
        }
    }
}

/// The style of each role: as data it is smaller than as code.
const STYLES: [Style; PaintRole::COUNT] = {
    let mut styles = [Style::new(PaintRole::Slot); PaintRole::COUNT];
    let mut number = 0;
    while number < PaintRole::COUNT {
        styles[number] = Style::new(PaintRole::ALL[number]);
        number += 1;
    }
    styles
};

/// The width of a band, in CSS pixels.
pub const BAND: f64 = 1.5;

/// The bands of a cell: a line beside each of two opposite edges, so that the value in the middle stays legible.
#[must_use]
pub fn bands(rect: &Rect, direction: Direction) -> [Line; 2] {
    let inner = rect.shrunk(0.22);
    let (left, right, upper, lower) = (inner.x, inner.x + inner.w, inner.y, inner.y + inner.h);
    let line = |x: f64, y: f64, to_x: f64, to_y: f64| Line { from: Point::new(x, y), to: Point::new(to_x, to_y) };
    match direction {
        Direction::Across => [line(left, upper, right, upper), line(left, lower, right, lower)],
        _ => [line(left, upper, left, lower), line(right, upper, right, lower)],
    }
}

/// The hatching of a repeated cell: a short line across its lower left corner and one across its upper right corner, so
/// that the value in the middle stays legible.
#[must_use]
pub fn hatch(rect: &Rect) -> [Line; 2] {
    let reach = rect.w.min(rect.h).max(0.0) * 0.34;
    let (right, lower) = (rect.x + rect.w, rect.y + rect.h);
    [
        Line { from: Point::new(rect.x, lower - reach), to: Point::new(rect.x + reach, lower) },
        Line { from: Point::new(right - reach, rect.y), to: Point::new(right, rect.y + reach) },
    ]
}
