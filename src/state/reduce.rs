//! The actions, and the reducer that applies them.

use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::held::{HeldSize, with_axis, with_size, without_axis};
use super::history::{Inputs, TextInput};
use super::practice::PracticeAction;
use super::{
    Analysis, Binary, ChapterRef, Code, DraftAction, Model, PlayState, PracticeFunctions, Settings, Theme, Third,
    ViewAction, Visit,
};
use crate::examples::Example;
use crate::i18n::Locale;
use crate::practice::QuestionKind;
use crate::program::PYTHON;
use crate::program::record::Opened;
use broadcasting_diagram::{Blocks, CellRef};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Combination, Dtype, OperandId, Operation};
use tensor_reader::{Answer, Operands};

/// A change: by the user, the clock, the address or the page around an embedded diagram. Chapters are indices from 0.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Replace the text of an operand.
    Edit(OperandId, String),
    /// Change a size of an operand, which is held: the axis of its own shape, and its new size. All changes until it is let go are one
    /// entry of undo.
    SetSize(HeldSize, u64),
    /// Let a size go.
    LetGo,
    /// Give an operand an axis of size 1 before this axis of its own shape, or after its last one (`true`); or take this axis of size 1 away.
    SetAxis(OperandId, usize, bool),
    /// Exchange the operands.
    Swap,
    /// Replace the text of an operand by that of a fix, as a new entry of the history.
    ApplyFix(OperandId, String),
    /// Replace the text of an operand by what is to be tried next, as a new entry of the history, and play the new story.
    Try(OperandId, String),
    /// Take both operands, and what else it says, from a text that has both, as a new entry of the history.
    SetOperands(Operands),
    /// Replace the text of the program. Without a text the operands are those of the fields, and the editor stays open.
    EditCode(String),
    /// Show a program in place of the operands, or another program, as a new entry of the history. Without a text the editor is opened.
    OpenCode(String),
    /// Show a recorded run, as a new entry of the history; or say that a text is no record.
    OpenRecord(Rc<Opened>),
    /// Write answers about names without a value into the program, or those about letters into the operands, as a new entry of the
    /// history.
    Answer(Vec<Answer>),
    /// Show the operation of the program that has this index.
    ChooseOperation(usize),
    /// Go on without the program: with the shapes of the operation that was shown.
    CloseCode,
    /// Restore the inputs before the last change.
    Undo,
    /// Restore the inputs that were undone last.
    Redo,
    /// Choose the element type in which memory is counted.
    SetDtype(Dtype),
    /// Choose an operator of two operands, or the matrix product.
    SetOperator(Binary),
    /// Choose `where`, with a third operand.
    SetWhere,
    /// Choose a library.
    SetLibrary(Library),
    /// Switch between in place and out of place.
    SetInPlace(bool),
    /// Choose the colours.
    SetTheme(Theme),
    /// Choose a language.
    SetLocale(Locale),
    /// Open an example, as a new entry of the history; `true`: and play it.
    OpenExample(&'static Example, bool),
    /// Play from where the story was paused, else from the shown chapter, or from the start if that is the last one.
    Play,
    /// Play from the start.
    PlayFromStart,
    /// Pause where the story plays.
    Pause,
    /// Stop playing, and show a time within this chapter.
    PauseIn(usize),
    /// Stop playing and show a chapter; a number beyond the last one shows the last one.
    GoToChapter(usize),
    /// Stop playing and show the chapter so many chapters later, or earlier, as far as there are any.
    StepChapters(isize),
    /// Go so many steps of a teacher's set further, or back; where there is no such set, so many chapters.
    StepPages(isize),
    /// While the story plays, the clock begins this chapter.
    ChapterReached(usize),
    /// While the story plays, the last chapter is over.
    Ended,
    /// The axis table tells the story up to this time, in chapters.
    Told(f64),
    /// A text was copied.
    Copied(Rc<str>),
    /// Pin a cell, or unpin it.
    PinCell(Option<CellRef>),
    /// Choose how blocks are drawn.
    SetBlocks(Blocks),
    /// Choose whether the story goes on with the gradient, and show the gradient.
    SetGradient(bool),
    /// Choose whether the story starts again at its end.
    SetLooping(bool),
    /// Choose the speed; 1 is normal.
    SetSpeed(f64),
    /// Fill the screen with the visualizer, or no longer.
    SetPresenting(bool),
    /// Open or close a part of the page.
    View(ViewAction),
    /// Choose whether single keys have an effect outside the diagram.
    SetKeys(bool),
    /// Open the link that the address now contains.
    LoadLink(String),
    /// Replace all settings by those of a query, for the page around an embedded diagram.
    ReplaceSettings(String),
    /// Typing has paused: show its errors.
    EndTyping,
    /// Remove the notes about ignored settings.
    DismissNotes,
    /// Ask something about the operation, or nothing.
    SetPredict(Option<QuestionKind>),
    /// End the set of questions.
    EndPractice,
    /// Do something about the question.
    Practice(PracticeAction),
    /// The functions of practice are loaded.
    PracticeLoaded(&'static PracticeFunctions),
    /// The state of a chunk has changed: bring what depends on it up to date, and show it.
    ChunksChanged,
}

impl From<DraftAction> for Action {
    fn from(action: DraftAction) -> Self {
        Self::Practice(PracticeAction::Draft(Rc::new(action)))
    }
}

/// What an action means for the story and for undo, beyond the settings that it changes.
#[derive(Debug, Clone, Copy)]
enum Effect {
    /// Nothing: a story that is not that of the settings any more is left.
    None,
    /// The user types.
    Types(TextInput),
    /// The user changes a shape with the picture: a size that is held, or an axis.
    Holds(Option<HeldSize>),
    /// Another operation comes with its chapter; `plays`: and its story plays.
    Opens {
        /// Whether it plays.
        plays: bool,
    },
    /// A link comes with its chapter.
    Loads,
    /// The page around changes settings.
    Replaces,
    /// Inputs come back, with the example that they were.
    Restores,
    /// The clock goes on.
    Ticks,
    /// Something about the question, which the settings need not show.
    Asks,
    /// What is loaded has changed.
    Completes,
}

impl Action {
    const fn effect(&self) -> Effect {
        match self {
            Self::Edit(operand, _) => Effect::Types(TextInput::Operand(*operand)),
            Self::EditCode(_) => Effect::Types(TextInput::Code),
            Self::SetSize(held, _) => Effect::Holds(Some(*held)),
            Self::SetAxis(..) => Effect::Holds(None),
            Self::OpenExample(_, plays) => Effect::Opens { plays: *plays },
            Self::Try(..) => Effect::Opens { plays: true },
            Self::LoadLink(_) => Effect::Loads,
            Self::ReplaceSettings(_) => Effect::Replaces,
            Self::Undo | Self::Redo => Effect::Restores,
            Self::ChapterReached(_) | Self::Ended | Self::Told(_) => Effect::Ticks,
            Self::Practice(_) => Effect::Asks,
            Self::ChunksChanged | Self::PracticeLoaded(_) => Effect::Completes,
            _ => Effect::None,
        }
    }

    /// Whether it changes what is shown of the story.
    const fn is_of_story(&self) -> bool {
        matches!(
            self,
            Self::Play
                | Self::PlayFromStart
                | Self::Pause
                | Self::PauseIn(_)
                | Self::GoToChapter(_)
                | Self::StepChapters(_)
                | Self::ChapterReached(_)
                | Self::Ended
                | Self::PinCell(_)
        )
    }
}

impl Model {
    /// Applies an action; `false` where nothing changed.
    ///
    /// ```
    /// use broadcast_visualizer::i18n::Locale;
    /// use broadcast_visualizer::state::{Action, Model};
    /// let mut model = Model::open("?a=4,1&b=3", Locale::En);
    /// assert!(model.reduce(Action::GoToChapter(0)));
    /// assert_eq!(model.settings().to_query(), "?a=4,1&b=3&chapter=1");
    /// assert!(!model.reduce(Action::GoToChapter(0)));
    /// ```
    pub fn reduce(&mut self, action: Action) -> bool {
        let action = match action {
            Action::View(action) => return self.view(action),
            Action::Copied(text) => return self.visit.copied.replace(Rc::clone(&text)) != Some(text),
            Action::StepPages(pages) if !self.settings.has_steps() => Action::StepChapters(pages),
            action => action,
        };
        if action.is_of_story() && self.hides() && self.shown().is_none() {
            return false;
        }
        let effect = action.effect();
        let comes_with_chapter = matches!(effect, Effect::Opens { .. } | Effect::Loads);
        if matches!(action, Action::LetGo) {
            self.history.let_go();
        }
        let (settings, visit) = (self.settings.clone(), self.visit.clone());
        self.set(action);
        let is_other = !self.settings.same_operation(&settings);
        if is_other {
            self.visit.held = matches!(effect, Effect::Holds(_));
            self.visit.holding = matches!(effect, Effect::Holds(Some(_)));
            if !comes_with_chapter {
                self.leave_story(&settings, matches!(effect, Effect::Replaces));
            }
            if !comes_with_chapter && !matches!(effect, Effect::Restores) {
                self.visit.example = None;
            }
        }
        if !matches!(effect, Effect::Restores) && (is_other || self.settings.library != settings.library) {
            let now = Inputs::new(&self.settings, self.visit.example);
            let (typed, held) = match effect {
                Effect::Types(input) => (Some(input), None),
                Effect::Holds(held) => (None, held),
                _ => (None, None),
            };
            self.history.record(Inputs::new(&settings, visit.example), &now, typed, held);
        }
        // What is not typed has no pause to wait for.
        self.visit.typing &= matches!(effect, Effect::Types(_)) || !is_other;
        self.update_analysis(&settings);
        if matches!(effect, Effect::Completes) && self.analysis.awaits_chunk() {
            self.analyse();
            self.show_analysis();
        }
        if comes_with_chapter || matches!(effect, Effect::Replaces | Effect::Completes) {
            self.drop_missing_cell();
        }
        self.update_question();
        self.update_gradient();
        if matches!(effect, Effect::Loads | Effect::Replaces | Effect::Completes) {
            self.end_failed();
        }
        if matches!(effect, Effect::Loads) || is_other {
            let plays = matches!(effect, Effect::Opens { plays: true });
            self.begin_story(plays || (self.waits_for_play() && !matches!(effect, Effect::Holds(_))));
        }
        self.tell_what_is_known();
        self.visit.introduces &= !is_other;
        let changed = matches!(effect, Effect::Asks) || self.settings != settings || self.visit != visit;
        // A question that is shown when its functions are loaded was in the link.
        self.visit.untouched &= matches!(effect, Effect::Ticks | Effect::Completes) || !changed;
        matches!(effect, Effect::Completes) || changed
    }

    /// Opens or closes a part of the page.
    fn view(&mut self, action: ViewAction) -> bool {
        let Visit { view, presenting, .. } = &mut self.visit;
        let after = view.after(action, *presenting);
        std::mem::replace(view, after) != after
    }

    /// Changes the settings and the visit, and leaves the rest to [`Model::reduce`].
    fn set(&mut self, action: Action) {
        let settings = &mut self.settings;
        match action {
            Action::Edit(operand, text) => {
                let old = std::mem::replace(settings.operand_text_mut(operand), text);
                self.visit.typing |= old != settings.operand_text(operand);
            }
            Action::SetSize(held, size) => self.set_size(held, size),
            Action::LetGo => self.visit.holding = false,
            Action::SetAxis(operand, axis, inserts) => self.set_axis(operand, axis, inserts),
            Action::EndTyping => self.visit.typing = false,
            Action::ApplyFix(operand, text) => self.apply_fix(operand, text),
            Action::Try(operand, text) => {
                settings.cell = None;
                self.visit.example = None;
                self.apply_fix(operand, text);
                self.play_from_start();
            }
            Action::SetOperands(operands) => self.set_operands(operands),
            Action::EditCode(text) => {
                self.visit.typing |= settings.code.text != text;
                self.visit.editing = true;
                (settings.code.text, settings.operation) = (text, None);
            }
            Action::OpenCode(text) => {
                self.visit.view.picture = false;
                self.visit.history_entries += u32::from(settings.code.text != text);
                self.visit.editing = true;
                (settings.code.text, settings.operation) = (text, None);
            }
            Action::OpenRecord(opened) => {
                if let Ok(record) = &*opened {
                    self.visit.history_entries += 1;
                    (settings.code.text, settings.operation) = (record.text.clone(), None);
                }
                self.visit.editing |= !settings.embed;
                settings.code.opened = Some(opened);
            }
            Action::Answer(answers) => self.answer(&answers),
            Action::ChooseOperation(index) => settings.operation = Some(index),
            Action::CloseCode => self.close_code(),
            Action::Swap => std::mem::swap(&mut settings.a, &mut settings.b),
            Action::Undo => self.restore(true),
            Action::Redo => self.restore(false),
            Action::SetDtype(dtype) => settings.dtype = Some(dtype),
            Action::SetOperator(operator) => (settings.operator, settings.c) = (operator, Third::default()),
            Action::SetWhere => settings.choose_where(),
            Action::SetLibrary(library) => settings.library = library,
            Action::SetInPlace(in_place) => settings.in_place = in_place,
            Action::SetTheme(theme) => settings.theme = theme,
            Action::SetLocale(locale) => settings.locale = Some(locale),
            Action::OpenExample(example, play) => self.open_example(example, play),
            Action::Play => self.play(),
            Action::PlayFromStart => self.play_from_start(),
            Action::Pause if !self.visit.is_playing() => {}
            Action::Pause => self.pause_in(self.chapter()),
            Action::PauseIn(chapter) => self.pause_in(chapter),
            Action::GoToChapter(chapter) => self.stop_at(chapter),
            Action::StepChapters(chapters) => self.stop_at(self.chapter().saturating_add_signed(chapters)),
            Action::StepPages(pages) => {
                settings.step = Some(settings.step.unwrap_or_default().saturating_add_signed(pages));
            }
            Action::ChapterReached(chapter) => self.show_chapter(chapter),
            Action::Ended if settings.looping => self.play_from_start(),
            Action::Ended => self.set_playing(false),
            Action::Told(t) => {
                if self.visit.untold {
                    self.visit.told_until = t;
                }
            }
            Action::PinCell(cell) => settings.cell = cell,
            Action::SetBlocks(blocks) => settings.blocks = blocks,
            Action::SetGradient(false) => settings.gradient = false,
            Action::SetGradient(true) => {
                (settings.gradient, settings.chapter) = (true, Some(ChapterRef::Last));
                self.set_playing(false);
            }
            Action::SetLooping(looping) => settings.looping = looping,
            Action::SetSpeed(speed) => self.visit.speed = speed,
            Action::SetPresenting(presenting) => {
                self.visit.presenting = presenting;
                self.visit.view.blank = false;
            }
            Action::SetKeys(keys) => self.visit.keys = keys,
            Action::LoadLink(query) => self.load_link(&query),
            Action::ReplaceSettings(query) => self.replace_settings(&query),
            Action::DismissNotes => self.visit.ignored.clear(),
            Action::SetPredict(kind) => {
                settings.leave_set();
                settings.predict = kind;
            }
            Action::EndPractice => settings.leave_set(),
            Action::Practice(action) => match self.practice {
                Some(functions) => (functions.act)(self, action),
                // Practice does it when it is loaded.
                None => self.waiting = Some(action),
            },
            Action::PracticeLoaded(functions) => self.practice = Some(functions),
            Action::ChunksChanged => self.visit.chunks += 1,
            Action::Copied(_) | Action::View(_) => {}
        }
    }

    /// Changes a size that is held; nothing where it cannot be held.
    fn set_size(&mut self, held: HeldSize, size: u64) {
        let (operand, axis) = held;
        if self.held_sizes().contains(&held)
            && let Ok(read) = &self.analysis.operands[operand]
            && let Some(text) = with_size(self.settings.operand_text(operand), read, axis, size)
        {
            *self.settings.operand_text_mut(operand) = text;
        }
    }

    /// Inserts an axis of size 1 before an axis, or after the last one, or takes one away; nothing where the sizes cannot be held.
    fn set_axis(&mut self, operand: OperandId, axis: usize, inserts: bool) {
        let change = if inserts { with_axis } else { without_axis };
        if self.held_sizes().iter().any(|&(held, _)| held == operand)
            && let Ok(read) = &self.analysis.operands[operand]
            && let Some(text) = change(self.settings.operand_text(operand), read, axis)
        {
            *self.settings.operand_text_mut(operand) = text;
        }
    }

    /// Restores the inputs before the last change (`undo`), or those that were undone last.
    fn restore(&mut self, undo: bool) {
        let now = Inputs::new(&self.settings, self.visit.example);
        if let Some(inputs) = self.history.step(undo, now) {
            self.visit.example = inputs.restore(&mut self.settings);
        }
    }

    fn apply_fix(&mut self, operand: OperandId, text: String) {
        *self.settings.operand_text_mut(operand) = text;
        self.visit.history_entries += 1;
    }

    fn set_operands(&mut self, operands: Operands) {
        let Operands { a, b, operator, in_place, library } = operands;
        let settings = &mut self.settings;
        (settings.a, settings.b, settings.c, settings.in_place) = (a, b, Third::default(), in_place);
        (settings.code, settings.operation) = (Code::default(), None);
        self.visit.editing = false;
        settings.library = library.unwrap_or(settings.library);
        settings.operator = operator.map_or(settings.operator, Binary::Operator);
        self.visit.history_entries += 1;
    }

    fn answer(&mut self, answers: &[Answer]) {
        let Settings { a, b, c, code, library, operation, .. } = &mut self.settings;
        let mut texts: Vec<&mut String> = [a, b].into_iter().chain(&mut c.0).listed();
        if PYTHON.get().is_some_and(|python| (python.answer)(&mut code.text, &mut texts, *library, answers)) {
            *operation = None;
            self.visit.history_entries += 1;
        }
    }

    fn close_code(&mut self) {
        self.visit.editing = false;
        let settings = &mut self.settings;
        if !settings.has_code() {
            return;
        }
        settings.c = Third::default();
        if let Some((operation, order)) =
            self.analysis.operation.as_deref().and_then(|operation| Some((operation, fields_of(operation)?)))
        {
            for (&field, &operand) in operation.operands().iter().zip(order) {
                *settings.operand_text_mut(field) = operation.whole_shape(operand).to_string();
            }
        }
        (settings.code, settings.operation) = (Code::default(), None);
        self.visit.history_entries += 1;
    }

    /// Analyses the settings, and lets a program set what it says.
    pub(super) fn analyse(&mut self) {
        let mut analysis = Analysis::new(&self.settings);
        analysis.say(&mut self.settings);
        if let Some(shown) = &self.shown {
            analysis.keep(&shown.operation, &shown.story);
        }
        self.analysis = Rc::new(analysis);
    }

    fn open_example(&mut self, example: &Example, play: bool) {
        let is_asked = self.hides();
        let settings = &mut self.settings;
        if is_asked {
            // A set whose question is not answered has other operands.
            settings.leave_set();
        }
        (settings.a, settings.b, settings.c) = (example.a.to_owned(), example.b.to_owned(), Third::default());
        (settings.operator, settings.in_place) = (example.operator.into(), example.in_place);
        (settings.code, settings.operation) = (Code::default(), None);
        settings.chapter = Some(if play { ChapterRef::Index(0) } else { ChapterRef::Last });
        settings.cell = None;
        self.set_playing(play);
        self.visit.editing = false;
        self.visit.example = Some(example.id);
        self.visit.ignored.clear();
        self.visit.history_entries += 1;
    }

    fn play(&mut self) {
        if self.chapter() == self.last_chapter() && self.visit.play != PlayState::Paused {
            self.play_from_start();
        } else {
            self.set_playing(true);
        }
    }

    pub(super) const fn play_from_start(&mut self) {
        self.set_playing(true);
        self.settings.chapter = Some(ChapterRef::Index(0));
    }

    /// Plays, or stops without a pause.
    pub(super) const fn set_playing(&mut self, playing: bool) {
        self.visit.play = if playing { PlayState::Playing } else { PlayState::Stopped };
    }

    fn stop_at(&mut self, chapter: usize) {
        self.set_playing(false);
        self.show_chapter(chapter);
    }

    fn pause_in(&mut self, chapter: usize) {
        self.stop_at(chapter);
        self.visit.play = PlayState::Paused;
    }

    /// Shows a chapter. Links name the last one as such, whichever it is.
    fn show_chapter(&mut self, chapter: usize) {
        self.settings.chapter = Some(ChapterRef::of_index(chapter, self.last_chapter()));
    }

    /// Reads all settings. A record that was opened stays: it holds where its text is the program. In the same set of steps, what a step sets
    /// stays too, because a query with steps does not say it.
    fn read_query(&mut self, query: &str) {
        let opened = self.settings.code.opened.take();
        let (settings, ignored) = Settings::from_query(query);
        let before = std::mem::replace(&mut self.settings, settings);
        self.visit.ignored = ignored;
        if self.settings.has_steps() && self.settings.has_same_steps(&before) {
            self.settings.take_step(&before);
        }
        self.settings.code.opened = opened;
    }

    fn load_link(&mut self, query: &str) {
        self.read_query(query);
        self.visit.editing = self.settings.has_code();
        self.visit.example = None;
        self.set_playing(false);
    }

    fn replace_settings(&mut self, query: &str) {
        let chapter = self.settings.chapter;
        self.read_query(query);
        self.visit.editing = self.settings.has_code();
        if self.settings.chapter != chapter {
            self.set_playing(false);
            // A chapter that is named hides nothing.
            self.visit.untold &= self.settings.chapter.is_none();
        }
    }

    /// Ends the story of another operation, and shows the result. `replaces`: a chapter
    /// or a cell that is not as it was `before` belongs to the new operation, and without a chapter the story has not begun.
    fn leave_story(&mut self, before: &Settings, replaces: bool) {
        self.set_playing(false);
        let begun = !replaces || self.settings.chapter.is_some();
        if begun && (!replaces || self.settings.chapter == before.chapter) {
            self.settings.chapter = Some(ChapterRef::Last);
        }
        if !replaces || self.settings.cell == before.cell {
            self.settings.cell = None;
        }
    }

    /// Brings the analysis up to date, where the settings are not as they were `before`.
    fn update_analysis(&mut self, before: &Settings) {
        let other_library = self.settings.library != before.library;
        if !self.settings.same_operation(before) || (other_library && self.settings.has_code()) {
            self.analyse();
        } else if other_library {
            // The same operation and, mostly, the same picture: nothing that is pinned or plays is changed.
            Rc::make_mut(&mut self.analysis).set_library(&self.settings);
        }
        if !self.is_waiting() {
            self.show_analysis();
        }
    }
}

/// The operand of an operation that each field has, first field first; `None` where the fields would show another operation: in place
/// of another function of three operands than `where`.
fn fields_of(operation: &Operation) -> Option<&'static [OperandId]> {
    match operation.combination() {
        // The fields have the function, whose first operand is the condition.
        Combination::Where { is_method: true } => Some(&[OperandId::B, OperandId::A, OperandId::C]),
        Combination::Where { is_method: false } => Some(&OperandId::ALL),
        Combination::Operator(_) | Combination::MatrixProduct | Combination::Function(_) => {
            Some(&OperandId::PAIR[..]).filter(|pair| operation.operands() == *pair)
        }
    }
}
