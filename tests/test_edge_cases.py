"""The cases that an engine gets wrong, each under the promise that it keeps."""

from __future__ import annotations

import pickle
from typing import TypedDict

import pytest

import patchwork as pw
from beside import assert_alike, referee_at

LETTERS = "".join(patch.letter for patch in pw.Edition("revised").patches)
CENTRE = 53
FULL = (1 << 81) - 1


def circle_with(offered: str) -> str:
    """A circle where these patches come first after the neutral token, and A comes last."""
    return offered + "".join(letter for letter in LETTERS[1:] if letter not in offered) + "A"


def start(offered: str = "", edition: str | pw.Edition = "revised") -> pw.State:
    return pw.State(edition, circle=circle_with(offered))


def play(state: pw.State, *actions: str) -> pw.State:
    """Plays the tokens, with the referee looking on from where the state is."""
    referee = referee_at(state)
    for token in actions:
        assert_alike(state, referee)
        action = state.action(token)
        state = state.after(action)
        if action.kind == "advance":
            referee.play(("advance",))
        elif action.kind == "special":
            referee.play(("special", action.cells[0]))
        else:
            referee.play(("buy", action.letter or "", frozenset(action.cells)))
    assert_alike(state, referee)
    return state


def square(side: int, row: int = 0, col: int = 0) -> int:
    return sum(1 << (9 * r + c) for r in range(row, row + side) for c in range(col, col + side))


def spaces(*cells: tuple[int, int]) -> int:
    return sum(1 << (9 * row + col) for row, col in cells)


def house(text: str, base: str = "revised") -> pw.Edition:
    return pw.Edition.from_toml(f"name = 'house'\nbase = '{base}'\n{text}")


PATCHES = {p.letter: p for p in pw.Edition("revised").patches}
# All patches without income: any number of covered spaces can be accounted for.
FLAT = house("[patches]\n" + "\n".join(f"{letter} = {{ income = 0 }}" for letter in LETTERS))

# One patch that covers the whole board, and one that leaves the last space.
WHOLE = "|".join(["#########"] * 9)
HOLED = WHOLE.removesuffix("#") + "."
BLANKET = house(f"[patches]\nB = {{ shape = '{WHOLE}' }}")


class Held(TypedDict):
    quilts: tuple[int, int]
    incomes: tuple[int, int]
    circle: str


def holding(first: str, second: str = "", circle: str = "A") -> Held:
    """The facts of two players who hold these patches, at the foot of their quilt boards."""
    sizes = [sum(PATCHES[letter].size for letter in held) for held in (first, second)]
    incomes = [sum(PATCHES[letter].income for letter in held) for held in (first, second)]
    quilts = [((1 << size) - 1) << (81 - size) for size in sizes]
    return Held(quilts=(quilts[0], quilts[1]), incomes=(incomes[0], incomes[1]), circle=circle)


# Income


def test_one_advance_can_pass_two_income_spaces_and_both_pay() -> None:
    # Player 1 is seven spaces on: behind by six, one in front.
    state = start().replace(**holding("X"), positions=(4, 10))
    assert state.incomes == (2, 0)
    after = play(state, ".")
    assert after.positions == (11, 10)
    assert after.buttons == (5 + 7 + 2 * 2, 5)


def test_an_income_space_reached_exactly_pays_once_and_not_again_when_left() -> None:
    state = start().replace(**holding("X"), positions=(3, 4))
    there = play(state, ".")
    assert (there.positions, there.buttons) == ((5, 4), (5 + 2 + 2, 5))
    on = play(there, ".", ".")
    assert (on.positions, on.buttons[0]) == ((7, 6), 9 + 2)


def test_the_patch_just_bought_pays_at_the_space_that_it_leads_to() -> None:
    e = PATCHES["E"]
    state = start("EBU").replace(positions=(5 - e.time_cost + 1, 9))
    after = play(state, "EAAA")
    assert after.positions[0] >= 5
    assert after.incomes == (e.income, 0)
    assert after.buttons[0] == 5 - e.button_cost + e.income


