//! What a library checks before it computes an operation, and in which order.

use super::{Library, LibraryError, OperandType};
use crate::{OperandId, Operation, Operator, PerOperand, Shape, Undefined};

/// An operation as a library is asked to run it.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The operands with their layouts and values, and the operator.
    pub operation: &'a Operation,
    /// The types of the operands.
    pub types: &'a PerOperand<OperandType>,
    /// Whether the result is written into `a`: `a.add_(b)` or `a += b`.
    pub in_place: bool,
    /// Whether `a` is an array that `np.broadcast_to` made. NumPy does not write into such an array.
    pub read_only: bool,
}

/// One check of a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// The operator takes operands of these types.
    OperandTypes,
    /// PyTorch has a kernel (a compiled function) of the operator for these types.
    Kernel,
    /// The operands broadcast, and operands and result are within the library's limits. Not checked in place.
    Shapes,
    /// `a` may be written to, and no two of its elements share memory. Only checked in place.
    Writable,
    /// Each operand is within the library's limits. Only checked in place.
    OperandLimits,
    /// The operands broadcast, and the result has the shape of `a`. Only checked in place.
    OutputShape,
    /// `a` can hold elements of the type of the result. Only checked in place.
    OutputType,
    /// The operator is defined for every pair of elements.
    Elements,
}

/// The exception that a library raises, and the check that raises it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckError {
    /// The first check that fails.
    pub check: Check,
    /// The exception.
    pub error: LibraryError,
}

impl Library {
    /// The checks of an operation, in the library's order.
    ///
    /// Held against `tests/vectors/types.jsonl.gz`, which has operations that fail several checks at once.
    const fn checks(self, in_place: bool) -> &'static [Check] {
        match (self, in_place) {
            (Self::PyTorch, false) => &[Check::OperandTypes, Check::Shapes, Check::Kernel, Check::Elements],
            (Self::PyTorch, true) => &[
                Check::OperandTypes,
                Check::Writable,
                Check::OperandLimits,
                Check::OutputShape,
                Check::OutputType,
                Check::Kernel,
                Check::Elements,
            ],
            (Self::NumPy, false) => &[Check::OperandTypes, Check::Shapes, Check::Elements],
            (Self::NumPy, true) => &[
                Check::Writable,
                Check::OperandTypes,
                Check::OutputType,
                Check::OperandLimits,
                Check::OutputShape,
                Check::Elements,
            ],
        }
    }

    /// Makes the library's checks of an operation in the library's order. Gives the shape of the result; in place this is the
    /// shape of `a`.
    ///
    /// # Errors
    ///
    /// The first check that fails, with the library's exception.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Dtype, Operation, Operator, Scalar, Shape, Tensor, Values};
    /// use tensor_broadcasting::library::{Call, Check, Library, OperandType};
    /// let bools = |sizes: &[u64]| Tensor::contiguous(&Shape::from(sizes), Values::Filled(Scalar::Bool(true)));
    /// let failed = |library: Library, operator| {
    ///     let operation = Operation::new([bools(&[3]), bools(&[2])], operator, Arithmetic::PyTorch);
    ///     let types = vec![OperandType { dtype: Dtype::Bool, is_scalar: false }; 2].into();
    ///     let call = Call { operation: &operation, types: &types, in_place: false, read_only: false };
    ///     library.check(&call).map_err(|failed| failed.check)
    /// };
    /// // Bools are not subtracted, (3,) and (2,) do not broadcast: the types are checked first.
    /// assert_eq!(failed(Library::PyTorch, Operator::Subtract), Err(Check::OperandTypes));
    /// // PyTorch has no kernel for this either, but looks for one only after the shapes are checked.
    /// assert_eq!(failed(Library::PyTorch, Operator::FloorDivide), Err(Check::Shapes));
    /// ```
    pub fn check(self, call: &Call<'_>) -> Result<Shape, CheckError> {
        let mut result = Shape::ones(0);
        for &check in self.checks(call.in_place) {
            match self.run(check, call) {
                Ok(Some(shape)) => result = shape,
                Ok(None) => {}
                Err(error) => return Err(CheckError { check, error }),
            }
        }
        Ok(result)
    }

    /// Makes one check. Gives the shape of the result where the check finds it.
    fn run(self, check: Check, call: &Call<'_>) -> Result<Option<Shape>, LibraryError> {
        let operation = call.operation;
        // A function has checks of its own, which only the reader of programs knows. Its shapes are checked as all are.
        let operator = operation.operator();
        let undefined_types = |a, b| operator.and_then(|operator| self.undefined_types(operator, a, b));
        let (type_a, type_b) = (call.types[OperandId::A], call.types[OperandId::B]);
        let a = operation.operand(OperandId::A);
        let shapes = operation.operands().iter().map(|&operand| operation.alignment().shape(operand).clone());
        let shapes: Vec<Shape> = shapes.collect();
        let undefined = |undefined: Option<Undefined>| undefined.map(|undefined| self.error_for(undefined));
        let error = match check {
            Check::OperandTypes => match self {
                // PyTorch finds the other undefined types when it chooses the kernel.
                Self::PyTorch if operator != Some(Operator::Subtract) => None,
                Self::PyTorch | Self::NumPy => undefined(undefined_types(type_a, type_b)),
            },
            Check::Kernel => undefined(undefined_types(type_a, type_b)),
            Check::OutputType => operator.and_then(|operator| self.cast_error(operator, type_a, type_b)),
            Check::Writable => match self {
                Self::PyTorch => a.layout.overlaps().then(|| self.not_writable()),
                Self::NumPy => (call.read_only || a.layout.overlaps()).then(|| self.not_writable()),
            },
            // A shape broadcasts with itself, so this fails only beyond the limits.
            Check::OperandLimits => shapes.iter().find_map(|shape| self.add(shape, shape).err()),
            Check::Shapes => match shapes.as_slice() {
                [a, b] => return self.add(a, b).map(Some),
                shapes => return self.elementwise(shapes).map(Some),
            },
            Check::OutputShape => match shapes.as_slice() {
                [a, b] => return self.add_in_place(a, b).map(Some),
                shapes => match self.elementwise(shapes)? {
                    result if result == *a.shape() => return Ok(Some(result)),
                    result => Some(self.output_error(a.shape(), &result)),
                },
            },
            Check::Elements => undefined(operation.undefined(self.arithmetic())),
        };
        error.map_or(Ok(None), Err)
    }
}
