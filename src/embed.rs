//! The exports for scripts: `src/boot.js` starts the page, `element.js` mounts custom elements.
//!
//! All visualizers of a page share one instance of this module. Settings come and go as queries, so that attributes,
//! properties and messages need no codec of their own. Scripts count chapters and times from 1.
//!
//! | file | content |
//! |---|---|
//! | `mod.rs` | the exports |
//! | `element.js` | `<broadcast-visualizer>`: the only script that is loaded before an element is near the screen |
//! | `schema.js` | the settings in JavaScript, and their conversion to attributes and queries |
//! | `source.js` | loads this module from files beside `element.js`, in the npm package |
//! | `located.js` | loads chunks and the editor from where `source.js` says, in the npm package |
//! | `unpack.js`, `single.js` | unpack the page that is one file, and start it |
//! | `chunks.js` | loads chunks |
//! | `code_editor.js` | the editor of programs, with CodeMirror: a file of its own |
//! | `editor_source.js` | where the editor comes from; the build puts another module in its place |
//! | `records.js` | recorded runs whose files are dropped on the page |
//! | `prefetch.js` | decides when chunks are loaded that are not needed yet |
//! | `runtime.js` | the part that an element loads: the bindings, the styles, `policy.js` |
//! | `policy.js` | the reason why WebAssembly cannot start, as a sentence |
//! | `anywidget.js` | the element as a widget for notebooks |
//! | `frame.js` | the messages between the embedded page and the page around its iframe |

use std::pin::Pin;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use wasm_bindgen_futures::future_to_promise;
use web_sys::Element;

use crate::state::{Action, Settings};
use crate::ui::{self, Mount};
use broadcasting_diagram::svg::Shade;

/// A visualizer that a script has mounted.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Visualizer(ui::Mounted);

#[wasm_bindgen]
impl Visualizer {
    /// Replaces all settings by those of a query. Settings that it does not name get their defaults.
    pub fn set(&self, query: &str) {
        self.0.act(Action::ReplaceSettings(embedded(query)));
    }

    /// Plays the story from the shown chapter, or from the start if that is the last one.
    pub fn play(&self) {
        self.0.act(Action::Play);
    }

    /// Stops playing.
    pub fn pause(&self) {
        self.0.act(Action::Pause);
    }

    /// Shows the step of a teacher's set so many steps later or, if negative, earlier; without such a set, the chapter.
    #[wasm_bindgen(js_name = stepPages)]
    pub fn step_pages(&self, pages: i32) {
        self.0.act(Action::StepPages(pages as isize));
    }

    /// Shows a time of the story at once. Times count chapters from 1: chapter `n` is complete at `t = n`.
    pub fn seek(&self, t: f64) {
        self.0.seek(t);
    }

    /// Shows a recorded run, as `python/record.schema.json` describes it: the object, or its JSON. A promise of whether it could be loaded; what is wrong with a record is said in
    /// its place.
    pub fn record(&self, record: JsValue) -> Promise {
        let opened = self.0.open_record(record);
        promise(async { Ok(opened.await.into()) })
    }

    /// A promise of the shown chapter as an SVG document of this width in CSS pixels; of `undefined` while nothing is shown.
    pub fn svg(&self, width: f64, dark: bool) -> Promise {
        let shade = if dark { Shade::Dark } else { Shade::Light };
        let svg = self.0.svg_after(ui::prepare_export(), width, shade);
        promise(async { Ok(svg.await.into()) })
    }

    /// Removes the visualizer. Nothing of it listens or runs on, and its container can be used again.
    pub fn unmount(&mut self) {
        self.0.unmount();
    }

    /// Mounts another visualizer in the same container, after `unmount`. For the arguments see [`mount`].
    pub fn remount(&mut self, query: &str, listener: Function) {
        self.0.remount(embedded(query), listener);
    }
}

/// Mounts a visualizer in `root`, a container in another page. `listener` is called whenever something else is shown, with:
/// the settings as a query, the shown chapter and the last chapter (both from 1), whether the story plays, and why there is
/// no result (`undefined` where there is one).
#[wasm_bindgen]
pub fn mount(root: Element, query: &str, listener: Function) -> Visualizer {
    Visualizer(ui::mount(Mount::embedded(root, embedded(query), Some(listener))))
}

