"""An evaluation from end to end: killed, resumed, with failing questions, with and without a model."""

from __future__ import annotations

import csv
import json
import re
from statistics import fmean

import pytest

from core.errors import CollectionError, JudgeError, LoadError, SettingError
from core.events import Finished, Progress
from core.types import RetrievalSpec
from evaluation.judges import make_judge
from evaluation.run import evaluate
from evaluation.runs import delete_run, load_run
from evaluation.summary import failures, summarize
from evaluation.tables import CONTEXT_COLUMNS, QUESTION_COLUMNS
from generation.extractive import ExtractiveModel
from tests.evaluation.conftest import QUESTIONS, Counting
from tests.evaluation.scripted import ScriptedModel
from tests.fakes import HashEncoder, result_of

SPEC = RetrievalSpec(mode="bm25", k=2)
FILES = ("questions.csv", "contexts.csv", "summary.csv")


def run(collection, judge, out, *, model=None, questions=QUESTIONS, spec=SPEC, **options):
    return evaluate(collection, None, questions, spec, judge, model, out, **options)


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_files_have_the_promised_columns(collection, tmp_path):
    out = tmp_path / "run"
    loaded = result_of(run(collection, make_judge("local"), out, model=ExtractiveModel()))
    assert loaded.complete
    assert tuple(rows(out / "questions.csv")[0]) == QUESTION_COLUMNS
    assert tuple(rows(out / "contexts.csv")[0]) == CONTEXT_COLUMNS
    assert tuple(rows(out / "summary.csv")[0]) == ("metric", "mean", "low", "high", "n", "missing")
    record = json.loads((out / "run.json").read_text())
    assert record["counts"]["questions"] == 5
    assert record["collection"]["strategy"] == "sparse"
    assert record["versions"]["chromadb"]


def test_every_metric_of_the_summary_is_there_by_question(collection, tmp_path):
    out = tmp_path / "run"
    loaded = result_of(run(collection, make_judge("local"), out, model=ExtractiveModel()))
    by_question = rows(out / "metrics.csv")
    assert [row["question_id"] for row in by_question] == [outcome.question_id for outcome in loaded.outcomes]
    for line in rows(out / "summary.csv"):
        cells = [row[line["metric"]] for row in by_question if row[line["metric"]]]
        values = [float(cell == "True") if cell in ("True", "False") else float(cell) for cell in cells]
        assert len(values) == int(line["n"])
        assert (fmean(values) if values else None) == pytest.approx(float(line["mean"]) if values else None)
    known = [outcome.curve.tokens_to_90 if outcome.curve else None for outcome in loaded.outcomes]
    assert [row["tokens_to_90"] for row in by_question] == ["" if one is None else str(one) for one in known]
    assert any(known)


def test_a_question_can_be_followed_by_hand(collection, tmp_path):
    outcome = result_of(run(collection, make_judge("gold"), tmp_path / "run", questions=QUESTIONS[:1])).outcomes[0]
    # Both paragraphs of shop.txt are found; the evidence is the first of the four sentences.
    assert outcome.judgement.relevant == ("0a",)
    assert outcome.score("relevance") == 0.25
    assert outcome.score("evidence_recall") == 1.0
    shown = sum(hit.returned_end - hit.returned_start for hit in outcome.found)
    assert outcome.score("evidence_precision") == len("The shop opens at nine.") / shown
    assert outcome.score("mrr") == outcome.score("ndcg") == 1.0


def test_without_a_model_only_what_needs_none_is_measured(collection, tmp_path):
    loaded = result_of(run(collection, make_judge("local"), tmp_path / "run"))
    first = loaded.outcomes[0]
    assert first.score("relevance") is not None
    assert first.score("evidence_recall") == 1.0
    assert first.score("utilization") is first.score("completeness") is first.score("adherence") is None
    assert "no answer was generated" in first.reason


def test_a_question_without_evidence_has_no_evidence_metrics(collection, tmp_path):
    last = result_of(run(collection, make_judge("gold"), tmp_path / "run")).outcomes[-1]
    assert last.evidence is None
    assert (last.status, last.reason) == ("not measured", "no annotated evidence")


def test_e14_one_failing_question_does_not_end_the_run(collection, tmp_path):
    judge = Counting(fails=[QUESTIONS[3].text]).judge
    loaded = result_of(run(collection, judge, tmp_path / "run"))
    assert [outcome.status for outcome in loaded.outcomes] == ["measured"] * 3 + ["failed", "measured"]
    assert loaded.outcomes[3].reason == "ValueError: defect"
    assert loaded.outcomes[3].score("evidence_recall") == 1.0
    relevance = next(summary for summary in summarize(loaded.outcomes) if summary.metric == "relevance")
    assert (relevance.n, relevance.missing, relevance.failed) == (4, 1, 1)


