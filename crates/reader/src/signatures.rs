//! What a library or Python says to a call whose arguments do not fit the signature: a keyword that is not known, an argument that is
//! missing, too many arguments, an argument of a wrong kind.
//!
//! The rules are those of the sources: `initialize_locals` of CPython for functions that are written in Python, `PythonArgParser` of
//! PyTorch, `npy_parse_arguments` of NumPy. A call that fits its signature, or of which this is not certain, gets no answer.
//!
//! | file | content |
//! |---|---|
//! | `torch.pyi`, `numpy.pyi` | the functions of each library: their names, signatures, and the rule of the shape and the type |
//! | `place` | where a name stands: a function or method of which library; a row of the table |
//! | `call` | arguments by the names of the parameters |
//! | `parameters`, `array_kinds`, `native` | signatures as text, and as parameters with their kinds; what NumPy and PyTorch say of kinds |

pub(crate) mod array_kinds;
pub(crate) mod call;
pub(crate) mod native;
pub(crate) mod parameters;
pub(crate) mod place;

use crate::signatures::call::Arguments;
use crate::signatures::parameters::{Parameter, Signature};
use crate::signatures::place::{Place, Row};
use crate::tensors::value::{Placed, Value};
use tensor_broadcasting::library::Library;

/// What is said to a call of a function of a library; `None` where it takes the call, or where that is not certain. `is_read`: whether
/// the call has another exception, which comes after those of the signature.
pub(crate) fn rejection(row: &Row, place: Place, name: &str, given: &Arguments, is_read: bool) -> Option<String> {
    let shown = row.shown(name);
    let last = shown.rsplit('.').next().unwrap_or(shown);
    let (keywords, written) = (given.keywords.as_slice(), given.positional.as_slice());
    let is_method = place.is_method();
    let without_self = written.get(usize::from(is_method)..).unwrap_or_default();
    // Where a function has several signatures, the last one is what is said of all.
    let signature = || Signature::of(row.parameters.rsplit('|').next().unwrap_or_default());
    let plain = || {
        let mut signature = signature();
        if is_method && !signature.parameters.is_empty() {
            signature.parameters.remove(0);
        }
        signature
    };
    let count = written.len();
    let of_arguments = match (row.checker(place), place) {
        ("", _) => return None,
        ("native", _) => native::rejection(&name.replace('.', "_"), row.parameters, is_method, without_self, keywords),
        ("plain", Place::TorchMethod) if !keywords.is_empty() => {
            Some(format!("TensorBase.{last}() takes no keyword arguments"))
        }
        ("plain", Place::TorchMethod) if count > 1 => {
            Some(format!("TensorBase.{last}() takes no arguments ({} given)", count - 1))
        }
        ("plain", Place::NumpyMethod) if !keywords.is_empty() => {
            Some(format!("ndarray.{last}() takes no keyword arguments"))
        }
        ("plain", _) => None,
        ("reshape", _) => {
            keywords.iter().find(|(keyword, _)| !matches!(keyword.as_str(), "order" | "copy")).map_or_else(
                || (count == 1).then(|| format!("{last}() takes exactly 1 argument (0 given)")),
                |(keyword, _)| Some(format!("'{keyword}' is an invalid keyword argument for this function")),
            )
        }
        ("python", Place::TorchMethod) => of_python(&signature(), &format!("Tensor.{last}"), count, keywords),
        ("python", Place::NumpyMethod) if shown == name => {
            of_python(&signature(), &format!("_{last}"), count, keywords)
        }
        ("python", Place::Class) => {
            // The first parameter is the instance.
            let mut signature = signature();
            signature.parameters.insert(0, Parameter { name: "self", ..Parameter::default() });
            of_python(&signature, &format!("{last}.__init__"), 1 + count, keywords)
        }
        ("python", _) => of_python(&signature(), last, count, keywords),
        ("c", _) => of_numpy(&plain(), last, without_self.len(), keywords),
        ("ufunc", _) => of_ufunc(last, 1, written, keywords),
        ("ufunc2", _) => of_ufunc(last, 2, written, keywords),
        ("cython", _) => of_cython(&signature(), last, count, keywords),
        _ => of_getargs(&plain(), last, without_self.len(), keywords),
    };
    of_arguments.or_else(|| match place.library() {
        Library::NumPy if !is_read => array_kinds::rejection(&signature(), is_method, given),
        _ => None,
    })
}

