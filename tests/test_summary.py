"""Summaries: held to numpy, to a bootstrap over pairs, and to games whose truth is known."""

import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import patchwork as pw
from bots import Advancer, Borrowed

Z = 1.959964


def by_observation(results: pw.Results, values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give sum and number of games of each observation: a circle, whole or what is there of it."""
    info = results.info
    games = np.arange(info["first"], info["first"] + len(results))
    group = games // 2 if info["swap_sides"] else games
    _, at = np.unique(group, return_inverse=True)
    return np.bincount(at, weights=values), np.bincount(at)


def interval(sums: NDArray[Any], sizes: NDArray[Any]) -> tuple[float, float]:
    """Give the mean and the half width of a ratio's interval."""
    n, mean = len(sums), sums.sum() / sizes.sum()
    deviations = sums - mean * sizes
    variance = n / (n - 1) * (deviations**2).sum() / sizes.sum() ** 2
    return mean, Z * math.sqrt(variance)


def wilson(mean: float, half: float) -> tuple[float, float]:
    """Give Wilson's interval with the games that would have this variance each on its own."""
    n = mean * (1 - mean) / (half / Z) ** 2
    middle = (mean + Z**2 / (2 * n)) / (1 + Z**2 / n)
    width = Z * math.sqrt(mean * (1 - mean) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)
    return middle - width, middle + width


@pytest.mark.parametrize("swap_sides", [True, False])
@pytest.mark.parametrize(("first", "games"), [(0, 2000), (3, 2000), (3, 1999), (0, 3)])
def test_it_is_what_numpy_computes(swap_sides: bool, first: int, games: int) -> None:
    results = pw.simulate(games, ("random", "random"), seed=5, first=first, swap_sides=swap_sides)
    summary = results.summary()
    scores, winners, starters = results.scores, results.winners, results.starters
    rows = np.arange(games)
    means = {
        summary.agents[0].score: scores[:, 0],
        summary.agents[1].score: scores[:, 1],
        summary.seats[0].score: scores[rows, starters],
        summary.seats[1].score: scores[rows, 1 - starters],
        summary.plies: results.plies,
    }
    for estimate, values in means.items():
        mean, half = interval(*by_observation(results, values))
        assert estimate == pytest.approx((mean, mean - half, mean + half))
    rates = {
        summary.agents[0].win_rate: winners == 0,
        summary.agents[1].win_rate: winners == 1,
        summary.seats[0].win_rate: winners == starters,
        summary.seats[1].win_rate: winners != starters,
        summary.level: scores[:, 0] == scores[:, 1],
        summary.special_tile[0]: results.special_tile == 0,
        summary.special_tile[1]: results.special_tile == 1,
    }
    for estimate, values in rates.items():
        mean, half = interval(*by_observation(results, values))
        assert estimate.mean == pytest.approx(mean)
        assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1
        if half > 0:
            assert estimate[1:] == pytest.approx(wilson(mean, half))
    assert summary.games == games
    sums, _ = by_observation(results, winners)
    assert summary.observations == len(sums)
    assert (summary.shortest, summary.longest) == (results.plies.min(), results.plies.max())
    assert [side.wins for side in summary.agents] == [(winners == k).sum() for k in (0, 1)]
    assert [side.wins for side in summary.seats] == [
        (winners == starters).sum(),
        (winners != starters).sum(),
    ]
    if swap_sides:
        sums, sizes = by_observation(results, winners == 0)
        pairs = sums[sizes == 2]
        assert list(summary.pair_wins) == [(pairs == k).sum() for k in (0, 1, 2)]


def test_intervals_are_those_of_a_bootstrap_over_pairs() -> None:
    results = pw.simulate(4000, ("random", "random"), seed=11)
    summary = results.summary()
    rng = np.random.default_rng(1)
    draws = rng.integers(0, 2000, (2000, 2000))
    for estimate, values in [
        (summary.agents[0].win_rate, results.winners == 0),
        (summary.seats[0].win_rate, results.winners == results.starters),
        (summary.agents[0].score, results.scores[:, 0]),
        (summary.seats[1].score, results.scores[np.arange(4000), 1 - results.starters]),
    ]:
        pairs = values.reshape(2000, 2).mean(axis=1)
        low, high = np.quantile(pairs[draws].mean(axis=1), [0.025, 0.975])
        width = high - low
        assert estimate.low == pytest.approx(low, abs=0.1 * width)
        assert estimate.high == pytest.approx(high, abs=0.1 * width)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    # Two that play alike win half of the games each; 400 runs of 60 games.
    whole = pw.simulate(24_000, seed=12)
    held = 0
    for at in range(0, 24_000, 60):
        rate = pw.simulate(60, seed=12, first=at).summary().agents[0].win_rate
        held += rate.low <= 0.5 <= rate.high
    assert len(whole) == 24_000
    assert 0.92 <= held / 400 <= 0.98


def test_where_all_games_agree_it_does_not_say_that_all_is_known() -> None:
    # A start that is over: agent 0 wins every even game or every odd one.
    over = pw.State(seed=4).playout(1)
    pairs = pw.simulate(100, seed=1, start=over).summary()
    assert pairs.agents[0].win_rate.mean == 0.5
    assert pairs.agents[0].win_rate.low < 0.45
    assert pairs.pair_wins == (0, 50, 0)
    rate = pw.simulate(100, seed=1, start=over, swap_sides=False).summary().agents[0].win_rate
    assert rate.mean in (0, 1)
    assert 0 < rate.high - rate.low < 0.1


@pytest.mark.parametrize("games", [0, 1, 2])
def test_of_few_games_it_says_little(games: int) -> None:
    summary = pw.simulate(games, seed=1).summary()
    rate = summary.agents[0].win_rate
    assert (rate.low, rate.high) == (0, 1)
    assert math.isnan(rate.mean) == (games == 0)
    assert math.isnan(summary.plies.high)
    assert (summary.shortest is None) == (games == 0)
    assert "nan" not in str(summary)
    assert "None" not in str(summary)


def test_a_table_that_people_read() -> None:
    summary = pw.simulate(10_000, ("random", Borrowed("random")), seed=1, keep="summary", first=0)
    text = str(summary.summary())
    assert text.startswith(" ")
    for word in (
        "10,000 games, 5,000 observations",
        "random",
        "Borrowed('random')",
        "moved first",
        "moved second",
        "level scores",
        "special tile",
        "plies",
        "±",
    ):
        assert word in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("name", ["[bold]", "[/red]", ":smile:", "a\nb", "x" * 500])
def test_agents_may_have_any_name(name: str) -> None:
    class Named(Advancer):
        def __repr__(self) -> str:
            return name

    text = str(pw.simulate(2, (Named(), "random"), seed=1).summary())
    assert all(part in text for part in name[:10].split())


def test_agents_of_one_name_are_told_apart() -> None:
    first, second = pw.simulate(2, seed=1).summary().agents
    assert (first.name, second.name) == ("random (0)", "random (1)")


def test_it_is_data_too() -> None:
    summary = pw.simulate(100, seed=1).summary()
    assert pickle.loads(pickle.dumps(summary)) == summary
    data = json.loads(json.dumps(summary.as_dict()))
    assert data["games"] == 100
    assert data["agents"][0]["win_rate"] == list(summary.agents[0].win_rate)
    with pytest.raises(AttributeError):
        summary.games = 3  # type: ignore[misc]
