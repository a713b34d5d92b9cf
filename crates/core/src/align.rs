//! Shapes lined up at their last axis, and what each axis does.

use super::{OperandId, PerOperand, Shape, sizes_agree};

/// What broadcasting does with one operand along one aligned axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisRole {
    /// The operand already has the size of the result.
    Matches,
    /// The operand has size 1 and stretches to the other size (to nothing, where that is 0).
    Stretches,
    /// The operand lacks the axis: it is inserted in front with size 1, and then takes the other size.
    Missing,
    /// The operand has a size other than 1, and another operand has a different size other than 1.
    Clashes,
}

/// One axis of the aligned shapes: the size that each operand has there, and the size of the result.
///
/// ```
/// use tensor_broadcasting::{Alignment, AxisRole, OperandId, Shape};
/// let aligned = Alignment::new(vec![Shape::from([4, 1]), Shape::from([3])]);
/// let [rows, columns] = aligned.axes() else { panic!("two axes") };
/// assert_eq!((rows.role(OperandId::A), rows.role(OperandId::B)), (AxisRole::Matches, AxisRole::Missing));
/// assert_eq!((columns.role(OperandId::A), columns.role(OperandId::B)), (AxisRole::Stretches, AxisRole::Matches));
/// assert_eq!((rows.result(), columns.result()), (Some(4), Some(3)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    sizes: PerOperand<Option<u64>>,
    result: Option<u64>,
}

impl Axis {
    fn new(sizes: Vec<Option<u64>>) -> Self {
        let agree =
            |result: u64, &size: &u64| sizes_agree(result, size).then_some(if result == 1 { size } else { result });
        let result = sizes.iter().flatten().try_fold(1, agree);
        Self { sizes: sizes.into(), result }
    }

    /// The operands.
    #[must_use]
    pub fn operands(&self) -> &'static [OperandId] {
        self.sizes.ids()
    }

    /// The size that `operand` was given here; `None` where it lacks the axis.
    #[must_use]
    pub fn given_size(&self, operand: OperandId) -> Option<u64> {
        self.sizes[operand]
    }

    /// The size that `operand` counts with here: an axis that it lacks counts as an axis of size 1.
    #[must_use]
    pub fn size(&self, operand: OperandId) -> u64 {
        self.given_size(operand).unwrap_or(1)
    }

    /// The size in the result; `None` where the axis clashes.
    #[must_use]
    pub const fn result(&self) -> Option<u64> {
        self.result
    }

    /// Whether two operands have different sizes here, and neither size is 1.
    #[must_use]
    pub const fn clashes(&self) -> bool {
        self.result.is_none()
    }

    /// The different sizes that clash here, in the order of the operands; none where the axis does not clash.
    ///
    /// ```
    /// use tensor_broadcasting::{Alignment, Shape};
    /// let aligned = Alignment::new([3, 1, 4].map(|size| Shape::from([size])).to_vec());
    /// assert_eq!(aligned.axes()[0].clashing_sizes(), [3, 4]);
    /// ```
    #[must_use]
    pub fn clashing_sizes(&self) -> Vec<u64> {
        let mut sizes = Vec::new();
        for &operand in self.operands() {
            let size = self.size(operand);
            if self.role(operand) == AxisRole::Clashes && !sizes.contains(&size) {
                sizes.push(size);
            }
        }
        sizes
    }

    /// The largest size that an operand has here; an axis that it lacks counts as an axis of size 1.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.operands().iter().fold(0, |largest, &operand| largest.max(self.size(operand)))
    }

    /// What happens to `operand` here.
    #[must_use]
    pub fn role(&self, operand: OperandId) -> AxisRole {
        match (self.given_size(operand), self.result) {
            (None, _) => AxisRole::Missing,
            (size, result) if size == result => AxisRole::Matches,
            (Some(1), _) => AxisRole::Stretches,
            (Some(_), _) => AxisRole::Clashes,
        }
    }

    /// The operands that broadcasting changes here, because they lack the axis or stretch along it, with their roles.
    pub fn changes(&self) -> impl Iterator<Item = (OperandId, AxisRole)> + '_ {
        let roles = self.sizes.ids().iter().map(|&operand| (operand, self.role(operand)));
        roles.filter(|(_, role)| matches!(role, AxisRole::Missing | AxisRole::Stretches))
    }

    /// The first operand that has the size of the result here; `None` where the axis clashes.
    #[must_use]
    pub fn matching(&self) -> Option<OperandId> {
        self.sizes.ids().iter().copied().find(|&operand| self.role(operand) == AxisRole::Matches)
    }

    /// Whether `operand` repeats its one element along this axis: it has size 1 (or the axis is missing) and the result
    /// does not.
    #[must_use]
    pub fn stretches(&self, operand: OperandId) -> bool {
        self.size(operand) == 1 && self.result.is_some_and(|size| size != 1)
    }
}