/// A word, and an `s` where there is not one of it.
fn plural(word: &str, count: usize) -> String {
    format!("{word}{}", if count == 1 { "" } else { "s" })
}

/// What Python says to a call of a function that is written in Python. `count`: the number of positional arguments.
pub(crate) fn of_python(
    signature: &Signature<'_>,
    name: &str,
    count: usize,
    keywords: &[(String, Placed)],
) -> Option<String> {
    let all = &signature.parameters;
    for (keyword, _) in keywords {
        match all.iter().position(|parameter| parameter.name == keyword) {
            Some(at) if all.get(at).is_some_and(|parameter| parameter.is_unnamed) => return None,
            Some(at) if at < count && all.get(at).is_some_and(|parameter| !parameter.is_named) => {
                return Some(format!("{name}() got multiple values for argument '{keyword}'"));
            }
            None if !signature.takes_keywords => {
                return Some(format!("{name}() got an unexpected keyword argument '{keyword}'"));
            }
            _ => {}
        }
    }
    let most = signature.positional();
    if count > most && !signature.takes_rest {
        let optional = all.iter().filter(|parameter| !parameter.is_named && parameter.is_optional).count();
        let is_named = |keyword: &str| all.iter().any(|parameter| parameter.is_named && parameter.name == keyword);
        let named = keywords.iter().filter(|(keyword, _)| is_named(keyword)).count();
        let and = match named {
            0 => String::new(),
            _ => format!(
                " {} (and {named} {})",
                plural("positional argument", count),
                plural("keyword-only argument", named)
            ),
        };
        let verb = if count == 1 && named == 0 { "was" } else { "were" };
        return Some(format!("{name}() {} but {count}{and} {verb} given", takes(most - optional, most)));
    }
    for is_named in [false, true] {
        let is_missing = |(at, parameter): &(usize, &Parameter<'_>)| {
            let is_given = (!is_named && *at < count) || keywords.iter().any(|(keyword, _)| keyword == parameter.name);
            parameter.is_named == is_named && !parameter.is_optional && !is_given
        };
        let missing = all.iter().enumerate().filter(is_missing).map(|(_, parameter)| format!("'{}'", parameter.name));
        let missing: Vec<String> = missing.collect();
        let Some((last, others)) = missing.split_last() else { continue };
        let listed = match others {
            [] => last.clone(),
            [first] => format!("{first} and {last}"),
            others => format!("{}, and {last}", others.join(", ")),
        };
        let kind = plural(
            if is_named { "required keyword-only argument" } else { "required positional argument" },
            missing.len(),
        );
        return Some(format!("{name}() missing {} {kind}: {listed}", missing.len()));
    }
    None
}

/// `takes 1 positional argument`, `takes from 1 to 3 positional arguments`.
fn takes(least: usize, most: usize) -> String {
    if least == most {
        format!("takes {most} {}", plural("positional argument", most))
    } else {
        format!("takes from {least} to {most} positional arguments")
    }
}

/// What NumPy says to a call of a function whose arguments `npy_parse_arguments` reads.
fn of_numpy(signature: &Signature<'_>, name: &str, count: usize, keywords: &[(String, Placed)]) -> Option<String> {
    let most = signature.positional();
    let least = signature.parameters.iter().filter(|parameter| !parameter.is_optional).count();
    if count > most {
        return Some(format!("{name}() {} but {count} were given", takes(least, most)));
    }
    for (keyword, _) in keywords {
        match signature.parameters.iter().position(|parameter| parameter.name == keyword && !parameter.is_unnamed) {
            None => return Some(format!("{name}() got an unexpected keyword argument '{keyword}'")),
            Some(at) if at < count => {
                let said = format!("given by name ('{keyword}') and position (position {at})");
                return Some(format!("argument for {name}() {said}"));
            }
            Some(_) => {}
        }
    }
    let is_given = |parameter: &Parameter<'_>| keywords.iter().any(|(keyword, _)| keyword == parameter.name);
    let mut missing = signature.parameters.iter().enumerate().skip(count);
    let (at, parameter) = missing.find(|(_, parameter)| !parameter.is_optional && !is_given(parameter))?;
    // Which of several wrong arguments it names depends on their order.
    keywords.is_empty().then(|| format!("{name}() missing required argument '{}' (pos {at})", parameter.name))
}

/// The keywords of all functions of NumPy that work element by element.
const OF_UFUNCS: [&str; 8] = ["out", "where", "casting", "order", "dtype", "subok", "signature", "sig"];

