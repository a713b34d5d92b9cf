//! The scene: the immutable model of one operation's diagram.
//!
//! A [`Scene`] holds every cell of the panels with its slots, the grids, and all texts. It is built once for an
//! operation, a story and a box. What is drawn at a time, what is under a point, where an arrow key leads and how one
//! scene becomes another are functions of a scene in the files beside this one.

use std::rc::Rc;

use super::gradient::{GradientTexts, stops};
use super::layout::MAX_DRAWN;
use super::matrix_grid::MatrixGrid;
use super::panel::{OPERANDS, PANELS};
use super::{Blocks, ChapterKind, Kept, Layout, PaintRole, Panel, Point, Size, Story};
use tensor_broadcasting::{OperandId, Operation};

mod build;
pub(super) mod clash_size;
mod combine;
mod grids;
pub(super) mod table;
mod text;

pub(super) use crate::scene::combine::{FirstElement, sign_of_result};
pub(super) use crate::scene::grids::Grids;
pub(super) use crate::scene::table::TableColumns;
use crate::scene::table::table_sizes;
pub(super) use crate::scene::text::{
    CHOICE, ClashText, GRADIENT, RESULT, SHORT_TITLE, SceneText, ShortName, has_choice,
};
pub use crate::scene::text::{element_text, matrix_text};

/// The words in a drawing, in the user's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labels {
    /// The word before an axis's number, such as `axis`.
    pub axis: &'static str,
    /// The text under an empty tensor.
    pub empty: &'static str,
    /// The text under two sizes that clash: which size could have been stretched.
    pub stretches: &'static str,
    /// The verdicts on an axis: its sizes are equal, its sizes clash.
    pub verdicts: [&'static str; 2],
}

/// What a scene is drawn into, and how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SceneOptions<'a> {
    /// The width of the box, in CSS pixels.
    pub width: f64,
    /// The height of the box, in CSS pixels; [`f64::INFINITY`] for any height.
    pub height: f64,
    /// Whether the drawing is only as high as it has to be, without the line for the elements that are being combined. Otherwise
    /// it fills the box.
    pub is_cropped: bool,
    /// The words in the drawing.
    pub labels: Labels,
    /// How blocks are arranged.
    pub blocks: Blocks,
    /// The axes that are drawn as far as the bounds allow, even beyond the box.
    pub unfolded: &'a [usize],
    /// Whether the axis table is drawn, where it has room.
    pub axis_table: bool,
    /// Whether axes are rather folded than drawn in cells without values.
    pub keeps_values: bool,
    /// How the picture is rather composed: as another one was.
    pub kept: Option<Kept>,
}

/// The largest height of a picture of which only the width is given, in parts of its width, but not less than
/// [`MIN_HEIGHT`] in CSS pixels.
const ASPECT: f64 = 0.5625;
const MIN_HEIGHT: f64 = 420.0;

impl SceneOptions<'static> {
    /// A picture of a width and of at most the height that suits it, words, the axis table, blocks side by side, and axes folded
    /// where they do not fit.
    #[must_use]
    pub const fn new(width: f64, labels: Labels) -> Self {
        let height = (width * ASPECT).max(MIN_HEIGHT);
        Self {
            width,
            height,
            is_cropped: true,
            labels,
            blocks: Blocks::Beside,
            unfolded: &[],
            axis_table: true,
            keeps_values: false,
            kept: None,
        }
    }
}

/// A reference to a cell: its panel, and its index in the aligned result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellRef {
    /// The panel.
    pub panel: Panel,
    /// The index in the aligned result.
    pub index: Vec<u64>,
}

/// What a cell shows. This alone decides how it is drawn, at rest and in transitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellRole {
    /// An element of an operand that has its own position in the buffer.
    Stored(OperandId),
    /// An element of an operand that is shown again but not stored again: because an axis is stretched, or because the
    /// operand is itself a view that repeats elements.
    Repeated(OperandId),
    /// An element of the result.
    Result,
    /// An element of the result that is an element of an operand.
    Chosen(OperandId),
    /// The mark for indices that are not drawn.
    Gap,
}

impl CellRole {
    /// How a cell of this role is drawn.
    pub(super) const fn paint_role(self) -> PaintRole {
        match self {
            Self::Stored(operand) => PaintRole::stored(operand),
            Self::Repeated(operand) => PaintRole::repeated(operand),
            Self::Result => PaintRole::Result,
            Self::Chosen(operand) => PaintRole::chosen(operand),
            Self::Gap => PaintRole::Bracket,
        }
    }
}

/// The slot of a cell on each drawn axis, last axis first.
pub(super) type Slots = [u16; MAX_DRAWN];

/// One cell of a panel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SceneCell {
    pub(super) slots: Slots,
    pub(super) role: CellRole,
    /// Its distance from the panel's origin once every axis is stretched.
    pub(super) aligned: Point,
    /// Whether it exists only because an axis is stretched.
    pub(super) by_stretching: bool,
    /// Whether it is an element that the result does not have, because the result has an axis of size 0.
    pub(super) vanishes: bool,
    /// Whether it is an element of the result that `a` has no slot for.
    pub(super) outside_a: bool,
    /// Its distance from its slot: the mark of folded blocks is in the middle of a block.
    pub(super) shift: Point,
    /// Its text, as a range of bytes of [`SceneText::values`]; of a matrix whose elements are drawn, their numbers with a space after each.
    pub(super) text: (usize, usize),
}

impl SceneCell {
    pub(super) const fn is_gap(&self) -> bool {
        matches!(self.role, CellRole::Gap)
    }
}

