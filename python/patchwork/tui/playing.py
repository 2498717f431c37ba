"""The game on a full screen."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

import patchwork as pw
from patchwork import drawing
from patchwork.advice import Advice, Adviser
from patchwork.cli.output import INTERRUPTED
from patchwork.drawing import Cell, Mark
from patchwork.placing import Placing, best_places
from patchwork.session import Session, breakdown
from patchwork.tui.board import LEAST, Board
from patchwork.tui.dialogs import CLOSE, Dialog, FileDialog, Key
from patchwork.tui.thinker import Thinker, Thought
from patchwork.tui.widgets import KeyBar, Log, Offers, QuiltView

HELP = """\
1 2 3 or Tab   take up a patch (or click on it)
arrows         move it (or move the mouse)
r  t           turn it clockwise, back (or the mouse wheel)
f              flip it over (or the right button)
Enter, Space   sew it on (or click)
Esc            put it back
a              advance to the space in front of the other token
u  y           undo, redo
h              a hint: what a strong player would do, and why
c              all the patches to come
s              save the game
q              leave the game

You may buy one of three patches that you can pay for and that
fits, or advance and take a button for each space. Whoever is
behind on the time board moves. Income spaces (o) pay the
income of your quilt; a special patch (■) is one free space.
In the end every free space costs points."""


class PlayScreen(Screen[None]):
    """A game: a person or two, or agents that one watches."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, action, show=False)
            for key, action in (
                ("1", "choose(0)"),
                ("2", "choose(1)"),
                ("3", "choose(2)"),
                ("tab", "next(1)"),
                ("shift+tab", "next(-1)"),
                ("up", "move(-1, 0)"),
                ("down", "move(1, 0)"),
                ("left", "move(0, -1)"),
                ("right", "move(0, 1)"),
                ("r", "turn(1)"),
                ("t", "turn(3)"),
                ("f", "flip"),
                ("enter", "sew"),
                ("space", "sew"),
                ("escape", "put_back"),
                ("a", "advance"),
                ("u", "undo"),
                ("y", "redo"),
                ("h", "hint"),
                ("c", "coming"),
                ("s", "save"),
                ("question_mark", "help"),
                ("q", "leave"),
                ("plus", "pace(0.5)"),
                ("minus", "pace(2)"),
            )
        ),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    def __init__(self, session: Session, adviser: Adviser, pace: float) -> None:
        """Sit down; `pace` is the seconds between actions of agents that are watched."""
        super().__init__()
        self.session = session
        self.adviser = adviser
        self.pace = pace
        self.held: Placing | None = None
        self.middle: Cell = (4, 4)
        self.advice: Advice | None = None
        self.message = ""
        self.watching = all(seat.agent for seat in session.seats)
        self.paused = False
        self.waiting = ""
        """What is being thought about: "move", "hint" or nothing."""
        self.thinker = Thinker(self)

    def compose(self) -> ComposeResult:
        """Lay out the board."""
        yield Board()

    def on_mount(self) -> None:
        """Begin."""
        self.go_on()

    def on_resize(self) -> None:
        """Draw for another size."""
        self.draw()

    # The course of the game.

    @property
    def state(self) -> pw.State:
        """The state of the game."""
        return self.session.state

    def go_on(self) -> None:
        """Let who is to move move: an agent thinks, a person is waited for."""
        mover = self.session.mover
        agent = mover.agent if mover else None
        if self.state.special_pending and self.session.person_to_move:
            self.take_up(None)
        if agent and not self.paused:
            self.waiting = "move"
            state = self.state
            self.thinker.ask("move", lambda: agent.choose(state))
        self.draw()
        if self.state.is_over:
            self.call_after_refresh(self.show_end)

    def play(self, action: pw.Action) -> None:
        """Play an action, and go on."""
        self.held = self.advice = None
        self.message = ""
        self.session.play(action)
        if self.watching and self.pace:
            self.draw()
            turn = self.thinker.turn
            self.set_timer(self.pace, lambda: self.go_on() if turn == self.thinker.turn else None)
        else:
            self.go_on()

    def on_thought(self, thought: Thought) -> None:
        """Play what an agent chose, or show a hint."""
        if thought.turn != self.thinker.turn:
            return
        self.waiting = ""
        if thought.error is not None:
            who = self.adviser.name if thought.purpose == "hint" else "the agent"
            self.say(f"{who} failed: {type(thought.error).__name__}: {thought.error}")
        elif thought.purpose == "hint":
            self.show_advice(thought.answer)
        else:
            try:
                action = self.state.action(thought.answer)
            except (TypeError, ValueError) as error:
                self.say(f"the agent failed: {error}")
                return
            self.play(action)

    def show_advice(self, advice: Advice) -> None:
        """Hold the patch where the adviser would sew it."""
        self.advice = advice
        self.held = None
        if advice.action.kind == "advance":
            self.say("Press a to do as the hint says.")
            return
        self.held = Placing.by(self.state, advice.action)
        self.middle = self.held.middle
        self.say("Press Enter to do as the hint says.")

    def stop_thinking(self) -> None:
        """Let go of what is being thought: the position changes."""
        self.thinker.forget()
        self.waiting = ""
        self.advice = None

    # What is on the screen.

    def say(self, message: str) -> None:
        """Show a message until the next key."""
        self.message = message
        self.draw()

    def draw(self) -> None:
        """Show everything as it is."""
        board = self.query_one(Board)
        width, height = self.app.size
        board.show(
            self.session.game,
            self.session.names,
            title=self.title_text(),
            over=self.marks(),
            slot=self.held.slot if self.held else None,
        )
        told = [(line, "") for lines in self.session.told() for line in lines]
        if self.advice:
            told.append((f"Hint: {self.advice.why}.", "bold"))
        board.query_one(Log).show(told)
        if (width, height) < LEAST or height < LEAST[1]:
            board.tell(
                Text(f"The board needs {LEAST[0]} x {LEAST[1]}, there are {width} x {height}.")
            )
        else:
            board.tell(self.line())
        board.query_one(KeyBar).show(self.keys())

    def title_text(self) -> str:
        """Say how far the game is, and whose turn it is."""
        move = f"move {len(self.session.game.actions) + 1}"
        if self.waiting == "move" and self.session.mover:
            return f"{move}: {self.session.mover.name} is thinking"
        turn = drawing.whose_turn(self.state, self.session.names)
        return turn if self.state.is_over else f"{move}: {turn}"

    def line(self) -> Text:
        """Return the message: what is wrong with the place of the patch, or what to do."""
        if self.message:
            return Text(self.message)
        if self.waiting == "hint":
            return Text(f"{self.adviser.name} is thinking about a hint...")
        if self.held:
            return fit(self.held)
        if self.watching and not self.state.is_over:
            return Text("Paused." if self.paused else f"{self.pace:g} s between moves.")
        if self.session.person_to_move:
            return Text("Take up a patch with 1, 2 or 3, or advance with a.")
        return Text()

    def keys(self) -> list[Key]:
        """Return the keys that do something now."""
        leave: list[Key] = [("s", "s", "save"), ("question_mark", "?", "help"), ("q", "q", "quit")]
        if self.watching:
            pause = "go on" if self.paused else "pause"
            speed: list[Key] = [("plus", "+", "faster"), ("minus", "-", "slower")]
            return [("space", "Space", pause), *speed, ("u", "u", "back"), *leave]
        undo: Key = ("u", "u", "undo")
        if self.held:
            turn: list[Key] = [("r", "r", "turn"), ("f", "f", "flip"), ("enter", "Enter", "sew")]
            return [*turn, ("escape", "Esc", "put back"), undo, ("h", "h", "hint"), *leave]
        if self.session.person_to_move:
            take: list[Key] = [
                ("1", "1", ""),
                ("2", "2", ""),
                ("3", "3", "take"),
                ("a", "a", "advance"),
            ]
            return [*take, undo, ("h", "h", "hint"), ("c", "c", "coming"), *leave]
        return [undo, ("c", "c", "coming"), *leave]

    def marks(self) -> dict[Cell, Mark]:
        """Return how the patch that is held looks on the quilt."""
        if self.held is None:
            return {}
        good = self.held.why_not is None
        fits = Mark(self.held.letter, "bold reverse green" if good else "bold reverse yellow")
        wrong = Mark("✗", "bold reverse red")
        covered = self.held.covered
        return {cell: wrong if cell in covered else fits for cell in self.held.cells}

    # What the keys and the mouse do.

    def take_up(self, slot: int | None) -> None:
        """Hold a patch on offer, or the special patch that must be placed."""
        held = Placing.of(self.state, slot, self.middle)
        if slot is None and held.why_not:  # the middle of a quilt is soon covered
            held = Placing.by(self.state, best_places(self.state, None, 1)[0])
        self.held = held

    def action_choose(self, slot: int) -> None:
        """Take up a patch."""
        self.message = ""
        if not self.session.person_to_move:
            return
        if self.state.special_pending:
            self.say(f"The {self.state.edition.words['special_patch']} must be placed first.")
        elif slot < len(self.state.offered):
            self.advice = None
            self.take_up(slot)
            self.draw()

    def action_next(self, step: int) -> None:
        """Take up the next patch."""
        count = len(self.state.offered)
        if not count or self.state.special_pending:
            return
        before = self.held.slot if self.held and self.held.slot is not None else None
        self.action_choose(
            (before + step) % count if before is not None else (0 if step > 0 else count - 1)
        )

    def hold(self, held: Placing) -> None:
        """Hold the patch otherwise."""
        self.held = held
        self.middle = held.middle
        self.message = ""
        self.draw()

    def action_move(self, down: int, right: int) -> None:
        """Move the patch; take one up if none is held."""
        if self.held:
            self.hold(self.held.moved(down, right))
        elif self.session.person_to_move:
            self.action_next(1)

    def action_turn(self, times: int) -> None:
        """Turn the patch by quarters."""
        if self.held:
            held = self.held
            for _ in range(times):
                held = held.turned()
            self.hold(held)

    def action_flip(self) -> None:
        """Flip the patch."""
        if self.held:
            self.hold(self.held.flipped())

    def action_sew(self) -> None:
        """Sew the patch on, or say why not; pause if one only watches."""
        if self.watching:
            self.pause()
        elif self.held:
            action = self.held.action
            if action:
                self.play(action)
            else:
                self.app.bell()
        elif self.advice and self.advice.action.kind == "advance":
            self.action_advance()

    def action_put_back(self) -> None:
        """Put the patch back."""
        self.message = ""
        self.advice = None
        if not self.state.special_pending:
            self.held = None
        self.draw()

    def action_advance(self) -> None:
        """Advance."""
        if not self.session.person_to_move:
            return
        if self.state.special_pending:
            self.say(f"The {self.state.edition.words['special_patch']} must be placed first.")
        else:
            self.play(self.state.action(0))

    def action_undo(self) -> None:
        """Take back."""
        self.go_through(self.session.undo, "There is nothing to take back.")

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self.go_through(self.session.redo, "Nothing was taken back.")

    def go_through(self, step: Callable[[], int], nothing: str) -> None:
        """Go back or forth in the game."""
        if self.watching:
            self.paused = True
        self.stop_thinking()
        self.held = None
        count = step()
        self.message = "" if count else nothing
        self.go_on()

    def action_hint(self) -> None:
        """Ask the adviser."""
        if self.session.person_to_move and not self.waiting:
            self.waiting = "hint"
            self.message = ""
            state = self.state
            self.thinker.ask("hint", lambda: self.adviser.advise(state))
            self.draw()

    def action_pace(self, factor: float) -> None:
        """Watch faster or slower."""
        if self.watching:
            self.pace = min(60.0, max(0.0625, self.pace * factor))
            self.draw()

    def pause(self) -> None:
        """Stop the agents, or let them go on."""
        self.paused = not self.paused
        self.stop_thinking()
        self.go_on()

    def on_quilt_view_pointed(self, event: QuiltView.Pointed) -> None:
        """Move the patch to the mouse; sew it on with a click."""
        if self.held and event.player == self.state.to_move:
            held = self.held.centred(*event.cell)
            if event.pressed:
                self.held = held
                self.action_sew()
            elif held != self.held:
                self.hold(held)

    def on_quilt_view_turned(self, event: QuiltView.Turned) -> None:
        """Turn or flip the patch."""
        if event.flip:
            self.action_flip()
        else:
            self.action_turn(1)

    def on_offers_chosen(self, event: Offers.Chosen) -> None:
        """Take up a patch."""
        self.action_choose(event.slot)

    # Dialogs.

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Dialog("Help", HELP, CLOSE))

    def action_coming(self) -> None:
        """Show the patches to come."""
        patches = drawing.later(self.state)
        per_row = max(1, min(16, (self.app.size.width - 6) // drawing.SMALL_WIDTH))
        rows = [
            drawing.small_row(patches[at : at + per_row], self.app.size.width)
            for at in range(0, len(patches), per_row)
        ]
        content = Text("\n\n").join(rows) if rows else Text("None.")
        title = "To come: letter, cost / time + income"
        self.app.push_screen(Dialog(title, content, CLOSE))

    def action_save(self) -> None:
        """Ask for a file and save."""
        self.ask_and_save(leave=False)

    def ask_and_save(self, *, leave: bool) -> None:
        """Save to a file that is asked for; leave then if that was meant."""
        default = self.session.path or Path(time.strftime("patchwork-%Y-%m-%d-%H%M.txt"))

        def save(path: Path | None) -> None:
            if path is None:
                return
            try:
                self.session.save(path)
            except OSError as error:
                self.say(f"Not saved: {path}: {error.strerror}.")
            else:
                self.say(f"Saved in {path}.")
                if leave:
                    self.app.exit(0)

        self.app.push_screen(FileDialog(default, self.session.path), save)

    def action_leave(self) -> None:
        """Leave; offer to save what is not saved."""
        if self.session.keep or not self.session.unsaved:
            self.app.exit(0)
            return

        def answer(key: str | None) -> None:
            if key == "s":
                self.ask_and_save(leave=True)
            elif key in ("l", "q"):
                self.app.exit(0)

        keys = (("s", "s", "save and leave"), ("l", "l", "leave"), ("escape", "Esc", "stay"))
        self.app.push_screen(Dialog("Leave the game", "The game is not saved.", keys), answer)

    def action_interrupt(self) -> None:
        """Leave at once."""
        self.app.exit(INTERRUPTED, return_code=INTERRUPTED)

    def show_end(self) -> None:
        """Show the scores, what they are made of, and who won and why."""
        names = self.session.names
        winner = names[self.state.winner or 0]
        won = f"{winner} {'won' if winner == 'You' else 'has won'}"
        if self.state.scores[0] == self.state.scores[1]:
            won += ": level on points, but first in the centre"
        content = Text(f"{won}.\n", "bold")
        for what, values in [("", names), *breakdown(self.state)]:
            content.append(f"\n{what:16}", "not bold")
            for player, value in enumerate(values):
                shown = value if isinstance(value, str) else f"{value:+}"
                content.append(
                    f"{shown:>{max(6, len(names[player])) + 2}}", drawing.PLAYERS[player]
                )
        keys = (
            ("escape", "Esc", "look"),
            ("u", "u", "undo"),
            ("s", "s", "save"),
            ("q", "q", "quit"),
        )

        def answer(key: str | None) -> None:
            if key == "u":
                self.action_undo()
            elif key == "s":
                self.action_save()
            elif key == "q":
                self.action_leave()

        self.app.push_screen(Dialog("The game is over", content, keys), answer)


def fit(held: Placing) -> Text:
    """Say whether a patch fits where it is held, and why it does not."""
    why_not = held.why_not
    if why_not:
        return Text(f"✗ {why_not}", "bold red")
    return Text(f"✓ {held.letter} fits here: Enter sews it on", "bold green")
