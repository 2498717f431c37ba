//! `patchwork.agent`, the class of what it gives, and `patchwork.solve`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::action::Action;
use super::convert::{int_within, player, seed, text, value_error};
use super::pickle::{Reduced, part, reduce};
use super::state::State;
use crate::search::AgentSpec;
use crate::{ActionId, Player};

/// A built-in player, made by `agent()`.
///
/// It remembers what it has searched of the game that it plays; a copy and a pickle keep its
/// settings and its seed and forget that.
///
/// >>> player = agent("random", seed=5)
/// >>> player
/// <Agent 'random', seed 5>
/// >>> state = State(seed=7)
/// >>> state.is_legal(player.choose(state))
/// True
#[pyclass(frozen, module = "patchwork")]
pub(crate) struct Agent {
    spec: AgentSpec,
    /// Its seed and its seat, which can be told while it thinks.
    seat: Mutex<(u64, Player)>,
    inner: Mutex<Inner>,
    /// The process and the thread in which it is thinking.
    thinker: Mutex<Option<(u32, ThreadId)>>,
}

struct Inner {
    agent: Box<dyn crate::search::Agent>,
    /// What Python raised while the agent was thinking: Ctrl-C.
    raised: Arc<Mutex<Option<PyErr>>>,
}

/// How often one who waits for an agent that thinks looks for Ctrl-C.
const TICK: Duration = Duration::from_millis(5);

impl Agent {
    fn new(spec: AgentSpec, seed: u64, seat: Player) -> Self {
        let raised = Arc::new(Mutex::new(None));
        let mut agent = spec.build();
        agent.new_game(seed, seat);
        let seen = Arc::clone(&raised);
        agent.stop_when(Arc::new(move || {
            let signal = Python::attach(|py| py.check_signals());
            let interrupted = signal.is_err();
            if let Err(error) = signal {
                *locked(&seen) = Some(error);
            }
            interrupted
        }));
        let inner = Mutex::new(Inner { agent, raised });
        Self { spec, seat: Mutex::new((seed, seat)), inner, thinker: Mutex::new(None) }
    }

    /// Runs `work` with the agent, other Python threads going on meanwhile.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Inner) -> T + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let mut inner = self.wait()?;
            *locked(&self.thinker) = Some(here());
            let result = work(&mut inner);
            *locked(&self.thinker) = None;
            locked(&inner.raised).take().map_or(Ok(result), Err)
        })
    }

    /// Waits until no other thread thinks with the agent. A signal handler that asks the agent
    /// which it interrupts, or a child of a process in which it was thinking, would wait for ever.
    fn wait(&self) -> PyResult<MutexGuard<'_, Inner>> {
        loop {
            match self.inner.try_lock() {
                Ok(inner) => return Ok(inner),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {}
            }
            let (process, thread) = here();
            if locked(&self.thinker).is_some_and(|(p, t)| p != process || t == thread) {
                return Err(PyRuntimeError::new_err(
                    "the agent is thinking, and would never answer from here: ask another one",
                ));
            }
            Python::attach(|py| py.check_signals())?;
            std::thread::sleep(TICK);
        }
    }
}

/// This process and this thread.
fn here() -> (u32, ThreadId) {
    (std::process::id(), std::thread::current().id())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state of an argument, in which somebody must be to move.
fn state_to_move<'a>(state: &'a Bound<'_, PyAny>) -> PyResult<&'a crate::State> {
    let state = &part::<State>(state, "state", "a State")?.get().inner;
    if state.is_over() {
        return Err(PyValueError::new_err(format!("the game is over, there is no move: {state}")));
    }
    Ok(state)
}

#[pymethods]
impl Agent {
    /// A new game begins: what was searched is forgotten, and what is drawn depends on `seed`.
    #[pyo3(signature = (seed, seat))]
    fn new_game(
        &self,
        py: Python<'_>,
        seed: &Bound<'_, PyAny>,
        seat: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (seed, seat) = (self::seed(seed)?, player(seat, "seat")?);
        self.with(py, |inner| {
            *locked(&self.seat) = (seed, seat);
            inner.agent.new_game(seed, seat);
        })
    }

    /// The action that it takes in `state`, for the player to move.
    ///
    /// Raises ValueError if the game is over.
    #[pyo3(signature = (state, /))]
    fn choose(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<Action> {
        let state = state_to_move(state)?;
        let id = self.with(py, |inner| inner.agent.choose(state.edition(), state.position()))?;
        state.action(id).map(Action::from).map_err(|why| PyRuntimeError::new_err(why.to_string()))
    }

    /// The best actions with what it thinks of them, the best one first: a list of Line, at most
    /// `lines` of them. It takes as long as choosing does. Empty if the agent does not search:
    /// `uct` and `mcts` do.
    ///
    /// Raises ValueError if the game is over.
    ///
    /// >>> for line in agent("mcts:iterations=100", seed=1).analyse(State(seed=7), lines=2):
    /// ...     assert line.visits > 0 and line.pv[0] == line.action
    #[pyo3(signature = (state, /, lines = None), text_signature = "($self, state, /, lines=5)")]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, PyAny>,
        lines: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let state = state_to_move(state)?;
        let count = lines.map_or(Ok(5), |lines| int_within(lines, "lines", 1, 10_000))? as usize;
        let lines =
            self.with(py, |inner| inner.agent.analyse(state.edition(), state.position(), count))?;
        let class = py.import("patchwork.analysis")?.getattr("Line")?;
        let line = |line: &crate::search::Line| {
            let pv = actions(py, state, &line.pv)?;
            let (value, margin, visits) = (line.value, line.margin, line.visits);
            class.call1((pv.get_item(0)?, value, margin, visits, pv, line.exact))
        };
        lines.unwrap_or_default().iter().map(line).collect()
    }

    /// The most seconds that it takes for a move; None if its time is not limited.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.spec.time_limit().map(|limit| limit.as_secs_f64())
    }

    /// How many threads it thinks with.
    #[getter]
    fn threads(&self) -> usize {
        self.spec.threads()
    }

    fn __str__(&self) -> String {
        self.spec.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Agent '{}', seed {}>", self.spec, locked(&self.seat).0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let (seed, seat) = *locked(&self.seat);
        reduce(py, "Agent", (self.spec.to_string(), seed, seat.index()).into_pyobject(py)?)
    }
}

