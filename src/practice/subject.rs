//! The operation that a question is about.

use std::rc::Rc;

use crate::codegen::{sign, statement};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Combination, Dtype, OperandId, Operation, Operator, Shape, Tensor};

/// An operation with what the library does with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// The operation.
    pub operation: Rc<Operation>,
    /// The library that runs it.
    pub library: Library,
    /// Whether it writes its result into `a`.
    pub in_place: bool,
    /// The exception that the library raises; `None` where it gives a result.
    pub error: Option<LibraryError>,
    /// The element type in which memory is counted.
    pub dtype: Dtype,
}

impl Subject {
    /// The operation of two shapes, with the elements that are shown where only shapes are given. Memory is counted in the library's default type of floats.
    #[must_use]
    pub fn of_shapes(shapes: [&Shape; 2], operator: Operator, library: Library, in_place: bool) -> Self {
        Self::of_combination(shapes, Combination::Operator(operator), library, in_place)
    }

    fn of_combination(shapes: [&Shape; 2], combination: Combination, library: Library, in_place: bool) -> Self {
        let [a, b] = shapes;
        let values = combination.made_up_values(&shapes.map(Some), i64::MAX);
        let tensors = shapes.iter().zip(values).map(|(shape, values)| Tensor::contiguous(shape, values)).listed();
        let operation = Rc::new(Operation::combined(tensors.into(), combination, library.arithmetic()));
        let result = if in_place { library.add_in_place(a, b) } else { library.add(a, b) };
        let undefined = operation.undefined(library.arithmetic()).map(|undefined| library.error_for(undefined));
        let error = result.err().or(undefined);
        Self { operation, library, in_place, error, dtype: library.default_float() }
    }

    /// Whether there are questions about an operation: about two operands that meet element by element.
    #[must_use]
    pub fn asks_about(operation: &Operation) -> bool {
        operation.operands() == OperandId::PAIR && !operation.is_product()
    }

    /// The operation as a line of Python, which says everything that a question needs: `out = a * b`, `a *= b`.
    #[must_use]
    pub fn statement(&self) -> String {
        match self.operation.operator() {
            Some(operator) if self.in_place => match sign(operator).filter(|_| !operator.compares()) {
                Some(sign) => format!("a {sign}= b"),
                None => statement(self.library, operator, true),
            },
            Some(operator) => format!("out = {}", statement(self.library, operator, false)),
            None => format!("out = {}", self.operation.expression(&["a".to_owned(), "b".to_owned()])),
        }
    }

    /// The name of the result in [`Subject::statement`].
    #[must_use]
    pub const fn result_name(&self) -> &'static str {
        if self.in_place { "a" } else { "out" }
    }

    /// The shape of an operand.
    #[must_use]
    pub fn shape(&self, operand: OperandId) -> &Shape {
        self.operation.alignment().shape(operand)
    }

    /// The same operation with operands of other shapes, as far as shapes matter.
    pub(super) fn with_shapes(&self, shapes: [&Shape; 2]) -> Self {
        Self::of_combination(shapes, self.operation.combination().clone(), self.library, self.in_place)
    }

    /// Whether the shapes alone decide that the library raises an exception or gives a result. Else a question about the shapes
    /// would have another answer than the shapes give: the types, the values or the limits of the library decide.
    #[must_use]
    pub fn is_decided_by_shapes(&self) -> bool {
        let fails = self.operation.shape().is_none() || (self.in_place && !self.operation.fits_in_place());
        self.error.is_some() == fails
    }

    /// The shape of the result that the library gives; `None` where it raises an exception.
    #[must_use]
    pub fn result(&self) -> Option<&Shape> {
        self.operation.shape().filter(|_| self.error.is_none())
    }
}
