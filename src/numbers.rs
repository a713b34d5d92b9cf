//! What JavaScript does better with numbers: it has the functions already, and gives the same results as Rust.

use tensor_broadcasting::numbers::{Host, set_host};

/// Hands JavaScript's functions to the core. Everything that reads or writes a number comes after this.
pub fn use_those_of_the_browser() {
    set_host(Host {
        parse: js_sys::parse_float,
        shortest: |value| js_sys::Number::from(value).to_string_with_radix(10).map(String::from).unwrap_or_default(),
        digits: |value| js_sys::Number::from(value).to_exponential(60).map(String::from).unwrap_or_default(),
        power: js_sys::Math::pow,
        sin: js_sys::Math::sin,
        cos: js_sys::Math::cos,
    });
}
