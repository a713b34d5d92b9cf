//! Targets: what assignments change.

use std::ops::Range;

use super::Machine;
use crate::functions::assignment;
use crate::reading::{Inlay, UnreadableReason};
use crate::syntax::tree::{BinaryOperator, Expression, ExpressionKind, Statement};
use crate::tensors::context::{Outcome, lost, raised, spoilt, unreadable};
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::library::Library;

impl Machine<'_> {
    /// Assigns to a target.
    pub(super) fn bind(&mut self, target: &Expression, given: Placed) -> Outcome<()> {
        match &target.kind {
            ExpressionKind::Name(name) => {
                if let Value::Unknown(from) = &given.value {
                    self.note_unknown(name, from.as_deref());
                }
                self.show(Some(name), &given.value, target.span.start);
                self.assign(name, given.value, &target.span)
            }
            ExpressionKind::Sequence { .. } if matches!(given.value, Value::Unknown(_) | Value::Path(_)) => {
                self.bind_unknown(target, &given.value)
            }
            ExpressionKind::Sequence { items: targets, .. } => {
                let star = targets.iter().position(|target| matches!(target.kind, ExpressionKind::Starred(_)));
                let mut items = self.unpacked(&given, if star.is_some() { usize::MAX } else { targets.len() })?;
                if let Some(star) = star {
                    let Some(count) = (items.len() + 1).checked_sub(targets.len()) else {
                        return unreadable(UnreadableReason::Statement, &target.span);
                    };
                    let mut rest = items.split_off(star.min(items.len()));
                    let after = rest.split_off(count.min(rest.len()));
                    items.push(Value::list(rest));
                    items.extend(after);
                }
                let (wanted, found) = (targets.len(), items.len());
                // For a tuple or a list some versions of Python add how many there are.
                if found > wanted && matches!(given.value, Value::Tuple(..) | Value::List(_)) {
                    return unreadable(UnreadableReason::Statement, &given.span);
                }
                if found != wanted {
                    let (quantity, got) = match found > wanted {
                        true => ("too many", String::new()),
                        false => ("not enough", format!(", got {found}")),
                    };
                    let message = format!("{quantity} values to unpack (expected {wanted}{got})");
                    return raised("ValueError", message, &given.span);
                }
                for (target, item) in targets.iter().zip(items) {
                    let target = if let ExpressionKind::Starred(inner) = &target.kind { inner } else { target };
                    self.bind(target, Placed::new(item, &given.span))?;
                }
                Ok(())
            }
            ExpressionKind::Subscript { value, index } => {
                let (container, index) = (self.placed(value)?, self.index(index)?);
                self.bind_item(&container, &index, &given, &target.span)
            }
            ExpressionKind::Attribute { value, name } => {
                let container = self.value(value)?;
                self.bind_attribute(&container, &name.name, given.value, &target.span)
            }
            _ => unreadable(UnreadableReason::Statement, &target.span),
        }
    }

    /// `container[index] = value`.
    fn bind_item(&mut self, container: &Placed, index: &Placed, given: &Placed, span: &Range<usize>) -> Outcome<()> {
        let is_unknown = index.value.unknown().is_some();
        match &container.value {
            Value::Path(path) if &**path == "sys.modules" => lost(UnreadableReason::Statement, span),
            Value::Unknown(_) | Value::Path(_) => {
                self.expose(&given.value);
                Ok(())
            }
            Value::Instance(instance) if instance.class.is_open() => Ok(()),
            Value::Tensor(tensor) if is_unknown || given.value.unknown().is_some() => {
                tensor.forget();
                self.context.is_uncertain = true;
                Ok(())
            }
            Value::List(items) if is_unknown && !matches!(index.value, Value::Slice(_)) => {
                items.borrow_mut().fill(Value::Unknown(None));
                Ok(())
            }
            Value::List(_) | Value::Dict(_) if is_unknown => {
                // What it holds may be reached through it later.
                self.touch(&given.value);
                self.touch_all(&container.value);
                Ok(())
            }
            Value::Tensor(tensor) => assignment::set(&mut self.context, (tensor, span), index, given, span),
            Value::List(items) => {
                let at = self.list_position(container, index, true, span)?;
                if let Some(slot) = items.borrow_mut().get_mut(at) {
                    *slot = given.value.clone();
                }
                self.context.keep(&container.value, span)
            }
            Value::Dict(entries) => {
                self.set_entry(entries, &index.value, given.value.clone(), span)?;
                self.context.keep(&container.value, span)
            }
            Value::Instance(_) => spoilt(UnreadableReason::Kinds, span),
            _ => unreadable(UnreadableReason::Statement, span),
        }
    }

    /// `del target`.
    pub(super) fn delete_target(&mut self, target: &Expression) -> Outcome<()> {
        let span = &target.span;
        if let ExpressionKind::Name(name) = &target.kind {
            return self.delete(name, span);
        }
        if let ExpressionKind::Subscript { value, .. } = &target.kind {
            let container = self.value(value)?;
            self.touch_all(&container);
        }
        spoilt(UnreadableReason::Statement, span)
    }

    /// `x += value`.
    pub(super) fn augmented(
        &mut self,
        target: &Expression,
        operator: BinaryOperator,
        value: &Expression,
        statement: &Statement,
    ) -> Outcome<()> {
        let (span, place) = (&statement.span, &target.span);
        match &target.kind {
            ExpressionKind::Name(name) => {
                let before = self.placed(target)?;
                let result = self.operate_with(operator, &before, value, span)?;
                self.show(Some(name), &result, place.start);
                self.assign(name, result, span)
            }
            ExpressionKind::Subscript { value: container, index } => {
                let (container, index) = (self.placed(container)?, self.index(index)?);
                if container.value.unknown().is_some() || index.value.unknown().is_some() {
                    self.value(value)?;
                    return self.bind_item(&container, &index, &Placed::new(Value::Unknown(None), place), place);
                }
                let before = Placed::new(self.subscript(&container, &index, place)?, place);
                // An array without axes that is written into is not read here.
                let is_array = |part: &Tensor| part.library == Library::NumPy && !part.is_scalar;
                if before.value.tensor().is_some_and(|part| part.shape.is_empty() && is_array(part)) {
                    return unreadable(UnreadableReason::Kinds, place);
                }
                let result = Placed::new(self.operate_with(operator, &before, value, span)?, place);
                let recorded = self.context.operations.len();
                self.bind_item(&container, &index, &result, place)?;
                // The result is stored where it stands already, which is no operation of its own.
                self.context.operations.truncate(recorded);
                Ok(())
            }
            ExpressionKind::Attribute { value: container, name } => {
                let container = self.placed(container)?;
                if container.value.unknown().is_some() {
                    self.value(value)?;
                    return self.bind_attribute(&container.value, &name.name, Value::Unknown(None), place);
                }
                let before = Placed::new(self.attribute(&container, &name.name, place)?, place);
                if matches!(container.value, Value::Instance(_) | Value::Class(_)) {
                    let result = self.operate_with(operator, &before, value, span)?;
                    return self.bind_attribute(&container.value, &name.name, result, place);
                }
                // Other attributes of a tensor, such as `T`, cannot be written.
                let is_written = container.value.tensor().is_none() || matches!(name.name.as_str(), "data" | "grad");
                let Some(tensor) = before.value.tensor().filter(|_| is_written) else {
                    return unreadable(UnreadableReason::Statement, place);
                };
                match self.operate_with(operator, &before, value, span)? {
                    Value::Tensor(result) if result.is(tensor) => Ok(()),
                    _ => spoilt(UnreadableReason::Statement, place),
                }
            }
            _ => unreadable(UnreadableReason::Statement, place),
        }
    }

    /// What an operator in place makes of a value and an expression.
    fn operate_with(
        &mut self,
        operator: BinaryOperator,
        before: &Placed,
        value: &Expression,
        span: &Range<usize>,
    ) -> Outcome {
        let other = self.placed(value)?;
        self.operate(operator, before, &other, true, span)
    }

    /// Notes the shape that a statement binds or shows.
    pub(super) fn show(&mut self, name: Option<&str>, value: &Value, at: usize) {
        if self.context.is_quiet {
            return;
        }
        if let Value::Tensor(tensor) = value {
            let line = self.context.line(at);
            let (shape, dtype) = (tensor.shape.clone(), tensor.dtype);
            let inlay = Inlay { line, name: name.map(str::to_owned), shape, dtype };
            // A loop binds a variable again and again: its last shape stands.
            match self.told.inlays.iter_mut().find(|known| known.line == line && known.name == inlay.name) {
                Some(known) => *known = inlay,
                None => self.told.inlays.push(inlay),
            }
        }
    }
}
