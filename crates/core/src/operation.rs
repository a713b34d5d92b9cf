//! Operands with their values and an operator: whether they can be combined, and where every element comes from.

use super::combination::chosen;
use super::{
    Alignment, Arithmetic, Broadcast, Combination, Dtype, ElementTypes, Matrices, Mismatch, OperandId, Operator,
    PerOperand, Scalar, Shape, StridedLayout, Undefined, Values, broadcast, unravel,
};

/// A tensor as it is stored: a layout, and the values of the buffer that the layout reads.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    /// The shape, and the stride of each axis.
    pub layout: StridedLayout,
    /// The values of the buffer.
    pub values: Values,
}

impl Tensor {
    /// A row-major tensor that reads its buffer from the first value to the last.
    #[must_use]
    pub fn contiguous(shape: &Shape, values: Values) -> Self {
        Self { layout: StridedLayout::contiguous(shape), values }
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        self.layout.shape()
    }

    /// The matrices that the last two axes are: a tensor of the other axes, at the position of the first element of each matrix.
    /// Its elements have no values.
    fn matrices(&self) -> Self {
        let batch = self.shape().ndim().saturating_sub(2);
        let order: Vec<usize> = (0..batch).collect();
        Self { layout: self.layout.permuted(&order), values: Values::Listed(Vec::new()) }
    }
}

/// The operands with their values, lined up, and what combines their elements.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    outcome: Result<Broadcast, Mismatch>,
    operands: PerOperand<Tensor>,
    combination: Combination,
    arithmetic: Arithmetic,
    /// The layout with which the result reads each operand; `None` where they do not broadcast.
    stretched: Option<PerOperand<StridedLayout>>,
    /// The matrices of a matrix product, whose batch axes alone are in everything else here, and the operands with all axes.
    matrices: Option<(Matrices, PerOperand<Tensor>)>,
    /// The element types; `None` where elements are bool, int64 and float64, as their values are.
    types: Option<OperationTypes>,
    /// The names of the operands, where they have names of their own.
    names: Option<PerOperand<String>>,
    /// The names of the axes of each operand, where axes have names.
    axis_names: Option<PerOperand<Vec<String>>>,
}

/// The element types of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationTypes {
    /// The type of each operand.
    pub operands: PerOperand<Dtype>,
    /// The types with which their elements are combined.
    pub combined: ElementTypes,
}

/// The element of one operand that an element of the result is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The operand.
    pub operand: OperandId,
    /// The element's index in the operand.
    pub index: Vec<u64>,
    /// The element's position in the operand's buffer, in elements; `None` where it passes 2^63-1.
    pub offset: Option<u64>,
    /// The element's value; `None` where it has no position.
    pub value: Option<Scalar>,
}

/// An element of the result and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// The element's index in the result.
    pub index: Vec<u64>,
    /// The element of each operand that it is made of, first operand first.
    pub sources: Vec<Source>,
    /// The element's value; `None` where an operand's element has no position, or where the operator is not defined for the
    /// values.
    pub value: Option<Scalar>,
}

impl Operation {
    /// Lines the operands up and decides whether they broadcast. Computes no value yet.
    ///
    /// Every [`Operator`] takes two operands, so this takes two.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Operation, Operator, Scalar, Shape, Tensor, Values};
    /// let column = Tensor::contiguous(&Shape::from([4, 1]), Values::Arange);
    /// let row = Tensor::contiguous(&Shape::from([3]), Values::Arange);
    /// let operation = Operation::new([column, row], Operator::Add, Arithmetic::PyTorch);
    /// assert_eq!(operation.shape(), Some(&Shape::from([4, 3])));
    /// assert_eq!(operation.value(&[2, 1]), Some(Scalar::Int(3)));
    /// ```
    #[must_use]
    pub fn new(operands: [Tensor; 2], operator: Operator, arithmetic: Arithmetic) -> Self {
        Self::combined(Vec::from(operands).into(), Combination::Operator(operator), arithmetic)
    }

