"""Tournaments: the games of `simulate`, ratings that follow a known model, and an early end."""

import csv
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import patchwork as pw
from command import refused, run
from patchwork.ratings import evidence, rate, sure


class Borrowed:
    """A built-in agent that is called like one of a user's own."""

    def __init__(self, text: str) -> None:
        self.agent = pw.agent(text, seed=0)

    def new_game(self, seed: int, seat: int) -> None:
        self.agent.new_game(seed, seat)

    def choose(self, state: pw.State) -> pw.Action:
        return self.agent.choose(state)

    def __repr__(self) -> str:
        return "borrowed"


class Illegal:
    def choose(self, state: pw.State) -> int:
        return 2025


def test_its_games_are_those_of_simulate() -> None:
    agents = ["greedy", "random", "mcts:iterations=5"]
    standings = pw.arena(agents, 12, seed=3, edition="original")
    assert standings.complete
    assert [match.places for match in standings.matches] == [(0, 1), (0, 2), (1, 2)]
    for match in standings.matches:
        alone = pw.simulate(12, match.names, seed=3, edition="original")
        assert match.results.scores.tolist() == alone.scores.tolist()
        assert match.results.winners.tolist() == alone.winners.tolist()
        assert sum(match.pairs) == 6
        wins = match.pairs[1] + 2 * match.pairs[2]
        assert wins == match.results.summary().agents[0].wins


def test_threads_and_objects_change_nothing() -> None:
    one = pw.arena(["greedy", "random"], 70, seed=5, threads=1)
    other = pw.arena([Borrowed("greedy"), "random"], 70, seed=5, threads=3)
    assert one.matches[0].results.scores.tolist() == other.matches[0].results.scores.tolist()


def test_it_prints_what_was_played() -> None:
    standings = pw.arena(["greedy", "random"], 10, seed=1)
    text = str(standings)
    assert "10 games" in text
    assert "10 of 10" in text
    assert standings.ratings[0].elo == pytest.approx(-standings.ratings[1].elo)
    dictionary = json.loads(json.dumps(standings.as_dict()))
    assert dictionary["matches"][0]["wins"] == [10, 0]
    assert dictionary["info"]["seed"] == 1
    times = standings.times(0)
    assert times.moves > 50
    assert 0 < times.mean <= times.longest


def test_it_ends_early_when_it_is_sure() -> None:
    standings = pw.arena(["greedy", "random"], 1000, seed=1, until_sure=True)
    assert standings.complete
    assert len(standings.matches[0].results) < 100


def test_it_can_be_stopped() -> None:
    calls: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        calls.append((done, total))
        return done < 8

    standings = pw.arena(["greedy", "random"], 1000, seed=1, progress=progress)
    assert not standings.complete
    assert len(standings.matches[0].results) == 8
    assert str(standings)


def test_errors_say_where() -> None:
    with pytest.raises(pw.AgentError, match="game 0, ply 0"):
        pw.arena([Illegal(), "random"], 2, seed=1)
    wrong: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: pw.arena(["greedy"]), ValueError, "two or more"),
        (lambda: pw.arena(["greedy", "greedy"]), ValueError, "twice"),
        (lambda: pw.arena(["greedy", "random"], 3), ValueError, "even"),
        (lambda: pw.arena(["greedy", "random"], -2), ValueError, "games"),
        (lambda: pw.arena(["greedy", "random"], threads=0), ValueError, "threads"),
        (lambda: pw.arena(["greedy", "chance"]), ValueError, "no agent"),
        (lambda: pw.arena("greedy"), TypeError, "agents"),
        (lambda: pw.arena(["greedy", 3]), TypeError, "choose"),  # type: ignore[list-item]
        (lambda: pw.arena(["greedy", "random"], 2.0), TypeError, "games"),  # type: ignore[arg-type]
    ]
    for call, error, why in wrong:
        with pytest.raises(error, match=why):
            call()


