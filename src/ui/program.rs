//! The input for a program, with the shape that each line makes, and the list of the program's operations. It is in the
//! chunk `work`: two shapes need none of it.

use std::ops::Range;

use web_sys::{HtmlTextAreaElement, InputEvent};
use yew::prelude::*;

use super::asked::asked_form;
use super::fields::{action_of, pasted_text};
use crate::diagnostics::Warning;
use crate::i18n::{Locale, ProgramText};
use crate::reader::PYTHON;
use crate::reader::{ListedOperation, Program};
use crate::state::{Action, Settings};
use tensor_broadcasting::OperandId;
use tensor_reader::{AfterStep, Inlay, OperationResult, ProgramError, ProgramOperation, Reading};

/// The input with its marks, and the list of operations. `program`: what was read, if the reader is loaded; `typing`: errors are not
/// shown yet.
pub(super) fn program_panel(
    settings: &Settings,
    program: Option<&Program>,
    typing: bool,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let code = &settings.code.0;
    let edit = dispatch
        .reform(|event: InputEvent| Action::EditCode(event.target_unchecked_into::<HtmlTextAreaElement>().value()));
    // Who leaves the field has ended typing.
    let onchange = dispatch.reform(|_: Event| Action::EndTyping);
    // An error message is no program.
    let onpaste = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let read = |text: String| (PYTHON.get()?.pasted_message)(&text);
            if let Some(pasted) = pasted_text(&event).and_then(read) {
                event.prevent_default();
                dispatch.emit(action_of(pasted));
            }
        })
    };
    let close = dispatch.reform(|_: MouseEvent| Action::CloseCode);
    html! {
        <section class="program-panel">
            <div class="program-input" dir="ltr">
                <pre aria-hidden="true">{ marked(code, program, typing) }</pre>
                <textarea id="program" value={code.clone()} oninput={edit} {onchange} {onpaste} wrap="off" spellcheck="false"
                    autocapitalize="off" autocomplete="off" aria-label={said(locale, ProgramText::Input)}
                    aria-describedby="program-shapes program-stop" />
            </div>
            <div class="program-foot">
                <p>{ for program.map(|program| lines_read(&program.reading, code, locale)) }</p>
                <button type="button" class="close-code" onclick={close}>{ said(locale, ProgramText::Close) }</button>
            </div>
            { for program.map(|program| html! {
                <>
                    { shapes(&program.reading, locale) }
                    if !typing {
                        { stop(&program.reading, code, locale) }
                    }
                    if !program.reading.asked.is_empty() {
                        { asked_form(&program.reading.asked, locale, dispatch) }
                    }
                    { operations(program, code, locale, dispatch) }
                </>
            }) }
        </section>
    }
}

/// A text about the program.
fn said(locale: Locale, text: ProgramText<'_>) -> String {
    locale.program_text(text)
}

fn lines_read(reading: &Reading, code: &str, locale: Locale) -> String {
    let lines = code.lines().filter(|line| !line.trim().is_empty()).count();
    let read = lines.saturating_sub(reading.unread.len());
    said(locale, ProgramText::LinesRead(read, reading.library))
}

/// The text of the program, invisible, with marks below the text and the shapes after the lines. The text that is seen is that of
/// the input in front of it.
fn marked(code: &str, program: Option<&Program>, typing: bool) -> Html {
    let characters: Vec<char> = code.chars().collect();
    let marks = program.map(|program| marks(program, typing)).unwrap_or_default();
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, line) in code.split('\n').enumerate() {
        let end = start + line.chars().count();
        let inlays = program.into_iter().flat_map(|program| &program.reading.inlays);
        let inlays = inlays.filter(|inlay| inlay.line == number + 1).collect::<Vec<_>>();
        lines.push(html! { <>{ for pieces(&characters, start..end, &marks) }{ for last_inlay(&inlays) }{ "\n" }</> });
        start = end + 1;
    }
    lines.into_iter().collect()
}

/// The shape after a line. Of a line that is executed several times, the last one.
fn last_inlay(inlays: &[&Inlay]) -> Option<Html> {
    let last = inlays.last()?;
    // A statement that binds several names shows them all.
    let mut names: Vec<&Option<String>> = inlays.iter().map(|inlay| &inlay.name).collect();
    names.dedup();
    let bound = inlays.iter().rev().take(names.len()).rev().map(|inlay| inlay.shape.to_string());
    let text = if names.len() > 1 { bound.collect::<Vec<_>>().join(" ") } else { last.shape.to_string() };
    Some(html! { <span class="inlay">{ text }</span> })
}

