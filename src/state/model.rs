//! The model and the one way to change it.

use super::{Analysis, Controls, Settings, Theme};
use crate::broadcast::{Dtype, OperandId, Operator};
use crate::diagram::{Blocks, CellRef};
use crate::examples::{EXAMPLES, ExampleId};
use crate::i18n::Locale;
use crate::library::Library;
use crate::python::Operands;

/// What the page is set to.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// What a link holds.
    pub settings: Settings,
    /// The language that is used where none was chosen: the browser's.
    pub system_locale: Locale,
    /// The example that was opened and not changed since.
    pub example: Option<ExampleId>,
    /// Whether the story plays.
    pub playing: bool,
    /// How fast it plays; 1 is 0.7 s a chapter, and a pause after each.
    pub speed: f64,
    /// The names of values of the link that could not be used.
    pub ignored: Vec<&'static str>,
    /// How often something was opened that "back" should lead away from.
    pub visits: u32,
}

/// What can be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Type into an operand's input.
    Edit(OperandId, String),
    /// Exchange the operands.
    Swap,
    /// Change an operand as advised: like typing, but "back" leads to what stood there.
    ApplyFix(OperandId, String),
    /// Take both operands, and what else it says, from a program.
    SetOperands(Operands),
    /// Count memory in this element type.
    SetDtype(Dtype),
    /// Choose an operator.
    SetOperator(Operator),
    /// Choose a library.
    SetLibrary(Library),
    /// Change `a` itself, or not.
    SetInPlace(bool),
    /// Choose colours.
    SetTheme(Theme),
    /// Choose a language.
    SetLocale(Locale),
    /// Open an example; `true`: and play it.
    OpenExample(ExampleId, bool),
    /// Play; `true`: from the start.
    Play(bool),
    /// Stop playing.
    Pause,
    /// Go to a chapter (`last` is the story's last one) and stop playing.
    GoToChapter {
        /// The chapter.
        chapter: usize,
        /// The story's last chapter.
        last: usize,
    },
    /// The clock has come to a chapter (`last` is the story's last one).
    ChapterReached {
        /// The chapter.
        chapter: usize,
        /// The story's last chapter.
        last: usize,
    },
    /// Light a cell and hold it, or let go of it.
    PinCell(Option<CellRef>),
    /// Let blocks stand beside each other, or in depth.
    SetBlocks(Blocks),
    /// Begin again when the story is over, or not.
    SetLooping(bool),
    /// Play at another speed.
    SetSpeed(f64),
    /// The address was changed from outside.
    LoadLink(String),
    /// The settings were changed from outside, by the page that the diagram is embedded in.
    ReplaceSettings(String),
    /// Take the notes about the link away.
    Dismiss,
}

impl Model {
    /// What a link leads to, in a browser that prefers a language.
    #[must_use]
    pub fn open(query: &str, system_locale: Locale) -> Self {
        let (settings, ignored) = Settings::from_query(query);
        Self { settings, system_locale, example: None, playing: false, speed: 1.0, ignored, visits: 0 }
    }

    /// The model as it starts: playing, where the link asks for that and there is a way to stop it.
    #[must_use]
    pub fn autoplayed(self, motion_is_unwanted: bool) -> Self {
        let stoppable = !self.settings.embed || self.settings.controls != Controls::None;
        if !self.settings.autoplay || motion_is_unwanted || !stoppable {
            return self;
        }
        let chapter = Some(self.settings.chapter.unwrap_or(0));
        Self { playing: true, settings: Settings { chapter, ..self.settings }, ..self }
    }

    /// Lets go of a lit cell that `analysis` has no place for, with a note.
    #[must_use]
    pub fn checked(mut self, analysis: &Analysis) -> Self {
        if self.settings.cell.as_ref().is_some_and(|cell| !analysis.has(cell)) {
            self.settings.cell = None;
            self.ignored.push("cell");
        }
        self
    }

    /// The language that is used.
    #[must_use]
    pub fn locale(&self) -> Locale {
        self.settings.locale.unwrap_or(self.system_locale)
    }

