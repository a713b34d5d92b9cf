//! The value table: the elements of the result as a table, for screen readers.

use std::rc::Rc;

use yew::prelude::*;

use super::mount::Mount;
use super::panic_scope::{HasMount, ScopedComponent, ScopedContext};
use super::text::{work_label, work_text};
use crate::i18n::{Locale, WorkLabel, WorkMessage, element_name, value_text};
use broadcasting_diagram::matrix_text;
use tensor_broadcasting::{Operation, Source, unravel};

/// The number of elements that are listed.
const LISTED: u64 = 60;

/// A snapshot of what the table shows.
#[derive(Clone, Properties)]
pub(super) struct TableProps {
    pub(super) mount: Mount,
    pub(super) operation: Rc<Operation>,
    pub(super) locale: Locale,
}

impl PartialEq for TableProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.operation, &other.operation) && self.locale == other.locale && self.mount == other.mount
    }
}

impl HasMount for TableProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

/// The table. It has no state: it is a component so that it is rendered only when its operation or its language changes.
pub(super) struct Table;

impl ScopedComponent for Table {
    type Message = ();
    type Properties = TableProps;

    fn create(_: &ScopedContext<Self>) -> Self {
        Self
    }

    fn update(&mut self, _: &ScopedContext<Self>, (): ()) -> bool {
        false
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        value_table(&ctx.props().operation, ctx.props().locale)
    }

    fn rendered(&mut self, _: &ScopedContext<Self>, _: bool) {}

    fn destroy(&mut self, _: &ScopedContext<Self>) {}
}
/// The first elements of the result with their sources; nothing where there is no result. The elements of a matrix product are matrices,
/// which have their sizes in place of a value.
fn value_table(operation: &Operation, locale: Locale) -> Html {
    let Some(shape) = operation.shape() else { return Html::default() };
    let elements = shape.numel();
    // The values that a function gives are not known.
    let has_result = operation.has_values() || operation.matrices().is_some();
    let listed = elements.map_or(LISTED, |elements| elements.min(LISTED));
    let rows = (0..listed).filter_map(|position| {
        let from = operation.provenance(&unravel(shape, position)?)?;
        let source = |source: &Source| {
            let element = element_name(operation.name(source.operand), &source.index);
            html! {
                <td>
                    if operation.matrices().is_some() {
                        { format!("{element}: {}", matrix_text(operation.core(Some(source.operand)))) }
                    } else {
                        { format!("{element} = {}", value_text(source.value)) }
                    }
                </td>
            }
        };
        let result = match operation.matrices() {
            Some(_) => matrix_text(operation.core(None)),
            None => value_text(from.value),
        };
        Some(html! {
            <tr>
                <th scope="row">{ element_name("out", &from.index) }</th>
                { for from.sources.iter().map(source) }
                if has_result {
                    <td>{ result }</td>
                }
            </tr>
        })
    });
    html! {
        <div class="value-table">
            if listed == 0 {
                <p>{ work_label(locale, WorkLabel::TableEmpty) }</p>
            } else {
                <table dir="ltr">
                        <thead>
                            <tr>
                                <th scope="col">{ work_label(locale, WorkLabel::TableIndex) }</th>
                                { for operation.operands().iter().map(|&operand| html! { <th scope="col">{ operation.name(operand).to_owned() }</th> }) }
                                if has_result {
                                <th scope="col">{ "out" }</th>
                            }
                            </tr>
                        </thead>
                        <tbody>{ for rows }</tbody>
                    </table>
                if elements != Some(listed) {
                    <p>{ work_text(locale, WorkMessage::MoreElements(elements.map(|elements| elements - listed))) }</p>
                }
            }
        </div>
    }
}
