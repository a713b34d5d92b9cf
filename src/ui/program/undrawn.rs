//! What stands in place of the picture of a program that has none: the shapes that met in a failing operation, and what it compares.

use tensor_broadcasting::OperandId;
use yew::prelude::*;

use super::words::said;
use crate::i18n::{ProgramText, WorkMessage};
use crate::program::InputProblem;
use crate::state::Model;
use crate::ui::parts::text::work_text;
use tensor_reader::{Compared, ComparedRow, ComparedRule, compared};

/// The largest number of shapes that are shown.
const MAX_ROWS: usize = 10;

/// The stage and the caption. Without a failing operation, a sentence.
pub(in crate::ui) fn undrawn(model: &Model) -> Html {
    let locale = model.locale();
    let Some(program) = model.analysis().program.as_deref() else { return Html::default() };
    let compared = match (program.undrawn(), &program.reading.error) {
        (Some(listed), _) => {
            let message = listed.error.as_ref().map_or("", |error| &error.message);
            compared(Some(&listed.operation), message)
        }
        (None, Some(error)) => compared(None, &error.message),
        (None, None) => Compared::default(),
    };
    let Compared { rule, rows } = &compared;
    if rows.is_empty() {
        let nothing = WorkMessage::CannotRead(&InputProblem::NoOperation);
        return html! { <><p class="stage placeholder" id="diagram">{ work_text(locale, nothing) }</p><div class="caption" part="words" /></> };
    }
    // What only the exception names has no colour.
    let [operands, left_out] =
        program.undrawn().map_or([0, 0], |listed| [listed.operation.operands.len(), listed.operation.left_out]);
    let mut shown = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        // The first shape is what the others are compared with.
        let is_kept = rows.len() <= MAX_ROWS || at == 0 || at < MAX_ROWS - 2 || !row.marked.is_empty();
        if is_kept && shown.len() < MAX_ROWS {
            let class = OperandId::ALL.get(at).filter(|_| at < operands).map(|operand| operand.name());
            let count = row.shape.numel().filter(|_| *rule == Some(ComparedRule::Elements));
            let count = count.map_or_else(String::new, |count| said(locale, ProgramText::Elements(count)));
            shown.push(html! { <tr {class}><th scope="row">{ &row.name }</th>{ sizes(row, &compared) }{ cell("count", count) }</tr> });
        }
    }
    let more = rows.len() - shown.len() + left_out;
    html! {
        <>
            <div class="stage compared" id="diagram">
                <table dir="ltr">{ shown }</table>
                if more > 0 {
                    { said(locale, ProgramText::MoreShapes(more)) }
                }
            </div>
            <div class="caption" part="words">
                <p>{ said(locale, ProgramText::Compared(*rule)) }</p>
                // A message that was pasted has its type in it.
                if program.reading.error.as_ref().is_some_and(|error| error.kind.is_empty()) {
                    <p class="note">{ said(locale, ProgramText::PasteTheLine) }</p>
                }
            </div>
        </>
    }
}

/// The sizes of a shape, which stand below those that they are compared with.
fn sizes(row: &ComparedRow, compared: &Compared) -> Vec<Html> {
    let mut cells = Vec::new();
    let columns = compared.rows.iter().map(|row| row.shape.ndim()).max().unwrap_or_default();
    let free = columns - row.shape.ndim();
    let before = if compared.rule == Some(ComparedRule::Place) { free } else { 0 };
    for column in 0..columns {
        let axis = column.wrapping_sub(before);
        cells.push(match row.shape.get(axis) {
            Some(size) if row.marked.contains(&axis) => cell("clash", size.to_string()),
            Some(size) => cell("", size.to_string()),
            None => cell("absent", String::new()),
        });
    }
    cells
}

fn cell(class: &'static str, content: String) -> Html {
    html! { <td {class}>{ content }</td> }
}
