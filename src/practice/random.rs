//! The generator of random numbers, which is the same on every machine and in every version of the program.
//!
//! It is SplitMix64 by Guy Steele, Doug Lea and Christine Flood ("Fast splittable pseudorandom number generators", 2014): the
//! state grows by a constant, and each number is the mixed state. A test holds its first numbers.

/// A sequence of numbers from a seed.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The sequence of several seeds, in this order.
    pub(super) fn of(seeds: &[u64]) -> Self {
        let mixed = seeds.iter().fold(0, |mixed, &seed| Self::new(mixed ^ seed).next());
        Self(mixed)
    }

    /// The next number.
    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 where `end` is 0. The numbers below a small `end` are equally likely to within 2^-50.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.next().checked_rem(end).unwrap_or(0)
    }

    /// One of `all`; `None` where there are none.
    pub(super) fn choose<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(usize::try_from(self.below(all.len() as u64)).unwrap_or(0)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
