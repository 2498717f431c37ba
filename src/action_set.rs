//! The legal actions of a position as sets: for each patch on offer and each orientation, a mask
//! of the places where it fits. Listing, counting, choosing and membership all read these masks.

use crate::action::{ACTIONS, ActionId, Kind};
use crate::circle::OFFERED;
use crate::fits::{Fits, HIGH_SHIFT, Kernel, Portable};
use crate::patch::ORIENTATIONS;
use crate::quilt::Quilt;
use crate::simd::with_kernel;

/// The legal actions of a position.
#[derive(Clone, Copy)]
pub struct ActionSet {
    pub(crate) advance: bool,
    pub(crate) specials: Quilt,
    pub(crate) buys: [Fits; OFFERED],
}

impl ActionSet {
    pub(crate) const NONE: Self =
        Self { advance: false, specials: Quilt::EMPTY, buys: [Fits::NONE; OFFERED] };

    /// Is advancing legal?
    pub const fn advance(&self) -> bool {
        self.advance
    }

    /// The spaces where a special patch may be placed.
    pub const fn specials(&self) -> Quilt {
        self.specials
    }

    /// Where the top left corner of the patch in `slot`, turned by `orientation`, may lie.
    pub fn anchors(&self, slot: usize, orientation: usize) -> Quilt {
        self.buys.get(slot).map_or(Quilt::EMPTY, |fits| fits.anchors(orientation))
    }

    /// Number of legal actions.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        u32::from(self.advance) + self.specials.count() + self.buys.iter().map(count).sum::<u32>()
    }

    /// Is no action legal?
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Is this action legal?
    pub fn contains(&self, id: ActionId) -> bool {
        match id.kind() {
            Kind::Advance => self.advance,
            Kind::Special { space } => self.specials.bits() >> space & 1 != 0,
            Kind::Buy { slot, orientation, anchor } => {
                self.anchors(slot, orientation).bits() >> anchor & 1 != 0
            }
        }
    }

    /// Calls `each` with the first id of every run of 64 bits and the bits that are legal.
    #[inline(always)]
    fn words(&self, mut each: impl FnMut(usize, u64)) {
        each(0, self.advance.into());
        let first_special = ActionId::special(0).get().into();
        each(first_special, self.specials.bits() as u64);
        each(first_special + 64, (self.specials.bits() >> 64) as u64);
        for (slot, fits) in self.buys.iter().enumerate() {
            for orientation in 0..ORIENTATIONS {
                let (low, high) = (fits.low[orientation], fits.high[orientation]);
                if low | high != 0 {
                    let first = ActionId::buy(slot, orientation, 0).get().into();
                    each(first, low);
                    each(first + HIGH_SHIFT, high);
                }
            }
        }
    }

    /// Calls `each` with every legal action, by ascending id.
    #[inline(always)]
    pub fn for_each(&self, mut each: impl FnMut(ActionId)) {
        self.words(|first, mut bits| {
            while bits != 0 {
                // A set never has a bit whose id is out of range.
                if let Some(id) = ActionId::new(first + bits.trailing_zeros() as usize) {
                    each(id);
                }
                bits &= bits - 1;
            }
        });
    }

    /// The legal actions, by ascending id.
    pub fn to_vec(&self) -> Vec<ActionId> {
        let mut ids = Vec::with_capacity(self.count() as usize);
        self.for_each(|id| ids.push(id));
        ids
    }

    /// The action with `n` legal ones before it, by ascending id; `None` if there are too few.
    #[inline(always)]
    pub fn nth(&self, n: u32) -> Option<ActionId> {
        let mut left = n;
        let mut found = None;
        self.words(|first, bits| {
            let count = bits.count_ones();
            if found.is_none() {
                if left < count {
                    found = ActionId::new(first + Portable.nth_bit(bits, left) as usize);
                } else {
                    left -= count;
                }
            }
        });
        found
    }

    /// Sets entry `id` of `mask` for every legal action and clears the others.
    pub fn write_mask(&self, mask: &mut [bool; ACTIONS]) {
        let mut bits = [0u64; ACTIONS / 64 + 2];
        self.words(|first, word| {
            let (at, shift) = (first / 64, first % 64);
            bits[at] |= word << shift;
            // In two steps: a shift by 64 would be one by 0.
            bits[at + 1] |= word >> 1 >> (63 - shift);
        });
        with_kernel!(|kernel| {
            let (blocks, rest) = mask.as_chunks_mut();
            for (block, &word) in blocks.iter_mut().zip(&bits) {
                kernel.spread(word, block);
            }
            let mut last = [false; 64];
            kernel.spread(bits[ACTIONS / 64], &mut last);
            rest.copy_from_slice(&last[..ACTIONS % 64]);
        });
    }
}

#[inline(always)]
fn count(fits: &Fits) -> u32 {
    let ones = |lanes: &[u64; ORIENTATIONS]| lanes.iter().map(|l| l.count_ones()).sum::<u32>();
    ones(&fits.low) + ones(&fits.high)
}
