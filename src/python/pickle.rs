//! Pickles: every value is restored by one function from a version, a kind and readable parts,
//! which are checked like any other input.

use pyo3::PyClass;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{int_within, text, value_error, wrong_type};
use super::{action, agent, edition, game, patch, simulate, state};

/// The version that is written and read.
const VERSION: u32 = 1;

/// What `__reduce__` gives: the function that restores, and what it needs.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// The reduced form of a value of this kind.
pub(crate) fn reduce<'py>(
    py: Python<'py>,
    kind: &str,
    parts: Bound<'py, PyTuple>,
) -> PyResult<Reduced<'py>> {
    let restore = py.import("patchwork._core")?.getattr("_unpickle")?;
    let head = (VERSION, kind).into_pyobject(py)?;
    let arguments = head.as_sequence().concat(parts.as_sequence())?.to_tuple()?;
    Ok((restore, arguments))
}

/// Restores a pickled value; for pickle alone.
#[pyfunction]
#[pyo3(signature = (version, kind, /, *parts))]
pub(crate) fn _unpickle<'py>(
    version: &Bound<'py, PyAny>,
    kind: &Bound<'py, PyAny>,
    parts: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = version.py();
    let version = int_within(version, "pickle version", 0, i128::MAX)?;
    if version != i128::from(VERSION) {
        return Err(PyValueError::new_err(format!(
            "pickle version {version}: this release reads version {VERSION}"
        )));
    }
    let kind = text(kind, "pickle kind")?;
    let parts: Vec<_> = parts.iter().collect();
    match (kind.as_str(), parts.as_slice()) {
        ("Edition", [text]) => Ok(edition::restore(text)?.into_pyobject(py)?.into_any()),
        ("Patch", [edition, letter]) => {
            Ok(patch::restore(edition, letter)?.into_pyobject(py)?.into_any())
        }
        ("Action", [id, letter, cells]) => {
            Ok(action::restore(id, letter, cells)?.into_pyobject(py)?.into_any())
        }
        ("Agent", [text, seed, seat]) => {
            Ok(agent::restore(text, seed, seat)?.into_pyobject(py)?.into_any())
        }
        ("State", [text, edition]) => {
            Ok(state::restore(text, edition)?.into_pyobject(py)?.into_any())
        }
        ("Game", [start, ids, played]) => {
            Ok(game::restore(start, ids, played)?.into_pyobject(py)?.into_any())
        }
        ("GameResult", [scores, winner]) => {
            Ok(game::restore_result(scores, winner)?.into_pyobject(py)?.into_any())
        }
        ("Plan", [agents, seed, edition, starts, swap]) => {
            let parts = [agents, seed, edition, starts, swap];
            Ok(simulate::restore_plan(parts)?.into_pyobject(py)?.into_any())
        }
        ("Tally", [singles, pairs, halves, pair_wins, length]) => {
            let parts = [singles, pairs, halves, pair_wins, length];
            Ok(simulate::restore_tally(parts)?.into_pyobject(py)?.into_any())
        }
        (_, parts) => Err(PyValueError::new_err(format!(
            "pickle of {} with {} parts: nothing that this release writes",
            crate::quoted::quoted(&kind),
            parts.len()
        ))),
    }
}

/// The wrapped value, or a TypeError.
pub(crate) fn part<'a, 'py, T: PyClass>(
    value: &'a Bound<'py, PyAny>,
    name: &str,
    wanted: &str,
) -> PyResult<&'a Bound<'py, T>> {
    value.cast::<T>().map_err(|_| wrong_type(name, wanted, value))
}

/// A ValueError about a damaged pickle.
pub(crate) fn damaged(what: &str, why: impl std::fmt::Display) -> PyErr {
    value_error(format!("damaged pickle of {what}: {why}"))
}
