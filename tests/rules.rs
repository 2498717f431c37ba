//! The engine plays by the rules: ply by ply what the referee says, in every edition.

mod beside;
mod custom;
mod referee;

use std::collections::BTreeSet;
use std::sync::Arc;

use beside::{as_move, cells, drawn, play_beside, referee_at, rules_of};
use patchwork::random::Stream;
use patchwork::{Edition, Kind, Player, Quilt, SIDE, SPACES, Setup, State};
use proptest::prelude::*;
use referee::{Cells, Referee, orientations};

/// A game of this edition, compared at every ply.
fn game_beside(edition: Arc<Edition>, seed: u64) {
    let first = if seed.is_multiple_of(2) { Player::First } else { Player::Second };
    let start = State::shuffled(edition, seed, 5, first);
    let mut dice = Stream::new(seed, 6);
    play_beside(&start, &mut |n| dice.below(n));
}

fn custom_edition(seed: u64) -> Arc<Edition> {
    let mut dice = Stream::new(seed, 7);
    let text = custom::edition(&mut |n| dice.below(n));
    Edition::from_toml(&text).unwrap_or_else(|why| panic!("{why}:\n{text}"))
}

#[test]
fn every_ply_of_random_games_is_as_the_referee_says() {
    for name in Edition::NAMES {
        for seed in 0..6 {
            game_beside(Edition::named(name).unwrap(), seed);
        }
    }
}

#[test]
fn every_ply_in_custom_editions_is_as_the_referee_says() {
    for seed in 0..25 {
        game_beside(custom_edition(seed), seed);
    }
}

#[test]
#[ignore = "thousands of games"]
fn every_ply_of_thousands_of_games_is_as_the_referee_says() {
    for seed in 100..500 {
        for name in Edition::NAMES {
            game_beside(Edition::named(name).unwrap(), seed);
        }
        for part in 0..5 {
            game_beside(custom_edition(5 * seed + part), seed);
        }
    }
}

#[test]
fn the_start_is_the_referees() {
    for seed in 0..20 {
        let edition = custom_edition(seed);
        let state = State::new(Arc::clone(&edition), seed);
        let start = edition.start_patch().letter();
        let mut referee =
            Referee::with_start_patch(&rules_of(&edition), &state.circle(), 0, start).unwrap();
        assert_eq!(referee, referee_at(&state));
        referee.circle.rotate_left(1);
        let turned: String = referee.circle.iter().collect();
        assert_eq!(State::with_circle(edition, &turned, Player::First).unwrap(), state);
    }
}

// Counting sequences

/// The sequences of exactly `depth` moves, by the referee.
fn sequences(referee: &Referee, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let legal = referee.legal();
    if depth == 1 {
        return legal.len() as u128;
    }
    let after = |chosen| {
        let mut next = referee.clone();
        next.play(chosen).unwrap();
        sequences(&next, depth - 1)
    };
    legal.iter().map(after).sum()
}

/// The state after so many random actions.
fn later(state: State, plies: usize, seed: u64) -> State {
    let mut dice = Stream::new(seed, 8);
    let mut state = state;
    for _ in 0..plies {
        let Some(id) = state.actions().nth(dice.below(state.actions().count().into()) as u32)
        else {
            break;
        };
        state = state.after(id).unwrap();
    }
    state
}

#[test]
fn perft_is_what_the_referee_counts() {
    let mut counted = [0; 4];
    for (at, name) in Edition::NAMES.into_iter().enumerate() {
        for plies in [0, 7, 15, 24, 30, 35, 40, 44, 48] {
            let edition = Edition::named(name).unwrap();
            let state = later(State::new(edition, at as u64), plies, plies as u64);
            let referee = referee_at(&state);
            for depth in 0..4 {
                let count = state.perft(depth, &mut || true).unwrap();
                // The referee counts a few thousand positions a second.
                if depth > 1 && state.perft(depth - 1, &mut || true).unwrap() > 400 {
                    break;
                }
                assert_eq!(count, sequences(&referee, depth), "depth {depth}: {state}");
                counted[depth as usize] += 1;
            }
        }
    }
    assert!(counted.iter().all(|&n| n >= 10), "{counted:?}");
}

#[test]
fn perft_counts_in_custom_editions_too() {
    for seed in 200..240 {
        let state = later(State::new(custom_edition(seed), seed), seed as usize % 30, seed);
        let referee = referee_at(&state);
        for depth in 0..3 {
            if depth > 1 && state.actions().count() > 300 {
                break;
            }
            assert_eq!(state.perft(depth, &mut || true), Some(sequences(&referee, depth)));
        }
    }
}

#[test]
fn perft_stops_when_it_is_told_to() {
    let state = State::new(Edition::named("revised").unwrap(), 7);
    assert_eq!(state.perft(60, &mut || false), None);
    assert_eq!(state.perft(u32::MAX, &mut || false), Some(0));
}

// Placements, sets and squares against the plainest way to say them

