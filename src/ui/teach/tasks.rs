//! The steps of the set that is made, and the buttons that add one.

use js_sys::Reflect;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::EditorProps;
use crate::i18n::{Label, Locale, PracticeLabel, PracticeMessage, TeachLabel, TeachMessage};
use crate::practice::limits::{MAX_STEPS, MAX_TEXT};
use crate::practice::{QuestionKind, SetError};
use crate::state::{DraftAction, DraftChange, DraftStep, Settings};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Operator};
use tensor_reader::MAX_CHARS;

/// Takes what a control of the list does, and the class of the control.
type Used = Callback<(DraftAction, &'static str)>;

/// Takes an event of a control, where it does something.
fn using<E: 'static>(used: &Used, action: impl Fn(E) -> Option<(DraftAction, &'static str)> + 'static) -> Callback<E> {
    let used = used.clone();
    Callback::from(move |event| {
        if let Some(done) = action(event) {
            used.emit(done);
        }
    })
}

/// The steps in their order.
pub(super) fn list(props: &EditorProps, used: &Used) -> Html {
    let EditorProps { draft, locale, .. } = props;
    let count = draft.steps.len();
    let said = draft.change.map(|change| match change {
        DraftChange::Added | DraftChange::Taken => TeachMessage::Added(count),
        DraftChange::Removed(number) => TeachMessage::Removed(number, count),
        DraftChange::Moved(_, number) => TeachMessage::Moved(number, count),
    });
    let steps = draft.steps.iter().enumerate().map(|(at, collected)| step(at, collected, props, used));
    html! {
        <>
            <h3 id="teach-steps">{ locale.teach_label(TeachLabel::Steps) }</h3>
            <p class="visually-hidden" role="status">{ for said.map(|said| locale.teach_message(said)) }</p>
            if count == 0 {
                <p class="how">{ locale.teach_label(TeachLabel::NoSteps) }</p>
            } else {
                <ol class="tasks" aria-labelledby="teach-steps">{ for steps }</ol>
            }
            if count > 1 {
                <p class="how">{ locale.teach_label(TeachLabel::MoveKeys) }</p>
            }
        </>
    }
}

/// One step of the list. `at`: its index.
fn step(at: usize, collected: &DraftStep, props: &EditorProps, used: &Used) -> Html {
    let EditorProps { draft, locale, .. } = props;
    let (number, id) = (at + 1, collected.id);
    let settings = &collected.step.settings;
    let kinds: &[QuestionKind] = collected.kinds.as_deref().unwrap_or_default();
    let onchange = {
        let kinds = kinds.to_vec();
        using(used, move |event: Event| {
            let chosen = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            // The first choice is to ask nothing.
            let kind = usize::try_from(chosen).ok()?.checked_sub(1).and_then(|at| kinds.get(at).copied());
            Some((DraftAction::SetKind(id, kind), "kind"))
        })
    };
    let options = kinds.iter().map(|&kind| {
        html! { <option selected={settings.predict == Some(kind)}>{ locale.question_kind(kind) }</option> }
    });
    let asked = match &collected.question {
        Some(question) => Some(locale.practice_message(PracticeMessage::Prompt(question))),
        None if settings.predict.is_none() => None,
        None if collected.kinds.is_none() => Some(locale.practice_label(PracticeLabel::Loading).to_owned()),
        None => Some(locale.practice_label(PracticeLabel::CannotBeAsked).to_owned()),
    };
    let button = |sign: &'static str,
                  class: &'static str,
                  said: TeachMessage<'_>,
                  disabled: bool,
                  action: DraftAction| {
        let said = locale.teach_message(said);
        let onclick = used.reform(move |_: MouseEvent| (action.clone(), class));
        html! { <button type="button" {class} {disabled} {onclick} aria-label={said.clone()} title={said}>{ sign }</button> }
    };
    // A program says its operands and its operator itself, and other operations than those of two operands have no fields here.
    let has_fields = !settings.has_code() && settings.c.0.is_none() && settings.operator.operator().is_some();
    let operands = OperandId::PAIR.map(|operand| {
        let name = locale.teach_message(TeachMessage::Operand(operand, number));
        let write = used.reform(move |text: String| (DraftAction::SetOperand(id, operand, text), operand.name()));
        text_field(name, settings.operand_text(operand), MAX_CHARS, write)
    });
    let write_text = used.reform(move |text: String| (DraftAction::SetText(id, text), "note"));
    let ondrop = using(used, move |event: DragEvent| {
        event.prevent_default();
        let dragged = event.data_transfer()?.get_data(DRAGGED).ok()?.parse().ok()?;
        Some((DraftAction::MoveTo(dragged, at), "up"))
    });
    html! {
        <li key={id} onkeydown={move_by_key(id, used)} ondragover={Callback::from(|event: DragEvent| event.prevent_default())} {ondrop}>
            <code class="operation" dir="ltr">{ operation_text(settings) }</code>
            <select class="kind" {onchange} aria-label={locale.teach_message(TeachMessage::Kind(number))}>
                <option selected={settings.predict.is_none()}>{ locale.practice_label(PracticeLabel::AskNothing) }</option>
                { for options }
            </select>
            <span class="controls">
                { handle(id, locale.teach_message(TeachMessage::Drag(number))) }
                { button("↑", "up", TeachMessage::MoveUp(number), at == 0, DraftAction::MoveUp(id)) }
                { button("↓", "down", TeachMessage::MoveDown(number), number == draft.steps.len(), DraftAction::MoveDown(id)) }
                { button("▶", "preview", TeachMessage::Preview(number), false, DraftAction::Preview(at)) }
                { button("✕", "remove", TeachMessage::Remove(number), false, DraftAction::Remove(id)) }
            </span>
            if has_fields {
                <div class="operands">{ for operands }{ operation_controls(id, number, settings, *locale, used) }</div>
            }
            { text_field(locale.teach_message(TeachMessage::Text(number)), &collected.step.text, MAX_TEXT, write_text) }
            { for asked.map(|asked| html! { <p class="asked-for">{ asked }</p> }) }
        </li>
    }
}

