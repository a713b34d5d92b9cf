//! Chunks in one file with the rest: each is ready from the start.

use super::LoadState;

/// A piece of the application, as a table of functions.
#[derive(Debug)]
pub struct Chunk<T: 'static>(&'static T);

/// What loads a chunk: nothing, because it is ready.
#[derive(Debug)]
pub struct Loader;

impl Loader {
    /// How far the chunk is loaded.
    #[must_use]
    pub const fn state(&self) -> LoadState {
        LoadState::Ready
    }

    /// Does nothing: the chunk is ready.
    pub const fn request(&'static self) {}

    /// Loads the chunk, also where it failed before.
    #[expect(clippy::unused_async, reason = "the same function waits where chunks are files of their own")]
    pub async fn load(&'static self) {}
}

impl<T> Chunk<T> {
    /// A chunk with this table.
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

    /// How far the chunk is loaded.
    #[must_use]
    pub const fn state(&self) -> LoadState {
        LoadState::Ready
    }

    /// Starts to load the chunk, unless it is loaded, pending or failed.
    pub const fn request(&'static self) {}

    /// Starts to load the chunk before it is needed, unless it is loaded, pending or failed. A failure is of no consequence.
    pub const fn prefetch(&'static self) {}

    /// Loads the chunk, also where it failed before. `None` where it cannot be loaded.
    #[expect(clippy::unused_async, reason = "the same function waits where chunks are files of their own")]
    pub async fn load(&'static self) -> Option<&'static T> {
        Some(self.0)
    }
}

/// Listens until it is dropped.
#[derive(Debug)]
pub struct Listener;

/// Calls a function whenever the state of a chunk has changed.
pub fn watch(_changed: impl Fn() + 'static) -> Listener {
    Listener
}
