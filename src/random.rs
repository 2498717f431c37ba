//! The random numbers that circles and uniform play are drawn with. Frozen: the same seed gives
//! the same games in every release.
//!
//! The generator is xoshiro256++ (Blackman and Vigna, "Scrambled Linear Pseudorandom Number
//! Generators", 2019). Its four words of state are made with `mix`, the first output of SplitMix64
//! begun at a number:
//!
//! ```text
//! a = mix(seed)   b = mix(a ^ stream)   c = mix(a ^ b)   d = mix(b ^ c)   e = mix(c ^ d)
//! state = b, c, d, e
//! ```
//!
//! `mix` is one-to-one, so `b` and `c` tell seed and stream, and no two (seed, stream) share a
//! state. Every word depends on both, and not linearly as the generator itself works: streams of
//! one seed, and one stream of many seeds, have nothing in common.
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
        let mix = |x: u64| SplitMix64::seed_from_u64(x).next_u64();
        let a = mix(seed);
        let b = mix(a ^ stream);
        let c = mix(a ^ b);
        let d = mix(b ^ c);
        let mut state = [0; 32];
        for (bytes, word) in state.chunks_exact_mut(8).zip([b, c, d, mix(c ^ d)]) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// The stream that a player, 0 or 1, draws from who plays at random under this seed.
    ///
    /// These are the last two. Circles count up from stream 0: draws that were shared with the
    /// circle of the same seed would depend on it.
    pub fn of_player(seed: u64, player: usize) -> Self {
        Self::new(seed, u64::MAX - player as u64)
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, each with the same chance; 0 if `n` is 0.
    #[inline(always)]
    pub fn below(&mut self, n: u64) -> u64 {
        let product = u128::from(self.next_u64()) * u128::from(n);
        // The remainder costs a division: looked at only where `low` is small enough to matter.
        if product as u64 >= n { (product >> 64) as u64 } else { self.below_slowly(product, n) }
    }

    #[cold]
    fn below_slowly(&mut self, mut product: u128, n: u64) -> u64 {
        let threshold = n.wrapping_neg().checked_rem(n).unwrap_or(0);
        while (product as u64) < threshold {
            product = u128::from(self.next_u64()) * u128::from(n);
        }
        (product >> 64) as u64
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

    fn splitmix(seed: u64) -> u64 {
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    #[test]
    fn the_stream_is_the_one_described() {
        for (seed, stream) in [(0, 0), (7, 1), (u64::MAX, u64::MAX), (1 << 40, 12345)] {
            let a = splitmix(seed);
            let b = splitmix(a ^ stream);
            let c = splitmix(a ^ b);
            let d = splitmix(b ^ c);
            let mut state = [b, c, d, splitmix(c ^ d)];
            let mut ours = Stream::new(seed, stream);
            for _ in 0..20 {
                assert_eq!(ours.next_u64(), reference(&mut state));
            }
        }
    }

    /// The most that a table of `sides` x `sides` counts strays from equal ones, over all pairs of
    /// the first draws of these streams; in standard deviations.
    fn strays(streams: impl Iterator<Item = [Stream; 2]>) -> f64 {
        const DRAWS: usize = 6;
        const SIDES: usize = 16;
        let mut counts = vec![[[0u32; SIDES]; SIDES]; 4 * DRAWS * DRAWS];
        let mut total = 0u32;
        for mut pair in streams {
            let draws: Vec<usize> =
                (0..2 * DRAWS).map(|at| pair[at / DRAWS].below(SIDES as u64) as usize).collect();
            for one in 0..2 * DRAWS {
                for other in 0..one {
                    counts[2 * DRAWS * one + other][draws[one]][draws[other]] += 1;
                }
            }
            total += 1;
        }
        let cells = (SIDES * SIDES) as f64;
        let expected = f64::from(total) / cells;
        let stray = |table: &[[u32; SIDES]; SIDES]| {
            let chi = |&n: &u32| (f64::from(n) - expected).powi(2) / expected;
            let chi_square: f64 = table.iter().flatten().map(chi).sum();
            (chi_square - (cells - 1.0)) / (2.0 * (cells - 1.0)).sqrt()
        };
        let used = (0..2 * DRAWS).flat_map(|one| (0..one).map(move |other| (one, other)));
        used.map(|(one, other)| stray(&counts[2 * DRAWS * one + other])).fold(0.0, f64::max)
    }

    #[test]
    fn draws_within_and_between_streams_are_independent() {
        const N: u64 = 50_000;
        let of = |seed, stream| Stream::new(seed, stream);
        // One stream of many seeds, another of the same seeds, and of the seeds next to them.
        assert!(strays((0..N).map(|i| [of(i, 0), of(i, u64::MAX)])) < 5.0);
        assert!(strays((0..N).map(|i| [of(i, 0), of(i + 1, 0)])) < 5.0);
        // Many streams of one seed, and of the seed next to it.
        assert!(strays((0..N).map(|i| [of(7, i), of(8, i)])) < 5.0);
        assert!(strays((0..N).map(|i| [of(7, i), of(7, i + 1)])) < 5.0);
        assert!(strays((0..N).map(|i| [of(i, i), of(i << 32, 1 << 63)])) < 5.0);
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
