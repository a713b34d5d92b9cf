//! The syntax tree of a Python program.
//!
//! The nodes are those of CPython's own `ast` module (<https://docs.python.org/3/library/ast.html>), and so are their spans:
//! brackets that only group belong to no node. `tests/reading/syntax.rs` compares both trees. What few tensor programs need (`async`,
//! …) is one [`StatementKind::Unread`].

mod expression;
mod operators;

use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

pub use crate::syntax::tree::expression::{Argument, Clause, Expression, ExpressionKind, SequenceKind};
pub use crate::syntax::tree::operators::{BinaryOperator, CompareOperator, UnaryOperator};

/// A program.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Module {
    /// Its statements.
    pub body: Vec<Statement>,
    /// The places of its comments in order, each from `#` to the end of its line.
    pub comments: Vec<Range<usize>>,
    /// Why CPython does not accept the program, where that is known.
    pub error: Option<SyntaxError>,
    /// Whether the text was longer than may be read.
    pub is_cut: bool,
}

/// What CPython says of a program that it does not accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The class of the exception: `SyntaxError` or `IndentationError`.
    pub kind: &'static str,
    /// What it says; empty where that is not known.
    pub message: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The place in the line, in characters, counted from 1. It may be one after the end.
    pub offset: usize,
}

/// Why a statement is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnreadKind {
    /// It is a statement of a kind that is not supported, or one that is nested too deep.
    Unsupported,
    /// It is not Python, or a part of Python that is not known here.
    NotPython,
    /// IPython takes it for itself: `%matplotlib inline`, `!pip install x`, `x?`.
    Command,
    /// The text is cut in it, or after it.
    Cut,
}

/// A statement and the characters that write it.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Its place, in characters of the text.
    pub span: Range<usize>,
}

/// What a statement is.
#[derive(Debug, Clone, PartialEq)]
pub enum StatementKind {
    /// An expression whose value is not kept.
    Expression(Expression),
    /// `a = b = value`.
    Assign {
        /// What is assigned to, in order.
        targets: Vec<Expression>,
        /// The value.
        value: Expression,
    },
    /// `x: annotation = value`.
    AnnotatedAssign {
        /// What is assigned to.
        target: Expression,
        /// The annotation.
        annotation: Expression,
        /// The value, where there is one.
        value: Option<Expression>,
    },
    /// `x += value`.
    AugmentedAssign {
        /// What is changed.
        target: Expression,
        /// The operator before the `=`.
        operator: BinaryOperator,
        /// The value.
        value: Expression,
    },
    /// `import a.b as c, d`.
    Import(Vec<Alias>),
    /// `from module import a as b, c`.
    ImportFrom {
        /// The module with its leading points.
        module: String,
        /// What is imported; `*` is a name here.
        names: Vec<Alias>,
    },
    /// `for target in iterable: body else: otherwise`.
    For {
        /// What each value is assigned to.
        target: Expression,
        /// What is iterated over.
        iterable: Expression,
        /// The statements that are repeated.
        body: Vec<Statement>,
        /// The statements after `else`.
        otherwise: Vec<Statement>,
    },
    /// `if condition: body else: otherwise`. An `elif` is an `if` in `otherwise`.
    If {
        /// The condition.
        condition: Expression,
        /// The statements where it holds.
        body: Vec<Statement>,
        /// The statements where it does not.
        otherwise: Vec<Statement>,
    },
    /// `while condition: body else: otherwise`.
    While {
        /// The condition.
        condition: Expression,
        /// The statements that are repeated while it holds.
        body: Vec<Statement>,
        /// The statements after `else`.
        otherwise: Vec<Statement>,
    },
    /// `try: body except …: … else: otherwise finally: last`.
    Try {
        /// The statements that may raise an exception.
        body: Vec<Statement>,
        /// What is done with an exception.
        handlers: Vec<Handler>,
        /// The statements after `else`, which run if there was no exception.
        otherwise: Vec<Statement>,
        /// The statements after `finally`, which run in any case.
        last: Vec<Statement>,
    },
    /// `raise exception from cause`.
    Raise {
        /// The exception; without one, that which is handled is raised again.
        exception: Option<Expression>,
        /// The cause.
        cause: Option<Expression>,
    },
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `class name(arguments): body`.
    Class {
        /// The name of the class.
        name: Identifier,
        /// The classes that it derives from, and keyword arguments.
        arguments: Vec<Argument>,
        /// Its statements.
        body: Vec<Statement>,
        /// What stands after `@` on the lines before, in order.
        decorators: Vec<Expression>,
    },
    /// `def name(parameters) -> returns: body`.
    Def {
        /// The function's name.
        name: Identifier,
        /// Its parameters.
        parameters: Rc<[Parameter]>,
        /// The annotation of its result.
        returns: Option<Expression>,
        /// Its statements. They are shared: a function that a program makes keeps them.
        body: Rc<[Statement]>,
        /// What stands after `@` on the lines before, in order.
        decorators: Vec<Expression>,
    },
    /// `return value`.
    Return(Option<Expression>),
    /// `with value as target, …: body`.
    With {
        /// Each value, and what it is assigned to.
        items: Vec<(Expression, Option<Expression>)>,
        /// The statements.
        body: Vec<Statement>,
    },
    /// `assert condition, message`.
    Assert {
        /// The condition.
        condition: Expression,
        /// The message.
        message: Option<Expression>,
    },
    /// `del a, b`.
    Delete(Vec<Expression>),
    /// `global a, b` or `nonlocal a, b`.
    Global {
        /// The names.
        names: Vec<String>,
        /// Whether they are variables of the functions around, not of the module.
        is_nonlocal: bool,
    },
    /// `yield value` or `yield from value` as a statement.
    Yield {
        /// What the generator gives.
        value: Option<Expression>,
    },
    /// `pass`.
    Pass,
    /// A statement that is not read. The statements of a block of one that is not Python follow it.
    Unread {
        /// Why it is not read.
        kind: UnreadKind,
        /// The names in it, to some of which it may give values.
        names: Vec<String>,
        /// Whether it may leave the function or the loop around it.
        leaves: bool,
    },
}

