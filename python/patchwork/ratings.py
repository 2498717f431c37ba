"""Ratings from results, and a test that can stop early.

Games come in pairs on one circle, one from either seat. A pair is one observation: agent 0 won 0, 1
or 2 games of it. (Chess engine testing calls this pentanomial, as its games may be drawn too.)
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from patchwork.summary import Z

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Pairs won 0, 1 and 2 times by agent 0.
Pairs = tuple[int, int, int]

#: Rating points of a factor of e in the odds to win.
ELO = 400 / math.log(10)
#: What is added to the pairs before rating: without it who won all games would be infinitely
#: better, and known to be so.
PRIOR = (0.5, 0.0, 0.5)
#: The test tells a win rate of at least 0.5 + EDGE from one of at most 0.5 - EDGE ...
EDGE = 0.05
#: ... with this chance to err either way.
RISK = 0.05


class Rating(NamedTuple):
    """A rating in Elo points, the mean of all agents being 0, and half its interval of 95 %."""

    elo: float
    error: float


def rate(agents: int, results: Mapping[tuple[int, int], Pairs]) -> list[Rating]:
    """Rate agents by the model of Bradley and Terry, from the pairs of each two of them.

    The odds that i beats j are exp((r_i - r_j) / ELO): the ratings are those under which the
    results are most likely. The errors take pairs as observations (a sandwich estimate).

    >>> strong, weak = rate(2, {(0, 1): (10, 40, 50)})
    >>> round(strong.elo - weak.elo), round(strong.error)
    (146, 27)
    """
    import numpy as np

    strength = np.zeros(agents)
    counted = {
        ij: [n + more for n, more in zip(pairs, PRIOR, strict=True)]
        for ij, pairs in results.items()
        if sum(pairs)
    }
    for _ in range(100):
        slope, curve, spread = np.zeros(agents), np.zeros((agents, agents)), np.zeros_like(strength)
        spread = np.zeros((agents, agents))
        for (i, j), pairs in counted.items():
            direction = np.zeros(agents)
            direction[i], direction[j] = 1, -1
            games = 2 * sum(pairs)
            chance = 1 / (1 + math.exp(strength[j] - strength[i]))
            slope += direction * (pairs[1] + 2 * pairs[2] - games * chance)
            outer = np.outer(direction, direction)
            curve += outer * games * chance * (1 - chance)
            mean = (pairs[1] + 2 * pairs[2]) / sum(pairs)
            spread += outer * sum(n * (won - mean) ** 2 for won, n in enumerate(pairs))
        # Only differences count, so the matrix has no inverse: its pseudo-inverse keeps the mean 0.
        inverse = np.linalg.pinv(curve)
        step = inverse @ slope
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    errors = Z * np.sqrt(np.clip(np.diag(inverse @ spread @ inverse), 0, None))
    return [Rating(ELO * float(s), ELO * float(e)) for s, e in zip(strength, errors, strict=True)]


def evidence(pairs: Sequence[int]) -> float:
    """Weigh the evidence that agent 0 is the better one, as the log of a likelihood ratio.

    That its win rate is 0.5 + EDGE against that it is 0.5 - EDGE: the generalised sequential test
    that chess engine testing uses (Van den Bergh, "A Practical Introduction to the GSPRT"), in
    its normal approximation.

    >>> evidence((10, 10, 10))
    0.0
    >>> evidence((0, 10, 60)) > sure() > evidence((20, 60, 22))
    True
    """
    counted = [n + more for n, more in zip(pairs, PRIOR, strict=True)]
    total = sum(counted)
    mean = (0.5 * counted[1] + counted[2]) / total
    variance = sum(n * (won / 2 - mean) ** 2 for won, n in enumerate(counted)) / total
    return total * 2 * EDGE * (mean - 0.5) / variance


def sure() -> float:
    """Give the evidence, either way, with which the test ends."""
    return math.log((1 - RISK) / RISK)
