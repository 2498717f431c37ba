from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final, Literal, SupportsIndex, TypeAlias, final

import numpy as np
import numpy.typing as npt

from patchwork.analysis import Line, Solution

__all__ = [
    "Action",
    "Agent",
    "BatchEnv",
    "Edition",
    "Game",
    "GameResult",
    "IllegalActionError",
    "Patch",
    "State",
    "_Plan",
    "_Tally",
    "__version__",
    "_unpickle",
    "agent",
    "editions",
    "observation_bounds",
    "perft",
    "solve",
]

__version__: Final[str]

class IllegalActionError(ValueError):
    """An action that is not legal where it was tried. The message names the action, the rule that it breaks and the position."""

def editions() -> tuple[str, ...]:
    """The names of the built-in editions.

    >>> editions()
    ('original', 'revised', 'winter', 'valentine', 'sve')
    """

def observation_bounds(edition: _EditionLike, /) -> npt.NDArray[np.float32]:
    """The least and the greatest value of every entry of an edition's observations: numpy float32
    (2, L).

    >>> from patchwork.observation import observation_bounds
    >>> low, high = observation_bounds("revised")
    >>> low.shape, float(high[649])
    ((839,), 400.0)
    """

def perft(state: State, depth: SupportsIndex, /) -> int:
    """The number of action sequences of exactly `depth` actions from a state. A game that ends
    earlier counts for none.

    >>> state = State("revised", seed=7)
    >>> perft(state, 1) == state.count_legal_actions()
    True
    """

@final
class Edition:
    """A box of the game: its patches, its time board, its rules and its words.

    `Edition(name)` gives a built-in one (see `editions()`), `Edition.from_toml(text)` any other.

    >>> Edition("revised").special_spaces
    (26, 32, 38, 44, 50)
    """

    def __new__(cls, name: _EditionLike, /) -> Edition: ...
    @staticmethod
    def from_toml(text: str, /) -> Edition:
        r"""An edition from a TOML text (docs/editions.md describes it).

        Raises ValueError that names the line or the field, and what would have been right.

        >>> house = Edition.from_toml("name = 'house'\nbase = 'revised'\nstarting_buttons = 7")
        >>> house.starting_buttons
        7
        """
    def to_toml(self) -> str:
        """The whole edition as a TOML text, which `from_toml` reads back to an equal one."""
    @property
    def name(self) -> str:
        """The name: a built-in one, or a file's own."""
    @property
    def title(self) -> str:
        """What is printed on the box."""
    @property
    def note(self) -> str:
        """What is assumed about this edition, or another remark; may be empty."""
    @property
    def patches(self) -> tuple[Patch, ...]:
        """The patches, by letter."""
    @property
    def start_patch(self) -> str:
        """The letter of the patch that the neutral token stands behind at the start."""
    @property
    def income_spaces(self) -> tuple[int, ...]:
        """Spaces that pay income, ascending."""
    @property
    def special_spaces(self) -> tuple[int, ...]:
        """Spaces with a special patch at the start, ascending."""
    @property
    def track_length(self) -> int:
        """The centre: the last space of the time board, which starts at 0."""
    @property
    def starting_buttons(self) -> int:
        """Buttons of each player at the start."""
    @property
    def empty_space_penalty(self) -> int:
        """Points that each free space costs at the end."""
    @property
    def special_tile(self) -> tuple[int, int] | None:
        """(side, points) of the tile for a covered square, or None."""
    @property
    def final_income(self) -> Literal["paid", "scored"]:
        """What becomes of the income at the centre: 'paid', or 'scored' as points."""
    @property
    def words(self) -> dict[str, str]:
        """What this box calls its buttons, special patches and tile.

        >>> Edition("valentine").words["buttons"]
        'pralines'
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Edition: ...
    def __deepcopy__(self, _memo: object) -> Edition: ...

@final
class Patch:
    """A patch of an edition.

    >>> Edition("revised").patches[1]
    Patch('B', button_cost=1, time_cost=3, income=0, shape='.#|##')
    """

    @property
    def letter(self) -> str:
        """The letter by which records name it."""
    @property
    def button_cost(self) -> int:
        """Buttons that it costs."""
    @property
    def time_cost(self) -> int:
        """Spaces that buying it moves the time token."""
    @property
    def income(self) -> int:
        """Buttons printed on it, paid at each income space."""
    @property
    def size(self) -> int:
        """Spaces that it covers."""
    @property
    def cells(self) -> _Cells:
        """((row, col), ...) of orientation 'A', its bounding box at row 0, column 0.

        >>> Edition("revised").patches[1].cells
        ((0, 1), (1, 0), (1, 1))
        """
    @property
    def orientations(self) -> dict[str, _Cells]:
        """The distinct orientations: letter, the lowest where several cover the same, to cells.

        'A' is as printed; 'B', 'C', 'D' are turned clockwise; 'E' to 'H' are flipped left to
        right first.

        >>> list(Edition("revised").patches[0].orientations)
        ['A', 'B']
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Patch: ...
    def __deepcopy__(self, _memo: object) -> Patch: ...

