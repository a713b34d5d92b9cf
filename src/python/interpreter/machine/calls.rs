//! Calls: of the program's own functions, of Python's built-in functions, and of the libraries.

use std::ops::Range;

use super::statements::Flow;
use super::{CALL_DEPTH, MAX_DEPTH, Machine, UnreadableReason, Variable};
use crate::library::Library;
use crate::python::interpreter::attributes::library_path;
use crate::python::interpreter::batches;
use crate::python::interpreter::builtins;
use crate::python::interpreter::call::{Arguments, Call};
use crate::python::interpreter::constructors::SCALAR;
use crate::python::interpreter::context::{Context, Outcome, Stop, lost, raised, unreadable};
use crate::python::interpreter::functions;
use crate::python::interpreter::modules;
use crate::python::interpreter::place::Place;
use crate::python::interpreter::signatures;
use crate::python::interpreter::value::{Body, Decorator, Function, Placed, Value};
use crate::python::tree::{Argument, Expression, ExpressionKind, ParameterKind};

/// The names of NumPy that take an index in brackets, and no call.
const OF_BRACKETS: [&str; 4] = ["c_", "r_", "mgrid", "ogrid"];

impl Machine<'_> {
    /// `function(arguments)`.
    pub(super) fn call(&mut self, function: &Expression, arguments: &[Argument], span: &Range<usize>) -> Outcome {
        // What stands before the point of a method is an operand with a place of its own.
        let (callee, receiver) = match &function.kind {
            ExpressionKind::Attribute { value, name } => {
                if let ExpressionKind::Call { function, arguments: named, .. } = &value.kind
                    && function.name() == Some("super")
                    && self.variable("super").is_none()
                {
                    let given = self.arguments(arguments, span)?;
                    return self.call_super(named, &name.name, given);
                }
                let before = self.placed(value)?;
                let callee = self.attribute(&before, &name.name, &function.span)?;
                (callee, before.value.tensor().is_some().then_some(before))
            }
            _ => (self.value(function)?, None),
        };
        let mut given = self.arguments(arguments, span)?;
        match (&callee, receiver) {
            (Value::Method(tensor, name), Some(receiver)) if tensor.tensor().is_some() => {
                given.positional.insert(0, receiver);
                self.tensor_method(name, &given)
            }
            _ => self.call_value(&callee, given, &function.span),
        }
    }

    fn arguments(&mut self, arguments: &[Argument], span: &Range<usize>) -> Outcome<Arguments> {
        let mut given = Arguments { positional: Vec::new(), keywords: Vec::new(), span: span.clone() };
        for argument in arguments {
            match argument {
                Argument::Positional(Expression { kind: ExpressionKind::Starred(inner), .. }) => {
                    let value = self.placed(inner)?;
                    let items = self.iterate(&value)?;
                    given
                        .positional
                        .extend(items.into_iter().map(|item| Placed { value: item, span: inner.span.clone() }));
                }
                Argument::Positional(expression) => given.positional.push(self.placed(expression)?),
                Argument::Keyword(name, expression) => {
                    given.keywords.push((name.name.clone(), self.placed(expression)?))
                }
                Argument::Mapping(expression) => match self.value(expression)? {
                    Value::Dict(entries) => {
                        for (key, value) in entries.borrow().iter() {
                            let Some(name) = key.as_text() else {
                                return unreadable(UnreadableReason::Expression, &expression.span);
                            };
                            given.keywords.push((
                                name.to_owned(),
                                Placed { value: value.clone(), span: expression.span.clone() },
                            ));
                        }
                    }
                    _ => return unreadable(UnreadableReason::Expression, &expression.span),
                },
            }
        }
        Ok(given)
    }

    /// Calls any value.
    pub(super) fn call_value(&mut self, callee: &Value, given: Arguments, function: &Range<usize>) -> Outcome {
        let span = given.span.clone();
        match callee {
            Value::Function(callee) => self.call_function(callee, given),
            Value::Path(path) => self.call_path(path, &given),
            Value::Method(value, name) => match &**value {
                Value::Tensor(_) => {
                    let mut given = given;
                    given.positional.insert(0, Placed { value: (**value).clone(), span: function.clone() });
                    self.tensor_method(name, &given)
                }
                Value::Object(object) => modules::method(&mut self.context, object, name, &given),
                Value::Instance(_) | Value::Class(_) => self.call_bound(value, name, given),
                value => builtins::method(&mut self.context, value, name, &given),
            },
            Value::Object(object) if object.class == "nn.Sequential" => self.call_sequential(object, given, function),
            Value::Object(object) => modules::call(&mut self.context, object, &given),
            Value::Class(class) => self.instantiate(class, given),
            Value::Instance(instance) => self.call_instance(instance, given),
            Value::Dtype(dtype) if self.context.library == Library::NumPy => {
                let mut given = given;
                let dtype = Placed { value: Value::Dtype(*dtype), span: span.clone() };
                given.keywords.push(("dtype".to_owned(), dtype));
                self.library_function(Place::NumpyFunction, SCALAR, &given)
            }
            Value::Tensor(_)
            | Value::Tuple(..)
            | Value::List(_)
            | Value::None
            | Value::Int(_)
            | Value::Float(_)
            | Value::Bool(_) => {
                let class = callee.class().unwrap_or_default();
                raised("TypeError", format!("'{class}' object is not callable"), &span)
            }
            _ => unreadable(UnreadableReason::Expression, &span),
        }
    }

    fn tensor_method(&mut self, name: &str, given: &Arguments) -> Outcome {
        let library = given.positional.first().and_then(|first| first.value.tensor()).map(|tensor| tensor.library);
        let place = match library {
            Some(Library::NumPy) => Place::NumpyMethod,
            _ => Place::TorchMethod,
        };
        self.library_function(place, name, given)
    }

    fn library_function(&mut self, place: Place, name: &str, given: &Arguments) -> Outcome {
        let found = functions::find(place, name).filter(|(name, _)| !OF_BRACKETS.contains(name));
        let Some((name, row)) = found else { return self.unknown(name, given) };
        functions::run(&mut self.context, place, (name, row), given)
    }

    /// That a function is not known. What it does to its arguments is not known either.
    fn unknown(&self, name: &str, given: &Arguments) -> Outcome {
        unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span)
    }

    fn call_path(&mut self, path: &str, given: &Arguments) -> Outcome {
        if let Some(message) = signatures::refusal_of_python(path, given) {
            return raised("TypeError", message, &given.span);
        }
        if let Some(name) = path.strip_prefix("builtins.") {
            return self.builtin(name, given);
        }
        if let Some(name) = path.strip_prefix("math.") {
            return builtins::math(&mut self.context, name, given);
        }
        // The methods of a generator are called on a generator.
        let found = library_path(path).filter(|(_, name)| !name.starts_with("random.Generator."));
        let Some((library, name)) = found else { return self.unknown(path, given) };
        if let Some(message) = signatures::refusal_of_class(name, given).filter(|_| library == Library::PyTorch) {
            return raised("TypeError", message, &given.span);
        }
        if let Some(object) = modules::construct(&mut self.context, library, name, given)? {
            return Ok(object);
        }
        if let Some(name) = name.strip_prefix("nn.functional.").filter(|_| library == Library::PyTorch) {
            return self.library_function(Place::Functional, name, given);
        }
        let place = match library {
            Library::PyTorch => Place::TorchFunction,
            Library::NumPy => Place::NumpyFunction,
        };
        self.library_function(place, name, given)
    }

    /// Python's built-in functions; those that call a function of the program are here.
    fn builtin(&mut self, name: &str, given: &Arguments) -> Outcome {
        match (name, given.positional.as_slice()) {
            ("map", [function, items]) => {
                let mut made = Vec::new();
                for item in self.iterate(items)? {
                    let argument = Placed { value: item, span: items.span.clone() };
                    let given =
                        Arguments { positional: vec![argument], keywords: Vec::new(), span: given.span.clone() };
                    made.push(self.call_value(&function.value, given, &function.span)?);
                }
                Ok(batches::iterator(made))
            }
            ("iter", [items]) => match &items.value {
                Value::Object(object) if object.class == batches::ITERATOR => Ok(items.value.clone()),
                _ => Ok(batches::iterator(self.iterate(items)?)),
            },
            (
                "list" | "tuple" | "sum" | "zip" | "enumerate" | "reversed" | "sorted" | "any" | "all" | "max" | "min",
                items,
            ) if !items.is_empty() => {
                builtins::check_items(name, given)?;
                let mut lists = Vec::new();
                for item in items {
                    let is_number = item.value.number_kind().is_some();
                    // Numbers are compared, or are added to; all else is taken apart.
                    let is_item =
                        matches!(name, "max" | "min") && items.len() > 1 || name != "zip" && !lists.is_empty();
                    lists.push(match is_item {
                        true if is_number => Vec::new(),
                        true => self.iterate_or_scalar(item)?,
                        false => self.iterate(item)?,
                    });
                }
                builtins::of_items(&mut self.context, name, given, lists)
            }
            _ => builtins::call(&mut self.context, name, given),
        }
    }

    /// The items of a value; those of a 0-dim tensor are none.
    fn iterate_or_scalar(&mut self, item: &Placed) -> Outcome<Vec<Value>> {
        match &item.value {
            Value::Tensor(tensor) if tensor.shape.is_empty() => Ok(Vec::new()),
            Value::None => Ok(Vec::new()),
            _ => self.iterate(item),
        }
    }

    /// Calls a function of the program.
    pub(super) fn call_function(&mut self, function: &Function, given: Arguments) -> Outcome {
        self.call_function_with(function, given, Vec::new())
    }

    /// Calls a function of the program, with further variables that its frame has.
    pub(super) fn call_function_with(
        &mut self,
        function: &Function,
        given: Arguments,
        further: Vec<Variable>,
    ) -> Outcome {
        let span = given.span.clone();
        if !self.called.contains(&function.name) {
            self.called.push(function.name.clone());
        }
        if self.frames.len() >= MAX_DEPTH {
            return lost(UnreadableReason::TooMuch, &span);
        }
        let owner = further.first().and_then(|(_, owner)| owner.as_ref());
        if let Some(message) = signatures::refusal_of_program(self.context.source, function, &given, owner) {
            return raised("TypeError", message, &span);
        }
        let mut frame = self.bound(function, given)?;
        self.enter(CALL_DEPTH, &span)?;
        frame.extend(further);
        let grad = self.context.grad;
        self.context.grad &= function.decorator != Decorator::WithoutGrad;
        self.frames.push(frame);
        let result = match &function.body {
            Body::Block(statements) => self.block(statements).map(|flow| match flow {
                Flow::Return(value) => value,
                Flow::Next | Flow::Break | Flow::Continue => Value::None,
            }),
            Body::Lambda(body) => self.value(body),
        };
        self.frames.pop();
        self.leave(CALL_DEPTH);
        self.context.grad = grad;
        result.map_err(|mut stop| {
            if let Stop::Raised(raised) = &mut *stop {
                raised.call = Some(span);
            }
            stop
        })
    }

    /// The variables of a function with its arguments.
    fn bound(&self, function: &Function, given: Arguments) -> Outcome<Vec<Variable>> {
        let span = given.span;
        let wrong = || unreadable(UnreadableReason::Arguments(function.name.clone()), &span);
        let mut frame: Vec<Variable> =
            function.closure.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        let mut positional = given.positional.into_iter();
        let mut keywords = given.keywords;
        let mut is_keyword_only = false;
        for (at, parameter) in function.parameters.iter().enumerate() {
            let name = &parameter.name.name;
            let value = match parameter.kind {
                ParameterKind::PositionalOnly => continue,
                ParameterKind::KeywordOnly => {
                    is_keyword_only = true;
                    continue;
                }
                ParameterKind::Rest => {
                    is_keyword_only = true;
                    Value::tuple(positional.by_ref().map(|argument| argument.value))
                }
                ParameterKind::Keywords => return wrong(),
                ParameterKind::Plain => {
                    let next = if is_keyword_only { None } else { positional.next() };
                    let named = keywords.iter().position(|(known, _)| known == name);
                    match (next, named) {
                        (Some(next), None) => next.value,
                        (None, Some(at)) => keywords.swap_remove(at).1.value,
                        (None, None) => match function.defaults.get(at) {
                            Some(Some(default)) => default.clone(),
                            _ => return wrong(),
                        },
                        (Some(_), Some(_)) => return wrong(),
                    }
                }
            };
            frame.retain(|(known, _)| known != name);
            frame.push((name.clone(), Some(value)));
        }
        if positional.next().is_some() || !keywords.is_empty() {
            return wrong();
        }
        Ok(frame)
    }
}

/// `np.mgrid[…]`, `np.ogrid[…]`, `np.r_[…]`, `np.c_[…]`, `np.s_[…]`.
pub(super) fn index_of_path(context: &mut Context<'_>, path: &str, index: &Placed, span: &Range<usize>) -> Outcome {
    let Some((Library::NumPy, name)) = library_path(path) else {
        return unreadable(UnreadableReason::Expression, span);
    };
    if matches!(name, "s_" | "index_exp") {
        return Ok(index.value.clone());
    }
    let Some((name, row)) = functions::find(Place::NumpyFunction, name) else {
        return unreadable(UnreadableReason::UnknownCall(name.to_owned()), span);
    };
    let given = Arguments { positional: vec![index.clone()], keywords: Vec::new(), span: span.clone() };
    let call = Call::bind(name, Library::NumPy, false, &given, row.parameters)?;
    (row.run)(context, &call)
}
