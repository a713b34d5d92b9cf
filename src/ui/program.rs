//! The editor of a program with all that is said of it. It is in the chunk `work`: two shapes need none of it.
//!
//! | file | content |
//! |---|---|
//! | `words`, `lines` | words that several parts need; places of lines |
//! | `notes` | what is said at the lines |
//! | `steps` | what stands above the picture |
//! | `undrawn` | what stands in its place, where there is none |

pub(super) mod asked;
pub(super) mod editor;
pub(super) mod fixes;
pub(super) mod late;
mod lines;
mod notes;
pub(super) mod record;
mod steps;
mod undrawn;
mod words;

use std::rc::Rc;

use tensor_broadcasting::lists::Listed;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use self::lines::Lines;
use self::notes::notes;
pub(super) use self::steps::{operation_steps, step};
pub(super) use self::undrawn::undrawn;
use self::words::message;
pub(super) use self::words::said;
use crate::examples::PROGRAMS;
use crate::i18n::{Locale, ProgramText};
use crate::program::record::RecordProblem;
use crate::program::{Code, PYTHON, Program};
use crate::state::{Action, Analysis, Model};
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::{HasMount, Scoped, ScopedComponent, ScopedContext};
use crate::ui::inputs::field_parts::action_of;
use crate::ui::program::editor::Editor;
use crate::ui::program::record::{file_input, run_part};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;
use tensor_reader::{Inlay, ProgramError, Reading, Unread};

/// A snapshot of a program and of what is said of it.
#[derive(Clone, Properties)]
pub(super) struct ProgramProps {
    mount: Mount,
    /// What was read of it.
    analysis: Rc<Analysis>,
    code: Code,
    library: Library,
    /// The element type that is set.
    dtype: Option<Dtype>,
    /// Whether somebody is typing.
    typing: bool,
    /// How often the editor was asked for.
    asked_for: u32,
    locale: Locale,
    /// How many times the state of a chunk has changed: some of what is said is in chunks.
    chunks: u32,
    dispatch: Callback<Action>,
}

impl PartialEq for ProgramProps {
    fn eq(&self, other: &Self) -> bool {
        let plain = |props: &Self| {
            let Self { library, dtype, typing, asked_for, locale, chunks, .. } = *props;
            (library, dtype, typing, asked_for, locale, chunks)
        };
        Rc::ptr_eq(&self.analysis, &other.analysis)
            && plain(self) == plain(other)
            && self.code == other.code
            && self.mount == other.mount
            && self.dispatch == other.dispatch
    }
}

impl HasMount for ProgramProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

/// The editor, and below it how much was read. An empty one offers programs. What is said at the lines is made once for a text, not for each
/// chapter.
pub(super) fn program_panel(model: &Model, mount: &Mount, dispatch: &Callback<Action>) -> Html {
    let (settings, visit) = (model.settings(), model.visit());
    html! {
        <Scoped<ProgramPanel> mount={mount.clone()} analysis={Rc::clone(model.analysis())} code={settings.code.clone()}
            library={settings.library} dtype={settings.dtype} typing={visit.typing} asked_for={visit.view.editor_asked}
            locale={model.locale()} chunks={visit.chunks} dispatch={dispatch.clone()} />
    }
}

/// The panel of a program, with the callbacks of its editor, which are made once.
struct ProgramPanel {
    on_edit: Callback<String>,
    on_paste: Callback<String, bool>,
    on_end: Callback<()>,
    on_press: Callback<usize>,
}

/// A place of the text was pressed, in characters.
struct Pressed(usize);

impl ScopedComponent for ProgramPanel {
    type Message = Pressed;
    type Properties = ProgramProps;

    fn create(ctx: &ScopedContext<Self>) -> Self {
        let dispatch = &ctx.props().dispatch;
        let paste = dispatch.clone();
        Self {
            on_edit: dispatch.reform(Action::EditCode),
            // An error message is no program.
            on_paste: Callback::from(move |pasted: String| {
                let read = PYTHON.get().and_then(|python| (python.pasted_message)(&pasted));
                let is_taken = read.is_some();
                read.into_iter().for_each(|read| paste.emit(action_of(read)));
                is_taken
            }),
            on_end: dispatch.reform(|()| Action::EndTyping),
            on_press: ctx.link().callback(Pressed),
        }
    }

