//! What a wrong rule makes of an operation: how it pairs the axes of the operands, and which result follows.

use super::{AxisAnswer, Subject};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{MAX_SIZE, OperandId, Scalar, Shape, ShapeClash, ravel, unravel};

/// Two axes that a rule puts under each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    /// The axis of each operand; `None` where the rule gives the operand no axis here.
    pub(super) own: [Option<usize>; 2],
    /// The size of each operand; 1 where it has no axis.
    pub(super) sizes: [u64; 2],
    /// The size of the result; `None` where the sizes clash.
    pub(super) result: Option<u64>,
}

/// How a rule finds the elements that an element of the result is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Elements {
    /// By the pairs of axes: along an axis that is too short the elements are counted again from its start.
    Paired,
    /// By the position: each operand is read again from its start when it ends.
    Repeated,
    /// By the matrix product: a row and a column.
    RowByColumn,
    /// It does not say.
    Unknown,
}

/// What a rule makes of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Prediction {
    /// The shape of the result, before it is written into `a`; `None` where there is none.
    pub(super) broadcast: Option<Shape>,
    /// Whether the result can be written where it has to be. Always true for a new tensor.
    pub(super) fits: bool,
    /// The pairs of axes, first axis first; empty where the rule has none.
    pub(super) pairs: Vec<Pair>,
    /// How elements are found.
    pub(super) elements: Elements,
    /// The shapes of the operands.
    pub(super) operands: [Shape; 2],
}

impl Prediction {
    /// The prediction of a rule that pairs axes. `own` has the axes of each pair, `meet` the size that follows from two sizes.
    pub(super) fn of_pairs(
        subject: &Subject,
        own: impl IntoIterator<Item = [Option<usize>; 2]>,
        meet: impl Fn(u64, u64) -> Option<u64>,
    ) -> Self {
        let operands = OperandId::PAIR.map(|operand| subject.shape(operand).clone());
        let pair = |own: [Option<usize>; 2]| {
            let size =
                |operand: usize| own[operand].map_or(1, |axis| operands[operand].get(axis).copied().unwrap_or(1));
            let sizes = [size(0), size(1)];
            Pair { own, sizes, result: meet(sizes[0], sizes[1]) }
        };
        let pairs: Vec<Pair> = own.into_iter().map(pair).listed();
        let broadcast = pairs.iter().map(|pair| pair.result).all_listed();
        let broadcast = broadcast.map(|sizes| Shape::from(sizes.as_slice()));
        Self { broadcast, pairs, elements: Elements::Paired, fits: true, operands }.written_into_a(subject)
    }

    /// The prediction of a rule that gives a shape without pairs of axes; `None` where there is no result.
    pub(super) fn of_shape(subject: &Subject, broadcast: Option<Shape>, elements: Elements) -> Self {
        let operands = OperandId::PAIR.map(|operand| subject.shape(operand).clone());
        Self { broadcast, pairs: Vec::new(), elements, fits: true, operands }.written_into_a(subject)
    }

    /// In place, the result has to have the shape of `a`.
    fn written_into_a(self, subject: &Subject) -> Self {
        let fits = !subject.in_place || self.broadcast.as_ref() == Some(subject.shape(OperandId::A));
        Self { fits, ..self }
    }

    /// The same prediction, without a result.
    pub(super) fn failing(self) -> Self {
        Self { broadcast: None, ..self }
    }

    /// The shape of the result; `None` where the rule expects an error.
    pub(super) fn shape(&self) -> Option<&Shape> {
        self.broadcast.as_ref().filter(|_| self.fits)
    }

