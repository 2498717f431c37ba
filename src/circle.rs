//! The circle of patches and the neutral token in it.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::edition::MAX_PATCHES;

/// Patches on offer at a time.
pub const OFFERED: usize = 3;

/// The patches left, clockwise from the neutral token.
///
/// The order never changes: taking a patch clears its bit and moves the token there, so nothing
/// has to be shifted.
#[derive(Clone, Copy)]
pub struct Circle {
    order: [u8; MAX_PATCHES],
    /// The token stands just clockwise of this place.
    token: u8,
    /// Bit `i`: the patch `order[i]` is still there.
    left: u64,
}

/// The places in the circle of the patches on offer, first slot first.
#[derive(Clone, Copy)]
pub(crate) struct Offer {
    places: [u8; OFFERED],
    count: u8,
}

impl Offer {
    /// The places, none to three.
    #[inline(always)]
    pub(crate) fn places(&self) -> &[u8] {
        &self.places[..usize::from(self.count).min(OFFERED)]
    }
}

impl Circle {
    /// The circle of these patches (indices into an edition's), clockwise from the token; those
    /// beyond the 51st are dropped.
    pub(crate) fn new(patches: &[u8]) -> Self {
        let count = patches.len().min(MAX_PATCHES);
        let mut order = [0; MAX_PATCHES];
        order[..count].copy_from_slice(&patches[..count]);
        Self { order, token: count.saturating_sub(1) as u8, left: (1 << count) - 1 }
    }

    /// Number of patches left.
    pub fn len(&self) -> usize {
        self.left.count_ones() as usize
    }

    /// Is no patch left?
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The places still taken, those ahead of the token and those behind it.
    #[inline(always)]
    fn parts(&self) -> (u64, u64) {
        let ahead = self.left & (u64::MAX << (self.token + 1));
        (ahead, self.left ^ ahead)
    }

    /// The indices of the patches left, clockwise from the token.
    pub fn patches(&self) -> impl Iterator<Item = u8> {
        let (mut now, mut next) = self.parts();
        let order = self.order;
        std::iter::from_fn(move || {
            if now == 0 {
                (now, next) = (next, 0);
            }
            if now == 0 {
                return None;
            }
            let place = now.trailing_zeros() as usize;
            now &= now - 1;
            Some(order[place])
        })
    }

    /// Where the patches on offer lie.
    #[inline(always)]
    pub(crate) fn offer(&self) -> Offer {
        let (mut now, mut next) = self.parts();
        let mut places = [0; OFFERED];
        let count = self.left.count_ones().min(OFFERED as u32) as u8;
        for place in places.iter_mut().take(count.into()) {
            if now == 0 {
                (now, next) = (next, 0);
            }
            *place = now.trailing_zeros() as u8;
            now &= now.wrapping_sub(1);
        }
        Offer { places, count }
    }

    /// The index of the patch at a place of the circle.
    #[inline(always)]
    pub(crate) fn at(&self, place: u8) -> usize {
        usize::from(self.order[usize::from(place) % MAX_PATCHES])
    }

    /// Takes the patch out and moves the token to where it lay.
    #[inline(always)]
    pub(crate) fn take(&mut self, place: u8) {
        self.left &= !(1 << place);
        self.token = place;
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

    fn offered(circle: &Circle) -> Vec<usize> {
        circle.offer().places().iter().map(|&p| circle.at(p)).collect()
    }

    #[test]
    fn the_skipped_patches_go_behind() {
        let mut circle = Circle::new(&[4, 2, 7, 1, 0]);
        assert_eq!(offered(&circle), [4, 2, 7]);
        circle.take(circle.offer().places()[2]);
        assert_eq!(circle.patches().collect::<Vec<_>>(), [1, 0, 4, 2]);
        circle.take(circle.offer().places()[1]);
        assert_eq!(circle, Circle::new(&[4, 2, 1]));
        circle.take(circle.offer().places()[2]);
        assert_eq!(offered(&circle), [4, 2]);
        circle.take(circle.offer().places()[1]);
        circle.take(circle.offer().places()[0]);
        assert!(circle.is_empty() && offered(&circle).is_empty());
        assert_eq!(circle, Circle::new(&[]));
    }
}
