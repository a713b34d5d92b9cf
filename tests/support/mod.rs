//! Shared by the native tests: reads the recorded answers of the real libraries.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;

/// Reads `tests/vectors/NAME.jsonl.gz` of the workspace: one recorded case a line.
pub(crate) fn vectors<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let below = format!("tests/vectors/{name}.jsonl.gz");
    let mut paths = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join(&below));
    let path = paths.find(|path| path.exists()).unwrap_or_else(|| panic!("there is no {below}"));
    let file = std::fs::File::open(path).expect("the vectors can be read");
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("the vectors are gzipped UTF-8");
    let cases: Vec<T> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(!cases.is_empty(), "{below} has no case");
    cases
}
