//! Stage, transport and words: everything that moves as one, around one clock.

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, HtmlCanvasElement, HtmlInputElement, IntersectionObserver, IntersectionObserverEntry, ResizeObserver,
};
use yew::prelude::*;

use super::host::Host;
use super::narration::narration;
use super::player::{Cue, Player, SharedPlayer};
use super::stage::{Lit, Places, Pointing, stage};
use super::takeaway::{Taking, take, takeaway};
use super::transport::{Telling, transport};
use crate::broadcast::Pair;
use crate::diagram::{Blocks, Focus, Scene, Stage, Story};
use crate::state::{Action, Theme};
use crate::words::Locale;

/// What the theatre is given.
#[derive(Properties, PartialEq)]
pub struct TheatreProps {
    /// What is shown.
    pub pair: Rc<Pair>,
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
    pub cell: Option<Focus>,
    /// Which colours are used.
    pub theme: Theme,
    /// Whether the texts have moved on to something that cannot be read.
    pub stale: bool,
    /// The language.
    pub locale: Locale,
    /// Where what is asked for goes.
    pub dispatch: Callback<Action>,
    /// Where it all lives.
    pub host: Host,
}

/// What can happen to the theatre.
#[derive(Debug)]
pub enum TheatreMessage {
    /// The stage has this width in CSS pixels.
    Width(f64),
    /// A pointer or a key asks for a cell.
    Point(Pointing),
    /// The scrubber was moved to this position.
    Scrub(f64),
    /// The theatre came into sight, or went out of it.
    Seen(bool),
    /// The picture is to be taken away.
    Take(Taking),
    /// The clock tells something.
    Cue(Cue),
    /// The colours have changed.
    Restyle,
    /// The page is about to be printed, or has been.
    Print(bool),
}

/// Told when the stage comes into sight or leaves it.
type Sight = Closure<dyn FnMut(js_sys::Array)>;

/// Stage, transport and words.
pub struct Theatre {
    player: SharedPlayer,
    places: Places,
    width: f64,
    scene: Option<Rc<Scene>>,
    /// The cell that is pointed at.
    pointed: Option<Focus>,
    /// The axes that are drawn beyond the room there is, in the order in which they were unfolded.
    unfolded: Vec<usize>,
    sight: Option<(IntersectionObserver, Sight)>,
    observer: Option<(ResizeObserver, Closure<dyn FnMut()>)>,
    _listeners: Vec<EventListener>,
}

impl Component for Theatre {
    type Message = TheatreMessage;
    type Properties = TheatreProps;

