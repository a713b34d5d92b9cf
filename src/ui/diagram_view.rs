//! Diagram, transport and words: everything that moves as one, around one clock.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, HtmlCanvasElement, HtmlInputElement, IntersectionObserver, IntersectionObserverEntry, ResizeObserver,
};
use yew::prelude::*;

use super::diagram_box::{CellInput, Highlight, NodeRefs, diagram_box};
use super::export::{ExportFormat, export, save_as};
use super::mount::Mount;
use super::narration::narration;
use super::panic_scope::{HasMount, Scoped, ScopedComponent, ScopedContext};
use super::player::{PlaybackEvent, Player, SharedPlayer};
use super::transport::{TransportProps, transport};
use crate::broadcast::Operation;
use crate::diagram::{Blocks, CellRef, Scene, SceneOptions, Story, clamp, folded_axis_at, next_folded_axis};
use crate::i18n::Locale;
use crate::state::{Action, Theme};

/// What the theatre is given.
#[derive(Properties, PartialEq)]
pub struct DiagramViewProps {
    /// What is shown.
    pub operation: Rc<Operation>,
    /// Its chapters.
    pub story: Rc<Story>,
    /// The chapter that is told.
    pub chapter: usize,
    /// Whether the story plays.
    pub playing: bool,
    /// How fast.
    pub speed: f64,
    /// Whether it begins again when it is over.
    pub looping: bool,
    /// What blocks look like.
    pub blocks: Blocks,
    /// The cell that is held.
    pub cell: Option<CellRef>,
    /// Which colours are used.
    pub theme: Theme,
    /// Whether the texts have moved on to something that cannot be read.
    pub stale: bool,
    /// The language.
    pub locale: Locale,
    /// Where what is asked for goes.
    pub dispatch: Callback<Action>,
    /// Its environment.
    pub mount: Mount,
    /// How the app sends it messages.
    pub link: DiagramLink,
}

impl HasMount for DiagramViewProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

/// Sends messages to a diagram view, while there is one. Clones send to the same one.
#[derive(Debug, Clone, Default)]
pub struct DiagramLink(Rc<RefCell<Option<html::Scope<Scoped<DiagramView>>>>>);

impl PartialEq for DiagramLink {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl DiagramLink {
    /// Sends a message; without a diagram view it is dropped.
    pub(super) fn send(&self, message: DiagramViewMessage) {
        if let Some(scope) = &*self.0.borrow() {
            scope.send_message(message);
        }
    }
}

/// What can happen to the theatre.
#[derive(Debug)]
pub enum DiagramViewMessage {
    /// The stage has this width in CSS pixels.
    Width(f64),
    /// A pointer or a key asks for a cell.
    Point(CellInput),
    /// The scrubber was moved to this position.
    Scrub(f64),
    /// Show this time of the story at once; the chapter of index `n` is complete at `n`.
    Seek(f64),
    /// The theatre came into sight, or went out of it.
    Seen(bool),
    /// The picture is to be taken away.
    Export(ExportFormat),
    /// The clock tells something.
    PlaybackEvent(PlaybackEvent),
    /// The colours have changed.
    Restyle,
    /// The page is about to be printed, or has been.
    Print(bool),
}

/// Snapshot when the stage comes into sight or leaves it.
type Sight = Closure<dyn FnMut(js_sys::Array)>;

/// Diagram, transport and words.
pub struct DiagramView {
    player: SharedPlayer,
    nodes: NodeRefs,
    width: f64,
    scene: Option<Rc<Scene>>,
    /// The cell that is pointed at.
    pointed: Option<CellRef>,
    /// The axes that are drawn beyond the room there is, in the order in which they were unfolded.
    unfolded: Vec<usize>,
    sight: Option<(IntersectionObserver, Sight)>,
    observer: Option<(ResizeObserver, Closure<dyn FnMut()>)>,
    _listeners: Vec<EventListener>,
}

impl ScopedComponent for DiagramView {
    type Message = DiagramViewMessage;
    type Properties = DiagramViewProps;

    fn create(ctx: &ScopedContext<Self>) -> Self {
        let (link, mount) = (ctx.link(), &ctx.props().mount);
        ctx.props().link.0.replace(Some(link.clone()));
        let listen = |target: &web_sys::EventTarget, event: &'static str, message: fn() -> DiagramViewMessage| {
            let link = link.clone();
            EventListener::new(target, event, move |_| link.send_message(message()))
        };
        let mut listeners = vec![
            listen(&window(), "beforeprint", || DiagramViewMessage::Print(true)),
            listen(&window(), "afterprint", || DiagramViewMessage::Print(false)),
            // From the element, whose page may have changed its custom properties.
            listen(mount.root(), "restyle", || DiagramViewMessage::Restyle),
        ];
        if let Some(query) = window().match_media("(prefers-color-scheme: dark)").ok().flatten() {
            listeners.push(listen(&query, "change", || DiagramViewMessage::Restyle));
        }
        Self {
            player: Player::shared(mount.clone(), link.callback(DiagramViewMessage::PlaybackEvent)),
            nodes: NodeRefs::default(),
            width: 0.0,
            scene: None,
            pointed: None,
            unfolded: Vec::new(),
            sight: None,
            observer: None,
            _listeners: listeners,
        }
    }

