//! What a player is.

use std::sync::Arc;

use super::line::Line;
use crate::action::ActionId;
use crate::edition::Edition;
use crate::position::{Player, Position};

/// Asked every few milliseconds by a long search: should it end with what it has?
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// A player. [`crate::search::AgentSpec::build`] makes one from a text.
///
/// ```
/// use patchwork::search::AgentSpec;
/// use patchwork::{Edition, Player, State};
///
/// let mut agent = AgentSpec::parse("random").unwrap().build();
/// agent.new_game(7, Player::First);
/// let mut state = State::new(Edition::named("revised").unwrap(), 7);
/// while !state.is_over() {
///     let action = agent.choose(state.edition(), state.position());
///     state = state.after(action).unwrap();
/// }
/// ```
pub trait Agent: Send {
    /// A new game begins, in which it has this seat: what it remembers is forgotten, and what it
    /// draws from now on depends on the seed alone.
    fn new_game(&mut self, seed: u64, seat: Player);

    /// The action that it takes for the player to move: always a legal one. In a game that is
    /// over there is none; the answer then means nothing.
    fn choose(&mut self, edition: &Edition, position: &Position) -> ActionId;

    /// What it thinks of its best actions, the best one first, at most `count`, after as long as it
    /// would take to choose; `None` if it does not search.
    fn analyse(
        &mut self,
        edition: &Edition,
        position: &Position,
        count: usize,
    ) -> Option<Vec<Line>> {
        let _ = (edition, position, count);
        None
    }

    /// From now on a long search asks `stop`.
    fn stop_when(&mut self, stop: Stop) {
        let _ = stop;
    }
}
