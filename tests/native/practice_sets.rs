//! Sets of questions: the same link is the same set, wrong rules come again, and links lose nothing.

use std::collections::{BTreeMap, BTreeSet};

use broadcast_visualizer::practice::{
    Answered, Grade, Item, Level, Misconception, Question, QuestionKind, SeededSet, SetError, Subject, Summary, Topic,
};
use broadcast_visualizer::state::{Binary, ChapterRef, Code, OwnSet, Settings, Step, Third};
use broadcasting_diagram::{CellRef, Panel};
use proptest::prelude::*;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Operator};
use tensor_reader::parse_operand;

/// The question of an item whose operands are shapes.
fn question(item: &Item) -> Question {
    let [a, b] = OperandId::PAIR.map(|operand| parse_operand(item.text(operand)).expect("a shape").shape().clone());
    let subject = Subject::of_shapes([&a, &b], item.operator, item.library, item.in_place);
    item.question(subject).expect("it can be asked")
}

/// An item that is answered with the answer of a wrong rule where it gives one, else rightly.
fn answered(item: Item, rule: Option<Misconception>) -> Answered {
    let question = question(&item);
    let wrong = question.wrong();
    let answer = wrong.iter().find(|(wrong, _)| Some(*wrong) == rule).map(|(_, answer)| answer.clone());
    let same = |answer| wrong.iter().filter(|(_, other)| other.is_same(answer)).map(|(rule, _)| *rule).collect();
    let grade =
        answer.as_ref().map_or(Grade::Right, |answer| Grade::Wrong { rules: same(answer), chapter: 0, axis: None });
    Answered::new(item, &question, &grade)
}

/// All questions of a set, answered by somebody who has one wrong rule, or none.
fn run(set: SeededSet, library: Library, rule: Option<Misconception>) -> Vec<Answered> {
    let mut answers = Vec::new();
    while let Some(item) = set.next(library, &answers) {
        answers.push(answered(item, rule));
    }
    answers
}

fn line(item: &Item) -> String {
    let [a, b] = OperandId::PAIR.map(|operand| item.text(operand));
    let place = if item.in_place { " in place" } else { "" };
    let element = item.element.as_ref().map(|index| format!(" {index:?}")).unwrap_or_default();
    format!("{} {a} {} {b}{place}{element}", item.kind.name(), item.operator.symbol())
}

/// Recorded for each topic and level: a link keeps its questions. `UPDATE_SETS=1` records them again, with a new version.
#[test]
fn links_keep_their_questions() {
    let path = format!("{}/tests/native/practice_sets.txt", env!("CARGO_MANIFEST_DIR"));
    let mut lines = String::new();
    for (seed, topic) in (0xdea1..).zip(Topic::ALL) {
        for level in Level::ALL {
            let set = SeededSet { seed, topic, level, count: 6, is_adaptive: false };
            let items: Vec<String> = set.all(Library::PyTorch).iter().map(line).collect();
            lines.push_str(&format!("{}: {}\n", set.to_text(), items.join("; ")));
        }
    }
    if std::env::var_os("UPDATE_SETS").is_some() {
        std::fs::write(&path, &lines).expect("the recorded sets");
    }
    let recorded = std::fs::read_to_string(path).expect("the recorded sets");
    for (line, recorded) in lines.lines().zip(recorded.lines()) {
        assert_eq!(line, recorded);
    }
    assert_eq!(lines.len(), recorded.len());
}

#[test]
fn a_fixed_set_asks_the_same_whatever_is_answered() {
    for (topic, level) in [(Topic::Shapes, Level::First), (Topic::Mixed, Level::Second), (Topic::Errors, Level::Third)]
    {
        let set = SeededSet { seed: 0x9d8db, topic, level, count: 5, is_adaptive: false };
        let items = set.all(Library::PyTorch);
        for rule in Misconception::ALL {
            let answers = run(set, Library::PyTorch, Some(rule));
            assert!(answers.iter().map(|answer| &answer.item).eq(&items), "{rule:?}: {topic:?}");
        }
        let skipped = |item: &Item| {
            let (tested, shown) = (Vec::new(), Vec::new());
            Answered { item: item.clone(), tested, shown, is_right: false }
        };
        let answers: Vec<Answered> = items[..4].iter().map(skipped).collect();
        assert_eq!(set.next(Library::PyTorch, &answers).as_ref(), items.last());
    }
}

