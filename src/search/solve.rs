//! Exact endgames: what a position is worth if both play best from here.
//!
//! A minimax search with alpha-beta windows and a table of positions. Two things make it go
//! further than that alone:
//!
//! - Free spaces on which no patch left in the circle could ever lie matter by their number alone.
//!   Positions that differ in nothing else are one entry of the table, and one branch.
//! - A player who only advances from now on can be told the least that comes of it; adding
//!   everything that could still be gained gives the most. A position whose bounds lie outside the
//!   window is not searched.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::action::ActionId;
use crate::edition::{Edition, FinalIncome};
use crate::position::{Player, Position};
use crate::quilt::Quilt;

/// What best play comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Points of player 0 less those of player 1.
    pub margin: i32,
    /// Who wins: on points, or level by who is first in the centre.
    pub winner: Player,
    /// Best play to the end: each side first sees to win, then to the margin.
    pub line: Vec<ActionId>,
    /// Positions looked at.
    pub nodes: u64,
}

/// The value of a position under best play, or `None` if more than `node_limit` positions would
/// have to be looked at, or `stop` says so.
///
/// ```
/// use patchwork::search::solve;
/// use patchwork::{Edition, State};
///
/// let state = State::new(Edition::named("revised").unwrap(), 7);
/// assert_eq!(solve(state.edition(), state.position(), 1_000, None), None);
/// ```
pub fn solve(
    edition: &Edition,
    position: &Position,
    node_limit: u64,
    stop: Option<&dyn Fn() -> bool>,
) -> Option<Solution> {
    let mut search = Search { edition, table: HashMap::new(), nodes: 0, node_limit, stop };
    let worst = Value::of_margin(-2 * edition.score_bound() - 1);
    let value = search.value(position, worst, worst.reversed())?;
    let line = search.line(*position, value)?;
    let end = line.iter().fold(*position, |mut position, &action| {
        position.apply(edition, action);
        position
    });
    let winner = end.winner(edition)?;
    Some(Solution { margin: value.margin(), winner, line, nodes: search.nodes })
}

/// An end for player 0: twice the margin, or 1 or -1 if that is 0, for who was first in the
/// centre. The greater one is the better one, and who wins shows in the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Value(i32);

impl Value {
    const fn of_margin(margin: i32) -> Self {
        Self(2 * margin)
    }

    const fn margin(self) -> i32 {
        self.0 / 2
    }

    const fn reversed(self) -> Self {
        Self(-self.0)
    }

    fn of_end(edition: &Edition, position: &Position) -> Self {
        let [first, second] = position.scores(edition);
        match (first - second, position.winner(edition)) {
            (0, Some(Player::First)) => Self(1),
            (0, _) => Self(-1),
            (margin, _) => Self::of_margin(margin),
        }
    }
}

/// What is known of a position: its value is from the first to the second.
type Bounds = (Value, Value);

/// Positions that the table keeps: some 200 MB.
const MOST_ENTRIES: usize = 1 << 22;

struct Search<'s> {
    edition: &'s Edition,
    table: HashMap<u128, Bounds>,
    nodes: u64,
    node_limit: u64,
    stop: Option<&'s dyn Fn() -> bool>,
}

