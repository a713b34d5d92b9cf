//! Values as text.

use super::Scalar;

/// Writes a value in at most `max` characters: in full where it fits, else rounded, else with an exponent and at least one
/// digit. `True`, `False` and a number such as `-1e-100` may be longer.
///
/// ```
/// use tensor_broadcasting::{Scalar, format_value};
/// assert_eq!(format_value(Scalar::Int(-17), 6), "-17");
/// assert_eq!(format_value(Scalar::Int(1_234_567), 5), "1.2e6");
/// assert_eq!(format_value(Scalar::Float(1.0 / 3.0), 5), "0.333");
/// assert_eq!(format_value(Scalar::Float(5.0), 5), "5.0");
/// assert_eq!(format_value(Scalar::Float(f64::NEG_INFINITY), 5), "-inf");
/// ```
#[must_use]
pub fn format_value(value: Scalar, max: usize) -> String {
    match value {
        Scalar::Bool(value) => if value { "True" } else { "False" }.to_owned(),
        Scalar::Int(value) => {
            let text = value.to_string();
            if text.len() <= max { text } else { exponential(value as f64, max) }
        }
        Scalar::Unsigned(value) => {
            let text = value.to_string();
            if text.len() <= max { text } else { exponential(value as f64, max) }
        }
        Scalar::Float(value) if value.is_nan() => "nan".to_owned(),
        Scalar::Float(value) if value.is_infinite() => if value > 0.0 { "inf" } else { "-inf" }.to_owned(),
        Scalar::Float(value) => decimal(value, max),
    }
}

fn sign_of(value: f64) -> &'static str {
    if value.is_sign_negative() { "-" } else { "" }
}

/// A finite float, always with a point or an exponent, so that it does not look like an integer.
fn decimal(value: f64, max: usize) -> String {
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-3..1e15).contains(&magnitude) {
        return exponential(value, max);
    }
    let sign = sign_of(value);
    let integer_digits = (magnitude as u64).to_string().len();
    let Some(places) = max.checked_sub(sign.len() + integer_digits + 1).filter(|&places| places > 0) else {
        return exponential(value, max);
    };
    let places = places.min(6).min(17_usize.saturating_sub(integer_digits));
    let scale = 10_u64.pow(places as u32);
    let scaled = (magnitude * scale as f64).round() as u64;
    let (integer, fraction) = (scaled / scale, scaled % scale);
    let mut digits = format!("{fraction:0places$}");
    while digits.len() > 1 && digits.ends_with('0') {
        digits.pop();
    }
    format!("{sign}{integer}.{digits}")
}

/// `1.2e6`, with as many digits as fit.
fn exponential(value: f64, max: usize) -> String {
    let sign = sign_of(value);
    let magnitude = value.abs();
    let mut exponent = magnitude.log10().floor() as i32;
    let mut mantissa = magnitude / 10_f64.powi(exponent);
    // For subnormal numbers, and where the logarithm is rounded, the mantissa is brought back into 1..10.
    if !(1.0..10.0).contains(&mantissa) {
        let step = if mantissa < 1.0 { -1 } else { 1 };
        exponent += step;
        mantissa = magnitude / 10_f64.powi(exponent);
    }
    let tail = format!("e{exponent}");
    let room = max.saturating_sub(sign.len() + tail.len());
    if room >= 3 && mantissa < 9.95 {
        let tenths = (mantissa * 10.0).round() as u32;
        if tenths.is_multiple_of(10) {
            format!("{sign}{}{tail}", tenths / 10)
        } else {
            format!("{sign}{}.{}{tail}", tenths / 10, tenths % 10)
        }
    } else if mantissa < 9.5 {
        format!("{sign}{}{tail}", mantissa.round() as u32)
    } else {
        format!("{sign}1e{}", exponent + 1)
    }
}
