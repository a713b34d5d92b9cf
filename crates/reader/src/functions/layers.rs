//! Convolutions, pooling and normalisation over channels.

use std::ops::Range;

use crate::reading::UnreadableReason;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, raised, sizes, unreadable};
use crate::tensors::types::is_floating;
use crate::tensors::value::{Object, Tensor, Value};
use tensor_broadcasting::{Dtype, Shape};

rules! {
    convolution pool adaptive_pool group_norm transposed_convolution pad
}

/// The number of axes of space that a function has.
pub(crate) fn space(name: &str) -> usize {
    match name.chars().rev().nth(1) {
        Some('1') => 1,
        Some('3') => 3,
        _ => 2,
    }
}

/// One number for each axis of space.
pub(crate) fn each(call: &Call, name: &str, count: usize, default: i64) -> Outcome<Vec<i64>> {
    match call.ints(name)? {
        None => Ok(vec![default; count]),
        Some(all) if all.len() == 1 => Ok(vec![all.first().copied().unwrap_or(default); count]),
        Some(all) if all.len() == count => Ok(all),
        Some(_) => call.declined(),
    }
}

fn convolution(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (input, weight) = (call.tensor(context, "input")?, call.tensor(context, "weight")?);
    let count = space(call.name);
    let ndim = input.shape.ndim();
    if weight.shape.ndim() != count + 2 || !is_floating(input.dtype) || input.dtype != weight.dtype {
        return call.declined();
    }
    if ndim != count + 1 && ndim != count + 2 {
        return call.fails(format!(
            "Expected {}D (unbatched) or {}D (batched) input to {}, but got input of size: {:?}",
            count + 1,
            count + 2,
            call.name,
            sizes(&input.shape)
        ));
    }
    let groups = call.int_or("groups", 1)?;
    let (Some(&outputs), Some(&inputs)) = (weight.shape.first(), weight.shape.get(1)) else { return call.declined() };
    let channels = input.shape.get(ndim - count - 1).copied().unwrap_or(1);
    if groups < 1 || ndim == count + 1 && channels != inputs {
        return call.declined();
    }
    if channels != inputs.saturating_mul(groups.unsigned_abs()) {
        return call.fails(format!(
            "Given groups={groups}, weight of size {:?}, expected input{:?} to have {} channels, but got {channels} channels instead",
            sizes(&weight.shape),
            sizes(&input.shape),
            inputs * groups.unsigned_abs()
        ));
    }
    if call.given("bias").is_some() {
        let bias = call.tensor(context, "bias")?;
        if *bias.shape != [outputs] {
            return call.fails(format!(
                "Given weight of size {:?}, expected bias to be 1-dimensional with {outputs} elements, but got bias of size {:?} instead",
                sizes(&weight.shape),
                sizes(&bias.shape)
            ));
        }
    }
    let kernel: Vec<i64> = sizes(&weight.shape).into_iter().skip(2).collect();
    let lead: Vec<u64> = input.shape.iter().copied().take(ndim - count - 1).chain([outputs]).collect();
    let space: Vec<i64> = sizes(&input.shape).into_iter().skip(ndim - count).collect();
    let made = if call.text_of("padding") == Some("same") {
        space
    } else {
        let window = Window {
            kernel,
            stride: each(call, "stride", count, 1)?,
            padding: if call.text_of("padding") == Some("valid") {
                vec![0; count]
            } else {
                each(call, "padding", count, 0)?
            },
            dilation: each(call, "dilation", count, 1)?,
        };
        match window.over(&space) {
            Some(made) => made,
            None => return call.declined(),
        }
    };
    let shape: Shape = lead.into_iter().chain(made.into_iter().map(i64::unsigned_abs)).collect();
    let made = (shape, input.dtype, None);
    call.fresh(context, made, &[&input, &weight])
}

