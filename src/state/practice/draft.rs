//! The set of steps that a teacher collects.
//!
//! It is kept in the visit while the dialog for it is closed and other operands are typed; on the device, the dialog keeps it where the
//! teacher agrees.

use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::Worksheet;
use super::step::{OwnSet, PracticeSet, Step};
use crate::practice::limits::{MAX_CAPTION, MAX_STEPS, MAX_TEXT, MAX_TITLE};
use crate::practice::{FileError, OperationLine, Question, QuestionKind};
use crate::state::Analysis;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Operator};
use tensor_reader::MAX_CHARS;

/// The longest text of operations that are pasted, in characters.
const MAX_PASTED: usize = 20_000;

/// What a teacher does about the set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftAction {
    /// Open or close the dialog.
    Open(bool),
    /// Add what is on screen as a step.
    Add,
    /// Add what is on screen as a step with a question.
    AddQuestion,
    /// Take the title and the steps of the set on screen, in place of those that were collected.
    TakeSet,
    /// Add a question without operands.
    AddEmpty,
    /// Replace the text of operations that are pasted, one a line.
    SetPasted(String),
    /// Add a question about each of them. What cannot be read stays in the text.
    AddPasted,
    /// Take the set that the device kept, as a file.
    TakeKept(String),
    /// Take the title and the steps of a file, in place of those that were collected.
    TakeFile(String),
    /// Remove the question of this id.
    Remove(u32),
    /// Put the question that was removed last to its place again.
    Undo,
    /// Choose the operator, the library, and whether the question of this id is in place.
    SetOperation(u32, Operator, Library, bool),
    /// Put the question of this id before the one above it.
    MoveUp(u32),
    /// Put the question of this id after the one below it.
    MoveDown(u32),
    /// Put the step of this id to this index.
    MoveTo(u32, usize),
    /// Show the step of this index on the page.
    Preview(usize),
    /// Choose what the step of this id asks; `None` for nothing.
    SetKind(u32, Option<QuestionKind>),
    /// Replace the text of an operand of the question of this id.
    SetOperand(u32, OperandId, String),
    /// Replace the text of the step of this id.
    SetText(u32, String),
    /// Replace the title.
    SetTitle(String),
    /// Replace the caption.
    SetCaption(String),
    /// Choose whether the answers may be shown.
    SetShowsAnswers(bool),
    /// Choose whether a worksheet has the answers too.
    SetWithAnswers(bool),
    /// Make a worksheet to be printed.
    Print(WorksheetOf),
    /// The worksheet was printed.
    Printed,
}

/// Which set a worksheet is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorksheetOf {
    /// The set that was collected.
    Draft,
    /// The set on screen.
    Screen,
}

/// What was changed last, to be said to screen readers. Questions are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftChange {
    /// A question was added at the end.
    Added,
    /// Questions were taken from the set on screen.
    Taken,
    /// The question of this number was removed.
    Removed(usize),
    /// The question of this id moved to this number.
    Moved(u32, usize),
}

/// The set that a teacher collects.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The title, of at most [`MAX_TITLE`] characters.
    pub title: String,
    /// The caption, of at most [`MAX_CAPTION`] characters.
    pub caption: String,
    /// Whether the answers may be shown.
    pub shows_answers: bool,
    /// The steps, at most [`MAX_STEPS`].
    pub steps: Vec<DraftStep>,
    /// Whether the dialog is open.
    pub is_open: bool,
    /// Whether a worksheet has the answers too.
    pub with_answers: bool,
    /// The worksheet that is to be printed.
    pub worksheet: Option<Rc<Worksheet>>,
    /// The operations that are pasted, one a line.
    pub pasted: String,
    /// Whether these are what could not be read.
    pub is_unread: bool,
    /// Why the file that was opened last cannot be read.
    pub file_error: Option<FileError>,
    /// The question that was removed last, with its index.
    pub removed: Option<(usize, DraftStep)>,
    /// What was changed last.
    pub change: Option<DraftChange>,
    /// The number of changes of the list so far.
    pub changes: u32,
    /// The number of steps that were added so far.
    added: u32,
}

