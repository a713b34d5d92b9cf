//! Operators of the program's own classes, from the operator to the special method that does it.

use std::ops::Range;
use std::rc::Rc;

use super::{Machine, UnreadableReason};
use crate::functions::batches;
use crate::functions::operators::{binary, compare, comparison, record, same, truth, unary};
use crate::machine::attributes::lists;
use crate::machine::keys;
use crate::signatures::call::Arguments;
use crate::syntax::tree::{BinaryOperator, CompareOperator, UnaryOperator};
use crate::tensors::context::{Outcome, raised, unreadable};
use crate::tensors::value::{Class, DATA_FIELDS, Decorator, Placed, Source, Value};
use tensor_broadcasting::library::Library;

/// What a special method returns where it does not know its operand.
pub(super) const NOT_IMPLEMENTED: &str = "builtins.NotImplemented";

/// The class of an instance.
pub(super) fn instance(value: &Value) -> Option<&Rc<Class>> {
    match value {
        Value::Instance(instance) => Some(&instance.class),
        _ => None,
    }
}

/// The class in Python's messages, also of instances.
pub(super) fn class_of(value: &Value) -> Option<String> {
    match value {
        Value::Instance(instance) => Some(instance.class.name.clone()),
        Value::Iterator(iterator) => Some(
            match iterator.source {
                Source::List(_) => "list_iterator",
                Source::Rows(_) => "iterator",
                Source::Batches(_) => "_SingleProcessDataLoaderIter",
                Source::Enumerate(..) => "enumerate",
                Source::Zip(_) => "zip",
                Source::Map(..) => "map",
                Source::Filter(..) => "filter",
                Source::Statements(..) | Source::Comprehension(..) => "generator",
            }
            .to_owned(),
        ),
        _ => value.class(),
    }
}

