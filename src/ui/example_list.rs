//! The list of examples, in groups: a popover, or a column where there is room.

use yew::prelude::*;

use super::player::prefers_reduced_motion;
use super::text::{label, static_text};
use crate::examples::{EXAMPLES, Example, ExampleId, Group};
use crate::i18n::{Label, Locale};
use crate::state::Action;

/// The examples in their groups; `open` is the one that is shown.
pub(super) fn example_groups(open: Option<ExampleId>, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let rows = Group::ALL.into_iter().map(|group| {
        let examples = EXAMPLES.iter().filter(|example| example.group == group);
        let entries = examples.map(|example| entry(example, open == Some(example.id), locale, dispatch));
        html! {
            <section class="example-group">
                <h3>{ static_text(locale.example_group(group)) }</h3>
                <ul>{ for entries }</ul>
            </section>
        }
    });
    html! { <>{ for rows }</> }
}

/// A button with the title of an example, which opens it.
pub(super) fn example_button(id: ExampleId, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let example = EXAMPLES.iter().find(|example| example.id == id);
    let Some(example) = example else { return Html::default() };
    let open = dispatch.reform(move |_: MouseEvent| Action::OpenExample(example, !prefers_reduced_motion()));
    html! { <button type="button" onclick={open}>{ static_text(locale.example_title(id)) }</button> }
}

/// The list of examples with this content.
pub(super) fn example_list(content: Html, locale: Locale) -> Html {
    html! {
        <nav class="example-list" id="examples" popover="auto" aria-labelledby="example-list-heading">
            <h2 id="example-list-heading">{ label(locale, Label::Examples) }</h2>
            <div class="example-groups" tabindex="0" role="group" aria-labelledby="example-list-heading">{ content }</div>
        </nav>
    }
}

fn entry(example: &'static Example, is_open: bool, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let id = example.id;
    // An example plays when it is opened, unless motion is not wanted.
    let open = dispatch.reform(move |_: MouseEvent| Action::OpenExample(example, !prefers_reduced_motion()));
    let sign = format!("{}{}", example.operator.symbol(), if example.in_place { "=" } else { "" });
    let current = is_open.then_some("true");
    html! {
        <li>
            // Opening an example closes the list, where it is not a column of the page.
            <button type="button" class="example" onclick={open} aria-current={current} popovertarget="examples"
                popovertargetaction="hide">
                <span class="example-title">{ static_text(locale.example_title(id)) }</span>
                <span class="example-shapes" dir="ltr">{ format!("{} {sign} {}", short(example.a), short(example.b)) }</span>
            </button>
        </li>
    }
}

/// An operand's text, shortened to the width of a button.
fn short(text: &str) -> String {
    const MAX_LENGTH: usize = 17;
    if text.chars().count() <= MAX_LENGTH {
        return text.to_owned();
    }
    let head: String = text.chars().take(MAX_LENGTH - 1).collect();
    format!("{head}…")
}
