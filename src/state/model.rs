//! The model: the settings, what follows from them, and what only this visit knows.

use std::any::Any;
use std::rc::Rc;

use super::held::{HeldSize, is_number};
use super::history::History;
use super::practice::PracticeAction;
use super::view::View;
use super::{Analysis, ChapterRef, Settings};
use crate::examples::ExampleId;
use crate::i18n::Locale;
use broadcasting_diagram::Story;
use tensor_broadcasting::{OperandId, Operation};

/// The state of one page or element. [`Model::reduce`] changes it, and nothing else does.
#[derive(Debug, Clone)]
pub struct Model {
    pub(super) settings: Settings,
    pub(super) visit: Visit,
    pub(super) analysis: Rc<Analysis>,
    pub(super) shown: Option<Shown>,
    /// Whether what is shown is an operation of a program.
    pub(super) shows_program: bool,
    pub(super) history: History,
    /// What practice does, where it is loaded.
    pub(super) practice: Option<&'static PracticeFunctions>,
    /// What practice keeps. Only its functions know what that is, because they are loaded later.
    pub(super) session: Option<Rc<dyn Any>>,
    /// What practice does as soon as it is loaded.
    pub(super) waiting: Option<PracticeAction>,
    /// Whether a set of questions gives the operands.
    pub(super) operands_given: bool,
    /// What is seen while a part of the answer is hidden.
    pub(super) mask: Option<Mask>,
    /// What is shown with the chapter of the gradient, where that is wanted and nothing is hidden, and the story without it.
    pub(super) with_gradient: Option<(Rc<Story>, Shown)>,
}

/// What only this visit knows: links do not contain it.
#[derive(Debug, Clone, PartialEq)]
pub struct Visit {
    /// The browser's language, which is used where the settings name none.
    pub system_locale: Locale,
    /// Whether somebody is typing: errors wait until typing pauses.
    pub typing: bool,
    /// The example that was opened and not changed since.
    pub example: Option<ExampleId>,
    /// Whether the story plays.
    pub play: PlayState,
    /// Whether the result of the operation at hand is not known on the page yet: its story plays from its start, or waits for that, and
    /// has not come to the chapter that tells it. What is known stays known, so neither a step back nor playing again hides it.
    pub untold: bool,
    /// While it is untold: the time of the story, in chapters, up to which the axis table tells it.
    pub told_until: f64,
    /// Whether the editor of programs is open, also where it is empty.
    pub editing: bool,
    /// The speed of the story; 1 is normal.
    pub speed: f64,
    /// Whether the visualizer fills the screen.
    pub presenting: bool,
    /// What of the page is open.
    pub view: View,
    /// The text that was copied last.
    pub copied: Option<Rc<str>>,
    /// Whether single keys have an effect outside the diagram.
    pub keys: bool,
    /// The names of settings whose values in the link could not be used.
    pub ignored: Vec<&'static str>,
    /// The number of changes so far that add an entry to the browser's history. Other changes replace the present entry.
    pub history_entries: u32,
    /// Whether nothing but the clock has changed anything so far. The address of the visit then stays as it is.
    pub untouched: bool,
    /// Whether the user wants reduced motion: then nothing plays by itself.
    pub reduced_motion: bool,
    /// Whether the operation came from the one before by a size that was held.
    pub held: bool,
    /// Whether a size is still held: the address is written when it is let go, because browsers do not take so many.
    pub holding: bool,
    /// Whether the story is the first one of a visit of the page, and its link names no chapter. Its first chapter then says what
    /// broadcasting is.
    pub introduces: bool,
    /// How many times the state of a chunk has changed.
    pub chunks: u32,
}

/// Whether the story plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayState {
    /// It stands at the end of the shown chapter.
    Stopped,
    /// It was paused in the shown chapter. Playing then goes on from there, in the last chapter too.
    Paused,
    /// It plays.
    Playing,
}

impl Visit {
    /// Whether the story plays.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        matches!(self.play, PlayState::Playing)
    }
}

/// What the diagram shows: the last operation that could be read, and its story. Two are equal where they have the same pointers.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The operation.
    pub operation: Rc<Operation>,
    /// Its chapters.
    pub story: Rc<Story>,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.operation, &other.operation) && Rc::ptr_eq(&self.story, &other.story)
    }
}

/// What the page does with questions. It is loaded when a link asks one, or when the user wants to practise.
#[derive(Debug)]
pub struct PracticeFunctions {
    /// Brings the question up to date with the settings.
    pub(super) update: fn(&mut Model),
    /// Does what the user does about a question.
    pub(super) act: fn(&mut Model, PracticeAction),
}

