//! A teacher's own set as a file: nothing is lost, errors have their place, and no text breaks it.

use broadcast_visualizer::i18n::{Locale, PracticeMessage};
use broadcast_visualizer::practice::limits::{MAX_CAPTION, MAX_FILE, MAX_STEPS, MAX_TITLE};
use broadcast_visualizer::practice::{FileError, FileProblem, QuestionKind, SetError};
use broadcast_visualizer::state::{Action, ChapterRef, Model, OwnSet, PRACTICE_FUNCTIONS, PracticeAction, Seen};
use proptest::prelude::*;
use serde_json::Value;
use std::rc::Rc;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Operator};

use crate::practice_sets::step;

const SCHEMA: &str = include_str!("../../xtask/npm/steps.schema.json");

/// A file that uses every field.
const FILE: &str = r#"{
  "$schema": "steps.schema.json",
  "version": 1,
  "title": "Week 3",
  "caption": "Draw \u8f74 first.",
  "answers": false,
  "steps": [
    { "a": "4,1", "b": "3", "chapter": 2, "blocks": "depth", "dtype": "int64", "gradient": true },
    { "text": "Mind the axis.", "predict": "value", "cell": "2,1", "b": "(3,)", "a": "4,1", "op": "*", "library": "numpy", "inplace": false },
    { "a": "()", "b": "()", "c": "3", "op": "where" },
    { "code": "import numpy as np\nx = np.ones(3)", "operation": 1, "chapter": "last" }
  ]
}"#;

/// A file whose first step has a question.
const QUESTIONS: &str = r#"{ "version": 1, "steps": [
    { "a": "4,1", "b": "3", "predict": "shape" }, { "a": "4,1", "b": "(3,)" }, { "a": "3", "b": "4", "predict": "verdict" }
] }"#;

fn own() -> impl Strategy<Value = OwnSet> {
    let text = "[ -~é轴\n\t\"\\\\\u{1f600}]{0,40}";
    (text, text, any::<bool>(), prop::collection::vec(step(), 1..5))
        .prop_map(|(title, caption, shows_answers, steps)| OwnSet { title, caption, shows_answers, steps })
}

/// What is wrong with a file: line, character, problem.
fn wrong(text: &str) -> (usize, usize, FileProblem) {
    let FileError { line, column, problem } = OwnSet::from_file(text).expect_err(text);
    (line, column, problem)
}

#[test]
fn a_file_is_read_with_every_field() {
    let set = OwnSet::from_file(FILE).expect("a set");
    assert_eq!((set.title.as_str(), set.caption.as_str(), set.shows_answers), ("Week 3", "Draw 轴 first.", false));
    let settings = set.steps.iter().map(|step| &step.settings).collect::<Vec<_>>();
    let [first, second, third, fourth] = settings.as_slice() else { panic!("four steps") };
    assert_eq!((first.a.as_str(), first.b.as_str(), first.chapter), ("4,1", "3", Some(ChapterRef::Index(1))));
    assert!(first.gradient && first.dtype.is_some() && first.predict.is_none());
    assert_eq!((second.operator.name(), second.library), ("mul", Library::NumPy));
    assert_eq!((second.predict, set.steps[1].text.as_str()), (Some(QuestionKind::Value), "Mind the axis."));
    assert_eq!(second.cell.as_ref().map(|cell| cell.index.clone()), Some(vec![2, 1]));
    assert_eq!(third.c.0.as_deref(), Some("3"));
    assert!(fourth.has_code() && fourth.operation == Some(0) && fourth.chapter == Some(ChapterRef::Last));
    assert_eq!(OwnSet::from_file(&format!("\u{feff}{FILE}\n\n")), Ok(set), "as Windows saves it");
}

#[test]
fn the_example_of_the_readme_is_a_set_whose_questions_can_be_asked() {
    let readme = include_str!("../../xtask/npm/README.md");
    let (_, rest) = readme.split_once("```json\n").expect("an example");
    let file = rest.split_once("```").expect("its end").0;
    let set = OwnSet::from_file(file).expect("a set");
    let mut model = open("?steps-src=week3.json");
    give(&mut model, "week3.json", Some(file));
    for step in &set.steps {
        assert_eq!(model.asking().is_some(), step.settings.predict.is_some());
        assert!(model.asking().is_none_or(|asking| asking.question.is_some()));
        model.reduce(Action::Practice(PracticeAction::Show));
        model.reduce(Action::Practice(PracticeAction::Next));
    }
    assert!(set.asks() && set.steps.len() > 2 && model.practice_set().expect("a set").is_done);
}

