//! The rows of the tables of functions, and where their names stand.

use super::call::Call;
use super::context::{Context, Outcome};
use crate::library::Library;

/// Where a name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// `torch.name`.
    TorchFunction = 1,
    /// `tensor.name`.
    TorchMethod = 2,
    /// `np.name`.
    NumpyFunction = 4,
    /// `array.name`.
    NumpyMethod = 8,
    /// `torch.nn.functional.name`.
    Functional = 16,
}

/// `torch.name` and `tensor.name`.
pub(super) const TORCH: u8 = 3;
/// `np.name` and `array.name`.
pub(super) const NUMPY: u8 = 12;
/// `torch.name`.
pub(super) const TORCH_FUNCTION: u8 = 1;
/// `tensor.name`.
pub(super) const TORCH_METHOD: u8 = 2;
/// `np.name`.
pub(super) const NUMPY_FUNCTION: u8 = 4;
/// `array.name`.
pub(super) const NUMPY_METHOD: u8 = 8;
/// `F.name`.
pub(super) const FUNCTIONAL: u8 = 16;

impl Place {
    /// The library.
    pub(super) const fn library(self) -> Library {
        match self {
            Self::TorchFunction | Self::TorchMethod | Self::Functional => Library::PyTorch,
            Self::NumpyFunction | Self::NumpyMethod => Library::NumPy,
        }
    }

    /// Whether the name is a method.
    pub(super) const fn is_method(self) -> bool {
        matches!(self, Self::TorchMethod | Self::NumpyMethod)
    }
}

/// What does a call.
pub(super) type Run = fn(&mut Context<'_>, &Call) -> Outcome;

/// Functions that have their places, their parameters and what they do in common.
#[derive(Debug)]
pub(super) struct Row {
    /// The places, as a sum of [`Place`].
    pub(super) places: u8,
    /// The names, with spaces between them.
    pub(super) names: &'static str,
    /// The parameters; see [`Call::bind`].
    pub(super) parameters: &'static str,
    pub(super) run: Run,
}

/// A row.
pub(super) const fn row(places: u8, names: &'static str, parameters: &'static str, run: Run) -> Row {
    Row { places, names, parameters, run }
}
