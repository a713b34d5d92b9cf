//! Tensors: what is known of their shapes, elements, storage and gradients.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::axes::Axes;
use super::graph::{Kept, Node};
use super::storage::{Buffer, MAX_VALUES, Storage, fits, positions};
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
    /// The shape with its strides; `None` where the strides are not known. Negative strides count modulo 2^64.
    pub(crate) layout: Option<StridedLayout>,
    /// The strides in the buffer, where those of the library are not known; `None` where it is not known which elements it has.
    own_layout: Option<StridedLayout>,
    /// The position of its first element in the buffer.
    pub(crate) offset: u64,
    /// Whether it is a scalar of NumPy, such as a `np.float64`, which is no array.
    pub(crate) is_scalar: bool,
    /// Whether NumPy does not write into it.
    pub(crate) read_only: bool,
    storage: Rc<Storage>,
    /// Where its axes come from, where that was asked for or noted.
    axes: OnceCell<Rc<Axes>>,
    /// Counts it among the tensors of its storage.
    _counted: Rc<()>,
    /// Whether it is a `torch.nn.Parameter`, which is a class of its own.
    pub(crate) is_parameter: Cell<bool>,
    /// Whether its elements are probabilities along its first axis: what `softmax` makes of that axis, or their logarithms.
    pub(crate) is_over_first: Cell<bool>,
    /// Whether it is a view of another tensor.
    pub(crate) is_view: bool,
    /// Whether gradients are computed for it.
    pub(crate) requires_grad: Cell<bool>,
    /// The operation that made it, where gradients go through that.
    node: RefCell<Option<Rc<Node<Tensor>>>>,
    /// The gradient, where `backward` was called.
    pub(crate) grad: RefCell<Option<Tensor>>,
}

impl std::ops::Deref for Tensor {
    type Target = TensorData;

    fn deref(&self) -> &TensorData {
        &self.0
    }
}

impl std::ops::Deref for TensorData {
    type Target = Storage;

    fn deref(&self) -> &Storage {
        &self.storage
    }
}

/// How a new tensor differs from a plain one.
#[derive(Debug, Default)]
pub(crate) struct Traits {
    /// The elements in row-major order.
    pub(crate) values: Option<Vec<Scalar>>,
    /// The rule that its elements follow exactly, by position.
    pub(crate) rule: Option<Values>,
    /// The layout, where it is not row-major. `Some(None)`: the strides are not known.
    pub(crate) layout: Option<Option<StridedLayout>>,
    pub(crate) is_scalar: bool,
    pub(crate) requires_grad: bool,
    /// The operation that made it, where gradients go through that.
    pub(crate) node: Option<Rc<Node<Tensor>>>,
}

/// Gives the layout of a view from that of its tensor, and how many elements it begins behind it.
type Restride<'a, E> = dyn Fn(&StridedLayout) -> Result<(StridedLayout, u64), E> + 'a;

/// A view of a tensor that is about to be made. It begins as the tensor itself.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub(crate) base: Tensor,
    pub(crate) library: Library,
    pub(crate) dtype: Dtype,
    pub(crate) shape: Shape,
    /// How it reads the buffer; `None` where that is not known.
    pub(crate) places: Option<StridedLayout>,
    pub(crate) offset: u64,
    /// Whether its strides are those of the library.
    pub(crate) has_strides: bool,
    /// Whether it is a scalar of NumPy, unless it has axes.
    pub(crate) is_scalar: bool,
    pub(crate) read_only: bool,
}

impl View {
    /// The view of all elements of a tensor.
    pub(crate) fn of(base: &Tensor) -> Self {
        Self {
            library: base.library,
            dtype: base.dtype,
            shape: base.shape.clone(),
            places: base.places().cloned(),
            offset: base.offset,
            has_strides: base.layout.is_some(),
            is_scalar: base.is_scalar,
            read_only: base.read_only,
            base: base.clone(),
        }
    }

