//! `torch.nn.functional`: losses, and layers as functions.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::functions::picks::is_index;
use crate::reading::{NoteKind, OperationResult, UnreadableReason};
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{fresh, replaced, resized};
use crate::tensors::bounds;
use crate::tensors::context::{Context, Meeting, Outcome, raised, sizes, unreadable};
use crate::tensors::types::{Kind, is_complex, is_floating, promoted, type_name};
use crate::tensors::value::{Kept, Placed, Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape, StridedLayout};

rules! {
    elementwise_loss binary_loss class_loss one_hot linear embedding layer_norm attention
}

/// The shape of a loss after its reduction.
fn loss(
    context: &mut Context<'_>,
    call: &Call,
    shape: Shape,
    dtype: Dtype,
    operands: &[&Tensor],
    meeting: Option<&Meeting>,
) -> Outcome {
    let shape = match call.text("reduction")? {
        None | Some("mean" | "sum" | "batchmean") => Shape::ones(0),
        Some("none") => shape,
        Some(_) => return call.declined(),
    };
    let made = fresh(context, Library::PyTorch, (shape.clone(), dtype, None), operands, &call.span)?;
    made.keeps(Kept::Elements);
    if let Some(meeting) = meeting {
        context.record(meeting, OperationResult::Tensor(shape))?;
    }
    Ok(Value::Tensor(made))
}

/// The meeting of input and target.
fn meeting(call: &Call) -> Outcome<Meeting> {
    let operands = [call.need("input")?.clone(), call.need("target")?.clone()];
    Ok(Meeting::of(call.name, None, &operands, &call.span))
}

/// A size in PyTorch's Python messages: `torch.Size([3, 1])`.
fn size(shape: &Shape) -> String {
    format!("torch.Size({:?})", sizes(shape))
}

/// `mse_loss` and its like: the target broadcasts, with a warning.
fn elementwise_loss(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (input, target) = (call.tensor(context, "input")?, call.tensor(context, "target")?);
    // The gradient of one is computed in the type of the input, another is a difference, which has exceptions of its own for bool.
    let is_fit = |tensor: &Tensor| match call.name {
        "huber_loss" => is_floating(tensor.dtype),
        _ => tensor.dtype != Dtype::Bool,
    };
    if !is_fit(&input) || !is_fit(&target) {
        return call.declined();
    }
    let meeting = meeting(call)?.elementwise();
    if input.shape != target.shape {
        let message = format!(
            "Using a target size ({}) that is different to the input size ({}). This will likely lead to incorrect results due to \
             broadcasting. Please ensure they have the same size.",
            size(&target.shape),
            size(&input.shape)
        );
        context.warn("UserWarning", message, &call.span);
    }
    let shape = match Library::PyTorch.elementwise(&[input.shape.clone(), target.shape.clone()]) {
        Ok(shape) => shape,
        Err(error) => return context.fails(&meeting, error),
    };
    let dtype = promoted(Library::PyTorch, &[Kind::of(&input), Kind::of(&target)]);
    if !is_floating(dtype) {
        return call.declined();
    }
    loss(context, call, shape, dtype, &[&input, &target], Some(&meeting))
}

/// `binary_cross_entropy` and the one of logits: the shapes must be the same.
fn binary_loss(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (input, target) = (call.tensor(context, "input")?, call.tensor(context, "target")?);
    let meeting = meeting(call)?.elementwise();
    if input.shape != target.shape {
        let (target, input) = (size(&target.shape), size(&input.shape));
        let message = if call.name == "binary_cross_entropy" {
            format!(
                "Using a target size ({target}) that is different to the input size ({input}) is deprecated. Please ensure they \
                 have the same size."
            )
        } else {
            format!("Target size ({target}) must be the same as input size ({input})")
        };
        let error = tensor_broadcasting::library::LibraryError { error_type: "ValueError", message };
        return context.fails(&meeting, error);
    }
    call.without(&["weight", "pos_weight"])?;
    if input.dtype != target.dtype || !is_floating(input.dtype) {
        return call.declined();
    }
    // The elements of `binary_cross_entropy` must lie between 0 and 1.
    if call.name == "binary_cross_entropy" && !is_probability(&input) {
        return call.needs_values();
    }
    let shape = input.shape.clone();
    loss(context, call, shape, input.dtype, &[&input, &target], Some(&meeting))
}

