//! Expressions: what they stand for, worked out as they are read.

use std::ops::Range;

use super::calls::Arguments;
use super::signs::{Kind, Source, Token};
use super::value::{Item, Value};
use super::{elements, methods, table};
use crate::broadcast::{Operator, Scalar};
use crate::library::Library;
use crate::parse::{ParseError, Problem, real_number};

/// Brackets may stand in each other so deep: 64 axes, and calls around them.
const MAX_DEPTH: usize = 80;

/// So many entries of lists, and elements that are written out, may be made or copied.
const MAX_MADE: usize = 4_096;

/// Variables and what they stand for, the last ones counting.
pub(super) type Names = Vec<(String, Item)>;

/// Reads the tokens from `at` up to `end`.
pub(super) struct Evaluator<'a> {
    source: &'a Source,
    names: &'a Names,
    at: usize,
    end: usize,
    depth: usize,
    /// How much was made so far.
    pub(super) made: usize,
    /// Whether a name that is not known is compared with those that are.
    pub(super) suggests: bool,
}

impl<'a> Evaluator<'a> {
    pub(super) const fn new(
        source: &'a Source,
        names: &'a Names,
        tokens: Range<usize>,
        made: usize,
        suggests: bool,
    ) -> Self {
        Self { source, names, at: tokens.start, end: tokens.end, depth: 0, made, suggests }
    }

    /// The whole of the tokens: one expression, or several with commas between them.
    pub(super) fn whole(&mut self) -> Result<Item, ParseError> {
        let first = self.expression(0)?;
        let item = if self.peek(',') { self.rest_of_list(first)? } else { first };
        match self.token() {
            None => Ok(item),
            Some(token) => Err(self.misplaced(token)),
        }
    }

    fn rest_of_list(&mut self, first: Item) -> Result<Item, ParseError> {
        let start = first.span.start;
        let mut items = vec![first];
        while self.take(',') && self.token().is_some() {
            items.push(self.expression(0)?);
        }
        let end = items.last().map_or(start, |item| item.span.end);
        Ok(Item { value: Value::List(items), span: start..end })
    }

