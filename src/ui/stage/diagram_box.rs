//! The box with the canvas, and the input of cells by pointer, touch and keyboard.

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::i18n::{Label, Locale};
use crate::render::canvas::zoom_of;
use crate::ui::host::key_press::KeyPress;
use crate::ui::parts::text::{label, name};
use broadcasting_diagram::{ArrowDirection, CellRef};

/// A highlighted cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Highlight {
    /// The cell.
    pub cell: CellRef,
    /// Whether it stays highlighted when the pointer leaves, and is announced.
    pub pinned: bool,
}

/// References to the elements that are used directly.
#[derive(Debug, Default)]
pub struct NodeRefs {
    pub(in crate::ui) frame: NodeRef,
    pub(in crate::ui) canvas: NodeRef,
    pub(in crate::ui) scrubber: NodeRef,
    pub(in crate::ui) marks: NodeRef,
    pub(in crate::ui) print: NodeRef,
}

/// An input that refers to a cell.
#[derive(Debug, Clone)]
pub enum CellInput {
    /// A pointer over the canvas, at this point in CSS pixels.
    Over(f64, f64),
    /// A press or a tap at this point.
    Press(f64, f64),
    /// The pointer left.
    Leave,
    /// An arrow key.
    Walk(ArrowDirection),
    /// Home (`false`) or End (`true`).
    WalkToEnd(bool),
    /// Escape.
    Unpin,
    /// Move the view of a picture that is larger than its box, by this many CSS pixels.
    Pan(f64, f64),
    /// Unfold the next axis (`true`), or fold the last one again.
    Unfold(bool),
}

/// By how many CSS pixels one key press moves the view of a picture that is larger than its box: about one cell.
const PAN_OF_A_KEY: f64 = 64.0;

/// The box with the canvas, the controls over it and its legend. `folds`: whether an axis can be unfolded, and whether one can be folded again.
pub(in crate::ui) fn diagram_box(
    nodes: &NodeRefs,
    on_point: &Callback<CellInput>,
    folds: [bool; 2],
    sizes: Html,
    locale: Locale,
) -> Html {
    let at = |event: &PointerEvent| {
        // While presenting, the canvas is enlarged.
        let zoom = event.target_dyn_into::<HtmlElement>().map_or(1.0, |canvas| zoom_of(&canvas));
        (f64::from(event.offset_x()) / zoom, f64::from(event.offset_y()) / zoom)
    };
    let onpointermove = {
        let on_point = on_point.clone();
        Callback::from(move |event: PointerEvent| {
            // A finger pans without our help.
            if event.pointer_type() != "touch" {
                let (x, y) = at(&event);
                on_point.emit(if event.buttons() == 0 {
                    CellInput::Over(x, y)
                } else {
                    CellInput::Pan(-f64::from(event.movement_x()), -f64::from(event.movement_y()))
                });
            }
        })
    };
    let onpointerdown = on_point.reform(move |event: PointerEvent| {
        let (x, y) = at(&event);
        CellInput::Press(x, y)
    });
    let onpointerleave = on_point.reform(|_: PointerEvent| CellInput::Leave);
    html! {
        <div class="diagram" part="figure" id="diagram">
            <div class="viewport" part="viewport" ref={nodes.frame.clone()} tabindex="0" role="group" dir="ltr"
                aria-labelledby="diagram-heading" aria-describedby="diagram-hint">
                <canvas part="canvas" ref={nodes.canvas.clone()} aria-hidden="true" {onpointermove} {onpointerdown} {onpointerleave} />
                { sizes }
            </div>
            if folds.contains(&true) {
                <div class="folds">
                    { fold_button("+", Label::UnfoldAxis, folds[0], on_point, CellInput::Unfold(true), locale) }
                    { fold_button("−", Label::FoldAxis, folds[1], on_point, CellInput::Unfold(false), locale) }
                </div>
            }
            <p class="legend" part="legend" aria-hidden="true">
                <span><span class="key stored"></span>{ label(locale, Label::LegendStored) }</span>
                <span><span class="key repeated"></span>{ label(locale, Label::LegendRepeated) }</span>
            </p>
            <p class="visually-hidden" id="diagram-hint">{ label(locale, Label::DiagramHint) }</p>
        </div>
    }
}

/// A button that unfolds an axis, or folds it again.
fn fold_button(
    sign: &'static str,
    title: Label,
    enabled: bool,
    on_point: &Callback<CellInput>,
    input: CellInput,
    locale: Locale,
) -> Html {
    let name = name(locale, title);
    let onclick = on_point.reform(move |_: MouseEvent| input.clone());
    html! { <button type="button" {onclick} disabled={!enabled} aria-label={name.clone()} title={name}>{ sign }</button> }
}

/// The input of a key. `walks`: a cell is pinned, and the arrow keys move from cell to cell. Until then, most keys are those of the
/// whole visualizer.
pub(in crate::ui) fn input_of_key(press: &KeyPress, walks: bool) -> Option<CellInput> {
    if press.with_control {
        return None;
    }
    let key = press.key.as_str();
    if press.with_shift {
        let pan = |x: f64, y: f64| Some(CellInput::Pan(x * PAN_OF_A_KEY, y * PAN_OF_A_KEY));
        match key {
            "ArrowLeft" => return pan(-1.0, 0.0),
            "ArrowRight" => return pan(1.0, 0.0),
            "ArrowUp" => return pan(0.0, -1.0),
            "ArrowDown" => return pan(0.0, 1.0),
            _ => {}
        }
    }
    Some(match key {
        "+" | "=" => CellInput::Unfold(true),
        "-" => CellInput::Unfold(false),
        // To the first cell, or on from the cell under the pointer.
        "Enter" | "ArrowDown" if !walks => CellInput::Walk(ArrowDirection::Down),
        _ if !walks => return None,
        "ArrowLeft" => CellInput::Walk(ArrowDirection::Left),
        "ArrowRight" => CellInput::Walk(ArrowDirection::Right),
        "ArrowUp" => CellInput::Walk(ArrowDirection::Up),
        "ArrowDown" => CellInput::Walk(ArrowDirection::Down),
        "Home" => CellInput::WalkToEnd(false),
        "End" => CellInput::WalkToEnd(true),
        "Escape" => CellInput::Unpin,
        _ => return None,
    })
}
