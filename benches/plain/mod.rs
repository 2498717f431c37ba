//! The plain way, kept beside the engine to be measured against: one `u128` a quilt board, shift
//! and AND for every space of every orientation, the circle as a list, exact uniform draws.

#![allow(dead_code)] // Each benchmark uses a part of it.

use patchwork::random::Stream;
use patchwork::{Edition, State};

/// A patch: numbers, and for each distinct orientation its spaces and the anchors on the board.
pub struct PlainPatch {
    pub cost: i32,
    pub time: usize,
    pub income: i32,
    pub orientations: Vec<PlainOrientation>,
}

pub struct PlainOrientation {
    pub index: usize,
    pub cells: u128,
    pub spaces: Vec<usize>,
    pub anchors: u128,
    /// The cells at every anchor, for the scan of precomputed masks.
    pub masks: Vec<(usize, u128)>,
}

pub const FULL: u128 = (1 << 81) - 1;

pub struct PlainEdition {
    pub patches: Vec<PlainPatch>,
    pub income_spaces: Vec<usize>,
    pub special_spaces: Vec<usize>,
    pub track: usize,
}

impl PlainEdition {
    pub fn new(edition: &Edition) -> Self {
        let usizes = |spaces: &[u8]| spaces.iter().map(|&s| s.into()).collect();
        let patches = edition.patches().iter().map(|patch| PlainPatch {
            cost: patch.button_cost(),
            time: patch.time_cost().into(),
            income: patch.income().into(),
            orientations: patch
                .orientations()
                .map(|(index, o)| PlainOrientation {
                    index,
                    cells: o.cells().bits(),
                    spaces: o.cells().spaces().collect(),
                    anchors: o.anchors().bits(),
                    masks: o.anchors().spaces().map(|a| (a, o.cells().bits() << a)).collect(),
                })
                .collect(),
        });
        Self {
            patches: patches.collect(),
            income_spaces: usizes(edition.income_spaces()),
            special_spaces: usizes(edition.special_spaces()),
            track: edition.track_length().into(),
        }
    }
}

#[derive(Clone)]
pub struct PlainState {
    pub quilts: [u128; 2],
    pub circle: Vec<u8>,
    pub buttons: [i32; 2],
    pub incomes: [i32; 2],
    pub positions: [usize; 2],
    pub mover: usize,
    pub owed: bool,
    pub specials: Vec<usize>,
    pub tile: Option<usize>,
}

impl PlainState {
    pub fn start(edition: &PlainEdition, stream: &mut Stream) -> Self {
        let mut circle: Vec<u8> = (1..edition.patches.len() as u8).collect();
        stream.shuffle(&mut circle);
        circle.push(0);
        Self {
            quilts: [0; 2],
            circle,
            buttons: [5; 2],
            incomes: [0; 2],
            positions: [0; 2],
            mover: 0,
            owed: false,
            specials: edition.special_spaces.clone(),
            tile: None,
        }
    }

    /// The plain copy of a state of the engine.
    pub fn of(edition: &PlainEdition, state: &State) -> Self {
        let names: Vec<char> = state.edition().patches().iter().map(|p| p.letter()).collect();
        let place = |l: char| names.iter().position(|&n| n == l).unwrap() as u8;
        let _ = edition;
        Self {
            quilts: state.quilts().map(|q| q.bits()),
            circle: state.circle().chars().map(place).collect(),
            buttons: state.buttons(),
            incomes: state.incomes().map(i32::from),
            positions: state.spaces().map(usize::from),
            mover: state.to_move().map_or(0, |p| p.index()),
            owed: state.specials_owed() > 0,
            specials: state.special_spaces().into_iter().map(usize::from).collect(),
            tile: state.special_tile_owner().map(|p| p.index()),
        }
    }

    /// For each patch on offer that can be paid and each orientation, where it fits.
    #[inline]
    pub fn for_each_set(&self, edition: &PlainEdition, mut each: impl FnMut(usize, usize, u128)) {
        let free = !self.quilts[self.mover] & FULL;
        for slot in 0..self.circle.len().min(3) {
            let patch = &edition.patches[usize::from(self.circle[slot])];
            if patch.cost > self.buttons[self.mover] {
                continue;
            }
            for (at, orientation) in patch.orientations.iter().enumerate() {
                let mut anchors = orientation.anchors;
                for &space in &orientation.spaces {
                    anchors &= free >> space;
                }
                each(slot, at, anchors);
            }
        }
    }

    fn advance_token(&mut self, edition: &PlainEdition, to: usize) {
        let from = self.positions[self.mover];
        let to = to.min(edition.track);
        let paid = edition.income_spaces.iter().filter(|&&s| from < s && s <= to).count();
        self.buttons[self.mover] += paid as i32 * self.incomes[self.mover];
        self.positions[self.mover] = to;
        if let Some(at) = self.specials.iter().position(|&s| s <= to) {
            self.specials.remove(at);
            self.owed = self.quilts[self.mover] != FULL;
        }
        self.settle();
    }

    fn settle(&mut self) {
        if !self.owed && self.positions[self.mover] > self.positions[1 - self.mover] {
            self.mover = 1 - self.mover;
        }
    }

    fn cover(&mut self, cells: u128) {
        self.quilts[self.mover] |= cells;
        if self.tile.is_none() && self.quilts[self.mover].count_ones() >= 49 {
            let quilt = self.quilts[self.mover];
            let square: u128 = (0..7).map(|row| 0x7f << (9 * row)).sum();
            let found = [0, 1, 2, 9, 10, 11, 18, 19, 20]
                .iter()
                .any(|&a| quilt & square << a == square << a);
            self.tile = found.then_some(self.mover);
        }
    }

    /// Plays to the end at random; gives the number of actions.
    pub fn play_out(&mut self, edition: &PlainEdition, stream: &mut Stream) -> u32 {
        let mut plies = 0;
        let mut sets = Vec::with_capacity(24);
        while self.positions != [edition.track; 2] || self.owed {
            plies += 1;
            if self.owed {
                let free = !self.quilts[self.mover] & FULL;
                let n = stream.below(free.count_ones().into()) as u32;
                self.cover(1 << nth_bit(free, n));
                self.owed = false;
                self.settle();
                continue;
            }
            sets.clear();
            let mut total = 1;
            self.for_each_set(edition, |slot, orientation, anchors| {
                if anchors != 0 {
                    total += anchors.count_ones();
                    sets.push((slot, orientation, anchors));
                }
            });
            let mut n = stream.below(total.into()) as u32;
            if n == 0 {
                let to = (self.positions[1 - self.mover] + 1).min(edition.track);
                self.buttons[self.mover] += (to - self.positions[self.mover]) as i32;
                self.advance_token(edition, to);
                continue;
            }
            n -= 1;
            for &(slot, orientation, anchors) in &sets {
                let count = anchors.count_ones();
                if n < count {
                    let patch = &edition.patches[usize::from(self.circle[slot])];
                    self.buttons[self.mover] -= patch.cost;
                    self.incomes[self.mover] += patch.income;
                    let cells = patch.orientations[orientation].cells << nth_bit(anchors, n);
                    self.circle.rotate_left(slot);
                    self.circle.remove(0);
                    self.cover(cells);
                    let to = self.positions[self.mover] + patch.time;
                    self.advance_token(edition, to);
                    break;
                }
                n -= count;
            }
        }
        plies
    }
}

fn nth_bit(mut bits: u128, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}