def test_the_opponents_income_is_not_paid_by_ones_own_move() -> None:
    state = start().replace(**holding("", "XT"), positions=(4, 4), to_move=0)
    assert play(state, ".").buttons == (6, 5)


# Whose turn it is


def test_the_first_move_at_space_0_is_the_first_players() -> None:
    for first in (0, 1):
        state = pw.State("original", seed=3, first_player=first)
        assert state.to_move == first
        after = play(state, ".")
        assert after.to_move == 1 - first
        assert after.positions[first] == 1


def test_landing_on_top_of_the_other_token_moves_again() -> None:
    # B and U both take three spaces.
    state = play(start("BUE"), "BAAA", "UAAA")
    assert state.positions == (3, 3)
    assert state.to_move == 1


def test_the_token_below_moves_once_the_one_on_top_has_left() -> None:
    state = play(start("BUE"), "BAAA", "UAAA", ".")
    assert state.positions == (3, 4)
    assert state.to_move == 0


def test_a_patch_without_time_cost_leaves_the_token_on_top() -> None:
    edition = house("[patches]\nU = { time_cost = 0 }")
    state = play(start("UBE", edition), "UAAA")
    assert state.positions == (0, 0)
    assert state.to_move == 0
    state = start("UBE", edition).replace(positions=(5, 5), to_move=1, incomes=(0, 0))
    assert play(state, "UAAA").to_move == 1


def test_a_patch_without_time_cost_pays_no_income_of_the_space_it_stands_on() -> None:
    edition = house("[patches]\nU = { time_cost = 0, income = 9 }")
    state = start("UBE", edition).replace(positions=(5, 5), to_move=0)
    after = play(state, "UAAA")
    assert after.buttons[0] == 5 - PATCHES["U"].button_cost
    assert after.incomes[0] == 9


# The centre


def test_the_advance_into_the_centre_pays_only_for_the_spaces_moved() -> None:
    state = start().replace(positions=(51, CENTRE))
    after = play(state, ".")
    assert after.positions == (CENTRE, CENTRE)
    assert after.buttons == (5 + 2, 5)
    assert after.is_over


def test_an_advance_in_front_of_a_token_just_before_the_centre_ends_in_the_centre() -> None:
    after = play(start().replace(positions=(50, 52)), ".")
    assert after.positions == (CENTRE, 52)
    assert after.buttons[0] == 5 + 3
    assert after.first_finisher == 0


def test_a_purchase_whose_time_goes_past_the_centre_stops_there() -> None:
    f = PATCHES["T"]
    assert f.time_cost > 1
    state = start("TBU").replace(positions=(52, CENTRE), buttons=(20, 0))
    after = play(state, "TAAA")
    assert after.positions == (CENTRE, CENTRE)
    assert after.is_over
    # The centre pays its income once, the patch just bought included.
    assert after.buttons[0] == 20 - f.button_cost + f.income


def test_the_opponent_plays_on_alone_once_one_player_is_in_the_centre() -> None:
    state = start("CNB").replace(positions=(CENTRE, 48), buttons=(0, 20))
    assert state.first_finisher == 0
    state = play(state, "CAAA")
    assert (state.positions, state.to_move) == ((CENTRE, 49), 1)
    state = play(state, "NADA")
    assert state.to_move == 1
    while not state.is_over:
        assert state.to_move == 1
        state = play(state, "hIIA" if state.special_pending else ".")
    assert state.first_finisher == 0


def test_alone_and_behind_by_many_spaces_an_advance_goes_all_the_way() -> None:
    state = start().replace(**holding("", "X"), positions=(CENTRE, 2), special_spaces=())
    after = play(state, ".")
    assert after.is_over
    assert after.buttons[1] == 5 + 51 + 9 * 2


# Special patches


def test_a_special_patch_is_placed_before_anything_else_by_who_took_it() -> None:
    state = play(start().replace(positions=(24, 25)), ".")
    assert state.special_pending
    assert state.to_move == 0
    assert state.count_legal_actions() == 81
    assert {action.kind for action in state.legal_actions()} == {"special"}
    assert not state.is_legal(0)
    after = play(state, "hEEA")
    assert after.quilt(0) == spaces((4, 4))
    assert (after.special_pending, after.to_move) == (False, 1)


