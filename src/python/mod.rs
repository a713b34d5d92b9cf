//! Python: one operand as an expression, and the two operands of a program.
//!
//! ```text
//! text ─lexer─▶ tokens ─parser─▶ syntax tree ─evaluator─▶ values ─▶ one operand
//!                                     └───program, operands───────▶ two operands
//! ```
//!
//! | file | content |
//! |---|---|
//! | `lexer` | characters to tokens; prompts, full-width marks, indentation |
//! | `tree`, `parser` | the syntax tree, and tokens to it |
//! | `value`, `budget`, `call` | a value with its place, the bound of all work, what a function is given |
//! | `constructors`, `views`, `elements`, `queries` | what functions, methods and properties do, one Rust function each |
//! | `arithmetic`, `indexing`, `literal` | what operators, indices and nested lists do |
//! | `names`, `dispatch` | the table of known names, and from a name to what it does |
//! | `evaluator` | expressions to values; it alone walks expressions for their values and knows the variables |
//! | `program` | statements one after the other, and the text of an expression without variables |
//! | `operands` | the one operation of two operands in a program |
//! | `interpreter` | whole programs: all shapes, operations and exceptions |
//! | `fields` | letters as sizes in the fields of the operands |
//! | `error_message` | what error messages of the libraries say |
//! | `messages` | error messages and other texts that are pasted |
//! | `answers` | what a person gives for names without a value, written into the program |
//!
//! No file uses one that uses it: what is done with values is given a budget, never the evaluator.
//!
//! # To add a call
//!
//! 1. Write its function in the file of its kind, with the type that `names::Does` has for it. `Call::arguments` has the
//!    values, `Call::raises` makes the library's own exception. What is made or copied is paid from `Call::budget`.
//! 2. Add a row to `names::KNOWN`: the name, its places, its keywords, the function. If `COMPUTES` has the name, remove it
//!    there.
//! 3. Add expressions to `tests/vectors/expressions.txt` and renew the recorded answers, so that the value is compared with
//!    that of the library.
//!
//! # To add an expression
//!
//! Every expression of Python has a node. Take its kind out of the last arm in `Evaluator::evaluate`, which is an error, and
//! give it an arm of its own.
//!
//! # To add a statement
//!
//! 1. If it is [`tree::StatementKind::Unsupported`], add a kind, read it in `parser/statements.rs`, and add texts to
//!    `tests/vectors/make_syntax.py`, so that the tree is compared with that of CPython.
//! 2. Say in `program::steps` which values it makes and which variables get them. A statement with a block needs more: run
//!    its statements in `Program::run`, and decide in `operands` what the block means for the one operation.

mod answers;
mod arithmetic;
mod budget;
mod call;
mod constructors;
mod dispatch;
mod elements;
mod error_message;
mod evaluator;
mod failure;
mod fields;
mod indexing;
mod interpreter;
mod lexer;
mod literal;
mod messages;
mod names;
mod operands;
mod parser;
mod program;
mod queries;
pub mod tree;
mod value;
mod views;

pub use answers::{Answer, Answered, with_answers};
pub use fields::{letters_of, parse_field, with_letter_sizes};
pub use interpreter::{
    AfterStep, Asked, Before, Inlay, MAX_PROGRAM_CHARS, NamedShape, Note, OperationResult, ProgramError,
    ProgramOperand, ProgramOperation, ProgramWarning, Reading, Unreadable, UnreadableReason, read_open_program,
    read_program,
};
pub use messages::{Pasted, pasted, pasted_message};
pub use operands::Operands;

use std::ops::Range;

use crate::broadcast::{MAX_SIZE, Scalar, Shape, Values};
use crate::chunks::chunk;
use crate::library::Library;
use crate::parse::{MAX_AXES, Operand, ParseError, Problem, PythonSource, ascii_twin, parse_shape};
use failure::{Failure, failure};
use lexer::TokenKind::Mark;
use lexer::{Source, TokenKind};
use program::Program;
use tree::{BinaryOperator, Module};
use value::{Spanned, Value};

