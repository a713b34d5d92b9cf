//! The transport: back, play, forward, the scrubber with the chapter marks, speed and other settings of the playback.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement};
use yew::AttrValue;
use yew::prelude::*;

use super::diagram_box::NodeRefs;
use super::menu::focus;
use super::text::{dispatching, label, message_attr, name, select, text};
use super::work::WORK;
use crate::i18n::{Label, Locale, Message};
use crate::state::Action;
use broadcasting_diagram::{Blocks, Chapter, Story};
use tensor_broadcasting::Operation;

/// The speeds that are offered.
const SPEEDS: [f64; 6] = [0.5, 0.75, 1.0, 1.5, 2.0, 3.0];
/// Their names.
const SPEED_NAMES: [&str; 6] = ["0.5×", "0.75×", "1×", "1.5×", "2×", "3×"];

/// The positions of the scrubber in one chapter.
const SCRUBBER_STEPS: f64 = 100.0;
/// The first position of the scrubber. The first chapter has no motion, but a mark as wide as each other one.
const SCRUBBER_START: &str = "-100";

/// The largest numbers of chapters of a short and of a medium story. The more chapters, the wider the row has to be for their
/// names.
const SHORT_STORY: usize = 4;
const MEDIUM_STORY: usize = 7;

/// The position of the scrubber at a time in chapters.
pub(super) fn scrubber_position(t: f64) -> u32 {
    (t * SCRUBBER_STEPS).round() as u32
}

/// The time in chapters at a position of the scrubber.
pub(super) fn scrubber_time(position: f64) -> f64 {
    position / SCRUBBER_STEPS
}

/// Where a story is, and how it plays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Playback {
    /// The current chapter, counted from 0.
    pub chapter: usize,
    /// Whether the story plays.
    pub playing: bool,
    /// Whether it was paused in the current chapter.
    pub paused: bool,
    /// Whether the first chapter waits for the reader to play the story.
    pub waits_for_play: bool,
    /// The speed at which it plays.
    pub speed: f64,
    /// Whether the story starts again after its end.
    pub looping: bool,
    /// Whether the gradient is wanted; `None` where there is none.
    pub gradient: Option<bool>,
    /// Whether the visualizer fills the screen.
    pub presenting: bool,
}

/// What the transport shows, and where its actions go.
pub(super) struct TransportProps<'a> {
    pub(super) operation: &'a Operation,
    pub(super) story: &'a Story,
    pub(super) playback: Playback,
    /// How blocks are drawn; `None` where there are no blocks.
    pub(super) blocks: Option<Blocks>,
    pub(super) locale: Locale,
    pub(super) dispatch: &'a Callback<Action>,
}

/// The transport. `on_scrub` is called with a position of the scrubber, `on_chapter` with a chapter that was chosen.
pub(super) fn transport(
    props: &TransportProps<'_>,
    nodes: &NodeRefs,
    on_scrub: &Callback<f64>,
    on_chapter: &Callback<usize>,
) -> Html {
    let (chapter, last, dispatch, locale) = (props.playback.chapter, props.story.last(), props.dispatch, props.locale);
    let (play_class, play_name, play) = match (props.playback.playing, chapter == last && !props.playback.paused) {
        (true, _) => ("icon main pause", Label::Pause, Action::Pause),
        (false, true) => ("icon main replay", Label::Replay, Action::Play),
        (false, false) => ("icon main play", Label::Play, Action::Play),
    };
    let length = match last + 1 {
        count if count <= SHORT_STORY => "short",
        count if count <= MEDIUM_STORY => "medium",
        _ => "long",
    };
    html! {
        <div class={classes!("transport", length)} part="transport" role="group" aria-label={name(locale, Label::Transport)}
            onclick={focus_after_pointer(&nodes.frame)}>
            { button("icon back", Label::PreviousChapter, Action::StepChapters(-1), chapter == 0, dispatch, locale) }
            { button(play_class, play_name, play, false, dispatch, locale) }
            { button("icon forward", Label::NextChapter, Action::StepChapters(1), chapter == last, dispatch, locale) }
            { track(props, nodes, on_scrub, on_chapter) }
            { chapter_menu(props, on_chapter) }
            { speed_choice(props) }
            { settings_menu(props) }
            { present_button(props) }
        </div>
    }
}

/// The scrubber over the bars of the chapters, with the chapters' names under them.
fn track(props: &TransportProps<'_>, nodes: &NodeRefs, on_scrub: &Callback<f64>, on_chapter: &Callback<usize>) -> Html {
    let (chapter, last, locale) = (props.playback.chapter, props.story.last(), props.locale);
    let scrub =
        on_scrub.reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value_as_number());
    let current = &props.story.chapters()[chapter];
    let position = message_attr(locale, Message::ChapterPosition(chapter + 1, last + 1, current, props.operation));
    let marks = props.story.chapters().iter().enumerate().map(|(number, at)| {
        let class = match number.cmp(&chapter) {
            std::cmp::Ordering::Less => "mark past",
            std::cmp::Ordering::Equal => "mark now",
            std::cmp::Ordering::Greater => "mark next",
        };
        html! { <li {class}><span class="bar" />{ chapter_button("name", props, (number, at), on_chapter) }</li> }
    });
    html! {
        <div class="track">
            <input part="scrubber" ref={nodes.scrubber.clone()} type="range" min={SCRUBBER_START}
                max={scrubber_position(last as f64).to_string()} step="1" oninput={scrub}
                aria-label={name(locale, Label::PlaybackPosition)} aria-valuetext={position} />
            <ol class="marks" ref={nodes.marks.clone()} aria-label={name(locale, Label::Chapters)}>{ for marks }</ol>
        </div>
    }
}

