//! The example shelf: every example one click away.

use yew::prelude::*;

use super::player::motion_is_unwanted;
use super::said::{label, text};
use crate::lesson::{EXAMPLES, Example, ExampleId, Group};
use crate::notation::operator_word;
use crate::state::Action;
use crate::words::{Label, Locale, Message};

/// The shelf, row by row.
pub(super) fn shelf(open: Option<ExampleId>, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let rows = Group::ALL.into_iter().map(|group| {
        let examples = EXAMPLES.iter().filter(|example| example.group == group);
        let entries = examples.map(|example| entry(example, open == Some(example.id), locale, dispatch));
        html! {
            <section class="shelf-row">
                <h3>{ text(locale, Message::ShelfGroup(group)) }</h3>
                <ul>{ for entries }</ul>
            </section>
        }
    });
    html! {
        <nav class="shelf" aria-labelledby="shelf-heading">
            <h2 id="shelf-heading">{ label(locale, Label::Shelf) }</h2>
            <div class="shelf-rows" tabindex="0" role="group" aria-labelledby="shelf-heading">{ for rows }</div>
        </nav>
    }
}

fn entry(example: &Example, is_open: bool, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let id = example.id;
    // Opening an example is asking to see it happen, unless motion is not wanted.
    let open = dispatch.reform(move |_: MouseEvent| Action::Open(id, !motion_is_unwanted()));
    let sign = format!("{}{}", operator_word(example.operator), if example.in_place { "=" } else { "" });
    let current = is_open.then_some("true");
    html! {
        <li>
            <button type="button" class="example" onclick={open} aria-current={current}>
                <span class="example-title">{ text(locale, Message::ExampleTitle(id)) }</span>
                <span class="example-shapes" dir="ltr">{ format!("{} {sign} {}", short(example.a), short(example.b)) }</span>
            </button>
        </li>
    }
}

/// An operand's text as a button has room for it.
fn short(text: &str) -> String {
    const ROOM: usize = 17;
    if text.chars().count() <= ROOM {
        return text.to_owned();
    }
    let head: String = text.chars().take(ROOM - 1).collect();
    format!("{head}…")
}
