"""Whatever is passed to whatever there is: the errors of the documentation, and no others."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import pytest

import patchwork as pw

Call: TypeAlias = Callable[[Any], Any]

REVISED = pw.Edition("revised")
STATE = pw.State("revised", seed=7)
CIRCLE = STATE.circle


class Indexed:
    """Serves as an int, as a numpy scalar does."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> Any:
        return self.value


class Raising:
    def __index__(self) -> int:
        raise ZeroDivisionError

    def __str__(self) -> str:
        raise ZeroDivisionError


class Endless(Sequence[int]):
    def __len__(self) -> int:
        return 2**62

    def __getitem__(self, _: Any) -> Any:
        return 1

    def __iter__(self) -> Iterator[int]:
        while True:
            yield 1


# What takes what. Each is called with one argument, the others being right.

TAKES_INT: dict[str, Call] = {
    "State(seed=)": lambda x: pw.State(seed=x),
    "State(first_player=)": lambda x: pw.State(seed=1, first_player=x),
    "State.playout": STATE.playout,
    "State.playout(seed=)": lambda x: STATE.playout(seed=x),
    "State.quilt": STATE.quilt,
    "Game.layout": lambda x: pw.Game(STATE).layout(x),
    "perft(depth)": lambda x: pw.perft(STATE.playout(1), x),
    "agent(seed=)": lambda x: pw.agent("random", seed=x),
}
TAKES_TEXT: dict[str, Call] = {
    "Edition.from_toml": pw.Edition.from_toml,
    "State(circle=)": lambda x: pw.State(circle=x),
    "State.parse": pw.State.parse,
    "State.replace(circle=)": lambda x: STATE.replace(circle=x),
    "Game.loads": pw.Game.loads,
    "Game.from_anu(circle)": lambda x: pw.Game.from_anu(x, ""),
    "Game.from_anu(placement)": lambda x: pw.Game.from_anu(CIRCLE, x),
    "agent": pw.agent,
}
TAKES_EDITION: dict[str, Call] = {
    "Edition": pw.Edition,
    "State": pw.State,
    "State(edition=)": lambda x: pw.State(edition=x),
    "State.parse(edition=)": lambda x: pw.State.parse(str(STATE), edition=x),
    "Game.loads(edition=)": lambda x: pw.Game.loads(pw.Game(STATE).dumps(), edition=x),
    "Game.from_anu(edition=)": lambda x: pw.Game.from_anu(CIRCLE, "", edition=x),
}
TAKES_STATE: dict[str, Call] = {
    "Game": pw.Game,
    "perft(state)": lambda x: pw.perft(x, 1),
}
TAKES_ACTION: dict[str, Call] = {
    "State.is_legal": STATE.is_legal,
    "State.action": STATE.action,
    "State.after": STATE.after,
    "Game.play": lambda x: pw.Game(STATE).play(x),
}
TAKES_PAIR: dict[str, Call] = {
    "State.replace(positions=)": lambda x: STATE.replace(positions=x),
    "State.replace(buttons=)": lambda x: STATE.replace(buttons=x),
    "State.replace(incomes=)": lambda x: STATE.replace(incomes=x),
    "State.replace(quilts=)": lambda x: STATE.replace(quilts=x),
    "State.replace(special_spaces=)": lambda x: STATE.replace(special_spaces=x),
}
TAKES_PLAYER: dict[str, Call] = {
    "State.replace(to_move=)": lambda x: STATE.replace(to_move=x),
    "State.replace(special_tile_owner=)": lambda x: STATE.replace(special_tile_owner=x),
    "State.replace(first_finisher=)": lambda x: STATE.replace(first_finisher=x),
}
EVERYTHING = (
    TAKES_INT | TAKES_TEXT | TAKES_EDITION | TAKES_STATE | TAKES_ACTION | TAKES_PAIR | TAKES_PLAYER
)
OPTIONAL = {
    "State(seed=)",
    "State(first_player=)",
    "State(circle=)",
    "State",
    "State(edition=)",
    "State.parse(edition=)",
    "Game.loads(edition=)",
    "Game.from_anu(edition=)",
    "agent(seed=)",
}

