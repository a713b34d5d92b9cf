//! The text of one operand: a shape, or Python that makes one tensor.

use std::borrow::Cow;
use std::ops::Range;

use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{MAX_SIZE, Shape, StridedLayout, Tensor as StoredTensor, Values};

use super::error_message::Said;
use super::forms::LetterSize;
use super::notations;
use crate::reading::statements::{Program, libraries};
use crate::reading::unreadable::{Place, problem_of};
use crate::reading::{UnreadableReason, literal};
use crate::shapes::{MAX_AXES, Operand, ParseError, Problem, PythonSource, plain_shape};
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
    parse_with(text, &mut |_| None)
}

/// Reads one operand as [`parse_operand`] does, with letters as sizes.
pub(crate) fn parse_with(text: &str, letters: &mut LetterSize<'_>) -> Result<Operand, ParseError> {
    if let Some(shape) = plain_shape(text) {
        return Ok(shape);
    }
    let whole = |problem| Err(ParseError { span: 0..text.chars().count(), problem });
    let source = Source::new(&printed(text)).map_err(|failure| *failure)?;
    match notations::message(text) {
        Some(Said::Sizes | Said::Compared) => return whole(Problem::Message),
        Some(_) => return whole(Problem::TwoOperands),
        None => {}
    }
    let error = match notations::read(text, letters).unwrap_or_else(|| whole(Problem::NotAnOperand)) {
        Ok(operand) if !text.trim().contains('\n') || notations::pair(text).is_none() => return Ok(operand),
        Ok(_) => return whole(Problem::TwoOperands),
        Err(error) => error,
    };
    if let Some(pair) = notations::pair(text) {
        return whole(match pair.other {
            Some(one) => Problem::TwoReadings(one, pair.shapes.join(" ")),
            None => Problem::TwoOperands,
        });
    }
    if matches!(error.problem, Problem::TwoReadings(..)) || !is_python(&source, &error) {
        // Python says best which bracket is wrong.
        let wrong = parser::module(&source).err().map(|failure| *failure);
        let is_bracket = |error: &ParseError| matches!(error.problem, Problem::Unclosed(_) | Problem::WrongBracket(_));
        return Err(wrong.filter(is_bracket).unwrap_or(error));
    }
    let is_size = matches!(error.problem, Problem::FractionalSize | Problem::NegativeSize | Problem::SizeTooLarge);
    read(&source, false).map_err(|failure| if is_size { error } else { *failure })
}

/// A text with arrays as NumPy, PyTorch and JAX print them, as Python. Each character keeps its place.
fn printed(text: &str) -> Cow<'_, str> {
    let mut text = text.strip_prefix("Array(").map_or(Cow::Borrowed(text), |rest| ["array(", rest].concat().into());
    if let Some((before, rest)) = text.split_once(", grad_fn=<")
        && let Some((_, after)) = rest.split_once('>')
    {
        text = [before, &" ".repeat(text.chars().count() - before.chars().count() - after.chars().count()), after]
            .concat()
            .into();
    }
    let has_values = text.starts_with("[[") || text.contains('.');
    if !text.starts_with('[') || !has_values || text.contains([',', ';']) {
        return text;
    }
    let mut printed: Vec<char> = text.chars().listed();
    for at in 1..printed.len() {
        let is_end = |c: char| c.is_ascii_digit() || matches!(c, '.' | ']');
        let is_start = |c: &char| c.is_ascii_digit() || matches!(c, '-' | '[');
        let next = printed[at..].iter().find(|c| !c.is_whitespace());
        if printed[at].is_whitespace() && is_end(printed[at - 1]) && next.is_some_and(is_start) {
            printed[at] = ',';
        }
    }
    printed.into_iter().collect::<String>().into()
}

/// Reads a list of numbers in brackets that [`parse_operand`] reads as a shape, `[0, 1, 2]`, as its values.
pub(crate) fn parse_list(text: &str) -> Result<Operand, ParseError> {
    let source = Source::new(text).map_err(|failure| *failure)?;
    read(&source, true).map_err(|failure| *failure)
}

/// Whether a text may be a list of numbers as well as a shape.
#[must_use]
pub fn is_list_or_shape(text: &str) -> bool {
    text.trim_start().starts_with('[') && plain_shape(text).is_some()
}

/// Whether a text that is no shape, because of an error, is Python.
fn is_python(source: &Source, error: &ParseError) -> bool {
    use TokenKind::{Float, Integer, Name, Operator, Word};
    let kinds: Vec<TokenKind> =
        source.tokens.iter().filter(|token| !token.span.is_empty()).map(|token| token.kind).listed();
    let is = |at: usize, wanted: &dyn Fn(TokenKind) -> bool| kinds.get(at).is_some_and(|&kind| wanted(kind));
    let is_number = |kind| matches!(kind, Integer | Float);
    // A call, an index, an attribute; a list in a list; what goes on after a bracket.
    let opens = |kind: &TokenKind| matches!(kind, Mark(b'(' | b'['));
    let closes = |kind: &TokenKind| matches!(kind, Mark(b')' | b']'));
    let is_operator = |kind: &TokenKind| matches!(kind, Operator(BinaryOperator::Multiply | BinaryOperator::Add));
    let calls = kinds.windows(2).any(|two| {
        let is_value = matches!(two[0], Name | Word(_)) || opens(&two[0]) || closes(&two[0]);
        (is_value && (opens(&two[1]) || two[1] == Mark(b'.'))) || (closes(&two[0]) && is_operator(&two[1]))
    });
    let is_wrong_size = matches!(error.problem, Problem::FractionalSize | Problem::NegativeSize);
    match kinds.as_slice() {
        _ if source.prompted || !source.comments.is_empty() || calls => true,
        [only] | [_, only] if is_wrong_size => is_number(*only),
        [Mark(b'['), ..] => parser::module(source).is_ok(),
        [Word(_)] => true,
        [Name, Mark(b'='), value, ..] => !is_number(*value),
        _ => {
            kinds.iter().any(|kind| matches!(kind, TokenKind::Newline | Mark(b';')))
                && is(0, &|kind| matches!(kind, Name | Word(_)))
        }
    }
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
        (_, Some(items)) if items.iter().all(is_size) && !lists_are_values && range_in(expression).is_some() => {
            let arguments = range_in(expression).map_or(0..0, |range| range.end..span.end);
            let shape = shape(&items, expression)?.shape().to_string();
            let values = ["np.arange", program.source.text(&arguments).trim_end_matches("))")].concat();
            return Err(failure(span, Problem::TwoReadings(shape, [values.trim_end_matches(')'), ")"].concat())));
        }
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

/// The place of `range` where an expression makes a list of it and nothing else.
fn range_in(expression: &Expression) -> Option<Range<usize>> {
    let (function, arguments) = expression.call()?;
    match function.name()? {
        "range" => Some(function.span.clone()),
        "list" | "tuple" => range_in(arguments.first()?.value()),
        _ => None,
    }
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
