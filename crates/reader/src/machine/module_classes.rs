//! What `torch.nn.Module` adds to classes of the program: its own methods, and what may be assigned to its fields.

use std::ops::Range;
use std::rc::Rc;

use super::Machine;
use crate::functions::batches::LAYERS;
use crate::functions::training;
use crate::machine::attributes::lists;
use crate::reading::UnreadableReason;
use crate::signatures::call::Arguments;
use crate::tensors::context::{Outcome, raised, unreadable};
use crate::tensors::value::{Instance, Object, Value};

/// The attributes of `torch.nn.Module` whose names do not begin with `_`, without `training`.
pub(super) const OF_MODULES: &str = "T_destination add_module apply bfloat16 buffers call_super_init children compile cpu cuda double \
    dump_patches eval extra_repr float forward get_buffer get_extra_state get_parameter get_submodule half ipu load_state_dict \
    modules mtia named_buffers named_children named_modules named_parameters parameters register_backward_hook register_buffer \
    register_forward_hook register_forward_pre_hook register_full_backward_hook register_full_backward_pre_hook \
    register_load_state_dict_post_hook register_load_state_dict_pre_hook register_module register_parameter \
    register_state_dict_post_hook register_state_dict_pre_hook requires_grad_ set_extra_state set_submodule share_memory \
    state_dict to to_empty train type xpu zero_grad";

fn is_parameter(value: &Value) -> bool {
    value.tensor().is_some_and(|tensor| tensor.is_parameter.get())
}

impl Machine<'_> {
    /// `Module.__init__`, which does nothing for other classes.
    pub(super) fn initialize(&self, instance: &Instance) {
        if instance.class.is_module() && !instance.is_ready.get() {
            instance.set("training", Value::Bool(Some(true)), false);
        }
        instance.is_ready.set(true);
    }

    /// A method of `torch.nn.Module`.
    pub(super) fn module_method(&mut self, instance: &Rc<Instance>, name: &str, given: &Arguments) -> Outcome {
        let declined = || unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span);
        if !instance.is_ready.get() {
            return declined();
        }
        let argument = |at: usize, name: &str| {
            let named = given.keywords.iter().find(|(known, _)| known == name).map(|(_, value)| value);
            given.positional.get(at).or(named).map(|placed| &placed.value)
        };
        let count = given.positional.len() + given.keywords.len();
        match name {
            "train" | "eval" => {
                let mode = match (name, argument(0, "mode"), count) {
                    ("eval", _, 0) => Some(false),
                    ("train", None, 0) => Some(true),
                    ("train", Some(Value::Bool(mode)), 1) => *mode,
                    _ => return declined(),
                };
                train(instance, mode);
                Ok(Value::Instance(Rc::clone(instance)))
            }
            "parameters" | "named_parameters" | "zero_grad" | "requires_grad_" | "to" | "cpu" => {
                training::of_layer(&mut self.context, &Value::Instance(Rc::clone(instance)), name, given)
            }
            "register_buffer" | "register_parameter" => {
                let (Some(Value::Text(Some(field))), Some(value)) =
                    (argument(0, "name"), argument(1, if name == "register_buffer" { "tensor" } else { "param" }))
                else {
                    return declined();
                };
                let fits = match name {
                    "register_buffer" => matches!(value, Value::Tensor(_) | Value::None),
                    _ => is_parameter(value) || matches!(value, Value::None),
                };
                let is_new = instance.get(field).is_none() && instance.class.find(field).is_none();
                if !fits || !is_new || lists(OF_MODULES, field) || field.contains('.') || field.is_empty() {
                    return declined();
                }
                instance.set(field, value.clone(), name == "register_buffer");
                self.context.keep(&Value::Instance(Rc::clone(instance)), &given.span)?;
                Ok(Value::None)
            }
            _ => declined(),
        }
    }

    /// Assigns to a field of a module.
    pub(super) fn bind_field(&self, instance: &Instance, name: &str, value: Value, span: &Range<usize>) -> Outcome<()> {
        if !instance.is_ready.get() && (value.is_module() || is_parameter(&value)) {
            let what = if value.is_module() { "module" } else { "parameters" };
            let message = format!("cannot assign {what} before Module.__init__() call");
            return raised("AttributeError", message, span);
        }
        let mut is_buffer = false;
        let before = instance.fields.borrow().iter().find(|field| field.name == name).cloned();
        if let Some(before) = before {
            is_buffer = before.is_buffer && !is_parameter(&value);
            let fits = match &before.value {
                before if before.is_module() => value.is_module(),
                before if is_parameter(before) => is_parameter(&value) || matches!(value, Value::None),
                _ => !before.is_buffer || matches!(value, Value::Tensor(_) | Value::None),
            };
            // PyTorch has an exception for what does not fit.
            if !fits {
                return unreadable(UnreadableReason::Statement, span);
            }
        }
        if lists(OF_MODULES, name) {
            return unreadable(UnreadableReason::Statement, span);
        }
        instance.set(name, value, is_buffer);
        Ok(())
    }

    /// Calls the layers of `nn.Sequential` one after the other.
    pub(super) fn call_sequential(&mut self, layers: &Object, given: Arguments, function: &Range<usize>) -> Outcome {
        let span = given.span.clone();
        let [input] = given.positional.as_slice() else {
            return unreadable(UnreadableReason::Arguments("Sequential".to_owned()), &span);
        };
        if !given.keywords.is_empty() {
            return unreadable(UnreadableReason::Arguments("Sequential".to_owned()), &span);
        }
        let mut value = input.clone();
        for layer in layers.field(LAYERS).and_then(Value::items).unwrap_or_default() {
            self.context.step(1, &span)?;
            let given = Arguments { positional: vec![value.clone()], keywords: Vec::new(), span: span.clone() };
            value.value = self.call_value(&layer, given, function)?;
        }
        Ok(value.value)
    }
}

/// Gives a module and those in it a mode. (Lists of Python hide what is in them, as in PyTorch.)
fn train(instance: &Instance, mode: Option<bool>) {
    let inner: Vec<Rc<Instance>> = {
        let mut fields = instance.fields.borrow_mut();
        for field in fields.iter_mut().filter(|field| field.name == "training") {
            field.value = Value::Bool(mode);
        }
        let mut inner = Vec::new();
        fields.iter().for_each(|field| modules_in(&field.value, &mut inner));
        inner
    };
    for module in inner {
        train(&module, mode);
    }
}

/// The instances of modules in a field.
fn modules_in(value: &Value, found: &mut Vec<Rc<Instance>>) {
    match value {
        Value::Instance(instance) if instance.class.is_module() => found.push(Rc::clone(instance)),
        Value::Object(object) => {
            for (_, value) in &object.fields {
                match value {
                    Value::Tuple(items, _) => items.iter().for_each(|item| modules_in(item, found)),
                    Value::List(items) => items.borrow().iter().for_each(|item| modules_in(item, found)),
                    Value::Dict(entries) => entries.borrow().iter().for_each(|(_, value)| modules_in(value, found)),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}