/// What NumPy says to a call of a function that works element by element. `operands`: how many it has.
fn of_ufunc(name: &str, operands: usize, given: &[Placed], keywords: &[(String, Placed)]) -> Option<String> {
    let count = given.len();
    if !(operands..=operands + 1).contains(&count) {
        let verb = if count == 1 { "was" } else { "were" };
        return Some(format!("{name}() {} but {count} {verb} given", takes(operands, operands + 1)));
    }
    if let Some((unknown, _)) = keywords.iter().find(|(keyword, _)| !OF_UFUNCS.contains(&keyword.as_str())) {
        return Some(format!("{name}() got an unexpected keyword argument '{unknown}'"));
    }
    let out = given.get(operands).map(|out| &out.value)?;
    matches!(out, Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Text(_) | Value::List(_))
        .then(|| "return arrays must be of ArrayType".to_owned())
}

/// The functions of `math` that take one number.
const OF_ONE_NUMBER: &str =
    "sqrt exp sin cos tan asin acos atan sinh cosh tanh log2 log10 log1p expm1 floor ceil fabs radians degrees";

/// What Python says to a call of a function of `math`, or to one of its own, that takes one argument.
pub(crate) fn rejection_of_python(path: &str, given: &Arguments) -> Option<String> {
    if path == "builtins.print" {
        let is_known = |keyword: &str| matches!(keyword, "sep" | "end" | "file" | "flush");
        let (unknown, _) = given.keywords.iter().find(|(keyword, _)| !is_known(keyword))?;
        return Some(format!("'{unknown}' is an invalid keyword argument for print()"));
    }
    let (shown, is_number) = match path.strip_prefix("math.") {
        Some(name) => OF_ONE_NUMBER.split(' ').any(|known| known == name).then_some((path, true))?,
        None => {
            (["len", "abs", "any", "all"].into_iter().find(|name| path.strip_prefix("builtins.") == Some(name))?, false)
        }
    };
    let count = given.positional.len();
    if !given.keywords.is_empty() {
        return Some(format!("{shown}() takes no keyword arguments"));
    }
    match given.positional.as_slice() {
        [only] => match only.value {
            Value::None | Value::Text(_) | Value::List(_) | Value::Tuple(..) if is_number => {
                Some(format!("must be real number, not {}", only.value.class()?))
            }
            _ => None,
        },
        _ => Some(format!("{shown}() takes exactly one argument ({count} given)")),
    }
}

/// What Cython says to a call of a function of `np.random`.
fn of_cython(signature: &Signature<'_>, name: &str, count: usize, keywords: &[(String, Placed)]) -> Option<String> {
    let all = &signature.parameters;
    let (least, most) = (signature.required(), all.len());
    if count > most && !signature.takes_rest {
        let said = if least == most { "exactly" } else { "at most" };
        let limit = plural("positional argument", most);
        return Some(format!("{name}() takes {said} {most} {limit} ({count} given)"));
    }
    let is_known = |keyword: &str| all.iter().any(|parameter| parameter.name == keyword);
    // Which of several wrong arguments it names depends on the order in which it looks.
    let (keyword, _) = keywords.iter().find(|(keyword, _)| !is_known(keyword)).filter(|_| count >= least)?;
    Some(format!("{name}() got an unexpected keyword argument '{keyword}'"))
}

/// What Python says to a call of a method of an array whose arguments `PyArg_ParseTupleAndKeywords` reads.
fn of_getargs(signature: &Signature<'_>, name: &str, count: usize, keywords: &[(String, Placed)]) -> Option<String> {
    let all = &signature.parameters;
    let total = count + keywords.len();
    if total > all.len() {
        let kind = if count == 0 { "keyword argument" } else { "argument" };
        return Some(format!("{name}() takes at most {} {} ({total} given)", all.len(), plural(kind, all.len())));
    }
    let is_unknown = |keyword: &str| all.iter().all(|parameter| parameter.name != keyword);
    let is_given = |parameter: &Parameter<'_>| keywords.iter().any(|(keyword, _)| keyword == parameter.name);
    let mut missing = all.iter().enumerate().skip(count);
    if let Some((at, parameter)) = missing.find(|(_, parameter)| !parameter.is_optional && !is_given(parameter)) {
        return Some(format!("{name}() missing required argument '{}' (pos {})", parameter.name, at + 1));
    }
    let (unknown, _) = keywords.iter().find(|(keyword, _)| is_unknown(keyword))?;
    Some(format!("'{unknown}' is an invalid keyword argument for {name}()"))
}
