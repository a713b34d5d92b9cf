//! Sets of questions are fair: no answer by habit is right more often than others, and the wrong rules are met.

use std::collections::{BTreeMap, BTreeSet};

use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::practice::{
    Answer, Asked, AxisAnswer, Grade, Item, Level, Misconception, Question, QuestionKind, SeededSet, Subject, Topic,
    nested_text,
};
use broadcasting_diagram::Story;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Shape};
use tensor_reader::parse_operand;

use crate::practice_solver::is_solved;

/// The number of questions of each set.
const COUNT: usize = 10;

/// The habits: always "error", always "works", and always one of three shapes.
const HABITS: [&str; 5] = ["error", "works", "longer shape", "shape of a", "shape of b"];

/// A part of so many.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    part: usize,
    of: usize,
}

impl Share {
    fn add(&mut self, is_part: bool) {
        self.part += usize::from(is_part);
        self.of += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.part as f64 / self.of.max(1) as f64
    }
}

/// What the sets of a topic and a level have.
#[derive(Debug, Default)]
struct Measured {
    /// The questions whose operation fails, by kind.
    failing: BTreeMap<&'static str, Share>,
    /// The right answers of each habit, among the questions to which it has an answer.
    habits: [Share; 5],
    /// The sets in which a wrong rule gives a wrong answer.
    met: BTreeMap<&'static str, usize>,
}

impl Measured {
    fn new(topic: Topic, level: Level, seeds: u64) -> Self {
        let mut measured = Self::default();
        for seed in 0..seeds {
            let mut met: BTreeSet<&str> = BTreeSet::new();
            for item in (SeededSet { seed, topic, level, count: COUNT, is_adaptive: false }).all(Library::PyTorch) {
                let question = measured.add(&item);
                met.extend(question.wrong().into_iter().map(|(rule, _)| rule.name()));
            }
            for rule in met {
                *measured.met.entry(rule).or_default() += 1;
            }
        }
        measured
    }

    fn add(&mut self, item: &Item) -> Question {
        let [a, b] = OperandId::PAIR.map(|operand| parse_operand(item.text(operand)).expect("a shape").shape().clone());
        let subject = Subject::of_shapes([&a, &b], item.operator, item.library, item.in_place);
        let fails = subject.error.is_some();
        self.failing.entry(item.kind.name()).or_default().add(fails);
        let [error, works, shapes @ ..] = &mut self.habits;
        if matches!(item.kind, QuestionKind::Shape | QuestionKind::Verdict) {
            error.add(fails);
        }
        if item.kind == QuestionKind::Verdict {
            works.add(!fails);
        }
        if item.kind == QuestionKind::Shape {
            let longer: &Shape = if b.ndim() > a.ndim() { &b } else { &a };
            for (habit, shape) in shapes.iter_mut().zip([longer, &a, &b]) {
                habit.add(subject.result() == Some(shape));
            }
        }
        item.question(subject).expect("it can be asked")
    }

    /// The share of failing questions among those of which failing is a part of the answer, but for questions about messages.
    fn share_failing(&self) -> Share {
        let kinds = ["shape", "verdict", "axes"].iter().filter_map(|kind| self.failing.get(kind));
        kinds.fold(Share::default(), |sum, share| Share { part: sum.part + share.part, of: sum.of + share.of })
    }

    fn lines(&self, topic: Topic, level: Level, seeds: u64) -> String {
        let shares = self.failing.iter().map(|(kind, share)| format!("{kind} {:.0}", share.percent()));
        let habits = HABITS.iter().zip(self.habits).filter(|(_, share)| share.of > 0);
        let habits = habits.map(|(habit, share)| format!("{habit} {:.0}", share.percent()));
        let met = Misconception::ALL.iter().filter_map(|rule| Some((rule.name(), *self.met.get(rule.name())?)));
        let met = met.map(|(rule, sets)| format!("{rule} {:.1}", 100.0 * sets as f64 / seeds as f64));
        let list = |parts: Vec<String>| parts.join(", ");
        let [shares, habits, met] = [list(shares.collect()), list(habits.collect()), list(met.collect())];
        format!("{} {}\n  failing: {shares}\n  habits: {habits}\n  met: {met}", topic.name(), level.number())
    }
}