/// What reads Python. It is a chunk, because the first picture of two shapes needs none of it.
#[derive(Debug)]
pub struct Reader {
    /// Reads one operand; see [`parse_operand`].
    operand: fn(&str) -> Result<Operand, ParseError>,
    /// Reads the text of a field, among the texts of all fields; see [`parse_field`].
    field: fn(&str, &[&str]) -> Result<Operand, ParseError>,
    /// The letters of the texts of all fields that have no size; see [`letters_of`].
    pub letters_of: fn(&[&str]) -> Vec<Asked>,
    /// Finds the two operands of a program; see [`operands_in`].
    pub operands_in: fn(&str) -> Option<Operands>,
    /// What a pasted text is; see [`pasted`].
    pub pasted: fn(&str) -> Option<Pasted>,
    /// What an error message becomes; see [`pasted_message`].
    pub pasted_message: fn(&str) -> Option<Pasted>,
    /// Reads a whole program; see [`read_open_program`].
    pub program: fn(&str, Library) -> Reading,
    /// Reads a whole program as Python runs it; see [`read_program`].
    pub read_program: fn(&str, Library) -> Reading,
    /// Writes answers into a program; see [`with_answers`].
    pub with_answers: fn(&str, Library, &[Answer]) -> Answered,
    /// Writes answers into the program or, where there is none, into the texts of the operands; see [`answer`].
    pub answer: fn(&mut String, &mut [&mut String], Library, &[Answer]) -> bool,
}

chunk! {
    /// The reader of Python.
    pub PYTHON: Reader = READER, in reader
}

const READER: Reader = Reader {
    operand: parse_operand,
    field: parse_field,
    letters_of,
    operands_in,
    pasted,
    pasted_message,
    program: read_open_program,
    read_program,
    with_answers,
    answer,
};

/// Reads one operand: a shape, or Python that makes one tensor.
///
/// # Errors
///
/// The first thing that cannot be read, with its place in characters.
///
/// ```
/// use broadcast_visualizer::{broadcast::Shape, python::parse_operand};
/// assert_eq!(parse_operand("5 × 3 × 4 × 1").expect("a shape").shape(), &Shape::from([5, 3, 4, 1]));
/// assert_eq!(parse_operand("[[0],[10],[20]]").expect("nested lists").shape(), &Shape::from([3, 1]));
/// assert_eq!(parse_operand("torch.arange(12).reshape(3, 4).T").expect("a tensor").shape(), &Shape::from([4, 3]));
/// ```
pub fn parse_operand(text: &str) -> Result<Operand, ParseError> {
    let source = Source::new(text).map_err(|failure| *failure)?;
    if error_message::is_message(text) {
        return Err(ParseError { span: 0..text.chars().count(), problem: Problem::Message });
    }
    if text.trim().is_empty() || !is_python(&source) {
        return parse_shape(text);
    }
    read(&source).map_err(|failure| *failure)
}

/// Reads one operand as [`parse_operand`] does. Without a reader, only what is plainly a shape can be read; any other text is the
/// error [`Problem::NotLoaded`].
///
/// # Errors
///
/// The first thing that cannot be read, with its place in characters.
pub fn read_operand(text: &str, reader: Option<&Reader>) -> Result<Operand, ParseError> {
    if is_plainly_a_shape(text) {
        return parse_shape(text);
    }
    match reader {
        Some(reader) => (reader.operand)(text),
        None => Err(ParseError { span: 0..text.chars().count(), problem: Problem::NotLoaded }),
    }
}

/// Reads the text of a field as [`read_operand`] does, but with letters as sizes: see [`parse_field`]. `texts`: those of all fields.
///
/// # Errors
///
/// The first thing that cannot be read, with its place in characters.
pub fn read_field(text: &str, texts: &[&str], reader: Option<&Reader>) -> Result<Operand, ParseError> {
    match reader {
        Some(reader) if !is_plainly_a_shape(text) => (reader.field)(text, texts),
        _ => read_operand(text, reader),
    }
}

/// Writes answers into a text: into that of the program or, where it is empty, into those of the operands. `false` where nothing changed,
/// because an answer cannot be read or there is none.
pub fn answer(program: &mut String, operands: &mut [&mut String], library: Library, answers: &[Answer]) -> bool {
    if program.is_empty() {
        let texts: Vec<&str> = operands.iter().map(|text| text.as_str()).collect();
        let written = with_letter_sizes(&texts, answers);
        let is_changed = written.is_some();
        for (text, written) in operands.iter_mut().zip(written.into_iter().flatten()) {
            **text = written;
        }
        return is_changed;
    }
    match with_answers(program, library, answers) {
        Ok(written) if written != *program => {
            *program = written;
            true
        }
        _ => false,
    }
}

