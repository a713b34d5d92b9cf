//! Nested lists to tensors, and what is common to the results of operations.

use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use crate::reading::UnreadableReason;
use crate::tensors::context::{Context, Outcome, raised, unreadable};
use crate::tensors::made::{converted, copied};
use crate::tensors::types::{Kind, cast_all, promoted};
use crate::tensors::value::{self, MAX_VALUES, Node, Placed, Tensor, Traits, Value, View};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout, Values, broadcast_shapes};

/// A nested list as it is read: the sizes, the elements in order, and their kinds.
struct Nested {
    library: Library,
    /// The lengths of the lists around what is read.
    path: Vec<u64>,
    shape: Option<Vec<u64>>,
    /// `None` where an element is not known.
    values: Option<Vec<Scalar>>,
    kinds: Vec<Kind>,
    /// The element type that the call names.
    dtype: Option<Dtype>,
    /// Whether lists within it have other lengths than the first ones.
    is_ragged: bool,
}

/// The array that NumPy makes of a value.
///
/// # Errors
///
/// It makes none, or one that is not read.
pub(crate) fn to_array(context: &mut Context<'_>, item: &Placed) -> Outcome<Tensor> {
    if let Value::Tensor(tensor) = &item.value
        && tensor.library == Library::NumPy
    {
        return Ok(tensor.clone());
    }
    from_nested(context, Library::NumPy, &item.value, None, &item.span)
}

/// The tensors that stand in a call: in NumPy also what arrays are made of.
///
/// # Errors
///
/// One of them is none.
pub(crate) fn to_tensors(context: &mut Context<'_>, library: Library, items: &[Placed]) -> Outcome<Vec<Tensor>> {
    let mut tensors = Vec::new();
    for item in items {
        tensors.push(match (&item.value, library) {
            (Value::Tensor(tensor), library) if tensor.library == library => tensor.clone(),
            (Value::Tensor(_), _) | (_, Library::PyTorch) => return unreadable(UnreadableReason::Kinds, &item.span),
            (_, Library::NumPy) => to_array(context, item)?,
        });
    }
    Ok(tensors)
}

/// The tensor of nested lists, numbers and tensors.
///
/// # Errors
///
/// The lists do not make a tensor, or one that is not read.
pub(crate) fn from_nested(
    context: &mut Context<'_>,
    library: Library,
    value: &Value,
    dtype: Option<Dtype>,
    span: &Range<usize>,
) -> Outcome<Tensor> {
    let (values, kinds) = (Some(Vec::new()), Vec::new());
    let mut nested = Nested { library, path: Vec::new(), shape: None, values, kinds, dtype, is_ragged: false };
    nested.read(context, value, span)?;
    if nested.is_ragged {
        let sizes = nested.shape.unwrap_or_default();
        let shape = Shape::from(sizes.as_slice()).to_string();
        return raised(
            "ValueError",
            format!(
                "setting an array element with a sequence. The requested array has an inhomogeneous shape after {} dimensions. \
                 The detected shape was {shape} + inhomogeneous part.",
                sizes.len()
            ),
            span,
        );
    }
    let shape: Shape = nested.shape.unwrap_or_default().into_iter().collect();
    let dtype = dtype.unwrap_or_else(|| promoted(library, &nested.kinds));
    let known = nested.values;
    let values = known.as_ref().and_then(|values| cast_all(values, dtype));
    let is_listed = values.is_some() && is_small(&shape);
    let elements = known.clone().filter(|_| !is_listed && (values.is_some() || !dtype.is_integer()));
    // An integer that the type cannot hold is an exception.
    if values.is_none() && dtype.is_integer() && known.is_some_and(|known| cast_all(&known, Dtype::Float64).is_some()) {
        return unreadable(UnreadableReason::Arguments(library.constructor().to_owned()), span);
    }
    context.make(usize::try_from(shape.numel().unwrap_or(0)).unwrap_or(usize::MAX), span)?;
    let made = Tensor::new(library, shape, dtype, Traits { values, ..Traits::default() });
    made.set_made(elements.and_then(|elements| converted(Values::Listed(elements), dtype)));
    Ok(made)
}

