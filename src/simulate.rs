//! Many games: which game is which, what is kept of each, and playing them on all cores.
//!
//! Game `i` depends on the plan and on `i` alone, whoever plays it and in whatever order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use crate::action::ActionId;
use crate::edition::Edition;
use crate::position::{Player, Position};
use crate::random::{Stream, derived_seed};
use crate::search::{Agent, AgentSpec};
use crate::state::State;
use crate::tally::Tally;

/// What is played: enough to play it again.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The two agents; `None` for one that is not built in, whose moves come from elsewhere.
    pub agents: [Option<AgentSpec>; 2],
    /// What circles and agents' seeds are drawn from.
    pub seed: u64,
    /// The edition.
    pub edition: Arc<Edition>,
    /// Where the games begin, used in turn; a shuffled circle for each if there is none.
    pub starts: Vec<State>,
    /// Do games 2k and 2k + 1 share a circle, agent 0 beginning the one, agent 1 the other?
    pub swap_sides: bool,
}

/// What is kept of a game, by agent and not by seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The agents' scores.
    pub scores: [i32; 2],
    /// The agent that won.
    pub winner: u8,
    /// The agent that moved first.
    pub starter: u8,
    /// The agent with the special tile; -1 for nobody.
    pub special_tile: i8,
    /// The number of actions.
    pub plies: u16,
}

/// A game before its first action.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// The position.
    pub position: Position,
    /// The agent that moves first.
    pub starter: u8,
    /// For each seat (player), the agent that sits there.
    pub agent_of: [u8; 2],
    /// For each seat, the seed of the agent that sits there.
    pub seeds: [u64; 2],
}

impl Plan {
    /// The opening of game `index`.
    pub fn opening(&self, index: u64) -> Opening {
        let (group, starter) =
            if self.swap_sides { (index / 2, (index % 2) as u8) } else { (index, 0) };
        let position = match self.starts.len() as u64 {
            0 => {
                let stream = &mut Stream::new(self.seed, group);
                Position::shuffled(&self.edition, Player::First, stream)
            }
            count => *self.starts[(group % count) as usize].position(),
        };
        let first = position.to_move(&self.edition).unwrap_or(Player::First).index() as u8;
        // The starter sits where the position has its first move.
        let agent_of = [starter ^ first, starter ^ first ^ 1];
        let seeds = [0, 1].map(|seat| derived_seed(self.seed, index, seat));
        Opening { position, starter, agent_of, seeds }
    }

    /// What is kept of a game that began so and ended here.
    pub fn row(&self, opening: &Opening, end: &Position, plies: u32) -> Row {
        let by_seat = end.scores(&self.edition);
        let agent = |player: Player| opening.agent_of[player.index()];
        let mut scores = [0; 2];
        for player in Player::BOTH {
            scores[usize::from(agent(player) & 1)] = by_seat[player.index()];
        }
        Row {
            scores,
            winner: end.winner(&self.edition).map_or(0, agent),
            starter: opening.starter,
            special_tile: end.tile_owner.map_or(-1, |player| agent(player) as i8),
            plies: plies as u16,
        }
    }
}

/// What is kept of each game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing: only the tally.
    Summary,
    /// A row a game.
    Results,
    /// A row a game and all actions.
    Actions,
}

/// Games that follow one another.
#[derive(Clone, Debug)]
pub struct Part {
    /// The index of the first.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// Sums over them.
    pub tally: Tally,
    /// A row a game, unless only a summary is kept.
    pub rows: Vec<Row>,
    /// The actions of all, one game after another, if they are kept.
    pub actions: Vec<u16>,
}

impl Part {
    fn new(first: u64) -> Self {
        Self { first, count: 0, tally: Tally::new(), rows: Vec::new(), actions: Vec::new() }
    }
}

/// How a run is played; none of it changes what comes out.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What is kept.
    pub keep: Keep,
    /// How many threads; 0: one for each core.
    pub threads: usize,
}

/// The most threads.
pub const MAX_THREADS: usize = 1_024;
/// The most games that a thread plays before it hands them over.
const MAX_CHUNK: u64 = 1_024;
/// How long a thread should play before it hands over.
const CHUNK_TIME: Duration = Duration::from_millis(10);
/// How long `watch` waits for a part.
const TICK: Duration = Duration::from_millis(50);

