//! Arguments, indices and parameters.

use super::{Parser, Read};
use crate::syntax::lexer::TokenKind;
use crate::syntax::lexer::TokenKind::Mark;
use crate::syntax::tree::{
    Argument, BinaryOperator, ExpressionKind, Identifier, Parameter, ParameterKind, SequenceKind,
};

impl Parser<'_> {
    /// The arguments of a call after the bracket that opens at `start`, to the one that closes.
    pub(super) fn arguments(&mut self, start: usize) -> Option<Vec<Argument>> {
        let mut arguments = Vec::new();
        while self.goes_on(b')') {
            let may_be_positional = arguments.iter().all(|argument| match argument {
                Argument::Positional(_) => true,
                Argument::Keyword(..) => self.peek(TokenKind::Operator(BinaryOperator::Multiply)),
                Argument::Mapping(_) => false,
            });
            if self.take(TokenKind::Operator(BinaryOperator::Power)) {
                arguments.push(Argument::Mapping(*self.expression()?));
            } else if self.peek(TokenKind::Name) && self.next_kind() == Mark(b'=') {
                let name = self.identifier()?;
                self.at += 1;
                arguments.push(Argument::Keyword(name, *self.expression()?));
            } else if !may_be_positional {
                return self.misplaced();
            } else {
                let first = self.start();
                let element = if self.take(TokenKind::Operator(BinaryOperator::Multiply)) {
                    let value = self.expression()?;
                    *self.node(ExpressionKind::Starred(value), first)?
                } else {
                    *self.named()?
                };
                if arguments.is_empty() && self.peek_clause() && !matches!(element.kind, ExpressionKind::Starred(_)) {
                    let clauses = self.clauses()?;
                    self.close(b')')?;
                    let kind = ExpressionKind::Comprehension { elements: [element].into(), clauses };
                    return Some(vec![Argument::Positional(*self.node(kind, start)?)]);
                }
                arguments.push(Argument::Positional(element));
            }
            if !self.take(Mark(b',')) {
                break;
            }
        }
        self.close(b')')?;
        Some(arguments)
    }

    /// What stands between the brackets of an index.
    pub(super) fn indices(&mut self) -> Read {
        let start = self.start();
        let first = self.index()?;
        // A starred item makes a tuple, with or without a comma.
        if !self.peek(Mark(b',')) && !matches!(first.kind, ExpressionKind::Starred(_)) {
            return Some(first);
        }
        let mut items = vec![*first];
        while self.take(Mark(b',')) && self.goes_on(b']') {
            items.push(*self.index()?);
        }
        self.node(ExpressionKind::Sequence { kind: SequenceKind::BareTuple, items }, start)
    }

    /// One index: an expression, or a slice.
    fn index(&mut self) -> Read {
        let start = self.start();
        let mut parts = [None, None, None];
        if !self.peek(Mark(b':')) {
            let first = self.item_or_key()?;
            if !self.peek(Mark(b':')) {
                return Some(first);
            }
            parts[0] = Some(first);
        }
        for part in parts.iter_mut().skip(1) {
            if !self.take(Mark(b':')) {
                break;
            }
            if self.goes_on(b']') && !self.peek(Mark(b':')) && !self.peek(Mark(b',')) {
                *part = Some(self.expression()?);
            }
        }
        self.node(ExpressionKind::Slice { parts }, start)
    }

    /// The parameters of a function before `close`, where they may be `annotated` or not.
    pub(super) fn parameters(&mut self, close: u8, annotated: bool) -> Option<Vec<Parameter>> {
        let mut parameters = Vec::new();
        while self.goes_on(close) {
            let span = self.here();
            let mut kind = match self.kind() {
                TokenKind::Operator(BinaryOperator::Multiply) => ParameterKind::Rest,
                TokenKind::Operator(BinaryOperator::Power) => ParameterKind::Keywords,
                TokenKind::Operator(BinaryOperator::Divide) => ParameterKind::PositionalOnly,
                _ => ParameterKind::Plain,
            };
            if !may_follow(kind, &parameters) {
                return self.misplaced();
            }
            self.at += usize::from(kind != ParameterKind::Plain);
            if kind == ParameterKind::Rest && self.peek(Mark(b',')) {
                kind = ParameterKind::KeywordOnly;
                // A parameter with a name must follow.
                if self.next_kind() != TokenKind::Name {
                    return self.misplaced();
                }
            }
            let (mut name, mut annotation, mut default) = (Identifier { name: String::new(), span }, None, None);
            if !matches!(kind, ParameterKind::KeywordOnly | ParameterKind::PositionalOnly) {
                name = self.identifier()?;
                if annotated && self.take(Mark(b':')) {
                    annotation = Some(*self.expression()?);
                }
                if kind == ParameterKind::Plain && self.take(Mark(b'=')) {
                    default = Some(*self.expression()?);
                }
            }
            let needs_default = kind == ParameterKind::Plain && default.is_none() && !parameters.iter().any(takes_rest);
            if needs_default && parameters.iter().any(|before: &Parameter| before.default.is_some()) {
                return self.misplaced();
            }
            parameters.push(Parameter { kind, name, annotation, default });
            if !self.take(Mark(b',')) {
                break;
            }
        }
        Some(parameters)
    }
}

/// Whether only keywords are left after a parameter.
const fn takes_rest(parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Rest | ParameterKind::KeywordOnly)
}

/// Whether a parameter of a kind may stand after others.
fn may_follow(kind: ParameterKind, parameters: &[Parameter]) -> bool {
    let has = |kind| parameters.iter().any(|parameter| parameter.kind == kind);
    !has(ParameterKind::Keywords)
        && match kind {
            ParameterKind::Rest | ParameterKind::KeywordOnly => !parameters.iter().any(takes_rest),
            ParameterKind::PositionalOnly => !parameters.is_empty() && !has(kind) && !parameters.iter().any(takes_rest),
            ParameterKind::Plain | ParameterKind::Keywords => true,
        }
}
