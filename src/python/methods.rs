//! What is done to a tensor: methods, functions and properties, and indices.

use std::ops::Range;

use super::calls::{Arguments, dtype, refused};
use super::elements::{cast, copied, own};
use super::evaluate::Evaluator;
use super::table::{self, METHODS, Method, NUMPY, TORCH};
use super::value::{Item, Value};
use crate::broadcast::{MAX_SIZE, Scalar, StridedLayout};
use crate::library::{Library, LibraryError, Reshaped, signed};
use crate::parse::{MAX_AXES, Operand, ParseError, Problem};

/// The tensor's bit in the tables: without a library both count.
fn bit(operand: &Operand) -> u8 {
    match operand.library {
        Some(Library::PyTorch) => TORCH,
        Some(Library::NumPy) => NUMPY,
        None => TORCH | NUMPY,
    }
}

/// What is asked of a tensor by `name`, which stands at `place` and is `called` or not.
pub(super) fn method(
    evaluator: &mut Evaluator<'_>,
    operand: Operand,
    name: &str,
    place: &Range<usize>,
    called: bool,
    arguments: &mut Arguments,
) -> Result<Value, ParseError> {
    let bit = bit(&operand);
    let mut known = METHODS.iter().filter(|entry| entry.0 == name);
    let stands = |entry: &&(&str, u8, u8, u8, Method)| (if called { entry.1 } else { entry.3 }) & bit != 0;
    if let Some(&(.., method)) = known.clone().find(stands) {
        return apply(evaluator, operand, method, arguments, &(place.start..arguments.span.end));
    }
    let elsewhere = known.any(|entry| (entry.1 | entry.3) != 0);
    let is =
        |at: fn(&(&str, u8, u8, u8, Method)) -> u8| METHODS.iter().any(|entry| entry.0 == name && at(entry) & bit != 0);
    let (method_here, property_here) = (is(|entry| entry.1), is(|entry| entry.3));
    let error = |library, error_type, message| Err(refused(library, LibraryError { error_type, message }, place));
    let problem = match operand.library {
        Some(Library::NumPy) if name == "dtype" && called => {
            Problem::UnknownFunction { name: ".dtype()".to_owned(), nearest: None }
        }
        Some(library) if called && property_here => {
            let class = match (name, library) {
                ("dtype", _) => "torch.dtype",
                ("shape", Library::PyTorch) => "torch.Size",
                ("shape" | "strides", _) => "tuple",
                ("ndim" | "size", _) => "int",
                (_, Library::PyTorch) => "Tensor",
                (_, Library::NumPy) => "numpy.ndarray",
            };
            return error(library, "TypeError", format!("'{class}' object is not callable"));
        }
        // These are something else to NumPy.
        Some(Library::NumPy) if name == "data" => Problem::UnknownFunction { name: format!(".{name}"), nearest: None },
        Some(Library::NumPy) if name == "view" && called && arguments.positional.is_empty() => {
            return Ok(tensor(operand));
        }
        Some(Library::NumPy) if name == "view" => return Err(not_numpys_view(arguments, place)),
        _ if method_here => Problem::NotCalled(name.to_owned()),
        Some(library) if elsewhere => {
            let class = if library == Library::PyTorch { "Tensor" } else { "numpy.ndarray" };
            return error(library, "AttributeError", format!("'{class}' object has no attribute '{name}'"));
        }
        _ if table::combines(name) => Problem::TwoOperands,
        _ if table::computes(name) => Problem::Computes(name.to_owned()),
        _ => {
            let nearest =
                evaluator.suggests.then(|| table::nearest_method(name, bit)).flatten().map(|name| format!(".{name}"));
            Problem::UnknownFunction { name: format!(".{name}"), nearest }
        }
    };
    Err(ParseError { span: place.clone(), problem })
}

