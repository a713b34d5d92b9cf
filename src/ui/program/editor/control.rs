//! The editor as a script: CodeMirror, which `src/embed/code_editor.js` sets up in an element.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Element;

#[wasm_bindgen(module = "/src/embed/editor_source.js")]
extern "C" {
    /// A promise of the editor's module; `undefined` where this build has none.
    #[wasm_bindgen(js_name = loadEditor)]
    fn load_editor() -> JsValue;
}

/// What loading the editor gave.
pub(in crate::ui) enum Loaded {
    /// The script.
    Script(Script),
    /// This build has no editor.
    Missing,
    /// The script could not be loaded.
    Failed,
}

/// The script of the editor, which makes editors.
#[derive(Clone)]
pub(in crate::ui) struct Script(JsValue);

/// Loads the script of the editor.
pub(super) async fn load() -> Loaded {
    let Ok(promise) = load_editor().dyn_into::<Promise>() else { return Loaded::Missing };
    match JsFuture::from(promise).await {
        Ok(module) => Loaded::Script(Script(module)),
        Err(_) => Loaded::Failed,
    }
}

/// An editor. What its methods do, `src/embed/code_editor.js` says. An exception in the script is no fault of the application: the call
/// then has no effect.
pub(super) struct Control(JsValue);

/// What is said of a program at its places and lines. Places are in UTF-16 units, lines are counted from 1.
pub(super) struct Said<'a> {
    /// Ranges and their classes.
    pub(super) marks: &'a [(u32, u32, &'static str)],
    /// Lines and their classes.
    pub(super) lines: &'a [(usize, &'static str)],
    /// The texts after lines.
    pub(super) inlays: &'a [(usize, String)],
    /// The signs in the margin and the elements below lines. `None`: those of before stay where they are.
    pub(super) notes: Option<Notes<'a>>,
}

/// The signs in the margin, and the elements below lines, each with its line.
pub(super) struct Notes<'a> {
    pub(super) signs: &'a [Sign],
    pub(super) blocks: &'a [(usize, Element)],
}

/// A sign in the margin: its line, counted from 1, the sign, its class and its title.
pub(in crate::ui) type Sign = (usize, &'static str, &'static str, String);

impl Script {
    /// Makes an editor in an element. `label` is its name, `hint` stands in it while it is empty, and `phrases` has the texts of CodeMirror behind
    /// their English ones. `None` where the script fails.
    pub(super) fn create(
        &self,
        host: &Element,
        label: &str,
        hint: &str,
        phrases: &[(&str, &'static str)],
    ) -> Option<Control> {
        let texts = Object::new();
        for (english, text) in phrases {
            _ = Reflect::set(&texts, &(*english).into(), &(*text).into());
        }
        let arguments = list([host.into(), label.into(), hint.into(), texts.into()]);
        call(&self.0, "createEditor", &arguments).map(Control)
    }
}

impl Control {
    /// Shows a text and what is said of it.
    pub(super) fn update(&self, text: &str, said: &Said<'_>) {
        let line = |line: usize| JsValue::from(u32::try_from(line).unwrap_or(u32::MAX));
        let marks = said.marks.iter().map(|&(from, to, class)| list([from.into(), to.into(), class.into()]).into());
        let lines = said.lines.iter().map(|&(number, class)| list([line(number), class.into()]).into());
        let inlays = said.inlays.iter().map(|(number, text)| list([line(*number), text.as_str().into()]).into());
        let (signs, blocks) = match said.notes {
            None => (JsValue::NULL, JsValue::NULL),
            Some(Notes { signs, blocks }) => {
                let sign = |&(number, sign, class, ref title): &Sign| {
                    list([line(number), sign.into(), class.into(), title.as_str().into()]).into()
                };
                let block = |(number, element): &(usize, Element)| list([line(*number), element.into()]).into();
                (list(signs.iter().map(sign)).into(), list(blocks.iter().map(block)).into())
            }
        };
        let arguments = [text.into(), list(marks).into(), list(lines).into(), list(inlays).into(), signs, blocks];
        _ = call(&self.0, "update", &list(arguments));
    }

    /// Brings a line into view.
    pub(super) fn reveal(&self, line: usize) {
        _ = call(&self.0, "reveal", &list([u32::try_from(line).unwrap_or(u32::MAX).into()]));
    }

    /// Gives it the focus, and selects a range of the text. A place beyond the end is the end.
    pub(super) fn select(&self, from: u32, to: u32) {
        _ = call(&self.0, "select", &list([from.into(), to.into()]));
    }

    /// The elements below lines may have another height.
    pub(super) fn measure(&self) {
        _ = call(&self.0, "measure", &Array::new());
    }

    /// Removes it.
    pub(super) fn destroy(&self) {
        _ = call(&self.0, "destroy", &Array::new());
    }
}

/// An array of values.
fn list(values: impl IntoIterator<Item = JsValue>) -> Array {
    let array = Array::new();
    for value in values {
        array.push(&value);
    }
    array
}

/// Calls a method of an object; `None` where that fails.
fn call(object: &JsValue, method: &str, arguments: &Array) -> Option<JsValue> {
    let function: Function = Reflect::get(object, &method.into()).ok()?.dyn_into().ok()?;
    function.apply(object, arguments).ok()
}
