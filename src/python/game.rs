//! `patchwork.Game` and its result.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::IllegalActionError;
use super::action::{Action, resolve};
use super::convert::{int_within, numbers, pair, player, text, value_error};
use super::edition::edition_argument;
use super::pickle::{Reduced, damaged, part, reduce};
use super::state::State;
use crate::Player;

/// How a game ended: the scores, and who won.
#[pyclass(frozen, eq, hash, module = "patchwork")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct GameResult {
    scores: (i32, i32),
    winner: usize,
}

#[pymethods]
impl GameResult {
    /// The players' scores.
    #[getter]
    fn scores(&self) -> (i32, i32) {
        self.scores
    }

    /// 0 or 1; level on points, who reached the centre first.
    #[getter]
    fn winner(&self) -> usize {
        self.winner
    }

    fn __repr__(&self) -> String {
        format!("<GameResult scores {:?}, player {} won>", self.scores, self.winner)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduce(py, "GameResult", (self.scores, self.winner).into_pyobject(py)?)
    }
}

/// The result of a pickle.
pub(crate) fn restore_result(
    scores: &Bound<'_, PyAny>,
    winner: &Bound<'_, PyAny>,
) -> PyResult<GameResult> {
    let score = |score: i64| i32::try_from(score).map_err(|why| damaged("GameResult", why));
    let [first, second] = pair(scores, "pickled scores")?;
    let scores = (score(first)?, score(second)?);
    let winner = player(winner, "pickled winner")?.index();
    if scores.0 != scores.1 && winner != usize::from(scores.1 > scores.0) {
        return Err(damaged("GameResult", "the winner has the lower score"));
    }
    Ok(GameResult { scores, winner })
}

/// A game with its history: where it began, what was played, what can be taken back.
///
/// >>> game = Game(State("revised", seed=7))
/// >>> game.play(".")
/// >>> game.state.positions
/// (1, 0)
/// >>> game.undo()
/// >>> game.state == game.start
/// True
#[pyclass(frozen, module = "patchwork")]
pub(crate) struct Game {
    inner: Mutex<crate::Game>,
}

impl From<crate::Game> for Game {
    fn from(game: crate::Game) -> Self {
        Self { inner: Mutex::new(game) }
    }
}

impl Game {
    /// No Python code runs while this is held, so it is never waited for long.
    pub(crate) fn lock(&self) -> MutexGuard<'_, crate::Game> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (start, /))]
    fn new(start: &Bound<'_, PyAny>) -> PyResult<Self> {
        let start = part::<State>(start, "start", "a State")?;
        Ok(crate::Game::new(start.get().inner.clone()).into())
    }