    fn update(&mut self, ctx: &ScopedContext<Self>, message: DiagramViewMessage) -> bool {
        let props = ctx.props();
        match message {
            DiagramViewMessage::Width(width) if width == self.width => false,
            DiagramViewMessage::Width(width) => {
                self.width = width;
                self.set_scene(props);
                true
            }
            DiagramViewMessage::Point(pointing) => {
                self.show_folds(&pointing);
                if let Some(unfolded) = self.unfolding(&pointing) {
                    self.unfolded = unfolded;
                    self.set_scene(props);
                    return true;
                }
                let highlight = self.highlight(props);
                let highlight = pointing.highlight(&self.player.borrow(), self.scene.as_deref(), highlight.as_ref());
                match highlight {
                    None => false,
                    Some(Some(Highlight { cell, pinned: true })) => self.point(props, None, Some(cell)),
                    Some(highlight) => self.point(props, highlight.map(|highlight| highlight.cell), None),
                }
            }
            DiagramViewMessage::Scrub(position) => {
                let chapter = self.player.borrow_mut().scrub(position);
                props.dispatch.emit(Action::GoToChapter(chapter));
                false
            }
            DiagramViewMessage::Seek(t) => {
                let t = clamp(t, 0.0, props.story.last() as f64);
                self.player.borrow_mut().scrub(Player::scrubber_position(t));
                // Not the player's own answer: before its first scene it knows no chapters.
                props.dispatch.emit(Action::GoToChapter(props.story.chapter_at(t)));
                false
            }
            DiagramViewMessage::PlaybackEvent(event) => {
                props.dispatch.emit(match event {
                    PlaybackEvent::Chapter(chapter) => Action::ChapterReached(chapter),
                    PlaybackEvent::End => Action::Ended,
                });
                false
            }
            DiagramViewMessage::Seen(visible) => {
                self.player.borrow_mut().set_visible(visible);
                false
            }
            DiagramViewMessage::Export(format) => {
                let chapter = &props.story.chapters()[props.chapter];
                // Where the browser refuses, nothing is lost.
                _ = save_as(format, &self.player.borrow(), &props.operation, &props.story, chapter, props.locale);
                false
            }
            DiagramViewMessage::Restyle => {
                self.player.borrow_mut().restyle();
                false
            }
            DiagramViewMessage::Print(printing) => {
                // Paper is light, and shows the end of the story.
                props.mount.set_theme(if printing { Theme::Light } else { props.theme });
                let mut player = self.player.borrow_mut();
                if printing {
                    player.paint_last()
                } else {
                    player.restyle()
                }
                false
            }
        }
    }

    fn changed(&mut self, ctx: &ScopedContext<Self>, old: &DiagramViewProps) -> bool {
        let props = ctx.props();
        let same_pair = Rc::ptr_eq(&props.operation, &old.operation);
        if !same_pair {
            // A cell of another operation is no cell of this one.
            self.pointed = None;
            self.unfolded.clear();
        }
        let same_stage = props.locale == old.locale && props.blocks == old.blocks;
        if !same_pair || !Rc::ptr_eq(&props.story, &old.story) || !same_stage {
            self.set_scene(props);
        }
        true
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        let props = ctx.props();
        let transport_props = TransportProps {
            story: &props.story,
            chapter: props.chapter,
            playing: props.playing,
            speed: props.speed,
            looping: props.looping,
            blocks: self.scene.as_ref().filter(|scene| scene.layout().axes.len() > 2).map(|_| props.blocks),
            locale: props.locale,
            dispatch: &props.dispatch,
        };
        let class = if props.stale { "diagram-view stale" } else { "diagram-view" };
        let undrawn = self.scene.as_ref().map_or(0, |scene| scene.layout().undrawn);
        let folded = self.scene.as_ref().is_some_and(|scene| next_folded_axis(scene).is_some());
        html! {
            <section {class} ref={self.nodes.diagram.clone()} part="diagram" aria-labelledby="diagram-heading">
                { diagram_box(&self.nodes, &ctx.link().callback(DiagramViewMessage::Point), props.locale) }
                { transport(&transport_props, &self.nodes, &ctx.link().callback(DiagramViewMessage::Scrub)) }
                { narration(&props.operation, &props.story, props.chapter, self.highlight(props).as_ref(), (undrawn, folded), props.locale) }
                { export(&ctx.link().callback(DiagramViewMessage::Export), props.locale) }
            </section>
        }
    }

