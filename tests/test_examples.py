"""The examples run, as a user would run them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
SMALL = {
    "first_script": [],
    "own_bot": ["--opponent", "random", "--games", "2"],
    "first_player": ["--games", "2000"],
    "train": ["--games", "16", "--steps", "60", "--test-games", "2"],
}


def test_every_example_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_example(name: str, tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *SMALL[name]]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout
