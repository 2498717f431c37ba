//! A game of any edition goes as the referee says, whatever is played.

#![no_main]

#[path = "../../tests/beside/mod.rs"]
mod beside;
#[path = "../../tests/custom/mod.rs"]
mod custom;
#[path = "../../tests/referee/mod.rs"]
mod referee;

use libfuzzer_sys::fuzz_target;
use patchwork::{Edition, Player, State};

fuzz_target!(|bytes: &[u8]| {
    // Two bytes a number, and 0 when there are no more.
    let mut bytes = bytes.iter();
    let mut next = || bytes.next().copied().map_or(0, u64::from);
    let mut draw = |n: u64| ((next() << 8 | next()) * n) >> 16;
    let edition = match draw(8) as usize {
        at if at < Edition::NAMES.len() => Edition::named(Edition::NAMES[at]).unwrap(),
        _ => Edition::from_toml(&custom::edition(&mut draw)).unwrap(),
    };
    let first = Player::from_index(draw(2) as usize).unwrap();
    let start = State::shuffled(edition, draw(1 << 16), 0, first);
    beside::play_beside(&start, &mut draw);
});
