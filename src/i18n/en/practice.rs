//! The English texts of practice.

use crate::i18n::Locale;
use crate::i18n::format::{element_name, join};
use crate::i18n::practice::{PracticeLabel, PracticeMessage, PracticeTexts};
use crate::practice::limits::{MAX_FILE, MAX_LINK, MAX_STEPS};
use crate::practice::{
    Asked, AxisAnswer, FileError, FileProblem, Level, Misconception, Question, QuestionKind, ReplyProblem, SeededSet,
    SetError, Topic,
};

pub(super) const PRACTICE: PracticeTexts =
    PracticeTexts { comma: ", ", misconception, kind, topic, level, axis: super::axis_verdict, label, message };

fn misconception(rule: Misconception) -> (&'static str, &'static str) {
    match rule {
        Misconception::LinesUpLeft => {
            ("Shapes line up at the left.", "Shapes line up at the right: the last axes are compared first.")
        }
        Misconception::LargerSize => (
            "The result has the larger size, even against 0.",
            "A size of 1 takes the other size, also if that is 0. A size of 0 agrees only with 0 and 1.",
        ),
        Misconception::VectorsMakeTable => (
            "Two vectors make a table.",
            "The axes of two vectors line up, so their sizes must agree. For a table make one of them a column: a[:, None].",
        ),
        Misconception::AnySizeStretches => {
            ("Any size stretches to a larger one.", "Only a size of 1 stretches. Two other sizes must be equal.")
        }
        Misconception::MultipleStretches => (
            "A size stretches to its multiples, such as 2 to 4.",
            "Only a size of 1 stretches. It does not matter whether one size is a multiple of the other.",
        ),
        Misconception::VectorIsColumn => (
            "A vector is a column.",
            "The only axis of a vector lines up with the last axis, as the elements of a row do. A column needs a second axis \
             of size 1.",
        ),
        Misconception::TargetGrows => {
            ("In place, a grows to the shape of the result.", "In place, a keeps its shape. Only b can stretch.")
        }
        Misconception::StarIsMatmul => {
            ("* is the matrix product.", "* multiplies element by element. The matrix product is a @ b.")
        }
        Misconception::StretchingCopies => (
            "Stretching copies the elements.",
            "Stretching copies nothing: the stride is 0. Only the result needs new memory.",
        ),
        Misconception::NeedsAnAxis => (
            "A tensor without axes does not broadcast.",
            "A 0-dim tensor has one element. It broadcasts with every shape.",
        ),
        Misconception::AxisByFit => (
            "A missing axis is inserted where it fits.",
            "A missing axis is always inserted in front, whatever the sizes are.",
        ),
        Misconception::ClashCountedInOperand => (
            "The dimension in the message is counted in the operand.",
            "The dimension in the message is counted in the aligned shapes, from 0.",
        ),
        Misconception::FirstClash => (
            "The message is about the first clash from the left.",
            "Axes are compared from the right. PyTorch names the clash that is furthest to the right.",
        ),
        Misconception::TransposeTurnsVector => (
            ".T makes a column of a vector.",
            "A vector has only one axis, so .T changes nothing. For a column write [:, None].",
        ),
        Misconception::OneStretches => {
            ("Only one operand can stretch.", "Both operands can stretch, each along its own axes of size 1.")
        }
        Misconception::SizesMultiply => (
            "The sizes on an axis are multiplied.",
            "Equal sizes stay as they are, and a size of 1 takes the other size. Sizes are never multiplied.",
        ),
        Misconception::SameNdim => {
            ("Both operands need the same number of axes.", "Missing axes are inserted in front, with size 1.")
        }
        Misconception::OnesIgnored => (
            "Axes of size 1 do not count.",
            "An axis of size 1 keeps its place: it lines up with an axis of the other operand and stretches.",
        ),
        Misconception::EmptyFails => (
            "An axis of size 0 never broadcasts.",
            "A size of 0 agrees with 0 and with 1. The result then has no elements.",
        ),
        Misconception::Recycled => (
            "The elements of the smaller operand are repeated one after the other.",
            "Elements are repeated only along axes that are missing or have size 1.",
        ),
        Misconception::GradientNotSummed => (
            "The gradient of a stretched operand has the shape of the result.",
            "The gradient has the shape of the operand. It is the sum along the stretched axes.",
        ),
        Misconception::GradientAveraged => (
            "The gradient is the mean along the stretched axes.",
            "The gradient is the sum along the stretched axes, not the mean.",
        ),
        Misconception::GradientOnce => (
            "Each element counts once in the gradient, however often it is read.",
            "An element that is read several times gets a part from each element of the result that it is read for.",
        ),
        Misconception::OperandsCounted => (
            "The memory of the operands counts.",
            "The operands are there before. New memory is needed for the result only.",
        ),
    }
}

