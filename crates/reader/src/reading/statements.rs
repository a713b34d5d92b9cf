//! The text of a field: its statements one after the other, their variables, and the text of an expression without variables.

use std::slice::from_ref;

use crate::machine::Machine;
use crate::machine::field::module_library;
use crate::reading::unreadable::{Place, problem_of};
use crate::shapes::{MAX_CHARS, Problem};
use crate::syntax::failure::{Failure, failure};
use crate::syntax::lexer::{Source, TokenKind};
use crate::syntax::tree::{
    Argument, BinaryOperator, Expression, ExpressionKind, Module, SequenceKind, Statement, StatementKind,
};
use crate::tensors::value::Value;
use tensor_broadcasting::library::Library;

/// Of more variables than this the first are forgotten.
const MAX_NAMES: usize = 32;

/// The longest that all expressions without variables may be together, in characters.
const MAX_WRITTEN: usize = 10 * MAX_CHARS;

/// The text of a field that is being run, and what its variables stand for.
pub(crate) struct Program<'a> {
    pub(crate) source: &'a Source,
    pub(crate) machine: Machine<'a>,
    /// The variables, the oldest first.
    definitions: Vec<Definition>,
    /// How many characters of expressions were written so far.
    written: usize,
    /// Whether a value was changed, so that the expression of its variable no longer says what it is.
    is_changed: bool,
}

/// A variable as an expression.
struct Definition {
    name: String,
    /// The expression without variables, in brackets where it needs them beside an operator; `None` where it would be too long.
    text: Option<String>,
}

/// What one statement does with one value.
pub(crate) struct Step<'a> {
    /// The variable that gets the value.
    pub(crate) name: Option<&'a str>,
    /// The operator of `x += value`, and `x`.
    pub(crate) changes: Option<(BinaryOperator, &'a Expression)>,
    /// The value.
    pub(crate) value: &'a Expression,
}

impl<'a> Program<'a> {
    /// A text of which nothing was run. `both` is the library of functions of both that stand without their module.
    pub(crate) fn new(source: &'a Source, both: Library) -> Self {
        let machine = Machine::of_field(source, libraries(source).next().unwrap_or_default(), both);
        Self { source, machine, definitions: Vec::new(), written: 0, is_changed: false }
    }

    /// The value of an expression.
    ///
    /// # Errors
    ///
    /// Why it has none.
    pub(crate) fn value(&mut self, expression: &Expression) -> Result<Value, Failure> {
        self.is_changed |= expression.any(&changes);
        let place = Place { source: self.source, expression };
        match self.machine.value_in_field(expression) {
            Ok(_) if self.machine.met() => Err(place.two_operands(&expression.span)),
            Ok(value) => Ok(value),
            Err(stop) => Err(problem_of(*stop, &place)),
        }
    }

    /// What is wrong with a statement that has no [`steps`].
    fn unread(&self, statement: &Statement) -> Failure {
        let target = match &statement.kind {
            StatementKind::Assign { targets, .. } => targets.iter().find(|target| target.name().is_none()),
            StatementKind::AnnotatedAssign { target, .. } | StatementKind::AugmentedAssign { target, .. } => {
                Some(target)
            }
            _ => None,
        };
        let start = target.map_or(statement.span.start, |target| target.span.end);
        let span = self.source.token_from(start);
        failure(&span, Problem::Unexpected(self.source.typed(&span)))
    }

    /// Gives a variable a value, and remembers the text of its expression.
    ///
    /// # Errors
    ///
    /// The value is too large to be kept.
    pub(crate) fn define(&mut self, name: &str, value: Value, expression: &Expression) -> Result<(), Failure> {
        let needs_brackets = matches!(
            expression.kind,
            ExpressionKind::Unary { .. }
                | ExpressionKind::Binary { .. }
                | ExpressionKind::Compare { .. }
                | ExpressionKind::Sequence { kind: SequenceKind::BareTuple, .. }
        );
        let text = self.text(expression).map(|text| if needs_brackets { ["(", &text, ")"].concat() } else { text });
        self.definitions.retain(|known| known.name != name);
        if self.definitions.len() == MAX_NAMES {
            let oldest = self.definitions.remove(0);
            self.machine.forget_name(&oldest.name);
        }
        let place = Place { source: self.source, expression };
        self.machine.define(name, value).map_err(|stop| problem_of(*stop, &place))?;
        self.definitions.push(Definition { name: name.to_owned(), text });
        Ok(())
    }

    fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|known| known.name == name)
    }

    /// Whether a name stands for a variable.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.definition(name).is_some()
    }

    /// Runs the text; the value of its last statement, the expression of that, and its text.
    ///
    /// # Errors
    ///
    /// The first statement that cannot be read or has no value.
    pub(crate) fn run<'t>(&mut self, module: &'t Module) -> Result<(Value, &'t Expression, Option<String>), Failure> {
        let end = self.source.original.len();
        let mut last = Err(failure(&(end..end), Problem::Empty));
        for statement in &module.body {
            let mut values = Vec::new();
            let Some(steps) = steps(statement) else { return Err(self.unread(statement)) };
            for step in steps {
                if let Some((_, target)) = step.changes {
                    let start = self.source.token_from(target.span.end).start;
                    return Err(failure(&(start..start + 1), Problem::TwoOperands));
                }
                let value = self.value(step.value)?;
                last = Ok((value.clone(), step.value, self.text(step.value)));
                // What only changes something else gives nothing.
                self.is_changed |= step.name.is_none() && matches!(value, Value::None);
                values.push((step, value));
            }
            for (step, value) in values {
                if let Some(name) = step.name {
                    self.define(name, value, step.value)?;
                }
            }
        }
        last
    }

    /// The text of an expression with every variable replaced by its expression. `None` where it is too long, or where it would make
    /// something else.
    pub(crate) fn text(&mut self, expression: &Expression) -> Option<String> {
        if self.is_changed || (!self.definitions.is_empty() && expression.any(&has_variables)) {
            return None;
        }
        let text = self.substituted(expression)?;
        let length = text.chars().count();
        self.written += length;
        (length <= MAX_CHARS && self.written <= MAX_WRITTEN).then_some(text)
    }

    fn substituted(&self, expression: &Expression) -> Option<String> {
        let mut references = Vec::new();
        self.collect_references(expression, &mut references);
        let mut text = String::new();
        let mut before: Option<(usize, TokenKind)> = None;
        for token in self.source.tokens_in(&expression.span) {
            if let Some((end, kind)) = before {
                let gap = self.source.typed(&(end..token.span.start));
                // A line's end, with the prompt or comment beside it, is no part of an expression.
                let joint = if kind == TokenKind::Mark(b',') { " " } else { "" };
                text.push_str(if gap.contains(['\n', '#', '\\']) { joint } else { &gap });
            }
            before = Some((token.span.end, token.kind));
            match references.iter().find(|(start, _)| *start == token.span.start) {
                Some((_, definition)) => text.push_str(definition.text.as_deref()?),
                None => text.push_str(&self.source.typed(&token.span)),
            }
            if text.len() > 4 * MAX_CHARS || self.written > MAX_WRITTEN {
                return None;
            }
        }
        Some(text)
    }

    /// Notes where variables stand in an expression.
    fn collect_references<'s>(&'s self, expression: &Expression, references: &mut Vec<(usize, &'s Definition)>) {
        if let Some(definition) = expression.name().and_then(|name| self.definition(name)) {
            references.push((expression.span.start, definition));
        }
        expression.each_child(&mut |child| self.collect_references(child, references));
    }
}