    fn token(&self) -> Option<&'a Token> {
        if self.at < self.end { self.source.tokens.get(self.at) } else { None }
    }

    fn peek(&self, sign: char) -> bool {
        self.token().is_some_and(|token| token.kind == Kind::Sign(sign))
    }

    fn take(&mut self, sign: char) -> bool {
        let here = self.peek(sign);
        self.at += usize::from(here);
        here
    }

    /// The place of the token here; the end of what was read where there is none.
    fn here(&self) -> Range<usize> {
        match self.token() {
            Some(token) => token.span.clone(),
            None => {
                let end =
                    self.at.checked_sub(1).and_then(|last| self.source.tokens.get(last)).map_or(0, |t| t.span.end);
                end..end
            }
        }
    }

    fn error(&self, problem: Problem) -> ParseError {
        ParseError { span: self.here(), problem }
    }

    /// A token that cannot stand where it does.
    fn misplaced(&self, token: &Token) -> ParseError {
        let problem = match token.kind {
            Kind::Sign(')' | ']') => Problem::WrongBracket(None),
            _ => Problem::Unexpected(self.source.original.get(token.span.clone()).unwrap_or_default().iter().collect()),
        };
        ParseError { span: token.span.clone(), problem }
    }

    /// Steps over the bracket that closes.
    fn close(&mut self, bracket: char) -> Result<(), ParseError> {
        if self.take(bracket) {
            return Ok(());
        }
        Err(match self.token() {
            None => self.error(Problem::Unclosed(bracket)),
            Some(token) if matches!(token.kind, Kind::Sign(')' | ']')) => {
                self.error(Problem::WrongBracket(Some(bracket)))
            }
            Some(token) => self.misplaced(token),
        })
    }

    /// Counts what is made, and stops where it becomes too much.
    pub(super) fn charge(&mut self, made: usize, span: &Range<usize>) -> Result<(), ParseError> {
        self.made = self.made.saturating_add(made);
        let problem = Problem::TooManyValues;
        if self.made > MAX_MADE { Err(ParseError { span: span.clone(), problem }) } else { Ok(()) }
    }

    /// An expression whose operators all bind at least as tightly as `least`.
    pub(super) fn expression(&mut self, least: u8) -> Result<Item, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(Problem::TooDeep));
        }
        let mut left = self.operand()?;
        while let Some(&Token { kind: Kind::Sign(sign), ref span }) = self.token() {
            let Some((operator, power)) = table::operator(sign).filter(|&(_, power)| power >= least) else {
                if sign == '@' {
                    return Err(self.error(Problem::Computes("@".to_owned())));
                }
                break;
            };
            self.at += 1;
            // Only powers group from the right.
            let right = self.expression(if operator == Operator::Power { power } else { power + 1 })?;
            left = self.combine(operator, left, right, span)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// A value with signs before it and everything that is called, taken or asked of it.
    fn operand(&mut self) -> Result<Item, ParseError> {
        let start = self.here().start;
        if self.peek('~') {
            return Err(self.error(Problem::Computes("~".to_owned())));
        }
        if self.take('-') {
            let item = self.expression(4)?;
            let span = start..item.span.end;
            let minus = Item { value: Value::Scalar(Scalar::Int(-1)), span: span.clone() };
            return self.combine(Operator::Multiply, item, minus, &span).map(|item| Item { span, ..item });
        }
        if self.take('+') {
            return self.expression(4);
        }
        let mut item = self.atom()?;
        loop {
            if self.take('.') {
                item = self.attribute(item)?;
            } else if self.peek('(') {
                let Value::Path(path) = &item.value else {
                    return Err(self.error(Problem::Unexpected("(".to_owned())));
                };
                let (path, arguments) = (path.clone(), self.arguments()?);
                let span = item.span.start..arguments.span.end;
                item = self.call(&path, &item.span, arguments)?;
                item.span = span;
            } else if self.take('[') {
                item = self.subscript(item)?;
            } else {
                return Ok(item);
            }
        }
    }

    fn atom(&mut self) -> Result<Item, ParseError> {
        let Some(token) = self.token() else { return Err(self.error(Problem::NotAValue(None))) };
        let span = token.span.clone();
        let text = || self.source.text(&token.span);
        let value = match token.kind {
            Kind::Integer => {
                let digits = text().replace('_', "");
                Value::Scalar(Scalar::Int(digits.parse().map_err(|_| self.error(Problem::ValueTooLarge))?))
            }
            Kind::Real => Value::Scalar(Scalar::Float(real_number(&text().replace('_', "")))),
            Kind::Text => Value::Text(text().trim_matches(['"', '\'']).to_owned()),
            Kind::Sign('…') => Value::Ellipsis,
            Kind::Sign('(') => return self.list(')'),
            Kind::Sign('[') => return self.list(']'),
            Kind::Name => {
                let name = text();
                let names = self.names;
                if let Some((_, item)) = names.iter().rev().find(|(known, _)| *known == name) {
                    // Before it is copied: what is too much takes no time.
                    self.charge(elements::weight(&item.value), &span)?;
                    item.value.clone()
                } else {
                    match name.as_str() {
                        "None" | "newaxis" => Value::None,
                        "True" => Value::Scalar(Scalar::Bool(true)),
                        "False" => Value::Scalar(Scalar::Bool(false)),
                        // As both libraries print them, and so does the page.
                        "nan" => Value::Scalar(Scalar::Float(f64::NAN)),
                        "inf" => Value::Scalar(Scalar::Float(f64::INFINITY)),
                        _ => Value::Path(name),
                    }
                }
            }
            Kind::Sign(_) | Kind::Line => {
                let found = self.source.original.get(span.start).copied();
                return Err(self.error(Problem::NotAValue(found)));
            }
        };
        self.at += 1;
        Ok(Item { value, span })
    }

    /// A list, a tuple, or an expression in brackets.
    fn list(&mut self, close: char) -> Result<Item, ParseError> {
        let start = self.here().start;
        self.at += 1;
        let mut items = Vec::new();
        let mut comma = close == ']';
        while self.token().is_some() && !self.peek(close) {
            let spread = self.take('×');
            let item = self.expression(0)?;
            match item.value {
                Value::List(inner) if spread => items.extend(inner),
                value => items.push(Item { value, span: item.span }),
            }
            if !self.take(',') {
                break;
            }
            comma = true;
        }
        self.close(close)?;
        let span = start..self.source.tokens[self.at - 1].span.end;
        match items.pop() {
            // Brackets around one expression only group.
            Some(only) if !comma => Ok(Item { value: only.value, span }),
            last => {
                items.extend(last);
                Ok(Item { value: Value::List(items), span })
            }
        }
    }

    /// What is asked of a value by a name after a point.
    fn attribute(&mut self, item: Item) -> Result<Item, ParseError> {
        let Some(token) = self.token().filter(|token| token.kind == Kind::Name) else {
            return Err(self.error(Problem::NotAValue(self.source.original.get(self.here().start).copied())));
        };
        self.at += 1;
        let name = self.source.text(&token.span);
        let span = item.span.start..token.span.end;
        match item.value {
            Value::Path(path) => {
                let path = path + "." + &name;
                let value = match name.as_str() {
                    "newaxis" => Value::None,
                    "pi" => Value::Scalar(Scalar::Float(std::f64::consts::PI)),
                    "inf" => Value::Scalar(Scalar::Float(f64::INFINITY)),
                    "nan" => Value::Scalar(Scalar::Float(f64::NAN)),
                    _ if !self.peek('(') => table::dtype(&name).map_or(Value::Path(path), Value::Dtype),
                    _ => Value::Path(path),
                };
                Ok(Item { value, span })
            }
            Value::Tensor(operand) => {
                let called = self.peek('(');
                let mut arguments = if called { self.arguments()? } else { Arguments::none(&token.span) };
                let place = token.span.start..arguments.span.end;
                let value = methods::method(self, *operand, &name, &token.span, called, &mut arguments)?;
                Ok(Item { value, span: span.start..place.end })
            }
            // What is asked of a shape, such as `.numel()`, is no operand.
            _ => Err(ParseError { span: token.span.clone(), problem: Problem::Unexpected(name) }),
        }
    }

    /// The arguments of a call, brackets and all.
    fn arguments(&mut self) -> Result<Arguments, ParseError> {
        let start = self.here().start;
        self.at += 1;
        let mut arguments = Arguments::none(&(start..start));
        while self.token().is_some() && !self.peek(')') {
            let keyword = self.token().filter(|token| token.kind == Kind::Name).filter(|_| {
                let next = self.source.tokens.get(self.at + 1);
                self.at + 1 < self.end && next.is_some_and(|next| next.kind == Kind::Sign('='))
            });
            if let Some(token) = keyword {
                self.at += 2;
                let item = self.expression(0)?;
                arguments.keywords.push((self.source.text(&token.span), token.span.clone(), item));
            } else {
                let spread = self.take('×');
                let item = self.expression(0)?;
                match item.value {
                    Value::List(inner) if spread => arguments.positional.extend(inner),
                    value => arguments.positional.push(Item { value, span: item.span }),
                }
            }
            if !self.take(',') {
                break;
            }
        }
        self.close(')')?;
        arguments.span = start..self.source.tokens[self.at - 1].span.end;
        Ok(arguments)
    }

    fn call(&mut self, path: &str, place: &Range<usize>, arguments: Arguments) -> Result<Item, ParseError> {
        let value = super::calls::call(self, path, place, arguments)?;
        Ok(Item { value, span: place.clone() })
    }

    /// `[…]` after a value.
    fn subscript(&mut self, item: Item) -> Result<Item, ParseError> {
        let mut indices = Vec::new();
        while self.token().is_some() && !self.peek(']') {
            indices.push(self.index()?);
            if !self.take(',') {
                break;
            }
        }
        if indices.is_empty() {
            return Err(self.error(Problem::NotAValue(self.token().map(|_| ']'))));
        }
        self.close(']')?;
        let span = item.span.start..self.source.tokens[self.at - 1].span.end;
        let value = match (item.value, indices.as_slice()) {
            (Value::Tensor(operand), _) => methods::index(*operand, &indices)?,
            (Value::List(items), [index]) => {
                let at = index.int()?;
                let at = if at < 0 { at.saturating_add(items.len() as i64) } else { at };
                let found = usize::try_from(at).ok().and_then(|at| items.into_iter().nth(at));
                found.ok_or_else(|| index.error(Problem::NoSuchEntry))?.value
            }
            _ => return Err(ParseError { span, problem: Problem::NotAnOperand }),
        };
        Ok(Item { value, span })
    }

    /// One index: an expression, or a slice.
    fn index(&mut self) -> Result<Item, ParseError> {
        let start = self.here().start;
        let mut whole = true;
        let mut slice = false;
        for part in 0..3 {
            let ends = self.token().is_none() || self.peek(':') || self.peek(',') || self.peek(']');
            if !ends {
                let item = self.expression(0)?;
                if part == 0 && !self.peek(':') {
                    return Ok(item);
                }
                whole &= part == 0 && matches!(item.value, Value::Scalar(Scalar::Int(0)) | Value::None);
            }
            if part == 2 || !self.take(':') {
                break;
            }
            slice = true;
        }
        if !slice {
            return Err(self.error(Problem::NotAValue(self.source.original.get(self.here().start).copied())));
        }
        let end = self.source.tokens[self.at - 1].span.end;
        Ok(Item { value: Value::Slice(whole), span: start..end })
    }

    /// What an operator makes of two values: numbers, sizes, or a tensor and a number.
    fn combine(&mut self, operator: Operator, a: Item, b: Item, sign: &Range<usize>) -> Result<Item, ParseError> {
        let span = a.span.start.min(b.span.start)..b.span.end.max(a.span.end);
        let unfit = || ParseError { span: sign.clone(), problem: Problem::CannotCombine };
        let value = match (a.value, b.value) {
            (Value::Tensor(_), Value::Tensor(_)) => {
                return Err(ParseError { span: sign.clone(), problem: Problem::TwoOperands });
            }
            (Value::Scalar(a), Value::Scalar(b)) => Value::Scalar(arithmetic(operator, a, b).ok_or_else(unfit)?),
            (Value::List(mut a), Value::List(b)) if operator == Operator::Add => {
                self.charge(a.len() + b.len(), &span)?;
                a.extend(b);
                Value::List(a)
            }
            (Value::List(items), Value::Scalar(Scalar::Int(times)))
            | (Value::Scalar(Scalar::Int(times)), Value::List(items))
                if operator == Operator::Multiply =>
            {
                let times = usize::try_from(times).unwrap_or(0);
                let weight: usize = items.iter().map(|item| elements::weight(&item.value)).sum();
                self.charge(weight.saturating_mul(times), &span)?;
                let length = items.len() * times;
                Value::List(items.into_iter().cycle().take(length).collect())
            }
            (Value::Tensor(operand), Value::Scalar(scalar)) => {
                elements::with_number(self, *operand, operator, scalar, false, sign)?
            }
            (Value::Scalar(scalar), Value::Tensor(operand)) => {
                elements::with_number(self, *operand, operator, scalar, true, sign)?
            }
            _ => return Err(unfit()),
        };
        Ok(Item { value, span })
    }
}

