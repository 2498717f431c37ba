//! `patchwork.State` and `patchwork.perft`.

use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray1, PyArray3};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::IllegalActionError;
use super::action::{Action, resolve};
use super::convert::{
    int_within, need_numpy, number, numbers, optional_player, pair, player, seed, text, truth,
    two_items, value_error,
};
use super::edition::{Edition, edition_argument, hash_of};
use super::patch::Patch;
use super::pickle::{Reduced, part, reduce};
use crate::{ACTIONS, Player, Quilt, SIDE, SPACES, Setup};

/// A game at one moment. An action makes a new one.
///
/// `State()` is the start of a game of the revised edition with a fresh circle; `seed` names a
/// circle (the same seed, the same circle, for ever), `circle` gives one as an ANU circle string
/// (every letter once, clockwise, starting anywhere). `edition` is a name or an Edition.
///
/// >>> state = State("revised", seed=7)
/// >>> state.to_move, state.buttons, len(state.offered)
/// (0, (5, 5), 3)
/// >>> state.after(".").positions
/// (1, 0)
#[pyclass(frozen, module = "patchwork")]
pub(crate) struct State {
    pub(crate) inner: crate::State,
}

impl From<crate::State> for State {
    fn from(inner: crate::State) -> Self {
        Self { inner }
    }
}

fn pairs<T: Copy>(pair: [T; 2]) -> (T, T) {
    (pair[0], pair[1])
}

fn index(player: Option<Player>) -> Option<usize> {
    player.map(Player::index)
}

fn illegal(error: crate::IllegalAction) -> PyErr {
    IllegalActionError::new_err(error.to_string())
}

impl State {
    fn legal_id(&self, action: &Bound<'_, PyAny>) -> PyResult<crate::ActionId> {
        resolve(&self.inner, action)?.map_err(illegal)
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(
        signature = (edition = None, *, seed = None, circle = None, first_player = None),
        text_signature = "(edition='revised', *, seed=None, circle=None, first_player=0)"
    )]
    fn new(
        edition: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        circle: Option<&Bound<'_, PyAny>>,
        first_player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let edition = match edition {
            Some(edition) => edition_argument(edition)?,
            None => crate::Edition::named(crate::Edition::DEFAULT).map_err(value_error)?,
        };
        let first = first_player.map_or(Ok(Player::First), |p| player(p, "first_player"))?;
        let seed = match (seed, circle) {
            (Some(_), Some(_)) => {
                return Err(PyValueError::new_err("give seed or circle, not both"));
            }
            (None, Some(circle)) => {
                let circle = text(circle, "circle")?;
                let state = crate::State::with_circle(edition, &circle, first);
                return Ok(state.map_err(value_error)?.into());
            }
            (Some(seed), None) => self::seed(seed)?,
            (None, None) => getrandom::u64().map_err(|why| {
                PyRuntimeError::new_err(format!("the system gives no random seed: {why}"))
            })?,
        };
        Ok(crate::State::shuffled(edition, seed, 0, first).into())
    }

    /// The state of a text, as `str(state)` writes it (docs/notation.md).
    ///
    /// The text of a custom edition is read with `edition=` given. Raises ValueError that names
    /// the field and what would have been right.
    ///
    /// >>> state = State(seed=7)
    /// >>> State.parse(str(state)) == state
    /// True
    #[staticmethod]
    #[pyo3(signature = (text, edition = None))]
    fn parse(text: &Bound<'_, PyAny>, edition: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let text = self::text(text, "text")?;
        let edition = edition.map(edition_argument).transpose()?;
        Ok(crate::State::parse(&text, edition.as_ref()).map_err(value_error)?.into())
    }

    /// The edition that it is played with.
    #[getter]
    fn edition(&self) -> Edition {
        self.inner.edition().clone().into()
    }

    /// The letters left in the circle, clockwise from the neutral token.
    #[getter]
    fn circle(&self) -> String {
        self.inner.circle()
    }

