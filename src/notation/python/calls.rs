//! The functions of `torch` and `np` that make tensors.

use super::super::Problem;
use super::Argument;
use super::methods;
use super::value::{Made, Value, real_type};
use crate::broadcast::{Dtype, Scalar, Shape, Tensor, Values};
use crate::dialect::Library;

/// What a function does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Sizes in, all elements this number.
    Filled(u8),
    /// Sizes in, real numbers that nobody knows: shown as 0, 1, 2, ….
    Unknown,
    /// Bounds and sizes in, whole numbers that nobody knows.
    RandomWhole,
    /// Sizes and a number in.
    Full,
    /// A literal in.
    Values,
    /// Bounds and a step in.
    Arange,
    /// Bounds and a number of elements in.
    Linspace,
    /// A tensor and what a method takes in.
    Method,
    /// Sizes in, a shape out.
    Size,
    /// A module within a module.
    Module,
}

/// Every function, with what it does. Where `Method` stands the method of [`methods`] has the same name.
const FUNCTIONS: [(&str, Kind); 30] = [
    ("ones", Kind::Filled(1)),
    ("zeros", Kind::Filled(0)),
    ("empty", Kind::Unknown),
    ("rand", Kind::Unknown),
    ("randn", Kind::Unknown),
    ("random_sample", Kind::Unknown),
    ("standard_normal", Kind::Unknown),
    ("randint", Kind::RandomWhole),
    ("full", Kind::Full),
    ("tensor", Kind::Values),
    ("array", Kind::Values),
    ("asarray", Kind::Values),
    ("as_tensor", Kind::Values),
    ("Tensor", Kind::Values),
    ("FloatTensor", Kind::Values),
    ("arange", Kind::Arange),
    ("linspace", Kind::Linspace),
    ("Size", Kind::Size),
    ("random", Kind::Module),
    ("reshape", Kind::Method),
    ("unsqueeze", Kind::Method),
    ("squeeze", Kind::Method),
    ("transpose", Kind::Method),
    ("permute", Kind::Method),
    ("swapaxes", Kind::Method),
    ("broadcast_to", Kind::Method),
    ("expand_dims", Kind::Method),
    ("flatten", Kind::Method),
    ("ravel", Kind::Method),
    ("t", Kind::Method),
];

/// Their names, to find the nearest among.
const NAMES: [&str; 30] = {
    let mut names = [""; 30];
    let mut at = 0;
    while at < names.len() {
        names[at] = FUNCTIONS[at].0;
        at += 1;
    }
    names
};

/// Functions and methods that compute with elements, or that put tensors together: known, and not run.
pub(super) const COMPUTES: [&str; 26] = [
    "sum",
    "mean",
    "max",
    "min",
    "matmul",
    "mm",
    "bmm",
    "dot",
    "cat",
    "concatenate",
    "stack",
    "repeat",
    "tile",
    "exp",
    "log",
    "sqrt",
    "abs",
    "where",
    "einsum",
    "argmax",
    "softmax",
    "norm",
    "std",
    "var",
    "relu",
    "eye",
];

/// What can be meant where `library`'s module (`None`: no module) stands before it.
pub(super) fn names(library: Option<Library>) -> &'static [&'static str] {
    if library.is_some() { &NAMES } else { &["torch", "np", "numpy", "None"] }
}

/// What a word means that stands alone.
pub(super) fn named(word: &str) -> Option<Value> {
    Some(match word {
        "torch" => Value::Module(Library::PyTorch),
        "np" | "numpy" => Value::Module(Library::NumPy),
        "None" => Value::Empty,
        // Python's own types are the wide ones.
        "float" => Value::Type(Some(Dtype::Float64)),
        "int" => Value::Type(Some(Dtype::Int64)),
        "bool" => Value::Type(Some(Dtype::Bool)),
        "True" | "False" => Value::Type(None),
        // After `from numpy import …`, or as a shape is printed.
        "array" => Value::Function(Library::NumPy, "array", Kind::Values),
        word => {
            let (name, kind) = function(word).filter(|(_, kind)| !matches!(kind, Kind::Module | Kind::Method))?;
            Value::Function(Library::PyTorch, name, kind)
        }
    })
}

