//! Agents: players that choose an action in a position. They know the rules and nothing else.

mod agent;
mod random;
mod settings;
mod spec;

pub use agent::{Agent, Stop};
pub use spec::{AgentError, AgentSpec};
