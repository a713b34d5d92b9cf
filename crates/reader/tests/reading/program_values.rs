//! What the variables of recorded programs hold: elements, element types, and whether gradients are computed for them, as the
//! real NumPy and PyTorch gave them (`tests/vectors/make_program_values.py`). What is shown of a cell depends on them, and so does
//! every shape that follows from a number.
//!
//! `cargo test -p tensor-reader program_values -- --nocapture` prints how much is known.

use std::collections::BTreeMap;

use crate::support::vectors;
use serde::Deserialize;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Tensor, unravel};
use tensor_reader::Operand;
use tensor_reader::read_program;

/// So many probes have a known type, and so many known elements: what was known once stays known.
const STAY_KNOWN: (usize, usize) = (18_410, 14_720);

/// What the real libraries gave for one program.
#[derive(Deserialize)]
struct Recorded {
    library: String,
    text: String,
    /// By the expression that was evaluated after the program.
    probes: BTreeMap<String, Given>,
}

#[derive(Deserialize)]
struct Given {
    dtype: String,
    /// Nothing where they are too many.
    values: Option<Vec<serde_json::Value>>,
}

/// The tensors that probes give after a program; `None` for one that is not read. Each meets itself, so that it is an operand. An
/// exception, which the library does not raise, is an error.
fn operands(program: &Recorded) -> Result<Vec<Option<Operand>>, String> {
    let lines = program.text.trim_end().lines().count();
    let mut text = program.text.trim_end().to_owned();
    let mut count = 0;
    for probe in program.probes.keys() {
        text += &format!("\nprobe = {probe}\nprobe == probe");
        count += 1;
    }
    let library = if program.library == "numpy" { Library::NumPy } else { Library::PyTorch };
    let reading = read_program(&text, library);
    if let Some(error) = &reading.error {
        return Err(format!("{}\n{text}", error.message));
    }
    let operand = |at: usize| {
        let line = lines + 2 * (at + 1);
        let operation = reading.operations.iter().find(|operation| operation.line == line)?;
        Some(operation.operands.first()?.operand.clone())
    };
    Ok((0..count).map(operand).collect())
}

/// The elements in row-major order, where they are known and few.
fn elements_of(operand: &Operand) -> Option<Vec<Scalar>> {
    let Tensor { layout, values } = &operand.tensor;
    let count = operand.shape().numel().filter(|&count| !operand.values_unknown && count <= 1_024)?;
    let element = |position| values.at(layout.offset(&unravel(operand.shape(), position)?)?);
    (0..count).map(element).collect()
}

/// Whether an element is the recorded one, but for the rounding of floating-point numbers.
fn agrees(ours: Scalar, theirs: &serde_json::Value, dtype: Dtype) -> bool {
    match ours {
        Scalar::Bool(ours) => theirs.as_bool() == Some(ours),
        Scalar::Int(ours) => theirs.as_i64() == Some(ours),
        Scalar::Unsigned(ours) => theirs.as_u64() == Some(ours),
        Scalar::Float(ours) => {
            let theirs = theirs.as_f64().or_else(|| theirs.as_str()?.parse().ok());
            let tolerance = match dtype {
                Dtype::Float64 => 1e-6,
                Dtype::Float32 => 1e-4,
                _ => 1e-2,
            };
            theirs.is_some_and(|theirs| {
                (ours.is_nan() && theirs.is_nan())
                    || ours == theirs
                    || (ours - theirs).abs() <= tolerance * theirs.abs().max(1e-2)
            })
        }
    }
}

#[test]
fn what_is_known_of_a_variable_is_what_the_library_gives() {
    let recorded: Vec<Recorded> = vectors("program_values");
    let (mut wrong, mut types, mut elements, mut total) = (Vec::new(), 0, 0, 0);
    for program in &recorded {
        let operands = match operands(program) {
            Ok(operands) => operands,
            Err(error) => {
                wrong.push(error);
                continue;
            }
        };
        for (operand, (probe, given)) in operands.iter().zip(&program.probes) {
            total += 1;
            let Some(operand) = operand else { continue };
            let dtype = operand.dtype.expect("each operand of a program has a type");
            types += 1;
            if dtype.name() != given.dtype {
                wrong.push(format!("{probe} is {}, not {}\n{}", dtype.name(), given.dtype, program.text));
                continue;
            }
            let (Some(ours), Some(theirs)) = (elements_of(operand), &given.values) else { continue };
            elements += 1;
            if ours.len() != theirs.len() || ours.iter().zip(theirs).any(|(ours, theirs)| !agrees(*ours, theirs, dtype))
            {
                wrong.push(format!("{probe} is {ours:?}, not {theirs:?}\n{}", program.text));
            }
        }
    }
    println!("{types} of {total} probes have a type, {elements} have elements");
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(types >= STAY_KNOWN.0 && elements >= STAY_KNOWN.1, "only {types} have a type, {elements} have elements");
}
