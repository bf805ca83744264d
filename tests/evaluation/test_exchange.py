"""What a judge is shown of a pipeline's question."""

from __future__ import annotations

import pytest

from core.spans import Span
from core.types import Answer, Chunk, Citation, Evidence, Hit, Question
from evaluation.exchange import exchange_of

TEXT = "Intro.\n\nThe shop opens at 9. It is red. Ann owns it."


def hit(start, end, document="d"):
    chunk = Chunk("c", document, start, end, TEXT[start:end])
    return Hit(1, chunk, 1.0, "BM25", {}, Span(start, end), TEXT[start:end])


def answered(text, *markers):
    citations = tuple(Citation(marker, "c", "d", 0, 1) for marker in markers)
    return Answer(text, citations, "", "m", None, None, 0.0)


def test_each_hit_is_one_chunk_of_sentences():
    exchange = exchange_of(Question("q", "?"), [hit(8, 39), hit(0, 6)], None)
    assert list(exchange.context.items()) == [("0a", "The shop opens at 9."), ("0b", "It is red."), ("1a", "Intro.")]
    assert exchange.response is None
    assert exchange.evidence_keys is None


def test_evidence_is_mapped_by_offsets_of_the_source():
    start = TEXT.index("It is red")
    question = Question("q", "?", (Evidence("d", start, start + 5, "It is"),))
    assert exchange_of(question, [hit(8, len(TEXT)), hit(29, 39)], None).evidence_keys == ("0b", "1a")
    assert exchange_of(question, [hit(8, len(TEXT), "other")], None).evidence_keys == ()


def test_touching_evidence_is_not_overlap():
    end = TEXT.index(" It is red")
    question = Question("q", "?", (Evidence("d", end, end + 1, " "),))
    assert exchange_of(question, [hit(8, len(TEXT))], None).evidence_keys == ()


def test_citation_markers_are_no_claims():
    answer = answered("It opens at 9 [1]. See item [7].[2]", 1, 2)
    exchange = exchange_of(Question("q", "?"), [hit(8, 39)], answer)
    assert exchange.response == {"a": "It opens at 9.", "b": "See item [7]."}


@pytest.mark.parametrize("markers", ["[1, 2]", "[1-2]", "[1][2]", "【1】", "［2］"])
def test_markers_in_every_form_that_cites_are_no_claims(markers):
    exchange = exchange_of(Question("q", "?"), [hit(8, 39)], answered(f"It opens at 9. {markers}", 1, 2))
    assert exchange.response == {"a": "It opens at 9."}


def test_an_answer_without_text_has_no_sentences():
    assert exchange_of(Question("q", "?"), [], answered(" ")).response == {}
