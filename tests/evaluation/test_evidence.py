"""Evidence metrics by hand, and against a naive version that looks at one character at a time."""

from __future__ import annotations

from itertools import combinations
from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.spans import Span
from core.types import Chunk, Evidence, Hit
from evaluation import evidence as metrics
from evaluation.evidence import Passage, evidence_scores, returnable


def passages(*triples):
    return [Passage(document, Span(start, end)) for document, start, end in triples]


def hit(rank, document, start, end):
    chunk = Chunk(f"c{rank}", document, start, end, "x" * (end - start))
    return Hit(rank, chunk, 1.0, "cosine similarity", {}, Span(start, end), chunk.text)


def test_e20_a_chunk_that_holds_everything_shows_its_price():
    gold, returned = passages(("d", 100, 150)), passages(("d", 0, 1000))
    assert metrics.recall(gold, returned) == 1.0
    assert metrics.precision(gold, returned) == 0.05
    assert metrics.iou(gold, returned) == 0.05


def test_evidence_split_over_two_hits_is_whole():
    gold = passages(("d", 90, 110))
    assert metrics.recall(gold, passages(("d", 0, 100), ("d", 100, 200))) == 1.0
    assert metrics.recall(gold, passages(("d", 0, 100))) == 0.5


def test_overlap_counts_once():
    gold, returned = passages(("d", 0, 10)), passages(("d", 0, 20), ("d", 10, 30))
    assert metrics.precision(gold, returned) == 10 / 30


def test_the_same_offsets_in_another_document_are_no_evidence():
    assert metrics.recall(passages(("d", 0, 10)), passages(("e", 0, 10))) == 0.0


def test_mrr_takes_the_first_hit_that_covers_evidence():
    gold = passages(("d", 0, 10))
    assert metrics.mrr(gold, passages(("d", 20, 30), ("d", 9, 12), ("d", 0, 10))) == 0.5
    assert metrics.mrr(gold, []) == 0.0


def test_ndcg_by_hand():
    gold = passages(("d", 0, 10), ("e", 0, 30))
    returned = passages(("d", 0, 10), ("x", 0, 5), ("e", 0, 15))
    ideal = 30 / log2(2) + 10 / log2(3)
    assert metrics.ndcg(gold, returned) == pytest.approx((10 / log2(2) + 15 / log2(4)) / ideal)


def test_ndcg_counts_repeated_text_once():
    gold = passages(("d", 0, 10))
    assert metrics.ndcg(gold, passages(*[("d", 0, 10)] * 5)) == 1.0


def test_severed_is_the_share_that_no_chunk_holds_whole():
    chunks = {"d": [Span(0, 10), Span(10, 20)]}
    assert metrics.severed(passages(("d", 2, 8), ("d", 8, 12)), chunks) == 0.5
    assert metrics.severed(passages(("e", 0, 1)), chunks) == 1.0


def test_precision_omega_takes_the_cheapest_of_overlapping_chunks():
    gold = passages(("d", 12, 18))
    chunks = {"d": [Span(0, 20), Span(10, 20), Span(15, 40)]}
    assert metrics.precision_omega(gold, chunks) == 6 / 10


def test_precision_omega_without_overlap_is_every_chunk_that_touches_evidence():
    gold = passages(("d", 8, 12), ("e", 0, 1))
    chunks = {"d": [Span(0, 10), Span(10, 20), Span(20, 30)], "e": [Span(0, 5)]}
    assert metrics.precision_omega(gold, chunks) == 5 / 25


def test_precision_omega_is_unknown_when_no_chunk_touches_evidence():
    assert metrics.precision_omega(passages(("d", 0, 5)), {"d": [Span(5, 9)]}) is None


def test_without_annotated_evidence_nothing_is_measured():
    assert evidence_scores([], [hit(1, "d", 0, 5)], {"d": [Span(0, 5)]}) is None


def test_nothing_returned_is_no_precision():
    scores = evidence_scores([Evidence("d", 0, 5, "")], [], {"d": [Span(0, 5)]})
    assert (scores.recall, scores.precision, scores.hit, scores.mrr, scores.ndcg) == (0.0, None, False, 0.0, 0.0)


