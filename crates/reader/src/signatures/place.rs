//! The rows of the table of functions, and where their names stand.

use crate::signatures::call::{Arguments, Call};
use crate::tensors::context::{Context, Outcome};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

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
    /// A class of PyTorch: `torch.nn.Linear`.
    Class = 32,
}

impl Place {
    /// Each place with its word in the headings of the table.
    pub(crate) const ALL: [(Self, &'static str); 6] = [
        (Self::TorchFunction, "torch"),
        (Self::TorchMethod, "tensor"),
        (Self::NumpyFunction, "np"),
        (Self::NumpyMethod, "array"),
        (Self::Functional, "F"),
        (Self::Class, "class"),
    ];

    /// The functions of a library.
    pub(crate) const fn of_function(library: Library) -> Self {
        match library {
            Library::PyTorch => Self::TorchFunction,
            Library::NumPy => Self::NumpyFunction,
        }
    }

    /// The methods of a library.
    pub(crate) const fn of_method(library: Library) -> Self {
        match library {
            Library::PyTorch => Self::TorchMethod,
            Library::NumPy => Self::NumpyMethod,
        }
    }

    /// The library.
    pub(crate) const fn library(self) -> Library {
        match self {
            Self::TorchFunction | Self::TorchMethod | Self::Functional | Self::Class => Library::PyTorch,
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

/// Functions that have their places, their parameters and what they do in common: a line of the table.
#[derive(Debug)]
pub(crate) struct Row {
    /// The places, as a sum of [`Place`].
    pub(crate) places: u8,
    /// The heading above the line: the places, and whether the functions are written in Python there.
    heading: &'static str,
    /// The names, each with the one that messages have.
    names: Vec<(&'static str, &'static str)>,
    /// The signatures; see [`Call::bind`].
    pub(crate) parameters: &'static str,
    /// The file and the name of the function that does it.
    pub(crate) rule: &'static str,
    /// Which of the rules of that function it is.
    pub(crate) column: &'static str,
    run: Run,
}

impl Row {
    /// The rows of a text, whose form the module above describes. `run` gives the function of a rule.
    pub(crate) fn all(text: &'static str, run: impl Fn(&str) -> Option<Run>) -> Vec<Self> {
        let (mut rows, mut heading, mut places, mut start) = (Vec::new(), "", 0, 0);
        for (end, _) in text.match_indices('\n') {
            if text.get(end + 1..).is_some_and(|next| next.starts_with("    ")) {
                continue;
            }
            let line = text.get(start..end).unwrap_or_default();
            start = end + 1;
            if let Some(words) = line.strip_prefix('[') {
                heading = words.trim_end_matches(']');
                let words = heading.split(' ').map(|word| word.trim_end_matches(":python"));
                places = Place::ALL
                    .iter()
                    .filter(|(_, word)| words.clone().any(|known| known == *word))
                    .map(|(place, _)| *place as u8)
                    .sum();
            } else if let Some((names, rest)) = line.split_once('(')
                && let Some((parameters, rule)) = rest.split_once(") ->")
                && let (rule, column) = rule.trim().split_once(' ').unwrap_or((rule.trim(), ""))
                && let Some(run) = run(rule)
            {
                let names = names.split_whitespace().map(|name| name.split_once(':').unwrap_or((name, name))).listed();
                rows.push(Self { places, heading, names, parameters, rule, column, run });
            }
        }
        rows
    }

    /// Calls the function with the arguments of a call.
    ///
    /// # Errors
    ///
    /// The library's exception, or why the call is not read.
    pub(crate) fn call(
        &self,
        context: &mut Context<'_>,
        place: Place,
        name: &'static str,
        given: &Arguments,
    ) -> Outcome {
        let mut call = Call::bind(name, place.library(), place.is_method(), given, self.parameters)?;
        call.column = self.column;
        call.shown = self.shown(name);
        (self.run)(context, &call)
    }

    /// The names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().map(|(name, _)| *name)
    }

    /// The name that messages have for a name.
    pub(crate) fn shown(&self, name: &str) -> &'static str {
        self.names.iter().find(|(known, _)| *known == name).map_or("", |(_, shown)| shown)
    }

    /// Whether the functions are written in Python at a place.
    pub(crate) fn is_python(&self, place: Place) -> bool {
        let word = Place::ALL.iter().find(|(known, _)| *known == place).map_or("", |(_, word)| word);
        self.heading.split(' ').any(|known| known.strip_suffix(":python") == Some(word))
    }
}

/// The functions of a family, by their names in the table.
macro_rules! rules {
    ($($name:ident)*) => {
        /// The functions of this family, which the rows of the table name.
        pub(crate) const RULES: &[(&str, crate::signatures::place::Run)] = &[$((stringify!($name), $name)),*];
    };
}
pub(crate) use rules;
