//! From a name to what it does: calls of functions and methods, and properties.

use crate::evaluator::budget::Budget;
use crate::evaluator::call::{Arguments, Call, Keyword};
use crate::evaluator::constructors::{from_elements, to_tensor};
use crate::evaluator::elements::cast_to;
use crate::evaluator::names;
use crate::evaluator::names::{BARE, BOTH, Does, KNOWN, Known, Places};
use crate::evaluator::value::{Spanned, Value, dtype, library_error};
use crate::shapes::{Operand, Problem};
use crate::syntax::failure::{Failure, failure};
use tensor_broadcasting::library::{Library, LibraryError};

/// The names of an argument that is the tensor a function is for.
const TENSOR: [&str; 5] = ["input", "self", "a", "x", "arr"];

/// The library of a module's name.
pub(crate) fn module_library(name: &str) -> Option<Library> {
    match name {
        "torch" | "th" => Some(Library::PyTorch),
        "np" | "numpy" => Some(Library::NumPy),
        _ => None,
    }
}

/// The places where the last part of a path is looked for, and that part.
fn resolved(path: &str) -> (Places, &str) {
    match path.split_once('.').and_then(|(module, name)| Some((module_library(module)?, name))) {
        Some((library, name)) => (Places::of(Some(library)), name),
        None => (BARE, path),
    }
}

