//! Windows of images as columns, sequences of different lengths in one tensor: `unfold`, `fold`, `pad_sequence`.

use crate::functions::layers::each;
use crate::signatures::call::Call;
use crate::signatures::place::{FUNCTIONAL, Row, TORCH_FUNCTION, row};
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Outcome, sizes};
use crate::tensors::types::is_floating;
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(FUNCTIONAL, "unfold", "input kernel_size dilation padding stride", unfold),
    row(FUNCTIONAL, "fold", "input output_size kernel_size dilation padding stride", fold),
    row(TORCH_FUNCTION, "nn.utils.rnn.pad_sequence", "sequences batch_first padding_value padding_side", pad_sequence),
];

/// How a window moves over two axes.
struct Windows {
    kernel: Vec<i64>,
    dilation: Vec<i64>,
    padding: Vec<i64>,
    stride: Vec<i64>,
}

/// Two numbers in a message: `(3, 3)`.
fn pair(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("({})", texts.join(", "))
}

impl Windows {
    fn of(call: &Call) -> Outcome<Self> {
        call.need("kernel_size")?;
        let made = Self {
            kernel: each(call, "kernel_size", 2, 1)?,
            dilation: each(call, "dilation", 2, 1)?,
            padding: each(call, "padding", 2, 0)?,
            stride: each(call, "stride", 2, 1)?,
        };
        let is_sound = [&made.kernel, &made.dilation, &made.stride]
            .iter()
            .all(|all| all.iter().all(|&n| (1..=1 << 20).contains(&n)))
            && made.padding.iter().all(|&n| (0..=1 << 20).contains(&n));
        if is_sound { Ok(made) } else { call.declined() }
    }

    /// How many places the window has along both axes.
    fn over(&self, space: &[i64]) -> Vec<i64> {
        let steps = self.padding.iter().zip(&self.stride);
        let reaches = self.kernel.iter().zip(&self.dilation);
        space
            .iter()
            .zip(steps.zip(reaches))
            .map(|(&size, ((&padding, &stride), (&kernel, &dilation)))| {
                size.saturating_add(2 * padding).saturating_sub(dilation * (kernel - 1) + 1).div_euclid(stride) + 1
            })
            .collect()
    }
}

fn unfold(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    let windows = Windows::of(call)?;
    let all = sizes(&input.shape);
    let (lead, channels, space) = match all.as_slice() {
        [batch, channels, space @ ..] if space.len() == 2 => (Some(*batch), *channels, space),
        [channels, space @ ..] if space.len() == 2 => (None, *channels, space),
        _ => return call.declined(),
    };
    if !is_floating(input.dtype) || all.contains(&0) {
        return call.declined();
    }
    let places = windows.over(space);
    if places.iter().any(|&count| count < 1) {
        return call.fails(format!(
            "Given input with spatial size {}, kernel_size={}, dilation={}, padding={}, calculated shape of the array of sliding \
             blocks as {}, but its components must be at least one.",
            pair(space),
            pair(&windows.kernel),
            pair(&windows.dilation),
            pair(&windows.padding),
            pair(&places)
        ));
    }
    let rows = windows.kernel.iter().fold(channels, |rows, &size| rows.saturating_mul(size));
    let columns = places.iter().fold(1_i64, |columns, &count| columns.saturating_mul(count));
    let shape: Shape = lead.into_iter().chain([rows, columns]).map(i64::unsigned_abs).collect();
    call.fresh(context, (shape, input.dtype, None), &[&input])
}

fn fold(context: &mut Context<'_>, call: &Call) -> Outcome {
    let input = call.tensor(context, "input")?;
    call.need("output_size")?;
    let (windows, output) = (Windows::of(call)?, each(call, "output_size", 2, 1)?);
    let all = sizes(&input.shape);
    let (lead, rows, columns) = match *all.as_slice() {
        [batch, rows, columns] => (Some(batch), rows, columns),
        [rows, columns] => (None, rows, columns),
        _ => return call.declined(),
    };
    if !is_floating(input.dtype) || all.contains(&0) || output.iter().any(|&size| size < 1) {
        return call.declined();
    }
    let window: i64 = windows.kernel.iter().product();
    // The number of the axis in the message counts from the batch.
    let axis = usize::from(lead.is_some());
    if rows % window != 0 {
        return call.fails(format!(
            "Expected size of input's dimension {axis} to be divisible by the product of kernel_size, but got input.size({axis})\
             ={rows} and kernel_size={}.",
            pair(&windows.kernel)
        ));
    }
    let places = windows.over(&output);
    let count: i64 = places.iter().product();
    if places.iter().any(|&count| count < 1) || (lead.is_none() && count != columns) {
        return call.declined();
    }
    if count != columns {
        return call.fails(format!(
            "Given output_size={}, kernel_size={}, dilation={}, padding={}, stride={}, expected size of input's dimension 2 to \
             match the calculated number of sliding blocks {} = {count}, but got input.size(2)={columns}.",
            pair(&output),
            pair(&windows.kernel),
            pair(&windows.dilation),
            pair(&windows.padding),
            pair(&windows.stride),
            places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" * ")
        ));
    }
    let shape: Shape = lead.into_iter().chain([rows / window]).chain(output).map(i64::unsigned_abs).collect();
    call.fresh(context, (shape, input.dtype, None), &[&input])
}

/// `pad_sequence`: the longest sequence gives the length.
fn pad_sequence(context: &mut Context<'_>, call: &Call) -> Outcome {
    let Some(items) = call.need("sequences")?.value.items() else { return call.declined() };
    let tensors: Vec<Tensor> = items.iter().filter_map(|item| item.tensor().cloned()).collect();
    let batch_first = call.flag("batch_first", false)?;
    call.without(&["padding_side"])?;
    let Some(first) = tensors.first() else { return call.declined() };
    let is_fit = |tensor: &Tensor| {
        tensor.library == Library::PyTorch
            && tensor.dtype == first.dtype
            && tensor.shape.ndim() > 0
            && tensor.shape.iter().skip(1).eq(first.shape.iter().skip(1))
    };
    let fill = call.get("padding_value").map_or(Some(0.0), |value| value.value.scalar().map(|value| value.to_float()));
    let takes_fill = fill.is_some_and(|fill| !first.dtype.is_integer() || fill.fract() == 0.0 && fill.abs() < 100.0);
    if tensors.len() != items.len() || !tensors.iter().all(is_fit) || !takes_fill {
        return call.declined();
    }
    let longest = tensors.iter().filter_map(|tensor| tensor.shape.first().copied()).max().unwrap_or(0);
    let count = tensors.len() as u64;
    let lead = if batch_first { [count, longest] } else { [longest, count] };
    let shape: Shape = lead.into_iter().chain(first.shape.iter().skip(1).copied()).collect();
    let all: Vec<&Tensor> = tensors.iter().collect();
    let made = fresh(context, Library::PyTorch, (shape, first.dtype, None), &all, &call.span)?;
    let fill = fill.unwrap_or(0.0) as i64;
    let bounds = tensors
        .iter()
        .map(|tensor| tensor.bounds.get())
        .reduce(|a, b| a.zip(b).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))));
    made.bounds.set(bounds.flatten().map(|(least, most)| (least.min(fill), most.max(fill))));
    Ok(Value::Tensor(made))
}
