//! Gradients of PyTorch: `backward`.

use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::is_complex;
use crate::tensors::value::{Kept, Node, Obstacle, Tensor, Traits, Value};
use tensor_broadcasting::library::Library;

rules! { autograd backward }

/// PyTorch's message where the graph is freed already.
const SECOND_TIME: &str = "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). \
     Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if \
     you need to backward through the graph a second time or if you need to access saved tensors after calling backward.";

/// `loss.backward()`.
fn backward(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if let Some(gradient) = call.given("gradient")
        && gradient.value.tensor().is_none_or(|gradient| gradient.shape != tensor.shape || is_complex(gradient.dtype))
    {
        return call.declined();
    }
    if !tensor.requires_grad.get() {
        if context.is_uncertain {
            return call.declined();
        }
        return call.fails("element 0 of tensors does not require grad and does not have a grad_fn");
    }
    if call.given("gradient").is_none() && tensor.numel() != 1 {
        return call.fails("grad can be implicitly created only for scalar outputs");
    }
    let leaves = tensor.leaves();
    let obstacle = obstacle(context, call, &tensor)?;
    if obstacle == Obstacle::Freed {
        return call.fails(SECOND_TIME);
    }
    let is_other = call
        .given("gradient")
        .is_some_and(|gradient| gradient.value.tensor().is_none_or(|gradient| gradient.dtype != tensor.dtype));
    let may_fail = obstacle == Obstacle::Unknown || is_other || call.given("create_graph").is_some();
    // `requires_grad_(False)` may have been called since.
    for leaf in leaves.iter().filter(|leaf| leaf.requires_grad.get()) {
        let mut grad = leaf.grad.borrow_mut();
        match grad.as_ref() {
            Some(grad) => grad.write(None),
            None => *grad = Some(Tensor::new(Library::PyTorch, leaf.shape.clone(), leaf.dtype, Traits::default())),
        }
    }
    // What comes after it runs only where it did not fail, so the gradients are there.
    if may_fail { call.declined() } else { Ok(Value::None) }
}

/// What stands in the way of the gradients of a tensor. The graph is freed, unless the call keeps it.
fn obstacle(context: &mut Context<'_>, call: &Call, tensor: &Tensor) -> Outcome<Obstacle> {
    let Some(node) = tensor.node() else { return Ok(Obstacle::None) };
    context.walks += 1;
    let nodes = node.all(context.walks);
    context.step(nodes.len() / 16, &call.span)?;
    let found = match Node::obstacle(&nodes) {
        // Perhaps another way through the program freed it.
        Obstacle::Freed if context.is_uncertain => Obstacle::None,
        found => found,
    };
    let keeps = call.get("retain_graph").is_some() && call.flag("retain_graph", false)?;
    for node in nodes.iter().filter(|_| !keeps) {
        node.free();
    }
    Ok(found)
}

/// `torch.autograd.grad(outputs, inputs)`. It is not read: what it freed is not known afterwards.
fn autograd(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "outputs")?;
    context.walks += 1;
    for node in tensor.node().iter().flat_map(|node| node.all(context.walks)) {
        node.keeps(Kept::Unknown);
        node.free();
    }
    call.declined()
}
