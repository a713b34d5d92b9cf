//! Plain shapes: sizes between commas, times signs or spaces, perhaps in one pair of brackets.

use super::{MAX_AXES, MAX_CHARS, Operand, ascii_twin};
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