BOOLS: list[Any] = [True, False, np.True_, np.False_]
WRONG_INTS: list[Any] = [
    -1,
    2**64,
    2**128,
    10**30,
    10**5_000,
    -(10**5_000),
    np.int8(-1),
    np.int64(-(2**63)),
    Indexed(-1),
    Indexed(10**400),
]
WRONG_TEXTS: list[Any] = [
    "",
    " ",
    "\0",
    "é",
    "\ud800",
    "revised\ud800",
    "\N{RIGHT-TO-LEFT OVERRIDE}revised",
    "\uff32evised",
    "Revised",
    "revised ",
    "x" * 2**21,
    "é" * 2**20,
    "\n" * 2**20,
    "[" * 100_000,
    "9/" * 100_000,
    np.str_("nothing"),
]
NO_INTS_OR_TEXTS: list[Any] = [
    0.0,
    1.5,
    math.nan,
    math.inf,
    1j,
    Decimal(1),
    Fraction(1),
    np.float64(1),
    b"",
    b"revised",
    bytearray(b"BAAA"),
    memoryview(b"BAAA"),
    (),
    [],
    {},
    set(),
    {1: 2},
    range(3),
    object(),
    object,
    len,
    ...,
    NotImplemented,
    np.array([]),
    np.array([1, 2]),
    np.array(0.5),
    np.datetime64("2020-01-01"),
    Indexed("1"),
    Indexed(1.0),
    REVISED.patches[0],
    iter(()),
    (number for number in [1]),
]
JUNK = [
    None,
    *BOOLS,
    *WRONG_INTS,
    *WRONG_TEXTS,
    *NO_INTS_OR_TEXTS,
    0,
    1,
    "revised",
    ".",
    REVISED,
    STATE,
    pw.Game(STATE),
    STATE.legal_actions()[1],
    Endless(),
    [[]],
    [[[]]],
    [None, None],
    ["0", "0"],
    np.zeros((2, 9, 9)),
    np.zeros((2, 9, 9), dtype=object),
    np.zeros((2, 9, 9), dtype="U1"),
    np.zeros((0, 9, 9), dtype=bool),
]


def refusal(call: Call, argument: Any) -> str | None:
    """What is said against the argument; None if it is taken. Other errors come out."""
    try:
        call(argument)
    except (TypeError, ValueError) as error:
        return str(error)
    return None


def short(value: object) -> str:
    return f"{type(value).__name__} {str(value)[:20]!a}" if not isinstance(value, int) else "int"


@pytest.mark.parametrize("name", EVERYTHING)
def test_junk_is_refused_with_a_type_or_value_error(name: str) -> None:
    for junk in JUNK:
        message = refusal(EVERYTHING[name], junk)
        assert message is None or 0 < len(message) < 1_000, short(junk)


@pytest.mark.parametrize("name", TAKES_INT)
def test_an_int_out_of_range_is_a_value_error(name: str) -> None:
    for value in WRONG_INTS:
        with pytest.raises(ValueError, match="must be from 0 to"):
            TAKES_INT[name](value)


@pytest.mark.parametrize("name", TAKES_INT | TAKES_PLAYER)
def test_a_bool_is_no_int(name: str) -> None:
    for value in BOOLS:
        with pytest.raises(TypeError, match="must be an int, not bool"):
            EVERYTHING[name](value)


@pytest.mark.parametrize("name", TAKES_INT | TAKES_PLAYER)
def test_what_is_no_int_is_a_type_error(name: str) -> None:
    wrong = [*NO_INTS_OR_TEXTS, "0", "", STATE]
    if name not in OPTIONAL and name in TAKES_INT:
        wrong.append(None)
    for value in wrong:
        with pytest.raises(TypeError, match="must be an int, not "):
            EVERYTHING[name](value)


@pytest.mark.parametrize("name", TAKES_INT)
def test_numpy_ints_serve_wherever_ints_do(name: str) -> None:
    for kind in (np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, np.intp):
        for value in (0, 1):
            TAKES_INT[name](kind(value))
            TAKES_INT[name](Indexed(value))


@pytest.mark.parametrize("name", TAKES_ACTION)
def test_numpy_ints_serve_as_ids(name: str) -> None:
    for kind in (np.int8, np.uint16, np.int64, np.uint64):
        TAKES_ACTION[name](kind(0))


def test_numpy_ints_serve_in_pairs() -> None:
    replace: Any = STATE.replace
    rich = replace(buttons=np.array([9, 3]), positions=np.array([3, 2], dtype=np.uint8))
    assert rich.buttons == (9, 3)
    assert rich.positions == (3, 2)
    assert replace(to_move=np.int64(1)).to_move == 1
    assert replace(special_spaces=np.array([50, 26])).special_spaces == (26, 50)
    assert replace(special_spaces=np.array([], dtype=int)).special_spaces == ()


@pytest.mark.parametrize("name", TAKES_TEXT)
def test_a_wrong_text_is_a_value_error(name: str) -> None:
    for value in WRONG_TEXTS:
        if value == "" and name in {"Game.from_anu(placement)", "State.replace(circle=)"}:
            continue
        with pytest.raises(ValueError, match=r"(?s)^.{1,999}$"):
            TAKES_TEXT[name](value)


