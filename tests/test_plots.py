"""Plots: of one simulation, of several, and of what is none."""

from pathlib import Path
from typing import Any

import pytest

import patchwork as pw

pytest.importorskip("matplotlib")


class Last:
    def choose(self, state: pw.State) -> pw.Action:
        return state.legal_actions()[-1]

    def __repr__(self) -> str:
        return "last"


def saved(figure: Any, path: Path) -> bytes:
    figure.savefig(path)
    return path.read_bytes()


def test_a_simulation(tmp_path: Path) -> None:
    results = pw.simulate(200, ("random", "random"), seed=1)
    figure = pw.plot(results)
    scores, wins, means = figure.axes
    legend = scores.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["random (0)", "random (1)"]
    assert sum(patch.get_height() for patch in scores.patches) > 0  # type: ignore[attr-defined]
    rate = results.summary().agents[0].win_rate.mean
    assert f"{100 * rate:.1f} %" in [text.get_text() for text in wins.texts]
    assert means.get_title() == "mean score"
    assert saved(figure, tmp_path / "games.png").startswith(b"\x89PNG")
    assert b"<svg" in saved(figure, tmp_path / "games.svg")


def test_a_summary_alone(tmp_path: Path) -> None:
    results = pw.simulate(200, ("random", "random"), seed=1, keep="summary")
    figure = pw.plot(results)
    assert len(figure.axes) == 2
    assert saved(figure, tmp_path / "games.png")


def test_an_arena(tmp_path: Path) -> None:
    standings = pw.arena([Last(), "random", "greedy"], 10, seed=1)
    figure = pw.plot(standings)
    ratings, cross, _ = figure.axes
    names = [text.get_text() for text in ratings.get_yticklabels()]
    assert sorted(names) == sorted(standings.agents)
    assert names[0] == "greedy"
    texts = [text.get_text() for text in cross.texts]
    assert len(texts) == 6
    rate = standings.matches[0].results.summary().agents[0].win_rate.mean
    assert f"{100 * rate:.1f}" in texts
    assert saved(figure, tmp_path / "arena.png")


def test_no_figure_is_left_open() -> None:
    import matplotlib.pyplot as plt

    pw.plot(pw.simulate(10, ("random", "random"), seed=1))
    assert not plt.get_fignums()


@pytest.mark.parametrize(
    ("results", "error"),
    [
        (5, TypeError),
        ("results", TypeError),
        ([], TypeError),
        (None, TypeError),
    ],
)
def test_what_is_no_result_is_refused(results: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        pw.plot(results)


def test_no_games_are_refused() -> None:
    with pytest.raises(ValueError, match="no games"):
        pw.plot(pw.simulate(0, ("random", "random"), seed=1))
    with pytest.raises(ValueError, match="no games"):
        pw.plot(pw.arena(["random", "greedy"], 0, seed=1))
