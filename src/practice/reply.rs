//! What a learner answers: a text, read as an answer to a question of one kind.

use std::ops::RangeInclusive;
use tensor_broadcasting::lists::Listed;

use super::answer::close;
use super::unreadable::whole;
use super::words::means;
use super::{Answer, Asked, AxisAnswer, Question, QuestionKind, ReplyProblem, Unreadable, numbers};
use crate::program::{PYTHON, read_operand};
use tensor_broadcasting::{OperandId, Shape};
use tensor_reader::{MAX_CHARS, ParseError, Problem, ascii_twin, is_letter, is_part_of_word};

/// An answer as it was read from a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// The shape of the result.
    Shape(Shape),
    /// The operation works.
    Works,
    /// The library raises an exception.
    Fails,
    /// What happens at each axis.
    Axes(Vec<AxisAnswer>),
    /// A number.
    Number(f64),
    /// The index of an element of each operand.
    Sources([Vec<u64>; 2]),
    /// Ranges of bytes; the answer is in one of them. A text such as `1.5 MB` is rounded, and has units of 1000 or of 1024.
    Bytes(Vec<RangeInclusive<f64>>),
    /// A message of the library; `None` for no error.
    Message(Option<String>),
    /// Changed operands.
    Changed(Changed),
    /// The shape and the elements of a tensor, in row-major order.
    Tensor(Shape, Vec<f64>),
}

/// Operands that a learner changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The shapes of the operands.
    pub shapes: [Shape; 2],
    /// After which operand, a vector, `.T` is written.
    pub transposed: [bool; 2],
    /// Whether the result is that of a fix.
    pub is_fix: bool,
}

impl Reply {
    /// Whether it says the same as an answer. A change is compared by [`Question::grade`].
    #[must_use]
    pub fn is(&self, answer: &Answer) -> bool {
        match (self, answer) {
            (Self::Shape(one), Answer::Shape(other)) => one == other,
            (Self::Works, Answer::Works) | (Self::Fails, Answer::Fails) => true,
            (Self::Axes(one), Answer::Axes(other)) => one == other,
            (Self::Number(one), Answer::Value(other)) => close(*one, other.to_float()),
            (Self::Sources(one), Answer::Sources(other)) => one == other,
            (Self::Bytes(ranges), Answer::Bytes(bytes)) => ranges.iter().any(|range| range.contains(&(*bytes as f64))),
            (Self::Message(one), Answer::Message(other)) => one == other,
            (Self::Tensor(shape, one), Answer::Tensor(other_shape, other)) => {
                shape == other_shape && one.iter().zip(other).all(|(&one, &other)| close(one, other))
            }
            _ => false,
        }
    }
}

impl Question {
    /// Reads the text of an answer.
    ///
    /// | kind | texts |
    /// |---|---|
    /// | shape | a shape in any way that the page reads, `error` |
    /// | verdict | `yes`, `no`, `works`, `error`, `可以`, `funciona`, a shape |
    /// | axes | one for each axis, first axis first: `equal`, `a stretches`, `b missing`, `clash` |
    /// | value | a number |
    /// | source | `a[2,0] b[1]`, `(2,0) (1,)` |
    /// | memory | `48`, `48 B`, `1.5 MB`, `1.5 MiB` |
    /// | error | the number of a message, a message, `no error` |
    /// | fix | the changed operand as a shape or in Python, or the whole line: `b[:, None]`, `b = b[:, None]`, `a + b[:, None]` |
    /// | gradient | numbers as nested lists: `[4, 4, 4]` |
    ///
    /// # Errors
    ///
    /// What cannot be read, with its place.
    pub fn read(&self, text: &str) -> Result<Reply, Unreadable> {
        if text.chars().nth(MAX_CHARS).is_some() {
            return Err(ParseError { span: MAX_CHARS..MAX_CHARS, problem: Problem::TooLong }.into());
        }
        if text.trim().is_empty() {
            return Err(ParseError { span: 0..0, problem: Problem::Empty }.into());
        }
        match self.kind {
            QuestionKind::Shape if says_no(text) => Ok(Reply::Fails),
            QuestionKind::Shape => Ok(Reply::Shape(read_operand(text, PYTHON.get())?.shape().clone())),
            QuestionKind::Verdict => verdict(text),
            QuestionKind::Axes => axes(text, self.subject.operation.alignment().ndim()),
            QuestionKind::Value => number(text),
            QuestionKind::Source => self.sources(text),
            QuestionKind::Memory => bytes(text),
            QuestionKind::Error => self.message(text),
            QuestionKind::Fix => self.changed(text).map(Reply::Changed),
            QuestionKind::Gradient => numbers::tensor(text).map(|(shape, values)| Reply::Tensor(shape, values)),
        }
    }

