//! Uniformly random games.

use crate::action::ActionId;
use crate::edition::Edition;
use crate::fits::{HIGH_SHIFT, Kernel};
use crate::patch::ORIENTATIONS;
use crate::position::Position;
use crate::quilt::Quilt;
use crate::random::Stream;
use crate::simd::with_kernel;

impl Position {
    /// Plays to the end; gives the number of actions, of which `each` is told.
    ///
    /// Before each action one number is drawn from the stream of the player to move, and the
    /// action with so many legal ones before it, by ascending id, is taken.
    #[inline]
    pub(crate) fn play_out(
        &mut self,
        edition: &Edition,
        streams: &mut [Stream; 2],
        each: &mut impl FnMut(ActionId),
    ) -> u32 {
        with_kernel!(|kernel| self.play_out_with(kernel, edition, streams, each))
    }

    #[inline(always)]
    pub(crate) fn play_out_with(
        &mut self,
        kernel: impl Kernel,
        edition: &Edition,
        streams: &mut [Stream; 2],
        each: &mut impl FnMut(ActionId),
    ) -> u32 {
        let mut plies = 0;
        while !self.is_over(edition) {
            let stream = &mut streams[self.mover.index()];
            each(self.play_random(kernel, edition, stream));
            plies += 1;
        }
        plies
    }

    /// Takes one random action of a game that is not over.
    #[inline(always)]
    fn play_random(
        &mut self,
        kernel: impl Kernel,
        edition: &Edition,
        stream: &mut Stream,
    ) -> ActionId {
        if self.specials_owed > 0 {
            let free = !self.quilts[self.mover.index()];
            let drawn = stream.below(free.count().into()) as u32;
            let space = nth_space(kernel, free, drawn);
            self.place_special(edition, Quilt::from_low_bits(1 << space));
            return ActionId::special(space);
        }
        let fits = self.buys(edition, kernel);
        let prefix = fits.each_ref().map(|fits| kernel.running_counts(fits));
        let totals = prefix.map(|counts| u32::from(counts[ORIENTATIONS - 1]));
        let drawn = stream.below(u64::from(1 + totals[0] + totals[1] + totals[2])) as u32;
        if drawn == 0 {
            self.advance(edition);
            return ActionId::ADVANCE;
        }
        // Which slot, orientation and window, without a branch that could not be foreseen.
        let mut left = drawn - 1;
        let (in_second, in_third) = (left >= totals[0], left >= totals[0] + totals[1]);
        left -= u32::from(in_second) * totals[0] + u32::from(in_third) * totals[1];
        let slot = usize::from(in_second) + usize::from(in_third);
        let counts = &prefix[slot];
        let lane = kernel.lanes_up_to(counts, left as u16) % ORIENTATIONS;
        let fits = &fits[slot];
        let all = (fits.low[lane], fits.high[lane]);
        // `counts` has those of this orientation already.
        left += all.0.count_ones() + all.1.count_ones();
        left -= u32::from(counts[lane]);
        let in_high = left >= all.0.count_ones();
        let bits = if in_high { all.1 } else { all.0 };
        let n = left - if in_high { all.0.count_ones() } else { 0 };
        let anchor = kernel.nth_bit(bits, n) as usize + if in_high { HIGH_SHIFT } else { 0 };
        self.buy(edition, self.circle.offer()[slot], lane, anchor);
        ActionId::buy(slot, lane, anchor)
    }
}

/// The space of `spaces` with `n` before it.
#[inline(always)]
fn nth_space(kernel: impl Kernel, spaces: Quilt, n: u32) -> usize {
    let (low, high) = (spaces.bits() as u64, (spaces.bits() >> 64) as u64);
    let count = low.count_ones();
    if n < count {
        kernel.nth_bit(low, n) as usize
    } else {
        64 + kernel.nth_bit(high, n - count) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fits::Portable;
    use crate::position::Player;

    fn games(kernel: impl Kernel, edition: &Edition) -> Vec<(Vec<ActionId>, [i32; 2])> {
        let game = |seed| {
            let stream = &mut Stream::new(seed, 0);
            let mut position = Position::shuffled(edition, Player::First, stream);
            let mut streams = [0, 1].map(|player| Stream::of_player(seed, player));
            let mut actions = Vec::new();
            let each = &mut |action| actions.push(action);
            position.play_out_with(kernel, edition, &mut streams, each);
            (actions, position.scores(edition))
        };
        (0..300).map(game).collect()
    }

    #[test]
    fn every_kernel_plays_the_same_games() {
        let tall = "name = 'tall'\nbase = 'revised'\n[patches]\n\
                    D = { shape = '##|#.|#.|#.|#.|#.' }\nI = { shape = '#.#.#|#####|#.#.#' }";
        for edition in [Edition::named("original").unwrap(), Edition::from_toml(tall).unwrap()] {
            let portable = games(Portable, &edition);
            #[cfg(target_arch = "x86_64")]
            {
                use crate::simd::{Avx2, Avx512};
                assert!(Avx2::detect().is_none_or(|avx2| games(avx2, &edition) == portable));
                assert!(Avx512::detect().is_none_or(|avx512| games(avx512, &edition) == portable));
            }
            assert_eq!(portable.len(), 300);
        }
    }
}
