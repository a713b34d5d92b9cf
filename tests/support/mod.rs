//! Shared by the native tests: reads the recorded answers of the real libraries.

use std::io::Read;

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;

/// Reads `tests/vectors/NAME.jsonl.gz`: one recorded case a line.
pub(crate) fn vectors<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/tests/vectors/{name}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("the vectors are gzipped UTF-8");
    let cases: Vec<T> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(!cases.is_empty(), "{path} has no case");
    cases
}
