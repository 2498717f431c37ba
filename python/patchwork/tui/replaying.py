"""Going through a game on a full screen, forwards and backwards."""

import copy
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

import patchwork as pw
from patchwork import drawing
from patchwork.advice import Advice, Adviser, verdict
from patchwork.cli.output import INTERRUPTED
from patchwork.narration import tell
from patchwork.tui.board import Board
from patchwork.tui.dialogs import CLOSE, Dialog, Key
from patchwork.tui.thinker import Thinker, Thought
from patchwork.tui.widgets import KeyBar, Log

if TYPE_CHECKING:
    from textual.timer import Timer

NAMES = ("Player 0", "Player 1")
PACE = 1.0
"""Seconds between moves that go by themselves."""

HELP = """\
Right, Left      one move forwards, one back
PgDn, PgUp       ten moves
Home, End        the first position, the last
Space            let it run, or stop it
e                what an agent thinks of the positions, on or off
q                leave"""


class ReplayScreen(Screen[None]):
    """A game that is over, or as far as it went."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, action, show=False)
            for key, action in (
                ("right,down,l", "step(1)"),
                ("left,up,u", "step(-1)"),
                ("pagedown", "step(10)"),
                ("pageup", "step(-10)"),
                ("home", "step(-999)"),
                ("end", "step(999)"),
                ("space", "run"),
                ("e", "evaluate"),
                ("question_mark", "help"),
                ("q,escape", "leave"),
            )
        ),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]
    KEYS: ClassVar[tuple[Key, ...]] = (
        ("left", "←", "back"),
        ("right", "→", "forwards"),
        ("home", "Home", "start"),
        ("end", "End", "end"),
        ("space", "Space", "run"),
        ("e", "e", "evaluate"),
        ("question_mark", "?", "help"),
        ("q", "q", "quit"),
    )

    def __init__(self, game: pw.Game, adviser: Adviser, *, evaluate: bool) -> None:
        """Open a game at its start; `evaluate` asks the adviser from the beginning."""
        super().__init__()
        self.whole = game
        self.game = copy.copy(game)
        self.adviser = adviser
        self.evaluating = evaluate
        self.advice: dict[int, Advice] = {}
        self.failure = ""
        self.running: Timer | None = None
        self.thinker = Thinker(self)
        self.told = [
            tell(before, after, action, NAMES)
            for before, after, action in zip(
                game.states, game.states[1:], game.actions, strict=False
            )
        ]

    def compose(self) -> ComposeResult:
        """Lay out the board."""
        yield Board()

    def on_mount(self) -> None:
        """Begin at the start."""
        self.action_step(-999)

    def on_resize(self) -> None:
        """Draw for another size."""
        self.draw()

    @property
    def ply(self) -> int:
        """How many moves are played here."""
        return len(self.game.actions)

    def draw(self) -> None:
        """Show the position, the moves that led to it, and what is thought of it."""
        board = self.query_one(Board)
        count = len(self.whole.actions)
        turn = drawing.whose_turn(self.game.state, NAMES)
        board.show(self.game, NAMES, title=f"after move {self.ply} of {count}: {turn}")
        lines = [(line, "") for told in self.told[: self.ply] for line in told]
        advice = self.advice.get(self.ply)
        if self.evaluating and advice:
            lines.append((f"{advice.why}.", "bold"))
        board.query_one(Log).show(lines)
        board.tell(self.line(advice))
        board.query_one(KeyBar).show(self.KEYS)

    def line(self, advice: Advice | None) -> Text:
        """Return what is thought of the position, or what was played next."""
        if self.failure:
            return Text(self.failure, "bold red")
        if self.evaluating and not self.game.state.is_over:
            if advice is None:
                return Text(f"{self.adviser.name} is thinking...")
            text = Text(verdict(self.game.state, advice, NAMES), "bold")
            if self.ply < len(self.told):
                text.append(f"  Played: {self.whole.actions[self.ply]}", "not bold")
            return text
        if self.ply < len(self.told):
            return Text(f"Next: {self.told[self.ply][0]}")
        return Text("This is the last position.")

    def action_step(self, count: int) -> None:
        """Go so many moves forwards, or back."""
        goal = max(0, min(self.ply + count, len(self.whole.actions)))
        while self.ply < goal:
            self.game.redo()
        while self.ply > goal:
            self.game.undo()
        self.think()
        self.draw()

    def think(self) -> None:
        """Ask the adviser about this position, if that is wanted and not known."""
        state = self.game.state
        self.thinker.forget()
        self.failure = ""
        if self.evaluating and not state.is_over and self.ply not in self.advice:
            ply = self.ply
            self.thinker.ask("evaluation", lambda: (ply, self.adviser.advise(state)))

    def on_thought(self, thought: Thought) -> None:
        """Keep what the adviser says."""
        if thought.error is not None:
            self.failure = f"{self.adviser.name} failed: {thought.error}"
        else:
            ply, advice = thought.answer
            self.advice[ply] = advice
        self.draw()

    def action_evaluate(self) -> None:
        """Ask the adviser, or no longer."""
        self.evaluating = not self.evaluating
        self.think()
        self.draw()

    def action_run(self) -> None:
        """Let the moves go by, or stop them."""
        if self.running:
            self.running.stop()
            self.running = None
            return

        def go_on() -> None:
            self.action_step(1)
            if self.ply == len(self.whole.actions):
                self.action_run()

        if self.ply == len(self.whole.actions):
            self.action_step(-999)
        self.running = self.set_interval(PACE, go_on)

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Dialog("Help", HELP, CLOSE))

    def action_leave(self) -> None:
        """Leave."""
        self.app.exit(0)

    def action_interrupt(self) -> None:
        """Leave at once."""
        self.app.exit(INTERRUPTED, return_code=INTERRUPTED)
