//! The element types of the operands and of the result.

use std::rc::Rc;

use super::Analysis;
use crate::codegen::MAX_STORED;
use crate::state::{Binary, Settings};
use tensor_broadcasting::library::{Library, OperandType};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Combination, Dtype, ElementTypes, OperandId, Operation, OperationTypes, PerOperand};
use tensor_reader::Operand;

/// The type of an operand where it is known: its elements have the type that was named, or the library's default for the values that
/// were written. An operand of which only the shape was written has no known type.
fn known_type(operand: &Operand, library: Library) -> Option<OperandType> {
    let of_values = || match operand.tensor.values.at(0) {
        _ if operand.values_unknown => None,
        Some(value) => Some(library.default_dtype(value)),
        None => Some(library.default_float()),
    };
    let dtype = operand.dtype.or_else(of_values)?;
    Some(OperandType { dtype, is_scalar: operand.shape().ndim() == 0 })
}

/// The element type in which the memory of an operation of these operands is counted: the one that is `set`, else the smallest that holds the
/// elements of all of them, else the library's default floating-point type.
#[must_use]
pub fn dtype_of(operands: &[&Operand], set: Option<Dtype>, library: Library) -> Dtype {
    let known = operands.iter().filter_map(|operand| known_type(operand, library));
    let promoted = |a: OperandType, b: OperandType| OperandType {
        dtype: library.promoted(a, b),
        is_scalar: a.is_scalar && b.is_scalar,
    };
    set.or(known.reduce(promoted).map(|known| known.dtype)).unwrap_or(library.default_float())
}

impl Analysis {
    /// Gives the operation its element types, so that its elements are what the library's types make of them.
    pub(super) fn give_types(&mut self, settings: &Settings) {
        let Some(operation) = &self.operation else { return };
        let (library, types) = (settings.library, self.types(operation, settings));
        // Floats that are made up are whole numbers, which are read more easily as such.
        let are_made_up = self.operands.as_slice().iter().flatten().all(|operand| operand.values_unknown);
        if are_made_up && types.as_slice().iter().all(|operand| !operand.dtype.is_integer()) {
            return;
        }
        let promoted = |a: OperandId, b: OperandId| {
            let promoted = library.promoted(types[a], types[b]);
            ElementTypes::new(promoted, promoted)
        };
        let combined = match operation.combination() {
            Combination::Operator(operator) => {
                library.element_types(*operator, types[OperandId::A], types[OperandId::B])
            }
            Combination::Where { is_method: true } => promoted(OperandId::A, OperandId::C),
            Combination::Where { is_method: false } => promoted(OperandId::B, OperandId::C),
            Combination::MatrixProduct | Combination::Function(_) => promoted(OperandId::A, OperandId::B),
        };
        let output = if settings.in_place { types[OperandId::A].dtype } else { combined.made };
        let operands = types.as_slice().iter().map(|operand| operand.dtype).listed().into();
        let types = OperationTypes { operands, combined: ElementTypes { output, ..combined } };
        self.operation = Some(Rc::new(Operation::clone(operation).with_types(types)));
    }

    /// The type of an operand where it is known.
    fn known_type(&self, operand: OperandId, library: Library) -> Option<OperandType> {
        known_type(self.read(operand)?, library)
    }

    /// The types of all operands as the program in the library's Python makes them.
    pub(super) fn operand_types(&self, settings: &Settings) -> PerOperand<OperandType> {
        let library = settings.library;
        let of = |&operand: &OperandId| {
            let (own, is_scalar) =
                self.read(operand).map_or((None, true), |read| (read.library, read.shape().ndim() == 0));
            match (self.known_type(operand, library), own) {
                // A bare shape is filled with the type that is set, else with int64.
                (None, _) => OperandType { dtype: settings.dtype.unwrap_or(Dtype::Int64), is_scalar },
                // A tensor of another library is made again, with a default type of this library.
                (Some(known), Some(own)) if own != library => {
                    OperandType { dtype: library.default_dtype_like(known.dtype), is_scalar }
                }
                (Some(known), _) => known,
            }
        };
        let types: Vec<OperandType> = self.operands.ids().iter().map(of).listed();
        let &[a, b] = types.as_slice() else { return types.into() };
        let Binary::Operator(operator) = settings.operator else { return types.into() };
        let result = library.result_type(operator, a, b);
        // A bare shape into which floats are written is filled with floats.
        let holds_floats = settings.in_place
            && self.known_type(OperandId::A, library).is_none()
            && !operator.compares()
            && !result.is_integer();
        let a = if holds_floats { OperandType { dtype: result, ..a } } else { a };
        vec![a, b].into()
    }

    /// The types of all operands of `operation` as the program in the library's Python makes them. PyTorch multiplies only factors of one
    /// type, so a bare shape has that of the other factor.
    pub(super) fn types(&self, operation: &Operation, settings: &Settings) -> PerOperand<OperandType> {
        let types = self.operand_types(settings);
        let library = settings.library;
        let &[a, b] = types.as_slice() else { return types };
        if !operation.is_product() || library == Library::NumPy {
            return types;
        }
        let is_known = OperandId::PAIR.map(|operand| self.known_type(operand, library).is_some());
        // A view of one float stands for what is too large to be made.
        let is_view =
            |&operand: &OperandId| operation.whole_shape(operand).numel().is_none_or(|elements| elements > MAX_STORED);
        let dtypes = match is_known {
            [true, false] => [a.dtype; 2],
            [false, true] => [b.dtype; 2],
            [false, false] if OperandId::PAIR.iter().any(is_view) => [library.default_float(); 2],
            _ => return types,
        };
        vec![OperandType { dtype: dtypes[0], ..a }, OperandType { dtype: dtypes[1], ..b }].into()
    }

    /// The element type in which memory is counted; see [`dtype_of`].
    #[must_use]
    pub fn dtype(&self, settings: &Settings) -> Dtype {
        let read = self.operands.as_slice().iter().filter_map(|operand| operand.as_ref().ok());
        dtype_of(&read.listed(), settings.dtype, settings.library)
    }

    /// The element types in which the memory of each operand and of the result is counted: the one that is set, else their own, where
    /// they are known, else that of [`Analysis::dtype`].
    #[must_use]
    pub fn memory_types(&self, settings: &Settings) -> (PerOperand<Dtype>, Dtype) {
        let (library, dtype) = (settings.library, self.dtype(settings));
        let is_own = settings.dtype.is_none();
        let known = |operand| self.known_type(operand, library).filter(|_| is_own);
        let ids = self.operands.ids().iter();
        let operands: Vec<Dtype> = ids.map(|&operand| known(operand).map_or(dtype, |known| known.dtype)).listed();
        let both = |[a, b]: [OperandId; 2]| known(a).zip(known(b));
        let result = self.operation.as_ref().and_then(|operation| match operation.combination() {
            _ if settings.in_place => known(OperandId::A).map(|a| a.dtype),
            Combination::Operator(operator) => both(OperandId::PAIR).map(|(a, b)| library.result_type(*operator, a, b)),
            Combination::Where { is_method } => {
                let first = if *is_method { OperandId::A } else { OperandId::B };
                both([first, OperandId::C]).map(|(a, b)| library.promoted(a, b))
            }
            Combination::MatrixProduct => both(OperandId::PAIR).map(|(a, b)| library.promoted(a, b)),
            // What a function gives, only the reader knows.
            Combination::Function(_) => None,
        });
        (operands.into(), result.unwrap_or(dtype))
    }
}
