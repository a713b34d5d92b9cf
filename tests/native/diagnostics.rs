//! Fixes and their order, and the operands with and without a warning.

use broadcast_visualizer::diagnostics::{Fix, elementwise_fixes, fixes, warning};
use broadcast_visualizer::examples::{EXAMPLES, ExampleId};
use broadcast_visualizer::state::{Analysis, Settings, Third};
use proptest::prelude::*;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{MAX_SIZE, OperandId, Shape, broadcast_shapes};
use tensor_reader::parse_operand;

fn of(a: &[u64], b: &[u64]) -> Vec<Fix> {
    fixes(&Shape::from(a), &Shape::from(b), false)
}

/// The best fix as people write it, and its result.
fn best(a: &[u64], b: &[u64]) -> [String; 3] {
    let fix = of(a, b).into_iter().next().unwrap_or_else(|| panic!("{a:?} with {b:?} has a fix"));
    let ndim = if fix.operand == OperandId::A { a.len() } else { b.len() };
    let code = |library| fix.code(library, fix.operand.name(), ndim);
    [code(Library::PyTorch), code(Library::NumPy), fix.result.to_string()]
}

#[test]
fn the_best_fix_is_the_common_one() {
    let cases: [(&[u64], &[u64], [&str; 3]); 9] = [
        // One value for every row.
        (&[3, 4], &[3], ["b.unsqueeze(-1)", "b[:, None]", "(3, 4)"]),
        (&[3], &[3, 4], ["a.unsqueeze(-1)", "a[:, None]", "(3, 4)"]),
        // One value for every channel takes two axes, at one position.
        (&[4, 3, 32, 32], &[3], ["b[:, None, None]", "b[:, None, None]", "(4, 3, 32, 32)"]),
        // A transposed table.
        (&[2, 3], &[3, 2], ["b.T", "b.T", "(2, 3)"]),
        (&[2, 3, 4], &[2, 4, 3], ["b.transpose(1, 2)", "b.swapaxes(1, 2)", "(2, 3, 4)"]),
        // An outer product needs a column.
        (&[3], &[4], ["a.unsqueeze(-1)", "a[:, None]", "(3, 4)"]),
        // An axis too many.
        (&[4, 3], &[3, 1], ["b.squeeze(1)", "b.squeeze(1)", "(4, 3)"]),
        (&[5, 4, 3], &[4, 1, 3], ["b.squeeze(1)", "b.squeeze(1)", "(5, 4, 3)"]),
        (&[32, 10], &[32], ["b.unsqueeze(-1)", "b[:, None]", "(32, 10)"]),
    ];
    for (a, b, expected) in cases {
        assert_eq!(best(a, b), expected, "{a:?} with {b:?}");
    }
}

fn fixed_operands(analysis: &Analysis, settings: &Settings) -> Vec<OperandId> {
    analysis.diagnostics(settings).fixes.iter().map(|fix| fix.operand).collect()
}

/// Found by fuzzing: a fix is not offered where the reader does not take its text.
#[test]
fn a_text_at_the_limits_of_the_reader_has_no_fixes() {
    let changed_operands = |a: &str| {
        let settings = Settings { a: a.to_owned(), b: "[[1,2,3]]".to_owned(), ..Settings::default() };
        let analysis = Analysis::new(&settings);
        assert!(analysis.operands[OperandId::A].is_ok(), "{a}");
        fixed_operands(&analysis, &settings)
    };
    assert!(changed_operands("((2,)*62,)*32").contains(&OperandId::A));
    let spaced = |spaces: usize| format!("torch.ones(2, 2{})", " ".repeat(spaces));
    assert!(
        changed_operands(&spaced(1_900)).contains(&OperandId::A)
            && !changed_operands(&spaced(1_975)).contains(&OperandId::A)
    );
    let warned = |spaces: usize| {
        let a = format!("torch.ones(3, 1{})", " ".repeat(spaces));
        let settings = Settings { a, b: "(3,)".to_owned(), ..Settings::default() };
        let analysis = Analysis::new(&settings);
        assert!(analysis.warning.is_some(), "(3, 1) with (3,)");
        fixed_operands(&analysis, &settings)
    };
    assert_eq!((warned(1_900), warned(1_980)), (vec![OperandId::A, OperandId::B], vec![OperandId::B]));
}

