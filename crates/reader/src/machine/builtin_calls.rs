//! Calls of Python's built-in functions that may run the program.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::Machine;
use super::containers::pairs;
use crate::functions::batches;
use crate::machine::builtins;
use crate::reading::UnreadableReason;
use crate::signatures::call::{Arguments, integer};
use crate::signatures::place::Place;
use crate::syntax::tree::BinaryOperator;
use crate::tensors::context::{Outcome, Stop, lost};
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
        let declined = || given.unread(name);
        let keywords: &[&str] = match name {
            "enumerate" | "sum" => &["start"],
            "max" | "min" => &["key"],
            "sorted" => &["key", "reverse"],
            "print" => &["sep", "end", "file", "flush"],
            _ => &[],
        };
        if !given.has_only(keywords) && name != "dict" {
            return declined();
        }
        match (name, given.positional.as_slice()) {
            ("map", [function, items @ ..]) if !items.is_empty() => {
                let iterators = self.iterators(items)?;
                Ok(Iterator::value(Source::Map(function.value.clone(), iterators), Vec::new()))
            }
            ("zip", items) => {
                let iterators = self.iterators(items)?;
                Ok(Iterator::value(Source::Zip(iterators), Vec::new()))
            }
            ("enumerate", [items, ..]) if given.count() < 3 => {
                let start = match given.argument(1, "start").map(integer) {
                    None => 0,
                    Some(Some(Some(start))) => start,
                    Some(_) => return declined(),
                };
                let iterator = self.iterator(items)?;
                Ok(Iterator::value(Source::Enumerate(iterator, start), Vec::new()))
            }
            ("iter", [items]) => self.iterator(items),
            ("next", [Placed { value: iterator @ Value::Iterator(_), .. }]) => match self.advance(iterator, span)? {
                Some(item) => Ok(item),
                None => declined(),
            },
            ("sum", [items, ..]) if given.count() < 3 => {
                let start = given.argument(1, "start").cloned();
                let mut total = Placed::new(start.unwrap_or(Value::Int(Some(0))), span);
                let iterator = self.iterator(items)?;
                while let Some(value) = self.advance(&iterator, &items.span)? {
                    let item = Placed::new(value, &items.span);
                    total.value = self.operate(BinaryOperator::Add, &total, &item, false, span)?;
                }
                Ok(total.value)
            }
            ("any" | "all", [items]) => {
                let iterator = self.iterator(items)?;
                while let Some(item) = self.advance(&iterator, &items.span)? {
                    if self.holds(&item, span)? == (name == "any") {
                        return Ok(Value::Bool(Some(name == "any")));
                    }
                }
                Ok(Value::Bool(Some(name == "all")))
            }
            ("max" | "min", items) if !items.is_empty() => {
                let items = match items {
                    [only] => self.unordered(only)?,
                    all => all.iter().map(|item| item.value.clone()).listed(),
                };
                match self.sorted(name, items, given)?.into_iter().next() {
                    Some(best) => Ok(best),
                    None => declined(),
                }
            }
            ("sorted", [items]) => {
                let items = self.unordered(items)?;
                self.sorted(name, items, given).map(Value::list)
            }
            ("list", [Placed { value: Value::Set(known), .. }]) if known.borrow().len() > 1 => {
                let copy = Value::Set(Rc::new(RefCell::new(known.borrow().clone())));
                Ok(Value::Object(Rc::new(Object { class: batches::UNORDERED, fields: vec![("items", copy)] })))
            }
            ("list" | "tuple" | "set" | "dict", items @ ([] | [_])) => {
                let mut items = match items.first() {
                    None => Vec::new(),
                    Some(Placed { value: Value::Dict(entries), .. }) if name == "dict" => pairs(entries),
                    Some(items) if name == "set" => self.unordered(items)?,
                    Some(items) => self.iterate(items)?,
                };
                items.extend(
                    given.keywords.iter().map(|(name, value)| Value::tuple([Value::text(name), value.value.clone()])),
                );
                match name {
                    "list" => Ok(Value::list(items)),
                    "tuple" => Ok(Value::tuple(items)),
                    "set" => self.set_of(items, span),
                    _ => self.dict_of(items, span),
                }
            }
            ("reversed", [items]) if matches!(items.value, Value::List(_) | Value::Tuple(..) | Value::Range(..)) => {
                let mut items = self.iterate(items)?;
                items.reverse();
                Ok(batches::iterator(items))
            }
            ("len", [value]) => self.length_of(&value.value, span),
            ("range", _) => builtins::range(given),
            ("int" | "float" | "bool", [value]) => builtins::convert(name, &value.value, given),
            ("abs", [value]) => match &value.value {
                Value::Int(value) => Ok(Value::Int(value.and_then(i64::checked_abs))),
                Value::Float(value) => Ok(Value::Float(value.map(f64::abs))),
                Value::Tensor(tensor) => self.library_function(Place::of_function(tensor.library), name, given),
                _ => declined(),
            },
            ("round", [value]) => match value.value {
                Value::Float(Some(value)) if value.abs() < 9.0e15 => {
                    Ok(Value::Int(Some(value.round_ties_even() as i64)))
                }
                Value::Float(None) => Ok(Value::Int(None)),
                Value::Int(value) => Ok(Value::Int(value)),
                _ => declined(),
            },
            ("round", [Placed { value: Value::Float(_), .. }, Placed { value: Value::Int(_), .. }]) => {
                Ok(Value::Float(None))
            }
            ("print", values) => {
                for value in values {
                    self.shown(&value.value, false, span)?;
                }
                Ok(Value::None)
            }
            ("str" | "repr", [value]) => self.shown(&value.value, name == "repr", span),
            ("isinstance", [value, kind]) => match is_instance(&value.value, &kind.value) {
                Some(is_instance) => Ok(Value::Bool(Some(is_instance))),
                None => declined(),
            },
            ("type", [Placed { value: Value::Instance(instance), .. }]) => Ok(Value::Class(Rc::clone(&instance.class))),
            ("hasattr" | "getattr", [value, Placed { value: Value::Text(Some(attribute)), .. }, default @ ..])
                if default.len() <= usize::from(name == "getattr") =>
            {
                let found = self.attribute(value, attribute, span);
                let is_missing = matches!(&found, Err(stop)
                    if matches!(&**stop, Stop::Raised(raised) if raised.kind == "AttributeError"));
                match (name, is_missing, default) {
                    ("hasattr", true, _) => Ok(Value::Bool(Some(false))),
                    ("hasattr", ..) => {
                        found.map(|found| Value::Bool((!matches!(found, Value::Unknown(_))).then_some(true)))
                    }
                    (_, true, [default]) => Ok(default.value.clone()),
                    _ => found,
                }
            }
            ("setattr", [value, Placed { value: Value::Text(Some(attribute)), .. }, new]) => {
                self.bind_attribute(&value.value, attribute, new.value.clone(), span)?;
                Ok(Value::None)
            }
            // It may be any of its names.
            ("setattr", [Placed { value: Value::Path(_), .. }, ..]) => lost(UnreadableReason::Statement, span),
            _ => declined(),
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
        let positional = values.iter().map(|value| Placed::new((*value).clone(), span)).listed();
        self.call_value(&function.value, Arguments::of(positional, span), &function.span)
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
    let is_tensor = |library: Library| value.tensor().is_some_and(|tensor| tensor.library == library);
    // The element type of a scalar of NumPy.
    let scalar = value.tensor().filter(|tensor| tensor.is_scalar).map(|tensor| tensor.dtype);
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
        Value::Path(path) => Some(match &**path {
            "builtins.int" => matches!(value, Value::Int(_) | Value::Bool(_)),
            "builtins.float" => matches!(value, Value::Float(_)) || scalar == Some(Dtype::Float64),
            "builtins.bool" => matches!(value, Value::Bool(_)),
            "builtins.str" => matches!(value, Value::Text(_)),
            "builtins.list" if matches!(value, Value::Object(_)) => return None,
            "builtins.list" => matches!(value, Value::List(_)),
            "builtins.tuple" => matches!(value, Value::Tuple(..)),
            "builtins.dict" => matches!(value, Value::Dict(_)),
            "torch.Tensor" => is_tensor(Library::PyTorch),
            "numpy.ndarray" => is_tensor(Library::NumPy) && scalar.is_none(),
            "torch.nn.Module" => value.is_module(),
            path => {
                let name = path.strip_prefix("torch.").filter(|name| name.starts_with("nn."))?;
                match value {
                    Value::Object(object) => object.class == name,
                    Value::Instance(_) if !name.contains("odule") => false,
                    _ => return None,
                }
            }
        }),
        _ => None,
    }
}
