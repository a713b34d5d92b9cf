//! The remainder of two floats.

/// The remainder of two floats with the sign of `a`, as `%` gives it. Each subtraction is exact, as the numbers are within a
/// factor of two. (The function behind `%` is 2 KB of the first load.)
pub(super) fn remainder(a: f64, b: f64) -> f64 {
    let (mut rest, divisor) = (a.abs(), b.abs());
    if !rest.is_finite() || divisor == 0.0 || b.is_nan() {
        return f64::NAN;
    }
    let mut step = divisor;
    while step <= rest / 2.0 {
        step *= 2.0;
    }
    while rest >= divisor {
        if rest >= step {
            rest -= step;
        }
        step /= 2.0;
    }
    rest.copysign(a)
}
