"""What comes back from many games, and the ways to hand it on."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from patchwork.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike
    from typing import SupportsIndex

    import numpy as np
    from numpy.typing import NDArray

    from patchwork._core import Game, _Tally
    from patchwork.run import Run


class Results:
    """The games of a run, a row a game; made by `simulate`.

    Row i is game `info["first"] + i`. Agents are told apart by their place in `players`, 0 and 1,
    whatever their seats. `len()` is the number of games. pyarrow, polars, pandas and duckdb take
    it as it is.

    >>> results = simulate(4, ("random", "random"), seed=1)
    >>> len(results), results.complete, results.starters.tolist()
    (4, True, [0, 1, 0, 1])
    """

    def __init__(
        self,
        run: Run,
        first: int,
        columns: dict[str, NDArray[Any]],
        tally: _Tally,
        *,
        complete: bool,
    ) -> None:
        """Wrap what a run brought; `simulate` does this."""
        self.run = run
        self.first = int(first)
        self.columns = columns
        self.tally = tally
        #: False for a run that was stopped: the rows are then an unbroken beginning.
        self.complete = complete

    def _column(self, name: str) -> NDArray[Any]:
        column = self.columns.get(name)
        if column is None:
            msg = f"{name}: not kept, this run has keep={self.run.keep!r}"
            raise ValueError(msg)
        return column

    @property
    def scores(self) -> NDArray[np.int16] | NDArray[np.int32]:
        """Scores, shape (n, 2): by agent, not by seat."""
        return self._column("scores")

    @property
    def winners(self) -> NDArray[np.int8]:
        """Which agent won, shape (n,): level scores are decided by the rule."""
        return self._column("winners")

    @property
    def starters(self) -> NDArray[np.int8]:
        """Which agent moved first, shape (n,)."""
        return self._column("starters")

    @property
    def special_tile(self) -> NDArray[np.int8]:
        """Which agent took the special tile, shape (n,); -1 for nobody."""
        return self._column("special_tile")

    @property
    def plies(self) -> NDArray[np.uint16]:
        """How many actions each game had, shape (n,)."""
        return self._column("plies")

    @property
    def actions(self) -> list[NDArray[np.uint16]]:
        """The ids of the actions of each game."""
        ids, ends = self._column("actions"), self.plies.cumsum(dtype="int64")
        return [ids[end - count : end] for end, count in zip(ends, self.plies, strict=True)]

    @property
    def info(self) -> dict[str, Any]:
        """What was played: all that `simulate` needs to play the same games again.

        A dict that JSON can hold: version, agents, seed, edition (a name, or the TOML text of a
        custom one, for `Edition.from_toml`), starts (position texts, for `State.parse`),
        swap_sides, first, games and keep.
        """
        return {**self.run.info, "first": self.first, "games": len(self), "keep": self.run.keep}

    def game(self, i: SupportsIndex, /) -> Game:
        """Give game i of these, counted from 0, whole.

        It is played again from its seed, unless its actions were kept. A Python agent is asked
        again, and must answer as it did.

        Raises:
            ValueError: There is no such game.

        """
        at = _index(i, len(self))
        ids = None
        if "actions" in self.columns:
            end = int(self.plies[: at + 1].sum(dtype="int64"))
            ids = self._column("actions")[end - int(self.plies[at]) : end].tolist()
        return self.run.game(self.first + at, ids)

    def summary(self) -> Summary:
        """Sum up: by agent and by seat, with intervals."""
        return Summary.of(self.tally, self.info["agents"])

    def __len__(self) -> int:
        """Count the games."""
        return self.tally.games

    def __repr__(self) -> str:
        """Say what it is."""
        first, second = self.info["agents"]
        state = "" if self.complete else ", stopped"
        return f"<Results: {len(self)} games from {self.first}, {first} against {second}{state}>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Give the table by the Arrow C stream interface; `info` is its metadata, as JSON."""
        from patchwork.arrow import arrow_stream

        return arrow_stream(self, requested_schema)

    def write(self, path: str | PathLike[str], /) -> None:
        """Write the table to a file: .csv, .arrow or .parquet, by the ending of its name.

        Arrow and Parquet files (which need pyarrow: the extra `arrow`) hold `info` as metadata
        under the key "patchwork"; beside a CSV file it is written as NAME.csv.json.
        """
        from patchwork.files import write_results

        write_results(self, path)


class NoSuchGameError(IndexError, ValueError):
    """A number that no game of these results has."""


def _index(i: SupportsIndex, games: int) -> int:
    """Check the number of a game."""
    if isinstance(i, bool) or not hasattr(i, "__index__"):
        msg = f"game must be an int, not {type(i).__name__}"
        raise TypeError(msg)
    if not 0 <= (number := index(i)) < games:
        msg = f"game must be from 0 to {games - 1}: these are {games} games"
        raise NoSuchGameError(msg)
    return number


def concat(parts: Iterable[Results], /) -> Results:
    """Put the parts of one run together, in order and without a gap.

    What was stopped and gone on with from there is complete if the last part is.

    >>> run = dict(players=("random", "random"), seed=1)
    >>> shards = [simulate(6, first=0, **run), simulate(4, first=6, **run)]
    >>> concat(shards).scores.tolist() == simulate(10, **run).scores.tolist()
    True

    Raises:
        ValueError: The parts are of different runs, or do not follow one another.

    """
    import numpy as np

    parts = list(parts)
    if not parts:
        msg = "concat: no results to put together"
        raise ValueError(msg)
    for part in parts:
        if not isinstance(part, Results):
            msg = f"concat: a {type(part).__name__} is no Results"
            raise TypeError(msg)
    head = parts[0]
    tally, after = head.tally, head.first + len(head)
    for part in parts[1:]:
        for key in ("agents", "seed", "edition", "starts", "swap_sides", "version", "keep"):
            if part.info[key] != head.info[key]:
                msg = f"concat: {key} {part.info[key]!r} and {head.info[key]!r} are two runs"
                raise ValueError(msg)
        if part.first != after:
            msg = f"concat: game {after} comes next, and not {part.first}"
            raise ValueError(msg)
        tally, after = tally.merged(part.tally), after + len(part)
    columns = {
        name: np.concatenate([part.columns[name] for part in parts]) for name in head.columns
    }
    return Results(head.run, head.first, columns, tally, complete=parts[-1].complete)
