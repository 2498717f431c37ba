//! The strong agent: a tree search over purchases, each put at its best few places.

use super::agent::{Agent, Stop};
use super::limits::{Clock, Limits};
use super::playout::Policy;
use super::tree::{Outcome, Shape, Tree, Way};
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

/// A leaf to be played out.
struct Job {
    way: Way,
    position: Position,
    stream: u64,
    outcome: Outcome,
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
        // The size of a batch depends on the limit alone, so that the threads change nothing.
        let batch = 1;
        let mut jobs: Vec<Job> = (0..batch)
            .map(|_| Job {
                way: Way::new(),
                position: *position,
                stream: 0,
                outcome: Outcome::default(),
            })
            .collect();
        loop {
            let visits = u64::from(tree.root().tally.visits);
            let count = clock.left(visits).min(batch) as usize;
            if count == 0 || visits > 0 && clock.is_over() {
                break;
            }
            for job in &mut jobs[..count] {
                job.position = tree.descend(edition, &self.shape, most_nodes, &mut job.way);
                job.stream = self.playouts;
                self.playouts += 1;
            }
            for job in &mut jobs[..count] {
                let mut stream = Stream::new(self.seed, job.stream);
                self.policy.play_out(edition, &mut job.position, &mut stream);
                job.outcome = Outcome::of(edition, &job.position);
            }
            for job in &jobs[..count] {
                tree.back_up(&job.way, job.outcome);
            }
        }
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
