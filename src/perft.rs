//! Counting action sequences: the usual check, and measure, of a move generator.

use crate::edition::Edition;
use crate::position::Position;
use crate::state::State;

impl State {
    /// The number of action sequences of exactly `depth` actions from here. A game that ends
    /// earlier counts for none. The last action is counted, not taken.
    ///
    /// `go_on` is asked now and then; `None` means that it said no.
    ///
    /// ```
    /// use patchwork::{Edition, State};
    ///
    /// let state = State::new(Edition::named("revised").unwrap(), 7);
    /// assert_eq!(state.perft(0, &mut || true), Some(1));
    /// assert_eq!(state.perft(1, &mut || true), Some(u128::from(state.actions().count())));
    /// ```
    pub fn perft(&self, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u128> {
        if depth > self.edition().longest_game() {
            return Some(0);
        }
        perft(self.edition(), self.position(), depth, go_on)
    }
}

fn perft(
    edition: &Edition,
    position: &Position,
    depth: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u128> {
    if depth == 0 {
        return Some(1);
    }
    let actions = position.actions(edition);
    if depth == 1 {
        return Some(actions.count().into());
    }
    let mut total = 0u128;
    for action in actions.to_vec() {
        let mut next = *position;
        next.apply(edition, action);
        total = total.saturating_add(perft(edition, &next, depth - 1, go_on)?);
        if depth > 2 && !go_on() {
            return None;
        }
    }
    go_on().then_some(total)
}
