//! The plain published method, as the measure that others are held against.
//!
//! UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo Planning", 2006): UCB1 over all legal
//! actions, each tried once before any a second time, in a random order; one new node an iteration;
//! uniformly random playouts; a win counts 1, a loss 0; the action visited most is taken. Nothing
//! is kept from one move to the next.

use super::agent::{Agent, Stop};
use super::limits::{Clock, Limits, affordable};
use super::line::Line;
use crate::action::ActionId;
use crate::edition::Edition;
use crate::position::{Player, Position};
use crate::random::Stream;

/// The constant of UCB1 for values from 0 to 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// What the agent can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct UctSettings {
    pub(super) limits: Limits,
    /// Mebibytes of tree.
    pub(super) memory: usize,
}

/// The agent.
pub(super) struct Uct {
    settings: UctSettings,
    /// What the order of untried actions is drawn from.
    order: Stream,
    /// What playouts are drawn from, one stream a player.
    playouts: [Stream; 2],
    /// Untried actions that nodes have listed in this search.
    listed: usize,
    stop: Option<Stop>,
}

struct Node {
    action: ActionId,
    /// Who took the action that leads here: whose wins these are.
    player: Player,
    visits: u32,
    wins: u32,
    /// Points that this player had more at the end, summed.
    margin: i64,
    /// In a random order; `None` until the node is visited a second time.
    untried: Option<Vec<ActionId>>,
    children: Vec<usize>,
}

impl Node {
    fn new(action: ActionId, player: Player) -> Self {
        Self { action, player, visits: 0, wins: 0, margin: 0, untried: None, children: Vec::new() }
    }
}

fn streams(seed: u64) -> [Stream; 3] {
    [0, 1, 2].map(|number| Stream::new(seed, number))
}

impl Uct {
    pub(super) fn new(settings: UctSettings) -> Self {
        let [order, first, second] = streams(0);
        Self { settings, order, playouts: [first, second], listed: 0, stop: None }
    }

    /// A tree of as many iterations as there may be; its root is node 0.
    fn search(&mut self, edition: &Edition, position: &Position) -> Vec<Node> {
        /// A node, with its place among the children of another.
        const NODE_BYTES: usize = 2 * size_of::<Node>() + 2 * size_of::<usize>();
        let mut nodes = vec![Node::new(ActionId::ADVANCE, position.mover.opponent())];
        let stop = self.stop.clone();
        let mut clock = Clock::start(self.settings.limits, stop.as_ref());
        self.listed = 0;
        let most_bytes = affordable(self.settings.memory);
        while clock.left(nodes[0].visits.into()) > 0 && (nodes[0].visits == 0 || !clock.is_over()) {
            let bytes = nodes.len() * NODE_BYTES + self.listed * size_of::<ActionId>();
            let room = bytes < most_bytes;
            self.iterate(&mut nodes, edition, *position, room);
        }
        nodes
    }

    /// One iteration: down the tree, one node more, a random game, and back up.
    fn iterate(
        &mut self,
        nodes: &mut Vec<Node>,
        edition: &Edition,
        mut position: Position,
        room: bool,
    ) {
        let mut way = vec![0];
        let mut at = 0;
        while !position.is_over(edition) && (at == 0 || nodes[at].visits > 0) {
            let player = position.mover;
            if nodes[at].untried.is_none() {
                if !room {
                    break;
                }
                let mut actions = position.actions(edition).to_vec();
                self.order.shuffle(&mut actions);
                self.listed += actions.len();
                nodes[at].untried = Some(actions);
            }
            let untried = nodes[at].untried.as_mut().filter(|_| room).and_then(Vec::pop);
            let next = match untried {
                Some(action) => {
                    nodes.push(Node::new(action, player));
                    let child = nodes.len() - 1;
                    nodes[at].children.push(child);
                    child
                }
                None => match self.best_child(nodes, at) {
                    Some(child) => child,
                    None => break,
                },
            };
            position.apply(edition, nodes[next].action);
            way.push(next);
            at = next;
        }
        position.play_out(edition, &mut self.playouts, &mut |_| {});
        let (winner, scores) = (position.winner(edition), position.scores(edition));
        for at in way {
            nodes[at].visits += 1;
            let player = nodes[at].player;
            nodes[at].wins += u32::from(winner == Some(player));
            nodes[at].margin +=
                i64::from(scores[player.index()] - scores[player.opponent().index()]);
        }
    }

    fn best_child(&self, nodes: &[Node], at: usize) -> Option<usize> {
        let log = libm::log(f64::from(nodes[at].visits));
        let bound = |child: usize| {
            let (visits, wins) = (f64::from(nodes[child].visits), f64::from(nodes[child].wins));
            wins / visits + EXPLORATION * (log / visits).sqrt()
        };
        let children = nodes[at].children.iter().copied();
        children.max_by(|&a, &b| bound(a).total_cmp(&bound(b)))
    }
}

fn most_visited(nodes: &[Node], at: usize) -> Option<usize> {
    let children = nodes[at].children.iter().copied();
    children.max_by_key(|&child| (nodes[child].visits, nodes[child].wins))
}

impl Agent for Uct {
    fn new_game(&mut self, seed: u64, _seat: Player) {
        let [order, first, second] = streams(seed);
        (self.order, self.playouts) = (order, [first, second]);
    }

    fn choose(&mut self, edition: &Edition, position: &Position) -> ActionId {
        let actions = position.actions(edition);
        if actions.count() <= 1 {
            return actions.nth(0).unwrap_or(ActionId::ADVANCE);
        }
        let nodes = self.search(edition, position);
        most_visited(&nodes, 0).map_or(ActionId::ADVANCE, |child| nodes[child].action)
    }

    fn analyse(
        &mut self,
        edition: &Edition,
        position: &Position,
        count: usize,
    ) -> Option<Vec<Line>> {
        let nodes = self.search(edition, position);
        let mut lines = Vec::new();
        for &child in &nodes[0].children {
            let (node, mut pv, mut at) = (&nodes[child], Vec::new(), Some(child));
            while let Some(next) = at {
                pv.push(nodes[next].action);
                at = most_visited(&nodes, next);
            }
            let visits = f64::from(node.visits);
            lines.push(Line {
                action: node.action,
                value: f64::from(node.wins) / visits,
                margin: node.margin as f64 / visits,
                visits: node.visits.into(),
                pv,
                exact: false,
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
