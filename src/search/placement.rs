//! Where to sew: how well a placement lies against what is covered, and how rough it leaves the
//! free spaces.

use crate::action::ActionId;
use crate::fits::{HIGH_SHIFT, split, windows};
use crate::patch::{ORIENTATIONS, Orientation, Patch};
use crate::quilt::{Quilt, SIDE, SPACES};

/// Rows of the tallest shape that lies in the window of its anchor.
const MOST_ROWS: usize = 5;

const LEFT: Quilt = Quilt::rectangle(SIDE, 1);
const TOP: Quilt = Quilt::rectangle(1, SIDE);
const RIGHT: Quilt = LEFT.moved(SIDE - 1);
const BOTTOM: Quilt = TOP.moved(SPACES - SIDE);

/// The set of the neighbours above, below, left and right: bit `i` of each tells of the
/// neighbour of space `i`. What lies off the board is in none of them.
#[inline(always)]
const fn neighbours(set: u128) -> [u128; 4] {
    let wide = Quilt::FULL.bits();
    [
        (set << SIDE) & wide,
        set >> SIDE,
        (set << 1) & wide & !LEFT.bits(),
        (set >> 1) & !RIGHT.bits(),
    ]
}

/// A way to sew a patch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) orientation: usize,
    pub(super) anchor: usize,
    pub(super) cells: Quilt,
    /// Edges of the patch that lie against covered spaces or the rim.
    pub(super) contact: u32,
}

impl Placement {
    /// Its action, the patch being in this slot.
    pub(super) fn action(&self, slot: usize) -> ActionId {
        ActionId::buy(slot, self.orientation, self.anchor)
    }
}

/// Edges of the patch.
#[inline(always)]
pub(super) fn edges(patch: &Patch) -> i32 {
    let cells = patch.orientation(0).map_or(0, |shape| shape.cells().bits());
    // An edge lies between a space of the shape and one that is not of it: two spaces of the
    // shape side by side hide two.
    let [above, _, left, _] = neighbours(cells);
    4 * patch.size() as i32 - 2 * (count(cells & above) + count(cells & left))
}

/// Calls `each` with the placements of the patch that lie closest: those whose contact is at most
/// `slack` under the best one's, by falling contact, orientation and anchor.
///
/// All anchors of an orientation are counted side by side, by adding whole boards as binary
/// digits.
#[inline(always)]
pub(super) fn closest(patch: &Patch, free: Quilt, slack: u32, each: impl FnMut(Placement)) {
    let tall = patch.orientations().any(|(_, o)| o.height() > MOST_ROWS);
    match (tall, edges(patch)) {
        (false, ..16) => closest_of::<Windows, 4>(patch, free, slack, each),
        (false, _) => closest_of::<Windows, 7>(patch, free, slack, each),
        (true, _) => closest_of::<u128, 7>(patch, free, slack, each),
    }
}

/// A set of spaces of the board that can be moved down in reading order.
trait Board: Copy {
    const NONE: Self;
    fn of(bits: u128) -> Self;
    /// The same with each space in one place alone.
    fn anchors(bits: u128) -> Self;
    fn bits(self) -> u128;
    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn down(self, by: u32) -> Self;
    fn is_empty(self) -> bool;
}

