"""Evidence metrics and curve values equal a naive implementation, character by character, on 1,000 random cases."""

from __future__ import annotations

import random

import pytest

from core.spans import Span
from core.tokens import count_tokens
from core.types import Chunk, Document, Evidence, Hit, RetrievalSpec
from evaluation.curves import Ground, curve_of, recall_area
from evaluation.evidence import evidence_scores, passages_of, returnable, returned_scores
from retrieval.taken import Ranked
from retrieval.walk import Walk
from tests.evaluation import naive

CASES = 1000
CURVES = 150
BUDGETS = (2, 4, 8, 16, 32)
DEPTHS = (1, 2, 3, 5)
EXACT = 1e-9


def near(value):
    return None if value is None else pytest.approx(value, abs=EXACT)


def a_range(draw, length, longest):
    start = draw.randrange(length - 1)
    return start, min(length, start + draw.randint(1, longest))


def a_case(draw):
    """Evidence, chunks and hits over two short documents: overlaps, repetitions and misses are all frequent."""
    evidence = [(draw.choice("de"), *a_range(draw, 40, 12)) for _ in range(draw.randint(1, 4))]
    chunks = list({(draw.choice("de"), *a_range(draw, 40, 16)) for _ in range(draw.randint(1, 7))})
    hits = [draw.choice(chunks) for _ in range(draw.randint(0, 6))]
    return evidence, chunks, hits


def test_evidence_metrics_equal_the_naive_ones_on_1000_random_cases():
    draw = random.Random(4)
    for number in range(CASES):
        gold, ranges, returned = a_case(draw)
        chunks = [Chunk(f"{row}", d, start, end, "x" * (end - start)) for row, (d, start, end) in enumerate(ranges)]
        hits = [
            Hit(rank, chunks[ranges.index(one)], 1.0, "cosine similarity", {}, Span(*one[1:]), "")
            for rank, one in enumerate(returned, 1)
        ]
        annotated = [Evidence(d, start, end, "") for d, start, end in gold]
        scores = evidence_scores(annotated, hits, returnable(chunks))
        for name in ("recall", "precision", "iou", "mrr", "ndcg"):
            assert getattr(scores, name) == near(getattr(naive, name)(gold, returned)), (number, name)
        assert scores.hit is bool(naive.letters(gold) & naive.letters(returned)), number
        for name in ("severed", "precision_omega"):
            assert getattr(scores, name) == near(getattr(naive, name)(gold, ranges)), (number, name)


def a_ranked_corpus(draw):
    """Two documents of words that are all different, cut at random, with parents here and there, in a random order."""
    texts = {
        name: " ".join(f"{draw.choice(['alpha', 'beta', 'gamma'])}{name}{at}" for at in range(draw.randint(4, 12)))
        for name in "de"
    }
    chunks = []
    for name, text in texts.items():
        cuts = sorted(draw.sample(range(1, len(text)), min(5, len(text) // 8)))
        for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
            parent = None
            if draw.random() < 0.5:
                parent = (max(0, start - draw.randint(0, 20)), min(len(text), end + draw.randint(0, 20)))
            chunks.append((name, start, end, parent))
    draw.shuffle(chunks)
    if not all_different(texts, chunks):
        return a_ranked_corpus(draw)
    gold = [(name, *a_range(draw, len(texts[name]), 30)) for name in draw.choices("de", k=draw.randint(1, 3))]
    return texts, chunks, gold


def all_different(texts, chunks):
    """Passages that read the same are returned once, which the naive version leaves out."""
    ranges = {(name, *(parent or (start, end))) for name, start, end, parent in chunks}
    readings = {" ".join(texts[name][start:end].split()) for name, start, end in ranges}
    return len(readings) == len(ranges)


def curve(texts, chunks, gold, **limits):
    made = [
        Chunk(f"c{row}", name, start, end, texts[name][start:end], parent=Span(*parent) if parent else None)
        for row, (name, start, end, parent) in enumerate(chunks)
    ]
    ground = Ground(
        {chunk.id: chunk for chunk in made},
        {name: Document.from_text(text, name) for name, text in texts.items()},
        returnable(made),
    )
    ranking = [Ranked(chunk.id, 1.0, "cosine similarity", {}) for chunk in made]
    annotated = [Evidence(name, start, end, "") for name, start, end in gold]
    return curve_of(annotated, Walk(ranking, ground.chunks, ground.documents, RetrievalSpec()), ground, **limits)


def test_curve_values_and_area_equal_the_naive_ones():
    draw = random.Random(5)
    for number in range(CURVES):
        texts, chunks, gold = a_ranked_corpus(draw)
        found = curve(texts, chunks, gold, budgets=BUDGETS, depths=DEPTHS)
        recalls = []
        for point in found.points:
            limit = {"budget" if point.by == "tokens" else "k": point.limit}
            returned = naive.returned_within(chunks, texts, count_tokens, **limit)
            place = (number, point.by, point.limit)
            for name in ("recall", "precision", "iou", "mrr", "ndcg"):
                assert getattr(point, name) == near(getattr(naive, name)(gold, returned)), (*place, name)
            assert point.tokens == sum(count_tokens(texts[d][start:end]) for d, start, end in returned), place
            if point.by == "tokens":
                assert point.tokens <= point.limit
                recalls.append((point.limit, naive.recall(gold, returned)))
        assert found.recall_area == near(naive.area(recalls)), number
        assert_least_budget(found.tokens_to_90, texts, chunks, gold)


def assert_least_budget(tokens, texts, chunks, gold):
    """No smaller budget reaches nine tenths of the evidence; none of the curve does where there is no number."""
    recalls = {
        budget: naive.recall(gold, naive.returned_within(chunks, texts, count_tokens, budget=budget))
        for budget in ({tokens - 1, tokens} if tokens else {BUDGETS[-1]})
    }
    if tokens is None:
        assert recalls[BUDGETS[-1]] < 0.9
    else:
        assert recalls[tokens] >= 0.9 > recalls[tokens - 1]


def test_the_area_by_hand():
    # Two doublings: from 0 to 1 in the first (half), 1 throughout the second.
    assert recall_area([(128, 0.0), (256, 1.0), (512, 1.0)]) == 0.75


def test_a_naive_metric_that_is_wrong_is_noticed(monkeypatch):
    monkeypatch.setattr(naive, "iou", naive.recall)
    with pytest.raises(AssertionError, match="iou"):
        test_evidence_metrics_equal_the_naive_ones_on_1000_random_cases()


def test_returned_scores_are_those_of_evidence_scores():
    gold = [Evidence("d", 0, 10, "")]
    hit = Hit(1, Chunk("c", "d", 5, 20, "x" * 15), 1.0, "cosine similarity", {}, Span(5, 20), "x" * 15)
    whole = evidence_scores(gold, [hit], {"d": [Span(5, 20)]})
    part = returned_scores(passages_of(gold), [(hit.chunk.document_id, hit.returned)])
    assert all(getattr(part, name) == getattr(whole, name) for name in type(part).__slots__)
