//! A position together with its edition: what users of the library hold.

use std::fmt;
use std::sync::Arc;

use crate::action::{Action, ActionId, Kind};
use crate::action_set::ActionSet;
use crate::anu;
use crate::circle::Circle;
use crate::edition::Edition;
use crate::illegal::{IllegalAction, Reason};
use crate::patch::Patch;
use crate::position::{Player, Position};
use crate::quilt::{Quilt, SIDE};
use crate::random::Stream;

/// A game at one moment: a value that shares its edition. An action makes a new one.
///
/// ```
/// use patchwork::{Edition, State};
///
/// let state = State::new(Edition::named("original").unwrap(), 7);
/// assert_eq!(state.buttons(), [5, 5]);
/// let next = state.after(state.actions().to_vec()[0]).unwrap();
/// assert_eq!(next.spaces(), [1, 0]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct State {
    edition: Shared,
    position: Position,
}

/// An edition compared by what it says and hashed by its name alone, which is cheap and enough.
#[derive(Clone, PartialEq, Eq)]
struct Shared(Arc<Edition>);

impl std::hash::Hash for Shared {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}

impl State {
    /// The start of a game with the circle of this seed; player 0 begins.
    pub fn new(edition: Arc<Edition>, seed: u64) -> Self {
        Self::shuffled(edition, seed, 0, Player::First)
    }

    /// The start of a game with circle `number` of this seed ([`State::new`] gives number 0).
    pub fn shuffled(edition: Arc<Edition>, seed: u64, number: u64, first: Player) -> Self {
        let position = Position::shuffled(&edition, first, &mut Stream::new(seed, number));
        Self::from_parts(edition, position)
    }

    /// The start of a game with a given circle: every letter of the edition once, clockwise,
    /// starting anywhere; the neutral token stands just after the start patch.
    ///
    /// # Errors
    /// Names the letter that is unknown, doubled or missing.
    pub fn with_circle(
        edition: Arc<Edition>,
        circle: &str,
        first: Player,
    ) -> Result<Self, anu::AnuError> {
        let order = anu::parse_circle(&edition, circle)?;
        let position = Position::start(&edition, Circle::new(&order), first);
        Ok(Self::from_parts(edition, position))
    }

    /// The position must be one of the edition's.
    pub(crate) fn from_parts(edition: Arc<Edition>, position: Position) -> Self {
        Self { edition: Shared(edition), position }
    }

    /// The edition that it is played with.
    pub fn edition(&self) -> &Arc<Edition> {
        &self.edition.0
    }

    /// What changes during a game, without the edition.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The letters left in the circle, clockwise from the neutral token.
    pub fn circle(&self) -> String {
        let patches = self.position.circle.patches();
        patches.map(|patch| self.edition.0.patches[usize::from(patch)].letter()).collect()
    }

    /// The patches on offer, up to three.
    pub fn offered(&self) -> Vec<&Patch> {
        self.position.offered(&self.edition.0).map(|(_, patch)| patch).collect()
    }

