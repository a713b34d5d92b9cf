//! The pictures of the operands, with their steps and the sum that gives a position.

use web_sys::Element;
use yew::prelude::*;

use super::numbers::total;
use super::{Highlighted, Memory, MemoryMessage, MemoryProps, Shown, position_text, value_at};
use crate::i18n::{Label, WorkLabel, WorkMessage, element_name, stride_sum};
use crate::ui::panic_scope::ScopedContext;
use crate::ui::text::{work_label, work_text};
use broadcasting_diagram::{ArrowDirection, BufferPlace, BufferSlot, Number, Point, ReadCell, Rect, axis_mark};
use tensor_broadcasting::lists::Listed;

/// How many steps are listed, and how many elements that read a position.
const STEPS: usize = 6;
const READERS: usize = 3;
/// The attribute with a place of a picture.
const PLACE: &str = "data-place";
/// The room that the steps need beside the picture, and the height of each, in CSS pixels.
const BESIDE: f64 = 350.0;
const STEP: f64 = 20.0;

/// The pictures of all operands.
pub(super) fn strips(memory: &Memory, ctx: &ScopedContext<Memory>) -> Html {
    let props = ctx.props();
    let seen: Vec<(&Shown, Highlighted)> =
        memory.shown.iter().map(|shown| (shown, memory.highlighted(shown, props))).listed();
    let mut sums: Vec<String> = seen.iter().map(|(shown, highlighted)| sum(shown, highlighted, props)).listed();
    let said = if memory.is_said { sums.join(" ") } else { String::new() };
    let hint = props.locale.work_label(WorkLabel::MemoryHint);
    if let Some(first) = sums.first_mut().filter(|first| first.is_empty())
        && seen.iter().all(|(_, highlighted)| matches!(highlighted, Highlighted::Nothing))
    {
        hint.clone_into(first);
    }
    html! {
        <>
            <p class="visually-hidden" id="memory-hint">{ hint }</p>
            <p class="visually-hidden" role="status" aria-live="polite">{ said }</p>
            { for seen.iter().zip(sums).map(|((shown, highlighted), sum)| strip(shown, highlighted, sum, ctx)) }
        </>
    }
}

