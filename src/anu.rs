//! The ANU notation of public game records: circles, tokens, placement strings.

use std::sync::Arc;

use crate::action::{Action, Kind};
use crate::edition::Edition;
use crate::game::Game;
use crate::illegal::Reason;
use crate::position::Player;
use crate::state::State;

/// Why a record, or a part of one, is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AnuError(pub(crate) String);

/// A move as the record writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Advance,
    Special { row: usize, column: usize },
    Buy { letter: char, row: usize, column: usize, orientation: usize },
}

/// Reads a circle string into indices of patches, clockwise from the neutral token.
pub(crate) fn parse_circle(edition: &Edition, circle: &str) -> Result<Vec<u8>, AnuError> {
    let mut order: Vec<u8> = Vec::new();
    for (at, letter) in circle.chars().enumerate() {
        let at = at + 1;
        let Some(patch) = edition.patch_index(letter) else {
            let name = edition.name();
            return Err(AnuError(format!(
                "circle: {letter:?}, its letter {at}, is no patch of edition {name}"
            )));
        };
        if order.contains(&(patch as u8)) {
            return Err(AnuError(format!("circle: {letter:?} stands there twice, again at {at}")));
        }
        order.push(patch as u8);
    }
    let absent: String = (0..edition.patches.len())
        .filter(|&patch| !order.contains(&(patch as u8)))
        .map(|patch| edition.patches[patch].letter())
        .collect();
    if !absent.is_empty() {
        return Err(AnuError(format!(
            "circle: {} letters, {} expected; {absent} missing",
            order.len(),
            edition.patches.len()
        )));
    }
    let start = order.iter().position(|&patch| usize::from(patch) == edition.start_patch);
    order.rotate_left(start.map_or(0, |at| at + 1));
    Ok(order)
}

/// Reads one token: `.`, or patch, column, row and orientation.
pub(crate) fn parse_token(token: &str) -> Result<Token, Reason> {
    if token == "." {
        return Ok(Token::Advance);
    }
    let malformed = |why: String| {
        Err(Reason::Malformed(format!(
            "{why}; a token is . or patch, column A-I, row A-I, orientation A-H, like BDCA"
        )))
    };
    let marks: Vec<char> = token.chars().take(5).collect();
    let &[letter, column, row, orientation] = marks.as_slice() else {
        return malformed("it has not four characters".into());
    };
    let within =
        |mark: char, last: char| ('A'..=last).contains(&mark).then(|| mark as usize - 'A' as usize);
    let Some(column) = within(column, 'I') else {
        return malformed(format!("column {column:?} is not A-I"));
    };
    let Some(row) = within(row, 'I') else {
        return malformed(format!("row {row:?} is not A-I"));
    };
    let Some(orientation) = within(orientation, 'H') else {
        return malformed(format!("orientation {orientation:?} is not A-H"));
    };
    match letter {
        'h' => Ok(Token::Special { row, column }),
        _ if letter.is_ascii_alphabetic() => Ok(Token::Buy { letter, row, column, orientation }),
        _ => malformed(format!("{letter:?} is no patch")),
    }
}

/// Parts a placement string into tokens.
fn tokens(placement: &str) -> impl Iterator<Item = &str> {
    let mut rest = placement;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = if first == '.' {
            1
        } else {
            rest.char_indices().nth(4).map_or(rest.len(), |(at, _)| at)
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}

impl Game {
    /// A game from its record; player 0 begins.
    ///
    /// # Errors
    /// Names the number of the move, counted from 1, its token and the rule that it breaks.
    ///
    /// ```
    /// use patchwork::{Edition, Game};
    ///
    /// let circle = "BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA";
    /// let edition = Edition::named("original").unwrap();
    /// let game = Game::from_anu(edition.clone(), circle, "BAAA.").unwrap();
    /// assert_eq!(game.state().spaces(), [3, 4]);
    /// assert_eq!(game.to_anu().unwrap(), (circle.into(), "BAAA.".into()));
    ///
    /// let error = Game::from_anu(edition, circle, "BAAABAAA").unwrap_err().to_string();
    /// assert_eq!(error, "move 2, BAAA: patch B is not on offer, dUE are");
    /// ```
    pub fn from_anu(
        edition: Arc<Edition>,
        circle: &str,
        placement: &str,
    ) -> Result<Self, AnuError> {
        let mut game = Self::new(State::with_circle(edition, circle, Player::First)?);
        for (at, token) in tokens(placement).enumerate() {
            let state = game.state();
            let action = state.parse_action(token).and_then(|id| state.check(id).map(|()| id));
            let played = action.map(|id| game.play(id));
            if let Err(why) = played {
                return Err(AnuError(format!("move {}, {token}: {why}", at + 1)));
            }
        }
        Ok(game)
    }

    /// The game as a circle string and a placement string.
    ///
    /// # Errors
    /// The notation has no word for a game that does not begin at the start of one, or that
    /// player 1 begins.
    pub fn to_anu(&self) -> Result<(String, String), AnuError> {
        let start = self.start();
        let edition = Arc::clone(start.edition());
        let circle = start.circle();
        let plain = State::with_circle(Arc::clone(&edition), &circle, Player::First);
        if plain.as_ref() != Ok(start) {
            let why = if State::with_circle(edition, &circle, Player::Second).as_ref() == Ok(start)
            {
                "player 1 begins it, and in an ANU record player 0 does"
            } else {
                "it does not begin at the start of a game, and an ANU record does"
            };
            return Err(AnuError(format!("the game cannot be written: {why}")));
        }
        Ok((circle, self.actions().iter().map(Action::to_string).collect()))
    }
}

impl Action {
    /// Is it one that a record writes with an `h`?
    pub fn is_special(&self) -> bool {
        matches!(self.kind(), Kind::Special { .. })
    }
}
