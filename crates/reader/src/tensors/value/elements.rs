//! Elements of a storage by position, and of a tensor in row-major order.

use tensor_broadcasting::{Dtype, Scalar, StridedLayout, Values, unravel};

/// The values of a tensor are computed while it has at most so many elements.
pub(crate) const MAX_VALUES: u64 = 1_024;

/// The elements of a storage from a position on, where `length` of them are needed.
pub(crate) fn from_position(values: &Values, offset: u64, length: u64) -> Option<Values> {
    match values {
        _ if offset == 0 => Some(values.clone()),
        Values::Filled(_) => Some(values.clone()),
        Values::Arange => Some(Values::Ramp { start: values.at(offset)?, step: Scalar::Int(1) }),
        Values::Ramp { step, .. } => Some(Values::Ramp { start: values.at(offset)?, step: *step }),
        Values::Listed(_) | Values::Copied(_) if length <= MAX_VALUES => {
            (offset..offset.checked_add(length)?).map(|at| values.at(at)).collect::<Option<_>>().map(Values::Listed)
        }
        Values::Listed(_) | Values::Copied(_) => None,
    }
}

/// The elements by position of elements in row-major order; `None` where some positions have no element, or where they are too many.
pub(crate) fn scattered(values: &[Scalar], layout: &StridedLayout) -> Option<Values> {
    let length = layout.required_len().filter(|&length| length <= MAX_VALUES)?;
    let mut slots = vec![None; usize::try_from(length).ok()?];
    for (&value, at) in values.iter().zip(places(layout)) {
        *slots.get_mut(at)? = Some(value);
    }
    slots.into_iter().collect::<Option<_>>().map(Values::Listed)
}

/// The elements in row-major order, which are few, of the elements by position.
pub(crate) fn gathered(values: &Values, layout: &StridedLayout, dtype: Dtype) -> Option<Vec<Scalar>> {
    places(layout).into_iter().map(|at| values.at(at as u64).and_then(|value| cast(value, dtype))).collect()
}

/// The position of each element.
fn places(layout: &StridedLayout) -> Vec<usize> {
    let count = layout.shape().numel().unwrap_or(0);
    let place = |at| usize::try_from(layout.offset(&unravel(layout.shape(), at)?)?).ok();
    (0..count).map(|at| place(at).unwrap_or(usize::MAX)).collect()
}

/// Whether an integer type has all elements of a buffer of some length. (Otherwise they wrap around.)
pub(crate) fn fits(values: &Values, dtype: Dtype, length: Option<u64>) -> bool {
    let has = |value: Option<Scalar>| value.is_some_and(|value| cast(value, dtype).is_some());
    match values {
        _ if !dtype.is_integer() || matches!(dtype, Dtype::Bool | Dtype::Int64) => true,
        Values::Filled(value) => has(Some(*value)),
        Values::Listed(all) => all.iter().all(|&value| has(Some(value))),
        Values::Copied(source) => fits(&source.1, dtype, source.0.required_len()),
        // The ends of a row are its least and its greatest element.
        Values::Arange | Values::Ramp { .. } => {
            has(values.at(0)) && length.is_some_and(|length| has(values.at(length.saturating_sub(1))))
        }
    }
}

/// A value in an element type; `None` where it is not computed here.
pub(crate) fn cast(value: Scalar, dtype: Dtype) -> Option<Scalar> {
    let integer = || match value {
        Scalar::Float(float) if float.is_finite() && float.abs() < 9.0e18 => Some(float as i64),
        Scalar::Float(_) => None,
        other => Some(other.to_int()),
    };
    Some(match dtype {
        Dtype::Bool => Scalar::Bool(value.to_float() != 0.0),
        Dtype::Int64 => Scalar::Int(integer()?),
        Dtype::Int32 => Scalar::Int(i64::from(i32::try_from(integer()?).ok()?)),
        Dtype::Int16 => Scalar::Int(i64::from(i16::try_from(integer()?).ok()?)),
        Dtype::Int8 => Scalar::Int(i64::from(i8::try_from(integer()?).ok()?)),
        Dtype::Uint8 => Scalar::Int(i64::from(u8::try_from(integer()?).ok()?)),
        Dtype::Float64 => Scalar::Float(value.to_float()),
        Dtype::Float32 => Scalar::Float(f64::from(value.to_float() as f32)),
        Dtype::Float16 | Dtype::Bfloat16 | Dtype::Complex64 | Dtype::Complex128 => return None,
    })
}
