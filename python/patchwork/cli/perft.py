"""`patchwork-cli perft`."""

import time

import click

import patchwork as pw
from patchwork.cli.options import edition_option, json_option, seed_option
from patchwork.cli.output import print_json
from patchwork.cli.reading import read_game


@click.command(short_help="Count action sequences, to check a rules engine.")
@click.option("--depth", type=click.IntRange(0, 2**32 - 1), default=2, show_default=True)
@click.option("--position", metavar="TEXT", help="A position or game: a text, a file, or -.")
@edition_option
@seed_option
@json_option
def perft(
    depth: int, position: str | None, edition: pw.Edition | None, seed: int | None, *, as_json: bool
) -> None:
    """Count the action sequences of each length up to DEPTH.

    A game that ends earlier counts for none. Two engines that give the same counts have the same
    rules. Without --seed or --position the circle is that of seed 0.

    \b
    Example:
      patchwork-cli perft --seed 7 --depth 2
    """
    if position is not None and seed is not None:
        raise click.UsageError("give --seed or --position, not both")
    if position is None:
        state = pw.State(edition or "revised", seed=seed or 0)
    else:
        state = read_game(position, edition).state
    counts: list[int] = []
    try:
        if not as_json:
            click.echo("depth  sequences  seconds")
        for length in range(depth + 1):
            began = time.perf_counter()
            counts.append(pw.perft(state, length))
            if not as_json:
                seconds = time.perf_counter() - began
                click.echo(f"{length:5}  {counts[-1]:9,}  {seconds:7.3f}")
    finally:
        # After Ctrl-C too: what is counted is counted.
        if as_json:
            print_json({"position": str(state), "counts": counts})
