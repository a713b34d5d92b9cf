//! What a record of a run does not say itself: what each operation combines, and how its operands are meant to meet.

use crate::functions::binary::{self, Rule};
use crate::reading::{Aim, OperationResult, ProgramOperation, Reading};
use crate::tensors::context::combination_of;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Shape, broadcast_shapes};

/// Functions of more than two tensors, or with a reduction, that take their tensors element by element.
const ELEMENTWISE: [&str; 10] = [
    "mse_loss",
    "l1_loss",
    "smooth_l1_loss",
    "huber_loss",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "lerp",
    "addcmul",
    "addcdiv",
    "masked_fill",
];

/// Ways to write that an axis is inserted so that operands stretch.
const INSERTED: [&str; 4] = ["None", "newaxis", "unsqueeze", "expand_dims"];

/// Completes a recorded reading of a program. Where the text alone says what an operation does, and what is meant, that is taken from
/// `read`, which is what was read of the text ([`crate::read_open_program`]); else the name of the function says it.
///
/// An operation of tensors of other libraries combines nothing: their rules may be others (pandas compares labels, for example).
pub fn complete_record(reading: &mut Reading, read: &Reading) {
    let ends = reading.error.iter_mut().chain(reading.handled.iter_mut().map(|(_, error)| error));
    let failing = ends.filter_map(|error| error.operation.as_deref_mut());
    for operation in reading.operations.iter_mut().chain(failing) {
        complete(operation, read);
    }
}

fn complete(operation: &mut ProgramOperation, read: &Reading) {
    let count = operation.operands.len();
    let is_it = |other: &&ProgramOperation| other.span == operation.span && other.operands.len() == count;
    let failing = read.error.iter().filter_map(|error| error.operation.as_deref());
    let same = read.operations.iter().chain(failing).find(is_it);
    if let Some(same) = same {
        operation.name.clone_from(&same.name);
        (operation.in_place, operation.aim) = (same.in_place, same.aim);
    } else {
        if let Some(name) = operation.name.strip_suffix('_') {
            (operation.in_place, operation.name) = (true, name.to_owned());
        }
        let says = |text: &str| INSERTED.iter().any(|way| text.contains(way));
        if operation.operands.iter().any(|operand| says(&operand.text)) {
            operation.aim = Aim::Meant;
        }
    }
    let function = binary::of_any_name(&operation.name);
    if let Some(function) = function {
        function.record.clone_into(&mut operation.name);
    }
    let operator = function.and_then(|function| match function.rule {
        Rule::Operator(operator) => Some(operator),
        _ => None,
    });
    let is_elementwise = function.is_some() || ELEMENTWISE.contains(&operation.name.as_str());
    // A method's text begins with its tensor.
    let is_method = operation.operands.first().is_some_and(|first| first.span.start == operation.span.start);
    let shapes = operation.operands.iter().map(|operand| operand.operand.shape()).listed();
    let is_known = operation.operands.iter().all(|operand| operand.operand.library.is_some());
    let combination = combination_of(&operation.name, &shapes, operator, is_elementwise, is_method);
    operation.combination = combination.filter(|_| is_known && is_result(operation, &shapes, is_elementwise));
}

/// Whether an operation that takes its tensors element by element gives what their shapes broadcast to, or one number.
fn is_result(operation: &ProgramOperation, shapes: &[&Shape], is_elementwise: bool) -> bool {
    let Some(result) = operation.result.as_ref().filter(|_| is_elementwise) else { return true };
    let OperationResult::Tensor(result) = result else { return false };
    let mut all: Option<Shape> = None;
    for shape in shapes {
        all = match &all {
            None => Some((*shape).clone()),
            Some(other) => match broadcast_shapes(other, shape) {
                Ok(shape) => Some(shape),
                Err(_) => return false,
            },
        };
    }
    result.ndim() == 0 || all.as_ref() == Some(result)
}