/// A step that was collected.
#[derive(Debug, Clone)]
pub struct DraftStep {
    /// What names it wherever it stands: its number among all that were added.
    pub id: u32,
    /// The step as a link has it.
    pub step: Step,
    /// The kinds of questions that can be asked about the operation; `None` while the reader of Python is not loaded.
    pub kinds: Option<Vec<QuestionKind>>,
    /// The question; `None` where nothing is asked, or where it cannot be asked.
    pub question: Option<Question>,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            title: String::new(),
            caption: String::new(),
            shows_answers: true,
            steps: Vec::new(),
            is_open: false,
            with_answers: false,
            worksheet: None,
            pasted: String::new(),
            is_unread: false,
            file_error: None,
            removed: None,
            change: None,
            changes: 0,
            added: 0,
        }
    }
}

impl Draft {
    /// Whether one more question can be added.
    #[must_use]
    pub const fn has_room(&self) -> bool {
        self.steps.len() < MAX_STEPS
    }

    /// The set as any other one.
    #[must_use]
    pub fn set(&self) -> PracticeSet {
        PracticeSet::Own(self.own_set())
    }

    /// The set.
    #[must_use]
    pub fn own_set(&self) -> OwnSet {
        let steps = self.steps.iter().map(|step| step.step.clone()).listed();
        let (title, caption) = (self.title.clone(), self.caption.clone());
        OwnSet { title, caption, shows_answers: self.shows_answers, steps }
    }

    /// Adds a question at the end, if there is room for it.
    pub(super) fn push(&mut self, step: Step) {
        if self.has_room() {
            self.added = self.added.wrapping_add(1);
            self.steps.push(DraftStep::new(self.added, step));
        }
    }

    /// Takes a teacher's set.
    fn take(&mut self, own: OwnSet) {
        (self.title, self.caption, self.shows_answers) = (own.title, own.caption, own.shows_answers);
        own.steps.into_iter().for_each(|step| self.push(step));
    }

    /// Adds a question about each line that is pasted; what cannot be read stays.
    pub(super) fn add_pasted(&mut self, library: Library) {
        let pasted = std::mem::take(&mut self.pasted);
        for line in pasted.lines().filter(|line| !line.trim().is_empty()) {
            let added = OperationLine::of(line).filter(|_| self.has_room()).is_some_and(|line| {
                let mut step = Step::empty(library);
                [step.settings.a, step.settings.b] = line.operands;
                (step.settings.operator, step.settings.in_place) = (line.operator.into(), line.in_place);
                self.push(step);
                // A question that cannot be asked at all was not read.
                let is_read =
                    self.steps.last().is_some_and(|last| last.kinds.as_ref().is_none_or(|kinds| !kinds.is_empty()));
                if !is_read {
                    self.steps.pop();
                }
                is_read
            });
            if !added {
                self.pasted.push_str(line);
                self.pasted.push('\n');
            }
        }
        self.is_unread = !self.pasted.is_empty();
    }

    /// The index of the question of an id.
    fn index(&self, id: u32) -> Option<usize> {
        self.steps.iter().position(|question| question.id == id)
    }

    /// Exchanges the question of an id with the one at another index; `None` where there is none.
    fn exchange(&mut self, id: u32, other: impl FnOnce(usize) -> Option<usize>) -> Option<DraftChange> {
        let at = self.index(id)?;
        let other = other(at).filter(|&other| other < self.steps.len())?;
        self.steps.swap(at, other);
        Some(DraftChange::Moved(id, other + 1))
    }

