//! The rows of the tables of functions, and where their names stand.

use crate::signatures::call::Call;
use crate::tensors::context::{Context, Outcome};
use tensor_broadcasting::library::Library;

/// Where a name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
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
pub(crate) const TORCH: u8 = 3;
/// `np.name` and `array.name`.
pub(crate) const NUMPY: u8 = 12;
/// `torch.name`.
pub(crate) const TORCH_FUNCTION: u8 = 1;
/// `tensor.name`.
pub(crate) const TORCH_METHOD: u8 = 2;
/// `np.name`.
pub(crate) const NUMPY_FUNCTION: u8 = 4;
/// `array.name`.
pub(crate) const NUMPY_METHOD: u8 = 8;
/// `F.name`.
pub(crate) const FUNCTIONAL: u8 = 16;

impl Place {
    /// The library.
    pub(crate) const fn library(self) -> Library {
        match self {
            Self::TorchFunction | Self::TorchMethod | Self::Functional => Library::PyTorch,
            Self::NumpyFunction | Self::NumpyMethod => Library::NumPy,
        }
    }

    /// Whether the name is a method.
    pub(crate) const fn is_method(self) -> bool {
        matches!(self, Self::TorchMethod | Self::NumpyMethod)
    }
}

/// What does a call.
pub(crate) type Run = fn(&mut Context<'_>, &Call) -> Outcome;

/// Functions that have their places, their parameters and what they do in common.
#[derive(Debug)]
pub(crate) struct Row {
    /// The places, as a sum of [`Place`].
    pub(crate) places: u8,
    /// The names, with spaces between them.
    pub(crate) names: &'static str,
    /// The parameters; see [`Call::bind`].
    pub(crate) parameters: &'static str,
    pub(crate) run: Run,
}

/// A row.
pub(crate) const fn row(places: u8, names: &'static str, parameters: &'static str, run: Run) -> Row {
    Row { places, names, parameters, run }
}
