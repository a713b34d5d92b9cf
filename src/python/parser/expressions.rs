//! Expressions.

use super::super::lexer::TokenKind;
use super::super::tree::{
    Argument, BinaryOperator, Clause, CompareOperator, Expression, ExpressionKind, Identifier, Parameter,
    ParameterKind, SequenceKind, UnaryOperator,
};
use super::Parser;
use crate::parse::{ParseError, Problem, real_number};

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
    pub(super) fn expressions(&mut self) -> Result<Expression, ParseError> {
        let item: fn(&mut Self) -> _ = |parser| match parser.starred()? {
            Some(starred) => Ok(starred),
            None => parser.expression(),
        };
        self.bare_tuple(item)
    }

    /// What is assigned to by `for` and `with`: it ends before `in`.
    pub(super) fn targets(&mut self) -> Result<Expression, ParseError> {
        let target: fn(&mut Self) -> _ = |parser| match parser.starred()? {
            Some(starred) => Ok(starred),
            None => parser.operation(BIT_OR),
        };
        let targets = self.bare_tuple(target)?;
        if is_target(&targets) { Ok(targets) } else { Err(self.misplaced()) }
    }

    /// One item, or several with commas between them.
    fn bare_tuple(&mut self, item: fn(&mut Self) -> Result<Expression, ParseError>) -> Result<Expression, ParseError> {
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
    fn starred(&mut self) -> Result<Option<Expression>, ParseError> {
        if self.kind() != TokenKind::Operator(BinaryOperator::Multiply) {
            return Ok(None);
        }
        let start = self.here().start;
        self.at += 1;
        let value = self.operation(BIT_OR)?;
        self.node(ExpressionKind::Starred(Box::new(value)), start).map(Some)
    }

    /// An item of a sequence.
    pub(super) fn item(&mut self) -> Result<Expression, ParseError> {
        match self.starred()? {
            Some(starred) => Ok(starred),
            None => self.named(),
        }
    }

    /// An expression, perhaps with a name: `name := value`.
    pub(super) fn named(&mut self) -> Result<Expression, ParseError> {
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
    pub(super) fn expression(&mut self) -> Result<Expression, ParseError> {
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
    fn inner_expression(&mut self) -> Result<Box<Expression>, ParseError> {
        self.enter()?;
        let expression = self.expression()?;
        self.depth -= 1;
        Ok(Box::new(expression))
    }

    /// An expression whose operators all bind at least as tightly as `least`.
    fn operation(&mut self, least: u8) -> Result<Expression, ParseError> {
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
    fn prefixed(&mut self, least: u8) -> Result<Expression, ParseError> {
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
    fn postfixed(&mut self) -> Result<Expression, ParseError> {
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

    fn atom(&mut self) -> Result<Expression, ParseError> {
        let span = self.here();
        let text = || self.source.text(&span);
        let kind = match self.kind() {
            TokenKind::Mark('(') => return self.parenthesized(),
            TokenKind::Mark('[') => return self.sequence(SequenceKind::List, ']'),
            TokenKind::Mark('{') => return self.braces(),
            TokenKind::Name => ExpressionKind::Name(text()),
            TokenKind::Integer => ExpressionKind::Integer(integer(&text())),
            TokenKind::Float => ExpressionKind::Float(real_number(&text().replace('_', ""))),
            TokenKind::Imaginary => ExpressionKind::Imaginary,
            TokenKind::Text | TokenKind::OpaqueText => return self.text(),
            TokenKind::Ellipsis => ExpressionKind::Ellipsis,
            TokenKind::Keyword if self.peek_word("None") => ExpressionKind::None,
            TokenKind::Keyword if self.peek_word("True") => ExpressionKind::Bool(true),
            TokenKind::Keyword if self.peek_word("False") => ExpressionKind::Bool(false),
            _ => return Err(self.not_a_value()),
        };
        self.at += 1;
        self.node(kind, span.start)
    }

    /// Strings one after the other, which are one.
    fn text(&mut self) -> Result<Expression, ParseError> {
        let start = self.here().start;
        let mut content = String::new();
        let mut opaque = false;
        while matches!(self.kind(), TokenKind::Text | TokenKind::OpaqueText) {
            opaque |= self.kind() == TokenKind::OpaqueText;
            let typed = self.source.typed(&self.here());
            let quoted = self.source.text(&self.here());
            let prefix = quoted.find(['"', '\'']).unwrap_or(0);
            let tripled = quoted[prefix..].starts_with("\"\"\"") || quoted[prefix..].starts_with("'''");
            let width = if tripled { 3 } else { 1 };
            let length = typed.chars().count();
            content.extend(typed.chars().take(length - width).skip(prefix + width));
            self.at += 1;
        }
        self.node(if opaque { ExpressionKind::OpaqueText } else { ExpressionKind::Text(content) }, start)
    }

    /// An expression in brackets, a tuple, or a generator.
    fn parenthesized(&mut self) -> Result<Expression, ParseError> {
        let mut sequence = self.sequence(SequenceKind::Tuple, ')')?;
        let comma = self.source.tokens.get(self.at - 2).is_some_and(|token| token.kind == TokenKind::Mark(','));
        // Brackets around one expression only group.
        if let ExpressionKind::Sequence { items, .. } = &mut sequence.kind
            && items.len() == 1
            && !comma
            && let Some(only) = items.pop()
        {
            let starred = matches!(only.kind, ExpressionKind::Starred(_));
            let problem = Problem::Unexpected("*".to_owned());
            return if starred {
                Err(ParseError { span: only.span.start..only.span.start + 1, problem })
            } else {
                Ok(only)
            };
        }
        Ok(sequence)
    }

    /// What stands in brackets like a list, or a comprehension.
    fn sequence(&mut self, kind: SequenceKind, close: char) -> Result<Expression, ParseError> {
        let start = self.here().start;
        self.at += 1;
        let first = if self.goes_on(close) { Some(self.item()?) } else { None };
        self.rest_of_sequence(kind, first, start, close)
    }

    /// The same after its first item.
    fn rest_of_sequence(
        &mut self,
        kind: SequenceKind,
        first: Option<Expression>,
        start: usize,
        close: char,
    ) -> Result<Expression, ParseError> {
        let mut items = Vec::from_iter(first);
        let kind = if self.peek_clause() {
            ExpressionKind::Comprehension { elements: items, clauses: self.clauses()? }
        } else {
            while !items.is_empty() && self.take(',') && self.goes_on(close) {
                items.push(self.item()?);
            }
            ExpressionKind::Sequence { kind, items }
        };
        self.close(close)?;
        self.node(kind, start)
    }

    /// A set or a dictionary.
    fn braces(&mut self) -> Result<Expression, ParseError> {
        let start = self.here().start;
        self.at += 1;
        let mut entries = Vec::new();
        while self.goes_on('}') {
            if self.kind() == TokenKind::Operator(BinaryOperator::Power) {
                self.at += 1;
                entries.push((None, self.operation(BIT_OR)?));
            } else {
                let key = self.item()?;
                if entries.is_empty() && !self.peek(':') {
                    return self.rest_of_sequence(SequenceKind::Set, Some(key), start, '}');
                }
                self.need(':')?;
                let value = self.expression()?;
                if entries.is_empty() && self.peek_clause() {
                    let elements = vec![key, value];
                    let kind = ExpressionKind::Comprehension { elements, clauses: self.clauses()? };
                    self.close('}')?;
                    return self.node(kind, start);
                }
                entries.push((Some(key), value));
            }
            if !self.take(',') {
                break;
            }
        }
        self.close('}')?;
        self.node(ExpressionKind::Dict(entries), start)
    }

    fn peek_clause(&self) -> bool {
        self.peek_word("for") || self.peek_word("async")
    }

    /// `for target in iterable if condition …`, one after the other.
    fn clauses(&mut self) -> Result<Vec<Clause>, ParseError> {
        let mut clauses = Vec::new();
        while self.peek_clause() {
            self.take_word("async");
            self.need_word("for")?;
            let target = self.targets()?;
            self.need_word("in")?;
            let iterable = self.operation(OR)?;
            let mut conditions = Vec::new();
            while self.take_word("if") {
                conditions.push(self.operation(OR)?);
            }
            clauses.push(Clause { target, iterable, conditions });
        }
        Ok(clauses)
    }

    /// The arguments of a call, brackets and all.
    fn arguments(&mut self) -> Result<Vec<Argument>, ParseError> {
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
    fn indices(&mut self) -> Result<Expression, ParseError> {
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
    fn index(&mut self) -> Result<Expression, ParseError> {
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
    pub(super) fn parameters(&mut self, close: char, annotated: bool) -> Result<Vec<Parameter>, ParseError> {
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

/// Whether something can be assigned to an expression.
pub(super) fn is_target(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Name(_) | ExpressionKind::Attribute { .. } | ExpressionKind::Subscript { .. } => true,
        ExpressionKind::Starred(value) => is_target(value),
        ExpressionKind::Sequence { kind, items } => *kind != SequenceKind::Set && items.iter().all(is_target),
        _ => false,
    }
}

/// The integer that is written in base 2, 8, 10 or 16; `None` where it does not fit in 64 bits.
fn integer(text: &str) -> Option<i64> {
    let digits = text.replace('_', "");
    match digits.get(..2) {
        Some("0x" | "0X") => i64::from_str_radix(&digits[2..], 16).ok(),
        Some("0o" | "0O") => i64::from_str_radix(&digits[2..], 8).ok(),
        Some("0b" | "0B") => i64::from_str_radix(&digits[2..], 2).ok(),
        _ => digits.parse().ok(),
    }
}
