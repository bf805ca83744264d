"""Each check on a question made to fail it, and none on the bundled questions that would make a score wrong."""

from __future__ import annotations

import pytest

from core.types import Document
from corpus.load import load
from corpus.question_writing import questions_jsonl
from corpus.questions import load_rows, parse_rows
from evaluation.questions.easy import expected, with_easy
from evaluation.questions.lint import NO_MODEL, lint
from generation.chat import FREE
from generation.reply_cache import ReplyCache
from tests.evaluation.scripted import ScriptedModel
from tests.fakes import result_of

TEXT = (
    "The pump stops after nine minutes. It starts again by itself.\n\n"
    "The filter of the large pump is replaced every six weeks by the depot. It starts again by itself.\n"
)
DOCUMENTS = (Document.from_text(TEXT, "pump.md"), Document.from_text("The mast leans to the north.\n", "mast.md"))
NINE = {"document": "pump.md", "quote": "The pump stops after nine minutes."}


def row(question="When does the machine halt?", evidence=(NINE,), **more):
    return {"question": question, "evidence": list(evidence), **more}


def findings(*rows):
    import json

    given = parse_rows("".join(json.dumps(one) + "\n" for one in rows), "asked.jsonl", "jsonl")
    return lint(given, DOCUMENTS).findings


def checks(*rows):
    return [(one.question_id, one.check) for one in findings(*rows)]


def test_a_sound_question_has_no_finding():
    assert checks(row()) == []


@pytest.mark.parametrize(
    ("passage", "check"),
    [
        ({"document": "pump.md", "quote": "The pump never stops."}, "missing"),
        ({"document": "tank.md", "quote": "The pump stops after nine minutes."}, "missing"),
        ({"document": "pump.md", "quote": "It starts again by itself."}, "ambiguous"),
        ({"document": "pump.md", "start": 5, "end": 5}, "range"),
        ({"document": "pump.md", "start": 0, "end": 9_999}, "range"),
        ({"document": "pump.md"}, "range"),
        ({"start": 3, "end": 20}, "range"),
        ({**NINE, "start": 3, "end": 20}, "moved"),
    ],
)
def test_evidence_that_cannot_be_counted(passage, check):
    assert [name for _, name in checks(row(evidence=[passage]))][:1] == [check]


def test_words_without_a_document_are_checked_where_they_stand():
    assert checks(row(evidence=({"quote": "The mast leans to the north."},))) == []
    assert checks(row(evidence=({"quote": "The mast leans to the west."},))) == [("q1", "missing")]


def test_a_quote_with_its_place_is_not_ambiguous_but_has_copies():
    start = TEXT.index("It starts")
    passage = {"document": "pump.md", "start": start, "end": start + 26, "quote": "It starts again by itself."}
    assert checks(row(evidence=[passage])) == [("q1", "copies")]


def test_passages_that_overlap_or_repeat():
    part = {"document": "pump.md", "start": 4, "end": 14}
    assert checks(row(evidence=[NINE, part])) == [("q1", "overlap")]
    assert checks(row(evidence=[NINE, NINE])) == [("q1", "overlap")]


def test_what_is_unanswerable_has_no_evidence_and_what_is_not_has_some():
    assert checks(row(tags=["unanswerable"])) == [("q1", "contradiction")]
    assert checks(row(evidence=[])) == [("q1", "no-evidence")]
    assert checks(row(evidence=[], tags=["unanswerable"])) == []


def test_the_same_question_twice():
    assert checks(row(), row("when does  the machine HALT?")) == [("q2", "duplicate")]
    near = "When does the machine of the old depot halt?", "When, please, does the old depot's machine halt?"
    assert checks(row(near[0]), row(near[1])) == [("q2", "duplicate")]


