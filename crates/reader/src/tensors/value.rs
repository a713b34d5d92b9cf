//! Values: numbers, lists, tensors, functions and classes of the program.

mod axes;
mod graph;
mod iterators;
mod objects;
mod storage;
mod tensor;

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

pub(crate) use self::axes::AxisName;
pub(crate) use self::graph::{Kept, Node, Obstacle};
pub(crate) use self::iterators::{Iterator, Source};
pub(crate) use self::objects::{Base, Body, Class, DATA_FIELDS, Decorator, Function, Instance, Names, Object};
pub(crate) use self::storage::{MAX_VALUES, cast, positions};
pub(crate) use self::tensor::{Tensor, Traits, View};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape};

/// A value that is kept may hold so many values.
const MAX_NESTED: usize = 4_096;

/// A value that is kept may hold values that hold values to this depth.
const MAX_NESTING: usize = 16;

/// What an expression stands for.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// A value that is not known, and the variable that it comes from, where it comes from one.
    Unknown(Option<Rc<str>>),
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// `True`, `False`; `None` where it is not known which.
    Bool(Option<bool>),
    /// An integer; `None` where it is not known which.
    Int(Option<i64>),
    /// A float; `None` where it is not known which.
    Float(Option<f64>),
    /// A string; `None` where its text is not known.
    Text(Option<Rc<str>>),
    /// A tuple. A named tuple has the names of its entries.
    Tuple(Rc<[Value]>, TupleKind),
    /// A list, which can change.
    List(Rc<RefCell<Vec<Value>>>),
    /// A set.
    Set(Rc<RefCell<Vec<Value>>>),
    /// A dictionary.
    Dict(Rc<RefCell<Vec<(Value, Value)>>>),
    /// `range(start, stop, step)`.
    Range(i64, i64, i64),
    /// `slice(start, stop, step)`, or `start:stop:step` in an index.
    Slice(Box<[Value; 3]>),
    /// A tensor, an array, or a scalar of NumPy.
    Tensor(Tensor),
    /// An element type.
    Dtype(Dtype),
    /// A module, or something in one: `torch`, `np.random.rand`.
    Path(Rc<str>),
    /// A function of the program.
    Function(Rc<Function>),
    /// A class of the program.
    Class(Rc<Class>),
    /// An instance of a class of the program.
    Instance(Rc<Instance>),
    /// A method of a value that is not called yet.
    Method(Box<Value>, Rc<str>),
    /// An iterator that is asked for each item.
    Iterator(Rc<Iterator>),
    /// A layer, a loss, a generator of random numbers, a context: something made by a library.
    Object(Rc<Object>),
}