/// Whether a text may be a program with two operands.
#[must_use]
pub fn may_be_program(text: &str) -> bool {
    !is_plainly_a_shape(text)
}

/// Whether a text is one of the notations of shapes at first sight, without tokens: sizes and separators, perhaps in one pair of
/// brackets. Of such a text [`is_python`] never holds.
fn is_plainly_a_shape(text: &str) -> bool {
    let [mut begun, mut opened, mut closed, mut times] = [false; 4];
    for c in text.chars() {
        match ascii_twin(c) {
            _ if c == '\n' || (closed && !c.is_whitespace()) => return false,
            ' ' => continue,
            '(' | '[' if !begun => opened = true,
            ')' | ']' => closed = true,
            '0'..='9' | ',' | '-' => {}
            'x' | 'X' | '×' => times = true,
            _ => return false,
        }
        begun = true;
    }
    !(opened && times)
}

/// The two operands of a pasted program, each as an expression of its own; `None` where it is not exactly one operation of
/// two operands, or two operands without one.
///
/// ```
/// use broadcast_visualizer::{broadcast::Operator, python::operands_in};
/// let pasted = operands_in("x = torch.ones(3)  # a row\ny = x[:, None]\nx.add_(y)").expect("two");
/// assert_eq!((pasted.a.as_str(), pasted.b.as_str()), ("torch.ones(3)", "torch.ones(3)[:, None]"));
/// assert_eq!((pasted.operator, pasted.in_place), (Some(Operator::Add), true));
/// assert_eq!(operands_in("x = torch.ones(3)\nx @ x"), None);
/// assert_eq!(operands_in("5,3,4,1"), None);
/// ```
#[must_use]
pub fn operands_in(program: &str) -> Option<Operands> {
    let source = Source::new(program).ok()?;
    operands::operands(&source, &parser::module(&source).ok()?)
}

/// Whether a text is Python that does more than make tensors: it has an operation, or fails, or has statements that are not read.
///
/// ```
/// use broadcast_visualizer::python::is_program;
/// assert!(is_program("x = torch.ones(3)\ny = x + torch.ones(3, 1)\ny.mean()"));
/// assert!(!is_program("x = torch.ones(3)\ny = torch.ones(3, 1)"));
/// assert!(!is_program("32,1\n32"));
/// ```
#[must_use]
pub fn is_program(text: &str) -> bool {
    let Ok(module) = syntax_tree(text) else { return false };
    let is_shape = |statement: &tree::Statement| match &statement.kind {
        tree::StatementKind::Expression(expression) => !matches!(
            expression.kind,
            tree::ExpressionKind::Call { .. }
                | tree::ExpressionKind::Binary { .. }
                | tree::ExpressionKind::Compare { .. }
        ),
        _ => false,
    };
    if module.body.is_empty() || module.body.iter().all(is_shape) {
        return false;
    }
    let reading = read_program(text, Library::default());
    !reading.operations.is_empty() || reading.error.is_some() || reading.unreadable.is_some()
}

/// The syntax tree of a program.
///
/// # Errors
///
/// The first place where the text is not Python.
///
/// ```
/// use broadcast_visualizer::python::{syntax_tree, tree::{ExpressionKind, StatementKind}};
/// let module = syntax_tree("y = x @ W + b  # (32, 10)").expect("Python");
/// let StatementKind::Assign { value, .. } = &module.body[0].kind else { panic!("an assignment") };
/// assert!(matches!(value.kind, ExpressionKind::Binary { .. }));
/// assert_eq!((value.span.clone(), module.comments[0].clone()), (4..13, 15..25));
/// ```
pub fn syntax_tree(program: &str) -> Result<Module, ParseError> {
    Source::new(program).and_then(|source| parser::module(&source)).map_err(|failure| *failure)
}

fn read(source: &Source) -> Result<Operand, Failure> {
    let (item, text) = Program::new(source, true).run(&parser::module(source)?)?;
    let is_tensor = matches!(item.value, Value::Tensor(_));
    let mut operand = operand(item)?;
    operand.python = text.map(|text| PythonSource { library: operand.library, is_tensor, text });
    Ok(operand)
}