/// The number of the current chapter, which opens the list of all of them: for a row that is too narrow for names.
fn chapter_menu(props: &TransportProps<'_>, on_chapter: &Callback<usize>) -> Html {
    let locale = props.locale;
    html! {
        <details class="menu chapters">
            <summary title={name(locale, Label::Chapters)}>
                { format!("{}/{}", props.playback.chapter + 1, props.story.last() + 1) }
                <span class="visually-hidden">{ label(locale, Label::Chapters) }</span>
            </summary>
            { for WORK.get().map(|work| (work.chapter_list)(props, on_chapter)) }
        </details>
    }
}

/// The list that the number of the chapter opens. It is in the chunk `work`.
pub(super) fn chapter_list(props: &TransportProps<'_>, on_chapter: &Callback<usize>) -> Html {
    let chapters = props.story.chapters().iter().enumerate();
    let items = chapters.map(|chapter| html! { <li>{ chapter_button("item", props, chapter, on_chapter) }</li> });
    html! { <ol class="menu-body">{ for items }</ol> }
}

/// A button with the number and the name of a chapter, which shows that chapter.
fn chapter_button(
    class: &'static str,
    props: &TransportProps<'_>,
    (number, chapter): (usize, &Chapter),
    on_chapter: &Callback<usize>,
) -> Html {
    let onclick = on_chapter.reform(move |_: MouseEvent| number);
    let current = (number == props.playback.chapter).then_some("step");
    let title = message_attr(props.locale, Message::ChapterTitle(chapter, props.operation));
    html! {
        <button type="button" {class} {onclick} {title} aria-current={current}>
            <span class="number">{ number + 1 }</span>{ " " }{ text(props.locale, Message::ChapterName(chapter, props.operation)) }
        </button>
    }
}

/// The menu of speeds.
fn speed_choice(props: &TransportProps<'_>) -> Html {
    let chosen = SPEEDS.iter().position(|&speed| speed == props.playback.speed).unwrap_or(2);
    let names = SPEED_NAMES.map(AttrValue::Static);
    select(name(props.locale, Label::Speed), "speed", &names, chosen, props.dispatch, |chosen| {
        SPEEDS.get(chosen).copied().map(Action::SetSpeed)
    })
}

/// The button that opens the settings of the playback.
fn settings_menu(props: &TransportProps<'_>) -> Html {
    let title = name(props.locale, Label::PlaybackSettings);
    html! {
        <details class="menu more">
            <summary title={title.clone()} aria-label={title}>{ "⋯" }</summary>
            { for WORK.get().map(|work| (work.playback_menu)(props)) }
        </details>
    }
}

/// The settings of the playback that are seldom changed and, for a narrow row, the speed. They are in the chunk `work`.
pub(super) fn playback_menu(props: &TransportProps<'_>) -> Html {
    let locale = props.locale;
    let looping = switch(Label::Loop, props.playback.looping, props, Action::SetLooping);
    let stacked = props.blocks.map(|blocks| {
        switch(Label::StackBlocks, blocks == Blocks::Depth, props, |stacked| {
            Action::SetBlocks(if stacked { Blocks::Depth } else { Blocks::Beside })
        })
    });
    let gradient =
        props.playback.gradient.map(|gradient| switch(Label::Gradient, gradient, props, Action::SetGradient));
    html! {
        <div class="menu-body">
            <div class="speed-row">{ label(locale, Label::Speed) }{ " " }{ speed_choice(props) }</div>
            { for gradient }{ looping }{ stacked.unwrap_or_default() }
        </div>
    }
}

/// The button that fills the screen with the visualizer, or leaves it.
fn present_button(props: &TransportProps<'_>) -> Html {
    let title = if props.playback.presenting { Label::EndPresenting } else { Label::Present };
    button(
        "icon present",
        title,
        Action::SetPresenting(!props.playback.presenting),
        false,
        props.dispatch,
        props.locale,
    )
}

/// After a click of a pointer on a button, the focus goes to the diagram, so that its keys work. A click without a pointer is
/// a key that was pressed on the button, which then keeps the focus.
fn focus_after_pointer(frame: &NodeRef) -> Callback<MouseEvent> {
    let frame = frame.clone();
    Callback::from(move |event: MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let button = target.and_then(|target| target.closest("button").ok().flatten());
        if let Some(frame) = frame.cast::<Element>()
            && button.is_some()
            && event.detail() > 0
        {
            focus(&frame);
        }
    })
}

/// A switch with its label.
fn switch(title: Label, checked: bool, props: &TransportProps<'_>, action: fn(bool) -> Action) -> Html {
    let onchange = dispatching(props.dispatch, move |event| {
        Some(action(event.target_unchecked_into::<HtmlInputElement>().checked()))
    });
    html! {
        <label class="switch">
            <input type="checkbox" {checked} {onchange} />{ label(props.locale, title) }
        </label>
    }
}

/// A button with an icon, and its name for screen readers and as a tooltip.
fn button(
    class: &'static str,
    title: Label,
    action: Action,
    disabled: bool,
    dispatch: &Callback<Action>,
    locale: Locale,
) -> Html {
    let name = name(locale, title);
    let onclick = dispatch.reform(move |_: MouseEvent| action.clone());
    html! { <button type="button" part="button" {class} {onclick} {disabled} aria-label={name.clone()} title={name} /> }
}
