"""strategies, samples and collections."""

from __future__ import annotations

from chunking_strategies import STRATEGIES
from tests.chunking.test_custom import EXAMPLE


def test_strategies_describe_themselves(command):
    listed = command("strategies", "--json").json
    assert [one["name"] for one in listed] == list(STRATEGIES)
    assert all(set(one) == {"name", "label", "summary", "unit", "parameters"} for one in listed)
    assert [one["name"] for one in listed[0]["parameters"]][:3] == ["chunk_size", "overlap", "unit"]
    shown = command("strategies").out
    assert all(name in shown for name in STRATEGIES)


def test_samples_are_named_as_data_takes_them(command):
    listed = command("samples", "--json").json
    assert {"name", "label", "summary", "documents"} == set(listed[0])
    assert f"sample:{listed[0]['name']}" in command("samples").out


def test_no_collections_yet(command):
    assert command("collections", "--json").json == []
    assert "no collection yet" in command("collections").out


def test_collections_are_described(command, built):
    (one,) = command("collections", "--json", home=built.home).json
    created = one.pop("created")
    assert created.startswith("20")
    assert one == {
        "name": built.collection,
        "strategy": "recursive",
        "parameters": {"chunk_size": 40, "encoder": "minilm", "overlap": 0, "regions": "split", "unit": "tokens"},
        "encoder": "minilm",
        "embedding": "standard",
        "documents": 2,
        "chunks": one["chunks"],
        "complete": True,
    }
    assert built.collection in command("collections", home=built.home).out


def test_strategies_of_ones_own_are_listed_and_what_is_none_is_told(command, tmp_path, monkeypatch):
    folder = tmp_path / "strategies"
    folder.mkdir()
    monkeypatch.setenv("CHUNKTRACE_STRATEGIES", str(folder))
    (folder / "turns.py").write_text(EXAMPLE, encoding="utf-8")
    (folder / "empty.py").write_text("", encoding="utf-8")
    listed = command("strategies", "--json")
    assert listed.json[-1]["name"] == "turns"
    assert listed.err == ("Warning: empty.py is left out: it must define STRATEGY, a chunking.strategy.Strategy.\n")
    talk = tmp_path / "talk.txt"
    talk.write_text("Ann: Good morning.\nBob: Hello.", encoding="utf-8")
    out = tmp_path / "c.jsonl"
    assert command("chunks", "--data", talk, "--strategy", "turns", "--out", out).code == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == 2
    (folder / "turns.py").write_text(EXAMPLE.replace("yield Piece(*part)", "yield Piece(start, end)"))
    refused = command("chunks", "--data", talk, "--strategy", "turns", "--out", out)
    assert "breaks the law of" in refused.error
