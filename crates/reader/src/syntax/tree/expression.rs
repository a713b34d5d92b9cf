//! Expressions.

use std::ops::Range;
use std::rc::Rc;

use super::{BinaryOperator, CompareOperator, Identifier, Parameter, UnaryOperator};

/// An expression and the characters that write it.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Its place, in characters of the text.
    pub span: Range<usize>,
    /// How many nodes stand on the longest way down from here, this one included.
    height: usize,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpressionKind {
    /// A variable, a module, a built-in function.
    Name(String),
    /// An integer; `None` where it does not fit in 64 bits.
    Integer(Option<i64>),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A number that ends in `j`.
    Imaginary,
    /// A string without its quotes; escape sequences stay as they are written.
    Text(String),
    /// An f-string or a string of bytes, whose content is not read.
    OpaqueText,
    /// `True`, `False`.
    Bool(bool),
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// A tuple, a list or a set.
    Sequence {
        /// Which of them.
        kind: SequenceKind,
        /// What it holds.
        items: Vec<Expression>,
    },
    /// `{key: value, **others}`: `others` has no key.
    Dict(Vec<(Option<Expression>, Expression)>),
    /// `[element for … in …]`, with any brackets.
    Comprehension {
        /// What is made each time; a dictionary has a key as well.
        elements: Rc<[Expression]>,
        /// `for target in iterable if condition …`, one after the other.
        clauses: Rc<[Clause]>,
    },
    /// `lambda parameters: body`.
    Lambda {
        /// The parameters.
        parameters: Rc<[Parameter]>,
        /// The result.
        body: Rc<Expression>,
    },
    /// `-x`.
    Unary {
        /// What is done.
        operator: UnaryOperator,
        /// To what.
        operand: Box<Expression>,
    },
    /// `a + b`.
    Binary {
        /// What is done.
        operator: BinaryOperator,
        /// The place of its sign.
        sign: Range<usize>,
        /// The left operand.
        left: Box<Expression>,
        /// The right operand.
        right: Box<Expression>,
    },
    /// `a < b <= c`.
    Compare {
        /// The leftmost operand.
        first: Box<Expression>,
        /// Each operator, the place of its sign, and the operand to its right.
        rest: Vec<(CompareOperator, Range<usize>, Expression)>,
    },
    /// `a and b and c`, `a or b or c`.
    Logical {
        /// Whether it is `and`.
        and: bool,
        /// The operands: two or more.
        operands: Vec<Expression>,
    },
    /// `then if condition else otherwise`.
    Conditional {
        /// The condition.
        condition: Box<Expression>,
        /// The value where it holds.
        then: Box<Expression>,
        /// The value where it does not.
        otherwise: Box<Expression>,
    },
    /// `name := value`.
    Named {
        /// The name, which is an [`ExpressionKind::Name`].
        target: Box<Expression>,
        /// The value.
        value: Box<Expression>,
    },
    /// `value.name`.
    Attribute {
        /// What has the attribute.
        value: Box<Expression>,
        /// The attribute.
        name: Identifier,
    },
    /// `function(arguments)`.
    Call {
        /// What is called.
        function: Box<Expression>,
        /// What it is given.
        arguments: Vec<Argument>,
        /// The place of the brackets and what is between them.
        brackets: Range<usize>,
    },
    /// `value[index]`; several indices are a [`SequenceKind::BareTuple`].
    Subscript {
        /// What is indexed.
        value: Box<Expression>,
        /// The index.
        index: Box<Expression>,
    },
    /// `start:stop:step` within an index.
    Slice {
        /// What stands before the first colon, between them and after the second.
        parts: [Option<Box<Expression>>; 3],
    },
    /// `*value`.
    Starred(Box<Expression>),
}

/// Which brackets a sequence has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SequenceKind {
    /// `(a, b)`.
    Tuple,
    /// `a, b` without brackets.
    BareTuple,
    /// `[a, b]`.
    List,
    /// `{a, b}`.
    Set,
}

/// What a call is given.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// `value`, or `*value` as [`ExpressionKind::Starred`].
    Positional(Expression),
    /// `name=value`.
    Keyword(Identifier, Expression),
    /// `**value`.
    Mapping(Expression),
}

