//! Gradients against the recorded numbers of `torch.autograd`.

use crate::support::vectors;
use serde::Deserialize;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Arithmetic, OperandId, Operation, Operator, Scalar, Shape, Tensor, Values, unravel};

#[derive(Deserialize)]
struct Case {
    op: String,
    a: Vec<u64>,
    a_values: Vec<f64>,
    a_grad: Vec<u64>,
    a_grad_values: Vec<Number>,
    b: Vec<u64>,
    b_values: Vec<f64>,
    b_grad: Vec<u64>,
    b_grad_values: Vec<Number>,
}

/// A number, or the name of one that is not finite.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Finite(f64),
    Named(String),
}

impl Number {
    fn is(&self, value: f64) -> bool {
        match self {
            // The parts may be added in another order.
            Self::Finite(expected) => (value - expected).abs() <= 1e-12 * expected.abs().max(1.0),
            Self::Named(name) => name
                .parse::<f64>()
                .is_ok_and(|expected| if expected.is_nan() { value.is_nan() } else { value == expected }),
        }
    }
}

fn tensor(sizes: &[u64], values: &[f64]) -> Tensor {
    Tensor::contiguous(&Shape::from(sizes), Values::Listed(values.iter().copied().map(Scalar::Float).collect()))
}

#[test]
fn gradients_are_those_of_torch_autograd() {
    let cases: Vec<Case> = vectors("gradients");
    assert_eq!(cases.len(), 500);
    let mut compared = 0;
    for case in &cases {
        let operator = Operator::ALL.into_iter().find(|&operator| Library::PyTorch.function(operator) == case.op);
        let operands = [tensor(&case.a, &case.a_values), tensor(&case.b, &case.b_values)];
        let operation = Operation::new(operands, operator.expect("an operator"), Arithmetic::PyTorch);
        for (operand, shape, numbers) in
            [(OperandId::A, &case.a_grad, &case.a_grad_values), (OperandId::B, &case.b_grad, &case.b_grad_values)]
        {
            let shape = Shape::from(shape.as_slice());
            assert_eq!(operation.operand(operand).shape(), &shape, "a gradient has the shape of its operand");
            for (position, number) in (0..).zip(numbers) {
                let index = unravel(&shape, position).expect("in the operand");
                let own = operation.gradient(operand, &index).expect("a gradient");
                assert!(number.is(own), "{} {:?} {:?} {operand:?} at {index:?}: {own}", case.op, case.a, case.b);
                compared += 1;
            }
        }
    }
    assert!(compared > 5_000, "only {compared} numbers were compared");
}

#[test]
fn what_has_no_gradient_has_none() {
    let operation = |a: &[u64], b: &[u64], operator| {
        let [a, b] = [a, b].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
        Operation::new([a, b], operator, Arithmetic::PyTorch)
    };
    let element = |operation: Operation, index: &[u64]| operation.gradient(OperandId::A, index);
    assert_eq!(element(operation(&[2], &[3], Operator::Add), &[0]), None);
    assert_eq!(element(operation(&[2], &[2], Operator::Maximum), &[0]), None);
    assert_eq!(element(operation(&[2], &[2], Operator::Add), &[2]), None);
    assert_eq!(element(operation(&[2], &[2], Operator::Add), &[]), None);
    // An element that is read for no element of the result has the gradient 0; one that is read too often has none.
    assert_eq!(element(operation(&[1], &[0], Operator::Add), &[0]), Some(0.0));
    assert_eq!(element(operation(&[1], &[65_536], Operator::Add), &[0]), Some(65_536.0));
    assert_eq!(element(operation(&[1], &[65_537], Operator::Add), &[0]), None);
}
