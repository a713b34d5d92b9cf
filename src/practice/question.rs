//! Questions about an operation: what is asked, the right answer, and the answers of the wrong rules.

use super::figure::shows;
use super::misconception::{is_stretched, right, right_axes};
use super::random::Random;
use super::{Answer, Change, Misconception, QuestionKind, Subject};
use crate::diagnostics::{Diagnostics, Fix};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Shape, unravel};

/// The largest number of elements of a gradient that is asked for: all of them are written.
const MAX_GRADIENT: u64 = 24;

/// The number of elements that are tried when one is chosen for a question.
const ELEMENTS_TRIED: u64 = 4;

/// The largest number of messages to choose from.
const MAX_MESSAGES: usize = 6;

/// A question about an operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What kind of question it is.
    pub kind: QuestionKind,
    /// The operation that it is about.
    pub subject: Subject,
    /// What it asks of the operation.
    pub asked: Asked,
}

/// What a question asks of its operation, besides its kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Asked {
    /// Nothing more.
    Nothing,
    /// The element of the result at this index.
    Element(Vec<u64>),
    /// One of these messages; `None` for no error.
    Messages(Vec<Option<String>>),
    /// A change of an operand after which the result has the wanted shape.
    Change {
        /// The operand that a text changes which does not say which one.
        operand: OperandId,
        /// The shape of the wanted result.
        result: Shape,
        /// The fixes that give it, best first.
        fixes: Vec<Fix>,
    },
    /// The gradient of this operand.
    Gradient(OperandId),
}

impl Question {
    /// A question of a kind about an operation. `pick` decides where there is a choice, such as that of an element. `None` where
    /// such a question cannot be asked about this operation.
    #[must_use]
    pub fn new(kind: QuestionKind, subject: Subject, pick: u64) -> Option<Self> {
        if !subject.is_decided_by_shapes() {
            return None;
        }
        match kind {
            QuestionKind::Shape | QuestionKind::Verdict => Some(Self { kind, subject, asked: Asked::Nothing }),
            QuestionKind::Axes => {
                (subject.operation.alignment().ndim() > 0).then_some(Self { kind, subject, asked: Asked::Nothing })
            }
            QuestionKind::Memory => {
                let question = Self { kind, subject, asked: Asked::Nothing };
                question.right().is_some().then_some(question)
            }
            QuestionKind::Value | QuestionKind::Source => Self::about_some_element(kind, subject, pick),
            QuestionKind::Error => {
                let question = Self { kind, subject, asked: Asked::Nothing };
                let messages = question.messages()?;
                Some(Self { asked: Asked::Messages(messages), ..question })
            }
            QuestionKind::Fix => {
                let mut fixes = Diagnostics::on(&subject.operation, subject.in_place).fixes;
                let Fix { operand, result, .. } = fixes.first()?.clone();
                // The values may raise an exception after the fix too, such as a division by 0.
                let works = |fix: &Fix| {
                    let shape = |id: OperandId| if id == fix.operand { &fix.shape } else { subject.shape(id) };
                    subject.with_shapes(OperandId::PAIR.map(shape)).result() == Some(&result)
                };
                fixes.retain(|fix| fix.result == result && works(fix));
                fixes.first()?;
                Some(Self { kind, subject, asked: Asked::Change { operand, result, fixes } })
            }
            // In place, the gradient of what was before is no longer there.
            QuestionKind::Gradient if subject.in_place => None,
            QuestionKind::Gradient => {
                let stretched = OperandId::PAIR.into_iter().filter(|&operand| is_stretched(&subject, operand));
                let stretched: Vec<OperandId> = stretched.listed();
                let operands = if stretched.is_empty() { OperandId::PAIR.to_vec() } else { stretched };
                let operand = Random::new(pick).choose(&operands)?;
                let question = Self { kind, subject, asked: Asked::Gradient(operand) };
                (question.is_seen() && question.right().is_some()).then_some(question)
            }
        }
    }

