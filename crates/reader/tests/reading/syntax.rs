//! The syntax tree against CPython's own: `tests/vectors/syntax.jsonl.gz` holds what its `ast` module makes of each text
//! (`make_syntax.py` there makes it anew, and says how a tree is written).

use crate::dump::dumped;
use crate::support::vectors;
use serde_json::Value;
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