/// Calls the function that `path` names. Where there is none, `suggest` says whether the nearest name is looked for.
pub(crate) fn call_function(
    path: &Spanned<String>,
    arguments: Arguments,
    budget: &mut Budget,
    suggest: bool,
) -> Result<Value, Failure> {
    let (places, name) = resolved(&path.value);
    let library = places.library();
    let span = path.span.start..arguments.span.end;
    let mut call = Call { library, arguments, span, budget };
    if let Some(known) = KNOWN.iter().find(|known| known.name == name && known.function.overlap(places)) {
        let first = match known.does {
            Does::Make(make) => {
                call.accept(known.keywords)?;
                call.library = library.or(known.function.library());
                return make(&mut call).map(Value::Tensor);
            }
            Does::Compute(compute) => {
                call.accept(known.keywords)?;
                return compute(&mut call);
            }
            Does::Cast(_) | Does::Change(_) | Does::Ask(_) => call.arguments.need(0, &TENSOR)?.clone(),
        };
        if call.arguments.positional.is_empty() {
            call.arguments.keywords.retain(|keyword| !TENSOR.contains(&keyword.name.as_str()));
        } else {
            call.arguments.positional.remove(0);
        }
        call.accept(known.keywords)?;
        let mut operand = match first.value {
            Value::Tensor(operand) => operand,
            // `print` shows anything; of several things none is the operand.
            value if library.is_none() => {
                return match call.arguments.positional.first() {
                    None => Ok(value),
                    Some(second) => Err(failure(&second.span, Problem::TwoOperands)),
                };
            }
            _ => to_tensor(&first, &mut call)?,
        };
        operand.library = library.or(operand.library);
        return with_tensor(operand, known.does, call);
    }
    // An element type makes an element of itself: `np.float32(3)`.
    if let (Some(dtype), Some(Library::NumPy)) = (dtype(name), library) {
        let value = Spanned { value: Value::Dtype(dtype), span: path.span.clone() };
        call.arguments.keywords.push(Keyword { name: "dtype".to_owned(), span: path.span.clone(), value });
        return from_elements(&mut call).map(Value::Tensor);
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    let problem = if names::combines(name) {
        Problem::TwoOperands
    } else if names::computes(last) {
        Problem::Computes(last.to_owned())
    } else {
        let nearest = if suggest { names::nearest_function(name, places) } else { None };
        let module = library.map(|library| library.module().to_owned() + ".").unwrap_or_default();
        Problem::UnknownFunction { name: path.value.clone(), nearest: nearest.map(|name| module + name) }
    };
    Err(failure(&path.span, problem))
}

/// Does to a tensor what a name does.
fn with_tensor(operand: Box<Operand>, does: Does, mut call: Call<'_>) -> Result<Value, Failure> {
    call.library = operand.library;
    call.budget.spend_view(operand.shape().ndim(), &call.span)?;
    match does {
        Does::Cast(dtype) => cast_to(operand, dtype, &mut call).map(Value::Tensor),
        Does::Change(change) => change(operand, &mut call).map(Value::Tensor),
        Does::Ask(ask) => ask(&operand, &mut call),
        Does::Make(make) => make(&mut call).map(Value::Tensor),
        Does::Compute(compute) => compute(&mut call),
    }
}

/// Calls the method `name` of a tensor, or where there are no `arguments` asks for the property.
pub(crate) fn attribute(
    operand: Box<Operand>,
    name: &Spanned<String>,
    arguments: Option<Arguments>,
    budget: &mut Budget,
    suggest: bool,
) -> Result<Value, Failure> {
    let places = Places::of(operand.library);
    let called = arguments.is_some();
    let stands =
        |known: &&Known| known.name == name.value && if called { known.method } else { known.property }.overlap(places);
    if let Some(known) = KNOWN.iter().find(stands) {
        let arguments = arguments.unwrap_or_else(|| Arguments { span: name.span.clone(), ..Arguments::default() });
        let span = name.span.start..arguments.span.end;
        let call = Call { library: None, arguments, span, budget };
        call.accept(known.keywords)?;
        return with_tensor(operand, known.does, call);
    }
    Err(no_attribute(operand.library, name, called, suggest))
}

/// What is wrong with an attribute that is not known as a method or as a property.
fn no_attribute(library: Option<Library>, name: &Spanned<String>, called: bool, suggest: bool) -> Failure {
    let places = Places::of(library);
    let here =
        |at: fn(&Known) -> Places| KNOWN.iter().any(|known| known.name == name.value && at(known).overlap(places));
    let elsewhere = KNOWN
        .iter()
        .any(|known| known.name == name.value && (known.method.overlap(BOTH) || known.property.overlap(BOTH)));
    let raises =
        |library, error_type, message| library_error(library, LibraryError { error_type, message }, &name.span);
    let unknown = |name: String| Problem::UnknownFunction { name, nearest: None };
    let problem = match library {
        Some(Library::NumPy) if name.value == "dtype" && called => unknown(".dtype()".to_owned()),
        Some(library) if called && here(|known| known.property) => {
            let class = match (name.value.as_str(), library) {
                ("dtype", _) => "torch.dtype",
                ("shape", Library::PyTorch) => "torch.Size",
                ("shape" | "strides", _) => "tuple",
                ("ndim" | "size", _) => "int",
                (_, Library::PyTorch) => "Tensor",
                (_, Library::NumPy) => "numpy.ndarray",
            };
            return raises(library, "TypeError", format!("'{class}' object is not callable"));
        }
        // It is something else to NumPy.
        Some(Library::NumPy) if name.value == "data" => unknown(".data".to_owned()),
        _ if here(|known| known.method) => Problem::NotCalled(name.value.clone()),
        Some(library) if elsewhere => {
            let class = match library {
                Library::PyTorch => "Tensor",
                Library::NumPy => "numpy.ndarray",
            };
            return raises(library, "AttributeError", format!("'{class}' object has no attribute '{}'", name.value));
        }
        _ if names::combines(&name.value) => Problem::TwoOperands,
        _ if names::computes(&name.value) => Problem::Computes(name.value.clone()),
        _ => {
            let nearest = if suggest { names::nearest_method(&name.value, places) } else { None };
            Problem::UnknownFunction {
                name: [".", &name.value].concat(),
                nearest: nearest.map(|name| [".", name].concat()),
            }
        }
    };
    failure(&name.span, problem)
}
