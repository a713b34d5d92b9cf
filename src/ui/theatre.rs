//! Stage, transport and words: everything that moves as one.

use std::rc::Rc;

use yew::prelude::*;

use super::hooks::{use_width, use_window_event};
use super::narration::Narration;
use super::player::{Cue, Player};
use super::stage::Stage;
use super::store::use_locale;
use super::transport::Transport;
use crate::broadcast::Pair;
use crate::diagram::{Focus, Scene, Story};
use crate::state::{Action, Theme};

#[derive(Properties, PartialEq)]
pub(super) struct TheatreProps {
    pub(super) pair: Rc<Pair>,
    pub(super) story: Rc<Story>,
    pub(super) chapter: usize,
    pub(super) playing: bool,
    pub(super) speed: f64,
    pub(super) theme: Theme,
    pub(super) stale: bool,
    pub(super) embed: bool,
    pub(super) dispatch: Callback<Action>,
}

/// A cell that is lit, and how it came to be.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lit {
    pub(super) focus: Focus,
    /// Whether it stays lit when the pointer leaves, and is announced.
    pub(super) held: bool,
}

/// Stage, transport and words around one clock.
#[component]
pub(super) fn Theatre(props: &TheatreProps) -> Html {
    let locale = use_locale();
    let last = props.story.last();
    let cue = use_callback((props.dispatch.clone(), last), |cue, (dispatch, last)| {
        dispatch.emit(match cue {
            Cue::Chapter(chapter) => Action::Reached { chapter, last: *last },
            Cue::End => Action::Pause,
        });
    });
    let player = use_memo((), |()| Player::shared(cue.clone()));
    let lit = use_state_eq(|| None::<Lit>);
    let frame_box = use_node_ref();
    let width = use_width(&frame_box);

    let scene = use_memo(
        (Rc::clone(&props.pair), Rc::clone(&props.story), width as u32, locale),
        |(pair, story, _, locale)| {
            (width > 0.0).then(|| Rc::new(Scene::new(Rc::clone(pair), (**story).clone(), width, locale.labels())))
        },
    );
    use_effect_with(cue, {
        let player = Rc::clone(&player);
        move |cue| player.borrow_mut().set_cue(cue.clone())
    });
    // Scenes are told apart by their address: comparing every cell would cost more than painting them.
    use_effect_with((Rc::as_ptr(&scene), props.chapter, props.playing, props.speed.to_bits()), {
        let (player, scene, speed) = (Rc::clone(&player), Rc::clone(&scene), props.speed);
        move |&(_, chapter, playing, _)| {
            if let Some(scene) = &*scene {
                let mut player = player.borrow_mut();
                player.set_scene(Rc::clone(scene), chapter);
                player.set_goal(chapter, playing, speed);
            }
        }
    });
    // A cell of another pair is no cell of this one.
    use_effect_with(Rc::clone(&props.pair), {
        let lit = lit.clone();
        move |_| lit.set(None)
    });
    use_effect_with(lit.as_ref().map(|lit| lit.focus.clone()), {
        let player = Rc::clone(&player);
        move |focus| player.borrow_mut().set_focus(focus.clone())
    });
    use_colours(&player, props.theme);

    let on_lit = use_callback(lit.clone(), |to: Option<Lit>, lit| lit.set(to));
    html! {
        <section class={classes!("theatre", props.stale.then_some("stale"))} aria-labelledby="stage-heading">
            <Stage {frame_box} scene={(*scene).clone()} player={Rc::clone(&player)} lit={(*lit).clone()} {on_lit} />
            <Transport player={Rc::clone(&player)} story={Rc::clone(&props.story)} chapter={props.chapter}
                playing={props.playing} speed={props.speed} dispatch={&props.dispatch} />
            <Narration pair={Rc::clone(&props.pair)} story={Rc::clone(&props.story)} chapter={props.chapter}
                lit={(*lit).clone()} undrawn={scene.as_ref().as_ref().map_or(0, |scene| scene.layout().undrawn)} />
        </section>
    }
}

/// Paints anew whenever the colours change: the theme, the system's, and while printing, which is always light.
#[hook]
fn use_colours(player: &Rc<super::player::SharedPlayer>, theme: Theme) {
    let shared = Rc::clone(player);
    use_effect_with(theme, move |_| shared.borrow_mut().restyle());
    let shared = Rc::clone(player);
    use_effect_with((), move |()| {
        let query = gloo::utils::window().match_media("(prefers-color-scheme: dark)").ok().flatten();
        let listener = query
            .map(|query| gloo::events::EventListener::new(&query, "change", move |_| shared.borrow_mut().restyle()));
        move || drop(listener)
    });
    let shared = Rc::clone(player);
    use_window_event("beforeprint", move |_| {
        set_theme(Theme::Light);
        shared.borrow_mut().paint_last();
    });
    let shared = Rc::clone(player);
    use_window_event("afterprint", move |_| {
        set_theme(theme);
        shared.borrow_mut().restyle();
    });
}

fn set_theme(theme: Theme) {
    if let Some(root) = gloo::utils::document().document_element() {
        // An attribute of a fixed name takes any value.
        _ = root.set_attribute("data-theme", theme.name());
    }
}
