//! The rules of Patchwork a second time, slow and plain, to check the engine against.
//!
//! Written from the rulebook alone; it shares nothing with the engine. A quilt is a set of
//! (row, column) squares, and every legal move is found by trying all placements.

// Each test and fuzz target that includes this file uses another part of it.
#![allow(dead_code)]

use std::collections::BTreeSet;

pub type Cell = (i32, i32);
pub type Cells = BTreeSet<Cell>;

const SIDE: i32 = 9;
const ORIENTATIONS: &str = "ABCDEFGH";
const COORDINATES: &str = "ABCDEFGHI";
const SPECIAL_PATCH: char = 'h';

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    pub letter: char,
    pub button_cost: i32,
    pub time_cost: i32,
    pub income: i32,
    pub cells: Vec<Cell>,
}

/// All that one edition may have different from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub patches: Vec<Patch>,
    pub track_length: i32,
    pub income_spaces: Vec<i32>,
    pub special_spaces: Vec<i32>,
    pub starting_buttons: i32,
    pub empty_space_penalty: i32,
    /// Side and points.
    pub special_tile: Option<(i32, i32)>,
    pub final_income_scored: bool,
}

impl Rules {
    fn patch(&self, letter: char) -> Option<&Patch> {
        self.patches.iter().find(|patch| patch.letter == letter)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    Advance,
    Special(Cell),
    Buy(char, Cells),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub position: i32,
    pub buttons: i32,
    pub income: i32,
    pub quilt: Cells,
}

impl Player {
    pub fn free_spaces(&self) -> Cells {
        quilt_board().difference(&self.quilt).copied().collect()
    }
}

/// One game. `play` changes it; every field may be set by hand to reach a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    pub rules: Rules,
    /// The letters left, clockwise from the neutral token.
    pub circle: Vec<char>,
    pub players: [Player; 2],
    pub special_spaces: Vec<i32>,
    /// Whose token is above where both share a space.
    pub on_top: usize,
    pub special_owed: usize,
    /// Who must place what is owed.
    pub special_owner: Option<usize>,
    pub tile_owner: Option<usize>,
    pub first_finisher: Option<usize>,
}

impl Referee {
    /// A new game from a circle in any rotation: the neutral token stands behind the smallest
    /// patch, the first in the table of equal ones.
    pub fn new(rules: &Rules, circle: &str, first_player: usize) -> Result<Self, String> {
        let smallest = rules.patches.iter().min_by_key(|patch| patch.cells.len());
        let start_patch = smallest.ok_or("an edition needs patches")?.letter;
        Self::with_start_patch(rules, circle, first_player, start_patch)
    }

    /// A new game where the neutral token stands behind the patch named.
    pub fn with_start_patch(
        rules: &Rules,
        circle: &str,
        first_player: usize,
        start_patch: char,
    ) -> Result<Self, String> {
        let mut circle: Vec<char> = circle.chars().collect();
        let mut given = circle.clone();
        let mut wanted: Vec<char> = rules.patches.iter().map(|patch| patch.letter).collect();
        given.sort_unstable();
        wanted.sort_unstable();
        if given != wanted {
            return Err(format!("the circle must have each patch once: {circle:?}"));
        }
        if first_player > 1 {
            return Err(format!("the first player is 0 or 1, not {first_player}"));
        }
        let start = circle.iter().position(|&letter| letter == start_patch);
        let start = start.ok_or_else(|| format!("no patch {start_patch:?} in the circle"))?;
        circle.rotate_left(start + 1);
        let player =
            Player { position: 0, buttons: rules.starting_buttons, income: 0, quilt: Cells::new() };
        Ok(Self {
            rules: rules.clone(),
            circle,
            players: [player.clone(), player],
            special_spaces: rules.special_spaces.clone(),
            on_top: first_player,
            special_owed: 0,
            special_owner: None,
            tile_owner: None,
            first_finisher: None,
        })
    }

