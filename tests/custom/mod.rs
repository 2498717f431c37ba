//! Editions that nobody printed, and shapes, from a source of numbers: `draw(n)` gives one below n.

// Each test and fuzz target that includes this file uses another part of it.
#![allow(dead_code)]

use std::fmt::Write;

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgijklmnopqrstuvwxyz";
const SIDE: i32 = 9;

/// The text of an edition file.
pub fn edition(draw: &mut dyn FnMut(u64) -> u64) -> String {
    let track = if draw(3) == 0 { 1 + draw(255) } else { 1 + draw(40) };
    let mut spaces = |most: u64| {
        let mut spaces: Vec<u64> = (0..draw(most + 1)).map(|_| 1 + draw(track)).collect();
        spaces.sort_unstable();
        spaces.dedup();
        format!("{spaces:?}")
    };
    let (income, special) = (spaces(12), spaces(32));
    let tile = match draw(3) {
        0 => "false".into(),
        _ => format!("{{ side = {}, points = {} }}", 1 + draw(9), usual(draw, 9, 9_999)),
    };
    let mut text = format!(
        "name = 'custom'\ntrack_length = {track}\nincome_spaces = {income}\n\
         special_spaces = {special}\nstarting_buttons = {}\nempty_space_penalty = {}\n\
         special_tile = {tile}\nfinal_income = '{}'\n",
        usual(draw, 60, 9_999),
        usual(draw, 3, 99),
        ["paid", "scored"][draw(2) as usize],
    );
    let mut letters: Vec<char> = LETTERS.chars().collect();
    let most = if draw(4) == 0 { 51 } else { 12 };
    let count = 1 + draw(most) as usize;
    while letters.len() > count {
        letters.remove(draw(letters.len() as u64) as usize);
    }
    let _ = writeln!(text, "start_patch = '{}'\n[patches]", letters[draw(count as u64) as usize]);
    for letter in letters {
        let _ = writeln!(
            text,
            "{letter} = {{ button_cost = {}, time_cost = {}, income = {}, shape = '{}' }}",
            usual(draw, 6, 9_999),
            usual(draw, 5, 99),
            usual(draw, 3, 99),
            shape(draw),
        );
    }
    text
}

/// Mostly a small number, now and then any up to the bound.
fn usual(draw: &mut dyn FnMut(u64) -> u64, usual: u64, most: u64) -> u64 {
    if draw(6) == 0 { draw(most + 1) } else { draw(usual + 1) }
}

/// A shape in one piece as an edition file draws it, up to nine rows and columns.
pub fn shape(draw: &mut dyn FnMut(u64) -> u64) -> String {
    let mut cells = vec![(0, 0)];
    if draw(4) == 0 {
        let (height, width) = (1 + draw(9) as i32, 1 + draw(9) as i32);
        cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column))).collect();
    } else {
        let most = if draw(4) == 0 { 40 } else { 9 };
        for _ in 0..draw(most) {
            let (row, column) = cells[draw(cells.len() as u64) as usize];
            let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][draw(4) as usize];
            let cell = (row + down, column + right);
            let extent = |part: fn(&(i32, i32)) -> i32| {
                let all = cells.iter().chain([&cell]).map(part);
                all.clone().max().unwrap_or(0) - all.min().unwrap_or(0)
            };
            if !cells.contains(&cell) && extent(|c| c.0) < SIDE && extent(|c| c.1) < SIDE {
                cells.push(cell);
            }
        }
    }
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let bottom = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
    let right = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    let row = |row| -> String {
        let mark = |column| if cells.contains(&(row, column)) { '#' } else { '.' };
        (left..=right).map(mark).collect()
    };
    (top..=bottom).map(row).collect::<Vec<_>>().join("|")
}
