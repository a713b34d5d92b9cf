//! Matrix products: their batch axes broadcast, and their inner sizes are checked.

use std::rc::Rc;

use crate::scenes::{LABELS, drawn, list_at};
use crate::vectors::vectors;
use broadcast_visualizer::i18n::{Locale, Message, ProductElement, ProductText};
use broadcast_visualizer::program::{Program, program_fixes};
use broadcast_visualizer::state::{Action, Analysis, Binary, ChapterRef, Code, Model, Settings, ShareFormat, Verdict};
use broadcasting_diagram::{
    ArrowDirection, CellRef, ChapterKind, DisplayList, DrawOptions, Highlighted, Label, Line, MATRIX_DRAWING,
    MatrixElement, PaintRole, Panel, Rect, Scene, SceneOptions, Story,
};
use serde_json::{Value, json};
use tensor_broadcasting::library::{Library, OperandType};
use tensor_broadcasting::{
    Arithmetic, Combination, Dtype, Matrices, OperandId, Operation, OperationTypes, Operator, Product, Scalar, Shape,
    Tensor, Values,
};
use tensor_reader::read_open_program;

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
fn each_matrix_is_one_cell_with_its_elements() {
    let scene = scene(&[2, 3, 4], &[4, 5]);
    let end = list_at(&scene, scene.story().last() as f64);
    let texts =
        |role: PaintRole| -> Vec<&str> { end.layer(role).labels.iter().map(|label| end.text_of(label)).collect() };
    let numbers = |count: u32| (0..count).map(|number| number.to_string()).collect::<Vec<_>>();
    assert_eq!(texts(PaintRole::StoredA), numbers(24));
    assert_eq!(
        (texts(PaintRole::StoredB), texts(PaintRole::RepeatedB)),
        (numbers(20).iter().map(String::as_str).collect(), numbers(20).iter().map(String::as_str).collect())
    );
    // As NumPy 2.4.6 has them.
    assert_eq!(texts(PaintRole::Result)[..5], ["70", "76", "82", "88", "94"]);
    assert_eq!(texts(PaintRole::Result)[25..], ["670", "756", "842", "928", "1014"]);
    // All elements have one size, and the inner sizes one mark, in the table too.
    let width = |role: PaintRole| end.layer(role).rects[0].w;
    assert_eq!(
        (width(PaintRole::StoredA), width(PaintRole::StoredB)),
        (width(PaintRole::Result), width(PaintRole::Result))
    );
    let marks = &end.layer(PaintRole::BracketHighlighted).lines;
    assert_eq!(marks.iter().filter(|mark| mark.from.y == mark.to.y).count(), 2, "two matrices of a");
    assert_eq!(marks.iter().filter(|mark| mark.from.x == mark.to.x).count(), 2, "two matrices of b");
    assert_eq!(end.layer(PaintRole::Table).lines.len(), 1 + 2, "the line above the result, and two sizes");
    assert_eq!(texts(PaintRole::Title), ["@", "="]);
    assert_eq!(texts(PaintRole::TitleB), ["b (2, 4, 5)"]);
    assert_eq!(texts(PaintRole::TitleResult), ["out (2, 3, 5)"]);
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
fn rows_stand_under_rows_and_columns_under_columns_in_the_table() {
    let scene = scene(&[3], &[4, 3, 2]);
    let end = list_at(&scene, scene.story().last() as f64);
    let column = |role: PaintRole, size: &str| {
        let labels = &end.layer(role).labels;
        labels.iter().find(|label| end.text_of(label) == size).expect("a size").x
    };
    // The result has no rows, as the vector has none.
    assert_eq!(column(PaintRole::TableResult, "2"), column(PaintRole::TableB, "2"));
    assert_eq!(column(PaintRole::TableA, "3"), column(PaintRole::TableB, "2"));
    assert!(column(PaintRole::TableB, "3") < column(PaintRole::TableB, "2"));
}

#[test]
fn inner_sizes_that_differ_are_drawn_side_by_side() {
    let scene = scene(&[2, 3, 4], &[1, 5]);
    let end = list_at(&scene, scene.story().last() as f64);
    let clash: Vec<&str> = end.layer(PaintRole::Clash).labels.iter().map(|label| end.text_of(label)).collect();
    assert_eq!(clash, ["4 ≠ 1"]);
    assert!(end.layer(PaintRole::Result).rects.is_empty());
    // There is no result whose sizes could be known.
    let known = drawn(&scene, DrawOptions { known: true, ..DrawOptions::at(scene.story().last() as f64) });
    let row: Vec<&str> = known.layer(PaintRole::Table).labels.iter().map(|label| known.text_of(label)).collect();
    assert_eq!(row.iter().filter(|&&text| text == "?").count(), 2, "{row:?}");
    // Three slots have no partner, each crossed out, and the marks of the inner sizes say where they are.
    assert_eq!(end.layer(PaintRole::Clash).rects.len(), 3);
    let is_mark = |line: &&Line| line.from.x == line.to.x || line.from.y == line.to.y;
    assert_eq!(end.layer(PaintRole::Clash).lines.iter().filter(is_mark).count(), 3, "three matrices");
    assert_eq!(end.layer(PaintRole::TableClash).lines.len(), 2, "two sizes");
}

#[test]
fn an_element_is_a_row_times_a_column() {
    let said = |a: &[u64], b: &[u64], index: &[u64]| {
        let operation = product(a, b);
        let from = operation.provenance(index).expect("in the result");
        let product = ProductElement::new(&from, &operation, [2, 0]).expect("a product");
        (product.code(), Locale::En.product_text(ProductText::RowTimesColumn(&product)))
    };
    let text = |code: &str, sentence: &str| (code.to_owned(), sentence.to_owned());
    assert_eq!(
        said(&[2, 3, 4], &[4, 5], &[1]),
        text("out[1,2,0] = a[1,2,:] @ b[:,0]", "out[1,2,0] is row 2 of a[1] times column 0 of b.")
    );
    assert_eq!(said(&[4], &[4, 5], &[]), text("out[0] = a @ b[:,0]", "out[0] is a times column 0 of b."));
    assert_eq!(said(&[3, 4], &[4], &[]), text("out[2] = a[2,:] @ b", "out[2] is row 2 of a times b."));
    assert_eq!(said(&[4], &[4], &[]), text("out = a @ b", "out is a times b."));
}

/// The picture of an element of the cell at an index of the batch.
fn element(scene: &Scene, batch: &[u64], index: [u64; 2]) -> DisplayList {
    let cell = CellRef { panel: Panel::Result, index: batch.to_vec() };
    let element = Some(MatrixElement { index, drawing: &MATRIX_DRAWING });
    drawn(
        scene,
        DrawOptions {
            highlight: Some(Highlighted::new(&cell)),
            element,
            ..DrawOptions::at(scene.story().last() as f64)
        },
    )
}

const PARTS: [PaintRole; 3] = [PaintRole::LiftedA, PaintRole::LiftedB, PaintRole::LiftedResult];

#[test]
fn the_row_and_the_column_of_an_element_are_highlighted() {
    let scene = scene(&[2, 3, 4], &[4, 5]);
    let list = element(&scene, &[1], [2, 3]);
    let count = |role: PaintRole| list.layer(role).rects.len();
    // A row of four, a column of four, and one element; the rest of three matrices.
    assert_eq!(PARTS.map(count), [4, 4, 1]);
    assert_eq!((count(PaintRole::Matrix), count(PaintRole::MatrixElement)), (3, 12 + 20 + 15 - 9));
    let [row, column, own] = PARTS.map(|role| &list.layer(role).rects);
    assert!(row.iter().all(|part| part.y == row[0].y) && column.iter().all(|part| part.x == column[0].x));
    // All in the cells of the batch index 1; `b` is read again there.
    let [a, b, out] = [0, 1, 2].map(|number| list.layer(PaintRole::Matrix).rects[number]);
    let stands_in = |cell: &Rect, role: PaintRole, first: usize| {
        let at = list.layer(role).rects[first];
        cell.contains(at.x, at.y) && cell.contains(at.x + at.w, at.y + at.h)
    };
    assert!(stands_in(&a, PaintRole::StoredA, 12));
    assert!(stands_in(&b, PaintRole::RepeatedB, 0));
    assert!(stands_in(&out, PaintRole::Result, 15));
    // They have their numbers.
    let numbers = |role: PaintRole| list.layer(role).labels.iter().map(|label| list.text_of(label)).collect::<Vec<_>>();
    assert_eq!(numbers(PaintRole::LiftedA), ["20", "21", "22", "23"]);
    assert_eq!(numbers(PaintRole::LiftedB), ["3", "8", "13", "18"]);
    assert_eq!(numbers(PaintRole::LiftedResult), ["928"]);
    for (cell, parts) in [(a, row), (b, column), (out, own)] {
        assert!(
            parts.iter().all(|part| cell.contains(part.x, part.y) && cell.contains(part.x + part.w, part.y + part.h))
        );
    }
    // The element is in the last row and in the last but one column.
    let others = &list.layer(PaintRole::MatrixElement).rects;
    let in_out = || others.iter().filter(|other| out.contains(other.x, other.y));
    assert!(in_out().all(|other| other.y < own[0].middle().y));
    let right = in_out().filter(|other| other.x > own[0].middle().x).map(|other| other.x.round() as i64);
    assert_eq!(right.collect::<std::collections::BTreeSet<_>>().len(), 1);
    // Without a cell of the result there is no element.
    let plain = list_at(&scene, scene.story().last() as f64);
    assert!(PARTS.iter().all(|&role| plain.layer(role).rects.is_empty()));
}

#[test]
fn long_rows_and_columns_are_folded_and_vectors_have_one() {
    let count = |a: &[u64], b: &[u64]| {
        let list = element(&scene(a, b), &[], [0, 0]);
        let is_mark = |label: &&Label| matches!(list.text_of(label), "⋯" | "⋮");
        let marks = list.layer(PaintRole::MatrixElement).labels.iter().filter(is_mark).count();
        (PARTS.map(|role| list.layer(role).rects.len()), marks)
    };
    // Eight slots, of which one is the fold; `(32, 784) @ (784, 10)` folds both axes of each matrix.
    assert_eq!(count(&[32, 784], &[784, 10]), ([7, 7, 1], 6));
    assert_eq!(count(&[4], &[4, 5]), ([4, 4, 1], 0));
    assert_eq!(count(&[3, 4], &[4]), ([4, 4, 1], 0));
    assert_eq!(count(&[4], &[4]), ([4, 4, 1], 0));
    // Without elements, or without parts of them, there is nothing to point at.
    assert_eq!(count(&[3, 0], &[0, 5]), ([0, 0, 0], 0));
    assert_eq!(count(&[0, 4], &[4, 5]), ([0, 0, 0], 0));
}

#[test]
fn the_pointer_and_the_arrow_keys_find_each_drawn_element() {
    for (a, b) in [(&[2, 3, 4][..], &[4, 5][..]), (&[32, 784], &[784, 10])] {
        let scene = scene(a, b);
        let end = scene.story().last() as f64;
        let batch = vec![0; scene.operation().alignment().ndim()];
        let (mut index, mut found) = ([0, 0], Vec::new());
        loop {
            let own = element(&scene, &batch, index).layer(PaintRole::LiftedResult).rects[0].middle();
            assert_eq!((MATRIX_DRAWING.at)(&scene, end, [own.x, own.y]), Some(index), "{a:?} @ {b:?}");
            found.push(index);
            let (next, is_inside) = (MATRIX_DRAWING.next)(&scene, index, ArrowDirection::Right);
            let below = (MATRIX_DRAWING.next)(&scene, next, ArrowDirection::Down);
            index = if is_inside { next } else { below.0 };
            if !is_inside && !below.1 {
                break;
            }
        }
        assert_eq!(index, [0, 0], "beyond the last row comes the first one");
        let backwards = [ArrowDirection::Left, ArrowDirection::Up];
        let last = backwards.iter().fold([0, 0], |index, &arrow| (MATRIX_DRAWING.next)(&scene, index, arrow).0);
        assert_eq!(Some(&last), found.last());
        assert_eq!(found.len(), if a.len() == 3 { 15 } else { 49 }, "{found:?}");
        // The cell of an operand has no element of the result.
        let first = element(&scene, &batch, [0, 0]).layer(PaintRole::Matrix).rects[0].middle();
        assert_eq!((MATRIX_DRAWING.at)(&scene, end, [first.x, first.y]), None);
    }
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
        let settings = Settings { code: Code::from(code.to_owned()), ..Settings::default() };
        (Analysis::new(&settings), settings)
    };
    let (fits, settings) = analysis("import torch\nx = torch.randn(8, 3, 4)\nW = torch.randn(4, 5)\ny = x @ W");
    let operation = fits.operation.as_ref().expect("it is drawn");
    assert_eq!(fits.verdict, Verdict::Broadcasts(Shape::from([8, 3, 5])));
    assert_eq!((operation.name(OperandId::B), operation.whole_shape(OperandId::B)), ("W", Shape::from([4, 5])));
    assert_eq!(operation.matrices().map(|matrices| matrices.inner()), Some([4, 4]));
    assert_eq!(fits.program(operation, &settings), settings.code.text);
    // There is no question about it, and no warning.
    assert_eq!((fits.subject(&settings), fits.warning.as_ref()), (None, None));
    let (clash, settings) = analysis("import torch\nx = torch.randn(2, 3)\nW = torch.randn(4, 5)\ny = x @ W");
    let Verdict::Fails { shape: None, error, .. } = &clash.verdict else { unreachable!("{:?}", clash.verdict) };
    assert_eq!(error.message, "mm: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)");
    assert!(clash.diagnostics(&settings).fixes.is_empty());
    let inner = Matrices::split(&Shape::from([2, 3]), &Shape::from([4, 5])).map(|(_, matrices)| matrices.agree());
    assert_eq!(inner, Some(false));
}

