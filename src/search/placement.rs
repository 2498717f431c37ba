//! Where to sew: the placements worth a thought, and what a placement leaves.

use super::worth::Scale;
use crate::action::ActionId;
use crate::contact::{Visit, Walls, closest, neighbours};
use crate::edition::Edition;
use crate::fits::{Fits, Kernel};
use crate::position::Position;
use crate::quilt::{Quilt, SPACES};

/// A way to sew a patch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Placement {
    /// What it is worth: see [`Scale::place`].
    pub(super) worth: i32,
    pub(super) orientation: usize,
    pub(super) anchor: usize,
}

impl Placement {
    /// Its action, the patch being in this slot.
    pub(super) fn action(&self, slot: usize) -> ActionId {
        ActionId::buy(slot, self.orientation, self.anchor)
    }
}

/// The mover's quilt, with where the patches on offer fit.
pub(super) struct Sewing<'p> {
    edition: &'p Edition,
    position: &'p Position,
    scale: &'p Scale<'p>,
    fits: [Fits; 3],
    free: Quilt,
    walls: Walls,
}

impl<'p> Sewing<'p> {
    #[inline(always)]
    pub(super) fn new(
        edition: &'p Edition,
        position: &'p Position,
        scale: &'p Scale<'p>,
        kernel: impl Kernel,
    ) -> Self {
        let fits = position.buys(edition, kernel);
        let free = !position.quilts[position.mover.index()];
        Self { edition, position, scale, fits, free, walls: Walls::around(free) }
    }

    /// The best place of the patch in a slot among those with the most contact; `None` if it fits
    /// nowhere. (To look at those with less, too, made nobody stronger.)
    #[inline(always)]
    pub(super) fn best_place(&self, slot: usize) -> Option<Placement> {
        let mut best = Best { judge: self.judge(slot), placement: None };
        self.closest(slot, 0, &mut best);
        best.placement
    }

    /// The places of the patch in a slot whose contact is at most `slack` under the best one's.
    #[inline(always)]
    pub(super) fn places(&self, slot: usize, slack: u32) -> Vec<Placement> {
        let mut all = All { judge: self.judge(slot), placements: Vec::new() };
        self.closest(slot, slack, &mut all);
        all.placements
    }

    #[inline(always)]
    fn closest(&self, slot: usize, slack: u32, visitor: &mut impl Visit) {
        let index = self.position.circle.at(self.position.circle.offer()[slot]);
        let Some(patch) = self.edition.patches.get(usize::from(index)) else { return };
        let (contacts, fits) = (self.edition.contacts(index), &self.fits[slot]);
        closest(patch, contacts, fits, self.free, &self.walls, slack, visitor);
    }

    #[inline(always)]
    fn judge(&self, slot: usize) -> Judge<'_> {
        let index = self.position.circle.at(self.position.circle.offer()[slot]);
        let edges = self.edition.contacts(index).edges.into();
        let cells = &self.edition.table(index).cells;
        Judge { position: self.position, scale: self.scale, cells, edges }
    }
}

/// Tells what placements of one patch are worth.
struct Judge<'p> {
    position: &'p Position,
    scale: &'p Scale<'p>,
    cells: &'p [Quilt; 8],
    edges: i32,
}

impl Judge<'_> {
    #[inline(always)]
    fn placement(&self, orientation: usize, anchor: usize, contact: u32) -> Placement {
        let cells = self.cells[orientation % 8].moved(anchor);
        let worth = self.scale.place(self.position, cells, contact as i32, self.edges);
        Placement { worth, orientation, anchor }
    }
}

struct Best<'p> {
    judge: Judge<'p>,
    placement: Option<Placement>,
}

impl Visit for Best<'_> {
    #[inline(always)]
    fn visit(&mut self, orientation: usize, anchor: usize, contact: u32) {
        let placement = self.judge.placement(orientation, anchor, contact);
        if self.placement.is_none_or(|best| placement.worth > best.worth) {
            self.placement = Some(placement);
        }
    }
}

struct All<'p> {
    judge: Judge<'p>,
    placements: Vec<Placement>,
}

impl Visit for All<'_> {
    #[inline(always)]
    fn visit(&mut self, orientation: usize, anchor: usize, contact: u32) {
        self.placements.push(self.judge.placement(orientation, anchor, contact));
    }
}

/// The best space for a special patch; the mover's quilt must not be full.
#[inline(always)]
pub(super) fn best_special(scale: &Scale<'_>, position: &Position) -> Quilt {
    let free = !position.quilts[position.mover.index()];
    let mut best = (i32::MIN, Quilt::EMPTY);
    for space in free.spaces() {
        let cells = Quilt::from_low_bits(1 << (space % SPACES));
        let worth = scale.quilt(position, cells);
        if worth > best.0 {
            best = (worth, cells);
        }
    }
    best.1
}

/// How rough a set of free spaces is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roughness {
    /// Free spaces without a free neighbour.
    pub(super) lone: i32,
    /// Free spaces with one free neighbour.
    pub(super) dead_ends: i32,
}

impl Roughness {
    #[inline(always)]
    pub(super) fn of(free: Quilt) -> Self {
        let [above, right, below, left] = neighbours(free);
        let free = free.bits();
        let (one_upright, both_upright) = (above ^ below, above & below);
        let (one_level, both_level) = (left ^ right, left & right);
        let count = |set: u128| Quilt::from_low_bits(set & free).count() as i32;
        Self {
            lone: count(!(above | below | left | right)),
            dead_ends: count((one_upright ^ one_level) & !(both_upright | both_level)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roughness_counts_what_it_says() {
        let free = Quilt::space(0, 0)
            | Quilt::space(4, 4)
            | Quilt::space(4, 5)
            | Quilt::space(4, 6)
            | Quilt::space(8, 8);
        assert_eq!(Roughness::of(free), Roughness { lone: 2, dead_ends: 2 });
        assert_eq!(Roughness::of(Quilt::FULL), Roughness { lone: 0, dead_ends: 0 });
    }
}
