"""Games and positions as users give them: a file, a text, or standard input."""

import click

import patchwork as pw
from patchwork.cli.options import is_file, read_text, refused

KINDS = "a position text, a game text or an ANU record (circle and placement)"
POSITION_FIELDS = 12
LEAST_CIRCLE = 10
"""A word of fewer letters is no damaged circle, but something else."""


def read_game(source: str, edition: pw.Edition | None) -> pw.Game:
    """Return the game of FILE, TEXT or `-`; a position is a game that has just begun there."""
    if source == "-":
        return parse_game(read_text("-"), edition, "standard input")
    if is_file(source):
        return parse_game(read_text(source), edition, source)
    text = source.strip()
    if kind(text) is None:
        shown = text if len(text) <= 60 else text[:60] + "..."
        raise click.ClickException(f"{shown!r} is no file, and not {KINDS}")
    return parse_game(text, edition, None)


def kind(text: str) -> str | None:
    """Say what a text is, or is meant to be: "game", "position", "anu" or None."""
    if text.startswith("["):
        return "game"
    words = text.split()
    if not words:
        return None
    if words[0].partition("#")[0] in pw.editions() or len(words) == POSITION_FIELDS:
        return "position"
    circle = text.replace(",", " ").split()[0]
    return "anu" if circle.isalpha() and len(circle) >= LEAST_CIRCLE else None


def parse_game(text: str, edition: pw.Edition | None, name: str | None) -> pw.Game:
    """Return the game of a text; `name` is where it came from."""
    with refused(name):
        match kind(text.strip()):
            case "game":
                return pw.Game.loads(text, edition)
            case "position":
                return pw.Game(pw.State.parse(text.strip(), edition))
            case "anu":
                return parse_anu(text, edition)
        raise ValueError(f"{'not' if text.strip() else 'empty, expected'} {KINDS}")


def parse_anu(text: str, edition: pw.Edition | None) -> pw.Game:
    """Return the game of a record: circle, then placement, parted by space, line end or comma."""
    words = text.replace(",", " ").split()
    if len(words) > 2:
        raise ValueError(f"{len(words)} parts, an ANU record has a circle and a placement")
    circle, placement = (*words, "")[:2]
    return pw.Game.from_anu(circle, placement, edition or pw.Edition("original"))
