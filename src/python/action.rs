//! `patchwork.Action`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{int_within, is_bool, text};
use super::patch::cells_tuple;
use super::pickle::{Reduced, damaged, reduce};
use crate::{ActionId, Kind, Quilt, SIDE};

/// An action: an advance, a purchase with its place, or a special patch with its place.
///
/// Two are equal if kind, letter, orientation, row and column are. In another position it means
/// the patch of that letter in whatever slot it is on offer.
///
/// >>> action = State("revised", seed=7).action("XCBA")
/// >>> action.kind, action.slot, action.row, action.col
/// ('buy', 1, 1, 2)
/// >>> action.cells
/// ((1, 3), (2, 3), (3, 2), (3, 3), (3, 4))
#[pyclass(frozen, eq, hash, module = "patchwork")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Action {
    pub(crate) inner: crate::Action,
}

impl From<crate::Action> for Action {
    fn from(inner: crate::Action) -> Self {
        Self { inner }
    }
}

impl Action {
    fn anchor(&self) -> Option<usize> {
        match self.inner.kind() {
            Kind::Advance => None,
            Kind::Special { space } => Some(space),
            Kind::Buy { anchor, .. } => Some(anchor),
        }
    }
}

#[pymethods]
impl Action {
    /// Its number, 0 to 2025, in the position that it was made in.
    #[getter]
    fn id(&self) -> u16 {
        self.inner.id().get()
    }

    /// 'advance', 'buy' or 'special'.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.inner.kind() {
            Kind::Advance => "advance",
            Kind::Special { .. } => "special",
            Kind::Buy { .. } => "buy",
        }
    }

    /// Which of the patches on offer is bought, 0 to 2; else None.
    #[getter]
    fn slot(&self) -> Option<usize> {
        match self.inner.kind() {
            Kind::Buy { slot, .. } => Some(slot),
            _ => None,
        }
    }

    /// The letter of the patch: 'h' for a special patch, None for an advance.
    #[getter]
    fn letter(&self) -> Option<char> {
        if self.inner.is_special() { Some('h') } else { self.inner.letter() }
    }

    /// How the patch is turned, 'A' to 'H'; None for an advance.
    #[getter]
    fn orientation(&self) -> Option<char> {
        match self.inner.kind() {
            Kind::Advance => None,
            Kind::Special { .. } => Some('A'),
            Kind::Buy { orientation, .. } => Some(char::from(b'A' + orientation as u8)),
        }
    }

    /// Row of the top left corner of the bounding box, 0 to 8; None for an advance.
    #[getter]
    fn row(&self) -> Option<usize> {
        self.anchor().map(|anchor| anchor / SIDE)
    }

    /// Column of the top left corner of the bounding box, 0 to 8; None for an advance.
    #[getter]
    fn col(&self) -> Option<usize> {
        self.anchor().map(|anchor| anchor % SIDE)
    }

    /// ((row, col), ...) of the spaces that it covers.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cells_tuple(py, self.inner.cells())
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Action '{}', id {}>", self.inner, self.id())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let parts = (self.id(), self.inner.letter(), self.inner.cells().bits());
        reduce(py, "Action", parts.into_pyobject(py)?)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// The action of a pickle: its letter and spaces must be what its number can mean.
pub(crate) fn restore(
    id: &Bound<'_, PyAny>,
    letter: &Bound<'_, PyAny>,
    cells: &Bound<'_, PyAny>,
) -> PyResult<Action> {
    let number = int_within(id, "pickled id", 0, crate::ACTIONS as i128 - 1)?;
    let bits = int_within(cells, "pickled cells", 0, Quilt::FULL.bits() as i128)?;
    let letter = if letter.is_none() { None } else { Some(text(letter, "pickled letter")?) };
    crate::Action::from_parts(number as usize, letter.as_deref(), bits as u128)
        .map(Action::from)
        .ok_or_else(|| damaged("Action", "letter and spaces do not fit its number"))
}

/// The number of an action given as an int, an Action or a token; or why it is none here.
pub(crate) fn resolve(
    state: &crate::State,
    action: &Bound<'_, PyAny>,
) -> PyResult<Result<ActionId, crate::IllegalAction>> {
    if let Ok(action) = action.cast::<Action>() {
        let action = &action.get().inner;
        return Ok(state
            .resolve(action)
            .map_err(|why| state.illegal(&format!("action {action}"), why)));
    }
    if action.is_instance_of::<pyo3::types::PyString>() {
        let token = text(action, "action")?;
        return Ok(state.parse_action(&token).map_err(|why| {
            // A token has four characters: a text that has hundreds is not repeated.
            let shown: String = token.chars().take(20).collect();
            state.illegal(&format!("action {shown:?}"), why)
        }));
    }
    // The way of users' loops: a legal id, most often one of numpy's ints.
    if !is_bool(action)
        && let Ok(number) = action.extract::<usize>()
        && let Some(id) = ActionId::new(number)
    {
        return Ok(Ok(id));
    }
    let id = super::convert::index(action, "action (an Action, an id or a token)")?;
    let number = id.extract::<usize>().ok().and_then(ActionId::new);
    Ok(number.ok_or_else(|| {
        let shown = super::convert::shown(&id);
        let why = format!("ids are 0 to {}", crate::ACTIONS - 1);
        state.illegal(&format!("action {shown}"), crate::Reason::Malformed(why))
    }))
}
