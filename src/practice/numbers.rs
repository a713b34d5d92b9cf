//! Numbers and nested lists of numbers in the text of an answer.

use super::unreadable::whole;
use super::{ReplyProblem, Unreadable};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::numbers::parse_float;
use tensor_broadcasting::{Scalar, Shape, format_value};
use tensor_reader::{MAX_AXES, ascii_twin, is_letter};

/// A decimal number; `None` where the text is none. On wasm32, the function that reads it ignores what follows a number, so the
/// characters are checked first.
pub(super) fn number(text: &str) -> Option<f64> {
    let unsigned = text.trim_start_matches(['-', '+']);
    if matches!(unsigned, "inf" | "infinity") {
        return Some(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let lacks_digits = (whole.is_empty() && fraction.is_empty()) || exponent.is_empty();
    let is_number =
        text.len() - unsigned.len() <= 1 && !lacks_digits && [whole, fraction, exponent].into_iter().all(are_digits);
    is_number.then(|| parse_float(text)).filter(|value| !value.is_nan())
}

/// Writes a small tensor as nested lists: `[[4, 4], [2, 0.5]]`.
#[must_use]
pub fn nested_text(shape: &[u64], values: &[f64]) -> String {
    let mut texts: Vec<String> = values.iter().map(|&value| number_text(value)).listed();
    // From the last axis to the first, each list takes as many texts as the axis is long.
    for &size in shape.iter().rev() {
        let size = usize::try_from(size).unwrap_or(usize::MAX).max(1);
        texts = texts.chunks(size).map(|list| format!("[{}]", list.join(", "))).listed();
    }
    texts.join(", ")
}

/// A number without a point where it is whole.
fn number_text(value: f64) -> String {
    let text = format_value(Scalar::Float(value), 12);
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// Reads nested lists of numbers, with or without `tensor(…)` or `array(…)` around them. Numbers without brackets are a list; a
/// single number is 0-dim.
pub(super) fn tensor(text: &str) -> Result<(Shape, Vec<f64>), Unreadable> {
    let chars: Vec<char> = text.chars().map(ascii_twin).listed();
    let (start, end) = inside_call(&chars);
    let mut lists = Lists::default();
    let bare = !matches!(chars.get(start), Some('[' | '('));
    if bare {
        lists.open();
    }
    let mut at = start;
    while let Some(&c) = chars.get(at).filter(|_| at < end) {
        let from = at;
        at += 1;
        let is_right = match c {
            ' ' | ',' => true,
            '[' | '(' => lists.open(),
            ']' | ')' => lists.close(),
            _ => {
                while chars.get(at).is_some_and(|&c| at < end && !matches!(c, ' ' | ',' | '[' | ']' | '(' | ')')) {
                    at += 1;
                }
                let word: String = chars.get(from..at).unwrap_or_default().iter().collect();
                let Some(value) = number(&word) else {
                    return Err(Unreadable { span: from..at, problem: ReplyProblem::NotANumber });
                };
                lists.push(value)
            }
        };
        if !is_right {
            return Err(Unreadable { span: from..at, problem: ReplyProblem::Ragged });
        }
    }
    if bare && lists.close() && lists.values.len() == 1 {
        return Ok((Shape::ones(0), lists.values));
    }
    match lists.finish() {
        Some(tensor) => Ok(tensor),
        None => Err(whole(text, ReplyProblem::Ragged)),
    }
}

/// Where the argument of `tensor(…)` or `array(…)` begins and ends, with or without a name that is assigned to; the whole text where
/// there is no call. Of several arguments, it is the list.
fn inside_call(chars: &[char]) -> (usize, usize) {
    let is_name = |c: &&char| is_letter(**c) || matches!(c, '.' | ' ' | '=');
    let named = chars.iter().take_while(is_name).count();
    let is_call = chars.get(named) == Some(&'(') && chars.iter().take(named).any(|&c| is_letter(c));
    let start = if is_call { named + 1 } else { named };
    let start = start + chars.iter().skip(start).take_while(|c| **c == ' ').count();
    let close = if chars.get(start) == Some(&'[') { ']' } else { ')' };
    let last = chars.iter().rposition(|&c| c == close).filter(|&last| last > start);
    match last {
        Some(last) if close == ']' => (start, last + 1),
        Some(last) if is_call => (start, last),
        _ => (start, chars.len()),
    }
}

/// Nested lists while they are read.
#[derive(Default)]
struct Lists {
    /// The number of entries so far of each list that is open, outermost first.
    open: Vec<u64>,
    /// The length of the lists at each depth; `None` before one is closed.
    lengths: Vec<Option<u64>>,
    /// The depth at which the numbers are; `None` before the first one.
    depth: Option<usize>,
    values: Vec<f64>,
    is_closed: bool,
}

impl Lists {
    /// Begins a list. `false` where none can begin here.
    fn open(&mut self) -> bool {
        if let Some(entries) = self.open.last_mut() {
            *entries += 1;
        }
        self.open.push(0);
        if self.lengths.len() < self.open.len() {
            self.lengths.push(None);
        }
        !self.is_closed && self.open.len() <= MAX_AXES && self.depth.is_none_or(|depth| self.open.len() <= depth)
    }

    /// Ends a list. `false` where none is open, or where the list is not as long as those before at its depth.
    fn close(&mut self) -> bool {
        let depth = self.open.len();
        let Some(entries) = self.open.pop() else { return false };
        let Some(length) = depth.checked_sub(1).and_then(|at| self.lengths.get_mut(at)) else { return false };
        self.is_closed = self.open.is_empty();
        // A list without lists in it, where others have some, would have its numbers at another depth.
        let is_deep = entries == 0 || self.depth.is_none_or(|numbers| depth <= numbers);
        is_deep && *length.get_or_insert(entries) == entries
    }

    /// Adds a number. `false` where the other numbers are at another depth.
    fn push(&mut self, value: f64) -> bool {
        if let Some(entries) = self.open.last_mut() {
            *entries += 1;
        }
        self.values.push(value);
        !self.is_closed && *self.depth.get_or_insert(self.open.len()) == self.open.len()
    }

    /// The shape and the numbers; `None` where a list is open or the lists do not make a tensor.
    fn finish(self) -> Option<(Shape, Vec<f64>)> {
        let is_even = self.depth.is_none_or(|depth| depth == self.lengths.len());
        let lengths = self.lengths.into_iter().all_listed()?;
        let shape = Shape::from(lengths.as_slice());
        let is_full = shape.numel() == Some(self.values.len() as u64);
        (self.is_closed && is_even && is_full).then_some((shape, self.values))
    }
}
