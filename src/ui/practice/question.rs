//! The question with its form and the reply to an answer, the step of a teacher's set, and the summary of a set.

use tensor_broadcasting::lists::Listed;
use yew::prelude::*;

use super::fields::fields;
use super::kept_focus::QuestionSection;
use super::set_file::unread;
use super::why::why;
use crate::i18n::{Locale, Message, PracticeLabel, PracticeMessage};
use crate::practice::{Answer, Grade, Misconception, Question, Summary, Unreadable};
use crate::state::{Action, Asking, Model, PracticeAction, PracticeSet, Seen, SetProgress, Step};
use crate::ui::late::WORK;

/// The question or the step; for a set that is done its summary.
pub(super) fn question(model: &Model, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let set = model.practice_set();
    if let Some(set) = set.filter(|set| set.is_done || set.set.is_err()) {
        return match &set.set {
            Ok(_) => summary(set, locale, dispatch),
            Err(error) => unread(set, *error, locale, dispatch),
        };
    }
    if let Some((set, at, step)) = set.and_then(|set| Some((set, set.step_index()?, set.step()?))) {
        return stepped(model, StepOf { set, at, step }, locale, dispatch);
    }
    let Some(asking) = model.asking() else { return Html::default() };
    let number = set.map(|set| {
        // The present question is among the answers once it has one.
        let is_answered = asking.attempts > 0 || asking.is_open;
        let number = set.answers.len() + usize::from(!is_answered);
        locale.practice_message(PracticeMessage::QuestionNumber(number, set.count()))
    });
    let is_adaptive = set.is_some_and(|set| matches!(&set.set, Ok(PracticeSet::Seeded(set)) if set.is_adaptive));
    let head = number.clone().map(|number| {
        let title = is_adaptive.then(|| locale.practice_label(PracticeLabel::Adaptive));
        html! {
            <p class="number">
                { for title.map(|title| html! { <><b>{ title }</b>{ " " }</> }) }{ number }
                { end_button(PracticeLabel::EndSet, locale, dispatch) }
            </p>
        }
    });
    let Asked { prompt, reply, rest } = asked(asking, set, locale, dispatch);
    let announced = if reply.is_empty() { prompt.clone() } else { reply };
    html! {
        <QuestionSection {number}>
            { live(announced) }
            <div class="question-head">{ for head }<h2 class="prompt" id="question-heading">{ prompt }</h2></div>
            { rest }
        </QuestionSection>
    }
}

/// What screen readers hear: the question or the step, and then the reply.
fn live(announced: String) -> Html {
    html! { <p class="visually-hidden" role="status">{ announced }</p> }
}

fn end_button(label: PracticeLabel, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let (said, onclick) = (locale.practice_label(label), dispatch.reform(|_: MouseEvent| Action::EndPractice));
    html! { <button type="button" class="end" {onclick} title={said} aria-label={said}>{ "✕" }</button> }
}

/// A question as it is shown.
struct Asked {
    /// What is asked.
    prompt: String,
    /// The reply to the answer; empty without one.
    reply: String,
    /// Reply, form and hints.
    rest: Html,
}

fn asked(asking: &Asking, set: Option<&SetProgress>, locale: Locale, dispatch: &Callback<Action>) -> Asked {
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
    let rest = html! {
        <>
            { for reply.iter().map(|sentence| html! { <p {class}>{ sentence }</p> }) }
            { for reason(asking, locale) }
            { for form }
            { told(asking, locale) }
            if asking.question.is_none() && set.is_some_and(|set| set.step().is_none()) {
                { action_button(PracticeLabel::NextQuestion, PracticeAction::Next, locale, dispatch) }
            }
        </>
    };
    Asked { prompt, reply: reply.join(" "), rest }
}

/// The step of a teacher's set that is shown, by its index.
#[derive(Clone, Copy)]
struct StepOf<'a> {
    set: &'a SetProgress,
    at: usize,
    step: &'a Step,
}

