//! Strides and memory: what is stored, what is shown, and why a stride is 0.

use yew::prelude::*;

use super::said::{label, text};
use crate::broadcast::{Pair, Shape, Side};
use crate::dialect::{Library, signed};
use crate::words::{Label, Locale, Message};

/// The panel; nothing where there is no result.
pub(super) fn memory(pair: &Pair, library: Library, locale: Locale) -> Html {
    let Some(shape) = pair.shape() else { return Html::default() };
    let row = |side: Side| {
        let own = library.laid_out(pair.stored(side));
        let stretched = library.expand(&own, &signed(shape)).unwrap_or_else(|_| own.clone());
        html! {
            <tr class={side.name()}>
                <th scope="row">{ side.name() }</th>
                <td>{ own.shape().to_string() }</td>
                <td>{ tuple(own.strides()) }</td>
                <td>{ tuple(stretched.strides()) }</td>
            </tr>
        }
    };
    html! {
        <section class="panel memory" aria-labelledby="memory-heading">
            <h2 id="memory-heading">{ label(locale, Label::Memory) }</h2>
            <div class="scroll" tabindex="0" role="group" aria-labelledby="memory-heading">
                <table dir="ltr">
                    <thead>
                        <tr>
                            <td></td>
                            <th scope="col">{ label(locale, Label::MemoryShape) }</th>
                            <th scope="col">{ label(locale, Label::StridesGiven) }</th>
                            <th scope="col">{ label(locale, Label::StridesStretched) }</th>
                        </tr>
                    </thead>
                    <tbody>{ row(Side::A) }{ row(Side::B) }</tbody>
                </table>
            </div>
            <ul class="saved">
                { for Side::BOTH.map(|side| html! { <li>{ text(locale, Message::MemorySaved(side, pair)) }</li> }) }
            </ul>
            <p>{ label(locale, Label::StrideZero) }</p>
        </section>
    }
}

/// Strides as Python prints a tuple.
fn tuple(strides: &[u64]) -> String {
    Shape::from(strides).to_string()
}
