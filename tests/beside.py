"""The engine and the referee side by side, compared at every ply."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

import patchwork as pw
from referee import ADVANCE, Cells, Move, Referee, Rules, rules_from_edition

Choose: TypeAlias = Callable[[random.Random, pw.State, Sequence[pw.Action]], pw.Action]


def rules_of(edition: pw.Edition) -> Rules:
    return rules_from_edition(edition, start_patch=edition.start_patch)


def start_beside(state: pw.State, rules: Rules | None = None) -> Referee:
    """The referee at the start of a game, where the state is."""
    rules = rules or rules_of(state.edition)
    return Referee(rules, state.circle, first_player=state.to_move or 0)


def referee_at(state: pw.State, rules: Rules | None = None) -> Referee:
    """The referee anywhere in a game, from what the state shows."""
    rules = rules or rules_of(state.edition)
    letters = "".join(patch.letter for patch in rules.patches)
    referee = Referee(rules, letters)
    referee.circle = state.circle
    facts = zip(referee.players, state.positions, state.buttons, state.incomes, strict=True)
    for number, (player, position, buttons, income) in enumerate(facts):
        player.position, player.buttons, player.income = position, buttons, income
        player.quilt = covered(state.quilt(number))
    referee.special_spaces = list(state.special_spaces)
    referee.tile_owner = state.special_tile_owner
    referee.first_finisher = state.first_finisher
    if state.to_move is not None:
        referee.on_top = state.to_move
    if state.special_pending and state.to_move is not None:
        owed = int(str(state).split()[9])
        referee.special_owner = state.to_move
        referee.special_owed = min(owed, len(referee.players[state.to_move].free_spaces))
    return referee


def covered(bits: int) -> set[tuple[int, int]]:
    return {(space // 9, space % 9) for space in range(81) if bits >> space & 1}


def as_move(action: pw.Action) -> Move:
    """What the action does, in the referee's words."""
    if action.kind == "advance":
        return ADVANCE
    cells: Cells = frozenset(action.cells)
    if action.kind == "special":
        (cell,) = cells
        return ("special", cell)
    assert action.letter is not None
    return ("buy", action.letter, cells)


def assert_alike(state: pw.State, referee: Referee) -> list[pw.Action]:
    """All that both know is the same; gives the legal actions."""
    assert state.to_move == referee.to_move
    assert state.is_over == referee.is_over
    assert state.positions == referee.positions
    assert state.buttons == referee.buttons
    assert state.incomes == referee.incomes
    assert state.scores == referee.scores
    assert state.winner == referee.winner
    assert state.circle == referee.circle
    assert [patch.letter for patch in state.offered] == [p.letter for p in referee.offered]
    assert (covered(state.quilt(0)), covered(state.quilt(1))) == referee.quilts
    assert state.special_pending == (referee.special_owed > 0)
    assert list(state.special_spaces) == sorted(referee.special_spaces)
    assert state.special_tile_owner == referee.tile_owner
    assert state.first_finisher == referee.first_finisher
    actions = state.legal_actions()
    moves = {as_move(action) for action in actions}
    assert len(moves) == len(actions), "two actions do the same"
    assert moves == referee.legal()
    return actions


def play_beside(state: pw.State, referee: Referee, choose: Choose, rng: random.Random) -> pw.State:
    """Plays to the end with both, compared at every ply; gives the end."""
    plies = 0
    while actions := assert_alike(state, referee):
        action = choose(rng, state, actions)
        state = state.after(action)
        referee.play(as_move(action))
        plies += 1
    edition = state.edition
    advances = 2 * edition.track_length
    assert plies <= advances + len(edition.patches) + len(edition.special_spaces)
    assert state.is_over
    assert state.winner in (0, 1)
    return state


# Ways to play: games that uniform play hardly ever comes to are reached by the others.


def uniform(rng: random.Random, state: pw.State, actions: Sequence[pw.Action]) -> pw.Action:
    return rng.choice(actions)


def buyer(rng: random.Random, state: pw.State, actions: Sequence[pw.Action]) -> pw.Action:
    """Advances only where nothing can be bought; first which patch, then where."""
    slots = sorted({action.slot for action in actions if action.slot is not None})
    if not slots:
        return rng.choice(actions)
    slot = rng.choice(slots)
    return rng.choice([action for action in actions if action.slot == slot])


def filler(rng: random.Random, state: pw.State, actions: Sequence[pw.Action]) -> pw.Action:
    """Fills a corner square by square, with much for little time: squares and full quilts."""
    assert state.to_move is not None
    taken = state.quilt(state.to_move)
    worth = {p.letter: 2 * p.size + 3 * p.income - 2 * p.time_cost for p in state.offered}

    def snug(action: pw.Action) -> tuple[float, int]:
        touching = outside = 0
        for row, col in action.cells:
            outside += row > 6 or col > 6
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                touching += r < 0 or c < 0 or taken >> (9 * r + c) & 1
        value = worth.get(action.letter or "", 0) + 2 * touching - 3 * outside
        return (value if action.kind != "advance" else 4, action.id)

    return max(actions, key=snug)


def idler(rng: random.Random, state: pw.State, actions: Sequence[pw.Action]) -> pw.Action:
    """Mostly advances: long leaps, many buttons, games with few patches."""
    return actions[0] if rng.random() < 0.7 else rng.choice(actions)


STYLES: dict[str, Choose] = {
    "uniform": uniform,
    "buyer": buyer,
    "filler": filler,
    "idler": idler,
}
