//! The dialog in which a set is made: its steps, its link, and its worksheet.

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{body, document, window};
use web_sys::{Element, HtmlDialogElement, HtmlInputElement, Storage};
use yew::prelude::*;

use super::tasks::{addition, file_to_open, list, text_field};
use super::worksheet::worksheet;
use super::{EditorProps, add_teach_styles, title_of};
use crate::i18n::{Label, Locale, TeachLabel, TeachMessage};
use crate::practice::limits::{MAX_CAPTION, MAX_LINK, MAX_TITLE};
use crate::state::{Action, Draft, DraftAction, DraftChange, Settings, ShareFormat, Worksheet, WorksheetOf};
use crate::ui::late::PANELS;
use crate::ui::parts::clipboard::copy;
use crate::ui::parts::menu::focus;
use crate::ui::parts::text::{label, show_dialog};
use tensor_broadcasting::lists::Listed;

/// A link with more characters than this is called long.
const LONG_LINK: usize = 2_000;

/// The buttons that lead to the menu of practice: in a narrow header, through another menu.
const OPENERS: [&str; 2] = [".header > .open-practice", ".header > .open-menu"];

/// What is closed together with the dialog or before it.
const CLOSED: &str = ".teach, #practice";

/// The dialog in which a set is made.
pub(super) fn editor(props: EditorProps) -> Html {
    html! { <Editor ..props /> }
}

/// What the dialog is told.
#[derive(Debug)]
enum EditorMessage {
    /// A control of the list was used, which has this class.
    Use(DraftAction, &'static str),
    /// A text is to be copied.
    Copy(String),
    /// A text was copied.
    Copied(String),
    /// The set is to be kept on the device, or no longer.
    Keep(bool),
}

/// The dialog.
#[derive(Debug)]
struct Editor {
    dialog: NodeRef,
    /// The text that was copied last.
    copied: Option<String>,
    /// Whether the set is kept on the device.
    is_kept: bool,
    /// The class of the control of the list that was used last.
    control: &'static str,
    /// The number of changes of the list after which the focus was put to its place.
    focused: u32,
    /// The worksheet that was printed last.
    printed: Option<Rc<Worksheet>>,
    /// Prints when the worksheet is in the page.
    printing: Option<Timeout>,
    _after_print: EventListener,
}

/// The name under which the device keeps the set.
const KEPT: &str = "broadcast-visualizer-set";

/// What the device keeps; `None` where the page may keep nothing.
fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Does something about the set.
fn act(dispatch: &Callback<Action>, action: DraftAction) {
    dispatch.emit(action.into());
}

impl Component for Editor {
    type Message = EditorMessage;
    type Properties = EditorProps;

    fn create(ctx: &Context<Self>) -> Self {
        let EditorProps { dispatch, draft, .. } = ctx.props();
        let kept = storage().and_then(|storage| storage.get_item(KEPT).ok()?);
        let is_kept = kept.is_some();
        kept.into_iter().for_each(|text| act(dispatch, DraftAction::TakeKept(text)));
        let dispatch = dispatch.clone();
        Self {
            dialog: NodeRef::default(),
            copied: None,
            is_kept,
            control: "",
            focused: draft.changes,
            printed: None,
            printing: None,
            _after_print: EventListener::new(&window(), "afterprint", move |_| act(&dispatch, DraftAction::Printed)),
        }
    }

