//! Floating-point numbers from text and to text, and functions of them that need tables.
//!
//! With the feature `host-numbers` the program hands these functions in (`set_host`). In a browser JavaScript has them, and
//! Rust's own would add 20 KB to a WebAssembly program.

/// The functions that a program hands in.
#[cfg(feature = "host-numbers")]
#[derive(Debug, Clone, Copy)]
pub struct Host {
    /// The float64 nearest to a decimal number; nan where the text is no number.
    pub parse: fn(&str) -> f64,
    /// The shortest decimal number that is read as this finite float again; it may lose the sign of -0.
    pub shortest: fn(f64) -> String,
    /// The 61 first digits of this finite float that is not negative, with an exponent: `1.250…0e-3`.
    pub digits: fn(f64) -> String,
    /// `a ** b`. Where `a` is 1, and where it is -1 and `b` infinite, it is not called.
    pub power: fn(f64, f64) -> f64,
    /// The sine of an angle in radians.
    pub sin: fn(f64) -> f64,
    /// The cosine of an angle in radians.
    pub cos: fn(f64) -> f64,
}

#[cfg(feature = "host-numbers")]
mod host {
    use std::cell::Cell;

    use super::Host;

    thread_local! {
        static HOST: Cell<Option<Host>> = const { Cell::new(None) };
    }

    /// Hands the functions in for this thread, before anything is computed. Before, each number is nan, and its text is `nan`.
    pub fn set_host(host: Host) {
        HOST.set(Some(host));
    }

    pub(super) fn parse(text: &str) -> f64 {
        HOST.get().map_or(f64::NAN, |host| (host.parse)(text))
    }

    pub(super) fn shortest(value: f64) -> String {
        let digits = HOST.get().map_or_else(|| "nan".to_owned(), |host| (host.shortest)(value));
        if value == 0.0 && value.is_sign_negative() { "-0".to_owned() } else { digits }
    }

    pub(super) fn digits(value: f64) -> String {
        HOST.get().map_or_else(|| "0e0".to_owned(), |host| (host.digits)(value))
    }

    /// JavaScript has another answer than IEEE 754 where `a` is 1, and where it is -1 and `b` infinite.
    pub(super) fn power(a: f64, b: f64) -> f64 {
        if a == 1.0 || (a == -1.0 && b.is_infinite()) {
            return 1.0;
        }
        HOST.get().map_or(f64::NAN, |host| (host.power)(a, b))
    }

    pub(super) fn sin(angle: f64) -> f64 {
        HOST.get().map_or(f64::NAN, |host| (host.sin)(angle))
    }

    pub(super) fn cos(angle: f64) -> f64 {
        HOST.get().map_or(f64::NAN, |host| (host.cos)(angle))
    }
}

#[cfg(not(feature = "host-numbers"))]
mod host {
    pub(super) fn parse(text: &str) -> f64 {
        text.parse().unwrap_or(f64::NAN)
    }

    pub(super) fn shortest(value: f64) -> String {
        format!("{value:?}")
    }

    pub(super) fn digits(value: f64) -> String {
        format!("{value:.60e}")
    }

    pub(super) fn power(a: f64, b: f64) -> f64 {
        a.powf(b)
    }

    pub(super) fn sin(angle: f64) -> f64 {
        angle.sin()
    }

    pub(super) fn cos(angle: f64) -> f64 {
        angle.cos()
    }
}

#[cfg(feature = "host-numbers")]
pub use host::set_host;

/// The float64 nearest to a decimal number; nan where the text is no number.
///
/// ```
/// use tensor_broadcasting::numbers::parse_float;
/// assert_eq!(parse_float("2.5e3"), 2500.0);
/// assert!(parse_float("x").is_nan());
/// ```
#[must_use]
pub fn parse_float(text: &str) -> f64 {
    host::parse(text)
}

/// The shortest decimal number that is read as this finite float again, as Python writes it: with a point or an exponent.
///
/// ```
/// use tensor_broadcasting::numbers::float_literal;
/// assert_eq!([2.0, 0.1, -0.0].map(float_literal), ["2.0", "0.1", "-0.0"]);
/// ```
#[must_use]
pub fn float_literal(value: f64) -> String {
    let digits = host::shortest(value);
    if digits.contains(['.', 'e']) { digits } else { digits + ".0" }
}

/// The 61 first digits of a finite float that is not negative, and the exponent of ten of the first one. No float of up to 32 bits, and
/// none whose digits end halfway between two shorter numbers, has more digits that matter.
pub(crate) fn digits(value: f64) -> (Vec<u8>, i32) {
    let text = host::digits(value);
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    // JavaScript writes `e+3`.
    (digits, exponent.trim_start_matches('+').parse().unwrap_or_default())
}

/// `a ** b`.
#[must_use]
pub fn power(a: f64, b: f64) -> f64 {
    host::power(a, b)
}

/// The sine of an angle in radians.
#[must_use]
pub fn sin(angle: f64) -> f64 {
    host::sin(angle)
}

/// The cosine of an angle in radians.
#[must_use]
pub fn cos(angle: f64) -> f64 {
    host::cos(angle)
}
