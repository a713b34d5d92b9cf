//! Expressions: operators, and what is called, taken or asked of a value.

use super::{Parser, Read};
use crate::syntax::lexer::TokenKind::{Mark, Newline, Word};
use crate::syntax::lexer::{Keyword, TokenKind};
use crate::syntax::tree::{BinaryOperator, CompareOperator, Expression, ExpressionKind, SequenceKind, UnaryOperator};

/// How tightly operators bind, from the loosest to the tightest. The operators of two operands are between [`BIT_OR`] and
/// [`POWER`].
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
const BIT_OR: u8 = 5;
const UNARY: u8 = 11;
const POWER: u8 = 12;

const fn binding(operator: BinaryOperator) -> u8 {
    match operator {
        BinaryOperator::BitOr => BIT_OR,
        BinaryOperator::BitXor => 6,
        BinaryOperator::BitAnd => 7,
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => 8,
        BinaryOperator::Add | BinaryOperator::Subtract => 9,
        BinaryOperator::Multiply
        | BinaryOperator::MatrixMultiply
        | BinaryOperator::Divide
        | BinaryOperator::FloorDivide
        | BinaryOperator::Remainder => 10,
        BinaryOperator::Power => POWER,
    }
}

impl Parser<'_> {
    /// One expression, or several with commas between them, which are a tuple.
    pub(super) fn expressions(&mut self) -> Read {
        self.bare_tuple(Self::expression)
    }

    /// What is assigned to by `for`: it ends before `in`.
    pub(super) fn targets(&mut self) -> Read {
        let targets = self.bare_tuple(Self::bit_or)?;
        if is_target(&targets) { Some(targets) } else { self.misplaced() }
    }

    /// One item, or several with commas between them.
    fn bare_tuple(&mut self, item: fn(&mut Self) -> Read) -> Read {
        let start = self.start();
        let first = self.starred_or(item)?;
        if !self.peek(Mark(b',')) {
            return Some(first);
        }
        let mut items = vec![*first];
        while self.take(Mark(b',')) && self.begins_value() {
            items.push(*self.starred_or(item)?);
        }
        self.node(ExpressionKind::Sequence { kind: SequenceKind::BareTuple, items }, start)
    }

    /// Whether an expression can begin here, after a comma.
    fn begins_value(&self) -> bool {
        !matches!(
            self.kind(),
            Newline | Mark(b'=' | b')' | b']' | b'}' | b':' | b';') | TokenKind::Augmented(_) | Word(Keyword::In)
        )
    }

    /// `*value`, or an item without a star.
    fn starred_or(&mut self, item: fn(&mut Self) -> Read) -> Read {
        let start = self.start();
        if !self.take(TokenKind::Operator(BinaryOperator::Multiply)) {
            return item(self);
        }
        let value = self.bit_or()?;
        self.node(ExpressionKind::Starred(value), start)
    }

    /// An item of a sequence in brackets.
    pub(super) fn item(&mut self) -> Read {
        self.starred_or(Self::named)
    }

    /// An item. Where `:` follows, it has neither `*` nor a name: it is a key of a dictionary or the start of a slice.
    pub(super) fn item_or_key(&mut self) -> Read {
        let grouped = self.peek(Mark(b'('));
        let item = self.item()?;
        let plain = grouped || !matches!(item.kind, ExpressionKind::Starred(_) | ExpressionKind::Named { .. });
        if plain || !self.peek(Mark(b':')) { Some(item) } else { self.misplaced() }
    }

    /// An expression, perhaps with a name: `name := value`.
    pub(super) fn named(&mut self) -> Read {
        let start = self.start();
        let target = self.expression()?;
        if target.name().is_none() || !self.take(TokenKind::Walrus) {
            return Some(target);
        }
        let value = self.expression()?;
        self.node(ExpressionKind::Named { target, value }, start)
    }

    /// An expression without a name.
    pub(super) fn expression(&mut self) -> Read {
        let (start, first) = (self.start(), self.at);
        let kind = if self.take(Word(Keyword::Lambda)) {
            let parameters = self.parameters(b':', false)?.into();
            self.need(Mark(b':'))?;
            ExpressionKind::Lambda { parameters, body: self.inner_expression()?.into() }
        } else {
            let then = self.disjunction()?;
            // Of those that end here, the innermost is read first.
            if self.operand.0 != self.at {
                self.operand = (self.at, first, then.span.start);
            }
            if !self.take(Word(Keyword::If)) {
                return Some(then);
            }
            let condition = self.disjunction()?;
            self.need(Word(Keyword::Else))?;
            ExpressionKind::Conditional { condition, then, otherwise: self.inner_expression()? }
        };
        self.node(kind, start)
    }

    /// An expression at the end of another one, which it makes deeper.
    fn inner_expression(&mut self) -> Read {
        self.enter()?;
        let expression = self.expression();
        self.depth -= 1;
        expression
    }

    /// An expression without a conditional and without a name: from `or` on.
    pub(super) fn disjunction(&mut self) -> Read {
        self.operation(OR)
    }

    /// An expression without `or`, `and`, `not` and comparisons: from `|` on.
    pub(super) fn bit_or(&mut self) -> Read {
        self.operation(BIT_OR)
    }

    /// An expression whose operators all bind at least as tightly as `least`.
    fn operation(&mut self, least: u8) -> Read {
        let start = self.start();
        self.enter()?;
        let mut left = self.prefixed(least)?;
        loop {
            let kind = match self.kind() {
                TokenKind::Operator(operator) if binding(operator) >= least => {
                    let sign = self.here();
                    self.at += 1;
                    // Only powers group from the right; a sign may stand before an exponent.
                    let power = operator == BinaryOperator::Power;
                    let right = self.operation(if power { UNARY } else { binding(operator) + 1 })?;
                    ExpressionKind::Binary { operator, sign, left, right }
                }
                Word(Keyword::And) if least <= AND => self.logical(*left, Keyword::And, NOT)?,
                Word(Keyword::Or) if least <= OR => self.logical(*left, Keyword::Or, AND)?,
                _ if least <= COMPARE && self.comparison().is_some() => self.compare(left)?,
                _ => {
                    self.depth -= 1;
                    return Some(left);
                }
            };
            left = self.node(kind, start)?;
        }
    }

    /// `and` or `or`, after the first operand; `tighter` is how tightly the operands bind at least.
    fn logical(&mut self, first: Expression, word: Keyword, tighter: u8) -> Option<ExpressionKind> {
        let mut operands = vec![first];
        while self.take(Word(word)) {
            operands.push(*self.operation(tighter)?);
        }
        Some(ExpressionKind::Logical { and: word == Keyword::And, operands })
    }

    /// A chain of comparisons, after the first operand.
    fn compare(&mut self, first: Box<Expression>) -> Option<ExpressionKind> {
        let mut rest = Vec::new();
        while let Some((operator, tokens)) = self.comparison() {
            let start = self.start();
            self.at += tokens;
            let sign = start..self.read_until();
            rest.push((operator, sign, *self.bit_or()?));
        }
        Some(ExpressionKind::Compare { first, rest })
    }

    /// The comparison that stands here, and of how many tokens it is.
    fn comparison(&self) -> Option<(CompareOperator, usize)> {
        match (self.kind(), self.next_kind()) {
            (TokenKind::Comparison(operator), _) => Some((operator, 1)),
            (Word(Keyword::In), _) => Some((CompareOperator::In, 1)),
            (Word(Keyword::Not), Word(Keyword::In)) => Some((CompareOperator::NotIn, 2)),
            (Word(Keyword::Is), Word(Keyword::Not)) => Some((CompareOperator::IsNot, 2)),
            (Word(Keyword::Is), _) => Some((CompareOperator::Is, 1)),
            _ => None,
        }
    }

    /// A value with the operators before it.
    fn prefixed(&mut self, least: u8) -> Read {
        let start = self.start();
        let (operator, binding) = match self.kind() {
            TokenKind::Operator(BinaryOperator::Subtract) => (UnaryOperator::Minus, UNARY),
            TokenKind::Operator(BinaryOperator::Add) => (UnaryOperator::Plus, UNARY),
            Mark(b'~') => (UnaryOperator::Invert, UNARY),
            Word(Keyword::Not) if least <= NOT => (UnaryOperator::Not, NOT),
            _ => return self.postfixed(),
        };
        self.at += 1;
        let operand = self.operation(binding)?;
        self.node(ExpressionKind::Unary { operator, operand }, start)
    }

    /// A value with everything that is called, taken or asked of it.
    fn postfixed(&mut self) -> Read {
        let start = self.start();
        let mut value = self.atom()?;
        loop {
            let open = self.start();
            let kind = if self.take(Mark(b'.')) {
                ExpressionKind::Attribute { value, name: self.identifier()? }
            } else if self.take(Mark(b'(')) {
                let arguments = self.arguments(open)?;
                ExpressionKind::Call { function: value, arguments, brackets: open..self.read_until() }
            } else if self.take(Mark(b'[')) {
                let index = self.indices()?;
                self.close(b']')?;
                ExpressionKind::Subscript { value, index }
            } else {
                return Some(value);
            };
            value = self.node(kind, start)?;
        }
    }
}

/// Whether something can be assigned to an expression.
pub(super) fn is_target(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Name(_) | ExpressionKind::Attribute { .. } | ExpressionKind::Subscript { .. } => true,
        ExpressionKind::Starred(value) => is_target(value),
        ExpressionKind::Sequence { kind, items } => *kind != SequenceKind::Set && items.iter().all(is_target),
        _ => false,
    }
}