/// Python's own arithmetic of two numbers; `None` where there is none that fits in 64 bits.
fn arithmetic(operator: Operator, a: Scalar, b: Scalar) -> Option<Scalar> {
    let real = matches!(a, Scalar::Float(_)) || matches!(b, Scalar::Float(_)) || operator == Operator::Divide;
    let numpy = Library::NumPy.arithmetic();
    if real {
        let nonzero =
            b.to_float() != 0.0 || !matches!(operator, Operator::Divide | Operator::FloorDivide | Operator::Remainder);
        let operands = (Scalar::Float(a.to_float()), Scalar::Float(b.to_float()));
        return nonzero.then(|| operator.apply(operands.0, operands.1, numpy).ok()).flatten();
    }
    let (a, b) = (a.to_int(), b.to_int());
    let value = match operator {
        Operator::Add => a.checked_add(b)?,
        Operator::Subtract => a.checked_sub(b)?,
        Operator::Multiply => a.checked_mul(b)?,
        Operator::Power => a.checked_pow(u32::try_from(b).ok()?)?,
        Operator::FloorDivide | Operator::Remainder if b == 0 || (a == i64::MIN && b == -1) => return None,
        _ => return operator.apply(Scalar::Int(a), Scalar::Int(b), numpy).ok(),
    };
    Some(Scalar::Int(value))
}
