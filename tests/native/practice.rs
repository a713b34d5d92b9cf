//! Questions: the right answer is accepted in every notation, and the answer of each wrong rule is recognised.

use std::collections::{BTreeMap, BTreeSet};

use broadcast_visualizer::i18n::{Locale, PracticeMessage};
use broadcast_visualizer::practice::{
    Answer, Asked, AxisAnswer, Grade, Level, Misconception, Question, QuestionKind, Reply, Subject, Topic,
};
use broadcast_visualizer::state::{Analysis, Settings};
use broadcasting_diagram::{ChapterKind, Story, Writing};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::numbers::float_literal;
use tensor_broadcasting::{OperandId, Operator, Shape, format_value};

/// A shape of few axes, with sizes that often agree.
fn shape() -> impl Strategy<Value = Shape> {
    let size = prop_oneof![6 => Just(1_u64), 6 => 2_u64..=3, 1 => Just(0_u64), 4 => 4_u64..=6];
    prop::collection::vec(size, 0..=4).prop_map(|sizes| Shape::from(sizes.as_slice()))
}

/// An operation that often broadcasts: `b` has some of the axes of `a`, or any.
fn subject() -> impl Strategy<Value = Subject> {
    let related = (shape(), prop::collection::vec(0_u8..4, 4), 0_usize..5).prop_map(|(a, changes, dropped)| {
        let b = a.iter().zip(changes).map(|(&size, change)| if change == 0 { 1 } else { size });
        let b: Vec<u64> = b.skip(dropped.min(a.ndim())).collect();
        (a, Shape::from(b.as_slice()))
    });
    let pair = prop_oneof![2 => related, 1 => (shape(), shape())];
    let operators =
        prop::sample::select(vec![Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Maximum]);
    let library = prop::sample::select(Library::ALL.to_vec());
    (pair, any::<bool>(), operators, library, 0_u8..4).prop_map(|((a, b), swapped, operator, library, in_place)| {
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        Subject::of_shapes([&a, &b], operator, library, in_place == 0)
    })
}

fn story(subject: &Subject) -> Story {
    let fits = subject.operation.fits_in_place();
    let writing = subject.in_place.then_some(if fits { Writing::Fits } else { Writing::DoesNotFit });
    Story::new(&subject.operation, writing)
}

fn joined<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

fn full_width(text: &str) -> String {
    let wide = |c: char| if ('!'..='~').contains(&c) { char::from_u32(c as u32 + 0xfee0) } else { None };
    text.chars().map(|c| wide(c).unwrap_or(c)).collect()
}

fn nested(sizes: &[u64], values: &[f64]) -> String {
    match sizes {
        [] => float_literal(values[0]),
        [size, inner @ ..] => {
            let block = inner.iter().product::<u64>() as usize;
            let entries: Vec<String> = (0..*size as usize).map(|i| nested(inner, &values[i * block..])).collect();
            format!("[{}]", entries.join(", "))
        }
    }
}

