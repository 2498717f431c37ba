//! A position as numbers for a learner: one vector of `f32`, seen by one of the players.
//!
//! `docs/observation.md` specifies it. It says all that the rules depend on; what is derived
//! besides (distances, scores as they stand) is what a player reads off the board at a glance.
//!
//! | from | what |
//! | --- | --- |
//! | 0 | [`PLANES`] planes of 81: own quilt, the other's, the next six patches of the circle |
//! | 648 | [`SCALARS`] scalars |
//! | 674 | [`PATCH_NUMBERS`] numbers for each patch left, in the order of the circle |

use std::sync::Arc;

use crate::edition::Edition;
use crate::patch::Patch;
use crate::position::{Player, Position};
use crate::quilt::{Quilt, SPACES};
use crate::state::State;

/// The version of the specification; a change of any entry raises it.
pub const VERSION: u32 = 1;
/// Planes of 9x9.
pub const PLANES: usize = 2 + SHAPES;
/// Patches that have a plane: those on offer and those that can be after one purchase.
const SHAPES: usize = 6;
/// Numbers of each patch: 1 + its index in the edition, button cost, time cost, income, size.
pub const PATCH_NUMBERS: usize = 5;
/// Scalars: one for the viewer, eleven for each player, three for both.
pub const SCALARS: usize = 1 + 2 * PLAYER_SCALARS + 3;
const PLAYER_SCALARS: usize = 11;

const FIRST_SCALAR: usize = PLANES * SPACES;
const FIRST_PATCH: usize = FIRST_SCALAR + SCALARS;

impl Edition {
    /// Entries of an observation of this edition.
    pub fn observation_length(&self) -> usize {
        FIRST_PATCH + PATCH_NUMBERS * self.patches().len()
    }

    /// The least and the greatest value that each entry can take in a game from the start.
    pub fn observation_bounds(&self) -> (Vec<f32>, Vec<f32>) {
        let most =
            |of: fn(&crate::Patch) -> i32| self.patches().iter().map(of).max().unwrap_or(0) as f32;
        let track = f32::from(self.track_length());
        let income: i32 = self.patches().iter().map(|p| i32::from(p.income())).sum();
        let payments = i32::from(self.track.incomes[usize::from(self.track_length())]);
        let buttons = self.starting_buttons() + i32::from(self.track_length()) + income * payments;
        let points = buttons + income + self.special_tile().map_or(0, |tile| tile.points);
        let score = points.max(SPACES as i32 * self.empty_space_penalty()) as f32;
        let specials = self.special_spaces().len() as f32;
        let player: [f32; PLAYER_SCALARS] = [
            buttons as f32,
            income as f32,
            track,
            SPACES as f32,
            score,
            1.0,
            1.0,
            track,
            self.income_spaces().len() as f32,
            track,
            specials,
        ];
        let patch: [f32; PATCH_NUMBERS] = [
            self.patches().len() as f32,
            most(|p| p.button_cost()),
            most(|p| p.time_cost().into()),
            most(|p| p.income().into()),
            most(|p| p.size() as i32),
        ];
        let mut high = vec![1.0; FIRST_SCALAR + 1];
        high.extend(player);
        high.extend(player);
        high.extend([specials, self.patches().len() as f32, 1.0]);
        (0..self.patches().len()).for_each(|_| high.extend(patch));
        let mut low = vec![0.0; high.len()];
        for seat in 0..2 {
            low[FIRST_SCALAR + 1 + seat * PLAYER_SCALARS + 4] = -score;
        }
        (low, high)
    }
}

impl State {
    /// The position as `viewer` sees it.
    ///
    /// ```
    /// use patchwork::{Edition, Player, State};
    ///
    /// let state = State::new(Edition::named("revised").unwrap(), 7);
    /// let seen = state.observation(Player::First);
    /// assert_eq!(seen.len(), 839);
    /// assert_eq!(seen[648..650], [1.0, 5.0]); // to move, with five buttons
    /// ```
    pub fn observation(&self, viewer: Player) -> Vec<f32> {
        let mut seen = vec![0.0; self.edition().observation_length()];
        Observer::new(Arc::clone(self.edition())).write(self.position(), viewer, &mut seen);
        seen
    }
}

/// Writes observations of one edition.
pub(crate) struct Observer {
    edition: Arc<Edition>,
    /// Of each patch of the edition, its numbers and its shape.
    patches: Vec<([f32; PATCH_NUMBERS], Quilt)>,
}

impl Observer {
    pub(crate) fn new(edition: Arc<Edition>) -> Self {
        let patch = |(index, patch): (usize, &Patch)| {
            let numbers = [
                1.0 + index as f32,
                patch.button_cost() as f32,
                patch.time_cost().into(),
                patch.income().into(),
                patch.size() as f32,
            ];
            (numbers, patch.orientation(0).map_or(Quilt::EMPTY, |shape| shape.cells()))
        };
        let patches = edition.patches().iter().enumerate().map(patch).collect();
        Self { edition, patches }
    }

