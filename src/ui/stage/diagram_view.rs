//! The diagram view: picture, transport and text of one operation, with one clock for all of them.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::window;
use web_sys::{Element, HtmlCanvasElement, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::diagram_box::{CellInput, Highlight, NodeRefs, diagram_box, input_of_key};
use super::narration::{LastWords, NarrationProps, narration};
use super::player::{OnFrame, Player, SharedPlayer};
use super::pointing::{Pointed, Response};
use super::screen::{Screen, scrubber_time};
use super::sizes::SizesProps;
use super::transport::{Playback, TransportProps, transport};
use crate::i18n::{Label, Locale};
use crate::state::{Action, ChapterPace, HeldSize, PlayState, PlaybackEvent, Theme};
use crate::ui::drawer::export::files::ExportProps;
use crate::ui::drawer::{Drawer, DrawerInput};
use crate::ui::host::key_press::KeyPress;
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::{HasMount, Scoped, ScopedComponent, ScopedContext};
use crate::ui::late::{WORK, product_of, when_loaded};
use crate::ui::parts::menu::{close_menus, focus};
use crate::ui::parts::observers::{Size, SizeObserver, VisibilityObserver};
use crate::ui::parts::text::{label, name};
use broadcasting_diagram::{
    Blocks, CellRef, Kept, NamedPart, Panel, Scene, SceneOptions, Story, clamp, next_folded_axis,
};
use tensor_broadcasting::Operation;
use tensor_broadcasting::library::Library;

/// The properties of a diagram view.
#[derive(Properties)]
pub struct DiagramViewProps {
    /// The operation that is shown.
    pub operation: Rc<Operation>,
    /// Its chapters.
    pub story: Rc<Story>,
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
    /// Whether the inputs have changed to something that cannot be read.
    pub stale: bool,
    /// The language.
    pub locale: Locale,
    /// Called with the actions of the user.
    pub dispatch: Callback<Action>,
    /// Called with the keys that the diagram does not use.
    pub on_unused_key: Callback<KeyPress>,
    /// The environment of the app.
    pub mount: Mount,
    /// The axis table, for screen readers and for paper.
    pub table: Html,
    /// The question, if one is asked.
    pub question: Html,
    /// What stands in the caption below the words of the chapter.
    pub notes: Html,
    /// What stands for the text of the last chapter.
    pub last_words: Option<LastWords>,
    /// Whether the editor says that at its line, so that only paper has it here.
    pub has_said: bool,
    /// What stands at the end of the transport.
    pub transport_end: Html,
    /// What renders the drawer, if it is open.
    pub(in crate::ui) drawer: Option<Drawer>,
    /// Takes the view's scope, so that the app can send it messages.
    pub link: DiagramLink,
}

impl PartialEq for DiagramViewProps {
    /// The table and the question have callbacks that each rendering of the app makes anew, so that a comparison would find two views different
    /// each time, after much work.
    fn eq(&self, _: &Self) -> bool {
        false
    }
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
    pub(in crate::ui) fn send(&self, message: DiagramViewMessage) {
        if let Some(scope) = &*self.0.borrow() {
            scope.send_message(message);
        }
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

/// Picture, transport and text of one operation.
pub struct DiagramView {
    player: SharedPlayer,
    screen: Rc<RefCell<Screen>>,
    nodes: NodeRefs,
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
        let screen = Rc::new(RefCell::new(Screen::new(ctx.props().dispatch.clone())));
        let on_frame: OnFrame = {
            let screen = Rc::clone(&screen);
            Box::new(move |clock, is_changed| screen.borrow_mut().show(clock, is_changed))
        };
        Self {
            player: Player::shared(mount.clone(), on_frame, link.callback(DiagramViewMessage::PlaybackEvent)),
            screen,
            nodes: NodeRefs::default(),
            size: (0.0, 0.0),
            scene: None,
            kept: None,
            had_values: false,
            pace: Vec::new(),
            pointed: None,
            pinned: ctx.props().cell.clone(),
            named: None,
            unfolded: Vec::new(),
            _observers: (None, None),
            theme: Theme::Auto,
            _listeners: listeners,
        }
    }

    fn update(&mut self, ctx: &ScopedContext<Self>, message: DiagramViewMessage) -> bool {
        let props = ctx.props();
        match message {
            DiagramViewMessage::Resized(size) if size == self.size => false,
            DiagramViewMessage::Resized(size) => {
                self.size = size;
                self.screen.borrow_mut().picture.rescale();
                self.set_scene(props);
                true
            }
            DiagramViewMessage::Point(input) => self.point(ctx, input),
            DiagramViewMessage::PointAt(index) => {
                let pointed = index.map(|index| CellRef { panel: Panel::Result, index });
                std::mem::replace(&mut self.pointed, pointed.clone()) != pointed
            }
            DiagramViewMessage::Name(named) => std::mem::replace(&mut self.named, named) != named,
            DiagramViewMessage::Key(press) => match input_of_key(&press, self.pinned.is_some()) {
                Some(input) => self.point(ctx, input),
                None => {
                    props.on_unused_key.emit(press);
                    false
                }
            },
            DiagramViewMessage::Seek(t) => {
                let t = clamp(t, Story::START, props.story.last() as f64);
                {
                    let mut player = self.player.borrow_mut();
                    player.clock_mut().seek(t);
                    player.refresh();
                }
                let chapter = props.story.chapter_at(t);
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
                self.screen.borrow_mut().picture.restyle();
                false
            }
            DiagramViewMessage::Print(printing) => {
                self.print(props, printing);
                false
            }
        }
    }

    fn changed(&mut self, ctx: &ScopedContext<Self>, old: &DiagramViewProps) -> bool {
        let props = ctx.props();
        self.pinned.clone_from(&props.cell);
        let same_operation = Rc::ptr_eq(&props.operation, &old.operation);
        if !same_operation {
            // A cell of another operation is no cell of this one.
            self.pointed = None;
            self.named = None;
            self.unfolded.clear();
        }
        let same_options = props.locale == old.locale && props.blocks == old.blocks;
        if !same_operation || !Rc::ptr_eq(&props.story, &old.story) || !same_options {
            self.set_scene(props);
        }
        true
    }

    fn view(&self, ctx: &ScopedContext<Self>) -> Html {
        let props = ctx.props();
        let transport_props = TransportProps {
            operation: &props.operation,
            story: &props.story,
            playback: props.playback,
            end: &props.transport_end,
            locale: props.locale,
            dispatch: &props.dispatch,
        };
        let class = if props.stale { "diagram-view stale" } else { "diagram-view" };
        let folds = [self.is_folded(), !self.unfolded.is_empty()];
        let name = |event: &Event| DiagramViewMessage::Name(WORK.get().and_then(|work| (work.stage.named_at)(event)));
        let onpointerover = ctx.link().callback(move |event: PointerEvent| name(&event));
        let onfocusin = ctx.link().callback(move |event: FocusEvent| name(&event));
        let onpointerleave = ctx.link().callback(|_: PointerEvent| DiagramViewMessage::Name(None));
        html! {
            // `src/embed/runtime.js` has the number of an element in its page: two regions of a page have different names.
            <section {class} part="diagram" aria-labelledby="diagram-heading element-number" {onpointerover} {onpointerleave} {onfocusin}>
                <h2 class="visually-hidden" id="diagram-heading">{ label(props.locale, Label::Diagram) }</h2>
                <div class="print-story" ref={self.nodes.print.clone()} />
                <div class="stage" part="stage">
                    { diagram_box(&self.nodes, &ctx.link().callback(DiagramViewMessage::Point), folds, self.sizes(props), props.locale) }
                    { props.table.clone() }
                    if props.playback.waits_for_play {
                        { self.play_button(props) }
                    }
                    if let Some(drawer) = &props.drawer {
                        { self.drawer(drawer, ctx) }
                    }
                </div>
                <div class="caption" part="words">
                    { props.question.clone() }
                    { self.narration(props) }
                    { props.notes.clone() }
                </div>
                { transport(&transport_props, &self.nodes, &ctx.link().callback(|position| DiagramViewMessage::Seek(scrubber_time(position))),
                    &ctx.link().callback(DiagramViewMessage::GoTo)) }
            </section>
        }
    }

    fn rendered(&mut self, ctx: &ScopedContext<Self>, first: bool) {
        if first {
            self.attach(ctx);
        }
        let props = ctx.props();
        if std::mem::replace(&mut self.theme, props.theme) != props.theme {
            self.screen.borrow_mut().picture.restyle();
        }
        let cell = self.highlight().map(|highlight| highlight.cell);
        {
            let picture = &mut self.screen.borrow_mut().picture;
            picture.set_highlight(cell, !props.playback.untold);
            picture.set_named(self.named);
        }
        if let Some(scene) = &self.scene {
            let mut player = self.player.borrow_mut();
            let Playback { chapter, play, speed, .. } = props.playback;
            let playing = play == PlayState::Playing;
            let goal = (chapter, playing);
            self.screen.borrow_mut().set_scene(scene, &self.pace, &mut player, goal, self.kept.is_some());
            player.clock_mut().set_goal(chapter, playing, speed);
            player.refresh();
        }
        // After the scene is set: a new operation has no element yet.
        if let Some(product) = product_of(&props.operation) {
            (product.begin)(&mut self.screen.borrow_mut().picture);
        }
    }

    fn destroy(&mut self, ctx: &ScopedContext<Self>) {
        ctx.props().link.0.replace(None);
    }
}

impl DiagramView {
    /// Takes the elements that follow the clock, and observes the size and visibility of the diagram.
    fn attach(&mut self, ctx: &ScopedContext<Self>) {
        {
            let mut screen = self.screen.borrow_mut();
            if let Some(canvas) = self.nodes.canvas.cast::<HtmlCanvasElement>() {
                screen.picture.set_canvas(canvas);
            }
            screen.scrubber = self.nodes.scrubber.cast::<HtmlInputElement>();
            screen.marks = self.nodes.marks.cast::<HtmlElement>();
        }
        let Some(frame) = self.nodes.frame.cast::<Element>() else { return };
        let link = ctx.link();
        self._observers = (
            SizeObserver::new(frame.clone(), link.callback(DiagramViewMessage::Resized)),
            VisibilityObserver::new(&frame, link.callback(DiagramViewMessage::Visible)),
        );
    }

    fn set_scene(&mut self, props: &DiagramViewProps) {
        self.pace = ChapterPace::of_story(&props.story, &props.operation, props.locale, props.playback.introduces);
        let (width, height) = self.size;
        let before = self.kept.or_else(|| self.scene.as_ref().map(|scene| scene.layout().kept()));
        self.kept = before.filter(|_| props.is_held);
        self.scene = (width > 0.0 && height > 0.0).then(|| {
            let story = (*props.story).clone();
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
            Rc::new(Scene::new(Rc::clone(&props.operation), story, options))
        });
        if !props.playback.presenting {
            self.had_values = self.scene.as_ref().is_some_and(|scene| scene.has_values());
        }
    }

    /// The drawer with the open panel.
    fn drawer(&self, drawer: &Drawer, ctx: &ScopedContext<Self>) -> Html {
        drawer.emit(DrawerInput {
            highlighted: self.highlight().map(|highlight| highlight.cell.index),
            element: self.screen.borrow().picture.element().unwrap_or_default(),
            on_point: ctx.link().callback(DiagramViewMessage::PointAt),
            exported: self.exported(ctx.props()),
        })
    }

    /// What the export menu needs.
    fn exported(&self, props: &DiagramViewProps) -> ExportProps {
        ExportProps {
            screen: Rc::clone(&self.screen),
            operation: Rc::clone(&props.operation),
            story: Rc::clone(&props.story),
            chapter: props.playback.chapter,
            speed: props.playback.speed,
            locale: props.locale,
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

    /// The words of the chapter and of the highlighted cell.
    fn narration(&self, props: &DiagramViewProps) -> Html {
        let undrawn = self.scene.as_ref().map_or(0, |scene| scene.layout().undrawn);
        let words = NarrationProps {
            operation: &props.operation,
            story: &props.story,
            playback: props.playback,
            highlight: self.highlight(),
            element: self.screen.borrow().picture.element().unwrap_or_default(),
            stale: props.stale,
            undrawn,
            folded: self.is_folded(),
            last_words: props.last_words.as_ref().filter(|_| !props.has_said),
            named: self.named,
            locale: props.locale,
        };
        narration(&words)
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
            let screen = &mut *self.screen.borrow_mut();
            let diagram = Pointed {
                scene,
                picture: &mut screen.picture,
                nodes: &self.nodes,
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

    /// The large button on the picture of a story that has not begun. It gives the focus to the diagram, because it goes away.
    fn play_button(&self, props: &DiagramViewProps) -> Html {
        let frame = self.nodes.frame.clone();
        let play = props.dispatch.reform(move |_: MouseEvent| {
            if let Some(frame) = frame.cast::<Element>() {
                focus(&frame);
            }
            Action::Play
        });
        let name = name(props.locale, Label::Play);
        html! { <button type="button" class="icon play play-over" onclick={play} aria-label={name.clone()} title={name} /> }
    }

    /// Prepares the view for printing, or for the screen again. Paper is light, and has the pictures of all chapters.
    fn print(&self, props: &DiagramViewProps, printing: bool) {
        props.mount.set_theme(if printing { Theme::Light } else { props.theme });
        let screen = &mut *self.screen.borrow_mut();
        screen.picture.restyle();
        let Some(pages) = self.nodes.print.cast::<Element>() else { return };
        if let Some(work) = WORK.get().filter(|_| printing) {
            let last = props.last_words.as_ref().map(|words| words.text.as_str());
            (work.stage.print)(&pages, &screen.picture, &props.operation, &props.story, last, props.locale);
        } else {
            pages.set_text_content(None);
        }
    }
}
