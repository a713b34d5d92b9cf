//! Python code that computes the gradient of each operand, where the elements of the result are summed.

use super::{MAX_LISTED, line, nested, runs, shape_text, statement, tensor};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Operation, Operator, PerOperand, Scalar, Shape, unravel};
use tensor_reader::Operand;

/// Integers up to this one are written exactly by a float32.
const MAX_EXACT: f64 = 16_777_216.0;

/// A program that computes the gradients in `library`: PyTorch does that itself; in NumPy the parts are added along the axes along
/// which the operand is stretched. The answers are comments, as in [`super::program`].
///
/// ```
/// use tensor_broadcasting::{Arithmetic, Operation, Operator, PerOperand};
/// use tensor_broadcasting::library::Library;
/// use broadcast_visualizer::codegen::gradient_program;
/// use tensor_reader::parse_operand;
/// let tensors = ["4,1", "3"].map(|text| parse_operand(text).expect("a shape").tensor);
/// let operation = Operation::new(tensors, Operator::Add, Arithmetic::PyTorch);
/// let program = |library| gradient_program(library, &operation, &PerOperand::from(vec![None, None]));
/// assert!(program(Library::PyTorch).ends_with("b.grad.shape  # torch.Size([3])\nb.grad.tolist()  # [4.0, 4.0, 4.0]\n"));
/// assert!(program(Library::NumPy).contains("a_grad = np.ones(out.shape).sum(axis=1, keepdims=True)\n"));
/// ```
#[must_use]
pub fn gradient_program(library: Library, operation: &Operation, operands: &PerOperand<Option<&Operand>>) -> String {
    let mut program = match library {
        Library::PyTorch => "import torch\n\n",
        Library::NumPy => "import numpy as np\n\n",
    }
    .to_owned();
    let Some(operator) = operation.operator() else { return program };
    for &id in operation.operands() {
        line(&mut program, &[id.name(), " = ", &float_operand(library, operation, id, operands[id])]);
    }
    line(&mut program, &["out = ", &statement(library, operator, false)]);
    if library == Library::PyTorch {
        line(&mut program, &["out.sum().backward()"]);
    }
    for &id in operation.operands() {
        let gradient = match library {
            Library::PyTorch => [id.name(), ".grad"].concat(),
            Library::NumPy => {
                let name = [id.name(), "_grad"].concat();
                line(&mut program, &[&name, " = ", &sum(operation, operator, id)]);
                name
            }
        };
        let shape = operation.operand(id).shape();
        line(&mut program, &[&gradient, ".shape  # ", &shape_text(library, shape)]);
        if let Some(values) = values(operation, id, shape) {
            line(&mut program, &[&gradient, ".tolist()  # ", &values]);
        }
    }
    program
}

/// An expression for an operand of floats: other numbers have no gradient.
fn float_operand(library: Library, operation: &Operation, id: OperandId, operand: Option<&Operand>) -> String {
    let stored = operation.operand(id);
    let written = operand.and_then(|operand| operand.python.as_ref()).filter(|written| runs(library, written));
    let as_floats = operand.is_none_or(|operand| operand.values_unknown);
    let mut expression = match written {
        Some(written) if is_one_call(&written.text) => written.text.clone(),
        Some(written) => ["(", &written.text, ")"].concat(),
        None => tensor(library, stored, as_floats),
    };
    let is_float = matches!(stored.values.at(0), Some(Scalar::Float(_))) || (written.is_none() && as_floats);
    match library {
        Library::PyTorch => {
            if expression.contains("requires_grad") {
                expression.push_str(".detach()");
            }
            expression.push_str(if is_float { ".requires_grad_()" } else { ".float().requires_grad_()" });
        }
        Library::NumPy if is_float => {}
        Library::NumPy => expression.push_str(".astype(float)"),
    }
    expression
}

/// Whether a method can be called on an expression as it is written: outside its brackets it has only names and dots.
fn is_one_call(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().all(|c| {
        match c {
            '(' | '[' | '{' => depth = depth.saturating_add(1),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            c => return depth > 0 || c.is_alphanumeric() || matches!(c, '_' | '.'),
        }
        true
    })
}

/// The sum of the parts of an operand's gradient, in NumPy.
fn sum(operation: &Operation, operator: Operator, id: OperandId) -> String {
    let parts = match (operator, id) {
        (Operator::Multiply, OperandId::A) => "np.broadcast_to(b, out.shape)",
        (Operator::Multiply, OperandId::B) => "np.broadcast_to(a, out.shape)",
        (Operator::Divide, OperandId::A) => "np.broadcast_to(1 / b, out.shape)",
        (Operator::Divide, OperandId::B) => "(-(a / b) / b)",
        (Operator::Subtract, OperandId::B) => "np.full(out.shape, -1.0)",
        _ => "np.ones(out.shape)",
    };
    let axes: Vec<String> = (0..operation.alignment().ndim())
        .filter(|&axis| operation.stretches(id, axis))
        .map(|axis| axis.to_string())
        .listed();
    let mut sum = match axes.as_slice() {
        [] => parts.to_owned(),
        [axis] => format!("{parts}.sum(axis={axis}, keepdims=True)"),
        axes => format!("{parts}.sum(axis=({}), keepdims=True)", axes.join(", ")),
    };
    if operation.alignment().missing(id) > 0 {
        sum.push_str(&format!(".reshape({}.shape)", id.name()));
    }
    sum
}

/// The elements of a small gradient as nested lists; `None` where floats could be printed with other digits.
fn values(operation: &Operation, id: OperandId, shape: &Shape) -> Option<String> {
    let elements = shape.numel().filter(|&elements| elements <= MAX_LISTED && (elements > 0 || shape.ndim() == 1))?;
    let value = |position| operation.gradient(id, &unravel(shape, position)?);
    let values = (0..elements).map(value).all_listed()?;
    // The sign of a quotient that is 0 may be another one.
    let may_be_zero = operation.operator() != Some(Operator::Divide);
    let is_exact = |value: &f64| value.fract() == 0.0 && value.abs() <= MAX_EXACT && (may_be_zero || *value != 0.0);
    let scalars: Vec<Scalar> = values.iter().copied().map(Scalar::Float).listed();
    values.iter().all(is_exact).then(|| nested(shape, &scalars))
}
