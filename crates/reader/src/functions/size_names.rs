//! The names of the sizes of axes, as a program writes them: `B` and `H` in `torch.randn(B, H, L, D)` or `x.view(B, H, L, D)`. They tell a batch
//! from heads where both have the same size.

use std::rc::Rc;

use crate::signatures::call::Call;
use crate::tensors::context::Context;
use crate::tensors::value::{AxisName, Tensor};
use tensor_broadcasting::Shape;
use tensor_broadcasting::lists::Listed;

/// Each size of a call as it is written; none where they do not stand there one by one.
pub(super) fn written_sizes(context: &Context<'_>, call: &Call) -> Vec<String> {
    let text = match (call.get("shape").or_else(|| call.get("size")), call.rest.as_slice()) {
        (Some(only), _) | (None, [only]) => context.source.text(&only.span),
        (None, [first, .., last]) => context.source.text(&(first.span.start..last.span.end)),
        _ => return Vec::new(),
    };
    let text = text.strip_prefix(['(', '[']).and_then(|text| text.strip_suffix([')', ']'])).unwrap_or(&text);
    if text.contains(['(', '[']) {
        return Vec::new();
    }
    text.split(',').map(|size| size.trim().to_owned()).filter(|size| !size.is_empty()).listed()
}

/// Notes the names of the sizes of a new tensor.
pub(super) fn name_new(context: &Context<'_>, made: &Tensor, call: &Call) {
    let written = written_sizes(context, call);
    if written.len() == made.shape.ndim() && written.iter().any(|size| named(size).is_some()) {
        made.axes().set_names(&written.iter().map(|size| named(size)).listed());
    }
}

/// Notes the names of the sizes of a view of a tensor. Where a product is written, what was put together says in which order.
pub(super) fn name_view(context: &Context<'_>, tensor: &Tensor, made: &Tensor, call: &Call) {
    let written = written_sizes(context, call);
    let is_name = |name: &AxisName| name.as_ref().is_some_and(|name| !name.contains('*'));
    let names = (0..made.shape.ndim()).map(|axis| {
        let written = written.get(axis).map(|size| named(size)).filter(is_name);
        written.unwrap_or_else(|| put_together(tensor, &made.shape, axis))
    });
    made.axes().set_names(&names.listed());
}

/// Notes the names of the sizes of a product of matrices.
pub(super) fn name_product(made: &Tensor, a: &Tensor, b: &Tensor) {
    let (ndim, last) = (made.shape.ndim(), b.shape.ndim().saturating_sub(1));
    if a.shape.ndim() == ndim && last > 0 {
        // An axis of the batch that stretches gets its size from the other factor.
        let name = |axis: usize| a.axes().name(axis).filter(|_| a.shape.get(axis) == made.shape.get(axis));
        let names = (0..ndim - 1).map(name).chain([b.axes().name(last)]);
        made.axes().set_names(&names.listed());
    }
}

/// A size that is a name, or a product of names.
fn named(size: &str) -> AxisName {
    let is_name = |factor: &&str| {
        let mut letters = factor.chars();
        letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
            && letters.all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.'))
    };
    let factors = size.split('*').map(str::trim).listed();
    factors.iter().all(is_name).then(|| Rc::from(factors.join(" * ")))
}

/// The name of an axis that axes with names were put together to.
fn put_together(tensor: &Tensor, new: &Shape, axis: usize) -> AxisName {
    let size = |shape: &Shape, end: usize| shape.iter().take(end).try_fold(1_u64, |all, &size| all.checked_mul(size));
    let old = &tensor.shape;
    let at = |end: usize| (0..=old.ndim()).find(|&at| size(old, at) == size(new, end));
    let names: Option<Vec<Rc<str>>> = (at(axis)?..at(axis + 1)?).map(|at| tensor.axes().name(at)).collect();
    names.filter(|names| !names.is_empty()).map(|names| Rc::from(names.join(" * ")))
}
