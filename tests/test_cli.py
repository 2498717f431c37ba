"""The command line: what it prints, what it refuses, what it does not load."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import patchwork as pw
from command import refused, run
from patchwork.cli import cli

CIRCLE = "BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA"
RECORD = (CIRCLE, "BAAA.dADA")
COMMANDS = sorted(cli.commands)


def played() -> pw.Game:
    """Return a finished game."""
    game = pw.Game(pw.State("revised", seed=3))
    while not game.state.is_over:
        actions = game.state.legal_actions()
        game.play(actions[len(actions) // 3])
    return game


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_written_is_one_line_and_not_a_traceback() -> None:
    command = [sys.executable, "-m", "patchwork", "editions", "--json"]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith("patchwork-cli: ")
    assert ran.stderr.count("\n") == 1


def test_without_a_command_it_says_which_there_are() -> None:
    ran = run()
    assert (ran.status, ran.err) == (0, "")
    assert all(command in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    ran = run(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"\n  Examples?:\n    patchwork-cli ", ran.out)
    assert f"patchwork-cli {command}" in ran.out


def test_the_module_is_the_same_command() -> None:
    line = [sys.executable, "-m", "patchwork", "--version"]
    ran = subprocess.run(line, capture_output=True, text=True, check=True)
    assert pw.__version__ in ran.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("show", "--nonsense"),
        ("show", "--seed", "-1"),
        ("show", "--seed", "x"),
        ("show", "--seed", str(2**64)),
        ("show", "--seed", "1", "--edition", "nonsense"),
        ("show", "nonsense"),
        ("show", ""),
        ("show", "x" * 100_000),
        ("show", "a\0b"),
        ("show", "/"),
        ("show", "--seed", "1", CIRCLE),
        ("show", "--seed", "1", "--output", "quilt.nonsense"),
        ("show", "--seed", "1", "--output", "/no/such/directory/quilt.svg"),
        ("replay",),
        ("replay", "no-such-file.txt"),
        ("replay", CIRCLE + " BAAABAAA"),
        ("replay", CIRCLE + " . . ."),
        ("replay", "[Patchwork"),
        ("perft", "--depth", "-1"),
        ("perft", "--seed", "1", "--position", CIRCLE),
        ("simulate", "--games", "-1"),
        ("simulate", "--games", str(10**30)),
        ("simulate", "--games", str(10**17), "--output", "/tmp/no/such/directory/games.csv"),
        ("simulate", "--games", "many"),
        ("simulate", "--players", "random"),
        ("simulate", "--players", "random,nonsense"),
        ("simulate", "--players", "random,random,random"),
        ("simulate", "--threads", "0"),
        ("simulate", "--threads", str(10**20)),
        ("simulate", "--output", "games.nonsense"),
        ("simulate", "--actions"),
        ("editions", "nonsense"),
        ("editions", "nonsense.toml"),
    ],
)
def test_a_wrong_request_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    refused(*arguments)


def test_a_refusal_says_what_would_have_been_right() -> None:
    assert "original" in refused("show", "--edition", "orignal")
    assert "--seed" in refused("show", "--sed", "1")
    assert "patch B is not on offer, dUE are" in refused("replay", CIRCLE + " BAAABAAA")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\0", b"hello world", b'[Patchwork "9"]\n'])
def test_a_damaged_file_is_named_and_left_as_it_was(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    for command in ("show", "replay"):
        assert str(file) in refused(command, str(file))
    assert file.read_bytes() == content


def test_a_damaged_game_is_refused_by_its_line(tmp_path: Path) -> None:
    lines = played().dumps().splitlines()
    lines[7] = lines[7].replace(" ", " ZZZZ ", 1)
    file = tmp_path / "game.txt"
    file.write_text("\n".join(lines))
    assert "line 8" in refused("replay", str(file))


def test_a_file_without_end_is_refused() -> None:
    assert "/dev/zero" in refused("show", "/dev/zero")


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.text(),
        st.text('ABCabc.,# 0123456789[]"\n-'),
        st.builds(str.replace, st.just(played().dumps()), st.text(min_size=1), st.text()),
        st.builds(str.replace, st.just(str(played().start)), st.text(min_size=1), st.text()),
        st.builds(str.replace, st.just(" ".join(RECORD)), st.text("ABd."), st.text("ABd.")),
    )
)
def test_any_text_is_drawn_or_refused_in_one_line(text: str) -> None:
    ran = run("show", "--json", "--", text)
    assert ran.status in (0, 2)
    assert (ran.out == "") == (ran.status == 2)
    assert ran.err.count("\n") == (ran.status == 2)
    assert "Traceback" not in ran.err


def test_a_game_is_taken_from_file_text_and_standard_input(tmp_path: Path) -> None:
    game = played()
    file = tmp_path / "game.txt"
    file.write_text(game.dumps())
    sources = [
        run("show", "--json", str(file)),
        run("show", "--json", game.dumps()),
        run("show", "--json", "-", stdin=game.dumps()),
    ]
    for ran in sources:
        shown = json.loads(ran.out)
        assert shown["position"] == str(game.state)
        assert shown["layouts"] == [list(game.layout(player)) for player in (0, 1)]
        assert tuple(shown["scores"]) == game.state.scores


@pytest.mark.parametrize("parting", [" ", ",", "\n", " \n "])
def test_a_record_is_circle_and_placement(parting: str) -> None:
    shown = json.loads(run("show", "--json", parting.join(RECORD)).out)
    assert shown["position"] == str(pw.Game.from_anu(*RECORD).state)
    assert shown["edition"] == "original"


def test_a_position_is_its_text() -> None:
    state = pw.State("original", seed=4)
    assert json.loads(run("show", "--json", str(state)).out)["position"] == str(state)


def test_without_a_position_show_draws_a_start() -> None:
    shown = json.loads(run("show", "--json", "--seed", "7", "--edition", "sve").out)
    assert shown["position"] == str(pw.State("sve", seed=7))


def test_show_draws_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played()
    file = tmp_path / "quilt.svg"
    assert run("show", game.dumps(), "--output", str(file)) == (0, "", "")
    assert file.read_text() == pw.svg(game)
    picture = tmp_path / "quilt.png"
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    assert "patchwork-engine[png]" in refused("show", "--output", str(picture))
    assert not picture.exists()


def test_a_custom_edition_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("name = 'house'\nbase = 'revised'\nstarting_buttons = 7\n")
    ran = run("show", "--json", "--edition", str(file), "--seed", "1")
    assert json.loads(ran.out)["buttons"] == [7, 7]
    file.write_text("name = 'house'\nbuttons = 7\n")
    assert str(file) in refused("show", "--edition", str(file))
    assert "missing.toml" in refused("show", "--edition", "missing.toml")


def test_replay_tells_every_move_and_the_end() -> None:
    game = played()
    ran = run("replay", game.dumps())
    assert ran.status == 0
    lines = ran.out.splitlines()
    for number, action in enumerate(game.actions, 1):
        assert lines[number - 1].split()[:2] == [f"{number}.", str(action)]
    assert "over" in ran.out
    moves = json.loads(run("replay", "--json", game.dumps()).out)
    assert [move["id"] for move in moves["moves"]] == [action.id for action in game.actions]
    assert tuple(moves["result"]["scores"]) == game.state.scores


def test_perft_counts_every_length() -> None:
    state = pw.State("original", seed=7)
    counts = json.loads(run("perft", "--json", "--depth", "2", "--position", str(state)).out)
    assert counts["counts"] == [1, state.count_legal_actions(), pw.perft(state, 2)]
    table = run("perft", "--depth", "1", "--seed", "7", "--edition", "original").out
    assert str(state.count_legal_actions()) in table


def test_editions_lists_them_and_writes_one_out() -> None:
    assert all(name in run("editions").out for name in pw.editions())
    listed = json.loads(run("editions", "--json").out)
    assert [each["name"] for each in listed] == list(pw.editions())
    written = run("editions", "sve").out
    assert pw.Edition.from_toml(written) == pw.Edition("sve")


def loaded(*arguments: str) -> set[str]:
    """Return the top-level modules that a run of the command loads."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print('LOADED', *{m.partition('.')[0] for m in sys.modules}))\n"
        f"sys.argv[1:] = {list(arguments)}\n"
        "if sys.argv[1:] == ['import']:\n    import patchwork\n"
        "else:\n    from patchwork.cli import main; main()\n"
    )
    line = [sys.executable, "-c", code]
    ran = subprocess.run(line, capture_output=True, text=True, check=True)
    return set(ran.stdout.rpartition("LOADED ")[2].split())


