"""chunks --report: tables for people, JSON for programs, and options that do not go together."""

from __future__ import annotations

import pytest

from evaluation.checks import CHECKS
from evaluation.doctor import without_encoding
from tests.cli.conftest import write_corpus

SIZES = ("--chunk-size", 60, "--overlap", 10, "--unit", "chars")


@pytest.fixture
def corpus(tmp_path):
    return write_corpus(tmp_path)[0]


def test_the_report_as_json(command, corpus, models_only):
    asked = ("chunks", "--data", corpus, "--strategy", "fixed-size", *SIZES, "--report", "--json")
    done = command(*asked, home=models_only("report"))
    assert done.code == 0 and set(done.json) == {"reports", "left_out"}
    (report,) = done.json["reports"]
    assert set(report) == {
        "strategy", "parameters", "documents", "chunks", "sizes", "overlap", "findings", "warnings", "notes", "reason",
    }  # fmt: skip
    assert (report["strategy"], report["documents"], report["reason"]) == ("fixed-size", 2, "")
    assert report["sizes"]["largest"] == report["sizes"]["limit"] == 60 and report["sizes"]["unit"] == "chars"
    assert report["overlap"]["requested"] == 10 and report["overlap"]["mean"] == pytest.approx(10, abs=1)
    findings = {finding["check"]: finding for finding in report["findings"]}
    assert list(findings) == [check.name for check in CHECKS.values()]
    words = findings["mid_word"]
    assert words["status"] == "measured" and words["share"] == words["number"] / words["total"] > 0.3
    texts = {path.name: path.read_text(encoding="utf-8") for path in corpus.iterdir()}
    for place in words["examples"]:
        assert set(place) == {"document", "start", "end", "quote", "at", "note"}
        assert texts[place["document"]][place["start"] : place["end"]] == place["quote"]
    assert findings["beyond_limit"]["number"] == 0
    assert findings["split_tables"]["total"] == 1


def test_one_strategy_in_words_with_places(command, corpus):
    done = command("chunks", "--data", corpus, "--strategy", "fixed-size", *SIZES, "--report")
    assert done.code == 0
    assert "of the chunks end inside a sentence (" in done.out and "guide.md [" in done.out and "[CUT]" in done.out
    assert "Chunks the encoder cuts off: not measured (no encoder is at hand" in done.out
    assert "make models" in done.err  # this state directory has none


def test_several_strategies_and_all_are_one_table(command, corpus, models_only):
    home = models_only("several")
    done = command("chunks", "--data", corpus, "--strategy", "dense,row_based", *SIZES, "--report", home=home)
    rows = [line.split()[0] for line in done.out.splitlines() if line.startswith(("dense", "row-based"))]
    assert rows == ["dense", "row-based"] * 2
    every = command("chunks", "--data", corpus, "--strategy", "all", *SIZES, "--report", "--json", home=home)
    assert [report["strategy"] for report in every.json["reports"]] == without_encoding()
    assert "semantic" in every.json["left_out"] and "semantic" in every.err
    assert "encode or ask a model" in every.err


def test_chunks_and_report_in_one_go(command, corpus, tmp_path):
    out = tmp_path / "c.jsonl"
    done = command("chunks", "--data", corpus, "--strategy", "dense", *SIZES, "--report", "--json", "--out", out)
    assert len(out.read_text(encoding="utf-8").splitlines()) == done.json["reports"][0]["chunks"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--strategy", "dense"), "Give --out FILE, --report, or both"),
        (("--strategy", "dense", "--json"), "add --report"),
        (("--strategy", "dense,sparse", "--out", "c.jsonl"), "name one"),
        (("--strategy", "all", "--out", "c.jsonl", "--report"), "name one"),
        (("--strategy", "dense,sparce", "--report"), "Did you mean sparse?"),
        (("--strategy", "dense", "--report", "--encoder", "no/such folder"), "no model folder"),
        (("--strategy", "dense", "--report", "--chunk-size", "40", "--overlap", "50"), "must be smaller"),
    ],
)
def test_what_does_not_go_together_is_refused(command, corpus, arguments, says):
    assert says in command("chunks", "--data", corpus, *arguments).error


def test_the_keys_of_the_json_are_in_the_help(command):
    shown = command("chunks", "--help").out
    for key in ("left_out", "findings", "examples", "quantiles", "requested", "at: where it is cut"):
        assert key in shown
