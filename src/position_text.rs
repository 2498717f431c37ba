//! One line of text for a position; `docs/notation.md` specifies it.

use std::fmt;
use std::sync::Arc;

use crate::edition::{Edition, EditionError};
use crate::position::Player;
use crate::quilt::{Quilt, SIDE};
use crate::quoted::quoted;
use crate::setup::{Setup, SetupError};
use crate::state::State;

/// Why a position text is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// It is not of the form.
    #[error("position text, {field}: {why}")]
    Form {
        /// Which of the twelve fields.
        field: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// Its edition is not known, or not the one given.
    #[error("position text, edition: {0}")]
    Edition(String),
    /// It breaks a rule.
    #[error("position text, {0}")]
    Setup(#[from] SetupError),
}

impl From<EditionError> for PositionTextError {
    fn from(error: EditionError) -> Self {
        Self::Edition(error.to_string())
    }
}

const FIELDS: [&str; 12] = [
    "edition",
    "quilt of player 0",
    "quilt of player 1",
    "to_move",
    "positions",
    "buttons",
    "incomes",
    "circle",
    "special_spaces",
    "specials owed",
    "special_tile_owner",
    "first_finisher",
];

/// The longest text: more than any position needs.
const MAX_TEXT: usize = 4_096;

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player =
            |player: Option<Player>| player.map_or("-".into(), |player| player.index().to_string());
        let or_none = |text: String| if text.is_empty() { "-".into() } else { text };
        let pair = |pair: [i64; 2]| format!("{},{}", pair[0], pair[1]);
        let setup = self.setup();
        let specials: Vec<_> = setup.special_spaces.iter().map(i64::to_string).collect();
        write!(
            f,
            "{} {} {} {} {} {} {} {} {} {} {} {}",
            self.edition().tag(),
            quilt_text(setup.quilts[0]),
            quilt_text(setup.quilts[1]),
            player(setup.to_move),
            pair(setup.spaces),
            pair(setup.buttons),
            pair(setup.incomes),
            or_none(setup.circle),
            or_none(specials.join(",")),
            setup.specials_owed,
            player(setup.special_tile_owner),
            player(setup.first_finisher),
        )
    }
}

impl State {
    /// The state of a text. A custom edition, which the text only names, must be given; one that
    /// is given must be the one that the text names.
    ///
    /// # Errors
    /// Names the field, and what would have been right.
    ///
    /// ```
    /// use patchwork::{Edition, State};
    ///
    /// let state = State::new(Edition::named("revised").unwrap(), 7).playout(3);
    /// assert_eq!(State::parse(&state.to_string(), None).unwrap(), state);
    /// ```
    pub fn parse(text: &str, edition: Option<&Arc<Edition>>) -> Result<Self, PositionTextError> {
        if text.len() > MAX_TEXT {
            return Err(PositionTextError::Form {
                field: "length",
                why: format!("{} bytes, a position has at most {MAX_TEXT}", text.len()),
            });
        }
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let Ok(fields): Result<[&str; 12], _> = fields.try_into() else {
            let count = text.split_ascii_whitespace().count();
            return Err(PositionTextError::Form {
                field: "fields",
                why: format!("there are {count}, a position has {}", FIELDS.len()),
            });
        };
        let edition = tagged_edition(fields[0], edition)?;
        let setup = read(&fields)?;
        Ok(Self::set_up(edition, &setup)?)
    }
}

/// The edition that a text names by its tag.
pub(crate) fn tagged_edition(
    tag: &str,
    given: Option<&Arc<Edition>>,
) -> Result<Arc<Edition>, EditionError> {
    match given {
        Some(given) if given.tag() == tag => Ok(Arc::clone(given)),
        Some(given) => Err(EditionError(format!(
            "the text is of {}, the edition given is {}",
            quoted(tag),
            given.tag()
        ))),
        None if tag.contains('#') => Err(EditionError(format!(
            "{} is a custom edition, which must be given to read the text",
            quoted(tag)
        ))),
        None => Edition::named(tag),
    }
}

fn read(fields: &[&str; 12]) -> Result<Setup, PositionTextError> {
    let field = |at: usize| (FIELDS[at], fields[at]);
    Ok(Setup {
        quilts: [read_quilt(field(1))?, read_quilt(field(2))?],
        to_move: read_player(field(3))?,
        spaces: read_pair(field(4))?,
        buttons: read_pair(field(5))?,
        incomes: read_pair(field(6))?,
        circle: if fields[7] == "-" { String::new() } else { fields[7].into() },
        special_spaces: if fields[8] == "-" { Vec::new() } else { read_numbers(field(8))? },
        specials_owed: read_number(field(9), fields[9])?,
        special_tile_owner: read_player(field(10))?,
        first_finisher: read_player(field(11))?,
    })
}

fn form(field: &'static str, why: String) -> PositionTextError {
    PositionTextError::Form { field, why }
}

/// Nine rows parted by `/`: `#` a covered space, a digit so many free ones.
fn quilt_text(quilt: Quilt) -> String {
    let mut text = String::new();
    for row in 0..SIDE {
        if row > 0 {
            text.push('/');
        }
        let mut free = 0;
        for column in 0..=SIDE {
            let covered = quilt.contains(row, column);
            if free > 0 && (covered || column == SIDE) {
                text += &free.to_string();
                free = 0;
            }
            if covered {
                text.push('#');
            } else {
                free += 1;
            }
        }
    }
    text
}

fn read_quilt((name, text): (&'static str, &str)) -> Result<Quilt, PositionTextError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != SIDE {
        return Err(form(name, format!("{} rows parted by /, a quilt has 9", rows.len())));
    }
    let mut quilt = Quilt::EMPTY;
    for (row, line) in rows.into_iter().enumerate() {
        let mut column = 0;
        let mut after_free = false;
        for mark in line.chars() {
            match mark {
                '#' => quilt = quilt | Quilt::space(row, column),
                '1'..='9' if !after_free => {}
                '1'..='9' => {
                    return Err(form(name, format!("row {}: two digits together", row + 1)));
                }
                _ => {
                    return Err(form(
                        name,
                        format!("row {}: {mark:?} is neither # nor 1-9", row + 1),
                    ));
                }
            }
            after_free = mark != '#';
            column += mark.to_digit(10).unwrap_or(1) as usize;
        }
        if column != SIDE {
            return Err(form(name, format!("row {} has {column} spaces, not 9", row + 1)));
        }
    }
    Ok(quilt)
}

fn read_player((name, text): (&'static str, &str)) -> Result<Option<Player>, PositionTextError> {
    match text {
        "-" => Ok(None),
        "0" => Ok(Some(Player::First)),
        "1" => Ok(Some(Player::Second)),
        _ => Err(form(name, format!("{} is not 0, 1 or -", quoted(text)))),
    }
}

/// A number as it is written: no sign but a minus, no leading zeros.
fn read_number((name, _): (&'static str, &str), text: &str) -> Result<i64, PositionTextError> {
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => Ok(number),
        _ => Err(form(name, format!("{} is not a number of at most 18 digits", quoted(text)))),
    }
}

fn read_numbers(field: (&'static str, &str)) -> Result<Vec<i64>, PositionTextError> {
    field.1.split(',').map(|number| read_number(field, number)).collect()
}

fn read_pair(field: (&'static str, &str)) -> Result<[i64; 2], PositionTextError> {
    let numbers = read_numbers(field)?;
    numbers.try_into().map_err(|n: Vec<i64>| {
        form(field.0, format!("{} numbers, not 2 parted by a comma", n.len()))
    })
}
