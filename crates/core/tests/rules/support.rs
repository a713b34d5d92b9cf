//! Reads the recorded answers of the real libraries.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;

/// Reads `tests/vectors/NAME.jsonl.gz` of this crate, or of another one of the workspace: one recorded case a line.
pub(crate) fn vectors<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let below = format!("tests/vectors/{name}.jsonl.gz");
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut paths =
        folders.flat_map(|folder| ["", "crates/core", "crates/reader"].map(|part| folder.join(part).join(&below)));
    let path = paths.find(|path| path.exists()).expect("the vectors are in the workspace");
    let file = std::fs::File::open(path).expect("the vectors can be read");
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("the vectors are gzipped UTF-8");
    let cases: Vec<T> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(!cases.is_empty(), "{below} has no case");
    cases
}
