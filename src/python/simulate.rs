//! The compiled half of `patchwork.simulate`: plans, columns and tallies.

use std::sync::Arc;
use std::time::{Duration, Instant};

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::convert::{int_within, items, need_numpy, numbers, seed, text, two_items, value_error};
use super::edition::{Edition, edition_argument};
use super::pickle::{Reduced, part, reduce};
use super::state::State;
use crate::search::AgentSpec;
use crate::simulate::{Keep, MAX_THREADS, Options, Part, Row};
use crate::tally::METRICS;

/// The most games, and the largest index of one.
const MAX_GAMES: i128 = 1 << 62;
/// More halves of pairs than a run, which has two at most, or many shards of one can have.
const MAX_HALVES: usize = 1 << 12;
/// How often Ctrl-C is looked for and progress told.
const TICK: Duration = Duration::from_millis(50);

/// Sums over games, exact, whatever the order that they are added in; for patchwork itself.
#[pyclass(frozen, eq, module = "patchwork._core")]
#[derive(PartialEq, Eq)]
pub(crate) struct _Tally {
    inner: crate::tally::Tally,
}

#[pymethods]
impl _Tally {
    /// What is summed up of each game.
    #[classattr]
    #[pyo3(name = "METRICS")]
    fn metrics(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, METRICS)
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> u64 {
        self.inner.games()
    }

    /// (games an observation, observations, sums, sums of squares) of each kind of observation.
    #[getter]
    fn sums<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut kinds = vec![(1, self.inner.singles), (2, self.inner.pairs)];
        for (_, values) in &self.inner.halves {
            let values = values.map(i128::from);
            let squares = values.map(|value| value * value);
            kinds.push((1, crate::tally::Sums { count: 1, sum: values, squares }));
        }
        PyList::new(py, kinds.into_iter().map(|(games, s)| (games, s.count, s.sum, s.squares)))
    }

    /// How many pairs of games agent 0 won 0, 1 and 2 times.
    #[getter]
    fn pair_wins(&self) -> (u64, u64, u64) {
        let [none, one, both] = self.inner.pair_wins;
        (none, one, both)
    }

    /// (fewest, most) plies of a game, None if there was none.
    #[getter]
    fn length(&self) -> Option<(u16, u16)> {
        (self.inner.games() > 0).then_some(self.inner.length)
    }

    /// The tally of all games of both, which must have none in common.
    #[pyo3(signature = (other, /))]
    fn merged(&self, other: &Self) -> Self {
        let mut inner = self.inner.clone();
        inner.merge(&other.inner);
        Self { inner }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let t = &self.inner;
        let halves = PyList::new(py, t.halves.iter().map(|(index, values)| (*index, *values)))?;
        let kind = |s: &crate::tally::Sums| (s.count, s.sum, s.squares);
        let parts = (kind(&t.singles), kind(&t.pairs), halves, t.pair_wins, t.length);
        reduce(py, "Tally", parts.into_pyobject(py)?)
    }
}

/// Start, agent that begins, agent of each seat, seed of each seat.
type Opening = (State, u8, (u8, u8), (u64, u64));
type KindOfSums = (u64, [i128; METRICS.len()], [i128; METRICS.len()]);

