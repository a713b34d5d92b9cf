//! Names, numbers, strings, and what stands in brackets.

use std::rc::Rc;

use super::{Parser, Read, Wanted};
use crate::shapes::Problem;
use crate::syntax::lexer::TokenKind::{Mark, Word};
use crate::syntax::lexer::{Keyword, TokenKind};
use crate::syntax::tree::{BinaryOperator, Clause, Expression, ExpressionKind, SequenceKind};
use tensor_broadcasting::numbers::parse_float;

impl Parser<'_> {
    /// An expression that no operator and no call is a part of, unless within brackets.
    pub(super) fn atom(&mut self) -> Read {
        let span = self.here();
        let text = || self.source.text(&span);
        let kind = match self.kind() {
            Mark(b'(') => return self.parenthesized(),
            Mark(b'[') => return self.sequence(SequenceKind::List, b']'),
            Mark(b'{') => return self.braces(),
            kind if kind.is_string() => return self.text(),
            TokenKind::Name => ExpressionKind::Name(text()),
            TokenKind::Integer => ExpressionKind::Integer(integer(&text())),
            TokenKind::Float => ExpressionKind::Float(parse_float(&text().replace('_', ""))),
            TokenKind::Imaginary => ExpressionKind::Imaginary,
            TokenKind::Ellipsis => ExpressionKind::Ellipsis,
            Word(Keyword::None) => ExpressionKind::None,
            Word(word @ (Keyword::True | Keyword::False)) => ExpressionKind::Bool(word == Keyword::True),
            _ => {
                self.wanted = Wanted::Value;
                self.note_misplaced(true);
                return None;
            }
        };
        self.at += 1;
        self.node(kind, span.start)
    }

    /// Strings one after the other, which are one.
    fn text(&mut self) -> Read {
        let start = self.start();
        let is_bytes = self.peek(TokenKind::Bytes);
        let mut content = String::new();
        let mut opaque = false;
        while self.kind().is_string() {
            let kind = self.kind();
            let span = self.here();
            // Bytes are ASCII, and are not joined with texts.
            if is_bytes != (kind == TokenKind::Bytes) || (is_bytes && !self.source.typed(&span).is_ascii()) {
                return self.misplaced();
            }
            opaque |= kind != TokenKind::Text;
            content.push_str(&self.source.string_content(&span));
            self.at += 1;
        }
        self.node(if opaque { ExpressionKind::OpaqueText } else { ExpressionKind::Text(content) }, start)
    }

    /// An expression in brackets, a tuple, or a generator.
    fn parenthesized(&mut self) -> Read {
        let mut sequence = self.sequence(SequenceKind::Tuple, b')')?;
        let comma = self.source.tokens.get(self.at - 2).is_some_and(|token| token.kind == Mark(b','));
        // Brackets around one expression only group.
        if let ExpressionKind::Sequence { items, .. } = &mut sequence.kind
            && items.len() == 1
            && !comma
        {
            let only = items.pop()?;
            if matches!(only.kind, ExpressionKind::Starred(_)) {
                self.note(&(only.span.start..only.span.start + 1), Problem::Unexpected("*".to_owned()));
                return None;
            }
            *sequence = only;
        }
        Some(sequence)
    }

    /// What stands in brackets like a list, or a comprehension.
    fn sequence(&mut self, kind: SequenceKind, close: u8) -> Read {
        let start = self.start();
        self.at += 1;
        let first = if self.goes_on(close) { Some(*self.item()?) } else { None };
        self.rest_of_sequence(kind, first, start, close)
    }

    /// The same after its first item.
    fn rest_of_sequence(&mut self, kind: SequenceKind, first: Option<Expression>, start: usize, close: u8) -> Read {
        let mut items = Vec::from_iter(first);
        let kind = if self.peek_clause() {
            if matches!(items.as_slice(), [Expression { kind: ExpressionKind::Starred(_), .. }]) {
                return self.misplaced();
            }
            ExpressionKind::Comprehension { elements: items.into(), clauses: self.clauses()? }
        } else {
            while !items.is_empty() && self.take(Mark(b',')) && self.goes_on(close) {
                items.push(*self.item()?);
            }
            ExpressionKind::Sequence { kind, items }
        };
        self.close(close)?;
        self.node(kind, start)
    }

    /// A set or a dictionary.
    fn braces(&mut self) -> Read {
        let start = self.start();
        self.at += 1;
        let mut entries = Vec::new();
        while self.goes_on(b'}') {
            if self.take(TokenKind::Operator(BinaryOperator::Power)) {
                entries.push((None, *self.bit_or()?));
            } else {
                let key = *self.item_or_key()?;
                if entries.is_empty() && !self.peek(Mark(b':')) {
                    return self.rest_of_sequence(SequenceKind::Set, Some(key), start, b'}');
                }
                self.need(Mark(b':'))?;
                let value = *self.expression()?;
                if entries.is_empty() && self.peek_clause() {
                    let elements = [key, value].into();
                    let kind = ExpressionKind::Comprehension { elements, clauses: self.clauses()? };
                    self.close(b'}')?;
                    return self.node(kind, start);
                }
                entries.push((Some(key), value));
            }
            if !self.take(Mark(b',')) {
                break;
            }
        }
        self.close(b'}')?;
        self.node(ExpressionKind::Dict(entries), start)
    }

    /// Whether `for` stands here.
    pub(super) fn peek_clause(&self) -> bool {
        matches!(self.kind(), Word(Keyword::For | Keyword::Async))
    }

    /// `for target in iterable if condition …`, one after the other.
    pub(super) fn clauses(&mut self) -> Option<Rc<[Clause]>> {
        let mut clauses = Vec::new();
        while self.peek_clause() {
            self.take(Word(Keyword::Async));
            self.need(Word(Keyword::For))?;
            let target = *self.targets()?;
            self.need(Word(Keyword::In))?;
            let iterable = *self.disjunction()?;
            let mut conditions = Vec::new();
            while self.take(Word(Keyword::If)) {
                conditions.push(*self.disjunction()?);
            }
            clauses.push(Clause { target, iterable, conditions });
        }
        Some(clauses.into())
    }
}

/// The integer that is written in base 2, 8, 10 or 16; `None` where it does not fit in 64 bits.
fn integer(text: &str) -> Option<i64> {
    let (digits, base) = match text.as_bytes() {
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', b'o' | b'O', digits @ ..] => (digits, 8),
        [b'0', b'b' | b'B', digits @ ..] => (digits, 2),
        digits => (digits, 10),
    };
    let digits = digits.iter().filter_map(|&digit| char::from(digit).to_digit(16));
    digits.map(i64::from).try_fold(0_i64, |value, digit| value.checked_mul(base)?.checked_add(digit))
}
