//! Letters: names of sizes, such as `N` in `torch.zeros(N, 1)`.
//!
//! A letter without a value gets a small one, so that everything after it is computed in numbers. Which axes have the size of a letter
//! is found by reading the program twice, with other sizes the second time: an axis bears a letter where its size was that of the
//! letter both times.

use crate::reading::{ProgramOperation, Reading};
use crate::syntax::tree::{ExpressionKind, Module, Statement, StatementKind};
use tensor_broadcasting::lists::Listed;

/// The sizes of letters, in the order in which letters get them. As primes, they are no products of each other.
const SIZES: [u64; 9] = [5, 3, 7, 11, 13, 17, 19, 23, 29];

/// The sizes for the second reading.
const OTHER_SIZES: [u64; 24] =
    [31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131, 137, 139];

/// The longest letter that axes bear, in bytes.
const LONGEST: usize = 8;

/// Gives a size to each name, other than the numbers that the text has: an axis of that size then has it from the letter. Names
/// beyond the number of sizes get none.
pub(crate) fn sizes_for(names: Vec<String>, text: &str) -> Vec<(String, u64)> {
    let written = numbers(text);
    names.into_iter().zip(SIZES.into_iter().filter(|size| !written.contains(size))).listed()
}

/// The numbers that stand in a text.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).listed()
}

/// A letter with its sizes in the first and in the second reading.
struct Letter {
    name: String,
    sizes: [u64; 2],
}

/// The second reading of a program: with its letters at other sizes.
pub(crate) struct Second {
    letters: Vec<Letter>,
    /// The program with other numbers in place of the letters that it assigns.
    pub(crate) module: Module,
    /// Those that it does not assign.
    pub(crate) sizes: Vec<(String, u64)>,
}

impl Second {
    /// The second reading of a program whose first one had these sizes for letters without a value; `None` where there are no letters.
    /// `module` is the tree of the program, which is changed.
    pub(crate) fn of(module: Module, sizes: &[(String, u64)], text: &str) -> Option<Self> {
        let written = numbers(text);
        let mut others = OTHER_SIZES.into_iter().filter(|size| !written.contains(size));
        let mut second = Self { letters: Vec::new(), module, sizes: Vec::new() };
        for (name, size) in sizes {
            let other = others.next()?;
            second.letters.push(Letter { name: name.clone(), sizes: [*size, other] });
            second.sizes.push((name.clone(), other));
        }
        for statement in &mut second.module.body {
            change(statement, &mut others, &mut second.letters);
        }
        (!second.letters.is_empty()).then_some(second)
    }

    /// Names the axes of the operands of a reading by the letters that they have the size of. `again`: the second reading.
    pub(crate) fn name_axes(&self, reading: &mut Reading, again: &Reading) {
        let failing = reading.error.as_mut().and_then(|error| error.operation.as_deref_mut());
        let failing_again = again.error.as_ref().and_then(|error| error.operation.as_deref());
        let operations = reading.operations.iter_mut().chain(failing);
        for (first, second) in operations.zip(again.operations.iter().chain(failing_again)) {
            // From where the other sizes led elsewhere, nothing is comparable.
            if first.span != second.span || first.operands.len() != second.operands.len() {
                return;
            }
            self.name_operands(first, second);
        }
    }

    fn name_operands(&self, first: &mut ProgramOperation, second: &ProgramOperation) {
        for (operand, other) in first.operands.iter_mut().zip(&second.operands) {
            let (shape, other) = (operand.operand.shape(), other.operand.shape());
            if shape.ndim() != other.ndim() {
                continue;
            }
            let name = |(&size, &other): (&u64, &u64)| {
                let letter = self.letters.iter().find(|letter| letter.sizes == [size, other]);
                letter.map(|letter| letter.name.clone()).unwrap_or_default()
            };
            let names: Vec<String> = shape.iter().zip(other.iter()).map(name).listed();
            if names.iter().any(|name| !name.is_empty()) {
                operand.operand.names = names;
            }
        }
    }
}

/// Changes the sizes that a statement of the form `N = 4` or `B, T = 2, 8` assigns, and notes them.
fn change(statement: &mut Statement, others: &mut impl Iterator<Item = u64>, letters: &mut Vec<Letter>) {
    let StatementKind::Assign { targets, value } = &mut statement.kind else { return };
    let [target] = targets.as_slice() else { return };
    let (names, values) = match (&target.kind, &mut value.kind) {
        (ExpressionKind::Sequence { items: names, .. }, ExpressionKind::Sequence { items: values, .. })
            if names.len() == values.len() =>
        {
            (names.as_slice(), values.as_mut_slice())
        }
        _ => (std::slice::from_ref(target), std::slice::from_mut(value)),
    };
    for (name, value) in names.iter().zip(values) {
        if let (Some(name), ExpressionKind::Integer(Some(size))) = (name.name(), &mut value.kind)
            && name.len() <= LONGEST
            && *size > 1
            && let (Ok(first), Some(other)) = (u64::try_from(*size), others.next())
        {
            letters.push(Letter { name: name.to_owned(), sizes: [first, other] });
            *size = other as i64;
        }
    }
}
