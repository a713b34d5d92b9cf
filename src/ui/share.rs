//! The dialog for sharing: choices, the texts to be copied, and a live preview of what others will see.

pub(super) mod late;

use std::cell::RefCell;
use std::rc::Rc;

use gloo::utils::{document, window};
use wasm_bindgen::JsCast as _;
use web_sys::{
    Element, HtmlAnchorElement, HtmlDialogElement, HtmlElement, HtmlSelectElement, ShadowRoot, ShadowRootInit,
    ShadowRootMode,
};
use yew::prelude::*;

use crate::i18n::{Label, Locale, Message, WorkLabel, WorkMessage};
use crate::state::{Action, ChapterRef, Controls, Dialog, Model, Settings, ShareFormat, Theme, ViewAction};
use crate::ui::host::connection::AppMessage;
use crate::ui::host::mount::Mount;
use crate::ui::host::mounted::Mounted;
use crate::ui::parts::elements::line;
use crate::ui::parts::text::{label, on_dialog_closed, show_dialog, work_label, work_name};
use broadcasting_diagram::svg::Shade;
use broadcasting_diagram::{Chapter, Story};
use tensor_broadcasting::Operation;

/// The dialog for sharing. `send` takes messages to the app; `mount_preview` mounts the preview.
pub(super) fn share(
    model: &Model,
    send: &Callback<AppMessage>,
    dispatch: &Callback<Action>,
    mount_preview: Callback<Mount, Mounted>,
) -> Html {
    let shown = model.shown();
    html! {
        <Share open={model.visit().view.dialog == Some(Dialog::Share)} settings={model.link_settings()}
            operation={shown.map(|shown| Rc::clone(&shown.operation))} story={shown.map(|shown| Rc::clone(&shown.story))}
            locale={model.locale()} copied={model.visit().copied.clone()} on_copy={send.reform(AppMessage::Copy)}
            on_close={dispatch.reform(|()| Action::View(ViewAction::CloseDialog))}
            on_make_set={send.reform(|()| AppMessage::MakeSet)} {mount_preview} />
    }
}

/// What the dialog is given.
#[derive(Debug, Clone, PartialEq, Properties)]
pub(super) struct ShareProps {
    /// Whether it is open.
    pub(super) open: bool,
    /// The settings of the page.
    pub(super) settings: Settings,
    /// What is shown, if there is something.
    pub(super) operation: Option<Rc<Operation>>,
    /// Its story, if there is one.
    pub(super) story: Option<Rc<Story>>,
    /// The language.
    pub(super) locale: Locale,
    /// The text that was copied last.
    pub(super) copied: Option<Rc<str>>,
    /// Called with a text that is to be copied.
    pub(super) on_copy: Callback<String>,
    /// Called when it closes.
    pub(super) on_close: Callback<()>,
    /// Called to make a set of questions.
    pub(super) on_make_set: Callback<()>,
    /// Mounts the preview.
    pub(super) mount_preview: Callback<Mount, Mounted>,
}

/// A choice in the dialog, with the number of the chosen option.
#[derive(Debug, Clone, Copy)]
enum Choice {
    Theme(usize),
    Locale(usize),
    Start(usize),
    Controls(usize),
}

/// The dialog.
#[derive(Debug)]
struct Share {
    dialog: NodeRef,
    preview_box: NodeRef,
    /// The settings as they will be shared.
    chosen: Settings,
    /// Shared with the link that saves its picture.
    preview: Rc<RefCell<Option<Mounted>>>,
}

impl Component for Share {
    type Message = Choice;
    type Properties = ShareProps;

    fn create(ctx: &Context<Self>) -> Self {
        let chosen = ctx.props().settings.clone();
        Self { dialog: NodeRef::default(), preview_box: NodeRef::default(), chosen, preview: Rc::default() }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &ShareProps) -> bool {
        let props = ctx.props();
        if props.open && !old.open {
            self.chosen = props.settings.clone();
        }
        props.open || old.open
    }

