//! The question with its form and the reply to an answer, and the summary of a set.

use tensor_broadcasting::lists::Listed;
use yew::prelude::*;

use super::fields::fields;
use super::kept_focus::QuestionSection;
use super::set_file::unread;
use super::why::why;
use crate::i18n::{Locale, Message, PracticeLabel, PracticeMessage};
use crate::practice::{Answer, Grade, Misconception, PracticeSet, Question, Summary, Unreadable};
use crate::state::{Action, Asking, Model, PracticeAction, Seen, SetProgress};
use crate::ui::late::WORK;

/// The question; for a set that is done its summary.
pub(super) fn question(model: &Model, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let set = model.practice_set();
    if let Some(set) = set.filter(|set| set.is_done || set.set.is_err()) {
        return match &set.set {
            Ok(_) => summary(set, locale, dispatch),
            Err(error) => unread(set, *error, locale, dispatch),
        };
    }
    let Some(asking) = model.asking() else { return Html::default() };
    let number = set.map(|set| {
        // The present question is among the answers once it has one.
        let is_answered = asking.attempts > 0 || asking.is_open;
        let number = set.answers.len() + usize::from(!is_answered);
        locale.practice_message(PracticeMessage::QuestionNumber(number, set.count()))
    });
    let title = set.and_then(|set| match &set.set {
        Ok(PracticeSet::Own(own)) if !own.title.is_empty() => Some(own.title.clone()),
        Ok(PracticeSet::Seeded(seeded)) if seeded.is_adaptive => {
            Some(locale.practice_label(PracticeLabel::Adaptive).to_owned())
        }
        _ => None,
    });
    // The teacher's own words: the caption of the set, and what stands above the question.
    let caption = match set.map(|set| &set.set) {
        Some(Ok(PracticeSet::Own(own))) => own.caption.clone(),
        _ => String::new(),
    };
    let notes: Vec<String> = [caption, asking.item.note.clone()].into_iter().filter(|note| !note.is_empty()).listed();
    let prompt = match &asking.question {
        Some(question) => locale.practice_message(PracticeMessage::Prompt(question)),
        None if asking.story.is_some() => locale.practice_label(PracticeLabel::CannotBeAsked).to_owned(),
        None => locale.practice_label(PracticeLabel::NothingToAsk).to_owned(),
    };
    let (class, reply) = reply(asking, locale);
    let submit = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(Action::Practice(PracticeAction::Answer));
        })
    };
    let form = asking.question.as_ref().map(|question| {
        html! {
            <form class="answer" onsubmit={submit}>
                { fields(asking, question, locale, dispatch) }
                { buttons(asking, set, locale, dispatch) }
            </form>
        }
    });
    let asked = html! {
        <>
            if number.is_some() || title.is_some() {
                <p class="number">
                    { for title.map(|title| html! { <><b>{ title }</b>{ " " }</> }) }{ number.clone() }
                    <button type="button" class="end" onclick={dispatch.reform(|_: MouseEvent| Action::EndPractice)}
                        title={locale.practice_label(PracticeLabel::EndSet)} aria-label={locale.practice_label(PracticeLabel::EndSet)}>{ "✕" }</button>
                </p>
            }
            { for notes.into_iter().map(|note| html! { <p class="own-text" dir="auto">{ note }</p> }) }
            <h2 class="prompt" id="question-heading">{ prompt.clone() }</h2>
        </>
    };
    let rest = html! {
        <>
            { for reply.iter().map(|sentence| html! { <p {class}>{ sentence }</p> }) }
            { for reason(asking, locale) }
            { for form }
            { told(asking, locale) }
            if asking.question.is_none() && set.is_some() {
                { action_button(PracticeLabel::NextQuestion, PracticeAction::Next, locale, dispatch) }
            }
        </>
    };
    // Screen readers hear the question, and then the reply.
    let announced = if reply.is_empty() { prompt.clone() } else { reply.join(" ") };
    let live = html! { <p class="visually-hidden" role="status">{ announced }</p> };
    html! {
        <QuestionSection {number}>
            { live }
            <div class="question-head">{ asked }</div>
            { rest }
        </QuestionSection>
    }
}

/// The sentences of the reply, and their class; no sentences without an answer.
fn reply(asking: &Asking, locale: Locale) -> (&'static str, Vec<String>) {
    let label = |label| locale.practice_label(label).to_owned();
    if asking.awaits_python {
        return ("waits", vec![label(PracticeLabel::Loading)]);
    }
    match &asking.grade {
        Some(Grade::Right) => ("right", vec![label(PracticeLabel::Right)]),
        Some(Grade::Wrong { .. }) if !asking.is_open => {
            let rules = asking.rules();
            let rules = (!rules.is_empty()).then(|| locale.practice_message(PracticeMessage::WrongRules(&rules)));
            ("wrong", std::iter::once(label(PracticeLabel::Wrong)).chain(rules).listed())
        }
        Some(Grade::Unreadable(Unreadable { problem, .. })) => {
            ("wrong", vec![locale.practice_message(PracticeMessage::CannotRead(problem))])
        }
        _ => ("shown", right_answer(asking, locale).into_iter().listed()),
    }
}

