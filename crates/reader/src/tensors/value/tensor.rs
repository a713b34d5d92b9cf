//! Tensors: what is known of their shapes, elements, storage and gradients.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::elements::{self, MAX_VALUES};
use super::graph::{Kept, Node, Storage};
use crate::shapes::Operand;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout, Tensor as StoredTensor, Values};

/// A tensor, an array, or a scalar of NumPy. Cloning gives the same tensor, as an assignment in Python does.
#[derive(Debug, Clone)]
pub(crate) struct Tensor(Rc<TensorData>);

/// What is known of a tensor.
#[derive(Debug)]
pub(crate) struct TensorData {
    pub(crate) shape: Shape,
    pub(crate) dtype: Dtype,
    pub(crate) library: Library,
    /// The shape with its strides; `None` where the strides are not known.
    pub(crate) layout: Option<StridedLayout>,
    /// The place of its first element in the storage, in elements, where that is known.
    pub(crate) offset: Option<u64>,
    /// Whether it is a scalar of NumPy, such as a `np.float64`, which is no array.
    pub(crate) is_scalar: bool,
    /// Whether NumPy does not write into it.
    pub(crate) read_only: bool,
    /// The elements in row-major order, and the state of the storage that they belong to.
    values: RefCell<Option<(u64, Rc<[Scalar]>)>>,
    storage: Rc<Storage>,
    /// Counts it among the tensors of its storage.
    _counted: Rc<()>,
    /// The least and the greatest value that its integers can have, where that is known.
    pub(crate) bounds: Cell<Option<(i64, i64)>>,
    /// Whether all its elements are known to lie between 0 and 1, though they are random.
    pub(crate) is_probability: Cell<bool>,
    /// Whether it is a `torch.nn.Parameter`, which is a class of its own.
    pub(crate) is_parameter: Cell<bool>,
    /// Whether its elements are random numbers that do not depend on each other.
    pub(crate) is_random: Cell<bool>,
    /// Whether it is a view of another tensor.
    pub(crate) is_view: bool,
    /// Whether gradients are computed for it.
    pub(crate) requires_grad: Cell<bool>,
    /// The operation that made it, where gradients go through that.
    node: RefCell<Option<Rc<Node<Tensor>>>>,
    /// Whether `retain_grad` was called: then it has a gradient though it is no leaf.
    pub(crate) retains_grad: Cell<bool>,
    /// The gradient, where `backward` was called.
    pub(crate) grad: RefCell<Option<Tensor>>,
}

impl std::ops::Deref for Tensor {
    type Target = TensorData;

    fn deref(&self) -> &TensorData {
        &self.0
    }
}

/// How a new tensor differs from a plain one.
#[derive(Debug, Default)]
pub(crate) struct Traits {
    pub(crate) values: Option<Vec<Scalar>>,
    /// The layout, where it is not row-major. `Some(None)`: the strides are not known.
    pub(crate) layout: Option<Option<StridedLayout>>,
    /// The tensor of which it is a view.
    pub(crate) base: Option<Tensor>,
    /// How many elements of the storage lie between the first element of `base` and its own, where that is known.
    pub(crate) shift: Option<u64>,
    pub(crate) is_scalar: bool,
    pub(crate) read_only: bool,
    pub(crate) requires_grad: bool,
    /// The operation that made it, where gradients go through that.
    pub(crate) node: Option<Rc<Node<Tensor>>>,
}

