"""`patchwork-cli arena`."""

import csv
import json
from pathlib import Path
from typing import Any

import click

import patchwork as pw
from patchwork.cli.options import (
    agent_texts,
    agents_option,
    edition_option,
    json_option,
    refused,
    seed_option,
)
from patchwork.cli.output import INTERRUPTED, finite, leave, print_json
from patchwork.cli.simulate import interruptible

ENDINGS = (".csv", ".json")
COLUMNS = (
    *("agent", "against", "games", "wins", "win_rate", "low", "high", "margin"),
    *("pairs_lost", "pairs_split", "pairs_won", "seconds_a_move", "against_seconds_a_move"),
)


@click.command(short_help="Play a tournament and rate the agents.")
@agents_option("--players", required=True)
@click.option(
    "--games",
    type=click.IntRange(2),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games each two agents play: an even number.",
)
@seed_option
@edition_option
@click.option(
    "--threads",
    type=click.IntRange(1),
    metavar="T",
    help="How many cores to use.  [default: all]",
)
@click.option(
    "--until-sure",
    is_flag=True,
    help="Let two agents stop when it is sure enough which one is better (95 %).",
)
@click.option("--output", metavar="FILE", help="Write a row for each match: .csv or .json.")
@json_option
def arena(
    players: str,
    games: int,
    seed: int | None,
    edition: pw.Edition | None,
    threads: int | None,
    output: str | None,
    *,
    until_sure: bool,
    as_json: bool,
) -> None:
    """Let every agent play every other, on the same circles from both seats, and rate them.

    Elo is relative to the mean of all agents. Both games on one circle are one observation in
    all intervals. Agents limited in seconds never share a core. Ctrl-C ends the tournament and
    prints what was played.

    \b
    Examples:
      patchwork-cli arena --players greedy,random,mcts:iterations=100 --games 200 --seed 1
      patchwork-cli arena --players mcts:level=3,mcts:level=2 --games 1000 --until-sure
    """
    if output is not None:
        with refused("--output"):
            if Path(output).suffix not in ENDINGS:
                raise ValueError(f"{output}: the name must end in {' or '.join(ENDINGS)}")
            if not Path(output).resolve().parent.is_dir():
                raise ValueError(f"no directory {Path(output).resolve().parent}")
    texts = agent_texts(players)
    for text in texts:
        with refused("--players"):
            pw.agent(text, seed=0)
    total = games * len(texts) * (len(texts) - 1) // 2
    with interruptible(total) as progress, refused():
        standings = pw.arena(
            texts,
            games,
            seed=seed,
            edition=edition or "revised",
            threads=threads,
            until_sure=until_sure,
            progress=progress,
        )
    result = finite(standings.as_dict())
    if output is not None:
        with refused(output):
            write(output, result)
    if as_json:
        print_json(result)
    else:
        click.echo(standings)
        click.echo(f"seed {result['info']['seed']}")
    if not standings.complete:
        played = sum(match["games"] for match in result["matches"])
        click.echo(f"Interrupted after {played:,} of {total:,} games.", err=True)
        # A long move may still be thought about.
        leave(INTERRUPTED, thinking=True)


def write(output: str, result: dict[str, Any]) -> None:
    """Write matches to a file."""
    if output.endswith(".json"):
        Path(output).write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
        return
    with Path(output).open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for match in result["matches"]:
            seconds, pairs = match["seconds_a_move"], match["pair_wins"]
            margin, rate, wins = match["margin"][0], match["win_rate"], match["wins"][0]
            rows.writerow([*match["agents"], match["games"], wins, *rate, margin, *pairs, *seconds])