/// The cells of one panel.
#[derive(Debug, Default)]
pub(super) struct PanelCells {
    /// The cells, last axis fastest.
    pub(super) cells: Vec<SceneCell>,
    /// For each combination of slots, last axis fastest, the number of its cell plus 1; 0 where there is none.
    number_at: Vec<u32>,
}

/// For each operand and drawn axis, the chapter in which something happens to it.
pub(super) type AxisChapters = [[Option<usize>; MAX_DRAWN]; OPERANDS];

/// The model of one operation's diagram.
#[derive(Debug)]
pub struct Scene {
    operation: Rc<Operation>,
    story: Story,
    /// The words in the drawing.
    pub(super) labels: Labels,
    /// The axes that are drawn beyond the available space.
    pub(super) unfolded: Vec<usize>,
    pub(super) grids: Grids,
    /// The elements of matrices in their cells, where they have room.
    pub(super) matrix: Option<MatrixGrid>,
    panels: [PanelCells; PANELS],
    pub(super) text: SceneText,
    /// The columns of the axis table, where it is drawn.
    pub(super) table: Option<TableColumns>,
    /// The elements of the result that are combined one by one.
    pub(super) first: Vec<FirstElement>,
    /// The numbers of the gradient, where the story has it and values are written.
    pub(super) gradient: Option<GradientTexts>,
    /// The chapters in which axes are stretched.
    pub(super) stretched_in: AxisChapters,
    /// The chapters in which axes are inserted.
    pub(super) inserted_in: AxisChapters,
}

impl Scene {
    /// Builds the scene of an operation.
    #[must_use]
    pub fn new(operation: Rc<Operation>, story: Story, options: SceneOptions<'_>) -> Self {
        build::scene(operation, story, options)
    }

    /// The same scene as a picture of its own: within the same size, but only as high as it has to be.
    #[must_use]
    pub fn cropped(&self) -> Self {
        self.within(self.layout().size, self.layout().table.is_some(), self.has_values())
    }

    /// The same scene as a picture beside an axis table, within a size, and only as high as it has to be.
    #[must_use]
    pub fn without_table(&self, size: Size) -> Self {
        self.within(size, false, false)
    }

    fn within(&self, size: Size, axis_table: bool, keeps_values: bool) -> Self {
        let blocks = if self.grids.stacked.is_some() { Blocks::Depth } else { Blocks::Beside };
        let (labels, unfolded) = (self.labels, self.unfolded.as_slice());
        let (width, height) = (size.w, size.h);
        let options = SceneOptions {
            width,
            height,
            is_cropped: true,
            labels,
            blocks,
            unfolded,
            axis_table,
            keeps_values,
            kept: None,
        };
        Self::new(Rc::clone(&self.operation), self.story.clone(), options)
    }

    /// Whether cells are drawn with their values.
    #[must_use]
    pub const fn has_values(&self) -> bool {
        self.layout().cell.font.is_some()
    }

    /// The story that the scene shows.
    #[must_use]
    pub const fn story(&self) -> &Story {
        &self.story
    }

    /// The layout that the panels share.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.grids.layout
    }

    /// The operation that the scene shows.
    #[must_use]
    pub const fn operation(&self) -> &Rc<Operation> {
        &self.operation
    }

    /// The times of a chapter, in chapters, at which its things rest on the way: where the operands line up, or where it is the gradient; else
    /// none.
    #[must_use]
    pub fn stops(&self, chapter: usize) -> Vec<f64> {
        let drawn = |axis: usize| self.layout().axes.iter().find(|drawn| drawn.axis == axis);
        let moved = |axis: usize| drawn(axis).map_or(0, |drawn| drawn.folded.slots().saturating_sub(1));
        if self.story.chapters().get(chapter).is_some_and(|chapter| chapter.kind == ChapterKind::Align) {
            return self.story.beats();
        }
        match self.story.gradient_at(chapter as f64) {
            Some((_, axes, _)) => stops(axes, &moved).into_iter().map(|stop| stop + chapter as f64 - 1.0).collect(),
            None => Vec::new(),
        }
    }

    /// The panels, from left to right.
    pub(super) fn panels(&self) -> &'static [Panel] {
        Panel::of(self.operation.operands())
    }

    /// The cells of a panel, last axis fastest; none of a panel that the operation does not have.
    pub(super) fn cells(&self, panel: Panel) -> &[SceneCell] {
        &self.panels[panel.index()].cells
    }

    /// The number of a panel's cell in the given slots; `None` where there is none, or only a gap.
    pub(super) fn number_at(&self, panel: Panel, slots: &Slots) -> Option<usize> {
        let PanelCells { cells, number_at } = &self.panels[panel.index()];
        let number = (*number_at.get(self.grids.rank(slots))? as usize).checked_sub(1)?;
        (!cells[number].is_gap()).then_some(number)
    }

    /// The text of a cell.
    pub(super) fn text_of(&self, cell: &SceneCell) -> &str {
        self.text.values.get(cell.text.0..cell.text.1).unwrap_or_default()
    }

    /// The reference to a cell of a panel.
    pub(super) fn cell_ref(&self, panel: Panel, cell: &SceneCell) -> CellRef {
        CellRef { panel, index: self.grids.index_of(&cell.slots, self.operation.alignment().ndim()) }
    }

    /// Whether the panel's tensor is stretched along a drawn axis.
    pub(super) fn stretches(&self, panel: Panel, nesting: usize) -> bool {
        panel.operand().is_some_and(|operand| self.operation.stretches(operand, self.layout().axes[nesting].axis))
    }
}
