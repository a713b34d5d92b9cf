//! What the expressions of a program stand for.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use crate::broadcast::{Dtype, Scalar, Shape, StridedLayout, Tensor as StoredTensor, Values};
use crate::library::Library;
use crate::parse::Operand;
use crate::python::tree::{Expression, Parameter, Statement};

/// The values of a tensor are computed while it has at most so many elements.
pub(super) const MAX_VALUES: u64 = 1_024;

/// A value that is kept may hold so many values.
const MAX_NESTED: usize = 4_096;

/// A value that is kept may hold values that hold values to this depth.
const MAX_NESTING: usize = 16;

/// What an expression stands for.
#[derive(Debug, Clone)]
pub(super) enum Value {
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
    /// A dictionary with strings as keys.
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
    /// A layer, a loss, a generator of random numbers, a context: something made by a library.
    Object(Rc<Object>),
}

/// What a tuple is an instance of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TupleKind {
    /// `tuple`.
    Plain,
    /// `torch.Size`.
    Size,
    /// A named tuple of PyTorch, such as the result of `x.max(1)`, with the names of its entries.
    Named(&'static str, &'static [&'static str]),
}

/// A function of the program.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) parameters: Rc<[Parameter]>,
    /// The default of each parameter that has one.
    pub(super) defaults: Vec<Option<Value>>,
    pub(super) body: Body,
    /// The variables of the function around it.
    pub(super) closure: Vec<(String, Value)>,
    pub(super) decorator: Decorator,
}

/// What stands before a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decorator {
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
    pub(super) const fn is_bound_otherwise(self) -> bool {
        matches!(self, Self::Static | Self::Class | Self::Property)
    }
}

/// A class of the program.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) name: String,
    pub(super) base: Base,
    /// Its functions and its other variables.
    pub(super) attributes: RefCell<Vec<(String, Value)>>,
}

/// What a class derives from.
#[derive(Debug)]
pub(super) enum Base {
    /// Nothing.
    None,
    /// `torch.nn.Module`.
    Module,
    /// Another class of the program.
    Class(Rc<Class>),
}

impl Class {
    /// What a name is in a class or in what it derives from, and the class that has it.
    pub(super) fn find(self: &Rc<Self>, name: &str) -> Option<(Rc<Self>, Value)> {
        let own = self.attributes.borrow().iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        match own {
            Some(value) => Some((Rc::clone(self), value)),
            None => match &self.base {
                Base::Class(base) => base.find(name),
                Base::None | Base::Module => None,
            },
        }
    }

    /// Gives one of its variables a value.
    pub(super) fn set(&self, name: &str, value: Value) {
        let mut attributes = self.attributes.borrow_mut();
        match attributes.iter_mut().find(|(known, _)| known == name) {
            Some((_, slot)) => *slot = value,
            None => attributes.push((name.to_owned(), value)),
        }
    }

    /// Whether it derives from `torch.nn.Module`.
    pub(super) fn is_module(&self) -> bool {
        match &self.base {
            Base::None => false,
            Base::Module => true,
            Base::Class(base) => base.is_module(),
        }
    }
}

/// An instance of a class of the program.
#[derive(Debug)]
pub(super) struct Instance {
    pub(super) class: Rc<Class>,
    pub(super) fields: RefCell<Vec<Field>>,
    /// Whether `Module.__init__` was called.
    pub(super) is_ready: Cell<bool>,
}

/// A variable of an instance.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) value: Value,
    /// Whether `register_buffer` made it.
    pub(super) is_buffer: bool,
}

/// What a function does.
#[derive(Debug)]
pub(super) enum Body {
    /// Statements.
    Block(Rc<[Statement]>),
    /// The expression of a `lambda`.
    Lambda(Rc<Expression>),
}

/// Something made by a library that is no tensor.
#[derive(Debug)]
pub(super) struct Object {
    /// Its class, with its module: `nn.Linear`.
    pub(super) class: &'static str,
    /// What it was made with, by name.
    pub(super) fields: Vec<(&'static str, Value)>,
}

impl Object {
    /// What it was made with.
    pub(super) fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value)
    }
}

