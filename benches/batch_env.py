"""Steps a second of ``BatchEnv`` beside Gymnasium's vectors of the single environment.

    python benches/batch_env.py [--games 1024] [--seconds 3]

Needs the extra ``rl``. All play uniformly random legal actions. Of ``BatchEnv`` a step is one
player's action, with observation and mask of the next; ``+ sample()`` counts the time to draw the
actions too. Of Gymnasium's vectors a step is the player's action and the opponent's answer, and
drawing the actions is not counted.
"""

import argparse
import os
import time
from collections.abc import Callable

import gymnasium
import numpy as np

import patchwork as pw
import patchwork.gymnasium


def rate(step: Callable[[], float], steps: int, seconds: float) -> float:
    """Give the steps a second of calls that do `steps` each and say how long they took."""
    for _ in range(3):
        step()
    done, spent, end = 0, 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        spent += step()
        done += steps
    return done / spent


def timed(work: Callable[[], object]) -> float:
    """Give the seconds that a call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def batch(games: int, threads: int | None, seconds: float) -> tuple[float, float]:
    """Measure stepping alone, and with the drawing of the actions."""
    env = pw.BatchEnv(games, threads=threads)
    env.reset(seed=1)
    for _ in range(60):  # games at all stages
        env.step(env.sample())

    def step_alone() -> float:
        actions = env.sample()
        return timed(lambda: env.step(actions))

    alone = rate(step_alone, games, seconds)
    drawing_too = rate(lambda: timed(lambda: env.step(env.sample())), games, seconds)
    return alone, drawing_too


def vector(games: int, mode: str, seconds: float) -> float:
    """Measure one of Gymnasium's vectors."""
    envs = gymnasium.make_vec("Patchwork-v0", num_envs=games, vectorization_mode=mode)
    _, info = envs.reset(seed=1)
    masks = info["action_mask"]
    rng = np.random.default_rng(1)

    def step() -> float:
        nonlocal masks
        # Some legal action of each: the first one from a random id on.
        start = int(rng.integers(masks.shape[1]))
        actions = (np.roll(masks, -start, axis=1).argmax(axis=1) + start) % masks.shape[1]
        begin = time.perf_counter()
        *_, info = envs.step(actions)
        spent = time.perf_counter() - begin
        masks = info["action_mask"]
        return spent

    steps = rate(step, games, seconds)
    envs.close()
    return steps


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=3.0)
    options = parser.parse_args()
    cores = os.cpu_count() or 1
    print(f"{cores} cores")
    rows = []
    for threads in sorted({1, cores}):
        alone, drawing_too = batch(options.games, threads, options.seconds)
        name = f"BatchEnv({options.games}), {threads} threads"
        rows += [(name, alone), (f"{name}, + sample()", drawing_too)]
    singles = [
        ("Gymnasium sync, 64 environments", vector(64, "sync", options.seconds)),
        (f"Gymnasium async, {2 * cores} processes", vector(2 * cores, "async", options.seconds)),
    ]
    for name, steps in rows + singles:
        print(f"{name:<40} {steps:>12,.0f} steps/s")
    best = max(steps for _, steps in singles)
    print(f"BatchEnv, {cores} threads, to the faster of Gymnasium's: {rows[-2][1] / best:,.0f}x")


if __name__ == "__main__":
    main()
