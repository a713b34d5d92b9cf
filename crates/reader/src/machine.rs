//! The machine that runs a program: its variables, and what happens where something cannot be read.
//!
//! | file | content |
//! |---|---|
//! | `statements`, `loops`, `targets`, `imports`, `exceptions` | statements; what is not known after one that cannot be read |
//! | `expressions`, `operations`, `formatted` | expressions; operators of the program's own classes; formatted strings |
//! | `scopes` | variables |
//! | `field` | what the text of a field has in addition: names without their module, tensors of any size |
//! | `calls`, `parameters`, `builtin_calls`, `methods` | calls; Python's own functions and methods that may run the program |
//! | `classes`, `module_classes`, `data_classes`, `protocols` | classes; what `torch.nn.Module` and `@dataclass` add; special methods |
//! | `iteration`, `containers`, `loaders` | iterators and comprehensions; dictionaries and sets; batches of the program's datasets |
//! | `stated`, `annotations` | stated shapes, and the comments and types that state them |
//! | `unknown` | what is not known: unread calls, conditions that are not known |
//! | `attributes`, `builtins`, `keys`, `texts` | names and attributes; Python's own functions; keys of dictionaries; values as Python writes them |
//!
//! What cannot be read gives a value that is not known ([`Value::Unknown`]); the machine goes on, and what depends on it is not known
//! either. Only a program that does too much is not read to its end.

pub(crate) mod annotations;
pub(crate) mod attributes;
mod builtin_calls;
pub(crate) mod builtins;
mod calls;
mod classes;
mod containers;
mod data_classes;
mod exceptions;
mod expressions;
pub(crate) mod field;
mod formatted;
mod imports;
mod iteration;
pub(crate) mod keys;
mod loaders;
mod loops;
mod methods;
mod module_classes;
mod operations;
mod parameters;
mod protocols;
mod scopes;
mod stated;
mod statements;
mod targets;
pub(crate) mod texts;
mod unknown;

use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

pub(crate) use self::exceptions::{exception_name, is_exception};
use self::scopes::Scope;
pub(crate) use self::scopes::names_of;
use self::statements::Flow;
use self::unknown::Jump;
use crate::reading::{AfterStep, NamedShape, ProgramError, Reading, Unread, UnreadableReason};
use crate::syntax::lexer::Source;
use crate::syntax::tree::Module;
use crate::tensors::context::{Context, Outcome, Raised, Stop, lost};
use crate::tensors::value::{Function, Value};
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;

/// So many calls of the program's own functions may stand within each other.
const MAX_DEPTH: usize = 12;

/// Statements, expressions and calls may stand within each other to this depth, over all functions that are being called. A call
/// counts as [`CALL_DEPTH`]. This bounds the stack.
const MAX_NESTING: usize = 200;

/// So many levels a call of the program's own functions counts as.
const CALL_DEPTH: usize = 6;

/// A program may have so many variables.
const MAX_NAMES: usize = 400;

/// A variable: its name and its value.
pub(crate) type Variable = (String, Value);

/// A variable that was assigned what cannot be read.
pub(crate) struct Unknown {
    /// Its name.
    pub(crate) name: String,
    /// The variable without a known value that this follows from, if it follows from one.
    pub(crate) from: Option<String>,
    /// How many operations and calls are not known because of it.
    pub(crate) frees: usize,
}

/// A program that is being run.
pub(crate) struct Machine<'a> {
    context: Context<'a>,
    globals: Vec<Variable>,
    /// The variables of functions, classes and comprehensions: of those that are being run, and those that functions keep.
    scopes: Vec<Scope>,
    /// The scope that is being run; `None` is the module.
    scope: Option<usize>,
    /// How many functions and classes are being run within each other.
    calls: usize,
    /// How many of them nothing calls: one or none.
    uncalled: usize,
    /// Where `__getitem__` of a dataset is called with an index that is not known: how many calls within each other it is, and the
    /// number of items.
    shuffled: Option<(usize, i64)>,
    /// The place of the call in the module that is being run.
    outer_call: Range<usize>,
    /// How many values that are not known there were so far.
    unknowns: usize,
    /// How many conditions the first turn of a loop has of which it is not known how many turns there are.
    first_turn: usize,
    /// How many `try` are being run within each other.
    tries: usize,
    /// The ways through the program that left a block under a condition that is not known.
    jumps: Vec<Jump>,
    /// What is told so far; operations, warnings and notes are in the context.
    told: Reading,
    /// Whether CPython accepts the program, as far as is known.
    is_python: bool,
    /// The library of `from module import *`.
    star: Option<Library>,
    /// The names in the libraries and in Python that the program gives another value.
    patched: String,
    /// The functions that code which is not read may call.
    exposed: Vec<Rc<Function>>,
    /// The shape of each expression of the statement that is being run.
    shapes: Vec<(Range<usize>, Shape)>,
    /// The sizes of names that only stated shapes have.
    stated_sizes: Vec<(String, u64)>,
    /// The variables that were assigned what cannot be read, with the number of places that would be read if they were known.
    unknown: Vec<Unknown>,
    /// The functions of the program that were called, by the addresses of their parameters.
    called: Vec<usize>,
    /// The exceptions that are being handled, the innermost last.
    exceptions: Vec<Raised>,
    /// How many levels of statements, expressions and calls are being run.
    depth: usize,
    /// In a field: the library of functions of both libraries that stand without their module, and whether there are any.
    both: Library,
    is_of_both: bool,
}

