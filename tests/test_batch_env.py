"""The batch environment: rows that say what the rules say, and input that is refused."""

import contextlib
import multiprocessing
import pickle
import threading

import numpy as np
import pytest

import patchwork as pw
from patchwork import observation


def legal_actions(env: pw.BatchEnv, rng: np.random.Generator) -> list[int]:
    return [int(rng.choice(np.flatnonzero(mask))) for mask in env.masks]


@pytest.mark.parametrize("edition", ["revised", "sve"])
def test_rows_follow_the_rules(edition: str) -> None:
    env = pw.BatchEnv(20, edition=edition)
    env.reset(seed=3)
    rng = np.random.default_rng(1)
    games = [env.state(game) for game in range(20)]
    ended = 0
    for _ in range(200):
        actions = legal_actions(env, rng)
        env.step(actions)
        for game, action in enumerate(actions):
            state = games[game].after(action)
            assert env.done[game] == state.is_over
            if state.is_over:
                ended += 1
                assert tuple(env.scores[game]) == state.scores
                assert env.rewards[game].tolist() == ([1, -1] if state.winner == 0 else [-1, 1])
                state = env.state(game)
                assert state == pw.State(edition, circle=state.circle)
            else:
                assert not env.rewards[game].any()
            assert env.state(game) == state
            assert env.to_move[game] == state.to_move
            assert (env.masks[game] == state.legal_action_mask()).all()
            assert (env.observations[game] == state.observation()).all()
            games[game] = state
    assert ended > 50
    assert not env.illegal.any()


def test_the_arrays_stay_the_same_objects() -> None:
    env = pw.BatchEnv(5)
    names = ["observations", "masks", "to_move", "done", "illegal", "rewards", "scores"]
    before = {name: getattr(env, name) for name in names}
    pointers = {name: array.ctypes.data for name, array in before.items()}
    env.reset(seed=1)
    env.step(env.sample())
    for name in names:
        assert getattr(env, name) is before[name]
        assert before[name].ctypes.data == pointers[name]
    assert env.observations.dtype == np.float32
    assert env.observations.shape == (5, 839)
    assert env.masks.dtype == bool
    assert env.masks.shape == (5, 2026)
    assert env.to_move.dtype == np.int8
    assert env.rewards.shape == env.scores.shape == (5, 2)
    assert len(env) == 5


def test_a_game_depends_on_seed_and_number_alone() -> None:
    one, other = pw.BatchEnv(40, threads=1), pw.BatchEnv(200, threads=2)
    one.reset(seed=9)
    other.reset(seed=9)
    for _ in range(100):
        drawn = one.sample()
        more = other.sample()
        assert (drawn == more[:40]).all()
        one.step(drawn)
        other.step(more)
        assert (one.observations == other.observations[:40]).all()
    one.reset(seed=9)
    again = one.observations.copy()
    one.reset(seed=10)
    assert not (one.observations == again).all()


def test_all_games_can_have_one_circle() -> None:
    circle = pw.State(seed=4).circle
    env = pw.BatchEnv(30, circle=circle)
    for _ in range(80):
        env.step(env.sample())
        for game in np.flatnonzero(env.done):
            assert env.state(int(game)) == pw.State(circle=circle)