    /// A question about the value or the sources of the element of the result at `index`; `None` where there is no such element.
    #[must_use]
    pub fn about_element(kind: QuestionKind, subject: Subject, index: Vec<u64>) -> Option<Self> {
        let question = Self { kind, subject, asked: Asked::Element(index) };
        let can_be_asked = kind.is_about_element() && question.subject.is_decided_by_shapes() && question.is_seen();
        (can_be_asked && question.right().is_some()).then_some(question)
    }

    /// Whether the figures show all values that the answer is made of.
    fn is_seen(&self) -> bool {
        let operation = &self.subject.operation;
        match (self.kind, &self.asked) {
            (QuestionKind::Value, Asked::Element(index)) => operation.provenance(index).is_some_and(|from| {
                from.sources.iter().all(|source| shows(self.subject.shape(source.operand), &source.index))
            }),
            // The numbers of the other operand, if not of both.
            (QuestionKind::Gradient, _) => OperandId::PAIR.into_iter().all(|operand| {
                let shape = self.subject.shape(operand);
                elements(shape).is_some_and(|mut all| all.all(|index| shows(shape, &index)))
            }),
            _ => true,
        }
    }

    /// A question about the element to which the wrong rules have the most answers, of a few that are tried.
    fn about_some_element(kind: QuestionKind, subject: Subject, pick: u64) -> Option<Self> {
        let shape = subject.result()?.clone();
        let elements = shape.numel().filter(|&elements| elements > 0)?;
        let mut random = Random::new(pick);
        let mut best: Option<(usize, Self)> = None;
        for _ in 0..ELEMENTS_TRIED {
            let index = unravel(&shape, random.below(elements))?;
            let Some(question) = Self::about_element(kind, subject.clone(), index) else { continue };
            let answers = question.wrong().len();
            if best.as_ref().is_none_or(|(most, _)| answers > *most) {
                best = Some((answers, question));
            }
        }
        best.map(|(_, question)| question)
    }

    /// The right answer; `None` where there is none, which a question that can be asked always has.
    #[must_use]
    pub fn right(&self) -> Option<Answer> {
        let Subject { operation, in_place, error, dtype, .. } = &self.subject;
        let result = self.subject.result();
        Some(match self.kind {
            QuestionKind::Shape => result.map_or(Answer::Fails, |shape| Answer::Shape(shape.clone())),
            QuestionKind::Verdict => result.map_or(Answer::Fails, |_| Answer::Works),
            QuestionKind::Axes => Answer::Axes(right_axes(&self.subject)),
            QuestionKind::Value => {
                result?;
                Answer::Value(operation.value(self.element()?).filter(|value| value.to_float().is_finite())?)
            }
            QuestionKind::Source => {
                result?;
                let sources = operation.provenance(self.element()?)?.sources;
                let [a, b] = <[_; 2]>::try_from(sources).ok()?;
                Answer::Sources([a.index, b.index])
            }
            QuestionKind::Memory if *in_place => result.map(|_| Answer::Bytes(0))?,
            QuestionKind::Memory => Answer::Bytes(result?.numel()?.checked_mul(dtype.bytes())?),
            QuestionKind::Error => Answer::Message(error.as_ref().map(ToString::to_string)),
            QuestionKind::Fix => {
                let Asked::Change { fixes, .. } = &self.asked else { return None };
                let fix = fixes.first()?;
                Answer::Change(Change { operand: fix.operand, edits: fix.edits.clone(), transposed: false })
            }
            QuestionKind::Gradient => {
                let operand = self.gradient_operand()?;
                let shape = self.subject.shape(operand);
                let values = elements(shape)?.map(|index| operation.gradient(operand, &index)).all_listed()?;
                tensor(shape, values)?
            }
        })
    }

