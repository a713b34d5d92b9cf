//! The model as Yew holds it, and the language as a context.

use std::rc::Rc;

use yew::prelude::*;

use crate::state::{Action, Model};
use crate::words::{Locale, Message};

/// The model in a reducer. A state that did not change is the same `Rc`, so nothing renders.
#[derive(Debug, PartialEq)]
pub(super) struct Store(pub(super) Model);

impl Reducible for Store {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        self.0.reduce(action).map_or(Rc::clone(&self), |next| Rc::new(Self(next)))
    }
}

/// The first of the browser's languages that there are words for.
pub(super) fn browser_locale() -> Locale {
    let languages = gloo::utils::window().navigator().languages();
    languages.iter().filter_map(|tag| Locale::from_tag(&tag.as_string()?)).next().unwrap_or_default()
}

/// The page's language.
#[hook]
pub(super) fn use_locale() -> Locale {
    use_context::<Locale>().unwrap_or_default()
}

/// Says a message as text to be rendered.
pub(super) fn text(locale: Locale, message: Message<'_>) -> Html {
    locale.say(message).into()
}

/// A callback that dispatches what an event asks for, if it asks for anything.
pub(super) fn asking<E>(dispatch: &Callback<Action>, asked: impl Fn(E) -> Option<Action> + 'static) -> Callback<E> {
    let dispatch = dispatch.clone();
    Callback::from(move |event| {
        if let Some(action) = asked(event) {
            dispatch.emit(action);
        }
    })
}

/// The number of the option that was chosen in a select element.
pub(super) fn chosen(event: &Event) -> Option<usize> {
    usize::try_from(event.target_unchecked_into::<web_sys::HtmlSelectElement>().selected_index()).ok()
}
