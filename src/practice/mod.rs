//! Practice: questions about an operation that know the wrong rules behind wrong answers.
//!
//! A misconception is a wrong rule that can be computed: operands in, the answer that this rule gives out. A question asks for one
//! thing about an operation and takes an answer as text. A wrong answer is compared with the answers of all wrong rules, so the
//! reply can say which rule was probably used, and which chapter of the story contradicts it.
//!
//! | file | content |
//! |---|---|
//! | `kind` | the kinds of questions |
//! | `subject` | the operation that a question is about |
//! | `answer` | answers |
//! | `prediction`, `misconception` | what a wrong rule makes of an operation, and the wrong rules |
//! | `question`, `change` | what is asked, the right answer, and those of the wrong rules |
//! | `unreadable`, `numbers`, `reply`, `changed` | the text of a learner's answer |
//! | `grade` | right, wrong with the wrong rules, or not readable |
//! | `item`, `summary` | a question that is written down or was answered, and what was understood |
//! | `random`, `set`, `link` | questions from a seed, and sets of questions as the value of a link |
//!
//! It is a module of its own, [`PRACTICE`]: the first picture needs none of it. Only [`QuestionKind`] is used elsewhere, by the
//! settings.

mod answer;
mod change;
mod changed;
mod grade;
mod item;
mod kind;
mod link;
mod misconception;
mod numbers;
mod prediction;
mod question;
mod random;
mod reply;
mod set;
mod subject;
mod summary;
mod unreadable;

pub use answer::{Answer, AxisAnswer, Change};
pub use grade::Grade;
pub use item::{Answered, Item};
pub use kind::QuestionKind;
pub use link::{OwnSet, PracticeSet, SetError};
pub use misconception::Misconception;
pub use question::{Asked, Question};
pub use reply::{Changed, Reply};
pub use set::{Level, SeededSet, Topic};
pub use subject::Subject;
pub use summary::Summary;
pub use unreadable::{ReplyProblem, Unreadable};

use crate::diagram::Story;
use crate::library::Library;
#[cfg(not(target_arch = "wasm32"))]
use crate::modules::module;

/// What practice can do.
#[derive(Debug)]
pub struct Practice {
    /// A question about an operation; see [`Question::new`].
    pub question: fn(QuestionKind, Subject, u64) -> Option<Question>,
    /// A question about an element; see [`Question::about_element`].
    pub about_element: fn(QuestionKind, Subject, Vec<u64>) -> Option<Question>,
    /// The question of an item; see [`Item::question`].
    pub of_item: fn(&Item, Subject) -> Option<Question>,
    /// The right answer; see [`Question::right`].
    pub right: fn(&Question) -> Option<Answer>,
    /// The answers of the wrong rules; see [`Question::wrong`].
    pub wrong: fn(&Question) -> Vec<(Misconception, Answer)>,
    /// Changes to choose from; see [`Question::changes`].
    pub changes: fn(&Question) -> Vec<Change>,
    /// Grades the text of an answer; see [`Question::grade`].
    pub grade: fn(&Question, &str, &Story) -> Grade,
    /// What is kept of a first answer; see [`Answered::new`].
    pub answered: fn(Item, &Question, &Grade) -> Answered,
    /// Reads a set; see [`PracticeSet::from_text`].
    pub set: fn(&str) -> Result<PracticeSet, SetError>,
    /// Writes a set; see [`PracticeSet::to_text`].
    pub set_text: fn(&PracticeSet) -> String,
    /// The next question of a set; see [`SeededSet::next`].
    pub next: fn(&SeededSet, Library, &[Answered]) -> Option<Item>,
    /// What was understood; see [`Summary::of`].
    pub summary: fn(&[Answered]) -> Summary,
}

// The page does not ask questions yet, and a module that nothing loads would become a part of the first load.
#[cfg(not(target_arch = "wasm32"))]
module! {
    /// Practice.
    pub PRACTICE: Practice = FUNCTIONS, in practice
}

#[cfg(not(target_arch = "wasm32"))]
const FUNCTIONS: Practice = Practice {
    question: Question::new,
    about_element: Question::about_element,
    of_item: Item::question,
    right: Question::right,
    wrong: Question::wrong,
    changes: Question::changes,
    grade: Question::grade,
    answered: Answered::new,
    set: PracticeSet::from_text,
    set_text: PracticeSet::to_text,
    next: SeededSet::next,
    summary: Summary::of,
};
