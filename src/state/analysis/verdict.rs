//! The library's answer to an operation.

use std::cell::Cell;

use super::Analysis;
use crate::program::PYTHON;
use crate::state::Settings;
use tensor_broadcasting::library::{Call, Check, CheckError, Factor, LibraryError, OperandType};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Operation, PerOperand, Shape};
use tensor_reader::is_part_of_word;

/// The library's answer to an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// At least one operand cannot be read.
    Unreadable,
    /// The operands broadcast to this shape.
    Broadcasts(Shape),
    /// What the library answers depends on the sizes of letters. With the sizes that they are read as, the operands broadcast to this
    /// shape; `None` where they do not.
    Depends(Option<Shape>),
    /// The library raises an exception.
    Fails {
        /// The check that fails; `None` where only the program knows why.
        check: Option<Check>,
        /// The shape that the operands broadcast to; `None` where they do not, or where the diagram does not draw the operation.
        shape: Option<Shape>,
        /// The exception.
        error: LibraryError,
    },
}

impl Verdict {
    /// The operands do not broadcast.
    pub(super) const fn clash(error: LibraryError) -> Self {
        Self::Fails { check: Some(Check::Shapes), shape: None, error }
    }

    /// The operands broadcast to a shape, but the call raises an exception for another reason than the checks.
    pub(super) const fn raises(shape: Shape, error: LibraryError) -> Self {
        Self::Fails { check: None, shape: Some(shape), error }
    }

    /// The exception that the library raises; `None` where it gives a result, or where an operand cannot be read.
    #[must_use]
    pub const fn error(&self) -> Option<&LibraryError> {
        match self {
            Self::Fails { error, .. } => Some(error),
            Self::Unreadable | Self::Broadcasts(_) | Self::Depends(_) => None,
        }
    }

    /// The shape that the operands broadcast to; `None` where they do not, or where an operand cannot be read.
    #[must_use]
    pub const fn shape(&self) -> Option<&Shape> {
        match self {
            Self::Broadcasts(shape) => Some(shape),
            Self::Depends(shape) | Self::Fails { shape, .. } => shape.as_ref(),
            Self::Unreadable => None,
        }
    }
}

/// Gives the verdict on a matrix product of the fields; [`Verdict::Unreadable`] where it is not known which of several exceptions is raised.
type VerdictOnProduct = fn(&Analysis, &Operation, &Settings) -> Verdict;

/// The function, where there are no chunks.
const AT_ONCE: Option<VerdictOnProduct> =
    if cfg!(all(feature = "split", target_arch = "wasm32")) { None } else { Some(verdict_on_product) };

thread_local! {
    static VERDICT_ON_PRODUCT: Cell<Option<VerdictOnProduct>> = const { Cell::new(AT_ONCE) };
}

/// Lets analyses have verdicts on matrix products. Only the chunk calls it.
pub fn load_products() {
    VERDICT_ON_PRODUCT.set(Some(verdict_on_product));
}

fn verdict_on_product(analysis: &Analysis, operation: &Operation, settings: &Settings) -> Verdict {
    let types = analysis.types(operation, settings);
    let factor = |id: OperandId| {
        let operand = analysis.operands[id].as_ref().ok()?;
        let python = operand.python.as_ref().map_or("", |python| &python.text);
        let mut words = python.split(|c| !is_part_of_word(c));
        let has_gradient = words.any(|word| matches!(word, "requires_grad" | "Parameter"));
        // What follows may end it.
        let is_certain = !has_gradient || python.ends_with("requires_grad=True)");
        Some(Factor {
            shape: operand.shape(),
            dtype: types[id].dtype,
            layout: Some(&operand.tensor.layout).filter(|_| !operand.strides_unknown),
            requires_grad: is_certain.then_some(has_gradient),
        })
    };
    let (Some(a), Some(b)) = (factor(OperandId::A), factor(OperandId::B)) else { return Verdict::Unreadable };
    match (settings.library.check_product(&a, &b), operation.whole_result()) {
        (Ok(Some(shape)), _) => Verdict::Broadcasts(shape),
        (Err(error), None) => Verdict::clash(error),
        (Err(error), Some(shape)) => Verdict::raises(shape, error),
        (Ok(None), _) => Verdict::Unreadable,
    }
}

