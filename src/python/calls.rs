//! Calls of functions: what makes a tensor out of sizes, numbers and lists.

use std::ops::Range;

use super::evaluate::Evaluator;
use super::table::{self, BARE, MAKERS, METHODS, Make, NUMPY, TORCH};
use super::value::{Item, Value, spread};
use super::{elements, literal, methods};
use crate::broadcast::{Dtype, Scalar, Shape, StridedLayout, Tensor, Values};
use crate::library::{Library, LibraryError};
use crate::parse::{MAX_AXES, Operand, ParseError, Problem, parse_float};

/// What stands between the brackets of a call.
pub(super) struct Arguments {
    pub(super) positional: Vec<Item>,
    /// Name, place of the name, value.
    pub(super) keywords: Vec<(String, Range<usize>, Item)>,
    /// From the opening bracket to the closing one.
    pub(super) span: Range<usize>,
}

/// Keywords that change neither shape nor values.
const OF_NO_MATTER: [&str; 13] = [
    "requires_grad",
    "device",
    "layout",
    "pin_memory",
    "memory_format",
    "generator",
    "copy",
    "like",
    "subok",
    "non_blocking",
    "casting",
    "out",
    "dtype",
];

impl Arguments {
    pub(super) const fn none(span: &Range<usize>) -> Self {
        Self { positional: Vec::new(), keywords: Vec::new(), span: span.start..span.end }
    }

    /// The argument at a place or of one of these names.
    pub(super) fn get(&self, place: usize, names: &[&str]) -> Option<&Item> {
        let named = || self.keywords.iter().find(|(name, ..)| names.contains(&name.as_str())).map(|(.., item)| item);
        self.positional.get(place).or_else(named)
    }

