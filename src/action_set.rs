//! The legal actions of a position as sets: for each patch on offer and each orientation, a mask
//! of the places where it fits. Listing, counting, choosing and membership all read these masks.

use crate::action::{ACTIONS, ActionId, Kind};
use crate::circle::OFFERED;
use crate::patch::{HIGH_SHIFT, ORIENTATIONS, Patch, WINDOW, windows_of};
use crate::quilt::Quilt;

/// Where a patch fits, for each orientation, in the two windows of [`crate::patch::FitTable`].
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Fits {
    pub(crate) low: [u64; ORIENTATIONS],
    pub(crate) high: [u64; ORIENTATIONS],
}

impl Fits {
    const NONE: Self = Self { low: [0; ORIENTATIONS], high: [0; ORIENTATIONS] };

    /// Where `patch` fits on the spaces `free`.
    #[inline(always)]
    pub(crate) fn of(patch: &Patch, free: Quilt) -> Self {
        if patch.fit.tall { Self::of_tall(patch, free) } else { Self::of_windows(patch, free) }
    }

    /// All orientations side by side: the loops over lanes become vector instructions.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "three arrays side by side")]
    fn of_windows(patch: &Patch, free: Quilt) -> Self {
        let (low, high) = (free.bits() as u64 & WINDOW, (free.bits() >> HIGH_SHIFT) as u64);
        let mut fits = Self { low: patch.fit.low, high: patch.fit.high };
        for offsets in &patch.fit.offsets {
            #[expect(clippy::needless_range_loop, reason = "four arrays of lanes")]
            for lane in 0..ORIENTATIONS {
                fits.low[lane] &= low.wrapping_shr(offsets[lane].into());
                fits.high[lane] &= high.wrapping_shr(offsets[lane].into());
            }
        }
        fits
    }

    /// One orientation after the other on the whole board, for shapes that outgrow the windows.
    #[cold]
    fn of_tall(patch: &Patch, free: Quilt) -> Self {
        let mut fits = Self::NONE;
        for (lane, orientation) in patch.orientations() {
            let mut anchors = orientation.anchors().bits();
            for space in orientation.cells().spaces() {
                anchors &= free.bits() >> space;
            }
            (fits.low[lane], fits.high[lane]) = windows_of(Quilt::from_low_bits(anchors));
        }
        fits
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        let ones = |lanes: &[u64; ORIENTATIONS]| lanes.iter().map(|l| l.count_ones()).sum::<u32>();
        ones(&self.low) + ones(&self.high)
    }
}

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
        let Some(fits) = self.buys.get(slot) else { return Quilt::EMPTY };
        match (fits.low.get(orientation), fits.high.get(orientation)) {
            (Some(&low), Some(&high)) => {
                Quilt::from_low_bits(u128::from(low) | u128::from(high) << HIGH_SHIFT)
            }
            _ => Quilt::EMPTY,
        }
    }

    /// Number of legal actions.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        u32::from(self.advance)
            + self.specials.count()
            + self.buys.iter().map(Fits::count).sum::<u32>()
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
                let first = ActionId::buy(slot, orientation, 0).get().into();
                each(first, fits.low[orientation]);
                each(first + HIGH_SHIFT, fits.high[orientation]);
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
                    found = ActionId::new(first + nth_bit(bits, left) as usize);
                } else {
                    left -= count;
                }
            }
        });
        found
    }

    /// Sets entry `id` of `mask` for every legal action and clears the others.
    pub fn write_mask(&self, mask: &mut [bool; ACTIONS]) {
        mask.fill(false);
        self.for_each(|id| mask[usize::from(id.get()) % ACTIONS] = true);
    }
}

/// The place of the set bit with `n` set bits below it.
#[inline(always)]
pub(crate) fn nth_bit(mut bits: u64, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros()
}
