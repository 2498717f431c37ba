//! The random numbers that circles and uniform play are drawn with. Frozen: the same seed gives
//! the same games in every release.
//!
//! The generator is xoshiro256++ (Blackman and Vigna, "Scrambled Linear Pseudorandom Number
//! Generators", 2019). Its 256 bits of state are four outputs of SplitMix64: two of the sequence
//! that starts at the seed, two of the one that starts at the bitwise complement of the stream's
//! number; in order: seed's first, stream's first, seed's second, stream's second. Each pair is
//! one-to-one with its number, so no two (seed, stream) share a state.
//!
//! A number below `n` is the upper half of the product of one 64-bit output and `n`; outputs
//! whose lower half is below `2^64 mod n` are thrown away, which makes it exactly uniform
//! (Lemire, "Fast Random Integer Generation in an Interval", 2019).

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// A stream of random numbers, one of 2^64 for each seed.
///
/// ```
/// use patchwork::random::Stream;
///
/// let mut dice = Stream::new(7, 0);
/// let first: Vec<u64> = (0..5).map(|_| dice.below(6)).collect();
/// assert_eq!(first, Vec::from_iter((0..5).scan(Stream::new(7, 0), |s, _| Some(s.below(6)))));
/// ```
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream with this number under this seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let (mut from_seed, mut from_stream) =
            (SplitMix64::seed_from_u64(seed), SplitMix64::seed_from_u64(!stream));
        let mut state = [0; 32];
        for (at, word) in state.chunks_exact_mut(8).enumerate() {
            let source = if at % 2 == 0 { &mut from_seed } else { &mut from_stream };
            word.copy_from_slice(&source.next_u64().to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, each with the same chance; 0 if `n` is 0.
    #[inline(always)]
    pub fn below(&mut self, n: u64) -> u64 {
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            let low = product as u64;
            // The remainder costs a division: reached only when `low` is small enough to matter.
            if low >= n || low >= n.wrapping_neg().checked_rem(n).unwrap_or(0) {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts `items` in a random order (Fisher and Yates, from the last item down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// A seed of its own for a part of a work that has one seed: part `part` of item `item`.
///
/// The first output of stream `item` under `seed`, mixed with `part` by one more step of
/// SplitMix64.
pub fn derived_seed(seed: u64, item: u64, part: u64) -> u64 {
    let base = Stream::new(seed, item).next_u64();
    SplitMix64::seed_from_u64(base ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// xoshiro256++ as its authors wrote it down, to hold the crate to it.
    fn reference(state: &mut [u64; 4]) -> u64 {
        let result = state[0].wrapping_add(state[3]).rotate_left(23).wrapping_add(state[0]);
        let t = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= t;
        state[3] = state[3].rotate_left(45);
        result
    }

    fn splitmix(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    #[test]
    fn the_stream_is_the_one_described() {
        for (seed, stream) in [(0, 0), (7, 1), (u64::MAX, u64::MAX), (1 << 40, 12345)] {
            let (mut a, mut b) = (seed, !stream);
            let (a1, b1) = (splitmix(&mut a), splitmix(&mut b));
            let mut state = [a1, b1, splitmix(&mut a), splitmix(&mut b)];
            let mut ours = Stream::new(seed, stream);
            for _ in 0..20 {
                assert_eq!(ours.next_u64(), reference(&mut state));
            }
        }
    }

    #[test]
    fn below_stays_below_and_reaches_everything() {
        let mut stream = Stream::new(3, 4);
        for n in 1..=70u64 {
            let mut seen = vec![false; n as usize];
            for _ in 0..60 * n {
                seen[stream.below(n) as usize] = true;
            }
            assert!(seen.iter().all(|&s| s), "{n}");
        }
        assert_eq!(stream.below(0), 0);
        assert_eq!(stream.below(1), 0);
        assert!(stream.below(u64::MAX) < u64::MAX);
    }
}
