//! Editions as TOML: house rules, and boxes whose numbers are not public.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::Arc;

use serde::Deserialize;

use crate::edition::{
    Edition, EditionError, FinalIncome, MAX_EMPTY_SPACE_PENALTY, MAX_SPECIAL_SPACES,
    MAX_STARTING_BUTTONS, MAX_TILE_POINTS, MAX_TRACK_LENGTH, SpecialTile, Track, Words, contacts,
    tables,
};
use crate::patch::{Patch, is_patch_letter};
use crate::quilt::SIDE;
use crate::quoted::{cut, quoted};

/// The longest name, of letters, digits, `-` and `_`.
const MAX_NAME: usize = 64;
/// The longest title, note or word, in characters.
const MAX_TEXT: usize = 500;
/// The longest file, in bytes: far more than 51 patches need.
const MAX_FILE: usize = 1 << 20;

/// The file as it is written; what is missing comes from its base.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    title: Option<String>,
    note: Option<String>,
    base: Option<String>,
    track_length: Option<i64>,
    income_spaces: Option<Vec<i64>>,
    special_spaces: Option<Vec<i64>>,
    starting_buttons: Option<i64>,
    empty_space_penalty: Option<i64>,
    special_tile: Option<TileEntry>,
    final_income: Option<String>,
    start_patch: Option<String>,
    #[serde(default)]
    words: WordEntries,
    #[serde(default)]
    patches: BTreeMap<String, PatchEntry>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "special_tile must be false or { side = .., points = .. }")]
enum TileEntry {
    Absent(bool),
    Tile(TileNumbers),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileNumbers {
    side: i64,
    points: i64,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, expecting = "words, a table of texts")]
struct WordEntries {
    button: Option<String>,
    buttons: Option<String>,
    special_patch: Option<String>,
    special_patches: Option<String>,
    special_tile: Option<String>,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a patch: { button_cost = .., time_cost = .., income = .., shape = .. }"
)]
struct PatchEntry {
    button_cost: Option<i64>,
    time_cost: Option<i64>,
    income: Option<i64>,
    shape: Option<String>,
}

impl Edition {
    /// An edition from a TOML text; `docs/editions.md` describes every key.
    ///
    /// A text under a built-in name is read only if it says exactly what is built in.
    ///
    /// # Errors
    /// Names the line, or the field, and what would have been right.
    ///
    /// ```
    /// use patchwork::Edition;
    ///
    /// let text = "name = 'dear-plus'\nbase = 'revised'\n[patches]\nT = { button_cost = 9 }";
    /// let edition = Edition::from_toml(text).unwrap();
    /// assert_eq!(edition.patches()[19].button_cost(), 9);
    /// let error = Edition::from_toml("name = 'short'\nbase = 'revised'\ntrack_length = 50");
    /// assert!(error.unwrap_err().to_string().starts_with("income_spaces: 53"));
    /// ```
    pub fn from_toml(text: &str) -> Result<Arc<Self>, EditionError> {
        let edition = parse(text, &Self::named).map_err(EditionError)?;
        if let Ok(built_in) = Self::named(&edition.name) {
            return if *built_in == edition {
                Ok(built_in)
            } else {
                Err(EditionError(format!(
                    "name: {:?} is a built-in edition, and this text says something else; \
                     choose another name",
                    edition.name
                )))
            };
        }
        Ok(Arc::new(edition))
    }