impl Nested {
    /// Reads a list and those within it.
    fn read(&mut self, context: &mut Context<'_>, value: &Value, span: &Range<usize>) -> Outcome<()> {
        context.step(1, span)?;
        let depth = self.path.len();
        if depth > 32 {
            return self.declined(span);
        }
        if let Some(items) = value.items() {
            self.path.push(items.len() as u64);
            if items.is_empty() {
                self.leaf(span)?;
            }
            for item in &items {
                self.read(context, item, span)?;
            }
            self.path.pop();
            return Ok(());
        }
        let (found, kind) = match (value, value.number_kind()) {
            (Value::Tensor(tensor), _) if tensor.library == self.library || tensor.is_scalar => {
                let is_item = self.library == Library::PyTorch && depth > 0;
                if is_item && tensor.numel() != 1 && !tensor.is_scalar {
                    if tensor.dtype.is_integer() || self.dtype.is_some_and(Dtype::is_integer) {
                        return self.declined(span);
                    }
                    let message = "only one element tensors can be converted to Python scalars";
                    return raised("ValueError", message, span);
                }
                if !is_item {
                    self.path.extend(tensor.shape.iter());
                }
                (tensor.values().map(|values| values.to_vec()), Kind::Tensor(tensor.dtype))
            }
            (_, Some(kind)) => (value.scalar().map(|value| vec![value]), Kind::Number(kind)),
            _ => return self.declined(span),
        };
        self.leaf(span)?;
        self.path.truncate(depth);
        match (found, &mut self.values) {
            (Some(found), Some(values)) => values.extend(found),
            (_, values) => *values = None,
        }
        self.kinds.push(kind);
        Ok(())
    }

    fn declined(&self, span: &Range<usize>) -> Outcome<()> {
        unreadable(UnreadableReason::Arguments(self.library.constructor().to_owned()), span)
    }

    /// Compares the lengths of the lists around an element with those around the first.
    fn leaf(&mut self, span: &Range<usize>) -> Outcome<()> {
        let path = &self.path;
        match &mut self.shape {
            None => self.shape = Some(path.clone()),
            Some(shape) if shape == path => {}
            // What the lists have in common stays.
            Some(shape) if self.library == Library::NumPy && !shape.is_empty() && !path.is_empty() => {
                let common = shape.iter().zip(path).take_while(|(a, b)| a == b).count();
                self.is_ragged |= common < shape.len() || !self.is_ragged;
                shape.truncate(common);
            }
            Some(_) => return self.declined(span),
        }
        Ok(())
    }
}

/// Whether so many elements are few enough for their values to be computed.
pub(crate) fn is_small(shape: &Shape) -> bool {
    shape.numel().is_some_and(|elements| elements <= MAX_VALUES)
}

/// The positions in a buffer that each element of a result reads, where `strides` says how far the positions of neighbours along
/// each axis of `result` are apart, and `offset` where the first is.
pub(crate) fn positions(result: &Shape, strides: &[i64], offset: i64) -> Vec<usize> {
    let strides = strides.iter().map(|&stride| stride as u64).listed();
    let layout = StridedLayout::with_strides(result.clone(), strides);
    layout.map_or_else(Vec::new, |layout| value::positions(&layout, offset as u64))
}

/// The shape with another size along an axis.
pub(crate) fn resized(shape: &Shape, axis: usize, size: u64) -> Shape {
    let mut resized = shape.clone();
    if let Some(slot) = resized.sizes_mut().get_mut(axis) {
        *slot = size;
    }
    resized
}

/// The shape with other axes in place of one.
pub(crate) fn replaced(shape: &Shape, axis: usize, axes: &[u64]) -> Shape {
    let (before, after) = (shape.get(..axis).unwrap_or_default(), shape.get(axis + 1..).unwrap_or_default());
    Shape::from([before, axes, after].concat().as_slice())
}

/// Row-major strides of a shape.
pub(crate) fn row_major(shape: &Shape) -> Vec<i64> {
    let mut strides = vec![0; shape.ndim()];
    let mut stride = 1_i64;
    for (slot, &size) in strides.iter_mut().zip(shape.iter()).rev() {
        *slot = stride;
        stride = stride.saturating_mul(i64::try_from(size.max(1)).unwrap_or(i64::MAX));
    }
    strides
}