def test_a_special_patch_taken_by_who_lands_on_top_still_lets_them_move_again() -> None:
    state = start("BUE").replace(positions=(23, 26), special_spaces=(32, 38, 44, 50))
    state = play(state, "BAAA")
    assert (state.positions, state.to_move, state.special_pending) == ((26, 26), 0, False)
    state = start("BUE").replace(positions=(25, 25), to_move=0)
    state = play(state, ".")
    assert (state.special_pending, state.to_move) == (True, 0)


def test_the_last_special_patch_taken_by_the_move_that_reaches_the_centre_is_placed() -> None:
    state = start("TBU").replace(positions=(49, 49), to_move=0, buttons=(20, 5))
    assert state.special_spaces == (50,)
    state = play(state, "TAAA")
    assert state.positions == (CENTRE, 49)
    assert (state.to_move, state.special_pending, state.first_finisher) == (0, True, 0)
    assert state.special_spaces == ()
    after = play(state, "hIIA")
    assert (after.to_move, after.special_pending, after.is_over) == (1, False, False)
    assert after.quilt(0).bit_count() == PATCHES["T"].size + 1


def test_the_game_is_not_over_while_a_special_patch_is_owed_in_the_centre() -> None:
    edition = house(f"special_spaces = [{CENTRE}]")
    state = start("", edition).replace(positions=(52, 52), to_move=0)
    state = play(state, ".")
    assert (state.positions, state.to_move, state.special_pending) == ((CENTRE, 52), 0, True)
    assert (state.is_over, state.winner) == (False, None)
    end = play(state, "hAAA", ".")
    assert end.is_over
    assert end.scores == (6 - 2 * 80, 6 - 2 * 81)
    assert end.winner == 0


def test_a_special_patch_is_discarded_by_a_full_quilt() -> None:
    state = start("", BLANKET).replace(
        quilts=(FULL, 0), circle=LETTERS.replace("B", ""), positions=(24, 25)
    )
    after = play(state, ".")
    assert not after.special_pending
    assert after.special_spaces == (32, 38, 44, 50)
    assert after.to_move == 1
    assert after.quilt(0) == FULL


def test_a_full_quilt_on_the_way_to_the_centre_ends_the_turn_without_a_special_patch() -> None:
    state = start("TUE", BLANKET).replace(
        quilts=(FULL, 0), circle=LETTERS.replace("B", ""), positions=(49, 49), to_move=0
    )
    after = play(state, ".", ".")
    assert after.positions == (50, 51)
    state = state.replace(positions=(CENTRE, 52), special_spaces=())
    end = play(state, ".")
    assert end.is_over
    assert end.scores == (5 + 7, 6 - 162)


def test_several_special_patches_passed_in_one_move_are_placed_one_after_another() -> None:
    edition = house("special_spaces = [2, 3, 4, 9]")
    state = play(start("TBU", edition).replace(buttons=(20, 5)), "TAAA")
    assert state.positions == (4, 0)
    for token in ("hIAA", "hIBA", "hICA"):
        assert (state.to_move, state.special_pending) == (0, True)
        state = play(state, token)
    assert (state.to_move, state.special_pending) == (1, False)
    assert state.special_spaces == (9,)
    assert state.quilt(0).bit_count() == PATCHES["T"].size + 3


def test_of_several_special_patches_those_without_a_free_space_are_discarded() -> None:
    edition = house(f"special_spaces = [2, 3, 4]\n[patches]\nB = {{ shape = '{HOLED}' }}")
    state = play(start("BUE", edition), "BAAA")
    assert (state.positions[0], state.special_pending) == (3, True)
    state = play(state, "hIIA")
    assert state.quilt(0) == FULL
    assert (state.special_pending, state.to_move) == (False, 1)
    assert state.special_spaces == (4,)


# The special tile


