//! The editor of a program with what is said at its lines: the shape that a line makes, the operation that is shown, exceptions, probable
//! mistakes with their fixes, and lines that are not read. It is in the chunk `work`: two shapes need none of it.

use std::ops::Range;

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::asked::asked_form;
use super::editor::{Block, Editor, EditorProps, Notes, Sign};
use super::fields::action_of;
use super::fixes::{first_fix, program_fixes};
use super::mount::Mount;
use super::panic_scope::Scoped;
use super::text::{label, text};
use crate::diagnostics::Warning;
use crate::examples::PROGRAMS;
use crate::i18n::{Label, Locale, Message, ProgramText};
use crate::reader::{ListedOperation, PYTHON, Program};
use crate::state::{Action, Model};
use tensor_broadcasting::OperandId;
use tensor_reader::syntax::PartKind;
use tensor_reader::{Inlay, ProgramError, ProgramOperation, Reading, is_part_of_word};

/// What the editor is rendered with.
pub(super) struct ProgramProps<'a> {
    pub(super) model: &'a Model,
    pub(super) mount: &'a Mount,
    /// How often the editor was asked for.
    pub(super) asked_for: u32,
    pub(super) dispatch: &'a Callback<Action>,
}

/// The editor, and below it how much was read. An empty one offers programs.
pub(super) fn program_panel(props: &ProgramProps<'_>) -> Html {
    let &ProgramProps { model, mount, asked_for, dispatch } = props;
    let (settings, locale) = (model.settings(), model.locale());
    let code = &settings.code.0;
    let program = model.analysis().program.as_deref();
    let lines = Lines::of(code);
    let notes = notes(model, &lines, dispatch);
    let shown = program.and_then(|program| place_in_view(program, &lines));
    let on_paste = {
        let dispatch = dispatch.clone();
        // An error message is no program.
        Callback::from(move |pasted: String| {
            let read = PYTHON.get().and_then(|python| (python.pasted_message)(&pasted));
            let is_taken = read.is_some();
            read.into_iter().for_each(|read| dispatch.emit(action_of(read)));
            is_taken
        })
    };
    let on_press = {
        let (dispatch, program, lines) = (dispatch.clone(), model.analysis().program.clone(), lines.clone());
        Callback::from(move |place: usize| {
            let chosen = program.as_ref().and_then(|program| program.at(place, lines.range(lines.number(place))));
            chosen.into_iter().for_each(|index| dispatch.emit(Action::ChooseOperation(index)));
        })
    };
    let props = EditorProps {
        mount: mount.clone(),
        locale,
        code: code.clone(),
        typing: model.visit().typing,
        reasons: program.map(|program| reasons(&program.reading, locale)).unwrap_or_default(),
        notes,
        description: html! {
            <>
                <p>{ said(locale, ProgramText::TabLeaves) }</p>
                { for program.map(|program| description(program, locale)) }
            </>
        },
        shown,
        asked_for,
        on_edit: dispatch.reform(Action::EditCode),
        on_paste,
        on_end: dispatch.reform(|()| Action::EndTyping),
        on_press,
    };
    html! {
        <section class="program-panel" id="program" tabindex="-1" aria-label={said(locale, ProgramText::Input)}>
            <Scoped<Editor> ..props />
            { divider(locale) }
            if code.is_empty() {
                { programs_to_try(locale, dispatch) }
            } else {
                { for program.map(|program| foot(program, code, model.visit().typing, locale)) }
            }
        </section>
    }
}

/// What stands above the picture is rendered with.
pub(super) struct StepsProps<'a> {
    pub(super) model: &'a Model,
    /// Whether a phone shows the picture, and not the editor.
    pub(super) shows_picture: bool,
    pub(super) on_picture: &'a Callback<bool>,
    pub(super) dispatch: &'a Callback<Action>,
}

/// Which operation is shown, and of how many: `line 9 ‹ 1 of 3 ›`. A phone also has the tabs, and beside the picture what is wrong.
pub(super) fn operation_steps(props: &StepsProps<'_>) -> Html {
    let &StepsProps { model, shows_picture, on_picture, dispatch } = props;
    let locale = model.locale();
    let tab = |name: ProgramText<'_>, shown: bool| {
        html! {
            <button type="button" aria-pressed={(shown == shows_picture).to_string()}
                onclick={on_picture.reform(move |_: MouseEvent| shown)}>{ said(locale, name) }</button>
        }
    };
    let tabs = (!model.settings().embed).then(|| {
        html! {
            <div class="views" role="group" aria-label={said(locale, ProgramText::Input)}>
                { tab(ProgramText::Program, false) }{ tab(ProgramText::Picture, true) }
            </div>
        }
    });
    html! {
        <>
            { for tabs }
            { for model.analysis().program.as_deref().and_then(|program| steps(program, locale, dispatch)) }
            { for problem(model, dispatch) }
        </>
    }
}

