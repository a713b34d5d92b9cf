//! Which parameter of a function gets which argument.

use std::cell::RefCell;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::{Machine, UnreadableReason, Variable};
use crate::signatures::Misfit;
use crate::signatures::call::Arguments;
use crate::signatures::parameters::{Parameter, Signature};
use crate::syntax::tree::ParameterKind;
use crate::tensors::context::{Outcome, raised, unreadable};
use crate::tensors::value::{Function, Value};

impl Machine<'_> {
    /// The variables of a function with its arguments.
    ///
    /// # Errors
    ///
    /// Python's exception for arguments that do not fit.
    pub(super) fn bound(&self, function: &Function, given: &Arguments) -> Outcome<Vec<Variable>> {
        let declined = || unreadable(UnreadableReason::Arguments(function.name.clone()), &given.span);
        if function.parameters.iter().any(|parameter| parameter.kind == ParameterKind::PositionalOnly) {
            return declined();
        }
        let name = function.label.clone().unwrap_or_default();
        let (count, keywords) = (given.positional.len(), given.keywords.as_slice());
        let call = Misfit { signature: signature(function), name, count, keywords };
        let signature = &call.signature;
        let known = |name: &str| signature.parameters.iter().find(|known| known.name == name);
        if let Some(message) = call.of_python() {
            // Some versions of Python name the parameter that is most like an unknown keyword.
            let is_uncertain = message.contains(" unexpected ");
            return if function.label.is_none() || is_uncertain {
                declined()
            } else {
                raised("TypeError", message, &given.span)
            };
        }
        let mut positional = given.positional.iter().map(|argument| argument.value.clone());
        let mut variables = Vec::new();
        for (at, parameter) in function.parameters.iter().enumerate() {
            let name = &parameter.name.name;
            let value = match parameter.kind {
                ParameterKind::PositionalOnly | ParameterKind::KeywordOnly => continue,
                ParameterKind::Rest => Some(Value::tuple(positional.by_ref())),
                ParameterKind::Keywords => {
                    let is_other = |(name, _): &&(String, _)| known(name).is_none();
                    let others = given.keywords.iter().filter(is_other);
                    let others = others.map(|(name, argument)| (Value::text(name), argument.value.clone())).listed();
                    Some(Value::Dict(Rc::new(RefCell::new(others))))
                }
                ParameterKind::Plain => {
                    let known = known(name);
                    let next = if known.is_some_and(|known| known.is_named) { None } else { positional.next() };
                    next.or_else(|| given.keyword(name).map(|argument| argument.value.clone()))
                        .or_else(|| function.defaults.get(at).cloned().flatten())
                }
            };
            let Some(value) = value else { return declined() };
            variables.push((name.clone(), value));
        }
        Ok(variables)
    }
}

/// The signature of a function of the program.
fn signature(function: &Function) -> Signature<'_> {
    let mut signature = Signature::default();
    let mut is_named = false;
    for (at, parameter) in function.parameters.iter().enumerate() {
        match parameter.kind {
            ParameterKind::Plain => signature.parameters.push(Parameter {
                name: &parameter.name.name,
                is_optional: function.defaults.get(at).is_some_and(Option::is_some),
                is_named,
                ..Parameter::default()
            }),
            ParameterKind::PositionalOnly => {}
            ParameterKind::KeywordOnly => is_named = true,
            ParameterKind::Rest => (is_named, signature.takes_rest) = (true, true),
            ParameterKind::Keywords => signature.takes_keywords = true,
        }
    }
    signature
}
