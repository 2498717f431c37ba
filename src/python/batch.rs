//! `patchwork.BatchEnv`.

use numpy::ndarray::Dimension;
use numpy::{Element, IntoPyArray, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::convert::{int_within, need_numpy, seed, text, value_error};
use super::edition::{Edition, edition_argument};
use super::state::State;
use crate::batch::MAX_GAMES;
use crate::{ACTIONS, ActionId, Batch, BatchError, Buffers, Player};

/// The most threads that are worth asking for.
const MAX_THREADS: i128 = 1_024;

/// Many games stepped at once, on all cores, over arrays that are written in place.
///
/// `BatchEnv(n)` plays `n` games, 1 to 1,048,576. One that ends is followed by a new one at once,
/// with another circle; `circle` (an ANU circle string) gives all games the same one. `threads`
/// is as many as the machine has cores unless given. A new environment is reset with a fresh
/// seed.
///
/// The arrays, one row a game, stay the same objects for good:
///
/// - `observations`: float32 (n, L), what the player to move sees (docs/observation.md)
/// - `masks`: bool (n, 2026), which action ids are legal
/// - `to_move`: int8 (n,), who is to move, 0 or 1
/// - `done`: bool (n,), has the last step ended a game here?
/// - `illegal`: bool (n,), did it end because the action was not legal?
/// - `rewards`: float32 (n, 2), 1 for who won in the last step, -1 for who lost, else 0
/// - `scores`: int32 (n, 2), the scores of the last game that ended here
///
/// Where `done`, the other arrays show the start of the next game already. Columns are players.
///
/// >>> env = BatchEnv(64)
/// >>> env.reset(seed=7)
/// >>> for _ in range(100):
/// ...     env.step(env.sample())
/// >>> env.observations.shape, env.masks.shape, bool(env.illegal.any())
/// ((64, 839), (64, 2026), False)
#[pyclass(module = "patchwork")]
pub(crate) struct BatchEnv {
    batch: Batch,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<bool>>,
    to_move: Py<PyArray1<i8>>,
    done: Py<PyArray1<bool>>,
    illegal: Py<PyArray1<bool>>,
    rewards: Py<PyArray2<f32>>,
    scores: Py<PyArray2<i32>>,
}

impl From<BatchError> for PyErr {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Memory(why) => PyMemoryError::new_err(why.to_string()),
            BatchError::Threads(why) => PyRuntimeError::new_err(why.to_string()),
            wrong => value_error(wrong),
        }
    }
}

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(
        signature = (n, *, edition = None, circle = None, threads = None),
        text_signature = "(n, *, edition='revised', circle=None, threads=None)"
    )]
    fn new(
        n: &Bound<'_, PyAny>,
        edition: Option<&Bound<'_, PyAny>>,
        circle: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = n.py();
        need_numpy(py)?;
        let n = int_within(n, "n", 1, MAX_GAMES as i128)? as usize;
        let edition = match edition {
            Some(edition) => edition_argument(edition)?,
            None => crate::Edition::named(crate::Edition::DEFAULT).map_err(value_error)?,
        };
        let start = match circle {
            Some(circle) => {
                let circle = text(circle, "circle")?;
                let start = crate::State::with_circle(edition.clone(), &circle, Player::First);
                Some(start.map_err(value_error)?)
            }
            None => None,
        };
        let threads = threads.map(|t| int_within(t, "threads", 1, MAX_THREADS)).transpose()?;
        let length = edition.observation_length();
        let mut env = Self {
            batch: Batch::new(edition, start.as_ref(), n, threads.map(|t| t as usize))?,
            observations: zeros(py, (n, length))?,
            masks: zeros(py, (n, ACTIONS))?,
            to_move: zeros(py, (n,))?,
            done: zeros(py, (n,))?,
            illegal: zeros(py, (n,))?,
            rewards: zeros(py, (n, 2))?,
            scores: zeros(py, (n, 2))?,
        };
        env.reset(py, None)?;
        Ok(env)
    }

    /// Starts all games anew. The circles of game `i` depend on `seed` and `i` alone; without a
    /// seed they are fresh.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = match seed {
            Some(seed) => self::seed(seed)?,
            None => getrandom::u64().map_err(|why| {
                PyRuntimeError::new_err(format!("the system gives no random seed: {why}"))
            })?,
        };
        self.write(py, |batch, buffers| batch.reset(seed, buffers))
    }

    /// Takes one action in every game: ints of shape (n,), the ids of the actions.
    ///
    /// An action that is not legal in its game ends that game as a loss for who took it, with
    /// `illegal` set, and touches no other. Raises ValueError for a wrong shape or an id that is
    /// none, TypeError for what is no int; nothing has changed then.
    #[pyo3(signature = (actions, /))]
    fn step(&mut self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let ids = action_ids(actions, self.batch.len())?;
        self.write(actions.py(), |batch, buffers| batch.step(&ids, buffers))
    }

    /// One uniformly random legal action for every game: numpy uint16 (n,).
    ///
    /// What is drawn for game `i` depends on the seed and `i` alone.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let batch = &mut self.batch;
        let ids = py.detach(|| batch.sample())?;
        Ok(ids.into_iter().map(ActionId::get).collect::<Vec<_>>().into_pyarray(py))
    }

    /// Game `game`, counted from 0, as it stands.
    ///
    /// >>> env = BatchEnv(2)
    /// >>> env.step([0, 0])
    /// >>> env.state(1).positions
    /// (1, 0)
    #[pyo3(signature = (game, /))]
    fn state(&self, game: &Bound<'_, PyAny>) -> PyResult<State> {
        let last = self.batch.len() as i128 - 1;
        let game = int_within(game, "game", 0, last)? as usize;
        let state = self.batch.state(game).map(State::from);
        state.ok_or_else(|| PyValueError::new_err(format!("no game {game}")))
    }

    /// The edition that is played.
    #[getter]
    fn edition(&self) -> Edition {
        self.batch.edition().clone().into()
    }

    /// The most threads that it uses.
    #[getter]
    fn threads(&self) -> usize {
        self.batch.threads()
    }

    /// What the player to move sees: float32 (n, L), see docs/observation.md.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.observations.bind(py).clone()
    }

    /// Which action ids are legal: bool (n, 2026).
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        self.masks.bind(py).clone()
    }

    /// Who is to move, 0 or 1: int8 (n,).
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.to_move.bind(py).clone()
    }

    /// Has the last step ended a game here? bool (n,).
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.done.bind(py).clone()
    }

    /// Did it end because the action was not legal? bool (n,).
    #[getter]
    fn illegal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.illegal.bind(py).clone()
    }

    /// 1 for who won in the last step, -1 for who lost, 0 if nobody did: float32 (n, 2).
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.rewards.bind(py).clone()
    }

    /// The scores of the last game that ended here: int32 (n, 2).
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        self.scores.bind(py).clone()
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }

    fn __repr__(&self) -> String {
        let (n, tag) = (self.batch.len(), self.batch.edition().tag());
        format!("<BatchEnv of {n} games, '{tag}', {} threads>", self.batch.threads())
    }
}

