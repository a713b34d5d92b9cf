//! The editor of a program. It has the text, what is said of it at its lines, and below lines what the application renders there.
//!
//! CodeMirror is a file of its own. Until it is loaded, and in a build that has none, a plain text box has the text, and what belongs
//! below lines stands below the box.

mod control;

use std::cell::RefCell;
use tensor_broadcasting::lists::Listed;

use gloo::utils::document;
use js_sys::Reflect;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{CssStyleSheet, Element, HtmlTextAreaElement, InputEvent};
use yew::prelude::*;

pub(in crate::ui) use self::control::Sign;
use self::control::{Control, Loaded, Said, load};
use crate::i18n::{Label, Locale, ProgramText};
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::{HasMount, ScopedComponent, ScopedContext};
use crate::ui::parts::chunk_styles::{add_sheet, sheet, styles};
use crate::ui::parts::text::label;

/// Something that the application renders below a line.
#[derive(Clone, PartialEq)]
pub(in crate::ui) struct Block {
    /// The line, counted from 1.
    pub(in crate::ui) line: usize,
    /// What is rendered.
    pub(in crate::ui) content: Html,
}

/// What is said of the text of a program.
#[derive(Clone, PartialEq, Default)]
pub(in crate::ui) struct Notes {
    /// Marked ranges of characters and their classes.
    pub(in crate::ui) marks: Vec<(std::ops::Range<usize>, &'static str)>,
    /// Lines, counted from 1, and their classes.
    pub(in crate::ui) lines: Vec<(usize, &'static str)>,
    /// The text after a line: the shape that it makes.
    pub(in crate::ui) inlays: Vec<(usize, String)>,
    /// The signs in the margin.
    pub(in crate::ui) signs: Vec<Sign>,
    /// What stands below lines, in the order of the lines.
    pub(in crate::ui) blocks: Vec<Block>,
}

/// What the editor is given.
#[derive(Clone, PartialEq, Properties)]
pub(in crate::ui) struct EditorProps {
    pub(in crate::ui) mount: Mount,
    pub(in crate::ui) locale: Locale,
    /// The text.
    pub(in crate::ui) code: String,
    /// Whether somebody is typing: signs and blocks then stay as they were.
    pub(in crate::ui) typing: bool,
    pub(in crate::ui) notes: Notes,
    /// Why lines are not read, each with its line, counted from 1. A press on the line shows it, and hides it again.
    pub(in crate::ui) reasons: Vec<(usize, String)>,
    /// What is said of the text to a screen reader.
    pub(in crate::ui) description: Html,
    /// The line, counted from 1, that is to be in view. It is brought there when it is another one than before.
    pub(in crate::ui) shown: Option<usize>,
    /// How often the editor was asked for: each time it gets the focus, and its text is selected.
    pub(in crate::ui) asked_for: u32,
    pub(in crate::ui) on_edit: Callback<String>,
    /// A text was pasted. `true`: it is no program, and something else is done with it.
    pub(in crate::ui) on_paste: Callback<String, bool>,
    /// Typing has ended.
    pub(in crate::ui) on_end: Callback<()>,
    /// A place of the text was pressed, in characters.
    pub(in crate::ui) on_press: Callback<usize>,
}

impl HasMount for EditorProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

pub(in crate::ui) enum EditorMessage {
    Loaded(Loaded),
    /// Load the script, or load it again.
    Load,
    /// A place of the text was pressed, in characters.
    Pressed(usize),
}

/// How far the script is.
enum Progress {
    Loading,
    Failed,
    /// There is none.
    Missing,
    Ready(Control),
}

pub(in crate::ui) struct Editor {
    host: NodeRef,
    plain: NodeRef,
    progress: Progress,
    /// The elements below lines, as many as were needed so far.
    elements: RefCell<Vec<Element>>,
    /// What a screen reader reads of the text, in the shadow root.
    description: Option<Element>,
    /// What stands below lines, and in the margin. While somebody types it is that of before.
    blocks: Vec<Block>,
    signs: Vec<Sign>,
    /// Whether `blocks` and `signs` are those of the text as it is now.
    is_current: bool,
    /// The line that was brought into view last.
    revealed: Option<usize>,
    /// How often the editor has had the focus, as it was asked for.
    answered: u32,
    /// What is to be selected, with the focus.
    selection: Option<(u32, u32)>,
    /// Whether the next line that is to be in view is in view.
    stays: bool,
    /// The line whose reason is shown.
    reason: Option<usize>,
}

impl ScopedComponent for Editor {
    type Message = EditorMessage;
    type Properties = EditorProps;

    fn create(ctx: &ScopedContext<Self>) -> Self {
        ctx.link().send_message(EditorMessage::Load);
        let EditorProps { notes, .. } = ctx.props();
        Self {
            host: NodeRef::default(),
            plain: NodeRef::default(),
            progress: Progress::Loading,
            elements: RefCell::default(),
            description: None,
            blocks: notes.blocks.clone(),
            stays: false,
            reason: None,
            signs: notes.signs.clone(),
            is_current: true,
            revealed: None,
            answered: 0,
            selection: None,
        }
    }

    fn update(&mut self, ctx: &ScopedContext<Self>, message: EditorMessage) -> bool {
        match message {
            EditorMessage::Load => {
                self.progress = Progress::Loading;
                ctx.link().send_future(async { EditorMessage::Loaded(load().await) });
            }
            EditorMessage::Pressed(place) => {
                // What somebody presses is in view.
                self.stays = true;
                let EditorProps { code, reasons, on_press, .. } = ctx.props();
                let line = code.chars().take(place).filter(|c| *c == '\n').count() + 1;
                let is_unread = reasons.iter().any(|(unread, _)| *unread == line);
                let reason = (is_unread && self.reason != Some(line)).then_some(line);
                on_press.emit(place);
                let is_other = std::mem::replace(&mut self.reason, reason) != reason;
                self.take_notes(ctx.props());
                return is_other;
            }
            EditorMessage::Loaded(Loaded::Missing) => self.progress = Progress::Missing,
            EditorMessage::Loaded(Loaded::Failed) => self.progress = Progress::Failed,
            EditorMessage::Loaded(Loaded::Script(script)) => {
                let locale = ctx.props().locale;
                let [name, hint] = [ProgramText::Input, ProgramText::Hint].map(|text| locale.program_text(text));
                let made = self.host.cast::<Element>().and_then(|host| {
                    let control = script.create(&host, &name, &hint, locale.editor_phrases())?;
                    Some((control, host.shadow_root()?))
                });
                let Some((control, root)) = made else {
                    self.progress = Progress::Failed;
                    return true;
                };
                if let Ok(description) = document().create_element("div") {
                    description.set_id("description");
                    description.set_class_name("visually-hidden");
                    _ = root.append_child(&description);
                    add_editor_styles(&description);
                    self.description = Some(description);
                }
                // Who has begun to type in the text box goes on in the editor.
                let plain = self.plain.cast::<HtmlTextAreaElement>();
                let plain = plain.filter(|plain| plain.matches(":focus").unwrap_or_default());
                self.selection =
                    plain.and_then(|plain| Some((place(plain.selection_start())?, place(plain.selection_end())?)));
                self.progress = Progress::Ready(control);
            }
        }
        true
    }

    fn changed(&mut self, ctx: &ScopedContext<Self>, _: &EditorProps) -> bool {
        self.take_notes(ctx.props());
        true
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        let props = ctx.props();
        let oninput = {
            let (on_edit, on_paste) = (props.on_edit.clone(), props.on_paste.clone());
            Callback::from(move |event: InputEvent| {
                let is_taken = || event.data().is_some_and(|pasted| on_paste.emit(pasted));
                let text = own(&event, "value").and_then(|text| text.as_string());
                if let Some(text) = text.filter(|_| !is_taken()) {
                    on_edit.emit(text);
                }
            })
        };
        let onchange = {
            let on_end = props.on_end.clone();
            Callback::from(move |event: Event| {
                if own(&event, "value").is_some() {
                    on_end.emit(());
                }
            })
        };
        let onselect = {
            let (link, code) = (ctx.link().clone(), props.code.clone());
            Callback::from(move |event: Event| {
                if let Some(place) = own(&event, "place").and_then(|place| place.as_f64()) {
                    link.send_message(EditorMessage::Pressed(characters_before(&code, place as usize)));
                }
            })
        };
        let content = match self.progress {
            Progress::Ready(_) => self.portals(props),
            _ => self.plain(ctx),
        };
        let class = classes!("editor", matches!(self.progress, Progress::Ready(_)).then_some("ready"));
        html! {
            <div {class} dir="ltr" ref={self.host.clone()} {oninput} {onchange} {onselect}>{ content }</div>
        }
    }

    fn rendered(&mut self, ctx: &ScopedContext<Self>, _: bool) {
        let EditorProps { code, notes, typing, shown, asked_for, .. } = ctx.props();
        let Progress::Ready(control) = &self.progress else {
            if *asked_for != self.answered
                && let Some(plain) = self.plain.cast::<HtmlTextAreaElement>()
            {
                _ = plain.focus();
                plain.select();
                self.answered = *asked_for;
            }
            return;
        };
        let units = Units::of(code);
        let marks = notes.marks.iter().map(|(range, class)| (units.at(range.start), units.at(range.end), *class));
        let elements = self.elements.borrow();
        let blocks = self.blocks.iter().zip(elements.iter());
        let blocks: Vec<_> = blocks.map(|(block, element)| (block.line, element.clone())).listed();
        let said = Said {
            marks: &marks.listed(),
            lines: &notes.lines,
            inlays: &notes.inlays,
            notes: self.is_current.then_some(control::Notes { signs: &self.signs, blocks: &blocks }),
        };
        control.update(code, &said);
        control.measure();
        if !typing && *shown != self.revealed {
            self.revealed = *shown;
            if let Some(line) = shown.filter(|_| !self.stays) {
                control.reveal(line);
            }
        }
        self.stays = false;
        if *asked_for != self.answered {
            self.answered = *asked_for;
            self.selection = Some((0, u32::MAX));
        }
        if let Some((from, to)) = self.selection.take() {
            control.select(from, to);
        }
    }

    fn destroy(&mut self, _: &ScopedContext<Self>) {
        if let Progress::Ready(control) = &self.progress {
            control.destroy();
        }
    }
}

impl Editor {
    /// Takes over what stands beside and below lines, unless somebody is typing.
    fn take_notes(&mut self, props: &EditorProps) {
        self.is_current = !props.typing;
        if props.typing {
            return;
        }
        self.blocks.clone_from(&props.notes.blocks);
        self.signs.clone_from(&props.notes.signs);
        if let Some((line, reason)) = props.reasons.iter().find(|(line, _)| Some(*line) == self.reason) {
            let at = self.blocks.iter().position(|block| block.line > *line).unwrap_or(self.blocks.len());
            let content = html! { <p class="reason">{ reason }</p> };
            self.blocks.insert(at, Block { line: *line, content });
        }
    }

    /// What stands below lines, and the description, each in its element of the shadow root.
    fn portals(&self, props: &EditorProps) -> Html {
        let mut elements = self.elements.borrow_mut();
        while elements.len() < self.blocks.len() {
            let Ok(element) = document().create_element("div") else { break };
            element.set_class_name("below");
            elements.push(element);
        }
        let blocks = self.blocks.iter().zip(elements.iter());
        let blocks = blocks.map(|(block, element)| create_portal(block.content.clone(), element.clone()));
        let description = self.description.iter();
        let description = description.map(|element| create_portal(props.description.clone(), element.clone()));
        html! { <>{ for description }{ for blocks }</> }
    }

    /// The text box, and what stands below lines in their order.
    fn plain(&self, ctx: &ScopedContext<Self>) -> Html {
        let EditorProps { code, locale, description, .. } = ctx.props();
        let name = locale.program_text(ProgramText::Input);
        let hint = locale.program_text(ProgramText::Hint);
        let failed = matches!(self.progress, Progress::Failed);
        html! {
            <>
                <textarea class="plain" ref={self.plain.clone()} value={code.clone()} placeholder={hint} wrap="off" spellcheck="false"
                    autocapitalize="off" autocomplete="off" aria-label={name} aria-describedby="program-description" />
                if failed {
                    <p class="loading failed">
                        { label(*locale, Label::LoadingFailed) }{ " " }
                        <button type="button" onclick={ctx.link().callback(|_: MouseEvent| EditorMessage::Load)}>
                            { label(*locale, Label::TryAgain) }
                        </button>
                    </p>
                }
                <div class="visually-hidden" id="program-description">{ description.clone() }</div>
                { for self.blocks.iter().map(|block| html! { <div class="below">{ block.content.clone() }</div> }) }
            </>
        }
    }
}

/// A property of the element that an event is about, if that is the editor or the text box: what is rendered below lines has fields of its own.
fn own(event: &Event, property: &str) -> Option<JsValue> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let is_own = target.matches(".editor, .plain").unwrap_or_default();
    Reflect::get(&target, &property.into()).ok().filter(|value| is_own && !value.is_undefined())
}

/// Adds the styles of the editor where an element is.
fn add_editor_styles(element: &Element) {
    thread_local! {
        /// All editors of a page share it.
        static SHEET: Option<CssStyleSheet> = sheet(styles!("../../../styles/editor.css"));
    }
    SHEET.with(|sheet| sheet.iter().for_each(|sheet| add_sheet(element, sheet)));
}

/// The places of the characters of a text in UTF-16 units, in which the browser counts.
struct Units(Vec<u32>);

impl Units {
    fn of(text: &str) -> Self {
        let mut place = 0;
        let mut places = vec![place];
        for character in text.chars() {
            place += character.len_utf16() as u32;
            places.push(place);
        }
        Self(places)
    }

    /// The place of a character; the end of the text, where there are fewer.
    fn at(&self, character: usize) -> u32 {
        self.0.get(character).or(self.0.last()).copied().unwrap_or_default()
    }
}

/// A place of a selection, where the browser gives one.
fn place(given: Result<Option<u32>, JsValue>) -> Option<u32> {
    given.ok().flatten()
}

/// How many characters stand before a place in UTF-16 units.
fn characters_before(text: &str, place: usize) -> usize {
    let mut units = 0;
    let is_before = |character: &char| {
        units += character.len_utf16();
        units <= place
    };
    text.chars().take_while(is_before).count()
}
