//! Values written out: nested lists, and a lone real number.

use super::cursor::Cursor;
use super::sizes::unclosed_or_wrong;
use super::{MAX_AXES, NotationError, Operand, Problem};
use crate::broadcast::{Scalar, Shape, Values};

/// Whether the text here is values rather than a shape: a list in a list, or a number with a fraction before anything
/// else. `[5,3]` is a shape: people write shapes that way far more often.
pub(super) fn starts_here(cursor: &Cursor) -> bool {
    let mut ahead = cursor.clone();
    if ahead.take('[') {
        ahead.skip_space();
        return ahead.peek() == Some('[');
    }
    ahead.take('-');
    !ahead.take_while(|c| c.is_ascii_digit()).is_empty() && ahead.take('.') && {
        ahead.take_while(|c| c.is_ascii_digit());
        ahead.skip_space();
        ahead.at_end()
    }
}

/// Reads the literal here: nested lists or a number.
pub(super) fn value(cursor: &mut Cursor) -> Result<Operand, NotationError> {
    let mut tree = Tree { sizes: Vec::new(), leaf_depth: None, values: Vec::new() };
    tree.read(cursor, 0)?;
    let shape = Shape::from(tree.sizes.iter().map(|&n| n as u64).collect::<Vec<_>>().as_slice());
    // One real number makes every element real, as in both libraries.
    if tree.values.iter().any(|value| matches!(value, Scalar::Float(_))) {
        for value in &mut tree.values {
            *value = Scalar::Float(value.to_float());
        }
    }
    Ok(Operand::of(&shape, Values::Listed(tree.values)))
}

/// What has been read of a nested list: the length at each depth, where the numbers stand, and the numbers.
struct Tree {
    sizes: Vec<usize>,
    leaf_depth: Option<usize>,
    values: Vec<Scalar>,
}

impl Tree {
    fn read(&mut self, cursor: &mut Cursor, depth: usize) -> Result<(), NotationError> {
        cursor.skip_space();
        let start = cursor.position();
        let close = match cursor.peek() {
            Some('[') => ']',
            Some('(') => ')',
            _ => return self.leaf(cursor, depth),
        };
        cursor.advance();
        if depth == MAX_AXES {
            return Err(cursor.error_from(start, Problem::TooManyAxes));
        }
        if self.leaf_depth.is_some_and(|leaf| leaf <= depth) {
            // Only the bracket is pointed at: it opens one level too many.
            return Err(cursor.error_from(start, Problem::MixedDepth));
        }
        let first = self.sizes.len() == depth;
        if first {
            self.sizes.push(0);
        }
        let found = self.entries(cursor, depth, close)?;
        if first {
            self.sizes[depth] = found;
        } else if self.sizes[depth] != found {
            return Err(cursor.error_from(start, Problem::Ragged { expected: self.sizes[depth], found }));
        }
        // An empty list is a leaf level: nothing can stand deeper.
        if found == 0 {
            self.leaf_depth.get_or_insert(depth + 1);
        }
        Ok(())
    }

    /// The entries up to and with `close`; how many there are.
    fn entries(&mut self, cursor: &mut Cursor, depth: usize, close: char) -> Result<usize, NotationError> {
        let mut found = 0;
        loop {
            cursor.skip_space();
            if cursor.take(close) {
                return Ok(found);
            }
            self.read(cursor, depth + 1)?;
            found += 1;
            cursor.skip_space();
            if !cursor.take(',') {
                return if cursor.take(close) { Ok(found) } else { Err(unclosed_or_wrong(cursor, close)) };
            }
        }
    }

    fn leaf(&mut self, cursor: &mut Cursor, depth: usize) -> Result<(), NotationError> {
        let start = cursor.position();
        let value = number(cursor)?;
        if *self.leaf_depth.get_or_insert(depth) != depth || self.sizes.len() > depth {
            return Err(cursor.error_from(start, Problem::MixedDepth));
        }
        self.values.push(value);
        Ok(())
    }
}

/// An integer or a real number: `-3`, `0.5`, `2.`, `1e-3`.
pub(super) fn number(cursor: &mut Cursor) -> Result<Scalar, NotationError> {
    let start = cursor.position();
    let mut text = String::new();
    if cursor.take('-') {
        text.push('-');
    } else {
        cursor.take('+');
    }
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    let mut real = false;
    text.push_str(&digits);
    let mut fraction = String::new();
    if cursor.take('.') {
        real = true;
        fraction = cursor.take_while(|c| c.is_ascii_digit());
        text.push('.');
        text.push_str(&fraction);
    }
    if digits.is_empty() && fraction.is_empty() {
        cursor.rewind(start);
        return Err(cursor.error_here(Problem::NotAValue(cursor.peek().map(|_| cursor.original()))));
    }
    let exponent_at = cursor.position();
    if cursor.take('e') || cursor.take('E') {
        let sign = if cursor.take('-') { "-" } else { "" };
        if sign.is_empty() {
            cursor.take('+');
        }
        let exponent = cursor.take_while(|c| c.is_ascii_digit());
        if exponent.is_empty() {
            cursor.rewind(exponent_at);
        } else {
            real = true;
            text.push('e');
            text.push_str(sign);
            text.push_str(&exponent);
        }
    }
    let value = if real { Some(Scalar::Float(real_number(&text))) } else { text.parse().ok().map(Scalar::Int) };
    value.ok_or_else(|| cursor.error_from(start, Problem::ValueTooLarge))
}

/// The float64 nearest to a decimal number that [`number`] has read.
#[cfg(not(target_arch = "wasm32"))]
fn real_number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// The same by the browser's own reader, which rounds alike: Rust's brings 13 KB of tables into the bundle.
#[cfg(target_arch = "wasm32")]
fn real_number(text: &str) -> f64 {
    js_sys::parse_float(text)
}
