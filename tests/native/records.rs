//! Recorded runs: what the Python package has written is shown as it was, and nothing else is a record.

use std::rc::Rc;

use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::program::record::form::{Json, record};
use broadcast_visualizer::program::record::{Record, RecordProblem};
use broadcast_visualizer::program::{PYTHON, Program, Reread, program_fixes, record_fixes};
use broadcast_visualizer::state::{Action, Model, Verdict};
use broadcast_visualizer::tensor_broadcasting::{Combination, OperandId, Operator};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Runs that the package has recorded, with PyTorch 2.15 and NumPy 2.4.
const RECORDS: [&str; 2] =
    [include_str!("../vectors/records/training.json"), include_str!("../vectors/records/numpy.json")];

fn parsed(index: usize) -> Value {
    serde_json::from_str(RECORDS[index]).expect("a record is JSON")
}

/// JSON as the page reads it.
fn tree(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => Json::Number(number.as_f64().expect("a number")),
        Value::String(text) => Json::Text(text.clone()),
        Value::Array(items) => Json::List(items.iter().map(tree).collect()),
        Value::Object(fields) => Json::Object(fields.iter().map(|(name, value)| (name.clone(), tree(value))).collect()),
    }
}

fn complete(value: &Value) -> Result<Record, RecordProblem> {
    let mut read = record(&tree(value))?;
    read.complete(PYTHON.get().expect("it is there").program);
    Ok(read)
}

fn opened(index: usize) -> Model {
    let mut model = Model::open("", Locale::En);
    model.reduce(Action::OpenRecord(Rc::new(complete(&parsed(index)))));
    model
}

fn program(model: &Model) -> &Program {
    model.analysis().program.as_deref().expect("a program")
}

#[test]
fn a_record_has_the_shapes_and_values_of_the_run() {
    let model = opened(0);
    let drawn = |line: usize| {
        let operations = &program(&model).operations;
        operations.iter().find(|listed| listed.operation.line == line).expect("an operation")
    };
    assert_eq!(drawn(10).count, 3, "the loop ran three times");
    assert_eq!(drawn(11).operation.combination, Some(Combination::Operator(Operator::Add)));
    assert_eq!(drawn(12).operation.combination, Some(Combination::Where { is_method: false }));
    assert_eq!(drawn(14).operation.combination, Some(Combination::MatrixProduct));
    assert_eq!(drawn(16).operation.combination, None, "cat does not broadcast");
    assert!(drawn(10).is_mistake(), "(4, 1) - (4,) is probably a mistake");
    // The exception is what is shown.
    let Verdict::Fails { shape: None, error, .. } = &model.analysis().verdict else {
        panic!("{:?}", model.analysis().verdict)
    };
    assert_eq!(
        error.to_string(),
        "RuntimeError: The size of tensor a (3) must match the size of tensor b (5) at non-singleton dimension 1"
    );
    assert_eq!(program(&model).reading.error.as_ref().and_then(|error| error.call_line), Some(20));
}

/// The example records of the Python package, whose own tests make them again and hold them to the schema.
#[test]
fn the_example_records_of_the_package_are_read() {
    let files = std::fs::read_dir("python/tests/records").expect("the folder of the package");
    let mut count = 0;
    for path in
        files.map(|file| file.expect("a file").path()).filter(|path| path.extension().is_some_and(|end| end == "json"))
    {
        let text = std::fs::read_to_string(&path).expect("a text");
        let read = complete(&serde_json::from_str(&text).expect("JSON")).expect("a record");
        let program = Program::recorded(&read, None);
        assert!(program.shown.is_some() || program.reading.error.is_some(), "{} shows something", path.display());
        count += 1;
    }
    assert!(count >= 4);
}

#[test]
fn values_stand_where_the_strides_say_and_are_never_made_up() {
    let mut model = opened(1);
    let choose = |line: usize, model: &mut Model| {
        let at = program(model).operations.iter().position(|listed| listed.operation.line == line);
        model.reduce(Action::ChooseOperation(at.expect("an operation")));
    };
    choose(4, &mut model);
    let operation = model.analysis().operation.as_ref().expect("a.T + …");
    let value = |operand: OperandId, index: &[u64]| {
        let tensor = &operation.operand(operand).values;
        let layout = &operation.operand(operand).layout;
        tensor.at(layout.offset(index).expect("an element")).map(|value| value.to_int())
    };
    // a = arange(6).reshape(2, 3): a.T[1, 1] is a[1, 1].
    assert_eq!(value(OperandId::A, &[1, 1]), Some(4));
    assert_eq!(operation.operand(OperandId::A).layout.strides(), [1, 3]);
    // arange(2)[::-1] has a negative stride.
    assert_eq!((value(OperandId::B, &[0]), value(OperandId::B, &[1])), (Some(1), Some(0)));
    choose(7, &mut model);
    let operation = model.analysis().operation.as_ref().expect("(200, 30) - (30,)");
    assert_eq!(operation.operand(OperandId::A).values.at(0), None, "6,000 values are not recorded");
}

