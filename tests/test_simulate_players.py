"""Many games of users' own agents, alone and against built-in ones."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest

import patchwork as pw
from bots import Advancer, Borrowed, Counting, Failing

OWN = Borrowed("random")


@pytest.mark.parametrize("players", [("random", OWN), (OWN, "random"), (OWN, Borrowed("random"))])
@pytest.mark.parametrize("keep", ["summary", "results", "actions"])
@pytest.mark.parametrize("first", [0, 3])
def test_they_play_the_games_that_built_in_ones_play(
    players: tuple[str | Borrowed, str | Borrowed], keep: str, first: int
) -> None:
    arguments = {"seed": 8, "first": first, "keep": keep}
    one = pw.simulate(150, ("random", "random"), **arguments)  # type: ignore[arg-type]
    other = pw.simulate(150, players, **arguments)  # type: ignore[arg-type]
    assert one.tally == other.tally
    assert one.columns.keys() == other.columns.keys()
    for name, column in one.columns.items():
        assert column.dtype == other.columns[name].dtype
        assert (column == other.columns[name]).all()
    assert one.game(140) == other.game(140)


def test_an_object_of_agent_is_its_text() -> None:
    results = pw.simulate(20, (pw.agent("random", seed=3), "random"), seed=1)
    assert results.info["agents"] == ["random", "random"]
    assert (results.scores == pw.simulate(20, seed=1).scores).all()


def test_new_game_is_called_before_each_with_a_seed_and_a_seat() -> None:
    bot = Counting()
    results = pw.simulate(6, (bot, "random"), seed=8)
    assert [seat for _, seat in bot.calls] == [0, 1, 0, 1, 0, 1]
    assert len({seed for seed, _ in bot.calls}) == 6
    assert all(0 <= seed < 2**64 for seed, _ in bot.calls)
    again = Counting()
    pw.simulate(2, (again, "random"), seed=8, first=4)
    assert again.calls == bot.calls[4:]
    assert results.info["agents"] == ["bots.Counting", "random"]


def test_a_choice_may_be_an_action_an_id_or_a_token() -> None:
    class Speaker:
        def __init__(self, how: str) -> None:
            self.how = how

        def choose(self, state: pw.State) -> pw.Action | int | str:
            action = state.legal_actions()[0]
            return (
                action if self.how == "action" else action.id if self.how == "id" else str(action)
            )

    runs = [pw.simulate(4, (Speaker(how), OWN), seed=2) for how in ("action", "id", "token")]
    assert runs[0].scores.tolist() == runs[1].scores.tolist() == runs[2].scores.tolist()


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("choose", "ZeroDivisionError: thought too hard"),
        (None, "TypeError"),
        (True, "TypeError"),
        (2.5, "TypeError"),
        (5000, "ValueError|IllegalActionError"),
        (-1, "ValueError|IllegalActionError"),
        (2025, "IllegalActionError"),
        ("", "Error"),
        ("nonsense", "Error"),
    ],
)
@pytest.mark.parametrize("place", ["here", "executor"])
def test_what_goes_wrong_names_game_ply_agent_and_position(
    what: object, why: str, place: str
) -> None:
    players = ("random", Failing(what))
    place_of = ThreadPoolExecutor(1) if place == "executor" else nullcontext()
    with place_of as executor, pytest.raises(pw.AgentError, match=why) as caught:
        pw.simulate(3, players, seed=1, first=6, executor=executor)
    message = str(caught.value)
    assert message.startswith("game 6, ply ")
    assert "agent 1, bots.Failing: " in message
    assert message.count("position: ") == 1
    position = message.split("(position: ")[1].removesuffix(")")
    state = pw.State.parse(position)
    # The board is that of the fourth move of agent 1, who is the second to move in game 6.
    assert state.to_move == 1
    ply = int(message.split("ply ")[1].split(":", 1)[0])
    game = pw.simulate(1, ("random", Advancer()), seed=1, first=6).game(0)
    for _ in range(len(game.actions) - ply):
        game.undo()
    assert game.state == state
    assert caught.value.__cause__ is not None
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


def test_an_error_of_new_game_names_the_agent_that_raised_it() -> None:
    for index in (4, 5):
        with pytest.raises(pw.AgentError, match=f"game {index}, ply 0: agent 1.*lost the book"):
            pw.simulate(1, ("random", Failing("new_game")), seed=1, first=index)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_ends_a_program_is_not_wrapped(error: type[BaseException]) -> None:
    class Leaving:
        def choose(self, state: pw.State) -> int:
            raise error

    with pytest.raises(error):
        pw.simulate(3, (Leaving(), "random"), seed=1)


def test_names_are_the_same_in_every_process() -> None:
    # Of an object without a repr of its own the class, and not where it is in memory.
    one = pw.simulate(3, (Advancer(), OWN), seed=1)
    other = pw.simulate(3, (Advancer(), OWN), seed=1, first=3)
    assert one.info["agents"] == ["bots.Advancer", "Borrowed('random')"]
    assert len(pw.concat([one, other])) == 6


def test_games_that_were_played_are_there_when_progress_stops_them() -> None:
    told: list[tuple[int, int]] = []

    def progress(done: int, games: int) -> bool:
        told.append((done, games))
        return done < 100

    results = pw.simulate(1000, (OWN, "random"), seed=1, progress=progress, keep="actions")
    assert 100 <= len(results) < 1000
    assert results.complete is False
    assert told[-1] == (len(results), 1000)
    whole = pw.simulate(1000, seed=1, keep="actions")
    assert (results.scores == whole.scores[: len(results)]).all()
    assert results.game(50) == whole.game(50)
    assert len(results.columns["actions"]) == results.plies.sum()


def test_slow_agents_tell_progress_before_many_games() -> None:
    import time

    class Slow(Advancer):
        def new_game(self, seed: int, seat: int) -> None:
            time.sleep(0.06)

    told: list[int] = []
    pw.simulate(4, (Slow(), "random"), seed=1, progress=lambda done, _: told.append(done))
    assert told == [1, 2, 3, 4]
