//! Calls of Python's built-in functions that may run the program.

use std::ops::Range;
use std::rc::Rc;

use super::operations::class_of;
use super::{Machine, UnreadableReason};
use crate::functions::batches;
use crate::machine::{builtins, keys};
use crate::signatures::call::{Arguments, integer};
use crate::syntax::tree::BinaryOperator;
use crate::tensors::context::{Outcome, Stop, raised, unreadable};
use crate::tensors::types::is_floating;
use crate::tensors::value::{Iterator, Object, Placed, Source, TupleKind, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

impl Machine<'_> {
    /// Python's built-in functions.
    ///
    /// # Errors
    ///
    /// Python's own exception; a call that is not read.
    pub(super) fn builtin(&mut self, name: &str, given: &Arguments) -> Outcome {
        let span = &given.span;
        let declined = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), span);
        let keyword = |wanted: &str| given.keywords.iter().find(|(known, _)| known == wanted).map(|(_, value)| value);
        let is_plain = given.keywords.is_empty();
        let only = |wanted: &[&str]| given.keywords.iter().all(|(known, _)| wanted.contains(&known.as_str()));
        match (name, given.positional.as_slice()) {
            ("map", [function, items @ ..]) if is_plain && !items.is_empty() => {
                let iterators = self.iterators(items)?;
                Ok(Iterator::value(Source::Map(function.value.clone(), iterators), Vec::new()))
            }
            ("zip", items) if is_plain => {
                let iterators = self.iterators(items)?;
                Ok(Iterator::value(Source::Zip(iterators), Vec::new()))
            }
            ("enumerate", [items, start @ ..]) if only(&["start"]) && start.len() + given.keywords.len() < 2 => {
                let start = match start.first().or(keyword("start")).map(|start| integer(&start.value)) {
                    None => 0,
                    Some(Some(Some(start))) => start,
                    Some(_) => return declined(),
                };
                let iterator = self.iterator(items)?;
                Ok(Iterator::value(Source::Enumerate(iterator, start), Vec::new()))
            }
            ("iter", [items]) if is_plain => self.iterator(items),
            ("next", [iterator, default @ ..]) if is_plain && default.len() < 2 => {
                match &iterator.value {
                    Value::Iterator(_) => {}
                    Value::Object(object) if object.class == batches::ITERATOR => {}
                    _ => return declined(),
                }
                match (self.advance(&iterator.value, span)?, default.first()) {
                    (Some(item), _) => Ok(item),
                    (None, Some(default)) => Ok(default.value.clone()),
                    (None, None) => raised("StopIteration", "", span),
                }
            }
            ("sum", [items, start @ ..]) if only(&["start"]) && start.len() + given.keywords.len() < 2 => {
                let start = start.first().or(keyword("start")).map_or(Value::Int(Some(0)), |start| start.value.clone());
                let mut total = Placed { value: start, span: span.clone() };
                let iterator = self.iterator(items)?;
                while let Some(value) = self.advance(&iterator, &items.span)? {
                    let item = Placed { value, span: items.span.clone() };
                    total.value = self.operate(BinaryOperator::Add, &total, &item, false, span)?;
                }
                Ok(total.value)
            }
            ("any" | "all", [items]) if is_plain => {
                let iterator = self.iterator(items)?;
                while let Some(item) = self.advance(&iterator, &items.span)? {
                    if self.holds(&item, span)? == (name == "any") {
                        return Ok(Value::Bool(Some(name == "any")));
                    }
                }
                Ok(Value::Bool(Some(name == "all")))
            }
            ("max" | "min", items) if only(&["key", "default"]) && !items.is_empty() => {
                let items = match items {
                    [only] => self.unordered(only)?,
                    all => all.iter().map(|item| item.value.clone()).collect(),
                };
                match (items.is_empty(), keyword("default")) {
                    (true, Some(default)) => Ok(default.value.clone()),
                    (true, None) => declined(),
                    _ => self.best(name, items, keyword("key"), span),
                }
            }
            ("sorted", [items]) if only(&["key", "reverse"]) => {
                let items = self.unordered(items)?;
                self.sorted(items, given)
            }
            ("list" | "tuple", [items]) if is_plain => {
                if let Value::Set(known) = &items.value
                    && keys::in_order(&known.borrow()).is_none()
                    && name == "list"
                {
                    let copy = Value::Set(Rc::new(std::cell::RefCell::new(known.borrow().clone())));
                    let fields = vec![("items", copy)];
                    return Ok(Value::Object(Rc::new(Object { class: batches::UNORDERED, fields })));
                }
                let items = self.iterate(items)?;
                Ok(if name == "list" { Value::list(items) } else { Value::tuple(items) })
            }
            ("set", []) if is_plain => self.set_of(Vec::new(), span),
            ("set", [items]) if is_plain => {
                let items = self.unordered(items)?;
                self.set_of(items, span)
            }
            ("dict", [items]) => {
                let mut pairs = match &items.value {
                    Value::Dict(entries) => {
                        entries.borrow().iter().map(|(key, value)| Value::tuple([key.clone(), value.clone()])).collect()
                    }
                    _ => self.iterate(items)?,
                };
                let more = given.keywords.iter();
                pairs.extend(more.map(|(name, value)| Value::tuple([Value::text(name), value.value.clone()])));
                self.dict_of(pairs, span)
            }
            ("reversed", [items]) if is_plain => {
                if !matches!(items.value, Value::List(_) | Value::Tuple(..) | Value::Range(..)) {
                    return declined();
                }
                let mut items = self.iterate(items)?;
                items.reverse();
                Ok(batches::iterator(items))
            }
            ("len", [value]) if is_plain => match &value.value {
                Value::Instance(_) => self.length_of(&value.value, span),
                Value::Object(object) if object.class == batches::LOADER => match self.batch_count(object, span)? {
                    Some(count) => Ok(Value::Int(Some(count))),
                    None => builtins::call(&mut self.context, name, given),
                },
                Value::Set(items) => Ok(Value::Int(Some(items.borrow().len() as i64))),
                Value::Iterator(_) | Value::Function(_) => {
                    let class = class_of(&value.value).unwrap_or_default();
                    raised("TypeError", format!("object of type '{class}' has no len()"), span)
                }
                _ => builtins::call(&mut self.context, name, given),
            },
            ("print", values) => {
                for value in values {
                    self.shown(&value.value, false, span)?;
                }
                Ok(Value::None)
            }
            ("str" | "repr", [value]) if is_plain => self.shown(&value.value, name == "repr", span),
            ("isinstance", [value, kind]) if is_plain => match is_instance(&value.value, &kind.value) {
                Some(is_instance) => Ok(Value::Bool(Some(is_instance))),
                None => declined(),
            },
            ("type", [value]) if is_plain => match &value.value {
                Value::Instance(instance) => Ok(Value::Class(Rc::clone(&instance.class))),
                _ => declined(),
            },
            ("hasattr" | "getattr", [value, attribute, default @ ..])
                if is_plain && default.len() <= usize::from(name == "getattr") =>
            {
                let Some(attribute) = attribute.value.as_text().map(str::to_owned) else { return declined() };
                let found = self.attribute(value, &attribute, span);
                let is_missing = matches!(&found, Err(stop)
                    if matches!(&**stop, Stop::Raised(raised) if raised.kind == "AttributeError"));
                match (name, is_missing, default.first()) {
                    ("hasattr", true, _) => Ok(Value::Bool(Some(false))),
                    ("hasattr", ..) => found.map(|_| Value::Bool(Some(true))),
                    (_, true, Some(default)) => Ok(default.value.clone()),
                    _ => found,
                }
            }
            ("setattr", [value, attribute, new]) if is_plain => {
                let Some(attribute) = attribute.value.as_text().map(str::to_owned) else { return declined() };
                self.bind_attribute(&value.value, &attribute, new.value.clone(), span)?;
                Ok(Value::None)
            }
            _ => builtins::call(&mut self.context, name, given),
        }
    }

    /// The iterators of values.
    fn iterators(&mut self, values: &[Placed]) -> Outcome<Vec<Value>> {
        let mut iterators = Vec::new();
        for value in values {
            iterators.push(self.iterator(value)?);
        }
        Ok(iterators)
    }

    /// A call of a function with values.
    pub(super) fn call_with(&mut self, function: &Placed, values: &[&Value], span: &Range<usize>) -> Outcome {
        let place = |value: &&Value| Placed { value: (*value).clone(), span: span.clone() };
        let positional = values.iter().map(place).collect();
        let given = Arguments { positional, keywords: Vec::new(), span: span.clone() };
        self.call_value(&function.value, given, &function.span)
    }

    /// The items of a value for a function to which their order is nothing.
    fn unordered(&mut self, items: &Placed) -> Outcome<Vec<Value>> {
        match &items.value {
            Value::Set(items) => Ok(items.borrow().clone()),
            Value::Object(object) if object.class == batches::UNORDERED => match object.field("items") {
                Some(Value::Set(items)) => Ok(items.borrow().clone()),
                _ => Ok(Vec::new()),
            },
            _ => self.iterate(items),
        }
    }
}

