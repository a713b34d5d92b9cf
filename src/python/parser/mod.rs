//! Tokens to the syntax tree, by recursive descent after Python's own grammar
//! (<https://docs.python.org/3/reference/grammar.html>).
//!
//! The first thing that Python would not accept is an error; nothing is guessed. Each function reads what its name says from
//! the token at [`Parser::at`] on. How deep they call each other, and how high a tree they make, is bounded by
//! [`MAX_DEPTH`], so that whoever walks the tree may be recursive.

mod expressions;
mod statements;

use std::ops::Range;

use super::lexer::{Source, Token, TokenKind};
use super::tree::{Expression, ExpressionKind, Identifier, Module};
use crate::parse::{ParseError, Problem};

/// How deep expressions and blocks may be nested: 64 axes, and calls around them.
const MAX_DEPTH: usize = 100;

/// The tree of a program.
///
/// # Errors
///
/// The first place where the text is not Python, or is nested too deep.
pub(super) fn module(source: &Source) -> Result<Module, ParseError> {
    let mut parser = Parser { source, at: 0, depth: 0 };
    let mut body = Vec::new();
    while !parser.at_end() {
        parser.line(&mut body)?;
    }
    Ok(Module { body, comments: source.comments.clone() })
}

/// A place among the tokens of a text.
struct Parser<'a> {
    source: &'a Source,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn token(&self, ahead: usize) -> Option<&'a Token> {
        self.source.tokens.get(self.at + ahead)
    }

    fn at_end(&self) -> bool {
        self.token(0).is_none()
    }

    /// The kind of the token here; the end of a line where there is none.
    fn kind(&self) -> TokenKind {
        self.token(0).map_or(TokenKind::Newline, |token| token.kind)
    }

    /// The end of what was read, without line ends and indentation.
    fn read_until(&self) -> usize {
        let read = self.source.tokens.get(..self.at).unwrap_or_default();
        let written =
            |token: &&Token| !matches!(token.kind, TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent);
        read.iter().rev().find(written).map_or(0, |token| token.span.end)
    }

    /// The place of the token here; where a line ends, the end of what was read.
    fn here(&self) -> Range<usize> {
        match self.token(0) {
            Some(token) if token.kind != TokenKind::Newline => token.span.clone(),
            _ => self.read_until()..self.read_until(),
        }
    }

    fn error(&self, problem: Problem) -> ParseError {
        ParseError { span: self.here(), problem }
    }

    /// The error of a token that cannot stand here.
    fn misplaced(&self) -> ParseError {
        let span = self.here();
        self.error(match self.kind() {
            TokenKind::Newline => Problem::NotAValue(None),
            TokenKind::Mark(')' | ']' | '}') => Problem::WrongBracket(None),
            TokenKind::OpenText(quote) => {
                return ParseError { span: span.end..span.end, problem: Problem::Unclosed(quote) };
            }
            _ => Problem::Unexpected(self.source.typed(&span)),
        })
    }

    fn peek(&self, mark: char) -> bool {
        self.kind() == TokenKind::Mark(mark)
    }

    fn take(&mut self, mark: char) -> bool {
        let here = self.peek(mark);
        self.at += usize::from(here);
        here
    }

    fn peek_word(&self, word: &str) -> bool {
        self.token(0).is_some_and(|token| token.kind == TokenKind::Keyword && self.source.is(&token.span, word))
    }

    fn take_word(&mut self, word: &str) -> bool {
        let here = self.peek_word(word);
        self.at += usize::from(here);
        here
    }

    /// Steps over what must stand here.
    fn need(&mut self, mark: char) -> Result<(), ParseError> {
        if self.take(mark) { Ok(()) } else { Err(self.misplaced()) }
    }

    fn need_word(&mut self, word: &str) -> Result<(), ParseError> {
        if self.take_word(word) { Ok(()) } else { Err(self.misplaced()) }
    }

    /// Steps over the bracket that closes.
    fn close(&mut self, bracket: char) -> Result<(), ParseError> {
        if self.take(bracket) {
            return Ok(());
        }
        Err(match self.kind() {
            TokenKind::Newline => self.error(Problem::Unclosed(bracket)),
            TokenKind::Mark(')' | ']' | '}') => self.error(Problem::WrongBracket(Some(bracket))),
            _ => self.misplaced(),
        })
    }

    /// Whether an item can follow before the bracket that closes.
    fn goes_on(&self, close: char) -> bool {
        !self.peek(close) && self.kind() != TokenKind::Newline
    }

    /// A word that is no keyword.
    fn identifier(&mut self) -> Result<Identifier, ParseError> {
        match self.token(0) {
            Some(Token { kind: TokenKind::Name, span }) => {
                self.at += 1;
                Ok(Identifier { name: self.source.text(span), span: span.clone() })
            }
            Some(Token { kind: TokenKind::Keyword, .. }) => Err(self.misplaced()),
            _ => Err(self.not_a_value()),
        }
    }

    /// The error where a value should begin.
    fn not_a_value(&self) -> ParseError {
        match self.kind() {
            TokenKind::Newline => self.error(Problem::NotAValue(None)),
            TokenKind::Keyword | TokenKind::OpenText(_) | TokenKind::Indent | TokenKind::Dedent => self.misplaced(),
            _ => self.error(Problem::NotAValue(self.source.original.get(self.here().start).copied())),
        }
    }

    /// Counts a level of nesting; whoever calls it counts back.
    fn enter(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.error(Problem::TooDeep)) } else { Ok(()) }
    }

    /// A node from `start` to the end of what was read.
    fn node(&self, kind: ExpressionKind, start: usize) -> Result<Expression, ParseError> {
        let span = start..self.read_until();
        let node = Expression::new(kind, span.clone());
        if node.height() > MAX_DEPTH { Err(ParseError { span, problem: Problem::TooDeep }) } else { Ok(node) }
    }
}