    fn update(&mut self, ctx: &Context<Self>, message: EditorMessage) -> bool {
        match message {
            EditorMessage::Use(action, control) => {
                self.control = control;
                act(&ctx.props().dispatch, action);
                false
            }
            EditorMessage::Copy(text) => {
                if let Some(dialog) = self.dialog.cast::<Element>() {
                    copy(text, dialog, ctx.link().callback(EditorMessage::Copied));
                }
                false
            }
            EditorMessage::Copied(text) => {
                self.copied = Some(text);
                true
            }
            EditorMessage::Keep(keep) => {
                self.is_kept = keep;
                if let Some(storage) = storage().filter(|_| !keep) {
                    _ = storage.remove_item(KEPT);
                }
                true
            }
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let &EditorProps { ref draft, locale, ref dispatch, .. } = ctx.props();
        let close = {
            let dialog = self.dialog.clone();
            Callback::from(move |_: MouseEvent| {
                if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                    dialog.close();
                }
            })
        };
        let closed = {
            let dispatch = dispatch.clone();
            Callback::from(move |_: Event| {
                act(&dispatch, DraftAction::Open(false));
                focus_opener();
            })
        };
        let used = ctx.link().callback(|(action, control)| EditorMessage::Use(action, control));
        let dialog = html! {
            <dialog ref={self.dialog.clone()} class="help share teach" aria-labelledby="teach-heading" onclose={closed}>
                <div class="panel-head">
                    <h2 id="teach-heading">{ label(locale, Label::MakeSet) }</h2>
                    <button type="button" onclick={close}>{ label(locale, Label::Close) }</button>
                </div>
                { self.set_on_screen(ctx) }
                { list(ctx.props(), &used) }
                { addition(ctx.props(), &used) }
                { file_to_open(ctx.props()) }
                if draft.steps.is_empty() {
                    { self.keep(ctx) }
                } else {
                    { self.head(ctx) }
                    { self.links(ctx) }
                    { self.file(ctx) }
                    { self.worksheet_controls(ctx) }
                }
            </dialog>
        };
        let sheet = draft.worksheet.as_ref().map(|sheet| create_portal(worksheet(sheet, locale), body().into()));
        html! { <>{ create_portal(dialog, body().into()) }{ for sheet }</> }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        let Some(dialog) = self.dialog.cast::<HtmlDialogElement>() else { return };
        add_teach_styles(&dialog);
        show_dialog(&dialog, true);
        let draft = &ctx.props().draft;
        if let Some(storage) = storage().filter(|_| self.is_kept) {
            // A device without room keeps nothing.
            self.is_kept = storage.set_item(KEPT, &(ctx.props().files.0)(&draft.own_set())).is_ok();
        }
        if draft.changes != self.focused {
            self.focused = draft.changes;
            self.put_focus(&dialog, draft);
        }
        let is_new = |sheet: &&Rc<Worksheet>| !self.printed.as_ref().is_some_and(|printed| Rc::ptr_eq(printed, sheet));
        if let Some(sheet) = draft.worksheet.as_ref().filter(is_new) {
            self.printed = Some(Rc::clone(sheet));
            // Later: while the browser prints, no component can be rendered if this one is.
            self.printing = Some(Timeout::new(0, || _ = window().print()));
        }
    }
}

impl Editor {
    /// Puts the focus where the control that was used is now: with the question that moved, or in place of the one that was
    /// removed.
    fn put_focus(&self, dialog: &Element, draft: &Draft) {
        let last = draft.steps.len();
        let place = match draft.change {
            Some(DraftChange::Moved(_, number)) => number,
            Some(DraftChange::Removed(number)) => number.min(last),
            _ => return,
        };
        let selectors = [
            format!(".tasks > :nth-child({place}) .{}:enabled", self.control),
            format!(".tasks > :nth-child({place}) .kind"),
            ".add:enabled".to_owned(),
            "button".to_owned(),
        ];
        let found = selectors.iter().find_map(|selector| dialog.query_selector(selector).ok().flatten());
        if let Some(element) = found {
            focus(&element);
            element.scroll_into_view_with_bool(false);
        }
    }

    /// The set on screen, whose steps can be taken, and which can be printed.
    fn set_on_screen(&self, ctx: &Context<Self>) -> Html {
        let EditorProps { set_on_screen: Some(set), draft, locale, dispatch, .. } = ctx.props() else {
            return Html::default();
        };
        let taken = if draft.steps.is_empty() { TeachLabel::EditSet } else { TeachLabel::ReplaceBySet };
        let heading = locale.teach_message(TeachMessage::SetOnScreen(&title_of(set, *locale)));
        let button = |text: TeachLabel, action: DraftAction| {
            let onclick = dispatch.reform(move |_: MouseEvent| action.clone().into());
            html! { <button type="button" {onclick}>{ locale.teach_label(text) }</button> }
        };
        html! {
            <section class="of-screen" aria-labelledby="teach-screen">
                <h3 id="teach-screen">{ heading }</h3>
                <div class="controls">
                    { button(taken, DraftAction::TakeSet) }
                    { button(TeachLabel::PrintSet, DraftAction::Print(WorksheetOf::Screen)) }
                    if draft.steps.is_empty() {
                        { self.with_answers(ctx) }
                    }
                </div>
            </section>
        }
    }

    /// The title, the caption, and whether answers may be shown.
    fn head(&self, ctx: &Context<Self>) -> Html {
        let EditorProps { draft, locale, dispatch, .. } = ctx.props();
        let title = dispatch.reform(|text: String| DraftAction::SetTitle(text).into());
        let caption = dispatch.reform(|text: String| DraftAction::SetCaption(text).into());
        let label = |text: TeachLabel| locale.teach_label(text).to_owned();
        html! {
            <div class="controls">
                { text_field(label(TeachLabel::Title), &draft.title, MAX_TITLE, title) }
                { text_field(label(TeachLabel::Caption), &draft.caption, MAX_CAPTION, caption) }
                { self.keep(ctx) }
                { switch(TeachLabel::ShowsAnswers, draft.shows_answers, DraftAction::SetShowsAnswers, *locale, dispatch) }
            </div>
        }
    }

