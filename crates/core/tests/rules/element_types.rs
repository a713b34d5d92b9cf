//! What element types make of numbers, held against formulas: integers against arithmetic without limits, floats against the processor's and
//! against the list of all values of a type.

use tensor_broadcasting::{Arithmetic, Dtype, ElementTypes, Operator, Scalar};

/// How many random pairs are computed in each type.
const PAIRS: usize = 1_000_000;

const INTEGERS: [Dtype; 8] =
    [Dtype::Uint8, Dtype::Uint16, Dtype::Uint32, Dtype::Uint64, Dtype::Int8, Dtype::Int16, Dtype::Int32, Dtype::Int64];

/// Random bits, the same in each run: xorshift of 64 bits.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// An integer of so many bits; half of the time a small one.
    fn integer(&mut self, bits: u64) -> i64 {
        let number = self.next() as i64;
        if self.next().is_multiple_of(2) { number >> (64 - bits) } else { number >> 60 }
    }
}

/// An integer in a type: the one of its numbers from which it differs by a multiple of 2^bits.
fn wrapped(value: i128, dtype: Dtype) -> i128 {
    let count = 1_i128 << (8 * dtype.bytes());
    let lowest = if dtype.is_unsigned() { 0 } else { -count / 2 };
    (value - lowest).rem_euclid(count) + lowest
}

fn exact(value: Scalar) -> i128 {
    match value {
        Scalar::Unsigned(value) => i128::from(value),
        value => i128::from(value.to_int()),
    }
}

#[test]
fn integers_wrap_around() {
    for dtype in INTEGERS {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ dtype.bytes());
        let types = ElementTypes::new(dtype, dtype);
        for _ in 0..PAIRS {
            let pair = [(); 2].map(|()| dtype.cast(Scalar::Int(random.integer(8 * dtype.bytes()))));
            let [a, b] = pair.map(exact);
            assert_eq!([a, b].map(|value| wrapped(value, dtype)), [a, b], "{dtype:?}");
            let of = |operator: Operator| operator.compute(pair, types, Arithmetic::NumPy).map(exact);
            assert_eq!(of(Operator::Add), Ok(wrapped(a + b, dtype)), "{a} + {b} in {dtype:?}");
            assert_eq!(of(Operator::Subtract), Ok(wrapped(a - b, dtype)), "{a} - {b} in {dtype:?}");
            // A product of two numbers of 64 bits has up to 128, of which the last 64 stay.
            assert_eq!(of(Operator::Multiply), Ok(wrapped(a.wrapping_mul(b), dtype)), "{a} * {b} in {dtype:?}");
            if b != 0 {
                let floor = a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
                assert_eq!(of(Operator::FloorDivide), Ok(wrapped(floor, dtype)), "{a} // {b} in {dtype:?}");
                assert_eq!(of(Operator::Remainder), Ok(a - floor * b), "{a} % {b} in {dtype:?}");
            }
            assert_eq!(of(Operator::Less), Ok(i128::from(a < b)), "{a} < {b} in {dtype:?}");
        }
    }
}

#[test]
fn integers_of_two_types_are_compared_as_they_are_in_numpy() {
    let mut random = Random(7);
    let types = ElementTypes::new(Dtype::Float64, Dtype::Bool);
    for _ in 0..PAIRS {
        let a = Dtype::Uint64.cast(Scalar::Int(random.next() as i64));
        let b = Scalar::Int(random.integer(64));
        let is_less = Operator::Less.compute([a, b], types, Arithmetic::NumPy);
        assert_eq!(is_less, Ok(Scalar::Bool(exact(a) < exact(b))), "{a:?} < {b:?}");
    }
}

#[test]
fn float32_is_what_the_processor_computes() {
    let mut random = Random(3);
    let types = ElementTypes::new(Dtype::Float32, Dtype::Float32);
    for _ in 0..PAIRS {
        let [a, b] = [(); 2].map(|()| f32::from_bits(random.next() as u32));
        let of = |operator: Operator| {
            let pair = [a, b].map(|value| Scalar::Float(f64::from(value)));
            operator.compute(pair, types, Arithmetic::NumPy).map(|value| (value.to_float() as f32).to_bits())
        };
        for (operator, expected) in [
            (Operator::Add, a + b),
            (Operator::Subtract, a - b),
            (Operator::Multiply, a * b),
            (Operator::Divide, a / b),
        ] {
            if !expected.is_nan() {
                assert_eq!(of(operator), Ok(expected.to_bits()), "{operator:?} of {a:?} and {b:?}");
            }
        }
    }
}

/// All finite values of a type of 16 bits that are not negative, in order: that with the bits `n` at `n`.
fn all_values(fraction_bits: u32, bias: i32) -> Vec<f64> {
    let of = |bits: u32| {
        let (exponent, fraction) = ((bits >> fraction_bits) as i32, f64::from(bits & ((1 << fraction_bits) - 1)));
        let unit = 2_f64.powi(-(fraction_bits as i32));
        if exponent == 0 {
            fraction * unit * 2_f64.powi(1 - bias)
        } else {
            (1.0 + fraction * unit) * 2_f64.powi(exponent - bias)
        }
    };
    let infinite = ((2 * bias + 1) as u32) << fraction_bits;
    (0..infinite).map(of).collect()
}

/// The nearest one of all values; that with even bits where two are as near; infinite from half a step above the largest.
fn nearest(value: f64, all: &[f64]) -> f64 {
    let magnitude = value.abs();
    let above = all.partition_point(|&one| one < magnitude);
    let step = all[all.len() - 1] - all[all.len() - 2];
    let upper = all.get(above).copied().unwrap_or(all[all.len() - 1] + step);
    let lower = all[above.saturating_sub(1)];
    let (down, up) = (magnitude - lower, upper - magnitude);
    let is_up = up < down || (up == down && above.is_multiple_of(2));
    let found = match (is_up, above == all.len()) {
        (true, true) => f64::INFINITY,
        (true, false) => upper,
        (false, _) => lower,
    };
    found.copysign(value)
}

#[test]
fn floats_of_16_bits_are_rounded_to_the_nearest() {
    for (dtype, fraction_bits, bias) in [(Dtype::Float16, 10, 15), (Dtype::Bfloat16, 7, 127)] {
        let all = all_values(fraction_bits, bias);
        for &value in &all {
            assert_eq!(dtype.cast(Scalar::Float(value)), Scalar::Float(value), "{dtype:?} has {value:e}");
        }
        let mut random = Random(5);
        let types = ElementTypes::new(dtype, dtype);
        for _ in 0..PAIRS {
            let [a, b] = [(); 2].map(|()| {
                let bits = random.next();
                let value = all[(bits >> 1) as usize % all.len()];
                if bits.is_multiple_of(2) { value } else { -value }
            });
            let of = |operator: Operator| {
                operator.compute([a, b].map(Scalar::Float), types, Arithmetic::PyTorch).map(Scalar::to_float)
            };
            // A float32 has so many digits that rounding twice changes nothing.
            assert_eq!(of(Operator::Add), Ok(nearest(f64::from((a + b) as f32), &all)), "{a:e} + {b:e} in {dtype:?}");
            assert_eq!(
                of(Operator::Multiply),
                Ok(nearest(f64::from((a * b) as f32), &all)),
                "{a:e} * {b:e} in {dtype:?}"
            );
            if b != 0.0 {
                assert_eq!(
                    of(Operator::Divide),
                    Ok(nearest(f64::from((a / b) as f32), &all)),
                    "{a:e} / {b:e} in {dtype:?}"
                );
            }
        }
    }
}
