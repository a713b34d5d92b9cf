//! A call of a function or a method of a library: its arguments by name.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::reading::UnreadableReason;
use crate::signatures::kinds;
use crate::signatures::parameters::{Kind, Parameter, Signature};
use crate::tensors::arrays;
use crate::tensors::arrays::to_array;
use crate::tensors::context::{Context, Meeting, Outcome, library_raises, lost, raised, unreadable};
use crate::tensors::types::is_complex;
use crate::tensors::value::{Placed, Tensor, Value, View};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, Scalar, Shape};

/// A call with its arguments by the names of the parameters.
pub(crate) struct Call {
    /// The name of the function, without its module.
    pub(crate) name: &'static str,
    pub(crate) library: Library,
    /// Whether the function is called as a method: its first argument stands before the point.
    pub(crate) is_method: bool,
    /// The whole call.
    pub(crate) span: Range<usize>,
    /// Whether no argument has a keyword.
    pub(crate) is_positional: bool,
    /// Each parameter that has an argument.
    arguments: Vec<(&'static str, Placed)>,
    /// The positional arguments that a parameter with `*` takes.
    pub(crate) rest: Vec<Placed>,
    /// Whether there is such a parameter.
    takes_rest: bool,
    /// The name of the function in messages.
    pub(crate) shown: &'static str,
    /// The column of the row: which of the rules of the function this is.
    pub(crate) column: &'static str,
    /// The name of the first parameter where it is also called `input`.
    first: &'static str,
}

/// The arguments of a call as they are written.
#[derive(Clone)]
pub(crate) struct Arguments {
    pub(crate) positional: Vec<Placed>,
    pub(crate) keywords: Vec<(String, Placed)>,
    /// The whole call.
    pub(crate) span: Range<usize>,
}

impl Placed {
    /// A value at a place.
    pub(crate) fn new(value: Value, span: &Range<usize>) -> Self {
        Self { value, span: span.clone() }
    }
}

impl Arguments {
    /// Arguments of which none has a keyword.
    pub(crate) fn of(positional: Vec<Placed>, span: &Range<usize>) -> Self {
        Self { positional, keywords: Vec::new(), span: span.clone() }
    }

    /// All arguments.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Placed> {
        self.positional.iter().chain(self.keywords.iter().map(|(_, argument)| argument))
    }

    /// All arguments, to be changed.
    pub(crate) fn all_mut(&mut self) -> impl Iterator<Item = &mut Placed> {
        self.positional.iter_mut().chain(self.keywords.iter_mut().map(|(_, argument)| argument))
    }

    /// The values of all arguments.
    pub(crate) fn values(&self) -> Vec<Value> {
        self.all().map(|argument| argument.value.clone()).listed()
    }

    /// The argument with a keyword.
    pub(crate) fn keyword(&self, name: &str) -> Option<&Placed> {
        self.keywords.iter().find(|(known, _)| known == name).map(|(_, argument)| argument)
    }

    /// The value of the argument at a place or with a keyword.
    pub(crate) fn argument(&self, at: usize, name: &str) -> Option<&Value> {
        self.positional.get(at).or_else(|| self.keyword(name)).map(|argument| &argument.value)
    }

    /// Whether there are no keywords but these.
    pub(crate) fn has_only(&self, names: &[&str]) -> bool {
        self.keywords.iter().all(|(name, _)| names.contains(&name.as_str()))
    }

    /// How many arguments there are.
    pub(crate) fn count(&self) -> usize {
        self.positional.len() + self.keywords.len()
    }

    /// That the call of a function is not read.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn unread<T>(&self, name: &str) -> Outcome<T> {
        unreadable(UnreadableReason::UnknownCall(name.to_owned()), &self.span)
    }
}

impl Call {
    /// Gives the arguments to parameters, of the first of the signatures that they fit. `signatures` has the form that the module
    /// above describes.
    ///
    /// # Errors
    ///
    /// An argument has no parameter, or the parameter does not take it.
    pub(crate) fn bind(
        name: &'static str,
        library: Library,
        is_method: bool,
        arguments: &Arguments,
        signatures: &'static str,
    ) -> Outcome<Self> {
        let declined = || unreadable(UnreadableReason::Arguments(name.to_owned()), &arguments.span);
        if arguments.all().any(|argument| matches!(argument.value, Value::Method(..))) {
            return declined();
        }
        let call = || Self {
            name,
            library,
            is_method,
            span: arguments.span.clone(),
            is_positional: arguments.keywords.is_empty(),
            arguments: Vec::new(),
            rest: Vec::new(),
            takes_rest: false,
            shown: name,
            column: "",
            first: "",
        };
        let fits = |text: &'static str| call().filled(&Signature::of(text), arguments);
        match signatures.split('|').find_map(fits) {
            Some(call) if !call.is_uncertain() => Ok(call),
            _ => declined(),
        }
    }

