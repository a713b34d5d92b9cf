//! Text to operands: every notation, every error with its place, and that no text whatever is too much.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use broadcast_visualizer::broadcast::{MAX_SIZE, Scalar, Shape, Values};
use broadcast_visualizer::notation::{Problem, parse, write_value};
use proptest::prelude::*;

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
        let operand = parse(notation).unwrap_or_else(|error| panic!("{notation}: {error:?}"));
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
        let operand = parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
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
        let operand = parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
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
        ("9223372036854775808", 0..19, Problem::SizeTooLarge),
        ("99999999999999999999999999", 0..26, Problem::SizeTooLarge),
        ("(5,3", 4..4, Problem::Unclosed(')')),
        ("(5,3]", 4..5, Problem::WrongBracket(Some(')'))),
        ("5,3)", 3..4, Problem::WrongBracket(None)),
        ("(5,3))", 5..6, Problem::WrongBracket(None)),
        ("5x", 2..2, Problem::SizeMissing),
        ("five", 0..4, Problem::UnknownWord("five".to_owned())),
        ("a=4, 3", 5..6, Problem::NameMissing),
        ("3, b=4", 3..6, Problem::NameMissing),
        ("[[1,2],[3]]", 7..10, Problem::Ragged { expected: 2, found: 1 }),
        ("[[1],2]", 5..6, Problem::MixedDepth),
        ("[[1],[[2]]]", 6..7, Problem::MixedDepth),
        ("[[1,x]]", 4..5, Problem::NotAValue(Some('x'))),
        ("[[1,2]", 6..6, Problem::Unclosed(']')),
        ("tensor(", 7..7, Problem::NotAValue(None)),
        ("[[99999999999999999999]]", 2..22, Problem::ValueTooLarge),
        ("（5，3；4）", 4..5, Problem::NotASeparator('；')),
        (&long, 128..129, Problem::TooManyAxes),
    ];
    for (text, span, problem) in cases {
        let error = parse(text).expect_err(text);
        assert_eq!((error.span, error.problem), (span, problem), "{text}");
    }
    let error = parse(&"1".repeat(2_001)).expect_err("too long");
    assert_eq!((error.span, error.problem), (2_000..2_000, Problem::TooLong));
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
        match parse(&text) {
            Ok(operand) => {
                prop_assert!(operand.shape().ndim() <= 64);
                prop_assert!(operand.shape().iter().all(|&size| size <= MAX_SIZE));
                prop_assert!(operand.names.is_empty() || operand.names.len() == operand.shape().ndim());
                if let Values::Listed(values) = &operand.tensor.values {
                    prop_assert_eq!(operand.shape().elements(), Some(values.len() as u64));
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
        prop_assert_eq!(parse(&shape.to_string()).expect("Python's own notation").shape().clone(), shape.clone());
        if !sizes.is_empty() {
            for mark in [",", " ", "x", "×", "，"] {
                let text: Vec<String> = sizes.iter().map(u64::to_string).collect();
                if let Ok(operand) = parse(&text.join(mark)) {
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
            let text = write_value(value, room);
            prop_assert!(!text.is_empty() && text.chars().count() <= room, "{value:?} in {room}: {text}");
        }
    }

    #[test]
    fn a_whole_number_is_written_whole(value in -99_999_i64..=99_999) {
        prop_assert_eq!(write_value(Scalar::Int(value), 6), value.to_string());
        prop_assert_eq!(write_value(Scalar::Float(value as f64), 10), format!("{value}.0"));
    }
}