fn steps(program: &Program, locale: Locale, dispatch: &Callback<Action>) -> Option<Html> {
    let choices = program.choices();
    let operation = &program.shown_operation()?.operation;
    let number = choices.iter().position(|&index| Some(index) == program.shown)?;
    let button = |steps: isize, sign: &'static str, name: ProgramText<'_>| {
        let (name, next) = (said(locale, name), program.after(steps).unwrap_or_default());
        html! {
            <button type="button" title={name.clone()} aria-label={name}
                onclick={dispatch.reform(move |_: MouseEvent| Action::ChooseOperation(next))}>{ sign }</button>
        }
    };
    Some(html! {
        <div class="steps" role="group" aria-label={said(locale, ProgramText::Operations)}>
            <span class="then" dir="ltr">{ then(operation, locale) }</span>
            <span class="line">{ said(locale, ProgramText::Line(operation.line)) }</span>
            if choices.len() > 1 {
                { button(-1, "‹", ProgramText::PreviousOperation) }
                <span class="number">{ said(locale, ProgramText::OperationOf(number + 1, choices.len())) }</span>
                { button(1, "›", ProgramText::NextOperation) }
            }
        </div>
    })
}

/// The action that shows the next operation of the program, or the one before.
pub(super) fn step(model: &Model, steps: isize) -> Option<Action> {
    Some(Action::ChooseOperation(model.analysis().program.as_ref()?.after(steps)?))
}

/// What is wrong with the operation that is shown, with its first fix: for a phone that shows the picture.
fn problem(model: &Model, dispatch: &Callback<Action>) -> Option<Html> {
    let (analysis, locale) = (model.analysis(), model.locale());
    let listed = analysis.program.as_ref()?.shown_operation().filter(|_| !model.is_waiting())?;
    let (class, message) = match (&listed.error, &listed.warning) {
        (Some(error), _) => ("bad", error.to_string()),
        (None, Some(warning)) if warning.is_elementwise => {
            ("doubtful", locale.label(Label::ProbableMistake).to_owned())
        }
        _ => return None,
    };
    let fix = first_fix(model, listed.operation.line, dispatch);
    Some(html! { <div class={classes!("problem", class)}><p>{ message }</p><ul>{ fix }</ul></div> })
}

/// The button that closes the editor.
pub(super) fn close_code(locale: Locale, dispatch: &Callback<Action>) -> Html {
    let close = dispatch.reform(|_: MouseEvent| Action::CloseCode);
    html! { <button type="button" class="close-code" onclick={close}>{ said(locale, ProgramText::Close) }</button> }
}