impl Plan {
    /// Plays games `first` to `first + count`.
    ///
    /// `watch` is given the parts as they are done, in order and without a gap, and `None` when
    /// none was done for 50 ms; the run ends when it says false.
    ///
    /// # Errors
    /// An agent is not built in, or no thread could be started.
    pub fn play(
        &self,
        first: u64,
        count: u64,
        options: Options,
        watch: &mut dyn FnMut(Option<Part>) -> bool,
    ) -> Result<(), String> {
        if self.agents.contains(&None) {
            return Err("an agent that is not built in plays its own games".into());
        }
        let stop = Arc::new(AtomicBool::new(false));
        let next = &AtomicU64::new(0);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if options.threads == 0 { cores } else { options.threads };
        let threads = (threads.min(MAX_THREADS) as u64).min(count) as usize;
        // When `watch` is slow, threads wait for it and no parts pile up.
        let (sender, receiver) = mpsc::sync_channel(4 * threads.max(1));
        // Threads of its own for each call: a pool that outlives it would be missing after a fork.
        // What is moved in ends with the closure: no thread waits to hand over to nobody.
        std::thread::scope(move |scope| {
            for _ in 0..threads {
                let (sender, stopped, next) = (sender.clone(), Arc::clone(&stop), next);
                let work = move || self.work(first, count, options.keep, &stopped, next, &sender);
                if let Err(why) = std::thread::Builder::new().spawn_scoped(scope, work) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(format!("no {threads} threads can be started: {why}"));
                }
            }
            drop(sender);
            collect(first, &receiver, &stop, watch);
            Ok(())
        })
    }

    /// What one thread does: takes the next games, plays them, hands them over.
    fn work(
        &self,
        first: u64,
        count: u64,
        keep: Keep,
        stop: &Arc<AtomicBool>,
        next: &AtomicU64,
        sender: &mpsc::SyncSender<Part>,
    ) {
        let Some(mut table) = self.table(stop) else { return };
        let mut size = 1;
        loop {
            let from = next.fetch_add(size, Ordering::Relaxed);
            if from >= count || stop.load(Ordering::Relaxed) {
                return;
            }
            let begun = Instant::now();
            let part = table.part(first + from, size.min(count - from), keep, stop);
            if sender.send(part).is_err() {
                return;
            }
            size = match begun.elapsed() {
                spent if spent < CHUNK_TIME / 2 => (2 * size).min(MAX_CHUNK),
                spent if spent > CHUNK_TIME => (size / 2).max(1),
                _ => size,
            };
        }
    }

    /// Someone to play this plan's games, one after another; `None` if an agent is not built in.
    fn table(&self, stop: &Arc<AtomicBool>) -> Option<Table<'_>> {
        let [first, second] = [self.agents[0].as_ref()?, self.agents[1].as_ref()?];
        let agents = (!first.is_random() || !second.is_random()).then(|| {
            [first.build(), second.build()].map(|mut agent| {
                let stop = Arc::clone(stop);
                agent.stop_when(Arc::new(move || stop.load(Ordering::Relaxed)));
                agent
            })
        });
        Some(Table { plan: self, agents })
    }
}

