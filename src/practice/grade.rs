//! Grades an answer: whether it is right, which wrong rules give it, and which chapter and which axis contradict it.

use super::{Answer, Asked, Misconception, Question, QuestionKind, Reply, Unreadable};
use broadcasting_diagram::{Chapter, ChapterKind, Story};
use tensor_broadcasting::OperandId;
use tensor_broadcasting::lists::Listed;

/// What an answer is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grade {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong {
        /// All wrong rules that give this answer. There may be none.
        rules: Vec<Misconception>,
        /// The index of the first chapter of the story that contradicts it.
        chapter: usize,
        /// The aligned axis that decides; `None` where there are no axes.
        axis: Option<usize>,
    },
    /// It cannot be read.
    Unreadable(Unreadable),
}

impl Question {
    /// Grades the text of an answer. `story` is that of the operation.
    ///
    /// ```
    /// use tensor_broadcasting::{Operator, Shape};
    /// use broadcasting_diagram::{Story, Writing};
    /// use tensor_broadcasting::library::Library;
    /// use broadcast_visualizer::practice::{Grade, Misconception, Question, QuestionKind, Subject};
    /// let (a, b) = (Shape::from([3, 4]), Shape::from([3]));
    /// let subject = Subject::of_shapes([&a, &b], Operator::Add, Library::NumPy, false);
    /// let story = Story::new(&subject.operation, None);
    /// let question = Question::new(QuestionKind::Shape, subject, 0).expect("it can be asked");
    /// assert_eq!(question.grade("it fails", &story), Grade::Right);
    /// let Grade::Wrong { rules, chapter, axis } = question.grade("3, 4", &story) else { panic!("it is wrong") };
    /// assert!(rules.contains(&Misconception::LinesUpLeft) && rules.contains(&Misconception::VectorIsColumn));
    /// // The second chapter lines the shapes up at the right. The last axis decides: 4 and 3 clash.
    /// assert_eq!((chapter, axis), (1, Some(1)));
    /// ```
    #[must_use]
    pub fn grade(&self, text: &str, story: &Story) -> Grade {
        match self.read(text) {
            Ok(reply) => self.grade_reply(&reply, story),
            Err(unreadable) => Grade::Unreadable(unreadable),
        }
    }

    /// Grades an answer.
    #[must_use]
    pub fn grade_reply(&self, reply: &Reply, story: &Story) -> Grade {
        let is_right = match reply {
            Reply::Changed(changed) => changed.is_fix,
            reply => self.right().is_some_and(|right| reply.is(&right)),
        };
        if is_right {
            return Grade::Right;
        }
        let rules: Vec<Misconception> = match reply {
            Reply::Changed(changed) => self.rules_of(changed),
            reply => self.wrong().into_iter().filter(|(_, answer)| reply.is(answer)).map(|(rule, _)| rule).listed(),
        };
        let chapter = self.contradicted_by(reply, &rules, story);
        Grade::Wrong { rules, chapter, axis: self.deciding_axis(reply) }
    }

