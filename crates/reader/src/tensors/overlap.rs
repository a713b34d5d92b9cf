//! Whether what PyTorch writes into has elements in common with what it reads.
//!
//! PyTorch compares ranges of the storage, so it looks only at tensors that fill their range without gaps (`MemoryOverlap.cpp`,
//! `get_overlap_status`).

use crate::tensors::context::Checked;
use crate::tensors::value::Tensor;
use tensor_broadcasting::StridedLayout;
use tensor_broadcasting::library::{Library, LibraryError};

/// What PyTorch finds of a tensor that it writes into and one that it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// Nothing in common, or nothing that it looks for.
    None,
    /// The same elements in the same order.
    Full,
    /// Elements in common, but not all or in another order.
    Partial,
}

/// What PyTorch finds of both. `None`: it depends on where they begin in the storage, which is not known.
pub(crate) fn overlap(written: &Tensor, read: &Tensor) -> Option<Overlap> {
    if written.is(read) {
        return Some(Overlap::Full);
    }
    let is_empty = |tensor: &Tensor| tensor.shape.contains(&0);
    if !written.shares_storage(read) || is_empty(written) || is_empty(read) {
        return Some(Overlap::None);
    }
    overlap_of(written, read.layout.as_ref(), read.offset)
}

/// The same of a tensor and another view of its storage, which is not empty.
pub(crate) fn overlap_of(written: &Tensor, read: Option<&StridedLayout>, other_start: u64) -> Option<Overlap> {
    let written_layout = written.layout.as_ref();
    if [written_layout, read].into_iter().flatten().any(|layout| !layout.is_dense()) {
        return Some(Overlap::None);
    }
    let (own, other) = (written_layout?, read?);
    let own_start = written.offset;
    let (own_end, other_end) = (own_start + own.shape().numel()?, other_start + other.shape().numel()?);
    Some(if (own_start, own_end) == (other_start, other_end) {
        if own.strides() == other.strides() { Overlap::Full } else { Overlap::Partial }
    } else if own_start < other_end && other_start < own_end {
        Overlap::Partial
    } else {
        Overlap::None
    })
}

/// The check of PyTorch that an operation does not write a part of what it reads.
///
/// # Errors
///
/// It does. `Ok(None)` says that it is not known.
pub(crate) fn check(written: &Tensor, read: &[&Tensor]) -> Checked<()> {
    for tensor in read {
        match overlap(written, tensor) {
            Some(Overlap::Partial) => return Err(overlap_error()),
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(()))
}

/// Whether an element that PyTorch reads may have been written before by the same operation: where tensors have gaps, it does
/// not look for that. The elements of the result then depend on the order in which it goes through them.
pub(crate) fn is_read_late(written: &Tensor, read: &Tensor) -> bool {
    let range = |tensor: &Tensor| {
        let end = tensor.offset.checked_add(tensor.layout.as_ref()?.required_len()?)?;
        Some((tensor.offset, end))
    };
    if written.library == Library::NumPy || written.is(read) || !written.shares_storage(read) {
        return false;
    }
    match range(written).zip(range(read)) {
        Some(((start, _), (other_start, _))) if start == other_start && written.layout == read.layout => false,
        Some(((start, end), (other_start, other_end))) => start < other_end && other_start < end,
        None => true,
    }
}

/// PyTorch's exception for an operation that reads some of the elements that it writes.
pub(crate) fn overlap_error() -> LibraryError {
    Library::PyTorch.error(
        "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. \
         Please clone() the tensor before performing the operation.",
    )
}
