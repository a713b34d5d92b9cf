//! The fixes, each with its code and a button that applies it.

use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use yew::AttrValue;
use yew::prelude::*;

use super::ProgramProps;
use super::record::late::RECORD;
use crate::diagnostics::{Diagnostics, Fix};
use crate::i18n::{Locale, ProgramText, WorkLabel, WorkMessage};
use crate::program::{CHANGES, Code, PYTHON, Program, ProgramFix, Reread};
use crate::state::{Action, Analysis, Binary, Model, Settings};
use crate::ui::parts::text::{work_label, work_name, work_text};
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;

/// The number of fixes that are shown at once. The others are behind a summary.
const SHOWN: usize = 3;

/// The fixes of an operation of the program, by its index; without one, those of the exception that ends the program. Each has the line after the
/// change, and its number where that is another line than `line`.
pub(in crate::ui) fn program_fixes(
    props: &ProgramProps,
    program: &Program,
    operation: Option<usize>,
    line: usize,
) -> Html {
    // Each is a program that is read again, so nobody who types waits for them.
    if props.typing {
        return Html::default();
    }
    let fixes = known_fixes(program, &props.code, props.library, operation);
    let is_recorded = props.code.record().is_some() && !fixes.is_empty();
    html! {
        <>
            { list(&fixes, line, props.locale, &props.dispatch) }
            if is_recorded {
                <p class="note">{ props.locale.program_text(ProgramText::NotRunAgain) }</p>
            }
        </>
    }
}

/// The first fix of the operation that is shown.
pub(in crate::ui) fn first_fix(model: &Model, line: usize, dispatch: &Callback<Action>) -> Html {
    let Some(program) = model.analysis().program.as_ref().filter(|_| !model.visit().typing) else {
        return Html::default();
    };
    let settings = model.settings();
    let fixes = known_fixes(program, &settings.code, settings.library, program.shown);
    fixes.first().map(|fix| program_card(fix, line, model.locale(), dispatch)).unwrap_or_default()
}

/// The fixes of an operation of a program with this text or record.
pub(in crate::ui) fn known_fixes(
    program: &Program,
    code: &Code,
    library: Library,
    operation: Option<usize>,
) -> Rc<[ProgramFix]> {
    program.fixes_of(operation, || {
        let (python, changes) = PYTHON.get().zip(CHANGES.get())?;
        Some(match code.record() {
            Some(record) => {
                let reread = Reread { read: python.program, fixes: changes.fixes };
                (RECORD.get()?.fixes)(program, record, operation, reread)
            }
            None => (changes.fixes)(program, &code.text, library, operation, python.program),
        })
    })
}

/// The fixes of a program, the first ones in sight.
fn list(fixes: &[ProgramFix], line: usize, locale: Locale, dispatch: &Callback<Action>) -> Html {
    if fixes.is_empty() {
        return Html::default();
    }
    let card = |fix: &ProgramFix| program_card(fix, line, locale, dispatch);
    let (first, more) = fixes.split_at(fixes.len().min(SHOWN));
    html! {
        <>
            <ul class="fixes">{ for first.iter().map(card) }</ul>
            { more_fixes(more.iter().map(card).listed(), locale) }
        </>
    }
}

/// The other fixes, behind a summary.
fn more_fixes(cards: Vec<Html>, locale: Locale) -> Html {
    if cards.is_empty() {
        return Html::default();
    }
    html! {
        <details class="menu">
            <summary>{ work_label(locale, WorkLabel::MoreFixes) }</summary>
            <ul class="menu-body">{ for cards }</ul>
        </details>
    }
}

/// One fix of a program: the lines after the change, with what is new in them, the shape that it gives, and the button.
fn program_card(fix: &ProgramFix, line: usize, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let words = AttrValue::from(locale.work_message(WorkMessage::ProgramFix(fix)));
    let changed = |number: usize, before: &str, after: &str| {
        let [before, new, after] = parts_of_change(before, after);
        html! {
            <>
                if number != line {
                    <span class="line">{ locale.program_text(ProgramText::Line(number)) }{ " " }</span>
                }
                <code>{ before }<ins>{ new }</ins>{ after }</code>
            </>
        }
    };
    html! {
        <li class={classes!("fix", fix.only_runs.then_some("only-runs"))} title={words.clone()}>
            <span class="outcome" dir="ltr">
                { changed(fix.line, &fix.before, &fix.after) }
                for also in &fix.also {
                    <br />
                    { changed(also.line, &also.before, &also.after) }
                }
                if let Some(result) = &fix.result {
                    { " → " }<b>{ result.to_string() }</b>
                }
            </span>
            <span class="words">{ if fix.only_runs { work_label(locale, WorkLabel::OnlyRuns) } else { words.into() } }</span>
            { apply_button(Action::OpenCode(fix.code.clone()), locale, dispatch) }
        </li>
    }
}

/// A changed text as what stands before the change, what is new, and what stands after it.
fn parts_of_change(old: &str, new: &str) -> [String; 3] {
    let [old, new] = [old, new].map(|text| text.chars().collect::<Vec<char>>());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = new.len() - ends.take_while(|(old, new)| old == new).count();
    [&new[..start], &new[start..end], &new[end..]].map(|part| part.iter().collect())
}