/// Puts the parts in order and hands them on, up to the first gap when the run is stopped.
fn collect(
    first: u64,
    receiver: &mpsc::Receiver<Part>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Option<Part>) -> bool,
) {
    let mut waiting = BTreeMap::new();
    let mut next = first;
    loop {
        let mut go_on = true;
        match receiver.recv_timeout(TICK) {
            Ok(part) => {
                waiting.insert(part.first, part);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => go_on = watch(None),
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        }
        while let Some(part) = waiting.remove(&next) {
            next += part.count;
            // What follows a part that was cut short is not handed on: its first game is missing.
            go_on &= watch(Some(part));
        }
        if !go_on {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Where games of a plan are played: the agents keep their memory from game to game.
struct Table<'p> {
    plan: &'p Plan,
    /// `None` if both are `random`, which needs no agents.
    agents: Option<[Box<dyn Agent>; 2]>,
}

impl Table<'_> {
    /// Plays `count` games from `first` on, fewer if `stop` is set meanwhile.
    fn part(&mut self, first: u64, count: u64, keep: Keep, stop: &AtomicBool) -> Part {
        let mut part = Part::new(first);
        for index in first..first + count {
            let row = match keep {
                Keep::Actions => self.play(index, &mut |id| part.actions.push(id.get())),
                _ => self.play(index, &mut |_| {}),
            };
            // A search that was stopped has not played as it would have: the game is not kept.
            if stop.load(Ordering::Relaxed) {
                let kept = part.rows.iter().map(|row| usize::from(row.plies)).sum();
                part.actions.truncate(kept);
                break;
            }
            part.count += 1;
            part.tally.add(index, &row, self.plan.swap_sides);
            if keep != Keep::Summary {
                part.rows.push(row);
            }
        }
        part
    }

    /// Plays game `index`; `each` is told every action.
    #[inline]
    fn play(&mut self, index: u64, each: &mut impl FnMut(ActionId)) -> Row {
        let plan = self.plan;
        let opening = plan.opening(index);
        let mut position = opening.position;
        let Some(agents) = &mut self.agents else {
            let seeds = opening.seeds;
            let mut streams = [0, 1].map(|seat| Stream::of_player(seeds[seat], seat));
            let plies = position.play_out(&plan.edition, &mut streams, each);
            return plan.row(&opening, &position, plies);
        };
        for player in Player::BOTH {
            let seat = player.index();
            agents[usize::from(opening.agent_of[seat] & 1)].new_game(opening.seeds[seat], player);
        }
        let mut plies = 0;
        while let Some(player) = position.to_move(&plan.edition) {
            let agent = &mut agents[usize::from(opening.agent_of[player.index()] & 1)];
            let action = agent.choose(&plan.edition, &position);
            position.apply(&plan.edition, action);
            each(action);
            plies += 1;
        }
        plan.row(&opening, &position, plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(agents: [&str; 2]) -> Plan {
        Plan {
            agents: agents.map(|text| AgentSpec::parse(text).ok()),
            seed: 5,
            edition: Edition::named("revised").unwrap(),
            starts: Vec::new(),
            swap_sides: true,
        }
    }

    fn run(plan: &Plan, first: u64, count: u64, threads: usize) -> (Vec<Row>, Vec<u16>, Tally) {
        let (mut rows, mut actions, mut tally) = (Vec::new(), Vec::new(), Tally::new());
        let options = Options { keep: Keep::Actions, threads };
        plan.play(first, count, options, &mut |part| {
            if let Some(part) = part {
                rows.extend(part.rows);
                actions.extend(part.actions);
                tally.merge(&part.tally);
            }
            true
        })
        .unwrap();
        (rows, actions, tally)
    }

    #[test]
    fn threads_change_nothing() {
        let plan = plan(["random", "random"]);
        let one = run(&plan, 3, 5_000, 1);
        assert_eq!(one.0.len(), 5_000);
        for threads in [2, 3, 7] {
            assert!(run(&plan, 3, 5_000, threads) == one);
        }
    }

    #[test]
    fn parts_of_a_run_are_the_run() {
        let plan = plan(["random", "random"]);
        let (rows, actions, mut tally) = run(&plan, 0, 701, 2);
        let (more_rows, more_actions, more_tally) = run(&plan, 701, 299, 2);
        let whole = run(&plan, 0, 1_000, 1);
        tally.merge(&more_tally);
        assert!([rows, more_rows].concat() == whole.0);
        assert!([actions, more_actions].concat() == whole.1);
        assert!(tally == whole.2);
    }

    #[test]
    fn a_pair_has_one_circle_and_both_agents_begin() {
        let plan = plan(["random", "random"]);
        let (even, odd, next) = (plan.opening(6), plan.opening(7), plan.opening(8));
        assert!(even.position == odd.position && even.position != next.position);
        assert_eq!((even.starter, odd.starter), (0, 1));
        assert_eq!((even.agent_of, odd.agent_of), ([0, 1], [1, 0]));
        assert_ne!(even.seeds, odd.seeds);
    }

    #[test]
    fn a_run_that_is_stopped_is_an_unbroken_beginning() {
        let plan = plan(["random", "random"]);
        let (mut count, mut rows) = (0, Vec::new());
        let options = Options { keep: Keep::Results, threads: 2 };
        plan.play(0, u64::MAX, options, &mut |part| {
            if let Some(part) = part {
                assert_eq!((part.first, part.rows.len() as u64), (count, part.count));
                count += part.count;
                rows.extend(part.rows);
            }
            count < 3_000
        })
        .unwrap();
        assert!(count >= 3_000);
        assert_eq!(rows[..2_000], run(&plan, 0, 2_000, 1).0);
    }
}
