"""A sweep with racing: who can no longer win is dropped, and the rest is as without."""

from __future__ import annotations

import json

from evaluation.runs import load_run
from evaluation.stored import read_outcomes
from tests.experiments.small import PLAN, TOPICS, digests, swept

LOSER = PLAN.replace("chunk_size: [60, 120]", "chunk_size: [60, 700]")
RACED = LOSER + "racing: {block: 6, alpha: 0.2}\n"


def many_questions(folder, copies):
    """The same questions again and again under other ids, so that a race has something to tell apart."""
    rows = [json.loads(line) for line in (folder / "asked.jsonl").read_text(encoding="utf-8").splitlines()]
    several = [{**row, "id": f"{row['id']}-{copy}"} for copy in range(copies) for row in rows]
    (folder / "asked.jsonl").write_text("".join(json.dumps(row) + "\n" for row in several), encoding="utf-8")


def test_who_cannot_win_is_dropped_and_the_winner_is_the_same(place, tmp_path):
    many_questions(place, 6)
    raced = swept(place, tmp_path / "raced", RACED)
    whole = swept(place, tmp_path / "whole", LOSER)
    dropped = raced.of_state("dropped")
    assert [fate.configuration.name for fate in dropped] == ["recursive-700-0-chars-hash-60t"]
    assert dropped[0].reason.startswith("after ")
    assert "behind" in dropped[0].reason
    run = tmp_path / "raced" / "runs" / dropped[0].configuration.name
    assert 0 < len(read_outcomes(run)) < 6 * len(TOPICS)
    assert not load_run(run).complete
    first = [result.family.entries[0].name for result in (raced, whole)]
    assert first[0] == first[1]
    assert any("The race dropped 1 of 3 configurations" in note for note in raced.notes)


def test_a_race_is_run_again_to_the_same_end(place, tmp_path, monkeypatch):
    many_questions(place, 6)
    swept(place, tmp_path / "out", RACED)
    before = digests(tmp_path / "out")
    swept(place, tmp_path / "out", RACED)
    assert digests(tmp_path / "out") == before
