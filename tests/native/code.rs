//! The programs that the page shows: they make the operands that were typed, and their comments are the library's answers.

use broadcast_visualizer::state::{Analysis, Settings, Third, Verdict};
use proptest::prelude::*;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{MAX_SIZE, Shape};
use tensor_reader::Problem;
use tensor_reader::parse_operand;

/// The program for two texts.
fn code(a: &str, b: &str, library: Library, in_place: bool) -> String {
    let settings = Settings { a: a.to_owned(), b: b.to_owned(), library, in_place, ..Settings::default() };
    let analysis = Analysis::new(&settings);
    let operation = analysis.operation.as_ref().unwrap_or_else(|| panic!("{a} and {b} can be read"));
    analysis.program(operation, &settings)
}

#[test]
fn programs_stay_as_they_were_written_and_translate_for_the_other_library() {
    let (a, b) = ("x = torch.arange(6).reshape(2, 3).T", "torch.ones(2)  # ones");
    let torch = "import torch\n\na = torch.arange(6).reshape(2, 3).T\nb = torch.ones(2)\nb.expand(3, 2).stride()  # (0, 1)\nout = a + b\nout.shape  # torch.Size([3, 2])\n";
    assert_eq!(code(a, b, Library::PyTorch, false), torch);
    let numpy = code(a, b, Library::NumPy, false);
    assert!(numpy.contains("a = np.lib.stride_tricks.as_strided(np.arange(6), (3, 2), (8, 24))\n"), "{numpy}");
    assert!(numpy.contains("b = np.full((2,), 1.0)\n"), "{numpy}");
    let in_place = code("(1, 3, 1)", "(3, 1, 7)", Library::PyTorch, true);
    assert!(in_place.ends_with(
        "a.add_(b)  # RuntimeError: output with shape [1, 3, 1] doesn't match the broadcast shape [3, 3, 7]\n"
    ));
}

#[test]
fn numbers_are_written_to_their_last_digit_and_strides_in_the_bytes_of_their_type() {
    let numbers = code("[[3.14159265, 2.718281828459]]", "[[-9.96e99], [123456789.123]]", Library::NumPy, false);
    assert!(numbers.contains("np.array([[3.14159265, 2.718281828459]])"), "{numbers}");
    assert!(numbers.contains("[-9.96e99], [123456789.123]"), "{numbers}");
    for (a, strides) in [
        ("np.ones(3, np.float32)", "(0, 4)"),
        ("np.ones(3)", "(0, 8)"),
        ("[True, False, True]", "(0, 1)"),
        ("torch.ones(3, dtype=torch.int16)", "(0, 8)"),
    ] {
        let program = code(a, "(2, 1)", Library::NumPy, false);
        assert!(program.contains(&format!(".strides  # {strides}\n")), "{a}: {program}");
    }
}

/// Found by the random texts of the page tests, and by the fuzzing: a size-0 axis makes no elements, but many empty lists.
#[test]
fn huge_axes_without_elements_are_not_written_out() {
    for library in Library::ALL {
        let many = format!("({})", "5, 7, 1, ".repeat(12));
        assert!(!code("(0,)", &many, library, false).contains("tolist"));
        assert!(code("(2, 3, 1)", "(0,)", library, false).contains("[[[], [], []], [[], [], []]]"));
        assert!(!code("9223372036854775807,0,8", "8", library, false).contains("tolist"));
        let empty = code("torch.tensor([]).reshape(9223372036854775807, 0)", "1", library, false);
        assert!(empty.contains("9223372036854775807"), "{empty}");
    }
}

/// A small or a very large shape.
fn any_shape() -> impl Strategy<Value = Shape> {
    let size = prop_oneof![Just(1_u64), 0_u64..5, MAX_SIZE - 1..=MAX_SIZE];
    prop::collection::vec(size, 0..7).prop_map(|sizes| Shape::from(sizes.as_slice()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The reader reads the operands of a program as the shapes that were typed, and the comment is the library's answer.
    #[test]
    fn programs_make_the_operands_and_end_with_the_answer(a in any_shape(), b in any_shape(), in_place in any::<bool>()) {
        for library in Library::ALL {
            let (text_a, text_b) = (a.to_string(), b.to_string());
            let settings = Settings { a: text_a, b: text_b, library, in_place, ..Settings::default() };
            let analysis = Analysis::new(&settings);
            let program = analysis.program(analysis.operation.as_ref().expect("two shapes"), &settings);
            prop_assert!(program.len() < 4_000, "{}", program);
            let mut lines = program.lines();
            prop_assert_eq!(lines.next(), Some(match library {
                Library::PyTorch => "import torch",
                Library::NumPy => "import numpy as np",
            }));
            prop_assert_eq!(lines.next(), Some(""));
            for (name, shape) in [("a = ", &a), ("b = ", &b)] {
                let expression = lines.next().and_then(|line| line.strip_prefix(name)).expect("an operand");
                match parse_operand(expression) {
                    Ok(operand) => prop_assert_eq!(operand.shape(), shape, "{}", program),
                    // What is too large to be made has no sum either.
                    Err(error) => {
                        prop_assert!(matches!(error.problem, Problem::LibraryRejected(..)), "{:?}: {}", error, program);
                        prop_assert!(analysis.verdict.error().is_some(), "{}", program);
                    }
                }
            }
            let statement = match (in_place, library) {
                (false, _) => "out = a + b",
                (true, Library::PyTorch) => "a.add_(b)",
                (true, Library::NumPy) => "a += b",
            };
            let answer = match &analysis.verdict {
                Verdict::Broadcasts(shape) => {
                    let result = if in_place { "a" } else { "out" };
                    let shape = match library {
                        Library::PyTorch => format!("torch.Size({:?})", shape.to_vec()),
                        Library::NumPy => shape.to_string(),
                    };
                    format!("{statement}\n{result}.shape  # {shape}\n")
                }
                verdict => format!("{statement}  # {}\n", verdict.error().expect("it does not broadcast")),
            };
            prop_assert!(program.contains(&answer), "{}\n{}", answer, program);
        }
    }
}

#[test]
fn where_is_written_with_a_condition_that_the_library_takes() {
    let program = |a: &str, library: Library| {
        let c = Third(Some("[[7]]".to_owned()));
        let settings = Settings { a: a.to_owned(), b: "3".to_owned(), c, library, ..Settings::default() };
        let analysis = Analysis::new(&settings);
        analysis.program(analysis.operation.as_ref().expect("three operands"), &settings)
    };
    let torch = program("[[1],[0]]", Library::PyTorch);
    assert!(torch.contains("c = torch.tensor([[7]])\na.expand(2, 3).stride()  # (1, 0)\n"), "{torch}");
    let out = "out.shape  # torch.Size([2, 3])\nout.tolist()  # [[0, 1, 2], [7, 7, 7]]\n";
    assert!(torch.ends_with(&format!("out = torch.where(a.bool(), b, c)\n{out}")), "{torch}");
    let bools = program("torch.tensor([[True], [False]])", Library::PyTorch);
    assert!(bools.ends_with(&format!("out = torch.where(a, b, c)\n{out}")), "{bools}");
    let numpy = program("[[1],[0]]", Library::NumPy);
    assert!(
        numpy.ends_with("out = np.where(a, b, c)\nout.shape  # (2, 3)\nout.tolist()  # [[0, 1, 2], [7, 7, 7]]\n"),
        "{numpy}"
    );
}
