//! The transport: back, play, forward, the scrubber with the chapters, and full screen.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use super::diagram_box::NodeRefs;
use super::screen::{SCRUBBER_START, scrubber_position};
use crate::i18n::{Label, Locale, Message};
use crate::state::{Action, PlayState};
use crate::ui::parts::menu::focus;
use crate::ui::parts::text::{message_attr, name, text};
use broadcasting_diagram::{Chapter, Story};
use tensor_broadcasting::Operation;

/// The largest numbers of chapters of a short and of a medium story. The more chapters, the wider the row has to be for their
/// names.
const SHORT_STORY: usize = 4;
const MEDIUM_STORY: usize = 7;

/// Where a story is, and how it plays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Playback {
    /// The current chapter, counted from 0.
    pub chapter: usize,
    /// Whether the story plays.
    pub play: PlayState,
    /// Whether the first chapter waits for the user to play the story.
    pub waits_for_play: bool,
    /// Whether the result is not known yet, because the story has not come to it.
    pub untold: bool,
    /// Whether the first chapter says what broadcasting is.
    pub introduces: bool,
    /// The speed at which it plays.
    pub speed: f64,
    /// Whether the visualizer fills the screen.
    pub presenting: bool,
}

/// What the transport shows, and where its actions go.
pub(in crate::ui) struct TransportProps<'a> {
    pub(in crate::ui) operation: &'a Operation,
    pub(in crate::ui) story: &'a Story,
    pub(in crate::ui) playback: Playback,
    pub(in crate::ui) locale: Locale,
    pub(in crate::ui) dispatch: &'a Callback<Action>,
    /// What stands at its end.
    pub(in crate::ui) end: &'a Html,
}

/// The transport. `on_scrub` is called with a position of the scrubber, `on_chapter` with a chapter that was chosen.
pub(in crate::ui) fn transport(
    props: &TransportProps<'_>,
    nodes: &NodeRefs,
    on_scrub: &Callback<f64>,
    on_chapter: &Callback<usize>,
) -> Html {
    let (chapter, last, dispatch, locale) = (props.playback.chapter, props.story.last(), props.dispatch, props.locale);
    let (play_class, play_name, play) = match (props.playback.play, chapter == last) {
        (PlayState::Playing, _) => ("icon main pause", Label::Pause, false),
        (PlayState::Stopped, true) => ("icon main replay", Label::Replay, true),
        (PlayState::Stopped | PlayState::Paused, _) => ("icon main play", Label::Play, true),
    };
    // Not a given action: copying one, of whatever kind, is more code than all of these.
    let play = dispatch.reform(move |_: MouseEvent| if play { Action::Play } else { Action::Pause });
    let step = |chapters: isize| dispatch.reform(move |_: MouseEvent| Action::StepChapters(chapters));
    let length = match last + 1 {
        count if count <= SHORT_STORY => "short",
        count if count <= MEDIUM_STORY => "medium",
        _ => "long",
    };
    html! {
        <div class={classes!("transport", length)} part="transport" role="group" aria-label={name(locale, Label::Transport)}
            onclick={focus_after_pointer(&nodes.frame)}>
            { button("icon back", Label::PreviousChapter, step(-1), chapter == 0, locale) }
            { button(play_class, play_name, play, false, locale) }
            { button("icon forward", Label::NextChapter, step(1), chapter == last, locale) }
            { track(props, nodes, on_scrub, on_chapter) }
            { props.end.clone() }
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
            std::cmp::Ordering::Greater => "mark coming",
        };
        html! { <li {class}><span class="bar" />{ chapter_button(props, (number, at), on_chapter) }</li> }
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

/// A button with the number and the name of a chapter, which shows that chapter.
fn chapter_button(
    props: &TransportProps<'_>,
    (number, chapter): (usize, &Chapter),
    on_chapter: &Callback<usize>,
) -> Html {
    let onclick = on_chapter.reform(move |_: MouseEvent| number);
    let current = (number == props.playback.chapter).then_some("step");
    let title = message_attr(props.locale, Message::ChapterTitle(chapter, props.operation));
    html! {
        <button type="button" class="name" {onclick} {title} aria-current={current}>
            <span class="number">{ number + 1 }</span>{ " " }{ text(props.locale, Message::ChapterName(chapter, props.operation)) }
        </button>
    }
}

/// The button that fills the screen with the visualizer, or leaves it.
fn present_button(props: &TransportProps<'_>) -> Html {
    let presenting = props.playback.presenting;
    let title = if presenting { Label::EndPresenting } else { Label::Present };
    let onclick = props.dispatch.reform(move |_: MouseEvent| Action::SetPresenting(!presenting));
    button("icon present", title, onclick, false, props.locale)
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

/// A button with an icon, and its name for screen readers and as a tooltip.
fn button(class: &'static str, title: Label, onclick: Callback<MouseEvent>, disabled: bool, locale: Locale) -> Html {
    let name = name(locale, title);
    html! { <button type="button" part="button" {class} {onclick} {disabled} aria-label={name.clone()} title={name} /> }
}
