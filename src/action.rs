//! Actions: their ids, the same in every position, and what each one does.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::patch::{ORIENTATIONS, is_patch_letter};
use crate::quilt::{Quilt, SIDE, SPACES};

/// Number of action ids.
pub const ACTIONS: usize = FIRST_BUY + 3 * SLOT_IDS;
const FIRST_SPECIAL: usize = 1;
const FIRST_BUY: usize = FIRST_SPECIAL + SPACES;
const SLOT_IDS: usize = ORIENTATIONS * SPACES;

/// An action by its number, from 0 to 2,025.
///
/// | id | action |
/// | --- | --- |
/// | 0 | advance |
/// | 1 + 9 row + column | place a special patch there |
/// | 82 + 648 slot + 81 orientation + 9 row + column | buy |
///
/// ```
/// use patchwork::{ActionId, Kind};
///
/// let id = ActionId::buy(2, 7, 80);
/// assert_eq!(id.get(), 2025);
/// assert_eq!(id.kind(), Kind::Buy { slot: 2, orientation: 7, anchor: 80 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(u16);

/// What an [`ActionId`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Move just in front of the opponent's token.
    Advance,
    /// Place a special patch.
    Special {
        /// `9 * row + column`.
        space: usize,
    },
    /// Buy a patch on offer and place it.
    Buy {
        /// Which of the patches on offer, 0 to 2.
        slot: usize,
        /// How it is turned, 0 to 7 for `A` to `H`.
        orientation: usize,
        /// `9 * row + column` of the top left corner of its bounding box.
        anchor: usize,
    },
}

impl ActionId {
    /// Move just in front of the opponent's token.
    pub const ADVANCE: Self = Self(0);

    /// The action with this number, or `None` from 2,026 on.
    pub const fn new(id: usize) -> Option<Self> {
        if id < ACTIONS { Some(Self(id as u16)) } else { None }
    }

    /// Place a special patch on the space `9 * row + column`.
    #[inline(always)]
    pub const fn special(space: usize) -> Self {
        Self((FIRST_SPECIAL + space % SPACES) as u16)
    }

    /// Buy the patch in `slot`, turned so, its top left corner on `anchor`.
    #[inline(always)]
    pub const fn buy(slot: usize, orientation: usize, anchor: usize) -> Self {
        let orientation = SPACES * (orientation % ORIENTATIONS);
        Self((FIRST_BUY + SLOT_IDS * (slot % 3) + orientation + anchor % SPACES) as u16)
    }

    /// The number.
    #[inline(always)]
    pub const fn get(self) -> u16 {
        self.0
    }

    /// What it says.
    #[inline]
    pub const fn kind(self) -> Kind {
        let id = self.0 as usize;
        if id < FIRST_SPECIAL {
            return Kind::Advance;
        }
        if id < FIRST_BUY {
            return Kind::Special { space: id - FIRST_SPECIAL };
        }
        let id = id - FIRST_BUY;
        Kind::Buy { slot: id / SLOT_IDS, orientation: id % SLOT_IDS / SPACES, anchor: id % SPACES }
    }
}

/// An action by what it does: with the letter of the patch and the spaces that it covers, so that
/// it means the same in another position.
///
/// Two are equal if kind, letter, orientation, row and column are; the slot may differ.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    pub(crate) id: ActionId,
    pub(crate) letter: Option<char>,
    pub(crate) cells: Quilt,
}

impl Action {
    /// An action from its parts; `None` if they do not belong together: no number from 2,026 on,
    /// a letter for a purchase alone, and spaces that begin where the number says.
    pub fn from_parts(id: usize, letter: Option<&str>, cells: u128) -> Option<Self> {
        let (id, cells) = (ActionId::new(id)?, Quilt::from_bits(cells)?);
        let letter = match letter.map(|text| text.chars().collect::<Vec<_>>()).as_deref() {
            None => None,
            Some(&[letter]) if is_patch_letter(letter) => Some(letter),
            Some(_) => return None,
        };
        let corner = || {
            let row = cells.spaces().map(|space| space / SIDE).min()?;
            let column = cells.spaces().map(|space| space % SIDE).min()?;
            Some(SIDE * row + column)
        };
        let fits = match id.kind() {
            Kind::Advance => letter.is_none() && cells.is_empty(),
            Kind::Special { space } => letter.is_none() && cells.bits() == 1 << space,
            Kind::Buy { anchor, .. } => letter.is_some() && corner() == Some(anchor),
        };
        fits.then_some(Self { id, letter, cells })
    }

    /// Its number in the position that it was made in.
    pub const fn id(&self) -> ActionId {
        self.id
    }

    /// What it does.
    pub const fn kind(&self) -> Kind {
        self.id.kind()
    }

    /// The patch bought; `None` for an advance and for a special patch.
    pub const fn letter(&self) -> Option<char> {
        self.letter
    }

    /// The spaces that it covers.
    pub const fn cells(&self) -> Quilt {
        self.cells
    }

    fn identity(&self) -> (Option<char>, u16) {
        match self.kind() {
            Kind::Buy { orientation, anchor, .. } => {
                (self.letter, ActionId::buy(0, orientation, anchor).0)
            }
            _ => (None, self.id.0),
        }
    }
}

impl PartialEq for Action {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Action {}

impl Hash for Action {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl fmt::Display for Action {
    /// Its ANU token: `.`, or patch, column, row and orientation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |index: usize| char::from(b'A' + index as u8);
        match self.kind() {
            Kind::Advance => write!(f, "."),
            Kind::Special { space } => {
                write!(f, "h{}{}A", letter(space % SIDE), letter(space / SIDE))
            }
            Kind::Buy { orientation, anchor, .. } => write!(
                f,
                "{}{}{}{}",
                self.letter.unwrap_or('?'),
                letter(anchor % SIDE),
                letter(anchor / SIDE),
                letter(orientation)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_kinds_are_one_to_one() {
        for id in (0..ACTIONS).map(|id| ActionId::new(id).unwrap()) {
            let again = match id.kind() {
                Kind::Advance => ActionId::ADVANCE,
                Kind::Special { space } => ActionId::special(space),
                Kind::Buy { slot, orientation, anchor } => ActionId::buy(slot, orientation, anchor),
            };
            assert_eq!(id, again);
        }
        assert_eq!(ACTIONS, 2_026);
        assert_eq!(ActionId::new(ACTIONS), None);
    }
}
