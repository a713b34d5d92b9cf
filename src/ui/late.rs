//! The chunks that several folders share, `work` and `panels`: each joins the tables in the `late.rs` of its folders. `work` is what is behind buttons
//! and menus, and what only mistakes and programs need: the first picture of two shapes that broadcast needs none of it. `panels` is loaded when
//! the drawer or a dialog is opened.

use wasm_bindgen_futures::spawn_local;
use web_sys::{CssStyleSheet, Element};
use yew::prelude::*;

use crate::chunks::{LoadState, chunk};
use crate::i18n::Locale;
use crate::state::load_products;
use crate::ui::app::late as app;
use crate::ui::drawer::late as drawer;
use crate::ui::inputs::late as inputs;
use crate::ui::parts::chunk_styles::{add_sheet, sheet, styles};
use crate::ui::parts::loading::loading_note;
use crate::ui::program::late as program;
use crate::ui::share::late as share;
use crate::ui::stage::late as stage;
use crate::ui::stage::product::Product;
use tensor_broadcasting::Operation;

/// What the chunk `work` has.
#[derive(Debug)]
pub(super) struct Work {
    /// Adds the styles of the chunk where an element is, and lets analyses have verdicts on matrix products.
    pub(super) begin: fn(&Element),
    pub(super) stage: stage::Late,
    pub(super) inputs: inputs::Late,
    pub(super) program: program::Late,
    pub(super) app: app::Late,
}

chunk! {
    /// The chunk `work`. What is said of the gradient is a table of its own in it.
    pub(super) WORK: Work = Work {
        begin,
        stage: stage::LATE,
        inputs: inputs::LATE,
        program: program::LATE,
        app: app::LATE,
    }, in work
}

/// What the chunk `panels` has.
#[derive(Debug)]
pub(super) struct Panels {
    pub(super) drawer: drawer::Late,
    pub(super) share: share::Late,
    /// The list of keys.
    pub(super) help: app::Help,
}

chunk! {
    /// The chunk `panels`.
    pub(super) PANELS: Panels =
        Panels { drawer: drawer::LATE, share: share::LATE, help: app::HELP }, in panels
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
    WORK.get().filter(|_| operation.is_product()).map(|work| &work.stage.product)
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
