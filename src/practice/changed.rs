//! Reads a changed operand: as a shape, in Python, or as a whole line.

use super::reply::Changed;
use super::{Asked, Question, ReplyProblem, Unreadable};
use crate::codegen::expression;
use crate::diagnostics::Fix;
use crate::program::{InputError, PYTHON, Reader, read_operand};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Operation, Scalar, Shape, Tensor, unravel};
use tensor_reader::{is_part_of_word, plain_shape};

/// The number of elements of two results that are compared.
const MAX_COMPARED: u64 = 1 << 8;

impl Question {
    /// Reads a changed operand.
    pub(super) fn changed(&self, text: &str) -> Result<Changed, Unreadable> {
        let &Asked::Change { operand, .. } = &self.asked else {
            return Err(Unreadable { span: 0..0, problem: ReplyProblem::NotAnElement });
        };
        if let Some(shape) = plain_shape(text) {
            return Ok(self.with_shape(operand, shape.shape()));
        }
        let mut before = String::new();
        for id in OperandId::PAIR {
            let code = expression(self.subject.library, self.subject.operation.operand(id));
            before.push_str(&format!("{} = {code}\n", id.name()));
        }
        let program = before.clone() + text.trim();
        let reader = PYTHON.get();
        let line = reader.filter(|_| Mentions::of(text).both()).and_then(|reader| operands_of(reader, &program));
        if let Some(tensors) = line {
            return Ok(self.with_tensors(tensors, OperandId::PAIR.map(|_| is_transposed(text))));
        }
        let changed = read_operand(&program, reader).map_err(|error| after(&before, text, error))?;
        let operand = Mentions::of(text).only().unwrap_or(operand);
        let mut tensors = OperandId::PAIR.map(|id| self.subject.operation.operand(id).clone());
        let mut transposed = [false; 2];
        let at = operand.position();
        if let (Some(tensor), Some(is)) = (tensors.get_mut(at), transposed.get_mut(at)) {
            (*tensor, *is) = (changed.tensor, is_transposed(text));
        }
        Ok(self.with_tensors(tensors, transposed))
    }

    /// The fixes after which the result has the wanted shape.
    fn fixes(&self) -> &[Fix] {
        match &self.asked {
            Asked::Change { fixes, .. } => fixes,
            _ => &[],
        }
    }

    /// An operand that is given by its shape. It is a fix where its sizes are those of a fix, apart from axes of size 1.
    fn with_shape(&self, operand: OperandId, shape: &Shape) -> Changed {
        let mut shapes = OperandId::PAIR.map(|id| self.subject.shape(id).clone());
        if let Some(changed) = shapes.get_mut(operand.position()) {
            *changed = shape.clone();
        }
        let without_ones = |shape: &Shape| -> Shape { shape.iter().copied().filter(|&size| size != 1).collect() };
        let fixes = self.fixes();
        let is_known =
            fixes.iter().any(|fix| fix.operand == operand && without_ones(&fix.shape) == without_ones(shape));
        let is_fix = is_known && self.gives_wanted(&shapes);
        Changed { shapes, transposed: [false; 2], is_fix }
    }

    /// Operands that are given by their code. They are a fix where the result has the elements of the result of a fix.
    fn with_tensors(&self, tensors: [Tensor; 2], transposed: [bool; 2]) -> Changed {
        let shapes = [tensors[0].shape().clone(), tensors[1].shape().clone()];
        let is_fix = self.gives_wanted(&shapes) && {
            let changed = self.operation(tensors);
            self.fixes().iter().filter_map(|fix| self.fixed(fix)).any(|fixed| have_same_elements(&changed, &fixed))
        };
        Changed { shapes, transposed, is_fix }
    }

    /// Whether operands of these shapes give the wanted result.
    fn gives_wanted(&self, [a, b]: &[Shape; 2]) -> bool {
        let Asked::Change { result, .. } = &self.asked else { return false };
        self.subject.with_shapes([a, b]).result() == Some(result)
    }

    fn operation(&self, tensors: [Tensor; 2]) -> Operation {
        let operation = &self.subject.operation;
        Operation::combined(tensors.to_vec().into(), operation.combination().clone(), operation.arithmetic())
    }

    /// The operation after a fix.
    fn fixed(&self, fix: &Fix) -> Option<Operation> {
        let library = self.subject.library;
        let mut tensors = OperandId::PAIR.map(|id| self.subject.operation.operand(id).clone());
        let tensor = tensors.get_mut(fix.operand.position())?;
        let code = fix.code(library, "x", tensor.shape().ndim());
        let program = format!("x = {}\n{code}", expression(library, tensor));
        *tensor = read_operand(&program, PYTHON.get()).ok()?.tensor;
        Some(self.operation(tensors))
    }
}

/// The two operands of a line that combines them.
fn operands_of(reader: &Reader, program: &str) -> Option<[Tensor; 2]> {
    let operands = (reader.operands_in)(program)?;
    let read = |text: &str| read_operand(text, Some(reader)).ok().map(|operand| operand.tensor);
    Some([read(&operands.a)?, read(&operands.b)?])
}

/// An error of a program that ends with `text`, at its place in the text.
fn after(before: &str, text: &str, error: InputError) -> Unreadable {
    let (before, spaces) = (before.chars().count(), text.chars().take_while(|c| c.is_whitespace()).count());
    let end = text.chars().count();
    let place = |position: usize| match position.checked_sub(before) {
        Some(place) => (place + spaces).min(end),
        None => 0,
    };
    // An error in the operands as they are given is one of the whole text.
    let span = if error.span.start < before { 0..end } else { place(error.span.start)..place(error.span.end) };
    Unreadable { span, problem: ReplyProblem::Text(error.problem) }
}

/// Which operands a text mentions by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mentions([bool; 2]);

impl Mentions {
    fn of(text: &str) -> Self {
        let is_part = |c: char| is_part_of_word(c) || c == '.';
        let words: Vec<&str> =
            text.split(|c: char| !is_part(c)).map(|word| word.split('.').next().unwrap_or_default()).listed();
        Self(OperandId::PAIR.map(|operand| words.contains(&operand.name())))
    }

    /// Whether the text mentions both operands.
    fn both(self) -> bool {
        self.0 == [true; 2]
    }

    /// The only operand that the text mentions.
    fn only(self) -> Option<OperandId> {
        match self.0 {
            [true, false] => Some(OperandId::A),
            [false, true] => Some(OperandId::B),
            _ => None,
        }
    }
}

/// Whether a text transposes something.
fn is_transposed(text: &str) -> bool {
    let code: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    [".T", ".mT", ".t()", "transpose"].iter().any(|way| code.contains(way))
}

/// Whether the results of two operations have the same shape, and the same values at up to [`MAX_COMPARED`] places.
fn have_same_elements(one: &Operation, other: &Operation) -> bool {
    let (Some(shape), Some(other_shape)) = (one.shape(), other.shape()) else { return false };
    let Some(elements) = shape.numel().filter(|_| shape == other_shape) else { return false };
    let step = (elements / MAX_COMPARED).max(1);
    let same = |one: Option<Scalar>, other: Option<Scalar>| match (one, other) {
        (Some(one), Some(other)) => one == other || (one.to_float().is_nan() && other.to_float().is_nan()),
        (one, other) => one == other,
    };
    (0..elements.min(MAX_COMPARED)).all(|number| {
        let index = number.checked_mul(step).and_then(|position| unravel(shape, position));
        index.is_some_and(|index| same(one.value(&index), other.value(&index)))
    })
}
