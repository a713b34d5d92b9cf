//! The texts of practice. Those of English are loaded with the chunk of practice, and those of each other language with the language.
//!
//! The texts of a language call no function of `practice`: what two chunks need would be in both.

use super::Locale;
use super::format::{element_name, join};
use crate::practice::{
    Answer, AxisAnswer, Level, Misconception, Question, QuestionKind, ReplyProblem, SetError, Subject, Topic,
    nested_text,
};
use tensor_broadcasting::{Axis, OperandId, Operation, Shape, format_value};

/// The texts of practice in one language.
#[derive(Debug)]
pub(super) struct PracticeTexts {
    /// What stands between the parts of a list.
    pub(super) comma: &'static str,
    /// The sentence that a wrong rule is, and what is right instead, in one or two sentences.
    pub(super) misconception: fn(Misconception) -> (&'static str, &'static str),
    /// The name of each kind of question, in one to three words.
    pub(super) kind: fn(QuestionKind) -> &'static str,
    /// The name of each topic.
    pub(super) topic: fn(Topic) -> &'static str,
    /// The name of each level, which says what its questions have.
    pub(super) level: fn(Level) -> &'static str,
    /// What happens at an axis of an operation.
    pub(super) axis: fn(&Axis, &Operation) -> String,
    /// The texts that are always the same.
    pub(super) label: fn(PracticeLabel) -> &'static str,
    /// The texts with variable parts.
    pub(super) message: fn(PracticeMessage<'_>) -> String,
}

/// A text of practice that is always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PracticeLabel {
    /// The heading of the choice of a question about the present operation.
    AskAbout,
    /// The choice to be asked nothing.
    AskNothing,
    /// The heading of the choice of a set.
    Sets,
    /// The heading of what makes a set of one's own.
    OwnSet,
    /// The name of the choice of a topic.
    Topic,
    /// The button that begins a set.
    Start,
    /// The name of the choice of a level.
    Level,
    /// The name of a set that follows the answers.
    Adaptive,
    /// What such a set does.
    AdaptiveHow,
    /// The button that checks the answer.
    Check,
    /// The button for one more chapter.
    Hint,
    /// The button for the answer.
    ShowAnswer,
    /// The button for the next question.
    NextQuestion,
    /// The button for the summary of a set.
    ToSummary,
    /// The button that ends a set.
    EndSet,
    /// The button for the next step.
    NextStep,
    /// The button for the step before.
    PreviousStep,
    /// The button that shows again what a step shows.
    RestoreStep,
    /// The button that ends a set of steps without questions.
    EndSteps,
    /// The button that begins the same set again.
    SameSet,
    /// The button that begins a set of other questions.
    NewSet,
    /// The answer is right.
    Right,
    /// The answer is wrong.
    Wrong,
    /// The operation works.
    Works,
    /// The operation fails.
    Fails,
    /// No message.
    NoMessage,
    /// Nothing is chosen yet for an axis.
    ChooseAxis,
    /// The heading of the operands.
    Operands,
    /// In place of the elements of an empty operand.
    NoElements,
    /// The elements can be chosen.
    ChooseElements,
    /// Changes of an operand to choose from.
    Changes,
    /// The question cannot be asked about the operation.
    CannotBeAsked,
    /// An operand cannot be read, so nothing is asked yet.
    NothingToAsk,
    /// The answer waits for the reader of Python.
    Loading,
    /// The heading of the summary.
    Summary,
    /// The heading of what is understood.
    Understood,
    /// The heading of what is not understood.
    NotUnderstood,
}

/// A text of practice with variable parts.
#[derive(Debug, Clone, Copy)]
pub enum PracticeMessage<'a> {
    /// What a question asks of its operation, which is named before it, and how to write the answer.
    Prompt(&'a Question),
    /// A wrong answer, of which this rule is the reason, or one of these rules may be.
    WrongRules(&'a [Misconception]),
    /// The axis of this number decides.
    Decides(usize),
    /// What of an answer cannot be read.
    CannotRead(&'a ReplyProblem),
    /// What is wrong with the set of questions in a link.
    SetError(SetError),
    /// The number of a question in its set, and the number of all questions.
    QuestionNumber(usize, usize),
    /// The number of a step, and the number of all steps.
    StepNumber(usize, usize),
    /// The right answer, as it is shown.
    RightAnswer(&'a str),
    /// The button that adds what is on screen to the set that a teacher collects, which has so many questions.
    AddToDraft(usize),
    /// What happens at an axis, to be chosen.
    Choice(AxisAnswer),
    /// The name of an operand and its shape, above its elements.
    OperandFigure(&'a str, &'a Shape),
    /// How many questions were answered rightly, of how many.
    Score(usize, usize),
}

/// What a question is about: the library and a line of Python, `PyTorch: out = a * b`.
pub(super) fn statement_line(subject: &Subject) -> String {
    format!("{}: {}", subject.library.name(), subject.statement())
}

/// An answer, as it is shown.
pub(super) fn answer_text(locale: Locale, question: &Question, answer: &Answer) -> String {
    let label = |label| locale.practice_label(label).to_owned();
    match answer {
        Answer::Shape(shape) => shape.to_string(),
        Answer::Works => label(PracticeLabel::Works),
        Answer::Fails => label(PracticeLabel::Fails),
        Answer::Axes(axes) => join(axes.len(), locale.practice().comma, &|number| {
            axes.get(number).map(|&axis| locale.practice_message(PracticeMessage::Choice(axis))).unwrap_or_default()
        }),
        Answer::Value(value) => format_value(*value, 20),
        Answer::Sources([a, b]) => {
            format!("{} {}", element_name(OperandId::A.name(), a), element_name(OperandId::B.name(), b))
        }
        Answer::Bytes(count) => format!("{} B", locale.grouped(*count)),
        Answer::Message(message) => message.clone().unwrap_or_else(|| label(PracticeLabel::NoMessage)),
        Answer::Change(change) => {
            let subject = &question.subject;
            change.code(subject.library, subject.shape(change.operand).ndim())
        }
        Answer::Tensor(shape, values) => nested_text(shape, values),
    }
}
