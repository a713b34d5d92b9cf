//! The notations of shapes: sizes between separators, with or without names, brackets and `torch.Size(…)`.

use super::cursor::Cursor;
use super::{MAX_AXES, Operand, ParseError, Problem};
use tensor_broadcasting::{MAX_SIZE, Shape, Values};

/// Reads a shape.
///
/// # Errors
///
/// The first problem of the text, with its place in characters.
///
/// ```
/// use tensor_broadcasting::Shape;
/// use tensor_reader::{Problem, parse_shape};
/// assert_eq!(parse_shape("5 × 3 × 4 × 1").expect("a shape").shape(), &Shape::from([5, 3, 4, 1]));
/// let error = parse_shape("5,3,-4").expect_err("no size is negative");
/// assert_eq!((error.span, error.problem), (4..6, Problem::NegativeSize));
/// ```
pub fn parse_shape(text: &str) -> Result<Operand, ParseError> {
    parse_shape_with(text, &mut |_| None)
}

/// The size of a letter; `None` for a word that is none.
pub type LetterSize<'a> = dyn FnMut(&str) -> Option<u64> + 'a;

/// Reads a shape with letters as sizes, such as `N,1`. The letter is the name of its axis.
///
/// # Errors
///
/// The first problem of the text, with its place in characters.
pub fn parse_shape_with(text: &str, letters: &mut LetterSize<'_>) -> Result<Operand, ParseError> {
    let mut cursor = Cursor::new(text)?;
    cursor.skip_space();
    if cursor.peek().is_none() {
        return Err(cursor.error_here(Problem::Empty));
    }
    let start = cursor.position;
    let is_size_type = matches!(cursor.take_word().as_str(), "torch.Size" | "Size");
    cursor.skip_space();
    let is_call = is_size_type && cursor.take('(');
    if !is_call {
        cursor.position = start;
    }
    let operand = in_optional_bracket(&mut cursor, letters)?;
    cursor.skip_space();
    if is_call {
        close(&mut cursor, Some(')'))?;
        cursor.skip_space();
    }
    close(&mut cursor, None)?;
    Ok(operand)
}

/// Steps over the bracket that must stand here; without one, here must be the end of the text.
fn close(cursor: &mut Cursor, bracket: Option<char>) -> Result<(), ParseError> {
    let found = cursor.peek();
    if found == bracket {
        cursor.position += usize::from(found.is_some());
        return Ok(());
    }
    Err(cursor.error_here(match (found, bracket) {
        (None, Some(bracket)) => Problem::Unclosed(bracket),
        (Some(')' | ']'), _) => Problem::WrongBracket(bracket),
        _ => Problem::NotASeparator(cursor.original()),
    }))
}

/// Reads a shape with or without brackets around it.
fn in_optional_bracket(cursor: &mut Cursor, letters: &mut LetterSize<'_>) -> Result<Operand, ParseError> {
    cursor.skip_space();
    let bracket = match cursor.peek() {
        Some('(') => Some(')'),
        Some('[') => Some(']'),
        _ => None,
    };
    cursor.position += usize::from(bracket.is_some());
    let operand = list(cursor, bracket.is_some(), letters)?;
    if bracket.is_some() {
        close(cursor, bracket)?;
    }
    Ok(operand)
}

/// Reads sizes up to a bracket or the end of the text. The cursor stays at the bracket. There may be none of them, `or_none`.
fn list(cursor: &mut Cursor, or_none: bool, letters: &mut LetterSize<'_>) -> Result<Operand, ParseError> {
    let mut sizes = Vec::new();
    // The names of the axes so far; empty for those that have none.
    let mut names: Vec<String> = Vec::new();
    let mut places = Vec::new();
    cursor.skip_space();
    // The list may end after a comma, as in `(3,)`. Without brackets there must be a size.
    while !cursor.at_end_of_list() || (sizes.is_empty() && !or_none) {
        if sizes.len() == MAX_AXES {
            return Err(cursor.error_here(Problem::TooManyAxes));
        }
        let start = cursor.position;
        let (name, letter) = name(cursor, letters)?;
        let place = if letter.is_some() { start } else { cursor.position };
        sizes.push(match letter {
            Some(size) => size,
            None => size(cursor)?,
        });
        places.push(place..cursor.position);
        names.push(name);
        if !separator(cursor)? {
            break;
        }
    }
    let mut operand = Operand::of(&Shape::from(sizes.as_slice()), Values::Arange);
    if names.iter().any(|name| !name.is_empty()) {
        operand.names = names;
    }
    (operand.places, operand.values_unknown) = (places, true);
    Ok(operand)
}

/// Reads the name of an axis before its size, `class=`, or a letter, with its size. A single `x` is a separator, not a name.
fn name(cursor: &mut Cursor, letters: &mut LetterSize<'_>) -> Result<(String, Option<u64>), ParseError> {
    let start = cursor.position;
    let word = cursor.take_word();
    let end = cursor.position;
    cursor.skip_space();
    if word.is_empty() || cursor.take('=') || cursor.take(':') {
        cursor.skip_space();
        return Ok((word, None));
    }
    cursor.position = end;
    match letters(&word) {
        Some(size) => Ok((word, Some(size))),
        None => Err(cursor.error_from(start, Problem::UnknownWord(word))),
    }
}

/// The error where a size is missing.
fn no_size(cursor: &Cursor) -> ParseError {
    let is_end = cursor.peek().is_none();
    cursor.error_here(if is_end { Problem::SizeMissing } else { Problem::NotASize(cursor.original()) })
}

/// Reads one size.
fn size(cursor: &mut Cursor) -> Result<u64, ParseError> {
    let start = cursor.position;
    let negative = cursor.take('-');
    let digits = cursor.take_while(&|c| c.is_ascii_digit());
    if digits.is_empty() {
        cursor.position = start;
        return Err(no_size(cursor));
    }
    if negative {
        return Err(cursor.error_from(start, Problem::NegativeSize));
    }
    if cursor.take('.') {
        cursor.take_while(&|c| c.is_ascii_digit());
        return Err(cursor.error_from(start, Problem::FractionalSize));
    }
    match digits.parse::<u64>() {
        Ok(size) if size <= MAX_SIZE => Ok(size),
        _ => Err(cursor.error_from(start, Problem::SizeTooLarge)),
    }
}

/// Reads white space and at most one separator between two sizes. `false` where no more sizes follow.
fn separator(cursor: &mut Cursor) -> Result<bool, ParseError> {
    let before = cursor.position;
    cursor.skip_space();
    if cursor.at_end_of_list() {
        return Ok(false);
    }
    let is_times = cursor.take('x') || cursor.take('X') || cursor.take('×');
    if !is_times && !cursor.take(',') && cursor.position == before {
        return Err(cursor.error_here(Problem::NotASeparator(cursor.original())));
    }
    cursor.skip_space();
    // Unlike after a comma, a size must follow after a times sign.
    if is_times && cursor.at_end_of_list() { Err(no_size(cursor)) } else { Ok(true) }
}
