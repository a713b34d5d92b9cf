//! Stage, transport and words: everything that moves as one, around one clock.

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::window;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlCanvasElement, HtmlInputElement, ResizeObserver};
use yew::prelude::*;

use super::host::Host;
use super::narration::narration;
use super::player::{Cue, Player, SharedPlayer};
use super::stage::{Lit, Places, Pointing, stage};
use super::transport::{Telling, transport};
use crate::broadcast::Pair;
use crate::diagram::{Scene, Story};
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
    /// The clock tells something.
    Cue(Cue),
    /// The colours have changed.
    Restyle,
    /// The page is about to be printed, or has been.
    Print(bool),
}

/// Stage, transport and words.
pub struct Theatre {
    player: SharedPlayer,
    places: Places,
    width: f64,
    scene: Option<Rc<Scene>>,
    lit: Option<Lit>,
    observer: Option<(ResizeObserver, Closure<dyn FnMut()>)>,
    _listeners: Vec<EventListener>,
}

impl Component for Theatre {
    type Message = TheatreMessage;
    type Properties = TheatreProps;

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link();
        let listen = |target: &web_sys::EventTarget, event: &'static str, message: fn() -> TheatreMessage| {
            let link = link.clone();
            EventListener::new(target, event, move |_| link.send_message(message()))
        };
        let mut listeners = vec![
            listen(&window(), "beforeprint", || TheatreMessage::Print(true)),
            listen(&window(), "afterprint", || TheatreMessage::Print(false)),
        ];
        if let Some(query) = window().match_media("(prefers-color-scheme: dark)").ok().flatten() {
            listeners.push(listen(&query, "change", || TheatreMessage::Restyle));
        }
        Self {
            player: Player::shared(link.callback(TheatreMessage::Cue)),
            places: Places::default(),
            width: 0.0,
            scene: None,
            lit: None,
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
                let Some(lit) = pointing.lit(&self.player.borrow(), self.scene.as_deref(), self.lit.as_ref()) else {
                    return false;
                };
                self.light(lit)
            }
            TheatreMessage::Scrub(position) => {
                let chapter = self.player.borrow_mut().scrub(position);
                props.dispatch.emit(Action::GoTo { chapter, last: props.story.last() });
                false
            }
            TheatreMessage::Cue(cue) => {
                props.dispatch.emit(match cue {
                    Cue::Chapter(chapter) => Action::Reached { chapter, last: props.story.last() },
                    Cue::End => Action::Pause,
                });
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
            self.light(None);
        }
        if !same_pair || !Rc::ptr_eq(&props.story, &old.story) || props.locale != old.locale {
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
            locale: props.locale,
            dispatch: &props.dispatch,
        };
        let class = if props.stale { "theatre stale" } else { "theatre" };
        let undrawn = self.scene.as_ref().map_or(0, |scene| scene.layout().undrawn);
        html! {
            <section {class} part="theatre" aria-labelledby="stage-heading">
                { stage(&self.places, &ctx.link().callback(TheatreMessage::Point), props.locale) }
                { transport(&telling, &self.places, &ctx.link().callback(TheatreMessage::Scrub)) }
                { narration(&props.pair, &props.story, props.chapter, self.lit.as_ref(), undrawn, props.locale) }
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
    }

    fn set_scene(&mut self, props: &TheatreProps) {
        self.scene = (self.width > 0.0).then(|| {
            let story = (*props.story).clone();
            Rc::new(Scene::new(Rc::clone(&props.pair), story, self.width, props.locale.labels()))
        });
    }

    fn light(&mut self, lit: Option<Lit>) -> bool {
        if self.lit == lit {
            return false;
        }
        self.player.borrow_mut().set_focus(lit.as_ref().map(|lit| lit.focus.clone()));
        self.lit = lit;
        true
    }
}
