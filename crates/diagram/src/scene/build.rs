//! Builds a scene: its layout, its cells and their texts.

use std::rc::Rc;

use super::text::{self, GRADIENT, SceneText};
use super::{
    AxisChapters, CellRole, Grids, MAX_DRAWN, PanelCells, Scene, SceneCell, SceneOptions, Slots, TableColumns,
    clash_size, combine, table_sizes,
};
use crate::layout::{FOOTNOTE_FONT, TITLE_FONT};
use crate::matrix_grid::MatrixGrid;
use crate::measure::{GLYPH_WIDTH, text_width};
use crate::panel::{OPERANDS, PANELS};
use crate::{AxisSizes, ChapterKind, Direction, Ends, Layout, LayoutOptions, Needs, Panel, Point, Spacing, Story};
use tensor_broadcasting::{Axis, OperandId, Operation, Product, format_value};

/// The space after a title, in CSS pixels.
const TITLE_MARGIN: f64 = 8.0;
/// Values may be written with this many characters, even where all values that were looked at are shorter.
const MIN_CHARACTERS: usize = 4;
/// The width of the space for a sign that is a word: `else`.
const CHOICE_SIGN: f64 = 34.0;
/// From this nesting on, axes are axes of blocks, not of cells.
const BLOCK_NESTING: usize = 2;

/// Builds the scene of an operation.
pub(super) fn scene(operation: Rc<Operation>, story: Story, options: SceneOptions<'_>) -> Scene {
    let longest = story.gradient().map_or(0, |drawing| (drawing.longest)(&operation));
    let characters = text::longest_value(&operation).max(longest);
    let text = SceneText::new(&operation, story.gradient().map_or("", |_| GRADIENT));
    let layout = layout(&operation, characters, &text, options);
    let grids = Grids::new(layout, &operation);
    let matrix = grids.layout.cell.font.and_then(|_| MatrixGrid::new(&operation, grids.layout.cell.size));
    let product = matrix.as_ref().and_then(|matrix| Some((matrix, Product::of(&operation)?)));
    let mut builder = Builder { operation: &operation, grids: &grids, product, characters, values: String::new() };
    let mut panels: [PanelCells; PANELS] = Default::default();
    for &panel in Panel::of(operation.operands()) {
        panels[panel.index()] = builder.panel(panel);
    }
    let first = combine::first_elements(&operation, &grids, &panels[Panel::Result.index()].cells);
    let values = builder.values;
    let text = SceneText { values, sizes: text::sizes(&grids.layout, &operation), ..text };
    let gradient = story.gradient().filter(|_| grids.layout.cell.font.is_some());
    Scene {
        gradient: gradient.map(|drawing| (drawing.texts)(&operation, &grids.layout.axes)),
        stretched_in: chapters_of(&grids.layout, &story, ChapterKind::Stretch),
        inserted_in: chapters_of(&grids.layout, &story, ChapterKind::Insert),
        table: grids.layout.table.map(|place| TableColumns::new(&operation, place.form).at_pixels(place.font)),
        operation,
        story,
        labels: options.labels,
        unfolded: options.unfolded.to_vec(),
        grids,
        matrix,
        panels,
        text,
        first,
    }
}

fn layout(operation: &Operation, characters: usize, text: &SceneText, scene: SceneOptions<'_>) -> Layout {
    let alignment = operation.alignment();
    let sizes: Vec<AxisSizes> = alignment.axes().iter().map(|axis| axis_sizes(operation, axis)).collect();
    let is_empty = alignment.operands().iter().any(|&operand| alignment.shape(operand).contains(&0));
    let footnote = |spacing: &Spacing| is_empty && !spacing.is_tight;
    let needs = |title: usize, spacing: Spacing| Needs {
        title: title as f64 * TITLE_FONT * GLYPH_WIDTH + TITLE_MARGIN,
        clash: clash_size::size(text, scene.labels.axis, &spacing, operation),
        footnote: footnote(&spacing).then(|| text_width(scene.labels.empty, FOOTNOTE_FONT)),
    };
    let options = LayoutOptions {
        operands: alignment.operands().len(),
        width: scene.width,
        height: scene.height,
        is_cropped: scene.is_cropped,
        characters,
        wide: needs(text.longest_title(), Spacing::WIDE),
        tight: needs(text.longest_name(), Spacing::TIGHT),
        // A cropped picture is one of a chapter's end, when nothing is being combined.
        equation: !scene.is_cropped && operation.shape().is_some_and(|shape| !shape.contains(&0)),
        of_matrices: operation.matrices().is_some(),
        compares: operation.matrices().is_none() && compares(operation),
        sign: if operation.condition().is_some() { CHOICE_SIGN } else { 0.0 },
        blocks: scene.blocks,
        kept: scene.kept,
        table: scene.axis_table.then(|| table_sizes(operation)).flatten(),
        keeps_values: scene.keeps_values,
    };
    Layout::new(&sizes, options, scene.unfolded)
}

