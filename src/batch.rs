//! Many games stepped at once, for learners: arrays in, arrays out, on all cores.

use std::collections::TryReserveError;
use std::sync::Arc;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::action::ActionId;
use crate::action_set::ActionSet;
use crate::buffers::{Buffers, End, Row};
use crate::edition::Edition;
use crate::observation::Observer;
use crate::position::{Player, Position};
use crate::random::{Stream, derived_seed};
use crate::state::State;

/// The most games in a batch.
pub const MAX_GAMES: usize = 1 << 20;

/// Games that are stepped together. One that ends is followed by a new one at once.
///
/// The circles of game `i` and what [`Batch::sample`] draws for it depend on the seed and `i`
/// alone, whatever the other games and the threads do.
///
/// ```
/// use patchwork::{ActionId, Arrays, Batch, Edition};
///
/// let mut batch = Batch::new(Edition::named("revised").unwrap(), None, 2, Some(1)).unwrap();
/// let mut arrays = Arrays::new(batch.edition(), batch.len());
/// batch.reset(7, arrays.buffers()).unwrap();
/// batch.step(&[ActionId::ADVANCE; 2], arrays.buffers()).unwrap();
/// assert_eq!(arrays.to_move, [1, 1]);
/// assert_eq!(batch.state(0).unwrap().spaces(), [1, 0]);
/// ```
pub struct Batch {
    edition: Arc<Edition>,
    observer: Observer,
    /// Where every game starts, if not with a circle of its own.
    start: Option<Position>,
    games: Vec<Game>,
    crew: Crew,
}

struct Game {
    position: Position,
    actions: ActionSet,
    circles: Stream,
    dice: Stream,
}

/// Why a batch cannot do what it is asked.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// None or too many games.
    #[error("the number of games must be from 1 to {MAX_GAMES}, not {0}")]
    Games(usize),
    /// A start of another edition, or a game that is over.
    #[error("a batch starts with a game of edition {edition} that is not over, not with {start}")]
    Start {
        /// The batch's edition.
        edition: String,
        /// What was given.
        start: String,
    },
    /// An array of another length than the games need.
    #[error("{name} must have {wanted} entries, not {found}")]
    Length {
        /// Which array.
        name: &'static str,
        /// The length that is needed.
        wanted: usize,
        /// The length that it has.
        found: usize,
    },
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] TryReserveError),
    /// The system gives no threads.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
}

impl Batch {
    /// A batch of `games` games of an edition, each with a random circle, or all from `start`.
    /// `threads` is as many as the machine has cores if not given.
    ///
    /// # Errors
    /// No game or more than [`MAX_GAMES`]; a start of another edition, or one that is over.
    pub fn new(
        edition: Arc<Edition>,
        start: Option<&State>,
        games: usize,
        threads: Option<usize>,
    ) -> Result<Self, BatchError> {
        if games == 0 || games > MAX_GAMES {
            return Err(BatchError::Games(games));
        }
        if let Some(start) = start.filter(|s| *s.edition() != edition || s.is_over()) {
            let (edition, start) = (edition.tag(), start.to_string());
            return Err(BatchError::Start { edition, start });
        }
        let start = start.map(|state| *state.position());
        let mut made = Vec::new();
        made.try_reserve_exact(games)?;
        made.extend((0..games).map(|at| Game::new(&edition, start.as_ref(), 0, at)));
        let observer = Observer::new(Arc::clone(&edition));
        Ok(Self { edition, observer, start, games: made, crew: Crew::new(threads) })
    }

    /// Number of games.
    #[expect(clippy::len_without_is_empty, reason = "a batch is never empty")]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// The edition that is played.
    pub fn edition(&self) -> &Arc<Edition> {
        &self.edition
    }

    /// The most threads that it uses.
    pub fn threads(&self) -> usize {
        self.crew.threads
    }

