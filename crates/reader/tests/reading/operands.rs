//! Text to operands: every notation, every error with its place, and that no text whatever is too much.

use proptest::prelude::*;
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Dtype, MAX_SIZE, Operator, Scalar, Shape, Values, format_value, unravel};
use tensor_reader::{Problem, UnreadableReason, operands_in, parse_operand};

#[test]
fn every_notation_says_the_same_shape() {
    let notations = [
        "5,3,4,1",
        "5 3 4 1",
        "5x3x4x1",
        "5X3 x 4 x1",
        "5×3×4×1",
        "5 * 3 * 4 * 1",
        "(5, 3, 4, 1)",
        "(5,3,4,1,)",
        "(5×3×4×1)",
        "[5,3,4,1]",
        "  [ 5 , 3 , 4 , 1 ]  ",
        "torch.Size([5, 3, 4, 1])",
        "Size((5, 3, 4, 1))",
        "５，３，４，１",
        "（５，３，４，１）",
        "【5，3，4，1】",
        "5、3、4、1",
        "5\u{3000}3\u{3000}4\u{3000}1",
    ];
    for notation in notations {
        let operand = parse_operand(notation).unwrap_or_else(|error| panic!("{notation}: {error:?}"));
        assert_eq!(*operand.shape(), Shape::from([5, 3, 4, 1]), "{notation}");
        assert_eq!(operand.tensor.values, Values::Arange, "{notation}");
    }
}

