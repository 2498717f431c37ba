"""The full-screen game and replay, driven by Textual's own pilot."""

import asyncio
import contextlib
import fcntl
import os
import pty
import random
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot

import patchwork as pw
from patchwork.advice import Adviser
from patchwork.session import Seat, Session, opponent_seat
from patchwork.tui.app import PatchworkApp
from patchwork.tui.board import LAYOUTS, Board, fitting
from patchwork.tui.dialogs import Dialog, FileDialog
from patchwork.tui.playing import PlayScreen
from patchwork.tui.replaying import ReplayScreen
from patchwork.tui.widgets import KeyBar, Log, Offers, QuiltView

YOU = Seat("You")
Play = Callable[[Pilot[int], PlayScreen], Awaitable[None]]


CIRCLE = "cgJGFWQMaPDYBfbdNELVIeZOUCHTKRXSA"
"""Of the first three patches only the last can be bought."""


def start(edition: str = "revised") -> pw.Game:
    """Return a game that has not begun."""
    return pw.Game(pw.State(edition, circle=CIRCLE))


def random_game(seed: int, plies: int = 99) -> pw.Game:
    """Return a random game of at most so many plies."""
    chance = random.Random(seed)
    game = pw.Game(pw.State("revised", seed=seed))
    while not game.state.is_over and len(game.actions) < plies:
        game.play(chance.choice(game.state.legal_actions()))
    return game


def play(
    scenario: Play,
    game: pw.Game | None = None,
    seats: Sequence[Seat] | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    path: Path | None = None,
    pace: float = 0,
) -> Session:
    """Run a scenario in a game against `random` (if no other seats are given)."""
    session = Session(game or start(), seats or [YOU, opponent_seat("random", 1)], path)
    screen = PlayScreen(session, Adviser("random"), pace)

    async def run() -> None:
        app = PatchworkApp(screen)
        async with app.run_test(size=size) as pilot:
            await settle(pilot, screen)
            await scenario(pilot, screen)

    asyncio.run(run())
    return session


async def settle(pilot: Pilot[Any], screen: PlayScreen | ReplayScreen) -> None:
    """Wait until nobody thinks any more."""
    await pilot.pause()
    for _ in range(2000):
        waiting = screen.waiting if isinstance(screen, PlayScreen) else ""
        if not waiting and not screen.thinker.busy:
            break
        await pilot.pause(0.005)
    await pilot.pause()