    /// The edition as a TOML text that [`Edition::from_toml`] reads back to an equal one.
    pub fn to_toml(&self) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let list = |spaces: &[u8]| spaces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let tile = self
            .special_tile
            .map_or("false".into(), |t| format!("{{ side = {}, points = {} }}", t.side, t.points));
        let mut text = format!("name = {}\ntitle = {}\n", quoted(&self.name), quoted(&self.title));
        if !self.note.is_empty() {
            text += &format!("note = {}\n", quoted(&self.note));
        }
        text += &format!(
            "track_length = {}\nincome_spaces = [{}]\nspecial_spaces = [{}]\n\
             starting_buttons = {}\nempty_space_penalty = {}\nspecial_tile = {tile}\n\
             final_income = \"{}\"\nstart_patch = \"{}\"\n\n[words]\n",
            self.track_length,
            list(&self.income_spaces),
            list(&self.special_spaces),
            self.starting_buttons,
            self.empty_space_penalty,
            self.final_income.as_str(),
            self.start_patch().letter(),
        );
        for (key, word) in self.words.entries() {
            text += &format!("{key} = {}\n", quoted(word));
        }
        text += "\n[patches]\n";
        for p in &self.patches {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{} = {{ button_cost = {}, time_cost = {}, income = {}, shape = \"{}\" }}",
                p.letter(),
                p.button_cost(),
                p.time_cost(),
                p.income(),
                p.shape()
            );
        }
        text
    }
}

