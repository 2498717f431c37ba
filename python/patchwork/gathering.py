"""The books of a run: parts come in any order, and go where they belong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from patchwork.results import Results

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from patchwork._core import _Tally
    from patchwork.run import Run


class Gathering:
    """Room for the games of a run, allocated at once, and filled part by part.

    `len()` counts the games that are there without a gap.
    """

    def __init__(self, run: Run, first: int, games: int) -> None:
        """Allocate."""
        import numpy as np

        self._run, self._first, self._games = run, first, games
        columns, self._tally = run.plan.record(first, [], run.keep)
        self._columns = {
            name: np.empty((games, *column.shape[1:]), column.dtype)
            for name, column in columns.items()
            if name != "actions"
        }
        self._actions: list[NDArray[np.uint16]] = []
        self._waiting: dict[int, tuple[_Tally, NDArray[np.uint16] | None]] = {}

    def __len__(self) -> int:
        """Count the games without a gap."""
        return self._tally.games

    def add(self, at: int, columns: dict[str, NDArray[Any]], tally: _Tally) -> None:
        """Enter a part: its first game is number `at` of the run, counted from 0."""
        for name, column in self._columns.items():
            column[at : at + tally.games] = columns[name]
        self._waiting[at] = tally, columns.get("actions")
        while (part := self._waiting.pop(len(self), None)) is not None:
            tally, actions = part
            self._tally = self._tally.merged(tally)
            if actions is not None:
                self._actions.append(actions)
            if not tally.games:
                break

    def results(self) -> Results:
        """Give what is there without a gap."""
        import numpy as np

        done = len(self)
        columns = self._columns
        if done < self._games:
            columns = {name: column[:done].copy() for name, column in columns.items()}
        if self._run.keep == "actions":
            empty = np.empty(0, "uint16")
            columns = {**columns, "actions": np.concatenate([empty, *self._actions])}
        return Results(self._run, self._first, columns, self._tally, complete=done == self._games)