    /// Applies an action that needs nothing but the set; gives what is to be said.
    pub(super) fn apply(&mut self, action: DraftAction) -> Option<DraftChange> {
        match action {
            DraftAction::Open(open) => {
                self.is_open = open;
                self.file_error = None;
                self.change = None;
                self.worksheet = None;
            }
            DraftAction::Remove(id) => {
                let at = self.index(id)?;
                self.removed = Some((at, self.steps.remove(at)));
                return Some(DraftChange::Removed(at + 1));
            }
            DraftAction::Undo => {
                let (at, question) = self.removed.take().filter(|_| self.has_room())?;
                let (at, id) = (at.min(self.steps.len()), question.id);
                self.steps.insert(at, question);
                return Some(DraftChange::Moved(id, at + 1));
            }
            DraftAction::SetOperation(id, operator, library, in_place) => {
                let at = self.index(id)?;
                self.steps.get_mut(at)?.set_operation(operator, library, in_place);
            }
            DraftAction::SetPasted(pasted) => {
                self.pasted = pasted.chars().take(MAX_PASTED).collect();
                self.is_unread = false;
            }
            DraftAction::TakeKept(text) => {
                let own = OwnSet::from_file(&text).ok()?;
                // What was collected before the dialog was opened follows.
                let collected = std::mem::take(&mut self.steps);
                self.take(own);
                collected.into_iter().for_each(|step| self.push(step.step));
            }
            DraftAction::TakeFile(text) => {
                let read = OwnSet::from_file(&text);
                self.file_error = read.as_ref().err().copied();
                let own = read.ok()?;
                self.steps.clear();
                self.take(own);
                return Some(DraftChange::Taken);
            }
            DraftAction::MoveUp(id) => return self.exchange(id, |at| at.checked_sub(1)),
            DraftAction::MoveDown(id) => return self.exchange(id, |at| at.checked_add(1)),
            DraftAction::MoveTo(id, to) => {
                let at = self.index(id).filter(|&at| at != to && to < self.steps.len())?;
                let step = self.steps.remove(at);
                self.steps.insert(to, step);
                return Some(DraftChange::Moved(id, to + 1));
            }
            DraftAction::SetKind(id, kind) => {
                let at = self.index(id)?;
                self.steps.get_mut(at)?.set_kind(kind);
            }
            DraftAction::SetOperand(id, operand, text) => {
                let at = self.index(id)?;
                self.steps.get_mut(at)?.set_operand(operand, text);
            }
            DraftAction::SetText(id, text) => {
                let at = self.index(id)?;
                self.steps.get_mut(at)?.step.text = text.chars().take(MAX_TEXT).collect();
            }
            DraftAction::SetCaption(caption) => self.caption = caption.chars().take(MAX_CAPTION).collect(),
            DraftAction::SetTitle(title) => self.title = title.chars().take(MAX_TITLE).collect(),
            DraftAction::SetShowsAnswers(shows) => self.shows_answers = shows,
            DraftAction::SetWithAnswers(with) => self.with_answers = with,
            DraftAction::Printed => self.worksheet = None,
            // They need what is on screen.
            DraftAction::Add
            | DraftAction::AddQuestion
            | DraftAction::AddEmpty
            | DraftAction::AddPasted
            | DraftAction::TakeSet
            | DraftAction::Preview(_)
            | DraftAction::Print(_) => {}
        }
        None
    }
}

impl DraftStep {
    fn new(id: u32, step: Step) -> Self {
        let mut step = Self { id, step, kinds: None, question: None };
        step.read();
        step
    }

    /// Reads the operands, and finds out what can be asked about them.
    pub(super) fn read(&mut self) {
        let mut settings = self.step.settings.clone();
        let analysis = Analysis::new(&settings);
        if analysis.awaits_python() {
            return;
        }
        // A program says which operator and which library it has.
        analysis.say(&mut settings);
        let subject = analysis.subject(&settings);
        let question = |kind| settings.item(kind).question(subject.clone()?);
        self.kinds = Some(QuestionKind::ALL.into_iter().filter(|&kind| question(kind).is_some()).listed());
        self.question = settings.predict.and_then(question);
    }

    /// Replaces the text of an operand. A cell that was pinned belongs to the operation before.
    fn set_operand(&mut self, operand: OperandId, text: String) {
        let settings = &mut self.step.settings;
        *settings.operand_text_mut(operand) = text.chars().take(MAX_CHARS).collect();
        settings.cell = None;
        self.kinds = None;
        self.read();
    }

    fn set_operation(&mut self, operator: Operator, library: Library, in_place: bool) {
        let settings = &mut self.step.settings;
        (settings.operator, settings.library, settings.in_place) = (operator.into(), library, in_place);
        self.kinds = None;
        self.read();
    }

    fn set_kind(&mut self, kind: Option<QuestionKind>) {
        self.step.settings.predict = kind;
        self.read();
    }
}