#[test]
fn a_fix_that_is_probably_not_meant_says_so() {
    let of = |a: &[u64], b: &[u64]| -> Vec<(String, bool)> {
        let ndim = |fix: &Fix| if fix.operand == OperandId::A { a.len() } else { b.len() };
        let code = |fix: &Fix| fix.code(Library::NumPy, fix.operand.name(), ndim(fix));
        fixes(&Shape::from(a), &Shape::from(b), false).iter().map(|fix| (code(fix), fix.only_runs)).collect()
    };
    let found = of(&[2, 3], &[2]);
    assert_eq!(found[..2], [("b[:, None]".to_owned(), false), ("a.T".to_owned(), true)]);
    let found = of(&[2, 3], &[3, 2]);
    assert_eq!(found[..2], [("b.T".to_owned(), false), ("a.T".to_owned(), true)]);
    // A table of all pairs may be meant; of other results that grow it is not likely.
    let found = of(&[3], &[4]);
    assert_eq!(found[..2], [("a[:, None]".to_owned(), false), ("b[:, None]".to_owned(), false)]);
    // Lengths that differ by one are those of differences, but for small examples.
    assert!(of(&[99], &[100]).iter().all(|(_, only_runs)| *only_runs));
    assert!(of(&[32, 10], &[64]).iter().all(|(_, only_runs)| *only_runs));
}

#[test]
fn in_place_a_fix_keeps_the_shape_of_a() {
    let found = fixes(&Shape::from([3, 4]), &Shape::from([3]), true);
    assert!(
        !found.is_empty() && found.iter().all(|fix| fix.operand == OperandId::B && *fix.result == [3, 4]),
        "{found:?}"
    );
    assert_eq!(fixes(&Shape::from([1, 3, 1]), &Shape::from([3, 1, 7]), true), []);
}

/// The examples with a warning are those that explain it.
#[test]
fn only_the_examples_about_a_warning_have_one() {
    let with_warning: Vec<ExampleId> = EXAMPLES
        .iter()
        .filter(|example| {
            let mut settings = Settings { a: example.a.to_owned(), b: example.b.to_owned(), ..Settings::default() };
            (settings.operator, settings.in_place) = (example.operator.into(), example.in_place);
            Analysis::new(&settings).warning.is_some()
        })
        .map(|example| example.id)
        .collect();
    assert_eq!(with_warning, [ExampleId::PitfallWrongLoss, ExampleId::PitfallWrongLossHuge]);
}

/// A shape of few axes, with sizes that often agree.
fn shape() -> impl Strategy<Value = Shape> {
    let size = prop_oneof![3 => Just(1_u64), 4 => 2_u64..=3, 1 => Just(0_u64), 1 => 4_u64..=5];
    prop::collection::vec(size, 0..=5).prop_map(|sizes| Shape::from(sizes.as_slice()))
}

/// A shape of any number of axes and any size.
fn wild_shape() -> impl Strategy<Value = Shape> {
    let size = prop_oneof![3 => Just(1_u64), 2 => 0_u64..=4, 1 => MAX_SIZE - 2..=MAX_SIZE];
    prop::collection::vec(size, 0..=64).prop_map(|sizes| Shape::from(sizes.as_slice()))
}

