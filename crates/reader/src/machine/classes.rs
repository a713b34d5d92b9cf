//! Classes of the program, also those that derive from `torch.nn.Module`, and their instances.
//!
//! A class has at most one base: a class of the program, or `nn.Module`. What Python can change of how a class works (metaclasses,
//! `__new__`, `__getattr__`, class decorators) is not read.

use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::Machine;
use super::module_classes::OF_MODULES;
use super::scopes::ScopeKind;
use super::statements::Flow;
use super::unknown::is_same;
use crate::machine::attributes::lists;
use crate::reading::UnreadableReason;
use crate::signatures::call::Arguments;
use crate::syntax::tree::{Argument, Expression, Statement, StatementKind};
use crate::tensors::context::{Outcome, lost, raised, spoilt, unreadable};
use crate::tensors::types::is_floating;
use crate::tensors::value::{Base, Class, Decorator, Function, Instance, Placed, Value};
use tensor_broadcasting::library::Library;

/// The methods that change how a class works.
const SPECIAL: &str = "__new__ __init_subclass__ __class_getitem__ __getattr__ __getattribute__ __setattr__ __delattr__ __slots__ \
    __set_name__ __get__ __set__";

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
            [] => Some(Base::None),
            [Argument::Positional(base)] if base.name() == Some("object") && self.variable("object").is_none() => {
                Some(Base::None)
            }
            [Argument::Positional(base)] => match self.callee(base)? {
                Value::Class(class) => Some(Base::Class(class)),
                Value::Unknown(_) => Some(Base::Unknown),
                Value::Path(path) => Some(match &*path {
                    "torch.nn.Module" | "torch.nn.modules.module.Module" => Base::Module,
                    "torch.utils.data.Dataset" | "torch.utils.data.dataset.Dataset" => Base::Dataset,
                    _ => {
                        self.unread(UnreadableReason::UnknownCall(path.to_string()), base.span.clone());
                        Base::Unknown
                    }
                }),
                _ => None,
            },
            _ => None,
        };
        let base = base.unwrap_or_else(|| {
            self.unread(UnreadableReason::Statement, span.clone());
            Base::Unknown
        });
        let label = self.label().map(|label| format!("{label}{name}."));
        let (before, at) = (self.scope, self.add_scope(ScopeKind::Class, self.scope, label));
        self.scope = Some(at);
        self.calls += 1;
        let ended = self.class_body(body);
        self.calls -= 1;
        self.scope = before;
        let attributes = self.drop_scope(at);
        ended?;
        if attributes.iter().any(|(name, _)| lists(SPECIAL, name)) {
            return unreadable(UnreadableReason::Statement, span);
        }
        let attributes = attributes.into_iter();
        let attributes = attributes.map(|(known, value)| (private_name(name, &known), value)).listed();
        Ok(Value::Class(Rc::new(Class::of(name, base, attributes))))
    }

    fn class_body(&mut self, body: &[Statement]) -> Outcome<()> {
        let mut is_broken = false;
        for statement in body {
            let flow = match &statement.kind {
                StatementKind::Def { name, parameters, body, decorators, .. } => {
                    let decorator = self.decorator(decorators, true, &statement.span);
                    self.bind_function(name, parameters, body, decorator)?;
                    Flow::Next
                }
                StatementKind::Global { .. } => return unreadable(UnreadableReason::Statement, &statement.span),
                // It may belong to a function whose first line is no Python.
                _ if is_broken => {
                    self.unread(UnreadableReason::Statement, statement.span.clone());
                    self.forget(statement, false);
                    Flow::Next
                }
                kind => {
                    is_broken = matches!(kind, StatementKind::Unread { .. });
                    self.statement(statement)?
                }
            };
            match flow {
                Flow::Next => {}
                // No way through the class goes on.
                Flow::Ended => return raised("", "", &statement.span),
                // Python does not run a program with `return` or `break` here.
                _ => self.unread(UnreadableReason::Statement, statement.span.clone()),
            }
        }
        Ok(())
    }

    /// What stands before a function: nothing, `torch.no_grad()`, or before a method what decides its first argument.
    ///
    /// # Errors
    ///
    /// Another decorator.
    pub(super) fn decorator(
        &mut self,
        decorators: &[Expression],
        is_method: bool,
        span: &Range<usize>,
    ) -> Outcome<Decorator> {
        let only = match decorators {
            [] => return Ok(Decorator::None),
            [only] => only,
            _ => return self.foreign(decorators, span),
        };
        match only.name().filter(|name| is_method && self.variable(name).is_none()) {
            Some("staticmethod") => Ok(Decorator::Static),
            Some("classmethod") => Ok(Decorator::Class),
            Some("property") => Ok(Decorator::Property),
            _ if is_without_grad(&self.value(only)?) => Ok(Decorator::WithoutGrad),
            _ => self.foreign(decorators, span),
        }
    }

    /// Decorators that are not read: they may have put what they are given anywhere.
    pub(super) fn foreign<T>(&mut self, decorators: &[Expression], span: &Range<usize>) -> Outcome<T> {
        for name in decorators.iter().flat_map(|decorator| self.context.source.names_in(&decorator.span)) {
            match self.variable(&name).cloned() {
                None | Some(Value::Path(_)) => {}
                Some(value) => {
                    self.expose(&value);
                    self.touch_all(&value);
                    self.call_exposed();
                }
            }
        }
        unreadable(UnreadableReason::Statement, span)
    }

    /// Makes an instance.
    pub(super) fn instantiate(&mut self, class: &Rc<Class>, given: Arguments) -> Outcome {
        let span = given.span.clone();
        self.context.make(1, &span)?;
        let instance = Rc::new(Instance::of(Rc::clone(class)));
        let made = Value::Instance(Rc::clone(&instance));
        match class.find("__init__") {
            Some((owner, Value::Function(function))) if function.decorator == Decorator::None => {
                match self.call_method(&function, &owner, made.clone(), given)? {
                    Value::None => Ok(made),
                    _ => unreadable(UnreadableReason::Statement, &span),
                }
            }
            Some(_) => given.unread(&class.name),
            None if class.is_open() => Ok(made),
            None if given.count() == 0 => {
                self.initialize(&instance);
                Ok(made)
            }
            None if class.is_module() => unreadable(UnreadableReason::Arguments(class.name.clone()), &span),
            None => raised("TypeError", format!("{}() takes no arguments", class.name), &span),
        }
    }

    /// Calls a method, with what stands before the point as its first argument.
    pub(super) fn call_method(
        &mut self,
        function: &Rc<Function>,
        owner: &Rc<Class>,
        receiver: Value,
        mut given: Arguments,
    ) -> Outcome {
        given.positional.insert(0, Placed::new(receiver.clone(), &given.span));
        self.call_function(function, given, Some((Rc::clone(owner), receiver)))
    }

    /// The name of an attribute as it is written in a method.
    fn private(&self, name: &str) -> String {
        let label = self.around_comprehensions().and_then(|at| self.scopes.get(at)?.label.as_deref());
        // `f.<locals>.Net.run.<locals>.`: the last part with a point has the class.
        let parts = label.unwrap_or_default().split(".<locals>.");
        let class = parts.filter_map(|part| part.rsplit_once('.')).map(|(class, _)| class).last();
        private_name(class.unwrap_or_default(), name)
    }

    /// `value.name` of an instance or a class; a property is evaluated.
    pub(super) fn class_attribute(&mut self, value: &Value, name: &str, span: &Range<usize>) -> Outcome {
        let private = self.private(name);
        let name = private.as_str();
        let unknown = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), span);
        let (class, is_instance) = match value {
            Value::Instance(instance) => match instance.get(name) {
                Some(field) => return Ok(field),
                None => (&instance.class, true),
            },
            Value::Class(class) => (class, false),
            _ => return unknown(),
        };
        match name {
            "__class__" if is_instance => return Ok(Value::Class(Rc::clone(class))),
            "__name__" if !is_instance => return Ok(Value::text(&class.name)),
            _ => {}
        }
        let bound = |value: &Value| Ok(Value::Method(Box::new(value.clone()), name.into()));
        match class.find(name) {
            Some((owner, Value::Function(function))) => match function.decorator {
                Decorator::Static => Ok(Value::Function(function)),
                Decorator::Class => bound(&Value::Class(Rc::clone(class))),
                Decorator::Property if is_instance => {
                    self.call_method(&function, &owner, value.clone(), Arguments::of(Vec::new(), span))
                }
                Decorator::Property if class.is_open() => Ok(Value::Unknown(None)),
                Decorator::Property => unknown(),
                _ if is_instance => bound(value),
                _ => Ok(Value::Function(function)),
            },
            Some((_, other)) => Ok(other),
            None if class.is_open() => Ok(Value::Unknown(None)),
            None if is_instance && class.is_module() && lists(OF_MODULES, name) => bound(value),
            None => {
                let is_hidden =
                    name.starts_with('_') && (class.is_module() || class.is_dataset() || name.ends_with("__"));
                if name == "__dict__" {
                    class.is_exposed.set(true);
                }
                if !is_instance || is_hidden {
                    return unknown();
                }
                if class.is_exposed() || self.is_patched(name) {
                    return Ok(Value::Unknown(None));
                }
                raised("AttributeError", format!("'{}' object has no attribute '{name}'", class.name), span)
            }
        }
    }

    /// Calls a method of an instance or a class.
    pub(super) fn call_bound(&mut self, receiver: &Value, name: &str, given: Arguments) -> Outcome {
        let class = match receiver {
            Value::Instance(instance) => Rc::clone(&instance.class),
            Value::Class(class) => Rc::clone(class),
            _ => return given.unread(name),
        };
        match (class.find(name), receiver) {
            (Some((owner, Value::Function(function))), _) => {
                self.call_method(&function, &owner, receiver.clone(), given)
            }
            (None, Value::Instance(instance)) if class.is_module() => self.module_method(instance, name, &given),
            _ => given.unread(name),
        }
    }

    /// Calls an instance: a module does what its `forward` does.
    pub(super) fn call_instance(&mut self, instance: &Rc<Instance>, given: Arguments) -> Outcome {
        let is_forward = instance.class.is_module() && instance.class.find("__call__").is_none();
        let name = if is_forward { "forward" } else { "__call__" };
        if let Some(own) = instance.get(name).filter(|_| is_forward) {
            return self.call_value(&own, given, &(0..0));
        }
        let is_ready = instance.is_ready.get() || !instance.class.is_module();
        match instance.class.find(name) {
            Some((owner, Value::Function(function))) if is_ready && !function.decorator.is_bound_otherwise() => {
                self.call_method(&function, &owner, Value::Instance(Rc::clone(instance)), given)
            }
            None if instance.class.is_open() => Ok(Value::Unknown(None)),
            None if !instance.class.is_module() => {
                raised("TypeError", format!("'{}' object is not callable", instance.class.name), &given.span)
            }
            _ => given.unread(&instance.class.name),
        }
    }

    /// `super().name(arguments)`; `given` are the arguments of `super`.
    pub(super) fn call_super(&mut self, named: &[Argument], name: &str, given: Arguments) -> Outcome {
        let span = given.span.clone();
        let declined = || unreadable(UnreadableReason::Expression, &span);
        let method = self.scope.and_then(|at| self.scopes.get(at)).and_then(|scope| scope.method.clone());
        let Some((owner, receiver)) = method else {
            return if self.calls == self.uncalled { Ok(Value::Unknown(None)) } else { declined() };
        };
        // `super(Name, self)` says what `super()` finds by itself.
        let is_plain = match named {
            [] => true,
            [Argument::Positional(class), Argument::Positional(first)] => {
                let class = self.value(class)?;
                is_same(&class, &Value::Class(Rc::clone(&owner))) && is_same(&self.value(first)?, &receiver)
            }
            _ => false,
        };
        if !is_plain {
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
        if owner.is_open() {
            return Ok(Value::Unknown(None));
        }
        let Value::Instance(instance) = &receiver else { return declined() };
        match name {
            "__init__" if given.count() == 0 => {
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
        let private = self.private(name);
        let name = private.as_str();
        let is_special = name.starts_with("__") && name.ends_with("__");
        if let (Value::Path(path), None) = (container, container.unknown()) {
            // An operator may do anything then.
            if is_special && !lists("__repr__ __str__ __format__", name) {
                return lost(UnreadableReason::Statement, span);
            }
            self.patch(path, name);
        }
        if let Value::Unknown(_) | Value::Path(_) = container {
            // What is not read may call it.
            self.expose(&value);
        }
        if is_special {
            return unreadable(UnreadableReason::Statement, span);
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
                    _ => return spoilt(UnreadableReason::Statement, span),
                }
                return Ok(());
            }
            // Its shape may be another one then.
            Value::Tensor(_) => return spoilt(UnreadableReason::Statement, span),
            // Its methods may do something else then.
            Value::Object(object) if object.field(name).is_none() => return spoilt(UnreadableReason::Statement, span),
            _ if container.unknown().is_some() => return Ok(()),
            _ => return unreadable(UnreadableReason::Statement, span),
        };
        let class = &instance.class;
        // A property decides itself what is done with a value.
        if let Some((_, Value::Function(function))) = class.find(name)
            && function.decorator == Decorator::Property
        {
            return unreadable(UnreadableReason::Statement, span);
        }
        if class.is_module() {
            self.bind_field(instance, name, value, span)?;
        } else {
            instance.set(name, value);
        }
        self.context.keep(container, span)
    }
}

/// Whether a value is a context, or the class of one, in which nothing is recorded for gradients.
pub(super) fn is_without_grad(value: &Value) -> bool {
    match value {
        Value::Object(object) => matches!(object.class, "torch.no_grad" | "torch.inference_mode"),
        Value::Path(path) => matches!(&**path, "torch.no_grad" | "torch.inference_mode"),
        _ => false,
    }
}

/// The name of an attribute in a class: two marks before it make it private.
fn private_name(class: &str, name: &str) -> String {
    let class = class.trim_start_matches('_');
    match name.starts_with("__") && !name.ends_with("__") && !class.is_empty() {
        true => format!("_{class}{name}"),
        false => name.to_owned(),
    }
}
