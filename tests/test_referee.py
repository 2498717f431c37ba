"""The referee by itself: the known figures, and each edge case that the rules list."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Literal

import pytest

from referee import (
    ADVANCE,
    EDITIONS,
    ORIENTATIONS,
    ORIGINAL,
    PATCHES,
    QUILT_BOARD,
    REVISED,
    Cells,
    IllegalMoveError,
    Move,
    Patch,
    Referee,
    Rules,
    moved,
    orientations,
    oriented,
    parse_anu,
    placements,
    replay_anu,
    rules_from_edition,
)

LETTERS = "".join(patch.letter for patch in PATCHES)
CENTRE = 53


def circle_with(offered: str) -> str:
    """A circle where these patches come first after the neutral token, and A comes last."""
    return offered + "".join(letter for letter in LETTERS[1:] if letter not in offered) + "A"


def game(rules: Rules = REVISED, offered: str = "", positions: tuple[int, int] = (0, 0)) -> Referee:
    referee = Referee(rules, circle_with(offered))
    for player, position in zip(referee.players, positions, strict=True):
        player.position = position
    return referee


def laid(letter: str, row: int, col: int, orientation: str = "A") -> Cells:
    return moved(oriented(REVISED.patch(letter).shape, orientation), row, col)


def buy(letter: str, row: int, col: int) -> Move:
    return ("buy", letter, laid(letter, row, col))


def some_buy(referee: Referee, letter: str) -> Move:
    """Any placement of this patch."""
    return next(move for move in referee.legal() if move[0] == "buy" and move[1] == letter)


def letters_for_sale(referee: Referee) -> set[str]:
    return {move[1] for move in referee.legal() if move[0] == "buy"}


def square(side: int) -> Cells:
    return frozenset((row, col) for row in range(side) for col in range(side))


def in_order(move: Move) -> tuple[object, ...]:
    """Sorts moves, so that a seed gives the same game in every run."""
    return (*move[:2], sorted(move[2])) if move[0] == "buy" else move


def random_circle(rng: random.Random) -> str:
    return "".join(rng.sample(LETTERS, len(LETTERS)))


class TestPatches:
    def test_known_figures(self) -> None:
        assert len(PATCHES) == 33
        assert sum(len(patch.shape) for patch in PATCHES) == 166
        assert sum(patch.income for patch in PATCHES) == 38
        assert sum(len(orientations(patch.shape)) for patch in PATCHES) == 144
        assert sum(len(placements(patch.shape)) for patch in PATCHES) == 7349
        assert max(len(placements(patch.shape)) for patch in PATCHES) == 448

    def test_all_costs_and_incomes_are_in_the_printed_range(self) -> None:
        assert {patch.income for patch in PATCHES} == {0, 1, 2, 3}
        assert {patch.time_cost for patch in PATCHES} == {1, 2, 3, 4, 5, 6}
        assert {patch.button_cost for patch in PATCHES} == {0, 1, 2, 3, 4, 5, 6, 7, 8, 10}

    def test_orientation_letters(self) -> None:
        shape = frozenset({(0, 0), (1, 0), (2, 0), (2, 1)})  # an L
        assert oriented(shape, "A") == shape
        assert oriented(shape, "B") == {(0, 0), (0, 1), (0, 2), (1, 0)}
        assert oriented(shape, "C") == {(0, 0), (0, 1), (1, 1), (2, 1)}
        assert oriented(shape, "D") == {(1, 0), (1, 1), (1, 2), (0, 2)}
        assert oriented(shape, "E") == {(0, 1), (1, 1), (2, 1), (2, 0)}
        assert oriented(shape, "F") == {(0, 0), (1, 0), (1, 1), (1, 2)}
        assert oriented(shape, "G") == {(0, 0), (0, 1), (1, 0), (2, 0)}
        assert oriented(shape, "H") == {(0, 0), (0, 1), (0, 2), (1, 2)}

    @pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.letter)
    def test_orientations_keep_the_size(self, patch: Patch) -> None:
        for letter in ORIENTATIONS:
            cells = oriented(patch.shape, letter)
            assert len(cells) == len(patch.shape)
            assert min(row for row, _ in cells) == min(col for _, col in cells) == 0


class TestSetup:
    def test_start(self) -> None:
        referee = game()
        assert referee.positions == (0, 0)
        assert referee.buttons == (5, 5)
        assert referee.incomes == (0, 0)
        assert referee.quilts == (set(), set())
        assert referee.scores == (5 - 162, 5 - 162)
        assert referee.to_move == 0
        assert referee.winner is None
        assert not referee.is_over

    def test_the_first_player_begins(self) -> None:
        assert Referee(REVISED, LETTERS, first_player=1).to_move == 1

    def test_any_rotation_is_the_same_circle(self) -> None:
        circles = {Referee(REVISED, LETTERS[i:] + LETTERS[:i]).circle for i in range(33)}
        assert circles == {LETTERS[1:] + "A"}

    @pytest.mark.parametrize("circle", ["", LETTERS[1:], LETTERS + "A", "B" + LETTERS[1:]])
    def test_a_circle_has_each_patch_once(self, circle: str) -> None:
        with pytest.raises(ValueError, match="each patch once"):
            Referee(REVISED, circle)

    def test_no_third_player(self) -> None:
        with pytest.raises(ValueError, match="first player"):
            Referee(REVISED, LETTERS, first_player=2)


class TestTurns:
    def test_whoever_is_behind_moves(self) -> None:
        assert game(positions=(3, 4)).to_move == 0
        assert game(positions=(4, 3)).to_move == 1

    def test_the_token_on_top_moves(self) -> None:
        referee = game(offered="BUE")
        referee.play(buy("B", 0, 0))
        referee.play(buy("U", 0, 0))
        assert referee.positions == (3, 3)
        assert referee.to_move == 1

    def test_the_example_of_the_notation(self) -> None:
        referee = replay_anu(circle_with("BUEd"), "BDCAUAAAEACAdBDB", REVISED)
        assert referee.positions == (5, 5)
        assert referee.quilts[0] == laid("B", 2, 3) | laid("d", 3, 1, "B")
        assert referee.quilts[1] == laid("U", 0, 0) | laid("E", 2, 0)
        assert referee.buttons == (5 - 1 - 1, 5 - 2 - 3 + 1)
        assert referee.to_move == 0

    def test_advance_goes_just_in_front_and_pays_each_space(self) -> None:
        referee = game(positions=(1, 4))
        referee.play(ADVANCE)
        assert referee.positions == (5, 4)
        assert referee.buttons == (5 + 4, 5)

    def test_advance_stops_in_the_centre(self) -> None:
        referee = game(positions=(51, CENTRE))
        referee.play(ADVANCE)
        assert referee.positions == (CENTRE, CENTRE)
        assert referee.buttons == (5 + 2, 5)

    def test_advance_is_always_legal(self) -> None:
        referee = game()
        referee.players[0].buttons = 0
        referee.players[0].quilt.update(QUILT_BOARD)
        assert referee.legal() == {ADVANCE}

    def test_illegal_moves_are_refused(self) -> None:
        referee = game(offered="BUEd")
        off_the_board, not_on_offer = buy("B", 8, 8), buy("d", 0, 0)
        for move in (off_the_board, not_on_offer, ("special", (0, 0))):
            with pytest.raises(IllegalMoveError):
                referee.play(move)
        assert referee.positions == (0, 0)


class TestBuying:
    def test_one_of_the_next_three(self) -> None:
        assert letters_for_sale(game(offered="BUEd")) == {"B", "U", "E"}

    def test_the_neutral_token_moves_to_the_patch_bought(self) -> None:
        referee = game(offered="BUEd")
        referee.play(buy("E", 0, 0))
        assert referee.circle.startswith("d")
        assert referee.circle.endswith("ABU")
        assert len(referee.circle) == 32

    def test_only_what_one_can_pay_for(self) -> None:
        referee = game(offered="BUE")
        referee.players[0].buttons = 2
        assert letters_for_sale(referee) == {"B", "U"}
        referee.play(buy("U", 0, 0))
        assert referee.buttons == (0, 5)

    def test_only_where_it_fits(self) -> None:
        referee = game(offered="BUE")
        corner = {(0, 0), (0, 1), (1, 1)}
        referee.players[0].quilt.update(QUILT_BOARD - corner)
        assert referee.legal() == {ADVANCE, ("buy", "B", frozenset(corner))}

    def test_the_time_cost_stops_in_the_centre(self) -> None:
        referee = game(offered="BUE", positions=(52, CENTRE))
        referee.play(buy("B", 0, 0))
        assert referee.positions == (CENTRE, CENTRE)

    def test_most_actions_in_one_position(self) -> None:
        many = [patch for patch in PATCHES if len(placements(patch.shape)) == 448]
        assert len(many) >= 3
        referee = game(offered="".join(patch.letter for patch in many[:3]))
        referee.players[0].buttons = 50
        assert len(referee.legal()) == 1345

    def test_fewer_than_three_left(self) -> None:
        referee = game(offered="BUE")
        referee.circle = "BU"
        assert letters_for_sale(referee) == {"B", "U"}
        referee.play(buy("U", 0, 0))
        assert referee.circle == "B"
        referee.circle = ""
        assert referee.legal() == {ADVANCE}


class TestIncome:
    def test_the_patch_just_bought_pays_too(self) -> None:
        referee = game(offered="EBU", positions=(4, 9))
        referee.players[0].income = 2
        referee.play(buy("E", 0, 0))
        assert referee.incomes == (3, 0)
        assert referee.buttons == (5 - 3 + 3, 5)

    def test_a_space_left_behind_or_not_reached_pays_nothing(self) -> None:
        referee = game(positions=(5, 9))
        referee.players[0].income = 2
        referee.play(ADVANCE)
        assert referee.positions == (10, 9)
        assert referee.buttons == (5 + 5, 5)

    def test_one_advance_can_pass_two(self) -> None:
        referee = game(positions=(4, 10))
        referee.players[0].income = 3
        referee.play(ADVANCE)
        assert referee.positions == (11, 10)
        assert referee.buttons == (5 + 7 + 2 * 3, 5)

    def test_the_centre_pays(self) -> None:
        referee = game(positions=(52, CENTRE))
        referee.players[0].income = 3
        referee.play(ADVANCE)
        assert referee.buttons == (5 + 1 + 3, 5)


class TestSpecialPatches:
    def test_it_is_placed_by_the_same_player_before_anything_else(self) -> None:
        referee = game(positions=(24, 25))
        referee.players[0].quilt.add((0, 0))
        referee.play(ADVANCE)
        assert referee.positions == (26, 25)
        assert referee.special_owed == 1
        assert referee.to_move == 0
        assert referee.legal() == {("special", cell) for cell in QUILT_BOARD - {(0, 0)}}
        referee.play(("special", (4, 4)))
        assert referee.quilts[0] == {(0, 0), (4, 4)}
        assert referee.special_owed == 0
        assert referee.to_move == 1

    def test_it_is_there_once(self) -> None:
        referee = game(positions=(24, 26))
        referee.play(ADVANCE)
        referee.play(("special", (0, 0)))
        assert referee.special_spaces == [32, 38, 44, 50]
        referee.players[0].position = 25
        referee.play(ADVANCE)
        assert referee.special_owed == 0

    def test_a_buy_takes_it_too(self) -> None:
        referee = game(offered="BUE", positions=(24, 30))
        referee.play(buy("B", 0, 0))
        assert referee.special_owed == 1
        assert ("special", (0, 1)) not in referee.legal()
        assert ("special", (0, 0)) in referee.legal()

    def test_it_is_discarded_with_no_free_space(self) -> None:
        referee = game(positions=(24, 25))
        referee.players[0].quilt.update(QUILT_BOARD)
        referee.play(ADVANCE)
        assert referee.special_owed == 0
        assert referee.special_spaces == [32, 38, 44, 50]
        assert referee.to_move == 1

    def test_one_taken_on_the_way_to_the_centre(self) -> None:
        referee = game(positions=(49, CENTRE))
        referee.play(ADVANCE)
        assert referee.positions == (CENTRE, CENTRE)
        assert not referee.is_over
        assert referee.winner is None
        assert referee.to_move == 0
        referee.play(("special", (0, 0)))
        assert referee.is_over
        assert referee.to_move is None
        assert referee.legal() == set()

    def test_several_at_once_come_one_after_another(self) -> None:
        rules = replace(REVISED, special_spaces=(2, 3, 4, 9))
        referee = game(rules, positions=(0, 4))
        referee.players[0].income = 2
        referee.play(ADVANCE)
        assert referee.buttons == (5 + 5 + 2, 5)
        assert referee.special_owed == 3
        for col in range(3):
            assert referee.to_move == 0
            referee.play(("special", (0, col)))
        assert referee.special_owed == 0
        assert referee.special_spaces == [9]
        assert referee.to_move == 1

    def test_those_without_a_free_space_are_discarded(self) -> None:
        rules = replace(REVISED, special_spaces=(2, 3, 4))
        referee = game(rules, positions=(0, 4))
        referee.players[0].quilt.update(QUILT_BOARD - {(8, 8)})
        referee.play(ADVANCE)
        assert referee.special_owed == 1
        referee.play(("special", (8, 8)))
        assert referee.special_owed == 0
        assert referee.to_move == 1


class TestSpecialTile:
    @pytest.mark.parametrize("corner", [(row, col) for row in range(3) for col in range(3)])
    def test_a_square_of_seven_anywhere(self, corner: tuple[int, int]) -> None:
        full = moved(square(7), *corner)
        last = max(full)
        referee = game(positions=(24, 25))
        referee.players[0].quilt.update(full - {last})
        referee.play(ADVANCE)
        before = referee.scores[0]
        referee.play(("special", last))
        assert referee.tile_owner == 0
        assert referee.scores[0] == before + 2 + 7

    def test_a_patch_completes_it(self) -> None:
        referee = game(offered="BUE")
        patch = buy("B", 5, 5)
        referee.players[0].quilt.update(square(7) - {(5, 6), (6, 5), (6, 6)})
        referee.play(patch)
        assert referee.tile_owner == 0

    def test_only_the_first(self) -> None:
        referee = game(offered="BUE")
        referee.tile_owner = 1
        referee.players[0].quilt.update(square(7) - {(5, 6), (6, 5), (6, 6)})
        referee.play(buy("B", 5, 5))
        assert referee.tile_owner == 1

    def test_six_by_seven_is_not_enough(self) -> None:
        referee = game(offered="BUE")
        referee.players[0].quilt.update(cell for cell in square(7) if cell[0] < 6)
        referee.play(buy("B", 7, 7))
        assert referee.tile_owner is None


class TestEnd:
    def test_the_other_plays_on_alone(self) -> None:
        referee = game(offered="CNB", positions=(CENTRE, 50))
        for letter in "CN":  # a time of 1 each
            referee.players[1].buttons = 10
            referee.play(some_buy(referee, letter))
            assert referee.to_move == 1
        referee.play(ADVANCE)
        assert referee.positions == (CENTRE, CENTRE)
        assert referee.is_over

    @pytest.mark.parametrize("first", [0, 1])
    def test_level_scores_go_to_the_first_in_the_centre(self, first: int) -> None:
        positions = (52, CENTRE) if first == 1 else (CENTRE, 52)
        referee = game(positions=positions)
        referee.first_finisher = first
        referee.players[first].buttons = 6
        referee.play(ADVANCE)
        assert referee.first_finisher == first
        assert referee.scores[0] == referee.scores[1]
        assert referee.winner == first

    def test_the_higher_score_wins(self) -> None:
        referee = game(positions=(52, CENTRE))
        referee.first_finisher = 1
        referee.play(ADVANCE)
        assert referee.scores == (6 - 162, 5 - 162)
        assert referee.winner == 0

    def test_the_first_finisher_is_noted(self) -> None:
        referee = game(positions=(51, 52))
        referee.play(ADVANCE)
        assert referee.first_finisher == 0
        referee.play(ADVANCE)
        assert referee.first_finisher == 0
        assert referee.is_over

    def test_nothing_can_be_played_after_the_end(self) -> None:
        referee = game(positions=(CENTRE, CENTRE))
        with pytest.raises(IllegalMoveError):
            referee.play(ADVANCE)

    def test_no_buttons_and_an_empty_board_is_the_lowest_score(self) -> None:
        referee = game()
        referee.players[0].buttons = 0
        assert referee.scores[0] == -162


class TestEditions:
    def test_special_spaces(self) -> None:
        spaces = {name: rules.special_spaces for name, rules in EDITIONS.items()}
        first, corrected = (20, 26, 32, 44, 50), (26, 32, 38, 44, 50)
        assert spaces == {
            "original": first,
            "revised": corrected,
            "winter": corrected,
            "valentine": corrected,
            "sve": first,
        }

    def test_sve_scores_the_income_of_who_is_in_the_centre(self) -> None:
        referee = game(EDITIONS["sve"], positions=(52, 52))
        referee.players[0].income = 3
        referee.players[1].income = 4
        referee.play(ADVANCE)
        assert referee.buttons == (5 + 1, 5)
        assert referee.scores == (6 + 3 - 162, 5 - 162)

    def test_sve_pays_before_the_centre(self) -> None:
        referee = game(EDITIONS["sve"], positions=(46, CENTRE))
        referee.players[0].income = 3
        referee.play(ADVANCE)
        assert referee.buttons == (5 + 7 + 3, 5)
        assert referee.scores[0] == 15 + 3 - 162

    def test_sve_has_no_tile(self) -> None:
        referee = game(EDITIONS["sve"], offered="BUE")
        referee.players[0].quilt.update(square(7) - {(5, 6), (6, 5), (6, 6)})
        referee.play(buy("B", 5, 5))
        assert referee.tile_owner is None

    def test_no_time_cost_leaves_the_mover_on_top(self) -> None:
        patches = tuple(
            replace(patch, time_cost=0) if patch.letter == "U" else patch for patch in PATCHES
        )
        referee = game(replace(REVISED, patches=patches), offered="BUE", positions=(5, 5))
        referee.players[0].income = 3
        referee.play(buy("U", 0, 0))
        assert referee.positions == (5, 5)
        assert referee.to_move == 0
        assert referee.buttons == (5 - 2, 5)

    def test_other_numbers(self) -> None:
        rules = replace(
            REVISED,
            track_length=10,
            income_spaces=(2,),
            starting_buttons=1,
            empty_space_penalty=1,
            special_tile=(2, 4),
        )
        referee = game(rules, offered="IBE", positions=(10, 9))
        referee.players[1].buttons = 6
        referee.play(some_buy(referee, "I"))  # a 2x2 square
        assert referee.is_over
        assert referee.tile_owner == 1
        assert referee.scores == (1 - 81, 0 - 77 + 4)

    def test_from_an_edition(self) -> None:
        assert rules_from_edition(Box()) == ORIGINAL
        assert rules_from_edition(Box(), start_patch="B") == replace(ORIGINAL, start_patch="B")


@dataclass(frozen=True)
class BoxPatch:
    letter: str
    button_cost: int
    time_cost: int
    income: int
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Box:
    patches: tuple[BoxPatch, ...] = tuple(
        BoxPatch(p.letter, p.button_cost, p.time_cost, p.income, tuple(sorted(p.shape)))
        for p in PATCHES
    )
    track_length: int = 53
    income_spaces: tuple[int, ...] = tuple(range(5, 54, 6))
    special_spaces: tuple[int, ...] = (20, 26, 32, 44, 50)
    starting_buttons: int = 5
    empty_space_penalty: int = 2
    special_tile: tuple[int, int] | None = (7, 7)
    final_income: Literal["paid", "scored"] = "paid"


class TestNotation:
    def test_tokens(self) -> None:
        assert parse_anu("", REVISED) == []
        assert parse_anu(".BDCAhAIH.", REVISED) == [
            ADVANCE,
            ("buy", "B", frozenset({(2, 4), (3, 3), (3, 4)})),
            ("special", (8, 0)),
            ADVANCE,
        ]

    @pytest.mark.parametrize("text", ["B", "BDC", "BJAA", "BAJA", "BAAI", "zAAA", "BAA.", "B.AA"])
    def test_damaged_text(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"orientation|no patch"):
            parse_anu(text, REVISED)

    def test_an_illegal_record(self) -> None:
        with pytest.raises(IllegalMoveError):
            replay_anu(circle_with("BUEd"), "dAAA", REVISED)


class TestWholeGames:
    @pytest.mark.parametrize("seed", range(20))
    def test_random_play(self, seed: int) -> None:
        rng = random.Random(seed)
        referee = Referee(REVISED, random_circle(rng))
        plies = 0
        while not referee.is_over:
            referee.play(rng.choice(sorted(referee.legal(), key=in_order)))
            plies += 1
            held = set(LETTERS) - set(referee.circle)
            assert sum(referee.incomes) == sum(REVISED.patch(letter).income for letter in held)
            assert min(referee.buttons) >= 0
            assert max(referee.positions) <= CENTRE
        covered = sum(len(REVISED.patch(letter).shape) for letter in held)
        assert sum(map(len, referee.quilts)) == covered + 5
        assert referee.special_spaces == []
        assert plies <= 63
        assert referee.winner in (0, 1)

    @pytest.mark.parametrize("seed", range(20))
    def test_sve_with_the_tile_scores_as_the_original(self, seed: int) -> None:
        rng = random.Random(seed)
        circle = random_circle(rng)
        original = Referee(ORIGINAL, circle)
        swedish = Referee(replace(EDITIONS["sve"], special_tile=(7, 7)), circle)
        while not original.is_over:
            move = rng.choice(sorted(original.legal(), key=in_order))
            original.play(move)
            swedish.play(move)
            assert original.scores == swedish.scores
        assert original.winner == swedish.winner
