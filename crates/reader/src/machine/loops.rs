//! Loops and `with`.

use super::Machine;
use super::statements::Flow;
use crate::functions::batches;
use crate::reading::UnreadableReason;
use crate::syntax::tree::{Expression, Statement};
use crate::tensors::context::{Outcome, raised, unreadable};
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
        let iterator = self.iterator(&value)?;
        let dictionary = match &value.value {
            Value::Dict(_) => Some(value.value.clone()),
            Value::Object(object) if object.class == batches::VIEW => object.field("dictionary").cloned(),
            _ => None,
        };
        let length = dictionary.as_ref().and_then(batches::length);
        while let Some(item) = self.advance(&iterator, &iterable.span)? {
            match self.turn(target, item, body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow @ Flow::Return(_) => return Ok(flow),
            }
            if dictionary.as_ref().and_then(batches::length) != length {
                return raised("RuntimeError", "dictionary changed size during iteration", &iterable.span);
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

    /// `while condition: body else: otherwise`.
    pub(super) fn while_loop(
        &mut self,
        condition: &Expression,
        body: &[Statement],
        otherwise: &[Statement],
    ) -> Outcome<Flow> {
        loop {
            self.context.step(1, &condition.span)?;
            let value = self.value(condition)?;
            if !self.holds(&value, &condition.span)? {
                return self.block(otherwise);
            }
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow @ Flow::Return(_) => return Ok(flow),
            }
        }
    }

    /// `with value as target: body`.
    pub(super) fn with(&mut self, items: &[(Expression, Option<Expression>)], body: &[Statement]) -> Outcome<Flow> {
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
}
