"""Games: playing, taking back, and what is known of them that a state alone does not tell."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import patchwork as pw
from beside import covered
from strategies import games

STATE = pw.State("revised", seed=7)


def played(*tokens: str) -> pw.Game:
    game = pw.Game(STATE)
    for token in tokens:
        game.play(token)
    return game


def test_a_new_game_stands_at_its_start() -> None:
    game = pw.Game(STATE)
    assert game.start == game.state == STATE
    assert game.actions == ()
    assert game.states == (STATE,)
    assert game.result is None
    for nothing in (game.undo, game.redo):
        with pytest.raises(ValueError, match="nothing to"):
            nothing()


@given(games())
@settings(max_examples=50)
def test_the_state_is_what_the_actions_make_of_the_start(game: pw.Game) -> None:
    state = game.start
    assert game.states[0] == state
    for action, after in zip(game.actions, game.states[1:], strict=True):
        state = state.after(action)
        assert state == after
    assert game.state == state


@given(games())
@settings(max_examples=50)
def test_undo_and_redo_go_back_and_forth_exactly(game: pw.Game) -> None:
    actions, states, text = game.actions, game.states, game.dumps()
    for back in range(1, len(actions) + 1):
        game.undo()
        assert game.actions == actions[: len(actions) - back]
        assert game.state == states[-1 - back]
    with pytest.raises(ValueError, match="undo"):
        game.undo()
    assert game.state == game.start
    for _ in actions:
        game.redo()
    with pytest.raises(ValueError, match="redo"):
        game.redo()
    assert (game.actions, game.states, game.dumps()) == (actions, states, text)


def test_playing_forgets_what_was_undone() -> None:
    game = played(".", ".")
    game.undo()
    game.play("aAAA" if game.state.is_legal("aAAA") else game.state.legal_actions()[1])
    with pytest.raises(ValueError, match="redo"):
        game.redo()
    assert len(game.actions) == 2


def test_what_was_undone_does_not_count_in_equality() -> None:
    game = played(".", ".")
    game.undo()
    assert game == played(".")
    assert game != played(".", ".")


def test_a_refused_action_leaves_the_game_as_it_was() -> None:
    game = played(".", ".")
    game.undo()
    for refused in ("hAAA", 2025, "cAAA"):
        with pytest.raises(pw.IllegalActionError):
            game.play(refused)
    assert game == played(".")
    game.redo()
    assert game == played(".", ".")


def test_a_game_that_goes_on_while_an_action_is_read_takes_one_of_the_two() -> None:
    game = pw.Game(pw.State(seed=7))

    class PlaysMeanwhile:
        def __index__(self) -> int:
            game.play(".")
            return 0

    with pytest.raises(RuntimeError, match="nothing was played"):
        game.play(PlaysMeanwhile())
    assert [str(action) for action in game.actions] == ["."]


def test_the_result_is_there_once_the_game_is_over() -> None:
    game = pw.Game(STATE)
    while not game.state.is_over:
        assert game.result is None
        game.play(game.state.legal_actions()[-1])
    result = game.result
    assert result is not None
    assert result.scores == game.state.scores
    assert result.winner == game.state.winner
    game.undo()
    assert game.result is None


@given(games())
@settings(max_examples=50)
def test_the_layout_says_which_patch_covers_which_space(game: pw.Game) -> None:
    sizes = {patch.letter: patch.size for patch in game.start.edition.patches}
    bought = {action.letter for action in game.actions if action.kind == "buy"}
    seen: list[str] = []
    for player in (0, 1):
        rows = game.layout(player)
        assert [len(row) for row in rows] == [9] * 9
        marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        taken = {cell for cell, mark in marks.items() if mark != "."}
        assert taken == covered(game.state.quilt(player))
        letters = {mark for mark in marks.values() if mark not in ".#h"}
        for letter in letters:
            assert sum(mark == letter for mark in marks.values()) == sizes[letter]
        seen += letters
    assert sorted(seen) == sorted(letter for letter in bought if letter)


def test_a_space_that_was_covered_at_the_start_is_told_apart() -> None:
    start = STATE.replace(circle=STATE.circle.replace("B", ""), quilts=(0b111, 0))
    game = pw.Game(start)
    assert game.layout(0)[0] == "###......"
    game.play("XEEA")
    assert game.layout(0)[0] == "###......"
    assert "X" in "".join(game.layout(0))
    assert set("".join(game.layout(1))) == {"."}