def shown(pilot: Pilot[Any]) -> str:
    """Return the screen as text."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in strips)


def test_a_whole_game_against_random_by_keys() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        while not screen.state.is_over:
            await pilot.press("h")
            await settle(pilot, screen)
            before = len(screen.session.game.actions)
            await pilot.press("enter")
            await settle(pilot, screen)
            assert len(screen.session.game.actions) > before
        assert isinstance(pilot.app.screen, Dialog)
        text = shown(pilot)
        assert "free spaces" in text
        assert "You won" in text or "random has won" in text
        assert all(f"{score:+}" in text for score in screen.state.scores)

    session = play(scenario)
    assert session.game.result


def test_undo_and_redo_at_every_point() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        chance = random.Random(1)
        while not screen.state.is_over:
            before = screen.session.game.dumps()
            screen.play(chance.choice(screen.state.legal_actions()))
            await settle(pilot, screen)
            after = screen.session.game.dumps()
            if screen.state.is_over:
                await pilot.press("escape", "u")
            else:
                screen.action_undo()
            assert screen.session.game.dumps() == before
            screen.action_redo()
            assert screen.session.game.dumps() == after

    play(scenario)


def test_a_patch_is_moved_turned_flipped_and_sewn_on() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("3")
        assert screen.held
        patch = screen.state.offered[2]
        assert screen.held.shape == patch.cells
        seen = set()
        for _ in range(2):
            for _ in range(4):
                seen.add(screen.held.shape)
                await pilot.press("r")
            await pilot.press("f")
        assert seen == set(patch.orientations.values())
        await pilot.press("r", "t")
        assert screen.held.shape == patch.cells
        await pilot.press(*["up"] * 9, *["left"] * 9)
        assert (screen.held.row, screen.held.col) == (0, 0)
        await pilot.press("down", "right", "enter")
        await settle(pilot, screen)
        assert str(screen.session.game.actions[0]) == f"{patch.letter}BBA"

    play(scenario)


def test_a_patch_that_does_not_fit_says_why_and_is_not_sewn_on() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("1")  # costs 10 buttons, and there are 5
        assert "c costs 10 buttons, there are 5" in shown(pilot)
        await pilot.press("enter")
        assert not screen.session.game.actions
        await pilot.press("3", "enter")
        await settle(pilot, screen)
        while not screen.session.person_to_move:
            await settle(pilot, screen)
        state = screen.state.replace(buttons=(40, 1))
        screen.session.game = pw.Game(state)
        await pilot.press("1")
        assert "does not fit here" in shown(pilot)
        assert "✗" in shown(pilot)

    play(scenario)


def test_a_hint_is_held_and_has_its_reasons() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        screen.adviser = Adviser("mcts:iterations=50")
        await pilot.press("h")
        await settle(pilot, screen)
        assert screen.advice
        assert "Hint: mcts would " in shown(pilot)
        assert "% to" in " ".join(entry for entry, _ in screen.query_one(Log).entries)
        bought = screen.advice.action.kind == "buy"
        assert bought == (screen.held is not None)
        await pilot.press("enter")
        await settle(pilot, screen)
        assert screen.session.game.actions

    play(scenario)


def test_what_is_held_is_put_back() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("tab")
        assert screen.held
        assert screen.held.slot == 0
        await pilot.press("shift+tab")
        assert screen.held.slot == 2
        await pilot.press("escape")
        assert screen.held is None
        await pilot.press("left")
        assert screen.held

    play(scenario)


def test_a_special_patch_must_be_placed_first() -> None:
    game = random_game(3)
    while not game.state.special_pending:
        game.undo()
    owner = game.state.to_move

    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        assert screen.held
        assert screen.held.slot is None
        assert "special patch" in shown(pilot)
        await pilot.press("escape", "a", "1")
        assert screen.held.slot is None
        assert "must be placed first" in shown(pilot)
        screen.take_up(None)
        while screen.held.why_not:
            await pilot.press("right" if screen.held.col < 8 else "down")
        await pilot.press("space")
        await settle(pilot, screen)
        assert not screen.state.special_pending

    seats = [YOU, Seat("Other")] if owner == 0 else [Seat("Other"), YOU]
    play(scenario, game, seats)


def test_the_mouse_does_all_of_it() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.click(Offers, offset=(70, 2))
        assert screen.held
        assert screen.held.slot == 2
        cell = (QuiltView.MARGIN + 2 * 6, QuiltView.HEADER + 6)
        await pilot.hover("#quilt-0", offset=cell)
        await pilot.hover("#quilt-0", offset=(cell[0] + 1, cell[1]))
        assert screen.held.middle == (6, 6)
        shape = screen.held.shape
        await pilot.click("#quilt-0", offset=cell, button=3)
        assert screen.held.shape != shape
        await pilot.click("#quilt-0", offset=cell)
        await settle(pilot, screen)
        assert screen.session.game.actions[0].kind == "buy"
        await pilot.click(KeyBar, offset=(shown(pilot).splitlines()[-1].index("undo"), 0))
        await settle(pilot, screen)
        assert not screen.session.game.actions

    play(scenario)


def test_resize_while_placing() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("3", "r", "down")
        held = screen.held
        for width, height in [(160, 50), (100, 30), (60, 15), (80, 24)]:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert screen.held == held
            whole = (width, height) >= (80, 24)
            assert ("Enter sews it on" in shown(pilot)) == whole
            assert ("needs 80 x 24" in shown(pilot)) != whole
        await pilot.press("enter")
        await settle(pilot, screen)
        assert screen.session.game.actions[0].cells == held.cells  # type: ignore[union-attr]

    play(scenario)


@pytest.mark.parametrize("plies", [0, 20, 99])
@pytest.mark.parametrize("size", [(80, 24), (80, 40), (100, 30), (120, 40), (160, 50)])
def test_nothing_is_cut_off_and_nothing_overlaps(size: tuple[int, int], plies: int) -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("2")
        whole = screen.region
        parts = [w for w in screen.query_one(Board).query("*") if not list(w.children)]
        for part in parts:
            assert whole.contains_region(part.region), part
            assert not any(
                part.region.overlaps(other.region) for other in parts if other is not part
            ), part
            assert not part.is_vertical_scrollbar_grabbed
            content = part.render()
            if isinstance(content, Text):
                lines = content.plain.split("\n")
                assert len(lines) <= part.size.height, part
                assert max(map(len, (line.rstrip() for line in lines))) <= part.size.width, part
        text = shown(pilot)
        for label in ("income", "free spaces", "quit", "score"):
            assert label in text
        for patch in screen.state.offered:
            assert f"{patch.time_cost} time" in text

    play(scenario, random_game(5, plies), [YOU, Seat("Other")], size=size)


def test_the_title_of_a_level_end_is_whole() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        screen.query_one(Board).show(
            screen.session.game, screen.session.names, title="over, " + "x" * 60 + " in the centre"
        )
        await pilot.pause()
        assert "x in the centre" in shown(pilot).splitlines()[0]

    play(scenario)


def test_layouts_grow_with_the_window() -> None:
    assert fitting(80, 24) == LAYOUTS[-1]
    assert (LAYOUTS[-1].width, LAYOUTS[-1].height) == (78, 24)
    assert fitting(160, 50).quilt == (6, 3)
    assert fitting(160, 50, colour=False).quilt == (3, 1)
    for layout in LAYOUTS:
        assert fitting(layout.width, layout.height).width <= layout.width


def test_saved_in_the_middle_and_loaded_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"

    async def save(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("a")
        await settle(pilot, screen)
        await pilot.press("s")
        dialog = pilot.app.screen
        assert isinstance(dialog, FileDialog)
        await pilot.press("enter")
        await settle(pilot, screen)
        assert "Saved in" in screen.message
        assert not screen.session.unsaved

    first = play(save, path=file)
    loaded = pw.Game.loads(file.read_text())
    assert loaded == first.game

    async def go_on(pilot: Pilot[int], screen: PlayScreen) -> None:
        assert screen.state == first.state
        await pilot.press("u")
        await settle(pilot, screen)
        assert not screen.session.game.actions

    play(go_on, loaded)


def test_another_file_is_not_written_over_without_a_question(tmp_path: Path) -> None:
    other, missing = tmp_path / "other.txt", tmp_path / "no" / "game.txt"
    other.write_text("mine")

    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("a")
        await settle(pilot, screen)
        screen.session.path = None
        for path in (other, missing):
            await pilot.press("s")
            dialog = pilot.app.screen
            assert isinstance(dialog, FileDialog)
            dialog.query_one("Input").value = str(path)  # type: ignore[attr-defined]
            await pilot.press("enter")
            await pilot.pause()
            if path == other:
                assert "Enter again writes over it" in shown(pilot)
                assert other.read_text() == "mine"
                await pilot.press("escape")
        assert "Not saved" in screen.message
        assert other.read_text() == "mine"

    play(scenario)


def test_leaving_offers_to_save_what_is_not_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"

    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("a")
        await settle(pilot, screen)
        await pilot.press("q", "escape")
        assert pilot.app.screen is screen
        await pilot.press("q", "s", "enter")
        await pilot.pause()
        assert pilot.app._exit

    session = play(scenario, path=file)
    assert pw.Game.loads(file.read_text()) == session.game


def test_a_game_without_moves_is_left_at_once() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app._exit
        assert pilot.app.return_code == 0

    play(scenario)


def test_keys_that_come_too_late_do_no_harm() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        for key in "qlqqlqsuahr":
            pilot.app.simulate_key(key)
        pilot.app.simulate_key("escape")
        await pilot.pause()
        await pilot.pause()

    play(scenario, random_game(3), [YOU, Seat("Other")])


def test_control_c_leaves_with_130() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("a", "ctrl+c")
        await pilot.pause()
        assert pilot.app.return_code == 130

    play(scenario)


@pytest.mark.parametrize("way", ["key", "signal", "thinking"])
def test_the_terminal_is_restored_and_the_game_printed(way: str) -> None:
    # The opponent would think for an hour: nobody waits for it.
    agent = "mcts:seconds=3600" if way == "thinking" else "random"
    line = [sys.executable, "-m", "patchwork", "play", "--seed", "7", "--opponent", agent]
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color"}
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    with subprocess.Popen(line, env=environment, **streams) as ran:  # type: ignore[call-overload]
        os.close(theirs)
        seen = b""
        while b"quit" not in seen:
            seen += os.read(ours, 4096)
        os.write(ours, b"a")
        while b"advance 1 space" not in seen.replace(b"\x1b[39m\x1b[49m", b""):
            seen += os.read(ours, 4096)
        if way == "signal":
            ran.send_signal(signal.SIGINT)
        else:
            os.write(ours, b"\x03")
        with contextlib.suppress(OSError):  # the other side is closed
            while more := os.read(ours, 4096):
                seen += more
    os.close(ours)
    assert ran.returncode == 130
    after = seen.rpartition(b"\x1b[?1049l")[2]
    assert b"[Patchwork" in after
    assert b"Traceback" not in after


class Slow:
    """Advances, but only when it may."""

    def __init__(self) -> None:
        self.may = threading.Event()

    def choose(self, state: pw.State) -> int:
        """Wait, and advance."""
        assert self.may.wait(30)
        return 0 if not state.special_pending else state.legal_actions()[0].id


def test_the_screen_goes_on_while_an_agent_thinks() -> None:
    slow = Slow()

    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("a")
        assert "slow is thinking" in shown(pilot)
        await pilot.press("question_mark")
        assert "turn it clockwise" in shown(pilot)
        await pilot.press("escape", "u")
        assert not screen.session.game.actions
        slow.may.set()  # what it thought is of a position that is no more
        await settle(pilot, screen)
        assert not screen.session.game.actions
        await pilot.press("a")
        await settle(pilot, screen)
        assert len(screen.session.game.actions) > 1

    async def begin(pilot: Pilot[int], screen: PlayScreen) -> None:
        await scenario(pilot, screen)

    play(begin, seats=[YOU, Seat("slow", slow)])


class Broken:
    """Raises, or chooses what is not legal."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, _state: pw.State) -> Any:
        """Fail."""
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [RuntimeError("no idea"), "ZZZZ", 5000, None])
def test_an_agent_that_fails_is_told_and_the_game_can_be_saved(answer: Any) -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("a")
        await settle(pilot, screen)
        assert "failed" in shown(pilot)
        await pilot.press("u")
        assert not screen.session.game.actions

    play(scenario, seats=[YOU, Seat("broken", Broken(answer))])