impl Search<'_> {
    /// The value if it lies between `low` and `high`, else a bound on that side; `None` if the
    /// limit is met.
    fn value(&mut self, position: &Position, low: Value, high: Value) -> Option<Value> {
        if position.is_over(self.edition) {
            return Some(Value::of_end(self.edition, position));
        }
        let futures = Player::BOTH.map(|player| Future::of(self.edition, position, player));
        let mut least = Value::of_margin(futures[0].least - futures[1].most - 1);
        let mut most = Value::of_margin(futures[0].most - futures[1].least + 1);
        let key = key(self.edition, position, &futures);
        if let Some(&(known_least, known_most)) = self.table.get(&key) {
            (least, most) = (least.max(known_least), most.min(known_most));
        }
        if least >= high || least == most {
            return Some(least);
        }
        if most <= low {
            return Some(most);
        }
        let (mut low, mut high) = (low.max(least), high.min(most));
        let window = (low, high);
        let first = position.mover == Player::First;
        let mut best = None;
        for (_, child) in self.children(position)? {
            let value = self.value(&child, low, high)?;
            if best.is_none_or(|best| if first { value > best } else { value < best }) {
                best = Some(value);
            }
            if first {
                low = low.max(value);
            } else {
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        let value = best?;
        if value >= window.1 {
            least = least.max(value);
        } else if value <= window.0 {
            most = most.min(value);
        } else {
            (least, most) = (value, value);
        }
        if self.table.len() < MOST_ENTRIES && self.table.try_reserve(1).is_ok() {
            self.table.insert(key, (least, most));
        }
        Some(value)
    }

    /// The actions with what they lead to, promising ones first; of those that lead to the same
    /// but for spaces that no longer matter, one.
    fn children(&mut self, position: &Position) -> Option<Vec<(ActionId, Position)>> {
        /// Positions between two questions whether to stop.
        const ASK_EVERY: u64 = 256;
        let mut children = Vec::new();
        let asked_at = self.nodes / ASK_EVERY;
        let actions = position.actions(self.edition);
        self.nodes += u64::from(actions.count());
        let asked = self.nodes / ASK_EVERY > asked_at && self.stop.is_some_and(|stop| stop());
        if self.nodes > self.node_limit || asked {
            return None;
        }
        actions.for_each(|action| {
            let mut child = *position;
            child.apply(self.edition, action);
            let futures = Player::BOTH.map(|player| Future::of(self.edition, &child, player));
            let mover = position.mover.index();
            let promise = futures[mover].least - futures[1 - mover].least;
            let key = key(self.edition, &child, &futures);
            children.push((std::cmp::Reverse(promise), action, key, child));
        });
        children.sort_unstable_by_key(|&(promise, action, ..)| (promise, action));
        let mut seen = std::collections::HashSet::new();
        children.retain(|&(_, _, key, _)| seen.insert(key));
        Some(children.into_iter().map(|(_, action, _, child)| (action, child)).collect())
    }

    /// Play that keeps this value, to the end.
    fn line(&mut self, mut position: Position, value: Value) -> Option<Vec<ActionId>> {
        let mut line = Vec::new();
        while !position.is_over(self.edition) {
            let (below, above) = (Value(value.0 - 1), Value(value.0 + 1));
            let mut keeping = None;
            for (action, child) in self.children(&position)? {
                if self.value(&child, below, above)? == value {
                    keeping = Some((action, child));
                    break;
                }
            }
            let (action, child) = keeping?;
            line.push(action);
            position = child;
        }
        Some(line)
    }
}

/// What can still become of a player.
struct Future {
    /// Free spaces on which a patch could still come to lie.
    open: Quilt,
    /// Could the player still cover the square of the special tile?
    tile: bool,
    /// The final score is at least this and at most that.
    least: i32,
    most: i32,
}

impl Future {
    fn of(edition: &Edition, position: &Position, player: Player) -> Self {
        let at = player.index();
        let length = usize::from(edition.track_length);
        let space = usize::from(position.spaces[at]);
        let free = !position.quilts[at];
        let incomes = &edition.track.incomes;
        let payments = i32::from(incomes[length] - incomes[space]);
        let advances = (length - space) as i32;
        let scored = i32::from(edition.final_income == FinalIncome::Scored);
        let income = i32::from(position.incomes[at]);
        // Who only advances gets this; a special patch can only add to it.
        let least = position.scores(edition)[at] + advances + payments * income
            - if space == length { 0 } else { -scored * income };

        let (mut open, mut incomes_left) = (Quilt::EMPTY, 0);
        let (mut size, mut affordable) = (0, Vec::new());
        if advances > 0 {
            for index in position.circle.patches() {
                let patch = &edition.patches[usize::from(index)];
                incomes_left += i32::from(patch.income);
                affordable.push(patch);
            }
            let buttons = position.buttons[at] + advances + payments * (income + incomes_left);
            affordable.retain(|patch| patch.button_cost <= buttons);
            incomes_left = 0;
            for patch in affordable {
                let mut fits = false;
                for (_, orientation) in patch.orientations() {
                    let cells = orientation.cells();
                    let mut anchors = orientation.anchors().bits();
                    for space in cells.spaces() {
                        anchors &= free.bits() >> space;
                    }
                    for space in cells.spaces() {
                        open = open | Quilt::from_low_bits(anchors << space);
                    }
                    fits |= anchors != 0;
                }
                if fits {
                    incomes_left += i32::from(patch.income);
                    size += patch.size() as i32;
                }
            }
        }
        let owes = position.mover == player && position.specials_owed > 0;
        let specials = position.specials.count_ones() as i32
            + if owes { i32::from(position.specials_owed) } else { 0 };
        let covered = (size.min(open.count() as i32) + specials).min(free.count() as i32);
        let tile = edition.special_tile.filter(|tile| {
            let side = u32::from(tile.side);
            let could = position.quilts[at].count() as i32 + covered;
            position.tile_owner.is_none() && could >= (side * side) as i32 && (covered > 0)
        });
        let most = least
            + (payments + scored) * incomes_left
            + edition.empty_space_penalty * covered
            + tile.map_or(0, |tile| tile.points.max(0));
        Self {
            open,
            tile: tile.is_some(),
            least: least + tile.map_or(0, |t| t.points.min(0)),
            most,
        }
    }
}

/// A number of 128 bits for all that matters of a position: two different ones have the same with
/// a chance that can be neglected.
fn key(edition: &Edition, position: &Position, futures: &[Future; 2]) -> u128 {
    let half = |half: u8| {
        let mut hasher = DefaultHasher::new();
        half.hash(&mut hasher);
        for (at, future) in futures.iter().enumerate() {
            if future.tile {
                position.quilts[at].hash(&mut hasher);
            } else {
                (future.open, position.quilts[at].count()).hash(&mut hasher);
            }
            let length = edition.track_length;
            // Without a move to come buttons and free spaces are points alike; they stay apart,
            // which costs little.
            (position.spaces[at] == length, future.tile).hash(&mut hasher);
        }
        (position.circle, position.buttons, position.incomes, position.spaces).hash(&mut hasher);
        let owner = position.tile_owner.map(Player::index);
        let first = position.first_finisher.map(Player::index);
        (position.mover, position.specials, position.specials_owed, owner, first).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    /// Every action, to the end, and no cleverness.
    fn brute(edition: &Edition, position: &Position, left: &mut u32) -> Option<Value> {
        if position.is_over(edition) {
            return Some(Value::of_end(edition, position));
        }
        *left = left.checked_sub(1)?;
        let mut values = Vec::new();
        for action in position.actions(edition).to_vec() {
            let mut child = *position;
            child.apply(edition, action);
            values.push(brute(edition, &child, left)?);
        }
        match position.mover {
            Player::First => values.into_iter().max(),
            Player::Second => values.into_iter().min(),
        }
    }

    /// Ends of random games, from where brute force can solve them.
    fn endings(name: &str, seeds: std::ops::Range<u64>, most: u32) -> Vec<(Position, Value)> {
        let edition = Edition::named(name).unwrap();
        let mut endings = Vec::new();
        for seed in seeds {
            let mut stream = Stream::new(seed, 3);
            let mut position = Position::shuffled(&edition, Player::First, &mut stream);
            let mut game = Vec::new();
            while !position.is_over(&edition) {
                game.push(position);
                let actions = position.actions(&edition);
                let drawn = stream.below(actions.count().into()) as u32;
                position.apply(&edition, actions.nth(drawn).unwrap());
            }
            for position in game.iter().rev().take(12) {
                match brute(&edition, position, &mut most.clone()) {
                    Some(value) => endings.push((*position, value)),
                    None => break,
                }
            }
        }
        endings
    }

    fn agrees_with_brute_force(name: &str, seeds: std::ops::Range<u64>, most: u32) {
        let edition = Edition::named(name).unwrap();
        let endings = endings(name, seeds, most);
        assert!(endings.len() > 60, "{}", endings.len());
        for (position, value) in endings {
            let solution = solve(&edition, &position, u64::MAX, None).unwrap();
            assert_eq!(solution.margin, value.margin());
            assert_eq!(solution.winner == Player::First, value.0 > 0);
            let mut end = position;
            for action in solution.line {
                assert!(end.actions(&edition).contains(action));
                end.apply(&edition, action);
            }
            assert!(end.is_over(&edition));
            assert_eq!(Value::of_end(&edition, &end), value);
        }
    }

    #[test]
    fn small_endings_are_solved_as_brute_force_does() {
        agrees_with_brute_force("original", 0..20, 20_000);
        agrees_with_brute_force("sve", 20..40, 20_000);
    }

    #[test]
    #[ignore = "the longer suite"]
    fn larger_endings_are_solved_as_brute_force_does() {
        agrees_with_brute_force("revised", 0..100, 1_000_000);
        agrees_with_brute_force("sve", 100..200, 1_000_000);
    }

    #[test]
    fn a_limit_that_is_met_gives_nothing() {
        let edition = Edition::named("revised").unwrap();
        let start = Position::shuffled(&edition, Player::First, &mut Stream::new(1, 0));
        assert_eq!(solve(&edition, &start, 1_000, None), None);
    }
}