/// The built-in agent of a text: a name, or `name:setting=value,setting=value`.
///
/// docs/agents.md lists them. `seed` decides all that the agent draws; without one it is drawn
/// from the system. Raises ValueError that lists what there is.
///
/// >>> str(agent("random"))
/// 'random'
#[pyfunction]
#[pyo3(signature = (text, seed = None))]
pub(crate) fn agent(text: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Agent> {
    let spec = AgentSpec::parse(&self::text(text, "text")?).map_err(value_error)?;
    let seed = match seed {
        Some(seed) => self::seed(seed)?,
        None => getrandom::u64().map_err(|why| {
            PyRuntimeError::new_err(format!("the system gives no random seed: {why}"))
        })?,
    };
    Ok(Agent::new(spec, seed, Player::First))
}

/// What the position is worth if both play best from here: a Solution, or None if more than
/// `node_limit` positions would have to be looked at.
///
/// Positions near the end of a game are solved in seconds; others met the limit. Raises
/// ValueError if the game is over.
///
/// >>> solve(State(seed=7), node_limit=1000) is None
/// True
#[pyfunction]
#[pyo3(
    signature = (state, /, node_limit = None),
    text_signature = "(state, /, node_limit=10000000)"
)]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
    node_limit: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let state = state_to_move(state)?;
    let limit = |limit| int_within(limit, "node_limit", 0, u64::MAX.into());
    let limit = node_limit.map_or(Ok(10_000_000), limit)? as u64;
    let raised = Mutex::new(None);
    let solution = py.detach(|| {
        let stop = || {
            let signal = Python::attach(|py| py.check_signals());
            signal.map_err(|error| *locked(&raised) = Some(error)).is_err()
        };
        crate::search::solve(state.edition(), state.position(), limit, Some(&stop))
    });
    if let Some(error) = locked(&raised).take() {
        return Err(error);
    }
    let Some(solution) = solution else { return Ok(None) };
    let mover = state.position().mover;
    let sign = if mover == Player::First { 1 } else { -1 };
    let value = f64::from(u8::from(solution.winner == mover));
    let line = actions(py, state, &solution.line)?;
    let class = py.import("patchwork.analysis")?.getattr("Solution")?;
    let winner = solution.winner.index();
    class.call1((value, sign * solution.margin, winner, line, solution.nodes)).map(Some)
}

/// The actions of a line of play from here.
fn actions<'py>(
    py: Python<'py>,
    state: &crate::State,
    ids: &[ActionId],
) -> PyResult<Bound<'py, PyTuple>> {
    let mut state = state.clone();
    let mut line = Vec::with_capacity(ids.len());
    for &id in ids {
        let illegal = |why: crate::IllegalAction| PyRuntimeError::new_err(why.to_string());
        line.push(Action::from(state.action(id).map_err(illegal)?));
        state = state.after(id).map_err(illegal)?;
    }
    PyTuple::new(py, line)
}

/// The agent of a pickle.
pub(crate) fn restore(
    text: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    seat: &Bound<'_, PyAny>,
) -> PyResult<Agent> {
    let spec = AgentSpec::parse(&self::text(text, "pickled agent")?);
    let spec = spec.map_err(|why| super::pickle::damaged("Agent", why))?;
    Ok(Agent::new(spec, self::seed(seed)?, player(seat, "pickled seat")?))
}
