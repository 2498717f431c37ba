"""`patchwork-cli simulate`."""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

import patchwork as pw
from patchwork.cli.options import (
    agents_option,
    edition_option,
    json_option,
    refused,
    seed_option,
    two_agents,
)
from patchwork.cli.output import INTERRUPTED, console, finite, print_json

if TYPE_CHECKING:
    from patchwork.simulation import Keep


@click.command(short_help="Play many games and sum them up.")
@click.option(
    "--games",
    type=click.IntRange(0),
    default=10_000,
    show_default=True,
    metavar="N",
    help="How many games.",
)
@agents_option("--players", default="random,random")
@seed_option
@edition_option
@click.option(
    "--threads",
    type=click.IntRange(1),
    metavar="T",
    help="Threads.  [default: one for each core]",
)
@click.option(
    "--first",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="I",
    help="The index of the first game: for shards, and to go on with a run.",
)
@click.option(
    "--swap-sides/--no-swap-sides",
    default=True,
    show_default=True,
    help="Whether each circle is played twice, once from either side.",
)
@click.option(
    "--output",
    metavar="FILE",
    help="Write a row for each game: .csv, .arrow or .parquet (the last two need pyarrow).",
)
@click.option("--actions", is_flag=True, help="With --output: every action, too.")
@json_option
def simulate(
    games: int,
    players: str,
    seed: int | None,
    edition: pw.Edition | None,
    threads: int | None,
    first: int,
    output: str | None,
    *,
    swap_sides: bool,
    actions: bool,
    as_json: bool,
) -> None:
    """Play many games between two agents and print how they fared.

    The same seed gives the same games, whatever the number of threads. Ctrl-C ends the run and
    sums up what was played.

    \b
    Examples:
      patchwork-cli simulate --games 1000000 --seed 1
      patchwork-cli simulate --players greedy,random --output games.csv
    """
    if output is not None:
        from patchwork.files import check_ending

        with refused("--output"):
            check_ending(output)
            if not Path(output).resolve().parent.is_dir():
                raise ValueError(f"no directory {Path(output).resolve().parent}")
    elif actions:
        raise click.UsageError("--actions says what --output holds: give a file, too")
    keep: Keep = "summary" if output is None else "actions" if actions else "results"
    pair = two_agents(players, "--players")
    began = time.perf_counter()
    with interruptible(games) as progress, refused():
        results = pw.simulate(
            games,
            pair,
            seed=seed,
            edition=edition or "revised",
            first=first,
            swap_sides=swap_sides,
            keep=keep,
            threads=threads,
            progress=progress,
        )
    seconds = time.perf_counter() - began
    if output is not None:
        with refused(output):
            results.write(output)
    if as_json:
        print_json(summary(results, seconds))
    else:
        click.echo(results.summary())
        speed = f"{len(results) / seconds:,.0f} games a second" if seconds else ""
        click.echo(f"seed {results.info['seed']}, {seconds:.2f} s, {speed}")
    if not results.complete:
        click.echo(f"Interrupted after {len(results):,} of {games:,} games.", err=True)
        click.get_current_context().exit(INTERRUPTED)


def summary(results: "pw.Results", seconds: float) -> Any:
    """Return a run for scripts."""
    return finite(
        {
            **results.summary().as_dict(),
            "info": results.info,
            "complete": results.complete,
            "seconds": seconds,
            "games_per_second": len(results) / seconds if seconds else None,
        }
    )


@contextmanager
def interruptible(games: int) -> Iterator[Callable[[int, int], bool]]:
    """Give what shows on a terminal how far a run is, and stops it after Ctrl-C.

    A second Ctrl-C ends the command however the run stands.
    """
    asked = False

    def ask(_signal: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        if not sys.stderr.isatty():
            yield lambda _done, _games: not asked
            return
        from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console(stderr=True), transient=True) as bar:
            task = bar.add_task("games", total=games)

            def progress(done: int, _games: int) -> bool:
                bar.update(task, completed=done)
                return not asked

            yield progress
    finally:
        signal.signal(signal.SIGINT, before)
