"""A run handed out in tasks to an executor: other processes, other machines."""

from __future__ import annotations

import copy
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from patchwork._core import __version__
from patchwork.gathering import Gathering
from patchwork.run import TICK, Run, says_stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from patchwork._core import _Tally
    from patchwork.results import Results

#: How long a task should take, in seconds: short beside a run, long beside its way there and back.
TASK_TIME = 1.0
#: The most games of a task.
MOST_GAMES = 1_000_000
#: How many tasks are out at first. With each that comes back there is one more, up to `MOST_OUT`:
#: nobody says how many workers an executor has.
FIRST_OUT = 64
MOST_OUT = 1_024


class Part(NamedTuple):
    """What comes back from a task."""

    columns: dict[str, NDArray[Any]]
    tally: _Tally
    seconds: float


def play_task(run: Run, first: int, games: int, threads: int, stop: Event | None) -> Part:
    """Play a part of a run, wherever this happens to be.

    Python agents are copied: another task may be playing with the same objects in another thread.
    """
    begun = time.perf_counter()
    if run.info["version"] != __version__:
        msg = f"this worker has patchwork {__version__}, the run is of {run.info['version']}"
        raise RuntimeError(msg)
    if not run.built_in:
        run = replace(run, players=copy.deepcopy(run.players))
    progress = None if stop is None else lambda _done, _games: not stop.is_set()
    results = run.play(first, games, threads, progress)
    return Part(results.columns, results.tally, time.perf_counter() - begun)


def play_on_executor(  # noqa: PLR0913
    run: Run,
    first: int,
    games: int,
    *,
    threads: int,
    executor: Executor,
    progress: Callable[[int, int], object] | None,
) -> Results:
    """Hand the games out in tasks, as long as `TASK_TIME` each, and gather what comes back."""
    gathering = Gathering(run, first, games)
    # A thread can be told to leave off; it could not in another process.
    stop = Event() if isinstance(executor, ThreadPoolExecutor) else None
    out: dict[Future[Part], int] = {}
    back: SimpleQueue[Future[Part]] = SimpleQueue()
    size, handed_out, done, returned, told = 1, 0, 0, 0, time.monotonic()
    try:
        while done < games:
            while handed_out < games and len(out) < min(FIRST_OUT + returned, MOST_OUT):
                count = min(size, games - handed_out)
                future = executor.submit(play_task, run, first + handed_out, count, threads, stop)
                out[future] = handed_out
                handed_out += count
                future.add_done_callback(back.put)
            try:
                future = back.get(timeout=TICK)
            except Empty:
                pass
            else:
                at, (columns, tally, seconds) = out.pop(future), future.result()
                gathering.add(at, columns, tally)
                returned, done = returned + 1, done + tally.games
                rate = tally.games / max(seconds, 1e-6)
                size = max(1, min(MOST_GAMES, int(rate * TASK_TIME)))
            if progress is None or (time.monotonic() - told < TICK and done < games):
                continue
            told = time.monotonic()
            if says_stop(progress(done, games)):
                break
    finally:
        if stop is not None:
            stop.set()
        for future in out:
            future.cancel()
    return gathering.results()
