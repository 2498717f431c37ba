"""What commands print."""

import json
import math
import os
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def console(*, stderr: bool = False) -> "Console":
    """Return where to draw: colours on a terminal that wants them, 80 columns elsewhere."""
    from rich.console import Console  # rich is loaded by who draws

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(value, indent=2))


def finite(value: Any) -> Any:
    """Return a value as JSON can hold it: what is not a finite number is null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return value


def leave(status: int, *, thinking: bool) -> None:
    """End with a status; at once if an agent still thinks in a thread.

    An orderly end would stop that thread in the middle of compiled code, which some versions of
    Python answer with an abort.
    """
    if thinking:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    click.get_current_context().exit(status)
