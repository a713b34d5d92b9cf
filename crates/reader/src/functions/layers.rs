//! Convolutions, pooling, windows of images and normalisation over channels.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::reading::UnreadableReason;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, raised, sizes, unreadable};
use crate::tensors::types::is_floating;
use crate::tensors::value::{Object, Tensor, Value};
use tensor_broadcasting::{Dtype, Shape, StridedLayout};

rules! { convolution pool adaptive_pool group_norm transposed_convolution pad interpolate }

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
    match call.ints(name)?.as_deref() {
        None => Ok(vec![default; count]),
        Some(&[number]) => Ok(vec![number; count]),
        Some(all) if all.len() == count => Ok(all.to_vec()),
        Some(_) => call.declined(),
    }
}

/// How a window moves over one axis.
#[derive(Clone, Copy)]
struct Window {
    kernel: i64,
    stride: i64,
    padding: i64,
    dilation: i64,
}

impl Window {
    /// The number of places along an axis, which is below 1 where the window is larger.
    fn over(self, size: i64) -> i64 {
        let reach = self.dilation * (self.kernel - 1) + 1;
        (size.saturating_add(2 * self.padding).saturating_sub(reach)).div_euclid(self.stride) + 1
    }
}

/// The windows of a call over the axes of space. `stride` is the default of the stride.
fn windows(call: &Call, kernel: &[i64], stride: &[i64]) -> Outcome<Vec<Window>> {
    let count = kernel.len();
    let own = if call.given("stride").is_some() { each(call, "stride", count, 1)? } else { stride.to_vec() };
    let padding =
        if call.text_of("padding") == Some("valid") { vec![0; count] } else { each(call, "padding", count, 0)? };
    let dilation = each(call, "dilation", count, 1)?;
    let mut windows = Vec::new();
    for (((&kernel, stride), padding), dilation) in kernel.iter().zip(own).zip(padding).zip(dilation) {
        let is_sound = [kernel, stride, padding + 1, dilation].iter().all(|number| (1..=1 << 20).contains(number));
        if !is_sound {
            return call.declined();
        }
        windows.push(Window { kernel, stride, padding, dilation });
    }
    Ok(windows)
}

/// A result with these axes of space after others.
fn spaced(context: &mut Context<'_>, call: &Call, lead: &[i64], space: &[i64], operands: &[&Tensor]) -> Outcome {
    let Some(input) = operands.first().filter(|_| space.iter().all(|&size| size > 0)) else { return call.declined() };
    let shape: Shape = lead.iter().chain(space).map(|size| size.unsigned_abs()).collect();
    call.fresh(context, (shape, input.dtype, None), operands)
}

/// The sizes of the axes of images before those of space, and of those of space.
fn parts(call: &Call, tensor: &Tensor, count: usize) -> Outcome<(Vec<i64>, Vec<i64>)> {
    let mut lead = sizes(&tensor.shape);
    if (lead.len() != count + 1 && lead.len() != count + 2) || !is_floating(tensor.dtype) {
        return call.declined();
    }
    let space = lead.split_off(lead.len() - count);
    Ok((lead, space))
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
    let (mut lead, space) = parts(call, &input, count)?;
    let groups = call.int_or("groups", 1)?;
    let weights = sizes(&weight.shape);
    let ([outputs, inputs, kernel @ ..], Some(channels)) = (weights.as_slice(), lead.pop()) else {
        return call.declined();
    };
    if groups < 1 || lead.is_empty() && channels != *inputs {
        return call.declined();
    }
    let wanted = inputs.saturating_mul(groups);
    if channels != wanted {
        return call.fails(format!(
            "Given groups={groups}, weight of size {weights:?}, expected input{:?} to have {wanted} channels, but got {channels} \
             channels instead",
            sizes(&input.shape)
        ));
    }
    if call.given("bias").is_some() && sizes(&call.tensor(context, "bias")?.shape) != [*outputs] {
        return call.declined();
    }
    lead.push(*outputs);
    let space = if call.text_of("padding") == Some("same") {
        space
    } else {
        let windows = windows(call, kernel, &vec![1; count])?;
        windows.iter().zip(space).map(|(window, size)| window.over(size)).listed()
    };
    spaced(context, call, &lead, &space, &[&input, &weight])
}

fn transposed_convolution(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (input, weight) = (call.tensor(context, "input")?, call.tensor(context, "weight")?);
    let count = space(call.name);
    let groups = call.int_or("groups", 1)?;
    let (all, weights) = (sizes(&input.shape), sizes(&weight.shape));
    let ([batch, channels, space @ ..], [inputs, outputs, kernel @ ..]) = (all.as_slice(), weights.as_slice()) else {
        return call.declined();
    };
    if kernel.len() != count
        || space.len() != count
        || channels != inputs
        || !is_floating(input.dtype)
        || input.dtype != weight.dtype
        || groups < 1
        || input.numel() == 0
    {
        return call.declined();
    }
    let outputs = outputs.saturating_mul(groups);
    if call.given("bias").is_some() && sizes(&call.tensor(context, "bias")?.shape) != [outputs] {
        return call.declined();
    }
    let mut made = Vec::new();
    let windows = windows(call, kernel, &vec![1; count])?;
    for ((window, extra), &size) in windows.iter().zip(each(call, "output_padding", count, 0)?).zip(space) {
        let Window { kernel, stride, padding, dilation } = *window;
        if !(0..stride.max(dilation)).contains(&extra) || size > 1_000_000 {
            return call.declined();
        }
        made.push((size - 1) * stride - 2 * padding + dilation * (kernel - 1) + extra + 1);
    }
    spaced(context, call, &[*batch, outputs], &made, &[&input, &weight])
}