/// A tensor, an array, or a scalar of NumPy. Cloning gives the same tensor, as an assignment in Python does.
#[derive(Debug, Clone)]
pub(super) struct Tensor(Rc<TensorData>);

/// What is known of a tensor.
#[derive(Debug)]
pub(super) struct TensorData {
    pub(super) shape: Shape,
    pub(super) dtype: Dtype,
    pub(super) library: Library,
    /// The shape with its strides; `None` where the strides are not known.
    pub(super) layout: Option<StridedLayout>,
    /// The place of its first element in the storage, in elements, where that is known.
    pub(super) offset: Option<u64>,
    /// Whether it is a scalar of NumPy, such as a `np.float64`, which is no array.
    pub(super) is_scalar: bool,
    /// Whether NumPy does not write into it.
    pub(super) read_only: bool,
    /// The elements in row-major order, and the version of the storage that they belong to.
    values: RefCell<Option<(u32, Rc<[Scalar]>)>>,
    /// The elements where they are known up to an error only, and the version of the storage that they belong to.
    estimate: RefCell<Option<(u32, Estimate)>>,
    storage: Rc<Storage>,
    /// The least and the greatest value that its integers can have, where that is known.
    pub(super) bounds: Cell<Option<(i64, i64)>>,
    /// Whether all its elements are known to lie between 0 and 1, though they are random.
    pub(super) is_probability: Cell<bool>,
    /// Whether it is a `torch.nn.Parameter`, which is a class of its own.
    pub(super) is_parameter: Cell<bool>,
    /// Whether its elements are random numbers that do not depend on each other.
    pub(super) is_random: Cell<bool>,
    /// Whether it is a view of another tensor.
    pub(super) is_view: bool,
    /// Whether gradients are computed for it.
    pub(super) requires_grad: Cell<bool>,
    /// The leaf tensors that its gradients reach.
    pub(super) leaves: RefCell<Vec<Tensor>>,
    /// The gradient, where `backward` was called.
    pub(super) grad: RefCell<Option<Tensor>>,
    /// How often optimizers had written parameters when all that it was computed from was still as it had been.
    pub(super) generation: Cell<u32>,
    /// The number of the optimizers' writing that wrote it last.
    pub(super) written: Cell<u32>,
    /// Whether `backward` was called on it.
    pub(super) differentiated: Cell<bool>,
}

/// What all views of a tensor share.
#[derive(Debug, Default)]
struct Storage {
    /// How often the elements were written.
    version: Cell<u32>,
}

impl std::ops::Deref for Tensor {
    type Target = TensorData;

    fn deref(&self) -> &TensorData {
        &self.0
    }
}

/// Elements that are known up to an error, in row-major order.
#[derive(Debug, Clone)]
pub(super) struct Estimate {
    pub(super) values: Rc<[f64]>,
    /// No element is farther from its value than this.
    pub(super) error: f64,
}

/// How a new tensor differs from a plain one.
#[derive(Debug, Default)]
pub(super) struct Traits {
    pub(super) values: Option<Vec<Scalar>>,
    /// The layout, where it is not row-major. `Some(None)`: the strides are not known.
    pub(super) layout: Option<Option<StridedLayout>>,
    /// The tensor of which it is a view.
    pub(super) base: Option<Tensor>,
    /// How many elements of the storage lie between the first element of `base` and its own, where that is known.
    pub(super) shift: Option<u64>,
    pub(super) is_scalar: bool,
    pub(super) read_only: bool,
    pub(super) requires_grad: bool,
    pub(super) leaves: Vec<Tensor>,
}

