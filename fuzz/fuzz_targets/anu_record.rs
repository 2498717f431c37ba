//! A record is refused, or is the game that the referee makes of the same moves.

#![no_main]

#[path = "../../tests/beside/mod.rs"]
mod beside;
#[path = "../../tests/referee/mod.rs"]
mod referee;

use libfuzzer_sys::fuzz_target;
use patchwork::{Edition, Game};

fuzz_target!(|record: &str| {
    let (circle, placement) = record.split_once(',').unwrap_or((CIRCLE, record));
    let edition = Edition::named("original").unwrap();
    let rules = beside::rules_of(&edition);
    let replayed = referee::Referee::new(&rules, circle, 0).and_then(|mut referee| {
        for chosen in referee::parse_anu(placement, &rules)? {
            referee.play(&chosen)?;
        }
        Ok(referee)
    });
    match (Game::from_anu(edition.clone(), circle, placement), replayed) {
        (Ok(game), Ok(referee)) => {
            beside::assert_alike(game.state(), &referee);
            let (circle, placement) = game.to_anu().unwrap();
            assert_eq!(Game::from_anu(edition, &circle, &placement), Ok(game));
        }
        (Err(_), Err(_)) => {}
        (ours, theirs) => panic!("{record:?}: {:?}, {:?}", ours.map(|_| ()), theirs.map(|_| ())),
    }
});

const CIRCLE: &str = "BUEdCDFGHIJKLMNOPQRSTVWXYZabcefgA";