/// `nn.BatchNorm2d` and its like.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn normalized(context: &mut Context<'_>, made: &Object, input: &Tensor, span: &Range<usize>) -> Outcome {
    let axes = space(made.class);
    let ndim = input.shape.ndim();
    if ndim != axes + 2 && (axes > 1 || ndim != 2) {
        let wanted = if axes == 1 { "2D or 3D".to_owned() } else { format!("{}D", axes + 2) };
        return raised("ValueError", format!("expected {wanted} input (got {ndim}D input)"), span);
    }
    let channels = made.field("num_features").and_then(|count| count.scalar()).map_or(0, |count| count.to_int());
    let found = input.shape.get(1).copied().unwrap_or(0);
    // With one element for each channel it counts whether the layer is trained.
    if input.dtype != Dtype::Float32 || input.numel() / found.max(1) <= 1 {
        return unreadable(UnreadableReason::Arguments(made.class.to_owned()), span);
    }
    if found != channels.unsigned_abs() {
        let message = format!("running_mean should contain {found} elements not {channels}");
        return raised("RuntimeError", message, span);
    }
    let parts = ["weight", "bias"].into_iter().filter_map(|name| made.field(name)?.tensor());
    let operands: Vec<&Tensor> = [input].into_iter().chain(parts).listed();
    let like = (input.shape.clone(), input.dtype, None);
    let made = fresh(context, input.library, like, &operands, span)?;
    let is_contiguous = input.layout.as_ref().is_some_and(StridedLayout::is_contiguous);
    Ok(Value::Tensor(if is_contiguous { made } else { made.without_layout() }))
}

fn pool(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let count = space(call.name);
    let (lead, space) = parts(call, &input, count)?;
    let kernel = each(call, "kernel_size", count, 0)?;
    let windows = windows(call, &kernel, &kernel)?;
    if windows.iter().any(|window| window.padding * 2 > window.kernel) || input.numel() == 0 {
        return call.declined();
    }
    let space: Vec<i64> = windows.iter().zip(space).map(|(window, size)| window.over(size)).listed();
    spaced(context, call, &lead, &space, &[&input])
}

fn adaptive_pool(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let count = space(call.name);
    let (lead, space) = parts(call, &input, count)?;
    if call.need("output_size")?.value.items().is_some_and(|sizes| sizes.len() != count) || space.contains(&0) {
        return call.declined();
    }
    spaced(context, call, &lead, &each(call, "output_size", count, 1)?, &[&input])
}

fn group_norm(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let (Some(&channels), Some(groups)) = (input.shape.get(1), call.int("num_groups")?) else { return call.declined() };
    let given = ["weight", "bias"].into_iter().filter_map(|name| call.given(name)?.value.tensor());
    let operands: Vec<&Tensor> = [&input].into_iter().chain(given).listed();
    let is_fit = |tensor: &&Tensor| *tensor.shape == [channels] && tensor.dtype == input.dtype;
    if !is_floating(input.dtype)
        || groups < 1
        || channels % groups.unsigned_abs() != 0
        || input.numel() == 0
        || !operands.iter().skip(1).all(is_fit)
    {
        return call.declined();
    }
    call.fresh(context, (input.shape.clone(), input.dtype, None), &operands)
}

/// `F.interpolate`: the axes of space get other sizes.
fn interpolate(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let count = input.shape.ndim().saturating_sub(2);
    let is_even = match call.text("mode")?.unwrap_or("nearest") {
        "nearest" => call.given("align_corners").is_none(),
        "linear" => count == 1,
        "bilinear" | "bicubic" => count == 2,
        "trilinear" => count == 3,
        _ => false,
    };
    if !is_even || !(1..=3).contains(&count) || input.numel() == 0 {
        return call.declined();
    }
    let (lead, space) = parts(call, &input, count)?;
    let made = match (call.given("size"), call.given("scale_factor").map(|scale| &scale.value)) {
        (Some(_), None) => each(call, "size", count, 1)?,
        (None, Some(Value::Int(Some(scale)))) => space.iter().map(|size| size.saturating_mul(*scale)).listed(),
        (None, Some(Value::Float(Some(scale)))) => space.iter().map(|&size| (size as f64 * scale) as i64).listed(),
        _ => return call.declined(),
    };
    spaced(context, call, &lead, &made, &[&input])
}

/// `F.pad`: pairs of widths, last axis first.
fn pad(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let widths = call.ints_of(&call.need("widths")?.value)?;
    if call.text("mode")?.is_some_and(|mode| mode != "constant") || input.dtype == Dtype::Bool {
        return call.declined();
    }
    if widths.len() % 2 != 0 || widths.len() > 2 * input.shape.ndim() || widths.iter().any(|&width| width < 0) {
        return call.declined();
    }
    let mut shape = input.shape.clone();
    for (pair, size) in widths.chunks(2).zip(shape.sizes_mut().iter_mut().rev()) {
        *size = pair.iter().fold(*size, |sum, width| sum.saturating_add(width.unsigned_abs()));
    }
    call.fresh(context, (shape, input.dtype, None), &[&input])
}
