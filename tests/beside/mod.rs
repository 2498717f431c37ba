//! The engine and the referee side by side, compared at every ply.

// Each test and fuzz target that includes this file uses another part of it.
#![allow(dead_code)]

use std::collections::BTreeSet;

use patchwork::edition::FinalIncome;
use patchwork::{Action, ActionId, Edition, Kind, Quilt, State};

use crate::referee::{Cell, Cells, Move, Patch, Referee, Rules};

/// What the referee has to know of an edition.
pub fn rules_of(edition: &Edition) -> Rules {
    let patches = edition.patches().iter().map(|patch| Patch {
        letter: patch.letter(),
        button_cost: patch.button_cost(),
        time_cost: patch.time_cost().into(),
        income: patch.income().into(),
        cells: drawn(&patch.shape()),
    });
    Rules {
        patches: patches.collect(),
        track_length: edition.track_length().into(),
        income_spaces: edition.income_spaces().iter().map(|&space| space.into()).collect(),
        special_spaces: edition.special_spaces().iter().map(|&space| space.into()).collect(),
        starting_buttons: edition.starting_buttons(),
        empty_space_penalty: edition.empty_space_penalty(),
        special_tile: edition.special_tile().map(|tile| (tile.side.into(), tile.points)),
        final_income_scored: edition.final_income() == FinalIncome::Scored,
    }
}

/// The cells of a shape as an edition file draws it.
pub fn drawn(shape: &str) -> Vec<Cell> {
    let rows = shape.split('|').enumerate();
    rows.flat_map(|(row, line)| {
        let marks = line.chars().enumerate().filter(|&(_, mark)| mark == '#');
        marks.map(move |(column, _)| (row as i32, column as i32))
    })
    .collect()
}

/// The referee where the state is, anywhere in a game.
pub fn referee_at(state: &State) -> Referee {
    let rules = rules_of(state.edition());
    let letters: String = rules.patches.iter().map(|patch| patch.letter).collect();
    let start = state.edition().start_patch().letter();
    let mut referee = Referee::with_start_patch(&rules, &letters, 0, start).unwrap();
    referee.circle = state.circle().chars().collect();
    for (at, player) in referee.players.iter_mut().enumerate() {
        player.position = state.spaces()[at].into();
        player.buttons = state.buttons()[at];
        player.income = state.incomes()[at].into();
        player.quilt = cells(state.quilts()[at]);
    }
    referee.special_spaces = state.special_spaces().into_iter().map(i32::from).collect();
    referee.tile_owner = state.special_tile_owner().map(|player| player.index());
    referee.first_finisher = state.first_finisher().map(|player| player.index());
    let mover = state.to_move().map_or(0, |player| player.index());
    referee.on_top = mover;
    if state.specials_owed() > 0 {
        let room = referee.players[mover].free_spaces().len();
        referee.special_owed = usize::from(state.specials_owed()).min(room);
        referee.special_owner = Some(mover);
    }
    referee
}

pub fn cells(quilt: Quilt) -> Cells {
    quilt.spaces().map(|space| ((space / 9) as i32, (space % 9) as i32)).collect()
}

/// What an action does, in the referee's words.
pub fn as_move(action: &Action) -> Move {
    let cells = cells(action.cells());
    match (action.kind(), action.letter(), cells.first()) {
        (Kind::Special { .. }, None, Some(&cell)) => Move::Special(cell),
        (Kind::Buy { .. }, Some(letter), _) => Move::Buy(letter, cells),
        (Kind::Advance, None, None) => Move::Advance,
        _ => panic!("{action:?} is no action"),
    }
}

/// All that both know is the same; gives the legal actions.
pub fn assert_alike(state: &State, referee: &Referee) -> Vec<ActionId> {
    let index = |player: Option<patchwork::Player>| player.map(|player| player.index());
    assert_eq!(index(state.to_move()), referee.to_move(), "{state}");
    assert_eq!(state.is_over(), referee.is_over(), "{state}");
    assert_eq!(state.spaces().map(i32::from), referee.positions(), "{state}");
    assert_eq!(state.buttons(), referee.buttons(), "{state}");
    assert_eq!(state.incomes().map(i32::from), referee.incomes(), "{state}");
    assert_eq!(state.scores(), referee.scores(), "{state}");
    assert_eq!(index(state.winner()), referee.winner(), "{state}");
    assert_eq!(state.circle(), referee.circle.iter().collect::<String>(), "{state}");
    assert_eq!(state.quilts().map(cells), referee.quilts().map(Cells::clone), "{state}");
    let mut specials = referee.special_spaces.clone();
    specials.sort_unstable();
    let spaces: Vec<i32> = state.special_spaces().into_iter().map(i32::from).collect();
    assert_eq!(spaces, specials, "{state}");
    assert_eq!(state.specials_owed() > 0, referee.special_owed > 0, "{state}");
    assert_eq!(index(state.special_tile_owner()), referee.tile_owner, "{state}");
    assert_eq!(index(state.first_finisher()), referee.first_finisher, "{state}");

    let set = state.actions();
    let ids = set.to_vec();
    assert_eq!(ids.len(), set.count() as usize, "{state}");
    assert!(ids.is_sorted(), "{state}");
    assert!(ids.iter().all(|&id| set.contains(id) && state.check(id).is_ok()), "{state}");
    let moves: BTreeSet<Move> = ids.iter().map(|&id| as_move(&state.action(id).unwrap())).collect();
    assert_eq!(moves.len(), ids.len(), "two actions do the same: {state}");
    assert_eq!(moves, referee.legal(), "{state}");
    ids
}

/// Plays to the end with both, compared at every ply: of `n` actions the one `choose(n)` is taken.
pub fn play_beside(state: &State, choose: &mut dyn FnMut(u64) -> u64) -> State {
    let (mut state, mut referee) = (state.clone(), referee_at(state));
    let mut plies = 0;
    loop {
        let ids = assert_alike(&state, &referee);
        if ids.is_empty() {
            assert!(state.is_over() && state.winner().is_some());
            assert!(plies <= state.edition().longest_game(), "{plies} plies");
            assert!(state.scores().iter().all(|s| s.abs() <= state.edition().score_bound()));
            return state;
        }
        let id = ids[choose(ids.len() as u64) as usize % ids.len()];
        referee.play(&as_move(&state.action(id).unwrap())).unwrap();
        state = state.after(id).unwrap();
        plies += 1;
    }
}
