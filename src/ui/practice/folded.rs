//! The question of a compact visualizer: one line that opens over the picture.

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::ui::menu::focus;

/// What the line is given.
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct FoldedProps {
    /// The line: the question, or the reply to the last answer.
    pub(super) line: String,
    /// The class of the line.
    pub(super) class: &'static str,
    /// Whether the picture is hidden, so that the form covers nothing.
    pub(super) is_new: bool,
    /// The number of answers so far.
    pub(super) attempts: usize,
    /// The form.
    pub(super) children: Html,
}

/// The line with the form that it opens. It opens with a question, and closes with a reply, so that the story is seen.
#[derive(Debug)]
pub(super) struct Folded {
    details: NodeRef,
    summary: NodeRef,
    is_open: bool,
    /// Whether the focus goes to the line, because what had it was closed.
    takes_focus: bool,
}

impl Component for Folded {
    /// The reader opened or closed the form.
    type Message = bool;
    type Properties = FoldedProps;

    fn create(ctx: &Context<Self>) -> Self {
        let is_open = ctx.props().is_new;
        Self { details: NodeRef::default(), summary: NodeRef::default(), is_open, takes_focus: false }
    }

    fn update(&mut self, _: &Context<Self>, is_open: bool) -> bool {
        std::mem::replace(&mut self.is_open, is_open) != is_open
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &FoldedProps) -> bool {
        let FoldedProps { is_new, attempts, .. } = *ctx.props();
        let closes = !is_new && (old.is_new || attempts != old.attempts);
        if closes {
            let details = self.details.cast::<HtmlElement>();
            self.takes_focus = details.is_some_and(|details| matches!(details.query_selector(":focus"), Ok(Some(_))));
        }
        self.is_open = (self.is_open && !closes) || (is_new && !old.is_new);
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let FoldedProps { line, class, children, .. } = ctx.props();
        let details = self.details.clone();
        let ontoggle =
            ctx.link().batch_callback(move |_: Event| Some(details.cast::<HtmlElement>()?.has_attribute("open")));
        html! {
            <details ref={self.details.clone()} open={self.is_open} {ontoggle}>
                <summary ref={self.summary.clone()} class={*class}>{ line }</summary>
                <div class="body">{ children.clone() }</div>
            </details>
        }
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        if std::mem::take(&mut self.takes_focus)
            && let Some(summary) = self.summary.cast::<HtmlElement>()
        {
            focus(&summary);
        }
    }
}