/// Shapes lined up at their last axis: one [`Axis`] for each axis of the longest shape, first axis first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    shapes: PerOperand<Shape>,
    axes: Vec<Axis>,
}

impl Alignment {
    /// Lines up the shapes of all operands. Never fails: [`broadcast`] says whether they broadcast.
    #[must_use]
    pub fn new(shapes: Vec<Shape>) -> Self {
        let ndim = shapes.iter().map(Shape::ndim).max().unwrap_or(0);
        let size = |shape: &Shape, axis: usize| (axis + shape.ndim()).checked_sub(ndim).map(|own| shape[own]);
        let axis = |axis| Axis::new(shapes.iter().map(|shape| size(shape, axis)).collect());
        let axes = (0..ndim).map(axis).collect();
        Self { shapes: shapes.into(), axes }
    }

    /// The axes, first axis first.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The number of aligned axes.
    #[must_use]
    pub fn ndim(&self) -> usize {
        self.axes.len()
    }

    /// The operands.
    #[must_use]
    pub fn operands(&self) -> &'static [OperandId] {
        self.shapes.ids()
    }

    /// The shape of one operand, as it was given.
    #[must_use]
    pub fn shape(&self, operand: OperandId) -> &Shape {
        &self.shapes[operand]
    }

    /// How many leading axes `operand` lacks.
    #[must_use]
    pub fn missing(&self, operand: OperandId) -> usize {
        self.ndim() - self.shape(operand).ndim()
    }

    /// The index in `operand` of the element that is used at `index` of the result: missing axes are dropped, and the index
    /// is 0 along each size-1 axis.
    ///
    /// ```
    /// use tensor_broadcasting::{Alignment, OperandId, Shape};
    /// let aligned = Alignment::new(vec![Shape::from([5, 3, 4, 1]), Shape::from([3, 1, 1])]);
    /// assert_eq!(aligned.operand_index(OperandId::B, &[4, 2, 3, 0]), [2, 0, 0]);
    /// ```
    #[must_use]
    pub fn operand_index(&self, operand: OperandId, index: &[u64]) -> Vec<u64> {
        let own = self.axes.iter().zip(index).skip(self.missing(operand));
        own.map(|(axis, &i)| if axis.size(operand) == 1 { 0 } else { i }).collect()
    }
}

/// Shapes that broadcast, lined up, with the shape of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broadcast {
    alignment: Alignment,
    shape: Shape,
}

impl Broadcast {
    /// The shapes, lined up.
    #[must_use]
    pub const fn alignment(&self) -> &Alignment {
        &self.alignment
    }

    /// The shape of the result.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// Shapes that do not broadcast, lined up, with every axis on which they clash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Boxed, so that an error is no larger than a success.
    alignment: Box<Alignment>,
    clashes: Vec<usize>,
}

impl Mismatch {
    /// The shapes, lined up.
    #[must_use]
    pub fn alignment(&self) -> &Alignment {
        &self.alignment
    }

    /// Every aligned axis that clashes, from the last to the first: the order in which the rule finds them. Never empty.
    /// [`Alignment::axes`] has the sizes.
    #[must_use]
    pub fn clashes(&self) -> &[usize] {
        &self.clashes
    }
}

/// Lines up the shapes of all operands and decides whether they broadcast.
///
/// # Errors
///
/// A [`Mismatch`] with every axis on which they clash, last axis first.
///
/// ```
/// use tensor_broadcasting::{OperandId, Shape, broadcast};
/// let mismatch = broadcast(vec![Shape::from([5, 2, 4, 1]), Shape::from([3, 1, 1])]).expect_err("2 is not 3");
/// assert_eq!(mismatch.clashes(), [1]);
/// let axis = &mismatch.alignment().axes()[1];
/// assert_eq!((axis.size(OperandId::A), axis.size(OperandId::B)), (2, 3));
/// ```
pub fn broadcast(shapes: Vec<Shape>) -> Result<Broadcast, Mismatch> {
    let alignment = Alignment::new(shapes);
    let axes = alignment.axes.iter().enumerate();
    let clashes: Vec<usize> = axes.rev().filter_map(|(number, axis)| axis.clashes().then_some(number)).collect();
    if clashes.is_empty() {
        let shape = alignment.axes.iter().filter_map(Axis::result).collect();
        Ok(Broadcast { alignment, shape })
    } else {
        Err(Mismatch { alignment: Box::new(alignment), clashes })
    }
}