/// The fixes of the operation that is shown, each as the lines of the program after `names`.
fn fixed(names: &str, last: &str) -> Vec<String> {
    let settings = Settings { code: Code::from([names, last].concat()), ..Settings::default() };
    let program = Analysis::new(&settings).program.expect("it is read");
    let fixes =
        program_fixes(&program, &settings.code.text, settings.library, program.shown, |text, library, chosen| {
            Program::new(read_open_program(text, library), chosen)
        });
    fixes.into_iter().map(|fix| fix.code.replace(names, "")).collect()
}

#[test]
fn a_product_that_does_not_exist_has_fixes_in_the_program() {
    let names = "import torch\nq = torch.randn(8, 10, 16)\nk = torch.randn(8, 12, 16)\nv = torch.randn(16)\n";
    let first = |last: &str| fixed(names, last).into_iter().next();
    assert_eq!(first("s = q @ k").as_deref(), Some("s = q @ k.transpose(-2, -1)"));
    // A vector has nothing to swap.
    assert_eq!(first("s = v @ k").as_deref(), Some("s = v @ k.transpose(-2, -1)"));
    // What exists has no fixes, and what clashes on the batch axes none either.
    assert_eq!(first("s = q @ v"), None);
    assert_eq!(first("s = q[:3] @ k.mT"), None);
}