/// The topics whose questions may fail or not. A question about a fix always fails, and the others never do.
const TOPICS: [Topic; 3] = [Topic::Shapes, Topic::InPlace, Topic::Errors];

#[test]
fn about_two_of_five_questions_fail_and_no_habit_earns_much() {
    for topic in TOPICS {
        let (mut failing, mut habits) = (Share::default(), [Share::default(); 5]);
        let seeds = if topic == Topic::Errors { 2 } else { 12 };
        let sum = |one: Share, other: Share| Share { part: one.part + other.part, of: one.of + other.of };
        for level in Level::ALL {
            let measured = Measured::new(topic, level, seeds);
            failing = sum(failing, measured.share_failing());
            habits = std::array::from_fn(|habit| sum(habits[habit], measured.habits[habit]));
            // Where most questions have three axes, few are about two vectors or two matrices.
            let rare = |rule: &str| level != Level::First && ["vectors-make-table", "star-is-matmul"].contains(&rule);
            let met = || measured.met.iter().filter(|(rule, _)| !rare(rule)).map(|(_, sets)| sets);
            let rules = met().count() * usize::try_from(seeds).expect("few");
            let met: usize = met().sum();
            assert!(met * 100 >= rules * 92, "{}", measured.lines(topic, level, seeds));
        }
        assert!((35.0..=52.0).contains(&failing.percent()), "{topic:?}: {failing:?}");
        for (habit, share) in HABITS.iter().zip(habits) {
            // Of few sets; over many sets it is below 60.
            assert!(share.percent() <= 66.0, "{topic:?}, always {habit}: {share:?}");
        }
    }
}

/// What is said of wrong answers.
#[derive(Debug, Default, Clone, Copy)]
struct Replies {
    /// One rule stands out, a few may be behind it, none is named.
    said: [usize; 3],
    /// The table of the axes with the one that decides is shown.
    with_table: usize,
}

impl Replies {
    fn add(&mut self, rules: &[Misconception], axis: Option<usize>) {
        let said = match Misconception::suspects(rules).len() {
            0 => 2,
            1 => 0,
            _ => 1,
        };
        self.said[said] += 1;
        self.with_table += usize::from(axis.is_some());
    }

    /// Rule, "may", table only, table shown: in percent of the answers.
    fn columns(self) -> String {
        let of: usize = self.said.iter().sum();
        let share = |part| format!("{:>5.1}", Share { part, of }.percent());
        let [rule, may, none] = self.said.map(share);
        format!("{of:>8} {rule} {may} {none} {}", share(self.with_table))
    }
}

/// An answer as a learner writes it.
fn text_of(question: &Question, answer: &Answer) -> Option<String> {
    Some(match answer {
        Answer::Axes(axes) => axes.iter().map(|axis| axis.text()).collect::<Vec<_>>().join(", "),
        Answer::Message(message) => match &question.asked {
            Asked::Messages(messages) => (messages.iter().position(|known| known == message)? + 1).to_string(),
            _ => return None,
        },
        Answer::Change(change) => {
            let subject = &question.subject;
            change.code(subject.library, subject.shape(change.operand).ndim())
        }
        Answer::Tensor(shape, values) => nested_text(&shape.iter().copied().collect::<Vec<u64>>(), values),
        Answer::Works => "works".to_owned(),
        Answer::Fails => "fails".to_owned(),
        other => Locale::En.answer_text(question, other),
    })
}

