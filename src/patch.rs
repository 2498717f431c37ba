//! Patches: their costs, their shapes and the ways to turn them.

use crate::quilt::{Quilt, SIDE};
use crate::quoted::quoted;

/// Orientations of a patch, `A` to `H`, whether or not they differ.
pub const ORIENTATIONS: usize = 8;

/// The most buttons that a patch may cost.
pub const MAX_BUTTON_COST: i32 = 9_999;
/// The most spaces that a patch may move the time token.
pub const MAX_TIME_COST: i32 = 99;
/// The most buttons that may be printed on a patch.
pub const MAX_INCOME: i32 = 99;

/// One way to turn a patch, with the top left corner of its bounding box on space 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    cells: Quilt,
    height: usize,
    width: usize,
}

impl Orientation {
    /// The spaces that it covers, its bounding box in the top left corner of the board.
    pub const fn cells(&self) -> Quilt {
        self.cells
    }

    /// Rows of the bounding box.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Columns of the bounding box.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Where the top left corner of the bounding box may lie for the patch to stay on the board.
    pub const fn anchors(&self) -> Quilt {
        Quilt::rectangle(SIDE + 1 - self.height, SIDE + 1 - self.width)
    }

    fn of(cells: &[(usize, usize)]) -> Self {
        let mut mask = Quilt::EMPTY;
        let (mut height, mut width) = (0, 0);
        for &(row, column) in cells {
            mask = mask | Quilt::space(row, column);
            height = height.max(row + 1);
            width = width.max(column + 1);
        }
        Self { cells: mask, height, width }
    }
}

/// A patch of an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    pub(crate) letter: char,
    pub(crate) button_cost: i32,
    pub(crate) time_cost: u8,
    pub(crate) income: u16,
    pub(crate) size: u8,
    orientations: [Option<Orientation>; ORIENTATIONS],
}

impl Patch {
    /// A patch from its numbers and its shape: rows parted by `|`, `#` a covered space, `.` not.
    ///
    /// # Errors
    /// Says which number or which part of the shape is wrong.
    ///
    /// ```
    /// use patchwork::Patch;
    ///
    /// let patch = Patch::new('B', 1, 3, 0, ".#|##").unwrap();
    /// assert_eq!((patch.size(), patch.orientations().count()), (3, 4));
    /// assert!(Patch::new('B', 1, 3, 0, ".#|#").is_err());
    /// ```
    pub fn new(
        letter: char,
        button_cost: i32,
        time_cost: i32,
        income: i32,
        shape: &str,
    ) -> Result<Self, String> {
        if !is_patch_letter(letter) {
            return Err(format!(
                "letter {letter:?} is not one of A-Z and a-z without h, which means a special patch"
            ));
        }
        let within = |name: &str, value: i32, most: i32| {
            if (0..=most).contains(&value) {
                Ok(value)
            } else {
                Err(format!("{name} {value} is not between 0 and {most}"))
            }
        };
        within("button_cost", button_cost, MAX_BUTTON_COST)?;
        within("time_cost", time_cost, MAX_TIME_COST)?;
        within("income", income, MAX_INCOME)?;
        let cells = parse_shape(shape).map_err(|why| format!("shape {}: {why}", quoted(shape)))?;
        let orientations = distinct_orientations(cells);
        Ok(Self {
            letter,
            button_cost,
            time_cost: time_cost as u8,
            income: income as u16,
            size: orientations[0].map_or(0, |o| o.cells.count() as u8),
            orientations,
        })
    }

    /// The letter by which records name it.
    pub const fn letter(&self) -> char {
        self.letter
    }

    /// Buttons that it costs.
    pub const fn button_cost(&self) -> i32 {
        self.button_cost
    }

    /// Spaces that buying it moves the time token.
    pub const fn time_cost(&self) -> u8 {
        self.time_cost
    }

    /// Buttons printed on it, paid at each income space.
    pub const fn income(&self) -> u16 {
        self.income
    }

    /// Spaces that it covers.
    pub const fn size(&self) -> u32 {
        self.size as u32
    }

    /// The orientation with this index (0-7 for `A`-`H`); `None` where one with a lower index
    /// covers the same spaces, or beyond 7.
    pub fn orientation(&self, index: usize) -> Option<&Orientation> {
        self.orientations.get(index)?.as_ref()
    }

    /// The distinct orientations with their indices.
    pub fn orientations(&self) -> impl Iterator<Item = (usize, &Orientation)> {
        self.orientations.iter().enumerate().filter_map(|(at, o)| Some((at, o.as_ref()?)))
    }

    /// The lowest index of an orientation that covers the same spaces as the one with `index`.
    pub(crate) fn canonical_orientation(&self, index: usize) -> Option<usize> {
        let base = self.orientations[0]?;
        let wanted = base.oriented((index < ORIENTATIONS).then_some(index)?);
        self.orientations().find(|(_, o)| **o == wanted).map(|(at, _)| at)
    }

    /// The shape as text: rows parted by `|`, `#` a covered space.
    pub fn shape(&self) -> String {
        let Some(shape) = self.orientations[0] else { return String::new() };
        let row = |row| -> String {
            (0..shape.width).map(|c| if shape.cells.contains(row, c) { '#' } else { '.' }).collect()
        };
        (0..shape.height).map(row).collect::<Vec<_>>().join("|")
    }
}

