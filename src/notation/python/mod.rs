//! Python that makes tensors: expressions of `torch` and `np`, read and run.
//!
//! What is understood is what people write to make the operands of an example: constructors, views, indexing with `:` and
//! `None`, arithmetic on sizes. Whatever would compute with elements is not run here; the error says so. Values are never
//! made before they are asked for, so `torch.ones(1000, 1000, 1000)` costs nothing.
//!
//! - this file: the grammar;
//! - [`value`]: what an expression can come to, and arithmetic on it;
//! - [`calls`]: the functions of the two modules;
//! - [`methods`]: what can be done to a tensor;
//! - [`script`]: whole programs with an `x = …` and a `y = …`.

mod calls;
mod methods;
mod script;
mod value;

pub use script::{Script, script};

use super::cursor::Cursor;
use super::{MAX_AXES, NotationError, Operand, Problem, Written, literal};
use crate::broadcast::{Dtype, Scalar, Values};
use crate::dialect::Library;
use value::{Made, Value};

/// How deep brackets and calls may stand in one another.
const MAX_DEPTH: usize = 40;

/// Something that has been read, and where it began.
struct Read {
    value: Value,
    start: usize,
}

/// An argument of a call.
struct Argument {
    keyword: Option<String>,
    value: Value,
}

/// Whether the text here is Python rather than a shape: a word with a point in it, or with a bracket after it.
pub(super) fn starts_here(cursor: &Cursor) -> bool {
    let mut ahead = cursor.clone();
    let word = ahead.take_word();
    ahead.skip_space();
    !word.is_empty() && (word.contains('.') || matches!(ahead.peek(), Some('(' | '[')))
}

/// Steps over a prompt (`>>>`, `In [1]:`) and over `x =` where an expression follows it rather than a size.
pub(super) fn skip_preamble(cursor: &mut Cursor) {
    cursor.skip_space();
    let start = cursor.position();
    if cursor.take_while(|c| c == '>').len() != 3 {
        cursor.rewind(start);
    }
    if cursor.take_word() == "In" {
        cursor.skip_space();
        cursor.take_while(|c| c == '[' || c.is_ascii_digit() || c == ']');
        if !cursor.take(':') {
            cursor.rewind(start);
        }
    } else if cursor.position() != start {
        cursor.rewind(start);
        cursor.take_while(|c| c == '>');
    }
    cursor.skip_space();
    let start = cursor.position();
    if !cursor.take_word().is_empty() {
        cursor.skip_space();
        if cursor.take('=') {
            cursor.skip_space();
            let mut ahead = cursor.clone();
            if matches!(ahead.peek(), Some('(' | '[')) || (!ahead.take_word().is_empty()) {
                return;
            }
        }
    }
    cursor.rewind(start);
}

/// Reads the expression here as an operand.
pub(super) fn parse(cursor: &mut Cursor) -> Result<Operand, NotationError> {
    let start = cursor.position();
    let mut reader = Reader { cursor, depth: 0 };
    let value = reader.expression()?.value;
    let end = reader.cursor.position();
    let Some(operand) = value.into_operand() else {
        return Err(cursor.error_from(start, Problem::NotATensor));
    };
    let text = cursor.text(start..end);
    Ok(match operand {
        (tensor, dtype, Some(library)) => {
            Operand { tensor, dtype, names: Vec::new(), written: Some(Written { library, text }) }
        }
        (tensor, dtype, None) => Operand { tensor, dtype, names: Vec::new(), written: None },
    })
}

struct Reader<'a> {
    cursor: &'a mut Cursor,
    depth: usize,
}

type Reading<T> = Result<T, NotationError>;

