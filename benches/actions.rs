//! The legal actions of a position: as sets, as ids, as a mask; and one of them taken. Each beside
//! the plain way, over 10,000 positions from random games.

#[path = "plain/mod.rs"]
mod plain;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use patchwork::random::Stream;
use patchwork::{ACTIONS, ActionId, ActionSet, Edition, State};
use plain::{FULL, PlainEdition, PlainState};

const POSITIONS: usize = 10_000;

/// Positions in which patches may be bought, one from each random game.
fn positions() -> Vec<State> {
    let edition = Edition::named("revised").unwrap();
    let mut stream = Stream::new(2, 0);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut state = State::new(edition.clone(), stream.next_u64());
        let mut states = Vec::new();
        while !state.is_over() {
            let actions = state.actions();
            let drawn = stream.below(actions.count().into()) as u32;
            let next = state.after(actions.nth(drawn).unwrap()).unwrap();
            if state.specials_owed() == 0 {
                states.push(state);
            }
            state = next;
        }
        positions.push(states.swap_remove(stream.below(states.len() as u64) as usize));
    }
    positions
}

fn sets(c: &mut Criterion, states: &[State]) {
    let edition = PlainEdition::new(states[0].edition());
    let plain: Vec<_> = states.iter().map(|state| PlainState::of(&edition, state)).collect();
    let mut group = c.benchmark_group("placement sets");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function(BenchmarkId::new("plain", "scan of masks"), |b| {
        b.iter(|| {
            for state in &plain {
                let free = !state.quilts[state.mover] & FULL;
                for slot in 0..state.circle.len().min(3) {
                    let patch = &edition.patches[usize::from(state.circle[slot])];
                    if patch.cost <= state.buttons[state.mover] {
                        for orientation in &patch.orientations {
                            let mut anchors = 0u128;
                            for &(anchor, mask) in &orientation.masks {
                                anchors |= u128::from(mask & free == mask) << anchor;
                            }
                            black_box(anchors);
                        }
                    }
                }
            }
        });
    });
    group.bench_function(BenchmarkId::new("plain", "shift and AND"), |b| {
        b.iter(|| {
            for state in &plain {
                state.for_each_set(&edition, |_, _, anchors| {
                    black_box(anchors);
                });
            }
        });
    });
    group.bench_function("engine", |b| {
        b.iter(|| {
            for state in states {
                black_box(state.actions());
            }
        });
    });
    group.finish();
}

/// The bits of the sets of a position, as the words that a bare loop has to go through.
fn words(set: &ActionSet) -> Vec<u128> {
    let mut words = vec![u128::from(set.advance()), set.specials().bits()];
    for slot in 0..3 {
        words.extend((0..8).map(|orientation| set.anchors(slot, orientation).bits()));
    }
    words
}

fn readers(c: &mut Criterion, states: &[State]) {
    let sets: Vec<_> = states.iter().map(State::actions).collect();
    let mut group = c.benchmark_group("ids from sets");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    let bare: Vec<Vec<u64>> = sets
        .iter()
        .map(|set| words(set).iter().flat_map(|w| [*w as u64, (w >> 64) as u64]).collect())
        .collect();
    group.bench_function("plain", |b| {
        let mut found = vec![0u32; ACTIONS];
        b.iter(|| {
            for words in &bare {
                let mut count = 0;
                for &word in words {
                    let mut bits = word;
                    while bits != 0 {
                        found[count] = bits.trailing_zeros();
                        count += 1;
                        bits &= bits - 1;
                    }
                }
                black_box(&found[..count]);
            }
        });
    });
    group.bench_function("engine", |b| {
        let mut found = vec![0u16; ACTIONS];
        b.iter(|| {
            for set in &sets {
                let mut count = 0;
                set.for_each(|id| {
                    found[count] = id.get();
                    count += 1;
                });
                black_box(&found[..count]);
            }
        });
    });
    group.finish();

    let mut group = c.benchmark_group("mask from sets");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    let mut mask = [false; ACTIONS];
    group.bench_function("plain", |b| {
        b.iter(|| {
            for _ in &sets {
                mask.fill(false);
                black_box(&mask);
            }
        });
    });
    group.bench_function("engine", |b| {
        b.iter(|| {
            for set in &sets {
                set.write_mask(&mut mask);
                black_box(&mask);
            }
        });
    });
    group.finish();
}

fn after(c: &mut Criterion, states: &[State]) {
    let mut stream = Stream::new(3, 0);
    let chosen: Vec<ActionId> = states
        .iter()
        .map(|state| {
            let actions = state.actions();
            actions.nth(stream.below(actions.count().into()) as u32).unwrap()
        })
        .collect();
    let edition = PlainEdition::new(states[0].edition());
    let plain: Vec<_> = states.iter().map(|state| PlainState::of(&edition, state)).collect();
    let mut group = c.benchmark_group("one action taken");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function(BenchmarkId::new("plain", "a copy alone"), |b| {
        b.iter(|| {
            for state in &plain {
                black_box(state.clone());
            }
        });
    });
    group.bench_function(BenchmarkId::new("engine", "checked, a new state"), |b| {
        b.iter(|| {
            for (state, &action) in states.iter().zip(&chosen) {
                black_box(state.after(action).unwrap());
            }
        });
    });
    group.finish();
}

fn perft(c: &mut Criterion, states: &[State]) {
    let mid = states.iter().find(|s| s.spaces()[0] > 20 && s.actions().count() > 60).unwrap();
    fn listed(state: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let next = |id| listed(&state.after(id).unwrap(), depth - 1);
        state.actions().to_vec().into_iter().map(next).sum()
    }
    let mut group = c.benchmark_group("perft 3");
    group.sample_size(10);
    group.bench_function(BenchmarkId::new("plain", "the last ply listed"), |b| {
        b.iter(|| black_box(listed(mid, 3)));
    });
    group.bench_function("engine", |b| b.iter(|| black_box(mid.perft(3, &mut || true))));
    group.finish();
}

fn all(c: &mut Criterion) {
    let states = positions();
    sets(c, &states);
    readers(c, &states);
    after(c, &states);
    perft(c, &states);
}

criterion_group!(benches, all);
criterion_main!(benches);
