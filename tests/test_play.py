"""The line mode of the game, what is held over a quilt, and sessions."""

import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest

import patchwork as pw
from command import refused, run
from patchwork.advice import Adviser, verdict
from patchwork.drawing import sewn
from patchwork.narration import tell
from patchwork.placing import Placing, best_places
from patchwork.session import Seat, Session, breakdown, opponent_seat

CIRCLE = "BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA"
PLAY = ("play", "--plain", "--opponent", "random", "--hints", "random", "--seed", "7")


def record(out: str) -> pw.Game:
    """Return the game that a run printed at its end."""
    return pw.Game.loads(out[out.rindex("[Patchwork") :])


def finished(edition: str = "revised", seed: int = 3) -> pw.Game:
    """Return a finished game of good fits."""
    game = pw.Game(pw.State(edition, seed=seed))
    while not game.state.is_over:
        slots = [*range(len(game.state.offered)), None]
        places = (best_places(game.state, slot, 1) for slot in slots)
        game.play(next(itertools.chain.from_iterable(places), 0))
    return game


def test_a_whole_game_is_piped_in_by_tokens() -> None:
    game = finished()
    tokens = "\n".join(str(action) for action in game.actions)
    ran = run("play", "--plain", "--opponent", "person", "--seed", "3", stdin=tokens)
    assert (ran.status, ran.err) == (0, "")
    assert "The game is over." in ran.out
    assert "has won" in ran.out
    assert record(ran.out) == game


def test_a_whole_game_against_an_agent_by_numbers() -> None:
    # What cannot be done is answered and asked again, so that this ends whatever is dealt.
    lines = "\n".join(["1", "1", "2", "1", "3", "1", "h", "1", "."] * 100)
    ran = run(*PLAY, stdin=lines)
    assert (ran.status, ran.err) == (0, "")
    assert "The game is over." in ran.out
    game = record(ran.out)
    assert game.result
    for player, name in enumerate(("You", "random")):
        assert f"{name}: " in ran.out
        assert f"score {game.result.scores[player]}" in ran.out


def test_the_example_of_the_documentation() -> None:
    page = (Path(__file__).parent.parent / "docs" / "play.md").read_text()
    example = page.partition("```text\n$ patchwork-cli ")[2].partition("```")[0]
    command, *lines = example.splitlines()
    said = [line.removeprefix("You> ") for line in lines if line.startswith("You> ")]
    out = run(*command.split(), stdin="\n".join(said)).out.splitlines()
    assert [line for line in lines if line not in out] == ["..."]


def test_several_tokens_on_a_line() -> None:
    ran = run("play", "--plain", "--opponent", "person", "--seed", "3", stdin=". . .\nquit\n")
    assert [action.id for action in record(ran.out).actions] == [0, 0, 0]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("nonsense", "'nonsense' is not understood: expected a patch"),
        ("", "Expected a patch"),
        ("9", "'9' is not understood"),
        ("ZZZZ", 'Action "ZZZZ" is not legal: column'),
        ("UUU", "'UUU' is not understood"),
        ("hAAA", "no special patch is owed"),
        ("x" * 10_000, "xxx...' is not understood"),
        ("save", "Expected a file name"),
        ("save 'a", "No closing quotation"),
        ("save a b", "Expected one file name"),
        ("save /no/such/directory/game.txt", "Not saved: No such file"),
        ("redo", "Nothing was taken back"),
        ("undo", "There is nothing to take back"),
        ("help", "take your last action back"),
        ("hint", "random would"),
        ("show", "on space"),
        ("moves", "[Patchwork"),
    ],
)
def test_every_line_is_answered_and_asked_again(line: str, answer: str) -> None:
    ran = run(*PLAY, stdin=f"{line}\n.\n")
    assert ran.status == 0
    assert answer in ran.out
    assert record(ran.out).actions[0].id == 0  # the line after it was taken


def test_what_is_covered_is_named_as_tokens_name_it(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"{CIRCLE} BAAAdAAA")
    ran = run("play", "--plain", "--opponent", "person", "--load", str(file), stdin="EAAA\n")
    assert "AB is covered already" in ran.out


def test_undo_takes_the_answer_back_too() -> None:
    ran = run(*PLAY, stdin=".\nundo\nredo\nundo\n")
    assert "actions taken back" in ran.out
    assert "[Patchwork" not in ran.out  # nothing is played, nothing to keep


def test_the_end_of_input_keeps_the_record() -> None:
    ran = run(*PLAY, stdin=".\n")
    assert "The input has ended after" in ran.out
    assert record(ran.out).actions