/// `cross_entropy`, `nll_loss`.
fn class_loss(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (input, target) = (call.tensor(context, "input")?, call.tensor(context, "target")?);
    let (x, y) = (&input.shape, &target.shape);
    // The axis of the classes.
    let axis = usize::from(x.ndim() > 1);
    let Some(&classes) = x.get(axis).filter(|_| is_floating(input.dtype)) else { return call.declined() };
    let runtime = |message: String| raised("RuntimeError", message, &call.span);
    let wanted = replaced(x, axis, &[]);
    if call.name == "cross_entropy" && x == y {
        if !is_floating(target.dtype) {
            return runtime(format!(
                "Expected floating point type for target with class probabilities, got {}",
                target.dtype.torch_name()
            ));
        }
        if target.dtype != input.dtype || x.ndim() < 2 {
            return call.declined();
        }
        return loss(context, call, wanted, input.dtype, &[&input, &target], None);
    }
    if let Some(batch) = wanted.first().filter(|batch| y.first() != Some(batch)) {
        let Some(found) = y.first() else { return call.declined() };
        let message = format!("Expected input batch_size ({batch}) to match target batch_size ({found}).");
        return raised("ValueError", message, &call.span);
    }
    if x.ndim() == 2 && y.ndim() != 1 {
        return runtime("0D or 1D target tensor expected, multi-target not supported".to_owned());
    }
    if x.ndim() == 4 && y.ndim() != 3 {
        return runtime(format!(
            "only batches of spatial targets supported (3D tensors) but got targets of dimension: {}",
            y.ndim()
        ));
    }
    if *y != wanted {
        if x.ndim() == 4 {
            return runtime(format!("size mismatch (got input: {:?} , target: {:?}", sizes(x), sizes(y)));
        }
        if y.ndim() != wanted.ndim() {
            return call.declined();
        }
        return runtime(format!("Expected target size {:?}, got {:?}", sizes(&wanted), sizes(y)));
    }
    match (target.dtype, x.ndim()) {
        (Dtype::Int64, _) | (Dtype::Uint8, 2..) => {}
        (found, 2) => {
            return runtime(format!("expected target dtype to be Long or Byte, but got {}", found.torch_name()));
        }
        _ => return call.declined(),
    }
    check_classes(call, &target, classes)?;
    if x.ndim() == 2 && input.is_over_first.get() {
        context.note(NoteKind::OverSamples, &call.span);
    }
    loss(context, call, wanted, input.dtype, &[&input], None)
}

/// Checks that the classes of a target exist.
fn check_classes(call: &Call, target: &Tensor, classes: u64) -> Outcome<()> {
    let classes = classes as i64;
    match (target.values(), target.bounds.get()) {
        (Some(values), _) => {
            match values.iter().map(|value| value.to_int()).find(|class| !(0..classes).contains(class)) {
                // -100 stands for an element that does not count.
                Some(-100) => call.declined(),
                Some(class) => raised("IndexError", format!("Target {class} is out of bounds."), &call.span),
                None => Ok(()),
            }
        }
        (None, Some((low, high))) if low >= 0 && high < classes => Ok(()),
        _ => call.needs_values(),
    }
}

/// `one_hot`.
fn one_hot(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    if input.dtype != Dtype::Int64 {
        return call.fails("one_hot is only applicable to index tensor of type LongTensor.");
    }
    let is_known = input.values().is_some();
    let Some((least, most)) = bounds::of_tensor(&input) else { return call.needs_values() };
    let classes = match call.int_or("classes", -1)? {
        -1 if is_known => most + 1,
        -1 => return call.needs_values(),
        classes => classes,
    };
    match (least >= 0, most < classes) {
        (true, true) => {}
        _ if !is_known => return call.needs_values(),
        (true, false) => return call.fails("Class values must be smaller than num_classes."),
        (false, _) => return call.declined(),
    }
    let shape = replaced(&input.shape, input.shape.ndim(), &[classes.unsigned_abs()]);
    let made = fresh(context, Library::PyTorch, (shape, Dtype::Int64, None), &[], &call.span)?;
    made.bounds.set(Some((0, 1)));
    Ok(Value::Tensor(made))
}

/// `F.linear`.
fn linear(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (input, weight) = (call.tensor(context, "input")?, call.tensor(context, "weight")?);
    let bias = call.given("bias").and_then(|bias| bias.value.tensor());
    let result = linear_layer(context, &input, &weight, bias, &call.span)?;
    let operands: Vec<Placed> =
        ["input", "weight", "bias"].iter().filter_map(|name| call.given(name).cloned()).listed();
    let meeting = Meeting::of("linear", None, &operands, &call.span);
    let shape = result.tensor().map_or_else(|| Shape::ones(0), |made| made.shape.clone());
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(result)
}

