"""A run: everything about many games but which of them are played, and playing them here."""

from __future__ import annotations

import copy
import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from patchwork._core import Action, Agent, Edition, Game, State, __version__, _Plan, editions
from patchwork._core import agent as built_in_agent
from patchwork.gathering import Gathering
from patchwork.results import Results

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import SupportsIndex

Keep = Literal["summary", "results", "actions"]

#: How often progress is told at most, in seconds.
TICK = 0.05
#: How many games of Python agents are played, at most, between two entries into the books.
GAMES_AN_ENTRY = 64


#: The most positions that a run uses in turn.
MOST_STARTS = 65_536


class Player(Protocol):
    """Anything that chooses an action.

    If it has `new_game(seed, seat)`, that is called before each game.
    """

    def choose(self, state: State, /) -> Action | int | str:
        """Give a legal action of the state: an Action, an id or a token."""


class AgentError(RuntimeError):
    """What an agent raised, or its illegal action; names the game, the ply and the position."""


@dataclass(frozen=True)
class Run:
    """A plan with its agents: everything about games but which of them are played."""

    plan: _Plan
    players: tuple[str | Player, str | Player]
    keep: Keep
    info: dict[str, Any]

    @classmethod
    def of(  # noqa: PLR0913
        cls,
        players: Sequence[str | Player],
        seed: SupportsIndex | None,
        edition: str | Edition,
        start: State | Sequence[State | str] | None,
        *,
        swap_sides: bool,
        keep: Keep,
    ) -> Run:
        """Check what a run is given, and make one of it."""
        if not isinstance(swap_sides, bool):
            msg = f"swap_sides must be a bool, not {type(swap_sides).__name__}"
            raise TypeError(msg)
        first, second = _two_players(players)
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little")
        edition, starts = _starts(start, edition)
        plan = _Plan((_text(first), _text(second)), seed, edition, starts, swap_sides)
        info = {
            "version": __version__,
            "agents": [name_of(player) for player in (first, second)],
            "seed": int(seed),
            "edition": edition.name if edition.name in editions() else edition.to_toml(),
            "starts": [str(state) for state in starts],
            "swap_sides": swap_sides,
        }
        return cls(plan, (first, second), keep, info)

    @property
    def built_in(self) -> bool:
        """Whether both agents are built in."""
        return all(self.plan.built_in)

    def play(
        self,
        first: int,
        games: int,
        threads: int | None,
        progress: Callable[[int, int], object] | None,
    ) -> Results:
        """Play games first to first + games."""
        if not self.built_in:
            return self._play_here(first, games, progress)
        columns, tally, error = self.plan.play(first, games, self.keep, threads, progress)
        if error is not None:
            raise error
        return Results(self, first, columns, tally, complete=tally.games == games)

    def _play_here(
        self, first: int, games: int, progress: Callable[[int, int], object] | None
    ) -> Results:
        """Play games of Python agents, one after another in this thread."""
        gathering = Gathering(self, first, games)
        players = self.seated()
        while len(gathering) < games:
            at, begun = len(gathering), time.monotonic()
            ends: list[tuple[State, list[int]]] = []
            while at + len(ends) < games and len(ends) < GAMES_AN_ENTRY:
                ends.append(self.play_one(players, first + at + len(ends)))
                if time.monotonic() - begun > TICK:
                    break
            gathering.add(at, *self.plan.record(first + at, ends, self.keep))
            if progress is not None and says_stop(progress(len(gathering), games)):
                break
        return gathering.results()

    def seated(self) -> list[Any]:
        """Give the agents as objects: what is built in is made from its text."""
        return [built_in_agent(p, seed=0) if isinstance(p, str) else p for p in self.players]

    def play_one(self, players: list[Any], index: int) -> tuple[State, list[int]]:
        """Play game `index`; give its end and the ids of its actions."""
        state, _, agent_of, seeds = self.plan.opening(index)
        ids: list[int] = []
        asked = 0
        try:
            for seat in (0, 1):
                asked = agent_of[seat]
                new_game = getattr(players[asked], "new_game", None)
                if new_game is not None:
                    new_game(seeds[seat], seat)
            while (mover := state.to_move) is not None:
                asked = agent_of[mover]
                action = state.action(players[asked].choose(state))
                ids.append(action.id)
                state = state.after(action)
        except Exception as error:
            msg = (
                f"game {index}, ply {len(ids)}: agent {asked}, {self.info['agents'][asked]}: "
                f"{type(error).__name__}: {error}"
            )
            # An illegal action's error names the position already.
            where = "" if str(state) in msg else f" (position: {state})"
            raise AgentError(msg + where) from error
        return state, ids

    def game(self, index: int, ids: Sequence[int] | None) -> Game:
        """Give game `index` whole, from the ids of its actions or played again."""
        if ids is None and self.built_in:
            columns, _, error = self.plan.play(index, 1, "actions", 1, None)
            if error is not None:
                raise error
            ids = columns["actions"].tolist()
        elif ids is None:
            ids = self.play_one(self.seated(), index)[1]
        game = Game(self.plan.opening(index)[0])
        for action in ids or ():
            game.play(action)
        return game


