"""Evidence followed through changed documents."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from core.types import Document
from corpus.load import load
from corpus.question_rows import QuestionRow, row_of
from corpus.question_writing import questions_jsonl
from corpus.questions import load_questions, parse_questions
from evaluation.questions.drift import counts, drift, fixed

OLD = "The pump stops after nine minutes.\n\nThe mast leans to the north, by four degrees.\n\nAnn owns it.\n"
QUOTES = ("The pump stops after nine minutes.", "The mast leans to the north, by four degrees.", "Ann owns it.")


def rows_of(text=OLD, quotes=QUOTES):
    lines = "".join(
        json.dumps({"id": str(number), "question": "What?", "evidence": [{"document": "a.md", "quote": quote}]}) + "\n"
        for number, quote in enumerate(quotes)
    )
    found = parse_questions(lines, "asked.jsonl", "jsonl", (Document.from_text(text, "a.md"),))
    return [row_of(question) for question in found.questions]


def states(*documents):
    return [(one.state, one.document, one.text) for one in drift(rows_of(), documents)]


def test_nothing_changed():
    found = states(Document.from_text(OLD, "a.md"))
    assert found == [("stands", "a.md", quote) for quote in QUOTES]


def test_words_without_a_document_stand_wherever_they_are():
    row = QuestionRow("q", "What?", None, ({"quote": QUOTES[1]}, {"quote": "The mast leans to the west."}), ())
    stands, like = drift([row], (Document.from_text("Other.", "b.md"), Document.from_text(OLD, "a.md")))
    assert (stands.state, stands.document, stands.text) == ("stands", "a.md", QUOTES[1])
    assert (like.state, like.document) == ("changed", "a.md")


def test_each_state():
    new = Document.from_text(
        "A new line.\n\nThe pump stops after nine minutes.\n\nThe mast leans to the south, by four degrees.\n", "a.md"
    )
    found = drift(rows_of(), [new])
    assert [one.state for one in found] == ["moved", "changed", "gone"]
    assert new.text[found[0].start : found[0].end] == QUOTES[0]
    assert found[1].text == "The mast leans to the south, by four degrees."
    assert found[1].likeness == 8 / 9
    assert found[2].document is None


def test_a_renamed_document_is_found_by_its_quotes():
    found = states(Document.from_text("Other.\n", "b.md"), Document.from_text(OLD, "renamed.md"))
    assert found == [("moved", "renamed.md", quote) for quote in QUOTES]


def test_a_change_in_the_named_document_counts_before_the_same_words_in_another():
    edited = Document.from_text(OLD.replace("north", "south"), "a.md")
    copy = Document.from_text(f"Quoted: {QUOTES[1]}\n", "copy.md")
    for documents in ([edited, copy], [copy, edited]):
        found = drift(rows_of(), documents)[1]
        assert (found.state, found.document) == ("changed", "a.md")
        assert found.note == "unchanged it stands in copy.md: check which of the two is meant"
    (found,) = [
        one for one in drift(rows_of(), [Document.from_text("Other.", "a.md"), copy]) if one.number and one.document
    ]
    assert (found.state, found.document) == ("moved", "copy.md")


def test_without_a_quote_a_change_cannot_be_seen():
    rows = [row for row in rows_of() if row.id == "0"]
    bare = [type(row)(row.id, row.question, None, ({"document": "a.md", "start": 0, "end": 8},), ()) for row in rows]
    assert [one.state for one in drift(bare, [Document.from_text(OLD, "a.md")])] == ["unknown"]
    assert [one.state for one in drift(bare, [Document.from_text("x", "a.md")])] == ["gone"]


def test_a_fixed_file_has_the_new_places_and_marks_what_is_doubtful():
    new = Document.from_text(
        "A line.\n\nThe pump stops after nine minutes.\n\nThe mast leans to the south, by four degrees.\n", "a.md"
    )
    rows = rows_of()
    written = questions_jsonl(fixed(rows, drift(rows, [new]))).decode()
    again = parse_questions(written, "fixed.jsonl", "jsonl", [new])
    assert [question.tags for question in again.questions] == [(), ("evidence-changed",), ("evidence-gone",)]
    assert [len(question.evidence) for question in again.questions] == [1, 1, 0]
    assert len(again.problems) == 1
    settled = [row_of(question) for question in again.questions[:2]]
    assert all(one.state == "stands" for one in drift(settled, [new]))


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="ab \n.", max_size=40), st.text(alphabet="cd \n.", max_size=40))
def test_text_added_around_it_never_loses_evidence(before, after):
    new = Document.from_text(f"{before}\n\n{OLD}\n\n{after}", "a.md")
    found = drift(rows_of(), [new])
    assert [one.text for one in found] == list(QUOTES)
    assert all(one.state == "moved" for one in found)


def test_small_edits_of_the_samples_are_seen_as_changes_of_the_same_passage():
    documents = load("sample:german").documents + load("sample:japanese").documents
    rows = [
        row_of(one) for name in ("german", "japanese") for one in load_questions(f"sample:{name}", documents).questions
    ]
    new = [Document.from_text(one.text.replace("は", "が").replace("die ", "diese "), one.name) for one in documents]
    found = drift(rows, new)
    assert counts(found)["gone"] == 0
    assert counts(found)["changed"] > 10
    for one in found:
        if one.state == "changed":
            assert one.text == one.quote.replace("は", "が").replace("die ", "diese ").strip()
