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
//! | `iteration`, `containers`, `loaders` | iterators, generators and comprehensions; dictionaries and sets; batches of the program's datasets |
//! | `stated`, `annotations` | stated shapes, and the comments and types that state them |
//! | `attributes`, `builtins`, `keys`, `texts` | names and attributes; Python's own functions; keys of dictionaries; methods of strings |
//!
//! A statement that cannot be read leaves its variables without a value; the machine then goes on with what does not depend on them.

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

use std::ops::Range;

pub(crate) use self::exceptions::{exception_name, is_exception};
use self::scopes::Scope;
use self::statements::Flow;
use self::targets::may_change;
use crate::reading::{AfterStep, Before, Inlay, NamedShape, Note, ProgramError, Reading, Unreadable, UnreadableReason};
use crate::syntax::lexer::Source;
use crate::syntax::tree::Module;
use crate::tensors::context::{Context, Outcome, Raised, Stop, lost};
use crate::tensors::value::Value;
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

/// A variable: its name and its value; `None` where the value is not known.
pub(crate) type Variable = (String, Option<Value>);

/// A variable that was assigned what cannot be read.
pub(crate) struct Unknown {
    /// Its name.
    pub(crate) name: String,
    /// The variable without a known value that this follows from, if it follows from one.
    pub(crate) from: Option<String>,
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
    /// Where `__getitem__` of a dataset is called with an index that is not known: how many calls within each other it is, and the
    /// number of items.
    shuffled: Option<(usize, i64)>,
    /// Whether a function assigned a variable that is not its own.
    changed_outside: bool,
    inlays: Vec<Inlay>,
    unreadable: Option<Unreadable>,
    /// The library of `from module import *`.
    star: Option<Library>,
    /// The shape of each expression of the statement that is being run.
    shapes: Vec<(Range<usize>, Shape)>,
    /// The sizes of names that only stated shapes have.
    stated_sizes: Vec<(String, u64)>,
    notes: Vec<Note>,
    /// The variables that were assigned what cannot be read.
    unknown: Vec<Unknown>,
    /// The functions of the program that were called.
    called: Vec<String>,
    /// The exceptions that are being handled, the innermost last.
    exceptions: Vec<Raised>,
    /// The exceptions of operations that were handled, each with the number of operations before it.
    handled: Vec<(usize, ProgramError)>,
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
            shuffled: None,
            changed_outside: false,
            inlays: Vec::new(),
            unreadable: None,
            star: None,
            shapes: Vec::new(),
            stated_sizes: Vec::new(),
            notes: Vec::new(),
            unknown: Vec::new(),
            called: Vec::new(),
            exceptions: Vec::new(),
            handled: Vec::new(),
            depth: 0,
            both: Library::default(),
            is_of_both: false,
        }
    }

    /// Gives sizes to names: to variables, and to what only stated shapes name.
    pub(crate) fn with_sizes(mut self, variables: &[(String, u64)], stated: &[(String, u64)]) -> Self {
        let variable = |(name, size): &(String, u64)| (name.clone(), Some(Value::Int(i64::try_from(*size).ok())));
        self.globals = variables.iter().map(variable).collect();
        self.stated_sizes = stated.to_vec();
        self
    }

    /// Runs a program to its end, to its first exception, or to where nothing more is known.
    pub(crate) fn run(mut self, module: &Module) -> Reading {
        let error = self.run_statements(module);
        self.reading(error)
    }

    /// Runs a program, and then those of its functions that nothing has called and whose types state all shapes. Also gives the
    /// variables that were assigned what cannot be read.
    pub(crate) fn run_with_functions(mut self, module: &Module) -> (Reading, Vec<Unknown>) {
        let mut error = self.run_statements(module);
        if error.is_none() {
            match self.run_functions(module).map_err(|stop| *stop) {
                Ok(()) => {}
                Err(Stop::Raised(raised)) => error = Some(self.error(raised)),
                Err(Stop::Unreadable(reason, span) | Stop::Lost(reason, span)) => self.skip(reason, span),
            }
        }
        let unknown = std::mem::take(&mut self.unknown);
        (self.reading(error), unknown)
    }

    /// Runs the statements of a program; gives the exception that ends it.
    fn run_statements(&mut self, module: &Module) -> Option<ProgramError> {
        for statement in &module.body {
            let first = self.context.operations.len();
            self.shapes.clear();
            let ended = self.statement(statement);
            self.note_steps(first);
            let stop = match ended {
                Ok(Flow::Next) => continue,
                // Python does not run a program that leaves a function or a loop where there is none.
                Ok(_) => Box::new(Stop::Lost(UnreadableReason::Statement, statement.span.clone())),
                Err(stop) => stop,
            };
            match *stop {
                Stop::Raised(raised) => return Some(self.error(raised)),
                // What functions keep, and what they assigned elsewhere, may have changed as well.
                Stop::Unreadable(reason, span) if self.keeps_state() => {
                    self.skip(reason, span);
                    return None;
                }
                Stop::Unreadable(reason, span) => {
                    self.note_unknown(statement, &reason);
                    self.skip(reason, span);
                    self.forget(statement);
                }
                Stop::Lost(reason, span) => {
                    self.skip(reason, span);
                    return None;
                }
            }
        }
        None
    }

    /// Whether there are variables that [`Machine::forget`] does not find.
    fn keeps_state(&self) -> bool {
        let keeps = |(_, value): &Variable| match value {
            Some(Value::Class(class)) => class.attributes.borrow().iter().any(|(_, value)| may_change(value)),
            _ => false,
        };
        self.changed_outside || !self.scopes.is_empty() || self.globals.iter().any(keeps)
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

    fn reading(self, error: Option<ProgramError>) -> Reading {
        Reading {
            library: self.context.library,
            names: self.names(),
            inlays: self.inlays,
            operations: self.context.operations,
            error,
            handled: self.handled,
            warnings: self.context.warnings,
            unreadable: self.unreadable,
            notes: self.notes,
            asked: Vec::new(),
        }
    }

    /// The steps that a program takes.
    #[cfg(test)]
    pub(crate) fn steps(mut self, module: &Module) -> usize {
        for statement in &module.body {
            if self.statement(statement).is_err_and(|stop| !matches!(*stop, Stop::Unreadable(..))) {
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
                // Brackets that only group belong to the operation.
                let grouping = before.chars().filter(|c| !c.is_whitespace()).count();
                let text = if before.chars().all(|c| c == '(' || c.is_whitespace()) {
                    let mut left = grouping;
                    after
                        .trim_start_matches(|c: char| {
                            let closes = c == ')' && left > 0;
                            left -= usize::from(closes);
                            closes || c.is_whitespace()
                        })
                        .to_owned()
                } else {
                    format!("{before}…{after}")
                };
                operation.then.push(AfterStep { text: text.trim().to_owned(), shape: shape.clone() });
                inner = outer.clone();
            }
        }
    }

    fn error(&self, raised: Raised) -> ProgramError {
        let line = self.context.line(raised.span.start);
        let call_line = raised.call.map(|call| self.context.line(call.start)).filter(|&call| call != line);
        ProgramError {
            line,
            call_line,
            span: raised.span,
            kind: raised.kind,
            message: raised.message,
            operation: raised.operation,
        }
    }

    /// Notes the first place that cannot be read.
    fn skip(&mut self, reason: UnreadableReason, span: Range<usize>) {
        if self.unreadable.is_none() {
            let before = Before {
                names: self.names(),
                operations: self.context.operations.len(),
                warnings: self.context.warnings.len(),
            };
            self.unreadable = Some(Unreadable { line: self.context.line(span.start), span, reason, before });
        }
    }

    /// The variables of the module that are tensors.
    fn names(&self) -> Vec<NamedShape> {
        let tensor = |(name, value): &Variable| match value {
            Some(Value::Tensor(tensor)) if !tensor.is_scalar => {
                Some(NamedShape { name: name.clone(), shape: tensor.shape.clone(), dtype: tensor.dtype })
            }
            _ => None,
        };
        self.globals.iter().filter_map(tensor).collect()
    }
}
