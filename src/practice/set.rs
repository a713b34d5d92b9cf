//! Sets of questions that are made from a seed.
//!
//! The same seed, topic, level and version of the generator give the same questions, on every machine and in every later version
//! of the program: a test holds recorded sets. The questions depend on the answers so far only by their wrong rules: rules
//! that were shown come again.
//!
//! Whoever changes what is generated, such as a wrong rule, adds a version: links name the version, and a link of an unknown version
//! is an error.

use super::item::shape_text;
use super::random::Random;
use super::{Answered, Asked, Item, Misconception, QuestionKind, Subject, Summary};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Operator, Shape};

/// The version of the generator.
pub(super) const GENERATOR: u64 = 1;

/// The number of wrong rules, from the first on, that the generator of this version looks at.
const RULES: usize = 23;

/// The number of operations that are tried for a question, and the most where none of these suits.
const TRIED: usize = 32;
const MOST_TRIED: usize = 2_000;

/// What a set is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// All kinds of questions but the gradient.
    Mixed,
    /// The shape of the result.
    Shapes,
    /// Operations that fail, their messages and their fixes.
    Errors,
    /// Elements of the result.
    Values,
    /// Memory.
    Memory,
    /// Operations in place.
    InPlace,
    /// Gradients.
    Gradients,
}

impl Topic {
    /// All topics.
    pub const ALL: [Self; 7] =
        [Self::Mixed, Self::Shapes, Self::Errors, Self::Values, Self::Memory, Self::InPlace, Self::Gradients];

    /// The name in links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Shapes => "shapes",
            Self::Errors => "errors",
            Self::Values => "values",
            Self::Memory => "memory",
            Self::InPlace => "inplace",
            Self::Gradients => "gradients",
        }
    }

    /// The kinds of questions, in the order in which they are asked.
    const fn kinds(self) -> &'static [QuestionKind] {
        use QuestionKind::{Axes, Error, Fix, Gradient, Memory, Shape, Source, Value, Verdict};
        match self {
            Self::Mixed => &[Shape, Axes, Value, Fix, Error, Memory, Source, Verdict],
            Self::Shapes => &[Shape, Verdict, Axes],
            Self::Errors => &[Verdict, Fix, Error],
            Self::Values => &[Value, Source],
            Self::Memory => &[Memory],
            Self::InPlace => &[Shape, Verdict, Error],
            Self::Gradients => &[Gradient],
        }
    }
}

/// How large the operands of a set are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// At most two axes.
    First,
    /// At most three axes.
    Second,
    /// At most four axes, also none, and sizes of 0.
    Third,
}

impl Level {
    /// All levels.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Third];

    /// The number of the level, from 1, as links have it.
    #[must_use]
    pub const fn number(self) -> u64 {
        self as u64 + 1
    }
}

/// A set that is made from a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededSet {
    /// The seed.
    pub seed: u64,
    /// What it is about.
    pub topic: Topic,
    /// How large its operands are.
    pub level: Level,
    /// The number of questions, at most [`SeededSet::MAX_COUNT`].
    pub count: usize,
}

impl SeededSet {
    /// The usual number of questions.
    pub const COUNT: usize = 5;

    /// The largest number of questions.
    pub const MAX_COUNT: usize = 50;

    /// The seed of the set that follows this one.
    #[must_use]
    pub const fn next_seed(&self) -> u64 {
        // Short, because people write links down.
        Random::new(self.seed).next() >> 44
    }

    /// All questions, for somebody whose answers are right: none comes again for a wrong rule.
    #[must_use]
    pub fn all(&self, library: Library) -> Vec<Item> {
        let mut answers: Vec<Answered> = Vec::new();
        while let Some(item) = self.next(library, &answers) {
            answers.push(Answered { item, tested: Vec::new(), shown: Vec::new(), is_right: true });
        }
        answers.into_iter().map(|answer| answer.item).collect()
    }