/// Whether the sizes of the operands are compared in the picture: one lacks an axis, or sizes clash.
fn compares(operation: &Operation) -> bool {
    let alignment = operation.alignment();
    let ndims = || alignment.operands().iter().map(|&operand| alignment.shape(operand).ndim());
    // A single number lines up with nothing.
    ndims().all(|ndim| ndim > 0) && (ndims().any(|ndim| ndim < alignment.ndim()) || operation.shape().is_none())
}

/// The sizes of an axis in the drawing. Where there is a result, each operand is stretched to it. Where the sizes of an axis clash, each
/// operand shows where it has no elements; on any other axis of a clash it has its own size, and an empty operand is a frame as large as
/// the largest.
fn axis_sizes(operation: &Operation, axis: &Axis) -> AxisSizes {
    let largest = axis.largest().max(1);
    if operation.shape().is_some() || operation.outcome().is_ok() {
        return AxisSizes::same(largest);
    }
    let is_empty = |operand: OperandId| operation.alignment().shape(operand).contains(&0);
    let mut shown = [largest; OPERANDS];
    for (place, &operand) in shown.iter_mut().zip(operation.operands()) {
        if !axis.clashes() && !is_empty(operand) {
            *place = axis.size(operand).max(1);
        }
    }
    let sizes: Vec<u64> = operation.operands().iter().map(|&operand| axis.size(operand)).collect();
    let ends = if axis.clashes() { Ends::of(&sizes) } else { Ends::one(largest) };
    AxisSizes { ends, shown }
}

/// For each operand and drawn axis, the chapter of a kind that is about it.
fn chapters_of(layout: &Layout, story: &Story, kind: fn(OperandId) -> ChapterKind) -> AxisChapters {
    OperandId::ALL.map(|operand| {
        let mut chapters = [None; MAX_DRAWN];
        for (chapter, axis) in chapters.iter_mut().zip(&layout.axes) {
            *chapter = story.chapter_about(kind(operand), axis.axis);
        }
        chapters
    })
}

/// An element of a panel's tensor at one index.
struct Element {
    role: CellRole,
    by_stretching: bool,
    vanishes: bool,
    outside_a: bool,
}

impl Element {
    const fn new(role: CellRole) -> Self {
        Self { role, by_stretching: false, vanishes: false, outside_a: false }
    }
}

/// Builds the cells of the panels, and writes their texts.
struct Builder<'a> {
    operation: &'a Operation,
    grids: &'a Grids,
    /// What has the elements of matrices, where they are drawn.
    product: Option<(&'a MatrixGrid, Product<'a>)>,
    characters: usize,
    values: String,
}

