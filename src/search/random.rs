//! The agent that plays as [`Position::play_out`] does.

use super::agent::Agent;
use crate::action::ActionId;
use crate::edition::Edition;
use crate::position::{Player, Position};
use crate::random::Stream;

/// Draws from the legal actions, each with the same chance: from the player's stream of the seed of
/// the game, by ascending id; a number is drawn for every action, also where only one is legal.
pub(super) struct Random {
    stream: Stream,
}

impl Random {
    pub(super) fn new() -> Self {
        Self { stream: Stream::new(0, 0) }
    }
}

impl Agent for Random {
    fn new_game(&mut self, seed: u64, seat: Player) {
        self.stream = Stream::of_player(seed, seat.index());
    }

    fn choose(&mut self, edition: &Edition, position: &Position) -> ActionId {
        let actions = position.actions(edition);
        let drawn = self.stream.below(actions.count().into());
        actions.nth(drawn as u32).unwrap_or(ActionId::ADVANCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_plays_the_games_of_play_out() {
        let edition = Edition::named("original").unwrap();
        for seed in 0..20 {
            let start = Position::shuffled(&edition, Player::First, &mut Stream::new(seed, 0));
            let (mut one, mut other) = (start, start);
            let mut streams = [Stream::of_player(seed, 0), Stream::of_player(!seed, 1)];
            let plies = one.play_out(&edition, &mut streams, &mut |_| {});
            let mut agents = [Random::new(), Random::new()];
            agents[0].new_game(seed, Player::First);
            agents[1].new_game(!seed, Player::Second);
            for _ in 0..plies {
                let action = agents[other.mover.index()].choose(&edition, &other);
                other.apply(&edition, action);
            }
            assert!(one == other && other.is_over(&edition));
        }
    }
}