def test_two_agents_are_watched_with_pace_and_pause() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("space")
        count = len(screen.session.game.actions)
        await pilot.pause(0.5)
        assert len(screen.session.game.actions) == count
        assert "Paused" in shown(pilot)
        await pilot.press("plus", "minus", "space")
        screen.pace = 0.001
        for _ in range(1000):
            await pilot.pause(0.01)
            if screen.state.is_over:
                break
        assert screen.state.is_over

    seats = [opponent_seat("random", number) for number in (0, 1)]
    session = play(scenario, seats=seats, pace=0.4)
    assert session.names == ("random 0", "random 1")


def test_two_people_at_one_keyboard() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("a", "a")
        assert [action.id for action in screen.session.game.actions] == [0, 0]
        await pilot.press("u")
        assert len(screen.session.game.actions) == 1

    play(scenario, seats=[Seat("Player 0"), Seat("Player 1")])


def test_what_comes_and_what_happened_are_shown() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await pilot.press("c")
        text = shown(pilot)
        for letter in screen.state.circle[3:]:
            assert f" {letter} " in text
        await pilot.press("escape")
        await pilot.press("a")
        await settle(pilot, screen)
        told = [entry for entry, _ in screen.query_one(Log).entries]
        assert told[0] == "You advance 1 space for 1 button."

    play(scenario)


