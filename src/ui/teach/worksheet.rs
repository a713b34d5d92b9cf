//! A worksheet: the steps of a set with their pictures, the questions with room for the answers and, on a page of its own, the right answers.

use broadcasting_diagram::svg::Shade;
use js_sys::encode_uri_component;
use tensor_broadcasting::lists::Listed;
use yew::prelude::*;

use super::title_of;
use crate::i18n::{Label, Locale, PracticeLabel, PracticeMessage, Reason, TeachLabel, TeachMessage};
use crate::practice::{self, QrPath, Question, QuestionKind};
use crate::state::{Asked, ChapterRef, Model, PracticeSet, Settings, ShareFormat, Task, Worksheet};
use crate::ui::late::PANELS;
use crate::ui::practice::figures::{own_figure, value};
use tensor_broadcasting::OperandId;

/// The largest number of axes for which there is a table to fill in.
const MAX_COLUMNS: usize = 8;

/// The worksheet.
pub(super) fn worksheet(sheet: &Worksheet, locale: Locale) -> Html {
    let title = title_of(&sheet.set, locale);
    let link = PANELS.get().map(|panels| (panels.share.share_text)(ShareFormat::Link, &sheet.settings, locale));
    let tasks = sheet.tasks.iter().map(|task| paper_task(task, locale));
    let caption = match &sheet.set {
        PracticeSet::Own(own) if !own.caption.is_empty() => Some(own.caption.clone()),
        _ => None,
    };
    // Each answer has the number of its step.
    let answers =
        sheet.tasks.iter().enumerate().filter_map(|(at, task)| Some(answer(at + 1, task.asked.as_ref()?, locale)));
    let line = |text: TeachLabel| html! { <span class="line">{ locale.teach_label(text) }<i /></span> };
    html! {
        <div class="worksheet">
            <p class="person">{ line(TeachLabel::Name) }{ line(TeachLabel::Date) }</p>
            <h1>{ heading(&title, locale) }</h1>
            { for caption.map(|caption| html! { <p class="note" dir="auto">{ caption }</p> }) }
            <ol>{ for tasks }</ol>
            { for link.map(|link| link_to_set(&link, locale)) }
            if sheet.with_answers {
                <section class="answers">
                    <h1>{ answers_heading(&title, locale) }</h1>
                    <ol>{ for answers }</ol>
                </section>
            }
        </div>
    }
}

/// The link to the set, with its QR code.
fn link_to_set(link: &str, locale: Locale) -> Html {
    let code = PANELS.get().and_then(|panels| (panels.share.qr_code)(link)).map(|QrPath { size, path }| {
        html! { <svg class="qr" viewBox={format!("0 0 {size} {size}")} aria-hidden="true"><path d={path} /></svg> }
    });
    html! {
        <div class="of-link">
            <p>
                { locale.teach_label(TeachLabel::LinkToSet) }{ " " }<span dir="ltr">{ link }</span>
                if code.is_none() {
                    { " " }{ locale.teach_label(TeachLabel::NoQrCode) }
                }
            </p>
            { for code }
        </div>
    }
}

/// The title; the name of the page where there is none.
fn heading(title: &str, locale: Locale) -> String {
    if title.is_empty() { locale.label(Label::PageTitle).to_owned() } else { title.to_owned() }
}

fn answers_heading(title: &str, locale: Locale) -> String {
    let answers = locale.teach_label(TeachLabel::Answers);
    if title.is_empty() { answers.to_owned() } else { locale.joined(answers, title) }
}

/// A step: the teacher's text, and its picture; or what is asked, the operands in layouts of their own, and room for the answer.
fn paper_task(task: &Task, locale: Locale) -> Html {
    let Task { step, asked } = task;
    let shown = match asked {
        Some(Asked { question, .. }) => {
            let prompt = locale.practice_message(PracticeMessage::Prompt(question));
            let figures = OperandId::PAIR.map(|operand| figure(operand, question, locale));
            html! {
                <>
                    <p class="prompt">{ prompt }</p>
                    <div class="figures">{ for figures }</div>
                    { room(question, locale) }
                </>
            }
        }
        None => picture(&step.settings, locale),
    };
    html! {
        <li>
            if !step.text.is_empty() {
                <p class="own-text" dir="auto">{ step.text.clone() }</p>
            }
            { shown }
        </li>
    }
}

/// The width of a picture on paper, in CSS pixels.
const PICTURE: f64 = 640.0;