    /// The same for any combination of two operands or more.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Combination, Operation, Shape, Tensor, Values};
    /// let [input, target] = [&[32, 1][..], &[32]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    /// let loss = Combination::Function("mse_loss".to_owned());
    /// let operation = Operation::combined(vec![input, target].into(), loss, Arithmetic::PyTorch);
    /// assert_eq!(operation.shape(), Some(&Shape::from([32, 32])));
    /// assert_eq!(operation.value(&[2, 1]), None);
    /// assert_eq!(operation.expression(&["input".to_owned(), "target".to_owned()]), "mse_loss(input, target)");
    /// ```
    #[must_use]
    pub fn combined(operands: PerOperand<Tensor>, combination: Combination, arithmetic: Arithmetic) -> Self {
        let (operands, matrices) = match (&combination, operands.as_slice()) {
            (Combination::MatrixProduct, [a, b]) => match Matrices::split(a.shape(), b.shape()) {
                Some((_, matrices)) => (vec![a.matrices(), b.matrices()].into(), Some((matrices, operands))),
                None => (operands, None),
            },
            _ => (operands, None),
        };
        let outcome = broadcast(operands.as_slice().iter().map(|operand| operand.shape().clone()).collect());
        let stretched = outcome.as_ref().ok().map(|result| {
            let ids = operands.ids().iter();
            let layouts = ids.map(|&operand| operands[operand].layout.stretched(result.alignment(), operand));
            layouts.collect::<Vec<_>>().into()
        });
        let (types, names, axis_names) = (None, None, None);
        Self { outcome, operands, combination, arithmetic, stretched, matrices, types, names, axis_names }
    }

    /// The same operation, of operands with these element types: their elements are what the types make of their values, and so are those of
    /// the result.
    ///
    /// ```
    /// use tensor_broadcasting::library::{Library, OperandType};
    /// use tensor_broadcasting::{Dtype, Operation, OperationTypes, Operator, Scalar, Shape, Tensor, Values};
    /// let filled = |value| Tensor::contiguous(&Shape::from([2]), Values::Filled(Scalar::Int(value)));
    /// let uint8 = OperandType { dtype: Dtype::Uint8, is_scalar: false };
    /// let combined = Library::NumPy.element_types(Operator::Add, uint8, uint8);
    /// let types = OperationTypes { operands: vec![Dtype::Uint8; 2].into(), combined };
    /// let sum = Operation::new([filled(200), filled(100)], Operator::Add, Library::NumPy.arithmetic()).with_types(types);
    /// assert_eq!(sum.value(&[0]), Some(Scalar::Int(44)));
    /// assert_eq!(sum.not_kept(&[0]), Some(Scalar::Int(300)));
    /// ```
    #[must_use]
    pub fn with_types(self, types: OperationTypes) -> Self {
        Self { types: Some(types), ..self }
    }

    /// The element types; `None` where elements are bool, int64 and float64, as their values are.
    #[must_use]
    pub const fn types(&self) -> Option<&OperationTypes> {
        self.types.as_ref()
    }

    /// The same operation, of operands with names of their own: those of a program.
    #[must_use]
    pub fn with_names(self, names: PerOperand<String>) -> Self {
        Self { names: Some(names), ..self }
    }

    /// The name of an operand on screen: its own, or that of its place.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, OperandId, Operation, Operator, Shape, Tensor, Values};
    /// let [pred, target] = [4, 4].map(|size| Tensor::contiguous(&Shape::from([size]), Values::Arange));
    /// let operation = Operation::new([pred, target], Operator::Subtract, Arithmetic::PyTorch);
    /// assert_eq!(operation.name(OperandId::B), "b");
    /// let operation = operation.with_names(vec!["pred".to_owned(), "target".to_owned()].into());
    /// assert_eq!(operation.name(OperandId::B), "target");
    /// ```
    #[must_use]
    pub fn name(&self, operand: OperandId) -> &str {
        self.names.as_ref().map_or(operand.name(), |names| &names[operand])
    }

    /// The same operation, of operands whose axes have these names: one for each axis of an operand, empty for an axis without one, or
    /// none at all.
    #[must_use]
    pub fn with_axis_names(self, names: PerOperand<Vec<String>>) -> Self {
        Self { axis_names: Some(names), ..self }
    }

    /// The name of an operand's axis; empty where it has none. `axis` is its index in the aligned shapes.
    #[must_use]
    pub fn axis_name(&self, operand: OperandId, axis: usize) -> &str {
        let own = axis.checked_sub(self.alignment().missing(operand));
        let name = self.axis_names.as_ref().zip(own).and_then(|(names, own)| names[operand].get(own));
        name.map_or("", String::as_str)
    }