@pytest.mark.parametrize("name", TAKES_TEXT)
def test_what_is_no_text_is_a_type_error(name: str) -> None:
    wrong = [*NO_INTS_OR_TEXTS, *BOOLS, 0, 10**5_000, STATE]
    if name not in OPTIONAL:
        wrong.append(None)
    for value in wrong:
        with pytest.raises(TypeError, match="must be a str, not "):
            TAKES_TEXT[name](value)


@pytest.mark.parametrize("name", TAKES_EDITION)
def test_an_edition_that_there_is_not_is_a_value_error(name: str) -> None:
    for value in WRONG_TEXTS:
        with pytest.raises(ValueError, match=r"(?s)^.{1,999}$"):
            TAKES_EDITION[name](value)


@pytest.mark.parametrize("name", TAKES_EDITION)
def test_what_is_no_edition_is_a_type_error(name: str) -> None:
    wrong = [*NO_INTS_OR_TEXTS, *BOOLS, 0, 10**5_000, STATE]
    if name not in OPTIONAL:
        wrong.append(None)
    for value in wrong:
        with pytest.raises(TypeError, match="must be a name or an Edition, not "):
            TAKES_EDITION[name](value)


@pytest.mark.parametrize("name", TAKES_STATE)
def test_what_is_no_state_is_a_type_error(name: str) -> None:
    for value in [*NO_INTS_OR_TEXTS, *BOOLS, None, 0, str(STATE), pw.Game(STATE), REVISED]:
        with pytest.raises(TypeError, match="must be a State, not "):
            TAKES_STATE[name](value)


@pytest.mark.parametrize("name", TAKES_ACTION)
def test_what_is_no_action_is_refused(name: str) -> None:
    for value in [*NO_INTS_OR_TEXTS, *BOOLS, None, STATE]:
        with pytest.raises(TypeError, match=r"action .* must be an int, not "):
            TAKES_ACTION[name](value)
    for value in [*WRONG_INTS, *WRONG_TEXTS, 2_026]:
        with pytest.raises(ValueError, match=r"(?s)^.{1,999}$"):
            TAKES_ACTION[name](value)


@pytest.mark.parametrize("name", TAKES_PAIR)
def test_what_is_no_sequence_is_a_type_error(name: str) -> None:
    for value in [None, 0, True, 0.5, "00", b"00", bytearray(2), {}, set(), object(), np.int64(1)]:
        with pytest.raises(TypeError):
            TAKES_PAIR[name](value)


@pytest.mark.parametrize("name", TAKES_PAIR)
def test_an_endless_sequence_is_not_read_to_its_end(name: str) -> None:
    with pytest.raises(ValueError, match="items"):
        TAKES_PAIR[name](Endless())


@pytest.mark.parametrize("name", TAKES_INT | TAKES_ACTION)
def test_what_an_index_method_raises_comes_out(name: str) -> None:
    with pytest.raises(ZeroDivisionError):
        EVERYTHING[name](Raising())


def test_seed_and_circle_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="not both"):
        pw.State(seed=1, circle=CIRCLE)


@pytest.mark.parametrize(
    ("call", "arguments", "named"),
    [
        (pw.Edition, (), {}),
        (pw.Edition, ("revised", "original"), {}),
        (pw.State, ("revised", 7), {}),
        (pw.State, (), {"colour": 1}),
        (pw.Patch, (), {}),
        (pw.Action, (), {}),
        (pw.Action, (0,), {}),
        (pw.GameResult, ((0, 0), 0), {}),
        (pw.Game, (), {}),
        (pw.editions, (1,), {}),
        (pw.perft, (STATE,), {}),
        (pw.perft, (STATE, 1, 2), {}),
        (STATE.playout, (), {}),
        (STATE.quilt, (), {}),
        (STATE.after, (), {}),
        (STATE.after, (0, 1), {}),
        (STATE.legal_actions, (1,), {}),
    ],
)
def test_wrong_arguments_are_a_type_error(
    call: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError):
        call(*arguments, **named)


def test_an_action_that_plays_itself_harms_nothing() -> None:
    """Python code that runs while an argument is read may use the same game."""
    game = pw.Game(STATE)

    class Sneaky:
        def __index__(self) -> int:
            game.play(".")
            return 0

    with pytest.raises(RuntimeError, match="the game went on while the action was read"):
        game.play(Sneaky())
    assert [str(action) for action in game.actions] == ["."]
    assert pw.Game.loads(game.dumps()) == game


class RungError(Exception):
    pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timer here")
def test_a_long_count_answers_a_signal() -> None:
    def interrupt(*_: object) -> None:
        raise RungError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(RungError):
            pw.perft(STATE, 60)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
