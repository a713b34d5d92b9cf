//! Statements.

use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::Machine;
use super::scopes::{names_of, names_of_lambda};
use crate::machine::annotations::of_type;
use crate::reading::UnreadableReason;
use crate::syntax::tree::{Expression, Identifier, Parameter, Statement, StatementKind};
use crate::tensors::context::{Outcome, Stop, unreadable};
use crate::tensors::value::{Body, Decorator, Function, Names, Value};

/// How a statement ends.
#[derive(Debug)]
pub(super) enum Flow {
    /// The next statement follows.
    Next,
    /// The function returns.
    Return(Value),
    /// The loop ends.
    Break,
    /// The next turn of the loop follows.
    Continue,
    /// Nothing follows here: each way through the program went on elsewhere, or ended with an exception.
    Ended,
}

impl Machine<'_> {
    /// Runs a statement. Where it cannot be read, what it may have changed is not known, and the next one follows.
    pub(super) fn statement(&mut self, statement: &Statement) -> Outcome<Flow> {
        self.enter(1, &statement.span)?;
        let flow = self.run_statement(statement);
        self.leave(1);
        flow.or_else(|stop| {
            let is_spoilt = matches!(*stop, Stop::Spoilt(..));
            match *stop {
                Stop::Unreadable(reason, span) | Stop::Spoilt(reason, span) => {
                    self.unread(reason, span);
                    self.context.is_uncertain |= is_spoilt;
                    self.forget(statement, is_spoilt);
                    self.leave_unread(statement)
                }
                Stop::Raised(mut raised) => {
                    raised.is_explicit |=
                        matches!(statement.kind, StatementKind::Raise { .. } | StatementKind::Assert { .. });
                    Err(Box::new(Stop::Raised(raised)))
                }
                lost @ Stop::Lost(..) => Err(Box::new(lost)),
            }
        })
    }

    fn run_statement(&mut self, statement: &Statement) -> Outcome<Flow> {
        self.context.step(1, &statement.span)?;
        match &statement.kind {
            StatementKind::Expression(expression) => {
                let value = self.value(expression)?;
                self.show(None, &value, expression.span.start);
            }
            StatementKind::Assign { targets, value } => {
                let given = self.given(Some(value), targets.first().filter(|_| targets.len() == 1), None, statement)?;
                for target in targets {
                    self.bind(target, given.clone())?;
                }
            }
            StatementKind::AnnotatedAssign { target, annotation, value } => {
                // A type alone does not change a value.
                let has_value = target
                    .name()
                    .is_some_and(|name| self.variable(name).is_some_and(|value| !matches!(value, Value::Unknown(_))));
                if value.is_some() || (!has_value && of_type(annotation).is_some()) {
                    let given = self.given(value.as_ref(), Some(target), Some(annotation), statement)?;
                    self.bind(target, given)?;
                }
            }
            StatementKind::AugmentedAssign { target, operator, value } => {
                self.augmented(target, *operator, value, statement)?;
            }
            StatementKind::Import(aliases) => aliases.iter().try_for_each(|alias| self.import(alias, statement))?,
            StatementKind::ImportFrom { module, names } => self.import_from(module, names, statement)?,
            StatementKind::For { target, iterable, body, otherwise } => {
                return self.for_loop(target, iterable, body, otherwise);
            }
            StatementKind::If { condition, body, otherwise } => {
                return match self.is_true(condition)? {
                    Some(true) => self.block(body),
                    Some(false) => self.block(otherwise),
                    None => self.either_way(
                        &condition.span,
                        [&mut |machine| machine.block(body), &mut |machine| machine.block(otherwise)],
                    ),
                };
            }
            StatementKind::With { items, body } => {
                return self.with(items, body);
            }
            StatementKind::While { condition, body, otherwise } => {
                return self.while_loop(condition, body, otherwise);
            }
            StatementKind::Try { body, handlers, otherwise, last } => {
                return self.attempt(body, handlers, otherwise, last);
            }
            StatementKind::Raise { exception, cause } => {
                return self.raise(exception.as_ref(), cause.as_ref(), &statement.span);
            }
            StatementKind::Break => return Ok(Flow::Break),
            StatementKind::Continue => return Ok(Flow::Continue),
            StatementKind::Class { name, arguments, body, decorators } => {
                let class = self.class(&name.name, arguments, body, &statement.span)?;
                let class = self.decorated_class(class, decorators, body, &statement.span)?;
                self.assign(&name.name, class, &statement.span)?;
            }
            StatementKind::Def { name, parameters, body, decorators, .. } => {
                let decorator = self.decorator(decorators, false, &statement.span);
                self.bind_function(name, parameters, body, decorator)?;
            }
            StatementKind::Return(value) => {
                return Ok(Flow::Return(match value {
                    Some(value) => self.value(value)?,
                    None => Value::None,
                }));
            }
            StatementKind::Assert { condition, message } => {
                // What comes after it runs only where it holds.
                if self.is_true(condition)? == Some(false) {
                    let message = message.as_ref().map(|message| self.value(message)).transpose()?;
                    return self.raise_text("AssertionError", message.as_ref(), &statement.span);
                }
            }
            StatementKind::Delete(targets) => {
                for target in targets {
                    self.delete_target(target)?;
                }
            }
            StatementKind::Pass | StatementKind::Global { .. } => {}
            StatementKind::Unread { kind, names, leaves } => {
                self.unread_statement(*kind, names, *leaves, &statement.span)?;
            }
            StatementKind::Yield { .. } => return unreadable(UnreadableReason::Statement, &statement.span),
        }
        Ok(Flow::Next)
    }

    /// Whether a condition holds; `None` where that is not known.
    pub(super) fn is_true(&mut self, condition: &Expression) -> Outcome<Option<bool>> {
        let value = self.value(condition)?;
        match self.holds(&value, &condition.span) {
            Ok(holds) => Ok(Some(holds)),
            Err(stop) if matches!(*stop, Stop::Unreadable(..)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// Runs statements one after the other.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Outcome<Flow> {
        for statement in statements {
            match self.statement(statement)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    /// `def name(parameters): body`. What a decorator that is not read makes of it is not known.
    pub(super) fn bind_function(
        &mut self,
        name: &Identifier,
        parameters: &Rc<[Parameter]>,
        body: &Rc<[Statement]>,
        decorator: Outcome<Decorator>,
    ) -> Outcome<()> {
        let function = match decorator {
            Ok(decorator) => self.function(&name.name, parameters, Body::Block(Rc::clone(body)), decorator)?,
            Err(stop) => {
                let function = self.function(&name.name, parameters, Body::Block(Rc::clone(body)), Decorator::None)?;
                self.expose(&function);
                self.or_unknown(*stop)?
            }
        };
        self.assign(&name.name, function, &name.span)
    }

    /// A function of the program.
    pub(super) fn function(
        &mut self,
        name: &str,
        parameters: &Rc<[Parameter]>,
        body: Body,
        decorator: Decorator,
    ) -> Outcome {
        let defaults = parameters.iter().map(|parameter| match &parameter.default {
            Some(default) => self.value(default).map(Some),
            None => Ok(None),
        });
        let defaults = defaults.each_listed()?;
        let names = match &body {
            Body::Block(statements) => {
                let length = statements.first().zip(statements.last()).map_or(0, |(a, b)| b.span.end - a.span.start);
                self.context.step(length / 64, &(0..0))?;
                names_of(parameters, statements)
            }
            Body::Lambda(body) => names_of_lambda(parameters, body),
            Body::Fields(_) => Names::default(),
        };
        let label = self.label().map(|label| label + name);
        Ok(Value::Function(Rc::new(Function {
            name: name.to_owned(),
            parameters: Rc::clone(parameters),
            label,
            names: Rc::new(names),
            defaults,
            body,
            scope: self.keep_scopes(),
            decorator,
        })))
    }
}