@final
class Action:
    """An action: an advance, a purchase with its place, or a special patch with its place.

    Two are equal if kind, letter, orientation, row and column are. In another position it means
    the patch of that letter in whatever slot it is on offer.

    >>> action = State("revised", seed=7).action("XCBA")
    >>> action.kind, action.slot, action.row, action.col
    ('buy', 1, 1, 2)
    >>> action.cells
    ((1, 3), (2, 3), (3, 2), (3, 3), (3, 4))
    """

    @property
    def id(self) -> int:
        """Its number, 0 to 2025, in the position that it was made in."""
    @property
    def kind(self) -> Literal["advance", "buy", "special"]:
        """'advance', 'buy' or 'special'."""
    @property
    def slot(self) -> int | None:
        """Which of the patches on offer is bought, 0 to 2; else None."""
    @property
    def letter(self) -> str | None:
        """The letter of the patch: 'h' for a special patch, None for an advance."""
    @property
    def orientation(self) -> str | None:
        """How the patch is turned, 'A' to 'H'; None for an advance."""
    @property
    def row(self) -> int | None:
        """Row of the top left corner of the bounding box, 0 to 8; None for an advance."""
    @property
    def col(self) -> int | None:
        """Column of the top left corner of the bounding box, 0 to 8; None for an advance."""
    @property
    def cells(self) -> _Cells:
        """((row, col), ...) of the spaces that it covers."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Action: ...
    def __deepcopy__(self, _memo: object) -> Action: ...

@final
class State:
    """A game at one moment. An action makes a new one.

    `State()` is the start of a game of the revised edition with a fresh circle; `seed` names a
    circle (the same seed, the same circle, for ever), `circle` gives one as an ANU circle string
    (every letter once, clockwise, starting anywhere). `edition` is a name or an Edition.

    >>> state = State("revised", seed=7)
    >>> state.to_move, state.buttons, len(state.offered)
    (0, (5, 5), 3)
    >>> state.after(".").positions
    (1, 0)
    """

    def __new__(
        cls,
        edition: _EditionLike = "revised",
        *,
        seed: SupportsIndex | None = None,
        circle: str | None = None,
        first_player: SupportsIndex = 0,
    ) -> State: ...
    @staticmethod
    def parse(text: str, edition: _EditionLike | None = None) -> State:
        """The state of a text, as `str(state)` writes it (docs/notation.md).

        The text of a custom edition is read with `edition=` given. Raises ValueError that names
        the field and what would have been right.

        >>> state = State(seed=7)
        >>> State.parse(str(state)) == state
        True
        """
    @property
    def edition(self) -> Edition:
        """The edition that it is played with."""
    @property
    def circle(self) -> str:
        """The letters left in the circle, clockwise from the neutral token."""
    @property
    def offered(self) -> tuple[Patch, ...]:
        """The patches on offer, up to three."""
    @property
    def to_move(self) -> int | None:
        """0 or 1; the owner while a special patch is owed; None when the game is over."""
    @property
    def positions(self) -> tuple[int, int]:
        """The spaces on which the players' time tokens stand."""
    @property
    def buttons(self) -> tuple[int, int]:
        """The players' buttons."""
    @property
    def incomes(self) -> tuple[int, int]:
        """Buttons printed on the patches of each quilt board."""
    @property
    def special_pending(self) -> bool:
        """True while a special patch must be placed before anything else."""
    @property
    def specials_owed(self) -> int:
        """How many special patches must be placed; only a custom edition can owe more than one."""
    @property
    def special_spaces(self) -> tuple[int, ...]:
        """Spaces of the special patches still on the time board."""
    @property
    def special_tile_owner(self) -> int | None:
        """Who has the tile for a covered square: 0, 1 or None."""
    @property
    def first_finisher(self) -> int | None:
        """Who reached the centre first: 0, 1 or None."""
    def quilt(self, player: SupportsIndex, /) -> int:
        """The covered spaces of a player's quilt board as an int: bit 9*row + col.

        >>> State(seed=7).quilt(0)
        0
        """
    @property
    def quilts(self) -> npt.NDArray[np.bool_]:
        """Both quilt boards: numpy bool, shape (2, 9, 9), True where covered."""
    @property
    def is_over(self) -> bool:
        """Are both tokens in the centre, and no special patch owed?"""
    @property
    def scores(self) -> tuple[int, int]:
        """The scores as they stand: buttons, minus the penalty for each free space, plus the tile."""
    @property
    def winner(self) -> int | None:
        """0 or 1, level on points who reached the centre first; None until the game is over."""
    def legal_actions(self) -> list[Action]:
        """The legal actions as a list of Action, by ascending id."""
    def legal_action_ids(self) -> npt.NDArray[np.uint16]:
        """The ids of the legal actions, ascending: numpy uint16.

        >>> State(seed=7).legal_action_ids().dtype
        dtype('uint16')
        """
    def legal_action_mask(self) -> npt.NDArray[np.bool_]:
        """For each of the 2026 ids, is it legal? numpy bool.

        >>> state = State(seed=7)
        >>> int(state.legal_action_mask().sum()) == state.count_legal_actions()
        True
        """
    def observation(self, player: SupportsIndex | None = None) -> npt.NDArray[np.float32]:
        """The position as numbers, seen by a player: numpy float32 (docs/observation.md).

        Seen by the player to move, or by player 0 when the game is over, unless `player` says
        otherwise.

        >>> State(seed=7).observation().shape
        (839,)
        """
    def count_legal_actions(self) -> int:
        """The number of legal actions."""
    def is_legal(self, action: _ActionLike, /) -> bool:
        """Is the action (an Action, an id or a token) legal here?

        Raises ValueError for an int or a text that is no action anywhere.
        """
    def action(self, action: _ActionLike, /) -> Action:
        """The legal action with this id, or of this token.

        Raises IllegalActionError that says why it is not legal.

        >>> State(seed=7).action(0)
        <Action '.', id 0>
        """
    def after(self, action: _ActionLike, /) -> State:
        """The state after an action: an Action, an id or a token.

        Raises IllegalActionError that says why it is not legal.
        """
    def playout(self, seed: SupportsIndex) -> State:
        """The end of one uniformly random game from here; the same seed, the same game, for ever.

        >>> State(seed=7).playout(1).is_over
        True
        """
    def replace(
        self,
        *,
        quilts: Sequence[_Quilt] | npt.NDArray[np.bool_] = ...,
        circle: str = ...,
        positions: Sequence[SupportsIndex] = ...,
        buttons: Sequence[SupportsIndex] = ...,
        incomes: Sequence[SupportsIndex] = ...,
        to_move: SupportsIndex | None = ...,
        special_spaces: Sequence[SupportsIndex] = ...,
        specials_owed: SupportsIndex = ...,
        special_tile_owner: SupportsIndex | None = ...,
        first_finisher: SupportsIndex | None = ...,
    ) -> State:
        """The position with other facts, set up by hand under the same checks as a text.

        Takes quilts (two ints, or a bool array of shape (2, 9, 9)), circle, positions, buttons,
        incomes, to_move, special_spaces, specials_owed, special_tile_owner and first_finisher.
        What the new tokens and quilts alone decide (special patches passed, who moves, who was
        first in the centre, whose square is covered) follows unless it is given.

        >>> State(seed=7).replace(buttons=(9, 3)).buttons
        (9, 3)
        """
    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: see `patchwork.svg`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: object) -> State: ...