    /// A game from an ANU record: a circle string and a placement string; player 0 begins.
    ///
    /// Raises ValueError that names the number of the move, its token and the rule it breaks.
    ///
    /// >>> game = Game.from_anu("BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA", "BAAA.")
    /// >>> game.state.positions
    /// (3, 4)
    #[staticmethod]
    #[pyo3(
        signature = (circle, placement, edition = None),
        text_signature = "(circle, placement, edition='original')"
    )]
    fn from_anu(
        circle: &Bound<'_, PyAny>,
        placement: &Bound<'_, PyAny>,
        edition: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (circle, placement) = (text(circle, "circle")?, text(placement, "placement")?);
        let edition = match edition {
            Some(edition) => edition_argument(edition)?,
            None => crate::Edition::named("original").map_err(value_error)?,
        };
        Ok(crate::Game::from_anu(edition, &circle, &placement).map_err(value_error)?.into())
    }

    /// (circle string, placement string) of the game, in ANU notation.
    ///
    /// Raises ValueError for a game that does not begin at the start, or that player 1 begins.
    fn to_anu(&self) -> PyResult<(String, String)> {
        self.lock().to_anu().map_err(value_error)
    }

    /// The game of a text, as `dumps` writes it (docs/notation.md).
    ///
    /// The text of a custom edition is read with `edition=` given. Raises ValueError that names
    /// the line and what would have been right there.
    #[staticmethod]
    #[pyo3(signature = (text, edition = None))]
    fn loads(text: &Bound<'_, PyAny>, edition: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let text = self::text(text, "text")?;
        let edition = edition.map(edition_argument).transpose()?;
        Ok(crate::Game::loads(&text, edition.as_ref()).map_err(value_error)?.into())
    }

    /// The game as text: tags, then moves.
    ///
    /// >>> game = Game(State("revised", seed=7))
    /// >>> game.play(0)
    /// >>> Game.loads(game.dumps()) == game
    /// True
    fn dumps(&self) -> String {
        self.lock().dumps()
    }

    /// Takes an action: an Action, an id or a token. What was undone is forgotten.
    ///
    /// Raises IllegalActionError that says why it is not legal; the game stays as it was.
    #[pyo3(signature = (action, /))]
    fn play(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let illegal = |error: crate::IllegalAction| IllegalActionError::new_err(error.to_string());
        let state = self.lock().state().clone();
        let id = resolve(&state, action)?.map_err(illegal)?;
        let mut game = self.lock();
        // Reading the argument may have run Python code, and other threads may play too.
        if *game.state() != state {
            return Err(PyRuntimeError::new_err(
                "the game went on while the action was read: nothing was played",
            ));
        }
        game.play(id).map_err(illegal)
    }

    /// Takes the last action back. Raises ValueError if there is none.
    fn undo(&self) -> PyResult<()> {
        let undone = self.lock().undo();
        undone.then_some(()).ok_or_else(|| PyValueError::new_err("nothing to undo: no action yet"))
    }

    /// Plays what was undone last again. Raises ValueError if nothing was.
    fn redo(&self) -> PyResult<()> {
        let redone = self.lock().redo();
        redone.then_some(()).ok_or_else(|| PyValueError::new_err("nothing to redo: nothing undone"))
    }

    /// The state where it began.
    #[getter]
    fn start(&self) -> State {
        self.lock().start().clone().into()
    }

    /// The state where it stands.
    #[getter]
    fn state(&self) -> State {
        self.lock().state().clone().into()
    }

    /// The start and the state after each action.
    #[getter]
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let states: Vec<_> = self.lock().states().iter().cloned().map(State::from).collect();
        PyTuple::new(py, states)
    }

    /// What was played.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let actions: Vec<_> = self.lock().actions().iter().copied().map(Action::from).collect();
        PyTuple::new(py, actions)
    }

    /// The GameResult, or None until the game is over.
    #[getter]
    fn result(&self) -> Option<GameResult> {
        let result = self.lock().result()?;
        let [first, second] = result.scores;
        Some(GameResult { scores: (first, second), winner: result.winner.index() })
    }

    /// Which patch covers which space of a player's quilt: nine texts of nine letters, 'h' a
    /// special patch, '#' a space that was covered when the game began, '.' a free one.
    #[pyo3(signature = (player, /))]
    fn layout<'py>(&self, player: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let owner: Player = self::player(player, "player")?;
        let rows = self.lock().layout(owner);
        PyTuple::new(player.py(), rows)
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        let other = other.get().lock().clone();
        *self.lock() == other
    }

    fn __repr__(&self) -> String {
        let game = self.lock();
        let end = match game.result() {
            Some(result) => {
                format!("over {:?}, player {} won", result.scores, result.winner.index())
            }
            None => "not over".into(),
        };
        let tag = game.start().edition().tag();
        format!("<Game '{tag}', {} actions, {end}>", game.actions().len())
    }

    /// The picture that a notebook shows: see `patchwork.svg`.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        super::picture::svg(slf.as_any())
    }

    fn __str__(&self) -> String {
        self.dumps()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let game = self.lock().clone();
        let ids: Vec<u16> = game.actions_with_undone().iter().map(|a| a.id().get()).collect();
        let ids = PyTuple::new(py, ids)?;
        let start = State::from(game.start().clone());
        reduce(py, "Game", (start, ids, game.actions().len()).into_pyobject(py)?)
    }

    fn __copy__(&self) -> Self {
        self.lock().clone().into()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.lock().clone().into()
    }
}

/// The game of a pickle: its start, the ids of all actions, and how many are not undone.
pub(crate) fn restore(
    start: &Bound<'_, PyAny>,
    ids: &Bound<'_, PyAny>,
    played: &Bound<'_, PyAny>,
) -> PyResult<Game> {
    let start = part::<State>(start, "pickled start", "a State")?;
    let mut game = crate::Game::new(start.get().inner.clone());
    let ids = numbers(ids, "pickled actions")?;
    let played = int_within(played, "pickled number of actions", 0, ids.len() as i128)? as usize;
    for id in &ids {
        let id = usize::try_from(*id).ok().and_then(crate::ActionId::new);
        let id = id.ok_or_else(|| damaged("Game", "an action's number is out of range"))?;
        game.play(id).map_err(|why| damaged("Game", why))?;
    }
    for _ in played..ids.len() {
        game.undo();
    }
    Ok(game.into())
}