impl Board for u128 {
    const NONE: Self = 0;
    #[inline(always)]
    fn of(bits: u128) -> Self {
        bits
    }
    #[inline(always)]
    fn anchors(bits: u128) -> Self {
        bits
    }
    #[inline(always)]
    fn bits(self) -> u128 {
        self
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self & !other
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        self >> by
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
}

/// The two windows of [`crate::fits`], side by side in one vector register.
#[derive(Clone, Copy)]
struct Windows([u64; 2]);

impl Board for Windows {
    const NONE: Self = Self([0; 2]);
    #[inline(always)]
    fn of(bits: u128) -> Self {
        let (low, high) = windows(Quilt::from_low_bits(bits));
        Self([low, high])
    }
    #[inline(always)]
    fn anchors(bits: u128) -> Self {
        let (low, high) = split(Quilt::from_low_bits(bits));
        Self([low, high])
    }
    #[inline(always)]
    fn bits(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << HIGH_SHIFT
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
    #[inline(always)]
    fn down(self, by: u32) -> Self {
        Self([self.0[0].wrapping_shr(by), self.0[1].wrapping_shr(by)])
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }
}

/// What is known of one orientation: where it fits, and its contact there as binary digits.
#[derive(Clone, Copy)]
struct Found<B, const DIGITS: usize> {
    orientation: usize,
    anchors: B,
    digits: [B; DIGITS],
}

#[inline(always)]
fn closest_of<B: Board, const DIGITS: usize>(
    patch: &Patch,
    free: Quilt,
    slack: u32,
    mut each: impl FnMut(Placement),
) {
    // Off the board counts as covered.
    let [above, below, left, right] = neighbours((!free).bits());
    let walls = [
        B::of(above | TOP.bits()),
        B::of(below | BOTTOM.bits()),
        B::of(left | LEFT.bits()),
        B::of(right | RIGHT.bits()),
    ];
    let free = B::of(free.bits());
    let none = Found { orientation: 0, anchors: B::NONE, digits: [B::NONE; DIGITS] };
    let mut found = [none; ORIENTATIONS];
    let (mut count, mut best) = (0, 0);
    for (at, orientation) in patch.orientations() {
        let anchors = anchors(orientation, free);
        if anchors.is_empty() {
            continue;
        }
        let digits = contacts(orientation.cells().bits(), &walls);
        let most = most(anchors, &digits);
        if most + slack >= best {
            best = best.max(most);
            found[count % ORIENTATIONS] = Found { orientation: at, anchors, digits };
            count += 1;
        }
    }
    for contact in (best.saturating_sub(slack)..=best).rev() {
        for Found { orientation, anchors, digits } in &found[..count.min(ORIENTATIONS)] {
            let mut equal = exactly(*anchors, digits, contact).bits();
            while equal != 0 {
                let anchor = equal.trailing_zeros() as usize;
                equal &= equal - 1;
                let Some(shape) = patch.orientation(*orientation) else { continue };
                let cells = shape.cells().moved(anchor);
                each(Placement { orientation: *orientation, anchor, cells, contact });
            }
        }
    }
}

/// Where the top left corner of the patch, turned so, can lie.
#[inline(always)]
fn anchors<B: Board>(orientation: &Orientation, free: B) -> B {
    let mut anchors = B::anchors(orientation.anchors().bits());
    let mut cells = orientation.cells().bits();
    while cells != 0 {
        anchors = anchors.and(free.down(cells.trailing_zeros()));
        cells &= cells - 1;
    }
    anchors
}

/// For all anchors at once, edges of the shape that lie against walls: bit `i` of number `d` is
/// digit `d` of the count for anchor `i`.
#[inline(always)]
fn contacts<B: Board, const DIGITS: usize>(cells: u128, walls: &[B; 4]) -> [B; DIGITS] {
    let mut digits = [B::NONE; DIGITS];
    let inside = neighbours(cells);
    for side in 0..4 {
        // The spaces of the shape whose neighbour on this side is not of the shape.
        let mut edge = cells & !inside[side];
        while edge != 0 {
            let mut carry = walls[side].down(edge.trailing_zeros());
            edge &= edge - 1;
            for digit in &mut digits {
                let sum = digit.xor(carry);
                carry = carry.and(*digit);
                *digit = sum;
            }
        }
    }
    digits
}

/// The greatest number that the digits say for one of the anchors.
#[inline(always)]
fn most<B: Board, const DIGITS: usize>(mut anchors: B, digits: &[B; DIGITS]) -> u32 {
    let mut most = 0;
    for at in (0..DIGITS).rev() {
        let set = anchors.and(digits[at]);
        if !set.is_empty() {
            anchors = set;
            most |= 1 << at;
        }
    }
    most
}

/// The anchors for which the digits say this number.
#[inline(always)]
fn exactly<B: Board, const DIGITS: usize>(anchors: B, digits: &[B; DIGITS], number: u32) -> B {
    let mut anchors = anchors;
    for (at, digit) in digits.iter().enumerate() {
        let is_set = number >> at & 1 != 0;
        anchors = if is_set { anchors.and(*digit) } else { anchors.and_not(*digit) };
    }
    anchors
}

/// How rough a set of free spaces is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roughness {
    /// Free spaces without a free neighbour.
    pub(super) lone: i32,
    /// Free spaces with one free neighbour.
    pub(super) dead_ends: i32,
    /// Free spaces with free neighbours on two opposite sides alone.
    pub(super) corridors: i32,
}

impl Roughness {
    #[inline(always)]
    pub(super) fn of(free: Quilt) -> Self {
        let free = free.bits();
        let [above, below, left, right] = neighbours(free);
        let (one_upright, both_upright) = (above ^ below, above & below);
        let (one_level, both_level) = (left ^ right, left & right);
        Self {
            lone: count(free & !(above | below | left | right)),
            dead_ends: count(free & (one_upright ^ one_level) & !(both_upright | both_level)),
            corridors: count(
                free & ((both_upright & !(left | right)) | (both_level & !(above | below))),
            ),
        }
    }
}

/// Number of spaces in a set.
#[inline(always)]
const fn count(set: u128) -> i32 {
    (set as u64).count_ones() as i32 + ((set >> 64) as u64).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::Edition;
    use crate::random::Stream;

    /// Contact counted edge by edge.
    fn contact(cells: Quilt, free: Quilt) -> u32 {
        let mut edges = 0;
        for space in cells.spaces() {
            let (row, column) = ((space / SIDE) as isize, (space % SIDE) as isize);
            for (down, across) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let (row, column) = (row + down, column + across);
                let inside = |set: Quilt| {
                    row >= 0 && column >= 0 && set.contains(row as usize, column as usize)
                };
                edges += u32::from(!inside(cells) && !inside(free));
            }
        }
        edges
    }

