//! The texts of practice, which are loaded with its module.

use crate::practice::{Level, Misconception, Question, QuestionKind, ReplyProblem, SetError, Topic};

/// The texts of practice in one language.
#[derive(Debug)]
pub(super) struct PracticeTexts {
    /// The sentence that a wrong rule is, and what is right instead, in one or two sentences.
    pub(super) misconception: fn(Misconception) -> (&'static str, &'static str),
    /// The name of each kind of question, in one to three words.
    pub(super) kind: fn(QuestionKind) -> &'static str,
    /// The name of each topic.
    pub(super) topic: fn(Topic) -> &'static str,
    /// What a level has.
    pub(super) level: fn(Level) -> &'static str,
    /// The texts with variable parts.
    pub(super) message: fn(PracticeMessage<'_>) -> String,
}

/// A text of practice with variable parts.
#[derive(Debug, Clone, Copy)]
pub enum PracticeMessage<'a> {
    /// What a question asks, and how to write the answer.
    Prompt(&'a Question),
    /// A wrong answer, of which this rule is the probable reason.
    WrongRule(Misconception),
    /// What of an answer cannot be read.
    CannotRead(&'a ReplyProblem),
    /// What is wrong with the set of questions in a link.
    SetError(SetError),
    /// How many questions were answered rightly, of how many.
    Score(usize, usize),
}