impl Argument {
    /// The expression of the value.
    #[must_use]
    pub const fn value(&self) -> &Expression {
        match self {
            Self::Positional(value) | Self::Keyword(_, value) | Self::Mapping(value) => value,
        }
    }
}

/// `for target in iterable if condition …` in a comprehension.
#[derive(Debug, Clone, PartialEq)]
pub struct Clause {
    /// What each value is assigned to.
    pub target: Expression,
    /// What is iterated over.
    pub iterable: Expression,
    /// The conditions.
    pub conditions: Vec<Expression>,
}

impl Expression {
    /// A node with its height.
    pub(crate) fn new(kind: ExpressionKind, span: Range<usize>) -> Self {
        let mut expression = Self { kind, span, height: 0 };
        let mut height = 0;
        expression.each_child(&mut |child| height = height.max(child.height));
        expression.height = height + 1;
        expression
    }

    /// How many nodes stand on the longest way down from here, this one included.
    pub(crate) const fn height(&self) -> usize {
        self.height
    }

    /// The name, where this is one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            ExpressionKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The function and the arguments, where this is a call.
    #[must_use]
    pub fn call(&self) -> Option<(&Self, &[Argument])> {
        match &self.kind {
            ExpressionKind::Call { function, arguments, .. } => Some((function, arguments)),
            _ => None,
        }
    }

    /// The value and the name, where this is an attribute.
    #[must_use]
    pub fn attribute(&self) -> Option<(&Self, &Identifier)> {
        match &self.kind {
            ExpressionKind::Attribute { value, name } => Some((value, name)),
            _ => None,
        }
    }

    /// Whether a condition holds for this expression or one within it.
    pub(crate) fn any(&self, holds: &dyn Fn(&Self) -> bool) -> bool {
        let mut found = holds(self);
        self.each_child(&mut |child| found = found || child.any(holds));
        found
    }

    /// Gives each expression directly below this one to `visit`, in the order in which they are written.
    pub fn each_child<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        match &self.kind {
            ExpressionKind::Name(_)
            | ExpressionKind::Integer(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Imaginary
            | ExpressionKind::Text(_)
            | ExpressionKind::OpaqueText
            | ExpressionKind::Bool(_)
            | ExpressionKind::None
            | ExpressionKind::Ellipsis => {}
            ExpressionKind::Sequence { items, .. } | ExpressionKind::Logical { operands: items, .. } => {
                items.iter().for_each(visit);
            }
            ExpressionKind::Dict(entries) => {
                entries.iter().flat_map(|(key, value)| key.iter().chain([value])).for_each(visit);
            }
            ExpressionKind::Comprehension { elements, clauses } => {
                elements.iter().for_each(&mut *visit);
                for Clause { target, iterable, conditions } in clauses.iter() {
                    [target, iterable].into_iter().chain(conditions).for_each(&mut *visit);
                }
            }
            ExpressionKind::Lambda { parameters, body } => {
                let before =
                    parameters.iter().flat_map(|parameter| parameter.annotation.iter().chain(&parameter.default));
                before.chain([&**body]).for_each(visit);
            }
            ExpressionKind::Unary { operand: value, .. }
            | ExpressionKind::Starred(value)
            | ExpressionKind::Attribute { value, .. } => visit(value),
            ExpressionKind::Binary { left: first, right: second, .. }
            | ExpressionKind::Named { target: first, value: second }
            | ExpressionKind::Subscript { value: first, index: second } => {
                visit(first);
                visit(second);
            }
            ExpressionKind::Compare { first, rest } => {
                visit(first);
                rest.iter().for_each(|(.., operand)| visit(operand));
            }
            ExpressionKind::Conditional { condition, then, otherwise } => {
                [then, condition, otherwise].into_iter().for_each(|part| visit(part));
            }
            ExpressionKind::Call { function, arguments, .. } => {
                visit(function);
                arguments.iter().for_each(|argument| visit(argument.value()));
            }
            ExpressionKind::Slice { parts } => parts.iter().flatten().for_each(|part| visit(part)),
        }
    }
}
