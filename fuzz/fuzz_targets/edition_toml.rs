//! An edition text is refused, or is an edition that is written and read back alike and can be
//! played by the rules.

#![no_main]

#[path = "../../tests/beside/mod.rs"]
mod beside;
#[path = "../../tests/referee/mod.rs"]
mod referee;

use libfuzzer_sys::fuzz_target;
use patchwork::random::Stream;
use patchwork::{Edition, State};

fuzz_target!(|text: &str| {
    let Ok(edition) = Edition::from_toml(text) else { return };
    assert_eq!(Edition::from_toml(&edition.to_toml()).as_ref(), Ok(&edition));
    let state = State::new(edition.clone(), text.len() as u64);
    assert_eq!(State::parse(&state.to_string(), Some(&edition)).as_ref(), Ok(&state));
    let mut dice = Stream::new(text.len() as u64, 0);
    let end = beside::play_beside(&state, &mut |n| dice.below(n));
    assert_eq!(State::parse(&end.to_string(), Some(&edition)), Ok(end));
});
