"""The engine plays by the rules: ply by ply what the referee says, in every edition."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import patchwork as pw
from beside import STYLES, play_beside, rules_of, start_beside
from referee import EDITIONS, Referee, Rules
from strategies import starts

EVERYDAY_GAMES = 10
MANY_GAMES = 100
STYLE_NAMES = sorted(STYLES)


def game_beside(edition: str, style: str, seed: int) -> pw.State:
    """A random game of a built-in edition: the rules are the referee's own, not the engine's."""
    rng = random.Random(f"{edition} {style} {seed}")
    rules: Rules = EDITIONS[edition]
    letters = [patch.letter for patch in rules.patches]
    circle, first = "".join(rng.sample(letters, len(letters))), rng.randrange(2)
    state = pw.State(edition, circle=circle, first_player=first)
    return play_beside(state, Referee(rules, circle, first), STYLES[style], rng)


@pytest.mark.parametrize("style", STYLE_NAMES)
@pytest.mark.parametrize("edition", pw.editions())
def test_every_ply_of_random_games_is_as_the_referee_says(edition: str, style: str) -> None:
    for seed in range(EVERYDAY_GAMES):
        game_beside(edition, style, seed)


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLE_NAMES)
@pytest.mark.parametrize("edition", pw.editions())
def test_every_ply_of_thousands_of_games_is_as_the_referee_says(edition: str, style: str) -> None:
    for seed in range(EVERYDAY_GAMES, EVERYDAY_GAMES + MANY_GAMES):
        game_beside(edition, style, seed)


def test_the_ways_to_play_reach_what_the_rules_are_about() -> None:
    """Else the comparison would say little."""
    reached = set()
    for style in ("filler", "idler"):
        for seed in range(EVERYDAY_GAMES):
            end = game_beside("original", style, seed)
            reached |= {("tile", end.special_tile_owner), ("first", end.first_finisher)}
            reached |= {("winner", end.winner)}
    assert {(what, who) for what in ("tile", "first", "winner") for who in (0, 1)} <= reached


def custom_game(start: pw.State, style: str, rng: random.Random) -> None:
    play_beside(start, start_beside(start, rules_of(start.edition)), STYLES[style], rng)


@given(starts(), st.sampled_from(STYLE_NAMES), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_every_ply_of_a_custom_edition_is_as_the_referee_says(
    start: pw.State, style: str, rng: random.Random
) -> None:
    custom_game(start, style, rng)


@pytest.mark.slow
@given(starts(), st.sampled_from(STYLE_NAMES), st.randoms(use_true_random=False))
@settings(max_examples=2_000, derandomize=False)
def test_every_ply_of_many_custom_editions_is_as_the_referee_says(
    start: pw.State, style: str, rng: random.Random
) -> None:
    custom_game(start, style, rng)


# The Swedish edition scores at the end what others pay in the centre.

SVE_WITH_TILE = """
name = "sve-with-tile"
base = "sve"
special_tile = { side = 7, points = 7 }
"""


def swedish_beside_original(style: str, seed: int) -> bool:
    """Compares the scores at every ply and the winner; was the tile won?"""
    rng = random.Random(f"{style} {seed}")
    original = pw.State("original", seed=seed)
    swedish = pw.State(pw.Edition.from_toml(SVE_WITH_TILE), circle=original.circle)
    while actions := original.legal_actions():
        assert swedish.scores == original.scores
        assert swedish.special_tile_owner == original.special_tile_owner
        assert swedish.to_move == original.to_move
        action = STYLES[style](rng, original, actions)
        # In the centre the last income is points, no longer buttons to buy with.
        original, swedish = original.after(action), swedish.after(action)
    assert swedish.is_over
    assert swedish.scores == original.scores
    assert swedish.winner == original.winner
    return original.special_tile_owner is not None


@pytest.mark.parametrize("style", STYLE_NAMES)
def test_sve_with_a_tile_scores_as_the_original_at_every_ply(style: str) -> None:
    tiles = [swedish_beside_original(style, seed) for seed in range(25)]
    assert any(tiles) or style != "filler"


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLE_NAMES)
def test_sve_with_a_tile_scores_as_the_original_in_thousands_of_games(style: str) -> None:
    for seed in range(25, 500):
        swedish_beside_original(style, seed)
