//! The Python module: conversions and wrappers. No rule lives here.

mod action;
mod agent;
mod batch;
mod convert;
mod edition;
mod game;
mod patch;
mod pickle;
mod picture;
mod simulate;
mod state;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    patchwork,
    IllegalActionError,
    PyValueError,
    "An action that is not legal where it was tried. The message names the action, the rule that \
     it breaks and the position."
);

/// The compiled part of patchwork.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use super::IllegalActionError;
    #[pymodule_export]
    use super::action::Action;
    #[pymodule_export]
    use super::agent::{Agent, agent, solve};
    #[pymodule_export]
    use super::batch::BatchEnv;
    #[pymodule_export]
    use super::edition::{Edition, editions, observation_bounds};
    #[pymodule_export]
    use super::game::{Game, GameResult};
    #[pymodule_export]
    use super::patch::Patch;
    #[pymodule_export]
    use super::pickle::_unpickle;
    #[pymodule_export]
    use super::simulate::{_Plan, _Tally};
    #[pymodule_export]
    use super::state::{State, perft};

    #[pymodule_export]
    #[expect(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
