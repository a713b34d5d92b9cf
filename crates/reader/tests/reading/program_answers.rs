//! Whole programs against what the real NumPy 2.4.6 and PyTorch 2.15.0 did (`tests/vectors/programs.jsonl.gz`). No answer may be wrong; a program that cannot be read to its end must be declined.
//!
//! `cargo test -p tensor-reader program_answers -- --nocapture` prints the most frequent reasons.
#![allow(clippy::print_stdout, reason = "the reasons are printed")]

use std::collections::{BTreeMap, BTreeSet};

use crate::read_in_part;
use crate::support::vectors;
use serde_json::{Map, Value, json};
use tensor_broadcasting::library::Library;
use tensor_reader::read_program;

/// Of the programs that do not depend on random values, at least so many in a hundred are read to their end or their error.
const READ: usize = 85;

/// The records of which no answer may be wrong, and of which each program that is read whole stays read whole.
const FURTHER: [&str; 4] = ["more_programs", "further_programs", "calls", "written_programs"];

/// What differs between an answer and the record; `None` where nothing does. Where lines are not read, what is told without a condition
/// must be in the record.
pub(crate) fn difference(answer: &Value, recorded: &Value) -> Option<String> {
    let fields = |operation: &Value| {
        ["line", "name", "operands", "result"].map(|field| operation.get(field).cloned().unwrap_or(Value::Null))
    };
    let error = |error: &Value| ["line", "type", "message"].map(|field| error[field].clone());
    let shapes = |value: &Value| -> BTreeMap<String, Value> {
        let names = value["names"].as_object().cloned().unwrap_or_else(Map::new);
        names.into_iter().map(|(name, tensor)| (name, tensor["shape"].clone())).collect()
    };
    let is_partial = !is_whole(answer) || recorded.get("data_dependent").is_some();
    // An unread call is taken to return: where it raised an exception, or what depends on it did, the rest was not run.
    let told = [&answer["error"], &answer["next_error"]]
        .into_iter()
        .find(|error| error.is_object() && error.get("if").is_none());
    let unread: Vec<Value> = list(answer, "unread").iter().map(|unread| unread["line"].clone()).collect();
    let is_unread = ["line", "call_line"].iter().any(|field| unread.contains(&recorded["error"][field]));
    // A line may raise an exception because of what it takes from an unread one.
    let is_before = |told: &Value| told["line"].as_u64() > recorded["error"]["line"].as_u64() && !unread.is_empty();
    let has_ended = is_partial && recorded["error"].is_object() && (is_unread || told.is_none_or(is_before));
    let mut theirs = list(recorded, "operations").into_iter();
    for operation in list(answer, "operations").iter().filter(|operation| operation.get("if").is_none()) {
        let found = match is_partial || has_condition(recorded) {
            true => theirs.any(|other| fields(&other) == fields(operation)),
            false => theirs.next().is_some_and(|other| fields(&other) == fields(operation)),
        };
        if !found && !has_ended {
            return Some(format!("{operation} is not recorded"));
        }
    }
    let (ours, theirs_named) = (shapes(answer), shapes(recorded));
    let differs = |(name, shape): &(&String, &Value)| theirs_named.get(*name) != Some(*shape);
    if is_partial {
        if let Some((name, _)) = ours.iter().find(differs).filter(|_| !has_ended) {
            return Some(format!("{name} of {} is not as in {}", answer["names"], recorded["names"]));
        }
        return told
            .filter(|told| !has_ended && error(told) != error(&recorded["error"]))
            .map(|told| format!("error {told} is not {}", recorded["error"]));
    }
    // Of turns of a loop whose number is not known only the first is told.
    if let Some(missing) = theirs.next().filter(|_| !has_condition(recorded)) {
        return Some(format!("missing operation {missing}"));
    }
    // A name is not known after a condition that is not known.
    if ours.iter().any(|pair| differs(&pair)) || (ours.len() < theirs_named.len() && !has_condition(recorded)) {
        return Some(format!("names {} instead of {}", answer["names"], recorded["names"]));
    }
    if error(&answer["error"]) != error(&recorded["error"]) {
        return Some(format!("error {} instead of {}", answer["error"], recorded["error"]));
    }
    None
}