/// The ways in which people write an answer.
fn notations(question: &Question, answer: &Answer) -> Vec<String> {
    let name = |operand: OperandId, index: &[u64]| {
        if index.is_empty() { operand.name().to_owned() } else { format!("{}[{}]", operand.name(), joined(index, ",")) }
    };
    match answer {
        Answer::Shape(shape) if shape.ndim() == 0 => ["()", "[]", "torch.Size([])", "（）"].map(str::to_owned).to_vec(),
        Answer::Shape(shape) => {
            let comma = joined(shape, ", ");
            let mut texts = vec![
                comma.clone(),
                joined(shape, " "),
                joined(shape, " x "),
                joined(shape, "×"),
                shape.to_string(),
                format!("[{comma}]"),
                format!("torch.Size([{comma}])"),
                format!("  {comma}  "),
                full_width(&joined(shape, ",")),
                format!("np.zeros({shape})"),
                joined(
                    &shape.iter().enumerate().map(|(axis, size)| format!("axis{axis}={size}")).collect::<Vec<_>>(),
                    ", ",
                ),
            ];
            if shape.ndim() == 1 {
                texts.push(format!("({},)", shape[0]));
            }
            texts
        }
        Answer::Works => ["yes", "Yes.", "y", "works", "ok", "true", "可以", "是", "✓", "sí", "Funciona."]
            .map(str::to_owned)
            .to_vec(),
        Answer::Fails => {
            let words = ["error", "Error!", "an error", "fails", "no", "RuntimeError", "ValueError", "报错", "不能"];
            words.into_iter().chain(["ｅｒｒｏｒ", "da error", "«error»"]).map(str::to_owned).collect()
        }
        Answer::Axes(axes) => {
            let chinese = |axis: &AxisAnswer| match axis {
                AxisAnswer::Equal => "相等".to_owned(),
                AxisAnswer::Stretches(operand) => format!("{} 拉伸", operand.name()),
                AxisAnswer::Missing(operand) => format!("{} 缺少", operand.name()),
                AxisAnswer::Clashes => "冲突".to_owned(),
            };
            let spanish = |axis: &AxisAnswer| match axis {
                AxisAnswer::Equal => "iguales".to_owned(),
                AxisAnswer::Stretches(operand) => format!("{} se estira", operand.name()),
                AxisAnswer::Missing(operand) => format!("{} no lo tiene", operand.name()),
                AxisAnswer::Clashes => "conflicto".to_owned(),
            };
            let texts: Vec<&str> = axes.iter().map(|axis| axis.text()).collect();
            vec![
                texts.join(", "),
                texts.join("; "),
                texts.join("\n"),
                texts.join(",").to_uppercase().replace("A ", "a ").replace("B ", "b "),
                axes.iter().map(chinese).collect::<Vec<_>>().join("，"),
                axes.iter().map(spanish).collect::<Vec<_>>().join(", "),
            ]
        }
        Answer::Value(value) => {
            let text = format_value(*value, 30);
            vec![format!("out = {text}"), format!(" {text} "), full_width(&text), text]
        }
        Answer::Sources([a, b]) => {
            let (a_name, b_name) = (name(OperandId::A, a), name(OperandId::B, b));
            let counted_back = |operand, index: &[u64]| {
                let sizes = question.subject.shape(operand);
                let index: Vec<i64> =
                    index.iter().zip(sizes.iter()).map(|(&i, &size)| i as i64 - size as i64).collect();
                if index.is_empty() {
                    operand.name().to_owned()
                } else {
                    format!("{}[{}]", operand.name(), joined(&index, ", "))
                }
            };
            vec![
                format!("{a_name} {b_name}"),
                format!("{b_name}, {a_name}"),
                format!("{a_name} + {b_name}"),
                format!("({}) ({})", joined(a, ", "), joined(b, ",")),
                full_width(&format!("{a_name}+{b_name}")),
                format!("{a_name} y {b_name}"),
                format!("{} and {}", counted_back(OperandId::A, a), counted_back(OperandId::B, b)),
            ]
        }
        Answer::Bytes(bytes) => {
            let mut texts =
                vec![bytes.to_string(), format!("{bytes} B"), format!("{bytes} bytes"), format!("{bytes} 字节")];
            for (unit, size) in [("kB", 1e3), ("MB", 1e6), ("KiB", 1024.0), ("KB", 1024.0), ("MiB", 1_048_576.0)] {
                texts.push(format!("{} {unit}", *bytes as f64 / size));
            }
            texts
        }
        Answer::Message(None) => ["no error", "works", "没有错误", "ningún error"].map(str::to_owned).to_vec(),
        Answer::Message(Some(message)) => {
            let Asked::Messages(messages) = &question.asked else { panic!("messages") };
            let mut texts = vec![message.clone(), format!(" {message} ")];
            texts.extend(message.split_once(": ").map(|(_, text)| text.to_owned()));
            let number = messages.iter().position(|one| one.as_ref() == Some(message));
            texts.extend(number.map(|index| (index + 1).to_string()));
            texts
        }
        Answer::Change(change) => {
            let ndim = question.subject.shape(change.operand).ndim();
            let mut texts: Vec<String> = Vec::new();
            let code = change.code(question.subject.library, ndim);
            let (name, other) = (change.operand.name(), if change.operand == OperandId::A { "b" } else { "a" });
            texts.push(format!("{name} = {code}"));
            let [a, b] = if name == "a" { [code.as_str(), other] } else { [other, code.as_str()] };
            texts.push(if question.subject.in_place { format!("a += {b}") } else { format!("({a}) + ({b})") });
            texts.push(code);
            texts
        }
        Answer::Tensor(shape, values) => {
            let text = nested(shape, values);
            let mut texts =
                vec![format!("torch.tensor({text})"), format!("array({text})"), full_width(&text), text.clone()];
            if shape.ndim() == 1 && values.len() > 1 {
                texts.push(joined(values, ", "));
            }
            texts.push(text.replace(", ", ","));
            texts
        }
    }
}

