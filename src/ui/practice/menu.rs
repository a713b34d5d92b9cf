//! The choice of a question about the operation, or of a set of questions.

use js_sys::Math;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::i18n::{Locale, PracticeLabel};
use crate::practice::{Level, QuestionKind, SeededSet, Topic};
use crate::state::{Action, Model, PracticeAction};
use crate::ui::text::dispatching;

/// The number of seeds of the sets that the menu begins: few enough that a seed is short.
const SEEDS: f64 = 1_048_576.0;

/// The content of the menu.
pub(super) fn menu(model: &Model, _compact: bool, locale: Locale, dispatch: &Callback<Action>) -> Html {
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
    let topics = Topic::ALL.map(|topic| {
        let levels = Level::ALL.map(|level| {
            let name = locale.joined(locale.topic(topic), locale.level(level));
            let start = dispatch.reform(move |_: MouseEvent| {
                let seed = (Math::random() * SEEDS) as u64;
                let set = SeededSet { seed, topic, level, count: SeededSet::COUNT };
                Action::Practice(PracticeAction::Start(set))
            });
            html! {
                <td>
                    <button type="button" onclick={start} popovertarget="practice" popovertargetaction="hide"
                        aria-label={name.clone()} title={name}>{ level.number().to_string() }</button>
                </td>
            }
        });
        html! { <tr><th scope="row">{ locale.topic(topic) }</th>{ for levels }</tr> }
    });
    let levels = Level::ALL.map(|level| html! { <li>{ format!("{}: {}", level.number(), locale.level(level)) }</li> });
    html! {
        <>
            <label class="ask-about">
                <span>{ label(PracticeLabel::AskAbout) }</span>
                <select {onchange}>
                    <option selected={asked.is_none()}>{ label(PracticeLabel::AskNothing) }</option>
                    { for kinds }
                </select>
            </label>
            <h2>{ label(PracticeLabel::Sets) }</h2>
            <table class="sets"><tbody>{ for topics }</tbody></table>
            <ul class="levels" aria-label={label(PracticeLabel::Levels)}>{ for levels }</ul>
        </>
    }
}
