//! The agent for people who are new to the game: it errs as people do.

use super::agent::Agent;
use super::placement::Sewing;
use super::worth::{Scale, Weights};
use crate::action::ActionId;
use crate::edition::Edition;
use crate::position::{Player, Position};
use crate::quilt::{Quilt, SPACES};
use crate::random::Stream;
use crate::simd::with_kernel;

/// Reckons as greedy does, with errors: it takes a patch that is too dear or advances too soon, as
/// far as it errs about worth, and leaves a hole, as far as it errs about places.
pub(super) struct Careless {
    weights: Weights,
    errors: Errors,
    stream: Stream,
}

/// How far it errs, in hundredths of a point: each judgement is off by up to this, either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Errors {
    pub(super) worth: u32,
    pub(super) place: u32,
}

impl Careless {
    pub(super) fn new(errors: Errors) -> Self {
        Self { weights: Weights::default(), errors, stream: Stream::new(0, 0) }
    }
}

impl Agent for Careless {
    fn new_game(&mut self, seed: u64, _seat: Player) {
        self.stream = Stream::new(seed, 0);
    }

    fn choose(&mut self, edition: &Edition, position: &Position) -> ActionId {
        /// Placements that lie worse than this against their neighbours nobody considers.
        const SLACK: u32 = 4;
        let mover = position.mover.index();
        let free = !position.quilts[mover];
        let scale = Scale::new(edition, position, &self.weights);
        let stream = &mut self.stream;
        let mut error = |most: u32| stream.below(2 * u64::from(most) + 1) as i32 - most as i32;
        let mut best = (i32::MIN, ActionId::ADVANCE);
        let mut consider = |worth: i32, action: ActionId| {
            if worth > best.0 {
                best = (worth, action);
            }
        };
        if position.specials_owed > 0 {
            for space in free.spaces() {
                let cells = Quilt::from_low_bits(1 << (space % SPACES));
                let worth = scale.quilt(position, cells) + error(self.errors.place);
                consider(worth, ActionId::special(space));
            }
            return best.1;
        }
        let advance = scale.advance(position) + scale.quilt(position, Quilt::EMPTY);
        consider(advance + error(self.errors.worth), ActionId::ADVANCE);
        let purchases = scale.purchases(position);
        let sewing = with_kernel!(|kernel| Sewing::new(edition, position, &scale, kernel));
        for (slot, purchase) in purchases.into_iter().enumerate() {
            let Some(purchase) = purchase else { continue };
            let purchase = purchase + error(self.errors.worth);
            // An error about a place changes where the patch goes, not what it is thought worth.
            let places = sewing.places(slot, SLACK);
            let seen =
                places.into_iter().map(|place| (place.worth + error(self.errors.place), place));
            if let Some((_, place)) = seen.max_by_key(|&(seen, _)| seen) {
                consider(purchase + place.worth, place.action(slot));
            }
        }
        best.1
    }
}
