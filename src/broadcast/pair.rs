//! Two tensors and an operator: what is combined, whether it can be, and where every element comes from.

use super::{Alignment, Broadcast, Mismatch, Operator, Scalar, Shape, Side, Values, View, broadcast};

/// Two operands with their values, lined up, and what an operator makes of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    outcome: Result<Broadcast, Mismatch>,
    values: [Values; 2],
    operator: Operator,
    /// Each operand's own buffer.
    stored: [View; 2],
    /// Each operand as the result sees it; only where they broadcast.
    stretched: Option<[View; 2]>,
}

/// One operand's part in an element of the result.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The element's index in the operand.
    pub index: Vec<u64>,
    /// Its position in the operand's buffer; `None` where that passes 2^63-1.
    pub offset: Option<u64>,
    /// Its value; `None` where it has no position.
    pub value: Option<Scalar>,
}

/// An element of the result and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// The element's index in the result.
    pub index: Vec<u64>,
    /// The element of `a` and the element of `b` that it is made of.
    pub sources: [Source; 2],
    /// Its value.
    pub value: Option<Scalar>,
}

impl Pair {
    /// Lines `a` and `b` up and decides whether they broadcast. Computes no value yet.
    #[must_use]
    pub fn new(a: (Shape, Values), b: (Shape, Values), operator: Operator) -> Self {
        let stored = [View::contiguous(&a.0), View::contiguous(&b.0)];
        let outcome = broadcast(a.0, b.0);
        let stretched = outcome.as_ref().ok().map(|pair| Side::BOTH.map(|side| pair.view(side)));
        Self { outcome, values: [a.1, b.1], operator, stored, stretched }
    }

    /// Whether they broadcast, and to what.
    ///
    /// # Errors
    ///
    /// The mismatch, where they do not.
    pub const fn outcome(&self) -> Result<&Broadcast, &Mismatch> {
        self.outcome.as_ref()
    }

    /// The operands, lined up, whether they broadcast or not.
    #[must_use]
    pub fn alignment(&self) -> &Alignment {
        match &self.outcome {
            Ok(pair) => pair.alignment(),
            Err(mismatch) => mismatch.alignment(),
        }
    }

    /// The result's shape; `None` where there is none.
    #[must_use]
    pub fn shape(&self) -> Option<&Shape> {
        self.outcome.as_ref().ok().map(Broadcast::shape)
    }

    /// What is done to each pair of elements.
    #[must_use]
    pub const fn operator(&self) -> Operator {
        self.operator
    }

    /// Whether the result has `a`'s own shape, so that it can be written into `a`.
    #[must_use]
    pub fn fits_in_place(&self) -> bool {
        self.shape() == Some(self.alignment().shape(Side::A))
    }

    /// The values of one operand.
    #[must_use]
    pub const fn values(&self, side: Side) -> &Values {
        &self.values[side as usize]
    }

    /// An operand as the result sees it (stride 0 where it repeats); `None` where there is no result.
    #[must_use]
    pub fn stretched(&self, side: Side) -> Option<&View> {
        self.stretched.as_ref().map(|views| &views[side as usize])
    }

    /// An operand's own view.
    #[must_use]
    pub const fn stored(&self, side: Side) -> &View {
        &self.stored[side as usize]
    }

    /// The value of `side` at an index of its own; `None` where it has no such element.
    #[must_use]
    pub fn stored_value(&self, side: Side, index: &[u64]) -> Option<Scalar> {
        let view = self.stored(side);
        let inside = index.len() == view.shape().ndim() && index.iter().zip(view.shape().iter()).all(|(i, n)| i < n);
        if inside { view.offset(index).and_then(|offset| self.values(side).at(offset)) } else { None }
    }

    /// The value of the result at `index`; `None` where it has no such element.
    #[must_use]
    pub fn value(&self, index: &[u64]) -> Option<Scalar> {
        let shape = self.shape()?;
        if index.len() != shape.ndim() || index.iter().zip(shape.iter()).any(|(i, n)| i >= n) {
            return None;
        }
        let at = |side: Side| self.values(side).at(self.stretched(side)?.offset(index)?);
        Some(self.operator.apply(at(Side::A)?, at(Side::B)?))
    }

    /// Where the element of the result at `index` comes from; `None` where there is no such element.
    ///
    /// ```
    /// use broadcast_visualizer::broadcast::{Operator, Pair, Scalar, Shape, Values};
    /// let column = (Shape::from([4, 1]), Values::Arange);
    /// let row = (Shape::from([3]), Values::Arange);
    /// let from = Pair::new(column, row, Operator::Add).provenance(&[2, 1]).expect("in (4, 3)");
    /// assert_eq!((from.sources[0].index.as_slice(), from.sources[1].index.as_slice()), (&[2, 0][..], &[1][..]));
    /// assert_eq!(from.value, Some(Scalar::Int(3)));
    /// ```
    #[must_use]
    pub fn provenance(&self, index: &[u64]) -> Option<Provenance> {
        let shape = self.shape()?;
        if index.len() != shape.ndim() || index.iter().zip(shape.iter()).any(|(i, n)| i >= n) {
            return None;
        }
        let sources = Side::BOTH.map(|side| {
            let own = self.alignment().source(side, index);
            let offset = self.stored(side).offset(&own);
            let value = offset.and_then(|offset| self.values(side).at(offset));
            Source { index: own, offset, value }
        });
        Some(Provenance { index: index.to_vec(), sources, value: self.value(index) })
    }
}
