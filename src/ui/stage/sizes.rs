//! The sizes on the stage as controls, in the axis table and beside the brackets: a size is changed where it stands, by dragging it, with the wheel,
//! or by keys. It is in the chunk `work`.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, WheelEvent};
use yew::prelude::*;

use crate::diagnostics::{AxisEdit, code_of};
use crate::i18n::{Locale, WorkLabel, WorkMessage};
use crate::state::{Action, HeldSize};
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::{HasMount, Scoped, ScopedComponent, ScopedContext};
use broadcasting_diagram::{
    ChapterKind, Rect, Scene, SizePlace, between_places, bracket_places, insert_places, size_places,
};
use tensor_broadcasting::OperandId;
use tensor_broadcasting::library::Library;

/// The least width and height of a control, in CSS pixels (WCAG 2.2, 2.5.8).
const TARGET: f64 = 24.0;
/// The space beside a control on each side, in CSS pixels: neighbours do not touch.
const APART: f64 = 1.0;
/// The class of a place between two sizes.
const BETWEEN: &str = "insert between";
/// By how many CSS pixels a size is dragged for one more.
const STEP: f64 = 14.0;
/// The largest size that is dragged or typed here.
const LARGEST: u64 = 9_999;
/// How many more a key for a page is.
const PAGE: i64 = 10;
/// A digit follows another one within this time, in milliseconds.
const FOLLOWS: f64 = 1_200.0;

/// What the sizes are rendered with.
pub(in crate::ui) struct SizesProps<'a> {
    pub(in crate::ui) scene: &'a Scene,
    /// The chapter that is shown, and whether a time within it may be shown.
    pub(in crate::ui) chapter: usize,
    pub(in crate::ui) moves: bool,
    /// The sizes that can be changed.
    pub(in crate::ui) held: &'a [HeldSize],
    /// Whether one of them is held now: then none goes away, however small the table is meanwhile.
    pub(in crate::ui) is_held: bool,
    pub(in crate::ui) library: Library,
    pub(in crate::ui) locale: Locale,
    pub(in crate::ui) dispatch: &'a Callback<Action>,
    pub(in crate::ui) mount: &'a Mount,
}

/// The controls over the axis table of a scene.
pub(in crate::ui) fn sizes(props: &SizesProps<'_>) -> Html {
    let (scene, chapter) = (props.scene, props.chapter);
    let operation = scene.operation();
    let alignment = operation.alignment();
    // While the shapes line up, their sizes are on their way.
    let kind = scene.story().chapters().get(chapter).map(|chapter| chapter.kind);
    let slides = alignment.operands().iter().any(|&operand| alignment.missing(operand) > 0);
    if props.moves && slides && matches!(kind, Some(ChapterKind::Operands | ChapterKind::Align)) {
        return Html::default();
    }
    let control = |place: SizePlace, is_bracket: bool| {
        let SizePlace { operand, axis, .. } = place;
        let name: Rc<str> = operation.name(operand).into();
        let named = alignment.missing(operand) + axis;
        let key = format!("{}{axis}{is_bracket}", operand.name());
        let (locale, dispatch, mount) = (props.locale, props.dispatch.clone(), props.mount.clone());
        html! { <Scoped<SizeControl> {key} place={place} {name} {named} {is_bracket} {locale} {dispatch} {mount} /> }
    };
    let is_held = |place: &SizePlace| props.held.contains(&(place.operand, place.axis));
    let ends = |operand: OperandId| {
        let ids = operation.operands();
        [ids.first(), ids.last()].map(|id| id == Some(&operand))
    };
    let places: Vec<SizePlace> = size_places(scene, chapter as f64).into_iter().filter(is_held).collect();
    // Narrow columns have space between them.
    let apart = |two: &[SizePlace]| match two {
        [one, next] if one.operand == next.operand => next.place.middle().x - one.place.middle().x,
        _ => f64::INFINITY,
    };
    let room = places.windows(2).map(apart).fold(f64::INFINITY, f64::min);
    // Where columns are wide enough, an axis can be inserted between two of them.
    let has_between = places.iter().all(|size| size.place.w >= 2.0 * TARGET);
    let beside = if has_between { TARGET / 2.0 } else { APART };
    let sizes = places.iter().filter_map(|size| {
        let whole =
            || props.is_held.then(|| size.place.grown((TARGET - size.place.w.min(size.place.h)).max(0.0) / 2.0));
        let place = touchable(widened(size.place, room), beside, ends(size.operand)).or_else(whole)?;
        Some(SizePlace { place, ..*size })
    });
    let slot = |(operand, axis, place): (OperandId, usize, Rect), class: &'static str| {
        let name = operation.name(operand);
        let ndim = operation.whole_shape(operand).ndim();
        let code = code_of(&[AxisEdit::Insert { axis, count: 1 }], props.library, name, ndim);
        let title = props.locale.work_message(WorkMessage::InsertAxis(name, &code));
        let insert = props.dispatch.reform(move |_: MouseEvent| Action::SetAxis(operand, axis, true));
        html! {
            <Scoped<Placed> key={format!("{} {axis}", operand.name())} {place} mount={props.mount.clone()}>
                // One between two sizes is for a pointer; who uses keys has a key of the size before it.
                <button type="button" {class} onclick={insert} aria-label={title.clone()} {title}
                    tabindex={(class == BETWEEN).then_some("-1")}>{ "1" }</button>
            </Scoped<Placed>>
        }
    };
    // A new size is written as the first one is.
    let can_change = |operand: OperandId| props.held.contains(&(operand, 0));
    let in_front = insert_places(scene, chapter as f64).into_iter().filter_map(|(operand, place)| {
        let place = touchable(widened(place, room), APART, ends(operand)).filter(|_| can_change(operand))?;
        Some(slot((operand, 0, place), "insert"))
    });
    let between = between_places(scene, chapter as f64).into_iter().filter_map(|(operand, axis, edge)| {
        let place = Rect { x: edge.x - TARGET / 2.0, w: TARGET, ..edge };
        let place = touchable(place, 0.0, ends(operand)).filter(|_| has_between && can_change(operand))?;
        Some(slot((operand, axis, place), BETWEEN))
    });
    let brackets = bracket_places(scene, chapter as f64).into_iter().filter(is_held);
    html! {
        <div class="sizes">
            { for sizes.map(|place| control(place, false)) }
            { for in_front }
            { for between }
            { for brackets.map(|place| control(place, true)) }
        </div>
    }
}