/// The picture of a step at its chapter, with the words of the chapter.
fn picture(settings: &Settings, locale: Locale) -> Html {
    let model = Model::open(
        &Settings { locale: Some(locale), chapter: settings.chapter.or(Some(ChapterRef::Last)), ..settings.clone() }
            .to_query(),
        locale,
    );
    let svg = PANELS.get().and_then(|panels| (panels.drawer.chapter_svg)(&model, PICTURE, Shade::Light));
    let source = svg.map(|svg| format!("data:image/svg+xml,{}", String::from(encode_uri_component(&svg))));
    html! { { for source.map(|src| html! { <img class="picture" {src} alt={settings.summary()} /> }) } }
}

/// Whether the values of the operands are needed for the answer.
const fn needs_values(question: &Question) -> bool {
    question.kind.is_about_element() || matches!(question.kind, QuestionKind::Gradient)
}

/// An operand in a layout of its own: empty cells, or its values where they are needed.
fn figure(operand: OperandId, question: &Question, locale: Locale) -> Html {
    own_figure(operand, question, locale, &|index| {
        let shown = needs_values(question).then(|| value(operand, &question.subject.operation, index));
        shown.unwrap_or_default().into()
    })
}

/// The room for the answer: choices, a table to fill in, or a line.
fn room(question: &Question, locale: Locale) -> Html {
    let label = |text: PracticeLabel| locale.practice_label(text).to_owned();
    let choices = |texts: Vec<String>| html! { <ul class="choices">{ for texts.into_iter().map(|text| html! { <li>{ text }</li> }) }</ul> };
    let line = html! { <p class="line">{ locale.teach_label(TeachLabel::Answer) }<i /></p> };
    match (question.kind, &question.asked) {
        (QuestionKind::Verdict, _) => {
            html! { <>{ table(question, locale) }{ choices(vec![label(PracticeLabel::Works), label(PracticeLabel::Fails)]) }</> }
        }
        (_, practice::Asked::Messages(messages)) => {
            let text = |message: &Option<String>| message.clone().unwrap_or_else(|| label(PracticeLabel::NoMessage));
            html! { <>{ table(question, locale) }{ choices(messages.iter().map(text).listed()) }</> }
        }
        (QuestionKind::Axes, _) => table(question, locale),
        (QuestionKind::Shape | QuestionKind::Fix, _) => html! { <>{ table(question, locale) }{ line }</> },
        _ => line,
    }
}

/// An empty table of the axes: a row for each operand, and one for what follows.
fn table(question: &Question, locale: Locale) -> Html {
    let axes = question.subject.operation.alignment().ndim();
    if axes == 0 || axes > MAX_COLUMNS {
        return Html::default();
    }
    let axis_name = locale.label(Label::Axis);
    let heads = (0..axes).map(|axis| html! { <th scope="col">{ format!("{axis_name} {axis}") }</th> });
    let row =
        |name: String| html! { <tr><th scope="row">{ name }</th>{ for (0..axes).map(|_| html! { <td /> }) }</tr> };
    let operands = OperandId::PAIR.map(|operand| row(operand.name().to_owned()));
    let last = match question.kind {
        QuestionKind::Axes => locale.teach_label(TeachLabel::WhatHappens),
        _ => locale.label(Label::Result),
    };
    let class = classes!("axes-to-fill", (question.kind == QuestionKind::Axes).then_some("in-words"));
    html! {
        <table {class}>
            <thead><tr><td />{ for heads }</tr></thead>
            <tbody>{ for operands }{ row(last.to_owned()) }</tbody>
        </table>
    }
}

/// The right answer with its reason, and the wrong answer to expect with the rule behind it.
fn answer(number: usize, asked: &Asked, locale: Locale) -> Html {
    let Asked { question, right, wrong } = asked;
    let text = |answer| locale.answer_text(question, answer);
    let wrong = wrong.as_ref().filter(|(rules, _)| !rules.is_empty()).map(|(rules, wrong)| {
        let expected = locale.teach_message(TeachMessage::WrongAnswer(&text(wrong)));
        locale.joined(&expected, &locale.practice_message(PracticeMessage::WrongRules(rules)))
    });
    html! {
        <li value={number.to_string()}>
            <p><b>{ text(right) }</b></p>
            <p>{ locale.teach_message(TeachMessage::Reason(&Reason::new(question, locale))) }</p>
            { for wrong.map(|wrong| html! { <p class="expected">{ wrong }</p> }) }
        </li>
    }
}
