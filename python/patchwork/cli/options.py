"""Options that several commands take."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import patchwork as pw

MAX_FILE = 1 << 20
"""No text that is read here is longer: a game has a few kilobytes."""


@contextmanager
def refused(what: str | None = None) -> Iterator[None]:
    """Say in one line why a value, a file or an extra that the user gave cannot be used."""
    try:
        yield
    except (ValueError, MemoryError, ImportError, RuntimeError) as error:
        text = str(error) or "out of memory"
        raise click.ClickException(f"{what}: {text}" if what else text) from error
    except OSError as error:
        raise click.ClickException(f"{error.filename or what}: {error.strerror}") from error


def read_text(path: str | Path) -> str:
    """Return the text of a file, `-` for standard input."""
    name = "standard input" if str(path) == "-" else str(path)
    with refused(name):
        if str(path) == "-":
            data = sys.stdin.buffer.read(MAX_FILE + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise click.ClickException(f"{name}: over {MAX_FILE} bytes, no game is so long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{name}: no text, byte {error.start} is not UTF-8") from error


if TYPE_CHECKING:
    EditionParam = click.ParamType[pw.Edition]
else:  # it takes no type before click 8.4
    EditionParam = click.ParamType


class EditionType(EditionParam):
    """An edition by name or by TOML file."""

    name = "name or file"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> pw.Edition:
        """Return the edition, or fail with what would have been right."""
        if isinstance(value, pw.Edition):
            return value
        try:
            return pw.Edition(value)
        except ValueError as error:
            if not is_file(value) and not value.endswith(".toml"):
                self.fail(str(error), param, ctx)
        try:
            return pw.Edition.from_toml(read_text(value))
        except ValueError as error:
            self.fail(f"{value}: {error}", param, ctx)


def is_file(text: str) -> bool:
    """Say whether there is a file of this name."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False


Option = Callable[[Callable[..., Any]], Callable[..., Any]]

edition_option: Option = click.option(
    "--edition",
    type=EditionType(),
    help="An edition by name (see `editions`) or a TOML file.  [default: revised]",
)
seed_option: Option = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    metavar="S",
    help="The circle of patches: the same seed, the same circle.  [default: a fresh one]",
)
json_option: Option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, for scripts."
)


def agents_option(name: str, **settings: Any) -> Option:
    """Make an option that takes several agents."""
    text = "Agents, such as `greedy` or `mcts:iterations=500`, parted by commas."
    settings.setdefault("show_default", True)
    return click.option(name, metavar="A,B", help=text, **settings)


def agent_texts(text: str) -> list[str]:
    """Part agents by commas, but not the settings of one agent.

    >>> agent_texts("greedy,mcts:iterations=500,threads=2,random")
    ['greedy', 'mcts:iterations=500,threads=2', 'random']
    """
    return re.split(r",(?![^,:]*=)", text)


def two_agents(text: str, option: str) -> tuple[str, str]:
    """Return two agents that can be made."""
    texts = agent_texts(text)
    if len(texts) != 2:
        raise click.UsageError(f"{option}: two agents are expected, A,B, and not {len(texts)}")
    for each in texts:
        with refused(option):
            pw.agent(each, seed=0)
    return texts[0], texts[1]
