//! Quick sensible games, to see where a position leads.

use super::placement::{Sewing, best_special};
use super::worth::{Scale, Weights};
use crate::edition::Edition;
use crate::fits::Kernel;
use crate::position::Position;
use crate::random::Stream;
use crate::simd::with_kernel;

/// How the players of a playout choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Policy {
    pub(super) weights: Weights,
    /// What is added to the worth of each purchase and of an advance is drawn from 0 to this.
    pub(super) noise: u32,
}

impl Policy {
    /// Plays to the end.
    pub(super) fn play_out(&self, edition: &Edition, position: &mut Position, stream: &mut Stream) {
        with_kernel!(|kernel| self.play_out_with(kernel, edition, position, stream));
    }

    #[inline(always)]
    fn play_out_with(
        &self,
        kernel: impl Kernel,
        edition: &Edition,
        position: &mut Position,
        stream: &mut Stream,
    ) {
        while !position.is_over(edition) {
            self.play(kernel, edition, position, stream);
        }
    }

    /// Takes one action.
    #[inline(always)]
    fn play(
        &self,
        kernel: impl Kernel,
        edition: &Edition,
        position: &mut Position,
        stream: &mut Stream,
    ) {
        let scale = Scale::new(edition, position, &self.weights);
        if position.specials_owed > 0 {
            position.place_special(edition, best_special(&scale, position));
            return;
        }
        // Four draws from one number: 16 bits are plenty.
        let mut bits = stream.next_u64();
        let mut noise = || {
            let drawn = ((bits as u32 & 0xffff) * self.noise) >> 16;
            bits >>= 16;
            drawn as i32
        };
        let advance = scale.advance(position) + noise();
        let purchases = scale.purchases(position);
        let mut worths: [i32; 3] = std::array::from_fn(|slot| {
            let drawn = noise();
            let typical = scale.typical_place(position, slot);
            purchases[slot].map_or(i32::MIN, |worth| worth + typical + drawn)
        });
        if worths.iter().all(|&worth| worth <= advance) {
            position.advance(edition);
            return;
        }
        let sewing = Sewing::new(edition, position, &scale, kernel);
        let mut chosen = None;
        while chosen.is_none() {
            let slot = greatest(&worths);
            if worths[slot] <= advance {
                break;
            }
            worths[slot] = i32::MIN;
            chosen = sewing.best_place(slot).map(|placement| (slot, placement));
        }
        match chosen {
            Some((slot, placement)) => {
                let place = position.circle.offer()[slot];
                position.buy(edition, place, placement.orientation, placement.anchor);
            }
            None => position.advance(edition),
        }
    }
}

/// The first slot with the greatest number.
#[inline(always)]
pub(super) fn greatest(numbers: &[i32; 3]) -> usize {
    let second = usize::from(numbers[1] > numbers[0]);
    if numbers[2] > numbers[second] { 2 } else { second }
}
