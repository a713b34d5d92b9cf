//! The panic scope: which mount's code is running, so that a panic is reported for the right visualizer of a page.
//!
//! Components that do the work implement [`ScopedComponent`], not Yew's `Component`. [`Scoped`] makes a Yew component of
//! it and sets the scope around each of its methods, so that none can forget to.

use std::cell::RefCell;

use yew::prelude::*;

use super::mount::Mount;

thread_local! {
    /// The mount whose code is running.
    static CURRENT: RefCell<Option<Mount>> = const { RefCell::new(None) };
}

/// A guard: while it lives, its mount's code is running. A panic does not drop it, because there the program stops.
#[derive(Debug)]
#[must_use]
pub(in crate::ui) struct PanicScope(Option<Mount>);

impl PanicScope {
    /// Enters the scope of `mount`; dropping the guard returns to the scope before.
    pub(in crate::ui) fn enter(mount: &Mount) -> Self {
        Self(CURRENT.with(|current| current.replace(Some(mount.clone()))))
    }

    /// The mount whose code is running, if that is known.
    pub(in crate::ui) fn current() -> Option<Mount> {
        CURRENT.with(|current| current.try_borrow().ok()?.clone())
    }
}

impl Drop for PanicScope {
    fn drop(&mut self) {
        CURRENT.with(|current| current.replace(self.0.take()));
    }
}

/// Properties that name the mount of their component.
pub trait HasMount: Properties {
    /// The mount.
    fn mount(&self) -> &Mount;
}

/// The context of a [`ScopedComponent`].
pub type ScopedContext<C> = Context<Scoped<C>>;

/// A component whose panics belong to its mount. The methods are those of Yew's `Component`.
pub trait ScopedComponent: Sized + 'static {
    /// What it is sent.
    type Message: 'static;
    /// What it is given.
    type Properties: HasMount;

    /// Makes it.
    fn create(ctx: &ScopedContext<Self>) -> Self;

    /// Takes a message; `true`: render again.
    fn update(&mut self, _ctx: &ScopedContext<Self>, _message: Self::Message) -> bool {
        false
    }

    /// Takes other properties; `true`: render again. It is not called with properties that are equal.
    fn changed(&mut self, _ctx: &ScopedContext<Self>, _old: &Self::Properties) -> bool {
        true
    }

    /// Renders it.
    fn view(&self, ctx: &ScopedContext<Self>) -> Html;

    /// Follows each rendering; `first`: it is the first one.
    fn rendered(&mut self, _ctx: &ScopedContext<Self>, _first: bool) {}

    /// Precedes its removal.
    fn destroy(&mut self, _ctx: &ScopedContext<Self>) {}
}

/// The Yew component of a [`ScopedComponent`].
#[derive(Debug)]
pub struct Scoped<C>(pub(in crate::ui) C);

impl<C: ScopedComponent> Component for Scoped<C> {
    type Message = C::Message;
    type Properties = C::Properties;

    fn create(ctx: &Context<Self>) -> Self {
        let _scope = PanicScope::enter(ctx.props().mount());
        Self(C::create(ctx))
    }

    fn update(&mut self, ctx: &Context<Self>, message: C::Message) -> bool {
        let _scope = PanicScope::enter(ctx.props().mount());
        self.0.update(ctx, message)
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &C::Properties) -> bool {
        let _scope = PanicScope::enter(ctx.props().mount());
        self.0.changed(ctx, old)
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        #[cfg(test)]
        tests::count::<C>();
        // Until `rendered`: what Yew does with the result belongs to this mount too.
        CURRENT.set(Some(ctx.props().mount().clone()));
        self.0.view(ctx)
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        CURRENT.set(Some(ctx.props().mount().clone()));
        self.0.rendered(ctx, first);
        CURRENT.set(None);
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        let _scope = PanicScope::enter(ctx.props().mount());
        self.0.destroy(ctx);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

    use std::any::{TypeId, type_name};
    use std::cell::RefCell;
    use std::collections::HashMap;

    use gloo::utils::{body, document, window};
    use js_sys::Promise;
    use wasm_bindgen::JsCast as _;
    use wasm_bindgen_futures::JsFuture;
    use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
    use web_sys::{Element, HtmlElement, PointerEvent, PointerEventInit};

    use crate::i18n::Locale;
    use crate::state::{Action, Theme};
    use crate::ui::app::App;
    use crate::ui::drawer::memory::Memory;
    use crate::ui::drawer::table::Table;
    use crate::ui::stage::narration::Narration;
    use crate::ui::{DiagramView, Mount, mount};
    use broadcasting_diagram::{CellRef, Panel};
    use tensor_broadcasting::OperandId;

    wasm_bindgen_test_configure!(run_in_browser);

    thread_local! {
        /// How often each component was rendered.
        static COUNTS: RefCell<HashMap<TypeId, u32>> = RefCell::default();
    }

    pub(in crate::ui) fn count<C: 'static>() {
        COUNTS.with_borrow_mut(|counts| *counts.entry(TypeId::of::<C>()).or_default() += 1);
    }

