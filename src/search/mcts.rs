//! The strong agent: a tree search over purchases, each put at its best few places.

use super::agent::{Agent, Stop};
use super::limits::{Clock, Limits, affordable};
use super::line::Line;
use super::playout::Policy;
use super::solve::{Solution, solve};
use super::team::Team;
use super::tree::{Leaf, Outcome, Shape, Tree};
use super::worth::Weights;
use crate::action::ActionId;
use crate::edition::Edition;
use crate::position::{Player, Position};
use crate::random::Stream;

/// What the agent can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MctsSettings {
    /// A level for people, counted from 0, in place of the limits.
    pub(super) level: Option<usize>,
    pub(super) limits: Limits,
    pub(super) threads: usize,
    /// Mebibytes of tree that a long search keeps.
    pub(super) memory: usize,
}

impl MctsSettings {
    /// Playouts of a batch. Two batches are under way at a time, which know nothing of each other.
    ///
    /// With a limit in iterations it depends on that alone, so that the threads change nothing; the
    /// fewer the iterations the more each must know.
    fn batch(&self) -> usize {
        match self.limits.iterations {
            Some(iterations) => (iterations / 128).clamp(1, 8) as usize,
            None if self.threads == 1 => 1,
            None => 8 * self.threads,
        }
    }
}

/// The agent.
pub(super) struct Mcts {
    settings: MctsSettings,
    shape: Shape,
    policy: Policy,
    seed: u64,
    /// Playouts made in this game: each draws from a stream of its own.
    playouts: u64,
    tree: Option<Tree>,
    stop: Option<Stop>,
}

/// What a search gives.
struct Found {
    tree: Tree,
    solution: Option<Solution>,
}

/// A leaf, and the stream that its playout draws from.
struct Job {
    leaf: Leaf,
    stream: u64,
}

impl Mcts {
    pub(super) fn new(settings: MctsSettings) -> Self {
        let weights = Weights::default();
        Self {
            settings,
            shape: Shape { weights, exploration: 1.0, widening: 300.0, places: 8 },
            policy: Policy { weights, noise: 200 },
            seed: 0,
            playouts: 0,
            tree: None,
            stop: None,
        }
    }

    /// The tree of the position, searched up to the limits, and what is known for certain.
    fn search(&mut self, edition: &Edition, position: &Position, all: bool) -> Found {
        // What is kept of the last search has to be found and moved, which takes time too.
        let mut clock = Clock::start(self.settings.limits, self.stop.as_ref());
        let kept = self.tree.take().and_then(|mut tree| tree.move_root(position).then_some(tree));
        let mut tree = kept.unwrap_or_else(|| Tree::new(*position));
        let solution = self.solve(edition, position, &clock);
        if solution.is_some() && !all {
            return Found { tree, solution };
        }
        let most_nodes = affordable(self.settings.memory) / Tree::NODE_BYTES;
        let batch = self.settings.batch();
        let job = || Job { leaf: Leaf::new(*position), stream: 0 };
        let jobs = std::iter::repeat_with(job).take(2 * batch).collect();
        let (shape, policy, seed) = (&self.shape, &self.policy, self.seed);
        let evaluate = |job: &mut Job| {
            job.leaf.expand(edition, shape);
            let mut end = job.leaf.position;
            policy.play_out(edition, &mut end, &mut Stream::new(seed, job.stream));
            job.leaf.outcome = Outcome::of(edition, &end);
        };
        tree.expand_root(edition, shape);
        Team::with(jobs, self.settings.threads, evaluate, |team| {
            // While one batch is played out, the leaves of the next are chosen.
            let mut under_way: Option<std::ops::Range<usize>> = None;
            let mut first = 0;
            loop {
                let begun = under_way.as_ref().map_or(0, |jobs| jobs.len() as u64);
                let visits = u64::from(tree.root().tally.visits) + begun;
                let count = clock.left(visits).min(batch as u64) as usize;
                let next = first..first + count;
                let over = count == 0 || visits > 0 && clock.is_over();
                if !over {
                    for at in next.clone() {
                        let mut job = team.job(at);
                        tree.descend(edition, shape, most_nodes, &mut job.leaf);
                        job.stream = self.playouts;
                        self.playouts += 1;
                    }
                }
                if under_way.is_some() {
                    team.finish();
                }
                if !over {
                    team.start(next.start, next.len());
                }
                for at in under_way.take().into_iter().flatten() {
                    tree.back_up(&mut team.job(at).leaf);
                }
                if over {
                    break;
                }
                under_way = Some(next);
                first = batch - first;
            }
        });
        Found { tree, solution }
    }

    /// The end of the game, if it is near enough to be known at a part of the cost of a search.
    fn solve(&self, edition: &Edition, position: &Position, clock: &Clock<'_>) -> Option<Solution> {
        /// Spaces to the centre, of both together, from which it is worth trying.
        const NEAR: i32 = 12;
        let left = |space: u8| i32::from(edition.track_length) - i32::from(space);
        if position.spaces.iter().map(|&space| left(space)).sum::<i32>() > NEAR {
            return None;
        }
        let nodes = self.settings.limits.iterations.map_or(u64::MAX, |iterations| iterations / 2);
        solve(edition, position, nodes, Some(&|| clock.is_over_in_part(4)))
    }
}

impl Agent for Mcts {
    fn new_game(&mut self, seed: u64, _seat: Player) {
        self.seed = seed;
        self.playouts = 0;
        self.tree = None;
    }

    fn choose(&mut self, edition: &Edition, position: &Position) -> ActionId {
        let actions = position.actions(edition);
        if actions.count() <= 1 {
            return actions.nth(0).unwrap_or(ActionId::ADVANCE);
        }
        let Found { tree, solution } = self.search(edition, position, false);
        let solved = solution.and_then(|solution| solution.line.first().copied());
        let action = solved.or_else(|| tree.best());
        self.tree = Some(tree);
        action.or_else(|| actions.nth(0)).unwrap_or(ActionId::ADVANCE)
    }

    fn analyse(
        &mut self,
        edition: &Edition,
        position: &Position,
        count: usize,
    ) -> Option<Vec<Line>> {
        let Found { tree, solution } = self.search(edition, position, true);
        let mut lines = tree.lines();
        self.tree = Some(tree);
        if let Some(solution) = solution
            && let Some(&action) = solution.line.first()
        {
            let visits = lines.iter().find(|line| line.action == action).map_or(0, |l| l.visits);
            lines.retain(|line| line.action != action);
            let sign = if position.mover == Player::First { 1 } else { -1 };
            lines.push(Line {
                action,
                value: f64::from(u8::from(solution.winner == position.mover)),
                margin: f64::from(sign * solution.margin),
                visits,
                pv: solution.line,
                exact: true,
            });
        }
        Line::sort(&mut lines);
        lines.truncate(count);
        Some(lines)
    }

    fn stop_when(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }
}
