//! The value table: the elements of the result as a table, for screen readers.

use std::rc::Rc;

use yew::prelude::*;

use crate::i18n::{Locale, WorkLabel, WorkMessage, element_name, printed_element};
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::{HasMount, ScopedComponent, ScopedContext};
use crate::ui::parts::elements::{element, line};
use broadcasting_diagram::matrix_text;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Operation, Source, unravel};

/// The number of elements that are listed.
const LISTED: u64 = 60;

/// A snapshot of what the table shows.
#[derive(Clone, Properties)]
pub(in crate::ui) struct TableProps {
    pub(in crate::ui) mount: Mount,
    pub(in crate::ui) operation: Rc<Operation>,
    pub(in crate::ui) locale: Locale,
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
pub(in crate::ui) struct Table;

impl ScopedComponent for Table {
    type Message = ();
    type Properties = TableProps;

    fn create(_: &ScopedContext<Self>) -> Self {
        Self
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        value_table(&ctx.props().operation, ctx.props().locale)
    }
}
/// The first elements of the result with their sources; nothing where there is no result. The elements of a matrix product are matrices,
/// which have their sizes in place of a value.
fn value_table(operation: &Operation, locale: Locale) -> Html {
    let Some(shape) = operation.shape() else { return Html::default() };
    let elements = shape.numel();
    // The values that a function gives are not known.
    let has_result = operation.has_values() || operation.matrices().is_some();
    let listed = elements.map_or(LISTED, |elements| elements.min(LISTED));
    let is_product = operation.matrices().is_some();
    let mut head = vec![locale.work_label(WorkLabel::TableIndex).to_owned()];
    head.extend(operation.operands().iter().map(|&operand| operation.name(operand).to_owned()));
    head.extend(has_result.then(|| "out".to_owned()));
    let row = |position: u64| {
        let from = operation.provenance(&unravel(shape, position)?)?;
        let mut row = vec![element_name("out", &from.index)];
        for Source { operand, index, value, .. } in &from.sources {
            let element = element_name(operation.name(*operand), index);
            row.push(match is_product {
                true => format!("{element}: {}", matrix_text(operation.core(Some(*operand)))),
                false => format!("{element} = {}", printed_element(operation, Some(*operand), *value)),
            });
        }
        if has_result {
            row.push(if is_product {
                matrix_text(operation.core(None))
            } else {
                printed_element(operation, None, from.value)
            });
        }
        Some(row)
    };
    let mut content = Vec::new();
    if listed == 0 {
        content.push(line("p", "", locale.work_label(WorkLabel::TableEmpty).to_owned()));
    } else {
        content.push(table_of(head, (0..listed).filter_map(row).listed()));
        if elements != Some(listed) {
            let more = WorkMessage::MoreElements(elements.map(|elements| elements - listed));
            content.push(line("p", "", locale.work_message(more)));
        }
    }
    element("div", "value-table", content)
}

/// A table of texts: the heads of the columns, and rows that begin with their heads.
pub(in crate::ui) fn table_of(head: Vec<String>, rows: Vec<Vec<String>>) -> Html {
    let cell = |(text, scope): (String, &'static str)| match scope {
        "" => line("td", "", text),
        _ => html! { <th {scope}>{ text }</th> },
    };
    let row = |cells: Vec<(String, &'static str)>| element("tr", "", cells.into_iter().map(cell).listed());
    let heads = head.into_iter().map(|text| if text.is_empty() { (text, "") } else { (text, "col") }).listed();
    let rows = rows.into_iter().map(|texts| {
        row(texts.into_iter().enumerate().map(|(number, text)| (text, if number == 0 { "row" } else { "" })).listed())
    });
    let rows = rows.listed();
    element("table", "", vec![element("thead", "", vec![row(heads)]), element("tbody", "", rows)])
}