    fn rendered<C: 'static>() -> u32 {
        COUNTS.with_borrow(|counts| counts.get(&TypeId::of::<C>()).copied().unwrap_or_default())
    }

    async fn frames(count: usize) {
        for _ in 0..count {
            let promise = Promise::new(&mut |resolve, _| {
                window().request_animation_frame(&resolve).expect("a window has frames");
            });
            JsFuture::from(promise).await.expect("a frame comes");
        }
    }

    async fn click(root: &Element, selector: &str) {
        let button =
            root.query_selector(selector).expect("a valid selector").unwrap_or_else(|| panic!("no {selector}"));
        button.unchecked_into::<HtmlElement>().click();
        frames(4).await;
    }

    /// Moves a pointer over the picture, line by line.
    async fn point_everywhere(root: &Element) {
        let canvas = root.query_selector("canvas").expect("a valid selector").expect("the picture");
        let place = canvas.get_bounding_client_rect();
        for step in 0..60 {
            let init = PointerEventInit::new();
            init.set_bubbles(true);
            init.set_client_x((place.left() + place.width() * f64::from(step % 10) / 10.0) as i32);
            init.set_client_y((place.top() + place.height() * f64::from(step / 10) / 6.0) as i32);
            let event = PointerEvent::new_with_event_init_dict("pointermove", &init).expect("the browser has pointers");
            canvas.dispatch_event(&event).expect("an event is sent");
            frames(1).await;
        }
    }

    /// Opens a panel, changes the chapter, and lets the diagram view be rendered without it; then swaps the operands, which does concern it.
    async fn a_chapter_does_not_render<C: 'static>(tab: usize) {
        let root = document().create_element("div").expect("an element");
        body().append_child(&root).expect("the page takes it");
        let mounted = mount(Mount::embedded(root.clone(), "?a=4,1&b=3&chapter=last".to_owned(), None));
        frames(4).await;
        click(&root, ".to-details").await;
        click(&root, &format!(".tabs button:nth-of-type({tab})")).await;
        let (own, view) = (rendered::<C>(), rendered::<DiagramView>());
        assert!(own > 0, "{} is open", type_name::<C>());
        click(&root, ".transport .back").await;
        click(&root, ".transport .back").await;
        assert!(rendered::<DiagramView>() > view, "the chapter was rendered");
        assert_eq!(rendered::<C>(), own, "{} was rendered for nothing", type_name::<C>());
        click(&root, ".swap").await;
        assert!(rendered::<C>() > own, "the operands of {} are others", type_name::<C>());
        drop(mounted);
        root.remove();
    }

    /// How often the app, the diagram view, the words of the caption and the open panel are rendered for what is done.
    #[wasm_bindgen_test]
    async fn what_is_done_renders_what_it_changes() {
        let root = document().create_element("div").expect("an element");
        // Without the styles of the page, a picture and a panel would make their own boxes larger.
        root.set_inner_html("<style>.viewport, .drawer-body { width: 900px; height: 400px; overflow: hidden }</style>");
        body().append_child(&root).expect("the page takes it");
        let box_of_app = document().create_element("div").expect("an element");
        root.append_child(&box_of_app).expect("the root takes it");
        let mounted = mount(Mount::embedded(box_of_app, "?a=4,1&b=3&chapter=last".to_owned(), None));
        frames(4).await;
        click(&root, ".to-details").await;
        let counts = || [rendered::<App>(), rendered::<DiagramView>(), rendered::<Narration>(), rendered::<Memory>()];
        let cell = CellRef { panel: Panel::Result, index: vec![1, 2] };
        let mut wrong = Vec::new();
        let actions = [
            ("a chapter", Action::GoToChapter(2), [1, 1, 1, 0]),
            ("a chapter that the clock reaches", Action::ChapterReached(3), [1, 1, 1, 0]),
            ("a pinned cell", Action::PinCell(Some(cell)), [1, 1, 1, 1]),
            ("no pinned cell", Action::PinCell(None), [1, 1, 1, 1]),
            ("a letter in a field", Action::Edit(OperandId::A, "5,1".to_owned()), [1, 1, 1, 1]),
            ("the end of typing", Action::EndTyping, [1, 0, 0, 0]),
            ("a theme", Action::SetTheme(Theme::Dark), [1, 1, 0, 0]),
            ("the same theme", Action::SetTheme(Theme::Dark), [0, 0, 0, 0]),
            ("a language", Action::SetLocale(Locale::Es), [1, 1, 1, 1]),
            ("a speed", Action::SetSpeed(2.0), [1, 1, 0, 0]),
        ];
        for (what, action, expected) in actions {
            let before = counts();
            mounted.act(action);
            frames(6).await;
            let after = counts();
            let found = [0, 1, 2, 3].map(|nth| after[nth] - before[nth]);
            if found != expected {
                wrong.push(format!("{what}: {found:?}, not {expected:?}"));
            }
        }
        let before = counts();
        point_everywhere(&root).await;
        let after = counts();
        let [app, view, words, memory] = [0, 1, 2, 3].map(|nth| after[nth] - before[nth]);
        if view == 0 || [app, words, memory] != [0, view, view] {
            wrong.push(format!("a pointer over cells: {:?}", [app, view, words, memory]));
        }
        drop(mounted);
        root.remove();
        assert!(wrong.is_empty(), "app, diagram view, words, memory: {wrong:#?}");
    }

    #[wasm_bindgen_test]
    async fn panels_are_rendered_only_where_what_they_show_changes() {
        a_chapter_does_not_render::<Memory>(1).await;
        a_chapter_does_not_render::<Table>(3).await;
    }
}
