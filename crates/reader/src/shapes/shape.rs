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
    if cursor.at_end() {
        return Err(cursor.error_here(Problem::Empty));
    }
    let operand = parse(&mut cursor, letters)?;
    cursor.skip_space();
    match cursor.peek() {
        None => Ok(operand),
        Some(')' | ']') => Err(cursor.error_here(Problem::WrongBracket(None))),
        Some(_) => Err(cursor.error_here(Problem::NotASeparator(cursor.original()))),
    }
}

/// Reads a shape, up to its closing bracket or the end of the text.
fn parse(cursor: &mut Cursor, letters: &mut LetterSize<'_>) -> Result<Operand, ParseError> {
    let start = cursor.position();
    let word = cursor.take_word();
    if is_size_call(&word) {
        cursor.skip_space();
        if cursor.take('(') {
            let operand = in_optional_bracket(cursor, letters)?;
            cursor.skip_space();
            return if cursor.take(')') { Ok(operand) } else { Err(unclosed_or_wrong(cursor, ')')) };
        }
    }
    cursor.rewind(start);
    in_optional_bracket(cursor, letters)
}

/// Whether a word is the name of PyTorch's type of shapes.
fn is_size_call(word: &str) -> bool {
    matches!(word, "torch.Size" | "Size")
}

/// Reads a shape with or without brackets around it.
fn in_optional_bracket(cursor: &mut Cursor, letters: &mut LetterSize<'_>) -> Result<Operand, ParseError> {
    cursor.skip_space();
    let close = match cursor.peek() {
        Some('(') => Some(')'),
        Some('[') => Some(']'),
        _ => None,
    };
    if close.is_some() {
        cursor.advance();
    }
    let operand = list(cursor, close, letters)?;
    match close {
        Some(bracket) if !cursor.take(bracket) => Err(unclosed_or_wrong(cursor, bracket)),
        _ => Ok(operand),
    }
}

/// The error where `bracket` was expected and something else was found.
fn unclosed_or_wrong(cursor: &Cursor, bracket: char) -> ParseError {
    match cursor.peek() {
        None => cursor.error_here(Problem::Unclosed(bracket)),
        Some(')' | ']') => cursor.error_here(Problem::WrongBracket(Some(bracket))),
        Some(_) => cursor.error_here(Problem::NotASeparator(cursor.original())),
    }
}

/// Reads sizes up to the bracket `close`, or up to a bracket or the end of the text. The cursor stays at the bracket.
fn list(cursor: &mut Cursor, close: Option<char>, letters: &mut LetterSize<'_>) -> Result<Operand, ParseError> {
    let mut sizes = Vec::new();
    // The names of the axes so far; empty for those that have none.
    let mut names: Vec<String> = Vec::new();
    let mut places = Vec::new();
    cursor.skip_space();
    loop {
        if matches!(cursor.peek(), None | Some(')' | ']')) {
            // The list may end after a comma, as in `(3,)`. Without brackets there must be a size.
            if sizes.is_empty() && close.is_none() {
                return Err(cursor.error_here(Problem::SizeMissing));
            }
            break;
        }
        let start = cursor.position();
        let (name, letter) = name(cursor, letters)?;
        if sizes.len() == MAX_AXES {
            return Err(cursor.error_from(start, Problem::TooManyAxes).widened_to_here(cursor));
        }
        let place = if letter.is_some() { start } else { cursor.position() };
        sizes.push(match letter {
            Some(size) => size,
            None => size(cursor)?,
        });
        places.push(place..cursor.position());
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

impl ParseError {
    /// The same error, with a span that includes the character at `cursor`.
    fn widened_to_here(mut self, cursor: &Cursor) -> Self {
        if !cursor.at_end() {
            self.span.end = self.span.end.max(cursor.position() + 1);
        }
        self
    }
}

/// Reads the name of an axis before its size, `class=`, or a letter, with its size. A single `x` is a separator, not a name.
fn name(cursor: &mut Cursor, letters: &mut LetterSize<'_>) -> Result<(String, Option<u64>), ParseError> {
    let start = cursor.position();
    let word = cursor.take_word();
    if word.is_empty() {
        return Ok((word, None));
    }
    let end = cursor.position();
    cursor.skip_space();
    if cursor.take('=') || cursor.take(':') {
        cursor.skip_space();
        return Ok((word, None));
    }
    cursor.rewind(end);
    if let Some(size) = letters(&word) {
        return Ok((word, Some(size)));
    }
    Err(cursor.error_from(start, Problem::UnknownWord(word)))
}

/// Reads one size.
fn size(cursor: &mut Cursor) -> Result<u64, ParseError> {
    let start = cursor.position();
    let negative = cursor.take('-');
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    if digits.is_empty() {
        cursor.rewind(start);
        let problem = if cursor.at_end() { Problem::SizeMissing } else { Problem::NotASize(cursor.original()) };
        return Err(cursor.error_here(problem));
    }
    if negative {
        return Err(cursor.error_from(start, Problem::NegativeSize));
    }
    if cursor.peek() == Some('.') {
        cursor.advance();
        cursor.take_while(|c| c.is_ascii_digit());
        return Err(cursor.error_from(start, Problem::FractionalSize));
    }
    match digits.parse::<u64>() {
        Ok(size) if size <= MAX_SIZE => Ok(size),
        _ => Err(cursor.error_from(start, Problem::SizeTooLarge)),
    }
}

/// Reads white space and at most one separator between two sizes. `false` where no more sizes follow.
fn separator(cursor: &mut Cursor) -> Result<bool, ParseError> {
    let before = cursor.position();
    cursor.skip_space();
    let spaced = cursor.position() > before;
    match cursor.peek() {
        None | Some(')' | ']') => Ok(false),
        Some(',') => {
            cursor.advance();
            cursor.skip_space();
            Ok(true)
        }
        Some('x' | 'X' | '×') => {
            cursor.advance();
            cursor.skip_space();
            // Unlike after a comma, a size must follow after a times sign.
            match cursor.peek() {
                None => Err(cursor.error_here(Problem::SizeMissing)),
                Some(')' | ']') => Err(cursor.error_here(Problem::NotASize(cursor.original()))),
                Some(_) => Ok(true),
            }
        }
        Some(_) if spaced => Ok(true),
        Some(_) => Err(cursor.error_here(Problem::NotASeparator(cursor.original()))),
    }
}