impl<'a> Machine<'a> {
    /// A program of which nothing was run.
    pub(crate) fn new(source: &'a Source, library: Library) -> Self {
        Self {
            context: Context::new(source, library),
            globals: Vec::new(),
            scopes: Vec::new(),
            scope: None,
            calls: 0,
            uncalled: 0,
            shuffled: None,
            outer_call: 0..0,
            unknowns: 0,
            first_turn: usize::MAX,
            tries: 0,
            jumps: Vec::new(),
            told: Reading::default(),
            is_python: true,
            star: None,
            patched: String::new(),
            exposed: Vec::new(),
            shapes: Vec::new(),
            stated_sizes: Vec::new(),
            unknown: Vec::new(),
            called: Vec::new(),
            exceptions: Vec::new(),
            depth: 0,
            both: Library::default(),
            is_of_both: false,
        }
    }

    /// Gives sizes to names: to variables, and to what only stated shapes name.
    pub(crate) fn with_sizes(mut self, variables: &[(String, u64)], stated: &[(String, u64)]) -> Self {
        let variable = |(name, size): &(String, u64)| (name.clone(), Value::Int(i64::try_from(*size).ok()));
        self.globals = variables.iter().map(variable).listed();
        self.stated_sizes = stated.to_vec();
        self
    }

    /// Runs a program to its end or to its first exception, and then those of its functions that nothing has called. Also gives the
    /// names without a known value.
    pub(crate) fn run(mut self, module: &Module) -> (Reading, Vec<Unknown>) {
        if let Some(error) = &module.error {
            let source = self.context.source;
            let start = source.line_start_of(error.line);
            let at = start + error.offset.saturating_sub(1);
            let end = source.original.len();
            let span = at.min(end)..(at + 1).min(end);
            if error.message.is_empty() {
                self.unread(UnreadableReason::NotPython, span);
            } else {
                let not_python = ProgramError {
                    line: error.line,
                    call_line: None,
                    span,
                    kind: error.kind.to_owned(),
                    message: error.message.clone(),
                    operation: None,
                    only_if: Vec::new(),
                };
                self.told.error = Some(not_python);
            }
            // The rest is told for the case that this is corrected.
            self.is_python = false;
            self.context.assume(error.line);
        }
        let ended = self.run_statements(module).and_then(|()| self.run_functions(&module.body));
        if let Err(stop) = ended {
            match *stop {
                Stop::Raised(raised) if raised.kind.is_empty() => self.unread(UnreadableReason::Statement, raised.span),
                Stop::Raised(raised) => self.tell(raised),
                Stop::Unreadable(reason, span) | Stop::Spoilt(reason, span) | Stop::Lost(reason, span) => {
                    self.unread(reason, span);
                }
            }
        }
        let unknown = std::mem::take(&mut self.unknown);
        (self.reading(), unknown)
    }

    /// Runs the statements of a program.
    fn run_statements(&mut self, module: &Module) -> Outcome<()> {
        for statement in &module.body {
            let first = self.context.operations.len();
            self.shapes.clear();
            let ended = self.statement(statement);
            self.note_steps(first);
            match ended? {
                Flow::Next => {}
                // No way through the program leads on.
                Flow::Ended => return Ok(()),
                // Python does not run a program that leaves a function or a loop where there is none.
                _ => return lost(UnreadableReason::Statement, &statement.span),
            }
        }
        Ok(())
    }

    /// Goes so many levels deeper.
    ///
    /// # Errors
    ///
    /// That is too deep. Only what gives no error is to be left with [`Machine::leave`].
    fn enter(&mut self, levels: usize, span: &Range<usize>) -> Outcome<()> {
        if self.depth + levels > MAX_NESTING {
            return lost(UnreadableReason::TooMuch, span);
        }
        self.depth += levels;
        Ok(())
    }

