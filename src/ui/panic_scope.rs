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
pub(super) struct PanicScope(Option<Mount>);

impl PanicScope {
    /// Enters the scope of `mount`; dropping the guard returns to the scope before.
    pub(super) fn enter(mount: &Mount) -> Self {
        Self(CURRENT.with(|current| current.replace(Some(mount.clone()))))
    }

    /// The mount whose code is running, if that is known.
    pub(super) fn current() -> Option<Mount> {
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
    fn update(&mut self, ctx: &ScopedContext<Self>, message: Self::Message) -> bool;

    /// Takes other properties; `true`: render again.
    fn changed(&mut self, _ctx: &ScopedContext<Self>, _old: &Self::Properties) -> bool {
        true
    }

    /// Renders it.
    fn view(&self, ctx: &ScopedContext<Self>) -> Html;

    /// Follows each rendering; `first`: it is the first one.
    fn rendered(&mut self, ctx: &ScopedContext<Self>, first: bool);

    /// Precedes its removal.
    fn destroy(&mut self, ctx: &ScopedContext<Self>);
}

/// The Yew component of a [`ScopedComponent`].
#[derive(Debug)]
pub struct Scoped<C>(pub(super) C);

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
