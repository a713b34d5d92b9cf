//! Sets of questions that are made from a seed.
//!
//! The same seed, topic and level give the same questions, on every machine and in every later version of the program: tests hold
//! recorded sets. A fixed set asks the same questions whatever is answered. An adaptive set depends on the answers so far by their
//! wrong rules: rules that may be behind a wrong answer come again.
//!
//! Whoever changes what is generated, such as a wrong rule, raises [`VERSION`]: links name it, and a link of another version is an
//! error.

use super::item::shape_text;
use super::random::Random;
use super::{Answered, Asked, Item, Misconception, QuestionKind, Subject, Summary};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Operator, Shape};
use tensor_reader::plain_shape;

/// The version of the generator. Links of another version are not read.
pub(super) const VERSION: u64 = 3;

/// The number of operations that are tried for a question, and the most where none of these suits.
const TRIED: usize = 32;
const MOST_TRIED: usize = 2_000;

/// The largest number of questions of one kind in a row in an adaptive set, where the topic has other kinds.
const MOST_IN_A_ROW: usize = 3;

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
            // Two questions about messages, because no question has all the wrong rules about them.
            Self::Mixed => &[Shape, Error, Value, Fix, Axes, Memory, Error, Source, Verdict],
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
    /// At most two axes: two in most questions.
    First,
    /// At most three axes: three in most questions.
    Second,
    /// At most four axes: three or four in most questions. Also operands without axes, and sizes of 0.
    Third,
}

impl Level {
    /// The number of aligned axes of a question.
    fn ndim(self, is_large: bool, random: &mut Random) -> u64 {
        match (self, is_large) {
            (Self::First, true) | (Self::Second, false) => 2,
            (Self::First, false) => 1 + random.below(2),
            (Self::Second, true) => 3,
            (Self::Third, true) => 3 + random.below(2),
            (Self::Third, false) => 2 + random.below(2),
        }
    }

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
    /// Whether the questions depend on the answers.
    pub is_adaptive: bool,
}

impl SeededSet {
    /// The usual number of questions.
    pub const COUNT: usize = 5;

    /// The largest number of questions.
    pub const MAX_COUNT: usize = 50;

    /// A set of the same kind with other questions.
    #[must_use]
    pub const fn following(&self) -> Self {
        // Short, because people write links down.
        Self { seed: Random::new(self.seed).next() >> 44, ..*self }
    }

    /// All questions, for somebody whose answers are right: none comes again for a wrong rule.
    #[must_use]
    pub fn all(&self, library: Library) -> Vec<Item> {
        let mut answers: Vec<Answered> = Vec::new();
        while let Some(item) = self.next(library, &answers) {
            answers.push(Answered { item, tested: Vec::new(), shown: Vec::new(), is_right: true });
        }
        answers.into_iter().map(|answer| answer.item).listed()
    }

