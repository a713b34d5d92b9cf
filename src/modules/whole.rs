//! Modules as parts of the program: each is ready from the start.

use super::LoadState;

/// A part of the program, as a table of functions.
#[derive(Debug)]
pub struct Module<T: 'static>(&'static T);

/// What loads a module: nothing, because it is ready.
#[derive(Debug)]
pub struct Loader;

impl Loader {
    /// How far the module is loaded.
    #[must_use]
    pub const fn state(&self) -> LoadState {
        LoadState::Ready
    }

    /// Loads the module, also where it failed before.
    #[expect(clippy::unused_async, reason = "the same function waits where modules are files of their own")]
    pub async fn load(&'static self) {}
}

impl<T> Module<T> {
    /// A module with this table.
    pub(crate) const fn of(table: &'static T) -> Self {
        Self(table)
    }

    /// The table; `None` while it is not loaded.
    #[must_use]
    pub const fn get(&self) -> Option<&'static T> {
        Some(self.0)
    }

    /// What loads it.
    #[must_use]
    pub const fn loader(&'static self) -> &'static Loader {
        &Loader
    }

    /// How far the module is loaded.
    #[must_use]
    pub const fn state(&self) -> LoadState {
        LoadState::Ready
    }

    /// Starts to load the module, unless it is loaded, pending or failed.
    pub const fn request(&'static self) {}

    /// Starts to load the module before it is needed, unless it is loaded, pending or failed. A failure is of no consequence.
    pub const fn prefetch(&'static self) {}

    /// Loads the module, also where it failed before. `None` where it cannot be loaded.
    #[expect(clippy::unused_async, reason = "the same function waits where modules are files of their own")]
    pub async fn load(&'static self) -> Option<&'static T> {
        Some(self.0)
    }
}

/// Listens until it is dropped.
#[derive(Debug)]
pub struct Listener;

/// Calls a function whenever the state of a module has changed.
pub fn watch(_changed: impl Fn() + 'static) -> Listener {
    Listener
}
