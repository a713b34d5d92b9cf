//! Classes of the program, also those that derive from `torch.nn.Module`, and their instances.
//!
//! A class has at most one base: a class of the program, or `nn.Module`. What Python can change of how a class works (metaclasses,
//! `__new__`, `__getattr__`, class decorators) is not read.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use super::{Machine, Variable};
use crate::library::Library;
use crate::python::interpreter::attributes::lists;
use crate::python::interpreter::batches::LAYERS;
use crate::python::interpreter::call::Arguments;
use crate::python::interpreter::context::{Outcome, lost, raised, unreadable};
use crate::python::interpreter::reading::UnreadableReason;
use crate::python::interpreter::training;
use crate::python::interpreter::types::is_floating;
use crate::python::interpreter::value::{
    Base, Body, Class, Decorator, Field, Function, Instance, Object, Placed, Value,
};
use crate::python::tree::{Argument, Expression, ExpressionKind, Parameter, Statement, StatementKind};

/// The variable of a method that has the class in which it is written. (No program can name it.)
const OWNER: &str = "class of the method";

/// The variable of a method that has its first argument.
const RECEIVER: &str = "first argument of the method";

/// The methods that change how a class works.
const SPECIAL: &str = "__new__ __init_subclass__ __class_getitem__ __getattr__ __getattribute__ __setattr__ __delattr__ __slots__ \
    __set_name__ __get__ __set__";

/// The attributes of `torch.nn.Module` whose names do not begin with `_`, without `training`.
const OF_MODULES: &str = "T_destination add_module apply bfloat16 buffers call_super_init children compile cpu cuda double \
    dump_patches eval extra_repr float forward get_buffer get_extra_state get_parameter get_submodule half ipu load_state_dict \
    modules mtia named_buffers named_children named_modules named_parameters parameters register_backward_hook register_buffer \
    register_forward_hook register_forward_pre_hook register_full_backward_hook register_full_backward_pre_hook \
    register_load_state_dict_post_hook register_load_state_dict_pre_hook register_module register_parameter \
    register_state_dict_post_hook register_state_dict_pre_hook requires_grad_ set_extra_state set_submodule share_memory \
    state_dict to to_empty train type xpu zero_grad";

fn is_parameter(value: &Value) -> bool {
    value.tensor().is_some_and(|tensor| tensor.is_parameter.get())
}

