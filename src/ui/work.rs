//! The chunk `work`: what is behind buttons and menus, and what only mistakes and programs need. The first picture of two
//! shapes that broadcast needs none of it.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::{CssStyleSheet, Element, HtmlInputElement};
use yew::prelude::*;

use crate::ui::app::example_list::{ExamplesProps, example_button, examples};
use crate::ui::app::page_menu::{MenuProps, menu};
use crate::ui::inputs::failure::{failure, ignored_values, warning};
use crate::ui::inputs::field_parts::{field_error, paste};
use crate::ui::inputs::options::options;
use crate::ui::parts::chunk_styles::{add_sheet, sheet, styles};
use crate::ui::parts::loading::loading_note;
use crate::ui::program::asked::{assumed, depends, depends_on, letters_form};
use crate::ui::program::fixes::{fixes, known_fixes, list_note};
use crate::ui::program::{ProgramProps, StepsProps, close_code, operation_steps, program_panel, step, undrawn};
use crate::ui::stage::axis_table::axis_table;
use crate::ui::stage::diagram_box::CellInput;
use crate::ui::stage::next::next;
use crate::ui::stage::picture::Picture;
use crate::ui::stage::picture_parts::{LOADED_PARTS, PictureParts};
use crate::ui::stage::pointing::{Pointed, Response, respond};
use crate::ui::stage::print::print_story;
use crate::ui::stage::product::{PRODUCT, Product};
use crate::ui::stage::sizes::{SizesProps, sizes};
use crate::ui::stage::words::{chapter_words, message_words, named_at};

use crate::chunks::{LoadState, chunk};
use crate::diagnostics::{Diagnostics, Fix, Warning};
use crate::examples::ExampleId;
use crate::i18n::{Locale, WorkMessage};
use crate::reader::{InputError, InputProblem, Program, ProgramFix};
use crate::state::{Action, Analysis, HeldSize, Model, Settings, Shown, Verdict, load_products};
use broadcasting_diagram::{Chapter, NamedPart, Story};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, OperandId, Operation};
use tensor_reader::Operand;

/// Fills an element with what is printed; see [`print_story`].
type PrintStory = fn(&Element, &Picture, &Operation, &Story, Option<&str>, Locale);

