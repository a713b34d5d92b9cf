//! What went wrong, or probably did, and what would mend it.
//!
//! [`Advice`] is all there is to say of a pair: the smallest repairs of a clash, and what is suspicious about a success.
//! Sentences are [`crate::words`]' business, drawing and buttons `ui`'s.

mod repair;
mod suspicion;

pub use repair::{Move, Repair, repairs};
pub use suspicion::{Suspicion, suspicion};

use crate::broadcast::{Operator, Pair, Shape, Side};

/// What there is to say of two operands beyond the library's answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Advice {
    /// What can be changed about an operand, best first.
    pub repairs: Vec<Repair>,
    /// What a success probably was not meant to be.
    pub suspicion: Option<Suspicion>,
    /// The result does not fit into `a`, but could be made as a new tensor.
    pub out_of_place: bool,
    /// The shape that `a @ b` would have, where `a * b` was written and clashes.
    pub matrix_product: Option<Shape>,
}

impl Advice {
    /// All there is to say of `pair`, changed `in_place` or not.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::{Arithmetic, Operator, Pair, Shape}, diagnosis::Advice, notation::parse};
    /// let [a, b] = ["3,4", "3"].map(|text| parse(text).expect("a shape").tensor);
    /// let advice = Advice::on(&Pair::new(a, b, Operator::Add, Arithmetic::NumPy), false);
    /// assert_eq!(advice.repairs[0].shape, Shape::from([3, 1]));
    /// assert_eq!(advice.repairs[0].result, Shape::from([3, 4]));
    /// ```
    #[must_use]
    pub fn on(pair: &Pair, in_place: bool) -> Self {
        let (a, b) = (pair.alignment().shape(Side::A), pair.alignment().shape(Side::B));
        match pair.shape() {
            Some(_) if in_place && !pair.fits_in_place() => {
                Self { repairs: repairs(a, b, true), out_of_place: true, ..Self::default() }
            }
            Some(result) => Self { suspicion: suspicion(a, b, result), ..Self::default() },
            None => {
                let matrix_product = (pair.operator() == Operator::Multiply).then(|| matrix_product(a, b)).flatten();
                Self { repairs: repairs(a, b, in_place), matrix_product, ..Self::default() }
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