def test_the_7x7_tile_is_earned_by_a_special_patch() -> None:
    holed = square(7) & ~spaces((3, 3))
    circle = "BCDE" + "A"
    state = start("", FLAT).replace(quilts=(holed, 0), circle=circle, positions=(24, 25))
    state = play(state, ".")
    assert state.special_tile_owner is None
    before = state.scores[0]
    after = play(state, "hDDA")
    assert after.special_tile_owner == 0
    assert after.scores[0] == before + 2 + 7


@pytest.mark.parametrize("row", range(3))
@pytest.mark.parametrize("col", range(3))
def test_the_7x7_tile_is_earned_in_every_one_of_the_nine_places(row: int, col: int) -> None:
    corner = (row, col)
    state = start("", FLAT).replace(
        quilts=(square(7, *corner) & ~spaces(corner), 0), circle="BCDEA", positions=(24, 25)
    )
    token = "h" + "ABC"[col] + "ABC"[row] + "A"
    assert play(state, ".", token).special_tile_owner == 0


def test_the_tile_is_judged_before_the_token_moves() -> None:
    # The purchase completes the square and takes a special patch; the tile comes first.
    b = spaces((5, 6), (6, 5), (6, 6))
    state = start("BUE", FLAT).replace(
        quilts=(square(7) & ~b, 0), circle="BUEA", positions=(24, 25)
    )
    after = play(state, "BFFA")
    assert after.special_pending
    assert after.special_tile_owner == 0


def test_the_tile_goes_to_the_first_only() -> None:
    holed = square(7) & ~spaces((0, 0))
    state = start("", FLAT).replace(
        quilts=(holed, holed), circle="A", positions=(25, 25), special_spaces=(26, 32), to_move=1
    )
    state = play(state, ".", "hAAA")
    assert state.special_tile_owner == 1
    state = state.replace(positions=(31, 31), to_move=0)
    after = play(state, ".", "hAAA")
    assert after.quilt(0) & square(7) == square(7)
    assert after.special_tile_owner == 1


def test_a_rectangle_that_is_no_square_earns_nothing() -> None:
    six_by_nine = sum(1 << (9 * row + col) for row in range(6) for col in range(9))
    state = start("", FLAT).replace(
        quilts=(six_by_nine & ~spaces((0, 0)), 0), circle="A", positions=(25, 25), to_move=0
    )
    assert play(state, ".", "hAAA").special_tile_owner is None


def test_a_square_that_would_wrap_around_the_edge_earns_nothing() -> None:
    # Columns 3-8 and 0 of the next row lie 7 in a row in reading order.
    wrapped = sum(1 << (9 * row + col) for row in range(8) for col in (0, 3, 4, 5, 6, 7, 8))
    state = start("", FLAT).replace(
        quilts=(wrapped & ~spaces((0, 3)), 0), circle="A", positions=(25, 25), to_move=0
    )
    assert play(state, ".", "hDAA").special_tile_owner is None


# The circle


def test_with_fewer_than_three_patches_left_those_are_on_offer() -> None:
    state = start().replace(circle="BU")
    assert [p.letter for p in state.offered] == ["B", "U"]
    assert {a.letter for a in state.legal_actions()} == {None, "B", "U"}
    state = play(state, "UAAA")
    assert state.circle == "B"
    assert [p.letter for p in state.offered] == ["B"]


def test_with_no_patch_left_only_advancing_is() -> None:
    state = play(start().replace(circle="B"), "BAAA")
    assert state.circle == ""
    assert state.offered == ()
    assert [action.id for action in state.legal_actions()] == [0]
    while not state.is_over:
        token = "hIIA" if state.special_pending else "."
        if token not in {str(action) for action in state.legal_actions()}:
            token = str(state.legal_actions()[0])
        state = play(state, token)
    assert state.winner in (0, 1)


def test_the_patches_skipped_go_behind_and_the_last_can_be_skipped_too() -> None:
    state = play(start().replace(circle="BUE"), "EAAA")
    assert state.circle == "BU"
    state = play(start().replace(circle="BUEDA"), "EAAA")
    assert state.circle == "DABU"