impl Reader<'_> {
    /// Sums of products of factors. All operators of one level are taken from left to right.
    fn expression(&mut self) -> Reading<Read> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.cursor.error_here(Problem::TooDeep));
        }
        let mut left = self.product()?;
        loop {
            self.cursor.skip_space();
            let Some(sign) = self.cursor.peek().filter(|&c| c == '+' || c == '-') else { break };
            self.cursor.advance();
            let right = self.product()?;
            left = self.combine(left, sign, right.value)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Reading<Read> {
        let mut left = self.factor()?;
        loop {
            self.cursor.skip_space();
            let Some(sign) = self.cursor.peek().filter(|&c| matches!(c, '×' | '/' | '%' | '@')) else {
                return Ok(left);
            };
            self.cursor.advance();
            let doubled = self.cursor.take(sign);
            let sign = match (sign, doubled) {
                ('×', true) => '^',
                ('/', true) => '⌊',
                (sign, _) => sign,
            };
            let right = self.factor()?;
            left = self.combine(left, sign, right.value)?;
        }
    }

    fn combine(&self, left: Read, sign: char, right: Value) -> Reading<Read> {
        let start = left.start;
        let combined = left.value.combine(sign, right);
        combined.map(|value| Read { value, start }).map_err(|problem| self.cursor.error_from(start, problem))
    }

    /// A signed atom with everything that hangs on it: attributes, calls, indices.
    fn factor(&mut self) -> Reading<Read> {
        self.cursor.skip_space();
        let start = self.cursor.position();
        if self.cursor.take('-') {
            let factor = self.factor()?;
            return self.combine(Read { value: Value::Number(Scalar::Int(0)), start }, '-', factor.value);
        }
        let mut value = self.atom()?;
        loop {
            self.cursor.skip_space();
            match self.cursor.peek() {
                Some('.') => {
                    self.cursor.advance();
                    value = self.attribute(value, start)?;
                }
                Some('[') if !matches!(value, Value::Sequence(_)) => value = self.index(value, start)?,
                Some('(') if matches!(value, Value::Function(..)) => value = self.call(value, start)?,
                _ => return Ok(Read { value, start }),
            }
        }
    }

    fn atom(&mut self) -> Reading<Value> {
        let start = self.cursor.position();
        match self.cursor.peek() {
            Some('(') => {
                self.cursor.advance();
                let (mut items, commas) = self.items(')')?;
                // Brackets around one thing are only brackets.
                if items.len() == 1
                    && commas == 0
                    && let Some(item) = items.pop()
                {
                    return Ok(item);
                }
                Ok(Value::Sequence(items))
            }
            Some('[') => {
                self.cursor.advance();
                Ok(Value::Sequence(self.items(']')?.0))
            }
            Some('.') => {
                if self.cursor.take_while(|c| c == '.').len() == 3 {
                    Ok(Value::Ellipsis)
                } else {
                    self.number(start)
                }
            }
            Some(quote @ ('"' | '\'')) => {
                self.cursor.advance();
                let text = self.cursor.take_while(|c| c != quote);
                if self.cursor.take(quote) {
                    Ok(Value::Text(text))
                } else {
                    Err(self.cursor.error_here(Problem::Unclosed(quote)))
                }
            }
            Some(c) if c.is_ascii_digit() => self.number(start),
            _ => {
                let word = self.cursor.take_name();
                if word.is_empty() {
                    return Err(self.cursor.error_here(match self.cursor.at_end() {
                        true => Problem::NotAValue(None),
                        false => Problem::NotAValue(Some(self.cursor.original())),
                    }));
                }
                calls::named(&word).ok_or_else(|| self.unknown(start, &word, calls::names(None)))
            }
        }
    }

    fn number(&mut self, start: usize) -> Reading<Value> {
        self.cursor.rewind(start);
        literal::number(self.cursor).map(Value::Number)
    }

    /// What stands between brackets, with the closing one; and how many commas there were.
    fn items(&mut self, close: char) -> Reading<(Vec<Value>, usize)> {
        let (mut items, mut commas) = (Vec::new(), 0);
        loop {
            self.cursor.skip_space();
            if self.cursor.take(close) {
                return Ok((items, commas));
            }
            if items.len() > MAX_AXES {
                return Err(self.cursor.error_here(Problem::TooManyAxes));
            }
            items.push(self.expression()?.value);
            self.cursor.skip_space();
            if self.cursor.take(',') {
                commas += 1;
            } else if self.cursor.peek() != Some(close) {
                return Err(super::sizes::unclosed_or_wrong(self.cursor, close));
            }
        }
    }

    /// What stands after a point.
    fn attribute(&mut self, value: Value, start: usize) -> Reading<Value> {
        self.cursor.skip_space();
        let name_start = self.cursor.position();
        let name = self.cursor.take_name();
        self.cursor.skip_space();
        let called = self.cursor.peek() == Some('(');
        match value {
            Value::Module(library) => calls::of_module(library, &name)
                .ok_or_else(|| self.unknown(name_start, &name, calls::names(Some(library)))),
            Value::Made(made) if called => {
                let arguments = self.arguments(false)?;
                let done = methods::call(made, &name, &arguments);
                done.map_err(|problem| self.at_method(problem, start, name_start, &name))
            }
            Value::Made(made) => {
                methods::attribute(made, &name).map_err(|problem| self.at_method(problem, start, name_start, &name))
            }
            _ => Err(self.unknown(name_start, &name, &[])),
        }
    }

    /// An error about a method: at its name where that is what is wrong, over the whole expression where a library refuses.
    fn at_method(&self, problem: Problem, start: usize, name_start: usize, name: &str) -> NotationError {
        match problem {
            Problem::Unknown { .. } => self.unknown(name_start, name, methods::NAMES),
            Problem::Computes(_) => NotationError { span: name_start..name_start + name.chars().count(), problem },
            problem => self.cursor.error_from(start, problem),
        }
    }

    fn unknown(&self, start: usize, word: &str, known: &[&'static str]) -> NotationError {
        let end = start + word.chars().count();
        let problem = if calls::COMPUTES.contains(&word) {
            Problem::Computes(word.to_owned())
        } else {
            Problem::Unknown { word: word.to_owned(), nearest: nearest(word, known) }
        };
        NotationError { span: start..end, problem }
    }

    fn call(&mut self, function: Value, start: usize) -> Reading<Value> {
        let Value::Function(library, name, kind) = function else { return Ok(function) };
        // `torch.Tensor` takes sizes as well as values.
        let sizes = matches!(name, "Tensor" | "FloatTensor") && {
            let mut ahead = self.cursor.clone();
            ahead.advance();
            ahead.skip_space();
            ahead.peek() != Some('[')
        };
        if kind == calls::Kind::Values && !sizes {
            return self.values(library, start);
        }
        let arguments = self.arguments(false)?;
        let kind = if sizes { calls::Kind::Unknown } else { kind };
        calls::call(library, name, kind, arguments).map_err(|problem| self.cursor.error_from(start, problem))
    }

    /// `tensor(…)` and `np.array(…)`: the first argument is a literal.
    fn values(&mut self, library: Library, start: usize) -> Reading<Value> {
        self.cursor.advance();
        let operand = literal::value(self.cursor)?;
        self.cursor.skip_space();
        let arguments = if self.cursor.take(',') {
            self.arguments(true)?
        } else if self.cursor.take(')') {
            Vec::new()
        } else {
            return Err(super::sizes::unclosed_or_wrong(self.cursor, ')'));
        };
        let real = matches!(&operand.tensor.values, Values::Listed(values) if matches!(values.first(), Some(Scalar::Float(_)) | None));
        let dtype = if real { value::real_type(library) } else { Dtype::Int64 };
        let made = Made { tensor: operand.tensor, library: Some(library), dtype: Some(dtype) };
        let made = calls::with_dtype(made, &arguments).map_err(|problem| self.cursor.error_from(start, problem))?;
        Ok(Value::Made(made))
    }

    /// The arguments of a call from its opening bracket (unless `opened`) to its closing one.
    fn arguments(&mut self, opened: bool) -> Reading<Vec<Argument>> {
        if !opened {
            self.cursor.advance();
        }
        let mut arguments = Vec::new();
        loop {
            self.cursor.skip_space();
            if self.cursor.take(')') {
                return Ok(arguments);
            }
            if arguments.len() > MAX_AXES {
                return Err(self.cursor.error_here(Problem::TooManyAxes));
            }
            let before = self.cursor.position();
            let keyword = self.cursor.take_name();
            self.cursor.skip_space();
            let keyword = (!keyword.is_empty() && self.cursor.take('=')).then_some(keyword);
            if keyword.is_none() {
                self.cursor.rewind(before);
            }
            let value = self.expression()?.value;
            arguments.push(Argument { keyword, value });
            self.cursor.skip_space();
            if !self.cursor.take(',') && self.cursor.peek() != Some(')') {
                return Err(super::sizes::unclosed_or_wrong(self.cursor, ')'));
            }
        }
    }

    /// `[:, None]`, `[None]`, `[..., np.newaxis]`.
    fn index(&mut self, value: Value, start: usize) -> Reading<Value> {
        let Value::Made(made) = value else {
            return Err(self.cursor.error_here(Problem::Selects));
        };
        self.cursor.advance();
        let (mut before, mut after, mut ellipsis) = (Vec::new(), Vec::new(), false);
        loop {
            self.cursor.skip_space();
            let item_start = self.cursor.position();
            if self.cursor.take(']') {
                break;
            }
            let slice = if self.cursor.take(':') {
                self.cursor.skip_space();
                self.cursor.take(':');
                self.cursor.skip_space();
                if !matches!(self.cursor.peek(), Some(',' | ']') | None) {
                    return Err(self.cursor.error_here(Problem::Selects));
                }
                true
            } else {
                match self.expression()?.value {
                    Value::Empty => false,
                    Value::Ellipsis if !ellipsis => {
                        ellipsis = true;
                        self.cursor.skip_space();
                        self.cursor.take(',');
                        continue;
                    }
                    _ => return Err(self.cursor.error_from(item_start, Problem::Selects)),
                }
            };
            if ellipsis { &mut after } else { &mut before }.push(slice);
            if before.len() + after.len() > 2 * MAX_AXES {
                return Err(self.cursor.error_here(Problem::TooManyAxes));
            }
            self.cursor.skip_space();
            if !self.cursor.take(',') && self.cursor.peek() != Some(']') {
                return Err(super::sizes::unclosed_or_wrong(self.cursor, ']'));
            }
        }
        let library = made.library.unwrap_or_default();
        let view = library.index(&made.tensor.view, &before, &after);
        let view = view.map_err(|refusal| self.cursor.error_from(start, Problem::Raises(refusal)))?;
        Ok(Value::Made(made.viewed(view)))
    }
}

/// The known word that is most like `word`: at most two letters added, left out, changed or exchanged.
fn nearest(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let near = known.iter().map(|&other| (distance(word.as_bytes(), other.as_bytes()), other));
    near.filter(|&(distance, other)| distance <= 2 && distance < other.len().min(word.len()))
        .min()
        .map(|(_, other)| other)
}

/// How many letters are to be added, left out or changed to make one word of the other; neighbours that are exchanged count
/// as one.
fn distance(a: &[u8], b: &[u8]) -> usize {
    const LONGEST: usize = 24;
    if a.len() > LONGEST || b.len() > LONGEST {
        return LONGEST;
    }
    let mut table = [[0_usize; LONGEST + 1]; LONGEST + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let changed = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let best = changed.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                if exchanged { best.min(table[i - 2][j - 2] + 1) } else { best }
            };
        }
    }
    table[a.len()][b.len()]
}
