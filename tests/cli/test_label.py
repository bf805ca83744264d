"""evaluate --label and --judge llm: labels from a person, calls told before, noise and cautions told after."""

from __future__ import annotations

import io
import json

import pytest

from tests.cli.test_evaluate import evaluate  # noqa: F401  (the fixture)
from tests.generation.fake_endpoint import ALL_SUPPORTED, FakeEndpoint


@pytest.fixture
def label(evaluate, tmp_path, monkeypatch):  # noqa: F811
    def call(said, number, *arguments):
        monkeypatch.setattr("sys.stdin", io.StringIO(said))
        plan = ("--model", "extractive", "--judge", "local", "--retriever", "bm25", "--k", 2)
        return evaluate(tmp_path / "run", *plan, "--label", number, *arguments)

    return call


def labels_of(folder):
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()]


def test_sentences_are_asked_one_at_a_time_and_kept_at_once(label, tmp_path):
    done = label("y\nno\nwhat?\nSKIP\nq\n", 5)
    assert done.code == 0
    kept = labels_of(tmp_path / "run")
    assert [one["value"] for one in kept] == [True, False, None]
    assert {one["kind"] for one in kept} == {"relevant"}
    assert done.err.count("Does the marked sentence help to answer the question?") == 4
    assert "[1 of 5] Question:" in done.err and ">>> " in done.err and "'what?' is none of these." in done.err
    assert "the same command goes on from there" in done.err
    assert "25 labeled sentences are needed, there are 2" in done.out


def test_the_same_command_goes_on_after_the_last_label(label, tmp_path):
    label("y\ny\n", 5)  # the input ends
    done = label("n\nn\nn\nn\n", 5)
    assert [one["value"] for one in labels_of(tmp_path / "run")] == [True, True, False, False, False]
    assert "[3 of 5]" in done.err and "[1 of 5]" not in done.err
    assert "labeled already" in label("", 5).err


def test_where_everything_is_labeled_the_means_are_exact(label, tmp_path):
    done = label("y\n" * 60, 60, "--json")
    relevance = done.json["corrected"][0]
    assert (relevance["metric"], relevance["corrected"]["mean"], relevance["corrected"]["low"]) == ("relevance", 1.0, 1)
    reasons = {one["metric"]: one["reason"] for one in done.json["corrected"]}
    assert reasons["completeness"].startswith("not corrected, because")
    assert "corrected" in label("", 60).out


def test_support_is_labeled_against_the_passages(label, tmp_path):
    done = label("y\n", 1, "--label-kind", "supported")
    assert "Do the passages support everything" in done.err and "[1] " in done.err
    assert labels_of(tmp_path / "run")[0]["kind"] == "supported"


def test_what_cannot_be_labeled_is_refused_before_the_run(label, tmp_path):
    silent = ("--out", tmp_path / "silent")
    for number in (0, -3):
        assert "greater than or equal to 1" in label("", number, *silent).error
    assert "name a model that answers" in label("", 1, "--label-kind", "supported", "--model", "none", *silent).error
    assert "gold judges none" in label("", 1, "--label-kind", "utilized", "--judge", "gold", *silent).error
    assert not (tmp_path / "silent").exists()
    (tmp_path / "silent").mkdir()
    (tmp_path / "silent" / "labels.jsonl").write_text("{}\n", encoding="utf-8")
    assert "is no label: delete that line" in label("", 1, *silent).error
    assert not (tmp_path / "silent" / "plan.json").exists()


def test_what_can_only_fail_afterwards_does_not_cost_the_summary(label, built, tmp_path):
    bare = tmp_path / "bare.jsonl"
    bare.write_text('{"question": "Who owns the moon?"}\n', encoding="utf-8")
    judged = ("--judge", "gold", "--questions", bare)  # without evidence, relevance is not measured either
    done = label("y\n", 1, *judged, "--json")
    assert done.code == 1
    assert done.json["questions"] == 1 and "corrected" not in done.json
    assert done.err.splitlines()[-1].startswith("Error: --label-kind relevant: relevance was not measured")
    assert "context_tokens" in label("y\n", 1, *judged).out


def reply(request):
    return ALL_SUPPORTED if "all_relevant_sentence_keys" in request.prompt else "Three years."


def test_calls_are_told_before_and_the_price_where_it_is_known(evaluate, tmp_path, monkeypatch):  # noqa: F811
    with FakeEndpoint(reply) as endpoint:
        plan = ("--model", "extractive", "--judge", "llm", "--judge-model", f"grader@{endpoint.base_url}")
        dry = evaluate(tmp_path / "run", *plan, "--dry-run", "--json")
        assert not endpoint.requests and not (tmp_path / "run").exists()
        assert (dry.json["calls"]["total"], dry.json["calls"]["cost"]) == (3 + 2 * 3 + 1, None)
        assert "price not known" in evaluate(tmp_path / "run", *plan, "--dry-run").out
        failing = evaluate(tmp_path / "run", *plan, "--dry-run", "--json", "--repeat", 0, "--scenario", "noisy")
        # Two rates for each of the two questions with evidence; the one with a reference is compared each time.
        assert failing.json["calls"]["total"] == 3 + 1 + 2 * (2 + 1)
        monkeypatch.setenv("CHUNKTRACE_INPUT_PRICE", "1")
        monkeypatch.setenv("CHUNKTRACE_OUTPUT_PRICE", "2")
        assert "at most US$" in evaluate(tmp_path / "run", *plan, "--dry-run", "--repeat", 0).out
    assert "asks no language model" in evaluate(tmp_path / "run", "--judge", "gold", "--dry-run").out
    assert "--judge-model is for the llm judge" in evaluate(tmp_path / "run", "--judge-model", "a@groq").error


def test_noise_and_cautions_are_told_and_judgements_are_paid_once(evaluate, tmp_path):  # noqa: F811
    with FakeEndpoint(reply) as endpoint:
        plan = ("--model", f"big@{endpoint.base_url}", "--judge", "llm", "--limit", 2, "--repeat", 1, "--json")
        done = evaluate(tmp_path / "run", *plan)
        assert done.json["noise"]["questions"] == 1 and done.json["noise"]["deviation"]["relevance"] == 0.0
        assert "favor their own answers" in done.json["cautions"][0]
        assert "Warning: the judge is the model that answers" in done.err
        judged = [request for request in endpoint.requests if "all_relevant_sentence_keys" in request.prompt]
        assert len(judged) == 2 + 2
        evaluate(tmp_path / "again", *plan)
        again = [request for request in endpoint.requests if "all_relevant_sentence_keys" in request.prompt]
        assert len(again) == len(judged)
