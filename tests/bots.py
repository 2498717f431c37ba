"""Agents of users' own, for the tests of simulation; a module, so that processes know it."""

from typing import Any

import patchwork as pw


class Borrowed:
    """A built-in agent that is called like one of a user's own."""

    def __init__(self, text: str = "random") -> None:
        self.text = text
        self.agent = pw.agent(text, seed=0)

    def __repr__(self) -> str:
        return f"Borrowed({self.text!r})"

    def new_game(self, seed: int, seat: int) -> None:
        self.agent.new_game(seed, seat)

    def choose(self, state: pw.State) -> pw.Action:
        return self.agent.choose(state)


class Advancer:
    """Advances whenever it may; needs no `new_game`, has no `repr`."""

    def choose(self, state: pw.State) -> int:
        return int(state.legal_action_ids()[0])


class Counting:
    """Advances, and minds in which order it is called."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int]] = []
        self.plies = 0

    def new_game(self, seed: int, seat: int) -> None:
        self.calls.append((seed, seat))
        self.plies = 0

    def choose(self, state: pw.State) -> str:
        assert state.to_move == self.calls[-1][1]
        self.plies += 1
        return "" if self.plies > 10_000 else str(state.legal_actions()[-1])


class Failing:
    """Plays at random and then does something that it should not."""

    def __init__(self, what: object, after: int = 3) -> None:
        self.what = what
        self.after = after

    def new_game(self, seed: int, seat: int) -> None:
        self.left = self.after
        if self.what == "new_game":
            raise LookupError("lost the book")

    def choose(self, state: pw.State) -> Any:
        self.left -= 1
        if self.left >= 0:
            return Advancer().choose(state)
        if self.what == "choose":
            raise ZeroDivisionError("thought too hard")
        return self.what
