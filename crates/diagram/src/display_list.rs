//! The display list: everything that is drawn at one time, as plain data.

use std::fmt::{self, Write as _};

use super::ease::clamp;
use super::measure::text_width;
use super::{Line, Panel, Point, Rect};
use tensor_broadcasting::OperandId;

/// What a drawn element is, in the order of painting. `render::style` gives each role its colours and lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaintRole {
    /// A slot of the aligned layout in which no cell is drawn yet.
    Slot,
    /// The frame around a block.
    Block,
    /// The tray of `a`: the frame around it while it gets leading axes.
    TrayA,
    /// The same for `b`.
    TrayB,
    /// The same for `c`.
    TrayC,
    /// A repeated element of `a`: shown again, not stored again.
    RepeatedA,
    /// A repeated element of `b`.
    RepeatedB,
    /// A repeated element of `c`.
    RepeatedC,
    /// A stored element of `a`.
    StoredA,
    /// A stored element of `b`.
    StoredB,
    /// A stored element of `c`.
    StoredC,
    /// An element of the result.
    Result,
    /// An element of the result that is an element of `a`.
    ChosenA,
    /// The same for `b`.
    ChosenB,
    /// The same for `c`.
    ChosenC,
    /// The cell of a matrix whose elements are drawn.
    Matrix,
    /// An element of a matrix, and the mark of the hidden ones.
    MatrixElement,
    /// A highlighted stored element of `a`, drawn in front of the block that covers it, a cell of `a`'s size in the picture of
    /// a clash, or an element of a matrix of `a` that a highlighted element is made of.
    LiftedA,
    /// The same for `b`.
    LiftedB,
    /// The same for `c`.
    LiftedC,
    /// A highlighted element of the result, drawn in front of the block that covers it.
    LiftedResult,
    /// An empty tensor.
    Empty,
    /// The edge of what shows where an element comes from, in the colour of the background.
    ProvenanceEdge,
    /// The path from an element of `a` to what is computed from it, and the frames around its copies.
    ProvenanceA,
    /// The same for `b`.
    ProvenanceB,
    /// The same for `c`.
    ProvenanceC,
    /// A bracket with its axis number and size, and the marks of folded indices.
    Bracket,
    /// The bracket of an axis that the current chapter is about.
    BracketHighlighted,
    /// A slot that a clash leaves without an element, an element that does not fit, and the text of a clash.
    Clash,
    /// A sign between panels, and a line of text below the picture.
    Title,
    /// The name and the shape of `a` above or beside its panel.
    TitleA,
    /// Those of `b`.
    TitleB,
    /// Those of `c`.
    TitleC,
    /// Those of the result.
    TitleResult,
    /// A highlighted cell.
    Highlighted,
    /// The stored cell that a highlighted cell is read from.
    HighlightedSource,
    /// The numbers of the elements that are being combined.
    Equation,
    /// The frame around a column of the axis table.
    TableFrame,
    /// The marks of the axis table, its line, and a size that is not known yet.
    Table,
    /// The name and the sizes of `a` in the axis table.
    TableA,
    /// Those of `b`.
    TableB,
    /// Those of `c`.
    TableC,
    /// Those of the result.
    TableResult,
    /// The sign of a clash in the axis table.
    TableClash,
}

impl PaintRole {
    /// The number of roles.
    pub const COUNT: usize = 44;