/// Loads the chunks that the first picture of a query needs. A script waits for it before it mounts a visualizer or starts the
/// page, so that the first picture is the final one. A chunk that cannot be loaded is reported where it is needed.
#[wasm_bindgen]
pub fn prepare(query: String) -> Promise {
    promise(async move {
        ui::prepare(&query).await;
        Ok(JsValue::UNDEFINED)
    })
}

/// The analysis of two operands, given as texts: shapes, Python, values. `options` holds other settings as a query, such as
/// `op=sub&library=numpy&inplace=1&locale=en`; it may be left out.
///
/// The object has: `ok`; `a`, `b` and `shape` (lists of numbers, `null` where there is none); `error` (`{type, message}` of
/// the library, `null` where it works); `unreadable` (`{operand, start, end, message}`, or `null`); `axes`, from the first to
/// the last (`{axis, fromEnd, a, b, result, role}` with `role` one of `equal`, `a-stretches`, `b-stretches`, `a-missing`,
/// `b-missing`, `clash`); `strides` (`{a, b}`, each `{given, broadcast}`, in elements); `fixes` (`{operand, text, code, shape,
/// result, message, probable}`, best first; for a program `{text, line, code, result, message, probable}`, with the whole program as `text` and the changed line as `code`); `warnings` (`{message, elements, fixes}`); `code`; and `operator` and `library` as links
/// name them. Sizes are numbers; those past 2^53 are not exact. Where `options` has a third operand `c`, it is beside `a` and `b` everywhere.
///
/// `options` may have a program, `code=…`, in place of `a` and `b`. The fields above are then those of the operation that the page
/// shows first, and `program` has all that the program does, as Python runs it: `names`, `operations`, `warnings`,
/// `unread`, `error` and `next_error`, as [`crate::state::program_answer`] says; `mistakes` (`{line, fixes}`), the lines that raise no
/// exception and are probably mistakes; and `fixes`, those of `error`. A fix there is `{line, text}`, with the changed line as `text`. Without a
/// program it is `null`.
///
/// It gives a promise, because it waits for the chunks that it needs. The promise fails where one cannot be loaded.
#[wasm_bindgen(unchecked_return_type = "Promise<object>")]
pub fn explain(a: String, b: String, options: Option<String>) -> Promise {
    let (options, _) = Settings::from_query(&options.unwrap_or_default());
    promise(async move {
        let explained = ui::explained(Settings { a, b, ..options }).await;
        explained.ok_or_else(|| JsError::new("A part of the program could not be loaded.").into())
    })
}

/// A promise of what a future gives.
fn promise(future: impl Future<Output = Result<JsValue, JsValue>> + 'static) -> Promise {
    // In a box: the code of the promise would be repeated for each type of future.
    let future: Pin<Box<dyn Future<Output = Result<JsValue, JsValue>>>> = Box::pin(future);
    future_to_promise(future)
}

/// Loads what a visit is likely to need, for later.
#[wasm_bindgen]
pub fn prefetch() {
    ui::prefetch();
}

/// Starts the page in `root`, with the settings of its address. For `listener` see [`mount`].
#[wasm_bindgen(js_name = startPage)]
pub fn start_page(root: Element, listener: Option<Function>) -> Visualizer {
    Visualizer(ui::mount(Mount::page(root, listener)))
}

/// Whether a query asks for the embedded page.
#[wasm_bindgen(js_name = isEmbedded)]
#[must_use]
pub fn is_embedded(query: &str) -> bool {
    Settings::from_query(query).0.embed
}

/// Calls `watcher` after a panic, which ends this instance, with the container of the visualizer that panicked (`null` where
/// that is not known) and the message.
#[wasm_bindgen]
pub fn watch(watcher: Function) {
    ui::watch(watcher);
}

/// The query of a visualizer in another page, which is always embedded.
fn embedded(query: &str) -> String {
    format!("embed=1&{}", query.strip_prefix('?').unwrap_or(query))
}
