//! Games as text: tags, then moves; `docs/notation.md` specifies it.

use std::fmt::{Display, Write};
use std::sync::Arc;

use crate::edition::Edition;
use crate::game::Game;
use crate::position_text::tagged_edition;
use crate::quoted::{cut, quoted};
use crate::state::State;

/// Why a game text is refused: the line, and what would have been right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game text, line {line}: {why}")]
pub struct GameTextError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

/// The version of the format that is written, and the one that is read.
const VERSION: &str = "1";
/// Moves a line.
const MOVES_A_LINE: usize = 10;
/// The longest text, in bytes: more than the longest game needs.
const MAX_TEXT: usize = 1 << 20;

impl Game {
    /// The game as text.
    pub fn dumps(&self) -> String {
        let result = result_text(self);
        // Writing to a String cannot fail.
        let mut text = format!(
            "[Patchwork \"{VERSION}\"]\n[Edition \"{}\"]\n[Start \"{}\"]\n[Result \"{result}\"]\n",
            self.start().edition().tag(),
            self.start()
        );
        for (at, action) in self.actions().iter().enumerate() {
            let _ = if at % MOVES_A_LINE == 0 {
                write!(text, "\n{}. {action}", at + 1)
            } else {
                write!(text, " {action}")
            };
        }
        if !self.actions().is_empty() {
            text.push('\n');
        }
        text
    }

    /// The game of a text. A custom edition, which the text only names, must be given.
    ///
    /// # Errors
    /// Names the line and what would have been right there.
    ///
    /// ```
    /// use patchwork::{ActionId, Edition, Game, State};
    ///
    /// let mut game = Game::new(State::new(Edition::named("revised").unwrap(), 7));
    /// game.play(ActionId::ADVANCE).unwrap();
    /// assert_eq!(Game::loads(&game.dumps(), None).unwrap(), game);
    /// ```
    pub fn loads(text: &str, edition: Option<&Arc<Edition>>) -> Result<Self, GameTextError> {
        if text.len() > MAX_TEXT {
            let why = format!("{} bytes, a game has at most {MAX_TEXT}", text.len());
            return Err(GameTextError { line: 1, why });
        }
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let mut tags: [Option<(usize, &str)>; TAGS.len()] = [None; TAGS.len()];
        let mut moves = Vec::new();
        for (line, content) in lines.by_ref() {
            if content.is_empty() {
                continue;
            }
            if !content.starts_with('[') {
                moves.push((line, content));
                break;
            }
            let (name, value) = tag(content).map_err(|why| GameTextError { line, why })?;
            let Some(at) = TAGS.iter().position(|&t| t == name) else {
                let why = format!("no tag {}; there are {}", quoted(name), TAGS.join(", "));
                return Err(GameTextError { line, why });
            };
            if tags[at].replace((line, value)).is_some() {
                return Err(GameTextError { line, why: format!("a second tag {name}") });
            }
        }
        moves.extend(lines.filter(|(_, content)| !content.is_empty()));
        let mut game = begin(&tags, edition)?;
        for (line, content) in moves {
            play_line(&mut game, content).map_err(|why| GameTextError { line, why })?;
        }
        check_result(&game, tags[3])?;
        Ok(game)
    }
}

const TAGS: [&str; 4] = ["Patchwork", "Edition", "Start", "Result"];

/// Reads `[Name "value"]`.
fn tag(line: &str) -> Result<(&str, &str), String> {
    line.strip_prefix('[')
        .and_then(|rest| rest.strip_suffix("\"]"))
        .and_then(|rest| rest.split_once(" \""))
        .ok_or_else(|| "not a tag of the form [Name \"value\"]".into())
}

fn begin(
    tags: &[Option<(usize, &str)>; 4],
    given: Option<&Arc<Edition>>,
) -> Result<Game, GameTextError> {
    let needed = |at: usize| {
        let why = || format!("no tag [{} \"...\"] before the moves", TAGS[at]);
        tags[at].ok_or_else(|| GameTextError { line: 1, why: why() })
    };
    let (line, version) = needed(0)?;
    if version != VERSION {
        let why = format!("version {}; this release reads version {VERSION}", quoted(version));
        return Err(GameTextError { line, why });
    }
    let (line, name) = needed(1)?;
    let edition =
        tagged_edition(name, given).map_err(|why| GameTextError { line, why: why.to_string() })?;
    let (line, start) = needed(2)?;
    let start = State::parse(start, Some(&edition))
        .map_err(|why| GameTextError { line, why: why.to_string() })?;
    Ok(Game::new(start))
}

fn play_line(game: &mut Game, line: &str) -> Result<(), String> {
    for word in line.split_ascii_whitespace() {
        let next = game.actions().len() + 1;
        if let Some(number) = word.strip_suffix('.')
            && !number.is_empty()
        {
            if number != next.to_string() {
                return Err(format!("number {} where move {next} comes", cut(word, 20)));
            }
            continue;
        }
        let state = game.state();
        let action = state.parse_action(word).and_then(|id| state.check(id).map(|()| id));
        let named = |why: &dyn Display| format!("move {next}, {}: {why}", cut(word, 20));
        let id = action.map_err(|why| named(&why))?;
        game.play(id).map_err(|why| named(&why))?;
    }
    Ok(())
}

/// Both scores and the winner; `*` for a game that is not over.
fn result_text(game: &Game) -> String {
    game.result()
        .map_or("*".into(), |r| format!("{} {} {}", r.scores[0], r.scores[1], r.winner.index()))
}

fn check_result(game: &Game, tag: Option<(usize, &str)>) -> Result<(), GameTextError> {
    let Some((line, result)) = tag else { return Ok(()) };
    let right = result_text(game);
    if result == right {
        return Ok(());
    }
    Err(GameTextError {
        line,
        why: format!("result {}, but the moves give {right:?}", quoted(result)),
    })
}