    fn update(&mut self, _: &Context<Self>, choice: Choice) -> bool {
        let chosen = &mut self.chosen;
        match choice {
            Choice::Theme(number) => chosen.theme = Theme::ALL.get(number).copied().unwrap_or_default(),
            // The first option leaves it to the browser.
            Choice::Locale(number) => {
                chosen.locale = number.checked_sub(1).and_then(|index| Locale::ALL.get(index).copied())
            }
            Choice::Start(number) => {
                chosen.autoplay = number == 1;
                chosen.chapter = match number {
                    0 => Some(ChapterRef::Last),
                    // The story plays from its start.
                    1 => None,
                    number => Some(ChapterRef::Index(number - 2)),
                };
            }
            Choice::Controls(number) => chosen.controls = Controls::ALL.get(number).copied().unwrap_or_default(),
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        let locale = props.locale;
        let closed = on_dialog_closed(&props.on_close);
        // The `close` event is late: the dialog may be asked for again before it.
        let cancelled = props.on_close.reform(|_: Event| ());
        html! {
            <dialog
                ref={self.dialog.clone()}
                class="help share"
                aria-labelledby="share-heading"
                oncancel={cancelled}
                onclose={closed}
            >
                if props.open {
                    <div class="panel-head">
                        <h2 id="share-heading">{ work_label(locale, WorkLabel::Share) }</h2>
                        <button type="button" onclick={props.on_close.reform(|_: MouseEvent| ())}>
                            { label(locale, Label::Close) }
                        </button>
                    </div>
                    { self.choices(ctx) }
                    <button type="button" class="make-set" onclick={make_set(props)}>{ label(locale, Label::MakeSet) }{ "…" }</button>
                    { for ShareFormat::ALL.map(|format| self.section(format, ctx)) }
                    <h3>{ work_label(locale, WorkLabel::SharePreview) }</h3>
                    <div class="preview" ref={self.preview_box.clone()} />
                }
            </dialog>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        let open = ctx.props().open;
        if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>() {
            show_dialog(&dialog, open);
        }
        if open {
            self.show_preview(ctx.props());
        } else if let Some(mut preview) = self.preview.borrow_mut().take() {
            preview.unmount();
        }
    }
}

impl Share {
    fn choices(&self, ctx: &Context<Self>) -> Html {
        let locale = ctx.props().locale;
        let chosen = &self.chosen;
        let option = |option: WorkLabel| work_name(locale, option);
        let themes = [WorkLabel::ThemeAuto, WorkLabel::ThemeLight, WorkLabel::ThemeDark].map(option);
        let mut locales = vec![option(WorkLabel::ShareLocaleAuto)];
        locales.extend(Locale::ALL.map(|locale| AttrValue::Static(locale.name())));
        let mut starts = vec![option(WorkLabel::ShareStartLast), option(WorkLabel::ShareStartPlaying)];
        // The last chapter is the result.
        let chapters = ctx.props().story.as_ref().map_or(&[][..], |story| story.chapters());
        let chapters = chapters.iter().take(chapters.len().saturating_sub(1));
        if let Some(operation) = &ctx.props().operation {
            let title = |(number, chapter): (usize, &Chapter)| -> AttrValue {
                format!("{}. {}", number + 1, locale.message(Message::ChapterTitle(chapter, operation))).into()
            };
            starts.extend(chapters.enumerate().map(title));
        }
        let controls =
            [WorkLabel::ShareControlsAll, WorkLabel::ShareControlsPlay, WorkLabel::ShareControlsNone].map(option);
        let start = match (chosen.autoplay, chosen.chapter) {
            (true, _) => 1,
            (false, None | Some(ChapterRef::Last)) => 0,
            (false, Some(ChapterRef::Index(chapter))) => chapter + 2,
        };
        let language = chosen.locale.map_or(0, |locale| locale as usize + 1);
        html! {
            <div class="choices">
                { choice(ctx, WorkLabel::Theme, &themes, chosen.theme as usize, Choice::Theme) }
                { choice(ctx, WorkLabel::Language, &locales, language, Choice::Locale) }
                { choice(ctx, WorkLabel::ShareStart, &starts, start, Choice::Start) }
                { choice(ctx, WorkLabel::ShareControls, &controls, chosen.controls as usize, Choice::Controls) }
            </div>
        }
    }

    /// One format: its text, ready to copy.
    fn section(&self, format: ShareFormat, ctx: &Context<Self>) -> Html {
        let ShareProps { locale, on_copy, copied, .. } = ctx.props();
        let text = share_text(format, &self.chosen, *locale);
        let save = (format == ShareFormat::Markdown).then(|| self.save(*locale));
        let load = format.load(&self.chosen, *locale);
        let load =
            load.map(|(at_once, near)| line("p", "loads", locale.work_message(WorkMessage::Loads(at_once, near))));
        html! { <>{ copy_section(format, &text, save, *locale, copied.as_deref(), on_copy) }{ for load }</> }
    }

    /// A link that saves the picture. Its address, which holds the picture, is made when the link is followed.
    fn save(&self, locale: Locale) -> Html {
        let preview_box = self.preview_box.clone();
        let preview = Rc::clone(&self.preview);
        let dark = self.chosen.theme == Theme::Dark;
        let save = Callback::from(move |event: MouseEvent| {
            let anchor = event.target().and_then(|target| target.dyn_into::<HtmlAnchorElement>().ok());
            let width = preview_box.cast::<Element>().map_or(700.0, |element| f64::from(element.client_width()));
            let shade = if dark { Shade::Dark } else { Shade::Light };
            let svg = preview.borrow().as_ref().and_then(|preview| preview.svg(width, shade));
            match (svg, anchor) {
                (Some(svg), Some(anchor)) => {
                    anchor
                        .set_href(&format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(&svg))));
                }
                _ => event.prevent_default(),
            }
        });
        html! { <a class="button" href="#" download="broadcast.svg" onclick={save}>{ work_label(locale, WorkLabel::SavePicture) }</a> }
    }