/// Whether a program has a condition: names that it gives a value may not be known then.
fn has_condition(recorded: &Value) -> bool {
    recorded["text"].as_str().unwrap_or_default().split_whitespace().any(|word| matches!(word, "if" | "while"))
}

/// Whether a program is read whole, and nothing of it has a condition.
fn is_whole(answer: &Value) -> bool {
    answer.get("unread").is_none()
        && answer["error"].get("if").is_none()
        && list(answer, "operations").iter().all(|operation| operation.get("if").is_none())
}

/// The warnings of an answer or a record: line, category and message.
fn warnings(value: &Value) -> Vec<[Value; 3]> {
    let fields = |warning: &Value| ["line", "category", "message"].map(|field| warning[field].clone());
    list(value, "warnings").iter().map(fields).collect()
}

/// Every warning of a program that is read to its end or its error is the library's, and none is missing but those of NumPy about
/// elements that are random.
#[test]
fn the_warnings_are_the_librarys() {
    let (mut wrong, mut of_elements, mut agreed) = (Vec::new(), 0, 0);
    for program in vectors::<Value>("programs") {
        let answer = answer_to(&program);
        if !is_whole(&answer) {
            continue;
        }
        let ours = warnings(&answer);
        let mut left = ours.as_slice();
        for recorded in warnings(&program) {
            match left.split_first() {
                Some((first, rest)) if *first == recorded => {
                    agreed += 1;
                    left = rest;
                }
                _ if recorded[1] == "RuntimeWarning" => of_elements += 1,
                _ => wrong.push(format!("{}: {recorded:?} is missing in {ours:?}", program["id"])),
            }
        }
        if !left.is_empty() {
            wrong.push(format!("{}: {left:?} is not recorded", program["id"]));
        }
    }
    println!("{agreed} warnings agree, {of_elements} about random elements are not known");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(agreed > 10 && of_elements <= 7, "{agreed} agree and {of_elements} are not known");
}

/// What is read of a program.
fn answer(library: &str, text: &str) -> Value {
    let library = if library == "numpy" { Library::NumPy } else { Library::PyTorch };
    let answer = read_program(text, library).to_json(|reason| format!("{reason:?}"));
    serde_json::from_str(&answer).expect("JSON")
}

/// What is read of a recorded program.
pub(crate) fn answer_to(program: &Value) -> Value {
    answer(program["library"].as_str().expect("a library"), program["text"].as_str().expect("a text"))
}

fn list(value: &Value, field: &str) -> Vec<Value> {
    value[field].as_array().cloned().unwrap_or_default()
}

/// A reason without the names in it, as a key to count by.
fn reason(answer: &Value) -> String {
    answer["unread"][0]["reason"].as_str().unwrap_or_default().chars().take(90).collect()
}

/// The shape of `name` after a program, and the names of its operations.
fn answered(text: &str, name: &str) -> (Value, Vec<String>) {
    let answer = answer("torch", text);
    assert!(answer.get("unread").is_none(), "{text}: {answer}");
    let names =
        list(&answer, "operations").iter().map(|operation| operation["name"].to_string().replace('"', "")).collect();
    (answer["names"][name]["shape"].clone(), names)
}

/// Programs that were once read as another operation. What is expected was read off the libraries.
#[test]
fn what_was_read_wrongly_is_right() {
    let cases: [(&str, &str, Value, &[&str]); 8] = [
        (
            "x = torch.randn(32, 784)\nW = torch.randn(784, 10)\nb = torch.zeros(10)\ny = x @ W + b",
            "y",
            json!([32, 10]),
            &["matmul", "add"],
        ),
        ("a = torch.randn(2,3)\nb = torch.randn(3,4)\nc = a @ b", "c", json!([2, 4]), &["matmul"]),
        (
            "a = torch.ones(3)\nb = torch.ones(3)\nc = torch.ones(8, 1)\ny = a + b + c",
            "y",
            json!([8, 3]),
            &["add", "add"],
        ),
        (
            "import numpy as np\nmask = np.ones(3, bool)\na = np.ones(4)\nb = np.array(2.0)\ny = np.where(mask[:, None], a, b)",
            "y",
            json!([3, 4]),
            &["where"],
        ),
        ("x = torch.randn(4, 5)\ny = x - x.mean(dim=1, keepdim=True)", "y", json!([4, 5]), &["sub"]),
        ("x = torch.randn(4, 5)\ny = x / x.norm(dim=-1, keepdim=True)", "y", json!([4, 5]), &["div"]),
        ("x = torch.randn(4, 5)\ny = x - x.max(-1, keepdims=True)[0]", "y", json!([4, 5]), &["sub"]),
        (
            "s = torch.randn(2, 5, 5)\ny = s.masked_fill(torch.ones(5, 5).tril() == 0, -1e9)",
            "y",
            json!([2, 5, 5]),
            &["masked_fill"],
        ),
    ];
    for (text, name, shape, operations) in cases {
        assert_eq!(answered(text, name), (shape, operations.iter().map(|name| (*name).to_owned()).collect()), "{text}");
    }
}

