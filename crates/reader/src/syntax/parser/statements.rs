//! Statements and the blocks that they stand in.

use super::expressions::is_target;
use super::{MAX_DEPTH, Parser, Read, Wanted};
use crate::shapes::Problem;
use crate::syntax::lexer::TokenKind::{Mark, Newline, Word};
use crate::syntax::lexer::{Keyword, Token, TokenKind, insert};
use crate::syntax::tree::{
    Alias, BinaryOperator, Expression, ExpressionKind, Handler, Statement, StatementKind, UnreadKind,
};
use tensor_broadcasting::lists::Listed;

/// What `with` opens, and what each is assigned to.
type WithItems = Vec<(Expression, Option<Expression>)>;

impl Parser<'_> {
    /// One statement with a block, or the simple statements of one line.
    fn strict_line(&mut self, body: &mut Vec<Statement>) -> Option<()> {
        let start = self.start();
        self.enter()?;
        let kind = match self.kind() {
            Word(Keyword::If) => self.condition()?,
            Word(Keyword::For) => self.repetition()?,
            Word(Keyword::Def) => self.definition(Vec::new())?,
            Word(Keyword::Class) => self.class(Vec::new())?,
            Word(Keyword::Try) => self.attempt()?,
            Word(Keyword::While) => {
                self.at += 1;
                let condition = *self.named()?;
                StatementKind::While { condition, body: self.block()?, otherwise: self.block_after(Keyword::Else) }
            }
            Word(Keyword::With) => {
                self.at += 1;
                let items = self.with_items()?;
                StatementKind::With { items, body: self.block()? }
            }
            Word(Keyword::Async) => self.unsupported(),
            TokenKind::Operator(BinaryOperator::MatrixMultiply) => self.decorated()?,
            kind @ (TokenKind::Command | TokenKind::Cut) => {
                self.at += 1;
                let is_cut = kind == TokenKind::Cut;
                let kind = self.unread(if is_cut { UnreadKind::Cut } else { UnreadKind::Command }, self.at - 1);
                self.need(Newline)?;
                kind
            }
            _ => {
                self.depth -= 1;
                return self.simple_statements(body);
            }
        };
        self.depth -= 1;
        body.push(Statement { kind, span: start..self.read_until() });
        Some(())
    }

    /// `for target in iterable: …`.
    fn repetition(&mut self) -> Option<StatementKind> {
        self.at += 1;
        let target = *self.targets()?;
        self.need(Word(Keyword::In))?;
        let iterable = *self.expressions()?;
        let body = self.block()?;
        Some(StatementKind::For { target, iterable, body, otherwise: self.block_after(Keyword::Else) })
    }

    /// `@decorator`, and the function or the class on the lines after it.
    fn decorated(&mut self) -> Option<StatementKind> {
        let mut decorators = Vec::new();
        while self.take(TokenKind::Operator(BinaryOperator::MatrixMultiply)) {
            decorators.push(*self.named()?);
            self.need(Newline)?;
        }
        match self.kind() {
            Word(Keyword::Def) => self.definition(decorators),
            Word(Keyword::Class) => self.class(decorators),
            Word(Keyword::Async) => Some(self.unsupported()),
            _ => self.misplaced(),
        }
    }

    /// `class name(arguments): …`.
    fn class(&mut self, decorators: Vec<Expression>) -> Option<StatementKind> {
        self.at += 1;
        let name = self.identifier()?;
        let start = self.start();
        let arguments = if self.take(Mark(b'(')) { self.arguments(start)? } else { Vec::new() };
        Some(StatementKind::Class { name, arguments, body: self.block()?, decorators })
    }

    /// `try: …`, and what is done with an exception.
    fn attempt(&mut self) -> Option<StatementKind> {
        let start = self.at;
        self.at += 1;
        let body = self.block()?;
        let mut handlers = Vec::new();
        while self.peek(Word(Keyword::Except)) {
            // `except*` is not read.
            if self.next_kind() == TokenKind::Operator(BinaryOperator::Multiply) {
                self.at = start;
                return Some(self.unsupported());
            }
            let Some(handler) = self.clause(Self::handler) else { break };
            handlers.push(handler);
        }
        let otherwise = if handlers.is_empty() { Vec::new() } else { self.block_after(Keyword::Else) };
        let last = self.block_after(Keyword::Finally);
        if handlers.is_empty() && last.is_empty() {
            self.note_misplaced(false);
            self.first_failure = self.first_failure.take().or(self.failure.take());
            self.forgive(start);
        }
        Some(StatementKind::Try { body, handlers, otherwise, last })
    }

    /// `except kind as name: …`.
    fn handler(&mut self) -> Option<Handler> {
        self.at += 1;
        let kind = if self.peek(Mark(b':')) { None } else { Some(*self.expression()?) };
        let named = kind.is_some() && self.take(Word(Keyword::As));
        let name = if named { Some(self.identifier()?) } else { None };
        Some(Handler { kind, name, body: self.block()? })
    }

    /// `def name(parameters) -> returns: …`.
    fn definition(&mut self, decorators: Vec<Expression>) -> Option<StatementKind> {
        self.at += 1;
        let name = self.identifier()?;
        self.need(Mark(b'('))?;
        let parameters = self.parameters(b')', true)?.into();
        self.close(b')')?;
        let returns = if self.take(TokenKind::Arrow) { Some(*self.expression()?) } else { None };
        Some(StatementKind::Def { name, parameters, returns, body: self.block()?.into(), decorators })
    }

    /// `if`, or `elif`, which is an `if` of its own.
    fn condition(&mut self) -> Option<StatementKind> {
        self.at += 1;
        let condition = *self.named()?;
        let body = self.block()?;
        let start = self.start();
        let otherwise = if self.peek(Word(Keyword::Elif)) {
            let inner = self.clause(|parser| {
                parser.enter()?;
                let kind = parser.condition()?;
                parser.depth -= 1;
                Some(kind)
            });
            inner.map(|kind| Statement { kind, span: start..self.read_until() }).into_iter().listed()
        } else {
            self.block_after(Keyword::Else)
        };
        Some(StatementKind::If { condition, body, otherwise })
    }

    /// The block after `else` or `finally`, if there is one.
    fn block_after(&mut self, word: Keyword) -> Vec<Statement> {
        if !self.peek(Word(word)) {
            return Vec::new();
        }
        let block = self.clause(|parser| {
            parser.at += 1;
            parser.block()
        });
        block.unwrap_or_default()
    }

    /// A colon, and the statements on the same line or those that stand further right on the next ones.
    fn block(&mut self) -> Option<Vec<Statement>> {
        let colon = self.here();
        if !self.take(Mark(b':')) {
            self.wanted = Wanted::Colon;
            return self.misplaced();
        }
        let mut body = Vec::new();
        if !self.take(Newline) {
            self.simple_statements(&mut body)?;
        } else if self.take(TokenKind::Indent) {
            while !self.at_end() && !self.take(TokenKind::Dedent) {
                self.line(&mut body);
            }
        } else {
            // What the colon announces is missing.
            self.wanted = Wanted::Block;
            self.note(&colon, Problem::Unexpected(":".to_owned()));
            return None;
        }
        Some(body)
    }

    /// What `with` opens. Brackets may stand around all of it.
    fn with_items(&mut self) -> Option<WithItems> {
        let (at, depth) = (self.at, self.depth);
        if self.take(Mark(b'('))
            && let Some(items) = self.with_list()
            && self.take(Mark(b')'))
            && self.peek(Mark(b':'))
        {
            return Some(items);
        }
        // They are a part of the first value.
        (self.at, self.depth, self.failure, self.wanted) = (at, depth, None, Wanted::Nothing);
        self.with_list()
    }

    fn with_list(&mut self) -> Option<WithItems> {
        let mut items = Vec::new();
        loop {
            let value = *self.expression()?;
            let target = if self.take(Word(Keyword::As)) { Some(*self.target()?) } else { None };
            items.push((value, target));
            if !self.take(Mark(b',')) || self.peek(Mark(b')')) {
                return Some(items);
            }
        }
    }

    /// What one value is assigned to, in brackets if it is a tuple.
    fn target(&mut self) -> Read {
        let target = self.expression()?;
        if is_target(&target) { Some(target) } else { self.misplaced() }
    }

    /// Statements with semicolons between them, to the end of the line.
    fn simple_statements(&mut self, body: &mut Vec<Statement>) -> Option<()> {
        loop {
            let start = self.start();
            let kind = self.simple()?;
            body.push(Statement { kind, span: start..self.read_until() });
            let goes_on = self.take(Mark(b';'));
            if self.take(Newline) {
                return Some(());
            }
            if !goes_on {
                return self.misplaced();
            }
        }
    }

    /// Whether a simple statement ends here.
    fn ends(&self) -> bool {
        matches!(self.kind(), Newline | Mark(b';'))
    }

    fn simple(&mut self) -> Option<StatementKind> {
        let Word(word) = self.kind() else { return self.assignment() };
        self.at += 1;
        Some(match word {
            Keyword::Import => StatementKind::Import(self.aliases(Self::dotted)?),
            Keyword::From => {
                let module = self.relative()?;
                self.need(Word(Keyword::Import))?;
                let name = |parser: &mut Self| Some(parser.identifier()?.name);
                let names = if self.take(TokenKind::Operator(BinaryOperator::Multiply)) {
                    vec![Alias { name: "*".to_owned(), alias: None }]
                } else if self.take(Mark(b'(')) {
                    let names = self.aliases(name)?;
                    self.close(b')')?;
                    names
                } else {
                    self.aliases(name)?
                };
                StatementKind::ImportFrom { module, names }
            }
            Keyword::Return => StatementKind::Return(if self.ends() { None } else { Some(*self.expressions()?) }),
            Keyword::Assert => {
                let condition = *self.expression()?;
                let message = if self.take(Mark(b',')) { Some(*self.expression()?) } else { None };
                StatementKind::Assert { condition, message }
            }
            Keyword::Del => {
                let mut targets = vec![*self.target()?];
                while self.take(Mark(b',')) && !self.ends() {
                    targets.push(*self.target()?);
                }
                StatementKind::Delete(targets)
            }
            Keyword::Pass => StatementKind::Pass,
            Keyword::Break => StatementKind::Break,
            Keyword::Continue => StatementKind::Continue,
            Keyword::Raise => {
                let exception = if self.ends() { None } else { Some(*self.expression()?) };
                let has_cause = exception.is_some() && self.take(Word(Keyword::From));
                let cause = if has_cause { Some(*self.expression()?) } else { None };
                StatementKind::Raise { exception, cause }
            }
            Keyword::Global | Keyword::Nonlocal => {
                let mut names = vec![self.identifier()?.name];
                while self.take(Mark(b',')) {
                    names.push(self.identifier()?.name);
                }
                StatementKind::Global { names, is_nonlocal: word == Keyword::Nonlocal }
            }
            Keyword::Yield => {
                let is_from = self.take(Word(Keyword::From));
                let value = if !is_from && self.ends() { None } else { Some(*self.expressions()?) };
                StatementKind::Yield { value }
            }
            Keyword::Await => {
                let start = self.at - 1;
                while !self.ends() {
                    self.at += 1;
                }
                self.unread(UnreadKind::Unsupported, start)
            }
            _ => {
                self.at -= 1;
                return self.assignment();
            }
        })
    }

    /// An expression, or an assignment.
    fn assignment(&mut self) -> Option<StatementKind> {
        let mut value = *self.expressions()?;
        let single = matches!(
            value.kind,
            ExpressionKind::Name(_) | ExpressionKind::Attribute { .. } | ExpressionKind::Subscript { .. }
        );
        if let TokenKind::Augmented(operator) = self.kind()
            && single
        {
            self.at += 1;
            return Some(StatementKind::AugmentedAssign { target: value, operator, value: *self.expressions()? });
        }
        if single && self.take(Mark(b':')) {
            let annotation = *self.expression()?;
            let assigned = if self.take(Mark(b'=')) { Some(*self.expressions()?) } else { None };
            return Some(StatementKind::AnnotatedAssign { target: value, annotation, value: assigned });
        }
        let mut targets = Vec::new();
        while self.peek(Mark(b'=')) {
            if !is_target(&value) {
                return self.misplaced();
            }
            self.at += 1;
            targets.push(std::mem::replace(&mut value, *self.expressions()?));
        }
        Some(if targets.is_empty() {
            StatementKind::Expression(value)
        } else {
            StatementKind::Assign { targets, value }
        })
    }

    /// `a.b as c, d`.
    fn aliases(&mut self, name: impl Fn(&mut Self) -> Option<String>) -> Option<Vec<Alias>> {
        let mut aliases = Vec::new();
        loop {
            let name = name(self)?;
            let alias = if self.take(Word(Keyword::As)) { Some(self.identifier()?.name) } else { None };
            aliases.push(Alias { name, alias });
            if !self.take(Mark(b',')) || self.peek(Mark(b')')) {
                return Some(aliases);
            }
        }
    }

    /// The module after `from`, with the points before it; only points in `from . import x`.
    fn relative(&mut self) -> Option<String> {
        let mut name = String::new();
        while matches!(self.kind(), Mark(b'.') | TokenKind::Ellipsis) {
            name.push_str(&self.source.text(&self.here()));
            self.at += 1;
        }
        if !name.is_empty() && self.peek(Word(Keyword::Import)) {
            return Some(name);
        }
        name.push_str(&self.dotted()?);
        Some(name)
    }

    /// A module's name with its points.
    fn dotted(&mut self) -> Option<String> {
        let mut name = self.identifier()?.name;
        while self.take(Mark(b'.')) {
            name.push('.');
            name.push_str(&self.identifier()?.name);
        }
        Some(name)
    }

    /// Steps over a statement with everything that is nested in it.
    fn unsupported(&mut self) -> StatementKind {
        let start = self.at;
        loop {
            let decorator = self.peek(TokenKind::Operator(BinaryOperator::MatrixMultiply));
            while !self.at_end() && !self.take(Newline) {
                self.at += 1;
            }
            let mut blocks = 0_usize;
            while !self.at_end() && (blocks > 0 || self.peek(TokenKind::Indent)) {
                match self.kind() {
                    TokenKind::Indent => blocks += 1,
                    TokenKind::Dedent => blocks -= 1,
                    _ => {}
                }
                self.at += 1;
            }
            let goes_on = decorator || matches!(self.kind(), Word(Keyword::Except | Keyword::Finally | Keyword::Else));
            if self.at_end() || !goes_on {
                return self.unread(UnreadKind::Unsupported, start);
            }
        }
    }

    /// A statement that is not read, from the token `start` to the one here.
    fn unread(&self, kind: UnreadKind, start: usize) -> StatementKind {
        let tokens = self.source.tokens.get(start..self.at).unwrap_or_default();
        let mut names = Vec::new();
        let written = tokens.iter().filter(|token| token.kind == TokenKind::Name);
        let written = written.map(|token| self.source.text(&token.span));
        self.source.assigned_by_command(tokens).into_iter().chain(written).for_each(|name| insert(&mut names, name));
        StatementKind::Unread { kind, names, leaves: tokens.iter().any(Token::is_exit) }
    }

    /// One statement with a block, or the simple statements of one line. What cannot be read of it is a statement that is not read.
    pub(super) fn line(&mut self, body: &mut Vec<Statement>) {
        let (start, depth, read) = (self.at, self.depth, body.len());
        if self.strict_line(body).is_some() {
            return;
        }
        let is_too_deep = self.forgive(start);
        self.depth = depth;
        body.truncate(read);
        // A block ends here that did not begin.
        self.at += usize::from(self.at == start && self.peek(TokenKind::Dedent));
        // The rest of the logical line in which it failed.
        let is_line_end =
            self.at > start && self.source.tokens.get(self.at - 1).is_some_and(|token| token.kind == Newline);
        let is_block = |kind| matches!(kind, TokenKind::Indent | TokenKind::Dedent);
        while !is_line_end && !self.at_end() && !is_block(self.kind()) && !self.take(Newline) {
            self.at += 1;
        }
        let tokens = self.source.tokens.get(start..self.at).unwrap_or_default();
        let kind = match () {
            () if self.peek(TokenKind::Cut) || tokens.iter().any(|token| token.kind == TokenKind::Cut) => {
                UnreadKind::Cut
            }
            () if is_too_deep => UnreadKind::Unsupported,
            () => UnreadKind::NotPython,
        };
        if let Some(first) = tokens.first() {
            let end = self.read_until().max(first.span.start);
            body.push(Statement { kind: self.unread(kind, start), span: first.span.start..end });
        }
        if self.take(TokenKind::Indent) {
            self.depth += 1;
            while !self.at_end() && !self.take(TokenKind::Dedent) {
                if self.depth > MAX_DEPTH {
                    self.unsupported();
                } else {
                    self.line(body);
                }
            }
            self.depth -= 1;
        }
    }

    /// What a clause reads after a statement. If it cannot be read, the statement ends before it.
    fn clause<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let (start, depth) = (self.at, self.depth);
        let clause = read(self);
        if clause.is_none() {
            self.forgive(start);
            (self.at, self.depth) = (start, depth);
        }
        clause
    }
}