    /// What happens at each axis; `None` where the pairs do not say it.
    pub(super) fn axes(&self) -> Option<Vec<AxisAnswer>> {
        let answer = |pair: &Pair| {
            Some(match (pair.own, pair.result) {
                ([None, _], _) => AxisAnswer::Missing(OperandId::A),
                ([_, None], _) => AxisAnswer::Missing(OperandId::B),
                (_, None) => AxisAnswer::Clashes,
                (_, Some(result)) => match pair.sizes.map(|size| size == result) {
                    [true, true] => AxisAnswer::Equal,
                    [false, true] => AxisAnswer::Stretches(OperandId::A),
                    [true, false] => AxisAnswer::Stretches(OperandId::B),
                    [false, false] => return None,
                },
            })
        };
        self.pairs.iter().map(answer).all_listed()
    }

    /// The clash that is furthest to the right.
    pub(super) fn last_clash(&self) -> Option<ShapeClash> {
        let axis = self.pairs.iter().rposition(|pair| pair.result.is_none())?;
        self.clash_at(axis)
    }

    /// The clash that is furthest to the left.
    pub(super) fn first_clash(&self) -> Option<ShapeClash> {
        let axis = self.pairs.iter().position(|pair| pair.result.is_none())?;
        self.clash_at(axis)
    }

    fn clash_at(&self, axis: usize) -> Option<ShapeClash> {
        let &Pair { sizes: [a, b], .. } = self.pairs.get(axis)?;
        Some(ShapeClash { axis, a, b })
    }

    /// The index in each operand of the element that an element of the result is made of.
    pub(super) fn sources(&self, index: &[u64]) -> Option<[Vec<u64>; 2]> {
        let result = self.shape()?;
        if index.len() != result.ndim() || index.iter().zip(result.iter()).any(|(i, size)| i >= size) {
            return None;
        }
        match self.elements {
            Elements::Paired => {
                let mut own = [0, 1].map(|operand| vec![0; self.operands[operand].ndim()]);
                for (pair, &i) in self.pairs.iter().zip(index) {
                    for ((own, axis), size) in own.iter_mut().zip(pair.own).zip(pair.sizes) {
                        let Some(axis) = axis else { continue };
                        *own.get_mut(axis)? = i.checked_rem(size)?;
                    }
                }
                Some(own)
            }
            Elements::Repeated => {
                let position = ravel(result, index)?;
                let source = |shape: &Shape| unravel(shape, position.checked_rem(shape.numel()?)?);
                let [a, b] = &self.operands;
                Some([source(a)?, source(b)?])
            }
            Elements::RowByColumn | Elements::Unknown => None,
        }
    }

    /// The value of an element of the result.
    pub(super) fn value(&self, subject: &Subject, index: &[u64]) -> Option<Scalar> {
        let operation = &subject.operation;
        if self.elements == Elements::RowByColumn {
            return self.row_by_column(subject, index);
        }
        let [a, b] = self.sources(index)?;
        let (a, b) = (operation.stored_value(OperandId::A, &a)?, operation.stored_value(OperandId::B, &b)?);
        operation.combined_elements(a, b)
    }

    /// The sum of the products of a row and a column.
    fn row_by_column(&self, subject: &Subject, index: &[u64]) -> Option<Scalar> {
        /// The longest row whose products are added.
        const MAX_ROW: u64 = 1 << 12;
        let (&[row, column], [a, _]) = (index, &self.operands) else { return None };
        let length = a.get(1).copied().filter(|&length| length <= MAX_ROW)?;
        let product = |k: u64| {
            let a = subject.operation.stored_value(OperandId::A, &[row, k])?.to_float();
            let b = subject.operation.stored_value(OperandId::B, &[k, column])?.to_float();
            Some(a * b)
        };
        (0..length).map(product).sum::<Option<f64>>().map(Scalar::Float)
    }

    /// The number of elements of the result; `None` where there is no result, or more than 2^63-1.
    pub(super) fn elements(&self) -> Option<u64> {
        self.shape()?.numel()
    }
}

/// The product of two sizes; `None` where it is no size.
pub(super) fn product(a: u64, b: u64) -> Option<u64> {
    a.checked_mul(b).filter(|&size| size <= MAX_SIZE)
}
