//! The canvas in its frame, and pointing at cells by pointer, touch and keyboard.

use std::rc::Rc;

use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use super::player::SharedPlayer;
use super::store::{text, use_locale};
use super::theatre::Lit;
use crate::diagram::{Scene, Step};
use crate::words::Message;

#[derive(Properties)]
pub(super) struct StageProps {
    pub(super) frame_box: NodeRef,
    pub(super) scene: Option<Rc<Scene>>,
    pub(super) player: Rc<SharedPlayer>,
    pub(super) lit: Option<Lit>,
    pub(super) on_lit: Callback<Option<Lit>>,
}

impl PartialEq for StageProps {
    fn eq(&self, other: &Self) -> bool {
        let same_scene = match (&self.scene, &other.scene) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        same_scene && Rc::ptr_eq(&self.player, &other.player) && self.lit == other.lit && self.on_lit == other.on_lit
    }
}

/// The stage.
#[component]
pub(super) fn Stage(props: &StageProps) -> Html {
    let locale = use_locale();
    let canvas = use_node_ref();
    use_effect_with((), {
        let (canvas, player) = (canvas.clone(), Rc::clone(&props.player));
        move |()| {
            if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
                player.borrow_mut().attach(canvas);
            }
        }
    });
    let point = {
        let (player, on_lit, lit) = (Rc::clone(&props.player), props.on_lit.clone(), props.lit.clone());
        move |event: &PointerEvent, held: bool| {
            let under = player.borrow().hit(f64::from(event.offset_x()), f64::from(event.offset_y()));
            // A held cell gives way only to another one that is asked for.
            if held || !lit.as_ref().is_some_and(|lit| lit.held) {
                on_lit.emit(under.map(|focus| Lit { focus, held }));
            }
        }
    };
    let onpointermove = {
        let point = point.clone();
        Callback::from(move |event: PointerEvent| {
            if event.pointer_type() != "touch" {
                point(&event, false);
            }
        })
    };
    let onpointerdown = Callback::from(move |event: PointerEvent| point(&event, true));
    let onpointerleave = {
        let (on_lit, lit) = (props.on_lit.clone(), props.lit.clone());
        Callback::from(move |_: PointerEvent| {
            if !lit.as_ref().is_some_and(|lit| lit.held) {
                on_lit.emit(None);
            }
        })
    };
    let onkeydown = {
        let (on_lit, lit, scene) = (props.on_lit.clone(), props.lit.clone(), props.scene.clone());
        Callback::from(move |event: KeyboardEvent| {
            let Some(scene) = &scene else { return };
            if event.ctrl_key() || event.meta_key() || event.alt_key() {
                return;
            }
            let from = lit.as_ref().map(|lit| &lit.focus);
            let to = match event.key().as_str() {
                "ArrowLeft" => scene.walk(from, Step::Left),
                "ArrowRight" => scene.walk(from, Step::Right),
                "ArrowUp" => scene.walk(from, Step::Up),
                "ArrowDown" => scene.walk(from, Step::Down),
                "Home" => scene.walk_to_end(from, false),
                "End" => scene.walk_to_end(from, true),
                "Escape" if from.is_some() => None,
                _ => return,
            };
            event.prevent_default();
            on_lit.emit(to.map(|focus| Lit { focus, held: true }));
        })
    };
    html! {
        <div class="stage" id="stage">
            <h2 id="stage-heading">{ text(locale, Message::Stage) }</h2>
            <p class="legend" aria-hidden="true">
                <span class="key stored"></span>{ text(locale, Message::LegendStored) }
                <span class="key ghost"></span>{ text(locale, Message::LegendGhost) }
            </p>
            <div class="frame-box" ref={props.frame_box.clone()} tabindex="0" role="group" dir="ltr"
                aria-labelledby="stage-heading" aria-describedby="stage-hint" {onkeydown}>
                <canvas ref={canvas} aria-hidden="true" {onpointermove} {onpointerdown} {onpointerleave}></canvas>
            </div>
            <p class="unseen" id="stage-hint">{ text(locale, Message::StageHint) }</p>
        </div>
    }
}
