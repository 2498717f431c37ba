//! Where patches fit, all orientations of a patch side by side.
//!
//! The board is seen through two windows of seven rows, 63 bits each: the low one is rows 0-6, the
//! high one rows 2-8. Anchors (top left corners) in rows 0-2 are looked for in the low window,
//! those below in the high one; a patch of up to five rows lies wholly in the window of its
//! anchor, and 64-bit shifts do.
//!
//! A patch is covered with a few pieces of which a window is searched once for all patches:
//! single spaces, runs of two, three and four either way, squares of four. It fits where all of
//! its pieces do.

use crate::patch::{ORIENTATIONS, Patch};
use crate::quilt::{Quilt, SIDE};

/// The low window: rows 0-6. (The high one has as many bits.)
const WINDOW: u64 = (1 << (7 * SIDE)) - 1;
/// How far the high window lies behind the low one: two rows.
pub(crate) const HIGH_SHIFT: usize = 2 * SIDE;
/// Anchors that the low window answers for: rows 0-2.
const LOW_ANCHORS: u64 = (1 << (3 * SIDE)) - 1;

/// Pieces that a patch may be covered with: every box of the game needs three at most.
pub(crate) const PIECES: usize = 3;
/// Kinds of pieces.
pub(crate) const KINDS: usize = 8;
/// Rows and columns of each kind. [`sources`] and the kernels know them by this order.
const KIND_SIZES: [(usize, usize); KINDS] =
    [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (4, 1), (2, 2)];

/// Where a patch fits, for each orientation.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Fits {
    /// Anchors as bits of the low window.
    pub(crate) low: [u64; ORIENTATIONS],
    /// Anchors as bits of the high window.
    pub(crate) high: [u64; ORIENTATIONS],
}

impl Fits {
    /// Nowhere.
    pub(crate) const NONE: Self = Self { low: [0; ORIENTATIONS], high: [0; ORIENTATIONS] };

    /// The anchors of one orientation.
    pub(crate) fn anchors(&self, orientation: usize) -> Quilt {
        match (self.low.get(orientation), self.high.get(orientation)) {
            (Some(&low), Some(&high)) => {
                Quilt::from_low_bits(u128::from(low) | u128::from(high) << HIGH_SHIFT)
            }
            _ => Quilt::EMPTY,
        }
    }

    /// One orientation after the other on the whole board: the plain way, for shapes that outgrow
    /// the windows or need more pieces.
    #[cold]
    pub(crate) fn on_whole_board(table: &PatchTable, free: Quilt) -> Self {
        let mut fits = Self::NONE;
        for lane in 0..ORIENTATIONS {
            let low = u128::from(table.low[lane]);
            let mut anchors = low | u128::from(table.high[lane]) << HIGH_SHIFT;
            for space in table.cells[lane].spaces() {
                anchors &= free.bits() >> space;
            }
            (fits.low[lane], fits.high[lane]) = split(Quilt::from_low_bits(anchors));
        }
        fits
    }
}

/// A set of anchors as bits of the low and of the high window, each anchor in one of them.
const fn split(anchors: Quilt) -> (u64, u64) {
    let low = anchors.bits() as u64 & LOW_ANCHORS;
    let high = (anchors.bits() >> HIGH_SHIFT) as u64 & WINDOW & !(LOW_ANCHORS >> HIGH_SHIFT);
    (low, high)
}

/// The low and the high window of a set of spaces.
#[inline(always)]
pub(crate) const fn windows(spaces: Quilt) -> (u64, u64) {
    (spaces.bits() as u64 & WINDOW, (spaces.bits() >> HIGH_SHIFT) as u64)
}

/// What play needs to know of a patch, close together; a lane for each orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct PatchTable {
    /// Anchors that keep the patch on the board, as bits of the low window; 0 for an orientation
    /// that repeats a lower one.
    pub(crate) low: [u64; ORIENTATIONS],
    /// The same in the high window.
    pub(crate) high: [u64; ORIENTATIONS],
    /// How far each piece lies behind the anchor.
    pub(crate) shifts: [[u64; ORIENTATIONS]; PIECES],
    /// The kind of each piece in even and in odd orientations: a run that lies in the one stands
    /// in the other.
    pub(crate) kinds: [[u64; 2]; PIECES],
    /// The spaces covered, the bounding box in the top left corner.
    pub(crate) cells: [Quilt; ORIENTATIONS],
    /// Buttons that it costs.
    pub(crate) button_cost: i32,
    /// Buttons printed on it.
    pub(crate) income: u16,
    /// Spaces that it moves the time token.
    pub(crate) time_cost: u8,
    /// The patch has to be looked for on the whole board.
    pub(crate) plain: bool,
}

impl PatchTable {
    /// No patch: it fits nowhere, and nobody can pay for it.
    pub(crate) const NO_PATCH: Self = Self {
        low: [0; ORIENTATIONS],
        high: [0; ORIENTATIONS],
        shifts: [[0; ORIENTATIONS]; PIECES],
        kinds: [[0; 2]; PIECES],
        cells: [Quilt::EMPTY; ORIENTATIONS],
        button_cost: i32::MAX,
        income: 0,
        time_cost: 0,
        plain: false,
    };

