"""What was not handed on, and why. Texts are those of test_passages.py."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.types import Document, RetrievalSpec
from retrieval.passages import BELOW, explained_passages, passages
from retrieval.taken import INSIDE, SAME_TEXT, SHARE, Ranked
from tests.retrieval.test_passages import TEXT, WINDOWS, word


def explained(*chunks, texts=None, **spec):
    documents = {name: Document.from_text(text, name) for name, text in (texts or {"d": TEXT}).items()}
    ranking = [Ranked(chunk.id, 1 / rank, "x", {}) for rank, chunk in enumerate(chunks, start=1)]
    wanted = RetrievalSpec(**({"k": 99} | spec))
    by_id = {chunk.id: chunk for chunk in chunks}
    return explained_passages(ranking, by_id, documents, wanted), passages(ranking, by_id, documents, wanted)


def reasons(handed) -> list[tuple[int, str]]:
    return [(left.rank, left.reason) for left in handed.left_out]


def test_a_number_ends_the_list_and_the_next_few_are_told():
    handed, _ = explained(*(word(n) for n in range(8)), k=2)
    assert reasons(handed) == [(3, "after the first 2"), (4, BELOW), (5, BELOW), (6, BELOW)]


def test_a_budget_tells_what_was_free():
    handed, _ = explained(word(0, (0, 3)), word(5), word(6), k=5, token_budget=4)
    assert reasons(handed) == [(2, "no room: 0 tokens are free"), (3, BELOW)]


def test_copies_siblings_and_shares_are_passed_over():
    texts = {"d": TEXT, "e": TEXT}
    handed, _ = explained(word(0, (0, 2)), word(1, (0, 2)), word(0, (0, 2), "e", texts["e"]), word(9), texts=texts)
    assert reasons(handed) == [(2, INSIDE), (3, SAME_TEXT)]
    handed, _ = explained(word(0), word(5), word(7, document="e", text=TEXT.upper()), k=2, document_share=0.5,
                          texts={"d": TEXT, "e": TEXT.upper()})  # fmt: skip
    assert reasons(handed) == [(2, SHARE)]


@given(WINDOWS, st.integers(1, 6), st.sampled_from([1.0, 0.5]), st.booleans())
def test_law_explaining_changes_nothing_and_names_every_chunk_on_the_way(windows, limit, share, by_budget):
    texts = {"d": TEXT, "e": TEXT.upper()}
    chunks = [word(n, (max(0, n - around), min(11, n + around)), name, texts[name]) for name, n, around in windows]
    spec = {"token_budget" if by_budget else "k": limit, "document_share": share}
    handed, plain = explained(*chunks, texts=texts, **spec)
    assert handed.hits == plain
    ranks = [left.rank for left in handed.left_out]
    assert ranks == sorted(set(ranks))
    on_the_way = max([0, *(left.rank for left in handed.left_out if left.reason == BELOW)])
    told = {left.chunk.id for left in handed.left_out} | {hit.chunk.id for hit in handed.hits}
    # Chunks whose parents became one passage are in it, under its best chunk.
    joined = {chunk.id for chunk in chunks if any(hit.returned.start <= chunk.start and chunk.end <= hit.returned.end
              and hit.chunk.document_id == chunk.document_id for hit in handed.hits)}  # fmt: skip
    assert {chunk.id for chunk in chunks[:on_the_way]} <= told | joined
