"""Results as files."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

    from patchwork.results import Results

#: How many rows of a CSV file are made at a time.
ROWS_AT_ONCE = 50_000
#: The endings of the files that results are written to.
ENDINGS = (".csv", ".arrow", ".parquet")


def write_results(results: Results, path: str | PathLike[str]) -> None:
    """Write a table in the format that the name's ending says.

    Raises:
        ValueError: Another ending, or a run that kept no results.
        ModuleNotFoundError: pyarrow is not installed; says how to.
        OSError: The file cannot be written.

    """
    path = Path(path)
    check_ending(path)
    if path.suffix == ".csv":
        _write_csv(results, path)
        return
    import pyarrow as pa

    table = pa.table(results)
    if path.suffix == ".parquet":
        import pyarrow.parquet

        pa.parquet.write_table(table, path)
        return
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)


def check_ending(path: str | PathLike[str]) -> None:
    """Make sure, before hours of games, that the file can be written at their end."""
    suffix = Path(path).suffix
    if suffix not in ENDINGS:
        msg = f"{path}: the ending must be one of {', '.join(ENDINGS)}, not {suffix!r}"
        raise ValueError(msg)
    if suffix == ".csv":
        return
    try:
        import pyarrow as pa  # noqa: F401
    except ModuleNotFoundError as error:
        msg = f"{suffix} files need pyarrow: pip install 'patchwork-engine[arrow]'"
        raise ModuleNotFoundError(msg, name="pyarrow") from error


def _write_csv(results: Results, path: Path) -> None:
    header = ["game", "score_0", "score_1", "winner", "starter", "special_tile", "plies"]
    columns = [
        results.scores[:, 0],
        results.scores[:, 1],
        results.winners,
        results.starters,
        results.special_tile,
        results.plies,
    ]
    actions = results.actions if "actions" in results.columns else None
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(header if actions is None else [*header, "actions"])
        # A part at a time: Python's ints take many times the memory of the columns.
        for at in range(0, len(results), ROWS_AT_ONCE):
            part = slice(at, at + ROWS_AT_ONCE)
            rows = [column[part].tolist() for column in columns]
            if actions is not None:
                rows.append([" ".join(map(str, ids.tolist())) for ids in actions[part]])
            games = range(results.first + at, results.first + at + len(rows[0]))
            writer.writerows(zip(games, *rows, strict=True))
    info = path.with_name(path.name + ".json")
    info.write_text(json.dumps(results.info, indent=2) + "\n", encoding="utf-8")