/// The picture of one operand.
fn strip(shown: &Shown, highlighted: &Highlighted, sum: String, ctx: &ScopedContext<Memory>) -> Html {
    let (props, link, operand) = (ctx.props(), ctx.link(), shown.operand);
    let (operation, locale, own) = (&props.operation, props.locale, props.type_of(shown.operand));
    let (given, stored) = (operation.whole_layout(operand), operation.whole_layout(operand).unique_elements());
    let mut name = format!("{} {}", operation.name(operand), given.shape());
    if given.shape() != shown.read.shape() {
        name = format!("{name} → {}", shown.read.shape());
    }
    let point = {
        let link = link.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some(place) = place_of(&event) {
                link.send_message(MemoryMessage::Point(Some((operand, place))));
            }
        })
    };
    let leave = {
        let link = link.clone();
        Callback::from(move |event: PointerEvent| {
            // What a finger has pointed at stays.
            if event.pointer_type() != "touch" {
                link.send_message(MemoryMessage::Point(None));
            }
        })
    };
    let walk = {
        let link = link.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(arrow) = arrow_of(&event) {
                event.prevent_default();
                link.send_message(MemoryMessage::Walk(operand, arrow));
            }
        })
    };
    let picture = &shown.picture;
    let [w, h] = [picture.size.w, picture.size.h].map(|length| Number(length).to_string());
    let cells: Vec<bool> = picture.cells.iter().map(|cell| is_highlighted(cell, highlighted)).listed();
    let read = |slot: &BufferSlot| {
        let is_read = |(cell, &is_highlighted): (&ReadCell, &bool)| is_highlighted && cell.position == slot.position;
        slot.position.is_some()
            && (picture.cells.iter().zip(&cells).any(is_read)
                || matches!(*highlighted, Highlighted::Position(at) if slot.position == Some(at)))
    };
    let slots: Vec<bool> = picture.slots.iter().map(read).listed();
    let is_idle = sum == locale.work_label(WorkLabel::MemoryHint);
    html! {
        <div class={classes!("in-memory", operand.name())}>
            <div class="in-memory-head">
                <h3 dir="ltr">{ name.clone() }if props.names_types() { <span class="bytes">{ own.name() }</span> }</h3>
                <p>{ work_label(locale, WorkLabel::MemoryStored) }{ ": " }<b>{ total(&[(stored, own)]) }</b></p>
            </div>
            <div class={classes!("in-memory-body", has_steps_beside(shown).then_some("beside"))}>
                if picture.slots.is_empty() {
                    <p class="no-elements">{ locale.labels().empty }</p>
                } else {
                    <svg class="buffer" width={w.clone()} height={h.clone()} viewBox={format!("0 0 {w} {h}")} tabindex="0" role="group" aria-label={name}
                        aria-describedby="memory-hint" onpointerover={point} onpointerleave={leave} onkeydown={walk}
                        onfocus={link.callback(move |_: FocusEvent| MemoryMessage::Focus(operand))}
                        onblur={link.callback(|_: FocusEvent| MemoryMessage::Point(None))}>
                        <g aria-hidden="true">
                            { for picture.slots.iter().zip(&slots).enumerate().map(|(number, (slot, &is_highlighted))| slot_tile(number, slot, is_highlighted, shown, props)) }
                            { for picture.cells.iter().zip(&cells).enumerate().map(|(number, (cell, &is_highlighted))| cell_tile(number, cell, is_highlighted, shown, props)) }
                            { for picture.folds.iter().map(|&(mark, at)| text("fold", at.moved(0.0, 5.0), mark.to_owned())) }
                            { path(shown, &slots, &cells) }
                        </g>
                    </svg>
                }
                { steps(shown, props) }
            </div>
            <p class={classes!("sum", is_idle.then_some("idle"))} dir="auto">{ sum }</p>
        </div>
    }
}

/// The place that a pointer is at.
fn place_of(event: &PointerEvent) -> Option<BufferPlace> {
    let place = event.target_dyn_into::<Element>()?.closest("[data-place]").ok()??.get_attribute(PLACE)?;
    match (place.strip_prefix('s'), place.strip_prefix('c')) {
        (Some(number), _) => Some(BufferPlace::Slot(number.parse().ok()?)),
        (_, Some(number)) => Some(BufferPlace::Cell(number.parse().ok()?)),
        _ => None,
    }
}

fn arrow_of(event: &KeyboardEvent) -> Option<ArrowDirection> {
    let is_plain = !(event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key());
    match event.key().as_str() {
        _ if !is_plain => None,
        "ArrowLeft" => Some(ArrowDirection::Left),
        "ArrowRight" => Some(ArrowDirection::Right),
        "ArrowUp" => Some(ArrowDirection::Up),
        "ArrowDown" => Some(ArrowDirection::Down),
        _ => None,
    }
}

fn is_highlighted(cell: &ReadCell, highlighted: &Highlighted) -> bool {
    match highlighted {
        Highlighted::Nothing => false,
        Highlighted::Cells(numbers) => {
            numbers.iter().zip(&cell.index).all(|(number, at)| number.is_none_or(|number| number == *at))
        }
        Highlighted::Position(position) => cell.position == Some(*position),
    }
}

/// A slot of the strip: its position, and the value there.
fn slot_tile(number: usize, slot: &BufferSlot, is_highlighted: bool, shown: &Shown, props: &MemoryProps) -> Html {
    let middle = slot.rect.middle();
    let Some(position) = slot.position else { return text("fold", middle.moved(0.0, 5.0), "⋯".to_owned()) };
    let is_read = shown.picture.cells.iter().any(|cell| cell.position == Some(position));
    let class = classes!("tile", if is_read { "stored" } else { "unread" }, is_highlighted.then_some("highlighted"));
    let value = value_at(&props.operation, shown.operand, position, shown.characters);
    html! {
        <g {class} data-place={format!("s{number}")}>
            { rect(slot.rect) }
            { text("position", middle.moved(0.0, if value.is_empty() { 4.0 } else { -5.0 }), position_text(position)) }
            { text("value", middle.moved(0.0, 12.0), value) }
        </g>
    }
}

