"""`patchwork-cli show`."""

from pathlib import Path
from typing import Any

import click

import patchwork as pw
from patchwork.cli.options import edition_option, json_option, refused, seed_option
from patchwork.cli.output import console, print_json
from patchwork.cli.reading import read_game


@click.command(short_help="Draw a position or the end of a game.")
@click.argument("source", metavar="[FILE|TEXT]", required=False)
@edition_option
@seed_option
@click.option(
    "--output",
    metavar="FILE",
    help="Draw it to a file instead: .svg, or .png (which needs cairosvg).",
)
@json_option
def show(
    source: str | None,
    edition: pw.Edition | None,
    seed: int | None,
    output: str | None,
    *,
    as_json: bool,
) -> None:
    """Draw a position: quilts, patches on offer, time board and scores.

    FILE, TEXT or - (standard input) is a position text, a game text or an ANU record; without
    it, the start of a game is drawn.

    \b
    Examples:
      patchwork-cli show --seed 7 --edition original
      patchwork-cli show game.txt --output quilt.svg
      patchwork-cli show "BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA BAAA."
    """
    if source is None:
        game = pw.Game(pw.State(edition or "revised", seed=seed))
    elif seed is not None:
        raise click.UsageError("give --seed or a position, not both")
    else:
        game = read_game(source, edition)
    if output is not None:
        draw_to(Path(output), game)
    if as_json:
        print_json(summary(game))
    if as_json or output is not None:
        return
    from patchwork import drawing

    out = console()
    with refused():
        out.print(drawing.position(game, out.width))


def draw_to(path: Path, game: pw.Game) -> None:
    """Write a picture in the format that the name's ending says."""
    with refused("--output"):
        if path.suffix not in (".svg", ".png"):
            raise ValueError(f"{path}: the ending must be .svg or .png, not {path.suffix!r}")
        if path.suffix == ".svg":
            path.write_text(pw.svg(game), encoding="utf-8")
            return
        try:
            import cairosvg
        except ModuleNotFoundError as error:
            why = ".png files need cairosvg: pip install 'patchwork-engine[png]'"
            raise ModuleNotFoundError(why, name="cairosvg") from error
        cairosvg.svg2png(bytestring=pw.svg(game).encode(), write_to=str(path))


def summary(game: pw.Game) -> dict[str, Any]:
    """Return a position for scripts."""
    state = game.state
    return {
        "position": str(state),
        "edition": state.edition.name,
        "plies": len(game.actions),
        "to_move": state.to_move,
        "special_pending": state.special_pending,
        "positions": state.positions,
        "buttons": state.buttons,
        "incomes": state.incomes,
        "scores": state.scores,
        "winner": state.winner,
        "special_tile_owner": state.special_tile_owner,
        "special_spaces": state.special_spaces,
        "circle": state.circle,
        "offered": [
            {
                "letter": patch.letter,
                "button_cost": patch.button_cost,
                "time_cost": patch.time_cost,
                "income": patch.income,
                "cells": patch.cells,
            }
            for patch in state.offered
        ],
        "layouts": [game.layout(player) for player in (0, 1)],
        "legal_actions": state.count_legal_actions(),
    }