def test_an_illegal_action_loses_its_game_and_touches_no_other() -> None:
    env, undisturbed = pw.BatchEnv(4), pw.BatchEnv(4)
    for e in (env, undisturbed):
        e.reset(seed=2)
        e.step([0] * 4)
    undisturbed.step([0, 0, 0, 0])
    env.step([0, 1, 0, 0])
    assert env.illegal.tolist() == env.done.tolist() == [False, True, False, False]
    assert env.rewards.tolist() == [[0, 0], [1, -1], [0, 0], [0, 0]]
    assert env.state(1).positions == (0, 0)
    for game in (0, 2, 3):
        assert env.state(game) == undisturbed.state(game)
    env.step(env.sample())
    assert not env.illegal.any()


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0], ValueError),
        ([0] * 4, ValueError),
        ([[0, 0, 0]], ValueError),
        (0, ValueError),
        ([], ValueError),
        ([0, 2026, 0], ValueError),
        ([0, -1, 0], ValueError),
        ([0, 0, 2**63], ValueError),
        ([0, 0, 10**100], ValueError),
        (np.array([0, 0, 2**64 - 1], dtype=np.uint64), ValueError),
        ([0.0, 0.0, 0.0], TypeError),
        (np.zeros(3, dtype=np.float32), TypeError),
        ([True, False, True], TypeError),
        (["0", "0", "0"], TypeError),
        ([0, None, 0], TypeError),
        (np.zeros(3, dtype=complex), TypeError),
        (np.zeros(3, dtype="datetime64[s]"), TypeError),
    ],
)
def test_wrong_actions_are_refused_and_change_nothing(
    actions: object, error: type[Exception]
) -> None:
    env = pw.BatchEnv(3)
    before = env.observations.copy()
    states = [env.state(game) for game in range(3)]
    with pytest.raises(error):
        env.step(actions)  # type: ignore[arg-type]
    assert (env.observations == before).all()
    assert states == [env.state(game) for game in range(3)]


