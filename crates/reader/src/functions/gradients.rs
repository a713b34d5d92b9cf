//! Gradients of PyTorch: `backward` and `autograd.grad`.

use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome};
use crate::tensors::types::is_complex;
use crate::tensors::value::{Node, Obstacle, Tensor, Traits, Value};
use tensor_broadcasting::library::Library;

rules! { autograd retain_grad backward }

/// `x.retain_grad()`.
fn retain_grad(context: &mut Context<'_>, call: &Call) -> Outcome {
    let tensor = call.tensor(context, "input")?;
    if !tensor.requires_grad.get() {
        return call.fails("can't retain_grad on Tensor that has requires_grad=False");
    }
    tensor.retains_grad.set(true);
    Ok(Value::None)
}

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
    let obstacle = obstacle(context, call, &tensor, &leaves)?;
    check_freed(call, obstacle)?;
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

/// What stands in the way of the gradients of a tensor for some leaves. The graph is freed, unless the call keeps it.
fn obstacle(context: &mut Context<'_>, call: &Call, tensor: &Tensor, wanted: &[Tensor]) -> Outcome<Obstacle> {
    let Some(node) = tensor.node() else { return Ok(Obstacle::None) };
    context.walks += 1;
    let nodes = node.all(context.walks);
    context.step(nodes.len() / 16, &call.span)?;
    // PyTorch goes only where the leaves are: which of the operations that is, is not followed.
    let is_whole = node.leaves.iter().all(|leaf| wanted.iter().any(|wanted| wanted.is(leaf)));
    let found = match Node::obstacle(&nodes) {
        // Perhaps another way through the program freed it.
        Obstacle::Freed if context.is_uncertain => Obstacle::None,
        Obstacle::Freed if !is_whole => Obstacle::Unknown,
        found => found,
    };
    let keeps = call.get("retain_graph").is_some() && call.flag("retain_graph", false)?;
    for node in nodes.iter().filter(|_| !keeps) {
        node.free(is_whole);
    }
    Ok(found)
}

/// PyTorch's exception where the graph is freed already.
fn check_freed(call: &Call, obstacle: Obstacle) -> Outcome<()> {
    if obstacle != Obstacle::Freed {
        return Ok(());
    }
    call.fails(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). \
         Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if \
         you need to backward through the graph a second time or if you need to access saved tensors after calling backward.",
    )
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
        if context.is_uncertain {
            return call.declined();
        }
        return call.fails("element 0 of tensors does not require grad and does not have a grad_fn");
    }
    if tensor.numel() != 1 {
        return call.fails("grad can be implicitly created only for scalar outputs");
    }
    let inputs: Vec<&Tensor> = items.iter().filter_map(Value::tensor).collect();
    if inputs.len() < items.len() || inputs.iter().any(|input| input.library == Library::NumPy) {
        return call.declined();
    }
    if inputs.iter().any(|input| !input.requires_grad.get()) {
        return call.fails("One of the differentiated Tensors does not require grad");
    }
    let leaves = tensor.leaves();
    let is_used = |input: &&Tensor| leaves.iter().any(|leaf| leaf.is(input));
    let wanted: Vec<Tensor> = inputs.iter().copied().filter(is_used).cloned().collect();
    if !wanted.is_empty() || inputs.iter().any(|input| !input.is_leaf()) {
        let obstacle = obstacle(context, call, &tensor, &wanted)?;
        check_freed(call, obstacle)?;
        if obstacle == Obstacle::Unknown {
            return call.declined();
        }
    }
    let mut grads = Vec::new();
    for (at, input) in inputs.into_iter().enumerate() {
        if !is_used(&input) {
            if !input.is_leaf() {
                return call.declined();
            }
            return call.fails(format!(
                "The differentiated Tensor at index {at} appears to not have been used in the graph. Set allow_unused=True if this is \
                 the desired behavior."
            ));
        }
        grads.push(Value::Tensor(Tensor::new(Library::PyTorch, input.shape.clone(), input.dtype, Traits::default())));
    }
    Ok(Value::tuple(grads))
}