    /// The same with a layout that follows from that of the tensor, and that begins so many elements behind it.
    ///
    /// # Errors
    ///
    /// Those of `apply`, which may also be called with a row-major layout.
    pub(crate) fn with<E>(self, apply: &Restride<'_, E>) -> Result<Self, E> {
        let row_major = StridedLayout::contiguous(&self.shape);
        let (layout, shift) = apply(self.places.as_ref().unwrap_or(&row_major))?;
        let shape = layout.shape().clone();
        Ok(Self { shape, places: self.places.map(|_| layout), offset: self.offset.wrapping_add(shift), ..self })
    }

    /// A part of it along an axis: so many elements from `start` on. It must have them.
    pub(crate) fn part(self, axis: usize, start: u64, length: u64) -> Self {
        let mut sizes = self.shape.to_vec();
        if let Some(size) = sizes.get_mut(axis) {
            *size = length;
        }
        let shape = Shape::from(sizes.as_slice());
        let stride = self.places.as_ref().and_then(|places| places.strides().get(axis).copied()).unwrap_or(0);
        let places =
            self.places.and_then(|places| StridedLayout::with_strides(shape.clone(), places.strides().to_vec()));
        Self { shape, places, offset: self.offset.wrapping_add(stride.wrapping_mul(start)), ..self }
    }

    /// The same without an axis of size 1.
    pub(crate) fn without(self, axis: usize) -> Self {
        let kept: Vec<usize> = (0..self.shape.ndim()).filter(|&other| other != axis).listed();
        let shape = kept.iter().filter_map(|&axis| self.shape.get(axis).copied()).collect();
        Self { shape, places: self.places.map(|places| places.permuted(&kept)), ..self }
    }

    /// Its layout, where the strides are known.
    pub(crate) fn layout(&self) -> Option<&StridedLayout> {
        self.places.as_ref().filter(|_| self.has_strides)
    }

    /// The same as a view that may have a storage of its own: then writing into one of both leaves the other as it is.
    pub(crate) fn or_copy(self) -> Self {
        self.base.is_uncertain.set(true);
        self
    }

    /// The elements in row-major order, where they are known.
    pub(crate) fn values(&self) -> Option<Vec<Scalar>> {
        self.base.storage.elements(self.dtype, self.places.as_ref()?, self.offset)
    }

    /// The tensor, which `node` makes where gradients go through it.
    pub(crate) fn tensor(self, node: Option<Rc<Node<Tensor>>>) -> Tensor {
        let is_scalar = self.is_scalar && self.shape.is_empty();
        let base = &self.base;
        let axes = base.axes().viewed((&base.shape, base.places()), (&self.shape, self.places.as_ref()));
        let known = self.layout().cloned();
        let own_layout = if known.is_some() { None } else { self.places };
        // A scalar of NumPy never changes: what is made of it is new.
        let fresh = self.base.is_scalar.then(|| {
            let traits = Traits { values: View::of(&self.base).values(), ..Traits::default() };
            Tensor::new(self.library, self.base.shape.clone(), self.base.dtype, traits)
        });
        let storage = Rc::clone(&fresh.as_ref().unwrap_or(&self.base).storage);
        Tensor(Rc::new(TensorData {
            layout: known,
            own_layout,
            offset: self.offset,
            is_scalar,
            read_only: self.read_only,
            axes: OnceCell::from(Rc::new(axes)),
            is_view: true,
            ..TensorData::plain(self.library, self.shape, self.dtype, storage, node)
        }))
    }
}

impl TensorData {
    /// A tensor of the elements of a storage, whose layout is not known.
    fn plain(
        library: Library,
        shape: Shape,
        dtype: Dtype,
        storage: Rc<Storage>,
        node: Option<Rc<Node<Tensor>>>,
    ) -> Self {
        if let Some(node) = &node {
            node.add_result((Rc::clone(&storage), storage.version.get()));
        }
        Self {
            shape,
            dtype,
            library,
            layout: None,
            own_layout: None,
            offset: 0,
            is_scalar: false,
            read_only: false,
            _counted: Rc::clone(&storage.tensors),
            storage,
            axes: OnceCell::new(),
            is_parameter: Cell::default(),
            is_over_first: Cell::default(),
            is_view: false,
            requires_grad: Cell::new(node.is_some()),
            node: RefCell::new(node),
            grad: RefCell::default(),
        }
    }
}