def test_actions_of_any_int_type_and_layout() -> None:
    env = pw.BatchEnv(3)
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint64, ">i4"):
        env.step(np.zeros(3, dtype=dtype))
    env.step(np.zeros((3, 5), dtype=np.int64)[:, 2])
    env.step((0, 0, 0))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"n": 0}, ValueError),
        ({"n": -1}, ValueError),
        ({"n": 10**30}, ValueError),
        ({"n": 2**20 + 1}, ValueError),
        ({"n": True}, TypeError),
        ({"n": 1.0}, TypeError),
        ({"n": None}, TypeError),
        ({"n": 1, "edition": "none"}, ValueError),
        ({"n": 1, "edition": 1}, TypeError),
        ({"n": 1, "circle": "ABC"}, ValueError),
        ({"n": 1, "circle": 5}, TypeError),
        ({"n": 1, "threads": 0}, ValueError),
        ({"n": 1, "threads": 10**9}, ValueError),
        ({"n": 1, "threads": "2"}, TypeError),
    ],
)
def test_wrong_settings_are_refused(arguments: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        pw.BatchEnv(**arguments)  # type: ignore[arg-type]


def test_wrong_seeds_and_games_are_refused() -> None:
    env = pw.BatchEnv(2)
    for seed, error in ((-1, ValueError), (2**64, ValueError), ("1", TypeError), (1.5, TypeError)):
        with pytest.raises(error):
            env.reset(seed=seed)  # type: ignore[arg-type]
    for game, error in ((2, ValueError), (-1, ValueError), (None, TypeError)):
        with pytest.raises(error):
            env.state(game)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pickle.dumps(env)


def test_arrays_that_were_tampered_with_are_refused() -> None:
    def retype(env: pw.BatchEnv) -> None:
        env.observations.dtype = np.dtype(np.int8)  # type: ignore[assignment,misc]

    def reshape(env: pw.BatchEnv) -> None:
        env.masks.shape = (2026, 2)

    def lock(env: pw.BatchEnv) -> None:
        env.rewards.flags.writeable = False

    for tamper in (retype, lock):
        env = pw.BatchEnv(2)
        tamper(env)
        with pytest.raises(ValueError, match="cannot be written"):
            env.step([0, 0])
        with pytest.raises(ValueError, match="cannot be written"):
            env.reset()
    env = pw.BatchEnv(2)
    reshape(env)
    env.step([0, 0])
    with pytest.raises(ValueError, match="resize"):
        env.scores.resize((1, 1), refcheck=False)


def _child(connection: object) -> None:
    env = pw.BatchEnv(500, threads=2)
    env.step(env.sample())
    connection.send(int(env.done.sum()))  # type: ignore[attr-defined]


def test_it_works_in_a_forked_child_and_in_threads() -> None:
    env = pw.BatchEnv(500, threads=2)
    env.step(env.sample())
    if "fork" in multiprocessing.get_all_start_methods():
        here, there = multiprocessing.Pipe()

        def use_the_parents() -> None:
            env.step(env.sample())
            _child(there)

        process = multiprocessing.get_context("fork").Process(target=use_the_parents)
        process.start()
        assert here.poll(30)
        assert here.recv() == 0
        process.join(30)
    envs = [pw.BatchEnv(50) for _ in range(4)]

    def play(env: pw.BatchEnv) -> None:
        for _ in range(50):
            env.step(env.sample())

    threads = [threading.Thread(target=play, args=(e,)) for e in envs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((e.scores != 0).any() for e in envs)


@pytest.mark.parametrize("edition", pw.editions())
def test_observations_stay_within_their_bounds(edition: str) -> None:
    low, high = observation.observation_bounds(edition)
    env = pw.BatchEnv(100, edition=edition)
    for _ in range(100):
        env.step(env.sample())
        assert (low <= env.observations).all()
        assert (env.observations <= high).all()


def test_the_parts_of_an_observation() -> None:
    state = pw.State("original", seed=11)
    while state.circle and state.buttons[0] < 20:
        state = state.after(int(state.legal_action_ids()[len(state.legal_action_ids()) // 2]))
    for player in (0, 1):
        parts = observation.split(state.observation(player))
        other = 1 - player
        scalars = dict(zip(observation.SCALARS, parts.scalars.tolist(), strict=True))
        assert (parts.planes[0] == state.quilts[player]).all()
        assert (parts.planes[1] == state.quilts[other]).all()
        assert scalars["to_move"] == (state.to_move == player)
        for prefix, who in (("", player), ("other_", other)):
            assert scalars[prefix + "buttons"] == state.buttons[who]
            assert scalars[prefix + "income"] == state.incomes[who]
            assert scalars[prefix + "position"] == state.positions[who]
            assert scalars[prefix + "covered"] == state.quilts[who].sum()
            assert scalars[prefix + "score"] == state.scores[who]
            spaces = [s for s in state.edition.income_spaces if s > state.positions[who]]
            assert scalars[prefix + "incomes_left"] == len(spaces)
            distance = spaces[0] - state.positions[who] if spaces else 0
            assert scalars[prefix + "spaces_to_income"] == distance
            specials = [s for s in state.special_spaces if s > state.positions[who]]
            assert scalars[prefix + "specials_left"] == len(specials)
            distance = specials[0] - state.positions[who] if specials else 0
            assert scalars[prefix + "spaces_to_special"] == distance
        assert scalars["patches_left"] == len(state.circle)
        letters = [patch.letter for patch in state.edition.patches]
        for place, letter in enumerate(state.circle):
            patch = state.edition.patches[letters.index(letter)]
            numbers = [patch.button_cost, patch.time_cost, patch.income, patch.size]
            assert parts.patches[place].tolist() == [letters.index(letter) + 1, *numbers]
            if place < 6:
                cells = np.argwhere(parts.planes[2 + place])
                assert sorted(map(tuple, cells.tolist())) == sorted(patch.cells)
        assert not parts.patches[len(state.circle) :].any()
    with pytest.raises(ValueError, match="674"):
        observation.split(np.zeros(5, dtype=np.float32))


def test_two_threads_at_one_environment_are_told_so_or_wait() -> None:
    env = pw.BatchEnv(2_000, threads=2)
    wrong: list[BaseException] = []

    def play() -> None:
        try:
            for _ in range(30):
                with contextlib.suppress(RuntimeError):
                    env.step(env.sample())
        except BaseException as error:  # noqa: BLE001 - whatever else it is
            wrong.append(error)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    env.reset(seed=1)
    env.step(env.sample())