    /// The next question after those that were answered; `None` where all were.
    ///
    /// ```
    /// use tensor_broadcasting::library::Library;
    /// use broadcast_visualizer::practice::{Level, SeededSet, Topic};
    /// let set = SeededSet { seed: 7, topic: Topic::Shapes, level: Level::First, count: 5, is_adaptive: false };
    /// let first = set.next(Library::NumPy, &[]).expect("a question");
    /// assert_eq!(set.next(Library::NumPy, &[]), Some(first));
    /// ```
    #[must_use]
    pub fn next(&self, library: Library, answers: &[Answered]) -> Option<Item> {
        let number = answers.len();
        if number >= self.count.min(Self::MAX_COUNT) {
            return None;
        }
        let seeds = [VERSION, self.seed, self.topic as u64, self.level.number()];
        let is_large = is_large(&seeds, number as u64);
        let kinds = self.topic.kinds();
        let first = Random::of(&seeds).below(kinds.len() as u64);
        let kind = |step: u64| kinds.iter().copied().cycle().nth(usize::try_from(first + step).unwrap_or(0));
        let mut random = Random::of(&[&seeds[..], &[number as u64]].concat());
        let again = if self.is_adaptive { Summary::suspected(answers) } else { Vec::new() };
        let met = met(answers);
        let mut best: Option<(usize, Item)> = None;
        let mut suitable = 0;
        for attempt in 0..MOST_TRIED {
            // Where rules are to come again, or no question of the kind in turn was found, other kinds are tried too.
            let is_late = best.is_none() && attempt >= MOST_TRIED / 2;
            let is_other = is_late || (!again.is_empty() && attempt % 2 == 1);
            let step = if is_other { random.below(kinds.len() as u64) } else { number as u64 % kinds.len() as u64 };
            let Some(kind) = kind(step).filter(|&kind| !is_tiring(kind, kinds, answers)) else { continue };
            // A rule that is to come again may need an operation that fails, or one that works.
            let fails = if again.is_empty() { self.is_to_fail(kind, &seeds, answers) } else { None };
            let Some((item, rules)) = self.candidate(kind, fails, is_large, library, &mut random) else {
                continue;
            };
            // Few operands are possible for some sets, so that those of long sets come again at last, but not with the same kind.
            let is_known = |answer: &Answered| {
                answer.item.has_same_operands(&item) && (attempt < MOST_TRIED / 2 || answer.item.kind == item.kind)
            };
            if answers.iter().any(is_known) {
                continue;
            }
            suitable += 1;
            // Each wrong rule is to be met, and then once more.
            let new = |&rule: &Misconception| match met.iter().filter(|&&known| known == rule).count() {
                0 => rule.rarity(),
                1 => rule.rarity() / 4,
                _ => 0,
            };
            let again = rules.iter().filter(|rule| again.contains(rule)).count();
            let score = 1 + rules.iter().map(new).sum::<usize>() + 256 * again;
            if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
                best = Some((score, item));
            }
            // Few operations have two clashes.
            if suitable >= if kind == QuestionKind::Error { 2 * TRIED } else { TRIED } {
                break;
            }
        }
        best.map(|(_, item)| item)
    }

    /// Whether the operation of the next question is to fail; `None` where the kind of question decides it. Of each seven questions
    /// three fail, at random places, so that no answer is right more often than others. Of each three questions about a message one
    /// has none: in long sets the last one, so that two wrong rules about messages can be met before.
    fn is_to_fail(&self, kind: QuestionKind, seeds: &[u64], answers: &[Answered]) -> Option<bool> {
        if !kind.may_fail() {
            return None;
        }
        let asks_message = kind == QuestionKind::Error;
        let before = answers.iter().map(|answer| answer.item.kind);
        let before = before.filter(|&known| known.may_fail() && (known == QuestionKind::Error) == asks_message);
        let (before, block) = (before.count() as u64, if asks_message { 3 } else { 7 });
        let mut random = Random::of(&[seeds, &[u64::from(asks_message), before / block]].concat());
        if asks_message {
            return Some(before % block != if self.count < 2 * Self::COUNT { random.below(block) } else { 2 });
        }
        let (mut fails, mut failing) = (false, 3);
        for place in 0..=before % block {
            fails = random.below(block - place) < failing;
            failing -= u64::from(fails);
        }
        Some(fails)
    }

    /// A question about random operands, with the wrong rules that give a wrong answer to it; `None` where the question cannot be
    /// asked about them, or no rule does, or the operation works or fails and should not.
    fn candidate(
        &self,
        kind: QuestionKind,
        fails: Option<bool>,
        is_large: bool,
        library: Library,
        random: &mut Random,
    ) -> Option<(Item, Vec<Misconception>)> {
        let in_place = match self.topic {
            Topic::InPlace => true,
            Topic::Mixed => matches!(kind, QuestionKind::Shape | QuestionKind::Error) && random.below(3) == 0,
            _ => false,
        };
        let is_small = kind.is_about_element() || kind == QuestionKind::Gradient;
        let sizes: &[u64] = match self.level {
            _ if kind == QuestionKind::Memory => &[1, 2, 5, 10, 20, 50, 100],
            // Their cells are drawn.
            Level::Third if is_small => &[2, 3],
            _ if is_small => &[2, 3, 4],
            Level::First => &[2, 3, 4],
            Level::Second => &[2, 3, 4, 5],
            Level::Third => &[2, 3, 4, 5, 6, 8],
        };
        let special = if is_large { self.special_matrices(sizes, random) } else { self.special_shapes(sizes, random) };
        let is_product = special.as_ref().is_some_and(|[a, b]| a.ndim() == 2 && b.ndim() == 2);
        let clashes = if kind.may_fail() { fails } else { Some(kind == QuestionKind::Fix) };
        let shapes = match special {
            Some(shapes) => shapes,
            None => self.shapes(sizes, clashes, is_large, random)?,
        };
        let operators: &[Operator] = match kind {
            _ if is_product && kind != QuestionKind::Memory => &[Operator::Multiply],
            QuestionKind::Gradient => &[Operator::Add, Operator::Subtract, Operator::Multiply],
            QuestionKind::Memory => &[Operator::Add],
            _ => &[Operator::Add, Operator::Add, Operator::Subtract, Operator::Multiply],
        };
        let operator = random.choose(operators)?;
        let pick = random.next();
        let [a, b] = &shapes;
        let subject = Subject::of_shapes([a, b], operator, library, in_place);
        if fails.is_some_and(|fails| subject.error.is_some() != fails) {
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
        let rules: Vec<Misconception> = rules.into_iter().map(|(rule, _)| rule).listed();
        if rules.is_empty() {
            return None;
        }
        let element = match question.asked {
            Asked::Element(index) => Some(index),
            _ => None,
        };
        Some((Item { element, ..item }, rules))
    }

    /// Two matrices that have a product, as a wrong rule needs them; at the first level, to whose axes they belong. Mostly `None`.
    fn special_matrices(&self, sizes: &[u64], random: &mut Random) -> Option<[Shape; 2]> {
        let shapes = self.special_shapes(sizes, random);
        shapes.filter(|[a, b]| self.level == Level::First && a.ndim() == 2 && b.ndim() == 2)
    }

    /// Shapes that some wrong rules need, which seldom come by chance: two matrices that have a product, two vectors, and at the third
    /// level an operand without axes. Mostly `None`.
    fn special_shapes(&self, sizes: &[u64], random: &mut Random) -> Option<[Shape; 2]> {
        let of = random.below(8);
        let [n, k, m] = [random.choose(sizes)?, random.choose(sizes)?, random.choose(sizes)?];
        let [n, m] = [n, m].map(|size| match random.below(3) {
            0 => 1,
            1 => k,
            _ => size,
        });
        let [a, b]: [&[u64]; 2] = match of {
            0 => [&[n, k], &[k, m]],
            1 => [&[k], &[m]],
            2 if self.level == Level::Third => [&[k, m], &[]],
            3 if self.level == Level::Third => [&[], &[k]],
            _ => return None,
        };
        Some([a, b].map(Shape::from))
    }

    /// Two random shapes: parts of one shape, some of whose sizes are 1, and sometimes a size that does not fit. `clashes` says whether
    /// one is to be there; `None` leaves it to chance.
    fn shapes(&self, sizes: &[u64], clashes: Option<bool>, is_large: bool, random: &mut Random) -> Option<[Shape; 2]> {
        let ndim = self.level.ndim(is_large, random);
        let empty = (self.level == Level::Third && random.below(4) == 0).then(|| random.below(ndim));
        let mut whole = Vec::new();
        for axis in 0..ndim {
            whole.push(if empty == Some(axis) { 0 } else { random.choose(sizes)? });
        }
        let at_random = random.below(if self.topic == Topic::Errors { 2 } else { 3 }) == 0;
        // In place also operations fail that have no clash.
        let clashes = clashes.map_or(at_random, |clashes| clashes && (self.topic != Topic::InPlace || !at_random));
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
                // Two clashes, so that it matters which of them the message is about.
                if random.below(2) == 0
                    && let Some(size) = shape.first_mut()
                {
                    *size = size.checked_add(1)?;
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

/// Whether the next question has as many axes as the level says: three of each four, so that the rules about vectors and matrices
/// are met too.
fn is_large(seeds: &[u64], number: u64) -> bool {
    const BLOCK: u64 = 4;
    number % BLOCK != Random::of(&[seeds, &[2, number / BLOCK]].concat()).below(BLOCK)
}

/// Whether the last questions were all of a kind, and there are others. Only an adaptive set comes to this.
fn is_tiring(kind: QuestionKind, kinds: &[QuestionKind], answers: &[Answered]) -> bool {
    let last = answers.iter().rev().take(MOST_IN_A_ROW);
    answers.len() >= MOST_IN_A_ROW
        && last.into_iter().all(|answer| answer.item.kind == kind)
        && kinds.iter().any(|&other| other != kind)
}

/// The wrong rules that the questions so far put to the test, once for each question.
fn met(answers: &[Answered]) -> Vec<Misconception> {
    let of = |answer: &Answered| {
        let item = Item { library: Library::PyTorch, ..answer.item.clone() };
        let shape = |operand: OperandId| plain_shape(item.text(operand)).map(|shape| shape.shape().clone());
        let (a, b) = (shape(OperandId::A)?, shape(OperandId::B)?);
        let question = item.question(Subject::of_shapes([&a, &b], item.operator, item.library, item.in_place))?;
        Some(question.wrong().into_iter().map(|(rule, _)| rule))
    };
    answers.iter().filter_map(of).flatten().listed()
}
