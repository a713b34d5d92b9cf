//! The Python that does what is shown, to be copied.

use std::rc::Rc;

use gloo::utils::window;
use yew::prelude::*;

use super::store::{text, use_locale};
use crate::broadcast::{Pair, Shape, Side};
use crate::dialect::{Library, code};
use crate::words::Message;

#[derive(Properties, PartialEq)]
pub(super) struct CodeProps {
    pub(super) pair: Rc<Pair>,
    pub(super) library: Library,
    pub(super) in_place: bool,
}

/// The code panel.
#[component]
pub(super) fn CodePanel(props: &CodeProps) -> Html {
    let locale = use_locale();
    let (pair, library) = (&props.pair, props.library);
    let (a, b) = (pair.alignment().shape(Side::A), pair.alignment().shape(Side::B));
    let outcome = if props.in_place { library.add_in_place(a, b) } else { library.add(a, b) };
    let outcome: Result<&Shape, &str> = outcome.as_ref().map_err(String::as_str);
    let tensor = |side: Side| (pair.alignment().shape(side), pair.values(side));
    let program = code(library, tensor(Side::A), tensor(Side::B), pair.operator(), props.in_place, outcome);
    let copied = use_state_eq(|| None::<String>);
    let copy = {
        let (program, copied) = (program.clone(), copied.clone());
        Callback::from(move |_: MouseEvent| {
            // Where the browser refuses (an insecure page, no permission), the text can still be selected.
            _ = window().navigator().clipboard().write_text(&program);
            copied.set(Some(program.clone()));
        })
    };
    let is_copied = copied.as_ref() == Some(&program);
    html! {
        <section class="panel code" aria-labelledby="code-heading">
            <div class="panel-head">
                <h2 id="code-heading">{ text(locale, Message::Code) }</h2>
                <button type="button" onclick={copy}>
                    { text(locale, if is_copied { Message::Copied } else { Message::Copy }) }
                </button>
            </div>
            <pre dir="ltr" tabindex="0" role="region" aria-labelledby="code-heading"><code>{ program }</code></pre>
        </section>
    }
}