/// What a name means after `torch.` or `np.`.
pub(super) fn of_module(library: Library, name: &str) -> Option<Value> {
    match name {
        "newaxis" => return Some(Value::Empty),
        "nan" => return Some(Value::Number(Scalar::Float(f64::NAN))),
        "inf" => return Some(Value::Number(Scalar::Float(f64::INFINITY))),
        _ => {}
    }
    match function(name) {
        Some((_, Kind::Module)) => Some(Value::Module(library)),
        Some((name, kind)) => Some(Value::Function(library, name, kind)),
        None => dtype(name).map(|dtype| Value::Type(Some(dtype))),
    }
}

fn function(name: &str) -> Option<(&'static str, Kind)> {
    FUNCTIONS.into_iter().find(|&(known, _)| known == name)
}

/// The element type of a name, also of the older ones.
pub(super) fn dtype(name: &str) -> Option<Dtype> {
    Some(match name {
        "float" => Dtype::Float32,
        "double" => Dtype::Float64,
        "half" => Dtype::Float16,
        "int" => Dtype::Int32,
        "long" => Dtype::Int64,
        "short" => Dtype::Int16,
        "single" => Dtype::Float32,
        "bool_" => Dtype::Bool,
        name => return Dtype::ALL.into_iter().find(|dtype| dtype.name() == name),
    })
}

/// Calls a function.
pub(super) fn call(library: Library, name: &str, kind: Kind, mut arguments: Vec<Argument>) -> Result<Value, Problem> {
    let real = real_type(library);
    let made = |shape: &Shape, values: Values, dtype: Dtype| Made {
        tensor: Tensor::contiguous(shape, values),
        library: Some(library),
        dtype: Some(dtype),
    };
    let made = match kind {
        Kind::Filled(value) => {
            let shape = shape_of(library, &sizes(library, &arguments)?)?;
            made(&shape, Values::Filled(Scalar::Float(f64::from(value))), real)
        }
        Kind::Unknown => made(&shape_of(library, &sizes(library, &arguments)?)?, Values::Arange, real),
        Kind::RandomWhole => {
            // The bounds come first; of what stands there only the sizes matter.
            let given = keyword(&arguments, &["size"]).or_else(|| plain(&arguments).skip(1).last());
            let sizes = given.map_or(Some(Vec::new()), Value::wholes).ok_or(Problem::WrongArgument)?;
            made(&shape_of(library, &sizes)?, Values::Arange, Dtype::Int64)
        }
        Kind::Full => {
            let sizes = keyword(&arguments, &["size", "shape"]).or_else(|| plain(&arguments).next());
            let sizes = sizes.and_then(Value::wholes).ok_or(Problem::WrongArgument)?;
            let value = keyword(&arguments, &["fill_value"]).or_else(|| plain(&arguments).last());
            let value = value.and_then(Value::number).ok_or(Problem::WrongArgument)?;
            let dtype = if matches!(value, Scalar::Float(_)) { real } else { Dtype::Int64 };
            made(&shape_of(library, &sizes)?, Values::Filled(value), dtype)
        }
        Kind::Arange => arange(library, &arguments)?,
        Kind::Linspace => {
            let numbers: Option<Vec<Scalar>> = plain(&arguments).take(2).map(Value::number).collect();
            let ends = numbers.ok_or(Problem::WrongArgument)?;
            let [start, end] = *ends.as_slice() else { return Err(Problem::WrongArgument) };
            let count = keyword(&arguments, &["steps", "num"]).or_else(|| plain(&arguments).nth(2));
            let count =
                count.map_or(Some(50), Value::whole).filter(|&count| count >= 0).ok_or(Problem::WrongArgument)?;
            let (start, end) = (start.to_float(), end.to_float());
            let step = if count > 1 { (end - start) / (count - 1) as f64 } else { 0.0 };
            let values = Values::Ramp { start: Scalar::Float(start), step: Scalar::Float(step) };
            made(&shape_of(library, &[count])?, values, real)
        }
        Kind::Method | Kind::Size if arguments.is_empty() => return Err(Problem::WrongArgument),
        // What the method of the same name does to its tensor.
        Kind::Method => {
            return match arguments.remove(0).value {
                Value::Made(made) => methods::call(made, name, &arguments),
                Value::Number(value) => {
                    let dtype = if matches!(value, Scalar::Float(_)) { real } else { Dtype::Int64 };
                    methods::call(made(&Shape::ones(0), Values::Filled(value), dtype), name, &arguments)
                }
                _ => Err(Problem::WrongArgument),
            };
        }
        Kind::Size => {
            let sizes = arguments.remove(0).value;
            return if sizes.wholes().is_some() { Ok(sizes) } else { Err(Problem::WrongArgument) };
        }
        Kind::Values | Kind::Module => return Err(Problem::WrongArgument),
    };
    with_dtype(made, &arguments).map(Value::Made)
}

