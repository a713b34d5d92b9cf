//! Python as input against the real libraries: `tests/vectors/expressions.jsonl.gz` holds what NumPy 2.4.6 and PyTorch 2.15.0
//! make of each expression (`make_expressions.py` there makes it anew).

use crate::support::vectors;
use serde_json::Value;
use tensor_broadcasting::unravel;
use tensor_reader::parse_operand;
use tensor_reader::{Operand, Problem};

/// Errors that the libraries report in their own way, and this program in a better one: it points at the place.
const OWN_WORDS: [&str; 2] = ["setting an array element", "expected sequence of length"];

fn check(operand: &Operand, case: &Value) -> Result<(), String> {
    let ints = |name: &str| -> Vec<u64> {
        case[name].as_array().map(|all| all.iter().filter_map(Value::as_u64).collect()).unwrap_or_default()
    };
    let view = &operand.tensor.layout;
    if view.shape().to_vec() != ints("shape") {
        return Err(format!("shape {} is {}", view.shape(), case["shape"]));
    }
    if view.strides() != ints("strides") {
        return Err(format!("strides {:?} are {}", view.strides(), case["strides"]));
    }
    if operand.dtype.map(|dtype| dtype.name()) != case["dtype"].as_str() {
        return Err(format!("dtype {:?} is {}", operand.dtype, case["dtype"]));
    }
    let Some(values) = case["values"].as_array() else {
        let known = operand.values_unknown || operand.shape().numel() > Some(64);
        return if known { Ok(()) } else { Err("its elements are not told".to_owned()) };
    };
    if operand.values_unknown {
        return Err("its elements are not known".to_owned());
    }
    for (position, wanted) in values.iter().enumerate() {
        let index = unravel(view.shape(), position as u64).expect("an element");
        let found =
            view.offset(&index).and_then(|offset| operand.tensor.values.at(offset)).map(|value| value.to_float());
        let wanted = wanted.as_f64().or_else(|| wanted.as_str().and_then(|text| text.parse().ok()));
        // PyTorch's reals are float32.
        let is_same =
            |(x, y): (f64, f64)| x == y || (x - y).abs() <= 1e-6 * y.abs().max(1.0) || x.is_nan() && y.is_nan();
        let same = found.zip(wanted).is_some_and(is_same);
        if !same {
            return Err(format!("element {position}: {found:?} is {wanted:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_expression_is_what_the_libraries_make_of_it() {
    let cases = vectors::<Value>("expressions");
    let mut wrong = Vec::new();
    for case in &cases {
        let text = case["text"].as_str().expect("a text");
        let judged = match (parse_operand(text), case["error"].as_array()) {
            (Ok(operand), None) => check(&operand, case),
            (Err(error), Some(recorded)) => match error.problem {
                Problem::LibraryRejected(_, error) | Problem::PythonRejected(error)
                    if recorded[0] == error.error_type && recorded[1] == error.message.as_str() =>
                {
                    Ok(())
                }
                Problem::LibraryRejected(_, error) => Err(format!("{error:?} is {recorded:?}")),
                _ if OWN_WORDS.iter().any(|words| recorded[1].as_str().is_some_and(|said| said.starts_with(words))) => {
                    Ok(())
                }
                problem => Err(format!("{problem:?} is {recorded:?}")),
            },
            (Ok(operand), Some(recorded)) => Err(format!("{:?} is {recorded:?}", operand.shape())),
            (Err(error), None) => Err(format!("{error:?} is {}", case["shape"])),
        };
        if let Err(difference) = judged {
            wrong.push(format!("{text}: {difference}"));
        }
    }
    assert!(cases.len() > 1_000);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