    /// Whether the libraries have rules of their own for axes of what has none.
    fn is_uncertain(&self) -> bool {
        let has_no_axes = self.arguments.first().is_some_and(|(_, argument)| match &argument.value {
            Value::Tensor(tensor) => tensor.shape.is_empty(),
            value => value.number_kind().is_some(),
        });
        let axis = self.given("axis");
        let keeps = self.get("keepdims").is_some();
        match self.library {
            _ if matches!(self.name, "expand_dims" | "squeeze") => false,
            Library::NumPy => has_no_axes && (axis.is_some() || keeps),
            Library::PyTorch => has_no_axes && axis.is_some_and(|axis| axis.value.items().is_some()),
        }
    }

    /// The call with the arguments of a signature; `None` where they do not fit it.
    fn filled(mut self, signature: &Signature<'static>, given: &Arguments) -> Option<Self> {
        let parameters = signature.parameters.as_slice();
        let is_torch = self.library == Library::PyTorch;
        let takes = |parameter: &Parameter<'_>, argument: &Placed| {
            let (kind, value) = (parameter.kind, &argument.value);
            let is_none = matches!(value, Value::None) && parameter.takes_none;
            let fits = is_none || kinds::may_take(kind, value) && kinds::is_read(kind, value);
            (parameter.is_read && fits).then(|| argument.clone())
        };
        let is_given = |call: &Self, own: &str| call.arguments.iter().any(|(known, _)| *known == own);
        let spread = if is_torch { signature.spread(self.is_method) } else { None };
        let mut positional = given.positional.iter();
        let mut places = Vec::new();
        for (at, parameter) in parameters.iter().enumerate().filter(|(_, parameter)| !parameter.is_named) {
            self.takes_rest |= spread == Some(at);
            let is_alone = || match positional.as_slice() {
                [only] => parameter.kind == Kind::Sizes || only.value.items().is_some(),
                _ => false,
            };
            if spread == Some(at) && positional.len() > 0 && !is_alone() {
                self.rest = positional.by_ref().cloned().listed();
                let fits = |item: &Placed| kinds::may_take(Kind::Int, &item.value);
                // Axes are read as one argument only.
                (parameter.is_read && parameter.name != "dim" && self.rest.iter().all(fits)).then_some(())?;
                places.push(at);
            } else if let Some(argument) = positional.next() {
                // PyTorch has it as a keyword only.
                if parameter.own == "out" && is_torch {
                    return None;
                }
                self.arguments.push((parameter.own, takes(parameter, argument)?));
                places.push(at);
            }
        }
        if signature.takes_rest {
            self.rest = positional.by_ref().cloned().listed();
            self.takes_rest = true;
        }
        for (keyword, argument) in &given.keywords {
            let is_named = |parameter: &Parameter<'_>| {
                let is_native = is_torch && parameter.kind != Kind::Any;
                let others = if is_native { kinds::other_names(parameter.name) } else { &[] };
                parameter.name == keyword || others.contains(&keyword.as_str())
            };
            let found = parameters.iter().position(|parameter| is_named(parameter) && !parameter.is_unnamed);
            match found.and_then(|at| Some((at, parameters.get(at)?))) {
                Some((at, parameter))
                    if !(places.contains(&at)
                        || is_given(&self, parameter.own)
                        || is_torch && self.is_method && keyword == "out") =>
                {
                    self.arguments.push((parameter.own, takes(parameter, argument)?));
                    places.push(at);
                }
                _ => return None,
            }
        }
        let is_missing = |(at, parameter): (usize, &Parameter<'_>)| !parameter.is_optional && !places.contains(&at);
        if positional.next().is_some() || parameters.iter().enumerate().any(is_missing) {
            return None;
        }
        // The functions of the reader call the first parameter so where they have no other name for it.
        if parameters.iter().all(|parameter| parameter.own != "input") {
            self.first = parameters.first().map_or("", |parameter| parameter.own);
        }
        Some(self)
    }

    /// The argument of a parameter.
    pub(crate) fn get(&self, parameter: &str) -> Option<&Placed> {
        let is_meant = |(name, _): &&(&str, Placed)| match parameter {
            _ if *name == parameter => true,
            "input" => *name == self.first,
            "axis" => *name == "dim",
            "keepdims" => *name == "keepdim",
            _ => false,
        };
        self.arguments.iter().find(is_meant).map(|(_, argument)| argument)
    }

    /// Each parameter that has an argument.
    pub(crate) fn given_arguments(&self) -> impl Iterator<Item = &(&'static str, Placed)> {
        self.arguments.iter()
    }

    /// The argument of a parameter, unless it is `None`.
    pub(crate) fn given(&self, parameter: &str) -> Option<&Placed> {
        self.get(parameter).filter(|argument| !matches!(argument.value, Value::None))
    }

    /// That the call has arguments that are not read.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn declined<T>(&self) -> Outcome<T> {
        unreadable(UnreadableReason::Arguments(self.name.to_owned()), &self.span)
    }

    /// That the result depends on values that are not known.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn needs_values<T>(&self) -> Outcome<T> {
        unreadable(UnreadableReason::Values, &self.span)
    }

    /// That the call is not read, and that nothing after it is known.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn lost<T>(&self) -> Outcome<T> {
        lost(UnreadableReason::UnknownCall(self.name.to_owned()), &self.span)
    }

    /// An exception of the library's usual type.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn fails<T>(&self, message: impl Into<String>) -> Outcome<T> {
        raised(self.library.error_type(), message, &self.span)
    }

    /// An exception of the library.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn raises<T>(&self, error: LibraryError) -> Outcome<T> {
        library_raises(error, &self.span)
    }

    /// What a check of the library gives.
    ///
    /// # Errors
    ///
    /// The library's exception.
    pub(crate) fn check<T>(&self, checked: Result<T, LibraryError>) -> Outcome<T> {
        checked.or_else(|error| self.raises(error))
    }

    /// Whether it is a method of PyTorch that writes into its tensor.
    pub(crate) fn is_in_place(&self) -> bool {
        self.name.ends_with('_')
    }

    /// The axis that a number stands for in a tensor of `ndim` axes, counted from 0.
    ///
    /// # Errors
    ///
    /// The library's exception where there is no such axis.
    pub(crate) fn axis(&self, axis: i64, ndim: usize) -> Outcome<usize> {
        self.check(self.library.axis(axis, ndim))
    }

    /// The exception for an axis that is named twice; `numpy` is what NumPy says.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn repeated_axis<T>(&self, axis: usize, numpy: &str) -> Outcome<T> {
        match self.library {
            Library::PyTorch => self.fails(format!("dim {axis} appears multiple times in the list of dims")),
            Library::NumPy => self.fails(numpy),
        }
    }

    /// The axis of a tensor that a parameter names, counted from 0, and its size. Without a default it must be given.
    ///
    /// # Errors
    ///
    /// It is missing or no integer; the library's exception where there is no such axis.
    pub(crate) fn axis_of(&self, parameter: &str, default: Option<i64>, tensor: &Tensor) -> Outcome<(usize, u64)> {
        let axis = match (self.get(parameter), default) {
            (None, Some(default)) => default,
            (None, None) => return self.declined(),
            (Some(argument), _) => self.int_of(&argument.value)?,
        };
        let axis = self.axis(axis, tensor.shape.ndim())?;
        Ok((axis, tensor.shape.get(axis).copied().unwrap_or(1)))
    }

    /// A view of a tensor as the result.
    ///
    /// # Errors
    ///
    /// The program makes too much.
    pub(crate) fn viewed(&self, context: &mut Context<'_>, tensor: &Tensor, view: View) -> Outcome {
        arrays::viewed(context, tensor, view, &self.span).map(Value::Tensor)
    }

    /// A new row-major result with elements of a tensor.
    ///
    /// # Errors
    ///
    /// It is too large.
    pub(crate) fn of_elements(
        &self,
        context: &mut Context<'_>,
        tensor: &Tensor,
        shape: Shape,
        values: Option<Vec<Scalar>>,
    ) -> Outcome {
        let made = arrays::fresh(context, self.library, (shape, tensor.dtype, values), &[tensor], &self.span)?;
        made.has_elements_of(tensor);
        Ok(Value::Tensor(made))
    }

    /// A new row-major result; see [`arrays::fresh`].
    ///
    /// # Errors
    ///
    /// It is too large.
    pub(crate) fn fresh(&self, context: &mut Context<'_>, made: arrays::Made, operands: &[&Tensor]) -> Outcome {
        arrays::fresh(context, self.library, made, operands, &self.span).map(Value::Tensor)
    }

    /// The same of an operation, which is recorded.
    ///
    /// # Errors
    ///
    /// It is too large, or the program does too much.
    pub(crate) fn met(
        &self,
        context: &mut Context<'_>,
        meeting: &Meeting,
        made: arrays::Made,
        operands: &[&Tensor],
    ) -> Outcome {
        let made = arrays::fresh(context, self.library, made, operands, &self.span)?;
        context.met(meeting, made)
    }

    /// The argument of a parameter that the function needs.
    ///
    /// # Errors
    ///
    /// It is missing.
    pub(crate) fn need(&self, parameter: &str) -> Outcome<&Placed> {
        match self.get(parameter) {
            Some(argument) => Ok(argument),
            None => self.declined(),
        }
    }

    /// The tensor of a parameter. NumPy makes an array of a list or a number.
    ///
    /// # Errors
    ///
    /// It is missing, or no tensor.
    pub(crate) fn tensor(&self, context: &mut Context<'_>, parameter: &str) -> Outcome<Tensor> {
        let argument = self.need(parameter)?;
        match (&argument.value, self.library) {
            (Value::Tensor(tensor), library) if tensor.library == library => Ok(tensor.clone()),
            (Value::Tensor(_), _) | (_, Library::PyTorch) => self.declined(),
            (_, Library::NumPy) => to_array(context, argument),
        }
    }

    /// The same of a tensor whose elements are not complex.
    ///
    /// # Errors
    ///
    /// It is missing, no tensor, or complex.
    pub(crate) fn real(&self, context: &mut Context<'_>, parameter: &str) -> Outcome<Tensor> {
        let tensor = self.tensor(context, parameter)?;
        if is_complex(tensor.dtype) { self.declined() } else { Ok(tensor) }
    }

    /// The record of an operation of the tensors of some parameters.
    pub(crate) fn meeting(&self, name: &str, parameters: &[&str], tensors: &[&Tensor]) -> Meeting {
        let given: Vec<&Placed> = parameters.iter().filter_map(|parameter| self.get(parameter)).listed();
        Meeting::of_tensors(name, &given, tensors, &self.span)
    }

    /// The operands of some parameters: tensors that are not complex, and numbers, with lists as arrays in NumPy.
    ///
    /// # Errors
    ///
    /// One of them is missing, or is something else.
    pub(crate) fn operands(&self, context: &mut Context<'_>, parameters: &[&str]) -> Outcome<Vec<Placed>> {
        let mut all = Vec::new();
        for parameter in parameters {
            match arrays::operand(context, self.library, self.need(parameter)?)? {
                Some(operand) if operand.value.tensor().is_none_or(|tensor| !is_complex(tensor.dtype)) => {
                    all.push(operand);
                }
                _ => return self.declined(),
            }
        }
        Ok(all)
    }

    /// The integer of a parameter, where it is given.
    ///
    /// # Errors
    ///
    /// It is not an integer that is known.
    pub(crate) fn int(&self, parameter: &str) -> Outcome<Option<i64>> {
        match self.get(parameter).map(|argument| &argument.value) {
            None => Ok(None),
            // Only NumPy takes `None` for "all axes" here.
            Some(Value::None) if self.library == Library::NumPy => Ok(None),
            Some(value) => self.int_of(value).map(Some),
        }
    }

    /// The integer of a parameter, or what it is where none is given. `None` is no integer.
    ///
    /// # Errors
    ///
    /// It is not an integer that is known.
    pub(crate) fn int_or(&self, parameter: &str, default: i64) -> Outcome<i64> {
        match self.get(parameter) {
            None => Ok(default),
            Some(argument) => self.int_of(&argument.value),
        }
    }

    /// The integer that a value is.
    ///
    /// # Errors
    ///
    /// It is not an integer that is known.
    pub(crate) fn int_of(&self, value: &Value) -> Outcome<i64> {
        match integer(value) {
            // PyTorch takes no truth value for an integer, NumPy in some places only.
            Some(_) if is_truth(value) => self.declined(),
            Some(Some(int)) => Ok(int),
            Some(None) => self.needs_values(),
            None => self.declined(),
        }
    }

    /// The integers of a parameter, where it is given: one integer, or a tuple or list of them.
    ///
    /// # Errors
    ///
    /// They are not integers that are known.
    pub(crate) fn ints(&self, parameter: &str) -> Outcome<Option<Vec<i64>>> {
        match self.given(parameter) {
            None => Ok(None),
            Some(argument) => self.ints_of(&argument.value).map(Some),
        }
    }

    /// The integers of a value: one integer, or a tuple or list of them.
    ///
    /// # Errors
    ///
    /// They are not integers that are known.
    pub(crate) fn ints_of(&self, value: &Value) -> Outcome<Vec<i64>> {
        match value.items() {
            Some(items) => items.iter().map(|item| self.int_of(item)).each_listed(),
            None => Ok(vec![self.int_of(value)?]),
        }
    }

    /// Sizes or axes: all positional arguments of the parameter `*name`, or the only one if it is a tuple, or its keyword.
    ///
    /// # Errors
    ///
    /// They are not integers that are known.
    pub(crate) fn sizes(&self, parameter: &str) -> Outcome<Vec<i64>> {
        if let Some(given) = self.get(parameter) {
            // As a keyword PyTorch takes a tuple only.
            let is_number = self.takes_rest && self.library == Library::PyTorch && given.value.items().is_none();
            return if is_number { self.declined() } else { self.ints_of(&given.value) };
        }
        match self.rest.as_slice() {
            [only] => self.ints_of(&only.value),
            [] if !self.takes_rest || self.library == Library::PyTorch => self.declined(),
            many => many.iter().map(|item| self.int_of(&item.value)).each_listed(),
        }
    }

    /// The truth value of a parameter.
    ///
    /// # Errors
    ///
    /// It is not known.
    pub(crate) fn flag(&self, parameter: &str, default: bool) -> Outcome<bool> {
        match self.get(parameter).map(|argument| &argument.value) {
            None => Ok(default),
            Some(Value::Bool(Some(value))) => Ok(*value),
            Some(Value::Int(Some(value @ (0 | 1)))) => Ok(*value == 1),
            Some(_) => self.declined(),
        }
    }

    /// The text of a parameter, where it is given.
    ///
    /// # Errors
    ///
    /// It is no text that is known.
    pub(crate) fn text(&self, parameter: &str) -> Outcome<Option<&str>> {
        match self.given(parameter).map(|argument| &argument.value) {
            None => Ok(None),
            Some(value) => match value.as_text() {
                Some(text) => Ok(Some(text)),
                None => self.declined(),
            },
        }
    }

    /// The text of a parameter, where it is one.
    pub(crate) fn text_of(&self, parameter: &str) -> Option<&str> {
        self.get(parameter).and_then(|argument| argument.value.as_text())
    }

    /// The element type of a parameter, where it is given.
    ///
    /// # Errors
    ///
    /// It is none that is known.
    pub(crate) fn dtype(&self, parameter: &str) -> Outcome<Option<Dtype>> {
        match self.given(parameter) {
            None => Ok(None),
            Some(argument) => match dtype_of(&argument.value, self.library) {
                Some(dtype) => Ok(Some(dtype)),
                None => self.declined(),
            },
        }
    }

    /// Declines where one of these parameters is given.
    ///
    /// # Errors
    ///
    /// One of them is given.
    pub(crate) fn without(&self, parameters: &[&str]) -> Outcome<()> {
        if parameters.iter().any(|parameter| self.given(parameter).is_some()) { self.declined() } else { Ok(()) }
    }
}

