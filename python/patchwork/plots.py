"""Plots of simulations and arenas: ``pw.plot``. It needs the extra ``plot``.

>>> import patchwork as pw
>>> figure = plot(pw.simulate(1_000, ("random", "random"), seed=1))
>>> figure.savefig("games.png")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from patchwork.pictures import INK, PLAYERS
from patchwork.results import Results
from patchwork.tournament import Standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from patchwork.summary import Estimate, Summary

SEATS = ("#8a6d1f", "#c9a94a")
BARS = 60
"""A histogram of scores has about so many bars."""


def plot(results: Results | Standings, /) -> Figure:
    """Plot a simulation or an arena.

    A simulation shows how the scores of both agents are spread, how often each agent and each
    seat won, and their mean scores. Of one that kept its summary alone the spread is not known. An
    arena shows the ratings of the agents, and how often each of them beat each other. Intervals
    are of 95 %.

    Gives a matplotlib Figure, which a notebook shows; ``savefig`` writes it to a file. Raises
    TypeError for anything else, ValueError if there are no games, ImportError without matplotlib.
    """
    if isinstance(results, Results):
        return plot_simulation(results)
    if isinstance(results, Standings):
        return plot_arena(results)
    raise TypeError(f"results must be Results or Standings, not {type(results).__name__}")


def new_figure(width: float, height: float) -> Figure:
    """Make a figure that no window and no list holds on to."""
    try:
        # Notebooks show figures once pyplot is there.
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError(
            "a plot needs matplotlib: pip install 'patchwork-engine[plot]'", name="matplotlib"
        ) from error
    figure = plt.figure(figsize=(width, height), layout="constrained")
    plt.close(figure)
    return figure


def plot_simulation(results: Results) -> Figure:
    """Plot one simulation."""
    summary = results.summary()
    if summary.games == 0:
        raise ValueError("the results have no games to plot")
    spread = "scores" in results.columns
    figure = new_figure(10 if spread else 7, 4)
    figure.suptitle(f"{summary.games:,} games: {summary.agents[0].name} - {summary.agents[1].name}")
    widths = [2.2, 1, 1] if spread else [1, 1]
    axes = figure.subplots(1, len(widths), width_ratios=widths)
    if spread:
        plot_scores(axes[0], results, summary)
    sides = [*summary.agents, *summary.seats]
    names = [side.name for side in sides]
    plot_intervals(axes[-2], names, [side.win_rate for side in sides], "won", rates=True)
    plot_intervals(axes[-1], [""] * len(names), [side.score for side in sides], "mean score")
    return figure


def plot_scores(axes: Axes, results: Results, summary: Summary) -> None:
    """Draw how the scores of the two agents are spread, each with its mean."""
    scores = results.scores
    low, high = int(scores.min()), int(scores.max())
    step = max(1, -(-(high - low + 1) // BARS))
    bins = np.arange(low, high + step + 1, step) - 0.5
    for agent, side in enumerate(summary.agents):
        axes.hist(
            scores[:, agent],
            bins=bins.tolist(),
            density=True,
            alpha=0.5,
            color=PLAYERS[agent],
            label=side.name,
        )
        axes.axvline(side.score.mean, color=PLAYERS[agent], linestyle="--", linewidth=1)
    axes.set_xlabel("score")
    axes.set_ylabel("share of games, by point")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def plot_intervals(
    axes: Axes,
    names: Sequence[str],
    estimates: Sequence[Estimate],
    title: str,
    *,
    rates: bool = False,
) -> None:
    """Draw means with their intervals, one below the other."""
    for at, (estimate, colour) in enumerate(zip(estimates, PLAYERS + SEATS, strict=True)):
        axes.plot([estimate.low, estimate.high], [at, at], color=colour, linewidth=2)
        axes.plot(estimate.mean, at, "o", color=colour)
        text = f"{100 * estimate.mean:.1f} %" if rates else f"{estimate.mean:.1f}"
        axes.annotate(
            text, (estimate.mean, at), xytext=(0, 7), textcoords="offset points", ha="center"
        )
    if rates:
        axes.axvline(0.5, color="#8c8171", linewidth=0.8, linestyle=":")
        axes.xaxis.set_major_formatter(lambda rate, _: f"{100 * rate:.3g} %")
    axes.margins(x=0.25)
    axes.locator_params(axis="x", nbins=3)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.7)
    axes.set_title(title, fontsize="medium")
    axes.spines[["top", "right"]].set_visible(False)


def plot_arena(standings: Standings) -> Figure:
    """Plot ratings, best first, and who beat whom how often."""
    ratings = standings.ratings
    order = sorted(range(len(ratings)), key=lambda place: -ratings[place].elo)
    names = [standings.agents[place] for place in order]
    rates = np.full((len(order), len(order)), np.nan)
    games = 0
    for match in standings.matches:
        if not len(match.results):
            continue
        games += len(match.results)
        one, other = (order.index(place) for place in match.places)
        rate = match.results.summary().agents[0].win_rate.mean
        rates[one, other], rates[other, one] = rate, 1 - rate
    if not games:
        raise ValueError("the arena has no games to plot")
    size = 2 + 0.7 * len(names)
    figure = new_figure(5 + 1.3 * size, size)
    figure.suptitle(f"{games:,} games")
    elo, cross = figure.subplots(1, 2, width_ratios=[1, 1.2], sharey=True)
    for at, place in enumerate(order):
        rating = ratings[place]
        elo.plot([rating.elo - rating.error, rating.elo + rating.error], [at, at], color=INK)
        elo.plot(rating.elo, at, "o", color=INK)
    elo.set_yticks(range(len(names)), names)
    elo.set_title("Elo", fontsize="medium")
    elo.spines[["top", "right"]].set_visible(False)
    elo.grid(axis="x", alpha=0.3)
    image = cross.imshow(rates, cmap="BrBG", vmin=0, vmax=1, aspect="auto")
    for row, col in np.argwhere(~np.isnan(rates)):
        rate = rates[row, col]
        colour = "white" if abs(rate - 0.5) > 0.3 else "black"
        cross.text(col, row, f"{100 * rate:.1f}", ha="center", va="center", color=colour)
    cross.set_xticks(range(len(names)), names, rotation=30, ha="right", rotation_mode="anchor")
    cross.set_title("% of games that the left one won", fontsize="medium")
    figure.colorbar(image, ax=cross, format=lambda rate, _: f"{100 * rate:.0f} %")
    return figure