/// NumPy says the same of every index of a scalar; integers and slices are read.
#[test]
fn an_index_of_a_scalar_of_numpy_is_an_exception() {
    for index in ["1", "0, None", "1.0:", "1:2"] {
        let text = format!("import numpy as np\nx = np.float64(2.5)\ny = x[{index}]");
        let answer = answer("numpy", &text);
        assert_eq!(answer["error"]["message"], json!("invalid index to scalar variable."), "{text}: {answer}");
    }
}

/// Calls within statements within calls end at a depth that the stack holds.
#[test]
fn what_is_nested_deeply_is_declined() {
    for (blocks, brackets) in [(5, 45), (10, 10), (30, 30)] {
        let open = |at: usize| format!("{}if True:\n", "    ".repeat(2 + at));
        let blocks = (0..blocks).map(open).collect::<String>() + &"    ".repeat(2 + blocks);
        let inner = format!("{}A(x){}", "[-".repeat(brackets), "]".repeat(brackets));
        let text = format!("class A:\n    def __init__(self, x):\n{blocks}self.y = {inner}\na = A(1)\nb = np.ones(2)");
        let answer = answer("numpy", &text);
        assert!(answer.get("unread").is_some(), "{text}: {answer}");
    }
}

/// Whether a matrix has an inverse depends on its values: the line is not read, but the shape is told.
#[test]
fn the_shape_of_an_inverse_is_told() {
    let cases = [
        ("y = np.linalg.inv(np.array([[1.0, 2.0], [3.0, 4.0]]))", false, true),
        ("y = np.linalg.inv(np.random.rand(2, 2))", false, true),
        ("y = np.linalg.solve(np.array([[0.0, 2.0], [3.0, 4.0]]), np.ones((2, 2)))", false, true),
        ("y = np.linalg.cholesky(np.eye(2))", false, true),
        ("try:\n    y = np.linalg.inv(np.ones((2, 2)))\nexcept np.linalg.LinAlgError:\n    y = None", false, false),
    ];
    for (text, is_read, is_told) in cases {
        let answer = answer("numpy", &format!("import numpy as np\n{text}"));
        assert_eq!(answer.get("unread").is_none(), is_read, "{text}: {answer}");
        let expected = if is_told { json!([2, 2]) } else { Value::Null };
        assert_eq!(answer["names"]["y"]["shape"], expected, "{text}: {answer}");
    }
}

/// An unread method may have written into its tensor, and an unread line may have computed gradients or made a layer.
#[test]
fn what_an_unread_line_may_have_changed_is_not_known() {
    for text in [
        "i = torch.tensor([2, 3])\ni.frobnicate_(5)\ny = torch.zeros(i[0])",
        "w = torch.zeros(3, requires_grad=True)\nfrobnicate(w).backward()\ny = w.grad + torch.zeros(2)",
        "class N(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = frobnicate(3)\n\
         y = torch.zeros(len(list(N().parameters())))",
    ] {
        let answer = answer("torch", &format!("import torch\nfrom torch import nn\n{text}"));
        assert!(answer["error"].get("line").is_none() && answer["names"].get("y").is_none(), "{text}: {answer}");
    }
}