    /// The switch that keeps the set on the device.
    fn keep(&self, ctx: &Context<Self>) -> Html {
        let onchange = ctx
            .link()
            .callback(|event: Event| EditorMessage::Keep(event.target_unchecked_into::<HtmlInputElement>().checked()));
        let text = ctx.props().locale.teach_label(TeachLabel::Keep);
        html! { <label class="switch"><input type="checkbox" class="keep" checked={self.is_kept} {onchange} />{ text }</label> }
    }

    /// The link, the iframe and the element of the set, ready to be copied.
    fn links(&self, ctx: &Context<Self>) -> Html {
        let EditorProps { draft, locale, link_locale, .. } = ctx.props();
        // They are loaded before the dialog is opened.
        let Some(panels) = PANELS.get() else { return Html::default() };
        let text = draft.own_set().to_text();
        if text.chars().nth(MAX_LINK).is_some() {
            return html! { <p class="wrong" role="alert">{ locale.teach_label(TeachLabel::TooLong) }</p> };
        }
        let settings = Settings { steps: Some(text), locale: *link_locale, ..Settings::default() };
        let on_copy = ctx.link().callback(EditorMessage::Copy);
        let formats = [ShareFormat::Link, ShareFormat::Frame, ShareFormat::Element].map(|format| {
            let text = (panels.share.share_text)(format, &settings, *locale);
            let section = (panels.share.copy_section)(format, &text, None, *locale, self.copied.as_deref(), &on_copy);
            let long = Some(text.chars().count()).filter(|&chars| format == ShareFormat::Link && chars > LONG_LINK);
            let note =
                long.map(|chars| html! { <p class="how">{ locale.teach_message(TeachMessage::LongLink(chars)) }</p> });
            html! { <>{ section }{ for note }</> }
        });
        html! { <>{ for formats }</> }
    }

    /// The set as a file.
    fn file(&self, ctx: &Context<Self>) -> Html {
        let &EditorProps { ref draft, locale, files: (file, _), .. } = ctx.props();
        let name = file_name(&draft.title);
        let attribute = format!("steps-src=\"{name}\"");
        let draft = Rc::clone(draft);
        let save = Callback::from(move |_: MouseEvent| {
            // Where the browser does not allow it, nothing is lost.
            _ = PANELS
                .get()
                .and_then(|panels| (panels.drawer.save_text)(&file(&draft.own_set()), &name, "application/json"));
        });
        html! {
            <div class="controls">
                <button type="button" class="save-file" onclick={save}>{ locale.teach_label(TeachLabel::SaveFile) }</button>
                <p class="how">{ locale.teach_label(TeachLabel::FileOfPage) }{ " " }<code dir="ltr">{ attribute }</code></p>
            </div>
        }
    }

    /// The worksheet of the set.
    fn worksheet_controls(&self, ctx: &Context<Self>) -> Html {
        let EditorProps { locale, dispatch, .. } = ctx.props();
        let print = dispatch.reform(|_: MouseEvent| DraftAction::Print(WorksheetOf::Draft).into());
        html! {
            <>
                <h3>{ locale.teach_label(TeachLabel::Worksheet) }</h3>
                <div class="controls">
                    <button type="button" class="print" onclick={print}>{ locale.teach_label(TeachLabel::Print) }</button>
                    { self.with_answers(ctx) }
                </div>
            </>
        }
    }

    /// The switch for the answers of a worksheet.
    fn with_answers(&self, ctx: &Context<Self>) -> Html {
        let EditorProps { draft, locale, dispatch, .. } = ctx.props();
        switch(TeachLabel::WithAnswers, draft.with_answers, DraftAction::SetWithAnswers, *locale, dispatch)
    }
}

/// The name of a file for a set of this title: `week-3.json`. An address can have it as it is.
fn file_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.listed().join("-").to_ascii_lowercase();
    if name.is_empty() { "steps.json".to_owned() } else { name + ".json" }
}

/// A checkbox with its label.
fn switch(
    text: TeachLabel,
    checked: bool,
    action: fn(bool) -> DraftAction,
    locale: Locale,
    dispatch: &Callback<Action>,
) -> Html {
    let onchange = dispatch.reform(move |event: Event| {
        let checked = event.target_unchecked_into::<HtmlInputElement>().checked();
        action(checked).into()
    });
    html! { <label class="switch"><input type="checkbox" {checked} {onchange} />{ locale.teach_label(text) }</label> }
}

/// Puts the focus on the button that opens the menu of practice, where what had it is closed.
fn focus_opener() {
    let is_closed = |element: &Element| element.tag_name() == "BODY" || matches!(element.closest(CLOSED), Ok(Some(_)));
    if document().active_element().is_some_and(|element| !is_closed(&element)) {
        return;
    }
    for selector in OPENERS {
        let Ok(Some(button)) = body().query_selector(selector) else { continue };
        focus(&button);
        // A button that is not shown does not get it.
        if matches!(body().query_selector(":focus"), Ok(Some(focused)) if focused == button) {
            return;
        }
    }
}
