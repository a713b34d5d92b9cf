//! From the name of a function or method to the Rust function that does it. Each family of functions has its own file with a
//! table of rows; [`FAMILIES`] lists the tables.
//!
//! | file | content |
//! |---|---|
//! | `constructors`, `random`, `conversions`, `elementwise`, `unary`, `ternary`, `reductions`, `torch_reductions`, `numpy_reductions`, `gradients`, `sorting`, `views`, `joins`, `picks`, `products`, `einsum`, `linalg`, `scatter`, `layers`, `losses` | one family each |
//! | `indexing`, `selection`, `assignment` | `x[index]`, which elements an index selects, and `x[index] = value` |
//! | `operators`, `matmul` | Python's operators, the matrix product |
//! | `modules`, `recurrent`, `training`, `batches` | classes of `torch.nn`, layers over sequences, optimizers, batches and containers |
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
//! 4. Add programs to `tests/reading/program_answers.rs`, with what the library does.

pub(crate) mod assignment;
pub(crate) mod batches;
pub(crate) mod constructors;
pub(crate) mod conversions;
pub(crate) mod einsum;
pub(crate) mod elementwise;
pub(crate) mod gradients;
pub(crate) mod indexing;
pub(crate) mod joins;
pub(crate) mod layers;
pub(crate) mod linalg;
pub(crate) mod losses;
pub(crate) mod matmul;
pub(crate) mod modules;
pub(crate) mod numpy_reductions;
pub(crate) mod operators;
pub(crate) mod picks;
pub(crate) mod products;
pub(crate) mod random;
pub(crate) mod recurrent;
pub(crate) mod reductions;
pub(crate) mod scatter;
pub(crate) mod selection;
pub(crate) mod sorting;
pub(crate) mod ternary;
pub(crate) mod torch_reductions;
pub(crate) mod training;
pub(crate) mod unary;
pub(crate) mod views;

use crate::signatures;
use crate::signatures::call::{Arguments, Call};
use crate::signatures::place::{Place, Row};
use crate::tensors::context::{Context, Outcome, Stop, raised, raised_by};
use crate::tensors::value::{Placed, Value};
use tensor_broadcasting::library::Library;

/// The tables of all families.
const FAMILIES: [&[Row]; 21] = [
    constructors::ROWS,
    elementwise::ROWS,
    unary::ROWS,
    ternary::ROWS,
    reductions::ROWS,
    torch_reductions::ROWS,
    numpy_reductions::ROWS,
    gradients::ROWS,
    views::ROWS,
    joins::ROWS,
    products::ROWS,
    einsum::ROWS,
    linalg::ROWS,
    training::ROWS,
    scatter::ROWS,
    layers::ROWS,
    picks::ROWS,
    random::ROWS,
    conversions::ROWS,
    sorting::ROWS,
    losses::ROWS,
];

/// The function of a name at a place.
pub(crate) fn find(place: Place, name: &str) -> Option<(&'static str, &'static Row)> {
    let rows = FAMILIES.into_iter().flatten().filter(|row| row.places & place as u8 != 0);
    rows.into_iter().find_map(|row| row.names.split(' ').find(|known| *known == name).map(|known| (known, row)))
}

/// The names of all functions at a place.
pub(crate) fn names(place: Place) -> impl Iterator<Item = &'static str> {
    FAMILIES.into_iter().flatten().filter(move |row| row.places & place as u8 != 0).flat_map(|row| row.names.split(' '))
}

/// Whether a function of this name only makes a tensor, or a view or a copy of one.
pub(crate) fn only_makes(name: &str) -> bool {
    let makers = [constructors::ROWS, random::ROWS, views::ROWS, conversions::ROWS];
    makers.into_iter().flatten().any(|row| row.names.split(' ').any(|known| known == name))
}

/// Calls a function of a row. A call that is not read, because of its arguments, may be one that the library rejects.
///
/// # Errors
///
/// The library's exception, or why the call is not read.
pub(crate) fn run(
    context: &mut Context<'_>,
    place: Place,
    (name, row): (&'static str, &'static Row),
    given: &Arguments,
) -> Outcome {
    let named = given.positional.iter().chain(given.keywords.iter().map(|(_, argument)| argument));
    let is_foreign = |argument: &Placed| {
        matches!(argument.value, Value::Dtype(_)) && context.source.typed(&argument.span).starts_with("np.")
    };
    let foreign = (place.library() == Library::PyTorch && named.clone().any(is_foreign)).then(|| {
        let own = |argument: &Placed| {
            let value = if is_foreign(argument) { Value::Path("numpy.dtype".into()) } else { argument.value.clone() };
            Placed { value, span: argument.span.clone() }
        };
        Arguments {
            positional: given.positional.iter().map(own).collect(),
            keywords: given.keywords.iter().map(|(name, argument)| (name.clone(), own(argument))).collect(),
            span: given.span.clone(),
        }
    });
    let given = foreign.as_ref().unwrap_or(given);
    let call = Call::bind(name, place.library(), place.is_method(), given, row.parameters);
    let ended = call.and_then(|call| (row.run)(context, &call)).or_else(|stop| {
        // An exception of the call itself comes before one of what the function does.
        let is_read = matches!(&*stop, Stop::Raised(_));
        match signatures::rejection(place, name, given, is_read) {
            Some(message) if !matches!(&*stop, Stop::Lost(..)) => raised("TypeError", message, &given.span),
            _ => Err(stop),
        }
    });
    raised_by(place.library(), ended)
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
