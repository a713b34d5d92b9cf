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
            instance.set("training", Value::Bool(Some(true)));
        }
        instance.is_ready.set(true);
    }

    /// A method of `torch.nn.Module`.
    pub(super) fn module_method(&mut self, instance: &Rc<Instance>, name: &str, given: &Arguments) -> Outcome {
        let declined = || given.unread(name);
        if !instance.is_ready.get() {
            return declined();
        }
        let module = Value::Instance(Rc::clone(instance));
        match name {
            "train" | "eval" => {
                let mode = match (name, given.argument(0, "mode"), given.count()) {
                    ("eval", _, 0) => Some(false),
                    ("train", None, 0) => Some(true),
                    ("train", Some(Value::Bool(mode)), 1) => *mode,
                    _ => return declined(),
                };
                train(&module, mode);
                Ok(module)
            }
            "parameters" | "named_parameters" | "zero_grad" | "requires_grad_" | "to" | "cpu" => {
                training::of_layer(&mut self.context, &module, name, given)
            }
            "register_buffer" | "register_parameter" => {
                let is_buffer = name == "register_buffer";
                let value = given.argument(1, if is_buffer { "tensor" } else { "param" });
                let (Some(Value::Text(Some(field))), Some(value)) = (given.argument(0, "name"), value) else {
                    return declined();
                };
                let fits = match value {
                    Value::Tensor(tensor) => is_buffer || tensor.is_parameter.get(),
                    value => matches!(value, Value::None | Value::Unknown(_)),
                };
                let is_new = instance.get(field).is_none() && instance.class.find(field).is_none();
                if !fits || !is_new || lists(OF_MODULES, field) || field.contains('.') || field.is_empty() {
                    return declined();
                }
                instance.set(field, value.clone());
                instance.buffers.borrow_mut().extend(is_buffer.then(|| field.to_string()));
                self.context.keep(&module, &given.span)?;
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
        let mut buffers = instance.buffers.borrow_mut();
        let is_buffer = buffers.iter().any(|known| known == name);
        let is_other = !matches!(value, Value::Tensor(_) | Value::None | Value::Unknown(_));
        let fits = match instance.get(name) {
            _ if matches!(value, Value::Unknown(_)) => true,
            Some(before) if before.is_module() => value.is_module(),
            Some(before) if is_parameter(&before) => is_parameter(&value) || matches!(value, Value::None),
            _ => !is_buffer || !is_other,
        };
        // PyTorch has an exception for what does not fit.
        if !fits {
            return unreadable(UnreadableReason::Statement, span);
        }
        if is_parameter(&value) {
            buffers.retain(|known| known != name);
        }
        // PyTorch finds its own method before what it keeps elsewhere.
        if lists(OF_MODULES, name) && (value.is_module() || value.tensor().is_some()) {
            return unreadable(UnreadableReason::Statement, span);
        }
        instance.set(name, value);
        Ok(())
    }

    /// Calls the layers of `nn.Sequential` one after the other.
    pub(super) fn call_sequential(&mut self, layers: &Object, given: Arguments, function: &Range<usize>) -> Outcome {
        let span = given.span.clone();
        let (1, [input]) = (given.count(), given.positional.as_slice()) else {
            return unreadable(UnreadableReason::Arguments("Sequential".to_owned()), &span);
        };
        let mut value = input.clone();
        for layer in layers.field(LAYERS).and_then(Value::items).unwrap_or_default() {
            self.context.step(1, &span)?;
            value.value = self.call_value(&layer, Arguments::of(vec![value.clone()], &span), function)?;
        }
        Ok(value.value)
    }
}

/// Gives a module and those in it a mode. (Lists of Python hide what is in them, as in PyTorch.)
fn train(value: &Value, mode: Option<bool>) {
    match value {
        Value::Instance(instance) if instance.class.is_module() => {
            if instance.get("training").is_some() {
                instance.set("training", Value::Bool(mode));
            }
            let fields = instance.fields.borrow().clone();
            fields.iter().for_each(|(_, field)| train(field, mode));
        }
        Value::Object(object) => {
            let is_container = |field: &&Value| matches!(field, Value::Tuple(..) | Value::List(_) | Value::Dict(_));
            for container in object.fields.iter().map(|(_, field)| field).filter(is_container) {
                container.all(&mut |inner| {
                    train(inner, mode);
                    true
                });
            }
        }
        _ => {}
    }
}