def says_stop(answer: object) -> bool:
    """Tell whether a `progress` said False; None, or what a bar's update gives, is none."""
    import numpy as np

    return isinstance(answer, (bool, np.bool_)) and not answer


def count_within(value: SupportsIndex, name: str) -> int:
    """Check a number of games like the compiled module does."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        msg = f"{name} must be an int, not {type(value).__name__}"
        raise TypeError(msg)
    number = value.__index__()
    if not 0 <= number <= 1 << 62:
        shown = str(number) if number.bit_length() < 130 else "an int of over 40 digits"
        msg = f"{name} must be from 0 to {1 << 62}, not {shown}"
        raise ValueError(msg)
    return number


def _text(player: str | Player) -> str | None:
    return player if isinstance(player, str) else None


def name_of(player: str | Player) -> str:
    """Name an agent, in the same way in every process: without an address."""
    if isinstance(player, str):
        return player
    kind = type(player)
    if kind.__repr__ is object.__repr__:
        return f"{kind.__module__}.{kind.__qualname__}"
    return repr(player)


def _two_players(players: Sequence[str | Player]) -> tuple[str | Player, str | Player]:
    if isinstance(players, (str, bytes, set, frozenset, dict)) or not hasattr(players, "__len__"):
        msg = f"players must be a tuple or list of two agents, not {type(players).__name__}"
        raise TypeError(msg)
    if len(players) != 2:
        msg = f"players must be two agents, not {len(players)}"
        raise ValueError(msg)
    first, second = (as_player(player) for player in players)
    if first is second and hasattr(first, "new_game"):
        # It would be told of two seats in one game: each seat gets one of its own.
        second = copy.deepcopy(first)
    return first, second


def as_player(player: str | Player) -> str | Player:
    """Check an agent; a built-in one becomes its text."""
    if isinstance(player, Agent):
        # Each game gives it a seed of its own: it is what its text says.
        return str(player)
    if isinstance(player, str):
        return str(player)
    if isinstance(player, type) or not callable(getattr(player, "choose", None)):
        msg = (
            f"players: {player!r:.200} is neither the text of an agent nor an object with "
            "choose(state)"
        )
        raise TypeError(msg)
    return player


def _starts(
    start: State | Sequence[State | str] | None, edition: str | Edition
) -> tuple[Edition, list[State]]:
    """Give the edition, that of the starts if they say one, and the starts."""
    edition = Edition(edition)
    if start is None:
        return edition, []
    if isinstance(start, (State, str)):
        start = [start]
    # A set has an order of its own in every process.
    if isinstance(start, (bytes, dict, set, frozenset)) or not hasattr(start, "__len__"):
        msg = (
            "start must be a State, or a sequence of States and circle strings, not "
            f"{type(start).__name__}"
        )
        raise TypeError(msg)
    if len(start) > MOST_STARTS:
        msg = f"start: {len(start)} positions; at most {MOST_STARTS} are used in turn"
        raise ValueError(msg)
    starts = [_start(item, at, edition) for at, item in zip(range(len(start)), start, strict=False)]
    if not starts:
        msg = "start: an empty sequence; give None for shuffled circles"
        raise ValueError(msg)
    if edition == Edition("revised") and all(isinstance(item, State) for item in start):
        edition = starts[0].edition
    return edition, starts


def _start(item: State | str, at: int, edition: Edition) -> State:
    if isinstance(item, State):
        return item
    if not isinstance(item, str):
        msg = f"start[{at}] must be a State or a circle string, not {type(item).__name__}"
        raise TypeError(msg)
    try:
        return State(edition, circle=item)
    except ValueError as error:
        msg = f"start[{at}]: {error}"
        raise ValueError(msg) from error