def test_a_question_that_cannot_be_searched_is_kept_as_failed(collection, tmp_path):
    blank = [QUESTIONS[0], type(QUESTIONS[0])("blank", " \u200b")]
    loaded = result_of(run(collection, Counting().judge, tmp_path / "run", questions=blank))
    assert [outcome.status for outcome in loaded.outcomes] == ["measured", "failed"]
    assert "empty" in loaded.outcomes[1].reason


def test_two_evaluations_at_once_in_one_folder_are_refused(collection, tmp_path):
    out = tmp_path / "run"
    first = run(collection, make_judge("gold"), out)
    next(first)
    with pytest.raises(SettingError, match="another evaluation is at work in this folder"):
        result_of(run(collection, make_judge("gold"), out))
    first.close()
    assert result_of(run(collection, make_judge("gold"), out)).complete


def test_e15_killed_and_resumed_only_the_rest_is_done(collection, tmp_path):
    first, again, out = Counting(), Counting(), tmp_path / "run"
    events = run(collection, first.judge, out)
    while len(first.calls) < 3:
        next(events)
    events.close()
    with (out / "outcomes.jsonl").open("ab") as journal:
        journal.write(b'{"question_id": "q4", "ques')  # what a kill in the middle of a write leaves
    assert not load_run(out).complete
    assert not any((out / name).exists() for name in FILES)
    assert len(load_run(out).outcomes) == 3
    events = list(run(collection, again.judge, out))
    assert events[0] == Progress("evaluate", 3, 5, "3 were done before")
    assert again.calls == [question.text for question in QUESTIONS[3:]]
    assert [outcome.question_id for outcome in events[-1].result.outcomes] == ["q1", "q2", "q3", "q4", "q5"]


def test_loading_and_encoding_are_no_questions_time(collection, tmp_path, monkeypatch):
    clock = {"now": 0.0}
    monkeypatch.setattr("evaluation.pipeline.time.perf_counter", lambda: clock["now"])

    class Slow(HashEncoder):
        """Takes ten seconds to load, and one for every question."""

        def encode_queries(self, texts):
            clock["now"] += 1.0 if clock["now"] else 10.0
            return super().encode_queries(texts)

    for name in ("first", "second"):
        found = evaluate(collection, Slow(), QUESTIONS, RetrievalSpec(k=2), make_judge("gold"), None, tmp_path / name)
        assert [outcome.seconds["search"] for outcome in result_of(found).outcomes] == [0.0] * 5
    assert clock["now"] == 14.0


def test_warming_up_leaves_failing_to_the_question(collection, tmp_path):
    class Broken(HashEncoder):
        def encode_queries(self, texts):
            raise OSError("no model")

    found = evaluate(
        collection, Broken(), QUESTIONS[:1], RetrievalSpec(k=2), make_judge("gold"), None, tmp_path / "run"
    )
    outcome = result_of(found).outcomes[0]
    assert (outcome.status, outcome.reason) == ("failed", "OSError: no model")


def test_a_finished_run_asks_nobody_again(collection, tmp_path):
    judge, out = Counting(), tmp_path / "run"
    result_of(run(collection, judge.judge, out))
    before = {name: (out / name).read_bytes() for name in FILES}
    assert isinstance(list(run(collection, judge.judge, out))[-1], Finished)
    assert len(judge.calls) == 5
    assert {name: (out / name).read_bytes() for name in FILES} == before


def test_same_inputs_same_bytes(collection, tmp_path):
    for name in ("one", "two"):
        result_of(run(collection, make_judge("local"), tmp_path / name, model=ExtractiveModel()))
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_e17_failed_questions_can_be_tried_again(collection, tmp_path):
    out, limited = tmp_path / "run", JudgeError("rate limit (HTTP 429)")
    texts = [question.text for question in QUESTIONS[1:4]]
    loaded = result_of(run(collection, Counting(texts, limited).judge, out))
    assert failures(loaded.outcomes) == [("rate limit (HTTP 429)", 3)]
    again = Counting()
    loaded = result_of(run(collection, again.judge, out, retry_failed=True))
    assert again.calls == texts
    assert [outcome.status for outcome in loaded.outcomes] == ["measured"] * 5
    assert [outcome.question_id for outcome in loaded.outcomes] == ["q1", "q2", "q3", "q4", "q5"]