    /// The name of an axis of the result: that of the first operand that gives it its size and has a name for it.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, OperandId, Operation, Operator, Shape, Tensor, Values};
    /// let [a, b] = [[1, 1], [5, 3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    /// let names = [["N", ""], ["M", "C"]].map(|names| names.map(str::to_owned).to_vec());
    /// let operation = Operation::new([a, b], Operator::Add, Arithmetic::PyTorch).with_axis_names(names.to_vec().into());
    /// assert_eq!((operation.axis_name(OperandId::A, 0), operation.result_axis_name(0)), ("N", "M"));
    /// assert_eq!((operation.axis_name(OperandId::A, 1), operation.result_axis_name(1)), ("", "C"));
    /// ```
    #[must_use]
    pub fn result_axis_name(&self, axis: usize) -> &str {
        let Some(at) = self.alignment().axes().get(axis) else { return "" };
        let gives = |operand: &&OperandId| at.given_size(**operand) == at.result();
        let names = self.operands.ids().iter().filter(gives).map(|&operand| self.axis_name(operand, axis));
        names.into_iter().find(|name| !name.is_empty()).unwrap_or("")
    }

    /// The same operation with the arithmetic of another library.
    #[must_use]
    pub fn with_arithmetic(&self, arithmetic: Arithmetic) -> Self {
        Self { arithmetic, ..self.clone() }
    }

    /// Whether the operands broadcast, and to what shape.
    ///
    /// # Errors
    ///
    /// The mismatch, where they do not broadcast.
    pub const fn outcome(&self) -> Result<&Broadcast, &Mismatch> {
        self.outcome.as_ref()
    }

    /// The shapes of the operands, lined up, whether they broadcast or not.
    #[must_use]
    pub fn alignment(&self) -> &Alignment {
        match &self.outcome {
            Ok(result) => result.alignment(),
            Err(mismatch) => mismatch.alignment(),
        }
    }

    /// The shape of the result; `None` where the operands do not broadcast. Of a matrix product this is the shape of the batch, and
    /// `None` also where the matrices cannot be multiplied, or where an operand is 0-dim.
    #[must_use]
    pub fn shape(&self) -> Option<&Shape> {
        let has_result = !self.is_product() || self.matrices().is_some_and(|matrices| matrices.agree());
        self.outcome.as_ref().ok().filter(|_| has_result).map(Broadcast::shape)
    }

    /// Whether it is a matrix product, also of an operand that is 0-dim.
    #[must_use]
    pub const fn is_product(&self) -> bool {
        matches!(self.combination, Combination::MatrixProduct)
    }

    /// The matrices of a matrix product; `None` also where an operand is 0-dim, so that it has none.
    #[must_use]
    pub const fn matrices(&self) -> Option<Matrices> {
        match &self.matrices {
            Some((matrices, _)) => Some(*matrices),
            None => None,
        }
    }

    /// The rows and the columns of the matrices of an operand of a matrix product, `None`: of the result.
    #[must_use]
    pub fn core(&self, operand: Option<OperandId>) -> [Option<u64>; 2] {
        let core = |matrices: Matrices| match operand {
            Some(OperandId::A) => matrices.first(),
            Some(_) => matrices.second(),
            None => matrices.result(),
        };
        self.matrices().map_or([None, None], core)
    }

    /// The whole shape of an operand: with the axes of its matrices, where it is one of a matrix product.
    #[must_use]
    pub fn whole_shape(&self, operand: OperandId) -> Shape {
        self.with_core(self.alignment().shape(operand), Some(operand))
    }

    /// The layout of an operand as it was given, with the axes of its matrices, where it is one of a matrix product.
    #[must_use]
    pub fn whole_layout(&self, operand: OperandId) -> &StridedLayout {
        self.matrices.as_ref().map_or_else(|| self.operand_layout(operand), |(_, whole)| &whole[operand].layout)
    }

    /// The whole shape of the result; `None` where there is no result.
    #[must_use]
    pub fn whole_result(&self) -> Option<Shape> {
        self.shape().map(|shape| self.with_core(shape, None))
    }

    /// An operand as it was given, with the axes of its matrices, where it is one of a matrix product.
    #[must_use]
    pub fn whole_operand(&self, operand: OperandId) -> &Tensor {
        self.matrices.as_ref().map_or_else(|| self.operand(operand), |(_, whole)| &whole[operand])
    }

