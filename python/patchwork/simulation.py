"""Many games between two agents."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from patchwork.run import AgentError, Keep, Player, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from typing import SupportsIndex

    from patchwork._core import Edition, State
    from patchwork.results import Results

__all__ = ["AgentError", "Keep", "Player", "simulate"]


def simulate(  # noqa: PLR0913
    games: SupportsIndex,
    players: Sequence[str | Player] = ("random", "random"),
    *,
    seed: SupportsIndex | None = None,
    edition: str | Edition = "revised",
    start: State | Sequence[State | str] | None = None,
    first: SupportsIndex = 0,
    swap_sides: bool = True,
    keep: Keep = "results",
    threads: SupportsIndex | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Results:
    """Play many games between two agents.

    Game i depends on (seed, i), the agents, the edition, `start` and `swap_sides` alone.

    Args:
        games: How many.
        players: Two agents: texts such as "greedy" (see `agent`), or objects with
            `choose(state)` and perhaps `new_game(seed, seat)`. Built-in ones play on all
            threads; if one is an object, the games are played in the calling thread, and in
            each task of an executor with a deep copy.
        seed: 0 to 2**64 - 1; None for a fresh one, which `info` then tells.
        edition: A name or an Edition. Where games begin from States, theirs counts if this is
            left at the default; any other must be the same.
        start: Where games begin: a State, or several States or circle strings, used in turn.
            None for shuffled circles.
        first: The index of the first game, so that shards and resumed runs fit together.
        swap_sides: Games 2k and 2k+1 have one circle, agent 0 beginning the even one. Otherwise
            agent 0 begins all.
        keep: "summary" needs no memory, "results" 9 bytes a game (13 where scores may outgrow
            16 bits), "actions" 2 more for each action.
        threads: None for one for each core (with an executor: one a task).
        executor: Any `concurrent.futures.Executor`, to which the games are handed in tasks of
            about a second.
        progress: Called with (games done, games in all) now and then; False ends the run, and
            what is done comes back, `complete` False. (Ctrl-C raises KeyboardInterrupt instead:
            who would rather keep what is done sets a signal handler that makes this say False.)

    Raises:
        ValueError: For a number out of range, an unknown agent or edition, an illegal start.
        TypeError: For an argument of a wrong type.
        MemoryError: The results cannot be allocated; nothing was played.
        AgentError: A Python agent raised something or chose an illegal action.

    >>> results = simulate(1000, ("random", "random"), seed=1)
    >>> results.scores.shape, results.scores.dtype.name
    ((1000, 2), 'int16')
    >>> results.game(3).result.scores[0] in results.scores[3]
    True

    """
    run = Run.of(players, seed, edition, start, swap_sides=swap_sides, keep=keep)
    run.plan.check(first, games, keep, threads)
    first, games = index(first), index(games)
    threads = None if threads is None else index(threads)
    if progress is not None and not callable(progress):
        msg = f"progress must be callable, not {type(progress).__name__}"
        raise TypeError(msg)
    if executor is None:
        return run.play(first, games, threads, progress)
    # What executors need is imported by who uses one.
    from concurrent.futures import Executor

    from patchwork.tasks import play_on_executor

    if not isinstance(executor, Executor):
        msg = f"executor must be a concurrent.futures.Executor, not {type(executor).__name__}"
        raise TypeError(msg)
    return play_on_executor(
        run,
        first,
        games,
        threads=threads or 1,
        executor=executor,
        progress=progress,
    )
