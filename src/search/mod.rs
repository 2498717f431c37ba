//! Agents: players that choose an action in a position. They know the rules and nothing else.

mod agent;
mod greedy;
mod limits;
mod mcts;
mod placement;
mod playout;
mod random;
mod settings;
mod spec;
mod tree;
mod uct;
mod worth;

pub use agent::{Agent, Stop};
pub use greedy::Greedy;
pub use spec::{AgentError, AgentSpec};
pub use worth::Weights;
