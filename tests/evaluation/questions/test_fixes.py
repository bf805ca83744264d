"""Fixes that are sure: they mend what lint finds, cost no score, and leave alone what needs a person."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.spans import Span, length
from core.types import Document
from corpus.anchor import EvidencePlaces
from corpus.question_rows import QuestionRow, RowSet
from evaluation.questions.drift import drift
from evaluation.questions.fixes import applied, sure_fixes
from evaluation.questions.lint import lint

TEXT = "New here.\n\nThe pump stops after nine minutes. The mast leans north. It leans. It leans.\n"
DOCUMENTS = (Document.from_text(TEXT, "a.md"), Document.from_text("The mast leans north. Copy.", "b.md"))


def passage(quote, start, document="a.md"):
    return {"document": document, "start": start, "end": start + len(quote), "quote": quote}


def row(name, *evidence, question="", answer=None):
    return QuestionRow(name, question or f"Why {name}?", answer, evidence, ())


def fixed(*rows, documents=DOCUMENTS):
    fixes = sure_fixes(rows, documents, drift(rows, documents))
    return fixes, applied(rows, fixes)


def test_a_quote_that_moved_within_its_document_gets_its_place():
    quote = "The pump stops after nine minutes."
    (fix,), (mended,) = fixed(row("a", passage(quote, 0)))
    assert mended.evidence == (passage(quote, 11),)
    assert fix.says == "evidence 1 is at 11 of a.md now"


def test_what_leaves_a_choice_is_left_alone():
    twice = row("a", passage("It leans.", 3))
    changed = row("b", passage("The pump stops after ten minutes.", 0))
    gone = row("c", passage("Nothing like this stands anywhere at all.", 0))
    nowhere = row("d", passage("The mast leans north.", 0, "old.md"))
    fixes, rows = fixed(twice, changed, gone, nowhere)
    assert fixes == [] and rows == [twice, changed, gone, nowhere]


def test_a_quote_whose_document_was_renamed_is_found_where_it_stands_alone():
    quote = "The pump stops after nine minutes."
    _, (mended,) = fixed(row("a", passage(quote, 11, "old.md")))
    assert mended.evidence == (passage(quote, 11),)


def test_the_same_question_twice_is_kept_once_unless_its_evidence_differs():
    first = row("a", passage("The mast leans north.", 46), question="Where does it lean?")
    again = row("b", passage("The mast leans north.", 46), question="Where  does it LEAN?")
    other = row("c", passage("It leans.", 68), question="Where does it lean?")
    fixes, rows = fixed(first, again, other)
    assert [one.id for one in rows] == ["a", "c"]
    assert fixes[0].says == "left out: it is a again, word for word"


SPANS = st.lists(st.tuples(st.integers(0, len(TEXT) - 2), st.integers(1, 20)), min_size=1, max_size=4)


@given(SPANS)
def test_joined_passages_cover_the_same_characters_and_overlap_no_more(found):
    spans = [Span(start, min(len(TEXT), start + size)) for start, size in found]
    given_row = row("a", *({"document": "a.md", "start": span.start, "end": span.end} for span in spans))
    _, (mended,) = fixed(given_row)
    places = EvidencePlaces(DOCUMENTS)
    after = [Span(one.start, one.end) for one, _ in map(places.anchor, mended.evidence)]
    assert length(after) == length(spans)
    assert sum(span.length for span in after) == length(after)
    report = lint(RowSet("s", (mended,)), DOCUMENTS)
    assert not [one for one in report.findings if one.check == "overlap"]
    assert fixed(mended)[0] == []
