//! Python as people paste it: prompts, names, comments, whole programs, and what is taken out of them. (That what is read is
//! what Python makes of it stands in `python.rs`.)

use broadcast_visualizer::state::{Analysis, Code, Settings, Verdict};
use tensor_broadcasting::library::{Check, Library};
use tensor_broadcasting::{Operator, Scalar, Shape};
use tensor_reader::{Problem, UnreadableReason};
use tensor_reader::{is_program, operands_in, parse_operand};

/// What only makes tensors, and shapes on lines of their own, are no program.
#[test]
fn a_program_does_more_than_make_tensors() {
    for text in
        ["torch.ones(3) + torch.ones(4, 1)", "torch.ones(3) < torch.ones(2)", "f(3)", "x = torch.ones(3)\ny = x * x"]
    {
        assert!(is_program(text), "{text}");
    }
    for text in ["a\nb", "32,1\n32", "(3, 1)", "", "x = (", "x = torch.ones(3)\ny = torch.ones(3, 1)"] {
        assert!(!is_program(text), "{text}");
    }
}

/// The message for a list is another one than that for an integer.
#[test]
fn a_view_of_sizes_in_a_list_is_declined() {
    let error = parse_operand("np.arange(6).view([2, 3])").expect_err("NumPy takes an element type");
    let reason = UnreadableReason::Arguments("view".to_owned());
    assert_eq!(error.problem, Problem::Unread(Box::new(reason)));
}