    fn rendered(&mut self, ctx: &ScopedContext<Self>, first: bool) {
        if first {
            self.attach(ctx);
        }
        let props = ctx.props();
        let mut player = self.player.borrow_mut();
        player.set_theme(props.theme);
        player.set_highlight(self.highlight(props).map(|highlight| highlight.cell));
        if let Some(scene) = &self.scene {
            player.set_scene(Rc::clone(scene), props.chapter);
            player.set_goal(props.chapter, props.playing, props.speed);
        }
    }

    fn destroy(&mut self, ctx: &ScopedContext<Self>) {
        ctx.props().link.0.replace(None);
        if let Some((observer, _)) = &self.observer {
            observer.disconnect();
        }
        if let Some((sight, _)) = &self.sight {
            sight.disconnect();
        }
    }
}

impl DiagramView {
    /// Hands the elements to the clock, and watches the stage's width.
    fn attach(&mut self, ctx: &ScopedContext<Self>) {
        let mut player = self.player.borrow_mut();
        if let Some(canvas) = self.nodes.canvas.cast::<HtmlCanvasElement>() {
            player.attach(canvas);
        }
        if let Some(scrubber) = self.nodes.scrubber.cast::<HtmlInputElement>() {
            player.attach_scrubber(scrubber);
        }
        let Some(frame) = self.nodes.frame.cast::<Element>() else { return };
        let width = ctx.link().callback(DiagramViewMessage::Width);
        width.emit(f64::from(frame.client_width()));
        let watched = frame.clone();
        let changed = Closure::<dyn FnMut()>::new(move || width.emit(f64::from(watched.client_width())));
        if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            observer.observe(&frame);
            self.observer = Some((observer, changed));
        }
        self.sight = self.watch(ctx);
    }

    /// Watches whether any of the theatre can be seen.
    fn watch(&self, ctx: &ScopedContext<Self>) -> Option<(IntersectionObserver, Sight)> {
        let seen = ctx.link().callback(DiagramViewMessage::Seen);
        let changed = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            if let Ok(entry) = entries.pop().dyn_into::<IntersectionObserverEntry>() {
                seen.emit(entry.is_intersecting());
            }
        });
        let observer = IntersectionObserver::new(changed.as_ref().unchecked_ref()).ok()?;
        observer.observe(&self.nodes.diagram.cast::<Element>()?);
        Some((observer, changed))
    }

    fn set_scene(&mut self, props: &DiagramViewProps) {
        self.scene = (self.width > 0.0).then(|| {
            let story = (*props.story).clone();
            let (labels, blocks) = (props.locale.labels(), props.blocks);
            let diagram_box = SceneOptions { width: self.width, labels, blocks, unfolded: &self.unfolded };
            Rc::new(Scene::new(Rc::clone(&props.operation), story, diagram_box))
        });
    }

    /// The cell that is lit: the one that is held, else the one that is pointed at.
    fn highlight(&self, props: &DiagramViewProps) -> Option<Highlight> {
        let pinned = props.cell.clone().map(|cell| Highlight { cell, pinned: true });
        pinned.or_else(|| self.pointed.clone().map(|cell| Highlight { cell, pinned: false }))
    }

    /// Points at one cell, and holds another; `false` where nothing changed here.
    fn point(&mut self, props: &DiagramViewProps, pointed: Option<CellRef>, pinned: Option<CellRef>) -> bool {
        if pinned != props.cell {
            props.dispatch.emit(Action::PinCell(pinned));
        }
        let changed = self.pointed != pointed;
        self.pointed = pointed;
        changed
    }

    /// Lets the pointer look as over a button where a press would unfold an axis or fold it back.
    fn show_folds(&self, pointing: &CellInput) {
        let over = match *pointing {
            CellInput::Over(x, y) if self.player.borrow().hit(x, y).is_none() => {
                self.scene.as_ref().is_some_and(|scene| folded_axis_at(scene, x, y).is_some())
            }
            CellInput::Over(..) | CellInput::Leave => false,
            _ => return,
        };
        if let Some(canvas) = self.nodes.canvas.cast::<Element>() {
            // An attribute of a fixed name can only fail to be changed where it is so already.
            _ = canvas.toggle_attribute_with_force("data-fold", over);
        }
    }

    /// The axes to be unfolded from now on, where that is what is asked for.
    fn unfolding(&self, pointing: &CellInput) -> Option<Vec<usize>> {
        let scene = self.scene.as_ref()?;
        let mut unfolded = self.unfolded.clone();
        match *pointing {
            CellInput::Unfold(true) => unfolded.push(next_folded_axis(scene)?),
            CellInput::Unfold(false) => _ = unfolded.pop()?,
            CellInput::Press(x, y) if self.player.borrow().hit(x, y).is_none() => {
                let axis = folded_axis_at(scene, x, y)?;
                match unfolded.iter().position(|&open| open == axis) {
                    Some(at) => _ = unfolded.remove(at),
                    None => unfolded.push(axis),
                }
            }
            _ => return None,
        }
        Some(unfolded)
    }
}
