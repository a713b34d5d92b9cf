//! The operands in memory: the buffer of each as a strip, its cells as they are read, and the steps that its strides are. A pointer or a key
//! highlights a cell with the element that it is read from, or an element with the cells that are read from it.

mod numbers;
mod strips;

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use self::numbers::{bars, numbers};
use self::strips::strips;
use crate::i18n::Locale;
use crate::state::Action;
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::{HasMount, ScopedComponent, ScopedContext};
use crate::ui::parts::observers::SizeObserver;
use crate::ui::parts::watched::{Watched, Watcher};
use crate::ui::stage::diagram_state::DiagramState;
use broadcasting_diagram::{
    ArrowDirection, BufferOptions, BufferPicture, BufferPlace, ElementIndex, Size, element_text,
};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, OperandId, Operation, PerOperand, Scalar, StridedLayout, format_value};

/// The space beside the pictures, the space below them for the bars, the space that each operand has for its words, and the least height of
/// a picture, in CSS pixels.
const BESIDE: f64 = 34.0;
const AROUND: f64 = 90.0;
const WORDS: f64 = 52.0;
const LEAST_HEIGHT: f64 = 190.0;
/// The number of characters of a value, and of a position.
const VALUE: usize = 6;
const POSITION: usize = 8;
/// How many elements of a buffer are looked at for the longest text, from each end.
const LOOKED_AT: u64 = 16;

/// Changes what an index of the result, or nothing, is highlighted in the diagram.
pub(in crate::ui) type OnPoint = Callback<Option<Vec<u64>>>;

/// A snapshot of what the panel shows.
#[derive(Clone, Properties)]
pub(in crate::ui) struct MemoryProps {
    pub(in crate::ui) mount: Mount,
    pub(in crate::ui) operation: Rc<Operation>,
    pub(in crate::ui) library: Library,
    /// The element type in which memory is counted.
    pub(in crate::ui) dtype: Dtype,
    /// The element types of the operands.
    pub(in crate::ui) types: PerOperand<Dtype>,
    /// The element type of the result.
    pub(in crate::ui) result_type: Dtype,
    pub(in crate::ui) locale: Locale,
    /// What the diagram shows that no setting says: the highlighted cell.
    pub(in crate::ui) state: Watched<DiagramState>,
    pub(in crate::ui) dispatch: Callback<Action>,
    pub(in crate::ui) on_point: OnPoint,
}

impl PartialEq for MemoryProps {
    fn eq(&self, other: &Self) -> bool {
        let shown = |props: &Self| (props.library, props.dtype, props.result_type, props.locale);
        Rc::ptr_eq(&self.operation, &other.operation)
            && shown(self) == shown(other)
            && self.types == other.types
            && self.state == other.state
            && self.mount == other.mount
            && self.dispatch == other.dispatch
            && self.on_point == other.on_point
    }
}

impl HasMount for MemoryProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

impl MemoryProps {
    /// The element type of an operand.
    fn type_of(&self, operand: OperandId) -> Dtype {
        // An older picture may have more operands than the inputs now.
        self.types.as_slice().get(operand.position()).copied().unwrap_or(self.dtype)
    }

    /// Whether the types are named, because they differ.
    fn names_types(&self) -> bool {
        self.types.as_slice().iter().any(|&own| own != self.dtype) || self.result_type != self.dtype
    }

    /// The indices of an operand, as the result reads it, that belong to an index of the result: those that agree with it where it has a
    /// number. An element of a matrix product belongs to a row or to a column.
    fn indices_of(&self, operand: OperandId, index: &[u64], element: Option<ElementIndex>) -> Vec<Option<u64>> {
        let operation = &self.operation;
        let batch = operation.alignment().ndim();
        let mut indices: Vec<Option<u64>> = index.iter().take(batch).copied().map(Some).listed();
        if operation.matrices().is_some()
            && let Some([row, column]) = element
        {
            // A vector has one axis, which is the inner one.
            match (operand, operation.core(Some(operand))) {
                (OperandId::A, [Some(_), Some(_)]) => indices.extend([Some(row), None]),
                (OperandId::B, [Some(_), Some(_)]) => indices.extend([None, Some(column)]),
                _ => {}
            }
        }
        indices
    }
}