def test_what_one_cannot_pay_for_is_no_action_and_a_last_button_is_enough() -> None:
    cost = PATCHES["E"].button_cost
    for buttons, affordable in ((cost - 1, False), (cost, True)):
        state = start("EBU").replace(buttons=(buttons, 0))
        assert state.is_legal("EAAA") is affordable


# The end


@pytest.mark.parametrize("first", [0, 1])
def test_level_scores_are_decided_by_who_came_to_the_centre_first(first: int) -> None:
    positions = (CENTRE, 52) if first == 0 else (52, CENTRE)
    buttons = (6, 5) if first == 0 else (5, 6)
    end = play(start().replace(positions=positions, buttons=buttons), ".")
    assert end.scores == (6 - 162, 6 - 162)
    assert end.first_finisher == first
    assert end.winner == first


def test_the_higher_score_wins_whoever_came_first() -> None:
    end = play(start().replace(positions=(CENTRE, 52), buttons=(0, 5)), ".")
    assert end.first_finisher == 0
    assert end.winner == 1


def test_nothing_is_legal_once_the_game_is_over() -> None:
    end = play(start().replace(positions=(CENTRE, 52)), ".")
    assert end.legal_actions() == []
    assert end.count_legal_actions() == 0
    assert not end.legal_action_mask().any()
    assert end.to_move is None
    for token in (".", "hAAA", "BAAA", 0, 1, 2025):
        assert not end.is_legal(token)
        with pytest.raises(pw.IllegalActionError, match="over"):
            end.after(token)


def test_a_track_of_one_space_is_a_game_of_two_moves() -> None:
    edition = house("track_length = 1\nincome_spaces = [1]\nspecial_spaces = []")
    state = start("", edition)
    after = play(state, ".")
    assert (after.first_finisher, after.to_move) == (0, 1)
    end = play(after, ".")
    assert end.winner == 0
    assert end.buttons == (6, 6)


# Sizes


def test_the_most_actions_in_one_position_are_1345() -> None:
    sizes = {}
    for p in pw.Edition("revised").patches:
        state = start(p.letter if p.letter != "A" else "").replace(buttons=(99, 0))
        sizes[p.letter] = sum(a.letter == p.letter for a in state.legal_actions())
    largest = sorted(sizes, key=lambda letter: -sizes[letter])[:3]
    assert [sizes[letter] for letter in largest] == [448] * 3
    state = start("".join(largest)).replace(buttons=(99, 0))
    assert state.count_legal_actions() == 1345


# Patches of one shape

TWINS = [("B", "C"), ("S", "a"), ("E", "f")]


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_patches_of_one_shape_are_kept_apart(one: str, other: str) -> None:
    first, second = PATCHES[one], PATCHES[other]
    assert first.cells == second.cells or set(first.orientations.values()) == set(
        second.orientations.values()
    )
    assert first != second
    assert len({first, second}) == 2
    assert (first.button_cost, first.time_cost) != (second.button_cost, second.time_cost)


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_actions_of_twin_patches_are_kept_apart_in_equality_hash_and_text(
    one: str, other: str
) -> None:
    state = start(one + other).replace(buttons=(20, 20))
    by_letter: dict[str | None, dict[tuple[tuple[int, int], ...], pw.Action]] = {}
    for action in state.legal_actions():
        by_letter.setdefault(action.letter, {})[action.cells] = action
    for cells, action in by_letter[one].items():
        twin = by_letter[other][cells]
        assert action != twin
        assert str(action) != str(twin)
        assert len({action, twin}) == 2
        assert pickle.loads(pickle.dumps(action)) == action != twin


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_positions_that_differ_by_twin_patches_are_kept_apart(one: str, other: str) -> None:
    here, there = start(one + other), start(other + one)
    assert here != there
    assert str(here) != str(there)
    assert len({here, there}) == 2
    rich = here.replace(buttons=(20, 20))
    bought = rich.after(f"{one}AAA"), rich.after(f"{other}AAA")
    assert bought[0] != bought[1]
    assert bought[0].circle != bought[1].circle
