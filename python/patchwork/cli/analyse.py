"""`patchwork-cli analyse`."""

from __future__ import annotations

from typing import Any

import click

import patchwork as pw
from patchwork.cli.options import edition_option, json_option, refused, seed_option
from patchwork.cli.output import console, finite, print_json
from patchwork.cli.reading import read_game

NAMES = ("Player 0", "Player 1")


@click.command(short_help="Ask an agent what it thinks of a position.")
@click.argument("source", metavar="[FILE|TEXT]", required=False)
@click.option(
    "--agent",
    default="mcts",
    show_default=True,
    metavar="AGENT",
    help="An agent that searches, such as `mcts:seconds=5`.",
)
@click.option(
    "--lines", type=click.IntRange(1), default=5, show_default=True, help="How many actions."
)
@edition_option
@seed_option
@json_option
def analyse(
    source: str | None,
    agent: str,
    lines: int,
    edition: pw.Edition | None,
    seed: int | None,
    *,
    as_json: bool,
) -> None:
    """Print the best actions of a position: value, margin, visits, and how play would go on.

    FILE, TEXT or - (standard input) is a position text, a game text or an ANU record; without
    it, the start of a game is analysed. Value is the chance to win and margin expected points,
    both for the player to move.

    \b
    Examples:
      patchwork-cli analyse --seed 7
      patchwork-cli analyse game.txt --agent mcts:iterations=20000,threads=2 --json
    """
    if source is None:
        state = pw.State(edition or "revised", seed=seed)
    elif seed is not None:
        raise click.UsageError("give --seed or a position, not both")
    else:
        state = read_game(source, edition).state
    with refused():
        if state.is_over:
            raise ValueError("nothing to analyse: the game is over")
        found = pw.agent(agent, seed=0).analyse(state, lines)
    if as_json:
        print_json(finite({"position": str(state), "lines": [summary(line) for line in found]}))
    else:
        print_table(state, found)


def summary(line: pw.Line) -> dict[str, Any]:
    """Return a line for scripts."""
    return {
        "action": str(line.action),
        "id": line.action.id,
        "value": line.value,
        "margin": line.margin,
        "visits": line.visits,
        "exact": line.exact,
        "pv": [str(action) for action in line.pv],
    }


def print_table(state: pw.State, lines: list[pw.Line]) -> None:
    """Print the lines, the best first."""
    from rich.table import Table

    from patchwork.advice import phrase

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("value", "margin", "visits", "action", "line"):
        numeric = heading in ("value", "margin", "visits")
        table.add_column(
            heading, justify="right" if numeric else "left", no_wrap=numeric, overflow="fold"
        )
    for line in lines:
        table.add_row(
            "exact" if line.exact else f"{100 * line.value:.1f} %",
            f"{line.margin:+.1f}",
            f"{line.visits:,}",
            phrase(state, line.action),
            " ".join(str(action) for action in line.pv),
        )
    click.echo(f"{NAMES[state.to_move or 0]} to move")
    console().print(table)