    /// Writes the position as `viewer` sees it; `out` is as long as the edition's observations.
    pub(crate) fn write(&self, position: &Position, viewer: Player, out: &mut [f32]) {
        let (planes, rest) = out.split_at_mut(FIRST_SCALAR);
        let (scalars, numbers) = rest.split_at_mut(SCALARS);
        let seats = [viewer, viewer.opponent()];
        let (planes, _) = planes.as_chunks_mut::<SPACES>();
        let (quilts, shapes) = planes.split_at_mut(2);
        for (plane, seat) in quilts.iter_mut().zip(seats) {
            draw(plane, position.quilts[seat.index()]);
        }
        let mut left = position.circle.patches().map(|index| self.patches[usize::from(index)]);
        let (mut entries, _) = numbers.as_chunks_mut::<PATCH_NUMBERS>();
        for plane in shapes {
            let (numbers, shape) = left.next().unwrap_or_default();
            draw(plane, shape);
            if let Some(entry) = entries.split_off_first_mut() {
                *entry = numbers;
            }
        }
        for entry in entries {
            *entry = left.next().unwrap_or_default().0;
        }
        let edition = &*self.edition;
        let scores = position.scores(edition);
        scalars[0] = flag(position.to_move(edition) == Some(viewer));
        let (of_players, for_both) = scalars[1..].split_at_mut(2 * PLAYER_SCALARS);
        let (of_players, _) = of_players.as_chunks_mut::<PLAYER_SCALARS>();
        for (entry, seat) in of_players.iter_mut().zip(seats) {
            *entry = player_scalars(edition, position, seat, scores[seat.index()]);
        }
        let tile_left = edition.special_tile().is_some() && position.tile_owner.is_none();
        for_both.copy_from_slice(&[
            position.specials_owed.into(),
            position.circle.len() as f32,
            flag(tile_left),
        ]);
    }
}

fn player_scalars(
    edition: &Edition,
    position: &Position,
    player: Player,
    score: i32,
) -> [f32; PLAYER_SCALARS] {
    let (at, space) = (player.index(), position.spaces[player.index()]);
    let payments = &edition.track.incomes;
    let (paid, end) = (payments[usize::from(space)], edition.track_length());
    let next_income = (space..=end).find(|&s| payments[usize::from(s)] > paid);
    let mut specials = position.special_spaces(edition).filter(|&s| s > space);
    let next_special = specials.next();
    let distance = |to: Option<u8>| to.map_or(0.0, |to| f32::from(to - space));
    [
        position.buttons[at] as f32,
        position.incomes[at].into(),
        space.into(),
        position.quilts[at].count() as f32,
        score as f32,
        flag(position.tile_owner == Some(player)),
        flag(position.first_finisher == Some(player)),
        distance(next_income),
        (payments[usize::from(end)] - paid).into(),
        distance(next_special),
        next_special.map_or(0.0, |_| 1.0 + specials.count() as f32),
    ]
}

/// Four bits as numbers, for each value that they can have.
const NIBBLES: [[f32; 4]; 16] = {
    let mut nibbles = [[0.0; 4]; 16];
    let mut at = 0;
    while at < 64 {
        nibbles[at / 4][at % 4] = ((at / 4) >> (at % 4) & 1) as f32;
        at += 1;
    }
    nibbles
};

/// 1 on the spaces of the set, 0 elsewhere.
#[inline(always)]
fn draw(plane: &mut [f32; SPACES], spaces: Quilt) {
    let mut bits = spaces.bits();
    let (nibbles, last) = plane.as_chunks_mut::<4>();
    for nibble in nibbles {
        *nibble = NIBBLES[bits as usize & 15];
        bits >>= 4;
    }
    last.fill((bits as u8).into());
}

fn flag(holds: bool) -> f32 {
    holds.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    #[test]
    fn every_entry_stays_within_its_bounds_in_every_edition() {
        for name in Edition::NAMES {
            let edition = Edition::named(name).unwrap();
            let (low, high) = edition.observation_bounds();
            assert_eq!(low.len(), edition.observation_length());
            assert_eq!(high.len(), edition.observation_length());
            for seed in 0..50 {
                let mut state = State::new(edition.clone(), seed);
                let mut dice = Stream::new(seed, 1);
                loop {
                    for viewer in Player::BOTH {
                        let seen = state.observation(viewer);
                        for (at, &value) in seen.iter().enumerate() {
                            assert!(low[at] <= value && value <= high[at], "{at}: {value}");
                        }
                        assert_eq!(seen[FIRST_SCALAR] == 1.0, state.to_move() == Some(viewer));
                    }
                    let actions = state.actions().to_vec();
                    if actions.is_empty() {
                        break;
                    }
                    let drawn = dice.below(actions.len() as u64) as usize;
                    state = state.after(actions[drawn]).unwrap();
                }
            }
        }
    }

    #[test]
    fn the_two_views_differ_in_whose_is_whose() {
        let edition = Edition::named("revised").unwrap();
        let state = State::new(edition, 3).playout(3);
        let (first, second) = (state.observation(Player::First), state.observation(Player::Second));
        assert_eq!(first[..SPACES], second[SPACES..2 * SPACES]);
        assert_eq!(first[2 * SPACES..FIRST_SCALAR], second[2 * SPACES..FIRST_SCALAR]);
        let (own, other) = (FIRST_SCALAR + 1, FIRST_SCALAR + 1 + PLAYER_SCALARS);
        assert_eq!(first[own..other], second[other..other + PLAYER_SCALARS]);
        assert_eq!(first[FIRST_PATCH..], second[FIRST_PATCH..]);
    }
}
