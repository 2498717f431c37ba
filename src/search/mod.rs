//! Agents: players that choose an action in a position. They know the rules and nothing else.

mod agent;
mod careless;
mod greedy;
mod limits;
mod line;
mod mcts;
mod placement;
mod playout;
mod random;
mod settings;
mod solve;
mod spec;
mod team;
mod tree;
mod uct;
mod worth;

pub use agent::{Agent, Stop};
pub use greedy::Greedy;
pub use line::Line;
pub use solve::{Solution, solve};
pub use spec::{AgentError, AgentSpec};
pub use worth::Weights;