@final
class GameResult:
    """How a game ended: the scores, and who won."""

    @property
    def scores(self) -> tuple[int, int]:
        """The players' scores."""
    @property
    def winner(self) -> int:
        """0 or 1; level on points, who reached the centre first."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Game:
    """A game with its history: where it began, what was played, what can be taken back.

    >>> game = Game(State("revised", seed=7))
    >>> game.play(".")
    >>> game.state.positions
    (1, 0)
    >>> game.undo()
    >>> game.state == game.start
    True
    """

    def __new__(cls, start: State, /) -> Game: ...
    @staticmethod
    def from_anu(circle: str, placement: str, edition: _EditionLike = "original") -> Game:
        """A game from an ANU record: a circle string and a placement string; player 0 begins.

        Raises ValueError that names the number of the move, its token and the rule it breaks.

        >>> game = Game.from_anu("BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA", "BAAA.")
        >>> game.state.positions
        (3, 4)
        """
    def to_anu(self) -> tuple[str, str]:
        """(circle string, placement string) of the game, in ANU notation.

        Raises ValueError for a game that does not begin at the start, or that player 1 begins.
        """
    @staticmethod
    def loads(text: str, edition: _EditionLike | None = None) -> Game:
        """The game of a text, as `dumps` writes it (docs/notation.md).

        The text of a custom edition is read with `edition=` given. Raises ValueError that names
        the line and what would have been right there.
        """
    def dumps(self) -> str:
        """The game as text: tags, then moves.

        >>> game = Game(State("revised", seed=7))
        >>> game.play(0)
        >>> Game.loads(game.dumps()) == game
        True
        """
    def play(self, action: _ActionLike, /) -> None:
        """Takes an action: an Action, an id or a token. What was undone is forgotten.

        Raises IllegalActionError that says why it is not legal; the game stays as it was.
        """
    def undo(self) -> None:
        """Takes the last action back. Raises ValueError if there is none."""
    def redo(self) -> None:
        """Plays what was undone last again. Raises ValueError if nothing was."""
    @property
    def start(self) -> State:
        """The state where it began."""
    @property
    def state(self) -> State:
        """The state where it stands."""
    @property
    def states(self) -> tuple[State, ...]:
        """The start and the state after each action."""
    @property
    def actions(self) -> tuple[Action, ...]:
        """What was played."""
    @property
    def result(self) -> GameResult | None:
        """The GameResult, or None until the game is over."""
    def layout(self, player: SupportsIndex, /) -> tuple[str, ...]:
        """Which patch covers which space of a player's quilt: nine texts of nine letters, 'h' a
        special patch, '#' a space that was covered when the game began, '.' a free one.
        """
    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: see `patchwork.svg`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object) -> Game: ...

@final
class Agent:
    """A built-in player, made by `agent()`.

    It remembers what it has searched of the game that it plays; a copy and a pickle keep its
    settings and its seed and forget that.

    >>> player = agent("random", seed=5)
    >>> player
    <Agent 'random', seed 5>
    >>> state = State(seed=7)
    >>> state.is_legal(player.choose(state))
    True
    """

    @property
    def seconds(self) -> float | None:
        """The most seconds that it takes for a move; None if its time is not limited."""
    @property
    def threads(self) -> int:
        """How many threads it thinks with."""
    def new_game(self, seed: SupportsIndex, seat: SupportsIndex) -> None:
        """A new game begins: what was searched is forgotten, and what is drawn depends on `seed`."""
    def choose(self, state: State, /) -> Action:
        """The action that it takes in `state`, for the player to move.

        Raises ValueError if the game is over.
        """
    def analyse(self, state: State, /, lines: SupportsIndex = 5) -> list[Line]:
        """The best actions with what it thinks of them, the best one first: a list of Line, at most
        `lines` of them. It takes as long as choosing does. Empty if the agent does not search:
        `uct` and `mcts` do.

        Raises ValueError if the game is over.

        >>> for line in agent("mcts:iterations=100", seed=1).analyse(State(seed=7), lines=2):
        ...     assert line.visits > 0 and line.pv[0] == line.action
        """
    def __reduce__(self) -> tuple[Any, ...]: ...

def solve(state: State, /, node_limit: SupportsIndex = 10000000) -> Solution | None:
    """What the position is worth if both play best from here: a Solution, or None if more than
    `node_limit` positions would have to be looked at.

    Positions near the end of a game are solved in seconds; others met the limit. Raises
    ValueError if the game is over.

    >>> solve(State(seed=7), node_limit=1000) is None
    True
    """

def agent(text: str, seed: SupportsIndex | None = None) -> Agent:
    """The built-in agent of a text: a name, or `name:setting=value,setting=value`.

    docs/agents.md lists them. `seed` decides all that the agent draws; without one it is drawn
    from the system. Raises ValueError that lists what there is.

    >>> str(agent("random"))
    'random'
    """

@final
class _Tally:
    """Sums over games, exact, whatever the order that they are added in; for patchwork itself."""

    METRICS: ClassVar[tuple[str, ...]]
    @property
    def games(self) -> int:
        """The number of games."""
    @property
    def sums(self) -> list[tuple[int, int, list[int], list[int]]]:
        """(games an observation, observations, sums, sums of squares) of each kind of observation."""
    @property
    def pair_wins(self) -> tuple[int, int, int]:
        """How many pairs of games agent 0 won 0, 1 and 2 times."""
    @property
    def length(self) -> tuple[int, int] | None:
        """(fewest, most) plies of a game, None if there was none."""
    def merged(self, other: _Tally, /) -> _Tally:
        """The tally of all games of both, which must have none in common."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class _Plan:
    """What is played, without how many; for patchwork itself.

    `agents` are two texts, None for one that is not built in. `starts` are States, used in turn;
    none: a shuffled circle for each game or pair.
    """

    def __new__(
        cls,
        agents: tuple[str | None, str | None],
        seed: SupportsIndex,
        edition: str | Edition,
        starts: Sequence[State],
        swap_sides: bool,
        /,
    ) -> _Plan: ...
    @property
    def built_in(self) -> tuple[bool, bool]:
        """Which agents are built in."""
    def opening(
        self, index: SupportsIndex, /
    ) -> tuple[State, int, tuple[int, int], tuple[int, int]]:
        """(start, agent that begins, agent of each seat, seed of each seat) of game `index`."""
    def play(
        self,
        first: SupportsIndex,
        count: SupportsIndex,
        keep: str,
        threads: SupportsIndex | None,
        progress: Callable[[int, int], object] | None,
        /,
    ) -> tuple[dict[str, npt.NDArray[Any]], _Tally, BaseException | None]:
        """Plays games `first` to `first + count`; both agents must be built in.

        Gives (columns, tally, error): a dict of arrays, empty for keep "summary", a _Tally, and
        what was raised meanwhile (Ctrl-C, or by `progress`), which ends the run, or None.
        `progress(done, total)` ends it by returning False.
        """
    def check(
        self,
        first: SupportsIndex,
        count: SupportsIndex,
        keep: str,
        threads: SupportsIndex | None,
        /,
    ) -> None:
        """Checks a range of games, what is kept of them, threads, and that there is room for it all."""
    def record(
        self, first: SupportsIndex, games: Iterable[tuple[State, Sequence[int]]], keep: str, /
    ) -> tuple[dict[str, npt.NDArray[Any]], _Tally]:
        """The columns and the tally of games that were played elsewhere: for each, from `first` on,
        (end, ids of the actions).
        """
    def __reduce__(self) -> tuple[Any, ...]: ...