/// The type under which a step that is dragged has its id.
const DRAGGED: &str = "text/x-step";

/// What drags a step. By keyboard, the buttons beside it and Alt with an arrow move the step.
fn handle(id: u32, title: String) -> Html {
    let ondragstart = Callback::from(move |event: DragEvent| {
        if let Some(data) = event.data_transfer() {
            // Where the browser refuses, the buttons are left.
            _ = data.set_data(DRAGGED, &id.to_string());
        }
    });
    html! { <span class="handle" draggable="true" {ondragstart} {title} aria-hidden="true">{ "⠿" }</span> }
}

/// The choice of the operator and the library of a step, and whether it is in place.
fn operation_controls(id: u32, number: usize, settings: &Settings, locale: Locale, used: &Used) -> Html {
    let &Settings { operator, library, in_place, .. } = settings;
    let operator = operator.operator().unwrap_or_default();
    let chosen =
        |event: &Event| usize::try_from(event.target_unchecked_into::<HtmlSelectElement>().selected_index()).ok();
    let set = move |operator, library, in_place, class| {
        Some((DraftAction::SetOperation(id, operator, library, in_place), class))
    };
    let on_operator =
        using(used, move |event: Event| set(*Operator::ALL.get(chosen(&event)?)?, library, in_place, "operator"));
    let on_library =
        using(used, move |event: Event| set(operator, *Library::ALL.get(chosen(&event)?)?, in_place, "library"));
    let on_place = using(used, move |_: Event| set(operator, library, !in_place, "place"));
    let name = |label: Label| format!("{} ({number})", locale.label(label));
    html! {
        <>
            <select class="operator" onchange={on_operator} aria-label={name(Label::Operator)}>
                { for Operator::ALL.map(|one| html! { <option selected={one == operator}>{ one.symbol() }</option> }) }
            </select>
            <select class="library" onchange={on_library} aria-label={name(Label::Library)}>
                { for Library::ALL.map(|one| html! { <option selected={one == library}>{ one.name() }</option> }) }
            </select>
            <label class="switch"><input type="checkbox" class="place" checked={in_place} onchange={on_place} />{ locale.label(Label::InPlace) }</label>
        </>
    }
}

/// A line of text with its name above it.
pub(super) fn text_field(name: String, text: &str, most: usize, write: Callback<String>) -> Html {
    let oninput = write.reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
    html! {
        <label class="text">
            { name }
            <input type="text" value={text.to_owned()} {oninput} maxlength={most.to_string()} dir="auto" autocomplete="off" />
        </label>
    }
}