/// The marked places: a class for each range of characters. A later one lies above an earlier one.
fn marks(program: &Program, typing: bool) -> Vec<(Range<usize>, &'static str)> {
    let mut marks = Vec::new();
    if let Some(listed) = program.shown_operation().filter(|listed| !(typing && listed.error.is_some())) {
        marks.push((listed.operation.span.clone(), sign_of(listed).0));
        let sides = listed.operation.operands.iter().zip(OperandId::ALL);
        marks.extend(sides.map(|(operand, side)| (operand.span.clone(), side.name())));
    }
    if !typing {
        let stopped = program.reading.unread.iter().map(|unread| (unread.span.clone(), "stopped"));
        let failed = program.reading.error.as_ref().filter(|error| error.operation.is_none());
        marks.extend(stopped.chain(failed.map(|error| (error.span.clone(), "bad"))));
    }
    marks
}

/// The characters of one line in pieces that are marked alike.
fn pieces(characters: &[char], line: Range<usize>, marks: &[(Range<usize>, &'static str)]) -> Vec<Html> {
    let edges: Vec<usize> = marks.iter().flat_map(|(range, _)| [range.start, range.end]).collect();
    // In ascending order, and each once. A sort would be the largest function of its file.
    let is_cut = |at: &usize| *at == line.start || *at == line.end || edges.contains(at);
    let cuts: Vec<usize> = (line.start..=line.end).filter(is_cut).collect();
    let piece = |piece: &[usize]| {
        let [start, end] = *piece else { return Html::default() };
        let text: String = characters.get(start..end).unwrap_or_default().iter().collect();
        let class = marks.iter().filter(|(range, _)| range.start <= start && end <= range.end).map(|mark| mark.1);
        let class: Classes = class.collect();
        if class.is_empty() {
            text.into()
        } else {
            html! { <mark {class}>{ text }</mark> }
        }
    };
    cuts.windows(2).map(piece).collect()
}

/// The shape of every line, for screen readers.
fn shapes(reading: &Reading, locale: Locale) -> Html {
    let shape = |inlay: &Inlay| {
        let name = inlay.name.as_deref().unwrap_or_default();
        html! { <li>{ said(locale, ProgramText::Line(inlay.line)) }{ ": " }{ name }{ " " }{ inlay.shape.to_string() }</li> }
    };
    html! { <ul class="visually-hidden" id="program-shapes">{ for reading.inlays.iter().map(shape) }</ul> }
}

/// What ends the program, and which of its lines are not read: the exception as Python writes it; and the library's warnings.
fn stop(reading: &Reading, code: &str, locale: Locale) -> Html {
    let unread = reading.unread.iter().map(|unread| {
        html! { <p class="stopped">{ said(locale, ProgramText::NotRead(unread.line, &unread.reason)) }</p> }
    });
    let unread: Html = match reading.unread.len() {
        0..3 => unread.collect(),
        count => html! {
            <details>
                <summary>{ said(locale, ProgramText::LinesNotRead(count)) }</summary>
                { for unread }
            </details>
        },
    };
    let errors = reading.error.iter().chain(&reading.next_error).map(|error| {
        html! {
            <>
                <p>{ said(locale, ProgramText::Line(error.line)) }{ condition(&error.only_if, locale) }</p>
                <pre class="exception" dir="ltr">{ exception(error, code) }</pre>
            </>
        }
    });
    let notes = reading.notes.iter().map(|note| html! { <p>{ said(locale, ProgramText::Note(note)) }</p> });
    let warnings = reading.warnings.iter().map(|warning| {
        html! {
            <p class="library-warning">
                { said(locale, ProgramText::Line(warning.line)) }{ ": " }{ said(locale, ProgramText::Warning(warning)) }
            </p>
        }
    });
    html! {
        <div id="program-stop" role="status" tabindex="0">
            { for errors }
            { for warnings }
            { for notes }
            { unread }
        </div>
    }
}

/// On which lines it depends whether something is done.
fn condition(lines: &[usize], locale: Locale) -> Option<Html> {
    let lines = lines.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    (!lines.is_empty())
        .then(|| html! { <span class="condition">{ " · " }{ said(locale, ProgramText::OnlyIf(&lines)) }</span> })
}

/// The exception as Python's traceback ends: the line, marks below its place, the type and the message.
fn exception(error: &ProgramError, code: &str) -> String {
    let characters: Vec<char> = code.chars().collect();
    let at = error.span.start.min(characters.len());
    let start = characters.iter().take(at).rposition(|&c| c == '\n').map_or(0, |newline| newline + 1);
    let end = characters.iter().skip(at).position(|&c| c == '\n').map_or(characters.len(), |newline| at + newline);
    let line = characters.get(start..end).unwrap_or_default();
    let indent = line.iter().take_while(|c| c.is_whitespace()).count();
    let operator = error.operation.as_deref().and_then(|operation| operator_place(operation, &characters));
    let mark = |place: usize| match place {
        _ if !error.span.contains(&place) => ' ',
        _ if operator.is_none_or(|operator| operator == place) => '^',
        _ => '~',
    };
    let text: String = line.iter().skip(indent).collect();
    let marks: String = (start + indent..end.min(error.span.end.max(at + 1))).map(mark).collect();
    format!("    {text}\n    {marks}\n{}: {}", error.kind, error.message)
}

/// The place of the operator between two operands; `None` for a call.
fn operator_place(operation: &ProgramOperation, characters: &[char]) -> Option<usize> {
    let [a, b] = operation.operands.as_slice() else { return None };
    let between = characters.get(a.span.end..b.span.start)?;
    let place = between.iter().position(|c| "+-*/%@<>=!&|^".contains(*c))?;
    Some(a.span.end + place)
}

/// The list of operations. One that can be drawn is chosen with a press.
fn operations(program: &Program, code: &str, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let characters: Vec<char> = code.chars().collect();
    let rows = program
        .operations
        .iter()
        .enumerate()
        .map(|(index, listed)| row(listed, index, program.shown == Some(index), &characters, locale, dispatch));
    // A list that scrolls can have the focus: one of its buttons, or the list itself where it has none.
    let tabindex = (!program.operations.iter().any(ListedOperation::is_drawn)).then_some("0");
    html! {
        <div class="operations" role="group" aria-labelledby="operations-heading" {tabindex}>
            <h2 id="operations-heading">{ said(locale, ProgramText::Operations) }</h2>
            if program.operations.is_empty() {
                <p>{ said(locale, ProgramText::NoOperation) }</p>
            }
            <ol>{ for rows }</ol>
        </div>
    }
}

fn row(
    listed: &ListedOperation,
    index: usize,
    shown: bool,
    characters: &[char],
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let operation = &listed.operation;
    let (class, sign, name) = sign_of(listed);
    let source: String = characters.get(operation.span.clone()).unwrap_or_default().iter().collect();
    let operands = operation.operands.iter().map(|operand| operand.operand.shape().to_string()).collect::<Vec<_>>();
    let result = match &operation.result {
        Some(OperationResult::Tensor(shape)) => format!(" → {shape}"),
        Some(OperationResult::Many(shapes)) => {
            format!(" → {}", shapes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        }
        Some(OperationResult::Other) | None => String::new(),
    };
    let content = html! {
        <>
            <span class={classes!("sign", class)} aria-hidden="true">{ sign }</span>
            <span class="visually-hidden">{ said(locale, name) }</span>
            { " " }<span class="line">{ said(locale, ProgramText::Line(operation.line)) }</span>
            { condition(&operation.only_if, locale) }
            { " " }<b dir="ltr">{ source }</b>
            { " " }<span class="shapes" dir="ltr">{ operands.join(" ") }{ result }</span>
        </>
    };
    html! {
        <li>
            if listed.is_drawn() {
                <button type="button" {class} aria-pressed={shown.to_string()}
                    onclick={dispatch.reform(move |_: MouseEvent| Action::ChooseOperation(index))}>{ content }</button>
            } else {
                <p {class} title={said(locale, ProgramText::NotDrawn)}>{ content }</p>
            }
            if !operation.then.is_empty() {
                <p class="then" dir="ltr">{ said(locale, ProgramText::Then) }{ then(&operation.then) }</p>
            }
        </li>
    }
}

fn then(steps: &[AfterStep]) -> String {
    steps.iter().map(|step| format!(" {} → {}", step.text, step.shape)).collect::<Vec<_>>().join(",")
}

/// The class, the sign and the name of how an operation ends.
fn sign_of(listed: &ListedOperation) -> (&'static str, &'static str, ProgramText<'static>) {
    let is_doubtful = |warning: &Warning| warning.is_elementwise;
    if listed.error.is_some() {
        ("bad", "✗", ProgramText::Fails)
    } else if listed.warning.as_ref().is_some_and(is_doubtful) {
        ("doubtful", "!", ProgramText::Doubtful)
    } else {
        ("good", "✓", ProgramText::Works)
    }
}
