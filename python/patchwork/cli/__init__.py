"""The command `patchwork-cli`: one file a command, and what they share.

What only some commands need (rich, textual, numpy) is imported where it is used, so that
`patchwork-cli --help` answers at once.
"""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

import patchwork as pw
from patchwork.cli.analyse import analyse
from patchwork.cli.arena import arena
from patchwork.cli.editions import editions
from patchwork.cli.output import INTERRUPTED
from patchwork.cli.perft import perft
from patchwork.cli.play import play
from patchwork.cli.replay import replay
from patchwork.cli.show import show
from patchwork.cli.simulate import simulate


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(pw.__version__, prog_name="patchwork-cli")
@click.pass_context
def cli(context: click.Context) -> None:
    """Play, simulate and study the two-player quilting board game Patchwork.

    \b
    Examples:
      patchwork-cli play
      patchwork-cli simulate --games 1000000 --seed 1
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (simulate, arena, play, analyse, replay, show, perft, editions):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and leave: 0 done, 2 a wrong request, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a box character gets a question mark, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = cli.main(arguments, prog_name="patchwork-cli", standalone_mode=False)
        if sys.stdout is not None:  # as it is where the caller closed it
            sys.stdout.flush()
    except click.ClickException as error:
        message = " ".join(error.format_message().split())
        click.echo(f"patchwork-cli: {message}", err=True)
        status = 2
    except (click.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except BrokenPipeError:
        # Who read our output has seen enough. Python would complain once more when it closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except OSError as error:
        # A full disk, say: nothing more can be written there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        click.echo(f"patchwork-cli: {error.strerror or error}", err=True)
        status = 2
    sys.exit(status)
