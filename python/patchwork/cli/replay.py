"""`patchwork-cli replay`."""

import sys
from typing import TYPE_CHECKING, Any

import click

import patchwork as pw
from patchwork.cli.options import edition_option, json_option, refused
from patchwork.cli.output import console, leave, print_json
from patchwork.cli.reading import read_game
from patchwork.narration import tell

if TYPE_CHECKING:
    from patchwork.advice import Adviser

NAMES = ("Player 0", "Player 1")


@click.command(short_help="Go through a game move by move.")
@click.argument("source", metavar="FILE")
@click.option("--agent", metavar="AGENT", help="What this agent thinks of every position.")
@click.option("--plain", is_flag=True, help="Print the game, without a full screen.")
@edition_option
@json_option
def replay(
    source: str, edition: pw.Edition | None, agent: str | None, *, plain: bool, as_json: bool
) -> None:
    """Go through a saved game or an ANU record.

    FILE is a game text or an ANU record (circle and placement); - is standard input, and the
    text itself is taken too. A record is played on the original board unless --edition says
    otherwise. On a terminal one steps through the game on the full screen.

    \b
    Examples:
      patchwork-cli replay game.txt
      patchwork-cli replay --plain --agent mcts:iterations=500 game.txt
      patchwork-cli replay --json record.txt
    """
    from patchwork.advice import Adviser

    game = read_game(source, edition)
    with refused("--agent"):
        adviser = Adviser(agent) if agent else None
    if as_json:
        print_json(summary(game, adviser))
    elif plain or source == "-" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print_game(game, adviser)
    else:
        from patchwork.tui import replay_full_screen

        evaluate = adviser is not None
        status, thinking = replay_full_screen(game, adviser or Adviser(), evaluate=evaluate)
        leave(status, thinking=thinking)


def print_game(game: pw.Game, adviser: "Adviser | None") -> None:
    """Print every move and what it brought, then the last position."""
    from patchwork import drawing
    from patchwork.advice import verdict

    states = game.states
    for number, action in enumerate(game.actions, 1):
        before, after = states[number - 1], states[number]
        if adviser:
            click.echo(f"      {verdict(before, adviser.advise(before), NAMES)}")
        scores = "{} : {}".format(*after.scores)
        told = " ".join(tell(before, after, action, NAMES))
        click.echo(f"{number:3}. {action!s:4}  {scores:>11}  {told}")
    if game.actions:
        click.echo()
    out = console()
    out.print(drawing.position(game, out.width))


def summary(game: pw.Game, adviser: "Adviser | None") -> dict[str, Any]:
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
                **(evaluation(states[ply], adviser) if adviser else {}),
            }
            for ply, action in enumerate(game.actions)
        ],
        "result": result and {"scores": result.scores, "winner": result.winner},
    }


def evaluation(state: pw.State, adviser: "Adviser") -> dict[str, Any]:
    """Return what an agent thinks of a position, for the player to move."""
    advice = adviser.advise(state)
    return {"advice": str(advice.action), "value": advice.value, "margin": advice.margin}
