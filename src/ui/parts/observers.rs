//! Observers of an element's size and visibility. They end when they are dropped.

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, ResizeObserver};
use yew::Callback;

/// The width and the height of an element without its scrollbars, in CSS pixels.
pub(in crate::ui) type Size = (f64, f64);

/// Reports the size of an element.
pub(in crate::ui) struct SizeObserver {
    observer: ResizeObserver,
    /// Lives as long as the browser may call it.
    _on_change: Closure<dyn FnMut()>,
}

impl SizeObserver {
    /// Reports the size of `element` now, and soon after each change: what follows from a size may change the size again, and that is an
    /// error of the page where it happens while the browser reports sizes. `None` where the browser cannot observe it.
    pub(in crate::ui) fn new(element: Element, on_size: Callback<Size>) -> Option<Self> {
        on_size.emit(size_of(&element));
        let (observed, mut afterwards) = (element.clone(), None);
        let on_change = Closure::<dyn FnMut()>::new(move || {
            let (observed, on_size) = (observed.clone(), on_size.clone());
            // One that is dropped is cancelled.
            afterwards.replace(Timeout::new(0, move || on_size.emit(size_of(&observed))));
        });
        let observer = ResizeObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
        observer.observe(&element);
        Some(Self { observer, _on_change: on_change })
    }
}

impl Drop for SizeObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// The size of an element now.
pub(in crate::ui) fn size_of(element: &Element) -> Size {
    (f64::from(element.client_width()), f64::from(element.client_height()))
}

/// Reports whether any part of an element is visible.
pub(in crate::ui) struct VisibilityObserver {
    observer: IntersectionObserver,
    /// Lives as long as the browser may call it.
    _on_change: Closure<dyn FnMut(js_sys::Array)>,
}

impl VisibilityObserver {
    /// Reports whether `element` is visible, soon and whenever that changes; `None` where the browser cannot observe it.
    pub(in crate::ui) fn new(element: &Element, on_visible: Callback<bool>) -> Option<Self> {
        let on_change = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            if let Ok(entry) = entries.pop().dyn_into::<IntersectionObserverEntry>() {
                on_visible.emit(entry.is_intersecting());
            }
        });
        let observer = IntersectionObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _on_change: on_change })
    }
}

impl Drop for VisibilityObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
