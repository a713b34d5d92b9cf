//! A call of a function or a method: what it is given, where it stands, and what it may cost.

use crate::syntax::failure::{Failure, failure};
use std::ops::Range;

use crate::evaluator::budget::Budget;
use crate::evaluator::value::{Spanned, Value, library_error};
use crate::shapes::Problem;
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::{Library, LibraryError};

/// Keywords that change neither shape nor values, or that the function itself asks for.
const ACCEPTED: [&str; 13] = [
    "requires_grad",
    "device",
    "layout",
    "pin_memory",
    "memory_format",
    "generator",
    "copy",
    "like",
    "subok",
    "non_blocking",
    "casting",
    "out",
    "dtype",
];

/// `name=value` among arguments.
pub(crate) struct Keyword {
    pub(crate) name: String,
    /// The place of the name.
    pub(crate) span: Range<usize>,
    pub(crate) value: Spanned<Value>,
}

/// What stands between the brackets of a call.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) positional: Vec<Spanned<Value>>,
    pub(crate) keywords: Vec<Keyword>,
    /// From the opening bracket to the closing one.
    pub(crate) span: Range<usize>,
}

/// A call, as the function sees it.
pub(crate) struct Call<'a> {
    /// The library whose function it is, or whose tensor has the method; `None` for a name without a module.
    pub(crate) library: Option<Library>,
    /// What it is given. (A tensor that is the first argument is not among it.)
    pub(crate) arguments: Arguments,
    /// The whole call; for a method, from its name on.
    pub(crate) span: Range<usize>,
    /// What the program may still spend.
    pub(crate) budget: &'a mut Budget,
}

impl Arguments {
    /// Whether there are none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.positional.is_empty() && self.keywords.is_empty()
    }

    /// The argument at a place, counted from 0, or of one of these names.
    pub(crate) fn get(&self, place: usize, names: &[&str]) -> Option<&Spanned<Value>> {
        self.positional.get(place).or_else(|| self.named(names))
    }

    /// The argument of one of these names.
    pub(crate) fn named(&self, names: &[&str]) -> Option<&Spanned<Value>> {
        self.keywords.iter().find(|keyword| names.contains(&keyword.name.as_str())).map(|keyword| &keyword.value)
    }

    /// The argument at a place or of one of these names.
    ///
    /// # Errors
    ///
    /// It is missing.
    pub(crate) fn need(&self, place: usize, names: &[&'static str]) -> Result<&Spanned<Value>, Failure> {
        self.get(place, names).ok_or_else(|| {
            let end = self.span.end;
            let missing = names.first().copied().unwrap_or_default();
            failure(&(end.saturating_sub(1)..end), Problem::ArgumentMissing(missing))
        })
    }

    /// Sizes or axes: all positional arguments, or the only one if it is a list, or what has one of these names.
    ///
    /// # Errors
    ///
    /// They are missing, or not integers.
    pub(crate) fn integers(&self, names: &[&'static str]) -> Result<Vec<i64>, Failure> {
        match self.positional.as_slice() {
            [] => self.need(0, names)?.ints(),
            [only] => only.ints(),
            many => many.iter().map(Spanned::int).collect(),
        }
    }

    /// What is wrong with the arguments together.
    pub(crate) fn error(&self, problem: Problem) -> Failure {
        failure(&self.span, problem)
    }
}

impl Call<'_> {
    /// The library whose rules hold: PyTorch's where the program does not say.
    pub(crate) fn rules(&self) -> Library {
        self.library.unwrap_or_default()
    }

    /// The exception that the library raises for this call.
    pub(crate) fn raises(&self, error: LibraryError) -> Failure {
        self.raises_at(error, &self.span)
    }

    /// The exception that the library raises for what stands at `span`.
    pub(crate) fn raises_at(&self, error: LibraryError, span: &Range<usize>) -> Failure {
        library_error(self.rules(), error, span)
    }

    /// What is wrong with the call.
    pub(crate) fn error(&self, problem: Problem) -> Failure {
        failure(&self.span, problem)
    }

    /// Checks that there are no keywords but these and those of [`ACCEPTED`].
    ///
    /// # Errors
    ///
    /// The first other keyword. (`order` is accepted only with the value `"C"`.)
    pub(crate) fn accept(&self, names: &[&str]) -> Result<(), Failure> {
        let foreign = |keyword: &&Keyword| match keyword.name.as_str() {
            "order" if names.contains(&"order") => !matches!(&keyword.value.value, Value::Text(order) if order == "C"),
            name => !names.contains(&name) && !ACCEPTED.contains(&name),
        };
        match self.arguments.keywords.iter().find(foreign) {
            Some(Keyword { name, span, .. }) => Err(failure(span, Problem::UnknownKeyword(name.clone()))),
            None => Ok(()),
        }
    }

    /// The element type that the arguments name.
    pub(crate) fn dtype(&self) -> Option<Dtype> {
        let named = self.arguments.named(&["dtype"]).and_then(Spanned::dtype);
        // NumPy takes it in second place, too.
        let second = self.arguments.positional.get(1).filter(|_| self.library == Some(Library::NumPy));
        named.or_else(|| second.and_then(Spanned::dtype))
    }
}
