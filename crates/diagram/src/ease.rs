//! Easing: how progress through a chapter becomes progress of a motion.

/// The progress of a motion that starts and ends at rest; `t` and the result are from 0 to 1.
///
/// ```
/// use broadcasting_diagram::ease_in_out;
/// assert_eq!((ease_in_out(0.0), ease_in_out(0.5), ease_in_out(1.0)), (0.0, 0.5, 1.0));
/// ```
#[must_use]
pub fn ease_in_out(t: f64) -> f64 {
    let t = clamp(t, 0.0, 1.0);
    if t < 0.5 { 4.0 * t * t * t } else { 1.0 - (2.0 - 2.0 * t).powi(3) / 2.0 }
}

/// The time at which [`ease_in_out`] has this progress; both are from 0 to 1. It is found by halving, because a cube root would bring
/// 2 KB of code.
///
/// ```
/// use broadcasting_diagram::{ease_in_out, ease_inverse};
/// assert!([0.0, 0.3, 0.5, 1.0].into_iter().all(|progress| (ease_in_out(ease_inverse(progress)) - progress).abs() < 1e-9));
/// ```
#[must_use]
pub fn ease_inverse(progress: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if ease_in_out(middle) < progress {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The number nearest to `value` from `low` to `high`. Unlike `f64::clamp` it does not panic on wrong bounds, and so does
/// not bring the formatting of floats (5 KB) into the bundle.
#[must_use]
pub const fn clamp(value: f64, low: f64, high: f64) -> f64 {
    value.max(low).min(high)
}

/// The number between `from` and `to` at a progress from 0 to 1.
#[must_use]
pub(super) const fn mix(from: f64, to: f64, progress: f64) -> f64 {
    from + (to - from) * progress
}