fn transposed_convolution(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (input, weight) = (call.tensor(context, "input")?, call.tensor(context, "weight")?);
    let count = space(call.name);
    let ndim = input.shape.ndim();
    let groups = call.int_or("groups", 1)?;
    if weight.shape.ndim() != count + 2
        || ndim != count + 2
        || !is_floating(input.dtype)
        || input.dtype != weight.dtype
        || groups < 1
        || input.numel() == 0
    {
        return call.declined();
    }
    let (all, kernel) = (sizes(&input.shape), sizes(&weight.shape));
    let [batch, channels, space @ ..] = all.as_slice() else { return call.declined() };
    let [inputs, outputs, kernel @ ..] = kernel.as_slice() else { return call.declined() };
    if channels != inputs {
        return call.fails(format!(
            "Given transposed=1, weight of size {:?}, expected input{all:?} to have {inputs} channels, but got {channels} channels \
             instead",
            sizes(&weight.shape)
        ));
    }
    if call.given("bias").is_some() && sizes(&call.tensor(context, "bias")?.shape) != [outputs.saturating_mul(groups)] {
        return call.declined();
    }
    let (stride, padding) = (each(call, "stride", count, 1)?, each(call, "padding", count, 0)?);
    let (extra, dilation) = (each(call, "output_padding", count, 0)?, each(call, "dilation", count, 1)?);
    let is_small = |numbers: &[i64], least: i64| numbers.iter().all(|number| (least..=1_000_000).contains(number));
    let is_sound = is_small(&stride, 1) && is_small(&padding, 0) && is_small(&extra, 0) && is_small(&dilation, 1);
    let is_less =
        extra.iter().zip(stride.iter().zip(&dilation)).all(|(extra, (stride, dilation))| extra < stride.max(dilation));
    if !is_sound || !is_less || !is_small(space, 1) || !is_small(kernel, 1) {
        return call.declined();
    }
    let mut made = vec![*batch, outputs.saturating_mul(groups)];
    let moves = stride.iter().zip(&padding).zip(extra.iter().zip(&dilation));
    for ((&size, &kernel), ((&stride, &padding), (&extra, &dilation))) in space.iter().zip(kernel).zip(moves) {
        made.push((size - 1) * stride - 2 * padding + dilation * (kernel - 1) + extra + 1);
    }
    if made.iter().any(|&size| size < 1) {
        return call.declined();
    }
    let shape: Shape = made.into_iter().map(i64::unsigned_abs).collect();
    call.fresh(context, (shape, input.dtype, None), &[&input, &weight])
}

/// `nn.BatchNorm2d` and its like.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn normalized(context: &mut Context<'_>, made: &Object, input: &Tensor, span: &Range<usize>) -> Outcome {
    let declined = || unreadable(UnreadableReason::Arguments(made.class.to_owned()), span);
    let is_batch = made.class.starts_with("nn.Batch");
    let axes = space(made.class);
    let ndim = input.shape.ndim();
    let fits = ndim == axes + 2 || (is_batch && axes == 1 && ndim == 2);
    if !fits {
        let wanted = if axes == 1 { "2D or 3D".to_owned() } else { format!("{}D", axes + 2) };
        return match is_batch {
            true => raised("ValueError", format!("expected {wanted} input (got {ndim}D input)"), span),
            false => declined(),
        };
    }
    let channels = made.field("num_features").and_then(|count| count.scalar()).map_or(0, |count| count.to_int());
    let found = input.shape.get(1).copied().unwrap_or(0);
    // With one element for each channel it counts whether the layer is trained.
    let each = if is_batch { input.numel() / found.max(1) } else { input.shape.iter().skip(2).product() };
    if input.dtype != Dtype::Float32 || each <= 1 || input.numel() == 0 {
        return declined();
    }
    if found != channels.unsigned_abs() {
        return match is_batch {
            true => {
                raised("RuntimeError", format!("running_mean should contain {found} elements not {channels}"), span)
            }
            false => declined(),
        };
    }
    let parts = ["weight", "bias"].into_iter().filter_map(|name| made.field(name)?.tensor());
    let operands: Vec<&Tensor> = [input].into_iter().chain(parts).collect();
    let like = (input.shape.clone(), input.dtype, None);
    let made = fresh(context, input.library, like, &operands, span)?;
    let is_contiguous = input.layout.as_ref().is_some_and(tensor_broadcasting::StridedLayout::is_contiguous);
    Ok(Value::Tensor(if is_contiguous { made } else { made.without_layout() }))
}

/// A window that moves over the axes of space.
struct Window {
    kernel: Vec<i64>,
    stride: Vec<i64>,
    padding: Vec<i64>,
    dilation: Vec<i64>,
}