    /// The game with this number as it stands.
    pub fn state(&self, game: usize) -> Option<State> {
        let game = self.games.get(game)?;
        Some(State::from_parts(Arc::clone(&self.edition), game.position))
    }

    /// Starts all games anew.
    ///
    /// # Errors
    /// An array has another length than these games need; nothing has changed then.
    pub fn reset(&mut self, seed: u64, buffers: Buffers<'_>) -> Result<(), BatchError> {
        buffers.check(&self.edition, self.len())?;
        let (edition, observer) = (&*self.edition, &self.observer);
        let start = self.start.as_ref();
        self.crew.share(&mut self.games, buffers, &|at, game, row| {
            *game = Game::new(edition, start, seed, at);
            row.ended(None);
            row.scores.fill(0);
            game.show(observer, row);
        })
    }

    /// Takes one action in every game. One that is not legal ends its game as a loss for who
    /// took it, and touches no other.
    ///
    /// # Errors
    /// There are more or fewer actions than games, or an array has another length than they need;
    /// nothing has changed then.
    pub fn step(&mut self, actions: &[ActionId], buffers: Buffers<'_>) -> Result<(), BatchError> {
        let (wanted, found) = (self.len(), actions.len());
        if wanted != found {
            return Err(BatchError::Length { name: "actions", wanted, found });
        }
        buffers.check(&self.edition, self.len())?;
        let (edition, observer) = (&*self.edition, &self.observer);
        let start = self.start.as_ref();
        self.crew.share(&mut self.games, buffers, &|at, game, row| {
            let end = game.step(edition, actions[at]);
            row.ended(end.as_ref());
            if end.is_some() {
                game.begin(edition, start);
            }
            game.show(observer, row);
        })
    }

    /// One uniformly random legal action for every game.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn sample(&mut self) -> Result<Vec<ActionId>, BatchError> {
        if self.crew.threads == 1 || self.len() <= GRAIN {
            return Ok(self.games.iter_mut().map(Game::sample).collect());
        }
        let (pool, games) = (self.crew.pool()?, &mut self.games);
        let drawn = games.par_iter_mut().with_min_len(GRAIN).map(Game::sample);
        Ok(pool.install(|| drawn.collect()))
    }
}

impl Game {
    fn new(edition: &Edition, start: Option<&Position>, seed: u64, number: usize) -> Self {
        let number = number as u64;
        let mut circles = Stream::new(seed, number);
        let dice = Stream::new(derived_seed(seed, number, 1), number);
        let position = Self::start(edition, start, &mut circles);
        Self { position, actions: position.actions(edition), circles, dice }
    }

    /// The given start, or one with the circle of the next seed that `circles` gives.
    fn start(edition: &Edition, start: Option<&Position>, circles: &mut Stream) -> Position {
        start.copied().unwrap_or_else(|| {
            let seed = circles.next_u64();
            Position::shuffled(edition, Player::First, &mut Stream::new(seed, 0))
        })
    }

    fn begin(&mut self, edition: &Edition, start: Option<&Position>) {
        self.position = Self::start(edition, start, &mut self.circles);
        self.actions = self.position.actions(edition);
    }

    /// Takes an action; gives the end if that ended the game.
    fn step(&mut self, edition: &Edition, action: ActionId) -> Option<End> {
        if !self.actions.contains(action) {
            let winner = self.position.mover.opponent();
            return Some(End { winner, scores: self.position.scores(edition), illegal: true });
        }
        self.position.apply(edition, action);
        self.actions = self.position.actions(edition);
        let winner = self.position.winner(edition)?;
        Some(End { winner, scores: self.position.scores(edition), illegal: false })
    }

    fn sample(&mut self) -> ActionId {
        let count = self.actions.count();
        let drawn = self.dice.below(count.into()) as u32;
        // A game that is not over has a legal action.
        self.actions.nth(drawn).unwrap_or(ActionId::ADVANCE)
    }