    /// Shows in the dialog what others will see: an embedded app in a shadow root with the page's styles.
    fn show_preview(&self, props: &ShareProps) {
        let locale = self.chosen.locale.unwrap_or(props.locale);
        let query = Settings { embed: true, locale: Some(locale), ..self.chosen.clone() }.to_query();
        let Some(preview_box) = self.preview_box.cast::<Element>() else { return };
        // The colours of a shadow root follow the attribute of its host.
        _ = preview_box.set_attribute("theme", self.chosen.theme.name());
        let mut preview = self.preview.borrow_mut();
        match &*preview {
            Some(preview) => preview.act(Action::ReplaceSettings(query)),
            None => {
                let root = container(&preview_box);
                *preview = root.map(|root| props.mount_preview.emit(Mount::embedded(root, query, None)));
            }
        }
    }
}

/// Goes on to the dialog for a set of questions.
fn make_set(props: &ShareProps) -> Callback<MouseEvent> {
    let (close, make) = (props.on_close.clone(), props.on_make_set.clone());
    Callback::from(move |_| {
        close.emit(());
        make.emit(());
        // The menu of practice says what is still loaded. The dialog closes it.
        let menu = document().get_element_by_id("practice").and_then(|menu| menu.dyn_into::<HtmlElement>().ok());
        _ = menu.map(|menu| menu.show_popover());
    })
}

/// The text of a format for the page's own address.
pub(super) fn share_text(format: ShareFormat, settings: &Settings, locale: Locale) -> String {
    format.text(&page_address(), settings, locale)
}

/// A text with its heading, what is `beside` that, and a button that copies it. `copied`: the text that was copied last.
pub(super) fn copy_section(
    format: ShareFormat,
    text: &str,
    beside: Option<Html>,
    locale: Locale,
    copied: Option<&str>,
    on_copy: &Callback<String>,
) -> Html {
    let (id, heading) = match format {
        ShareFormat::Link => ("share-link", WorkLabel::ShareLink),
        ShareFormat::Frame => ("share-frame", WorkLabel::ShareFrame),
        ShareFormat::Element => ("share-element", WorkLabel::ShareElement),
        ShareFormat::StrictElement => ("share-strict", WorkLabel::ShareStrictElement),
        ShareFormat::Markdown => ("share-markdown", WorkLabel::ShareMarkdown),
    };
    let copy_label = if copied == Some(text) { WorkLabel::Copied } else { WorkLabel::Copy };
    let copy = {
        let text = text.to_owned();
        on_copy.reform(move |_: MouseEvent| text.clone())
    };
    html! {
        <section class="code">
            <div class="panel-head">
                <h3 {id}>{ work_label(locale, heading) }</h3>
                { for beside }
                <button type="button" onclick={copy} aria-live="polite">{ work_label(locale, copy_label) }</button>
            </div>
            <pre dir="ltr" tabindex="0" role="group" aria-labelledby={id}><code>{ text }</code></pre>
        </section>
    }
}

/// Makes a container in a shadow root of `host`, with the page's styles.
fn container(host: &Element) -> Option<Element> {
    let shadow: ShadowRoot = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open)).ok()?;
    let styles = document().query_selector_all("link[rel=stylesheet], head style").ok()?;
    for index in 0..styles.length() {
        shadow.append_child(&styles.item(index)?.clone_node_with_deep(true).ok()?).ok()?;
    }
    let root = document().create_element("div").ok()?;
    root.set_class_name("root");
    shadow.append_child(&root).ok()?;
    Some(root)
}

/// A select element with its label.
fn choice(
    ctx: &Context<Share>,
    title: WorkLabel,
    options: &[AttrValue],
    selected: usize,
    chosen: fn(usize) -> Choice,
) -> Html {
    let onchange = ctx.link().batch_callback(move |event: Event| {
        let select = event.target_unchecked_into::<HtmlSelectElement>();
        usize::try_from(select.selected_index()).ok().map(chosen)
    });
    let options = options.iter().enumerate().map(|(number, name)| {
        html! { <option selected={number == selected}>{ name }</option> }
    });
    html! { <label>{ work_label(ctx.props().locale, title) }<select {onchange}>{ for options }</select></label> }
}

/// The address of the page without its query.
fn page_address() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_owned()
}