    /// The answers of the wrong rules that are not the right one. Rules that are not about the operation, or not about this kind
    /// of question, have none.
    #[must_use]
    pub fn wrong(&self) -> Vec<(Misconception, Answer)> {
        let right = self.right();
        // Only questions about a fix have candidates, which all rules look at.
        let candidates = self.candidates();
        let answers =
            Misconception::ALL.into_iter().filter_map(|rule| Some((rule, self.answer_of(rule, &candidates)?)));
        answers.filter(|(_, answer)| right.as_ref().is_some_and(|right| !right.is_same(answer))).listed()
    }

    /// The wrong answer that the most wrong rules give, with these rules; `None` where no rule gives a wrong answer.
    #[must_use]
    pub fn most_frequent_wrong(&self) -> Option<(Vec<Misconception>, Answer)> {
        let wrong = self.wrong();
        let shared = |answer: &Answer| wrong.iter().filter(|(_, other)| other.is_same(answer)).count();
        let most = wrong.iter().map(|(_, answer)| shared(answer)).max()?;
        let (_, answer) = wrong.iter().find(|(_, answer)| shared(answer) == most)?;
        let rules = wrong.iter().filter(|(_, other)| other.is_same(answer)).map(|&(rule, _)| rule);
        Some((rules.listed(), answer.clone()))
    }

    /// The answer that a wrong rule gives; `None` where it gives none. `candidates` are those of a question about a fix.
    fn answer_of(&self, rule: Misconception, candidates: &[(Change, Subject)]) -> Option<Answer> {
        let subject = &self.subject;
        let predict = || rule.predict(subject);
        Some(match self.kind {
            QuestionKind::Shape => predict()?.shape().map_or(Answer::Fails, |shape| Answer::Shape(shape.clone())),
            QuestionKind::Verdict => predict()?.shape().map_or(Answer::Fails, |_| Answer::Works),
            QuestionKind::Axes => {
                let axes = predict()?.axes()?;
                (axes.len() == subject.operation.alignment().ndim()).then_some(Answer::Axes(axes))?
            }
            QuestionKind::Value => Answer::Value(predict()?.value(subject, self.element()?)?),
            QuestionKind::Source => Answer::Sources(predict()?.sources(self.element()?)?),
            QuestionKind::Memory => Answer::Bytes(self.bytes_of(rule)?),
            QuestionKind::Error => Answer::Message(self.message_of(rule)?),
            QuestionKind::Fix => Answer::Change(self.change_of(rule, candidates)?),
            QuestionKind::Gradient => self.gradient_of(rule)?,
        })
    }

    /// The index of the element that is asked for.
    fn element(&self) -> Option<&[u64]> {
        match &self.asked {
            Asked::Element(index) => Some(index),
            _ => None,
        }
    }

    /// The operand whose gradient is asked for.
    const fn gradient_operand(&self) -> Option<OperandId> {
        match self.asked {
            Asked::Gradient(operand) => Some(operand),
            _ => None,
        }
    }

    /// The bytes of new memory that a wrong rule expects.
    fn bytes_of(&self, rule: Misconception) -> Option<u64> {
        let subject = &self.subject;
        let bytes = |elements: u64| elements.checked_mul(subject.dtype.bytes());
        if rule == Misconception::OperandsCounted {
            let [a, b] = OperandId::PAIR.map(|operand| subject.shape(operand).numel());
            return bytes(a?.checked_add(b?)?);
        }
        if rule != Misconception::StretchingCopies {
            return rule.predict(subject)?.elements().and_then(bytes).filter(|_| !subject.in_place);
        }
        let copies = OperandId::PAIR.into_iter().filter(|&operand| is_stretched(subject, operand)).count() as u64;
        let tensors = copies.checked_add(u64::from(!subject.in_place))?;
        bytes(subject.result()?.numel()?.checked_mul(tensors)?)
    }

