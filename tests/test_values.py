"""What every value promises: it does not change, and equality, hash, copies and pickles agree."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import patchwork as pw
from strategies import editions, games, states

REVISED = pw.Edition("revised")
HOUSE = pw.Edition.from_toml("name = 'house'\nbase = 'revised'\nstarting_buttons = 7")
STATE = pw.State("revised", seed=7)
END = STATE.playout(1)


def finished() -> pw.Game:
    game = pw.Game(STATE)
    while not game.state.is_over:
        game.play(game.state.legal_actions()[0])
    return game


RESULT = finished().result
VALUES: dict[str, Any] = {
    "built-in edition": REVISED,
    "custom edition": HOUSE,
    "patch": REVISED.patches[1],
    "patch of a custom edition": HOUSE.patches[1],
    "state": STATE,
    "state that is over": END,
    "state of a custom edition": pw.State(HOUSE, seed=1),
    "advance": STATE.legal_actions()[0],
    "purchase": STATE.legal_actions()[1],
    "special patch": STATE.replace(positions=(25, 25)).after(".").legal_actions()[3],
    "result": RESULT,
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
class TestEveryValue:
    def test_cannot_be_changed(self, value: Any) -> None:
        names = [name for name in dir(value) if not name.startswith("_")]
        assert names
        for name in [*names, "colour"]:
            with pytest.raises(AttributeError):
                setattr(value, name, 1)
            with pytest.raises(AttributeError):
                delattr(value, name)

    def test_copies_and_pickles_are_equal_with_equal_hash(self, value: Any) -> None:
        same = [copy.copy(value), copy.deepcopy(value)]
        same += [pickle.loads(pickle.dumps(value, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)]
        for other in same:
            assert type(other) is type(value)
            assert other == value
            assert (other != value) is False
            assert hash(other) == hash(value)
            assert repr(other) == repr(value)
        assert {value, *same} == {value}

    def test_equals_nothing_of_another_kind(self, value: Any) -> None:
        for other in (None, 0, "", (), object(), str(value), repr(value)):
            assert value != other
            assert (value == other) is False
        for other in VALUES.values():
            if type(other) is not type(value):
                assert value != other

    def test_has_no_order(self, value: Any) -> None:
        with pytest.raises(TypeError):
            _ = value < value  # noqa: PLR0124

    def test_has_a_repr_that_tells_what_it_is(self, value: Any) -> None:
        assert type(value).__name__ in repr(value)
        assert len(repr(value)) < 300

    def test_cannot_be_subclassed(self, value: Any) -> None:
        with pytest.raises(TypeError):
            type("Sub", (type(value),), {})


@given(st.one_of(states(), editions()))
@settings(max_examples=60)
def test_copies_and_pickles_of_any_value_agree(value: Any) -> None:
    for other in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert other == value
        assert hash(other) == hash(value)


@given(games())
@settings(max_examples=30)
def test_a_pickled_game_keeps_what_was_played_and_what_was_undone(game: pw.Game) -> None:
    undone = 0
    while game.actions and undone < 2:
        game.undo()
        undone += 1
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.state == game.state
    for _ in range(undone):
        again.redo()
        game.redo()
        assert again == game
    with pytest.raises(ValueError, match="redo"):
        again.redo()


def test_a_copied_game_goes_its_own_way() -> None:
    game = pw.Game(STATE)
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        other.play(".")
        assert game.actions == ()
        assert len(other.actions) == 1


def test_a_game_changes_and_so_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(pw.Game(STATE))


def test_what_a_value_hands_out_is_ones_own() -> None:
    words, orientations = REVISED.words, REVISED.patches[0].orientations
    quilts, mask, ids = STATE.quilts, STATE.legal_action_mask(), STATE.legal_action_ids()
    actions = STATE.legal_actions()
    words.clear()
    orientations.clear()
    actions.clear()
    quilts[:] = True
    mask[:] = False
    ids[:] = 9
    assert REVISED.words["button"] == "button"
    assert "A" in REVISED.patches[0].orientations
    assert not STATE.quilts.any()
    assert STATE.legal_action_mask().sum() == len(STATE.legal_actions()) > 1
    assert STATE.legal_action_ids()[0] == 0


def test_a_hash_is_the_same_in_every_process() -> None:
    code = "import patchwork as pw; s = pw.State(seed=7); print(hash(s), hash(s.edition))"
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            text=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1")
    }
    assert seen == {f"{hash(STATE)} {hash(REVISED)}\n"}


# Equality


def test_states_reached_in_another_order_are_one_state() -> None:
    edition = pw.Edition.from_toml("name = 'two'\nbase = 'revised'\nspecial_spaces = [1, 2, 9]")
    owed = pw.State(edition, circle="BCDEFGHIJKLMNOPQRSTUVWXYZabcdefgA").after("BAAA")
    one, other = owed.after("hIAA").after("hIBA"), owed.after("hIBA").after("hIAA")
    assert one == other
    assert hash(one) == hash(other)
    assert owed.after("hIAA") != owed.after("hIBA")


def test_who_moved_last_is_no_part_of_a_game_that_is_over() -> None:
    base = STATE.replace(positions=(52, 53), first_finisher=1)
    over = base.after(".")
    by_hand = over.replace()
    assert over == by_hand
    assert hash(over) == hash(by_hand)


@pytest.mark.parametrize(
    "facts",
    [
        {"buttons": (5, 6)},
        {"positions": (0, 1)},
        {"to_move": 1},
        {"special_spaces": (26, 32, 38, 44)},
        {"circle": STATE.circle[::-1]},
        {"circle": STATE.circle[:-1]},
    ],
    ids=str,
)
def test_every_fact_counts_in_equality(facts: dict[str, Any]) -> None:
    other = STATE.replace(**facts)
    assert other != STATE
    assert len({other, STATE}) == 2


def test_the_same_position_of_another_edition_is_another_state() -> None:
    editions = [HOUSE, *map(pw.Edition, pw.editions())]
    states_ = {pw.State(edition, circle=STATE.circle) for edition in editions}
    assert len(states_) == 6


def test_editions_of_one_name_and_other_rules_differ() -> None:
    other = pw.Edition.from_toml("name = 'house'\nbase = 'revised'\nstarting_buttons = 8")
    same = pw.Edition.from_toml("name = 'house'\nbase = 'revised'\nstarting_buttons = 7")
    assert same == HOUSE
    assert HOUSE is not same
    assert other != HOUSE
    assert pw.State(HOUSE, seed=1) == pw.State(same, seed=1)
    assert pw.State(HOUSE, seed=1) != pw.State(other, seed=1)


def test_patches_are_equal_across_editions_if_all_is() -> None:
    assert pw.Edition("original").patches == REVISED.patches
    assert {*pw.Edition("original").patches} == {*REVISED.patches}
    assert len({*REVISED.patches}) == 33


# Shapes and types of what is handed out


def test_types_are_as_documented() -> None:
    assert STATE.legal_action_ids().dtype == np.uint16
    assert STATE.legal_action_mask().dtype == bool
    assert STATE.legal_action_mask().shape == (2026,)
    assert STATE.quilts.dtype == bool
    assert STATE.quilts.shape == (2, 9, 9)
    assert isinstance(STATE.offered, tuple)
    assert isinstance(STATE.legal_actions(), list)
    for pair in (STATE.positions, STATE.buttons, STATE.incomes, STATE.scores):
        assert [type(value) for value in pair] == [int, int]
    assert type(STATE.special_pending) is bool
    assert type(STATE.is_over) is bool
    assert STATE.winner is None
    assert END.winner in (0, 1)
    assert END.to_move is None


@given(states())
@settings(max_examples=40)
def test_quilts_and_quilt_say_the_same(state: pw.State) -> None:
    for player in (0, 1):
        bits = state.quilt(player)
        drawn = [[bits >> (9 * row + col) & 1 == 1 for col in range(9)] for row in range(9)]
        assert state.quilts[player].tolist() == drawn


def test_a_game_equals_no_other_kind() -> None:
    assert (pw.Game(STATE) == STATE) is False
    assert (pw.Game(STATE) == None) is False  # noqa: E711
