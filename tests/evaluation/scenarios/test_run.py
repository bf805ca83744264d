"""Scenarios over a real small collection, with models whose behavior is known."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import pytest

from core.errors import GenerationError, SettingError
from core.types import RetrievalSpec
from corpus.questions import Unplaced
from evaluation.pipeline import Pipeline
from evaluation.references.correctness import Correctness
from evaluation.run import evaluate
from evaluation.scenarios.result import PARTLY
from evaluation.scenarios.run import expected, run_scenarios
from evaluation.scenarios.scenario import Scenario, scenarios_of
from evaluation.scenarios.shown import SYNTHETIC, UNSEEN, shown
from generation.models import ExtractiveModel
from terminal.scenario_reports import scenarios_lines
from tests.evaluation.conftest import QUESTIONS
from tests.evaluation.scripted import ScriptedModel
from tests.fakes import result_of

ALL = scenarios_of(["unanswerable", "withheld", "contradicting:0.5", "noisy:0.5"])
SILENT = "I cannot find this in the documents."


class Reader(ScriptedModel):
    """Answers with the line of its prompt that holds the phrase for its question, else says that it cannot tell."""

    def __init__(self, phrases):
        super().__init__("")
        self.phrases = phrases

    def complete(self, messages, **settings):
        passages, _, question = messages[-1].content.rpartition("Question: ")
        phrase = self.phrases.get(question.strip(), "nowhere")
        self.replies = [next((line for line in passages.splitlines() if phrase in line), SILENT)]
        return super().complete(messages, **settings)


PHRASES = dict(
    zip([one.text for one in QUESTIONS], ["opens at", "Ann owns", "sold in tins", "refund of 2"], strict=False)
)


@pytest.fixture
def at_work(collection, counting, hash_encoder, tmp_path):
    def work(model, scenarios=ALL, compare=None, questions=QUESTIONS, folder=tmp_path / "run", unplaced=()):
        judge = replace(counting.judge, compare=compare)
        spec = RetrievalSpec(k=2)
        run = result_of(evaluate(collection, hash_encoder, questions, spec, judge, model, folder))
        pipeline = Pipeline(collection, hash_encoder, spec, judge, model, "sentence")
        return {
            one.scenario: one for one in result_of(run_scenarios(run, questions, scenarios, pipeline, unplaced))
        }, folder

    return work


def rows_of(folder, name="scenario_answers.csv"):
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_model_that_never_answers_abstains_rightly_and_wrongly(at_work):
    found, _ = at_work(ScriptedModel(SILENT))
    assert found["withheld"].share("correct_abstention").number == 4
    assert found["withheld"].share("hallucinated").share == 0
    assert found["unanswerable"].share("correct_abstention").n == 1
    assert found["as-retrieved"].share("false_abstention").share == 1
    assert found["as-retrieved"].share("noticed").share is None


def test_a_model_that_always_answers_hallucinates_where_nothing_can_be_known(at_work):
    found, folder = at_work(ScriptedModel("At nine."))
    share = found["withheld"].share("hallucinated")
    assert (share.share, share.n) == (1.0, 4)
    assert 0 < share.low < share.high == 1
    rows = [row for row in rows_of(folder) if row["scenario"] == "withheld"]
    assert [row["outcome"] for row in rows] == ["hallucinated"] * 4


def test_a_model_that_reads_answers_what_is_shown_and_abstains_where_it_is_withheld(at_work):
    found, folder = at_work(Reader(PHRASES))
    outcome = {(row["scenario"], row["question_id"]): row["outcome"] for row in rows_of(folder)}
    assert [outcome["as-retrieved", f"q{n}"] for n in range(1, 6)] == ["answered correctly"] * 4 + [
        "correct abstention"
    ]
    assert [outcome["withheld", f"q{n}"] for n in range(1, 5)] == ["correct abstention"] * 4
    assert found["withheld"].share("correct_abstention").share == 1
    assert found["as-retrieved"].share("answered_correctly").n == 4


def test_withheld_passages_hold_no_evidence_and_others_move_up(collection, counting, hash_encoder):
    pipeline = Pipeline(collection, hash_encoder, RetrievalSpec(k=2), counting.judge, None, "sentence")
    for question in QUESTIONS[:4]:
        hits = shown(question, Scenario("withheld"), pipeline).hits
        assert len(hits) == 2
        assert not any(piece.quote in hit.text for hit in hits for piece in question.evidence)


def test_a_contradiction_stands_beside_the_original_and_is_marked(collection, counting, hash_encoder):
    pipeline = Pipeline(collection, hash_encoder, RetrievalSpec(k=2), counting.judge, None, "sentence")
    question = QUESTIONS[3]
    seen = shown(question, Scenario("contradicting", 0.5), pipeline)
    false = [hit for hit in seen.hits if hit.score_kind == SYNTHETIC]
    assert len(seen.hits) == 2
    assert [one.before for one in seen.altered] == ["2"]
    assert "a refund of 3 euros" in false[0].text
    assert false[0].chunk.document_id.startswith("synthetic")
    assert any("a refund of 2 euros" in hit.text for hit in seen.hits)
    assert shown(question, Scenario("contradicting", 0.5), pipeline) == seen


def test_a_model_that_repeats_the_altered_copy_is_misled(at_work):
    found, folder = at_work(
        Reader({QUESTIONS[3].text: "refund of 3"}), scenarios_of(["contradicting:0.5"]), questions=QUESTIONS[3:4]
    )
    assert found["contradicting"].share("misled").share == 1
    row = rows_of(folder)[-1]
    assert (row["outcome"], row["altered"], row["synthetic"]) == ("misled", "2 > 3", "1")


def test_the_judges_word_on_correctness_goes_before_the_words(at_work):
    def compare(question, reference, answer):
        return Correctness("incorrect", "no")

    found, folder = at_work(ScriptedModel("At nine."), scenarios_of(["noisy"]), compare)
    assert found["as-retrieved"].share("answered_correctly").number == 0
    answered = [row for row in rows_of(folder) if row["outcome"] == "answered wrongly"]
    assert answered
    assert all(row["correct_by"] == "judge" for row in answered)


def test_the_files_of_the_run_stay_as_they_were_and_work_goes_on_where_it_ended(at_work):
    model = ScriptedModel("At nine.")
    first, folder = at_work(model, ALL[:2])
    before = {name: (folder / name).read_bytes() for name in ("run.json", "questions.csv", "contexts.csv")}
    asked = len(model.asked)
    again, _ = at_work(model, ALL[:2])
    assert again == first
    assert len(model.asked) == asked
    both, _ = at_work(model, ALL)
    assert len(model.asked) > asked
    assert both["withheld"] == first["withheld"]
    assert {name: (folder / name).read_bytes() for name in before} == before
    assert rows_of(folder, "scenarios.csv")[0].keys() >= {"scenario", "rate", "measure", "share", "low", "high", "n"}


def test_a_question_whose_evidence_is_not_in_the_documents_is_not_unanswerable(at_work):
    """The last question has no evidence here; where that is because it was not found, nothing is known of it."""
    lost = Unplaced(QUESTIONS[4].id, "gone.md", "a quote", "no such document")
    known, _ = at_work(ScriptedModel(SILENT), ALL[:1])
    found, _ = at_work(ScriptedModel(SILENT), ALL[:1], unplaced=[lost])
    assert (known["unanswerable"].questions, found["unanswerable"].questions) == (1, 0)


def test_a_scenario_that_no_question_fits_has_a_row_that_says_so(at_work):
    found, folder = at_work(ScriptedModel(SILENT), ALL[:1], questions=QUESTIONS[:4])
    assert (found["unanswerable"].questions, found["unanswerable"].share("hallucinated").n) == (0, 0)
    assert "none is unanswerable" in found["unanswerable"].note
    rows = [row for row in rows_of(folder, "scenarios.csv") if row["scenario"] == "unanswerable"]
    assert {(row["asked"], row["share"], row["note"]) for row in rows} == {("0", "", found["unanswerable"].note)}
    assert found["as-retrieved"].note == ""
    assert "unanswerable: no question was asked (every question" in scenarios_lines(tuple(found.values()), folder)


def test_the_counts_of_every_measure_add_up_to_the_questions_asked(at_work):
    compare = ScriptedModel("At nine.", GenerationError("It broke."), "At nine.")
    _, folder = at_work(compare)
    parts = ("n", "missing", "other_outcome", "not_counted", "failed")
    rows = rows_of(folder, "scenarios.csv")
    assert all(int(row["asked"]) == sum(int(row[name]) for name in parts) for row in rows)
    assert {row["asked"] for row in rows if row["scenario"] == "as-retrieved"} == {"5"}
    assert any(int(row["not_counted"]) + int(row["failed"]) for row in rows)


def test_evidence_shown_in_part_is_not_called_unseen(collection, counting, hash_encoder):
    pipeline = Pipeline(collection, hash_encoder, RetrievalSpec(k=1), counting.judge, None, "sentence")
    seen, unseen = QUESTIONS[3], QUESTIONS[0]
    both = replace(seen, evidence=(*seen.evidence, *unseen.evidence))
    scenario = Scenario("contradicting", 0.5)
    assert shown(both, scenario, pipeline).reason == PARTLY
    assert shown(replace(seen, evidence=unseen.evidence), scenario, pipeline).reason == UNSEEN


def test_what_asking_takes_is_told_before(collection, counting, hash_encoder, tmp_path):
    spec, model = RetrievalSpec(k=2), ScriptedModel("At nine.")
    run = result_of(evaluate(collection, hash_encoder, QUESTIONS, spec, counting.judge, model, tmp_path / "run"))
    told = expected(run, QUESTIONS, ALL, counting.judge)
    assert told == "Scenarios: at most 12 more answers, about US$ 0.0120, as the run's own."
    paid = replace(counting.judge, settings={"model": "big"})
    assert "each judged by big" in expected(run, QUESTIONS, ALL, paid)


def test_a_failing_call_is_a_reason_and_is_asked_again(at_work):
    folder_model = ScriptedModel(
        "At nine.", "At nine.", "At nine.", "At nine.", "At nine.", GenerationError("It broke.")
    )
    found, folder = at_work(folder_model, ALL[1:2])
    assert found["withheld"].failed == 4
    assert found["withheld"].reasons == {"It broke.": 4}
    found, _ = at_work(ScriptedModel("At nine."), ALL[1:2])
    assert found["withheld"].failed == 0
    assert len(json.loads((folder / "scenarios.jsonl").read_text(encoding="utf-8").splitlines()[0])) == 1


def test_extractive_works_and_what_cannot_work_is_refused(at_work, tmp_path):
    found, _ = at_work(ExtractiveModel(), ALL)
    assert found["noisy"].questions == 4
    with pytest.raises(SettingError, match="name one that answers"):
        at_work(None, ALL, folder=tmp_path / "none")
    with pytest.raises(SettingError, match="annotated evidence"):
        at_work(ScriptedModel("x"), ALL, questions=QUESTIONS[4:], folder=tmp_path / "open")