    /// The message that a wrong rule expects; the inner `None` for no error.
    fn message_of(&self, rule: Misconception) -> Option<Option<String>> {
        let subject = &self.subject;
        let shapes = OperandId::PAIR.map(|operand| subject.shape(operand));
        let clash = match rule {
            Misconception::FirstClash => right(subject).first_clash()?,
            Misconception::ClashCountedInOperand => {
                let mut clash = right(subject).last_clash()?;
                let alignment = subject.operation.alignment();
                let missing = alignment.operands().iter().map(|&operand| alignment.missing(operand)).max()?;
                clash.axis = clash.axis.checked_sub(missing)?;
                clash
            }
            rule => {
                let prediction = rule.predict(subject)?;
                match &prediction.broadcast {
                    Some(_) if prediction.fits => return Some(None),
                    Some(shape) => {
                        let error = subject.library.output_error(subject.shape(OperandId::A), shape);
                        return Some(Some(error.to_string()));
                    }
                    None => prediction.last_clash()?,
                }
            }
        };
        Some(Some(subject.library.clash_error(shapes, clash, subject.in_place).to_string()))
    }

    /// The messages to choose from: the right one, those of the wrong rules, and others that the libraries have. Sorted, so that
    /// the order does not tell which is right.
    fn messages(&self) -> Option<Vec<Option<String>>> {
        let Answer::Message(right) = self.right()? else { return None };
        let mut messages = vec![right, None];
        let mut add = |message: Option<String>| {
            if messages.len() < MAX_MESSAGES && !messages.contains(&message) {
                messages.push(message);
            }
        };
        for (_, answer) in self.wrong() {
            if let Answer::Message(message) = answer {
                add(message);
            }
        }
        let [a, b] = OperandId::PAIR.map(|operand| self.subject.shape(operand));
        for library in Library::ALL {
            let answers = [library.add(a, b), library.add_in_place(a, b)];
            answers.into_iter().filter_map(Result::err).for_each(|error| add(Some(error.to_string())));
        }
        messages.dedup();
        let mut sorted: Vec<Option<String>> = Vec::with_capacity(messages.len());
        for message in messages {
            let is_before = |other: &Option<String>| match (&message, other) {
                (Some(message), Some(other)) => message < other,
                (Some(_), None) => true,
                (None, _) => false,
            };
            let at = sorted.iter().position(is_before).unwrap_or(sorted.len());
            sorted.insert(at, message);
        }
        Some(sorted)
    }

    /// The gradient that a wrong rule expects.
    fn gradient_of(&self, rule: Misconception) -> Option<Answer> {
        let operand = self.gradient_operand()?;
        let operation = &self.subject.operation;
        let own = self.subject.shape(operand);
        let missing = operation.alignment().missing(operand);
        // The first element of the result for which an element of the operand is read.
        let first = |index: Vec<u64>| -> Vec<u64> { std::iter::repeat_n(0, missing).chain(index).listed() };
        match rule {
            Misconception::GradientNotSummed => {
                let result = operation.shape()?;
                let parts = elements(result)?.map(|index| operation.gradient_part(operand, &index));
                tensor(result, parts.all_listed()?)
            }
            Misconception::GradientAveraged => {
                let reads = operation.reads(operand).filter(|&reads| reads > 0)? as f64;
                let means = elements(own)?.map(|index| Some(operation.gradient(operand, &index)? / reads));
                tensor(own, means.all_listed()?)
            }
            Misconception::GradientOnce => {
                let parts = elements(own)?.map(|index| operation.gradient_part(operand, &first(index)));
                tensor(own, parts.all_listed()?)
            }
            _ => None,
        }
    }
}

/// The indices of a shape, in row-major order; `None` where there are too many to be written.
fn elements(shape: &Shape) -> Option<impl Iterator<Item = Vec<u64>>> {
    let elements = shape.numel().filter(|&elements| elements <= MAX_GRADIENT)?;
    Some((0..elements).filter_map(|position| unravel(shape, position)))
}

/// A tensor of a few finite elements, but not of none.
fn tensor(shape: &Shape, values: Vec<f64>) -> Option<Answer> {
    let is_asked = !values.is_empty() && values.iter().all(|value| value.is_finite());
    is_asked.then(|| Answer::Tensor(shape.clone(), values))
}
