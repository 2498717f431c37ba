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
    let mut draw = |n: u64| {
        let mut next = || bytes.next().copied().map_or(0, u64::from);
        (((next() << 8) | next()) * n) >> 16
    };
    let edition = match draw(8) as usize {
        at if at < Edition::NAMES.len() => Edition::named(Edition::NAMES[at]).unwrap(),
        _ => Edition::from_toml(&custom::edition(&mut draw)).unwrap(),
    };
    let first = Player::from_index(draw(2) as usize).unwrap();
    let mut state = State::shuffled(edition, draw(1 << 16), 0, first);
    let mut referee = beside::referee_at(&state);
    loop {
        let ids = beside::assert_alike(&state, &referee);
        // The referee is slow: no more is played than there are bytes for.
        if ids.is_empty() || bytes.len() == 0 {
            return;
        }
        let mut next = || bytes.next().copied().map_or(0, usize::from);
        let id = ids[((next() << 8) | next()) % ids.len()];
        referee.play(&beside::as_move(&state.action(id).unwrap())).unwrap();
        state = state.after(id).unwrap();
    }
});