    /// The patches on offer, up to three.
    #[getter]
    fn offered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let edition = self.inner.edition();
        let indices = self.inner.position().circle().patches().take(3);
        PyTuple::new(py, indices.map(|at| Patch::new(edition, at.into())).collect::<Vec<_>>())
    }

    /// 0 or 1; the owner while a special patch is owed; None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        index(self.inner.to_move())
    }

    /// The spaces on which the players' time tokens stand.
    #[getter]
    fn positions(&self) -> (u8, u8) {
        pairs(self.inner.spaces())
    }

    /// The players' buttons.
    #[getter]
    fn buttons(&self) -> (i32, i32) {
        pairs(self.inner.buttons())
    }

    /// Buttons printed on the patches of each quilt board.
    #[getter]
    fn incomes(&self) -> (u16, u16) {
        pairs(self.inner.incomes())
    }

    /// True while a special patch must be placed before anything else.
    #[getter]
    fn special_pending(&self) -> bool {
        self.inner.specials_owed() > 0
    }

    /// How many special patches must be placed; only a custom edition can owe more than one.
    #[getter]
    fn specials_owed(&self) -> u8 {
        self.inner.specials_owed()
    }

    /// Spaces of the special patches still on the time board.
    #[getter]
    fn special_spaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.special_spaces())
    }

    /// Who has the tile for a covered square: 0, 1 or None.
    #[getter]
    fn special_tile_owner(&self) -> Option<usize> {
        index(self.inner.special_tile_owner())
    }

    /// Who reached the centre first: 0, 1 or None.
    #[getter]
    fn first_finisher(&self) -> Option<usize> {
        index(self.inner.first_finisher())
    }

    /// The covered spaces of a player's quilt board as an int: bit 9*row + col.
    ///
    /// >>> State(seed=7).quilt(0)
    /// 0
    #[pyo3(signature = (player, /))]
    fn quilt(&self, player: &Bound<'_, PyAny>) -> PyResult<u128> {
        let player = self::player(player, "player")?;
        Ok(self.inner.quilts()[player.index()].bits())
    }

    /// Both quilt boards: numpy bool, shape (2, 9, 9), True where covered.
    #[getter]
    fn quilts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        need_numpy(py)?;
        let quilts = self.inner.quilts();
        let array = Array3::from_shape_fn((2, SIDE, SIDE), |(player, row, column)| {
            quilts[player].contains(row, column)
        });
        Ok(array.into_pyarray(py))
    }

    /// Are both tokens in the centre, and no special patch owed?
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    /// The scores as they stand: buttons, minus the penalty for each free space, plus the tile.
    #[getter]
    fn scores(&self) -> (i32, i32) {
        pairs(self.inner.scores())
    }

    /// 0 or 1, level on points who reached the centre first; None until the game is over.
    #[getter]
    fn winner(&self) -> Option<usize> {
        index(self.inner.winner())
    }

    /// The legal actions as a list of Action, by ascending id.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let actions = self.inner.actions().to_vec();
        PyList::new(py, actions.into_iter().map(|id| Action::from(self.inner.with_cells(id))))
    }

    /// The ids of the legal actions, ascending: numpy uint16.
    ///
    /// >>> State(seed=7).legal_action_ids().dtype
    /// dtype('uint16')
    fn legal_action_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u16>>> {
        need_numpy(py)?;
        let actions = self.inner.actions();
        // Room for most positions: to count them first would cost more than to grow in a few.
        let mut ids = Vec::with_capacity(256);
        actions.for_each(|id| ids.push(id.get()));
        // Copied: so few cost less than an array that owns a vector.
        Ok(PyArray1::from_slice(py, &ids))
    }

    /// For each of the 2026 ids, is it legal? numpy bool.
    ///
    /// >>> state = State(seed=7)
    /// >>> int(state.legal_action_mask().sum()) == state.count_legal_actions()
    /// True
    fn legal_action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        need_numpy(py)?;
        let mut mask = Box::new([false; ACTIONS]);
        self.inner.actions().write_mask(&mut mask);
        Ok((mask as Box<[bool]>).into_pyarray(py))
    }

    /// The number of legal actions.
    fn count_legal_actions(&self) -> u32 {
        self.inner.actions().count()
    }

    /// Is the action (an Action, an id or a token) legal here?
    ///
    /// Raises ValueError for an int or a text that is no action anywhere.
    #[pyo3(signature = (action, /))]
    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        match resolve(&self.inner, action)? {
            Ok(id) => Ok(self.inner.check(id).is_ok()),
            Err(error) if matches!(error.reason, crate::Reason::Malformed(_)) => {
                Err(illegal(error))
            }
            Err(_) => Ok(false),
        }
    }

    /// The legal action with this id, or of this token.
    ///
    /// Raises IllegalActionError that says why it is not legal.
    ///
    /// >>> State(seed=7).action(0)
    /// <Action '.', id 0>
    #[pyo3(signature = (action, /))]
    fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        let id = self.legal_id(action)?;
        Ok(self.inner.action(id).map_err(illegal)?.into())
    }

    /// The state after an action: an Action, an id or a token.
    ///
    /// Raises IllegalActionError that says why it is not legal.
    #[pyo3(signature = (action, /))]
    fn after(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let id = self.legal_id(action)?;
        Ok(self.inner.after(id).map_err(illegal)?.into())
    }

    /// The position as numbers, seen by a player: numpy float32 (docs/observation.md).
    ///
    /// Seen by the player to move, or by player 0 when the game is over, unless `player` says
    /// otherwise.
    ///
    /// >>> State(seed=7).observation().shape
    /// (839,)
    #[pyo3(signature = (player = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        need_numpy(py)?;
        let viewer = match player {
            Some(player) => self::player(player, "player")?,
            None => self.inner.to_move().unwrap_or(Player::First),
        };
        Ok(self.inner.observation(viewer).into_pyarray(py))
    }

    /// The end of one uniformly random game from here; the same seed, the same game, for ever.
    ///
    /// >>> State(seed=7).playout(1).is_over
    /// True
    #[pyo3(signature = (seed))]
    fn playout(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let seed = self::seed(seed)?;
        Ok(py.detach(|| self.inner.playout(seed)).into())
    }

    /// The position with other facts, set up by hand under the same checks as a text.
    ///
    /// Takes quilts (two ints, or a bool array of shape (2, 9, 9)), circle, positions, buttons,
    /// incomes, to_move, special_spaces, specials_owed, special_tile_owner and first_finisher.
    /// What the new tokens and quilts alone decide (special patches passed, who moves, who was
    /// first in the centre, whose square is covered) follows unless it is given.
    ///
    /// >>> State(seed=7).replace(buttons=(9, 3)).buttons
    /// (9, 3)
    #[pyo3(signature = (**facts))]
    fn replace(&self, facts: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut setup = self.inner.setup();
        let Some(facts) = facts else { return Ok(self.inner.clone().into()) };
        let mut given = Vec::new();
        for (name, value) in facts {
            let name = text(&name, "name")?;
            set_fact(&mut setup, &name, &value)?;
            given.push(name);
        }
        let given = |name: &str| given.iter().any(|g| g == name);
        let edition = self.inner.edition();
        setup.settle(edition, &given);
        Ok(crate::State::set_up(edition.clone(), &setup).map_err(value_error)?.into())
    }

    /// The picture that a notebook shows: see `patchwork.svg`.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        super::picture::svg(slf.as_any())
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        let state = &self.inner;
        let next = match (state.to_move(), state.winner()) {
            (Some(player), _) if state.specials_owed() > 0 => {
                format!("player {} to place a special patch", player.index())
            }
            (Some(player), _) => format!("player {} to move", player.index()),
            (None, winner) => {
                format!("over, player {} won", winner.map_or(0, Player::index))
            }
        };
        let offered: String = state.offered().iter().map(|p| p.letter()).collect();
        format!(
            "<State '{}', {next}, positions {:?}, buttons {:?}, offered '{offered}', scores {:?}>",
            state.edition().tag(),
            self.positions(),
            self.buttons(),
            self.scores(),
        )
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.inner == other.get().inner
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.inner)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let edition = self.inner.edition();
        let custom = (!edition.is_built_in()).then(|| Edition::from(edition.clone()));
        reduce(py, "State", (self.inner.to_string(), custom).into_pyobject(py)?)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

