"""Quilts, patches and the time board drawn for a terminal, with rich.

Every drawing is a `rich.text.Text` or made of such, reads without colour, and tells patches that
touch apart with it. The colours are chosen so that each keeps its own on a terminal of sixteen.

>>> import patchwork as pw
>>> game = pw.Game(pw.State("original", circle="BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA"))
>>> game.play("BAAA")
>>> quilt(sewn(game, 0)).plain.splitlines()[:2]
['. B . . . . . . . ', 'B B . . . . . . . ']
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

import patchwork as pw

SIDE = 9
COLOURS = ("#ff5f5f", "#5fff5f", "#ffff5f", "#5f87ff", "#ff5fff", "#5fffff", "#af5f00", "#ffffff")
"""Backgrounds of patches, under black letters; each is nearest to another of 16 ANSI colours."""
PLAYERS = ("bold cyan", "bold magenta")
"""The styles of what belongs to each player."""
INCOME, SPECIAL, BOTH, EMPTY = "o", "■", "◉", "·"
"""Marks of the time board."""

HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""Two spaces, one above the other, as one character."""

Cell = tuple[int, int]


class Sewn(NamedTuple):
    """A patch on a quilt."""

    letter: str
    cells: tuple[Cell, ...]
    colour: int | None


class Mark(NamedTuple):
    """What a space of a quilt shows: a character, and its style."""

    character: str
    style: str


FREE = Mark(".", "bright_black")


def sewn(game: pw.Game, player: int) -> list[Sewn]:
    """Return the patches on a player's quilt, in the order in which they came.

    A patch has the first colour, counted from one of its letter's own, that no neighbour has: it
    keeps it for the whole game. What was covered when the game began is one `#` without colour.
    """
    patches: list[Sewn] = []
    covered = game.start.quilt(player)
    cells = tuple(divmod(space, SIDE) for space in range(SIDE * SIDE) if covered >> space & 1)
    if cells:
        patches.append(Sewn("#", cells, None))
    colour_at: dict[Cell, int] = {}
    for state, action in zip(game.states, game.actions, strict=False):
        if state.to_move != player or action.letter is None:
            continue
        colour = free_colour(action.letter, action.cells, colour_at)
        patches.append(Sewn(action.letter, action.cells, colour))
        colour_at.update(dict.fromkeys(action.cells, colour))
    return patches


def free_colour(letter: str, cells: Iterable[Cell], colour_at: Mapping[Cell, int]) -> int:
    """Return a colour for a patch that no patch beside it has."""
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    beside = {
        colour_at.get((row + down, col + right)) for row, col in cells for down, right in steps
    }
    first = ord(letter)
    choices = [(first + step) % len(COLOURS) for step in range(len(COLOURS))]
    return next((colour for colour in choices if colour not in beside), choices[0])


def patch_style(colour: int | None) -> str:
    """Return the style of the spaces that a patch covers."""
    return "white on bright_black" if colour is None else f"#000000 on {COLOURS[colour]}"


def quilt(
    patches: Iterable[Sewn],
    *,
    over: Mapping[Cell, Mark] | None = None,
    width: int = 2,
    height: int = 1,
    labels: bool = False,
) -> Text:
    """Return a quilt: nine rows of nine spaces, each `width` characters by `height` lines.

    `over` is drawn on top: the patch that is about to be sewn. `labels` are the letters by which
    tokens name columns and rows, columns first.
    """
    marks = {
        cell: Mark(patch.letter, patch_style(patch.colour))
        for patch in patches
        for cell in patch.cells
    }
    marks.update(over or {})
    text = Text(no_wrap=True)
    if labels:
        text.append(
            "  " + "".join(space(chr(65 + col), width, 1, 0) for col in range(SIDE)) + "\n", "dim"
        )
    for row in range(SIDE):
        for line in range(height):
            if labels:
                text.append(space(chr(65 + row), 2, height, line), "dim")
            for col in range(SIDE):
                mark = marks.get((row, col), FREE)
                text.append(space(mark.character, width, height, line), mark.style)
            text.append("\n")
    text.right_crop(1)
    return text


def shape(
    cells: Iterable[Cell], letter: str, style: str, *, width: int = 2, height: int = 1
) -> Text:
    """Return a patch alone, each space `width` characters by `height` lines."""
    covered = set(cells)
    rows = 1 + max(row for row, _ in covered)
    cols = 1 + max(col for _, col in covered)
    text = Text(no_wrap=True)
    for row in range(rows):
        for line in range(height):
            for col in range(cols):
                if (row, col) in covered:
                    text.append(space(letter, width, height, line), style)
                else:
                    text.append(" " * width)
            text.append("\n")
    text.right_crop(1)
    return text


