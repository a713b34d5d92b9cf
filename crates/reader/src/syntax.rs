//! Python's syntax: from characters to tokens, and from tokens to the syntax tree.
//!
//! | file | content |
//! |---|---|
//! | `lexer` | characters to tokens; prompts, full-width marks, indentation |
//! | [`tree`], `parser` | the syntax tree, and tokens to it |
//! | `check` | what CPython says of a text that it does not accept |
//! | `fields` | the fields of formatted strings |
//! | `failure` | an error with its place |
//! | `parts` | what an editor colours |
//!
//! # To add a statement
//!
//! If it is [`tree::StatementKind::Unread`], add a kind, read it in `parser/statements.rs`, and add texts to
//! `tests/vectors/make_syntax.py`, so that the tree is compared with that of CPython.

mod check;
pub(crate) mod failure;
pub(crate) mod fields;
pub(crate) mod lexer;
pub(crate) mod parser;
mod parts;
pub mod tree;

pub use parts::{Part, PartKind, parts};

use failure::Failure;
use lexer::Source;
use tree::Module;

use crate::shapes::ParseError;

/// The syntax tree of a program.
///
/// # Errors
///
/// The first place where the text is not Python.
///
/// ```
/// use tensor_reader::syntax_tree;
/// use tensor_reader::syntax::tree::{ExpressionKind, StatementKind};
/// let module = syntax_tree("y = x @ W + b  # (32, 10)").expect("Python");
/// let StatementKind::Assign { value, .. } = &module.body[0].kind else { panic!("an assignment") };
/// assert!(matches!(value.kind, ExpressionKind::Binary { .. }));
/// assert_eq!((value.span.clone(), module.comments[0].clone()), (4..13, 15..25));
/// ```
pub fn syntax_tree(program: &str) -> Result<Module, ParseError> {
    Source::new(program).and_then(|source| parser::module(&source)).map_err(|failure| *failure)
}

/// The syntax tree of a program, in which what cannot be read is a statement of its own ([`tree::StatementKind::Unread`]), with what
/// CPython says if it does not accept the program. A text that is too long is cut at the end of a line.
///
/// ```
/// use tensor_reader::syntax::program_tree;
/// let module = program_tree("x = torch.zeros(3\n");
/// assert_eq!(module.error.expect("no Python").message, "'(' was never closed");
/// ```
#[must_use]
pub fn program_tree(program: &str) -> Module {
    tree_of(&Source::program(program, crate::reading::MAX_PROGRAM_CHARS)).0
}

/// The same of a text that is cut into tokens, with the error of [`parser::module`] if there is one.
pub(crate) fn tree_of(source: &Source) -> (Module, Option<Failure>) {
    let (mut module, fault, failure) = parser::lenient(source);
    module.error = check::syntax_error(source, &module.body, fault.as_ref());
    (module, failure)
}