fn kind(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Shape => "shape of the result",
        QuestionKind::Verdict => "works or fails",
        QuestionKind::Axes => "each axis",
        QuestionKind::Value => "value of an element",
        QuestionKind::Source => "source elements",
        QuestionKind::Memory => "memory",
        QuestionKind::Error => "message",
        QuestionKind::Fix => "fix",
        QuestionKind::Gradient => "gradient",
    }
}

fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Mixed => "All topics",
        Topic::Shapes => "Shapes",
        Topic::Errors => "Errors and fixes",
        Topic::Values => "Elements",
        Topic::Memory => "Memory",
        Topic::InPlace => "In place",
        Topic::Gradients => "Gradients",
    }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::First => "Up to 2 axes",
        Level::Second => "Up to 3 axes",
        Level::Third => "Up to 4 axes, also 0-dim and empty tensors",
    }
}

fn label(label: PracticeLabel) -> &'static str {
    match label {
        PracticeLabel::AskAbout => "A question about this operation",
        PracticeLabel::AskNothing => "No question",
        PracticeLabel::Sets => "A set of five questions",
        PracticeLabel::OwnSet => "Your own set",
        PracticeLabel::Topic => "Topic",
        PracticeLabel::Start => "Start",
        PracticeLabel::Level => "Level",
        PracticeLabel::Adaptive => "Adaptive set",
        PracticeLabel::AdaptiveHow => "What was wrong is asked again, so the questions differ from person to person.",
        PracticeLabel::Check => "Check",
        PracticeLabel::Hint => "Hint",
        PracticeLabel::ShowAnswer => "Show the answer",
        PracticeLabel::NextQuestion => "Next question",
        PracticeLabel::ToSummary => "Summary",
        PracticeLabel::EndSet => "End the practice",
        PracticeLabel::NextStep => "Next",
        PracticeLabel::PreviousStep => "Previous",
        PracticeLabel::RestoreStep => "Show this step again",
        PracticeLabel::EndSteps => "End the steps",
        PracticeLabel::SameSet => "The same questions again",
        PracticeLabel::NewSet => "Other questions",
        PracticeLabel::Right => "Right.",
        PracticeLabel::Wrong => "This is not right.",
        PracticeLabel::Works => "It works",
        PracticeLabel::Fails => "It fails",
        PracticeLabel::NoMessage => "No error",
        PracticeLabel::ChooseAxis => "choose",
        PracticeLabel::Operands => "Operands",
        PracticeLabel::NoElements => "no elements",
        PracticeLabel::ChooseElements => "Choose one element of a and one of b, or write them.",
        PracticeLabel::Changes => "Or choose a change:",
        PracticeLabel::CannotBeAsked => {
            "This cannot be asked about this operation. Choose another question or other operands."
        }
        PracticeLabel::NothingToAsk => "Write operands that can be read. Then the question follows.",
        PracticeLabel::Loading => "Loading the reader of Python …",
        PracticeLabel::Summary => "Summary",
        PracticeLabel::Understood => "Understood",
        PracticeLabel::NotUnderstood => "Not understood yet",
    }
}

fn message(message: PracticeMessage<'_>) -> String {
    match message {
        PracticeMessage::Prompt(question) => prompt(question),
        PracticeMessage::WrongRules(&[rule]) => {
            let (wrong, right) = misconception(rule);
            format!("This answer follows from a wrong rule: “{wrong}” {right}")
        }
        PracticeMessage::WrongRules(rules) => {
            let rules = join(rules.len(), " or ", &|number| format!("“{}”", misconception(rules[number]).0));
            format!("This may come from a wrong rule: {rules}")
        }
        PracticeMessage::Decides(axis) => format!("Axis {axis} decides:"),
        PracticeMessage::CannotRead(problem) => reply_problem(problem),
        PracticeMessage::SetError(error) => set_error(error),
        PracticeMessage::QuestionNumber(number, all) => format!("Question {number} of {all}"),
        PracticeMessage::StepNumber(number, all) => format!("Step {number} of {all}"),
        PracticeMessage::RightAnswer(answer) => format!("The answer is: {answer}"),
        PracticeMessage::Choice(answer) => axis_answer(answer),
        PracticeMessage::AddToDraft(count) => format!("Add what is on screen ({count} so far)"),
        PracticeMessage::OperandFigure(name, shape) => format!("{name}, shape {shape}"),
        PracticeMessage::Score(right, all) => format!("{right} of {all} right at the first try"),
    }
}

fn axis_answer(answer: AxisAnswer) -> String {
    match answer {
        AxisAnswer::Equal => "equal sizes".to_owned(),
        AxisAnswer::Stretches(operand) => format!("{} stretches", operand.name()),
        AxisAnswer::Missing(operand) => format!("{} lacks it", operand.name()),
        AxisAnswer::Clashes => "clash".to_owned(),
    }
}