impl Tensor {
    /// A new tensor. Values of another number than its elements are forgotten.
    pub(super) fn new(library: Library, shape: Shape, dtype: Dtype, traits: Traits) -> Self {
        // A copy that gradients go through may come from any time; a view of a leaf holds nothing that an optimizer changes.
        let generation = match &traits.base {
            Some(base) if base.is_leaf() => u32::MAX,
            Some(base) => base.generation.get(),
            None if traits.leaves.is_empty() => u32::MAX,
            None => 0,
        };
        let layout = traits.layout.unwrap_or_else(|| Some(library.contiguous(&shape)));
        let storage = traits.base.as_ref().map_or_else(Rc::default, |base| Rc::clone(&base.0.storage));
        let offset = match &traits.base {
            Some(base) => base.offset.zip(traits.shift).and_then(|(offset, shift)| offset.checked_add(shift)),
            None => Some(0),
        };
        let version = storage.version.get();
        let elements = shape.numel().unwrap_or(u64::MAX);
        let values = traits.values.filter(|values| values.len() as u64 == elements && elements <= MAX_VALUES);
        Self(Rc::new(TensorData {
            shape,
            dtype,
            library,
            layout,
            offset,
            is_scalar: traits.is_scalar,
            read_only: traits.read_only,
            values: RefCell::new(values.map(|values| (version, values.into()))),
            estimate: RefCell::new(None),
            storage,
            bounds: Cell::new(None),
            is_probability: Cell::new(false),
            is_parameter: Cell::new(false),
            is_random: Cell::new(false),
            is_view: traits.base.is_some(),
            requires_grad: Cell::new(traits.requires_grad),
            leaves: RefCell::new(traits.leaves),
            grad: RefCell::new(None),
            generation: Cell::new(generation),
            written: Cell::new(0),
            differentiated: Cell::new(false),
        }))
    }

    /// The same new tensor, without values and without known strides.
    pub(super) fn without_layout(&self) -> Self {
        self.with_layout(self.shape.clone(), None)
    }

    /// The same new tensor with another layout and its shape, without values.
    pub(super) fn with_layout(&self, shape: Shape, layout: Option<StridedLayout>) -> Self {
        let traits = Traits {
            layout: Some(layout),
            is_scalar: self.is_scalar,
            requires_grad: self.requires_grad.get(),
            leaves: self.leaves.borrow().clone(),
            ..Traits::default()
        };
        let made = Self::new(self.library, shape, self.dtype, traits);
        made.generation.set(self.generation.get());
        made.has_elements_of(self);
        made
    }

    /// A row-major tensor whose values are not known.
    pub(super) fn plain(library: Library, shape: Shape, dtype: Dtype) -> Self {
        Self::new(library, shape, dtype, Traits::default())
    }

    /// A view of all its elements that NumPy does not write into.
    pub(super) fn as_read_only(&self) -> Self {
        let traits = Traits {
            values: self.values().map(|values| values.to_vec()),
            layout: Some(self.layout.clone()),
            base: Some(self.clone()),
            shift: Some(0),
            is_scalar: self.is_scalar,
            read_only: true,
            ..Traits::default()
        };
        let view = Self::new(self.library, self.shape.clone(), self.dtype, traits);
        view.has_elements_of(self);
        view
    }

    /// Takes over what is known of the values of a tensor whose elements this one has.
    pub(super) fn has_elements_of(&self, other: &Self) {
        self.bounds.set(other.bounds.get());
        self.is_probability.set(other.is_probability.get());
        self.is_random.set(other.is_random.get());
    }

    /// Whether no operation made it that gradients go through.
    pub(super) fn is_leaf(&self) -> bool {
        self.0.leaves.borrow().is_empty()
    }

    /// Whether an optimizer wrote a parameter after this was computed from it.
    pub(super) fn is_outdated(&self) -> bool {
        self.leaves.borrow().iter().any(|leaf| leaf.written.get() > self.generation.get())
    }

