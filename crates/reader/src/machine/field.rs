//! What the text of a field has in addition to a program: tensors of any size, and names of the libraries without their module.

use std::ops::Range;

use super::Machine;
use super::attributes::lists;
use crate::signatures::call::named_dtype;
use crate::syntax::lexer::Source;
use crate::syntax::tree::Expression;
use crate::tensors::arrays::from_nested;
use crate::tensors::context::Outcome;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;

/// The functions of both libraries that have a meaning without their module.
const OF_BOTH: &str = "zeros ones full empty arange linspace";
const OF_TORCH: &str = "tensor Tensor Size rand randn randint";
const OF_NUMPY: &str = "array";

/// The library of a function that stands without its module; `both` is that of a function that both have.
fn library_of(name: &str, both: Library) -> Option<Library> {
    let all = [(OF_BOTH, both), (OF_TORCH, Library::PyTorch), (OF_NUMPY, Library::NumPy)];
    all.into_iter().find(|(names, _)| lists(names, name)).map(|(_, library)| library)
}

/// The library of a module's name.
pub(crate) fn module_library(name: &str) -> Option<Library> {
    match name {
        "torch" | "th" => Some(Library::PyTorch),
        "np" | "numpy" => Some(Library::NumPy),
        _ => None,
    }
}

/// All functions that stand without their module.
pub(crate) fn bare_functions() -> impl Iterator<Item = &'static str> {
    [OF_BOTH, OF_TORCH, OF_NUMPY].into_iter().flat_map(|names| names.split(' '))
}

impl<'a> Machine<'a> {
    /// A machine for the text of a field. `both` is the library of functions of both that stand without their module.
    pub(crate) fn of_field(source: &'a Source, library: Library, both: Library) -> Self {
        let mut machine = Self::new(source, library);
        machine.context.is_field = true;
        machine.both = both;
        machine
    }

    /// The value of an expression.
    pub(crate) fn value_in_field(&mut self, expression: &Expression) -> Outcome {
        self.value(expression)
    }

    /// Gives a variable a value.
    pub(crate) fn define(&mut self, name: &str, value: Value) -> Outcome<()> {
        self.assign(name, value, &(0..0))
    }

    /// Takes the value of a variable away.
    pub(crate) fn forget_name(&mut self, name: &str) {
        self.globals.retain(|(known, _)| known != name);
    }

    /// The array that NumPy makes of a value: of nested lists and numbers.
    pub(crate) fn array(&mut self, value: &Value, span: &Range<usize>) -> Outcome<Tensor> {
        from_nested(&mut self.context, Library::NumPy, value, None, span)
    }

    /// Whether two tensors met so far in an operation that the diagram draws.
    pub(crate) fn met(&self) -> bool {
        self.context.operations.iter().any(|operation| operation.combination.is_some())
    }

    /// Whether the text calls a function of both libraries without its module.
    pub(crate) const fn is_of_both(&self) -> bool {
        self.is_of_both
    }

    /// What a name stands for in a field without its module.
    pub(super) fn name_in_field(&mut self, name: &str) -> Option<Value> {
        if !self.context.is_field {
            return None;
        }
        match name {
            "newaxis" => return Some(Value::None),
            // As both libraries print them, and so does the page.
            "nan" => return Some(Value::Float(Some(f64::NAN))),
            "inf" => return Some(Value::Float(Some(f64::INFINITY))),
            _ => {}
        }
        if let Some(dtype) = named_dtype(name) {
            return Some(Value::Dtype(dtype));
        }
        let library = library_of(name, self.both)?;
        self.is_of_both |= lists(OF_BOTH, name);
        Some(Value::path(&match library {
            Library::PyTorch => format!("torch.{name}"),
            Library::NumPy => format!("numpy.{name}"),
        }))
    }
}
