"""Pickles carry a version, and a damaged one is refused like any other wrong input."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import patchwork as pw
from beside import play_beside, referee_at, uniform
from strategies import games, states

REVISED = pw.Edition("revised")
HOUSE = pw.Edition.from_toml("name = 'house'\nbase = 'revised'\nstarting_buttons = 7")
STATE = pw.State("revised", seed=7)
GAME = pw.Game.from_anu("BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA", "BAAAdBBB.")
RESULT = pw.Game(STATE.replace(positions=(53, 53), first_finisher=1)).result

KINDS = ["Edition", "Patch", "Action", "State", "Game", "GameResult"]
PARTS: dict[str, list[Any]] = {
    value.__reduce__()[1][1]: list(value.__reduce__()[1][2:])
    for value in (REVISED, REVISED.patches[1], STATE.legal_actions()[1], STATE, GAME, RESULT)
}


def unpickled(kind: object, *parts: object, version: object = 1) -> Any:
    """What a pickle with this payload gives; pickle itself calls the same function."""

    class Payload:
        def __reduce__(self) -> tuple[Any, tuple[object, ...]]:
            return pw.State(seed=1).__reduce__()[0], (version, kind, *parts)

    return pickle.loads(pickle.dumps(Payload()))


def test_every_kind_of_value_is_pickled_with_version_and_kind() -> None:
    assert sorted(PARTS) == sorted(KINDS)
    for kind, parts in PARTS.items():
        assert type(unpickled(kind, *parts)).__name__ == kind


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("version", [0, 2, 10**30, -1])
def test_another_version_is_refused(kind: str, version: int) -> None:
    with pytest.raises(ValueError, match="version"):
        unpickled(kind, *PARTS[kind], version=version)


@pytest.mark.parametrize("version", ["1", None, 1.0, True])
def test_a_version_is_an_int(version: object) -> None:
    with pytest.raises(TypeError):
        unpickled("State", *PARTS["State"], version=version)


@pytest.mark.parametrize("kind", ["", "state", "Stat", "Statë", "State\0", "x" * 10_000])
def test_an_unknown_kind_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="nothing that this release writes"):
        unpickled(kind, *PARTS["State"])


@pytest.mark.parametrize("kind", KINDS)
def test_too_few_and_too_many_parts_are_refused(kind: str) -> None:
    for parts in (PARTS[kind][:-1], [*PARTS[kind], None], []):
        with pytest.raises(ValueError, match="parts"):
            unpickled(kind, *parts)


@pytest.mark.parametrize(
    ("kind", "parts", "why"),
    [
        ("Edition", ["revisedd"], "damaged"),
        ("Edition", ["name = 'revised'\nbase = 'original'"], "built-in"),
        ("Patch", [REVISED, "h"], "no patch"),
        ("Patch", [REVISED, "BC"], "no patch"),
        ("Patch", [REVISED, ""], "no patch"),
        ("Action", [2026, "B", 7], "pickled id"),
        ("Action", [-1, "B", 7], "pickled id"),
        ("Action", [0, "B", 0], "do not fit"),
        ("Action", [0, None, 1], "do not fit"),
        ("Action", [1, None, 2], "do not fit"),
        ("Action", [1, "h", 1], "do not fit"),
        ("Action", [82, None, 1], "do not fit"),
        ("Action", [82, "B", 2], "do not fit"),
        ("Action", [82, "B", 0], "do not fit"),
        ("Action", [82, "h", 1], "do not fit"),
        ("Action", [82, "BB", 1], "do not fit"),
        ("Action", [82, "B", 1 << 81], "pickled cells"),
        ("Action", [82, "B", -1], "pickled cells"),
        ("State", ["", None], "damaged"),
        ("State", [str(STATE).replace("5,5", "-5,5"), None], "buttons"),
        ("State", [str(STATE), HOUSE], "edition"),
        ("State", [str(pw.State(HOUSE, seed=1)), None], "custom"),
        ("Game", [STATE, (2026,), 1], "out of range"),
        ("Game", [STATE, (-1,), 1], "out of range"),
        ("Game", [STATE, (10**30,), 1], "pickled actions"),
        ("Game", [STATE, (1,), 1], "special"),
        ("Game", [STATE, (0,), 2], "number of actions"),
        ("Game", [STATE, (0,), -1], "number of actions"),
        ("Game", [STATE, (0,) * 1000, 1], "special patch"),
        ("GameResult", [(1, 2), 0], "lower score"),
        ("GameResult", [(1, 2), 2], "winner"),
        ("GameResult", [(1, 2**40), 1], "damaged"),
        ("GameResult", [(1,), 0], "scores"),
    ],
)
def test_a_damaged_payload_is_refused(kind: str, parts: list[object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        unpickled(kind, *parts)


junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 2_100),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=20),
    st.sampled_from([REVISED, HOUSE, STATE, GAME, RESULT, "BAAA", "revised", ()]),
    st.lists(st.integers(-1, 2_026), max_size=5),
)


@given(st.sampled_from(KINDS), st.data())
@settings(max_examples=200)
def test_a_replaced_part_is_refused_or_gives_a_sound_value(kind: str, data: st.DataObject) -> None:
    parts = list(PARTS[kind])
    for at in data.draw(st.sets(st.integers(0, len(parts) - 1), min_size=1)):
        parts[at] = data.draw(junk)
    try:
        value = unpickled(kind, *parts)
    except (TypeError, ValueError):
        return
    assert type(value).__name__ == kind
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    if isinstance(value, pw.Game):
        value = value.state
    if isinstance(value, pw.State):
        assert pw.State.parse(str(value), value.edition) == value
    if isinstance(value, pw.Action):
        assert isinstance(STATE.is_legal(value), bool)


@given(states(), st.randoms(use_true_random=False), st.data())
@settings(max_examples=60)
def test_damaged_bytes_of_a_position_give_no_state_that_breaks_its_rules(
    state: pw.State, rng: Any, data: st.DataObject
) -> None:
    """The text within a pickle is as long as before, so that the pickle itself is intact."""
    raw = pickle.dumps(state.replace(), protocol=2)
    text = str(state).encode()
    at = raw.index(text) + data.draw(st.integers(0, len(text) - 1))
    damaged = (
        raw[:at]
        + data.draw(st.sampled_from(list(b"0123456789#/,- ABh"))).to_bytes()
        + raw[at + 1 :]
    )
    try:
        other = pickle.loads(damaged)
    except (ValueError, TypeError):
        return
    play_beside(other, referee_at(other), uniform, rng)


@given(games())
@settings(max_examples=20)
@example(GAME)
def test_a_cut_pickle_is_refused(game: pw.Game) -> None:
    raw = pickle.dumps(game)
    for cut in range(0, len(raw), max(1, len(raw) // 20)):
        with pytest.raises((pickle.UnpicklingError, EOFError, ValueError, TypeError)):
            pickle.loads(raw[:cut])


def test_a_state_of_a_custom_edition_brings_its_edition() -> None:
    state = pw.State(HOUSE, seed=3).playout(4)
    again = pickle.loads(pickle.dumps(state))
    assert again.edition == HOUSE
    assert again.edition.starting_buttons == 7
    assert again == state


def test_a_patch_and_an_action_of_a_custom_edition_survive() -> None:
    patch = HOUSE.patches[5]
    assert pickle.loads(pickle.dumps(patch)) == patch
    action = pw.State(HOUSE, seed=3).legal_actions()[-1]
    again = pickle.loads(pickle.dumps(action))
    assert (again, again.id, again.cells) == (action, action.id, action.cells)


def test_states_of_one_edition_in_one_pickle_are_read_back() -> None:
    many = [pw.State(HOUSE, seed=seed) for seed in range(50)]
    assert pickle.loads(pickle.dumps(many)) == many
