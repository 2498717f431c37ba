//! A position text is refused, or reads as a position that reads back and plays on by the rules.

#![no_main]

#[path = "../../tests/beside/mod.rs"]
mod beside;
#[path = "../../tests/referee/mod.rs"]
mod referee;

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use patchwork::random::Stream;
use patchwork::{Edition, State};

/// Small, so that games are short, and unlike the printed ones.
static HOUSE: LazyLock<Arc<Edition>> = LazyLock::new(|| {
    let text = "name = 'house'\nbase = 'sve'\ntrack_length = 12\nincome_spaces = [3, 12]\n\
                special_spaces = [2, 3, 4, 12]\nspecial_tile = { side = 2, points = 9 }\n[patches]\n\
                B = { shape = '#########|########.', time_cost = 0 }";
    Edition::from_toml(text).unwrap()
});

fuzz_target!(|text: &str| {
    let house = text.starts_with("house").then_some(&*HOUSE);
    let text = text.replacen("house ", &format!("{} ", HOUSE.tag()), 1);
    let Ok(state) = State::parse(&text, house) else { return };
    assert_eq!(State::parse(&state.to_string(), house).as_ref(), Ok(&state));
    let mut dice = Stream::new(text.len() as u64, 0);
    let end = beside::play_beside(&state, &mut |n| dice.below(n));
    assert_eq!(State::parse(&end.to_string(), house), Ok(end));
});
