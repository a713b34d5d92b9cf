//! The page's components and hooks. They arrange what the rooms above have decided: no rule of broadcasting, no geometry
//! and no sentence stands here.
//!
//! [`App`] holds the [`Model`](crate::state::Model) and derives the [`Reading`](crate::state::Reading) from it; every
//! other component is given what it shows and a callback for what it asks. Only the [`player`] lives beside Yew: a clock
//! that paints on the canvas without rendering a component.

mod app;
mod code;
mod fields;
mod help;
mod hooks;
mod ladder;
mod masthead;
mod memory;
mod narration;
mod panic_card;
pub mod player;
mod shelf;
mod stage;
mod store;
mod table;
mod theatre;
mod transport;
mod verdict;

pub use app::App;

/// Mounts the page into the element `#app`, with a card of our own for the worst case.
pub fn start() {
    panic_card::install();
    let document = gloo::utils::document();
    match document.get_element_by_id("app") {
        Some(root) => yew::Renderer::<App>::with_root(root).render(),
        None => yew::Renderer::<App>::new().render(),
    };
}
