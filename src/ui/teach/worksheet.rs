//! A worksheet: the questions of a set with room for the answers and, on a page of its own, the right answers.

use tensor_broadcasting::lists::Listed;
use yew::prelude::*;

use super::title_of;
use crate::i18n::{Label, Locale, PracticeLabel, PracticeMessage, Reason, TeachLabel, TeachMessage, element_name};
use crate::practice::{Asked, Block, Figure, PracticeSet, Question, QuestionKind};
use crate::state::{ShareFormat, Task, Worksheet};
use crate::ui::panels::PANELS;
use tensor_broadcasting::{OperandId, format_value};

/// The side of a cell, in CSS pixels.
const CELL: usize = 26;

/// The longest value in a cell, in characters.
const MAX_VALUE: usize = 4;

/// The largest number of axes for which there is a table to fill in.
const MAX_COLUMNS: usize = 8;

/// The worksheet.
pub(super) fn worksheet(sheet: &Worksheet, locale: Locale) -> Html {
    let title = title_of(&sheet.set, locale);
    let link = PANELS.get().map(|panels| (panels.share_text)(ShareFormat::Link, &sheet.settings, locale));
    let tasks = sheet.tasks.iter().map(|task| paper_task(task, locale));
    let caption = match &sheet.set {
        PracticeSet::Own(own) if !own.caption.is_empty() => Some(own.caption.clone()),
        _ => None,
    };
    let line = |text: TeachLabel| html! { <span class="line">{ locale.teach_label(text) }<i /></span> };
    html! {
        <div class="worksheet">
            <p class="person">{ line(TeachLabel::Name) }{ line(TeachLabel::Date) }</p>
            <h1>{ heading(&title, locale) }</h1>
            { for caption.map(|caption| html! { <p class="note" dir="auto">{ caption }</p> }) }
            <ol>{ for tasks }</ol>
            <p class="of-link">{ locale.teach_label(TeachLabel::LinkToSet) }{ " " }<span dir="ltr">{ for link }</span></p>
            if sheet.with_answers {
                <section class="answers">
                    <h1>{ answers_heading(&title, locale) }</h1>
                    <ol>{ for sheet.tasks.iter().map(|task| answer(task, locale)) }</ol>
                </section>
            }
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

/// A question: what is asked, the operands in layouts of their own, and room for the answer.
fn paper_task(task: &Task, locale: Locale) -> Html {
    let Task { note, question, .. } = task;
    let prompt = locale.practice_message(PracticeMessage::Prompt(question));
    let figures = OperandId::PAIR.map(|operand| figure(operand, question, locale));
    html! {
        <li>
            if !note.is_empty() {
                <p class="note" dir="auto">{ note.clone() }</p>
            }
            <p class="prompt">{ prompt }</p>
            <div class="figures">{ for figures }</div>
            { room(question, locale) }
        </li>
    }
}

/// Whether the values of the operands are needed for the answer.
const fn needs_values(question: &Question) -> bool {
    question.kind.is_about_element() || matches!(question.kind, QuestionKind::Gradient)
}

/// An operand in a layout of its own: empty cells, or its values where they are needed.
fn figure(operand: OperandId, question: &Question, locale: Locale) -> Html {
    let shape = question.subject.shape(operand);
    let figure = Figure::of(shape);
    let blocks = figure.blocks.iter().map(|shown| match shown {
        Some(shown) => block(operand, question, shown),
        None => html! { <span class="more">{ "⋯" }</span> },
    });
    html! {
        <figure class={operand.name()}>
            <figcaption>{ locale.practice_message(PracticeMessage::OperandFigure(operand.name(), shape)) }</figcaption>
            <div dir="ltr">
                { for blocks }
                if figure.blocks.is_empty() {
                    <span class="more">{ locale.practice_label(PracticeLabel::NoElements) }</span>
                }
            </div>
        </figure>
    }
}

/// A block of cells as SVG.
fn block(operand: OperandId, question: &Question, block: &Block) -> Html {
    let columns = block.rows.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (columns * CELL, block.rows.len() * CELL);
    let cells = block.rows.iter().enumerate().flat_map(|(row, line)| {
        line.iter().enumerate().map(move |(column, index)| cell(operand, question, (row, column), index.as_deref()))
    });
    // The lines are drawn in full at the edges too.
    let view = format!("-1 -1 {} {}", width + 2, height + 2);
    let outer = (!block.outer.is_empty()).then(|| element_name(operand.name(), &block.outer));
    html! {
        <span class="block">
            { for outer }
            <svg viewBox={view} width={(width + 2).to_string()} height={(height + 2).to_string()} aria-hidden="true">{ for cells }</svg>
        </span>
    }
}

/// A cell at a row and a column; dots in place of cells that are folded.
fn cell(operand: OperandId, question: &Question, place: (usize, usize), index: Option<&[u64]>) -> Html {
    let (row, column) = place;
    let (left, top) = (column * CELL, row * CELL);
    let side = CELL.to_string();
    let middle = |start: usize| (start + CELL / 2).to_string();
    let value = match index {
        None => Some("⋯".to_owned()),
        Some(_) if !needs_values(question) => None,
        Some(index) => {
            let value = question.subject.operation.stored_value(operand, index);
            Some(value.map_or_else(|| "?".to_owned(), |value| format_value(value, MAX_VALUE)))
        }
    };
    html! {
        <>
            if index.is_some() {
                <rect x={left.to_string()} y={top.to_string()} width={side.clone()} height={side} />
            }
            if let Some(value) = value {
                <text x={middle(left)} y={middle(top)} text-anchor="middle" dominant-baseline="central">{ value }</text>
            }
        </>
    }
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
        (_, Asked::Messages(messages)) => {
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
fn answer(task: &Task, locale: Locale) -> Html {
    let Task { question, right, wrong, .. } = task;
    let text = |answer| locale.answer_text(question, answer);
    let wrong = wrong.as_ref().filter(|(rules, _)| !rules.is_empty()).map(|(rules, wrong)| {
        let expected = locale.teach_message(TeachMessage::WrongAnswer(&text(wrong)));
        locale.joined(&expected, &locale.practice_message(PracticeMessage::WrongRules(rules)))
    });
    html! {
        <li>
            <p><b>{ text(right) }</b></p>
            <p>{ locale.teach_message(TeachMessage::Reason(&Reason::new(question, locale))) }</p>
            { for wrong.map(|wrong| html! { <p class="expected">{ wrong }</p> }) }
        </li>
    }
}
