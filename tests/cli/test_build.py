"""build, chunks and delete on real files with the real MiniLM."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.cli.conftest import GUIDE, write_corpus
from tests.generation.fake_endpoint import Fail, FakeEndpoint

BUILD_KEYS = {
    "collection",
    "documents",
    "chunks",
    "encoded",
    "reused",
    "beyond_limit_chunks",
    "beyond_limit_share",
    "seconds",
    "warnings",
}


@pytest.fixture
def home(models_only):
    return models_only("build")


def test_build_then_again_then_after_an_edit(command, home, tmp_path):
    corpus, _ = write_corpus(tmp_path)
    recipe = ("build", "--data", corpus, "--strategy", "row_based", "--chunk-size", 120, "--overlap", 0, "--json")
    planned = command(*recipe, "--dry-run", home=home).json
    assert planned == {
        "collection": "field_row_based_minilm",
        "keep": 0,
        "add": planned["add"],
        "delete": 0,
        "documents": {"added": ["guide.md", "notes.csv"], "changed": [], "removed": []},
    }
    assert command("collections", "--json", home=home).json == []

    first = command(*recipe, home=home).json
    assert set(first) == BUILD_KEYS
    assert (first["collection"], first["documents"]) == ("field_row_based_minilm", 2)
    assert first["chunks"] == planned["add"] == first["encoded"] + first["reused"]

    again = command(*recipe, home=home)
    assert len(again.out.splitlines()) == 1
    assert (again.json["encoded"], again.json["reused"]) == (0, first["chunks"])

    (corpus / "guide.md").write_text(GUIDE.replace("21 days", "30 days"), encoding="utf-8")
    change = command(*recipe, "--dry-run", home=home).json
    assert (change["keep"], change["add"], change["delete"]) == (first["chunks"] - 1, 1, 1)
    assert change["documents"] == {"added": [], "changed": ["guide.md"], "removed": []}
    told = command(*recipe[:-1], "--dry-run", home=home).out
    assert "adds 1, deletes 1; documents: 1 changed (guide.md).\nNothing was written." in told
    built = command(*recipe, home=home)
    assert built.json["encoded"] == 1
    assert "minilm keeps" in built.err and "adds 1, deletes 1; documents: 1 changed (guide.md)." in built.err

    first_build, second_build = command("history", "field_row_based_minilm", "--json", home=home).json
    assert first_build["documents"]["added"] == ["guide.md", "notes.csv"]
    assert second_build["documents"] == change["documents"] and second_build["encoded"] == 1
    assert second_build["chunks"] == {"kept": first["chunks"] - 1, "added": 1, "deleted": 1}
    lines = command("history", "field_row_based_minilm", home=home).out.splitlines()
    assert len(lines) == 4 and lines[-1].endswith("1 changed (guide.md)")
    assert "There is no collection nowhere" in command("history", "nowhere", home=home).error


def test_names_of_any_kind_and_recipes_that_share_one(command, home, tmp_path):
    corpus, _ = write_corpus(tmp_path)
    recipe = ("build", "--data", corpus, "--strategy", "fixed-size", "--json")
    assert command(*recipe, "--name", "Märkte 2024", home=home).json["collection"] == "Märkte 2024"
    other = command(*recipe, "--chunk-size", 60, "--name", "Märkte 2024", home=home)
    assert "exists with another recipe" in other.error
    assert command(*recipe, "--set", "overlap=10", home=home).json["collection"] == "field_fixed_size_minilm"
    assert command(*recipe, "--set", "overlap=20", home=home).json["collection"] == "field_fixed_size_minilm_2"
    other = command(*recipe, "--name", "other", home=home).json["collection"]
    assert command("delete", other, "--json", home=home).json == {"deleted": "other"}
    assert command("delete", "Märkte 2024", home=home).out == "Deleted Märkte 2024.\n"
    names = [one["name"] for one in command("collections", "--json", home=home).json]
    assert names == ["field_fixed_size_minilm", "field_fixed_size_minilm_2"]


def test_an_encoder_in_a_folder_is_found_again(command, home, tmp_path):
    corpus, _ = write_corpus(tmp_path)
    folder = tmp_path / "my-encoder"
    shutil.copytree(home / "models" / "all-MiniLM-L6-v2", folder)
    done = command("build", "--data", corpus, "--strategy", "dense", "--encoder", folder, "--json", home=home)
    assert done.json["collection"] == "field_dense_my-encoder"
    asked = command("ask", "--collection", "field_dense_my-encoder", "The warranty?", "--model", "none", home=home)
    assert "three years" in asked.out


def test_one_bad_file_is_a_warning(command, home, tmp_path):
    corpus, _ = write_corpus(tmp_path)
    (corpus / "broken.pdf").write_bytes(b"no pdf")
    done = command("build", "--data", corpus, "--strategy", "sparse", "--json", home=home)
    assert done.json["documents"] == 2
    assert any("broken.pdf" in warning for warning in done.json["warnings"])
    assert "Warning: broken.pdf" in done.err


def test_sizes_come_from_the_environment_where_no_option_says_otherwise(command, tmp_path, monkeypatch):
    corpus, _ = write_corpus(tmp_path)
    monkeypatch.setenv("CHUNKTRACE_CHUNK_SIZE", "60")
    monkeypatch.setenv("CHUNKTRACE_CHUNK_OVERLAP", "0")
    out = tmp_path / "chunks.jsonl"
    assert command("chunks", "--data", corpus, "--strategy", "dense", "--out", out).code == 0
    assert max(len(json.loads(line)["text"]) for line in out.read_text(encoding="utf-8").splitlines()) <= 60


def test_chunks_without_an_index(command, tmp_path):
    corpus, _ = write_corpus(tmp_path)
    out = tmp_path / "new" / "chunks.jsonl"
    done = command(
        "chunks", "--data", corpus, "--strategy", "row-based", "--chunk-size", 60, "--overlap", 0,
        "--set", "repeat_header=true", "--out", out,
    )  # fmt: skip
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert f"{len(rows)} chunks of 2 documents" in done.out
    assert list(rows[0])[:6] == ["id", "document", "start", "end", "text", "context"]
    texts = {path.name: path.read_text(encoding="utf-8") for path in corpus.iterdir()}
    assert all(row["text"] == texts[row["document"]][row["start"] : row["end"]] for row in rows)
    assert any(row["context"] for row in rows if row["document"] == "notes.csv")
    told = command("chunks", "--data", corpus, "--strategy", "dense", "--out", out, "--json").json
    assert (told["out"], told["documents"], told["warnings"]) == (str(out), 2, [])
    assert told["chunks"] == len(out.read_text(encoding="utf-8").splitlines())


def test_calls_of_a_model_are_counted_before_and_made_once(command, home, tmp_path):
    corpus, _ = write_corpus(tmp_path)
    with FakeEndpoint(["It is about sensors in the field."]) as endpoint:
        model = f"small@{endpoint.base_url}"
        recipe = ("build", "--data", corpus, "--strategy", "contextual-retrieval", "--chunk-size", 60, "--overlap", 0)
        recipe = (*recipe, "--set", f"model={model}", "--set", "context_size=20", "--json")
        planned = command(*recipe, "--dry-run", home=home)
        assert not endpoint.requests
        calls = planned.json["calls"]
        assert calls["model"] == model and calls["known"] == 0 and calls["cost"] is None
        assert f"Contexts by {model}: {calls['total']} calls" in planned.err and "price not known" in planned.err

        first = command(*recipe, home=home)
        assert f"{calls['total']} calls" in first.err
        assert len(endpoint.requests) == calls["total"]
        assert first.json["chunks"] == planned.json["add"]

        again = command(*recipe, "--dry-run", home=home).json
        assert (again["keep"], again["add"], again["calls"]["known"]) == (first.json["chunks"], 0, calls["total"])
        assert command(*recipe, home=home).json["encoded"] == 0
        assert len(endpoint.requests) == calls["total"]


def test_a_model_that_cannot_be_reached_leaves_plain_chunks_and_says_so(command, home, tmp_path):
    corpus, _ = write_corpus(tmp_path)
    with FakeEndpoint([Fail(401, "no such key")]) as endpoint:
        done = command(
            "build", "--data", corpus, "--strategy", "contextual-retrieval", "--chunk-size", 40, "--overlap", 0,
            "--set", f"model=m@{endpoint.base_url}", "--json", home=home,
        )  # fmt: skip
        assert done.code == 0 and len(endpoint.requests) == 3
    assert "chunks left without context: not asked after 3 failures in a row" in done.err


def test_a_late_collection_is_built_asked_and_evaluated(command, home, tmp_path):
    corpus, questions = write_corpus(tmp_path)
    (corpus / "log.md").write_text("The harbour master logs the tide each morning. " * 40, encoding="utf-8")
    recipe = ("build", "--data", corpus, "--strategy", "recursive", "--chunk-size", 400, "--json")
    assert command(*recipe, home=home).json["beyond_limit_chunks"] == 1
    planned = command(*recipe, "--embedding", "late", "--dry-run", home=home).json
    done = command(*recipe, "--embedding", "late", home=home).json
    assert planned["collection"] == done["collection"] == "field_recursive_minilm_late"
    assert (done["encoded"], done["beyond_limit_chunks"], done["warnings"]) == (planned["add"], 0, [])
    cards = {one["name"]: one for one in command("collections", "--json", home=home).json}
    assert cards["field_recursive_minilm_late"]["embedding"] == "late"
    assert cards["field_recursive_minilm"]["embedding"] == "standard"
    assert "minilm, late" in command("collections", home=home).out

    (corpus / "guide.md").write_text(GUIDE.replace("21 days", "30 days"), encoding="utf-8")
    assert command(*recipe, "--embedding", "late", home=home).json["chunks"] == done["chunks"]
    name = ("--collection", "field_recursive_minilm_late")
    asked = command("ask", *name, "How long is the warranty?", "--model", "none", "--json", home=home).json
    assert "three years" in asked["contexts"][0]["text"]
    out = tmp_path / "run"
    assert command("evaluate", *name, "--questions", questions, "--model", "none", "--out", out, home=home).code == 0
    plan = json.loads((out / "plan.json").read_text(encoding="utf-8"))
    assert plan["collection"]["encoder"] == "minilm, late"
