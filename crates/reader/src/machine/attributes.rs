//! Names and attributes that are not called: modules, constants, and the properties of tensors.

use std::ops::Range;

use crate::functions;
use crate::functions::views;
use crate::reading::UnreadableReason;
use crate::signatures::place::Place;
use crate::tensors::context::{Context, Outcome, raised, raised_by, unreadable};
use crate::tensors::types::is_complex;
use crate::tensors::value::{Placed, Tensor, TupleKind, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

/// What PyTorch says where the gradient of a tensor is asked that is no leaf.
const GRAD_OF_NO_LEAF: &str = "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be \
                               populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf \
                               Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure \
                               you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information.";

/// Python's built-in functions. (`input` is not among them: in pasted lines it is a tensor.)
const BUILTINS: &str = "abs all any bool dict enumerate float int isinstance iter len list map max min next print range reversed round \
    slice sorted str sum tuple type zip pow divmod callable chr complex eval exec filter frozenset getattr hasattr \
    open ord repr set setattr";

/// Whether a name stands for a function of Python, or for a module.
pub(crate) fn is_builtin(name: &str) -> bool {
    lists(BUILTINS, name) || lists("torch th np numpy nn F math", name)
}

/// What a name stands for that the program does not define.
pub(crate) fn builtin(name: &str) -> Option<Value> {
    if lists(BUILTINS, name) {
        return Some(Value::path(&format!("builtins.{name}")));
    }
    if name == "__name__" {
        return Some(Value::text("__main__"));
    }
    // Programs are often pasted without their imports.
    Some(Value::path(match name {
        "torch" | "th" => "torch",
        "np" | "numpy" => "numpy",
        "nn" => "torch.nn",
        "F" => "torch.nn.functional",
        "math" => "math",
        "NotImplemented" => "builtins.NotImplemented",
        _ => return None,
    }))
}

/// Whether tensors have an attribute of this name in either library.
pub(crate) fn is_of_tensor(name: &str) -> bool {
    let is_method = |place| functions::find(place, name).is_some();
    lists(ARRAY, name) || is_method(Place::TorchMethod) || is_method(Place::NumpyMethod)
}

/// What `from module import *` gives a name to, of the modules `torch` and `numpy`.
pub(crate) fn of_star(library: Library, name: &str) -> Option<Value> {
    // Both hide functions of Python. `torch.nn` and a few functions are in the module, but not among what it gives.
    let (module, given, missing) = match library {
        Library::PyTorch => (
            "torch",
            "abs all any bool max min pow range round sum",
            "broadcast_shapes set_default_dtype set_grad_enabled unique",
        ),
        Library::NumPy => ("numpy", "linalg fft random abs all any bool divmod max min pow round sum", ""),
    };
    if lists(missing, name) {
        return None;
    }
    let path = format!("{module}.{name}");
    let is_given = || lists(given, name) || functions::find(Place::of_function(library), name).is_some();
    of_path(&path).or_else(|| is_given().then(|| Value::path(&path)))
}

/// The library of a path, and the path within it.
pub(crate) fn library_path(path: &str) -> Option<(Library, &str)> {
    let (module, rest) = path.split_once('.')?;
    match module {
        "torch" => Some((Library::PyTorch, rest)),
        "numpy" => Some((Library::NumPy, rest)),
        _ => None,
    }
}

/// Where a function of a library stands, and its name there.
pub(crate) fn place_of(library: Library, name: &str) -> (Place, &str) {
    match name.strip_prefix("nn.functional.").filter(|_| library == Library::PyTorch) {
        Some(name) => (Place::Functional, name),
        None => (Place::of_function(library), name),
    }
}

/// The modules in PyTorch and NumPy, and what else in them is no function and is looked at where it is used.
const MEMBERS: &str = "amp amp.autocast autograd autograd.functional backends backends.cudnn backends.mps compile cuda cuda.amp \
    cuda.amp.autocast cuda.is_available device distributions distributions.kl_divergence dtype enable_grad errstate exceptions fft finfo \
    float_power floating func func.grad func.vmap generic iinfo inference_mode integer jit lib lib.stride_tricks linalg ma mps ndarray \
    newaxis nn nn.functional nn.init nn.modules nn.modules.module nn.parameter nn.utils nn.utils.rnn no_grad number optim \
    optim.lr_scheduler polynomial random random.default_rng save load set_grad_enabled special testing typing ufunc utils utils.data \
    utils.data.dataset utils.data.random_split vmap";

/// Whether a path stands for something, as far as that is known here. Classes are looked at where they are called.
pub(crate) fn is_known_path(path: &str) -> bool {
    let Some((library, name)) = library_path(path) else { return true };
    let is_class = |part: &str| part.starts_with(|first: char| first.is_ascii_uppercase());
    let has_class = match library {
        Library::PyTorch => name.split('.').any(is_class),
        Library::NumPy => name.ends_with("Error") || matches!(name, "random.Generator" | "random.RandomState"),
    };
    if has_class || lists(MEMBERS, name) || of_path(path).is_some() {
        return true;
    }
    let is_function = |name: &str| {
        let (place, name) = place_of(library, name);
        functions::find(place, name).is_some()
    };
    // The methods of a function, such as `np.add.outer`.
    is_function(name) || name.rsplit_once('.').is_some_and(|(function, _)| is_function(function))
}

/// The value of a constant in a module.
pub(crate) fn of_path(path: &str) -> Option<Value> {
    if let Some(name) = path.strip_prefix("math.") {
        return constant(name);
    }
    let (library, name) = library_path(path)?;
    if library == Library::NumPy && matches!(name, "newaxis") {
        return Some(Value::None);
    }
    if let Some(value) = constant(name) {
        return Some(value);
    }
    let dtype = match (library, name) {
        (Library::PyTorch, "float") => Dtype::Float32,
        (Library::PyTorch, "double") => Dtype::Float64,
        (Library::PyTorch, "half") => Dtype::Float16,
        (Library::PyTorch, "long") => Dtype::Int64,
        (Library::PyTorch, "int") => Dtype::Int32,
        (Library::PyTorch, "short") => Dtype::Int16,
        (Library::PyTorch, "cfloat") => Dtype::Complex64,
        (Library::PyTorch, "cdouble") => Dtype::Complex128,
        (Library::NumPy, "bool_") => Dtype::Bool,
        (Library::NumPy, "double" | "float_") => Dtype::Float64,
        (Library::NumPy, "single") => Dtype::Float32,
        (Library::NumPy, "half") => Dtype::Float16,
        (Library::NumPy, "int_" | "intp") => Dtype::Int64,
        (Library::NumPy, "bfloat16") => return None,
        // PyTorch has them for storage only: most of its operators do not take them.
        (Library::PyTorch, "uint16" | "uint32" | "uint64") => return None,
        (_, name) => crate::signatures::call::named_dtype(name)?,
    };
    Some(Value::Dtype(dtype))
}

fn constant(name: &str) -> Option<Value> {
    Some(Value::Float(Some(match name {
        "pi" => std::f64::consts::PI,
        "e" => std::f64::consts::E,
        "tau" => std::f64::consts::TAU,
        "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => return None,
    })))
}

/// The attributes of an array, without those that begin with `_`.
pub(crate) const ARRAY: &str = "T all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy \
    ctypes cumprod cumsum data device diagonal dot dtype dump dumps fill flags flat flatten getfield imag item itemsize mT max \
    mean min nbytes ndim nonzero partition prod put ravel real repeat reshape resize round searchsorted setfield setflags shape \
    size sort squeeze std strides sum swapaxes take to_device tobytes tofile tolist trace transpose var view";

/// Those of them that a tensor lacks.
const NOT_OF_TENSORS: &str = "astype base byteswap choose compress ctypes dump dumps fill flags flat getfield partition \
    searchsorted setfield setflags tobytes tofile";

/// The attributes of an array that a scalar of NumPy lacks.
const NOT_OF_SCALARS: &str = "argpartition ctypes dot mT partition";

/// What Python's strings have.
const OF_TEXTS: &str = "capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha \
    isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans \
    partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip \
    swapcase title translate upper zfill";

/// What Python's numbers have.
const OF_NUMBERS: &str = "as_integer_ratio bit_count bit_length conjugate denominator from_bytes fromhex hex imag is_integer \
    numerator real to_bytes from_number";

/// Whether a name is one of some names with spaces between them.
pub(crate) fn lists(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|known| known == name)
}

