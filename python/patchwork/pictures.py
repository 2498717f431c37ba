"""A position drawn as SVG: ``pw.svg``, and what a notebook shows of a State or a Game.

>>> import patchwork as pw
>>> text = svg(pw.State("revised", seed=7))
>>> text.startswith("<svg"), text.endswith("</svg>")
(True, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from xml.etree import ElementTree as ET

from patchwork._core import Game, State
from patchwork.drawing import sewn, whose_turn
from patchwork.outline import loops

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from patchwork._core import Patch

    Cell: TypeAlias = tuple[int, int]

CLOTHS = (
    "#d9694f",
    "#f0c35a",
    "#5fa08c",
    "#6f93c9",
    "#c48bb4",
    "#a3b766",
    "#8a7fc0",
    "#e9a07c",
)
"""Colours of patches. Patches that touch have different ones (`drawing.sewn`)."""
PLAYERS = ("#2f7f74", "#b0413e")
PAPER, BOARD, GRID, INK = "#fbf7ef", "#efe7d6", "#d9cdb6", "#3a332b"
COVERED, SPECIAL, BUTTON, TIME, FAINT = "#b9ab95", "#8b5a2b", "#2b5f9e", "#8a6d1f", "#8c8171"

SPACE = 30
"""Units of a space of a quilt; the whole picture is WIDTH units wide."""
MARGIN = 24
GAP = 36
QUILT = 9 * SPACE
WIDTH = 2 * MARGIN + 2 * QUILT + GAP
HEADER = 84
TRACK_ROW = 60
"""Spaces of the time board in one row."""


def svg(  # noqa: PLR0913
    position: State | Game,
    /,
    *,
    size: int = 720,
    names: Sequence[str] = ("Player 0", "Player 1"),
    letters: bool = True,
    track: bool = True,
    offers: bool = True,
) -> str:
    """Draw a position as the text of an SVG picture.

    A Game shows which patch lies where, a State only what is covered. ``size`` is the width in
    pixels, 50 to 10,000; the picture scales to any other. ``letters`` are those of the patches
    and of rows and columns, as tokens name them. ``track`` and ``offers`` draw the time board and
    the patches on offer.

    Raises TypeError for anything but a State or a Game, ValueError for a size out of range.

    >>> import patchwork as pw
    >>> "Ann to move" in svg(pw.State("revised", seed=7), names=("Ann", "Bob"))
    True
    """
    if isinstance(position, State):
        position = Game(position)
    elif not isinstance(position, Game):
        raise TypeError(f"position must be a State or a Game, not {type(position).__name__}")
    size = checked_size(size)
    names = checked_names(names)
    picture = Element("g", font_family="Helvetica, Arial, sans-serif", fill=INK)
    bottom = 0
    draw_title(picture, position, names)
    for player in (0, 1):
        left = MARGIN + player * (QUILT + GAP)
        draw_player(picture, position.state, player, names[player], left)
        draw_quilt(picture, position, player, left, letters=letters)
    bottom = HEADER + QUILT + MARGIN
    if track:
        bottom = draw_track(picture, position.state, bottom)
    if offers and not position.state.is_over:
        bottom = draw_offers(picture, position.state, bottom)
    root = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {bottom}",
        width=size,
        height=round(size * bottom / WIDTH),
        role="img",
    )
    edition = position.state.edition
    root.add("title", f"Patchwork, {edition.title}: {whose_turn(position.state, names)}")
    root.add("rect", width=WIDTH, height=bottom, rx=6, fill=PAPER)
    root.append(picture)
    return ET.tostring(root, encoding="unicode")


class Element(ET.Element):
    """An element that makes its children in one call."""

    def __init__(self, tag: str, **attributes: object) -> None:
        """Make an element: ``stroke_width=2`` is written ``stroke-width="2"``."""
        super().__init__(tag, {name.replace("_", "-"): short(v) for name, v in attributes.items()})

    def add(self, tag: str, text: str | None = None, /, **attributes: object) -> Element:
        """Append a child with these attributes and give it."""
        child = Element(tag, **attributes)
        child.text = text
        self.append(child)
        return child

    def label(self, x: float, y: float, text: object, size: float = 12, **more: object) -> None:
        """Append a line of text."""
        self.add("text", str(text), x=x, y=y, font_size=size, **more)


def short(value: object) -> str:
    """Write a number with two digits after the point at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def checked_size(size: int) -> int:
    """Give the size back, or raise what is wrong with it."""
    if isinstance(size, bool) or not hasattr(size, "__index__"):
        raise TypeError(f"size must be an int, not {type(size).__name__}")
    if not 50 <= size <= 10_000:
        raise ValueError("size must be from 50 to 10000 pixels")
    return size.__index__()


