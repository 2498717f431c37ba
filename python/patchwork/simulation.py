"""Many games: which are played, by whom, and where."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from patchwork._core import (
    Action,
    Edition,
    Game,
    State,
    __version__,
    _Plan,
    editions,
)
from patchwork._core import agent as built_in_agent
from patchwork.results import Results, concat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor, Future

Keep = Literal["summary", "results", "actions"]

#: How many tasks an executor is given at least, if there are games enough, and their most games.
TASKS = 64
MOST_GAMES_A_TASK = 1_000_000
#: How many games of Python agents are played between two entries into the books.
GAMES_AN_ENTRY = 64
#: How often a run on an executor looks up, in seconds.
TICK = 0.05


class Player(Protocol):
    """Anything that chooses an action.

    If it has `new_game(seed, seat)`, that is called before each game.
    """

    def choose(self, state: State, /) -> Action | int | str:
        """Give a legal action of the state: an Action, an id or a token."""


class AgentError(RuntimeError):
    """What an agent raised, or its illegal action; names the game, the ply and the position."""


def simulate(  # noqa: PLR0913
    games: int,
    players: Sequence[str | Player] = ("random", "random"),
    *,
    seed: int | None = None,
    edition: str | Edition = "revised",
    start: State | Sequence[State | str] | None = None,
    first: int = 0,
    swap_sides: bool = True,
    keep: Keep = "results",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Results:
    """Play many games between two agents.

    Game i depends on (seed, i), the agents, the edition, `start` and `swap_sides` alone.

    Args:
        games: How many.
        players: Two agents: texts such as "greedy" (see `agent`), or objects with
            `choose(state)` and perhaps `new_game(seed, seat)`.
        seed: 0 to 2**64 - 1; None for a fresh one, which `info` then tells.
        edition: A name or an Edition; of a `start` that is given, its own counts.
        start: Where games begin: a State, or several States or circle strings, used in turn.
            None for shuffled circles.
        first: The index of the first game, so that shards and resumed runs fit together.
        swap_sides: Games 2k and 2k+1 have one circle, agent 0 beginning the even one. Otherwise
            agent 0 begins all.
        keep: "summary" needs no memory, "results" 9 bytes a game (13 where scores may outgrow
            16 bits), "actions" 2 more for each action.
        threads: None for one for each core (with an executor: one a task).
        executor: Any `concurrent.futures.Executor`, to which the games are handed in tasks.
        progress: Called with (games done, games in all) now and then; False ends the run, and
            what is done comes back, `complete` False. (Ctrl-C raises KeyboardInterrupt instead:
            who would rather keep what is done sets a signal handler that makes this say False.)

    Raises:
        ValueError: For a number out of range, an unknown agent or edition, an illegal start.
        MemoryError: The results cannot be allocated; nothing was played.
        AgentError: A Python agent raised something or chose an illegal action.

    >>> results = simulate(1000, ("random", "random"), seed=1)
    >>> results.scores.shape, results.scores.dtype.name
    ((1000, 2), 'int16')
    >>> results.game(3).result.scores[0] in results.scores[3]
    True

    """
    run = Run.of(players, seed, edition, start, swap_sides=swap_sides, keep=keep)
    if executor is not None:
        return _play_elsewhere(
            run, first, games, threads=threads, executor=executor, progress=progress
        )
    return run.play(first, games, threads, progress)


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
        seed: int | None,
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
            "agents": [_text(player) or repr(player) for player in (first, second)],
            "seed": int(seed),
            "edition": edition.name if edition.name in editions() else edition.to_toml(),
            "starts": [str(state) for state in starts],
            "swap_sides": swap_sides,
        }
        return cls(plan, (first, second), keep, info)

    def play(
        self,
        first: int,
        games: int,
        threads: int | None,
        progress: Callable[[int, int], object] | None,
    ) -> Results:
        """Play games first to first + games."""
        if not all(self.plan.built_in):
            return self._play_here(first, games, progress)
        columns, tally, error = self.plan.play(first, games, self.keep, threads, progress)
        if error is not None:
            raise error
        return Results(self, first, columns, tally, complete=tally.games == games)

    def _play_here(
        self, first: int, games: int, progress: Callable[[int, int], object] | None
    ) -> Results:
        """Play games of Python agents, one after another in this thread."""
        first, games = count_within(first, "first"), count_within(games, "games")
        columns, tally = self.plan.record(first, [], self.keep)
        done = Results(self, first, columns, tally, complete=games == 0)
        players = self.seated()
        while len(done) < games:
            ends = []
            entry = range(first + len(done), first + min(games, len(done) + GAMES_AN_ENTRY))
            for index in entry:
                state, ids = self.play_one(players, index)
                ends.append((state, ids))
            columns, tally = self.plan.record(entry.start, ends, self.keep)
            done = concat([done, Results(self, entry.start, columns, tally, complete=True)])
            if progress is not None and progress(len(done), games) is False:
                break
        return Results(self, first, done.columns, done.tally, complete=len(done) == games)

    def seated(self) -> list[Any]:
        """Give the agents as objects: what is built in is made from its text."""
        return [built_in_agent(p, seed=0) if isinstance(p, str) else p for p in self.players]

    def play_one(self, players: list[Any], index: int) -> tuple[State, list[int]]:
        """Play game `index`; give its end and the ids of its actions."""
        state, _, agent_of, seeds = self.plan.opening(index)
        ids: list[int] = []
        try:
            for seat in (0, 1):
                new_game = getattr(players[agent_of[seat]], "new_game", None)
                if new_game is not None:
                    new_game(seeds[seat], seat)
            while (mover := state.to_move) is not None:
                chosen = players[agent_of[mover]].choose(state)
                action = state.action(chosen)
                ids.append(action.id)
                state = state.after(action)
        except Exception as error:
            msg = (
                f"game {index}, ply {len(ids)}: agent {agent_of[state.to_move or 0]}: "
                f"{type(error).__name__}: {error} (position: {state})"
            )
            raise AgentError(msg) from error
        return state, ids

    def game(self, index: int, ids: Sequence[int] | None) -> Game:
        """Give game `index` whole, from the ids of its actions or played again."""
        if ids is None and all(self.plan.built_in):
            ids = self.plan.play(index, 1, "actions", 1, None)[0]["actions"].tolist()
        elif ids is None:
            ids = self.play_one(self.seated(), index)[1]
        game = Game(self.plan.opening(index)[0])
        for action in ids or ():
            game.play(action)
        return game


def _text(player: str | Player) -> str | None:
    return player if isinstance(player, str) else None


def count_within(value: int, name: str) -> int:
    """Check a number of games like the compiled module does."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        msg = f"{name} must be an int, not {type(value).__name__}"
        raise TypeError(msg)
    number = value.__index__()
    if not 0 <= number <= 1 << 62:
        msg = f"{name} must be from 0 to {1 << 62}, not {number!s:.40}"
        raise ValueError(msg)
    return number