    fn update(&mut self, ctx: &ScopedContext<Self>, Pressed(place): Pressed) -> bool {
        let ProgramProps { analysis, code, dispatch, .. } = ctx.props();
        let lines = Lines::of(&code.text);
        let program = analysis.program.as_ref();
        if let Some(chosen) = program.and_then(|program| program.at(place, lines.range(lines.number(place)))) {
            dispatch.emit(Action::ChooseOperation(chosen));
        }
        false
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        let props = ctx.props();
        let ProgramProps { code, typing, locale, dispatch, .. } = props;
        let locale = *locale;
        let program = props.analysis.program.as_deref();
        let lines = Lines::of(&code.text);
        let description = html! {
            <>
                <p>{ said(locale, ProgramText::TabLeaves) }</p>
                { for program.map(|program| description(program, locale)) }
            </>
        };
        html! {
            <section class="program-panel" id="program" tabindex="-1" aria-label={said(locale, ProgramText::Input)} aria-labelledby="program element-number">
                { for run_part(code, |run| (run.files)(code, locale, said, dispatch)) }
                <Scoped<Editor> mount={props.mount.clone()} {locale} code={code.text.clone()} {typing} notes={notes(props, &lines)}
                    reasons={program.map(|program| reasons(&program.reading, locale)).unwrap_or_default()} {description}
                    shown={program.and_then(|program| place_in_view(program, &lines))} asked_for={props.asked_for}
                    on_edit={self.on_edit.clone()} on_paste={self.on_paste.clone()} on_end={self.on_end.clone()}
                    on_press={self.on_press.clone()} />
                { divider(locale) }
                if code.text.is_empty() {
                    { programs_to_try(locale, dispatch) }
                } else {
                    { for program.map(|program| foot(program, code, *typing, locale)) }
                }
                { for rejected(code).map(|problem| rejection(problem, locale)) }
            </section>
        }
    }
}

/// The button that closes the editor.
pub(super) fn close_code(locale: Locale, dispatch: &Callback<Action>) -> Html {
    let close = dispatch.reform(|_: MouseEvent| Action::CloseCode);
    html! { <button type="button" class="close-code" onclick={close}>{ said(locale, ProgramText::Close) }</button> }
}

/// The least and the greatest width of the editor, and the one that `panels.css` gives it at first, in percent.
const WIDTHS: [i32; 3] = [20, 80, 40];

/// The border between the editor and the picture. It is dragged, or moved with the arrow keys.
fn divider(locale: Locale) -> Html {
    /// Sets the width to what is made of the present one and of the left edge and the width of the whole, in pixels.
    fn resize(border: &Element, width: &dyn Fn(i32, [i32; 2]) -> i32) {
        let content = border.closest(".content").ok().flatten();
        let Some(content) = content.and_then(|content| content.dyn_into::<HtmlElement>().ok()) else { return };
        let now = border.get_attribute("aria-valuenow").and_then(|now| now.parse().ok()).unwrap_or(WIDTHS[2]);
        let whole = content.get_bounding_client_rect();
        let width = width(now, [whole.left() as i32, (whole.width() as i32).max(1)]).clamp(WIDTHS[0], WIDTHS[1]);
        // Valid names do not fail.
        _ = content.style().set_property("--editor", &format!("{width}%"));
        _ = border.set_attribute("aria-valuenow", &width.to_string());
    }
    let onpointerdown = Callback::from(|event: PointerEvent| {
        let border: Element = event.target_unchecked_into();
        // Without it the pointer has to stay on the border.
        _ = border.set_pointer_capture(event.pointer_id());
        event.prevent_default();
    });
    let onpointermove = Callback::from(move |event: PointerEvent| {
        if event.buttons() == 1 {
            let place = event.client_x();
            resize(&event.target_unchecked_into(), &|_, [left, width]| (place - left) * 100 / width);
        }
    });
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowLeft" => -2,
            "ArrowRight" => 2,
            _ => return,
        };
        event.prevent_default();
        resize(&event.target_unchecked_into(), &|now, _| now + step);
    });
    let [least, greatest, first] = WIDTHS.map(|width| width.to_string());
    html! {
        <div class="divider" role="separator" tabindex="0" aria-orientation="vertical" aria-label={said(locale, ProgramText::Border)}
            aria-valuemin={least} aria-valuemax={greatest} aria-valuenow={first} {onpointerdown} {onpointermove} {onkeydown} />
    }
}