/// A shape in one of the notations.
fn typed(shape: &Shape, way: usize) -> String {
    let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
    let named =
        || sizes.iter().enumerate().map(|(axis, size)| format!("n{axis}={size}")).collect::<Vec<_>>().join(", ");
    match way {
        0 if !sizes.is_empty() => sizes.join(","),
        1 if !sizes.is_empty() => sizes.join(" x "),
        2 if !sizes.is_empty() => named(),
        3 => format!("torch.ones({shape})"),
        4 => format!("x = np.zeros({shape})  # zeros"),
        _ => shape.to_string(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn after_a_fix_the_operands_broadcast(a in shape(), b in shape(), in_place in any::<bool>(), ways in (0_usize..6, 0_usize..6)) {
        for fix in fixes(&a, &b, in_place) {
            let (shape, way) = if fix.operand == OperandId::A { (&a, ways.0) } else { (&b, ways.1) };
            let other = if fix.operand == OperandId::A { &b } else { &a };
            prop_assert_eq!(broadcast_shapes(&fix.shape, other), Ok(fix.result.clone()));
            prop_assert!(!in_place || fix.result == a);
            // The text after the fix is read as the changed shape.
            let text = typed(shape, way);
            for library in Library::ALL {
                let fixed = fix.apply(&text, &parse_operand(&text).expect("an operand"), library);
                let read = parse_operand(&fixed).unwrap_or_else(|error| panic!("{text} to {fixed}: {error:?}"));
                prop_assert_eq!(read.shape(), &fix.shape, "{} to {}", text, fixed);
            }
        }
    }

    #[test]
    fn operands_that_broadcast_have_no_fixes(a in wild_shape(), b in wild_shape()) {
        if let Ok(result) = broadcast_shapes(&a, &b) {
            prop_assert_eq!(fixes(&a, &b, false), []);
            if let Some(warning) = warning(&[&a, &b], &result) {
                prop_assert_eq!(&warning.result, &result);
                for fix in elementwise_fixes(&a, &b) {
                    let other = if fix.operand == OperandId::A { &b } else { &a };
                    prop_assert_eq!(broadcast_shapes(&fix.shape, other), Ok(fix.result));
                }
            }
        } else {
            // Whatever the shapes, the search ends.
            prop_assert!(fixes(&a, &b, false).len() <= 8);
        }
    }

    #[test]
    fn a_bias_has_no_warning(shape in shape(), from in 0_usize..6) {
        let bias = Shape::from(&shape[from.min(shape.ndim())..]);
        prop_assert_eq!(warning(&[&shape, &bias], &shape), None);
    }
}

fn of_three(a: &str, b: &str, c: &str, library: Library) -> (Analysis, Settings) {
    let c = Third(Some(c.to_owned()));
    let settings = Settings { a: a.to_owned(), b: b.to_owned(), c, library, ..Settings::default() };
    (Analysis::new(&settings), settings)
}

#[test]
fn of_three_operands_each_that_can_be_changed_alone_has_fixes() {
    let fixes = |a: &str, b: &str, c: &str| -> Vec<(OperandId, String, String)> {
        let (analysis, settings) = of_three(a, b, c, Library::NumPy);
        let fixes = analysis.diagnostics(&settings).fixes;
        let code = |fix: &Fix| {
            let ndim = analysis.operands[fix.operand].as_ref().expect("a shape").shape().ndim();
            (fix.operand, fix.code(Library::NumPy, fix.operand.name(), ndim), fix.result.to_string())
        };
        fixes.iter().map(code).collect()
    };
    // One value of the mask for every row.
    let found = fixes("3", "3,4", "3,4");
    assert_eq!(found.first(), Some(&(OperandId::A, "a[:, None]".to_owned(), "(3, 4)".to_owned())), "{found:?}");
    assert_eq!(found.len(), 1);
    // The others do not broadcast with each other either.
    assert_eq!(fixes("3", "4", "5"), []);
    assert_eq!(fixes("3,4", "3,1", "4"), []);
    // (3,) meant (3, 1): the result is larger than every operand.
    let (analysis, _) = of_three("4,1", "4", "4", Library::NumPy);
    assert!(analysis.warning.as_ref().is_some_and(|warning| warning.is_mistake()), "{:?}", analysis.warning);
    let found = fixes("4,1", "4", "4");
    assert_eq!(found.first(), Some(&(OperandId::A, "a.squeeze(1)".to_owned(), "(4,)".to_owned())), "{found:?}");
    assert_eq!(of_three("4,1", "3", "1", Library::NumPy).0.warning, None);
}

#[test]
fn three_operands_have_the_words_of_each_library() {
    let message = |library: Library| {
        let (analysis, _) = of_three("3", "4", "5", library);
        analysis.verdict.error().map(|error| error.message.clone())
    };
    assert_eq!(
        message(Library::NumPy).as_deref(),
        Some("operands could not be broadcast together with shapes (3,) (4,) (5,) ")
    );
    assert_eq!(
        message(Library::PyTorch).as_deref(),
        Some("The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 0")
    );
}
