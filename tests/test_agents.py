"""Agents at the Python prompt: legal, seeded, picklable, and strict about their texts."""

import copy
import pickle
import signal

import pytest

import patchwork as pw
from bots import Borrowed

AGENTS = [
    "random",
    "greedy",
    "uct:iterations=30",
    "mcts:iterations=30",
    "mcts:level=1",
    "mcts:level=2",
]


def played(text: str, seed: int, edition: str = "revised") -> list[str]:
    """The actions of a game of an agent against itself."""
    agents = [pw.agent(text), pw.agent(text)]
    for seat, agent in enumerate(agents):
        agent.new_game(seed, seat)
    game = pw.Game(pw.State(edition, seed=seed))
    while not game.state.is_over:
        assert game.state.to_move is not None
        game.play(agents[game.state.to_move].choose(game.state))
    return [str(action) for action in game.actions]


@pytest.mark.parametrize("text", AGENTS)
@pytest.mark.parametrize("edition", ["revised", "sve"])
def test_a_seed_gives_one_legal_game(text: str, edition: str) -> None:
    assert played(text, 3, edition) == played(text, 3, edition)


@pytest.mark.parametrize("text", AGENTS)
def test_copies_and_pickles_choose_alike(text: str) -> None:
    state = pw.State(seed=4)
    agent = pw.agent(text, seed=5)
    copies = [pickle.loads(pickle.dumps(agent)), copy.copy(agent), copy.deepcopy(agent)]
    expected = agent.choose(state)
    assert [other.choose(state) for other in copies] == [expected] * 3
    assert [repr(other) for other in copies] == [f"<Agent '{text}', seed 5>"] * 3


def test_random_plays_alike_in_rust_and_one_action_at_a_time() -> None:
    one = pw.simulate(40, ("random", "random"), seed=8, keep="actions")
    other = pw.simulate(40, ("random", Borrowed("random")), seed=8, keep="actions")
    assert all(one.game(index) == other.game(index) for index in range(40))


def test_two_random_agents_play_the_playout_of_their_seed() -> None:
    state = pw.State(seed=8)
    agents = [pw.agent("random"), pw.agent("random")]
    for seat, agent in enumerate(agents):
        agent.new_game(21, seat)
    while state.to_move is not None:
        state = state.after(agents[state.to_move].choose(state))
    assert state == pw.State(seed=8).playout(21)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there are random"),
        ("chance", "no agent 'chance'|no agent \"chance\""),
        ("random:seed=1", "no setting"),
        ("random:", "setting=value"),
    ],
)
def test_wrong_texts_name_what_there_is(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pw.agent(text)


def test_wrong_types_and_values() -> None:
    with pytest.raises(TypeError, match="text must be a str"):
        pw.agent(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seed must be an int"):
        pw.agent("random", seed=True)
    with pytest.raises(ValueError, match="seed must be from 0"):
        pw.agent("random", seed=-1)
    with pytest.raises(ValueError, match="seat must be from 0 to 1"):
        pw.agent("random").new_game(1, 2)
    with pytest.raises(TypeError, match="state must be a State"):
        pw.agent("random").choose("state")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the game is over"):
        pw.agent("random").choose(pw.State(seed=1).playout(1))


@pytest.mark.parametrize(
    ("strong", "weak", "games", "rate"),
    [
        ("greedy", "random", 400, 0.97),
        ("mcts:level=1", "random", 100, 0.7),
        ("mcts:level=2", "mcts:level=1", 100, 0.7),
        ("mcts:level=3", "mcts:level=2", 40, 0.7),
        ("mcts:iterations=20", "uct:iterations=100", 10, 0.7),
    ],
)
def test_the_stronger_one_wins(strong: str, weak: str, games: int, rate: float) -> None:
    results = pw.simulate(games, (strong, weak), seed=1)
    assert results.summary().agents[0].win_rate.mean >= rate


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strong", "weak", "games", "rate"),
    [
        ("greedy", "random", 10_000, 0.99),
        ("mcts:level=4", "mcts:level=3", 200, 0.7),
        ("mcts:level=5", "mcts:level=4", 60, 0.7),
        ("mcts:iterations=2000", "greedy", 200, 0.99),
        ("mcts:iterations=1000", "uct:iterations=5000", 20, 0.9),
        ("mcts:iterations=5000", "mcts:iterations=500", 60, 0.7),
    ],
)
def test_figures_of_the_page_on_strength(strong: str, weak: str, games: int, rate: float) -> None:
    results = pw.simulate(games, (strong, weak), seed=2)
    assert results.summary().agents[0].win_rate.mean >= rate


@pytest.mark.slow
def test_greedy_scores_against_itself_what_the_page_says() -> None:
    summary = pw.simulate(10_000, ("greedy", "greedy"), seed=2).summary()
    assert summary.seats[0].score.mean + summary.seats[1].score.mean > 2 * 23


@pytest.mark.parametrize("text", AGENTS)
def test_every_action_is_legal_in_a_small_game(text: str) -> None:
    """On a short track with odd patches, too: shapes that no box has, and free ones."""
    edition = pw.Edition.from_toml(SMALL)
    for seed in range(4):
        assert pw.simulate(2, (text, "random"), seed=seed, edition=edition).complete


SMALL = """
name = "small"
title = "A short game with odd patches"
base = "revised"
track_length = 12
income_spaces = [3, 6, 9, 12]
special_spaces = [5, 6]
start_patch = "A"

[patches]
A = { button_cost = 0, time_cost = 0, income = 9, shape = "#" }
B = { button_cost = 1, time_cost = 1, income = 1, shape = "#|#|#|#|#|#|#" }
C = { button_cost = 2, time_cost = 2, income = 1, shape = "#.#.#.#.#|#########|#.#.#.#.#" }
D = { button_cost = 0, time_cost = 9, income = 0, shape = "##|##" }
E = { button_cost = 9999, time_cost = 1, income = 9, shape = "##" }
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that signal here")
def test_an_agent_asked_by_the_handler_that_interrupts_it_answers_or_refuses() -> None:
    state, thinker, told = pw.State(seed=7), pw.agent("mcts:seconds=0.4", seed=1), []

    def handler(*_: object) -> None:
        told.append(repr(thinker))
        with pytest.raises(RuntimeError, match="is thinking"):
            thinker.choose(state)
        told.append("refused")

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        assert state.is_legal(thinker.choose(state))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert told == ["<Agent 'mcts:seconds=0.4', seed 1>", "refused"]
