//! From Python's values to Rust's, with errors that name the argument.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyInt, PySequence, PyString};

use crate::Player;

/// An int, or anything that serves as one by `__index__`, but no bool.
pub(crate) fn index<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyInt>> {
    if let Ok(int) = value.cast_exact::<PyInt>() {
        return Ok(int.clone());
    }
    let wrong = || wrong_type(name, "an int", value);
    static INDEX: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = value.py();
    match INDEX.import(py, "operator", "index")?.call1((value,)) {
        Ok(_) if is_bool(value) => Err(wrong()),
        Ok(int) => Ok(int.cast_into::<PyInt>()?),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Err(wrong()),
        Err(error) => Err(error),
    }
}

/// Is it a truth value, Python's or numpy's? Older releases of numpy give theirs an `__index__`.
pub(crate) fn is_bool(value: &Bound<'_, PyAny>) -> bool {
    // What users' loops pass is a numpy int each time: a comparison of names would cost more than
    // the action.
    static BOOL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    value.is_instance_of::<PyBool>()
        || BOOL.import(value.py(), "numpy", "bool_").is_ok_and(|kind| value.get_type().is(kind))
}

/// An int from `least` to `most`.
pub(crate) fn int_within(
    value: &Bound<'_, PyAny>,
    name: &str,
    least: i128,
    most: i128,
) -> PyResult<i128> {
    let int = index(value, name)?;
    match int.extract::<i128>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(PyValueError::new_err(format!(
            "{name} must be from {least} to {most}, not {}",
            shown(&int)
        ))),
    }
}

/// An int as an error shows it. Python itself refuses to write out one of thousands of digits.
pub(crate) fn shown(int: &Bound<'_, PyInt>) -> String {
    match int.str() {
        Ok(text) if text.len().is_ok_and(|length| length <= 40) => text.to_string(),
        _ => "an int of over 40 digits".into(),
    }
}

/// A seed: an int from 0 to 2^64 - 1.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    Ok(int_within(value, "seed", 0, u64::MAX.into())? as u64)
}

/// A truth value: a bool, one of numpy's, or 0 or 1.
pub(crate) fn truth(value: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    match value.extract() {
        Ok(truth) => Ok(truth),
        Err(_) => Ok(int_within(value, name, 0, 1)? == 1),
    }
}

/// A player: 0 or 1.
pub(crate) fn player(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Player> {
    let index = int_within(value, name, 0, 1)?;
    Ok(if index == 0 { Player::First } else { Player::Second })
}

/// 0, 1 or None.
pub(crate) fn optional_player(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Player>> {
    if value.is_none() { Ok(None) } else { player(value, name).map(Some) }
}

/// An int that fits an i64: whatever is asked of it is asked by the rules.
pub(crate) fn number(value: &Bound<'_, PyAny>, name: &str) -> PyResult<i64> {
    Ok(int_within(value, name, i64::MIN.into(), i64::MAX.into())? as i64)
}

/// Ints, from any sequence but a text.
pub(crate) fn numbers(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<i64>> {
    items(value, name)?.iter().map(|item| number(item, name)).collect()
}

/// Two ints: one for each player.
pub(crate) fn pair(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[i64; 2]> {
    let [first, second] = two_items(value, name)?;
    Ok([number(&first, name)?, number(&second, name)?])
}

/// Two values: one for each player.
pub(crate) fn two_items<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<[Bound<'py, PyAny>; 2]> {
    items(value, name)?.try_into().map_err(|items: Vec<_>| {
        PyValueError::new_err(format!(
            "{name} must have 2 items, one a player, not {}",
            items.len()
        ))
    })
}

/// More items than any argument here can have: a sequence that pretends to more is not read.
const MAX_ITEMS: usize = 1 << 16;

/// The items of a sequence: a tuple, a list, a numpy array, but no text and no bytes.
pub(crate) fn items<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let wrong = || wrong_type(name, "a sequence", value);
    let sequence = value.cast::<PySequence>().is_ok() || value.hasattr("__array__")?;
    let text = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>();
    if text || !sequence {
        return Err(wrong());
    }
    let mut items = Vec::new();
    for item in value.try_iter().map_err(|_| wrong())? {
        if items.len() == MAX_ITEMS {
            return Err(PyValueError::new_err(format!("{name} has more than {MAX_ITEMS} items")));
        }
        items.push(item?);
    }
    Ok(items)
}

/// A text.
pub(crate) fn text(value: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type(name, "a str", value))?;
    // A text with lone surrogates has no place in any format here.
    match text.to_cow() {
        Ok(text) => Ok(text.into_owned()),
        Err(_) => Err(PyValueError::new_err(format!("{name} is not valid Unicode"))),
    }
}

/// The error for a value of a wrong type.
pub(crate) fn wrong_type(name: &str, wanted: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let found = value.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string());
    PyTypeError::new_err(format!("{name} must be {wanted}, not {found}"))
}

/// A ValueError that says what the error says.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Makes sure that numpy is there before its C interface is used, which panics without it.
pub(crate) fn need_numpy(py: Python<'_>) -> PyResult<()> {
    static NUMPY: PyOnceLock<()> = PyOnceLock::new();
    NUMPY.get_or_try_init(py, || py.import("numpy").map(drop)).copied()
}