/// The strides with which a tensor of `shape` is read as a part of `result`: 0 where it stretches.
pub(crate) fn stretched(shape: &Shape, result: &Shape) -> Vec<i64> {
    let own = row_major(shape);
    let missing = result.ndim().saturating_sub(shape.ndim());
    (0..result.ndim())
        .map(|axis| match axis.checked_sub(missing).and_then(|at| Some((*shape.get(at)?, *own.get(at)?))) {
            Some((size, stride)) if size != 1 => stride,
            _ => 0,
        })
        .listed()
}

/// The values of a tensor read as `result`, which it broadcasts to.
pub(crate) fn broadcast_values(values: &[Scalar], shape: &Shape, result: &Shape) -> Option<Vec<Scalar>> {
    if !is_small(result) {
        return None;
    }
    picked(values, &positions(result, &stretched(shape, result), 0))
}

/// The values at some places; `None` where one of them is outside.
pub(crate) fn picked(values: &[Scalar], places: &[usize]) -> Option<Vec<Scalar>> {
    places.iter().map(|&at| values.get(at).copied()).all_listed()
}

/// An operand of an operation: a tensor of its library, a number, or in NumPy an array of a list; `None` where it is none of these.
///
/// # Errors
///
/// The list makes no array, or one that is not read.
pub(crate) fn operand(context: &mut Context<'_>, library: Library, given: &Placed) -> Outcome<Option<Placed>> {
    let value = match &given.value {
        Value::Tensor(tensor) if tensor.library == library => given.value.clone(),
        Value::List(_) | Value::Tuple(..) if library == Library::NumPy => Value::Tensor(to_array(context, given)?),
        number if number.number_kind().is_some() => number.clone(),
        _ => return Ok(None),
    };
    Ok(Some(Placed { value, span: given.span.clone() }))
}

/// A shape as NumPy's C code prints it: `(5,2)`.
pub(crate) fn compact(shape: &Shape) -> String {
    shape.to_string().replace(", ", ",")
}

/// What an operation makes: the shape, the element type, and the elements where they are known.
pub(crate) type Made = (Shape, Dtype, Option<Vec<Scalar>>);

/// The result of an operation: with the layout that follows from those of the operands, and with the leaves that its gradients
/// reach. A 0-dim result of NumPy is a scalar.
pub(crate) fn computed(
    context: &mut Context<'_>,
    library: Library,
    (shape, dtype, values): Made,
    operands: &[&Tensor],
    span: &Range<usize>,
) -> Outcome<Tensor> {
    let layout = elementwise_layout(library, &shape, operands, false);
    let made = computed_in(context, library, (shape, dtype, values), (operands, layout), span)?;
    made.has_axes_of(operands);
    Ok(made)
}

/// The same with a layout that is given.
pub(crate) fn computed_in(
    context: &mut Context<'_>,
    library: Library,
    (shape, dtype, values): Made,
    (operands, layout): (&[&Tensor], Option<StridedLayout>),
    span: &Range<usize>,
) -> Outcome<Tensor> {
    if let Some(values) = &values {
        context.step(values.len() / 64, span)?;
        context.make(values.len(), span)?;
    }
    check_size(context, &shape, dtype, span)?;
    let node = recorded_node(context, dtype, operands);
    let traits = Traits {
        values: values.and_then(|values| cast_all(&values, dtype)),
        layout: Some(layout),
        is_scalar: library == Library::NumPy && shape.is_empty(),
        node,
        ..Traits::default()
    };
    Ok(Tensor::new(library, shape, dtype, traits))
}