/// Does what a method or the function of its name does. `span` is the call.
pub(super) fn apply(
    evaluator: &mut Evaluator<'_>,
    operand: Operand,
    method: Method,
    given: &Arguments,
    span: &Range<usize>,
) -> Result<Value, ParseError> {
    let rules = operand.library.unwrap_or_default();
    let layout = operand.tensor.layout.clone();
    let ndim = layout.shape().ndim();
    evaluator.charge(8 + ndim / 4, span)?;
    given.only(keywords(method, rules))?;
    if let Some((_, place, _)) = given
        .keywords
        .iter()
        .find(|(name, _, item)| name == "order" && !matches!(&item.value, Value::Text(order) if order == "C"))
    {
        return Err(ParseError { span: place.clone(), problem: Problem::UnknownKeyword("order".to_owned()) });
    }
    let axes = |names: &[&'static str]| given.integers(names);
    let reversed = || (0..ndim as i64).rev().collect::<Vec<_>>();
    let viewed = match method {
        Method::Reshape => return reshaped(evaluator, operand, &axes(&["shape", "newshape"])?, true, span),
        Method::View => {
            if let [item] = given.positional.as_slice()
                && let Some(dtype) = dtype(item)
            {
                return Ok(tensor(Operand { dtype: Some(dtype), ..operand }));
            }
            return reshaped(evaluator, operand, &axes(&["size"])?, false, span);
        }
        Method::ReshapeAs | Method::ExpandAs => {
            let other = given.need(0, &["other"])?;
            let Value::Tensor(other) = &other.value else { return Err(other.error(Problem::NotAnOperand)) };
            let sizes = signed(other.shape());
            if method == Method::ReshapeAs {
                return reshaped(evaluator, operand, &sizes, true, span);
            }
            rules.expand(&layout, &sizes)
        }
        Method::Unsqueeze => {
            let item = given.need(0, &["dim", "axis"])?;
            let mut axes = item.ints()?;
            // Several new axes are counted in the result.
            let all = ndim + axes.len();
            let many = matches!(item.value, Value::List(_)) && rules == Library::NumPy;
            if many {
                for axis in &mut axes {
                    *axis = rules.axis(*axis, all).map_err(|error| refused(rules, error, span))? as i64;
                }
                axes = in_order(axes);
            }
            axes.iter().try_fold(layout, |layout, &axis| rules.unsqueeze(&layout, axis))
        }
        Method::Squeeze => {
            let none = given.positional.is_empty() && given.keywords.is_empty();
            let axes = if none { None } else { Some(axes(&["dim", "axis"])?) };
            rules.squeeze(&layout, axes.as_deref())
        }
        Method::Expand => rules.expand(&layout, &axes(&["size", "shape"])?),
        Method::Transpose if rules == Library::PyTorch => swapped(rules, &layout, given)?,
        Method::Swap => swapped(rules, &layout, given)?,
        Method::Transpose => {
            let none = given.positional.is_empty() && given.keywords.is_empty()
                || matches!(given.get(0, &["axes"]), Some(Item { value: Value::None, .. }));
            rules.permute(&layout, &if none { reversed() } else { axes(&["axes"])? })
        }
        Method::Permute => rules.permute(&layout, &axes(&["dims", "axes"])?),
        Method::AxisEdit => {
            let from = given.need(0, &["source"])?.ints()?;
            let to = given.need(1, &["destination"])?.ints()?;
            moved(rules, &layout, &from, &to)
        }
        Method::Matrix if ndim > 2 => {
            Err(rules.error(format!("t() expects a tensor with <= 2 dimensions, but self is {ndim}D")))
        }
        Method::Matrix | Method::Reversed => rules.permute(&layout, &reversed()),
        Method::MatrixTransposed => rules.matrix_transpose(&layout),
        Method::Flatten if rules == Library::PyTorch => return flattened(evaluator, operand, given, span),
        // NumPy's flatten copies always.
        Method::Flatten => {
            let row = rules.reshape(&layout, &[-1]);
            let row = row.map_err(|error| refused(rules, error, span))?;
            let (Reshaped::View(row) | Reshaped::Copy(row)) = row;
            let row = rules.contiguous(row.shape());
            return copied(evaluator, operand, row, span);
        }
        Method::Ravel => return reshaped(evaluator, operand, &[count(&layout)], true, span),
        Method::Contiguous | Method::Copy | Method::Clone => {
            let row_major = layout.is_contiguous();
            let kept = match method {
                Method::Copy => row_major && rules.contiguous(layout.shape()) == layout,
                Method::Contiguous => row_major,
                _ => !layout.overlaps(),
            };
            let operand = Operand { read_only: false, ..operand };
            let new = rules.contiguous(layout.shape());
            return if kept { Ok(tensor(operand)) } else { copied(evaluator, operand, new, span) };
        }
        Method::Cast(dtype) => return Ok(tensor(cast(own(evaluator, operand, span)?, dtype))),
        Method::To => {
            let named = given.positional.iter().chain(given.keywords.iter().map(|(.., item)| item)).find_map(dtype);
            let Some(dtype) = named else { return Ok(tensor(operand)) };
            return Ok(tensor(cast(own(evaluator, operand, span)?, dtype)));
        }
        Method::Numpy => {
            let mut operand = Operand { library: Some(Library::NumPy), ..operand };
            if layout.shape().contains(&0) {
                operand.tensor.layout = Library::NumPy.contiguous(layout.shape());
            }
            return Ok(tensor(operand));
        }
        Method::Same => return Ok(tensor(operand)),
        Method::Shape => {
            let sizes = layout.shape().iter();
            let entry = |&size: &u64| Item { value: Value::Scalar(Scalar::Int(size as i64)), span: span.clone() };
            let mut sizes: Vec<Item> = sizes.map(entry).collect();
            return match given.get(0, &["dim"]) {
                None => Ok(Value::List(sizes)),
                Some(axis) => {
                    let axis = rules.axis(axis.int()?, ndim).map_err(|error| refused(rules, error, span))?;
                    if axis < sizes.len() { Ok(sizes.swap_remove(axis).value) } else { Ok(Value::None) }
                }
            };
        }
        Method::Ndim => return Ok(Value::Scalar(Scalar::Int(ndim as i64))),
        Method::Count => {
            let elements = layout.shape().numel().and_then(|elements| i64::try_from(elements).ok());
            let beyond = || ParseError { span: span.clone(), problem: Problem::ValueTooLarge };
            return Ok(Value::Scalar(Scalar::Int(elements.ok_or_else(beyond)?)));
        }
    };
    let layout = viewed.map_err(|mut error| {
        // PyTorch names the tensor's class.
        if let (Some(dtype), Some(rest)) = (operand.dtype, error.message.strip_prefix("expand(torch.FloatTensor")) {
            error.message = ["expand(torch.", dtype.torch_name(), "Tensor", rest].concat();
        }
        refused(rules, error, span)
    })?;
    if layout.shape().ndim() > MAX_AXES {
        return Err(ParseError { span: span.clone(), problem: Problem::TooManyAxes });
    }
    // PyTorch takes a negative size for a very large one, where there are no elements.
    if layout.shape().iter().any(|&size| size > MAX_SIZE) {
        return Err(ParseError { span: span.clone(), problem: Problem::NegativeSize });
    }
    // NumPy lets nobody write through what it has broadcast.
    let read_only = operand.read_only || (rules == Library::NumPy && method == Method::Expand);
    Ok(with_view(Operand { read_only, ..operand }, layout))
}

/// The names that arguments of a method have.
const fn keywords(method: Method, rules: Library) -> &'static [&'static str] {
    match (method, rules) {
        (Method::Reshape, _) => &["shape", "newshape", "order"],
        (Method::View, _) => &["size", "dtype"],
        (Method::ReshapeAs | Method::ExpandAs, _) => &["other"],
        (Method::Unsqueeze | Method::Squeeze, _) => &["dim", "axis"],
        (Method::Expand, _) => &["size", "shape"],
        (Method::Transpose | Method::Swap, Library::PyTorch) => &["dim0", "dim1", "axis0", "axis1"],
        (Method::Transpose, Library::NumPy) => &["axes"],
        (Method::Swap, Library::NumPy) => &["axis1", "axis2"],
        (Method::Permute, _) => &["dims", "axes"],
        (Method::AxisEdit, _) => &["source", "destination"],
        (Method::Flatten, Library::PyTorch) => &["start_dim", "end_dim"],
        (Method::Flatten | Method::Ravel | Method::Copy | Method::To, Library::NumPy) => &["order"],
        (Method::Shape, Library::PyTorch) => &["dim"],
        _ => &[],
    }
}

