//! What each ink looks like: the one table that both painters read.

use crate::diagram::{Line, PaintRole, Rect};

/// A colour of `styles/tokens.css`, named as there (without `--bv-`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// The page behind everything.
    Paper,
    /// Text.
    Ink,
    /// Text of less weight.
    Muted,
    /// Hair lines.
    Line,
    /// A place that nothing fills yet.
    Slot,
    /// Operand `a`: stored cells.
    A,
    /// Operand `a`: ghosts.
    ASoft,
    /// Operand `a`: text on ghosts.
    AInk,
    /// Operand `b`: stored cells.
    B,
    /// Operand `b`: ghosts.
    BSoft,
    /// Operand `b`: text on ghosts.
    BInk,
    /// The result.
    Out,
    /// Text on a strong fill.
    OnFill,
    /// A clash.
    Clash,
    /// Behind what a clash crosses out.
    ClashSoft,
    /// The outline of lit cells.
    Highlight,
}

impl Colour {
    /// How many there are.
    pub const COUNT: usize = 16;

    /// All of them.
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
        Self::Out,
        Self::OnFill,
        Self::Clash,
        Self::ClashSoft,
        Self::Highlight,
    ];

    /// The custom property that holds it.
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
            Self::Out => "--bv-out",
            Self::OnFill => "--bv-on-fill",
            Self::Clash => "--bv-clash",
            Self::ClashSoft => "--bv-clash-soft",
            Self::Highlight => "--bv-highlight",
        }
    }
}

/// What an ink looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// What fills its rectangles.
    pub fill: Option<Colour>,
    /// What its lines, and the outlines of its rectangles, are drawn with.
    pub stroke: Option<Colour>,
    /// How thick they are, in CSS pixels.
    pub width: f64,
    /// Whether outlines are dashed: the second sign of everything that is not stored.
    pub dashed: bool,
    /// Whether rectangles are hatched: likewise.
    pub hatched: bool,
    /// What its texts are written with.
    pub text: Colour,
    /// Whether its texts are bold.
    pub bold: bool,
    /// How round the corners of its rectangles are.
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
            text: stroke,
            bold: false,
            radius: 2.5,
        }
    }

    const fn repeated(fill: Colour, stroke: Colour, text: Colour) -> Self {
        Self { stroke: Some(stroke), dashed: true, hatched: true, ..Self::filled(fill, text) }
    }

    /// What `ink` looks like.
    #[must_use]
    pub const fn of(ink: PaintRole) -> Self {
        match ink {
            PaintRole::Slot => Self::outlined(Colour::Slot, 1.0),
            PaintRole::Block => Self::outlined(Colour::Line, 1.0),
            PaintRole::RepeatedA => Self::repeated(Colour::ASoft, Colour::A, Colour::AInk),
            PaintRole::RepeatedB => Self::repeated(Colour::BSoft, Colour::B, Colour::BInk),
            PaintRole::StoredA => Self::filled(Colour::A, Colour::OnFill),
            PaintRole::StoredB => Self::filled(Colour::B, Colour::OnFill),
            // Rimmed, because copies in flight pass over each other.
            PaintRole::MovingA => {
                Self { stroke: Some(Colour::Paper), width: 1.5, ..Self::filled(Colour::A, Colour::OnFill) }
            }
            PaintRole::Lifted => {
                Self { stroke: Some(Colour::Paper), width: 1.5, ..Self::filled(Colour::Out, Colour::OnFill) }
            }
            PaintRole::MovingB => {
                Self { stroke: Some(Colour::Paper), width: 1.5, ..Self::filled(Colour::B, Colour::OnFill) }
            }
            PaintRole::Result => Self::filled(Colour::Out, Colour::OnFill),
            PaintRole::Empty => Self { dashed: true, text: Colour::Muted, ..Self::outlined(Colour::Muted, 1.5) },
            PaintRole::Bracket => Self::outlined(Colour::Muted, 1.0),
            PaintRole::BracketHighlighted => Self { bold: true, ..Self::outlined(Colour::Ink, 2.0) },
            PaintRole::Clash => {
                Self { fill: Some(Colour::ClashSoft), bold: true, ..Self::outlined(Colour::Clash, 1.5) }
            }
            PaintRole::ProvenanceLine => Self::outlined(Colour::Highlight, 1.5),
            PaintRole::Title => Self { bold: true, ..Self::outlined(Colour::Ink, 1.0) },
            PaintRole::Highlighted => Self { radius: 4.0, ..Self::outlined(Colour::Highlight, 2.0) },
            PaintRole::HighlightedSource => Self { radius: 4.0, ..Self::outlined(Colour::Highlight, 3.5) },
        }
    }
}

/// The hatching of a ghost: one short stroke across its lower left corner and one across its upper right, clear of the
/// value in the middle.
#[must_use]
pub fn hatch(rect: &Rect) -> [Line; 2] {
    let reach = rect.w.min(rect.h).max(0.0) * 0.34;
    let (right, lower) = (rect.x + rect.w, rect.y + rect.h);
    [
        Line { from: (rect.x, lower - reach), to: (rect.x + reach, lower) },
        Line { from: (right - reach, rect.y), to: (right, rect.y + reach) },
    ]
}
