//! How much work a program may cause.

use crate::syntax::failure::{Failure, failure};
use std::ops::Range;

use crate::evaluator::value::Value;
use crate::shapes::Problem;
use tensor_broadcasting::Values;

/// So many entries of lists, and elements that are written out, may be made or copied.
const LIMIT: usize = 4_096;

/// The cost of one copy of a buffer. It bounds how many copies can be made of each other, because an element of a copy is
/// looked up through all of them.
pub(crate) const COPY: usize = 500;

/// The cost of a view.
const VIEW: usize = 8;

/// What a program has spent so far.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    spent: usize,
}

impl Budget {
    /// Spends `cost` on what stands at `span`.
    ///
    /// # Errors
    ///
    /// [`Problem::TooManyValues`], where more than the limit would be spent.
    pub(crate) fn spend(&mut self, cost: usize, span: &Range<usize>) -> Result<(), Failure> {
        self.spent = self.spent.saturating_add(cost);
        let problem = Problem::TooManyValues;
        if self.spent > LIMIT { Err(failure(span, problem)) } else { Ok(()) }
    }

    /// Spends the cost of a view of `ndim` axes.
    ///
    /// # Errors
    ///
    /// As for [`Budget::spend`].
    pub(crate) fn spend_view(&mut self, ndim: usize, span: &Range<usize>) -> Result<(), Failure> {
        self.spend(VIEW + ndim / 4, span)
    }
}

/// The cost of copying a buffer.
pub(crate) fn buffer_cost(values: &Values) -> usize {
    match values {
        Values::Listed(values) => values.len(),
        Values::Copied(source) => COPY + buffer_cost(&source.1),
        _ => 0,
    }
}

/// The cost of copying a value.
pub(crate) fn cost(value: &Value) -> usize {
    match value {
        Value::List(items) => 1 + items.iter().map(|item| cost(&item.value)).sum::<usize>(),
        Value::Tensor(operand) => VIEW + buffer_cost(&operand.tensor.values),
        _ => 1,
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_once() {
        let mut budget = Budget::default();
        budget.spend(LIMIT - 1, &(0..1)).expect("it is within the limit");
        budget.spend(1, &(1..2)).expect("it is the limit");
        let error = budget.spend(1, &(2..3)).expect_err("it is above the limit");
        assert_eq!((error.span, error.problem), (2..3, Problem::TooManyValues));
        assert!(Budget::default().spend(usize::MAX, &(0..1)).is_err());
    }
}
