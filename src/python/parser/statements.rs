//! Statements and the blocks that they stand in.

use super::super::failure::{Failure, failure};
use super::super::lexer::TokenKind;
use super::super::tree::{Alias, BinaryOperator, Expression, ExpressionKind, Statement, StatementKind};
use super::Parser;
use super::expressions::is_target;
use crate::parse::Problem;

impl Parser<'_> {
    /// One statement with a block, or the simple statements of one line.
    pub(super) fn line(&mut self, body: &mut Vec<Statement>) -> Result<(), Failure> {
        let start = self.here().start;
        self.enter()?;
        if let Some(kind) = self.compound()? {
            body.push(Statement { kind, span: start..self.read_until() });
        } else {
            self.simple_statements(body)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// The word of a keyword that stands here.
    fn keyword(&self) -> String {
        match self.token(0) {
            Some(token) if token.kind == TokenKind::Keyword => self.source.text(&token.span),
            _ => String::new(),
        }
    }

    /// A statement with a block, if one stands here.
    fn compound(&mut self) -> Result<Option<StatementKind>, Failure> {
        let word = self.keyword();
        let kind = match word.as_str() {
            "if" => self.condition()?,
            "for" => {
                self.at += 1;
                let target = self.targets()?;
                self.need_word("in")?;
                let iterable = self.expressions()?;
                let body = self.block()?;
                let otherwise = self.otherwise()?;
                StatementKind::For { target, iterable, body, otherwise }
            }
            "def" => {
                self.at += 1;
                let name = self.identifier()?;
                self.need('(')?;
                let parameters = self.parameters(')', true)?;
                self.close(')')?;
                let arrow = self.kind() == TokenKind::Arrow;
                self.at += usize::from(arrow);
                let returns = if arrow { Some(self.expression()?) } else { None };
                StatementKind::Def { name, parameters, returns, body: self.block()? }
            }
            "with" => {
                self.at += 1;
                let items = self.with_items()?;
                StatementKind::With { items, body: self.block()? }
            }
            "class" | "try" | "while" | "async" => self.unsupported(),
            // A decorator.
            _ if self.kind() == TokenKind::Operator(BinaryOperator::MatrixMultiply) => self.unsupported(),
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    /// `if`, or `elif`, which is an `if` of its own.
    fn condition(&mut self) -> Result<StatementKind, Failure> {
        self.at += 1;
        let condition = self.named()?;
        let body = self.block()?;
        let start = self.here().start;
        let otherwise = if self.peek_word("elif") {
            self.enter()?;
            let kind = self.condition()?;
            self.depth -= 1;
            vec![Statement { kind, span: start..self.read_until() }]
        } else {
            self.otherwise()?
        };
        Ok(StatementKind::If { condition, body, otherwise })
    }

    /// The block after `else`, if there is one.
    fn otherwise(&mut self) -> Result<Vec<Statement>, Failure> {
        if self.take_word("else") { self.block() } else { Ok(Vec::new()) }
    }

    /// A colon, and the statements on the same line or those that stand further right on the next ones.
    fn block(&mut self) -> Result<Vec<Statement>, Failure> {
        let colon = self.here();
        self.need(':')?;
        let mut body = Vec::new();
        if self.kind() != TokenKind::Newline {
            self.simple_statements(&mut body)?;
            return Ok(body);
        }
        self.at += 1;
        if self.kind() != TokenKind::Indent {
            // What the colon announces is missing.
            return Err(failure(&colon, Problem::Unexpected(":".to_owned())));
        }
        self.at += 1;
        while !self.at_end() && self.kind() != TokenKind::Dedent {
            self.line(&mut body)?;
        }
        self.at += 1;
        Ok(body)
    }

    /// What `with` opens. Brackets may stand around all of it.
    fn with_items(&mut self) -> Result<Vec<(Expression, Option<Expression>)>, Failure> {
        let (at, depth) = (self.at, self.depth);
        if self.take('(')
            && let Ok(items) = self.with_list()
            && self.take(')')
            && self.peek(':')
        {
            return Ok(items);
        }
        (self.at, self.depth) = (at, depth);
        self.with_list()
    }

    fn with_list(&mut self) -> Result<Vec<(Expression, Option<Expression>)>, Failure> {
        let mut items = Vec::new();
        loop {
            let value = self.expression()?;
            let target = if self.take_word("as") { Some(self.target()?) } else { None };
            items.push((value, target));
            if !self.take(',') || self.peek(')') {
                return Ok(items);
            }
        }
    }

    /// What one value is assigned to, in brackets if it is a tuple.
    fn target(&mut self) -> Result<Expression, Failure> {
        let target = self.expression()?;
        if is_target(&target) { Ok(target) } else { Err(self.misplaced()) }
    }

    /// Statements with semicolons between them, to the end of the line.
    fn simple_statements(&mut self, body: &mut Vec<Statement>) -> Result<(), Failure> {
        loop {
            let start = self.here().start;
            let kind = self.simple()?;
            body.push(Statement { kind, span: start..self.read_until() });
            let goes_on = self.take(';');
            if self.kind() == TokenKind::Newline {
                self.at += 1;
                return Ok(());
            }
            if !goes_on {
                return Err(self.misplaced());
            }
        }
    }

    fn simple(&mut self) -> Result<StatementKind, Failure> {
        let word = self.keyword();
        match word.as_str() {
            "import" => {
                self.at += 1;
                Ok(StatementKind::Import(self.aliases()?))
            }
            "from" => {
                self.at += 1;
                let module = self.dotted()?;
                self.need_word("import")?;
                let bracket = self.take('(');
                let names = self.aliases()?;
                if bracket {
                    self.close(')')?;
                }
                Ok(StatementKind::ImportFrom { module, names })
            }
            "return" => {
                self.at += 1;
                let ends = matches!(self.kind(), TokenKind::Newline | TokenKind::Mark(';'));
                Ok(StatementKind::Return(if ends { None } else { Some(self.expressions()?) }))
            }
            "assert" => {
                self.at += 1;
                let condition = self.expression()?;
                let message = if self.take(',') { Some(self.expression()?) } else { None };
                Ok(StatementKind::Assert { condition, message })
            }
            "del" => {
                self.at += 1;
                let mut targets = vec![self.target()?];
                while self.take(',') && self.kind() != TokenKind::Newline {
                    targets.push(self.target()?);
                }
                Ok(StatementKind::Delete(targets))
            }
            "pass" => {
                self.at += 1;
                Ok(StatementKind::Pass)
            }
            "break" | "continue" | "global" | "nonlocal" | "raise" | "yield" | "await" => {
                while !matches!(self.kind(), TokenKind::Newline | TokenKind::Mark(';')) {
                    self.at += 1;
                }
                Ok(StatementKind::Unsupported)
            }
            _ => self.assignment(),
        }
    }

    /// An expression, or an assignment.
    fn assignment(&mut self) -> Result<StatementKind, Failure> {
        let mut value = self.expressions()?;
        let single = matches!(
            value.kind,
            ExpressionKind::Name(_) | ExpressionKind::Attribute { .. } | ExpressionKind::Subscript { .. }
        );
        if let TokenKind::Augmented(operator) = self.kind()
            && single
        {
            self.at += 1;
            return Ok(StatementKind::AugmentedAssign { target: value, operator, value: self.expressions()? });
        }
        if single && self.take(':') {
            let annotation = self.expression()?;
            let assigned = if self.take('=') { Some(self.expressions()?) } else { None };
            return Ok(StatementKind::AnnotatedAssign { target: value, annotation, value: assigned });
        }
        let mut targets = Vec::new();
        while self.peek('=') {
            if !is_target(&value) {
                return Err(self.misplaced());
            }
            self.at += 1;
            targets.push(std::mem::replace(&mut value, self.expressions()?));
        }
        Ok(if targets.is_empty() { StatementKind::Expression(value) } else { StatementKind::Assign { targets, value } })
    }

    /// `a.b as c, d`.
    fn aliases(&mut self) -> Result<Vec<Alias>, Failure> {
        let mut aliases = Vec::new();
        loop {
            let name = if self.kind() == TokenKind::Operator(BinaryOperator::Multiply) {
                self.at += 1;
                "*".to_owned()
            } else {
                self.dotted()?
            };
            let alias = if self.take_word("as") { Some(self.identifier()?.name) } else { None };
            aliases.push(Alias { name, alias });
            if !self.take(',') || self.peek(')') {
                return Ok(aliases);
            }
        }
    }

    /// A module's name with its points; only points in `from . import x`.
    fn dotted(&mut self) -> Result<String, Failure> {
        let mut name = String::new();
        while self.peek('.') || self.kind() == TokenKind::Ellipsis {
            name.push_str(if self.peek('.') { "." } else { "..." });
            self.at += 1;
        }
        if !name.is_empty() && self.peek_word("import") {
            return Ok(name);
        }
        name.push_str(&self.identifier()?.name);
        while self.take('.') {
            name.push('.');
            name.push_str(&self.identifier()?.name);
        }
        Ok(name)
    }

    /// Steps over a statement with everything that is nested in it.
    fn unsupported(&mut self) -> StatementKind {
        loop {
            let decorator = self.kind() == TokenKind::Operator(BinaryOperator::MatrixMultiply);
            while self.kind() != TokenKind::Newline {
                self.at += 1;
            }
            self.at += 1;
            let mut blocks = 0_usize;
            while !self.at_end() && (blocks > 0 || self.kind() == TokenKind::Indent) {
                match self.kind() {
                    TokenKind::Indent => blocks += 1,
                    TokenKind::Dedent => blocks -= 1,
                    _ => {}
                }
                self.at += 1;
            }
            let goes_on = decorator || ["except", "finally", "else"].iter().any(|word| self.peek_word(word));
            if self.at_end() || !goes_on {
                return StatementKind::Unsupported;
            }
        }
    }
}