    fn message(&self, text: &str) -> Result<Reply, Unreadable> {
        let Asked::Messages(messages) = &self.asked else { return Err(whole(text, ReplyProblem::NoSuchMessage)) };
        let text = text.trim();
        if says_yes(text) {
            return Ok(Reply::Message(None));
        }
        if let Ok(number) = plain(text).parse::<usize>() {
            let message = number.checked_sub(1).and_then(|index| messages.get(index));
            return message.cloned().map(Reply::Message).ok_or_else(|| whole(text, ReplyProblem::NoSuchMessage));
        }
        // The type of the exception may be left out.
        let has_text =
            |message: &String| message == text || message.split_once(": ").is_some_and(|(_, message)| message == text);
        let of_rules = self.wrong().into_iter().filter_map(|(_, answer)| match answer {
            Answer::Message(message) => message,
            _ => None,
        });
        let known = messages.iter().flatten().cloned().chain(of_rules).find(has_text);
        Ok(Reply::Message(Some(known.unwrap_or_else(|| text.to_owned()))))
    }

    fn sources(&self, text: &str) -> Result<Reply, Unreadable> {
        let chars: Vec<char> = text.chars().map(ascii_twin).listed();
        let at = |position: usize| chars.get(position).copied();
        let mut found: [Option<Vec<u64>>; 2] = [None, None];
        let mut position = 0;
        while let Some(c) = at(position) {
            let start = position;
            let name = OperandId::PAIR.into_iter().find(|operand| operand.name().starts_with(c.to_ascii_lowercase()));
            let starts_word = is_letter(c);
            if starts_word {
                while at(position).is_some_and(is_part_of_word) {
                    position += 1;
                }
                if position > start + 1 || name.is_none() {
                    let word: String = chars.get(start..position).unwrap_or_default().iter().collect();
                    if !means(&word, |words| words.between) {
                        return Err(Unreadable { span: start..position, problem: ReplyProblem::NotAnElement });
                    }
                    continue;
                }
                while at(position) == Some(' ') {
                    position += 1;
                }
            } else if !matches!(c, '[' | '(') {
                if !matches!(c, ' ' | ',' | ';' | '+' | '-' | '*' | '/' | '×' | '÷' | '%' | '&' | '=') {
                    return Err(Unreadable { span: start..start + 1, problem: ReplyProblem::NotAnElement });
                }
                position += 1;
                continue;
            }
            let operand = if starts_word { name } else { None };
            let operand = operand.or_else(|| OperandId::PAIR.into_iter().find(|id| found[id.position()].is_none()));
            let index = index_at(&chars, &mut position);
            let element = operand
                .zip(index)
                .and_then(|(operand, index)| Some((operand, counted_from_start(&index, self.subject.shape(operand))?)));
            let Some((operand, index)) = element else {
                return Err(Unreadable { span: start..position.max(start + 1), problem: ReplyProblem::NotAnElement });
            };
            found[operand.position()] = Some(index);
        }
        match found {
            [Some(a), Some(b)] => Ok(Reply::Sources([a, b])),
            [None, _] => Err(whole(text, ReplyProblem::ElementMissing(OperandId::A))),
            [_, None] => Err(whole(text, ReplyProblem::ElementMissing(OperandId::B))),
        }
    }
}

/// A text in lower case without spaces and marks around it. Full-width characters are those that they look like.
fn plain(text: &str) -> String {
    let plain: String = text.chars().map(ascii_twin).map(|c| c.to_ascii_lowercase()).collect();
    plain.trim_matches(|c: char| c == ' ' || matches!(c, '.' | '!' | '"' | '\'' | '`' | '«' | '»')).to_owned()
}

/// Whether a text says that the operation works.
fn says_yes(text: &str) -> bool {
    means(&plain(text), |words| words.works)
}

/// Whether a text says that the operation does not work, or is the name of an exception.
fn says_no(text: &str) -> bool {
    let plain = plain(text);
    (plain.ends_with("error") && !plain.contains(' ')) || means(&plain, |words| words.fails)
}

fn verdict(text: &str) -> Result<Reply, Unreadable> {
    match text {
        _ if says_yes(text) => Ok(Reply::Works),
        _ if says_no(text) => Ok(Reply::Fails),
        _ if read_operand(text, None).is_ok() => Ok(Reply::Works),
        _ => Err(whole(text, ReplyProblem::NotYesOrNo)),
    }
}

