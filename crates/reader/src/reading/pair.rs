//! The one operation of two operands that a program does.

use crate::functions;
use crate::functions::binary::{applied, comparison, elementwise};
use crate::machine::attributes::lists;
use crate::reading::statements::{Program, Step, called_method, only_library, steps, writes};
use crate::syntax::lexer::Source;
use crate::syntax::parser;
use crate::syntax::tree::{Expression, ExpressionKind, Module};
use crate::tensors::value::Value;
use tensor_broadcasting::Operator;
use tensor_broadcasting::library::Library;

/// The two operands of a program, and what is done to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operands {
    /// The left operand as an expression that needs no variable.
    pub a: String,
    /// The right operand likewise.
    pub b: String,
    /// What is done to both, where the program says so.
    pub operator: Option<Operator>,
    /// Whether the left operand itself is changed.
    pub in_place: bool,
    /// The library that the program uses, where it is only one.
    pub library: Option<Library>,
}

/// The two operands of a pasted program, each as an expression of its own; `None` where it is not exactly one operation of
/// two operands that is written with a sign, or two tensors without one. Where anything cannot be read it is `None`: a part of a program says nothing
/// certain about the rest.
///
/// ```
/// use tensor_broadcasting::Operator;
/// use tensor_reader::operands_in;
/// let pasted = operands_in("x = torch.ones(3)  # a row\ny = x[:, None]\nx += y").expect("two");
/// assert_eq!((pasted.a.as_str(), pasted.b.as_str()), ("torch.ones(3)", "torch.ones(3)[:, None]"));
/// assert_eq!((pasted.operator, pasted.in_place), (Some(Operator::Add), true));
/// assert_eq!(operands_in("x = torch.ones(3)\nx @ x"), None);
/// assert_eq!(operands_in("5,3,4,1"), None);
/// ```
#[must_use]
pub fn operands_in(program: &str) -> Option<Operands> {
    let source = Source::new(program).ok()?;
    let found = Program::new(&source, Library::default()).operands(&parser::module(&source).ok()?)?;
    Some(Operands { library: only_library(&source), ..found })
}

/// What the statements so far have made.
#[derive(Default)]
struct Made<'t> {
    operation: Option<Operands>,
    /// The variables that are tensors, with their texts.
    tensors: Vec<(&'t str, String)>,
    /// The texts of tensors that are shown, without a variable in them.
    shown: Vec<String>,
}

impl Program<'_> {
    fn operands(&mut self, module: &Module) -> Option<Operands> {
        let mut made = Made::default();
        for statement in &module.body {
            let mut values = Vec::new();
            for step in steps(statement)? {
                match self.operation_of_step(&step) {
                    Some(_) if made.operation.is_some() => return None,
                    Some(operands) => made.operation = Some(operands),
                    None if step.changes.is_some() => return None,
                    None => values.push((self.value_of_step(&step, &mut made)?, step)),
                }
            }
            for (value, step) in values {
                if let Some(name) = step.name {
                    self.define(name, value, step.value).ok()?;
                }
            }
        }
        match (made.operation, made.tensors.as_slice(), made.shown.as_slice()) {
            (Some(operands), _, []) => Some(operands),
            (None, [(_, a), (_, b)], []) | (None, [], [a, b]) => {
                Some(Operands { a: a.clone(), b: b.clone(), operator: None, in_place: false, library: None })
            }
            _ => None,
        }
    }

    /// The operation of two tensors that a step is.
    fn operation_of_step(&mut self, step: &Step<'_>) -> Option<Operands> {
        let (operator, [a, b]) = match (step.changes, &step.value.kind) {
            (Some((sign, target)), _) => (elementwise(sign)?, [target, step.value]),
            (None, ExpressionKind::Binary { operator, left, right, .. }) => (elementwise(*operator)?, [&**left, right]),
            (None, ExpressionKind::Compare { first, rest }) => {
                let [(sign, _, second)] = rest.as_slice() else { return None };
                (applied(comparison(*sign)?)?, [&**first, second])
            }
            _ => return None,
        };
        if !self.is_tensor(a) || !self.is_tensor(b) {
            return None;
        }
        let (a, b) = (self.text(a)?, self.text(b)?);
        Some(Operands { a, b, operator: Some(operator), in_place: step.changes.is_some(), library: None })
    }

    /// Notes what a step without an operation makes, and gives its value. `None` where it cannot be read.
    fn value_of_step<'t>(&mut self, step: &Step<'t>, made: &mut Made<'t>) -> Option<Value> {
        let text = self.text(step.value);
        let value = self.made(step.value)?;
        // What only changes something else is not read.
        if step.name.is_none() && matches!(value, Value::None) && !called_method(step.value).ends_with("seed") {
            return None;
        }
        let is_tensor = matches!(value, Value::Tensor(_));
        match step.name {
            Some(name) if is_tensor => {
                made.tensors.retain(|(known, _)| *known != name);
                made.tensors.push((name, text?));
            }
            None if is_tensor && !step.value.any(&|part| part.name().is_some_and(|name| self.defines(name))) => {
                made.shown.push(text?);
            }
            _ => {}
        }
        Some(value)
    }

    /// Whether an expression stands for a tensor.
    fn is_tensor(&mut self, expression: &Expression) -> bool {
        matches!(self.made(expression), Some(Value::Tensor(_)))
    }

    /// The value of an expression that computes nothing but a tensor and a number: whatever computes more is a program of its own.
    fn made(&mut self, expression: &Expression) -> Option<Value> {
        if expression.any(&computes) { None } else { self.value(expression).ok() }
    }
}

/// What is asked of a tensor without computing anything.
const ASKS: &str = "size dim numel nelement shape ndim Size device";

/// Whether an expression computes more than a tensor from sizes and numbers, or a view of one.
fn computes(expression: &Expression) -> bool {
    let name = called_method(expression);
    let module = || expression.call()?.0.attribute()?.0.attribute().map(|(_, module)| module.name.as_str());
    // What is looked up in a module, and changes what it is called on.
    let is_known =
        || functions::only_makes(name) || lists(ASKS, name) || name.ends_with("seed") || module() == Some("random");
    (!name.is_empty() && !is_known())
        || writes(name)
        || matches!(
            expression.kind,
            ExpressionKind::Comprehension { .. }
                | ExpressionKind::Lambda { .. }
                | ExpressionKind::Named { .. }
                | ExpressionKind::Logical { .. }
                | ExpressionKind::Conditional { .. }
                | ExpressionKind::Dict(_)
        )
}
