//! The example example_list: every example one click away.

use yew::prelude::*;

use super::player::motion_is_unwanted;
use super::text::label;
use crate::examples::{EXAMPLES, Example, ExampleId, Group};
use crate::i18n::{Label, Locale};
use crate::state::Action;

/// The example_list, row by row.
pub(super) fn example_list(open: Option<ExampleId>, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let rows = Group::ALL.into_iter().map(|group| {
        let examples = EXAMPLES.iter().filter(|example| example.group == group);
        let entries = examples.map(|example| entry(example, open == Some(example.id), locale, dispatch));
        html! {
            <section class="example-group">
                <h3>{ label(locale, Label::ExampleGroup(group)) }</h3>
                <ul>{ for entries }</ul>
            </section>
        }
    });
    html! {
        <nav class="example-list" aria-labelledby="example-list-heading">
            <h2 id="example-list-heading">{ label(locale, Label::Examples) }</h2>
            <div class="example-groups" tabindex="0" role="group" aria-labelledby="example-list-heading">{ for rows }</div>
        </nav>
    }
}

fn entry(example: &Example, is_open: bool, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let id = example.id;
    // Opening an example is asking to see it happen, unless motion is not wanted.
    let open = dispatch.reform(move |_: MouseEvent| Action::OpenExample(id, !motion_is_unwanted()));
    let sign = format!("{}{}", example.operator.symbol(), if example.in_place { "=" } else { "" });
    let current = is_open.then_some("true");
    html! {
        <li>
            <button type="button" class="example" onclick={open} aria-current={current}>
                <span class="example-title">{ label(locale, Label::ExampleTitle(id)) }</span>
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