/// A place that cannot be read ends the answer, and nothing that depends on it is guessed.
#[test]
fn what_cannot_be_read_is_declined() {
    let cases = [
        ("x = torch.randn(4)\ny = x[x > 0]", 2),
        ("x = torch.randn(4)\ny = frobnicate(x)\nz = y + x", 2),
        ("n = int(torch.randn(3).sum())\nx = torch.zeros(n)", 2),
        ("x = torch.randn(3)\nx.resize_(2)\ny = x + 1", 2),
        ("x = torch.randn(4)\ny = torch.exp(x[:2], out=x)\nz = x + torch.ones(4)", 2),
        // A row of nan is an exception.
        ("x = torch.randn(2, 3)\nx[0] = -float('inf')\nn = torch.multinomial(torch.softmax(x, -1), 1)", 3),
        ("n = torch.multinomial(torch.tensor([0.5, -0.5]), 1)", 1),
        ("x = (", 1),
        // Each of these is an exception, or has a meaning that a later version takes back.
        ("x = torch.zeros(2, 3)\ny = x[[[0, 1], [1, 0]]]", 2),
        ("y = torch.randint(1, 10, 6)", 1),
        ("y = torch.arange(0.5, step=1)", 1),
        ("x = torch.rand(3)\ny = F.hardtanh(x, x)", 2),
        ("y = np.random.random((2, 3), dtype=np.float32)", 1),
        ("y = np.random.integers(0, 5, (2, 3))", 1),
        ("y = np.random.binomial(1, 2, size=3)", 1),
        ("y = np.arange(0, end=5)", 1),
    ];
    for (text, line) in cases {
        let answer = answer("torch", text);
        assert_eq!(answer["unread"][0]["line"], json!(line), "{text}: {answer}");
        assert!(list(&answer, "operations").is_empty(), "{text}: {answer}");
    }
}

/// Programs of `tests/vectors/make_programs.py`: single calls at unusual operands, changes of other programs, and (in
/// `further_programs`) calls that were put together at random; programs of the kind that people paste, with classes, layers and
/// exceptions (`written_programs`), of which 160 were written by somebody who did not know the reader; and calls of each function with many forms of its arguments, of
/// `tests/vectors/make_calls.py`. Few of them are what people write, so fewer are read.
#[test]
fn no_answer_to_a_further_program_is_wrong() {
    let mut changed = Vec::new();
    for file in FURTHER {
        let (mut wrong, mut in_part, programs) = (Vec::new(), BTreeSet::new(), vectors::<Value>(file));
        for program in &programs {
            let answer = answer_to(program);
            match difference(&answer, program) {
                Some(difference) => wrong.push(format!("{}: {difference}\n{}", program["id"], program["text"])),
                None if is_whole(&answer) => {}
                None => _ = in_part.insert(program["id"].as_str().expect("an id")),
            }
        }
        assert!(wrong.is_empty(), "{} wrong answers\n{}", wrong.len(), wrong.join("\n"));
        changed.extend(read_in_part::differences(file, &in_part));
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn no_answer_is_wrong() {
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (programs, mut in_part) = (vectors::<Value>("programs"), BTreeSet::new());
    let (mut wrong, mut total, mut read, mut guessed) = (Vec::new(), 0, 0, Vec::new());
    for program in &programs {
        let answer = answer_to(program);
        let id = program["id"].as_str().unwrap_or_default();
        let is_partial = !is_whole(&answer);
        if program.get("data_dependent").is_some() {
            if let Some(difference) = difference(&answer, program) {
                guessed.push(format!("{id}: {difference}"));
            }
            continue;
        }
        total += 1;
        if let Some(difference) = difference(&answer, program) {
            wrong.push(format!("{id}: {difference}\n{}\n", program["text"].as_str().unwrap_or_default()));
        } else if is_partial {
            in_part.insert(id);
            let line = answer["unread"][0]["line"].as_u64().unwrap_or(0) as usize;
            let text =
                program["text"].as_str().unwrap_or_default().lines().nth(line.saturating_sub(1)).unwrap_or_default();
            reasons.entry(reason(&answer)).or_default().push(format!("{id}: {text}"));
        } else {
            read += 1;
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, programs)| std::cmp::Reverse(programs.len()));
    println!(
        "{read} of {total} read, {} wrong, {} depend on random values and are answered",
        wrong.len(),
        guessed.len()
    );
    for (reason, programs) in &reasons {
        println!("{:5} {reason}   {}", programs.len(), programs.first().map_or("", String::as_str));
    }
    assert!(guessed.is_empty(), "these depend on random values: {guessed:?}");
    let shown = wrong.iter().take(60).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} wrong answers\n{shown}", wrong.len());
    assert!(read * 100 >= total * READ, "only {read} of {total} are read");
    let changed = read_in_part::differences("programs", &in_part);
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}
