"""Circles of seeds and random play: frozen, uniform, and as long and as good as is known."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from itertools import pairwise

import pytest

import patchwork as pw

LETTERS = "".join(patch.letter for patch in pw.Edition("revised").patches)


def chi_square(counts: Counter[int], cells: int) -> float:
    """How far the counts are from equal ones, in standard deviations of what chance does."""
    expected = counts.total() / cells
    chi = sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))
    freedom = cells - 1
    return (chi - freedom) / math.sqrt(2 * freedom)


# Frozen for ever


GOLDEN_CIRCLES = {
    0: "gPCTUZGNFdQSVREYMHIBLObcXfJeWKaDA",
    1: "aRFdQfYXOULEMHIDVPeBgWKSbZGTCNJcA",
    7: "bXcZGENeHSLJOVRdPaCBQMUITFgfWDYKA",
    2**63: "XCDHSUecEYaZMJBVFfPWbgKTGdLQNOIRA",
    2**64 - 1: "NgbQSTBWcLHMPGeIdJUFZaXOfDCYERVKA",
}

GOLDEN_ENDS = {
    ("original", 7, 1): (
        "original "
        "2#1###2/########1/1#3##2/####1###1/####1#2#/1##1#2##/#########/##1######/2####1#1 "
        "1###1#1#1/1########/########1/1#######1/######1#1/######1#1/####1#1##/########1/########1 "
        "- 53,53 38,34 13,13 bGNSVRQMT - 0 - 0"
    ),
    ("revised", 7, 1): (
        "revised "
        "4#####/#########/1#2##2#/####1####/########1/2#######/#1####2#/##1######/1######## "
        "3###1#1/1#2#####/######1#1/###1##1#1/#1#######/#1#####1#/####1####/########1/1###1#### "
        "- 53,53 19,44 11,13 YbGVRQIf - 0 - 0"
    ),
    ("sve", 0, 2**64 - 1): (
        "sve "
        "###2##2/1##1###2/1##1#####/1#1####2/#####1#2/########1/########1/1####1###/1#1####1# "
        "3#1###1/#2####2/####1####/1#1######/##1######/####1####/#1###1###/####2###/1##1##### "
        "- 53,53 23,16 14,11 KgPNVYLbJ - 0 - 0"
    ),
}

# SHA-256 of the ends of a thousand games, one text a line.
GOLDEN_THOUSAND = "5b84cb9cf7da9deb1aba5eeedaffee210b659b89fb5ec41570cf2e1f42352aa8"


@pytest.mark.parametrize("seed", GOLDEN_CIRCLES)
def test_the_circle_of_a_seed_is_frozen(seed: int) -> None:
    assert pw.State(seed=seed).circle == GOLDEN_CIRCLES[seed]


@pytest.mark.parametrize("edition", pw.editions())
def test_the_circle_of_a_seed_is_the_same_in_every_edition_and_for_each_player(
    edition: str,
) -> None:
    for first in (0, 1):
        assert pw.State(edition, seed=7, first_player=first).circle == GOLDEN_CIRCLES[7]


@pytest.mark.parametrize(("edition", "seed", "playout"), GOLDEN_ENDS)
def test_uniform_random_play_is_frozen(edition: str, seed: int, playout: int) -> None:
    end = pw.State(edition, seed=seed).playout(playout)
    assert str(end) == GOLDEN_ENDS[edition, seed, playout]


def test_a_thousand_random_games_are_frozen() -> None:
    ends = "\n".join(str(pw.State("revised", seed=seed).playout(seed)) for seed in range(1_000))
    assert hashlib.sha256(ends.encode()).hexdigest() == GOLDEN_THOUSAND


# Circles


def test_a_circle_has_every_patch_once_and_a_last() -> None:
    for seed in range(100):
        circle = pw.State(seed=seed).circle
        assert sorted(circle) == sorted(LETTERS)
        assert circle[-1] == "A"


def test_no_seed_is_a_fresh_circle_each_time() -> None:
    assert len({pw.State().circle for _ in range(20)}) == 20


def test_seeds_next_to_each_other_have_nothing_in_common() -> None:
    agreeing = Counter(
        sum(a == b for a, b in zip(one, other, strict=True))
        for one, other in pairwise(pw.State(seed=seed).circle[:-1] for seed in range(20_001))
    )
    mean = sum(count * times for count, times in agreeing.items()) / 20_000
    assert abs(mean - 1) < 0.035  # five standard errors


@pytest.mark.parametrize("place", [0, 1, 15, 30, 31])
def test_every_patch_lies_in_every_place_equally_often(place: int) -> None:
    others = LETTERS.replace("A", "")
    counts = Counter(others.index(pw.State(seed=seed).circle[place]) for seed in range(20_000))
    assert abs(chi_square(counts, 32)) < 5


# Random play


def one_move_each(patches: str) -> pw.Edition:
    """A game where each player has one move, which takes the token to the centre."""
    return pw.Edition.from_toml(
        "name = 'short'\ntrack_length = 1\nincome_spaces = []\nspecial_spaces = []\n"
        "starting_buttons = 9\nempty_space_penalty = 2\nspecial_tile = false\n"
        f"final_income = 'paid'\n[patches]\n{patches}"
    )


@pytest.mark.parametrize(
    ("shape", "actions"),
    [
        ("|".join(["#########"] * 9), 2),
        ("|".join(["#########"] * 8), 5),
        ("|".join(["####"] * 4), 37),
        ("##|#.", 257),
    ],
)
def test_every_legal_action_is_played_equally_often(shape: str, actions: int) -> None:
    patch = f"A = {{ button_cost = 0, time_cost = 9, income = 0, shape = '{shape}' }}"
    state = pw.State(one_move_each(patch), seed=0)
    assert state.count_legal_actions() == actions
    index = {
        sum(1 << (9 * row + col) for row, col in action.cells): at
        for at, action in enumerate(state.legal_actions())
    }
    counts = Counter(index[state.playout(seed).quilt(0)] for seed in range(60 * actions))
    assert abs(chi_square(counts, actions)) < 5


def test_a_playout_does_not_draw_what_the_circle_of_its_seed_did() -> None:
    patches = "\n".join(
        f"{letter} = {{ button_cost = 0, time_cost = 9, income = 0, shape = '{shape}' }}"
        for letter, shape in zip(LETTERS, ["#"] + ["##"] * 32, strict=True)
    )
    edition = one_move_each(patches)
    # Whether the patch that the circle draws first is a late letter, and which one is bought.
    table: Counter[tuple[bool, bool]] = Counter()
    for seed in range(4_000):
        state = pw.State(edition, seed=seed)
        bought = set(state.circle) - set(state.playout(seed).circle)
        table[LETTERS.index(state.circle[-2]) > 16, state.circle[2] in bought] += 1
    shares = [
        table[late, True] / (table[late, True] + table[late, False]) for late in (False, True)
    ]
    assert abs(shares[0] - shares[1]) < 0.08


def test_random_play_from_the_end_is_the_end() -> None:
    end = pw.State(seed=7).playout(1)
    assert end.playout(2) == end


def test_random_play_from_one_seed_is_one_game() -> None:
    state = pw.State(seed=7)
    assert state.playout(5) == state.playout(5)
    assert len({state.playout(seed) for seed in range(50)}) == 50


# As known


def statistics(games: int) -> dict[str, float]:
    ends = [pw.State("original", seed=seed).playout(seed) for seed in range(games)]
    scores = [end.scores for end in ends]
    return {
        "score": sum(sum(pair) for pair in scores) / (2 * games),
        "second": sum(one < other for one, other in scores) / games,
        "first": sum(one > other for one, other in scores) / games,
        "level": sum(one == other for one, other in scores) / games,
    }


def test_random_games_end_as_is_known() -> None:
    known = statistics(20_000)
    assert abs(known["score"] + 11.3) < 0.3
    assert abs(known["level"] - 0.021) < 0.005
    assert abs(known["second"] - 0.493) < 0.018
    assert abs(known["first"] - 0.486) < 0.018


@pytest.mark.slow
def test_a_million_random_games_end_as_is_known() -> None:
    known = statistics(1_000_000)
    assert abs(known["score"] + 11.3) < 0.1
    assert abs(known["level"] - 0.021) < 0.001
    assert abs(known["second"] - 0.493) < 0.003
    assert abs(known["first"] - 0.486) < 0.003
