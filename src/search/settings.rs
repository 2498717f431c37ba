//! The text of an agent: a name, and settings that belong to it.

use super::spec::AgentError;
use crate::quoted::quoted;

/// A text as it was written: `name:key=value,key=value`.
pub(super) struct Written<'t> {
    pub(super) name: &'t str,
}

impl<'t> Written<'t> {
    /// Takes a text apart; `settings_of` names what the agent of a name can be set.
    pub(super) fn parse(
        text: &'t str,
        settings_of: impl Fn(&str) -> Option<&'static [&'static str]>,
        names: &[&str],
    ) -> Result<Self, AgentError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text.trim(), None),
        };
        let Some(known) = settings_of(name) else {
            return Err(AgentError(format!(
                "no agent {}; there are {}",
                quoted(name),
                names.join(", ")
            )));
        };
        let mut settings: Vec<(&str, &str)> = Vec::new();
        for part in rest.iter().flat_map(|rest| rest.split(',')) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(AgentError(format!(
                    "agent {name}: {} is not of the form setting=value",
                    quoted(part)
                )));
            };
            let (key, value) = (key.trim(), value.trim());
            if !known.contains(&key) {
                return Err(AgentError(format!(
                    "agent {name} has no setting {}; {}",
                    quoted(key),
                    match known {
                        [] => "it has none".into(),
                        known => format!("there are {}", known.join(", ")),
                    }
                )));
            }
            if settings.iter().any(|&(earlier, _)| earlier == key) {
                return Err(AgentError(format!("agent {name}: {key} is set twice")));
            }
            settings.push((key, value));
        }
        Ok(Self { name })
    }
}