/// A new result, with the leaves that its gradients reach. It is row-major, but the strides of NumPy may follow those of operands that
/// are not. In NumPy a 0-dim result is a scalar.
pub(crate) fn fresh(
    context: &mut Context<'_>,
    library: Library,
    (shape, dtype, values): Made,
    operands: &[&Tensor],
    span: &Range<usize>,
) -> Outcome<Tensor> {
    let is_row_major = |operand: &&Tensor| operand.layout.as_ref().is_some_and(StridedLayout::is_contiguous);
    let is_known = library == Library::PyTorch || operands.iter().all(is_row_major);
    let layout = is_known.then(|| library.contiguous(&shape));
    computed_in(context, library, (shape, dtype, values), (operands, layout), span)
}

/// A new tensor of the elements of another one, in another library, element type or layout.
///
/// # Errors
///
/// The program makes too much.
pub(crate) fn copied_as(
    context: &mut Context<'_>,
    tensor: &Tensor,
    (library, dtype): (Library, Dtype),
    layout: Option<StridedLayout>,
    span: &Range<usize>,
) -> Outcome<Tensor> {
    check_size(context, &tensor.shape, dtype, span)?;
    let values = tensor.values().and_then(|values| cast_all(&values, dtype));
    context.make(values.as_ref().map_or(1, Vec::len), span)?;
    let shown = layout.as_ref().and_then(|layout| copied(tensor, layout)).and_then(|shown| converted(shown, dtype));
    let node = recorded_node(context, dtype, &[tensor]);
    let is_scalar = tensor.is_scalar && library == Library::NumPy;
    let traits = Traits { values, layout: Some(layout), is_scalar, node, ..Traits::default() };
    let made = Tensor::new(library, tensor.shape.clone(), dtype, traits);
    let are_integers = dtype.is_integer() && tensor.dtype.is_integer() && dtype != Dtype::Bool;
    if dtype == tensor.dtype || are_integers {
        made.has_elements_of(tensor);
    }
    made.set_made(shown);
    made.has_axes_of(&[tensor]);
    Ok(made)
}

/// A program that makes a tensor of more bytes than this is not read: whether there is so much memory depends on the machine.
const MAX_BYTES: u64 = 1 << 32;

/// Whether a tensor is so large that it depends on the machine whether it can be made.
pub(crate) fn is_too_large(shape: &Shape, dtype: Dtype) -> bool {
    shape.numel().and_then(|elements| elements.checked_mul(dtype.bytes())).is_none_or(|bytes| bytes > MAX_BYTES)
}

/// Checks that a tensor is not so large that it depends on the machine whether it can be made. In a field it may be.
///
/// # Errors
///
/// It is too large.
pub(crate) fn check_size(context: &Context<'_>, shape: &Shape, dtype: Dtype, span: &Range<usize>) -> Outcome<()> {
    if context.is_field || !is_too_large(shape, dtype) { Ok(()) } else { unreadable(UnreadableReason::TooMuch, span) }
}

/// The node of an operation, where gradients go through it.
fn recorded_node(context: &Context<'_>, dtype: Dtype, operands: &[&Tensor]) -> Option<Rc<Node<Tensor>>> {
    let (through, others): (Vec<&Tensor>, Vec<&Tensor>) =
        operands.iter().copied().partition(|operand| operand.requires_grad.get());
    let is_recorded = context.grad && !dtype.is_integer() && !through.is_empty();
    is_recorded.then(|| Tensor::operation(&through, &others))
}

/// A view, through which gradients go where they go through its tensor.
///
/// # Errors
///
/// The program makes too much.
pub(crate) fn viewed(context: &mut Context<'_>, tensor: &Tensor, view: View, span: &Range<usize>) -> Outcome<Tensor> {
    context.make(1, span)?;
    Ok(view.tensor(view_node(context, tensor)))
}

/// The node of a view of a tensor, where gradients go through it.
pub(crate) fn view_node(context: &Context<'_>, tensor: &Tensor) -> Option<Rc<Node<Tensor>>> {
    (context.grad && tensor.requires_grad.get()).then(|| tensor.viewing())
}

/// The layout of a copy; `None` where it is not known.
pub(crate) fn kept_layout(tensor: &Tensor) -> Option<StridedLayout> {
    let (library, layout) = (tensor.library, tensor.layout.as_ref()?);
    match library {
        Library::PyTorch if layout.is_dense() || layout.is_contiguous() => Some(layout.clone()),
        Library::NumPy if layout.is_contiguous() => Some(library.contiguous(&tensor.shape)),
        // NumPy looks at the strides of these axes too.
        Library::NumPy if layout.overlaps() || tensor.shape.contains(&1) => None,
        _ => elementwise_layout(library, &tensor.shape, &[tensor], false),
    }
}