/// What NumPy says of `view` with sizes, which it takes for a type.
fn not_numpys_view(given: &Arguments, place: &Range<usize>) -> ParseError {
    let first = given.positional.first().map(|item| match &item.value {
        Value::List(items) => items.first().and_then(|item| item.int().ok()),
        _ => item.int().ok(),
    });
    let (error_type, message) = match (first, given.positional.len()) {
        (Some(Some(size)), 1) => ("TypeError", format!("Cannot interpret '{size}' as a data type")),
        (Some(Some(_)), _) => ("ValueError", "Type must be a sub-type of ndarray type".to_owned()),
        _ => return ParseError { span: place.clone(), problem: Problem::Computes("view".to_owned()) },
    };
    refused(Library::NumPy, LibraryError { error_type, message }, place)
}

pub(super) fn tensor(operand: Operand) -> Value {
    Value::Tensor(Box::new(operand))
}

/// The same buffer seen differently. Names belong to the axes that were.
fn with_view(mut operand: Operand, layout: StridedLayout) -> Value {
    operand.tensor.layout = layout;
    operand.names.clear();
    tensor(operand)
}

/// `-1`, or 0 where there are no elements, which -1 could not tell.
fn count(layout: &StridedLayout) -> i64 {
    if layout.shape().contains(&0) { 0 } else { -1 }
}

