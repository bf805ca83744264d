"""Runs as an evaluation leaves them on disk, written without building or asking anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.files import write_json
from core.spans import Span
from core.types import Support
from evaluation.evidence import EvidenceScores, Passage
from evaluation.exchange import Exchange
from evaluation.journal import Journal
from evaluation.judges.judge import judgement_of
from evaluation.loss_tables import write_losses
from evaluation.losses import Loss, LossReport
from evaluation.outcomes import Found, Outcome, Replied, outcome_to_json
from evaluation.plans import OUTCOMES, PLAN
from evaluation.runs import RUN

TEXT = "The shop opens at 9. It is red. Tea is sold there. Ann owns it since 1990."
WANTED = "The shop opens at 9."


def write_run(
    home: Path,
    name: str,
    outcomes: Sequence[Outcome],
    losses: Sequence[Loss] = (),
    *,
    judge: str = "local",
    created: str = "2026-01-01T00:00:00+00:00",
) -> Path:
    """A complete run of these outcomes in a state directory."""
    folder = home / "runs" / name
    plan = {
        "key": name,
        "metric_version": 2,
        "collection": {"name": f"shop_{name}", "strategy": name, "parameters": {}, "chunks": 4, "chunk_set": "s"},
        "questions": {"name": "shop", "key": "asked", "count": len(outcomes)},
        "retrieval": {"mode": "dense", "k": 2, "token_budget": None},
        "judge": {"name": judge},
        "model": "extractive",
        "created": created,
    }
    write_json(folder / PLAN, plan)
    with Journal(folder / OUTCOMES) as journal:
        for outcome in outcomes:
            journal.append(outcome_to_json(outcome))
    write_json(folder / RUN, {**plan, "counts": {}})
    annotated = {outcome.question_id: outcome.annotated or () for outcome in outcomes}
    evidence = sum(passage.span.length for own in annotated.values() for passage in own)
    write_losses(folder, LossReport(tuple(losses), evidence, len(outcomes), annotated=annotated))
    return folder


def outcome(
    question_id: str,
    places: Sequence[tuple[int, int]],
    *,
    supported: bool = True,
    status: str = "measured",
    replies: Sequence[str] = (),
    question: str = "When does the shop open?",
    scores: Mapping[str, Any] | None = None,
) -> Outcome:
    """A question whose evidence is the first sentence of TEXT, answered from passages at these places."""
    evidence = Passage("shop.md", Span(0, len(WANTED)))
    context = {f"{number}a": TEXT[start:end] for number, (start, end) in enumerate(places)}
    exchange = Exchange(question, context, {"a": "It opens at 9.", "b": "It is old."})
    recall = float(any(start == 0 for start, _ in places))
    judgement = judgement_of(
        "local",
        exchange,
        "sentence",
        relevant=["0a"] if recall else [],
        utilized=["0a"] if context else [],
        support={"a": Support(("0a",), True), "b": Support((), supported)},
    )
    found = tuple(
        Found(number, f"c{start}", "shop.md", start, end, start, end, 1 / number, "cosine similarity")
        for number, (start, end) in enumerate(places, start=1)
    )
    failed = status == "failed"
    return Outcome(
        question_id,
        question,
        status,  # type: ignore[arg-type]
        reason="the model did not reply" if failed else "",
        found=() if failed else found,
        context={} if failed else context,
        context_tokens=None if failed else 10 * len(places),
        evidence=None if failed else EvidenceScores(recall, recall, recall, 1.0, bool(recall), recall, recall, 0.0),
        answer=None if failed else Replied("It opens at 9. It is old.", "extractive", seconds=0.5),
        response={} if failed else exchange.response or {},
        judgement=None if failed else judgement,
        judge_replies=tuple(replies),
        tags=("hours",),
        evidence_documents=("shop.md",),
        annotated=(evidence,),
        reference="At 9.",
    )
