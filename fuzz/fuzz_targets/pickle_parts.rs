//! The parts of a pickled action or game are refused, or give a sound value.

#![no_main]

use libfuzzer_sys::fuzz_target;
use patchwork::{Action, ActionId, Edition, Game, State};

fuzz_target!(|parts: (u16, Option<char>, [u8; 11], u64, Vec<u16>)| {
    let (id, letter, cells, seed, ids) = parts;
    let mut bits = [0; 16];
    bits[..11].copy_from_slice(&cells);
    let letter = letter.map(String::from);
    let start = State::new(Edition::named("revised").unwrap(), seed);
    if let Some(action) =
        Action::from_parts(id.into(), letter.as_deref(), u128::from_le_bytes(bits))
    {
        assert_eq!(action.id().get(), id);
        assert!(!action.to_string().is_empty());
        // It may be legal, or not: nothing else.
        if let Ok(id) = start.resolve(&action)
            && let Ok(same) = start.action(id)
        {
            assert_eq!((same, same.cells()), (action, action.cells()));
        }
    }
    let mut game = Game::new(start);
    for id in ids {
        let legal = ActionId::new(id.into()).filter(|&id| game.state().check(id).is_ok());
        let before = game.state().clone();
        let played = ActionId::new(id.into()).is_some_and(|id| game.play(id).is_ok());
        assert_eq!(played, legal.is_some());
        assert_eq!(*game.state() == before, !played);
    }
    assert_eq!(Game::loads(&game.dumps(), None), Ok(game));
});
