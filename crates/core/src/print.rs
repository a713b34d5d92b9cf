//! Elements as the libraries print them.

use super::format::format_value;
use super::numbers::{digits, parse_float};
use super::{Arithmetic, Dtype, Scalar};

impl Dtype {
    /// An element of this type as the library prints it: NumPy's `str(element)`, with the fewest digits that tell it from its neighbours in
    /// the type; PyTorch's tensor of one element, with four places. Held against recorded texts in `tests/vectors/types_values.jsonl.gz`.
    ///
    /// ```
    /// use tensor_broadcasting::{Arithmetic, Dtype, Scalar};
    /// let third = Dtype::Float16.cast(Scalar::Float(1.0 / 3.0));
    /// assert_eq!(Dtype::Float16.printed(third, Arithmetic::NumPy), "0.3333");
    /// assert_eq!(Dtype::Bfloat16.printed(Dtype::Bfloat16.cast(third), Arithmetic::PyTorch), "0.3340");
    /// assert_eq!(Dtype::Float32.printed(Scalar::Float(2.0), Arithmetic::PyTorch), "2.");
    /// assert_eq!(Dtype::Float32.printed(Scalar::Float(2e6), Arithmetic::NumPy), "2e+06");
    /// ```
    #[must_use]
    pub fn printed(self, value: Scalar, arithmetic: Arithmetic) -> String {
        let Scalar::Float(float) = value else { return format_value(value, usize::MAX) };
        if !float.is_finite() {
            return format_value(value, usize::MAX);
        }
        let sign = if float.is_sign_negative() { "-" } else { "" };
        let magnitude = float.abs();
        let written = match arithmetic {
            Arithmetic::NumPy => self.in_numpy(magnitude),
            Arithmetic::PyTorch => in_pytorch(magnitude),
        };
        format!("{sign}{written}")
    }

    /// A finite float that is not negative, as NumPy writes it: with an exponent where it has one digit more than the type always holds, or
    /// is less than 1e-4.
    fn in_numpy(self, value: f64) -> String {
        let limit = match self {
            Self::Float16 => 1e3,
            Self::Float32 => 1e6,
            _ => 1e16,
        };
        let shortest = Decimal::shortest(value, self);
        if value == 0.0 || (1e-4..limit).contains(&value) {
            let places = (shortest.digits.len() as i32 - 1 - shortest.exponent).max(1);
            shortest.positional(places)
        } else {
            shortest.scientific(shortest.digits.len())
        }
    }
}

/// A finite float that is not negative, as PyTorch writes it in a tensor of one element. Source: `torch/_tensor_str.py`.
fn in_pytorch(value: f64) -> String {
    let is_whole = value == value.trunc();
    if value > 1e8 || (value < 1e-4 && !is_whole) {
        return Decimal::of(value).rounded(5).scientific(5);
    }
    if is_whole {
        return format!("{}.", value as u64);
    }
    let exact = Decimal::of(value);
    // The digits before the point and four after it.
    let kept = exact.exponent + 1 + 4;
    exact.rounded(usize::try_from(kept).unwrap_or_default()).positional(4)
}

/// A decimal number: its digits, and the exponent of ten of the first one.
#[derive(Debug, Clone)]
struct Decimal {
    digits: Vec<u8>,
    exponent: i32,
}

impl Decimal {
    /// A finite float that is not negative.
    fn of(value: f64) -> Self {
        let (digits, exponent) = digits(value);
        Self { digits, exponent }
    }

    /// The number with the fewest digits that the type reads as this float.
    fn shortest(value: f64, dtype: Dtype) -> Self {
        let exact = Self::of(value);
        let is_same = |short: &Self| {
            let read = Scalar::Float(parse_float(&short.scientific(short.digits.len())));
            dtype.cast(read) == Scalar::Float(value)
        };
        // Below a power of two the neighbours are nearer: of two numbers that are as near, only the upper one may be read as this float.
        let mut candidates = (1..=17).flat_map(|count| [exact.rounded(count), exact.cut(count, true)]);
        candidates.find(is_same).unwrap_or_else(|| exact.rounded(17))
    }

    /// The number with so many digits, rounded half to even.
    fn rounded(&self, count: usize) -> Self {
        let (kept, rest) = self.digits.split_at(count.min(self.digits.len()));
        let is_odd = kept.last().is_some_and(|digit| digit % 2 == 1);
        let is_up = match rest {
            [5, more @ ..] if more.iter().all(|&digit| digit == 0) => is_odd,
            [first, ..] => *first >= 5,
            [] => false,
        };
        self.cut(count, is_up)
    }

    /// The number with so many digits, rounded up or down.
    fn cut(&self, count: usize, is_up: bool) -> Self {
        let mut digits: Vec<u8> = self.digits.iter().copied().take(count).collect();
        let mut exponent = self.exponent;
        if is_up {
            match digits.iter().rposition(|&digit| digit < 9) {
                Some(place) => {
                    digits[place] += 1;
                    digits[place + 1..].fill(0);
                }
                // 99.96 is 100.0.
                None => {
                    digits.fill(0);
                    digits.insert(0, 1);
                    digits.truncate(count.max(1));
                    exponent += 1;
                }
            }
        }
        Self { digits, exponent }
    }

    /// The digit with this exponent of ten.
    fn digit(&self, exponent: i32) -> char {
        let place = usize::try_from(self.exponent - exponent).ok();
        let digit = place.and_then(|place| self.digits.get(place)).copied().unwrap_or_default();
        char::from(b'0' + digit)
    }

    /// `12.50`, with so many places.
    fn positional(&self, places: i32) -> String {
        let whole = (0..=self.exponent.max(0)).rev().map(|exponent| self.digit(exponent));
        let fraction = (1..=places).map(|place| self.digit(-place));
        whole.chain(['.']).chain(fraction).collect()
    }

    /// `1.25e+01`, with so many digits.
    fn scientific(&self, count: usize) -> String {
        let digits = (0..count as i32).map(|place| self.digit(self.exponent - place));
        let mut text: String = digits.collect();
        if count > 1 {
            text.insert(1, '.');
        }
        let sign = if self.exponent < 0 { '-' } else { '+' };
        format!("{text}e{sign}{:02}", self.exponent.abs())
    }
}