impl PartialEq for PracticeFunctions {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// What is seen in place of the analysis and the picture.
#[derive(Debug, Clone)]
pub(super) struct Mask {
    pub(super) analysis: Rc<Analysis>,
    pub(super) shown: Option<Shown>,
}

impl Model {
    /// The model of a link, in a browser whose language is `system_locale`.
    #[must_use]
    pub fn open(query: &str, system_locale: Locale) -> Self {
        let (mut settings, ignored) = Settings::from_query(query);
        let visit = Visit {
            system_locale,
            typing: false,
            example: None,
            play: PlayState::Stopped,
            untold: false,
            told_until: 0.0,
            editing: settings.has_code(),
            speed: 1.0,
            presenting: false,
            view: View::default(),
            copied: None,
            keys: true,
            ignored,
            history_entries: 0,
            untouched: true,
            reduced_motion: false,
            held: false,
            holding: false,
            introduces: false,
            chunks: 0,
        };
        let analysis = Analysis::new(&settings);
        analysis.say(&mut settings);
        let mut model = Self {
            settings,
            visit,
            analysis: Rc::new(analysis),
            shown: None,
            shows_program: false,
            history: History::default(),
            practice: None,
            session: None,
            waiting: None,
            operands_given: false,
            mask: None,
            with_gradient: None,
        };
        model.show_analysis();
        model.drop_missing_cell();
        model.update_question();
        model.update_gradient();
        model.begin_story(model.waits_for_play());
        model.end_failed();
        model
    }

    /// The model at the start. It plays if the link says so, and on the whole page also if the link names no chapter; but not
    /// if the user wants reduced motion, or if there is no transport to stop it.
    #[must_use]
    pub fn autoplayed(mut self, prefers_reduced_motion: bool) -> Self {
        self.visit.reduced_motion = prefers_reduced_motion;
        let settings = &self.settings;
        let wanted = settings.autoplay || (!settings.embed && settings.chapter.is_none());
        let plays = wanted && !prefers_reduced_motion && settings.has_transport() && !self.hides();
        self.set_playing(plays);
        // A link that names a chapter hides nothing; a step is told up to its chapter.
        let is_at_start = self.settings.chapter.is_none() && (plays || self.waits_for_play());
        let is_at_start = is_at_start || self.settings.has_steps();
        self.begin_story(is_at_start);
        if plays && self.chapter() == self.last_chapter() {
            self.settings.chapter = None;
        }
        self.visit.introduces = !self.settings.embed && self.settings.chapter.is_none() && !self.hides();
        self
    }

    /// Whether the result is not known on the page yet, because a question hides it, or because neither has the story come to it nor does an
    /// open panel tell it.
    #[must_use]
    pub const fn is_untold(&self) -> bool {
        let View { drawer, inputs, .. } = self.visit.view;
        let tells = drawer || inputs && self.has_editor();
        self.hides() || self.visit.untold && !tells
    }

    /// Whether the shown chapter tells whether the operands broadcast, or comes after the one that does. What answers a clash belongs
    /// there: the fixes.
    #[must_use]
    pub fn is_at_outcome(&self) -> bool {
        self.shown().is_some_and(|shown| self.chapter() >= shown.story.outcome())
    }

    /// Begins with another operation, or with a link. `untold`: its story plays from its start, or waits for that.
    pub(super) fn begin_story(&mut self, untold: bool) {
        (self.visit.untold, self.visit.told_until) = (untold, 0.0);
        self.tell_what_is_known();
    }

    /// The result is known from the chapter on that tells it, beside the program whose shapes are written at its lines, and after a question.
    pub(super) fn tell_what_is_known(&mut self) {
        let settings = &self.settings;
        let is_beside_program = settings.has_code() && !settings.embed;
        self.visit.untold &= !is_beside_program && !self.hides() && !self.is_at_outcome();
    }

    /// Shows how the story ends where a link opens a program that fails and names no chapter: the editor has the exception already.
    pub(super) fn end_failed(&mut self) {
        let settings = &self.settings;
        let is_free = settings.chapter.is_none() && !settings.autoplay && !self.hides();
        if settings.has_code() && !settings.embed && is_free && self.analysis.verdict.error().is_some() {
            self.set_playing(false);
            self.settings.chapter = Some(ChapterRef::Last);
        }
    }

    /// Whether the first chapter waits for the user to play the story: at the start of an embedded visualizer.
    #[must_use]
    pub fn waits_for_play(&self) -> bool {
        let settings = &self.settings;
        settings.embed && settings.has_transport() && settings.chapter.is_none() && !self.visit.is_playing()
    }

    /// The settings as links have them: they name the chapter that is shown, so that a link shows the same. A question has no chapter.
    #[must_use]
    pub fn link_settings(&self) -> Settings {
        let chapter = ChapterRef::of_index(self.chapter(), self.last_chapter());
        let chapter = self.settings.chapter.or(Some(chapter)).filter(|_| !self.hides());
        Settings { chapter, ..self.settings.clone() }
    }

    /// The settings as the address of the page has them: where a story plays, it plays on when the page is loaded again.
    #[must_use]
    pub fn address_settings(&self) -> Settings {
        Settings { autoplay: self.visit.is_playing(), ..self.link_settings() }
    }

