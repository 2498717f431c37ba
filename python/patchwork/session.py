"""A game at a table: who sits where, what they may take back, and the file it is kept in.

The full-screen game and the line mode are two faces of this.
"""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import patchwork as pw
from patchwork.narration import tell


class Chooser(Protocol):
    """An agent: whatever chooses an action."""

    def choose(self, state: pw.State, /) -> Any:
        """Return the action to take."""


@dataclass(frozen=True)
class Seat:
    """One side of the table."""

    name: str
    agent: Chooser | None = None
    """None for a person."""


YOU = "You"
PERSON = "person"
LEVELS = range(1, 6)


def opponent_seat(text: str, number: int) -> Seat:
    """Return the seat of an agent's text, of a level 1 to 5, or of a person.

    >>> opponent_seat("random", 1).name
    'random'
    """
    if text == PERSON:
        return Seat(f"Player {number}")
    if text.isdecimal():
        if int(text) not in LEVELS:
            raise ValueError(f"no level {text}; there are 1 to 5")
        return Seat(f"level {text}", pw.agent(f"mcts:level={text}", seed=0))
    return Seat(text.partition(":")[0], pw.agent(text, seed=0))


class Session:
    """A game between two seats.

    >>> session = Session(pw.Game(pw.State(seed=7)), [Seat("You"), opponent_seat("random", 1)])
    >>> session.play(".")
    ['You advance 1 space for 1 button.']
    >>> session.person_to_move, session.undo(), len(session.game.actions)
    (False, 1, 0)
    """

    def __init__(
        self,
        game: pw.Game,
        seats: Sequence[Seat],
        path: Path | None = None,
        *,
        keep: bool = False,
        seed: int = 0,
    ) -> None:
        """Sit down at a game.

        `path` is the file that it came from or goes to; `keep` writes it there without a question
        when one leaves. Agents that want to know are told the seed and their seat.
        """
        self.game = game
        self.seats = tuple(seats)
        self.path = path
        self.keep = keep
        self._saved = game.dumps()
        for number, seat in enumerate(self.seats):
            new_game = getattr(seat.agent, "new_game", None)
            if new_game is not None:
                new_game(seed, number)

    @property
    def state(self) -> pw.State:
        """The state of the game."""
        return self.game.state

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players, told apart by their seats if they are the same."""
        first, second = (seat.name for seat in self.seats)
        return (f"{first} 0", f"{second} 1") if first == second else (first, second)

    @property
    def mover(self) -> Seat | None:
        """Who is to move; None when the game is over."""
        player = self.state.to_move
        return None if player is None else self.seats[player]

    @property
    def person_to_move(self) -> bool:
        """Whether it is a person's turn."""
        return self.mover is not None and self.mover.agent is None

    @property
    def unsaved(self) -> bool:
        """Whether the game has changed since it was begun, loaded or saved."""
        return self.game.dumps() != self._saved

    def play(self, action: Any) -> list[str]:
        """Play an action and tell what happened; ValueError says why it is not legal."""
        before = self.state
        self.game.play(action)
        return tell(before, self.state, self.game.actions[-1], self.names)

    def undo(self) -> int:
        """Take back a person's last action, and what agents did since; return how many actions."""
        movers = [state.to_move for state in self.game.states[:-1]]
        watched = all(seat.agent for seat in self.seats)
        theirs = [
            ply
            for ply, player in enumerate(movers)
            if player is not None and (watched or self.seats[player].agent is None)
        ]
        count = len(movers) - theirs[-1] if theirs else 0
        for _ in range(count):
            self.game.undo()
        return count

    def redo(self) -> int:
        """Play again what was taken back, until a person is to move; return how many actions."""
        count = 0
        while count == 0 or not (self.person_to_move or self.state.is_over):
            try:
                self.game.redo()
            except ValueError:
                break
            count += 1
        return count

    def told(self) -> list[list[str]]:
        """Tell the whole game, a list for each action."""
        states, actions = self.game.states, self.game.actions
        return [
            tell(states[ply], states[ply + 1], action, self.names)
            for ply, action in enumerate(actions)
        ]

    def save(self, path: Path | None = None) -> Path:
        """Write the game; OSError leaves what was in the file as it was."""
        path = path or self.path
        if path is None:
            raise ValueError("no file named to save to")
        text = self.game.dumps()
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).chmod(0o644 if not path.exists() else path.stat().st_mode & 0o777)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        self.path, self._saved = path, text
        return path


def breakdown(state: pw.State) -> list[tuple[str, tuple[int, int]]]:
    """Return what the scores are made of, the total last."""
    edition, words = state.edition, state.edition.words
    free = tuple(81 - state.quilt(player).bit_count() for player in (0, 1))
    penalty = edition.empty_space_penalty
    rows = [
        (words["buttons"], state.buttons),
        ("free spaces", (-penalty * free[0], -penalty * free[1])),
    ]
    if edition.special_tile:
        points = edition.special_tile[1]
        owner = state.special_tile_owner
        rows.append((words["special_tile"], (points * (owner == 0), points * (owner == 1))))
    rest = tuple(
        score - sum(row[1][player] for row in rows) for player, score in enumerate(state.scores)
    )
    if any(rest):
        rows.append(("on the patches", (rest[0], rest[1])))
    rows.append(("score", state.scores))
    return rows
