//! Arguments, indices and parameters.

use super::super::failure::Failure;
use super::super::lexer::TokenKind;
use super::super::tree::{
    Argument, BinaryOperator, Expression, ExpressionKind, Identifier, Parameter, ParameterKind, SequenceKind,
};
use super::Parser;

impl Parser<'_> {
    /// The arguments of a call, brackets and all.
    pub(super) fn arguments(&mut self) -> Result<Vec<Argument>, Failure> {
        let start = self.here().start;
        self.at += 1;
        let mut arguments = Vec::new();
        while self.goes_on(')') {
            let assigned = self.token(1).is_some_and(|token| token.kind == TokenKind::Mark('='));
            arguments.push(match self.kind() {
                TokenKind::Operator(BinaryOperator::Power) => {
                    self.at += 1;
                    Argument::Mapping(self.expression()?)
                }
                TokenKind::Name if assigned => {
                    let name = self.identifier()?;
                    self.at += 1;
                    Argument::Keyword(name, self.expression()?)
                }
                _ => Argument::Positional(self.item()?),
            });
            if self.peek_clause()
                && arguments.len() == 1
                && let Some(Argument::Positional(element)) = arguments.pop()
            {
                let clauses = self.clauses()?;
                self.close(')')?;
                let kind = ExpressionKind::Comprehension { elements: vec![element], clauses };
                return Ok(vec![Argument::Positional(self.node(kind, start)?)]);
            }
            if !self.take(',') {
                break;
            }
        }
        self.close(')')?;
        Ok(arguments)
    }

    /// What stands between the brackets of an index.
    pub(super) fn indices(&mut self) -> Result<Expression, Failure> {
        let start = self.here().start;
        let first = self.index()?;
        if !self.peek(',') {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take(',') && self.goes_on(']') {
            items.push(self.index()?);
        }
        self.node(ExpressionKind::Sequence { kind: SequenceKind::BareTuple, items }, start)
    }

    /// One index: an expression, or a slice.
    fn index(&mut self) -> Result<Expression, Failure> {
        let start = self.here().start;
        let mut parts = [None, None, None];
        if !self.peek(':') {
            let first = self.item()?;
            if !self.peek(':') {
                return Ok(first);
            }
            parts[0] = Some(Box::new(first));
        }
        for part in parts.iter_mut().skip(1) {
            if !self.take(':') {
                break;
            }
            if self.goes_on(']') && !self.peek(':') && !self.peek(',') {
                *part = Some(Box::new(self.expression()?));
            }
        }
        self.node(ExpressionKind::Slice { parts }, start)
    }

    /// The parameters of a function before `close`, where they may be `annotated` or not.
    pub(super) fn parameters(&mut self, close: char, annotated: bool) -> Result<Vec<Parameter>, Failure> {
        let mut parameters = Vec::new();
        while self.goes_on(close) {
            let here = self.here();
            let mut kind = match self.kind() {
                TokenKind::Operator(BinaryOperator::Multiply) => ParameterKind::Rest,
                TokenKind::Operator(BinaryOperator::Power) => ParameterKind::Keywords,
                TokenKind::Operator(BinaryOperator::Divide) => ParameterKind::PositionalOnly,
                _ => ParameterKind::Plain,
            };
            self.at += usize::from(kind != ParameterKind::Plain);
            if kind == ParameterKind::Rest && self.peek(',') {
                kind = ParameterKind::KeywordOnly;
            }
            let mut parameter = Parameter {
                kind,
                name: Identifier { name: String::new(), span: here },
                annotation: None,
                default: None,
            };
            if !matches!(kind, ParameterKind::KeywordOnly | ParameterKind::PositionalOnly) {
                parameter.name = self.identifier()?;
                if annotated && self.take(':') {
                    parameter.annotation = Some(self.expression()?);
                }
                if kind == ParameterKind::Plain && self.take('=') {
                    parameter.default = Some(self.expression()?);
                }
            }
            parameters.push(parameter);
            if !self.take(',') {
                break;
            }
        }
        Ok(parameters)
    }
}