def test_ratings_follow_the_model_that_they_are_fitted_to() -> None:
    # Odds of 3 to 1 and 2 to 1 chain to 6 to 1.
    ratings = rate(3, {(0, 1): (0, 50_000, 50_000), (1, 2): (0, 66_667, 33_333)})
    points = [ratings[at].elo - ratings[at + 1].elo for at in (0, 1)]
    assert points[0] == pytest.approx(400 * math.log10(3), abs=0.5)
    assert points[1] == pytest.approx(400 * math.log10(2), abs=0.5)
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)


def test_errors_of_ratings_shrink_with_the_root_of_games() -> None:
    few, many = (rate(2, {(0, 1): (10 * n, 40 * n, 50 * n)})[0].error for n in (1, 100))
    assert few / many == pytest.approx(10, rel=0.1)


def test_all_games_won_is_rated_too() -> None:
    strong, weak = rate(2, {(0, 1): (0, 0, 20)})
    assert 100 < strong.elo < 1000
    assert weak.elo == pytest.approx(-strong.elo)
    assert rate(2, {(0, 1): (0, 0, 0)})[0] == (0, 0)


def test_evidence_is_fair_and_grows() -> None:
    assert evidence((5, 9, 5)) == 0
    assert evidence((3, 9, 7)) == pytest.approx(-evidence((7, 9, 3)))
    assert evidence((30, 90, 70)) > evidence((3, 9, 7)) > 0
    assert evidence((0, 0, 0)) == 0 < sure()


def test_the_command_prints_and_writes(tmp_path: Path) -> None:
    output = tmp_path / "matches.csv"
    arguments = ["arena", "--players", "greedy,random", "--games", "4", "--seed", "1"]
    done = run(*arguments, "--output", str(output))
    assert done.status == 0
    assert "4 of 4" in done.out
    rows = list(csv.DictReader(output.open()))
    assert (rows[0]["agent"], rows[0]["wins"], rows[0]["pairs_won"]) == ("greedy", "4", "2")
    result: dict[str, Any] = json.loads(run(*arguments, "--json").out)
    assert result["matches"][0]["wins"] == [4, 0]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--players", "greedy"], "two or more"),
        (["--players", "greedy,chance"], "no agent"),
        (["--players", "greedy,random", "--games", "3"], "even"),
        (["--players", "greedy,random", "--output", "x.txt"], ".csv or .json"),
        (["--players", "greedy,random", "--output", "no/such/x.csv"], "no directory"),
    ],
)
def test_the_command_refuses_in_one_line(arguments: list[str], why: str) -> None:
    assert why in refused("arena", *arguments)


def test_analyse_prints_a_table_or_json() -> None:
    done = run("analyse", "--seed", "7", "--agent", "mcts:iterations=50", "--lines", "2")
    assert done.status == 0
    assert "player 0 to move" in done.out
    found = json.loads(run("analyse", "--seed", "7", "--agent", "mcts:iterations=50", "--json").out)
    state = pw.State.parse(found["position"])
    assert state == pw.State(seed=7)
    assert all(state.is_legal(line["action"]) for line in found["lines"])
    again = run(
        "analyse", found["position"], "--seed", "7", "--agent", "mcts:iterations=50", "--json"
    )
    assert json.loads(again.out)["lines"] == found["lines"]


@pytest.mark.parametrize("agent", ["greedy", "mcts:level=1", "mcts:depth=4"])
def test_analyse_refuses_who_has_nothing_to_say(agent: str) -> None:
    assert "agent" in refused("analyse", "--seed", "7", "--agent", agent)


@pytest.mark.parametrize("agents", [b"x", {"random", "greedy"}, range(10**9)], ids=str)
def test_agents_have_an_order_and_an_end(agents: object) -> None:
    with pytest.raises((TypeError, ValueError), match="agents"):
        pw.arena(agents, 2, seed=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads"):
        pw.arena(["random", "greedy"], 2, seed=1, threads=10**9)