fn prompt(question: &Question) -> String {
    let Question { subject, asked, .. } = question;
    let result = subject.result_name();
    match (question.kind, asked) {
        (QuestionKind::Verdict, _) => "Does this work?".to_owned(),
        (QuestionKind::Axes, _) => "What happens at each axis, from the first to the last?".to_owned(),
        (QuestionKind::Source, Asked::Element(index)) => {
            format!(
                "Which elements of a and b is {} made of? Write for example a[0] b[0].",
                element_name(result, index)
            )
        }
        (_, Asked::Element(index)) => format!("Which value does {} have then?", element_name(result, index)),
        (QuestionKind::Memory, _) => {
            let (bytes, name) = (subject.dtype.bytes(), subject.dtype.name());
            format!("How much new memory does this need? Bytes of one element: {bytes} ({name}).")
        }
        (_, Asked::Messages(_)) => "Which message does this give?".to_owned(),
        (_, Asked::Change { result: shape, .. }) => {
            format!("This fails. Change one operand so that {result} has the shape {shape}. Write the new operand.")
        }
        (_, Asked::Gradient(operand)) => {
            format!("The elements of out are summed. Write the gradient of {}, with all its numbers.", operand.name())
        }
        (_, Asked::Nothing) => format!("Which shape does {result} have then? Write “error” if this fails."),
    }
}

fn reply_problem(problem: &ReplyProblem) -> String {
    match problem {
        ReplyProblem::Text(problem) => super::cannot_read(problem),
        ReplyProblem::NotYesOrNo => "Answer with yes or no.".to_owned(),
        ReplyProblem::NotAnAxis => {
            "Write “equal”, “a stretches”, “b stretches”, “a missing”, “b missing” or “clash”.".to_owned()
        }
        ReplyProblem::WrongCount { expected, found } => {
            format!(
                "There are {expected} aligned axes, but {found} answers. Write one answer for each axis, between commas."
            )
        }
        ReplyProblem::NotANumber => "Write a number such as 21 or 0.5.".to_owned(),
        ReplyProblem::NotAnElement => "This is not an element of an operand. Write for example a[2,0].".to_owned(),
        ReplyProblem::ElementMissing(operand) => format!("The element of {} is missing.", operand.name()),
        ReplyProblem::NotAUnit => "This is not a unit. Write B, kB, MB, GB, KiB, MiB or GiB.".to_owned(),
        ReplyProblem::NoSuchMessage => "There is no message with this number.".to_owned(),
        ReplyProblem::Ragged => {
            "The lists do not make a tensor. Lists at one level have the same length, and each bracket is closed."
                .to_owned()
        }
    }
}

fn set_error(error: SetError) -> String {
    match error {
        SetError::TooLong => {
            format!("The set in this link has more than {} characters.", Locale::En.grouped(MAX_LINK as u64))
        }
        SetError::UnknownVersion => {
            "The set in this link cannot be read. It is from another version of the page, or no set.".to_owned()
        }
        SetError::WrongFields => {
            "The set in this link cannot be read: a part is missing, or there is one too many.".to_owned()
        }
        SetError::Seed => "The set in this link cannot be read: its seed is not a hexadecimal number.".to_owned(),
        SetError::Topic => "The set in this link has an unknown topic.".to_owned(),
        SetError::Level => "The set in this link has an unknown level.".to_owned(),
        SetError::Count => {
            format!("A set has 1 to {} questions or steps.", SeededSet::MAX_COUNT.min(MAX_STEPS))
        }
        SetError::TextTooLong => "A text in this set is too long.".to_owned(),
        SetError::Step(number) => format!("Step {number} of this set cannot be read."),
        SetError::Awaited => "The steps are being loaded.".to_owned(),
        SetError::NotLoaded => "The file with the steps cannot be loaded.".to_owned(),
        SetError::File(FileError { line, column, problem }) => {
            let problem = file_problem(problem);
            format!("The file with the steps cannot be read. Line {line}, character {column}: {problem}")
        }
    }
}

fn file_problem(problem: FileProblem) -> String {
    match problem {
        FileProblem::TooLarge => {
            format!("it has more than {} characters.", Locale::En.grouped(MAX_FILE as u64))
        }
        FileProblem::Expected(signs) => format!("here must be {signs}"),
        FileProblem::Version => "this version is unknown; this page reads version 1.".to_owned(),
        FileProblem::Missing(name) => format!("\"{name}\" is missing here."),
        FileProblem::UnknownField => "there is no field of this name.".to_owned(),
        FileProblem::Value(name) => format!("\"{name}\" has no such value."),
        FileProblem::TooLong(most) => {
            format!("this text has more than {} characters.", Locale::En.grouped(most as u64))
        }
        FileProblem::Count => format!("a set has 1 to {} steps.", MAX_STEPS),
    }
}
