//! What loads the file of a set, and says meanwhile that it does; and what opens one for a teacher.

use std::rc::Rc;

use wasm_bindgen::JsValue;
use yew::platform::spawn_local;
use yew::prelude::*;

use crate::i18n::{Label, Locale, PracticeMessage};
use crate::practice::SetError;
use crate::state::{Action, DraftAction, PracticeAction, SetProgress};
use crate::ui::parts::text::label;
use crate::ui::parts::text_file::{fetched, text_of};

/// What is shown in place of a set that cannot be read, or not yet.
pub(super) fn unread(set: &SetProgress, error: SetError, locale: Locale, dispatch: &Callback<Action>) -> Html {
    if set.is_awaited() {
        let (address, dispatch) = (set.text.clone(), dispatch.clone());
        return html! { <SetFile key={set.text.clone()} {address} {locale} {dispatch} /> };
    }
    let message = locale.practice_message(PracticeMessage::SetError(error));
    let is_of_file = matches!(error, SetError::NotLoaded | SetError::File(_));
    html! {
        <section class="question" part="question">
            <p class="wrong" role="status">{ message }{ for is_of_file.then(|| html! { <>{ " " }<code dir="ltr">{ set.text.clone() }</code></> }) }</p>
            if is_of_file {
                <div class="buttons">
                    <button type="button" onclick={dispatch.reform(|_: MouseEvent| Action::Practice(PracticeAction::SameSet))}>
                        { label(locale, Label::TryAgain) }
                    </button>
                </div>
            }
        </section>
    }
}

/// Opens a file that a teacher has chosen.
pub(super) fn open_file(file: JsValue, dispatch: Callback<Action>) {
    spawn_local(async move {
        let text = text_of(&file).await.unwrap_or_default();
        dispatch.emit(DraftAction::TakeFile(text).into());
    });
}

/// What the component is given.
#[derive(Debug, Clone, PartialEq, Properties)]
struct SetFileProps {
    /// The address of the file.
    address: String,
    locale: Locale,
    /// Takes the file.
    dispatch: Callback<Action>,
}

/// Loads a file when it is shown, once.
#[derive(Debug)]
struct SetFile;

impl Component for SetFile {
    type Message = ();
    type Properties = SetFileProps;

    fn create(ctx: &Context<Self>) -> Self {
        let SetFileProps { address, dispatch, .. } = ctx.props().clone();
        spawn_local(async move {
            let text = fetched(&address).await;
            dispatch.emit(Action::Practice(PracticeAction::TakeFile(Rc::new((address, text)))));
        });
        Self
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let message = ctx.props().locale.practice_message(PracticeMessage::SetError(SetError::Awaited));
        html! { <section class="question" part="question"><p role="status">{ message }</p></section> }
    }
}
