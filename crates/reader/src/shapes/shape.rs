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
    let chars: Vec<char> = text.chars().take(MAX_CHARS + 1).map(|c| if c == '\n' { c } else { ascii_twin(c) }).listed();
    let mut at = chars.iter().position(|&c| c != ' ')?;
    let mut end = chars.iter().rposition(|&c| c != ' ')? + 1;
    let has_brackets = matches!([chars[at], chars[end - 1]], ['(', ')'] | ['[', ']']);
    (at, end) = if has_brackets { (at + 1, end - 1) } else { (at, end) };
    let skip = |from: usize, wanted: &dyn Fn(char) -> bool| (from..end).find(|&at| !wanted(chars[at])).unwrap_or(end);
    let (mut sizes, mut places) = (Vec::new(), Vec::new());
    let mut sign = ' ';
    at = skip(at, &|c| c == ' ');
    while at < end {
        let last = skip(at, &|c| c.is_ascii_digit());
        let digits: String = chars.get(at..last)?.iter().collect();
        sizes.push(digits.parse().ok().filter(|&size: &u64| size <= MAX_SIZE)?);
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
            return None;
        }
        match next {
            ',' => at += 1,
            '×' if !has_brackets && at + 1 < end => at += 1,
            '0' | ' ' => {}
            _ => return None,
        }
        sign = next;
        at = skip(at, &|c| c == ' ');
    }
    let operand = Operand::of(&Shape::from(sizes.as_slice()), Values::Arange);
    let is_shape = chars.len() <= MAX_CHARS && (has_brackets || !places.is_empty());
    is_shape.then_some(Operand { places, values_unknown: true, ..operand })
}

/// What is wrong with a text that is a plain shape but for one bracket or a comma too many; `None` for any other text.
///
/// ```
/// use tensor_reader::{Problem, plain_mistake};
/// assert_eq!(plain_mistake("5,,3").expect("a mistake").problem, Problem::NotASize(','));
/// assert_eq!(plain_mistake("N,,3"), None);
/// ```
#[must_use]
pub fn plain_mistake(text: &str) -> Option<ParseError> {
    let chars: Vec<char> = text.chars().listed();
    let is_comma = |c: char| ascii_twin(c) == ',';
    let is_part = |&c: &char| is_comma(c) || c.is_ascii_digit() || c == ' ';
    let is_shape = |part: &[char]| part.iter().all(is_part) && plain_shape(&part.iter().collect::<String>()).is_some();
    let first = chars.iter().position(|&c| c != ' ')?;
    let last = chars.iter().rposition(|&c| c != ' ')?;
    let (place, problem) = match (ascii_twin(chars[first]), ascii_twin(chars[last])) {
        ('(', _) if is_shape(&chars[first + 1..]) => (chars.len()..chars.len(), Problem::Unclosed(')')),
        ('[', _) if is_shape(&chars[first + 1..]) => (chars.len()..chars.len(), Problem::Unclosed(']')),
        (_, ')' | ']') if is_shape(&chars[..last]) => (last..last + 1, Problem::WrongBracket(None)),
        _ => {
            let marks = chars.iter().enumerate().filter(|(_, c)| **c != ' ').map(|(at, &c)| (at, is_comma(c)));
            let (at, _) = marks.clone().zip(marks.skip(1)).find(|(before, mark)| before.1 && mark.1)?.1;
            let is_mistake = is_shape(&chars[..at]) && chars[at..].iter().all(is_part);
            is_mistake.then(|| (at..at + 1, Problem::NotASize(chars[at])))?
        }
    };
    Some(ParseError { span: place, problem })
}
