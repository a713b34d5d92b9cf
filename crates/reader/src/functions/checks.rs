//! `np.testing`: checks that raise an exception or do nothing.

use crate::signatures::call::Call;
use crate::signatures::place::{NUMPY_FUNCTION, Row, row};
use crate::tensors::context::{Context, Outcome, raised};
use crate::tensors::estimates;
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::library::Library;

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(NUMPY_FUNCTION, "testing.assert_allclose", "a|actual b|desired rtol atol equal_nan err_msg verbose", check),
    row(NUMPY_FUNCTION, "testing.assert_array_equal", "a|actual b|desired err_msg verbose", check),
    row(NUMPY_FUNCTION, "testing.assert_equal", "a|actual b|desired err_msg verbose", check),
    row(
        NUMPY_FUNCTION,
        "testing.assert_array_almost_equal testing.assert_almost_equal",
        "a|actual b|desired decimal err_msg verbose",
        check,
    ),
];

/// Whether a value is made of tuples, lists and numbers, and how it is compared with another one.
fn plain(a: &Value, b: &Value) -> Option<bool> {
    match (a.items(), b.items()) {
        (Some(a), Some(b)) if a.len() == b.len() => {
            a.iter().zip(&b).try_fold(true, |all, (a, b)| Some(all && plain(a, b)?))
        }
        (None, None) => Some(a.scalar()?.to_float() == b.scalar()?.to_float()),
        _ => None,
    }
}

fn check(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (left, right) = (call.need("a")?.clone(), call.need("b")?.clone());
    // The first line of the message is empty.
    let fails = || raised("AssertionError", "", &call.span);
    if left.value.tensor().is_none() && right.value.tensor().is_none() && call.name == "testing.assert_equal" {
        return match plain(&left.value, &right.value) {
            Some(true) => Ok(Value::None),
            _ => call.declined(),
        };
    }
    let (a, b) = (call.tensor(context, "a")?, call.tensor(context, "b")?);
    if a.shape != b.shape && !a.shape.is_empty() && !b.shape.is_empty() {
        return if call.name.ends_with("assert_almost_equal") || call.name.ends_with("assert_equal") {
            call.declined()
        } else {
            fails()
        };
    }
    let number = |name: &str, default: f64| match call.get(name) {
        Some(given) => given.value.scalar().map(|value| value.to_float()),
        None => Some(default),
    };
    let tolerances = match call.name {
        "testing.assert_allclose" => number("rtol", 1e-7).zip(number("atol", 0.0)),
        "testing.assert_array_almost_equal" => number("decimal", 6.0).map(|digits| (0.0, 1.5 * 10_f64.powf(-digits))),
        "testing.assert_almost_equal" => number("decimal", 7.0).map(|digits| (0.0, 1.5 * 10_f64.powf(-digits))),
        _ => Some((0.0, 0.0)),
    };
    let Some((relative, absolute)) = tolerances else { return call.declined() };
    match compared(&a, &b, [relative, absolute]) {
        Some(true) => Ok(Value::None),
        Some(false) if a.library == Library::NumPy && b.library == Library::NumPy => fails(),
        _ => call.needs_values(),
    }
}

/// Whether all elements are close to each other; `None` where that is not certain.
fn compared(a: &Tensor, b: &Tensor, tolerances: [f64; 2]) -> Option<bool> {
    let shape = if a.shape.is_empty() { &b.shape } else { &a.shape };
    if !crate::tensors::arrays::is_small(shape) {
        return None;
    }
    let placed = |tensor: &Tensor| Placed { value: Value::Tensor(tensor.clone()), span: 0..0 };
    let [a, b] = estimates::of_operands(&[placed(a), placed(b)], shape)?;
    estimates::all_close(&a, &b, tolerances)
}
