//! Python: expressions that make tensors, and programs around them.

mod calls;
mod elements;
mod evaluate;
mod lexer;
mod literal;
mod methods;
mod parser;
mod signs;
mod statements;
mod table;
pub mod tree;
mod value;

pub use statements::Operands;

use std::ops::Range;

use crate::broadcast::{MAX_SIZE, Scalar, Shape, Values};
use crate::parse::{MAX_AXES, Operand, ParseError, Problem, PythonSource, parse_shape};
use signs::{Kind, Source};
use statements::Program;
use value::{Item, Value};

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
    let source = Source::new(text)?;
    if !text.trim().is_empty() && is_python(&source) { read(&source) } else { parse_shape(text) }
}

/// The two operands of a pasted text, each as an expression of its own; `None` where it has not two.
///
/// ```
/// use broadcast_visualizer::{broadcast::Operator, python::operands_in};
/// let pasted = operands_in("x = torch.ones(3)  # a row\ny = x[:, None]\nx.add_(y)").expect("two");
/// assert_eq!((pasted.a.as_str(), pasted.b.as_str()), ("torch.ones(3)", "torch.ones(3)[:, None]"));
/// assert_eq!((pasted.operator, pasted.in_place), (Some(Operator::Add), true));
/// assert_eq!(operands_in("5,3,4,1"), None);
/// ```
#[must_use]
pub fn operands_in(program: &str) -> Option<Operands> {
    let source = Source::new(program).ok()?;
    Program::new(&source).operands()
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
pub fn syntax_tree(program: &str) -> Result<tree::Module, ParseError> {
    parser::module(&lexer::Source::new(program)?)
}

fn read(source: &Source) -> Result<Operand, ParseError> {
    let (item, text) = Program::new(source).read()?;
    let is_tensor = matches!(item.value, Value::Tensor(_));
    let mut operand = operand(item)?;
    operand.python = text.map(|text| PythonSource { library: operand.library, is_tensor, text });
    Ok(operand)
}

/// The operand that a value stands for: a tensor, a list of sizes, or a list of values where it is nested or holds reals.
fn operand(item: Item) -> Result<Operand, ParseError> {
    let whole = |item: &Item| matches!(item.value, Value::Scalar(Scalar::Int(_)));
    match item.value {
        Value::Tensor(operand) => Ok(*operand),
        Value::List(ref items) if items.iter().all(whole) => shape(items, &item.span),
        Value::Scalar(Scalar::Int(_)) => shape(std::slice::from_ref(&item), &item.span),
        Value::List(_) | Value::Scalar(_) => literal::tensor(&item).map(Operand::from),
        _ => Err(item.unfit(Problem::NotAnOperand)),
    }
}

fn shape(items: &[Item], whole: &Range<usize>) -> Result<Operand, ParseError> {
    if let Some(item) = items.get(MAX_AXES) {
        // An entry that was multiplied stands nowhere by itself.
        let span = if item.span.start > items[0].span.start { &item.span } else { whole };
        return Err(ParseError { span: span.clone(), problem: Problem::TooManyAxes });
    }
    let size = |item: &Item| match u64::try_from(item.int()?) {
        Ok(size) if size <= MAX_SIZE => Ok(size),
        _ => Err(item.error(Problem::NegativeSize)),
    };
    let sizes = items.iter().map(size).collect::<Result<Vec<u64>, _>>()?;
    Ok(Operand { values_unknown: true, ..Operand::of(&Shape::from(sizes.as_slice()), Values::Arange) })
}

/// Whether a text is Python rather than one of the notations of shapes, which are sizes in at most one pair of brackets,
/// perhaps with names.
fn is_python(source: &Source) -> bool {
    let tokens = &source.tokens;
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let sign = |at: usize, sign: char| kind(at) == Some(Kind::Sign(sign));
    let opens = |at: usize| sign(at, '(') || sign(at, '[');
    let closes = |at: usize| sign(at, ')') || sign(at, ']');
    let any = |wanted: &dyn Fn(usize) -> bool| (0..tokens.len()).any(wanted);
    if source.marked {
        return true;
    }
    let name = |at: usize| kind(at) == Some(Kind::Name);
    // Calls, attributes and indices; lists in lists; what goes on after a bracket; truth values.
    any(&|at| name(at) && (opens(at + 1) || (sign(at + 1, '.') && name(at + 2))))
        || any(&|at| opens(at) && opens(at + 1))
        || any(&|at| closes(at) && matches!(kind(at + 1), Some(Kind::Sign('×' | '+' | '.' | '[' | '('))))
        // A variable that is not an axis with its size.
        || (name(0) && sign(1, '=') && kind(2).is_some_and(|kind| kind != Kind::Integer))
        // Several statements.
        || (any(&name) && any(&|at| kind(at) == Some(Kind::Line)))
        // Products as sizes between commas.
        || (opens(0) && any(&|at| sign(at, ',')) && any(&|at| sign(at, '×')))
        // Truth values and what is no number, unless it is an axis with its size.
        || any(&|at| {
            let word = tokens.get(at).filter(|_| name(at) && !sign(at + 1, '=')).map(|token| source.text(&token.span));
            matches!(word.as_deref(), Some("True" | "False" | "nan" | "inf"))
        })
        // Reals are values, alone or in a list.
        || (sign(0, '[') && any(&|at| kind(at) == Some(Kind::Real)))
        || (tokens.len() <= 2 && tokens.last().is_some_and(|token| token.kind == Kind::Real) && (tokens.len() == 1 || sign(0, '-')))
}
