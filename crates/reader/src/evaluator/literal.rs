//! Nested lists to elements.

use crate::evaluator::value::{Spanned, Value};
use crate::shapes::{MAX_AXES, Problem};
use crate::syntax::failure::{Failure, failure};
use tensor_broadcasting::{Scalar, Shape, Tensor, Values};

/// The tensor that a number or nested lists of numbers say.
pub(crate) fn tensor(item: &Spanned<Value>) -> Result<Tensor, Failure> {
    let mut tree = Tree { sizes: Vec::new(), leaf_depth: None, values: Vec::new() };
    tree.read(item, 0)?;
    let shape = Shape::from(tree.sizes.iter().map(|&n| n as u64).collect::<Vec<_>>().as_slice());
    // One real number makes every element real, one integer every truth value a number, as in both libraries.
    let rank = |value: &Scalar| match value {
        Scalar::Bool(_) => 0,
        Scalar::Int(_) => 1,
        Scalar::Float(_) => 2,
    };
    let highest = tree.values.iter().map(rank).max().unwrap_or(2);
    for value in &mut tree.values {
        match highest {
            2 => *value = Scalar::Float(value.to_float()),
            1 => *value = Scalar::Int(value.to_int()),
            _ => {}
        }
    }
    Ok(Tensor::contiguous(&shape, Values::Listed(tree.values)))
}

/// What has been read of a nested list: the length at each depth, where the numbers stand, and the numbers.
struct Tree {
    sizes: Vec<usize>,
    leaf_depth: Option<usize>,
    values: Vec<Scalar>,
}

impl Tree {
    fn read(&mut self, item: &Spanned<Value>, depth: usize) -> Result<(), Failure> {
        let Value::List(items) = &item.value else { return self.leaf(item, depth) };
        if depth == MAX_AXES {
            return Err(item.error(Problem::TooManyAxes));
        }
        if self.leaf_depth.is_some_and(|leaf| leaf <= depth) {
            // Only the bracket is pointed at: it opens one level too many.
            let start = item.span.start;
            return Err(failure(&(start..start + 1), Problem::MixedDepth));
        }
        let found = items.len();
        if self.sizes.len() == depth {
            self.sizes.push(found);
        } else if self.sizes[depth] != found {
            return Err(item.error(Problem::Ragged { expected: self.sizes[depth], found }));
        }
        // An empty list is a leaf level: nothing can stand deeper.
        if found == 0 {
            self.leaf_depth.get_or_insert(depth + 1);
        }
        items.iter().try_for_each(|item| self.read(item, depth + 1))
    }

    fn leaf(&mut self, item: &Spanned<Value>, depth: usize) -> Result<(), Failure> {
        let value = item.scalar()?;
        if *self.leaf_depth.get_or_insert(depth) != depth || self.sizes.len() > depth {
            return Err(item.error(Problem::MixedDepth));
        }
        self.values.push(value);
        Ok(())
    }
}
