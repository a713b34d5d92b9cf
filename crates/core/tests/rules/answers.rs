//! The core and the library rules against recorded answers of NumPy 2.4.6 and PyTorch 2.15.0 (`tests/vectors/`, made by
//! `make.py` there). Asked through `examples/library_answers.rs`, so that what it answers is held to them as well.

use crate::library_answers;
use crate::support::vectors;
use serde_json::{Value, json};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Shape, StridedLayout, broadcast};

const LIBRARIES: [&str; 2] = ["numpy", "torch"];

/// Whether a recorded message is about the memory of the machine that recorded it.
fn depends_on_memory(recorded: &Value) -> bool {
    let message = recorded["error"].as_str().unwrap_or_default();
    message.starts_with("Unable to allocate") || message.contains("can't allocate memory")
}

/// Compares the answer to `request` with the recorded one, without the recorded notes about the stage that failed.
fn agree(request: &Value, recorded: &Value) {
    let mut recorded = recorded.clone();
    if let Some(fields) = recorded.as_object_mut() {
        fields.remove("stage");
    }
    let answer = library_answers::answer(&request.to_string());
    assert!(same(&answer, &recorded), "{request}\n  answered {answer}\n  recorded {recorded}");
}

/// Equality in which 1 is 1.0.
fn same(x: &Value, y: &Value) -> bool {
    match (x, y) {
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(name, x)| y.get(name).is_some_and(|y| same(x, y)))
        }
        (Value::Number(x), Value::Number(y)) => x == y || x.as_f64() == y.as_f64(),
        (x, y) => x == y,
    }
}

/// Makes the call for every case of `file` with these fields of the case, and compares the answer with the one that
/// `recorded_as` finds. Gives the number of answers that were compared, and the number left out because they depend on the
/// machine.
fn compare(file: &str, call: &str, fields: &[&str], recorded_as: fn(&Value, &str) -> Value) -> (usize, usize) {
    let (mut compared, mut left_out) = (0, 0);
    for case in vectors::<Value>(file) {
        for library in LIBRARIES {
            let recorded = recorded_as(&case, library);
            if depends_on_memory(&recorded) {
                left_out += 1;
            } else if !recorded.is_null() {
                let mut request = json!({"call": call, "library": library});
                for field in fields {
                    request[*field] = case[*field].clone();
                }
                agree(&request, &recorded);
                compared += 1;
            }
        }
    }
    (compared, left_out)
}

#[test]
fn addition_gives_the_recorded_answers() {
    let (compared, left_out) =
        compare("broadcast_shapes", "add", &["a", "b"], |case, library| case[library]["add"].clone());
    assert_eq!((compared, left_out), (10_306, 12));
}

#[test]
fn broadcast_shapes_gives_the_recorded_answers() {
    let recorded: fn(&Value, &str) -> Value = |case, library| case[library]["broadcast_shapes"].clone();
    assert_eq!(compare("broadcast_shapes", "broadcast_shapes", &["a", "b"], recorded), (10_332, 0));
    assert_eq!(compare("nary", "broadcast_shapes", &["shapes"], recorded), (1_220, 0));
}

#[test]
fn several_tensors_give_the_recorded_answers() {
    let recorded: fn(&Value, &str) -> Value = |case, library| case[library]["broadcast_tensors"].clone();
    assert_eq!(compare("broadcast_shapes", "broadcast_tensors", &["a", "b"], recorded), (5_166, 0));
    assert_eq!(compare("nary", "broadcast_tensors", &["shapes"], recorded), (610, 0));
    let iterated: fn(&Value, &str) -> Value = |case, library| case[library]["nditer"].clone();
    assert_eq!(compare("nary", "elementwise", &["shapes"], iterated), (610, 0));
    let chosen: fn(&Value, &str) -> Value = |case, library| case[library]["where"].clone();
    assert_eq!(compare("nary", "elementwise", &["shapes"], chosen), (578, 0));
}

