//! What an operation compares that fails and is neither done element by element nor a product of matrices: its exception says it.

use crate::reading::ProgramOperation;
use tensor_broadcasting::Shape;
use tensor_broadcasting::lists::Listed;

/// What a failing operation compares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compared {
    /// The rule that does not hold; `None` where the exception says none that is known.
    pub rule: Option<ComparedRule>,
    /// The shapes that met: those of the operands, and then those that only the exception names.
    pub rows: Vec<ComparedRow>,
}

/// What must hold of the shapes that meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparedRule {
    /// The marked sizes must be equal.
    Equal,
    /// All sizes must be equal, but those of this axis.
    EqualBut(u64),
    /// Both shapes must have the same number of elements.
    Elements,
    /// The indices of an axis of size n go from -n to n - 1.
    Index,
    /// The index must not be larger than what it is taken from.
    NotLarger,
    /// What is written must broadcast to the shape of its place.
    Place,
}

/// A shape that met others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedRow {
    /// The text of the operand, or the name that the exception has for it.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// The axes that do not fit.
    pub marked: Vec<usize>,
}

/// What a failing operation compares, by its exception; without an operation, what the exception itself names. Axes are marked only where the
/// exception and the shapes leave no doubt.
///
/// ```
/// use tensor_broadcasting::library::Library;
/// use tensor_reader::{ComparedRule, compared, read_program};
/// let program = "import torch\nlayer = torch.nn.Linear(784, 10)\nlayer(torch.ones(32, 28, 28))";
/// let error = read_program(program, Library::PyTorch).error.expect("28 is not 784");
/// let compared = compared(error.operation.as_deref(), &error.message);
/// assert_eq!(compared.rule, Some(ComparedRule::Equal));
/// assert_eq!((compared.rows[1].name.as_str(), compared.rows[1].marked.as_slice()), ("mat2", [0].as_slice()));
/// ```
#[must_use]
pub fn compared(operation: Option<&ProgramOperation>, message: &str) -> Compared {
    let operands = operation.iter().flat_map(|operation| &operation.operands);
    let rows = operands.map(|operand| ComparedRow::new(&operand.text, operand.operand.shape())).listed();
    let mut found = Found { rows, numbers: numbers_in(message), shapes: shapes_in(message) };
    let says = |part: &str| message.contains(part);
    // What joins tensors compares its operands; what calls such a function may have others.
    let joins = operation.is_none_or(|operation| {
        let name = operation.name.as_str();
        name.ends_with("stack") || name.starts_with("cat") || name.starts_with("conc")
    });
    let mut rule = Some(ComparedRule::Equal);
    if says("mat1 and mat2 shapes cannot be multiplied") {
        for (row, axis) in found.named(["mat1", "mat2"]).iter_mut().zip([1, 0]) {
            row.marked.push(axis);
        }
    } else if says("groups=1, weight of size") {
        found.named(["weight", "input"]).iter_mut().for_each(|row| row.marked.push(1));
    } else if says("must match the size of tensor b (") {
        found.sizes(&["tensor a", "tensor b"], &[0, 1]);
    } else if says("except in dimension ") && joins {
        rule = found.numbers.first().map(|&axis| ComparedRule::EqualBut(axis));
        if found.rows.is_empty() {
            found.sizes(&["tensor 0", "tensor"], &[1, 2]);
        } else {
            let axis = found.number(0);
            mark_different(&mut found.rows, axis);
        }
    } else if says("except for the concatenation axis must match exactly") {
        // The axis that is compared, then twice the index of an array and its size.
        for at in [1, 3] {
            let row = found.number(at).unwrap_or(usize::MAX);
            found.mark(row, found.number(0), at + 1);
        }
        found.sizes(&["array", "array"], &[2, 4]);
    } else if (says("expects each tensor to be equal size") || says("arrays must have the same shape")) && joins {
        if found.rows.is_empty() {
            found.named(["entry 0", "entry"]);
        }
        mark_different(&mut found.rows, None);
    } else if says("xpected hidden") || says("Expected size for first two dimensions of batch2") {
        // The number of the state is no shape: `hidden[0]`.
        found.shapes.retain(|shape| shape.ndim() > 1);
        mark_different(found.named(["expected", "got"]), None);
    } else if says("The shape of the mask ") {
        mark_different(found.named(["mask", "indexed"]), None);
    } else if says("xpected index [") {
        rule = Some(ComparedRule::NotLarger);
        let apart = message.split("apart from dimension ").nth(1).and_then(|rest| numbers_in(rest).first().copied());
        let source = if says(" self [") { "self" } else { "src" };
        if let [index, source] = found.named(["index", source]) {
            let is_larger = |axis: &usize| index.shape.get(*axis) > source.shape.get(*axis);
            let is_compared = |axis: &usize| Some(*axis as u64) != apart;
            index.marked = (0..index.shape.ndim()).filter(is_larger).filter(is_compared).listed();
            source.marked = index.marked.clone();
        }
    } else if says("has a mismatch in its core dimension") {
        let last = found.numbers.len().saturating_sub(1);
        found.sizes(&["operand 0", "operand 1"], &[last, last.saturating_sub(1)]);
    } else if says(" does not broadcast with previously seen size ") {
        // The size of a letter, the operand that has it, and the size that it had before. An axis is known where no other has its size.
        let second = found.number(1);
        for (at, row) in found.rows.iter_mut().enumerate() {
            let size = if Some(at) == second { found.numbers.first() } else { found.numbers.get(2) };
            let axes = (0..row.shape.ndim()).filter(|&axis| row.shape.get(axis) == size).listed();
            row.marked = if axes.len() == 1 { axes } else { Vec::new() };
        }
        let letter = message.split("subscript ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
        found.sizes(&[letter, letter], &[2, 0]);
    } else if says("is invalid for input of size") || says("cannot reshape array of size") {
        rule = Some(ComparedRule::Elements);
        if found.rows.is_empty() {
            let size = if says("cannot reshape") { found.numbers.first() } else { found.numbers.last() };
            found.rows.extend(size.map(|&size| ComparedRow::new("", &Shape::from([size]))));
        }
        found.rows.extend(found.shapes.iter().map(|shape| ComparedRow::new("→", shape)));
    } else if says(" is out of bounds for ") && found.numbers.len() > 2 {
        rule = Some(ComparedRule::Index);
        found.mark(0, found.number(1), 2);
        found.sizes(&["size"], &[2]);
    } else if says("boolean index did not match") {
        found.mark(0, found.number(0), 1);
        found.sizes(&["size of axis", "boolean axis"], &[1, 2]);
    } else if says("Expected input batch_size (") {
        for at in [0, 1] {
            found.mark(at, Some(0), at);
        }
        found.sizes(&["input", "target"], &[0, 1]);
    } else if operation.is_some_and(|operation| operation.name == "setitem") && found.rows.len() == 2 {
        rule = Some(ComparedRule::Place);
        let [place, value] = found.rows.as_mut_slice() else { return Compared::default() };
        if !place.name.ends_with(']') {
            place.name.push_str("[…]");
        }
        let from_end = |shape: &Shape, axis: usize| shape.iter().rev().nth(axis).copied();
        let does_not_fit = |axis: &usize| {
            let size = from_end(&value.shape, *axis);
            size != Some(1) && size != from_end(&place.shape, *axis)
        };
        value.marked = (0..value.shape.ndim()).filter(does_not_fit).map(|axis| value.shape.ndim() - 1 - axis).listed();
    } else {
        rule = None;
    }
    let mut rows = found.rows;
    for row in &mut rows {
        row.marked.retain(|&axis| axis < row.shape.ndim());
    }
    let is_marked = rows.iter().any(|row| !row.marked.is_empty());
    // A sentence about marked sizes needs some.
    let is_said = is_marked || !matches!(rule, Some(ComparedRule::Equal | ComparedRule::NotLarger));
    Compared { rule: rule.filter(|_| is_said && !rows.is_empty()), rows }
}

impl ComparedRow {
    fn new(name: &str, shape: &Shape) -> Self {
        Self { name: name.to_owned(), shape: shape.clone(), marked: Vec::new() }
    }
}

/// The shapes that met, and what the exception has.
struct Found {
    rows: Vec<ComparedRow>,
    numbers: Vec<u64>,
    shapes: Vec<Shape>,
}

impl Found {
    /// The number at a place as an axis or an index.
    fn number(&self, at: usize) -> Option<usize> {
        usize::try_from(*self.numbers.get(at)?).ok()
    }

    /// The shapes that only the exception has, with the names that it has for them.
    fn named(&mut self, names: [&str; 2]) -> &mut [ComparedRow] {
        let first = self.rows.len();
        for (name, shape) in names.into_iter().zip(&self.shapes) {
            self.rows.push(ComparedRow::new(name, shape));
        }
        &mut self.rows[first..]
    }

    /// Marks an axis of the operand at a place, where its size is one of the numbers.
    fn mark(&mut self, row: usize, axis: Option<usize>, size: usize) {
        let (size, row) = (self.numbers.get(size), self.rows.get_mut(row));
        if let (Some(row), Some(axis), Some(size)) = (row, axis, size)
            && row.shape.get(axis) == Some(size)
        {
            row.marked.push(axis);
        }
    }

    /// Sizes, by the places of the numbers, where no operand is known.
    fn sizes(&mut self, names: &[&str], at: &[usize]) {
        if self.rows.is_empty() && at.iter().all(|at| *at < self.numbers.len()) {
            for (name, at) in names.iter().zip(at) {
                let shape = Shape::from([self.numbers[*at]]);
                self.rows.push(ComparedRow { marked: vec![0], ..ComparedRow::new(name, &shape) });
            }
        }
    }
}

/// Marks the axes in which a shape differs from the first one, without those of `but`, and the axes of the first one that others differ in.
fn mark_different(rows: &mut [ComparedRow], but: Option<usize>) {
    let ndim = rows.iter().map(|row| row.shape.ndim()).max().unwrap_or_default();
    let Some((first, others)) = rows.split_first_mut() else { return };
    for axis in (0..ndim).filter(|&axis| Some(axis) != but) {
        for other in others.iter_mut() {
            if other.shape.get(axis) != first.shape.get(axis) {
                other.marked.push(axis);
                first.marked.push(axis);
            }
        }
    }
    first.marked.dedup();
}

/// The whole numbers in a text, without signs.
fn numbers_in(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).listed()
}