def test_another_edition_has_its_own_words() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        assert "pralines" in shown(pilot)
        assert "buttons" not in shown(pilot)

    play(scenario, start(edition="valentine"))


def test_a_replay_steps_forwards_and_backwards_with_an_evaluation() -> None:
    game = random_game(4)
    screen = ReplayScreen(game, Adviser("random"), evaluate=False)

    async def run() -> None:
        app = PatchworkApp(screen)
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, screen)
            assert screen.ply == 0
            await pilot.press("right", "right", "left")
            assert screen.game.state == game.states[1]
            await pilot.press("pagedown")
            assert screen.game.state == game.states[11]
            assert f"after move 11 of {len(game.actions)}" in shown(pilot)
            await pilot.press("e")
            await settle(pilot, screen)
            assert "random would" in shown(pilot)
            await pilot.press("end")
            assert screen.game.state == game.state
            await pilot.press("right", "home")
            assert screen.ply == 0
            await pilot.press("space", "space", "question_mark", "escape", "q")
            await pilot.pause()
            assert app.return_code == 0

    asyncio.run(run())
    assert len(game.actions) == len(screen.whole.actions)


MONKEY = (
    *"123rtfauyhcx",
    *("plus", "minus", "question_mark", "tab", "shift+tab", "up", "down", "left", "right"),
    *("enter", "space", "escape", "home", "end"),
)


async def monkey(pilot: Pilot[int], keys: int, seed: int) -> None:
    """Press keys at random, and change the size now and then."""
    chance = random.Random(seed)
    for number in range(keys):
        pilot.app.simulate_key(chance.choice(MONKEY))
        if number % 7 == 0:
            await pilot.pause()
        if number % 50 == 0:
            await pilot.resize_terminal(chance.randrange(40, 170), chance.randrange(10, 55))
    await pilot.pause()


def test_any_keys_in_any_order() -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await monkey(pilot, 150, 0)

    play(scenario, random_game(1, 10), size=(100, 30))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_any_keys_in_any_order_for_long(seed: int) -> None:
    async def scenario(pilot: Pilot[int], screen: PlayScreen) -> None:
        await monkey(pilot, 400, seed)

    watched = [opponent_seat("random", number) for number in (0, 1)]
    seats = [watched, None, [Seat("Player 0"), Seat("Player 1")]][seed % 3]
    play(scenario, random_game(seed, 3 * seed), seats, size=(100, 30), pace=0.01)
