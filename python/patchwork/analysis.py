"""What agents say of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from patchwork._core import Action


class Line(NamedTuple):
    """An action with what an agent expects of it, for the player to move.

    >>> import patchwork as pw
    >>> line = pw.agent("mcts:iterations=50", seed=1).analyse(pw.State(seed=7))[0]
    >>> line.pv[0] == line.action, 0 <= line.value <= 1
    (True, True)
    """

    action: Action
    #: The chance to win, from 0 to 1.
    value: float
    #: Expected points more than the opponent's at the end.
    margin: float
    #: How often the action was tried.
    visits: int
    #: The best play as far as it was looked at, beginning with the action.
    pv: tuple[Action, ...]
    #: Is it known, since the game was solved from here?
    exact: bool


class Solution(NamedTuple):
    """What a position is worth if both play best, for the player to move."""

    #: 1.0 if the player to move wins, else 0.0.
    value: float
    #: Points more than the opponent's at the end.
    margin: int
    #: Who wins: 0 or 1.
    winner: int
    #: Best play to the end of the game.
    line: tuple[Action, ...]
    #: Positions looked at.
    nodes: int