/// Answers that come from no rule: slips, and whatever else can be chosen. Some of them are right, or those of a rule.
fn slips(question: &Question) -> Vec<String> {
    let right = question.right().expect("an answer");
    let subject = &question.subject;
    let shape_text = |shape: &[u64]| Shape::from(shape).to_string();
    match (&question.asked, &right) {
        (Asked::Messages(messages), _) => (1..=messages.len()).map(|number| number.to_string()).collect(),
        (_, Answer::Works | Answer::Fails) if question.kind == QuestionKind::Verdict => {
            vec!["works".to_owned(), "fails".to_owned()]
        }
        (_, Answer::Shape(_) | Answer::Fails) => {
            let aligned: Vec<u64> = subject.result().map_or_else(
                || subject.shape(OperandId::A).iter().copied().collect(),
                |shape| shape.iter().copied().collect(),
            );
            let mut texts: Vec<String> =
                vec!["error".to_owned(), shape_text(&aligned), shape_text(aligned.get(1..).unwrap_or_default())];
            texts.extend(OperandId::PAIR.map(|operand| subject.shape(operand).to_string()));
            for axis in 0..aligned.len() {
                for size in [1, aligned[axis] + 1] {
                    let mut other = aligned.clone();
                    other[axis] = size;
                    texts.push(shape_text(&other));
                }
            }
            texts.push(shape_text(&aligned.iter().rev().copied().collect::<Vec<_>>()));
            texts
        }
        (_, Answer::Axes(axes)) => (0..axes.len())
            .flat_map(|at| AxisAnswer::ALL.map(|answer| (at, answer)))
            .filter_map(|(at, answer)| {
                let mut other = axes.clone();
                other[at] = answer;
                text_of(question, &Answer::Axes(other))
            })
            .collect(),
        (_, Answer::Sources(sources)) => OperandId::PAIR
            .into_iter()
            .flat_map(|operand| {
                let sizes: Vec<u64> = subject.shape(operand).iter().copied().collect();
                let place = operand.position();
                (0..sizes.len()).flat_map(move |axis| (0..sizes[axis].min(3)).map(move |index| (place, axis, index)))
            })
            .filter_map(|(place, axis, index)| {
                let mut other = sources.clone();
                other[place][axis] = index;
                text_of(question, &Answer::Sources(other))
            })
            .collect(),
        (_, Answer::Value(_)) => (0..12).map(|value| value.to_string()).collect(),
        (_, Answer::Bytes(bytes)) => {
            [bytes / 2, bytes * 2, bytes * 4, bytes + 4].map(|bytes| format!("{bytes} B")).to_vec()
        }
        (_, Answer::Tensor(shape, values)) => {
            let sizes: Vec<u64> = shape.iter().copied().collect();
            let more = values.iter().map(|value| value + 1.0).collect::<Vec<_>>();
            vec![nested_text(&sizes, &vec![1.0; values.len()]), nested_text(&sizes, &more)]
        }
        // A change: the choices.
        _ => {
            question.changes().iter().filter_map(|change| text_of(question, &Answer::Change(change.clone()))).collect()
        }
    }
}

/// The wrong ones of some answers, each once, as they are replied to.
fn replies(question: &Question, texts: Vec<String>, known: &mut BTreeSet<String>, replies: &mut Replies) {
    let story = Story::new(&question.subject.operation, None);
    for text in texts {
        if let Grade::Wrong { rules, axis, .. } = question.grade(&text, &story)
            && known.insert(text)
        {
            replies.add(&rules, axis);
        }
    }
}