/// The properties of what stands at a place of the stage.
#[derive(Properties, PartialEq)]
struct PlacedProps {
    place: Rect,
    mount: Mount,
    children: Html,
}

impl HasMount for PlacedProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

/// What stands at a place of the stage.
struct Placed {
    element: NodeRef,
    /// The place that its styles say.
    place: Option<Rect>,
}

impl ScopedComponent for Placed {
    type Message = ();
    type Properties = PlacedProps;

    fn create(_: &ScopedContext<Self>) -> Self {
        Self { element: NodeRef::default(), place: None }
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        html! { <div class="held-size" ref={self.element.clone()}>{ ctx.props().children.clone() }</div> }
    }

    fn rendered(&mut self, ctx: &ScopedContext<Self>, _: bool) {
        let Some(element) = self.element.cast::<HtmlElement>() else { return };
        let place = ctx.props().place;
        if self.place.replace(place) == Some(place) {
            return;
        }
        let Rect { x, y, w, h } = place;
        for (name, length) in [("left", x), ("top", y), ("width", w), ("height", h)] {
            // A strict policy forbids an attribute `style`. A valid name does not fail.
            _ = element.style().set_property(name, &format!("{length}px"));
        }
    }
}

/// Lets the caption keep its height while a size has the focus: what is said of each step lies over the stage, which stays as it is.
fn hold_caption(event: &FocusEvent, holds: bool) {
    let view = event.target_dyn_into::<Element>().and_then(|target| target.closest(".diagram-view").ok().flatten());
    let Some(view) = view.and_then(|view| view.dyn_into::<HtmlElement>().ok()) else { return };
    let caption = view.query_selector(".caption").ok().flatten().filter(|_| holds);
    let height = caption.map_or_else(String::new, |caption| format!("{}px", caption.client_height()));
    // A valid name does not fail. An empty value takes it away.
    _ = view.style().set_property("--held-caption", &height);
}

/// A place that is as wide as a control has to be, where there is so much room in its row.
fn widened(place: Rect, room: f64) -> Rect {
    let w = place.w.max((TARGET + 2.0 * APART).min(room));
    Rect { x: place.middle().x - w / 2.0, w, ..place }
}

