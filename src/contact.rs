//! How patches would lie against what is covered: for every place of every orientation at once, the
//! edges that would touch a covered space or the rim.
//!
//! The eight orientations lie side by side, each in two windows of the board, as in
//! [`crate::fits`]. The counts are kept as binary digits: bit `i` of digit `d` of a lane is digit
//! `d` of the count for anchor `i`, so that one addition counts for all anchors.

use crate::fits::{Fits, HIGH_SHIFT, windows};
use crate::patch::{ORIENTATIONS, Patch};
use crate::quilt::{Quilt, SIDE, SPACES};

/// Edges of a shape that are counted side by side; those of more take the plain way.
const MOST_EDGES: usize = 16;
/// Sides of a space: above, right, below, left; a quarter turn clockwise makes one the next.
const SIDES: usize = 4;

const LEFT: Quilt = Quilt::rectangle(SIDE, 1);
const TOP: Quilt = Quilt::rectangle(1, SIDE);
const RIGHT: Quilt = LEFT.moved(SIDE - 1);
const BOTTOM: Quilt = TOP.moved(SPACES - SIDE);

/// For each side, bit `i` tells of the neighbour of space `i` there. What lies off the board is in
/// no set.
#[inline(always)]
pub(crate) const fn neighbours(set: Quilt) -> [u128; SIDES] {
    let (bits, wide) = (set.bits(), Quilt::FULL.bits());
    [
        (bits << SIDE) & wide,
        (bits >> 1) & !RIGHT.bits(),
        bits >> SIDE,
        (bits << 1) & wide & !LEFT.bits(),
    ]
}

/// The side of the board to which a side of the unturned shape points in an orientation.
const fn side_in(orientation: usize, side: usize) -> usize {
    // Flipped left to right first, then turned.
    let flipped = if orientation >= 4 { (SIDES - side) % SIDES } else { side };
    (flipped + orientation) % SIDES
}

/// The edges of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct ContactTable {
    /// For each edge, grouped by side of the unturned shape, how far the space that it belongs to
    /// lies behind the anchor, in each orientation.
    shifts: [[u8; ORIENTATIONS]; MOST_EDGES],
    /// Where the edges of each side end in `shifts`.
    ends: [u8; SIDES],
    /// Number of edges.
    pub(crate) edges: u16,
    /// Spaces covered.
    pub(crate) size: u8,
    /// The contact has to be counted on the whole board.
    plain: bool,
}

impl ContactTable {
    pub(crate) const NO_PATCH: Self = Self {
        shifts: [[0; ORIENTATIONS]; MOST_EDGES],
        ends: [0; SIDES],
        edges: 0,
        size: 0,
        plain: true,
    };

    /// The table of a patch.
    pub(crate) fn of(patch: &Patch) -> Self {
        let mut table = Self { size: patch.size() as u8, ..Self::NO_PATCH };
        let Some(shape) = patch.orientation(0) else { return table };
        let mut edges = 0;
        for (side, inside) in neighbours(shape.cells()).into_iter().enumerate() {
            // The spaces whose neighbour on this side is not of the shape.
            for space in Quilt::from_low_bits(shape.cells().bits() & !inside).spaces() {
                if let Some(shifts) = table.shifts.get_mut(edges) {
                    let cell = Quilt::from_low_bits(1 << space);
                    *shifts = std::array::from_fn(|orientation| {
                        shape.turned(cell, orientation).bits().trailing_zeros() as u8
                    });
                }
                edges += 1;
            }
            table.ends[side] = edges.min(MOST_EDGES) as u8;
        }
        table.edges = edges as u16;
        // A shape of up to five rows lies in the window of its anchor.
        table.plain = edges > MOST_EDGES || patch.orientations().any(|(_, o)| o.height() > 5);
        table
    }
}

/// A window of the board in eight orientations, side by side.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lanes([u64; ORIENTATIONS]);

