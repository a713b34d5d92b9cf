//! The menus of the transport, which are in the chunk `work`: the settings of the playback, and the list of chapters of a narrow row;
//! and what they have in common with the transport itself.

use web_sys::HtmlInputElement;
use yew::AttrValue;
use yew::prelude::*;

use super::text::{dispatching, label, message_attr, name, select, text};
use crate::i18n::{Label, Locale, Message};
use crate::state::Action;
use broadcasting_diagram::{Blocks, Chapter, Story};
use tensor_broadcasting::Operation;

/// The speeds that are offered.
const SPEEDS: [f64; 6] = [0.5, 0.75, 1.0, 1.5, 2.0, 3.0];
/// Their names.
const SPEED_NAMES: [&str; 6] = ["0.5×", "0.75×", "1×", "1.5×", "2×", "3×"];

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
    /// Whether the result is not known yet, because the story has not come to it.
    pub untold: bool,
    /// Whether the first chapter says what broadcasting is.
    pub introduces: bool,
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

/// The list that the number of the chapter opens.
pub(super) fn chapter_list(props: &TransportProps<'_>, on_chapter: &Callback<usize>) -> Html {
    let chapters = props.story.chapters().iter().enumerate();
    let items = chapters.map(|chapter| html! { <li>{ chapter_button("item", props, chapter, on_chapter) }</li> });
    html! { <ol class="menu-body">{ for items }</ol> }
}

/// A button with the number and the name of a chapter, which shows that chapter.
pub(super) fn chapter_button(
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
pub(super) fn speed_choice(props: &TransportProps<'_>) -> Html {
    let chosen = SPEEDS.iter().position(|&speed| speed == props.playback.speed).unwrap_or(2);
    let names = SPEED_NAMES.map(AttrValue::Static);
    select(name(props.locale, Label::Speed), "speed", &names, chosen, props.dispatch, |chosen| {
        SPEEDS.get(chosen).copied().map(Action::SetSpeed)
    })
}

/// The settings of the playback that are seldom changed and, for a narrow row, the speed.
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
