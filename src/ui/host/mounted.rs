//! A mounted app, as whoever mounted it uses it: messages, pictures, unmounting.

use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::connection::{AppMessage, Connection};
use super::mount::Mount;
use super::panic_card;
use crate::state::Action;
use crate::ui::program::record::opening;
use broadcasting_diagram::svg::Shade;

/// Renders an app at a mount. This file does not know the app itself, because the app mounts others: its previews.
pub(in crate::ui) type RenderApp = fn(Mount, Connection) -> Html;

/// A slot for an app, which may be empty.
///
/// Yew never removes its listeners from a root that it has rendered into. Roots are therefore kept with an empty slot, to be
/// used again.
#[derive(Debug)]
struct AppSlot;

#[derive(Clone, Properties)]
struct AppSlotProps {
    render: RenderApp,
    app: Option<(Mount, Connection)>,
}

/// All slots render the same app.
impl PartialEq for AppSlotProps {
    fn eq(&self, other: &Self) -> bool {
        self.app == other.app
    }
}

impl Component for AppSlot {
    type Message = ();
    type Properties = AppSlotProps;

    fn create(_: &Context<Self>) -> Self {
        Self
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let AppSlotProps { render, app } = ctx.props().clone();
        app.map_or_else(Html::default, |(mount, connection)| render(mount, connection))
    }
}

/// A mounted app.
pub struct Mounted {
    slot: AppHandle<AppSlot>,
    render: RenderApp,
    mount: Mount,
    connection: Connection,
}

impl std::fmt::Debug for Mounted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mounted").field("mount", &self.mount).finish_non_exhaustive()
    }
}

impl Mounted {
    /// Mounts an app; a panic shows a card in its place.
    #[must_use]
    pub(in crate::ui) fn new(mount: Mount, render: RenderApp) -> Self {
        panic_card::install();
        let connection = Connection::default();
        let props = AppSlotProps { render, app: Some((mount.clone(), connection.clone())) };
        let slot = yew::Renderer::<AppSlot>::with_root_and_props(mount.root().clone(), props).render();
        Self { slot, render, mount, connection }
    }

    /// Removes the app. Nothing of it listens or runs on, and its element can be used again.
    pub fn unmount(&mut self) {
        self.slot.update(AppSlotProps { render: self.render, app: None });
    }

    /// Mounts another app in the same element, after [`Mounted::unmount`].
    pub fn remount(&mut self, query: String, listener: js_sys::Function) {
        self.mount = Mount::embedded(self.mount.root().clone(), query, Some(listener));
        self.connection = Connection::default();
        let app = Some((self.mount.clone(), self.connection.clone()));
        self.slot.update(AppSlotProps { render: self.render, app });
    }

    /// Applies an action to the model, as soon as the app is there.
    pub fn act(&self, action: Action) {
        self.connection.send(AppMessage::Do(action));
    }

    /// Shows the run that a record is, or says that it is none, as soon as what reads records is there. `false` where that cannot be loaded.
    pub fn open_record(&self, record: JsValue) -> impl Future<Output = bool> + use<> {
        let connection = self.connection.clone();
        async move {
            let action = opening(record).await;
            let is_loaded = action.is_some();
            action.into_iter().for_each(|action| connection.send(AppMessage::Do(action)));
            is_loaded
        }
    }

    /// Shows a time of the story at once, as soon as the app is there. Times count chapters from 1: chapter `n` is complete
    /// at `t = n`. A time before the start or after the end is the start or the end.
    pub fn seek(&self, t: f64) {
        self.connection.send(AppMessage::Seek(t - 1.0));
    }

    /// The shown chapter as an SVG document of this width in CSS pixels; `None` while nothing is shown.
    #[must_use]
    pub fn svg(&self, width: f64, shade: Shade) -> Option<String> {
        self.connection.svg(width, shade)
    }

    /// The same, after something that it waits for.
    pub fn svg_after<L: Future<Output = ()>>(
        &self,
        loaded: L,
        width: f64,
        shade: Shade,
    ) -> impl Future<Output = Option<String>> + use<L> {
        let connection = self.connection.clone();
        async move {
            loaded.await;
            connection.svg(width, shade)
        }
    }
}
