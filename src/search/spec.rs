//! Agents by text.

use std::fmt;

use super::agent::Agent;
use super::random::Random;
use super::settings::Written;

/// Why the text of an agent is refused: what is wrong, and what there is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AgentError(pub(super) String);

/// Which agent, with its settings: cheap to copy, and compared by what it says.
///
/// ```
/// use patchwork::search::AgentSpec;
///
/// assert_eq!(AgentSpec::parse("random").unwrap().to_string(), "random");
/// let error = AgentSpec::parse("chance").unwrap_err();
/// assert!(error.to_string().contains("there are random"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentSpec(Kind);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Random,
}

impl AgentSpec {
    /// The agents that there are.
    pub const NAMES: [&str; 1] = ["random"];

    /// Reads `name` or `name:setting=value,setting=value`.
    ///
    /// # Errors
    /// Says what is wrong and lists the names, or the settings, that there are.
    pub fn parse(text: &str) -> Result<Self, AgentError> {
        let written = Written::parse(text, settings_of, &Self::NAMES)?;
        debug_assert_eq!(written.name, "random");
        Ok(Self(Kind::Random))
    }

    /// The agent itself. Before [`Agent::new_game`] it plays as with seed 0 on the first seat.
    pub fn build(&self) -> Box<dyn Agent> {
        match self.0 {
            Kind::Random => Box::new(Random::new()),
        }
    }

    /// Does it draw each action with the same chance, as [`crate::State::playout`] does?
    pub fn is_random(&self) -> bool {
        self.0 == Kind::Random
    }
}

/// What the agent of this name can be set; `None` if there is no such agent.
fn settings_of(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "random" => Some(&[]),
        _ => None,
    }
}

impl fmt::Display for AgentSpec {
    /// The text that gives it again: settings in a fixed order, those left at their default
    /// left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Random => write!(f, "random"),
        }
    }
}

impl std::str::FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_texts_are_refused_with_what_there_is() {
        for (text, why) in [
            ("", "no agent \"\"; there are random"),
            ("Random", "no agent \"Random\""),
            ("random:", "\"\" is not of the form setting=value"),
            ("random:seed=1", "random has no setting \"seed\"; it has none"),
        ] {
            let error = AgentSpec::parse(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
