//! The one operation of two operands that a program does.

use crate::functions;
use crate::functions::binary::{applied, comparison, elementwise};
use crate::machine::attributes::lists;
use crate::machine::field::module_library;
use crate::reading::statements::{Program, Step, called_method, libraries, steps, writes};
use crate::shapes::Problem;
use crate::syntax::failure::{Failure, failure};
use crate::syntax::lexer::Source;
use crate::syntax::parser;
use crate::syntax::tree::{Argument, Expression, ExpressionKind, Identifier, Module, SequenceKind};
use crate::tensors::value::Value;
use tensor_broadcasting::Operator;
use tensor_broadcasting::library::Library;

/// The most statements in a program. Programs about two operands are shorter.
const MAX_STATEMENTS: usize = 100;

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

/// An operation as it stands in a program.
struct Found<'t> {
    operator: Option<Operator>,
    in_place: bool,
    sides: [&'t Expression; 2],
}

/// The two operands of a pasted program, each as an expression of its own; `None` where it is not exactly one operation of
/// two operands, or two tensors or shapes without one. Where anything cannot be read it is `None`: a part of a program says nothing
/// certain about the rest.
///
/// ```
/// use tensor_broadcasting::Operator;
/// use tensor_reader::operands_in;
/// let pasted = operands_in("x = torch.ones(3)  # a row\ny = x[:, None]\nx.add_(y)").expect("two");
/// assert_eq!((pasted.a.as_str(), pasted.b.as_str()), ("torch.ones(3)", "torch.ones(3)[:, None]"));
/// assert_eq!((pasted.operator, pasted.in_place), (Some(Operator::Add), true));
/// assert_eq!(operands_in("x = torch.ones(3)\nx @ x"), None);
/// assert_eq!(operands_in("5,3,4,1"), None);
/// ```
#[must_use]
pub fn operands_in(program: &str) -> Option<Operands> {
    let source = Source::new(program).ok()?;
    let found = Program::new(&source, Library::default()).operands(&parser::module(&source).ok()?)?;
    Some(Operands { library: library(&source), ..found })
}

/// The library that is named anywhere, if it is only one.
fn library(source: &Source) -> Option<Library> {
    let mut libraries = libraries(source);
    let first = libraries.next()?;
    libraries.all(|library| library == first).then_some(first)
}

/// What a library's function of this name does to two tensors: with which operator, if any. Those that combine only shapes
/// have none. PyTorch's methods (there perhaps with `_` at the end) have the names of its functions.
fn operation(library: Library, name: &str) -> Option<Option<Operator>> {
    let named = |library: Library| Operator::ALL.into_iter().find(|&operator| library.function(operator) == name);
    match (library, name) {
        (_, "broadcast_shapes") | (Library::PyTorch, "broadcast_tensors") | (Library::NumPy, "broadcast_arrays") => {
            Some(None)
        }
        (_, "true_divide") => Some(Some(Operator::Divide)),
        (Library::NumPy, "mod") => Some(Some(Operator::Remainder)),
        (Library::NumPy, "pow") => Some(Some(Operator::Power)),
        // `torch.equal` tells whether two tensors are the same; it combines no elements. `torch.power` does not exist.
        (Library::PyTorch, "equal" | "power") => None,
        // PyTorch has the rest of NumPy's names too.
        (Library::PyTorch, _) => named(Library::PyTorch).or_else(|| named(Library::NumPy)).map(Some),
        (Library::NumPy, _) => named(Library::NumPy).map(Some),
    }
}

/// The expression without `.shape` or `.size()` after it: the shape of a result is asked for, the operation is what matters.
fn without_shape(mut expression: &Expression) -> &Expression {
    loop {
        let attribute =
            expression.call().filter(|(_, arguments)| arguments.is_empty()).map_or(expression, |call| call.0);
        match attribute.attribute() {
            Some((value, name)) if matches!(name.name.as_str(), "shape" | "size") => expression = value,
            _ => return expression,
        }
    }
}