/// The tally of a pickle.
pub(crate) fn restore_tally(parts: [&Bound<'_, PyAny>; 5]) -> PyResult<_Tally> {
    let damaged = |why: PyErr| super::pickle::damaged("Tally", why);
    let sums = |(count, sum, squares): KindOfSums| crate::tally::Sums { count, sum, squares };
    let [singles, pairs, halves, pair_wins, length] = parts;
    if halves.len()? > MAX_HALVES {
        return Err(super::pickle::damaged("Tally", "more halves of pairs than one run can have"));
    }
    Ok(_Tally {
        inner: crate::tally::Tally {
            singles: sums(singles.extract().map_err(damaged)?),
            pairs: sums(pairs.extract().map_err(damaged)?),
            halves: halves.extract().map_err(damaged)?,
            pair_wins: pair_wins.extract().map_err(damaged)?,
            length: length.extract().map_err(damaged)?,
        },
    })
}

/// What is played, without how many; for patchwork itself.
///
/// `agents` are two texts, None for one that is not built in. `starts` are States, used in turn;
/// none: a shuffled circle for each game or pair.
#[pyclass(frozen, module = "patchwork._core")]
pub(crate) struct _Plan {
    inner: crate::simulate::Plan,
}

#[pymethods]
impl _Plan {
    #[new]
    #[pyo3(signature = (agents, seed, edition, starts, swap_sides, /))]
    fn new(
        agents: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        edition: &Bound<'_, PyAny>,
        starts: &Bound<'_, PyAny>,
        swap_sides: bool,
    ) -> PyResult<Self> {
        let agent = |agent: &Bound<'_, PyAny>| {
            if agent.is_none() {
                return Ok(None);
            }
            AgentSpec::parse(&text(agent, "agent")?).map(Some).map_err(value_error)
        };
        let [first, second] = two_items(agents, "players")?;
        let edition = edition_argument(edition)?;
        let mut positions = Vec::new();
        for start in starts.try_iter()? {
            let start = start?;
            let start = &part::<State>(&start, "start", "a State")?.get().inner;
            if **start.edition() != *edition {
                return Err(PyValueError::new_err(format!(
                    "start: a position of edition {}, the run is of {}",
                    start.edition().tag(),
                    edition.tag()
                )));
            }
            positions.push(start.clone());
        }
        Ok(Self {
            inner: crate::simulate::Plan {
                agents: [agent(&first)?, agent(&second)?],
                seed: self::seed(seed)?,
                edition,
                starts: positions,
                swap_sides,
            },
        })
    }

    /// Which agents are built in.
    #[getter]
    fn built_in(&self) -> (bool, bool) {
        let [first, second] = &self.inner.agents;
        (first.is_some(), second.is_some())
    }

    /// (start, agent that begins, agent of each seat, seed of each seat) of game `index`.
    #[pyo3(signature = (index, /))]
    fn opening(&self, index: &Bound<'_, PyAny>) -> PyResult<Opening> {
        let index = int_within(index, "game", 0, MAX_GAMES)? as u64;
        let opening = self.inner.opening(index);
        let edition = Arc::clone(&self.inner.edition);
        let start = crate::State::from_parts(edition, opening.position);
        let ([a, b], [s, t]) = (opening.agent_of, opening.seeds);
        Ok((start.into(), opening.starter, (a, b), (s, t)))
    }

    /// Plays games `first` to `first + count`; both agents must be built in.
    ///
    /// Gives (columns, tally, error): a dict of arrays, empty for keep "summary", a _Tally, and
    /// what was raised meanwhile (Ctrl-C, or by `progress`), which ends the run, or None.
    /// `progress(done, total)` ends it by returning False.
    #[pyo3(signature = (first, count, keep, threads, progress, /))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        first: &Bound<'py, PyAny>,
        count: &Bound<'py, PyAny>,
        keep: &Bound<'py, PyAny>,
        threads: &Bound<'py, PyAny>,
        progress: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyDict>, _Tally, Option<PyErr>)> {
        let (first, count) = range(first, count)?;
        let keep = keep_argument(keep)?;
        let threads = threads_argument(threads)?;
        let mut columns = Columns::new(&self.inner.edition, keep, count)?;
        let mut tally = crate::tally::Tally::new();
        let mut watcher = Watcher::new(progress, count);
        let played = py.detach(|| {
            self.inner.play(first, count, Options { keep, threads }, &mut |part| {
                if let Some(part) = &part {
                    watcher.done += part.count;
                    tally.merge(&part.tally);
                    if let Err(error) = columns.add(part) {
                        watcher.stop(Some(error));
                    }
                }
                watcher.go_on()
            })
        });
        played.map_err(PyRuntimeError::new_err)?;
        Ok((columns.into_dict(py)?, _Tally { inner: tally }, watcher.raised))
    }

    /// Checks a range of games, what is kept of them, threads, and that there is room for it all.
    #[pyo3(signature = (first, count, keep, threads, /))]
    fn check(
        &self,
        first: &Bound<'_, PyAny>,
        count: &Bound<'_, PyAny>,
        keep: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (_, count) = range(first, count)?;
        threads_argument(threads)?;
        Columns::new(&self.inner.edition, keep_argument(keep)?, count).map(drop)
    }

    /// The columns and the tally of games that were played elsewhere: for each, from `first` on,
    /// (end, ids of the actions).
    #[pyo3(signature = (first, games, keep, /))]
    fn record<'py>(
        &self,
        py: Python<'py>,
        first: &Bound<'py, PyAny>,
        games: &Bound<'py, PyAny>,
        keep: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyDict>, _Tally)> {
        let keep = keep_argument(keep)?;
        let games = items(games, "games")?;
        let first = int_within(first, "first", 0, MAX_GAMES)? as u64;
        let mut columns = Columns::new(&self.inner.edition, keep, games.len() as u64)?;
        let mut tally = crate::tally::Tally::new();
        for (index, game) in (first..).zip(games) {
            let [end, ids] = two_items(&game, "game")?;
            let id = |id: i64| u16::try_from(id).map_err(value_error);
            let ids = numbers(&ids, "ids")?.into_iter().map(id).collect::<PyResult<Vec<_>>>()?;
            let end = &part::<State>(&end, "end", "a State")?.get().inner;
            let opening = self.inner.opening(index);
            let row = self.inner.row(&opening, end.position(), ids.len() as u32);
            tally.add(index, &row, self.inner.swap_sides);
            columns.add_row(&row);
            columns.add_actions(&ids)?;
        }
        Ok((columns.into_dict(py)?, _Tally { inner: tally }))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let plan = &self.inner;
        let agents = plan.agents.each_ref().map(|a| a.as_ref().map(AgentSpec::to_string));
        let starts: Vec<State> = plan.starts.iter().cloned().map(State::from).collect();
        let edition = Edition::from(Arc::clone(&plan.edition));
        let parts = (agents, plan.seed, edition, PyList::new(py, starts)?, plan.swap_sides);
        reduce(py, "Plan", parts.into_pyobject(py)?)
    }
}

