//! Plain shapes: sizes between commas, times signs or spaces, perhaps in one pair of brackets.

use super::{MAX_AXES, MAX_CHARS, Operand, ParseError, Problem, ascii_twin};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{MAX_SIZE, Shape, Values};

/// A plain shape: sizes between commas, times signs or spaces, perhaps in one pair of brackets; `None` for any other text. (`1,000` and
/// `0x10` are numbers too.)
///
/// ```
/// use tensor_broadcasting::Shape;
/// use tensor_reader::plain_shape;
/// assert_eq!(plain_shape("5 × 3 × 4 × 1").expect("a shape").shape(), &Shape::from([5, 3, 4, 1]));
/// assert_eq!([plain_shape("N, 3"), plain_shape("5,,3")], [None, None]);
/// ```
#[must_use]
pub fn plain_shape(text: &str) -> Option<Operand> {
    read(text).ok()
}

/// A comma too many in a text of sizes and commas; `None` for any other text.
///
/// ```
/// use tensor_reader::{Problem, plain_mistake};
/// assert_eq!(plain_mistake("5,,3").expect("a mistake").problem, Problem::NotASize(','));
/// assert_eq!([plain_mistake("N,,3"), plain_mistake("5,3")], [None, None]);
/// ```
#[must_use]
pub fn plain_mistake(text: &str) -> Option<ParseError> {
    let at = read(text).err().filter(|_| text.chars().all(|c| matches!(c, '0'..='9' | ',' | '，' | ' ')))?;
    let comma = text.chars().nth(at).filter(|&c| ascii_twin(c) == ',')?;
    Some(ParseError { span: at..at + 1, problem: Problem::NotASize(comma) })
}

/// Reads a plain shape. The error is the place of the first size that is none, or after which something else stands.
fn read(text: &str) -> Result<Operand, usize> {
    let chars: Vec<char> = text.chars().take(MAX_CHARS + 1).map(|c| if c == '\n' { c } else { ascii_twin(c) }).listed();
    let mut at = chars.iter().position(|&c| c != ' ').ok_or(0_usize)?;
    let mut end = chars.iter().rposition(|&c| c != ' ').map_or(0, |last| last + 1);
    let has_brackets = matches!([chars[at], chars[end - 1]], ['(', ')'] | ['[', ']']);
    (at, end) = if has_brackets { (at + 1, end - 1) } else { (at, end) };
    let skip = |from: usize, wanted: &dyn Fn(char) -> bool| (from..end).find(|&at| !wanted(chars[at])).unwrap_or(end);
    let (mut sizes, mut places) = (Vec::new(), Vec::new());
    let mut sign = ' ';
    at = skip(at, &|c| c == ' ');
    while at < end {
        let start = at;
        let last = skip(at, &|c| c.is_ascii_digit());
        let digits: String = chars[at..last].iter().collect();
        sizes.push(digits.parse().ok().filter(|&size: &u64| size <= MAX_SIZE).ok_or(start)?);
        places.push(at..last);
        at = skip(last, &|c| c == ' ');
        let next = if at < end { chars[at] } else { ' ' };
        let next = match next {
            'x' | 'X' => '×',
            '0'..='9' => '0',
            next => next,
        };
        let is_number = digits.starts_with('0') && (digits.len() > 1 || (next == '×' && at == last));
        if is_number || sizes.len() > MAX_AXES || (next != sign && sign != ' ' && at < end) {
            return Err(start);
        }
        match next {
            ',' => at += 1,
            '×' if !has_brackets && at + 1 < end => at += 1,
            '0' | ' ' => {}
            _ => return Err(start),
        }
        sign = next;
        at = skip(at, &|c| c == ' ');
    }
    let operand = Operand::of(&Shape::from(sizes.as_slice()), Values::Arange);
    let is_shape = chars.len() <= MAX_CHARS && (has_brackets || !places.is_empty());
    if is_shape { Ok(Operand { places, values_unknown: true, ..operand }) } else { Err(0) }
}
