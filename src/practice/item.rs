//! One question of a set, as far as it can be written down: the texts of the operands, and what is asked.

use super::{Grade, Misconception, Question, QuestionKind, Subject};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Operator, Shape};

/// A question of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The kind of question.
    pub kind: QuestionKind,
    /// The text of each operand.
    pub operands: [String; 2],
    /// The operator.
    pub operator: Operator,
    /// The library.
    pub library: Library,
    /// Whether the operation writes its result into `a`.
    pub in_place: bool,
    /// The element of the result that is asked for; `None` where it is chosen by `pick`, or none is asked for.
    pub element: Option<Vec<u64>>,
    /// What decides where there is a choice.
    pub pick: u64,
}

impl Item {
    /// The text of an operand.
    #[must_use]
    pub fn text(&self, operand: OperandId) -> &str {
        &self.operands[operand.position()]
    }

    /// Whether another question has the same operands, in any order.
    pub(super) fn has_same_operands(&self, other: &Self) -> bool {
        let ([a, b], [other_a, other_b]) = (&self.operands, &other.operands);
        (a == other_a && b == other_b) || (a == other_b && b == other_a)
    }

    /// Whether another question is the same but for its element.
    #[must_use]
    pub fn differs_in_element(&self, other: &Self) -> bool {
        Self { element: other.element.clone(), ..self.clone() } == *other
    }

    /// The question about the operation that the texts stand for; `None` where it cannot be asked.
    #[must_use]
    pub fn question(&self, subject: Subject) -> Option<Question> {
        match &self.element {
            Some(index) => Question::about_element(self.kind, subject, index.clone()),
            None => Question::new(self.kind, subject, self.pick),
        }
    }
}

/// A question of a set that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The question.
    pub item: Item,
    /// The wrong rules that give a wrong answer to it.
    pub tested: Vec<Misconception>,
    /// The wrong rules that give the first answer of the learner, as far as one may be the reason.
    pub shown: Vec<Misconception>,
    /// Whether the first answer was right.
    pub is_right: bool,
}

impl Answered {
    /// The first answer to a question. What cannot be read is no answer: the learner writes it again.
    #[must_use]
    pub fn new(item: Item, question: &Question, grade: &Grade) -> Self {
        let shown = match grade {
            Grade::Wrong { rules, .. } => rules.clone(),
            Grade::Right | Grade::Unreadable(_) => Vec::new(),
        };
        let tested = question.wrong().into_iter().map(|(rule, _)| rule).listed();
        Self { item, tested, shown, is_right: *grade == Grade::Right }
    }
}

/// A shape as people type it: `4,1`, `(3,)`, `()`.
pub(super) fn shape_text(shape: &Shape) -> String {
    if shape.ndim() < 2 {
        return shape.to_string();
    }
    let sizes: Vec<String> = shape.iter().map(u64::to_string).listed();
    sizes.join(",")
}