/// Why the last answer is wrong; nothing where it was right, where the answer may be seen, and without axes.
fn reason(asking: &Asking, locale: Locale) -> Option<Html> {
    let question = asking.question.as_ref().filter(|_| !asking.is_open && !asking.awaits_python)?;
    match asking.grade {
        Some(Grade::Wrong { axis, .. }) => Some(why(&question.subject.operation, axis?, locale)),
        _ => None,
    }
}

/// The answer, where the user asked for it.
fn right_answer(asking: &Asking, locale: Locale) -> Option<String> {
    let question: &Question = asking.question.as_ref().filter(|_| asking.is_open)?;
    let right: Answer = question.right()?;
    Some(locale.practice_message(PracticeMessage::RightAnswer(&locale.answer_text(question, &right))))
}

/// The chapters that were told and are not drawn.
fn told(asking: &Asking, locale: Locale) -> Html {
    let (Some(question), Some(story)) = (&asking.question, &asking.story) else { return Html::default() };
    if asking.seen() != Seen::Nothing {
        return Html::default();
    }
    // The first chapter shows only the operands.
    let chapters = story.chapters().iter().take(asking.told).skip(1);
    let texts = chapters.map(|chapter| {
        html! { <li>{ locale.message(Message::ChapterText(chapter, &question.subject.operation)) }</li> }
    });
    html! { <ol class="hints" aria-live="polite">{ for texts }</ol> }
}

fn buttons(asking: &Asking, set: Option<&SetProgress>, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let is_last = set.is_some_and(|set| set.answers.len() >= set.count());
    let next = if is_last { PracticeLabel::ToSummary } else { PracticeLabel::NextQuestion };
    let button = |label, action| action_button(label, action, locale, dispatch);
    html! {
        <div class="buttons">
            // The same button, so that the focus stays.
            if !asking.is_open || set.is_some() {
                <button type="submit" class="check">
                    { locale.practice_label(if asking.is_open { next } else { PracticeLabel::Check }) }
                </button>
            }
            if asking.has_hint() {
                { button(PracticeLabel::Hint, PracticeAction::Hint) }
            }
            if !asking.is_open && set.is_none_or(SetProgress::shows_answers) {
                { button(PracticeLabel::ShowAnswer, PracticeAction::Show) }
            }
            if !asking.is_open && asking.attempts > 0 && set.is_some() {
                { button(next, PracticeAction::Next) }
            }
        </div>
    }
}

fn action_button(label: PracticeLabel, action: PracticeAction, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let onclick = dispatch.reform(move |_: MouseEvent| Action::Practice(action.clone()));
    html! { <button type="button" {onclick}>{ locale.practice_label(label) }</button> }
}

/// What was understood and what was not, with the examples that treat it.
fn summary(set: &SetProgress, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let Summary { right, answered, not_understood, understood } = Summary::of(&set.answers);
    let label = |label| locale.practice_label(label);
    let wrong = not_understood.iter().map(|&rule| {
        let example = WORK.get().map(|work| (work.app.example)(rule.example(), locale, dispatch));
        html! { <li>{ locale.correction(rule) }{ for example }</li> }
    });
    let known = understood.iter().map(|&rule: &Misconception| html! { <li>{ locale.correction(rule) }</li> });
    let score = locale.practice_message(PracticeMessage::Score(right, answered));
    let is_seeded = matches!(set.set, Ok(PracticeSet::Seeded(_)));
    let body = html! {
        <>
            <h2 class="prompt" id="question-heading">{ label(PracticeLabel::Summary) }</h2>
            <p class="score">{ score.clone() }</p>
            if !not_understood.is_empty() {
                <h3>{ label(PracticeLabel::NotUnderstood) }</h3>
                <ul class="rules">{ for wrong }</ul>
            }
            if !understood.is_empty() {
                <h3>{ label(PracticeLabel::Understood) }</h3>
                <ul class="rules">{ for known }</ul>
            }
            <div class="buttons">
                if is_seeded {
                    { action_button(PracticeLabel::NewSet, PracticeAction::NewSet, locale, dispatch) }
                }
                { action_button(PracticeLabel::SameSet, PracticeAction::SameSet, locale, dispatch) }
                <button type="button" onclick={dispatch.reform(|_: MouseEvent| Action::EndPractice)}>{ label(PracticeLabel::EndSet) }</button>
            </div>
        </>
    };
    html! {
        <QuestionSection>
            <p class="visually-hidden" role="status">{ score.clone() }</p>
            { body }
        </QuestionSection>
    }
}