#[test]
fn small_shapes_and_names_are_read() {
    let cases: [(&str, &[u64], &[&str]); 10] = [
        ("(3,)", &[3], &[]),
        ("3", &[3], &[]),
        ("(3)", &[3], &[]),
        ("()", &[], &[]),
        ("[]", &[], &[]),
        ("（）", &[], &[]),
        ("torch.Size([])", &[], &[]),
        ("0,7", &[0, 7], &[]),
        ("class=4, student=32, score=8", &[4, 32, 8], &["class", "student", "score"]),
        ("(班级=4，学生=32)", &[4, 32], &["班级", "学生"]),
    ];
    for (text, shape, names) in cases {
        let operand = parse_operand(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(
            (operand.shape().to_vec(), operand.names),
            (shape.to_vec(), names.iter().map(ToString::to_string).collect())
        );
    }
}

#[test]
fn values_are_read_with_their_shape() {
    let ints = |values: &[i64]| Values::Listed(values.iter().map(|&value| Scalar::Int(value)).collect());
    let reals = |values: &[f64]| Values::Listed(values.iter().map(|&value| Scalar::Float(value)).collect());
    let cases: [(&str, &[u64], Values); 10] = [
        ("[[0],[10],[20]]", &[3, 1], ints(&[0, 10, 20])),
        ("[[0, 1], [-2, 3],]", &[2, 2], ints(&[0, 1, -2, 3])),
        ("tensor([0,1,2])", &[3], ints(&[0, 1, 2])),
        ("np.array([0, 1, 2])", &[3], ints(&[0, 1, 2])),
        ("torch.tensor(7)", &[], ints(&[7])),
        ("tensor([])", &[0], ints(&[])),
        ("[[], []]", &[2, 0], ints(&[])),
        ("5.0", &[], reals(&[5.0])),
        ("-0.25", &[], reals(&[-0.25])),
        ("[[1, 2.5], [1e3, .5]]", &[2, 2], reals(&[1.0, 2.5, 1e3, 0.5])),
    ];
    for (text, shape, values) in cases {
        let operand = parse_operand(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!((operand.shape().to_vec(), operand.tensor.values), (shape.to_vec(), values), "{text}");
    }
}

#[test]
fn every_error_points_at_its_place() {
    let long = "1,".repeat(64) + "1";
    let cases = [
        ("", 0..0, Problem::Empty),
        ("   ", 3..3, Problem::Empty),
        ("5,,3", 2..3, Problem::NotASize(',')),
        (",5", 0..1, Problem::NotASize(',')),
        ("5,3;4", 3..4, Problem::NotASeparator(';')),
        ("5,3,-4", 4..6, Problem::NegativeSize),
        ("5,3.5", 2..5, Problem::FractionalSize),
        ("3 0.5", 2..5, Problem::FractionalSize),
        ("-0.5,3", 0..4, Problem::NegativeSize),
        ("x =", 3..3, Problem::SizeMissing),
        ("9223372036854775808", 0..19, Problem::SizeTooLarge),
        ("99999999999999999999999999", 0..26, Problem::SizeTooLarge),
        ("(5,3", 4..4, Problem::Unclosed(')')),
        ("(5,3]", 4..5, Problem::WrongBracket(Some(')'))),
        ("5,3)", 3..4, Problem::WrongBracket(None)),
        ("(5,3))", 5..6, Problem::WrongBracket(None)),
        ("5x", 2..2, Problem::SizeMissing),
        ("five", 0..4, Problem::UnknownWord("five".to_owned())),
        ("[[1,2],[3]]", 7..10, Problem::Ragged { expected: 2, found: 1 }),
        ("[[1],2]", 5..6, Problem::MixedDepth),
        ("[[1],[[2]]]", 6..7, Problem::MixedDepth),
        ("[[1,x]]", 4..5, Problem::Undefined("x".to_owned())),
        ("[[1,2]", 6..6, Problem::Unclosed(']')),
        ("tensor(", 7..7, Problem::Unclosed(')')),
        ("[[99999999999999999999]]", 2..22, Problem::ValueTooLarge),
        ("（5，3；4）", 4..5, Problem::NotASeparator('；')),
        (&long, 128..129, Problem::TooManyAxes),
    ];
    for (text, span, problem) in cases {
        let error = parse_operand(text).expect_err(text);
        assert_eq!((error.span, error.problem), (span, problem), "{text}");
    }
    let error = parse_operand(&"1".repeat(2_001)).expect_err("too long");
    assert_eq!((error.span, error.problem), (2_000..2_000, Problem::TooLong));
}

#[test]
fn what_python_cannot_be_read_is_pointed_at() {
    let unread = |reason| Problem::Unread(Box::new(reason));
    let arguments = |name: &str| unread(UnreadableReason::Arguments(name.to_owned()));
    let type_error = |message: &str| LibraryError { error_type: "TypeError", message: message.to_owned() };
    let python = |message| Problem::PythonRejected(type_error(message));
    let unknown = |name: &str, nearest: Option<&str>| Problem::UnknownFunction {
        name: name.to_owned(),
        nearest: nearest.map(ToString::to_string),
    };
    let cases = [
        ("torch.onse(3)", 0..10, unknown("torch.onse", Some("torch.ones"))),
        ("x = np.zeroes((2,))", 4..13, unknown("np.zeroes", Some("np.zeros"))),
        ("np.randn(3)", 0..8, unknown("np.randn", None)),
        ("torch.ones(3).unsqeeze(0)", 14..22, unknown(".unsqeeze", Some(".unsqueeze"))),
        ("torch.ones(3).frobnicate()", 14..24, unknown(".frobnicate", None)),
        ("torch.cat([a])", 11..12, Problem::Undefined("a".to_owned())),
        ("torch.matmul(3)", 0..15, arguments("matmul")),
        ("torch.ones(3) @ torch.ones(3)", 14..15, Problem::TwoOperands),
        ("torch.ones(3,1) + torch.ones(4)", 16..17, Problem::TwoOperands),
        ("torch.ones(n, 4)", 11..12, Problem::Undefined("n".to_owned())),
        ("torch.ones", 0..10, Problem::NotCalled("torch.ones".to_owned())),
        ("torch.ones(3).reshape", 14..21, Problem::NotCalled("reshape".to_owned())),
        ("torch.ones(2.5)", 0..15, arguments("ones")),
        ("torch.ones('a')", 0..15, arguments("ones")),
        ("torch.full((2, 3))", 0..18, arguments("full")),
        ("torch.ones(3, names=('a',))", 0..27, arguments("ones")),
        ("torch.ones(3", 12..12, Problem::Unclosed(')')),
        ("torch.ones(3]", 12..13, Problem::WrongBracket(Some(')'))),
        ("torch.ones(3))", 13..14, Problem::WrongBracket(None)),
        ("torch.ones(3) torch", 14..19, Problem::Unexpected("torch".to_owned())),
        ("torch.tensor([[1, 2], [3]])", 22..25, Problem::Ragged { expected: 2, found: 1 }),
        ("(2,)*65", 0..7, Problem::TooManyAxes),
        ("torch.ones(3)['a']", 14..17, unread(UnreadableReason::Kinds)),
        ("torch.ones([1]*5000)", 0..20, Problem::TooManyAxes),
        ("torch.ones(10**30)", 11..17, unread(UnreadableReason::TooMuch)),
        ("# nothing", 9..9, Problem::Empty),
        // Python subtracts no tuples, and a set has no order.
        ("torch.ones((2,) - (3,))", 11..22, python("unsupported operand type(s) for -: 'tuple' and 'tuple'")),
        ("torch.tensor({1, 2})", 0..20, arguments("torch.tensor")),
        // Integers beyond 64 bits.
        ("torch.full((2,), -9223372036854775807 - 2)", 17..41, unread(UnreadableReason::TooMuch)),
        ("torch.full((2,), 2**62 + 2**62)", 17..30, unread(UnreadableReason::TooMuch)),
        ("torch.full((2,), 2**62 * 2)", 17..26, unread(UnreadableReason::TooMuch)),
        ("torch.full((2,), (-9223372036854775807 - 1) // -1)", 17..49, unread(UnreadableReason::TooMuch)),
        ("torch.arange(0.0, 1e30)", 0..23, arguments("arange")),
        ("torch.ones(3, order='C')", 0..24, arguments("ones")),
        ("np.arange(6).reshape((2, 3), order='F')", 13..39, arguments("reshape")),
        ("torch.ones(3).maximum(3)", 14..24, arguments("maximum")),
        ("np.ones(3).dtype()", 11..18, arguments("<type>")),
        ("np.ones(3).data", 11..15, unknown(".data", None)),
        // The elements would be other numbers of bits.
        ("torch.ones(3).view(torch.int64)", 14..31, arguments("view")),
        ("np.ones(3).view(dtype=np.int64)", 11..31, arguments("view")),
        ("torch.ones(3)(2)", 0..16, python("'Tensor' object is not callable")),
        ("torch.ones(torch.tensor(3).size(0))", 27..34, arguments("size")),
        ("(x.T)", 1..2, Problem::Undefined("x".to_owned())),
        // What an assignment to something else than a new name does.
        ("x = torch.ones(3)\nx[0] = 5", 23..24, Problem::Unexpected("=".to_owned())),
        ("x = torch.ones(3)\nx[0] += 5", 23..25, Problem::Unexpected("+=".to_owned())),
        ("x = torch.ones(3)\nx.a= 5", 21..22, Problem::Unexpected("=".to_owned())),
        ("x = torch.ones(3)\nx += torch.ones(3)", 20..21, Problem::TwoOperands),
        ("x = torch.ones(3)\nx @= torch.ones(3)", 20..21, Problem::TwoOperands),
        ("x: f() = torch.ones(3)", 1..2, Problem::Unexpected(":".to_owned())),
        ("x, y = {torch.ones(3), torch.ones(4)}", 5..6, Problem::Unexpected("=".to_owned())),
        ("x, y = torch.ones(3), torch.ones(4), torch.ones(5)", 5..6, Problem::Unexpected("=".to_owned())),
    ];
    for (text, span, problem) in cases {
        let error = parse_operand(text).expect_err(text);
        assert_eq!((error.problem, error.span), (problem, span), "{text}");
    }
    let sizes = format!("torch.Size([{long}])", long = "1,".repeat(64) + "1");
    let error = parse_operand(&sizes).expect_err("65 axes");
    assert_eq!((error.span, error.problem), (0..143, Problem::TooManyAxes));
    let error = parse_operand(&"(".repeat(1_000)).expect_err("too deep");
    assert_eq!(error.problem, Problem::TooDeep);
    let error = parse_operand("y = torch.arange(12).reshape(5, -1)").expect_err("12 is no multiple of 5");
    let refused =
        Library::PyTorch.reshape(&parse_operand("12").expect("a row").tensor.layout, &[5, -1]).expect_err("nor here");
    assert_eq!((error.span, error.problem), (21..35, Problem::LibraryRejected(Library::PyTorch, refused)));
}

/// What a field computes, and the elements and strides of tensors of any size.
#[test]
fn a_field_is_a_program_of_one_expression() {
    type Case = (&'static str, &'static [u64], &'static [u64], &'static [f64]);
    let cases: [Case; 18] = [
        ("torch.ones(3)[0]", &[], &[], &[1.0]),
        ("torch.arange(6).reshape(2, 3)[:, 1]", &[2], &[3], &[1.0, 4.0]),
        ("torch.arange(12).reshape(3, 4).T[1:, ::2]", &[3, 2], &[1, 8], &[1.0, 9.0, 2.0, 10.0, 3.0, 11.0]),
        ("torch.ones(3).sum()", &[], &[], &[3.0]),
        ("torch.cat([torch.zeros(1), torch.ones(2)])", &[3], &[1], &[0.0, 1.0, 1.0]),
        ("torch.tensor([[i * j for i in range(2)] for j in range(2)])", &[2, 2], &[2, 1], &[0.0, 0.0, 0.0, 1.0]),
        ("x = torch.zeros(2); x.add_(3); x", &[2], &[1], &[3.0, 3.0]),
        ("torch.zeros_like(torch.ones(2, 3).T)", &[3, 2], &[1, 3], &[0.0; 6]),
        ("np.ones_like(np.ones((2, 3)).T)", &[3, 2], &[1, 3], &[1.0; 6]),
        ("np.array([1, 2]).astype(np.float16)", &[2], &[1], &[1.0, 2.0]),
        ("torch.arange(10**12).reshape(10**6, 10**6).T", &[1_000_000, 1_000_000], &[1, 1_000_000], &[0.0, 1e6, 2e6]),
        ("torch.arange(10**12)[7:].view(1, -1)[0]", &[999_999_999_993], &[1], &[7.0, 8.0]),
        ("torch.arange(4000)[-3:] * 2", &[3], &[1], &[7994.0, 7996.0, 7998.0]),
        ("torch.arange(4000).reshape(2, 2000).T.reshape(-1)", &[4000], &[1], &[0.0, 2000.0, 1.0, 2001.0]),
        ("torch.tensor([1, 2, 3]).expand(1000, 3)", &[1000, 3], &[0, 1], &[1.0, 2.0, 3.0, 1.0]),
        ("-torch.arange(5000) / 2", &[5000], &[1], &[0.0, -0.5, -1.0]),
        ("torch.full((3000, 2), 5).double() + 1", &[3000, 2], &[2, 1], &[6.0, 6.0]),
        ("torch.ones(3, dtype=torch.uint8) - 2", &[3], &[1], &[255.0, 255.0, 255.0]),
    ];
    for (text, shape, strides, values) in cases {
        let operand = parse_operand(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let layout = &operand.tensor.layout;
        assert_eq!((layout.shape().to_vec(), layout.strides()), (shape.to_vec(), strides), "{text}");
        assert_eq!(operand.values_unknown, values.is_empty(), "{text}");
        let element =
            |at| operand.tensor.values.at(layout.offset(&unravel(layout.shape(), at)?)?).map(Scalar::to_float);
        let found: Vec<f64> = (0..values.len() as u64).filter_map(element).collect();
        assert_eq!(found, values, "{text}");
    }
    // The expression no longer says what a changed tensor holds, or it has variables of its own.
    let written = |text: &str| parse_operand(text).expect(text).python.map(|python| python.text);
    assert_eq!(written("x = torch.zeros(2); x.add_(3); x"), None);
    assert_eq!(written("x = np.zeros(2); x.fill(3); x"), None);
    assert_eq!(written("n = 2; torch.tensor([n for n in range(3)])"), None);
    assert_eq!(written("torch.tensor([n for n in range(3)])").as_deref(), Some("torch.tensor([n for n in range(3)])"));
}

/// Whether 64 axes are the most does not depend on the function that makes them.
#[test]
fn an_operand_of_python_has_up_to_64_axes() {
    for text in [
        "torch.ones([1]*AXES)",
        "torch.ones(1).expand([1]*AXES)",
        "torch.ones(1).reshape([1]*AXES)",
        "torch.ones([1]*(AXES-1)).unsqueeze(0)",
        "torch.ones([1]*(AXES-1))[None]",
        "np.array([1], ndmin=AXES)",
    ] {
        let ndim = |axes: &str| parse_operand(&text.replace("AXES", axes)).map(|operand| operand.shape().ndim());
        assert_eq!(ndim("64"), Ok(64), "{text}");
        assert_eq!(ndim("65").map_err(|error| error.problem), Err(Problem::TooManyAxes), "{text}");
    }
}

/// Element types, unknown values, and whether the elements can be written.
#[test]
fn what_an_operand_of_python_holds() {
    let read = |text: &str| parse_operand(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    // Without a library, an element type is known only where both libraries give the same one.
    for (text, dtype) in
        [("full((2,), True)", Some(Dtype::Bool)), ("full((2,), 1)", Some(Dtype::Int64)), ("full((2,), 0.5)", None)]
    {
        assert_eq!(read(text).dtype, dtype, "{text}");
    }
    // The same type again, and the bits of a float, read as another type.
    assert!(!read("torch.ones(3).view(torch.float32)").values_unknown);
    let bits = read("torch.ones(3).view(torch.int32)");
    assert_eq!((bits.dtype, bits.values_unknown), (Some(Dtype::Int32), true));
    // NumPy's views of what was broadcast cannot be written; those of PyTorch can.
    for (text, read_only) in [
        ("np.broadcast_to(np.ones(3), (2, 3))", true),
        ("np.transpose(np.broadcast_to(np.ones(3), (2, 3)))", true),
        ("np.array(np.broadcast_to(np.ones(3), (2, 3)))", false),
        ("torch.ones(3).expand(2, 3)", false),
    ] {
        assert_eq!(read(text).read_only, read_only, "{text}");
    }
}

#[test]
fn python_is_read_whatever_stands_around_it() {
    let written =
        |text: &str| parse_operand(text).unwrap_or_else(|error| panic!("{text}: {error:?}")).python.map(|w| w.text);
    for text in [
        "torch.ones(3,1)",
        "x = torch.ones(3,1)",
        ">>> x = torch.ones(3,1)",
        "In [12]: x = torch.ones(3,1)  # a column",
        "import torch\n\nx = torch.ones(3,1)\n",
        ">>> import torch\n>>> x = torch.ones(3,1)\n>>> x\ntensor([[1.],\n        [1.],\n        [1.]])",
        "x = torch.ones(3,1); x",
    ] {
        assert_eq!(written(text).as_deref(), Some("torch.ones(3,1)"), "{text}");
    }
    for text in [
        "torch.empty(  3,1,1)",
        "ｔｏｒｃｈ．ｅｍｐｔｙ（３，１，１）",
        "torch。empty（3，1，1）",
        "torch.ones(3,1,1).shape",
        "torch.ones(\n    3, 1, 1,\n)",
    ] {
        assert_eq!(
            parse_operand(text).unwrap_or_else(|error| panic!("{text}: {error:?}")).shape(),
            &Shape::from([3, 1, 1]),
            "{text}"
        );
    }
    for (text, shape) in [("(2,)*3", vec![2, 2, 2]), ("(2*3, 4)", vec![6, 4]), ("x = (3, 1)", vec![3, 1])] {
        assert_eq!(parse_operand(text).expect(text).shape().to_vec(), shape, "{text}");
    }
}

#[test]
fn two_operands_are_taken_out_of_a_program() {
    let cases: [(&str, &str, &str, Option<Operator>, bool); 10] = [
        ("x = torch.ones(3,1)\ny = torch.ones(4)", "torch.ones(3,1)", "torch.ones(4)", None, false),
        ("x=torch.empty(5,7,3); y=torch.empty(5,7,3)", "torch.empty(5,7,3)", "torch.empty(5,7,3)", None, false),
        (
            ">>> x = torch.ones(3)\n>>> y = x[:, None]\n>>> y + x\ntensor([[2.]])",
            "torch.ones(3)[:, None]",
            "torch.ones(3)",
            Some(Operator::Add),
            false,
        ),
        (
            "import numpy as np\na = np.ones((3,1))  # column\nb = np.arange(4)\na += b",
            "np.ones((3,1))",
            "np.arange(4)",
            Some(Operator::Add),
            true,
        ),
        ("torch.ones(3,1) + torch.ones(4)", "torch.ones(3,1)", "torch.ones(4)", Some(Operator::Add), false),
        (
            "n = 3\nx = torch.ones(n, 1)\ny = torch.ones(n+1)\nz = x - y",
            "torch.ones(3, 1)",
            "torch.ones(3+1)",
            Some(Operator::Subtract),
            false,
        ),
        (
            "s = 2 + 1\nx = torch.ones(s * 2)\ny = torch.ones(1)",
            "torch.ones((2 + 1) * 2)",
            "torch.ones(1)",
            None,
            false,
        ),
        (
            "x = torch.ones(2,3)\nx = x.T\ny = torch.ones(2)\nx < y",
            "torch.ones(2,3).T",
            "torch.ones(2)",
            Some(Operator::Less),
            false,
        ),
        (
            "a = torch.ones(3)\nb = torch.ones(4)\nb / a",
            "torch.ones(4)",
            "torch.ones(3)",
            Some(Operator::Divide),
            false,
        ),
        (
            "x = torch.tensor([\n  [1, 2],  # first\n  [3, 4],\n])\ny = torch.ones(2)",
            "torch.tensor([[1, 2], [3, 4], ])",
            "torch.ones(2)",
            None,
            false,
        ),
    ];
    for (text, a, b, operator, in_place) in cases {
        let found = operands_in(text).unwrap_or_else(|| panic!("{text}: two operands"));
        assert_eq!(
            (found.a.as_str(), found.b.as_str(), found.operator, found.in_place),
            (a, b, operator, in_place),
            "{text}"
        );
    }
    for text in [
        "",
        "5,3,4,1",
        "torch.ones(3)",
        "x = torch.ones(3)",
        "(2,)+(3,)",
        "class=4, student=32",
        "[[0],[1]]",
        "torch.ones(3) * 2 @",
        "-torch.ones(3,1) ** torch.ones(4)",
        "five",
        // Functions, and what is done with a result.
        "torch.maximum(torch.ones(3), torch.ones(4))",
        "x = torch.ones(3); y = torch.ones(3); x.add_(y)",
        "x = torch.ones(3); y = torch.ones(3); print((x * y).shape)",
    ] {
        assert_eq!(operands_in(text), None, "{text}");
    }
}

/// Texts of the characters that mean something here, and of any others.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9,x×()\\[\\] .=e*_-]{0,60}",
        "(torch\\.|np\\.)?(tensor|array|Size|ones)?[(\\[0-9,.\\])-]{0,40}",
        "[，（）［］【】、０-９\u{3000}轴🙂a-z]{0,40}",
        "\\PC{0,200}",
        "[\\[(]{0,300}[0-9,]{0,10}",
        "[0-9]{0,2100}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_much(text in any_text()) {
        let characters = text.chars().count();
        match parse_operand(&text) {
            Ok(operand) => {
                prop_assert!(operand.shape().ndim() <= 64);
                prop_assert!(operand.shape().iter().all(|&size| size <= MAX_SIZE));
                prop_assert!(operand.names.is_empty() || operand.names.len() == operand.shape().ndim());
                if let Values::Listed(values) = &operand.tensor.values {
                    prop_assert_eq!(operand.shape().numel(), Some(values.len() as u64));
                }
            }
            Err(error) => {
                prop_assert!(error.span.start <= error.span.end && error.span.end <= characters);
            }
        }
    }

    #[test]
    fn a_shape_is_read_back_as_it_was_written(sizes in prop::collection::vec(0..=MAX_SIZE, 0..=64)) {
        let shape = Shape::from(sizes.as_slice());
        prop_assert_eq!(parse_operand(&shape.to_string()).expect("Python's own notation").shape().clone(), shape.clone());
        if !sizes.is_empty() {
            for mark in [",", " ", "x", "×", "，"] {
                let text: Vec<String> = sizes.iter().map(u64::to_string).collect();
                if let Ok(operand) = parse_operand(&text.join(mark)) {
                    prop_assert_eq!(operand.shape(), &shape);
                } else {
                    prop_assert!(text.join(mark).chars().count() > 2_000);
                }
            }
        }
    }

    #[test]
    fn a_value_is_written_in_the_room_there_is(value in any::<i64>(), real in any::<f64>(), room in 7_usize..24) {
        for value in [Scalar::Int(value), Scalar::Float(real), Scalar::Float(real % 1e6)] {
            let text = format_value(value, room);
            prop_assert!(!text.is_empty() && text.chars().count() <= room, "{value:?} in {room}: {text}");
        }
    }

    #[test]
    fn a_whole_number_is_written_whole(value in -99_999_i64..=99_999) {
        prop_assert_eq!(format_value(Scalar::Int(value), 6), value.to_string());
        prop_assert_eq!(format_value(Scalar::Float(value as f64), 10), format!("{value}.0"));
    }
}