    /// The table of a patch.
    pub(crate) fn of(patch: &Patch) -> Self {
        let mut table = Self {
            button_cost: patch.button_cost(),
            income: patch.income(),
            time_cost: patch.time_cost(),
            plain: true,
            ..Self::NO_PATCH
        };
        for (lane, orientation) in patch.orientations() {
            (table.low[lane], table.high[lane]) = split(orientation.anchors());
            table.cells[lane] = orientation.cells();
        }
        let tall = patch.orientations().any(|(_, o)| o.height() > 5);
        let Some(shape) = patch.orientation(0).filter(|_| !tall) else { return table };
        let Some(cover) = cover(shape.cells()) else { return table };
        table.plain = false;
        for (piece, &(kind, space)) in cover.iter().enumerate() {
            let (rows, columns) = KIND_SIZES[kind];
            let across = KIND_SIZES.iter().position(|&size| size == (columns, rows));
            table.kinds[piece] = [kind as u64, across.unwrap_or(kind) as u64];
            let cells = Quilt::rectangle(rows, columns).moved(space);
            for lane in 0..ORIENTATIONS {
                let first = shape.turned(cells, lane).bits().trailing_zeros();
                table.shifts[piece][lane] = first.into();
            }
        }
        table
    }
}

/// Three pieces (kind and first space) that together cover `cells` and nothing else; the last is
/// repeated if fewer do. `None` if it takes more.
fn cover(cells: Quilt) -> Option<[(usize, usize); PIECES]> {
    let mut pieces = Vec::new();
    for (kind, &(rows, columns)) in KIND_SIZES.iter().enumerate() {
        for space in cells.spaces() {
            let (row, column) = (space / SIDE, space % SIDE);
            let piece = Quilt::rectangle(rows, columns).moved(space);
            if row + rows <= SIDE && column + columns <= SIDE && piece & cells == piece {
                pieces.push((kind, space, piece));
            }
        }
    }
    for &(a_kind, a_space, a) in &pieces {
        for &(b_kind, b_space, b) in &pieces {
            let left = cells & !(a | b);
            let last = pieces.iter().find(|(_, _, c)| left & *c == left);
            if let Some(&(c_kind, c_space, _)) = last {
                return Some([(a_kind, a_space), (b_kind, b_space), (c_kind, c_space)]);
            }
        }
    }
    None
}

/// Where each kind of piece lies on free spaces of a window, by its first space. A run that wraps
/// into the next row is found too, but no patch lies on the board where it would count.
#[inline(always)]
const fn sources(window: u64) -> [u64; KINDS] {
    let (two, stacked) = (window & window >> 1, window & window >> SIDE);
    [
        window,
        two,
        stacked,
        two & two >> 1,
        stacked & stacked >> SIDE,
        two & two >> 2,
        stacked & stacked >> (2 * SIDE),
        two & two >> SIDE,
    ]
}

static BITS_OF_BYTE: [[bool; 8]; 256] = {
    let mut all = [[false; 8]; 256];
    let mut at = 0;
    while at < 8 * 256 {
        all[at / 8][at % 8] = (at / 8) >> (at % 8) & 1 != 0;
        at += 1;
    }
    all
};

/// A way to find where patches fit. All give the same answers.
pub(crate) trait Kernel: Copy {
    /// Where each of three patches fits on the spaces `free`; nowhere for one that is not `wanted`.
    fn fits(self, free: Quilt, tables: [&PatchTable; 3], wanted: [bool; 3]) -> [Fits; 3];

    /// For each orientation, the number of anchors for it and for those before it.
    #[inline(always)]
    fn running_counts(self, fits: &Fits) -> [u16; ORIENTATIONS] {
        let mut running = 0;
        std::array::from_fn(|lane| {
            let (low, high) = (fits.low[lane], fits.high[lane]);
            if low | high != 0 {
                running += (low.count_ones() + high.count_ones()) as u16;
            }
            running
        })
    }

    /// The number of orientations whose running count is `n` or less.
    #[inline(always)]
    fn lanes_up_to(self, counts: &[u16; ORIENTATIONS], n: u16) -> usize {
        counts.iter().map(|&count| usize::from(count <= n)).sum()
    }

    /// The place of the set bit with `n` set bits below it.
    fn nth_bit(self, bits: u64, n: u32) -> u32;

    /// The bits of a word, the lowest first.
    #[inline(always)]
    fn spread(self, word: u64, block: &mut [bool; 64]) {
        for (eight, byte) in block.as_chunks_mut().0.iter_mut().zip(word.to_le_bytes()) {
            *eight = BITS_OF_BYTE[usize::from(byte)];
        }
    }
}

/// What every machine can do.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn fits(self, free: Quilt, tables: [&PatchTable; 3], wanted: [bool; 3]) -> [Fits; 3] {
        let (low, high) = windows(free);
        let (low, high) = (sources(low), sources(high));
        let mut all = [Fits::NONE; 3];
        for slot in 0..3 {
            if !wanted[slot] {
                continue;
            }
            let (table, fits) = (tables[slot], &mut all[slot]);
            let pieces: [[(u64, u64); 2]; PIECES] = std::array::from_fn(|piece| {
                table.kinds[piece]
                    .map(|kind| (low[kind as usize % KINDS], high[kind as usize % KINDS]))
            });
            for lane in 0..ORIENTATIONS {
                let (mut lows, mut highs) = (table.low[lane], table.high[lane]);
                for (piece, shifts) in pieces.iter().zip(&table.shifts) {
                    let (low, high) = piece[lane % 2];
                    lows &= low >> (shifts[lane] % 64);
                    highs &= high >> (shifts[lane] % 64);
                }
                (fits.low[lane], fits.high[lane]) = (lows, highs);
            }
        }
        all
    }

    #[inline(always)]
    fn nth_bit(self, mut bits: u64, n: u32) -> u32 {
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        bits.trailing_zeros()
    }
}