    /// All roles, in the order of painting.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Slot,
        Self::Block,
        Self::TrayA,
        Self::TrayB,
        Self::TrayC,
        Self::RepeatedA,
        Self::RepeatedB,
        Self::RepeatedC,
        Self::StoredA,
        Self::StoredB,
        Self::StoredC,
        Self::Result,
        Self::ChosenA,
        Self::ChosenB,
        Self::ChosenC,
        Self::Matrix,
        Self::MatrixElement,
        Self::LiftedA,
        Self::LiftedB,
        Self::LiftedC,
        Self::LiftedResult,
        Self::Empty,
        Self::ProvenanceEdge,
        Self::ProvenanceA,
        Self::ProvenanceB,
        Self::ProvenanceC,
        Self::Bracket,
        Self::BracketHighlighted,
        Self::Clash,
        Self::Title,
        Self::TitleA,
        Self::TitleB,
        Self::TitleC,
        Self::TitleResult,
        Self::Highlighted,
        Self::HighlightedSource,
        Self::Equation,
        Self::TableFrame,
        Self::Table,
        Self::TableA,
        Self::TableB,
        Self::TableC,
        Self::TableResult,
        Self::TableClash,
    ];

    /// The panel that a role belongs to; `None` of one that several have.
    #[must_use]
    pub const fn panel(self) -> Option<Panel> {
        Some(match self {
            Self::TrayA
            | Self::RepeatedA
            | Self::StoredA
            | Self::ChosenA
            | Self::LiftedA
            | Self::TitleA
            | Self::TableA => Panel::Operand(OperandId::A),
            Self::TrayB
            | Self::RepeatedB
            | Self::StoredB
            | Self::ChosenB
            | Self::LiftedB
            | Self::TitleB
            | Self::TableB => Panel::Operand(OperandId::B),
            Self::TrayC
            | Self::RepeatedC
            | Self::StoredC
            | Self::ChosenC
            | Self::LiftedC
            | Self::TitleC
            | Self::TableC => Panel::Operand(OperandId::C),
            Self::Result | Self::LiftedResult | Self::TitleResult | Self::TableResult => Panel::Result,
            _ => return None,
        })
    }

    /// A stored element of an operand.
    #[must_use]
    pub const fn stored(operand: OperandId) -> Self {
        match operand {
            OperandId::A => Self::StoredA,
            OperandId::B => Self::StoredB,
            OperandId::C => Self::StoredC,
        }
    }

    /// A repeated element of an operand.
    #[must_use]
    pub const fn repeated(operand: OperandId) -> Self {
        match operand {
            OperandId::A => Self::RepeatedA,
            OperandId::B => Self::RepeatedB,
            OperandId::C => Self::RepeatedC,
        }
    }

    /// The name and the shape of an operand above or beside its panel.
    #[must_use]
    pub const fn title(operand: OperandId) -> Self {
        match operand {
            OperandId::A => Self::TitleA,
            OperandId::B => Self::TitleB,
            OperandId::C => Self::TitleC,
        }
    }

    /// The tray of an operand.
    #[must_use]
    pub const fn tray(operand: OperandId) -> Self {
        match operand {
            OperandId::A => Self::TrayA,
            OperandId::B => Self::TrayB,
            OperandId::C => Self::TrayC,
        }
    }

    /// The name and the sizes of an operand in the axis table.
    #[must_use]
    pub const fn table(operand: OperandId) -> Self {
        match operand {
            OperandId::A => Self::TableA,
            OperandId::B => Self::TableB,
            OperandId::C => Self::TableC,
        }
    }

    /// An element of the result that is an element of an operand.
    #[must_use]
    pub const fn chosen(operand: OperandId) -> Self {
        match operand {
            OperandId::A => Self::ChosenA,
            OperandId::B => Self::ChosenB,
            OperandId::C => Self::ChosenC,
        }
    }

    /// Whether it is an element of the result.
    #[must_use]
    pub const fn is_result(self) -> bool {
        matches!(self, Self::Result | Self::ChosenA | Self::ChosenB | Self::ChosenC)
    }

    /// What shows where an element of an operand goes to.
    #[must_use]
    pub const fn provenance(operand: OperandId) -> Self {
        match operand {
            OperandId::A => Self::ProvenanceA,
            OperandId::B => Self::ProvenanceB,
            OperandId::C => Self::ProvenanceC,
        }
    }

    /// An element of an operand, drawn in front of the cells.
    #[must_use]
    pub const fn lifted(operand: OperandId) -> Self {
        match operand {
            OperandId::A => Self::LiftedA,
            OperandId::B => Self::LiftedB,
            OperandId::C => Self::LiftedC,
        }
    }
}