def _two_players(players: Sequence[str | Player]) -> tuple[str | Player, str | Player]:
    if isinstance(players, str) or not hasattr(players, "__len__"):
        msg = f"players must be two agents, not {type(players).__name__}"
        raise TypeError(msg)
    if len(players) != 2:
        msg = f"players must be two agents, not {len(players)}"
        raise ValueError(msg)
    for player in players:
        if not isinstance(player, str) and not callable(getattr(player, "choose", None)):
            msg = (
                f"players: {player!r} is neither the text of an agent nor an object with "
                "choose(state)"
            )
            raise TypeError(msg)
    return players[0], players[1]


def _starts(
    start: State | Sequence[State | str] | None, edition: str | Edition
) -> tuple[Edition, list[State]]:
    """Give the edition, that of the starts if they say one, and the starts."""
    edition = Edition(edition)
    if start is None:
        return edition, []
    if isinstance(start, (State, str)):
        start = [start]
    starts = [State(edition, circle=item) if isinstance(item, str) else item for item in start]
    if not starts:
        msg = "start: an empty sequence; give None for shuffled circles"
        raise ValueError(msg)
    states = [state for state in starts if isinstance(state, State)]
    if len(states) == len(starts) and edition == Edition("revised"):
        edition = states[0].edition
    return edition, starts


def _task(run: Run, first: int, games: int, threads: int) -> Results:
    """Play a part of a run, wherever this happens to be."""
    return run.play(first, games, threads, None)


def _play_elsewhere(  # noqa: PLR0913
    run: Run,
    first: int,
    games: int,
    *,
    threads: int | None,
    executor: Executor,
    progress: Callable[[int, int], object] | None,
) -> Results:
    """Hand the games out in tasks, and put together what comes back."""
    from concurrent.futures import FIRST_COMPLETED, Executor, wait

    if not isinstance(executor, Executor):
        msg = f"executor must be a concurrent.futures.Executor, not {type(executor).__name__}"
        raise TypeError(msg)
    first, games = count_within(first, "first"), count_within(games, "games")
    size = max(1, min(MOST_GAMES_A_TASK, -(-games // TASKS)))
    # Pairs stay together where they can, for no other reason than tidy books.
    size += size % 2
    futures: dict[Future[Results], int] = {}
    done: dict[int, Results] = {}
    parts = iter(range(0, games, size))
    try:
        while True:
            # No more tasks out than TASKS at a time: a run of any length has a bounded queue.
            while len(futures) < TASKS and (at := next(parts, None)) is not None:
                count = min(size, games - at)
                futures[executor.submit(_task, run, first + at, count, threads or 1)] = at
            if not futures:
                break
            for future in wait(futures, timeout=TICK, return_when=FIRST_COMPLETED).done:
                done[futures.pop(future)] = future.result()
            if progress is not None and progress(sum(map(len, done.values())), games) is False:
                break
    finally:
        for future in futures:
            future.cancel()
    empty = run.play(first, 0, 1, None)
    unbroken = [empty]
    for at in sorted(done):
        if at != sum(map(len, unbroken)):
            break
        unbroken.append(done[at])
    together = concat(unbroken)
    return Results(run, first, together.columns, together.tally, complete=len(together) == games)