def _unpickle(version: SupportsIndex, kind: str, /, *parts: Any) -> Any:
    """Restores a pickled value; for pickle alone."""

@final
class BatchEnv:
    """Many games stepped at once, on all cores, over arrays that are written in place.

    `BatchEnv(n)` plays `n` games, 1 to 1,048,576. One that ends is followed by a new one at once,
    with another circle; `circle` (an ANU circle string) gives all games the same one. `threads`
    is as many as the machine has cores unless given. A new environment is reset with a fresh
    seed.

    The arrays, one row a game, stay the same objects for good:

    - `observations`: float32 (n, L), what the player to move sees (docs/observation.md)
    - `masks`: bool (n, 2026), which action ids are legal
    - `to_move`: int8 (n,), who is to move, 0 or 1
    - `done`: bool (n,), has the last step ended a game here?
    - `illegal`: bool (n,), did it end because the action was not legal?
    - `rewards`: float32 (n, 2), 1 for who won in the last step, -1 for who lost, else 0
    - `scores`: int32 (n, 2), the scores of the last game that ended here

    Where `done`, the other arrays show the start of the next game already. Columns are players.

    >>> env = BatchEnv(64)
    >>> env.reset(seed=7)
    >>> for _ in range(100):
    ...     env.step(env.sample())
    >>> env.observations.shape, env.masks.shape, bool(env.illegal.any())
    ((64, 839), (64, 2026), False)
    """

    def __new__(
        cls,
        n: SupportsIndex,
        *,
        edition: _EditionLike = "revised",
        circle: str | None = None,
        threads: SupportsIndex | None = None,
    ) -> BatchEnv: ...
    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Starts all games anew. The circles of game `i` depend on `seed` and `i` alone; without a
        seed they are fresh.
        """
    def step(self, actions: Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]], /) -> None:
        """Takes one action in every game: ints of shape (n,), the ids of the actions.

        An action that is not legal in its game ends that game as a loss for who took it, with
        `illegal` set, and touches no other. Raises ValueError for a wrong shape or an id that is
        none, TypeError for what is no int; nothing has changed then.
        """
    def sample(self) -> npt.NDArray[np.uint16]:
        """One uniformly random legal action for every game: numpy uint16 (n,).

        What is drawn for game `i` depends on the seed and `i` alone.
        """
    def state(self, game: SupportsIndex, /) -> State:
        """Game `game`, counted from 0, as it stands.

        >>> env = BatchEnv(2)
        >>> env.step([0, 0])
        >>> env.state(1).positions
        (1, 0)
        """
    @property
    def edition(self) -> Edition:
        """The edition that is played."""
    @property
    def threads(self) -> int:
        """The most threads that it uses."""
    @property
    def observations(self) -> npt.NDArray[np.float32]:
        """What the player to move sees: float32 (n, L), see docs/observation.md."""
    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Which action ids are legal: bool (n, 2026)."""
    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """Who is to move, 0 or 1: int8 (n,)."""
    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Has the last step ended a game here? bool (n,)."""
    @property
    def illegal(self) -> npt.NDArray[np.bool_]:
        """Did it end because the action was not legal? bool (n,)."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """1 for who won in the last step, -1 for who lost, 0 if nobody did: float32 (n, 2)."""
    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """The scores of the last game that ended here: int32 (n, 2)."""
    def __len__(self) -> int: ...

# The documentation runs this file as a module, so the short names come after what they name.
_EditionLike: TypeAlias = str | Edition
_ActionLike: TypeAlias = Action | SupportsIndex | str
_Cells: TypeAlias = tuple[tuple[int, int], ...]
_Quilt: TypeAlias = SupportsIndex | Sequence[Sequence[bool]] | npt.NDArray[np.bool_]