#[test]
fn the_sign_of_the_product_replaces_the_one_of_elements_where_it_gives_a_product() {
    let with_product = |program: &str, last: &str| fixed(program, last).into_iter().find(|fixed| fixed.contains('@'));
    let torch = "import torch\nx = torch.randn(3, 4)\nW = torch.randn(4, 5)\n";
    assert_eq!(with_product(torch, "y = x * W").as_deref(), Some("y = x @ W"));
    assert_eq!(with_product(torch, "y = (x + 1) * (W) - 2").as_deref(), Some("y = (x + 1) @ (W) - 2"));
    // There is no sign to replace, and matrices of different types are not multiplied.
    assert_eq!(with_product(torch, "x *= W"), None);
    assert_eq!(with_product("import torch\nx = torch.ones(3, 4)\nW = torch.ones(4, 5).long()\n", "y = x * W"), None);
    assert_eq!(with_product(torch, "y = x * W.T"), None, "there is no such product");
}

#[test]
fn the_memory_of_a_product_and_of_a_mask_is_counted_in_their_own_types() {
    let types = |last: &str, dtype: Option<Dtype>| {
        let text =
            ["import torch\nx = torch.randn(2, 3)\nh = torch.ones(3, 2, dtype=torch.float64)\nd = x.double()\n", last];
        let settings = Settings { code: Code::from(text.concat()), dtype, ..Settings::default() };
        let analysis = Analysis::new(&settings);
        let (operands, result) = analysis.memory_types(&settings);
        let operation = analysis.operation.expect("it is drawn");
        (operands.as_slice().to_vec(), result, operation.whole_layout(OperandId::A).strides().to_vec())
    };
    use Dtype::{Bool, Float16, Float32, Float64};
    assert_eq!(types("d @ h", None), (vec![Float64, Float64], Float64, vec![3, 1]));
    assert_eq!(types("x.T @ x", None), (vec![Float32, Float32], Float32, vec![1, 3]));
    assert_eq!(types("torch.where(x > 0, x, d)", None).0, [Bool, Float32, Float64]);
    assert_eq!(types("torch.where(x > 0, x, d)", None).1, Float64);
    assert_eq!(types("x.where(x > 0, x)", None), (vec![Float32, Bool, Float32], Float32, vec![3, 1]));
    assert_eq!(types("x > d", None).1, Bool);
    // The type that is chosen counts for all.
    assert_eq!(types("torch.where(x > 0, x, d)", Some(Float16)), (vec![Float16; 3], Float16, vec![3, 1]));
}

