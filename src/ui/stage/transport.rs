//! The transport: back, play, forward, the scrubber with the chapters, and full screen.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use super::diagram_view::{DiagramLink, DiagramViewMessage};
use super::playback::Playback;
use super::screen::{SCRUBBER_START, scrubber_position, scrubber_time};
use crate::i18n::{Label, Locale, Message};
use crate::state::{Action, PlayState, Shown};
use crate::ui::parts::menu::focus;
use crate::ui::parts::text::{message_attr, name, text};
use broadcasting_diagram::Chapter;

/// The largest numbers of chapters of a short and of a medium story. The more chapters, the wider the row has to be for their
/// names.
const SHORT_STORY: usize = 4;
const MEDIUM_STORY: usize = 7;

/// What the transport shows, and where its actions go.
pub(in crate::ui) struct TransportProps<'a> {
    /// The operation, with its chapters.
    pub(in crate::ui) shown: &'a Shown,
    pub(in crate::ui) playback: Playback,
    pub(in crate::ui) locale: Locale,
    pub(in crate::ui) dispatch: &'a Callback<Action>,
    /// The diagram that it moves.
    pub(in crate::ui) diagram: &'a DiagramLink,
}

/// The transport, with what stands at its end.
pub(in crate::ui) fn transport(props: &TransportProps<'_>, end: Html) -> Html {
    let (chapter, last, dispatch, locale) =
        (props.playback.chapter, props.shown.story.last(), props.dispatch, props.locale);
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
            onclick={focus_after_pointer(&props.diagram.nodes().frame)}>
            { button("icon back", Label::PreviousChapter, step(-1), chapter == 0, locale) }
            { button(play_class, play_name, play, false, locale) }
            { button("icon forward", Label::NextChapter, step(1), chapter == last, locale) }
            { track(props) }
            { end }
            { present_button(props) }
        </div>
    }
}

/// The scrubber over the bars of the chapters, with the chapters' names under them.
fn track(props: &TransportProps<'_>) -> Html {
    let (chapter, last, locale) = (props.playback.chapter, props.shown.story.last(), props.locale);
    let (diagram, nodes) = (props.diagram.clone(), props.diagram.nodes());
    let scrub = Callback::from(move |event: InputEvent| {
        let position = event.target_unchecked_into::<HtmlInputElement>().value_as_number();
        diagram.send(DiagramViewMessage::Seek(scrubber_time(position)));
    });
    let current = &props.shown.story.chapters()[chapter];
    let position =
        message_attr(locale, Message::ChapterPosition(chapter + 1, last + 1, current, &props.shown.operation));
    let marks = props.shown.story.chapters().iter().enumerate().map(|(number, at)| {
        let class = match number.cmp(&chapter) {
            std::cmp::Ordering::Less => "mark past",
            std::cmp::Ordering::Equal => "mark now",
            std::cmp::Ordering::Greater => "mark coming",
        };
        html! { <li {class}><span class="bar" />{ chapter_button(props, number, at) }</li> }
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
fn chapter_button(props: &TransportProps<'_>, number: usize, chapter: &Chapter) -> Html {
    let diagram = props.diagram.clone();
    let onclick = Callback::from(move |_: MouseEvent| diagram.send(DiagramViewMessage::GoTo(number)));
    let current = (number == props.playback.chapter).then_some("step");
    let title = message_attr(props.locale, Message::ChapterTitle(chapter, &props.shown.operation));
    html! {
        <button type="button" class="name" {onclick} {title} aria-current={current}>
            <span class="number">{ number + 1 }</span>{ " " }{ text(props.locale, Message::ChapterName(chapter, &props.shown.operation)) }
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

/// The large button on the picture of a story that has not begun. It gives the focus to the diagram, because it goes away.
pub(in crate::ui) fn play_button(props: &TransportProps<'_>) -> Html {
    let frame = props.diagram.nodes().frame.clone();
    let play = props.dispatch.reform(move |_: MouseEvent| {
        if let Some(frame) = frame.cast::<Element>() {
            focus(&frame);
        }
        Action::Play
    });
    let name = name(props.locale, Label::Play);
    html! { <button type="button" class="icon play play-over" onclick={play} aria-label={name.clone()} title={name} /> }
}
