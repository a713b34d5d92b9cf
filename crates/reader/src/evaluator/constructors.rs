//! Functions that make a tensor, or something else, out of sizes, numbers and lists.

use crate::evaluator::budget::cost;
use crate::evaluator::call::Call;
use crate::evaluator::elements::{cast, converted};
use crate::evaluator::literal;
use crate::evaluator::value::{Spanned, Value};
use crate::shapes::{MAX_AXES, Operand, Problem};
use crate::syntax::failure::Failure;
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::numbers::parse_float;
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout, Tensor, Values};

/// The type that a number gets where none is named; without a library only where both agree.
fn default_dtype(library: Option<Library>, value: Scalar) -> Option<Dtype> {
    match library {
        Some(library) => Some(library.default_dtype(value)),
        None => {
            let [first, second] = Library::ALL.map(|library| library.default_dtype(value));
            (first == second).then_some(first)
        }
    }
}

impl Call<'_> {
    /// The type that the arguments name, or else that of `value`.
    fn dtype_or_default(&self, value: Scalar) -> Option<Dtype> {
        self.dtype().or_else(|| default_dtype(self.library, value))
    }

    /// The sizes of `ones` and its relatives: one after the other, except in NumPy.
    fn sizes(&self) -> Result<Vec<i64>, Failure> {
        if self.library != Some(Library::NumPy) {
            return self.arguments.integers(&["size", "shape"]);
        }
        if let Some(second @ Spanned { value: Value::Scalar(_), .. }) = self.arguments.positional.get(1) {
            let message = format!("Cannot interpret '{}' as a data type", second.int()?);
            return Err(self.raises_at(LibraryError { error_type: "TypeError", message }, &self.arguments.span));
        }
        self.arguments.need(0, &["shape", "size"])?.ints()
    }

    /// A tensor of these sizes.
    fn sized(&self, sizes: &[i64], values: Values, dtype: Option<Dtype>) -> Result<Box<Operand>, Failure> {
        let shape = self.rules().empty(sizes).map_err(|error| self.raises(error))?;
        self.tensor(&shape, values, dtype)
    }

    /// A tensor of these sizes whose elements are unknown.
    fn unknown(&self, sizes: &[i64], dtype: Option<Dtype>) -> Result<Box<Operand>, Failure> {
        let mut operand = self.sized(sizes, Values::Arange, dtype)?;
        operand.values_unknown = true;
        Ok(operand)
    }

    fn tensor(&self, shape: &Shape, values: Values, dtype: Option<Dtype>) -> Result<Box<Operand>, Failure> {
        if shape.ndim() > MAX_AXES {
            return Err(self.error(Problem::TooManyAxes));
        }
        let tensor = Tensor { layout: self.rules().contiguous(shape), values };
        let mut operand = Box::new(Operand::from(tensor));
        (operand.dtype, operand.library) = (dtype, self.library);
        Ok(operand)
    }
}

/// `zeros`, `ones`: the same number everywhere.
pub(crate) fn filled(call: &mut Call<'_>, number: f64) -> Result<Box<Operand>, Failure> {
    let sizes = call.sizes()?;
    if number == 0.0 {
        call.rules().zeros(&sizes).map_err(|error| call.raises(error))?;
    }
    let dtype = call.dtype_or_default(Scalar::Float(number));
    call.sized(&sizes, Values::Filled(converted(Scalar::Float(number), dtype)), dtype)
}

/// `empty`: elements that nobody knows.
pub(crate) fn empty(call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    call.unknown(&call.sizes()?, call.dtype_or_default(Scalar::Float(0.0)))
}

/// `rand`, `randn`: sizes one after the other in both libraries.
pub(crate) fn random(call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    if let (Some(Library::NumPy), Some(Spanned { value: Value::List(_), span })) =
        (call.library, call.arguments.positional.first())
    {
        let message = "'tuple' object cannot be interpreted as an integer".to_owned();
        return Err(call.raises_at(LibraryError { error_type: "TypeError", message }, span));
    }
    let sizes = if call.arguments.is_empty() { Vec::new() } else { call.arguments.integers(&["size"])? };
    call.unknown(&sizes, call.dtype_or_default(Scalar::Float(0.0)))
}

/// `randint`, `normal`, …: the size is an argument of its own, at a place or named; the elements are of the type of `like`.
pub(crate) fn random_of_size(call: &mut Call<'_>, place: usize, like: Scalar) -> Result<Box<Operand>, Failure> {
    let list = call.arguments.positional.iter().find(|item| matches!(item.value, Value::List(_)));
    let sizes = list.or_else(|| call.arguments.get(place, &["size"])).map_or(Ok(Vec::new()), Spanned::ints)?;
    let dtype = call.dtype().or_else(|| default_dtype(Some(call.rules()), like));
    call.unknown(&sizes, dtype)
}

