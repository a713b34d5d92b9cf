//! Operators, and the special methods of the program's own classes.

use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::{Machine, UnreadableReason};
use crate::functions::batches;
use crate::functions::binary::comparison;
use crate::functions::operators::{binary, compare, truth, unary};
use crate::machine::keys;
use crate::signatures::call::Arguments;
use crate::syntax::tree::{BinaryOperator, CompareOperator, UnaryOperator};
use crate::tensors::context::{Outcome, raised, spoilt, unreadable};
use crate::tensors::value::{Class, Decorator, Placed, Value};

/// The class of an instance.
pub(super) fn instance(value: &Value) -> Option<&Rc<Class>> {
    match value {
        Value::Instance(instance) => Some(&instance.class),
        _ => None,
    }
}

/// Python's exception for a value that something cannot be done with: `'int' object is not callable`. It is not known where that of
/// its class is not.
pub(super) fn cannot<T>(value: &Value, what: &str, span: &Range<usize>) -> Outcome<T> {
    let class = match value {
        Value::Instance(instance) => Some(instance.class.name.clone()),
        _ => value.class(),
    };
    match class {
        // `...` stands for parts that a person left out.
        Some(class) if class != "ellipsis" => raised("TypeError", format!("'{class}' object {what}"), span),
        _ => unreadable(UnreadableReason::Expression, span),
    }
}

impl Machine<'_> {
    /// Calls a special method of an instance; `None` where its class has none.
    ///
    /// # Errors
    ///
    /// An exception of the method; a method that is no plain function.
    pub(super) fn special(
        &mut self,
        receiver: &Value,
        name: &str,
        arguments: Vec<Placed>,
        span: &Range<usize>,
    ) -> Outcome<Option<Value>> {
        let Some(class) = instance(receiver) else { return Ok(None) };
        match class.find(name) {
            // The class that it derives from has it.
            None if class.is_dataset() && name == "__getitem__" => unreadable(UnreadableReason::Kinds, span),
            None => Ok(None),
            Some((owner, Value::Function(function))) if function.decorator == Decorator::None => {
                let given = Arguments::of(arguments, span);
                self.call_method(&function, &owner, receiver.clone(), given).map(Some)
            }
            Some(_) => unreadable(UnreadableReason::Kinds, span),
        }
    }

    /// `a + b` and the other operators; `in_place` says whether it is `a += b`.
    pub(super) fn operate(
        &mut self,
        operator: BinaryOperator,
        a: &Placed,
        b: &Placed,
        in_place: bool,
        span: &Range<usize>,
    ) -> Outcome {
        if let Some(unknown) = a.value.unknown().or_else(|| b.value.unknown()) {
            return Ok(match &a.value {
                // In place it keeps its shape, but by a matrix product.
                Value::Tensor(tensor)
                    if in_place && !tensor.is_scalar && operator != BinaryOperator::MatrixMultiply =>
                {
                    tensor.forget();
                    self.context.is_uncertain = true;
                    a.value.clone()
                }
                _ => {
                    if in_place {
                        self.context.is_uncertain = true;
                        self.touch_all(&a.value);
                    }
                    unknown
                }
            });
        }
        let classes = (instance(&a.value), instance(&b.value));
        if let (Value::List(_), BinaryOperator::Add, true) = (&a.value, operator, in_place)
            && b.value.tensor().is_none()
            && classes.1.is_none()
        {
            self.method(&a.value, "extend", &Arguments::of(vec![b.clone()], span))?;
            return Ok(a.value.clone());
        }
        match classes {
            (None, None) => binary(&mut self.context, operator, a, b, in_place, span),
            // Its class decides, in ways that are not read.
            _ => spoilt(UnreadableReason::Kinds, span),
        }
    }

    /// `a < b` and the other comparisons.
    pub(super) fn compared(
        &mut self,
        operator: CompareOperator,
        a: &Placed,
        b: &Placed,
        span: &Range<usize>,
    ) -> Outcome {
        use CompareOperator::{In, NotIn};
        if matches!(operator, In | NotIn) {
            let found = self.contains(a, b, span)?;
            return Ok(Value::Bool(Some(found == (operator == In))));
        }
        let is_of_class = instance(&a.value).is_some() || instance(&b.value).is_some();
        match comparison(operator) {
            Some(_) if is_of_class => spoilt(UnreadableReason::Kinds, span),
            _ => compare(&mut self.context, operator, a, b, span),
        }
    }

    /// `a in b`.
    fn contains(&mut self, a: &Placed, b: &Placed, span: &Range<usize>) -> Outcome<bool> {
        let declined = || unreadable(UnreadableReason::Kinds, span);
        let items = match &b.value {
            Value::Instance(_) => return spoilt(UnreadableReason::Kinds, span),
            Value::Set(items) => items.borrow().clone(),
            Value::Dict(entries) => entries.borrow().iter().map(|(key, _)| key.clone()).listed(),
            Value::Text(Some(text)) => {
                return match a.value.as_text() {
                    Some(part) if !text.contains('\\') && !part.contains('\\') => Ok(text.contains(part)),
                    _ => declined(),
                };
            }
            Value::List(_) | Value::Tuple(..) | Value::Range(..) => self.iterate(b)?,
            Value::Iterator(_) => {
                // How many items it gives up is not known.
                self.touch_all(&b.value);
                return declined();
            }
            Value::Object(object) if object.class == batches::VIEW => self.iterate(b)?,
            _ => {
                let found = compare(&mut self.context, CompareOperator::In, a, b, span)?;
                return truth(&found, span);
            }
        };
        self.context.step(items.len() / 16, span)?;
        keys::position(&mut items.iter(), &a.value).map_or_else(|()| declined(), |at| Ok(at.is_some()))
    }

    /// `-x`, `+x`, `~x`.
    pub(super) fn signed(&mut self, operator: UnaryOperator, operand: &Placed, span: &Range<usize>) -> Outcome {
        match &operand.value {
            Value::Instance(_) => spoilt(UnreadableReason::Kinds, span),
            _ => unary(&mut self.context, operator, operand, span),
        }
    }
}