/// A question in one line.
fn described(question: &Question) -> String {
    let Question { kind, subject, asked } = question;
    let [a, b] = OperandId::PAIR.map(|operand| subject.shape(operand));
    let (operator, library, in_place) = (subject.operation.operator(), subject.library, subject.in_place);
    format!("{kind:?} of {a} {operator:?} {b}, {library:?}, in place: {in_place}, {asked:?}")
}

/// What was seen in the questions of one kind.
#[derive(Default)]
struct Seen {
    questions: usize,
    notations: usize,
    rules: BTreeMap<&'static str, usize>,
}

/// 1,000 questions of a kind: the right answer is right in every notation, and the answer of each wrong rule is recognised as that
/// of all wrong rules that have it.
fn check(kind: QuestionKind, least_rules: usize) {
    let mut seen = Seen::default();
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    while seen.questions < 1_000 {
        let (subject, pick) = (subject(), any::<u64>()).new_tree(&mut runner).expect("a value").current();
        let story = story(&subject);
        let Some(question) = Question::new(kind, subject, pick) else { continue };
        seen.questions += 1;
        let right = question.right().expect("a question has a right answer");
        for text in notations(&question, &right) {
            assert_eq!(question.grade(&text, &story), Grade::Right, "{text} is {right:?} of {}", described(&question));
            seen.notations += 1;
        }
        let wrong = question.wrong();
        for (rule, answer) in &wrong {
            *seen.rules.entry(rule.name()).or_default() += 1;
            let agreeing: Vec<Misconception> =
                wrong.iter().filter(|(_, other)| other.is_same(answer)).map(|(rule, _)| *rule).collect();
            // Rules that agree are all recognised by the texts of the first one.
            let texts = if agreeing.first() == Some(rule) { notations(&question, answer) } else { Vec::new() };
            // A rounded number of bytes may be two answers.
            let is_rounded = |text: &String| {
                let reply = question.read(text).expect("an answer");
                kind == QuestionKind::Memory && text.contains('B') && reply.is(&right)
            };
            for text in texts.into_iter().filter(|text| !is_rounded(text)) {
                let Grade::Wrong { rules, chapter, axis } = question.grade(&text, &story) else {
                    panic!("{text} of {rule:?} is {:?} in {}", question.grade(&text, &story), described(&question));
                };
                assert!(
                    rules.contains(rule),
                    "{text} is the answer of {rule:?}, not of {rules:?}, in {}",
                    described(&question)
                );
                if kind == QuestionKind::Fix {
                    // Rules that would first change something else may take the same change for a fix.
                    assert!(
                        agreeing.iter().all(|rule| rules.contains(rule)),
                        "{text}: {rules:?} in {}",
                        described(&question)
                    );
                } else if kind != QuestionKind::Memory || !text.contains("B") {
                    assert_eq!(rules, agreeing, "{text} in {}", described(&question));
                }
                assert!(chapter <= story.last());
                let ndim = question.subject.operation.alignment().ndim();
                assert!(axis.map_or(ndim == 0, |axis| axis < ndim), "{text} in {}", described(&question));
            }
        }
    }
    let Seen { notations, rules, .. } = &seen;
    assert!(*notations >= 2_000, "{kind:?}: only {notations} texts");
    assert!(rules.len() >= least_rules, "{kind:?}: only the rules {rules:?} had an answer");
}

#[test]
fn answers_to_questions_about_shapes() {
    check(QuestionKind::Shape, 15);
}

#[test]
fn answers_to_questions_about_the_verdict() {
    check(QuestionKind::Verdict, 12);
}

#[test]
fn answers_to_questions_about_axes() {
    check(QuestionKind::Axes, 5);
}

#[test]
fn answers_to_questions_about_values() {
    check(QuestionKind::Value, 4);
}

#[test]
fn answers_to_questions_about_sources() {
    check(QuestionKind::Source, 4);
}

#[test]
fn answers_to_questions_about_memory() {
    check(QuestionKind::Memory, 5);
}

#[test]
fn answers_to_questions_about_errors() {
    check(QuestionKind::Error, 10);
}

#[test]
fn answers_to_questions_about_fixes() {
    check(QuestionKind::Fix, 8);
}

#[test]
fn answers_to_questions_about_gradients() {
    check(QuestionKind::Gradient, 3);
}

