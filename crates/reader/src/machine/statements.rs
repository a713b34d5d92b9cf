//! Statements.

use std::rc::Rc;

use super::Machine;
use super::scopes::{names_of, names_of_lambda};
use crate::machine::annotations::of_type;
use crate::reading::UnreadableReason;
use crate::syntax::tree::{Parameter, Statement, StatementKind};
use crate::tensors::context::{Outcome, Stop, lost};
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
}

impl Machine<'_> {
    /// Runs a statement.
    pub(super) fn statement(&mut self, statement: &Statement) -> Outcome<Flow> {
        self.enter(1, &statement.span)?;
        let flow = self.run_statement(statement);
        self.leave(1);
        flow
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
                let has_value = target.name().is_some_and(|name| matches!(self.variable(name), Some(Some(_))));
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
                return self.compound(|machine| machine.for_loop(target, iterable, body, otherwise));
            }
            StatementKind::If { condition, body, otherwise } => {
                return self.compound(|machine| {
                    let value = machine.value(condition)?;
                    let branch = if machine.holds(&value, &condition.span)? { body } else { otherwise };
                    machine.block(branch)
                });
            }
            StatementKind::With { items, body } => {
                return self.compound(|machine| machine.with(items, body));
            }
            StatementKind::While { condition, body, otherwise } => {
                return self.compound(|machine| machine.while_loop(condition, body, otherwise));
            }
            StatementKind::Try { body, handlers, otherwise, last } => {
                return self.compound(|machine| machine.attempt(body, handlers, otherwise, last));
            }
            StatementKind::Raise { exception, cause } => {
                return self.raise(exception.as_ref(), cause.as_ref(), &statement.span);
            }
            StatementKind::Break => return Ok(Flow::Break),
            StatementKind::Continue => return Ok(Flow::Continue),
            StatementKind::Class { name, arguments, body, decorators } => {
                let class = self.class(&name.name, arguments, body, &statement.span)?;
                let class = self.decorated_class(class, decorators, body, &statement.span)?;
                self.assign(&name.name, Some(class), &statement.span)?;
            }
            StatementKind::Def { name, parameters, body, decorators, .. } => {
                // A function of the program is called with the new function.
                let own = match decorators.as_slice() {
                    [only] if only.name().is_some() => {
                        Some(self.placed(only)?).filter(|own| matches!(own.value, Value::Function(_)))
                    }
                    _ => None,
                };
                let decorator = match own {
                    Some(_) => Decorator::None,
                    None => self.decorator(decorators, &statement.span)?,
                };
                let body = Body::Block(Rc::clone(body));
                let mut function = self.function(&name.name, parameters, body, decorator)?;
                if let Some(own) = own {
                    function = self.call_with(&own, &[&function], &own.span)?;
                }
                self.assign(&name.name, Some(function), &statement.span)?;
            }
            StatementKind::Return(value) => {
                return Ok(Flow::Return(match value {
                    Some(value) => self.value(value)?,
                    None => Value::None,
                }));
            }
            StatementKind::Assert { condition, message } => {
                let value = self.value(condition)?;
                if !self.holds(&value, &condition.span)? {
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
            StatementKind::Unread { .. } | StatementKind::Yield { .. } => {
                return lost(UnreadableReason::Statement, &statement.span);
            }
        }
        Ok(Flow::Next)
    }

    /// Runs a statement with a block. After a part of it that cannot be read nothing is known.
    fn compound(&mut self, run: impl FnOnce(&mut Self) -> Outcome<Flow>) -> Outcome<Flow> {
        run(self).map_err(|stop| match *stop {
            Stop::Unreadable(reason, span) => Box::new(Stop::Lost(reason, span)),
            other => Box::new(other),
        })
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

    /// The defaults of parameters.
    pub(super) fn defaults(&mut self, parameters: &[Parameter]) -> Outcome<Vec<Option<Value>>> {
        let value = |parameter: &Parameter| match &parameter.default {
            Some(default) => self.value(default).map(Some),
            None => Ok(None),
        };
        parameters.iter().map(value).collect()
    }

    /// A function of the program.
    pub(super) fn function(
        &mut self,
        name: &str,
        parameters: &Rc<[Parameter]>,
        body: Body,
        decorator: Decorator,
    ) -> Outcome {
        let defaults = self.defaults(parameters)?;
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