    /// The next question after those that were answered; `None` where all were.
    ///
    /// ```
    /// use tensor_broadcasting::library::Library;
    /// use broadcast_visualizer::practice::{Level, SeededSet, Topic};
    /// let set = SeededSet { seed: 7, topic: Topic::Shapes, level: Level::First, count: 5 };
    /// let first = set.next(Library::NumPy, &[]).expect("a question");
    /// assert_eq!(set.next(Library::NumPy, &[]), Some(first));
    /// ```
    #[must_use]
    pub fn next(&self, library: Library, answers: &[Answered]) -> Option<Item> {
        let number = answers.len();
        if number >= self.count.min(Self::MAX_COUNT) {
            return None;
        }
        let seeds = [GENERATOR, self.seed, self.topic as u64, self.level.number()];
        let kinds = self.topic.kinds();
        let first = Random::of(&seeds).below(kinds.len() as u64);
        let kind = |step: u64| kinds.iter().copied().cycle().nth(usize::try_from(first + step).unwrap_or(0));
        let mut random = Random::of(&[&seeds[..], &[number as u64]].concat());
        let again = Summary::of(answers).not_understood;
        let aim = random.below(RULES as u64);
        let mut best: Option<(usize, Item)> = None;
        for attempt in 0..MOST_TRIED {
            // Where rules are to come again, or no question of the kind in turn was found, other kinds are tried too.
            let is_other = attempt >= TRIED || (!again.is_empty() && attempt % 2 == 1);
            let step = if is_other { random.below(kinds.len() as u64) } else { number as u64 % kinds.len() as u64 };
            let Some((item, rules)) = kind(step).and_then(|kind| self.candidate(kind, library, &mut random)) else {
                continue;
            };
            // Few operands are possible for some sets, so that those of many questions come again at last.
            let is_known = answers.iter().any(|answer| answer.item.operands == item.operands);
            if is_known && attempt < MOST_TRIED / 2 {
                continue;
            }
            let score = rules.len().min(4)
                + 8 * rules.iter().filter(|rule| again.contains(rule)).count()
                + 4 * usize::from(rules.iter().any(|&rule| rule as u64 == aim));
            if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
                best = Some((score, item));
            }
            if attempt + 1 >= TRIED && best.as_ref().is_some_and(|(highest, _)| *highest > 0) {
                break;
            }
        }
        best.map(|(_, item)| item)
    }

    /// A question about random operands, with the wrong rules that give a wrong answer to it; `None` where the question cannot be
    /// asked about them, or no rule does.
    fn candidate(
        &self,
        kind: QuestionKind,
        library: Library,
        random: &mut Random,
    ) -> Option<(Item, Vec<Misconception>)> {
        let in_place = match self.topic {
            Topic::InPlace => true,
            Topic::Mixed => matches!(kind, QuestionKind::Shape | QuestionKind::Error) && random.below(6) == 0,
            _ => false,
        };
        let is_small = kind.is_about_element() || kind == QuestionKind::Gradient;
        let sizes: &[u64] = match self.level {
            _ if kind == QuestionKind::Memory => &[1, 2, 5, 10, 20, 50, 100],
            Level::First => &[2, 3, 4],
            _ if is_small => &[2, 3, 4],
            Level::Second => &[2, 3, 4, 5],
            Level::Third => &[2, 3, 4, 5, 6, 8],
        };
        let shapes = self.shapes(sizes, random)?;
        let operators: &[Operator] = match kind {
            QuestionKind::Gradient => &[Operator::Add, Operator::Subtract, Operator::Multiply],
            QuestionKind::Memory => &[Operator::Add],
            _ => &[Operator::Add, Operator::Add, Operator::Subtract, Operator::Multiply],
        };
        let operator = random.choose(operators)?;
        let pick = random.next();
        let [a, b] = &shapes;
        let subject = Subject::of_shapes([a, b], operator, library, in_place);
        // A question about an error has one, and a question about a fix has something to fix.
        if matches!(kind, QuestionKind::Error) && subject.error.is_none() {
            return None;
        }
        let operands = [shape_text(a), shape_text(b)];
        let item = Item { kind, operands, operator, library, in_place, element: None, pick };
        let question = item.question(subject)?;
        // The libraries have different messages, but a set has the same questions for both.
        let rules = if kind == QuestionKind::Error && library != Library::PyTorch {
            item.question(Subject::of_shapes([a, b], operator, Library::PyTorch, in_place))?.wrong()
        } else {
            question.wrong()
        };
        let rules: Vec<Misconception> =
            rules.into_iter().map(|(rule, _)| rule).filter(|&rule| (rule as usize) < RULES).collect();
        if rules.is_empty() {
            return None;
        }
        let element = match question.asked {
            Asked::Element(index) => Some(index),
            _ => None,
        };
        Some((Item { element, ..item }, rules))
    }

    /// Two random shapes: parts of one shape, some of whose sizes are 1, and sometimes a size that does not fit.
    fn shapes(&self, sizes: &[u64], random: &mut Random) -> Option<[Shape; 2]> {
        let ndim = match self.level {
            Level::First => 1 + random.below(2),
            Level::Second => 2 + random.below(2),
            Level::Third => 2 + random.below(3),
        };
        let mut whole = Vec::new();
        for _ in 0..ndim {
            let is_empty = self.level == Level::Third && random.below(12) == 0;
            whole.push(if is_empty { 0 } else { random.choose(sizes)? });
        }
        let clashes = random.below(if self.topic == Topic::Errors { 2 } else { 3 }) == 0;
        let square = random.below(8) == 0;
        let (spoiled, short) = (random.below(2), random.below(2));
        let mut shapes = OperandId::PAIR.map(|_| whole.clone());
        if square {
            // The common mistakes have the same size on two axes: (4, 1) with (4,), or (4, 4) with (4,).
            let size = random.choose(sizes)?;
            shapes.iter_mut().flatten().for_each(|axis| *axis = size);
        }
        for (operand, shape) in (0_u64..).zip(&mut shapes) {
            for size in shape.iter_mut() {
                if random.below(3) == 0 {
                    *size = 1;
                }
            }
            if clashes && operand == spoiled {
                let axis = usize::try_from(random.below(ndim)).ok()?;
                let other = random.choose(sizes)?;
                // A multiple is more tempting than another size.
                let factor = if random.below(2) == 0 { 2 } else { 1 };
                if let Some(size) = shape.get_mut(axis) {
                    *size = if factor == 2 { size.checked_mul(2)? } else { other };
                }
            }
            // Only one operand lacks axes; at the third level it may lack all.
            if operand == short && random.below(3) > 0 {
                let most = if self.level == Level::Third { ndim } else { ndim.checked_sub(1)? };
                shape.drain(..usize::try_from(random.below(most.checked_add(1)?)).ok()?);
            }
            // A vector of the first axis instead of the last: one value for each row.
            if shape.len() == 1 && random.below(3) == 0 {
                *shape = whole.first().map(|&size| vec![size])?;
            }
        }
        let [a, b] = shapes.map(|sizes| Shape::from(sizes.as_slice()));
        let is_plain = a.iter().chain(b.iter()).all(|&size| size == 1);
        (!is_plain && (a.ndim() > 0 || b.ndim() > 0)).then_some([a, b])
    }
}
