//! The first elements of the result, which are combined one by one, with their numbers.

use super::text::{MAX_CHARACTERS, element_text};
use super::{Grids, SceneCell};
use tensor_broadcasting::{Combination, OperandId, Operation, Scalar, format_value};

/// The number of axes within a block.
const ROW_AND_COLUMN: usize = 2;

/// One of the first elements of the result.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FirstElement {
    /// The number of its cell in the result's panel.
    pub(crate) number: usize,
    /// How it is computed, such as `2 + 1 = 3`; empty where a value cannot be given.
    pub(crate) text: String,
    /// The number of bytes of the text without the result.
    pub(crate) before_result: usize,
}

/// The elements of the result's `cells` that are combined one by one: the last one of those that show where they come from, and before it
/// one in another row and another column, else any other one. Where none of them shows it, the last element of all.
pub(super) fn first_elements(operation: &Operation, grids: &Grids, cells: &[SceneCell]) -> Vec<FirstElement> {
    let index = |cell: &SceneCell| grids.index_of(&cell.slots, operation.alignment().ndim());
    let elements = || cells.iter().enumerate().rev().filter(|(_, cell)| !cell.is_gap());
    let shows = |&(_, cell): &(usize, &SceneCell)| shows_sources(operation, &index(cell));
    let mut chosen: Vec<(usize, &SceneCell)> =
        elements().find(shows).or_else(|| elements().next()).into_iter().collect();
    if let Some(&(number, last)) = chosen.first().filter(|last| shows(last)) {
        // Along an axis of one place, all have the same.
        let crosses = |(_, cell): &(usize, &SceneCell)| {
            let is_single = |nesting: usize| grids.layout.axes.get(nesting).is_none_or(|axis| axis.folded.slots() < 2);
            (0..ROW_AND_COLUMN).all(|nesting| cell.slots[nesting] != last.slots[nesting] || is_single(nesting))
        };
        let others = || elements().filter(|&(other, _)| other != number);
        let other = others().find(|element| crosses(element) && shows(element)).or_else(|| others().find(shows));
        chosen.splice(0..0, other);
    }
    let element = |(number, cell): (usize, &SceneCell)| {
        let (text, before_result) = equation(operation, &index(cell)).unwrap_or_default();
        FirstElement { number, text, before_result }
    };
    chosen.into_iter().map(element).collect()
}

/// Whether the element at an index shows which elements it is made of: they are different, and none of them is 0. Matrices have no values
/// that could be like.
fn shows_sources(operation: &Operation, index: &[u64]) -> bool {
    let of = |&operand: &OperandId| {
        let own = operation.alignment().operand_index(operand, index);
        operation.stored_value(operand, &own).map(Scalar::to_float)
    };
    let mut values = operation.operands().iter().filter(|&&operand| Some(operand) != operation.condition()).map(of);
    match (values.next().flatten(), values.next().flatten()) {
        (Some(one), Some(other)) => one != other && one != 0.0 && other != 0.0,
        _ => operation.matrices().is_some(),
    }
}

/// The sign before a result: it is equal to a sum. A comparison or a choice gives it, and so does a type that has no room for the sum.
pub(crate) fn sign_of_result(operation: &Operation, has_exact: bool) -> &'static str {
    match operation.combination() {
        Combination::Operator(operator) if !operator.compares() && !has_exact => " = ",
        _ => " → ",
    }
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
    // What the type of the result has no room for, and then what it keeps.
    if let Some(exact) = operation.not_kept(index) {
        text.push_str(" = ");
        text.push_str(&format_value(exact, MAX_CHARACTERS));
    }
    let before_result = text.len();
    text.push_str(sign_of_result(operation, operation.not_kept(index).is_some()));
    text.push_str(&format_value(operation.value(index)?, MAX_CHARACTERS));
    Some((text, before_result))
}
