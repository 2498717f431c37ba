//! Editions: everything in which one box of the game differs from another.

use std::fmt;
use std::sync::{Arc, LazyLock};

use sha2::{Digest, Sha256};

use crate::circle::NO_PATCH;
use crate::contact::ContactTable;
use crate::fits::PatchTable;
use crate::patch::Patch;
use crate::quoted::quoted;

/// The most patches in an edition: one for each letter.
pub const MAX_PATCHES: usize = 51;
/// The longest time board.
pub const MAX_TRACK_LENGTH: usize = 255;
/// The most special patches on a time board.
pub const MAX_SPECIAL_SPACES: usize = 32;
/// The most buttons to begin with.
pub const MAX_STARTING_BUTTONS: i32 = 9_999;
/// The most points that a free space may cost.
pub const MAX_EMPTY_SPACE_PENALTY: i32 = 99;
/// The most points that the special tile may give.
pub const MAX_TILE_POINTS: i32 = 9_999;

/// Why an edition is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EditionError(pub(crate) String);

/// The tile for the first player to cover a square of the quilt board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialTile {
    /// Rows and columns of the square, 1 to 9.
    pub side: u8,
    /// What it is worth at the end.
    pub points: i32,
}

/// What becomes of the income at the centre of the time board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalIncome {
    /// If the centre is an income space it pays like the others.
    Paid,
    /// The centre pays nothing; the buttons on the patches of who is there are points.
    Scored,
}

impl FinalIncome {
    /// `"paid"` or `"scored"`, as edition files write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Scored => "scored",
        }
    }
}

/// What a box calls things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The currency, one of it.
    pub button: String,
    /// The currency.
    pub buttons: String,
    /// A 1x1 patch from the time board.
    pub special_patch: String,
    /// More of them.
    pub special_patches: String,
    /// The tile for a covered square.
    pub special_tile: String,
}

/// A box of the game: its patches, its time board, its rules and its words.
///
/// ```
/// use patchwork::Edition;
///
/// let edition = Edition::named("revised").unwrap();
/// assert_eq!(edition.patches().len(), 33);
/// assert_eq!(edition.special_spaces(), [26, 32, 38, 44, 50]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Edition {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) note: String,
    pub(crate) words: Words,
    pub(crate) patches: Vec<Patch>,
    pub(crate) start_patch: usize,
    pub(crate) track_length: u8,
    pub(crate) income_spaces: Vec<u8>,
    pub(crate) special_spaces: Vec<u8>,
    pub(crate) starting_buttons: i32,
    pub(crate) empty_space_penalty: i32,
    pub(crate) special_tile: Option<SpecialTile>,
    pub(crate) final_income: FinalIncome,
    pub(crate) track: Track,
    pub(crate) tables: Tables,
    pub(crate) contacts: Contacts,
}

/// The patches as play needs them; the last entries are no patches.
pub(crate) type Tables = Box<[PatchTable; 64]>;

/// The edges of the patches.
pub(crate) type Contacts = Box<[ContactTable; 64]>;

/// For each space of the time board, how many spaces of a kind lie on the way there.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Track {
    /// Income spaces that pay, up to and with this one.
    pub(crate) incomes: [u8; MAX_TRACK_LENGTH + 1],
    /// Special spaces, up to and with this one.
    pub(crate) specials: [u8; MAX_TRACK_LENGTH + 1],
}

impl Track {
    pub(crate) fn new(track_length: u8, income: &[u8], special: &[u8], last: FinalIncome) -> Self {
        let pays = |space: u8| space != track_length || last == FinalIncome::Paid;
        let count = |spaces: &[u8], to: usize, counts: &dyn Fn(u8) -> bool| {
            spaces.iter().filter(|&&s| usize::from(s) <= to && counts(s)).count() as u8
        };
        Self {
            incomes: std::array::from_fn(|to| count(income, to, &pays)),
            specials: std::array::from_fn(|to| count(special, to, &|_| true)),
        }
    }
}

