//! The first elements of the result, which are combined one by one, with their numbers.

use super::text::{MAX_CHARACTERS, element_text};
use super::{Grids, SceneCell};
use crate::story::ONE_BY_ONE;
use tensor_broadcasting::{Combination, OperandId, Operation, format_value};

/// One of the first elements of the result.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FirstElement {
    /// The number of its cell in the result's panel.
    pub(crate) number: usize,
    /// How it is computed, such as `2 + 1 → 3`; empty where a value cannot be given.
    pub(crate) text: String,
    /// The number of bytes of the text without the result.
    pub(crate) before_result: usize,
}

/// The elements of the result's `cells` that are combined one by one.
pub(super) fn first_elements(operation: &Operation, grids: &Grids, cells: &[SceneCell]) -> Vec<FirstElement> {
    let elements = cells.iter().enumerate().filter(|(_, cell)| !cell.is_gap()).take(ONE_BY_ONE as usize);
    let first = |(number, cell): (usize, &SceneCell)| {
        let index = grids.index_of(&cell.slots, operation.alignment().ndim());
        let (text, before_result) = equation(operation, &index).unwrap_or_default();
        FirstElement { number, text, before_result }
    };
    elements.map(first).collect()
}

/// How the element at an index is computed, and the number of bytes before the result.
fn equation(operation: &Operation, index: &[u64]) -> Option<(String, usize)> {
    let value = |operand: OperandId| {
        let own = operation.alignment().operand_index(operand, index);
        Some(element_text(operation, operand, operation.stored_value(operand, &own)?, MAX_CHARACTERS))
    };
    let mut values = Vec::new();
    for &operand in operation.operands() {
        values.push(value(operand)?);
    }
    let mut text = match (operation.combination(), values.as_slice()) {
        (Combination::Where { is_method: true }, [a, condition, b]) => format!("{a} if {condition} else {b}"),
        (Combination::Where { .. }, [condition, a, b]) => format!("{condition}: {a} else {b}"),
        _ => operation.expression(&values),
    };
    let before_result = text.len();
    text.push_str(" → ");
    text.push_str(&format_value(operation.value(index)?, MAX_CHARACTERS));
    Some((text, before_result))
}