/// What a statement does, value by value: nothing for what makes no value, such as an import. `None` where it is none of
/// those that are read.
pub(crate) fn steps(statement: &Statement) -> Option<impl Iterator<Item = Step<'_>>> {
    let mut changes = None;
    let (targets, values): (&[Expression], &[Expression]) = match &statement.kind {
        StatementKind::Import(_) | StatementKind::ImportFrom { .. } | StatementKind::Pass => (&[], &[]),
        StatementKind::Expression(value) => (&[], from_ref(shown(value))),
        StatementKind::AnnotatedAssign { target, annotation, value } if is_type(annotation) => {
            (from_ref(target), value.as_slice())
        }
        StatementKind::AugmentedAssign { target, operator, value } => {
            changes = Some((*operator, target));
            (from_ref(target), from_ref(value))
        }
        StatementKind::Assign { targets, value } => match (targets.as_slice(), &value.kind) {
            // `x, y = …, …`
            (
                [Expression { kind: ExpressionKind::Sequence { items: targets, .. }, .. }],
                ExpressionKind::Sequence { items: values, kind },
            ) if *kind != SequenceKind::Set && targets.len() == values.len() => (targets, values),
            ([target], _) => (from_ref(target), from_ref(value)),
            _ => return None,
        },
        _ => return None,
    };
    let step = move |(at, value)| Step { name: targets.get(at).and_then(Expression::name), changes, value };
    targets.iter().all(|target| target.name().is_some()).then(|| values.iter().enumerate().map(step))
}

/// What an expression shows: `print(x)` shows `x`. (Of several things none is the operand.)
fn shown(expression: &Expression) -> &Expression {
    match expression.call() {
        Some((function, [Argument::Positional(only)]))
            if function.name() == Some("print") && !matches!(only.kind, ExpressionKind::Starred(_)) =>
        {
            only
        }
        _ => expression,
    }
}

/// Whether an annotation is the name of a type or a text about one. (Python evaluates annotations: any other may do something.)
const fn is_type(annotation: &Expression) -> bool {
    matches!(
        annotation.kind,
        ExpressionKind::Name(_)
            | ExpressionKind::Attribute { .. }
            | ExpressionKind::Subscript { .. }
            | ExpressionKind::Text(_)
            | ExpressionKind::None
    )
}

/// The name of the method, or of the function in a module, that an expression calls; empty where it is no such call.
pub(crate) fn called_method(expression: &Expression) -> &str {
    let name = expression.call().and_then(|(function, _)| function.attribute());
    name.map_or("", |(_, name)| &name.name)
}

/// Whether a method changes what it is called on: the names of such methods end in `_`.
pub(crate) fn writes(method: &str) -> bool {
    method.ends_with('_') && method != "requires_grad_"
}

/// Whether a call may change the value of a variable.
fn changes(expression: &Expression) -> bool {
    let is_out = |argument: &Argument| matches!(argument, Argument::Keyword(name, _) if name.name == "out");
    expression.call().is_some_and(|(_, arguments)| arguments.iter().any(is_out)) || writes(called_method(expression))
}

/// Whether an expression has variables of its own.
const fn has_variables(expression: &Expression) -> bool {
    matches!(
        expression.kind,
        ExpressionKind::Comprehension { .. } | ExpressionKind::Lambda { .. } | ExpressionKind::Named { .. }
    )
}

/// The library whose functions a program names without an import, as `np.ones`, if it is only one. `y.numpy()` and a variable `th`
/// name none.
pub(crate) fn library_in_use(source: &Source) -> Option<Library> {
    let tokens = source.tokens.windows(2).enumerate().filter_map(|(at, pair)| {
        let [token, next] = pair else { return None };
        let before = at.checked_sub(1).and_then(|before| source.tokens.get(before));
        let is_attribute = before.is_some_and(|before| before.kind == TokenKind::Mark(b'.'));
        let is_module = token.kind == TokenKind::Name && next.kind == TokenKind::Mark(b'.') && !is_attribute;
        is_module.then(|| module_library(&source.text(&token.span))).flatten()
    });
    only(tokens)
}

/// The library that is named anywhere, if it is only one.
pub(crate) fn only_library(source: &Source) -> Option<Library> {
    only(libraries(source))
}

/// The library of all, if it is only one.
fn only(mut libraries: impl Iterator<Item = Library>) -> Option<Library> {
    let first = libraries.next()?;
    libraries.all(|library| library == first).then_some(first)
}

/// The libraries that are named, in the order of the text.
pub(crate) fn libraries(source: &Source) -> impl Iterator<Item = Library> {
    let names = source.tokens.iter().filter(|token| token.kind == TokenKind::Name);
    names.filter_map(|token| module_library(&source.text(&token.span)))
}
