//! A game with its history.

use crate::action::{Action, ActionId};
use crate::illegal::IllegalAction;
use crate::position::Player;
use crate::quilt::{SIDE, SPACES};
use crate::state::State;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The players' scores.
    pub scores: [i32; 2],
    /// Who won: the higher score, if level the first in the centre.
    pub winner: Player,
}

/// A game: where it began, what was played, and what was taken back and can be played again.
///
/// ```
/// use patchwork::{ActionId, Edition, Game, State};
///
/// let mut game = Game::new(State::new(Edition::named("revised").unwrap(), 7));
/// game.play(ActionId::ADVANCE).unwrap();
/// assert!(game.undo() && !game.undo() && game.redo());
/// assert_eq!(game.state().spaces(), [1, 0]);
/// ```
///
/// Two are equal if they began alike and the same was played; what was undone does not count.
#[derive(Clone, Debug)]
pub struct Game {
    /// The start and the state after each action, undone ones included.
    states: Vec<State>,
    actions: Vec<Action>,
    /// Actions played and not undone.
    played: usize,
}

impl Game {
    /// A game that begins here.
    pub fn new(start: State) -> Self {
        Self { states: vec![start], actions: Vec::new(), played: 0 }
    }

    /// Where it began.
    pub fn start(&self) -> &State {
        &self.states[0]
    }

    /// Where it stands.
    pub fn state(&self) -> &State {
        &self.states[self.played]
    }

    /// The start and the state after each action.
    pub fn states(&self) -> &[State] {
        &self.states[..=self.played]
    }

    /// What was played and then what was undone and can be played again.
    pub fn actions_with_undone(&self) -> &[Action] {
        &self.actions
    }

    /// What was played.
    pub fn actions(&self) -> &[Action] {
        &self.actions[..self.played]
    }

    /// Takes an action; what was undone can no longer be played again.
    ///
    /// # Errors
    /// The rule that the action breaks; the game stays as it was.
    pub fn play(&mut self, id: ActionId) -> Result<(), IllegalAction> {
        let action = self.state().action(id)?;
        let next = self.state().after(id)?;
        self.states.truncate(self.played + 1);
        self.actions.truncate(self.played);
        self.states.push(next);
        self.actions.push(action);
        self.played += 1;
        Ok(())
    }

    /// Takes the last action back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let possible = self.played > 0;
        self.played -= usize::from(possible);
        possible
    }

    /// Plays what was undone last again; false if there is nothing.
    pub fn redo(&mut self) -> bool {
        let possible = self.played < self.actions.len();
        self.played += usize::from(possible);
        possible
    }

    /// The result; `None` until the game is over.
    pub fn result(&self) -> Option<GameResult> {
        let state = self.state();
        Some(GameResult { scores: state.scores(), winner: state.winner()? })
    }

    /// Which patch covers which space of a quilt: nine rows of letters, `h` a special patch, `#`
    /// a space that was covered when the game began, `.` a free one.
    pub fn layout(&self, player: Player) -> [String; SIDE] {
        let mut letters = ['.'; SPACES];
        for space in self.start().quilts()[player.index()].spaces() {
            letters[space] = '#';
        }
        for (state, action) in self.states.iter().zip(self.actions()) {
            if state.to_move() == Some(player) {
                for space in action.cells().spaces() {
                    letters[space] = action.letter().unwrap_or('h');
                }
            }
        }
        std::array::from_fn(|row| letters[SIDE * row..SIDE * (row + 1)].iter().collect())
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.start() == other.start() && self.actions() == other.actions()
    }
}

impl Eq for Game {}
