//! Positions set up by hand or read from a text, and what they must obey.

use std::sync::Arc;

use crate::circle::Circle;
use crate::edition::Edition;
use crate::patch::Patch;
use crate::position::{Player, Position};
use crate::quilt::{Quilt, SPACES};
use crate::state::State;

/// Which fact of a position is wrong, and what would have been right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub(crate) String);

/// The facts of a position, not yet checked.
///
/// ```
/// use patchwork::{Edition, State};
///
/// let state = State::new(Edition::named("revised").unwrap(), 7);
/// let mut setup = state.setup();
/// setup.buttons = [9, 3];
/// let rich = State::set_up(state.edition().clone(), &setup).unwrap();
/// assert_eq!(rich.buttons(), [9, 3]);
/// setup.buttons = [-1, 3];
/// assert!(State::set_up(state.edition().clone(), &setup).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The covered spaces of each quilt board.
    pub quilts: [Quilt; 2],
    /// The letters left, clockwise from the neutral token.
    pub circle: String,
    /// Where the time tokens stand.
    pub spaces: [i64; 2],
    /// The players' buttons.
    pub buttons: [i64; 2],
    /// Buttons on the patches of each quilt board.
    pub incomes: [i64; 2],
    /// Who moves or owns the special patches owed; `None` when the game is over.
    pub to_move: Option<Player>,
    /// Spaces of the special patches still on the time board.
    pub special_spaces: Vec<i64>,
    /// Special patches to be placed before anything else.
    pub specials_owed: i64,
    /// Who has the special tile.
    pub special_tile_owner: Option<Player>,
    /// Who reached the centre first.
    pub first_finisher: Option<Player>,
}