def test_saved_in_the_middle_and_loaded_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    first = run(*PLAY, stdin=f".\nsave '{file}'\n")
    assert f"Saved in {file}." in first.out
    saved = file.read_text()
    game = pw.Game.loads(saved)
    line = ("play", "--plain", "--opponent", "random", "--load", str(file), "--save", str(file))
    second = run(*line, stdin=".\nquit\n")
    assert second.status == 0
    longer = pw.Game.loads(file.read_text())
    assert longer.actions[: len(game.actions)] == game.actions
    assert len(longer.actions) > len(game.actions)
    assert file.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [file]


def test_a_damaged_save_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for change, line in (("ZZZZ", "line 6"), ("", "line 1")):
        lines = finished().dumps().splitlines()
        if change:
            lines[5] = f"1. {change}"
        else:
            lines[0] = "[Patchwork"
        damaged = "\n".join(lines)
        file.write_text(damaged)
        why = refused(*PLAY[:-2], "--load", str(file), "--save", str(file))
        assert str(file) in why
        assert line in why
        assert file.read_text() == damaged


@pytest.mark.parametrize(
    "arguments",
    [
        ("--opponent", "nonsense"),
        ("--opponent", "9"),
        ("--watch", "random"),
        ("--watch", "random,nonsense"),
        ("--hints", "nonsense"),
        ("--first", "me"),
        ("--load", "no-such-file.txt"),
        ("--pace", "-1"),
        ("--seed", "1", "--load", "game.txt"),
    ],
)
def test_a_wrong_request_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    settings = {"--opponent": "random", "--hints": "random"} | dict(
        zip(arguments[::2], arguments[1::2], strict=True)
    )
    refused("play", *(part for setting in settings.items() for part in setting))


def test_two_agents_are_watched() -> None:
    ran = run("play", "--plain", "--watch", "random,random", "--hints", "random", "--seed", "1")
    assert ran.status == 0
    assert "random 0" in ran.out
    assert record(ran.out).result


def test_the_opponent_may_begin() -> None:
    ran = run(*PLAY, "--first", "them", stdin="quit\n")
    assert record(ran.out).actions
    assert ran.out.index("random ") < ran.out.index("You> ")


def test_the_line_mode_loads_neither_textual_nor_numpy() -> None:
    code = (
        "import sys\nfrom patchwork.cli import main\n"
        f"sys.argv[1:] = {list(PLAY)}\n"
        "try:\n    main()\nfinally:\n    print('LOADED', *sys.modules)\n"
    )
    line = [sys.executable, "-c", code]
    ran = subprocess.run(
        line, input="hint\n.\n", capture_output=True, text=True, check=True, timeout=60
    )
    loaded = {name.partition(".")[0] for name in ran.stdout.rpartition("LOADED ")[2].split()}
    assert not loaded & {"textual", "numpy"}


# What is held over a quilt.


def test_four_turns_and_two_flips_bring_a_patch_back() -> None:
    state = pw.State("original", circle=CIRCLE)
    for patch in state.edition.patches:
        if patch.letter == "A":
            continue
        others = state.circle.replace(patch.letter, "").replace("A", "")
        first = pw.State("original", circle=f"A{patch.letter}{others}")
        held = Placing.of(first, 0, (4, 4))
        shapes = set()
        turned = held
        for _ in range(4):
            shapes |= {turned.shape, turned.flipped().shape}
            turned = turned.turned()
        assert turned == held
        assert held.flipped().flipped() == held
        assert shapes == set(patch.orientations.values())


def test_a_patch_stays_on_the_quilt_wherever_it_is_moved() -> None:
    held = Placing.of(pw.State("original", circle=CIRCLE), 1, (4, 4))
    for down, right in ((99, 99), (-99, 99), (-99, -99), (99, -99)):
        for turns in range(4):
            moved = held.moved(down, right)
            for _ in range(turns):
                moved = moved.turned()
            assert all(0 <= row < 9 and 0 <= col < 9 for row, col in moved.cells)


def test_every_legal_purchase_can_be_held_and_only_those_fit() -> None:
    game = finished()
    for state in game.states[::6]:
        if state.is_over:
            continue
        legal = {a for a in state.legal_actions() if a.kind != "advance"}
        for action in legal:
            held = Placing.by(state, action)
            assert held.why_not is None
            assert held.action == action
        slots = [None] if state.special_pending else list(range(len(state.offered)))
        fits = set()
        for slot in slots:
            for row, col in itertools.product(range(9), repeat=2):
                held = Placing.of(state, slot, (row, col))
                for _ in range(2):
                    for _ in range(4):
                        assert (held.action is None) == (held.why_not is not None)
                        if held.action:
                            fits.add(held.action)
                        held = held.turned()
                    held = held.flipped()
        assert fits <= legal


