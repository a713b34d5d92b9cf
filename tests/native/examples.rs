//! The examples: every one that the course material asks for, with the answers of the real libraries, and texts in every
//! language.

use crate::vectors::vectors;
use broadcast_visualizer::examples::{EXAMPLES, Example, ExampleId, Group};
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::{Action, Analysis, Model, Settings, Verdict};
use serde::Deserialize;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Scalar, Shape, Values, unravel};

/// The analysis of an example's settings.
fn analysis(id: ExampleId, library: Library) -> Analysis {
    let example = EXAMPLES.iter().find(|example| example.id == id).expect("an example");
    let mut model = Model::open("", Locale::En);
    assert!(model.reduce(Action::OpenExample(example, false)), "the model changes");
    Analysis::new(&Settings { library, ..model.settings().clone() })
}

fn shapes(analysis: &Analysis) -> (Shape, Shape) {
    let shape = |operand: &Result<_, _>| {
        let operand: &tensor_reader::Operand = operand.as_ref().expect("an example can be read");
        operand.shape().clone()
    };
    (shape(&analysis.operands[OperandId::A]), shape(&analysis.operands[OperandId::B]))
}

#[derive(Deserialize)]
struct Recorded {
    a: Vec<u64>,
    b: Vec<u64>,
    numpy: serde_json::Value,
    torch: serde_json::Value,
}

#[derive(Deserialize, Debug)]
struct Answer {
    ok: Option<Vec<u64>>,
    error: Option<String>,
}

/// Compares an example's verdict with a recorded answer.
fn assert_verdict(example: &Example, library: Library, answer: &Answer) {
    match (analysis(example.id, library).verdict, &answer.ok, &answer.error) {
        (Verdict::Broadcasts(shape), Some(recorded), _) => assert_eq!(shape.to_vec(), *recorded, "{:?}", example.id),
        (Verdict::Fails { error, .. }, _, Some(recorded)) => {
            assert_eq!(error.message, *recorded, "{:?}", example.id);
        }
        (verdict, ..) => panic!("{:?}: {verdict:?}", example.id),
    }
}

#[test]
fn recorded_examples_have_the_answers_of_the_libraries() {
    let (add, in_place) = (vectors::<Recorded>("broadcast_shapes"), vectors::<Recorded>("inplace"));
    let mut compared = 0;
    for example in EXAMPLES {
        let (a, b) = shapes(&analysis(example.id, Library::PyTorch));
        let recorded = if example.in_place { &in_place } else { &add };
        for case in recorded.iter().filter(|case| case.a == a.to_vec() && case.b == b.to_vec()) {
            for (library, answers) in [(Library::NumPy, &case.numpy), (Library::PyTorch, &case.torch)] {
                let answer = if example.in_place { answers } else { &answers["add"] };
                let answer = Answer::deserialize(answer).expect("the examples are small enough to run");
                assert_verdict(example, library, &answer);
            }
            compared += 1;
        }
    }
    assert!(compared >= 35, "only {compared} examples are recorded");
}

/// The pairs of shapes that the course material uses.
#[test]
fn every_pair_of_shapes_of_the_course_material_has_an_example() {
    let required: &[(&[u64], &[u64])] = &[
        (&[5, 7, 3], &[5, 7, 3]),
        (&[5, 3, 4, 1], &[3, 1, 1]),
        (&[5, 1, 4, 1], &[3, 1, 1]),
        (&[1], &[3, 1, 7]),
        (&[5, 2, 4, 1], &[3, 1, 1]),
        (&[3, 2, 4, 1], &[3, 1, 1]),
        (&[5, 2, 4, 1], &[1, 1]),
        (&[0], &[5, 7, 3]),
        (&[0], &[2, 2]),
        (&[0], &[1]),
        (&[0], &[5, 7, 1]),
        (&[1, 3, 1], &[3, 1, 7]),
        (&[4, 32, 14, 14], &[32, 1, 1]),
        (&[4, 32, 14, 14], &[1, 32, 1, 1]),
        (&[4, 32, 14, 14], &[14, 14]),
        (&[4, 32, 14, 14], &[2, 32, 14, 14]),
        (&[4, 3, 32, 32], &[32, 32]),
        (&[4, 3, 32, 32], &[3, 1, 1]),
        (&[4, 3, 32, 32], &[1, 1, 1, 1]),
        (&[4, 32, 8], &[]),
        (&[4, 32, 8], &[1]),
        (&[4, 32, 8], &[8]),
        (&[4, 32, 8], &[32, 1]),
        (&[2, 4, 3], &[1, 3]),
        (&[2, 4, 3], &[4, 1]),
        (&[2, 4, 3, 2], &[3, 1]),
        (&[2, 4, 3, 2], &[4, 1, 2]),
        (&[2, 4, 3, 2], &[1, 1, 2]),
        (&[2, 4, 3, 2], &[2, 1, 3, 1]),
        (&[2, 4, 3, 1], &[2, 1, 3, 2]),
        (&[4, 3], &[4, 3]),
        (&[4, 3], &[3]),
        (&[4, 1], &[3]),
    ];
    let examples: Vec<(Shape, Shape)> =
        EXAMPLES.iter().map(|example| shapes(&analysis(example.id, Library::PyTorch))).collect();
    for (a, b) in required {
        assert!(examples.contains(&(Shape::from(*a), Shape::from(*b))), "no example has the shapes {a:?} and {b:?}");
    }
}

