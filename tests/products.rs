//! Matrix products: their batch axes broadcast, and their inner sizes are checked.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

#[path = "support/scenes.rs"]
mod scenes;
mod support;

use std::rc::Rc;

use broadcast_visualizer::broadcast::{Arithmetic, Combination, Matrices, OperandId, Operation, Shape, Tensor, Values};
use broadcast_visualizer::diagram::{ChapterKind, PaintRole, Scene, SceneOptions, Story};
use broadcast_visualizer::i18n::{Locale, ProductText, ProgramText};
use broadcast_visualizer::state::{Analysis, Code, Settings, Verdict};
use scenes::{LABELS, list_at};
use serde_json::{Value, json};
use support::vectors;

fn product(a: &[u64], b: &[u64]) -> Operation {
    let tensors = [a, b].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    Operation::combined(tensors.to_vec().into(), Combination::MatrixProduct, Arithmetic::PyTorch)
}

fn scene(a: &[u64], b: &[u64]) -> Scene {
    let operation = Rc::new(product(a, b));
    let story = Story::new(&operation, None);
    Scene::new(operation, story, SceneOptions::new(960.0, LABELS))
}

#[test]
fn products_have_the_recorded_shapes() {
    let sizes = |value: &Value| -> Vec<u64> {
        value.as_array().expect("sizes").iter().map(|size| size.as_u64().expect("a size")).collect()
    };
    let (mut shapes, mut failing) = (0, 0);
    for case in vectors::<Value>("matmul") {
        let (a, b) = (sizes(&case["a"]), sizes(&case["b"]));
        let operation = product(&a, &b);
        for library in ["numpy", "torch"] {
            if a.is_empty() || b.is_empty() {
                // A number has no matrices.
                assert_eq!((operation.matrices(), case[library]["ok"].is_null()), (None, true), "{case}");
                continue;
            }
            let own = operation.whole_result().map_or(Value::Null, |shape| json!(shape.to_vec()));
            assert_eq!(own, case[library]["ok"], "{case}");
            if own.is_null() {
                failing += 1;
            } else {
                shapes += 1;
            }
        }
    }
    assert!(shapes > 500 && failing > 300, "{shapes} shapes and {failing} errors are too few to say so");
}

#[test]
fn each_matrix_is_one_cell_with_its_shape() {
    let scene = scene(&[2, 3, 4], &[4, 5]);
    let end = list_at(&scene, scene.story().last() as f64);
    let texts =
        |role: PaintRole| -> Vec<&str> { end.layer(role).labels.iter().map(|label| end.text_of(label)).collect() };
    assert_eq!(texts(PaintRole::StoredA), ["3×4", "3×4"]);
    assert_eq!((texts(PaintRole::StoredB), texts(PaintRole::RepeatedB)), (vec!["4×5"], vec!["4×5"]));
    assert_eq!(texts(PaintRole::Result), ["3×5", "3×5"]);
    assert_eq!(texts(PaintRole::Title), ["a (2, 3, 4)", "b (2, 4, 5)", "out (2, 3, 5)", "@", "="]);
    // Two matrices without batch axes are a picture of one cell each.
    let kinds = |a: &[u64], b: &[u64]| -> Vec<ChapterKind> {
        let story = Story::new(&product(a, b), None);
        story.chapters().iter().map(|chapter| chapter.kind).collect()
    };
    assert_eq!(kinds(&[3, 4], &[4, 5]), [ChapterKind::Operands, ChapterKind::Align, ChapterKind::Combine]);
    assert_eq!(kinds(&[3, 4], &[5, 4]), [ChapterKind::Operands, ChapterKind::Align, ChapterKind::InnerClash]);
    // Batch axes that clash are found first.
    assert_eq!(kinds(&[2, 3, 4], &[3, 5, 4]).last(), Some(&ChapterKind::Clash));
}

#[test]
fn inner_sizes_that_differ_are_drawn_side_by_side() {
    let scene = scene(&[2, 3, 4], &[1, 5]);
    let end = list_at(&scene, scene.story().last() as f64);
    let clash: Vec<&str> = end.layer(PaintRole::Clash).labels.iter().map(|label| end.text_of(label)).collect();
    assert_eq!(clash, ["4 ≠ 1"]);
    assert!(end.layer(PaintRole::Result).rects.is_empty());
    // Three slots have no partner, each crossed out.
    assert_eq!(end.layer(PaintRole::Clash).rects.len(), 3);
}

#[test]
fn an_element_is_a_row_times_a_column() {
    let said = |a: &[u64], b: &[u64], index: &[u64]| {
        let operation = product(a, b);
        let from = operation.provenance(index).expect("in the result");
        let product = ProductText::new(&from, &operation).expect("a product");
        Locale::En.program_text(ProgramText::RowTimesColumn(&product))
    };
    assert_eq!(said(&[2, 3, 4], &[4, 5], &[1]), "out[1,i,j] is row i of a[1] times column j of b.");
    assert_eq!(said(&[4], &[4, 5], &[]), "out[j] is a times column j of b.");
    assert_eq!(said(&[3, 4], &[4], &[]), "out[i] is row i of a times b.");
    assert_eq!(said(&[4], &[4], &[]), "out is a times b.");
}

#[test]
fn the_strides_of_a_batch_are_those_of_its_matrices() {
    let operation = product(&[2, 3, 4], &[4, 5]);
    assert_eq!(operation.operand_layout(OperandId::A).strides(), [12]);
    let from = operation.provenance(&[1]).expect("in the result");
    assert_eq!((from.sources[0].offset, from.sources[0].value), (Some(12), None));
}

#[test]
fn a_product_of_a_program_is_shown_with_its_whole_shapes() {
    let analysis = |code: &str| {
        let settings = Settings { code: Code(code.to_owned()), ..Settings::default() };
        (Analysis::new(&settings), settings)
    };
    let (fits, settings) = analysis("import torch\nx = torch.randn(8, 3, 4)\nW = torch.randn(4, 5)\ny = x @ W");
    let operation = fits.operation.as_ref().expect("it is drawn");
    assert_eq!(fits.verdict, Verdict::Broadcasts(Shape::from([8, 3, 5])));
    assert_eq!((operation.name(OperandId::B), operation.whole_shape(OperandId::B)), ("W", Shape::from([4, 5])));
    assert_eq!(operation.matrices().map(|matrices| matrices.inner()), Some([4, 4]));
    assert_eq!(fits.program(operation, &settings), settings.code.0);
    // There is no question about it, and no warning.
    assert_eq!((fits.subject(&settings), fits.warning.as_ref()), (None, None));
    let (clash, settings) = analysis("import torch\nx = torch.randn(2, 3)\nW = torch.randn(4, 5)\ny = x @ W");
    let Verdict::Clash(error) = &clash.verdict else { unreachable!("{:?}", clash.verdict) };
    assert_eq!(error.message, "mm: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)");
    assert!(clash.diagnostics(&settings).fixes.is_empty());
    let inner = Matrices::split(&Shape::from([2, 3]), &Shape::from([4, 5])).map(|(_, matrices)| matrices.agree());
    assert_eq!(inner, Some(false));
}
