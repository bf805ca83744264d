"""Evidence in a text that stands in several places and is returned from one of them."""

import pytest

from chunking_strategies import chunk_spec
from core.spans import Span
from core.types import Chunk, Document, Evidence, Hit, Question, RetrievalSpec
from corpus.types import Corpus
from evaluation.copies import where_returned
from evaluation.judges import make_judge
from evaluation.run import evaluate
from retrieval.build import build
from retrieval.collections import open_collection
from tests.fakes import HashEncoder, result_of


def evidence(document: Document, quote: str) -> Evidence:
    start = document.text.index(quote)
    return Evidence(document.id, start, start + len(quote), quote)


def hit(document: Document, start: int, end: int) -> Hit:
    chunk = Chunk("c", document.id, start, end, document.text[start:end])
    return Hit(1, chunk, 1.0, "x", {}, Span(start, end), chunk.text)


def placed(pieces, hits, documents, **chunks):
    spans = {name: [Span(*pair) for pair in pairs] for name, pairs in chunks.items()}
    return where_returned(pieces, hits, spans, {document.id: document for document in documents})


def quotes(pieces) -> list[tuple[str, str]]:
    return [(piece.document_id, piece.quote) for piece in pieces]


A = Document.from_text("Fees are 5. Limit is 10.", "a")
B = Document.from_text("Note.\nLimit  is\n10. More.", "b")


def test_evidence_moves_to_the_copy_that_was_returned():
    """ "Limit  is\\n10." of b is [6, 19); the copy in a is [12, 24). White space inside differs."""
    (piece,) = placed([evidence(B, "10.")], [hit(A, 12, 24)], [A, B], a=[(0, 11), (12, 24)], b=[(0, 5), (6, 19)])
    assert piece == evidence(A, "10.")
    (piece,) = placed([evidence(B, "is\n10")], [hit(A, 12, 24)], [A, B], a=[(12, 24)], b=[(6, 19)])
    assert piece == evidence(A, "is 10")


def test_only_what_lies_in_the_copy_moves():
    """Of "10. More" only "10." stands in a as well."""
    found = placed([evidence(B, "10. More")], [hit(A, 12, 24)], [A, B], a=[(12, 24)], b=[(6, 19), (20, 25)])
    assert quotes(found) == [("a", "10."), ("b", " More")]


def test_evidence_stays_where_it_is_returned_or_nothing_reads_the_same():
    pieces = [evidence(A, "Fees"), evidence(B, "10.")]
    chunks = {"a": [(0, 11), (12, 24)], "b": [(0, 5), (6, 19)]}
    assert placed(pieces, [hit(B, 6, 19)], [A, B], **chunks) == pieces
    assert placed(pieces, [hit(A, 0, 11)], [A, B], **chunks) == pieces
    assert placed(pieces, [], [A, B], **chunks) == pieces


def test_a_passage_of_several_ranges_returned_each_of_them():
    (piece,) = placed([evidence(B, "10.")], [hit(A, 0, 24)], [A, B], a=[(0, 11), (12, 24)], b=[(6, 19)])
    assert piece == evidence(A, "10.")


def test_a_document_that_the_collection_does_not_hold():
    pieces = [Evidence("gone", 0, 3, "Why")]
    assert placed(pieces, [hit(A, 0, 11)], [A], a=[(0, 11)]) == pieces


@pytest.mark.parametrize("marked", ["one.txt", "two.txt"])
def test_r16_a_copy_counts_whichever_of_the_two_is_marked(home, tmp_path, marked):
    """R16: the limit stands in two documents and is returned once; the evidence is not lost."""
    texts = {"one.txt": "Limit is 10.\n\nOwls hoot.", "two.txt": "Fees are 5.\n\nLimit  is 10."}
    documents = {name: Document.from_text(text, name) for name, text in texts.items()}
    spec = chunk_spec("sparse", {"chunk_size": 14, "overlap": 0})
    name = result_of(build(Corpus("c", tuple(documents.values())), spec, HashEncoder(), home)).collection
    piece = evidence(documents[marked], "10.")
    opened = open_collection(name, home)
    events = evaluate(
        opened,
        None,
        [Question("q", "What is the limit?", (piece,))],
        RetrievalSpec(mode="bm25", k=2),
        make_judge("gold"),
        None,
        tmp_path / "run",
        question_set="q",
    )
    outcome = result_of(events).outcomes[0]
    opened.close()
    (found,) = [each for each in outcome.found if "Limit" in documents[each.document].text[each.start : each.end]]
    assert outcome.score("evidence_recall") == 1.0 and outcome.score("relevance") > 0
    assert found.rank == 1 and outcome.score("mrr") == 1.0
