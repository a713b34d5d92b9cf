//! One operand of a field: expressions of the syntax tree to values. It keeps the exact values of buffers of any size, and the text of the
//! operand without variables. (Whole programs are read by the machine, with other values.)
//!
//! | file | content |
//! |---|---|
//! | `value`, `budget`, `call` | a value with its place, the bound of all work, what a function is given |
//! | `constructors`, `views`, `elements`, `queries` | what functions, methods and properties do, one Rust function each |
//! | `arithmetic`, `indexing`, `literal` | what operators, indices and nested lists do |
//! | `names`, `dispatch` | the table of known names, and from a name to what it does |
//! | `program` | statements one after the other, and the text of an expression without variables |
//! | `operands` | the one operation of two operands in a program |
//!
//! # To add a call
//!
//! 1. Write its function in the file of its kind, with the type that `names::Does` has for it. `Call::arguments` has the
//!    values, `Call::raises` makes the library's own exception. What is made or copied is paid from `Call::budget`.
//! 2. Add a row to `names::KNOWN`: the name, its places, its keywords, the function. If `COMPUTES` has the name, remove it
//!    there.
//! 3. Add expressions to `tests/vectors/expressions.txt` and renew the recorded answers, so that the value is compared with
//!    that of the library.
//!
//! The evaluator walks the tree, whose height the parser has bounded, and has the variables; everything that is done with
//! values is done by the modules that it calls. They get values and a [`Budget`], never the evaluator.

pub(crate) mod arithmetic;
pub(crate) mod budget;
pub(crate) mod call;
pub(crate) mod constructors;
pub(crate) mod dispatch;
pub(crate) mod elements;
pub(crate) mod indexing;
pub(crate) mod literal;
pub(crate) mod names;
pub(crate) mod operands;
pub(crate) mod program;
pub(crate) mod queries;
pub(crate) mod value;
pub(crate) mod views;

use crate::syntax::failure::{Failure, failure};
use std::ops::Range;

use crate::evaluator::arithmetic::combined;
use crate::evaluator::budget::{Budget, cost};
use crate::evaluator::call::{Arguments, Keyword};
use crate::evaluator::indexing::{Index, index};
use crate::evaluator::value::{Spanned, Value, dtype};
use crate::shapes::Problem;
use crate::syntax::tree::{
    Argument, CompareOperator, Expression, ExpressionKind, Identifier, SequenceKind, UnaryOperator,
};
use tensor_broadcasting::{Operator, Scalar};

/// The variables of a program and what it may still spend.
pub(crate) struct Evaluator {
    /// Each variable with its value.
    names: Vec<(String, Spanned<Value>)>,
    budget: Budget,
    /// Whether a name that is not known is compared with those that are.
    suggest: bool,
}

impl Evaluator {
    /// No variables yet. `suggest` says whether names that are not known are compared with those that are.
    pub(crate) fn new(suggest: bool) -> Self {
        Self { names: Vec::new(), budget: Budget::default(), suggest }
    }

    /// Gives a variable a value.
    pub(crate) fn assign(&mut self, name: &str, value: Spanned<Value>) {
        self.forget(name);
        self.names.push((name.to_owned(), value));
    }

    /// Takes the value of a variable away.
    pub(crate) fn forget(&mut self, name: &str) {
        self.names.retain(|(known, _)| known != name);
    }

