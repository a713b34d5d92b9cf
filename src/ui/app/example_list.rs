//! The list of examples, in groups: a popover, or a column where there is room.

use tensor_broadcasting::lists::Listed;
use web_sys::Element;
use yew::prelude::*;

use crate::examples::{EXAMPLES, Example, ExampleId, Group};
use crate::i18n::{Label, Locale};
use crate::state::Action;
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::{HasMount, Scoped, ScopedComponent, ScopedContext};
use crate::ui::parts::observers::VisibilityObserver;
use crate::ui::parts::text::{label, static_text};
use crate::ui::stage::player::prefers_reduced_motion;
use broadcasting_diagram::{Miniature, MiniaturePanel, Number};
use tensor_broadcasting::OperandId;

/// What the examples are given.
#[derive(Clone, PartialEq, Properties)]
pub(in crate::ui) struct ExamplesProps {
    /// The one that is shown.
    pub(in crate::ui) open: Option<ExampleId>,
    pub(in crate::ui) locale: Locale,
    pub(in crate::ui) dispatch: Callback<Action>,
    pub(in crate::ui) mount: Mount,
}

impl HasMount for ExamplesProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

/// The examples in their groups.
pub(in crate::ui) fn examples(props: ExamplesProps) -> Html {
    html! { <Scoped<Examples> ..props /> }
}

/// The examples in their groups, each with a picture from the time on at which the list is seen first.
struct Examples {
    /// The first group.
    first: NodeRef,
    observer: Option<VisibilityObserver>,
    /// The picture of each example; none before the list is seen.
    pictures: Vec<Html>,
}

impl ScopedComponent for Examples {
    /// Whether the list is seen.
    type Message = bool;
    type Properties = ExamplesProps;

    fn create(_: &ScopedContext<Self>) -> Self {
        Self { first: NodeRef::default(), observer: None, pictures: Vec::new() }
    }

    fn update(&mut self, _: &ScopedContext<Self>, seen: bool) -> bool {
        if seen {
            self.observer = None;
            self.pictures = EXAMPLES.iter().map(picture).listed();
        }
        seen
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        let groups = Group::ALL.into_iter().enumerate().map(|(number, group)| {
            let examples = EXAMPLES.iter().enumerate().filter(|(_, example)| example.group == group);
            let entries = examples.map(|(at, example)| entry(example, self.pictures.get(at), ctx.props()));
            let first = if number == 0 { self.first.clone() } else { NodeRef::default() };
            html! {
                <section class="example-group" ref={first}>
                    <h3>{ static_text(ctx.props().locale.example_group(group)) }</h3>
                    <ul>{ for entries }</ul>
                </section>
            }
        });
        html! { <>{ for groups }</> }
    }

    fn rendered(&mut self, ctx: &ScopedContext<Self>, first: bool) {
        if first && let Some(group) = self.first.cast::<Element>() {
            self.observer = VisibilityObserver::new(&group, ctx.link().callback(|seen| seen));
        }
    }
}

/// A button with the title of an example, which opens it.
pub(in crate::ui) fn example_button(id: ExampleId, locale: Locale, dispatch: &Callback<Action>) -> Html {
    let example = EXAMPLES.iter().find(|example| example.id == id);
    let Some(example) = example else { return Html::default() };
    let open = dispatch.reform(move |_: MouseEvent| Action::OpenExample(example, !prefers_reduced_motion()));
    html! { <button type="button" onclick={open}>{ static_text(locale.example_title(id)) }</button> }
}

/// The list of examples with this content.
pub(in crate::ui) fn example_list(content: Html, locale: Locale) -> Html {
    html! {
        <nav class="example-list" id="examples" popover="auto" aria-labelledby="example-list-heading">
            <h2 id="example-list-heading">{ label(locale, Label::Examples) }</h2>
            <div class="example-groups" tabindex="0" role="group" aria-labelledby="example-list-heading">{ content }</div>
        </nav>
    }
}

fn entry(example: &'static Example, picture: Option<&Html>, props: &ExamplesProps) -> Html {
    let (id, locale) = (example.id, props.locale);
    // An example plays when it is opened, unless motion is not wanted.
    let open = props.dispatch.reform(move |_: MouseEvent| Action::OpenExample(example, !prefers_reduced_motion()));
    let sign = format!("{}{}", example.operator.symbol(), if example.in_place { "=" } else { "" });
    let current = (props.open == Some(id)).then_some("true");
    html! {
        <li>
            // Opening an example closes the list, where it is not a column of the page.
            <button type="button" class="example" onclick={open} aria-current={current} popovertarget="examples"
                popovertargetaction="hide">
                <span class="example-picture">{ for picture.cloned() }</span>
                <span class="example-title">{ static_text(locale.example_title(id)) }</span>
                <span class="example-shapes" dir="ltr">{ format!("{} {sign} {}", short(example.a), short(example.b)) }</span>
            </button>
        </li>
    }
}

/// The operands of an example as cells of a few pixels.
fn picture(example: &Example) -> Html {
    let Some([a, b]) = example.shapes() else { return Html::default() };
    let Miniature { size, panels } = Miniature::new(&[&*a, &*b]);
    let path = |(operand, MiniaturePanel { path, is_empty }): (OperandId, MiniaturePanel)| {
        html! { <path class={classes!(operand.name(), is_empty.then_some("empty"))} d={path} /> }
    };
    html! {
        <svg viewBox={format!("0 0 {} {}", Number(size.w), Number(size.h))} aria-hidden="true">
            { for OperandId::PAIR.into_iter().zip(panels).map(path) }
        </svg>
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
