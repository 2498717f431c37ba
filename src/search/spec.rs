//! Agents by text.

use std::fmt;
use std::time::Duration;

use super::agent::Agent;
use super::careless::{Careless, Errors};
use super::greedy::Greedy;
use super::limits::Limits;
use super::mcts::{Mcts, MctsSettings};
use super::random::Random;
use super::settings::{Written, write_settings};
use super::uct::{Uct, UctSettings};

/// Why the text of an agent is refused: what is wrong, and what there is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AgentError(pub(super) String);

/// Which agent, with its settings: cheap to copy, and compared by what it says.
///
/// ```
/// use patchwork::search::AgentSpec;
///
/// let spec = AgentSpec::parse("mcts:threads=2,iterations=2000").unwrap();
/// assert_eq!(spec.to_string(), "mcts:iterations=2000,threads=2");
/// let error = AgentSpec::parse("chance").unwrap_err();
/// assert!(error.to_string().contains("there are random, greedy, uct, mcts"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentSpec(Kind);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Random,
    Greedy,
    Uct(UctSettings),
    Mcts(MctsSettings),
}

/// Iterations of a search for which no limit is set.
const ITERATIONS: u64 = 1_000;
/// Mebibytes of tree unless set.
const MEMORY: usize = 256;
/// The most that each setting takes.
const MOST_ITERATIONS: u64 = 1_000_000_000;
const MOST_SECONDS: u64 = 86_400;
const MOST_THREADS: u64 = 256;
const MOST_MEMORY: u64 = 65_536;

/// What a level does.
enum Level {
    /// No search, and errors.
    Careless(Errors),
    /// A search of this many iterations.
    Iterations(u64),
}

/// Levels for people, the easiest first.
const LEVELS: [Level; 5] = [
    Level::Careless(Errors { worth: 1_200, place: 400 }),
    Level::Careless(Errors { worth: 350, place: 80 }),
    Level::Iterations(16),
    Level::Iterations(200),
    Level::Iterations(5_000),
];

impl AgentSpec {
    /// The agents that there are.
    pub const NAMES: [&str; 4] = ["random", "greedy", "uct", "mcts"];

    /// Reads `name` or `name:setting=value,setting=value`.
    ///
    /// # Errors
    /// Says what is wrong and lists the names, or the settings, that there are.
    pub fn parse(text: &str) -> Result<Self, AgentError> {
        let written = Written::parse(text, settings_of, &Self::NAMES)?;
        Ok(Self(match written.name {
            "greedy" => Kind::Greedy,
            "uct" => {
                Kind::Uct(UctSettings { limits: limits(&written)?, memory: memory(&written)? })
            }
            "mcts" => Kind::Mcts(MctsSettings {
                level: level(&written)?,
                limits: limits(&written)?,
                threads: written.integer("threads", 1, MOST_THREADS)?.unwrap_or(1) as usize,
                memory: memory(&written)?,
            }),
            _ => Kind::Random,
        }))
    }

    /// The agent itself. Before [`Agent::new_game`] it plays as with seed 0 on the first seat.
    pub fn build(&self) -> Box<dyn Agent> {
        match &self.0 {
            Kind::Random => Box::new(Random::new()),
            Kind::Greedy => Box::new(Greedy::default()),
            Kind::Uct(settings) => Box::new(Uct::new(*settings)),
            Kind::Mcts(settings) => match settings.level.map(|level| &LEVELS[level]) {
                None => Box::new(Mcts::new(*settings)),
                Some(Level::Careless(errors)) => Box::new(Careless::new(*errors)),
                Some(&Level::Iterations(iterations)) => {
                    let limits = Limits { iterations: Some(iterations), time: None };
                    Box::new(Mcts::new(MctsSettings { limits, ..*settings }))
                }
            },
        }
    }

    /// Does it draw each action with the same chance, as [`crate::State::playout`] does?
    pub fn is_random(&self) -> bool {
        self.0 == Kind::Random
    }

    /// The most time that it takes for a move, if that is limited; such an agent plays
    /// differently on a busy machine.
    pub fn time_limit(&self) -> Option<Duration> {
        match &self.0 {
            Kind::Random | Kind::Greedy => None,
            Kind::Uct(settings) => settings.limits.time,
            Kind::Mcts(settings) => settings.limits.time,
        }
    }

    /// Threads that it thinks with.
    pub fn threads(&self) -> usize {
        match &self.0 {
            Kind::Mcts(settings) => settings.threads,
            _ => 1,
        }
    }
}

