//! The pictures of the operands, with their steps and the sum that gives a position.

use web_sys::Element;
use yew::prelude::*;

use super::numbers::total;
use super::{Highlighted, Memory, MemoryMessage, MemoryProps, Shown, position_text, value_at};
use crate::i18n::{Label, WorkLabel, WorkMessage, element_name, stride_sum};
use crate::ui::host::panic_scope::ScopedContext;
use crate::ui::parts::elements::{element, line};
use crate::ui::parts::text::static_text;
use broadcasting_diagram::{ArrowDirection, Number, Point, ReadCell, Rect, axis_mark};
use tensor_broadcasting::lists::Listed;

/// How many steps are listed, and how many elements that read a position.
const STEPS: usize = 6;
const READERS: usize = 3;
/// The room that the steps need beside the picture, and the height of each, in CSS pixels.
const BESIDE: f64 = 350.0;
const STEP: f64 = 20.0;

/// The pictures of all operands.
pub(super) fn strips(memory: &Memory, ctx: &ScopedContext<Memory>) -> Html {
    let props = ctx.props();
    let hint = props.locale.work_label(WorkLabel::MemoryHint);
    let mut seen: Vec<(&Shown, Highlighted, String)> = memory
        .shown
        .iter()
        .map(|shown| {
            let highlighted = memory.highlighted(shown.operand, props);
            let sum = sum(shown, &highlighted, props);
            (shown, highlighted, sum)
        })
        .listed();
    let said = seen.iter().filter(|_| memory.is_said).map(|(.., sum)| sum.as_str()).listed().join(" ");
    let is_idle = seen.iter().all(|(_, highlighted, _)| matches!(highlighted, Highlighted::Nothing));
    if let Some((.., sum)) = seen.first_mut().filter(|_| is_idle) {
        hint.clone_into(sum);
    }
    html! {
        <>
            <p class="visually-hidden" id="memory-hint">{ static_text(hint) }</p>
            <p class="visually-hidden" role="status" aria-live="polite">{ said }</p>
            { for seen.into_iter().map(|(shown, highlighted, sum)| strip(shown, &highlighted, sum, ctx)) }
        </>
    }
}

/// The picture of one operand.
fn strip(shown: &Shown, highlighted: &Highlighted, sum: String, ctx: &ScopedContext<Memory>) -> Html {
    let (props, operand) = (ctx.props(), shown.operand);
    let (operation, locale, own) = (&props.operation, props.locale, props.type_of(operand));
    let given = operation.whole_layout(operand);
    let mut name = format!("{} {}", operation.name(operand), given.shape());
    if given.shape() != shown.read.shape() {
        name = [&name, " → ", &shown.read.shape().to_string()].concat();
    }
    if props.names_types() {
        name = [&name, " ", own.name()].concat();
    }
    let stored = [locale.work_label(WorkLabel::MemoryStored), ": ", &total(&[(given.unique_elements(), own)])].concat();
    let head = element("div", "in-memory-head", vec![line("h3", "", name.clone()), line("p", "", stored)]);
    let steps = steps(shown, props).into_iter().map(|step| line("li", "", step)).listed();
    let steps = element("ul", "memory-steps", steps);
    let picture = picture(shown, highlighted, name, ctx);
    let body = if has_steps_beside(shown) { "in-memory-body beside" } else { "in-memory-body" };
    let class = ["in-memory a", "in-memory b", "in-memory c"][operand.position()];
    element("div", class, vec![head, element("div", body, vec![picture, steps]), line("p", "sum", sum)])
}

