//! Which indices of a long axis are drawn: the first ones, ⋯, the last ones.

use super::panel::OPERANDS;
use std::ops::Range;

/// The sizes that one axis has: of operands that clash there each has a last index of its own, which is drawn if there is room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ends {
    /// In ascending order, each at least 1. Of fewer sizes, the largest one stands there more than once.
    sizes: [u64; OPERANDS],
}

impl Ends {
    /// An axis of one size, which counts as 1 where it is 0.
    #[must_use]
    pub const fn one(size: u64) -> Self {
        Self { sizes: [if size == 0 { 1 } else { size }; OPERANDS] }
    }

    /// An axis of several sizes, of which the first ones count.
    #[must_use]
    pub fn of(clashing: &[u64]) -> Self {
        let largest = clashing.iter().fold(1, |most, &size| size.max(most));
        let mut sizes = [largest; OPERANDS];
        for (place, &size) in sizes.iter_mut().zip(clashing) {
            *place = size.max(1);
        }
        // The sort of the standard library takes thousands of bytes.
        for end in (1..OPERANDS).rev() {
            for place in 0..end {
                if sizes[place] > sizes[place + 1] {
                    sizes.swap(place, place + 1);
                }
            }
        }
        Self { sizes }
    }

    /// The number of slots with which the first index and the end of each size are drawn.
    pub(super) fn slots(&self) -> u64 {
        let different = self.sizes.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64 + 1;
        (2 * different + 1).min(self.largest())
    }

    /// Whether the sizes are not all the same.
    pub(super) const fn differ(&self) -> bool {
        self.sizes[0] != self.largest()
    }

    /// The largest size.
    #[must_use]
    pub const fn largest(&self) -> u64 {
        self.sizes[OPERANDS - 1]
    }
}

/// The largest number of runs of indices: the first ones, and the end of each size.
const RUNS: usize = OPERANDS + 1;

/// The drawn indices of one axis: runs of neighbouring indices, with a gap wherever some are left out. Each drawn index and each gap takes
/// one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoldedAxis {
    /// The size of the axis.
    size: u64,
    /// The first index of each run, and its length; runs of no indices come last.
    runs: [(u64, u64); RUNS],
}

impl FoldedAxis {
    /// An axis of `size` in at most `limit` slots, those of gaps included. A folded axis takes at least 2 slots.
    ///
    /// ```
    /// use broadcasting_diagram::FoldedAxis;
    /// let drawn = |size, limit| {
    ///     let axis = FoldedAxis::within(size, limit);
    ///     (0..axis.slots()).map(|slot| axis.index(slot)).collect::<Vec<_>>()
    /// };
    /// assert_eq!(drawn(4, 9), [Some(0), Some(1), Some(2), Some(3)]);
    /// assert_eq!(drawn(14, 5), [Some(0), Some(1), Some(2), None, Some(13)]);
    /// assert_eq!(drawn(14, 1), [Some(0), None]);
    /// ```
    #[must_use]
    pub const fn within(size: u64, limit: u64) -> Self {
        let mut runs = [(size, 0); RUNS];
        if size <= limit {
            runs[0] = (0, size);
        } else if limit < 3 {
            runs[0] = (0, 1);
        } else {
            // One slot goes to the gap, and one to the last index.
            runs[0] = (0, limit - 2);
            runs[1] = (size - 1, 1);
        }
        Self { size, runs }
    }

    /// An axis on which operands of several sizes clash: the end of each size is drawn, and the first index that the smaller one lacks, so
    /// that no operand is folded because another one is larger. Where there is no room for all ends, only that of the largest.
    ///
    /// ```
    /// use broadcasting_diagram::{Ends, FoldedAxis};
    /// let axis = FoldedAxis::of(Ends::of(&[16, 64]), 7);
    /// let drawn: Vec<_> = (0..axis.slots()).map(|slot| axis.index(slot)).collect();
    /// assert_eq!(drawn, [Some(0), Some(1), None, Some(15), Some(16), None, Some(63)]);
    /// // Each operand counts its own indices.
    /// assert_eq!([64, 16].map(|size| axis.hidden_of(size)), [59, 13]);
    /// // A small operand is whole.
    /// assert_eq!(FoldedAxis::of(Ends::of(&[3, 64]), 6).hidden_of(3), 0);
    /// ```
    #[must_use]
    pub fn of(ends: Ends, limit: u64) -> Self {
        let size = ends.largest();
        let whole = Self::within(size, limit);
        if size <= limit || ends.sizes[0] == size {
            return whole;
        }
        // The longest beginning with which the ends have room.
        let with_ends = |beginning: u64, beyond: u64| {
            let mut axis = Self { size, runs: [(size, 0); RUNS] };
            axis.runs[0] = (0, beginning);
            for end in ends.sizes {
                axis.add(end - 1, end.saturating_add(beyond).min(size));
            }
            axis
        };
        let fits = |axis: &Self| axis.slots() as u64 <= limit;
        let beyond = if fits(&with_ends(1, 1)) { 1 } else { 0 };
        let mut axis = with_ends(1, beyond);
        if !fits(&axis) {
            return whole;
        }
        // Beyond the ends of all others there is only what the largest one has.
        let others = ends.sizes.iter().filter(|end| **end < size).fold(0, |most, &end| end.max(most));
        for beginning in 2..limit.min(others.saturating_add(2)) {
            let longer = with_ends(beginning, beyond);
            if fits(&longer) {
                axis = longer;
            }
        }
        axis
    }

