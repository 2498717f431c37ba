"""The outline of a patch: the lines around its spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

RIGHT, DOWN, LEFT, UP = (0, 1), (1, 0), (0, -1), (-1, 0)
CLOCKWISE = [RIGHT, DOWN, LEFT, UP]


def loops(
    cells: Collection[tuple[int, int]], inset: float = 0
) -> Iterator[list[tuple[float, float]]]:
    """Give the corners (row, col) of each line around the spaces.

    A line has the spaces on its right, as one walks: it goes clockwise around a patch and
    counterclockwise around a hole. It keeps `inset` spaces within them.

    >>> list(loops([(0, 0), (0, 1)]))
    [[(0, 0), (0, 2), (1, 2), (1, 0)]]
    >>> list(loops([(0, 0)], 0.25))
    [[(0.25, 0.25), (0.25, 0.75), (0.75, 0.75), (0.75, 0.25)]]
    """
    edges = border(cells)
    while edges:
        start = min(edges)
        at, heading = start
        corners: list[tuple[float, float]] = []
        while (at, heading) in edges:
            edges.remove((at, heading))
            at = (at[0] + heading[0], at[1] + heading[1])
            turned = CLOCKWISE.index(heading)
            # Right before left: where two spaces touch at a corner alone the line keeps to its own.
            after = next(
                (
                    CLOCKWISE[turn % 4]
                    for turn in (turned + 1, turned, turned - 1)
                    if (at, CLOCKWISE[turn % 4]) in edges or (at, CLOCKWISE[turn % 4]) == start
                ),
                heading,
            )
            if after != heading:
                corners.append(moved(at, heading, after, inset))
            heading = after
        yield corners[-1:] + corners[:-1]


def border(
    cells: Collection[tuple[int, int]],
) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Give the edges between covered and free spaces: where each begins and where it leads."""
    covered = set(cells)
    edges = set()
    for row, col in covered:
        for (down, right), corner, heading in (
            (UP, (row, col), RIGHT),
            (RIGHT, (row, col + 1), DOWN),
            (DOWN, (row + 1, col + 1), LEFT),
            (LEFT, (row + 1, col), UP),
        ):
            if (row + down, col + right) not in covered:
                edges.add((corner, heading))
    return edges


def moved(
    at: tuple[int, int], heading: tuple[int, int], after: tuple[int, int], inset: float
) -> tuple[float, float]:
    """Move a corner to the right of both of its lines."""
    inward = [CLOCKWISE[(CLOCKWISE.index(way) + 1) % 4] for way in (heading, after)]
    row = at[0] + inset * sum(down for down, _ in inward)
    col = at[1] + inset * sum(right for _, right in inward)
    return row, col
