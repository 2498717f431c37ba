"""`patchwork-cli replay`."""

from typing import Any

import click

import patchwork as pw
from patchwork.cli.options import edition_option, json_option
from patchwork.cli.output import console, print_json
from patchwork.cli.reading import read_game
from patchwork.narration import tell

NAMES = ("Player 0", "Player 1")


@click.command(short_help="Go through a game move by move.")
@click.argument("source", metavar="FILE")
@edition_option
@json_option
def replay(source: str, edition: pw.Edition | None, *, as_json: bool) -> None:
    """Go through a saved game or an ANU record.

    FILE is a game text or an ANU record (circle and placement); - is standard input, and the
    text itself is taken too. A record is played on the original board unless --edition says
    otherwise.

    \b
    Examples:
      patchwork-cli replay game.txt
      patchwork-cli replay --json record.txt
    """
    game = read_game(source, edition)
    if as_json:
        print_json(summary(game))
        return
    print_game(game)


def print_game(game: pw.Game) -> None:
    """Print every move and what it brought, then the last position."""
    from patchwork import drawing

    states = game.states
    for number, action in enumerate(game.actions, 1):
        before, after = states[number - 1], states[number]
        scores = "{} : {}".format(*after.scores)
        told = " ".join(tell(before, after, action, NAMES))
        click.echo(f"{number:3}. {action!s:4}  {scores:>11}  {told}")
    if game.actions:
        click.echo()
    out = console()
    out.print(drawing.position(game, out.width))


def summary(game: pw.Game) -> dict[str, Any]:
    """Return a game for scripts."""
    states = game.states
    result = game.result
    return {
        "edition": game.start.edition.name,
        "start": str(game.start),
        "moves": [
            {
                "ply": ply,
                "player": states[ply].to_move,
                "action": str(action),
                "id": action.id,
                "positions": states[ply + 1].positions,
                "buttons": states[ply + 1].buttons,
                "scores": states[ply + 1].scores,
            }
            for ply, action in enumerate(game.actions)
        ],
        "result": result and {"scores": result.scores, "winner": result.winner},
    }