/// What the chunk has.
#[derive(Debug)]
pub(super) struct Work {
    /// Adds the styles of the chunk where an element is, and lets analyses have verdicts on matrix products.
    pub(super) begin: fn(&Element),
    /// What a picture has in the chunk.
    pub(super) picture_parts: &'static PictureParts,
    /// What a pointer or a key does on the diagram; see [`respond`].
    pub(super) respond: fn(CellInput, Pointed<'_>) -> Response,
    /// A verdict of a library that raises an exception; see [`failure`].
    pub(super) failure: fn(&Verdict, &str, Library, Locale) -> Html,
    /// Why a result is probably a mistake.
    pub(super) warning: fn(&Warning, &Operation, Dtype, Locale) -> String,
    /// Notes about settings in the link whose values could not be used.
    pub(super) ignored_values: fn(&[&'static str], &Callback<Action>, Locale) -> Html,
    /// What is wrong with the text of a field; see [`field_error`].
    pub(super) field_error: fn(&str, &InputError, Locale) -> Html,
    /// The sentence of it.
    pub(super) cannot_read: fn(&InputProblem, Locale) -> String,
    /// Pastes a text into a field; see [`paste`].
    pub(super) paste: fn(OperandId, &Event, String, HtmlInputElement, &Callback<Action>),
    /// The fixes with their heading; nothing where there are none.
    pub(super) fixes: fn(&Analysis, &Settings, Locale, &Callback<Action>) -> Html,
    /// Which list of numbers was read as a shape.
    pub(super) list_note: fn(&Analysis, &Settings, Locale, &Callback<Action>) -> Html,
    /// The editor of a program; see [`program_panel`].
    pub(super) program: fn(&ProgramProps<'_>) -> Html,
    /// Which operation of the program is shown; see [`operation_steps`].
    pub(super) steps: fn(&StepsProps<'_>) -> Html,
    /// The action that shows the next operation of the program, or the one before.
    pub(super) step: fn(&Model, isize) -> Option<Action>,
    /// The button that closes the editor.
    pub(super) close_code: fn(Locale, &Callback<Action>) -> Html,
    /// The form for the letters in the fields of the operands.
    pub(super) letters: fn(&Settings, Locale, &Callback<Action>) -> Html,
    /// The verdict that depends on letters; see [`depends`].
    pub(super) depends: fn(&Model, &'static str, Locale) -> Html,
    /// The letters on which it depends whether the operands broadcast.
    pub(super) depends_on: fn(&Settings, Locale) -> String,
    /// A sentence with the sizes of letters that it follows from: `With N = 3: …`.
    pub(super) assumed: fn(&Settings, &str, Locale) -> String,
    /// The sizes of the axis table as controls.
    pub(super) sizes: fn(&SizesProps<'_>) -> Html,
    /// The title and the text of a chapter, in which words name parts of the picture; see [`chapter_words`].
    pub(super) chapter_words: fn(&Chapter, &Operation, &str, Option<NamedPart>, Locale) -> [Html; 2],
    /// The message of a library, likewise.
    pub(super) message_words: fn(&str, &Operation, Option<NamedPart>) -> Html,
    /// The part of the picture that the target of an event names.
    pub(super) named_at: fn(&Event) -> Option<NamedPart>,
    /// What a matrix product is shown with; see [`product_of`].
    product: Product,
    /// What stands in place of the picture of a program that has none; see [`undrawn`].
    pub(super) undrawn: fn(&Model) -> Html,
    /// The axis table for screen readers and for paper; see [`axis_table`].
    pub(super) axis_table: fn(&Shown, usize, Option<f64>, Locale) -> Html,
    /// The content of the menu of the page.
    pub(super) menu: fn(&MenuProps<'_>) -> Html,
    /// What to try after the story.
    pub(super) next: fn(&Operation, &[HeldSize], Locale, &Callback<Action>) -> Html,
    /// The options of the operation.
    pub(super) options: fn(&Settings, Locale, &Callback<Action>) -> Html,
    /// Prepares the pages of a print; see [`print_story`].
    pub(super) print: PrintStory,
    /// The program in Python that does what is shown.
    pub(super) written: fn(&Analysis, &Operation, &Settings) -> String,
    /// The examples in their groups.
    pub(super) examples: fn(ExamplesProps) -> Html,
    /// A button that opens an example.
    pub(super) example: fn(ExampleId, Locale, &Callback<Action>) -> Html,
    /// What an example shows.
    pub(super) example_note: fn(Locale, ExampleId) -> &'static str,
    /// What the chunk `explain` needs of fixes.
    pub(super) fixing: Fixing,
}

/// Finds the fixes of an operation of a program; see [`known_fixes`].
type KnownFixes = fn(&Rc<Program>, &Settings, Option<usize>) -> Rc<[ProgramFix]>;

/// How fixes are found and applied.
#[derive(Debug)]
pub(super) struct Fixing {
    /// The fixes of an operation of a program; see [`known_fixes`].
    pub(super) known: KnownFixes,
    /// What is said of operands without a program; see [`Analysis::diagnostics`].
    pub(super) diagnostics: fn(&Analysis, &Settings) -> Diagnostics,
    /// The text of an operand with a fix; see [`Fix::apply`].
    pub(super) apply: fn(&Fix, &str, &Operand, Library) -> String,
    /// A fix in Python; see [`Fix::code`].
    pub(super) code: fn(&Fix, Library, &str, usize) -> String,
}

chunk! {
    /// The chunk `work`. What is said of the gradient is a table of its own in it.
    pub(super) WORK: Work = Work {
        begin,
        picture_parts: &LOADED_PARTS,
        respond,
        failure,
        warning,
        ignored_values,
        field_error,
        cannot_read: |problem, locale| locale.work_message(WorkMessage::CannotRead(problem)),
        paste,
        fixes,
        list_note,
        program: program_panel,
        steps: operation_steps,
        step,
        close_code,
        letters: letters_form,
        depends,
        depends_on,
        assumed,
        sizes,
        chapter_words,
        message_words,
        named_at,
        product: PRODUCT,
        undrawn,
        axis_table,
        print: print_story,
        next,
        menu,
        options,
        written: Analysis::program,
        examples,
        example: example_button,
        example_note: Locale::example_note,
        fixing: Fixing {
            known: known_fixes,
            diagnostics: Analysis::diagnostics,
            apply: Fix::apply,
            code: Fix::code,
        },
    }, in work
}

/// Loads the chunk, and calls a function with it then; with `None` where it cannot be loaded.
pub(super) fn when_loaded(then: Box<dyn FnOnce(Option<&'static Work>)>) {
    spawn_local(async { then(WORK.load().await) });
}

/// Begins to load the chunk at a click that opens what is in it.
pub(super) fn request_work() -> Callback<MouseEvent> {
    Callback::from(|_| WORK.request())
}

/// What the chunk makes of a menu; a note while it is not loaded, though it was asked for.
pub(super) fn work_of_menu(made: impl FnOnce(&Work) -> Html, locale: Locale) -> Html {
    if WORK.state() == LoadState::NotAsked { Html::default() } else { work_or_note(made, locale) }
}

/// What the chunk makes, or a note while it is not loaded.
pub(super) fn work_or_note(made: impl FnOnce(&Work) -> Html, locale: Locale) -> Html {
    WORK.get().map_or_else(|| loading_note(&WORK, locale), made)
}

/// What an operation is shown with, if it is a matrix product and the chunk is loaded.
pub(super) fn product_of(operation: &Operation) -> Option<&'static Product> {
    WORK.get().filter(|_| operation.is_product()).map(|work| &work.product)
}

/// Adds the styles of the panels where an element is, and lets analyses have verdicts on matrix products.
fn begin(element: &Element) {
    load_products();
    thread_local! {
        /// All visualizers of a page share it.
        static SHEET: Option<CssStyleSheet> = sheet(styles!("../../styles/panels.css"));
    }
    SHEET.with(|sheet| sheet.iter().for_each(|sheet| add_sheet(element, sheet)));
}
