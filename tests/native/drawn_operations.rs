//! The operations of programs that the page draws, against what the real NumPy and PyTorch did.
#![allow(clippy::print_stdout, reason = "the counts are printed")]

use broadcast_visualizer::state::{Analysis, Code, Settings, Verdict};
use serde_json::{Value, json};
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;

use crate::vectors::vectors;

fn list(value: &Value, field: &str) -> Vec<Value> {
    value[field].as_array().cloned().unwrap_or_default()
}

/// An operation whose exception the program handles is listed where it fails, and is the first that is shown.
#[test]
fn an_exception_that_is_handled_stands_at_its_operation() {
    let text = "a = np.ones((3, 4))\nb = np.ones(3)\nc = a * 2 + a\ntry:\n    c = a + b\nexcept ValueError:\n    c = a + b[:, None]";
    let code = Code::from(text.to_owned());
    let analysis = Analysis::new(&Settings { library: Library::NumPy, code, ..Settings::default() });
    let program = analysis.program.as_ref().expect("there is code");
    let listed: Vec<_> =
        program.operations.iter().map(|listed| (listed.operation.line, listed.error.is_some())).collect();
    assert_eq!((listed.as_slice(), program.shown), ([(3, false), (5, true), (7, false)].as_slice(), Some(1)));
    let message = "operands could not be broadcast together with shapes (3,4) (3,)";
    assert_eq!(analysis.verdict.error().map(|error| error.message.trim_end()), Some(message));
    assert!(program.reading.error.is_none());
}

/// What the page shows of each operation that can be drawn: it fails where the real library fails, with its message, and its operands
/// broadcast to the shape that the real library gave. A loss may add up its elements afterwards.
#[test]
fn the_verdict_of_each_drawn_operation_is_the_librarys() {
    let (mut wrong, mut drawn, mut functions, mut failing, mut three) = (Vec::new(), 0, 0, 0, 0);
    for program in vectors::<Value>("programs").iter().chain(&vectors::<Value>("more_programs")) {
        let library = if program["library"] == "numpy" { Library::NumPy } else { Library::PyTorch };
        let code = Code::from(program["text"].as_str().unwrap_or_default().to_owned());
        let mut settings = Settings { library, code, ..Settings::default() };
        let read = Analysis::new(&settings).program.expect("there is code");
        // Python stops at a size without a value, which the page gives a size and says so.
        if read.reading.asked.iter().any(|asked| asked.size.is_some()) {
            assert_eq!(program["error"]["type"], json!("NameError"), "{}", program["id"]);
            continue;
        }
        // Under a condition that is not known both ways are listed, and the record has one.
        if read.reading.operations.iter().any(|operation| !operation.only_if.is_empty()) {
            continue;
        }
        let listed = read.operations.clone();
        for (index, listed) in listed.iter().enumerate().filter(|(_, listed)| listed.is_drawn()) {
            settings.operation = Some(index);
            let analysis = Analysis::new(&settings);
            let operation = analysis.operation.as_ref().expect("it is drawn");
            let recorded = list(program, "operations").into_iter().nth(index);
            let recorded = recorded.filter(|recorded| recorded["line"] == json!(listed.operation.line));
            let ends_here = listed.error.is_some() && program["error"]["line"] == json!(listed.operation.line);
            if recorded.is_none()
                && !ends_here
                && (!read.reading.unread.is_empty() || !listed.operation.only_if.is_empty())
            {
                // What does not depend on a line that cannot be read is read all the same.
                continue;
            }
            let result = recorded.as_ref().map(|operation| &operation["result"]);
            let shape = |shape: &Shape| json!(shape.to_vec());
            let agrees = match (&analysis.verdict, listed.error.is_some()) {
                (Verdict::Broadcasts(ours), false) => {
                    result.is_some_and(|result| *result == shape(ours) || *result == json!([]) || result.is_null())
                }
                (verdict, true) => {
                    verdict.error().is_some_and(|error| program["error"]["message"] == json!(error.message))
                        && (operation.shape().is_none() == matches!(verdict, Verdict::Fails { shape: None, .. }))
                }
                _ => false,
            };
            drawn += 1;
            functions += usize::from(operation.operator().is_none());
            failing += usize::from(listed.error.is_some());
            three += usize::from(operation.operands().len() == 3);
            if !agrees {
                wrong.push(format!("{} {index}: {:?}\n{}", program["id"], analysis.verdict, settings.code.text));
            }
        }
    }
    println!(
        "{drawn} operations are drawn, {functions} of them functions without an operator, {three} of three operands, {failing} fail"
    );
    assert!(wrong.is_empty(), "{} wrong verdicts\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(three > 50, "{three} operations of three operands are too few to say so");
    assert!(functions > 100 && failing > 100, "{functions} functions and {failing} that fail are too few to say so");
}
