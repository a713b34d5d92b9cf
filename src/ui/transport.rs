//! The transport: back, play, forward, the scrubber with its chapter marks, speed and switches.

use web_sys::HtmlInputElement;
use yew::AttrValue;
use yew::prelude::*;

use super::diagram_box::NodeRefs;
use super::text::{dispatching, label, message_attr, name, select};
use crate::diagram::{Blocks, Story};
use crate::i18n::{Label, Locale, Message};
use crate::state::Action;

/// The speeds that are offered.
const SPEEDS: [f64; 6] = [0.5, 0.75, 1.0, 1.5, 2.0, 3.0];
/// Their names.
const SPEED_NAMES: [&str; 6] = ["0.5×", "0.75×", "1×", "1.5×", "2×", "3×"];

/// The positions of the scrubber in one chapter.
const SCRUBBER_STEPS: f64 = 100.0;

/// The position of the scrubber at a time in chapters.
pub(super) fn scrubber_position(t: f64) -> u32 {
    (t * SCRUBBER_STEPS).round() as u32
}

/// The time in chapters at a position of the scrubber.
pub(super) fn scrubber_time(position: f64) -> f64 {
    position / SCRUBBER_STEPS
}

/// What the transport shows, and where its actions go.
pub(super) struct TransportProps<'a> {
    pub(super) story: &'a Story,
    pub(super) chapter: usize,
    pub(super) playing: bool,
    /// Whether the story was paused in the chapter.
    pub(super) paused: bool,
    pub(super) speed: f64,
    pub(super) looping: bool,
    /// How blocks are drawn; `None` where there are no blocks.
    pub(super) blocks: Option<Blocks>,
    pub(super) locale: Locale,
    pub(super) dispatch: &'a Callback<Action>,
}

/// The transport.
pub(super) fn transport(props: &TransportProps<'_>, nodes: &NodeRefs, on_scrub: &Callback<f64>) -> Html {
    let (chapter, last, dispatch, locale) = (props.chapter, props.story.last(), props.dispatch, props.locale);
    let (play_class, play_name, play) = match (props.playing, chapter == last && !props.paused) {
        (true, _) => ("icon main pause", Label::Pause, Action::Pause),
        (false, true) => ("icon main replay", Label::Replay, Action::Play),
        (false, false) => ("icon main play", Label::Play, Action::Play),
    };
    let scrub =
        on_scrub.reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value_as_number());
    let selected = SPEEDS.iter().position(|&speed| speed == props.speed).unwrap_or(2);
    let speed = select(
        name(locale, Label::Speed),
        "speed",
        &SPEED_NAMES.map(AttrValue::Static),
        selected,
        dispatch,
        |chosen| SPEEDS.get(chosen).copied().map(Action::SetSpeed),
    );
    let looping = switch(Label::Loop, props.looping, props, Action::SetLooping);
    let stacked = props.blocks.map(|blocks| {
        switch(Label::StackBlocks, blocks == Blocks::Depth, props, |stacked| {
            Action::SetBlocks(if stacked { Blocks::Depth } else { Blocks::Beside })
        })
    });
    let marks = props.story.chapters().iter().enumerate().map(|(number, at)| {
        let class = match number.cmp(&chapter) {
            std::cmp::Ordering::Less => "past",
            std::cmp::Ordering::Equal => "now",
            std::cmp::Ordering::Greater => "next",
        };
        html! { <li {class} title={message_attr(locale, Message::ChapterTitle(at))} /> }
    });
    let position =
        message_attr(locale, Message::ChapterPosition(chapter + 1, last + 1, &props.story.chapters()[chapter]));
    html! {
        <div class="transport" part="transport" role="group" aria-label={name(locale, Label::Transport)}>
            { button("icon back", Label::PreviousChapter, Action::StepChapters(-1), chapter == 0, dispatch, locale) }
            { button(play_class, play_name, play, false, dispatch, locale) }
            { button("icon forward", Label::NextChapter, Action::StepChapters(1), chapter == last, dispatch, locale) }
            <div class="track">
                <input part="scrubber" ref={nodes.scrubber.clone()} type="range" min="0" max={scrubber_position(last as f64).to_string()} step="1"
                    oninput={scrub} aria-label={name(locale, Label::PlaybackPosition)} aria-valuetext={position} />
                <ol class="marks" ref={nodes.marks.clone()} aria-hidden="true">{ for marks }</ol>
            </div>
            { speed }
            { looping }
            // An empty child where it is missing: else Yew would replace the scrubber, which the clock writes to.
            { stacked.unwrap_or_default() }
        </div>
    }
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