    /// Adds the indices from `start` to before `end`, which is not less than the ends before.
    fn add(&mut self, start: u64, end: u64) {
        let used = self.runs.iter().take_while(|(_, length)| *length > 0).count();
        let Some((first, length)) = used.checked_sub(1).and_then(|last| self.runs.get_mut(last)) else { return };
        // A gap that hides one index takes as much space as the index.
        if start <= *first + *length + 1 {
            *length = (*length).max(end - *first);
        } else if let Some(run) = self.runs.get_mut(used) {
            *run = (start, end - start);
        }
    }

    /// The runs, each with the slot of its first index.
    fn placed(&self) -> impl Iterator<Item = (usize, u64, u64)> + '_ {
        let mut slot = 0;
        let runs = self.runs.iter().take_while(|(_, length)| *length > 0);
        runs.map(move |&(start, length)| {
            let at = slot;
            slot += length as usize + 1;
            (at, start, length)
        })
    }

    /// The size of the axis.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Whether some indices are not drawn.
    #[must_use]
    pub const fn is_folded(&self) -> bool {
        self.runs[0].1 < self.size
    }

    /// Whether the last index is drawn.
    #[must_use]
    pub fn has_last(&self) -> bool {
        self.slot(self.size.saturating_sub(1)).is_some()
    }

    /// The number of indices that an operand of a size has and that are not drawn.
    #[must_use]
    pub fn hidden_of(&self, size: u64) -> u64 {
        let drawn = |&(start, length): &(u64, u64)| (start + length).min(size).saturating_sub(start);
        size.min(self.size) - self.runs.iter().map(drawn).sum::<u64>()
    }

    /// The number of slots, those of gaps included.
    #[must_use]
    pub fn slots(&self) -> usize {
        if !self.is_folded() {
            return self.size as usize;
        }
        self.placed()
            .last()
            .map_or(0, |(slot, start, length)| slot + length as usize + usize::from(start + length < self.size))
    }

    /// The index drawn in a slot; `None` for a gap.
    #[must_use]
    pub fn index(&self, slot: usize) -> Option<u64> {
        let run = self.placed().take_while(|&(at, ..)| at <= slot).last();
        let (at, start, length) = run?;
        let index = (slot - at) as u64;
        (index < length).then_some(start + index)
    }

    /// The indices that a gap stands for; in any other slot its own index.
    #[must_use]
    pub fn indices(&self, slot: usize) -> Range<u64> {
        if let Some(index) = self.index(slot) {
            return index..index + 1;
        }
        let end = |&(at, start, length): &(usize, u64, u64)| (at + length as usize, start + length);
        let before = self.placed().take_while(|run| end(run).0 <= slot).last();
        let from = before.map_or(0, |run| end(&run).1);
        let next = self.placed().find(|&(at, ..)| at > slot);
        from..next.map_or(self.size, |(_, start, _)| start)
    }

    /// Whether a tensor of `size` has something in a slot: the index, or the first one of a gap.
    #[must_use]
    pub fn is_within(&self, slot: usize, size: u64) -> bool {
        self.indices(slot).start < size
    }

    /// The number of slots that a tensor of `size` has.
    #[must_use]
    pub fn slots_of(&self, size: u64) -> usize {
        if size >= self.size || !self.is_folded() {
            return if size >= self.size { self.slots() } else { size as usize };
        }
        let own = |(at, start, length): (usize, u64, u64)| match size.checked_sub(start) {
            None | Some(0) => 0,
            // It has something in the gap after the run as well.
            Some(own) if own > length => at + length as usize + 1,
            Some(own) => at + own as usize,
        };
        self.placed().map(own).fold(0, usize::max)
    }

    /// The slot of the first gap.
    #[must_use]
    pub const fn first_gap(&self) -> usize {
        self.runs[0].1 as usize
    }

    /// The number of gaps within the first slots.
    #[must_use]
    pub fn gaps_in(&self, slots: usize) -> usize {
        if !self.is_folded() {
            return 0;
        }
        self.placed().filter(|&(at, _, length)| at + (length as usize) < slots).count()
    }

    /// The slot in which an index is drawn; `None` where it is hidden.
    #[must_use]
    pub fn slot(&self, index: u64) -> Option<usize> {
        let is_in = |&(_, start, length): &(usize, u64, u64)| index >= start && index - start < length;
        self.placed().find(is_in).map(|(at, start, _)| at + (index - start) as usize)
    }
}
