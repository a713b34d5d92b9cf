//! Programs: their statements one after the other, their variables, and the text of an expression without variables.

use std::slice::from_ref;

use crate::evaluator::Evaluator;
use crate::evaluator::names;
use crate::evaluator::value::{Spanned, Value};
use crate::shapes::{MAX_CHARS, Problem};
use crate::syntax::failure::{Failure, failure};
use crate::syntax::lexer::{Source, TokenKind};
use crate::syntax::tree::{
    Argument, BinaryOperator, Expression, ExpressionKind, Module, SequenceKind, Statement, StatementKind,
};

/// Of more variables than this the first are forgotten.
const MAX_NAMES: usize = 32;

/// The longest that all expressions without variables may be together, in characters.
const MAX_WRITTEN: usize = 10 * MAX_CHARS;

/// A program that is being run: its text, and what its variables stand for.
pub(crate) struct Program<'a> {
    pub(crate) source: &'a Source,
    pub(crate) evaluator: Evaluator,
    /// The variables, the oldest first.
    definitions: Vec<Definition>,
    /// How many characters of expressions were written so far.
    written: usize,
}

/// A variable as an expression.
struct Definition {
    name: String,
    /// The expression without variables; `None` where it would be too long.
    text: Option<String>,
    /// Whether it needs brackets beside an operator, and whether it needs them everywhere.
    compound: bool,
    bare_tuple: bool,
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
    /// A program of which nothing was run. `suggest` says whether names that are not known are compared with those that are.
    pub(crate) fn new(source: &'a Source, suggest: bool) -> Self {
        Self { source, evaluator: Evaluator::new(suggest), definitions: Vec::new(), written: 0 }
    }

    /// What is wrong with a statement that has no [`steps`].
    pub(crate) fn unread(&mut self, statement: &Statement) -> Failure {
        let target = match &statement.kind {
            StatementKind::Assign { targets, .. } => targets.iter().find(|target| target.name().is_none()),
            StatementKind::AnnotatedAssign { target, .. } | StatementKind::AugmentedAssign { target, .. } => {
                Some(target)
            }
            _ => None,
        };
        let span = match target {
            // Where a part of a tensor is assigned to, the index says which.
            Some(target) => match self.evaluator.evaluate(target) {
                Err(error) if matches!(target.kind, ExpressionKind::Subscript { .. }) => return error,
                _ => self.source.token_from(target.span.end),
            },
            None => self.source.token_from(statement.span.start),
        };
        failure(&span, Problem::Unexpected(self.source.typed(&span)))
    }

    /// Gives a variable a value, and remembers the text of its expression; only that, where it has no value.
    pub(crate) fn define(&mut self, name: &str, value: Option<Spanned<Value>>, expression: &Expression) {
        let text = self.text(expression);
        self.definitions.retain(|known| known.name != name);
        if self.definitions.len() == MAX_NAMES {
            let oldest = self.definitions.remove(0);
            self.evaluator.forget(&oldest.name);
        }
        match value {
            Some(value) => self.evaluator.assign(name, value),
            None => self.evaluator.forget(name),
        }
        let compound = matches!(
            expression.kind,
            ExpressionKind::Unary { .. } | ExpressionKind::Binary { .. } | ExpressionKind::Compare { .. }
        );
        let bare_tuple = matches!(expression.kind, ExpressionKind::Sequence { kind: SequenceKind::BareTuple, .. });
        self.definitions.push(Definition { name: name.to_owned(), text, compound, bare_tuple });
    }

    fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|known| known.name == name)
    }

    /// Whether a name stands for a variable.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.definition(name).is_some()
    }

    /// Runs the program; the value of its last statement, and the text of that.
    ///
    /// # Errors
    ///
    /// The first statement that cannot be read or has no value.
    pub(crate) fn run(&mut self, module: &Module) -> Result<(Spanned<Value>, Option<String>), Failure> {
        let end = self.source.original.len();
        let mut last = Err(failure(&(end..end), Problem::Empty));
        for statement in &module.body {
            let mut values = Vec::new();
            let Some(steps) = steps(statement) else { return Err(self.unread(statement)) };
            for step in steps {
                if let Some((operator, target)) = step.changes {
                    let start = self.source.token_from(target.span.end).start;
                    let problem = match names::operator(operator) {
                        Some(_) => Problem::TwoOperands,
                        None => Problem::Computes(operator.sign().to_owned()),
                    };
                    return Err(failure(&(start..start + 1), problem));
                }
                let text = self.text(step.value);
                let value = self.evaluator.evaluate(step.value)?;
                last = Ok((value.clone(), text));
                values.push((step, value));
            }
            for (step, value) in values {
                if let Some(name) = step.name {
                    self.define(name, Some(value), step.value);
                }
            }
        }
        last
    }

    /// The text of an expression with every variable replaced by its expression. `None` where it is too long.
    pub(crate) fn text(&mut self, expression: &Expression) -> Option<String> {
        let text = self.substituted(expression)?;
        let length = text.chars().count();
        self.written += length;
        (length <= MAX_CHARS && self.written <= MAX_WRITTEN).then_some(text)
    }

    fn substituted(&self, expression: &Expression) -> Option<String> {
        let mut references = Vec::new();
        self.collect_references(expression, Surroundings::Alone, &mut references);
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
            match references.iter().find(|(start, ..)| *start == token.span.start) {
                Some((_, definition, brackets)) => {
                    let inner = definition.text.as_deref()?;
                    let [open, close] = if *brackets { ["(", ")"] } else { ["", ""] };
                    [open, inner, close].into_iter().for_each(|part| text.push_str(part));
                }
                None => text.push_str(&self.source.typed(&token.span)),
            }
            if text.len() > 4 * MAX_CHARS || self.written > MAX_WRITTEN {
                return None;
            }
        }
        Some(text)
    }

    /// Notes where variables stand in an expression, and which of them get brackets.
    fn collect_references<'s>(
        &'s self,
        expression: &Expression,
        surroundings: Surroundings,
        references: &mut Vec<(usize, &'s Definition, bool)>,
    ) {
        if let Some(definition) = expression.name().and_then(|name| self.definition(name)) {
            let brackets = match surroundings {
                Surroundings::Alone => false,
                Surroundings::Commas => definition.bare_tuple,
                Surroundings::Other => definition.bare_tuple || definition.compound,
            };
            references.push((expression.span.start, definition, brackets));
        }
        let inner = match &expression.kind {
            ExpressionKind::Call { .. } | ExpressionKind::Sequence { .. } => Surroundings::Commas,
            _ => Surroundings::Other,
        };
        expression.each_child(&mut |child| self.collect_references(child, inner, references));
    }
}

/// What stands around an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Surroundings {
    /// Nothing.
    Alone,
    /// Commas or brackets of a call, a list or a tuple.
    Commas,
    /// Anything else.
    Other,
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
    match &expression.kind {
        ExpressionKind::Call { function, arguments, .. } if function.name() == Some("print") => {
            match arguments.as_slice() {
                [Argument::Positional(only)] if !matches!(only.kind, ExpressionKind::Starred(_)) => only,
                _ => expression,
            }
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

/// Whether an expression uses a name that passes `wanted`.
pub(crate) fn any_name(expression: &Expression, wanted: &dyn Fn(&str) -> bool) -> bool {
    let mut found = expression.name().is_some_and(wanted);
    expression.each_child(&mut |child| found = found || any_name(child, wanted));
    found
}