/// The line that is in view at first: that of the operation that is shown, or of the exception, where that ends the program without an operation.
fn place_in_view(program: &Program, lines: &Lines) -> Option<usize> {
    let failed = || program.reading.error.as_ref().filter(|error| error.operation.is_none()).map(|error| error.line);
    let shown = program.shown_operation().map(|listed| lines.number(listed.operation.span.start));
    match program.shown_operation() {
        Some(listed) if listed.error.is_some() || listed.warning.is_some() => shown,
        _ => failed().or(shown),
    }
}

/// Why lines are not read, each with its line.
fn reasons(reading: &Reading, locale: Locale) -> Vec<(usize, String)> {
    let reason = |unread: &Unread| (unread.line, said(locale, ProgramText::NotRead(unread.line, &unread.reason)));
    reading.unread.iter().map(reason).listed()
}

/// What a screen reader reads of the program: the shape of each line, and what is said of operations.
fn description(program: &Program, locale: Locale) -> Html {
    let reading = &program.reading;
    let line = |line: usize| [said(locale, ProgramText::Line(line)), ": ".to_owned()].concat();
    let shape = |inlay: &Inlay| {
        let name = inlay.name.as_deref().unwrap_or_default();
        html! { <li>{ line(inlay.line) }{ name }{ " " }{ inlay.shape.to_string() }</li> }
    };
    let error = |error: &ProgramError| html! { <li>{ line(error.line) }{ message(error) }</li> };
    html! {
        <ul>
            { for reading.inlays.iter().map(shape) }
            { for reading.error.iter().chain(&reading.next_error).map(error) }
            { for reasons(reading, locale).into_iter().map(|(_, reason)| html! { <li>{ reason }</li> }) }
        </ul>
    }
}

/// Why what was opened last is no record.
fn rejected(code: &Code) -> Option<&RecordProblem> {
    code.opened.as_deref()?.as_ref().err()
}

fn rejection(problem: &RecordProblem, locale: Locale) -> Html {
    html! { <div class="program-foot" role="alert"><p>{ said(locale, ProgramText::NoRecord(problem)) }</p></div> }
}

/// How many lines were read, and why the others were not. For screen readers also the exception: it stands in the text, where nothing
/// announces it.
fn foot(program: &Program, code: &Code, typing: bool, locale: Locale) -> Html {
    let reading = &program.reading;
    let run = run_part(code, |run| (run.foot)(code, locale, said));
    let is_read = code.record().is_none();
    let count = code.text.lines().filter(|line| !line.trim().is_empty()).count();
    let read = said(locale, ProgramText::LinesRead(count.saturating_sub(reading.unread.len()), reading.library));
    let errors = reading.error.iter().chain(&reading.next_error).filter(|_| !typing);
    let announced = errors.map(|error| {
        html! { <p>{ said(locale, ProgramText::Line(error.line)) }{ ": " }{ message(error) }</p> }
    });
    html! {
        <div class="program-foot">
            <div class="visually-hidden" role="status">{ for announced }</div>
            { for run }
            if is_read && reading.unread.is_empty() {
                <p>{ read }</p>
            } else if is_read {
                <details>
                    <summary>{ read }{ " · " }{ said(locale, ProgramText::LinesNotRead(reading.unread.len())) }</summary>
                    { for reasons(reading, locale).into_iter().map(|(_, reason)| html! { <p>{ reason }</p> }) }
                </details>
            }
        </div>
    }
}

/// What an empty editor offers.
fn programs_to_try(locale: Locale, dispatch: &Callback<Action>) -> Html {
    let button = |(number, program): (usize, &'static str)| {
        html! {
            <button type="button" onclick={dispatch.reform(move |_: MouseEvent| Action::OpenCode(program.to_owned()))}>
                { said(locale, ProgramText::TryProgram(number)) }
            </button>
        }
    };
    html! {
        <div class="try-programs">
            <p>{ said(locale, ProgramText::TryOne) }</p>
            { for PROGRAMS.into_iter().enumerate().map(button) }
            { file_input(locale, dispatch) }
        </div>
    }
}
