//! Windows of images as columns: `unfold`.

use crate::functions::layers::each;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::context::{Context, Outcome, sizes};
use crate::tensors::types::is_floating;
use tensor_broadcasting::Shape;

rules! { unfold }

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