    /// A shape of batch axes with the axes of the matrices of an operand, or of the result, after them.
    #[must_use]
    pub fn with_core(&self, batch: &[u64], operand: Option<OperandId>) -> Shape {
        let mut sizes = batch.to_vec();
        for size in self.core(operand) {
            sizes.extend(size);
        }
        Shape::from(sizes.as_slice())
    }

    /// What combines the elements.
    #[must_use]
    pub const fn combination(&self) -> &Combination {
        &self.combination
    }

    /// The operator; `None` where a function combines the elements.
    #[must_use]
    pub const fn operator(&self) -> Option<Operator> {
        self.combination.operator()
    }

    /// The operand whose elements choose between those of the others; `None` where none does.
    #[must_use]
    pub const fn condition(&self) -> Option<OperandId> {
        match self.combination {
            Combination::Where { is_method } => Some(if is_method { OperandId::B } else { OperandId::A }),
            _ => None,
        }
    }

    /// Whether the values of the result are computed. Of a function of a program, only shapes and indices are followed.
    #[must_use]
    pub const fn has_values(&self) -> bool {
        matches!(self.combination, Combination::Operator(_) | Combination::Where { .. })
    }

    /// The sign between the operands: the operator, or the comma between the arguments of a function.
    #[must_use]
    pub const fn sign(&self) -> &str {
        self.combination.sign()
    }

    /// The combination of texts, one for each operand: `a + b`, `max(a, b)`, `mse_loss(a, b)`, `where(a, b, c)`.
    #[must_use]
    pub fn expression(&self, operands: &[String]) -> String {
        self.combination.expression(operands)
    }

    /// Whether the result has the shape of `a`, so that it can be written into `a`.
    #[must_use]
    pub fn fits_in_place(&self) -> bool {
        self.shape() == Some(self.alignment().shape(OperandId::A))
    }

    /// The arithmetic with which elements are computed.
    #[must_use]
    pub const fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// Why the operator is not defined for some pair of elements in this arithmetic; `None` where it is defined for all.
    /// Where it is not, there is no result at all.
    #[must_use]
    pub fn undefined(&self, arithmetic: Arithmetic) -> Option<Undefined> {
        let operator = self.operator()?;
        let (is_bool, is_integer) = (|operand| self.is_bool(operand), |operand| self.is_integer(operand));
        let b = self.operand(OperandId::B);
        let has_integer_divisor_or_exponent = |negative| {
            is_integer(OperandId::A) && is_integer(OperandId::B) && {
                let stored = b.layout.required_len().unwrap_or(u64::MAX);
                b.values.any_zero(stored, negative)
            }
        };
        if self.shape().is_none_or(|shape| shape.contains(&0)) {
            return None;
        }
        if let Some(undefined) = operator.undefined_for_bools(OperandId::PAIR.map(is_bool), arithmetic) {
            return Some(undefined);
        }
        match (operator, arithmetic) {
            (Operator::FloorDivide | Operator::Remainder, Arithmetic::PyTorch)
                if has_integer_divisor_or_exponent(false) =>
            {
                Some(Undefined::IntegerDivisionByZero)
            }
            (Operator::Power, Arithmetic::NumPy) if has_integer_divisor_or_exponent(true) => {
                Some(Undefined::NegativeIntegerPower)
            }
            (_, Arithmetic::PyTorch | Arithmetic::NumPy) => None,
        }
    }

    /// Whether `operand` is stretched along an aligned axis. Where the operands do not broadcast, none is.
    #[must_use]
    pub fn stretches(&self, operand: OperandId, axis: usize) -> bool {
        self.shape().is_some() && self.alignment().axes().get(axis).is_some_and(|axis| axis.stretches(operand))
    }

    /// Whether some elements of the result are different in the two libraries.
    #[must_use]
    pub fn depends_on_arithmetic(&self) -> bool {
        self.operator().is_some_and(|operator| {
            operator.depends_on_arithmetic()
                || (operator == Operator::Subtract && self.operands().iter().any(|&operand| self.is_bool(operand)))
        })
    }

