//! Matrix products against recorded answers of NumPy 2.4.6 and PyTorch 2.15.0 (`tests/vectors/`, made by `make.py` there).

use crate::support::vectors;
use serde::Deserialize;
use serde_json::{Value, json};
use tensor_broadcasting::library::{Factor, Library};
use tensor_broadcasting::{Dtype, Shape, StridedLayout};

/// A recorded matrix product: the stored shape of each factor, the order in which its axes are, and its type.
#[derive(Deserialize)]
struct ProductCase {
    a: Vec<u64>,
    order_a: Vec<usize>,
    b: Vec<u64>,
    order_b: Vec<usize>,
    types: [String; 2],
    torch: Value,
    #[serde(default)]
    numpy: Value,
}

#[test]
fn a_matrix_product_has_the_recorded_shape_or_exception() {
    let dtype = |name: &String| Dtype::ALL.into_iter().find(|dtype| dtype.name() == name).expect("a type");
    let (mut asked, mut failing, mut unknown) = (0, 0, 0);
    for case in vectors::<ProductCase>("products") {
        let layouts = [(&case.a, &case.order_a), (&case.b, &case.order_b)]
            .map(|(sizes, order)| StridedLayout::contiguous(&Shape::from(sizes.as_slice())).permuted(order));
        let [a, b] = [0, 1].map(|number| Factor {
            shape: layouts[number].shape(),
            dtype: dtype(&case.types[number]),
            layout: Some(&layouts[number]),
            requires_grad: Some(false),
        });
        for (library, recorded) in [(Library::PyTorch, &case.torch), (Library::NumPy, &case.numpy)] {
            if recorded.is_null() {
                continue;
            }
            asked += 1;
            let known = library.check_product(&a, &b);
            let what = format!("{library:?} {:?} {:?} {:?}", a.shape, b.shape, case.types);
            // Which of two exceptions is raised depends on how the matrices are stored.
            if known == Ok(None) {
                unknown += 1;
                assert!(recorded["error"].is_string() && case.types[0] != case.types[1], "{what}");
                continue;
            }
            let known = known.map(|shape| shape.expect("it is known"));
            match known {
                Ok(shape) => assert_eq!(json!(shape.to_vec()), recorded["ok"], "{what}"),
                Err(error) => {
                    failing += 1;
                    assert_eq!(Some(error.message.as_str()), recorded["error"].as_str(), "{what}");
                    let usual = recorded["type"].is_null();
                    assert_eq!(error.error_type == library.error_type(), usual, "{what}");
                    assert!(usual || recorded["type"] == error.error_type, "{what}");
                }
            }
        }
    }
    assert!(
        asked > 7000 && failing > 2000 && unknown < 40,
        "{asked} answers with {failing} exceptions are too few to say so"
    );
}

#[test]
fn a_matrix_product_of_shapes_has_the_recorded_answer() {
    for case in vectors::<Value>("matmul") {
        let sizes =
            |name: &str| -> Shape { case[name].as_array().expect("sizes").iter().filter_map(Value::as_u64).collect() };
        let shapes = [sizes("a"), sizes("b")];
        let layouts = shapes.clone().map(|shape| StridedLayout::contiguous(&shape));
        let [a, b] = [0, 1].map(|number| Factor {
            shape: &shapes[number],
            dtype: Dtype::Float32,
            layout: Some(&layouts[number]),
            requires_grad: Some(false),
        });
        for (library, name) in [(Library::PyTorch, "torch"), (Library::NumPy, "numpy")] {
            let answer = match library.check_product(&a, &b) {
                Ok(shape) => json!({"ok": shape.expect("it is known").to_vec()}),
                Err(error) => json!({"error": error.message}),
            };
            assert_eq!(answer, case[name], "{library:?} {shapes:?}");
        }
    }
}
