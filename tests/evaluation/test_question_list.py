"""Filters of questions, the walk through them, and a question in words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.types import Judgement, Support
from evaluation.columns import columns_of
from evaluation.evidence import EvidenceScores
from evaluation.judges.explained import explained
from evaluation.losses import Loss
from evaluation.outcomes import Outcome, Replied
from evaluation.question_list import FILTERS, kept, listed, metric_for, place_of, table_of
from evaluation.question_words import Told, in_words


def outcome(name, recall, tokens=10, status="measured", adherent=True):
    scores = EvidenceScores(recall, recall, recall, 1.0, recall > 0, recall, recall, 0.0)
    support = {"a": Support((), adherent)}
    judgement = Judgement("local", "measured", support=support, scores={"adherence": adherent})
    return Outcome(
        name, "?", status, evidence=scores, context_tokens=tokens, judgement=judgement, answer=Replied("Yes.", "m")
    )


BASE = [outcome("q1", 1.0), outcome("q2", 0.5, tokens=20), outcome("q3", 0.0, adherent=False)]
OTHER = [outcome("q2", 1.0), outcome("q1", 0.5, tokens=5), outcome("q3", 0.0, status="failed"), outcome("q4", 1.0)]


def test_filters_by_hand():
    rows = table_of([columns_of(BASE), columns_of(OTHER)])
    assert rows.ids == ("q1", "q2", "q3", "q4") and np.isnan(rows.scores("evidence_recall")[3, 0])
    found = {name: kept(rows, name, "evidence_recall") for name in FILTERS}
    assert found == {
        "all": ["q1", "q2", "q3", "q4"],
        "lost": ["q1", "q2", "q3"],
        "different": ["q1", "q2"],
        "regressed": ["q1"],
        "improved": ["q2"],
        "unsupported": ["q3"],
        "failed": ["q3"],
    }
    # Fewer tokens are better.
    assert kept(rows, "improved", "context_tokens") == ["q1", "q2"]
    assert kept(rows, "no such filter", "evidence_recall") == list(rows.ids)
    assert (
        metric_for(rows) == "evidence_recall"
        and metric_for(table_of([columns_of([Outcome("q", "?", "failed")])])) is None
    )


def test_a_list_has_the_largest_loss_first_and_finds_words():
    table = table_of([columns_of(BASE), columns_of(OTHER)])
    rows = listed(table, "all", "evidence_recall")
    assert [(row["question_id"], row["change"]) for row in rows] == [
        ("q1", -0.5),
        ("q3", 0.0),
        ("q2", 0.5),
        ("q4", None),
    ]
    assert [row["question_id"] for row in listed(table, "different", "context_tokens")] == ["q1", "q2"]
    assert [row["question_id"] for row in listed(table, "all", "evidence_recall", "Q4 ?")] == ["q4"]


@given(st.lists(st.integers(0, 9), unique=True, min_size=1), st.integers(0, 9))
def test_a_walk_visits_every_question_once_whatever_it_begins_at(numbers, here):
    order = [str(number) for number in range(10)]
    among = [str(number) for number in sorted(numbers)]
    place = place_of(str(here), among, order)
    assert (place.number is not None) == (str(here) in among)
    forward, at = [], place.after
    while at is not None:
        forward.append(at)
        at = place_of(at, among, order).after
    backward, at = [], place.before
    while at is not None:
        backward.append(at)
        at = place_of(at, among, order).before
    own = [str(here)] if str(here) in among else []
    assert [*reversed(backward), *own, *forward] == among


def test_a_question_in_words():
    loss = Loss("q", "a.md", 0, 9, 9, "budget", 4)
    told = [Told("A", outcome("q", 1.0)), Told("B", outcome("q", 0.0, adherent=False), (loss,)), Told("C", None)]
    assert in_words(told) == [
        "A brought back all of the evidence, B nothing.",
        "The answer of A is supported throughout.",
        "B lost 9 characters: over the token budget (rank 4). Raise the budget, or choose smaller chunks.",
        "1 of 1 sentence of the answer of B has no support.",
        "C did not ask this question.",
    ]
    failed = replace(outcome("q", 0.5, status="failed"), reason="no reply")
    assert in_words([Told("A", failed)]) == ["50% of the evidence came back.", "This run failed: no reply."]
    bare = Outcome("q", "?", "measured", evidence_documents=())
    assert "good answer says that it cannot tell" in in_words([Told("A", bare)])[0]


def test_explanations_come_from_the_last_reply_that_holds_a_verdict():
    good = '{"relevance_explanation": "It names\\n the hour.", "all_relevant_sentence_keys": []}'
    found = explained(["no verdict", good, "neither"])
    assert found is not None and found.relevance == "It names the hour." and not found.sentences
    assert (
        explained([]) is None and explained(['{"all_relevant_sentence_keys": [], "relevance_explanation": 3}']) is None
    )