/// What a tuple is an instance of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TupleKind {
    /// `tuple`.
    Plain,
    /// `torch.Size`.
    Size,
    /// A named tuple of PyTorch, such as the result of `x.max(1)`, with the names of its entries.
    Named(&'static str, &'static [&'static str]),
}

impl Value {
    /// A tuple.
    pub(crate) fn tuple(items: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(items.into_iter().collect(), TupleKind::Plain)
    }

    /// A list.
    pub(crate) fn list(items: Vec<Self>) -> Self {
        Self::List(Rc::new(RefCell::new(items)))
    }

    /// A string.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(Some(text.into()))
    }

    /// A path.
    pub(crate) fn path(path: &str) -> Self {
        Self::Path(path.into())
    }

    /// A shape as `torch.Size` or as a tuple.
    pub(crate) fn shape(library: Library, shape: &Shape) -> Self {
        let kind = match library {
            Library::PyTorch => TupleKind::Size,
            Library::NumPy => TupleKind::Plain,
        };
        Self::Tuple(shape.iter().map(|&size| Self::Int(i64::try_from(size).ok())).collect(), kind)
    }

    /// A Python number.
    pub(crate) const fn number(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Bool(value) => Self::Bool(Some(value)),
            Scalar::Int(value) => Self::Int(Some(value)),
            // Python has it, but no number of int64 stands for it here.
            Scalar::Unsigned(_) => Self::Int(None),
            Scalar::Float(value) => Self::Float(Some(value)),
        }
    }

    /// How many values it holds, itself included; `None` where they are too many or nested too deeply to be kept. This bounds
    /// every walk through a value, also that of dropping it, and finds lists that hold themselves.
    pub(crate) fn count(&self) -> Option<usize> {
        let mut count = 0;
        self.count_within(MAX_NESTING, &mut count).then_some(count)
    }

    fn count_within(&self, depth: usize, count: &mut usize) -> bool {
        *count += 1;
        if depth == 0 || *count > MAX_NESTED {
            return false;
        }
        self.all(&mut |value| value.count_within(depth - 1, count))
    }

    /// Whether something is true of each value that it holds.
    pub(crate) fn all(&self, holds: &mut dyn FnMut(&Self) -> bool) -> bool {
        match self {
            Self::Tuple(items, _) => items.iter().all(holds),
            Self::List(items) | Self::Set(items) => items.borrow().iter().all(holds),
            Self::Dict(entries) => entries.borrow().iter().all(|(key, value)| holds(key) && holds(value)),
            Self::Slice(parts) => parts.iter().all(holds),
            Self::Method(value, _) => holds(value),
            // The scope around it is kept elsewhere.
            Self::Function(function) => function.defaults.iter().flatten().all(holds),
            Self::Object(object) => object.fields.iter().all(|(_, value)| holds(value)),
            Self::Iterator(iterator) => iterator.all(holds),
            Self::Class(class) => class.attributes.borrow().iter().all(|(_, value)| holds(value)),
            Self::Instance(instance) => instance.fields.borrow().iter().all(|(_, value)| holds(value)),
            _ => true,
        }
    }

    /// What is not known about it, or about what it holds where that is fixed or a plain container: a value that is not known, with
    /// the variable that it comes from; `None` where all is known. Names in other modules than those that are read are not known.
    pub(crate) fn unknown(&self) -> Option<Self> {
        match self {
            Self::Unknown(_) => Some(self.clone()),
            Self::Path(path) => {
                let is_read = ["torch", "numpy", "math", "builtins", "functools", "dataclasses", "device", "generator"];
                let first = path.split('.').next().unwrap_or_default();
                (!is_read.contains(&first)).then_some(Self::Unknown(None))
            }
            Self::Instance(instance) if instance.class.is_open() => Some(Self::Unknown(None)),
            Self::Instance(_) | Self::Class(_) | Self::Function(_) | Self::Iterator(_) => None,
            _ => {
                let mut found = None;
                self.all(&mut |inner| {
                    found = inner.unknown();
                    found.is_none()
                });
                found
            }
        }
    }

    /// Whether it is a layer, a loss or an instance of a class that derives from `nn.Module`.
    pub(crate) fn is_module(&self) -> bool {
        match self {
            Self::Object(object) => object.class.starts_with("nn."),
            Self::Instance(instance) => instance.class.is_module(),
            _ => false,
        }
    }

    /// The entries of a tuple or a list.
    pub(crate) fn items(&self) -> Option<Vec<Self>> {
        match self {
            Self::Tuple(items, _) => Some(items.to_vec()),
            Self::List(items) => Some(items.borrow().clone()),
            Self::Range(start, stop, step) => {
                let mut items = Vec::new();
                let mut at = *start;
                while (*step > 0 && at < *stop) || (*step < 0 && at > *stop) {
                    if items.len() as u64 > MAX_VALUES {
                        return None;
                    }
                    items.push(Self::Int(Some(at)));
                    at = at.checked_add(*step)?;
                }
                Some(items)
            }
            _ => None,
        }
    }

    /// The tensor that this is.
    pub(crate) const fn tensor(&self) -> Option<&Tensor> {
        match self {
            Self::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// The kind of number that a Python number is: a value of that kind stands for it.
    pub(crate) fn number_kind(&self) -> Option<Scalar> {
        match self {
            Self::Bool(value) => Some(Scalar::Bool(value.unwrap_or_default())),
            Self::Int(value) => Some(Scalar::Int(value.unwrap_or_default())),
            Self::Float(value) => Some(Scalar::Float(value.unwrap_or_default())),
            _ => None,
        }
    }

    /// The Python number that this is, where it is known.
    pub(crate) fn scalar(&self) -> Option<Scalar> {
        self.number_kind().filter(|_| !matches!(self, Self::Bool(None) | Self::Int(None) | Self::Float(None)))
    }

    /// The text that this is.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => text.as_deref(),
            _ => None,
        }
    }

    /// The class as Python's messages name it; `None` for what is not known for certain.
    pub(crate) fn class(&self) -> Option<String> {
        let name = match self {
            Self::None => "NoneType",
            Self::Ellipsis => "ellipsis",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Text(_) => "str",
            Self::Tuple(_, TupleKind::Plain) => "tuple",
            Self::Tuple(_, TupleKind::Size) => "torch.Size",
            Self::Tuple(_, TupleKind::Named(name, _)) => return Some(["torch.return_types.", name].concat()),
            Self::List(_) => "list",
            Self::Dict(_) => "dict",
            Self::Range(..) => "range",
            Self::Slice(_) => "slice",
            Self::Function(_) => "function",
            Self::Tensor(tensor) => match tensor.library {
                Library::PyTorch => "Tensor",
                Library::NumPy if tensor.is_scalar => return Some(["numpy.", tensor.dtype.name()].concat()),
                Library::NumPy => "numpy.ndarray",
            },
            _ => return None,
        };
        Some(name.to_owned())
    }
}

/// A value with the place of its expression.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    pub(crate) value: Value,
    pub(crate) span: Range<usize>,
}
