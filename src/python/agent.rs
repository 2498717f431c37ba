//! `patchwork.agent` and the class of what it gives.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::action::Action;
use super::convert::{player, seed, text, value_error};
use super::pickle::{Reduced, part, reduce};
use super::state::State;
use crate::Player;
use crate::search::AgentSpec;

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
    inner: Mutex<Inner>,
}

struct Inner {
    agent: Box<dyn crate::search::Agent>,
    seed: u64,
    seat: Player,
    /// What Python raised while the agent was thinking: Ctrl-C.
    raised: Arc<Mutex<Option<PyErr>>>,
}

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
        Self { spec, inner: Mutex::new(Inner { agent, seed, seat, raised }) }
    }

    /// Runs `work` with the agent, other Python threads going on meanwhile.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Inner) -> T + Send,
    ) -> PyResult<T> {
        let (result, raised) = py.detach(|| {
            let mut inner = locked(&self.inner);
            let result = work(&mut inner);
            let raised = locked(&inner.raised).take();
            (result, raised)
        });
        raised.map_or(Ok(result), Err)
    }
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
            (inner.seed, inner.seat) = (seed, seat);
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

    fn __str__(&self) -> String {
        self.spec.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let seed = self.with(py, |inner| inner.seed)?;
        Ok(format!("<Agent '{}', seed {seed}>", self.spec))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let (seed, seat) = self.with(py, |inner| (inner.seed, inner.seat.index()))?;
        reduce(py, "Agent", (self.spec.to_string(), seed, seat).into_pyobject(py)?)
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