/// What a linear layer does.
///
/// # Errors
///
/// PyTorch's own exception.
pub(crate) fn linear_layer(
    context: &mut Context<'_>,
    input: &Tensor,
    weight: &Tensor,
    bias: Option<&Tensor>,
    span: &Range<usize>,
) -> Outcome {
    let declined = || unreadable(UnreadableReason::Kinds, span);
    let fails = |message: String| raised("RuntimeError", message, span);
    let ([outputs, inputs], Some(&last)) = (&weight.shape[..], input.shape.last()) else { return declined() };
    let rows: u64 = input.shape.iter().rev().skip(1).product();
    let is_same = |bias: &&Tensor| bias.dtype == weight.dtype;
    if last != *inputs {
        let function = if bias.is_some() { "addmm" } else { "mm" };
        let is_contiguous = input.layout.as_ref().is_some_and(StridedLayout::is_contiguous);
        // Only a bias with one axis is added by the same function.
        let is_added = bias.is_none_or(|bias| bias.shape.ndim() == 1 && is_same(&bias));
        if (input.shape.ndim() > 2 && !is_contiguous) || input.dtype != weight.dtype || !is_added {
            return declined();
        }
        return fails(format!(
            "{function}: mat1 and mat2 shapes cannot be multiplied ({rows}x{last} and {inputs}x{outputs})"
        ));
    }
    if input.dtype != weight.dtype {
        if is_floating(input.dtype) || !bias.is_some_and(|bias| is_same(&bias)) {
            return declined();
        }
        return fails(format!(
            "mat1 and mat2 must have the same dtype, but got {} and {}",
            input.dtype.torch_name(),
            weight.dtype.torch_name()
        ));
    }
    if bias.is_some_and(|bias| *bias.shape != [*outputs] || !is_same(&bias)) {
        return declined();
    }
    let shape = resized(&input.shape, input.shape.ndim() - 1, *outputs);
    let operands: Vec<&Tensor> = [input, weight].into_iter().chain(bias).listed();
    let made = fresh(context, Library::PyTorch, (shape, weight.dtype, None), &operands, span)?;
    made.keeps(Kept::Operands);
    Ok(Value::Tensor(made))
}

/// `F.embedding`.
fn embedding(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (input, weight) = (call.tensor(context, "input")?, call.tensor(context, "weight")?);
    let [count, width] = weight.shape[..] else { return call.declined() };
    if is_complex(input.dtype) {
        return call.declined();
    }
    if !is_index(&input) {
        return call.fails(format!(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got {} \
             instead (while checking arguments for embedding)",
            type_name(input.dtype)
        ));
    }
    match bounds::of_tensor(&input) {
        _ if input.numel() == 0 => {}
        Some((low, high)) if low >= 0 && high < count as i64 => {}
        Some(_) if input.values().is_some() => return raised("IndexError", "index out of range in self", &call.span),
        _ => return call.needs_values(),
    }
    let shape = replaced(&input.shape, input.shape.ndim(), &[width]);
    call.fresh(context, (shape, weight.dtype, None), &[&weight])
}

/// `F.layer_norm`.
fn layer_norm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let argument = call.need("normalized_shape")?;
    let normalized = call.ints_of(&argument.value)?;
    if argument.value.items().is_none() || normalized.is_empty() || !is_floating(input.dtype) {
        return call.declined();
    }
    let mut operands = vec![&input];
    for name in ["weight", "bias"] {
        let Some(tensor) = call.given(name).and_then(|argument| argument.value.tensor()) else { continue };
        if tensor.dtype != input.dtype || sizes(&tensor.shape) != normalized {
            return call.declined();
        }
        operands.push(tensor);
    }
    let own = sizes(&input.shape);
    if !own.ends_with(&normalized) {
        let parts: Vec<String> = normalized.iter().map(i64::to_string).listed();
        return call.fails(format!(
            "Given normalized_shape={normalized:?}, expected input with shape [*, {}], but got input of size{own:?}",
            parts.join(", ")
        ));
    }
    let made = fresh(context, Library::PyTorch, (input.shape.clone(), input.dtype, None), &operands, &call.span)?;
    made.keeps(Kept::Elements);
    Ok(Value::Tensor(made))
}

/// `scaled_dot_product_attention`, without a mask. As in [`linear`], its matrix products are no operations of the program.
fn attention(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["attn_mask"])?;
    let (query, key, value) =
        (call.tensor(context, "query")?, call.tensor(context, "key")?, call.tensor(context, "value")?);
    let (&[b, h, rows, width], &[kb, kh, length, key_width], &[vb, vh, value_length, columns]) =
        (&query.shape[..], &key.shape[..], &value.shape[..])
    else {
        return call.declined();
    };
    if (b, h, width) != (kb, kh, key_width)
        || (b, h, length) != (vb, vh, value_length)
        || query.dtype != key.dtype
        || key.dtype != value.dtype
    {
        return call.declined();
    }
    let shape = Shape::from([b, h, rows, columns]);
    let made = fresh(context, Library::PyTorch, (shape, query.dtype, None), &[&query, &key, &value], &call.span)?;
    // The order of its elements in memory depends on the machine.
    Ok(Value::Tensor(made.without_layout()))
}

/// Whether all elements of a tensor lie between 0 and 1.
pub(crate) fn is_probability(tensor: &Tensor) -> bool {
    let known = tensor.values().map(|values| values.iter().all(|value| (0.0..=1.0).contains(&value.to_float())));
    known.unwrap_or_else(|| tensor.is_probability.get())
}
