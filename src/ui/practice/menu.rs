//! The choice of a question about the operation, or of a set of questions.

use js_sys::Math;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlSelectElement};
use yew::prelude::*;

use super::set_file::open_file;
use crate::i18n::{Label, Locale, PracticeLabel, PracticeMessage};
use crate::practice::{Level, QuestionKind, SeededSet, Topic};
use crate::state::{Action, DraftAction, Model, OwnSet, PracticeAction};
use crate::ui::late::PANELS;
use crate::ui::parts::loading::loading_note;
use crate::ui::parts::text::dispatching;
use crate::ui::teach::EditorProps;
use crate::ui::teach::late::TEACH;

/// The number of seeds of the sets that the menu begins: few enough that a seed is short.
const SEEDS: f64 = 1_048_576.0;

/// The content of the menu.
pub(super) fn menu(model: &Model, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let label = |label| locale.practice_label(label);
    let asked = model.settings().predict;
    let onchange = dispatching(dispatch, |event| {
        let index = usize::try_from(event.target_unchecked_into::<HtmlSelectElement>().selected_index()).ok()?;
        // The first choice is to be asked nothing.
        Some(Action::SetPredict(index.checked_sub(1).and_then(|index| QuestionKind::ALL.get(index).copied())))
    });
    let kinds = QuestionKind::ALL.map(|kind| {
        html! { <option selected={asked == Some(kind)}>{ locale.question_kind(kind) }</option> }
    });
    let start = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: MouseEvent| {
            let Some(menu) = event.target_dyn_into::<Element>().and_then(|button| button.closest(".sets").ok()?) else {
                return;
            };
            let find = |selector: &str| menu.query_selector(selector).ok().flatten();
            let chosen = |selector: &str| {
                let select = find(selector)?.dyn_into::<HtmlSelectElement>().ok()?;
                usize::try_from(select.selected_index()).ok()
            };
            let topic = chosen(".topic").and_then(|index| Topic::ALL.get(index).copied()).unwrap_or(Topic::Mixed);
            let level = chosen(".level").and_then(|index| Level::ALL.get(index).copied()).unwrap_or(Level::First);
            let is_adaptive = find(":checked.adaptive").is_some();
            let seed = (Math::random() * SEEDS) as u64;
            let set = SeededSet { seed, topic, level, count: SeededSet::COUNT, is_adaptive };
            dispatch.emit(Action::Practice(PracticeAction::Start(set)));
        })
    };
    // The browser keeps what is chosen: nothing else depends on it. Without `selected` it begins with the last one, which Yew adds first.
    let topics =
        Topic::ALL.map(|topic| html! { <option selected={topic == Topic::Mixed}>{ locale.topic(topic) }</option> });
    let levels =
        Level::ALL.map(|level| html! { <option selected={level == Level::First}>{ locale.level(level) }</option> });
    html! {
        <div class="sets" role="group" aria-labelledby="sets-heading">
            <h2 id="sets-heading">{ label(PracticeLabel::Sets) }</h2>
            <div class="begin">
                <select class="topic" aria-label={label(PracticeLabel::Topic)}>{ for topics }</select>
                <button type="button" class="start" onclick={start} popovertarget="practice" popovertargetaction="hide">
                    { label(PracticeLabel::Start) }
                </button>
            </div>
            <details class="more-practice">
                <summary>{ locale.label(Label::More) }</summary>
                <select class="level" aria-label={label(PracticeLabel::Level)}>{ for levels }</select>
                <label class="choice">
                    <input type="checkbox" class="adaptive" />
                    <span>{ locale.joined(label(PracticeLabel::Adaptive), label(PracticeLabel::AdaptiveHow)) }</span>
                </label>
                <label class="ask-about">
                    <span>{ label(PracticeLabel::AskAbout) }</span>
                    <select {onchange}>
                        <option selected={asked.is_none()}>{ label(PracticeLabel::AskNothing) }</option>
                        { for kinds }
                    </select>
                </label>
                { own_set(model, locale, dispatch) }
            </details>
            { draft_dialog(model, locale, dispatch) }
        </div>
    }
}

/// What makes a set of one's own.
fn own_set(model: &Model, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let on_screen = model.step_on_screen();
    let draft = model.draft();
    let count = draft.map_or(0, |draft| draft.steps.len());
    let has_room = draft.is_none_or(|draft| draft.has_room());
    let button = |text: String, disabled: bool, action: DraftAction| {
        let onclick = dispatch.reform(move |_: MouseEvent| action.clone().into());
        html! { <button type="button" {onclick} {disabled}>{ text }</button> }
    };
    let is_addable = on_screen.is_some() && has_room;
    html! {
        <>
            <h2>{ locale.practice_label(PracticeLabel::OwnSet) }</h2>
            { button(locale.practice_message(PracticeMessage::AddToDraft(count)), !is_addable, DraftAction::Add) }
            { button(locale.label(Label::MakeSet).to_owned() + "…", false, DraftAction::Open(true)) }
        </>
    }
}

/// The dialog for a set of one's own, while it is open.
fn draft_dialog(model: &Model, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let dialog = model.draft().filter(|draft| draft.is_open).map(|draft| match (PANELS.get(), TEACH.get()) {
        (Some(_), Some(teach)) => (teach.editor)(EditorProps {
            draft: draft.clone(),
            on_screen: model.step_on_screen(),
            set_on_screen: model.practice_set().and_then(|progress| progress.set.clone().ok()),
            locale,
            link_locale: model.settings().locale,
            dispatch: dispatch.clone(),
            files: (OwnSet::to_file, open_file),
        }),
        (None, _) => loading_note(&PANELS, locale),
        (_, None) => loading_note(&TEACH, locale),
    });
    html! { { for dialog } }
}
