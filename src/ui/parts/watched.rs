//! A value that one component writes, and that others show.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use yew::Callback;

/// A value that one component writes, and that others read and watch: what changes so often that the app is not rendered for it. Clones are
/// the same value, and two are equal where they are that.
#[derive(Debug)]
pub(in crate::ui) struct Watched<T>(Rc<Inner<T>>);

#[derive(Debug)]
struct Inner<T> {
    value: RefCell<T>,
    watchers: RefCell<Vec<Weak<Callback<()>>>>,
}

/// Watches a value until it is dropped.
#[derive(Debug)]
#[must_use]
pub(in crate::ui) struct Watcher(#[expect(dead_code, reason = "the value calls it while it lives")] Rc<Callback<()>>);

impl<T> Clone for Watched<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Watched<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Default> Default for Watched<T> {
    fn default() -> Self {
        Self(Rc::new(Inner { value: RefCell::default(), watchers: RefCell::default() }))
    }
}

impl<T: Clone + PartialEq> Watched<T> {
    /// The value as it is now.
    pub(in crate::ui) fn get(&self) -> T {
        self.0.value.borrow().clone()
    }

    /// Writes the value. Who watches it is called, if it is another one.
    pub(in crate::ui) fn set(&self, value: T) {
        if *self.0.value.borrow() == value {
            return;
        }
        self.0.value.replace(value);
        let mut watchers = self.0.watchers.borrow_mut();
        watchers.retain(|watcher| watcher.strong_count() > 0);
        // A call sends a message, which is taken later.
        for watcher in watchers.iter().filter_map(Weak::upgrade) {
            watcher.emit(());
        }
    }

    /// Calls a function whenever the value is another one. The function may not watch the value.
    pub(in crate::ui) fn watch(&self, changed: Callback<()>) -> Watcher {
        let watcher = Rc::new(changed);
        self.0.watchers.borrow_mut().push(Rc::downgrade(&watcher));
        Watcher(watcher)
    }
}
