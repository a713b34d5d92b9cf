//! Scratch: prints what is read of each record.
use std::io::Read;
fn main() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/");
    for file in ["programs", "more_programs", "further_programs", "calls", "written_programs"] {
        let raw = std::fs::read(format!("{dir}{file}.jsonl.gz")).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(&raw[..]).read_to_string(&mut text).unwrap();
        for line in text.lines() {
            let p: serde_json::Value = serde_json::from_str(line).unwrap();
            let lib = if p["library"] == "numpy" {
                tensor_broadcasting::library::Library::NumPy
            } else {
                tensor_broadcasting::library::Library::PyTorch
            };
            let json = tensor_reader::read_program(p["text"].as_str().unwrap(), lib).to_json(|r| format!("{r:?}"));
            println!("{file} {} {json}", p["id"].as_str().unwrap());
        }
    }
}
