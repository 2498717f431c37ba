//! The tree of the strong search: what was visited, how often, and what came of it.

use super::line::Line;
use super::placement::Sewing;
use super::worth::{Scale, Weights};
use crate::action::ActionId;
use crate::edition::Edition;
use crate::fits::Kernel;
use crate::position::{Player, Position};
use crate::quilt::Quilt;
use crate::simd::with_kernel;

/// Where a node is; the root is at 0.
pub(super) type At = usize;

/// What a playout came to, for player 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcome {
    /// What the search maximises, from 0 to 1: half who wins, half by how much.
    pub(super) value: f64,
    pub(super) win: f64,
    pub(super) margin: f64,
}

/// A margin at which its half of the value is three quarters.
const MARGIN_SCALE: f64 = 12.0;

impl Outcome {
    /// What a position that is over came to.
    pub(super) fn of(edition: &Edition, position: &Position) -> Self {
        let [first, second] = position.scores(edition);
        let margin = f64::from(first - second);
        let win = f64::from(u8::from(position.winner(edition) == Some(Player::First)));
        // A rational squash: the same on every platform, as no tanh is.
        let squashed = 0.5 + 0.5 * margin / (margin.abs() + MARGIN_SCALE);
        Self { value: 0.5 * win + 0.5 * squashed, win, margin }
    }
}

/// Sums over visits, the values for player 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) visits: u32,
    /// Visits under way, which count as lost until they are back.
    pending: u32,
    pub(super) sum: Outcome,
}

impl Tally {
    fn add(&mut self, outcome: Outcome) {
        self.visits += 1;
        self.pending = self.pending.saturating_sub(1);
        self.sum.value += outcome.value;
        self.sum.win += outcome.win;
        self.sum.margin += outcome.margin;
    }

    fn tries(&self) -> f64 {
        f64::from(self.visits + self.pending)
    }

    /// The mean value for `mover`, pending visits lost; `unvisited` without any.
    fn value(&self, mover: Player, unvisited: f64) -> f64 {
        if self.visits + self.pending == 0 {
            return unvisited;
        }
        let sum = match mover {
            Player::First => self.sum.value,
            Player::Second => f64::from(self.visits) - self.sum.value,
        };
        sum / self.tries()
    }
}

/// One action.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) action: ActionId,
    pub(super) child: Option<At>,
    pub(super) tally: Tally,
}

/// One purchase, with the places that are thought of; or an advance, or a special patch.
#[derive(Clone, Debug)]
pub(super) struct Group {
    prior: f64,
    pub(super) tally: Tally,
    /// The places looked at so far.
    pub(super) edges: Vec<Edge>,
    /// The next best ones, the best one last.
    further: Vec<ActionId>,
}

impl Group {
    /// The group of these actions, the best one first.
    fn new(prior: f64, actions: impl DoubleEndedIterator<Item = ActionId>) -> Self {
        let further = actions.rev().collect();
        Self { prior, tally: Tally::default(), edges: Vec::new(), further }
    }
}

/// One position.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) tally: Tally,
    /// Empty until the node is visited a second time.
    pub(super) groups: Vec<Group>,
}

/// What there is to choose how to widen and where to go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) weights: Weights,
    /// How much the unknown draws.
    pub(super) exploration: f64,
    /// A purchase with this many visits gets its second place, with 4 times as many its third.
    pub(super) widening: f64,
    /// Places of a purchase that are ever looked at.
    pub(super) places: usize,
}

/// A difference of worth at which the worse purchase is thought of a quarter as often.
const PRIOR_SCALE: f64 = 400.0;

/// A visit: from the root to a leaf, and what came of it.
pub(super) struct Leaf {
    /// The nodes on the way, with group and edge taken.
    way: Vec<(At, usize, usize)>,
    pub(super) position: Position,
    /// Is it visited a second time, so that what can be done there must be found?
    to_expand: bool,
    groups: Vec<Group>,
    pub(super) outcome: Outcome,
}

impl Leaf {
    pub(super) fn new(position: Position) -> Self {
        let (way, groups) = (Vec::new(), Vec::new());
        Self { way, position, to_expand: false, groups, outcome: Outcome::default() }
    }

    /// Finds what can be done there, if it is to be known.
    pub(super) fn expand(&mut self, edition: &Edition, shape: &Shape) {
        if self.to_expand && !self.position.is_over(edition) {
            self.groups = groups(edition, &self.position, shape);
        }
    }
}

pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    pub(super) fn new(position: Position) -> Self {
        Self { nodes: vec![Node::new(position)] }
    }

    pub(super) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// About how many bytes a node takes, with its share of groups and edges.
    pub(super) const NODE_BYTES: usize = size_of::<Node>() + 400;

    /// Finds what can be done at the root.
    pub(super) fn expand_root(&mut self, edition: &Edition, shape: &Shape) {
        let root = &mut self.nodes[0];
        if root.groups.is_empty() && !root.position.is_over(edition) {
            root.groups = groups(edition, &root.position, shape);
        }
    }

    /// Goes down to a leaf; the visit is pending from now on.
    pub(super) fn descend(
        &mut self,
        edition: &Edition,
        shape: &Shape,
        most_nodes: usize,
        leaf: &mut Leaf,
    ) {
        leaf.way.clear();
        leaf.groups.clear();
        let mut at = 0;
        loop {
            let grown = self.nodes.len();
            let node = &mut self.nodes[at];
            node.tally.pending += 1;
            let Some((group, edge)) = node.select(shape) else {
                leaf.position = node.position;
                leaf.to_expand = at == 0 || node.tally.visits > 0;
                return;
            };
            leaf.way.push((at, group, edge));
            let (position, taken) = (&node.position, &mut node.groups[group]);
            taken.tally.pending += 1;
            let taken = &mut taken.edges[edge];
            taken.tally.pending += 1;
            if let Some(child) = taken.child {
                at = child;
                continue;
            }
            leaf.position = *position;
            leaf.position.apply(edition, taken.action);
            leaf.to_expand = false;
            if grown < most_nodes {
                taken.child = Some(grown);
                self.nodes.push(Node::new(leaf.position));
                self.nodes[grown].tally.pending = 1;
            }
            return;
        }
    }

    /// Counts what came of a leaf on the way to it.
    pub(super) fn back_up(&mut self, leaf: &mut Leaf) {
        for &(at, group, edge) in &leaf.way {
            let node = &mut self.nodes[at];
            node.tally.add(leaf.outcome);
            let group = &mut node.groups[group];
            group.tally.add(leaf.outcome);
            group.edges[edge].tally.add(leaf.outcome);
        }
        let at = match leaf.way.last() {
            Some(&(at, group, edge)) => self.nodes[at].groups[group].edges[edge].child,
            None => Some(0),
        };
        if let Some(at) = at {
            let node = &mut self.nodes[at];
            node.tally.add(leaf.outcome);
            // Another visit of the same batch may have been faster.
            if node.groups.is_empty() {
                std::mem::swap(&mut node.groups, &mut leaf.groups);
            }
        }
    }

    /// The action to take at the root: of the purchase visited most, the place visited most.
    pub(super) fn best(&self) -> Option<ActionId> {
        let group = first_max(&self.root().groups, |group| group.tally.visits)?;
        Some(first_max(&group.edges, |edge| edge.tally.visits)?.action)
    }

    /// What the tree says of the actions at its root.
    pub(super) fn lines(&self) -> Vec<Line> {
        let root = self.root();
        let edges = root.groups.iter().flat_map(|group| &group.edges);
        let visited = edges.filter(|edge| edge.tally.visits > 0);
        visited.map(|edge| self.line(edge, root.position.mover)).collect()
    }

    fn line(&self, edge: &Edge, mover: Player) -> Line {
        let visits = f64::from(edge.tally.visits);
        let (win, margin) = (edge.tally.sum.win / visits, edge.tally.sum.margin / visits);
        let (value, margin) = match mover {
            Player::First => (win, margin),
            Player::Second => (1.0 - win, -margin),
        };
        let mut pv = vec![edge.action];
        let mut at = edge.child;
        while let Some(node) = at
            && let Some(group) = first_max(&self.nodes[node].groups, |group| group.tally.visits)
            && let Some(edge) = first_max(&group.edges, |edge| edge.tally.visits)
        {
            pv.push(edge.action);
            at = edge.child;
        }
        let visits = edge.tally.visits.into();
        Line { action: edge.action, value, margin, visits, pv, exact: false }
    }

    /// Makes the node of this position the root and drops what does not hang from it; false if
    /// the position is not within a few moves of the root.
    pub(super) fn move_root(&mut self, position: &Position) -> bool {
        /// A turn of ours, of theirs, special patches: no more moves lie between two choices of
        /// one player, but for long runs of one side, where little of the tree would be left.
        const MOST_MOVES: usize = 6;
        let mut level = vec![0];
        for _ in 0..=MOST_MOVES {
            if let Some(&found) = level.iter().find(|&&at| self.nodes[at].position == *position) {
                self.keep(found);
                return true;
            }
            level = level.iter().flat_map(|&at| self.children(at)).collect();
        }
        false
    }

    fn children(&self, at: At) -> impl Iterator<Item = At> {
        let edges = self.nodes[at].groups.iter().flat_map(|group| &group.edges);
        edges.filter_map(|edge| edge.child)
    }

    /// Keeps the node and what hangs from it, in the order of their making.
    fn keep(&mut self, root: At) {
        if root == 0 {
            return;
        }
        let mut to = vec![None; self.nodes.len()];
        to[root] = Some(0);
        let mut count = 1;
        // Children come after their parents.
        for at in root..self.nodes.len() {
            if to[at].is_some() {
                for child in self.children(at).collect::<Vec<_>>() {
                    to[child] = Some(count);
                    count += 1;
                }
            }
        }
        let mut kept: Vec<_> =
            self.nodes.drain(..).zip(&to).filter_map(|(node, &to)| Some((to?, node))).collect();
        kept.sort_unstable_by_key(|&(to, _)| to);
        self.nodes.extend(kept.into_iter().map(|(_, node)| node));
        for node in &mut self.nodes {
            for edge in node.groups.iter_mut().flat_map(|group| &mut group.edges) {
                edge.child = edge.child.and_then(|child| to[child]);
            }
        }
    }
}