#[test]
fn in_place_addition_gives_the_recorded_answers() {
    let recorded: fn(&Value, &str) -> Value = |case, library| case[library].clone();
    assert_eq!(compare("inplace", "add_", &["a", "b"], recorded), (1_984, 0));
    assert_eq!(compare("inplace_expanded", "add_", &["base", "view", "b"], recorded), (24, 0));
}

#[test]
fn expanding_gives_the_recorded_answers() {
    let recorded: fn(&Value, &str) -> Value = |case, library| match &case[&format!("{library}_error")] {
        Value::Null => {
            let strides = if library == "numpy" { "numpy_strides_elems" } else { "torch_strides" };
            json!({"shape": case[&format!("{library}_shape")], "strides": case[strides]})
        }
        error => error.clone(),
    };
    assert_eq!(compare("strides", "expand", &["a", "target", "perm_of", "perm"], recorded), (2_340, 0));
    for case in vectors::<Value>("strides") {
        for (library, own) in LIBRARIES.into_iter().zip(["a_numpy_strides_elems", "a_torch_strides"]) {
            let request = json!({"call": "broadcast_to", "library": library, "a": case["a"], "target": case["target"],
                "strides": case[own]});
            agree(&request, &recorded(&case, library));
        }
    }
}

/// The limits of each library, by the expression that was run.
#[test]
fn limits_are_the_recorded_ones() {
    let numbers = |text: &str| -> Vec<i64> {
        match text.split_once(",)*") {
            Some((size, times)) => {
                vec![size.trim_start_matches('(').parse().expect("a size"); times.parse().expect("a number")]
            }
            None => {
                let sizes = text.trim_matches(['(', ')']).split(',').filter(|size| !size.is_empty());
                let power = |size: &str| match size.split_once("**") {
                    Some((base, exponent)) => {
                        base.parse::<i64>().expect("a base").pow(exponent.parse().expect("a power"))
                    }
                    None => size.parse().expect("a size"),
                };
                sizes.map(power).collect()
            }
        }
    };
    let mut compared = 0;
    for case in vectors::<Value>("limits") {
        let (library, expression) = (case["lib"].as_str().expect("a library"), case["expr"].as_str().expect("code"));
        let recorded = match (&case["ok"], &case["error"], &case["type"]) {
            (Value::Null, error, Value::Null) => json!({"error": error}),
            (Value::Null, error, error_type) => json!({"error": error, "type": error_type}),
            (ok, ..) => json!({"ok": ok.get("shape").unwrap_or(ok)}),
        };
        // Sizes past 2^63-1 are not integers of either library. Other element types are not supported here.
        let beyond = ["2**63", "dtype", "meta", "*[", "*(", "2.0", "(2,("].iter().any(|what| expression.contains(what));
        if beyond || depends_on_memory(&recorded) {
            continue;
        }
        let plain = |text: &&str| text.chars().all(|c| c.is_ascii_digit() || "(),-*".contains(c));
        let inner = |call: &str| expression.strip_prefix(call)?.strip_suffix(')').filter(plain).map(str::to_owned);
        if let Some(shape) = inner("np.empty(").or_else(|| inner("torch.empty(")) {
            let of = if library == "numpy" { Library::NumPy } else { Library::PyTorch };
            let made = of.empty(&numbers(&shape));
            let made = made.map_or_else(|error| json!({"error": error.message}), |shape| json!({"ok": shape.to_vec()}));
            assert_eq!(made, recorded, "{expression}");
        } else if let Some(shapes) = inner("np.broadcast_shapes(").or_else(|| inner("torch.broadcast_shapes(")) {
            let mut list: Vec<Vec<i64>> = Vec::new();
            let mut rest = shapes.as_str();
            while let Some((shape, after)) = rest.split_once(",(").or_else(|| (!rest.is_empty()).then_some((rest, "")))
            {
                list.push(numbers(shape));
                rest = after;
            }
            agree(&json!({"call": "broadcast_shapes", "library": library, "shapes": list}), &recorded);
        } else if let Some(target) = inner("np.broadcast_to(0.0,") {
            let answer = library_answers::answer(
                &json!({"call": "broadcast_to", "library": library, "a": [],
                "target": numbers(&target)})
                .to_string(),
            );
            assert_eq!(answer.get("shape"), recorded.get("ok"), "{expression}");
            assert_eq!(answer.get("error"), recorded.get("error"), "{expression}");
        } else {
            continue;
        }
        compared += 1;
    }
    assert_eq!(compared, 17);
}