/// `isinstance(value, kind)`; `None` where that is not known.
fn is_instance(value: &Value, kind: &Value) -> Option<bool> {
    if matches!(value, Value::Path(_) | Value::Method(..) | Value::Slice(_)) {
        return None;
    }
    let array = |value: &Value| value.tensor().filter(|tensor| tensor.library == Library::NumPy).cloned();
    let scalar = array(value).filter(|tensor| tensor.is_scalar);
    match kind {
        Value::Tuple(kinds, TupleKind::Plain) => {
            let mut found = false;
            for kind in kinds.iter() {
                found |= is_instance(value, kind)?;
            }
            Some(found)
        }
        Value::Class(class) => match value {
            Value::Instance(instance) => Some(instance.class.derives_from(class)),
            _ => Some(false),
        },
        Value::Dtype(dtype) => match value {
            Value::Tensor(tensor) if tensor.is_scalar => Some(tensor.dtype == *dtype),
            _ => Some(false),
        },
        Value::Path(path) => Some(match &**path {
            "builtins.int" => matches!(value, Value::Int(_) | Value::Bool(_)),
            "builtins.float" => {
                matches!(value, Value::Float(_)) || scalar.is_some_and(|scalar| scalar.dtype == Dtype::Float64)
            }
            "builtins.bool" => matches!(value, Value::Bool(_)),
            "builtins.str" => matches!(value, Value::Text(_)),
            "builtins.list" => match value {
                Value::Object(object) if object.class == batches::UNORDERED => true,
                _ => matches!(value, Value::List(_)),
            },
            "builtins.tuple" => matches!(value, Value::Tuple(..)),
            "builtins.dict" => matches!(value, Value::Dict(_)),
            "builtins.set" => matches!(value, Value::Set(_)),
            "torch.Tensor" => value.tensor().is_some_and(|tensor| tensor.library == Library::PyTorch),
            "torch.nn.Parameter" => value.tensor().is_some_and(|tensor| tensor.is_parameter.get()),
            "numpy.ndarray" => array(value).is_some_and(|tensor| !tensor.is_scalar),
            "numpy.generic" => scalar.is_some(),
            "numpy.integer" => scalar.is_some_and(|scalar| scalar.dtype.is_integer() && scalar.dtype != Dtype::Bool),
            "numpy.floating" => scalar.is_some_and(|scalar| is_floating(scalar.dtype)),
            "torch.nn.Module" => value.is_module(),
            path => {
                let name =
                    path.strip_prefix("torch.").filter(|name| name.starts_with("nn.") && !name.contains("odule"))?;
                match value {
                    Value::Object(object) => object.class == name,
                    Value::Instance(_) | Value::Tensor(_) => false,
                    _ => return None,
                }
            }
        }),
        _ => None,
    }
}
