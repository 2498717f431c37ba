//! The text of an agent: a name, and settings that belong to it.

use std::fmt;
use std::time::Duration;

use super::spec::AgentError;
use crate::quoted::quoted;

/// A text as it was written: `name:key=value,key=value`.
pub(super) struct Written<'t> {
    pub(super) name: &'t str,
    settings: Vec<(&'t str, &'t str)>,
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
        Ok(Self { name, settings })
    }

    /// What was written for a setting.
    pub(super) fn get(&self, key: &str) -> Option<&'t str> {
        self.settings.iter().find(|&&(k, _)| k == key).map(|&(_, value)| value)
    }

    /// An integer setting from `least` to `most`.
    pub(super) fn integer(
        &self,
        key: &str,
        least: u64,
        most: u64,
    ) -> Result<Option<u64>, AgentError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        // A plain row of digits: `+5` and the like have one spelling too many.
        let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
        match value.parse::<u64>() {
            Ok(number) if digits && (least..=most).contains(&number) => Ok(Some(number)),
            _ => Err(AgentError(format!(
                "agent {:?}: {key} must be an integer from {least} to {most}, not {value:?}",
                self.name
            ))),
        }
    }

    /// A time in seconds, more than 0 and up to `most`.
    pub(super) fn seconds(&self, key: &str, most: u64) -> Result<Option<Duration>, AgentError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.parse::<f64>() {
            // Not a number is in no range.
            Ok(seconds) if seconds > 0.0 && seconds <= most as f64 => {
                Ok(Some(Duration::from_secs_f64(seconds).max(Duration::from_nanos(1))))
            }
            _ => Err(AgentError(format!(
                "agent {:?}: {key} must be a number more than 0 and up to {most}, not {value:?}",
                self.name
            ))),
        }
    }
}

/// Writes a name with the settings that have a value.
pub(super) fn write_settings(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    settings: &[(&str, Option<String>)],
) -> fmt::Result {
    write!(f, "{name}")?;
    let set = settings.iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
    for (at, (key, value)) in set.enumerate() {
        write!(f, "{}{key}={value}", if at == 0 { ':' } else { ',' })?;
    }
    Ok(())
}
