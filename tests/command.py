"""Runs `patchwork-cli` in this process."""

import io
import sys
from typing import NamedTuple

import pytest

from patchwork.cli import main


class Ran(NamedTuple):
    """What a run of the command gave."""

    status: int
    out: str
    err: str


def run(*arguments: str, stdin: str = "") -> Ran:
    """Run the command with its streams replaced."""
    with pytest.MonkeyPatch.context() as patch:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as left:
            main(arguments)
        status = left.value.code
    assert isinstance(status, int | None)
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Ran(status or 0, *texts)


def refused(*arguments: str, stdin: str = "") -> str:
    """Return the one line with which the command refuses."""
    ran = run(*arguments, stdin=stdin)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("patchwork-cli: ")
    assert ran.err.count("\n") == 1
    return ran.err