impl Lanes {
    const NONE: Self = Self([0; ORIENTATIONS]);

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] & !other.0[lane]))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] ^ other.0[lane]))
    }

    #[inline(always)]
    fn shifted(self, by: &[u8; ORIENTATIONS]) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] >> (by[lane] % 64)))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, lane| all | lane) == 0
    }
}

/// What lies around the free spaces of a quilt: for each side of an unturned shape, and for each
/// orientation, the spaces with something covered, or the rim, where that side points to.
#[derive(Clone, Copy)]
pub(crate) struct Walls {
    low: [Lanes; SIDES],
    high: [Lanes; SIDES],
}

impl Walls {
    #[inline(always)]
    pub(crate) fn around(free: Quilt) -> Self {
        let [above, right, below, left] = neighbours(!free);
        let sides =
            [above | TOP.bits(), right | RIGHT.bits(), below | BOTTOM.bits(), left | LEFT.bits()]
                .map(|side| windows(Quilt::from_low_bits(side)));
        let (mut low, mut high) = ([Lanes::NONE; SIDES], [Lanes::NONE; SIDES]);
        for side in 0..SIDES {
            for lane in 0..ORIENTATIONS {
                (low[side].0[lane], high[side].0[lane]) = sides[side_in(lane, side)];
            }
        }
        Self { low, high }
    }
}

/// Someone who is told of placements.
pub(crate) trait Visit {
    /// The patch fits in this orientation with its top left corner on `anchor`, and has so much
    /// contact there.
    fn visit(&mut self, orientation: usize, anchor: usize, contact: u32);
}

/// Tells `visitor` of the placements that lie closest: those whose contact is at most `slack`
/// under the best one's, by falling contact.
#[inline(always)]
pub(crate) fn closest(
    patch: &Patch,
    table: &ContactTable,
    fits: &Fits,
    free: Quilt,
    walls: &Walls,
    slack: u32,
    visitor: &mut impl Visit,
) {
    if table.plain {
        closest_on_whole_board(patch, fits, free, slack, visitor);
    } else if table.edges < 16 {
        closest_in_windows::<4>(table, fits, walls, slack, visitor);
    } else {
        closest_in_windows::<5>(table, fits, walls, slack, visitor);
    }
}

#[inline(always)]
fn closest_in_windows<const DIGITS: usize>(
    table: &ContactTable,
    fits: &Fits,
    walls: &Walls,
    slack: u32,
    visitor: &mut impl Visit,
) {
    let (mut low, mut high) = ([Lanes::NONE; DIGITS], [Lanes::NONE; DIGITS]);
    let mut edge = 0;
    for side in 0..SIDES {
        let (low_walls, high_walls) = (walls.low[side], walls.high[side]);
        while edge < usize::from(table.ends[side]) {
            let shifts = &table.shifts[edge % MOST_EDGES];
            add(&mut low, low_walls.shifted(shifts));
            add(&mut high, high_walls.shifted(shifts));
            edge += 1;
        }
    }
    let anchors = (Lanes(fits.low), Lanes(fits.high));
    let mut best = 0;
    let mut closest = anchors;
    for digit in (0..DIGITS).rev() {
        let set = (closest.0.and(low[digit]), closest.1.and(high[digit]));
        if !(set.0.is_empty() && set.1.is_empty()) {
            closest = set;
            best |= 1 << digit;
        }
    }
    let mut contact = best;
    loop {
        for lane in 0..ORIENTATIONS {
            let high = u128::from(closest.1.0[lane]) << HIGH_SHIFT;
            let mut left = u128::from(closest.0.0[lane]) | high;
            while left != 0 {
                visitor.visit(lane, left.trailing_zeros() as usize, contact);
                left &= left - 1;
            }
        }
        if contact == 0 || contact + slack <= best {
            return;
        }
        contact -= 1;
        closest = anchors;
        for digit in 0..DIGITS {
            closest = if contact >> digit & 1 != 0 {
                (closest.0.and(low[digit]), closest.1.and(high[digit]))
            } else {
                (closest.0.and_not(low[digit]), closest.1.and_not(high[digit]))
            };
        }
    }
}