def space(character: str, width: int, height: int, line: int) -> str:
    """Return one line of a space that is `width` by `height` and shows a character."""
    if line != (height - 1) // 2:
        return " " * width
    return character.ljust(width) if width == 2 else character.center(width)


def small_shape(cells: Iterable[Cell], style: str) -> Text:
    """Return a patch alone, two rows to a line: half as large each way."""
    covered = set(cells)
    rows = 1 + max(row for row, _ in covered)
    cols = 1 + max(col for _, col in covered)
    ink = style.rpartition(" on ")[2]
    text = Text(no_wrap=True)
    for row in range(0, rows, 2):
        for col in range(cols):
            halves = ((row, col) in covered, (row + 1, col) in covered)
            text.append(HALVES[halves], ink)
        text.append("\n")
    text.right_crop(1)
    return text


def price(patch: pw.Patch) -> str:
    """Return cost, time and income in short: 3/6+2."""
    return f"{patch.button_cost}/{patch.time_cost}+{patch.income}"


def later(state: pw.State) -> list[pw.Patch]:
    """Return the patches that come after those on offer, in their order."""
    by_letter = {patch.letter: patch for patch in state.edition.patches}
    return [by_letter[letter] for letter in state.circle[len(state.offered) :]]


SMALL_WIDTH = 9
"""Columns of a patch in `small_row`."""


