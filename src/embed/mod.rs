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
//! | `source.js` | loads this module from files beside `element.js` |
//! | `single.js` | starts the page that is one file |
//! | `modules.js` | loads the modules of the program |
//! | `prefetch.js` | decides when modules are loaded that are not needed yet |
//! | `runtime.js` | the part that an element loads: the bindings, the styles, `policy.js` |
//! | `policy.js` | the reason why WebAssembly cannot start, as a sentence |
//! | `anywidget.js` | the element as a widget for notebooks |
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

    /// Shows the chapter so many chapters later or, if negative, earlier.
    #[wasm_bindgen(js_name = stepChapters)]
    pub fn step_chapters(&self, chapters: i32) {
        self.0.act(Action::StepChapters(chapters as isize));
    }

    /// Shows a time of the story at once. Times count chapters from 1: chapter `n` is complete at `t = n`.
    pub fn seek(&self, t: f64) {
        self.0.seek(t);
    }

    /// The shown chapter as an SVG document of this width in CSS pixels; `undefined` while nothing is shown.
    pub fn svg(&self, width: f64, dark: bool) -> Option<String> {
        self.0.svg(width, if dark { Shade::Dark } else { Shade::Light })
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

/// Loads the modules that the first picture of a query needs. A script waits for it before it mounts a visualizer or starts the
/// page, so that the first picture is the final one. A module that cannot be loaded is reported where it is needed.
#[wasm_bindgen]
pub async fn prepare(query: String) {
    ui::prepare(&query).await;
}

/// Loads all modules, for later.
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
