//! Loops and `with`.

use std::ops::Range;

use super::Machine;
use super::classes::is_without_grad;
use super::statements::Flow;
use super::unknown::{expose_instances, without_value};
use crate::functions::batches;
use crate::machine::attributes::lists;
use crate::reading::UnreadableReason;
use crate::syntax::tree::{Expression, Statement};
use crate::tensors::context::{Outcome, Stop, raised, unreadable};
use crate::tensors::value::{Placed, Value};

impl Machine<'_> {
    /// `for target in iterable: body else: otherwise`.
    pub(super) fn for_loop(
        &mut self,
        target: &Expression,
        iterable: &Expression,
        body: &[Statement],
        otherwise: &[Statement],
    ) -> Outcome<Flow> {
        let value = self.placed(iterable)?;
        let jumps = self.jumps.len();
        // Reads turns that are not known, or too many, for what they have in common.
        let common = |machine: &mut Self, item: Value, is_new: bool| {
            machine.turns(&iterable.span, is_new, &mut |machine| {
                if let Value::Tensor(row) = &item {
                    row.forget();
                }
                machine.bind(target, Placed::new(item.clone(), &target.span))?;
                machine.block(body)
            })?;
            machine.after_loop(otherwise, jumps, &iterable.span)
        };
        let iterator = match self.iterator(&value) {
            Ok(iterator) => iterator,
            Err(stop) => {
                let origin = match value.value.unknown() {
                    Some(origin) if matches!(*stop, Stop::Unreadable(..)) => origin,
                    _ => self.or_unknown(*stop)?,
                };
                return common(self, origin, true);
            }
        };
        let dictionary = match &value.value {
            Value::Dict(_) => Some(value.value.clone()),
            Value::Object(object) if object.class == batches::VIEW => object.field("dictionary").cloned(),
            _ => None,
        };
        let length = dictionary.as_ref().and_then(batches::length);
        let conditions = self.context.conditions.len();
        loop {
            let item = match self.advance(&iterator, &iterable.span) {
                Ok(Some(item)) => item,
                Ok(None) => break,
                Err(stop) => self.or_unknown(*stop)?,
            };
            if matches!(item, Value::Unknown(_)) || self.jumps.len() > jumps || self.context.is_tired() {
                let item = match (&value.value, without_value(&item)) {
                    (_, item @ (Value::Int(None) | Value::Float(None) | Value::Text(None))) => item,
                    (Value::Tensor(_), item) => item,
                    _ => {
                        // The loop may call methods of the items that are left, which add attributes.
                        expose_instances(&value.value, 0);
                        Value::Unknown(None)
                    }
                };
                return common(self, item, false);
            }
            let flow = self.turn(target, item, body);
            let end = self.end_of_turn(flow, jumps, &iterable.span)?;
            self.context.conditions.truncate(conditions);
            if let Some(end) = end {
                return Ok(end);
            }
            if dictionary.as_ref().and_then(batches::length) != length {
                return raised("RuntimeError", "dictionary changed size during iteration", &iterable.span);
            }
        }
        self.after_loop(otherwise, jumps, &iterable.span)
    }

    /// How a turn ends the loop; `None` where the next one follows.
    fn end_of_turn(&mut self, flow: Outcome<Flow>, jumps: usize, span: &Range<usize>) -> Outcome<Option<Flow>> {
        let mut flow = self.after_jumps(jumps, flow, span)?;
        // Another way left the turn before, so this one ends here only under a condition.
        if self.jumps.len() > jumps && matches!(flow, Flow::Return(_) | Flow::Break) {
            self.goes_on(Ok(flow), span)?;
            flow = Flow::Ended;
        }
        let is_next = matches!(flow, Flow::Next | Flow::Continue);
        if self.land(jumps, is_next, &|to| matches!(to, Ok(Flow::Continue))) {
            return Ok(None);
        }
        if matches!(flow, Flow::Return(_)) {
            return Ok(Some(flow));
        }
        let is_left = self.land(jumps, matches!(flow, Flow::Break), &|to| matches!(to, Ok(Flow::Break)));
        Ok(Some(if is_left { Flow::Next } else { Flow::Ended }))
    }

    /// What follows a loop that ended without `break`, but for those under conditions that are not known.
    fn after_loop(&mut self, otherwise: &[Statement], jumps: usize, span: &Range<usize>) -> Outcome<Flow> {
        if self.jumps.len() == jumps {
            return self.block(otherwise);
        }
        let goes_on = self.perhaps(span, &mut |machine| machine.block(otherwise))?;
        let goes_on = self.land(jumps, goes_on, &|to| matches!(to, Ok(Flow::Break)));
        if self.jumps.len() > jumps {
            // A turn may have left the function: what follows is done only if none did.
            self.context.conditions.push(self.context.line(span.start));
        }
        Ok(if goes_on { Flow::Next } else { Flow::Ended })
    }

    /// One turn of a loop.
    fn turn(&mut self, target: &Expression, item: Value, body: &[Statement]) -> Outcome<Flow> {
        self.context.step(1, &target.span)?;
        self.bind(target, Placed::new(item, &target.span))?;
        self.block(body)
    }

    /// `while condition: body else: otherwise`.
    pub(super) fn while_loop(
        &mut self,
        condition: &Expression,
        body: &[Statement],
        otherwise: &[Statement],
    ) -> Outcome<Flow> {
        let (jumps, conditions) = (self.jumps.len(), self.context.conditions.len());
        let mut is_first = true;
        loop {
            self.context.step(1, &condition.span)?;
            let holds = self.is_true(condition)?;
            if holds.is_none() || self.jumps.len() > jumps || self.context.is_tired() {
                self.turns(&condition.span, is_first, &mut |machine| {
                    let flow = machine.block(body)?;
                    machine.is_true(condition)?;
                    Ok(flow)
                })?;
                return self.after_loop(otherwise, jumps, &condition.span);
            }
            is_first = false;
            if holds == Some(false) {
                return self.after_loop(otherwise, jumps, &condition.span);
            }
            let flow = self.block(body);
            let end = self.end_of_turn(flow, jumps, &condition.span)?;
            self.context.conditions.truncate(conditions);
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    /// `with value as target: body`.
    pub(super) fn with(&mut self, items: &[(Expression, Option<Expression>)], body: &[Statement]) -> Outcome<Flow> {
        let before = self.context.grad;
        let mut unknown = None;
        for (value, target) in items {
            let manager = self.value(value)?;
            let changes = |name: &String| lists("autocast suppress raises assertRaises vmap patch", name);
            match &manager {
                // What it does is not read: it is taken to leave the body alone. Some change types, or handle exceptions.
                _ if manager.unknown().is_some() && !self.context.source.names_in(&value.span).iter().any(changes) => {
                    unknown = Some(value.span.clone());
                    target.iter().try_for_each(|target| self.bind_unknown(target, &manager))?;
                }
                _ if target.is_some() => return unreadable(UnreadableReason::Statement, &value.span),
                _ if is_without_grad(&manager) => self.context.grad = false,
                Value::Object(object) if object.class == "np.errstate" => {}
                _ => return unreadable(UnreadableReason::Statement, &value.span),
            }
        }
        let flow = self.block(body);
        self.context.grad = before;
        match unknown {
            // It may handle the exception: then what stands after it follows.
            Some(span) if flow.as_ref().is_err_and(|stop| matches!(**stop, Stop::Raised(_))) => {
                self.goes_on_perhaps(&span, flow)?;
                Ok(Flow::Next)
            }
            _ => flow,
        }
    }
}
