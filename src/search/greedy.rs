//! The agent that takes what looks best one action ahead.

use super::agent::Agent;
use super::placement::{Sewing, best_special};
use super::playout::greatest;
use super::worth::{Scale, Weights};
use crate::action::ActionId;
use crate::edition::Edition;
use crate::fits::Kernel;
use crate::position::{Player, Position};
use crate::quilt::Quilt;
use crate::simd::with_kernel;

/// Takes the action of the greatest worth: deterministic, no look at the opponent's answer.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    weights: Weights,
}

impl Greedy {
    /// The agent that reckons with these weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    #[inline(always)]
    fn choose_with(&self, kernel: impl Kernel, edition: &Edition, position: &Position) -> ActionId {
        let scale = Scale::new(edition, position, &self.weights);
        if position.specials_owed > 0 {
            let space = best_special(&scale, position).bits().trailing_zeros();
            return ActionId::special(space as usize);
        }
        let mut worths = scale.purchases(position).map(|worth| worth.unwrap_or(i32::MIN));
        let advance = scale.advance(position) + scale.quilt(position, Quilt::EMPTY);
        let (mut best, mut action) = (advance, ActionId::ADVANCE);
        let sewing = Sewing::new(edition, position, &scale, kernel);
        // The most promising first: a patch that could not win even if it lay as well as can be
        // need not be placed.
        for _ in 0..worths.len() {
            let slot = greatest(&worths);
            let worth = worths[slot];
            if worth == i32::MIN {
                break;
            }
            worths[slot] = i32::MIN;
            if worth + scale.most_for_place(position, slot) <= best {
                continue;
            }
            if let Some(placement) = sewing.best_place(slot)
                && worth + placement.worth > best
            {
                (best, action) = (worth + placement.worth, placement.action(slot));
            }
        }
        action
    }
}

impl Agent for Greedy {
    fn new_game(&mut self, _seed: u64, _seat: Player) {}

    fn choose(&mut self, edition: &Edition, position: &Position) -> ActionId {
        with_kernel!(|kernel| self.choose_with(kernel, edition, position))
    }
}
