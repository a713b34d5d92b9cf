//! `where` of three operands: of a program and of the fields it is one operation.

use broadcast_visualizer::i18n::{equation, operation_line};
use broadcast_visualizer::state::{Analysis, Code, Settings, Third, Verdict};
use tensor_broadcasting::{Combination, OperandId, Operation, Scalar, Shape};

fn read(code: &str) -> (Analysis, Settings) {
    let mut settings = Settings { code: Code::from(code.to_owned()), ..Settings::default() };
    let analysis = Analysis::new(&settings);
    analysis.say(&mut settings);
    (analysis, settings)
}

/// A program of PyTorch that ends with `last`.
fn program(last: &str) -> String {
    let lines = ["import torch", "m = torch.tensor([True, False])", "x = torch.tensor([[1, 2], [3, 4]])"];
    [&lines.join("\n"), "\ny = torch.tensor([10, 20])\n", last].concat()
}

fn values(operation: &Operation) -> Vec<i64> {
    let indices = [[0, 0], [0, 1], [1, 0], [1, 1]];
    indices.iter().map(|index| operation.value(index).map_or(-1, Scalar::to_int)).collect()
}

#[test]
fn the_order_of_the_operands_is_that_of_the_call() {
    for (last, names, element) in [
        ("torch.where(m, x, y)", ["m", "x", "y"], "out[1,0] = where(m[0], x[1,0], y[0]) = where(True, 3, 10) = 3"),
        ("x.where(m, y)", ["x", "m", "y"], "out[1,0] = x[1,0].where(m[0], y[0]) = (3).where(True, 10) = 3"),
    ] {
        let (analysis, settings) = read(&program(last));
        let operation = analysis.operation.as_deref().expect("it is drawn");
        assert_eq!(operation.operands().iter().map(|&id| operation.name(id)).collect::<Vec<_>>(), names, "{last}");
        assert_eq!(values(operation), [1, 20, 3, 20], "{last}");
        assert_eq!(analysis.verdict, Verdict::Broadcasts(Shape::from([2, 2])), "{last}");
        let line = if names[0] == "x" { "x (2, 2).where(m (2,), y (2,))" } else { "where(m (2,), x (2, 2), y (2,))" };
        assert_eq!(operation_line(operation), line);
        let from = operation.provenance(&[1, 0]).expect("in the result");
        assert_eq!(equation(&from, operation), element, "{last}");
        // The code that is written takes the operands in the same order, and makes the same values.
        let code = analysis.program(operation, &settings);
        let call = if names[0] == "x" { "\nout = a.where(b, c)\n" } else { "\nout = torch.where(a, b, c)\n" };
        assert!(code.contains(call) && code.contains("# [[1, 20], [3, 20]]"), "{code}");
    }
}

#[test]
fn a_condition_without_known_values_is_made_of_bools_in_the_code() {
    for (last, call) in
        [("x.where(x > 0, y)", "a.where(b.bool(), c)"), ("torch.where(x > 0, x, y)", "where(a.bool(), b, c)")]
    {
        let (analysis, settings) = read(&["import torch\nx = torch.randn(2, 3)\ny = torch.randn(3)\n", last].concat());
        let operation = analysis.operation.as_deref().expect("it is drawn");
        let code = analysis.program(operation, &settings);
        assert!(code.contains(call), "{code}");
    }
}

#[test]
fn the_fields_show_the_same_as_the_program() {
    let (of_program, _) = read(&program("torch.where(m, x, y)"));
    let texts = ["torch.tensor([True, False])", "torch.tensor([[1, 2], [3, 4]])", "torch.tensor([10, 20])"];
    let [a, b, c] = texts.map(str::to_owned);
    let of_fields = Analysis::new(&Settings { a, b, c: Third(Some(c)), ..Settings::default() });
    let [program, fields] = [&of_program, &of_fields].map(|analysis| analysis.operation.as_deref().expect("read"));
    assert_eq!(program.combination(), &Combination::Where { is_method: false });
    assert_eq!((program.combination(), program.shape()), (fields.combination(), fields.shape()));
    assert_eq!(values(program), values(fields));
    assert_eq!(program.sign(), fields.sign());
    assert_eq!(of_program.verdict, of_fields.verdict);
}

#[test]
fn an_exception_of_the_call_stands_with_its_program() {
    // PyTorch takes a condition of bools only.
    let text = program("torch.where(y, x, y)");
    let (analysis, settings) = read(&text);
    let Verdict::Fails { check: None, shape: Some(shape), error } = &analysis.verdict else {
        unreachable!("{:?}", analysis.verdict)
    };
    assert_eq!(*shape, Shape::from([2, 2]));
    assert!(error.message.starts_with("where expected condition to be a boolean tensor"), "{error}");
    let operation = analysis.operation.as_deref().expect("it is drawn");
    assert_eq!(analysis.program(operation, &settings), text);
}

#[test]
fn where_with_a_number_has_no_values() {
    // Two tensors are shown; the number, which is chosen too, is not among them.
    let (analysis, _) = read(&program("torch.where(m, x, 0)"));
    let operation = analysis.operation.as_deref().expect("it is drawn");
    assert_eq!(operation.operands(), OperandId::PAIR);
    assert_eq!((operation.has_values(), operation.value(&[0, 0])), (false, None));
}