/// The analysis of a link, and its settings.
fn opened(query: &str) -> (Analysis, Settings) {
    let model = Model::open(query, Locale::En);
    ((**model.analysis()).clone(), model.settings().clone())
}

#[test]
fn a_product_of_the_fields_has_each_recorded_answer() {
    for case in vectors::<Value>("matmul") {
        let text = |name: &str| {
            let sizes: Shape = case[name].as_array().expect("sizes").iter().filter_map(Value::as_u64).collect();
            sizes.to_string()
        };
        for (library, name) in [(Library::PyTorch, "torch"), (Library::NumPy, "numpy")] {
            let settings = Settings {
                a: text("a"),
                b: text("b"),
                operator: Binary::MatrixProduct,
                library,
                ..Settings::default()
            };
            let link = settings.to_query();
            assert!(link.contains("&op=matmul"), "{link}");
            let (analysis, read) = opened(&link);
            assert_eq!(read, settings);
            let answer = match &analysis.verdict {
                Verdict::Broadcasts(shape) => json!({"ok": shape.to_vec()}),
                verdict => json!({"error": verdict.error().map(|error| error.message.as_str())}),
            };
            assert_eq!(answer, case[name], "{link}");
            let operation = analysis.operation.as_ref().expect("both are shapes");
            let story = analysis.story.as_ref().expect("it is drawn");
            let ends = story.chapters().last().map(|chapter| chapter.kind);
            let is_made = ends == Some(ChapterKind::Combine);
            assert_eq!([operation.shape().is_some(), is_made], [analysis.verdict.error().is_none(); 2], "{link}");
            // The code has the same answer, and nothing that is said of broadcasting.
            let program = analysis.program(operation, &settings);
            let said = match &analysis.verdict {
                Verdict::Broadcasts(shape) if library == Library::NumPy => {
                    format!("out = a @ b\nout.shape  # {shape}\n")
                }
                Verdict::Broadcasts(_) => "out = a @ b\nout.shape  # torch.Size(".to_owned(),
                verdict => format!("out = a @ b  # {}\n", verdict.error().expect("it fails")),
            };
            assert!(program.contains(&said), "{program}");
            // Fixes are products.
            for fix in analysis.diagnostics(&settings).fixes {
                let texts = OperandId::PAIR.map(|id| {
                    if id == fix.operand { fix.shape.to_string() } else { settings.operand_text(id).to_owned() }
                });
                let [a, b] = texts;
                let fixed = Analysis::new(&Settings { a, b, ..settings.clone() });
                assert_eq!(fixed.verdict, Verdict::Broadcasts(fix.result), "{link}");
            }
        }
    }
}