/// A cell with its value; where that is not known, with the position that it is read from.
fn cell_tile(number: usize, cell: &ReadCell, is_highlighted: bool, shown: &Shown, props: &MemoryProps) -> Html {
    let class =
        classes!("tile", if cell.is_repeated { "repeated" } else { "stored" }, is_highlighted.then_some("highlighted"));
    let at = |position| value_at(&props.operation, shown.operand, position, shown.characters);
    let value = cell.position.map_or_else(String::new, at);
    let middle = cell.rect.middle().moved(0.0, 4.0);
    let written = match cell.position {
        Some(position) if value.is_empty() => text("position", middle, position_text(position)),
        _ => text("value", middle, value),
    };
    html! { <g {class} data-place={format!("c{number}")}>{ rect(cell.rect) }{ written }</g> }
}

fn rect(rect: Rect) -> Html {
    let Rect { x, y, w, h } = rect;
    let [x, y, width, height] = [x, y, w, h].map(|length| Number(length).to_string());
    html! { <rect {x} {y} {width} {height} rx="3" /> }
}

fn text(class: &'static str, at: Point, text: String) -> Html {
    let [x, y] = [at.x, at.y].map(|length| Number(length).to_string());
    html! { <text {class} {x} {y}>{ text }</text> }
}

/// The path from the highlighted element to the first cell that is highlighted with it. There is none where several are highlighted.
fn path(shown: &Shown, slots: &[bool], cells: &[bool]) -> Html {
    let mut highlighted = slots.iter().enumerate().filter(|&(_, &is_highlighted)| is_highlighted);
    let (Some((slot, _)), None) = (highlighted.next(), highlighted.next()) else { return Html::default() };
    let Some(cell) = cells.iter().position(|&is_highlighted| is_highlighted) else { return Html::default() };
    let point = |Point { x, y }: Point| format!("{},{}", Number(x), Number(y));
    let points: Vec<String> = shown.picture.path(slot, cell).into_iter().map(point).listed();
    html! { <polyline class="path" points={points.join(" ")} /> }
}

/// Whether the steps have room at the right of the cells.
fn has_steps_beside(shown: &Shown) -> bool {
    let (picture, cells) = (&shown.picture, shown.picture.cells_size());
    let steps = picture.steps.iter().flatten().count().min(STEPS + 1) as f64 * STEP;
    let room = shown.room - BESIDE;
    picture.size.w <= room || cells.w <= room && steps <= cells.h
}

/// What one step along each axis is in the buffer.
fn steps(shown: &Shown, props: &MemoryProps) -> Html {
    let batch = props.operation.alignment().ndim();
    let strides = shown.read.strides().iter().enumerate();
    let steps: Vec<(usize, u64, _)> =
        strides.zip(&shown.picture.steps).filter_map(|((axis, &stride), step)| Some((axis, stride, (*step)?))).listed();
    let step = |&(axis, stride, step): &(usize, u64, _)| {
        let mark = if axis < batch { axis_mark(batch - 1 - axis) } else { "" };
        html! {
            <li>
                <span class="axis-mark" aria-hidden="true">{ mark }</span>
                { format!(" {} {axis} · ", props.locale.label(Label::Axis)) }
                { work_text(props.locale, WorkMessage::StepAlong(step, stride)) }
            </li>
        }
    };
    let has_more = steps.len() > STEPS;
    html! { <ul class="memory-steps">{ for steps.iter().rev().take(STEPS).map(step) }if has_more { <li>{ "⋯" }</li> }</ul> }
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
            if named.is_empty() && !shown.picture.folds.is_empty() {
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