/// The operand that a value stands for: a tensor, a list of sizes, or a list of values where it is nested or holds reals.
fn operand(item: Spanned<Value>) -> Result<Operand, Failure> {
    let integer = |item: &Spanned<Value>| matches!(item.value, Value::Scalar(Scalar::Int(_)));
    match item.value {
        Value::Tensor(operand) => Ok(*operand),
        Value::List(ref items) if items.iter().all(integer) => shape(items, &item.span),
        Value::Scalar(Scalar::Int(_)) => shape(std::slice::from_ref(&item), &item.span),
        Value::List(_) | Value::Scalar(_) => literal::tensor(&item).map(Operand::from),
        _ => Err(item.unfit(Problem::NotAnOperand)),
    }
}

fn shape(items: &[Spanned<Value>], whole: &Range<usize>) -> Result<Operand, Failure> {
    if let Some(item) = items.get(MAX_AXES) {
        // An entry that was multiplied stands nowhere by itself.
        let span = if item.span.start > items[0].span.start { &item.span } else { whole };
        return Err(failure(span, Problem::TooManyAxes));
    }
    let size = |item: &Spanned<Value>| match u64::try_from(item.int()?) {
        Ok(size) if size <= MAX_SIZE => Ok(size),
        _ => Err(item.error(Problem::NegativeSize)),
    };
    let sizes = items.iter().map(size).collect::<Result<Vec<u64>, _>>()?;
    Ok(Operand { values_unknown: true, ..Operand::of(&Shape::from(sizes.as_slice()), Values::Arange) })
}

/// Whether a text is Python rather than one of the notations of shapes, which are sizes in at most one pair of brackets,
/// perhaps with names.
fn is_python(source: &Source) -> bool {
    // The end of the text is no line's end: there the tokens are empty.
    let length = source.tokens.iter().rposition(|token| !token.span.is_empty()).map_or(0, |last| last + 1);
    let kind = |at: usize| source.tokens.get(at).filter(|_| at < length).map_or(TokenKind::Unknown, |token| token.kind);
    let word = |at: usize| matches!(kind(at), TokenKind::Name | TokenKind::Word(_));
    let opens = |at: usize| matches!(kind(at), Mark(b'(' | b'['));
    let [mut words, mut lines, mut commas, mut products, mut floats] = [false; 5];
    for (at, token) in source.tokens.iter().take(length).enumerate() {
        let next = kind(at + 1);
        let python = match token.kind {
            // A call, an index, an attribute; what is no size, unless it is the name of an axis.
            TokenKind::Name | TokenKind::Word(_) => {
                let value = ["True", "False", "nan", "inf"].iter().any(|value| source.is(&token.span, value));
                opens(at + 1) || (next == Mark(b'.') && word(at + 2)) || (value && next != Mark(b'='))
            }
            // A list in a list.
            Mark(b'(' | b'[') => opens(at + 1),
            // What goes on after a bracket.
            Mark(b')' | b']') => {
                let operator = matches!(next, TokenKind::Operator(BinaryOperator::Multiply | BinaryOperator::Add));
                opens(at + 1) || next == Mark(b'.') || operator
            }
            _ => false,
        };
        if python {
            return true;
        }
        words |= word(at);
        lines |= matches!(token.kind, TokenKind::Newline | Mark(b';'));
        commas |= token.kind == Mark(b',');
        products |= token.kind == TokenKind::Operator(BinaryOperator::Multiply);
        floats |= token.kind == TokenKind::Float;
    }
    let assigned = word(0) && kind(1) == Mark(b'=');
    let signed = kind(0) == TokenKind::Operator(BinaryOperator::Subtract);
    source.prompted
        || !source.comments.is_empty()
        // Several statements.
        || (words && lines)
        // A variable that is not an axis with its size.
        || (assigned && length > 2 && kind(2) != TokenKind::Integer)
        // Products as sizes between commas.
        || (opens(0) && commas && products)
        // Reals are values, in a list or alone.
        || (floats && (kind(0) == Mark(b'[') || length == 1 || (length == 2 && signed)))
}
