"""What comes back from many games: joined, pickled, as Arrow tables and as files."""

import copy
import csv
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import patchwork as pw
from bots import Borrowed
from patchwork import files
from test_simulate import same

NAMES = ["game", "score_0", "score_1", "winner", "starter", "special_tile", "plies"]


@pytest.fixture(scope="module")
def results() -> pw.Results:
    return pw.simulate(300, seed=4, first=7, keep="actions")


def test_info_is_enough_to_play_it_again(results: pw.Results) -> None:
    info = results.info
    assert info == {
        "version": pw.__version__,
        "agents": ["random", "random"],
        "seed": 4,
        "edition": "revised",
        "starts": [],
        "swap_sides": True,
        "first": 7,
        "games": 300,
        "keep": "actions",
    }
    again = pw.simulate(
        info["games"],
        info["agents"],
        seed=info["seed"],
        edition=info["edition"],
        first=info["first"],
        swap_sides=info["swap_sides"],
        keep=info["keep"],
    )
    assert same(results, again)
    assert json.loads(json.dumps(info)) == info
    info["seed"] = 5
    assert results.info["seed"] == 4


def test_starts_of_info_are_states_again() -> None:
    start = pw.State("sve", seed=3).after(".")
    info = pw.simulate(4, seed=1, start=start).info
    assert [pw.State.parse(text) for text in info["starts"]] == [start]


@pytest.mark.parametrize("i", [True, 1.0, "1", None, np.bool_(True)])
def test_a_game_is_asked_for_by_an_int(results: pw.Results, i: Any) -> None:
    with pytest.raises(TypeError, match="game must be an int"):
        results.game(i)


@pytest.mark.parametrize("i", [-1, 300, 10**30])
def test_a_game_that_is_not_there(results: pw.Results, i: int) -> None:
    with pytest.raises(ValueError, match="game must be from 0 to 299"):
        results.game(i)


@pytest.mark.parametrize("keep", ["summary", "results", "actions"])
@pytest.mark.parametrize("player", ["random", Borrowed("random")])
def test_copies_and_pickles(keep: Any, player: Any) -> None:
    results = pw.simulate(50, (player, "random"), seed=4, first=3, keep=keep)
    for other in (pickle.loads(pickle.dumps(results)), copy.copy(results), copy.deepcopy(results)):
        assert same(results, other)
        assert other.complete
        assert other.game(9) == results.game(9)
        assert other.summary() == results.summary()
        assert repr(other) == repr(results)
        rest = pw.simulate(10, (player, "random"), seed=4, first=53, keep=keep)
        assert len(pw.concat([other, rest])) == 60


def test_a_repr_says_what_it_is(results: pw.Results) -> None:
    assert repr(results) == "<Results: 300 games from 7, random against random>"


def test_concat_refuses_what_is_not_one_run() -> None:
    run: dict[str, Any] = {"games": 4, "seed": 1}
    head = pw.simulate(**run)
    changes: list[tuple[dict[str, Any], str]] = [
        ({"seed": 2}, "seed 2 and 1 are two runs"),
        ({"edition": "sve"}, "edition 'sve' and 'revised' are two runs"),
        ({"players": ("random", Borrowed("random"))}, "agents .* are two runs"),
        ({"swap_sides": False}, "swap_sides False and True are two runs"),
        ({"keep": "summary"}, "keep 'summary' and 'results' are two runs"),
        ({"start": pw.State(seed=1)}, "starts .* are two runs"),
        ({"first": 5}, "game 4 comes next, and not 5"),
        ({"first": 3}, "game 4 comes next, and not 3"),
        ({"first": 0}, "game 4 comes next, and not 0"),
    ]
    for change, why in changes:
        other = pw.simulate(**{"first": 4, **run, **change})
        with pytest.raises(ValueError, match=why):
            pw.concat([head, other])
    with pytest.raises(ValueError, match="no results"):
        pw.concat([])
    with pytest.raises(TypeError, match="a list is no Results"):
        pw.concat([head, [1]])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        pw.concat(3)  # type: ignore[arg-type]