/// The place of a control that is large enough, with so much space beside it on each side, where its row or its neighbours leave room: the rows of the first and of the last operand have
/// room beyond the others. `None` in a table that is too small: the fields have the same sizes.
fn touchable(Rect { x, y, w, h }: Rect, beside: f64, [is_first, is_last]: [bool; 2]) -> Option<Rect> {
    let (x, w) = (x + beside, w - 2.0 * beside);
    let more = (TARGET - h).max(0.0);
    let fits = w >= TARGET && (more == 0.0 || is_first || is_last);
    let y = if is_first { y - more } else { y };
    fits.then_some(Rect { x, y, w, h: h + more })
}

/// The properties of a control.
#[derive(Properties, PartialEq)]
struct SizeControlProps {
    place: SizePlace,
    /// The name of the operand.
    name: Rc<str>,
    /// The axis of the aligned result that its words name.
    named: usize,
    /// Whether it stands beside a bracket. That one is for a pointer: it takes hold of the size in the axis table, which has its name and its keys.
    is_bracket: bool,
    locale: Locale,
    dispatch: Callback<Action>,
    mount: Mount,
}

impl HasMount for SizeControlProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

/// What is done to a control.
enum SizeMessage {
    Down(PointerEvent),
    Move(PointerEvent),
    Up,
    Key(KeyboardEvent),
    /// So many more.
    Step(i64),
    LetGo,
}

/// A control: a size of an operand.
struct SizeControl {
    node: NodeRef,
    /// Where a drag began, and with which size.
    drag: Option<([i32; 2], u64)>,
    /// The time at which the last digit was typed.
    typed: f64,
    wheel: Option<EventListener>,
}

impl ScopedComponent for SizeControl {
    type Message = SizeMessage;
    type Properties = SizeControlProps;

    fn create(_: &ScopedContext<Self>) -> Self {
        Self { node: NodeRef::default(), drag: None, typed: f64::NEG_INFINITY, wheel: None }
    }

    fn update(&mut self, ctx: &ScopedContext<Self>, message: SizeMessage) -> bool {
        let size = ctx.props().place.size;
        match message {
            SizeMessage::Down(event) => {
                if let Some(element) = self.node.cast::<Element>() {
                    // Without it the pointer has to stay on the size.
                    _ = element.set_pointer_capture(event.pointer_id());
                    self.focus(ctx.props(), &element);
                }
                self.drag = Some(([event.client_x(), event.client_y()], size));
            }
            SizeMessage::Move(event) => {
                if let Some(([x, y], from)) = self.drag.filter(|_| event.buttons() == 1) {
                    let way = f64::from(event.client_x() - x) - f64::from(event.client_y() - y);
                    self.set(ctx, from as i64 + (way / STEP).round() as i64);
                }
            }
            SizeMessage::Up => {
                self.drag = None;
                ctx.props().dispatch.emit(Action::LetGo);
            }
            SizeMessage::Key(event) => self.key(ctx, &event),
            SizeMessage::Step(more) => self.set(ctx, size as i64 + more),
            SizeMessage::LetGo => {
                (self.drag, self.typed) = (None, f64::NEG_INFINITY);
                ctx.props().dispatch.emit(Action::LetGo);
            }
        }
        false
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        let SizeControlProps { place, name, named, locale, is_bracket, .. } = ctx.props();
        let label = locale.work_message(WorkMessage::SizeOfAxis(name, place.axis));
        let link = ctx.link();
        let on = |message: fn(PointerEvent) -> SizeMessage| link.callback(message);
        let step = |more: i64| link.callback(move |_: MouseEvent| SizeMessage::Step(more));
        if *is_bracket {
            return html! {
                <Scoped<Placed> place={place.place} mount={ctx.props().mount.clone()}>
                    <div ref={self.node.clone()} class="of-bracket" data-size={size_name(place)} data-named={named.to_string()} title={locale.work_label(WorkLabel::HoldHint)}
                        onmousedown={Callback::from(|event: MouseEvent| event.prevent_default())}
                        onpointerdown={on(SizeMessage::Down)} onpointermove={on(SizeMessage::Move)}
                        onpointerup={on(|_| SizeMessage::Up)} onpointercancel={on(|_| SizeMessage::Up)} />
                </Scoped<Placed>>
            };
        }
        html! {
            <Scoped<Placed> place={place.place} mount={ctx.props().mount.clone()}>
                <div ref={self.node.clone()} role="spinbutton" data-size={size_name(place)} data-named={named.to_string()} tabindex="0" aria-label={label} aria-valuenow={place.size.to_string()}
                    aria-valuemin="0" title={locale.work_label(WorkLabel::HoldHint)}
                    onpointerdown={on(SizeMessage::Down)} onpointermove={on(SizeMessage::Move)}
                    onpointerup={on(|_| SizeMessage::Up)} onpointercancel={on(|_| SizeMessage::Up)}
                    onkeydown={link.callback(SizeMessage::Key)} onfocus={Callback::from(|event: FocusEvent| hold_caption(&event, true))}
                    onblur={link.callback(|event: FocusEvent| {
                        hold_caption(&event, false);
                        SizeMessage::LetGo
                    })} />
                // For a finger; who uses a screen reader has the size itself.
                <button type="button" tabindex="-1" aria-hidden="true" onclick={step(-1)}>{ "−" }</button>
                <button type="button" tabindex="-1" aria-hidden="true" onclick={step(1)}>{ "+" }</button>
            </Scoped<Placed>>
        }
    }

