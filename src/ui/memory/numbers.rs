//! The memory in numbers: how many bytes are stored and how many copies would take, and the strides.

use yew::prelude::*;

use super::MemoryProps;
use crate::i18n::{Label, Locale, WorkLabel, bytes, total_bytes};
use crate::state::Action;
use crate::ui::product::PRODUCT;
use crate::ui::text::{label, select, work_label, work_name};
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
    let bar = |name: WorkLabel, class: &'static str, tensors: &[(Option<u64>, Dtype)]| {
        let part = match size_of(tensors) {
            0.0 => 0.0,
            size if size == most => 100.0,
            size => (100.0 * size / most).max(LEAST),
        };
        html! {
            <>
                <dt>{ work_label(props.locale, name) }</dt>
                <dd>
                    <svg class={classes!("bar", class)} aria-hidden="true" width={format!("{}%", Number(part))} />
                    <b>{ total(tensors) }</b>
                </dd>
            </>
        }
    };
    let selected = Dtype::ALL.iter().position(|&offered| offered == props.dtype).unwrap_or(0);
    let dtypes = Dtype::ALL.map(|offered| AttrValue::Static(offered.name()));
    let name = work_name(props.locale, WorkLabel::Dtype);
    let dtypes = select(name, "dtype", &dtypes, selected, &props.dispatch, |chosen| {
        Dtype::ALL.get(chosen).copied().map(Action::SetDtype)
    });
    html! {
        <div class="bars">
            <dl>
                { bar(WorkLabel::MemoryStored, "stored", &stored) }
                if !is_product {
                    { bar(WorkLabel::MemoryIfCopied, "copied", &copied) }
                }
            </dl>
            { dtypes }
        </div>
    }
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
    let type_name = |dtype: Dtype| props.names_types().then(|| html! { <span class="bytes">{ dtype.name() }</span> });
    let layouts: Vec<_> = operation
        .operands()
        .iter()
        .map(|&operand| (operand, library.with_library_strides(operation.whole_layout(operand))))
        .listed();
    let head = layouts.iter().map(|&(operand, _)| {
        html! { <th scope="col" class={operand.name()}>{ operation.name(operand).to_owned() }{ for type_name(props.type_of(operand)) }</th> }
    });
    let row = |name: WorkLabel, cell: &dyn Fn(OperandId, usize) -> Html, result: Html| {
        let cells =
            layouts.iter().enumerate().map(|(number, &(operand, _))| html! { <td>{ cell(operand, number) }</td> });
        html! { <tr><th scope="row">{ work_label(locale, name) }</th>{ for cells }<td>{ result }</td></tr> }
    };
    let stretched = |_: OperandId, number: usize| {
        // A view that the library cannot make has no strides.
        let view = library.expand(&layouts[number].1, &signed(&shape));
        view.map_or_else(|_| "–".to_owned(), |view| tuple(view.strides())).into()
    };
    html! {
        <details class="memory-numbers">
            <summary>{ work_label(locale, WorkLabel::InNumbers) }</summary>
            <table dir="ltr">
                <thead>
                    <tr><td></td>{ for head }<th scope="col" class="out">{ label(locale, Label::Result) }{ for type_name(props.result_type) }</th></tr>
                </thead>
                <tbody>
                    { row(WorkLabel::MemoryShape, &|_, number| layouts[number].1.shape().to_string().into(), shape.to_string().into()) }
                    { row(WorkLabel::StridesGiven, &|_, number| tuple(layouts[number].1.strides()).into(), tuple(library.contiguous(&shape).strides()).into()) }
                    if !is_product {
                        { row(WorkLabel::StridesStretched, &stretched, Html::default()) }
                    }
                    { row(WorkLabel::MemoryStored, &|operand, number| size(layouts[number].1.unique_elements(), props.type_of(operand), locale), size(shape.numel(), props.result_type, locale)) }
                    if !is_product {
                        { row(WorkLabel::MemoryIfCopied, &|operand, _| size(shape.numel(), props.type_of(operand), locale), Html::default()) }
                    }
                </tbody>
            </table>
            if is_product {
                { (PRODUCT.memory)(locale) }
            } else {
                <p>{ work_label(locale, WorkLabel::StrideZero) }</p>
            }
            if library == Library::NumPy {
                <p>{ work_label(locale, WorkLabel::StridesInBytes) }</p>
            }
        </details>
    }
}

/// A number of elements, and their size in bytes.
fn size(elements: Option<u64>, dtype: Dtype, locale: Locale) -> Html {
    let many = elements.map_or_else(|| "> 2^63".to_owned(), |count| locale.grouped(count));
    let bytes = elements.map(|_| bytes(elements, dtype));
    html! { <>{ many }<span class="bytes">{ bytes }</span></> }
}

/// Strides as Python prints a tuple.
fn tuple(strides: &[u64]) -> String {
    Shape::from(strides).to_string()
}
