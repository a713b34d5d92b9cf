//! The strides of the operands of operations, in elements, as the real NumPy and PyTorch had them
//! (`tests/vectors/make_program_strides.py`).
//!
//! `cargo test -p tensor-reader program_strides -- --nocapture` prints how many are known.

use crate::support::vectors;
use serde::Deserialize;
use tensor_broadcasting::library::Library;
use tensor_reader::read_program;

/// Of so many operands the strides are known, and of at most so many they are not: what was known once stays known.
const STAY_KNOWN: [usize; 2] = [16_857, 480];

/// The operations of one program.
#[derive(Deserialize)]
struct Recorded {
    library: String,
    text: String,
    operations: Vec<Operation>,
}

/// The line, the name, the shapes of the operands, and their strides. A list has none.
#[derive(Deserialize)]
struct Operation(usize, String, Vec<Vec<u64>>, Vec<Option<Vec<i64>>>);

#[test]
fn the_strides_of_operands_are_the_librarys() {
    let (mut wrong, mut known, mut total) = (Vec::new(), 0, 0);
    for program in vectors::<Recorded>("program_strides") {
        let library = if program.library == "numpy" { Library::NumPy } else { Library::PyTorch };
        let reading = read_program(&program.text, library);
        let mut recorded = program.operations.iter();
        for done in reading.operations.iter().filter(|done| done.only_if.is_empty()) {
            let shapes: Vec<Vec<u64>> = done.operands.iter().map(|operand| operand.operand.shape().to_vec()).collect();
            let is_it = |other: &&Operation| (other.0, &*other.1, &other.2) == (done.line, &*done.name, &shapes);
            let Some(Operation(line, name, _, strides)) = recorded.find(is_it) else { break };
            for (operand, theirs) in done.operands.iter().zip(strides) {
                let Some(theirs) = theirs else { continue };
                total += 1;
                if operand.operand.strides_unknown {
                    continue;
                }
                known += 1;
                let ours = operand.operand.tensor.layout.strides();
                if !ours.iter().map(|&stride| i64::try_from(stride).ok()).eq(theirs.iter().map(|&stride| Some(stride)))
                {
                    let operand = &operand.text;
                    wrong.push(format!("{line} {name} {operand}: {ours:?}, not {theirs:?}\n{}\n", program.text));
                }
            }
        }
    }
    println!("the strides of {known} of {total} operands are known");
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(
        known >= STAY_KNOWN[0] && total - known <= STAY_KNOWN[1],
        "only the strides of {known} of {total} are known"
    );
}
