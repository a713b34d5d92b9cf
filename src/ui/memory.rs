//! Strides and memory: the stored elements, the elements of the result, and why a stride is 0.

use yew::AttrValue;
use yew::prelude::*;

use super::text::{label, select, work_label, work_name, work_text};
use crate::i18n::{Label, Locale, WorkLabel, WorkMessage, bytes};
use crate::state::{Action, Analysis, Settings};
use tensor_broadcasting::library::{Library, signed};
use tensor_broadcasting::{Dtype, OperandId, Operation, Shape};

/// The panel; nothing where there is no result. Of a matrix product it has what is stored: a library may copy matrices that it reads
/// several times.
pub(super) fn memory(
    operation: &Operation,
    analysis: &Analysis,
    settings: &Settings,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let Some(shape) = operation.whole_result() else { return Html::default() };
    let (library, dtype) = (settings.library, analysis.dtype(settings));
    let (types, result_type) = analysis.memory_types(settings);
    let names_types = types.as_slice().iter().any(|&own| own != dtype) || result_type != dtype;
    let is_product = operation.matrices().is_some();
    let type_name = |dtype: Dtype| names_types.then(|| html! { <span class="bytes">{ dtype.name() }</span> });
    let row = |&operand: &OperandId| {
        // An older picture may have more operands than the inputs now.
        let own = types.as_slice().get(operand.position()).copied().unwrap_or(dtype);
        let layout = library.with_library_strides(operation.whole_layout(operand));
        // A view that the library cannot make has no strides.
        let stretched = library.expand(&layout, &signed(&shape));
        let stretched = stretched.map_or_else(|_| "–".to_owned(), |view| tuple(view.strides()));
        html! {
            <tr class={operand.name()}>
                <th scope="row">{ operation.name(operand).to_owned() }{ for type_name(own) }</th>
                <td>{ layout.shape().to_string() }</td>
                <td>{ tuple(layout.strides()) }</td>
                if !is_product {
                    <td>{ stretched }</td>
                }
                { size(layout.unique_elements(), own, locale) }
                if !is_product {
                    { size(shape.numel(), own, locale) }
                }
            </tr>
        }
    };
    let selected = Dtype::ALL.iter().position(|&offered| offered == dtype).unwrap_or(0);
    let dtypes = Dtype::ALL.map(|offered| AttrValue::Static(offered.name()));
    let dtypes = select(work_name(locale, WorkLabel::Dtype), "dtype", &dtypes, selected, dispatch, |chosen| {
        Dtype::ALL.get(chosen).copied().map(Action::SetDtype)
    });
    let headers: &[WorkLabel] = if is_product {
        &[WorkLabel::MemoryShape, WorkLabel::StridesGiven, WorkLabel::MemoryStored]
    } else {
        &[
            WorkLabel::MemoryShape,
            WorkLabel::StridesGiven,
            WorkLabel::StridesStretched,
            WorkLabel::MemoryStored,
            WorkLabel::MemoryIfCopied,
        ]
    };
    html! {
        <section class="panel memory" aria-labelledby="memory-heading">
            <div class="panel-head">
                <h2 id="memory-heading">{ work_label(locale, WorkLabel::Memory) }</h2>
                { dtypes }
            </div>
            <div class="scroll" tabindex="0" role="group" aria-labelledby="memory-heading">
                <table dir="ltr">
                    <thead>
                        <tr>
                            <td></td>
                            { for headers.iter().map(|&header| html! { <th scope="col">{ work_label(locale, header) }</th> }) }
                        </tr>
                    </thead>
                    <tbody>
                        { for operation.operands().iter().map(row) }
                        <tr class="out">
                            <th scope="row">{ label(locale, Label::Result) }{ for type_name(result_type) }</th>
                            <td>{ shape.to_string() }</td>
                            <td>{ tuple(library.contiguous(&shape).strides()) }</td>
                            if !is_product {
                                <td></td>
                            }
                            { size(shape.numel(), result_type, locale) }
                            if !is_product {
                                <td></td>
                            }
                        </tr>
                    </tbody>
                </table>
            </div>
            if !is_product {
                <ul class="memory-saved">
                    { for operation.operands().iter().map(|&side| html! { <li>{ work_text(locale, WorkMessage::MemorySaved(side, operation)) }</li> }) }
                </ul>
                <p>{ work_label(locale, WorkLabel::StrideZero) }</p>
            }
            if library == Library::NumPy {
                <p>{ work_label(locale, WorkLabel::StridesInBytes) }</p>
            }
        </section>
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
