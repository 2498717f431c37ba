"""Texts read back to what was written, and a damaged one is refused or means a sound position."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import patchwork as pw
from beside import STYLES, play_beside, referee_at, rules_of, uniform
from strategies import edition_facts, editions, games, states

STATE = pw.State("revised", seed=7)
MARKS = "0123456789#/,-. ABCDEFGHIabchzé\n\t[]\"'=|{}"


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """The text with a few marks, words or numbers changed."""
    for _ in range(draw(st.integers(1, 3))):
        how = draw(st.sampled_from(["mark", "insert", "delete", "number", "swap", "double"]))
        at = draw(st.integers(0, max(len(text) - 1, 0)))
        if how == "mark":
            text = text[:at] + draw(st.sampled_from(MARKS)) + text[at + 1 :]
        elif how == "insert":
            text = text[:at] + draw(st.text(MARKS, min_size=1, max_size=3)) + text[at:]
        elif how == "delete":
            text = text[:at] + text[at + draw(st.integers(1, 4)) :]
        elif how == "number" and (numbers := list(re.finditer(r"\d+", text))):
            number = draw(st.sampled_from(numbers))
            value = draw(st.sampled_from([0, 1, 2, 5, 53, 54, 255, 256, 9_999, 2**63, 10**40]))
            text = text[: number.start()] + str(value) + text[number.end() :]
        elif how in ("swap", "double"):
            words = text.split(" ")
            one = draw(st.integers(0, len(words) - 1))
            other = draw(st.integers(0, len(words) - 1))
            if how == "swap":
                words[one], words[other] = words[other], words[one]
            else:
                words.insert(other, words[one])
            text = " ".join(words)
    return text


def assert_sound(state: pw.State, rng: random.Random) -> None:
    """It reads back, and plays to its end as the referee would."""
    assert pw.State.parse(str(state), state.edition) == state
    play_beside(state, referee_at(state), uniform, rng)


# Positions


@given(states())
@settings(max_examples=60)
def test_a_position_text_is_one_line_and_reads_back(state: pw.State) -> None:
    text = str(state)
    assert "\n" not in text
    assert len(text.split(" ")) == 12
    again = pw.State.parse(text, edition=state.edition)
    assert again == state
    assert hash(again) == hash(state)
    assert str(again) == text


def test_a_position_of_a_built_in_edition_is_read_without_it() -> None:
    for name in pw.editions():
        state = pw.State(name, seed=1).playout(2)
        assert pw.State.parse(str(state)) == state
        assert pw.State.parse(str(state), name) == state
        assert pw.State.parse(str(state), pw.Edition(name)) == state
        assert pw.State.parse(str(state)).edition == pw.Edition(name)


def test_a_position_of_a_custom_edition_is_read_with_that_edition_alone() -> None:
    house = pw.Edition.from_toml("name = 'house'\nbase = 'revised'\nstarting_buttons = 7")
    other = pw.Edition.from_toml("name = 'house'\nbase = 'revised'\nstarting_buttons = 8")
    words = pw.Edition.from_toml(
        "name = 'house'\nbase = 'revised'\nstarting_buttons = 7\ntitle = 'Another title'"
    )
    text = str(pw.State(house, seed=1))
    assert re.match(r"house#[0-9a-f]{16} ", text)
    assert pw.State.parse(text, house).edition == house
    assert str(pw.State.parse(text, words)) == text
    with pytest.raises(ValueError, match="custom edition"):
        pw.State.parse(text)
    for wrong in (other, "revised"):
        with pytest.raises(ValueError, match="edition"):
            pw.State.parse(text, wrong)
    with pytest.raises(ValueError, match="edition"):
        pw.State.parse(str(STATE), house)


@given(st.data(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_a_damaged_position_is_refused_or_sound(data: st.DataObject, rng: random.Random) -> None:
    state = data.draw(states())
    text = data.draw(damaged(str(state)))
    try:
        other = pw.State.parse(text, state.edition)
    except ValueError:
        return
    assert_sound(other, rng)


@pytest.mark.slow
@given(st.data(), st.randoms(use_true_random=False))
@settings(max_examples=2_000, derandomize=False)
def test_many_damaged_positions_are_refused_or_sound(
    data: st.DataObject, rng: random.Random
) -> None:
    state = data.draw(states())
    try:
        other = pw.State.parse(data.draw(damaged(str(state))), state.edition)
    except ValueError:
        return
    assert_sound(other, rng)


@pytest.mark.parametrize("at", range(12))
@pytest.mark.parametrize("word", ["", "?", "-1", "--", "0,0,0", "99999999999999999999", "é", "9/9"])
def test_every_field_is_checked(at: int, word: str) -> None:
    words = str(STATE).split(" ")
    words[at] = word
    with pytest.raises(ValueError, match="position text"):
        pw.State.parse(" ".join(words))


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (1, "9/9/9/9/9/9/9/9"),
        (1, "9/9/9/9/9/9/9/9/9/9"),
        (1, "9/9/9/9/9/9/9/9/8"),
        (1, "9/9/9/9/9/9/9/9/9#"),
        (1, "9/9/9/9/9/9/9/9/45"),
        (1, "9/9/9/9/9/9/9/9/0#8"),
        (1, "9/9/9/9/9/9/9/9/########."),
        (1, "9/9/9/9/9/9/9/9/\u0669"),
        (4, "0"),
        (4, "0,"),
        (4, "+0,0"),
        (4, "00,0"),
        (4, "-0,0"),
        (5, "5,5,"),
        (5, "\u0665,5"),
        (8, "26,,32"),
        (8, "32,26,26"),
    ],
)
def test_a_field_has_one_form(field: int, text: str) -> None:
    words = str(STATE).split(" ")
    words[field] = text
    with pytest.raises(ValueError, match="position text"):
        pw.State.parse(" ".join(words))


# Games


@given(games())
@settings(max_examples=60)
def test_a_game_text_reads_back(game: pw.Game) -> None:
    text = game.dumps()
    again = pw.Game.loads(text, edition=game.start.edition)
    assert again == game
    assert again.dumps() == text
    assert again.state == game.state
    assert again.result == game.result
    assert str(game) == text


@given(st.data(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_a_damaged_game_text_is_refused_or_sound(data: st.DataObject, rng: random.Random) -> None:
    game = data.draw(games())
    edition = game.start.edition
    text = data.draw(damaged(game.dumps()))
    try:
        other = pw.Game.loads(text, edition)
    except ValueError:
        return
    assert pw.Game.loads(other.dumps(), edition) == other
    assert_sound(other.state, rng)


def game_text(*changes: tuple[str, str]) -> str:
    game = pw.Game(STATE)
    for token in (".", "XAAA", "."):
        if game.state.is_legal(token):
            game.play(token)
    text = game.dumps()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('[Patchwork "1"]', '[Patchwork "2"]', 1, "version"),
        ('[Patchwork "1"]\n', "", 1, "Patchwork"),
        ('[Edition "revised"]\n', "", 1, "Edition"),
        ('[Edition "revised"]', '[Edition "house"]', 2, "no edition"),
        ('[Edition "revised"]', '[Edition "original"]', 3, "edition"),
        ('[Edition "revised"]', "[Edition revised]", 2, "form"),
        ('[Edition "revised"]', '[Colour "red"]', 2, "no tag"),
        ('[Edition "revised"]', '[Patchwork "1"]', 2, "second"),
        ('[Result "*"]', '[Result "1 2 1"]', 4, "result"),
        ("1. ", "2. ", 6, "number"),
        ("1. ", "1. z ", 6, "four characters"),
        ("1. ", "1. hAAA ", 6, "no special patch"),
        ("5,5", "5,-5", 3, "buttons"),
    ],
)
def test_a_wrong_game_text_is_refused_with_its_line(
    old: str, new: str, line: int, why: str
) -> None:
    with pytest.raises(ValueError, match=f"line {line}: .*{why}"):
        pw.Game.loads(game_text((old, new)))


@pytest.mark.parametrize("text", ["", "\n", "[", "1. .", "\0", "é", '[Patchwork "1"]', "x" * 2**21])
def test_what_is_no_game_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="game text"):
        pw.Game.loads(text)


def test_lines_may_end_and_begin_as_in_any_editor() -> None:
    text = game_text()
    game = pw.Game.loads(text)
    for other in (text.replace("\n", "\r\n"), f"\n{text}\n\n", text.replace(" ", "  ", 1)):
        if other.count('"') == text.count('"'):
            assert pw.Game.loads(other.replace("  ", " ")) == game


# ANU records


@given(games())
@settings(max_examples=60)
def test_an_anu_record_reads_back_where_the_notation_has_words(game: pw.Game) -> None:
    edition = game.start.edition
    plain = pw.State(edition, circle=game.start.circle)
    if game.start != plain:
        with pytest.raises(ValueError, match="player 1 begins"):
            game.to_anu()
        return
    circle, placement = game.to_anu()
    again = pw.Game.from_anu(circle, placement, edition)
    assert again == game
    assert again.to_anu() == (circle, placement)
    turned = circle[3 % len(circle) :] + circle[: 3 % len(circle)]
    assert pw.Game.from_anu(turned, placement, edition=edition) == game


def test_a_game_that_does_not_begin_at_the_start_has_no_anu_record() -> None:
    for facts in ({"buttons": (6, 5)}, {"positions": (1, 0)}, {"special_spaces": (26,)}):
        with pytest.raises(ValueError, match="start of a game"):
            pw.Game(STATE.replace(**facts)).to_anu()
    with pytest.raises(ValueError, match="player 1 begins"):
        pw.Game(pw.State(seed=7, first_player=1)).to_anu()


def test_tokens_of_a_record_are_written_with_the_lowest_orientation() -> None:
    circle = "BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA"
    game = pw.Game.from_anu(circle, "BDCAEAAC")
    assert game.to_anu() == (circle, "BDCAEAAA")


def test_the_example_of_the_notation() -> None:
    circle = "BUEdCDFGHIJKLMNOPQRSTVWXYZabcefgA"
    game = pw.Game.from_anu(circle, "BDCAUAAAEACAdBDB")
    state = game.state
    assert state.positions == (5, 5)
    assert state.to_move == 0
    held = [set("".join(game.layout(player))) - {"."} for player in (0, 1)]
    assert held == [{"B", "d"}, {"U", "E"}]


@pytest.mark.parametrize(
    ("placement", "why"),
    [
        ("BAAABAAA", "move 2, BAAA: patch B is not on offer, UEd are"),
        ("BAAAU", "move 2, U: it has not four characters"),
        ("BAAA.hAAA", "move 3, hAAA: no special patch is owed"),
        ("BIIA", "move 1, BIIA: .*leave the 9 x 9 board"),
        ("BAAA..UAAAUAAA", "move 5, UAAA: "),
        ("?AAA", "move 1, .AAA: "),
        ("é", "move 1, é: "),
        ("BAA", "move 1, BAA: "),
        (" ", "move 1, "),
        ("." * 200, "move 1[0-9][0-9], .: the game is over|move [0-9]+, .: .*special patch"),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_with_number_token_and_rule(
    placement: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        pw.Game.from_anu("BUEdCDFGHIJKLMNOPQRSTVWXYZabcefgA", placement)


@pytest.mark.parametrize(
    "circle", ["", "A", "BUEd", "A" * 33, "BUEdCDFGHIJKLMNOPQRSTVWXYZabcefgAA", "é" * 33, "h" * 33]
)
def test_a_wrong_circle_is_refused(circle: str) -> None:
    with pytest.raises(ValueError, match="circle"):
        pw.Game.from_anu(circle, "")
    with pytest.raises(ValueError, match="circle"):
        pw.State("original", circle=circle)


@given(st.data(), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_a_damaged_record_is_refused_or_sound(data: st.DataObject, rng: random.Random) -> None:
    game = pw.Game(pw.State("original", seed=data.draw(st.integers(0, 99))))
    choose = STYLES[data.draw(st.sampled_from(sorted(STYLES)))]
    for _ in range(data.draw(st.integers(0, 50))):
        if actions := game.state.legal_actions():
            game.play(choose(rng, game.state, actions))
    circle, placement = game.to_anu()
    if data.draw(st.booleans()):
        circle = data.draw(damaged(circle))
    placement = data.draw(damaged(placement))
    try:
        other = pw.Game.from_anu(circle, placement)
    except ValueError:
        return
    assert pw.Game.from_anu(*other.to_anu()) == other
    assert_sound(other.state, rng)


# Editions


@given(editions())
@settings(max_examples=60)
def test_an_edition_text_reads_back(edition: pw.Edition) -> None:
    text = edition.to_toml()
    again = pw.Edition.from_toml(text)
    assert again == edition
    assert hash(again) == hash(edition)
    assert again.to_toml() == text


@given(st.data(), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_a_damaged_edition_text_is_refused_or_sound(
    data: st.DataObject, rng: random.Random
) -> None:
    text = data.draw(damaged(data.draw(edition_facts()).to_toml()))
    try:
        edition = pw.Edition.from_toml(text)
    except ValueError:
        return
    assert pw.Edition.from_toml(edition.to_toml()) == edition
    state = pw.State(edition, seed=rng.getrandbits(64))
    play_beside(state, referee_at(state, rules_of(edition)), uniform, rng)


prose: Any = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=30)


@given(prose, prose, prose)
@settings(max_examples=80)
def test_any_printable_words_survive_in_an_edition_text(title: str, note: str, word: str) -> None:
    def quoted(text: str) -> str:
        return '"' + "".join(f"\\U{ord(mark):08x}" for mark in text) + '"'

    edition = pw.Edition.from_toml(
        f"name = 'x'\nbase = 'revised'\ntitle = {quoted(title)}\nnote = {quoted(note)}\n"
        f"[words]\nbutton = {quoted(word)}"
    )
    assert (edition.title, edition.note, edition.words["button"]) == (title, note, word)
    assert pw.Edition.from_toml(edition.to_toml()) == edition