    fn leave(&mut self, levels: usize) {
        self.depth -= levels;
    }

    fn reading(mut self) -> Reading {
        // A sort of the standard library has 4 KB.
        let unread = std::mem::take(&mut self.told.unread);
        for unread in unread {
            let at = self.told.unread.partition_point(|known| known.span.start <= unread.span.start);
            self.told.unread.insert(at, unread);
        }
        let names = self.names();
        let Context { library, operations, warnings, notes, .. } = self.context;
        Reading { library, names, operations, warnings, notes, ..self.told }
    }

    /// The steps that a program takes.
    #[cfg(test)]
    pub(crate) fn steps(mut self, module: &Module) -> usize {
        for statement in &module.body {
            if self.statement(statement).is_err() {
                break;
            }
        }
        self.context.steps()
    }

    /// Notes what the statement does to the result of each operation from `first` on.
    fn note_steps(&mut self, first: usize) {
        let spans: Vec<Range<usize>> =
            self.context.operations.iter().skip(first).map(|operation| operation.span.clone()).collect();
        for operation in self.context.operations.iter_mut().skip(first) {
            let mut inner = operation.span.clone();
            for (outer, shape) in &self.shapes {
                let contains = outer.start <= inner.start && inner.end <= outer.end && *outer != inner;
                if !contains {
                    continue;
                }
                // Another operation has a record of its own.
                if spans.contains(outer) {
                    break;
                }
                let source = self.context.source;
                let (before, after) =
                    (source.typed(&(outer.start..inner.start)), source.typed(&(inner.end..outer.end)));
                let mut text = format!("{before}…{after}");
                if before.chars().all(|c| c == '(' || c.is_whitespace()) {
                    // Brackets that only group belong to the operation.
                    let mut left = before.matches('(').count();
                    let is_group = |c: char| {
                        let closes = c == ')' && left > 0;
                        left -= usize::from(closes);
                        closes || c.is_whitespace()
                    };
                    text = after.trim_start_matches(is_group).to_owned();
                }
                operation.then.push(AfterStep { text: text.trim().to_owned(), shape: shape.clone() });
                inner = outer.clone();
            }
        }
    }

    fn error(&self, raised: Raised) -> ProgramError {
        let line = self.context.line(raised.span.start);
        let call = raised.call.or_else(|| (self.calls > self.uncalled).then(|| self.outer_call.clone()));
        ProgramError {
            line,
            call_line: call.map(|call| self.context.line(call.start)).filter(|&call| call != line),
            span: raised.span,
            kind: raised.kind,
            message: raised.message,
            operation: raised.operation,
            only_if: self.context.only_if(),
        }
    }

    /// Tells the first exception, and the first one without a condition. That `raise` under a condition that is not known raises an
    /// exception is not told: the program says so itself.
    fn tell(&mut self, raised: Raised) {
        let is_said = raised.is_explicit || raised.kind.is_empty();
        if let Some(&line) = self.context.only_if().last().filter(|_| is_said) {
            self.context.assume(line);
        }
        if raised.kind.is_empty() || (is_said && !self.context.only_if().is_empty()) {
            return;
        }
        // In a later turn its condition may hold, and its variables have other values.
        let is_later = self.context.conditions.len() > self.first_turn && raised.operation.is_none();
        if self.context.is_quiet || is_later || (self.uncalled > 0 && !raised.is_of_operands()) {
            return;
        }
        let error = self.error(raised);
        if self.told.error.is_none() {
            self.told.error = Some(error);
        } else if error.only_if.is_empty() || !self.is_python {
            self.told.next_error.get_or_insert(error);
        }
    }

    /// Notes a line that is not read.
    fn unread(&mut self, reason: UnreadableReason, span: Range<usize>) {
        let line = self.context.line(span.start);
        self.context.has_unread = true;
        if !self.context.is_quiet && !self.told.unread.iter().any(|known| known.line == line) {
            self.told.unread.push(Unread { line, span, reason });
        }
    }

    /// The variables of the module that are tensors.
    fn names(&self) -> Vec<NamedShape> {
        let tensor = |(name, value): &Variable| match value {
            Value::Tensor(tensor) if !tensor.is_scalar => {
                Some(NamedShape { name: name.clone(), shape: tensor.shape.clone(), dtype: tensor.dtype })
            }
            _ => None,
        };
        self.globals.iter().filter_map(tensor).collect()
    }
}
