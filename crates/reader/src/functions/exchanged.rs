//! `view` and `reshape` where axes were to be exchanged: the sizes are those that an exchange gives, but the elements stay in their order.
//! Heads of attention that are split off or put together so are a common mistake, and no exception. The names of the sizes tell it.

use crate::functions::size_names::written_sizes;
use crate::reading::NoteKind;
use crate::signatures::call::Call;
use crate::tensors::context::Context;
use crate::tensors::value::Tensor;
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// Notes that a call keeps the order of the elements, where its sizes say that axes were to be exchanged. Only names of sizes say so: with
/// numbers, a tensor may well be cut anew.
pub(super) fn note_kept_order(context: &mut Context<'_>, tensor: &Tensor, made: &Tensor, call: &Call) {
    let written = written_sizes(context, call);
    let (old, new) = (&tensor.shape, &made.shape);
    if written.len() == new.ndim() {
        if let Some(instead) = exchange(old, new, &written, call) {
            context.note(NoteKind::KeepsOrder { call: call.name.to_owned(), instead }, &call.span);
        } else if let Some(note) = (0..old.ndim()).find_map(|axis| split_order(tensor, axis, &written, call)) {
            context.note(note, &call.span);
        }
    }
}

/// That an axis which was made as a product of two sizes is split into them in the other order.
fn split_order(tensor: &Tensor, axis: usize, written: &[String], call: &Call) -> Option<NoteKind> {
    let product = tensor.axes().name(axis)?;
    let (first, second) = product.split_once(" * ")?;
    let is_exchanged = written.get(axis)? == second && written.get(axis + 1)? == first && first != second;
    let is_whole = written.len() == tensor.shape.ndim() + 1;
    let mut sizes = written.to_vec();
    sizes.swap(axis, axis + 1);
    let instead = format!(".{}({})", call.name, sizes.join(", "));
    (is_exchanged && is_whole).then(|| NoteKind::SplitOrder { product: product.to_string(), instead })
}

/// The code that exchanges the axes, where the sizes of a view are those of a tensor with exchanged axes.
fn exchange(old: &Shape, new: &Shape, written: &[String], call: &Call) -> Option<String> {
    let is_named = |axis: usize| written.get(axis).is_some_and(|size| size.parse::<i64>().is_err());
    let is_free = |axis: usize| is_named(axis) || written.get(axis).is_some_and(|size| size == "-1");
    let swap = |axes: [usize; 2]| match call.library {
        Library::PyTorch => format!(".transpose({}, {})", axes[0], axes[1]),
        Library::NumPy => format!(".swapaxes({}, {})", axes[0], axes[1]),
    };
    let view = |order: &[usize]| {
        let sizes = order.iter().filter_map(|&at| written.get(at).cloned()).listed().join(", ");
        format!(".{}({sizes})", call.name)
    };
    let start = old.iter().zip(new.iter()).take_while(|(old, new)| old == new).count();
    let (from, to) = (old.get(start..)?, new.get(start..)?);
    match (from, to) {
        // Two axes change places.
        ([first, ..], [last, ..]) if from.len() == to.len() => {
            let after = from.iter().zip(to).rev().take_while(|(old, new)| old == new).count();
            let end = from.len().checked_sub(after + 1)?;
            let is_swap =
                from.get(end) == Some(last) && to.get(end) == Some(first) && from.get(1..end) == to.get(1..end);
            let axes = [start, start + end];
            let is_meant = axes.into_iter().any(is_named) && axes.into_iter().all(is_free);
            (old.ndim() > 2 && is_swap && *first > 1 && *last > 1 && is_meant).then(|| swap(axes))
        }
        // Heads are split off: (…, length, width) as (…, heads, length, width of a head).
        ([length, width], [heads, same, head]) => {
            let is_split = length == same && heads.checked_mul(*head) == Some(*width) && *length > 1 && *heads > 1;
            let order = [(0..start).listed(), vec![start + 1, start, start + 2]].concat();
            let is_meant = is_named(start) && is_free(start + 1);
            (is_split && is_meant).then(|| format!("{}{}", view(&order), swap([start, start + 1])))
        }
        // Heads are put together: (…, heads, length, width of a head) as (…, length, width).
        ([heads, length, head], [same, width]) => {
            let is_joined = length == same && heads.checked_mul(*head) == Some(*width) && *length > 1 && *heads > 1;
            let all: Vec<usize> = (0..written.len()).listed();
            // `-1` for the width puts together whatever is left, as the groups of a group norm do.
            (is_joined && is_free(start) && is_named(start + 1))
                .then(|| format!("{}{}", swap([start, start + 1]), view(&all)))
        }
        _ => None,
    }
}
