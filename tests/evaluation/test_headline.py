"""Which metric ranks, and from which settings the differences may come."""

from __future__ import annotations

from dataclasses import replace

from evaluation.curves import CurvePoint, EvidenceCurve
from evaluation.factors import factors_of
from evaluation.headline import headline
from tests.evaluation.compared import run_of


def test_evidence_comes_before_relevance_and_a_wish_before_both():
    runs = [run_of(name, [0.5, 0.4], relevance=[0.2, 0.3]) for name in "ab"]
    assert headline(runs).metric == "evidence_recall"
    assert headline(runs, "MRR").metric == "mrr"
    assert headline([run_of(name, [None], relevance=[0.2]) for name in "ab"]).metric == "relevance"


def test_e20_other_budgets_are_ranked_at_one_budget_for_all():
    point = CurvePoint(0.7, 0.1, 0.1, True, 1.0, 1.0, "tokens", 2048, 3, 2000)
    runs = []
    for name, k in (("a", 3), ("b", 9)):
        run = run_of(name, [0.5], retrieval={"token_budget": None, "k": k})
        curved = replace(run.outcomes[0], curve=EvidenceCurve((point,), 0.6, None))
        runs.append(replace(run, outcomes=(curved,)))
    found = headline(runs)
    assert found.metric == "evidence_recall_2048"
    assert found.why.endswith("a budget of 2,048 tokens is equal for all runs")
    assert headline(runs, "evidence_recall").why.endswith("what brings more text has an advantage")


def test_unfinished_runs_do_not_choose():
    runs = [run_of("a", [0.5]), run_of("b", [None], relevance=[0.1], complete=False)]
    assert headline(runs).metric == "evidence_recall"


def test_only_settings_that_differ_and_have_an_effect_are_factors():
    runs = [
        run_of("a", [0.5], collection={"strategy": "fixed"}, retrieval={"mode": "dense", "k": 3, "reranker": "bm25"}),
        run_of("b", [0.5], collection={"strategy": "fixed"}, retrieval={"mode": "dense", "k": 9, "reranker": "other"}),
    ]
    assert factors_of(runs) == {}, "k counts nothing within a budget, a re-ranker nothing without re-ranking"
    runs[1].plan["retrieval"]["mode"] = "rerank"
    assert factors_of(runs) == {"retriever": ("dense", "rerank (other)")}, "what only it has is part of it"


def test_a_parameter_of_one_strategy_only_is_part_of_it():
    runs = [
        run_of("a", [0.5], collection={"parameters": {"chunk_size": 256}}),
        run_of("b", [0.5], collection={"parameters": {"chunk_size": 512, "rows": 3}}),
    ]
    assert factors_of(runs) == {"strategy": ("a", "b"), "chunk size": ("256", "512")}
