//! Names, numbers, strings, and what stands in brackets.

use super::super::failure::{Failure, failure};
use super::super::lexer::TokenKind;
use super::super::tree::{BinaryOperator, Clause, Expression, ExpressionKind, SequenceKind};
use super::Parser;
use crate::parse::{Problem, real_number};

impl Parser<'_> {
    /// An expression that no operator and no call is a part of, unless within brackets.
    pub(super) fn atom(&mut self) -> Result<Expression, Failure> {
        let span = self.here();
        let text = || self.source.text(&span);
        let kind = match self.kind() {
            TokenKind::Mark('(') => return self.parenthesized(),
            TokenKind::Mark('[') => return self.sequence(SequenceKind::List, ']'),
            TokenKind::Mark('{') => return self.braces(),
            TokenKind::Name => ExpressionKind::Name(text()),
            TokenKind::Integer => ExpressionKind::Integer(integer(&text())),
            TokenKind::Float => ExpressionKind::Float(real_number(&text().replace('_', ""))),
            TokenKind::Imaginary => ExpressionKind::Imaginary,
            TokenKind::Text | TokenKind::OpaqueText => return self.text(),
            TokenKind::Ellipsis => ExpressionKind::Ellipsis,
            TokenKind::Keyword if self.peek_word("None") => ExpressionKind::None,
            TokenKind::Keyword if self.peek_word("True") => ExpressionKind::Bool(true),
            TokenKind::Keyword if self.peek_word("False") => ExpressionKind::Bool(false),
            _ => return Err(self.not_a_value()),
        };
        self.at += 1;
        self.node(kind, span.start)
    }

    /// Strings one after the other, which are one.
    fn text(&mut self) -> Result<Expression, Failure> {
        let start = self.here().start;
        let mut content = String::new();
        let mut opaque = false;
        while matches!(self.kind(), TokenKind::Text | TokenKind::OpaqueText) {
            opaque |= self.kind() == TokenKind::OpaqueText;
            let typed = self.source.typed(&self.here());
            let quoted = self.source.text(&self.here());
            let prefix = quoted.find(['"', '\'']).unwrap_or(0);
            let tripled = quoted[prefix..].starts_with("\"\"\"") || quoted[prefix..].starts_with("'''");
            let width = if tripled { 3 } else { 1 };
            let length = typed.chars().count();
            content.extend(typed.chars().take(length - width).skip(prefix + width));
            self.at += 1;
        }
        self.node(if opaque { ExpressionKind::OpaqueText } else { ExpressionKind::Text(content) }, start)
    }

    /// An expression in brackets, a tuple, or a generator.
    fn parenthesized(&mut self) -> Result<Expression, Failure> {
        let mut sequence = self.sequence(SequenceKind::Tuple, ')')?;
        let comma = self.source.tokens.get(self.at - 2).is_some_and(|token| token.kind == TokenKind::Mark(','));
        // Brackets around one expression only group.
        if let ExpressionKind::Sequence { items, .. } = &mut sequence.kind
            && items.len() == 1
            && !comma
            && let Some(only) = items.pop()
        {
            let starred = matches!(only.kind, ExpressionKind::Starred(_));
            let problem = Problem::Unexpected("*".to_owned());
            return if starred { Err(failure(&(only.span.start..only.span.start + 1), problem)) } else { Ok(only) };
        }
        Ok(sequence)
    }

    /// What stands in brackets like a list, or a comprehension.
    fn sequence(&mut self, kind: SequenceKind, close: char) -> Result<Expression, Failure> {
        let start = self.here().start;
        self.at += 1;
        let first = if self.goes_on(close) { Some(self.item()?) } else { None };
        self.rest_of_sequence(kind, first, start, close)
    }

    /// The same after its first item.
    fn rest_of_sequence(
        &mut self,
        kind: SequenceKind,
        first: Option<Expression>,
        start: usize,
        close: char,
    ) -> Result<Expression, Failure> {
        let mut items = Vec::from_iter(first);
        let kind = if self.peek_clause() {
            ExpressionKind::Comprehension { elements: items, clauses: self.clauses()? }
        } else {
            while !items.is_empty() && self.take(',') && self.goes_on(close) {
                items.push(self.item()?);
            }
            ExpressionKind::Sequence { kind, items }
        };
        self.close(close)?;
        self.node(kind, start)
    }

    /// A set or a dictionary.
    fn braces(&mut self) -> Result<Expression, Failure> {
        let start = self.here().start;
        self.at += 1;
        let mut entries = Vec::new();
        while self.goes_on('}') {
            if self.kind() == TokenKind::Operator(BinaryOperator::Power) {
                self.at += 1;
                entries.push((None, self.bit_or()?));
            } else {
                let key = self.item()?;
                if entries.is_empty() && !self.peek(':') {
                    return self.rest_of_sequence(SequenceKind::Set, Some(key), start, '}');
                }
                self.need(':')?;
                let value = self.expression()?;
                if entries.is_empty() && self.peek_clause() {
                    let elements = vec![key, value];
                    let kind = ExpressionKind::Comprehension { elements, clauses: self.clauses()? };
                    self.close('}')?;
                    return self.node(kind, start);
                }
                entries.push((Some(key), value));
            }
            if !self.take(',') {
                break;
            }
        }
        self.close('}')?;
        self.node(ExpressionKind::Dict(entries), start)
    }

    pub(super) fn peek_clause(&self) -> bool {
        self.peek_word("for") || self.peek_word("async")
    }

    /// `for target in iterable if condition …`, one after the other.
    pub(super) fn clauses(&mut self) -> Result<Vec<Clause>, Failure> {
        let mut clauses = Vec::new();
        while self.peek_clause() {
            self.take_word("async");
            self.need_word("for")?;
            let target = self.targets()?;
            self.need_word("in")?;
            let iterable = self.disjunction()?;
            let mut conditions = Vec::new();
            while self.take_word("if") {
                conditions.push(self.disjunction()?);
            }
            clauses.push(Clause { target, iterable, conditions });
        }
        Ok(clauses)
    }
}

/// The integer that is written in base 2, 8, 10 or 16; `None` where it does not fit in 64 bits.
fn integer(text: &str) -> Option<i64> {
    let digits = text.replace('_', "");
    match digits.get(..2) {
        Some("0x" | "0X") => i64::from_str_radix(&digits[2..], 16).ok(),
        Some("0o" | "0O") => i64::from_str_radix(&digits[2..], 8).ok(),
        Some("0b" | "0B") => i64::from_str_radix(&digits[2..], 2).ok(),
        _ => digits.parse().ok(),
    }
}