    /// Whether both are the same tensor.
    pub(super) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Whether both read the same storage.
    pub(super) fn shares_storage(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0.storage, &other.0.storage)
    }

    /// The elements in row-major order, where they are known.
    pub(super) fn values(&self) -> Option<Rc<[Scalar]>> {
        let values = self.0.values.borrow();
        let (version, values) = values.as_ref()?;
        (*version == self.0.storage.version.get()).then(|| Rc::clone(values))
    }

    /// The elements up to an error, where they are known so far.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        if let Some(values) = self.values() {
            return Some(Estimate { values: values.iter().map(|value| value.to_float()).collect(), error: 0.0 });
        }
        let estimate = self.0.estimate.borrow();
        let (version, estimate) = estimate.as_ref()?;
        (*version == self.0.storage.version.get()).then(|| estimate.clone())
    }

    /// Notes elements that are known up to an error. What is not finite, or has another number of elements, is not noted.
    pub(super) fn set_estimate(&self, estimate: Option<Estimate>) {
        let is_sound = |estimate: &Estimate| {
            estimate.values.len() as u64 == self.numel()
                && estimate.error.is_finite()
                && estimate.values.iter().all(|value| value.abs() < 1e30)
        };
        *self.0.estimate.borrow_mut() =
            estimate.filter(is_sound).map(|estimate| (self.0.storage.version.get(), estimate));
    }

    /// The only element, where it is known.
    pub(super) fn item(&self) -> Option<Scalar> {
        self.values().filter(|values| values.len() == 1).and_then(|values| values.first().copied())
    }

    /// Writes elements. Other views of the same storage forget theirs.
    pub(super) fn write(&self, values: Option<Vec<Scalar>>) {
        let storage = &self.0.storage;
        storage.version.set(storage.version.get().wrapping_add(1));
        self.bounds.set(None);
        self.is_probability.set(false);
        self.is_random.set(false);
        let elements = self.shape.numel().unwrap_or(u64::MAX);
        let values = values.filter(|values| values.len() as u64 == elements && elements <= MAX_VALUES);
        *self.0.values.borrow_mut() = values.map(|values| (storage.version.get(), values.into()));
    }

    /// The number of elements.
    pub(super) fn numel(&self) -> u64 {
        self.shape.numel().unwrap_or(u64::MAX)
    }

    /// The layout, or a row-major one where the strides are not known.
    pub(super) fn layout_or_contiguous(&self) -> StridedLayout {
        self.layout.clone().unwrap_or_else(|| self.library.contiguous(&self.shape))
    }

    /// The operand that the diagram draws.
    pub(super) fn operand(&self) -> Operand {
        let values = self.values();
        let values_unknown = values.is_none();
        let (layout, values) = match (values, &self.layout) {
            (None, Some(layout)) => (layout.clone(), Values::Arange),
            (None, None) => (StridedLayout::contiguous(&self.shape), Values::Arange),
            (Some(values), _) => (StridedLayout::contiguous(&self.shape), Values::Listed(values.to_vec())),
        };
        Operand {
            dtype: Some(self.dtype),
            library: Some(self.library),
            values_unknown,
            read_only: self.read_only,
            ..Operand::from(StoredTensor { layout, values })
        }
    }
}

impl Value {
    /// A tuple.
    pub(super) fn tuple(items: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(items.into_iter().collect(), TupleKind::Plain)
    }

    /// A list.
    pub(super) fn list(items: Vec<Self>) -> Self {
        Self::List(Rc::new(RefCell::new(items)))
    }

    /// A string.
    pub(super) fn text(text: &str) -> Self {
        Self::Text(Some(text.into()))
    }

    /// A path.
    pub(super) fn path(path: &str) -> Self {
        Self::Path(path.into())
    }

    /// A shape as `torch.Size` or as a tuple.
    pub(super) fn shape(library: Library, shape: &Shape) -> Self {
        let kind = match library {
            Library::PyTorch => TupleKind::Size,
            Library::NumPy => TupleKind::Plain,
        };
        Self::Tuple(shape.iter().map(|&size| Self::Int(i64::try_from(size).ok())).collect(), kind)
    }

