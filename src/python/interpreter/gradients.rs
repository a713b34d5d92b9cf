//! Gradients of PyTorch: `backward` and `autograd.grad`.

use super::call::Call;
use super::context::{Context, Outcome};
use super::place::{Row, TORCH_FUNCTION, TORCH_METHOD, row};
use super::types::is_complex;
use super::value::{Tensor, Traits, Value};
use crate::library::Library;

/// The functions of this family.
pub(super) const ROWS: &[Row] = &[
    row(TORCH_FUNCTION, "autograd.grad", "outputs inputs grad_outputs retain_graph create_graph", autograd),
    row(TORCH_METHOD, "backward", "input gradient retain_graph create_graph", backward),
];

/// `loss.backward()`.
fn backward(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if let Some(gradient) = call.given("gradient")
        && gradient.value.tensor().is_none_or(|gradient| gradient.shape != tensor.shape || is_complex(gradient.dtype))
    {
        return call.declined();
    }
    if !tensor.requires_grad.get() {
        return call.fails("element 0 of tensors does not require grad and does not have a grad_fn");
    }
    if call.given("gradient").is_none() && tensor.numel() != 1 {
        return call.fails("grad can be implicitly created only for scalar outputs");
    }
    // What is written in place can make the gradients undefined, and a second call needs what the first has freed.
    let may_fail = context.wrote_into_graph
        || tensor.is_outdated()
        || tensor.differentiated.get()
        || call.given("gradient").is_some()
        || call.given("create_graph").is_some();
    tensor.differentiated.set(!call.flag("retain_graph", false)?);
    let leaves = if tensor.is_leaf() { vec![tensor.clone()] } else { tensor.leaves.borrow().clone() };
    for leaf in leaves {
        let mut grad = leaf.grad.borrow_mut();
        match grad.as_ref() {
            Some(grad) => grad.write(None),
            None => *grad = Some(Tensor::new(Library::PyTorch, leaf.shape.clone(), leaf.dtype, Traits::default())),
        }
    }
    // What comes after it runs only where it did not fail, so the gradients are there.
    if may_fail { call.declined() } else { Ok(Value::None) }
}

/// `torch.autograd.grad(outputs, inputs)`: one gradient for each input.
fn autograd(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "outputs")?;
    call.without(&["grad_outputs", "retain_graph", "create_graph"])?;
    let inputs = &call.need("inputs")?.value;
    let items = inputs.items().unwrap_or_else(|| vec![inputs.clone()]);
    if inputs.items().is_none() && inputs.tensor().is_none() {
        return call.declined();
    }
    if !tensor.requires_grad.get() {
        return call.fails("element 0 of tensors does not require grad and does not have a grad_fn");
    }
    if tensor.numel() != 1 {
        return call.fails("grad can be implicitly created only for scalar outputs");
    }
    if context.wrote_into_graph || tensor.is_outdated() || tensor.differentiated.get() {
        return call.declined();
    }
    tensor.differentiated.set(true);
    let mut grads = Vec::new();
    for item in items {
        let Value::Tensor(input) = item else { return call.declined() };
        if !tensor.leaves.borrow().iter().any(|leaf| leaf.is(&input)) {
            return call.declined();
        }
        grads.push(Value::Tensor(Tensor::new(Library::PyTorch, input.shape.clone(), input.dtype, Traits::default())));
    }
    Ok(Value::tuple(grads))
}