fn swapped(
    rules: Library,
    layout: &StridedLayout,
    given: &Arguments,
) -> Result<Result<StridedLayout, LibraryError>, ParseError> {
    // What is PyTorch's second is NumPy's first.
    let (first, second): (&[_], &[_]) = match rules {
        Library::PyTorch => (&["dim0", "axis0"], &["dim1", "axis1"]),
        Library::NumPy => (&["axis1"], &["axis2"]),
    };
    let (first, second) = (given.need(0, first)?.int()?, given.need(1, second)?.int()?);
    Ok(rules.swap_axes(layout, [first, second]))
}

/// Axes taken out and put in elsewhere.
fn moved(rules: Library, layout: &StridedLayout, from: &[i64], to: &[i64]) -> Result<StridedLayout, LibraryError> {
    let ndim = layout.shape().ndim();
    let places = |axes: &[i64], name: &str| {
        let named = |mut error: LibraryError| {
            if rules == Library::NumPy {
                error.message.insert_str(0, name);
            }
            error
        };
        axes.iter().map(|&axis| rules.axis(axis, ndim).map_err(named)).collect::<Result<Vec<_>, _>>()
    };
    let (from, to) = (places(from, "source: ")?, places(to, "destination: ")?);
    if ndim == 0 {
        return Ok(layout.clone());
    }
    let mut order: Vec<usize> = (0..ndim).filter(|axis| !from.contains(axis)).collect();
    for (place, axis) in in_order(to.into_iter().zip(from).collect()) {
        order.insert(place.min(order.len()), axis);
    }
    rules.permute(layout, &order.iter().map(|&axis| axis as i64).collect::<Vec<_>>())
}

/// A few things in order. (The sort of the standard library takes 3 KB for each type.)
fn in_order<T: Ord + Copy>(mut items: Vec<T>) -> Vec<T> {
    let mut ordered = Vec::with_capacity(items.len());
    while let Some(least) = (0..items.len()).min_by_key(|&at| items[at]) {
        ordered.push(items.swap_remove(least));
    }
    ordered
}