    /// The sizes that can be changed where they stand: numbers of shapes in the fields. Those of expressions, of values and of programs follow
    /// from more than one number, and those of a question are given.
    #[must_use]
    pub fn held_sizes(&self) -> Vec<HeldSize> {
        let settings = &self.settings;
        let is_asked = settings.predict.is_some() || self.operands_given;
        if settings.has_code() || is_asked || self.hides() || self.is_stale() || self.is_waiting() {
            return Vec::new();
        }
        let mut held = Vec::new();
        for &operand in settings.operands() {
            let Ok(read) = &self.analysis.operands[operand] else { continue };
            let text = settings.operand_text(operand);
            held.extend((0..read.places.len()).filter(|&axis| is_number(text, read, axis)).map(|axis| (operand, axis)));
        }
        held
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What only this visit knows.
    #[must_use]
    pub const fn visit(&self) -> &Visit {
        &self.visit
    }

    /// What follows from the settings: another pointer whenever the settings give another analysis. While the answer to a question is hidden, only
    /// what follows from each operand alone.
    #[must_use]
    pub fn analysis(&self) -> &Rc<Analysis> {
        self.mask.as_ref().map_or(&self.analysis, |mask| &mask.analysis)
    }

    /// What the diagram shows: while an operand cannot be read, what was shown before. `None` where nothing could be read
    /// yet, and while a question hides it. While a question hides a part of it, only its first chapters.
    #[must_use]
    pub fn shown(&self) -> Option<&Shown> {
        let shown = self.with_gradient.as_ref().map(|(_, shown)| shown).or(self.shown.as_ref());
        self.mask.as_ref().map_or(shown, |mask| mask.shown.as_ref())
    }

    /// Whether there is something to try after the story. There is nothing after three operands, after a matrix product, after a program, and while a
    /// question is asked.
    #[must_use]
    pub fn has_next(&self) -> bool {
        let is_pair =
            |shown: &Shown| shown.operation.operands() == OperandId::PAIR && shown.operation.matrices().is_none();
        self.shown().is_some_and(is_pair) && !self.settings.has_code() && !self.settings.asks()
    }

    /// Whether the verdict waits until typing pauses, because the text has an error now. The diagram then shows what was shown
    /// before.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.visit.typing && (self.analysis.operation.is_none() || self.analysis.verdict.error().is_some())
    }

    /// Whether what is shown is no longer what the inputs say.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        let current = self.analysis.operation.as_ref();
        self.shown.as_ref().is_some_and(|shown| !current.is_some_and(|current| Rc::ptr_eq(current, &shown.operation)))
    }

    /// Whether what is shown is what the inputs say, and the verdict does not wait.
    #[must_use]
    pub fn is_current(&self) -> bool {
        !self.is_stale() && !self.is_waiting()
    }

    /// Whether the editor of programs is open: where there is a program, or where one was there or is to come. A question that gives
    /// the operands takes its place.
    #[must_use]
    pub const fn has_editor(&self) -> bool {
        (self.settings.has_code() || self.visit.editing) && !self.operands_given
    }

    /// The language that is asked for.
    #[must_use]
    pub fn wanted_locale(&self) -> Locale {
        self.settings.locale.unwrap_or(self.visit.system_locale)
    }

    /// The language that is used: the one that is asked for, if it is loaded.
    #[must_use]
    pub fn locale(&self) -> Locale {
        self.wanted_locale().available()
    }

    /// The index of the last chapter of the shown story; 0 where none is shown.
    #[must_use]
    pub fn last_chapter(&self) -> usize {
        self.shown().map_or(0, |shown| shown.story.last())
    }

    /// The index of the chapter that is shown. Where the settings name none it is the first one; but the last one where there
    /// is no transport that leads on from the first.
    #[must_use]
    pub fn chapter(&self) -> usize {
        let unnamed = if self.settings.has_transport() { ChapterRef::Index(0) } else { ChapterRef::Last };
        self.settings.chapter.unwrap_or(unnamed).index(self.last_chapter())
    }

    /// Lets the diagram show the operation of the analysis, if it has one. Else it shows what it has shown before; but nothing beside a
    /// program that this was no operation of, and beside a failing operation that cannot be drawn.
    pub(super) fn show_analysis(&mut self) {
        let program = self.analysis.program.as_deref();
        if let (Some(operation), Some(story)) = (&self.analysis.operation, &self.analysis.story) {
            self.shown = Some(Shown { operation: Rc::clone(operation), story: Rc::clone(story) });
            self.shows_program = program.is_some();
        } else if program.is_some_and(|program| !self.shows_program || program.undrawn().is_some()) {
            self.shown = None;
        }
    }

    /// Unpins a cell that the operation does not have, and notes that it was ignored.
    pub(super) fn drop_missing_cell(&mut self) {
        if self.analysis.awaits_python() {
            return;
        }
        if self.settings.cell.as_ref().is_some_and(|cell| !self.analysis.has(cell)) {
            self.settings.cell = None;
            self.visit.ignored.push("cell");
        }
    }
}