def small_row(patches: Sequence[pw.Patch], width: int) -> Text:
    """Return patches drawn small, side by side, as many as `width` has room for."""
    cells = [
        [
            Text(f"{patch.letter} {price(patch)}"),
            *small_shape(patch.cells, patch_style(ord(patch.letter) % len(COLOURS))).split(),
        ]
        for patch in patches[: max(1, width // SMALL_WIDTH)]
    ]
    lines = []
    for number in range(max((len(cell) for cell in cells), default=0)):
        line = Text(no_wrap=True)
        for cell in cells:
            part = cell[number] if number < len(cell) else Text()
            part.truncate(SMALL_WIDTH - 1)
            part.pad_right(SMALL_WIDTH - len(part))
            line.append_text(part)
        lines.append(line)
    return Text("\n", no_wrap=True).join(lines)


def track(
    state: pw.State,
    width: int = 80,
    names: Sequence[str] = ("0", "1"),
    *,
    one_row: bool = False,
) -> Text:
    """Return the time board: numbers, spaces, and each player's token on a line of its own.

    A special patch that was taken is not there any more. A board longer than `width` is folded;
    with `one_row` only as much is shown as fits, from the hindmost token on.
    """
    spaces = state.edition.track_length + 1
    margin = 2
    room = max(10, width - margin - 2)  # 2 for the rest of the last number
    step = 2 if spaces * 2 <= room else 1
    starts = range(0, spaces, room)
    if one_row:
        starts = range(
            max(0, min(*state.positions, spaces - room)) if spaces > room else 0, spaces
        )[:1]
    text = Text(no_wrap=True)
    for start in starts:
        shown = range(start, min(start + room, spaces))
        text.append(" " * margin + track_numbers(shown, step, spaces - 1) + "\n", "dim")
        text.append(" " * margin)
        for space in shown:
            mark, style = track_mark(state, space)
            text.append(mark.ljust(step), style)
        text.append("\n")
        for player in (0, 1):
            text.append(f"{names[player][:1]} ", PLAYERS[player])
            at = state.positions[player]
            if at in shown:
                text.append(" " * (step * (at - start)))
                text.append(names[player][:1], f"reverse {PLAYERS[player]}")
            text.append("\n")
    text.right_crop(1)
    return text


def track_numbers(shown: range, step: int, last: int) -> str:
    """Return the numbers over every fifth space, and over the last."""
    line = [" "] * (step * len(shown) + 3)
    for space in (*range(-(-shown.start // 5) * 5, shown.stop, 5), last):
        if space not in shown:
            continue
        at = step * (space - shown.start)
        if space == last and space % 5:  # make room for the last by leaving out the one before
            before = step * (space - space % 5 - shown.start)
            if before >= 0 and before + len(str(space)) >= at:
                line[before : before + 3] = " " * 3
        line[at : at + len(str(space))] = str(space)
    return "".join(line).rstrip()


def track_mark(state: pw.State, space: int) -> tuple[str, str]:
    """Return what a space of the time board shows."""
    income = space in state.edition.income_spaces
    if space in state.special_spaces:
        return BOTH if income else SPECIAL, "bold yellow"
    if income:
        return INCOME, "bold green"
    return EMPTY, "bright_black"


def legend(state: pw.State) -> str:
    """Return what the marks of the time board mean."""
    special = state.edition.words["special_patch"]
    both = set(state.special_spaces) & set(state.edition.income_spaces)
    return f"{INCOME} income  {SPECIAL} {special}" + (f"  {BOTH} both" if both else "")


def can_buy(state: pw.State) -> list[str | None]:
    """Return for each patch on offer why it cannot be bought, or None if it can."""
    slots = {action.slot for action in state.legal_actions()}
    if state.to_move is None:
        return ["not bought"] * len(state.offered)
    if state.special_pending:
        return [None if slot in slots else "not now" for slot in range(len(state.offered))]
    buttons = state.buttons[state.to_move]
    reasons: list[str | None] = []
    for slot, patch in enumerate(state.offered):
        if patch.button_cost > buttons:
            reasons.append(f"{patch.button_cost - buttons} short")
        else:
            reasons.append(None if slot in slots else "no room")
    return reasons


def offer(patch: pw.Patch, why_not: str | None, number: int, words: Mapping[str, str]) -> Text:
    """Return the five lines that describe a patch on offer."""
    text = Text(no_wrap=True)
    text.append(f"{number} ", "bold")
    text.append(f" {patch.letter} ", patch_style(ord(patch.letter) % len(COLOURS)))
    currency = words["button"] if patch.button_cost == 1 else words["buttons"]
    cost = f"\n{patch.button_cost} {currency}\n{patch.time_cost} time\nincome {patch.income}\n"
    text.append(cost, "dim" if why_not else "")
    text.append(why_not or "can be bought", "dim" if why_not else "bold green")
    return text


def offers(state: pw.State) -> RenderableType:
    """Return the patches on offer side by side, and the letters of those that come later."""
    if not state.circle:
        return Text("No patches left.")
    words = state.edition.words
    table = Table.grid(padding=(0, 3, 0, 0))
    cells: list[RenderableType] = []
    for number, (patch, why_not) in enumerate(zip(state.offered, can_buy(state), strict=True), 1):
        style = patch_style(ord(patch.letter) % len(COLOURS))
        cells += [shape(patch.cells, patch.letter, style), offer(patch, why_not, number, words)]
    table.add_row(*cells)
    letters = state.circle[len(state.offered) :]
    return Group(table, Text(f"then {letters}" if letters else "no more after these", "dim"))


def facts(state: pw.State, names: Sequence[str], *, spaces: bool = True) -> Table:
    """Return what each player has, the score as it stands, and the `spaces` of the tokens."""
    words = state.edition.words
    free = [SIDE * SIDE - state.quilt(player).bit_count() for player in (0, 1)]
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    for player in (0, 1):
        table.add_column(justify="right", style=PLAYERS[player])
    table.add_row("", *names)
    rows: list[tuple[str, Iterable[object]]] = [
        (words["buttons"], state.buttons),
        ("income", state.incomes),
        *([("on space", state.positions)] if spaces else []),
        ("free spaces", free),
    ]
    if state.edition.special_tile:
        points = state.edition.special_tile[1]
        owner = state.special_tile_owner
        rows.append((words["special_tile"], [points if owner == p else "-" for p in (0, 1)]))
    rows.append(("score now" if not state.is_over else "score", state.scores))
    for name, values in rows:
        table.add_row(name, *map(str, values))
    return table


def whose_turn(state: pw.State, names: Sequence[str]) -> str:
    """Say who is to move, or who won and why."""
    if state.to_move is not None:
        owed = f"place a {state.edition.words['special_patch']}"
        return f"{names[state.to_move]} to {owed if state.special_pending else 'move'}"
    winner = state.winner or 0
    ours, theirs = state.scores[winner], state.scores[1 - winner]
    if ours == theirs:
        return f"over, level at {ours}: {names[winner]} won, first in the centre"
    return f"over, {names[winner]} won {ours} to {theirs}"


def position(
    game: pw.Game, width: int = 80, names: Sequence[str] = ("Player 0", "Player 1")
) -> Group:
    """Return the whole table: both quilts, what is on offer, the time board, the scores."""
    state = game.state
    header = Text()
    header.append(state.edition.title or state.edition.name, "bold")
    header.append(f", after {len(game.actions)} actions: " if game.actions else ": ")
    header.append(
        whose_turn(state, names), "bold" if state.to_move is None else PLAYERS[state.to_move]
    )
    table = Table.grid(padding=(0, 3, 0, 0))
    quilts = []
    for player in (0, 1):
        title = Text(names[player], PLAYERS[player])
        quilts.append(Group(title, quilt(sewn(game, player), labels=True)))
    table.add_row(*quilts, facts(state, names))
    parts: list[RenderableType] = [header, "", table, "", track(state, width)]
    parts.append(Text(f"  {legend(state)}", "dim"))
    if not state.is_over:
        parts += ["", offers(state)]
    return Group(*parts)