def test_a_shard_that_is_missing_its_end_makes_no_whole() -> None:
    games = 10**7
    head = pw.simulate(games, seed=1, progress=lambda *_: False)
    n = len(head)
    assert n < games
    assert not pw.concat([head]).complete
    assert pw.concat([head, pw.simulate(10, seed=1, first=n)]).complete
    with pytest.raises(ValueError, match="comes next"):
        pw.concat([head, pw.simulate(10, seed=1, first=games)])


# --- Arrow


@pytest.fixture
def pa() -> Any:
    return pytest.importorskip("pyarrow")


def check_table(table: Any, results: pw.Results) -> None:
    """Hold a pyarrow table to the results."""
    assert table.column_names[:7] == NAMES
    columns = {name: table[name].to_numpy() for name in NAMES}
    assert columns["game"].tolist() == list(
        range(results.info["first"], results.info["first"] + len(results))
    )
    assert (columns["score_0"] == results.scores[:, 0]).all()
    assert (columns["score_1"] == results.scores[:, 1]).all()
    assert (columns["winner"] == results.winners).all()
    assert (columns["starter"] == results.starters).all()
    assert (columns["special_tile"] == results.special_tile).all()
    assert (columns["plies"] == results.plies).all()
    if "actions" in results.columns:
        assert table["actions"].to_pylist() == [ids.tolist() for ids in results.actions]


@pytest.mark.parametrize("keep", ["results", "actions"])
@pytest.mark.parametrize("games", [0, 1, 300])
def test_pyarrow_takes_it_as_it_is(pa: Any, keep: Any, games: int) -> None:
    results = pw.simulate(games, seed=4, first=2**40, keep=keep)
    table = pa.table(results)
    table.validate(full=True)
    check_table(table, results)
    assert table.schema.field("score_0").type == pa.int16()
    assert table.schema.field("special_tile").type == pa.int8()
    assert not any(field.nullable for field in table.schema)
    if keep == "actions":
        assert table.schema.field("actions").type.value_type == pa.uint16()
    assert json.loads(table.schema.metadata[b"patchwork"]) == results.info
    reader = pa.RecordBatchReader.from_stream(results)
    assert reader.read_all().equals(table)


def test_a_table_outlives_its_results(pa: Any) -> None:
    results = pw.simulate(3000, seed=4, keep="actions")
    table, expected = pa.table(results), copy.deepcopy(results)
    del results
    check_table(table, expected)


def test_a_requested_schema_is_followed_where_the_numbers_fit(pa: Any, results: pw.Results) -> None:
    asked = pa.table(results).schema
    wide = {"game": pa.int64(), "score_0": pa.int64(), "score_1": pa.float64(), "plies": pa.int8()}
    for at, field in enumerate(asked):
        asked = asked.set(at, pa.field(field.name, wide.get(field.name, field.type)))
    table = pa.table(results, schema=asked)
    check_table(table, results)
    for name, kind in wide.items():
        assert table.schema.field(name).type == kind
    # What does not fit is not forced: scores may be below 0.
    stream = results.__arrow_c_stream__(pa.schema([("score_0", pa.uint16())]).__arrow_c_schema__())
    assert stream is not None
    plain = pa.RecordBatchReader._import_from_c_capsule(stream).schema
    assert plain.field("score_0").type == pa.int16()


def test_a_summary_has_no_table() -> None:
    results = pw.simulate(10, keep="summary")
    with pytest.raises(ValueError, match="scores: not kept, this run has keep='summary'"):
        results.__arrow_c_stream__()


def test_polars(results: pw.Results) -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(results)
    assert frame.columns == [*NAMES, "actions"]
    assert frame["score_1"].to_list() == results.scores[:, 1].tolist()
    assert frame["actions"].to_list() == [ids.tolist() for ids in results.actions]
    # By its own design a stream is a series to from_arrow, and a table's rows are structs.
    assert pl.from_arrow(results).struct.unnest().equals(frame)