/// Whether the elements follow each other with the first axis innermost.
fn is_column_major(layout: &StridedLayout) -> bool {
    let reversed: Vec<usize> = (0..layout.shape().ndim()).rev().listed();
    layout.permuted(&reversed).is_contiguous()
}

/// The layout with the first axis innermost: NumPy's order `F`.
pub(crate) fn column_major(shape: &Shape) -> StridedLayout {
    let axes: Vec<usize> = (0..shape.ndim()).rev().listed();
    let reversed: Shape = shape.iter().rev().copied().collect();
    Library::NumPy.contiguous(&reversed).permuted(&axes)
}

/// The layout of the result of an elementwise operation, where numbers stand beside the tensors or not; `None` where it is not known.
pub(crate) fn elementwise_layout(
    library: Library,
    shape: &Shape,
    operands: &[&Tensor],
    has_numbers: bool,
) -> Option<StridedLayout> {
    let layouts: Vec<&StridedLayout> = operands
        .iter()
        .filter(|operand| !operand.shape.is_empty())
        .map(|operand| operand.layout.as_ref())
        .all_listed()?;
    if layouts.iter().any(|layout| broadcast_shapes(layout.shape(), shape).ok().as_ref() != Some(shape)) {
        return None;
    }
    let are_alike = layouts.iter().all(|layout| layout.shape() == shape);
    let are_equal = are_alike && layouts.iter().all(|layout| Some(layout) == layouts.first());
    // PyTorch sorts the axes where a number or a tensor without axes takes part.
    let is_sorted = library == Library::PyTorch && (has_numbers || layouts.len() < operands.len());
    // Then axes of sizes 0 and 1 keep their strides only where no gap would come before them.
    let room = shape.iter().fold(1_u64, |room, &size| room.saturating_mul(size.max(1)));
    let is_kept = |(&size, &stride): (&u64, &u64)| match size {
        0 => is_sorted && stride == room,
        1 if is_sorted => stride <= room,
        1 => library == Library::PyTorch && shape.ndim() != 4,
        _ => true,
    };
    match layouts.first() {
        _ if are_alike && !is_sorted && layouts.iter().all(|layout| layout.is_contiguous()) => {
            Some(library.contiguous(shape))
        }
        // Tensors without gaps and with the same strides give these to the result.
        Some(first) if are_equal && first.is_dense() && shape.iter().zip(first.strides()).all(is_kept) => {
            Some((*first).clone())
        }
        _ if shape.contains(&0) => None,
        _ if layouts.iter().all(|layout| is_in_order(library, layout, shape)) => Some(library.contiguous(shape)),
        _ if library == Library::NumPy && are_alike && layouts.iter().all(|layout| is_column_major(layout)) => {
            Some(column_major(shape))
        }
        _ => None,
    }
}

/// Whether no axis of a layout has a larger stride than one before it, so that the axes of a result of this shape follow each other as
/// they stand: `TensorIteratorBase::reorder_dimensions` of PyTorch, and `npyiter_find_best_axis_ordering` of NumPy.
fn is_in_order(library: Library, layout: &StridedLayout, result: &Shape) -> bool {
    let missing = result.ndim() - layout.shape().ndim();
    let mut before = (u64::MAX, u64::MAX);
    for ((&size, &stride), &stretched) in layout.shape().iter().zip(layout.strides()).zip(result.iter().skip(missing)) {
        let stride = if library == Library::NumPy { (stride as i64).unsigned_abs() } else { stride };
        // Along an axis that stretches an operand does not move. In NumPy nor along one of size 1.
        if stride == 0 || (size == 1 && (stretched != 1 || library == Library::NumPy)) {
            continue;
        }
        if stride > before.0 || (stride == before.0 && size > before.1) {
            return false;
        }
        before = (stride, size);
    }
    true
}
