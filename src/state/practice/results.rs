//! Results of questions for the page around the visualizer, as JSON.
//!
//! A result has `verb`, `object` and `result` as xAPI 1.0.3 names them (a host adds the actor), and what only this program knows:
//! the question and the wrong rules.

use super::asking::{Asking, Session, SetProgress};
use super::step::PracticeSet;
use crate::i18n::{Locale, PracticeMessage};
use crate::practice::{Answer, Grade, Misconception, Question, Reply, Summary};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Scalar, format_value};
use tensor_reader::quoted as text;

/// What activities and extensions of this program begin with.
const URN: &str = "urn:broadcast-visualizer:";

/// The result of an answer, or of asking for it. `number`: the number of the question in its set, from 1, and of how many.
pub(super) fn of_answer(
    asking: &Asking,
    question: &Question,
    number: Option<(usize, usize)>,
    locale: Locale,
) -> String {
    let item = &asking.item;
    let is_right = asking.grade == Some(Grade::Right);
    let answered = asking.grade.as_ref().map(|_| readable(question, asking.text.trim(), locale));
    let response = answered.map_or_else(|| "null".to_owned(), |answered| text(&answered));
    let shape = |operand: OperandId| question.subject.shape(operand).to_string();
    let element = item.element.as_ref().map(|index| list(index.iter().map(u64::to_string)));
    // On screen, the shapes stand above the figures.
    let shapes = format!("a {}, b {}", shape(OperandId::A), shape(OperandId::B));
    let prompt = locale.joined(&shapes, &locale.practice_message(PracticeMessage::Prompt(question)));
    let (library, operator) = (item.library.name(), Library::PyTorch.function(item.operator));
    let asked = Object::default()
        .with("kind", &text(item.kind.name()))
        .with("text", &text(&prompt))
        .with("a", &text(&shape(OperandId::A)))
        .with("b", &text(&shape(OperandId::B)))
        .with("op", &text(operator))
        .with("library", &text(&library.to_ascii_lowercase()))
        .with("inplace", &item.in_place.to_string())
        .with("element", element.as_deref().unwrap_or("null"))
        .with("number", &number.map_or_else(|| "null".to_owned(), |(number, _)| number.to_string()))
        .with("count", &number.map_or_else(|| "null".to_owned(), |(_, count)| count.to_string()));
    let suspects = asking.rules();
    let rules = names(&suspects);
    // One that stands out.
    let rule = if let [rule] = suspects.as_slice() { text(rule.name()) } else { "null".to_owned() };
    // The first answer counts.
    let score = score(usize::from(is_right && asking.attempts == 1), 1);
    let id = format!("{URN}{}:{}:{operator}:{}:{library}", item.kind.name(), shape(OperandId::A), shape(OperandId::B));
    let id = id.replace(' ', "").to_ascii_lowercase();
    let definition = Object::default()
        .with("type", &text("http://adlnet.gov/expapi/activities/cmi.interaction"))
        .with("interactionType", &text("fill-in"))
        .with("description", &Object::default().with(locale.tag(), &text(&prompt)).done());
    let mut result = Object::default()
        .with("success", &is_right.to_string())
        .with("completion", &asking.is_open.to_string())
        .with("score", &score);
    if response != "null" {
        result = result.with("response", &response);
    }
    let extensions = Object::default()
        .with(&format!("{URN}attempts"), &asking.attempts.to_string())
        .with(&format!("{URN}rules"), &rules)
        .done();
    Object::default()
        .with("question", &asked.done())
        .with("response", &response)
        .with("correct", &is_right.to_string())
        .with("rule", &rule)
        .with("rules", &rules)
        .with("attempts", &asking.attempts.to_string())
        .with("score", &score)
        .with("verb", &verb("answered"))
        .with("object", &activity(&id, &definition.done()))
        .with("result", &result.with("extensions", &extensions).done())
        .done()
}

