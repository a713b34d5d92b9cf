//! The diagram view: the picture of one operation with what is changed in it. It has the clock that the transport beside it follows.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::window;
use web_sys::{Element, HtmlCanvasElement, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::diagram_box::{CellInput, Highlight, NodeRefs, diagram_box, input_of_key};
use super::diagram_state::DiagramState;
use super::playback::Playback;
use super::player::{OnFrame, Player, SharedPlayer};
use super::pointing::{Pointed, Response};
use super::screen::Screen;
use super::sizes::SizesProps;
use crate::chunks::LoadState;
use crate::i18n::Locale;
use crate::state::{Action, ChapterPace, HeldSize, PlayState, PlaybackEvent, Shown, Theme};
use crate::ui::host::connection::AppMessage;
use crate::ui::host::key_press::KeyPress;
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::{HasMount, Scoped, ScopedComponent, ScopedContext};
use crate::ui::late::{WORK, product_of, when_loaded};
use crate::ui::parts::menu::close_menus;
use crate::ui::parts::observers::{Size, SizeObserver, VisibilityObserver};
use crate::ui::parts::watched::Watched;
use broadcasting_diagram::{
    Blocks, CellRef, Kept, NamedPart, Panel, Scene, SceneOptions, Story, clamp, next_folded_axis,
};
use tensor_broadcasting::library::Library;

/// The properties of a diagram view.
#[derive(Properties, PartialEq)]
pub struct DiagramViewProps {
    /// The operation that is shown, with its chapters.
    pub shown: Shown,
    /// Where the story is, and how it plays.
    pub playback: Playback,
    /// How blocks are arranged.
    pub blocks: Blocks,
    /// The pinned cell.
    pub cell: Option<CellRef>,
    /// Whether no cell is highlighted: its sources would answer a question.
    pub masked: bool,
    /// The sizes that can be changed where they stand in the picture.
    pub held: Vec<HeldSize>,
    /// The library in whose code a change is named.
    pub library: Library,
    /// Whether the operation came from the one before by a size that was held.
    pub is_held: bool,
    /// The theme.
    pub theme: Theme,
    /// The language.
    pub locale: Locale,
    /// How many times the state of a chunk has changed: some of what is shown is in chunks.
    pub chunks: u32,
    /// What is printed for the text of the last chapter.
    pub last_words: Option<String>,
    /// Called with the actions of the user.
    pub dispatch: Callback<Action>,
    /// Called with messages to the app.
    pub(in crate::ui) send: Callback<AppMessage>,
    /// The environment of the app.
    pub mount: Mount,
    /// What belongs to the diagram, and is shared with what stands around it.
    pub(in crate::ui) link: DiagramLink,
}

impl DiagramViewProps {
    /// The picture with what follows its clock.
    fn screen(&self) -> RefMut<'_, Screen> {
        self.link.screen().borrow_mut()
    }
}

impl HasMount for DiagramViewProps {
    fn mount(&self) -> &Mount {
        &self.mount
    }
}

/// What connects a diagram view with the caption, the transport and the drawer, which stand beside it. Clones are the same connection.
#[derive(Clone, Default)]
pub struct DiagramLink(Rc<Shared>);

#[derive(Default)]
struct Shared {
    scope: RefCell<Option<html::Scope<Scoped<DiagramView>>>>,
    nodes: NodeRefs,
    state: Watched<DiagramState>,
    screen: Rc<RefCell<Screen>>,
}

impl PartialEq for DiagramLink {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl DiagramLink {
    /// Sends a message; without a diagram view it is dropped.
    pub(in crate::ui) fn send(&self, message: DiagramViewMessage) {
        if let Some(scope) = &*self.0.scope.borrow() {
            scope.send_message(message);
        }
    }

    /// The elements that the diagram view uses directly, some of which stand beside it.
    pub(in crate::ui) fn nodes(&self) -> &NodeRefs {
        &self.0.nodes
    }

    /// What the diagram shows that no setting says.
    pub(in crate::ui) fn state(&self) -> &Watched<DiagramState> {
        &self.0.state
    }