/// The shapes in brackets in a text: `[16, 3]`, `(5,)`, `(32x100 and 784x128)`.
fn shapes_in(text: &str) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for part in text.split(['(', '[']).skip(1) {
        let Some((inside, _)) = part.split_once([')', ']']) else { continue };
        for shape in inside.split(" and ") {
            let is_shape =
                !shape.is_empty() && shape.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | 'x'));
            if is_shape {
                shapes.push(Shape::from(numbers_in(shape).as_slice()));
            }
        }
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::{ComparedRule, compared};
    use crate::reading::{Aim, ProgramOperand, ProgramOperation};
    use crate::shapes::Operand;
    use tensor_broadcasting::{Shape, StridedLayout, Tensor, Values};

    fn operation(name: &str, operands: &[(&str, &[u64])]) -> ProgramOperation {
        let operand = |(text, sizes): &(&str, &[u64])| ProgramOperand {
            text: (*text).to_owned(),
            span: 0..0,
            operand: Operand::from(Tensor {
                layout: StridedLayout::contiguous(&Shape::from(*sizes)),
                values: Values::Listed(Vec::new()),
            }),
        };
        ProgramOperation {
            line: 1,
            span: 0..0,
            name: name.to_owned(),
            combination: None,
            in_place: false,
            operands: operands.iter().map(operand).collect(),
            left_out: 0,
            result: None,
            aim: Aim::Unknown,
            then: Vec::new(),
            only_if: Vec::new(),
        }
    }

    /// The messages are those of NumPy 2.4 and PyTorch 2.9.
    #[test]
    fn what_an_exception_compares_is_marked() {
        type Row<'a> = (&'a str, &'a [u64]);
        let check = |name: &str,
                     operands: &[Row<'_>],
                     message: &str,
                     rule: ComparedRule,
                     rows: &[(&str, &str, &[usize])]| {
            let compared = compared(Some(&operation(name, operands)), message);
            let found: Vec<_> =
                compared.rows.iter().map(|row| (row.name.clone(), row.shape.to_string(), row.marked.clone())).collect();
            let rows: Vec<_> = rows
                .iter()
                .map(|(name, shape, marked)| ((*name).to_owned(), (*shape).to_owned(), marked.to_vec()))
                .collect();
            assert_eq!((compared.rule, found), (Some(rule), rows), "{message}");
        };
        check(
            "model",
            &[("x", &[32, 1, 32, 32])],
            "mat1 and mat2 shapes cannot be multiplied (32x1024 and 784x128)",
            ComparedRule::Equal,
            &[("x", "(32, 1, 32, 32)", &[]), ("mat1", "(32, 1024)", &[1]), ("mat2", "(784, 128)", &[0])],
        );
        check(
            "conv",
            &[("images", &[8, 28, 28, 3])],
            "Given groups=1, weight of size [16, 3, 3, 3], expected input[8, 28, 28, 3] to have 3 channels, but got 28 channels instead",
            ComparedRule::Equal,
            &[("images", "(8, 28, 28, 3)", &[]), ("weight", "(16, 3, 3, 3)", &[1]), ("input", "(8, 28, 28, 3)", &[1])],
        );
        check(
            "cat",
            &[("a", &[3, 4]), ("b", &[2, 5]), ("c", &[2, 4])],
            "Sizes of tensors must match except in dimension 0. Expected size 4 but got size 5 for tensor number 1 in the list.",
            ComparedRule::EqualBut(0),
            &[("a", "(3, 4)", &[1]), ("b", "(2, 5)", &[1]), ("c", "(2, 4)", &[])],
        );
        check(
            "concatenate",
            &[("a", &[3, 4]), ("b", &[2, 5])],
            "all the input array dimensions except for the concatenation axis must match exactly, but along dimension 1, the array at index 0 has size 4 and the array at index 1 has size 5",
            ComparedRule::Equal,
            &[("a", "(3, 4)", &[1]), ("b", "(2, 5)", &[1])],
        );
        check(
            "stack",
            &[("a", &[3, 4]), ("b", &[3, 4]), ("c", &[4, 4])],
            "stack expects each tensor to be equal size, but got [3, 4] at entry 0 and [4, 4] at entry 2",
            ComparedRule::Equal,
            &[("a", "(3, 4)", &[0]), ("b", "(3, 4)", &[]), ("c", "(4, 4)", &[0])],
        );
        check(
            "einsum",
            &[("q", &[2, 4, 8]), ("k", &[2, 4, 6])],
            "einsum(): subscript d has size 6 for operand 1 which does not broadcast with previously seen size 8",
            ComparedRule::Equal,
            &[("q", "(2, 4, 8)", &[2]), ("k", "(2, 4, 6)", &[2])],
        );
        check(
            "reshape",
            &[("a", &[4, 6])],
            "shape '[5, 5]' is invalid for input of size 24",
            ComparedRule::Elements,
            &[("a", "(4, 6)", &[]), ("→", "(5, 5)", &[])],
        );
        check(
            "getitem",
            &[("table", &[3, 4]), ("rows", &[3])],
            "index 5 is out of bounds for axis 0 with size 3",
            ComparedRule::Index,
            &[("table", "(3, 4)", &[0]), ("rows", "(3,)", &[])],
        );
        check(
            "cross_entropy",
            &[("x", &[32, 10]), ("y", &[31])],
            "Expected input batch_size (32) to match target batch_size (31).",
            ComparedRule::Equal,
            &[("x", "(32, 10)", &[0]), ("y", "(31,)", &[0])],
        );
        check(
            "setitem",
            &[("grid[1]", &[6]), ("row", &[5])],
            "could not broadcast input array from shape (5,) into shape (6,)",
            ComparedRule::Place,
            &[("grid[1]", "(6,)", &[]), ("row", "(5,)", &[0])],
        );
    }

    #[test]
    fn where_the_exception_says_no_rule_the_operands_stand_without_marks() {
        let compared = compared(Some(&operation("lstsq", &[("a", &[3, 4]), ("b", &[5])])), "something else");
        assert_eq!(compared.rule, None);
        assert!(compared.rows.iter().all(|row| row.marked.is_empty()) && compared.rows.len() == 2);
    }

    #[test]
    fn without_operands_only_what_the_exception_names_is_compared() {
        let rule = |message| compared(None, message).rule;
        assert_eq!(rule("mat1 and mat2 shapes cannot be multiplied (3x4 and 5x6)"), Some(ComparedRule::Equal));
        let sizes = |message| {
            let found = compared(None, message);
            let row = |row: &super::ComparedRow| format!("{} {} {:?}", row.name, row.shape, row.marked);
            found.rows.iter().map(row).collect::<Vec<_>>().join(" | ")
        };
        let cases = [
            (
                "stack expects each tensor to be equal size, but got [3, 4] at entry 0 and [4, 4] at entry 1",
                "entry 0 (3, 4) [0] | entry (4, 4) [0]",
            ),
            (
                "The size of tensor a (2) must match the size of tensor b (6) at non-singleton dimension 2",
                "tensor a (2,) [0] | tensor b (6,) [0]",
            ),
            (
                "Expected hidden[0] size (2, 82, 50), got (2, 100, 50)",
                "expected (2, 82, 50) [1] | got (2, 100, 50) [1]",
            ),
            (
                "Expected size for first two dimensions of batch2 tensor to be: [10, 4] but got: [10, 5].",
                "expected (10, 4) [1] | got (10, 5) [1]",
            ),
            (
                "Size does not match at dimension 0 expected index [128, 1, 4] to be no larger than src [127, 4, 4] apart from dimension 1",
                "index (128, 1, 4) [0] | src (127, 4, 4) [0]",
            ),
            (
                "boolean index did not match indexed array along axis 1; size of axis is 7 but size of corresponding boolean axis is 1",
                "size of axis (7,) [0] | boolean axis (1,) [0]",
            ),
            (
                "boolean index did not match indexed array along dimension 1; dimension is 7 but corresponding boolean dimension is 1",
                "size of axis (7,) [0] | boolean axis (1,) [0]",
            ),
            (
                "Sizes of tensors must match except in dimension 1. Expected size 61 but got size 60 for tensor number 1 in the list.",
                "tensor 0 (61,) [0] | tensor (60,) [0]",
            ),
            (
                "einsum(): subscript w has size 38 for operand 1 which does not broadcast with previously seen size 65",
                "w (65,) [0] | w (38,) [0]",
            ),
            ("shape '[16, 32, 32]' is invalid for input of size 11264", " (11264,) [] | → (16, 32, 32) []"),
            ("cannot reshape array of size 24 into shape (5,5)", " (24,) [] | → (5, 5) []"),
            (
                "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 4 is different from 3)",
                "operand 0 (3,) [0] | operand 1 (4,) [0]",
            ),
            ("index -5 is out of bounds for dimension 2 with size 4", "size (4,) [0]"),
        ];
        for (message, expected) in cases {
            assert_eq!(sizes(message), expected, "{message}");
        }
        // Nothing here is an axis that is there.
        assert_eq!(rule("index 99999999999999999999 is out of bounds for axis 7 with size 3"), None);
    }
}
