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
//! | `unreadable`, `words`, `numbers`, `reply`, `changed` | the text of a learner's answer |
//! | `grade` | right, wrong with the wrong rules, or not readable |
//! | `figure` | an operand in a layout of its own |
//! | `limits`, `set_error` | how large a teacher's set may be, and why a set cannot be read |
//! | `item`, `summary` | a question as far as it can be written down, one that was answered, and what was understood |
//! | `line` | an operation in one line, as a teacher pastes it |
//! | `qr` | the QR code of a link |
//! | `random`, `set`, `link` | questions from a seed, and such a set as the value of a link |
//!
//! The first picture needs none of it, so the page loads it later, with the components that show questions. Only
//! [`QuestionKind`] is used by the settings.

mod answer;
mod change;
mod changed;
mod figure;
mod grade;
mod item;
mod kind;
pub mod limits;
mod line;
mod link;
mod misconception;
mod numbers;
mod prediction;
mod qr;
mod question;
mod random;
mod reply;
mod set;
mod set_error;
mod subject;
mod summary;
mod unreadable;
mod words;

pub use crate::practice::answer::{Answer, AxisAnswer, Change};
pub use crate::practice::figure::{Block, Figure};
pub use crate::practice::grade::Grade;
pub use crate::practice::item::{Answered, Item};
pub use crate::practice::kind::QuestionKind;
pub use crate::practice::line::OperationLine;
pub use crate::practice::misconception::Misconception;
pub use crate::practice::numbers::nested_text;
pub use crate::practice::qr::QrPath;
pub use crate::practice::question::{Asked, Question};
pub use crate::practice::reply::{Changed, Reply};
pub use crate::practice::set::{Level, SeededSet, Topic};
pub use crate::practice::set_error::{FileError, FileProblem, SetError};
pub use crate::practice::subject::Subject;
pub use crate::practice::summary::Summary;
pub use crate::practice::unreadable::{ReplyProblem, Unreadable};