def test_parents_count_as_returned():
    child = Chunk("c", "d", 5, 8, "x" * 3, parent=Span(0, 20))
    assert returnable([child, Chunk("b", "d", 10, 12, "xx", parent=Span(0, 20))]) == {"d": [Span(0, 20)]}
    found = Hit(1, child, 1.0, "BM25", {}, child.returned, "x" * 20)
    assert evidence_scores([Evidence("d", 0, 20, "")], [found], returnable([child])).recall == 1.0


SPANS = st.builds(lambda start, size: Span(start, start + size), st.integers(0, 40), st.integers(1, 15))
PASSAGES = st.lists(st.builds(Passage, st.sampled_from("de"), SPANS), max_size=6)
EVIDENCE = PASSAGES.filter(bool)


def characters(several):
    return {(document, position) for document, span in several for position in range(span.start, span.end)}


@settings(max_examples=200, deadline=None)
@given(EVIDENCE, PASSAGES)
def test_equal_to_the_naive_version(gold, returned):
    wanted, given_back = characters(gold), characters(returned)
    common = wanted & given_back
    assert metrics.recall(gold, returned) == pytest.approx(len(common) / len(wanted), abs=1e-9)
    assert metrics.iou(gold, returned) == pytest.approx(len(common) / len(wanted | given_back), abs=1e-9)
    precision = metrics.precision(gold, returned)
    assert precision == (pytest.approx(len(common) / len(given_back), abs=1e-9) if given_back else None)
    ranks = [rank for rank, passage in enumerate(returned, 1) if characters([passage]) & wanted]
    assert metrics.mrr(gold, returned) == pytest.approx(1 / ranks[0] if ranks else 0.0, abs=1e-9)
    assert metrics.ndcg(gold, returned) == pytest.approx(naive_ndcg(wanted, returned), abs=1e-9)


def naive_ndcg(wanted, returned):
    seen, gained = set(), 0.0
    for rank, passage in enumerate(returned, 1):
        new = (characters([passage]) & wanted) - seen
        gained += len(new) / log2(1 + rank)
        seen |= new
    sizes = sorted((sum(document == d for document, _ in wanted) for d in "de"), reverse=True)
    return gained / sum(size / log2(1 + rank) for rank, size in enumerate(sizes, 1))


@settings(max_examples=200, deadline=None)
@given(EVIDENCE, PASSAGES)
def test_precision_omega_and_severed_equal_trying_every_set_of_chunks(gold, chunk_list):
    chunks = {document: [span for d, span in chunk_list if d == document] for document in "de"}
    wanted = characters(gold)
    reachable = wanted & characters(chunk_list)
    sets = [c for size in range(len(chunk_list) + 1) for c in combinations(chunk_list, size)]
    covers = [characters(chosen) for chosen in sets if reachable and reachable <= characters(chosen)]
    best = max((len(reachable) / len(cover) for cover in covers), default=None)
    assert metrics.precision_omega(gold, chunks) == (None if best is None else pytest.approx(best, abs=1e-9))
    cut = [p for p in gold if not any(characters([p]) <= characters([c]) for c in chunk_list)]
    assert metrics.severed(gold, chunks) == pytest.approx(len(cut) / len(gold), abs=1e-9)


@settings(deadline=None)
@given(EVIDENCE, PASSAGES, PASSAGES)
def test_more_hits_never_lose_evidence(gold, returned, more):
    for metric in (metrics.recall, metrics.mrr, metrics.ndcg):
        assert metric(gold, returned) <= metric(gold, [*returned, *more]) + 1e-12


@settings(deadline=None)
@given(EVIDENCE, PASSAGES)
def test_all_lie_between_0_and_1(gold, returned):
    hits = [hit(rank, document, *span) for rank, (document, span) in enumerate(returned, 1)]
    annotated = [Evidence(document, span.start, span.end, "") for document, span in gold]
    scores = evidence_scores(annotated, hits, returnable(h.chunk for h in hits))
    for name in type(scores).__slots__:
        value = getattr(scores, name)
        assert value is None or 0 <= value <= 1