#[test]
fn every_set_has_its_number_of_questions_for_both_libraries() {
    for topic in Topic::ALL {
        for level in Level::ALL {
            for seed in 0..2 {
                let set = SeededSet { seed, topic, level, count: 6, is_adaptive: false };
                let lines = |library| -> Vec<String> {
                    run(set, library, None).iter().map(|answer| line(&answer.item)).collect()
                };
                let of_numpy = lines(Library::NumPy);
                assert_eq!(of_numpy.len(), 6, "{set:?}");
                assert_eq!(of_numpy.iter().collect::<BTreeSet<_>>().len(), 6, "{set:?}: {of_numpy:#?}");
                assert_eq!(of_numpy, lines(Library::PyTorch), "{set:?}");
            }
        }
    }
}

#[test]
fn a_long_set_has_its_number_of_questions() {
    for (topic, level) in
        [(Topic::InPlace, Level::First), (Topic::Gradients, Level::First), (Topic::Memory, Level::Third)]
    {
        let set = SeededSet { seed: 1, topic, level, count: SeededSet::MAX_COUNT, is_adaptive: false };
        let mut answers = Vec::new();
        while let Some(item) = set.next(Library::PyTorch, &answers) {
            answers.push(Answered { item, tested: Vec::new(), shown: Vec::new(), is_right: true });
        }
        assert_eq!(answers.len(), SeededSet::MAX_COUNT, "{set:?}");
    }
}

