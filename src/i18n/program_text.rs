//! What is said of a program.

use super::element_name;
use crate::broadcast::{Operation, Provenance, Shape, Source};
use crate::library::Library;
use crate::parse::ParseError;
use crate::python::{Note, ProgramWarning, UnreadableReason};

/// A sentence or a label about a program.
#[derive(Debug, Clone, Copy)]
pub enum ProgramText<'a> {
    /// The label of the input.
    Input,
    /// What can be done in the input.
    Hint,
    /// The button that goes back to two shapes.
    Close,
    /// The heading of the list of operations.
    Operations,
    /// A line, by its number from 1.
    Line(usize),
    /// How many lines were read, by the rules of this library.
    LinesRead(usize, Library),
    /// Before what the same statement does to the result afterwards.
    Then,
    /// An operation that the diagram does not draw.
    NotDrawn,
    /// The program has no operation of two tensors.
    NoOperation,
    /// Where reading stopped (a line, counted from 1), and why.
    StoppedAt(usize, &'a UnreadableReason),
    /// Why a program is not read further.
    Reason(&'a UnreadableReason),
    /// A shape that is stated was used, or is another one than that of the program.
    Note(&'a Note),
    /// The heading of the fields for names without a value.
    Asked,
    /// The label of the field for the shape of this name.
    ShapeOf(&'a str),
    /// The label of the field for this name of a size.
    SizeOf(&'a str),
    /// What the name of a size is read as, while it has no value.
    ReadAs(&'a str, u64),
    /// The button that writes what is typed in the fields into the program.
    WriteAnswers,
    /// The button that writes sizes of letters into the fields of the operands.
    WriteSizes,
    /// What is wrong with what was typed for this name.
    BadAnswer(&'a str, &'a ParseError),
    /// A warning of the library.
    Warning(&'a ProgramWarning),
    /// The verdict: the matrix product has this shape.
    Multiplies(&'a Shape),
    /// The verdict: the matrices of a product cannot be multiplied.
    DoesNotMultiply,
    /// The columns of the first matrices and the rows of the second ones.
    InnerSizes([u64; 2]),
    /// What an element of a matrix product is made of.
    RowTimesColumn(&'a ProductText),
    /// The column of the axis table for the rows of matrices.
    MatrixRows,
    /// The column of the axis table for the columns of matrices.
    MatrixColumns,
    /// What the memory of a matrix product does not count.
    ProductMemory,
    /// An operation fails.
    Fails,
    /// The result of an operation is probably a mistake.
    Doubtful,
    /// An operation works.
    Works,
}

/// An element of a matrix product, such as `out[1,2,0]`, and the two matrices that it is made of, each with the number of its row or its
/// column, where it has several.
#[derive(Debug, Clone)]
pub struct ProductText {
    pub(super) element: String,
    pub(super) first: (String, Option<u64>),
    pub(super) second: (String, Option<u64>),
    /// What follows the equals sign in code.
    factors: String,
}

impl ProductText {
    /// The element in this row and this column of the matrix at one index of the batch; `None` where the operation is no matrix product.
    #[must_use]
    pub fn new(from: &Provenance, operation: &Operation, [row, column]: [u64; 2]) -> Option<Self> {
        operation.matrices()?;
        let [rows, columns] = operation.core(None);
        let (row, column) = (rows.map(|_| row), columns.map(|_| column));
        let [a, b] = from.sources.as_slice() else { return None };
        let index: Vec<u64> = from.index.iter().copied().chain(row).chain(column).collect();
        let [first, second] = [a, b].map(|source| element_name(operation.name(source.operand), &source.index));
        let part = |source: &Source, own: [String; 2]| {
            let index: Vec<String> = source.index.iter().map(u64::to_string).chain(own).collect();
            [operation.name(source.operand), "[", &index.join(","), "]"].concat()
        };
        let all = || ":".to_owned();
        let row_of = row.map_or_else(|| first.clone(), |row| part(a, [row.to_string(), all()]));
        let column_of = column.map_or_else(|| second.clone(), |column| part(b, [all(), column.to_string()]));
        let factors = [row_of.as_str(), " @ ", &column_of].concat();
        Some(Self { element: element_name("out", &index), first: (first, row), second: (second, column), factors })
    }

    /// The element as code: `out[1,2,0] = a[1,2,:] @ b[:,0]`.
    #[must_use]
    pub fn code(&self) -> String {
        [self.element.as_str(), " = ", &self.factors].concat()
    }
}