#[test]
fn the_sign_of_the_product_is_its_second_name() {
    let (by_sign, by_name) = (opened("?a=2,3,4&b=4,5&op=@"), opened("?a=2,3,4&b=4,5&op=matmul"));
    assert_eq!((by_sign.1.operator, &by_sign.1), (Binary::MatrixProduct, &by_name.1));
    assert_eq!(by_sign.0.verdict, Verdict::Broadcasts(Shape::from([2, 3, 5])));
    assert_eq!(Settings::from_query("?op=%40").0.operator, Binary::MatrixProduct);
    let shared = |format: ShareFormat| format.text("https://example.org/", &by_sign.1, Locale::En);
    assert!(shared(ShareFormat::Element).contains(" op=\"matmul\""), "{}", shared(ShareFormat::Element));
    assert!(ShareFormat::ALL.into_iter().all(|format| shared(format).contains("op=matmul")
        || [ShareFormat::Element, ShareFormat::StrictElement].contains(&format)));
    assert_eq!(by_sign.1.summary(), "a = 2,3,4; b = 4,5; matmul, pytorch");
}

#[test]
fn a_product_is_chosen_and_left_as_any_operator_is() {
    let mut model = Model::open("?a=2,3&b=3,4&inplace=1", Locale::En);
    model.reduce(Action::SetOperator(Binary::MatrixProduct));
    // PyTorch has no product in place.
    assert_eq!(model.settings().to_query(), "?a=2,3&b=3,4&op=matmul&chapter=last");
    assert_eq!(model.analysis().verdict.shape(), Some(&Shape::from([2, 4])));
    assert!(!opened("?a=2,2&b=2,2&op=@&inplace=1").1.in_place);
    model.reduce(Action::Undo);
    assert_eq!(model.settings().operator, Operator::Add.into());
    model.reduce(Action::Redo);
    model.reduce(Action::SetLibrary(Library::NumPy));
    assert_eq!(model.analysis().verdict.shape(), Some(&Shape::from([2, 4])));
    model.reduce(Action::SetWhere);
    model.reduce(Action::SetOperator(Operator::Multiply.into()));
    assert_eq!(model.settings().to_query(), "?a=2,3&b=3,4&op=mul&library=numpy&chapter=last");
    // Nothing is asked about a product, warned of it, or tried after it, and it has no gradient.
    let (product, settings) = opened("?a=32,1&b=1,32&op=@&predict=shape&gradient=1");
    assert_eq!((product.subject(&settings), product.warning.as_ref()), (None, None));
    assert!(!product.offers_gradient(&settings));
    assert_eq!(opened("?a=2000,1&b=1,50000&op=@").0.warning, None);
}