#[test]
fn an_edited_program_is_read_and_the_record_holds_again_for_its_own_text() {
    let mut model = opened(0);
    let text = model.settings().code.text.clone();
    assert!(model.settings().code.record().is_some());
    model.reduce(Action::EditCode(format!("{text}\n")));
    assert!(model.settings().code.record().is_none() && model.settings().code.opened.is_some());
    assert!(program(&model).operations.iter().all(|listed| listed.count == 1));
    model.reduce(Action::EditCode(text.clone()));
    assert!(model.settings().code.record().is_some());
    // Settings from outside keep it too.
    model.reduce(Action::ReplaceSettings(format!("?embed=1&{}", model.settings().to_query().trim_start_matches('?'))));
    assert!(model.settings().code.record().is_some());
    model.reduce(Action::CloseCode);
    assert!(model.settings().code.opened.is_none());
}

#[test]
fn a_fix_of_a_record_is_checked_on_its_shapes() {
    // The reader does not know what `load` gives; the run did.
    let text = "import torch\nfrom data import load\ndef error():\n    pred, target = load()\n    return (pred - target).abs().mean()\nerror()";
    let tensor = |name: &str, span: [usize; 2], shape: Value| json!({"text": name, "span": span, "shape": shape, "dtype": "float32", "library": "torch"});
    let start = text.find("pred - target").expect("it is there");
    let value = json!({
        "format": "broadcast-visualizer-record", "version": 1, "python": "3.12.1", "library": "torch",
        "libraries": {"torch": "2.9.0+cpu"}, "text": text, "names": [], "handled": [],
        "operations": [{
            "line": 5, "span": [start, start + 13], "name": "sub", "results": [{"shape": [32, 32]}],
            "operands": [
                tensor("pred", [start, start + 4], json!([32, 1])),
                tensor("target", [start + 7, start + 13], json!([32])),
            ],
        }],
    });
    let read = complete(&value).expect("a record");
    assert_eq!(read.versions, ["PyTorch 2.9.0", "Python 3.12.1"]);
    let program = Program::recorded(&read, None);
    let python = PYTHON.get().expect("it is there");
    let fixes = record_fixes(&program, &read, Some(0), Reread { read: python.program, fixes: program_fixes });
    let first = fixes.first().expect("a fix");
    assert_eq!((first.line, first.before.as_str()), (5, "return (pred - target).abs().mean()"));
    assert!(first.after.starts_with("return (pred"), "{}", first.after);
    assert_eq!(first.code.lines().nth(4), Some(format!("    {}", first.after).as_str()));
}

#[test]
fn what_is_no_record_is_said_with_its_place() {
    let problem = |value: Value| complete(&value).expect_err("no record");
    assert_eq!(problem(json!([1, 2])), RecordProblem::NotARecord);
    assert_eq!(problem(json!({"format": "other"})), RecordProblem::NotARecord);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value = parsed(0);
        change(&mut value);
        problem(value)
    };
    assert_eq!(changed(&|value| value["version"] = json!(2)), RecordProblem::Version("2".to_owned()));
    let at = |place: &str| RecordProblem::At(place.to_owned());
    assert_eq!(changed(&|value| value["operations"][1]["line"] = json!(0)), at("operations[1].line"));
    assert_eq!(
        changed(&|value| value["operations"][0]["operands"][1]["shape"] = json!([4, -1])),
        at("operations[0].operands[1].shape[1]")
    );
    assert_eq!(changed(&|value| value["names"][3]["shape"] = json!("3")), at("names[3].shape"));
    assert_eq!(changed(&|value| value["text"] = json!("x".repeat(20_001))), at("text"));
    assert_eq!(changed(&|value| value["error"]["message"] = json!(null)), at("error.message"));
    assert_eq!(
        changed(&|value| value["operations"][0]["operands"][0]["values"] = json!([1])),
        at("operations[0].operands[0].values")
    );
}

/// A change of one place of a record: another value stands there.
fn replaced(value: &mut Value, mut at: usize, by: &Value) -> usize {
    if at == 0 {
        *value = by.clone();
        return 0;
    }
    at -= 1;
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| {
            if at != usize::MAX {
                at = step(item, at, by)
            }
        }),
        Value::Object(fields) => fields.values_mut().for_each(|item| {
            if at != usize::MAX {
                at = step(item, at, by)
            }
        }),
        _ => {}
    }
    at
}