/// Whether a value is a truth value.
fn is_truth(value: &Value) -> bool {
    match value {
        Value::Bool(_) => true,
        Value::Tensor(tensor) => tensor.dtype == Dtype::Bool,
        _ => false,
    }
}

/// The integer that a value stands for, as `__index__` gives it: `None` where it has none, `Some(None)` where it is not known.
pub(crate) fn integer(value: &Value) -> Option<Option<i64>> {
    match value {
        Value::Int(value) => Some(*value),
        Value::Bool(value) => Some(value.map(i64::from)),
        Value::Tensor(tensor) if tensor.shape.is_empty() && tensor.dtype.is_integer() => {
            Some(tensor.item().map(Scalar::to_int))
        }
        _ => None,
    }
}

/// The element type that a value names.
pub(crate) fn dtype_of(value: &Value, library: Library) -> Option<Dtype> {
    let name = match value {
        Value::Dtype(dtype) => return Some(*dtype),
        Value::Path(path) => &**path,
        Value::Text(Some(text)) if library == Library::NumPy => text,
        _ => return None,
    };
    Some(match name {
        "builtins.float" | "float" | "d" | "f8" | "double" => Dtype::Float64,
        "builtins.int" | "int" | "i8" => Dtype::Int64,
        "builtins.bool" | "?" => Dtype::Bool,
        "f" | "f4" | "single" => Dtype::Float32,
        "i4" => Dtype::Int32,
        "u1" => Dtype::Uint8,
        name => named_dtype(name)?,
    })
}

/// The element type of a name within a library: `float32`.
pub(crate) fn named_dtype(name: &str) -> Option<Dtype> {
    Dtype::ALL.into_iter().find(|dtype| dtype.name() == name)
}
