//! A frame: everything that is to be seen at one moment, as plain data.

use std::fmt::{self, Write as _};

/// A colour and manner of drawing, in the order in which they are painted. A painter knows what each looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaintRole {
    /// A place of the aligned layout that nothing fills yet.
    Slot,
    /// The frame around a block.
    Block,
    /// What joins a lit cell to those that it is made of, or that are made of it: under the cells, clear of their values.
    ProvenanceLine,
    /// A ghost of `a`: an element that is shown again but not stored again.
    RepeatedA,
    /// A ghost of `b`.
    RepeatedB,
    /// A stored element of `a`.
    StoredA,
    /// A stored element of `b`.
    StoredB,
    /// An element of the result.
    Result,
    /// A copy of an element of `a` on its way into the result, or what stands for one in the picture of a clash.
    MovingA,
    /// The same of `b`.
    MovingB,
    /// An element of the result that is lifted out of a stack to be seen.
    Lifted,
    /// An empty tensor.
    Empty,
    /// A bracket, its index and size; gaps.
    Bracket,
    /// The bracket of an axis that is being told of.
    BracketHighlighted,
    /// A place that a clash leaves without a partner, and what is crossed out.
    Clash,
    /// A panel's name and shape.
    Title,
    /// The cells that belong to the one pointed at.
    Highlighted,
    /// The stored cell that a lit ghost repeats.
    HighlightedSource,
}

impl PaintRole {
    /// How many there are.
    pub const COUNT: usize = 18;

    /// All of them, in the order in which they are painted.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Slot,
        Self::Block,
        Self::ProvenanceLine,
        Self::RepeatedA,
        Self::RepeatedB,
        Self::StoredA,
        Self::StoredB,
        Self::Result,
        Self::MovingA,
        Self::MovingB,
        Self::Lifted,
        Self::Empty,
        Self::Bracket,
        Self::BracketHighlighted,
        Self::Clash,
        Self::Title,
        Self::Highlighted,
        Self::HighlightedSource,
    ];
}

/// A rectangle, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The width.
    pub w: f64,
    /// The height.
    pub h: f64,
}

impl Rect {
    /// The same rectangle, drawn out by `by` on every side.
    #[must_use]
    pub const fn grown(&self, by: f64) -> Self {
        Self { x: self.x - by, y: self.y - by, w: self.w + 2.0 * by, h: self.h + 2.0 * by }
    }

    /// Whether a point lies in it.
    #[must_use]
    pub const fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x < self.x + self.w && y >= self.y && y < self.y + self.h
    }
}

/// A straight line, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Where it begins.
    pub from: (f64, f64),
    /// Where it ends.
    pub to: (f64, f64),
}

/// Which point of a text stands at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end, at half its height.
    Start,
    /// Its middle, at half its height.
    Middle,
    /// Its right end, at half its height.
    End,
}

/// How a text is set: its anchor, and whether it runs upwards.
pub(super) type Setting = (Anchor, bool);

/// A short text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    /// Where its anchor stands, across.
    pub x: f64,
    /// Where half its height stands, down.
    pub y: f64,
    /// The font's size in CSS pixels.
    pub size: f64,
    /// Which point of it stands at `(x, y)`.
    pub anchor: Anchor,
    /// Whether it runs upwards instead of to the right.
    pub upright: bool,
    /// Its place in the frame's text, in bytes.
    text: (usize, usize),
}

/// Everything drawn in one ink.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layer {
    /// Rectangles.
    pub rects: Vec<Rect>,
    /// Lines.
    pub lines: Vec<Line>,
    /// Texts.
    pub labels: Vec<Label>,
    /// How opaque the whole layer is, 0 to 1.
    pub alpha: f64,
}

/// Everything that is to be seen at one moment: one layer an ink. Buffers are kept from frame to frame.
#[derive(Debug, Clone, PartialEq)]
pub struct DisplayList {
    /// The width, in CSS pixels.
    pub width: f64,
    /// The height, in CSS pixels.
    pub height: f64,
    layers: [Layer; PaintRole::COUNT],
    text: String,
}

impl Default for DisplayList {
    fn default() -> Self {
        Self { width: 0.0, height: 0.0, layers: std::array::from_fn(|_| Layer::default()), text: String::new() }
    }
}

impl DisplayList {
    /// Empties the frame, keeping what it has allocated.
    pub fn clear(&mut self, width: f64, height: f64) {
        (self.width, self.height) = (width, height);
        self.text.clear();
        for layer in &mut self.layers {
            layer.rects.clear();
            layer.lines.clear();
            layer.labels.clear();
            layer.alpha = 1.0;
        }
    }

    /// What is drawn in one ink.
    #[must_use]
    pub const fn layer(&self, ink: PaintRole) -> &Layer {
        &self.layers[ink as usize]
    }

    /// The letters of a label of this frame.
    #[must_use]
    pub fn text_of(&self, label: &Label) -> &str {
        self.text.get(label.text.0..label.text.1).unwrap_or_default()
    }

    pub(super) fn layer_mut(&mut self, ink: PaintRole) -> &mut Layer {
        &mut self.layers[ink as usize]
    }

    pub(super) fn rect(&mut self, ink: PaintRole, rect: Rect) {
        self.layer_mut(ink).rects.push(rect);
    }

    pub(super) fn line(&mut self, ink: PaintRole, from: (f64, f64), to: (f64, f64)) {
        self.layer_mut(ink).lines.push(Line { from, to });
    }

    /// Adds a text at `(x, y)`.
    pub(super) fn label(&mut self, ink: PaintRole, at: (f64, f64), size: f64, (anchor, upright): Setting, text: &str) {
        self.label_within(ink, at, size, (anchor, upright), f64::INFINITY, &[format_args!("{text}")]);
    }

    /// Adds the first of `wordings` that takes no more than `room` letters, else the last one. They are written straight
    /// into the frame's own text: nothing is allocated once that has grown.
    pub(super) fn label_within(
        &mut self,
        ink: PaintRole,
        (x, y): (f64, f64),
        size: f64,
        (anchor, upright): Setting,
        options: f64,
        wordings: &[fmt::Arguments<'_>],
    ) {
        let start = self.text.len();
        for wording in wordings {
            self.text.truncate(start);
            // Writing into a string does not fail.
            _ = self.text.write_fmt(*wording);
            if self.text[start..].chars().count() as f64 <= options {
                break;
            }
        }
        let label = Label { x, y, size, anchor, upright, text: (start, self.text.len()) };
        self.layer_mut(ink).labels.push(label);
    }
}