#[derive(Deserialize)]
struct ValueCase {
    src: String,
    a_shape: Vec<u64>,
    b_shape: Vec<u64>,
    a: Vec<serde_json::Value>,
    b: Vec<serde_json::Value>,
    out: Option<Vec<serde_json::Value>>,
}

/// An operand's elements, in the order of its buffer.
fn elements(values: &Values, shape: &Shape) -> Vec<i64> {
    let count = shape.numel().expect("small");
    let integer = |position| match values.at(position) {
        Some(Scalar::Int(value)) => value,
        other => panic!("{other:?}"),
    };
    (0..count).map(integer).collect()
}

#[test]
fn value_examples_have_the_recorded_values() {
    let cases = vectors::<ValueCase>("values");
    let mut compared = 0;
    for example in EXAMPLES.iter().filter(|example| matches!(example.group, Group::Values | Group::ThreeRows)) {
        let analysis = analysis(example.id, Library::PyTorch);
        let [a, b] = OperandId::PAIR.map(|operand| analysis.operands[operand].as_ref().expect("values"));
        let (left, right) = (elements(&a.tensor.values, a.shape()), elements(&b.tensor.values, b.shape()));
        let same = |own: &[i64], recorded: &[serde_json::Value]| {
            own.len() == recorded.len() && own.iter().zip(recorded).all(|(x, y)| y.as_i64() == Some(*x))
        };
        let recorded = cases.iter().find(|case| {
            case.src.starts_with("seed")
                && (case.a_shape == a.shape().to_vec() && case.b_shape == b.shape().to_vec())
                && (same(&left, &case.a) && same(&right, &case.b))
        });
        let Some(recorded) = recorded else { continue };
        let operation = analysis.operation.as_ref().expect("both can be read");
        let shape = operation.shape().expect("they broadcast");
        for (position, expected) in recorded.out.iter().flatten().enumerate() {
            let index = unravel(shape, position as u64).expect("in the result");
            assert_eq!(
                operation.value(&index).map(Scalar::to_float),
                expected.as_f64(),
                "{:?} at {index:?}",
                example.id
            );
        }
        compared += 1;
    }
    assert!(compared >= 10, "only {compared} value examples are recorded");
}

#[test]
fn the_three_rows_examples_have_one_result() {
    let results: Vec<Vec<Option<Scalar>>> = EXAMPLES
        .iter()
        .filter(|example| example.group == Group::ThreeRows)
        .map(|example| {
            let analysis = analysis(example.id, Library::NumPy);
            let operation = analysis.operation.expect("both can be read");
            let shape = operation.shape().expect("they broadcast").clone();
            assert_eq!(shape.to_vec(), [4, 3]);
            (0..12).map(|position| operation.value(&unravel(&shape, position).expect("in the result"))).collect()
        })
        .collect();
    assert_eq!(results.len(), 3);
    assert!(results.iter().all(|result| *result == results[0]));
    assert_eq!(results[0][11], Some(Scalar::Int(32)));
}

/// The width of a text in Latin letters; a Han character is two wide.
fn width(text: &str) -> usize {
    text.chars().map(|c| if c < '\u{2e80}' { 1 } else { 2 }).sum()
}

#[test]
fn every_example_has_a_title_and_a_note_in_every_language() {
    for locale in Locale::ALL {
        let mut titles = Vec::new();
        for example in EXAMPLES {
            let title = locale.example_title(example.id);
            let note = locale.example_note(example.id);
            assert!((4..=36).contains(&width(title)), "{title}");
            assert!((20..=280).contains(&width(note)), "{note}");
            assert!(!note.contains('`'), "a note is plain text: {note}");
            assert!(!titles.contains(&title), "two examples have the title {title}");
            titles.push(title);
        }
        for group in Group::ALL {
            assert!(!locale.example_group(group).is_empty());
        }
    }
}

#[test]
fn the_list_begins_with_the_simplest_one_which_is_what_a_first_visit_shows() {
    let (first, begun) = (&EXAMPLES[0], Settings::default());
    assert_eq!((first.a, first.b), (begun.a.as_str(), begun.b.as_str()));
}

#[test]
fn every_example_knows_its_shapes_before_python_is_loaded() {
    for example in EXAMPLES {
        let (a, b) = shapes(&analysis(example.id, Library::PyTorch));
        assert_eq!(example.shapes(), Some([a, b]), "{:?}", example.id);
    }
}

#[test]
fn every_example_is_listed_once_and_every_group_has_examples() {
    for (at, example) in EXAMPLES.iter().enumerate() {
        assert!(EXAMPLES[..at].iter().all(|before| before.id != example.id), "{:?} is listed twice", example.id);
    }
    for group in Group::ALL {
        assert!(EXAMPLES.iter().any(|example| example.group == group), "{group:?} is empty");
    }
}
