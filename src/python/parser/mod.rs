//! Tokens to the syntax tree, by recursive descent after Python's own grammar
//! (<https://docs.python.org/3/reference/grammar.html>).
//!
//! The first thing that Python would not accept is an error; nothing is guessed. Each function reads what its name says from
//! the token at [`Parser::at`] on. How deep they call each other, and how high a tree they make, is bounded by
//! [`MAX_DEPTH`], so that whoever walks the tree may be recursive.

mod arguments;
mod atoms;
mod expressions;
mod statements;

use super::failure::{Failure, failure};
use std::ops::Range;

use super::lexer::{Source, Token, TokenKind};
use super::tree::{Expression, ExpressionKind, Identifier, Module};
use crate::parse::Problem;

/// How deep expressions and blocks may be nested: 64 axes, and calls around them.
const MAX_DEPTH: usize = 100;

/// The tree of a program.
///
/// # Errors
///
/// The first place where the text is not Python, or is nested too deep.
pub(super) fn module(source: &Source) -> Result<Module, Failure> {
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

    fn error(&self, problem: Problem) -> Failure {
        failure(&(self.here()), problem)
    }

    /// The error of a token that cannot stand here.
    fn misplaced(&self) -> Failure {
        let span = self.here();
        self.error(match self.kind() {
            TokenKind::Newline => Problem::NotAValue(None),
            TokenKind::Mark(')' | ']' | '}') => Problem::WrongBracket(None),
            TokenKind::OpenText(quote) => {
                return failure(&(span.end..span.end), Problem::Unclosed(quote));
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
    fn need(&mut self, mark: char) -> Result<(), Failure> {
        if self.take(mark) { Ok(()) } else { Err(self.misplaced()) }
    }

    fn need_word(&mut self, word: &str) -> Result<(), Failure> {
        if self.take_word(word) { Ok(()) } else { Err(self.misplaced()) }
    }

    /// Steps over the bracket that closes.
    fn close(&mut self, bracket: char) -> Result<(), Failure> {
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
    fn identifier(&mut self) -> Result<Identifier, Failure> {
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
    fn not_a_value(&self) -> Failure {
        match self.kind() {
            TokenKind::Newline => self.error(Problem::NotAValue(None)),
            TokenKind::Keyword | TokenKind::OpenText(_) | TokenKind::Indent | TokenKind::Dedent => self.misplaced(),
            _ => self.error(Problem::NotAValue(self.source.original.get(self.here().start).copied())),
        }
    }

    /// Counts a level of nesting; whoever calls it counts back.
    fn enter(&mut self) -> Result<(), Failure> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.error(Problem::TooDeep)) } else { Ok(()) }
    }

    /// A node from `start` to the end of what was read.
    fn node(&self, kind: ExpressionKind, start: usize) -> Result<Expression, Failure> {
        let span = start..self.read_until();
        let node = Expression::new(kind, span.clone());
        if node.height() > MAX_DEPTH { Err(failure(&span, Problem::TooDeep)) } else { Ok(node) }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::parse::MAX_CHARS;

    fn error(text: &str) -> (Range<usize>, Problem) {
        let source = Source::new(text).expect("it is short");
        let error = module(&source).expect_err(text);
        (error.span, error.problem)
    }

    #[test]
    fn the_first_place_that_is_no_python_is_pointed_at() {
        let unexpected = |text: &str| Problem::Unexpected(text.to_owned());
        let cases = [
            ("x = ", 3..3, Problem::NotAValue(None)),
            ("x = )", 4..5, Problem::NotAValue(Some(')'))),
            ("f(a", 3..3, Problem::Unclosed(')')),
            ("f(a]", 3..4, Problem::WrongBracket(Some(')'))),
            ("f(a))", 4..5, Problem::WrongBracket(None)),
            ("{a: b", 5..5, Problem::Unclosed('}')),
            ("x = 'a", 6..6, Problem::Unclosed('\'')),
            ("a b", 2..3, unexpected("b")),
            ("x = if", 4..6, unexpected("if")),
            ("f(x) = 1", 5..6, unexpected("=")),
            ("a + b += 1", 6..8, unexpected("+=")),
            ("(*a)", 1..2, unexpected("*")),
            ("if a:\nb", 4..5, unexpected(":")),
            ("x\ny\n    z", 4..8, unexpected("    ")),
            ("for 1 in x: y", 6..8, unexpected("in")),
            ("x = a $ b", 6..7, unexpected("$")),
        ];
        for (text, span, problem) in cases {
            assert_eq!(error(text), (span, problem), "{text:?}");
        }
    }

    /// Each part repeated until the text is as long as it may be.
    #[test]
    fn no_text_makes_a_tree_that_is_too_high() {
        let parts = [
            "(",
            "[",
            "{",
            "-",
            "not ",
            "a+",
            "a**",
            "a<",
            "a and ",
            "a if a else ",
            "lambda:",
            "x[",
            "f(",
            "*(",
            "a.T",
            ".T",
            "[0]",
            "()",
            "{a:",
            "(a,",
            "if a:\n",
            "elif a: b\n",
            "with (",
            "for x in ",
            "[a for a in ",
            "a, ",
            "a;",
            "def f(a=",
            "@a\n",
            "a = ",
            "'",
            "f'{",
            "\\\n",
            "if a: b\nel",
        ];
        for part in parts {
            for start in ["", "x", "x = "] {
                let text: String = start.chars().chain(part.chars().cycle()).take(MAX_CHARS).collect();
                let source = Source::new(&text).expect("it is as long as it may be");
                if let Err(error) = module(&source) {
                    assert!(error.span.start <= error.span.end && error.span.end <= MAX_CHARS, "{part}: {error:?}");
                }
            }
        }
        let chains =
            ["a+".repeat(MAX_DEPTH) + "a", "x".to_owned() + &".T".repeat(MAX_DEPTH), "(".repeat(MAX_DEPTH + 1)];
        for text in chains {
            assert_eq!(error(&text).1, Problem::TooDeep, "{text}");
        }
        let source = Source::new(&("[".repeat(70) + &"]".repeat(70))).expect("it is short");
        assert!(module(&source).is_ok(), "64 axes can be written, and more");
    }
}
