"""Runs made of scores alone, as comparisons see them."""

from __future__ import annotations

import json
from pathlib import Path

from core.types import Judgement
from evaluation.evidence import EvidenceScores
from evaluation.outcomes import Outcome, outcome_to_json
from evaluation.plans import OUTCOMES, PLAN
from evaluation.runs import LoadedRun, finish


def run_of(
    name,
    recalls,
    *,
    documents=None,
    relevance=None,
    failed=(),
    tokens=500,
    seconds=0.1,
    complete=True,
    total=None,
    collection=None,
    retrieval=None,
    questions=None,
    **plan,
):
    """A run whose questions have these recalls (None: no evidence) and, where given, relevances of the local judge."""
    whole = {
        "metric_version": 2,
        "collection": {
            "name": name,
            "strategy": name,
            "parameters": {"chunk_size": 512, "overlap": 50},
            "encoder": "minilm",
            "chunk_set": name,
            "chunks": 10,
            **(collection or {}),
        },
        "questions": {"name": "set", "key": "k", "count": total or len(recalls), **(questions or {})},
        "retrieval": {"mode": "dense", "k": 5, "token_budget": 768, **(retrieval or {})},
        "judge": {"name": "local", "version": 1},
        "model": None,
        "unit": "sentence",
        "key": name,
        **plan,
    }
    outcomes = [
        Outcome(
            f"q{number}",
            "?",
            "failed" if number in failed else "measured",
            "the judge was away" if number in failed else "",
            evidence=None if recall is None or number in failed else _evidence(recall),
            context_tokens=tokens,
            judgement=None
            if relevance is None or number in failed
            else Judgement("local", "measured", scores={"relevance": relevance[number]}),
            seconds={"search": seconds},
            evidence_documents=() if recall is None else (documents[number],) if documents else (f"d{number}",),
        )
        for number, recall in enumerate(recalls)
    ]
    return LoadedRun(Path("runs") / name, whole, {"done": True} if complete else {}, tuple(outcomes))


def written(run, home):
    """The same run on disk, below `home`; its folder."""
    folder = home / run.name
    folder.mkdir(parents=True)
    (folder / PLAN).write_text(json.dumps(dict(run.plan)), encoding="utf-8")
    lines = [json.dumps(outcome_to_json(outcome)) + "\n" for outcome in run.outcomes]
    (folder / OUTCOMES).write_text("".join(lines), encoding="utf-8")
    if run.complete:
        finish(folder, run.outcomes)
    return folder


def _evidence(recall):
    return EvidenceScores(
        recall=recall,
        precision=recall / 4,
        iou=recall / 4,
        precision_omega=0.5,
        hit=bool(recall > 0),
        mrr=recall,
        ndcg=recall,
        severed=0.0,
    )
