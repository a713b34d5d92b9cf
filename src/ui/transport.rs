//! Back, play, forward, the scrubber with its chapter marks, and the speed.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::player::{Player, SharedPlayer};
use super::store::{asking, chosen, text, use_locale};
use crate::diagram::Story;
use crate::state::Action;
use crate::words::Message;

/// The speeds that are offered, and what they are called.
const SPEEDS: [(f64, &str); 4] = [(0.5, "0.5×"), (1.0, "1×"), (1.5, "1.5×"), (2.0, "2×")];

#[derive(Properties)]
pub(super) struct TransportProps {
    pub(super) player: Rc<SharedPlayer>,
    pub(super) story: Rc<Story>,
    pub(super) chapter: usize,
    pub(super) playing: bool,
    pub(super) speed: f64,
    pub(super) dispatch: Callback<Action>,
}

impl PartialEq for TransportProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.player, &other.player)
            && self.story == other.story
            && (self.chapter, self.playing) == (other.chapter, other.playing)
            && self.speed.to_bits() == other.speed.to_bits()
            && self.dispatch == other.dispatch
    }
}

/// The transport.
#[component]
pub(super) fn Transport(props: &TransportProps) -> Html {
    let locale = use_locale();
    let (chapter, last, dispatch) = (props.chapter, props.story.last(), &props.dispatch);
    let scrubber = use_node_ref();
    use_effect_with(last, {
        let (scrubber, player) = (scrubber.clone(), Rc::clone(&props.player));
        move |_| {
            if let Some(scrubber) = scrubber.cast::<HtmlInputElement>() {
                player.borrow_mut().attach_scrubber(scrubber);
            }
        }
    });
    let go = |to: usize| dispatch.reform(move |_: MouseEvent| Action::GoTo { chapter: to, last });
    let at_end = chapter == last;
    let (play_sign, play_name, play) = match (props.playing, at_end) {
        (true, _) => ("pause", Message::Pause, Action::Pause),
        (false, true) => ("replay", Message::Replay, Action::Play(true)),
        (false, false) => ("play", Message::Play, Action::Play(false)),
    };
    let play = dispatch.reform(move |_: MouseEvent| play.clone());
    let scrub = {
        let player = Rc::clone(&props.player);
        dispatch.reform(move |event: InputEvent| {
            let position = event.target_unchecked_into::<HtmlInputElement>().value_as_number();
            Action::GoTo { chapter: player.borrow_mut().scrub(position), last }
        })
    };
    let pace = asking(dispatch, |event: Event| SPEEDS.get(chosen(&event)?).map(|&(speed, _)| Action::Pace(speed)));
    let speeds = SPEEDS.iter().map(|&(speed, name)| {
        html! { <option selected={speed.to_bits() == props.speed.to_bits()}>{ name }</option> }
    });
    let marks = props.story.chapters().iter().enumerate().map(|(number, at)| {
        let state = match number.cmp(&chapter) {
            std::cmp::Ordering::Less => "past",
            std::cmp::Ordering::Equal => "now",
            std::cmp::Ordering::Greater => "next",
        };
        html! { <li class={state} title={locale.say(Message::ChapterTitle(at))}></li> }
    });
    let position = locale.say(Message::Position(chapter + 1, last + 1, &props.story.chapters()[chapter]));
    html! {
        <div class="transport" role="group" aria-label={locale.say(Message::Transport)}>
            <button type="button" class="icon back" onclick={go(chapter.saturating_sub(1))} disabled={chapter == 0}
                aria-label={locale.say(Message::Back)} title={locale.say(Message::Back)}></button>
            <button type="button" class={classes!("icon", "main", play_sign)} onclick={play}
                aria-label={locale.say(play_name)} title={locale.say(play_name)}></button>
            <button type="button" class="icon forward" onclick={go((chapter + 1).min(last))} disabled={at_end}
                aria-label={locale.say(Message::Forward)} title={locale.say(Message::Forward)}></button>
            <div class="track">
                <input ref={scrubber} type="range" min="0" max={Player::scrubber_end(last)} step="1" oninput={scrub}
                    aria-label={locale.say(Message::Scrubber)} aria-valuetext={position} />
                <ol class="marks" aria-hidden="true">{ for marks }</ol>
            </div>
            <label class="speed">
                <span class="unseen">{ text(locale, Message::Speed) }</span>
                <select onchange={pace}>{ for speeds }</select>
            </label>
        </div>
    }
}