/// A row of the table: what the sets of a topic and a level ask, and what is said of wrong answers.
fn row(topic: Topic, level: Level, seeds: u64, total: &mut [Replies; 2]) -> String {
    let (mut of_rules, mut others) = (Replies::default(), Replies::default());
    let (mut axes, mut questions, mut solved, mut twins) = ([0_usize; 5], 0_usize, 0_usize, 0_usize);
    let mut failing = Share::default();
    for seed in 0..seeds {
        let items = (SeededSet { seed, topic, level, count: COUNT, is_adaptive: false }).all(Library::PyTorch);
        let mut shapes = BTreeSet::new();
        for item in &items {
            let question = Measured::default().add(item);
            questions += 1;
            failing.add(question.subject.error.is_some());
            axes[question.subject.operation.alignment().ndim().min(4)] += 1;
            solved += usize::from(is_solved(item));
            let mut pair = item.operands.clone();
            pair.sort();
            twins += usize::from(!shapes.insert(pair));
            let mut known = BTreeSet::new();
            let wrong = question.wrong().iter().filter_map(|(_, answer)| text_of(&question, answer)).collect();
            replies(&question, wrong, &mut known, &mut of_rules);
            replies(&question, slips(&question), &mut known, &mut others);
        }
    }
    for (sum, part) in total.iter_mut().zip([of_rules, others]) {
        sum.with_table += part.with_table;
        (0..3).for_each(|at| sum.said[at] += part.said[at]);
    }
    assert_eq!((solved, twins), (questions, 0), "{topic:?} {level:?}");
    let axes = axes.map(|part| format!("{:>4.1}", Share { part, of: questions }.percent())).join(" ");
    let [solved, failing] =
        [Share { part: solved, of: questions }, failing].map(|share| format!("{:>5.1}", share.percent()));
    let name = format!("{} {}", topic.name(), level.number());
    format!(
        "{name:<12} {questions:>6} {failing} {solved} {twins:>5} | {axes} | {} | {}",
        of_rules.columns(),
        others.columns()
    )
}

/// The heading of the table.
const HEADING: &str = concat!(
    "                            questions | axes, % of questions     | answers of wrong rules, %        | other wrong answers, %\n",
    "set             all fails solv. twins |    0    1    2    3    4 |  answers  rule   may  none table |  answers  rule   may  none table"
);

/// The table for many seeds, printed with `--ignored --nocapture`; `none` is without a rule: only the table of the axes is shown. It
/// takes minutes: `--release` is faster.
#[test]
#[ignore = "takes minutes"]
#[expect(clippy::print_stdout, reason = "the table is what it is for")]
fn a_thousand_seeds_of_each_topic_and_level() {
    const SEEDS: u64 = 1_000;
    println!("{HEADING}");
    let mut total = [Replies::default(); 2];
    for (topic, level) in Topic::ALL.into_iter().flat_map(|topic| Level::ALL.map(|level| (topic, level))) {
        println!("{}", row(topic, level, SEEDS, &mut total));
    }
    let [of_rules, others] = total.map(Replies::columns);
    println!("{:<64} | {of_rules} | {others}", "all");
    for topic in Topic::ALL {
        for level in Level::ALL {
            let measured = Measured::new(topic, level, SEEDS);
            println!("{}", measured.lines(topic, level, SEEDS));
            let failing = measured.share_failing();
            assert!(failing.of == 0 || (38.0..=48.0).contains(&failing.percent()), "{failing:?}");
            for share in measured.habits {
                assert!(share.percent() <= 60.0 || topic == Topic::Mixed, "{topic:?} {level:?}: {share:?}");
            }
        }
    }
}

/// Of few seeds: each wrong answer to a question with axes shows the axis that decides, and most of those that a rule gives name it.
#[test]
fn every_wrong_answer_shows_the_axis_that_decides() {
    let mut total = [Replies::default(); 2];
    for topic in Topic::ALL {
        row(topic, Level::Second, 2, &mut total);
    }
    let [of_rules, others] = total;
    for replies in total {
        let answers: usize = replies.said.iter().sum();
        assert!(answers > 200 && replies.with_table == answers, "{replies:?}");
    }
    assert!(of_rules.said[0] + of_rules.said[1] > 4 * of_rules.said[2], "{of_rules:?}");
    assert!(others.said[2] > others.said[0], "a slip is no rule: {others:?}");
}
