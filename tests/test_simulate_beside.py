"""Many games beside a plain referee, at the edges of what numbers hold, and as long as is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import patchwork as pw
from beside import play_beside, rules_of, start_beside, uniform
from strategies import starts

RANDOM = ("random", "random")


class Chooser:
    """An agent as a user writes one."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def choose(self, state: pw.State) -> int:
        ids = state.legal_action_ids()
        return int(ids[(self.number + 7 * len(ids) // 10) % len(ids)])


class Wrong(Chooser):
    answer: Any = 2025

    def choose(self, state: pw.State) -> Any:
        return self.answer


def simulated(games: int, players: Any = RANDOM, **named: Any) -> Any:
    return pw.simulate(games, players, **{"seed": 5, **named})


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
    with pytest.raises(RuntimeError, match=r"game 3, ply [01]: agent 0, .*position: revised "):
        simulated(4, (agent, "random"), first=3)


def test_the_last_game_that_there_is_can_be_played() -> None:
    results = simulated(2, first=2**62 - 2)
    assert len(results) == 2
    assert results.game(1).result is not None


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
