"""Actions: their ids and tokens, and what they mean in another position."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings

import patchwork as pw
from strategies import states

ORIENTATIONS = "ABCDEFGH"
COORDINATES = "ABCDEFGHI"
STATE = pw.State("revised", seed=7)
OWED = STATE.replace(positions=(25, 25)).after(".")


def circle_with(offered: str) -> str:
    letters = "".join(patch.letter for patch in pw.Edition("revised").patches)[1:]
    return offered + "".join(letter for letter in letters if letter not in offered) + "A"


# Ids


@given(states())
@settings(max_examples=60)
def test_ids_are_those_of_the_table(state: pw.State) -> None:
    slots = {patch.letter: slot for slot, patch in enumerate(state.offered)}
    for action in state.legal_actions():
        if action.kind == "advance":
            assert action.id == 0
            assert (action.letter, action.orientation, action.row, action.col) == (None,) * 4
            assert (action.slot, action.cells, str(action)) == (None, (), ".")
            continue
        assert action.row is not None
        assert action.col is not None
        place = 9 * action.row + action.col
        assert action.row == min(row for row, _ in action.cells)
        assert action.col == min(col for _, col in action.cells)
        token = f"{COORDINATES[action.col]}{COORDINATES[action.row]}{action.orientation}"
        assert str(action) == f"{action.letter}{token}"
        if action.kind == "special":
            assert action.id == 1 + place
            assert (action.letter, action.orientation, action.slot) == ("h", "A", None)
            assert action.cells == ((action.row, action.col),)
            continue
        assert action.kind == "buy"
        assert action.orientation is not None
        assert action.slot == slots[action.letter or ""]
        turned = ORIENTATIONS.index(action.orientation)
        assert action.id == 82 + 648 * action.slot + 81 * turned + place
        shape = state.offered[action.slot].orientations[action.orientation]
        assert action.cells == tuple((row + action.row, col + action.col) for row, col in shape)


@given(states())
@settings(max_examples=60)
def test_all_ways_to_ask_for_the_legal_actions_agree(state: pw.State) -> None:
    actions = state.legal_actions()
    ids = [action.id for action in actions]
    assert ids == sorted(set(ids))
    assert state.legal_action_ids().tolist() == ids
    assert np.flatnonzero(state.legal_action_mask()).tolist() == ids
    assert state.count_legal_actions() == len(ids)
    legal = set(ids)
    for number in range(2026):
        assert state.is_legal(number) is (number in legal)


@given(states())
@settings(max_examples=30)
def test_an_id_a_token_and_an_action_lead_to_the_same_state(state: pw.State) -> None:
    actions = state.legal_actions()
    for action in random.Random(1).sample(actions, min(len(actions), 12)):
        after = state.after(action)
        assert state.after(action.id) == after
        assert state.after(np.uint16(action.id)) == after
        assert state.after(str(action)) == after
        for named in (action, action.id, str(action)):
            assert state.action(named) == action
            assert state.action(named).id == action.id
            assert state.is_legal(named)


@given(states())
@settings(max_examples=30)
def test_what_is_not_legal_is_refused_in_every_way_and_says_why(state: pw.State) -> None:
    legal = set(state.legal_action_ids().tolist())
    before = str(state)
    for number in random.Random(2).sample(sorted(set(range(2026)) - legal), 30):
        for refused in (state.after, state.action, pw.Game(state).play):
            with pytest.raises(pw.IllegalActionError) as raised:
                refused(number)
            assert f"action {number}" in str(raised.value)
            assert before in str(raised.value)
    assert str(state) == before


def test_the_last_id_is_2025() -> None:
    for number in (2026, 65_536, 10**30, -1):
        with pytest.raises(ValueError, match="0 to 2025"):
            STATE.is_legal(number)


# Orientations that cover the same


@pytest.mark.parametrize("patch", pw.Edition("revised").patches, ids=lambda patch: patch.letter)
def test_only_the_lowest_orientation_is_an_action_and_every_letter_is_read(patch: pw.Patch) -> None:
    if patch.letter == "A":
        state = STATE.replace(circle="A", buttons=(99, 0))
    else:
        circle = circle_with(patch.letter)
        state = pw.State("revised", circle=circle).replace(buttons=(99, 0))
    shapes = {letter: frozenset(turned(patch.cells, letter)) for letter in ORIENTATIONS}
    lowest = {letter: min(o for o in shapes if shapes[o] == shapes[letter]) for letter in shapes}
    assert set(patch.orientations) == set(lowest.values())
    for letter, cells in patch.orientations.items():
        assert frozenset(cells) == shapes[letter]
    for letter in ORIENTATIONS:
        action = state.action(f"{patch.letter}AA{letter}")
        assert action.orientation == lowest[letter]
        assert frozenset(action.cells) == shapes[letter]
        number = 82 + 81 * ORIENTATIONS.index(letter)
        assert state.is_legal(number) is (lowest[letter] == letter)
        if lowest[letter] != letter:
            with pytest.raises(pw.IllegalActionError, match=f"covers the same.*{lowest[letter]}"):
                state.after(number)


def turned(cells: tuple[tuple[int, int], ...], letter: str) -> list[tuple[int, int]]:
    """As the notation says: flipped left to right from `E` on, then turned clockwise."""
    number = ORIENTATIONS.index(letter)
    turning = [(row, -col) if number >= 4 else (row, col) for row, col in cells]
    for _ in range(number % 4):
        turning = [(col, -row) for row, col in turning]
    top, left = min(row for row, _ in turning), min(col for _, col in turning)
    return [(row - top, col - left) for row, col in turning]


def test_a_special_patch_is_read_with_any_orientation_letter() -> None:
    assert {OWED.action(f"hCB{letter}") for letter in ORIENTATIONS} == {OWED.action("hCBA")}
    assert OWED.action("hCBH").orientation == "A"


# In another position


def test_an_action_means_its_patch_in_whatever_slot_that_is_on_offer() -> None:
    here = pw.State(circle=circle_with("BUE"))
    there = pw.State(circle=circle_with("UEB"))
    action = here.action("BCDA")
    assert (action.slot, action.id // 648) == (0, 0)
    carried = there.action(action)
    assert carried == action
    assert hash(carried) == hash(action)
    assert carried.slot == 2
    assert carried.id == action.id + 2 * 648
    assert there.after(action) == there.after("BCDA")
    # By its id alone it is the patch in slot 0, another one.
    assert there.action(action.id) != action


def test_an_action_whose_patch_is_not_on_offer_is_refused() -> None:
    action = pw.State(circle=circle_with("BUE")).action("BCDA")
    elsewhere = pw.State(circle=circle_with("XYZ"))
    assert not elsewhere.is_legal(action)
    with pytest.raises(pw.IllegalActionError, match="patch B is not on offer, XYZ are"):
        elsewhere.after(action)


def test_an_action_whose_patch_has_another_shape_is_refused() -> None:
    house = pw.Edition.from_toml("name = 'house'\nbase = 'revised'\n[patches]\nB = {shape = '##'}")
    action = pw.State(circle=circle_with("BUE")).action("BAAA")
    elsewhere = pw.State(house, circle=circle_with("BUE"))
    assert not elsewhere.is_legal(action)
    with pytest.raises(pw.IllegalActionError, match="another shape"):
        elsewhere.after(action)


def test_every_letter_row_column_and_orientation_counts_in_equality() -> None:
    state = pw.State(circle=circle_with("BCU"))
    actions = state.legal_actions()
    assert len(set(actions)) == len(actions)
    assert len({str(action) for action in actions}) == len(actions)


# What is wrong is said


@pytest.mark.parametrize(
    ("state", "token", "why"),
    [
        (STATE, "", "four characters"),
        (STATE, "B", "four characters"),
        (STATE, "BAAAA", "four characters"),
        (STATE, "..", "four characters"),
        (STATE, "BJAA", "column 'J' is not A-I"),
        (STATE, "BAJA", "row 'J' is not A-I"),
        (STATE, "BAAI", "orientation 'I' is not A-H"),
        (STATE, "Baaa", "column 'a' is not A-I"),
        (STATE, "zAAA", "no patch z"),
        (STATE, "?AAA", "is no patch"),
        (STATE, "ÄAAA", "is no patch"),
        (STATE, "hAAA", "no special patch is owed"),
        (STATE, "AAAA", "not on offer, bXc are"),
        (STATE, "cAAA", "patch c costs 10, the player has 5"),
        (STATE, "XIIA", "leave the 9 x 9 board"),
        (STATE, " BAA", "column"),
        (OWED, ".", "special patch must be placed first"),
        (OWED, "XAAA", "special patch must be placed first"),
        (OWED.after("hAAA").replace(positions=(37, 37), to_move=0).after("."), "hAAA", "covered"),
    ],
)
def test_a_refused_token_says_which_rule(state: pw.State, token: str, why: str) -> None:
    for refused in (state.after, state.action, pw.Game(state).play):
        with pytest.raises(pw.IllegalActionError, match=why):
            refused(token)


def test_an_illegal_action_is_a_value_error() -> None:
    assert issubclass(pw.IllegalActionError, ValueError)
    assert pw.IllegalActionError.__module__ == "patchwork"


# Counting sequences


def test_perft_counts_sequences_of_exactly_that_length() -> None:
    assert pw.perft(STATE, 0) == 1
    assert pw.perft(STATE, 1) == STATE.count_legal_actions()
    two = sum(STATE.after(action).count_legal_actions() for action in STATE.legal_actions())
    assert pw.perft(STATE, 2) == two


def test_a_game_that_has_ended_adds_no_sequence() -> None:
    end = STATE.playout(1)
    assert [pw.perft(end, depth) for depth in (0, 1, 2, 10**6)] == [1, 0, 0, 0]
    last = STATE.replace(positions=(52, 53), circle="")
    assert [pw.perft(last, depth) for depth in range(4)] == [1, 1, 0, 0]


def test_no_game_is_longer_than_the_longest() -> None:
    assert pw.perft(STATE, 2**32 - 1) == 0


def test_a_purchase_while_a_special_patch_is_owed_says_so_however_it_is_given() -> None:
    state = pw.State("revised", seed=7)
    action = state.legal_actions()[1]
    owing = state.replace(positions=(27, 20), specials_owed=1, to_move=0)
    for purchase in (action, str(action), action.id):
        with pytest.raises(pw.IllegalActionError, match="a special patch must be placed first"):
            owing.after(purchase)


def test_an_action_means_the_spaces_that_it_covers() -> None:
    # In one edition orientation A of D is what in the other is orientation B.
    flat = pw.Edition.from_toml("name = 'flat'\nbase = 'revised'\n[patches.D]\nshape = '###'")
    circle = "DBCEFGHIJKLMNOPQRSTUVWXYZabcdefgA"
    upright = pw.State("revised", circle=circle).action("DAAA")
    assert str(pw.State(flat, circle=circle).action("DAAB")) == "DAAB"
    after = pw.State(flat, circle=circle).after(upright)
    assert after.quilt(0) == 1 | 1 << 9 | 1 << 18
