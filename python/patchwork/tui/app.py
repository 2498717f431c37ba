"""The application: one screen, the terminal's own colours."""

import asyncio
import signal
from contextlib import suppress
from typing import ClassVar

from textual.app import App
from textual.screen import Screen

import patchwork as pw
from patchwork.advice import Adviser
from patchwork.session import Session


class PatchworkApp(App[int]):
    """Shows one screen and ends with it."""

    TITLE = "Patchwork"
    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: ansi_default; color: ansi_default; overflow: hidden; }"
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, screen: Screen[None]) -> None:
        """Show a screen."""
        # The terminal's own colours: right on dark and on light, with 16 colours and with none.
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.first = screen

    def get_default_screen(self) -> Screen[None]:
        """Return the screen."""
        return self.first

    def on_mount(self) -> None:
        """End when the system says so."""
        # Not every system's loop has signals; Ctrl-C is a key here and needs none.
        with suppress(NotImplementedError, AttributeError):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                status = 128 + number
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(number, self.end, status)

    def end(self, status: int) -> None:
        """Leave the terminal as it was, and end with a status."""
        self.exit(status, return_code=status)


def play_full_screen(session: Session, adviser: Adviser, pace: float) -> tuple[int, bool]:
    """Play on the full screen; return the exit status, and whether an agent still thinks."""
    from patchwork.tui.playing import PlayScreen

    screen = PlayScreen(session, adviser, pace)
    return run(screen), screen.thinker.busy


def replay_full_screen(game: pw.Game, adviser: Adviser, *, evaluate: bool) -> tuple[int, bool]:
    """Go through a game on the full screen; return as `play_full_screen` does."""
    from patchwork.tui.replaying import ReplayScreen

    screen = ReplayScreen(game, adviser, evaluate=evaluate)
    return run(screen), screen.thinker.busy


def run(screen: Screen[None]) -> int:
    """Run a screen until it is left."""
    app = PatchworkApp(screen)
    status = app.run()
    return app.return_code or status or 0