/// The tables of these patches.
pub(crate) fn tables(patches: &[Patch]) -> Tables {
    let table = |at| patches.get(at).map_or(PatchTable::NO_PATCH, PatchTable::of);
    Box::new(std::array::from_fn(table))
}

/// The edges of these patches.
pub(crate) fn contacts(patches: &[Patch]) -> Contacts {
    let table = |at| patches.get(at).map_or(ContactTable::NO_PATCH, ContactTable::of);
    Box::new(std::array::from_fn(table))
}

const _: () = assert!(MAX_PATCHES <= NO_PATCH as usize);

static BUILT_IN: LazyLock<Vec<Arc<Edition>>> = LazyLock::new(|| {
    crate::edition_toml::built_in(&[
        include_str!("../editions/original.toml"),
        include_str!("../editions/revised.toml"),
        include_str!("../editions/winter.toml"),
        include_str!("../editions/valentine.toml"),
        include_str!("../editions/sve.toml"),
    ])
});

impl Edition {
    /// The names of the built-in editions.
    pub const NAMES: [&str; 5] = ["original", "revised", "winter", "valentine", "sve"];
    /// The edition that is meant when none is named.
    pub const DEFAULT: &str = "revised";

    /// A built-in edition.
    ///
    /// # Errors
    /// Lists the names that there are.
    pub fn named(name: &str) -> Result<Arc<Self>, EditionError> {
        let at = Self::NAMES.iter().position(|&n| n == name);
        at.map(|at| Arc::clone(&BUILT_IN[at])).ok_or_else(|| {
            EditionError(format!(
                "no edition {}; there are {} (other boxes are read from TOML)",
                quoted(name),
                Self::NAMES.join(", ")
            ))
        })
    }

    /// Its name: one of [`Edition::NAMES`], or one of a file's own.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is printed on the box.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What is assumed about it, or any other remark; may be empty.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// What it calls things.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Its patches, by letter.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// The patch that the neutral token stands behind at the start.
    pub fn start_patch(&self) -> &Patch {
        &self.patches[self.start_patch]
    }

    /// The centre: the last space of the time board, which starts at 0.
    pub fn track_length(&self) -> u8 {
        self.track_length
    }

    /// Spaces that pay income, ascending.
    pub fn income_spaces(&self) -> &[u8] {
        &self.income_spaces
    }

    /// Spaces with a special patch at the start, ascending.
    pub fn special_spaces(&self) -> &[u8] {
        &self.special_spaces
    }

    /// Buttons of each player at the start.
    pub fn starting_buttons(&self) -> i32 {
        self.starting_buttons
    }

    /// Points that each free space costs.
    pub fn empty_space_penalty(&self) -> i32 {
        self.empty_space_penalty
    }

    /// The tile for a covered square, if the box has one.
    pub fn special_tile(&self) -> Option<SpecialTile> {
        self.special_tile
    }

    /// What becomes of the income at the centre.
    pub fn final_income(&self) -> FinalIncome {
        self.final_income
    }

    /// Is it built in?
    pub fn is_built_in(&self) -> bool {
        Self::NAMES.contains(&self.name.as_str())
    }

    /// The index of the patch with this letter.
    pub(crate) fn patch_index(&self, letter: char) -> Option<usize> {
        self.patches.binary_search_by_key(&letter, Patch::letter).ok()
    }

    /// What play needs to know of a patch.
    #[inline(always)]
    pub(crate) fn table(&self, patch: u8) -> &PatchTable {
        &self.tables[usize::from(patch % 64)]
    }

    /// The edges of a patch.
    #[inline(always)]
    pub(crate) fn contacts(&self, patch: u8) -> &ContactTable {
        &self.contacts[usize::from(patch % 64)]
    }

    /// The name as texts carry it: that of a custom edition followed by `#` and a hash of its
    /// rules, since two files may share a name.
    ///
    /// The hash is the first 16 hexadecimal digits of the SHA-256 of [`Edition::rules_text`].
    pub fn tag(&self) -> String {
        if self.is_built_in() {
            return self.name.clone();
        }
        let digest = Sha256::digest(self.rules_text());
        let digits: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        format!("{}#{digits}", self.name)
    }