    /// Whether a variable has a value.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.names.iter().any(|(known, _)| known == name)
    }

    /// The value of an expression.
    ///
    /// # Errors
    ///
    /// The first place, in order of evaluation, that has no value; the library's own exception.
    pub(crate) fn evaluate(&mut self, expression: &Expression) -> Result<Spanned<Value>, Failure> {
        let span = expression.span.clone();
        let error = |problem| Err(failure(&span, problem));
        let value = match &expression.kind {
            ExpressionKind::Name(name) => self.name(name, &span)?,
            ExpressionKind::Integer(Some(value)) => Value::Scalar(Scalar::Int(*value)),
            ExpressionKind::Integer(None) => return error(Problem::ValueTooLarge),
            ExpressionKind::Float(value) => Value::Scalar(Scalar::Float(*value)),
            ExpressionKind::Bool(value) => Value::Scalar(Scalar::Bool(*value)),
            ExpressionKind::Text(content) => Value::Text(content.clone()),
            ExpressionKind::None => Value::None,
            ExpressionKind::Ellipsis => Value::Ellipsis,
            ExpressionKind::Sequence { kind, items } if *kind != SequenceKind::Set => Value::List(self.items(items)?),
            ExpressionKind::Unary { operator, operand } => self.unary(*operator, operand, &span)?,
            ExpressionKind::Binary { operator, sign, left, right } => {
                let left = self.evaluate(left)?;
                let Some(operator) = names::operator(*operator) else {
                    return Err(failure(sign, Problem::Computes(operator.sign().to_owned())));
                };
                let right = self.evaluate(right)?;
                combined(operator, left, right, sign, &mut self.budget)?
            }
            ExpressionKind::Compare { first, rest } => self.compare(first, rest)?,
            ExpressionKind::Attribute { value, name } => {
                let value = self.evaluate(value)?;
                self.attribute(value, name, None)?
            }
            ExpressionKind::Call { function, arguments, brackets } => self.call(function, arguments, brackets)?,
            ExpressionKind::Subscript { value, index } => self.subscript(value, index)?,
            ExpressionKind::Sequence { .. }
            | ExpressionKind::Imaginary
            | ExpressionKind::OpaqueText
            | ExpressionKind::Dict(_)
            | ExpressionKind::Comprehension { .. }
            | ExpressionKind::Lambda { .. }
            | ExpressionKind::Logical { .. }
            | ExpressionKind::Conditional { .. }
            | ExpressionKind::Named { .. }
            | ExpressionKind::Starred(_) => return error(Problem::NotAnOperand),
            ExpressionKind::Slice { .. } => return error(Problem::NotAnInteger),
        };
        Ok(Spanned { value, span })
    }

    fn name(&mut self, name: &str, span: &Range<usize>) -> Result<Value, Failure> {
        if let Some((_, item)) = self.names.iter().find(|(known, _)| known == name) {
            // Before it is copied: what is too much takes no time.
            self.budget.spend(cost(&item.value), span)?;
            return Ok(item.value.clone());
        }
        Ok(match name {
            "newaxis" => Value::None,
            // As both libraries print them, and so does the page.
            "nan" => Value::Scalar(Scalar::Float(f64::NAN)),
            "inf" => Value::Scalar(Scalar::Float(f64::INFINITY)),
            _ => Value::Path(name.to_owned()),
        })
    }

    /// The values of items, of which those with a star are lists.
    fn items(&mut self, items: &[Expression]) -> Result<Vec<Spanned<Value>>, Failure> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            match &item.kind {
                ExpressionKind::Starred(list) => {
                    let list = self.evaluate(list)?;
                    match list.value {
                        Value::List(inner) => values.extend(inner),
                        _ => return Err(list.unfit(Problem::NotAnOperand)),
                    }
                }
                _ => values.push(self.evaluate(item)?),
            }
        }
        Ok(values)
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expression, span: &Range<usize>) -> Result<Value, Failure> {
        let sign = span.start..span.start + 1;
        match operator {
            UnaryOperator::Invert => Err(failure(&sign, Problem::Computes("~".to_owned()))),
            UnaryOperator::Not => Err(failure(span, Problem::NotAnOperand)),
            UnaryOperator::Plus => Ok(self.evaluate(operand)?.value),
            UnaryOperator::Minus => {
                let value = self.evaluate(operand)?;
                let minus = Spanned { value: Value::Scalar(Scalar::Int(-1)), span: span.clone() };
                combined(Operator::Multiply, value, minus, span, &mut self.budget)
            }
        }
    }

    /// `a < b`; of numbers also `a < b < c`.
    fn compare(
        &mut self,
        first: &Expression,
        rest: &[(CompareOperator, Range<usize>, Expression)],
    ) -> Result<Value, Failure> {
        let mut left = self.evaluate(first)?;
        let mut holds = Value::Scalar(Scalar::Bool(true));
        for (operator, sign, right) in rest {
            let error = |problem| Err(failure(sign, problem));
            match holds {
                Value::Scalar(Scalar::Bool(true)) => {}
                Value::Scalar(_) => return Ok(holds),
                // Python asks a whole tensor whether it is true.
                _ => return error(Problem::CannotCombine),
            }
            let right = self.evaluate(right)?;
            let Some(operator) = names::comparison(*operator) else { return error(Problem::CannotCombine) };
            holds = combined(operator, left, right.clone(), sign, &mut self.budget)?;
            left = right;
        }
        Ok(holds)
    }

    /// What is asked of a value by a name after a point, or called by it.
    fn attribute(
        &mut self,
        value: Spanned<Value>,
        name: &Identifier,
        arguments: Option<Arguments>,
    ) -> Result<Value, Failure> {
        match value.value {
            Value::Tensor(operand) => {
                let name = Spanned { value: name.name.clone(), span: name.span.clone() };
                dispatch::attribute(operand, &name, arguments, &mut self.budget, self.suggest)
            }
            Value::Path(path) => {
                let path = [&path, ".", &name.name].concat();
                if let Some(arguments) = arguments {
                    let path = Spanned { value: path, span: value.span.start..name.span.end };
                    return dispatch::call_function(&path, arguments, &mut self.budget, self.suggest);
                }
                Ok(match name.name.as_str() {
                    "newaxis" => Value::None,
                    "pi" => Value::Scalar(Scalar::Float(std::f64::consts::PI)),
                    "inf" => Value::Scalar(Scalar::Float(f64::INFINITY)),
                    "nan" => Value::Scalar(Scalar::Float(f64::NAN)),
                    name => dtype(name).map_or(Value::Path(path), Value::Dtype),
                })
            }
            // What is asked of a shape, such as `.numel()`, is no operand.
            _ => Err(failure(&name.span, Problem::Unexpected(name.name.clone()))),
        }
    }

    fn call(
        &mut self,
        function: &Expression,
        arguments: &[Argument],
        brackets: &Range<usize>,
    ) -> Result<Value, Failure> {
        if let ExpressionKind::Attribute { value, name } = &function.kind {
            let value = self.evaluate(value)?;
            let arguments = self.arguments(arguments, brackets)?;
            return self.attribute(value, name, Some(arguments));
        }
        let function = self.evaluate(function)?;
        let Value::Path(path) = function.value else {
            let span = brackets.start..brackets.start + 1;
            return Err(failure(&span, Problem::Unexpected("(".to_owned())));
        };
        let arguments = self.arguments(arguments, brackets)?;
        let path = Spanned { value: path, span: function.span };
        dispatch::call_function(&path, arguments, &mut self.budget, self.suggest)
    }

    fn arguments(&mut self, arguments: &[Argument], brackets: &Range<usize>) -> Result<Arguments, Failure> {
        let mut values = Arguments { span: brackets.clone(), ..Arguments::default() };
        for argument in arguments {
            match argument {
                Argument::Positional(value) => values.positional.extend(self.items(std::slice::from_ref(value))?),
                Argument::Keyword(name, value) => {
                    let value = self.evaluate(value)?;
                    values.keywords.push(Keyword { name: name.name.clone(), span: name.span.clone(), value });
                }
                Argument::Mapping(value) => {
                    return Err(failure(&value.span, Problem::NotAnOperand));
                }
            }
        }
        Ok(values)
    }

    /// `value[indices]`.
    fn subscript(&mut self, value: &Expression, indices: &Expression) -> Result<Value, Failure> {
        let value = self.evaluate(value)?;
        match value.value {
            Value::Tensor(operand) => {
                let items = match &indices.kind {
                    ExpressionKind::Sequence { kind: SequenceKind::Tuple | SequenceKind::BareTuple, items } => items,
                    _ => std::slice::from_ref(indices),
                };
                let indices = items.iter().map(|item| self.index(item)).collect::<Result<Vec<_>, _>>()?;
                index(operand, &indices).map(Value::Tensor)
            }
            Value::List(items) => {
                let index = self.evaluate(indices)?;
                let at = index.int()?;
                let at = if at < 0 { at.saturating_add(items.len() as i64) } else { at };
                let found = usize::try_from(at).ok().and_then(|at| items.into_iter().nth(at));
                found.map(|item| item.value).ok_or_else(|| index.error(Problem::NoSuchEntry))
            }
            _ => Err(value.unfit(Problem::NotAnOperand)),
        }
    }

    /// What one of the indices of a tensor is.
    fn index(&mut self, item: &Expression) -> Result<Spanned<Index>, Failure> {
        let value = match &item.kind {
            ExpressionKind::Slice { parts } => {
                let mut index = Index::Whole;
                // `::1` and `0:` take everything as well.
                for (part, neutral) in parts.iter().zip([Some(0), None, Some(1)]) {
                    let Some(part) = part else { continue };
                    match self.evaluate(part)?.value {
                        Value::None => {}
                        Value::Scalar(Scalar::Int(value)) if Some(value) == neutral => {}
                        _ => index = Index::Selection,
                    }
                }
                index
            }
            _ => match self.evaluate(item)?.value {
                Value::None => Index::NewAxis,
                Value::Ellipsis => Index::Ellipsis,
                _ => Index::Selection,
            },
        };
        Ok(Spanned { value, span: item.span.clone() })
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::syntax::syntax_tree;
    use crate::syntax::tree::StatementKind;

    /// The value of an expression in which `n` is 3 and `s` is `(2, 3)`.
    fn evaluated(text: &str) -> Result<Value, Failure> {
        let number = |value| Spanned { value: Value::Scalar(Scalar::Int(value)), span: 0..0 };
        let mut evaluator = Evaluator::new(true);
        evaluator.assign("n", number(7));
        evaluator.assign("n", number(3));
        evaluator.assign("s", Spanned { value: Value::List(vec![number(2), number(3)]), span: 0..0 });
        let module = syntax_tree(text).expect(text);
        let StatementKind::Expression(expression) = &module.body[0].kind else { panic!("{text} is an expression") };
        evaluator.evaluate(expression).map(|value| value.value)
    }

    #[test]
    fn expressions_have_the_values_that_python_gives_them() {
        let cases = [
            ("n", "3"),
            ("-n ** 2", "-9"),
            ("2 ** 3 ** 2", "512"),
            ("7 // 2 * 2 + 7 % 2", "7"),
            ("1 < n <= 3", "True"),
            ("1 < n < 3", "False"),
            ("3 < n < 1 // 0", "False"),
            ("(1, *s, n)", "(1, 2, 3, 3)"),
            ("s + [n]", "(2, 3, 3)"),
            ("s * 2", "(2, 3, 2, 3)"),
            ("s[-1]", "3"),
            ("len(s)", "2"),
            ("list(range(n))", "(0, 1, 2)"),
            ("range(*s)", "(2)"),
            ("torch.ones(s).shape", "(2, 3)"),
            ("torch.ones(2, 3).size(-1)", "3"),
            ("np.ones(s).ndim", "2"),
            ("np.ones(s).size", "6"),
            ("float('inf')", "inf"),
        ];
        for (text, expected) in cases {
            let value = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(written(&value), expected, "{text}");
        }
    }

    fn written(value: &Value) -> String {
        match value {
            Value::Scalar(Scalar::Bool(value)) => if *value { "True" } else { "False" }.to_owned(),
            Value::Scalar(Scalar::Int(value)) => value.to_string(),
            Value::Scalar(Scalar::Float(value)) => value.to_string(),
            Value::List(items) => {
                format!("({})", items.iter().map(|item| written(&item.value)).collect::<Vec<_>>().join(", "))
            }
            value => format!("{value:?}"),
        }
    }

    #[test]
    fn what_has_no_value_is_pointed_at() {
        let computes = |name: &str| Problem::Computes(name.to_owned());
        let cases = [
            ("n @ s", 2..3, computes("@")),
            ("n & 1", 2..3, computes("&")),
            ("~n", 0..1, computes("~")),
            ("n + s", 2..3, Problem::CannotCombine),
            ("m + 1", 2..3, Problem::CannotCombine),
            ("s[2]", 2..3, Problem::NoSuchEntry),
            ("s[1:]", 2..4, Problem::NotAnInteger),
            ("m[0]", 0..1, Problem::Undefined("m".to_owned())),
            ("(1, *n)", 5..6, Problem::NotAnOperand),
            ("f(*s)", 0..1, Problem::UnknownFunction { name: "f".to_owned(), nearest: None }),
            ("f(**s)", 4..5, Problem::NotAnOperand),
            ("n(1)", 1..2, Problem::Unexpected("(".to_owned())),
            ("s.numel()", 2..7, Problem::Unexpected("numel".to_owned())),
            ("not n", 0..5, Problem::NotAnOperand),
            ("1 if n else 2", 0..13, Problem::NotAnOperand),
            ("torch.ones(3) < 2 < 1", 18..19, Problem::CannotCombine),
            ("n in s", 2..4, Problem::CannotCombine),
            ("99999999999999999999", 0..20, Problem::ValueTooLarge),
        ];
        for (text, span, problem) in cases {
            let error = evaluated(text).expect_err(text);
            assert_eq!((error.span, error.problem), (span, problem), "{text}");
        }
    }
}