fn set_fact(setup: &mut Setup, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match name {
        "quilts" => setup.quilts = quilts(value)?,
        "circle" => setup.circle = text(value, name)?,
        "positions" => setup.spaces = pair(value, name)?,
        "buttons" => setup.buttons = pair(value, name)?,
        "incomes" => setup.incomes = pair(value, name)?,
        "to_move" => setup.to_move = optional_player(value, name)?,
        "special_spaces" => setup.special_spaces = numbers(value, name)?,
        "specials_owed" => setup.specials_owed = number(value, name)?,
        "special_tile_owner" => setup.special_tile_owner = optional_player(value, name)?,
        "first_finisher" => setup.first_finisher = optional_player(value, name)?,
        _ => {
            return Err(PyTypeError::new_err(format!(
                "replace() has no {name}; there are quilts, circle, positions, buttons, incomes, \
                 to_move, special_spaces, specials_owed, special_tile_owner, first_finisher"
            )));
        }
    }
    Ok(())
}

/// Two quilts, each an int or nine rows of nine truth values.
fn quilts(value: &Bound<'_, PyAny>) -> PyResult<[Quilt; 2]> {
    let [first, second] = two_items(value, "quilts")?;
    Ok([quilt(&first)?, quilt(&second)?])
}

fn quilt(value: &Bound<'_, PyAny>) -> PyResult<Quilt> {
    if value.is_instance_of::<PyString>() || value.try_iter().is_err() {
        let bits = int_within(value, "quilts", 0, Quilt::FULL.bits() as i128)?;
        return Ok(Quilt::from_bits(bits as u128).unwrap_or(Quilt::EMPTY));
    }
    let mut bits = 0u128;
    let rows = super::convert::items(value, "quilts")?;
    for (row, line) in rows.iter().enumerate() {
        let columns = super::convert::items(line, "quilts")?;
        if rows.len() != SIDE || columns.len() != SIDE {
            let (rows, columns) = (rows.len(), columns.len());
            return Err(PyValueError::new_err(format!(
                "quilts: {rows} rows with {columns} spaces, a quilt has 9 with 9"
            )));
        }
        for (column, covered) in columns.iter().enumerate() {
            if truth(covered, "quilts")? {
                bits |= 1 << (SIDE * row + column);
            }
        }
    }
    if rows.len() != SIDE {
        return Err(PyValueError::new_err(format!("quilts: {} rows, a quilt has 9", rows.len())));
    }
    debug_assert!(bits >> SPACES == 0);
    Ok(Quilt::from_bits(bits).unwrap_or(Quilt::EMPTY))
}

