//! Uniformly random games.

use crate::action::ActionId;
use crate::edition::Edition;
use crate::position::Position;
use crate::random::Stream;

impl Position {
    /// Plays to the end; gives the number of actions, of which `each` is told.
    ///
    /// Before each action one number is drawn from the stream of the player to move, and the
    /// action with so many legal ones before it, by ascending id, is taken.
    #[inline]
    pub(crate) fn play_out(
        &mut self,
        edition: &Edition,
        streams: &mut [Stream; 2],
        each: &mut impl FnMut(ActionId),
    ) -> u32 {
        let mut plies = 0;
        while !self.is_over(edition) {
            let actions = self.actions(edition);
            let drawn = streams[self.mover.index()].below(actions.count().into());
            let Some(action) = actions.nth(drawn as u32) else { return plies };
            self.apply(edition, action);
            each(action);
            plies += 1;
        }
        plies
    }
}