    /// The aligned axis that decides against an answer: the last one on which the answer and the operands differ, else the one on
    /// which the operation fails, else the last one along which an operand changes. `None` where there are no axes.
    fn deciding_axis(&self, reply: &Reply) -> Option<usize> {
        let (subject, alignment) = (&self.subject, self.subject.operation.alignment());
        let axes = alignment.axes();
        let last = |decides: &dyn Fn(usize) -> bool| (0..axes.len()).rev().find(|&axis| decides(axis));
        let own_differs = |one: &[Vec<u64>; 2], other: &[Vec<u64>; 2], axis: usize| {
            OperandId::PAIR.into_iter().any(|operand| {
                let (at, own) = (operand.position(), axis.checked_sub(alignment.missing(operand)));
                own.is_some_and(|own| one[at].get(own) != other[at].get(own))
            })
        };
        let differing = match (reply, self.right()) {
            (Reply::Axes(given), Some(Answer::Axes(right))) => last(&|axis| given.get(axis) != right.get(axis)),
            (Reply::Sources(given), Some(Answer::Sources(right))) => last(&|axis| own_differs(given, &right, axis)),
            (Reply::Shape(given), Some(Answer::Shape(right))) if given.ndim() == right.ndim() => {
                last(&|axis| given.get(axis) != right.get(axis))
            }
            // The axes are not as many.
            (Reply::Shape(_), Some(Answer::Shape(_))) if !axes.is_empty() => Some(0),
            _ => None,
        };
        let grows = |axis: usize| axes[axis].changes().any(|(operand, _)| operand == OperandId::A);
        let gradient = |axis: usize| matches!(self.asked, Asked::Gradient(operand) if axes[axis].stretches(operand));
        differing
            .or_else(|| last(&|axis| axes[axis].clashes()))
            .or_else(|| last(&|axis| subject.in_place && subject.error.is_some() && grows(axis)))
            .or_else(|| last(&gradient))
            .or_else(|| last(&|axis| axes[axis].changes().next().is_some()))
            .or_else(|| axes.len().checked_sub(1))
    }

    /// The index of the first chapter that contradicts one of the wrong rules or, without a rule, the answer.
    fn contradicted_by(&self, reply: &Reply, rules: &[Misconception], story: &Story) -> usize {
        let first = |shows: &dyn Fn(&Chapter) -> bool| story.chapters().iter().position(shows);
        let by_rule = rules.iter().filter_map(|rule| first(&|chapter| rule.is_contradicted_by(chapter, &self.subject)));
        by_rule.min().or_else(|| first(&|chapter| self.shows(chapter, reply))).unwrap_or(story.last())
    }

    /// Whether a chapter shows that an answer is wrong.
    fn shows(&self, chapter: &Chapter, reply: &Reply) -> bool {
        let alignment = self.subject.operation.alignment();
        let is_about = |operand: OperandId| matches!(chapter.kind, ChapterKind::Insert(id) | ChapterKind::Stretch(id) if id == operand);
        match (reply, self.right()) {
            (Reply::Shape(shape), Some(Answer::Shape(_))) if shape.ndim() != alignment.ndim() => {
                chapter.kind == ChapterKind::Align
            }
            // The first axis whose size is another one: it stretches, or else the operands have it from the start.
            (Reply::Shape(shape), Some(Answer::Shape(right))) => {
                let differs = |axis: usize| shape.get(axis) != right.get(axis);
                let stretched =
                    |axis: usize| alignment.operands().iter().any(|&id| alignment.axes()[axis].stretches(id));
                let is_given = (0..alignment.ndim()).any(|axis| differs(axis) && !stretched(axis));
                match chapter.kind {
                    ChapterKind::Align => is_given,
                    ChapterKind::Stretch(_) => chapter.axes.iter().any(|&axis| differs(axis)),
                    _ => false,
                }
            }
            (Reply::Axes(axes), Some(Answer::Axes(right))) => {
                let differs = |&axis: &usize| axes.get(axis) != right.get(axis);
                chapter.kind != ChapterKind::Operands && chapter.axes.iter().any(differs)
            }
            (Reply::Sources(sources), Some(Answer::Sources(right))) => {
                let wrong = |operand: OperandId| sources[operand.position()] != right[operand.position()];
                OperandId::PAIR.into_iter().any(|operand| wrong(operand) && is_about(operand))
            }
            (Reply::Tensor(..), Some(Answer::Tensor(..))) => match self.asked {
                Asked::Gradient(operand) => is_about(operand),
                _ => false,
            },
            _ if self.kind == QuestionKind::Memory => matches!(chapter.kind, ChapterKind::Stretch(_)),
            _ => match self.subject.operation.outcome() {
                Err(_) => chapter.kind == ChapterKind::Clash,
                Ok(_) if self.subject.error.is_some() => matches!(chapter.kind, ChapterKind::WriteBack(_)),
                Ok(_) => chapter.kind == ChapterKind::Combine,
            },
        }
    }
}
