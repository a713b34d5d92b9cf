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

use std::ops::Range;

use crate::shapes::Problem;
use crate::syntax::failure::{Failure, failure};
use crate::syntax::lexer::TokenKind::{Mark, Newline, Word};
use crate::syntax::lexer::{Source, Token, TokenKind};
use crate::syntax::tree::{Expression, ExpressionKind, Identifier, Module, StatementKind};

/// How deep expressions and blocks may be nested: 64 axes, and calls around them.
const MAX_DEPTH: usize = 100;

/// An expression that was read; `None` after an error, which [`Parser::failure`] has. (Results with the error in them would
/// make the parser half as large again.)
type Read = Option<Box<Expression>>;

/// Where a text stopped being Python, for [`super::check`].
pub(crate) struct Fault {
    /// The token that cannot stand here.
    pub(crate) at: usize,
    /// The first token of the statement or of its clause.
    pub(crate) first: usize,
    /// What should stand here.
    pub(crate) wanted: Wanted,
    /// The operand that ends before the token and is no part of a larger one: its first token, and where it begins.
    pub(crate) operand: Option<(usize, usize)>,
}

/// What should stand where a text stopped being Python.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Nothing certain.
    Nothing,
    /// A value.
    Value,
    /// The colon before a block.
    Colon,
    /// A block, after its colon.
    Block,
    /// Less: the text is nested too deep.
    Depth,
}

/// The tree of a program.
///
/// # Errors
///
/// The first place where the text is not Python, or is nested too deep.
pub(crate) fn module(source: &Source) -> Result<Module, Failure> {
    let mut parser = Parser::new(source);
    let module = parser.module();
    parser.first_failure.map_or(Ok(module), Err)
}

/// The tree of a program, in which what cannot be read is a statement of its own ([`StatementKind::Unread`]).
///
/// Also gives where it stopped being Python, and the error of [`module`].
///
/// [`StatementKind::Unread`]: crate::syntax::tree::StatementKind::Unread
pub(crate) fn lenient(source: &Source) -> (Module, Option<Fault>, Option<Failure>) {
    let mut parser = Parser::new(source);
    (parser.module(), parser.fault, parser.first_failure)
}

/// An expression that stands at a place; its own places are those within brackets around it. `None` where it is not read.
pub(crate) fn expression_at(text: &[char], place: &Range<usize>) -> Option<Expression> {
    let written: String = ['('].iter().chain(text.get(place.clone())?).chain(&[')']).collect();
    let source = Source::with_limit(&written, written.len()).ok()?;
    let module = module(&source).ok()?;
    match module.body.into_iter().next()?.kind {
        StatementKind::Expression(expression) => Some(expression),
        _ => None,
    }
}

/// A place among the tokens of a text.
struct Parser<'a> {
    source: &'a Source,
    at: usize,
    depth: usize,
    /// The error of the statement or of the clause that is read.
    failure: Option<Failure>,
    /// The first error.
    first_failure: Option<Failure>,
    /// The first place that is not Python.
    fault: Option<Fault>,
    /// What should stand at the place of the error.
    wanted: Wanted,
    /// The operand that was read last: the token after it, its first token, and where it begins.
    operand: (usize, usize, usize),
}

impl<'a> Parser<'a> {
    const fn new(source: &'a Source) -> Self {
        let (failure, first_failure, fault, wanted) = (None, None, None, Wanted::Nothing);
        Self { source, at: 0, depth: 0, failure, first_failure, fault, wanted, operand: (0, 0, 0) }
    }

    fn module(&mut self) -> Module {
        let mut body = Vec::new();
        while !self.at_end() {
            self.line(&mut body);
        }
        Module { body, comments: self.source.comments.clone(), error: None, is_cut: self.source.is_cut }
    }

    /// Takes the error of what begins with the token `first`, after which reading goes on. Gives whether that is nested too deep.
    fn forgive(&mut self, first: usize) -> bool {
        let failure = self.failure.take();
        let is_deep = failure.as_ref().is_some_and(|failure| failure.problem == Problem::TooDeep);
        let wanted = std::mem::replace(&mut self.wanted, Wanted::Nothing);
        let (end, start, place) = self.operand;
        let tokens = &self.source.tokens;
        let failed = failure.as_ref().filter(|_| wanted != Wanted::Block);
        let failed = failed.map(|failure| tokens.partition_point(|token| token.span.start < failure.span.start));
        self.fault.get_or_insert_with(|| Fault {
            at: failed.map_or(self.at, |at| at.min(self.at)),
            first,
            wanted: if is_deep { Wanted::Depth } else { wanted },
            operand: (end == self.at).then_some((start, place)),
        });
        self.first_failure = self.first_failure.take().or(failure);
        is_deep
    }

