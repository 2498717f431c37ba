"""How runs of many games are watched and stopped."""

import itertools
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import patchwork as pw
from bots import Borrowed

PLAYERS: list[Any] = [("random", "random"), ("random", Borrowed("random"))]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("place", ["here", "executor"])
def test_progress_is_told_in_order_and_at_the_end(players: Any, place: str) -> None:
    told: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) if place == "executor" else nullcontext() as executor:
        results = pw.simulate(
            200, players, seed=1, executor=executor, progress=lambda *at: told.append(at)
        )
    assert results.complete
    assert told == sorted(told)
    assert told[-1] == (200, 200)
    assert all(games == 200 for _, games in told)


@pytest.mark.parametrize("no", [False, np.bool_(False)])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("place", ["here", "executor"])
@pytest.mark.parametrize("keep", ["summary", "results", "actions"])
def test_false_stops_and_what_is_done_comes_back(
    no: object, players: Any, place: str, keep: Any
) -> None:
    first = 5
    with ThreadPoolExecutor(2) if place == "executor" else nullcontext() as executor:
        results = pw.simulate(
            10**6,
            players,
            seed=1,
            first=first,
            keep=keep,
            executor=executor,
            progress=lambda done, _: no if done >= 50 else None,
        )
    n = len(results)
    assert 50 <= n < 10**6
    assert results.complete is False
    assert "stopped" in repr(results)
    # An unbroken beginning: and with the rest, it is the whole.
    begin = pw.simulate(n, seed=1, first=first, keep=keep)
    assert begin.tally == results.tally
    for name, column in begin.columns.items():
        assert np.array_equal(column, results.columns[name])
    rest = pw.simulate(30, players, seed=1, first=first + n, keep=keep)
    assert pw.concat([results, rest]).complete
    assert not pw.concat([rest, results] if n == 0 else [results]).complete


@pytest.mark.parametrize("answer", [None, True, 0, "", [], np.bool_(True)])
def test_any_other_answer_goes_on(answer: object) -> None:
    assert pw.simulate(3000, seed=1, progress=lambda *_: answer).complete


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("place", ["here", "executor"])
def test_what_progress_raises_ends_the_run(players: Any, place: str) -> None:
    def progress(done: int, _games: int) -> None:
        raise LookupError(done)

    place_of = ThreadPoolExecutor(2) if place == "executor" else nullcontext()
    with place_of as executor, pytest.raises(LookupError):
        pw.simulate(10**7, players, seed=1, executor=executor, progress=progress)
    assert pw.simulate(10, seed=1).complete


def test_progress_may_simulate_too() -> None:
    inner: list[int] = []
    pw.simulate(10, seed=1, progress=lambda *_: inner.append(len(pw.simulate(5, seed=2))))
    assert inner
    assert set(inner) == {5}


def test_a_slow_progress_holds_up_the_games() -> None:
    # Otherwise games would pile up that nobody has taken: the threads wait instead.
    told: list[int] = []

    def progress(done: int, _games: int) -> bool:
        told.append(done)
        time.sleep(0.3)
        return len(told) < 3

    results = pw.simulate(10**9, seed=1, keep="summary", threads=2, progress=progress)
    assert len(told) == 3
    assert told[-1] <= len(results) < told[-1] + 30_000


SCRIPT = """
import sys
from concurrent.futures import ThreadPoolExecutor
import patchwork as pw

class Own:
    def choose(self, state):
        return state.legal_action_ids()[-1]

class Thinker(Own):
    def choose(self, state):
        while True:
            state.legal_action_ids()

if __name__ == "__main__":
    print("begun", flush=True)
    try:
        {call}
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""

CALLS = {
    "random": "pw.simulate(10**18, keep='summary')",
    "results": "pw.simulate(10**8)",
    "one thread": "pw.simulate(10**18, keep='summary', threads=1)",
    "own agents": "pw.simulate(10**18, (Own(), 'random'), keep='summary')",
    "own agent in thought": "pw.simulate(10, (Thinker(), 'random'))",
    "progress": "pw.simulate(10**18, keep='summary', progress=lambda *_: None)",
    "search": "pw.simulate(10, ('mcts:iterations=1000000000', 'random'))",
    "search in Python": "pw.simulate(10, (pw.agent('mcts:iterations=1000000000'), Own()))",
    "executor": "pw.simulate(10**18, keep='summary', executor=ThreadPoolExecutor(2))",
}


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_it(name: str) -> None:
    line = [sys.executable, "-c", SCRIPT.replace("{call}", CALLS[name])]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        try:
            out, _ = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:  # pragma: no cover
            process.kill()
            raise
    assert out == "interrupted\n"
    assert process.returncode == 0


def test_a_summary_of_more_games_than_could_be_can_be_stopped() -> None:
    calls = itertools.count()
    results = pw.simulate(10**18, seed=1, keep="summary", progress=lambda *_: next(calls) < 2)
    assert 0 < len(results) < 10**9
    assert results.summary().games == len(results)