    fn show(&self, observer: &Observer, row: &mut Row<'_>) {
        *row.to_move = self.position.mover.index() as i8;
        self.actions.write_mask(row.mask);
        observer.write(&self.position, self.position.mover, row.observation);
    }
}

/// The threads of a batch, made when first needed, and again in a forked child, which has none.
struct Crew {
    threads: usize,
    pool: Option<(u32, ThreadPool)>,
}

/// Fewer games are not worth waking a thread for.
const GRAIN: usize = 32;

impl Crew {
    fn new(threads: Option<usize>) -> Self {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Self { threads: threads.unwrap_or_else(cores).max(1), pool: None }
    }

    /// Does `work` for every game with its number and its row.
    fn share(
        &mut self,
        games: &mut [Game],
        buffers: Buffers<'_>,
        work: &(impl Fn(usize, &mut Game, &mut Row<'_>) + Sync),
    ) -> Result<(), BatchError> {
        // Several parts a thread, so that none waits for another that was held up.
        let grain = games.len().div_ceil(4 * self.threads).max(GRAIN);
        if self.threads == 1 || games.len() <= grain {
            halve(0, games, buffers, games.len(), work);
        } else {
            self.pool()?.install(|| halve(0, games, buffers, grain, work));
        }
        Ok(())
    }

    fn pool(&mut self) -> Result<&ThreadPool, BatchError> {
        let process = std::process::id();
        if self.pool.as_ref().is_some_and(|(owner, _)| *owner != process) {
            // The threads are the parent's; without them the pool cannot even be shut down.
            std::mem::forget(self.pool.take());
        }
        let pool = match self.pool.take() {
            Some((_, pool)) => pool,
            None => ThreadPoolBuilder::new().num_threads(self.threads).build()?,
        };
        Ok(&self.pool.insert((process, pool)).1)
    }
}

/// Does `work` for all games, of which `first` is the first one's number, in parts of at most
/// `grain`.
fn halve(
    first: usize,
    games: &mut [Game],
    buffers: Buffers<'_>,
    grain: usize,
    work: &(impl Fn(usize, &mut Game, &mut Row<'_>) + Sync),
) {
    let n = games.len();
    if n <= grain {
        for ((at, game), mut row) in (first..).zip(games).zip(buffers.rows(n)) {
            work(at, game, &mut row);
        }
        return;
    }
    let middle = n / 2;
    let (games, more_games) = games.split_at_mut(middle);
    let (buffers, more_buffers) = buffers.split_at(middle, n);
    rayon::join(
        || halve(first, games, buffers, grain, work),
        || halve(first + middle, more_games, more_buffers, grain, work),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::ACTIONS;
    use crate::buffers::Arrays;

    fn batch(games: usize, threads: usize) -> (Batch, Arrays) {
        let edition = Edition::named("revised").unwrap();
        let mut batch = Batch::new(edition, None, games, Some(threads)).unwrap();
        let mut arrays = Arrays::new(batch.edition(), batch.len());
        batch.reset(5, arrays.buffers()).unwrap();
        (batch, arrays)
    }

    /// Steps all games with sampled actions and holds every row to the rules.
    #[test]
    fn every_row_says_what_the_rules_say() {
        let (mut batch, mut arrays) = batch(100, 2);
        let length = batch.edition().observation_length();
        let mut ended = 0;
        for _ in 0..150 {
            let before: Vec<State> = (0..100).map(|at| batch.state(at).unwrap()).collect();
            let actions = batch.sample().unwrap();
            batch.step(&actions, arrays.buffers()).unwrap();
            for at in 0..100 {
                let (after, now) = (before[at].after(actions[at]).unwrap(), batch.state(at));
                let now = now.unwrap();
                assert_eq!(arrays.done[at], after.is_over());
                let rewards = &arrays.rewards[2 * at..2 * at + 2];
                if let Some(winner) = after.winner() {
                    ended += 1;
                    assert_eq!(arrays.scores[2 * at..2 * at + 2], after.scores());
                    assert_eq!(rewards[winner.index()], 1.0);
                    assert_eq!(rewards[winner.opponent().index()], -1.0);
                    assert_eq!((now.spaces(), now.buttons()), ([0, 0], [5, 5]));
                } else {
                    assert_eq!((rewards, now.clone()), ([0.0; 2].as_slice(), after));
                }
                let mover = now.to_move().unwrap();
                assert_eq!(arrays.to_move[at] as usize, mover.index());
                let seen = &arrays.observations[at * length..(at + 1) * length];
                assert_eq!(seen, now.observation(mover));
                let mut mask = [false; ACTIONS];
                now.actions().write_mask(&mut mask);
                assert_eq!(arrays.masks[at * ACTIONS..(at + 1) * ACTIONS], mask);
            }
        }
        assert!(ended > 200 && !arrays.illegal.contains(&true));
    }

    #[test]
    fn a_game_depends_on_the_seed_and_its_number_alone() {
        let (mut small, mut few) = batch(40, 1);
        let (mut large, mut many) = batch(300, 2);
        for _ in 0..100 {
            let (some, all) = (small.sample().unwrap(), large.sample().unwrap());
            assert_eq!(some, all[..40]);
            small.step(&some, few.buffers()).unwrap();
            large.step(&all, many.buffers()).unwrap();
            assert_eq!(few.observations, many.observations[..few.observations.len()]);
        }
    }

    #[test]
    fn an_illegal_action_loses_its_game_and_touches_no_other() {
        let (mut batch, mut arrays) = batch(3, 1);
        let untouched = batch.state(2).unwrap().after(ActionId::ADVANCE).unwrap();
        batch
            .step(&[ActionId::ADVANCE, ActionId::special(0), ActionId::ADVANCE], arrays.buffers())
            .unwrap();
        assert_eq!(
            (&arrays.done[..], &arrays.illegal[..]),
            (&[false, true, false][..], &[false, true, false][..])
        );
        assert_eq!(arrays.rewards, [0.0, 0.0, -1.0, 1.0, 0.0, 0.0]);
        assert_eq!(arrays.to_move, [1, 0, 1]);
        assert_eq!(batch.state(2), Some(untouched));
    }

    #[test]
    fn wrong_lengths_are_refused_and_change_nothing() {
        let (mut batch, mut arrays) = batch(2, 1);
        let before = batch.state(0);
        assert!(batch.step(&[ActionId::ADVANCE], arrays.buffers()).is_err());
        arrays.scores.pop();
        let error = batch.step(&[ActionId::ADVANCE; 2], arrays.buffers()).unwrap_err();
        assert_eq!(error.to_string(), "scores must have 4 entries, not 3");
        assert_eq!(batch.state(0), before);
        let edition = Edition::named("revised").unwrap();
        assert!(Batch::new(edition.clone(), None, 0, None).is_err());
        let other = State::new(Edition::named("sve").unwrap(), 1);
        assert!(Batch::new(edition.clone(), Some(&other), 1, None).is_err());
        let over = State::new(edition.clone(), 1).playout(1);
        assert!(Batch::new(edition, Some(&over), 1, None).is_err());
    }

    #[test]
    fn all_games_can_start_alike() {
        let edition = Edition::named("revised").unwrap();
        let start = State::new(edition.clone(), 9);
        let mut batch = Batch::new(edition, Some(&start), 50, Some(1)).unwrap();
        let mut arrays = Arrays::new(batch.edition(), batch.len());
        batch.reset(1, arrays.buffers()).unwrap();
        for _ in 0..100 {
            let actions = batch.sample().unwrap();
            batch.step(&actions, arrays.buffers()).unwrap();
            for at in (0..50).filter(|&at| arrays.done[at]) {
                assert_eq!(batch.state(at).as_ref(), Some(&start));
            }
        }
    }
}