/// The variable that an expression begins with.
fn leading_name(mut expression: &Expression) -> Option<&str> {
    loop {
        expression = match &expression.kind {
            ExpressionKind::Name(name) => return Some(name),
            ExpressionKind::Attribute { value: first, .. }
            | ExpressionKind::Call { function: first, .. }
            | ExpressionKind::Subscript { value: first, .. }
            | ExpressionKind::Binary { left: first, .. }
            | ExpressionKind::Compare { first, .. } => first,
            ExpressionKind::Sequence { kind: SequenceKind::BareTuple, items } => items.first()?,
            _ => return None,
        };
    }
}

/// What the statements so far have made.
#[derive(Default)]
struct Made<'t> {
    /// The operation, and the name of its result.
    operation: Option<(Operands, Option<&'t str>)>,
    /// The variables that are tensors, with their texts.
    tensors: Vec<(&'t str, String)>,
    /// The texts of lists that variables have.
    shapes: Vec<String>,
    /// The texts of what is shown and is no variable.
    shown: Vec<String>,
}

impl Program<'_> {
    fn operands(&mut self, module: &Module) -> Option<Operands> {
        if module.body.len() > MAX_STATEMENTS {
            return None;
        }
        let mut made = Made::default();
        for statement in &module.body {
            let mut values = Vec::new();
            for step in steps(statement)? {
                let result = made.operation.as_ref().and_then(|(_, result)| *result);
                // It shows the result of the operation, or asks for its shape.
                if step.name.is_none() && result.is_some() && without_shape(step.value).name() == result {
                    continue;
                }
                match self.operation_of_step(&step) {
                    Some(_) if made.operation.is_some() => return None,
                    Some(operands) => made.operation = Some((operands, step.name)),
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
        match (made.operation, made.tensors.as_slice(), made.shapes.as_slice(), made.shown.as_slice()) {
            (Some((operands, _)), _, _, []) => Some(operands),
            (None, [(_, a), (_, b)], _, []) | (None, [], [a, b], []) | (None, [], [], [a, b]) => {
                Some(Operands { a: a.clone(), b: b.clone(), operator: None, in_place: false, library: None })
            }
            _ => None,
        }
    }

    fn operation_of_step(&mut self, step: &Step<'_>) -> Option<Operands> {
        let operation = match step.changes {
            Some((sign, target)) => {
                Found { operator: Some(elementwise(sign)?), in_place: true, sides: [target, step.value] }
            }
            None => self.operation(step.value)?,
        };
        self.written(&operation, step.name.is_none() || step.changes.is_some())
    }

    /// Notes what a step without an operation makes, and gives its value: none, where the library rejects what gets a name,
    /// which is an operand whose field shows the error. `None` where it cannot be read.
    fn value_of_step<'t>(&mut self, step: &Step<'t>, made: &mut Made<'t>) -> Option<Option<Value>> {
        let tensor = self.is_tensor(step.value);
        let text = self.text(step.value);
        let value = match self.made(step.value) {
            // What only changes something else is not read.
            Ok(Value::None) if step.name.is_none() && !called_method(step.value).ends_with("seed") => return None,
            Ok(value) => Some(value),
            Err(error) if step.name.is_some() && is_rejected(&error) => None,
            Err(_) => return None,
        };
        let list = matches!(value, Some(Value::List(_) | Value::Tuple(..) | Value::Range(..)));
        let operand = tensor || list || matches!(value, Some(Value::Int(Some(_))));
        match step.name {
            Some(name) if tensor => {
                made.tensors.retain(|(known, _)| *known != name);
                made.tensors.push((name, text?));
            }
            Some(_) if list => made.shapes.push(text?),
            None if operand && !leading_name(step.value).is_some_and(|name| self.defines(name)) => {
                made.shown.push(text?);
            }
            _ => {}
        }
        Some(value)
    }

    /// The operation of two operands that an expression is.
    fn operation<'t>(&mut self, expression: &'t Expression) -> Option<Found<'t>> {
        let expression = without_shape(expression);
        let (operator, sides) = match &expression.kind {
            ExpressionKind::Binary { operator, left, right, .. } => (elementwise(*operator)?, [&**left, right]),
            ExpressionKind::Compare { first, rest } => {
                let [(sign, _, second)] = rest.as_slice() else { return None };
                (applied(comparison(*sign)?.0)?, [&**first, second])
            }
            _ => return self.operation_of_call(expression),
        };
        Some(Found { operator: Some(operator), in_place: false, sides })
    }

    /// `torch.add(a, b)`, `np.add(a, b, out=a)`, `a.add(b)`, `a.add_(b)`.
    fn operation_of_call<'t>(&mut self, expression: &'t Expression) -> Option<Found<'t>> {
        let (function, arguments) = expression.call()?;
        let (value, Identifier { name, .. }) = function.attribute()?;
        let module = value.name().filter(|name| !self.defines(name)).and_then(module_library);
        let function_name = name.strip_suffix('_').filter(|_| module.is_none()).unwrap_or(name);
        let operator = operation(module.unwrap_or(Library::PyTorch), function_name)?;
        // Only where the result goes into the left operand is it that operation in place. Any other argument makes another
        // operation of it: `alpha=2`, a third shape, a target with a shape of its own.
        let (a, b, in_place) = match (module, arguments) {
            (Some(_), [Argument::Positional(a), Argument::Positional(b)]) => (a, b, false),
            (Some(_), [Argument::Positional(a), Argument::Positional(b), Argument::Keyword(out, target)])
                if operator.is_some() && out.name == "out" && a.name().is_some() && a.name() == target.name() =>
            {
                (a, b, true)
            }
            // NumPy's arrays have no such methods.
            (None, [Argument::Positional(b)]) if operator.is_some() && !self.is_array(value) => {
                (value, b, name.ends_with('_'))
            }
            _ => return None,
        };
        Some(Found { operator, in_place, sides: [a, b] })
    }

    /// Whether an expression is an array of NumPy.
    fn is_array(&mut self, expression: &Expression) -> bool {
        matches!(self.made(expression), Ok(Value::Tensor(tensor)) if tensor.library == Library::NumPy)
    }

    /// The operands of an operation as text; `None` where either is no tensor. Where the result is shown, one may be a number.
    fn written(&mut self, operation: &Found<'_>, shows: bool) -> Option<Operands> {
        let mut side = |expression: &Expression| {
            if self.is_tensor(expression) {
                return Some((self.text(expression)?, true));
            }
            match self.made(expression).ok()? {
                // Sizes of `broadcast_shapes`.
                Value::List(_) | Value::Tuple(..) if operation.operator.is_none() => {
                    Some((self.text(expression)?, true))
                }
                // A number is a 0-dim tensor.
                Value::Int(Some(_)) | Value::Float(Some(_)) | Value::Bool(Some(_)) if shows => {
                    Some((["tensor(", &self.text(expression)?, ")"].concat(), false))
                }
                _ => None,
            }
        };
        let ((a, left), (b, right)) = (side(operation.sides[0])?, side(operation.sides[1])?);
        let &Found { operator, in_place, .. } = operation;
        (left || right).then_some(Operands { a, b, operator, in_place, library: None })
    }

    /// Whether an expression stands for a tensor. What the library refuses to make is one, too: its field will say why.
    fn is_tensor(&mut self, expression: &Expression) -> bool {
        let is_unknown = |name: &str| self.defines(name) && !self.machine.knows(name);
        if expression.any(&|expression| expression.name().is_some_and(is_unknown)) {
            return true;
        }
        match self.made(expression) {
            Ok(value) => matches!(value, Value::Tensor(_)),
            Err(error) => is_rejected(&error),
        }
    }

    /// The value of an expression that computes nothing but a tensor and a number: whatever computes more is a program of its own.
    fn made(&mut self, expression: &Expression) -> Result<Value, Failure> {
        if expression.any(&computes) {
            return Err(failure(&expression.span, Problem::NotAnOperand));
        }
        self.value(expression)
    }
}

/// Whether the library refuses to make a value.
fn is_rejected(error: &Failure) -> bool {
    matches!(error.problem, Problem::LibraryRejected(..))
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
