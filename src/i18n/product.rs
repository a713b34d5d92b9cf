//! What is said of a matrix product, which is in the chunk `work`; the texts of other languages are loaded with the language.

use super::{FIRST_PRODUCT_TEXT, Locale, element_name};
use crate::chunks::Chunk;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Operation, Provenance, Shape, Source};

/// A sentence or a label about a matrix product.
#[derive(Debug, Clone, Copy)]
pub enum ProductText<'a> {
    /// The verdict: the matrix product has this shape.
    Multiplies(&'a Shape),
    /// The verdict: the matrices of a product cannot be multiplied.
    DoesNotMultiply,
    /// The verdict: an operand has no axes.
    NoAxes,
    /// The verdict: the matrices could be multiplied, with a result of this shape, but the library raises an exception.
    Raises(&'a Shape),
    /// The columns of the first matrices and the rows of the second ones.
    InnerSizes([u64; 2]),
    /// What an element of a matrix product is made of.
    RowTimesColumn(&'a ProductElement),
    /// The column of the axis table for the rows of matrices.
    MatrixRows,
    /// The column of the axis table for the columns of matrices.
    MatrixColumns,
    /// What the memory of a matrix product does not count.
    Memory,
}

/// An element of a matrix product, such as `out[1,2,0]`, and the two matrices that it is made of, each with the number of its row or its
/// column, where it has several.
#[derive(Debug, Clone)]
pub struct ProductElement {
    pub(super) element: String,
    pub(super) first: (String, Option<u64>),
    pub(super) second: (String, Option<u64>),
    /// What follows the equals sign in code.
    factors: String,
}

impl ProductElement {
    /// The element in this row and this column of the matrix at one index of the batch; `None` where the operation is no matrix product.
    #[must_use]
    pub fn new(from: &Provenance, operation: &Operation, [row, column]: [u64; 2]) -> Option<Self> {
        operation.matrices()?;
        let [rows, columns] = operation.core(None);
        let (row, column) = (rows.map(|_| row), columns.map(|_| column));
        let [a, b] = from.sources.as_slice() else { return None };
        let index: Vec<u64> = from.index.iter().copied().chain(row).chain(column).listed();
        let [first, second] = [a, b].map(|source| element_name(operation.name(source.operand), &source.index));
        let part = |source: &Source, own: [String; 2]| {
            let index: Vec<String> = source.index.iter().map(u64::to_string).chain(own).listed();
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

impl Locale {
    /// What is said of a matrix product. Only what is in that chunk may ask for it.
    #[must_use]
    pub fn product_text(self, text: ProductText<'_>) -> String {
        self.chunk().and_then(Chunk::get).map_or(FIRST_PRODUCT_TEXT, |language| language.product_text)(text)
    }
}
