//! The strong agent: a tree search over purchases, each put at its best few places.

use super::agent::{Agent, Stop};
use super::limits::{Clock, Limits};
use super::playout::Policy;
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
    pub(super) limits: Limits,
    pub(super) threads: usize,
    /// Mebibytes of tree that a long search keeps.
    pub(super) memory: usize,
}

impl MctsSettings {
    /// Playouts under way at a time, which know nothing of each other.
    ///
    /// With a limit in iterations it depends on that alone, so that the threads change nothing; the
    /// fewer the iterations the more each must know.
    fn batch(&self) -> usize {
        match self.limits.iterations {
            Some(iterations) => (iterations / 64).clamp(1, 16) as usize,
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

    fn search(&mut self, edition: &Edition, position: &Position) -> &Tree {
        let kept = self.tree.take().and_then(|mut tree| tree.move_root(position).then_some(tree));
        let mut tree = kept.unwrap_or_else(|| Tree::new(*position));
        let most_nodes = (self.settings.memory << 20) / Tree::NODE_BYTES;
        let mut clock = Clock::start(self.settings.limits, self.stop.as_ref());
        let batch = self.settings.batch();
        let job = || Job { leaf: Leaf::new(*position), stream: 0 };
        let jobs = std::iter::repeat_with(job).take(batch).collect();
        let (shape, policy, seed) = (&self.shape, &self.policy, self.seed);
        let evaluate = |job: &mut Job| {
            job.leaf.expand(edition, shape);
            let mut end = job.leaf.position;
            policy.play_out(edition, &mut end, &mut Stream::new(seed, job.stream));
            job.leaf.outcome = Outcome::of(edition, &end);
        };
        Team::with(jobs, self.settings.threads, evaluate, |team, run| {
            loop {
                let visits = u64::from(tree.root().tally.visits);
                let count = clock.left(visits).min(batch as u64) as usize;
                if count == 0 || visits > 0 && clock.is_over() {
                    break;
                }
                for at in 0..count {
                    let mut job = team.job(at);
                    tree.descend(edition, shape, most_nodes, &mut job.leaf);
                    job.stream = self.playouts;
                    self.playouts += 1;
                }
                run(count);
                for at in 0..count {
                    tree.back_up(&mut team.job(at).leaf);
                }
            }
        });
        self.tree.insert(tree)
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
        let root = self.search(edition, position).root();
        let group = root.groups.iter().max_by_key(|group| group.tally.visits);
        let edges = group.map_or(&[][..], |group| &group.edges);
        let edge = edges.iter().max_by_key(|edge| edge.tally.visits);
        edge.map(|edge| edge.action).or_else(|| actions.nth(0)).unwrap_or(ActionId::ADVANCE)
    }

    fn stop_when(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }
}
