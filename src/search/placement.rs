//! Where to sew: how well a placement lies against what is covered, and how rough it leaves the
//! free spaces.

use crate::action::ActionId;
use crate::patch::{Orientation, Patch};
use crate::quilt::{Quilt, SIDE, SPACES};

/// Enough binary digits for the most edges of a shape on the board.
const DIGITS: usize = 7;

const LEFT: Quilt = Quilt::rectangle(SIDE, 1);
const TOP: Quilt = Quilt::rectangle(1, SIDE);
const RIGHT: Quilt = LEFT.moved(SIDE - 1);
const BOTTOM: Quilt = TOP.moved(SPACES - SIDE);

/// The set of the neighbours above, below, left and right: bit `i` of each tells of the
/// neighbour of space `i`. What lies off the board is in none of them.
#[inline(always)]
fn neighbours(set: Quilt) -> [Quilt; 4] {
    let bits = set.bits();
    [
        Quilt::from_low_bits(bits << SIDE),
        Quilt::from_low_bits(bits >> SIDE),
        Quilt::from_low_bits((bits << 1) & !LEFT.bits()),
        Quilt::from_low_bits((bits >> 1) & !RIGHT.bits()),
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

/// Where the top left corner of the patch, turned so, can lie.
#[inline(always)]
fn anchors(orientation: &Orientation, free: Quilt) -> u128 {
    let mut anchors = orientation.anchors().bits();
    let mut cells = orientation.cells().bits();
    while cells != 0 {
        anchors &= free.bits() >> cells.trailing_zeros();
        cells &= cells - 1;
    }
    anchors
}

/// Does the patch fit anywhere?
#[inline(always)]
pub(super) fn fits(patch: &Patch, free: Quilt) -> bool {
    patch.orientations().any(|(_, orientation)| anchors(orientation, free) != 0)
}

/// Edges of the patch.
#[inline(always)]
pub(super) fn edges(patch: &Patch) -> i32 {
    let Some((_, shape)) = patch.orientations().next() else { return 0 };
    let cells = shape.cells();
    neighbours(cells)
        .iter()
        .map(|&inside| (cells.bits() & !inside.bits()).count_ones() as i32)
        .sum()
}

/// For all anchors at once, edges of the shape that lie against walls, as binary digits: bit `i`
/// of number `d` is digit `d` of the count for anchor `i`.
#[inline(always)]
fn contacts(cells: Quilt, walls: &[Quilt; 4]) -> [u128; DIGITS] {
    let mut digits = [0u128; DIGITS];
    for (inside, walls) in neighbours(cells).iter().zip(walls) {
        // The spaces of the shape whose neighbour on this side is not of the shape.
        let mut edge = cells.bits() & !inside.bits();
        while edge != 0 {
            let mut carry = walls.bits() >> edge.trailing_zeros();
            edge &= edge - 1;
            for digit in &mut digits {
                let sum = *digit ^ carry;
                carry &= *digit;
                *digit = sum;
                if carry == 0 {
                    break;
                }
            }
        }
    }
    digits
}

/// Calls `each` with the placements of the patch that lie closest: those whose contact is at most
/// `slack` under the best one's, ordered by orientation and anchor.
///
/// All anchors of an orientation are counted side by side, by adding whole boards as binary
/// digits.
#[inline(always)]
pub(super) fn closest(patch: &Patch, free: Quilt, slack: u32, mut each: impl FnMut(Placement)) {
    // Off the board counts as covered.
    let [above, below, left, right] = neighbours(!free);
    let walls = [above | TOP, below | BOTTOM, left | LEFT, right | RIGHT];
    let mut found = [(0u128, [0u128; DIGITS]); crate::patch::ORIENTATIONS];
    let mut best = 0;
    for (at, orientation) in patch.orientations() {
        let anchors = anchors(orientation, free);
        if anchors == 0 {
            continue;
        }
        let digits = contacts(orientation.cells(), &walls);
        best = best.max(most(anchors, &digits));
        found[at] = (anchors, digits);
    }
    for (at, orientation) in patch.orientations() {
        let (anchors, digits) = &found[at];
        for contact in best.saturating_sub(slack)..=best {
            let mut equal = exactly(*anchors, digits, contact);
            while equal != 0 {
                let anchor = equal.trailing_zeros() as usize;
                equal &= equal - 1;
                let cells = orientation.cells().moved(anchor);
                each(Placement { orientation: at, anchor, cells, contact });
            }
        }
    }
}

/// The greatest number that the digits say for one of the anchors.
#[inline(always)]
fn most(mut anchors: u128, digits: &[u128; DIGITS]) -> u32 {
    let mut most = 0;
    for (at, digit) in digits.iter().enumerate().rev() {
        if anchors & digit != 0 {
            anchors &= digit;
            most |= 1 << at;
        }
    }
    most
}

/// The anchors for which the digits say this number.
#[inline(always)]
fn exactly(mut anchors: u128, digits: &[u128; DIGITS], number: u32) -> u128 {
    for (at, digit) in digits.iter().enumerate() {
        anchors &= if number >> at & 1 != 0 { *digit } else { !*digit };
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
        let [above, below, left, right] = neighbours(free).map(Quilt::bits);
        let (one_upright, both_upright) = (above ^ below, above & below);
        let (one_level, both_level) = (left ^ right, left & right);
        let count = |set: u128| Quilt::from_low_bits(set & free.bits()).count() as i32;
        Self {
            lone: count(!(above | below | left | right)),
            dead_ends: count((one_upright ^ one_level) & !(both_upright | both_level)),
            corridors: count((both_upright & !(left | right)) | (both_level & !(above | below))),
        }
    }
}

/// The most covered spaces in a square of this side.
pub(super) fn fullest_square(covered: Quilt, side: usize) -> i32 {
    let square = Quilt::rectangle(side, side);
    let corners = Quilt::rectangle(SIDE + 1 - side, SIDE + 1 - side);
    let inside = |at| Quilt::from_low_bits(square.moved(at).bits() & covered.bits()).count();
    corners.spaces().map(inside).max().unwrap_or(0) as i32
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
                assert_eq!(fits(patch, free), !all.is_empty());
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
        assert_eq!(fullest_square(!free, 7), 49 - 3);
    }
}