#[test]
fn a_product_of_a_program_goes_on_in_the_fields() {
    let mut model = Model::open("#code=import numpy as np%0Ax%3Dnp.ones((2,3))%0Ay%3Dx @ np.ones((3,4))", Locale::En);
    model.reduce(Action::CloseCode);
    assert_eq!(model.link_settings().to_query(), "?a=(2,+3)&b=(3,+4)&op=matmul&library=numpy&chapter=last");
    assert_eq!(model.analysis().verdict, Verdict::Broadcasts(Shape::from([2, 4])));
    // A function of elements after a product is shown with an operator of elements.
    let mut model = Model::open("?a=2,3&b=3,4&op=@", Locale::En);
    model.reduce(Action::OpenCode(
        "import torch.nn.functional as F\nF.mse_loss(torch.ones(3, 1), torch.ones(3))".to_owned(),
    ));
    model.reduce(Action::CloseCode);
    assert_eq!((model.settings().operator, model.chapter()), (Operator::Add.into(), model.last_chapter()));
}

#[test]
fn a_number_is_no_factor() {
    let (analysis, settings) = opened("?a=2,3&b=()&op=@&library=numpy");
    let message = "matmul: Input operand 1 does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) \
                   requires 1)";
    assert_eq!(analysis.verdict.error(), Some(&Library::NumPy.error(message)));
    let operation = analysis.operation.as_ref().expect("both are shapes");
    assert_eq!((operation.shape(), operation.whole_result(), operation.matrices()), (None, None, None));
    let kinds: Vec<ChapterKind> =
        analysis.story.as_ref().expect("a story").chapters().iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [ChapterKind::Operands]);
    assert!(analysis.diagnostics(&settings).fixes.is_empty());
    // The picture has the two operands only.
    let scene = Scene::new(
        Rc::clone(operation),
        (**analysis.story.as_ref().expect("a story")).clone(),
        SceneOptions::new(960.0, LABELS),
    );
    let list = list_at(&scene, 0.0);
    assert_eq!(list.layer(PaintRole::StoredA).rects.len(), 6);
    assert_eq!(list.layer(PaintRole::StoredB).rects.len(), 1);
    assert!(list.layer(PaintRole::Result).rects.is_empty());
    assert!(list.layer(PaintRole::TitleResult).labels.is_empty());
    let signs: Vec<&str> = list.layer(PaintRole::Title).labels.iter().map(|label| list.text_of(label)).collect();
    assert_eq!(signs, ["@", "≠"]);
}

#[test]
fn the_product_of_two_vectors_has_no_size() {
    let end = scene(&[3], &[3]);
    let list = list_at(&end, end.story().last() as f64);
    let cells: Vec<&str> = list.layer(PaintRole::Result).labels.iter().map(|label| list.text_of(label)).collect();
    assert_eq!(cells, ["5"]);
}

