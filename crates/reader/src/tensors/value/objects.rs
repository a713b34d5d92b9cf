//! What has variables or settings of its own: functions, classes and instances of the program, and what a library makes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::Value;
use crate::syntax::tree::{Expression, Parameter, Statement};

/// A function of the program.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// Its name in messages: `Net.forward`; `None` where that depends on the version of Python.
    pub(crate) label: Option<String>,
    pub(crate) names: Rc<Names>,
    pub(crate) parameters: Rc<[Parameter]>,
    /// The default of each parameter that has one.
    pub(crate) defaults: Vec<Option<Value>>,
    pub(crate) body: Body,
    /// The scope around it; `None` is the module.
    pub(crate) scope: Option<usize>,
    pub(crate) decorator: Decorator,
}

/// The names in a function.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Its own variables.
    pub(crate) locals: Vec<String>,
    /// Those that are variables of the module.
    pub(crate) globals: Vec<String>,
    /// Whether it is a generator.
    pub(crate) has_yield: bool,
}

/// What stands before a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decorator {
    /// Nothing.
    None,
    /// `@staticmethod`: it has no first argument of its own.
    Static,
    /// `@classmethod`: its first argument is the class.
    Class,
    /// `@property`: it is called where its name is read.
    Property,
    /// `@torch.no_grad()`: it records nothing for gradients.
    WithoutGrad,
}

impl Decorator {
    /// Whether a function of an instance is not called with the instance before its arguments.
    pub(crate) const fn is_bound_otherwise(self) -> bool {
        matches!(self, Self::Static | Self::Class | Self::Property)
    }
}

/// The attribute with the names of the fields of a data class.
pub(crate) const DATA_FIELDS: &str = "__dataclass_fields__";

/// A class of the program.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: String,
    pub(crate) base: Base,
    /// Its functions and its other variables.
    pub(crate) attributes: RefCell<Vec<(String, Value)>>,
}

/// What a class derives from.
#[derive(Debug)]
pub(crate) enum Base {
    /// Nothing.
    None,
    /// `torch.nn.Module`.
    Module,
    /// `torch.utils.data.Dataset`.
    Dataset,
    /// Another class of the program.
    Class(Rc<Class>),
    /// What is not known.
    Unknown,
}

impl Class {
    /// What a name is in a class or in what it derives from, and the class that has it.
    pub(crate) fn find(self: &Rc<Self>, name: &str) -> Option<(Rc<Self>, Value)> {
        match self.own(name) {
            Some(value) => Some((Rc::clone(self), value)),
            None => match &self.base {
                Base::Class(base) => base.find(name),
                Base::None | Base::Module | Base::Dataset | Base::Unknown => None,
            },
        }
    }

    /// What a name is in the class itself.
    pub(crate) fn own(&self, name: &str) -> Option<Value> {
        self.attributes.borrow().iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    /// Gives one of its variables a value.
    pub(crate) fn set(&self, name: &str, value: Value) {
        let mut attributes = self.attributes.borrow_mut();
        match attributes.iter_mut().find(|(known, _)| known == name) {
            Some((_, slot)) => *slot = value,
            None => attributes.push((name.to_owned(), value)),
        }
    }

    /// Whether it derives from something that is not known: then it may have any attribute.
    pub(crate) fn is_open(&self) -> bool {
        match &self.base {
            Base::Unknown => true,
            Base::Class(base) => base.is_open(),
            Base::None | Base::Module | Base::Dataset => false,
        }
    }

    /// Whether it is another class, or derives from it.
    pub(crate) fn derives_from(self: &Rc<Self>, other: &Rc<Self>) -> bool {
        Rc::ptr_eq(self, other)
            || match &self.base {
                Base::Class(base) => base.derives_from(other),
                Base::None | Base::Module | Base::Dataset | Base::Unknown => false,
            }
    }

    /// Whether it derives from `torch.utils.data.Dataset`.
    pub(crate) fn is_dataset(&self) -> bool {
        match &self.base {
            Base::None | Base::Module | Base::Unknown => false,
            Base::Dataset => true,
            Base::Class(base) => base.is_dataset(),
        }
    }

    /// Whether it derives from `torch.nn.Module`.
    pub(crate) fn is_module(&self) -> bool {
        match &self.base {
            Base::None | Base::Dataset | Base::Unknown => false,
            Base::Module => true,
            Base::Class(base) => base.is_module(),
        }
    }
}

/// An instance of a class of the program.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) class: Rc<Class>,
    pub(crate) fields: RefCell<Vec<Field>>,
    /// Whether `Module.__init__` was called.
    pub(crate) is_ready: Cell<bool>,
}

/// A variable of an instance.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) value: Value,
    /// Whether `register_buffer` made it.
    pub(crate) is_buffer: bool,
}

/// What a function does.
#[derive(Debug)]
pub(crate) enum Body {
    /// Statements.
    Block(Rc<[Statement]>),
    /// `__init__` of a data class, with the names of its fields.
    Fields(Rc<[String]>),
    /// The expression of a `lambda`.
    Lambda(Rc<Expression>),
}

/// Something made by a library that is no tensor.
#[derive(Debug)]
pub(crate) struct Object {
    /// Its class, with its module: `nn.Linear`.
    pub(crate) class: &'static str,
    /// What it was made with, by name.
    pub(crate) fields: Vec<(&'static str, Value)>,
}

impl Object {
    /// What it was made with.
    pub(crate) fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value)
    }
}

impl Instance {
    /// The value of a field.
    pub(crate) fn get(&self, name: &str) -> Option<Value> {
        self.fields.borrow().iter().find(|field| field.name == name).map(|field| field.value.clone())
    }

    /// Gives a field a value.
    pub(crate) fn set(&self, name: &str, value: Value, is_buffer: bool) {
        let mut fields = self.fields.borrow_mut();
        match fields.iter_mut().find(|field| field.name == name) {
            Some(field) => (field.value, field.is_buffer) = (value, is_buffer),
            None => fields.push(Field { name: name.to_owned(), value, is_buffer }),
        }
    }
}
