//! The Python that does what is shown.

use super::Library;
use crate::broadcast::{Operator, Scalar, Shape, Values};
use crate::notation::write_value;

/// Of more elements than this no program is written that would store them all.
const STORED: u64 = 1_000_000_000;

/// A tensor as the code makes it.
pub type Tensor<'a> = (&'a Shape, &'a Values);

/// The lines that make both operands and combine them, with `outcome` (a shape, or the library's message) as a comment.
#[must_use]
pub fn code(
    library: Library,
    a: Tensor<'_>,
    b: Tensor<'_>,
    operator: Operator,
    in_place: bool,
    outcome: Result<&Shape, &str>,
) -> String {
    let import = match library {
        Library::PyTorch => "import torch",
        Library::NumPy => "import numpy as np",
    };
    // Division gives real numbers, which cannot be written into integers.
    let real = in_place && operator == Operator::Divide;
    let comment = match (outcome, library) {
        (Ok(shape), Library::PyTorch) => {
            let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
            format!("torch.Size([{}])", sizes.join(", "))
        }
        (Ok(shape), Library::NumPy) => shape.to_string(),
        (Err(message), _) => format!("{}: {}", library.error_type(), message.trim_end()),
    };
    format!(
        "{import}\n\na = {}\nb = {}\n{}  # {comment}\n",
        operand(library, a, real),
        operand(library, b, real),
        statement(library, operator, in_place, outcome.is_ok())
    )
}

fn statement(library: Library, operator: Operator, in_place: bool, works: bool) -> String {
    let (sign, method) = match operator {
        Operator::Add => ("+", "add_"),
        Operator::Subtract => ("-", "sub_"),
        Operator::Multiply => ("*", "mul_"),
        Operator::Divide => ("/", "div_"),
        Operator::Maximum => {
            let call = if library == Library::PyTorch { "torch.maximum" } else { "np.maximum" };
            return if in_place { format!("{call}(a, b, out=a)") } else { ending(&format!("{call}(a, b)"), works) };
        }
    };
    match (in_place, library) {
        (true, Library::PyTorch) => format!("a.{method}(b)"),
        (true, Library::NumPy) => format!("a {sign}= b"),
        (false, _) => ending(&format!("a {sign} b"), works),
    }
}

/// What works is asked for its shape.
fn ending(expression: &str, works: bool) -> String {
    if works { format!("out = {expression}\nout.shape") } else { format!("out = {expression}") }
}

fn operand(library: Library, (shape, values): Tensor<'_>, real: bool) -> String {
    let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
    let sizes = sizes.join(", ");
    let module = if library == Library::PyTorch { "torch" } else { "np" };
    match values {
        Values::Listed(values) => {
            let make = if library == Library::PyTorch { "torch.tensor" } else { "np.array" };
            format!("{make}({})", nested(shape, values))
        }
        Values::Arange => match shape.elements() {
            Some(elements) if elements <= STORED => {
                let point = if real { ".0" } else { "" };
                let row = format!("{module}.arange({elements}{point})");
                match shape.ndim() {
                    1 => row,
                    0 => format!("{row}.reshape(())"),
                    _ => format!("{row}.reshape({sizes})"),
                }
            }
            _ if library == Library::PyTorch => format!("torch.zeros(()).expand({sizes})"),
            _ => format!("np.broadcast_to(0.0, {shape})"),
        },
    }
}

/// Values as nested lists.
fn nested(shape: &[u64], values: &[Scalar]) -> String {
    match shape {
        [] => values.first().map_or_else(|| "0".to_owned(), |&value| literal(value)),
        [size, inner @ ..] => {
            let block: u64 = inner.iter().product();
            let entry = |i: u64| {
                let start = usize::try_from(i * block).unwrap_or(0);
                nested(inner, values.get(start..).unwrap_or_default())
            };
            let entries: Vec<String> = (0..*size).map(entry).collect();
            format!("[{}]", entries.join(", "))
        }
    }
}

fn literal(value: Scalar) -> String {
    match value {
        Scalar::Float(value) if !value.is_finite() => format!("float(\"{}\")", write_value(Scalar::Float(value), 8)),
        value => write_value(value, 22),
    }
}
