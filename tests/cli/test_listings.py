"""strategies, samples and collections."""

from __future__ import annotations

from chunking_strategies import STRATEGIES


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
        "parameters": {"chunk_size": 40, "overlap": 0, "unit": "tokens"},
        "encoder": "minilm",
        "embedding": "standard",
        "documents": 2,
        "chunks": one["chunks"],
        "complete": True,
    }
    assert built.collection in command("collections", home=built.home).out