#[test]
fn only_the_axes_before_the_matrices_are_compared() {
    let operation = product(&[5, 2, 3], &[3, 4]);
    let story = Story::new(&operation, None);
    let said = |locale: Locale| locale.message(Message::ChapterText(&story.chapters()[1], &operation));
    assert_eq!(said(Locale::En), "Only the axes before those of the matrices are compared. b has no axis 0.");
    assert!(said(Locale::ZhCn).starts_with("只比较矩阵的轴之前的轴。"));
    assert!(said(Locale::Es).starts_with("Solo se comparan los ejes anteriores a los de las matrices."));
}

#[test]
fn factors_have_one_type_in_pytorch() {
    let verdict = |query: &str| opened(query).0.verdict;
    let error = |query: &str| verdict(query).error().map(ToString::to_string);
    // A shape has no type of its own.
    assert_eq!(error("?a=torch.ones(2,3)&b=3,4&op=@"), None);
    assert_eq!(error("?a=2,3&b=torch.ones(3,4).double()&op=@"), None);
    assert_eq!(
        error("?a=torch.ones(2,3)&b=torch.ones(3,4).double()&op=@").as_deref(),
        Some("RuntimeError: expected m1 and m2 to have the same dtype, but got: float != double")
    );
    assert_eq!(error("?a=np.ones((2,3))&b=np.ones((3,4)).astype(int)&op=@&library=numpy"), None);
    assert_eq!(
        error("?a=torch.ones(2,3).bool()&b=3,4&op=@").as_deref(),
        Some("NotImplementedError: \"addmm_impl_cpu_\" not implemented for 'Bool'")
    );
    let program = |query: &str| {
        let (analysis, settings) = opened(query);
        analysis.program(analysis.operation.as_ref().expect("an operation"), &settings)
    };
    assert_eq!(
        program("?a=2,3&b=torch.ones(3,4).double()&op=@"),
        "import torch\n\na = torch.arange(6.0).reshape(2, 3).to(torch.float64)\nb = torch.ones(3,4).double()\nout = a @ b\n\
         out.shape  # torch.Size([2, 4])\n"
    );
    // Which message it has depends on whether a gradient is wanted.
    let unknown = opened("?a=torch.ones(3, requires_grad=True) * 1&b=2,4,5&op=@").0;
    assert_eq!((&unknown.verdict, unknown.awaits_product()), (&Verdict::Unreadable, false));
    assert_eq!(
        error("?a=torch.ones(3, requires_grad=True)&b=2,4,5&op=@").as_deref(),
        Some("RuntimeError: size mismatch, got input (10), mat (10x4), vec (3)")
    );
    // What is too large to be made is a view of a float, and the other factor is made of floats too.
    let (large, settings) = opened("?a=1099511627776,1&b=1,2&op=@");
    let code = large.program(large.operation.as_ref().expect("an operation"), &settings);
    assert!(
        code.contains("a = torch.zeros(()).expand(1099511627776, 1)\nb = torch.arange(2.0).reshape(1, 2)\n"),
        "{code}"
    );
    assert_eq!(
        error("?a=1099511627776,1&b=1,1099511627776&op=@").as_deref(),
        Some("RuntimeError: Storage size calculation overflowed with sizes=[1099511627776, 1099511627776]")
    );
}

#[test]
fn a_product_of_the_fields_that_does_not_exist_has_the_fixes_of_one_in_a_program() {
    let fixes = |a: &str, b: &str| {
        let (analysis, settings) = opened(&format!("?a={a}&b={b}&op=@"));
        let found = analysis.diagnostics(&settings);
        let code = |fix: &broadcast_visualizer::diagnostics::Fix| {
            let ndim = analysis.operands[fix.operand].as_ref().expect("a shape").shape().ndim();
            format!("{} -> {}", fix.code(Library::PyTorch, fix.operand.name(), ndim), fix.result)
        };
        let swapped = found.swapped.map(|shape| format!("b @ a -> {shape}"));
        found.fixes.iter().map(code).chain(swapped).collect::<Vec<_>>()
    };
    assert_eq!(fixes("2,3", "2,3"), ["b.T -> (2, 2)", "a.T -> (3, 3)"]);
    assert_eq!(fixes("3,2", "4,3"), ["b @ a -> (4, 2)"]);
    assert_eq!(fixes("8,10,16", "8,12,16"), ["b.transpose(1, 2) -> (8, 10, 12)"]);
    assert_eq!(fixes("8,5,3", "8,3"), ["b.unsqueeze(-1) -> (8, 5, 1)", "b.T -> (8, 5, 8)"]);
    let of_stack = opened("?a=8,5,3&b=8,3&op=@");
    let found = of_stack.0.diagnostics(&of_stack.1).fixes;
    assert_eq!(
        found.iter().map(|fix| fix.only_runs).collect::<Vec<_>>(),
        [false, true],
        "each vector has a matrix of its own"
    );
    assert_eq!(fixes("2,3,4", "3,4,5"), [""; 0]);
    assert_eq!(fixes("2,3", "3,4"), [""; 0]);
    let chapter = opened("?a=2,3&b=2,3&op=@&chapter=last").1.chapter;
    assert_eq!(chapter, Some(ChapterRef::Last));
}

