//! The text of a field while the reader of Python is not loaded.

use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::program::{InputError, InputProblem, may_be_program, read_operand};
use broadcast_visualizer::state::{Model, Shown};
use proptest::prelude::*;
use tensor_broadcasting::OperandId;
use tensor_reader::parse_operand;

#[test]
fn a_shape_is_no_program() {
    for text in ["5,3,4,1", "(3,)", "5x3", "5 3", "", "（5，3）"] {
        assert!(!may_be_program(text), "{text}");
    }
    for text in ["x = 5", "torch.ones(3)", "5,3\n3", "(5, 3) + (3,)"] {
        assert!(may_be_program(text), "{text}");
    }
}

/// A text of the characters of shapes and some of Python.
fn nearly_a_shape() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select("0123 ,x×X*()[]-;.=\n\t（５，＊a#>e+".chars().collect::<Vec<_>>()),
        0..10,
    )
    .prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Without the reader of Python, a text is read in the same way, or it waits for the reader.
    #[test]
    fn what_is_read_without_the_reader_of_python_is_read_in_the_same_way(text in nearly_a_shape()) {
        let read = read_operand(&text, None);
        let waits = read.as_ref().is_err_and(|error| error.problem == InputProblem::NotLoaded);
        prop_assert!(waits || read == parse_operand(&text).map_err(InputError::from), "{text:?}: {read:?}");
    }
}

#[test]
fn plain_shapes_do_not_wait_for_the_reader_of_python() {
    for text in [
        "",
        " ",
        "5,3,4,1",
        "5 3",
        "5×3×4",
        "5x3",
        "(3,)",
        "()",
        "[5, 3]",
        "（５，３）",
        "5,,",
        "5, ,3",
        ",5",
        "5，，3",
    ] {
        let read = read_operand(text, None);
        assert!(read.is_ok() || read.is_err_and(|error| error.problem != InputProblem::NotLoaded), "{text}");
    }
    for text in [
        "n=5",
        "5,-1",
        "N,,",
        "(5",
        "5)",
        "1,000",
        "0x10",
        "[[1]]",
        "(5×3, 2)",
        "5.0",
        "torch.ones(3)",
        "5x3\n5x3",
        "x = 5",
    ] {
        assert!(read_operand(text, None).is_err_and(|error| error.problem == InputProblem::NotLoaded), "{text}");
    }
}

#[test]
fn a_list_is_values_beside_values_and_else_a_shape_that_is_said() {
    let shown = |query: &str| {
        let model = Model::open(query, Locale::En);
        let Shown { operation, .. } = model.shown().expect("both can be read");
        let shape = operation.alignment().shape(OperandId::B).to_string();
        (shape, model.analysis().list_read_as_shape(model.settings()))
    };
    assert_eq!(shown("?a=[[0],[10],[20],[30]]&b=[0,1,2]"), ("(3,)".to_owned(), None));
    assert_eq!(shown("?a=torch.ones(4,1)&b=[0,1,2]"), ("(3,)".to_owned(), None));
    let values = Some((OperandId::B, "torch.tensor([0,1,2])".to_owned()));
    assert_eq!(shown("?a=4,1,1&b=[0,1,2]"), ("(0, 1, 2)".to_owned(), values));
    assert_eq!(shown("?a=4,1&b=3"), ("(3,)".to_owned(), None));
}