fn of(a: &str, b: &str, more: &str) -> (Question, Story) {
    let settings = Settings::from_query(&format!("a={a}&b={b}&{more}")).0;
    let analysis = Analysis::new(&settings);
    // `more` has the settings of a link, and `predict=KIND`.
    let asked = more.split('&').find_map(|part| part.strip_prefix("predict="));
    let kind = asked.map_or(QuestionKind::Shape, |name| {
        *QuestionKind::ALL.iter().find(|kind| kind.name() == name).expect("a kind of questions")
    });
    let question = Question::new(kind, analysis.subject(&settings).expect("an operation"), 0).expect("a question");
    (question, (**analysis.story.as_ref().expect("a story")).clone())
}

/// The operands and other settings, a wrong answer, one of the rules that give it, and the chapter that contradicts it.
type Case<'a> = (&'a str, &'a str, &'a str, &'a str, Option<Misconception>, ChapterKind);

#[test]
fn a_wrong_answer_is_contradicted_by_the_chapter_that_shows_it() {
    use Misconception::{
        AnySizeStretches, LargerSize, LinesUpLeft, MultipleStretches, OneStretches, SameNdim, StretchingCopies,
        TargetGrows, VectorsMakeTable,
    };
    let cases: [Case<'_>; 12] = [
        ("3,4", "(3,)", "", "3,4", Some(LinesUpLeft), ChapterKind::Align),
        ("(3,)", "(4,)", "op=mul", "3 4", Some(VectorsMakeTable), ChapterKind::Align),
        ("2,3", "4,3", "", "4,3", Some(MultipleStretches), ChapterKind::Clash),
        ("5,2,4,1", "3,1,1", "", "(5, 3, 4, 1)", Some(AnySizeStretches), ChapterKind::Clash),
        ("3,1", "1,0", "", "3x1", Some(LargerSize), ChapterKind::Stretch(OperandId::A)),
        ("(3,)", "2,3", "inplace=1", "2,3", Some(TargetGrows), ChapterKind::WriteBack(Writing::DoesNotFit)),
        ("4,1", "1,4", "", "error", Some(OneStretches), ChapterKind::Stretch(OperandId::B)),
        ("3,3", "(3,)", "", "error", Some(SameNdim), ChapterKind::Insert(OperandId::B)),
        ("4,1", "(3,)", "predict=memory", "144", Some(StretchingCopies), ChapterKind::Stretch(OperandId::A)),
        // No rule gives these answers.
        ("4,1", "(3,)", "", "4,7", None, ChapterKind::Stretch(OperandId::A)),
        ("4,1", "(3,)", "", "9,3,3", None, ChapterKind::Align),
        ("2,3", "2,3", "predict=axes", "equal, clash", None, ChapterKind::Combine),
    ];
    for (a, b, more, text, rule, kind) in cases {
        let (question, story) = of(a, b, more);
        let Grade::Wrong { rules, chapter, .. } = question.grade(text, &story) else {
            panic!("{a} {b}: {text} is wrong")
        };
        match rule {
            Some(rule) => assert!(rules.contains(&rule), "{a} {b}: {text} is of {rules:?}"),
            None => assert_eq!(rules, [], "{a} {b}: {text}"),
        }
        assert_eq!(story.chapters()[chapter].kind, kind, "{a} {b}: {text} of {rules:?}");
    }
}

/// The operands and other settings, a wrong answer, the rules that are named, and the axis that decides.
type Told<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [Misconception], usize);

