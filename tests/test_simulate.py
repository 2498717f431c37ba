"""Many games: a game is its seed and index, whoever plays it, in what order and with how many."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import patchwork as pw

CIRCLE = pw.State("original", seed=1).circle
COLUMNS = ("scores", "winners", "starters", "special_tile", "plies")


def same(one: pw.Results, other: pw.Results) -> bool:
    """Tell whether two runs brought the same, bit for bit."""
    assert one.columns.keys() == other.columns.keys()
    for name, column in one.columns.items():
        assert column.dtype == other.columns[name].dtype
        if not np.array_equal(column, other.columns[name]):
            return False
    return one.tally == other.tally and one.info == other.info


@pytest.fixture(scope="module")
def thousand() -> pw.Results:
    return pw.simulate(1000, ("random", "random"), seed=42, keep="actions", threads=1)


def test_shapes_and_types(thousand: pw.Results) -> None:
    assert thousand.scores.shape == (1000, 2)
    assert thousand.scores.dtype.name == "int16"
    for name, kind in [
        ("winners", "int8"),
        ("starters", "int8"),
        ("special_tile", "int8"),
        ("plies", "uint16"),
    ]:
        column = getattr(thousand, name)
        assert column.shape == (1000,)
        assert column.dtype.name == kind
    assert thousand.complete is True
    assert len(thousand) == 1000


def test_results_take_nine_bytes_a_game() -> None:
    columns = pw.simulate(1000, seed=1).columns
    assert sum(column.nbytes for column in columns.values()) == 9 * 1000


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_change_nothing(thousand: pw.Results, threads: int) -> None:
    assert same(thousand, pw.simulate(1000, seed=42, keep="actions", threads=threads))


@pytest.mark.parametrize("cuts", [[0], [1], [1000], [501], [7, 8, 9, 700], [0, 0, 333, 333]])
def test_shards_are_the_run(thousand: pw.Results, cuts: list[int]) -> None:
    edges = [0, *cuts, 1000]
    shards = [
        pw.simulate(end - first, seed=42, first=first, keep="actions")
        for first, end in pairwise(edges)
    ]
    together = pw.concat(shard for shard in shards)
    assert same(thousand, together)
    assert together.complete


@given(
    seed=st.integers(0, 2**64 - 1),
    first=st.integers(0, 2**62 - 9),
    edition=st.sampled_from(pw.editions()),
    swap_sides=st.booleans(),
)
def test_a_row_is_its_game(seed: int, first: int, edition: str, swap_sides: bool) -> None:
    results = pw.simulate(
        3, seed=seed, first=first, edition=edition, swap_sides=swap_sides, keep="actions"
    )
    replayed = pw.simulate(3, seed=seed, first=first, edition=edition, swap_sides=swap_sides)
    for i in range(3):
        game = results.game(i)
        assert game == replayed.game(i)
        assert game.state.is_over
        assert [action.id for action in game.actions] == results.actions[i].tolist()
        check_row(results, i, game)


def check_row(results: pw.Results, i: int, game: pw.Game) -> None:
    """Hold a row to its game."""
    starter = int(results.starters[i])
    first = game.start.to_move
    assert first is not None
    agent_of = {first: starter, 1 - first: 1 - starter}
    end = game.state
    by_agent = [0, 0]
    for seat in (0, 1):
        by_agent[agent_of[seat]] = end.scores[seat]
    assert results.scores[i].tolist() == by_agent
    assert end.winner is not None
    assert results.winners[i] == agent_of[end.winner]
    owner = end.special_tile_owner
    assert results.special_tile[i] == (-1 if owner is None else agent_of[owner])
    assert results.plies[i] == len(game.actions)


def test_pairs_share_a_circle_and_swap_who_begins() -> None:
    results = pw.simulate(20, seed=3)
    assert results.starters.tolist() == [0, 1] * 10
    starts = [results.game(i).start for i in range(20)]
    assert starts[0::2] == starts[1::2]
    assert len(set(starts)) == 10
    assert results.game(0) != results.game(1)


def test_without_swaps_agent_0_begins_all() -> None:
    results = pw.simulate(20, seed=3, swap_sides=False)
    assert results.starters.tolist() == [0] * 20
    assert len({results.game(i).start for i in range(20)}) == 20
    assert results.summary().observations == 20


def test_the_same_seed_gives_the_same_games_and_none_gives_others() -> None:
    assert same(pw.simulate(50, seed=9), pw.simulate(50, seed=9))
    fresh, other = pw.simulate(50), pw.simulate(50)
    assert fresh.info["seed"] != other.info["seed"]
    assert same(fresh, pw.simulate(50, seed=fresh.info["seed"]))


def test_games_of_a_seed_are_frozen() -> None:
    # Written down when this was released: never to change.
    results = pw.simulate(6, seed=1)
    golden = [[6, -8], [-7, -10], [-10, 6], [-3, -12], [-4, -28], [-21, 12]]
    assert results.scores.tolist() == golden
    assert results.plies.tolist() == [42, 44, 42, 37, 43, 43]


def test_starts_are_used_in_turn() -> None:
    states = [pw.State("sve", seed=seed) for seed in range(3)]
    results = pw.simulate(12, seed=1, start=states)
    assert results.info["edition"] == "sve"
    assert [results.game(i).start for i in range(12)] == [states[i // 2 % 3] for i in range(12)]
    alone = pw.simulate(4, seed=1, start=states, first=2, swap_sides=False)
    assert [alone.game(i).start for i in range(4)] == [states[(2 + i) % 3] for i in range(4)]


def test_a_start_may_be_one_state_or_circle_strings() -> None:
    state = pw.State("original", circle=CIRCLE)
    starts: list[Any] = [CIRCLE, [CIRCLE], (CIRCLE,), np.array([CIRCLE]), state, [state]]
    for start in starts:
        results = pw.simulate(4, seed=1, start=start, edition="original")
        assert results.game(3).start == state
        assert results.info["starts"] == [str(state)]


def test_games_may_begin_in_the_middle_and_with_the_second_player() -> None:
    state = pw.State(seed=4)
    while state.to_move != 1:
        state = state.after(state.legal_action_ids()[-1])
    results = pw.simulate(8, seed=5, start=state)
    for i in range(8):
        check_row(results, i, results.game(i))
        assert results.game(i).start == state


def test_a_start_may_be_over() -> None:
    end = pw.State(seed=4).playout(1)
    results = pw.simulate(4, seed=5, start=end)
    assert results.plies.tolist() == [0] * 4
    assert sorted(results.scores[0].tolist()) == sorted(end.scores)


def test_house_rules() -> None:
    toml = "name = 'house'\nbase = 'revised'\nstarting_buttons = 9000\nempty_space_penalty = 99"
    house = pw.Edition.from_toml(toml)
    results = pw.simulate(40, seed=1, edition=house)
    assert results.game(7).start.edition == house
    assert pw.Edition.from_toml(results.info["edition"]) == house
    for i in range(40):
        check_row(results, i, results.game(i))


def test_scores_that_outgrow_16_bits_have_32() -> None:
    toml = re.sub(r"income = \d+", "income = 99", pw.Edition("revised").to_toml())
    toml = toml.replace("starting_buttons = 5", "starting_buttons = 9999")
    toml = re.sub("income_spaces = .*", f"income_spaces = {list(range(1, 54))}", toml)
    rich = pw.Edition.from_toml(re.sub("name = .*", "name = 'rich'", toml, count=1))
    results = pw.simulate(40, seed=1, edition=rich)
    assert results.scores.dtype == np.int32
    assert results.scores.max() > 2**15
    assert sum(column.nbytes for column in results.columns.values()) == 13 * 40
    for i in range(40):
        check_row(results, i, results.game(i))


def test_keep_summary_keeps_no_rows() -> None:
    rows, summary = pw.simulate(100, seed=1), pw.simulate(100, seed=1, keep="summary")
    assert summary.columns == {}
    assert len(summary) == 100
    assert summary.summary() == rows.summary()
    assert summary.game(7) == rows.game(7)
    for name in COLUMNS:
        with pytest.raises(ValueError, match=f"{name}: not kept.*keep='summary'"):
            getattr(summary, name)
    with pytest.raises(ValueError, match="actions: not kept"):
        _ = rows.actions


def test_no_games_are_a_run_too() -> None:
    for keep in ("summary", "results", "actions"):
        results = pw.simulate(0, seed=1, first=5, keep=keep)
        assert (len(results), results.complete) == (0, True)
        assert results.info["first"] == 5
        assert "0 games" in str(results.summary())
    assert pw.simulate(0).scores.shape == (0, 2)


def test_numpy_ints_are_ints() -> None:
    results = pw.simulate(np.int64(6), seed=np.uint64(7), first=np.int8(2), threads=np.int16(2))
    assert same(results, pw.simulate(6, seed=7, first=2))
    assert results.complete is True
    assert results.game(np.uint8(3)) == results.game(3)
    assert all(type(results.info[key]) is int for key in ("seed", "first", "games"))


NO_INT = [True, 1.0, "1", None, np.bool_(1), np.float64(2)]


@pytest.mark.parametrize("value", NO_INT)
@pytest.mark.parametrize("name", ["games", "first", "seed", "threads"])
@pytest.mark.parametrize("player", ["random", "own"])
def test_what_is_no_int_is_refused(name: str, value: object, player: str) -> None:
    from bots import Advancer

    if value is None and name in ("seed", "threads"):
        return
    arguments: dict[str, Any] = {"games": 2, name: value}
    with pytest.raises(TypeError, match=f"{name} must be an int"):
        pw.simulate(players=("random", Advancer() if player == "own" else player), **arguments)


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"games": -1}, ValueError, "games must be from 0 to"),
    ({"games": 2**62 + 1}, ValueError, "games must be from 0 to"),
    ({"games": 10**5000}, ValueError, "over 40 digits"),
    ({"first": -1}, ValueError, "first must be from 0"),
    ({"first": 2**62}, ValueError, r"first \+ games must be at most"),
    ({"seed": -1}, ValueError, "seed must be from 0 to 18446744073709551615"),
    ({"seed": 2**64}, ValueError, "seed must be from 0 to 18446744073709551615"),
    ({"threads": 0}, ValueError, "threads must be from 1 to 1024, not 0"),
    ({"threads": -3}, ValueError, "threads must be from 1"),
    ({"threads": 10**9}, ValueError, "threads must be from 1 to 1024"),
    ({"keep": "all"}, ValueError, "keep must be 'summary', 'results' or 'actions', not \"all\""),
    ({"keep": None}, TypeError, "keep must be a str"),
    ({"swap_sides": 1}, TypeError, "swap_sides must be a bool, not int"),
    ({"swap_sides": None}, TypeError, "swap_sides must be a bool"),
    ({"edition": "third"}, ValueError, 'no edition "third"; there are original'),
    ({"edition": 3}, TypeError, "edition must be a name or an Edition"),
    ({"edition": None}, TypeError, "edition must be"),
    ({"players": "random"}, TypeError, "players must be a tuple or list of two agents, not str"),
    ({"players": None}, TypeError, "players must be a tuple or list of two agents"),
    ({"players": {"random", "x"}}, TypeError, "players must be a tuple or list"),
    ({"players": iter(["random", "random"])}, TypeError, "players must be a tuple or list"),
    ({"players": ["random"]}, ValueError, "two agents, not 1"),
    ({"players": ["random"] * 3}, ValueError, "two agents, not 3"),
    ({"players": ["random", 1]}, TypeError, "1 is neither the text of an agent nor an object"),
    ({"players": ["random", pw.State]}, TypeError, "neither the text of an agent"),
    ({"players": ["random", "rndom"]}, ValueError, "rndom"),
    ({"players": ["random", ""]}, ValueError, "random"),
    ({"players": ["random", "random:speed=1"]}, ValueError, "random"),
    ({"players": ["random", "x" * 2**20]}, ValueError, "random"),
    ({"players": ["random", "\ud800"]}, ValueError, "not valid Unicode"),
    ({"players": ["random", b"random"]}, TypeError, "neither the text of an agent"),
    ({"colour": 3}, TypeError, "colour"),
    ({"start": []}, ValueError, "start: an empty sequence"),
    ({"start": 5}, TypeError, "start must be a State, or a sequence"),
    ({"start": (pw.State() for _ in range(3))}, TypeError, "start must be a State, or a seq"),
    ({"start": [pw.State(), 3]}, TypeError, r"start\[1\] must be a State or a circle string"),
    ({"start": "ABC"}, ValueError, r"start\[0\]: circle: 3 letters"),
    ({"start": [pw.State("sve"), pw.State()]}, ValueError, "start: a position of edition"),
    ({"start": pw.State("sve"), "edition": "winter"}, ValueError, "start: a position of edition"),
    ({"progress": 5}, TypeError, "progress must be callable, not int"),
    ({"executor": 4}, TypeError, "executor must be a concurrent.futures.Executor, not int"),
]


@pytest.mark.parametrize(("arguments", "error", "why"), WRONG)
@pytest.mark.parametrize("place", ["here", "executor"])
def test_wrong_arguments(
    arguments: dict[str, Any], error: type[Exception], why: str, place: str
) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as executor:
        elsewhere: dict[str, Any] = {"executor": executor} if place == "executor" else {}
        with pytest.raises(error, match=why) as raised:
            pw.simulate(**{"games": 10, **elsewhere, **arguments})
    assert len(str(raised.value)) < 1_000


@pytest.mark.parametrize("games", [10**18, 2**62, 10**14])
@pytest.mark.parametrize("player", ["random", "own"])
@pytest.mark.parametrize("keep", ["results", "actions"])
@pytest.mark.parametrize("place", ["here", "executor"])
def test_what_cannot_be_allocated_is_not_begun(
    games: int, player: str, keep: Any, place: str
) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from bots import Failing

    # It would fail in the first game.
    players = ("random", Failing("choose", 0) if player == "own" else player)
    with ThreadPoolExecutor(1) as executor:
        elsewhere = executor if place == "executor" else None
        with pytest.raises(MemoryError, match="bytes, which cannot be allocated; keep='summary'"):
            pw.simulate(games, players, seed=1, keep=keep, executor=elsewhere)


def test_in_several_threads_at_once(thousand: pw.Results) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def play(_: int) -> bool:
        return same(thousand, pw.simulate(1000, seed=42, keep="actions", threads=2))

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(play, range(12)))


FORKED = """
import os, sys, warnings
import patchwork as pw
warnings.simplefilter("ignore")
before = pw.simulate(2000, seed=3, threads=2)
child = os.fork()
again = pw.simulate(2000, seed=3, threads=2)
same = (again.scores == before.scores).all()
if child == 0:
    os._exit(0 if same else 1)
