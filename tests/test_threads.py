"""Values and games are used by many threads at once."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import patchwork as pw

THREADS = 8
EDITION = pw.Edition.from_toml("name = 'house'\nbase = 'revised'\nstarting_buttons = 9")
STATE = pw.State(EDITION, seed=7)


def all_at_once(work: object, times: int = THREADS) -> list[object]:
    barrier = Barrier(times)

    def begin(number: int) -> object:
        barrier.wait()
        return work(number)  # type: ignore[operator]

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(begin, range(times)))


def test_one_state_gives_every_thread_the_same() -> None:
    def work(_: int) -> tuple[object, ...]:
        ends = tuple(hash(STATE.playout(seed)) for seed in range(200))
        return ends, str(STATE), hash(STATE), tuple(STATE.legal_actions()), pw.perft(STATE, 2)

    assert len(set(all_at_once(work))) == 1


def test_one_edition_serves_every_thread() -> None:
    fresh = pw.Edition.from_toml("name = 'fresh'\nbase = 'sve'")

    def work(number: int) -> tuple[object, ...]:
        patches = fresh.patches
        states = [pw.State(fresh, seed=seed) for seed in range(50)]
        assert all(state.edition == fresh for state in states)
        return patches, fresh.to_toml(), hash(fresh), tuple(states)

    assert len(set(all_at_once(work))) == 1
    assert fresh.patches is fresh.patches


def test_one_game_stays_sound_whoever_plays_and_undoes() -> None:
    game = pw.Game(STATE)

    def something(rng: random.Random) -> bool:
        match rng.randrange(6):
            case 0:
                game.undo()
            case 1:
                game.redo()
            case 2:
                assert repr(game)
                assert pw.Game.loads(game.dumps(), EDITION).start == STATE
            case _:
                ids = game.state.legal_action_ids()
                game.play(ids[rng.randrange(len(ids))] if len(ids) else 0)
                return True
        return False

    def work(number: int) -> int:
        rng = random.Random(number)
        played = 0
        for _ in range(400):
            # Another thread may be quicker: the position is then not the one that was seen.
            with suppress(ValueError):
                played += something(rng)
        return played

    assert sum(int(str(count)) for count in all_at_once(work)) > THREADS
    again = pw.Game(game.start)
    for action in game.actions:
        again.play(action)
    assert again == game
    assert again.state == game.state
    assert pw.Game.loads(game.dumps(), EDITION) == game


def test_two_games_compared_both_ways_at_once_do_not_wait_for_each_other() -> None:
    one, other = pw.Game(STATE), pw.Game(STATE)

    def work(number: int) -> bool:
        first, second = (one, other) if number % 2 else (other, one)
        return all(first == second for _ in range(2_000))

    assert all(all_at_once(work))
