"""The game by lines of text: for screen readers, scripts and terminals without a screen."""

import re
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

import patchwork as pw
from patchwork.advice import Adviser
from patchwork.cli.play import keep_record
from patchwork.narration import amount, does
from patchwork.placing import best_places
from patchwork.session import Session, breakdown

if TYPE_CHECKING:
    from collections.abc import Callable

EXPECTED = "a patch (1 to 3 or its letter), . to advance, a token such as BDCA, or help"
SPACE = re.compile(r"row (\d), column (\d)")
"""How the rules name a space; here it is its column and row, as in tokens."""
PLACES = 10
"""Placements that are listed for a patch."""

HELP = """\
1, 2, 3 or a letter   list good places for that patch; then say the number of a place
.                     advance (also: advance)
BDCA                  a token: patch, column A-I, row A-I, orientation A-H; several may follow
hDCA                  a token that places a special patch
show                  draw the quilts, the patches and the time board
hint                  what a strong player would do, and why
undo, redo            take your last action back, and play it again
moves                 the game so far, as it would be saved
save [FILE]           save the game
quit                  leave (so does the end of input)"""


class PlainGame:
    """A dialogue: the position is told, a line is read, what happens is told."""

    def __init__(self, session: Session, adviser: Adviser, pace: float = 0) -> None:
        """Begin at the session's position; `pace` is the pause after an agent's move."""
        self.session = session
        self.adviser = adviser
        self.pace = pace
        self.listed: list[pw.Action] = []
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "help": self.help,
            "?": self.help,
            "show": self.show,
            "hint": self.hint,
            "undo": self.undo,
            "redo": self.redo,
            "moves": self.moves,
            "save": self.save,
        }

    def run(self) -> None:
        """Play until the game is over or left; the record is kept however it ends."""
        edition = self.session.state.edition
        first, second = self.session.names
        click.echo(f"{edition.title}: {first} against {second}.")
        if any(seat.agent is None for seat in self.session.seats):
            click.echo("Say help for what can be said.")
        left = None
        try:
            left = self.play()
        except KeyboardInterrupt:
            click.echo()  # the line has a ^C on it
            left = "Interrupted"
            raise
        finally:
            if left:
                click.echo(f"{left} after {len(self.session.game.actions)} actions.")
            keep_record(self.session)

    def play(self) -> str | None:
        """Play; return why the game was left, or None if it is over."""
        told = True
        while True:
            while not self.session.state.is_over:
                mover = self.session.mover
                if mover and mover.agent:
                    self.tell(self.session.play(mover.agent.choose(self.session.state)))
                    time.sleep(self.pace)
                    continue
                if told:
                    self.describe()
                line = self.read()
                if line is None:
                    return "The input has ended"
                if line in ("quit", "exit"):
                    return "The game is left"
                before = self.session.state
                self.obey(line)
                told = self.session.state != before
            self.finish()
            if not any(seat.agent is None for seat in self.session.seats):
                return None
            # The last action can still be taken back.
            line = self.read()
            if line is None or line in ("quit", "exit", ""):
                return None
            self.obey(line)
            told = True

    def read(self) -> str | None:
        """Return the next line, or None at the end of input."""
        name = self.session.mover.name if self.session.mover else ""
        prompt = f"{name}> "
        if sys.stdin.isatty():
            try:
                return input(prompt).strip()
            except EOFError:
                click.echo()
                return None
        line = sys.stdin.readline()
        if not line:
            return None
        click.echo(prompt + line.rstrip("\n"))
        return line.strip()

    def obey(self, line: str) -> None:
        """Do what a line says, or answer what was expected."""
        try:
            words = shlex.split(line) if line.startswith("save") else line.split()
        except ValueError as error:
            click.echo(f"{line!r}: {error}.")
            return
        if not words:
            click.echo(f"Expected {EXPECTED}.")
            return
        command = self.commands.get(words[0].lower())
        if command:
            command(words[1:])
            return
        for word in words:
            if not self.answer("." if word.lower() == "advance" else word):
                return
            if not self.session.person_to_move:
                return

    def answer(self, word: str) -> bool:
        """Take a number, a letter or a token; return False if the rest of the line is void."""
        state = self.session.state
        if self.listed and word.isdecimal():
            if not 1 <= int(word) <= len(self.listed):
                click.echo(f"No place {word}: expected 1 to {len(self.listed)}, or a letter.")
                return False
            return self.take(self.listed[int(word) - 1])
        letters = [patch.letter for patch in state.offered]
        if state.special_pending and word in ("h", "1"):
            self.list_places(None)
        elif word in letters:
            self.list_places(letters.index(word))
        elif word.isdecimal() and 1 <= int(word) <= len(letters):
            self.list_places(int(word) - 1)
        elif word == "." or len(word) == 4:
            return self.take(word)
        else:
            shown = word if len(word) <= 20 else word[:20] + "..."
            click.echo(f"{shown!r} is not understood: expected {EXPECTED}.")
            return False
        return True

    def take(self, action: pw.Action | str) -> bool:
        """Play an action, or say why it is not legal."""
        try:
            self.tell(self.session.play(action))
        except ValueError as error:
            reason = str(error).partition(" (position: ")[0]
            reason = SPACE.sub(lambda at: f"{chr(65 + int(at[2]))}{chr(65 + int(at[1]))}", reason)
            click.echo(f"{reason[0].upper()}{reason[1:]}. Expected {EXPECTED}.")
            return False
        return True

    def list_places(self, slot: int | None) -> None:
        """List good places for a patch, by number."""
        state = self.session.state
        self.listed = best_places(state, slot, PLACES)
        if self.listed:
            click.echo(f"Good places for {self.listed[0].letter}:")
            for number, action in enumerate(self.listed, 1):
                spaces = " ".join(f"{chr(65 + col)}{chr(65 + row)}" for row, col in action.cells)
                click.echo(f"{number:3}. {action} covers {spaces}")
            click.echo("Say the number of a place, a token, or the letter of another patch.")
        elif slot is None or state.special_pending:
            click.echo(f"A {state.edition.words['special_patch']} must be placed first: say h.")
        else:
            from patchwork.drawing import can_buy

            click.echo(f"{state.offered[slot].letter} cannot be bought: {can_buy(state)[slot]}.")

    def describe(self) -> None:
        """Tell the position in a few lines."""
        self.listed = []
        state, words = self.session.state, self.session.state.edition.words
        click.echo()
        for player, name in enumerate(self.session.names):
            free = 81 - state.quilt(player).bit_count()
            click.echo(
                f"{name}: {amount(state.buttons[player], words)}, income {state.incomes[player]}, "
                f"on space {state.positions[player]} of {state.edition.track_length}, "
                f"{free} spaces free, score {state.scores[player]}."
            )
        mover = self.session.names[state.to_move or 0]
        if state.special_pending:
            click.echo(
                f"{does(mover, 'has')} a {words['special_patch']} to place: say h, or a token."
            )
            return
        from patchwork.drawing import can_buy

        for number, (patch, why_not) in enumerate(
            zip(state.offered, can_buy(state), strict=True), 1
        ):
            click.echo(
                f"  {number}. {patch.letter}: {patch.size} spaces, costs "
                f"{amount(patch.button_cost, words)} and {patch.time_cost} time, "
                f"income {patch.income}{f' ({why_not})' if why_not else ''}"
            )

    def tell(self, sentences: list[str]) -> None:
        """Tell what happened."""
        click.echo(" ".join(sentences))
        self.listed = []

    def finish(self) -> None:
        """Tell the result, and what it is made of."""
        state, names = self.session.state, self.session.names
        click.echo("\nThe game is over.")
        for player, name in enumerate(names):
            parts = [f"{what} {values[player]:+}" for what, values in breakdown(state)[:-1]]
            click.echo(f"{name}: {', '.join(parts)}: score {state.scores[player]}.")
        winner = state.winner or 0
        level = state.scores[0] == state.scores[1]
        why = ", level on points but first in the centre" if level else ""
        won = "won" if names[winner] == "You" else "has won"
        click.echo(f"{names[winner]} {won}{why}.")

    def help(self, _words: list[str]) -> None:
        """Tell what can be said."""
        click.echo(HELP)

    def show(self, _words: list[str]) -> None:
        """Draw the position."""
        from patchwork import drawing
        from patchwork.cli.output import console

        out = console()
        out.print(drawing.position(self.session.game, out.width, self.session.names))

    def hint(self, _words: list[str]) -> None:
        """Tell what a strong player would do."""
        if self.session.state.is_over:
            click.echo("The game is over.")
            return
        try:
            advice = self.adviser.advise(self.session.state)
        except ValueError as error:
            click.echo(f"No hint: {error}.")
        else:
            click.echo(f"{advice.why}. Its token is {advice.action}")

    def undo(self, _words: list[str]) -> None:
        """Take the last action of a person back."""
        count = self.session.undo()
        click.echo(f"{count} actions taken back." if count else "There is nothing to take back.")

    def redo(self, _words: list[str]) -> None:
        """Play what was taken back again."""
        count = self.session.redo()
        click.echo(f"{count} actions played again." if count else "Nothing was taken back.")

    def moves(self, _words: list[str]) -> None:
        """Print the game as it would be saved."""
        click.echo(self.session.game.dumps(), nl=False)

    def save(self, words: list[str]) -> None:
        """Save the game."""
        if len(words) > 1:
            click.echo("Expected one file name, in quotes if it has spaces.")
            return
        try:
            path = self.session.save(Path(words[0]).expanduser() if words else None)
        except ValueError:
            click.echo("Expected a file name: save FILE.")
        except OSError as error:
            click.echo(f"Not saved: {error.strerror}.")
        else:
            click.echo(f"Saved in {path}.")