    /// The rules, without name, title, note and words, as lines `key=value`.
    pub fn rules_text(&self) -> String {
        let join = |spaces: &[u8]| spaces.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let tile = self.special_tile.map_or("none".into(), |t| format!("{},{}", t.side, t.points));
        let mut text = format!(
            "track_length={}\nincome_spaces={}\nspecial_spaces={}\nstarting_buttons={}\n\
             empty_space_penalty={}\nspecial_tile={tile}\nfinal_income={}\nstart_patch={}\n",
            self.track_length,
            join(&self.income_spaces),
            join(&self.special_spaces),
            self.starting_buttons,
            self.empty_space_penalty,
            self.final_income.as_str(),
            self.start_patch().letter,
        );
        for p in &self.patches {
            let (letter, shape) = (p.letter, p.shape());
            text += &format!("{letter}={},{},{},{shape}\n", p.button_cost, p.time_cost, p.income);
        }
        text
    }

    /// No game is longer: every action takes a patch, a special patch, or a space of the track.
    pub fn longest_game(&self) -> u32 {
        let advances = 2 * u32::from(self.track_length);
        advances + (self.patches.len() + self.special_spaces.len()) as u32
    }

    /// No player whose token has come to this space holds more buttons, whatever the position that
    /// was set up: the most to begin with, and all that can be paid on the way.
    pub(crate) fn most_buttons(&self, space: u8) -> i32 {
        let payments = self.track.incomes[usize::from(space)];
        MAX_STARTING_BUTTONS + i32::from(space) + self.whole_income() * i32::from(payments)
    }

    /// No score can ever be further from 0 than this, also from a position set up by hand.
    pub fn score_bound(&self) -> i32 {
        let buttons = self.most_buttons(self.track_length) + self.whole_income();
        let best = buttons + self.special_tile.map_or(0, |t| t.points);
        best.max(81 * self.empty_space_penalty)
    }

    /// Buttons on all patches together.
    fn whole_income(&self) -> i32 {
        self.patches.iter().map(|p| i32::from(p.income)).sum()
    }
}

impl fmt::Debug for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Edition({})", self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(of: impl Fn(&Patch) -> usize) -> usize {
        Edition::named("original").unwrap().patches.iter().map(of).sum()
    }

    #[test]
    fn the_patches_are_those_that_public_sources_agree_on() {
        let placements = |p: &Patch| -> usize {
            p.orientations().map(|(_, o)| o.anchors().count() as usize).sum()
        };
        assert_eq!(total(|_| 1), 33);
        assert_eq!(total(|p| p.size() as usize), 166);
        assert_eq!(total(|p| p.income.into()), 38);
        assert_eq!(total(|p| p.orientations().count()), 144);
        assert_eq!(total(placements), 7_349);
        let most = Edition::named("revised").unwrap().patches.iter().map(placements).max();
        assert_eq!(most, Some(448));
    }

    #[test]
    fn built_in_editions_have_their_names_and_differ_where_they_should() {
        for name in Edition::NAMES {
            let edition = Edition::named(name).unwrap();
            assert_eq!((edition.name(), edition.tag().as_str()), (name, name));
            assert_eq!(edition.start_patch().letter(), 'A');
        }
        let [original, revised, _, valentine, sve] =
            Edition::NAMES.map(|n| Edition::named(n).unwrap());
        assert_eq!(original.special_spaces(), [20, 26, 32, 44, 50]);
        assert_eq!(revised.special_spaces(), [26, 32, 38, 44, 50]);
        assert_eq!(valentine.words.buttons, "pralines");
        assert_eq!(valentine.words.special_tile, "special tile");
        assert_eq!(valentine.rules_text(), revised.rules_text());
        assert_eq!((sve.special_tile, sve.final_income), (None, FinalIncome::Scored));
        assert!(Edition::named("Revised").is_err());
    }
}
