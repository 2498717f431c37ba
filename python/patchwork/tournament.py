"""A tournament: every agent against every other, on the same circles from both seats."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from patchwork._core import State, agent
from patchwork.ratings import Rating, evidence, rate, sure
from patchwork.results import Results, concat
from patchwork.run import Run, as_player, count_within, name_of, says_stop
from patchwork.summary import Estimate, Z

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    from patchwork._core import Action, Edition
    from patchwork.run import Player

#: Pairs of games between two entries into the books.
PAIRS_AN_ENTRY = 32
#: The most agents of a tournament, and the most games side by side that may be asked for.
MOST_AGENTS = 1_000
MOST_THREADS = 1_024
#: How often the tournament looks up while moves are thought about, in seconds.
TICK = 0.05


def arena(  # noqa: PLR0913
    agents: Sequence[str | Player],
    games: int = 100,
    *,
    seed: int | None = None,
    edition: str | Edition = "revised",
    start: State | Sequence[State | str] | None = None,
    threads: int | None = None,
    until_sure: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Standings:
    """Play a tournament.

    Every two agents play the same `games`, those of `simulate` with the same seed. Games run side
    by side; an agent with several threads counts for as many games, so that no two agents that
    are limited in seconds share a core (of a machine that does nothing else).

    Args:
        agents: Two or more, as for `simulate`; no text twice.
        games: How many each two of them play: an even number, as each circle is played from both
            seats.
        seed: As for `simulate`.
        edition: As for `simulate`.
        start: As for `simulate`.
        threads: How many cores to use; None for all. Python agents play one game at a time.
        until_sure: Let two agents stop when it is sure enough which one is better: a sequential
            test of a win rate of 55 % against one of 45 %, which errs in 5 % of cases.
        progress: Called with (games done, games in all) now and then; False ends the tournament,
            and what is done comes back, `complete` False.

    Raises:
        ValueError: For a number out of range, an unknown agent or edition, an illegal start.
        AgentError: A Python agent raised something or chose an illegal action.

    >>> standings = arena(["greedy", "random"], 20, seed=1)
    >>> standings.matches[0].results.summary().agents[0].wins > 15
    True

    """
    players = _players(agents)
    names = _names(players)
    games = count_within(games, "games")
    if games % 2:
        msg = f"games must be even, as each circle is played from both seats, not {games}"
        raise ValueError(msg)
    workers = _workers(players, count_within(threads, "threads") if threads is not None else None)
    if seed is None:
        seed = int.from_bytes(os.urandom(8), "little")
    matches = []
    for i, first in enumerate(players):
        for j in range(i + 1, len(players)):
            run = Run.of((first, players[j]), seed, edition, start, swap_sides=True, keep="results")
            matches.append(Match((i, j), (names[i], names[j]), run))
    standings = Standings(names, matches)
    pool = ThreadPoolExecutor(workers)
    over = threading.Event()
    try:
        _play(standings, games, pool, workers, over, until_sure=until_sure, progress=progress)
    finally:
        over.set()
        # Who was interrupted does not wait for the moves that are being thought about.
        pool.shutdown(wait=False, cancel_futures=True)
    return standings


class _OverError(Exception):
    """Nobody waits for this game any more."""


class Timed:
    """An agent whose moves are timed."""

    def __init__(self, player: Any, over: threading.Event) -> None:
        """Take the agent, and what tells that nobody waits any more."""
        self.player = player
        self.over = over
        self.seconds: list[float] = []

    def new_game(self, seed: int, seat: int) -> None:
        """Hand on."""
        begin = getattr(self.player, "new_game", None)
        if begin is not None:
            begin(seed, seat)

    def choose(self, state: State, /) -> Action | int | str:
        """Hand on, and look at the clock."""
        if self.over.is_set():
            raise _OverError
        began = time.perf_counter()
        action = self.player.choose(state)
        self.seconds.append(time.perf_counter() - began)
        return cast("Action | int | str", action)


@dataclass
class Times:
    """How long the moves of an agent took."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: Sequence[float]) -> None:
        """Count moves that took so long."""
        self.moves += len(seconds)
        self.seconds += sum(seconds)
        self.longest = max(self.longest, *seconds, 0.0)

    @property
    def mean(self) -> float:
        """Seconds a move."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass
class Match:
    """Two agents, and what they have played."""

    #: The places of the two among the agents of the arena.
    places: tuple[int, int]
    names: tuple[str, str]
    run: Run
    results: Results = field(init=False)
    times: tuple[Times, Times] = field(default_factory=lambda: (Times(), Times()))
    #: Games that are played, not yet in the books.
    ends: list[tuple[State, list[int]]] = field(default_factory=list)
    pairs: list[int] = field(default_factory=lambda: [0, 0, 0])
    #: Has it ended, with all its games or since it is sure who is better?
    over: bool = False

    def __post_init__(self) -> None:
        """Open the books."""
        self.results = self.run.play(0, 0, 1, None)

    def add(self, played: _Played) -> None:
        """Count a pair of games."""
        self.pairs[played.wins] += 1
        self.ends += played.ends
        for times, seconds in zip(self.times, played.seconds, strict=True):
            times.add(seconds)
        if len(self.ends) >= 2 * PAIRS_AN_ENTRY:
            self.enter()

    def enter(self) -> None:
        """Enter the games that are played into the books."""
        first = len(self.results)
        columns, tally = self.run.plan.record(first, self.ends, "results")
        done = Results(self.run, first, columns, tally, complete=True)
        self.results = concat([self.results, done])
        self.ends = []

    @property
    def margin(self) -> Estimate:
        """Points by which agent 0 was ahead at the end, a pair being one observation."""
        scores = self.results.scores.astype(float)
        means = (scores[:, 0] - scores[:, 1]).reshape(-1, 2).mean(axis=1)
        if len(means) < 2:
            nan = float("nan")
            return Estimate(float(means.mean()) if len(means) else nan, nan, nan)
        mean, half = float(means.mean()), float(Z * means.std(ddof=1) / len(means) ** 0.5)
        return Estimate(mean, mean - half, mean + half)

    def as_dict(self) -> dict[str, Any]:
        """Give it as what JSON can hold; estimates are [mean, low, high]."""
        summary = self.results.summary()
        return {
            "agents": list(self.names),
            "games": len(self.results),
            "wins": [side.wins for side in summary.agents],
            "win_rate": list(summary.agents[0].win_rate),
            "margin": list(self.margin),
            "pair_wins": list(self.pairs),
            "evidence": evidence(self.pairs),
            "mean_scores": [side.score.mean for side in summary.agents],
            "seconds_a_move": [times.mean for times in self.times],
            "longest_move": [times.longest for times in self.times],
        }


@dataclass
class Standings:
    """A tournament, whole or as far as it came; prints as tables."""

    agents: list[str]
    #: A match for each two agents; its `results` are those of `simulate`.
    matches: list[Match]
    #: False if it was stopped before all games were played.
    complete: bool = False

    @property
    def ratings(self) -> list[Rating]:
        """The rating of each agent, with its error."""
        pairs = {m.places: (m.pairs[0], m.pairs[1], m.pairs[2]) for m in self.matches}
        return rate(len(self.agents), pairs)

    def times(self, place: int) -> Times:
        """Give how long the moves of an agent took, in all matches."""
        together = Times()
        for match in self.matches:
            for at, times in zip(match.places, match.times, strict=True):
                if at == place:
                    together.moves += times.moves
                    together.seconds += times.seconds
                    together.longest = max(together.longest, times.longest)
        return together

    def as_dict(self) -> dict[str, Any]:
        """Give all of it as what JSON can hold."""
        info = self.matches[0].run.info
        ratings = zip(self.agents, self.ratings, strict=True)
        return {
            "agents": [{"name": n, "elo": r.elo, "error": r.error} for n, r in ratings],
            "matches": [match.as_dict() for match in self.matches],
            "complete": self.complete,
            "info": {key: info[key] for key in ("version", "seed", "edition", "starts")},
        }

    def __str__(self) -> str:
        """Draw the tables."""
        from patchwork.standings import draw

        return draw(self)


@dataclass
class _Played:
    """Two games on one circle, the first agent beginning one of them."""

    ends: list[tuple[State, list[int]]]
    #: How many of them agent 0 won.
    wins: int
    #: By agent, how long each move took.
    seconds: tuple[list[float], list[float]]


def _play(  # noqa: PLR0913
    standings: Standings,
    games: int,
    pool: ThreadPoolExecutor,
    workers: int,
    over: threading.Event,
    *,
    until_sure: bool,
    progress: Callable[[int, int], object] | None,
) -> None:
    """Play the games, side by side but counted in order, until all is played or sure."""
    seats = threading.local()
    matches = standings.matches
    waiting: list[tuple[Match, Future[_Played]]] = []
    tasks = _tasks(matches, games)
    done, total = 0, games * len(matches)
    try:
        while True:
            # Little more is begun than can be played: when it is sure who wins, that is in vain.
            while len(waiting) < 2 * workers and (task := next(tasks, None)) is not None:
                match, pair = task
                waiting.append((match, pool.submit(_pair, match, pair, seats, over)))
            if not waiting:
                standings.complete = True
                return
            match, future = waiting.pop(0)
            if match.over:
                future.cancel()
                continue
            while not wait([future], timeout=TICK).done:
                if progress is not None and says_stop(progress(done, total)):
                    return
            match.add(future.result())
            done += 2
            if until_sure and abs(evidence(match.pairs)) > sure():
                match.over = True
                total -= games - 2 * sum(match.pairs)
            if progress is not None and says_stop(progress(done, total)):
                return
    finally:
        for match in matches:
            match.enter()


def _tasks(matches: Sequence[Match], games: int) -> Iterator[tuple[Match, int]]:
    """Give every match its next pair of games, in turn, while it is not over."""
    for pair in range(games // 2):
        for match in matches:
            if not match.over:
                yield match, pair


def _pair(match: Match, pair: int, seats: threading.local, over: threading.Event) -> _Played:
    """Play two games on one circle, with agents that this thread alone has."""
    known = vars(seats).setdefault("players", {})
    players = known.get(match.places)
    if players is None:
        players = known[match.places] = [Timed(player, over) for player in match.run.seated()]
    played = _Played([], 0, ([], []))
    for index in (2 * pair, 2 * pair + 1):
        end, ids = match.run.play_one(players, index)
        seated = match.run.plan.opening(index)[2]
        played.ends.append((end, ids))
        played.wins += end.winner is not None and seated[end.winner] == 0
    for taken, player in zip(played.seconds, players, strict=True):
        taken.extend(player.seconds)
        player.seconds.clear()
    return played


def _players(agents: Sequence[str | Player]) -> list[str | Player]:
    """Check the agents; built-in ones become their texts."""
    no_sequence = isinstance(agents, (str, bytes, set, frozenset, dict))
    if no_sequence or not hasattr(agents, "__len__"):
        msg = f"agents must be a sequence of agents, not {type(agents).__name__}"
        raise TypeError(msg)
    if not 2 <= len(agents) <= MOST_AGENTS:
        msg = f"agents must be two or more, at most {MOST_AGENTS}, not {len(agents)}"
        raise ValueError(msg)
    return [as_player(player) for player in agents]


def _names(players: Sequence[str | Player]) -> list[str]:
    """Give the agents names, each its own."""
    names = [name_of(player) for player in players]
    for at, name in enumerate(names):
        if name in names[:at]:
            msg = f"agents: {name} twice; play it against itself with simulate"
            raise ValueError(msg)
    return names


def _workers(agents: Sequence[str | Player], cores: int | None) -> int:
    """Give how many games can be played side by side."""
    if cores is not None and not 1 <= cores <= MOST_THREADS:
        msg = f"threads must be from 1 to {MOST_THREADS}, not {cores}"
        raise ValueError(msg)
    if not all(isinstance(player, str) for player in agents):
        # An object plays one game at a time.
        return 1
    built_in = [agent(text, seed=0) for text in agents if isinstance(text, str)]
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    cores = min(cores or available or 1, 256)
    if any(player.seconds is not None for player in built_in):
        cores = min(cores, available or 1)
    return max(1, cores // max(player.threads for player in built_in))