/// A text about the program.
fn said(locale: Locale, text: ProgramText<'_>) -> String {
    locale.program_text(text)
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

/// The places of the lines of a text, in characters.
#[derive(Clone)]
struct Lines {
    /// The place of the first character of each line.
    starts: Vec<usize>,
    /// The number of characters of the text.
    length: usize,
}

impl Lines {
    fn of(code: &str) -> Self {
        let ends = code.chars().enumerate().filter(|(_, c)| *c == '\n').map(|(at, _)| at + 1);
        Self { starts: std::iter::once(0).chain(ends).collect(), length: code.chars().count() }
    }

    /// The number of the line of a place, counted from 1.
    fn number(&self, place: usize) -> usize {
        self.starts.partition_point(|&start| start <= place)
    }

    /// The number of the last line of a range, counted from 1.
    fn last(&self, range: &Range<usize>) -> usize {
        self.number(range.end.saturating_sub(1).max(range.start))
    }

    /// The characters of a line.
    fn range(&self, number: usize) -> Range<usize> {
        let start = |number: usize| self.starts.get(number).copied().unwrap_or(self.length + 1);
        start(number.saturating_sub(1))..start(number)
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

/// All that is said of a program at its lines.
fn notes(model: &Model, lines: &Lines, dispatch: &Callback<Action>) -> Notes {
    let code = &model.settings().code.0;
    let mut notes = Notes::default();
    if let Some(python) = PYTHON.get() {
        let class = |kind| match kind {
            PartKind::Keyword => "keyword",
            PartKind::Number => "number",
            PartKind::Text => "text",
            PartKind::Comment => "comment",
        };
        notes.marks = (python.parts)(code).into_iter().map(|(range, kind)| (range, class(kind))).collect();
    }
    let Some(program) = model.analysis().program.as_deref() else { return notes };
    notes.inlays = inlays(&program.reading);
    for index in program.choices() {
        note_operation(&mut notes, model, program, index, lines, dispatch);
    }
    let locale = model.locale();
    let (error, next) = (program.reading.error.as_ref(), program.reading.next_error.as_ref());
    for error in error.into_iter().chain(next).filter(|error| !is_listed(error, program)) {
        notes.marks.push((error.span.clone(), "bad"));
        notes.lines.push((error.line, "failing"));
        notes.sign(error.line, "✗", "bad", said(locale, ProgramText::Fails));
        let fixes = program_fixes(model, None, lines.last(&error.span), dispatch);
        notes.below(lines.last(&error.span), exception(error, fixes, locale));
    }
    for unread in &program.reading.unread {
        notes.lines.push((unread.line, "unread"));
        notes.sign(unread.line, "?", "unread", said(locale, ProgramText::NotRead(unread.line, &unread.reason)));
    }
    for note in &program.reading.notes {
        notes.below(note.line, html! { <p class="note">{ said(locale, ProgramText::Note(note)) }</p> });
    }
    for warning in &program.reading.warnings {
        notes.below(warning.line, html! { <p class="note">{ said(locale, ProgramText::Warning(warning)) }</p> });
    }
    // Who has forgotten a bracket is not asked for a shape.
    let is_python = error.is_none_or(|error| error.kind != "SyntaxError");
    if let Some(first) = program.reading.asked.first().filter(|_| is_python) {
        notes.below(line_of_name(code, &first.name), asked_form(&program.reading.asked, locale, dispatch));
    }
    // In the order of the lines; a sort would add more code than the rest of this.
    let mut blocks = std::mem::take(&mut notes.blocks);
    while let Some(first) = (0..blocks.len()).min_by_key(|&at| blocks[at].line) {
        notes.blocks.push(blocks.remove(first));
    }
    notes
}

impl Notes {
    /// Puts a sign into the margin of a line. The first one stays.
    fn sign(&mut self, line: usize, sign: &'static str, class: &'static str, title: String) {
        if self.signs.iter().all(|known: &Sign| known.0 != line) {
            self.signs.push((line, sign, class, title));
        }
    }

    fn below(&mut self, line: usize, content: Html) {
        self.blocks.push(Block { line, content });
    }
}

/// Whether an exception is that of an operation that can be chosen.
fn is_listed(error: &ProgramError, program: &Program) -> bool {
    let operation = error.operation.as_deref();
    operation.is_some_and(|operation| {
        let same = |listed: &ListedOperation| listed.error.is_some() && listed.operation == *operation;
        program.operations.iter().any(|listed| listed.is_drawn() && same(listed))
    })
}

/// What is said of an operation: its marks where it is shown, and how it fails or why it is probably a mistake.
fn note_operation(
    notes: &mut Notes,
    model: &Model,
    program: &Program,
    index: usize,
    lines: &Lines,
    dispatch: &Callback<Action>,
) {
    let (listed, locale, settings) = (&program.operations[index], model.locale(), model.settings());
    let operation = &listed.operation;
    let is_shown = program.shown == Some(index);
    let (first, last) = (lines.number(operation.span.start), lines.last(&operation.span));
    let doubt = listed.warning.as_ref().filter(|warning| warning.is_elementwise);
    let class = match (&listed.error, doubt) {
        (Some(_), _) => "bad",
        (None, Some(_)) => "doubtful",
        (None, None) => "good",
    };
    if is_shown {
        notes.marks.push((operation.span.clone(), class));
        for (id, operand) in OperandId::ALL.into_iter().zip(&operation.operands) {
            notes.marks.push((operand.span.clone(), id.name()));
        }
        notes.lines.extend((first..=last).map(|line| (line, "shown")));
    } else if class != "good" {
        notes.marks.push((operation.span.clone(), class));
    }
    let fixes = || if is_shown { program_fixes(model, Some(index), last, dispatch) } else { Html::default() };
    if let Some(error) = &listed.error {
        notes.sign(first, "✗", "bad", said(locale, ProgramText::Fails));
        notes.lines.extend((first..=last).map(|line| (line, "failing")));
        let ends = program.reading.error.iter().chain(&program.reading.next_error);
        let ends = ends.into_iter().find(|error| error.operation.as_deref() == Some(operation));
        let content = match ends {
            Some(error) => exception(error, fixes(), locale),
            // The program handles it.
            None => html! { <div class="bad"><p class="message">{ error.to_string() }</p>{ fixes() }</div> },
        };
        notes.below(last, content);
    } else if let Some(warning) = doubt {
        notes.sign(first, "!", "doubtful", said(locale, ProgramText::Doubtful));
        notes.lines.extend((first..=last).map(|line| (line, "probable")));
        // Of the one that is shown all is said, of the others how large the result is.
        let said = match &model.analysis().operation {
            Some(drawn) if is_shown => {
                text(locale, Message::WarningText(warning, drawn, model.analysis().dtype(settings)))
            }
            _ => shapes_of(operation, warning).into(),
        };
        notes.below(
            last,
            html! {
                <div class="doubtful">
                    <p><b>{ label(locale, Label::ProbableMistake) }</b>{ " " }{ said }{ condition(&operation.only_if, locale) }</p>
                    { fixes() }
                </div>
            },
        );
    }
}

/// The shapes of the operands and of the result: `(32, 1) (32,) → (32, 32)`.
fn shapes_of(operation: &ProgramOperation, warning: &Warning) -> String {
    let operands = operation.operands.iter().map(|operand| operand.operand.shape().to_string());
    format!("{} → {}", operands.collect::<Vec<_>>().join(" "), warning.result)
}

/// An exception as Python ends with it, on which lines it depends, which line has called the function that raises it, and its fixes.
fn exception(error: &ProgramError, fixes: Html, locale: Locale) -> Html {
    html! {
        <div class="bad">
            <p class="message">{ message(error) }</p>
            if let Some(line) = error.call_line.filter(|&line| line != error.line) {
                <p class="from">{ said(locale, ProgramText::CalledFrom(line)) }</p>
            }
            { condition(&error.only_if, locale) }
            { fixes }
        </div>
    }
}

/// The type of an exception and its message.
fn message(error: &ProgramError) -> String {
    match error.message.as_str() {
        "" => error.kind.clone(),
        text => [&error.kind, ": ", text].concat(),
    }
}

/// On which lines it depends whether something is done.
fn condition(lines: &[usize], locale: Locale) -> Option<Html> {
    let lines = lines.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    (!lines.is_empty()).then(|| html! { <span class="from">{ said(locale, ProgramText::OnlyIf(&lines)) }</span> })
}

/// The shapes after lines. A statement that binds several names shows them all; of a line that is executed several times, it is the last.
fn inlays(reading: &Reading) -> Vec<(usize, String)> {
    let mut shown: Vec<(usize, String)> = Vec::new();
    for inlay in &reading.inlays {
        if shown.iter().any(|(line, _)| *line == inlay.line) {
            continue;
        }
        let of_line: Vec<&Inlay> = reading.inlays.iter().filter(|other| other.line == inlay.line).collect();
        let mut names: Vec<&Option<String>> = of_line.iter().map(|inlay| &inlay.name).collect();
        names.dedup();
        let count = names.len().max(1);
        let last = of_line.iter().rev().take(count).rev().map(|inlay| inlay.shape.to_string());
        shown.push((inlay.line, if count > 1 { last.collect::<Vec<_>>().join(" ") } else { last.collect() }));
    }
    shown
}

/// Why lines are not read, each with its line.
fn reasons(reading: &Reading, locale: Locale) -> Vec<(usize, String)> {
    let reason =
        |unread: &tensor_reader::Unread| (unread.line, said(locale, ProgramText::NotRead(unread.line, &unread.reason)));
    reading.unread.iter().map(reason).collect()
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

/// The first line that has a name as a word, counted from 1.
fn line_of_name(code: &str, name: &str) -> usize {
    let has = |line: &str| line.split(|c| !is_part_of_word(c)).any(|word| word == name);
    code.lines().position(has).map_or(1, |line| line + 1)
}

/// How many lines were read, and why the others were not. For screen readers also the exception: it stands in the text, where nothing
/// announces it.
fn foot(program: &Program, code: &str, typing: bool, locale: Locale) -> Html {
    let reading = &program.reading;
    let count = code.lines().filter(|line| !line.trim().is_empty()).count();
    let read = said(locale, ProgramText::LinesRead(count.saturating_sub(reading.unread.len()), reading.library));
    let errors = reading.error.iter().chain(&reading.next_error).filter(|_| !typing);
    let announced = errors.map(|error| {
        html! { <p>{ said(locale, ProgramText::Line(error.line)) }{ ": " }{ message(error) }</p> }
    });
    html! {
        <div class="program-foot">
            <div class="visually-hidden" role="status">{ for announced }</div>
            if reading.unread.is_empty() {
                <p>{ read }</p>
            } else {
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
        </div>
    }
}

/// The statement that an operation belongs to and that does more with its result: `then ** 2 → (32, 32), .mean() → ()`.
fn then(operation: &ProgramOperation, locale: Locale) -> Option<String> {
    let steps = operation.then.iter().map(|step| format!(" {} → {}", step.text, step.shape)).collect::<Vec<_>>();
    (!steps.is_empty()).then(|| [said(locale, ProgramText::Then), steps.join(",")].concat())
}