    /// The model after an action; `None` where nothing changed.
    #[must_use]
    pub fn reduce(&self, action: Action) -> Option<Self> {
        let opens = matches!(action, Action::LoadLink(_) | Action::OpenExample(..));
        let adopts = matches!(action, Action::ReplaceSettings(_));
        let mut next = self.clone();
        let settings = &mut next.settings;
        match action {
            Action::Edit(OperandId::A, text) => settings.a = text,
            Action::Edit(OperandId::B, text) => settings.b = text,
            Action::ApplyFix(side, text) => {
                match side {
                    OperandId::A => settings.a = text,
                    OperandId::B => settings.b = text,
                }
                next.visits += 1;
            }
            Action::SetOperands(Operands { a, b, operator, in_place, library }) => {
                (settings.a, settings.b, settings.in_place) = (a, b, in_place);
                settings.library = library.unwrap_or(settings.library);
                settings.operator = operator.unwrap_or(settings.operator);
                next.visits += 1;
            }
            Action::SetDtype(dtype) => settings.dtype = Some(dtype),
            Action::Swap => std::mem::swap(&mut settings.a, &mut settings.b),
            Action::SetOperator(operator) => settings.operator = operator,
            Action::SetLibrary(library) => settings.library = library,
            Action::SetInPlace(in_place) => settings.in_place = in_place,
            Action::SetTheme(theme) => settings.theme = theme,
            Action::SetLocale(locale) => settings.locale = Some(locale),
            Action::OpenExample(id, play) => next.open_example(id, play),
            Action::Play(from_start) => {
                next.playing = true;
                if from_start {
                    settings.chapter = Some(0);
                }
            }
            Action::Pause => next.playing = false,
            Action::GoToChapter { chapter, last } => {
                next.playing = false;
                settings.chapter = chapter_setting(chapter, last);
            }
            Action::ChapterReached { chapter, last } => {
                settings.chapter = chapter_setting(chapter, last);
                next.playing = self.playing && (chapter < last || settings.looping);
            }
            Action::PinCell(cell) => settings.cell = cell,
            Action::SetBlocks(blocks) => settings.blocks = blocks,
            Action::SetLooping(looping) => settings.looping = looping,
            Action::SetSpeed(speed) => next.speed = speed,
            Action::LoadLink(query) => {
                let loaded = Self::open(&query, self.system_locale);
                next = Self { speed: self.speed, visits: self.visits, ..loaded };
            }
            Action::ReplaceSettings(query) => {
                (next.settings, next.ignored) = Settings::from_query(&query);
                next.playing = self.playing && next.settings.chapter == self.settings.chapter;
            }
            Action::Dismiss => next.ignored.clear(),
        }
        let same_question = next.settings.a == self.settings.a
            && next.settings.b == self.settings.b
            && next.settings.operator == self.settings.operator
            && next.settings.in_place == self.settings.in_place;
        if !same_question && !opens {
            // An edited example is no longer the example, and its story is another one.
            next.example = None;
            next.playing = false;
            // Other settings may bring a chapter and a cell of their own.
            if !adopts || next.settings.chapter == self.settings.chapter {
                next.settings.chapter = None;
            }
            if !adopts || next.settings.cell == self.settings.cell {
                next.settings.cell = None;
            }
        }
        (next != *self).then_some(next)
    }

    fn open_example(&mut self, id: ExampleId, play: bool) {
        let Some(example) = EXAMPLES.iter().find(|example| example.id == id) else { return };
        let settings = &mut self.settings;
        (settings.a, settings.b) = (example.a.to_owned(), example.b.to_owned());
        (settings.operator, settings.in_place) = (example.operator, example.in_place);
        settings.chapter = play.then_some(0);
        settings.cell = None;
        self.playing = play;
        self.example = Some(id);
        self.ignored.clear();
        self.visits += 1;
    }
}

/// A chapter as a link holds it: the last one, whichever it is, goes without saying.
fn chapter_setting(chapter: usize, last: usize) -> Option<usize> {
    (chapter < last).then_some(chapter)
}