/// The tensor as the type that an argument names, if one does.
pub(super) fn with_dtype(made: Made, arguments: &[Argument]) -> Result<Made, Problem> {
    match keyword(arguments, &["dtype"]) {
        None => Ok(made),
        Some(Value::Type(Some(dtype))) => Ok(made.cast(*dtype)),
        Some(Value::Text(name)) => dtype(name).map(|dtype| made.cast(dtype)).ok_or(Problem::WrongArgument),
        Some(Value::Empty | Value::Type(None)) => Ok(made),
        Some(_) => Err(Problem::WrongArgument),
    }
}

fn arange(library: Library, arguments: &[Argument]) -> Result<Made, Problem> {
    let numbers: Option<Vec<Scalar>> = plain(arguments).map(Value::number).collect();
    let numbers = numbers.ok_or(Problem::WrongArgument)?;
    let (start, end, step) = match *numbers.as_slice() {
        [end] => (Scalar::Int(0), end, Scalar::Int(1)),
        [start, end] => (start, end, Scalar::Int(1)),
        [start, end, step] => (start, end, step),
        _ => return Err(Problem::WrongArgument),
    };
    let real = [start, end, step].iter().any(|number| matches!(number, Scalar::Float(_)));
    let (from, to, by) = (start.to_float(), end.to_float(), step.to_float());
    if by == 0.0 {
        return Err(Problem::Raises(match library {
            Library::PyTorch => library.refuses("step must be nonzero"),
            Library::NumPy => {
                crate::dialect::Refusal { error_type: "ZeroDivisionError", message: "division by zero".into() }
            }
        }));
    }
    let count = match (real, start, end, step) {
        (false, Scalar::Int(start), Scalar::Int(end), Scalar::Int(step)) => {
            let distance = end.checked_sub(start).and_then(|distance| distance.checked_add(step - step.signum()));
            distance.and_then(|distance| distance.checked_div(step)).ok_or(Problem::ValueTooLarge)?
        }
        // A cast to an integer stops at its ends.
        _ => ((to - from) / by).ceil() as i64,
    };
    if count <= 0 && (to - from) * by < 0.0 && library == Library::PyTorch {
        return Err(Problem::Raises(library.refuses("upper bound and lower bound inconsistent with step sign")));
    }
    let values = match (start, step) {
        (Scalar::Int(0), Scalar::Int(1)) if !real => Values::Arange,
        _ if real => Values::Ramp { start: Scalar::Float(from), step: Scalar::Float(by) },
        _ => Values::Ramp { start, step },
    };
    Ok(Made {
        tensor: Tensor::contiguous(&shape_of(library, &[count.max(0)])?, values),
        library: Some(library),
        dtype: Some(if real { real_type(library) } else { Dtype::Int64 }),
    })
}

/// The sizes that are given: each an argument, or all in one.
fn sizes(library: Library, arguments: &[Argument]) -> Result<Vec<i64>, Problem> {
    if let Some(sizes) = keyword(arguments, &["size", "shape"]) {
        return sizes.wholes().ok_or(Problem::WrongArgument);
    }
    let given: Vec<&Value> = plain(arguments).collect();
    match given.as_slice() {
        [] if library == Library::PyTorch => Err(Problem::WrongArgument),
        [] => Ok(Vec::new()),
        [alone] => alone.wholes().ok_or(Problem::WrongArgument),
        several => several.iter().map(|size| size.whole()).collect::<Option<_>>().ok_or(Problem::WrongArgument),
    }
}

/// The shape of sizes, if the library can make such a tensor at all.
fn shape_of(library: Library, sizes: &[i64]) -> Result<Shape, Problem> {
    if sizes.len() > super::MAX_AXES {
        return Err(Problem::TooManyAxes);
    }
    library.empty(sizes).map_err(Problem::Raises)
}

/// The arguments without a name.
pub(super) fn plain(arguments: &[Argument]) -> impl Iterator<Item = &Value> {
    arguments.iter().filter(|argument| argument.keyword.is_none()).map(|argument| &argument.value)
}

/// The argument of one of these names.
pub(super) fn keyword<'a>(arguments: &'a [Argument], names: &[&str]) -> Option<&'a Value> {
    let named =
        |argument: &&Argument| argument.keyword.as_ref().is_some_and(|keyword| names.contains(&keyword.as_str()));
    arguments.iter().find(named).map(|argument| &argument.value)
}
