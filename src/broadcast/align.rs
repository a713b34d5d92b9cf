//! Two shapes lined up at their last axis, and what each axis does.

use super::{Shape, StridedLayout, sizes_agree};

/// One of the two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The left operand, `a`.
    A,
    /// The right operand, `b`.
    B,
}

impl Side {
    /// Both, in the order in which they are written.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// Its name on screen and in code.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// What happens at one aligned axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisRole {
    /// Both operands have the same size here.
    Equal,
    /// This operand has size 1 here and stretches to the other's size (to nothing, where that is 0).
    Stretches(Side),
    /// This operand lacks the axis: it is inserted in front with size 1, then takes the other's size.
    Missing(Side),
    /// The sizes differ and neither is 1.
    Clash,
}

/// One axis of the aligned shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// The size in `a`; `None` where `a` has no such axis.
    pub a: Option<u64>,
    /// The size in `b`; `None` where `b` has no such axis.
    pub b: Option<u64>,
    /// What happens here.
    pub role: AxisRole,
}

impl Axis {
    const fn new(a: Option<u64>, b: Option<u64>) -> Self {
        let role = match (a, b) {
            (None, _) => AxisRole::Missing(Side::A),
            (_, None) => AxisRole::Missing(Side::B),
            (Some(x), Some(y)) if x == y => AxisRole::Equal,
            (Some(1), Some(_)) => AxisRole::Stretches(Side::A),
            (Some(_), Some(1)) => AxisRole::Stretches(Side::B),
            _ => AxisRole::Clash,
        };
        Self { a, b, role }
    }

    /// The size that `side` has here; `None` where it lacks the axis.
    #[must_use]
    pub const fn of(&self, side: Side) -> Option<u64> {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }

    /// The size that `side` counts with here: an axis that it lacks counts as one of size 1.
    #[must_use]
    pub fn size(&self, side: Side) -> u64 {
        self.of(side).unwrap_or(1)
    }

    /// The size in the result; `None` on a clash.
    #[must_use]
    pub fn result(&self) -> Option<u64> {
        let (a, b) = (self.size(Side::A), self.size(Side::B));
        sizes_agree(a, b).then_some(if a == 1 { b } else { a })
    }

    /// Whether `side` repeats its one element along this axis: it has size 1 (or the axis is missing) and the result
    /// does not.
    #[must_use]
    pub fn stretches(&self, side: Side) -> bool {
        self.size(side) == 1 && self.result().is_some_and(|size| size != 1)
    }
}

/// Two shapes lined up at their last axis: one [`Axis`] for each axis of the longer one, leading axis first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    a: Shape,
    b: Shape,
    axes: Vec<Axis>,
}

impl Alignment {
    /// Lines `a` and `b` up. Never fails: whether they broadcast is [`broadcast`]'s to say.
    #[must_use]
    pub fn new(a: Shape, b: Shape) -> Self {
        let ndim = a.ndim().max(b.ndim());
        let at = |shape: &Shape, axis: usize| (axis + shape.ndim()).checked_sub(ndim).map(|own| shape[own]);
        let axes = (0..ndim).map(|axis| Axis::new(at(&a, axis), at(&b, axis))).collect();
        Self { a, b, axes }
    }

    /// The axes, leading axis first.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The number of aligned axes.
    #[must_use]
    pub fn ndim(&self) -> usize {
        self.axes.len()
    }

    /// The shape of one operand, as it was given.
    #[must_use]
    pub const fn shape(&self, side: Side) -> &Shape {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    /// How many leading axes `side` lacks.
    #[must_use]
    pub fn missing(&self, side: Side) -> usize {
        self.ndim() - self.shape(side).ndim()
    }

    /// The index of the element of `side` that stands at `index` of the result: the missing axes dropped, 0 along each
    /// size-1 axis.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Alignment, Shape, Side};
    /// let aligned = Alignment::new(Shape::from([5, 3, 4, 1]), Shape::from([3, 1, 1]));
    /// assert_eq!(aligned.operand_index(Side::B, &[4, 2, 3, 0]), [2, 0, 0]);
    /// ```
    #[must_use]
    pub fn operand_index(&self, side: Side, index: &[u64]) -> Vec<u64> {
        self.aligned_operand_index(side, index).into_iter().skip(self.missing(side)).collect()
    }

    /// The same element by its index in the aligned shapes: 0 along each axis that `side` lacks or has size 1 on.
    #[must_use]
    pub fn aligned_operand_index(&self, side: Side, index: &[u64]) -> Vec<u64> {
        let axes = self.axes.iter().zip(index);
        axes.map(|(axis, &i)| if axis.size(side) == 1 { 0 } else { i }).collect()
    }
}

/// Two shapes that broadcast, with everything that follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broadcast {
    alignment: Alignment,
    shape: Shape,
}

impl Broadcast {
    /// The operands, lined up.
    #[must_use]
    pub const fn alignment(&self) -> &Alignment {
        &self.alignment
    }

    /// The result's shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// One operand's buffer as the result sees it: the result's shape, with stride 0 along every axis that repeats.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Shape, Side, broadcast};
    /// let operation = broadcast(Shape::from([4, 3]), Shape::from([3])).expect("they broadcast");
    /// assert_eq!(operation.view(Side::B).strides(), [0, 1]);
    /// ```
    #[must_use]
    pub fn view(&self, side: Side) -> StridedLayout {
        StridedLayout::contiguous(self.alignment.shape(side)).stretched(&self.alignment, side)
    }
}

/// One axis on which two shapes disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clash {
    /// The axis, counted from 0 in the aligned shapes.
    pub axis: usize,
    /// The size of `a` there.
    pub a: u64,
    /// The size of `b` there.
    pub b: u64,
}

/// Two shapes that do not broadcast, and every axis on which they disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Boxed, so that an error is no larger than a success.
    alignment: Box<Alignment>,
    clashes: Vec<Clash>,
}

impl Mismatch {
    /// The operands, lined up.
    #[must_use]
    pub fn alignment(&self) -> &Alignment {
        &self.alignment
    }

    /// Every clash, from the last axis to the first: the order in which the rule finds them. Never empty.
    #[must_use]
    pub fn clashes(&self) -> &[Clash] {
        &self.clashes
    }
}

/// Lines two shapes up and decides whether they broadcast.
///
/// # Errors
///
/// A [`Mismatch`] that holds every axis on which they disagree, rightmost first.
pub fn broadcast(a: Shape, b: Shape) -> Result<Broadcast, Mismatch> {
    let alignment = Alignment::new(a, b);
    let clash = |(axis, at): (usize, &Axis)| match (at.role, at.a, at.b) {
        (AxisRole::Clash, Some(a), Some(b)) => Some(Clash { axis, a, b }),
        _ => None,
    };
    let clashes: Vec<Clash> = alignment.axes.iter().enumerate().rev().filter_map(clash).collect();
    if clashes.is_empty() {
        let shape = alignment.axes.iter().filter_map(Axis::result).collect();
        Ok(Broadcast { alignment, shape })
    } else {
        Err(Mismatch { alignment: Box::new(alignment), clashes })
    }
}
