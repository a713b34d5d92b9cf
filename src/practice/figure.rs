//! An operand in a layout of its own, which tells nothing about the result.

use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Shape, ravel, unravel};

/// The largest numbers of rows, of columns and of blocks. More are folded.
const MAX_ROWS: u64 = 8;
const MAX_COLUMNS: u64 = 8;
const MAX_BLOCKS: u64 = 6;

/// The elements of an operand, in blocks of rows and columns: the last axis across, the one before it down.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figure {
    /// The blocks, one for each index of the outer axes; `None` in place of those that are folded. No blocks without elements.
    pub blocks: Vec<Option<Block>>,
}

/// The elements of an operand with one index of the outer axes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The index of the outer axes; empty where there are none.
    pub outer: Vec<u64>,
    /// The rows with the index of each element; `None` in place of elements that are folded.
    pub rows: Vec<Vec<Option<Vec<u64>>>>,
}

impl Figure {
    /// The figure of a tensor of this shape.
    ///
    /// ```
    /// use tensor_broadcasting::Shape;
    /// use broadcast_visualizer::practice::Figure;
    /// let figure = Figure::of(&Shape::from([2, 1, 3]));
    /// let block = figure.blocks[1].as_ref().expect("a block");
    /// assert_eq!((block.outer.as_slice(), block.rows.len()), (&[1][..], 1));
    /// assert_eq!(block.rows[0][2], Some(vec![1, 0, 2]));
    /// ```
    #[must_use]
    pub fn of(shape: &Shape) -> Self {
        if shape.contains(&0) {
            return Self::default();
        }
        let (rest, columns) = shape.split_last().map_or((&[][..], 1), |(&columns, rest)| (rest, columns));
        let (outer, rows) = rest.split_last().map_or((&[][..], 1), |(&rows, outer)| (outer, rows));
        // A number cannot have an index along axes that it does not have.
        let inner_ndim = shape.ndim().min(2);
        let index = |outer: &[u64], row: u64, column: u64| -> Vec<u64> {
            let inner = [row, column];
            outer.iter().chain(inner.iter().skip(2 - inner_ndim)).copied().listed()
        };
        let outer_shape = Shape::from(outer);
        let block = |position: u64| {
            let outer = unravel(&outer_shape, position)?;
            let line = |row: Option<u64>| -> Vec<Option<Vec<u64>>> {
                let columns = folded(columns, MAX_COLUMNS);
                columns.into_iter().map(|column| Some(index(&outer, row?, column?))).listed()
            };
            let rows = folded(rows, MAX_ROWS).into_iter().map(line).listed();
            Some(Block { outer, rows })
        };
        let count = outer_shape.numel().unwrap_or(u64::MAX);
        Self { blocks: folded(count, MAX_BLOCKS).into_iter().map(|position| position.and_then(block)).listed() }
    }
}

/// Whether a figure of a tensor of this shape has a cell for the element at `index`.
pub(super) fn shows(shape: &Shape, index: &[u64]) -> bool {
    let (outer, inner) = index.split_at(index.len().saturating_sub(2));
    let (outer_sizes, inner_sizes) = shape.split_at(outer.len().min(shape.ndim()));
    let is_shown = |position: u64, size: u64, max: u64| size <= max || position < max - 2 || position + 1 == size;
    let outer_shape = Shape::from(outer_sizes);
    let blocks = outer_shape.numel().unwrap_or(u64::MAX);
    ravel(&outer_shape, outer).is_some_and(|block| is_shown(block, blocks, MAX_BLOCKS))
        && inner.iter().zip(inner_sizes).all(|(&i, &size)| is_shown(i, size, MAX_ROWS.min(MAX_COLUMNS)))
}

/// The positions along an axis that are shown, with `None` in place of those that are not.
fn folded(size: u64, max: u64) -> Vec<Option<u64>> {
    if size <= max {
        return (0..size).map(Some).listed();
    }
    (0..max - 2).map(Some).chain([None, Some(size - 1)]).listed()
}

#[cfg(test)]
mod tests {
    use super::{Block, Figure};
    use tensor_broadcasting::Shape;

    fn blocks(sizes: &[u64]) -> Vec<Option<Block>> {
        Figure::of(&Shape::from(sizes)).blocks
    }

    #[test]
    fn a_number_has_one_cell_and_an_empty_tensor_none() {
        assert_eq!(blocks(&[]), [Some(Block { outer: vec![], rows: vec![vec![Some(vec![])]] })]);
        assert_eq!(blocks(&[3, 0]), []);
    }

    #[test]
    fn a_vector_is_one_row_and_a_column_has_one_element_in_each_row() {
        assert_eq!(blocks(&[2]), [Some(Block { outer: vec![], rows: vec![vec![Some(vec![0]), Some(vec![1])]] })]);
        let rows = vec![vec![Some(vec![0, 0])], vec![Some(vec![1, 0])]];
        assert_eq!(blocks(&[2, 1]), [Some(Block { outer: vec![], rows })]);
    }

    #[test]
    fn what_is_shown_has_a_cell() {
        for sizes in [&[][..], &[3], &[9], &[12, 2], &[7, 2, 3], &[2, 3, 9, 1], &[2, 0]] {
            let shape = Shape::from(sizes);
            let figure = Figure::of(&shape);
            let cells = figure.blocks.iter().flatten().flat_map(|block| block.rows.iter().flatten().flatten());
            let cells: Vec<&Vec<u64>> = cells.collect();
            for index in (0..shape.numel().unwrap_or(0)).filter_map(|position| super::unravel(&shape, position)) {
                assert_eq!(super::shows(&shape, &index), cells.contains(&&index), "{sizes:?} {index:?}");
            }
        }
    }

    #[test]
    fn large_axes_are_folded() {
        for sizes in [&[1 << 40][..], &[1 << 40, 3], &[1 << 40, 1 << 40, 1 << 40], &[100, 100, 2, 2]] {
            let blocks = blocks(sizes);
            assert!(blocks.len() <= 6, "{sizes:?}");
            let cells: Vec<_> = blocks.iter().flatten().flat_map(|block| block.rows.iter().flatten()).collect();
            assert!(cells.len() <= 6 * 64, "{sizes:?}");
            assert!(cells.iter().any(|cell| cell.as_ref().is_some_and(|index| index.len() == sizes.len())));
            assert!(blocks.contains(&None) || cells.contains(&&None), "{sizes:?}");
        }
    }
}
