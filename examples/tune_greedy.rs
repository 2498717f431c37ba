//! Finds the weights of the greedy agent by trying changes: an evolution strategy with one parent.
//!
//! ```text
//! cargo run --release --example tune_greedy -- [rounds] [games a round] [seed]
//! ```
//!
//! A change is kept if it scores more on the same circles. What counts is the mean score of its own
//! against itself and the mean margin against the default weights. Rounds use ever new circles.

use patchwork::random::{Stream, derived_seed};
use patchwork::search::{Agent, Greedy, Weights};
use patchwork::{Edition, Player, State};

/// The scores of a game.
fn play(mut state: State, agents: &mut [Greedy; 2]) -> [i32; 2] {
    while let Some(mover) = state.to_move() {
        let action = agents[mover.index()].choose(state.edition(), state.position());
        state = state.after(action).expect("agents take legal actions");
    }
    state.scores()
}

/// Mean own score against itself, and mean margin against `other`.
fn measure(weights: Weights, other: Weights, seed: u64, games: u64) -> (f64, f64) {
    let edition = Edition::named(Edition::DEFAULT).expect("the default edition is built in");
    let (mut own, mut margin) = (0, 0);
    for game in 0..games {
        let start = || State::shuffled(edition.clone(), seed, game / 2, Player::First);
        let mut itself = [weights; 2].map(Greedy::new);
        own += play(start(), &mut itself).iter().sum::<i32>();
        let seat = (game % 2) as usize;
        let mut both = [other; 2].map(Greedy::new);
        both[seat] = Greedy::new(weights);
        let scores = play(start(), &mut both);
        margin += scores[seat] - scores[1 - seat];
    }
    (f64::from(own) / (2 * games) as f64, f64::from(margin) / games as f64)
}

fn main() {
    let arguments: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let argument = |at: usize, default| arguments.get(at).copied().unwrap_or(default);
    let (rounds, games, seed) = (argument(0, 200), argument(1, 2_000), argument(2, 1));
    let mut dice = Stream::new(seed, 0);
    let reference = Weights::default();
    let mut best = reference;
    // How far each weight is changed: wider after a success, narrower after a failure.
    let mut steps = best.0.map(|w| (w.abs() / 4).max(10));
    for round in 0..rounds {
        let circles = derived_seed(seed, round, 1);
        let mut tried = best;
        let changed: Vec<usize> =
            (0..1 + dice.below(3)).map(|_| dice.below(tried.0.len() as u64) as usize).collect();
        for &at in &changed {
            tried.0[at] += dice.below(2 * steps[at] as u64 + 1) as i32 - steps[at];
        }
        let [before, after] =
            [best, tried].map(|weights| measure(weights, reference, circles, games));
        let better = after.0 + after.1 > before.0 + before.1;
        for at in changed {
            steps[at] = if better { steps[at] * 3 / 2 + 1 } else { (steps[at] * 19 / 20).max(4) };
        }
        if better {
            best = tried;
            println!("round {round}: own {:.2}, margin {:.2}: {:?}", after.0, after.1, best.0);
        }
    }
    let (own, margin) = measure(best, reference, derived_seed(seed, rounds, 1), 10_000);
    println!("on new circles: own {own:.2}, margin against the default {margin:.2}");
    for (name, weight) in Weights::NAMES.iter().zip(best.0) {
        println!("{weight:6}  {name}");
    }
}