#[test]
fn values_are_the_recorded_ones() {
    let recorded: fn(&Value, &str) -> Value = |case, library| match &case[library] {
        Value::Null => {
            let own = &case[&format!("{library}_out")];
            json!({"shape": case["out_shape"], "values": if own.is_null() { &case["out"] } else { own }})
        }
        own if own.get("error").is_some() => own.clone(),
        own => json!({"shape": own["out_shape"], "values": own["out"]}),
    };
    let fields = ["op", "dtype", "a_shape", "b_shape", "a", "b"];
    assert_eq!(compare("values", "value", &fields, recorded), (1_000, 0));
}

/// The core has the rule without the limits of a library. Where a library gave a shape, the core gives the same shape. Where a
/// library's message names sizes that differ, the core finds the same clash.
#[test]
fn the_rule_gives_the_recorded_answers_within_the_limits() {
    let sizes =
        |value: &Value| -> Shape { value.as_array().expect("a list").iter().filter_map(Value::as_u64).collect() };
    for case in vectors::<Value>("broadcast_shapes") {
        let (a, b) = (sizes(&case["a"]), sizes(&case["b"]));
        let own = broadcast(vec![a.clone(), b.clone()]);
        match (case["torch"]["add"]["ok"].as_array(), case["torch"]["add"]["error"].as_str()) {
            (Some(_), _) => {
                assert_eq!(own.expect("they broadcast").shape(), &sizes(&case["torch"]["add"]["ok"]), "{a} {b}")
            }
            (_, Some(message)) if message.starts_with("The size of tensor a") => {
                let mismatch = own.expect_err(message);
                assert!(message.ends_with(&format!(" {}", mismatch.clashes()[0])), "{message}");
            }
            _ => {}
        }
    }
}

/// The strides of the core differ from those of a library only along axes where there is at most one element.
#[test]
fn strides_are_the_recorded_ones_along_axes_of_several_elements() {
    let numbers =
        |value: &Value| -> Vec<u64> { value.as_array().expect("a list").iter().filter_map(Value::as_u64).collect() };
    let mut compared = 0;
    for case in vectors::<Value>("strides") {
        let (shape, strides) = (Shape::from(numbers(&case["a"]).as_slice()), numbers(&case["a_torch_strides"]));
        let view = StridedLayout::with_strides(shape.clone(), strides).expect("a stride for each axis");
        let (Some(_), Some(_)) = (case["torch_shape"].as_array(), case["torch_strides"].as_array()) else { continue };
        let target = Shape::from(numbers(&case["torch_shape"]).as_slice());
        let operation = broadcast(vec![shape, target.clone()]).expect("it expands");
        let own = view.stretched(operation.alignment(), OperandId::A);
        for (axis, &size) in target.iter().enumerate().filter(|&(_, &size)| size > 1) {
            assert_eq!(
                own.strides()[axis],
                numbers(&case["torch_strides"])[axis],
                "{case}, axis {axis} of size {size}"
            );
            compared += 1;
        }
    }
    assert!(compared > 500);
}

/// The elements that each library makes of two operands of some types, and how it prints them.
#[test]
fn elements_of_each_type_are_the_recorded_ones() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for case in vectors::<Value>("types_values") {
        let mut request = json!({"call": "value"});
        for field in ["library", "op", "a_dtype", "b_dtype", "a", "b"] {
            request[field] = case[field].clone();
        }
        let answer = library_answers::answer(&request.to_string());
        let fields = if case["error"].is_null() { &["dtype", "values", "printed"][..] } else { &["error"] };
        for field in fields {
            if !same(&answer[field], &case[field]) {
                wrong.push(format!("{case}\n  answered {}", answer[field]));
            }
        }
        compared += 1;
    }
    assert!(wrong.is_empty(), "{} of {compared} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(compared, 1_380);
}