def checked_names(names: Sequence[str]) -> tuple[str, str]:
    """Give two names, cut to what there is room for and without what XML has no room for."""
    both = [names] if isinstance(names, str) else list(names)
    if len(both) != 2:
        raise ValueError(f"names must be two, one a player, not {len(both)}")
    for name in both:
        if not isinstance(name, str):
            raise TypeError(f"names must be str, not {type(name).__name__}")
    first, second = ("".join(c for c in name if c.isprintable())[:24] for name in both)
    return first, second


def draw_title(picture: Element, game: Game, names: tuple[str, str]) -> None:
    """Say which edition is played and whose turn it is."""
    state = game.state
    picture.label(MARGIN, 24, state.edition.title or state.edition.name, 13, fill=FAINT)
    turn = whose_turn(state, names)
    colour = INK if state.to_move is None else PLAYERS[state.to_move]
    picture.label(WIDTH - MARGIN, 24, turn, 13, text_anchor="end", font_weight="bold", fill=colour)


def draw_player(picture: Element, state: State, player: int, name: str, left: int) -> None:
    """Write the name, buttons, income and score over a quilt."""
    colour = PLAYERS[player]
    picture.add("circle", cx=left + 7, cy=46, r=7, fill=colour)
    picture.label(left + 20, 51, name, 15, font_weight="bold", fill=colour)
    if state.special_tile_owner == player and state.edition.special_tile:
        side, points = state.edition.special_tile
        tile = picture.add("g")
        tile.add("rect", x=left + QUILT - 74, y=36, width=74, height=20, rx=4, fill=SPECIAL)
        tile.label(
            left + QUILT - 37, 50, f"{side}x{side}: {points:+d}", 12, fill=PAPER,
            text_anchor="middle",
        )  # fmt: skip
    words = state.edition.words
    buttons = words["button"] if state.buttons[player] == 1 else words["buttons"]
    line = f"{state.buttons[player]} {buttons}, income {state.incomes[player]}"
    picture.label(left, 74, line, 12)
    score = f"score {state.scores[player]}"
    picture.label(left + QUILT, 74, score, 12, text_anchor="end")


def draw_quilt(picture: Element, game: Game, player: int, left: int, *, letters: bool) -> None:
    """Draw a quilt board and the patches on it; framed if it is the player's turn."""
    turn = game.state.to_move == player
    board = picture.add("g", transform=f"translate({left} {HEADER})")
    board.add(
        "rect", width=QUILT, height=QUILT, fill=BOARD,
        stroke=PLAYERS[player] if turn else GRID, stroke_width=6 if turn else 2,
    )  # fmt: skip
    lines = "".join(f"M0 {at * SPACE}h{QUILT}M{at * SPACE} 0v{QUILT}" for at in range(1, 9))
    board.add("rect", width=QUILT, height=QUILT, fill=BOARD)
    board.add("path", d=lines, stroke=GRID, fill="none")
    if letters:
        for at in range(9):
            middle = (at + 0.5) * SPACE
            style = {"fill": FAINT, "text_anchor": "middle"}
            board.label(middle, QUILT + 14, chr(65 + at), 10, **style)
            board.label(-10 if player == 0 else QUILT + 10, middle + 4, chr(65 + at), 10, **style)
    incomes = {patch.letter: patch.income for patch in game.state.edition.patches}
    for patch in sewn(game, player):
        if patch.colour is None:
            draw_cloth(board, patch.cells, COVERED, SPACE)
            continue
        draw_cloth(board, patch.cells, CLOTHS[patch.colour], SPACE)
        draw_marks(
            board, patch.cells, patch.letter if letters else "",
            incomes.get(patch.letter, 0), SPACE,
        )  # fmt: skip


def draw_cloth(picture: Element, cells: Iterable[Cell], colour: str, size: float) -> None:
    """Draw a piece of cloth: its spaces in one colour, a seam around it, stitches inside."""
    cells = set(cells)
    path = outline_path(cells, size, 0)
    picture.add(
        "path", d=path, fill=colour, stroke=INK, stroke_width=size / 20, stroke_linejoin="round",
        fill_rule="evenodd",
    )  # fmt: skip
    picture.add(
        "path", d=outline_path(cells, size, size / 9), fill="none", stroke=PAPER,
        stroke_width=size / 22, stroke_dasharray=f"{size / 7:.2f} {size / 9:.2f}",
        stroke_opacity=0.75,
    )  # fmt: skip


def outline_path(cells: set[Cell], size: float, inset: float) -> str:
    """Give the path around the spaces, `inset` units within."""
    parts = []
    for loop in loops(cells, inset / size):
        points = [f"{short(col * size)} {short(row * size)}" for row, col in loop]
        parts.append(f"M{'L'.join(points)}z")
    return "".join(parts)