    /// The same, which must be there.
    pub(super) fn need(&self, place: usize, names: &[&'static str]) -> Result<&Item, ParseError> {
        self.get(place, names).ok_or_else(|| {
            let end = self.span.end;
            let missing = names.first().copied().unwrap_or_default();
            ParseError { span: end.saturating_sub(1)..end, problem: Problem::ArgumentMissing(missing) }
        })
    }

    /// Sizes or axes: all that stand one after the other, or what has one of these names.
    pub(super) fn integers(&self, names: &[&'static str]) -> Result<Vec<i64>, ParseError> {
        if self.positional.is_empty() { self.need(0, names)?.ints() } else { spread(&self.positional) }
    }

    /// No keyword but these and those of no matter.
    pub(super) fn only(&self, names: &[&str]) -> Result<(), ParseError> {
        let foreign = |(name, ..): &&(String, Range<usize>, Item)| {
            !names.contains(&name.as_str()) && !OF_NO_MATTER.contains(&name.as_str())
        };
        match self.keywords.iter().find(foreign) {
            Some((name, span, _)) => {
                Err(ParseError { span: span.clone(), problem: Problem::UnknownKeyword(name.clone()) })
            }
            None => Ok(()),
        }
    }

    fn error(&self, problem: Problem) -> ParseError {
        ParseError { span: self.span.clone(), problem }
    }
}

/// The library's own exception as what is wrong here.
pub(super) fn refused(library: Library, error: LibraryError, span: &Range<usize>) -> ParseError {
    ParseError { span: span.clone(), problem: Problem::LibraryRejected(library, error) }
}

/// The type that an argument names.
pub(super) fn dtype(item: &Item) -> Option<Dtype> {
    let name = match &item.value {
        Value::Dtype(dtype) => return Some(*dtype),
        Value::Text(name) | Value::Path(name) => name.as_str(),
        _ => return None,
    };
    // Python's own float is a double.
    if matches!(name, "float" | "float_") { Some(Dtype::Float64) } else { table::dtype(name) }
}

/// The library that a path begins with, its bit in the tables, and the rest.
fn module(path: &str) -> (Option<Library>, u8, &str) {
    match path.split_once('.') {
        Some(("torch" | "th", name)) => (Some(Library::PyTorch), TORCH, name),
        Some(("np" | "numpy", name)) => (Some(Library::NumPy), NUMPY, name),
        _ => (None, BARE, path),
    }
}

/// Calls what `path`, which stands at `place`, names.
pub(super) fn call(
    evaluator: &mut Evaluator<'_>,
    path: &str,
    place: &Range<usize>,
    mut arguments: Arguments,
) -> Result<Value, ParseError> {
    let (library, bit, name) = module(path);
    let whole = place.start..arguments.span.end;
    if let Some(&(_, at, make)) = MAKERS.iter().find(|&&(known, at, _)| known == name && at & bit != 0) {
        let library = library.or(match at & (TORCH | NUMPY) {
            TORCH => Some(Library::PyTorch),
            NUMPY => Some(Library::NumPy),
            _ => None,
        });
        return Maker { library, spread: bit != NUMPY || make == Make::Rand, whole }.make(evaluator, make, &arguments);
    }
    if let Some(&(.., method)) = METHODS.iter().find(|&&(known, _, at, ..)| known == name && at & bit != 0) {
        const TENSOR: [&str; 5] = ["input", "self", "a", "x", "arr"];
        let first = arguments.need(0, &TENSOR)?.clone();
        if arguments.positional.is_empty() {
            arguments.keywords.retain(|(name, ..)| !TENSOR.contains(&name.as_str()));
        } else {
            arguments.positional.remove(0);
        }
        return match first.value {
            Value::Tensor(mut operand) => {
                operand.library = library.or(operand.library);
                methods::apply(evaluator, *operand, method, &arguments, &whole)
            }
            // `print` shows anything.
            value if library.is_none() => Ok(value),
            _ => {
                let maker = Maker { library, spread: false, whole: whole.clone() };
                let operand = maker.literal(evaluator, &first, &Arguments::none(&whole))?;
                methods::apply(evaluator, operand, method, &arguments, &whole)
            }
        };
    }
    // A type makes an element of itself: `np.float32(3)`.
    if let (Some(dtype), Some(Library::NumPy)) = (table::dtype(name), library) {
        arguments.keywords.push(("dtype".to_owned(), 0..0, Item { value: Value::Dtype(dtype), span: whole.clone() }));
        return Maker { library, spread: false, whole }.make(evaluator, Make::Literal, &arguments);
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    let problem = if table::combines(name) {
        Problem::TwoOperands
    } else if table::computes(last) {
        Problem::Computes(last.to_owned())
    } else {
        let module = library.map_or("", Library::module);
        let point = if module.is_empty() { "" } else { "." };
        let nearest = evaluator
            .suggests
            .then(|| table::nearest_function(name, bit))
            .flatten()
            .map(|name| format!("{module}{point}{name}"));
        Problem::UnknownFunction { name: path.to_owned(), nearest }
    };
    Err(ParseError { span: place.clone(), problem })
}

/// Makes tensors for one library.
struct Maker {
    library: Option<Library>,
    /// Whether sizes may be given one after the other.
    spread: bool,
    /// The whole call.
    whole: Range<usize>,
}

impl Maker {
    const fn rules(&self) -> Library {
        match self.library {
            Some(library) => library,
            None => Library::PyTorch,
        }
    }

    /// The type of real numbers where none is named.
    const fn real(&self) -> Option<Dtype> {
        match self.library {
            Some(Library::PyTorch) => Some(Dtype::Float32),
            Some(Library::NumPy) => Some(Dtype::Float64),
            None => None,
        }
    }

    /// The type of what holds a number where none is named.
    const fn holding(&self, value: Scalar) -> Option<Dtype> {
        match value {
            Scalar::Bool(_) => Some(Dtype::Bool),
            Scalar::Int(_) => Some(Dtype::Int64),
            Scalar::Float(_) => self.real(),
        }
    }

    fn make(&self, evaluator: &mut Evaluator<'_>, make: Make, given: &Arguments) -> Result<Value, ParseError> {
        let operand = match make {
            Make::Filled(number) => {
                let dtype = self.dtype(given, self.real());
                let sizes = self.sizes(given)?;
                if number == 0 && self.library == Some(Library::PyTorch) && sizes.iter().any(|&size| size < 0) {
                    let error = Library::PyTorch.error("zeros: Dimension size must be non-negative.");
                    return Err(refused(Library::PyTorch, error, &self.whole));
                }
                let number = Scalar::Int(number);
                self.sized(sizes, Values::Filled(elements::converted(Scalar::Float(number.to_float()), dtype)), dtype)?
            }
            Make::Empty => self.standing_in(self.sizes(given)?, self.dtype(given, self.real()))?,
            Make::Rand => {
                given.only(&["size"])?;
                if let (Library::NumPy, Some(Item { value: Value::List(_), span })) =
                    (self.rules(), given.positional.first())
                {
                    let message = "'tuple' object cannot be interpreted as an integer".to_owned();
                    return Err(refused(Library::NumPy, LibraryError { error_type: "TypeError", message }, span));
                }
                let sizes = if given.positional.is_empty() && given.keywords.is_empty() {
                    Vec::new()
                } else {
                    given.integers(&["size"])?
                };
                self.standing_in(sizes, self.dtype(given, self.real()))?
            }
            Make::Random(place, dtype) => {
                given.only(&["size", "low", "high", "loc", "scale", "mean", "std"])?;
                let list = given.positional.iter().find(|item| matches!(item.value, Value::List(_)));
                let sizes = list.or_else(|| given.get(place, &["size"])).map(Item::ints).transpose()?;
                self.standing_in(sizes.unwrap_or_default(), self.dtype(given, Some(dtype)))?
            }
            Make::Full => {
                given.only(&["size", "shape", "fill_value"])?;
                let sizes = given.need(0, &["size", "shape"])?.ints()?;
                let value = given.need(1, &["fill_value"])?.scalar()?;
                let dtype = self.dtype(given, self.holding(value));
                self.sized(sizes, Values::Filled(elements::converted(value, dtype)), dtype)?
            }
            Make::Arange => self.arange(given)?,
            Make::Linspace => {
                given.only(&["start", "end", "stop", "steps", "num"])?;
                let (start, stop) = (given.need(0, &["start"])?.scalar()?, given.need(1, &["end", "stop"])?.scalar()?);
                let count = given.get(2, &["steps", "num"]).map_or(Ok(50), Item::int)?;
                let (start, stop) = (start.to_float(), stop.to_float());
                let step = if count > 1 { (stop - start) / (count - 1) as f64 } else { 0.0 };
                self.sized(vec![count], ramp(start, step), self.dtype(given, self.real()))?
            }
            Make::Literal => {
                let numpy = self.library == Some(Library::NumPy);
                given.only(&["data", "object", "obj", "a", if numpy { "ndmin" } else { "a" }])?;
                let item = given.need(0, &["data", "object", "obj", "a"])?;
                let made = self.literal(evaluator, item, given)?;
                self.padded(made, given)?
            }
            Make::Legacy => match given.positional.as_slice() {
                [item @ Item { value: Value::List(_) | Value::Tensor(_), .. }] => {
                    let mut operand = self.literal(evaluator, item, given)?;
                    operand = elements::cast(operand, Dtype::Float32);
                    operand
                }
                sizes => self.standing_in(spread(sizes)?, self.real())?,
            },
            Make::List => return Ok(given.need(0, &["iterable"])?.value.clone()),
            Make::Range => {
                let limits = given.positional.iter().map(Item::int).collect::<Result<Vec<i64>, _>>()?;
                let (start, stop, step) = match limits.as_slice() {
                    [] => {
                        return Err(given
                            .need(0, &["stop"])
                            .err()
                            .unwrap_or_else(|| given.error(Problem::NotAnOperand)));
                    }
                    [stop] => (0, *stop, 1),
                    [start, stop] => (*start, *stop, 1),
                    [start, stop, step, ..] => (*start, *stop, *step),
                };
                let count = steps(start, stop, step).ok_or_else(|| given.error(Problem::CannotCombine))?;
                evaluator.charge(usize::try_from(count).unwrap_or(usize::MAX), &given.span)?;
                let entry = |i: u64| Item {
                    value: Value::Scalar(Scalar::Int(start.wrapping_add(step.wrapping_mul(i as i64)))),
                    span: given.span.clone(),
                };
                return Ok(Value::List((0..count).map(entry).collect()));
            }
            Make::Length => {
                let item = given.need(0, &["obj"])?;
                let length = match &item.value {
                    Value::List(items) => Some(items.len() as i64),
                    Value::Tensor(operand) => operand.shape().first().map(|&size| size as i64),
                    _ => None,
                };
                let length = length.ok_or_else(|| item.error(Problem::NotAnOperand))?;
                return Ok(Value::Scalar(Scalar::Int(length)));
            }
            Make::Real => {
                let item = given.need(0, &["x"])?;
                let real = match &item.value {
                    Value::Text(text) => parse_float(match text.as_str() {
                        "inf" => "Infinity",
                        "-inf" => "-Infinity",
                        text => text,
                    }),
                    _ => item.scalar()?.to_float(),
                };
                return Ok(Value::Scalar(Scalar::Float(real)));
            }
            Make::Nothing => return Ok(Value::None),
        };
        Ok(Value::Tensor(Box::new(operand)))
    }

    /// The type that is named, or else `default`.
    fn dtype(&self, given: &Arguments, default: Option<Dtype>) -> Option<Dtype> {
        let named = given.keywords.iter().find(|(name, ..)| name == "dtype").and_then(|(.., item)| dtype(item));
        // NumPy takes it in second place, too.
        let second = given.positional.get(1).filter(|_| self.library == Some(Library::NumPy)).and_then(dtype);
        named.or(second).or(default)
    }

    fn sizes(&self, given: &Arguments) -> Result<Vec<i64>, ParseError> {
        given.only(&["size", "shape"])?;
        if self.spread {
            return given.integers(&["size", "shape"]);
        }
        if let Some(second @ Item { value: Value::Scalar(_), .. }) = given.positional.get(1) {
            let message = format!("Cannot interpret '{}' as a data type", second.int()?);
            return Err(refused(Library::NumPy, LibraryError { error_type: "TypeError", message }, &given.span));
        }
        given.need(0, &["shape", "size"])?.ints()
    }

    /// A tensor of these sizes.
    fn sized(&self, sizes: Vec<i64>, values: Values, dtype: Option<Dtype>) -> Result<Operand, ParseError> {
        let rules = self.rules();
        let shape = rules.empty(&sizes).map_err(|error| refused(rules, error, &self.whole))?;
        self.operand(&shape, values, dtype)
    }

    /// The same with 0, 1, 2, … for elements that nobody can tell.
    fn standing_in(&self, sizes: Vec<i64>, dtype: Option<Dtype>) -> Result<Operand, ParseError> {
        Ok(Operand { values_unknown: true, ..self.sized(sizes, Values::Arange, dtype)? })
    }

    fn operand(&self, shape: &Shape, values: Values, dtype: Option<Dtype>) -> Result<Operand, ParseError> {
        if shape.ndim() > MAX_AXES {
            return Err(ParseError { span: self.whole.clone(), problem: Problem::TooManyAxes });
        }
        let tensor = Tensor { layout: self.rules().contiguous(shape), values };
        Ok(Operand { dtype, library: self.library, ..Operand::from(tensor) })
    }

    /// With size-1 axes in front, where NumPy's `ndmin` asks for more axes.
    fn padded(&self, operand: Operand, given: &Arguments) -> Result<Operand, ParseError> {
        let (shape, least) = (operand.shape(), given.get(usize::MAX, &["ndmin"]).map_or(Ok(0), Item::int)?);
        let missing = usize::try_from(least).unwrap_or(0).saturating_sub(shape.ndim());
        if missing == 0 {
            return Ok(operand);
        }
        if missing + shape.ndim() > MAX_AXES {
            return Err(ParseError { span: self.whole.clone(), problem: Problem::TooManyAxes });
        }
        let before = |padding: u64, own: &[u64]| {
            let mut all = vec![padding; missing];
            all.extend_from_slice(own);
            all
        };
        let sizes = Shape::from(before(1, shape).as_slice());
        let layout = &operand.tensor.layout;
        let layout = if layout.is_contiguous() {
            self.rules().contiguous(&sizes)
        } else {
            // NumPy repeats the first stride.
            let strides = before(layout.strides().first().copied().unwrap_or(1), layout.strides());
            let beyond = || ParseError { span: self.whole.clone(), problem: Problem::TooManyValues };
            StridedLayout::with_strides(sizes, strides).ok_or_else(beyond)?
        };
        Ok(Operand { tensor: Tensor { layout, ..operand.tensor }, ..operand })
    }

    /// The elements of a list, or those of another tensor.
    fn literal(&self, evaluator: &mut Evaluator<'_>, item: &Item, given: &Arguments) -> Result<Operand, ParseError> {
        if let Value::Tensor(operand) = &item.value {
            evaluator.charge(elements::weight(&item.value), &self.whole)?;
            let mut operand = Operand { library: self.library, read_only: false, ..(**operand).clone() };
            if let Some(dtype) = self.dtype(given, None) {
                operand = elements::cast(operand, dtype);
            }
            return Ok(operand);
        }
        let tensor = literal::tensor(item)?;
        let first = tensor.values.at(0).unwrap_or(Scalar::Float(0.0));
        let operand = self.operand(&tensor.shape().clone(), tensor.values, self.holding(first))?;
        Ok(match self.dtype(given, None) {
            Some(dtype) => elements::cast(operand, dtype),
            None => operand,
        })
    }

    /// A row from start to before stop by steps; one number is the stop.
    fn arange(&self, given: &Arguments) -> Result<Operand, ParseError> {
        given.only(&["start", "stop", "end", "step"])?;
        let named = |place, names: &[&str]| given.get(place, names).map(Item::scalar).transpose();
        let (first, second) = (named(0, &["start"])?, named(1, &["stop", "end"])?);
        let (start, stop) = match (first, second) {
            (Some(start), Some(stop)) => (start, stop),
            (None, Some(stop)) | (Some(stop), None) => (Scalar::Int(0), stop),
            (None, None) => {
                return Err(given.need(0, &["stop"]).err().unwrap_or_else(|| given.error(Problem::NotAnOperand)));
            }
        };
        let step = named(2, &["step"])?.unwrap_or(Scalar::Int(1));
        let real = [start, stop, step].iter().any(|number| matches!(number, Scalar::Float(_)));
        let refuse = |error_type, message: &str| {
            refused(self.rules(), LibraryError { error_type, message: message.to_owned() }, &self.whole)
        };
        if step.to_float() == 0.0 {
            return Err(match self.rules() {
                Library::PyTorch => refuse("RuntimeError", "step must be nonzero"),
                Library::NumPy => refuse("ZeroDivisionError", "division by zero"),
            });
        }
        let away = (stop.to_float() - start.to_float()) / step.to_float();
        if away < 0.0 && self.rules() == Library::PyTorch {
            return Err(refuse("RuntimeError", "upper bound and lower bound inconsistent with step sign"));
        }
        let (count, values) = if real {
            let count = away.ceil().max(0.0);
            if !count.is_finite() || count >= 9.2e18 {
                return Err(given.error(Problem::SizeTooLarge));
            }
            let (start, step) = (start.to_float(), step.to_float());
            // NumPy goes on by the difference of the first two.
            let step = if self.rules() == Library::NumPy { (start + step) - start } else { step };
            (count as i64, ramp(start, step))
        } else {
            let (start, stop, step) = (start.to_int(), stop.to_int(), step.to_int());
            let count = steps(start, stop, step).and_then(|count| i64::try_from(count).ok());
            let count = count.ok_or_else(|| given.error(Problem::SizeTooLarge))?;
            let counts = (start, step) == (0, 1);
            let ramp = Values::Ramp { start: Scalar::Int(start), step: Scalar::Int(step) };
            (count, if counts { Values::Arange } else { ramp })
        };
        let default = if real { self.real() } else { Some(Dtype::Int64) };
        let operand = self.sized(vec![count], values, default)?;
        Ok(match self.dtype(given, None) {
            Some(dtype) => elements::cast(operand, dtype),
            None => operand,
        })
    }
}

const fn ramp(start: f64, step: f64) -> Values {
    Values::Ramp { start: Scalar::Float(start), step: Scalar::Float(step) }
}

/// How many numbers there are from `start` to before `stop` by `step`; `None` where that is 0.
fn steps(start: i64, stop: i64, step: i64) -> Option<u64> {
    let (from, to) = if step < 0 { (stop, start) } else { (start, stop) };
    match step.unsigned_abs() {
        0 => None,
        _ if from >= to => Some(0),
        step => Some(to.abs_diff(from).div_ceil(step)),
    }
}
