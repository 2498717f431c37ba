//! Whole random games: how many a second on one core, beside the plain way.

#[path = "plain/mod.rs"]
mod plain;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use patchwork::Edition;
use patchwork::random::Stream;
use patchwork::search::AgentSpec;
use patchwork::simulate::{Keep, Options, Plan};
use plain::{PlainEdition, PlainState};

const GAMES: u64 = 2_000;

fn games(c: &mut Criterion) {
    let edition = Edition::named("revised").unwrap();
    let plain = PlainEdition::new(&edition);
    let mut group = c.benchmark_group("random games");
    group.throughput(Throughput::Elements(GAMES)).sample_size(30);
    group.bench_function("plain", |b| {
        b.iter(|| {
            for game in 0..GAMES {
                let mut stream = Stream::new(1, game);
                black_box(PlainState::start(&plain, &mut stream).play_out(&plain, &mut stream));
            }
        });
    });
    let random = AgentSpec::parse("random").unwrap();
    let plan = Plan {
        agents: [Some(random.clone()), Some(random)],
        seed: 1,
        edition,
        starts: Vec::new(),
        swap_sides: false,
    };
    group.bench_function("engine", |b| {
        b.iter(|| {
            let options = Options { keep: Keep::Summary, threads: 1 };
            plan.play(0, GAMES, options, &mut |part| {
                black_box(part);
                true
            })
        });
    });
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);