impl Tensor {
    /// A new tensor. Values of another number than its elements are forgotten.
    pub(crate) fn new(library: Library, shape: Shape, dtype: Dtype, traits: Traits) -> Self {
        let layout = traits.layout.unwrap_or_else(|| Some(library.contiguous(&shape)));
        let storage = match &traits.base {
            Some(base) => {
                base.store();
                Rc::clone(&base.0.storage)
            }
            None => Rc::default(),
        };
        let offset = match &traits.base {
            Some(base) => base.offset.zip(traits.shift).and_then(|(offset, shift)| offset.checked_add(shift)),
            None => Some(0),
        };
        if let Some(node) = &traits.node {
            node.add_result((Rc::clone(&storage), storage.version.get()));
        }
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
            values: RefCell::new(values.map(|values| (storage.stamp(), values.into()))),
            _counted: Rc::clone(&storage.tensors),
            storage,
            bounds: Cell::new(None),
            is_probability: Cell::new(false),
            is_parameter: Cell::new(false),
            is_random: Cell::new(false),
            is_view: traits.base.is_some(),
            requires_grad: Cell::new(traits.requires_grad),
            node: RefCell::new(traits.node),
            retains_grad: Cell::new(false),
            grad: RefCell::new(None),
        }))
    }

    /// The same new tensor, without values and without known strides.
    pub(crate) fn without_layout(&self) -> Self {
        self.with_layout(self.shape.clone(), None)
    }

    /// The same new tensor with another layout and its shape, without values.
    pub(crate) fn with_layout(&self, shape: Shape, layout: Option<StridedLayout>) -> Self {
        let traits = Traits {
            layout: Some(layout),
            is_scalar: self.is_scalar,
            requires_grad: self.requires_grad.get(),
            node: self.node(),
            ..Traits::default()
        };
        let made = Self::new(self.library, shape, self.dtype, traits);
        made.has_elements_of(self);
        made
    }

    /// A row-major tensor whose values are not known.
    pub(crate) fn plain(library: Library, shape: Shape, dtype: Dtype) -> Self {
        Self::new(library, shape, dtype, Traits::default())
    }

    /// A view of all its elements that NumPy does not write into.
    pub(crate) fn as_read_only(&self) -> Self {
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
    pub(crate) fn has_elements_of(&self, other: &Self) {
        self.bounds.set(other.bounds.get());
        self.is_probability.set(other.is_probability.get());
        self.is_random.set(other.is_random.get());
    }

    /// Whether no operation made it that gradients go through.
    pub(crate) fn is_leaf(&self) -> bool {
        self.0.node.borrow().is_none()
    }

    /// The operation that made it, where gradients go through that.
    pub(crate) fn node(&self) -> Option<Rc<Node<Self>>> {
        self.0.node.borrow().clone()
    }

    /// Notes the operation that made it, or that wrote into it. Gradients go through it then.
    pub(crate) fn set_node(&self, node: Option<Rc<Node<Self>>>) {
        if let Some(node) = &node {
            self.requires_grad.set(true);
            node.add_result(self.stored());
        }
        *self.0.node.borrow_mut() = node;
    }

    /// Notes what the operation that made it keeps for its gradients.
    pub(crate) fn keeps(&self, kept: Kept) {
        if let Some(node) = self.node() {
            node.keeps(kept);
        }
    }

    /// The leaf tensors that its gradients reach: itself, where it is one.
    pub(crate) fn leaves(&self) -> Vec<Self> {
        self.node().map_or_else(|| vec![self.clone()], |node| node.leaves.clone())
    }

    /// A new operation. `through` are the operands that gradients go through, `others` what else it may keep.
    pub(crate) fn operation(through: &[&Self], others: &[&Self]) -> Rc<Node<Self>> {
        let mut leaves: Vec<Self> = Vec::new();
        for leaf in through.iter().flat_map(|operand| operand.leaves()) {
            if !leaves.iter().any(|known| known.is(&leaf)) {
                leaves.push(leaf);
            }
        }
        let inputs = through.iter().filter_map(|operand| operand.node()).collect();
        let operands = through.iter().chain(others).map(|operand| operand.stored()).collect();
        Rc::new(Node::new(leaves, inputs, operands))
    }

    /// The operation that makes a view of it, which keeps nothing.
    pub(crate) fn viewing(&self) -> Rc<Node<Self>> {
        let node = Self::operation(&[self], &[]);
        node.keeps(Kept::Nothing);
        node
    }

    /// Its storage, with the version that it has now.
    fn stored(&self) -> (Rc<Storage>, u32) {
        (Rc::clone(&self.0.storage), self.0.storage.version.get())
    }

    /// Whether another tensor has the same storage now.
    pub(crate) fn has_views(&self) -> bool {
        // The storage itself and this tensor hold it too.
        Rc::strong_count(&self.0.storage.tensors) > 2
    }

    /// Whether both are the same tensor.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Whether both read the same storage.
    pub(crate) fn shares_storage(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0.storage, &other.0.storage)
    }

    /// The elements in row-major order, where they are known.
    pub(crate) fn values(&self) -> Option<Rc<[Scalar]>> {
        if let Some(values) = self.own_values() {
            return Some(values);
        }
        // A few integers of a large storage are exact.
        if !self.dtype.is_integer() || self.numel() > MAX_VALUES {
            return None;
        }
        let values = elements::gathered(&self.stored_values()?, self.layout.as_ref()?, self.dtype)?;
        self.know(Some(values.into()));
        self.own_values()
    }

    fn own_values(&self) -> Option<Rc<[Scalar]>> {
        let values = self.0.values.borrow();
        let (version, values) = values.as_ref()?;
        (*version == self.stamp()).then(|| Rc::clone(values))
    }

    /// The elements of the storage by position, from the first element of this tensor on.
    fn stored_values(&self) -> Option<Values> {
        let made = self.0.storage.made.borrow();
        let (version, dtype, values) = made.as_ref()?;
        let is_own = *version == self.stamp() && *dtype == self.dtype;
        elements::from_position(values, self.offset.filter(|_| is_own)?, self.layout.as_ref()?.required_len()?)
    }

    /// The elements as they are shown, by position from the first element of this tensor on.
    pub(crate) fn made(&self) -> Option<Values> {
        self.stored_values().or_else(|| elements::scattered(&self.own_values()?, self.layout.as_ref()?))
    }

    /// Notes the elements of a new tensor by position. A list says no more than its values.
    pub(crate) fn set_made(&self, values: Option<Values>) {
        let length = self.layout.as_ref().and_then(StridedLayout::required_len);
        let is_rule = |values: &Values| !matches!(values, Values::Listed(_) | Values::Copied(_));
        let is_wanted = |values: &Values| is_rule(values) || self.own_values().is_none();
        self.note(values.filter(|values| is_wanted(values) && elements::fits(values, self.dtype, length)));
    }

    fn note(&self, values: Option<Values>) {
        let version = self.stamp();
        *self.0.storage.made.borrow_mut() = values.map(|values| (version, self.dtype, values));
    }

    /// Notes the elements of the storage by position before a view is made, which may have more elements, or gaps between them.
    fn store(&self) {
        if !self.is_view && self.stored_values().is_none() {
            self.note(self.made());
        }
    }

    /// The only element, where it is known.
    pub(crate) fn item(&self) -> Option<Scalar> {
        self.values().filter(|values| values.len() == 1).and_then(|values| values.first().copied())
    }

    /// Writes elements. Other views of the same storage forget theirs.
    pub(crate) fn write(&self, values: Option<Vec<Scalar>>) {
        let storage = &self.0.storage;
        storage.version.set(storage.version.get().wrapping_add(1));
        self.bounds.set(None);
        self.is_probability.set(false);
        self.is_random.set(false);
        let elements = self.shape.numel().unwrap_or(u64::MAX);
        let values = values.filter(|values| values.len() as u64 == elements && elements <= MAX_VALUES);
        *self.0.values.borrow_mut() = values.map(|values| (storage.stamp(), values.into()));
    }

    /// The state of the elements of its storage: another one after each write.
    pub(crate) fn stamp(&self) -> u64 {
        self.0.storage.stamp()
    }

    /// What tells it from all other tensors.
    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }

    /// Its elements, and those of all its views, are not known any more. For gradients nothing was written.
    pub(crate) fn forget(&self) {
        let storage = &self.0.storage;
        storage.forgotten.set(storage.forgotten.get().wrapping_add(1));
        self.bounds.set(None);
        self.is_probability.set(false);
        self.is_random.set(false);
    }

    /// Notes the elements that it has now, which nothing has written since they were computed.
    pub(crate) fn know(&self, values: Option<Rc<[Scalar]>>) {
        *self.0.values.borrow_mut() = values.map(|values| (self.stamp(), values));
    }

    /// The number of elements.
    pub(crate) fn numel(&self) -> u64 {
        self.shape.numel().unwrap_or(u64::MAX)
    }

    /// The layout, or a row-major one where the strides are not known.
    pub(crate) fn layout_or_contiguous(&self) -> StridedLayout {
        self.layout.clone().unwrap_or_else(|| self.library.contiguous(&self.shape))
    }

    /// The operand that the diagram draws.
    pub(crate) fn operand(&self) -> Operand {
        let (layout, values) = match (self.made(), &self.layout, self.values()) {
            (Some(values), Some(layout), _) => (layout.clone(), Some(values)),
            // The strides are not known, or what stands in the gaps is not.
            (_, _, Some(values)) => (StridedLayout::contiguous(&self.shape), Some(Values::Listed(values.to_vec()))),
            (None, Some(layout), None) => (layout.clone(), None),
            (_, None, None) => (StridedLayout::contiguous(&self.shape), None),
        };
        Operand {
            dtype: Some(self.dtype),
            library: Some(self.library),
            values_unknown: values.is_none(),
            read_only: self.read_only,
            ..Operand::from(StoredTensor { layout, values: values.unwrap_or_default() })
        }
    }
}
