//! Instructions, not seconds: the same on a busy machine as on an idle one. Each question beside
//! its plain baseline, so that what counts is the ratio.
//!
//! Run `cargo bench` in `benches/instructions`. Needs valgrind, and `cargo install gungraun-runner` in the version of the library. Valgrind
//! knows no AVX-512, so the kernel that is counted is at most the one for AVX2.

#[path = "../../plain/mod.rs"]
mod plain;

use std::hint::black_box;
use std::sync::Arc;

use gungraun::prelude::*;
use patchwork::random::Stream;
use patchwork::{ACTIONS, Edition, Player, State};
use plain::{PlainEdition, PlainState};

const GAMES: u64 = 200;

fn edition() -> Arc<Edition> {
    Edition::named("revised").unwrap()
}

fn plain_edition() -> PlainEdition {
    PlainEdition::new(&edition())
}

/// Positions in which patches may be bought, with their plain copies.
fn positions() -> (PlainEdition, Vec<(State, PlainState)>) {
    let edition = Edition::named("revised").unwrap();
    let plain = PlainEdition::new(&edition);
    let mut stream = Stream::new(2, 0);
    let mut all = Vec::new();
    let mut state = State::new(edition.clone(), 0);
    while all.len() < 500 {
        if state.is_over() {
            state = State::new(edition.clone(), stream.next_u64());
        }
        if state.specials_owed() == 0 {
            all.push((state.clone(), PlainState::of(&plain, &state)));
        }
        let actions = state.actions();
        let drawn = stream.below(actions.count().into()) as u32;
        state = state.after(actions.nth(drawn).unwrap()).unwrap();
    }
    (plain, all)
}

#[library_benchmark]
#[bench::all(setup = plain_edition)]
fn games_plain(edition: PlainEdition) {
    for game in 0..GAMES {
        let mut stream = Stream::new(1, game);
        black_box(PlainState::start(&edition, &mut stream).play_out(&edition, &mut stream));
    }
}

#[library_benchmark]
#[bench::all(setup = edition)]
fn games_engine(edition: Arc<Edition>) {
    for game in 0..GAMES {
        let start = State::shuffled(edition.clone(), 1, game, Player::First);
        black_box(start.playout(game));
    }
}

#[library_benchmark]
#[bench::all(setup = positions)]
fn sets_plain((edition, states): (PlainEdition, Vec<(State, PlainState)>)) {
    for (_, state) in &states {
        state.for_each_set(&edition, |_, _, anchors| {
            black_box(anchors);
        });
    }
}

#[library_benchmark]
#[bench::all(setup = positions)]
fn sets_engine((_, states): (PlainEdition, Vec<(State, PlainState)>)) {
    for (state, _) in &states {
        black_box(state.actions());
    }
}

#[library_benchmark]
#[bench::all(setup = positions)]
fn mask_engine((_, states): (PlainEdition, Vec<(State, PlainState)>)) {
    let mut mask = [false; ACTIONS];
    for (state, _) in &states {
        state.actions().write_mask(&mut mask);
        black_box(&mask);
    }
}

library_benchmark_group!(
    name = questions,
    benchmarks = [games_plain, games_engine, sets_plain, sets_engine, mask_engine]
);
main!(library_benchmark_groups = questions);
