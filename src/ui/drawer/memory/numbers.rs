//! The memory in numbers: how many bytes are stored and how many copies would take, and the strides.

use yew::prelude::*;

use super::MemoryProps;
use crate::i18n::{Label, Locale, ProductText, WorkLabel, bytes, total_bytes};
use crate::state::Action;
use crate::ui::drawer::table::table_of;
use crate::ui::parts::elements::{element, line};
use crate::ui::parts::text::{select, work_name};
use broadcasting_diagram::Number;
use tensor_broadcasting::library::{Library, signed};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, OperandId, Shape};

/// The least width of a bar, in percent of the longest one.
const LEAST: f64 = 0.6;

/// The menu of element types, and two bars: the bytes of the operands as they are stored, and as they would be if their repeated elements were copied. Of a matrix product
/// there is one.
pub(super) fn bars(props: &MemoryProps) -> Html {
    let operation = &props.operation;
    let copied = operation.shape().and_then(|shape| shape.numel());
    let of = |elements: &dyn Fn(OperandId) -> Option<u64>| -> Vec<(Option<u64>, Dtype)> {
        operation.operands().iter().map(|&operand| (elements(operand), props.type_of(operand))).listed()
    };
    let stored = of(&|operand| operation.whole_layout(operand).unique_elements());
    let is_product = operation.matrices().is_some();
    let copied = if is_product { Vec::new() } else { of(&|_| copied) };
    let most = size_of(&stored).max(size_of(&copied));
    let mut bars = Vec::new();
    for (name, class, tensors) in
        [(WorkLabel::MemoryStored, "bar", &stored), (WorkLabel::MemoryIfCopied, "bar copied", &copied)]
    {
        if tensors.is_empty() {
            continue;
        }
        let part = match size_of(tensors) {
            0.0 => 0.0,
            size if size == most => 100.0,
            size => (100.0 * size / most).max(LEAST),
        };
        let width = [&Number(part).to_string(), "%"].concat();
        let bar = html! { <svg {class} aria-hidden="true" {width} /> };
        bars.push(line("dt", "", props.locale.work_label(name).to_owned()));
        bars.push(element("dd", "", vec![bar, line("b", "", total(tensors))]));
    }
    let selected = Dtype::ALL.iter().position(|&offered| offered == props.dtype).unwrap_or(0);
    let dtypes = Dtype::ALL.map(|offered| AttrValue::Static(offered.name()));
    let name = work_name(props.locale, WorkLabel::Dtype);
    let dtypes = select(name, "dtype", &dtypes, selected, &props.dispatch, |chosen| {
        Dtype::ALL.get(chosen).copied().map(Action::SetDtype)
    });
    element("div", "bars", vec![element("dl", "", bars), dtypes])
}

/// The bytes of tensors together, as a length of a bar.
fn size_of(tensors: &[(Option<u64>, Dtype)]) -> f64 {
    let size = |&(elements, dtype): &(Option<u64>, Dtype)| {
        elements.map_or(f64::INFINITY, |elements| elements as f64 * dtype.bytes() as f64)
    };
    tensors.iter().map(size).sum()
}

/// The bytes of tensors together.
pub(super) fn total(tensors: &[(Option<u64>, Dtype)]) -> String {
    let known: Option<Vec<(u64, Dtype)>> = tensors.iter().map(|&(elements, dtype)| Some((elements?, dtype))).collect();
    known.map_or_else(|| "> 2^63 B".to_owned(), |known| total_bytes(&known))
}

/// The same as a table, with the strides: a column for each operand and for the result.
pub(super) fn numbers(props: &MemoryProps) -> Html {
    let (operation, library, locale) = (&props.operation, props.library, props.locale);
    let Some(shape) = operation.whole_result() else { return Html::default() };
    let is_product = operation.matrices().is_some();
    let label = |label: WorkLabel| locale.work_label(label).to_owned();
    let mut rows = [
        WorkLabel::MemoryShape,
        WorkLabel::StridesGiven,
        WorkLabel::StridesStretched,
        WorkLabel::MemoryStored,
        WorkLabel::MemoryIfCopied,
    ]
    .map(|name| vec![label(name)]);
    let mut head = vec![String::new()];
    let columns = operation.operands().iter().copied().map(Some).chain([None]);
    for operand in columns {
        let given =
            operand.map_or_else(|| library.contiguous(&shape), |operand| operation.whole_layout(operand).clone());
        let layout = library.with_library_strides(&given);
        let dtype = operand.map_or(props.result_type, |operand| props.type_of(operand));
        let name = operand.map_or(locale.label(Label::Result), |operand| operation.name(operand));
        head.push(if props.names_types() { [name, dtype.name()].join(" ") } else { name.to_owned() });
        let (mut stretched, mut copied) = (String::new(), String::new());
        if operand.is_some() && !is_product {
            // A view that the library cannot make has no strides.
            let view = library.expand(&layout, &signed(&shape));
            stretched = view.map_or_else(|_| "–".to_owned(), |view| tuple(view.strides()));
            copied = size(shape.numel(), dtype, locale);
        }
        let stored = size(layout.unique_elements(), dtype, locale);
        let column = [layout.shape().to_string(), tuple(layout.strides()), stretched, stored, copied];
        for (row, text) in rows.iter_mut().zip(column) {
            row.push(text);
        }
    }
    let mut rows: Vec<Vec<String>> = rows.into();
    if is_product {
        // A product stretches the matrices, not their elements.
        rows.retain(|row| !row.iter().skip(1).all(String::is_empty));
    }
    let note = if is_product { locale.product_text(ProductText::Memory) } else { label(WorkLabel::StrideZero) };
    let mut content = vec![line("summary", "", label(WorkLabel::InNumbers)), table_of(head, rows), line("p", "", note)];
    if library == Library::NumPy {
        content.push(line("p", "", label(WorkLabel::StridesInBytes)));
    }
    element("details", "memory-numbers", content)
}

/// A number of elements, and their size in bytes.
fn size(elements: Option<u64>, dtype: Dtype, locale: Locale) -> String {
    elements
        .map_or_else(|| "> 2^63".to_owned(), |count| format!("{} · {}", locale.grouped(count), bytes(elements, dtype)))
}

/// Strides as Python prints a tuple.
fn tuple(strides: &[u64]) -> String {
    Shape::from(strides).to_string()
}
