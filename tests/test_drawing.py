"""Drawings: every patch where it lies, neighbours told apart, 80 columns kept."""

import doctest
import random

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console

import patchwork as pw
from patchwork import drawing, narration


def random_game(seed: int, edition: str | pw.Edition = "revised", plies: int = 99) -> pw.Game:
    """Return a random game of at most so many plies."""
    chance = random.Random(seed)
    game = pw.Game(pw.State(edition, seed=seed))
    while not game.state.is_over and len(game.actions) < plies:
        game.play(chance.choice(game.state.legal_actions()))
    return game


def printed(game: pw.Game, width: int = 80) -> list[str]:
    """Return the drawing of a position as plain lines."""
    console = Console(width=width, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(drawing.position(game, width))
    return capture.get().splitlines()


@pytest.mark.parametrize("seed", range(20))
def test_neighbours_have_different_colours(seed: int) -> None:
    game = random_game(seed)
    for player in (0, 1):
        owner = {
            cell: number
            for number, patch in enumerate(drawing.sewn(game, player))
            for cell in patch.cells
        }
        patches = drawing.sewn(game, player)
        for (row, col), number in owner.items():
            for beside in ((row + 1, col), (row, col + 1)):
                if owner.get(beside, number) != number:
                    assert patches[number].colour != patches[owner[beside]].colour


def test_a_patch_keeps_its_colour() -> None:
    game = random_game(5)
    last = [drawing.sewn(game, player) for player in (0, 1)]
    while game.actions:
        for player in (0, 1):
            now = drawing.sewn(game, player)
            assert now == last[player][: len(now)]
        game.undo()


def test_colours_stay_apart_with_16_and_are_never_black() -> None:
    numbers = {Color.parse(name).downgrade(ColorSystem.STANDARD).number for name in drawing.COLOURS}
    assert len(numbers) == len(drawing.COLOURS)
    assert not numbers & {0, 8, 16}


@pytest.mark.parametrize("scale", [(2, 1), (3, 1), (4, 2)])
def test_a_quilt_shows_the_letters_of_its_layout(scale: tuple[int, int]) -> None:
    game = random_game(1)
    width, height = scale
    lines = drawing.quilt(drawing.sewn(game, 0), width=width, height=height).plain.split("\n")
    assert [len(line) for line in lines] == [9 * width] * 9 * height
    drawn = ["".join(line.split()) for line in lines]
    assert [line for line in drawn if line] == list(game.layout(0))


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("edition", pw.editions())
@pytest.mark.parametrize("plies", [0, 10, 30, 99])
def test_a_position_keeps_to_the_width(edition: str, plies: int, width: int) -> None:
    lines = printed(random_game(plies, edition, plies), width)
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)


def test_a_position_shows_all_of_it() -> None:
    game = random_game(2, plies=12)
    state = game.state
    text = "\n".join(printed(game))
    for patch in state.offered:
        assert f" {patch.letter} " in text
        assert f"{patch.time_cost} time" in text
    assert state.circle[3:] in text
    assert all(str(score) in text for score in state.scores)


def test_why_a_patch_cannot_be_bought_is_said() -> None:
    state = pw.State("revised", seed=7)
    poor = state.replace(buttons=(0, 0))
    for why, patch in zip(drawing.can_buy(poor), poor.offered, strict=True):
        assert why == (f"{patch.button_cost} short" if patch.button_cost else None)


def test_a_long_board_is_folded_and_numbers_stand_over_their_spaces() -> None:
    house = pw.Edition.from_toml(
        "name = 'long'\nbase = 'revised'\ntrack_length = 200\nincome_spaces = [50, 200]\n"
    )
    state = pw.State(house, seed=1)
    lines = drawing.track(state, 80).plain.split("\n")
    assert max(map(len, lines)) <= 80
    assert len(lines) == 4 * 3
    numbers, spaces = lines[0], lines[1]
    at = numbers.index("50")
    assert spaces[at] == drawing.BOTH  # the special patch of the base is there too
    assert lines[9][lines[8].index("200")] == drawing.INCOME


def test_the_doctests_hold() -> None:
    for module in (drawing, narration):
        assert doctest.testmod(module).failed == 0
