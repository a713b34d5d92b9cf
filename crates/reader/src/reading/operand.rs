//! The text of one operand: a shape, or Python that makes one tensor.

use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{MAX_SIZE, Shape, StridedLayout, Tensor as StoredTensor, Values};

use super::error_message;
use crate::reading::statements::{Program, libraries};
use crate::reading::unreadable::{Place, problem_of};
use crate::reading::{UnreadableReason, literal};
use crate::shapes::{MAX_AXES, Operand, ParseError, Problem, PythonSource, ascii_twin, parse_shape};
use crate::syntax::failure::{Failure, failure};
use crate::syntax::lexer::TokenKind::Mark;
use crate::syntax::lexer::{Source, TokenKind};
use crate::syntax::parser;
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind, Module};
use crate::tensors::value::Value;

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

/// Reads an operand in Python. What both libraries have, and stands without its module, is read as that of each.
fn read(source: &Source, lists_are_values: bool) -> Result<Operand, Failure> {
    let module = parser::module(source)?;
    let (first, is_of_both) = read_with(source, &module, lists_are_values, Library::PyTorch);
    if !is_of_both {
        return first;
    }
    let (second, _) = read_with(source, &module, lists_are_values, Library::NumPy);
    let dtype = match (&first, &second) {
        (Ok(a), Ok(b)) => a.dtype.filter(|_| a.dtype == b.dtype),
        // The default is that of the library.
        (Ok(a), Err(_)) => a.dtype.filter(|&dtype| dtype != Library::PyTorch.default_float()),
        (Err(_), Ok(b)) => b.dtype.filter(|&dtype| dtype != Library::NumPy.default_float()),
        (Err(_), Err(_)) => return first,
    };
    let python = |operand: &Operand| operand.python.clone().map(|python| PythonSource { library: None, ..python });
    first.or(second).map(|operand| Operand { dtype, library: None, python: python(&operand), ..operand })
}

/// Reads an operand where what stands without its module is that of one library; also whether there is such.
fn read_with(
    source: &Source,
    module: &Module,
    lists_are_values: bool,
    both: Library,
) -> (Result<Operand, Failure>, bool) {
    let mut program = Program::new(source, both);
    let read = program.run(module).and_then(|(value, expression, text)| {
        let mut operand = operand(&mut program, &value, expression, lists_are_values)?;
        let is_tensor = matches!(value, Value::Tensor(_));
        operand.python = text.map(|text| PythonSource { library: operand.library, is_tensor, text });
        Ok(operand)
    });
    (read, program.machine.is_of_both())
}

/// The operand that a value stands for: a tensor, a list of sizes, or a list of values where it is nested or holds reals.
fn operand(
    program: &mut Program<'_>,
    value: &Value,
    expression: &Expression,
    lists_are_values: bool,
) -> Result<Operand, Failure> {
    let span = &expression.span;
    let is_size = |value: &Value| matches!(value, Value::Int(_));
    let operand = match (value, value.items()) {
        (Value::Tensor(tensor), _) => tensor.operand(),
        (_, Some(items)) if items.iter().all(is_size) && !lists_are_values => return shape(&items, expression),
        (Value::Int(_), _) => return shape(std::slice::from_ref(value), expression),
        // A random number of NumPy.
        (Value::Float(None), _) => {
            let library = libraries(program.source).next().filter(|&library| library == Library::NumPy);
            let dtype = library.map(Library::default_float);
            Operand { values_unknown: true, library, dtype, ..Operand::of(&Shape::ones(0), Values::Arange) }
        }
        (Value::Float(Some(_)) | Value::Bool(Some(_)), _) | (_, Some(_)) => {
            let place = Place { source: program.source, expression };
            let array = program.machine.array(value, span);
            let array =
                array.map_err(|stop| literal::fault(expression).unwrap_or_else(|| problem_of(*stop, &place)))?;
            let StoredTensor { layout, values } = array.operand().tensor;
            Operand::from(StoredTensor { layout: StridedLayout::contiguous(layout.shape()), values })
        }
        (Value::Path(_), _) if expression.name().is_some() => {
            return Err(failure(span, Problem::Undefined(program.source.text(span))));
        }
        (Value::Path(_), _) => return Err(failure(span, Problem::NotCalled(program.source.text(span)))),
        (Value::Method(_, name), _) => {
            let start = span.end.saturating_sub(name.chars().count());
            return Err(failure(&(start..span.end), Problem::NotCalled(name.to_string())));
        }
        _ => return Err(failure(span, Problem::NotAnOperand)),
    };
    let shape = operand.shape();
    if shape.ndim() > MAX_AXES {
        return Err(failure(span, Problem::TooManyAxes));
    }
    // PyTorch takes a negative size for a very large one, where there are no elements.
    if shape.iter().any(|&size| size > MAX_SIZE) {
        return Err(failure(span, Problem::NegativeSize));
    }
    Ok(operand)
}

/// A shape of integers.
fn shape(items: &[Value], expression: &Expression) -> Result<Operand, Failure> {
    // Where the list is written as one, each size has a place.
    let place = |at: usize| match &expression.kind {
        ExpressionKind::Sequence { items: written, .. } if written.len() == items.len() => {
            written.get(at).map_or(&expression.span, |item| &item.span)
        }
        _ => &expression.span,
    };
    if items.len() > MAX_AXES {
        return Err(failure(place(MAX_AXES), Problem::TooManyAxes));
    }
    let size = |(at, item): (usize, &Value)| match item {
        Value::Int(Some(size)) if *size >= 0 => Ok(size.unsigned_abs()),
        Value::Int(Some(_)) => Err(failure(place(at), Problem::NegativeSize)),
        _ => Err(failure(place(at), Problem::Unread(Box::new(UnreadableReason::Values)))),
    };
    let sizes = items.iter().enumerate().map(size).each_listed()?;
    Ok(Operand { values_unknown: true, ..Operand::of(&Shape::from(sizes.as_slice()), Values::Arange) })
}
