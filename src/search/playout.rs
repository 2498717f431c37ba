//! Quick sensible games, to see where a position leads.

use super::placement::{Placement, closest, edges};
use super::worth::{Scale, Weights};
use crate::edition::Edition;
use crate::patch::Patch;
use crate::position::Position;
use crate::quilt::{Quilt, SPACES};
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
        // For the instructions of its processor; the kernel itself is not needed.
        with_kernel!(|_kernel| self.play_out_here(edition, position, stream));
    }

    #[inline(always)]
    fn play_out_here(&self, edition: &Edition, position: &mut Position, stream: &mut Stream) {
        while !position.is_over(edition) {
            self.play(edition, position, stream);
        }
    }

    /// Takes one action.
    #[inline(always)]
    fn play(&self, edition: &Edition, position: &mut Position, stream: &mut Stream) {
        let mover = position.mover.index();
        let free = !position.quilts[mover];
        let scale = Scale::new(edition, position, &self.weights);
        if position.specials_owed > 0 {
            position.place_special(edition, best_special(&scale, position, free));
            return;
        }
        if position.spaces[mover] >= edition.track_length {
            return;
        }
        // Four draws from one number: 16 bits are plenty.
        let mut bits = stream.next_u64();
        let mut noise = || {
            let drawn = ((bits as u32 & 0xffff) * self.noise) >> 16;
            bits >>= 16;
            drawn as i32
        };
        let mut left: [(i32, u8, Option<&Patch>); 3] = [(i32::MIN, 0, None); 3];
        let advance = scale.advance(position) + noise();
        for (choice, (place, patch)) in left.iter_mut().zip(position.offered(edition)) {
            let drawn = noise();
            if patch.button_cost <= position.buttons[mover] {
                let worth = scale.purchase(position, patch) + scale.typical_place(patch);
                *choice = (worth + drawn, place, Some(patch));
            }
        }
        loop {
            let mut best = 0;
            for at in 1..left.len() {
                if left[at].0 > left[best].0 {
                    best = at;
                }
            }
            let (worth, place, patch) = left[best];
            let Some(patch) = patch.filter(|_| worth > advance) else { break };
            if let Some((placement, _)) = best_place(&scale, position, free, patch, 0) {
                position.buy(edition, place, placement.orientation, placement.anchor);
                return;
            }
            left[best] = (i32::MIN, 0, None);
        }
        position.advance(edition);
    }
}

/// The best place of a patch among those with a contact at most `slack` under the best one's, and
/// its worth; `None` if it fits nowhere.
#[inline(always)]
pub(super) fn best_place(
    scale: &Scale<'_>,
    position: &Position,
    free: Quilt,
    patch: &Patch,
    slack: u32,
) -> Option<(Placement, i32)> {
    let mut best: Option<(Placement, i32)> = None;
    let edges = edges(patch);
    closest(patch, free, slack, |placement| {
        let worth = scale.place(position, &placement, edges);
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((placement, worth));
        }
    });
    best
}

/// The best space for a special patch; `free` must not be empty.
#[inline(always)]
pub(super) fn best_special(scale: &Scale<'_>, position: &Position, free: Quilt) -> Quilt {
    let mut best = (i32::MIN, Quilt::EMPTY);
    for space in free.spaces() {
        let cells = Quilt::from_low_bits(1 << (space % SPACES));
        let worth = scale.quilt(position, cells);
        if worth > best.0 {
            best = (worth, cells);
        }
    }
    best.1
}