impl Analysis {
    /// The verdict on the same operands under other settings: another library, in place or not.
    #[must_use]
    pub fn verdict_under(&self, settings: &Settings) -> Verdict {
        let Some(operation) = &self.operation else { return Verdict::Unreadable };
        if operation.is_product() {
            return VERDICT_ON_PRODUCT.get().map_or(Verdict::Unreadable, |verdict| verdict(self, operation, settings));
        }
        let types = self.operand_types(settings);
        match settings.library.check(&self.call(operation, &types, settings)) {
            Ok(shape) => Verdict::Broadcasts(shape),
            Err(CheckError { check, error }) => {
                Verdict::Fails { check: Some(check), shape: operation.shape().cloned(), error }
            }
        }
    }

    /// The operation as the library is asked to run it.
    pub(super) fn call<'a>(
        &self,
        operation: &'a Operation,
        types: &'a PerOperand<OperandType>,
        settings: &Settings,
    ) -> Call<'a> {
        let read_only = self.read(OperandId::A).is_some_and(|a| a.read_only);
        Call { operation, types, in_place: settings.in_place, read_only }
    }

    /// Makes the verdict one that depends on the letters, where it does.
    pub(super) fn let_depend(&mut self, settings: &Settings) {
        let Some(reader) = PYTHON.get().filter(|_| self.has_letters) else { return };
        let texts: Vec<&str> = self.operands.ids().iter().map(|&operand| settings.operand_text(operand)).listed();
        // What a letter of a matrix product must be, another operand says.
        let is_product = self.operation.as_ref().is_some_and(|operation| operation.matrices().is_some());
        let is_certain = || !is_product && (reader.clash_in_any_case)(&texts);
        self.verdict = match &self.verdict {
            Verdict::Broadcasts(shape) => Verdict::Depends(Some(shape.clone())),
            Verdict::Fails { check: Some(Check::Shapes | Check::OperandLimits | Check::OutputShape), .. }
                if !is_certain() =>
            {
                Verdict::Depends(None)
            }
            verdict => verdict.clone(),
        };
    }

    /// The verdict where the program knows more than its operands say: a leaf that requires a gradient cannot be written, for example.
    /// `None` where both agree on whether the operation fails.
    pub(super) fn verdict_of_program(&self) -> Option<Verdict> {
        let program = self.program.as_ref()?;
        let listed = program.shown_operation()?;
        let error = listed.error.clone();
        if !listed.is_drawn() {
            return error.map(|error| Verdict::Fails { check: None, shape: None, error });
        }
        let operation = self.operation.as_ref()?;
        let shape = operation.whole_result();
        if operation.matrices().is_some() {
            return match (error, shape) {
                (Some(error), None) => Some(Verdict::clash(error)),
                (Some(error), Some(shape)) => Some(Verdict::raises(shape, error)),
                (None, shape) => shape.map(Verdict::Broadcasts),
            };
        }
        match (error, &self.verdict, shape) {
            // The reader of programs knows how the function names its operands.
            (Some(error), Verdict::Fails { check, shape, .. }, _) => {
                Some(Verdict::Fails { check: *check, shape: shape.clone(), error })
            }
            (Some(error), _, Some(shape)) => {
                let check = listed.operation.in_place.then_some(Check::Writable);
                Some(Verdict::Fails { check, shape: Some(shape), error })
            }
            (None, Verdict::Fails { .. }, Some(shape)) => Some(Verdict::Broadcasts(shape)),
            _ => None,
        }
    }

    /// Whether it is a matrix product of the fields and its verdict is not loaded.
    #[must_use]
    pub fn awaits_product(&self) -> bool {
        self.is_undecided_product() && VERDICT_ON_PRODUCT.get().is_none()
    }

    /// Whether it is a matrix product without a verdict.
    pub(super) fn is_undecided_product(&self) -> bool {
        matches!(self.verdict, Verdict::Unreadable)
            && self.operation.as_ref().is_some_and(|operation| operation.is_product())
    }
}