impl BatchEnv {
    /// Runs `work` over the arrays, other Python threads going on meanwhile.
    fn write(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch, Buffers<'_>) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        let mut observations = writable(self.observations.bind(py), "observations")?;
        let mut masks = writable(self.masks.bind(py), "masks")?;
        let mut to_move = writable(self.to_move.bind(py), "to_move")?;
        let mut done = writable(self.done.bind(py), "done")?;
        let mut illegal = writable(self.illegal.bind(py), "illegal")?;
        let mut rewards = writable(self.rewards.bind(py), "rewards")?;
        let mut scores = writable(self.scores.bind(py), "scores")?;
        let buffers = Buffers {
            observations: entries(&mut observations, "observations")?,
            masks: entries(&mut masks, "masks")?,
            to_move: entries(&mut to_move, "to_move")?,
            done: entries(&mut done, "done")?,
            illegal: entries(&mut illegal, "illegal")?,
            rewards: entries(&mut rewards, "rewards")?,
            scores: entries(&mut scores, "scores")?,
        };
        let batch = &mut self.batch;
        py.detach(|| work(batch, buffers))?;
        Ok(())
    }
}

/// Zeros of this shape: a view, because Python cannot resize the memory of one.
fn zeros<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
) -> PyResult<Py<PyArray<T, D>>> {
    let array = py.import("numpy")?.call_method1("zeros", (shape, T::get_dtype(py)))?;
    Ok(array.call_method0("view")?.cast_into()?.unbind())
}

/// An array to write to. Python can change an array's type and shape in place, so both are looked
/// at each time.
fn writable<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
    name: &str,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let array = array.as_any().cast::<PyArray<T, D>>().map_err(|_| changed(name))?;
    array.try_readwrite().map_err(|_| changed(name))
}

fn entries<'a, T: Element, D: Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
    name: &str,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| changed(name))
}

fn changed(name: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{name} cannot be written: its type, shape or flags were changed, or it is in use"
    ))
}

/// One action for each of `n` games.
fn action_ids(actions: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<ActionId>> {
    // A sequence that pretends to have no end is not read.
    if actions.len().is_ok_and(|length| length != n) {
        let length = actions.len()?;
        return Err(PyValueError::new_err(format!("actions must have shape ({n},), not {length}")));
    }
    let array = actions.py().import("numpy")?.call_method1("asarray", (actions,))?;
    let shape = array.getattr("shape")?;
    if !shape.eq((n,))? {
        return Err(PyValueError::new_err(format!("actions must have shape ({n},), not {shape}")));
    }
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let id = |at: usize, value: i64| {
        usize::try_from(value).ok().and_then(ActionId::new).ok_or_else(|| {
            PyValueError::new_err(format!(
                "actions[{at}] must be from 0 to {}, not {value}",
                ACTIONS - 1
            ))
        })
    };
    match kind.as_str() {
        "i" | "u" => {
            let array = array.call_method1("astype", ("int64",))?;
            let array = array.cast_into::<PyArray1<i64>>()?;
            let values = array.try_readonly().map_err(value_error)?;
            values.as_array().iter().enumerate().map(|(at, &value)| id(at, value)).collect()
        }
        // Of a list with an int beyond 64 bits numpy makes objects, or even floats.
        kind if kind == "O" || !actions.hasattr("dtype")? => {
            let most = (ACTIONS - 1) as i128;
            let value = |item: PyResult<Bound<'_, PyAny>>| int_within(&item?, "actions", 0, most);
            let values = actions.try_iter()?.map(value);
            values.enumerate().map(|(at, value)| id(at, value? as i64)).collect()
        }
        _ => {
            let dtype = array.getattr("dtype")?;
            Err(PyTypeError::new_err(format!("actions must be ints, not {dtype}")))
        }
    }
}
