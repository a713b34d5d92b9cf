//! Warnings and fixes: what is probably a mistake, and which change of an operand corrects it.
//!
//! [`warning_on`] warns about operands that broadcast. [`Diagnostics`] has the fixes of operands that do not broadcast, and of
//! those that are warned about. Sentences are in [`crate::i18n`], buttons in `ui`.

mod fix;
mod next;
mod warning;

pub(crate) use crate::diagnostics::fix::differ_by_one;
pub use crate::diagnostics::fix::{AxisEdit, Fix, code_of, edits, elementwise_fixes, fixes, product_fixes};
pub use crate::diagnostics::next::Next;
pub use crate::diagnostics::warning::{Cause, NoRoom, Warning, no_room, warning, warning_in};

use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Matrices, OperandId, Operation, Operator, Shape, broadcast, broadcast_shapes};

/// The warning about an operation, which writes its result into `a` where it is `in_place`; `None` where there is none.
#[must_use]
pub fn warning_on(operation: &Operation, in_place: bool) -> Option<Warning> {
    let shapes: Vec<&Shape> = operation.operands().iter().map(|&operand| operation.alignment().shape(operand)).listed();
    if operation.is_product() {
        return None;
    }
    let works = !in_place || operation.fits_in_place();
    operation.shape().filter(|_| works).and_then(|result| warning(&shapes, result))
}

/// The fixes of an operation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diagnostics {
    /// The changes of an operand after which the operands broadcast or, where there is a warning, are combined element by
    /// element. Best first.
    pub fixes: Vec<Fix>,
    /// Whether the operation works out of place: the result cannot be written into `a`, but it can be a new tensor.
    pub out_of_place: bool,
    /// The shape of the matrix product `a @ b`, where `a * b` was written and the operands do not broadcast.
    pub matrix_product: Option<Shape>,
    /// The shape of the matrix product `b @ a`, where there is no product `a @ b`.
    pub swapped: Option<Shape>,
}

impl Diagnostics {
    /// Finds the fixes of `operation`, which is no matrix product, and writes its result into `a` where it is `in_place`.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Operator, Operation, Shape};
    /// use broadcast_visualizer::diagnostics::Diagnostics;
    /// use tensor_reader::parse_operand;
    /// let [a, b] = ["3,4", "3"].map(|text| parse_operand(text).expect("a shape").tensor);
    /// let diagnostics = Diagnostics::on(&Operation::new([a, b], Operator::Add, Arithmetic::NumPy), false);
    /// assert_eq!(diagnostics.fixes[0].shape, Shape::from([3, 1]));
    /// assert_eq!(diagnostics.fixes[0].result, Shape::from([3, 4]));
    /// ```
    #[must_use]
    pub fn on(operation: &Operation, in_place: bool) -> Self {
        if operation.operands().len() > OperandId::PAIR.len() {
            return Self { fixes: fixes_of_one(operation, in_place), ..Self::default() };
        }
        let (a, b) = (operation.alignment().shape(OperandId::A), operation.alignment().shape(OperandId::B));
        match operation.shape() {
            Some(_) if in_place && !operation.fits_in_place() => {
                Self { fixes: fixes(a, b, true), out_of_place: true, ..Self::default() }
            }
            Some(_) if warning_on(operation, in_place).is_some_and(|warning| warning.is_mistake()) => {
                Self { fixes: elementwise_fixes(a, b), ..Self::default() }
            }
            Some(_) => Self::default(),
            None => {
                let matrix_product =
                    (operation.operator() == Some(Operator::Multiply)).then(|| matrix_product(a, b)).flatten();
                Self { fixes: fixes(a, b, in_place), matrix_product, ..Self::default() }
            }
        }
    }
}

impl Diagnostics {
    /// Finds the fixes of a matrix product.
    #[must_use]
    pub fn on_product(product: &Operation) -> Self {
        if product.shape().is_some() {
            return Self::default();
        }
        let [a, b] = OperandId::PAIR.map(|operand| product.whole_shape(operand));
        Self { fixes: product_fixes(&a, &b), swapped: shape_of_product([&b, &a]), ..Self::default() }
    }
}

/// The fixes of an operation of three operands or more: each changes one operand so that it broadcasts with all others.
fn fixes_of_one(operation: &Operation, in_place: bool) -> Vec<Fix> {
    let alignment = operation.alignment();
    let is_warned = warning_on(operation, in_place).is_some_and(|warning| warning.is_mistake());
    if operation.shape().is_some() && !is_warned && (!in_place || operation.fits_in_place()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for &operand in operation.operands().iter().rev().filter(|&&operand| !in_place || operand != OperandId::A) {
        let others =
            operation.operands().iter().filter(|&&other| other != operand).map(|&other| alignment.shape(other).clone());
        let Ok(others) = broadcast(others.listed()) else { continue };
        let (others, own) = (others.shape(), alignment.shape(operand));
        let all = if is_warned { elementwise_fixes(others, own) } else { fixes(others, own, in_place) };
        let of_operand = all.into_iter().filter(|fix| fix.operand == OperandId::B);
        found.extend(of_operand.map(|fix| Fix { operand, ..fix }));
    }
    found.retain(|fix| !in_place || fix.result == *alignment.shape(OperandId::A));
    found
}

/// The shape of the product of two tensors of matrices, whose batch axes broadcast; `None` where it does not exist.
#[must_use]
pub fn shape_of_product([a, b]: [&Shape; 2]) -> Option<Shape> {
    let ([batch_a, batch_b], matrices) = Matrices::split(a, b).filter(|(_, matrices)| matrices.agree())?;
    Some(matrices.product_shape(&broadcast_shapes(&batch_a, &batch_b).ok()?))
}

/// The shape of the matrix product of two matrices; `None` where it does not exist.
#[must_use]
pub fn matrix_product(a: &[u64], b: &[u64]) -> Option<Shape> {
    match (a, b) {
        (&[rows, inner_a], &[inner_b, columns]) if inner_a == inner_b => Some(Shape::from([rows, columns])),
        _ => None,
    }
}