/// What happens at each axis: the parts between commas, semicolons and ends of lines.
fn axes(text: &str, ndim: usize) -> Result<Reply, Unreadable> {
    let mut answers = Vec::new();
    let mut start = 0;
    for part in text.split(|c: char| c == '\n' || matches!(ascii_twin(c), ',' | ';')) {
        let end = start + part.chars().count();
        match axis(&plain(part)) {
            Some(answer) => answers.push(answer),
            None => return Err(Unreadable { span: start..end, problem: ReplyProblem::NotAnAxis }),
        }
        start = end + 1;
    }
    if answers.len() == ndim {
        Ok(Reply::Axes(answers))
    } else {
        Err(whole(text, ReplyProblem::WrongCount { expected: ndim, found: answers.len() }))
    }
}

/// What happens at one axis: a word for both operands, or an operand and a word for it.
fn axis(text: &str) -> Option<AxisAnswer> {
    if means(text, |words| words.equal) {
        return Some(AxisAnswer::Equal);
    }
    if means(text, |words| words.clashes) {
        return Some(AxisAnswer::Clashes);
    }
    let operand = OperandId::PAIR.into_iter().find(|operand| text.starts_with(operand.name()))?;
    let word = text.get(operand.name().len()..)?.trim_start_matches([' ', ':', '-']);
    if means(word, |words| words.stretches) {
        Some(AxisAnswer::Stretches(operand))
    } else if means(word, |words| words.missing) {
        Some(AxisAnswer::Missing(operand))
    } else {
        None
    }
}

/// A number, perhaps after an equals sign.
fn number(text: &str) -> Result<Reply, Unreadable> {
    let plain = plain(text);
    let value = plain.rsplit('=').next().unwrap_or_default().trim();
    let number = match value {
        "true" => Some(1.0),
        "false" => Some(0.0),
        value => numbers::number(value),
    };
    number.map(Reply::Number).ok_or_else(|| whole(text, ReplyProblem::NotANumber))
}

/// The index in brackets at a position; empty where there is no bracket. Negative numbers count from the end.
fn index_at(chars: &[char], position: &mut usize) -> Option<Vec<i64>> {
    let close = match chars.get(*position) {
        Some('[') => ']',
        Some('(') => ')',
        _ => return Some(Vec::new()),
    };
    let inside = chars.get(*position + 1..)?;
    let length = inside.iter().position(|&c| c == close)?;
    *position += length + 2;
    let text: String = inside.get(..length)?.iter().collect();
    let text = text.trim().trim_end_matches(',').trim();
    text.split(',').filter(|_| !text.is_empty()).map(|number| number.trim().parse().ok()).all_listed()
}

/// An index whose negative numbers count from the end; `None` where the shape has no such element.
fn counted_from_start(index: &[i64], shape: &Shape) -> Option<Vec<u64>> {
    if index.len() != shape.ndim() {
        return None;
    }
    let counted = index.iter().zip(shape.iter()).map(|(&i, &size)| {
        let i = if i < 0 { size.checked_sub(i.unsigned_abs())? } else { i.unsigned_abs() };
        (i < size).then_some(i)
    });
    counted.all_listed()
}

/// A number of bytes with or without a unit. Without a unit, and in bytes, it is exact. With another unit it is rounded to its last
/// digit, but to at most 2 percent.
fn bytes(text: &str) -> Result<Reply, Unreadable> {
    let chars: Vec<char> = text.chars().map(ascii_twin).listed();
    let is_number = |c: &char| c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | ' ');
    let end = chars.iter().position(|c| !is_number(c)).unwrap_or(chars.len());
    let (digits, unit) = chars.split_at(end);
    let digits: String = digits.iter().filter(|c| c.is_ascii_digit() || **c == '.').collect();
    let unit: String = unit.iter().collect();
    let value = numbers::number(&digits).ok_or_else(|| whole(text, ReplyProblem::NotANumber))?;
    let unit = plain(&unit);
    if means(&unit, |words| words.bytes) {
        return Ok(Reply::Bytes(vec![value..=value]));
    }
    let mut letters = unit.chars();
    let power = letters.next().and_then(|prefix| "kmgtpe".find(prefix)).and_then(|at| i32::try_from(at + 1).ok());
    let bases: &[f64] = match (power, letters.as_str()) {
        (Some(_), "ib" | "i") => &[1024.0],
        (Some(_), "b" | "" | "byte" | "bytes") => &[1000.0, 1024.0],
        _ => {
            return Err(Unreadable { span: end..chars.len(), problem: ReplyProblem::NotAUnit });
        }
    };
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let rounding = (0.5 * 0.1_f64.powi(i32::try_from(places).unwrap_or(i32::MAX))).min(0.02 * value);
    let range = |base: &f64| {
        let unit = base.powi(power.unwrap_or(0));
        (value - rounding) * unit..=(value + rounding) * unit
    };
    Ok(Reply::Bytes(bases.iter().map(range).listed()))
}
