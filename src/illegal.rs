//! Why an action is not legal.

use std::fmt;

use crate::action::{ActionId, Kind};
use crate::edition::Edition;
use crate::position::Position;
use crate::quilt::{Quilt, SIDE};

/// The rule that an action breaks, or what makes it no action at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Text or a number that names no action.
    Malformed(String),
    /// Both tokens are in the centre.
    Over,
    /// A special patch must be placed before anything else.
    SpecialOwed,
    /// There is no special patch to place.
    NoSpecialOwed,
    /// Fewer patches are on offer.
    EmptySlot {
        /// The slot asked for.
        slot: usize,
        /// How many patches are on offer.
        offered: usize,
    },
    /// The patch is not one of those on offer.
    NotOffered {
        /// The patch.
        letter: char,
        /// The letters of those on offer.
        offered: String,
    },
    /// The player cannot pay for the patch.
    TooDear {
        /// The patch.
        letter: char,
        /// What it costs.
        cost: i32,
        /// What the player has.
        buttons: i32,
    },
    /// Another orientation, with a lower letter, covers the same spaces and is the action.
    Repeated {
        /// The patch.
        letter: char,
        /// The orientation asked for, 0 to 7.
        orientation: usize,
        /// The one that is the action.
        same_as: usize,
    },
    /// The patch, so turned, leaves the board.
    OffBoard {
        /// Rows of its bounding box.
        height: usize,
        /// Columns of its bounding box.
        width: usize,
        /// `9 * row + column` of its top left corner.
        anchor: usize,
    },
    /// A space is covered already.
    Covered {
        /// `9 * row + column`.
        space: usize,
    },
    /// The patch of this letter has another shape here.
    OtherShape {
        /// The patch.
        letter: char,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |index: usize| char::from(b'A' + index as u8);
        match self {
            Self::Malformed(why) => write!(f, "{why}"),
            Self::Over => write!(f, "the game is over"),
            Self::SpecialOwed => write!(f, "a special patch must be placed first"),
            Self::NoSpecialOwed => write!(f, "no special patch is owed"),
            Self::EmptySlot { slot, offered } => {
                write!(f, "slot {slot} is empty, {offered} on offer, counted from 0")
            }
            Self::NotOffered { letter, offered } if offered.is_empty() => {
                write!(f, "patch {letter} is not on offer, none is")
            }
            Self::NotOffered { letter, offered } => {
                write!(f, "patch {letter} is not on offer, {offered} are")
            }
            Self::TooDear { letter, cost, buttons } => {
                write!(f, "patch {letter} costs {cost}, the player has {buttons}")
            }
            Self::Repeated { letter: patch, orientation, same_as } => write!(
                f,
                "orientation {} of patch {patch} covers the same spaces as {}, which is the action",
                letter(*orientation),
                letter(*same_as)
            ),
            Self::OffBoard { height, width, anchor } => write!(
                f,
                "{height} x {width} spaces from row {}, column {} leave the 9 x 9 board",
                anchor / SIDE,
                anchor % SIDE
            ),
            Self::Covered { space } => {
                write!(f, "row {}, column {} is covered already", space / SIDE, space % SIDE)
            }
            Self::OtherShape { letter } => {
                write!(f, "patch {letter} has another shape in this edition")
            }
        }
    }
}

/// An action that is not legal where it was tried.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{action} is not legal: {reason} (position: {position})")]
pub struct IllegalAction {
    /// The action, as it was given.
    pub action: String,
    /// The rule that it breaks.
    pub reason: Reason,
    /// The position, as text.
    pub position: String,
}

impl Position {
    /// Is this action legal, and if not, why?
    #[inline]
    pub(crate) fn check(&self, edition: &Edition, action: ActionId) -> Result<(), Reason> {
        if self.is_over(edition) {
            return Err(Reason::Over);
        }
        let kind = action.kind();
        if let Kind::Special { space } = kind {
            return if self.specials_owed == 0 {
                Err(Reason::NoSpecialOwed)
            } else {
                self.check_free(Quilt::from_low_bits(1 << space))
            };
        }
        if self.specials_owed > 0 {
            return Err(Reason::SpecialOwed);
        }
        let Kind::Buy { slot, orientation, anchor } = kind else { return Ok(()) };
        let Some((_, patch)) = self.offered(edition).nth(slot) else {
            return Err(Reason::EmptySlot { slot, offered: self.offered(edition).len() });
        };
        let (letter, buttons) = (patch.letter(), self.buttons[self.mover.index()]);
        if patch.button_cost() > buttons {
            return Err(Reason::TooDear { letter, cost: patch.button_cost(), buttons });
        }
        let Some(turned) = patch.orientation(orientation) else {
            let same_as = patch.canonical_orientation(orientation).unwrap_or(0);
            return Err(Reason::Repeated { letter, orientation, same_as });
        };
        if turned.anchors().bits() >> anchor & 1 == 0 {
            let (height, width) = (turned.height(), turned.width());
            return Err(Reason::OffBoard { height, width, anchor });
        }
        self.check_free(turned.cells().moved(anchor))
    }

    #[inline]
    fn check_free(&self, cells: Quilt) -> Result<(), Reason> {
        let taken = cells & self.quilts[self.mover.index()];
        if taken.is_empty() {
            return Ok(());
        }
        Err(Reason::Covered { space: taken.bits().trailing_zeros() as usize })
    }
}
