//! Draws a scene at one time into a display list.

use super::frame_state::FrameState;
use super::transition::ActiveTransition;
use super::{CellRef, DisplayList, MatrixElement, PaintRole, Panel, Scene};

mod brackets;
mod cells;
mod clash;
mod combine;
mod highlight;
mod inserted;
mod provenance;
mod slots;
mod table;
mod titles;
mod verdict;
mod way_back;
mod write_back;

pub use crate::draw::brackets::bracket_places;
pub use crate::draw::table::{SizePlace, between_places, insert_places, size_places};

/// What of a scene is drawn.
#[derive(Debug, Clone, Copy)]
pub struct DrawOptions<'a> {
    /// The time in chapters: at `t = n` chapter `n`, counted from 0, is over.
    pub t: f64,
    /// The cell that is highlighted, together with the cells that belong to it.
    pub highlight: Option<Highlighted<'a>>,
    /// Of a matrix product, the element that is highlighted in a highlighted cell of the result.
    pub element: Option<MatrixElement>,
    /// The transition into this scene, while it lasts.
    pub transition: Option<ActiveTransition<'a>>,
    /// Whether the result is known before the story comes to it: the axis table then has it quietly, in place of `?`.
    pub known: bool,
    /// The part that words point at: it stands out.
    pub named: Option<NamedPart>,
    /// What draws the ends of stories that most do not have: [`ENDING_DRAWING`].
    pub endings: Option<&'static EndingDrawing>,
}

/// A part of a picture that words name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedPart {
    /// A panel, with its row of the axis table: the others are pale.
    Panel(Panel),
    /// An axis of the aligned result: its column of the axis table has a frame, and its brackets are strong.
    Axis(usize),
}

/// The opacity of a panel while another one is named.
const PALE: f64 = 0.25;

/// A cell that is highlighted, with what draws it.
#[derive(Debug, Clone, Copy)]
pub struct Highlighted<'a> {
    /// The cell.
    pub cell: &'a CellRef,
    /// What draws it: [`HIGHLIGHT_DRAWING`].
    pub drawing: &'static HighlightDrawing,
}

impl<'a> Highlighted<'a> {
    /// The highlight of a cell.
    #[must_use]
    pub const fn new(cell: &'a CellRef) -> Self {
        Self { cell, drawing: &HIGHLIGHT_DRAWING }
    }
}

/// What draws a highlighted cell with its sources, its copies and the lines between them. It is a table, so that an application may load it later.
#[derive(Debug)]
pub struct HighlightDrawing {
    draw: fn(&Frame<'_>, &CellRef, Option<MatrixElement>, &mut DisplayList),
}

/// The one that there is.
pub static HIGHLIGHT_DRAWING: HighlightDrawing = HighlightDrawing { draw: highlight::draw };

/// What draws a clash, how a result is written back into the left operand, and how the parts of a gradient fly back. It is a table, so that an
/// application may load it later.
#[derive(Debug)]
pub struct EndingDrawing {
    clash: fn(&FrameState<'_>, &mut DisplayList),
    write_back: fn(&Frame<'_>, &mut DisplayList),
    way_back: fn(&FrameState<'_>, &mut DisplayList),
}

/// The one that there is.
pub static ENDING_DRAWING: EndingDrawing =
    EndingDrawing { clash: clash::draw, write_back: write_back::draw, way_back: way_back::draw };

impl DrawOptions<'static> {
    /// The scene at time `t`, without a highlight or a transition.
    #[must_use]
    pub const fn at(t: f64) -> Self {
        Self {
            t,
            highlight: None,
            element: None,
            transition: None,
            known: false,
            named: None,
            endings: Some(&ENDING_DRAWING),
        }
    }
}

/// The state that the functions of this module draw.
struct Frame<'a> {
    state: FrameState<'a>,
    transition: Option<ActiveTransition<'a>>,
}

/// Draws a scene into `list`, which is cleared before. The same arguments always give the same list.
///
/// Allocates nothing once the list's buffers have grown.
pub fn draw(scene: &Scene, options: DrawOptions<'_>, list: &mut DisplayList) {
    let size = scene.layout().size;
    list.clear(size.w, size.h);
    list.has_bands = scene.operation().condition().is_some();
    // Where a cell is pointed at, the elements stand as they were combined: before the result was written over some of them.
    let t = match scene.story().written_in().filter(|_| options.highlight.is_some()) {
        Some(chapter) => options.t.min(chapter as f64 - 1.0),
        None => options.t,
    };
    let named_axis = match options.named {
        Some(NamedPart::Axis(axis)) => Some(axis),
        Some(NamedPart::Panel(_)) | None => None,
    };
    let mut state = FrameState { known: options.known, named_axis, ..FrameState::new(scene, t) };
    if options.endings.is_none() {
        // The result stays where it is while nothing can draw how it is written back.
        state.written = 0.0;
    }
    let frame = Frame { state, transition: options.transition };
    for &panel in scene.panels() {
        slots::draw(&frame.state, panel, list);
        cells::draw(&frame, panel, list);
        brackets::draw(&frame.state, panel, list);
        inserted::draw(&frame.state, panel, list);
        titles::draw_title(&frame.state, panel, list);
    }
    titles::draw_signs(&frame.state, list);
    table::draw(&frame.state, list);
    if let Some(endings) = options.endings {
        (endings.clash)(&frame.state, list);
    }
    combine::draw(&frame, list);
    if let Some(endings) = options.endings {
        (endings.write_back)(&frame, list);
        (endings.way_back)(&frame.state, list);
    }
    if let Some(highlight) = options.highlight {
        (highlight.drawing.draw)(&frame, highlight.cell, options.element, list);
    }
    if let Some(transition) = options.transition {
        transition.draw(list);
    }
    if let Some(NamedPart::Panel(named)) = options.named {
        for role in PaintRole::ALL {
            if role.panel().is_some_and(|panel| panel != named) {
                list.layer_mut(role).alpha *= PALE;
            }
        }
    }
}
