"""The PettingZoo environment passes PettingZoo's own tests and follows the rules."""

from typing import Any

import numpy as np
import pytest

import patchwork as pw

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from patchwork import pettingzoo

# What the tests say of every environment with an action mask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.filterwarnings("error::UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_api() -> None:
    api_test(pettingzoo.env(), num_cycles=300)
    api_test(pettingzoo.raw_env(edition="sve"), num_cycles=100)


def test_seed() -> None:
    seed_test(pettingzoo.env, num_cycles=200)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(pettingzoo.env)
    assert "Player 0" in capsys.readouterr().out


@pytest.mark.slow
def test_performance_benchmark() -> None:
    performance_benchmark(pettingzoo.env())


def play_beside_the_rules(games: int, seed: int) -> None:
    """Play masked random games in the environment and, action by action, by the rules."""
    env = pettingzoo.env()
    rng = np.random.default_rng(seed)
    for number in range(games):
        env.reset(seed=number if number % 2 else None)
        state = env.unwrapped.game.state
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            player = env.possible_agents.index(agent)
            assert (observation["observation"] == state.observation(player)).all()
            assert (observation["action_mask"] == info["action_mask"]).all()
            assert not truncation
            assert termination == state.is_over
            if termination:
                assert reward == (1 if state.winner == player else -1)
                assert info["scores"] == (state.scores[player], state.scores[1 - player])
                assert not observation["action_mask"].any()
                env.step(None)
                continue
            assert reward == 0
            assert player == state.to_move
            assert (observation["action_mask"] == state.legal_action_mask()).all()
            off_turn = env.observe(env.possible_agents[1 - player])
            assert not off_turn["action_mask"].any()
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            env.step(action)
            state = state.after(action)
        assert state.is_over


def test_masked_random_games_follow_the_rules() -> None:
    play_beside_the_rules(30, seed=1)


@pytest.mark.slow
def test_a_thousand_masked_random_games_follow_the_rules() -> None:
    play_beside_the_rules(1_000, seed=2)


def test_edition_and_circle() -> None:
    circle = pw.State("original", seed=5).circle
    env = pettingzoo.env(edition="original", circle=circle)
    for _ in range(2):
        env.reset()
        assert env.unwrapped.game.state == pw.State("original", circle=circle)
    seen = []
    env = pettingzoo.env(edition=pw.Edition("winter"))
    for seed in (1, 1, None, 2):
        env.reset(seed=seed)
        seen.append(env.unwrapped.game.state)
    assert seen[0] == seen[1]
    assert len(set(seen)) == 3
    assert seen[0].edition.name == "winter"


def test_an_illegal_action_ends_the_game_as_a_loss() -> None:
    env = pettingzoo.env()
    env.reset(seed=1)
    env.step(0)
    agent = env.agent_selection
    env.step(1)  # a special patch, and none is owed
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1
    assert sum(env.rewards.values()) == -1
    raw = pettingzoo.raw_env()
    raw.reset(seed=1)
    with pytest.raises(pw.IllegalActionError, match="no special patch"):
        raw.step(1)
    env.reset(seed=1)
    with pytest.raises(AssertionError):
        env.step(5000)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"edition": "none"}, ValueError),
        ({"edition": 3}, TypeError),
        ({"circle": "AB"}, ValueError),
        ({"circle": 7}, TypeError),
        ({"render_mode": "3d"}, ValueError),
    ],
)
def test_wrong_options_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        pettingzoo.env(**arguments)