_, status = os.waitpid(child, 0)
sys.exit(0 if status == 0 and same else 1)
"""

POOLED = """
import multiprocessing
import patchwork as pw

def shard(first):
    return pw.simulate(500, seed=3, first=first, threads=2)

if __name__ == "__main__":
    whole = pw.simulate(2000, seed=3, threads=2)
    with multiprocessing.get_context("{}").Pool(2) as pool:
        shards = pool.map(shard, range(0, 2000, 500))
    assert (pw.concat(shards).scores == whole.scores).all()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
@pytest.mark.parametrize("script", [FORKED, POOLED.format("fork"), POOLED.format("spawn")])
def test_in_a_child_of_a_process_that_has_played(script: str, tmp_path: Any) -> None:
    file = tmp_path / "script.py"
    file.write_text(script)
    line = [sys.executable, str(file)]
    done = subprocess.run(line, timeout=60, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


TASKS = Path("/proc/self/task")


@pytest.mark.skipif(not TASKS.is_dir(), reason="a system without /proc")
def test_no_thread_outlives_a_run() -> None:
    before = len([*TASKS.iterdir()])
    pw.simulate(5000, threads=16)
    # The system takes a moment to bury a thread that has ended.
    end = time.monotonic() + 20
    while len([*TASKS.iterdir()]) > before and time.monotonic() < end:
        time.sleep(0.01)
    assert len([*TASKS.iterdir()]) <= before


MEMORY = """
import resource, sys
import patchwork as pw
pw.simulate(1000, keep="summary")
pw.simulate(int(sys.argv[1]), seed=1, keep=sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(games: int, keep: str = "summary") -> int:
    """Give the most memory in kB that a process with such a run had."""
    line: Sequence[str] = [sys.executable, "-c", MEMORY, str(games), keep]
    return int(subprocess.run(line, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is told in other units")
def test_a_summary_takes_no_memory() -> None:
    assert peak(300_000) < peak(3_000) + 2_000


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is told in other units")
def test_ten_million_games_take_no_more_memory_than_ten_thousand() -> None:
    assert peak(10_000_000) < peak(10_000) + 2_000
    # 9 bytes a game, and not twice that at any time.
    assert peak(10_000_000, "results") < peak(10_000) + 10_000_000 * 9 // 1_000 + 5_000


def test_one_agent_on_both_seats_plays_as_two() -> None:
    class Seated:
        def __init__(self) -> None:
            self.seat = -1

        def new_game(self, seed: int, seat: int) -> None:
            del seed
            self.seat = seat

        def choose(self, state: pw.State) -> int:
            assert state.to_move == self.seat
            return int(state.legal_action_ids()[-1])

    bot = Seated()
    assert pw.simulate(4, (bot, bot), seed=1).complete


def test_starts_have_an_order_and_an_end() -> None:
    circle = pw.State(seed=1).circle
    with pytest.raises(TypeError, match="start"):
        pw.simulate(2, seed=1, start={circle})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="65536"):
        pw.simulate(2, seed=1, start=range(10**9))  # type: ignore[arg-type]
