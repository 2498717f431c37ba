"""The whole table on one screen, laid out for its size: 80 x 24 and up."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

import patchwork as pw
from patchwork import drawing
from patchwork.drawing import Cell, Mark
from patchwork.tui.widgets import Coming, Facts, KeyBar, Line, Log, Offers, QuiltView, Track

LEAST = (80, 24)
"""Columns and lines below which the table is not whole."""


class Layout(NamedTuple):
    """How large things are drawn: columns and lines of a space, lines of what comes later."""

    quilt: tuple[int, int]
    offer: tuple[int, int]
    coming: int

    @property
    def width(self) -> int:
        """The columns that it needs: quilts with 34 for the facts, or three offers with theirs."""
        return max(2 * (9 * self.quilt[0] + 4) + 34, 3 * (5 * self.offer[0] + 16))

    @property
    def height(self) -> int:
        """The lines that it needs, with title, time board, message and keys."""
        return (9 * self.quilt[1] + 2) + 5 * self.offer[1] + self.coming + 7


LAYOUTS = tuple(
    Layout(quilt, offer, coming)
    for quilt in ((6, 3), (4, 2), (3, 1), (2, 1))
    for offer, coming in (((4, 2), 4), ((2, 1), 4), ((2, 1), 1))
)
"""Every layout, the largest first."""


def fitting(width: int, height: int, *, colour: bool = True) -> Layout:
    """Return the largest layout that fits; the smallest if none does.

    Without colour a space is one line high: a lone letter in a larger one would not fill it.
    """
    for layout in LAYOUTS:
        flat = layout.quilt[1] == layout.offer[1] == 1
        if layout.width <= width and layout.height <= height and (colour or flat):
            return layout
    return LAYOUTS[-1]


class Board(Vertical):
    """Title, quilts, facts and log, time board, offers, what comes, a message, the keys."""

    DEFAULT_CSS = """
    Board { width: 100%; height: 100%; }
    Board #top { height: auto; }
    Board #side { width: 1fr; height: 100%; }
    Board Log { margin-top: 1; }
    Board #bottom { dock: bottom; height: 2; }
    """

    fitted: Layout | None = None

    def compose(self) -> ComposeResult:
        """Lay the parts out."""
        yield Line(id="title")
        with Horizontal(id="top"):
            yield QuiltView(0)
            yield QuiltView(1)
            with Vertical(id="side"):
                yield Facts()
                yield Log()
        yield Track()
        yield Offers()
        yield Coming()
        with Vertical(id="bottom"):
            yield Line(id="message")
            yield KeyBar()

    def fit(self) -> None:
        """Draw as large as fits the window."""
        layout = fitting(*self.app.size, colour=not self.app.no_color)
        if layout == self.fitted:
            return
        self.fitted = layout
        for view in self.query(QuiltView):
            view.resize(layout.quilt)
        self.query_one("#top").styles.height = 9 * layout.quilt[1] + QuiltView.HEADER
        self.query_one(Offers).resize(layout.offer)
        self.query_one(Coming).styles.height = layout.coming

    def show(
        self,
        game: pw.Game,
        names: Sequence[str],
        *,
        title: str,
        over: Mapping[Cell, Mark] | None = None,
        slot: int | None = None,
    ) -> None:
        """Show a game where it stands; `over` lies on the quilt of the player to move."""
        self.fit()
        state = game.state
        heading = Text(no_wrap=True)
        box = state.edition.title or state.edition.name
        if len(box) + 2 + len(title) <= self.app.size.width:
            heading.append(f"{box}  ", "bold")
        heading.append(title)
        self.query_one("#title", Line).show(heading)
        for view in self.query(QuiltView):
            player = view.player
            mover = player == state.to_move
            name = Text(f"{'▶' if mover else ' '} {names[player]}", drawing.PLAYERS[player])
            marks = {**last_sewn(game, player), **((over or {}) if mover else {})}
            view.show(drawing.sewn(game, player), marks, name)
        self.query_one(Facts).show(state, names)
        self.query_one(Track).show(state, token_letters(names))
        self.query_one(Offers).show(state, slot)
        self.query_one(Coming).show(state)

    def tell(self, message: str | Text) -> None:
        """Show a message."""
        self.query_one("#message", Line).show(message)


def token_letters(names: Sequence[str]) -> tuple[str, str]:
    """Return a letter for each token: that of the name, or 0 and 1 if both have one."""
    first, second = (name[:1].upper() for name in names)
    return ("0", "1") if first == second else (first, second)


def last_sewn(game: pw.Game, player: int) -> dict[Cell, Mark]:
    """Return the last patch of a player underlined, if it was the last action but the other's."""
    states, actions = game.states, game.actions
    for ply in range(len(actions) - 1, -1, -1):
        if states[ply].to_move == player:
            patches = drawing.sewn(game, player)
            if actions[ply].letter is None or not patches:
                return {}
            mark = Mark(patches[-1].letter, f"underline {drawing.patch_style(patches[-1].colour)}")
            return dict.fromkeys(patches[-1].cells, mark)
    return {}