impl Machine<'_> {
    /// Calls a special method of an instance; `None` where its class has none or the method does not know its operands.
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
            // The class that it derives from has these.
            None if class.is_dataset() && lists("__getitem__ __add__", name) => {
                unreadable(UnreadableReason::Kinds, span)
            }
            None => Ok(None),
            Some((owner, Value::Function(function))) if function.decorator == Decorator::None => {
                let given = Arguments { positional: arguments, keywords: Vec::new(), span: span.clone() };
                let value = self.call_method(&function, &owner, receiver.clone(), given)?;
                Ok(Some(value).filter(|value| !matches!(value, Value::Path(path) if **path == *NOT_IMPLEMENTED)))
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
                // In place it keeps its shape.
                Value::Tensor(tensor) if in_place && !tensor.is_scalar => {
                    tensor.forget();
                    self.context.is_uncertain = true;
                    a.value.clone()
                }
                _ => {
                    if in_place {
                        self.touch_all(&a.value);
                    }
                    unknown
                }
            });
        }
        let classes = (instance(&a.value), instance(&b.value));
        if let (Value::List(items), BinaryOperator::Add, true) = (&a.value, operator, in_place)
            && b.value.tensor().is_none()
            && classes.1.is_none()
        {
            let more = self.iterate(b)?;
            self.context.make(more.len(), span)?;
            items.borrow_mut().extend(more);
            self.context.keep(&a.value, span)?;
            return Ok(a.value.clone());
        }
        if let (None, None) = classes {
            return binary(&mut self.context, operator, a, b, in_place, span);
        }
        let declined = || unreadable(UnreadableReason::Kinds, span);
        let stem = if operator == BinaryOperator::Divide { "truediv" } else { record(operator) };
        // An array of NumPy takes any object as an array of objects.
        let is_array = |value: &Value| value.tensor().is_some_and(|tensor| tensor.library == Library::NumPy);
        // A string is formatted with any object.
        let is_format = operator == BinaryOperator::Remainder && matches!(a.value, Value::Text(_));
        if is_format || is_array(&a.value) || (in_place && classes.0.is_none() && a.value.number_kind().is_none()) {
            return declined();
        }
        if in_place && let Some(value) = self.special(&a.value, &format!("__i{stem}__"), vec![b.clone()], span)? {
            return Ok(value);
        }
        if let Some(value) = self.either(&a.value, &b.value, [&format!("__{stem}__"), &format!("__r{stem}__")], span)? {
            return Ok(value);
        }
        let has_index = |class: Option<&Rc<Class>>| class.is_some_and(|class| class.find("__index__").is_some());
        let (Some(first), Some(second)) = (class_of(&a.value), class_of(&b.value)) else { return declined() };
        let is_sequence = |value: &Value| matches!(value, Value::List(_) | Value::Tuple(..) | Value::Text(_));
        let is_parameter = |value: &Value| value.tensor().is_some_and(|tensor| tensor.is_parameter.get());
        if is_parameter(&a.value) || is_parameter(&b.value) {
            return declined();
        }
        if is_array(&b.value) || has_index(classes.0) || has_index(classes.1) || first.contains('.') {
            return declined();
        }
        let sign = match (operator, in_place) {
            (BinaryOperator::Power, false) => "** or pow()".to_owned(),
            (_, true) => format!("{}=", operator.sign()),
            _ => operator.sign().to_owned(),
        };
        let message = match operator {
            BinaryOperator::Add if is_sequence(&a.value) => {
                format!("can only concatenate {first} (not \"{second}\") to {first}")
            }
            BinaryOperator::Multiply if is_sequence(&a.value) => {
                format!("can't multiply sequence by non-int of type '{second}'")
            }
            BinaryOperator::Multiply if is_sequence(&b.value) => {
                format!("can't multiply sequence by non-int of type '{first}'")
            }
            _ => format!("unsupported operand type(s) for {sign}: '{first}' and '{second}'"),
        };
        raised("TypeError", message, span)
    }

    /// Calls the method of the left operand, and that of the right one where the left one does not know it.
    fn either(&mut self, a: &Value, b: &Value, names: [&str; 2], span: &Range<usize>) -> Outcome<Option<Value>> {
        let place = |value: &Value| vec![Placed { value: value.clone(), span: span.clone() }];
        let [name, reflected] = names;
        let (mut is_first, mut is_same) = (false, false);
        if let (Some(x), Some(y)) = (instance(a), instance(b)) {
            is_same = Rc::ptr_eq(x, y) && reflected.starts_with("__r");
            // A derived class decides first where it has a method of its own.
            let owner = |class: &Rc<Class>| class.find(reflected).map(|(owner, _)| owner);
            is_first = !Rc::ptr_eq(x, y)
                && y.derives_from(x)
                && match (owner(x), owner(y)) {
                    (Some(x), Some(y)) => !Rc::ptr_eq(&x, &y),
                    (_, y) => y.is_some(),
                };
        }
        if is_first && let Some(value) = self.special(b, reflected, place(a), span)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.special(a, name, place(b), span)? {
            return Ok(Some(value));
        }
        if is_first || is_same { Ok(None) } else { self.special(b, reflected, place(a), span) }
    }

    /// `a < b` and the other comparisons.
    pub(super) fn compared(
        &mut self,
        operator: CompareOperator,
        a: &Placed,
        b: &Placed,
        span: &Range<usize>,
    ) -> Outcome {
        use CompareOperator::{Equal, Greater, GreaterOrEqual, In, Less, LessOrEqual, NotEqual, NotIn};
        let declined = || unreadable(UnreadableReason::Kinds, span);
        if matches!(operator, In | NotIn) {
            let found = self.contains(a, b, span)?;
            return Ok(Value::Bool(Some(found == (operator == In))));
        }
        let classes = (instance(&a.value), instance(&b.value));
        let Some((name, sign)) = comparison(operator).filter(|_| classes.0.is_some() || classes.1.is_some()) else {
            return compare(&mut self.context, operator, a, b, span);
        };
        if a.value.tensor().is_some() {
            return declined();
        }
        let reflected = match operator {
            Less => "gt",
            LessOrEqual => "ge",
            Greater => "lt",
            GreaterOrEqual => "le",
            _ => name,
        };
        let names = [&*format!("__{name}__"), &*format!("__{reflected}__")];
        if let Some(value) = self.either(&a.value, &b.value, names, span)? {
            return Ok(value);
        }
        if b.value.tensor().is_some() {
            return declined();
        }
        if operator == NotEqual {
            // Without `__ne__` it is what `__eq__` says, turned around.
            let equal = self.compared(Equal, a, b, span)?;
            return Ok(Value::Bool(Some(!self.holds(&equal, span)?)));
        }
        if operator != Equal {
            let (Some(first), Some(second)) = (class_of(&a.value), class_of(&b.value)) else { return declined() };
            let message = format!("'{sign}' not supported between instances of '{first}' and '{second}'");
            return raised("TypeError", message, span);
        }
        let (Value::Instance(x), Value::Instance(y)) = (&a.value, &b.value) else {
            return Ok(Value::Bool(Some(false)));
        };
        match x.class.find(DATA_FIELDS) {
            Some((_, Value::Tuple(names, _))) if Rc::ptr_eq(&x.class, &y.class) => {
                let fields = |instance: &crate::tensors::value::Instance| {
                    Value::tuple(names.iter().filter_map(|name| instance.get(name.as_text()?)))
                };
                match same(&fields(x), &fields(y)) {
                    Some(equal) => Ok(Value::Bool(Some(equal))),
                    None => declined(),
                }
            }
            _ => Ok(Value::Bool(Some(Rc::ptr_eq(x, y)))),
        }
    }

    /// `a in b`.
    fn contains(&mut self, a: &Placed, b: &Placed, span: &Range<usize>) -> Outcome<bool> {
        let declined = || unreadable(UnreadableReason::Kinds, span);
        match &b.value {
            Value::Instance(_) => {
                if let Some(found) = self.special(&b.value, "__contains__", vec![a.clone()], span)? {
                    return self.holds(&found, span);
                }
                // Versions of Python have different messages.
                if instance(&b.value).is_none_or(|class| class.find("__iter__").or(class.find("__getitem__")).is_none())
                {
                    return declined();
                }
            }
            Value::Set(items) => {
                self.context.step(items.borrow().len() / 64, span)?;
                return keys::position(items.borrow().iter(), &a.value)
                    .map_or_else(|()| declined(), |found| Ok(found.is_some()));
            }
            Value::Dict(entries) => {
                self.context.step(entries.borrow().len() / 64, span)?;
                return keys::position(entries.borrow().iter().map(|(key, _)| key), &a.value)
                    .map_or_else(|()| declined(), |found| Ok(found.is_some()));
            }
            Value::Text(Some(text)) => {
                return match a.value.as_text() {
                    Some(part) if !text.contains('\\') && !part.contains('\\') => Ok(text.contains(part)),
                    _ => declined(),
                };
            }
            Value::List(_) | Value::Tuple(..) | Value::Range(..) | Value::Iterator(_) => {}
            Value::Object(object) if object.class == batches::VIEW => {}
            _ => {
                let found = compare(&mut self.context, CompareOperator::In, a, b, span)?;
                return truth(&found, span);
            }
        }
        let iterator = self.iterator(b)?;
        while let Some(item) = self.advance(&iterator, span)? {
            let is_same = match (&item, &a.value) {
                (Value::Tensor(x), Value::Tensor(y)) => x.is(y) && !x.is_scalar,
                (Value::Instance(x), Value::Instance(y)) => Rc::ptr_eq(x, y),
                _ => false,
            };
            if is_same {
                return Ok(true);
            }
            let equal = match keys::same_key(&item, &a.value) {
                Some(equal) => equal,
                None if item.tensor().is_some() || a.value.tensor().is_some() => return declined(),
                None => {
                    let item = Placed { value: item, span: span.clone() };
                    let equal = self.compared(CompareOperator::Equal, &item, a, span)?;
                    self.holds(&equal, span)?
                }
            };
            if equal {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `-x`, `+x`, `~x`.
    pub(super) fn signed(&mut self, operator: UnaryOperator, operand: &Placed, span: &Range<usize>) -> Outcome {
        let (name, sign) = match operator {
            UnaryOperator::Minus => ("__neg__", "unary -"),
            UnaryOperator::Plus => ("__pos__", "unary +"),
            _ => ("__invert__", "unary ~"),
        };
        match &operand.value {
            Value::Instance(_) => self.only(&operand.value, name, sign, span),
            _ => unary(&mut self.context, operator, operand, span),
        }
    }
}
