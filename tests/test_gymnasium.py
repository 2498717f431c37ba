"""The Gymnasium environment passes Gymnasium's own check and follows the rules."""

from typing import Any

import numpy as np
import pytest

import patchwork as pw

gym = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

import patchwork.gymnasium


class First:
    """An agent of five lines: the first legal action."""

    def __init__(self) -> None:
        self.games: list[tuple[int, int]] = []

    def new_game(self, seed: int, seat: int) -> None:
        self.games.append((seed, seat))

    def choose(self, state: pw.State) -> pw.Action:
        return state.legal_actions()[0]


class Wrong:
    def choose(self, state: pw.State) -> int:
        return 1 if state.positions != (0, 0) else 0


def make(**options: Any) -> patchwork.gymnasium.PatchworkEnv:
    env = gym.make("Patchwork-v0", **options).unwrapped
    assert isinstance(env, patchwork.gymnasium.PatchworkEnv)
    return env


@pytest.mark.filterwarnings("error::UserWarning")
def test_check_env(capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make())
    check_env(make(edition="original", seat=1))


def play(env: patchwork.gymnasium.PatchworkEnv, rng: np.random.Generator, **reset: Any) -> float:
    """Play a masked random game; hold every step to the state of the game."""
    observation, info = env.reset(**reset)
    terminated, reward = False, 0.0
    while not terminated:
        state = env.game.state
        assert state.to_move == env.player
        assert (observation == state.observation(env.player)).all()
        assert env.observation_space.contains(observation)
        assert info["action_mask"].dtype == np.int8
        assert (info["action_mask"] == state.legal_action_mask()).all()
        assert (env.action_masks() == state.legal_action_mask()).all()
        assert reward == 0
        action = rng.choice(np.flatnonzero(env.action_masks()))
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        assert info["illegal"] is False
    state = env.game.state
    assert state.is_over
    assert reward == (1 if state.winner == env.player else -1)
    assert info["scores"] == (state.scores[env.player], state.scores[1 - env.player])
    assert not info["action_mask"].any()
    return reward


def test_games_follow_the_rules() -> None:
    rng = np.random.default_rng(1)
    env = make()
    rewards = [play(env, rng) for _ in range(40)]
    assert {-1.0, 1.0} == set(rewards)


def test_the_seed_gives_the_game_again() -> None:
    ends = []
    for seed in (3, 3, 4):
        env = make()
        play(env, np.random.default_rng(7), seed=seed)
        ends.append(env.game.state)
    assert ends[0] == ends[1] != ends[2]


def test_seats_opponents_and_circle() -> None:
    opponent = First()
    circle = pw.State(seed=5).circle
    env = make(opponent=opponent, seat=1, circle=circle)
    env.reset(seed=1)
    assert env.player == 1
    assert opponent.games[0][1] == 0
    assert env.game.start == pw.State(circle=circle)
    assert str(env.game.actions[0]) == "."
    env = make(seat=0)
    env.reset()
    assert not env.game.actions
    seats = set()
    env = make()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.player)
    assert seats == {0, 1}


def test_an_illegal_action_is_a_loss() -> None:
    env = make(seat=0)
    env.reset(seed=1)
    before = env.game.state
    observation, reward, terminated, truncated, info = env.step(1)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert (observation == before.observation(0)).all()
    assert not env.action_masks().any()
    with pytest.raises(gym.error.ResetNeeded):
        env.step(0)
    for action, error in ((2026, ValueError), (-1, ValueError), (True, TypeError)):
        env.reset(seed=1)
        with pytest.raises(error):
            env.step(action)
        env.step(np.int64(0))
    wrong: list[Any] = [0.0, None, [0]]
    for thing in wrong:
        with pytest.raises(TypeError):
            env.step(thing)


def test_what_an_opponent_does_wrong_names_the_ply() -> None:
    env = make(opponent=Wrong(), seat=0)
    env.reset(seed=1)
    with pytest.raises(pw.AgentError, match="ply 1: opponent: IllegalActionError"):
        env.step(0)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"opponent": "nobody"}, ValueError),
        ({"opponent": 5}, TypeError),
        ({"edition": "none"}, ValueError),
        ({"circle": "A"}, ValueError),
        ({"seat": 2}, ValueError),
        ({"seat": True}, TypeError),
        ({"seat": "0"}, TypeError),
        ({"render_mode": 5}, ValueError),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        patchwork.gymnasium.PatchworkEnv(**options)


def test_render() -> None:
    env = make(render_mode="ansi")
    with pytest.raises(gym.error.ResetNeeded):
        env.render()
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert "Player 1" in text
    assert "\x1b" not in text
    image_env = make(render_mode="rgb_array")
    play(image_env, np.random.default_rng(1))
    image = image_env.render()
    assert isinstance(image, np.ndarray)
    assert image.dtype == np.uint8
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 8


def test_gymnasiums_vector_environment() -> None:
    envs = gym.make_vec("Patchwork-v0", num_envs=3, vectorization_mode="sync")
    _, info = envs.reset(seed=1)
    assert info["action_mask"].shape == (3, 2026)
    for _ in range(30):
        actions = [int(mask.argmax()) for mask in info["action_mask"]]
        observations, _, _, _, info = envs.step(np.array(actions))
    assert observations.shape == (3, 839)
