//! What scripts call: the page's own (`src/boot.js`), and that of the custom element (`element.js`).
//!
//! One module and one instance of it serve the page and every element in it. Settings come and go as queries, so that
//! attributes, properties and messages have no codec of their own.
//!
//! | file | what it is |
//! |---|---|
//! | `mod.rs` | the exports |
//! | `element.js` | `<broadcast-visualizer>`: all that is loaded before one of them is near the screen |
//! | `schema.js` | the attributes' names, and what they are in a query |
//! | `source.js`, `single.js` | where the element finds this module: beside it, or within one file |
//! | `runtime.js` | what the element loads of this module: its bindings, styles and policy |
//! | `policy.js` | what is missing where WebAssembly cannot start, in words |
//! | `anywidget.js` | the element in a notebook's cell |
//! | `frame.js` | the messages between the embedded page and the page around its iframe |

use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

use crate::render::svg::Shade;
use crate::state::{Action, Settings};
use crate::ui::{self, Mount};

/// A visualizer that a script has mounted.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Visualizer(ui::Mounted);

#[wasm_bindgen]
impl Visualizer {
    /// Takes other settings, as a query. What it does not name goes back to its default.
    pub fn set(&self, query: &str) {
        self.0.act(Action::ReplaceSettings(embedded(query)));
    }

    /// Plays; from the start, where the story is at its end.
    pub fn play(&self) {
        self.0.act(Action::Play);
    }

    /// Stops playing.
    pub fn pause(&self) {
        self.0.act(Action::Pause);
    }

    /// Goes on by so many chapters, or back.
    #[wasm_bindgen(js_name = stepChapters)]
    pub fn step_chapters(&self, chapters: i32) {
        self.0.act(Action::StepChapters(chapters as isize));
    }

    /// Goes to a time of the story at once; chapter `n` is over at `n`.
    pub fn seek(&self, t: f64) {
        self.0.seek(t);
    }

    /// What is shown as an SVG document of this width in CSS pixels; nothing while there is nothing to show.
    pub fn svg(&self, width: f64, dark: bool) -> Option<String> {
        self.0.svg(width, if dark { Shade::Dark } else { Shade::Light })
    }

    /// Takes it away. Nothing of it listens or runs on, and its container can be taken again.
    pub fn unmount(&mut self) {
        self.0.unmount();
    }

    /// Mounts another one in the same container, after `leave`; for the rest as [`mount`].
    pub fn remount(&mut self, query: &str, listener: Function) {
        self.0.remount(embedded(query), listener);
    }
}

/// Mounts a visualizer in `root`, a container in somebody else's page. `listener` is called whenever something else is
/// shown, with: the settings as a query, the chapter that is told, the last chapter, whether the story plays, and why
/// there is no result (`undefined` where there is one).
#[wasm_bindgen]
pub fn mount(root: Element, query: &str, listener: Function) -> Visualizer {
    Visualizer(ui::mount(Mount::embedded(root, embedded(query), Some(listener))))
}

/// Starts the page in the element `#app`, set as its address says; `listener` as in [`mount`].
#[wasm_bindgen(js_name = startPage)]
pub fn start_page(root: Element, listener: Option<Function>) -> Visualizer {
    Visualizer(ui::mount(Mount::page(root, listener)))
}

/// Whether a query asks for the page without its head, as in somebody else's page.
#[wasm_bindgen(js_name = isEmbedded)]
#[must_use]
pub fn is_embedded(query: &str) -> bool {
    Settings::from_query(query).0.embed
}

/// Calls `watcher` once this instance has stopped, with the container whose visualizer stopped it (`null` where that
/// cannot be known) and the message.
#[wasm_bindgen]
pub fn watch(watcher: Function) {
    ui::watch(watcher);
}

/// A query of settings for a guest, which is always embedded.
fn embedded(query: &str) -> String {
    format!("embed=1&{}", query.strip_prefix('?').unwrap_or(query))
}
