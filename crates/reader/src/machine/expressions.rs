//! Expressions.

use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::containers::{missing_key, pairs};
use super::operations::cannot;
use super::statements::Flow;
use super::unknown::ABSENT;
use super::{Machine, Unknown, UnreadableReason};
use crate::functions::{batches, indexing, selection};
use crate::machine::{attributes, keys};
use crate::reading::Note;
use crate::signatures::call::integer;
use crate::syntax::tree::{Expression, ExpressionKind, SequenceKind, UnaryOperator};
use crate::tensors::context::{Outcome, Stop, raised, unreadable};
use crate::tensors::value::{Body, Decorator, Placed, Tensor, TupleKind, Value};
use tensor_broadcasting::{Dtype, Shape};

impl Machine<'_> {
    /// The value of an expression, with its place.
    pub(super) fn placed(&mut self, expression: &Expression) -> Outcome<Placed> {
        Ok(Placed::new(self.value(expression)?, &expression.span))
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expression: &Expression) -> Outcome {
        self.enter(1, &expression.span)?;
        let value = self.evaluate(expression);
        self.leave(1);
        let value = value.or_else(|stop| match *stop {
            // A stated shape does not say the element type.
            Stop::Raised(raised) if is_of_types(&raised.message) && self.context.notes.iter().any(Note::is_used) => {
                self.or_unknown(Stop::Unreadable(UnreadableReason::Kinds, raised.span))
            }
            // It may be called with other values, and after other calls.
            Stop::Raised(raised) if self.uncalled > 0 && !raised.is_of_operands() => Ok(Value::Unknown(None)),
            stop => self.or_unknown(stop),
        })?;
        if let Value::Unknown(_) = value {
            self.unknowns += 1;
            // It may have raised an exception that is handled.
            let line = self.context.line(expression.span.start);
            if self.tries > 0 && !self.context.conditions.contains(&line) {
                self.context.conditions.push(line);
            }
        }
        if let (Value::Tensor(tensor), true, None) = (&value, self.calls == 0, expression.name()) {
            self.shapes.push((expression.span.clone(), tensor.shape.clone()));
        }
        Ok(value)
    }

    fn evaluate(&mut self, expression: &Expression) -> Outcome {
        let span = &expression.span;
        self.context.step(1, span)?;
        match &expression.kind {
            ExpressionKind::Name(name) => self.name(name, span),
            ExpressionKind::Integer(Some(value)) => Ok(Value::Int(Some(*value))),
            ExpressionKind::Integer(None) | ExpressionKind::Imaginary => unreadable(UnreadableReason::Expression, span),
            ExpressionKind::Float(value) => Ok(Value::Float(Some(*value))),
            ExpressionKind::Text(text) => Ok(Value::text(text)),
            ExpressionKind::OpaqueText => self.formatted(span),
            ExpressionKind::Bool(value) => Ok(Value::Bool(Some(*value))),
            ExpressionKind::None => Ok(Value::None),
            ExpressionKind::Ellipsis => Ok(Value::Ellipsis),
            ExpressionKind::Sequence { kind, items } => {
                let items = self.items(items)?;
                match kind {
                    SequenceKind::Set if items.iter().any(|item| item.unknown().is_some()) => Ok(Value::Unknown(None)),
                    SequenceKind::Tuple | SequenceKind::BareTuple => Ok(Value::tuple(items)),
                    SequenceKind::List => Ok(Value::list(items)),
                    SequenceKind::Set => self.set_of(items, span),
                }
            }
            ExpressionKind::Dict(entries) => self.dict(entries, span),
            ExpressionKind::Comprehension { elements, clauses } => {
                let bracket = self.context.source.typed(&(span.start..span.start + 1));
                let (iterator, scope) = self.comprehension(elements, clauses)?;
                if bracket == "(" {
                    self.keep_scope(scope);
                    return Ok(iterator);
                }
                let items = self.rest(&iterator, span);
                self.drop_scope(scope);
                match bracket.as_str() {
                    "[" => Ok(Value::list(items?)),
                    _ if elements.len() == 2 => self.dict_of(items?, span),
                    _ => self.set_of(items?, span),
                }
            }
            ExpressionKind::Lambda { parameters, body } => {
                self.function("<lambda>", parameters, Body::Lambda(Rc::clone(body)), Decorator::None)
            }
            ExpressionKind::Unary { operator, operand } => {
                let operand = self.placed(operand)?;
                if let Some(unknown) = operand.value.unknown() {
                    return Ok(unknown);
                }
                match operator {
                    UnaryOperator::Not => Ok(Value::Bool(Some(!self.holds(&operand.value, span)?))),
                    _ => self.signed(*operator, &operand, span),
                }
            }
            ExpressionKind::Binary { operator, left, right, .. } => {
                let left = self.placed(left)?;
                let right = self.placed(right)?;
                self.operate(*operator, &left, &right, false, span)
            }
            ExpressionKind::Compare { first, rest } => {
                let mut left = self.placed(first)?;
                let mut result = Value::Bool(Some(true));
                for (at, (operator, _, right)) in rest.iter().enumerate() {
                    // `a < b < c` is `a < b and b < c`.
                    if at > 0 && !self.holds(&result, span)? {
                        return Ok(result);
                    }
                    let right = self.placed(right)?;
                    result = match left.value.unknown().or_else(|| right.value.unknown()) {
                        Some(unknown) => unknown,
                        None => self.compared(*operator, &left, &right, span)?,
                    };
                    left = right;
                }
                Ok(result)
            }
            ExpressionKind::Logical { and, operands } => {
                let mut result = Value::None;
                for (at, operand) in operands.iter().enumerate() {
                    if at > 0 && result.unknown().is_some() {
                        // Which of the rest are evaluated is not known.
                        result = self.one_of(&[None, Some(operand)], span)?;
                        continue;
                    }
                    if at > 0 && self.holds(&result, span)? != *and {
                        return Ok(result);
                    }
                    result = self.value(operand)?;
                }
                Ok(result)
            }
            ExpressionKind::Conditional { condition, then, otherwise } => match self.is_true(condition)? {
                Some(holds) => self.value(if holds { then } else { otherwise }),
                None => self.one_of(&[Some(&**then), Some(&**otherwise)], &condition.span),
            },
            ExpressionKind::Named { target, value } => {
                let given = self.placed(value)?;
                // A comprehension has no variable of its own for it.
                let before = self.scope;
                self.scope = self.around_comprehensions();
                let ended = self.bind(target, given.clone());
                self.scope = before;
                ended?;
                Ok(given.value)
            }
            ExpressionKind::Attribute { value, name } => {
                let value = self.placed(value)?;
                if let Value::Unknown(_) = value.value {
                    return Ok(value.value);
                }
                let found = self.attribute(&value, &name.name, span)?;
                match &found {
                    Value::Path(path) if !attributes::is_known_path(path) => {
                        unreadable(UnreadableReason::UnknownCall(name.name.clone()), span)
                    }
                    _ => Ok(found),
                }
            }
            ExpressionKind::Call { function, arguments, .. } => self.call(function, arguments, span),
            ExpressionKind::Subscript { value, index } => {
                let value = self.placed(value)?;
                let mut place = self.index(index)?;
                if let (Value::Tensor(tensor), Some(name)) = (&value.value, index.name()) {
                    self.pick_any(tensor, name, &mut place.value);
                }
                let is_container = matches!(value.value, Value::Tuple(..) | Value::List(_) | Value::Dict(_));
                let unknown = value.value.unknown().filter(|_| !is_container).or_else(|| place.value.unknown());
                let item = match unknown {
                    Some(unknown) if !matches!(value.value, Value::Instance(_)) || value.value.unknown().is_some() => {
                        Ok(unknown)
                    }
                    _ => self.subscript(&value, &place, span),
                };
                // It may be any of the items.
                if is_container && !matches!(item, Ok(ref known) if known.unknown().is_none()) {
                    self.lose_within(&value.value);
                }
                item
            }
            ExpressionKind::Slice { parts } => {
                let mut bounds = [Value::None, Value::None, Value::None];
                for (bound, part) in bounds.iter_mut().zip(parts) {
                    if let Some(part) = part {
                        *bound = self.value(part)?;
                    }
                }
                Ok(Value::Slice(Box::new(bounds)))
            }
            ExpressionKind::Starred(_) => unreadable(UnreadableReason::Expression, span),
        }
    }

    /// The values of expressions one after the other; what a `*` stands before is taken apart.
    pub(super) fn items(&mut self, expressions: &[Expression]) -> Outcome<Vec<Value>> {
        let mut items = Vec::new();
        for expression in expressions {
            match &expression.kind {
                ExpressionKind::Starred(inner) => {
                    let value = self.placed(inner)?;
                    items.extend(self.iterate(&value)?);
                }
                _ => items.push(self.value(expression)?),
            }
            self.context.make(1, &expression.span)?;
        }
        Ok(items)
    }

    fn dict(&mut self, entries: &[(Option<Expression>, Expression)], span: &Range<usize>) -> Outcome {
        let mut made = Vec::new();
        for (key, value) in entries {
            match key {
                Some(key) => {
                    let key = self.value(key)?;
                    if key.unknown().is_some() {
                        self.value(value)?;
                        return Ok(Value::Unknown(None));
                    }
                    made.push(Value::tuple([key, self.value(value)?]));
                }
                None => match self.value(value)? {
                    Value::Dict(entries) => made.extend(pairs(&entries)),
                    _ => return unreadable(UnreadableReason::Expression, span),
                },
            }
        }
        self.dict_of(made, span)
    }

    pub(super) fn name(&mut self, name: &str, span: &Range<usize>) -> Outcome {
        if let Some(value) = self.value_of(name, span)? {
            // It is counted what a name keeps from being read: itself, and by what follows from it.
            if let Value::Unknown(origin) = &value {
                if origin.as_deref() == Some(ABSENT) {
                    self.context.assume(self.context.line(span.start));
                }
                let keeps = |known: &&mut Unknown| known.name == name || origin.as_deref() == Some(&*known.name);
                self.unknown.iter_mut().filter(keeps).for_each(|known| known.frees += 1);
            }
            return Ok(value);
        }
        // What `from module import *` brings hides Python's own functions.
        if let Some(library) = self.star
            && let Some(value) = attributes::of_star(library, name)
        {
            return Ok(value);
        }
        if let Some(value) = attributes::builtin(name) {
            return Ok(if self.is_patched(name) { Value::Unknown(None) } else { value });
        }
        if let Some(value) = self.name_in_field(name) {
            return Ok(value);
        }
        // It is told once.
        if !self.context.is_field {
            self.globals.push((name.to_owned(), Value::Unknown(Some(name.into()))));
            self.unknown.push(Unknown { name: name.to_owned(), from: None, frees: 0 });
        }
        unreadable(UnreadableReason::UnknownName(name.to_owned()), span)
    }

    /// The value of one of two expressions, where it is not known of which one; `None` is a value that is not known.
    fn one_of(&mut self, ways: &[Option<&Expression>; 2], span: &Range<usize>) -> Outcome {
        let (mut first, mut second) = (Value::Unknown(None), Value::Unknown(None));
        let read = |way: Option<&Expression>, slot: &mut Value, machine: &mut Self| {
            if let Some(way) = way {
                *slot = machine.value(way)?;
            }
            Ok(Flow::Next)
        };
        self.either_way(
            span,
            [&mut |machine| read(ways[0], &mut first, machine), &mut |machine| read(ways[1], &mut second, machine)],
        )?;
        Ok(self.one_value(first, &second))
    }

    /// `value.name`.
    pub(super) fn attribute(&mut self, value: &Placed, name: &str, span: &Range<usize>) -> Outcome {
        match &value.value {
            Value::Instance(_) | Value::Class(_) => self.class_attribute(&value.value, name, span),
            _ if self.is_patched(name) => Ok(Value::Unknown(None)),
            Value::Path(path) => {
                let path = format!("{path}.{name}");
                Ok(attributes::of_path(&path).unwrap_or_else(|| Value::path(&path)))
            }
            _ => attributes::of_value(&mut self.context, value, name, span),
        }
    }

    /// The value of an index. Two arrays in it that stretch each other are noted, unless that is meant: `q[arange(32), a]` with (32, 1).
    pub(super) fn index(&mut self, index: &Expression) -> Outcome<Placed> {
        let placed = self.placed(index)?;
        if let (ExpressionKind::Sequence { items, .. }, Value::Tuple(values, _)) = (&index.kind, &placed.value) {
            let mut arrays = Vec::new();
            for (item, value) in items.iter().zip(values.iter()) {
                let list = || value.items().map(|items| Shape::from([items.len() as u64]));
                if let Value::Tensor(tensor) = value {
                    arrays.push((item.span.clone(), tensor.clone()));
                } else if let Some(shape) = list() {
                    arrays.push((item.span.clone(), Tensor::plain(self.context.library, shape, Dtype::Int64)));
                }
            }
            self.context.note_index(arrays, &index.span);
        }
        Ok(placed)
    }

    /// `value[index]`.
    pub(super) fn subscript(&mut self, value: &Placed, index: &Placed, span: &Range<usize>) -> Outcome {
        match &value.value {
            Value::Tensor(tensor) => indexing::get(&mut self.context, tensor, index, span),
            Value::Path(path) => super::calls::index_of_path(&mut self.context, path, index, span),
            Value::Tuple(..) | Value::List(_) | Value::Range(..) => {
                if let Value::Slice(parts) = &index.value {
                    return sliced(&value.value, parts, span);
                }
                let at = self.list_position(value, index, false, span)?;
                match value.value.items().and_then(|items| items.get(at).cloned()) {
                    Some(item) => Ok(item),
                    None => unreadable(UnreadableReason::TooMuch, span),
                }
            }
            Value::Dict(entries) => match self.entry(entries, &index.value, span)? {
                Some(value) => Ok(value),
                None => missing_key(&index.value, span),
            },
            Value::Instance(_) => match self.special(&value.value, "__getitem__", vec![index.clone()], span)? {
                Some(item) => Ok(item),
                None => cannot(&value.value, "is not subscriptable", span),
            },
            // A part of a container is a container again.
            Value::Object(object) if !matches!(index.value, Value::Slice(_)) => match batches::indexed(object) {
                Some(layers) if integer(&index.value).is_some() || matches!(layers, Value::Dict(_)) => {
                    let length = batches::length(layers).unwrap_or(0);
                    let is_outside = |at: i64| at >= length || at < -length;
                    if integer(&index.value).flatten().is_some_and(is_outside) {
                        return unreadable(UnreadableReason::Expression, span);
                    }
                    self.subscript(&Placed::new(layers.clone(), &value.span), index, span)
                }
                _ => unreadable(UnreadableReason::Expression, span),
            },
            Value::Object(_) | Value::Text(_) => unreadable(UnreadableReason::Expression, span),
            other => cannot(other, "is not subscriptable", span),
        }
    }

    /// The position of an item in a list or a tuple.
    pub(super) fn list_position(
        &self,
        value: &Placed,
        index: &Placed,
        is_assignment: bool,
        span: &Range<usize>,
    ) -> Outcome<usize> {
        let (length, kind) = match &value.value {
            Value::Tuple(items, _) => (items.len(), "tuple"),
            Value::List(items) => (items.borrow().len(), "list"),
            other => (other.items().map_or(0, |items| items.len()), "range object"),
        };
        let at = match integer(&index.value) {
            Some(Some(at)) => at,
            Some(None) => return unreadable(UnreadableReason::Values, span),
            _ => return unreadable(UnreadableReason::Kinds, span),
        };
        let what = if is_assignment { "assignment index" } else { "index" };
        match keys::place(at, length) {
            Some(at) => Ok(at),
            None => raised("IndexError", format!("{kind} {what} out of range"), span),
        }
    }

    /// The items of a value that is assigned to several targets: Python's exception for a number is another one than in a loop.
    pub(super) fn unpacked(&mut self, value: &Placed, most: usize) -> Outcome<Vec<Value>> {
        let has_no_items = match &value.value {
            Value::Tensor(tensor) => tensor.is_scalar,
            Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::None => true,
            _ => false,
        };
        if has_no_items {
            let class = value.value.class().unwrap_or_default();
            return raised("TypeError", format!("cannot unpack non-iterable {class} object"), &value.span);
        }
        if !matches!(value.value, Value::Iterator(_) | Value::Instance(_)) {
            return self.iterate(value);
        }
        // One item more than there are targets is asked for.
        let iterator = self.iterator(value)?;
        let mut items = Vec::new();
        while items.len() <= most
            && let Some(item) = self.advance(&iterator, &value.span)?
        {
            items.push(item);
        }
        Ok(items)
    }
}