/// The number of action sequences of exactly `depth` actions from a state. A game that ends
/// earlier counts for none.
///
/// >>> state = State("revised", seed=7)
/// >>> perft(state, 1) == state.count_legal_actions()
/// True
#[pyfunction]
#[pyo3(signature = (state, depth, /))]
pub(crate) fn perft(
    py: Python<'_>,
    state: &Bound<'_, PyAny>,
    depth: &Bound<'_, PyAny>,
) -> PyResult<u128> {
    let state = part::<State>(state, "state", "a State")?.get();
    let depth = int_within(depth, "depth", 0, u32::MAX.into())? as u32;
    let mut interrupted = None;
    let count = py.detach(|| {
        state.inner.perft(depth, &mut || match Python::attach(|py| py.check_signals()) {
            Ok(()) => true,
            Err(error) => {
                interrupted = Some(error);
                false
            }
        })
    });
    match (count, interrupted) {
        (_, Some(error)) => Err(error),
        (count, None) => Ok(count.unwrap_or(0)),
    }
}

/// The state of a pickle: its text, and the edition if that is custom.
pub(crate) fn restore(text: &Bound<'_, PyAny>, edition: &Bound<'_, PyAny>) -> PyResult<State> {
    let text = self::text(text, "pickled position")?;
    let edition = match edition.is_none() {
        true => None,
        false => {
            let edition = part::<Edition>(edition, "pickled edition", "an Edition")?;
            Some(edition.get().inner.clone())
        }
    };
    let state = crate::State::parse(&text, edition.as_ref());
    Ok(state.map_err(|why| super::pickle::damaged("State", why))?.into())
}
