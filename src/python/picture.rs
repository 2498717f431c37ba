//! What a notebook shows of a value: drawn in Python.

use pyo3::prelude::*;

/// The SVG picture of a State or a Game.
pub(crate) fn svg<'py>(position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    position.py().import("patchwork.pictures")?.call_method1("svg", (position,))
}
