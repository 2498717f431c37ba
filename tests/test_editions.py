"""Editions: the five that are built in, and any other from a text."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

import patchwork as pw
from beside import rules_of
from referee import EDITIONS, PATCHES, orientations, placements
from strategies import EditionFacts, edition_facts

LETTERS = "".join(patch.letter for patch in PATCHES)
WHOLE = """
name = "whole"
track_length = 9
income_spaces = [3, 9]
special_spaces = [2, 3]
starting_buttons = 5
empty_space_penalty = 2
special_tile = { side = 2, points = 7 }
final_income = "paid"

[patches]
A = { button_cost = 0, time_cost = 0, income = 0, shape = "#" }
B = { button_cost = 2, time_cost = 3, income = 1, shape = "##|#." }
"""


def test_the_five_are_there_in_order() -> None:
    assert pw.editions() == ("original", "revised", "winter", "valentine", "sve")
    assert pw.State().edition == pw.Edition("revised")


@pytest.mark.parametrize("name", pw.editions())
def test_a_built_in_edition_has_the_rules_of_its_box(name: str) -> None:
    edition = pw.Edition(name)
    assert edition.name == name
    assert edition.title
    assert edition.start_patch == "A"
    assert rules_of(edition) == EDITIONS[name]
    assert pw.Edition.from_toml(edition.to_toml()) == edition
    assert pw.Edition(edition) == edition


def test_the_patches_are_those_of_the_public_table() -> None:
    path = Path(__file__).parent / "data" / "patches.csv"
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    patches = pw.Edition("revised").patches
    assert [p.letter for p in patches] == [row["letter"] for row in rows]
    for patch, row in zip(patches, rows, strict=True):
        assert patch.button_cost == int(row["button_cost"])
        assert patch.time_cost == int(row["time_cost"])
        assert patch.income == int(row["income"])
        assert repr(patch).endswith(f"shape='{row['shape']}')")
        shape = row["shape"].split("|")
        cells = [
            (r, c) for r, line in enumerate(shape) for c, mark in enumerate(line) if mark == "#"
        ]
        assert patch.cells == patch.orientations["A"] == tuple(cells)
        assert patch.size == len(cells)


def test_known_figures() -> None:
    patches = pw.Edition("revised").patches
    assert len(patches) == 33
    assert sum(patch.size for patch in patches) == 166
    assert sum(patch.income for patch in patches) == 38
    assert sum(len(patch.orientations) for patch in patches) == 144
    for patch in patches:
        assert {frozenset(cells) for cells in patch.orientations.values()} == orientations(
            frozenset(patch.cells)
        )
        assert list(patch.orientations) == sorted(patch.orientations)
    assert sum(len(placements(frozenset(patch.cells))) for patch in patches) == 7_349


@given(edition_facts())
@settings(max_examples=80)
def test_an_edition_says_what_its_text_said(facts: EditionFacts) -> None:
    edition = pw.Edition.from_toml(facts.to_toml())
    assert edition.name == facts.name
    assert edition.track_length == facts.track_length
    assert edition.income_spaces == tuple(sorted(facts.income_spaces))
    assert edition.special_spaces == tuple(sorted(facts.special_spaces))
    assert edition.starting_buttons == facts.starting_buttons
    assert edition.empty_space_penalty == facts.empty_space_penalty
    assert edition.special_tile == facts.special_tile
    assert edition.final_income == facts.final_income
    assert [patch.letter for patch in edition.patches] == sorted(facts.patches)
    for patch in edition.patches:
        said = facts.patches[patch.letter]
        assert patch.button_cost == said.button_cost
        assert patch.time_cost == said.time_cost
        assert patch.income == said.income
        assert f"shape='{said.shape}'" in repr(patch)
    sizes = {patch.letter: patch.size for patch in edition.patches}
    smallest = min(sizes, key=lambda letter: sizes[letter])
    assert edition.start_patch == (facts.start_patch or smallest)


def test_what_is_not_said_comes_from_the_base() -> None:
    text = "name = 'dear-plus'\nbase = 'original'\n[patches]\nT = { button_cost = 9 }"
    edition, base = pw.Edition.from_toml(text), pw.Edition("original")
    rules = rules_of(base)
    changed = tuple(replace(p, button_cost=9) if p.letter == "T" else p for p in rules.patches)
    assert rules_of(edition) == replace(rules, patches=changed)
    assert edition.words == base.words


def test_a_base_can_be_given_more_patches_up_to_51() -> None:
    more = [letter for letter in map(chr, range(65, 123)) if letter.isalpha()]
    more = [letter for letter in more if letter not in LETTERS + "h"]
    assert len(more) == 18
    added = "\n".join(
        f"{letter} = {{ button_cost = 1, time_cost = 1, income = 1, shape = '###' }}"
        for letter in more
    )
    edition = pw.Edition.from_toml(f"name = 'many'\nbase = 'revised'\n[patches]\n{added}")
    assert len(edition.patches) == 51
    state = pw.State(edition, seed=1)
    assert sorted(state.circle) == sorted(LETTERS + "".join(more))
    assert state.playout(1).is_over


def changed(old: str, new: str) -> str:
    assert WHOLE.count(old) == 1, old
    return WHOLE.replace(old, new)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "name"),
        ("name", "line 1"),
        ("\0", "line 1"),
        ("é = 1", "line 1|unquoted|invalid"),
        (WHOLE + "colour = 3", "line 14, column 10: .*expected a patch: "),
        ("colour = 3\n" + WHOLE, "line 1, column 1: unknown field `colour`"),
        (WHOLE.replace("[patches]", "words = 3\n[patches]"), "line 11, .*expected words, a table"),
        (WHOLE + "A = 3", "line 14"),
        (changed('name = "whole"\n', ""), "name"),
        (changed('"whole"', "3"), "line 2"),
        (changed('"whole"', '""'), "name: "),
        (changed('"whole"', '"two words"'), "name: "),
        (changed('"whole"', '"Überraschung"'), "name: "),
        (changed('"whole"', '"revised"'), "name: .*built-in"),
        (changed('"whole"', f'"{"x" * 65}"'), "name: "),
        (changed("track_length = 9\n", ""), "track_length: is missing"),
        (changed("track_length = 9", "track_length = 0"), "track_length: 0 "),
        (changed("track_length = 9", "track_length = 256"), "track_length: 256 "),
        (changed("track_length = 9", "track_length = 9.0"), "line 3"),
        (changed("track_length = 9", "track_length = true"), "line 3"),
        (changed("track_length = 9", "track_length = 8"), "income_spaces: 9 "),
        (changed("[3, 9]", "[0]"), "income_spaces: 0 "),
        (changed("[3, 9]", "[3, 3]"), "income_spaces: 3 is listed twice"),
        (changed("[3, 9]", "3"), "line 4"),
        (changed("[2, 3]", "[10]"), "special_spaces: 10 "),
        (changed("starting_buttons = 5", "starting_buttons = -1"), "starting_buttons: -1 "),
        (changed("starting_buttons = 5", "starting_buttons = 10000"), "starting_buttons: 10000 "),
        (changed("empty_space_penalty = 2", "empty_space_penalty = 100"), "empty_space_penalty"),
        (changed("{ side = 2, points = 7 }", "{ side = 0, points = 7 }"), "special_tile.side: 0"),
        (changed("{ side = 2, points = 7 }", "{ side = 10, points = 7 }"), "special_tile.side: 10"),
        (changed("{ side = 2, points = 7 }", "{ side = 2 }"), "special_tile"),
        (changed("{ side = 2, points = 7 }", "true"), "special_tile"),
        (changed("{ side = 2, points = 7 }", "{ side = 2, points = -7 }"), "special_tile.points"),
        (changed('"paid"', '"given"'), "final_income: "),
        (changed('shape = "#" }', 'shape = "#.#" }'), "patches.A: shape .* column 2"),
        (changed('shape = "#" }', 'shape = "#|#|" }'), "patches.A: shape .* row 3 is empty"),
        (changed('shape = "#" }', 'shape = "#.|.#" }'), "more than one piece"),
        (changed('shape = "#" }', 'shape = "##########" }'), "9 x 9"),
        (changed('shape = "#" }', 'shape = "#x" }'), "'x' in row 1, column 2"),
        (changed('shape = "#" }', 'shape = "" }'), "patches.A: shape"),
        (changed('income = 0, shape = "#" }', 'shape = "#" }'), "patches.A.income: is missing"),
        (changed("button_cost = 0", "button_cost = -1"), "patches.A: button_cost -1"),
        (changed("time_cost = 0", "time_cost = 100"), "patches.A: time_cost 100"),
        (changed("A = {", "h = {"), "h, the special patch|without h"),
        (changed("A = {", "é = {"), "line 12|letter"),
        (changed("A = {", "B = {"), "line 13"),
        (changed("A = {", '"" = {'), "letter"),
        (changed("A = {", "AA = {"), "letter"),
        (changed('"##|#."', '"#"'), "start_patch: is missing, and A, B are all the smallest"),
        (changed("[patches]", "start_patch = 'C'\n[patches]"), "start_patch: no patch"),
        (WHOLE.partition("[patches]")[0], "patches: there is none"),
        (WHOLE + "x" * 2**21, "bytes"),
    ],
)
def test_a_wrong_text_is_refused_with_line_or_field_and_reason(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pw.Edition.from_toml(text)


def test_what_two_texts_say_alike_is_one_edition() -> None:
    other = WHOLE.replace("[3, 9]", "[9, 3]").replace("#.", "#.").replace("5\n", "5 # five\n", 1)
    assert pw.Edition.from_toml(other) == pw.Edition.from_toml(WHOLE)
    assert hash(pw.Edition.from_toml(other)) == hash(pw.Edition.from_toml(WHOLE))


def test_the_tag_in_a_text_depends_on_the_rules_alone() -> None:
    def tag(text: str) -> str:
        return str(pw.State(pw.Edition.from_toml(text), seed=1)).split(" ")[0]

    assert tag(WHOLE) == tag(WHOLE.replace("[patches]", "title = 'T'\nnote = 'N'\n[patches]"))
    for old, new in [("= 5\n", "= 6\n"), ("side = 2", "side = 3"), ('"paid"', '"scored"')]:
        assert tag(WHOLE.replace(old, new, 1)) != tag(WHOLE)
