//! Nested lists as they are written: what is wrong with them, and where.

use crate::shapes::{MAX_AXES, Problem};
use crate::syntax::failure::{Failure, failure};
use crate::syntax::tree::{Expression, ExpressionKind, SequenceKind};

/// What keeps nested lists of numbers from being a tensor; `None` where nothing does, or where other expressions stand in them.
pub(crate) fn fault(list: &Expression) -> Option<Failure> {
    let mut tree = Tree { sizes: Vec::new(), leaf_depth: None };
    match tree.read(list, 0) {
        Ok(()) => None,
        Err(fault) => fault,
    }
}

/// What has been read of a nested list: the length at each depth, and where the numbers stand.
struct Tree {
    sizes: Vec<usize>,
    leaf_depth: Option<usize>,
}

impl Tree {
    /// Reads a list. An error without a failure is an expression that is neither a list nor a number.
    fn read(&mut self, item: &Expression, depth: usize) -> Result<(), Option<Failure>> {
        let error = |problem| Err(Some(failure(&item.span, problem)));
        let items = match &item.kind {
            ExpressionKind::Sequence { kind, items } if *kind != SequenceKind::Set => items,
            ExpressionKind::Integer(Some(_)) | ExpressionKind::Float(_) | ExpressionKind::Bool(_) => {
                let is_mixed = *self.leaf_depth.get_or_insert(depth) != depth || self.sizes.len() > depth;
                return if is_mixed { error(Problem::MixedDepth) } else { Ok(()) };
            }
            ExpressionKind::Unary { operand, .. } => return self.read(operand, depth),
            ExpressionKind::Text(_) | ExpressionKind::None => return error(Problem::NotAValue(None)),
            _ => return Err(None),
        };
        if depth == MAX_AXES {
            return error(Problem::TooManyAxes);
        }
        if self.leaf_depth.is_some_and(|leaf| leaf <= depth) {
            // Only the bracket is pointed at: it opens one level too many.
            let start = item.span.start;
            return Err(Some(failure(&(start..start + 1), Problem::MixedDepth)));
        }
        let found = items.len();
        match self.sizes.get(depth) {
            None => self.sizes.push(found),
            Some(&expected) if expected != found => return error(Problem::Ragged { expected, found }),
            Some(_) => {}
        }
        // An empty list is a leaf level: nothing can stand deeper.
        if found == 0 {
            self.leaf_depth.get_or_insert(depth + 1);
        }
        items.iter().try_for_each(|item| self.read(item, depth + 1))
    }
}
