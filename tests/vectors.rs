//! The core and the dialects against recorded answers of NumPy 2.4.6 and PyTorch 2.15.0 (`tests/vectors/`).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use broadcast_visualizer::broadcast::{Broadcast, Operator, Scalar, Shape, Side, broadcast, unravel};
use broadcast_visualizer::dialect::Library;
use serde::Deserialize;
use support::vectors;

/// A recorded answer: `{"ok": shape}` or `{"error": message}`, with notes that are of no matter here.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(from = "Recorded")]
enum Answer {
    Ok(Vec<u64>),
    Error(String),
}

#[derive(Deserialize)]
struct Recorded {
    ok: Option<Vec<u64>>,
    error: Option<String>,
}

impl From<Recorded> for Answer {
    fn from(recorded: Recorded) -> Self {
        match (recorded.ok, recorded.error) {
            (Some(shape), None) => Self::Ok(shape),
            (_, error) => Self::Error(error.expect("an answer is ok or an error")),
        }
    }
}

impl Answer {
    fn of(answer: Result<Shape, String>) -> Self {
        answer.map_or_else(Self::Error, |shape| Self::Ok(shape.to_vec()))
    }

    /// Whether the recorded message is about the memory of the machine that recorded it.
    fn depends_on_memory(&self) -> bool {
        matches!(self, Self::Error(message) if message.starts_with("Unable to allocate") || message.contains("can't allocate memory"))
    }
}

#[derive(Deserialize)]
struct Pair {
    a: Vec<u64>,
    b: Vec<u64>,
    numpy: Option<Answer>,
    torch: Option<Answer>,
}

type Call = fn(Library, &Shape, &Shape) -> Result<Shape, String>;