/// An answer as people read it: a shape as `(4, 3)`, a choice in its words, a message in full. What has no other form stays as typed.
fn readable(question: &Question, typed: &str, locale: Locale) -> String {
    let answer = match question.read(typed) {
        Ok(Reply::Shape(shape)) => Answer::Shape(shape),
        Ok(Reply::Works) => Answer::Works,
        Ok(Reply::Fails) => Answer::Fails,
        Ok(Reply::Axes(axes)) => Answer::Axes(axes),
        Ok(Reply::Sources(sources)) => Answer::Sources(sources),
        Ok(Reply::Message(message)) => Answer::Message(message),
        Ok(Reply::Tensor(shape, values)) => Answer::Tensor(shape, values),
        Ok(Reply::Number(_) | Reply::Bytes(_) | Reply::Changed(_)) | Err(_) => return typed.to_owned(),
    };
    locale.answer_text(question, &answer)
}

/// The step of a teacher's set that is shown.
pub(super) fn of_step(session: &Session) -> String {
    let shown = session.set.as_ref().and_then(|set| Some((set, set.step()?, set.step_index()?)));
    let Some((set, step, index)) = shown else { return Object::default().done() };
    let kind = step.settings.predict.map_or_else(|| "null".to_owned(), |kind| text(kind.name()));
    Object::default()
        .with("step", &(index + 1).to_string())
        .with("count", &set.count().to_string())
        .with("text", &text(&step.text))
        .with("question", &kind)
        .with("operation", &text(&step.settings.summary()))
        .done()
}

/// The result of a set that is done.
pub(super) fn of_set(progress: &SetProgress) -> String {
    let Summary { right, answered, not_understood, understood } = Summary::of(&progress.answers);
    let title = match &progress.set {
        Ok(PracticeSet::Own(own)) => own.title.as_str(),
        Ok(PracticeSet::Seeded(_)) | Err(_) => "",
    };
    let score = score(right, answered);
    let definition = Object::default().with("type", &text("http://adlnet.gov/expapi/activities/assessment")).done();
    let result = Object::default()
        .with("success", &(right == answered).to_string())
        .with("completion", "true")
        .with("score", &score)
        .done();
    // Only seeded sets are short enough for a name.
    let id = match &progress.set {
        Ok(PracticeSet::Seeded(_)) => format!("{URN}set:{}", progress.text),
        Ok(PracticeSet::Own(_)) | Err(_) => format!("{URN}set"),
    };
    Object::default()
        .with("set", &text(&progress.text))
        .with("title", &text(title))
        .with("questions", &answered.to_string())
        .with("correct", &right.to_string())
        .with("understood", &names(&understood))
        .with("notUnderstood", &names(&not_understood))
        .with("score", &score)
        .with("verb", &verb("completed"))
        .with("object", &activity(&id, &definition))
        .with("result", &result)
        .done()
}

/// A verb of xAPI.
fn verb(name: &str) -> String {
    Object::default()
        .with("id", &text(&format!("http://adlnet.gov/expapi/verbs/{name}")))
        .with("display", &Object::default().with("en", &text(name)).done())
        .done()
}

fn activity(id: &str, definition: &str) -> String {
    Object::default().with("id", &text(id)).with("objectType", &text("Activity")).with("definition", definition).done()
}

/// A score: so many of so many.
fn score(raw: usize, max: usize) -> String {
    let scaled = if max == 0 { 0.0 } else { raw as f64 / max as f64 };
    Object::default()
        .with("scaled", &format_value(Scalar::Float(scaled), 6))
        .with("raw", &raw.to_string())
        .with("min", "0")
        .with("max", &max.to_string())
        .done()
}

fn names(rules: &[Misconception]) -> String {
    list(rules.iter().map(|rule| text(rule.name())))
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.listed().join(","))
}

/// An object, as far as it is written.
#[derive(Default)]
struct Object(String);

impl Object {
    /// Adds a field. `value` is JSON.
    fn with(mut self, name: &str, value: &str) -> Self {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push_str(&text(name));
        self.0.push(':');
        self.0.push_str(value);
        self
    }

    fn done(self) -> String {
        self.0 + "}"
    }
}
