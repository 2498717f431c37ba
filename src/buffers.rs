//! The arrays of a batch: one row a game, in memory of the caller's.

use crate::action::ACTIONS;
use crate::batch::BatchError;
use crate::edition::Edition;
use crate::position::Player;

/// Arrays that a batch writes, one row a game, as slices of somebody else's memory.
pub struct Buffers<'a> {
    /// What the player to move sees (`docs/observation.md`): `observation_length` a game.
    pub observations: &'a mut [f32],
    /// Which actions are legal: [`ACTIONS`] a game.
    pub masks: &'a mut [bool],
    /// Who is to move, 0 or 1.
    pub to_move: &'a mut [i8],
    /// Has the last step ended a game here? The row then shows the start of the next one.
    pub done: &'a mut [bool],
    /// Did it end because the action was not legal?
    pub illegal: &'a mut [bool],
    /// 1 for who won in the last step, -1 for who lost, 0 for both if nobody did: two a game.
    pub rewards: &'a mut [f32],
    /// The scores of the last game that ended here: two a game.
    pub scores: &'a mut [i32],
}

/// Arrays for a batch that has none of its caller's.
pub struct Arrays {
    /// See [`Buffers::observations`].
    pub observations: Vec<f32>,
    /// See [`Buffers::masks`].
    pub masks: Vec<bool>,
    /// See [`Buffers::to_move`].
    pub to_move: Vec<i8>,
    /// See [`Buffers::done`].
    pub done: Vec<bool>,
    /// See [`Buffers::illegal`].
    pub illegal: Vec<bool>,
    /// See [`Buffers::rewards`].
    pub rewards: Vec<f32>,
    /// See [`Buffers::scores`].
    pub scores: Vec<i32>,
}

impl Arrays {
    /// Arrays for `n` games.
    pub fn new(edition: &Edition, n: usize) -> Self {
        Self {
            observations: vec![0.0; n * edition.observation_length()],
            masks: vec![false; n * ACTIONS],
            to_move: vec![0; n],
            done: vec![false; n],
            illegal: vec![false; n],
            rewards: vec![0.0; 2 * n],
            scores: vec![0; 2 * n],
        }
    }

    /// The arrays as a batch takes them.
    pub fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            masks: &mut self.masks,
            to_move: &mut self.to_move,
            done: &mut self.done,
            illegal: &mut self.illegal,
            rewards: &mut self.rewards,
            scores: &mut self.scores,
        }
    }
}

/// How a game ended.
pub(crate) struct End {
    pub(crate) winner: Player,
    pub(crate) scores: [i32; 2],
    pub(crate) illegal: bool,
}

/// One game's part of the arrays.
pub(crate) struct Row<'a> {
    pub(crate) observation: &'a mut [f32],
    pub(crate) mask: &'a mut [bool; ACTIONS],
    pub(crate) to_move: &'a mut i8,
    pub(crate) done: &'a mut bool,
    pub(crate) illegal: &'a mut bool,
    pub(crate) rewards: &'a mut [f32; 2],
    pub(crate) scores: &'a mut [i32; 2],
}

impl Row<'_> {
    /// What a step shows of the end of a game, if it was one.
    pub(crate) fn ended(&mut self, end: Option<&End>) {
        *self.done = end.is_some();
        *self.illegal = end.is_some_and(|end| end.illegal);
        *self.rewards = [0.0; 2];
        if let Some(end) = end {
            self.rewards[end.winner.index()] = 1.0;
            self.rewards[end.winner.opponent().index()] = -1.0;
            *self.scores = end.scores;
        }
    }
}

impl<'a> Buffers<'a> {
    /// Are the arrays as long as `n` games of this edition need?
    pub(crate) fn check(&self, edition: &Edition, n: usize) -> Result<(), BatchError> {
        let length = edition.observation_length();
        for (name, wanted, found) in [
            ("observations", n * length, self.observations.len()),
            ("masks", n * ACTIONS, self.masks.len()),
            ("to_move", n, self.to_move.len()),
            ("done", n, self.done.len()),
            ("illegal", n, self.illegal.len()),
            ("rewards", 2 * n, self.rewards.len()),
            ("scores", 2 * n, self.scores.len()),
        ] {
            if wanted != found {
                return Err(BatchError::Length { name, wanted, found });
            }
        }
        Ok(())
    }

    /// The rows of the first `at` of `n` games, and those of the others.
    pub(crate) fn split_at(self, at: usize, n: usize) -> (Buffers<'a>, Buffers<'a>) {
        let length = self.observations.len() / n;
        let (observations, more_observations) = self.observations.split_at_mut(at * length);
        let (masks, more_masks) = self.masks.split_at_mut(at * ACTIONS);
        let (to_move, more_to_move) = self.to_move.split_at_mut(at);
        let (done, more_done) = self.done.split_at_mut(at);
        let (illegal, more_illegal) = self.illegal.split_at_mut(at);
        let (rewards, more_rewards) = self.rewards.split_at_mut(2 * at);
        let (scores, more_scores) = self.scores.split_at_mut(2 * at);
        (
            Buffers { observations, masks, to_move, done, illegal, rewards, scores },
            Buffers {
                observations: more_observations,
                masks: more_masks,
                to_move: more_to_move,
                done: more_done,
                illegal: more_illegal,
                rewards: more_rewards,
                scores: more_scores,
            },
        )
    }

    /// The rows of all `n` games.
    pub(crate) fn rows(self, n: usize) -> impl Iterator<Item = Row<'a>> {
        let length = self.observations.len() / n;
        let observations = self.observations.chunks_exact_mut(length);
        let masks = self.masks.as_chunks_mut::<ACTIONS>().0.iter_mut();
        let flags = self.to_move.iter_mut().zip(self.done).zip(self.illegal);
        let rewards = self.rewards.as_chunks_mut::<2>().0.iter_mut();
        let scores = self.scores.as_chunks_mut::<2>().0.iter_mut();
        observations.zip(masks).zip(flags).zip(rewards.zip(scores)).map(
            |(((observation, mask), ((to_move, done), illegal)), (rewards, scores))| Row {
                observation,
                mask,
                to_move,
                done,
                illegal,
                rewards,
                scores,
            },
        )
    }
}
