"""Pictures: well-formed, complete, and refused where the input is wrong."""

import random
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import patchwork as pw
from patchwork.drawing import sewn
from patchwork.outline import loops
from patchwork.pictures import CLOTHS, SPACE
from patchwork.raster import picture

SVG = "{http://www.w3.org/2000/svg}"


def played(edition: str = "revised", seed: int = 3, plies: int = 100) -> pw.Game:
    game = pw.Game(pw.State(edition, seed=seed))
    dice = random.Random(seed)
    while not game.state.is_over and len(game.actions) < plies:
        game.play(dice.choice(game.state.legal_actions()))
    return game


def area(loop: list[tuple[float, float]]) -> float:
    """The space within a line of corners, positive if it goes clockwise (the shoelace rule)."""
    pairs = zip(loop, loop[1:] + loop[:1], strict=True)
    return sum(x * next_y - next_x * y for (y, x), (next_y, next_x) in pairs) / 2


def test_outlines_enclose_what_they_should() -> None:
    for patch in pw.Edition("revised").patches:
        for cells in patch.orientations.values():
            assert sum(area(loop) for loop in loops(cells)) == len(cells)
            inner = sum(area(loop) for loop in loops(cells, 0.1))
            assert len(cells) * 0.5 < inner < len(cells)
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    assert [area(loop) for loop in loops(ring)] == [9, -1]
    corners = [(0, 0), (1, 1)]
    assert [area(loop) for loop in loops(corners)] == [1, 1]


@pytest.mark.parametrize("edition", pw.editions())
def test_a_game_shows_every_patch(edition: str) -> None:
    game = played(edition)
    root = ET.fromstring(pw.svg(game))
    fills = [path.get("fill") for path in root.iter(f"{SVG}path")]
    patches = [patch for player in (0, 1) for patch in sewn(game, player)]
    assert len([fill for fill in fills if fill in CLOTHS]) == len(patches) > 5
    texts = [text.text for text in root.iter(f"{SVG}text")]
    for patch in patches:
        assert patch.letter in texts


def test_patches_that_touch_have_different_colours() -> None:
    for seed in range(20):
        game = played(seed=seed)
        for player in (0, 1):
            colour_at: dict[tuple[int, int], tuple[int, int | None]] = {}
            for at, patch in enumerate(sewn(game, player)):
                colour_at.update(dict.fromkeys(patch.cells, (at, patch.colour)))
            for (row, col), (patch_here, colour) in colour_at.items():
                for beside in ((row + 1, col), (row, col + 1)):
                    there = colour_at.get(beside)
                    assert there is None or there[0] == patch_here or there[1] != colour


def test_a_state_shows_what_is_covered() -> None:
    game = played(plies=12)
    root = ET.fromstring(pw.svg(game.state))
    groups = [g for g in root.iter(f"{SVG}g") if (g.get("transform") or "").startswith("trans")]
    assert len(groups) >= 2
    for player in (0, 1):
        covered = game.state.quilt(player)
        cells = [divmod(space, 9) for space in range(81) if covered >> space & 1]
        assert sum(area(loop) for loop in loops(cells)) == len(cells)


def test_options() -> None:
    game = played(plies=10)
    root = ET.fromstring(pw.svg(game, size=300, names=("Ann & Co", "<Bob>"), letters=False))
    assert root.get("width") == "300"
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "Ann & Co" in texts
    assert "<Bob>" in texts
    assert "A" not in texts
    heights = []
    for track in (True, False):
        for offers in (True, False):
            text = pw.svg(game, track=track, offers=offers)
            heights.append(float(ET.fromstring(text).get("height") or 0))
    assert len(set(heights)) == 4
    assert max(heights) == heights[0]
    assert min(heights) == heights[3]


def test_notebooks() -> None:
    game = played(plies=10)
    assert game._repr_svg_() == pw.svg(game)
    assert game.state._repr_svg_() == pw.svg(game.state)


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        ((5,), {}, TypeError),
        ((None,), {}, TypeError),
        (("state",), {}, TypeError),
        ((pw.State(),), {"size": 0}, ValueError),
        ((pw.State(),), {"size": 10**9}, ValueError),
        ((pw.State(),), {"size": 10**5000}, ValueError),
        ((pw.State(),), {"size": "big"}, TypeError),
        ((pw.State(),), {"size": True}, TypeError),
        ((pw.State(),), {"names": "ab"}, ValueError),
        ((pw.State(),), {"names": ("a",)}, ValueError),
        ((pw.State(),), {"names": (1, 2)}, TypeError),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: tuple[Any, ...], options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        pw.svg(*arguments, **options)


def test_odd_names_are_drawn() -> None:
    text = pw.svg(pw.State(), names=("\x00\ud800<&>" + "x" * 1000, "ü"))
    ET.fromstring(text)


HUGE = """
name = "huge"
base = "original"
track_length = 255
income_spaces = [5, 255]
special_spaces = [7, 8]
starting_buttons = 9999
empty_space_penalty = 99
start_patch = "A"

[patches]
A = { button_cost = 9999, time_cost = 99, income = 99, shape = "#########" }
B = { button_cost = 0, time_cost = 1, income = 0, shape = "###|#.#|###" }
"""


def test_a_custom_edition_fits() -> None:
    edition = pw.Edition.from_toml(HUGE)
    game = pw.Game(pw.State(edition, seed=1))
    ET.fromstring(pw.svg(game))
    assert picture(game).dtype == np.uint8


def test_the_array_has_one_size_and_shows_the_patches() -> None:
    shapes = set()
    game = pw.Game(pw.State(seed=3))
    for action in played(seed=3).actions:
        game.play(action)
        shapes.add(picture(game).shape)
    assert len(shapes) == 1
    image = picture(game)
    row, col = sewn(game, 0)[0].cells[0]
    colour = sewn(game, 0)[0].colour
    assert colour is not None
    dot = image[34 + row * 18 + 9, 12 + col * 18 + 9]
    assert bytes(dot.tolist()).hex() == CLOTHS[colour][1:]
    assert SPACE > 0


def test_png() -> None:
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: without the cairo library itself
        pytest.skip("cairosvg is not installed")
    data = cairosvg.svg2png(pw.svg(played(plies=20)).encode())
    assert data.startswith(b"\x89PNG")