    /// The picture with what follows its clock.
    pub(in crate::ui) fn screen(&self) -> &Rc<RefCell<Screen>> {
        &self.0.screen
    }
}

/// A message to a diagram view.
#[derive(Debug)]
pub enum DiagramViewMessage {
    /// The box of the diagram has this size.
    Resized(Size),
    /// A pointer refers to a cell.
    Point(CellInput),
    /// The drawer refers to the cell of the result at this index, or to none any more.
    PointAt(Option<Vec<u64>>),
    /// Words point at a part of the picture, or no longer.
    Name(Option<NamedPart>),
    /// A key was pressed in the diagram.
    Key(KeyPress),
    /// Show this time of the story at once: at `n` the chapter `n`, counted from 0, is over. Times outside the story are its
    /// start or its end.
    Seek(f64),
    /// Move to the end of this chapter.
    GoTo(usize),
    /// The diagram view is now visible, or no longer.
    Visible(bool),
    /// Something happened while the story plays.
    PlaybackEvent(PlaybackEvent),
    /// The colours have changed.
    Restyle,
    /// The page is about to be printed (`true`), or has been.
    Print(bool),
}

/// The picture of one operation, with what is changed in it.
pub struct DiagramView {
    player: SharedPlayer,
    size: Size,
    scene: Option<Rc<Scene>>,
    /// How the picture was composed when a size was taken hold of: while it is held, nothing but its cells comes and goes.
    kept: Option<Kept>,
    /// Whether the last scene that was not on the full screen had values in its cells.
    had_values: bool,
    /// The pace of the chapters of the scene.
    pace: Vec<ChapterPace>,
    /// The cell that is pointed at.
    pointed: Option<CellRef>,
    /// The pinned cell: the one of the properties, or the one that was pinned since they were given.
    pinned: Option<CellRef>,
    /// The part of the picture that words, or a size in the axis table, point at.
    named: Option<NamedPart>,
    /// The axes that are drawn beyond the available space, in the order in which they were unfolded.
    unfolded: Vec<usize>,
    /// Whether an input came before the chunk was loaded: it is done when the chunk is there.
    waits: bool,
    _observers: (Option<SizeObserver>, Option<VisibilityObserver>),
    /// The theme that is painted with.
    theme: Theme,
    _listeners: Vec<EventListener>,
}

impl ScopedComponent for DiagramView {
    type Message = DiagramViewMessage;
    type Properties = DiagramViewProps;

    fn create(ctx: &ScopedContext<Self>) -> Self {
        let (link, mount) = (ctx.link(), &ctx.props().mount);
        let shared = &ctx.props().link.0;
        shared.scope.replace(Some(link.clone()));
        // Another diagram view may have used it.
        shared.screen.replace(Screen::new(ctx.props().dispatch.clone()));
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
        let on_frame: OnFrame = {
            let screen = Rc::clone(&shared.screen);
            Box::new(move |clock, is_changed| screen.borrow_mut().show(clock, is_changed))
        };
        Self {
            player: Player::shared(mount.clone(), on_frame, link.callback(DiagramViewMessage::PlaybackEvent)),
            size: (0.0, 0.0),
            scene: None,
            kept: None,
            had_values: false,
            pace: Vec::new(),
            pointed: None,
            pinned: ctx.props().cell.clone(),
            named: None,
            unfolded: Vec::new(),
            waits: false,
            _observers: (None, None),
            theme: Theme::Auto,
            _listeners: listeners,
        }
    }

    fn update(&mut self, ctx: &ScopedContext<Self>, message: DiagramViewMessage) -> bool {
        let is_changed = self.take(ctx, message);
        if is_changed {
            self.tell(ctx.props());
        }
        is_changed
    }
    fn changed(&mut self, ctx: &ScopedContext<Self>, old: &DiagramViewProps) -> bool {
        let props = ctx.props();
        self.pinned.clone_from(&props.cell);
        let same_operation = Rc::ptr_eq(&props.shown.operation, &old.shown.operation);
        if !same_operation {
            // A cell of another operation is no cell of this one.
            self.pointed = None;
            self.named = None;
            self.unfolded.clear();
        }
        let same_options = props.locale == old.locale && props.blocks == old.blocks;
        if !same_operation || !Rc::ptr_eq(&props.shown.story, &old.shown.story) || !same_options {
            self.set_scene(props);
        }
        self.tell(props);
        true
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        let props = ctx.props();
        let folds = [self.is_folded(), !self.unfolded.is_empty()];
        let on_point = ctx.link().callback(DiagramViewMessage::Point);
        diagram_box(props.link.nodes(), &on_point, folds, self.sizes(props), props.locale)
    }

    fn rendered(&mut self, ctx: &ScopedContext<Self>, first: bool) {
        if first {
            self.attach(ctx);
        }
        let props = ctx.props();
        {
            let picture = &mut props.screen().picture;
            if std::mem::replace(&mut self.theme, props.theme) != props.theme {
                picture.restyle();
            }
            let cell = self.highlight().map(|highlight| highlight.cell);
            picture.set_highlight(cell, !props.playback.untold);
            picture.set_named(self.named);
        }
        if let Some(scene) = &self.scene {
            let mut player = self.player.borrow_mut();
            let Playback { chapter, play, speed, .. } = props.playback;
            let playing = play == PlayState::Playing;
            let goal = (chapter, playing);
            props.screen().set_scene(scene, &self.pace, &mut player, goal, self.kept.is_some());
            player.clock_mut().set_goal(chapter, playing, speed);
            player.refresh();
        }
        // After the scene is set: a new operation has no element yet.
        if let Some(product) = product_of(&props.shown.operation) {
            (product.begin)(&mut props.screen().picture);
            self.tell(props);
        }
    }

