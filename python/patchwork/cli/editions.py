"""`patchwork-cli editions`."""

from typing import Any

import click

import patchwork as pw
from patchwork.cli.options import EditionType, json_option
from patchwork.cli.output import console, print_json


@click.command(short_help="List the boxes of the game that are built in.")
@click.argument("edition", type=EditionType(), metavar="[NAME|FILE]", required=False)
@json_option
def editions(edition: pw.Edition | None, *, as_json: bool) -> None:
    """List the built-in editions, or print one whole as TOML: a start for house rules.

    \b
    Examples:
      patchwork-cli editions
      patchwork-cli editions revised > house.toml
    """
    if edition is not None and not as_json:
        click.echo(edition.to_toml(), nl=False)
        return
    listed = [edition] if edition else [pw.Edition(name) for name in pw.editions()]
    if as_json:
        print_json([summary(each) for each in listed])
        return
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("name", "box", "special spaces", "remarks"):
        table.add_column(heading, overflow="fold")
    for each in listed:
        spaces = " ".join(map(str, each.special_spaces))
        table.add_row(each.name, each.title, spaces, each.note)
    console().print(table)


def summary(edition: pw.Edition) -> dict[str, Any]:
    """Return an edition for scripts."""
    return {
        "name": edition.name,
        "title": edition.title,
        "note": edition.note,
        "patches": len(edition.patches),
        "track_length": edition.track_length,
        "income_spaces": edition.income_spaces,
        "special_spaces": edition.special_spaces,
        "starting_buttons": edition.starting_buttons,
        "empty_space_penalty": edition.empty_space_penalty,
        "special_tile": edition.special_tile,
        "final_income": edition.final_income,
    }
