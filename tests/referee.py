"""The rules of Patchwork a second time, slow and plain, to check the engine against.

It is written from the rulebook alone and shares nothing with the engine: a quilt is a set of
(row, column) squares, and every legal move is found by trying all placements.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = frozenset[Cell]
Move: TypeAlias = (
    tuple[Literal["advance"]] | tuple[Literal["special"], Cell] | tuple[Literal["buy"], str, Cells]
)

SIDE = 9
QUILT_BOARD: Cells = frozenset((row, col) for row in range(SIDE) for col in range(SIDE))
ORIENTATIONS = "ABCDEFGH"
COORDINATES = "ABCDEFGHI"
SPECIAL_PATCH = "h"
ADVANCE: Move = ("advance",)


class IllegalMoveError(ValueError):
    """The rules do not allow this move here."""


# Patches


def at_origin(cells: Iterable[Cell]) -> Cells:
    """The shape with its bounding box in the top left corner."""
    cells = list(cells)
    top = min(row for row, _ in cells)
    left = min(col for _, col in cells)
    return frozenset((row - top, col - left) for row, col in cells)


def turned(cells: Cells) -> Cells:
    """The shape turned 90 degrees clockwise."""
    return at_origin((col, -row) for row, col in cells)


def flipped(cells: Cells) -> Cells:
    """The shape flipped left to right."""
    return at_origin((row, -col) for row, col in cells)


def oriented(cells: Cells, letter: str) -> Cells:
    """`A` to `D` are turned 0 to 270 degrees clockwise, `E` to `H` flipped first."""
    number = ORIENTATIONS.index(letter)
    cells = flipped(at_origin(cells)) if number >= 4 else at_origin(cells)
    for _ in range(number % 4):
        cells = turned(cells)
    return cells


def moved(cells: Cells, row: int, col: int) -> Cells:
    return frozenset((row + r, col + c) for r, c in cells)


@cache
def orientations(shape: Cells) -> frozenset[Cells]:
    """The distinct orientations of a shape."""
    return frozenset(oriented(shape, letter) for letter in ORIENTATIONS)


@cache
def placements(shape: Cells) -> frozenset[Cells]:
    """Every way to lay a shape on an empty quilt board."""
    anywhere = (moved(cells, row, col) for cells in orientations(shape) for row, col in QUILT_BOARD)
    return frozenset(cells for cells in anywhere if cells <= QUILT_BOARD)


@dataclass(frozen=True)
class Patch:
    letter: str
    button_cost: int
    time_cost: int
    income: int
    shape: Cells


def read_patches(path: Path) -> tuple[Patch, ...]:
    with path.open(newline="", encoding="utf-8") as file:
        return tuple(
            Patch(
                letter=line["letter"],
                button_cost=int(line["button_cost"]),
                time_cost=int(line["time_cost"]),
                income=int(line["income"]),
                shape=frozenset(
                    (row, col)
                    for row, text in enumerate(line["shape"].split("|"))
                    for col, square in enumerate(text)
                    if square == "#"
                ),
            )
            for line in csv.DictReader(file)
        )


PATCHES = read_patches(Path(__file__).parent / "data" / "patches.csv")


# Editions


@dataclass(frozen=True)
class Rules:
    """All that one edition may have different from another."""

    patches: tuple[Patch, ...] = PATCHES
    track_length: int = 53
    income_spaces: tuple[int, ...] = (5, 11, 17, 23, 29, 35, 41, 47, 53)
    special_spaces: tuple[int, ...] = (26, 32, 38, 44, 50)
    starting_buttons: int = 5
    empty_space_penalty: int = 2
    special_tile: tuple[int, int] | None = (7, 7)  # side, points
    final_income: Literal["paid", "scored"] = "paid"
    start_patch: str = "A"

    def patch(self, letter: str) -> Patch:
        for patch in self.patches:
            if patch.letter == letter:
                return patch
        raise ValueError(f"no patch {letter!r} in this edition")


REVISED = Rules()
ORIGINAL = replace(REVISED, special_spaces=(20, 26, 32, 44, 50))
EDITIONS = {
    "original": ORIGINAL,
    "revised": REVISED,
    "winter": REVISED,
    "valentine": REVISED,
    "sve": replace(ORIGINAL, special_tile=None, final_income="scored"),
}


class PatchLike(Protocol):
    @property
    def letter(self) -> str: ...
    @property
    def button_cost(self) -> int: ...
    @property
    def time_cost(self) -> int: ...
    @property
    def income(self) -> int: ...
    @property
    def cells(self) -> Iterable[Cell]: ...


class EditionLike(Protocol):
    @property
    def patches(self) -> Iterable[PatchLike]: ...
    @property
    def track_length(self) -> int: ...
    @property
    def income_spaces(self) -> Iterable[int]: ...
    @property
    def special_spaces(self) -> Iterable[int]: ...
    @property
    def starting_buttons(self) -> int: ...
    @property
    def empty_space_penalty(self) -> int: ...
    @property
    def special_tile(self) -> tuple[int, int] | None: ...
    @property
    def final_income(self) -> Literal["paid", "scored"]: ...


def rules_from_edition(edition: EditionLike, start_patch: str | None = None) -> Rules:
    """The rules of any edition; the start patch is the smallest one unless told otherwise."""
    patches = tuple(
        Patch(
            patch.letter,
            patch.button_cost,
            patch.time_cost,
            patch.income,
            at_origin((row, col) for row, col in patch.cells),
        )
        for patch in edition.patches
    )
    smallest = min(patches, key=lambda patch: len(patch.shape))
    return Rules(
        patches=patches,
        track_length=edition.track_length,
        income_spaces=tuple(edition.income_spaces),
        special_spaces=tuple(edition.special_spaces),
        starting_buttons=edition.starting_buttons,
        empty_space_penalty=edition.empty_space_penalty,
        special_tile=edition.special_tile,
        final_income=edition.final_income,
        start_patch=smallest.letter if start_patch is None else start_patch,
    )


# The game


@dataclass
class Player:
    buttons: int
    position: int = 0
    income: int = 0
    quilt: set[Cell] = field(default_factory=set)

    @property
    def free_spaces(self) -> set[Cell]:
        return set(QUILT_BOARD - self.quilt)


class Referee:
    """One game. `play` changes it; every field may be set by hand to reach a position."""

    def __init__(self, rules: Rules, circle: str, first_player: int = 0) -> None:
        letters = [patch.letter for patch in rules.patches]
        if sorted(circle) != sorted(letters):
            raise ValueError(f"the circle must have each patch once, not {circle!r}")
        if first_player not in (0, 1):
            raise ValueError(f"the first player is 0 or 1, not {first_player!r}")
        after_start = circle.index(rules.start_patch) + 1
        self.rules = rules
        self.circle = circle[after_start:] + circle[:after_start]  # from the neutral token on
        self.players = (Player(rules.starting_buttons), Player(rules.starting_buttons))
        self.special_spaces = list(rules.special_spaces)
        self.on_top = first_player  # whose token is above where both share a space
        self.special_owed = 0
        self.special_owner: int | None = None  # who must place what is owed
        self.tile_owner: int | None = None
        self.first_finisher: int | None = None

    @property
    def positions(self) -> tuple[int, int]:
        return self.players[0].position, self.players[1].position

    @property
    def buttons(self) -> tuple[int, int]:
        return self.players[0].buttons, self.players[1].buttons

    @property
    def incomes(self) -> tuple[int, int]:
        return self.players[0].income, self.players[1].income

    @property
    def quilts(self) -> tuple[set[Cell], set[Cell]]:
        return self.players[0].quilt, self.players[1].quilt

    @property
    def is_over(self) -> bool:
        finished = all(position == self.rules.track_length for position in self.positions)
        return finished and self.special_owed == 0

    @property
    def to_move(self) -> int | None:
        if self.is_over:
            return None
        if self.special_owed > 0:
            return self.special_owner
        first, second = self.positions
        if first == second:
            return self.on_top
        return 0 if first < second else 1

    @property
    def scores(self) -> tuple[int, int]:
        return self._score(0), self._score(1)

    def _score(self, number: int) -> int:
        player = self.players[number]
        score = player.buttons - self.rules.empty_space_penalty * len(player.free_spaces)
        if self.rules.special_tile is not None and self.tile_owner == number:
            score += self.rules.special_tile[1]
        if self.rules.final_income == "scored" and player.position == self.rules.track_length:
            score += player.income
        return score

    @property
    def winner(self) -> int | None:
        if not self.is_over:
            return None
        first, second = self.scores
        if first == second:
            return self.first_finisher
        return 0 if first > second else 1

    @property
    def offered(self) -> list[Patch]:
        return [self.rules.patch(letter) for letter in self.circle[:3]]

    def legal(self) -> set[Move]:
        number = self.to_move
        if number is None:
            return set()
        player = self.players[number]
        if self.special_owed > 0:
            return {("special", cell) for cell in player.free_spaces}
        moves: set[Move] = {ADVANCE}
        for patch in self.offered:
            if patch.button_cost <= player.buttons:
                for cells in placements(patch.shape):
                    if cells.isdisjoint(player.quilt):
                        moves.add(("buy", patch.letter, cells))
        return moves

    def play(self, move: Move) -> None:
        number = self.to_move
        if number is None or move not in self.legal():
            raise IllegalMoveError(f"{move!r} is not legal for player {number}")
        if move[0] == "advance":
            self._advance(number)
        elif move[0] == "special":
            self.special_owed -= 1
            if self.special_owed == 0:
                self.special_owner = None
            self._place(number, {move[1]})
        else:
            self._buy(number, self.rules.patch(move[1]), move[2])

    def _advance(self, number: int) -> None:
        player, opponent = self.players[number], self.players[1 - number]
        target = min(opponent.position + 1, self.rules.track_length)
        player.buttons += target - player.position
        self._move_token(number, target)

    def _buy(self, number: int, patch: Patch, cells: Cells) -> None:
        player = self.players[number]
        player.buttons -= patch.button_cost
        player.income += patch.income
        where = self.circle.index(patch.letter)
        self.circle = self.circle[where + 1 :] + self.circle[:where]
        self._place(number, cells)
        self._move_token(number, min(player.position + patch.time_cost, self.rules.track_length))

    def _place(self, number: int, cells: Iterable[Cell]) -> None:
        quilt = self.players[number].quilt
        quilt.update(cells)
        if self.rules.special_tile is None or self.tile_owner is not None:
            return
        side, _ = self.rules.special_tile
        square = frozenset((row, col) for row in range(side) for col in range(side))
        if any(moved(square, row, col) <= quilt for row, col in QUILT_BOARD):
            self.tile_owner = number

    def _move_token(self, number: int, target: int) -> None:
        player = self.players[number]
        reached = range(player.position + 1, target + 1)
        player.position = target
        # A token that stays where it is was on top already, so this holds for it too.
        self.on_top = number
        centre = self.rules.track_length
        for space in self.rules.income_spaces:
            if space in reached and not (space == centre and self.rules.final_income == "scored"):
                player.buttons += player.income
        taken = [space for space in self.special_spaces if space in reached]
        self.special_spaces = [space for space in self.special_spaces if space not in reached]
        self.special_owed = min(len(taken), len(player.free_spaces))
        self.special_owner = number if self.special_owed > 0 else None
        if target == centre and self.first_finisher is None:
            self.first_finisher = number


# The ANU notation


def parse_anu(placement: str, rules: Rules) -> list[Move]:
    """The moves of a placement string; only `play` can tell whether they are legal."""
    moves: list[Move] = []
    start = 0
    while start < len(placement):
        if placement[start] == ".":
            moves.append(ADVANCE)
            start += 1
            continue
        token = placement[start : start + 4]
        start += 4
        if (
            len(token) != 4
            or token[1] not in COORDINATES
            or token[2] not in COORDINATES
            or token[3] not in ORIENTATIONS
        ):
            raise ValueError(f"{token!r} is not a patch, column, row and orientation")
        row, col = COORDINATES.index(token[2]), COORDINATES.index(token[1])
        if token[0] == SPECIAL_PATCH:
            moves.append(("special", (row, col)))
        else:
            shape = oriented(rules.patch(token[0]).shape, token[3])
            moves.append(("buy", token[0], moved(shape, row, col)))
    return moves


def replay_anu(circle: str, placement: str, rules: Rules, first_player: int = 0) -> Referee:
    """The game after all moves of the record."""
    referee = Referee(rules, circle, first_player)
    for move in parse_anu(placement, rules):
        referee.play(move)
    return referee