    fn rendered(&mut self, ctx: &ScopedContext<Self>, first: bool) {
        // The control may move away from the pointer while its size changes.
        let stage =
            self.node.cast::<Element>().filter(|_| first).and_then(|node| node.closest(".viewport").ok().flatten());
        let Some(stage) = stage else { return };
        let link = ctx.link().clone();
        let focused = self.node.clone();
        let options = EventListenerOptions::enable_prevent_default();
        self.wheel = Some(EventListener::new_with_options(&stage, "wheel", options, move |event| {
            let is_focused =
                focused.cast::<Element>().is_some_and(|element| element.matches(":focus").unwrap_or(false));
            if let Some(wheel) = event.dyn_ref::<WheelEvent>().filter(|_| is_focused) {
                wheel.prevent_default();
                link.send_message(SizeMessage::Step(if wheel.delta_y() < 0.0 { 1 } else { -1 }));
            }
        }));
    }
}

/// The name of a size in the attribute `data-size`.
fn size_name(place: &SizePlace) -> String {
    format!("{}{}", place.operand.name(), place.axis)
}

impl SizeControl {
    /// Gives the focus to the control of the size in the axis table, if it is there.
    fn focus(&self, props: &SizeControlProps, own: &Element) {
        let control = if props.is_bracket {
            let selector = format!("[role][data-size={}]", size_name(&props.place));
            own.closest(".sizes").ok().flatten().and_then(|sizes| sizes.query_selector(&selector).ok().flatten())
        } else {
            Some(own.clone())
        };
        if let Some(control) = control.and_then(|control| control.dyn_into::<HtmlElement>().ok()) {
            // An element of a page can be focused.
            _ = control.focus();
        }
    }

    /// Sets the size; by dragging and by steps it stays at least 1.
    fn set(&self, ctx: &ScopedContext<Self>, size: i64) {
        self.set_to(ctx, size.clamp(1, LARGEST as i64).unsigned_abs());
    }

    fn set_to(&self, ctx: &ScopedContext<Self>, size: u64) {
        let SizeControlProps { place, dispatch, .. } = ctx.props();
        if size != place.size {
            dispatch.emit(Action::SetSize((place.operand, place.axis), size));
        }
    }

    fn key(&mut self, ctx: &ScopedContext<Self>, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let SizeControlProps { place, dispatch, .. } = ctx.props();
        let (size, now, key) = (place.size, place.size as i64, event.key());
        match key.as_str() {
            "ArrowUp" | "ArrowRight" => self.set(ctx, now + 1),
            "ArrowDown" | "ArrowLeft" => self.set(ctx, now - 1),
            "PageUp" => self.set(ctx, now + PAGE),
            "PageDown" => self.set(ctx, now - PAGE),
            "Home" => self.set(ctx, 1),
            "Delete" | "Backspace" => dispatch.emit(Action::SetAxis(place.operand, place.axis, false)),
            "," => dispatch.emit(Action::SetAxis(place.operand, place.axis + 1, true)),
            "Enter" | "Escape" => {
                if let Some(element) = self.node.cast::<HtmlElement>() {
                    // It has the focus.
                    _ = element.blur();
                }
            }
            _ => {
                let Some(digit) = key.parse::<u64>().ok().filter(|digit| *digit < 10) else { return };
                let follows = event.time_stamp() - self.typed < FOLLOWS;
                self.typed = event.time_stamp();
                self.set_to(ctx, if follows { (size * 10 + digit).min(LARGEST) } else { digit });
            }
        }
        event.prevent_default();
    }
}