/// Holds `call` against every recorded answer; returns how many there were.
fn agree(name: &str, call: Call) -> usize {
    let mut compared = 0;
    for pair in vectors::<Pair>(name) {
        let (a, b) = (Shape::from(pair.a.as_slice()), Shape::from(pair.b.as_slice()));
        for (library, recorded) in [(Library::NumPy, pair.numpy), (Library::PyTorch, pair.torch)] {
            // Some results are too large to have been run at all.
            let Some(recorded) = recorded.filter(|answer| !answer.depends_on_memory()) else { continue };
            assert_eq!(Answer::of(call(library, &a, &b)), recorded, "{library:?} {a} {b}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn a_plus_b_answers_as_both_libraries_do() {
    assert!(agree("add", Library::add) > 10_000);
}

#[test]
fn in_place_addition_answers_as_both_libraries_do() {
    assert!(agree("add_in_place", Library::add_in_place) > 1_900);
    assert!(agree("add_in_place", |library, a, b| library.answer(a, b, true)) > 1_900);
}

/// The core's own verdict is the rule alone, without any library's limits: wherever a library gave a shape, so does the
/// core, the same one; wherever a library named disagreeing sizes, the core finds a clash.
#[test]
fn the_core_agrees_wherever_no_limit_is_met() {
    for pair in vectors::<Pair>("add") {
        let (a, b) = (Shape::from(pair.a.as_slice()), Shape::from(pair.b.as_slice()));
        let own = broadcast(a.clone(), b.clone());
        match pair.torch {
            Some(Answer::Ok(shape)) => assert_eq!(own.expect("they broadcast").shape().to_vec(), shape, "{a} {b}"),
            Some(Answer::Error(message)) if message.starts_with("The size of tensor a") => {
                let mismatch = own.expect_err(&message);
                assert!(message.ends_with(&format!(" {}", mismatch.clashes()[0].axis)), "{message}");
            }
            _ => {}
        }
    }
}

#[derive(Deserialize)]
struct Strides {
    a: Vec<u64>,
    target: Vec<i64>,
    a_torch_strides: Vec<u64>,
    a_numpy_strides_elems: Vec<u64>,
    torch_shape: Vec<u64>,
    torch_strides: Vec<u64>,
    numpy_strides_elems: Option<Vec<u64>>,
}

#[test]
fn strides_before_and_after_stretching_are_those_of_both_libraries() {
    let mut compared = 0;
    for case in vectors::<Strides>("strides") {
        let a = Shape::from(case.a.as_slice());
        assert_eq!(Library::PyTorch.strides(&a), case.a_torch_strides, "{a}");
        assert_eq!(Library::NumPy.strides(&a), case.a_numpy_strides_elems, "{a}");
        let target = Shape::from(case.torch_shape.as_slice());
        assert_eq!(Library::PyTorch.stretched_strides(&a, &target), case.torch_strides, "{a} -> {target}");
        // Only PyTorch reads -1 as "the same size".
        if let (true, Some(strides)) = (case.target.iter().all(|&size| size >= 0), case.numpy_strides_elems) {
            assert_eq!(Library::NumPy.stretched_strides(&a, &target), strides, "{a} -> {target}");
            compared += 1;
        }
        // The core's own view reaches the same elements: it differs only where no step is ever taken.
        let pair = broadcast(a.clone(), target.clone()).expect("it expands");
        let view = pair.view(Side::A);
        for (axis, _) in target.iter().enumerate().filter(|&(_, &size)| size > 1) {
            assert_eq!(view.strides()[axis], case.torch_strides[axis], "{a} -> {target}, axis {axis}");
        }
    }
    assert!(compared > 300);
}

#[derive(Deserialize)]
struct ValueCase {
    op: String,
    dtype: String,
    a_shape: Vec<u64>,
    b_shape: Vec<u64>,
    a: Vec<serde_json::Value>,
    b: Vec<serde_json::Value>,
    out_shape: Option<Vec<u64>>,
    out: Option<Vec<serde_json::Value>>,
    out_dtype: Option<String>,
}

fn scalar(value: &serde_json::Value, dtype: &str) -> Scalar {
    let float = |text: &str| Scalar::Float(text.parse().expect("a number"));
    match value {
        serde_json::Value::String(text) => float(text),
        number if dtype == "int64" => Scalar::Int(number.as_i64().expect("an int64")),
        number => Scalar::Float(number.as_f64().expect("a float64")),
    }
}

/// Equality that tells -0 from 0 and takes nan for nan.
fn same(x: Scalar, y: Scalar) -> bool {
    match (x, y) {
        (Scalar::Int(x), Scalar::Int(y)) => x == y,
        (Scalar::Float(x), Scalar::Float(y)) => x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan()),
        _ => false,
    }
}

fn element(pair: &Broadcast, side: Side, values: &[Scalar], index: &[u64]) -> Scalar {
    let offset = pair.view(side).offset(index).expect("within the buffer");
    values[usize::try_from(offset).expect("small")]
}

#[test]
fn every_value_is_the_one_that_the_libraries_compute() {
    let mut compared = 0;
    for case in vectors::<ValueCase>("values") {
        let operator = match case.op.as_str() {
            "add" => Operator::Add,
            "sub" => Operator::Subtract,
            "mul" => Operator::Multiply,
            "div" => Operator::Divide,
            "maximum" => Operator::Maximum,
            other => panic!("{other} is not offered"),
        };
        let (Some(shape), Some(out), Some(dtype)) = (&case.out_shape, &case.out, &case.out_dtype) else { continue };
        let read =
            |list: &[serde_json::Value]| -> Vec<Scalar> { list.iter().map(|v| scalar(v, &case.dtype)).collect() };
        let (a, b) = (read(&case.a), read(&case.b));
        let pair = broadcast(Shape::from(case.a_shape.as_slice()), Shape::from(case.b_shape.as_slice()));
        let pair = pair.expect("the libraries broadcast it");
        assert_eq!(pair.shape().to_vec(), *shape);
        for (position, expected) in out.iter().enumerate() {
            let index = unravel(pair.shape(), position as u64).expect("in the result");
            let made = operator.apply(element(&pair, Side::A, &a, &index), element(&pair, Side::B, &b, &index));
            let expected = scalar(expected, dtype);
            assert!(same(made, expected), "{operator:?} at {index:?}: {made:?}, not {expected:?}");
            compared += 1;
        }
    }
    assert!(compared > 1_000);
}
