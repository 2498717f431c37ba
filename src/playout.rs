//! Uniformly random games.

use crate::edition::Edition;
use crate::position::Position;
use crate::random::Stream;

impl Position {
    /// Plays to the end, each action drawn with the same chance from the legal ones by ascending
    /// id; gives the number of actions. Where only one is legal nothing is drawn.
    pub(crate) fn play_out(&mut self, edition: &Edition, stream: &mut Stream) -> u32 {
        let mut plies = 0;
        loop {
            let actions = self.actions(edition);
            let count = actions.count();
            let drawn = if count > 1 { stream.below(count.into()) as u32 } else { 0 };
            let Some(action) = actions.nth(drawn) else { return plies };
            self.apply(edition, action);
            plies += 1;
        }
    }
}