impl Node {
    fn new(position: Position) -> Self {
        Self { position, tally: Tally::default(), groups: Vec::new() }
    }

    /// The group and the edge to follow: the purchase first, then its place.
    fn select(&mut self, shape: &Shape) -> Option<(usize, usize)> {
        let mover = self.position.mover;
        let reach = shape.exploration * self.tally.tries().sqrt();
        let unvisited = self.tally.value(mover, 0.5);
        let group = argmax(self.groups.iter().map(|group| {
            let tally = &group.tally;
            tally.value(mover, unvisited) + reach * group.prior / (1.0 + tally.tries())
        }))?;
        let chosen = &mut self.groups[group];
        let allowed = 1 + (f64::from(chosen.tally.visits) / shape.widening).sqrt() as usize;
        while chosen.edges.len() < allowed
            && let Some(action) = chosen.further.pop()
        {
            chosen.edges.push(Edge { action, child: None, tally: Tally::default() });
        }
        let reach = shape.exploration * chosen.tally.tries().sqrt();
        let unvisited = chosen.tally.value(mover, unvisited);
        let share = 1.0 / chosen.edges.len() as f64;
        let edge = argmax(chosen.edges.iter().map(|edge| {
            let tally = &edge.tally;
            tally.value(mover, unvisited) + reach * share / (1.0 + tally.tries())
        }))?;
        Some((group, edge))
    }
}

/// The first of those with the most.
fn first_max<T>(items: &[T], of: impl Fn(&T) -> u32) -> Option<&T> {
    items.iter().reduce(|best, item| if of(item) > of(best) { item } else { best })
}

/// The first of the greatest.
fn argmax(scores: impl Iterator<Item = f64>) -> Option<usize> {
    let mut best = None;
    for (at, score) in scores.enumerate() {
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((at, score));
        }
    }
    best.map(|(at, _)| at)
}

/// What can be done in a position, as far as it is thought of.
fn groups(edition: &Edition, position: &Position, shape: &Shape) -> Vec<Group> {
    with_kernel!(|kernel| groups_with(kernel, edition, position, shape))
}

#[inline(always)]
fn groups_with(
    kernel: impl Kernel,
    edition: &Edition,
    position: &Position,
    shape: &Shape,
) -> Vec<Group> {
    /// Placements whose contact is this much under the best one's are thought of.
    const SLACK: u32 = 2;
    let mover = position.mover.index();
    let free = !position.quilts[mover];
    let scale = Scale::new(edition, position, &shape.weights);
    if position.specials_owed > 0 {
        let mut spaces: Vec<_> = free
            .spaces()
            .map(|space| (-scale.quilt(position, Quilt::rectangle(1, 1).moved(space)), space))
            .collect();
        spaces.sort_unstable();
        spaces.truncate(shape.places);
        return vec![Group::new(1.0, spaces.iter().map(|&(_, space)| ActionId::special(space)))];
    }
    let mut worths = vec![scale.advance(position) + scale.quilt(position, Quilt::EMPTY)];
    let mut groups = vec![Group::new(0.0, std::iter::once(ActionId::ADVANCE))];
    let sewing = Sewing::new(edition, position, &scale, kernel);
    for (slot, purchase) in scale.purchases(position).into_iter().enumerate() {
        let Some(purchase) = purchase else { continue };
        let mut places = sewing.places(slot, SLACK);
        places.sort_unstable_by_key(|p| (std::cmp::Reverse(p.worth), p.action(slot)));
        places.truncate(shape.places);
        if let Some(best) = places.first() {
            worths.push(purchase + best.worth);
            groups.push(Group::new(0.0, places.iter().map(|place| place.action(slot))));
        }
    }
    let best = worths.iter().copied().max().unwrap_or(0);
    let mut total = 0.0;
    for (group, worth) in groups.iter_mut().zip(worths) {
        let behind = 1.0 + f64::from(best - worth) / PRIOR_SCALE;
        group.prior = 1.0 / (behind * behind);
        total += group.prior;
    }
    for group in &mut groups {
        group.prior /= total;
    }
    groups
}