    fn token(&self) -> Option<&'a Token> {
        self.source.tokens.get(self.at)
    }

    fn at_end(&self) -> bool {
        self.token().is_none()
    }

    /// The kind of the token here; the end of a line where there is none.
    fn kind(&self) -> TokenKind {
        self.token().map_or(Newline, |token| token.kind)
    }

    /// The kind of the token after the one here.
    fn next_kind(&self) -> TokenKind {
        self.source.tokens.get(self.at + 1).map_or(Newline, |token| token.kind)
    }

    /// The end of what was read, without line ends and indentation.
    fn read_until(&self) -> usize {
        let read = self.source.tokens.get(..self.at).unwrap_or_default();
        read.iter().rev().find(|token| !token.kind.is_layout()).map_or(0, |token| token.span.end)
    }

    /// The place of the token here; where a line ends, the end of what was read.
    fn here(&self) -> Range<usize> {
        match self.token() {
            Some(token) if token.kind != Newline => token.span.clone(),
            _ => self.read_until()..self.read_until(),
        }
    }

    /// Where the token here begins.
    fn start(&self) -> usize {
        self.here().start
    }

    /// Notes the first error.
    fn note(&mut self, span: &Range<usize>, problem: Problem) {
        self.failure.get_or_insert_with(|| failure(span, problem));
    }

    /// Fails with an error at the token here.
    fn fail<T>(&mut self, problem: Problem) -> Option<T> {
        let span = self.here();
        self.note(&span, problem);
        None
    }

    /// Fails because the token here cannot stand here.
    fn misplaced<T>(&mut self) -> Option<T> {
        self.note_misplaced(false);
        None
    }

    /// Notes the error of the token here, which cannot stand here: `as_value`, where a value should begin.
    fn note_misplaced(&mut self, as_value: bool) {
        let span = self.here();
        let problem = match self.kind() {
            Newline => Problem::NotAValue(None),
            TokenKind::OpenText(quote) => {
                self.note(&(span.end..span.end), Problem::Unclosed(char::from(quote)));
                return;
            }
            Word(_) | TokenKind::Indent | TokenKind::Dedent => Problem::Unexpected(self.source.typed(&span)),
            _ if as_value => Problem::NotAValue(self.source.original.get(span.start).copied()),
            kind if kind.closes() => Problem::WrongBracket(None),
            _ => Problem::Unexpected(self.source.typed(&span)),
        };
        self.note(&span, problem);
    }

    fn peek(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// Steps over a token of this kind, if it stands here.
    fn take(&mut self, kind: TokenKind) -> bool {
        let here = self.peek(kind);
        self.at += usize::from(here);
        here
    }

    /// Steps over what must stand here.
    fn need(&mut self, kind: TokenKind) -> Option<()> {
        if self.take(kind) { Some(()) } else { self.misplaced() }
    }

    /// Steps over the bracket that closes.
    fn close(&mut self, bracket: u8) -> Option<()> {
        let kind = self.kind();
        if self.take(Mark(bracket)) {
            return Some(());
        }
        let bracket = char::from(bracket);
        match kind {
            Newline => self.fail(Problem::Unclosed(bracket)),
            kind if kind.closes() => self.fail(Problem::WrongBracket(Some(bracket))),
            _ => self.misplaced(),
        }
    }

    /// Whether an item can follow before the bracket that closes.
    fn goes_on(&self, close: u8) -> bool {
        !self.peek(Mark(close)) && !self.peek(Newline)
    }

    /// A word that is no keyword.
    fn identifier(&mut self) -> Option<Identifier> {
        let span = self.here();
        if self.take(TokenKind::Name) {
            return Some(Identifier { name: self.source.text(&span), span });
        }
        self.wanted = Wanted::Value;
        self.note_misplaced(true);
        None
    }

    /// Counts a level of nesting; whoever calls it counts back.
    fn enter(&mut self) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.fail(Problem::TooDeep) } else { Some(()) }
    }

    /// A node from `start` to the end of what was read.
    fn node(&mut self, kind: ExpressionKind, start: usize) -> Read {
        let node = Box::new(Expression::new(kind, start..self.read_until()));
        if node.height() > MAX_DEPTH {
            self.note(&node.span, Problem::TooDeep);
            return None;
        }
        Some(node)
    }
}
