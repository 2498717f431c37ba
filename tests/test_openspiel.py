"""The OpenSpiel game passes OpenSpiel's simulation test and is played by its bots."""

import pickle
from typing import Any

import numpy as np
import pytest

import patchwork as pw

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts

import patchwork.openspiel

CIRCLE = pw.State("original", seed=3).circle


def load(**parameters: str) -> Any:
    return pyspiel.load_game("python_patchwork", parameters)


def shuffled(game: Any, rng: np.random.Generator) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1)
        state.apply_action(int(rng.choice(outcomes)))
    return state


@pytest.mark.parametrize("parameters", [{}, {"edition": "original", "circle": CIRCLE}])
def test_random_sim_test(parameters: dict[str, str], capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(**parameters), num_sims=2, serialize=True, verbose=False)


def test_games_follow_the_rules() -> None:
    rng = np.random.default_rng(1)
    game = load(edition="original")
    observation = game.make_py_observer()
    for _ in range(10):
        state = shuffled(game, rng)
        position = state.position
        assert position == pw.State("original", circle=position.circle)
        while not state.is_terminal():
            assert state.current_player() == position.to_move
            assert state.legal_actions() == position.legal_action_ids().tolist()
            assert state.returns() == [0, 0]
            observation.set_from(state, 1)
            assert (observation.tensor == position.observation(1)).all()
            action = int(rng.choice(position.legal_action_ids()))
            assert state.action_to_string(action) == str(position.action(action))
            state.apply_action(action)
            position = position.after(action)
        assert str(state) == str(position)
        assert state.returns()[position.winner] == 1
        assert sum(state.returns()) == 0


def test_the_shuffle_is_a_chain_of_chance_nodes() -> None:
    state = load().new_initial_state()
    letters = ""
    for left in range(32, 0, -1):
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert len(outcomes) == left
        assert {chance for _, chance in outcomes} == {1 / left}
        action = outcomes[left // 2][0]
        letters += state.action_to_string(action)
        state.apply_action(action)
    assert not state.is_chance_node()
    assert state.position == pw.State("revised", circle=letters + "A")


def test_a_fixed_circle_has_no_chance() -> None:
    game = load(edition="original", circle=CIRCLE)
    state = game.new_initial_state()
    assert not state.is_chance_node()
    assert state.position == pw.State("original", circle=CIRCLE)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    again = pyspiel.load_game(str(game))
    assert again.new_initial_state().position == state.position
    clone = state.clone()
    clone.apply_action(0)
    assert state.position != clone.position


def test_states_pickle() -> None:
    game = load(circle=CIRCLE)
    state = game.new_initial_state()
    state.apply_action(0)
    again = pickle.loads(pickle.dumps(state))
    assert again.position == state.position
    assert again.history() == state.history()


def test_its_own_mcts_plays_a_game() -> None:
    rng = np.random.RandomState(1)
    game = load()
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(game, uct_c=1.4, max_simulations=8, evaluator=evaluator, random_state=rng)
    state = shuffled(game, np.random.default_rng(1))
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sorted(state.returns()) == [-1, 1]


def test_wrong_parameters_and_actions_are_refused() -> None:
    for parameters in ({"edition": "none"}, {"circle": "ABC"}):
        with pytest.raises(ValueError, match=r"edition|circle"):
            patchwork.openspiel.PatchworkGame(parameters)
    with pytest.raises(ValueError, match="no parameters"):
        load().make_py_observer(None, {"size": 1})
    state = load(circle=CIRCLE).new_initial_state()
    with pytest.raises((ValueError, pyspiel.SpielError)):
        state.apply_action(1)