#[test]
fn products_have_the_elements_that_numpy_gives() {
    let of = |a: (&[u64], Values), b: (&[u64], Values)| {
        let tensors = [a, b].map(|(sizes, values)| Tensor::contiguous(&Shape::from(sizes), values));
        Operation::combined(tensors.to_vec().into(), Combination::MatrixProduct, Arithmetic::NumPy)
    };
    let element = |operation: &Operation, batch: &[u64], place: [u64; 2]| {
        Product::of(operation).expect("matrices").value(batch, place).map(Scalar::to_float)
    };
    let arange = || Values::Arange;
    let uint8 = of((&[3, 4], arange()), (&[4, 3], arange()));
    assert_eq!(element(&uint8, &[], [2, 2]), Some(262.0));
    // np.arange(12, dtype=np.uint8): the sum wraps around.
    let pair = OperandType { dtype: Dtype::Uint8, is_scalar: false };
    let combined = Library::NumPy.element_types(Operator::Add, pair, pair);
    let typed = uint8.with_types(OperationTypes { operands: vec![Dtype::Uint8; 2].into(), combined });
    assert_eq!(element(&typed, &[], [2, 2]), Some(6.0));
    // A vector is a row at the left and a column at the right.
    assert_eq!(element(&of((&[3], arange()), (&[3, 4], arange())), &[], [0, 3]), Some(29.0));
    assert_eq!(element(&of((&[2, 3], arange()), (&[3], arange())), &[], [1, 0]), Some(14.0));
    // Batch axes are stretched.
    let batches = of((&[5, 1, 2, 3], arange()), (&[4, 3, 2], arange()));
    assert_eq!(element(&batches, &[4, 3], [1, 1]), Some(1_768.0));
    // What does not exist has no element.
    assert_eq!(element(&of((&[2, 3], arange()), (&[4, 2], arange())), &[], [0, 0]), None);
    assert_eq!(element(&batches, &[5, 0], [0, 0]), None);
    let bools = Values::Listed(vec![Scalar::Bool(true); 4]);
    assert_eq!(element(&of((&[2, 2], bools.clone()), (&[2, 2], bools)), &[], [0, 0]), None);
}

#[test]
fn matrices_without_room_for_numbers_have_none_and_are_drawn_at_once() {
    let numbers = |a: &[u64], b: &[u64]| {
        let scene = scene(a, b);
        let list = list_at(&scene, scene.story().last() as f64);
        let of = |role: PaintRole| list.layer(role).labels.iter().map(|label| list.text_of(label).to_owned()).collect();
        let numbers: [Vec<String>; 2] = [of(PaintRole::StoredA), of(PaintRole::Result)];
        numbers
    };
    // A matrix of 10^12 elements is not gone through.
    assert_eq!(numbers(&[1_000_000, 1_000_000], &[1_000_000, 1_000_000]), [Vec::<String>::new(), Vec::new()]);
    // An integer is written whole or not at all.
    let tensors = [(&[1, 2][..], 900_000), (&[2, 1], 2)]
        .map(|(sizes, value)| Tensor::contiguous(&Shape::from(sizes), Values::Filled(Scalar::Int(value))));
    let large = Operation::combined(tensors.to_vec().into(), Combination::MatrixProduct, Arithmetic::PyTorch);
    let story = Story::new(&large, None);
    let scene = Scene::new(Rc::new(large), story, SceneOptions::new(960.0, LABELS));
    let list = list_at(&scene, scene.story().last() as f64);
    let texts = |role: PaintRole| list.layer(role).labels.iter().map(|label| list.text_of(label)).collect::<Vec<_>>();
    assert_eq!((texts(PaintRole::StoredA), texts(PaintRole::StoredB)), (vec![], vec!["2", "2"]));
    assert!(texts(PaintRole::Result).is_empty());
}
