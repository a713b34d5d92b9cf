//! From the name of a function or method to the Rust function that does it. Each family of functions has its own file with a
//! table of rows; [`FAMILIES`] lists the tables.
//!
//! # To add a function
//!
//! 1. Find the file of its family: `constructors`, `elementwise`, `unary`, `ternary`, `reductions`, `views`, `joins`,
//!    `products`, `losses`, … A function whose rule is that of another one is a further name in a row.
//! 2. Add a row: where the name stands ([`Place`]), its names, its parameters in the library's order, and the function. The first
//!    parameter of a method is the tensor before the point.
//! 3. Write the function. [`Call`] has the arguments by name; the first of two names `axis|dim` counts. What is not certain is
//!    declined with [`Call::declined`], what depends on unknown values with [`Call::needs_values`]. An operation of two
//!    tensors is recorded with `Context::record`.
//! 4. Add programs to `tests/program_answers.rs`, with what the library does.

use super::call::Call;
use super::context::{Context, Outcome};
use super::{constructors, elementwise, joins, losses, products, reductions, ternary, unary, views};
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

/// The tables of all families.
const FAMILIES: [&[Row]; 9] = [
    constructors::ROWS,
    elementwise::ROWS,
    unary::ROWS,
    ternary::ROWS,
    reductions::ROWS,
    views::ROWS,
    joins::ROWS,
    products::ROWS,
    losses::ROWS,
];

/// The function of a name at a place.
pub(super) fn find(place: Place, name: &str) -> Option<(&'static str, &'static Row)> {
    let rows = FAMILIES.into_iter().flatten().filter(|row| row.places & place as u8 != 0);
    rows.into_iter().find_map(|row| row.names.split(' ').find(|known| *known == name).map(|known| (known, row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_once_at_each_place() {
        for place in
            [Place::TorchFunction, Place::TorchMethod, Place::NumpyFunction, Place::NumpyMethod, Place::Functional]
        {
            let mut names: Vec<&str> = FAMILIES
                .into_iter()
                .flatten()
                .filter(|row| row.places & place as u8 != 0)
                .flat_map(|row| row.names.split(' '))
                .collect();
            names.sort_unstable();
            for pair in names.windows(2) {
                assert_ne!(pair[0], pair[1], "{place:?}");
            }
        }
    }
}
