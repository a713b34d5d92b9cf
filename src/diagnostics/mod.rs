//! What went wrong, or probably did, and what would mend it.
//!
//! [`Diagnostics`] is all there is to say of an operation: the smallest fixes of a clash, and what is suspicious about a success.
//! Sentences are [`crate::i18n`]' business, drawing and buttons `ui`'s.

mod fix;
mod warning;

pub use fix::{AxisEdit, Fix, fixes};
pub use warning::{Warning, warning};

use crate::broadcast::{OperandId, Operation, Operator, Shape};

/// What there is to say of two operands beyond the library's answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diagnostics {
    /// What can be changed about an operand, best first.
    pub fixes: Vec<Fix>,
    /// What a success probably was not meant to be.
    pub warning: Option<Warning>,
    /// The result does not fit into `a`, but could be made as a new tensor.
    pub out_of_place: bool,
    /// The shape that `a @ b` would have, where `a * b` was written and clashes.
    pub matrix_product: Option<Shape>,
}

impl Diagnostics {
    /// All there is to say of `operation`, changed `in_place` or not.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::{Arithmetic, Operator, Operation, Shape}, diagnostics::Diagnostics, python::parse_operand};
    /// let [a, b] = ["3,4", "3"].map(|text| parse_operand(text).expect("a shape").tensor);
    /// let diagnostics = Diagnostics::on(&Operation::new([a, b], Operator::Add, Arithmetic::NumPy), false);
    /// assert_eq!(diagnostics.fixes[0].shape, Shape::from([3, 1]));
    /// assert_eq!(diagnostics.fixes[0].result, Shape::from([3, 4]));
    /// ```
    #[must_use]
    pub fn on(operation: &Operation, in_place: bool) -> Self {
        let (a, b) = (operation.alignment().shape(OperandId::A), operation.alignment().shape(OperandId::B));
        match operation.shape() {
            Some(_) if in_place && !operation.fits_in_place() => {
                Self { fixes: fixes(a, b, true), out_of_place: true, ..Self::default() }
            }
            Some(result) => Self { warning: warning(a, b, result), ..Self::default() },
            None => {
                let matrix_product =
                    (operation.operator() == Operator::Multiply).then(|| matrix_product(a, b)).flatten();
                Self { fixes: fixes(a, b, in_place), matrix_product, ..Self::default() }
            }
        }
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The shape of `a @ b` for two matrices that fit.
fn matrix_product(a: &[u64], b: &[u64]) -> Option<Shape> {
    match (a, b) {
        (&[rows, inner], &[same, columns]) if inner == same => Some(Shape::from([rows, columns])),
        _ => None,
    }
}