/// `value.name` of a value that is no module.
///
/// # Errors
///
/// Python's exception for an attribute that does not exist; one that is not read.
pub(crate) fn of_value(context: &mut Context<'_>, value: &Placed, name: &str, span: &Range<usize>) -> Outcome {
    let missing = |value: &Value| missing(value, name, span);
    let method = |value: &Value| Ok(Value::Method(Box::new(value.clone()), name.into()));
    let unknown = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), span);
    if let Value::Tuple(items, TupleKind::Named(_, names)) = &value.value
        && let Some(item) = names.iter().position(|known| *known == name).and_then(|at| items.get(at))
    {
        return Ok(item.clone());
    }
    match &value.value {
        Value::Tensor(tensor) => raised_by(tensor.library, of_tensor(context, tensor, value, name, span)),
        Value::Object(object) => match object.field(name) {
            Some(field) => Ok(field.clone()),
            None => method(&value.value),
        },
        Value::Set(_) => method(&value.value),
        _ => {
            let (names, is_container) = match &value.value {
                Value::None => ("", false),
                Value::Int(_) | Value::Float(_) | Value::Bool(_) => (OF_NUMBERS, false),
                Value::Tuple(_, TupleKind::Size) => ("count index numel", true),
                Value::Tuple(_, TupleKind::Named(..)) => return unknown(),
                Value::Tuple(..) => ("count index", true),
                Value::List(_) => ("append clear copy count extend index insert pop remove reverse sort", true),
                Value::Text(_) => (OF_TEXTS, true),
                Value::Dict(_) => ("clear copy fromkeys get items keys pop popitem setdefault update values", true),
                _ => return unknown(),
            };
            match name.starts_with("__") || lists(names, name) {
                true if is_container => method(&value.value),
                true => unknown(),
                false => missing(&value.value),
            }
        }
    }
}