impl Machine<'_> {
    /// `class name(arguments): body`.
    ///
    /// # Errors
    ///
    /// An exception of its statements; what is not read of a class.
    pub(super) fn class(
        &mut self,
        name: &str,
        arguments: &[Argument],
        body: &[Statement],
        span: &Range<usize>,
    ) -> Outcome {
        let base = match arguments {
            [] => Base::None,
            [Argument::Positional(base)] if base.name() == Some("object") && self.variable("object").is_none() => {
                Base::None
            }
            [Argument::Positional(base)] => match self.value(base)? {
                Value::Path(path) if matches!(&*path, "torch.nn.Module" | "torch.nn.modules.module.Module") => {
                    Base::Module
                }
                Value::Class(class) => Base::Class(class),
                _ => return unreadable(UnreadableReason::Statement, span),
            },
            _ => return unreadable(UnreadableReason::Statement, span),
        };
        // Within a function, its variables would be seen.
        if !self.frames.is_empty() {
            return unreadable(UnreadableReason::Statement, span);
        }
        self.frames.push(Vec::new());
        let ended = self.class_body(body);
        let attributes = self.frames.pop().unwrap_or_default();
        ended?;
        if attributes.iter().any(|(name, _)| lists(SPECIAL, name)) {
            return unreadable(UnreadableReason::Statement, span);
        }
        let attributes = attributes.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        Ok(Value::Class(Rc::new(Class { name: name.to_owned(), base, attributes: RefCell::new(attributes) })))
    }

    fn class_body(&mut self, body: &[Statement]) -> Outcome<()> {
        for statement in body {
            self.context.step(1, &statement.span)?;
            let is_name = |target: &Expression| target.name().is_some();
            match &statement.kind {
                StatementKind::Pass | StatementKind::AnnotatedAssign { value: None, .. } => {}
                StatementKind::Expression(Expression { kind: ExpressionKind::Text(_), .. }) => {}
                StatementKind::Assign { targets, value } if targets.iter().all(is_name) && !has_scope(value) => {
                    self.statement(statement)?;
                }
                StatementKind::AnnotatedAssign { target, value: Some(value), .. }
                    if is_name(target) && !has_scope(value) =>
                {
                    self.statement(statement)?;
                }
                StatementKind::Def { name, parameters, body, decorators, .. } => {
                    let decorator = self.method_decorator(decorators, &statement.span)?;
                    let function = self.method(&name.name, parameters, Body::Block(Rc::clone(body)), decorator)?;
                    self.assign(&name.name, Some(function), &statement.span)?;
                }
                _ => return lost(UnreadableReason::Statement, &statement.span),
            }
        }
        Ok(())
    }

    /// A function of a class. The variables of the class are not seen in it.
    fn method(&mut self, name: &str, parameters: &Rc<[Parameter]>, body: Body, decorator: Decorator) -> Outcome {
        let defaults = self.defaults(parameters)?;
        let parameters = Rc::clone(parameters);
        let function = Function { name: name.to_owned(), parameters, defaults, body, closure: Vec::new(), decorator };
        Ok(Value::Function(Rc::new(function)))
    }

    fn method_decorator(&mut self, decorators: &[Expression], span: &Range<usize>) -> Outcome<Decorator> {
        if let [only] = decorators
            && let Some(name @ ("staticmethod" | "classmethod" | "property")) = only.name()
            && self.variable(name).is_none()
        {
            return Ok(match name {
                "staticmethod" => Decorator::Static,
                "classmethod" => Decorator::Class,
                _ => Decorator::Property,
            });
        }
        self.decorator(decorators, span)
    }

    /// What stands before a function: nothing, or `torch.no_grad()`.
    ///
    /// # Errors
    ///
    /// Another decorator.
    pub(super) fn decorator(&mut self, decorators: &[Expression], span: &Range<usize>) -> Outcome<Decorator> {
        let [only] = decorators else {
            return if decorators.is_empty() {
                Ok(Decorator::None)
            } else {
                unreadable(UnreadableReason::Statement, span)
            };
        };
        match self.value(only)? {
            Value::Object(object) if matches!(object.class, "torch.no_grad" | "torch.inference_mode") => {
                Ok(Decorator::WithoutGrad)
            }
            Value::Path(path) if matches!(&*path, "torch.no_grad" | "torch.inference_mode") => {
                Ok(Decorator::WithoutGrad)
            }
            _ => unreadable(UnreadableReason::Statement, span),
        }
    }

    /// Makes an instance.
    pub(super) fn instantiate(&mut self, class: &Rc<Class>, given: Arguments) -> Outcome {
        let span = given.span.clone();
        self.context.make(1, &span)?;
        let instance =
            Rc::new(Instance { class: Rc::clone(class), fields: RefCell::default(), is_ready: Cell::new(false) });
        let made = Value::Instance(Rc::clone(&instance));
        match class.find("__init__") {
            Some((owner, Value::Function(function))) if function.decorator == Decorator::None => {
                match self.call_method(&function, &owner, made.clone(), given)? {
                    Value::None => Ok(made),
                    _ => unreadable(UnreadableReason::Statement, &span),
                }
            }
            Some(_) => unreadable(UnreadableReason::UnknownCall(class.name.clone()), &span),
            None if given.positional.is_empty() && given.keywords.is_empty() => {
                self.initialize(&instance);
                Ok(made)
            }
            None if class.is_module() => unreadable(UnreadableReason::Arguments(class.name.clone()), &span),
            None => raised("TypeError", format!("{}() takes no arguments", class.name), &span),
        }
    }

    /// `Module.__init__`, which does nothing for other classes.
    fn initialize(&self, instance: &Instance) {
        if instance.class.is_module() && !instance.is_ready.get() {
            instance.set("training", Value::Bool(Some(true)), false);
        }
        instance.is_ready.set(true);
    }

    /// Calls a method, with what stands before the point as its first argument.
    fn call_method(
        &mut self,
        function: &Rc<Function>,
        owner: &Rc<Class>,
        receiver: Value,
        mut given: Arguments,
    ) -> Outcome {
        let first = Placed { value: receiver.clone(), span: given.span.clone() };
        given.positional.insert(0, first);
        let hidden =
            vec![(OWNER.to_owned(), Some(Value::Class(Rc::clone(owner)))), (RECEIVER.to_owned(), Some(receiver))];
        self.call_function_with(function, given, hidden)
    }

    /// `value.name` of an instance or a class; a property is evaluated.
    pub(super) fn class_attribute(&mut self, value: &Value, name: &str, span: &Range<usize>) -> Outcome {
        let unknown = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), span);
        let class = match value {
            Value::Instance(instance) => {
                if let Some(field) = instance.get(name) {
                    return Ok(field);
                }
                &instance.class
            }
            Value::Class(class) => class,
            _ => return unknown(),
        };
        let bound = |value: &Value| Ok(Value::Method(Box::new(value.clone()), name.into()));
        match (class.find(name), value) {
            (Some((owner, Value::Function(function))), _) => match (function.decorator, value) {
                (Decorator::Static, _) => Ok(Value::Function(function)),
                (Decorator::Class, _) => bound(&Value::Class(Rc::clone(class))),
                (Decorator::Property, Value::Instance(_)) => {
                    let given = Arguments { positional: Vec::new(), keywords: Vec::new(), span: span.clone() };
                    self.call_method(&function, &owner, value.clone(), given)
                }
                (Decorator::Property, _) => unknown(),
                (_, Value::Instance(_)) => bound(value),
                _ => Ok(Value::Function(function)),
            },
            (Some((_, other)), _) => Ok(other),
            (None, Value::Instance(instance)) => {
                if instance.class.is_module() && lists(OF_MODULES, name) {
                    return bound(value);
                }
                if name.starts_with('_') {
                    return unknown();
                }
                raised("AttributeError", format!("'{}' object has no attribute '{name}'", class.name), span)
            }
            _ => unknown(),
        }
    }

    /// Calls a method of an instance or a class.
    pub(super) fn call_bound(&mut self, receiver: &Value, name: &str, given: Arguments) -> Outcome {
        let class = match receiver {
            Value::Instance(instance) => Rc::clone(&instance.class),
            Value::Class(class) => Rc::clone(class),
            _ => return unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span),
        };
        match (class.find(name), receiver) {
            (Some((owner, Value::Function(function))), _) => {
                self.call_method(&function, &owner, receiver.clone(), given)
            }
            (None, Value::Instance(instance)) if class.is_module() => self.module_method(instance, name, &given),
            _ => unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span),
        }
    }

    /// Calls an instance: a module does what its `forward` does.
    pub(super) fn call_instance(&mut self, instance: &Rc<Instance>, given: Arguments) -> Outcome {
        let name = if instance.class.is_module() { "forward" } else { "__call__" };
        let is_ready = instance.is_ready.get() || !instance.class.is_module();
        match instance.class.find(name) {
            Some((owner, Value::Function(function))) if is_ready && !function.decorator.is_bound_otherwise() => {
                self.call_method(&function, &owner, Value::Instance(Rc::clone(instance)), given)
            }
            _ => unreadable(UnreadableReason::UnknownCall(instance.class.name.clone()), &given.span),
        }
    }

    /// A method of `torch.nn.Module`.
    fn module_method(&mut self, instance: &Rc<Instance>, name: &str, given: &Arguments) -> Outcome {
        let declined = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span);
        if !instance.is_ready.get() {
            return declined();
        }
        let argument = |at: usize, name: &str| {
            let named = given.keywords.iter().find(|(known, _)| known == name).map(|(_, value)| value);
            given.positional.get(at).or(named).map(|placed| &placed.value)
        };
        let count = given.positional.len() + given.keywords.len();
        match name {
            "train" | "eval" => {
                let mode = match (name, argument(0, "mode"), count) {
                    ("eval", _, 0) => Some(false),
                    ("train", None, 0) => Some(true),
                    ("train", Some(Value::Bool(mode)), 1) => *mode,
                    _ => return declined(),
                };
                train(instance, mode);
                Ok(Value::Instance(Rc::clone(instance)))
            }
            "parameters" | "named_parameters" | "zero_grad" | "requires_grad_" | "to" | "cpu" => {
                training::of_layer(&mut self.context, &Value::Instance(Rc::clone(instance)), name, given)
            }
            "register_buffer" | "register_parameter" => {
                let (Some(Value::Text(Some(field))), Some(value)) =
                    (argument(0, "name"), argument(1, if name == "register_buffer" { "tensor" } else { "param" }))
                else {
                    return declined();
                };
                let fits = match name {
                    "register_buffer" => matches!(value, Value::Tensor(_) | Value::None),
                    _ => is_parameter(value) || matches!(value, Value::None),
                };
                let is_new = instance.get(field).is_none() && instance.class.find(field).is_none();
                if !fits || !is_new || lists(OF_MODULES, field) || field.contains('.') || field.is_empty() {
                    return declined();
                }
                instance.set(field, value.clone(), name == "register_buffer");
                self.context.keep(&Value::Instance(Rc::clone(instance)), &given.span)?;
                Ok(Value::None)
            }
            _ => declined(),
        }
    }

    /// `super().name(arguments)`; `given` are the arguments of `super`.
    pub(super) fn call_super(&mut self, named: &[Argument], name: &str, given: Arguments) -> Outcome {
        let span = given.span.clone();
        let declined = || unreadable(UnreadableReason::Expression, &span);
        let hidden = |machine: &Self, name: &str| machine.frames.last().and_then(|_| machine.variable(name)?.clone());
        let (Some(Value::Class(owner)), Some(receiver)) = (hidden(self, OWNER), hidden(self, RECEIVER)) else {
            return declined();
        };
        // `super(Name, self)` says what `super()` finds by itself.
        if let [Argument::Positional(class), Argument::Positional(first)] = named {
            let is_same = match (self.value(class)?, self.value(first)?, &receiver) {
                (Value::Class(class), Value::Instance(first), Value::Instance(receiver)) => {
                    Rc::ptr_eq(&class, &owner) && Rc::ptr_eq(&first, receiver)
                }
                _ => false,
            };
            if !is_same {
                return declined();
            }
        } else if !named.is_empty() {
            return declined();
        }
        if let Base::Class(base) = &owner.base
            && let Some((owner, found)) = base.find(name)
        {
            let Value::Function(function) = found else { return declined() };
            return match function.decorator {
                decorator if decorator.is_bound_otherwise() => declined(),
                _ => self.call_method(&function, &owner, receiver, given),
            };
        }
        let Value::Instance(instance) = &receiver else { return declined() };
        let is_empty = given.positional.is_empty() && given.keywords.is_empty();
        match name {
            "__init__" if is_empty => {
                self.initialize(instance);
                Ok(Value::None)
            }
            "__init__" => declined(),
            _ if owner.is_module() => self.module_method(instance, name, &given),
            _ => declined(),
        }
    }

    /// `container.name = value` of an instance or a class, `x.requires_grad = True` and `x.grad = None` of a leaf.
    pub(super) fn bind_attribute(
        &mut self,
        container: &Value,
        name: &str,
        value: Value,
        span: &Range<usize>,
    ) -> Outcome<()> {
        if name.starts_with("__") {
            return lost(UnreadableReason::Statement, span);
        }
        let instance = match container {
            Value::Instance(instance) => instance,
            Value::Class(class) => {
                class.set(name, value);
                return self.context.keep(container, span);
            }
            Value::Tensor(tensor) if tensor.library == Library::PyTorch && tensor.is_leaf() => {
                match (name, &value) {
                    ("requires_grad", Value::Bool(Some(flag))) if is_floating(tensor.dtype) => {
                        tensor.requires_grad.set(*flag);
                    }
                    ("grad", Value::None) => *tensor.grad.borrow_mut() = None,
                    _ => return unreadable(UnreadableReason::Statement, span),
                }
                return Ok(());
            }
            _ => return unreadable(UnreadableReason::Statement, span),
        };
        let class = &instance.class;
        // A property decides itself what is done with a value.
        if let Some((_, Value::Function(function))) = class.find(name)
            && function.decorator == Decorator::Property
        {
            return lost(UnreadableReason::Statement, span);
        }
        let mut is_buffer = false;
        if class.is_module() {
            if !instance.is_ready.get() && (value.is_module() || is_parameter(&value)) {
                let what = if value.is_module() { "module" } else { "parameters" };
                let message = format!("cannot assign {what} before Module.__init__() call");
                return raised("AttributeError", message, span);
            }
            let before = instance.fields.borrow().iter().find(|field| field.name == name).cloned();
            if let Some(before) = before {
                is_buffer = before.is_buffer && !is_parameter(&value);
                let fits = match &before.value {
                    before if before.is_module() => value.is_module(),
                    before if is_parameter(before) => is_parameter(&value) || matches!(value, Value::None),
                    _ => !before.is_buffer || matches!(value, Value::Tensor(_) | Value::None),
                };
                // PyTorch has an exception for what does not fit.
                if !fits {
                    return lost(UnreadableReason::Statement, span);
                }
            }
            if lists(OF_MODULES, name) {
                return lost(UnreadableReason::Statement, span);
            }
        }
        instance.set(name, value, is_buffer);
        self.context.keep(container, span)
    }

    /// Calls the layers of `nn.Sequential` one after the other.
    pub(super) fn call_sequential(&mut self, layers: &Object, given: Arguments, function: &Range<usize>) -> Outcome {
        let span = given.span.clone();
        let [input] = given.positional.as_slice() else {
            return unreadable(UnreadableReason::Arguments("Sequential".to_owned()), &span);
        };
        if !given.keywords.is_empty() {
            return unreadable(UnreadableReason::Arguments("Sequential".to_owned()), &span);
        }
        let mut value = input.clone();
        for layer in layers.field(LAYERS).and_then(Value::items).unwrap_or_default() {
            self.context.step(1, &span)?;
            let given = Arguments { positional: vec![value.clone()], keywords: Vec::new(), span: span.clone() };
            value.value = self.call_value(&layer, given, function)?;
        }
        Ok(value.value)
    }
}