#[test]
fn a_rule_is_named_where_it_stands_out_and_the_axis_that_decides_always() {
    use Misconception::{
        AnySizeStretches, AxisByFit, LinesUpLeft, MultipleStretches, OneStretches, OperandsCounted, StarIsMatmul,
        StretchingCopies, TargetGrows, VectorIsColumn,
    };
    let cases: [Told<'_>; 15] = [
        // The operation suggests the matrix product.
        ("2,8", "8,1", "op=mul&predict=verdict", "yes", &[StarIsMatmul], 0),
        ("2,8", "8,1", "op=mul", "(2, 1)", &[StarIsMatmul], 0),
        ("2,8", "8,1", "op=add&predict=verdict", "yes", &[MultipleStretches], 0),
        // 16 is 8 + 8.
        ("(2,)", "(2,)", "predict=memory", "16", &[OperandsCounted], 0),
        ("4,1", "(3,)", "predict=memory", "144", &[StretchingCopies], 1),
        ("(3,)", "2,3", "inplace=1", "2,3", &[TargetGrows], 0),
        // Three rules give the same answer.
        ("3,4", "(3,)", "", "3,4", &[LinesUpLeft, VectorIsColumn, AxisByFit], 1),
        ("4,1", "1,3", "", "error", &[OneStretches], 1),
        // Four do: to name them says nothing.
        ("4,1", "(3,)", "", "error", &[], 1),
        ("2,3", "4,3", "", "4,3", &[MultipleStretches], 0),
        ("2,3", "5,3", "", "5,3", &[AnySizeStretches], 0),
        // No rule gives these answers.
        ("4,1", "(3,)", "", "4,7", &[], 1),
        ("4,1", "(3,)", "", "9,3,3", &[], 0),
        ("2,3", "2,3", "predict=axes", "clash, equal", &[], 0),
        ("2,3", "4,2", "predict=error", "4", &[], 1),
    ];
    for (a, b, more, text, named, decides) in cases {
        let (question, story) = of(a, b, more);
        let Grade::Wrong { rules, axis, .. } = question.grade(text, &story) else { panic!("{a} {b}: {text} is wrong") };
        assert_eq!(Misconception::suspects(&rules), named, "{a} {b}: {text} of {rules:?}");
        assert_eq!(axis, Some(decides), "{a} {b}: {text}");
    }
    let (question, story) = of("2,4,3", "4,1", "");
    let question = Question::about_element(QuestionKind::Source, question.subject, vec![1, 2, 2]).expect("a question");
    let Grade::Wrong { axis, .. } = question.grade("a[1,2,2] b[1,0]", &story) else { panic!("it is wrong") };
    assert_eq!(axis, Some(1), "b has index 2 along it");
    let (question, story) = of("()", "()", "");
    let Grade::Wrong { axis, .. } = question.grade("3", &story) else { panic!("it is wrong") };
    assert_eq!(axis, None);
}

#[test]
fn what_cannot_be_read_has_its_place() {
    let cases = [
        ("4,1", "(3,)", "", "4,y", 2..3),
        ("4,1", "(3,)", "predict=axes", "equal, stretches", 6..16),
        ("4,1", "(3,)", "predict=axes", "equal", 0..5),
        ("4,1", "(3,)", "predict=value", "many", 0..4),
        ("4,1", "(3,)", "predict=source", "a[2,0] c[1]", 7..8),
        ("4,1", "(3,)", "predict=source", "a[9,0] b[1]", 0..6),
        ("4,1", "(3,)", "predict=source", "a[2,0]", 0..6),
        ("4,1", "(3,)", "predict=memory", "48 apples", 3..9),
        ("4,1", "(3,)", "predict=verdict", "maybe", 0..5),
        ("4,3", "(4,)", "predict=error", "9", 0..1),
        ("4,3", "(4,)", "predict=fix", "b[:, Nine]", 5..9),
        ("4,3", "(4,)", "predict=fix", "b.unsqueze(-1)", 2..10),
        ("4,1", "(3,)", "predict=gradient", "[6, six]", 4..7),
        ("4,1", "(3,)", "predict=gradient", "[[6], 6]", 6..7),
    ];
    for (a, b, more, text, span) in cases {
        let (question, story) = of(a, b, more);
        match question.grade(text, &story) {
            Grade::Unreadable(unreadable) => {
                assert_eq!(unreadable.span, span, "{text}: {unreadable:?}");
                for locale in Locale::ALL {
                    let message = locale.practice_message(PracticeMessage::CannotRead(&unreadable.problem));
                    assert!(message.len() > 5, "{message}");
                }
            }
            grade => panic!("{text} is {grade:?}"),
        }
    }
}

/// Values that make the wanted shape are not enough: the elements have to be those of the fix.
#[test]
fn a_fix_has_the_right_elements() {
    let (question, story) = of("2,3", "3,2", "predict=fix");
    for right in ["b.T", "b.t()", "b.transpose(0, 1)", "a + b.T", "b = b.T", "b.T.unsqueeze(0)[0:1].squeeze(0)", "2,3"]
    {
        let grade = question.grade(right, &story);
        assert!(grade == Grade::Right || right.contains("0:1"), "{right}: {grade:?}");
    }
    for wrong in ["b.reshape(2, 3)", "b", "a.reshape(3, 2)", "b.T.T", "torch.ones(2, 3)", "3,2"] {
        assert!(matches!(question.grade(wrong, &story), Grade::Wrong { .. }), "{wrong}");
    }
}