    /// A Python number.
    pub(super) const fn number(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Bool(value) => Self::Bool(Some(value)),
            Scalar::Int(value) => Self::Int(Some(value)),
            Scalar::Float(value) => Self::Float(Some(value)),
        }
    }

    /// How many values it holds, itself included; `None` where they are too many or nested too deeply to be kept. This bounds
    /// every walk through a value, also that of dropping it, and finds lists that hold themselves.
    pub(super) fn count(&self) -> Option<usize> {
        let mut count = 0;
        self.count_within(MAX_NESTING, &mut count).then_some(count)
    }

    fn count_within(&self, depth: usize, count: &mut usize) -> bool {
        *count += 1;
        if depth == 0 || *count > MAX_NESTED {
            return false;
        }
        let mut inner = |value: &Self| value.count_within(depth - 1, count);
        match self {
            Self::Tuple(items, _) => items.iter().all(inner),
            Self::List(items) => items.borrow().iter().all(inner),
            Self::Dict(entries) => entries.borrow().iter().all(|(_, value)| inner(value)),
            Self::Slice(parts) => parts.iter().all(inner),
            Self::Method(value, _) => inner(value),
            Self::Function(function) => {
                function.closure.iter().all(|(_, value)| inner(value)) && function.defaults.iter().flatten().all(inner)
            }
            Self::Object(object) => object.fields.iter().all(|(_, value)| inner(value)),
            Self::Class(class) => class.attributes.borrow().iter().all(|(_, value)| inner(value)),
            Self::Instance(instance) => instance.fields.borrow().iter().all(|field| inner(&field.value)),
            _ => true,
        }
    }

    /// Whether it is a layer, a loss or an instance of a class that derives from `nn.Module`.
    pub(super) fn is_module(&self) -> bool {
        match self {
            Self::Object(object) => object.class.starts_with("nn."),
            Self::Instance(instance) => instance.class.is_module(),
            _ => false,
        }
    }

    /// The entries of a tuple or a list.
    pub(super) fn items(&self) -> Option<Vec<Self>> {
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
    pub(super) const fn tensor(&self) -> Option<&Tensor> {
        match self {
            Self::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// The kind of number that a Python number is: a value of that kind stands for it.
    pub(super) fn number_kind(&self) -> Option<Scalar> {
        match self {
            Self::Bool(value) => Some(Scalar::Bool(value.unwrap_or_default())),
            Self::Int(value) => Some(Scalar::Int(value.unwrap_or_default())),
            Self::Float(value) => Some(Scalar::Float(value.unwrap_or_default())),
            _ => None,
        }
    }

    /// The Python number that this is, where it is known.
    pub(super) fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Bool(value) => value.map(Scalar::Bool),
            Self::Int(value) => value.map(Scalar::Int),
            Self::Float(value) => value.map(Scalar::Float),
            _ => None,
        }
    }

    /// The text that this is.
    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => text.as_deref(),
            _ => None,
        }
    }

    /// The class as Python's messages name it; `None` for what is not known for certain.
    pub(super) fn class(&self) -> Option<String> {
        Some(match self {
            Self::None => "NoneType".to_owned(),
            Self::Ellipsis => "ellipsis".to_owned(),
            Self::Bool(_) => "bool".to_owned(),
            Self::Int(_) => "int".to_owned(),
            Self::Float(_) => "float".to_owned(),
            Self::Text(_) => "str".to_owned(),
            Self::Tuple(_, TupleKind::Plain) => "tuple".to_owned(),
            Self::Tuple(_, TupleKind::Size) => "torch.Size".to_owned(),
            Self::Tuple(_, TupleKind::Named(name, _)) => format!("torch.return_types.{name}"),
            Self::List(_) => "list".to_owned(),
            Self::Dict(_) => "dict".to_owned(),
            Self::Range(..) => "range".to_owned(),
            Self::Slice(_) => "slice".to_owned(),
            Self::Function(_) => "function".to_owned(),
            Self::Tensor(tensor) => match tensor.library {
                Library::PyTorch => "Tensor".to_owned(),
                Library::NumPy if tensor.is_scalar => {
                    let name = tensor.dtype.name();
                    format!("numpy.{}", if name == "bool" { "bool" } else { name })
                }
                Library::NumPy => "numpy.ndarray".to_owned(),
            },
            Self::Dtype(_)
            | Self::Path(_)
            | Self::Method(..)
            | Self::Object(_)
            | Self::Class(_)
            | Self::Instance(_) => return None,
        })
    }
}

/// A value with the place of its expression.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub(super) value: Value,
    pub(super) span: Range<usize>,
}