impl Words {
    /// Key and word, as an edition file has them.
    pub fn entries(&self) -> [(&'static str, &str); 5] {
        [
            ("button", &self.button),
            ("buttons", &self.buttons),
            ("special_patch", &self.special_patch),
            ("special_patches", &self.special_patches),
            ("special_tile", &self.special_tile),
        ]
    }
}

/// The built-in editions in the order of their texts, each of which may stand on an earlier one.
pub(crate) fn built_in(texts: &[&str]) -> Vec<Arc<Edition>> {
    let mut editions: Vec<Arc<Edition>> = Vec::new();
    for text in texts {
        let earlier = |name: &str| {
            let found = editions.iter().find(|e| e.name == name).cloned();
            found.ok_or_else(|| EditionError(format!("no edition {}", quoted(name))))
        };
        let edition = parse(text, &earlier);
        // The texts are part of the program, and a test reads every one.
        editions.push(Arc::new(edition.unwrap_or_else(|why| panic!("built-in edition: {why}"))));
    }
    editions
}

type FindEdition<'a> = &'a dyn Fn(&str) -> Result<Arc<Edition>, EditionError>;

fn parse(text: &str, find: FindEdition<'_>) -> Result<Edition, String> {
    if text.len() > MAX_FILE {
        return Err(format!("the text has {} bytes; at most {MAX_FILE} are read", text.len()));
    }
    let file: File = toml::from_str(text).map_err(|error| located(text, &error))?;
    let base = match &file.base {
        Some(name) => Some(find(name).map_err(|why| at("base", why))?),
        None => None,
    };
    let base = base.as_deref();

    let name = file.name;
    if name.is_empty()
        || name.len() > MAX_NAME
        || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    {
        return Err(format!(
            "name: {} is not 1 to {MAX_NAME} letters (A-Z, a-z), digits, - and _",
            quoted(&name)
        ));
    }
    let title = prose("title", file.title.unwrap_or_else(|| name.clone()))?;
    let note = prose("note", file.note.unwrap_or_default())?;
    let words = words(file.words, base)?;

    let track_length = number(
        "track_length",
        file.track_length,
        base.map(|b| b.track_length.into()),
        1,
        MAX_TRACK_LENGTH as i32,
    )? as u8;
    let spaces = |key: &str, written: Option<Vec<i64>>, inherited: Option<&Vec<u8>>| match written {
        Some(written) => board_spaces(key, written, track_length),
        None => match inherited {
            Some(inherited) => {
                board_spaces(key, inherited.iter().map(|&s| s.into()).collect(), track_length)
            }
            None => Err(missing(key)),
        },
    };
    let income_spaces =
        spaces("income_spaces", file.income_spaces, base.map(|b| &b.income_spaces))?;
    let special_spaces =
        spaces("special_spaces", file.special_spaces, base.map(|b| &b.special_spaces))?;
    if special_spaces.len() > MAX_SPECIAL_SPACES {
        return Err(format!(
            "special_spaces: there are {}; at most {MAX_SPECIAL_SPACES} have room",
            special_spaces.len()
        ));
    }
    let starting_buttons = number(
        "starting_buttons",
        file.starting_buttons,
        base.map(|b| b.starting_buttons),
        0,
        MAX_STARTING_BUTTONS,
    )?;
    let empty_space_penalty = number(
        "empty_space_penalty",
        file.empty_space_penalty,
        base.map(|b| b.empty_space_penalty),
        0,
        MAX_EMPTY_SPACE_PENALTY,
    )?;
    let special_tile = match (file.special_tile, base) {
        (Some(TileEntry::Absent(false)), _) => None,
        (Some(TileEntry::Absent(true)), _) => {
            return Err(
                "special_tile: true does not say which; write { side = .., points = .. }".into()
            );
        }
        (Some(TileEntry::Tile(tile)), _) => Some(SpecialTile {
            side: number("special_tile.side", Some(tile.side), None, 1, SIDE as i32)? as u8,
            points: number("special_tile.points", Some(tile.points), None, 0, MAX_TILE_POINTS)?,
        }),
        (None, Some(base)) => base.special_tile,
        (None, None) => return Err(missing("special_tile")),
    };
    let final_income = match (file.final_income.as_deref(), base) {
        (Some("paid"), _) => FinalIncome::Paid,
        (Some("scored"), _) => FinalIncome::Scored,
        (Some(other), _) => {
            return Err(format!(
                "final_income: {} is neither \"paid\" nor \"scored\"",
                quoted(other)
            ));
        }
        (None, Some(base)) => base.final_income,
        (None, None) => return Err(missing("final_income")),
    };
    let patches = patches(file.patches, base)?;
    let start_patch = start_patch(file.start_patch, base, &patches)?;

    let track = Track::new(track_length, &income_spaces, &special_spaces, final_income);
    let (tables, contacts) = (tables(&patches), contacts(&patches));
    Ok(Edition {
        name,
        title,
        note,
        words,
        patches,
        start_patch,
        track_length,
        income_spaces,
        special_spaces,
        starting_buttons,
        empty_space_penalty,
        special_tile,
        final_income,
        track,
        tables,
        contacts,
    })
}

fn at(key: &str, why: impl Display) -> String {
    format!("{key}: {why}")
}

fn missing(key: &str) -> String {
    at(key, "is missing, and there is no base to take it from")
}

/// What the TOML reader says, with the line first.
fn located(text: &str, error: &toml::de::Error) -> String {
    let message = cut(&error.message().trim().replace('\n', ", "), 200);
    match error.span().and_then(|span| text.get(..span.start)) {
        Some(before) => {
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
            format!("line {line}, column {column}: {message}")
        }
        None => message,
    }
}

fn number(
    key: &str,
    written: Option<i64>,
    inherited: Option<i32>,
    least: i32,
    most: i32,
) -> Result<i32, String> {
    let value = written.or(inherited.map(i64::from)).ok_or_else(|| missing(key))?;
    if (i64::from(least)..=i64::from(most)).contains(&value) {
        Ok(value as i32)
    } else {
        Err(at(key, format_args!("{value} is not between {least} and {most}")))
    }
}

fn prose(key: &str, text: String) -> Result<String, String> {
    if text.chars().count() > MAX_TEXT || text.chars().any(char::is_control) {
        return Err(at(
            key,
            format_args!("must be at most {MAX_TEXT} characters without line breaks"),
        ));
    }
    Ok(text)
}

fn words(written: WordEntries, base: Option<&Edition>) -> Result<Words, String> {
    let word = |key: &str, written: Option<String>, inherited: Option<&String>, usual: &str| {
        let word = written.or(inherited.cloned()).unwrap_or_else(|| usual.into());
        if word.is_empty() { Err(at(&format!("words.{key}"), "is empty")) } else { Ok(word) }
            .and_then(|word| prose(&format!("words.{key}"), word))
    };
    let base = base.map(|b| &b.words);
    Ok(Words {
        button: word("button", written.button, base.map(|b| &b.button), "button")?,
        buttons: word("buttons", written.buttons, base.map(|b| &b.buttons), "buttons")?,
        special_patch: word(
            "special_patch",
            written.special_patch,
            base.map(|b| &b.special_patch),
            "special patch",
        )?,
        special_patches: word(
            "special_patches",
            written.special_patches,
            base.map(|b| &b.special_patches),
            "special patches",
        )?,
        special_tile: word(
            "special_tile",
            written.special_tile,
            base.map(|b| &b.special_tile),
            "special tile",
        )?,
    })
}

fn board_spaces(key: &str, written: Vec<i64>, track_length: u8) -> Result<Vec<u8>, String> {
    let mut spaces = Vec::new();
    for space in written {
        if !(1..=i64::from(track_length)).contains(&space) {
            return Err(at(
                key,
                format_args!("{space} is not on the track, between 1 and {track_length}"),
            ));
        }
        if spaces.contains(&(space as u8)) {
            return Err(at(key, format_args!("{space} is listed twice")));
        }
        spaces.push(space as u8);
    }
    spaces.sort_unstable();
    Ok(spaces)
}

fn patches(
    mut written: BTreeMap<String, PatchEntry>,
    base: Option<&Edition>,
) -> Result<Vec<Patch>, String> {
    let mut patches = Vec::new();
    for letter in ('A'..='z').filter(|&letter| is_patch_letter(letter)) {
        let inherited = base.and_then(|b| b.patches.iter().find(|p| p.letter() == letter));
        let Some(entry) = written.remove(&letter.to_string()) else {
            patches.extend(inherited.cloned());
            continue;
        };
        let key = format!("patches.{letter}");
        // Bounds are the patch's own; what does not fit an i32 is out of them anyway.
        let value = |name: &str, written: Option<i64>, inherited: Option<i32>| {
            let key = format!("{key}.{name}");
            number(&key, written, inherited, i32::MIN, i32::MAX)
        };
        let button_cost =
            value("button_cost", entry.button_cost, inherited.map(Patch::button_cost))?;
        let time_cost =
            value("time_cost", entry.time_cost, inherited.map(|p| p.time_cost().into()))?;
        let income = value("income", entry.income, inherited.map(|p| p.income().into()))?;
        let shape = entry
            .shape
            .or(inherited.map(Patch::shape))
            .ok_or_else(|| missing(&format!("{key}.shape")))?;
        let patch = Patch::new(letter, button_cost, time_cost, income, &shape);
        patches.push(patch.map_err(|why| at(&key, why))?);
    }
    if let Some(key) = written.keys().next() {
        return Err(format!(
            "patches: {} is no letter of a patch, one of A-Z and a-z without h, the special patch",
            quoted(key)
        ));
    }
    if patches.is_empty() {
        return Err("patches: there is none; an edition has 1 to 51".into());
    }
    Ok(patches)
}

fn start_patch(
    written: Option<String>,
    base: Option<&Edition>,
    patches: &[Patch],
) -> Result<usize, String> {
    let inherited = base.map(|b| b.start_patch().letter().to_string());
    if let Some(letter) = written.or(inherited) {
        let found = patches.iter().position(|p| p.letter().to_string() == letter);
        return found.ok_or_else(|| {
            at("start_patch", format_args!("no patch {} is listed", quoted(&letter)))
        });
    }
    let least = patches.iter().map(Patch::size).min().unwrap_or(0);
    let smallest: Vec<_> = patches.iter().filter(|p| p.size() == least).collect();
    if smallest.len() > 1 {
        let letters: Vec<_> = smallest.iter().map(|p| p.letter().to_string()).collect();
        return Err(at(
            "start_patch",
            format_args!(
                "is missing, and {} are all the smallest; name the one that the neutral token \
                 stands by",
                letters.join(", ")
            ),
        ));
    }
    Ok(patches.iter().position(|p| p.size() == least).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Edition::from_toml(text).unwrap_err().to_string()
    }

    #[test]
    fn every_edition_survives_the_round_trip() {
        for name in Edition::NAMES {
            let edition = Edition::named(name).unwrap();
            assert_eq!(Edition::from_toml(&edition.to_toml()).unwrap(), edition);
        }
        let custom = Edition::from_toml(
            "name = 'x'\nbase = 'sve'\ntitle = 'A \"quoted\" \\ title'\nspecial_tile = { side = 7, points = 7 }",
        )
        .unwrap();
        assert_eq!(Edition::from_toml(&custom.to_toml()).unwrap(), custom);
        assert!(custom.tag().starts_with("x#"));
    }

    #[test]
    fn wrong_files_are_refused_with_the_place_and_the_reason() {
        for (body, why) in [
            ("colour = 3", "line 3, column 1: unknown field `colour`"),
            ("track_length = 'x'", "line 3"),
            ("track_length = 0", "track_length: 0 is not between 1 and 255"),
            ("track_length = 99999999999999999999", "line 3"),
            ("special_spaces = [26, 54]", "special_spaces: 54 is not on the track"),
            ("income_spaces = [5, 5]", "income_spaces: 5 is listed twice"),
            ("starting_buttons = -1", "starting_buttons: -1 is not between 0 and 9999"),
            ("special_tile = true", "special_tile"),
            ("special_tile = { side = 10, points = 7 }", "special_tile.side: 10"),
            ("special_tile = { side = 7 }", "special_tile"),
            ("final_income = 'kept'", "final_income: \"kept\""),
            ("start_patch = 'h'", "start_patch: no patch \"h\""),
            ("[patches]\nh = { income = 1 }", "patches: \"h\""),
            ("[patches]\nAB = { income = 1 }", "patches: \"AB\""),
            ("[patches]\nA = { income = 100 }", "patches.A: income 100 is not between 0 and 99"),
            ("[patches]\nA = { income = 99999999999 }", "patches.A.income: 99999999999"),
            ("[patches]\nA = { shape = '#.|#' }", "patches.A: shape"),
            ("[patches]\nA = { price = 1 }", "line 4, column 7: unknown field `price`"),
            ("[patches]\nA = { income = 1 }\nA = { income = 2 }", "line 5"),
            ("[patches]\ni = { income = 1 }", "patches.i.button_cost: is missing"),
            ("[words]\nbuttons = ''", "words.buttons: is empty"),
            ("title = \"a\\nb\"", "title: must be"),
        ] {
            let error = refused(&format!("name = 'x'\nbase = 'revised'\n{body}"));
            assert!(error.contains(why), "{body:?}: {error}");
        }
        assert!(refused("name = 'revised'\nbase = 'original'").contains("built-in"));
        assert!(refused("name = 'x y'\nbase = 'original'").contains("name: \"x y\""));
        assert!(refused("name = 'x'\nbase = 'y'").contains("base: no edition \"y\""));
        assert!(refused("base = 'original'").contains("name"));
        assert!(refused("name = 'x'").contains("track_length: is missing"));
        assert!(refused("").contains("name"));
        assert!(refused(&"#".repeat(MAX_FILE + 1)).contains("bytes"));
        assert!(refused(&format!("name = {}", "[".repeat(100_000))).contains("line 1"));
    }

    #[test]
    fn two_smallest_patches_need_a_word() {
        let file = |start: &str| {
            format!(
                "name = 'x'\ntrack_length = 9\nincome_spaces = []\nspecial_spaces = []\n\
                 starting_buttons = 0\nempty_space_penalty = 0\nspecial_tile = false\n\
                 final_income = 'paid'\n{start}\n[patches]\n\
                 A = {{ button_cost = 0, time_cost = 0, income = 0, shape = '#' }}\n\
                 B = {{ button_cost = 0, time_cost = 0, income = 0, shape = '#' }}\n"
            )
        };
        assert!(refused(&file("")).contains("start_patch: is missing, and A, B are all"));
        let edition = Edition::from_toml(&file("start_patch = 'B'")).unwrap();
        assert_eq!(edition.start_patch().letter(), 'B');
    }
}
