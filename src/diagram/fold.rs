//! Which indices of a long axis are drawn: head, ⋯, tail.

/// The drawn indices of one axis: the first `head` ones, then (where `hidden` is not 0) a gap, then the last `tail` ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoldedAxis {
    /// How many indices are drawn from 0 up.
    pub head: u64,
    /// How many are not drawn.
    pub hidden: u64,
    /// How many are drawn at the end.
    pub tail: u64,
}

impl FoldedAxis {
    /// All of an axis of `size` in at most `limit` places (at least 1), the gap's place included.
    ///
    /// ```
    /// use broadcast_visualizer::diagram::FoldedAxis;
    /// assert_eq!(FoldedAxis::within(4, 9), FoldedAxis { head: 4, hidden: 0, tail: 0 });
    /// assert_eq!(FoldedAxis::within(14, 5), FoldedAxis { head: 3, hidden: 10, tail: 1 });
    /// assert_eq!(FoldedAxis::within(14, 1), FoldedAxis { head: 1, hidden: 13, tail: 0 });
    /// ```
    #[must_use]
    pub const fn within(size: u64, limit: u64) -> Self {
        if size <= limit {
            return Self { head: size, hidden: 0, tail: 0 };
        }
        // One place goes to the gap and, where there is room, one to the last index.
        let tail = if limit >= 3 { 1 } else { 0 };
        let head = if limit >= 3 { limit - 2 } else { 1 };
        Self { head, hidden: size - head - tail, tail }
    }

    /// How many indices are drawn.
    #[must_use]
    pub const fn drawn(&self) -> usize {
        (self.head + self.tail) as usize
    }

    /// How many places are taken, the gap's included.
    #[must_use]
    pub const fn slots(&self) -> usize {
        self.drawn() + if self.hidden > 0 { 1 } else { 0 }
    }

    /// The index drawn at a place; `None` for the gap.
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

    /// The place at which an index is drawn; `None` where it is hidden.
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
