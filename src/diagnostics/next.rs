//! What to try after a story: one change of an operand that shows something that the story did not show.

use tensor_broadcasting::{Alignment, AxisRole, OperandId, Operation, Shape};

/// An operand and another shape for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// The operand.
    pub operand: OperandId,
    /// Its other shape.
    pub shape: Shape,
}

impl Next {
    /// What to try after an operation of two operands; `None` after any other one, and where an operand has many axes.
    ///
    /// After a clash, the size that can be stretched. After axes that were stretched, a size that clashes; for a column and a row the row that
    /// is as long as the column; for a vector of one element one that only misses its axes. After axes that were only inserted, a clash. After
    /// equal shapes, one axis less. So whoever follows it from a column and a row sees a result that is probably not meant, a clash, a
    /// stretched axis and a missing one, one after another.
    ///
    /// ```
    /// use broadcast_visualizer::diagnostics::Next;
    /// use broadcast_visualizer::state::{Analysis, Settings};
    ///
    /// let next = |a: &str, b: &str| {
    ///     let settings = Settings { a: a.to_owned(), b: b.to_owned(), ..Settings::default() };
    ///     let next = Next::of(&*Analysis::new(&settings).operation?)?;
    ///     Some(format!("{} {}", next.operand.name(), next.shape))
    /// };
    /// assert_eq!(next("4,1", "3").as_deref(), Some("b (4,)"));
    /// assert_eq!(next("4,1", "4").as_deref(), Some("a (4, 2)"));
    /// assert_eq!(next("4,2", "4").as_deref(), Some("b (1,)"));
    /// assert_eq!(next("4,2", "1").as_deref(), Some("b (2,)"));
    /// assert_eq!(next("4,2", "2").as_deref(), Some("b (4,)"));
    /// assert_eq!(next("2,3", "2").as_deref(), Some("b (1,)"));
    /// assert_eq!(next("5,3,4,1", "3,1,1").as_deref(), Some("b (3, 2, 1)"));
    /// assert_eq!(next("2,3", "3").as_deref(), Some("b (2,)"));
    /// assert_eq!(next("2,3", "2,3").as_deref(), Some("b (3,)"));
    /// assert_eq!(next("()", "()").as_deref(), Some("b (3,)"));
    /// ```
    #[must_use]
    pub fn of(operation: &Operation) -> Option<Self> {
        let alignment = operation.alignment();
        let is_pair = alignment.operands() == OperandId::PAIR && !operation.is_product();
        if !is_pair || alignment.ndim() > MAX_AXES {
            return None;
        }
        let other = |operand: OperandId, axis: usize, size: u64| {
            let mut shape = alignment.shape(operand).clone();
            let own = axis.checked_sub(alignment.missing(operand))?;
            *shape.sizes_mut().get_mut(own)? = size;
            Some(Self { operand, shape })
        };
        let axes = alignment.axes();
        if let Some(axis) = axes.iter().rposition(|axis| axis.clashes()) {
            return other(OperandId::B, axis, 1);
        }
        let last = |role: AxisRole| {
            let found = |operand: OperandId| axes.iter().rposition(|axis| axis.role(operand) == role);
            [OperandId::B, OperandId::A].into_iter().find_map(|operand| Some((operand, found(operand)?)))
        };
        if let Some(column) = column_with_row(alignment) {
            return other(OperandId::B, axes.len() - 1, column);
        }
        if let Some((operand, axis)) = last(AxisRole::Stretches) {
            let is_vector = alignment.shape(operand).ndim() == 1 && alignment.missing(operand) > 0;
            return other(
                operand,
                axis,
                match axes[axis].largest() {
                    size if is_vector => size,
                    2 => 3,
                    _ => 2,
                },
            );
        }
        if let Some((operand, _)) = last(AxisRole::Missing) {
            let (first, end) = (axes[0].largest(), axes.len() - 1);
            let size = if first > 1 && first != axes[end].largest() { first } else { axes[end].largest() + 1 };
            return match alignment.shape(operand).ndim() {
                0 => Some(Self { operand, shape: Shape::from([size].as_slice()) }),
                _ => other(operand, end, size),
            };
        }
        let sizes = alignment.shape(OperandId::B).get(1..).unwrap_or(&[3]);
        Some(Self { operand: OperandId::B, shape: Shape::from(sizes) })
    }
}

/// The largest number of axes of an operation that something is to be tried with.
const MAX_AXES: usize = 6;

/// The size of the column, where `a` is a column and `b` a row of another size.
fn column_with_row(alignment: &Alignment) -> Option<u64> {
    let (column, row) = (alignment.shape(OperandId::A), alignment.shape(OperandId::B));
    match (&**column, &**row) {
        (&[size, 1], &[other]) if size > 1 && size != other => Some(size),
        _ => None,
    }
}