/// Whether an exception is about element types.
fn is_of_types(message: &str) -> bool {
    ["dtype", "used as indices", "scalar type", "must be of integer", "Float", "Long", "Double", "' object "]
        .iter()
        .any(|word| message.contains(word))
}

/// A slice of a list or a tuple.
fn sliced(value: &Value, parts: &[Value; 3], span: &Range<usize>) -> Outcome {
    let Some(items) = value.items() else { return unreadable(UnreadableReason::TooMuch, span) };
    let mut bounds = [None; 3];
    for (bound, part) in bounds.iter_mut().zip(parts) {
        *bound = match (part, integer(part)) {
            (Value::None, _) => None,
            (_, Some(Some(value))) => Some(value),
            _ => return unreadable(UnreadableReason::Values, span),
        };
    }
    let [start, stop, step] = bounds;
    let step = step.unwrap_or(1);
    if step == 0 {
        return raised("ValueError", "slice step cannot be zero", span);
    }
    let (first, count) = selection::slice_range(items.len() as i64, start, stop, step);
    let picked = (0..count).filter_map(|turn| {
        let at = first.checked_add(step.checked_mul(i64::try_from(turn).ok()?)?)?;
        items.get(usize::try_from(at).ok()?).cloned()
    });
    Ok(match value {
        Value::List(_) => Value::list(picked.listed()),
        Value::Tuple(_, TupleKind::Size) => Value::Tuple(picked.collect(), TupleKind::Size),
        _ => Value::tuple(picked),
    })
}