/// The strip and the cells of an operand.
fn picture(shown: &Shown, highlighted: &Highlighted, name: String, ctx: &ScopedContext<Memory>) -> Html {
    let (picture, link, operand) = (&shown.picture, ctx.link(), shown.operand);
    if picture.slots.is_empty() {
        return line("p", "no-elements", ctx.props().locale.labels().empty.to_owned());
    }
    let [w, h] = [picture.size.w, picture.size.h].map(|length| Number(length).to_string());
    let view = ["0 0 ", &w, " ", &h].concat();
    html! {
        <svg class="buffer" width={w} height={h} viewBox={view} tabindex="0" role="group" aria-label={name} aria-describedby="memory-hint"
            onpointerover={link.batch_callback(move |event: PointerEvent| Some(MemoryMessage::Over(operand, number_of(&event)?)))}
            // What a finger has pointed at stays.
            onpointerleave={link.batch_callback(|event: PointerEvent| (event.pointer_type() != "touch").then_some(MemoryMessage::Leave))}
            onkeydown={link.batch_callback(move |event: KeyboardEvent| Some(MemoryMessage::Walk(operand, Some(arrow_of(&event)?))))}
            onfocus={link.callback(move |_: FocusEvent| MemoryMessage::Walk(operand, None))}
            onblur={link.callback(|_: FocusEvent| MemoryMessage::Leave)}>
            { tiles(shown, highlighted, ctx.props()) }
        </svg>
    }
}

/// The number of the slot or of the cell that a pointer is over.
fn number_of(event: &PointerEvent) -> Option<usize> {
    let tile = event.target_dyn_into::<Element>()?.closest("[data-place]").ok()??;
    tile.get_attribute("data-place")?.parse().ok()
}

/// The direction of an arrow key. The browser does nothing else with it.
fn arrow_of(event: &KeyboardEvent) -> Option<ArrowDirection> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() {
        return None;
    }
    let arrow = match event.key().as_str() {
        "ArrowLeft" => ArrowDirection::Left,
        "ArrowRight" => ArrowDirection::Right,
        "ArrowUp" => ArrowDirection::Up,
        "ArrowDown" => ArrowDirection::Down,
        _ => return None,
    };
    event.prevent_default();
    Some(arrow)
}

/// What is drawn: the slots of the strip, the cells, the marks of folds, and the path from the highlighted element to the first cell that is
/// highlighted with it. There is no path where several elements are highlighted.
fn tiles(shown: &Shown, highlighted: &Highlighted, props: &MemoryProps) -> Html {
    let picture = &shown.picture;
    let mut tiles = Vec::new();
    let is_highlighted = |cell: &ReadCell| match highlighted {
        Highlighted::Nothing => false,
        Highlighted::Cells(numbers) => {
            numbers.iter().zip(&cell.index).all(|(number, at)| number.is_none_or(|number| number == *at))
        }
        Highlighted::Position(position) => cell.position == Some(*position),
    };
    let value = |position: u64| value_at(&props.operation, shown.operand, position, shown.characters);
    let mut found = Vec::new();
    for (number, slot) in picture.slots.iter().enumerate() {
        let middle = slot.rect.middle();
        let Some(position) = slot.position else {
            tiles.push(text("fold", middle, 5.0, "⋯".to_owned()));
            continue;
        };
        let mut readers = picture.cells.iter().filter(|cell| cell.position == slot.position).peekable();
        let kind = if readers.peek().is_some() { Kind::Stored } else { Kind::Unread };
        let is_found =
            readers.any(is_highlighted) || matches!(*highlighted, Highlighted::Position(at) if at == position);
        if is_found {
            found.push(number);
        }
        let value = value(position);
        let rise = if value.is_empty() { 4.0 } else { -5.0 };
        let texts = [text("position", middle, rise, position_text(position)), text("value", middle, 12.0, value)];
        tiles.push(tile(kind, is_found, number, slot.rect, texts.into()));
    }
    for (number, cell) in picture.cells.iter().enumerate() {
        let kind = if cell.is_repeated { Kind::Repeated } else { Kind::Stored };
        let written = cell.position.map_or_else(String::new, value);
        // Where a value is not known, the position is written.
        let written = match cell.position {
            Some(position) if written.is_empty() => text("position", cell.rect.middle(), 4.0, position_text(position)),
            _ => text("value", cell.rect.middle(), 4.0, written),
        };
        tiles.push(tile(kind, is_highlighted(cell), picture.slots.len() + number, cell.rect, vec![written]));
    }
    tiles.extend(picture.folds.iter().map(|&(mark, at)| text("fold", at, 5.0, mark.to_owned())));
    let mut points = String::new();
    if let ([slot], Some(cell)) = (found.as_slice(), picture.cells.iter().position(is_highlighted)) {
        for Point { x, y } in picture.path(*slot, cell) {
            points.push_str(&format!("{},{} ", Number(x), Number(y)));
        }
    }
    html! { <><g aria-hidden="true">{ for tiles }</g><polyline class="path" {points} /></> }
}

