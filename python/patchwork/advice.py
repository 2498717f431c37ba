"""What a strong player would do, and why: hints, and the evaluation of a game gone through."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import patchwork as pw
from patchwork.narration import place

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT = "mcts:iterations=10000"
"""Who is asked if nobody is named: strong, done in a second, and the same every time."""


@dataclass(frozen=True)
class Advice:
    """An action, with what the adviser expects, both for the player to move."""

    action: pw.Action
    why: str
    value: float | None = None
    """The chance to win."""
    margin: float | None = None
    """Expected points more than the other player."""


class Adviser:
    """An agent that explains itself.

    >>> Adviser("random").advise(pw.State(seed=7)).why.startswith("random would ")
    True
    """

    def __init__(self, text: str | None = None) -> None:
        """Ask the agent of this text; ValueError says which agents there are."""
        self.text = text or DEFAULT
        self.name = self.text.partition(":")[0]
        if text is not None:
            pw.agent(text, seed=0)

    @cached_property
    def agent(self) -> Any:
        """The agent, made when it is first asked."""
        return pw.agent(self.text, seed=0)

    def advise(self, state: pw.State) -> Advice:
        """Say what to do here, and why."""
        lines = self.lines(state)
        if not lines:
            action = state.action(self.agent.choose(state))
            return Advice(action, f"{self.name} would {phrase(state, action)}")
        best = lines[0]
        why = f"{self.name} would {phrase(state, best.action)}: {expectation(best)}"
        others = [line for line in lines[1:] if deed(line.action) != deed(best.action)]
        if others:
            why += f"; next best, {phrase(state, others[0].action)}: {expectation(others[0])}"
        return Advice(best.action, why, best.value, best.margin)

    def lines(self, state: pw.State, count: int = 5) -> list[pw.Line]:
        """Return its best actions with what it expects of them; none if it does not search."""
        try:
            return list(self.agent.analyse(state, count))
        except (AttributeError, ValueError):
            return []


def deed(action: pw.Action) -> tuple[str, str | None]:
    """Return what is done, wherever the patch goes."""
    return action.kind, action.letter


def expectation(line: pw.Line) -> str:
    """Return the value of a line in words."""
    if line.exact:
        return f"{'wins' if line.value > 0.5 else 'loses'} by {abs(line.margin):.0f} for certain"
    return f"{100 * line.value:.0f} % to win, {line.margin:+.1f} points"


def phrase(state: pw.State, action: pw.Action) -> str:
    """Return an action as something to do."""
    words = state.edition.words
    if action.kind == "advance":
        return "advance"
    if action.kind == "special":
        return f"place the {words['special_patch']} at {place(action)}"
    return f"sew {action.letter} at {place(action)}"


def verdict(state: pw.State, advice: Advice, names: Sequence[str]) -> str:
    """Return what is expected, for the player of seat 0, whoever is to move."""
    if advice.value is None:
        return f"{advice.why}."
    mover = state.to_move or 0
    value = advice.value if mover == 0 else 1 - advice.value
    text = f"{names[0]} {100 * value:.0f} % to win, {names[1]} {100 * (1 - value):.0f} %"
    if advice.margin is not None:
        margin = advice.margin if mover == 0 else -advice.margin
        text += f"; {names[0]} {margin:+.1f} points"
    return text
