//! From the name of a function or method to the Rust function that does it. One table for each library, `signatures/torch.pyi` and
//! `signatures/numpy.pyi`, has a line for each signature with the rule that it follows; each family of rules has its own file.
//!
//! | file | content |
//! |---|---|
//! | `constructors`, `random`, `conversions`, `elementwise`, `unary`, `ternary`, `reductions`, `torch_reductions`, `numpy_reductions`, `gradients`, `sorting`, `views`, `joins`, `picks`, `products`, `einsum`, `linalg`, `scatter`, `layers`, `losses` | one family each |
//! | `exchanged` | views that leave the elements in their order where axes were to be exchanged |
//! | `size_names` | the names of the sizes of axes |
//! | `indexing`, `selection`, `assignment` | `x[index]`, which elements an index selects, and `x[index] = value` |
//! | `operators`, `plain`, `binary`, `matmul` | Python's operators on tensors and on other values, the functions that they stand for, the matrix product |
//! | `modules`, `recurrent`, `training`, `batches` | classes of `torch.nn`, layers over sequences, optimizers, batches and containers |
//!
//! # To add a function
//!
//! 1. Add a line to the table of its library, below the heading of its places, in the library's own syntax, with the rule of another
//!    function: `linalg.inv(A: Tensor, *, -out: Tensor?=) -> linalg.inverse`. The documentation of `signatures` describes the form. From the
//!    line follow which argument goes to which parameter, what a parameter takes, and what is said to wrong arguments.
//! 2. Only if its rule is new: write the function, and name it in the `rules!` of its file. [`Call`](crate::signatures::call::Call) has
//!    the arguments by name. What is not certain is declined with `Call::declined`, what depends on unknown values with
//!    `Call::needs_values`. An operation of two tensors is recorded with `Context::record`.
//! 3. Add programs to `tests/reading/program_answers.rs`, with what the library does.

pub(crate) mod assignment;
pub(crate) mod batches;
pub(crate) mod binary;
pub(crate) mod constructors;
pub(crate) mod conversions;
pub(crate) mod einsum;
pub(crate) mod elementwise;
pub(crate) mod exchanged;
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
pub(crate) mod plain;
pub(crate) mod products;
pub(crate) mod random;
pub(crate) mod recurrent;
pub(crate) mod reductions;
pub(crate) mod scatter;
pub(crate) mod selection;
pub(crate) mod size_names;
pub(crate) mod sorting;
pub(crate) mod ternary;
pub(crate) mod torch_reductions;
pub(crate) mod training;
pub(crate) mod unary;
pub(crate) mod views;

use crate::signatures;
use crate::signatures::call::Arguments;
use crate::signatures::place::{Place, Row, Run};
use crate::tensors::context::{Context, Outcome, Stop, raised, raised_by};
use crate::tensors::order::sorted;
use std::sync::OnceLock;
use tensor_broadcasting::lists::Listed;

/// The table of the families with these names.
macro_rules! families {
    ($($family:ident)*) => {
        /// The functions of all families.
        const FAMILIES: &[(&str, &[(&str, Run)])] = &[$((stringify!($family), $family::RULES)),*];
    };
}

families! {
    constructors conversions einsum elementwise gradients joins layers linalg losses modules numpy_reductions picks
    products random recurrent reductions scatter sorting ternary torch_reductions training unary views
}

/// The tables of both libraries.
struct Table {
    rows: Vec<Row>,
    /// Each name in alphabetical order, with its row.
    names: Vec<(&'static str, usize)>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let texts = [include_str!("signatures/torch.pyi"), include_str!("signatures/numpy.pyi")];
        let rows: Vec<Row> = texts.into_iter().flat_map(|text| Row::all(text, rule)).listed();
        let names = rows.iter().enumerate().flat_map(|(at, row)| row.names().map(move |name| (name, at)));
        let names = sorted(&names.listed(), Ord::cmp);
        Table { rows, names }
    })
}

/// The function of a rule: `views.permute`.
fn rule(name: &str) -> Option<Run> {
    let (family, name) = name.split_once('.')?;
    let (_, rules) = FAMILIES.iter().find(|(known, _)| *known == family)?;
    rules.iter().find(|(known, _)| *known == name).map(|(_, run)| *run)
}

/// The rows of a name.
fn rows(name: &str) -> impl Iterator<Item = (&'static str, &'static Row)> {
    let Table { rows, names } = table();
    let start = names.partition_point(|(known, _)| *known < name);
    let found = names.get(start..).unwrap_or_default().iter().take_while(move |(known, _)| *known == name);
    found.filter_map(|(known, at)| Some((*known, rows.get(*at)?)))
}

/// The function of a name at a place.
pub(crate) fn find(place: Place, name: &str) -> Option<(&'static str, &'static Row)> {
    rows(name).find(|(_, row)| row.places & place as u8 != 0)
}

/// The names of all functions at a place.
pub(crate) fn names(place: Place) -> impl Iterator<Item = &'static str> {
    table().rows.iter().filter(move |row| row.places & place as u8 != 0).flat_map(Row::names)
}

/// Whether a function of this name only makes a tensor, or a view or a copy of one.
pub(crate) fn only_makes(name: &str) -> bool {
    rows(name).any(|(_, row)| {
        let family = row.rule.split('.').next().unwrap_or_default();
        matches!(family, "constructors" | "random" | "views" | "conversions")
    })
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
    let ended = row.call(context, place, name, given).or_else(|stop| match &*stop {
        Stop::Raised(_) | Stop::Lost(..) => Err(stop),
        _ => match signatures::rejection(row, place, name, given) {
            Some(message) => raised("TypeError", message, &given.span),
            None => Err(stop),
        },
    });
    raised_by(place.library(), ended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_once_at_each_place() {
        for (place, _) in Place::ALL {
            let mut names: Vec<&str> = names(place).collect();
            names.sort_unstable();
            for pair in names.windows(2) {
                assert_ne!(pair[0], pair[1], "{place:?}");
            }
        }
    }

    #[test]
    fn every_line_of_the_table_is_a_row_and_every_rule_is_used() {
        let texts = [include_str!("signatures/torch.pyi"), include_str!("signatures/numpy.pyi")];
        let lines: usize = texts.iter().map(|text| text.matches(" ->").count()).sum();
        assert_eq!(table().rows.len(), lines, "a rule is not known");
        for (family, rules) in FAMILIES {
            for (name, _) in *rules {
                assert!(table().rows.iter().any(|row| row.rule == format!("{family}.{name}")), "{family}.{name}");
            }
        }
    }
}