/// The same within a value; `usize::MAX` after the change.
fn step(value: &mut Value, at: usize, by: &Value) -> usize {
    if at == 0 {
        *value = by.clone();
        return usize::MAX;
    }
    replaced(value, at, by)
}

proptest! {
    #[test]
    fn no_record_is_a_panic(index in 0..2_usize, at in 0..700_usize, kind in 0..8_usize) {
        let by = [
            json!(null), json!(-1), json!(1e300), json!(0.5), json!("<b>"), json!([]), json!({}),
            json!([9_007_199_254_740_991_u64, 9_007_199_254_740_991_u64]),
        ];
        let mut value = parsed(index);
        replaced(&mut value, at, &by[kind]);
        let mut model = Model::open("", Locale::En);
        model.reduce(Action::OpenRecord(Rc::new(complete(&value))));
        let count = model.analysis().program.as_ref().map_or(0, |program| program.operations.len());
        for operation in 0..count {
            model.reduce(Action::ChooseOperation(operation));
        }
    }
}

/// Failing operations that the diagram does not draw, as the package has recorded them with PyTorch 1.13 and NumPy 2.4.
const FAILING: &str = include_str!("../vectors/records/failing.json");

#[test]
fn a_failing_operation_without_a_picture_shows_no_other_one() {
    let records: Vec<Value> = serde_json::from_str(FAILING).expect("a list of records");
    for value in records {
        let mut model = Model::open("?a=4,1&b=3", Locale::En);
        assert!(model.shown().is_some());
        model.reduce(Action::OpenRecord(Rc::new(complete(&value))));
        let file = &value["file"];
        assert!(model.shown().is_none(), "{file}: nothing that the program has not done is shown");
        let listed = program(&model).undrawn().expect("the operation that fails is chosen");
        let error = listed.error.as_ref().expect("it fails");
        assert!(
            matches!(&model.analysis().verdict, Verdict::Fails { check: None, shape: None, error: shown } if shown == error),
            "{file}"
        );
        let compared = tensor_reader::compared(Some(&listed.operation), &error.message);
        assert!(compared.rule.is_some(), "{file}: {}", error.message);
    }
}

#[test]
fn a_program_without_an_operation_shows_no_picture_of_something_else() {
    let mut model = Model::open("?a=4,1&b=3", Locale::En);
    model.reduce(Action::OpenCode("open('/nope/size')".to_owned()));
    assert!(model.shown().is_none());
    // While a program with an operation is changed, the last picture stays.
    model.reduce(Action::OpenCode("import numpy as np\nx = np.ones(3) + np.ones((2, 1))".to_owned()));
    assert!(model.shown().is_some());
    model.reduce(Action::EditCode("import numpy as np\nx = np.ones(3) +".to_owned()));
    model.reduce(Action::EndTyping);
    assert!(model.shown().is_some() && model.is_stale());
}

/// A run of `train.py`, which imports `model.py` and `pkg` from its folder, as the package has recorded it.
const FILES: &str = include_str!("../vectors/records/files.json");

#[test]
fn the_files_of_a_program_are_shown_one_at_a_time_first_the_one_that_failed() {
    let value: Value = serde_json::from_str(FILES).expect("a record is JSON");
    let read = complete(&value).expect("a record");
    let files = |read: &Record| read.others.iter().map(|other| other.file.clone()).collect::<Vec<_>>();
    assert_eq!(
        (read.file.as_str(), files(&read)),
        ("model.py", vec!["train.py".to_owned(), "pkg/extra.py".to_owned()])
    );
    let train = read.others[0].text.clone();
    let mut model = Model::open("", Locale::En);
    model.reduce(Action::OpenRecord(Rc::new(Ok(read))));
    let sizes =
        |model: &Model, at: usize| program(model).operations[at].operation.operands[0].operand.shape().to_string();
    assert_eq!(sizes(&model, 1), "(8, 3)");
    assert!(program(&model).operations[1].error.is_some());
    model.reduce(Action::OpenCode(train.clone()));
    assert_eq!(model.settings().code.record().map(|record| record.file.as_str()), Some("train.py"));
    assert_eq!(sizes(&model, 0), "(8, 5)");
    let error = program(&model).reading.error.as_ref().expect("the call that did not end");
    assert_eq!((error.line, error.operation.is_none()), (7, true));
    // A text that was changed is none of the recorded ones.
    model.reduce(Action::EditCode([train.as_str(), "\n"].concat()));
    assert!(model.settings().code.record().is_none());
    // A fault in another file is told with its place.
    let mut wrong = value.clone();
    wrong["others"][0]["operations"][0]["line"] = json!("1");
    assert_eq!(complete(&wrong), Err(RecordProblem::At("others[0].operations[0].line".to_owned())));
}