impl Builder<'_> {
    fn panel(&mut self, panel: Panel) -> PanelCells {
        let mut built = PanelCells::default();
        let mut slots = Slots::default();
        loop {
            let cell = self.cell(panel, slots);
            let is_cell = cell.is_some();
            built.cells.extend(cell);
            let count = u32::try_from(built.cells.len()).unwrap_or(0);
            built.number_at.push(if is_cell { count } else { 0 });
            if !self.grids.advance(&mut slots) {
                return built;
            }
        }
    }

    /// The cell of a panel in the given slots; `None` where the tensor has none there.
    fn cell(&mut self, panel: Panel, slots: Slots) -> Option<SceneCell> {
        let index = self.grids.index_of(&slots, self.operation.alignment().ndim());
        let Element { role, by_stretching, vanishes, outside_a } = self.element(panel, &index)?;
        let is_gap = |nesting: &usize| self.grids.is_gap(&slots, *nesting);
        let gaps: Vec<usize> = (0..self.grids.layout.axes.len()).filter(is_gap).collect();
        let start = self.values.len();
        let (role, shift) = if gaps.is_empty() {
            self.write_value(panel, &index);
            (role, Point::default())
        } else {
            let (mark, shift) = self.gap_mark(panel, &slots, &gaps)?;
            self.values.push_str(mark);
            (CellRole::Gap, shift)
        };
        let aligned = self.grids.offset(&slots, |_| 1.0);
        let text = (start, self.values.len());
        Some(SceneCell { slots, role, aligned, by_stretching, vanishes, outside_a, shift, text })
    }

    /// The element of a panel's tensor at an aligned index; `None` where it has none.
    fn element(&self, panel: Panel, index: &[u64]) -> Option<Element> {
        let (operation, alignment) = (self.operation, self.operation.alignment());
        let has = |operand: OperandId| alignment.axes().iter().zip(index).all(|(axis, &i)| i < axis.size(operand));
        let in_result = operation.shape().is_some_and(|shape| shape.iter().zip(index).all(|(size, i)| i < size));
        match panel {
            Panel::Result => {
                let role = || operation.chosen(index).map_or(CellRole::Result, CellRole::Chosen);
                in_result.then(|| Element { outside_a: !has(OperandId::A), ..Element::new(role()) })
            }
            Panel::Operand(operand) if has(operand) => {
                let own = alignment.operand_index(operand, index);
                let strides = operation.operand_layout(operand).strides();
                let repeats = own.iter().zip(strides).any(|(&i, &stride)| i > 0 && stride == 0);
                let role = if repeats { CellRole::Repeated(operand) } else { CellRole::Stored(operand) };
                Some(Element { vanishes: operation.shape().is_some() && !in_result, ..Element::new(role) })
            }
            Panel::Operand(operand) => {
                in_result.then_some(Element { by_stretching: true, ..Element::new(CellRole::Repeated(operand)) })
            }
        }
    }

    /// Writes the value at an aligned index; nothing where values are hidden, or where there is none because its position
    /// is above 2^63-1.
    fn write_value(&mut self, panel: Panel, index: &[u64]) {
        if let Some((matrix, product)) = &self.product {
            matrix.write(self.operation, product, panel, index, &mut self.values);
            return;
        }
        if self.operation.matrices().is_some() && self.grids.layout.cell.font.is_some() {
            self.values.push_str(&text::matrix_text(self.operation.core(panel.operand())));
            return;
        }
        if self.grids.layout.cell.font.is_none() {
            return;
        }
        let (operation, characters) = (self.operation, self.characters.max(MIN_CHARACTERS));
        let text = match panel {
            Panel::Result => operation.value(index).map(|value| format_value(value, characters)),
            Panel::Operand(operand) => operation
                .stored_value(operand, &operation.alignment().operand_index(operand, index))
                .map(|value| text::element_text(operation, operand, value, characters)),
        };
        self.values.extend(text);
    }

    /// The mark for hidden indices, and its distance from its slot. Within a block every row and column has one; between
    /// blocks there is one for the whole block.
    fn gap_mark(&self, panel: Panel, slots: &Slots, gaps: &[usize]) -> Option<(&'static str, Point)> {
        let Grids { layout, stacked, .. } = self.grids;
        let cell = layout.cell.size;
        let has_cell_gap = gaps.first().is_some_and(|&nesting| nesting < BLOCK_NESTING);
        // In blocks behind the first one there is no space for the marks of hidden cells.
        if has_cell_gap && stacked.is_some_and(|stacked| slots[stacked] > 0 && !gaps.contains(&stacked)) {
            return None;
        }
        // From the middle of the cell to the middle of the gap's own slot.
        let towards = |length: f64, cell: f64| (length - cell) / 2.0;
        let outer: Vec<usize> = gaps.iter().copied().filter(|&nesting| nesting >= BLOCK_NESTING).collect();
        match (outer.as_slice(), gaps) {
            ([], [0]) => Some(("⋯", Point::new(towards(layout.fold_length(0), cell.w), 0.0))),
            ([], [1]) => Some(("⋮", Point::new(0.0, towards(layout.fold_length(1), cell.h)))),
            ([], _) => {
                let (w, h) = (layout.fold_length(0), layout.fold_length(1));
                Some(("⋱", Point::new(towards(w, cell.w), towards(h, cell.h))))
            }
            (&[nesting], _) if slots[..nesting].iter().all(|&slot| slot == 0) => {
                let (block, fold) = (layout.shown_block(nesting, panel), layout.fold_length(nesting));
                let rise = self.grids.rise_within(panel, nesting);
                Some(match layout.axes[nesting].direction {
                    Direction::Across => ("⋯", Point::new(towards(fold, cell.w), towards(block.h, cell.h) - rise)),
                    Direction::Down => ("⋮", Point::new(towards(block.w, cell.w), towards(fold, cell.h) - rise)),
                    // In the edge that the hidden blocks leave above those in front.
                    Direction::Depth => ("⋰", Point::new(towards(block.w, cell.w), towards(fold, cell.h))),
                })
            }
            _ => None,
        }
    }
}
