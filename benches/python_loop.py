"""What Python costs: the loop that users write beside one that computes nothing, and `simulate`.

    python benches/python_loop.py [--seconds 5]

A stub has the calls of a State (`to_move`, `legal_action_ids`, `after`) and gives ready answers:
its loop is what Python itself takes, drawing a number included. Of one the methods are Python's,
which the interpreter calls without leaving its loop; of the other they are compiled, as those of
any extension are. All play games of the same length by turns, and the best time of each counts, so
that other work on the machine does not.
`simulate` is held to `cargo bench --bench games`, the same games in a loop of Rust.
"""

import argparse
import random
import time
from functools import partial
from typing import Any

import numpy as np

import patchwork as pw


class Stub:
    """A position of a game that is known beforehand."""

    __slots__ = ("ids", "next", "to_move")

    def __init__(self, ids: Any, following: "Stub | None") -> None:
        """Take the answers."""
        self.ids = ids
        self.next = following
        self.to_move = None if following is None else 0

    def legal_action_ids(self) -> Any:
        """Give the array that there is."""
        return self.ids

    def after(self, _action: Any) -> "Stub | None":
        """Give the next position."""
        return self.next


class CompiledStub:
    """The same of built-in functions: the interpreter calls compiled code that looks it up."""

    __slots__ = ("after", "legal_action_ids", "to_move")

    def __init__(self, ids: Any, following: "CompiledStub | None") -> None:
        """Take the answers."""
        answers = {0: ids, 1: following}
        # Whatever the action, which is the default of `get` and not needed.
        self.legal_action_ids = partial(answers.get, 0)
        self.after = partial(answers.get, 1)
        self.to_move = None if following is None else 0


def play(state: Any) -> int:
    """Play one random game as users write it; give the number of actions."""
    plies = 0
    while state.to_move is not None:
        ids = state.legal_action_ids()
        state = state.after(ids[random.randrange(len(ids))])
        plies += 1
    return plies


def stub_of(kind: Any, start: pw.State) -> Any:
    """Make the stub of a random game."""
    ids = []
    state = start
    while state.to_move is not None:
        ids.append(state.legal_action_ids())
        state = state.after(int(random.choice(ids[-1])))
    stub = kind(np.empty(0, "uint16"), None)
    for legal in reversed(ids):
        stub = kind(legal, stub)
    return stub


def seconds_a_ply(states: list[Any]) -> float:
    """Play a game from each."""
    begun = time.perf_counter()
    plies = sum(play(state) for state in states)
    return (time.perf_counter() - begun) / plies


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    random.seed(1)
    starts = [pw.State(seed=seed) for seed in range(20)]
    loops = {
        "a State": starts,
        "a stub in Python": [stub_of(Stub, start) for start in starts],
        "a compiled stub": [stub_of(CompiledStub, start) for start in starts],
    }
    times: dict[str, float] = dict.fromkeys(loops, float("inf"))
    end = time.perf_counter() + options.seconds
    while time.perf_counter() < end:
        for name, states in loops.items():
            times[name] = min(times[name], seconds_a_ply(states))
    for name, best in times.items():
        share = 100 * best / times["a State"]
        print(f"over {name:<17} {1e9 * best:8,.0f} ns an action {share:8.0f} %")
    for threads in (1, None):
        best = 0.0
        end = time.perf_counter() + options.seconds
        while time.perf_counter() < end:
            begun = time.perf_counter()
            pw.simulate(200_000, seed=1, threads=threads)
            best = max(best, 200_000 / (time.perf_counter() - begun))
        name = "one thread" if threads else "all cores"
        print(f"simulate, {name:<12} {best:8,.0f} games a second")


if __name__ == "__main__":
    main()
