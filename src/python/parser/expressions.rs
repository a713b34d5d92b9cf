//! Expressions: operators, and what is called, taken or asked of a value.

use super::super::failure::Failure;
use super::super::lexer::TokenKind;
use super::super::tree::{BinaryOperator, CompareOperator, Expression, ExpressionKind, SequenceKind, UnaryOperator};
use super::Parser;

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
    pub(super) fn expressions(&mut self) -> Result<Expression, Failure> {
        let item: fn(&mut Self) -> _ = |parser| match parser.starred()? {
            Some(starred) => Ok(starred),
            None => parser.expression(),
        };
        self.bare_tuple(item)
    }

    /// What is assigned to by `for` and `with`: it ends before `in`.
    pub(super) fn targets(&mut self) -> Result<Expression, Failure> {
        let target: fn(&mut Self) -> _ = |parser| match parser.starred()? {
            Some(starred) => Ok(starred),
            None => parser.operation(BIT_OR),
        };
        let targets = self.bare_tuple(target)?;
        if is_target(&targets) { Ok(targets) } else { Err(self.misplaced()) }
    }

    /// One item, or several with commas between them.
    fn bare_tuple(&mut self, item: fn(&mut Self) -> Result<Expression, Failure>) -> Result<Expression, Failure> {
        let start = self.here().start;
        let first = item(self)?;
        if !self.peek(',') {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take(',') && self.begins_value() {
            items.push(item(self)?);
        }
        self.node(ExpressionKind::Sequence { kind: SequenceKind::BareTuple, items }, start)
    }

    /// Whether an expression can begin here, after a comma.
    fn begins_value(&self) -> bool {
        !matches!(
            self.kind(),
            TokenKind::Newline | TokenKind::Mark('=' | ')' | ']' | '}' | ':' | ';') | TokenKind::Augmented(_)
        ) && !self.peek_word("in")
    }

    /// `*value`, if it stands here.
    fn starred(&mut self) -> Result<Option<Expression>, Failure> {
        if self.kind() != TokenKind::Operator(BinaryOperator::Multiply) {
            return Ok(None);
        }
        let start = self.here().start;
        self.at += 1;
        let value = self.operation(BIT_OR)?;
        self.node(ExpressionKind::Starred(Box::new(value)), start).map(Some)
    }

    /// An item of a sequence.
    pub(super) fn item(&mut self) -> Result<Expression, Failure> {
        match self.starred()? {
            Some(starred) => Ok(starred),
            None => self.named(),
        }
    }

    /// An expression, perhaps with a name: `name := value`.
    pub(super) fn named(&mut self) -> Result<Expression, Failure> {
        let start = self.here().start;
        let target = self.expression()?;
        if self.kind() != TokenKind::Walrus || target.name().is_none() {
            return Ok(target);
        }
        self.at += 1;
        let value = self.expression()?;
        self.node(ExpressionKind::Named { target: Box::new(target), value: Box::new(value) }, start)
    }

    /// An expression without a name.
    pub(super) fn expression(&mut self) -> Result<Expression, Failure> {
        let start = self.here().start;
        let kind = if self.take_word("lambda") {
            let parameters = self.parameters(':', false)?;
            self.need(':')?;
            ExpressionKind::Lambda { parameters, body: self.inner_expression()? }
        } else {
            let then = self.operation(OR)?;
            if !self.take_word("if") {
                return Ok(then);
            }
            let condition = Box::new(self.operation(OR)?);
            self.need_word("else")?;
            ExpressionKind::Conditional { condition, then: Box::new(then), otherwise: self.inner_expression()? }
        };
        self.node(kind, start)
    }

    /// An expression at the end of another one, which it makes deeper.
    fn inner_expression(&mut self) -> Result<Box<Expression>, Failure> {
        self.enter()?;
        let expression = self.expression()?;
        self.depth -= 1;
        Ok(Box::new(expression))
    }

    /// An expression without a conditional and without a name: from `or` on.
    pub(super) fn disjunction(&mut self) -> Result<Expression, Failure> {
        self.operation(OR)
    }

    /// An expression without `or`, `and`, `not` and comparisons: from `|` on.
    pub(super) fn bit_or(&mut self) -> Result<Expression, Failure> {
        self.operation(BIT_OR)
    }

    /// An expression whose operators all bind at least as tightly as `least`.
    fn operation(&mut self, least: u8) -> Result<Expression, Failure> {
        let start = self.here().start;
        self.enter()?;
        let mut left = self.prefixed(least)?;
        loop {
            let sign = self.here();
            let kind = if let TokenKind::Operator(operator) = self.kind()
                && binding(operator) >= least
            {
                self.at += 1;
                // Only powers group from the right; a sign may stand before an exponent.
                let right =
                    self.operation(if operator == BinaryOperator::Power { UNARY } else { binding(operator) + 1 })?;
                ExpressionKind::Binary { operator, sign, left: Box::new(left), right: Box::new(right) }
            } else if least <= COMPARE && self.peek_comparison().is_some() {
                let mut rest = Vec::new();
                while let Some((operator, tokens)) = self.peek_comparison() {
                    let start = self.here().start;
                    self.at += tokens;
                    let sign = start..self.read_until();
                    rest.push((operator, sign, self.operation(BIT_OR)?));
                }
                ExpressionKind::Compare { first: Box::new(left), rest }
            } else if (least <= AND && self.peek_word("and")) || (least <= OR && self.peek_word("or")) {
                let and = self.peek_word("and");
                let (word, tighter) = if and { ("and", NOT) } else { ("or", AND) };
                let mut operands = vec![left];
                while self.take_word(word) {
                    operands.push(self.operation(tighter)?);
                }
                ExpressionKind::Logical { and, operands }
            } else {
                self.depth -= 1;
                return Ok(left);
            };
            left = self.node(kind, start)?;
        }
    }

    /// The comparison that stands here, and of how many tokens it is.
    fn peek_comparison(&self) -> Option<(CompareOperator, usize)> {
        let next = |word: &str| {
            self.token(1).is_some_and(|token| token.kind == TokenKind::Keyword && self.source.is(&token.span, word))
        };
        match self.kind() {
            TokenKind::Comparison(operator) => Some((operator, 1)),
            TokenKind::Keyword if self.peek_word("in") => Some((CompareOperator::In, 1)),
            TokenKind::Keyword if self.peek_word("not") && next("in") => Some((CompareOperator::NotIn, 2)),
            TokenKind::Keyword if self.peek_word("is") && next("not") => Some((CompareOperator::IsNot, 2)),
            TokenKind::Keyword if self.peek_word("is") => Some((CompareOperator::Is, 1)),
            _ => None,
        }
    }

    /// A value with the operators before it.
    fn prefixed(&mut self, least: u8) -> Result<Expression, Failure> {
        let start = self.here().start;
        let (operator, binding) = match self.kind() {
            TokenKind::Operator(BinaryOperator::Subtract) => (UnaryOperator::Minus, UNARY),
            TokenKind::Operator(BinaryOperator::Add) => (UnaryOperator::Plus, UNARY),
            TokenKind::Mark('~') => (UnaryOperator::Invert, UNARY),
            TokenKind::Keyword if least <= NOT && self.peek_word("not") => (UnaryOperator::Not, NOT),
            _ => return self.postfixed(),
        };
        self.at += 1;
        let operand = Box::new(self.operation(binding)?);
        self.node(ExpressionKind::Unary { operator, operand }, start)
    }

    /// A value with everything that is called, taken or asked of it.
    fn postfixed(&mut self) -> Result<Expression, Failure> {
        let start = self.here().start;
        let mut value = self.atom()?;
        loop {
            let kind = if self.take('.') {
                ExpressionKind::Attribute { value: Box::new(value), name: self.identifier()? }
            } else if self.peek('(') {
                let open = self.here().start;
                let arguments = self.arguments()?;
                ExpressionKind::Call { function: Box::new(value), arguments, brackets: open..self.read_until() }
            } else if self.take('[') {
                let index = Box::new(self.indices()?);
                self.close(']')?;
                ExpressionKind::Subscript { value: Box::new(value), index }
            } else {
                return Ok(value);
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
