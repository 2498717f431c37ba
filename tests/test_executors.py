"""Runs on executors of every kind: bit for bit what one thread gives."""

import multiprocessing
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

import patchwork as pw
from bots import Borrowed, Failing
from patchwork import tasks
from test_simulate import same

OWN = Borrowed("random")
KEEPS: list[Any] = ["summary", "results", "actions"]


class Late(Executor):
    """Runs everything at once, and hands back the last first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn(*args, **kwargs)))
        threading.Timer(0.001, self.give).start()
        return future

    def give(self) -> None:
        future, value = self.waiting.pop()
        if future.set_running_or_notify_cancel():
            future.set_result(value)


@pytest.mark.parametrize("keep", KEEPS)
@pytest.mark.parametrize("players", [("random", "random"), ("random", OWN)])
@pytest.mark.parametrize("first", [0, 7])
def test_threads(keep: Any, players: Any, first: int) -> None:
    with ThreadPoolExecutor(4) as executor:
        results = pw.simulate(
            1000, players, seed=42, first=first, keep=keep, executor=executor, threads=2
        )
    assert results.complete
    here = pw.simulate(1000, players, seed=42, first=first, keep=keep)
    assert same(here, results)
    assert results.game(500) == here.game(500)


@pytest.mark.parametrize("keep", KEEPS)
def test_parts_may_come_back_in_any_order(keep: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "TASK_TIME", 0.001)
    results = pw.simulate(2001, seed=42, keep=keep, executor=Late())
    assert same(pw.simulate(2001, seed=42, keep=keep), results)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"a system without {method}")
    pw.simulate(100)  # a process that has used it
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        for agent in ("random", OWN):
            players = (agent, "random")
            results = pw.simulate(500, players, seed=42, keep="actions", executor=executor)
            assert same(pw.simulate(500, players, seed=42, keep="actions"), results)
        toml = "name = 'house'\nbase = 'winter'\nstarting_buttons = 9"
        house = pw.Edition.from_toml(toml)
        starts = [pw.State(house, seed=seed) for seed in range(3)]
        results = pw.simulate(100, seed=1, start=starts, executor=executor)
        assert same(pw.simulate(100, seed=1, start=starts), results)
        with pytest.raises(pw.AgentError, match=r"game 40, ply .*thought too hard"):
            pw.simulate(1, ("random", Failing("choose")), first=40, executor=executor)


def test_another_executor_of_processes() -> None:
    loky = pytest.importorskip("loky")
    executor = loky.get_reusable_executor(max_workers=2)
    results = pw.simulate(500, (OWN, "random"), seed=42, executor=executor)
    executor.shutdown()
    assert same(pw.simulate(500, (OWN, "random"), seed=42), results)


def test_tasks_are_of_about_a_second_and_as_many_as_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes: list[int] = []
    play = tasks.play_task

    def played(*arguments: Any) -> tasks.Part:
        sizes.append(arguments[2])
        return play(*arguments)._replace(seconds=arguments[2] / 50)

    monkeypatch.setattr(tasks, "play_task", played)
    with ThreadPoolExecutor(1) as executor:
        pw.simulate(10_000, seed=1, executor=executor)
    assert sum(sizes) == 10_000
    assert sizes[: tasks.FIRST_OUT] == [1] * tasks.FIRST_OUT
    assert set(sizes[tasks.FIRST_OUT : -1]) == {50}


def test_a_run_that_is_stopped_cancels_what_is_not_begun() -> None:
    futures: list[Future[Any]] = []

    class Counted(ThreadPoolExecutor):
        def submit(self, *args: Any, **kwargs: Any) -> Any:
            futures.append(super().submit(*args, **kwargs))
            return futures[-1]

    with Counted(1) as executor:
        results = pw.simulate(
            10**12, keep="summary", executor=executor, progress=lambda done, _: done < 1000
        )
    assert results.complete is False
    assert all(future.done() for future in futures)
    assert any(future.cancelled() for future in futures)


def test_a_worker_with_another_version_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "__version__", "0.0.0")
    why = pytest.raises(RuntimeError, match=r"this worker has patchwork 0\.0\.0, the run")
    with ThreadPoolExecutor(1) as executor, why:
        pw.simulate(10, executor=executor)


def test_an_executor_that_is_shut_down_says_so() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="shutdown"):
        pw.simulate(10, executor=executor)


@contextmanager
def cluster() -> Iterator[Any]:
    """Start a Dask scheduler and two worker processes on loopback, and give a client."""
    distributed = pytest.importorskip("distributed")
    settings = {"distributed.scheduler.allowed-failures": 5}
    import dask

    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
        ) as workers,
        distributed.Client(workers) as client,
    ):
        yield client


def test_a_dask_cluster() -> None:
    with cluster() as client:
        results = pw.simulate(5000, seed=42, keep="actions", executor=client.get_executor())
    assert results.complete
    assert same(pw.simulate(5000, seed=42, keep="actions"), results)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_dask_cluster_that_loses_a_worker_half_way() -> None:
    import os
    import signal

    games = 1_000_000
    killed: list[int] = []

    with cluster() as client:

        def progress(done: int, _games: int) -> None:
            if done > games // 4 and not killed:
                workers = client.run(os.getpid)
                killed.append(next(iter(workers.values())))
                os.kill(killed[0], signal.SIGKILL)

        results = pw.simulate(games, seed=42, executor=client.get_executor(), progress=progress)
    assert killed
    assert results.complete
    assert same(pw.simulate(games, seed=42), results)
