//! The circle of patches and the neutral token in it.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::edition::MAX_PATCHES;

/// Patches on offer at a time.
pub const OFFERED: usize = 3;

/// Places in the order of a circle: more than patches, so that six bits number them.
const PLACES: usize = 64;
/// A place where no patch ever lies.
const NOWHERE: u8 = PLACES as u8 - 1;
/// The entry of the order that is no place either, but tells where the token stands: a field of
/// its own would make every position eight bytes larger.
const TOKEN: usize = PLACES - 2;
/// The patch that lies there: none.
pub(crate) const NO_PATCH: u8 = PLACES as u8 - 1;

/// The patches left, clockwise from the neutral token.
///
/// The order never changes: taking a patch clears its bit and moves the token there, so nothing
/// has to be shifted.
#[derive(Clone, Copy)]
pub struct Circle {
    order: [u8; PLACES],
    /// Bit `i`: the patch `order[i]` is still there.
    left: u64,
}

const _: () = assert!(MAX_PATCHES <= TOKEN);

impl Circle {
    /// The circle of these patches (indices into an edition's), clockwise from the token; those
    /// beyond the 51st are dropped.
    pub(crate) fn new(patches: &[u8]) -> Self {
        let count = patches.len().min(MAX_PATCHES);
        let mut order = [NO_PATCH; PLACES];
        order[..count].copy_from_slice(&patches[..count]);
        order[TOKEN] = count.saturating_sub(1) as u8;
        Self { order, left: (1 << count) - 1 }
    }

    /// Number of patches left.
    pub fn len(&self) -> usize {
        self.left.count_ones() as usize
    }

    /// Is no patch left?
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The places taken, in clockwise order from the token, which stands behind `order[TOKEN]`: as the set bits of a word, and what to
    /// add to their numbers.
    #[inline(always)]
    fn clockwise(&self) -> (u64, u32) {
        let next = u32::from(self.order[TOKEN]) + 1;
        (self.left.rotate_right(next), next)
    }

    /// The indices of the patches left, clockwise from the token.
    pub fn patches(&self) -> impl Iterator<Item = u8> {
        let (mut left, next) = self.clockwise();
        let order = self.order;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let place = (left.trailing_zeros() + next) as usize % PLACES;
            left &= left - 1;
            Some(order[place])
        })
    }

    /// The places of the patches on offer, first slot first; an empty slot has a place where no
    /// patch lies.
    #[inline(always)]
    pub(crate) fn offer(&self) -> [u8; OFFERED] {
        let (mut left, next) = self.clockwise();
        let mut places = [NOWHERE; OFFERED];
        for place in &mut places {
            if left != 0 {
                *place = (left.trailing_zeros() + next) as u8 % PLACES as u8;
            }
            left &= left.wrapping_sub(1);
        }
        places
    }

    /// The index of the patch at a place of the circle.
    #[inline(always)]
    pub(crate) fn at(&self, place: u8) -> u8 {
        self.order[usize::from(place) % PLACES]
    }

    /// Takes the patch out and moves the token to where it lay.
    #[inline(always)]
    pub(crate) fn take(&mut self, place: u8) {
        self.left &= !(1 << (place % PLACES as u8));
        self.order[TOKEN] = place;
    }
}

impl PartialEq for Circle {
    fn eq(&self, other: &Self) -> bool {
        self.left.count_ones() == other.left.count_ones() && self.patches().eq(other.patches())
    }
}

impl Eq for Circle {}

impl Hash for Circle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(self.len() as u8);
        self.patches().for_each(|patch| state.write_u8(patch));
    }
}

impl fmt::Debug for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.patches()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(circle: &Circle) -> Vec<u8> {
        circle.offer().into_iter().take(circle.len()).map(|place| circle.at(place)).collect()
    }

    #[test]
    fn the_skipped_patches_go_behind() {
        let mut circle = Circle::new(&[4, 2, 7, 1, 0]);
        assert_eq!(offered(&circle), [4, 2, 7]);
        circle.take(circle.offer()[2]);
        assert_eq!(circle.patches().collect::<Vec<_>>(), [1, 0, 4, 2]);
        circle.take(circle.offer()[1]);
        assert_eq!(circle, Circle::new(&[4, 2, 1]));
        circle.take(circle.offer()[2]);
        assert_eq!(offered(&circle), [4, 2]);
        circle.take(circle.offer()[1]);
        circle.take(circle.offer()[0]);
        assert!(circle.is_empty() && offered(&circle).is_empty());
        assert_eq!(circle, Circle::new(&[]));
    }
}