def draw_marks(
    picture: Element, cells: Sequence[Cell], letter: str, income: int, size: float
) -> None:
    """Draw a patch's letter in its middle, and a button for each button printed on it."""
    row = sum(row for row, _ in cells) / len(cells)
    col = sum(col for _, col in cells) / len(cells)
    from_middle = sorted(cells, key=lambda cell: (cell[0] - row) ** 2 + (cell[1] - col) ** 2)
    if letter:
        y, x = from_middle[0]
        picture.label(
            (x + 0.5) * size, (y + 0.68) * size, letter, size / 2, text_anchor="middle",
            font_weight="bold",
        )  # fmt: skip
    # The spaces farthest from the letter, several buttons on one where they are few.
    places = from_middle[:0:-1] or from_middle
    for at in range(min(income, 9)):
        y, x = places[at % len(places)]
        shift = 0.2 * (at // len(places))
        draw_button(picture, (x + 0.5 + shift) * size, (y + 0.5 + shift) * size, size / 6)


def draw_button(picture: Element, x: float, y: float, r: float) -> None:
    """Draw a button with its two holes."""
    picture.add("circle", cx=x, cy=y, r=r, fill=BUTTON, stroke=PAPER, stroke_width=r / 5)
    for side in (-1, 1):
        picture.add("circle", cx=x + side * r / 3, cy=y, r=r / 6, fill=PAPER)


def draw_track(picture: Element, state: State, top: int) -> int:
    """Draw the time board with what lies on it and the tokens above it; give its lower end."""
    spaces = state.edition.track_length + 1
    width = (WIDTH - 2 * MARGIN) / min(spaces, TRACK_ROW)
    top += 24
    for space in range(spaces):
        row, col = divmod(space, TRACK_ROW)
        x, y = MARGIN + col * width, top + row * 56
        last = space == spaces - 1
        picture.add(
            "rect", x=x, y=y, width=width, height=14, fill=GRID if last else BOARD, stroke=GRID
        )
        middle = x + width / 2
        if space in state.special_spaces:
            side = min(width - 2, 9)
            picture.add("rect", x=middle - side / 2, y=y + 2.5, width=side, height=9, fill=SPECIAL)
        if space in state.edition.income_spaces:
            draw_button(picture, middle, y + 20, 4)
        if space % 10 == 0 or last:
            picture.label(middle, y + 35, space, 9, text_anchor="middle", fill=FAINT)
    # Who moves, on the same space, lies on top.
    order = (0, 1) if state.to_move == 1 else (1, 0)
    level = state.positions[0] == state.positions[1]
    for height, player in enumerate(order):
        row, col = divmod(state.positions[player], TRACK_ROW)
        x, y = MARGIN + (col + 0.5) * width, top + row * 56 - 8 - (10 * height if level else 0)
        picture.add("circle", cx=x, cy=y, r=6, fill=PLAYERS[player], stroke=PAPER, stroke_width=1.5)
    return top + 56 * (-(-spaces // TRACK_ROW)) - 8


def draw_offers(picture: Element, state: State, top: int) -> int:
    """Draw the patches on offer with their numbers, and name those that follow; give the end."""
    words = state.edition.words
    slot = (WIDTH - 2 * MARGIN) / 3
    top += 8
    bottom = top
    for at, patch in enumerate(state.offered):
        left = MARGIN + at * slot
        size = patch_size(patch)
        shape = picture.add("g", transform=f"translate({short(left)} {top})")
        draw_cloth(shape, patch.cells, CLOTHS[ord(patch.letter) % len(CLOTHS)], size)
        draw_marks(shape, patch.cells, "", patch.income, size)
        wide = size * (1 + max(col for _, col in patch.cells))
        x = left + wide + 12
        buttons = words["button"] if patch.button_cost == 1 else words["buttons"]
        picture.label(x, top + 14, patch.letter, 15, font_weight="bold")
        picture.label(x, top + 32, f"{patch.button_cost} {buttons}", 12, fill=BUTTON)
        picture.label(x, top + 48, f"{patch.time_cost} time", 12, fill=TIME)
        high = size * (1 + max(row for row, _ in patch.cells))
        bottom = max(bottom, top + round(high), top + 52)
    later = state.circle[len(state.offered) :]
    text = f"then {later}" if later else "no more after these" if state.offered else "no patches"
    picture.label(MARGIN, bottom + 24, text, 12, fill=FAINT)
    return bottom + 40


def patch_size(patch: Patch) -> float:
    """Give the units of a space at which a patch on offer fits its place."""
    longest = max(max(cell) for cell in patch.cells) + 1
    return min(18.0, 90 / longest)