    fn create(ctx: &Context<Self>) -> Self {
        let (link, host) = (ctx.link(), &ctx.props().host);
        let listen = |target: &web_sys::EventTarget, event: &'static str, message: fn() -> TheatreMessage| {
            let link = link.clone();
            EventListener::new(target, event, move |_| link.send_message(message()))
        };
        let mut listeners = vec![
            listen(&window(), "beforeprint", || TheatreMessage::Print(true)),
            listen(&window(), "afterprint", || TheatreMessage::Print(false)),
            // From the element, whose page may have changed its custom properties.
            listen(host.root(), "restyle", || TheatreMessage::Restyle),
        ];
        if let Some(query) = window().match_media("(prefers-color-scheme: dark)").ok().flatten() {
            listeners.push(listen(&query, "change", || TheatreMessage::Restyle));
        }
        Self {
            player: Player::shared(host.clone(), link.callback(TheatreMessage::Cue)),
            places: Places::default(),
            width: 0.0,
            scene: None,
            pointed: None,
            unfolded: Vec::new(),
            sight: None,
            observer: None,
            _listeners: listeners,
        }
    }

    fn update(&mut self, ctx: &Context<Self>, message: TheatreMessage) -> bool {
        let props = ctx.props();
        let _at_work = props.host.works();
        match message {
            TheatreMessage::Width(width) if width == self.width => false,
            TheatreMessage::Width(width) => {
                self.width = width;
                self.set_scene(props);
                true
            }
            TheatreMessage::Point(pointing) => {
                self.show_folds(&pointing);
                if let Some(unfolded) = self.unfolding(&pointing) {
                    self.unfolded = unfolded;
                    self.set_scene(props);
                    return true;
                }
                let lit = self.lit(props);
                let lit = pointing.lit(&self.player.borrow(), self.scene.as_deref(), lit.as_ref());
                match lit {
                    None => false,
                    Some(Some(Lit { focus, held: true })) => self.point(props, None, Some(focus)),
                    Some(lit) => self.point(props, lit.map(|lit| lit.focus), None),
                }
            }
            TheatreMessage::Scrub(position) => {
                let chapter = self.player.borrow_mut().scrub(position);
                props.dispatch.emit(Action::GoTo { chapter, last: props.story.last() });
                false
            }
            TheatreMessage::Cue(cue) => {
                props.dispatch.emit(match cue {
                    Cue::Chapter(chapter) => Action::Reached { chapter, last: props.story.last() },
                    Cue::End if props.looping => Action::Play(true),
                    Cue::End => Action::Pause,
                });
                false
            }
            TheatreMessage::Seen(visible) => {
                self.player.borrow_mut().set_visible(visible);
                false
            }
            TheatreMessage::Take(taking) => {
                let chapter = &props.story.chapters()[props.chapter];
                // Where the browser refuses, nothing is lost.
                _ = take(taking, &self.player.borrow(), &props.pair, &props.story, chapter, props.locale);
                false
            }
            TheatreMessage::Restyle => {
                self.player.borrow_mut().restyle();
                false
            }
            TheatreMessage::Print(printing) => {
                // Paper is light, and shows the end of the story.
                props.host.wear(if printing { Theme::Light } else { props.theme });
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

    fn changed(&mut self, ctx: &Context<Self>, old: &TheatreProps) -> bool {
        let props = ctx.props();
        let _at_work = props.host.works();
        let same_pair = Rc::ptr_eq(&props.pair, &old.pair);
        if !same_pair {
            // A cell of another pair is no cell of this one.
            self.pointed = None;
            self.unfolded.clear();
        }
        let same_stage = props.locale == old.locale && props.blocks == old.blocks;
        if !same_pair || !Rc::ptr_eq(&props.story, &old.story) || !same_stage {
            self.set_scene(props);
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        props.host.renders();
        let telling = Telling {
            story: &props.story,
            chapter: props.chapter,
            playing: props.playing,
            speed: props.speed,
            looping: props.looping,
            blocks: self.scene.as_ref().filter(|scene| scene.layout().axes.len() > 2).map(|_| props.blocks),
            locale: props.locale,
            dispatch: &props.dispatch,
        };
        let class = if props.stale { "theatre stale" } else { "theatre" };
        let undrawn = self.scene.as_ref().map_or(0, |scene| scene.layout().undrawn);
        let folded = self.scene.as_ref().is_some_and(|scene| scene.next_folded().is_some());
        html! {
            <section {class} ref={self.places.theatre.clone()} part="theatre" aria-labelledby="stage-heading">
                { stage(&self.places, &ctx.link().callback(TheatreMessage::Point), props.locale) }
                { transport(&telling, &self.places, &ctx.link().callback(TheatreMessage::Scrub)) }
                { narration(&props.pair, &props.story, props.chapter, self.lit(props).as_ref(), (undrawn, folded), props.locale) }
                { takeaway(&ctx.link().callback(TheatreMessage::Take), props.locale) }
            </section>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if first {
            self.attach(ctx);
        }
        let props = ctx.props();
        let mut player = self.player.borrow_mut();
        player.set_theme(props.theme);
        player.set_focus(self.lit(props).map(|lit| lit.focus));
        if let Some(scene) = &self.scene {
            player.set_scene(Rc::clone(scene), props.chapter);
            player.set_goal(props.chapter, props.playing, props.speed);
        }
        props.host.rests();
    }

    fn destroy(&mut self, _: &Context<Self>) {
        if let Some((observer, _)) = &self.observer {
            observer.disconnect();
        }
        if let Some((sight, _)) = &self.sight {
            sight.disconnect();
        }
    }
}

impl Theatre {
    /// Hands the elements to the clock, and watches the stage's width.
    fn attach(&mut self, ctx: &Context<Self>) {
        let mut player = self.player.borrow_mut();
        if let Some(canvas) = self.places.canvas.cast::<HtmlCanvasElement>() {
            player.attach(canvas);
        }
        if let Some(scrubber) = self.places.scrubber.cast::<HtmlInputElement>() {
            player.attach_scrubber(scrubber);
        }
        let Some(frame) = self.places.frame.cast::<Element>() else { return };
        let width = ctx.link().callback(TheatreMessage::Width);
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
    fn watch(&self, ctx: &Context<Self>) -> Option<(IntersectionObserver, Sight)> {
        let seen = ctx.link().callback(TheatreMessage::Seen);
        let changed = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            if let Ok(entry) = entries.pop().dyn_into::<IntersectionObserverEntry>() {
                seen.emit(entry.is_intersecting());
            }
        });
        let observer = IntersectionObserver::new(changed.as_ref().unchecked_ref()).ok()?;
        observer.observe(&self.places.theatre.cast::<Element>()?);
        Some((observer, changed))
    }

    fn set_scene(&mut self, props: &TheatreProps) {
        self.scene = (self.width > 0.0).then(|| {
            let story = (*props.story).clone();
            let (labels, blocks) = (props.locale.labels(), props.blocks);
            let stage = Stage { width: self.width, labels, blocks, unfolded: &self.unfolded };
            Rc::new(Scene::on(Rc::clone(&props.pair), story, stage))
        });
    }

    /// The cell that is lit: the one that is held, else the one that is pointed at.
    fn lit(&self, props: &TheatreProps) -> Option<Lit> {
        let held = props.cell.clone().map(|focus| Lit { focus, held: true });
        held.or_else(|| self.pointed.clone().map(|focus| Lit { focus, held: false }))
    }

    /// Points at one cell, and holds another; `false` where nothing changed here.
    fn point(&mut self, props: &TheatreProps, pointed: Option<Focus>, held: Option<Focus>) -> bool {
        if held != props.cell {
            props.dispatch.emit(Action::Light(held));
        }
        let changed = self.pointed != pointed;
        self.pointed = pointed;
        changed
    }

    /// Lets the pointer look as over a button where a press would unfold an axis or fold it back.
    fn show_folds(&self, pointing: &Pointing) {
        let over = match *pointing {
            Pointing::Over(x, y) if self.player.borrow().hit(x, y).is_none() => {
                self.scene.as_ref().is_some_and(|scene| scene.fold_at(x, y).is_some())
            }
            Pointing::Over(..) | Pointing::Leave => false,
            _ => return,
        };
        if let Some(canvas) = self.places.canvas.cast::<Element>() {
            // An attribute of a fixed name can only fail to be changed where it is so already.
            _ = canvas.toggle_attribute_with_force("data-fold", over);
        }
    }

    /// The axes to be unfolded from now on, where that is what is asked for.
    fn unfolding(&self, pointing: &Pointing) -> Option<Vec<usize>> {
        let scene = self.scene.as_ref()?;
        let mut unfolded = self.unfolded.clone();
        match *pointing {
            Pointing::Unfold(true) => unfolded.push(scene.next_folded()?),
            Pointing::Unfold(false) => _ = unfolded.pop()?,
            Pointing::Press(x, y) if self.player.borrow().hit(x, y).is_none() => {
                let axis = scene.fold_at(x, y)?;
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
