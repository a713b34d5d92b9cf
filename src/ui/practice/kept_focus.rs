//! The section of a question, which keeps the keyboard focus.
//!
//! With the first answer the diagram takes the place of the operands, and the question is rendered anew beside it; after the last
//! question follows the summary. The control that had the focus is then another element, or gone. With the next question of a set the first
//! field gets the focus.

use std::cell::RefCell;

use web_sys::Element;
use yew::prelude::*;

use crate::ui::parts::menu::focus;

thread_local! {
    /// What had the focus before an action was rendered.
    static FOCUSED: RefCell<Option<Focused>> = const { RefCell::new(None) };
}

/// A control of a question that has the focus.
#[derive(Debug)]
struct Focused {
    /// The visualizer that it is in.
    root: Element,
    /// The selector of the control.
    control: &'static str,
    /// Which question it belongs to, as [`NUMBER`] has it.
    number: Option<String>,
}

/// The attribute of the section that tells the questions of a set apart.
const NUMBER: &str = "data-number";

/// What a question is answered in. A group of choices gets the focus at its first one.
const FIELDS: [&str; 3] = ["#answer", ".choices input", ".axes select"];

/// The controls that are known again, and those that get the focus where the control itself is gone or cannot be seen.
const CONTROLS: [&str; 7] =
    ["#answer", ".check", ".choices :checked", ".axes select", "summary", ".next-step", ".previous-step"];

/// Notes which control of a question has the focus. `root`: the visualizer.
pub(super) fn note_focus(root: &Element) {
    let focused = root.query_selector(".question :focus").ok().flatten();
    FOCUSED.set(focused.map(|element| {
        let is = |selector: &&str| element.matches(selector).unwrap_or(false);
        let section = element.closest(".question").ok().flatten();
        Focused {
            root: root.clone(),
            control: CONTROLS.into_iter().find(is).unwrap_or(".check"),
            number: section.and_then(|section| section.get_attribute(NUMBER)),
        }
    }));
}

/// What the section is given.
#[derive(Debug, Clone, Properties)]
pub(super) struct QuestionSectionProps {
    /// Its content.
    pub(super) children: Html,
    /// Which question of a set it is; `None` for a question alone and for the summary.
    #[prop_or_default]
    pub(super) number: Option<String>,
}

impl PartialEq for QuestionSectionProps {
    /// Its content has callbacks that each rendering makes anew.
    fn eq(&self, _: &Self) -> bool {
        false
    }
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
            // No region: two elements of a page may ask the same.
            <div ref={self.section.clone()} class="question" role="group" part="question" tabindex="-1" aria-labelledby="question-heading"
                data-number={ctx.props().number.clone()}>
                { ctx.props().children.clone() }
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        let Some(section) = self.section.cast::<Element>() else { return };
        let Some(Focused { root, control, number }) = FOCUSED.take() else { return };
        let has_focus = |place: &Element| matches!(place.query_selector(":focus"), Ok(Some(_)));
        if !root.contains(Some(&section)) {
            return;
        }
        let is_next = number != ctx.props().number && ctx.props().number.is_some();
        let field =
            is_next.then(|| FIELDS.iter().find_map(|field| section.query_selector(field).ok().flatten())).flatten();
        if let Some(field) = &field {
            focus(field);
        }
        if field.is_some() || has_focus(&root) {
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