/// A step: where it is among the others, what the teacher says and, where there is a question, the question.
fn stepped(model: &Model, of: StepOf<'_>, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let StepOf { set, at, step } = of;
    let number = locale.practice_message(PracticeMessage::StepNumber(at + 1, set.count()));
    let (title, caption) = match &set.set {
        Ok(PracticeSet::Own(own)) => (own.title.as_str(), own.caption.as_str()),
        _ => Default::default(),
    };
    let asked = model.asking().map(|asking| asked(asking, Some(set), locale, dispatch));
    // The page around an element may have the text of a step as HTML of its own.
    let text = html! { <slot name="step">{ step.text.clone() }</slot> };
    let announced = match &asked {
        Some(Asked { reply, .. }) if !reply.is_empty() => reply.clone(),
        Some(Asked { prompt, .. }) => [number.as_str(), step.text.as_str(), prompt].join(" "),
        None => [number.as_str(), step.text.as_str()].join(" "),
    };
    html! {
        <QuestionSection number={number.clone()}>
            { live(announced) }
            <div class="question-head">
                if at == 0 && !caption.is_empty() {
                    <p class="own-text" dir="auto">{ caption.to_owned() }</p>
                }
                <p class="own-text of-step" dir="auto">{ text }</p>
                if let Some(Asked { prompt, .. }) = &asked {
                    <h2 class="prompt" id="question-heading">{ prompt.clone() }</h2>
                } else {
                    <h2 class="visually-hidden" id="question-heading">{ number.clone() }</h2>
                }
            </div>
            { for asked.map(|asked| asked.rest) }
            { steps(of, title, &number, locale, dispatch) }
            if model.has_left_step() {
                <div class="buttons">{ action_button(PracticeLabel::RestoreStep, PracticeAction::RestoreStep, locale, dispatch) }</div>
            }
        </QuestionSection>
    }
}

/// The most steps that are shown as dots.
const MAX_DOTS: usize = 12;

/// What leads from step to step: the one before, a dot for each, the next one. It stands at the lower edge, so that it stays where it is.
fn steps(of: StepOf<'_>, title: &str, number: &str, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let StepOf { set, at, .. } = of;
    let (count, is_last) = (set.count(), at + 1 == set.count());
    let asks = set.asks();
    let to = |action: PracticeAction| dispatch.reform(move |_: MouseEvent| Action::Practice(action.clone()));
    let next = if is_last && asks { PracticeLabel::ToSummary } else { PracticeLabel::NextStep };
    let end = if asks { PracticeLabel::EndSet } else { PracticeLabel::EndSteps };
    let [previous, next] = [PracticeLabel::PreviousStep, next].map(|label| locale.practice_label(label));
    let dots = (0..count).filter(|_| count <= MAX_DOTS).map(|index| {
        let said = locale.practice_message(PracticeMessage::StepNumber(index + 1, count));
        let current = (index == at).then_some("step");
        html! {
            <button type="button" class="dot" onclick={to(PracticeAction::GoToStep(index))} aria-current={current}
                aria-label={said.clone()} title={said} />
        }
    });
    html! {
        <nav class="step-nav" aria-label={number.to_owned()}>
            <button type="button" class="previous-step" onclick={to(PracticeAction::Previous)} disabled={at == 0}
                aria-label={previous} title={previous}>{ "‹" }</button>
            <span class="of-steps">{ number.to_owned() }</span>
            <button type="button" class="next-step" onclick={to(PracticeAction::Next)} disabled={is_last && !asks}>{ next }{ " ›" }</button>
            <span class="dots">{ for dots }</span>
            <b class="title">{ title.to_owned() }</b>
            { end_button(end, locale, dispatch) }
        </nav>
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
    let step = set.and_then(SetProgress::step_index);
    let is_last = set.is_some_and(|set| step.map_or(set.answers.len(), |at| at + 1) >= set.count());
    let next = match step {
        _ if is_last => PracticeLabel::ToSummary,
        Some(_) => PracticeLabel::NextStep,
        None => PracticeLabel::NextQuestion,
    };
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
            // From step to step lead the buttons above.
            if !asking.is_open && asking.attempts > 0 && set.is_some() && step.is_none() {
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
