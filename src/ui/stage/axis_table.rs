//! The axis table for screen readers and for paper: axes as columns, aligned at the right, with the verdict of each. On the stage
//! the diagram draws it.

use yew::prelude::*;

use super::product::{MATRIX_AXES, MatrixRow, PRODUCT};
use crate::i18n::{GRADIENT, Label, Locale, Message, WorkLabel, WorkMessage};
use crate::state::Shown;
use crate::ui::parts::text::{label, work_label, work_text};
use broadcasting_diagram::{AxisSize, ChapterKind, axis_mark, told_size};
use tensor_broadcasting::{Axis, OperandId};

/// The axis table, with the axes of the present chapter highlighted. Where the result is not told yet, it has what the story has told `until`
/// a time, in chapters.
pub(in crate::ui) fn axis_table(shown: &Shown, chapter: usize, until: Option<f64>, locale: Locale) -> Html {
    let Shown { operation, story } = shown;
    let Some(chapter) = story.chapters().get(chapter) else { return Html::default() };
    let is_told = |&axis: &usize| until.is_none_or(|t| told_size(operation, story, axis, t) != AxisSize::Blank);
    let product = operation.matrices().map(|_| &PRODUCT);
    let alignment = operation.alignment();
    let axes = alignment.axes();
    let gradient = GRADIENT.get().filter(|_| chapter.kind == ChapterKind::Gradient);
    let highlight = |axis: usize| chapter.axes.contains(&axis).then_some("highlighted");
    let matrix_cells = product.map(|product| product.matrix_cells);
    let matrix_axes = if operation.matrices().is_some() { MATRIX_AXES } else { 0 };
    let body = if axes.is_empty() && matrix_cells.is_none() {
        html! { <p>{ work_label(locale, WorkLabel::NoAxes) }</p> }
    } else {
        let header = (0..axes.len()).map(|axis| {
            let from_end = axes.len() - axis + matrix_axes;
            let name = locale.message(Message::AxisNumber(axis, from_end));
            html! {
                <th scope="col" class={classes!(highlight(axis))} aria-label={name}>
                    <span class="axis-mark">{ axis_mark(axes.len() - 1 - axis) }</span>
                    <span class="from-front">{ axis }</span>
                    <span class="from-end">{ format!("−{from_end}") }</span>
                </th>
            }
        });
        let core = |row: MatrixRow| matrix_cells.map(|cells| cells(operation, row, locale));
        let unknown = || html! { <td>{ UNTOLD }</td> };
        // What the matrices give is told at the end.
        let told_core = |row: MatrixRow| match until {
            Some(_) => matrix_cells.map(|_| std::iter::repeat_with(unknown).take(MATRIX_AXES).collect()),
            None => core(row),
        };
        let operand = |side: OperandId| {
            let cells = axes.iter().enumerate().map(move |(axis, at)| {
                let name = operation.axis_name(side, axis);
                let absent = at.given_size(side).is_none().then_some("absent");
                html! { <td class={classes!(highlight(axis), absent)}>{ given_size(at, side, name, locale) }</td> }
            });
            let sum =
                gradient.map(|gradient| html! { <td class="sum">{ (gradient.sum)(locale, operation, side) }</td> });
            html! { <tr class={side.name()}><th scope="row">{ operation.name(side).to_owned() }</th>{ for cells }{ for core(MatrixRow::Sizes(Some(side))) }{ for sum }</tr> }
        };
        let result = axes.iter().enumerate().map(|(axis, at)| {
            if !is_told(&axis) {
                return unknown();
            }
            let size = at.result().filter(|_| operation.shape().is_some());
            let size = size.map_or_else(|| locale.work_label(WorkLabel::NoResultSize).to_owned(), |size| size.to_string());
            let name = operation.result_axis_name(axis);
            html! { <td class={classes!(highlight(axis), at.clashes().then_some("clash"))}>{ if name.is_empty() { size } else { [name, &size].join(" ") } }</td> }
        });
        let verdicts = axes.iter().enumerate().map(|(axis, at)| {
            if !is_told(&axis) {
                return unknown();
            }
            let clash = at.clashes().then_some("clash");
            html! { <td class={classes!(highlight(axis), clash)}>{ work_text(locale, WorkMessage::AxisVerdict(at, operation)) }</td> }
        });

        html! {
            <div>
                <table dir="ltr">
                    <thead><tr><th scope="col">{ label(locale, Label::Axis) }</th>{ for header }{ for core(MatrixRow::Header) }{ for gradient.map(|_| html! { <td class="sum" /> }) }</tr></thead>
                    <tbody>
                        { for operation.operands().iter().map(|&side| operand(side)) }
                        <tr class="out"><th scope="row">{ label(locale, Label::Result) }</th>{ for result }{ for told_core(MatrixRow::Sizes(None)) }</tr>
                        <tr><th scope="row">{ work_label(locale, WorkLabel::AxisVerdicts) }</th>{ for verdicts }{ for told_core(MatrixRow::Verdict) }</tr>
                    </tbody>
                </table>
            </div>
        }
    };
    html! {
        <section class="visually-hidden axis-table" part="axis-table" aria-labelledby="axis-table-heading element-number">
            <h2 id="axis-table-heading">{ work_label(locale, WorkLabel::AxisTable) }</h2>
            { body }
        </section>
    }
}

/// In place of what the story has not told.
const UNTOLD: &str = "?";

/// The size of an operand's axis as it was given, with the name of the axis.
fn given_size(axis: &Axis, side: OperandId, name: &str, locale: Locale) -> String {
    match axis.given_size(side) {
        None => locale.work_label(WorkLabel::MissingAxis).to_owned(),
        Some(size) if name.is_empty() => size.to_string(),
        Some(size) => format!("{name} {size}"),
    }
}
