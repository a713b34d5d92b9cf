//! The connection between a mounted app and whoever mounted it: messages go in, pictures come out.

use std::cell::RefCell;
use std::rc::Rc;

use super::key_press::KeyPress;
use crate::state::Action;
use broadcasting_diagram::svg::Shade;

/// A message to the app.
#[derive(Debug)]
pub(in crate::ui) enum AppMessage {
    /// Apply an action to the model.
    Do(Action),
    /// Show a time of the story at once. Times count chapters from 0: the chapter of index `n` is complete at `n`.
    Seek(f64),
    /// The browser's history moved to another entry.
    HistoryMoved,
    /// The screen was filled, or left, by the browser.
    FullscreenChanged,
    /// A key was pressed.
    Key(KeyPress),
    /// A key was pressed in the diagram, which does not use it.
    UnusedKey(KeyPress),
    /// Open the dialog for a teacher's set.
    MakeSet,
    /// Open the editor with the program that does what is shown, all of it selected; where it is open, select all of its text.
    WriteCode,
    /// Show the next operation of the program, or the one before; after the last one comes the first.
    StepOperations(isize),
    /// Copy a text.
    Copy(String),
}

/// A connected app.
pub(in crate::ui) trait ConnectedApp {
    /// Sends it a message.
    fn send(&self, message: AppMessage);

    /// The shown chapter as an SVG document of this width in CSS pixels; `None` while nothing is shown.
    fn svg(&self, width: f64, shade: Shade) -> Option<String>;
}

/// The connection to one app. Clones are the same connection.
#[derive(Clone, Default)]
pub(in crate::ui) struct Connection(Rc<State>);

#[derive(Default)]
struct State {
    /// The app, while it is mounted.
    app: RefCell<Option<Box<dyn ConnectedApp>>>,
    /// Messages sent before the app was there: Yew renders it some time after it is mounted.
    pending: RefCell<Vec<AppMessage>>,
}

impl PartialEq for Connection {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Connection {
    /// Connects an app, and sends it the messages that waited for it.
    pub(in crate::ui) fn connect(&self, app: Box<dyn ConnectedApp>) {
        for message in self.0.pending.take() {
            app.send(message);
        }
        self.0.app.replace(Some(app));
    }

    /// Disconnects the app.
    pub(in crate::ui) fn disconnect(&self) {
        self.0.app.replace(None);
    }

    /// Sends a message to the app, or keeps it until an app is connected.
    pub(in crate::ui) fn send(&self, message: AppMessage) {
        match &*self.0.app.borrow() {
            Some(app) => app.send(message),
            None => self.0.pending.borrow_mut().push(message),
        }
    }

    /// See [`ConnectedApp::svg`]; `None` also where no app is connected.
    pub(in crate::ui) fn svg(&self, width: f64, shade: Shade) -> Option<String> {
        self.0.app.borrow().as_ref()?.svg(width, shade)
    }
}