/// The index of a highlighted cell and, of a matrix product, the row and the column of its element.
type HighlightedCell = Option<(Vec<u64>, ElementIndex)>;

/// A message to the panel.
pub(in crate::ui) enum MemoryMessage {
    /// The diagram shows something else, maybe another highlighted cell.
    Highlighted(DiagramState),
    /// The drawer has this size.
    Resized((f64, f64)),
    /// A pointer is over the slot or the cell of this number of an operand: first slots are counted, then cells.
    Over(OperandId, usize),
    /// The pointer or the focus has left a picture.
    Leave,
    /// The picture of an operand has the focus, or an arrow key was pressed there.
    Walk(OperandId, Option<ArrowDirection>),
}

/// An operand as it is shown.
struct Shown {
    operand: OperandId,
    /// The layout with which the result reads it.
    read: StridedLayout,
    picture: BufferPicture,
    /// The width that it has.
    room: f64,
    /// The number of characters of a text in its cells.
    characters: usize,
}

/// What is highlighted of an operand.
enum Highlighted {
    Nothing,
    /// The cells whose index agrees with these numbers.
    Cells(Vec<Option<u64>>),
    /// What is read from this position.
    Position(u64),
}

/// The panel.
pub(in crate::ui) struct Memory {
    panel: NodeRef,
    /// The size of the drawer.
    size: (f64, f64),
    shown: Vec<Shown>,
    /// What a pointer or a key is at.
    pointed: Option<(OperandId, BufferPlace)>,
    /// Whether a key has moved there: it is then said.
    is_said: bool,
    /// The highlighted cell of the diagram.
    cell: HighlightedCell,
    observer: Option<SizeObserver>,
    _watcher: Watcher,
}

impl ScopedComponent for Memory {
    type Message = MemoryMessage;
    type Properties = MemoryProps;

    fn create(ctx: &ScopedContext<Self>) -> Self {
        let state = ctx.props().state.clone();
        Self {
            panel: NodeRef::default(),
            size: (0.0, 0.0),
            shown: Vec::new(),
            pointed: None,
            is_said: false,
            observer: None,
            cell: highlighted_cell(state.get()),
            _watcher: state.clone().watch(ctx.link().callback(move |()| MemoryMessage::Highlighted(state.get()))),
        }
    }

    fn update(&mut self, ctx: &ScopedContext<Self>, message: MemoryMessage) -> bool {
        let props = ctx.props();
        let is_said = matches!(message, MemoryMessage::Walk(..));
        let pointed = match message {
            MemoryMessage::Highlighted(state) => {
                let cell = highlighted_cell(state);
                if cell == self.cell {
                    return false;
                }
                self.cell = cell;
                self.arrange(props);
                return true;
            }
            MemoryMessage::Resized(size) => {
                self.size = size;
                self.arrange(props);
                return true;
            }
            MemoryMessage::Over(operand, number) => self.place(operand, number).map(|place| (operand, place)),
            MemoryMessage::Leave => None,
            MemoryMessage::Walk(operand, arrow) => self.walk(operand, arrow),
        };
        self.is_said = is_said;
        self.pointed = pointed;
        props.on_point.emit(self.pointed_index(props));
        true
    }

    fn changed(&mut self, ctx: &ScopedContext<Self>, old: &MemoryProps) -> bool {
        if !Rc::ptr_eq(&ctx.props().operation, &old.operation) {
            self.pointed = None;
        }
        self.arrange(ctx.props());
        true
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        html! {
            <div class="memory" ref={self.panel.clone()}>
                { strips(self, ctx) }
                { bars(ctx.props()) }
                { numbers(ctx.props()) }
            </div>
        }
    }

    fn rendered(&mut self, ctx: &ScopedContext<Self>, first: bool) {
        let drawer = || self.panel.cast::<Element>()?.closest(".drawer-body").ok()?;
        if let Some(drawer) = drawer().filter(|_| first) {
            self.observer = SizeObserver::new(drawer, ctx.link().callback(MemoryMessage::Resized));
        }
    }

    fn destroy(&mut self, ctx: &ScopedContext<Self>) {
        ctx.props().on_point.emit(None);
    }
}

