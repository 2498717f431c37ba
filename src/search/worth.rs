//! What a purchase, an advance and a placement are worth, in hundredths of a point.

use super::placement::Roughness;
use crate::edition::Edition;
use crate::position::Position;
use crate::quilt::Quilt;

/// The weights that worth is reckoned with, in hundredths of a point. Prices run evenly from the
/// first space of the time board to the last.
///
/// `examples/tune_greedy.rs` found the default ones and can be run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub [i32; Weights::NAMES.len()]);

impl Weights {
    /// What each weight is for.
    pub const NAMES: [&str; 15] = [
        "a space covered, at first",
        "a space covered, at last",
        "a button of income at each income space to come",
        "a button, at first",
        "a button, at last",
        "a space of time, at first",
        "a space of time, at last",
        "a special patch taken",
        "to move again",
        "an edge of the patch against a wall",
        "an edge of the patch against nothing",
        "a free space without free neighbours",
        "a free space with one free neighbour",
        "the special tile, in hundredths of its points",
        "income, for the buttons it will cost",
    ];
}

impl Default for Weights {
    fn default() -> Self {
        Self([127, 220, 116, 226, 92, 241, 245, 321, 10, 29, -37, -32, -18, 345, 108])
    }
}

/// The weights as they stand for the mover of a position.
pub(super) struct Scale<'e> {
    edition: &'e Edition,
    weights: Weights,
    space: i32,
    button: i32,
    time: i32,
    at: u8,
    payments: i32,
    ahead: i32,
}

impl<'e> Scale<'e> {
    #[inline(always)]
    pub(super) fn new(edition: &'e Edition, position: &Position, weights: &Weights) -> Self {
        let mover = position.mover.index();
        let at = position.spaces[mover];
        let length = i32::from(edition.track_length).max(1);
        let w = &weights.0;
        let between = |first: i32, last: i32| first + (last - first) * i32::from(at) / length;
        let incomes = &edition.track.incomes;
        let payments = incomes[usize::from(edition.track_length)] - incomes[usize::from(at)];
        Self {
            edition,
            weights: *weights,
            space: between(w[0], w[1]),
            button: between(w[3], w[4]),
            time: between(w[5], w[6]),
            at,
            payments: payments.into(),
            ahead: i32::from(position.spaces[1 - mover]) - i32::from(at),
        }
    }

    /// What the time token meets on the way.
    #[inline(always)]
    fn way(&self, position: &Position, to: u8) -> i32 {
        let reached =
            crate::position::all_specials(self.edition.track.specials[usize::from(to)].into())
                & position.specials;
        reached.count_ones() as i32 * self.weights.0[7]
            - (i32::from(to) - i32::from(self.at)) * self.time
    }

    /// What advancing is worth.
    #[inline(always)]
    pub(super) fn advance(&self, position: &Position) -> i32 {
        let other = position.spaces[position.mover.opponent().index()];
        let to = other.saturating_add(1).min(self.edition.track_length);
        (i32::from(to) - i32::from(self.at)) * self.button + self.way(position, to)
    }

    /// What the patch in each slot is worth, wherever it is put; `None` if there is none that the
    /// mover can pay for.
    #[inline(always)]
    pub(super) fn purchases(&self, position: &Position) -> [Option<i32>; 3] {
        let w = &self.weights.0;
        let buttons = position.buttons[position.mover.index()];
        let mut worths = [None; 3];
        for (worth, place) in worths.iter_mut().zip(position.circle.offer()) {
            let index = position.circle.at(place);
            let (patch, contacts) = (self.edition.table(index), self.edition.contacts(index));
            if patch.button_cost > buttons {
                continue;
            }
            let to = self.at.saturating_add(patch.time_cost).min(self.edition.track_length);
            let income = i32::from(patch.income) * self.payments;
            *worth = Some(
                i32::from(contacts.size) * self.space
                    + income * w[2]
                    + income * self.button * w[14] / 10_000
                    - patch.button_cost * self.button
                    + self.way(position, to)
                    + if i32::from(patch.time_cost) <= self.ahead { w[8] } else { 0 },
            );
        }
        worths
    }

    /// What is to be added for the place: how the patch lies, and the free spaces that it leaves.
    #[inline(always)]
    pub(super) fn place(&self, position: &Position, cells: Quilt, contact: i32, edges: i32) -> i32 {
        let [walls, nothing] = [self.weights.0[9], self.weights.0[10]];
        self.quilt(position, cells) + contact * walls + (edges - contact) * nothing
    }

    /// What a place of the patch in this slot adds as a rule, roughly, beyond the roughness that
    /// was there before.
    #[inline(always)]
    pub(super) fn typical_place(&self, position: &Position, slot: usize) -> i32 {
        self.edges(position, slot) * (5 * self.weights.0[9] + 3 * self.weights.0[10]) / 8
    }

    /// No place of the patch in this slot adds more than this.
    #[inline(always)]
    pub(super) fn most_for_place(&self, position: &Position, slot: usize) -> i32 {
        let w = &self.weights.0;
        let tile = self.edition.special_tile.filter(|_| position.tile_owner.is_none());
        self.edges(position, slot) * w[9].max(w[10])
            + tile.map_or(0, |tile| (tile.points * w[13]).max(0))
    }

    fn edges(&self, position: &Position, slot: usize) -> i32 {
        let place = position.circle.offer()[slot];
        self.edition.contacts(position.circle.at(place)).edges.into()
    }

    /// What a quilt is worth once these spaces are covered, for the roughness of the free ones.
    #[inline(always)]
    pub(super) fn quilt(&self, position: &Position, cells: Quilt) -> i32 {
        let w = &self.weights.0;
        let covered = position.quilts[position.mover.index()] | cells;
        let rough = Roughness::of(!covered);
        let mut worth = rough.lone * w[11] + rough.dead_ends * w[12];
        if let Some(tile) = self.edition.special_tile
            && position.tile_owner.is_none()
            && covered.has_square(tile.side.into())
        {
            worth += tile.points * w[13];
        }
        worth
    }
}