/// What a tile is: a slot or a cell whose element has its own position, a cell that repeats one, or a slot that no drawn cell reads.
#[derive(Clone, Copy)]
enum Kind {
    Stored,
    Repeated,
    Unread,
}

/// A rectangle with texts. `number` counts the slots and then the cells.
fn tile(kind: Kind, is_highlighted: bool, number: usize, rect: Rect, texts: Vec<Html>) -> Html {
    const CLASSES: [[&str; 2]; 3] = [
        ["tile stored", "tile stored highlighted"],
        ["tile repeated", "tile repeated highlighted"],
        ["tile unread", "tile unread highlighted"],
    ];
    let class = CLASSES[kind as usize][usize::from(is_highlighted)];
    let [x, y, width, height] = [rect.x, rect.y, rect.w, rect.h].map(|length| Number(length).to_string());
    html! { <g {class} data-place={number.to_string()}><rect {x} {y} {width} {height} rx="3" />{ for texts }</g> }
}

fn text(class: &'static str, middle: Point, below: f64, text: String) -> Html {
    let [x, y] = [middle.x, middle.y + below].map(|length| Number(length).to_string());
    html! { <text {class} {x} {y}>{ text }</text> }
}

/// Whether the steps have room at the right of the cells.
fn has_steps_beside(shown: &Shown) -> bool {
    let (picture, cells) = (&shown.picture, shown.picture.cells_size());
    let steps = picture.steps.iter().flatten().count().min(STEPS + 1) as f64 * STEP;
    let room = shown.room - BESIDE;
    picture.size.w <= room || cells.w <= room && steps <= cells.h
}

/// What one step along each axis is in the buffer, the last axis first.
fn steps(shown: &Shown, props: &MemoryProps) -> Vec<String> {
    let batch = props.operation.alignment().ndim();
    let mut texts = Vec::new();
    for (axis, &stride) in shown.read.strides().iter().enumerate().rev() {
        let Some(step) = shown.picture.steps[axis] else { continue };
        if texts.len() == STEPS {
            texts.push("⋯".to_owned());
            break;
        }
        let mark = axis_mark(batch.checked_sub(axis + 1).unwrap_or(usize::MAX));
        let step = props.locale.work_message(WorkMessage::StepAlong(step, stride));
        texts.push(format!("{mark} {} {axis} · {step}", props.locale.label(Label::Axis)));
    }
    texts
}

/// How the position of the highlighted cell is computed, or which elements of the result read the highlighted position.
fn sum(shown: &Shown, highlighted: &Highlighted, props: &MemoryProps) -> String {
    let (operation, read, locale) = (&props.operation, &shown.read, props.locale);
    let name = operation.name(shown.operand);
    let is_product = operation.matrices().is_some();
    match highlighted {
        Highlighted::Nothing => String::new(),
        Highlighted::Cells(numbers) => {
            let index: Vec<u64> = numbers.iter().copied().flatten().listed();
            if index.len() != read.shape().ndim() {
                return String::new();
            }
            let sum = stride_sum(&index, read.strides(), read.offset(&index));
            if is_product {
                // Its elements are read for several elements of the result.
                format!("{}: {sum}", element_name(name, &index))
            } else {
                locale.work_message(WorkMessage::ReadsAt(&element_name("out", &index), name, &sum))
            }
        }
        Highlighted::Position(position) => {
            let cells = &shown.picture.cells;
            let readers = cells.iter().filter(|cell| cell.position == Some(*position));
            let of = if is_product { name } else { "out" };
            let mut named: Vec<String> = readers.take(READERS).map(|cell| element_name(of, &cell.index)).listed();
            let repeats = read.shape().iter().zip(read.strides()).filter(|&(_, &stride)| stride == 0);
            let times = repeats.fold(1_u64, |times, (&size, _)| times.saturating_mul(size));
            if named.is_empty() && read.shape().numel() != Some(cells.len() as u64) {
                // A cell that is not drawn may read it.
                return String::new();
            }
            if !named.is_empty() && times > named.len() as u64 {
                named.push("⋯".to_owned());
            }
            locale.work_message(WorkMessage::ReadFor(name, *position, &named.join(", ")))
        }
    }
}
