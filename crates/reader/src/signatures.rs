//! What a library or Python says to a call whose arguments do not fit the signature: a keyword that is not known, an argument that is
//! missing, too many arguments, an argument of a wrong kind.
//!
//! The rules are those of `initialize_locals` of CPython, for functions that are written in Python, and of NumPy's kinds of arguments. What
//! compiled functions say to arguments that do not fit is not told. A call that fits, or of which this is not certain, gets no answer.
//!
//! | file | content |
//! |---|---|
//! | `torch.pyi`, `numpy.pyi` | the functions of each library: their names, signatures, and the rule of the shape and the type |
//! | `place` | where a name stands: a function or method of which library; a row of the table |
//! | `call` | arguments by the names of the parameters |
//! | `parameters`, `kinds`, `array_kinds` | signatures as text, and as parameters with their kinds; which values a kind takes; what NumPy says of others |
//!
//! # The tables
//!
//! A table has a line for each signature, and lines that begin with spaces go on with it:
//!
//! ```text
//! names(parameters) -> rule column
//! ```
//!
//! A heading has the places of the names below it, with `:python` where they are written in Python, so that what is said to arguments
//! that do not fit is known ([`rejection`]); without it such a call is not read. After `:` stands the name that messages have. `|` stands between
//! the signatures of one name; what Python says of all of them is that of the last one. The parameters are those of the library:
//! `name: kind=`, where `=` stands for a default and `?` after the kind for "or None"; `*` and `/` are Python's, and `...` stands for
//! the last parameters of functions that make tensors. `name as own` gives the name that the functions of the reader have for a
//! parameter; the first one is also called `input`, `dim` also `axis`. A call that gives a parameter with `-` before it is not read.
//! The rule is a file and a function of it; the column says which of its rules (of a layer: the function that it calls, `F` for the
//! one of the same name).

pub(crate) mod array_kinds;
pub(crate) mod call;
pub(crate) mod kinds;
pub(crate) mod parameters;
pub(crate) mod place;

use crate::signatures::call::Arguments;
use crate::signatures::parameters::{Parameter, Signature};
use crate::signatures::place::{Place, Row};
use crate::tensors::value::Placed;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// What is said to a call of a function of a library that is not read; `None` where it may take the call, or where its words are not
/// known.
pub(crate) fn rejection(row: &Row, place: Place, name: &str, given: &Arguments) -> Option<String> {
    let shown = row.shown(name);
    let last = shown.rsplit('.').next().unwrap_or(shown);
    let is_method = place.is_method();
    // Where a function has several signatures, the last one is what is said of all.
    let signature = Signature::of(row.parameters.rsplit('|').next().unwrap_or_default());
    let of_kinds = match place.library() {
        Library::NumPy => array_kinds::rejection(&signature, is_method, given),
        Library::PyTorch => None,
    };
    if !row.is_python(place) {
        return of_kinds;
    }
    let (keywords, count) = (given.keywords.as_slice(), given.positional.len());
    let mut call = Misfit { signature, name: last.to_owned(), count, keywords };
    match place {
        Place::TorchMethod => call.name = format!("Tensor.{last}"),
        Place::NumpyMethod if shown == name => call.name = format!("_{last}"),
        Place::Class => {
            // The first parameter is the instance.
            call.signature.parameters.insert(0, Parameter { name: "self", ..Parameter::default() });
            call.count += 1;
            call.name = format!("{last}.__init__");
        }
        _ => {}
    }
    call.of_python().or(of_kinds)
}

/// A word, and an `s` where there is not one of it.
fn plural(word: &str, count: usize) -> String {
    format!("{word}{}", if count == 1 { "" } else { "s" })
}

/// `takes 1 positional argument`, `takes from 1 to 3 positional arguments`.
fn takes(least: usize, most: usize) -> String {
    if least == most {
        format!("takes {most} {}", plural("positional argument", most))
    } else {
        format!("takes from {least} to {most} positional arguments")
    }
}

/// A call whose arguments may not fit the signature.
pub(crate) struct Misfit<'c> {
    pub(crate) signature: Signature<'c>,
    /// The name of the function in messages.
    pub(crate) name: String,
    /// The number of positional arguments.
    pub(crate) count: usize,
    pub(crate) keywords: &'c [(String, Placed)],
}

impl Misfit<'_> {
    /// The place of the parameter of a name.
    fn position(&self, keyword: &str) -> Option<usize> {
        self.signature.parameters.iter().position(|parameter| parameter.name == keyword)
    }

    /// Whether a keyword gives a parameter.
    fn is_named(&self, parameter: &Parameter<'_>) -> bool {
        self.keywords.iter().any(|(keyword, _)| keyword == parameter.name)
    }

    fn unexpected(&self, keyword: &str) -> String {
        format!("{}() got an unexpected keyword argument '{keyword}'", self.name)
    }

    /// What Python says to a call of a function that is written in Python.
    pub(crate) fn of_python(&self) -> Option<String> {
        let Self { signature, name, count, keywords } = self;
        let (all, count) = (&signature.parameters, *count);
        for (keyword, _) in *keywords {
            match self.position(keyword).and_then(|at| Some((at, all.get(at)?))) {
                Some((_, parameter)) if parameter.is_unnamed => return None,
                Some((at, parameter)) if at < count && !parameter.is_named => {
                    return Some(format!("{name}() got multiple values for argument '{keyword}'"));
                }
                None if !signature.takes_keywords => return Some(self.unexpected(keyword)),
                _ => {}
            }
        }
        let most = signature.positional();
        if count > most && !signature.takes_rest {
            let optional = all.iter().filter(|parameter| !parameter.is_named && parameter.is_optional).count();
            let named = all.iter().filter(|parameter| parameter.is_named && self.is_named(parameter)).count();
            let and = match named {
                0 => String::new(),
                _ => format!(
                    " {} (and {named} {})",
                    plural("positional argument", count),
                    plural("keyword-only argument", named)
                ),
            };
            let verb = if count == 1 && named == 0 { "was" } else { "were" };
            return Some(format!("{name}() {} but {count}{and} {verb} given", takes(most - optional, most)));
        }
        for (is_named, kind) in [(false, "positional"), (true, "keyword-only")] {
            let is_missing = |(at, parameter): &(usize, &Parameter<'_>)| {
                let is_given = (!is_named && *at < count) || self.is_named(parameter);
                parameter.is_named == is_named && !parameter.is_optional && !is_given
            };
            let missing = all.iter().enumerate().filter(is_missing);
            let missing: Vec<String> = missing.map(|(_, parameter)| format!("'{}'", parameter.name)).listed();
            let listed = match missing.as_slice() {
                [] => continue,
                [only] => only.clone(),
                [first, last] => format!("{first} and {last}"),
                [others @ .., last] => format!("{}, and {last}", others.join(", ")),
            };
            let arguments = plural("argument", missing.len());
            return Some(format!("{name}() missing {} required {kind} {arguments}: {listed}", missing.len()));
        }
        None
    }
}
