"""Public game records replay to the scores that they carry.

The records are not part of this repository. PATCHWORK_RECORDS names a CSV file of them, with the
columns circle, placement, score_1 and score_2.
"""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

import patchwork as pw
from beside import rules_of
from referee import replay_anu

RECORDS = os.environ.get("PATCHWORK_RECORDS")
pytestmark = pytest.mark.skipif(not RECORDS, reason="PATCHWORK_RECORDS names no file of records")


def records() -> list[dict[str, str]]:
    with Path(RECORDS or "").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_record_replays_to_its_scores() -> None:
    rules = rules_of(pw.Edition("original"))
    replayed = 0
    for number, record in enumerate(records(), start=2):
        circle, placement = record["circle"], record["placement"]
        game = pw.Game.from_anu(circle, placement, edition="original")
        scores = int(record["score_1"]), int(record["score_2"])
        assert game.state.scores == scores, f"line {number}"
        # The shape of a token is what the referee makes of it, too.
        referee = replay_anu(circle, placement, rules)
        quilts = [
            {(s // 9, s % 9) for s in range(81) if q >> s & 1}
            for q in map(game.state.quilt, (0, 1))
        ]
        assert quilts == list(referee.quilts), f"line {number}"
        again = pw.Game.from_anu(*game.to_anu())
        assert again == game, f"line {number}"
        assert pw.Game.loads(game.dumps()) == game, f"line {number}"
        replayed += 1
    assert replayed > 0
