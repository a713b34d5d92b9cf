//! The syntax tree against CPython's own: `tests/vectors/syntax.jsonl.gz` holds what its `ast` module makes of each text
//! (`make_syntax.py` there makes it anew, and says how a tree is written).

use crate::dump::dumped;
use crate::support::vectors;
use serde_json::Value;
use tensor_reader::syntax::program_tree;
use tensor_reader::syntax_tree;

#[test]
fn every_tree_is_cpythons() {
    let cases = vectors::<Value>("syntax");
    let mut wrong = Vec::new();
    let mut trees = 0;
    for case in &cases {
        let text = case["text"].as_str().expect("a text");
        let found = syntax_tree(text).map(|module| dumped(text, &module, true));
        match (found, case["tree"].as_str()) {
            (Ok(found), Some(tree)) if found == tree => trees += 1,
            (Err(_), None) => {}
            (found, tree) => wrong.push(format!("{text:?}\n  {found:?}\n  {tree:?}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(trees > 3_000 && cases.len() > trees + 60, "{trees} trees of {} texts", cases.len());
}

/// Where an exception is told, it is that of CPython: `tests/vectors/syntax_errors.jsonl` holds what it says.
#[test]
fn every_syntax_error_is_cpythons() {
    let cases = include_str!("../vectors/syntax_errors.jsonl");
    let (mut wrong, mut silent, mut told) = (Vec::new(), Vec::new(), 0);
    for case in cases.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object")) {
        let text = case["text"].as_str().expect("a text");
        let Some(error) = program_tree(text).error else {
            silent.push(text.to_owned());
            continue;
        };
        let found = (error.kind, error.message.as_str(), error.line as u64, error.offset as u64);
        let expected = (
            case["kind"].as_str().unwrap_or_default(),
            case["message"].as_str().unwrap_or_default(),
            case["line"].as_u64().unwrap_or_default(),
            case["offset"].as_u64().unwrap_or_default(),
        );
        told += 1;
        if found != expected {
            wrong.push(format!("{text:?}\n  {found:?}\n  {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(told >= 155, "{told} are told, not: {silent:#?}");
}