    /// Who moves, or must place a special patch; `None` when the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.position.to_move(&self.edition.0)
    }

    /// Where the time tokens stand.
    pub fn spaces(&self) -> [u8; 2] {
        self.position.spaces
    }

    /// The players' buttons.
    pub fn buttons(&self) -> [i32; 2] {
        self.position.buttons
    }

    /// Buttons on the patches of each quilt board.
    pub fn incomes(&self) -> [u16; 2] {
        self.position.incomes
    }

    /// The covered spaces of each quilt board.
    pub fn quilts(&self) -> [Quilt; 2] {
        self.position.quilts
    }

    /// Special patches that the player to move must place before anything else.
    pub fn specials_owed(&self) -> u8 {
        self.position.specials_owed
    }

    /// Spaces of the special patches still on the time board, ascending.
    pub fn special_spaces(&self) -> Vec<u8> {
        self.position.special_spaces(&self.edition.0).collect()
    }

    /// Who has the special tile.
    pub fn special_tile_owner(&self) -> Option<Player> {
        self.position.tile_owner
    }

    /// Who reached the centre first.
    pub fn first_finisher(&self) -> Option<Player> {
        self.position.first_finisher
    }

    /// Are both tokens in the centre, and no special patch owed?
    pub fn is_over(&self) -> bool {
        self.position.is_over(&self.edition.0)
    }

    /// The scores as they stand: buttons, less the penalty for free spaces, plus the tile.
    pub fn scores(&self) -> [i32; 2] {
        self.position.scores(&self.edition.0)
    }

    /// Who won; `None` until the game is over. Level on points, who reached the centre first.
    pub fn winner(&self) -> Option<Player> {
        self.position.winner(&self.edition.0)
    }

    /// The legal actions.
    ///
    /// ```
    /// use patchwork::{Edition, State};
    ///
    /// let end = State::new(Edition::named("winter").unwrap(), 1).playout(1);
    /// assert!(end.actions().is_empty());
    /// ```
    pub fn actions(&self) -> ActionSet {
        self.position.actions(&self.edition.0)
    }

    /// Is the action legal, and if not, why?
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&self, action: ActionId) -> Result<(), Reason> {
        self.position.check(&self.edition.0, action)
    }

    /// The state after a legal action.
    ///
    /// # Errors
    /// The rule that the action breaks.
    pub fn after(&self, action: ActionId) -> Result<Self, IllegalAction> {
        self.check(action).map_err(|why| self.illegal(&self.described(action), why))?;
        let mut next = self.clone();
        next.position.apply(&self.edition.0, action);
        Ok(next)
    }

    /// The legal action with this number, with what it does.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn action(&self, id: ActionId) -> Result<Action, IllegalAction> {
        self.check(id).map_err(|why| self.illegal(&self.described(id), why))?;
        Ok(self.with_cells(id))
    }

    /// What an action that is legal here does.
    pub(crate) fn with_cells(&self, id: ActionId) -> Action {
        let (letter, cells) = match id.kind() {
            Kind::Advance => (None, Quilt::EMPTY),
            Kind::Special { space } => (None, Quilt::from_low_bits(1 << space)),
            Kind::Buy { slot, orientation, anchor } => {
                let patch = self.position.offered(&self.edition.0).nth(slot).map(|(_, p)| p);
                let turned = patch.and_then(|p| p.orientation(orientation));
                let cells = turned.map_or(Quilt::EMPTY, |o| o.cells().moved(anchor));
                (patch.map(Patch::letter), cells)
            }
        };
        Action { id, letter, cells }
    }

    /// The number here of an action made anywhere: by its patch, wherever that is on offer.
    ///
    /// # Errors
    /// The patch is not on offer, or has another shape. The action may still be illegal.
    pub fn resolve(&self, action: &Action) -> Result<ActionId, Reason> {
        let (Kind::Buy { anchor, .. }, Some(letter)) = (action.kind(), action.letter) else {
            return Ok(action.id);
        };
        let slot = self.slot_of(letter)?;
        let (_, patch) = self
            .position
            .offered(&self.edition.0)
            .nth(slot)
            .ok_or(Reason::EmptySlot { slot, offered: 0 })?;
        let covers = |cells: Quilt| cells.moved(anchor) == action.cells;
        let found = patch.orientations().find(|(_, turned)| covers(turned.cells()));
        let (orientation, _) = found.ok_or(Reason::OtherShape { letter })?;
        Ok(ActionId::buy(slot, orientation, anchor))
    }

    /// The number here of an ANU token. An orientation that covers the same spaces as a lower one
    /// is read as that one.
    ///
    /// # Errors
    /// The token is none, or its patch is not on offer. The action may still be illegal.
    pub fn parse_action(&self, token: &str) -> Result<ActionId, Reason> {
        match anu::parse_token(token)? {
            anu::Token::Advance => Ok(ActionId::ADVANCE),
            anu::Token::Special { row, column } => Ok(ActionId::special(SIDE * row + column)),
            anu::Token::Buy { letter, row, column, orientation } => {
                let Some(at) = self.edition.0.patch_index(letter) else {
                    let name = self.edition.0.name();
                    return Err(Reason::Malformed(format!("no patch {letter} in edition {name}")));
                };
                let patch = &self.edition.0.patches[at];
                let orientation = patch.canonical_orientation(orientation).unwrap_or(orientation);
                let slot = self.slot_of(letter)?;
                Ok(ActionId::buy(slot, orientation, SIDE * row + column))
            }
        }
    }

    /// The slot in which this patch is on offer. A game that is over, or waits for a special patch,
    /// says so before it says that the patch is not.
    fn slot_of(&self, letter: char) -> Result<usize, Reason> {
        let found = self.offered().iter().position(|p| p.letter() == letter);
        found.ok_or_else(|| {
            if self.is_over() {
                Reason::Over
            } else if self.specials_owed() > 0 {
                Reason::SpecialOwed
            } else {
                let offered = self.offered().iter().map(|p| p.letter()).collect();
                Reason::NotOffered { letter, offered }
            }
        })
    }

    /// An action as an error names it: by its number, and its token if it has one.
    fn described(&self, id: ActionId) -> String {
        match id.kind() {
            Kind::Buy { slot, .. } if slot >= self.offered().len() => {
                format!("action {}", id.get())
            }
            _ => format!("action {} ({})", id.get(), self.with_cells(id)),
        }
    }

    /// The error that says that `action` cannot be taken here.
    pub fn illegal(&self, action: &str, reason: Reason) -> IllegalAction {
        IllegalAction { action: action.into(), reason, position: self.to_string() }
    }

    /// The end of one uniformly random game from here: player 0 draws from stream 0 of the seed,
    /// player 1 from stream 1.
    ///
    /// ```
    /// use patchwork::{Edition, State};
    ///
    /// let start = State::new(Edition::named("revised").unwrap(), 7);
    /// assert_eq!(start.playout(1), start.playout(1));
    /// ```
    pub fn playout(&self, seed: u64) -> Self {
        let mut end = self.clone();
        let mut streams = [0, 1].map(|player| Stream::of_player(seed, player));
        end.position.play_out(&self.edition.0, &mut streams, &mut |_| {});
        end
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({self})")
    }
}