/// The fixes with their heading; nothing where there are none. Those of a program belong to the operation that is shown.
pub(in crate::ui) fn fixes(
    analysis: &Analysis,
    settings: &Settings,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    if let Some(program) = &analysis.program {
        let line = program.shown_operation().map_or(0, |listed| listed.operation.line);
        let fixes = known_fixes(program, &settings.code, settings.library, program.shown);
        return list(&fixes, line, locale, dispatch);
    }
    let diagnostics = analysis.diagnostics(settings);
    let Some(operation) = &analysis.operation else { return Html::default() };
    // Why there is none is said of shapes that do not broadcast only.
    let is_silent = analysis.warning.is_some() || operation.is_product();
    if is_silent && diagnostics == Diagnostics::default() {
        return Html::default();
    }
    let card = |fix: &Fix| card(fix, analysis, settings, locale, dispatch);
    let (first, more) = diagnostics.fixes.split_at(diagnostics.fixes.len().min(SHOWN));
    // Where a fix only runs, vectors of `b` belong to matrices of `a`.
    let swap_only_runs = operation.is_product() && diagnostics.fixes.iter().any(|fix| fix.only_runs);
    // What is true of all is said once.
    let only_run = !diagnostics.fixes.is_empty()
        && diagnostics.fixes.iter().all(|fix| fix.only_runs)
        && !diagnostics.out_of_place
        && diagnostics.swapped.is_none()
        && diagnostics.matrix_product.is_none();
    let heading = match only_run {
        true => WorkLabel::OnlyRunFixes,
        false if analysis.warning.is_some() => WorkLabel::ElementwiseFixes,
        false => WorkLabel::Fixes,
    };
    let class = only_run.then_some("all-only-run");
    html! {
        <>
            <h2 id="diagnostics-heading" {class}>{ work_label(locale, heading) }</h2>
            if let Some(shape) = &diagnostics.matrix_product {
                { sentence(
                    work_text(locale, WorkMessage::MatrixProduct(shape, operation)),
                    Action::SetOperator(Binary::MatrixProduct),
                    locale,
                    dispatch,
                ) }
            }
            if diagnostics.fixes.is_empty() && !diagnostics.out_of_place && diagnostics.swapped.is_none() {
                <p>{ work_label(locale, WorkLabel::NoFix) }</p>
            }
            <ul>
                if diagnostics.out_of_place {
                    <li class="fix">
                        <span>{ work_label(locale, WorkLabel::OutOfPlace) }</span>
                        { apply_button(Action::SetInPlace(false), locale, dispatch) }
                    </li>
                }
                { for first.iter().map(card) }
                if let Some(shape) = &diagnostics.swapped {
                    { item(work_name(locale, WorkLabel::Swap), "b @ a".to_owned(), (shape, swap_only_runs), Action::Swap, locale, dispatch) }
                }
            </ul>
            { more_fixes(more.iter().map(card).listed(), locale) }
        </>
    }
}

/// One fix: what it does, the code, the result, and the button.
fn card(fix: &Fix, analysis: &Analysis, settings: &Settings, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let (Ok(operand), Some(operation)) = (&analysis.operands[fix.operand], &analysis.operation) else {
        return Html::default();
    };
    let typed = settings.operand_text(fix.operand);
    let fixed = Action::ApplyFix(fix.operand, fix.apply(typed, operand, settings.library));
    let code = fix.code(settings.library, fix.operand.name(), operand.shape().ndim());
    let words = AttrValue::from(locale.work_message(WorkMessage::FixText(fix, operation)));
    item(words, code, (&fix.result, fix.only_runs), fixed, locale, dispatch)
}

/// A fix as an item of the list, with its result, and whether it makes the call run only.
fn item(
    words: AttrValue,
    code: String,
    (result, only_runs): (&Shape, bool),
    fixed: Action,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let named = match &fixed {
        Action::ApplyFix(operand, _) => Some(operand.name()),
        _ => None,
    };
    html! {
        <li class={classes!("fix", only_runs.then_some("only-runs"))} title={words.clone()} data-named={named}>
            <span class="visually-hidden">{ words }</span>
            <span class="outcome" dir="ltr"><code>{ code }</code>{ " → " }<b>{ result.to_string() }</b></span>
            if only_runs {
                <span class="words">{ work_label(locale, WorkLabel::OnlyRuns) }</span>
            }
            { apply_button(fixed, locale, dispatch) }
        </li>
    }
}

/// A sentence with a button.
fn sentence(text: Html, fixed: Action, locale: Locale, dispatch: &Callback<Action>) -> Html {
    html! {
        <p class="fix list-note"><span>{ text }</span>{ apply_button(fixed, locale, dispatch) }</p>
    }
}

/// Which list of numbers was read as a shape, with the button that reads its values instead; nothing where there is none.
pub(in crate::ui) fn list_note(
    analysis: &Analysis,
    settings: &Settings,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let Some((operand, values)) = analysis.list_read_as_shape(settings) else { return Html::default() };
    let Ok(read) = &analysis.operands[operand] else { return Html::default() };
    let list = settings.operand_text(operand).trim();
    let text = work_text(locale, WorkMessage::ListIsShape(list, read.shape(), &values));
    sentence(text, Action::ApplyFix(operand, values), locale, dispatch)
}

/// The button that applies a fix.
fn apply_button(fixed: Action, locale: Locale, dispatch: &Callback<Action>) -> Html {
    html! {
        <button type="button" onclick={dispatch.reform(move |_: MouseEvent| fixed.clone())}>
            { work_label(locale, WorkLabel::Apply) }
        </button>
    }
}
