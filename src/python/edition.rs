//! `patchwork.Edition`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::convert::{need_numpy, text, value_error, wrong_type};
use super::patch::Patch;
use super::pickle::{Reduced, reduce};

/// A box of the game: its patches, its time board, its rules and its words.
///
/// `Edition(name)` gives a built-in one (see `editions()`), `Edition.from_toml(text)` any other.
///
/// >>> Edition("revised").special_spaces
/// (26, 32, 38, 44, 50)
#[pyclass(frozen, module = "patchwork")]
pub(crate) struct Edition {
    pub(crate) inner: Arc<crate::Edition>,
    patches: PyOnceLock<Py<PyTuple>>,
}

impl From<Arc<crate::Edition>> for Edition {
    fn from(inner: Arc<crate::Edition>) -> Self {
        Self { inner, patches: PyOnceLock::new() }
    }
}

/// The edition that an argument means: a name or an Edition.
pub(crate) fn edition_argument(value: &Bound<'_, PyAny>) -> PyResult<Arc<crate::Edition>> {
    if let Ok(edition) = value.cast::<Edition>() {
        return Ok(Arc::clone(&edition.get().inner));
    }
    if !value.is_instance_of::<PyString>() {
        return Err(wrong_type("edition", "a name or an Edition", value));
    }
    crate::Edition::named(&text(value, "edition")?).map_err(value_error)
}

/// The names of the built-in editions.
///
/// >>> editions()
/// ('original', 'revised', 'winter', 'valentine', 'sve')
#[pyfunction]
pub(crate) fn editions(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, crate::Edition::NAMES)
}

/// The least and the greatest value of every entry of an edition's observations: numpy float32
/// (2, L).
///
/// >>> from patchwork.observation import observation_bounds
/// >>> low, high = observation_bounds("revised")
/// >>> low.shape, float(high[649])
/// ((839,), 400.0)
#[pyfunction]
#[pyo3(signature = (edition, /))]
pub(crate) fn observation_bounds<'py>(
    edition: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let py = edition.py();
    need_numpy(py)?;
    let (low, high) = edition_argument(edition)?.observation_bounds();
    PyArray2::from_vec2(py, &[low, high]).map_err(value_error)
}

#[pymethods]
impl Edition {
    #[new]
    #[pyo3(signature = (name, /))]
    fn new(name: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(edition_argument(name)?.into())
    }

    /// An edition from a TOML text (docs/editions.md describes it).
    ///
    /// Raises ValueError that names the line or the field, and what would have been right.
    ///
    /// >>> house = Edition.from_toml("name = 'house'\nbase = 'revised'\nstarting_buttons = 7")
    /// >>> house.starting_buttons
    /// 7
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn from_toml(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = self::text(text, "text")?;
        Ok(crate::Edition::from_toml(&text).map_err(value_error)?.into())
    }

    /// The whole edition as a TOML text, which `from_toml` reads back to an equal one.
    fn to_toml(&self) -> String {
        self.inner.to_toml()
    }

    /// The name: a built-in one, or a file's own.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// What is printed on the box.
    #[getter]
    fn title(&self) -> &str {
        self.inner.title()
    }

    /// What is assumed about this edition, or another remark; may be empty.
    #[getter]
    fn note(&self) -> &str {
        self.inner.note()
    }

    /// The patches, by letter.
    #[getter]
    fn patches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let made = self.patches.get_or_try_init(py, || {
            let count = self.inner.patches().len();
            let patches = (0..count).map(|index| Patch::new(&self.inner, index));
            PyResult::Ok(PyTuple::new(py, patches.collect::<Vec<_>>())?.unbind())
        })?;
        Ok(made.bind(py).clone())
    }

    /// The letter of the patch that the neutral token stands behind at the start.
    #[getter]
    fn start_patch(&self) -> char {
        self.inner.start_patch().letter()
    }

    /// Spaces that pay income, ascending.
    #[getter]
    fn income_spaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.income_spaces())
    }

    /// Spaces with a special patch at the start, ascending.
    #[getter]
    fn special_spaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.special_spaces())
    }

    /// The centre: the last space of the time board, which starts at 0.
    #[getter]
    fn track_length(&self) -> u8 {
        self.inner.track_length()
    }

    /// Buttons of each player at the start.
    #[getter]
    fn starting_buttons(&self) -> i32 {
        self.inner.starting_buttons()
    }

    /// Points that each free space costs at the end.
    #[getter]
    fn empty_space_penalty(&self) -> i32 {
        self.inner.empty_space_penalty()
    }

    /// (side, points) of the tile for a covered square, or None.
    #[getter]
    fn special_tile(&self) -> Option<(u8, i32)> {
        self.inner.special_tile().map(|tile| (tile.side, tile.points))
    }

    /// What becomes of the income at the centre: 'paid', or 'scored' as points.
    #[getter]
    fn final_income(&self) -> &'static str {
        self.inner.final_income().as_str()
    }

    /// What this box calls its buttons, special patches and tile.
    ///
    /// >>> Edition("valentine").words["buttons"]
    /// 'pralines'
    #[getter]
    fn words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let words = PyDict::new(py);
        for (key, word) in self.inner.words().entries() {
            words.set_item(key, word)?;
        }
        Ok(words)
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.inner == other.get().inner
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.inner.tag())
    }

    fn __repr__(&self) -> String {
        match self.inner.is_built_in() {
            true => format!("Edition('{}')", self.inner.name()),
            false => format!("<Edition '{}'>", self.inner.tag()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let built_in = self.inner.is_built_in();
        let text = if built_in { self.inner.name().into() } else { self.inner.to_toml() };
        reduce(py, "Edition", (text,).into_pyobject(py)?)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// The edition of a pickle: a built-in name or a TOML text.
pub(crate) fn restore(value: &Bound<'_, PyAny>) -> PyResult<Edition> {
    let text = text(value, "pickled edition")?;
    let found = crate::Edition::named(&text).or_else(|_| crate::Edition::from_toml(&text));
    Ok(found.map_err(|why| super::pickle::damaged("Edition", why))?.into())
}

/// A hash that is the same in every process.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
