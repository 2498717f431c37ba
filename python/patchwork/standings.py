"""How a tournament is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patchwork.tournament import Standings


def draw(standings: Standings) -> str:
    """Draw the ranking and the cross table."""
    from rich.console import Console
    from rich.table import Table

    ratings = standings.ratings
    order = sorted(range(len(ratings)), key=lambda place: -ratings[place].elo)
    games = sum(len(match.results) for match in standings.matches)
    ranking = Table(title=f"{games:,} games, each circle from both seats")
    for name in ("", "agent", "Elo", "wins", "games", "mean score", "ms a move", "longest"):
        ranking.add_column(name, justify="left" if name == "agent" else "right")
    for rank, place in enumerate(order, 1):
        sides = [
            (match.results.summary().agents[match.places.index(place)], len(match.results))
            for match in standings.matches
            if place in match.places
        ]
        played = sum(count for _, count in sides)
        points = sum(side.score.mean * count for side, count in sides if count)
        times = standings.times(place)
        rating = ratings[place]
        ranking.add_row(
            str(rank),
            standings.agents[place],
            f"{rating.elo:+.0f} ± {rating.error:.0f}",
            f"{sum(side.wins for side, _ in sides):,}",
            f"{played:,}",
            f"{points / played:.2f}" if played else "",
            f"{1000 * times.mean:,.3g}",
            f"{1000 * times.longest:,.3g}",
        )
    cross = Table(title="win rate of the left one, with its interval of 95 %, and mean margin")
    for name in ("agent", "against", "wins", "win rate", "margin"):
        cross.add_column(name, justify="left" if name in {"agent", "against"} else "right")
    for match in standings.matches:
        side = match.results.summary().agents[0]
        rate, margin = side.win_rate, match.margin
        if not len(match.results):
            continue
        cross.add_row(
            *match.names,
            f"{side.wins:,} of {len(match.results):,}",
            f"{100 * rate.mean:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})",
            f"{margin.mean:+.1f} ± {(margin.high - margin.low) / 2:.1f}",
        )
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        console.print(ranking)
        console.print(cross)
    return capture.get().rstrip()