/// What the agent of this name can be set; `None` if there is no such agent.
fn settings_of(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "random" | "greedy" => Some(&[]),
        "uct" => Some(&["iterations", "seconds", "memory"]),
        "mcts" => Some(&["iterations", "seconds", "threads", "memory", "level"]),
        _ => None,
    }
}

fn limits(written: &Written<'_>) -> Result<Limits, AgentError> {
    let time = written.seconds("seconds", MOST_SECONDS)?;
    let iterations = written.integer("iterations", 1, MOST_ITERATIONS)?;
    let default = time.is_none().then_some(ITERATIONS);
    Ok(Limits { iterations: iterations.or(default), time })
}

/// The index in [`LEVELS`] of the level that is set, if one is.
fn level(written: &Written<'_>) -> Result<Option<usize>, AgentError> {
    let Some(level) = written.integer("level", 1, LEVELS.len() as u64)? else { return Ok(None) };
    match ["iterations", "seconds"].iter().find(|key| written.get(key).is_some()) {
        Some(key) => Err(AgentError(format!(
            "agent \"mcts\": level and {key} exclude each other: a level has its own limit"
        ))),
        None => Ok(Some(level as usize - 1)),
    }
}

fn memory(written: &Written<'_>) -> Result<usize, AgentError> {
    Ok(written.integer("memory", 1, MOST_MEMORY)?.map_or(MEMORY, |memory| memory as usize))
}

impl fmt::Display for AgentSpec {
    /// The text that gives it again: settings in a fixed order, those left at their default
    /// left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = |limits: &Limits| {
            let default = limits.time.is_none() && limits.iterations == Some(ITERATIONS);
            let iterations = limits.iterations.filter(|_| !default);
            [
                ("iterations", iterations.map(|number| number.to_string())),
                ("seconds", limits.time.map(|time| time.as_secs_f64().to_string())),
            ]
        };
        let other =
            |name, value: usize, default| (name, (value != default).then(|| value.to_string()));
        match &self.0 {
            Kind::Random => write!(f, "random"),
            Kind::Greedy => write!(f, "greedy"),
            Kind::Uct(settings) => {
                let [iterations, seconds] = limits(&settings.limits);
                let memory = other("memory", settings.memory, MEMORY);
                write_settings(f, "uct", &[iterations, seconds, memory])
            }
            Kind::Mcts(settings) => {
                let [iterations, seconds] = limits(&settings.limits);
                let threads = other("threads", settings.threads, 1);
                let memory = other("memory", settings.memory, MEMORY);
                let level = settings.level.map(|level| (level + 1).to_string());
                let settings = [iterations, seconds, threads, memory, ("level", level)];
                write_settings(f, "mcts", &settings)
            }
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
            ("", "no agent \"\"; there are random, greedy, uct, mcts"),
            ("Random", "no agent \"Random\""),
            ("random:", "\"\" is not of the form setting=value"),
            ("random:seed=1", "random has no setting \"seed\"; it has none"),
            ("mcts:depth=3", "there are iterations, seconds"),
            ("mcts:iterations=0", "an integer from 1 to"),
            ("mcts:iterations=+5", "an integer from 1 to"),
            ("mcts:iterations=99999999999999999999", "an integer from 1 to"),
            ("mcts:iterations=5,iterations=6", "iterations is set twice"),
            ("mcts:seconds=0", "more than 0"),
            ("mcts:level=6", "an integer from 1 to 5"),
            ("mcts:level=2,seconds=1", "level and seconds exclude each other"),
            ("mcts:seconds=nan", "more than 0"),
            ("mcts:seconds=1e9", "more than 0"),
            ("uct:threads=2", "uct has no setting \"threads\""),
        ] {
            let error = AgentSpec::parse(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn texts_round_trip_in_one_form() {
        for (text, canonical) in [
            ("mcts", "mcts"),
            ("mcts:iterations=1000,threads=1", "mcts"),
            ("mcts:seconds=0.02", "mcts:seconds=0.02"),
            (
                "mcts: threads=2 , seconds=1.50 , iterations=1000",
                "mcts:iterations=1000,seconds=1.5,threads=2",
            ),
            ("uct:memory=5", "uct:memory=5"),
        ] {
            let spec = AgentSpec::parse(text).unwrap();
            assert_eq!(spec.to_string(), canonical);
            assert_eq!(AgentSpec::parse(canonical), Ok(spec));
        }
    }
}