/// `reshape`, or where it `may_copy` not `view`.
fn reshaped(
    evaluator: &mut Evaluator<'_>,
    operand: Operand,
    sizes: &[i64],
    may_copy: bool,
    span: &Range<usize>,
) -> Result<Value, ParseError> {
    let rules = operand.library.unwrap_or_default();
    if sizes.len() > MAX_AXES {
        return Err(ParseError { span: span.clone(), problem: Problem::TooManyAxes });
    }
    match rules.reshape(&operand.tensor.layout, sizes).map_err(|error| refused(rules, error, span))? {
        Reshaped::View(layout) => Ok(with_view(operand, layout)),
        Reshaped::Copy(layout) if may_copy => copied(evaluator, operand, layout, span),
        Reshaped::Copy(_) => {
            let message = "view size is not compatible with input tensor's size and stride (at least one dimension spans \
                           across two contiguous subspaces). Use .reshape(...) instead.";
            Err(refused(rules, rules.error(message), span))
        }
    }
}

/// PyTorch's `flatten(start_dim, end_dim)`.
fn flattened(
    evaluator: &mut Evaluator<'_>,
    operand: Operand,
    given: &Arguments,
    span: &Range<usize>,
) -> Result<Value, ParseError> {
    let shape = operand.shape().clone();
    let rules = Library::PyTorch;
    let axis = |place, names: &[&str], default| {
        let axis = given.get(place, names).map_or(Ok(default), Item::int)?;
        rules.axis(axis, shape.ndim()).map_err(|error| refused(rules, error, span))
    };
    let (start, end) = (axis(0, &["start_dim"], 0)?, axis(1, &["end_dim"], -1)?);
    if start > end {
        let message = "flatten() has invalid args: start_dim cannot come after end_dim";
        return Err(refused(rules, rules.error(message), span));
    }
    if shape.is_empty() {
        return reshaped(evaluator, operand, &[1], true, span);
    }
    if start == end {
        return Ok(tensor(operand));
    }
    let mut sizes = signed(&shape);
    let one = shape[start..=end].iter().try_fold(1_i64, |product, &size| product.checked_mul(size as i64));
    sizes.splice(start..=end, [one.unwrap_or(-1)]);
    reshaped(evaluator, operand, &sizes, true, span)
}

/// `x[…]`: whole slices, new axes and an ellipsis.
pub(super) fn index(operand: Operand, indices: &[Item]) -> Result<Value, ParseError> {
    let rules = operand.library.unwrap_or_default();
    let ndim = operand.shape().ndim();
    let taken = indices.iter().filter(|item| matches!(item.value, Value::Slice(_))).count();
    let span = indices.first().map_or(0, |item| item.span.start)..indices.last().map_or(0, |item| item.span.end);
    let refuse = |message: String| refused(rules, LibraryError { error_type: "IndexError", message }, &span);
    let selects = |item: &&Item| !matches!(item.value, Value::Slice(true) | Value::None | Value::Ellipsis);
    if let Some(item) = indices.iter().find(selects) {
        return Err(item.error(Problem::Selects));
    }
    let ellipses = indices.iter().filter(|item| matches!(item.value, Value::Ellipsis)).count();
    if rules == Library::NumPy && ellipses > 1 {
        return Err(refuse("an index can only have a single ellipsis ('...')".to_owned()));
    }
    if taken > ndim {
        return Err(refuse(match rules {
            Library::PyTorch if ndim == 0 && indices.len() == 1 => {
                "slice() cannot be applied to a 0-dim tensor.".to_owned()
            }
            Library::PyTorch => format!("too many indices for tensor of dimension {ndim}"),
            Library::NumPy => {
                format!("too many indices for array: array is {ndim}-dimensional, but {taken} were indexed")
            }
        }));
    }
    let mut layout = operand.tensor.layout.clone();
    let (mut axis, mut rest) = (0, ndim - taken);
    for item in indices {
        match item.value {
            Value::None => {
                layout = rules.insert_axis(&layout, axis);
                axis += 1;
            }
            Value::Ellipsis => axis += std::mem::take(&mut rest),
            _ => axis += 1,
        }
        if layout.shape().ndim() > MAX_AXES {
            return Err(item.error(Problem::TooManyAxes));
        }
    }
    Ok(with_view(operand, layout))
}
