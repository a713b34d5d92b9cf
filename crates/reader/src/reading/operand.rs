//! The text of one operand: a shape, or Python that makes one tensor.

use std::ops::Range;

use tensor_broadcasting::{MAX_SIZE, Scalar, Shape, Values};

use super::error_message;
use crate::evaluator::literal;
use crate::evaluator::program::Program;
use crate::evaluator::value::{Spanned, Value};
use crate::shapes::{MAX_AXES, Operand, ParseError, Problem, PythonSource, ascii_twin, parse_shape};
use crate::syntax::failure::{Failure, failure};
use crate::syntax::lexer::TokenKind::Mark;
use crate::syntax::lexer::{Source, TokenKind};
use crate::syntax::parser;
use crate::syntax::tree::BinaryOperator;

/// Reads one operand: a shape, or Python that makes one tensor.
///
/// # Errors
///
/// The first thing that cannot be read, with its place in characters.
///
/// ```
/// use tensor_broadcasting::Shape;
/// use tensor_reader::parse_operand;
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
    read(&source, false).map_err(|failure| *failure)
}

/// Reads a list of numbers in brackets that [`parse_operand`] reads as a shape, `[0, 1, 2]`, as its values.
pub(crate) fn parse_list(text: &str) -> Result<Operand, ParseError> {
    let source = Source::new(text).map_err(|failure| *failure)?;
    read(&source, true).map_err(|failure| *failure)
}

/// Whether a text may be a list of numbers as well as a shape.
#[must_use]
pub fn is_list_or_shape(text: &str) -> bool {
    text.trim_start().starts_with('[') && is_plainly_a_shape(text)
}

/// Whether a text is one of the notations of shapes at first sight, without tokens: sizes and separators, perhaps in one pair of
/// brackets. Of such a text [`is_python`] never holds.
#[must_use]
pub fn is_plainly_a_shape(text: &str) -> bool {
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

fn read(source: &Source, lists_are_values: bool) -> Result<Operand, Failure> {
    let (item, text) = Program::new(source, true).run(&parser::module(source)?)?;
    let is_tensor = matches!(item.value, Value::Tensor(_));
    let mut operand = match item.value {
        Value::List(_) if lists_are_values => Operand::from(literal::tensor(&item)?),
        _ => operand(item)?,
    };
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
