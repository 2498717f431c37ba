//! `patchwork.Patch`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::convert::text;
use super::edition::{Edition, hash_of};
use super::pickle::{Reduced, damaged, part, reduce};
use crate::{Quilt, SIDE};

/// A patch of an edition.
///
/// >>> Edition("revised").patches[1]
/// Patch('B', button_cost=1, time_cost=3, income=0, shape='.#|##')
#[pyclass(frozen, module = "patchwork")]
pub(crate) struct Patch {
    edition: Arc<crate::Edition>,
    index: usize,
}

impl Patch {
    pub(crate) fn new(edition: &Arc<crate::Edition>, index: usize) -> Self {
        Self { edition: Arc::clone(edition), index }
    }

    fn inner(&self) -> &crate::Patch {
        &self.edition.patches()[self.index]
    }
}

/// Spaces as a tuple of (row, col), in reading order.
pub(crate) fn cells_tuple(py: Python<'_>, cells: Quilt) -> PyResult<Bound<'_, PyTuple>> {
    let cells: Vec<_> = cells.spaces().map(|space| (space / SIDE, space % SIDE)).collect();
    PyTuple::new(py, cells)
}

#[pymethods]
impl Patch {
    /// The letter by which records name it.
    #[getter]
    fn letter(&self) -> char {
        self.inner().letter()
    }

    /// Buttons that it costs.
    #[getter]
    fn button_cost(&self) -> i32 {
        self.inner().button_cost()
    }

    /// Spaces that buying it moves the time token.
    #[getter]
    fn time_cost(&self) -> u8 {
        self.inner().time_cost()
    }

    /// Buttons printed on it, paid at each income space.
    #[getter]
    fn income(&self) -> u16 {
        self.inner().income()
    }

    /// Spaces that it covers.
    #[getter]
    fn size(&self) -> u32 {
        self.inner().size()
    }

    /// ((row, col), ...) of orientation 'A', its bounding box at row 0, column 0.
    ///
    /// >>> Edition("revised").patches[1].cells
    /// ((0, 1), (1, 0), (1, 1))
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let cells = self.inner().orientation(0).map_or(Quilt::EMPTY, |o| o.cells());
        cells_tuple(py, cells)
    }

    /// The distinct orientations: letter, the lowest where several cover the same, to cells.
    ///
    /// 'A' is as printed; 'B', 'C', 'D' are turned clockwise; 'E' to 'H' are flipped left to
    /// right first.
    ///
    /// >>> list(Edition("revised").patches[0].orientations)
    /// ['A', 'B']
    #[getter]
    fn orientations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let orientations = PyDict::new(py);
        for (index, orientation) in self.inner().orientations() {
            let letter = char::from(b'A' + index as u8);
            orientations.set_item(letter, cells_tuple(py, orientation.cells())?)?;
        }
        Ok(orientations)
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.inner() == other.get().inner()
    }

    fn __hash__(&self) -> u64 {
        let patch = self.inner();
        let numbers = (patch.button_cost(), patch.time_cost(), patch.income());
        hash_of(&(patch.letter(), numbers, patch.shape()))
    }

    fn __repr__(&self) -> String {
        let patch = self.inner();
        format!(
            "Patch('{}', button_cost={}, time_cost={}, income={}, shape='{}')",
            patch.letter(),
            patch.button_cost(),
            patch.time_cost(),
            patch.income(),
            patch.shape()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let edition = Edition::from(Arc::clone(&self.edition));
        reduce(py, "Patch", (edition, self.letter()).into_pyobject(py)?)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// The patch of a pickle.
pub(crate) fn restore(edition: &Bound<'_, PyAny>, letter: &Bound<'_, PyAny>) -> PyResult<Patch> {
    let edition = &part::<Edition>(edition, "pickled edition", "an Edition")?.get().inner;
    let letter = text(letter, "pickled letter")?;
    let found = edition.patches().iter().position(|p| p.letter().to_string() == letter);
    let index = found.ok_or_else(|| {
        damaged("Patch", format_args!("no patch {}", crate::quoted::quoted(&letter)))
    })?;
    Ok(Patch::new(edition, index))
}
