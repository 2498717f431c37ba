//! The facts of a game at one moment, and the rules that change them.

use std::hash::{Hash, Hasher};

use crate::action::{ActionId, Kind};
use crate::action_set::ActionSet;
use crate::circle::{Circle, OFFERED};
use crate::edition::{Edition, FinalIncome, MAX_PATCHES};
use crate::fits::{Fits, Kernel};
use crate::patch::{ORIENTATIONS, Patch};
use crate::quilt::Quilt;
use crate::random::Stream;
use crate::simd::with_kernel;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Player {
    /// Player 0.
    First = 0,
    /// Player 1.
    Second = 1,
}

impl Player {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other one.
    #[inline(always)]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player with this index.
    pub const fn from_index(index: usize) -> Option<Self> {
        match index {
            0 => Some(Self::First),
            1 => Some(Self::Second),
            _ => None,
        }
    }
}

/// Everything that changes during a game. What does not is in the edition, which every method
/// takes and which must be the one that the position was made with.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(crate) quilts: [Quilt; 2],
    pub(crate) circle: Circle,
    pub(crate) buttons: [i32; 2],
    pub(crate) incomes: [u16; 2],
    /// Where the time tokens stand.
    pub(crate) spaces: [u8; 2],
    /// Who moves, or owns the special patch to be placed. On one space: who came there last.
    pub(crate) mover: Player,
    /// Bit `i`: the special patch on the edition's special space `i` is still there.
    pub(crate) specials: u32,
    /// Special patches that the mover must place before anything else happens.
    pub(crate) specials_owed: u8,
    pub(crate) tile_owner: Option<Player>,
    pub(crate) first_finisher: Option<Player>,
}

impl Position {
    /// The start of a game with this circle: indices of patches, clockwise from the neutral token.
    pub(crate) fn start(edition: &Edition, circle: Circle, first: Player) -> Self {
        Self {
            quilts: [Quilt::EMPTY; 2],
            circle,
            buttons: [edition.starting_buttons; 2],
            incomes: [0; 2],
            spaces: [0; 2],
            mover: first,
            specials: all_specials(edition.special_spaces.len()),
            specials_owed: 0,
            tile_owner: None,
            first_finisher: None,
        }
    }

    /// The start of a game with a random circle.
    ///
    /// The patches without the start patch, by letter, are shuffled; the start patch is the last.
    pub(crate) fn shuffled(edition: &Edition, first: Player, stream: &mut Stream) -> Self {
        let (last, count) = (edition.start_patch as u8, edition.patches.len().min(MAX_PATCHES));
        let mut order = [last; MAX_PATCHES];
        let others = (0..count as u8).filter(|&patch| patch != last);
        order.iter_mut().zip(others).for_each(|(place, patch)| *place = patch);
        stream.shuffle(&mut order[..count - 1]);
        Self::start(edition, Circle::new(&order[..count]), first)
    }

    /// The patches left.
    pub fn circle(&self) -> &Circle {
        &self.circle
    }

    /// Are both tokens in the centre and no special patch owed?
    #[inline(always)]
    pub(crate) fn is_over(&self, edition: &Edition) -> bool {
        self.spaces == [edition.track_length; 2] && self.specials_owed == 0
    }

    /// Who moves or must place a special patch; `None` when the game is over.
    pub(crate) fn to_move(self, edition: &Edition) -> Option<Player> {
        (!self.is_over(edition)).then_some(self.mover)
    }