    #[test]
    fn the_closest_are_found_by_counting_edges_one_by_one() {
        let edition = Edition::named("revised").unwrap();
        let mut stream = Stream::new(1, 1);
        for round in 0..60 {
            let covered = stream.next_u64() as u128 | (stream.next_u64() as u128) << 64;
            let thin = stream.next_u64() as u128 | (stream.next_u64() as u128) << 64;
            let covered =
                if round % 2 == 0 { covered & thin } else { covered & thin & covered >> 3 };
            let free = !Quilt::from_low_bits(covered);
            for patch in edition.patches() {
                let mut all = Vec::new();
                for (at, orientation) in patch.orientations() {
                    for anchor in orientation.anchors().spaces() {
                        let cells = orientation.cells().moved(anchor);
                        if !cells.intersects(!free) {
                            all.push((at, anchor, contact(cells, free)));
                        }
                    }
                }
                let best = all.iter().map(|p| p.2).max().unwrap_or(0);
                all.retain(|p| p.2 + 1 >= best);
                let mut found = Vec::new();
                closest(patch, free, 1, |p| found.push((p.orientation, p.anchor, p.contact)));
                found.sort_unstable();
                assert_eq!(found, all);
            }
        }
    }

    #[test]
    fn roughness_counts_what_it_says() {
        let free = Quilt::space(0, 0)
            | Quilt::space(4, 4)
            | Quilt::space(4, 5)
            | Quilt::space(4, 6)
            | Quilt::space(8, 8);
        assert_eq!(Roughness::of(free), Roughness { lone: 2, dead_ends: 2, corridors: 1 });
        assert_eq!(Roughness::of(Quilt::FULL), Roughness { lone: 0, dead_ends: 0, corridors: 0 });
    }
}
