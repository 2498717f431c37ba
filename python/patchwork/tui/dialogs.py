"""What lies over the board for a moment: help, a question, a file name, the end."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from patchwork.tui.widgets import KeyBar, Line

Key = tuple[str, str, str]
"""A key as Textual names it, as it is shown, and what it does."""
CLOSE: tuple[Key, ...] = (("escape", "Esc", "close"),)


class Dialog(ModalScreen[str | None]):
    """A text and some keys; answers with the key that is pressed, None for Escape."""

    CSS = """
    Dialog { align: center middle; background: transparent; }
    Dialog > Vertical {
        width: auto; max-width: 96%; height: auto; max-height: 100%;
        border: round ansi_default; padding: 0 1; background: ansi_default;
    }
    Dialog VerticalScroll { width: auto; height: auto; max-height: 90vh; }
    Dialog Static { width: auto; }
    Dialog KeyBar { width: 100%; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "scroll(-1)", "Up"),
        ("down", "scroll(1)", "Down"),
    ]

    def __init__(self, title: str, content: Text | str, keys: Sequence[Key]) -> None:
        """Show a text under a title, over keys."""
        super().__init__()
        self.heading = title
        self.content = content
        self.keys = keys

    def compose(self) -> ComposeResult:
        """Lay it out."""
        with Vertical() as box:
            box.border_title = self.heading
            with VerticalScroll(can_focus=False):
                yield Static(self.content, markup=False)
            bar = KeyBar(self.keys)
            bar.styles.min_width = bar.needed
            yield bar

    def on_key(self, event: events.Key) -> None:
        """Answer."""
        # A second key may come before this is gone: it is then no answer to anything.
        if event.key in {key for key, _, _ in self.keys} and self.is_current:
            event.stop()
            self.dismiss(None if event.key == "escape" else event.key)

    def action_scroll(self, lines: int) -> None:
        """Move a long text."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class FileDialog(ModalScreen[Path | None]):
    """Asks for the name of a file to save to."""

    CSS = """
    FileDialog { align: center middle; background: transparent; }
    FileDialog > Vertical {
        width: 64; height: auto; border: round ansi_default; padding: 0 1;
        background: ansi_default;
    }
    FileDialog Input { border: none; height: 1; padding: 0; background: ansi_default; }
    """
    KEYS = (("enter", "Enter", "save"), ("escape", "Esc", "back"))

    def __init__(self, path: Path, ours: Path | None) -> None:
        """Suggest a path; `ours` may be written over without a question."""
        super().__init__()
        self.path = path
        self.ours = ours
        self.confirmed: Path | None = None

    def compose(self) -> ComposeResult:
        """Lay it out."""
        with Vertical() as box:
            box.border_title = "Save the game as"
            yield Input(str(self.path), select_on_focus=False)
            yield Line()
            yield KeyBar(self.KEYS)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer, but ask before another file is written over."""
        if not event.value.strip() or not self.is_current:
            return
        path = Path(event.value.strip()).expanduser()
        if path.exists() and path not in (self.ours, self.confirmed):
            self.confirmed = path
            self.query_one(Line).show("It exists: Enter again writes over it.")
            return
        self.dismiss(path)

    def on_key(self, event: events.Key) -> None:
        """Go back."""
        if event.key == "escape" and self.is_current:
            event.stop()
            self.dismiss(None)