    pub fn positions(&self) -> [i32; 2] {
        [self.players[0].position, self.players[1].position]
    }

    pub fn buttons(&self) -> [i32; 2] {
        [self.players[0].buttons, self.players[1].buttons]
    }

    pub fn incomes(&self) -> [i32; 2] {
        [self.players[0].income, self.players[1].income]
    }

    pub fn quilts(&self) -> [&Cells; 2] {
        [&self.players[0].quilt, &self.players[1].quilt]
    }

    pub fn is_over(&self) -> bool {
        self.positions() == [self.rules.track_length; 2] && self.special_owed == 0
    }

    pub fn to_move(&self) -> Option<usize> {
        let [first, second] = self.positions();
        if self.is_over() {
            None
        } else if self.special_owed > 0 {
            self.special_owner
        } else if first == second {
            Some(self.on_top)
        } else {
            Some(usize::from(second < first))
        }
    }

    pub fn scores(&self) -> [i32; 2] {
        [self.score(0), self.score(1)]
    }

    fn score(&self, number: usize) -> i32 {
        let player = &self.players[number];
        let free = player.free_spaces().len() as i32;
        let mut score = player.buttons - self.rules.empty_space_penalty * free;
        if self.tile_owner == Some(number) {
            score += self.rules.special_tile.map_or(0, |(_, points)| points);
        }
        if self.rules.final_income_scored && player.position == self.rules.track_length {
            score += player.income;
        }
        score
    }

    pub fn winner(&self) -> Option<usize> {
        let [first, second] = self.scores();
        if !self.is_over() {
            None
        } else if first == second {
            self.first_finisher
        } else {
            Some(usize::from(second > first))
        }
    }

    pub fn offered(&self) -> Vec<&Patch> {
        let letters = self.circle.iter().take(3);
        letters.filter_map(|&letter| self.rules.patch(letter)).collect()
    }

    pub fn legal(&self) -> BTreeSet<Move> {
        let Some(number) = self.to_move() else {
            return BTreeSet::new();
        };
        let player = &self.players[number];
        if self.special_owed > 0 {
            return player.free_spaces().into_iter().map(Move::Special).collect();
        }
        let free = player.free_spaces();
        let mut moves = BTreeSet::from([Move::Advance]);
        for patch in self.offered() {
            if patch.button_cost > player.buttons {
                continue;
            }
            for shape in orientations(&patch.cells) {
                for (row, col) in quilt_board() {
                    if covers_only(&shape, row, col, &free) {
                        let cells = moved(&shape, row, col);
                        moves.insert(Move::Buy(patch.letter, cells));
                    }
                }
            }
        }
        moves
    }

    pub fn play(&mut self, chosen: &Move) -> Result<(), String> {
        let legal = self.legal();
        let Some(number) = self.to_move().filter(|_| legal.contains(chosen)) else {
            return Err(format!("{chosen:?} is not legal for player {:?}", self.to_move()));
        };
        match chosen {
            Move::Advance => {
                let in_front = self.players[1 - number].position + 1;
                let target = in_front.min(self.rules.track_length);
                let player = &mut self.players[number];
                player.buttons += target - player.position;
                self.move_token(number, target);
            }
            Move::Special(cell) => {
                self.special_owed -= 1;
                if self.special_owed == 0 {
                    self.special_owner = None;
                }
                self.place(number, &Cells::from([*cell]));
            }
            Move::Buy(letter, cells) => self.buy(number, *letter, cells),
        }
        Ok(())
    }

    fn buy(&mut self, number: usize, letter: char, cells: &Cells) {
        let patch = self.rules.patch(letter).expect("legal, so known").clone();
        let slot = self.circle.iter().position(|&other| other == letter);
        self.circle.rotate_left(slot.expect("legal, so in the circle"));
        self.circle.remove(0);
        let player = &mut self.players[number];
        player.buttons -= patch.button_cost;
        player.income += patch.income;
        let target = (player.position + patch.time_cost).min(self.rules.track_length);
        self.place(number, cells);
        self.move_token(number, target);
    }

