//! The section of a question, which keeps the keyboard focus.
//!
//! With the first answer the diagram takes the place of the operands, and the question is rendered anew beside it; after the last
//! question follows the summary. The control that had the focus is then another element, or gone.

use std::cell::RefCell;

use web_sys::Element;
use yew::prelude::*;

use crate::ui::menu::focus;

thread_local! {
    /// The visualizer in which a control of a question had the focus before an action was rendered, and the selector of the control.
    static FOCUSED: RefCell<Option<(Element, &'static str)>> = const { RefCell::new(None) };
}

/// The controls that are known again, and those that get the focus where the control itself is gone or cannot be seen.
const CONTROLS: [&str; 5] = ["#answer", ".check", ".choices :checked", ".axes select", "summary"];

/// Notes which control of a question has the focus. `root`: the visualizer.
pub(super) fn note_focus(root: &Element) {
    let focused = root.query_selector(".question :focus").ok().flatten();
    let known = focused.map(|element| {
        let is = |selector: &&str| element.matches(selector).unwrap_or(false);
        CONTROLS.into_iter().find(is).unwrap_or(".check")
    });
    FOCUSED.set(known.map(|control| (root.clone(), control)));
}

/// What the section is given.
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct QuestionSectionProps {
    /// Its content.
    pub(super) children: Html,
}

/// The section of a question.
#[derive(Debug)]
pub(super) struct QuestionSection {
    section: NodeRef,
}

impl Component for QuestionSection {
    type Message = ();
    type Properties = QuestionSectionProps;

    fn create(_: &Context<Self>) -> Self {
        Self { section: NodeRef::default() }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        html! {
            <section ref={self.section.clone()} class="question" part="question" tabindex="-1" aria-labelledby="question-heading">
                { ctx.props().children.clone() }
            </section>
        }
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        let Some(section) = self.section.cast::<Element>() else { return };
        let Some((root, control)) = FOCUSED.take() else { return };
        let has_focus = |place: &Element| matches!(place.query_selector(":focus"), Ok(Some(_)));
        if !root.contains(Some(&section)) || has_focus(&root) {
            return;
        }
        for selector in std::iter::once(control).chain(CONTROLS) {
            if let Ok(Some(element)) = section.query_selector(selector) {
                focus(&element);
            }
            // A control in a closed form does not get it.
            if has_focus(&section) {
                return;
            }
        }
        focus(&section);
    }
}