/// Patch A on offer alone to a player with this quilt: other patches, without income, account for
/// whatever is covered.
fn with_quilt(shape: &str, quilt: Quilt) -> State {
    let rectangles = [(1, 1), (1, 2), (2, 2), (2, 4), (4, 4), (4, 8), (2, 9)];
    let mut text = format!(
        "name = 'x'\ntrack_length = 9\nincome_spaces = []\nspecial_spaces = []\n\
         starting_buttons = 0\nempty_space_penalty = 0\nspecial_tile = false\n\
         final_income = 'paid'\nstart_patch = 'A'\n[patches]\n\
         A = {{ button_cost = 0, time_cost = 1, income = 0, shape = '{shape}' }}\n"
    );
    for ((height, width), letter) in rectangles.into_iter().zip('B'..) {
        let shape = vec!["#".repeat(width); height].join("|");
        text += &format!(
            "{letter} = {{ button_cost = 0, time_cost = 1, income = 0, shape = '{shape}' }}\n"
        );
    }
    let edition = Edition::from_toml(&text).unwrap();
    let setup = Setup {
        quilts: [quilt, Quilt::EMPTY],
        circle: "A".into(),
        ..State::new(Arc::clone(&edition), 0).setup()
    };
    State::set_up(edition, &setup).unwrap()
}

/// Any quilt: few or many spaces covered, in no order or in blocks.
fn quilts() -> impl Strategy<Value = Quilt> {
    let bits = || {
        (any::<u64>(), any::<u64>()).prop_map(|(low, high)| {
            Quilt::from_bits((u128::from(high) << 64 | u128::from(low)) & Quilt::FULL.bits())
                .unwrap()
        })
    };
    let block = (0..=SIDE, 0..=SIDE, 0..SPACES)
        .prop_map(|(height, width, at)| Quilt::rectangle(height, width).moved(at));
    prop_oneof![
        bits(),
        (bits(), bits(), bits()).prop_map(|(a, b, c)| a & b & c),
        (bits(), bits(), bits()).prop_map(|(a, b, c)| a | b | c),
        (block, bits(), bits()).prop_map(|(block, a, b)| block ^ (a & b)),
        Just(Quilt::EMPTY),
        Just(Quilt::FULL),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_patch_fits_exactly_where_all_its_spaces_are_free(seed: u64, quilt in quilts()) {
        let mut dice = Stream::new(seed, 9);
        let shape = custom::shape(&mut |n| dice.below(n));
        let state = with_quilt(&shape, quilt);
        let covered = cells(quilt);
        let mut expected = BTreeSet::new();
        for shape in orientations(&drawn(&shape)) {
            for row in 0..9 {
                for column in 0..9 {
                    let laid: Cells = shape.iter().map(|c| (c.0 + row, c.1 + column)).collect();
                    if laid.iter().all(|c| c.0 < 9 && c.1 < 9 && !covered.contains(c)) {
                        expected.insert(laid);
                    }
                }
            }
        }
        let set = state.actions();
        let mut found = BTreeSet::new();
        for id in set.to_vec() {
            if let Kind::Buy { slot, orientation, anchor } = id.kind() {
                prop_assert_eq!(slot, 0);
                prop_assert!(set.anchors(slot, orientation).bits() >> anchor & 1 == 1);
                let action = state.action(id).unwrap();
                prop_assert_eq!(action.letter(), Some('A'));
                prop_assert!(found.insert(cells(action.cells())));
                let _ = as_move(&action);
            }
        }
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(set.count() as usize, 1 + found.len());
    }

    #[test]
    fn the_readers_of_a_set_of_actions_agree(seed: u64, plies in 0usize..50) {
        let state = later(State::new(custom_edition(seed), seed), plies, seed);
        let set = state.actions();
        let ids = set.to_vec();
        let mut mask = [false; patchwork::ACTIONS];
        set.write_mask(&mut mask);
        let (mut each, mut from_mask) = (Vec::new(), Vec::new());
        set.for_each(|id| each.push(id));
        for (id, legal) in mask.into_iter().enumerate() {
            let id = patchwork::ActionId::new(id).unwrap();
            prop_assert_eq!(set.contains(id), legal);
            prop_assert_eq!(state.check(id).is_ok(), legal);
            if legal {
                from_mask.push(id);
            }
        }
        prop_assert_eq!(&each, &ids);
        prop_assert_eq!(&from_mask, &ids);
        prop_assert_eq!(set.count() as usize, ids.len());
        prop_assert_eq!(set.is_empty(), ids.is_empty());
        for (at, &id) in ids.iter().enumerate() {
            prop_assert_eq!(set.nth(at as u32), Some(id));
        }
        prop_assert_eq!(set.nth(ids.len() as u32), None);
        prop_assert_eq!(set.nth(u32::MAX), None);
    }

    #[test]
    fn a_square_is_found_exactly_where_one_is(quilt in quilts(), side in 0usize..12) {
        let square = |row: usize, column: usize| {
            (row..row + side).all(|r| (column..column + side).all(|c| quilt.contains(r, c)))
        };
        let anywhere = side <= SIDE
            && (0..=SIDE - side).any(|row| (0..=SIDE - side).any(|column| square(row, column)));
        prop_assert_eq!(quilt.has_square(side), anywhere);
    }
}