/// The point of a text that is at its position; each is at half the text's height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
}

/// The size, anchor and direction of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TextStyle {
    size: f64,
    anchor: Anchor,
    upright: bool,
}

impl TextStyle {
    /// Text of a font size in CSS pixels that begins at its position.
    pub(super) const fn start(size: f64) -> Self {
        Self { size, anchor: Anchor::Start, upright: false }
    }

    /// Text that has its middle at its position.
    pub(super) const fn middle(size: f64) -> Self {
        Self { anchor: Anchor::Middle, ..Self::start(size) }
    }

    /// The same text, read from bottom to top.
    pub(super) const fn upright(self) -> Self {
        Self { upright: true, ..self }
    }
}

/// The height of a line below everything else, its font size and the space before it, in CSS pixels.
const LINE_BELOW: f64 = 32.0;
const LINE_FONT: f64 = 16.0;
const LINE_MARGIN: f64 = 8.0;

/// A short text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    /// The position of its anchor, from the left.
    pub x: f64,
    /// The position of half its height, from the top.
    pub y: f64,
    /// The font size in CSS pixels.
    pub size: f64,
    /// The point of the text that is at `(x, y)`.
    pub anchor: Anchor,
    /// Whether it is read from bottom to top instead of from left to right.
    pub upright: bool,
    /// Its range in the display list's text, in bytes.
    text: (usize, usize),
}

impl Label {
    /// Moves its anchor to a point, and gives it another font size.
    pub(super) const fn move_to(&mut self, at: Point, size: f64) {
        (self.x, self.y, self.size) = (at.x, at.y, size);
    }

    /// The rectangle of it, which has this text.
    pub(super) fn rect(&self, text: &str) -> Rect {
        let (width, height) = (text_width(text, self.size), self.size);
        let start = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
        };
        if self.upright {
            Rect { x: self.x - height / 2.0, y: self.y + start - width, w: height, h: width }
        } else {
            Rect { x: self.x - start, y: self.y - height / 2.0, w: width, h: height }
        }
    }
}

/// Everything of one role.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layer {
    /// Rectangles.
    pub rects: Vec<Rect>,
    /// Lines.
    pub lines: Vec<Line>,
    /// Texts.
    pub labels: Vec<Label>,
    /// The opacity of the layer, from 0 to 1.
    pub alpha: f64,
}

impl Layer {
    /// Whether nothing of it is seen.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.alpha <= 0.0 || (self.rects.is_empty() && self.lines.is_empty() && self.labels.is_empty())
    }
}

/// Everything that is drawn at one time: one layer for each role. Clearing it keeps its buffers, so a display list that is
/// used again for the next frame allocates nothing.
///
/// ```
/// use std::rc::Rc;
/// use tensor_broadcasting::{Arithmetic, Operation, Operator, Shape, Tensor, Values};
/// use broadcasting_diagram::{DisplayList, DrawOptions, Labels, PaintRole, Scene, SceneOptions, Story, draw};
///
/// let [a, b] = [vec![4, 1], vec![3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes.as_slice()), Values::Arange));
/// let operation = Rc::new(Operation::new([a, b], Operator::Add, Arithmetic::PyTorch));
/// let story = Story::new(&operation, None);
/// let labels = Labels { axis: "axis", empty: "no elements", stretches: "only a size of 1 can stretch", verdicts: ["equal", "clash"] };
/// let scene = Scene::new(operation, story, SceneOptions::new(960.0, labels));
///
/// let mut list = DisplayList::default();
/// draw(&scene, DrawOptions::at(scene.story().last() as f64), &mut list);
/// // At the end of the story, the 4 stored elements of `a` stand beside 8 repeated ones.
/// assert_eq!(list.layer(PaintRole::StoredA).rects.len(), 4);
/// assert_eq!(list.layer(PaintRole::RepeatedA).rects.len(), 8);
/// let title = list.layer(PaintRole::TitleA).labels[0];
/// assert_eq!(list.text_of(&title), "a (4, 3)");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DisplayList {
    /// The width, in CSS pixels.
    pub width: f64,
    /// The height, in CSS pixels.
    pub height: f64,
    /// Whether the elements of `b` and of `c` have bands, so that those of the result that are taken from them are told apart by more than
    /// a colour.
    pub has_bands: bool,
    layers: [Layer; PaintRole::COUNT],
    text: String,
}