impl Tensor {
    /// A new tensor. Values of another number than its elements are forgotten.
    pub(crate) fn new(library: Library, shape: Shape, dtype: Dtype, traits: Traits) -> Self {
        let layout = traits.layout.unwrap_or_else(|| Some(library.contiguous(&shape)));
        let own_layout = if layout.is_none() { Some(StridedLayout::contiguous(&shape)) } else { None };
        let length = layout.as_ref().or(own_layout.as_ref()).and_then(StridedLayout::required_len);
        let storage = Rc::new(Storage::new(dtype, length));
        let made = Self(Rc::new(TensorData {
            layout,
            own_layout,
            is_scalar: traits.is_scalar,
            requires_grad: Cell::new(traits.requires_grad || traits.node.is_some()),
            ..TensorData::plain(library, shape, dtype, storage, traits.node)
        }));
        match (traits.rule, traits.values) {
            (Some(rule), _) if fits(&rule, dtype, length) => made.storage.replace(Buffer::Exact(rule)),
            (_, Some(values)) => made.storage.replace(made.with_values(&values)),
            _ => {}
        }
        made
    }

    /// The same new tensor, without values and without known strides.
    pub(crate) fn without_layout(&self) -> Self {
        self.with_layout(self.shape.clone(), None)
    }

    /// The same new tensor with another layout and its shape, without values unless they are all equal.
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
        let buffer = self.storage.buffer.borrow();
        if let Buffer::Exact(Values::Filled(_)) = *buffer {
            made.storage.buffer.borrow_mut().clone_from(&buffer);
        }
        drop(buffer);
        made
    }

    /// A row-major tensor whose values are not known.
    pub(crate) fn plain(library: Library, shape: Shape, dtype: Dtype) -> Self {
        Self::new(library, shape, dtype, Traits::default())
    }

    /// Takes over what is known of the values of a tensor whose elements this new one has.
    pub(crate) fn has_elements_of(&self, other: &Self) {
        self.bounds.set(other.bounds.get());
        self.is_probability.set(other.is_probability.get());
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
        let inputs = through.iter().filter_map(|operand| operand.node()).listed();
        let operands = through.iter().chain(others).map(|operand| operand.stored()).listed();
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

    /// Where its axes come from: they are its own, unless something else was noted.
    pub(crate) fn axes(&self) -> &Rc<Axes> {
        self.0.axes.get_or_init(|| Rc::new(Axes::own(self.shape.ndim())))
    }

    /// Notes that the axes of a new tensor are those of the first of these that has the same shape.
    pub(crate) fn has_axes_of(&self, others: &[&Self]) {
        if let Some(other) = others.iter().find(|other| other.shape == self.shape) {
            // Nothing was noted before.
            _ = self.0.axes.set(Rc::clone(other.axes()));
        }
    }

    /// Notes that a new tensor is another one without these of its axes, or with size 1 there.
    pub(crate) fn reduces(&self, other: &Self, reduced: &[bool]) {
        _ = self.0.axes.set(Rc::new(other.axes().reduced(reduced, self.shape.ndim() == reduced.len())));
    }

    /// Whether both are the same tensor.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Whether both read the same storage.
    pub(crate) fn shares_storage(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0.storage, &other.0.storage)
    }

    /// How it reads the buffer.
    fn places(&self) -> Option<&StridedLayout> {
        self.layout.as_ref().or(self.own_layout.as_ref())
    }

    /// Whether several of its elements are the same one of the buffer.
    pub(crate) fn overlaps(&self) -> bool {
        self.places().is_some_and(StridedLayout::overlaps)
    }

    /// The elements in row-major order, where they are known.
    pub(crate) fn values(&self) -> Option<Rc<[Scalar]>> {
        self.storage.elements(self.dtype, self.places()?, self.offset).map(Into::into)
    }

    /// The elements as they are shown, by position from the first element of this tensor on.
    pub(crate) fn made(&self) -> Option<Values> {
        let length = self.places().filter(|_| self.dtype == self.storage.dtype)?.required_len()?;
        self.storage.shown(self.offset, length)
    }

    /// Notes the elements of a new tensor as they are shown, by position. Where they are known exactly it says no more.
    pub(crate) fn set_made(&self, values: Option<Values>) {
        let is_exact = matches!(*self.storage.buffer.borrow(), Buffer::Exact(_));
        if let Some(values) = values.filter(|values| !is_exact && fits(values, self.dtype, self.storage.length)) {
            *self.storage.buffer.borrow_mut() = Buffer::Shown(values);
        }
    }

    /// The only element, where it is known.
    pub(crate) fn item(&self) -> Option<Scalar> {
        self.values().filter(|values| values.len() == 1).and_then(|values| values.first().copied())
    }

    /// Writes elements, in row-major order. Elements that are not known make those of the whole storage unknown.
    pub(crate) fn write(&self, values: Option<Vec<Scalar>>) {
        let storage = &self.storage;
        storage.version.set(storage.version.get().wrapping_add(1));
        storage.replace(values.map_or(Buffer::Unknown, |values| self.with_values(&values)));
    }

    /// The buffer after these elements are written.
    fn with_values(&self, values: &[Scalar]) -> Buffer {
        let is_whole = self.shape.numel() == Some(values.len() as u64) && values.len() as u64 <= MAX_VALUES;
        match self.places().filter(|_| is_whole && self.dtype == self.storage.dtype) {
            Some(places) => self.storage.written(&positions(places, self.offset), values),
            None => Buffer::Unknown,
        }
    }

    /// The state of the elements of its storage: another one after each write.
    pub(crate) fn stamp(&self) -> u64 {
        self.storage.stamp()
    }

    /// What tells it from all other tensors.
    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }

    /// Its elements, and those of all its views, are not known any more. For gradients nothing was written.
    pub(crate) fn forget(&self) {
        self.storage.forgotten.set(self.storage.forgotten.get().wrapping_add(1));
        self.storage.replace(Buffer::Unknown);
    }

    /// Its elements are in an order that is not known.
    pub(crate) fn shuffle(&self) {
        let known = (self.bounds.get(), self.is_probability.get());
        self.forget();
        self.bounds.set(known.0);
        self.is_probability.set(known.1);
    }

    /// The number of elements.
    pub(crate) fn numel(&self) -> u64 {
        self.shape.numel().unwrap_or(u64::MAX)
    }

    /// The layout, or a row-major one where the strides are not known.
    pub(crate) fn layout_or_contiguous(&self) -> StridedLayout {
        self.layout.clone().unwrap_or_else(|| self.library.contiguous(&self.shape))
    }

    /// The operand that the diagram draws. Where the strides are not known, or are negative, its elements stand in row-major order.
    pub(crate) fn operand(&self) -> Operand {
        // Of more than 2^63 elements the strides are large.
        let is_signed = self.library == Library::NumPy && self.shape.numel().is_some();
        let is_negative =
            |layout: &StridedLayout| layout.strides().iter().any(|&stride| i64::try_from(stride).is_err());
        let layout = self.layout.as_ref().filter(|layout| !is_signed || !is_negative(layout));
        let values = match layout {
            Some(_) => self.made(),
            None => self.values().map(|values| Values::Listed(values.to_vec())),
        };
        Operand {
            dtype: Some(self.dtype),
            library: Some(self.library),
            strides_unknown: layout.is_none(),
            values_unknown: values.is_none(),
            read_only: self.read_only,
            ..Operand::from(StoredTensor {
                layout: layout.cloned().unwrap_or_else(|| StridedLayout::contiguous(&self.shape)),
                values: values.unwrap_or_default(),
            })
        }
    }
}
