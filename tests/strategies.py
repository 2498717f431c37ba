"""Hypothesis strategies: editions that nobody printed, positions and games of them."""

from __future__ import annotations

import string
from dataclasses import dataclass
from typing import TypeAlias

from hypothesis import strategies as st

import patchwork as pw
from beside import STYLES, rules_of, start_beside

Cell: TypeAlias = tuple[int, int]

LETTERS = "".join(letter for letter in string.ascii_letters if letter != "h")
SIDE = 9


@st.composite
def shapes(draw: st.DrawFn) -> str:
    """Any shape in one piece, as an edition file draws it: up to nine rows and columns."""
    kind = draw(st.sampled_from(["grown", "grown", "grown", "rectangle", "ring"]))
    if kind == "grown":
        steps = draw(st.lists(st.integers(0, 999), max_size=14))
        cells = grown(steps)
    else:
        height, width = draw(st.tuples(st.integers(1, SIDE), st.integers(1, SIDE)))
        cells = {(row, col) for row in range(height) for col in range(width)}
        if kind == "ring":
            cells -= {(row, col) for row in range(1, height - 1) for col in range(1, width - 1)}
    return drawn(cells)


def grown(steps: list[int]) -> set[Cell]:
    """A shape grown from one space by one neighbour a step, as long as it stays within 9x9."""
    cells = {(0, 0)}
    for step in steps:
        around = {
            (row + down, col + right)
            for row, col in cells
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        room = sorted(cell for cell in around - cells if extent({*cells, cell}) <= SIDE)
        if room:
            cells.add(room[step % len(room)])
    return cells


def extent(cells: set[Cell]) -> int:
    rows, cols = {row for row, _ in cells}, {col for _, col in cells}
    return max(max(rows) - min(rows), max(cols) - min(cols)) + 1


def drawn(cells: set[Cell]) -> str:
    rows, cols = [row for row, _ in cells], [col for _, col in cells]
    return "|".join(
        "".join("#" if (row, col) in cells else "." for col in range(min(cols), max(cols) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


@dataclass(frozen=True)
class PatchFacts:
    button_cost: int
    time_cost: int
    income: int
    shape: str


@dataclass(frozen=True)
class EditionFacts:
    """What an edition file says, to compare with what is read from it."""

    name: str
    track_length: int
    income_spaces: tuple[int, ...]
    special_spaces: tuple[int, ...]
    starting_buttons: int
    empty_space_penalty: int
    special_tile: tuple[int, int] | None
    final_income: str
    start_patch: str | None
    patches: dict[str, PatchFacts]

    def to_toml(self) -> str:
        tile = self.special_tile
        lines = [
            f"name = '{self.name}'",
            f"track_length = {self.track_length}",
            f"income_spaces = {list(self.income_spaces)}",
            f"special_spaces = {list(self.special_spaces)}",
            f"starting_buttons = {self.starting_buttons}",
            f"empty_space_penalty = {self.empty_space_penalty}",
            f"special_tile = {{ side = {tile[0]}, points = {tile[1]} }}"
            if tile
            else "special_tile = false",
            f"final_income = '{self.final_income}'",
            *([f"start_patch = '{self.start_patch}'"] if self.start_patch else []),
            "[patches]",
            *(
                f"{letter} = {{ button_cost = {p.button_cost}, time_cost = {p.time_cost}, "
                f"income = {p.income}, shape = '{p.shape}' }}"
                for letter, p in self.patches.items()
            ),
        ]
        return "\n".join(lines)


def small_or_any(usual: int, most: int) -> st.SearchStrategy[int]:
    return st.one_of(st.integers(0, usual), st.integers(0, usual), st.integers(0, most))


@st.composite
def edition_facts(draw: st.DrawFn) -> EditionFacts:
    track_length = draw(st.one_of(st.integers(1, 40), st.integers(1, 40), st.integers(41, 255)))
    spaces = st.integers(1, track_length)
    patch = st.builds(
        PatchFacts,
        button_cost=small_or_any(6, 9_999),
        time_cost=small_or_any(5, 99),
        income=small_or_any(3, 99),
        shape=shapes(),
    )
    letters = draw(st.lists(st.sampled_from(LETTERS), min_size=1, max_size=51, unique=True))
    patches = {letter: draw(patch) for letter in letters}
    sizes = sorted(p.shape.count("#") for p in patches.values())
    smallest_is_one = len(sizes) == 1 or sizes[0] < sizes[1]
    start = st.sampled_from(letters)
    # Hypothesis tries texts that it finds in the modules, and built-in names are reserved.
    names = st.text(string.ascii_letters + string.digits + "-_", min_size=1, max_size=64)
    names = names.filter(lambda name: name not in pw.editions())
    return EditionFacts(
        name=draw(names),
        track_length=track_length,
        income_spaces=tuple(draw(st.lists(spaces, max_size=12, unique=True))),
        special_spaces=tuple(draw(st.lists(spaces, max_size=32, unique=True))),
        starting_buttons=draw(small_or_any(60, 9_999)),
        empty_space_penalty=draw(small_or_any(3, 99)),
        special_tile=draw(st.none() | st.tuples(st.integers(1, SIDE), small_or_any(9, 9_999))),
        final_income=draw(st.sampled_from(["paid", "scored"])),
        start_patch=draw(st.none() | start if smallest_is_one else start),
        patches=patches,
    )


def editions() -> st.SearchStrategy[pw.Edition]:
    """Custom editions of every kind, and now and then a built-in one."""
    custom = edition_facts().map(lambda facts: pw.Edition.from_toml(facts.to_toml()))
    built_in = st.sampled_from(pw.editions()).map(pw.Edition)
    return st.one_of(custom, custom, custom, built_in)


@st.composite
def starts(draw: st.DrawFn) -> pw.State:
    edition = draw(editions())
    seed = draw(st.integers(0, 2**64 - 1))
    return pw.State(edition, seed=seed, first_player=draw(st.integers(0, 1)))


@st.composite
def games(draw: st.DrawFn) -> pw.Game:
    """A game somewhere between its start and its end."""
    game = pw.Game(draw(starts()))
    plies = draw(st.integers(0, 60))
    choose = STYLES[draw(st.sampled_from(sorted(STYLES)))]
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(plies):
        actions = game.state.legal_actions()
        if not actions:
            break
        game.play(choose(rng, game.state, actions))
    return game


def states() -> st.SearchStrategy[pw.State]:
    """A position of a game, whoever plays it."""
    return games().map(lambda game: game.state)


__all__ = ["edition_facts", "editions", "games", "rules_of", "shapes", "start_beside", "starts"]
