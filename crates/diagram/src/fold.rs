//! Which indices of a long axis are drawn: head, ⋯, tail.

/// The drawn indices of one axis: the first `head` ones, then (where `hidden` is not 0) a gap, then the last `tail` ones.
/// Each drawn index and the gap take one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoldedAxis {
    /// The number of indices drawn at the start.
    pub head: u64,
    /// The number of indices that are not drawn.
    pub hidden: u64,
    /// The number of indices drawn at the end.
    pub tail: u64,
}

impl FoldedAxis {
    /// An axis of `size` in at most `limit` slots, the gap's slot included. A folded axis takes at least 2 slots.
    ///
    /// ```
    /// use broadcasting_diagram::FoldedAxis;
    /// assert_eq!(FoldedAxis::within(4, 9), FoldedAxis { head: 4, hidden: 0, tail: 0 });
    /// assert_eq!(FoldedAxis::within(14, 5), FoldedAxis { head: 3, hidden: 10, tail: 1 });
    /// assert_eq!(FoldedAxis::within(14, 1), FoldedAxis { head: 1, hidden: 13, tail: 0 });
    /// ```
    #[must_use]
    pub const fn within(size: u64, limit: u64) -> Self {
        if size <= limit {
            return Self { head: size, hidden: 0, tail: 0 };
        }
        // One slot goes to the gap and, from three slots on, one to the last index.
        let tail = if limit >= 3 { 1 } else { 0 };
        let head = if limit >= 3 { limit - 2 } else { 1 };
        Self { head, hidden: size - head - tail, tail }
    }

    /// The number of indices that are drawn.
    #[must_use]
    pub const fn drawn(&self) -> usize {
        (self.head + self.tail) as usize
    }

    /// The number of slots, the gap's included.
    #[must_use]
    pub const fn slots(&self) -> usize {
        self.drawn() + if self.hidden > 0 { 1 } else { 0 }
    }

    /// The index drawn in a slot; `None` for the gap.
    #[must_use]
    pub const fn index(&self, slot: usize) -> Option<u64> {
        let slot = slot as u64;
        if slot < self.head {
            Some(slot)
        } else if self.hidden == 0 || slot > self.head {
            Some(slot + self.hidden - if self.hidden > 0 { 1 } else { 0 })
        } else {
            None
        }
    }

    /// Whether the index drawn in a slot is less than `size`. The gap counts as the first hidden index.
    #[must_use]
    pub const fn is_within(&self, slot: usize, size: u64) -> bool {
        match self.index(slot) {
            Some(index) => index < size,
            None => self.head < size,
        }
    }

    /// The slot in which an index is drawn; `None` where it is hidden.
    #[must_use]
    pub const fn slot(&self, index: u64) -> Option<usize> {
        if index < self.head {
            Some(index as usize)
        } else if index >= self.head + self.hidden && index < self.head + self.hidden + self.tail {
            Some((index - self.hidden) as usize + if self.hidden > 0 { 1 } else { 0 })
        } else {
            None
        }
    }
}
