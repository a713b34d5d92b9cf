//! The lines of a program by the places of its characters.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

/// The places of the lines of a text, in characters.
#[derive(Clone)]
pub(super) struct Lines {
    /// The place of the first character of each line.
    starts: Vec<usize>,
    /// The number of characters of the text.
    length: usize,
}

impl Lines {
    pub(super) fn of(code: &str) -> Self {
        let ends = code.chars().enumerate().filter(|(_, c)| *c == '\n').map(|(at, _)| at + 1);
        Self { starts: std::iter::once(0).chain(ends).listed(), length: code.chars().count() }
    }

    /// The number of the line of a place, counted from 1.
    pub(super) fn number(&self, place: usize) -> usize {
        self.starts.partition_point(|&start| start <= place)
    }

    /// The number of the last line of a range, counted from 1.
    pub(super) fn last(&self, range: &Range<usize>) -> usize {
        self.number(range.end.saturating_sub(1).max(range.start))
    }

    /// The characters of a line.
    pub(super) fn range(&self, number: usize) -> Range<usize> {
        let start = |number: usize| self.starts.get(number).copied().unwrap_or(self.length + 1);
        start(number.saturating_sub(1))..start(number)
    }
}