#[test]
fn every_operator_kind_and_library_has_its_name_in_a_file_and_in_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let fields = &schema["properties"]["steps"]["items"]["properties"];
    let names = |field: &str| -> Vec<String> {
        let names = fields[field]["enum"].as_array().expect("names").iter();
        names.map(|name| name.as_str().expect("a name").to_owned()).collect()
    };
    let operators = Operator::ALL.map(|operator| Library::PyTorch.function(operator));
    assert_eq!(names("op")[..operators.len()], operators, "and then others");
    assert_eq!(names("predict"), QuestionKind::ALL.map(QuestionKind::name));
    for library in names("library") {
        let mut known = std::collections::BTreeSet::new();
        for (op, predict) in names("op").iter().zip(names("predict").iter().cycle()) {
            let fields = format!(r#""a":"3","b":"3","op":"{op}","predict":"{predict}","library":"{library}""#);
            let set = OwnSet::from_file(&format!(r#"{{"version":1,"steps":[{{{fields}}}]}}"#)).expect("a set");
            let settings = &set.steps[0].settings;
            known.insert(settings.operator.name());
            assert_eq!(settings.library.name().to_lowercase(), library);
        }
        assert_eq!(known.len(), operators.len() + 1, "and the matrix product");
    }
    // The bounds, and the fields: each of the schema is read, and no other.
    assert_eq!(schema["properties"]["title"]["maxLength"], MAX_TITLE);
    assert_eq!(schema["properties"]["caption"]["maxLength"], MAX_CAPTION);
    assert_eq!(schema["properties"]["steps"]["maxItems"], MAX_STEPS);
    let file: Value = serde_json::from_str(FILE).expect("JSON");
    let keys = |value: &Value| -> std::collections::BTreeSet<String> {
        value.as_object().expect("an object").keys().cloned().collect()
    };
    assert_eq!(keys(&file), keys(&schema["properties"]));
    let used = file["steps"].as_array().expect("steps").iter().flat_map(keys);
    assert_eq!(used.collect::<std::collections::BTreeSet<_>>(), keys(fields));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    use FileProblem::{Count, Expected, Missing, TooLong, UnknownField, Value as NoValue, Version};
    let question = r#"{"a":"3","b":"3","predict":"shape"}"#;
    let with = |steps: &str| format!("{{\n \"version\": 1,\n \"steps\": [{steps}]\n}}");
    for (text, expected) in [
        (String::new(), (1, 1, Expected("{"))),
        ("<!doctype html>".to_owned(), (1, 1, Expected("{"))),
        ("1~.~.1~.~:a=3~.b=3".to_owned(), (1, 1, Expected("{"))),
        ("{".to_owned(), (1, 2, Expected("\""))),
        ("{}".to_owned(), (1, 1, Missing("version"))),
        ("{\"version\": 2}".to_owned(), (1, 13, Version)),
        ("{\"version\": \"1\"}".to_owned(), (1, 13, Version)),
        ("{\"version\": 1}".to_owned(), (1, 1, Missing("steps"))),
        ("{\"version\": 1, \"answers\": 1}".to_owned(), (1, 27, Expected("true false"))),
        ("{\"version\": 1, \"title\": 'x'}".to_owned(), (1, 25, Expected("\""))),
        ("{\"version\": 1, \"title\": \"a\nb\"}".to_owned(), (1, 27, Expected("\""))),
        ("{\"version\": 1,\n\n \"titel\": \"x\"}".to_owned(), (3, 2, UnknownField)),
        ("{\"version\": 1 \"title\": \"x\"}".to_owned(), (1, 15, Expected(", }"))),
        ("{\"version\": 1, \"title\": \"\\x\"}".to_owned(), (1, 26, Expected("\\\" \\\\ \\n \\u0041"))),
        ("{\"version\": 1, \"title\": \"\\ud800\"}".to_owned(), (1, 26, Expected("\\\" \\\\ \\n \\u0041"))),
        (with(""), (3, 11, Count)),
        (with(&[question; 51].join(",")), (3, 12 + 50 * (question.len() + 1), Count)),
        (with(&format!("{question},")), (3, 12 + question.len(), Expected("]"))),
        (with("{\"a\":\"3\",}"), (3, 20, Expected("}"))),
        (with("[]"), (3, 12, Expected("{"))),
        (with("{\"a\":\"3\",\"predict\":\"shape\"}"), (3, 12, Missing("b"))),
        (with("{\"a\":[3]}"), (3, 17, Expected("\""))),
        (with("{\"a\":\"3\",\"predict\":\"shapes\"}"), (3, 31, NoValue("predict"))),
        (with("{\"op\":\"dance\"}"), (3, 18, NoValue("op"))),
        (with("{\"chapter\":0}"), (3, 23, NoValue("chapter"))),
        (with("{\"gradient\":2}"), (3, 24, NoValue("gradient"))),
        (with("{\"theme\":\"dark\"}"), (3, 13, UnknownField)),
        (with("{\"library\":\"jax\"}"), (3, 23, NoValue("library"))),
        (with("{\"cell\":\"2,x\"}"), (3, 20, NoValue("cell"))),
        (with("{\"answer\":\"2\"}"), (3, 13, UnknownField)),
        (with(&format!("{{\"text\":\"{}\"}}", "轴".repeat(601))), (3, 21, TooLong(600))),
        (with(&format!("{{\"a\":\"{}\"}}", "1".repeat(2_001))), (3, 18, TooLong(2_000))),
        (with(question) + "x", (4, 2, Expected("}"))),
    ] {
        assert_eq!(wrong(&text), expected, "{text}");
    }
    assert_eq!(wrong(&" ".repeat(MAX_FILE + 1)), (1, 1, FileProblem::TooLarge));
    assert_eq!(wrong(&"[".repeat(200_000)), (1, 1, Expected("{")), "no depth is too deep");
    // Each problem has a sentence of its own in each language, with its place.
    for locale in Locale::ALL {
        let mut said = std::collections::BTreeSet::new();
        for problem in [
            FileProblem::TooLarge,
            Expected("{"),
            Version,
            Missing("a"),
            UnknownField,
            NoValue("op"),
            TooLong(9),
            Count,
        ] {
            let error = SetError::File(FileError { line: 12, column: 34, problem });
            let text = locale.practice_message(PracticeMessage::SetError(error));
            assert!(text.contains("12") && text.contains("34"), "{text}");
            assert!(said.insert(text));
        }
        assert!(said.insert(locale.practice_message(PracticeMessage::SetError(SetError::NotLoaded))));
    }
}

fn open(query: &str) -> Model {
    let mut model = Model::open(query, Locale::En);
    model.reduce(Action::PracticeLoaded(&PRACTICE_FUNCTIONS));
    model
}

fn give(model: &mut Model, address: &str, text: Option<&str>) {
    let file = Rc::new((address.to_owned(), text.map(str::to_owned)));
    model.reduce(Action::Practice(PracticeAction::TakeFile(file)));
}

#[test]
fn a_set_of_a_file_hides_everything_until_it_is_there_and_is_then_asked() {
    let mut model = open("?steps-src=week3.json");
    assert!(model.practice_set().expect("a set").is_awaited());
    assert!(model.hides() && model.has_given_operands() && model.shown().is_none());
    // Of an earlier address.
    give(&mut model, "week2.json", Some(QUESTIONS));
    assert!(model.practice_set().expect("a set").is_awaited());
    give(&mut model, "week3.json", Some(QUESTIONS));
    assert_eq!(model.asking().expect("a question").item.text(OperandId::A), "4,1");
    assert_eq!(model.asking().expect("a question").seen(), Seen::Nothing);
    assert_eq!(model.practice_set().expect("a set").count(), 3);
    assert_eq!(model.settings().to_query(), "?steps-src=week3.json", "the address keeps the file");
    // The same file that comes again changes nothing.
    model.reduce(Action::Practice(PracticeAction::Write("(4, 3)".to_owned())));
    model.reduce(Action::Practice(PracticeAction::Answer));
    give(&mut model, "week3.json", Some(QUESTIONS));
    assert!(model.asking().expect("a question").is_open);
    model.reduce(Action::EndPractice);
    assert!(model.practice_set().is_none() && !model.settings().has_set());
}

#[test]
fn a_file_that_cannot_be_loaded_or_read_says_so_and_can_be_tried_again() {
    for (text, error) in [
        (None, SetError::NotLoaded),
        (Some("{"), SetError::File(FileError { line: 1, column: 2, problem: FileProblem::Expected("\"") })),
    ] {
        let mut model = open("?steps-src=week3.json&a=5,1&b=2");
        give(&mut model, "week3.json", text);
        assert_eq!(model.practice_set().expect("a set").set, Err(error));
        assert!(!model.hides() && !model.has_given_operands(), "the rest of the page works");
        model.reduce(Action::Practice(PracticeAction::SameSet));
        assert!(model.practice_set().expect("a set").is_awaited());
        give(&mut model, "week3.json", Some(QUESTIONS));
        assert!(model.asking().is_some());
    }
}

#[test]
fn a_set_of_the_link_comes_before_a_file() {
    let model = open("?steps-src=week3.json&practice=3.5f3.shapes.1.3");
    assert!(model.practice_set().expect("a set").set.is_ok() && model.asking().is_some());
}

proptest! {
    #[test]
    fn a_file_loses_nothing_of_a_set(set in own()) {
        let file = set.to_file();
        prop_assert_eq!(OwnSet::from_file(&file), Ok(set), "{}", file);
        prop_assert!(serde_json::from_str::<Value>(&file).is_ok(), "other programs read it");
    }

    #[test]
    fn a_link_and_a_file_have_the_same_set(set in own()) {
        if let Ok(of_link) = OwnSet::from_text(&set.to_text()) {
            prop_assert_eq!(OwnSet::from_file(&of_link.to_file()), Ok(set));
        }
    }

    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,60}") {
        _ = OwnSet::from_file(&text);
    }

    /// A file that is damaged at one place: it is read, or the error is at a place of it.
    #[test]
    fn a_damaged_file_has_an_error_in_its_lines(at in 0..FILE.len(), sign in any::<char>(), cut in any::<bool>()) {
        let at = (0..=at).rev().find(|&at| FILE.is_char_boundary(at)).unwrap_or(0);
        let (start, rest) = FILE.split_at(at);
        let text = if cut { start.to_owned() } else { format!("{start}{sign}{}", rest.get(1..).unwrap_or_default()) };
        if let Err(FileError { line, column, .. }) = OwnSet::from_file(&text) {
            let found = text.split('\n').nth(line - 1);
            prop_assert!(found.is_some_and(|found| column <= found.chars().count() + 1), "{}:{} of {}", line, column, text);
        }
    }
}
