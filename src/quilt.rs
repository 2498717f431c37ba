//! A set of spaces of the 9x9 quilt board as a bit mask.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Rows, and columns, of a quilt board.
pub const SIDE: usize = 9;
/// Spaces of a quilt board.
pub const SPACES: usize = SIDE * SIDE;

/// A set of spaces: bit `9 * row + column`, row 0 at the top, column 0 at the left.
///
/// ```text
///  0  1  2  3  4  5  6  7  8
///  9 10 11 12 13 14 15 16 17
/// 18 19 20 21 22 23 24 25 26
/// 27 28 29 30 31 32 33 34 35
/// 36 37 38 39 40 41 42 43 44
/// 45 46 47 48 49 50 51 52 53
/// 54 55 56 57 58 59 60 61 62
/// 63 64 65 66 67 68 69 70 71
/// 72 73 74 75 76 77 78 79 80
/// ```
///
/// No bit above 80 is ever set.
///
/// ```
/// use patchwork::Quilt;
///
/// let corner = Quilt::space(0, 0) | Quilt::space(8, 8);
/// assert_eq!(corner.count(), 2);
/// assert_eq!(corner.bits(), 1 | 1 << 80);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Quilt(u128);

impl Quilt {
    /// No space.
    pub const EMPTY: Self = Self(0);
    /// All 81 spaces.
    pub const FULL: Self = Self((1 << SPACES) - 1);

    /// The set with these bits, or `None` if one above bit 80 is set.
    ///
    /// ```
    /// use patchwork::Quilt;
    ///
    /// assert!(Quilt::from_bits(1 << 80).is_some());
    /// assert!(Quilt::from_bits(1 << 81).is_none());
    /// ```
    pub const fn from_bits(bits: u128) -> Option<Self> {
        if bits >> SPACES == 0 { Some(Self(bits)) } else { None }
    }

    /// The set with these bits, those above bit 80 dropped.
    #[inline(always)]
    pub(crate) const fn from_low_bits(bits: u128) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// The bits as an integer below 2^81.
    #[inline(always)]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of the one space at `row`, `column`; empty if that is off the board.
    #[inline]
    pub const fn space(row: usize, column: usize) -> Self {
        if row < SIDE && column < SIDE { Self(1 << (SIDE * row + column)) } else { Self::EMPTY }
    }

    /// The rectangle of `height` x `width` spaces in the top left corner, cut at the edges.
    ///
    /// ```
    /// use patchwork::Quilt;
    ///
    /// assert_eq!(Quilt::rectangle(2, 3).count(), 6);
    /// assert_eq!(Quilt::rectangle(10, 10), Quilt::FULL);
    /// ```
    pub const fn rectangle(height: usize, width: usize) -> Self {
        let width = if width < SIDE { width } else { SIDE };
        let row = (1u128 << width) - 1;
        let mut bits = 0;
        let mut at = 0;
        while at < height && at < SIDE {
            bits |= row << (SIDE * at);
            at += 1;
        }
        Self(bits)
    }

    /// Number of spaces in the set.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// Is the set empty?
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is the space at `row`, `column` in the set? No space off the board is.
    #[inline]
    pub const fn contains(self, row: usize, column: usize) -> bool {
        self.0 & Self::space(row, column).0 != 0
    }

    /// Have the two sets a space in common?
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set moved `by` spaces on in reading order; what leaves the board is lost.
    #[inline(always)]
    pub const fn moved(self, by: usize) -> Self {
        if by < 128 { Self::from_low_bits(self.0 << by) } else { Self::EMPTY }
    }

    /// The spaces as indices `9 * row + column`, ascending.
    ///
    /// ```
    /// use patchwork::Quilt;
    ///
    /// assert_eq!(Quilt::rectangle(2, 2).spaces().collect::<Vec<_>>(), [0, 1, 9, 10]);
    /// ```
    #[inline]
    pub fn spaces(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let space = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(space)
        })
    }

    /// Is a square of `side` x `side` spaces, anywhere, wholly in the set?
    ///
    /// ```
    /// use patchwork::Quilt;
    ///
    /// assert!(Quilt::rectangle(7, 8).has_square(7));
    /// assert!(!Quilt::rectangle(6, 9).has_square(7));
    /// ```
    #[inline]
    pub const fn has_square(self, side: usize) -> bool {
        if side == 0 || side > SIDE || (self.count() as usize) < side * side {
            return side == 0;
        }
        // Each pass at most doubles the length of the runs known to be covered. A run that wraps
        // into the next row starts too far right for the square and falls to the last mask.
        let mut corners = self.0;
        let mut length = 1;
        while length < side {
            let step = if 2 * length <= side { length } else { side - length };
            corners &= corners >> step;
            length += step;
        }
        length = 1;
        while length < side {
            let step = if 2 * length <= side { length } else { side - length };
            corners &= corners >> (SIDE * step);
            length += step;
        }
        corners & Self::rectangle(SIDE + 1 - side, SIDE + 1 - side).0 != 0
    }
}

impl BitAnd for Quilt {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Quilt {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Quilt {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Quilt {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & Self::FULL.0)
    }
}

impl fmt::Debug for Quilt {
    /// Nine lines of `#` and `.`, as one sees the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..SIDE {
            let line: String = (0..SIDE)
                .map(|column| if self.contains(row, column) { '#' } else { '.' })
                .collect();
            write!(f, "{}{line}", if row == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_found_where_they_are_and_nowhere_else() {
        for side in 1..=SIDE {
            for row in 0..=SIDE - side {
                for column in 0..=SIDE - side {
                    let square = Quilt::rectangle(side, side).moved(SIDE * row + column);
                    assert!(square.has_square(side));
                    for space in square.spaces() {
                        let holed = square ^ Quilt::rectangle(1, 1).moved(space);
                        assert!(!holed.has_square(side));
                        assert!((!Quilt::EMPTY ^ Quilt::EMPTY).has_square(side));
                    }
                }
            }
        }
    }

    #[test]
    fn runs_that_wrap_into_the_next_row_are_no_square() {
        let wrapped = Quilt::rectangle(8, 7).moved(4);
        assert_eq!(wrapped.count(), 56);
        assert!(!wrapped.has_square(7));
    }
}
