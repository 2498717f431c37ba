//! A game text is refused, or reads as a game that is written and read back alike.

#![no_main]

#[path = "../../tests/beside/mod.rs"]
mod beside;
#[path = "../../tests/referee/mod.rs"]
mod referee;

use libfuzzer_sys::fuzz_target;
use patchwork::Game;

fuzz_target!(|text: &str| {
    let Ok(game) = Game::loads(text, None) else { return };
    let written = game.dumps();
    let again = Game::loads(&written, None).unwrap();
    assert_eq!((again.dumps(), &again), (written, &game));
    // Every action is one that the referee allows where it was played.
    let mut referee = beside::referee_at(game.start());
    for action in game.actions() {
        referee.play(&beside::as_move(action)).unwrap();
    }
    beside::assert_alike(game.state(), &referee);
});