    fn destroy(&mut self, ctx: &ScopedContext<Self>) {
        ctx.props().link.0.scope.replace(None);
    }
}

impl DiagramView {
    /// Takes a message; `true`: render again.
    fn take(&mut self, ctx: &ScopedContext<Self>, message: DiagramViewMessage) -> bool {
        let props = ctx.props();
        match message {
            DiagramViewMessage::Resized(size) if size == self.size => false,
            DiagramViewMessage::Resized(size) => {
                self.size = size;
                props.screen().picture.rescale();
                self.set_scene(props);
                true
            }
            DiagramViewMessage::Point(input) => self.point(ctx, input),
            DiagramViewMessage::PointAt(index) => {
                let pointed = index.map(|index| CellRef { panel: Panel::Result, index });
                std::mem::replace(&mut self.pointed, pointed.clone()) != pointed
            }
            DiagramViewMessage::Name(named) => std::mem::replace(&mut self.named, named) != named,
            // What a key does depends on the cell that is pinned by then.
            DiagramViewMessage::Key(press) if self.waits && WORK.state() == LoadState::Pending => {
                let link = ctx.link().clone();
                when_loaded(Box::new(move |_| link.send_message(DiagramViewMessage::Key(press))));
                false
            }
            DiagramViewMessage::Key(press) => match input_of_key(&press, self.pinned.is_some()) {
                Some(input) => self.point(ctx, input),
                None => {
                    props.send.emit(AppMessage::UnusedKey(press));
                    false
                }
            },
            DiagramViewMessage::Seek(t) => {
                let t = clamp(t, Story::START, props.shown.story.last() as f64);
                {
                    let mut player = self.player.borrow_mut();
                    player.clock_mut().seek(t);
                    player.refresh();
                }
                let chapter = props.shown.story.chapter_at(t);
                let is_over = t == chapter as f64;
                props.dispatch.emit(if is_over { Action::GoToChapter(chapter) } else { Action::PauseIn(chapter) });
                false
            }
            DiagramViewMessage::GoTo(chapter) => {
                {
                    let mut player = self.player.borrow_mut();
                    player.clock_mut().go_to(chapter);
                    player.refresh();
                }
                close_menus(props.mount.root(), None);
                props.dispatch.emit(Action::GoToChapter(chapter));
                false
            }
            DiagramViewMessage::PlaybackEvent(event) => {
                props.dispatch.emit(match event {
                    PlaybackEvent::Chapter(chapter) => Action::ChapterReached(chapter),
                    PlaybackEvent::End => Action::Ended,
                });
                false
            }
            DiagramViewMessage::Visible(visible) => {
                let mut player = self.player.borrow_mut();
                player.clock_mut().set_visible(visible);
                player.refresh();
                false
            }
            DiagramViewMessage::Restyle => {
                props.screen().picture.restyle();
                false
            }
            DiagramViewMessage::Print(printing) => {
                self.print(props, printing);
                false
            }
        }
    }

    /// Takes the elements that follow the clock, and observes the size and visibility of the diagram.
    fn attach(&mut self, ctx: &ScopedContext<Self>) {
        let props = ctx.props();
        let nodes = props.link.nodes();
        {
            let mut screen = props.screen();
            if let Some(canvas) = nodes.canvas.cast::<HtmlCanvasElement>() {
                screen.picture.set_canvas(canvas);
            }
            screen.scrubber = nodes.scrubber.cast::<HtmlInputElement>();
            screen.marks = nodes.marks.cast::<HtmlElement>();
        }
        let Some(frame) = nodes.frame.cast::<Element>() else { return };
        let link = ctx.link();
        self._observers = (
            SizeObserver::new(frame.clone(), link.callback(DiagramViewMessage::Resized)),
            VisibilityObserver::new(&frame, link.callback(DiagramViewMessage::Visible)),
        );
    }

