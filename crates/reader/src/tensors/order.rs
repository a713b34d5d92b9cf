//! Sorting of short lists. The standard library's sort is compiled for each type anew, into 3 to 5 KB each time.

use std::cmp::Ordering;
use tensor_broadcasting::lists::Listed;

/// The items in ascending order. Equal items keep their order.
pub(crate) fn sorted<T: Copy>(items: &[T], compare: fn(&T, &T) -> Ordering) -> Vec<T> {
    let compare_at = |a: usize, b: usize| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    };
    order(items.len(), &compare_at).into_iter().filter_map(|at| items.get(at).copied()).listed()
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

/// Numbers, each once. (The standard library's sets are compiled into 5 KB, which sort.)
#[derive(Debug, Default)]
pub(crate) struct Numbers(Vec<usize>);

impl Numbers {
    /// Adds a number. Gives whether it is new.
    pub(crate) fn insert(&mut self, number: usize) -> bool {
        let place = self.0.binary_search(&number);
        if let Err(at) = place {
            self.0.insert(at, number);
        }
        place.is_err()
    }

    /// Whether a number is among them.
    pub(crate) fn contains(&self, number: &usize) -> bool {
        self.0.binary_search(number).is_ok()
    }

    /// The numbers in ascending order.
    pub(crate) fn as_slice(&self) -> &[usize] {
        &self.0
    }
}

impl Extend<usize> for Numbers {
    fn extend<T: IntoIterator<Item = usize>>(&mut self, numbers: T) {
        for number in numbers {
            self.insert(number);
        }
    }
}

impl FromIterator<usize> for Numbers {
    fn from_iter<T: IntoIterator<Item = usize>>(numbers: T) -> Self {
        let mut all = Self::default();
        all.extend(numbers);
        all
    }
}