def test_questions_that_differ_in_a_number_a_name_or_their_evidence_are_not_the_same():
    asked = "How long may the red machine of depot {} halt in {}?"
    other = {"document": "mast.md", "quote": "The mast leans to the north."}
    assert checks(row(asked.format(1, "Oslo")), row(asked.format(2, "Oslo"))) == []
    assert checks(row(asked.format(1, "Oslo")), row(asked.format(1, "Bergen"))) == []
    assert checks(row(asked.format(1, "Oslo")), row(asked.format(1, "Oslo") + " Why?", [other])) == []


def test_a_copy_of_a_sentence_is_a_leak_and_a_paraphrase_is_none():
    passage = {"document": "pump.md", "quote": "The filter of the large pump is replaced every six weeks by the depot."}
    copied = "Is the filter of the large pump replaced every six weeks by the depot?"
    assert checks(row(copied, [passage])) == [("q1", "leak")]
    assert checks(row("How often does somebody change the sieve?", [passage])) == []


def test_an_answer_whose_number_is_nowhere():
    assert checks(row(answer="After 9 minutes.")) == []
    assert checks(row(answer="After 12 minutes.")) == [("q1", "answer")]
    assert checks(row(answer="Sunshine and rain.")) == [("q1", "answer")]


def test_a_row_that_cannot_be_read_is_a_finding():
    assert checks({"question": ""}, row())[0][1] == "row"


def test_errors_come_first():
    order = [one.severity for one in findings(row(), row(), row("Why?", [{"document": "x.md", "quote": "y"}]))]
    assert order == sorted(order, key=["error", "warning", "note"].index)


def test_the_bundled_questions_hold_no_error():
    documents = load("sample:tarnwick").documents
    report = lint(load_rows("sample:tarnwick"), documents)
    assert report.count("error") == 0
    assert report.count("warning") <= 1
    assert next(one for one in report.checked if one.check == "easy").reason == NO_MODEL


class Model(ScriptedModel):
    price = FREE


ASKED = [
    row("How many legs has a spider?", id="spider", answer="8 legs."),
    row("When does the machine halt?", id="pump", answer="After nine minutes."),
    row("Does the machine halt?", id="yes", answer="Yes."),
    row("Who paints it?", id="open"),
]


def easy(tmp_path, model):
    import json

    given = parse_rows("".join(json.dumps(one) + "\n" for one in ASKED), "asked.jsonl", "jsonl")
    report = lint(given, DOCUMENTS)
    return result_of(with_easy(report, given, model, ReplyCache(tmp_path, "unaided_answers"))), given


def test_a_question_answered_without_documents_is_too_easy(tmp_path):
    report, _ = easy(tmp_path, Model("A spider has eight legs.", "I do not know."))
    assert [one.question_id for one in report.findings if one.check == "easy"] == ["spider"]
    state = report.checked[-1]
    assert (state.number, state.total) == (2, 4)
    assert "2 questions without a reference answer that tells anything" in state.reason


def test_replies_are_kept_and_what_asking_takes_is_told(tmp_path):
    report, given = easy(tmp_path, Model("I do not know."))
    model = Model("never asked")
    again, _ = easy(tmp_path, model)
    assert model.asked == []
    assert again == report
    assert "No call" in expected(given, model, ReplyCache(tmp_path, "unaided_answers")).sentence
    assert "2 calls" in expected(given, model, ReplyCache(tmp_path / "other", "unaided_answers")).sentence


def test_a_model_that_fails_leaves_the_check_undone_and_says_why(tmp_path):
    from core.errors import GenerationError

    report, _ = easy(tmp_path, Model(GenerationError("scripted is down.")))
    state = report.checked[-1]
    assert (state.status, state.number) == ("not measured", 0)
    assert "scripted is down" in state.reason
    assert all(one.check != "easy" for one in report.findings)


def test_written_questions_come_back():
    given = load_rows("sample:faq")
    again = parse_rows(questions_jsonl(given.rows).decode(), "faq.jsonl", "jsonl")
    assert again.rows == given.rows
