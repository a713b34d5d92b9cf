//! Sets of questions that are made from a seed.
//!
//! The same seed, topic, level and [`Generator`] give the same questions, on every machine and in every later version
//! of the program: tests hold recorded sets. A fixed set asks the same questions whatever is answered. An adaptive set depends on the
//! answers so far by their wrong rules: rules that were shown come again.
//!
//! Whoever changes what is generated, such as a wrong rule, adds a version: links name the version, and a link of an unknown version
//! is an error.

use super::item::shape_text;
use super::random::Random;
use super::{Answered, Asked, Item, Misconception, QuestionKind, Subject, Summary};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Operator, Shape};
use tensor_reader::parse_shape;

/// The number of wrong rules, from the first on, that both versions of the generator look at.
const RULES: usize = 23;

/// The number of operations that are tried for a question, and the most where none of these suits.
const TRIED: usize = 32;
const MOST_TRIED: usize = 2_000;

/// What makes the questions of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generator {
    /// Version 1, for the links of then: it prefers operations that fail, and rules that were shown come again.
    First,
    /// Version 2: each question is the same whatever was answered before.
    Fixed,
    /// Version 2, but rules that were shown come again.
    Adaptive,
}

impl Generator {
    /// The version, as links have it.
    pub(super) const fn version(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Fixed | Self::Adaptive => 2,
        }
    }

    /// Whether the questions depend on the answers.
    #[must_use]
    pub const fn is_adaptive(self) -> bool {
        matches!(self, Self::First | Self::Adaptive)
    }
}

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
    const fn kinds(self, generator: Generator) -> &'static [QuestionKind] {
        use QuestionKind::{Axes, Error, Fix, Gradient, Memory, Shape, Source, Value, Verdict};
        match self {
            Self::Mixed if matches!(generator, Generator::First) => {
                &[Shape, Axes, Value, Fix, Error, Memory, Source, Verdict]
            }
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
    /// What makes its questions.
    pub generator: Generator,
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

    /// A set of other questions, by the present version of the generator.
    #[must_use]
    pub const fn following(&self) -> Self {
        let generator = if self.generator.is_adaptive() { Generator::Adaptive } else { Generator::Fixed };
        // Short, because people write links down.
        Self { generator, seed: Random::new(self.seed).next() >> 44, ..*self }
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
    /// use broadcast_visualizer::practice::{Generator, Level, SeededSet, Topic};
    /// let set = SeededSet { generator: Generator::Fixed, seed: 7, topic: Topic::Shapes, level: Level::First, count: 5 };
    /// let first = set.next(Library::NumPy, &[]).expect("a question");
    /// assert_eq!(set.next(Library::NumPy, &[]), Some(first));
    /// ```
    #[must_use]
    pub fn next(&self, library: Library, answers: &[Answered]) -> Option<Item> {
        let number = answers.len();
        if number >= self.count.min(Self::MAX_COUNT) {
            return None;
        }
        let seeds = [self.generator.version(), self.seed, self.topic as u64, self.level.number()];
        let kinds = self.topic.kinds(self.generator);
        let first = Random::of(&seeds).below(kinds.len() as u64);
        let kind = |step: u64| kinds.iter().copied().cycle().nth(usize::try_from(first + step).unwrap_or(0));
        let mut random = Random::of(&[&seeds[..], &[number as u64]].concat());
        let again = if self.generator.is_adaptive() { Summary::suspected(answers) } else { Vec::new() };
        let aim = if self.generator == Generator::First { random.below(RULES as u64) } else { 0 };
        let met = if self.generator == Generator::First { Vec::new() } else { met(answers) };
        let mut best: Option<(usize, Item)> = None;
        let mut suitable = 0;
        for attempt in 0..MOST_TRIED {
            // Where rules are to come again, or no question of the kind in turn was found, other kinds are tried too.
            let is_late = (self.generator == Generator::First && suitable >= TRIED)
                || (best.is_none() && attempt >= MOST_TRIED / 2);
            let is_other = is_late || (!again.is_empty() && attempt % 2 == 1);
            let step = if is_other { random.below(kinds.len() as u64) } else { number as u64 % kinds.len() as u64 };
            let Some(kind) = kind(step) else { continue };
            let is_message = kind == QuestionKind::Error;
            // A rule that is to come again may need an operation that fails, or one that works.
            let fails = if again.is_empty() { self.is_to_fail(kind, &seeds, answers) } else { None };
            // Version 1 counts what it cannot ask, too.
            suitable += usize::from(self.generator == Generator::First);
            let Some((item, rules)) = self.candidate(kind, fails, library, &mut random) else {
                continue;
            };
            // Few operands are possible for some sets, so that those of many questions come again at last.
            let is_known = answers.iter().any(|answer| answer.item.operands == item.operands);
            if is_known && attempt < MOST_TRIED / 2 {
                continue;
            }
            let again = 8 * rules.iter().filter(|rule| again.contains(rule)).count();
            let score = if self.generator == Generator::First {
                rules.len().min(4) + again + 4 * usize::from(rules.iter().any(|&rule| rule as u64 == aim))
            } else {
                suitable += 1;
                // Each wrong rule is to be met, and then once more.
                let new = |&rule: &Misconception| match met.iter().filter(|&&known| known == rule).count() {
                    0 => rule.rarity(),
                    1 => rule.rarity() / 4,
                    _ => 0,
                };
                1 + rules.iter().map(new).sum::<usize>() + 32 * again
            };
            if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
                best = Some((score, item));
            }
            // Few operations have two clashes.
            let enough = if self.generator != Generator::First && is_message { 2 * TRIED } else { TRIED };
            if suitable >= enough && best.as_ref().is_some_and(|(highest, _)| *highest > 0) {
                break;
            }
        }
        best.map(|(_, item)| item)
    }

    /// Whether the operation of the next question is to fail; `None` where the kind of question decides it, and in version 1. Of each
    /// seven questions three fail, at random places, so that no answer is right more often than others. Of each three questions about
    /// a message one has none: in long sets the last one, so that two wrong rules about messages can be met before.
    fn is_to_fail(&self, kind: QuestionKind, seeds: &[u64], answers: &[Answered]) -> Option<bool> {
        if self.generator == Generator::First || !kind.may_fail() {
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
        library: Library,
        random: &mut Random,
    ) -> Option<(Item, Vec<Misconception>)> {
        let in_place = match self.topic {
            Topic::InPlace => true,
            Topic::Mixed => {
                let of = if self.generator == Generator::First { 6 } else { 3 };
                matches!(kind, QuestionKind::Shape | QuestionKind::Error) && random.below(of) == 0
            }
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
        let special = if self.generator == Generator::First { None } else { self.special_shapes(sizes, random) };
        let is_product = special.as_ref().is_some_and(|[a, b]| a.ndim() == 2 && b.ndim() == 2);
        let clashes = match self.generator {
            Generator::First => None,
            _ if kind.may_fail() => fails,
            _ => Some(kind == QuestionKind::Fix),
        };
        let shapes = match special {
            Some(shapes) => shapes,
            None => self.shapes(sizes, clashes, random)?,
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
        // In version 1, a question about an error has one. A question about a fix has something to fix.
        let has_error = fails.or((kind == QuestionKind::Error).then_some(true));
        if has_error.is_some_and(|has_error| subject.error.is_some() != has_error) {
            return None;
        }
        let operands = [shape_text(a), shape_text(b)];
        let item = Item { kind, operands, operator, library, in_place, element: None, pick, note: String::new() };
        let question = item.question(subject)?;
        // The libraries have different messages, but a set has the same questions for both.
        let rules = if kind == QuestionKind::Error && library != Library::PyTorch {
            item.question(Subject::of_shapes([a, b], operator, Library::PyTorch, in_place))?.wrong()
        } else {
            question.wrong()
        };
        let rules: Vec<Misconception> =
            rules.into_iter().map(|(rule, _)| rule).filter(|&rule| (rule as usize) < RULES).listed();
        if rules.is_empty() {
            return None;
        }
        let element = match question.asked {
            Asked::Element(index) => Some(index),
            _ => None,
        };
        Some((Item { element, ..item }, rules))
    }

    /// Shapes that some wrong rules need, which seldom come by chance: two matrices that have a product, two vectors, and at the third
    /// level an operand without axes. Mostly `None`.
    fn special_shapes(&self, sizes: &[u64], random: &mut Random) -> Option<[Shape; 2]> {
        let of = random.below(12);
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
    /// one is to be there; in version 1 it is left to chance.
    fn shapes(&self, sizes: &[u64], clashes: Option<bool>, random: &mut Random) -> Option<[Shape; 2]> {
        let ndim = match self.level {
            Level::First => 1 + random.below(2),
            Level::Second => 2 + random.below(2),
            Level::Third => 2 + random.below(3),
        };
        let mut whole = Vec::new();
        for _ in 0..ndim {
            let of = if self.generator == Generator::First { 12 } else { 8 };
            let is_empty = self.level == Level::Third && random.below(of) == 0;
            whole.push(if is_empty { 0 } else { random.choose(sizes)? });
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
                if self.generator != Generator::First
                    && random.below(2) == 0
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

/// The wrong rules that the questions so far put to the test, once for each question.
fn met(answers: &[Answered]) -> Vec<Misconception> {
    let of = |answer: &Answered| {
        let item = Item { library: Library::PyTorch, ..answer.item.clone() };
        let shape = |operand: OperandId| parse_shape(item.text(operand)).ok().map(|shape| shape.shape().clone());
        let (a, b) = (shape(OperandId::A)?, shape(OperandId::B)?);
        let question = item.question(Subject::of_shapes([&a, &b], item.operator, item.library, item.in_place))?;
        Some(question.wrong().into_iter().map(|(rule, _)| rule).filter(|&rule| (rule as usize) < RULES))
    };
    answers.iter().filter_map(of).flatten().listed()
}