def test_the_best_places_are_legal_and_snug() -> None:
    state = pw.State("original", circle=CIRCLE)
    places = best_places(state, 0, 10)
    assert len(places) == 10
    assert all(state.is_legal(action) for action in places)
    corners = {(0, 0), (0, 8), (8, 0), (8, 8)}
    assert corners & set(places[0].cells)


# Sessions and what they tell.


def test_a_session_undoes_to_a_persons_last_action() -> None:
    session = Session(
        pw.Game(pw.State("original", circle=CIRCLE)), [Seat("You"), opponent_seat("random", 1)]
    )
    assert session.undo() == 0
    session.play(".")
    assert session.undo() == 1
    assert session.redo() == 1
    assert session.redo() == 0


def test_names_are_told_apart() -> None:
    game = pw.Game(pw.State(seed=1))
    seats = [opponent_seat("random", number) for number in (0, 1)]
    assert Session(game, seats).names == ("random 0", "random 1")


@pytest.mark.parametrize("edition", pw.editions())
def test_a_score_is_the_sum_of_its_parts(edition: str) -> None:
    for seed in range(5):
        state = pw.State(edition, seed=seed).playout(seed)
        *parts, (_, total) = breakdown(state)
        assert total == state.scores
        for player in (0, 1):
            assert sum(values[player] for _, values in parts) == total[player]


def test_income_special_patches_and_the_end_are_told() -> None:
    game = finished()
    told = [
        sentence
        for before, after, action in zip(game.states, game.states[1:], game.actions, strict=False)
        for sentence in tell(before, after, action, ("You", "Ann"))
    ]
    text = "\n".join(told)
    for phrase in ("You sew ", "Ann sews ", "income of", "special patch", "reached the centre"):
        assert phrase in text
    incomes = sum(" an income of " in sentence for sentence in told)
    assert incomes >= 10


def test_the_first_full_square_is_told() -> None:
    house = pw.Edition.from_toml(
        "name = 'house'\nbase = 'revised'\nspecial_tile = { side = 2, points = 9 }\n"
    )
    state = pw.State(house, circle="F" + CIRCLE.replace("F", ""))
    action = state.action("FAAA")
    told = tell(state, state.after(action), action, ("You", "Ann"))
    assert told[1] == "You have covered the first square of 2 x 2: the special tile, 9 points."


def test_advice_has_reasons() -> None:
    state = pw.State("original", circle=CIRCLE)
    advice = Adviser("random").advise(state)
    assert state.is_legal(advice.action)
    assert advice.why.startswith("random would ")


def test_advice_of_an_agent_that_searches_has_chances_and_points() -> None:
    state = pw.State("original", circle=CIRCLE)
    advice = Adviser("mcts:iterations=100").advise(state)
    assert advice.value is not None
    assert 0 < advice.value < 1
    assert f"{100 * advice.value:.0f} % to win" in advice.why
    assert "next best" in advice.why
    chances = verdict(state, advice, ("Ann", "Ben"))
    assert chances.startswith(f"Ann {100 * advice.value:.0f} % to win, Ben ")


def test_a_replay_prints_what_an_agent_thinks() -> None:
    game = pw.Game(pw.State("original", circle=CIRCLE))
    game.play("BAAA")
    line = ("replay", game.dumps(), "--plain", "--agent", "mcts:iterations=50")
    assert "% to win, Player 1 " in run(*line).out
    moves = json.loads(run(*line, "--json").out)["moves"]
    assert 0 <= moves[0]["value"] <= 1
    assert pw.State("original", circle=CIRCLE).is_legal(moves[0]["advice"])


@pytest.mark.parametrize("level", ["1", "2"])
def test_levels_play_by_lines(level: str) -> None:
    ran = run("play", "--plain", "--opponent", level, "--seed", "7", stdin=".\nhint\nquit\n")
    assert f"level {level} " in ran.out
    assert "mcts would " in ran.out
    assert record(ran.out).actions


def test_colours_of_a_loaded_game_are_those_of_the_game_played() -> None:
    game = finished()
    loaded = pw.Game.loads(game.dumps())
    assert [sewn(loaded, player) for player in (0, 1)] == [sewn(game, player) for player in (0, 1)]