def test_pandas(pa: Any, results: pw.Results) -> None:
    pytest.importorskip("pandas")
    frame = pa.table(results).to_pandas()
    assert frame.columns.tolist() == [*NAMES, "actions"]
    assert (frame["winner"].to_numpy() == results.winners).all()


def test_duckdb(results: pw.Results) -> None:
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql("select count(*), sum(score_0), max(plies) from results").fetchall()
    assert found == [(300, int(results.scores[:, 0].sum()), int(results.plies.max()))]


# --- files


def read(path: Path, pa: Any) -> Any:
    """Read a table back."""
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        return pq.read_table(path)
    with pa.memory_map(str(path)) as source:
        return pa.ipc.open_file(source).read_all()


@pytest.mark.parametrize("keep", ["results", "actions"])
@pytest.mark.parametrize("ending", ["arrow", "parquet"])
@pytest.mark.parametrize("kind", [str, Path])
def test_arrow_and_parquet_files(
    pa: Any, keep: Any, ending: str, kind: Any, tmp_path: Path
) -> None:
    results = pw.simulate(300, seed=4, first=7, keep=keep)
    path = tmp_path / f"games.{ending}"
    results.write(kind(path))
    table = read(path, pa)
    check_table(table, results)
    assert json.loads(table.schema.metadata[b"patchwork"]) == results.info


@pytest.mark.parametrize("keep", ["results", "actions"])
def test_csv_files(keep: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ROWS_AT_ONCE", 7)
    results = pw.simulate(30, seed=4, first=7, keep=keep)
    path = tmp_path / "games.csv"
    results.write(path)
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["game"]) for row in rows] == list(range(7, 37))
    assert [[int(row["score_0"]), int(row["score_1"])] for row in rows] == results.scores.tolist()
    assert [int(row["winner"]) for row in rows] == results.winners.tolist()
    assert [int(row["starter"]) for row in rows] == results.starters.tolist()
    assert [int(row["special_tile"]) for row in rows] == results.special_tile.tolist()
    assert [int(row["plies"]) for row in rows] == results.plies.tolist()
    if keep == "actions":
        actions = [[int(item) for item in row["actions"].split()] for row in rows]
        assert actions == [ids.tolist() for ids in results.actions]
    info = json.loads((tmp_path / "games.csv.json").read_text(encoding="utf-8"))
    assert info == results.info


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    results = pw.simulate(3, seed=1)
    for name in ("games.txt", "games", ".csv"):
        with pytest.raises(ValueError, match=r"the ending must be one of \.csv, \.arrow, \.parq"):
            results.write(tmp_path / name)
    with pytest.raises(OSError, match="missing"):
        results.write(tmp_path / "missing" / "games.csv")
    with pytest.raises(TypeError):
        results.write(3)  # type: ignore[arg-type]
    summary = pw.simulate(3, seed=1, keep="summary")
    with pytest.raises(ValueError, match="not kept"):
        summary.write(tmp_path / "games.csv")
    assert not list(tmp_path.iterdir())


WITHOUT = """
import sys
sys.modules["pyarrow"] = None
import patchwork as pw
try:
    pw.simulate(3, seed=1).write(sys.argv[1])
except ModuleNotFoundError as error:
    print(error, error.name)
"""


@pytest.mark.parametrize("ending", ["arrow", "parquet"])
def test_without_pyarrow_it_says_what_to_install(ending: str, tmp_path: Path) -> None:
    line = [sys.executable, "-c", WITHOUT, str(tmp_path / f"games.{ending}")]
    ran = subprocess.run(line, capture_output=True, text=True, check=True)
    expected = f".{ending} files need pyarrow: pip install 'patchwork-engine[arrow]' pyarrow\n"
    assert ran.stdout == expected
