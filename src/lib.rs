//! The two-player quilting board game Patchwork: exact rules for every edition, an exhaustive
//! placement generator on bit masks, and random games by the million.
//!
//! ```
//! use patchwork::{Edition, State};
//!
//!
//! let edition = Edition::named("revised").unwrap();
//! let state = State::new(edition, 7);
//! let end = state.playout(1);
//! assert!(end.is_over() && end.winner().is_some());
//! ```

mod action;
mod action_set;
mod anu;
mod batch;
mod buffers;
mod circle;
mod contact;
pub mod edition;
mod edition_toml;
mod fits;
mod game;
mod game_text;
mod illegal;
pub mod observation;
pub mod patch;
mod perft;
mod playout;
mod position;
mod position_text;
mod quilt;
mod quoted;
pub mod random;
pub mod search;
mod setup;
mod simd;
pub mod simulate;
mod state;
pub mod tally;

#[cfg(feature = "python")]
mod python;

pub use action::{ACTIONS, Action, ActionId, Kind};
pub use action_set::ActionSet;
pub use anu::AnuError;
pub use batch::{Batch, BatchError};
pub use buffers::{Arrays, Buffers};
pub use circle::Circle;
pub use edition::{Edition, EditionError};
pub use game::{Game, GameResult};
pub use game_text::GameTextError;
pub use illegal::{IllegalAction, Reason};
pub use patch::{Orientation, Patch};
pub use position::{Player, Position};
pub use position_text::PositionTextError;
pub use quilt::{Quilt, SIDE, SPACES};
pub use setup::{Setup, SetupError};
pub use state::State;