/// The plan of a pickle.
pub(crate) fn restore_plan(parts: [&Bound<'_, PyAny>; 5]) -> PyResult<_Plan> {
    let [agents, seed, edition, starts, swap_sides] = parts;
    _Plan::new(agents, seed, edition, starts, swap_sides.extract()?)
}

fn range(first: &Bound<'_, PyAny>, count: &Bound<'_, PyAny>) -> PyResult<(u64, u64)> {
    let first = int_within(first, "first", 0, MAX_GAMES)?;
    let count = int_within(count, "games", 0, MAX_GAMES)?;
    if first + count > MAX_GAMES {
        return Err(PyValueError::new_err(format!(
            "first + games must be at most {MAX_GAMES}, not {}",
            first + count
        )));
    }
    Ok((first as u64, count as u64))
}

/// The number of threads; 0 for one for each core.
fn threads_argument(threads: &Bound<'_, PyAny>) -> PyResult<usize> {
    if threads.is_none() {
        return Ok(0);
    }
    Ok(int_within(threads, "threads", 1, MAX_THREADS as i128)? as usize)
}

fn keep_argument(keep: &Bound<'_, PyAny>) -> PyResult<Keep> {
    match text(keep, "keep")?.as_str() {
        "summary" => Ok(Keep::Summary),
        "results" => Ok(Keep::Results),
        "actions" => Ok(Keep::Actions),
        other => Err(PyValueError::new_err(format!(
            "keep must be 'summary', 'results' or 'actions', not {}",
            crate::quoted::quoted(other)
        ))),
    }
}

/// Looks for Ctrl-C and tells progress, now and then.
struct Watcher {
    progress: Option<Py<PyAny>>,
    total: u64,
    done: u64,
    last: Instant,
    stopped: bool,
    raised: Option<PyErr>,
}

impl Watcher {
    fn new(progress: &Bound<'_, PyAny>, total: u64) -> Self {
        let progress = (!progress.is_none()).then(|| progress.clone().unbind());
        Self { progress, total, done: 0, last: Instant::now(), stopped: false, raised: None }
    }

    /// Should the run go on?
    fn go_on(&mut self) -> bool {
        // What was being played when it was stopped still comes in: nobody is asked again.
        if self.stopped {
            return false;
        }
        if self.last.elapsed() < TICK && self.done < self.total {
            return true;
        }
        self.last = Instant::now();
        let asked = Python::attach(|py| {
            py.check_signals()?;
            let Some(progress) = &self.progress else { return Ok(true) };
            let answer = progress.call1(py, (self.done, self.total))?;
            // numpy's False is one too.
            PyResult::Ok(!matches!(answer.extract::<bool>(py), Ok(false)))
        });
        match asked {
            Ok(true) => {}
            Ok(false) => self.stop(None),
            Err(error) => self.stop(Some(error)),
        }
        !self.stopped
    }

    fn stop(&mut self, raised: Option<PyErr>) {
        self.stopped = true;
        self.raised = self.raised.take().or(raised);
    }
}

/// The columns of a run, allocated before it starts.
struct Columns {
    keep: Keep,
    scores: Scores,
    winners: Vec<i8>,
    starters: Vec<i8>,
    special_tile: Vec<i8>,
    plies: Vec<u16>,
    actions: Vec<u16>,
}

enum Scores {
    Short(Vec<i16>),
    Long(Vec<i32>),
}

impl Columns {
    fn new(edition: &crate::Edition, keep: Keep, count: u64) -> PyResult<Self> {
        let count = if keep == Keep::Summary { 0 } else { count };
        let short = edition.score_bound() <= i16::MAX.into();
        let bytes = if short { 9 } else { 13 };
        // All at once first: parts of what is too much altogether may each be had.
        let size = usize::try_from(u128::from(count) * bytes).unwrap_or(usize::MAX);
        drop(reserved::<u8>(size)?);
        let count = count as usize;
        let scores = match short {
            true => Scores::Short(reserved(2 * count)?),
            false => Scores::Long(reserved(2 * count)?),
        };
        Ok(Self {
            keep,
            scores,
            winners: reserved(count)?,
            starters: reserved(count)?,
            special_tile: reserved(count)?,
            plies: reserved(count)?,
            actions: Vec::new(),
        })
    }

    fn add(&mut self, part: &Part) -> PyResult<()> {
        part.rows.iter().for_each(|row| self.add_row(row));
        self.add_actions(&part.actions)
    }

    fn add_row(&mut self, row: &Row) {
        if self.keep == Keep::Summary {
            return;
        }
        match &mut self.scores {
            Scores::Short(scores) => scores.extend(row.scores.map(|score| score as i16)),
            Scores::Long(scores) => scores.extend(row.scores),
        }
        self.winners.push(row.winner as i8);
        self.starters.push(row.starter as i8);
        self.special_tile.push(row.special_tile);
        self.plies.push(row.plies);
    }

    fn add_actions(&mut self, ids: &[u16]) -> PyResult<()> {
        if self.keep == Keep::Actions {
            let full = |_| PyMemoryError::new_err("no memory is left for the games' actions");
            self.actions.try_reserve(ids.len()).map_err(full)?;
            self.actions.extend_from_slice(ids);
        }
        Ok(())
    }

    /// Gives back the room of games that were not played.
    fn shrink(&mut self) {
        match &mut self.scores {
            Scores::Short(scores) => scores.shrink_to_fit(),
            Scores::Long(scores) => scores.shrink_to_fit(),
        }
        for column in [&mut self.winners, &mut self.starters, &mut self.special_tile] {
            column.shrink_to_fit();
        }
        for column in [&mut self.plies, &mut self.actions] {
            column.shrink_to_fit();
        }
    }

    fn into_dict(mut self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let columns = PyDict::new(py);
        if self.keep == Keep::Summary {
            return Ok(columns);
        }
        need_numpy(py)?;
        self.shrink();
        let count = self.winners.len();
        match self.scores {
            Scores::Short(s) => {
                columns.set_item("scores", s.into_pyarray(py).reshape([count, 2])?)?;
            }
            Scores::Long(s) => {
                columns.set_item("scores", s.into_pyarray(py).reshape([count, 2])?)?;
            }
        }
        columns.set_item("winners", self.winners.into_pyarray(py))?;
        columns.set_item("starters", self.starters.into_pyarray(py))?;
        columns.set_item("special_tile", self.special_tile.into_pyarray(py))?;
        columns.set_item("plies", self.plies.into_pyarray(py))?;
        if self.keep == Keep::Actions {
            columns.set_item("actions", self.actions.into_pyarray(py))?;
        }
        Ok(columns)
    }
}

/// An empty vector with room for `length` items, or a MemoryError.
fn reserved<T>(length: usize) -> PyResult<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(length).map_err(|_| {
        let size = (length as u128) * (size_of::<T>() as u128);
        PyMemoryError::new_err(format!(
            "the results would need {size} bytes, which cannot be allocated; keep='summary' needs \
             none"
        ))
    })?;
    Ok(items)
}