def test_another_plan_in_the_same_folder_is_refused_by_one_line(collection, tmp_path):
    out = tmp_path / "run"
    result_of(run(collection, Counting().judge, out))
    with pytest.raises(SettingError, match=r"differs in retrieval\.k\)") as refused:
        next(run(collection, Counting().judge, out, spec=RetrievalSpec(mode="bm25", k=3)))
    assert "\n" not in str(refused.value)
    with pytest.raises(SettingError, match=r"judge\.name"):
        next(run(collection, Counting(name="other").judge, out))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"questions": []}, "empty"),
        ({"questions": [QUESTIONS[0], QUESTIONS[0]]}, "occurs twice"),
        ({"limit": 0}, "at least 1"),
        ({"spec": RetrievalSpec(mode="bm25", k=0)}, "k must be at least 1"),
        ({"spec": RetrievalSpec(mode="dense")}, "needs the encoder"),
    ],
)
def test_what_cannot_work_is_refused_before_anything_is_written(collection, tmp_path, options, words):
    with pytest.raises(SettingError, match=words):
        next(run(collection, Counting().judge, tmp_path / "run", **options))
    assert not (tmp_path / "run").exists()


def test_another_encoder_is_refused_at_once(collection, tmp_path):
    stranger = HashEncoder("other", 32)
    with pytest.raises(CollectionError):
        next(evaluate(collection, stranger, QUESTIONS, RetrievalSpec(), Counting().judge, None, tmp_path / "run"))


def test_limit_takes_the_first_questions(collection, tmp_path):
    judge = Counting()
    loaded = result_of(run(collection, judge.judge, tmp_path / "run", limit=2))
    assert (loaded.total, len(judge.calls)) == (2, 2)


@pytest.mark.parametrize(
    ("name", "edit", "said"),
    [
        ("plan.json", lambda text: "{}", "it has no collection with name"),
        ("plan.json", lambda text: "[]", "it is no JSON object"),
        ("plan.json", lambda text: re.sub(r'"count": \d+', '"count": "two"', text), "is no number"),
        ("run.json", lambda text: "[1]", "it is no JSON object"),
        ("outcomes.jsonl", lambda text: "", "holds 0 of the run's 2 questions"),
        ("outcomes.jsonl", lambda text: text.replace('"recall": 1.0', '"recall": "high"', 1), "'high', which is no"),
        ("outcomes.jsonl", lambda text: text.replace('"status": "measured"', '"status": 3', 1), "its status is 3"),
        ("outcomes.jsonl", lambda text: text.replace('"found": [', '"found": [3, ', 1), "delete that line"),
    ],
)
def test_a_damaged_run_is_refused_in_a_line_that_names_the_file(collection, tmp_path, name, edit, said):
    out = tmp_path / "run"
    result_of(run(collection, Counting().judge, out, limit=2))
    text = (out / name).read_text(encoding="utf-8")
    assert edit(text) != text
    (out / name).write_text(edit(text), encoding="utf-8")
    with pytest.raises(LoadError, match=re.escape(said)) as refused:
        load_run(out)
    assert str(out / name) in str(refused.value)


def test_a_run_without_its_outcomes_is_whole_again_once_it_is_evaluated(collection, tmp_path):
    out = tmp_path / "run"
    result_of(run(collection, Counting().judge, out, limit=2))
    (out / "outcomes.jsonl").unlink()
    assert len(result_of(run(collection, Counting().judge, out, limit=2)).outcomes) == 2
    assert load_run(out).complete


def test_a_llm_judge_in_a_run_keeps_its_words_and_its_cost(collection, tmp_path):
    good = json.dumps({"relevance_explanation": "", "all_relevant_sentence_keys": ["0a"]})
    model = ScriptedModel("Well...", good)
    loaded = result_of(run(collection, make_judge("llm", model=model), tmp_path / "run", questions=QUESTIONS[:1]))
    assert loaded.outcomes[0].judge_replies == ("Well...", good)
    assert loaded.record["cost"] == {"answers": 0, "judge": 0.002}


def test_runs_are_opened_and_deleted(collection, tmp_path):
    result_of(run(collection, Counting().judge, tmp_path / "b"))
    next(run(collection, Counting().judge, tmp_path / "a"))
    (tmp_path / "stray").mkdir()
    assert [load_run(tmp_path / name).complete for name in ("a", "b")] == [False, True]
    delete_run(tmp_path / "a")
    assert not (tmp_path / "a").exists()
    with pytest.raises(SettingError, match="not an evaluation run"):
        delete_run(tmp_path / "stray")
    with pytest.raises(LoadError, match="holds no evaluation run"):
        load_run(tmp_path / "stray")
