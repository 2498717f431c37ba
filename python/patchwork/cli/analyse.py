"""`patchwork-cli analyse`."""

import click

import patchwork as pw
from patchwork.cli.options import edition_option, json_option, refused
from patchwork.cli.output import console, finite, print_json
from patchwork.cli.reading import read_game


@click.command(short_help="Say what an agent thinks of a position.")
@click.argument("source", metavar="[FILE|TEXT]", required=False)
@click.option(
    "--agent",
    metavar="A",
    default="mcts:seconds=5",
    show_default=True,
    help="Who thinks: `mcts` or `uct`, with its limits.",
)
@click.option(
    "--lines",
    type=click.IntRange(1, 10_000),
    default=5,
    show_default=True,
    metavar="N",
    help="How many actions to show.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    metavar="S",
    help="What the agent draws from; without FILE or TEXT also the circle.",
)
@edition_option
@json_option
def analyse(
    source: str | None,
    agent: str,
    lines: int,
    seed: int,
    edition: pw.Edition | None,
    *,
    as_json: bool,
) -> None:
    """Show the best actions in a position: chance to win, expected margin, visits and line.

    Reads a position, a game (its last position) or an ANU record, as a file, as a text, or from
    standard input with -. Values are for the player to move. Actions are ANU tokens: patch,
    column, row, orientation; `.` advances, `h` is a special patch.

    \b
    Examples:
      patchwork-cli analyse --seed 7 --agent mcts:seconds=2
      patchwork-cli analyse game.txt --json
    """
    if source is None:
        state = pw.State(edition or "revised", seed=seed)
    else:
        state = read_game(source, edition).state
    with refused():
        found = pw.agent(agent, seed=seed).analyse(state, lines)
        if not found:
            raise ValueError(f"--agent: {agent} does not search; uct and mcts do")
    if as_json:
        print_json(
            finite(
                {
                    "position": str(state),
                    "to_move": state.to_move,
                    "agent": agent,
                    "lines": [
                        {
                            "action": str(line.action),
                            "id": line.action.id,
                            "value": line.value,
                            "margin": line.margin,
                            "visits": line.visits,
                            "exact": line.exact,
                            "pv": [str(action) for action in line.pv],
                        }
                        for line in found
                    ],
                }
            )
        )
        return
    from rich.table import Table

    table = Table(title=f"player {state.to_move} to move, {agent}", title_justify="left")
    for name in ("action", "wins", "margin", "visits"):
        table.add_column(name, justify="left" if name == "action" else "right")
    table.add_column("line", overflow="fold")
    for line in found:
        table.add_row(
            str(line.action),
            f"{100 * line.value:.1f} %",
            f"{line.margin:+.1f}",
            "exact" if line.exact else f"{line.visits:,}",
            " ".join(str(action) for action in line.pv),
        )
    console().print(table)
