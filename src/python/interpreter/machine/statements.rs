//! Statements.

use std::rc::Rc;

use super::classes::is_hidden;
use super::{Inlay, Machine};
use crate::library::Library;
use crate::python::interpreter::annotations::of_type;
use crate::python::interpreter::attributes::of_path;
use crate::python::interpreter::context::{Outcome, Stop, lost, raised, unreadable};
use crate::python::interpreter::operators::{binary, truth};
use crate::python::interpreter::reading::UnreadableReason;
use crate::python::interpreter::value::{Body, Decorator, Function, Placed, Tensor, TupleKind, Value};
use crate::python::interpreter::{assignment, batches, indexing};
use crate::python::tree::{Alias, BinaryOperator, Expression, ExpressionKind, Parameter, Statement, StatementKind};

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
                    let branch = if truth(&value, &condition.span)? { body } else { otherwise };
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
                if !decorators.is_empty() {
                    return unreadable(UnreadableReason::Statement, &statement.span);
                }
                let class = self.class(&name.name, arguments, body, &statement.span)?;
                self.assign(&name.name, Some(class), &statement.span)?;
            }
            StatementKind::Def { name, parameters, body, decorators, .. } => {
                let decorator = self.decorator(decorators, &statement.span)?;
                let body = Body::Block(Rc::clone(body));
                let function = self.function(&name.name, parameters, body, decorator)?;
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
                if !truth(&value, &condition.span)? {
                    let message = message.as_ref().map(|message| self.value(message)).transpose()?;
                    return self.raise_text("AssertionError", message.as_ref(), &statement.span);
                }
            }
            StatementKind::Delete(targets) => {
                for target in targets {
                    let Some(name) = target.name() else {
                        return unreadable(UnreadableReason::Statement, &target.span);
                    };
                    self.variables().retain(|(known, _)| known != name);
                }
            }
            StatementKind::Pass => {}
            StatementKind::Unsupported => {
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

    fn for_loop(
        &mut self,
        target: &Expression,
        iterable: &Expression,
        body: &[Statement],
        otherwise: &[Statement],
    ) -> Outcome<Flow> {
        let value = self.placed(iterable)?;
        let mut rest = self.iterate(&value)?.into_iter();
        while let Some(item) = rest.next() {
            match self.turn(target, item, body) {
                Ok(Flow::Next | Flow::Continue) => {}
                ended => {
                    batches::put_back(&value.value, rest);
                    return ended.map(|flow| if matches!(flow, Flow::Break) { Flow::Next } else { flow });
                }
            }
        }
        self.block(otherwise)
    }

    /// One turn of a loop.
    fn turn(&mut self, target: &Expression, item: Value, body: &[Statement]) -> Outcome<Flow> {
        self.context.step(1, &target.span)?;
        self.bind(target, Placed { value: item, span: target.span.clone() })?;
        self.block(body)
    }

    fn while_loop(&mut self, condition: &Expression, body: &[Statement], otherwise: &[Statement]) -> Outcome<Flow> {
        loop {
            self.context.step(1, &condition.span)?;
            let value = self.value(condition)?;
            if !truth(&value, &condition.span)? {
                return self.block(otherwise);
            }
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow @ Flow::Return(_) => return Ok(flow),
            }
        }
    }

    fn with(&mut self, items: &[(Expression, Option<Expression>)], body: &[Statement]) -> Outcome<Flow> {
        let before = self.context.grad;
        for (value, target) in items {
            let is_without_grad = match self.value(value)? {
                Value::Object(object) if matches!(object.class, "torch.no_grad" | "torch.inference_mode") => true,
                Value::Object(object) if object.class == "np.errstate" => false,
                _ => return unreadable(UnreadableReason::Statement, &value.span),
            };
            if target.is_some() {
                return unreadable(UnreadableReason::Statement, &value.span);
            }
            self.context.grad &= !is_without_grad;
        }
        let flow = self.block(body);
        self.context.grad = before;
        flow
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
        // Within a function the variables around it are those of the time when it is made.
        let closure = self.frames.last().map(|frame| {
            let named = frame.iter().filter(|variable| !is_hidden(variable));
            named.filter_map(|(name, value)| Some((name.clone(), value.clone()?))).collect::<Vec<_>>()
        });
        let closure = closure.unwrap_or_default();
        Ok(Value::Function(Rc::new(Function {
            name: name.to_owned(),
            parameters: Rc::clone(parameters),
            defaults,
            body,
            closure,
            decorator,
        })))
    }

    /// Assigns to a target.
    pub(super) fn bind(&mut self, target: &Expression, given: Placed) -> Outcome<()> {
        match &target.kind {
            ExpressionKind::Name(name) => {
                self.show(Some(name), &given.value, target.span.start);
                self.assign(name, Some(given.value), &target.span)
            }
            ExpressionKind::Sequence { items: targets, .. } => {
                let items = self.unpacked(&given)?;
                if let Some(star) = targets.iter().position(|target| matches!(target.kind, ExpressionKind::Starred(_)))
                {
                    return self.bind_starred(targets, star, items, target);
                }
                let (wanted, found) = (targets.len(), items.len());
                if found > wanted {
                    // For a tuple or a list some versions of Python add how many there are.
                    if matches!(given.value, Value::Tuple(..) | Value::List(_)) {
                        return unreadable(UnreadableReason::Statement, &given.span);
                    }
                    let message = format!("too many values to unpack (expected {wanted})");
                    return raised("ValueError", message, &given.span);
                }
                if found < wanted {
                    let message = format!("not enough values to unpack (expected {wanted}, got {found})");
                    return raised("ValueError", message, &given.span);
                }
                for (target, item) in targets.iter().zip(items) {
                    self.bind(target, Placed { value: item, span: given.span.clone() })?;
                }
                Ok(())
            }
            ExpressionKind::Subscript { value, index } => self.bind_item(value, index, &given, target),
            ExpressionKind::Attribute { value, name } => {
                let container = self.value(value)?;
                self.bind_attribute(&container, &name.name, given.value, &target.span)
            }
            _ => unreadable(UnreadableReason::Statement, &target.span),
        }
    }

    fn bind_starred(
        &mut self,
        targets: &[Expression],
        star: usize,
        items: Vec<Value>,
        target: &Expression,
    ) -> Outcome<()> {
        let Some(rest) = (items.len() + 1).checked_sub(targets.len()) else {
            let message =
                format!("not enough values to unpack (expected at least {}, got {})", targets.len() - 1, items.len());
            return raised("ValueError", message, &target.span);
        };
        let mut items = items.into_iter();
        for (at, target) in targets.iter().enumerate() {
            let (target, value) = match &target.kind {
                ExpressionKind::Starred(inner) if at == star => {
                    (&**inner, Value::list(items.by_ref().take(rest).collect()))
                }
                _ => (target, items.next().unwrap_or(Value::None)),
            };
            self.bind(target, Placed { value, span: target.span.clone() })?;
        }
        Ok(())
    }

    /// `x[index] = value`.
    fn bind_item(
        &mut self,
        container: &Expression,
        index: &Expression,
        given: &Placed,
        target: &Expression,
    ) -> Outcome<()> {
        let value = self.placed(container)?;
        let index = self.placed(index)?;
        match &value.value {
            Value::Tensor(tensor) => {
                assignment::set(&mut self.context, (tensor, &target.span), &index, given, &target.span)
            }
            Value::List(items) => {
                let at = self.list_position(&value, &index, true, &target.span)?;
                if let Some(slot) = items.borrow_mut().get_mut(at) {
                    *slot = given.value.clone();
                }
                self.context.keep(&value.value, &target.span)
            }
            Value::Dict(entries) => {
                let Some(key) = index.value.as_text().map(str::to_owned) else {
                    return unreadable(UnreadableReason::Statement, &target.span);
                };
                {
                    let mut entries = entries.borrow_mut();
                    match entries.iter_mut().find(|(known, _)| known.as_text() == Some(&key)) {
                        Some((_, slot)) => *slot = given.value.clone(),
                        None => entries.push((index.value.clone(), given.value.clone())),
                    }
                }
                self.context.keep(&value.value, &target.span)
            }
            Value::Tuple(_, TupleKind::Plain) if index.value.tensor().is_none() => {
                raised("TypeError", "'tuple' object does not support item assignment", &target.span)
            }
            _ => unreadable(UnreadableReason::Statement, &target.span),
        }
    }

    /// `x += value`.
    fn augmented(
        &mut self,
        target: &Expression,
        operator: BinaryOperator,
        value: &Expression,
        statement: &Statement,
    ) -> Outcome<()> {
        let span = &statement.span;
        match &target.kind {
            ExpressionKind::Name(name) => {
                let before = self.placed(target)?;
                let other = self.placed(value)?;
                let result = binary(&mut self.context, operator, &before, &other, true, span)?;
                self.show(Some(name), &result, target.span.start);
                self.assign(name, Some(result), span)
            }
            ExpressionKind::Subscript { value: container, index } => {
                let container_value = self.placed(container)?;
                let index_value = self.placed(index)?;
                let before = match &container_value.value {
                    Value::Tensor(tensor) => indexing::get(&mut self.context, tensor, &index_value, &target.span)?,
                    _ => self.subscript(&container_value, &index_value, &target.span)?,
                };
                // An array without axes that is written into is not read here.
                let is_array = |part: &Tensor| part.library == Library::NumPy && !part.is_scalar;
                if before.tensor().is_some_and(|part| part.shape.is_empty() && is_array(part)) {
                    return unreadable(UnreadableReason::Kinds, &target.span);
                }
                let before = Placed { value: before, span: target.span.clone() };
                let other = self.placed(value)?;
                let known = container_value.value.tensor().and_then(Tensor::values);
                let result = binary(&mut self.context, operator, &before, &other, true, span)?;
                // Writing into a view makes its tensor forget its values; those outside the view stay.
                if let (Value::Tensor(tensor), Some(known)) = (&container_value.value, known) {
                    tensor.write(Some(known.to_vec()));
                }
                let given = Placed { value: result, span: target.span.clone() };
                match &container_value.value {
                    Value::Tensor(tensor) => {
                        let recorded = self.context.operations.len();
                        assignment::set(&mut self.context, (tensor, &target.span), &index_value, &given, &target.span)?;
                        // The result is stored where it stands already, which is no operation of its own.
                        self.context.operations.truncate(recorded);
                        Ok(())
                    }
                    _ => self.bind_item(container, index, &given, target),
                }
            }
            ExpressionKind::Attribute { value: container, name } => {
                let container = self.placed(container)?;
                let before = self.attribute(&container, &name.name, &target.span)?;
                let before = Placed { value: before, span: target.span.clone() };
                if matches!(container.value, Value::Instance(_) | Value::Class(_)) {
                    let other = self.placed(value)?;
                    let result = binary(&mut self.context, operator, &before, &other, true, span)?;
                    return self.bind_attribute(&container.value, &name.name, result, &target.span);
                }
                // Other attributes of a tensor, such as `T`, cannot be written.
                let is_written = container.value.tensor().is_none() || matches!(name.name.as_str(), "data" | "grad");
                let Some(tensor) = before.value.tensor().filter(|_| is_written) else {
                    return unreadable(UnreadableReason::Statement, &target.span);
                };
                let other = self.placed(value)?;
                let result = binary(&mut self.context, operator, &before, &other, true, span)?;
                match result {
                    Value::Tensor(result) if result.is(tensor) => Ok(()),
                    _ => lost(UnreadableReason::Statement, &target.span),
                }
            }
            _ => unreadable(UnreadableReason::Statement, &target.span),
        }
    }

    fn import(&mut self, alias: &Alias, statement: &Statement) -> Outcome<()> {
        let bound = match &alias.alias {
            Some(name) => (name.clone(), alias.name.clone()),
            None => {
                let first = alias.name.split('.').next().unwrap_or_default().to_owned();
                (first.clone(), first)
            }
        };
        self.uses(&alias.name);
        self.assign(&bound.0, Some(Value::path(&bound.1)), &statement.span)
    }

    fn import_from(&mut self, module: &str, names: &[Alias], statement: &Statement) -> Outcome<()> {
        self.uses(module);
        for alias in names {
            if alias.name == "*" {
                self.star = match module {
                    "torch" => Some(Library::PyTorch),
                    "numpy" => Some(Library::NumPy),
                    _ => return unreadable(UnreadableReason::Statement, &statement.span),
                };
                continue;
            }
            let path = format!("{module}.{}", alias.name);
            let value = of_path(&path).unwrap_or_else(|| Value::path(&path));
            self.assign(alias.alias.as_ref().unwrap_or(&alias.name), Some(value), &statement.span)?;
        }
        Ok(())
    }

    /// Notes the library that a program imports.
    fn uses(&mut self, module: &str) {
        self.context.library = match module.split('.').next() {
            Some("torch") => Library::PyTorch,
            Some("numpy")
                if !self
                    .globals
                    .iter()
                    .any(|(_, value)| matches!(value, Some(Value::Path(path)) if path.starts_with("torch"))) =>
            {
                Library::NumPy
            }
            _ => self.context.library,
        };
    }

    /// Notes the shape that a statement binds or shows.
    fn show(&mut self, name: Option<&str>, value: &Value, at: usize) {
        if !self.frames.is_empty() {
            return;
        }
        if let Value::Tensor(tensor) = value {
            let line = self.context.line(at);
            let (shape, dtype) = (tensor.shape.clone(), tensor.dtype);
            let inlay = Inlay { line, name: name.map(str::to_owned), shape, dtype };
            // A loop binds a variable again and again: its last shape stands.
            match self.inlays.iter_mut().find(|known| known.line == line && known.name == inlay.name) {
                Some(known) => *known = inlay,
                None => self.inlays.push(inlay),
            }
        }
    }

    /// Takes the values away of all variables that a statement may have changed.
    pub(super) fn forget(&mut self, statement: &Statement) {
        let mut names = Vec::new();
        match &statement.kind {
            StatementKind::Assign { targets, .. } => targets.iter().for_each(|target| stored(target, &mut names)),
            StatementKind::AnnotatedAssign { target, .. } | StatementKind::AugmentedAssign { target, .. } => {
                stored(target, &mut names);
            }
            StatementKind::Def { name, .. } | StatementKind::Class { name, .. } => names.push(name.name.clone()),
            StatementKind::Import(aliases) | StatementKind::ImportFrom { names: aliases, .. } => {
                names.extend(aliases.iter().map(|alias| alias.alias.clone().unwrap_or_else(|| alias.name.clone())));
            }
            _ => {}
        }
        for name in names {
            if self.assign(&name, None, &statement.span).is_err() {
                return;
            }
        }
        // What was not read may have written into tensors and changed lists.
        for (_, value) in &mut self.globals {
            match value {
                Some(Value::Tensor(tensor)) => tensor.write(None),
                Some(Value::List(_) | Value::Dict(_) | Value::Instance(_)) => *value = None,
                _ => {}
            }
        }
    }
}

/// The variables that an assignment to a target changes.
fn stored(target: &Expression, names: &mut Vec<String>) {
    match &target.kind {
        ExpressionKind::Name(name) => names.push(name.clone()),
        ExpressionKind::Sequence { items, .. } => items.iter().for_each(|item| stored(item, names)),
        ExpressionKind::Starred(inner) => stored(inner, names),
        _ => {}
    }
}