/// `full`.
pub(crate) fn full(call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let sizes = call.arguments.need(0, &["size", "shape"])?.ints()?;
    let value = call.arguments.need(1, &["fill_value"])?.scalar()?;
    let dtype = call.dtype_or_default(value);
    call.sized(&sizes, Values::Filled(converted(value, dtype)), dtype)
}

/// `linspace`: so many numbers from start to stop.
pub(crate) fn linspace(call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let given = &call.arguments;
    let start = given.need(0, &["start"])?.scalar()?.to_float();
    let stop = given.need(1, &["end", "stop"])?.scalar()?.to_float();
    let count = given.get(2, &["steps", "num"]).map_or(Ok(50), Spanned::int)?;
    let step = if count > 1 { (stop - start) / (count - 1) as f64 } else { 0.0 };
    call.sized(&[count], ramp(start, step), call.dtype_or_default(Scalar::Float(0.0)))
}

/// `arange`: numbers from start to before stop by steps; one number alone is the stop.
pub(crate) fn arange(call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let rules = call.rules();
    let given = &call.arguments;
    let number = |place, names: &[&str]| given.get(place, names).map(Spanned::scalar).transpose();
    let (start, stop) = match (number(0, &["start"])?, number(1, &["stop", "end"])?) {
        (Some(start), Some(stop)) => (start, stop),
        (None, Some(stop)) | (Some(stop), None) => (Scalar::Int(0), stop),
        (None, None) => (Scalar::Int(0), given.need(0, &["stop"])?.scalar()?),
    };
    let step = number(2, &["step"])?.unwrap_or(Scalar::Int(1));
    if step.to_float() == 0.0 {
        return Err(call.raises(match rules {
            Library::PyTorch => rules.error("step must be nonzero"),
            Library::NumPy => LibraryError { error_type: "ZeroDivisionError", message: "division by zero".to_owned() },
        }));
    }
    let quotient = (stop.to_float() - start.to_float()) / step.to_float();
    if quotient < 0.0 && rules == Library::PyTorch {
        return Err(call.raises(rules.error("upper bound and lower bound inconsistent with step sign")));
    }
    let (count, values, like) = if [start, stop, step].iter().any(|number| matches!(number, Scalar::Float(_))) {
        let count = quotient.ceil().max(0.0);
        let (start, step) = (start.to_float(), step.to_float());
        // NumPy goes on by the difference of the first two.
        let step = if rules == Library::NumPy { (start + step) - start } else { step };
        let fits = count.is_finite() && count < 9.2e18;
        (fits.then_some(count as i64), ramp(start, step), Scalar::Float(0.0))
    } else {
        let count = steps(start.to_int(), stop.to_int(), step.to_int()).and_then(|count| i64::try_from(count).ok());
        let (start, step) = (Scalar::Int(start.to_int()), Scalar::Int(step.to_int()));
        let counts = (start, step) == (Scalar::Int(0), Scalar::Int(1));
        (count, if counts { Values::Arange } else { Values::Ramp { start, step } }, Scalar::Int(0))
    };
    let count = count.ok_or_else(|| given.error(Problem::SizeTooLarge))?;
    let operand = call.sized(&[count], values, default_dtype(call.library, like))?;
    Ok(cast_if_named(operand, call))
}

fn cast_if_named(operand: Box<Operand>, call: &Call<'_>) -> Box<Operand> {
    match call.dtype() {
        Some(dtype) => cast(operand, dtype),
        None => operand,
    }
}

const fn ramp(start: f64, step: f64) -> Values {
    Values::Ramp { start: Scalar::Float(start), step: Scalar::Float(step) }
}

/// How many numbers there are from `start` to before `stop` by `step`; `None` where that is 0.
pub(crate) fn steps(start: i64, stop: i64, step: i64) -> Option<u64> {
    let (from, to) = if step < 0 { (stop, start) } else { (start, stop) };
    match step.unsigned_abs() {
        0 => None,
        _ if from >= to => Some(0),
        step => Some(to.abs_diff(from).div_ceil(step)),
    }
}

/// `tensor`, `array`, …: the elements of a list, or those of another tensor.
pub(crate) fn from_elements(call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    let data = call.arguments.need(0, &["data", "object", "obj", "a"])?.clone();
    let operand = to_tensor(&data, call)?;
    let operand = cast_if_named(operand, call);
    padded(operand, call)
}

