//! What the user is asked, and what the user has done about it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::draft::{Draft, DraftAction};
use super::step::{PracticeSet, Step};
use crate::practice::{Answered, AxisAnswer, Grade, Item, Misconception, Question, SeededSet, SetError};
use broadcasting_diagram::Story;
use tensor_broadcasting::{OperandId, Operation};

/// What the user does about a question.
#[derive(Debug, Clone, PartialEq)]
pub enum PracticeAction {
    /// Replace the text of the answer.
    Write(String),
    /// Choose what happens at the axis of this index.
    ChooseAxis(usize, AxisAnswer),
    /// Choose this element of an operand.
    ChooseElement(OperandId, Vec<u64>),
    /// Check the answer; where it may be seen already, go on.
    Answer,
    /// Tell one more chapter of the story.
    Hint,
    /// Show the answer.
    Show,
    /// Go on to the next question of the set or to the next step; after the last one, to the summary.
    Next,
    /// Go back to the step before.
    Previous,
    /// Go to the step of this index.
    GoToStep(usize),
    /// Show again what the step shows, in place of what the user has changed.
    RestoreStep,
    /// Begin a set.
    Start(SeededSet),
    /// Begin the set again.
    SameSet,
    /// Begin a set of the same kind with other questions.
    NewSet,
    /// Take a file with a set, whose address is the first text; `None` where it could not be loaded.
    TakeFile(Rc<(String, Option<String>)>),
    /// Do something about the set that a teacher collects. It is shared, so that the first load has no code to copy it.
    Draft(Rc<DraftAction>),
}

/// What of the answer to a question may be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Nothing: only the operands.
    Nothing,
    /// The first so many chapters of the story.
    Chapters(usize),
    /// Everything.
    Everything,
}

/// The question that the user is asked, and what the user has done about it.
#[derive(Debug, Clone)]
pub struct Asking {
    /// What is asked.
    pub item: Item,
    /// The question; `None` where it cannot be asked about the operation.
    pub question: Option<Question>,
    /// The operation that it is about; `None` where an operand cannot be read.
    pub(super) operation: Option<Rc<Operation>>,
    /// The story of the operation.
    pub story: Option<Rc<Story>>,
    /// The text of the answer.
    pub text: String,
    /// The elements of the operands that were chosen, where the question is about elements.
    pub chosen: [Option<Vec<u64>>; 2],
    /// The grade of the last answer that was checked.
    pub grade: Option<Grade>,
    /// Whether the answer is checked again when the user of Python is loaded.
    pub awaits_python: bool,
    /// The number of answers that were checked and could be read.
    pub attempts: usize,
    /// The number of chapters of the story that were told.
    pub told: usize,
    /// Whether the chapters that were told are drawn.
    pub(super) is_drawn: bool,
    /// Whether the answer may be seen: the user gave it, or asked for it.
    pub is_open: bool,
}

/// What practice keeps of a visit.
#[derive(Debug, Clone, Default)]
pub(super) struct Session {
    /// The set of questions, if there is one.
    pub(super) set: Option<SetProgress>,
    /// The question, if there is one.
    pub(super) asking: Option<Asking>,
    /// The chapter at which the story of a step is to stop, by its index; `None` where nothing plays to one.
    pub(super) plays_to: Option<usize>,
    /// The results that were not taken yet: each is the name of an event and its JSON text.
    pub(super) results: Vec<(&'static str, String)>,
    /// The set that a teacher collects.
    pub(super) draft: Rc<Draft>,
}

impl Session {
    /// What of the answer to a question may be seen. This is the only place that decides it.
    pub(super) fn seen(&self) -> Seen {
        match (&self.set, &self.asking) {
            (Some(set), _) if set.is_awaited() => Seen::Nothing,
            (Some(set), _) if set.is_done || set.set.is_err() => Seen::Everything,
            (_, Some(asking)) => asking.seen(),
            (None, None) => Seen::Everything,
            // A step without a question hides nothing.
            (Some(set), None) if set.step().is_some() => Seen::Everything,
            (Some(_), None) => Seen::Nothing,
        }
    }
}

/// A set of questions that the user works on.
#[derive(Debug, Clone)]
pub struct SetProgress {
    /// The text of the set in the settings, or the address of its file.
    pub text: String,
    /// Where it is.
    pub(super) place: SetPlace,
    /// The set, or why it cannot be read.
    pub set: Result<PracticeSet, SetError>,
    /// The first answer to each question so far.
    pub answers: Vec<Answered>,
    /// Of a teacher's set, the index of the step that is shown; `None` before one is.
    pub(super) at: Option<usize>,
    /// Of a teacher's set, what was asked at the steps that were left, by their indices.
    pub(super) left: BTreeMap<usize, Asking>,
    /// Whether the end was reported.
    pub(super) is_reported: bool,
    /// Whether all questions were answered.
    pub is_done: bool,
}

/// Where a set is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SetPlace {
    /// In the link, as a seed.
    Seed,
    /// In the link, as a teacher wrote it.
    Link,
    /// In a file.
    File,
}

impl SetProgress {
    /// The step that is shown; `None` in a set from a seed.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        match &self.set {
            Ok(PracticeSet::Own(own)) => own.steps.get(self.at?),
            _ => None,
        }
    }

    /// The index of the step that is shown; `None` in a set from a seed.
    #[must_use]
    pub fn step_index(&self) -> Option<usize> {
        self.at.filter(|_| self.step().is_some())
    }

    /// The number of questions of a set from a seed, or of a teacher's steps.
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.set {
            Ok(PracticeSet::Seeded(set)) => set.count,
            Ok(PracticeSet::Own(own)) => own.steps.len(),
            Err(_) => 0,
        }
    }

    /// Whether anything is asked.
    #[must_use]
    pub fn asks(&self) -> bool {
        !matches!(&self.set, Ok(PracticeSet::Own(own)) if !own.asks())
    }

    /// Whether its file is being loaded.
    #[must_use]
    pub const fn is_awaited(&self) -> bool {
        matches!(self.set, Err(SetError::Awaited))
    }

    /// Whether the user may ask for the answers.
    #[must_use]
    pub const fn shows_answers(&self) -> bool {
        match &self.set {
            Ok(PracticeSet::Own(own)) => own.shows_answers,
            Ok(PracticeSet::Seeded(_)) | Err(_) => true,
        }
    }
}

impl Asking {
    /// What of its answer may be seen.
    #[must_use]
    pub const fn seen(&self) -> Seen {
        match &self.question {
            _ if self.is_open => Seen::Everything,
            Some(_) if self.is_drawn => Seen::Chapters(self.told),
            Some(_) => Seen::Nothing,
            // Nothing is asked about an operation that can be read.
            None if self.operation.is_some() => Seen::Everything,
            None => Seen::Nothing,
        }
    }

    /// Whether it is asked and neither answered nor shown.
    pub(super) const fn is_awaited(&self) -> bool {
        self.question.is_some() && !self.is_open
    }

    /// Whether one more chapter can be told. The last one is told only with the answer.
    #[must_use]
    pub fn has_hint(&self) -> bool {
        !self.is_open && self.question.is_some() && self.story.as_ref().is_some_and(|story| self.told < story.last())
    }

    /// The wrong rules that may be behind the last answer: the one that stands out, or a few; none where too many give it.
    #[must_use]
    pub fn rules(&self) -> Vec<Misconception> {
        match &self.grade {
            Some(Grade::Wrong { rules, .. }) => Misconception::suspects(rules),
            _ => Vec::new(),
        }
    }
}
