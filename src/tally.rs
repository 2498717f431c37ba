//! Sums over many games, exact and in any order the same, from which a summary is made.

use crate::simulate::Row;

/// What is summed up of each game.
pub const METRICS: [&str; 12] = [
    "win_0",
    "win_1",
    "first_win",
    "second_win",
    "level",
    "score_0",
    "score_1",
    "first_score",
    "second_score",
    "tile_0",
    "tile_1",
    "plies",
];

/// The values of [`METRICS`] for one game, or added up for two.
pub type Values = [i64; METRICS.len()];

impl Row {
    /// The values of [`METRICS`].
    #[inline]
    fn values(&self) -> Values {
        let starter = usize::from(self.starter & 1);
        let won = |agent: usize| i64::from(usize::from(self.winner) == agent);
        let tile = |agent: i8| i64::from(self.special_tile == agent);
        let score = |agent: usize| i64::from(self.scores[agent]);
        [
            won(0),
            won(1),
            won(starter),
            won(starter ^ 1),
            i64::from(self.scores[0] == self.scores[1]),
            score(0),
            score(1),
            score(starter),
            score(starter ^ 1),
            tile(0),
            tile(1),
            self.plies.into(),
        ]
    }
}

/// Sums and sums of squares over observations of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    /// The number of observations.
    pub count: u64,
    /// Of each metric.
    pub sum: [i128; METRICS.len()],
    /// Of each metric squared.
    pub squares: [i128; METRICS.len()],
}

impl Default for Sums {
    fn default() -> Self {
        Self { count: 0, sum: [0; METRICS.len()], squares: [0; METRICS.len()] }
    }
}

impl Sums {
    #[inline]
    fn add(&mut self, values: &Values) {
        self.count += 1;
        for (at, &value) in values.iter().enumerate() {
            self.sum[at] += i128::from(value);
            self.squares[at] += i128::from(value) * i128::from(value);
        }
    }

    /// What a damaged pickle holds may be too much to be added: it stays at the bound then.
    fn merge(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        for at in 0..METRICS.len() {
            self.sum[at] = self.sum[at].saturating_add(other.sum[at]);
            self.squares[at] = self.squares[at].saturating_add(other.squares[at]);
        }
    }
}

/// Sums over games. Where two games share a circle they are one observation: their values are
/// added before they are squared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games whose circle they have alone.
    pub singles: Sums,
    /// Pairs of games on one circle.
    pub pairs: Sums,
    /// Games of pairs whose other game has not been seen: index and values.
    pub halves: Vec<(u64, Values)>,
    /// How many pairs were won 0, 1 and 2 times by agent 0.
    pub pair_wins: [u64; 3],
    /// The fewest and the most plies of a game; (65535, 0) if there was none.
    pub length: (u16, u16),
}

impl Tally {
    /// No game.
    pub fn new() -> Self {
        Self { length: (u16::MAX, 0), ..Self::default() }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        let pairs = self.pairs.count.saturating_mul(2);
        self.singles.count.saturating_add(pairs).saturating_add(self.halves.len() as u64)
    }

    /// Adds game `index`, one of a pair or not.
    #[inline]
    pub fn add(&mut self, index: u64, row: &Row, paired: bool) {
        self.length = (self.length.0.min(row.plies), self.length.1.max(row.plies));
        let values = row.values();
        if paired { self.add_half(index, values) } else { self.singles.add(&values) }
    }

    /// Adds all games of another tally, none of which are in this one.
    pub fn merge(&mut self, other: &Self) {
        self.singles.merge(&other.singles);
        self.pairs.merge(&other.pairs);
        for at in 0..self.pair_wins.len() {
            self.pair_wins[at] = self.pair_wins[at].saturating_add(other.pair_wins[at]);
        }
        self.length = (self.length.0.min(other.length.0), self.length.1.max(other.length.1));
        for (index, values) in &other.halves {
            self.add_half(*index, *values);
        }
    }

    #[inline]
    fn add_half(&mut self, index: u64, values: Values) {
        // The other half came just before, if the games come in order.
        let Some(at) = self.halves.iter().rposition(|(other, _)| other ^ 1 == index) else {
            self.halves.push((index, values));
            return;
        };
        let (_, other) = self.halves.swap_remove(at);
        let both: Values =
            std::array::from_fn(|metric| values[metric].saturating_add(other[metric]));
        self.pairs.add(&both);
        self.pair_wins[both[0].clamp(0, 2) as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let row = |i: u64| Row {
            scores: [(i * 7 % 40) as i32 - 20, (i * 5 % 30) as i32 - 10],
            winner: i.is_multiple_of(3).into(),
            starter: (i % 2) as u8,
            special_tile: (i % 3) as i8 - 1,
            plies: (30 + i % 20) as u16,
        };
        let of = |range: std::ops::Range<u64>| {
            let mut tally = Tally::new();
            range.for_each(|i| tally.add(i, &row(i), true));
            tally
        };
        let whole = of(0..100);
        assert_eq!((whole.games(), whole.pairs.count), (100, 50));
        let mut parts = of(51..100);
        parts.merge(&of(0..17));
        parts.merge(&of(17..51));
        assert_eq!(parts, whole);
        assert_eq!(of(1..100).halves.len(), 1);
    }
}