impl Default for DisplayList {
    fn default() -> Self {
        Self {
            width: 0.0,
            height: 0.0,
            has_bands: false,
            layers: std::array::from_fn(|_| Layer::default()),
            text: String::new(),
        }
    }
}

impl DisplayList {
    /// Removes everything, but keeps the allocated buffers.
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

    /// Adds a line of text below everything else.
    pub fn add_line_below(&mut self, text: &str) {
        let middle = Point::new(LINE_MARGIN, self.height + LINE_BELOW / 2.0);
        self.height += LINE_BELOW;
        self.label(PaintRole::Title, middle, TextStyle::start(LINE_FONT), text);
    }

    /// Everything of one role.
    #[must_use]
    pub const fn layer(&self, role: PaintRole) -> &Layer {
        &self.layers[role as usize]
    }

    /// The characters of a label of this display list.
    #[must_use]
    pub fn text_of(&self, label: &Label) -> &str {
        self.text.get(label.text.0..label.text.1).unwrap_or_default()
    }

    pub(super) fn layer_mut(&mut self, role: PaintRole) -> &mut Layer {
        &mut self.layers[role as usize]
    }

    pub(super) fn rect(&mut self, role: PaintRole, rect: Rect) {
        self.layer_mut(role).rects.push(rect);
    }

    pub(super) fn line(&mut self, role: PaintRole, from: Point, to: Point) {
        self.layer_mut(role).lines.push(Line { from, to });
    }

    /// Adds a text whose anchor is at a point.
    pub(super) fn label(&mut self, role: PaintRole, at: Point, style: TextStyle, text: &str) {
        _ = self.label_within(role, at, style, f64::INFINITY, &[format_args!("{text}")]);
    }

    /// Adds the first of `wordings` that is at most `max` wide, or else the last one, and gives its width, in CSS pixels. The
    /// characters are written directly into the list's own text, which allocates nothing once it has grown.
    pub(super) fn label_within(
        &mut self,
        role: PaintRole,
        at: Point,
        TextStyle { size, anchor, upright }: TextStyle,
        max: f64,
        wordings: &[fmt::Arguments<'_>],
    ) -> f64 {
        let mut width = 0.0;
        let start = self.text.len();
        for wording in wordings {
            self.text.truncate(start);
            // Writing into a string does not fail.
            _ = self.text.write_fmt(*wording);
            width = text_width(self.text.get(start..).unwrap_or_default(), size);
            if width <= max {
                break;
            }
        }
        let label = Label { x: at.x, y: at.y, size, anchor, upright, text: (start, self.text.len()) };
        self.layer_mut(role).labels.push(label);
        width
    }

    /// Adds the first of `wordings` that fits between two ends, or else the last one: with its middle at a point, or, where it
    /// would be beyond one end, moved along its own direction. Along that direction the ends are `x`, or `y` of upright text.
    pub(super) fn label_between(
        &mut self,
        role: PaintRole,
        middle: Point,
        style: TextStyle,
        [low, high]: [f64; 2],
        wordings: &[fmt::Arguments<'_>],
    ) {
        let half = self.label_within(role, middle, style, high - low, wordings) / 2.0;
        if let Some(label) = self.layer_mut(role).labels.last_mut() {
            let at = if style.upright { &mut label.y } else { &mut label.x };
            // A text that does not fit extends beyond the second end.
            *at = clamp(*at, low + half, (high - half).max(low + half));
        }
    }
}
