//! Sorting of short lists. The standard library's sort is compiled for each type anew, into 3 to 5 KB each time.

use std::cmp::Ordering;

/// The items in ascending order. Equal items keep their order.
pub(crate) fn sorted<T: Copy>(items: &[T], compare: fn(&T, &T) -> Ordering) -> Vec<T> {
    let compare_at = |a: usize, b: usize| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    };
    order(items.len(), &compare_at).into_iter().filter_map(|at| items.get(at).copied()).collect()
}

/// The places `0..count` in ascending order of what stands there. The number of comparisons is within `count * log2(count)`, but
/// each place moves up to `count` others.
pub(crate) fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = Vec::with_capacity(count);
    for at in 0..count {
        let end = places.partition_point(|&earlier| compare(earlier, at).is_le());
        places.insert(end, at);
    }
    places
}