/// Adds one to the numbers of these digits, wherever `carry` is set.
#[inline(always)]
fn add<const DIGITS: usize>(digits: &mut [Lanes; DIGITS], mut carry: Lanes) {
    for digit in digits {
        let sum = digit.xor(carry);
        carry = carry.and(*digit);
        *digit = sum;
    }
}

/// The plain way: placement by placement.
#[cold]
fn closest_on_whole_board(
    patch: &Patch,
    fits: &Fits,
    free: Quilt,
    slack: u32,
    visitor: &mut impl Visit,
) {
    let mut all = Vec::new();
    for (lane, orientation) in patch.orientations() {
        for anchor in fits.anchors(lane).spaces() {
            all.push((contact(orientation.cells().moved(anchor), free), lane, anchor));
        }
    }
    all.sort_by_key(|&(contact, ..)| std::cmp::Reverse(contact));
    let best = all.first().map_or(0, |&(contact, ..)| contact);
    for (contact, lane, anchor) in all {
        if contact + slack >= best {
            visitor.visit(lane, anchor, contact);
        }
    }
}

/// Edges of `cells` that touch something else than `cells` and `free`.
fn contact(cells: Quilt, free: Quilt) -> u32 {
    let (inside, open) = (neighbours(cells), neighbours(free));
    let on_side = |side: usize| (cells.bits() & !(inside[side] | open[side])).count_ones();
    (0..SIDES).map(on_side).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fits::{Kernel, PatchTable};
    use crate::random::Stream;
    use crate::simd::with_kernel;

    struct List(Vec<(u32, usize, usize)>);

    impl Visit for List {
        fn visit(&mut self, orientation: usize, anchor: usize, contact: u32) {
            self.0.push((contact, orientation, anchor));
        }
    }

    /// Contact counted edge by edge.
    fn counted(cells: Quilt, free: Quilt) -> u32 {
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
        let edition = crate::Edition::named("revised").unwrap();
        let odd =
            ["#......|#######|#......", "#|#|#|#|#|#|#", "#.#.#.#.#|#########|#.#.#.#.#", "#"];
        let odd = odd.map(|shape| Patch::new('B', 1, 1, 0, shape).unwrap());
        let mut stream = Stream::new(1, 1);
        for round in 0..60 {
            let mut random = || stream.next_u64() as u128 | (stream.next_u64() as u128) << 64;
            let (a, b) = (random(), random());
            let covered = if round % 2 == 0 { a & b } else { a & b & b >> 3 };
            let free = if round == 0 { Quilt::FULL } else { !Quilt::from_low_bits(covered) };
            for patch in edition.patches().iter().chain(&odd) {
                let mut all = Vec::new();
                for (at, orientation) in patch.orientations() {
                    for anchor in orientation.anchors().spaces() {
                        let cells = orientation.cells().moved(anchor);
                        if !cells.intersects(!free) {
                            all.push((counted(cells, free), at, anchor));
                        }
                    }
                }
                let best = all.iter().map(|p| p.0).max().unwrap_or(0);
                let (table, contacts) = (PatchTable::of(patch), ContactTable::of(patch));
                let fits = with_kernel!(|kernel| kernel.fits(free, [&table; 3], [true; 3]))[0];
                let fits = if table.plain { Fits::on_whole_board(&table, free) } else { fits };
                for slack in 0..3 {
                    let mut expected = all.clone();
                    expected.retain(|p| p.0 + slack >= best);
                    let mut found = List(Vec::new());
                    let walls = Walls::around(free);
                    closest(patch, &contacts, &fits, free, &walls, slack, &mut found);
                    assert!(found.0.is_sorted_by_key(|p| std::cmp::Reverse(p.0)));
                    found.0.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(found.0, expected);
                }
            }
        }
    }
}
