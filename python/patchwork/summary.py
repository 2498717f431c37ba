"""Summaries of many games, with intervals that take a pair on one circle as one observation."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchwork._core import _Tally

#: The standard normal deviate of a two-sided interval of 95 %.
Z = 1.959964


class Estimate(NamedTuple):
    """A mean over games, with its interval of 95 %."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Side:
    """How an agent, or whoever had a seat, fared."""

    name: str
    wins: int
    win_rate: Estimate
    score: Estimate


@dataclass(frozen=True)
class Summary:
    """Many games summed up; prints as a table.

    `agents` are the two agents, `seats` who moved first and who moved second. A level score is
    still won by someone; `level` tells how often that was. Rates are from 0 to 1.

    The intervals are normal approximations of the ratio of two sums over observations, for rates
    Wilson's with the number of games that would have the same variance; two games on one circle
    are one observation.
    """

    games: int
    observations: int
    agents: tuple[Side, Side]
    seats: tuple[Side, Side]
    level: Estimate
    plies: Estimate
    shortest: int | None
    longest: int | None
    special_tile: tuple[Estimate, Estimate]
    pair_wins: tuple[int, int, int]

    @classmethod
    def of(cls, tally: _Tally, agents: Sequence[str]) -> Summary:
        """Sum up a tally."""
        metrics = _Metrics(tally)
        names = (f"{agents[0]} (0)", f"{agents[1]} (1)") if agents[0] == agents[1] else agents
        first, second = (metrics.side(names[k], f"win_{k}", f"score_{k}") for k in (0, 1))
        seats = [metrics.side(f"moved {k}", f"{k}_win", f"{k}_score") for k in ("first", "second")]
        shortest, longest = tally.length or (None, None)
        return cls(
            games=tally.games,
            observations=metrics.observations,
            agents=(first, second),
            seats=(seats[0], seats[1]),
            level=metrics.rate("level"),
            plies=metrics.mean("plies"),
            shortest=shortest,
            longest=longest,
            special_tile=(metrics.rate("tile_0"), metrics.rate("tile_1")),
            pair_wins=tally.pair_wins,
        )

    def as_dict(self) -> dict[str, Any]:
        """Give all of it as what JSON can hold; estimates are [mean, low, high]."""
        return asdict(self)

    def __str__(self) -> str:
        """Draw the table."""
        from rich.console import Console
        from rich.table import Table

        table = Table(title=f"{self.games:,} games, {self.observations:,} observations")
        for name in ("", "wins", "win rate", "mean score"):
            table.add_column(name, justify="right" if name else "left")
        for group in (self.agents, self.seats):
            for side in group:
                table.add_row(
                    side.name, f"{side.wins:,}", _percent(side.win_rate), _points(side.score)
                )
            table.add_section()
        table.add_row("level scores", "", _percent(self.level), "")
        tiles = " / ".join(_share(tile.mean) for tile in self.special_tile)
        table.add_row("special tile", "", tiles, "")
        lengths = f"{self.shortest} to {self.longest}" if self.games else ""
        table.add_row("plies", "", lengths, _points(self.plies))
        # Agents may have any name: "[bold]" is one.
        console = Console(
            width=100, color_system=None, force_jupyter=False, markup=False, emoji=False
        )
        with console.capture() as capture:
            console.print(table)
        return capture.get().rstrip()


def _share(part: float) -> str:
    return "" if math.isnan(part) else f"{100 * part:.2f} %"


def _percent(rate: Estimate) -> str:
    if math.isnan(rate.mean):
        return ""
    return f"{_share(rate.mean)} ({100 * rate.low:.2f} to {100 * rate.high:.2f})"


def _points(mean: Estimate) -> str:
    """Write a mean; nothing is known of how sure it is if there was one observation."""
    if math.isnan(mean.mean):
        return ""
    half = (mean.high - mean.low) / 2
    return f"{mean.mean:.3f}" + ("" if math.isnan(half) else f" ± {half:.3f}")


class _Metrics:
    """The sums of a tally by name, and what they say."""

    def __init__(self, tally: _Tally) -> None:
        self._kinds = tally.sums
        self._at = {name: at for at, name in enumerate(tally.METRICS)}
        self.games = sum(size * count for size, count, _, _ in self._kinds)
        self.observations = sum(count for _, count, _, _ in self._kinds)

    def total(self, metric: str) -> int:
        at = self._at[metric]
        return sum(sums[at] for _, _, sums, _ in self._kinds)

    def _mean_and_variance(self, metric: str) -> tuple[float, float]:
        """Mean over games, and the variance of that mean."""
        at = self._at[metric]
        if self.games == 0:
            return math.nan, math.nan
        mean = self.total(metric) / self.games
        spread = sum(
            squares[at] - 2 * mean * size * sums[at] + mean * mean * size * size * count
            for size, count, sums, squares in self._kinds
        )
        n = self.observations
        if n < 2:
            return mean, math.nan
        return mean, max(spread, 0.0) * n / (n - 1) / self.games**2

    def mean(self, metric: str) -> Estimate:
        mean, variance = self._mean_and_variance(metric)
        half = Z * math.sqrt(variance)
        return Estimate(mean, mean - half, mean + half)

    def rate(self, metric: str) -> Estimate:
        mean, variance = self._mean_and_variance(metric)
        if math.isnan(variance):
            return Estimate(mean, 0.0, 1.0)
        # The games that, each on its own, would tell as much; the observations where all agree.
        n = mean * (1 - mean) / variance if variance > 0 else self.observations
        middle = (mean + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * math.sqrt(mean * (1 - mean) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        low, high = max(0.0, middle - half), min(1.0, middle + half)
        return Estimate(mean, min(low, mean), max(high, mean))

    def side(self, name: str, win: str, score: str) -> Side:
        return Side(name, self.total(win), self.rate(win), self.mean(score))