/// `torch.Tensor`: sizes one after the other, or the elements.
pub(crate) fn legacy_tensor(call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    match call.arguments.positional.as_slice() {
        [data @ Spanned { value: Value::List(_) | Value::Tensor(_), .. }] => {
            let data = data.clone();
            Ok(cast(to_tensor(&data, call)?, Dtype::Float32))
        }
        sizes => {
            let sizes = sizes.iter().map(Spanned::int).collect::<Result<Vec<_>, _>>()?;
            call.unknown(&sizes, default_dtype(call.library, Scalar::Float(0.0)))
        }
    }
}

/// The tensor of the call's library that holds the elements of a list, a number or another tensor.
pub(crate) fn to_tensor(data: &Spanned<Value>, call: &mut Call<'_>) -> Result<Box<Operand>, Failure> {
    if let Value::Tensor(operand) = &data.value {
        call.budget.spend(cost(&data.value), &call.span)?;
        let mut operand = operand.clone();
        (operand.library, operand.read_only) = (call.library, false);
        return Ok(operand);
    }
    let tensor = literal::tensor(data)?;
    let first = tensor.values.at(0).unwrap_or(Scalar::Float(0.0));
    call.tensor(&tensor.shape().clone(), tensor.values, default_dtype(call.library, first))
}

/// With size-1 axes in front, where NumPy's `ndmin` asks for more axes.
fn padded(mut operand: Box<Operand>, call: &Call<'_>) -> Result<Box<Operand>, Failure> {
    let (shape, least) = (operand.shape(), call.arguments.named(&["ndmin"]).map_or(Ok(0), Spanned::int)?);
    let missing = usize::try_from(least).unwrap_or(0).saturating_sub(shape.ndim());
    if missing == 0 {
        return Ok(operand);
    }
    if missing + shape.ndim() > MAX_AXES {
        return Err(call.error(Problem::TooManyAxes));
    }
    let before = |padding: u64, own: &[u64]| {
        let mut all = vec![padding; missing];
        all.extend_from_slice(own);
        all
    };
    let sizes = Shape::from(before(1, shape).as_slice());
    let layout = &operand.tensor.layout;
    operand.tensor.layout = if layout.is_contiguous() {
        call.rules().contiguous(&sizes)
    } else {
        // NumPy repeats the first stride.
        let strides = before(layout.strides().first().copied().unwrap_or(1), layout.strides());
        StridedLayout::with_strides(sizes, strides).ok_or_else(|| call.error(Problem::TooManyValues))?
    };
    Ok(operand)
}

/// `torch.Size`, `list`, `tuple`: what it is given.
pub(crate) fn list(call: &mut Call<'_>) -> Result<Value, Failure> {
    Ok(call.arguments.need(0, &["iterable"])?.value.clone())
}

/// Python's `range`, as a list.
pub(crate) fn range(call: &mut Call<'_>) -> Result<Value, Failure> {
    let given = &call.arguments;
    let limits = given.positional.iter().map(Spanned::int).collect::<Result<Vec<i64>, _>>()?;
    let (start, stop, step) = match *limits.as_slice() {
        [] => (0, given.need(0, &["stop"])?.int()?, 1),
        [stop] => (0, stop, 1),
        [start, stop] => (start, stop, 1),
        [start, stop, step, ..] => (start, stop, step),
    };
    let count = steps(start, stop, step).ok_or_else(|| given.error(Problem::CannotCombine))?;
    call.budget.spend(usize::try_from(count).unwrap_or(usize::MAX), &given.span)?;
    let entry = |i: u64| Spanned {
        value: Value::Scalar(Scalar::Int(start.wrapping_add(step.wrapping_mul(i as i64)))),
        span: given.span.clone(),
    };
    Ok(Value::List((0..count).map(entry).collect()))
}

/// `len`.
pub(crate) fn length(call: &mut Call<'_>) -> Result<Value, Failure> {
    let given = call.arguments.need(0, &["obj"])?;
    let length = match &given.value {
        Value::List(items) => Some(items.len() as i64),
        Value::Tensor(operand) => operand.shape().first().map(|&size| size as i64),
        _ => None,
    };
    let length = length.ok_or_else(|| given.error(Problem::NotAnOperand))?;
    Ok(Value::Scalar(Scalar::Int(length)))
}

/// `float`, as in `float("inf")`.
pub(crate) fn float(call: &mut Call<'_>) -> Result<Value, Failure> {
    let given = call.arguments.need(0, &["x"])?;
    let value = match &given.value {
        Value::Text(text) => parse_float(match text.as_str() {
            "inf" => "Infinity",
            "-inf" => "-Infinity",
            text => text,
        }),
        _ => given.scalar()?.to_float(),
    };
    Ok(Value::Scalar(Scalar::Float(value)))
}

/// What makes no tensor and changes none: `torch.manual_seed(0)`.
pub(crate) fn nothing(_: &mut Call<'_>) -> Result<Value, Failure> {
    Ok(Value::None)
}
