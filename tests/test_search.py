"""What searching agents promise: the same for any threads, exact endings, limits that hold."""

import os
import pickle
import signal
import threading
import time

import pytest

import patchwork as pw


def ending(seed: int, plies: int) -> pw.State:
    """The state so many plies before the end of a greedy game."""
    game = pw.simulate(1, ("greedy", "greedy"), seed=seed).game(0)
    for _ in range(plies):
        game.undo()
    return game.state


def best(state: pw.State) -> tuple[int, int]:
    """Margin and winner under best play, by trying everything."""
    scores, winner = state.scores, state.winner
    if winner is not None:
        return scores[0] - scores[1], winner
    ends = [best(state.after(action)) for action in state.legal_actions()]

    def value(end: tuple[int, int]) -> tuple[int, int]:
        return end[0], -end[1]

    return max(ends, key=value) if state.to_move == 0 else min(ends, key=value)


def chosen(text: str, seed: int, plies: int) -> list[str]:
    """The first actions of an agent against greedy."""
    agents = (pw.agent(text, seed=seed), pw.agent("greedy", seed=0))
    agents[0].new_game(seed, 0)
    game = pw.Game(pw.State(seed=seed))
    for _ in range(plies):
        if game.state.is_over:
            break
        game.play(agents[game.state.to_move or 0].choose(game.state))
    return [str(action) for action in game.actions]


@pytest.mark.parametrize("iterations", [1, 100, 1500])
def test_threads_change_nothing_when_iterations_are_the_limit(iterations: int) -> None:
    one, two, five = (
        chosen(f"mcts:iterations={iterations},threads={threads}", 11, 16) for threads in (1, 2, 5)
    )
    assert one == two == five


def test_choosing_again_gives_the_same() -> None:
    agent, state = pw.agent("mcts:iterations=300", seed=3), pw.State(seed=2)
    assert len({agent.choose(state) for _ in range(3)}) == 1


@pytest.mark.parametrize("text", ["mcts:seconds=60", "uct:seconds=60", "mcts:iterations=1000000"])
def test_one_legal_action_is_taken_at_once(text: str) -> None:
    state = pw.State(seed=5).replace(buttons=(0, 0))
    while state.count_legal_actions() > 1:  # a free patch is on offer
        state = state.after(".").replace(buttons=(0, 0))
    began = time.perf_counter()
    assert pw.agent(text).choose(state).id == state.legal_action_ids()[0]
    assert time.perf_counter() - began < 30


@pytest.mark.parametrize("text", ["uct", "mcts"])
@pytest.mark.parametrize("edition", ["revised", "sve"])
def test_analysis_is_legal_ordered_and_in_range(text: str, edition: str) -> None:
    state = pw.State(edition, seed=9)
    lines = pw.agent(f"{text}:iterations=400", seed=1).analyse(state, lines=6)
    assert 1 <= len(lines) <= 6
    assert [line.visits for line in lines] == sorted((line.visits for line in lines), reverse=True)
    for line in lines:
        assert line.action == line.pv[0]
        assert 0 <= line.value <= 1
        assert abs(line.margin) < 200
        after = state
        for action in line.pv:
            after = after.after(action)
    assert pickle.loads(pickle.dumps(lines)) == lines


def test_values_are_those_of_the_player_to_move() -> None:
    start = pw.State(seed=9)
    for leader in (0, 1):
        buttons = (60, 5) if leader == 0 else (5, 60)
        state = start.replace(buttons=buttons)
        line = pw.agent("mcts:iterations=300", seed=1).analyse(state)[0]
        assert (line.margin > 10) == (leader == state.to_move)
        assert (line.value > 0.7) == (leader == state.to_move)


def test_agents_without_a_search_have_nothing_to_say() -> None:
    for text in ("random", "greedy", "mcts:level=1"):
        assert pw.agent(text, seed=1).analyse(pw.State(seed=1)) == []


@pytest.mark.parametrize("seed", range(12))
def test_endings_are_solved_as_trying_everything_does(seed: int) -> None:
    state = ending(seed, 2)
    solution = pw.solve(state)
    margin, winner = best(state)
    assert solution is not None
    assert state.to_move is not None
    assert solution.winner == winner
    assert solution.margin == (margin if state.to_move == 0 else -margin)
    assert solution.value == float(winner == state.to_move)
    end = state
    for action in solution.line:
        end = end.after(action)
    assert end.winner == winner
    assert end.scores[0] - end.scores[1] == margin


def test_mcts_plays_a_solved_ending_and_says_that_it_is_exact() -> None:
    for seed in range(8):
        state = ending(seed, 3)
        solution = pw.solve(state)
        line = pw.agent("mcts:iterations=20000", seed=seed).analyse(state)[0]
        assert solution is not None
        assert line.exact
        assert (line.value, line.margin) == (solution.value, solution.margin)


def test_a_limit_that_is_met_gives_none() -> None:
    assert pw.solve(pw.State(seed=1), node_limit=1000) is None
    assert pw.solve(pw.State(seed=1), node_limit=0) is None


def test_solving_refuses_what_it_cannot_use() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        pw.solve(pw.State(seed=1).playout(1))
    with pytest.raises(TypeError, match="node_limit must be an int"):
        pw.solve(pw.State(seed=1), node_limit=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="node_limit must be from 0"):
        pw.solve(pw.State(seed=1), node_limit=-1)
    with pytest.raises(ValueError, match="lines must be from 1"):
        pw.agent("mcts").analyse(pw.State(seed=1), lines=0)


def test_a_small_memory_still_plays() -> None:
    agent = pw.agent("mcts:iterations=20000,memory=1", seed=1)
    state = pw.State(seed=3)
    assert state.is_legal(agent.choose(state))


def test_ctrl_c_ends_a_long_search() -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals reach the main thread alone")
    for work in (
        lambda: pw.agent("mcts:seconds=600").choose(pw.State(seed=1)),
        lambda: pw.agent("uct:seconds=600").choose(pw.State(seed=1)),
        lambda: pw.solve(pw.State(seed=1), node_limit=2**60),
    ):
        timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        timer.join()
