//! Chunks as files of their own, which are fetched when they are needed.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use tensor_broadcasting::lists::Listed;

use wasm_bindgen_futures::spawn_local;

use super::LoadState;

/// Fetches the file of a chunk and gives the chunk its table. `false` where that fails.
type Fetch = fn() -> Pin<Box<dyn Future<Output = bool>>>;

/// A piece of the application, as a table of functions.
#[derive(Debug)]
pub struct Chunk<T: 'static> {
    table: OnceLock<&'static T>,
    loader: Loader,
}

/// Loads a chunk. It does not know the type of the table, so that its code is there once for all chunks.
#[derive(Debug)]
pub struct Loader {
    /// A [`LoadState`].
    state: AtomicU8,
    fetch: Fetch,
}

impl<T> Chunk<T> {
    /// A chunk whose table `fetch` sets.
    pub(crate) const fn of(fetch: Fetch) -> Self {
        Self { table: OnceLock::new(), loader: Loader { state: AtomicU8::new(LoadState::NotAsked as u8), fetch } }
    }

    /// Sets the table.
    pub(crate) fn set(&self, table: &'static T) {
        self.table.get_or_init(|| table);
    }

    /// The table; `None` while it is not loaded.
    #[must_use]
    pub fn get(&self) -> Option<&'static T> {
        self.table.get().copied()
    }

    /// What loads it.
    #[must_use]
    pub const fn loader(&'static self) -> &'static Loader {
        &self.loader
    }

    /// How far the chunk is loaded.
    #[must_use]
    pub fn state(&self) -> LoadState {
        self.loader.state()
    }

    /// Starts to load the chunk, unless it is loaded, pending or failed.
    pub fn request(&'static self) {
        self.loader.request();
    }

    /// Starts to load the chunk before it is needed, unless it is loaded, pending or failed. A failure is of no consequence.
    pub fn prefetch(&'static self) {
        self.loader.start(LoadState::NotAsked);
    }

    /// Loads the chunk, also where it failed before. `None` where it cannot be loaded.
    pub async fn load(&'static self) -> Option<&'static T> {
        self.loader.load().await;
        self.get()
    }
}

impl Loader {
    /// How far the chunk is loaded.
    #[must_use]
    pub fn state(&self) -> LoadState {
        match self.state.load(Ordering::Relaxed) {
            state if state == LoadState::Ready as u8 => LoadState::Ready,
            state if state == LoadState::Pending as u8 => LoadState::Pending,
            state if state == LoadState::Failed as u8 => LoadState::Failed,
            _ => LoadState::NotAsked,
        }
    }

    /// Loads the chunk, also where it failed before.
    pub fn load(&'static self) -> Pin<Box<dyn Future<Output = ()>>> {
        Box::pin(self.load_or(LoadState::Failed))
    }

    /// Starts to load the chunk, unless it is loaded, pending or failed.
    pub fn request(&'static self) {
        self.start(LoadState::Failed);
    }

    fn start(&'static self, failure: LoadState) {
        if self.state() == LoadState::NotAsked {
            self.state.store(LoadState::Pending as u8, Ordering::Relaxed);
            spawn_local(self.load_or(failure));
        }
    }

    /// Loads the chunk. `failure` is its state where that fails.
    async fn load_or(&'static self, failure: LoadState) {
        if self.state() != LoadState::Ready {
            self.set_state(LoadState::Pending);
            let is_loaded = (self.fetch)().await;
            self.set_state(if is_loaded { LoadState::Ready } else { failure });
        }
    }

    fn set_state(&self, state: LoadState) {
        self.state.store(state as u8, Ordering::Relaxed);
        notify();
    }
}

thread_local! {
    static LISTENERS: RefCell<Vec<Weak<dyn Fn()>>> = const { RefCell::new(Vec::new()) };
}

/// Listens until it is dropped.
pub struct Listener(#[expect(dead_code, reason = "it keeps the function alive")] Rc<dyn Fn()>);

impl std::fmt::Debug for Listener {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Listener")
    }
}

/// Calls a function whenever the state of a chunk has changed.
pub fn watch(changed: impl Fn() + 'static) -> Listener {
    let changed: Rc<dyn Fn()> = Rc::new(changed);
    LISTENERS.with_borrow_mut(|listeners| {
        // Those that were dropped: a page may add and remove elements all the time.
        listeners.retain(|listener| listener.strong_count() > 0);
        listeners.push(Rc::downgrade(&changed));
    });
    Listener(changed)
}

/// Calls all functions that listen. They may start or stop listening.
fn notify() {
    let listening: Vec<_> = LISTENERS.with_borrow(|listeners| listeners.iter().filter_map(Weak::upgrade).listed());
    listening.iter().for_each(|changed| changed());
}
