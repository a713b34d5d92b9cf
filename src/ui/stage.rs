//! The canvas in its frame, and pointing at cells by pointer, touch and keyboard.

use yew::prelude::*;

use super::player::Player;
use super::said::label;
use crate::diagram::{Focus, Scene, Step};
use crate::words::{Label, Locale};

/// A cell that is lit, and how it came to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Lit {
    /// The cell.
    pub focus: Focus,
    /// Whether it stays lit when the pointer leaves, and is announced.
    pub held: bool,
}

/// Where the elements are found that are used directly.
#[derive(Debug, Default)]
pub struct Places {
    pub(super) theatre: NodeRef,
    pub(super) frame: NodeRef,
    pub(super) canvas: NodeRef,
    pub(super) scrubber: NodeRef,
}

/// A pointer or a key that asks for a cell.
#[derive(Debug)]
pub enum Pointing {
    /// A pointer over the canvas, at this place in CSS pixels.
    Over(f64, f64),
    /// A press or a tap.
    Press(f64, f64),
    /// The pointer left.
    Leave,
    /// An arrow key.
    Walk(Step),
    /// Home (`false`) or End (`true`).
    WalkToEnd(bool),
    /// Escape.
    LetGo,
    /// Unfold the next axis (`true`), or fold the last one back.
    Unfold(bool),
}

impl Pointing {
    /// The cell to be lit instead of `lit`; `None` where nothing is to change.
    pub(super) fn lit(self, player: &Player, scene: Option<&Scene>, lit: Option<&Lit>) -> Option<Option<Lit>> {
        let held = lit.is_some_and(|lit| lit.held);
        let from = lit.map(|lit| &lit.focus);
        let hold = |focus| Some(Lit { focus, held: true });
        match self {
            // A held cell gives way only to another one that is asked for.
            Self::Over(..) | Self::Leave if held => None,
            Self::Over(x, y) => Some(player.hit(x, y).map(|focus| Lit { focus, held: false })),
            Self::Press(x, y) => Some(player.hit(x, y).and_then(hold)),
            Self::Leave | Self::LetGo => Some(None),
            Self::Unfold(_) => None,
            Self::Walk(step) => Some(scene?.walk(from, step).and_then(hold)),
            Self::WalkToEnd(last) => Some(scene?.walk_to_end(from, last).and_then(hold)),
        }
    }
}

/// The stage.
pub(super) fn stage(places: &Places, on_point: &Callback<Pointing>, locale: Locale) -> Html {
    let at = |event: &PointerEvent| (f64::from(event.offset_x()), f64::from(event.offset_y()));
    let onpointermove = {
        let on_point = on_point.clone();
        Callback::from(move |event: PointerEvent| {
            if event.pointer_type() != "touch" {
                let (x, y) = at(&event);
                on_point.emit(Pointing::Over(x, y));
            }
        })
    };
    let onpointerdown = on_point.reform(move |event: PointerEvent| {
        let (x, y) = at(&event);
        Pointing::Press(x, y)
    });
    let onpointerleave = on_point.reform(|_: PointerEvent| Pointing::Leave);
    let onkeydown = {
        let on_point = on_point.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(pointing) = key(&event) {
                event.prevent_default();
                on_point.emit(pointing);
            }
        })
    };
    html! {
        <div class="stage" part="stage" id="stage">
            <h2 id="stage-heading">{ label(locale, Label::Stage) }</h2>
            <p class="legend" part="legend" aria-hidden="true">
                <span><span class="key stored"></span>{ label(locale, Label::LegendStored) }</span>
                <span><span class="key ghost"></span>{ label(locale, Label::LegendGhost) }</span>
            </p>
            <div class="frame-box" part="frame" ref={places.frame.clone()} tabindex="0" role="group" dir="ltr"
                aria-labelledby="stage-heading" aria-describedby="stage-hint" {onkeydown}>
                <canvas part="canvas" ref={places.canvas.clone()} aria-hidden="true" {onpointermove} {onpointerdown} {onpointerleave} />
            </div>
            <p class="unseen" id="stage-hint">{ label(locale, Label::StageHint) }</p>
        </div>
    }
}

fn key(event: &KeyboardEvent) -> Option<Pointing> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return None;
    }
    Some(match event.key().as_str() {
        "ArrowLeft" => Pointing::Walk(Step::Left),
        "ArrowRight" => Pointing::Walk(Step::Right),
        "ArrowUp" => Pointing::Walk(Step::Up),
        "ArrowDown" => Pointing::Walk(Step::Down),
        "Home" => Pointing::WalkToEnd(false),
        "End" => Pointing::WalkToEnd(true),
        "Escape" => Pointing::LetGo,
        "+" | "=" => Pointing::Unfold(true),
        "-" => Pointing::Unfold(false),
        _ => return None,
    })
}