#[test]
fn the_rule_that_a_change_shows_comes_first() {
    for (a, b, text) in [("3,4", "(3,)", "b.T"), ("(3,)", "3,4", "a + b.T"), ("3,4", "(3,)", "a + b.T")] {
        let (question, story) = of(a, b, "predict=fix");
        let Grade::Wrong { rules, .. } = question.grade(text, &story) else { panic!("{text} is wrong") };
        let is_shown = rules.contains(&Misconception::TransposeTurnsVector);
        assert_eq!(rules.first() == Some(&Misconception::TransposeTurnsVector), is_shown, "{a} {b} {text}: {rules:?}");
        assert!(is_shown || b == "3,4", "{a} {b} {text}: {rules:?}");
    }
}

#[test]
fn one_of_the_changes_to_choose_from_is_right() {
    for (a, b, more) in
        [("4,3", "(4,)", ""), ("3,4", "(3,)", "&library=numpy"), ("2,3", "3,2", ""), ("(6,)", "3,1,3", "")]
    {
        let (question, story) = of(a, b, &format!("predict=fix{more}"));
        let changes = question.changes();
        assert!((2..=5).contains(&changes.len()), "{a} {b}: {changes:?}");
        let codes: Vec<String> = changes
            .iter()
            .map(|change| change.code(question.subject.library, question.subject.shape(change.operand).ndim()))
            .collect();
        assert!(codes.is_sorted(), "{codes:?}");
        let right: Vec<&String> = codes.iter().filter(|code| question.grade(code, &story) == Grade::Right).collect();
        assert_eq!(right.len(), 1, "{a} {b}: {right:?} of {codes:?}");
    }
    assert_eq!(of("4,1", "(3,)", "predict=shape").0.changes(), []);
}

#[test]
fn each_rule_and_question_has_its_sentences_in_every_language() {
    for locale in Locale::ALL {
        let mut seen = BTreeSet::new();
        for rule in Misconception::ALL {
            for text in [locale.misconception(rule), locale.correction(rule)] {
                assert!(text.ends_with(['.', '。', ']']) && text.len() > 15, "{text}");
                assert!(seen.insert(text.to_owned()), "{text} stands there twice");
            }
        }
        let names = QuestionKind::ALL.map(|kind| locale.question_kind(kind)).into_iter();
        let names =
            names.chain(Topic::ALL.map(|topic| locale.topic(topic))).chain(Level::ALL.map(|level| locale.level(level)));
        assert!(names.into_iter().all(|name| !name.is_empty()));
        for kind in QuestionKind::ALL {
            let operands =
                if matches!(kind, QuestionKind::Fix | QuestionKind::Error) { ("4,3", "(4,)") } else { ("4,1", "(3,)") };
            let (question, _) = of(operands.0, operands.1, &format!("predict={}", kind.name()));
            assert!(seen.insert(locale.practice_message(PracticeMessage::Prompt(&question))), "{kind:?}");
        }
    }
    let names: BTreeSet<&str> = Misconception::ALL.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), Misconception::ALL.len());
}

#[test]
fn each_wrong_rule_is_wrong_somewhere() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut missing: Vec<Misconception> = Misconception::ALL.to_vec();
    for _ in 0..20_000 {
        let (subject, pick) = (subject(), any::<u64>()).new_tree(&mut runner).expect("a value").current();
        for kind in QuestionKind::ALL {
            if let Some(question) = Question::new(kind, subject.clone(), pick) {
                let wrong = question.wrong();
                missing.retain(|rule| wrong.iter().all(|(found, _)| found != rule));
            }
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("never wrong: {missing:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_a_panic(subject in subject(), pick in any::<u64>(), text in "\\PC{0,40}", code in "[ab\\[\\](),.:=+0-9 TNone-]{0,30}") {
        let story = story(&subject);
        for kind in QuestionKind::ALL {
            let Some(question) = Question::new(kind, subject.clone(), pick) else { continue };
            for text in [&text, &code] {
                if let Grade::Unreadable(unreadable) = question.grade(text, &story) {
                    let length = text.chars().count();
                    prop_assert!(unreadable.span.start <= unreadable.span.end && unreadable.span.end <= length, "{unreadable:?} of {text:?}");
                }
            }
        }
    }

    #[test]
    fn a_shape_without_a_wrong_rule_is_wrong(subject in subject(), other in shape()) {
        let story = story(&subject);
        let Some(question) = Question::new(QuestionKind::Shape, subject, 0) else { return Ok(()) };
        let expected = match question.right() {
            Some(Answer::Shape(right)) => right == other,
            _ => false,
        };
        prop_assert_eq!(question.grade_reply(&Reply::Shape(other), &story) == Grade::Right, expected);
    }
}
