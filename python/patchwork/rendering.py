"""What the environments' ``render()`` gives, for each of their modes."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Console

from patchwork import drawing
from patchwork.raster import picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from patchwork import Game

    Frame: TypeAlias = str | NDArray[np.uint8] | None

RENDER_MODES = ["ansi", "human", "rgb_array"]
WIDTH = 100


def check_render_mode(mode: str | None) -> str | None:
    """Give a render mode back, or raise ValueError if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {RENDER_MODES} or None, not {mode!r}")
    return mode


def render(game: Game, mode: str | None) -> Frame:
    """Give a text, print it, or give an image: uint8 (height, width, 3).

    Without a mode there is nothing to render.
    """
    if mode == "rgb_array":
        return picture(game)
    if mode == "ansi":
        console = Console(file=StringIO(), width=WIDTH, color_system=None)
        console.print(drawing.position(game, WIDTH))
        return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]
    if mode == "human":
        Console(width=WIDTH).print(drawing.position(game, WIDTH))
    return None