/// May `letter` name a patch? `A`-`Z` and `a`-`z` but for `h`, the special patch of the records.
pub const fn is_patch_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic() && letter != 'h'
}

fn parse_shape(text: &str) -> Result<Orientation, String> {
    let rows: Vec<&str> = text.split('|').collect();
    let width = rows[0].chars().count();
    if rows.len() > SIDE || width > SIDE {
        return Err(format!(
            "it is {} x {width}; no board has room for more than 9 x 9",
            rows.len()
        ));
    }
    let mut cells = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        let length = line.chars().count();
        if length == 0 {
            return Err(format!("row {} is empty", row + 1));
        }
        if length != width {
            return Err(format!("row {} is {length} long, row 1 is {width}", row + 1));
        }
        for (column, mark) in line.chars().enumerate() {
            match mark {
                '#' => cells.push((row, column)),
                '.' => {}
                _ => {
                    return Err(format!(
                        "{mark:?} in row {}, column {} is neither # nor .",
                        row + 1,
                        column + 1
                    ));
                }
            }
        }
    }
    if let Some(row) = (0..rows.len()).find(|&r| cells.iter().all(|&(row, _)| row != r)) {
        return Err(format!("row {} covers nothing", row + 1));
    }
    if let Some(column) = (0..width).find(|&c| cells.iter().all(|&(_, column)| column != c)) {
        return Err(format!("column {} covers nothing", column + 1));
    }
    let mut piece = vec![cells[0]];
    let mut at = 0;
    while let Some(&(row, column)) = piece.get(at) {
        for &cell in &cells {
            if row.abs_diff(cell.0) + column.abs_diff(cell.1) == 1 && !piece.contains(&cell) {
                piece.push(cell);
            }
        }
        at += 1;
    }
    if piece.len() != cells.len() {
        return Err("it falls into more than one piece".into());
    }
    Ok(Orientation::of(&cells))
}

impl Orientation {
    /// What becomes of some of this shape's spaces when it is flipped left to right, if `index` is
    /// 4 or more, and then turned `index % 4` times clockwise.
    pub(crate) fn turned(&self, cells: Quilt, index: usize) -> Quilt {
        let mut turned = Quilt::EMPTY;
        for space in cells.spaces() {
            let (mut row, mut column) = (space / SIDE, space % SIDE);
            let (mut height, mut width) = (self.height, self.width);
            if index >= 4 {
                column = width - 1 - column;
            }
            for _ in 0..index % 4 {
                (row, column) = (column, height - 1 - row);
                (height, width) = (width, height);
            }
            turned = turned | Quilt::space(row, column);
        }
        turned
    }

    /// This shape, flipped and turned.
    fn oriented(&self, index: usize) -> Self {
        let (height, width) = (self.height, self.width);
        let (height, width) =
            if index.is_multiple_of(2) { (height, width) } else { (width, height) };
        Self { cells: self.turned(self.cells, index), height, width }
    }
}

fn distinct_orientations(shape: Orientation) -> [Option<Orientation>; ORIENTATIONS] {
    let mut found = [None; ORIENTATIONS];
    for index in 0..ORIENTATIONS {
        let next = shape.oriented(index);
        if !found.contains(&Some(next)) {
            found[index] = Some(next);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_clockwise_and_flipping_comes_first() {
        let p = Patch::new('P', 7, 4, 2, "#.|##|##|#.").unwrap();
        assert_eq!(p.shape(), "#.|##|##|#.");
        let b = Patch::new('Z', 0, 0, 0, "###|..#").unwrap();
        let drawn = |index: usize| {
            let o = b.orientation(index).unwrap();
            (0..o.height())
                .map(|r| {
                    (0..o.width())
                        .map(|c| if o.cells().contains(r, c) { '#' } else { '.' })
                        .collect::<String>()
                })
                .collect::<Vec<_>>()
                .join("|")
        };
        assert_eq!(drawn(0), "###|..#");
        assert_eq!(drawn(1), ".#|.#|##");
        assert_eq!(drawn(2), "#..|###");
        assert_eq!(drawn(3), "##|#.|#.");
        assert_eq!(drawn(4), "###|#..");
        assert_eq!(drawn(5), "##|.#|.#");
    }

    #[test]
    fn wrong_shapes_are_refused_with_the_reason() {
        for (shape, why) in [
            ("", "empty"),
            ("#||#", "row 2 is empty"),
            ("##|#", "row 2 is 1 long"),
            ("#.|x#", "'x' in row 2, column 1"),
            ("##|..", "row 2 covers nothing"),
            ("#.#|#.#", "column 2 covers nothing"),
            ("#.|.#", "more than one piece"),
            ("##########", "9 x 9"),
            ("#|#|#|#|#|#|#|#|#|#", "9 x 9"),
            ("..", "covers nothing"),
        ] {
            let error = Patch::new('A', 0, 0, 0, shape).unwrap_err();
            assert!(error.contains(why), "{shape}: {error}");
        }
    }

    #[test]
    fn every_orientation_knows_its_lowest_twin() {
        let plus = Patch::new('A', 0, 0, 0, ".#.|###|.#.").unwrap();
        let bar = Patch::new('A', 0, 0, 0, "#|#").unwrap();
        for index in 0..8 {
            assert_eq!(plus.canonical_orientation(index), Some(0));
            assert_eq!(bar.canonical_orientation(index), Some(index % 2));
        }
        assert_eq!(bar.canonical_orientation(8), None);
    }
}
