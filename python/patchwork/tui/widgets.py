"""The parts of the board: each shows what it was given and draws it when asked."""

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

import patchwork as pw
from patchwork import drawing
from patchwork.drawing import Cell, Mark, Sewn


class Line(Widget):
    """A line of text."""

    DEFAULT_CSS = "Line { height: 1; }"

    text = Text()

    def show(self, text: Text | str) -> None:
        """Show another text."""
        text = text if isinstance(text, Text) else Text(text)
        if text != self.text or text.style != self.text.style:
            self.text = text
            self.refresh()

    def render(self) -> Text:
        """Return the text."""
        return self.text


class KeyBar(Widget):
    """Keys and what they do; a click on one is as good as the key."""

    DEFAULT_CSS = "KeyBar { height: 1; }"

    def __init__(self, keys: Sequence[tuple[str, str, str]] = ()) -> None:
        """Show keys: the key as Textual names it, as it is shown, and what it does."""
        super().__init__()
        self.keys = tuple(keys)

    def show(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Show other keys."""
        if tuple(keys) != self.keys:
            self.keys = tuple(keys)
            self.refresh()

    @property
    def needed(self) -> int:
        """The columns that all keys need."""
        return sum(len(shown) + 1 + len(label) + 2 for _, shown, label in self.keys)

    def _fitting(self) -> list[tuple[int, int, str, str, str]]:
        """Return the keys that fit, each with the columns that it takes."""
        fitting = []
        at = 0
        for key, shown, label in self.keys:
            end = at + len(shown) + 1 + len(label)
            if end > self.size.width:
                break
            fitting.append((at, end, key, shown, label))
            at = end + 2
        return fitting

    def render(self) -> Text:
        """Return the keys."""
        text = Text(no_wrap=True)
        for _, _, _, shown, label in self._fitting():
            text.append(shown, "bold reverse").append(f" {label}  ")
        return text

    def on_click(self, event: events.Click) -> None:
        """Press the key that is clicked."""
        for start, end, key, _, _ in self._fitting():
            if start <= event.x < end:
                event.stop()
                self.app.simulate_key(key)


class QuiltView(Widget):
    """A quilt under its owner's name, and what is held over it."""

    class Pointed(Message):
        """The mouse is over a space; `pressed` if it was clicked."""

        def __init__(self, player: int, cell: Cell, *, pressed: bool) -> None:
            """Point at a space of a player's quilt."""
            super().__init__()
            self.player = player
            self.cell = cell
            self.pressed = pressed

    class Turned(Message):
        """The mouse wheel or another button asks to turn or flip what is held."""

        def __init__(self, *, flip: bool) -> None:
            """Ask for a turn or a flip."""
            super().__init__()
            self.flip = flip

    MARGIN = 2
    """Columns of the row letters."""
    HEADER = 2
    """Lines of the name and the column letters."""

    def __init__(self, player: int) -> None:
        """Show an empty quilt."""
        super().__init__(id=f"quilt-{player}")
        self.player = player
        self.patches: Sequence[Sewn] = ()
        self.over: Mapping[Cell, Mark] = {}
        self.heading = Text()
        self.scale = (2, 1)
        self._last: Cell | None = None

    def show(self, patches: Sequence[Sewn], over: Mapping[Cell, Mark], heading: Text) -> None:
        """Show a quilt."""
        if (patches, over, heading) != (self.patches, self.over, self.heading):
            self.patches, self.over, self.heading = patches, over, heading
            self.refresh()

    def resize(self, scale: tuple[int, int]) -> None:
        """Draw each space as so many columns and lines."""
        self.scale = scale
        width, height = scale
        self.styles.width = 9 * width + self.MARGIN + 2
        self.styles.height = 9 * height + self.HEADER
        self.refresh()

    def render(self) -> Text:
        """Return the quilt."""
        width, height = self.scale
        quilt = drawing.quilt(self.patches, over=self.over, width=width, height=height, labels=True)
        return Text("\n", no_wrap=True).join([self.heading, quilt])

    def _cell(self, event: events.MouseEvent) -> Cell | None:
        width, height = self.scale
        col, row = (event.x - self.MARGIN) // width, (event.y - self.HEADER) // height
        inside = 0 <= row < drawing.SIDE and 0 <= col < drawing.SIDE
        return (row, col) if inside else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell which space the mouse is over, once for each."""
        cell = self._cell(event)
        if cell and cell != self._last:
            self.post_message(self.Pointed(self.player, cell, pressed=False))
        self._last = cell

    def on_click(self, event: events.Click) -> None:
        """Tell which space is clicked; another button than the first flips."""
        cell = self._cell(event)
        if event.button != 1:
            self.post_message(self.Turned(flip=True))
        elif cell:
            self.post_message(self.Pointed(self.player, cell, pressed=True))

    def on_mouse_scroll_up(self) -> None:
        """Turn what is held."""
        self.post_message(self.Turned(flip=False))

    def on_mouse_scroll_down(self) -> None:
        """Turn what is held."""
        self.post_message(self.Turned(flip=False))


class Facts(Widget):
    """What each player has, and the score as it stands."""

    DEFAULT_CSS = "Facts { height: auto; }"

    table: RenderableType = ""
    known: tuple[pw.State, Sequence[str]] | None = None

    def show(self, state: pw.State, names: Sequence[str]) -> None:
        """Show the facts of a state."""
        if (state, names) == self.known:
            return
        self.known = (state, names)
        self.table = drawing.facts(state, names, spaces=False)
        self.refresh(layout=True)

    def render(self) -> RenderableType:
        """Return the facts."""
        return self.table


class Log(Widget):
    """What happened, the newest last; as much as there is room for."""

    DEFAULT_CSS = "Log { height: 1fr; }"

    entries: Sequence[tuple[str, str]] = ()

    def show(self, entries: Sequence[tuple[str, str]]) -> None:
        """Show entries: a text and its style."""
        if entries != self.entries:
            self.entries = entries
            self.refresh()

    def render(self) -> Text:
        """Return the last entries that fit."""
        room = self.size.height
        lines: list[Text] = []
        for text, style in reversed(self.entries):
            wrapped = list(Text(text, style).wrap(self.app.console, max(1, self.size.width)))
            if len(lines) + len(wrapped) > room:
                if not lines:
                    lines = wrapped[:room]
                break
            lines = wrapped + lines
        return Text("\n").join(lines)


class Track(Widget):
    """The time board."""

    DEFAULT_CSS = "Track { height: 4; }"

    state: pw.State | None = None
    names: Sequence[str] = ("0", "1")

    def show(self, state: pw.State, names: Sequence[str]) -> None:
        """Show the board of a state."""
        if (state, names) != (self.state, self.names):
            self.state, self.names = state, names
            self.refresh()

    def render(self) -> Text:
        """Return the board, or as much of a long one as fits, from the hindmost token on."""
        if self.state is None:
            return Text()
        return drawing.track(self.state, self.size.width, self.names, one_row=True)


class Offers(Widget):
    """The patches on offer, side by side: a click takes one up."""

    class Chosen(Message):
        """A patch is chosen by the mouse."""

        def __init__(self, slot: int) -> None:
            """Choose a slot."""
            super().__init__()
            self.slot = slot

    state: pw.State | None = None
    slot: int | None = None
    scale = (2, 1)

    def show(self, state: pw.State, slot: int | None) -> None:
        """Show what is on offer; `slot` is held."""
        if (state, slot) != (self.state, self.slot):
            self.state, self.slot = state, slot
            self.refresh()

    def resize(self, scale: tuple[int, int]) -> None:
        """Draw each space of a patch as so many columns and lines."""
        self.scale = scale
        self.styles.height = 5 * scale[1]
        self.refresh()

    def render(self) -> RenderableType:
        """Return the patches."""
        state = self.state
        if state is None or not state.offered:
            return Text("No patches are left: only advancing is." if state else "")
        row = Table.grid(expand=True)
        cells = []
        for slot, (patch, why_not) in enumerate(
            zip(state.offered, drawing.can_buy(state), strict=True)
        ):
            row.add_column(ratio=1)
            cells.append(self._offer(patch, why_not, slot))
        for _ in range(3 - len(cells)):
            row.add_column(ratio=1)
        row.add_row(*cells)
        return row

    def _offer(self, patch: pw.Patch, why_not: str | None, slot: int) -> RenderableType:
        held = slot == self.slot
        style = drawing.patch_style(ord(patch.letter) % len(drawing.COLOURS))
        width, height = self.scale
        tall = max(row for row, _ in patch.cells) * height + height > 5 * height
        wide = max(col for _, col in patch.cells) * width + width > 5 * width
        if tall or wide:
            shape = drawing.small_shape(patch.cells, style)
        else:
            shape = drawing.shape(patch.cells, patch.letter, style, width=width, height=height)
        words = self.state.edition.words if self.state else {}
        facts = drawing.offer(patch, why_not, slot + 1, words)
        if held:
            facts.stylize("reverse", 0, 1)
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(min_width=5 * width)
        grid.add_row(shape, facts)
        return grid

    def on_click(self, event: events.Click) -> None:
        """Choose the patch that is clicked."""
        offered = len(self.state.offered) if self.state else 0
        slot = event.x * 3 // max(1, self.size.width)
        if slot < offered:
            self.post_message(self.Chosen(slot))


class Coming(Widget):
    """The patches that come after those on offer: as many as there is room for."""

    state: pw.State | None = None

    def show(self, state: pw.State) -> None:
        """Show what comes in a state."""
        if state != self.state:
            self.state = state
            self.refresh()

    def render(self) -> RenderableType:
        """Return the patches: a line of numbers if there is no room for shapes."""
        if self.state is None:
            return Text()
        patches = drawing.later(self.state)
        shapes = drawing.small_row(patches, self.size.width)
        if 0 < len(shapes.split()) <= self.size.height:
            return shapes
        text = Text("then ", "dim", no_wrap=True)
        for patch in patches:
            item = f"{patch.letter} {drawing.price(patch)}"
            if len(text) + len(item) > self.size.width:
                break
            text.append(f"{item}   ")
        return text if patches else Text("no patches after these", "dim")
