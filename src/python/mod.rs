//! Python: expressions that make tensors, and programs around them.

mod arithmetic;
mod budget;
mod call;
mod constructors;
mod dispatch;
mod elements;
mod evaluator;
mod failure;
mod indexing;
mod lexer;
mod literal;
mod names;
mod operands;
mod parser;
mod program;
mod queries;
pub mod tree;
mod value;
mod views;

pub use operands::Operands;

use std::ops::Range;

use crate::broadcast::{MAX_SIZE, Scalar, Shape, Values};
use crate::parse::{MAX_AXES, Operand, ParseError, Problem, PythonSource, parse_shape};
use failure::{Failure, failure};
use lexer::{Source, TokenKind};
use program::Program;
use tree::{BinaryOperator, Module};
use value::{Spanned, Value};

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
    if text.trim().is_empty() || !is_python(&source) {
        return parse_shape(text);
    }
    read(&source).map_err(|failure| *failure)
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
    let written = source.tokens.iter().rposition(|token| !token.span.is_empty()).map_or(0, |last| last + 1);
    let tokens = source.tokens.get(..written).unwrap_or_default();
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let mark = |at: usize, mark: char| kind(at) == Some(TokenKind::Mark(mark));
    let opens = |at: usize| mark(at, '(') || mark(at, '[');
    let closes = |at: usize| mark(at, ')') || mark(at, ']');
    let word = |at: usize| matches!(kind(at), Some(TokenKind::Name | TokenKind::Keyword));
    let any = |wanted: &dyn Fn(usize) -> bool| (0..tokens.len()).any(wanted);
    let times = Some(TokenKind::Operator(BinaryOperator::Multiply));
    source.prompted
        || !source.comments.is_empty()
        // Calls, attributes and indices; lists in lists; what goes on after a bracket.
        || any(&|at| word(at) && (opens(at + 1) || (mark(at + 1, '.') && word(at + 2))))
        || any(&|at| opens(at) && opens(at + 1))
        || any(&|at| {
            let goes_on = mark(at + 1, '.') || opens(at + 1) || kind(at + 1) == times;
            closes(at) && (goes_on || kind(at + 1) == Some(TokenKind::Operator(BinaryOperator::Add)))
        })
        // A variable that is not an axis with its size.
        || (word(0) && mark(1, '=') && kind(2).is_some_and(|kind| kind != TokenKind::Integer))
        // Several statements.
        || (any(&word) && any(&|at| mark(at, ';') || kind(at) == Some(TokenKind::Newline)))
        // Products as sizes between commas.
        || (opens(0) && any(&|at| mark(at, ',')) && any(&|at| kind(at) == times))
        // Truth values and what is no number, unless it is an axis with its size.
        || any(&|at| {
            let is = |word: &str| tokens.get(at).is_some_and(|token| source.is(&token.span, word));
            word(at) && !mark(at + 1, '=') && ["True", "False", "nan", "inf"].iter().any(|word| is(word))
        })
        // Reals are values, alone or in a list.
        || (mark(0, '[') && any(&|at| kind(at) == Some(TokenKind::Float)))
        || match tokens {
            [sign, number] => {
                sign.kind == TokenKind::Operator(BinaryOperator::Subtract) && number.kind == TokenKind::Float
            }
            [number] => number.kind == TokenKind::Float,
            _ => false,
        }
}