/// What a learner would take for the same question: the same kind about the same shapes.
#[test]
fn no_two_questions_of_a_set_are_twins() {
    for (topic, level) in Topic::ALL.into_iter().flat_map(|topic| Level::ALL.map(|level| (topic, level))) {
        for seed in 0..3 {
            let items = SeededSet { seed, topic, level, count: 12, is_adaptive: seed == 2 }.all(Library::PyTorch);
            let key = |item: &Item| {
                let mut operands = item.operands.clone();
                operands.sort();
                operands
            };
            let keys: BTreeSet<[String; 2]> = items.iter().map(key).collect();
            assert_eq!(keys.len(), 12, "{topic:?} {level:?}: {:#?}", items.iter().map(line).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_level_has_the_axes_that_its_name_says_in_most_questions() {
    for topic in Topic::ALL {
        for (level, most) in Level::ALL.into_iter().zip([2..=2, 3..=3, 3..=4]) {
            let mut counts = BTreeMap::<usize, usize>::new();
            for seed in 0..4 {
                for item in (SeededSet { seed, topic, level, count: 8, is_adaptive: false }).all(Library::PyTorch) {
                    *counts.entry(question(&item).subject.operation.alignment().ndim()).or_default() += 1;
                }
            }
            let large: usize = most.clone().filter_map(|ndim| counts.get(&ndim)).sum();
            assert!(counts.keys().all(|ndim| ndim <= most.end()), "{topic:?} {level:?}: {counts:?}");
            assert!(large * 10 >= 32 * 7, "{topic:?} {level:?}: {counts:?}");
        }
    }
}

#[test]
fn an_adaptive_set_asks_no_kind_five_times_in_a_row() {
    for topic in Topic::ALL.into_iter().filter(|topic| !matches!(topic, Topic::Memory | Topic::Gradients)) {
        for rule in [
            Misconception::LinesUpLeft,
            Misconception::SizesMultiply,
            Misconception::OnesIgnored,
            Misconception::FirstClash,
        ] {
            let set = SeededSet { seed: 5, topic, level: Level::Second, count: 15, is_adaptive: true };
            let answers = run(set, Library::PyTorch, Some(rule));
            let kinds: Vec<QuestionKind> = answers.iter().map(|answer| answer.item.kind).collect();
            assert_eq!(kinds.len(), 15);
            assert!(
                kinds.windows(5).all(|five| five.iter().any(|kind| *kind != five[0])),
                "{topic:?} {rule:?}: {kinds:?}"
            );
        }
    }
}

#[test]
fn other_seeds_give_other_questions() {
    let set = |seed| SeededSet { seed, topic: Topic::Shapes, level: Level::Second, count: 1, is_adaptive: false };
    let firsts: BTreeSet<String> =
        (0..40).filter_map(|seed| set(seed).next(Library::NumPy, &[])).map(|item| line(&item)).collect();
    assert!(firsts.len() > 30, "{firsts:#?}");
}

#[test]
fn a_wrong_rule_comes_again_until_it_is_given_up() {
    let (mut again, mut sets) = (0, 0);
    for rule in [Misconception::LinesUpLeft, Misconception::OneStretches, Misconception::VectorIsColumn] {
        for seed in 0..14 {
            let set = SeededSet { seed, topic: Topic::Shapes, level: Level::Second, count: 6, is_adaptive: true };
            let answers = run(set, Library::PyTorch, Some(rule));
            let Some(first) = answers.iter().position(|answer| answer.shown.contains(&rule)).filter(|&at| at < 5)
            else {
                continue;
            };
            sets += 1;
            again += usize::from(answers[first + 1].tested.contains(&rule));
            let shown = answers.iter().filter(|answer| answer.shown.contains(&rule)).count();
            let said = Summary::of(&answers).not_understood.len();
            assert!(said <= shown / 2, "{rule:?}: {said} rules of {shown} answers");
        }
    }
    assert!(sets >= 20, "only {sets} sets showed the rule");
    assert!(again * 10 >= sets * 8, "the rule came again in {again} of {sets} sets");
}

#[test]
fn the_summary_says_what_was_understood() {
    let item = |kind, a: &str, b: &str| Item {
        kind,
        operands: [a.to_owned(), b.to_owned()],
        operator: Operator::Add,
        library: Library::PyTorch,
        in_place: false,
        element: None,
        pick: 0,
    };
    let rule = Misconception::LinesUpLeft;
    let wrong = answered(item(QuestionKind::Shape, "3,4", "(3,)"), Some(rule));
    let right = answered(item(QuestionKind::Shape, "5,2", "(5,)"), None);
    let verdict = answered(item(QuestionKind::Verdict, "5,2", "(5,)"), None);
    assert!(wrong.shown.contains(&rule) && right.tested.contains(&rule) && verdict.tested.contains(&rule));
    let again = answered(item(QuestionKind::Shape, "6,2", "(6,)"), Some(rule));
    assert!(again.shown.contains(&rule) && again.shown.len() > 1, "several rules give this answer");
    // One wrong answer may be a slip.
    let summary = Summary::of(std::slice::from_ref(&wrong));
    assert_eq!((summary.right, summary.answered), (0, 1));
    assert!(summary.not_understood.is_empty() && summary.understood.is_empty());
    // What two agree on is one rule, although several give both answers.
    assert_eq!(Summary::of(&[wrong.clone(), again.clone()]).not_understood, [rule]);
    // A verdict can be right by chance.
    assert_eq!(Summary::of(&[wrong.clone(), again.clone(), verdict]).not_understood, [rule]);
    // One right answer may be luck.
    let summary = Summary::of(&[wrong.clone(), again.clone(), right.clone()]);
    assert!(!summary.understood.contains(&rule) && !summary.not_understood.contains(&rule));
    let summary = Summary::of(&[wrong.clone(), right.clone(), right.clone(), right.clone()]);
    assert_eq!(summary.understood.iter().filter(|&&known| known == rule).count(), 1);
    assert!(!summary.not_understood.contains(&rule));
    assert!(!Summary::of(&[right.clone(), wrong.clone(), right.clone()]).understood.contains(&rule));
    // It was given up between the two.
    assert!(Summary::of(&[wrong.clone(), right.clone(), again.clone()]).not_understood.is_empty());
    assert_eq!(Summary::of(&[right, wrong, again]).not_understood, [rule]);
    assert_eq!(Summary::of(&[]), Summary::default());
}

/// Any text that an operand can have: one line.
pub(super) fn step() -> impl Strategy<Value = Step> {
    (
        ("[!-~é轴~.:]{0,30}", "[!-~]{0,30}", prop::option::of("[!-~]{1,9}"), prop::option::of("[ -~\n]{1,60}")),
        (0..Binary::ALL.len(), 0..Library::ALL.len(), any::<bool>(), any::<bool>()),
        prop::option::of(prop::collection::vec(any::<u64>(), 0..4)),
        (prop::option::of(0..QuestionKind::ALL.len()), prop::option::of(0..9_usize)),
        prop_oneof![2 => Just(String::new()), 1 => "[ -~é轴~.:<=]{0,40}"],
    )
        .prop_map(|((a, b, c, code), (operator, library, in_place, gradient), element, (kind, chapter), text)| {
            let settings = match code {
                // A program says the operands and the operator itself.
                Some(code) => Settings { code: Code::from(code), ..Settings::default() },
                None if c.is_some() => Settings { a, b, c: Third(c), in_place, ..Settings::default() },
                None => Settings { a, b, operator: Binary::ALL[operator], in_place, ..Settings::default() },
            };
            let settings = Settings {
                library: Library::ALL[library],
                gradient,
                cell: element.map(|index| CellRef { panel: Panel::Result, index }),
                predict: kind.map(|kind| QuestionKind::ALL[kind]),
                chapter: chapter.map(|at| at.checked_sub(1).map_or(ChapterRef::Last, ChapterRef::Index)),
                ..settings
            };
            Step { settings, text }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_link_reads_back_its_set(title in "[ -~题~]{0,40}", caption in "[ -~题~]{0,3}", shows_answers in any::<bool>(), steps in prop::collection::vec(step(), 1..6)) {
        let set = OwnSet { title, caption, shows_answers, steps };
        prop_assert_eq!(OwnSet::from_text(&set.to_text()), Ok(set));
    }

    #[test]
    fn a_link_reads_back_its_seed(is_adaptive in any::<bool>(), seed in any::<u64>(), topic in 0..Topic::ALL.len(), level in 0..Level::ALL.len(), count in 1..=SeededSet::MAX_COUNT) {
        let (topic, level) = (Topic::ALL[topic], Level::ALL[level]);
        let set = SeededSet { seed, topic, level, count, is_adaptive };
        prop_assert_eq!(SeededSet::from_text(&set.to_text()), Ok(set));
    }

    #[test]
    fn no_text_of_a_set_is_a_panic(text in "\\PC{0,60}", own in "1~.t~.1~.~:a=4~.[.:~a-z0-9,=]{0,60}") {
        _ = SeededSet::from_text(&text);
        _ = OwnSet::from_text(&text);
        if let Ok(set) = OwnSet::from_text(&own) {
            prop_assert_eq!(OwnSet::from_text(&set.to_text()), Ok(set));
        }
    }
}

#[test]
fn what_is_wrong_with_a_set_is_said() {
    let cases = [
        ("", SetError::UnknownVersion),
        ("1.0.mixed.1.5", SetError::UnknownVersion),
        ("2.0.mixed.1.5.adaptive", SetError::UnknownVersion),
        ("4.0.mixed.1.5", SetError::UnknownVersion),
        ("3.0.mixed.1.adaptive", SetError::WrongFields),
        ("3.0.mixed.1.5.adaptive.adaptive", SetError::WrongFields),
        ("3.0.mixed.1", SetError::WrongFields),
        ("3.0.mixed.1.5.9", SetError::WrongFields),
        ("3.xyz.mixed.1.5", SetError::Seed),
        ("3.+1.mixed.1.5", SetError::Seed),
        ("3.10000000000000000.mixed.1.5", SetError::Seed),
        ("3.0.mixed.4.5", SetError::Level),
        ("3.0.mixed.1.0", SetError::Count),
        ("3.0.mixed.1.51", SetError::Count),
        ("q1~.~.1~:shape~.3~.3", SetError::UnknownVersion),
    ];
    for (text, error) in cases {
        assert_eq!(SeededSet::from_text(text), Err(error), "{text}");
    }
    let cases = [
        ("", SetError::UnknownVersion),
        ("3.0.mixed.1.5", SetError::UnknownVersion),
        ("2~.title~.0~.~:a=3~.b=3", SetError::UnknownVersion),
        ("1~.title~.0~:a=3~.b=3", SetError::WrongFields),
        ("1~.title~.maybe~.~:a=3~.b=3", SetError::WrongFields),
        ("1~.title~.0~.", SetError::Count),
        ("1~.title~.0~.~:a=3~.b=3~:guess=3", SetError::Step(2)),
        ("1~.title~.0~.~:3~.3", SetError::Step(1)),
        ("1~.title~.0~.~:a=3~.op=power", SetError::Step(1)),
        ("1~.title~.0~.~:a=3~.theme=dark", SetError::Step(1)),
        ("1~.title~.0~.~:a=3~.cell=1,x", SetError::Step(1)),
        ("1~.title~.0~.~:a=3~", SetError::WrongFields),
        ("1~x", SetError::WrongFields),
    ];
    for (text, error) in cases {
        assert_eq!(OwnSet::from_text(text), Err(error), "{text}");
    }
    let long = |title: usize, steps: usize| format!("1~.{}~.0~.{}", "t".repeat(title), "~:a=3~.b=3".repeat(steps));
    assert!(OwnSet::from_text(&long(200, 50)).is_ok());
    assert_eq!(OwnSet::from_text(&long(201, 1)), Err(SetError::TextTooLong));
    assert_eq!(OwnSet::from_text(&long(1, 51)), Err(SetError::Count));
    assert_eq!(OwnSet::from_text(&long(16_000, 1)), Err(SetError::TooLong));
    let texts = |caption: usize, text: usize| format!("1~.~.0~.{}~:text={}", "c".repeat(caption), "n".repeat(text));
    assert!(OwnSet::from_text(&texts(300, 600)).is_ok());
    assert_eq!(OwnSet::from_text(&texts(301, 1)), Err(SetError::TextTooLong));
    assert_eq!(OwnSet::from_text(&texts(1, 601)), Err(SetError::TextTooLong));
    let operand = |chars: usize| format!("1~.~.0~.~:a={}~.b=3", "3".repeat(chars));
    assert!(OwnSet::from_text(&operand(2_000)).is_ok());
    assert_eq!(OwnSet::from_text(&operand(2_001)), Err(SetError::TextTooLong));
}

/// The text that `python/tests/test_steps.py` expects of the widget for notebooks.
#[test]
fn steps_of_a_notebook_are_read() {
    let text = "1~.Week ~~3~.0~.~:library=numpy~.a=(4,1)~.b=(3,)~.chapter=1~.text=A column ~~ a row.\
                ~:library=pytorch~.a=4,1~.b=[0, 1, 2]~.inplace=1~:code=x = 1\ny = 2";
    let set = OwnSet::from_text(text).expect("steps");
    assert_eq!((set.title.as_str(), set.steps[0].text.as_str()), ("Week ~3", "A column ~ a row."));
    assert!(set.steps[1].settings.in_place && set.steps[2].settings.has_code());
    assert_eq!(set.steps[0].settings.a, "(4,1)");
}