def test_the_package_loads_nothing_for_the_terminal() -> None:
    assert not loaded("import") & {"click", "rich", "textual", "numpy"}


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("show", "--seed", "1"), ("replay", CIRCLE), ("play", "--help")],
)
def test_a_command_loads_what_it_needs(arguments: tuple[str, ...]) -> None:
    assert not loaded(*arguments) & {"textual", "numpy"}
    if "--help" in arguments:
        assert "rich" not in loaded(*arguments)


def test_an_early_end_of_the_reader_is_no_error() -> None:
    line = f"{sys.executable} -m patchwork replay '{played().dumps()}' | true"
    ran = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert ran.stderr == ""


def test_control_c_ends_with_130_and_keeps_what_is_printed() -> None:
    line = [sys.executable, "-m", "patchwork", "perft", "--seed", "7", "--depth", "9"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as ran:
        assert ran.stdout
        begun = b""
        while b"\n    2 " not in begun:
            begun += ran.stdout.read(1)
        ran.send_signal(signal.SIGINT)
        _, err = ran.communicate()
    assert (ran.returncode, err.strip()) == (130, b"")


@pytest.mark.parametrize("colour", [True, False])
def test_colour_is_for_terminals_that_want_it(*, colour: bool) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    environment |= {"TERM": "xterm-256color"} | ({} if colour else {"NO_COLOR": "1"})
    line = [sys.executable, "-m", "patchwork", "show", CIRCLE + " BAAA"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(line, stdout=theirs, env=environment):
        os.close(theirs)
        drawn = b""
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:  # the other side is closed
                break
            drawn += more
            if not more:
                break
    os.close(ours)
    assert (b"\x1b[38;5;16;48;5;" in drawn) == colour
    assert b"B" in drawn


def test_simulate_sums_up_the_games_of_a_seed() -> None:
    command = ("simulate", "--games", "500", "--seed", "3")
    told = json.loads(run(*command, "--json", "--threads", "2").out)
    direct = pw.simulate(500, seed=3)
    assert told["complete"] is True
    assert told["info"]["seed"] == 3
    assert told["agents"] == json.loads(json.dumps(direct.summary().as_dict()))["agents"]
    table = run(*command)
    assert str(direct.summary()) in table.out
    assert "seed 3" in table.out
    assert "games a second" in table.out
    assert table.err == ""  # no progress bar where there is no terminal


def test_simulate_takes_an_edition_and_tells_a_fresh_seed() -> None:
    told = json.loads(run("simulate", "--games", "2", "--edition", "sve", "--json").out)
    again = run("simulate", "--games", "2", "--edition", "sve", "--seed", str(told["info"]["seed"]))
    assert told["info"]["edition"] == "sve"
    assert str(told["info"]["seed"]) in again.out


def test_no_games_are_summed_up_as_valid_json() -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    for games in ("0", "1"):
        json.loads(run("simulate", "--games", games, "--json").out, parse_constant=refuse)


def test_simulate_writes_a_row_a_game(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    run("simulate", "--games", "20", "--seed", "1", "--output", str(file), "--actions")
    lines = file.read_text().splitlines()
    assert len(lines) == 21
    assert lines[0].split(",")[-1] == "actions"


def test_control_c_sums_up_what_was_played() -> None:
    games = str(10**12)
    line = [sys.executable, "-m", "patchwork", "simulate", "--games", games, "--json"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
        time.sleep(1.5)  # it is playing by then, or else it has not begun and ends with 130 too
        ran.send_signal(signal.SIGINT)
        out, err = ran.communicate()
    assert ran.returncode == 130
    if out:
        told = json.loads(out)
        assert told["complete"] is False
        assert told["games"] > 0
        assert b"Interrupted after" in err