    /// The patches on offer with their places in the circle.
    pub(crate) fn offered<'e>(
        &self,
        edition: &'e Edition,
    ) -> impl ExactSizeIterator<Item = (u8, &'e Patch)> + use<'e> {
        let (places, circle) = (self.circle.offer(), self.circle);
        let count = circle.len().min(OFFERED);
        (0..count).map(move |slot| {
            let place = places[slot];
            (place, &edition.patches[usize::from(circle.at(place))])
        })
    }

    /// The legal actions.
    pub(crate) fn actions(&self, edition: &Edition) -> ActionSet {
        let mut set = ActionSet::NONE;
        let mover = self.mover.index();
        if self.specials_owed > 0 {
            set.specials = !self.quilts[mover];
        } else if self.spaces[mover] < edition.track_length {
            set.advance = true;
            set.buys = with_kernel!(|kernel| self.buys(edition, kernel));
        }
        set
    }

    /// Where the patches on offer that the mover can pay for fit.
    #[inline(always)]
    pub(crate) fn buys(&self, edition: &Edition, kernel: impl Kernel) -> [Fits; OFFERED] {
        let mover = self.mover.index();
        let tables = self.circle.offer().map(|place| edition.table(self.circle.at(place)));
        let wanted = tables.map(|table| table.button_cost <= self.buttons[mover]);
        let free = !self.quilts[mover];
        let mut fits = kernel.fits(free, tables, wanted);
        if tables[0].plain | tables[1].plain | tables[2].plain {
            for slot in 0..OFFERED {
                if tables[slot].plain && wanted[slot] {
                    fits[slot] = Fits::on_whole_board(tables[slot], free);
                }
            }
        }
        fits
    }

    /// Takes an action, which must be legal.
    #[inline]
    pub(crate) fn apply(&mut self, edition: &Edition, action: ActionId) {
        match action.kind() {
            Kind::Advance => self.advance(edition),
            Kind::Special { space } => {
                self.place_special(edition, Quilt::from_low_bits(1 << space))
            }
            Kind::Buy { slot, orientation, anchor } => {
                let place = self.circle.offer()[slot % OFFERED];
                self.buy(edition, place, orientation, anchor);
            }
        }
    }

    /// Moves the token just in front of the opponent's; a button for each space.
    #[inline(always)]
    pub(crate) fn advance(&mut self, edition: &Edition) {
        let (mover, other) = (self.mover.index(), self.mover.opponent().index());
        let to = self.spaces[other].saturating_add(1).min(edition.track_length);
        self.buttons[mover] += i32::from(to) - i32::from(self.spaces[mover]);
        self.move_token(edition, to);
    }

    /// Buys the patch at `place` of the circle and sews it on, turned so, its corner on `anchor`.
    #[inline(always)]
    pub(crate) fn buy(&mut self, edition: &Edition, place: u8, orientation: usize, anchor: usize) {
        let mover = self.mover.index();
        let table = edition.table(self.circle.at(place));
        self.buttons[mover] -= table.button_cost;
        self.incomes[mover] += table.income;
        self.circle.take(place);
        self.cover(edition, table.cells[orientation % ORIENTATIONS].moved(anchor));
        let to = self.spaces[mover].saturating_add(table.time_cost).min(edition.track_length);
        self.move_token(edition, to);
    }

    /// Places a special patch that is owed.
    #[inline(always)]
    pub(crate) fn place_special(&mut self, edition: &Edition, space: Quilt) {
        self.cover(edition, space);
        self.specials_owed = self.specials_owed.saturating_sub(1);
        self.end_turn();
    }

    /// Covers spaces of the mover's quilt; the special tile is judged at once.
    #[inline(always)]
    fn cover(&mut self, edition: &Edition, cells: Quilt) {
        let mover = self.mover.index();
        self.quilts[mover] = self.quilts[mover] | cells;
        if let Some(tile) = edition.special_tile
            && self.tile_owner.is_none()
            && self.quilts[mover].has_square(tile.side.into())
        {
            self.tile_owner = Some(self.mover);
        }
    }

    /// Moves the mover's token: income first, then special patches.
    #[inline(always)]
    fn move_token(&mut self, edition: &Edition, to: u8) {
        let mover = self.mover.index();
        let from = self.spaces[mover];
        self.spaces[mover] = to;
        let payments =
            edition.track.incomes[usize::from(to)] - edition.track.incomes[usize::from(from)];
        self.buttons[mover] += i32::from(payments) * i32::from(self.incomes[mover]);
        let reached = self.specials & all_specials(edition.track.specials[usize::from(to)].into());
        self.specials ^= reached;
        self.specials_owed += reached.count_ones() as u8;
        if to == edition.track_length && self.first_finisher.is_none() {
            self.first_finisher = Some(self.mover);
        }
        self.end_turn();
    }

    /// Discards special patches that have no room, then settles who moves.
    #[inline(always)]
    fn end_turn(&mut self) {
        let (mover, other) = (self.mover.index(), self.mover.opponent().index());
        if self.specials_owed > 0 {
            if self.quilts[mover] != Quilt::FULL {
                return;
            }
            self.specials_owed = 0;
        }
        // On the same space the mover came last, lies on top and moves again.
        if self.spaces[mover] > self.spaces[other] {
            self.mover = self.mover.opponent();
        }
    }

    /// The scores as they stand.
    #[inline(always)]
    pub(crate) fn scores(&self, edition: &Edition) -> [i32; 2] {
        Player::BOTH.map(|player| {
            let at = player.index();
            let free = (!self.quilts[at]).count() as i32;
            let mut score = self.buttons[at] - edition.empty_space_penalty * free;
            if let Some(tile) = edition.special_tile
                && self.tile_owner == Some(player)
            {
                score += tile.points;
            }
            if edition.final_income == FinalIncome::Scored
                && self.spaces[at] == edition.track_length
            {
                score += i32::from(self.incomes[at]);
            }
            score
        })
    }

    /// The player with the higher score, if level the one who was first in the centre; `None`
    /// until the game is over.
    #[inline(always)]
    pub(crate) fn winner(&self, edition: &Edition) -> Option<Player> {
        if !self.is_over(edition) {
            return None;
        }
        let [first, second] = self.scores(edition);
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Player::First),
            std::cmp::Ordering::Less => Some(Player::Second),
            std::cmp::Ordering::Equal => self.first_finisher,
        }
    }

    /// Spaces of the special patches still there, ascending.
    pub(crate) fn special_spaces(&self, edition: &Edition) -> impl Iterator<Item = u8> {
        edition
            .special_spaces
            .iter()
            .enumerate()
            .filter(|&(at, _)| self.specials >> at & 1 != 0)
            .map(|(_, &space)| space)
    }

    /// All that tells this position from others of the edition. Over, nobody moves, so who moved
    /// last is no part of it.
    fn identity(&self) -> impl Eq + Hash {
        let both_rest = self.spaces[0] == self.spaces[1]
            && self.first_finisher.is_some()
            && self.specials_owed == 0;
        (
            (self.quilts, self.circle, self.buttons, self.incomes, self.spaces),
            (!both_rest).then_some(self.mover),
            (self.specials, self.specials_owed, self.tile_owner, self.first_finisher),
        )
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// The lowest `count` bits, at most 32.
#[inline(always)]
pub(crate) const fn all_specials(count: usize) -> u32 {
    ((1u64 << count) - 1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() <= 128, "{}", size_of::<Position>());
    }
}
