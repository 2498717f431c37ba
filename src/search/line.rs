//! What an agent says of an action.

use crate::action::ActionId;

/// An action with what the agent expects of it. Values are for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The action.
    pub action: ActionId,
    /// The chance to win, from 0 to 1.
    pub value: f64,
    /// Points more than the opponent's at the end.
    pub margin: f64,
    /// How often it was tried.
    pub visits: u64,
    /// Best play from here as far as it was looked at, the action first.
    pub pv: Vec<ActionId>,
    /// Is it known, since the game was solved from here?
    pub exact: bool,
}

impl Line {
    /// The best lines first: known ones, then by visits, value and number.
    pub(super) fn sort(lines: &mut [Self]) {
        lines.sort_by(|a, b| {
            (b.exact, b.visits)
                .cmp(&(a.exact, a.visits))
                .then(b.value.total_cmp(&a.value))
                .then(a.action.cmp(&b.action))
        });
    }
}
