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

/// The functions of PyTorch that have a meaning without their module.
const OF_TORCH: &str = "tensor Tensor Size rand randn randint";

/// The library of a module's name.
pub(crate) fn module_library(name: &str) -> Option<Library> {
    match name {
        "torch" | "th" => Some(Library::PyTorch),
        "np" | "numpy" => Some(Library::NumPy),
        _ => None,
    }
}

impl<'a> Machine<'a> {
    /// A machine for the text of a field.
    pub(crate) fn of_field(source: &'a Source, library: Library) -> Self {
        let mut machine = Self::new(source, library);
        machine.context.is_field = true;
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

    /// What a name stands for in a field without its module.
    pub(super) fn name_in_field(&self, name: &str) -> Option<Value> {
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
        match name {
            "array" => Some(Value::path("numpy.array")),
            _ => lists(OF_TORCH, name).then(|| Value::path(&format!("torch.{name}"))),
        }
    }
}