    /// The operands, first operand first.
    #[must_use]
    pub fn operands(&self) -> &'static [OperandId] {
        self.operands.ids()
    }

    /// Whether an operand holds bools. (All elements of a tensor have the same type.)
    fn is_bool(&self, operand: OperandId) -> bool {
        matches!(self.element(operand, 0), Some(Scalar::Bool(_)))
    }

    /// Whether an operand holds integers. Bools count as integers here.
    fn is_integer(&self, operand: OperandId) -> bool {
        !matches!(self.element(operand, 0), Some(Scalar::Float(_)))
    }

    /// One operand.
    #[must_use]
    pub fn operand(&self, operand: OperandId) -> &Tensor {
        &self.operands[operand]
    }

    /// The values of one operand's buffer.
    #[must_use]
    pub fn values(&self, operand: OperandId) -> &Values {
        &self.operand(operand).values
    }

    /// The element at a position of one operand's buffer: what its type makes of the value there.
    #[must_use]
    pub fn element(&self, operand: OperandId, position: u64) -> Option<Scalar> {
        let value = self.values(operand).at(position)?;
        Some(self.types.as_ref().map_or(value, |types| types.operands[operand].cast(value)))
    }

    /// The element of an operand that the element of the result at `index` is made of.
    pub(super) fn read(&self, operand: OperandId, index: &[u64]) -> Option<Scalar> {
        self.element(operand, self.stretched(operand)?.offset(index)?)
    }

    /// The layout with which the result reads an operand (stride 0 where it repeats elements); `None` where the operands do
    /// not broadcast.
    #[must_use]
    pub fn stretched(&self, operand: OperandId) -> Option<&StridedLayout> {
        self.stretched.as_ref().map(|layouts| &layouts[operand])
    }

    /// The layout with which the whole result reads an operand: that of [`Operation::stretched`] with the axes of its matrices, where it is
    /// one of a matrix product.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Combination, OperandId, Operation, Shape, Tensor, Values};
    /// let [a, b] = [&[5, 2, 3][..], &[3, 2]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    /// let product = Operation::combined(vec![a, b].into(), Combination::MatrixProduct, Arithmetic::PyTorch);
    /// let read = product.whole_stretched(OperandId::B).expect("the product exists");
    /// assert_eq!((read.shape(), read.strides()), (&Shape::from([5, 3, 2]), &[0, 2, 1][..]));
    /// ```
    #[must_use]
    pub fn whole_stretched(&self, operand: OperandId) -> Option<StridedLayout> {
        let batch = self.stretched(operand)?;
        let own_axes = self.alignment().shape(operand).ndim();
        // The last strides of an operand are those of its matrices.
        let core = self.matrices.as_ref().and_then(|(_, whole)| whole[operand].layout.strides().get(own_axes..));
        let shape = self.with_core(batch.shape(), Some(operand));
        StridedLayout::with_strides(shape, [batch.strides(), core.unwrap_or_default()].concat())
    }

    /// The layout of one operand as it was given.
    #[must_use]
    pub fn operand_layout(&self, operand: OperandId) -> &StridedLayout {
        &self.operand(operand).layout
    }

    /// The value of `operand` at an index in its own shape; `None` where it has no such element.
    #[must_use]
    pub fn stored_value(&self, operand: OperandId, index: &[u64]) -> Option<Scalar> {
        let layout = self.operand_layout(operand);
        if !is_inside(index, layout.shape()) {
            return None;
        }
        layout.offset(index).and_then(|offset| self.element(operand, offset))
    }

    /// The value of the result at `index`; `None` where it has no such element, or the element no value.
    #[must_use]
    pub fn value(&self, index: &[u64]) -> Option<Scalar> {
        if !is_inside(index, self.shape()?) {
            return None;
        }
        let at = |operand: OperandId| self.read(operand, index);
        match &self.combination {
            Combination::Operator(_) => self.combined_elements(at(OperandId::A)?, at(OperandId::B)?),
            Combination::Where { is_method } => {
                let first = if *is_method { OperandId::A } else { OperandId::B };
                let chosen = chosen(at(self.condition()?)?, at(first)?, at(OperandId::C)?);
                Some(self.types.as_ref().map_or(chosen, |types| types.combined.output.cast(chosen)))
            }
            Combination::MatrixProduct | Combination::Function(_) => None,
        }
    }

    /// What the operator makes of an element of each of two operands; `None` where it is not defined for them, and where something else than
    /// an operator combines the elements.
    #[must_use]
    pub fn combined_elements(&self, a: Scalar, b: Scalar) -> Option<Scalar> {
        let operator = self.operator()?;
        match &self.types {
            Some(types) => operator.compute([a, b], types.combined, self.arithmetic).ok(),
            None => operator.apply(a, b, self.arithmetic).ok(),
        }
    }

    /// What the operator gives for the elements at `index` where the type of the result has no room for it: an integer that wraps around
    /// there, or a float that becomes infinite. `None` where it has room, and for integers that pass 2^63.
    #[must_use]
    pub fn not_kept(&self, index: &[u64]) -> Option<Scalar> {
        let (Combination::Operator(operator), Some(types)) = (&self.combination, &self.types) else { return None };
        if !operator.makes_numbers() {
            return None;
        }
        let (a, b) = (self.read(OperandId::A, index)?, self.read(OperandId::B, index)?);
        let kept = self.value(index)?;
        match (types.combined.output.is_integer(), operator) {
            // Bools are no numbers.
            _ if matches!(kept, Scalar::Bool(_)) => None,
            (true, Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Power) => {
                let exact = operator.exact(a, b)?;
                (exact != kept).then_some(exact)
            }
            (false, _) if kept.to_float().is_infinite() => {
                let exact =
                    operator.apply(Scalar::Float(a.to_float()), Scalar::Float(b.to_float()), self.arithmetic).ok()?;
                exact.to_float().is_finite().then_some(exact)
            }
            _ => None,
        }
    }

    /// The index of the first element of the result that its type has no room for, among the first `most` ([`Operation::not_kept`]).
    #[must_use]
    pub fn first_not_kept(&self, most: u64) -> Option<Vec<u64>> {
        let shape = self.shape()?;
        let elements = shape.numel().unwrap_or(most).min(most);
        let mut indices = (0..elements).filter_map(|position| unravel(shape, position));
        indices.find(|index| self.not_kept(index).is_some())
    }

    /// The operand whose element is the element of the result at `index`; `None` where none is, or where it is not known.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Combination, OperandId, Operation, Shape, Tensor, Values};
    /// let tensor = |sizes: &[u64]| Tensor::contiguous(&Shape::from(sizes), Values::Arange);
    /// let combination = Combination::Where { is_method: false };
    /// let chosen = Operation::combined(vec![tensor(&[4, 1]), tensor(&[3]), tensor(&[])].into(), combination, Arithmetic::PyTorch);
    /// assert_eq!(chosen.chosen(&[0, 2]), Some(OperandId::C));
    /// assert_eq!(chosen.chosen(&[1, 2]), Some(OperandId::B));
    /// ```
    #[must_use]
    pub fn chosen(&self, index: &[u64]) -> Option<OperandId> {
        let condition = self.condition()?;
        let first = if condition == OperandId::A { OperandId::B } else { OperandId::A };
        let value = self.read(condition, index)?;
        Some(if value.to_float() == 0.0 { OperandId::C } else { first })
    }

    /// Where the element of the result at `index` comes from; `None` where there is no such element.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Operation, Operator, Scalar, Shape, Tensor, Values};
    /// let column = Tensor::contiguous(&Shape::from([4, 1]), Values::Arange);
    /// let row = Tensor::contiguous(&Shape::from([3]), Values::Arange);
    /// let operation = Operation::new([column, row], Operator::Add, Arithmetic::PyTorch);
    /// let from = operation.provenance(&[2, 1]).expect("in (4, 3)");
    /// assert_eq!((from.sources[0].index.as_slice(), from.sources[1].index.as_slice()), (&[2, 0][..], &[1][..]));
    /// assert_eq!(from.value, Some(Scalar::Int(3)));
    /// ```
    #[must_use]
    pub fn provenance(&self, index: &[u64]) -> Option<Provenance> {
        if !is_inside(index, self.shape()?) {
            return None;
        }
        let source = |&operand: &OperandId| {
            let own = self.alignment().operand_index(operand, index);
            let offset = self.operand_layout(operand).offset(&own);
            let value = offset.and_then(|offset| self.element(operand, offset));
            Source { operand, index: own, offset, value }
        };
        let sources = self.operands().iter().map(source).collect();
        Some(Provenance { index: index.to_vec(), sources, value: self.value(index) })
    }
}

/// Whether a tensor of `shape` has an element at `index`.
pub(super) fn is_inside(index: &[u64], shape: &Shape) -> bool {
    index.len() == shape.ndim() && index.iter().zip(shape.iter()).all(|(i, size)| i < size)
}
