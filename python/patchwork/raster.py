"""A small picture of a game as an array, for ``rgb_array``: both quilts, offers and time board.

Made of rectangles and of digits of 3x5 dots, so that it needs nothing but numpy. Its size depends
on the edition alone. `patchwork.pictures` draws the picture for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from patchwork.drawing import sewn
from patchwork.pictures import (
    BOARD,
    BUTTON,
    CLOTHS,
    COVERED,
    GRID,
    INK,
    PAPER,
    PLAYERS,
    SPECIAL,
    TIME,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from patchwork import Game, Patch

SPACE = 18
"""Dots of a space of a quilt."""
SMALL = 8
"""Dots of a space of an offered patch."""
MARGIN = 12
HEADER = 22
TRACK = 24
QUILT = 9 * SPACE
WIDTH = 2 * QUILT + 3 * MARGIN

DIGITS = {
    character: [[bit == "#" for bit in row] for row in rows.split()]
    for character, rows in {
        "0": "### #.# #.# #.# ###",
        "1": ".#. ##. .#. .#. ###",
        "2": "### ..# ### #.. ###",
        "3": "### ..# .## ..# ###",
        "4": "#.# #.# ### ..# ..#",
        "5": "### #.. ### ..# ###",
        "6": "### #.. ### #.# ###",
        "7": "### ..# ..# .#. .#.",
        "8": "### #.# ### #.# ###",
        "9": "### #.# ### ..# ###",
        "-": "... ... ### ... ...",
    }.items()
}


class Canvas:
    """An image and the few things that are drawn on it."""

    def __init__(self, height: int, width: int) -> None:
        """Begin with blank paper."""
        self.dots: NDArray[np.uint8] = np.empty((height, width, 3), dtype=np.uint8)
        self.dots[:] = rgb(PAPER)

    def box(self, top: int, left: int, height: int, width: int, colour: str) -> None:
        """Fill a rectangle."""
        self.dots[max(top, 0) : top + height, max(left, 0) : left + width] = rgb(colour)

    def number(self, top: int, left: int, number: int, colour: str = INK, scale: int = 2) -> int:
        """Write a number; give the place after it."""
        for character in str(number):
            dots = np.kron(np.array(DIGITS[character]), np.ones((scale, scale), dtype=bool))
            height, width = dots.shape
            self.dots[top : top + height, left : left + width][dots] = rgb(colour)
            left += width + scale
        return left

    def cells(
        self,
        top: int,
        left: int,
        cells: Iterable[tuple[int, int]],
        colour: str,
        size: int,
    ) -> None:
        """Fill spaces, with a seam around the patch that they make."""
        inside = set(cells)
        for row, col in inside:
            y, x = top + row * size, left + col * size
            self.box(y, x, size, size, colour)
            for down, right, edge in (
                (-1, 0, (y, x, 1, size)),
                (1, 0, (y + size - 1, x, 1, size)),
                (0, -1, (y, x, size, 1)),
                (0, 1, (y, x + size - 1, size, 1)),
            ):
                if (row + down, col + right) not in inside:
                    self.box(*edge, INK)


def rgb(colour: str) -> tuple[int, int, int]:
    """Give the parts of a colour that is written ``#rrggbb``.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def picture(game: Game) -> NDArray[np.uint8]:
    """Give the position of a game as an image: uint8 (height, width, 3).

    >>> import patchwork as pw
    >>> image = picture(pw.Game(pw.State("revised", seed=7)))
    >>> image.dtype, image.ndim, image.shape[2]
    (dtype('uint8'), 3, 3)
    """
    edition = game.state.edition
    rows = max(1 + max(row for row, _ in patch.cells) for patch in edition.patches)
    offers = MARGIN + HEADER + QUILT + MARGIN + TRACK + MARGIN
    canvas = Canvas(offers + rows * SMALL + 16 + MARGIN, WIDTH)
    for player in (0, 1):
        draw_player(canvas, game, player, MARGIN + player * (QUILT + MARGIN))
    draw_track(canvas, game, MARGIN + HEADER + QUILT + MARGIN)
    slot = (WIDTH - MARGIN) // 3
    for at, patch in enumerate(game.state.offered):
        draw_offer(canvas, patch, offers, MARGIN + at * slot)
    return canvas.dots


def draw_player(canvas: Canvas, game: Game, player: int, left: int) -> None:
    """Draw a quilt; above it buttons, income and score, underlined if it is the player's turn."""
    state = game.state
    canvas.box(MARGIN, left, 10, 10, PLAYERS[player])
    at = left + 18
    for number, colour in (
        (state.buttons[player], BUTTON),
        (state.incomes[player], TIME),
        (state.scores[player], INK),
    ):
        at = canvas.number(MARGIN, at, number, colour) + 10
    if state.to_move == player:
        canvas.box(MARGIN + 13, left, 3, QUILT, PLAYERS[player])
    top = MARGIN + HEADER
    canvas.box(top, left, QUILT, QUILT, BOARD)
    for line in range(10):
        canvas.box(top + line * SPACE, left, 1, QUILT + 1, GRID)
        canvas.box(top, left + line * SPACE, QUILT + 1, 1, GRID)
    for patch in sewn(game, player):
        colour = COVERED if patch.colour is None else CLOTHS[patch.colour]
        canvas.cells(top, left, patch.cells, colour, SPACE)


def draw_track(canvas: Canvas, game: Game, top: int) -> None:
    """Draw the time board: income below, special patches in the middle, tokens above it."""
    state = game.state
    spaces = state.edition.track_length + 1
    inner = WIDTH - 2 * MARGIN

    def place(space: int) -> tuple[int, int]:
        first, end = (MARGIN + at * inner // spaces for at in (space, space + 1))
        return first, end - first

    canvas.box(top + 8, MARGIN, 8, inner, BOARD)
    for space in range(spaces):
        canvas.box(top + 8, place(space)[0], 8, 1, GRID)
    for space in state.edition.income_spaces:
        left, width = place(space)
        canvas.box(top + 17, left, max(width - 1, 1), 5, BUTTON)
    for space in state.special_spaces:
        left, width = place(space)
        canvas.box(top + 9, left + 1, max(width - 1, 1), 6, SPECIAL)
    for player in (0, 1):
        left, width = place(state.positions[player])
        canvas.box(top + 4 * player, left, max(width, 4), 4, PLAYERS[player])


def draw_offer(canvas: Canvas, patch: Patch, top: int, left: int) -> None:
    """Draw a patch on offer: its shape under button cost, time cost and income."""
    at = left
    for number, colour in ((patch.button_cost, BUTTON), (patch.time_cost, TIME)):
        at = canvas.number(top, at, number, colour) + 8
    for _ in range(min(patch.income, 9)):
        canvas.box(top + 2, at, 5, 5, BUTTON)
        at += 7
    canvas.cells(top + 16, left, patch.cells, CLOTHS[ord(patch.letter) % len(CLOTHS)], SMALL)