/// Whether an expression has variables of its own, which do not see those of a class around it.
fn has_scope(expression: &Expression) -> bool {
    let mut found = matches!(expression.kind, ExpressionKind::Lambda { .. } | ExpressionKind::Comprehension { .. });
    expression.each_child(&mut |child| found = found || has_scope(child));
    found
}

/// Gives a module and those in it a mode. (Lists of Python hide what is in them, as in PyTorch.)
fn train(instance: &Instance, mode: Option<bool>) {
    let inner: Vec<Rc<Instance>> = {
        let mut fields = instance.fields.borrow_mut();
        for field in fields.iter_mut().filter(|field| field.name == "training") {
            field.value = Value::Bool(mode);
        }
        let mut inner = Vec::new();
        fields.iter().for_each(|field| modules_in(&field.value, &mut inner));
        inner
    };
    for module in inner {
        train(&module, mode);
    }
}

/// The instances of modules in a field.
fn modules_in(value: &Value, found: &mut Vec<Rc<Instance>>) {
    match value {
        Value::Instance(instance) if instance.class.is_module() => found.push(Rc::clone(instance)),
        Value::Object(object) => {
            for (_, value) in &object.fields {
                match value {
                    Value::Tuple(items, _) => items.iter().for_each(|item| modules_in(item, found)),
                    Value::List(items) => items.borrow().iter().for_each(|item| modules_in(item, found)),
                    Value::Dict(entries) => entries.borrow().iter().for_each(|(_, value)| modules_in(value, found)),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

impl Instance {
    /// The value of a field.
    fn get(&self, name: &str) -> Option<Value> {
        self.fields.borrow().iter().find(|field| field.name == name).map(|field| field.value.clone())
    }

    fn set(&self, name: &str, value: Value, is_buffer: bool) {
        let mut fields = self.fields.borrow_mut();
        match fields.iter_mut().find(|field| field.name == name) {
            Some(field) => (field.value, field.is_buffer) = (value, is_buffer),
            None => fields.push(Field { name: name.to_owned(), value, is_buffer }),
        }
    }
}

/// The variables of a call, without those that no program can name.
pub(super) fn is_hidden((name, _): &Variable) -> bool {
    matches!(name.as_str(), OWNER | RECEIVER)
}
