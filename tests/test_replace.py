"""Positions set up by hand: what State.replace checks, and what follows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import patchwork as pw
from beside import play_beside, referee_at, uniform
from strategies import states

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

LETTERS = "".join(patch.letter for patch in pw.Edition("revised").patches)
FULL = (1 << 81) - 1
START = pw.State("revised", seed=7)
END = START.playout(1)


def house(text: str, base: str = "revised") -> pw.Edition:
    return pw.Edition.from_toml(f"name = 'house'\nbase = '{base}'\n{text}")


FLAT = house("[patches]\n" + "\n".join(f"{letter} = {{ income = 0 }}" for letter in LETTERS))


def test_nothing_replaced_is_the_same_state() -> None:
    assert START.replace() == START
    assert END.replace() == END


def test_replacing_leaves_the_state_itself_as_it_was() -> None:
    before = str(START)
    START.replace(buttons=(9, 3))
    assert str(START) == before


@given(states())
@settings(max_examples=40)
def test_a_state_replaced_by_its_own_facts_is_the_same_state(state: pw.State) -> None:
    assert state.replace() == state
    same = state.replace(
        quilts=(state.quilt(0), state.quilt(1)),
        circle=state.circle,
        positions=state.positions,
        buttons=state.buttons,
        incomes=state.incomes,
        to_move=state.to_move,
        special_spaces=state.special_spaces,
        special_tile_owner=state.special_tile_owner,
        first_finisher=state.first_finisher,
        specials_owed=int(str(state).split()[9]),
    )
    assert same == state
    assert hash(same) == hash(state)


@given(states())
@settings(max_examples=40)
def test_quilts_are_taken_as_numpy_arrays_too(state: pw.State) -> None:
    assert state.replace(quilts=state.quilts) == state
    assert state.replace(quilts=list(state.quilts)) == state
    assert state.replace(quilts=state.quilts.tolist()) == state
    assert state.replace(quilts=state.quilts.astype(np.uint8)) == state


# What follows from tokens and quilts


def test_the_player_behind_is_to_move() -> None:
    assert START.replace(positions=(3, 4)).to_move == 0
    assert START.replace(positions=(4, 3)).to_move == 1


def test_special_patches_that_a_token_has_reached_are_gone() -> None:
    assert START.replace(positions=(10, 32)).special_spaces == (38, 44, 50)


def test_the_first_in_the_centre_follows_from_one_token_there() -> None:
    assert START.replace(positions=(53, 3)).first_finisher == 0
    assert START.replace(positions=(3, 53)).first_finisher == 1
    assert START.replace(positions=(3, 4)).first_finisher is None


def test_both_in_the_centre_need_a_word_on_who_came_first() -> None:
    with pytest.raises(ValueError, match="first_finisher"):
        START.replace(positions=(53, 53))
    end = START.replace(positions=(53, 53), first_finisher=1)
    assert end.is_over
    assert end.winner == 1


def test_the_special_tile_follows_from_one_covered_square() -> None:
    square = sum(1 << (9 * row + col) for row in range(7) for col in range(7))
    base = pw.State(FLAT, seed=1)
    assert base.replace(quilts=(0, square), circle="A").special_tile_owner == 1
    with pytest.raises(ValueError, match="special_tile_owner"):
        base.replace(quilts=(square, square), circle="A")
    both = base.replace(quilts=(square, square), circle="A", special_tile_owner=0)
    assert both.special_tile_owner == 0


# What is refused


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"buttons": (-1, 5)}, "buttons"),
        ({"buttons": (5, 10_000)}, "buttons"),
        ({"buttons": (10**30, 5)}, "buttons"),
        ({"buttons": (1, 2, 3)}, "buttons"),
        ({"buttons": ()}, "buttons"),
        ({"positions": (0, 54)}, "positions"),
        ({"positions": (-1, 0)}, "positions"),
        ({"positions": (256, 0)}, "positions"),
        ({"incomes": (1, 0)}, "income"),
        ({"incomes": (-1, 0)}, "incomes"),
        ({"incomes": (65_536, 0)}, "incomes"),
        ({"circle": LETTERS + "A"}, "circle"),
        ({"circle": "h"}, "circle"),
        ({"circle": "?"}, "circle"),
        ({"circle": "ä"}, "circle"),
        ({"circle": "A" * 1000}, "circle"),
        ({"quilts": (1, 0)}, "quilts"),
        ({"quilts": (FULL + 1, 0)}, "quilts"),
        ({"quilts": (-1, 0)}, "quilts"),
        ({"quilts": (10**100, 0)}, "quilts"),
        ({"quilts": np.zeros((2, 9, 8), dtype=bool)}, "quilts"),
        ({"quilts": np.zeros((2, 8, 9), dtype=bool)}, "quilts"),
        ({"quilts": np.zeros((3, 9, 9), dtype=bool)}, "quilts"),
        ({"quilts": np.zeros((2, 0, 9), dtype=bool)}, "quilts"),
        ({"quilts": np.full((2, 9, 9), 2)}, "quilts"),
        ({"quilts": ([], [])}, "quilts"),
        ({"to_move": 2}, "to_move"),
        ({"to_move": -1}, "to_move"),
        ({"to_move": None}, "to_move"),
        ({"to_move": 1, "positions": (3, 4)}, "to_move"),
        ({"special_spaces": (27,)}, "special_spaces"),
        ({"special_spaces": (26, 26)}, "special_spaces"),
        ({"special_spaces": (10**20,)}, "special_spaces"),
        ({"special_spaces": range(10**12)}, "special_spaces"),
        ({"special_spaces": (26,), "positions": (0, 30)}, "special_spaces"),
        ({"specials_owed": 1}, "specials owed"),
        # What is owed lay ahead of the opponent.
        ({"specials_owed": 1, "positions": (28, 30), "to_move": 0}, "specials owed"),
        ({"specials_owed": 1, "positions": (30, 30), "to_move": 0}, "specials owed"),
        ({"specials_owed": 2, "positions": (30, 20), "to_move": 0}, "specials owed"),
        # No token has reached a special patch that could lie on a quilt.
        ({"special_spaces": (), "quilts": (1, 0)}, "quilts"),
        ({"specials_owed": -1}, "specials owed"),
        ({"specials_owed": 300}, "specials owed"),
        ({"specials_owed": 2**70}, "specials_owed"),
        ({"special_tile_owner": 0}, "special_tile_owner"),
        ({"special_tile_owner": 5}, "special_tile_owner"),
        ({"first_finisher": 0}, "first_finisher"),
        ({"first_finisher": None, "positions": (53, 0)}, "first_finisher"),
        ({"first_finisher": 1, "positions": (53, 0)}, "first_finisher"),
    ],
    ids=str,
)
def test_what_breaks_a_rule_is_refused_by_name(facts: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        START.replace(**facts)


@pytest.mark.parametrize(
    "facts",
    [
        {"buttons": 5},
        {"buttons": None},
        {"buttons": "55"},
        {"buttons": b"\x05\x05"},
        {"buttons": bytearray(b"\x05\x05")},
        {"buttons": (True, 5)},
        {"buttons": (np.True_, 5)},
        {"buttons": (5.0, 5)},
        {"buttons": {5: 5, 6: 6}},
        {"buttons": {5, 6}},
        {"buttons": iter((5, 5))},
        {"positions": "00"},
        {"positions": (0, "0")},
        {"incomes": (0, 0.0)},
        {"circle": 5},
        {"circle": None},
        {"circle": b"ABC"},
        {"circle": ["A"]},
        {"quilts": 0},
        {"quilts": "00"},
        {"quilts": (0, None)},
        {"quilts": (0, 0.5)},
        {"quilts": (0, "0")},
        {"quilts": (False, False)},
        {"quilts": np.zeros((2, 9, 9))},
        {"quilts": np.full((2, 9, 9), "x")},
        {"quilts": [[["#"] * 9] * 9] * 2},
        {"to_move": True},
        {"to_move": "0"},
        {"to_move": 0.0},
        {"special_spaces": 26},
        {"special_spaces": None},
        {"special_spaces": "26"},
        {"special_spaces": (26.0,)},
        {"specials_owed": None},
        {"specials_owed": False},
        {"special_tile_owner": False},
        {"first_finisher": "none"},
        {"colour": 3},
        {"edition": "original"},
        {"special_pending": True},
    ],
    ids=str,
)
def test_what_has_a_wrong_type_or_name_is_a_type_error(facts: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        START.replace(**facts)


def test_facts_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        START.replace((5, 5))  # type: ignore[call-arg]
    nameless: dict[str, Any] = {"\ud800": 1}
    with pytest.raises((TypeError, ValueError)):
        START.replace(**nameless)


def test_what_the_missing_patches_cannot_account_for_is_refused() -> None:
    # B and C are gone: six spaces without income, in halves.
    circle = "".join(letter for letter in LETTERS if letter not in "BC")
    gone = START.replace(circle=circle)
    for count in (3, 6):
        assert gone.replace(quilts=((1 << count) - 1, 0)).quilt(0).bit_count() == count
    for count in (1, 2, 4, 5, 7):
        with pytest.raises(ValueError, match="account"):
            gone.replace(quilts=((1 << count) - 1, 0))
    with pytest.raises(ValueError, match="account"):
        gone.replace(quilts=(0b111, 0b111111))
    with pytest.raises(ValueError, match="income"):
        gone.replace(incomes=(1, 0))


# What can be set up can be played on, written and read


@given(states(), st.data(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_a_replaced_state_obeys_the_rules_to_the_end(
    state: pw.State, data: st.DataObject, rng: random.Random
) -> None:
    track = state.edition.track_length
    count = st.integers(0, 12_000)
    pair = st.tuples(count, count)
    facts: dict[str, Any] = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "buttons": pair,
                "positions": st.tuples(st.integers(0, track), st.integers(0, track)),
                "to_move": st.sampled_from([0, 1]),
                "first_finisher": st.sampled_from([0, 1, None]),
                "special_tile_owner": st.sampled_from([0, 1, None]),
                "specials_owed": st.integers(0, 3),
                "circle": st.permutations(state.circle).map("".join),
                "special_spaces": st.just(()),
                "quilts": st.tuples(st.integers(0, FULL), st.just(0)),
            },
        )
    )
    try:
        replaced = state.replace(**facts)
    except ValueError:
        return
    end = play_beside(replaced, referee_at(replaced), checked_uniform, rng)
    assert end.is_over


def checked_uniform(rng: random.Random, state: pw.State, actions: Sequence[pw.Action]) -> pw.Action:
    again = pw.State.parse(str(state), state.edition)
    assert again == state
    assert hash(again) == hash(state)
    return uniform(rng, state, actions)


def test_the_most_buttons_that_can_be_set_up_can_grow_further_and_be_written() -> None:
    state = START.replace(buttons=(9_999, 9_999))
    while not state.is_over:
        assert pw.State.parse(str(state)) == state
        state = state.after(state.legal_actions()[0])
    assert sum(state.buttons) > 2 * 9_999
    assert pw.State.parse(str(state)) == state
    with pytest.raises(ValueError, match="buttons"):
        START.replace(buttons=(10_000, 0))