impl Setup {
    /// Who can be to move, if the tokens alone decide it.
    fn determined_mover(&self) -> Option<Player> {
        match self.spaces[0].cmp(&self.spaces[1]) {
            std::cmp::Ordering::Less => Some(Player::First),
            std::cmp::Ordering::Greater => Some(Player::Second),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Lets the facts that were not `given` by name follow from tokens and quilts where those
    /// alone decide them.
    pub fn settle(&mut self, edition: &Edition, given: &dyn Fn(&str) -> bool) {
        let track = i64::from(edition.track_length);
        let arrived = self.spaces.map(|space| space == track);
        if given("positions") {
            if !given("special_spaces") {
                let furthest = self.spaces[0].max(self.spaces[1]);
                self.special_spaces.retain(|&space| space > furthest);
            }
            if !given("specials_owed") {
                self.specials_owed = 0;
            }
            if !given("first_finisher") {
                self.first_finisher = match arrived {
                    [false, false] => None,
                    [true, false] => Some(Player::First),
                    [false, true] => Some(Player::Second),
                    [true, true] => self.first_finisher,
                };
            }
        }
        if (given("positions") || given("specials_owed")) && !given("to_move") {
            self.to_move = match (arrived, self.specials_owed) {
                ([true, true], 0) => None,
                (_, 0) => self.determined_mover().or(self.to_move).or(Some(Player::First)),
                _ => self.to_move,
            };
        }
        if given("quilts")
            && !given("special_tile_owner")
            && let Some(tile) = edition.special_tile
        {
            let complete = self.quilts.map(|quilt| quilt.has_square(tile.side.into()));
            self.special_tile_owner = match complete {
                [false, false] => None,
                [true, false] => Some(Player::First),
                [false, true] => Some(Player::Second),
                [true, true] => self.special_tile_owner,
            };
        }
    }
}

impl State {
    /// The facts of this position.
    pub fn setup(&self) -> Setup {
        Setup {
            quilts: self.quilts(),
            circle: self.circle(),
            spaces: self.spaces().map(i64::from),
            buttons: self.buttons().map(i64::from),
            incomes: self.incomes().map(i64::from),
            to_move: self.to_move(),
            special_spaces: self.special_spaces().into_iter().map(i64::from).collect(),
            specials_owed: self.specials_owed().into(),
            special_tile_owner: self.special_tile_owner(),
            first_finisher: self.first_finisher(),
        }
    }

    /// The state with these facts.
    ///
    /// Checked is what `docs/notation.md` lists; not whether the missing patches really tile the
    /// quilts.
    ///
    /// # Errors
    /// Names the fact that is wrong and what would have been right.
    pub fn set_up(edition: Arc<Edition>, setup: &Setup) -> Result<Self, SetupError> {
        let position = check(&edition, setup).map_err(SetupError)?;
        Ok(Self::from_parts(edition, position))
    }
}

fn check(edition: &Edition, setup: &Setup) -> Result<Position, String> {
    let circle = circle(edition, &setup.circle)?;
    let track = i64::from(edition.track_length);
    let spaces = each_within("positions", setup.spaces, [track; 2])?.map(|space| space as u8);
    // A bound that playing on keeps, so that whatever can be set up can be written and read later.
    let most_buttons = spaces.map(|space| edition.most_buttons(space).into());
    let buttons = each_within("buttons", setup.buttons, most_buttons)?.map(|b| b as i32);
    let missing: Vec<&Patch> = (0..edition.patches.len())
        .filter(|&patch| !circle.contains(&(patch as u8)))
        .map(|patch| &edition.patches[patch])
        .collect();
    let missing_income: i64 = missing.iter().map(|p| i64::from(p.income())).sum();
    let incomes = each_within("incomes", setup.incomes, [missing_income; 2])?.map(|i| i as u16);

    let specials = specials_left(edition, setup)?;
    let mover = mover(edition, setup)?;
    let owed = setup.specials_owed as usize;
    let reached = specials_up_to(edition, setup.spaces[0].max(setup.spaces[1]));
    let accounts = Accounts::new(&missing, reached.saturating_sub(owed));
    for (player, quilt) in setup.quilts.iter().enumerate() {
        accounts.check(&format!("player {player}"), quilt.count() as usize, incomes[player])?;
    }
    let covered: u32 = setup.quilts.iter().map(|q| q.count()).sum();
    accounts.check("both together", covered as usize, incomes[0] + incomes[1])?;
    check_tile(edition, setup)?;
    check_finisher(edition, setup)?;
    Ok(Position {
        quilts: setup.quilts,
        circle: Circle::new(&circle),
        buttons,
        incomes,
        spaces,
        mover,
        specials,
        specials_owed: owed as u8,
        tile_owner: setup.special_tile_owner,
        first_finisher: setup.first_finisher,
    })
}

fn circle(edition: &Edition, letters: &str) -> Result<Vec<u8>, String> {
    let mut circle: Vec<u8> = Vec::new();
    for (at, letter) in letters.chars().enumerate() {
        let at = at + 1;
        let Some(patch) = edition.patch_index(letter) else {
            let name = edition.name();
            return Err(format!("circle: {letter:?}, its letter {at}, is no patch of {name}"));
        };
        if circle.contains(&(patch as u8)) {
            return Err(format!("circle: {letter:?} stands there twice, again at {at}"));
        }
        circle.push(patch as u8);
    }
    Ok(circle)
}

fn each_within(name: &str, values: [i64; 2], most: [i64; 2]) -> Result<[i64; 2], String> {
    for (player, (value, most)) in values.into_iter().zip(most).enumerate() {
        if !(0..=most).contains(&value) {
            return Err(format!("{name}: player {player} has {value}, not between 0 and {most}"));
        }
    }
    Ok(values)
}

fn specials_left(edition: &Edition, setup: &Setup) -> Result<u32, String> {
    let mut left = 0u32;
    let furthest = setup.spaces[0].max(setup.spaces[1]);
    for &space in &setup.special_spaces {
        let found = edition.special_spaces.iter().position(|&s| i64::from(s) == space);
        let Some(at) = found else {
            return Err(format!(
                "special_spaces: {space} is none of the edition's {:?}",
                edition.special_spaces
            ));
        };
        if space <= furthest {
            return Err(format!(
                "special_spaces: the patch on {space} is gone, a token has reached {furthest}"
            ));
        }
        if left >> at & 1 != 0 {
            return Err(format!("special_spaces: {space} is listed twice"));
        }
        left |= 1 << at;
    }
    Ok(left)
}

/// How many of the edition's special spaces lie up to a space of the track.
fn specials_up_to(edition: &Edition, space: i64) -> usize {
    edition.special_spaces.iter().filter(|&&s| i64::from(s) <= space).count()
}

/// Who moves; the player to move must be the one who can be.
fn mover(edition: &Edition, setup: &Setup) -> Result<Player, String> {
    let owed = setup.specials_owed;
    if owed == 0 && setup.spaces == [i64::from(edition.track_length); 2] {
        return match setup.to_move {
            None => Ok(Player::First),
            Some(_) => Err("to_move: the game is over, so nobody is".into()),
        };
    }
    let Some(player) = setup.to_move else {
        return Err("to_move: the game is not over, so player 0 or 1 is".into());
    };
    let at = player.index();
    if owed == 0 {
        return match setup.determined_mover() {
            Some(behind) if behind != player => Err(format!(
                "to_move: player {} is further behind, so player {at} is not to move",
                behind.index()
            )),
            _ => Ok(player),
        };
    }
    // What is owed lay where no token had been: ahead of the opponent.
    let opponent = setup.spaces[player.opponent().index()];
    let most = specials_up_to(edition, setup.spaces[at])
        .saturating_sub(specials_up_to(edition, opponent)) as i64;
    if !(0..=most).contains(&owed) {
        return Err(format!(
            "specials owed: {owed}, but player {at} can owe at most {most} on space {}, the \
             opponent on {opponent}",
            setup.spaces[at]
        ));
    }
    if setup.quilts[at] == Quilt::FULL {
        return Err(format!("specials owed: {owed}, but the quilt of player {at} has no room"));
    }
    Ok(player)
}

fn check_tile(edition: &Edition, setup: &Setup) -> Result<(), String> {
    let name = "special_tile_owner";
    let Some(tile) = edition.special_tile else {
        return match setup.special_tile_owner {
            None => Ok(()),
            Some(_) => Err(format!("{name}: edition {} has no such tile", edition.name)),
        };
    };
    let side = tile.side;
    let complete = setup.quilts.map(|quilt| quilt.has_square(side.into()));
    match setup.special_tile_owner {
        Some(owner) if !complete[owner.index()] => {
            Err(format!("{name}: player {} has no {side}x{side} square covered", owner.index()))
        }
        None if complete != [false; 2] => Err(format!(
            "{name}: nobody, but player {} has a {side}x{side} square covered",
            usize::from(!complete[0])
        )),
        _ => Ok(()),
    }
}

fn check_finisher(edition: &Edition, setup: &Setup) -> Result<(), String> {
    let name = "first_finisher";
    let arrived = setup.spaces.map(|space| space == i64::from(edition.track_length));
    let right = match (arrived, setup.first_finisher) {
        ([false, false], first) => (first.is_none(), "nobody, no token is in the centre"),
        ([true, false], first) => (first == Some(Player::First), "player 0, alone in the centre"),
        ([false, true], first) => (first == Some(Player::Second), "player 1, alone in the centre"),
        ([true, true], None) => (false, "player 0 or 1, both are in the centre"),
        ([true, true], Some(_)) => (true, ""),
    };
    if right.0 { Ok(()) } else { Err(format!("{name}: must be {}", right.1)) }
}

/// Which numbers of covered spaces and buttons the missing patches can account for together.
///
/// A missing patch lies on one of the quilts, or was set aside when the position was set up.
struct Accounts {
    /// `sums[size]`: a bit for each income that some of the missing patches with together `size`
    /// spaces have together.
    sums: Vec<Vec<u64>>,
    /// Special patches that may have been placed.
    specials: usize,
}

impl Accounts {
    fn new(missing: &[&Patch], specials: usize) -> Self {
        let income: usize = missing.iter().map(|p| usize::from(p.income())).sum();
        let words = income / 64 + 1;
        let mut sums = vec![vec![0u64; words]; 2 * SPACES + 1];
        sums[0][0] = 1;
        let mut largest = 0;
        for patch in missing {
            let (size, income) = (patch.size() as usize, usize::from(patch.income()));
            let (whole, part) = (income / 64, income % 64);
            largest = (largest + size).min(2 * SPACES);
            for to in (size..=largest).rev() {
                for word in (whole..words).rev() {
                    let from = &sums[to - size];
                    let mut moved = from[word - whole] << part;
                    if part > 0 && word > whole {
                        moved |= from[word - whole - 1] >> (64 - part);
                    }
                    sums[to][word] |= moved;
                }
            }
        }
        Self { sums, specials }
    }

    fn check(&self, who: &str, covered: usize, income: u16) -> Result<(), String> {
        let (word, bit) = (usize::from(income) / 64, income % 64);
        let possible = (covered.saturating_sub(self.specials)..=covered).any(|size| {
            let sums = self.sums.get(size).and_then(|sums| sums.get(word));
            sums.is_some_and(|sums| sums >> bit & 1 != 0)
        });
        if possible {
            return Ok(());
        }
        Err(format!(
            "quilts and incomes: {who}, {covered} covered spaces with an income of {income}: the \
             patches missing from the circle and up to {} special patches cannot account for them",
            self.specials
        ))
    }
}
