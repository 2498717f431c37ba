"""Many games: the same ones however they are played, and no others whatever is asked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from threading import Thread, main_thread
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import patchwork as pw
from beside import play_beside, rules_of, start_beside, uniform
from strategies import starts

RANDOM = ("random", "random")
COLUMNS = ("scores", "winners", "starters", "special_tile", "plies")


class Chooser:
    """An agent as a user writes one."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def choose(self, state: pw.State) -> int:
        ids = state.legal_action_ids()
        return int(ids[(self.number + 7 * len(ids) // 10) % len(ids)])


class Failing(Chooser):
    def choose(self, state: pw.State) -> Any:
        if state.positions[0] > 10:
            raise KeyError("no idea")
        return super().choose(state)


class Wrong(Chooser):
    answer: Any = 2025

    def choose(self, state: pw.State) -> Any:
        return self.answer


def simulated(games: int, players: Any = RANDOM, **named: Any) -> Any:
    return pw.simulate(games, players, **{"seed": 5, **named})


def rows(results: Any) -> list[Any]:
    return [getattr(results, name).tolist() for name in COLUMNS]


# The same games


def test_a_seed_gives_the_same_games_and_another_seed_others() -> None:
    assert rows(simulated(200)) == rows(simulated(200))
    assert rows(simulated(200)) != rows(simulated(200, seed=6))


@pytest.mark.parametrize("threads", [1, 2, 3, 8, 64])
def test_threads_change_nothing(threads: int) -> None:
    assert rows(simulated(300, threads=threads)) == rows(simulated(300))


@pytest.mark.parametrize("cuts", [[0, 7, 20, 20, 61], [0, 1, 61], [0, 30, 60, 61]])
def test_shards_put_together_are_the_whole(cuts: list[int]) -> None:
    parts = [simulated(b - a, first=a) for a, b in pairwise(cuts)]
    whole = simulated(61)
    assert rows(pw.concat(parts)) == rows(whole)
    assert pw.concat(parts).summary() == whole.summary()


def test_an_executor_changes_nothing() -> None:
    whole = simulated(150)
    with ThreadPoolExecutor(3) as pool:
        assert rows(simulated(150, executor=pool)) == rows(whole)


@pytest.mark.slow
def test_other_processes_change_nothing() -> None:
    whole = simulated(500)
    with ProcessPoolExecutor(2) as pool:
        assert rows(simulated(500, executor=pool)) == rows(whole)


def test_what_is_kept_changes_nothing() -> None:
    results, actions, summary = (simulated(90, keep=k) for k in ("results", "actions", "summary"))
    assert rows(results) == rows(actions)
    assert results.summary() == actions.summary() == summary.summary()
    with pytest.raises(ValueError, match="not kept"):
        _ = summary.scores


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_it_works_in_a_forked_child_and_in_any_thread() -> None:
    expected = rows(simulated(100))
    code = (
        "import os, patchwork as pw\n"
        "pw.simulate(100, seed=5)\n"
        "if (child := os.fork()) == 0:\n"
        "    games = pw.simulate(100, seed=5, threads=2)\n"
        f"    os._exit(0 if int(games.plies.sum()) == {sum(expected[-1])} else 1)\n"
        "raise SystemExit(os.waitpid(child, 0)[1])"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, timeout=60)
    seen: list[Any] = []
    threads = [Thread(target=lambda: seen.append(rows(simulated(100)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [expected] * 4


# What the rows say


@pytest.mark.parametrize("edition", pw.editions())
@pytest.mark.parametrize("swap_sides", [True, False])
def test_every_row_is_what_its_game_says(edition: str, *, swap_sides: bool) -> None:
    results = simulated(30, edition=edition, swap_sides=swap_sides, keep="actions")
    again = simulated(30, edition=edition, swap_sides=swap_sides)
    for i in range(30):
        game = results.game(i)
        assert game == again.game(i)
        assert [action.id for action in game.actions] == results.actions[i].tolist()
        assert game.result is not None
        assert len(game.actions) == results.plies[i]
        starter = int(results.starters[i])
        assert starter == (i % 2 if swap_sides else 0)
        agents = (starter, 1 - starter)
        seat_of = agents.index
        assert game.start.to_move == 0
        assert results.scores[i].tolist() == [
            game.result.scores[seat_of(agent)] for agent in (0, 1)
        ]
        assert results.winners[i] == agents[game.result.winner]
        owner = game.state.special_tile_owner
        assert results.special_tile[i] == (-1 if owner is None else agents[owner])


def test_with_swap_sides_two_games_share_a_circle() -> None:
    swapped = [simulated(20).game(i).start for i in range(20)]
    assert all(swapped[i] == swapped[i + 1] for i in range(0, 20, 2))
    assert len(set(swapped)) == 10
    assert len({simulated(20, swap_sides=False).game(i).start for i in range(20)}) == 20


@given(starts(), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=15)
def test_games_of_any_edition_end_as_the_referee_says(
    start: pw.State,
    swap_sides: bool,
    rng: Any,
) -> None:
    results = simulated(2, start=start, swap_sides=swap_sides, keep="actions")
    rules = rules_of(start.edition)
    for i in range(2):
        actions = iter(results.actions[i].tolist())

        def recorded(_: Any, state: pw.State, __: Any, ids: Any = actions) -> pw.Action:
            return state.action(next(ids))

        end = play_beside(start, start_beside(start, rules), recorded, rng)
        assert sorted(end.scores) == sorted(results.scores[i].tolist())
        assert next(actions, None) is None


def test_starts_are_used_in_turn() -> None:
    circles = [pw.State(seed=seed).circle for seed in range(3)]
    given_ = [pw.State(circle=circle) for circle in circles]
    for start in (circles, given_, tuple(given_)):
        results = simulated(7, start=start, swap_sides=False)
        assert [results.game(i).start.circle for i in range(7)] == (circles * 3)[:7]
    late = pw.State(seed=1).replace(positions=(50, 51))
    assert simulated(4, start=late).plies.max() < 12


def test_scores_of_positions_with_many_buttons_do_not_overflow() -> None:
    rich = pw.State(seed=1).replace(buttons=(9_999, 9_999))
    results = simulated(4, start=rich)
    for i in range(4):
        result = results.game(i).result
        assert result is not None
        assert sorted(results.scores[i].tolist()) == sorted(result.scores)
    house = pw.Edition.from_toml(
        "name = 'dear'\nbase = 'original'\nstarting_buttons = 9999\nempty_space_penalty = 99\n"
        "special_tile = { side = 1, points = 9999 }\n[patches]\n"
        + "\n".join(f"{p.letter} = {{ income = 99 }}" for p in pw.Edition("original").patches)
    )
    results = simulated(20, edition=house)
    assert results.scores.dtype == np.int32
    for i in range(20):
        result = results.game(i).result
        assert result is not None
        assert sorted(results.scores[i].tolist()) == sorted(result.scores)


# Agents of one's own


def test_a_python_agent_plays_what_it_chooses() -> None:
    results = simulated(6, (Chooser(), "random"), keep="actions")
    for i in range(6):
        game = results.game(i)
        seat = 0 if results.starters[i] == 0 else 1
        for state, action in zip(game.states, game.actions, strict=False):
            if state.to_move == seat:
                assert action == state.action(Chooser().choose(state))


@pytest.mark.parametrize("answer", [2025, 2026, -1, 10**30, "BAAA?", "", "\ud800", None, 0.5, True])
def test_an_illegal_answer_names_game_ply_and_position(answer: Any) -> None:
    agent = Wrong()
    agent.answer = answer
    with pytest.raises(RuntimeError, match=r"game 3, ply [01]: agent 0: .*position: revised "):
        simulated(4, (agent, "random"), first=3)


def test_what_an_agent_raises_names_game_ply_and_position() -> None:
    with pytest.raises(
        RuntimeError, match=r"game 0, ply \d+: agent 1: KeyError: .no idea."
    ) as raised:
        simulated(4, ("random", Failing()))
    assert isinstance(raised.value.__cause__, KeyError)


# Bad input


def shown(value: Any) -> str:
    """A name for a test, where a value is too long to be one."""
    if isinstance(value, dict):
        return ", ".join(f"{key}={shown(item)}" for key, item in value.items())
    return "huge" if isinstance(value, int) and value > 10**20 else ascii(value)[:20]


@pytest.mark.parametrize(
    ("named", "error"),
    [
        ({"games": -1}, ValueError),
        ({"games": 2**63}, ValueError),
        ({"games": 10**30}, ValueError),
        ({"games": 10**5_000}, ValueError),
        ({"games": True}, TypeError),
        ({"games": 1.0}, TypeError),
        ({"games": None}, TypeError),
        ({"games": "1"}, TypeError),
        ({"games": 10**18}, MemoryError),
        ({"games": 10**18, "keep": "actions"}, MemoryError),
        ({"players": "random"}, TypeError),
        ({"players": None}, TypeError),
        ({"players": ()}, ValueError),
        ({"players": ("random",) * 3}, ValueError),
        ({"players": ("random", None)}, TypeError),
        ({"players": ("random", 1)}, TypeError),
        ({"players": ("random", "")}, ValueError),
        ({"players": ("random", "x" * 2**20)}, ValueError),
        ({"players": ("random", "\ud800")}, ValueError),
        ({"players": ("random", b"random")}, TypeError),
        ({"players": {"random": 1, "greedy": 2}.keys()}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": True}, TypeError),
        ({"seed": "1"}, TypeError),
        ({"edition": "Revised"}, ValueError),
        ({"edition": 1}, TypeError),
        ({"edition": None}, TypeError),
        ({"first": -1}, ValueError),
        ({"first": 2**64}, ValueError),
        ({"first": 1.5}, TypeError),
        ({"first": True}, TypeError),
        ({"swap_sides": 1}, TypeError),
        ({"swap_sides": None}, TypeError),
        ({"keep": "all"}, ValueError),
        ({"keep": None}, TypeError),
        ({"keep": 1}, TypeError),
        ({"threads": 0}, ValueError),
        ({"threads": -1}, ValueError),
        ({"threads": 10**9}, ValueError),
        ({"threads": 10**30}, ValueError),
        ({"threads": True}, TypeError),
        ({"threads": "2"}, TypeError),
        ({"executor": 3}, TypeError),
        ({"progress": 3}, TypeError),
        ({"start": ()}, ValueError),
        ({"start": 3}, TypeError),
        ({"start": [3]}, TypeError),
        ({"start": ["ABC"]}, ValueError),
        ({"start": [None]}, TypeError),
        ({"start": [pw.State(seed=1), pw.State("sve", seed=1)]}, ValueError),
        ({"colour": 3}, TypeError),
    ],
    ids=shown,
)
def test_wrong_arguments_are_refused(named: dict[str, Any], error: type[Exception]) -> None:
    given_ = {"games": 10, "players": RANDOM, "seed": 1, **named}
    for players in (RANDOM, (Chooser(), "random")) if "players" not in named else (None,):
        if players is not None:
            given_["players"] = players
            if isinstance(players[0], Chooser) and (error is MemoryError or "threads" in named):
                continue
        with pytest.raises(error) as raised:
            pw.simulate(**given_)
        assert len(str(raised.value)) < 1_000


def test_no_games_are_no_error() -> None:
    for players in (RANDOM, (Chooser(), "random")):
        results = pw.simulate(0, players, seed=1)
        assert (len(results), results.complete, results.scores.shape) == (0, True, (0, 2))
        assert repr(results.summary()) or str(results.summary())


def test_a_billion_billion_games_can_be_begun_and_stopped() -> None:
    results = simulated(10**18, keep="summary", progress=lambda done, games: False)
    assert not results.complete
    assert len(results) < 10**18


def test_the_last_game_that_there_is_can_be_played() -> None:
    results = simulated(2, first=2**62 - 2)
    assert len(results) == 2
    assert results.game(1).result is not None


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads here")
def test_ctrl_c_ends_a_run_that_would_not_end() -> None:
    main = main_thread().ident

    def interrupt() -> None:
        time.sleep(0.2)
        signal.pthread_kill(main or 0, signal.SIGINT)

    interrupter = Thread(target=interrupt)
    interrupter.start()
    with pytest.raises(KeyboardInterrupt):
        simulated(10**15, keep="summary")
    interrupter.join()


def test_what_progress_raises_comes_out() -> None:
    def progress(done: int, games: int) -> None:
        raise ZeroDivisionError

    for players in (RANDOM, (Chooser(), "random")):
        with pytest.raises(ZeroDivisionError):
            pw.simulate(2_000, players, seed=1, progress=progress)


def test_results_of_two_runs_are_not_put_together() -> None:
    one = simulated(4)
    for other in (simulated(4, first=4, seed=6), simulated(4, first=5), simulated(4, first=0)):
        with pytest.raises(ValueError, match="concat"):
            pw.concat([one, other])
    for wrong, error in (([], ValueError), ([one, 3], TypeError), (3, TypeError)):
        with pytest.raises(error):
            pw.concat(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("index", [4, -5, 10**30])
def test_a_game_that_was_not_played_is_an_index_error(index: int) -> None:
    with pytest.raises(IndexError):
        simulated(4).game(index)


# As known


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["original", "revised"])
def test_a_million_games_are_as_long_and_end_as_is_known(edition: str) -> None:
    results = pw.simulate(10**6, RANDOM, seed=11, edition=edition, swap_sides=False)
    first, second = results.scores.T
    assert abs(results.plies.mean() - 42.79) < 0.03
    assert results.plies.max() <= 63
    assert abs(results.scores.mean() + 11.3) < 0.15
    assert abs((second > first).mean() - 0.493) < 0.003
    assert abs((first > second).mean() - 0.486) < 0.003
    assert abs((first == second).mean() - 0.021) < 0.001


def test_uniform_is_what_the_engine_plays_too() -> None:
    """The lengths of its random games are those of games chosen one action at a time."""
    import random

    rng = random.Random(1)
    lengths = []
    for seed in range(150):
        game = pw.Game(pw.State("original", seed=seed))
        while actions := game.state.legal_actions():
            game.play(uniform(rng, game.state, actions))
        lengths.append(len(game.actions))
    engine = simulated(4_000, edition="original").plies
    error = engine.std() / len(lengths) ** 0.5
    assert abs(np.mean(lengths) - engine.mean()) < 4 * error
