//! Strides and memory: the stored elements, the elements of the result, and why a stride is 0.

use yew::AttrValue;
use yew::prelude::*;

use super::text::{label, name, select, text};
use crate::broadcast::{Dtype, OperandId, Operation, Shape};
use crate::i18n::{Label, Locale, Message, bytes};
use crate::library::{Library, signed};
use crate::state::Action;

/// The panel; nothing where there is no result.
pub(super) fn memory(
    operation: &Operation,
    library: Library,
    dtype: Dtype,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let Some(shape) = operation.shape() else { return Html::default() };
    let row = |operand: OperandId| operand_row(operation, operand, shape, library, dtype, locale);
    let selected = Dtype::ALL.iter().position(|&offered| offered == dtype).unwrap_or(0);
    let dtypes = Dtype::ALL.map(|offered| AttrValue::Static(offered.name()));
    let dtypes = select(name(locale, Label::Dtype), "dtype", &dtypes, selected, dispatch, |chosen| {
        Dtype::ALL.get(chosen).copied().map(Action::SetDtype)
    });
    let headers =
        [Label::MemoryShape, Label::StridesGiven, Label::StridesStretched, Label::MemoryStored, Label::MemoryIfCopied];
    html! {
        <section class="panel memory" aria-labelledby="memory-heading">
            <div class="panel-head">
                <h2 id="memory-heading">{ label(locale, Label::Memory) }</h2>
                { dtypes }
            </div>
            <div class="scroll" tabindex="0" role="group" aria-labelledby="memory-heading">
                <table dir="ltr">
                    <thead>
                        <tr>
                            <td></td>
                            { for headers.map(|header| html! { <th scope="col">{ label(locale, header) }</th> }) }
                        </tr>
                    </thead>
                    <tbody>
                        { for operation.operands().iter().map(|&operand| row(operand)) }
                        <tr class="out">
                            <th scope="row">{ label(locale, Label::Result) }</th>
                            <td>{ shape.to_string() }</td>
                            <td>{ tuple(library.contiguous(shape).strides()) }</td>
                            <td></td>
                            { size(shape.numel(), dtype, locale) }
                            <td></td>
                        </tr>
                    </tbody>
                </table>
            </div>
            <ul class="memory-saved">
                { for operation.operands().iter().map(|&side| html! { <li>{ text(locale, Message::MemorySaved(side, operation)) }</li> }) }
            </ul>
            <p>{ label(locale, Label::StrideZero) }</p>
            if library == Library::NumPy {
                <p>{ label(locale, Label::StridesInBytes) }</p>
            }
        </section>
    }
}

/// The row of an operand: shape, strides as given and stretched, elements stored and shown.
fn operand_row(
    operation: &Operation,
    operand: OperandId,
    shape: &Shape,
    library: Library,
    dtype: Dtype,
    locale: Locale,
) -> Html {
    let own = library.with_library_strides(operation.operand_layout(operand));
    // A view that the library cannot make has no strides.
    let stretched = library.expand(&own, &signed(shape)).map_or_else(|_| "–".to_owned(), |view| tuple(view.strides()));
    html! {
        <tr class={operand.name()}>
            <th scope="row">{ operation.name(operand).to_owned() }</th>
            <td>{ own.shape().to_string() }</td>
            <td>{ tuple(own.strides()) }</td>
            <td>{ stretched }</td>
            { size(own.unique_elements(), dtype, locale) }
            { size(shape.numel(), dtype, locale) }
        </tr>
    }
}

/// A number of elements, and their size in bytes.
fn size(elements: Option<u64>, dtype: Dtype, locale: Locale) -> Html {
    let many = elements.map_or_else(|| "> 2^63".to_owned(), |count| locale.grouped(count));
    let bytes = elements.map(|_| bytes(elements, dtype));
    html! { <td>{ many }<span class="bytes">{ bytes }</span></td> }
}

/// Strides as Python prints a tuple.
fn tuple(strides: &[u64]) -> String {
    Shape::from(strides).to_string()
}
