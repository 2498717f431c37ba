"""Every fuzz target, for a minute: what cargo-fuzz finds is a failure here."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TARGETS = re.findall(r'^name = "(\w+)"$', (ROOT / "fuzz" / "Cargo.toml").read_text(), re.MULTILINE)


def runs(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False, cwd=ROOT).returncode == 0


def test_every_target_has_its_file() -> None:
    files = {path.stem for path in (ROOT / "fuzz" / "fuzz_targets").glob("*.rs")}
    assert files == set(TARGETS)
    assert len(files) == 6


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_a_minute_of_fuzzing_finds_nothing(target: str) -> None:
    if not runs("cargo", "fuzz", "--version"):
        pytest.skip("NOT FUZZED: no cargo-fuzz here; cargo install cargo-fuzz")
    if not runs("cargo", "+nightly", "--version"):
        pytest.skip("NOT FUZZED: no nightly toolchain here; rustup toolchain install nightly")
    ran = subprocess.run(
        [ROOT / "fuzz" / "run", "60", target], capture_output=True, check=False, text=True
    )
    assert ran.returncode == 0, ran.stderr[-4_000:]