/// What stands in a statement itself, beside its blocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StatementPart<'a> {
    /// An expression that is evaluated.
    Value(&'a Expression),
    /// What is assigned to, or deleted.
    Target(&'a Expression),
    /// A name that gets a value.
    Name(&'a str),
}

impl StatementKind {
    /// Gives each part of the statement to `visit`, in the order in which Python comes to it. Annotations and messages of `assert` are not
    /// among them.
    pub fn each_part<'a>(&'a self, visit: &mut dyn FnMut(StatementPart<'a>)) {
        use StatementPart::{Name, Target, Value};
        match self {
            Self::Expression(value)
            | Self::Return(Some(value))
            | Self::Yield { value: Some(value), .. }
            | Self::If { condition: value, .. }
            | Self::While { condition: value, .. }
            | Self::Assert { condition: value, .. } => visit(Value(value)),
            Self::Assign { targets, value } => {
                visit(Value(value));
                targets.iter().for_each(|target| visit(Target(target)));
            }
            Self::AnnotatedAssign { target, value, .. } => {
                value.iter().for_each(|value| visit(Value(value)));
                visit(Target(target));
            }
            Self::AugmentedAssign { target, value, .. } => {
                [Value(target), Value(value), Target(target)].into_iter().for_each(visit);
            }
            Self::Import(aliases) | Self::ImportFrom { names: aliases, .. } => {
                aliases.iter().for_each(|alias| visit(Name(alias.bound())));
            }
            Self::For { target, iterable, .. } => [Value(iterable), Target(target)].into_iter().for_each(visit),
            Self::With { items, .. } => {
                for (value, target) in items {
                    visit(Value(value));
                    target.iter().for_each(|target| visit(Target(target)));
                }
            }
            Self::Try { handlers, .. } => {
                for handler in handlers {
                    handler.kind.iter().for_each(|kind| visit(Value(kind)));
                    handler.name.iter().for_each(|name| visit(Name(&name.name)));
                }
            }
            Self::Raise { exception, cause } => exception.iter().chain(cause).for_each(|value| visit(Value(value))),
            Self::Class { name, arguments, decorators, .. } => {
                arguments.iter().for_each(|argument| visit(Value(argument.value())));
                decorators.iter().for_each(|decorator| visit(Value(decorator)));
                visit(Name(&name.name));
            }
            Self::Def { name, parameters, decorators, .. } => {
                decorators.iter().for_each(|decorator| visit(Value(decorator)));
                parameters
                    .iter()
                    .filter_map(|parameter| parameter.default.as_ref())
                    .for_each(|value| visit(Value(value)));
                visit(Name(&name.name));
            }
            Self::Delete(targets) => targets.iter().for_each(|target| visit(Target(target))),
            _ => {}
        }
    }

    /// The blocks of statements in it, in order.
    #[must_use]
    pub fn blocks(&self) -> Vec<&[Statement]> {
        match self {
            Self::For { body, otherwise, .. }
            | Self::If { body, otherwise, .. }
            | Self::While { body, otherwise, .. } => vec![body, otherwise],
            Self::Try { body, handlers, otherwise, last } => {
                let handlers = handlers.iter().map(|handler| handler.body.as_slice());
                [body.as_slice()].into_iter().chain(handlers).chain([otherwise.as_slice(), last]).listed()
            }
            Self::Class { body, .. } | Self::With { body, .. } => vec![body],
            Self::Def { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }
}

/// A word that is no expression by itself: the name of an attribute, an argument, a parameter, a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier {
    /// The word.
    pub name: String,
    /// Its place.
    pub span: Range<usize>,
}

/// `except kind as name: body`.
#[derive(Debug, Clone, PartialEq)]
pub struct Handler {
    /// The class of the exceptions, or a tuple of classes; without one, all exceptions.
    pub kind: Option<Expression>,
    /// The variable that the exception is assigned to.
    pub name: Option<Identifier>,
    /// The statements.
    pub body: Vec<Statement>,
}

/// `name as alias` of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// What is imported, with its points.
    pub name: String,
    /// The name that it gets, where it is another one.
    pub alias: Option<String>,
}

impl Alias {
    /// The name that gets a value.
    #[must_use]
    pub fn bound(&self) -> &str {
        self.alias.as_deref().or_else(|| self.name.split('.').next()).unwrap_or_default()
    }
}

/// A parameter of a function, or one of the marks between parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// What it takes.
    pub kind: ParameterKind,
    /// Its name; that of a mark is empty.
    pub name: Identifier,
    /// The annotation.
    pub annotation: Option<Expression>,
    /// The value where none is given.
    pub default: Option<Expression>,
}

/// What a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// One argument.
    Plain,
    /// The mark `/`: those before it have no keyword.
    PositionalOnly,
    /// The mark `*`: those after it have only a keyword.
    KeywordOnly,
    /// `*name`: all positional arguments that are left.
    Rest,
    /// `**name`: all keyword arguments that are left.
    Keywords,
}
