//! Hooks that more than one component could use.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, ResizeObserver};
use yew::prelude::*;

/// Calls the newest `callback` on every `event` of the window, for as long as the component is there.
#[hook]
pub(super) fn use_window_event(event: &'static str, callback: impl Fn(&Event) + 'static) {
    let newest: Rc<RefCell<Box<dyn Fn(&Event)>>> = use_mut_ref(|| Box::new(|_: &Event| {}) as Box<dyn Fn(&Event)>);
    *newest.borrow_mut() = Box::new(callback);
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), event, move |event| (newest.borrow())(event));
        move || drop(listener)
    });
}

/// The width of an element in CSS pixels, kept up to date; 0 until it is known.
#[hook]
pub(super) fn use_width(node: &NodeRef) -> f64 {
    let width = use_state_eq(|| 0.0);
    let setter = width.setter();
    let node = node.clone();
    use_effect_with((), move |()| {
        let element = node.cast::<Element>();
        if let Some(element) = &element {
            setter.set(f64::from(element.client_width()));
        }
        let watched = element.clone();
        let changed = Closure::<dyn FnMut()>::new(move || {
            if let Some(element) = &watched {
                setter.set(f64::from(element.client_width()));
            }
        });
        let observer = ResizeObserver::new(changed.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(element)) = (&observer, &element) {
            observer.observe(element);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(changed);
        }
    });
    *width
}

/// Whether a media query holds now.
pub(super) fn media_matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}