/// The button that adds what is on screen, with what that is.
pub(super) fn addition(props: &EditorProps, used: &Used) -> Html {
    let EditorProps { draft, on_screen, locale, .. } = props;
    let add = used.reform(|_: MouseEvent| (DraftAction::Add, "add"));
    let button = |text: TeachLabel, class: &'static str, action: DraftAction, is_enabled: bool| {
        let onclick = used.reform(move |_: MouseEvent| (action.clone(), class));
        html! { <button type="button" {class} {onclick} disabled={!is_enabled}>{ locale.teach_label(text) }</button> }
    };
    let write = used.reform(|event: InputEvent| {
        // A text area has its text under the same name.
        (DraftAction::SetPasted(event.target_unchecked_into::<HtmlInputElement>().value()), "pasted")
    });
    let disabled = on_screen.is_none() || !draft.has_room();
    let why = match on_screen {
        None => Some(locale.teach_label(TeachLabel::CannotAdd).to_owned()),
        Some(_) if !draft.has_room() => Some(locale.teach_message(TeachMessage::Full(MAX_STEPS))),
        Some(_) => None,
    };
    html! {
        <div class="controls">
            <button type="button" class="add" onclick={add} {disabled}>{ locale.teach_label(TeachLabel::Add) }</button>
            { button(TeachLabel::AddQuestion, "add-question", DraftAction::AddQuestion, !disabled) }
            { button(TeachLabel::AddEmpty, "add-empty", DraftAction::AddEmpty, draft.has_room()) }
            { button(TeachLabel::Undo, "undo", DraftAction::Undo, draft.removed.is_some()) }
            { for on_screen.iter().map(|item| html! { <code dir="ltr">{ operation_text(&item.settings) }</code> }) }
            { for why.map(|why| html! { <p class="how">{ why }</p> }) }
            <details>
                <summary>{ locale.teach_label(TeachLabel::Paste) }</summary>
                <textarea class="pasted" rows="4" dir="ltr" spellcheck="false" value={draft.pasted.clone()} oninput={write}
                    aria-label={locale.teach_label(TeachLabel::Paste)} />
                { button(TeachLabel::AddPasted, "add-pasted", DraftAction::AddPasted, !draft.pasted.is_empty()) }
                if draft.is_unread {
                    <p class="wrong" role="alert">{ locale.teach_label(TeachLabel::NotRead) }</p>
                }
            </details>
        </div>
    }
}

/// The field that opens a file with steps, and why it cannot be read.
pub(super) fn file_to_open(props: &EditorProps) -> Html {
    let EditorProps { draft, locale, dispatch, files: (_, open), .. } = props;
    let text = if draft.steps.is_empty() { TeachLabel::OpenFile } else { TeachLabel::ReplaceByFile };
    let (dispatch, open) = (dispatch.clone(), *open);
    let onchange = Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let files = Reflect::get(&input, &"files".into());
        if let Ok(file) = files.and_then(|files| Reflect::get_u32(&files, 0)) {
            // The same file can be chosen again.
            input.set_value("");
            open(file, dispatch.clone());
        }
    });
    let wrong = draft.file_error.map(|error| locale.practice_message(PracticeMessage::SetError(SetError::File(error))));
    html! {
        <>
            <label class="text file">{ locale.teach_label(text) }<input type="file" accept=".json" {onchange} /></label>
            { for wrong.map(|wrong| html! { <p class="wrong" role="alert">{ wrong }</p> }) }
        </>
    }
}

/// Moves a step with Alt and an arrow key.
fn move_by_key(id: u32, used: &Used) -> Callback<KeyboardEvent> {
    using(used, move |event: KeyboardEvent| {
        let action = match event.key().as_str() {
            "ArrowUp" => DraftAction::MoveUp(id),
            "ArrowDown" => DraftAction::MoveDown(id),
            _ => return None,
        };
        if !event.alt_key() {
            return None;
        }
        // Alt and an arrow open a choice.
        event.prevent_default();
        let class = event.target().and_then(|target| target.dyn_into::<Element>().ok())?.class_name();
        let control = ["up", "down", "remove", "kind"].into_iter().find(|&control| class == control)?;
        Some((action, control))
    })
}

/// The operation with its operands as they were typed: `a = 4,1; b = 3; a + b (PyTorch)`; a program by its first line.
fn operation_text(settings: &Settings) -> String {
    match settings.operator.operator().filter(|_| !settings.has_code() && settings.c.0.is_none()) {
        Some(operator) => {
            let [a, b] = OperandId::PAIR.map(|operand| settings.operand_text(operand).trim());
            let place = if settings.in_place { "=" } else { "" };
            format!("a = {a}; b = {b}; a {}{place} b ({})", operator.symbol(), settings.library.name())
        }
        None => settings.summary(),
    }
}
