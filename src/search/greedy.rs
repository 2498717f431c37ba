//! The agent that takes what looks best one action ahead.

use super::agent::Agent;
use super::placement::edges;
use super::playout::{best_place, best_special};
use super::worth::{Scale, Weights};
use crate::action::ActionId;
use crate::edition::Edition;
use crate::patch::Patch;
use crate::position::{Player, Position};
use crate::quilt::Quilt;
use crate::simd::with_kernel;

/// Placements whose contact is this much under the best one's are looked at.
const SLACK: u32 = 1;

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
}

impl Agent for Greedy {
    fn new_game(&mut self, _seed: u64, _seat: Player) {}

    fn choose(&mut self, edition: &Edition, position: &Position) -> ActionId {
        // For the instructions of its processor; the kernel itself is not needed.
        with_kernel!(|_kernel| self.choose_here(edition, position))
    }
}

impl Greedy {
    #[inline(always)]
    fn choose_here(&self, edition: &Edition, position: &Position) -> ActionId {
        let scale = Scale::new(edition, position, &self.weights);
        let free = !position.quilts[position.mover.index()];
        if position.specials_owed > 0 {
            let space = best_special(&scale, position, free).bits().trailing_zeros();
            return ActionId::special(space as usize);
        }
        let mover = position.mover.index();
        let (mut best, mut action) =
            (scale.advance(position) + scale.quilt(position, Quilt::EMPTY), ActionId::ADVANCE);
        // No place adds more than all edges against walls do: a patch that could not win even so
        // need not be placed.
        let mut purchases = [(i32::MIN, 0, None::<&Patch>); 3];
        let offered = position.offered(edition).enumerate();
        for (purchase, (slot, (_, patch))) in purchases.iter_mut().zip(offered) {
            if patch.button_cost <= position.buttons[mover] {
                *purchase = (scale.purchase(position, patch), slot, Some(patch));
            }
        }
        purchases.sort_by_key(|&(worth, slot, _)| (std::cmp::Reverse(worth), slot));
        for (worth, slot, patch) in purchases {
            let Some(patch) = patch else { break };
            if worth + scale.most_for_place(position, patch, edges(patch)) <= best {
                continue;
            }
            if let Some((place, added)) = best_place(&scale, position, free, patch, SLACK)
                && worth + added > best
            {
                (best, action) = (worth + added, place.action(slot));
            }
        }
        action
    }
}