#[test]
fn what_stands_around_an_expression_is_stepped_over() {
    let cases: [(&str, &[u64]); 28] = [
        ("Python 3.11.2 (main)\n>>> torch.ones(3)", &[3]),
        (">>>torch.ones(3)", &[3]),
        (">>> torch.ones(\n        3, 1)", &[3, 1]),
        (">>> torch.ones(\n...     3, 1)", &[3, 1]),
        (">>> 3", &[3]),
        ("print((3, 1))", &[3, 1]),
        ("x: Tensor = torch.ones(3)", &[3]),
        ("(2, 3)[0]", &[2]),
        // As NumPy and PyTorch print them, and with names that are imported.
        ("tensor([nan, inf, 1.0])", &[3]),
        ("torch.ones(3)[newaxis]", &[1, 3]),
        ("torch.ones(3, 2)[:, newaxis]", &[3, 1, 2]),
        ("x = torch.empty(5,3,4,1)", &[5, 3, 4, 1]),
        (">>> x = torch.empty(  3,1,1)", &[3, 1, 1]),
        (">>> torch.empty((0,))", &[0]),
        ("In [3]: y = np.ones((2, 3))", &[2, 3]),
        ("In[12]: (2, 3)", &[2, 3]),
        ("x = (5, 3, 4, 1)", &[5, 3, 4, 1]),
        ("a=[[0],[10],[20]]", &[3, 1]),
        ("torch.ones(5, 3)  # a matrix", &[5, 3]),
        ("5,3,4,1 # a shape", &[5, 3, 4, 1]),
        ("ones(3, 1)", &[3, 1]),
        ("array([1, 2])", &[2]),
        ("torch.ones(5, 3).shape", &[5, 3]),
        ("(2,)*3", &[2, 2, 2]),
        ("torch．ones（5，3）", &[5, 3]),
        ("np.random.rand(4, 32)", &[4, 32]),
        ("torch.randint(0, 10, size=(2, 3))", &[2, 3]),
        ("numpy.zeros(7)", &[7]),
    ];
    for (text, shape) in cases {
        let operand = parse_operand(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(operand.shape(), &Shape::from(shape), "{text}");
    }
    let written = parse_operand(">>> x = torch.ones(5, 3)  # a matrix").expect("Python").python.expect("it is");
    assert_eq!((written.library, written.text.as_str()), (Some(Library::PyTorch), "torch.ones(5, 3)"));
    // One name with a size is an axis with a name.
    assert_eq!(parse_operand("x = 5").expect("a shape").names, ["x"]);
}

#[test]
fn values_are_those_that_the_expression_makes() {
    let cases: [(&str, &[f64]); 6] = [
        ("torch.full((2,), 7)", &[7.0, 7.0]),
        ("torch.arange(1, 7, 2)", &[1.0, 3.0, 5.0]),
        ("np.linspace(0, 1, 3)", &[0.0, 0.5, 1.0]),
        ("torch.arange(6).reshape(2, 3).T.reshape(6)", &[0.0, 3.0, 1.0, 4.0, 2.0, 5.0]),
        ("torch.ones(2).long()", &[1.0, 1.0]),
        ("torch.tensor([[1, 2], [3, 4]]).T.flatten().unsqueeze(0)", &[1.0, 3.0, 2.0, 4.0]),
    ];
    for (text, values) in cases {
        let tensor = parse_operand(text).unwrap_or_else(|error| panic!("{text}: {error:?}")).tensor;
        let made: Vec<f64> =
            (0..values.len() as u64).filter_map(|at| tensor.values.at(at)).map(Scalar::to_float).collect();
        assert_eq!(made, values, "{text}");
    }
}

#[test]
fn programs_fill_both_fields() {
    let add = (Some(Operator::Add), false);
    let cases = [
        (
            "x = torch.empty(5,3,4,1)\ny = torch.empty(  3,1,1)",
            ["torch.empty(5,3,4,1)", "torch.empty(  3,1,1)"],
            (None, false),
        ),
        (
            "import numpy as np\na = np.arange(3); b = a[:, None]  # a column\nout = b * a",
            ["np.arange(3)[:, None]", "np.arange(3)"],
            (Some(Operator::Multiply), false),
        ),
        ("a = np.ones((2,3))\nb = np.ones(3)\na += b", ["np.ones((2,3))", "np.ones(3)"], (Some(Operator::Add), true)),
        ("torch.ones(3, 1) + torch.ones(4)", ["torch.ones(3, 1)", "torch.ones(4)"], add),
        (
            "n = 4\nx = torch.ones(n, 1)\ny = torch.ones(n)\nx - y",
            ["torch.ones(4, 1)", "torch.ones(4)"],
            (Some(Operator::Subtract), false),
        ),
        (
            "x = torch.tensor([[1, 2],\n                  [3, 4]])\ny = torch.ones(2)\nx <= y",
            ["torch.tensor([[1, 2], [3, 4]])", "torch.ones(2)"],
            (Some(Operator::LessOrEqual), false),
        ),
        // What is shown of an operand is no operand.
        ("x = torch.ones(3, 1)\ny = torch.ones(4)\nx", ["torch.ones(3, 1)", "torch.ones(4)"], (None, false)),
        ("x = torch.ones(3, 1)\ny = torch.ones(4)\nx.shape", ["torch.ones(3, 1)", "torch.ones(4)"], (None, false)),
        (
            "x = torch.ones(3, 1)\ny = torch.ones(4)\nx.shape, y.size()",
            ["torch.ones(3, 1)", "torch.ones(4)"],
            (None, false),
        ),
        (
            "\"\"\"Two tensors.\"\"\"\nx = torch.ones(3, 1)\ny = torch.ones(4)",
            ["torch.ones(3, 1)", "torch.ones(4)"],
            (None, false),
        ),
        // What a number makes of a tensor and gets a name is an operand.
        ("x = torch.ones(3)\ny = x * 2", ["torch.ones(3)", "torch.ones(3) * 2"], (None, false)),
        (
            "s = 2 + 1\nx = torch.ones(s, 1)\ny = torch.ones(1)",
            ["torch.ones((2 + 1), 1)", "torch.ones(1)"],
            (None, false),
        ),
        // The first line lost its indentation when it was copied.
        ("x = torch.ones(3, 1)\n    y = torch.ones(4)", ["torch.ones(3, 1)", "torch.ones(4)"], (None, false)),
    ];
    for (program, operands, (operator, in_place)) in cases {
        let found = operands_in(program).unwrap_or_else(|| panic!("{program} holds two operands"));
        assert_eq!([found.a.as_str(), found.b.as_str()], operands, "{program}");
        assert_eq!((found.operator, found.in_place), (operator, in_place), "{program}");
        assert!(operands.iter().all(|operand| parse_operand(operand).is_ok()), "{program}");
    }
}

#[test]
fn a_program_is_in_the_library_that_it_names() {
    for (program, library) in [
        ("import numpy as np\na = np.ones((2, 3))\nb = np.ones(3)\na * b", Some(Library::NumPy)),
        ("x = torch.ones(3)\ny = torch.ones(4)", Some(Library::PyTorch)),
        ("x = torch.ones(3)\ny = np.ones(4)\nx.numpy() + y", None),
    ] {
        assert_eq!(operands_in(program).map(|found| found.library), Some(library), "{program}");
    }
}

#[test]
fn what_is_one_operand_is_no_program() {
    for text in [
        "5,3,4,1",
        "2*3",
        "(2,)*3",
        "(2,)+(3,)",
        "torch.ones(3, 1)",
        "x = torch.ones(3)",
        "-0.5",
        "[[0],[10]]",
        "",
        "x",
        "class=4, student=32",
    ] {
        assert_eq!(operands_in(text), None, "{text}");
    }
}

/// Whatever does more than one operation of two operands, or something that is not read, is no pair of operands: half of a
/// program would be answered as if it were the whole.
#[test]
fn what_is_not_exactly_one_operation_is_declined() {
    for program in [
        // As they were pasted when the program was tried, each of them read as another operation.
        "x = torch.randn(32, 784)\nW = torch.randn(784, 10)\nb = torch.zeros(10)\ny = x @ W + b",
        "a = torch.randn(2,3)\nb = torch.randn(3,4)\na @ b",
        "a = torch.randn(2,3)\nb = torch.randn(3,4)\ntorch.matmul(a, b)",
        "a = torch.randn(2,3)\nb = torch.randn(3,4)\ntorch.einsum('ij,jk->ik', a, b)",
        "a = np.ones(3)\nb = np.ones(3)\nc = np.ones((8, 1))\ny = a + b + c",
        "mask = np.ones(3)\na = np.ones(4)\nb = np.array(0)\nnp.where(mask[:, None], a, b)",
        "preds = torch.randn(8)\nlabels = torch.ones(8, 1)\npreds.round() == labels",
        "mask = torch.ones(3, dtype=torch.bool)\nkeep = torch.ones(4, dtype=torch.bool)\nmask & keep",
        "a = torch.ones(3)\nb = torch.ones(4)\ntorch.cat([a, b])",
        "x = torch.randn(4, 3)\nx - x.mean(dim=1)",
        // More is done with the result, or to the operands, than is shown.
        "pred = torch.randn(32, 1)\ntarget = torch.randn(32)\nloss = ((pred - target) ** 2).mean()",
        "a = np.ones((3, 1))\nb = np.ones(3)\nprint(np.sqrt(np.mean((a - b) ** 2)), a.shape)",
        "x = torch.ones(3, 1)\ny = torch.ones(4)\nz = x * y\nw = z - x",
        "x = torch.ones(3, 1)\ny = torch.ones(4)\nx.unsqueeze_(0)\nx * y",
        "x = torch.ones(3)\ny = torch.ones(4)\nx = foo(x)\nx + y",
        "x = torch.ones(3)\ny = torch.ones(4)\nx[0] = 5\nx + y",
        "x = torch.ones(3)\ny = torch.ones(3)\nfor i in range(3):\n    x + y",
        "x = torch.ones(3)\ny = torch.ones(3)\nz = x + y if True else x",
        "x = torch.ones(3)\ny = torch.ones(3)\nz = torch.ones(3)",
        "x = torch.ones(3)\nx < torch.ones(4, 1) < 5",
        "x = torch.ones(3)\ny = torch.ones(4, 1)\nz = x * y\nx - y",
        "x = torch.ones(3, 3)\ny = torch.ones(3, 3)\nx @= y",
        "x = torch.ones(3)\ny = torch.ones(4, 1)\n(x + y).T",
        "x = torch.ones(3)\ny = torch.ones(4, 1)\n(x + y).size(0)",
        "n = 3\nm = 4",
        // Functions, also with other arguments.
        "a = torch.ones(2, 3)\nb = torch.ones(3)\ntorch.add(a, b)",
        "a = torch.ones(2, 3)\nb = torch.ones(3)\na.add_(b)",
        "a = np.ones((2, 3))\nb = np.ones(3)\nnp.add(a, b, where=a)",
        "a = torch.ones(2, 3)\nb = torch.ones(3)\nc = torch.add(a, b, alpha=2)",
        "a = np.ones((2, 3))\nb = np.ones(3)\nc = np.ones((2, 3))\nnp.add(a, b, out=c)",
        "torch.broadcast_shapes((3,), (4, 1), (5, 1, 1))",
        // No such function, or one that means something else.
        "x = torch.ones(3)\ny = torch.ones(3, 1)\ntorch.equal(x, y)",
        "x = np.ones(3)\ny = np.ones(4)\nx.add(y)",
        "x = np.ones(3)\ny = np.ones(4)\nnp.eq(x, y)",
    ] {
        assert_eq!(operands_in(program), None, "{program}");
    }
}

/// Names that stand for one another must not grow without end.
#[test]
fn a_program_that_doubles_itself_is_given_up() {
    let doubling: String = (0..60).map(|n| format!("x{} = (x{n}, x{n})\n", n + 1)).collect();
    assert_eq!(operands_in(&format!("x0 = (1, 1)\n{doubling}")), None);
}

/// A program may know more than the shapes and types of the operands: the verdict is never another one than the program's.
#[test]
fn the_verdict_of_an_operation_agrees_with_its_program() {
    let code = "import torch\nw = torch.ones(3, requires_grad=True)\ng = torch.ones(3)\nw -= g".to_owned();
    let settings = Settings { code: Code::from(code), ..Settings::default() };
    let analysis = Analysis::new(&settings);
    let error = analysis.verdict.error().expect("it fails").to_string();
    assert!(error.starts_with("RuntimeError: a leaf Variable that requires grad"), "{error}");
    assert!(matches!(analysis.verdict, Verdict::Fails { check: Some(Check::Writable), .. }), "{:?}", analysis.verdict);
}