    fn place(&mut self, number: usize, cells: &Cells) {
        let quilt = &mut self.players[number].quilt;
        quilt.extend(cells);
        if let (Some((side, _)), None) = (self.rules.special_tile, self.tile_owner) {
            let square = square(side);
            let mut everywhere = quilt_board().into_iter();
            if everywhere.any(|(row, col)| covers_only(&square, row, col, quilt)) {
                self.tile_owner = Some(number);
            }
        }
    }

    fn move_token(&mut self, number: usize, target: i32) {
        let centre = self.rules.track_length;
        let player = &mut self.players[number];
        let reached = player.position + 1..=target;
        player.position = target;
        // A token that stays where it is was on top already, so this holds for it too.
        self.on_top = number;
        for space in &self.rules.income_spaces {
            if reached.contains(space) && !(*space == centre && self.rules.final_income_scored) {
                player.buttons += player.income;
            }
        }
        let before = self.special_spaces.len();
        self.special_spaces.retain(|space| !reached.contains(space));
        let taken = before - self.special_spaces.len();
        self.special_owed = taken.min(player.free_spaces().len());
        self.special_owner = (self.special_owed > 0).then_some(number);
        if target == centre && self.first_finisher.is_none() {
            self.first_finisher = Some(number);
        }
    }
}

fn square(side: i32) -> Cells {
    let rows = 0..side;
    rows.flat_map(|row| (0..side).map(move |col| (row, col))).collect()
}

fn quilt_board() -> Cells {
    square(SIDE)
}

fn moved(cells: &Cells, down: i32, right: i32) -> Cells {
    cells.iter().map(|(row, col)| (row + down, col + right)).collect()
}

/// Whether a shape laid there has all its squares among these.
fn covers_only(shape: &Cells, down: i32, right: i32, among: &Cells) -> bool {
    let mut cells = shape.iter();
    cells.all(|(row, col)| among.contains(&(row + down, col + right)))
}

/// The shape with its bounding box in the top left corner.
fn at_origin(cells: &Cells) -> Cells {
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    moved(cells, -top, -left)
}

/// `A` to `D` are turned 0 to 270 degrees clockwise, `E` to `H` (4 to 7) flipped first.
pub fn oriented(cells: &[Cell], number: usize) -> Cells {
    let mut shape: Cells = cells.iter().copied().collect();
    if number >= 4 {
        shape = shape.iter().map(|&(row, col)| (row, -col)).collect();
    }
    for _ in 0..number % 4 {
        shape = shape.iter().map(|&(row, col)| (col, -row)).collect();
    }
    at_origin(&shape)
}

/// The distinct orientations of a shape.
pub fn orientations(cells: &[Cell]) -> BTreeSet<Cells> {
    (0..8).map(|number| oriented(cells, number)).collect()
}

/// The moves of a placement string; only `play` can tell whether they are legal.
pub fn parse_anu(placement: &str, rules: &Rules) -> Result<Vec<Move>, String> {
    let mut letters = placement.chars();
    let mut moves = Vec::new();
    while let Some(letter) = letters.next() {
        if letter == '.' {
            moves.push(Move::Advance);
            continue;
        }
        let mut index = |alphabet: &str| {
            let found = letters.next().and_then(|letter| alphabet.find(letter));
            found.ok_or_else(|| format!("move {} is no ANU token", moves.len() + 1))
        };
        let col = index(COORDINATES)? as i32;
        let row = index(COORDINATES)? as i32;
        let orientation = index(ORIENTATIONS)?;
        moves.push(if letter == SPECIAL_PATCH {
            Move::Special((row, col))
        } else {
            let patch = rules.patch(letter);
            let patch = patch.ok_or_else(|| format!("no patch {letter:?} in this edition"))?;
            Move::Buy(letter, moved(&oriented(&patch.cells, orientation), row, col))
        });
    }
    Ok(moves)
}
