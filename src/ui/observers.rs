//! Observers of an element's width and visibility. They end when they are dropped.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, ResizeObserver};
use yew::Callback;

/// Reports the width of an element.
pub(super) struct WidthObserver {
    observer: ResizeObserver,
    /// Lives as long as the browser may call it.
    _on_change: Closure<dyn FnMut()>,
}

impl WidthObserver {
    /// Reports the width of `element` in CSS pixels now, and whenever its size changes; `None` where the browser cannot
    /// observe it.
    pub(super) fn new(element: Element, on_width: Callback<f64>) -> Option<Self> {
        on_width.emit(f64::from(element.client_width()));
        let observed = element.clone();
        let on_change = Closure::<dyn FnMut()>::new(move || on_width.emit(f64::from(observed.client_width())));
        let observer = ResizeObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
        observer.observe(&element);
        Some(Self { observer, _on_change: on_change })
    }
}

impl Drop for WidthObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Reports whether any part of an element is visible.
pub(super) struct VisibilityObserver {
    observer: IntersectionObserver,
    /// Lives as long as the browser may call it.
    _on_change: Closure<dyn FnMut(js_sys::Array)>,
}

impl VisibilityObserver {
    /// Reports whether `element` is visible, soon and whenever that changes; `None` where the browser cannot observe it.
    pub(super) fn new(element: &Element, on_visible: Callback<bool>) -> Option<Self> {
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