impl Window {
    /// The number of places along each axis; `None` where the window is larger than an axis.
    fn over(&self, space: &[i64]) -> Option<Vec<i64>> {
        let axes = space.iter().zip(&self.kernel).zip(self.stride.iter().zip(self.padding.iter().zip(&self.dilation)));
        axes.map(|((&size, &kernel), (&stride, (&padding, &dilation)))| {
            let reach = dilation.checked_mul(kernel - 1)?.checked_add(1)?;
            let free = size.checked_add(padding.checked_mul(2)?)?.checked_sub(reach)?;
            (free >= 0 && stride > 0 && kernel > 0 && padding >= 0).then(|| free / stride + 1)
        })
        .collect()
    }
}

/// The axes before those of space, and those of space.
fn parts(call: &Call, tensor: &Tensor, count: usize) -> Outcome<(Vec<u64>, Vec<i64>)> {
    let ndim = tensor.shape.ndim();
    if (ndim != count + 1 && ndim != count + 2) || !is_floating(tensor.dtype) {
        return call.declined();
    }
    let lead = tensor.shape.iter().copied().take(ndim - count).collect();
    Ok((lead, sizes(&tensor.shape).into_iter().skip(ndim - count).collect()))
}

fn pool(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    call.without(&["ceil_mode", "return_indices", "divisor_override"])?;
    if call.given("kernel_size").is_none() {
        return call.declined();
    }
    let count = space(call.name);
    let (lead, space) = parts(call, &input, count)?;
    let kernel = each(call, "kernel_size", count, 1)?;
    let stride = if call.given("stride").is_some() { each(call, "stride", count, 1)? } else { kernel.clone() };
    let window = Window {
        kernel,
        stride,
        padding: each(call, "padding", count, 0)?,
        dilation: each(call, "dilation", count, 1)?,
    };
    if window.padding.iter().zip(&window.kernel).any(|(padding, kernel)| padding * 2 > *kernel) {
        return call.declined();
    }
    let Some(made) = window.over(&space).filter(|made| made.iter().all(|&size| size > 0)) else {
        return call.declined();
    };
    let shape: Shape = lead.into_iter().chain(made.into_iter().map(i64::unsigned_abs)).collect();
    call.fresh(context, (shape, input.dtype, None), &[&input])
}

fn adaptive_pool(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let count = space(call.name);
    let (lead, space) = parts(call, &input, count)?;
    if call.need("output_size")?.value.items().is_some_and(|sizes| sizes.len() != count) {
        return call.declined();
    }
    let wanted = each(call, "output_size", count, 1)?;
    if wanted.iter().any(|&size| size < 1) || space.contains(&0) {
        return call.declined();
    }
    let shape: Shape = lead.into_iter().chain(wanted.into_iter().map(i64::unsigned_abs)).collect();
    call.fresh(context, (shape, input.dtype, None), &[&input])
}

fn group_norm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let (Some(&channels), Some(groups)) = (input.shape.get(1), call.int("num_groups")?) else { return call.declined() };
    if !is_floating(input.dtype) || groups < 1 || channels % groups.unsigned_abs() != 0 || input.numel() == 0 {
        return call.declined();
    }
    let given = ["weight", "bias"].into_iter().filter_map(|name| call.given(name)?.value.tensor());
    let operands: Vec<&Tensor> = [&input].into_iter().chain(given).collect();
    if operands.iter().skip(1).any(|tensor| *tensor.shape != [channels] || tensor.dtype != input.dtype) {
        return call.declined();
    }
    call.fresh(context, (input.shape.clone(), input.dtype, None), &operands)
}

/// `F.pad`: pairs of widths, last axis first.
fn pad(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let Some(widths) = call.ints("widths")? else { return call.declined() };
    if call.text("mode")?.is_some_and(|mode| mode != "constant") || input.dtype == Dtype::Bool {
        return call.declined();
    }
    if widths.len() % 2 != 0 {
        return call.fails("Padding length must be divisible by 2");
    }
    let ndim = input.shape.ndim();
    if widths.len() > 2 * ndim {
        return call.fails(format!(
            "Padding length should be less than or equal to two times the input dimension but got padding length {} and input of \
             dimension {ndim}",
            widths.len()
        ));
    }
    let mut padded = sizes(&input.shape);
    for (pair, size) in widths.chunks(2).zip(padded.iter_mut().rev()) {
        *size = pair.iter().fold(*size, |sum, &width| sum.saturating_add(width));
        if *size < 0 || pair.iter().any(|&width| width < 0) {
            return call.declined();
        }
    }
    let shape: Shape = padded.into_iter().map(i64::unsigned_abs).collect();
    call.fresh(context, (shape, input.dtype, None), &[&input])
}