    fn set_scene(&mut self, props: &DiagramViewProps) {
        self.pace =
            ChapterPace::of_story(&props.shown.story, &props.shown.operation, props.locale, props.playback.introduces);
        let (width, height) = self.size;
        let before = self.kept.or_else(|| self.scene.as_ref().map(|scene| scene.layout().kept()));
        self.kept = before.filter(|_| props.is_held);
        self.scene = (width > 0.0 && height > 0.0).then(|| {
            let story = (*props.shown.story).clone();
            let (labels, blocks) = (props.locale.labels(), props.blocks);
            let options = SceneOptions {
                width,
                height,
                is_cropped: false,
                labels,
                blocks,
                unfolded: &self.unfolded,
                axis_table: true,
                // What has values on the page has them on the full screen, too.
                keeps_values: props.playback.presenting && self.had_values,
                kept: self.kept,
            };
            Rc::new(Scene::new(Rc::clone(&props.shown.operation), story, options))
        });
        if !props.playback.presenting {
            self.had_values = self.scene.as_ref().is_some_and(|scene| scene.has_values());
        }
    }

    /// The sizes that can be changed where they stand.
    fn sizes(&self, props: &DiagramViewProps) -> Html {
        let Some((work, scene)) = WORK.get().zip(self.scene.as_ref()).filter(|_| !props.held.is_empty()) else {
            return Html::default();
        };
        let Playback { chapter, play, .. } = props.playback;
        let (locale, dispatch, mount, library) = (props.locale, &props.dispatch, &props.mount, props.library);
        (work.stage.sizes)(&SizesProps {
            scene,
            chapter,
            moves: play != PlayState::Stopped,
            held: &props.held,
            is_held: self.kept.is_some(),
            library,
            locale,
            dispatch,
            mount,
        })
    }

    /// Whether an axis can be unfolded.
    fn is_folded(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| next_folded_axis(scene).is_some())
    }

    /// Tells what stands around the diagram what it shows now.
    fn tell(&self, props: &DiagramViewProps) {
        let element = props.screen().picture.element().unwrap_or_default();
        props.link.state().set(DiagramState {
            highlight: self.highlight(),
            element,
            named: self.named,
            undrawn: self.scene.as_ref().map_or(0, |scene| scene.layout().undrawn),
            is_folded: self.is_folded(),
        });
    }

    /// The highlighted cell: the pinned one, else the one that is pointed at.
    fn highlight(&self) -> Option<Highlight> {
        let pinned = self.pinned.clone().map(|cell| Highlight { cell, pinned: true });
        pinned.or_else(|| self.pointed.clone().map(|cell| Highlight { cell, pinned: false }))
    }

    /// Reacts to an input; `false` where nothing changed here. What came before the chunk is loaded is done then.
    fn point(&mut self, ctx: &ScopedContext<Self>, input: CellInput) -> bool {
        let Some(work) = WORK.get() else {
            if matches!(input, CellInput::Over(..) | CellInput::Leave) {
                // Each movement of a pointer is one: they do not ask again for a chunk that could not be loaded.
                WORK.request();
                return false;
            }
            self.waits = true;
            let link = ctx.link().clone();
            when_loaded(Box::new(move |work| {
                if work.is_some() {
                    link.send_message(DiagramViewMessage::Point(input));
                }
            }));
            return false;
        };
        let (props, highlight) = (ctx.props(), self.highlight());
        let Some(scene) = &self.scene else { return false };
        let response = {
            let diagram = Pointed {
                scene,
                picture: &mut props.screen().picture,
                nodes: props.link.nodes(),
                unfolded: &self.unfolded,
                highlight: highlight.as_ref(),
                masked: props.masked,
            };
            (work.stage.respond)(input, diagram)
        };
        let (pointed, pinned) = match response {
            Response::Nothing => return false,
            Response::Element => return true,
            Response::Unfold(unfolded) => {
                self.unfolded = unfolded;
                self.set_scene(props);
                return true;
            }
            Response::Highlight(Some(Highlight { cell, pinned: true })) => (None, Some(cell)),
            Response::Highlight(highlight) => (highlight.map(|highlight| highlight.cell), None),
        };
        if pinned != self.pinned {
            self.pinned.clone_from(&pinned);
            props.dispatch.emit(Action::PinCell(pinned));
        }
        std::mem::replace(&mut self.pointed, pointed.clone()) != pointed
    }

    /// Prepares the view for printing, or for the screen again. Paper is light, and has the pictures of all chapters.
    fn print(&self, props: &DiagramViewProps, printing: bool) {
        props.mount.set_theme(if printing { Theme::Light } else { props.theme });
        let picture = &mut props.screen().picture;
        picture.restyle();
        let Some(pages) = props.link.nodes().print.cast::<Element>() else { return };
        if let Some(work) = WORK.get().filter(|_| printing) {
            let last = props.last_words.as_deref();
            (work.stage.print)(&pages, picture, &props.shown.operation, &props.shown.story, last, props.locale);
        } else {
            pages.set_text_content(None);
        }
    }
}