impl Memory {
    /// Makes the pictures of the operands.
    fn arrange(&mut self, props: &MemoryProps) {
        let operands = props.operation.operands();
        let (width, height) = (self.size.0 - BESIDE, self.size.1 - AROUND);
        let room = Size::new(width.max(1.0), (height / operands.len() as f64 - WORDS).max(LEAST_HEIGHT));
        self.shown = operands.iter().filter_map(|&operand| self.shown_operand(props, operand, room)).listed();
    }

    /// An operand as it is shown in so much room.
    fn shown_operand(&self, props: &MemoryProps, operand: OperandId, room: Size) -> Option<Shown> {
        let operation = &props.operation;
        let read = operation.whole_stretched(operand)?;
        let length = operation.whole_layout(operand).required_len().unwrap_or(u64::MAX);
        let positions = (0..length.min(LOOKED_AT)).chain(length.saturating_sub(LOOKED_AT)..length);
        let characters =
            |position: u64| value_at(operation, operand, position, VALUE).len().max(position_text(position).len());
        let characters = positions.map(characters).max().unwrap_or(0);
        let highlighted = self.cell.as_ref().map(|(index, element)| props.indices_of(operand, index, Some(*element)));
        let options = BufferOptions { room, characters, length, shown: &highlighted.unwrap_or_default() };
        let picture = BufferPicture::new(&read, &options);
        Some(Shown { operand, read, picture, room: room.w, characters })
    }

    /// The picture of an operand.
    fn picture(&self, operand: OperandId) -> Option<&BufferPicture> {
        Some(&self.shown.iter().find(|shown| shown.operand == operand)?.picture)
    }

    /// The slot or the cell of a number.
    fn place(&self, operand: OperandId, number: usize) -> Option<BufferPlace> {
        let picture = self.picture(operand)?;
        match number.checked_sub(picture.slots.len()) {
            None => picture.slots.get(number)?.position.map(BufferPlace::Slot),
            Some(cell) => picture.cells.get(cell).map(|cell| BufferPlace::Cell(cell.index.clone())),
        }
    }

    /// What an arrow key leads to in the picture of an operand; without one, or from elsewhere, its first element.
    fn walk(&self, operand: OperandId, arrow: Option<ArrowDirection>) -> Option<(OperandId, BufferPlace)> {
        let picture = self.picture(operand)?;
        let place = match (&self.pointed, arrow) {
            (Some((at, from)), Some(arrow)) if *at == operand => picture.next(from, arrow),
            // A pointer is there already.
            (Some((at, from)), None) if *at == operand => from.clone(),
            _ => picture.first()?,
        };
        Some((operand, place))
    }

    /// The index of the result that is pointed at.
    fn pointed_index(&self, props: &MemoryProps) -> Option<Vec<u64>> {
        let Some((_, BufferPlace::Cell(index))) = &self.pointed else { return None };
        Some(index.get(..props.operation.alignment().ndim())?.to_vec())
    }

    /// What is highlighted of an operand: what is pointed at here, else the highlighted cell of the diagram.
    fn highlighted(&self, operand: OperandId, props: &MemoryProps) -> Highlighted {
        let (index, element) = match (&self.pointed, &self.cell) {
            (Some((at, BufferPlace::Slot(position))), _) if *at == operand => return Highlighted::Position(*position),
            (Some((at, BufferPlace::Cell(index))), _) if *at == operand => {
                return Highlighted::Cells(index.iter().copied().map(Some).listed());
            }
            (Some((_, BufferPlace::Cell(index))), _) => (index, None),
            (None, Some((index, element))) => (index, Some(*element)),
            _ => return Highlighted::Nothing,
        };
        Highlighted::Cells(props.indices_of(operand, index, element))
    }
}

/// The index of the highlighted cell and, of a matrix product, the row and the column of its element.
fn highlighted_cell(state: DiagramState) -> HighlightedCell {
    state.highlight.map(|highlight| (highlight.cell.index, state.element))
}

/// The value at a position of an operand's buffer; empty where it is not known.
fn value_at(operation: &Operation, operand: OperandId, position: u64, characters: usize) -> String {
    let value = operation.element(operand, position);
    value.map_or_else(String::new, |value| element_text(operation, operand, value, characters))
}

/// A position, in full where that is short.
fn position_text(position: u64) -> String {
    format_value(i64::try_from(position).map_or(Scalar::Float(position as f64), Scalar::Int), POSITION)
}
