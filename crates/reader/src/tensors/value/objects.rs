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
    /// Those that are variables of functions around it.
    pub(crate) nonlocals: Vec<String>,
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
    /// Whether code that is not read may have given it or its instances more attributes.
    pub(crate) is_exposed: Cell<bool>,
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
    /// A class with its functions and its other variables.
    pub(crate) fn of(name: &str, base: Base, attributes: Vec<(String, Value)>) -> Self {
        Self { name: name.to_owned(), base, attributes: RefCell::new(attributes), is_exposed: Cell::new(false) }
    }

    /// Whether code that is not read may have given it, or what it derives from, more attributes.
    pub(crate) fn is_exposed(&self) -> bool {
        self.is_exposed.get() || matches!(&self.base, Base::Class(base) if base.is_exposed())
    }

    /// What a name is in a class or in what it derives from, and the class that has it.
    pub(crate) fn find(self: &Rc<Self>, name: &str) -> Option<(Rc<Self>, Value)> {
        match self.own(name) {
            Some(value) => Some((Rc::clone(self), value)),
            None => match &self.base {
                Base::Class(base) => base.find(name),
                _ => None,
            },
        }
    }

    /// What a name is in the class itself.
    pub(crate) fn own(&self, name: &str) -> Option<Value> {
        self.attributes.borrow().iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    /// Gives one of its variables a value.
    pub(crate) fn set(&self, name: &str, value: Value) {
        set(&mut self.attributes.borrow_mut(), name, value);
    }

    /// Whether it is another class, or derives from it.
    pub(crate) fn derives_from(self: &Rc<Self>, other: &Rc<Self>) -> bool {
        Rc::ptr_eq(self, other) || matches!(&self.base, Base::Class(base) if base.derives_from(other))
    }

    /// What the first of the classes that it derives from derives from.
    fn root(&self) -> &Base {
        match &self.base {
            Base::Class(base) => base.root(),
            root => root,
        }
    }

    /// Whether it derives from something that is not known: then it may have any attribute.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.root(), Base::Unknown)
    }

    /// Whether it derives from `torch.utils.data.Dataset`.
    pub(crate) fn is_dataset(&self) -> bool {
        matches!(self.root(), Base::Dataset)
    }

    /// Whether it derives from `torch.nn.Module`.
    pub(crate) fn is_module(&self) -> bool {
        matches!(self.root(), Base::Module)
    }
}

/// Gives a variable among others a value.
fn set(variables: &mut Vec<(String, Value)>, name: &str, value: Value) {
    match variables.iter_mut().find(|(known, _)| known == name) {
        Some((_, slot)) => *slot = value,
        None => variables.push((name.to_owned(), value)),
    }
}

/// An instance of a class of the program.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) class: Rc<Class>,
    /// Its variables.
    pub(crate) fields: RefCell<Vec<(String, Value)>>,
    /// Those that `register_buffer` made.
    pub(crate) buffers: RefCell<Vec<String>>,
    /// Whether `Module.__init__` was called.
    pub(crate) is_ready: Cell<bool>,
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
    /// An instance of a class, without fields.
    pub(crate) fn of(class: Rc<Class>) -> Self {
        Self { class, fields: RefCell::default(), buffers: RefCell::default(), is_ready: Cell::new(false) }
    }

    /// The value of a field.
    pub(crate) fn get(&self, name: &str) -> Option<Value> {
        self.fields.borrow().iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    /// Gives a field a value.
    pub(crate) fn set(&self, name: &str, value: Value) {
        set(&mut self.fields.borrow_mut(), name, value);
    }
}
