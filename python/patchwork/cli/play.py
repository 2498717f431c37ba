"""`patchwork-cli play`."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

import patchwork as pw
from patchwork.cli.options import edition_option, read_text, refused, seed_option, two_agents
from patchwork.cli.output import leave
from patchwork.cli.reading import parse_game

if TYPE_CHECKING:
    from patchwork.session import Session

PACE = 1.0
"""Seconds between the moves of agents that one watches."""


@click.command(short_help="Play a game in the terminal.")
@click.option(
    "--opponent",
    metavar="AGENT",
    default="2",
    show_default=True,
    help="An agent, a level from 1 to 5, or `person` at the same keyboard.",
)
@click.option("--first", type=click.Choice(["you", "them"]), default="you", show_default=True)
@click.option("--watch", metavar="A,B", help="Watch two agents instead of playing.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=PACE,
    show_default=True,
    help="Seconds between the moves that one watches.",
)
@click.option("--load", metavar="FILE", help="Go on with a saved game or an ANU record.")
@click.option("--save", metavar="FILE", help="Keep the game in this file when one leaves.")
@click.option("--hints", metavar="AGENT", help="Who gives hints.  [default: a strong mcts]")
@click.option("--plain", is_flag=True, help="Play by lines of text, without a full screen.")
@edition_option
@seed_option
def play(
    opponent: str,
    first: str,
    watch: str | None,
    pace: float,
    load: str | None,
    save: str | None,
    hints: str | None,
    edition: pw.Edition | None,
    seed: int | None,
    *,
    plain: bool,
) -> None:
    """Play against an agent or a person, or watch two agents.

    Without a terminal, or with --plain, the game is played by lines of text: a screen reader can
    follow it, and a whole game can be piped in.

    \b
    Examples:
      patchwork-cli play
      patchwork-cli play --opponent 4 --first them --edition valentine
      patchwork-cli play --load game.txt --save game.txt
      patchwork-cli play --watch greedy,random --pace 0.5
      echo quit | patchwork-cli play --plain --opponent random --seed 7
    """
    from patchwork.advice import Adviser
    from patchwork.session import PERSON, YOU, Seat, Session, opponent_seat

    if load is not None and seed is not None:
        raise click.UsageError("give --seed or --load, not both")
    if load is None:
        game = pw.Game(pw.State(edition or "revised", seed=seed))
    else:
        game = parse_game(read_text(load), edition, load)
    with refused("--watch" if watch else "--opponent"):
        if watch is not None:
            texts = two_agents(watch, "--watch")
            seats = [opponent_seat(text, number) for number, text in enumerate(texts)]
        else:
            you = 0 if first == "you" else 1
            them = opponent_seat(opponent, 1 - you)
            us = Seat(f"Player {you}" if opponent == PERSON else YOU)
            seats = [us, them] if first == "you" else [them, us]
    path = Path(save) if save else Path(load) if load and load != "-" else None
    session = Session(game, seats, path, keep=save is not None, seed=seed or 0)
    with refused("--hints"):
        adviser = Adviser(hints)
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from patchwork.cli.plain import PlainGame

        PlainGame(session, adviser, pace if watch and sys.stdout.isatty() else 0).run()
        return
    from patchwork.tui import play_full_screen

    status, thinking = play_full_screen(session, adviser, pace)
    keep_record(session)
    if session.path and not session.unsaved and not session.state.is_over:
        sides = ["--watch", watch] if watch else ["--opponent", opponent, "--first", first]
        line = ["patchwork-cli", "play", "--load", str(session.path), *sides]
        click.echo(f"Go on with: {shlex.join(line)}")
    leave(status, thinking=thinking)


def keep_record(session: "Session") -> None:
    """Write the game to the file that was asked for; print it if it is not in any file."""
    if not session.unsaved:
        return
    try:
        if session.keep:
            click.echo(f"Saved in {session.save()}.")
            return
    except OSError as error:
        click.echo(f"Not saved in {session.path}: {error.strerror}.", err=True)
    click.echo(session.game.dumps(), nl=False)
