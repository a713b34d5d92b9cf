//! The programs that the page shows: whatever is typed there is one, and it says what the library says.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use broadcast_visualizer::broadcast::{MAX_SIZE, Shape};
use broadcast_visualizer::library::Library;
use broadcast_visualizer::state::{Analysis, Settings};
use proptest::prelude::*;

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

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_pair_has_a_program(
        a in prop::collection::vec(prop_oneof![Just(1_u64), 0_u64..5, MAX_SIZE - 1..=MAX_SIZE], 0..7),
        b in prop::collection::vec(prop_oneof![Just(1_u64), 0_u64..5, MAX_SIZE - 1..=MAX_SIZE], 0..7),
        in_place in any::<bool>(),
    ) {
        let [a, b] = [a, b].map(|sizes| Shape::from(sizes.as_slice()).to_string());
        for library in Library::ALL {
            let program = code(&a, &b, library, in_place);
            prop_assert!(program.len() < 4_000 && program.starts_with("import "), "{}", program);
        }
    }
}