/// Python's exception for an attribute that does not exist.
fn missing(value: &Value, name: &str, span: &Range<usize>) -> Outcome {
    let class = value.class().unwrap_or_default();
    raised("AttributeError", format!("'{class}' object has no attribute '{name}'"), span)
}

fn of_tensor(context: &mut Context<'_>, tensor: &Tensor, value: &Placed, name: &str, span: &Range<usize>) -> Outcome {
    let library = tensor.library;
    if tensor.is_scalar && lists(NOT_OF_SCALARS, name) {
        return missing(&value.value, name, span);
    }
    let unknown = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), span);
    match (name, library) {
        ("shape", _) => Ok(Value::shape(library, &tensor.shape)),
        ("ndim", _) => Ok(Value::Int(Some(tensor.shape.ndim() as i64))),
        ("size", Library::NumPy) => Ok(Value::Int(i64::try_from(tensor.numel()).ok())),
        // The types of the elements of both libraries differ, and only one of them is known here.
        ("dtype", Library::NumPy) if context.library == Library::PyTorch => unknown(),
        ("dtype", _) => Ok(Value::Dtype(tensor.dtype)),
        ("T" | "mT", _) => views::transposed(context, tensor, name, span),
        ("H" | "mH", Library::PyTorch) if !is_complex(tensor.dtype) && tensor.shape.ndim() == 2 => {
            views::transposed(context, tensor, "T", span)
        }
        ("real", _) if !is_complex(tensor.dtype) => Ok(value.value.clone()),
        ("strides", Library::NumPy) if tensor.layout.is_some() => {
            Ok(views::strides(tensor, tensor.dtype.bytes() as i64).unwrap_or(Value::None))
        }
        ("itemsize", _) => Ok(Value::Int(i64::try_from(tensor.dtype.bytes()).ok())),
        ("device", Library::PyTorch) => Ok(Value::path("device")),
        ("requires_grad", Library::PyTorch) => Ok(Value::Bool(Some(tensor.requires_grad.get()))),
        ("is_leaf", Library::PyTorch) => Ok(Value::Bool(Some(tensor.is_leaf()))),
        ("data", Library::PyTorch) => Ok(Value::Tensor(views::detached(tensor))),
        ("grad", Library::PyTorch) => {
            // What is not read may have called `retain_grad`.
            if !tensor.is_leaf() && context.has_unread {
                return unknown();
            }
            if !tensor.is_leaf() {
                context.warn("UserWarning", GRAD_OF_NO_LEAF.to_owned(), span);
                return Ok(Value::None);
            }
            match tensor.grad.borrow().clone() {
                None if context.has_unread && tensor.requires_grad.get() => unreadable(UnreadableReason::Values, span),
                grad => Ok(grad.map_or(Value::None, Value::Tensor)),
            }
        }
        _ => {
            if functions::find(Place::of_method(library), name).is_some() {
                return Ok(Value::Method(Box::new(value.value.clone()), name.into()));
            }
            let is_missing = match library {
                // A scalar of NumPy has the attributes of an array and a few more.
                Library::NumPy => {
                    !(lists(ARRAY, name) || name.starts_with('_') || (tensor.is_scalar && lists(OF_NUMBERS, name)))
                }
                Library::PyTorch => lists(NOT_OF_TENSORS, name),
            };
            if is_missing { missing(&value.value, name, span) } else { unknown() }
        }
    }
}
