"""Results as an Arrow table, by the C stream interface that pyarrow and others read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from patchwork.results import Results


def arrow_stream(results: Results, requested_schema: object | None) -> object:
    """Give the capsule of a stream of one batch; `info` is the schema's metadata, as JSON.

    A requested schema is followed as far as the numbers that are there fit the types that it asks
    for; the interface wants no more.
    """
    import nanoarrow as na
    import numpy as np

    n = len(results)
    scores = results.scores
    columns: dict[str, NDArray[Any]] = {
        "game": np.arange(results.first, results.first + n, dtype="uint64"),
        "score_0": scores[:, 0],
        "score_1": scores[:, 1],
        "winner": results.winners,
        "starter": results.starters,
        "special_tile": results.special_tile,
        "plies": results.plies,
    }
    for name, kind in _requested(requested_schema).items():
        if name in columns:
            cast = columns[name].astype(kind)
            columns[name] = cast if np.array_equal(cast, columns[name]) else columns[name]
    columns = {name: np.ascontiguousarray(column) for name, column in columns.items()}
    types: dict[str, Any] = {
        name: getattr(na, column.dtype.name)(nullable=False) for name, column in columns.items()
    }
    arrays = [
        na.c_array_from_buffers(types[name], n, [None, column]) for name, column in columns.items()
    ]
    if "actions" in results.columns:
        ids = results.columns["actions"]
        offsets = np.concatenate([[0], results.plies.cumsum(dtype="int64")]).astype("int64")
        items = na.c_array_from_buffers(na.uint16(nullable=False), len(ids), [None, ids])
        types["actions"] = na.large_list(na.uint16(nullable=False), nullable=False)
        arrays.append(
            na.c_array_from_buffers(types["actions"], n, [None, offsets], children=[items])
        )
    schema = na.c_schema(na.struct(types, nullable=False))
    schema = schema.modify(metadata={"patchwork": json.dumps(results.info)})
    table = na.c_array_from_buffers(schema, n, [None], children=arrays)
    return na.c_array_stream(table, schema=None).__arrow_c_stream__()


def _requested(schema: object | None) -> dict[str, str]:
    """Give the types that are asked for and can be had, as numpy names them."""
    if schema is None:
        return {}
    import nanoarrow as na

    kinds = {"float": "float32", "double": "float64"}
    kinds |= {f"{sign}int{bits}": f"{sign}int{bits}" for sign in ("", "u") for bits in _BITS}
    fields = {field.name: field.type.name.lower() for field in na.Schema(schema).fields}
    return {name: kinds[kind] for name, kind in fields.items() if kind in kinds}


_BITS = (8, 16, 32, 64)
